"""Chapter "Generations" and turns, named after their sentences."""

import pytest

from legacy_of_mars.table import game


def research(players=3, generation=5, **options):
    """Everybody passes; the research phase of the next generation begins."""
    return game(players, generation=generation, **options).ready().generation_ends()


def offers(table):
    return [table.cards_in(f"offer {seat}") for seat in range(table.players)]


def drafted(table):
    """Everybody keeps the first cards by name; what each kept and gave away."""
    before = offers(table)
    kept = [set() for _ in before]
    while table.asks == "draft":
        name = min(table.legal).removeprefix("card ")
        kept[table.player].add(name)
        table.act(f"card {name}")
    return kept, [dealt - mine for dealt, mine in zip(before, kept, strict=True)]


# --- player order ---


def test_the_first_player_marker_shifts_1_step_clockwise_and_the_generation_marker_moves_up():
    table = research(generation=5)
    assert (table["generation"], table["first"]) == (6, 1)
    drafted(table)
    while table.asks == "buy":
        table.act("done")
    assert (table.asks, table.player) == ("turn", 1)
    table.generation_ends()
    assert (table["generation"], table["first"]) == (7, 2)


# --- research ---


@pytest.mark.parametrize(("generation", "drawn", "kept"), [(2, 4, 2), (6, 4, 2), (7, 6, 3), (8, 6, 3)])
def test_each_player_draws_4_cards_and_keeps_2_from_generation_7_draws_6_and_keeps_3(generation, drawn, kept):
    table = research(generation=generation - 1)
    assert table["generation"] == generation
    assert [len(cards) for cards in offers(table)] == [drawn] * 3
    mine, given = drafted(table)
    assert [len(cards) for cards in mine] == [kept] * 3
    assert [len(cards) for cards in given] == [drawn - kept] * 3


@pytest.mark.parametrize(("generation", "to"), [(2, 1), (3, -1), (6, 1), (7, -1), (8, 1)])
def test_in_even_generations_you_pass_to_your_left_and_in_uneven_ones_to_your_right(generation, to):
    table = research(generation=generation - 1)
    kept, given = drafted(table)
    while table.asks == "buy":
        seat = table.player
        offered = {name.removeprefix("card ") for name in table.legal - {"done"}}
        assert offered == kept[seat] | given[(seat - to) % 3]
        table.act("done")


def test_nobody_sees_what_others_kept_while_they_choose():
    table = research()
    other = table.cards_in(f"offer {(table.player + 1) % 3}")
    while table.asks == "draft" and table.player == table["first"]:
        assert not {f"card {name}" for name in other} & table.legal
        table.act(min(table.legal))


def test_cards_are_picked_one_at_a_time():
    table = research()
    assert (table.asks, table.player, len(table.legal)) == ("draft", table["first"], 4)
    table.act(min(table.legal))
    assert (table.asks, len(table.legal)) == ("draft", 3)


@pytest.mark.parametrize("bought", [0, 1, 4])
def test_each_card_costs_3_megacredits_to_buy_to_hand_and_you_may_buy_0_to_4(bought):
    table = research()
    drafted(table)
    money = [table.resource(seat, "megacredit") for seat in range(3)]
    chosen = [set() for _ in range(3)]
    while table.asks == "buy":
        seat = table.player
        if len(chosen[seat]) < bought:
            name = min(table.legal - {"done"})
            chosen[seat].add(name.removeprefix("card "))
            table.act(name)
        else:
            table.act("done")
    for seat in range(3):
        assert table.resource(seat, "megacredit") == money[seat] - 3 * bought
        assert table.cards_in(f"hand {seat}") == chosen[seat]


def test_you_may_buy_6_cards_from_generation_7_onwards():
    table = research(generation=6)
    drafted(table)
    assert len(table.legal - {"done"}) == 6


def test_you_cannot_buy_more_cards_than_you_can_pay():
    table = research()
    drafted(table)
    seat = table.player
    table.has(seat, megacredit=7).look()
    table.act(min(table.legal - {"done"}))
    table.act(min(table.legal - {"done"}))
    assert table.player != seat or table.legal == {"done"}


def test_the_rest_of_the_drawn_cards_is_discarded():
    table = research()
    drafted(table)
    while table.asks == "buy":
        table.act("done")
    assert len(table.cards_in("discard")) == 12


def test_there_is_no_hand_limit():
    table = game()
    for num in range(1, 60):
        table.hand(0, num)
    table.ready().act("pass", "pass")
    drafted(table)
    while table.asks == "buy":
        table.act("done")
    assert len(table.cards_in("hand 0")) == 59


def test_if_the_deck_runs_out_the_discard_pile_is_shuffled_to_form_a_new_deck():
    table = game().deck("Mine", "Sponsors", "Algae").ready().act("pass", "pass")
    assert table.asks == "draft"
    assert [len(cards) for cards in offers(table)] == [4, 4]
    assert {"Mine", "Sponsors", "Algae"} <= set.union(*offers(table))
    assert not table.cards_in("discard")


# --- action phase ---


def test_players_take_1_or_2_actions_each_turn():
    table = game().has(0, megacredit=40).ready().do("project power plant")
    assert (table.asks, table.player) == ("turn", 0)
    assert table.may("end_turn")
    assert not table.may("pass"), "1 or 2 actions, or pass"
    twin = table.clone().act("end_turn")
    assert twin.player == 1
    table.do("project power plant")
    assert table.player == 1


def test_two_of_the_same_action_may_be_done():
    table = game().has(0, megacredit=20).ready().do("project power plant").do("project power plant")
    assert table.production(0, "energy") == 2


def test_a_turn_cannot_be_ended_without_an_action_or_passing():
    assert not game().ready().may("end_turn")
    assert game().ready().may("pass")


def test_as_long_as_you_do_not_pass_you_will_get_another_turn():
    table = game(3).has(0, megacredit=40).ready().do("project power plant").act("end_turn", "pass", "pass")
    assert (table.asks, table.player) == ("turn", 0)
    table.do("project power plant").act("end_turn")
    assert (table.asks, table.player) == ("turn", 0)


def test_who_has_passed_gets_no_turn_in_this_generation():
    table = game(3).has(2, megacredit=99).ready().act("pass", "pass")
    for _ in range(3):
        assert table.player == 2
        table.do("project power plant").act("end_turn")
    assert table["generation"] == 5


def test_play_proceeds_clockwise_until_all_players_have_passed():
    table = game(3).has(0, megacredit=40).has(1, megacredit=40).has(2, megacredit=40).turn(1).put(first=1).ready()
    seats = []
    for _ in range(6):
        seats.append(table.player)
        table.do("project power plant").act("end_turn")
    assert seats == [1, 2, 0, 1, 2, 0]
    table.generation_ends()
    assert table["generation"] == 6


def test_a_blue_cards_action_may_be_used_only_once_per_generation():
    table = game().down(0, "Tardigrades").ready().use("Tardigrades")
    assert not table.may_use("Tardigrades")
    table.act("end_turn").generation_ends()
    while table.asks != "turn":
        table.act("done" if table.may("done") else min(table.legal))
    while table.player != 0:
        table.act("pass")
    assert table.may_use("Tardigrades"), "markers are removed during the production phase"


def test_actions_of_others_cards_cannot_be_used():
    assert not game().down(1, "Tardigrades").ready().may_use("Tardigrades")


# --- production ---


def test_leftover_energy_becomes_heat_then_income_is_rating_plus_megacredit_production():
    table = game().has(0, energy=4, heat=1, megacredit=2, steel=1).rated(0, 27)
    table.makes(0, megacredit=-5, steel=1, titanium=2, worker=3, plant=4, energy=5, heat=6).ready().generation_ends()
    gained = {name: table.resource(0, name) for name in ("megacredit", "steel", "titanium", "worker", "plant")}
    assert gained == {"megacredit": 2 + 27 - 5, "steel": 2, "titanium": 2, "worker": 3, "plant": 4}
    assert (table.resource(0, "energy"), table.resource(0, "heat")) == (5, 1 + 4 + 6)


def test_income_counts_a_positive_megacredit_production():
    table = game().makes(1, megacredit=7).ready().generation_ends()
    assert table.resource(1, "megacredit") == 20 + 7


def test_production_of_more_than_29_works():
    assert game().makes(0, steel=35).ready().generation_ends().resource(0, "steel") == 35
