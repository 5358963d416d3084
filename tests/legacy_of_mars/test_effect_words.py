"""Words of the content that no printed card has, each played with a card of the tests' own deck."""

import pytest

from legacy_of_mars.deck import own_game
from legacy_of_mars.facts import LABELS, MAPS, NEAR

RESERVED = {a for a, h in MAPS["tharsis"].items() if h.ocean}
LAND = set(LABELS) - RESERVED - {"E3"}


def icy(*also):
    """The house map with three glaciers and no tile beside them; their hexes."""
    table = own_game(board="house").hand(0, *also)
    places = [a for a in table.reserved if not table.tables["board"][0]["bonus"][LABELS.index(a)].any()][:3]
    return table.tiles(**dict.fromkeys(places, "glacier")), places


# --- gains ---


def test_workers_are_gained_and_produced_like_any_resource():
    table = own_game().hand(0, "workers").ready().play("workers")
    assert (table.change("0 worker"), table.change("0 worker production")) == (4, 2)


@pytest.mark.parametrize("name", ["megacredit", "steel", "titanium", "worker", "plant", "energy", "heat"])
def test_a_wild_resource_is_whichever_standard_resource_you_like(name):
    table = own_game().hand(0, "luck").ready().play("luck", resource=name)
    assert {k: v for k, v in table.changes().items() if k != "luck"} == {f"0 {name}": 3}


def test_random_innovation_cards_are_drawn_to_hand():
    table = own_game(board="house").hand(0, "ideas").ready().play("ideas")
    assert table.change("box -> hand 0") == 2


@pytest.mark.parametrize(("heat", "workers"), [(4, 1), (4, 4)])
def test_a_swap_takes_any_number_of_one_resource_for_as_many_of_another(heat, workers):
    table = own_game().down(0, "barter").has(0, heat=heat).ready().use("barter", amount=workers)
    assert (table.change("0 heat"), table.change("0 worker")) == (-workers, workers)
    assert not own_game().down(0, "barter").ready().may_use("barter")


# --- Population ---


def test_population_of_a_card_is_placed_one_by_one_each_with_its_rating():
    table = own_game().hand(0, "settlers").tiles(C4="city 0", G3="city 0").ready()
    table.play("settlers", site=["C4", "G3"])
    assert table.changes() == {
        "0 rating": 2,
        "settlers": "hand 0 -> table 0",
        "population C4": (0, 1),
        "population G3": (0, 1),
    }


def test_population_of_a_card_is_placed_as_far_as_there_is_room():
    table = own_game().hand(0, "settlers").tiles(C4="city 0").population(C4=1).ready()
    assert table.may_play("settlers")
    assert table.play("settlers").change("0 rating") == 1
    assert not own_game().hand(0, "settlers").tiles(C4="city 0").population(C4=2).ready().may_play("settlers")


def test_population_may_go_onto_the_city_of_the_same_card():
    table = own_game().hand(0, "arcology").ready()
    assert table.may_play("arcology")
    table.play("arcology", hex="C4")
    assert table.change("population C4") == (0, 1)


def test_population_is_counted_in_formulas_requirements_and_points():
    table = own_game().tiles(C4="city 0", G3="city 1").population(C4=2, G3=2).hand(0, "census", "crowded").ready()
    assert table.may_play("crowded")
    assert table.play("census").change("0 megacredit") == 4
    assert not own_game().tiles(C4="city 0").population(C4=1).hand(0, "crowded").ready().may_play("crowded")
    for n, points in ((2, 0), (3, 2)):
        table = own_game().tiles(C4="city 0", G3="city 0").population(C4=2, G3=n - 2)
        before = table.ready().scores()[0]
        assert table.down(0, "households").ready().scores()[0] - before == points


@pytest.mark.parametrize("seat", [0, 1])
def test_a_trigger_hears_the_population_of_anybody(seat):
    table = own_game().down(0, "hosts").has(seat, worker=10).tiles(C4=f"city {seat}").turn(seat).ready().do("workers")
    assert table.change("0 megacredit") == 3


# --- glaciers ---


def test_melting_without_raising_the_temperature():
    table, places = icy("thaw")
    table.ready().play("thaw", melt=places[:2])
    assert [table.tile(a) for a in places] == ["ocean", "ocean", "glacier"]
    assert (table.change("temperature"), table.change("0 plant"), table.change("0 rating")) == (0, 2, 0)


def test_melting_goes_as_far_as_there_are_glaciers():
    table = own_game(board="house").hand(0, "thaw").ready()
    assert table.may_play("thaw")
    assert table.play("thaw").change("0 plant") == 0


def test_an_action_melts_a_glacier():
    table, places = icy()
    table.down(0, "melter").has(0, energy=1).ready().use("melter", melt=places[2])
    assert (table.tile(places[2]), table.change("0 plant")) == ("ocean", 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_trigger_hears_the_melting_of_anybody(seat):
    table, places = icy()
    table.down(0, "spring").has(seat, heat=8).parameters(temperature=2).turn(seat).ready().do("heat", melt=places[0])
    assert table.change("0 plant") == 2 + (seat == 0)


def test_a_requirement_counts_glaciers_and_not_water():
    table, places = icy("icy")
    assert table.tiles(**{places[0]: "ocean"}).ready().may_play("icy")
    assert not table.tiles(**{places[1]: "ocean"}).ready().may_play("icy")


# --- tiles ---


def test_an_industry_tile_is_a_special_tile_on_any_land():
    table = own_game().hand(0, "works").tiles(C4="city 1").ready().act("card works")
    assert table.legal == {f"place {a}" for a in LAND - {"C4"}}
    table.act("place C5").answer()
    assert table.tile("C5") == "special 0 works"


def test_an_industry_tile_next_to_a_greenery():
    table = own_game().hand(0, "mill").tiles(C4="greenery 1").ready().act("card mill")
    assert table.legal == {f"place {a}" for a in NEAR["C4"]}


def test_an_ocean_on_any_hex():
    table = own_game().hand(0, "lake").tiles(C4="city 1").ready().act("card lake")
    assert table.legal == {f"place {a}" for a in (LAND | RESERVED) - {"C4"}}


def test_a_trigger_hears_own_special_tiles_only():
    table = own_game().down(0, "assembly").hand(0, "works").ready().play("works", hex="C4")
    assert table.change("0 steel") == 2
    table = own_game().down(0, "assembly").hand(1, "works").turn(1).ready().play("works", hex="C4")
    assert table.change("0 steel") == 0


def test_formulas_count_greeneries_oceans_special_tiles_and_worker_production():
    table = own_game().hand(0, "gardens").tiles(C4="greenery 0", G3="greenery 0", H3="greenery 1").ready()
    assert table.play("gardens").change("0 plant production") == 2
    assert own_game().hand(0, "harbour").oceans(5).ready().play("harbour").change("0 heat") == 2
    assert own_game().hand(0, "foremen").makes(0, worker=3).ready().play("foremen").change("0 steel") == 3
    table = own_game().hand(0, "guild").down(0, "works").tiles(C4="special 0 works", G3="special 1 works").ready()
    assert table.play("guild").change("0 megacredit production") == 2


# --- rating ---


@pytest.mark.parametrize(("rating", "playable"), [(29, False), (30, True)])
def test_a_requirement_of_the_rating(rating, playable):
    assert own_game().hand(0, "famous").rated(0, rating).ready().may_play("famous") is playable


def test_a_trigger_hears_the_rating_of_effects_and_population_but_not_of_parameters():
    table = own_game().down(0, "fame").hand(0, "Bribed Committee").has(0, megacredit=7).ready()
    assert table.play("Bribed Committee").change("0 heat") > 0
    table = own_game().down(0, "fame").has(0, worker=10).tiles(C4="city 0").ready().do("workers")
    assert table.change("0 heat") == 2
    table = own_game().down(0, "fame").has(0, megacredit=14).ready().do("project asteroid")
    assert table.change("0 heat") == 0


# --- floaters ---


def test_floaters_are_kept_on_floater_cards():
    table = own_game().hand(0, "airship").down(0, "balloon", "Tardigrades").ready().play("airship")
    assert (table.held("balloon"), table.held("Tardigrades")) == (4, 0)
    assert table.change("0 tag floater") == 1


def test_floaters_are_spent_by_the_action_of_their_card():
    table = own_game().down(0, "balloon").keeps("balloon", 3).ready()
    results = [table.clone().use("balloon", alternative=k) for k in (0, 1)]
    assert [t.held("balloon") for t in results] == [5, 0]
    assert [t.change("0 rating") for t in results] == [0, 2]
    assert table.scores()[0] - own_game().ready().scores()[0] == 1


# --- what standing effects take off ---


def test_cards_are_bought_for_less():
    table = own_game().down(0, "buyer").ready().act("pass", "pass")
    while table.asks == "draft":
        table.act(min(table.legal))
    before = [table.resource(seat, "megacredit") for seat in (0, 1)]
    bought = [0, 0]
    while table.asks == "buy":
        seat = table.player
        bought[seat] += 1
        table.act(min(table.legal - {"done"}) if bought[seat] <= 2 else "done")
    assert [table.resource(seat, "megacredit") - before[seat] for seat in (0, 1)] == [-2 * (3 - 1), -2 * 3]


def test_the_card_looked_at_is_bought_for_less_too():
    table = own_game().down(0, "buyer", "Inventors' Guild").has(0, megacredit=2).deck("Mine").ready()
    assert table.use("Inventors' Guild", buy="buy").change("0 megacredit") == -2


def test_standard_projects_cost_less():
    table = own_game().down(0, "planner").has(0, megacredit=8).ready().do("project power plant")
    assert table.change("0 megacredit") == -8


@pytest.mark.parametrize(
    ("card", "action", "resource", "n"),
    [("gardener", "plants", "plant", 6), ("stoker", "heat", "heat", 5), ("recruiter", "workers", "worker", 6)],
)
def test_conversions_take_less(card, action, resource, n):
    table = own_game().down(0, card).tiles(G3="city 0").has(0, **{resource: n}).ready()
    assert table.do(action, hex="G4").change(f"0 {resource}") == -n
    assert not own_game().down(0, card).tiles(G3="city 0").has(0, **{resource: n - 1}).ready().may(action)
    assert not own_game().tiles(G3="city 0").has(0, **{resource: n}).ready().may(action)
