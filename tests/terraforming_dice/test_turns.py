"""Chapters "Production turn" and "Action turn", named after their sentences."""

import pytest

from terraforming_dice.table import Table

SUPPORT = {"colour green", "colour blue", "colour grey", "colour red", "colour yellow"}


# --- production turn ---


def test_at_most_three_resources_are_kept_and_the_rest_is_given_back():
    table = Table().dice(0, "heat heat plant city earth").wild(0, 4).start().act("produce")
    assert table.asks == "give up resource"
    assert table.legal == {"resource heat", "resource plant", "resource city", "resource earth"}
    table.act("resource heat", "resource earth")
    assert (table.asks, table.player) == ("turn kind or support action", 1)  # there is no card to discard
    assert table["wild"][0] == 4  # wild tokens are no resources and never discarded


def test_with_three_resources_or_fewer_nothing_is_given_up():
    table = Table().dice(0, "heat plant city").hand(0, "ghg").start().act("produce")
    assert table.asks == "discard card"
    assert table.has(0) == {"heat": 1, "plant": 1, "city": 1}


def test_storage_keeps_more_than_three():
    table = Table().dice(0, "heat heat plant city earth").down(0, "effective_storage").hand(0, "ghg")
    assert table.start().act("produce").asks == "discard card"


def test_any_number_of_cards_may_be_discarded_and_the_hand_is_refilled_to_five():
    table = Table().hand(0, "ghg", "garden", "mine").start().act("produce")
    assert table.legal == {"done", "card ghg", "card garden", "card mine"}
    table.act("card ghg", "card mine", "done")
    assert table.place("ghg") == table.place("mine") == "discard"
    assert len(table.cards_in("hand 0")) == 5
    assert "garden" in table.cards_in("hand 0")


def test_a_hand_over_five_is_neither_refilled_nor_cut():
    six = ("ghg", "garden", "mine", "bank", "dam", "air")
    table = Table().hand(0, *six).start().act("produce", "done")
    assert set(table.cards_in("hand 0")) == set(six)


def test_all_dice_of_corporation_and_green_cards_are_taken_and_rolled():
    # Helion: 2 red, 1 grey; the mine: 2 grey; the bank: 1 yellow and a wild token; the academy: a point.
    table = Table(corporations=("helion", "unmi")).down(0, "mine", "bank", "academy").start().act("produce")
    gained = table["dice"][0].reshape(5, 3).sum(axis=1)
    assert gained.tolist() == [0, 0, 3, 2, 1]
    assert table["wild"][0] == 1
    assert table["points"][0] == 1


def test_exactly_one_wild_token_for_any_shortage():
    # 10.4: exactly one, however many dice or colours are short.
    table = Table(corporations=("helion", "unmi")).down(0, "mine").pool(red=1, grey=0).start().act("produce")
    gained = table["dice"][0].reshape(5, 3).sum(axis=1)
    assert gained.tolist() == [0, 0, 0, 1, 0]
    assert table["wild"][0] == 1


def test_used_blue_cards_are_readied_and_can_be_used_at_once():
    table = Table().down(0, "decomposers", turned=True).down(0, "workshop", turned=True).hand(0, "ghg")
    table.start().act("produce", "done")
    assert table["turned"].sum() == 0
    assert table.asks == "free action or go on"  # the free action, right after the production turn
    assert table.legal == {"done", "card workshop"}


def test_the_cards_of_others_stay_used():
    table = Table().down(1, "decomposers", turned=True).start().act("produce")
    assert table["turned"].sum() == 1


# --- action turn ---


def test_a_turn_is_a_production_turn_or_a_support_action_and_then_a_main_action():
    table = Table().start()
    assert table.legal == {"produce"} | SUPPORT
    table.act("colour red")
    assert table.asks == "main action"
    assert table.player == 0
    assert "produce" not in table.legal
    table.act("colour red")
    assert table.player == 1


def test_support_a_one_die_of_any_colour():
    table = Table().coming("water").start().act("colour blue")
    assert table.changes() == {"pool": {"blue": (11, 10)}, "dice": {(0, "water"): (0, 1)}}


def test_support_a_needs_a_die_in_the_pool():
    table = Table().pool(red=0).start()
    assert not table.may("colour red")
    assert table.may("colour blue")


def test_support_b_pay_any_resource_and_set_another_die_to_any_face():
    table = Table().dice(0, "heat city").start().act("change")
    assert table.asks == "pay resource"
    assert table.legal == {"resource heat", "resource city"}
    table.act("resource heat")
    assert table.legal == {"resource city"}
    table.act("resource city")
    assert table.legal == {"resource steel", "resource titanium"}
    table.act("resource titanium")
    assert table.changes() == {
        "pool": {"red": (10, 11)},
        "dice": {(0, "heat"): (1, 0), (0, "city"): (1, 0), (0, "titanium"): (0, 1)},
    }


def test_support_b_another_die_not_the_one_paid():
    # 10.5: with a single die a wild token has to pay, and without one the action is impossible.
    assert not Table().dice(0, "heat").start().may("change")
    table = Table().dice(0, "heat").wild(0, 1).start().act("change")
    assert table.legal == {"wild"}
    table.act("wild", "resource heat", "resource event")
    assert table.has(0) == {"event": 1}
    assert table["wild"][0] == 0


def test_support_c_pay_any_resource_and_draw_two_cards():
    table = Table().dice(0, "heat").wild(0, 1).start().act("draw")
    assert table.legal == {"resource heat", "wild"}
    table.act("resource heat")
    assert len(table.cards_in("hand 0")) == 2
    assert table.has(0) == {}


def test_support_c_needs_something_to_pay_and_a_card_to_draw():
    assert not Table().start().may("draw")
    table = Table().wild(0, 1).deck()
    for id in table.cards_in("discard"):
        table.hand(1, id)
    assert not table.start().may("draw")


def test_support_d_an_unused_blue_card_once():
    table = Table().down(0, "decomposers").dice(0, "microbe").start().act("card decomposers")
    assert table.changes() == {
        "turned": {"decomposers": (0, 1)},
        "points": {0: (0, 1)},
        "dice": {(0, "plant"): (0, 1), (0, "microbe"): (1, 0)},
    }
    assert not table.may("card decomposers")


def test_the_second_support_action_may_be_of_the_same_kind():
    # 10.17
    table = Table().down(0, "decomposers").dice(0, "microbe").main()
    assert table.legal >= SUPPORT | {"card decomposers", "draw"}


@pytest.mark.parametrize(
    ("action", "paid", "n"),
    [
        ("temperature", "heat", 3),
        ("ocean", "water", 3),
        ("greenery", "plant", 4),
        ("city", "city", 3),
        ("points", "megacredit", 3),
    ],
)
def test_main_actions_c_to_g_cost_what_is_printed_and_wild_tokens_stand_in(action, paid, n):
    assert not Table().dice(0, " ".join([paid] * (n - 1))).main().may(action)
    table = Table().dice(0, " ".join([paid] * (n - 1))).wild(0, 2).main().act(action)
    if table.asks == "place tile":
        table.act("hex A3" if action == "ocean" else "hex B2")  # neither has a bonus
    assert table["wild"][0] == 1
    assert table["dice"][0, table.number(f"resource {paid}") - table.number("resource plant")] == 0
    if action == "points":
        assert table["points"][0] == 2


def test_dice_pay_first_and_wild_tokens_then():
    table = Table().dice(0, "heat heat heat heat").wild(0, 3).main().act("temperature")
    assert table.has(0) == {"heat": 1}
    assert table["wild"][0] == 3


def test_main_h_a_blue_main_action_and_no_support_use_of_it():
    table = Table().down(0, "aquifer").dice(0, "steel").start()
    assert not table.may("card aquifer")
    table = Table().down(0, "aquifer").dice(0, "steel").main().act("card aquifer")
    assert table.asks == "place tile"
    assert {a.split()[1] for a in table.legal} == set(table.ocean_areas)


def test_support_and_main_action_are_compulsory_while_one_is_possible():
    # 10.16: only with an empty pool and nothing to pay may a player go on without one.
    assert not Table().start().may("pass")
    table = Table().pool(green=0, blue=0, grey=0, red=0, yellow=0).start()
    assert table.legal == {"produce", "pass"}
    table.act("pass")
    assert table.asks == "main action"
    assert table.legal == {"pass"}
    table.act("pass")
    assert table.player == 1


# --- free actions ---


def test_free_actions_before_the_support_action_the_main_action_and_after_it():
    # Erratum, 10.2.
    for table in (
        Table().down(0, "workshop").dice(0, "heat").start(),
        Table().down(0, "workshop").dice(0, "heat").main(),
    ):
        asked = table.asks
        table.act("card workshop", "resource heat", "resource event")
        assert table.asks == asked
        assert table["turned"].sum() == 1
        assert table.has(0) == {"event": 1}
    table = Table().down(0, "workshop").dice(0, "heat").main().act("colour blue")
    assert table.asks == "free action or go on"
    assert table.legal == {"done", "card workshop"}


def test_free_actions_are_used_once_until_the_next_production_turn():
    table = Table().down(0, "bacteria").dice(0, "energy energy").start().act("card bacteria")
    assert not table.may("card bacteria")
    assert table["dice"][0, :3].sum() == 2


def test_no_free_actions_in_the_turns_of_others():
    table = Table().down(1, "workshop").dice(1, "heat").main().act("colour blue")
    assert table.player == 1
    assert table.asks == "turn kind or support action"


def test_play_goes_clockwise():
    table = Table(3).start()
    seats = []
    for _ in range(6):
        seats.append(table.player)
        table.act("colour red" if table.may("colour red") else "colour blue")
        table.act("colour red" if table.may("colour red") else "colour blue")
    assert seats == [0, 1, 2, 0, 1, 2]
