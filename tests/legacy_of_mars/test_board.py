"""Chapters "Global Parameters", "Game Board" and "Tiles & Population", named after their sentences."""

import pytest

from legacy_of_mars.facts import LABELS, MAPS, NEAR
from legacy_of_mars.table import game


def house(**options):
    return game(board="house", **options)


def bare_reserved(table, n=1):
    """Reserved hexes of the house map without a bonus."""
    bonus = table.tables["board"][table["board"]]["bonus"]
    found = [a for a in table.reserved if not bonus[LABELS.index(a)].any()]
    assert len(found) >= n, found
    return found[:n]


def land_beside(table, label):
    """Land hexes beside a hex, the pole apart."""
    pole = int(table.tables["board"][table["board"]]["pole"])
    return [a for a in NEAR[label] if a not in table.reserved and LABELS.index(a) != pole]


# --- global parameters ---


@pytest.mark.parametrize(
    ("project", "parameter"), [("asteroid", "temperature"), ("greenery", "oxygen"), ("aquifer", "oceans")]
)
def test_whenever_you_raise_a_parameter_your_rating_increases_by_that_much(project, parameter):
    table = house().has(0, megacredit=30).ready().do(f"project {project}")
    assert (table.change(parameter), table.change("0 rating"), table.change("1 rating")) == (1, 1, 0)


def test_a_parameter_at_its_goal_cannot_be_changed_and_does_not_increase_your_rating():
    table = house().has(0, plant=8).parameters(oxygen=14).ready().do("plants")
    assert (table["oxygen"], table.change("0 rating")) == (14, 0)
    assert any(key.startswith("tile") for key in table.changes()), "the greenery is placed all the same"
    table = game().hand(0, "Big Asteroid").has(0, megacredit=27).parameters(temperature=6).ready()
    table.play("Big Asteroid")
    assert (table.degrees, table.change("0 rating")) == (8, 1)


def test_you_may_still_play_cards_that_increase_a_finished_parameter():
    table = game().hand(0, "Asteroid").has(0, megacredit=14).parameters(temperature=8).ready()
    assert table.play("Asteroid").changes() == {
        "0 megacredit": -14,
        "0 titanium": 2,
        "0 events": 1,
        "Asteroid": "hand 0 -> events 0",
    }


@pytest.mark.parametrize("board", ["house", "tharsis"])
@pytest.mark.parametrize(("at", "gain"), [(-26, 1), (-22, 1), (-24, 0), (-30, 0), (4, 0)])
def test_the_temperature_track_gives_heat_production_at_minus_24_and_minus_20(board, at, gain):
    table = game(board=board).has(0, heat=8).parameters(temperature=at).ready().do("heat")
    assert table.change("0 heat production") == gain


@pytest.mark.parametrize("board", ["house", "tharsis"])
def test_at_8_percent_oxygen_the_temperature_rises_too(board):
    table = game(board=board).has(0, plant=8).parameters(oxygen=7).ready().do("plants")
    assert (table.change("oxygen"), table.change("temperature"), table.change("0 rating")) == (1, 1, 2)


def test_a_chain_of_bonuses_goes_on_from_track_to_track():
    table = house().has(0, plant=8).parameters(oxygen=7, temperature=-26).ready().do("plants")
    assert (table.change("0 heat production"), table.change("0 rating")) == (1, 2)


@pytest.mark.parametrize("board", ["tharsis", "hellas", "elysium"])
def test_regular_boards_give_a_free_ocean_at_0_degrees(board):
    table = game(board=board).has(0, heat=8).parameters(temperature=-2).ready().do("heat")
    assert (table.change("oceans"), table.change("0 rating")) == (1, 2)


# --- glaciers and melting ---


@pytest.mark.parametrize(("degrees", "kind"), [(-30, "glacier"), (-2, "glacier"), (0, "ocean"), (8, "ocean")])
def test_oceans_are_placed_on_their_glacier_side_when_the_temperature_is_below_0(degrees, kind):
    table = house().has(0, megacredit=18).parameters(temperature=degrees).ready()
    (place,) = bare_reserved(table)
    assert table.do("project aquifer", hex=place).tile(place) == kind
    assert table.change("oceans") == 1


def test_placing_an_ocean_at_0_or_more_does_not_count_as_melting():
    table = house().has(0, megacredit=18).parameters(temperature=0).ready()
    first, second = bare_reserved(table, 2)
    table.tiles(**{second: "glacier"}).ready().do("project aquifer", hex=first)
    assert table.tile(second) == "glacier"
    assert table.change("0 plant") == 0


@pytest.mark.parametrize(("degrees", "melts"), [(-4, False), (-2, True), (0, True), (6, True)])
def test_melting_occurs_each_time_the_temperature_reaches_0_or_higher(degrees, melts):
    table = house().has(0, heat=8).parameters(temperature=degrees)
    (place,) = bare_reserved(table)
    table.tiles(**{place: "glacier"}).ready().do("heat")
    assert table.tile(place) == ("ocean" if melts else "glacier")
    assert table.change("0 plant") == (1 if melts else 0)


def test_the_active_player_chooses_a_glacier_and_gains_1_plant_but_no_placement_bonus():
    table = house().has(0, heat=8).parameters(temperature=2)
    bonus = table.tables["board"][0]["bonus"]
    printed = next(a for a in table.reserved if bonus[LABELS.index(a)].any())
    plain = next(a for a in table.reserved if a != printed and a not in NEAR[printed])
    table.tiles(**{printed: "glacier", plain: "glacier"}).ready().do("heat", melt=printed)
    assert table.offered["melt"] == [{f"place {printed}", f"place {plain}"}]
    assert table.changes() == {
        "0 heat": -8,
        "0 plant": 1,
        "0 rating": 1,
        "temperature": 1,
        f"tile {printed}": "ocean",
    }


def test_all_adjacent_tiles_also_give_1_plant_to_their_owners():
    table = house(players=3).has(1, heat=8).parameters(temperature=2)
    place = next(a for a in table.reserved if len(land_beside(table, a)) >= 3)
    one, two, three = land_beside(table, place)[:3]
    table.tiles(**{place: "glacier", one: "city 0", two: "greenery 2", three: "greenery 0"}).turn(1).ready().do("heat")
    assert [table.change(f"{p} plant") for p in range(3)] == [2, 1, 1]


def test_the_active_player_collects_for_the_melting_and_for_each_own_tile():
    table = house().has(0, heat=8).parameters(temperature=2)
    place = next(a for a in table.reserved if len(land_beside(table, a)) >= 2)
    one, two = land_beside(table, place)[:2]
    table.tiles(**{place: "glacier", one: "city 0", two: "greenery 0"}).ready().do("heat")
    assert table.change("0 plant") == 3


def test_if_you_raise_a_maxed_temperature_you_receive_no_rating_and_may_melt_a_glacier():
    table = house().hand(0, "Asteroid").has(0, megacredit=14).parameters(temperature=8)
    (place,) = bare_reserved(table)
    table.tiles(**{place: "glacier"}).ready()
    melted = table.clone().play("Asteroid", melt=place)
    assert (melted.tile(place), melted.change("0 plant"), melted.change("0 rating")) == ("ocean", 1, 0)
    kept = table.clone().play("Asteroid", melt="nobody")
    assert (kept.tile(place), kept.change("0 plant")) == ("glacier", 0)


def test_only_steps_that_end_at_0_or_more_melt():
    table = house().hand(0, "Deimos Down").has(0, megacredit=31).parameters(temperature=-4)
    places = bare_reserved(table, 3)
    table.tiles(**dict.fromkeys(places, "glacier")).ready().play("Deimos Down")
    assert table.degrees == 2
    assert [table.tile(a) for a in places].count("ocean") == 2
    assert table.change("0 plant") == 2


def test_without_a_glacier_nothing_melts():
    table = house().has(0, heat=8).parameters(temperature=2).ready().do("heat")
    assert table.changes() == {"0 heat": -8, "temperature": 1, "0 rating": 1}


def test_the_house_board_gives_no_free_ocean_at_0_degrees():
    table = house().has(0, heat=8).parameters(temperature=-2).ready().do("heat")
    assert table.change("oceans") == 0


# --- placing tiles ---


def test_a_city_adjacent_to_1_ocean_and_1_glacier_gives_4_megacredits():
    table = house().has(0, megacredit=25)
    pairs = [
        (a, b, c)
        for a in table.reserved
        for b in table.reserved
        if a < b
        for c in land_beside(table, a)
        if c in NEAR[b]
    ]
    a, b, land = pairs[0]
    table.tiles(**{a: "ocean", b: "glacier"}).ready().do("project city", hex=land)
    assert table.change("0 megacredit") == 4 - 25


@pytest.mark.parametrize("project", ["aquifer", "greenery", "city"])
def test_each_ocean_gives_2_to_any_player_later_placing_a_tile_even_another_ocean_next_to_it(project):
    table = game().has(1, megacredit=30).tiles(E5="ocean", F6="ocean").turn(1).ready()
    place = {"aquifer": "E6", "greenery": "F5", "city": "F5"}[project]
    cost = {"aquifer": 18, "greenery": 23, "city": 25}[project]
    oceans = sum(table.tile(b) == "ocean" for b in NEAR[place])
    assert oceans
    assert table.do(f"project {project}", hex=place).change("1 megacredit") == 2 * oceans - cost


@pytest.mark.parametrize(
    ("place", "bonus"),
    [("A1", {"steel": 2}), ("H6", {"titanium": 1}), ("D1", {"titanium": 1, "plant": 1}), ("E2", {"plant": 2})],
)
def test_when_placing_a_tile_you_get_the_printed_resources(place, bonus):
    table = game().has(0, megacredit=25).ready().do("project city", hex=place)
    assert {n: table.change(f"0 {n}") for n in bonus} == bonus


def test_when_placing_a_tile_you_get_the_printed_cards():
    table = game().has(0, megacredit=18).ready().do("project aquifer", hex="B6")
    assert table.change("deck -> hand 0") == 2
    table = game(board="elysium").has(0, megacredit=25).ready().do("project city", hex="C7")
    assert table.change("deck -> hand 0") == 3


@pytest.mark.parametrize("seat", [0, 1])
def test_when_you_place_a_tile_you_gain_1_megacredit_for_each_population_on_adjacent_tiles(seat):
    table = game().has(seat, megacredit=23).tiles(C4="city 0", D6="special 1 Nuclear Zone").down(1, "Nuclear Zone")
    table.population(C4=2, D6=1).turn(seat).ready().do("project greenery", hex="D5" if seat == 0 else "C5")
    place = next(key for key in table.changes() if key.startswith("tile")).split()[1]
    assert set(NEAR[place]) >= {"C4", "D6"}
    assert table.change(f"{seat} megacredit") == 3 - 23


def test_oceans_also_get_the_bonus_for_population():
    table = game().has(0, megacredit=18).tiles(D7="city 1").population(D7=2).ready().do("project aquifer", hex="D8")
    assert table.change("0 megacredit") == 2 - 18


def test_ocean_tiles_may_only_be_placed_on_reserved_areas_and_no_other_tile_there():
    table = game().has(0, megacredit=99).ready()
    ocean = table.clone().do("project aquifer").offered["hex"][0]
    reserved = {f"place {a}" for a, h in MAPS["tharsis"].items() if h.ocean}
    assert ocean == reserved
    for project in ("greenery", "city"):
        assert not table.clone().do(f"project {project}").offered["hex"][0] & reserved


def test_ocean_tiles_are_not_owned_by_any_player():
    table = game().has(0, megacredit=18).ready().do("project aquifer", hex="A5")
    assert table["owner"][LABELS.index("A5")] == -1
    # … so that they are no tile to place a greenery beside.
    table = game().has(0, plant=8).tiles(E5="ocean").ready().do("plants")
    assert len(table.offered["hex"][0]) == 61 - 12 - 1


# --- poles ---


def test_the_south_pole_has_to_be_paid_for_and_gives_an_ocean():
    table = game(board="hellas").has(0, megacredit=31).ready().do("project city", hex=["I3", "A1"])
    assert table.change("0 megacredit") == -25 - 6
    assert (table.change("oceans"), table.change("0 rating")) == (1, 1)
    table = game(board="hellas").has(0, megacredit=30).ready().do("project city")
    assert "place I3" not in table.offered["hex"][0]


def test_the_north_pole_of_the_house_map_has_to_be_paid_for_and_raises_the_temperature():
    table = house().has(0, plant=8, megacredit=4)
    pole = int(table.tables["board"][0]["pole"])
    assert pole == LABELS.index("E5")
    table.ready().do("plants", hex="E5")
    assert (table.change("0 megacredit"), table.change("temperature"), table.change("0 rating")) == (-4, 1, 2)
    table = house().has(0, plant=8, megacredit=3).ready().do("plants")
    assert "place E5" not in table.offered["hex"][0]


def test_a_pole_that_cannot_be_paid_for_is_no_available_area_beside_own_tiles():
    # The only free hex next to the own city is the pole: with 6 M€ the greenery must go there, without it goes anywhere.
    around = {a: "greenery 1" for a in NEAR["I4"] if a != "I3"}
    table = game(board="hellas").has(0, plant=8, megacredit=6).tiles(I4="city 0", **around).ready().do("plants")
    assert table.tile("I3") == "greenery 0"
    table = game(board="hellas").has(0, plant=8, megacredit=5).tiles(I4="city 0", **around).ready()
    assert table.may("plants")
    table.do("plants")
    land = {a for a, h in MAPS["hellas"].items() if not h.ocean}
    assert table.offered["hex"][0] == {f"place {a}" for a in land - {"I3", "I4", *around}}


def only_the_pole(table):
    """All land but the pole is taken by greeneries of the other seat."""
    table.tiles(**{a: "greenery 1" for a, h in MAPS["hellas"].items() if not h.ocean and a != "I3"})
    return table


@pytest.mark.parametrize(("money", "legal"), [(30, False), (31, True)])
def test_a_city_that_can_go_to_the_pole_only_has_to_pay_for_it_after_its_own_price(money, legal):
    table = only_the_pole(game(board="hellas")).has(0, megacredit=money).ready()
    assert table.may("project city") is legal
    if legal:
        assert table.do("project city").tile("I3") == "city 0"


@pytest.mark.parametrize(("money", "legal"), [(27, False), (28, True)])
def test_what_a_project_sets_off_may_pay_for_the_pole(money, legal):
    table = only_the_pole(game(board="hellas")).has(0, megacredit=money).down(0, "Standard Technology").ready()
    assert table.may("project city") is legal
    if legal:
        assert table.do("project city").tile("I3") == "city 0"


@pytest.mark.parametrize(("money", "legal"), [(15, False), (16, True)])
def test_you_must_be_able_to_place_the_tile_of_a_card_on_the_pole_after_paying_for_the_card(money, legal):
    table = game(board="hellas").hand(0, "Urbanized Area").makes(0, energy=1).has(0, megacredit=money)
    table.tiles(I2="city 1", I4="city 0", H2="greenery 0", H3="greenery 1", H4="greenery 0").ready()
    assert table.may_play("Urbanized Area") is legal
    if legal:
        assert table.play("Urbanized Area").tile("I3") == "city 0 Urbanized Area"


def test_enough_steel_has_to_be_used_to_leave_what_the_only_hex_at_the_pole_costs():
    table = game(board="hellas").hand(0, "Urbanized Area").makes(0, energy=1).has(0, megacredit=12, steel=5)
    table.tiles(I2="city 1", I4="city 0", H2="greenery 0", H3="greenery 1", H4="greenery 0").ready()
    table.act("card Urbanized Area")
    assert table.legal == {"amount 2", "amount 3", "amount 4", "amount 5"}
    table.act("amount 2").answer()
    assert (table.tile("I3"), table.resource(0, "megacredit")) == ("city 0 Urbanized Area", 0)


@pytest.mark.parametrize(("oceans", "money", "legal"), [(7, 20, False), (7, 21, True), (8, 15, True)])
def test_the_last_ocean_itself_may_lie_on_the_pole_without_paying_for_one_more(oceans, money, legal):
    table = game(board="hellas").hand(0, "Artificial Lake").has(0, megacredit=money).parameters(temperature=0)
    only_the_pole(table).oceans(oceans).ready()
    assert table.may_play("Artificial Lake") is legal
    if legal:
        table.act("card Artificial Lake", "place I3")
        assert (table.tile("I3"), table.resource(0, "megacredit")) == ("ocean", 0)
        assert table.answer()["oceans"] == 9


# --- the house map ---


def test_the_house_map_has_61_hexes_and_18_reserved_ones_the_12_of_its_source_among_them():
    table = house()
    printed = {a for a, h in MAPS["vastitas_borealis_nova"].items() if h.ocean}
    assert printed < set(table.reserved)
    assert len(table.reserved) == 18


@pytest.mark.parametrize("board", ["tharsis", "hellas", "elysium"])
def test_the_regular_maps_are_as_printed(board):
    table = game(board=board)
    row = table.tables["board"][table["board"]]
    words = ("plant", "steel", "titanium", "heat", "card")
    for k, label in enumerate(LABELS):
        printed = MAPS[board][label]
        assert [int(n) for n in row["bonus"][k][:5]] == [printed.bonus.count(word) for word in words], label
        assert (label in table.reserved) == printed.ocean
        assert bool(int(row["volcanic"]) >> k & 1) == printed.volcanic
        near = {LABELS[b] for b in range(61) if int(table.tables["near"][k]) >> b & 1}
        assert near == set(NEAR[label])
