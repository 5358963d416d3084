"""Chapter "Actions": B to E and G to J, named after their sentences."""

import pytest

from legacy_of_mars.facts import LABELS, NEAR, Tile
from legacy_of_mars.reference import room
from legacy_of_mars.table import game

# --- B) sell patents ---


@pytest.mark.parametrize("sold", [1, 2, 3])
def test_discard_1_or_more_cards_to_gain_1_megacredit_per_card(sold):
    cards = ["Mine", "Sponsors", "Algae"]
    table = game().hand(0, *cards).ready().act("sell", *(f"card {name}" for name in cards[:sold]))
    if table.asks != "turn":
        table.act("done")
    assert table.changes() == {"0 megacredit": sold} | dict.fromkeys(cards[:sold], "hand 0 -> discard")
    assert table["frame"][table["depth"] - 1][2] == 1, "one action, however many cards"


def test_at_least_one_card_has_to_be_sold():
    assert not game().ready().may("sell")
    assert "done" not in game().hand(0, "Mine", "Algae").ready().act("sell").legal


# --- C) standard projects ---


def test_power_plant_for_10_increases_the_energy_production():
    table = game().has(0, megacredit=10).ready().do("project power plant")
    assert table.changes() == {"0 megacredit": -10, "0 energy production": 1}


def test_asteroid_for_14_increases_temperature_and_rating():
    table = game().has(0, megacredit=14).ready().do("project asteroid")
    assert table.changes() == {"0 megacredit": -14, "temperature": 1, "0 rating": 1}


def test_aquifer_for_18_places_an_ocean_and_collects_its_bonus():
    table = game().has(0, megacredit=18).ready().do("project aquifer", hex="A2")
    assert table.offered["hex"][0] == {f"place {a}" for a in room(game().ready(), Tile("ocean", "", ()))}
    assert table.changes() == {"0 megacredit": -18, "oceans": 1, "0 rating": 1, "tile A2": "ocean", "0 steel": 2}


def test_greenery_for_23_places_a_greenery_which_increases_oxygen_and_rating():
    table = game().has(0, megacredit=23).ready().do("project greenery", hex="D3")
    assert table.changes() == {
        "0 megacredit": -23,
        "oxygen": 1,
        "0 rating": 1,
        "tile D3": "greenery 0",
        "0 plant": 1,
    }


def test_city_for_25_places_a_city_and_increases_the_worker_production():
    table = game().has(0, megacredit=25).ready().do("project city", hex="D3")
    assert table.changes() == {"0 megacredit": -25, "tile D3": "city 0", "0 worker production": 1, "0 plant": 1}


@pytest.mark.parametrize("project", ["power plant", "asteroid", "aquifer", "greenery", "city"])
def test_a_standard_project_may_be_used_several_times_during_the_same_generation(project):
    table = game().has(0, megacredit=99).ready().do(f"project {project}").do(f"project {project}")
    assert table.player == 1


def test_steel_and_titanium_do_not_pay_for_standard_projects():
    assert not game().has(0, megacredit=9, steel=9, titanium=9).ready().may("project power plant")


# --- D) milestones ---


def reaching(table, id, short):
    """Seat 0 fulfils a milestone of the regular maps exactly, or misses it by one."""
    n = -1 if short else 0
    if id == "terraformer":
        return table.rated(0, 35 + n)
    if id in ("mayor", "gardener"):
        kind = {"mayor": "city", "gardener": "greenery"}[id]
        return table.tiles(**dict.fromkeys(("B3", "H3", "G6")[: 3 + n], f"{kind} 0"))
    if id == "builder":
        buildings = ("Mine", "Titanium Mine", "Steelworks", "Solar Power", "Ironworks", "Food Factory", "Fuel Factory")
        return table.down(0, *buildings, *(() if short else ("Soil Factory",)))
    if id == "planner":
        return table.hand(0, *range(1, 17 + n))
    if id == "diversifier":
        cards = ("Solar Power", "Space Station", "Research", "Sponsors", "Lichen", "Tardigrades", "Fish")
        # building, power, space, science, earth, plant, microbe, animal
        return table.down(0, *cards[: 7 + n])
    if id == "tactician":
        return table.down(0, *("Trees", "Grass", "Lichen", "Windmills", "Birds")[: 5 + n]).down(0, "Mine")
    if id == "polar_explorer":
        return table.tiles(**dict.fromkeys(("H1", "I2", "I4")[: 3 + n], "greenery 0"))
    if id == "energizer":
        return table.makes(0, energy=6 + n)
    if id == "rim_settler":
        return table.down(0, *("Vesta Shipyard", "Callisto Penal Mines", "Asteroid Mining")[: 3 + n])
    if id == "generalist":
        names = ("megacredit", "steel", "titanium", "plant", "energy", "heat")
        return table.makes(0, **dict.fromkeys(names[: 6 + n], 1))
    if id == "specialist":
        return table.makes(0, heat=10 + n, steel=3)
    if id == "ecologist":
        return table.down(0, *("Lichen", "Tardigrades", "Fish", "Trees")[: 4 + n])
    if id == "tycoon":
        names = ("Mine", "Titanium Mine", "Steelworks", "Solar Power", "Ironworks", "Food Factory", "Fuel Factory")
        more = ("Lichen", "Tardigrades", "Fish", "Trees", "Sponsors", "Research", "Grass", "Bushes")
        return table.down(0, *(*names, *more)[: 15 + n]).events(0, "Comet")
    if id == "legend":
        return table.events(0, *("Comet", "Asteroid", "Virus", "Flooding", "Sabotage")[: 5 + n])
    raise KeyError(id)


MILESTONES = [
    *(("tharsis", id) for id in ("terraformer", "mayor", "gardener", "builder", "planner")),
    *(("hellas", id) for id in ("diversifier", "tactician", "polar_explorer", "energizer", "rim_settler")),
    *(("elysium", id) for id in ("generalist", "specialist", "ecologist", "tycoon", "legend")),
]


@pytest.mark.parametrize(("board", "id"), MILESTONES)
def test_if_you_meet_the_criteria_of_a_milestone_you_may_claim_it_by_paying_8(board, id):
    table = reaching(game(board=board), id, short=False).has(0, megacredit=8).ready()
    before = table.scores()[0]
    assert table.may(f"milestone {id}")
    table.act(f"milestone {id}")
    assert table.change("0 megacredit") == -8
    assert table.scores()[0] == before + 5
    short = reaching(game(board=board), id, short=True).has(0, megacredit=8).ready()
    assert not short.may(f"milestone {id}")
    assert not reaching(game(board=board), id, short=False).has(0, megacredit=7).ready().may(f"milestone {id}")


def test_a_milestone_may_only_be_claimed_by_one_player():
    table = game().rated(0, 40).has(0, megacredit=40).marks("milestone", terraformer=1).ready()
    assert not table.may("milestone terraformer")


def test_only_3_of_the_5_milestones_may_be_claimed_in_total():
    table = game().rated(0, 40).has(0, megacredit=40)
    assert table.marks("milestone", mayor=1, gardener=1).ready().may("milestone terraformer")
    assert not table.marks("milestone", builder=0).ready().may("milestone terraformer")


# --- E) awards ---


def test_the_first_award_costs_8_the_next_14_the_last_20_and_only_three_may_be_funded():
    table = game().has(0, megacredit=8 + 14 + 20)
    for id, price in (("landlord", 8), ("banker", 14), ("miner", 20)):
        assert not table.clone().has(0, megacredit=price - 1).turn(0).ready().may(f"award {id}")
        before = table.turn(0).ready().resource(0, "megacredit")
        table.act(f"award {id}")
        assert before - table.resource(0, "megacredit") == price
        assert not table.may(f"award {id}"), "each award can only be funded once"
    table.has(0, megacredit=99).turn(0).ready()
    assert not any(table.may(f"award {id}") for id in table.objectives("award"))


@pytest.mark.parametrize(
    ("board", "ids"),
    [
        ("tharsis", {"landlord", "scientist", "banker", "thermalist", "miner"}),
        ("hellas", {"cultivator", "magnate", "space_baron", "excentric", "contractor"}),
        ("elysium", {"celebrity", "industrialist", "desert_settler", "estate_dealer", "benefactor"}),
    ],
)
def test_there_is_no_requirement_to_fund_an_award(board, ids):
    table = game(board=board).has(0, megacredit=8).ready()
    assert {a for a in table.legal if a.startswith("award")} == {f"award {id}" for id in ids}


# --- G) H) I) conversions ---


def test_8_plants_may_be_turned_into_a_greenery():
    assert not game().has(0, plant=7).ready().may("plants")
    table = game().has(0, plant=9).ready().do("plants", hex="C4")
    assert table.changes() == {"0 plant": -8, "oxygen": 1, "0 rating": 1, "tile C4": "greenery 0"}


def test_robinson_places_a_greenery_between_2_of_his_cities_and_takes_2_plants():
    table = game().has(0, plant=8).tiles(D6="city 0", E8="city 0").ready().do("plants", hex="E7")
    assert table.changes() == {"0 plant": -8 + 2, "oxygen": 1, "0 rating": 1, "tile E7": "greenery 0"}


def test_8_heat_may_be_spent_to_increase_temperature():
    assert not game().has(0, heat=7).ready().may("heat")
    table = game().has(0, heat=8).ready().do("heat")
    assert table.changes() == {"0 heat": -8, "temperature": 1, "0 rating": 1}


def test_10_workers_may_be_spent_to_place_a_population_which_gains_1_rating():
    table = game().has(0, worker=10).tiles(C4="city 0").ready().do("workers", site="C4")
    assert table.changes() == {"0 worker": -10, "0 rating": 1, "population C4": (0, 1)}
    assert not game().has(0, worker=9).tiles(C4="city 0").ready().may("workers")


def test_population_is_placed_on_one_of_your_cities_or_special_tiles():
    table = game().has(0, worker=10).tiles(C4="city 0", G3="special 0 Nuclear Zone", G6="city 1", H3="greenery 0")
    table.down(0, "Nuclear Zone").ready().do("workers", site="G3")
    assert table.offered["site"] == [{"place C4", "place G3"}]
    assert table.change("population G3") == (0, 1)


def test_a_city_holds_2_population_and_a_special_tile_1():
    table = game().has(0, worker=10).tiles(C4="city 0", G3="special 0 Nuclear Zone").down(0, "Nuclear Zone")
    assert table.population(C4=1).ready().clone().do("workers").offered["site"] == [{"place C4", "place G3"}]
    table.population(C4=2)
    assert table.ready().clone().do("workers").change("population G3") == (0, 1)
    assert not table.population(G3=1).ready().may("workers")


def test_population_may_be_placed_on_tiles_in_space_as_well():
    table = game().has(0, worker=10).down(0, "Phobos Space Haven").tiles(Phobos="city 0 Phobos Space Haven").ready()
    assert table.do("workers").change("population Phobos") == (0, 1)


def test_without_a_tile_for_it_there_is_no_population():
    assert not game().has(0, worker=10).tiles(C4="greenery 0", G6="city 1").ready().may("workers")


# --- J) innovation action ---


def thinking(mission=1):
    """A seat with very many science tags."""
    cards = ("Research", "Physics Complex", "Gene Repair", "Olympus Conference", "Mars University", "AI Central")
    more = ("Space Station", "Breathing Filters", "Adaptation Technology", "Trans-Neptune Probe", "Advanced Alloys")
    return game(board="house", mission=mission).down(0, *cards, *more)


def test_the_innovation_action_draws_3_random_cards_and_keeps_1():
    table = thinking().ready().act("innovation")
    assert table.asks == "innovation"
    assert len(table.legal) == 3
    drawn = {a.removeprefix("card ") for a in table.legal}
    kept = min(drawn)
    table.act(f"card {kept}")
    if table.asks == "hand or saved":
        table.act("hand")
    assert table.place(kept) == "hand 0"
    assert {table.place(name) for name in drawn - {kept}} == {"box discard"}


def test_the_innovation_action_is_taken_once_per_mission():
    table = thinking().ready().do("innovation", where="hand")
    assert not table.may("innovation")
    assert not table.turn(0).put(generation=9).ready().may("innovation")


@pytest.mark.parametrize("mission", [1, 2, 3, 4])
def test_the_innovation_action_needs_enough_science_tags(mission):
    needed = int(thinking(mission).tables["sheet"][mission - 1]["science"])
    assert needed > 0
    singles = ("Breathing Filters", "Adaptation Technology", "Trans-Neptune Probe", "Advanced Alloys", "Gene Repair")
    more = ("Mars University", "Physics Complex", "Restricted Area", "AI Central")
    enough = game(board="house", mission=mission).down(0, *(*singles, *more)[:needed]).ready()
    short = game(board="house", mission=mission).down(0, *(*singles, *more)[: needed - 1]).ready()
    assert (enough.may("innovation"), short.may("innovation")) == (True, False)


# --- tiles that any of these place ---


def test_a_greenery_must_be_placed_next_to_another_tile_that_you_own_if_possible():
    table = game().has(0, plant=8).tiles(C4="city 0", G3="city 1").ready().do("plants")
    assert table.offered["hex"][0] == {f"place {a}" for a in NEAR["C4"]}


def test_with_no_area_next_to_your_tiles_a_greenery_goes_on_any_available_area():
    around = dict.fromkeys(NEAR["C4"], "greenery 1")
    table = game().has(0, plant=8).tiles(C4="city 0", **around).ready().do("plants")
    taken = {"C4", *around}
    board = room(game().ready(), Tile("special", "", ("land",)))
    assert table.offered["hex"][0] == {f"place {a}" for a in board - taken}


def test_a_city_may_not_be_placed_next_to_another_city():
    table = game().has(0, megacredit=25).tiles(C4="city 1").ready().do("project city")
    assert table.offered["hex"][0] == {
        f"place {a}" for a in room(game().tiles(C4="city 1").ready(), Tile("city", "", ()))
    }
    assert len(LABELS) == 61
