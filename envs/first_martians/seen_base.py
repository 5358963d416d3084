"""What is seen of the base and of Mars around it, as plain Python values: facilities, blocks, farm, places outside."""

from dataclasses import dataclass
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.phrases import PENALTIES, upgrade_phrase
from marszoo.envs.first_martians.rules import base, outside
from marszoo.envs.first_martians.state import (
    DECK,
    DISCARD,
    FACILITIES,
    LAST,
    NOT_OFFERED,
    PICK_GOOD,
    PRODUCERS,
    SECTORS,
    SPOTS,
    STRIP,
    UPGRADES,
)

UPGRADE_STATES = ("", "available", "pending", "works")


@dataclass(frozen=True)
class Part:
    """A status marker of a facility, and the penalty printed beside it."""

    kind: str  # hardware …
    broken: bool
    penalty: str  # in words
    harmless: bool  # no penalty is printed
    cancelled: bool  # an upgrade cancels the penalty


@dataclass(frozen=True)
class Upgrade:
    """An Upgrade card or tile of the mission."""

    name: str
    facility: int
    effect: str  # in words, with its facility
    state: str  # available, pending, works


@dataclass(frozen=True)
class Facility:
    """A facility tile."""

    number: int
    name: str
    parts: tuple[Part, ...]
    needs: tuple[str, ...]  # oxygen, energy
    dice: str  # colour of its action's dice; "" none
    automatic: int  # pawns with which its action is automatic
    output: int  # productivity marker; 0: none
    top: int  # highest place of it
    shut: tuple[str, ...]  # kinds of Shutdown tiles that lie there
    token: str  # modifier token on `!`; "" none
    waiting: tuple[str, ...]  # on `>>`, the top one first
    upgrades: tuple[Upgrade, ...]  # of this facility


@dataclass(frozen=True)
class Block:
    """A row of facilities with its Malfunction track, its marker in the box and its deck."""

    number: int
    name: str
    facilities: tuple[Facility, ...]
    track: int
    red: bool  # marker in the Malfunction box
    listed: bool  # the mission sheet has the die rolled
    die: str  # its colour
    faces: tuple[int, ...]
    rolled: int  # in the last Malfunction phase; -1 not rolled
    penalties: int  # active penalties that count in the Malfunction phase
    chance: int  # faces of six with which the next Malfunction phase triggers the track as things stand
    deck: int
    discarded: int


@dataclass(frozen=True)
class Place:
    """A place outside."""

    ring: int
    sector: int
    name: str  # of its tile; "" not explored
    goods: tuple[int, ...]
    hazard: str  # word of the tile's hazard; "none"
    poi: bool
    reachable: bool  # may be explored now
    asked: bool  # the decision on top is about goods that lie here


def blocks_of(s: Any, content: Content) -> tuple[Block, ...]:
    """The blocks as the board has them from top to bottom: System, Living, Working."""
    return tuple(block_of(s, content, block) for block in (words.SYSTEM, words.LIVING, words.WORKING))


def block_of(s: Any, content: Content, block: int) -> Block:
    penalties = int(base.counted(base.tally(s, content.tables), block))
    track, rolled = int(s["track"][block]), bool(s["red"][block] or s["listed"][block])
    faces = tuple(int(n) for n in content.tables["malfunction"][block])
    coming = faces if rolled else (0,) * len(faces)
    cards = [
        int(s["place"][k]) for k, row in enumerate(content.rows["card"]) if block == block_of_card(row["keywords"])
    ]
    return Block(
        number=block,
        name=words.BLOCKS[block].title(),
        facilities=tuple(facility_of(s, content, f) for f in range(FACILITIES) if words.BLOCK_OF[f] == block),
        track=track,
        red=bool(s["red"][block]),
        listed=bool(s["listed"][block]),
        die=words.MALFUNCTION_DICE[block],
        faces=faces,
        rolled=int(s["rolled"][block]),
        penalties=penalties,
        chance=sum(track + penalties + n >= LAST for n in coming),
        deck=cards.count(DECK),
        discarded=cards.count(DISCARD),
    )


def block_of_card(keywords: str) -> int:
    return words.BLOCK_OF[words.FACILITIES.index(keywords.partition(".")[2])]


def facility_of(s: Any, content: Content, f: int) -> Facility:
    row = content.rows["facility"][f]
    bits, cancelled = int(s["broken"][f]), int(s["cancelled"][f])
    parts = tuple(
        Part(
            kind=part,
            broken=bool(bits >> k & 1),
            penalty=PENALTIES[row["parts"][part]],
            harmless=row["parts"][part] == "none",
            cancelled=bool(cancelled >> k & 1),
        )
        for k, part in enumerate(words.PARTS)
        if part in row["parts"]
    )
    return Facility(
        number=f,
        name=content.names["facility"][f],
        parts=parts,
        needs=tuple(good for good in words.TILE_KINDS if row[good]),
        dice=row.get("dice", "").replace("none", ""),
        automatic=int(row["automatic"]),
        output=int(s["output"][f]) if f < PRODUCERS else 0,
        top=words.TOP_OUTPUT[f] if f < PRODUCERS else 0,
        shut=tuple(good for k, good in enumerate(words.TILE_KINDS) if int(s["shut"][f]) >> k & 1),
        token=words.MODIFIERS[int(s["modifier"][f]) - 1] if s["modifier"][f] else "",
        waiting=tuple(words.MODIFIERS[int(token) - 1] for token in s["waiting"][f] if token),
        upgrades=tuple(u for u in upgrades_of(s, content) if u.facility == f),
    )


def upgrades_of(s: Any, content: Content) -> tuple[Upgrade, ...]:
    """The upgrades of the mission."""
    out = []
    for u in range(min(UPGRADES, len(content.rows["upgrade"]))):
        if int(s["upgrade"][u]) != NOT_OFFERED:
            row = content.rows["upgrade"][u]
            facility = words.FACILITIES.index(row["facility"])
            out.append(
                Upgrade(
                    content.names["upgrade"][u], facility, upgrade_phrase(content, row), UPGRADE_STATES[s["upgrade"][u]]
                )
            )
    return tuple(out)


def places_of(s: Any, content: Content) -> tuple[Place, ...]:
    """All places outside, ring by ring."""
    running = int(s["over"]) == RUNNING
    ways = int(outside.ways(s, content.tables)) if running else 0
    kind, _, a, _ = (int(x) for x in s["frame"][int(s["depth"]) - 1]) if running else (0, 0, 0, 0)

    def place(spot: int) -> Place:
        tile = int(s["spot"][spot])
        row = content.rows["roi"][tile] if tile >= 0 else {}
        lying = tuple(int(n) for n in s["ground"][spot])
        return Place(
            ring=1 + spot // SECTORS,
            sector=1 + spot % SECTORS,
            name=content.names["roi"][tile] if tile >= 0 else "",
            goods=lying,
            hazard=row.get("hazard", "none"),
            poi=bool(row.get("poi", False)),
            reachable=bool(ways >> spot & 1),
            asked=(kind == STRIP and any(lying)) or (kind == PICK_GOOD and a == spot),
        )

    return tuple(place(spot) for spot in range(SPOTS))
