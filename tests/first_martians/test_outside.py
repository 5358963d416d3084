"""Explore and Gather: places next to each other, tiles, points of interest, hazards, goods on their way.

Six places lie around the HUB in each of three rings; a place is next to the two beside it in its ring and to those of its
sector in the rings before and after it.
"""

from collections import Counter

import pytest

from first_martians.cards_reference import PLACES
from first_martians.table import Table
from marszoo.envs.first_martians import GAME

pytestmark = pytest.mark.boundscheck


def base(players=4, **options):
    return Table(players, **options).blank().put(sols=1)


def quiet(table):
    """All other pawns go to the Quiet Place, and no helper joins."""
    while table.asks == "assign a pawn":
        table.act("do quiet")
    while table.asks == "assign a helper":
        table.act("idle")
    return table


def sure(table, action):
    """This action with as many pawns as make it sure, and nothing else that matters."""
    table.ready().act(f"do {action}")
    while table.may(f"join {action}"):
        table.act(f"join {action}")
    return quiet(table)


def explore(table, place):
    return sure(table, f"explore {place}")


def gather(table, place):
    return sure(table, f"gather {place}")


def offered(table, word="explore"):
    return {a.split()[2] for a in table.legal if a.startswith(f"do {word}")}


# "Explore: edge-adjacent to HUB or explored tiles"


def test_at_first_the_places_around_the_hub():
    assert offered(base().ready()) == {f"1.{k}" for k in range(1, 7)}


@pytest.mark.parametrize("k", range(1, 7))
def test_places_next_to_an_explored_one(k):
    table = base().tile(f"1.{k}", "plain_1").ready()
    assert offered(table) == {f"1.{j}" for j in range(1, 7) if j != k} | {f"2.{k}"}


def test_places_beside_an_explored_one_in_its_ring():
    table = base().tile("1.1", "plain_1").tile("2.1", "plain_2").ready()
    assert offered(table) >= {"2.2", "2.6", "3.1"}
    assert not offered(table) & {"2.3", "2.4", "2.5", "3.2", "3.6"}


def test_a_place_further_in_is_next_to_an_explored_one():
    table = base().tile("2.4", "plain_2").ready()
    assert "1.4" in offered(table)
    table = base().tile("3.4", "plain_3").ready()
    assert {"2.4", "3.3", "3.5"} <= offered(table)


def test_no_way_outward_from_some_places():
    table = base().tile("1.1", "edge_1").ready()
    assert "2.1" not in offered(table)
    table.tile("1.2", "plain_1").tile("2.2", "plain_2").ready()
    assert "2.1" in offered(table), "but from beside it"


# "Draw from the ring 1/2/3 stack; place its samples; POI icon"


@pytest.mark.parametrize("ring", [1, 2, 3])
def test_a_tile_of_the_stack_of_the_ring(ring):
    seen = set()
    for seed in range(60):
        table = base(seed=seed)
        for inner in range(1, ring):
            table.tile(f"{inner}.3", f"plain_{inner}")
        explore(table, f"{ring}.3")
        spot = PLACES.index(f"{ring}.3")
        seen.add(table.content.ids["roi"][table["spot"][spot]])
    rows = {row["id"] for row in table.content.rows["roi"] if row["ring"] == ring}
    assert seen == rows


def test_each_tile_once():
    for seed in range(20):
        table = base(seed=seed).tile("1.1", "plain_1").tile("1.2", "far_1").tile("1.6", "steep_1")
        explore(table, "1.3")
        tiles = [t for t in table["spot"] if t >= 0]
        assert len(set(tiles)) == len(tiles)


def test_its_goods_are_placed():
    for seed in range(10):
        table = explore(base(seed=seed), "1.5")
        row = table.content.rows["roi"][table["spot"][4]]
        lying = Counter(row["goods"])
        assert dict(zip(("oxygen", "energy", "food", "part", "seed", "sample"), table["ground"][4], strict=True)) == {
            g: lying[g] for g in ("oxygen", "energy", "food", "part", "seed", "sample")
        }
        assert not table["cargo"].any(), "they lie there"
        assert table["stock"].tolist() == [5] * 6, "and nowhere else"


def found(seed, id, place="1.5", **fields):
    """A table on which exploring a place turned up this tile."""
    for k in range(200):
        table = base(seed=seed + k).put(**fields)
        explore(table, place)
        if table.content.ids["roi"][table["spot"][PLACES.index(place)]] == id:
            return table
    raise AssertionError(id)


def test_a_point_of_interest_is_looked_at():
    table = found(0, "find_1")
    assert table["tokens"].sum() == 2 + 3 * 5, "its find, and five pawns at the Quiet Place"


def test_hazard_outward_and_none_do_nothing_at_once():
    for id in ("plain_1", "edge_1", "far_1"):
        table = found(0, id)
        assert set(table.changes()) - {"tokens", "first"} <= {"spot", "ground", "phase", "ending", "over"}


def test_hazard_morale():
    assert found(0, "sad_1").changes("morale") == {"morale": (0, -1)}


def test_hazard_wound_is_for_the_astronaut_in_front():
    assert found(0, "steep_1")["wounds"].tolist() == [1, 0, 0, 0]


def test_hazard_adventure_is_a_green_one():
    # The green adventure of the test deck is a wound.
    assert found(0, "trap_1")["wounds"].tolist() == [1, 0, 0, 0]


def test_hazard_rover_blocks_the_rover_that_was_used():
    assert not found(0, "rover_1")["blocked"].any(), "no rover, no damage"
    for rover, k in (("froggy", 0), ("scorpio", 1)):
        for seed in range(200):
            table = base(seed=seed).put(blocked={1 - k: 1}).ready()
            table.act("do explore 1.5", "join explore 1.5", *["do quiet"] * 6, "join explore 1.5")
            if table["spot"][4] >= 0 and table.content.ids["roi"][table["spot"][4]] == "rover_1":
                break
        assert table.of("blocked")[rover] == 1


def test_hazard_pawn_lasts():
    for pawns in (2, 3):
        table = (
            base()
            .tile("1.2", "far_1")
            .coming(("gray", "success", True), ("gray", "wound", True), ("gray", "adventure", False))
        )
        table.ready().act("do gather 1.2", *["join gather 1.2"] * (pawns - 1))
        quiet(table)
        assert (table.asks == "good to take") == (pawns == 3), "1, 1 for the way, 1 for the hazard"
        assert table["wounds"][0] == (pawns == 3), "and one more would be sure"


# Gather: "to Pending cargo"


def test_gather_where_goods_lie():
    table = base().tile("1.1", "plain_1").tile("1.2", "far_1").tile("1.3", "sad_1", food=0).ready()
    assert offered(table, "gather") == {"1.1", "1.2"}


def test_all_goods_of_one_kind():
    table = gather(base(mission="plain").tile("2.3", "find_2"), "2.3")
    assert (table.asks, table.legal) == ("good to take", {"good seed", "good food"})
    table.act("good food")
    assert table.changes("ground") == {"ground": {("2.3", "food"): (2, 0)}}
    assert table.of("stock")["food"] == 7


def test_where_one_kind_lies_there_is_nothing_to_choose():
    table = gather(base().tile("3.3", "plain_3"), "3.3")
    assert table.legal == {"good sample"}
    table.act("good sample")
    assert table.of("stock")["sample"] == 8


def test_goods_are_pending_until_the_clean_up():
    table = base().tile("2.2", "plain_2").track(working=4).broken("lab.filter").deck("w_pick")
    gather(table, "2.2").act("good sample")
    assert table.asks == "who is hit"
    assert table.changes("cargo", "stock", "gathered") == {"cargo": {"sample": (0, 2)}, "gathered": (0, 2)}
    table.act("astronaut 0")
    assert table.changes("cargo", "stock", "gathered", "delivered") == {
        "stock": {"sample": (5, 7)},
        "delivered": (0, 2),
    }


def test_two_kinds_take_two_actions():
    table = base().tile("1.2", "find_1").ready().act("do gather 1.2", "do gather 1.2")
    assert not any(a == "do gather 1.2" for a in table.legal)
    assert table.may("join gather 1.2")


def test_the_upgrade_of_the_probe_bay_brings_more():
    table = gather(base().upgrade("probes").tile("1.2", "plain_1"), "1.2").act("good sample")
    assert table.of("stock")["sample"] == 5 + 1 + 2


def test_the_shipped_stacks_cover_every_place():
    content = GAME.shipped
    rings = Counter(row["ring"] for row in content.rows["roi"])
    assert all(rings[ring] >= 6 for ring in (1, 2, 3))
