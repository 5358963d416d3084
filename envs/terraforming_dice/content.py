"""Corporations, cards, milestones, dice, tracks and map: reads ``content.toml`` (or a user's own file of the same shape)."""

import pathlib
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Column, Content, Loaded, Source, Table, load, record_of, seal
from marszoo.envs.core.record import dtype_of
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.reading import HEX_NAMES, ROW_LENGTHS, Reader, neighbours
from marszoo.envs.terraforming_dice.state import (
    BONUSES,
    CARDS,
    CORPORATIONS,
    HALF,
    HEXES,
    MILESTONES,
    OCEANS,
    OXYGEN_STEPS,
    PROJECTS,
    RESOURCES,
    ROWS,
    TEMPERATURE_STEPS,
)

KINDS, PAID, LIST = 6, 3, 4
"""Most different resources in a cost and in the cost of an action; most effects of a card."""
MOST_REACTIONS = 31
"""Reactions of all rows together: a frame counts through those of all four seats in one signed byte."""


class Row:
    """A project, a bonus card or a corporation."""

    colour: Annotated[int, "i1"]  # GREEN_CARD …; 0 for corporations
    kinds: Annotated[int, "i1"]  # different resources in the printed cost
    cost: Annotated[np.ndarray, "i1", (KINDS, 2)]  # resource, icons
    production: Annotated[np.ndarray, "i1", (7,)]  # icons in the production box: dice by colour, wild tokens, points
    effects: Annotated[np.ndarray, "i1", (LIST, 3)]  # word, N, argument: when played; a corporation's start bonus
    num_effects: Annotated[int, "i1"]
    action: Annotated[int, "i1"]  # SUPPORT, MAIN, FREE; 0 none
    pay_kinds: Annotated[int, "i1"]  # different resources that the action costs
    pay: Annotated[np.ndarray, "i1", (PAID, 2)]  # resource, icons
    gives: Annotated[np.ndarray, "i1", (LIST, 3)]  # what the action does: word, N, argument
    num_gives: Annotated[int, "i1"]
    discount: Annotated[np.ndarray, "i1", (RESOURCES,)]  # icons of the resource that a card costs less
    storage: Annotated[int, "i1"]  # resources kept beyond three
    green_ribbon: Annotated[int, "i1"]  # points at once
    red_ribbon: Annotated[int, "i1"]  # points at the end
    shows_vp: Annotated[int, "i1"]  # 1: the card shows Victory Points


class Reaction:
    """A permanent effect that reacts."""

    row: Annotated[int, "i2"]  # whose it is
    events: Annotated[int, "i2"]  # bits of words.EVENTS
    anyone: Annotated[int, "i1"]  # 1: to anybody's doing, 0: to the owner's own
    effect: Annotated[np.ndarray, "i1", (3,)]  # word, N, argument


class Milestone:
    """A milestone tile."""

    criterion: Annotated[int, "i1"]  # C_GREEN …
    amount: Annotated[int, "i1"]


ROW, REACTION, MILESTONE = map(dtype_of, (Row, Reaction, Milestone))
LAST_STEP = max(TEMPERATURE_STEPS, OXYGEN_STEPS)


class Tables:
    """What compiled code gets as `content`: one record; rows beyond the numbers of cards are zero."""

    num_projects: Annotated[int, "i8"]
    num_bonuses: Annotated[int, "i8"]
    num_corporations: Annotated[int, "i8"]
    num_milestones: Annotated[int, "i8"]
    num_reactions: Annotated[int, "i8"]
    rows: Annotated[np.ndarray, ROW, (ROWS,)]  # projects, then bonus cards, then corporations
    blue: Annotated[np.ndarray, "i8", (2,)]  # blue cards, a bit each: of the first half of all cards, and of the second
    reactions: Annotated[np.ndarray, REACTION, (MOST_REACTIONS,)]
    reacts_to: Annotated[int, "i8"]  # bits of the events that anything reacts to
    milestones: Annotated[np.ndarray, MILESTONE, (MILESTONES,)]
    faces: Annotated[np.ndarray, "i1", (5, 6)]  # resource on each face of the die of a colour
    ocean_area: Annotated[np.ndarray, "i1", (HEXES,)]  # 1: oceans only
    hex_bonus: Annotated[np.ndarray, "i1", (HEXES, 3)]  # word, N, argument; word 0: none
    neighbour: Annotated[np.ndarray, "i1", (HEXES, 6)]  # adjacent hexes; -1 none
    track_bonus: Annotated[np.ndarray, "i1", (2, LAST_STEP + 1, 3)]  # temperature, oxygen: bonus on reaching a step
    solo_award: Annotated[np.ndarray, "i1", (3,)]  # solo: icons that an award needs, if it is common, uncommon, rare
    solo_city: Annotated[np.ndarray, "i1", (HEXES,)]  # solo: 1 where the city of the set-up may be


TABLES = dtype_of(Tables)

MOST_IN_ALL = 255
"""Most of one production, discount, cost icon, or of storage or red ribbons, that all rows together may show."""
PLAYS = 8
"""Rows that may let a card be played: one played by the other, each may keep two frames on the stack."""

_LISTS = ("effects", "production", "permanent")
CORPORATION_TABLE = Table("corporation", ROW, CORPORATIONS, (), at_least=8, extra=_LISTS)
PROJECT_TABLE = Table(
    "project",
    ROW,
    PROJECTS,
    (
        Column("colour", words=words.CARD_COLOURS),
        Column("green_ribbon", low=0, high=9, default=0),
        Column("red_ribbon", low=0, high=9, default=0),
    ),
    at_least=20,
    extra=(*_LISTS, "cost", "action", "pay", "gives"),
)
BONUS_TABLE = Table("bonus", ROW, BONUSES, PROJECT_TABLE.columns, at_least=8, extra=(*_LISTS, "action", "pay", "gives"))
MILESTONE_TABLE = Table(
    "milestone",
    MILESTONE,
    MILESTONES,
    (Column("criterion", words=words.CRITERIA), Column("amount", low=1, high=60)),
    at_least=3,
)


def _rows(loaded: Loaded, reader: Reader) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """All rows with their lists filled in, and all reactions."""
    rows = np.zeros(ROWS, ROW)
    reactions: list[tuple[int, int, int, tuple[int, int, int]]] = []
    for table, first in (("project", 0), ("bonus", PROJECTS), ("corporation", CARDS)):
        count = len(loaded.ids[table])
        rows[first : first + count] = loaded.arrays[table][:count]
        for k, written in enumerate(loaded.source.data[table]):
            reader.entry = f"{table} {written['id']!r}"
            reader.fill(rows, first + k, written, reactions, table)
    if len(reactions) > MOST_REACTIONS:
        raise loaded.source.fail(
            "file", "permanent", f"{len(reactions)} reactions; at most {MOST_REACTIONS} are allowed"
        )
    _check_sums(loaded.source, rows)
    table_of_reactions = np.zeros(MOST_REACTIONS, REACTION)
    for k, reaction in enumerate(reactions):
        table_of_reactions[k] = reaction
    return rows, table_of_reactions


def _check_sums(source: Source, rows: npt.NDArray[Any]) -> None:
    """What one seat may hold when everything is in play: it must fit the fields of the state."""
    sums = {
        "production": rows["production"].sum(axis=0, dtype=int).max(),
        "permanent": max(rows["discount"].sum(axis=0, dtype=int).max(), rows["storage"].sum(dtype=int)),
        "red_ribbon": rows["red_ribbon"].sum(dtype=int),
        "cost": max(int(rows["cost"][:, :, 1][rows["cost"][:, :, 0] == r].sum(dtype=int)) for r in range(15)),
    }
    for key, total in sums.items():
        if total > MOST_IN_ALL:
            raise source.fail(
                "file", key, f"{total} of one kind on all rows together; at most {MOST_IN_ALL} are allowed"
            )
    plays = int(((rows["effects"][:, :, 0] == words.PLAY) | (rows["gives"][:, :, 0] == words.PLAY)).any(axis=1).sum())
    if plays > PLAYS:
        raise source.fail("file", "effects", f"{plays} rows with the effect 'play'; at most {PLAYS} are allowed")


def _faces(loaded: Loaded) -> npt.NDArray[np.int8]:
    source = loaded.source
    section = source.section("dice", words.COLOURS)
    faces = np.zeros((5, 6), np.int8)
    for colour, key in enumerate(words.COLOURS):
        written = section[key]
        if not isinstance(written, list) or len(written) != 6:
            raise source.fail("[dice]", key, f"{written!r} is not a list of 6 faces")
        allowed = words.RESOURCES[3 * colour : 3 * colour + 3]
        for k, face in enumerate(written):
            faces[colour, k] = 3 * colour + source.word("[dice]", key, face, allowed)
        if set(written) != set(allowed):
            raise source.fail("[dice]", key, f"every one of {', '.join(allowed)} must be on the die")
    return faces


def _tracks(loaded: Loaded, reader: Reader) -> npt.NDArray[np.int8]:
    source = loaded.source
    section = source.section("tracks", ("temperature", "oxygen"))
    bonus = np.zeros((2, LAST_STEP + 1, 3), np.int8)
    scales = (range(-32, 9, 4), range(0, 17, 2))
    for track, key in enumerate(("temperature", "oxygen")):
        if not isinstance(section[key], dict):
            raise source.fail("[tracks]", key, "must be a table of place = effect, such as { '-24' = 'gain 1 heat' }")
        places = [str(place) for place in scales[track]][1:]
        for place, text in section[key].items():
            step = 1 + source.word("[tracks]", key, place, places)
            reader.entry = "[tracks]"
            bonus[track, step] = reader.effect(key, text, words.QUIET)
    return bonus


def _map(loaded: Loaded, reader: Reader) -> dict[str, npt.NDArray[np.int8]]:
    source = loaded.source
    letters = [chr(ord("A") + k) for k in range(len(ROW_LENGTHS))]
    section = source.section("map", (*letters, "solo_city"))
    area, bonus = np.zeros(HEXES, np.int8), np.zeros((HEXES, 3), np.int8)
    texts: list[str] = []
    for letter, length in zip(letters, ROW_LENGTHS, strict=True):
        if not isinstance(section[letter], list) or len(section[letter]) != length:
            raise source.fail("[map]", letter, f"{section[letter]!r} is not a list of {length} hexes")
        texts += [str(text) for text in section[letter]]
    reader.entry = "[map]"
    for k, text in enumerate(texts):
        rest = text.strip()
        if rest == "ocean" or rest.startswith("ocean,"):
            area[k] = 1
            rest = rest[6:].strip()
        if rest:
            bonus[k] = reader.effect(HEX_NAMES[k], rest, words.QUIET)
    if area.sum() < OCEANS:
        raise source.fail("[map]", "ocean", f"{area.sum()} ocean areas; at least {OCEANS} are needed")
    neighbour = neighbours()
    wanted = reader.effect("solo_city", section["solo_city"], words.QUIET)
    city = np.zeros(HEXES, np.int8)
    for k in range(HEXES):
        near = [int(j) for j in neighbour[k] if j >= 0]
        fits = any(area[j] and any(not area[i] and i in near for i in neighbour[j] if i >= 0) for j in near)
        city[k] = fits and not area[k] and tuple(bonus[k]) == wanted
    if not city.any():
        raise source.fail(
            "[map]", "solo_city", f"no land hex has {section['solo_city']!r}, an ocean area and land next to both"
        )
    return {"ocean_area": area, "hex_bonus": bonus, "neighbour": neighbour, "solo_city": city}


def load_content(path: pathlib.Path) -> Content:
    """Read a content file.

    Raises:
        ContentError: naming file, entry, key and the values allowed.
    """
    loaded = load(
        path, (CORPORATION_TABLE, PROJECT_TABLE, BONUS_TABLE, MILESTONE_TABLE), ("dice", "tracks", "map", "solo")
    )
    reader = Reader(loaded.source)
    rows, reactions = _rows(loaded, reader)
    solo = loaded.source.section("solo", ("awards",))
    if not isinstance(solo["awards"], list) or len(solo["awards"]) != 3:
        raise loaded.source.fail("[solo]", "awards", f"{solo['awards']!r} is not a list of 3 numbers")
    reacts_to = 0
    for events in reactions["events"]:
        reacts_to |= int(events)
    tables = record_of(
        TABLES,
        num_projects=len(loaded.ids["project"]),
        num_bonuses=len(loaded.ids["bonus"]),
        num_corporations=len(loaded.ids["corporation"]),
        num_milestones=len(loaded.ids["milestone"]),
        num_reactions=int((reactions["events"] != 0).sum()),
        rows=rows,
        blue=[sum(1 << k for k in range(HALF) if rows["colour"][first + k] == words.BLUE_CARD) for first in (0, HALF)],
        reactions=reactions,
        reacts_to=reacts_to,
        milestones=loaded.arrays["milestone"],
        faces=_faces(loaded),
        track_bonus=_tracks(loaded, reader),
        solo_award=[loaded.source.integer("[solo]", "awards", n, 1, 60) for n in solo["awards"]],
        **_map(loaded, reader),
    )
    return seal(loaded, tables)


def row_of(table: str, index: int) -> int:
    """The row number of a corporation, project or bonus card by its place in the file."""
    return index + {"project": 0, "bonus": PROJECTS, "corporation": CARDS}[table]


def named(row: int) -> tuple[str, int]:
    """The table a row comes from, and its place there: the inverse of `row_of`."""
    if row >= CARDS:
        return "corporation", row - CARDS
    return ("bonus", row - PROJECTS) if row >= PROJECTS else ("project", row)
