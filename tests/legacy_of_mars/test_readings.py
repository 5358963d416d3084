"""Section 5 of the facts: each reading of the rulebook that changes play, by its number, and what it rules out."""

import pytest

from legacy_of_mars.facts import LABELS, NEAR
from legacy_of_mars.table import Table, game
from legacy_of_mars.test_board import bare_reserved, land_beside
from legacy_of_mars.test_end import terraformed
from marszoo.envs.legacy_of_mars import words


def test_reading_1_the_rating_starts_at_25_not_20():
    assert list(Table(2, board="house")["rating"][:2]) == [25, 25]


def test_reading_2_there_are_ten_types_of_actions():
    table = game(board="house").hand(0, "Sponsors").has(0, megacredit=99, plant=8, heat=8, worker=10).rated(0, 60)
    land = table.free_land()
    table.down(0, "Tardigrades", "Research", "Physics Complex", "Gene Repair", "Olympus Conference", "AI Central")
    table.down(0, "Mars University", "Breathing Filters").tiles(**{land[0]: "city 0"}).ready()
    kinds = {a.split()[0] for a in table.legal}
    assert {"card", "sell", "project", "milestone", "award", "plants", "heat", "workers", "innovation"} <= kinds
    assert {"card Sponsors", "card Tardigrades"} <= table.legal, "A and F"


def test_reading_3_there_are_five_standard_projects():
    table = game().has(0, megacredit=99).ready()
    found = {a for a in table.legal if a.startswith("project")}
    assert found == {f"project {name}" for name in ("power plant", "asteroid", "aquifer", "greenery", "city")}


def test_reading_4_there_are_15_ocean_tiles():
    table = game(board="house").oceans(14).has(0, megacredit=99).ready()
    assert table.do("project aquifer").change("oceans") == 1
    assert not table.may("project aquifer")


@pytest.mark.parametrize("chosen", ["megacredit", "steel", "titanium", "worker", "plant", "energy", "heat"])
def test_reading_5_workers_are_a_standard_resource_and_population_is_none(chosen):
    assert words.RESOURCES == ("megacredit", "steel", "titanium", "worker", "plant", "energy", "heat")
    table = game().has(0, **{chosen: 1}).makes(0, **{chosen: 2}).ready().generation_ends()
    base = 20 if chosen == "megacredit" else 0
    if chosen == "energy":
        assert (table.resource(0, "heat"), table.resource(0, "energy")) == (1, 2)
    else:
        assert table.resource(0, chosen) == 1 + 2 + base


def test_reading_6_the_production_phase_turns_energy_into_heat_before_anything_is_produced():
    table = game().has(0, energy=3).makes(0, energy=2, heat=1).ready().generation_ends()
    assert (table.resource(0, "energy"), table.resource(0, "heat")) == (2, 4)


def test_reading_7_the_first_player_marker_moves_clockwise_from_generation_2_on():
    table = game(3, generation=1).ready().generation_ends()
    assert (table["generation"], table["first"]) == (2, 1)


def test_reading_9_a_step_that_ends_at_0_or_more_must_melt_and_the_player_picks_which():
    table = game(board="house").has(0, heat=8).parameters(temperature=0)
    one, two = bare_reserved(table, 2)
    table.tiles(**{one: "glacier", two: "glacier"}).ready().act("heat")
    assert table.asks == "glacier to melt"
    assert table.legal == {f"place {one}", f"place {two}"}, "nobody may refuse"


def test_reading_9_at_the_maximum_the_player_may_melt_one():
    table = game(board="house").hand(0, "Asteroid").has(0, megacredit=14).parameters(temperature=8)
    one, two = bare_reserved(table, 2)
    table.tiles(**{one: "glacier", two: "glacier"}).ready().act("card Asteroid")
    assert table.asks == "glacier to melt"
    assert table.legal == {f"place {one}", f"place {two}", "nobody"}


@pytest.mark.parametrize(("glacier", "legal"), [(True, True), (False, False)])
def test_reading_9_heat_can_be_converted_at_the_maximum_only_with_a_glacier_left(glacier, legal):
    table = game(board="house").has(0, heat=8).parameters(temperature=8)
    if glacier:
        table.tiles(**{bare_reserved(table)[0]: "glacier"})
    assert table.ready().may("heat") is legal


def test_reading_10_melting_gives_1_plant_to_the_active_player_and_1_per_adjacent_tile_and_no_money():
    table = game(board="house").has(0, heat=8).parameters(temperature=0)
    place = next(a for a in table.reserved if len(land_beside(table, a)) >= 2)
    one, two = land_beside(table, place)[:2]
    table.tiles(**{place: "glacier", one: "city 0", two: "city 1"}) if one not in NEAR[two] else table.tiles(
        **{place: "glacier", one: "city 0", two: "greenery 1"}
    )
    table.population(**{one: 2}).ready().do("heat")
    assert (table.change("0 plant"), table.change("1 plant"), table.change("0 megacredit")) == (2, 1, 0)


def test_reading_11_steps_are_processed_one_by_one_and_the_step_from_oxygen_melts_too():
    table = game(board="house").has(0, plant=8).parameters(temperature=-2, oxygen=7)
    (place,) = bare_reserved(table)
    land = next(a for a in table.free_land(place))
    table.tiles(**{place: "glacier"}).ready().do("plants", hex=land)
    assert (table.change("0 rating"), table.tile(place), table.change("0 plant")) == (2, "ocean", 1 - 8)


def test_reading_11_a_heat_production_is_gained_by_each_step_that_reaches_one():
    table = game(board="house").hand(0, "Deimos Down").has(0, megacredit=31).parameters(temperature=-26).ready()
    assert table.play("Deimos Down").change("0 heat production") == 2


def test_reading_12_there_is_no_free_ocean_at_0_degrees():
    table = game(board="house").has(0, heat=8).parameters(temperature=-2).ready()
    assert table.do("heat").changes() == {"0 heat": -8, "temperature": 1, "0 rating": 1}


def test_reading_13_glaciers_are_placed_below_0_and_count_as_oceans_everywhere():
    table = game(board="house").hand(0, "Great Dam").has(0, megacredit=12).oceans(4).ready()
    assert all(table.tile(a) == "glacier" for a in table.reserved[:4])
    assert table.may_play("Great Dam")


@pytest.mark.parametrize("first", ["ocean", "temperature"])
def test_reading_13_the_player_orders_an_ocean_and_a_step_from_minus_2(first):
    table = game(board="house").hand(0, "Comet").has(0, megacredit=21).parameters(temperature=-2).ready()
    (place,) = bare_reserved(table)
    plants = set()
    table.act("card Comet")
    assert table.asks == "order of effects"
    for action in table.legal:
        twin = table.clone().act(action).answer(hex=place)
        plants.add(twin.change("0 plant"))
    # Ocean first: a glacier, which the step then melts for 1 plant. Step first: water at once.
    assert plants == {0, 1}
    assert first


def test_reading_14_with_a_parameter_at_its_goal_a_greenery_still_gives_its_tile_and_point():
    table = game(board="house").has(0, plant=8).parameters(oxygen=14).ready()
    before = table.scores()[0]
    assert table.do("plants").scores()[0] == before + 1
    assert table.change("0 rating") == 0


def test_reading_14_three_reserved_hexes_stay_empty_and_blocked():
    table = game(board="house").oceans(15).has(0, megacredit=99, plant=8).ready()
    empty = [a for a in table.reserved if not table.tile(a)]
    assert len(empty) == 3
    assert not table.may("project aquifer")
    for action in ("plants", "project city"):
        offered = table.clone().do(action).offered["hex"][0]
        assert not offered & {f"place {a}" for a in empty}


def test_reading_15_a_draft_is_exactly_two_choices():
    table = game(2).ready().generation_ends()
    asked = []
    while table.asks != "turn":
        asked.append((table.asks, table.player))
        table.act("done" if table.may("done") else min(table.legal))
    assert asked == [("draft", 1), ("draft", 1), ("draft", 0), ("draft", 0), ("buy", 1), ("buy", 0)]


def test_reading_16_from_generation_7_is_inclusive():
    assert len(game(2, generation=6).ready().generation_ends().legal) == 6
    assert len(game(2, generation=5).ready().generation_ends().legal) == 4


def test_reading_17_a_stand_alone_game_gets_15_megacredits_and_2_cards_before_the_starting_hand_is_chosen():
    table = Table(2, board="house")
    while table.asks != "starting cards":
        table.act(min(table.legal, key=table.number))
    assert [len(table.cards_in(f"hand {seat}")) for seat in (0, 1)] == [2, 2]


def test_reading_18_final_conversion_loops_in_player_order_one_each_until_all_pass():
    table = terraformed(3).has(0, plant=8).has(2, plant=24).ready().generation_ends()
    seats = []
    while table.asks == "final conversion":
        seats.append(table.player)
        table.do("plants")
    assert seats == [0, 2, 2, 2]


def test_reading_20_earlier_passing_ranks_higher_unless_the_switch_says_otherwise():
    for tie_break, ranks in ((None, [2, 1]), ("later_pass", [1, 2])):
        options = {} if tie_break is None else {"tie_break": tie_break}
        table = terraformed(**options).turn(1).put(first=1).ready().act("pass", "pass")
        assert table.ranks() == ranks


def test_reading_21_an_award_that_counts_the_rating_uses_it_before_points_are_added():
    table = game(board="elysium").rated(0, 22).rated(1, 21).down(1, "Breathing Filters", "Gene Repair")
    before = table.ready().scores()
    after = table.marks("award", benefactor=1).ready().scores()
    assert [b - a for a, b in zip(before, after, strict=True)] == [5, 0]


def test_reading_22_the_innovation_action_keeps_1_of_3_to_hand_once():
    table = game(board="house", mission=4)
    table.down(0, "Research", "Physics Complex", "Gene Repair", "Olympus Conference", "AI Central", "Mars University")
    table.ready().act("innovation")
    assert len(table.legal) == 3
    table.answer(where="hand")
    assert len(table.cards_in("hand 0")) == 1
    assert not table.turn(0).ready().may("innovation")


def test_reading_23_red_bordered_resources_are_optional_and_red_bordered_production_is_not():
    table = game().hand(0, "Asteroid").has(0, megacredit=14, plant=9).ready()
    assert table.play("Asteroid", target="nobody").change("0 plant") == 0
    table = game().hand(0, "Fish").has(0, megacredit=9).makes(0, plant=1).parameters(temperature=2).ready()
    assert table.play("Fish").change("0 plant production") == -1
    table = game().hand(0, "Fish").has(0, megacredit=9).parameters(temperature=2).ready()
    assert not table.may_play("Fish")


def test_reading_23_the_neutral_solo_opponent_always_qualifies():
    table = game(1).hand(0, "Fish").has(0, megacredit=9).parameters(temperature=2).ready()
    assert table.may_play("Fish")


def test_reading_24_one_must_be_able_to_do_immediate_effects_without_a_red_border():
    assert not game().hand(0, "Shuttles").has(0, megacredit=10).parameters(oxygen=5).ready().may_play("Shuttles")
    table = game().hand(0, "Shuttles").has(0, megacredit=10).makes(0, energy=1).parameters(oxygen=5).ready()
    assert table.may_play("Shuttles")


def test_reading_25_space_cities_do_not_count_as_neighbours():
    table = game().has(0, plant=8).down(0, "Phobos Space Haven").tiles(Phobos="city 0 Phobos Space Haven").ready()
    assert len(table.do("plants").offered["hex"][0]) == 61 - 12 - 1


def test_reading_26_the_population_bonus_is_for_anyone_and_for_own_and_ocean_tiles_too():
    table = game().has(0, megacredit=18).tiles(D7="city 0").population(D7=2).ready().do("project aquifer", hex="D8")
    assert table.change("0 megacredit") == 2 - 18
    table = game().has(1, megacredit=18).tiles(D7="city 0").population(D7=2).turn(1).ready()
    assert table.do("project aquifer", hex="D8").change("1 megacredit") == 2 - 18


def test_reading_27_the_last_award_is_the_third_and_costs_20():
    table = game().has(0, megacredit=20).marks("award", landlord=1, banker=1).ready()
    assert table.act("award miner").change("0 megacredit") == -20


def test_reading_29_the_first_draft_is_in_generation_2_and_passes_left():
    table = game(3, generation=1).ready().generation_ends()
    before = [table.cards_in(f"offer {seat}") for seat in range(3)]
    picked = [set() for _ in range(3)]
    while table.asks == "draft":
        name = min(table.legal)
        picked[table.player].add(name.removeprefix("card "))
        table.act(name)
    seat = table.player
    right = (seat - 1) % 3
    offered = {name.removeprefix("card ") for name in table.legal - {"done"}}
    assert offered == picked[seat] | (before[right] - picked[right])
    assert len(LABELS) == 61
