"""Cards, corporations, missions, maps and numbers: reads ``content.toml`` (or a user's own file of the same shape)."""

import pathlib
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content, Loaded, load, record_of, seal
from marszoo.envs.legacy_of_mars import fitting, words
from marszoo.envs.legacy_of_mars.fitting import NO_TAGS, Doing
from marszoo.envs.legacy_of_mars.reading_boards import last_rows, near, neighbours, read_board
from marszoo.envs.legacy_of_mars.reading_effects import Effects, walk
from marszoo.envs.legacy_of_mars.reading_rows import RowReader
from marszoo.envs.legacy_of_mars.state import (
    CHOICES,
    DEGREES,
    FIRST_DEGREES,
    FIRST_DEVELOPMENT,
    FIRST_SIDE,
    MISSIONS,
    OBJECTIVES,
    OXYGEN_GOAL,
    PROJECTS,
    ROWS,
    SIDES_EACH,
    TEMPERATURE_STEPS,
)
from marszoo.envs.legacy_of_mars.tables import AMOUNTS, TABLE, TABLES, TERM, TERMS, TRIGGER, TRIGGERS

FIRST_ROW = {"project": 0, "innovation": PROJECTS, "side": FIRST_SIDE, "development": FIRST_DEVELOPMENT}
"""Table -> the row of the content at which its rows begin."""


def named(number: int) -> tuple[str, int]:
    """The table of a row of the content, and which of its rows it is."""
    table = [name for name, start in FIRST_ROW.items() if number >= start][-1]
    return table, number - FIRST_ROW[table]


def _belongs(loaded: Loaded, reader: RowReader) -> None:
    """Refuse sides and developments that do not stand in the order of the corporations, complete."""
    corporations = loaded.ids["corporation"]
    each = {"side": SIDES_EACH, "development": MISSIONS * CHOICES}
    for table, many in each.items():
        rows = loaded.source.data[table]
        if len(rows) != many * len(corporations):
            why = f"{len(rows)} rows; {len(corporations)} corporations take {many} each"
            raise loaded.source.fail(f"[[{table}]]", "rows", why)
        for k, row in enumerate(rows):
            reader.entry = f"{table} {row['id']!r}"
            found = reader.word("corporation", row.get("corporation"), corporations)
            if found != k // many:
                why = f"row {k + 1} must belong to {corporations[k // many]!r}; rows stand in the order of [[corporation]]"
                raise reader.fail("corporation", why)
            if table == "development":
                mission = reader.integer("mission", row.get("mission"), 1, MISSIONS)
                wanted = 1 + k % many // CHOICES
                if mission != wanted:
                    why = f"row {k + 1} must be of mission {wanted}; a corporation has {CHOICES} for each, in order"
                    raise reader.fail("mission", why)


def _unlike(loaded: Loaded) -> None:
    """Refuse an id that two cards share: they are named without their table in notes and pages."""
    seen: dict[str, str] = {}
    for table in FIRST_ROW:
        for name in loaded.ids[table]:
            if name in seen:
                raise loaded.source.fail(f"{table} {name!r}", "id", f"duplicate id; [[{seen[name]}]] has it too")
            seen[name] = table


def _always_possible(reader: RowReader, key: str, effects: Effects) -> None:
    """Refuse effects of a side or development, which are never a choice, that could be impossible."""
    for effect in walk(effects):
        if effect.word == words.PRODUCTION and effect.n < 0:
            raise reader.fail(key, "lowers a production; sides and developments are always played, whatever there is")


def _row(reader: RowReader, row: Any, out: Any, number: int, context: str) -> list[Doing]:
    """Fill one row of a card, side or development; gives what it does at once."""
    entry = reader.entry
    tags = reader.tags(row)
    tags[words.T_EVENT] = int(out["colour"][0] == words.RED)
    out["tags"][0] = tags
    out["tag_bits"][0] = sum(1 << tag for tag, n in enumerate(tags) if n)
    out["terms"][0], out["term"][0] = reader.requirement(row)
    effects = reader.listed(row, "effects", context)
    if context == "start":
        _always_possible(reader, "effects", effects)
    out["effects"][0] = reader.store("effects", effects)
    doings = [Doing(entry, "effects", effects, tuple(tags), context == "card", False)]
    ways = reader.ways(row)
    out["ways"][0] = len(ways)
    for k, way in enumerate(ways):
        for j, pay in enumerate(way.pays):
            out["pays"][0, k, j] = pay
        out["metals"][0, k] = way.metals
        out["does"][0, k] = reader.store("action", way.does)
        out["sure"][0, k] = reader.always(way.does)
        doings.append(Doing(entry, "action", way.does, NO_TAGS, False, False))
    n, count, term = reader.points(row)
    out["points"][0], out["points_term"][0] = n, term
    out["count"][0], out["counted"][0], out["per"][0] = count.of, count.counted, count.per
    reader.standing(row, out)
    triggers = reader.row_triggers(row, number)
    out["triggers"][0], out["trigger"][0] = len(triggers), len(reader.triggers) - len(triggers)
    for trigger in triggers:
        out["listens"][0] |= 1 << trigger.event
        reader.store("triggers", trigger.does)
    if out["colour"][0] == words.RED and (ways or triggers or out["holds"][0] or row.get("standing")):
        raise reader.fail("colour", "a red card lies face down once played: no action, triggers, standing or holds")
    said = [effects, *(way.does for way in ways), *(trigger.does for trigger in triggers)]
    _needs(reader, out, [effect for listed in said for effect in walk(listed)])
    for name, value in zip(("change", "loses", "tile", "on", "plain"), reader.glance(effects, triggers), strict=True):
        out[name][0] = value
    barred = out["tile"][0] or out["change"][0].min() < 0 or out["loses"][0].any()
    out["bare"][0] = out["plain"][0] and not barred
    return doings


def _needs(reader: RowReader, out: Any, effects: list[Any]) -> None:
    """Refuse a row that speaks of resources kept on it, or of hexes next to its tile, and has none."""
    counts = {effect.of for effect in effects} | {int(out["count"][0])}
    pays = {int(word) for word in out["pays"][0, :, :, 0].flat}
    terms = {reader.terms[effect.term].kind for effect in effects} | {reader.terms[int(out["points_term"][0])].kind}
    said = {effect.word for effect in effects}
    if not out["holds"][0] and (
        said & {words.HOLD, words.UNHOLD} or words.UNHOLD in pays or words.N_HELD in counts or words.R_HELD in terms
    ):
        raise reader.fail("holds", "missing: the row speaks of resources that are kept on it")
    tiles = {words.CITY, words.SPECIAL, words.GREENERY}
    if counts & {words.N_ADJACENT_OCEAN, words.N_ADJACENT_CITY} and not said & tiles:
        raise reader.fail("points", "counts what is next to its tile, but the row places no tile that is owned")
    if words.R_BONUS in terms and not said & tiles:
        raise reader.fail("effects", "'if bonus' asks what the hex just used prints, but the row places no tile")


def _cards(loaded: Loaded, reader: RowReader) -> tuple[npt.NDArray[Any], list[Doing]]:
    """All rows of the content, and what they do at once."""
    rows = np.zeros(ROWS, TABLE["project"].row)
    rows["colour"], rows["per"] = words.NO_COLOUR, 1
    doings: list[Doing] = []
    for table, start in FIRST_ROW.items():
        written = loaded.source.data[table]
        rows[start : start + len(written)] = loaded.arrays[table][: len(written)]
        if table == "innovation":
            rows["deck"][start : start + len(written)] = words.INNOVATION_DECK
        card = table in ("project", "innovation")
        for k, row in enumerate(written):
            reader.entry = f"{table} {row['id']!r}"
            out = rows[start + k : start + k + 1]
            if not card:
                out["colour"] = words.NO_COLOUR
            out["missions"] = reader.bits(row, "missions", MISSIONS) if card else (1 << MISSIONS) - 1
            doings += _row(reader, row, out, start + k, "card" if card else "start")
    for mission in range(MISSIONS):
        cards = int((rows["missions"][: len(loaded.ids["project"])] >> mission & 1).sum())
        if cards < TABLE["project"].at_least:
            why = f"{cards} project cards come into mission {mission + 1}; at least {TABLE['project'].at_least} must"
            raise loaded.source.fail("[[project]]", "missions", why)
    return rows, doings


def _standard(loaded: Loaded, reader: RowReader) -> list[Doing]:
    out = []
    for k, row in enumerate(loaded.source.data["standard"]):
        reader.entry = f"standard {row['id']!r}"
        effects = reader.listed(row, "effects", "standard")
        if not effects:
            raise reader.fail("effects", "missing: what the project does")
        _always_possible(reader, "effects", effects)
        loaded.arrays["standard"]["effects"][k] = reader.store("effects", effects)
        out.append(Doing(reader.entry, "effects", effects, NO_TAGS, False, True))
    return out


def _objectives(loaded: Loaded, reader: RowReader) -> None:
    for table in ("milestone", "award"):
        for k, row in enumerate(loaded.source.data[table]):
            reader.entry = f"{table} {row['id']!r}"
            loaded.arrays[table]["criterion"][k], loaded.arrays[table]["what"][k] = reader.criterion(row)


def _five(loaded: Loaded, reader: RowReader, row: Any, key: str) -> list[int]:
    """The milestones or awards that a mission or board names."""
    table = key.removesuffix("s")
    names = reader.items(row, key, OBJECTIVES, OBJECTIVES)
    if len(set(names)) < OBJECTIVES:
        raise reader.fail(key, f"{names!r} names one twice")
    return [reader.word(key, name, loaded.ids[table]) for name in names]


def _sheets(loaded: Loaded, reader: RowReader) -> None:
    out = loaded.arrays["mission"]
    for k, row in enumerate(loaded.source.data["mission"]):
        reader.entry = f"mission {row['id']!r}"
        out["milestone"][k] = _five(loaded, reader, row, "milestones")
        out["award"][k] = _five(loaded, reader, row, "awards")
        if bool(out["amount"][k]) == (out["goal"][k] == words.G_PARAMETERS):
            raise reader.fail("amount", f"0 with the goal {words.GOALS[words.G_PARAMETERS]!r}, and only with it")


def _boards(loaded: Loaded, reader: RowReader) -> None:
    out = loaded.arrays["board"]
    for k, row in enumerate(loaded.source.data["board"]):
        reader.entry = f"board {row['id']!r}"
        here = out[k : k + 1]
        read_board(reader, row, here)
        own = [key in row for key in ("milestones", "awards")]
        if own[0] != own[1]:
            raise reader.fail("milestones", "a board has its own milestones and awards, or neither")
        here["own_objectives"][0] = own[0]
        if own[0]:
            here["milestone"][0] = _five(loaded, reader, row, "milestones")
            here["award"][0] = _five(loaded, reader, row, "awards")
        if (here["rating"][0] < 0) != (here["solo_rating"][0] < 0):
            raise reader.fail("rating", "a board sets rating and solo_rating, or neither")


def _amounts(loaded: Loaded, reader: RowReader) -> dict[str, Any]:
    section = loaded.source.section("amounts", (*AMOUNTS, "award_cost"))
    reader.entry = "[amounts]"
    amounts: dict[str, Any] = {key: reader.integer(key, section[key], *limits) for key, limits in AMOUNTS.items()}
    costs = section["award_cost"]
    if not isinstance(costs, list) or len(costs) != 3:
        raise reader.fail("award_cost", f"{costs!r} is not a list of 3 numbers")
    amounts["award_cost"] = [reader.integer("award_cost", cost, 0, 60) for cost in costs]
    return amounts


def _tracks(loaded: Loaded, reader: RowReader) -> dict[str, Any]:
    """The bonus steps: a place of a track that stands there twice gives two."""
    section = loaded.source.section("tracks", ("heat_production", "oxygen_temperature"))
    reader.entry = "[tracks]"
    heat, oxygen = np.zeros(TEMPERATURE_STEPS + 1, np.int8), np.zeros(OXYGEN_GOAL + 1, np.int8)
    last = FIRST_DEGREES + DEGREES * TEMPERATURE_STEPS
    for key, out, low, high, step in (
        ("heat_production", heat, FIRST_DEGREES, last, DEGREES),
        ("oxygen_temperature", oxygen, 0, OXYGEN_GOAL, 1),
    ):
        if not isinstance(section[key], list) or len(section[key]) > 9:
            raise reader.fail(key, f"{section[key]!r} is not a list of at most 9 numbers")
        for place in section[key]:
            at = reader.integer(key, place, low, high) - low
            if at % step:
                raise reader.fail(
                    key, f"{place} degrees: the temperature moves by {DEGREES} degrees from {FIRST_DEGREES}"
                )
            out[at // step] += 1
    return {"heat_bonus": heat, "oxygen_bonus": oxygen}


def _term_table(reader: RowReader) -> npt.NDArray[Any]:
    out = np.zeros(TERMS, TERM)
    for k, term in enumerate(reader.terms):
        out["kind"][k], out["what"][k], out["most"][k], out["n"][k] = term
    return out


def _trigger_table(reader: RowReader) -> npt.NDArray[Any]:
    out = np.zeros(TRIGGERS, TRIGGER)
    for k, (row, trigger) in enumerate(reader.triggers):
        out["row"][k], out["event"][k], out["anyone"][k] = row, trigger.event, trigger.anyone
        out["tags"][k], out["effects"][k] = trigger.tags, reader.store("triggers", trigger.does)
    return out


def _gives(reader: RowReader) -> int:
    """What triggers give, as bits: see :attr:`tables.Tables.gives`."""
    out = 0
    for _, trigger in reader.triggers:
        for effect in walk(trigger.does):
            if effect.word in (words.GAIN, words.PRODUCTION):
                out |= 1 << effect.what + (len(words.RESOURCES) if effect.word == words.GAIN else 0)
    return out


def load_content(path: pathlib.Path) -> Content:
    """Read a content file.

    Raises:
        ContentError: naming file, entry, key and the values allowed.
    """
    loaded = load(path, tuple(TABLE.values()), ("amounts", "tracks"))
    reader = RowReader(loaded.source)
    amounts, tracks = _amounts(loaded, reader), _tracks(loaded, reader)
    _unlike(loaded)
    _belongs(loaded, reader)
    rows, doings = _cards(loaded, reader)
    doings += _standard(loaded, reader)
    _objectives(loaded, reader)
    _sheets(loaded, reader)
    _boards(loaded, reader)
    fitting.sums(loaded, rows, amounts)
    fitting.rooms(loaded, loaded.arrays["board"], doings)
    fitting.pool(loaded, reader, doings)
    ids = loaded.ids
    tables = record_of(
        TABLES,
        num_projects=len(ids["project"]),
        num_innovations=len(ids["innovation"]),
        num_corporations=len(ids["corporation"]),
        num_standard=len(ids["standard"]),
        num_triggers=len(reader.triggers),
        gives=_gives(reader),
        num_boards=len(ids["board"]),
        **amounts,
        **tracks,
        ways=rows["ways"],
        rows=rows,
        effects=reader.effect_table(),
        terms=_term_table(reader),
        triggers=_trigger_table(reader),
        **{name: loaded.arrays[name] for name in ("standard", "milestone", "award", "board")},
        sheet=loaded.arrays["mission"],
        near=near(),
        neighbour=neighbours(),
        polar=last_rows(2),
        southern=last_rows(4),
    )
    return seal(loaded, tables)
