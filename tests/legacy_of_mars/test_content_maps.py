"""The maps of the content file, compared with the facts table of the public ones."""

import csv
import pathlib

import pytest

from marszoo.envs.legacy_of_mars import GAME, words
from marszoo.envs.legacy_of_mars.reading_boards import HEX_NAMES

pytestmark = pytest.mark.interpreted

DATA = pathlib.Path(__file__).parents[1] / "data"
CONTENT = GAME.shipped


def public_map(name):
    """The hexes of a map of the facts table, row by row."""
    with (DATA / "tm_maps.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["board"] == name]


def bonuses(row):
    found = [word for word in row["bonus"].split(";") if word not in ("", "ocean", "temp", "delegate")]
    out = [found.count(word) for word in ("plant", "steel", "titanium", "heat", "card")]
    return [*out, int("> ocean" in row["special"]), int("> temp" in row["special"])]


def bits(number):
    return [k for k in range(61) if int(number) >> k & 1]


@pytest.mark.parametrize("name", ["tharsis", "hellas", "elysium"])
def test_the_regular_maps_are_those_of_the_facts_table(name):
    board = CONTENT.tables["board"][CONTENT.ids["board"].index(name)]
    wanted = public_map(name)
    assert [row["label"] for row in wanted] == list(HEX_NAMES)
    assert len(HEX_NAMES) == 61
    assert board["bonus"].tolist() == [bonuses(row) for row in wanted]
    assert bits(board["reserved"]) == [k for k, row in enumerate(wanted) if row["type"] == "ocean"]
    assert len(bits(board["reserved"])) == 12
    assert bits(board["volcanic"]) == [k for k, row in enumerate(wanted) if row["volcanic"] == "1"]
    assert bits(board["noctis"]) == [k for k, row in enumerate(wanted) if row["special"] == "noctis_reserved"]
    poles = [k for k, row in enumerate(wanted) if "pole" in row["special"]]
    assert ([int(board["pole"])], int(board["pole_cost"])) == ((poles, 6) if poles else ([-1], 0))


def test_the_house_map_is_the_public_one_with_six_land_hexes_turned_into_18_reserved_ones():
    board = CONTENT.tables["board"][0]
    wanted = public_map("vastitas_borealis_nova")
    assert board["bonus"].tolist() == [bonuses(row) for row in wanted]
    before = {k for k, row in enumerate(wanted) if row["type"] == "ocean"}
    turned = set(bits(board["reserved"])) - before
    assert before < set(bits(board["reserved"]))
    assert (len(before), len(turned)) == (12, 6)
    for k in turned:
        assert not any(bonuses(wanted[k])), HEX_NAMES[k]
        assert before & set(bits(CONTENT.tables["near"][k])), HEX_NAMES[k]
    assert (board["oxygen"], board["oceans"], board["glaciers"], board["free_ocean"]) == (2, 15, 1, 0)
    pole = int(board["pole"])
    assert (HEX_NAMES[pole], int(board["pole_cost"])) == ("E5", 4)
    assert board["bonus"][pole, words.B_TEMPERATURE] == 1


def test_neighbours_are_those_of_the_coordinates_and_mutual():
    wanted = public_map("tharsis")
    place = [(int(row["q"]), int(row["r"])) for row in wanted]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    near = [set(bits(n)) for n in CONTENT.tables["near"]]
    for k, (q, r) in enumerate(place):
        assert near[k] == {place.index((q + a, r + b)) for a, b in steps if (q + a, r + b) in place}
        around = CONTENT.tables["neighbour"][k].tolist()
        assert {n for n in around if n >= 0} == near[k]
        for direction, n in enumerate(around):
            if n >= 0:
                assert CONTENT.tables["neighbour"][n][(direction + 3) % 6] == k
    assert near[61:] == [set()] * 3
    e5 = HEX_NAMES.index("E5")
    assert [HEX_NAMES[n] for n in CONTENT.tables["neighbour"][e5]] == ["D4", "D5", "E6", "F5", "F4", "E4"]
    assert [HEX_NAMES[k] for k in bits(CONTENT.tables["polar"])] == [n for n in HEX_NAMES if n[0] in "HI"]
    assert [HEX_NAMES[k] for k in bits(CONTENT.tables["southern"])] == [n for n in HEX_NAMES if n[0] in "FGHI"]
