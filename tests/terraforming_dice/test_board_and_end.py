"""Chapters "Tiles", "Bonus cards", "End of the game", "Final scoring" and the solo game, named after their sentences."""

import pytest

from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.reading import HEX_NAMES
from terraforming_dice.table import Table

HEAT, WATER, PLANTS, CITIES = "heat heat heat", "water water water", "plant plant plant plant", "city city city"


# --- tracks ---


def test_a_step_is_four_degrees_or_two_per_cent_and_gives_two_points():
    table = Table().dice(0, HEAT).main().act("temperature")
    assert (table["temperature"], table["points"][0]) == (1, 2)
    table = Table().tracks(temperature=4).dice(0, HEAT).main().act("temperature")
    assert table["temperature"] == 10  # +8 degrees, the end of the track
    assert table["points"][0] == 2


@pytest.mark.parametrize(("before", "face"), [(-28, "heat"), (-20, "water"), (-4, "heat")])
def test_temperature_bonuses_at_minus_24_minus_16_and_0_of_fixed_faces(before, face):
    table = Table().tracks(temperature=before).dice(0, HEAT).main().act("temperature")
    assert table.has(0) == {face: 1}


def test_no_bonus_at_other_temperatures():
    for before in (-32, -24, -16, -12, -8, 0, 4):
        table = Table().tracks(temperature=before).dice(0, HEAT).main().act("temperature")
        assert table.has(0) == {}


def test_oxygen_bonuses_at_4_and_10_per_cent():
    for before in range(0, 16, 2):
        table = Table().tracks(oxygen=before).dice(0, PLANTS).main().act("greenery", "hex B2")
        changed = table.has(0) != {} or table["wild"][0] > 0
        assert changed == (before in (2, 8))


def test_a_finished_track_gives_one_point_and_nothing_moves():
    table = Table().tracks(temperature=8).dice(0, HEAT).main().act("temperature")
    assert table["temperature"] == 10
    assert table["points"][0] == 1
    # 10.20: an ocean too: no tile, no hex bonus.
    table = Table().oceans(7).dice(0, WATER).main().act("ocean")
    assert table["points"][0] == 1
    assert table["tiles"][0] == 0
    assert table.player == 1


# --- tiles ---


def test_the_map_has_37_hexes_in_rows_of_4_5_6_7_6_5_4_and_each_knows_its_neighbours():
    table = Table()
    assert len(HEX_NAMES) == 37
    for k, name in enumerate(HEX_NAMES):
        near = {HEX_NAMES[j] for j in table.content.tables["neighbour"][k] if j >= 0}
        assert near == set(table.neighbours(name)), name
    assert set(table.neighbours("D4")) == {"C3", "C4", "D3", "D5", "E3", "E4"}
    assert set(table.neighbours("A1")) == {"A2", "B1", "B2"}


def test_oceans_on_ocean_areas_only_and_other_tiles_never_there():
    table = Table().dice(0, WATER).main().act("ocean")
    assert table.legal == {f"hex {name}" for name in table.ocean_areas}
    for dice, action in ((PLANTS, "greenery"), (CITIES, "city")):
        table = Table().dice(0, dice).main().act(action)
        assert table.legal == {f"hex {name}" for name in table.lands}


def test_ocean_areas_left_after_the_seventh_ocean_stay_blocked():
    table = Table().oceans(7).dice(0, PLANTS).main().act("greenery")
    assert table.legal == {f"hex {name}" for name in table.lands}
    assert len(table.ocean_areas) > 7


def test_one_tile_per_hex():
    table = Table().tiles(B2="greenery", C1="special tile").dice(0, PLANTS).main().act("greenery")
    assert not table.may("hex B2")
    assert not table.may("hex C1")


def test_an_ocean_gives_two_points_and_the_bonus_of_its_hex():
    table = Table().dice(0, WATER).main().act("ocean", "hex A2")  # 1 water
    assert table["points"][0] == 2
    assert table.has(0) == {"water": 1}
    assert table["steps"][0] == 1


def test_a_greenery_raises_the_oxygen_and_gives_one_point_for_each_adjacent_city():
    table = Table().tiles(B1="city", D1="city").dice(0, PLANTS).main().act("greenery", "hex C1")
    assert table["oxygen"] == 1
    assert table["points"][0] == 4  # both cities are beside C1
    table = Table().dice(0, PLANTS).main().act("greenery", "hex C2")
    assert table["points"][0] == 2


def test_a_city_gives_two_points_and_one_for_each_adjacent_greenery():
    table = Table().tiles(B2="greenery", C1="greenery").dice(0, CITIES).main().act("city", "hex C2")
    assert table["points"][0] == 4


def test_points_of_the_board_are_for_the_player_who_places_now_whoever_placed_the_neighbour():
    table = Table().tiles(B2="city").dice(1, PLANTS).turn_of(1).main().act("greenery", "hex C2")
    assert list(table["points"][:2]) == [0, 3]


def test_cities_never_beside_a_city():
    table = Table().tiles(C2="city").dice(0, CITIES).main().act("city")
    assert not table.legal & {f"hex {name}" for name in table.neighbours("C2")}
    assert table.may("hex F2")


def test_a_city_without_any_place_cannot_be_bought():
    table = Table()
    table.tiles(**dict.fromkeys(table.lands, "special tile")).dice(0, f"{CITIES} {PLANTS}").main()
    assert not table.may("city")
    assert not table.may("greenery")


def test_a_greenery_after_the_oxygen_is_complete_is_still_placed_for_one_point():
    # 10.21
    table = Table().tracks(oxygen=16).tiles(B2="city").dice(0, PLANTS).main().act("greenery", "hex C2")
    assert table.tile("C2") == "greenery"
    assert table["points"][0] == 2
    assert table["oxygen"] == 8


# --- milestones ---


def test_the_first_to_meet_a_milestone_takes_it_at_once_and_its_points_come_at_the_end():
    table = (
        Table().milestones("inventor").down(0, "decomposers", "lab").hand(0, "aquifer").dice(0, "steel science").main()
    )
    table.act("card aquifer")  # the third blue card
    assert table["claimed"][0] == 0
    assert table["points"][0] == 0
    assert table.scores()[0] == 4


def test_a_milestone_is_taken_even_out_of_turn():
    table = Table().milestones("hoarder").wild(1, 7).down(1, "arctic_algae").main()
    table.put(wild={1: 8})
    table.act("colour red")
    assert table["claimed"][0] == 1
    assert table["active"] == 1


def test_a_milestone_is_taken_once():
    table = Table().milestones("inventor").down(1, "decomposers", "lab", "aquifer").put(claimed={0: 1})
    table.down(0, "arctic_algae", "scaffold").hand(0, "bacteria").dice(0, "microbe energy").main().act("card bacteria")
    assert table["claimed"][0] == 1


def test_bonus_cards_count_as_cards_of_their_colour():
    # 10.15
    table = Table().milestones("inventor").down(0, "decomposers", "developer").hand(0, "lab").dice(0, "science energy")
    assert table.main().act("card lab")["claimed"][0] == 0


# --- bonus cards ---


def test_at_5_and_12_points_a_bonus_card_is_played_at_the_end_of_the_turn():
    table = Table().points(0, 4).pile("delivery", "heat_wave", "flood", "hall").dice(0, HEAT).main().act("temperature")
    assert table.asks == "play a bonus card"
    assert table.legal == {f"card {id}" for id in ("delivery", "heat_wave", "flood", "hall")}
    table.act("card delivery")
    assert table["wild"][0] == 2
    assert table["bonuses"][0] == 1
    assert table.place("delivery") == "table 0"
    assert table.player == 1


def test_crossing_both_in_a_turn_gives_two():
    # 10.8
    table = Table().points(0, 11, bonuses=0).pile("delivery", "flood", "hall", "seeds")
    table.dice(0, HEAT).main().act("temperature", "card delivery")
    assert table.asks == "play a bonus card"
    table.act("card flood")
    assert table["bonuses"][0] == 2


def test_points_gained_in_the_turn_of_another_bring_the_card_at_the_end_of_that_turn_in_turn_order():
    # 10.9
    table = (
        Table(3).points(1, 5, bonuses=0).points(2, 5, bonuses=0).pile("delivery", "flood", "hall", "seeds").turn_of(2)
    )
    table.main().act("colour red")
    assert (table.asks, table.player) == ("play a bonus card", 2)
    table.act("card delivery")
    assert (table.asks, table.player) == ("play a bonus card", 1)


def test_who_has_looked_knows_the_rest_of_the_pile():
    table = Table().points(0, 4).pile("delivery", "heat_wave", "flood", "hall").dice(0, HEAT).main()
    table.act("temperature", "card delivery")
    rest = {"heat_wave", "flood", "hall"}
    seen = set()
    for seed in range(30):
        for seat in (0, 1):
            world = table.states.copy()
            GAME.kernels.determinize(world, 0, table.content.tables, seat, seed)
            pile = {id for id in table.content.ids["bonus"] if world["place"][0, table.rows[id]] == 3}
            if seat == 0:
                assert pile == rest
            else:
                assert len(pile) == 3
                seen.add(frozenset(pile))
    assert len(seen) > 5


# --- the end ---


def last_step(players=2, **options):
    """Seat 0 of `players` completes the second track with its main action."""
    return Table(players, **options).tracks(temperature=4).oceans(7).points(0, 20).dice(0, HEAT)


def test_two_of_three_tracks_then_everyone_takes_one_more_turn_the_trigger_player_last():
    table = last_step(3).main().act("temperature")
    seats = []
    while not table["over"]:
        seats.append(table.player)
        table.act("colour blue")
        table.act("colour blue")
    assert seats == [1, 2, 0]


def test_one_track_does_not_end_the_game():
    table = Table().tracks(temperature=4).dice(0, HEAT).main().act("temperature")
    assert table["left"] == -1


def test_the_turn_that_triggers_the_end_is_finished():
    table = last_step().down(0, "workshop").dice(0, HEAT + " city").main().act("temperature")
    assert table.asks == "free action or go on"
    assert table["left"] == 2


def test_resources_left_over_are_worth_nothing():
    # 10.11
    table = Table().dice(0, "plant plant plant plant earth").wild(0, 5).main()
    assert table.scores() == [0, 0]


# --- final scoring ---


@pytest.mark.parametrize(
    ("players", "cards", "options", "points"),
    [
        (2, (["mine"], ["aquifer"]), {}, [5, 0]),  # two players: first place only
        (3, (["mine"], ["aquifer"], []), {}, [5, 3, 0]),
        (3, (["mine"], ["aquifer"], ["corporate_stronghold"]), {}, [5, 3, 3]),  # second places tie
        (3, (["mohole"], ["mine"], ["aquifer"]), {}, [5, 5, 0]),  # 10.12: no second place after a tie for first
        (3, (["mohole"], ["mine"], ["aquifer"]), {"award_tie": "second"}, [5, 5, 3]),
        (2, (["mine"], ["mohole"]), {"award_tie": "second"}, [5, 5]),
        (3, ([], [], []), {}, [0, 0, 0]),  # 10.13: at least one icon
    ],
)
def test_awards_five_for_most_icons_three_for_second_most(players, cards, options, points):
    table = Table(players, **options).awards("steel", "oxygen", "nuclear")
    for seat, down in enumerate(cards):
        table.down(seat, *down)
    table.main()
    assert table.scores() == points


def test_awards_count_printed_icons_whatever_was_paid():
    # 10.14: a discount and a wild token pay for the mine, and both its steel icons count.
    table = Table(corporations=("merchant", "helion")).awards("steel", "oxygen", "nuclear").hand(0, "mine").wild(0, 1)
    table.main().act("card mine")
    assert table["icons"][0].max() == 2
    assert table.scores() == [5, 0]


def test_a_tie_is_won_by_most_production_icons_and_then_shared():
    table = Table(corporations=("helion", "unmi")).main()  # 3 icons against 2
    assert table.outcome() == [1, -1]
    table = Table(corporations=("teractor", "unmi")).main()
    assert table.outcome() == [0, 0]
    table = Table(corporations=("helion", "unmi")).points(1, 1).main()
    assert table.outcome() == [-1, 1]


def test_wild_tokens_and_points_in_production_boxes_are_no_production_icons():
    table = Table(corporations=("teractor", "unmi")).down(0, "academy")  # it produces a point
    table.points(1, 1).put(points={1: 0}).main()
    assert table.outcome() == [0, 0]


# --- alone ---


def test_alone_fifty_turns():
    table = Table(1).put(turn=49).main()
    table.act("colour blue")
    assert table["turn"] == 50
    table.act("colour blue", "colour blue")
    assert table["over"] == 1


def test_alone_all_three_tracks_or_failure_and_no_score():
    table = Table(1).points(0, 30).tracks(temperature=8, oxygen=14).oceans(7).main()
    assert table.scores() == [0]
    assert table.outcome() == [-1]
    assert -1 < table.outcome("margin")[0] < 1
    table = Table(1).points(0, 30).tracks(temperature=8, oxygen=16).oceans(7).main()
    assert table.scores() == [30]
    assert table.outcome() == [1]


def test_alone_the_turns_go_on_after_the_goal_unless_solo_end_says_otherwise():
    for option, more in (("turns", True), ("goal", False)):
        table = Table(1, solo_end=option).points(0, 30).tracks(temperature=4, oxygen=16).oceans(7).dice(0, HEAT)
        table.main().act("temperature")
        assert table["over"] == 0
        table.act("colour blue", "colour blue")
        assert (table["over"] == 0) == more


@pytest.mark.parametrize("number", [17, 21, 25])
def test_alone_the_top_unclaimed_milestone_is_removed_at_turns_17_21_and_25(number):
    table = Table(1).milestones("inventor", "builder").put(turn=number - 1).put(claimed={0: 0})
    table.down(0, "decomposers", "lab", "aquifer").main().act("colour blue")
    assert table["turn"] == number
    assert table["claimed"].tolist() == [0, -2, -2]
    table = Table(1).milestones("inventor", "builder").put(turn=number).main().act("colour blue")
    assert table["claimed"].tolist() == [-1, -1, -2]


def test_alone_awards_need_a_number_of_icons():
    # In this deck 9 of a common, 7 of an uncommon, 4 of a rare resource.
    table = Table(1).points(0, 30).awards("earth", "oxygen", "nuclear").tracks(temperature=8, oxygen=16).oceans(7)
    table.down(0, "imported_nitrogen", "sponsors", "bank").main()
    assert table.scores() == [30 + 1]  # three earth icons are too few; the bank's ribbon
    assert Table(1).content.tables["solo_award"].tolist() == [9, 7, 4]
