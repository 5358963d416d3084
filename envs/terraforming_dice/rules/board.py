"""Chapters "Icons" and "Tiles": the tracks, the map and the points that both give, and who reacts."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.content import MOST_REACTIONS
from marszoo.envs.terraforming_dice.rules.log import note
from marszoo.envs.terraforming_dice.rules.stock import add_points
from marszoo.envs.terraforming_dice.state import (
    CARDS,
    CITY_TILE,
    E_STEP,
    E_TILE,
    EFFECT,
    EMPTY,
    GREENERY_TILE,
    HEXES,
    OCEAN_TILE,
    OCEANS,
    OXYGEN_STEPS,
    REACTIONS,
    TABLE,
    TEMPERATURE_STEPS,
)

STEP_POINTS, FINISHED_POINTS, CITY_POINTS, ADJACENT_POINTS = 2, 1, 2, 1
"""Victory Points: a step of a track, the same on a finished track, a city, each neighbour that counts. All printed."""


@jit
def push_effect(s: Any, seat: Any, effect: Any, n: Any, argument: Any) -> None:
    """Queue an effect: the frame on top is resolved first."""
    push(s, EFFECT, seat, effect, 16 * n + argument)


@jit
def push_event(s: Any, content: Any, seat: Any, event: Any) -> None:
    """Let reactions follow to what `seat` did, if there are any in the content."""
    if content.reacts_to >> event & 1:
        push(s, REACTIONS, seat, event, 0)


@jit
def run_reactions(s: Any, content: Any) -> None:
    """Queue the next reaction to the event on top: those of the seat that caused it first, then clockwise."""
    seat, event = top(s, SEAT), top(s, A)
    for cursor in range(top(s, B), s.num_players * MOST_REACTIONS):
        k = cursor % MOST_REACTIONS
        if k >= content.num_reactions:
            continue
        owner = (seat + cursor // MOST_REACTIONS) % s.num_players
        reaction = content.reactions[k]
        if reaction.events >> event & 1 and (owner == seat or reaction.anyone) and in_play(s, owner, reaction.row):
            set_top(s, B, cursor + 1)
            push_effect(s, owner, reaction.effect[0], np.int64(reaction.effect[1]), np.int64(reaction.effect[2]))
            return
    if event >= words.ON_GREEN_CARD:
        s.latest = -1
    pop(s)


@jit
def in_play(s: Any, owner: Any, row: Any) -> Any:
    """Whether a row is the seat's face-up corporation or a card on its table; the card being played is not yet."""
    if row >= CARDS:
        return owner < s.revealed and s.corporation[owner] == row - CARDS
    return s.place[row] == TABLE + owner and row != s.latest


@jit
def finished(s: Any) -> Any:
    """How many of the three global parameters are complete."""
    return (s.temperature >= TEMPERATURE_STEPS) + (s.oxygen >= OXYGEN_STEPS) + (s.oceans >= OCEANS)


@jit
def trigger_end(s: Any) -> None:
    """Two of three tracks: the running turn is finished, then everyone takes one more, its player last.

    Alone there is no such end, unless the switch ``solo_end`` asks for it once all three are complete.
    """
    if s.left < 0:
        done = finished(s)
        if s.num_players > 1 and done >= 2:
            s.left = s.num_players
        elif s.num_players == 1 and done == 3 and s.solo_goal:
            s.left = 1


@jit
def step_taken(s: Any, seat: Any, event: Any) -> None:
    s.steps[seat] += 1
    note(s, E_STEP, seat, event, 1)
    add_points(s, seat, STEP_POINTS)
    trigger_end(s)


@jit
def finished_step(s: Any, seat: Any, event: Any) -> None:
    """A step of a finished track: nothing moves or is placed, and it gives 1 Victory Point."""
    note(s, E_STEP, seat, event, 0)
    add_points(s, seat, FINISHED_POINTS)


@jit
def raise_track(s: Any, content: Any, seat: Any, event: Any, prize: Any) -> None:
    """One step of the temperature or the oxygen, with the bonus of the place reached; `prize` points more if it has one.

    On a finished track nothing moves, and the step gives 1 Victory Point.
    """
    track = 0 if event == words.ON_TEMPERATURE else 1
    place = np.int64(s.temperature if track == 0 else s.oxygen)
    if place >= (TEMPERATURE_STEPS if track == 0 else OXYGEN_STEPS):
        finished_step(s, seat, event)
        return
    place += 1
    if track == 0:
        s.temperature = place
    else:
        s.oxygen = place
    step_taken(s, seat, event)
    push_event(s, content, seat, event)
    bonus = content.track_bonus[track, place]
    if bonus[0] > 0:
        if prize > 0:
            add_points(s, seat, prize)
        push_effect(s, seat, bonus[0], np.int64(bonus[1]), np.int64(bonus[2]))


@jit
def fits(s: Any, content: Any, kind: Any, where: Any) -> Any:
    """Whether a tile may be placed: oceans on ocean areas only, others on land only, no city beside a city."""
    if s.tile[where] != EMPTY or (content.ocean_area[where] != 0) != (kind == OCEAN_TILE):
        return False
    return kind != CITY_TILE or s.cities_near[where] == 0


@jit
def any_fits(s: Any, content: Any, kind: Any) -> Any:
    if kind == OCEAN_TILE and s.oceans >= OCEANS:
        return False
    for where in range(HEXES):
        if fits(s, content, kind, where):
            return True
    return False


@jit
def lay(s: Any, content: Any, kind: Any, where: Any) -> None:
    """Put a tile on the map, without anything that follows from it."""
    s.tile[where] = kind
    for k in range(6):
        near = content.neighbour[where, k]
        if near >= 0:
            if kind == CITY_TILE:
                s.cities_near[near] += 1
            elif kind == GREENERY_TILE:
                s.greens_near[near] += 1
    if kind == OCEAN_TILE:
        s.oceans += 1


@jit
def place_tile(s: Any, content: Any, seat: Any, kind: Any, where: Any) -> None:
    """Place a tile that fits: its points at once, whoever placed its neighbours, then the bonus of the hex, then reactions."""
    lay(s, content, kind, where)
    s.tiles[seat] += 1
    note(s, E_TILE, seat, kind, where)
    push_event(s, content, seat, words.ON_OCEAN + kind - OCEAN_TILE)
    if kind == OCEAN_TILE:
        step_taken(s, seat, words.ON_OCEAN)
    elif kind == GREENERY_TILE:
        raise_track(s, content, seat, words.ON_OXYGEN, 0)
        if s.cities_near[where] > 0:
            add_points(s, seat, ADJACENT_POINTS * s.cities_near[where])
    elif kind == CITY_TILE:
        add_points(s, seat, CITY_POINTS + ADJACENT_POINTS * s.greens_near[where])
    bonus = content.hex_bonus[where]
    if bonus[0] > 0:
        push_effect(s, seat, bonus[0], np.int64(bonus[1]), np.int64(bonus[2]))
