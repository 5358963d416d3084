"""What is seen of the map, the tracks, the milestones and awards, as plain Python values."""

from dataclasses import dataclass, replace
from typing import Any

from marszoo.envs.core.content import Content, once_per_content
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.lookup import bits_of, objective_name
from marszoo.envs.legacy_of_mars.phrases import SPACE_NAMES, degrees, tile_name
from marszoo.envs.legacy_of_mars.phrases_rows import counted_by
from marszoo.envs.legacy_of_mars.reading_boards import ROW_LENGTHS
from marszoo.envs.legacy_of_mars.rules import objectives
from marszoo.envs.legacy_of_mars.state import (
    CLAIMED,
    FUNDED,
    GANYMEDE,
    HEXES,
    MELTING_STEP,
    OBJECTIVES,
    OXYGEN_GOAL,
    TEMPERATURE_STEPS,
)


@dataclass(frozen=True)
class Hex:
    """A space of the map, or one off the planet."""

    name: str
    row: int  # -1 off the planet
    column: int
    tile: int  # words.OCEAN_TILE …; 0 none
    owner: int  # seat or NEUTRAL; -1 nobody
    title: str  # of a special tile or a city that a card placed; "" an ordinary tile
    frozen: bool  # an ocean that shows its glacier side
    population: int
    claim: int  # seat that keeps the hex; -1 nobody
    reserved: bool  # for oceans
    volcanic: bool
    noctis: bool  # kept for Noctis City
    bonus: tuple[str, ...]  # words.BONUSES, each as often as it is printed
    price: int  # M€ that the bonus of a pole costs; 0 none
    fits: bool  # the decision on top may choose it


@dataclass(frozen=True)
class Track:
    """A global parameter."""

    name: str
    at: int  # step of the temperature, percent of oxygen, oceans
    first: int  # where it starts
    last: int  # the goal
    places: tuple[str, ...]  # names of the places from the first to the last one
    bonuses: tuple[str, ...]  # of each place, in words; "" none


@dataclass(frozen=True)
class Objective:
    """A milestone, or an award."""

    name: str
    counted: str  # what it counts
    needed: int  # milestones; 0 for awards
    counts: tuple[int, ...]  # of each seat
    holder: int  # seat that has claimed or funded it; -1 nobody


@dataclass(frozen=True)
class Objectives:
    """Milestones and awards; in a solo game there are none."""

    milestones: tuple[Objective, ...]
    awards: tuple[Objective, ...]
    milestone_price: int  # M€ for the next one; 0 if no more can be claimed
    award_price: int  # M€ for the next one; 0 if no more can be funded


def hexes_of(s: Any, content: Content, fits: set[int]) -> tuple[Hex, ...]:
    """All spaces; `fits`: those that the decision on top may choose."""
    named = (words.CITY_TILE, words.SPECIAL_TILE)
    tiles, rows, owners, ices, people, claims = (
        s[name].tolist() for name in ("tile", "tile_row", "owner", "frozen", "population", "claim")
    )
    return tuple(
        replace(
            spot,
            tile=tiles[k],
            owner=owners[k] if tiles[k] else -1,
            title=tile_name(content, rows[k] - 1, tiles[k]) if rows[k] and tiles[k] in named else "",
            frozen=bool(ices[k]),
            population=people[k],
            claim=claims[k] - 1,
            fits=k in fits,
        )
        if tiles[k] or claims[k] or k in fits
        else spot
        for k, spot in enumerate(bare_map(content, int(s["board"])))
    )


@once_per_content
def bare_map(content: Content, number: int) -> tuple[Hex, ...]:
    """All spaces of a board as they are printed, before anything lies on them."""
    board = content.tables["board"][number]
    reserved, volcanic, noctis = (bits_of(int(board[name])) for name in ("reserved", "volcanic", "noctis"))
    spots = [(row, column) for row, length in enumerate(ROW_LENGTHS) for column in range(length)]
    spots += [(-1, column) for column in range(GANYMEDE + 1 - HEXES)]
    return tuple(
        Hex(
            name=SPACE_NAMES[k],
            row=row,
            column=column,
            tile=0,
            owner=-1,
            title="",
            frozen=False,
            population=0,
            claim=-1,
            reserved=k in reserved,
            volcanic=k in volcanic,
            noctis=k in noctis,
            bonus=bonuses_at(board, k) if k < HEXES else (),
            price=int(board["pole_cost"]) if k == int(board["pole"]) else 0,
            fits=False,
        )
        for k, (row, column) in enumerate(spots)
    )


def bonuses_at(board: Any, k: int) -> tuple[str, ...]:
    return tuple(word for word, n in zip(words.BONUSES, board["bonus"][k], strict=True) for _ in range(int(n)))


def tracks_of(s: Any, content: Content) -> tuple[Track, ...]:
    """Temperature, oxygen, oceans."""
    tables, board = content.tables, content.tables["board"][int(s["board"])]
    first, oceans = int(board["oxygen"]), int(board["oceans"])
    warm = ["heat production +1" if int(n) else "" for n in tables["heat_bonus"]]
    if int(board["free_ocean"]) or int(board["glaciers"]):
        warm[MELTING_STEP] = "place an ocean" if int(board["free_ocean"]) else "glaciers begin to melt"
    air = [f"temperature +{int(n)}" if int(n) else "" for n in tables["oxygen_bonus"]]
    return (
        Track(
            name="Temperature",
            at=int(s["temperature"]),
            first=0,
            last=TEMPERATURE_STEPS,
            places=tuple(degrees(k) for k in range(TEMPERATURE_STEPS + 1)),
            bonuses=tuple(warm[: TEMPERATURE_STEPS + 1]),
        ),
        Track(
            name="Oxygen",
            at=int(s["oxygen"]),
            first=first,
            last=OXYGEN_GOAL,
            places=tuple(f"{k} %" for k in range(first, OXYGEN_GOAL + 1)),
            bonuses=tuple(air[first : OXYGEN_GOAL + 1]),
        ),
        Track(
            name="Oceans",
            at=int(s["oceans"]),
            first=0,
            last=oceans,
            places=tuple(str(k) for k in range(oceans + 1)),
            bonuses=("",) * (oceans + 1),
        ),
    )


def objectives_of(s: Any, content: Content) -> Objectives:
    seats = range(int(s["num_players"]))
    if len(seats) == 1:
        return Objectives((), (), 0, 0)
    tables = content.tables

    def objective(table: str, k: int) -> Objective:
        milestone = table == "milestone"
        row = (objectives.milestone_row if milestone else objectives.award_row)(s, tables, k)
        have = objectives.progress if milestone else objectives.standing
        return Objective(
            name=objective_name(s, content, table, k),
            counted=counted_by(tables[table][int(row)]),
            needed=int(tables[table][int(row)]["amount"]) if milestone else 0,
            counts=tuple(int(have(s, tables, p, k)) for p in seats),
            holder=int(s[table][k]) - 1,
        )

    claimed, funded = (sum(int(n) > 0 for n in s[table]) for table in ("milestone", "award"))
    return Objectives(
        milestones=tuple(objective("milestone", k) for k in range(OBJECTIVES)),
        awards=tuple(objective("award", k) for k in range(OBJECTIVES)),
        milestone_price=int(tables["milestone_cost"]) if claimed < CLAIMED else 0,
        award_price=int(tables["award_cost"][funded]) if funded < FUNDED else 0,
    )
