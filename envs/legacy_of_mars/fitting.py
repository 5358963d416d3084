"""What all content together must fit: sums that the record keeps in small numbers, room for tiles, the pool of effects."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Loaded
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.reading_effects import Effects, walk, weight
from marszoo.envs.legacy_of_mars.reading_rows import TILE_OF, RowReader, Trigger
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    CHOICES,
    CORPORATIONS,
    FIRST_DEVELOPMENT,
    FIRST_SIDE,
    MISSIONS,
    POOL,
    ROWS,
    SIDES_EACH,
)

SIGNED, UNSIGNED = 127, 255
"""Highest numbers of the fields of the record that keep such sums."""


def of_one_seat(rows: npt.NDArray[Any]) -> int:
    """The most that one seat can have of something: every card, and the richest corporation.

    Args:
        rows: how much of it each row gives.
    """
    return int(rows[:CARDS].sum() + _of_corporations(rows).max())


def of_all_seats(rows: npt.NDArray[Any]) -> int:
    """The most that all seats together can have of it."""
    return int(rows[:CARDS].sum() + _of_corporations(rows).sum())


def _of_corporations(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    sides = rows[FIRST_SIDE:FIRST_DEVELOPMENT].reshape(CORPORATIONS, SIDES_EACH).max(axis=1)
    chosen = rows[FIRST_DEVELOPMENT:].reshape(CORPORATIONS, MISSIONS, CHOICES).max(axis=2).sum(axis=1)
    total: npt.NDArray[Any] = sides + chosen
    return total


def sums(loaded: Loaded, rows: npt.NDArray[Any], amounts: dict[str, Any]) -> None:
    """Refuse content of which one seat could collect more than a field of the record holds."""

    def fits(what: str, column: npt.NDArray[Any], most: int) -> None:
        total = of_one_seat(column.astype(np.int64))
        if total > most:
            why = f"all cards and one corporation together come to {total}; at most {most} fit"
            raise loaded.source.fail("file", what, why)

    for k, tag in enumerate((*words.TAGS, "all")):
        fits(f"discount {tag}", rows["discount"][:, k], SIGNED)
    for k, tag in enumerate(words.TAGS):
        fits(f"tag {tag}", rows["tags"][:, k], UNSIGNED)
    for k, metal in enumerate(("steel_value", "titanium_value")):
        fits(metal, rows["worth"][:, k], SIGNED - 3)
    fits("requirement_shift", rows["shift"], SIGNED)
    for key, amount in (
        ("card_price", "card_price"),
        ("greenery_plants", "greenery_plants"),
        ("heat_steps", "heat_step"),
        ("population_workers", "population_workers"),
    ):
        fits(key, rows[key], amounts[amount] - (key != "card_price"))


class Doing(NamedTuple):
    """Something that is done at once: a row played, a way of its action used, a standard project."""

    entry: str  # how errors call it
    key: str
    effects: Effects
    tags: tuple[int, ...]  # how often the row played shows each tag; nothing for the others
    once: bool  # a card that is played at most once in a game
    standard: bool  # a standard project


NO_TAGS = (0,) * len(words.TAGS)


def rooms(loaded: Loaded, boards: npt.NDArray[Any], doings: list[Doing]) -> None:
    """Refuse content that could leave no hex for the last oceans, and second tiles for places that hold one."""
    at_sea = (words.ON_RESERVED, words.ON_ANYWHERE)
    single: dict[int, Doing] = {}
    blocking = 0
    for doing in doings:
        for effect in walk(doing.effects):
            if effect.word not in TILE_OF or effect.word == words.OCEAN:
                continue
            blocking += (1 if doing.once else SIGNED) * (effect.place in at_sea)
            if effect.place in (words.ON_NOCTIS, words.ON_PHOBOS, words.ON_GANYMEDE):
                place = words.PLACES[effect.place]
                if not doing.once:
                    raise loaded.source.fail(doing.entry, doing.key, f"only a card that is played may use {place}")
                if effect.place in single:
                    raise loaded.source.fail(doing.entry, doing.key, f"{single[effect.place].entry} uses {place} too")
                single[effect.place] = doing
    for k, name in enumerate(loaded.ids["board"]):
        reserved = int(boards["reserved"][k]).bit_count()
        if blocking > reserved - int(boards["oceans"][k]):
            why = (
                f"{boards['oceans'][k]} oceans and {blocking} other tiles that may take their hexes, "
                f"but only {reserved} reserved hexes"
            )
            raise loaded.source.fail(f"board {name!r}", "oceans", why)


_HAPPENS: dict[int, tuple[int, ...]] = {
    words.OCEAN: (words.ON_OCEAN_PLACED,),
    words.CITY: (words.ON_CITY_PLACED,),
    words.GREENERY: (words.ON_GREENERY_PLACED,),
    words.SPECIAL: (words.ON_SPECIAL_PLACED,),
    words.POPULATION: (words.ON_POPULATION_PLACED, words.ON_RATING),
    words.RATING: (words.ON_RATING,),
    words.MELT: (words.ON_MELTING,),
    words.TEMPERATURE: (words.ON_MELTING,),
    words.OXYGEN: (words.ON_MELTING,),
}
"""Effect -> the events that it may be."""


def _times(doing: Doing) -> list[int]:
    """How often each event may happen because of what is done."""
    out = [0] * len(words.EVENTS)
    for effect in walk(doing.effects):
        for event in _HAPPENS.get(effect.word, ()):
            out[event] += effect.n if effect.word in (words.POPULATION, words.MELT, words.TEMPERATURE) else 1
    out[words.ON_EVENT_CARD] = doing.tags[words.T_EVENT]
    out[words.ON_SPACE_EVENT] = doing.tags[words.T_EVENT] * min(1, doing.tags[words.T_SPACE])
    out[words.ON_STANDARD_PROJECT] = int(doing.standard)
    return out


def pool(loaded: Loaded, reader: RowReader, doings: list[Doing]) -> None:
    """Refuse content whose effects might not fit the pool: what is done, and all that may be set off by it."""
    listening = [
        (owner, trigger, weight(trigger.does), sum(effect.word == words.RATING for effect in walk(trigger.does)))
        for owner, trigger in reader.triggers
    ]
    found: dict[tuple[int, ...], int] = {}
    for doing in doings:
        times = _times(doing)
        # A trigger may raise the rating, which sets off others; these raise it no further (`RowReader.trigger`).
        for _, trigger, _, raised in listening:
            if raised:
                times[words.ON_RATING] += raised * _often(trigger, times, doing.tags)
        key = (*times, *doing.tags)
        if key not in found:
            found[key] = _set_off(listening, times, doing.tags)
        most = weight(doing.effects) + found[key]
        if most > POOL:
            why = f"with all that may be set off, {most} effects might wait at once; {POOL} can"
            raise loaded.source.fail(doing.entry, doing.key, why)


def _set_off(listening: list[tuple[int, Trigger, int, int]], times: list[int], tags: tuple[int, ...]) -> int:
    """The most effects that triggers can add, of the own seat and of all who listen to anybody."""
    own, anyone = np.zeros(ROWS, np.int64), np.zeros(ROWS, np.int64)
    for owner, trigger, size, _ in listening:
        if often := _often(trigger, times, tags):
            (anyone if trigger.anyone else own)[owner] += often * size
    return of_one_seat(own) + of_all_seats(anyone)


def _often(trigger: Trigger, times: list[int], tags: tuple[int, ...]) -> int:
    if trigger.event == words.ON_TAG:
        return sum(n for tag, n in enumerate(tags) if trigger.tags >> tag & 1)
    return times[trigger.event]
