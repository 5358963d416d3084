"""Formulas of the printed cards: what must hold in play, one test for each thing."""

import pytest

from legacy_of_mars.facts import BY_NAME
from legacy_of_mars.table import game

TAGGED = {
    "power": ("Solar Power", "Wave Power", "Windmills", "Fusion Power"),
    "earth": ("Sponsors", "Acquired Company", "Earth Catapult", "Immigration Shuttles"),
    "space": ("Space Station", "Soletta", "Optimal Aerobraking", "Lagrange Observatory"),
    "plant": ("Lichen", "Grass", "Trees", "Bushes"),
    "microbe": ("ArchaeBacteria", "Tardigrades", "Ants", "Symbiotic Fungus"),
    "building": ("Mine", "Titanium Mine", "Solar Power", "Steelworks"),
    "jovian": ("Vesta Shipyard", "Callisto Penal Mines", "Asteroid Mining", "Methane From Titan"),
}


def with_tags(card, tag, n):
    """The card in hand, n tags of a kind in play, and money to spare, whatever discounts there are."""
    table = game().hand(0, card).has(0, megacredit=BY_NAME[card].cost).parameters(oxygen=6)
    return table.down(0, *TAGGED[tag][:n]).ready()


@pytest.mark.parametrize(
    ("card", "tag", "what"),
    [
        ("Power Grid", "power", "energy production"),
        ("Cartel", "earth", "megacredit production"),
        ("Satellites", "space", "megacredit production"),
        ("Terraforming Ganymede", "jovian", "rating"),
    ],
)
@pytest.mark.parametrize("n", [0, 1, 3])
def test_so_much_for_each_own_tag_the_card_itself_included(card, tag, what, n):
    assert with_tags(card, tag, n).play(card).change(f"0 {what}") == n + 1


@pytest.mark.parametrize(
    ("card", "tag", "what"),
    [("Miranda Resort", "earth", "megacredit production"), ("Insects", "plant", "plant production")],
)
@pytest.mark.parametrize("n", [0, 1, 3])
def test_so_much_for_each_own_tag_and_0_is_possible(card, tag, what, n):
    assert with_tags(card, tag, n).play(card).change(f"0 {what}") == n


@pytest.mark.parametrize(
    ("card", "tag", "what"), [("Worms", "microbe", "plant"), ("Medical Lab", "building", "megacredit")]
)
@pytest.mark.parametrize(("n", "gain"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_one_for_2_own_tags_the_card_itself_included_rounded_down(card, tag, what, n, gain):
    assert with_tags(card, tag, n).play(card).change(f"0 {what} production") == gain


@pytest.mark.parametrize("card", ["Power Grid", "Cartel", "Satellites", "Insects", "Worms"])
def test_tags_of_others_and_played_events_do_not_count(card):
    tag = {"Power Grid": "power", "Cartel": "earth", "Satellites": "space", "Insects": "plant", "Worms": "microbe"}[
        card
    ]
    table = game().hand(0, card).has(0, megacredit=40).down(1, *TAGGED[tag]).events(0, "Imported GHG", "Virus")
    before = table.parameters(oxygen=6).ready()["production"].copy()
    table.play(card)
    assert (table["production"][0] - before[0]).sum() == (card in ("Power Grid", "Cartel", "Satellites"))


# --- 99 Toll Station ---


def test_toll_station_counts_the_space_tags_of_all_opponents_together():
    table = game(3).hand(0, 99).has(0, megacredit=12).down(1, "Soletta", "Space Station").down(2, "Satellites").ready()
    assert table.play(99).change("0 megacredit production") == 3


def test_toll_station_does_not_count_played_events_and_own_tags():
    table = game(3).hand(0, 99).has(0, megacredit=12).down(0, "Soletta").events(1, "Comet").ready()
    assert table.play(99).change("0 megacredit production") == 0


def test_toll_station_solo_gives_nothing():
    assert game(1).hand(0, 99).has(0, megacredit=12).ready().play(99).change("0 megacredit production") == 0


# --- cities and events ---


@pytest.mark.parametrize(("card", "key"), [("Greenhouses", "0 plant"), ("Energy Saving", "0 energy production")])
def test_one_for_each_city_in_play_off_planet_too(card, key):
    table = game().hand(0, card).has(0, megacredit=15).tiles(C4="city 0", G3="city 1")
    table.down(1, "Phobos Space Haven", "Capital").tiles(Phobos="city 1 Phobos Space Haven", G6="city 1 Capital")
    assert table.ready().play(card).change(key) == 4


def test_zeppelins_count_cities_on_mars_only():
    table = game().hand(0, "Zeppelins").has(0, megacredit=13).tiles(C4="city 0", G3="city 1").parameters(oxygen=5)
    table.down(1, "Phobos Space Haven").tiles(Phobos="city 1 Phobos Space Haven").ready()
    assert table.play("Zeppelins").change("0 megacredit production") == 2


def test_media_archives_give_1_for_each_event_all_players_have_played_so_far():
    table = game(3).hand(0, "Media Archives").has(0, megacredit=8)
    table.events(0, "Comet").events(1, "Asteroid", "Virus").ready()
    assert table.play("Media Archives").change("0 megacredit") == 3 - 8


# --- 37 Nitrogen-Rich Asteroid ---


@pytest.mark.parametrize(("plants", "gain"), [(0, 1), (2, 1), (3, 4), (4, 4)])
def test_nitrogen_rich_asteroid_gives_4_with_3_or_more_plant_tags_else_1(plants, gain):
    table = with_tags("Nitrogen-Rich Asteroid", "plant", plants).play("Nitrogen-Rich Asteroid")
    assert table.change("0 plant production") == gain


def test_nitrogen_rich_asteroid_gives_2_rating_besides_that_of_its_step():
    table = with_tags("Nitrogen-Rich Asteroid", "plant", 0).play("Nitrogen-Rich Asteroid")
    assert (table.change("temperature"), table.change("0 rating")) == (1, 3)


# --- points ---


def worth(table, *cards):
    """Points that cards add to seat 0."""
    before = table.ready().scores()[0]
    return table.down(0, *cards).ready().scores()[0] - before


@pytest.mark.parametrize("card", ["Water Import From Europa", "Ganymede Colony", "Io Mining Industries"])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_one_point_for_each_own_jovian_tag_at_the_end_itself_included(card, n):
    # Two corporate cards with a Jovian tag and their own point.
    assert worth(game().down(0, *TAGGED["jovian"][:n]).down(1, "Asteroid Mining"), card) == n + 1


@pytest.mark.parametrize(("cities", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_immigration_shuttles_give_a_point_for_3_cities_of_any_owner_off_planet_too(cities, points):
    table = game()
    if cities:
        table.down(1, "Phobos Space Haven").tiles(Phobos="city 1 Phobos Space Haven")
    spots = ("B1", "C4", "G3", "G6", "I1")
    table.tiles(**{a: f"city {k % 2}" for k, a in enumerate(spots[: max(0, cities - 1)])})
    assert worth(table, "Immigration Shuttles") == points


def test_capital_gives_its_greeneries_as_any_city_and_1_for_each_adjacent_ocean():
    table = game().down(0, "Capital").tiles(D7="city 0 Capital").ready()
    before = table.scores()
    table.tiles(D8="ocean", C7="greenery 1", D6="greenery 1", F6="ocean").ready()
    assert table.scores()[0] - before[0] == 1 + 2, "F6 is not adjacent"


def test_commercial_district_gives_a_point_for_each_adjacent_city_of_any_owner():
    table = game().down(0, "Commercial District").tiles(C4="special 0 Commercial District").ready()
    before = table.scores()[0]
    assert table.tiles(B3="city 0", C5="city 1", D4="city 1").ready().scores()[0] - before == 3


def test_a_commercial_district_gives_no_point_for_greeneries():
    table = game().down(0, "Commercial District").tiles(C4="special 0 Commercial District").ready()
    before = table.scores()[0]
    assert table.tiles(B3="greenery 1", C5="greenery 1").ready().scores()[0] == before


@pytest.mark.parametrize(
    ("card", "per"),
    [
        ("Ants", 2),
        ("Tardigrades", 4),
        ("Small Animals", 2),
        ("Ecological Zone", 2),
        ("Decomposers", 3),
        ("Herbivores", 2),
        ("Pets", 2),
    ],
)
def test_a_point_for_so_many_resources_rounded_down_per_card(card, per):
    other = "Livestock"
    table = game().down(0, card, other).keeps(card, per - 1).ready()
    before = table.scores()[0]
    assert table.keeps(other, 1).ready().scores()[0] == before + 1, "each card for itself"
    assert table.keeps(card, per).ready().scores()[0] == before + 2
    assert table.keeps(card, 2 * per - 1).ready().scores()[0] == before + 2
    assert table.keeps(card, 2 * per).ready().scores()[0] == before + 3
