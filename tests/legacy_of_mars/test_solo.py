"""Chapter "Playing Solo", named after its sentences."""

import pytest

from legacy_of_mars.facts import BY_NAME, LABELS, MAPS, NEAR, SPOTS
from legacy_of_mars.table import Table, game
from marszoo.envs.legacy_of_mars.state import E_REVEAL


def solo(board="house", **options):
    return game(1, board=board, **options)


@pytest.mark.parametrize("seed", range(1, 13))
def test_2_neutral_cities_with_an_adjacent_greenery_each_are_placed_and_do_not_increase_the_oxygen(seed):
    table = Table(1, board="house", seed=seed)
    cities = [a for a in LABELS if table.tile(a) == "city neutral"]
    greens = [a for a in LABELS if table.tile(a) == "greenery neutral"]
    assert (len(cities), len(greens)) == (2, 2)
    assert not set(cities + greens) & set(table.reserved)
    assert cities[1] not in NEAR[cities[0]]
    one, two = cities
    assert any(
        set(pair) <= set(greens) and pair[0] in NEAR[one] and pair[1] in NEAR[two] for pair in (greens, greens[::-1])
    )
    assert table["oxygen"] == 2


CLOCKWISE = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Steps to the six neighbours, from the one at the top left on."""


def cost_of(table, name):
    return BY_NAME[name].cost if name in BY_NAME else int(table.tables["rows"][table.row(name)]["cost"])


def around(label):
    """The hexes around one, clockwise from the top left."""
    at = {spot: a for a, spot in SPOTS.items()}
    q, r = SPOTS[label]
    return [at[q + dq, r + dr] for dq, dr in CLOCKWISE if (q + dq, r + dr) in at]


@pytest.mark.parametrize("seed", range(1, 25))
def test_the_costs_of_the_4_top_cards_determine_the_positions_of_the_neutral_tiles(seed):
    table = Table(1, board="tharsis", seed=seed)
    shown = [table.called(int(row[2])) for row in table["event"] if row[0] == E_REVEAL]
    assert len(shown) == 4
    assert table.cards_in("discard") == set(shown), "they are discarded"
    counts = [max(1, cost_of(table, name)) for name in shown]
    land = [a for a in LABELS if not MAPS["tharsis"][a].ocean and a != "E3"]
    # From top left to right and down; a city needs room for its greenery.
    first = land[(counts[0] - 1) % len(land)]
    # Backwards from bottom right; no city beside a city.
    possible = [a for a in reversed(land) if a != first and a not in NEAR[first]]
    possible = [a for a in possible if any(b in land and b != first for b in NEAR[a])]
    second = possible[(counts[1] - 1) % len(possible)]
    assert (table.tile(first), table.tile(second)) == ("city neutral", "city neutral")
    taken = {first, second}
    for city, n in ((first, counts[2]), (second, counts[3])):
        free = [a for a in around(city) if a in land and a not in taken]
        green = free[(n - 1) % len(free)]
        assert table.tile(green) == "greenery neutral"
        taken.add(green)


@pytest.mark.parametrize("mission", [1, 2, 3, 4])
def test_each_mission_says_what_rating_to_start_with_6_less_than_in_a_multiplayer_game(mission):
    alone, together = Table(1, board="house", mission=mission), Table(2, board="house", mission=mission)
    assert together.rating(0) - alone.rating(0) == 6


def test_on_the_regular_maps_a_solo_game_starts_with_a_rating_of_14():
    assert Table(1, board="tharsis").rating(0) == 14


def test_awards_and_milestones_are_not_used():
    table = solo().has(0, megacredit=99).rated(0, 60).ready()
    assert not [a for a in table.legal if a.startswith(("milestone", "award"))]


def test_the_neutral_opponent_can_lose_any_kind_of_resources():
    table = solo().hand(0, "Asteroid", "Sabotage", "Hired Raiders").has(0, megacredit=20).ready()
    table.play("Hired Raiders", alternative=1, target="neutral")
    assert table.change("0 megacredit") == 3 - 1
    assert table.play("Asteroid", target="neutral").change("0 titanium") == 2


@pytest.mark.parametrize(
    ("card", "oxygen", "gain"),
    [("Fish", 9, None), ("Energy Tapping", 0, "energy"), ("Biomass Combustors", 6, "energy")],
)
def test_the_neutral_opponent_can_lose_any_kind_of_production(card, oxygen, gain):
    table = solo().hand(0, card).has(0, megacredit=20).parameters(temperature=2, oxygen=oxygen or 2).ready()
    assert table.may_play(card)
    table.play(card, target="neutral")
    assert min(table["production"][0]) == 0


def test_the_neutral_opponent_does_not_supply_the_own_production_that_a_card_requires():
    assert (
        not solo()
        .hand(0, "Asteroid Mining Consortium")
        .has(0, megacredit=20)
        .ready()
        .may_play("Asteroid Mining Consortium")
    )


def passed_on(table):
    """Pass, and buy nothing, up to the next turn."""
    table.act("pass")
    while table.asks not in ("turn", "over"):
        table.act(next((a for a in ("done", "pass") if a in table.legal), min(table.legal, key=table.number)))
    return table


def test_you_always_play_12_generations():
    table = solo(generation=10).ready()
    generations = []
    while table.asks == "turn":
        generations.append(table["generation"])
        passed_on(table)
    assert generations == [10, 11, 12]
    assert table["over"]


def test_12_generations_are_played_even_if_all_parameters_are_done():
    table = solo(generation=10).parameters(temperature=8, oxygen=14).oceans(15).ready()
    passed_on(table)
    assert (table.asks, table["generation"]) == ("turn", 11)


@pytest.mark.parametrize(("generation", "drawn", "kept"), [(5, 4, 2), (6, 6, 3)])
def test_draw_4_and_keep_2_then_draw_2_more_and_choose_which_of_these_4_to_buy(generation, drawn, kept):
    table = solo(generation=generation).ready().act("pass")
    assert table.asks == "draft"
    assert len(table.legal) == drawn
    mine = set()
    while table.asks == "draft":
        name = min(table.legal)
        mine.add(name)
        table.act(name)
    assert len(mine) == kept
    assert table.asks == "buy"
    offered = table.legal - {"done"}
    assert len(offered) == 2 * kept
    assert mine < offered


def test_neutral_tiles_are_not_yours():
    table = Table(1, board="house")
    while table.asks != "turn":
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    table.has(0, plant=8).turn(0).ready().do("plants")
    assert len(table.offered["hex"][0]) > 30, "no own tile: any available area"


def test_neutral_cities_count_as_cities():
    table = solo().tiles(B1="city neutral").has(0, megacredit=25).ready().do("project city")
    assert not table.offered["hex"][0] & {f"place {b}" for b in NEAR["B1"]}


def test_in_the_final_conversion_of_a_solo_game_parameters_may_still_rise():
    table = solo(generation=12).has(0, heat=8, plant=8).ready().act("pass")
    assert table.asks == "final conversion"
    rating = table.rating(0)
    table.do("heat").do("plants")
    assert table.rating(0) == rating + 2
    assert (table["temperature"], table["oxygen"]) == (1, 3)


def test_neutral_cities_count_for_every_city_in_play():
    table = solo("tharsis").tiles(B1="city neutral", G3="city neutral").hand(0, "Rad-Suits", "Greenhouses")
    table.has(0, megacredit=12).ready()
    assert table.may_play("Rad-Suits")
    assert table.play("Greenhouses").change("0 plant") == 2
