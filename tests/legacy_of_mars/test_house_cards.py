"""Every innovation card, corporation side and development, played and used; all that changes is compared with `house`."""

import dataclasses
import functools

import numpy as np
import pytest

from legacy_of_mars.house import BESIDES, PLAYED, POINTS, PROTECTED, REQUIRED, USED
from legacy_of_mars.table import Table
from marszoo.envs.core.record import kernel_array
from marszoo.envs.legacy_of_mars import GAME, words
from marszoo.envs.legacy_of_mars.state import FIRST_DEVELOPMENT, FIRST_SIDE, PROJECTS

IDS = GAME.shipped.ids
INNOVATIONS, SIDES, DEVELOPMENTS = (IDS[name] for name in ("innovation", "side", "development"))
CUTS = ("card", "project", "plants", "heat", "workers")
OWN = (*words.RESOURCES, "rating", "events", "tag")
SCIENCE = ("Research", "Gene Repair", "Lagrange Observatory")
"""Four science tags."""


def row_of(id):
    if id in INNOVATIONS:
        return PROJECTS + INNOVATIONS.index(id)
    return FIRST_SIDE + SIDES.index(id) if id in SIDES else FIRST_DEVELOPMENT + DEVELOPMENTS.index(id)


def corporation_of(row):
    return (row - FIRST_SIDE) // 2 if row < FIRST_DEVELOPMENT else (row - FIRST_DEVELOPMENT) // 8


@functools.cache
def alone(id=""):
    """The shipped content in which all sides and developments but this one are blank."""
    tables = kernel_array(np.array([GAME.shipped.tables]))[0]
    rows, row = tables["rows"], row_of(id) if id else 0
    blank = np.zeros(1, rows.dtype)[0]
    blank["colour"], blank["plain"], blank["per"], blank["money"] = words.NO_COLOUR, 1, 1, 40
    for other in range(FIRST_SIDE, len(rows)):
        if other != row:
            rows[other] = blank
    for trigger in tables["triggers"]:
        if trigger["row"] >= FIRST_SIDE and trigger["row"] != row:
            trigger["effects"] = 0
    return dataclasses.replace(GAME.shipped, tables=tables)


@functools.cache
def _blank(id=""):
    return Table(2, board="house", mission=4, content=alone(id)).blank()


def in_play(id=""):
    """A blank table at seat 0's first action; the row lies face up before it."""
    if not id or id in INNOVATIONS:
        table = _blank().clone()
        if not id:
            return table
        return table.events(0, id) if "events 1" in PLAYED[id] else table.down(0, id)
    table, row = _blank(id).clone(), row_of(id)
    table.put(corporation={0: corporation_of(row), 1: (corporation_of(row) + 1) % 6})
    if row < FIRST_DEVELOPMENT:
        return table.put(side={0: (row - FIRST_SIDE) % 2})
    return table.put(development={(0, (row - FIRST_DEVELOPMENT) % 8 // 2): row % 2})


def named(key, id):
    """A key of `Table.changes` as `house` writes it: seat 0 goes without saying, numbers of fields are words."""
    field, _, rest = key.partition(" ")
    if key == f"on {called(id)}":
        return "here"
    if field == "0" and rest.partition(" ")[0] in OWN:
        return rest
    names = {"cut": CUTS, "discount": (*words.TAGS, "all"), "worth": ("steel", "titanium")}.get(field)
    seat, _, k = rest.partition(" ")
    return f"{field} {seat} {names[int(k)]}" if names else key


def called(id):
    """As `Table.called` names it."""
    row = row_of(id)
    if row < FIRST_SIDE:
        return id
    return f"side {row - FIRST_SIDE}" if row < FIRST_DEVELOPMENT else f"development {row - FIRST_DEVELOPMENT}"


def worded(changes, id):
    """Differences as `house` writes them."""
    out = set()
    for key, value in changes.items():
        shown = "{}>{}".format(*value) if isinstance(value, tuple) else value
        out.add(f"{named(key, id)} {shown}")
    return out


def read(text, *more):
    return {part for part in (*text.split(", "), *more) if part}


def test_every_row_is_read_a_second_time():
    assert list(PLAYED) == [*INNOVATIONS, *SIDES, *DEVELOPMENTS]


# --- played ---


def hand(id):
    """The innovation in hand, with just what it costs and needs."""
    cost = -int(PLAYED[id].partition(",")[0].removeprefix("megacredit "))
    table = _blank().clone().hand(0, id).has(0, megacredit=cost)
    if "energy production -1" in PLAYED[id]:
        table.makes(0, energy=1)
    if id == "guarded_biome":
        table.down(0, "Fish")
    if id == "colony_charter":
        table.tiles(C6="city 0")
    if id == "climate_model":
        table.down(0, *SCIENCE)
    return table.parameters(oxygen=5)


@pytest.mark.parametrize("id", INNOVATIONS)
def test_an_innovation_does_when_played_what_is_written_of_it(id):
    table = hand(id).ready()
    table.play(id, resource="plant", hex="A3" if "A3" in PLAYED[id] else "C6")
    where = "events 0" if "events 1" in PLAYED[id] else "table 0"
    assert worded(table.changes(), id) == read(PLAYED[id], f"{id} hand 0 -> {where}")
    assert not hand(id).has(0, megacredit=hand(id).resource(0, "megacredit") - 1).ready().may_play(id)


@pytest.mark.parametrize("id", INNOVATIONS)
def test_an_innovation_needs_what_is_written_of_it_and_nothing_else(id):
    what, _ = REQUIRED.get(id, ("", 0))
    table = hand(id).parameters(oxygen=4)
    assert table.ready().may_play(id) == (what != "oxygen")
    table = hand(id)
    for card in SCIENCE[-1:] if what == "science tags" else ():
        table.put(place={table.row(card): 1})
    assert table.ready().may_play(id) == (what != "science tags")


@pytest.mark.parametrize("id", [*SIDES, *DEVELOPMENTS])
def test_a_side_or_a_development_does_when_it_is_revealed_what_is_written_of_it(id):
    row, mission, corporation = row_of(id), 1, corporation_of(row_of(id))
    mine = {f"corporation {corporation}", f"side {row - FIRST_SIDE}", f"development {row - FIRST_DEVELOPMENT}", "done"}
    if row >= FIRST_DEVELOPMENT:
        mission = 1 + (row - FIRST_DEVELOPMENT) % 8 // 2
    table = Table(2, board="house", mission=mission, content=alone(id))
    while table.asks != "turn":
        if not table["revealed"]:
            table.mark()
        table.act(min(table.legal & mine or table.legal))
    changes = table.changes()
    if row >= FIRST_DEVELOPMENT:
        changes["0 megacredit"] -= 40 + 15
    # Seat 1 has chosen last; cards that were dealt are discarded.
    course = ("development 1", "undone 0", "undone 1")
    done = {said for said in worded(changes, id) if not said.startswith(course) and " offer " not in said}
    done.discard("megacredit 0")
    assert done == read(PLAYED[id], "1 megacredit 55", "revealed 0>2", "phase 0>2")


# --- used ---

WAYS = [pytest.param(id, way, id=f"{id}-{way}") for id, ways in USED.items() for way in range(len(ways))]
RICH = dict.fromkeys(words.RESOURCES, 20)


def test_nothing_else_has_an_action():
    for id in PLAYED:
        table = in_play(id).has(0, **RICH)
        if "here" in PLAYED[id] + "".join(USED.get(id, ())):
            table.put(held={row_of(id): 9})
        assert table.ready().may(action_of(id)) == (id in USED), id


def action_of(id):
    """The action that uses a row, in words."""
    name = called(id)
    return f"card {name}" if id in INNOVATIONS else name


@pytest.mark.parametrize(("id", "way"), WAYS)
def test_its_action_does_what_is_written_of_it_once_a_generation(id, way):
    table = in_play(id).has(0, **RICH).tiles(B3="glacier").parameters(temperature=2)
    if "here -2" in USED[id][-1]:
        table.put(held={row_of(id): 5})
    table.ready().do(action_of(id), alternative=way, buy="buy", resource="plant")
    assert worded(table.changes(), id) == read(USED[id][way], f"used {called(id)} 1")
    assert table.look().player == 0
    assert not table.may(action_of(id))


# --- in play ---


def plays(card, cost):
    def deed(table):
        return table.hand(0, card).has(0, megacredit=cost).ready().play(card, hex="C6")

    return deed


def uses_project(project, place=None, seat=0):
    def deed(table):
        table.turn(seat).has(seat, megacredit=25).ready()
        return table.do(f"project {project}", hex=place)

    return deed


def converts(resource, n, action, **answers):
    return lambda table: table.has(0, **{resource: n}).tiles(C4="city 0").ready().do(action, **answers)


def melts(seat):
    def deed(table):
        table.parameters(temperature=2).tiles(B3="glacier").turn(seat).down(seat, "solar_lenses").has(seat, energy=1)
        return table.ready().use("solar_lenses")

    return deed


DEEDS = {
    "special": plays("Nuclear Zone", 10),
    "ocean": uses_project("aquifer", "B3"),
    "ocean of another": uses_project("aquifer", "B3", seat=1),
    "greenery": uses_project("greenery", "C6"),
    "city": uses_project("city", "C6"),
    "power plant": uses_project("power plant"),
    "population": converts("worker", 10, "workers", site="C4"),
    "plants": converts("plant", 8, "plants", hex="C5"),
    "heat": converts("heat", 8, "heat"),
    "melting": melts(0),
    "melting of another": melts(1),
    "jovian": plays("Vesta Shipyard", 15),
    "floater": plays("balloon_ferries", 6),
    "science": plays("Trans-Neptune Probe", 6),
    "animal": plays("Pets", 10),
    "microbe": plays("Tardigrades", 4),
    "plant": lambda table: plays("Lichen", 7)(table.parameters(temperature=-20)),
    "building": plays("Mine", 4),
    "space event": plays("Asteroid", 14),
    "event": plays("Mineral Deposit", 5),
    "rating": plays("Release of Inert Gases", 14),
    "look": lambda table: (
        table.down(0, "Inventors' Guild").has(0, megacredit=3).ready().use("Inventors' Guild", buy="buy")
    ),
}
"""What is done -> on a table, from the preparation on."""


@functools.cache
def without(deed):
    """What a deed changes with nothing in play."""
    return DEEDS[deed](in_play()).changes()


@pytest.mark.parametrize(
    ("id", "deed"), [pytest.param(id, deed, id=f"{id}-{deed}") for id, deeds in BESIDES.items() for deed in deeds]
)
def test_in_play_it_makes_the_difference_that_is_written_of_it(id, deed):
    plain, changes = without(deed), DEEDS[deed](in_play(id)).changes()
    more = {key: n - plain.get(key, 0) for key, n in changes.items() if isinstance(n, int) and n != plain.get(key, 0)}
    more |= {key: -n for key, n in plain.items() if isinstance(n, int) and key not in changes}
    assert worded(more, id) == read(BESIDES[id][deed])
    assert {k: v for k, v in changes.items() if not isinstance(v, int)} == {
        k: v for k, v in plain.items() if not isinstance(v, int)
    }


@pytest.mark.parametrize("id", ["", *PROTECTED])
def test_what_protects_keeps_plants_from_opponents(id):
    table = (
        in_play(id).turn(1).hand(1, "Asteroid").has(1, megacredit=14).has(0, plant=9).ready().play("Asteroid", target=0)
    )
    assert table.change("0 plant") == (0 if id else -3)


@pytest.mark.parametrize("id", [id for id in PLAYED if POINTS.get(id, ("held",))[0] != "population"])
def test_it_is_worth_the_points_that_are_written_of_it(id):
    what, per = POINTS.get(id, ("", 0))
    before = in_play().ready().scores()[0]
    for n in (0, per - 1, per, 2 * per) if what else (0,):
        table = in_play(id).put(held={row_of(id): n})
        assert table.ready().scores()[0] - before == (n // per if what else per)


def test_city_pride_is_worth_a_point_for_3_population():
    for n in (2, 3, 4, 6):
        more = [
            in_play(id)
            .tiles(C4="city 0", C6="city 0", G3="city 0")
            .population(C4=min(2, n), C6=max(0, min(2, n - 2)), G3=max(0, n - 4))
            for id in ("", "city_pride")
        ]
        before, after = (table.ready().scores()[0] for table in more)
        assert after - before == n // 3
