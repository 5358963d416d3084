"""Chapter "Game End", named after its sentences."""

import pytest

from legacy_of_mars.facts import NEAR
from legacy_of_mars.table import game


def terraformed(players=2, **options):
    """All three parameters have reached their goals."""
    table = game(players, **{"board": "house", **options}).parameters(temperature=8, oxygen=14)
    ocean_tiles = int(table.tables["board"][table["board"]]["oceans"])
    return table.oceans(ocean_tiles)


# --- the last generation ---


def test_when_all_three_parameters_have_reached_their_goals_the_game_ends_at_the_end_of_that_generation():
    table = terraformed().ready()
    assert table.asks == "turn"
    table.generation_ends()
    assert table.asks == "over"
    assert table["generation"] == 5


@pytest.mark.parametrize("missing", ["temperature", "oxygen", "oceans"])
def test_the_game_goes_on_while_one_parameter_is_missing(missing):
    table = game(board="house").parameters(
        temperature=8 - 2 * (missing == "temperature"), oxygen=14 - (missing == "oxygen")
    )
    table.oceans(15 - (missing == "oceans")).ready().generation_ends()
    assert table.asks == "draft"


def test_regular_boards_end_with_9_oceans():
    assert terraformed(board="tharsis").ready().generation_ends().asks == "over"


def test_the_generation_is_played_out_after_the_goals_are_reached():
    table = game(board="house").has(0, plant=8).has(1, megacredit=10).parameters(temperature=8, oxygen=13).oceans(15)
    table.ready().do("plants").act("end_turn")
    assert (table.asks, table.player) == ("turn", 1)
    table.do("project power plant").generation_ends()
    assert table["over"] or table.asks == "final conversion"
    assert table.production(1, "energy") == 1


def test_the_game_ends_after_the_production_phase():
    table = terraformed().makes(0, plant=3).ready().generation_ends()
    assert table.resource(0, "plant") == 3


# --- final conversion ---


def test_players_have_one_extra_chance_to_convert_plants_in_player_order_one_action_each():
    table = terraformed().has(0, plant=16).has(1, plant=16).put(first=1).turn(1).ready().generation_ends()
    seats = []
    while table.asks == "final conversion":
        seats.append(table.player)
        assert table.legal == {"pass", "plants"}
        table.do("plants")
    assert seats == [1, 0, 1, 0]
    assert table["over"]
    assert table["oxygen"] == 14


def test_plants_gained_in_production_count_for_the_final_conversion():
    table = terraformed().has(0, plant=6).makes(0, plant=2).ready().generation_ends()
    assert table.asks == "final conversion"
    assert table.do("plants").scores()[0] - table.scores()[1] == 1


def test_workers_may_be_converted_into_population_which_gives_rating():
    table = terraformed().has(0, worker=10).ready()
    land = table.free_land()[0]
    table.tiles(**{land: "city 0"}).ready().generation_ends()
    rating = table.rating(0)
    table.do("workers")
    assert table.rating(0) == rating + 1


def test_heat_gives_no_rating_but_melts_which_may_give_plants_enough_for_another_greenery():
    table = terraformed().has(0, heat=8, plant=7)
    (place,) = table.reserved[:1]
    table.tiles(**{place: "glacier"}).ready().generation_ends()
    rating = table.rating(0)
    assert table.asks == "final conversion"
    assert "plants" not in table.legal
    table.do("heat", melt=place)
    assert table.rating(0) == rating
    assert table.tile(place) == "ocean"
    assert table.asks == "final conversion"
    assert table.may("plants")


def test_who_gets_enough_on_someone_elses_turn_may_convert_when_the_turn_comes_back():
    table = terraformed().has(0, heat=8).has(1, plant=7)
    place = table.reserved[0]
    land = next(b for b in NEAR[place] if b not in table.reserved and b != "E5")
    table.tiles(**{place: "glacier", land: "greenery 1"}).ready().generation_ends()
    assert (table.asks, table.player) == ("final conversion", 0)
    table.do("heat", melt=place)
    assert (table.asks, table.player) == ("final conversion", 1)
    assert table.may("plants")


def test_a_conversion_may_be_passed():
    table = terraformed().has(0, plant=8).ready().generation_ends().act("pass")
    assert table["over"]


def test_nothing_else_can_be_done_in_the_final_conversion():
    table = terraformed().has(0, plant=8, megacredit=99, titanium=9).hand(0, "Mine").down(0, "Tardigrades").ready()
    table.generation_ends()
    assert table.legal == {"pass", "plants"}


# --- final scoring ---


def test_your_rating_is_your_basic_score():
    table = game(board="house").rated(0, 33).ready()
    assert table.scores() == [33, 25]


AWARDED = [
    # cities per seat, points for the award
    (3, (3, 1, 0), (5, 2, 0)),
    (3, (2, 2, 1), (5, 5, 0)),
    (3, (2, 1, 1), (5, 2, 2)),
    (3, (1, 1, 1), (5, 5, 5)),
    (2, (2, 1), (5, 0)),
    (2, (1, 1), (5, 5)),
    (4, (3, 2, 2, 1), (5, 2, 2, 0)),
    (5, (3, 3, 2, 2, 1), (5, 5, 0, 0, 0)),
]


@pytest.mark.parametrize(("players", "tiles", "points"), AWARDED)
def test_5_points_for_the_first_2_for_the_second_ties_are_friendly_no_second_with_2_players_or_a_tied_first(
    players, tiles, points
):
    spots = iter(("B1", "B3", "B5", "D3", "D5", "D7", "F2", "F4", "H1", "H3", "H5", "C1"))
    table = game(players)
    for seat, n in enumerate(tiles):
        for _ in range(n):
            table.tiles(**{next(spots): f"special {seat} Nuclear Zone"})
    before = table.down(0, "Nuclear Zone").ready().scores()
    after = table.marks("award", landlord=players - 1).ready().scores()
    assert [b - a for a, b in zip(before, after, strict=True)] == list(points)


def test_it_does_not_matter_who_funded_the_award():
    table = game(3).makes(0, megacredit=5).marks("award", banker=1).ready()
    other = game(3).makes(0, megacredit=5).marks("award", banker=0).ready()
    assert table.scores() == other.scores()


AWARDS = {
    "landlord": lambda t: t.tiles(B3="city 0"),
    "scientist": lambda t: t.down(0, "Adaptation Technology"),
    "banker": lambda t: t.makes(0, megacredit=1),
    "thermalist": lambda t: t.has(0, heat=1),
    "miner": lambda t: t.has(0, titanium=2, steel=1).has(1, steel=2),
    "cultivator": lambda t: t.tiles(B3="greenery 0", G3="city 1"),
    "magnate": lambda t: t.down(0, "Sponsors").down(1, "Earth Office"),
    "space_baron": lambda t: t.down(0, "Soletta"),
    "excentric": lambda t: t.down(0, "Tardigrades").keeps("Tardigrades", 2).down(1, "Fish").keeps("Fish", 1),
    "contractor": lambda t: t.down(0, "Titanium Mine"),
    "celebrity": lambda t: t.down(0, "Soletta").down(1, "Sponsors").events(1, "Deimos Down"),
    "industrialist": lambda t: t.has(0, energy=1, steel=1).has(1, steel=1),
    "desert_settler": lambda t: t.tiles(F4="city 0", D4="city 1"),
    "estate_dealer": lambda t: t.tiles(D6="ocean", E6="ocean", E7="city 0", H3="city 1"),
    "benefactor": lambda t: t.rated(0, 22),
}
BOARD_OF = {id: b for b, ids in (("tharsis", 0), ("hellas", 5), ("elysium", 10)) for id in list(AWARDS)[ids : ids + 5]}


@pytest.mark.parametrize("id", AWARDS)
def test_what_the_awards_of_the_regular_maps_count(id):
    table = AWARDS[id](game(board=BOARD_OF[id]))
    before = table.ready().scores()
    after = table.marks("award", **{id: 1}).ready().scores()
    assert [b - a for a, b in zip(before, after, strict=True)] == [5, 0]


def test_each_claimed_milestone_is_worth_5_points():
    table = game().rated(0, 20).ready()
    before = table.scores()
    after = table.marks("milestone", mayor=0, builder=0, planner=1).ready().scores()
    assert [b - a for a, b in zip(before, after, strict=True)] == [10, 5]


def test_each_greenery_is_worth_1_point_and_each_city_1_for_each_adjacent_greenery_of_any_owner():
    table = game().tiles(C4="city 0").ready()
    before = table.scores()
    after = table.tiles(C5="greenery 0", D4="greenery 1", G3="greenery 1").ready().scores()
    assert [b - a for a, b in zip(before, after, strict=True)] == [1 + 2, 2]


def test_a_city_that_is_a_neighbour_of_both_players_counts_for_each():
    table = game().tiles(C4="city 0", C6="city 1").ready()
    before = table.scores()
    after = table.tiles(C5="greenery 0").ready().scores()
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 1]


def test_points_on_played_events_count_and_cards_in_hand_do_not():
    table = game().events(0, "Interstellar Colony Ship").hand(1, "Gene Repair").ready()
    assert table.scores() == [24, 20]


@pytest.mark.parametrize(("tie_break", "winner"), [("earlier_pass", 1), ("later_pass", 0)])
def test_ties_are_decided_by_the_order_of_passing_in_the_final_generation(tie_break, winner):
    table = terraformed(tie_break=tie_break).turn(1).put(first=1).ready().act("pass", "pass")
    assert table["over"]
    assert table.scores()[0] == table.scores()[1]
    assert table.ranks() == [1 + (winner == 1), 1 + (winner == 0)]


def test_the_player_with_the_highest_points_wins_whoever_passed_first():
    table = terraformed().rated(0, 30).turn(1).put(first=1).ready().act("pass", "pass")
    assert table.ranks() == [1, 2]
