"""Chapters "Explore" and "Gather": the places outside, their tiles, and the goods that lie there."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import A_GOOD, A_PLACE
from marszoo.envs.first_martians.rules import base, crew
from marszoo.envs.first_martians.rules.lists import push_effects
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.state import (
    E_ADVENTURE,
    E_CARGO,
    E_EXPLORED,
    E_ROVER,
    E_STRIP,
    GOODS,
    PICK_GOOD,
    RINGS,
    SECTORS,
    SPOTS,
    SUPPLY_TOP,
    TO_NOWHERE,
)

ALL_SPOTS, HUB = (1 << SPOTS) - 1, (1 << SECTORS) - 1
"""All places, and those beside the HUB, a bit each."""
FIRST_SECTORS = sum(1 << ring * SECTORS for ring in range(RINGS))
LAST_SECTORS = FIRST_SECTORS << SECTORS - 1
"""The first and the last place of each ring, which are neighbours too."""


@jit
def ways(s: Any, content: Any) -> Any:
    """Places that can be explored, a bit each: not explored, and beside the HUB or an explored place.

    A place that lets nobody further out is no way to the one behind it. All at once, in a few shifts of bits.
    """
    explored = 0
    passable = 0
    for spot in range(SPOTS):
        there = s.spot[spot] >= 0
        explored |= there << spot
        passable |= (there and content.roi[s.spot[spot]].hazard != words.H_OUTWARD) << spot
    beside = (explored << 1 & ~FIRST_SECTORS) | (explored >> SECTORS - 1 & FIRST_SECTORS)
    beside |= (explored >> 1 & ~LAST_SECTORS) | (explored << SECTORS - 1 & LAST_SECTORS)
    return (HUB | passable << SECTORS | explored >> SECTORS | beside) & ~explored & ALL_SPOTS


@jit
def kinds_at(s: Any, spot: Any) -> Any:
    """Kinds of goods that lie at a place."""
    n = 0
    for good in range(GOODS):
        n += s.ground[spot, good] > 0
    return n


@jit
def any_goods(s: Any) -> Any:
    for spot in range(SPOTS):
        if kinds_at(s, spot) > 0:
            return True
    return False


@jit
def explore(s: Any, content: Any, leader: Any, spot: Any, rover: Any) -> None:
    """Turn up a tile: its goods are placed, its hazard strikes, then what a point of interest gives is found."""
    tile = draw_tile(s, content, 1 + spot // SECTORS)
    row = content.roi[tile]
    s.spot[spot] = tile
    s.tiles += 1
    s.deep += spot >= (RINGS - 1) * SECTORS
    s.pois += row.poi
    for good in range(GOODS):
        s.ground[spot, good] = row.goods[good]
    note(s, E_EXPLORED, leader, spot, tile)
    push_effects(s, leader, np.int64(row.finds))
    if row.hazard == words.H_ROVER and rover > 0:
        block_rover(s, rover - 1)
    elif row.hazard == words.H_ADVENTURE:
        adventure(s, content, leader, words.GREEN_DICE)
    elif row.hazard == words.H_MORALE:
        crew.move_morale(s, -1)
    elif row.hazard == words.H_WOUND:
        crew.wound(s, content, leader, 1)


@jit
def tiles_used(s: Any) -> Any:
    """Tiles that lie outside, a bit each."""
    used: Any = 0
    for spot in range(SPOTS):
        if s.spot[spot] >= 0:
            used |= 1 << s.spot[spot]
    return used


@jit
def draw_tile(s: Any, content: Any, ring: Any) -> Any:
    """A tile of the ring that does not lie outside, each equally likely."""
    used = tiles_used(s)
    left = 0
    for tile in range(content.num_tiles):
        left += (content.roi[tile].ring == ring) & ~used >> tile & 1
    k = rng.below(s, left)
    for tile in range(content.num_tiles):
        k -= (content.roi[tile].ring == ring) & ~used >> tile & 1
        if k < 0:
            return tile
    return -1


@jit
def block_rover(s: Any, rover: Any) -> None:
    if s.blocked[rover] == 0:
        s.blocked[rover] = 1
        note(s, E_ROVER, s.first, rover, 1)


@jit
def adventure(s: Any, content: Any, leader: Any, colour: Any) -> None:
    """An adventure of the colour, each equally likely, befalls the astronaut in front."""
    left = 0
    for a in range(content.num_adventures):
        left += content.adventure[a].colour == colour
    k = rng.below(s, left)
    for a in range(content.num_adventures):
        if content.adventure[a].colour == colour:
            if k == 0:
                note(s, E_ADVENTURE, leader, a, 0)
                push_effects(s, leader, np.int64(content.adventure[a].effects))
                return
            k -= 1


@jit
def legal_strip(s: Any, mask: Any) -> None:
    """A good from an explored place of choice is lost; how many more after it is in the frame, which may be dozens."""
    for spot in range(SPOTS):
        mask[A_PLACE + spot] = kinds_at(s, spot) > 0


@jit
def apply_strip(s: Any, spot: Any) -> None:
    seat, more = top(s, SEAT), top(s, A)
    if more > 0:
        set_top(s, A, more - 1)
    else:
        pop(s)
    push(s, PICK_GOOD, seat, spot, TO_NOWHERE)


@jit
def legal_good(s: Any, mask: Any) -> None:
    for good in range(GOODS):
        mask[A_GOOD + good] = s.ground[top(s, A), good] > 0


@jit
def apply_good(s: Any, content: Any, good: Any) -> None:
    """Bring all goods of a kind to the Pending area, with an upgrade more than there are; or lose one."""
    spot, purpose = top(s, A), top(s, B)
    pop(s)
    if purpose == TO_NOWHERE:
        s.ground[spot, good] -= 1
        note(s, E_STRIP, s.first, good, spot)
        return
    n = s.ground[spot, good] + base.upgraded(s, content, words.PROBE_BAY, words.U_BETTER)
    s.ground[spot, good] = 0
    s.cargo[good] = min(SUPPLY_TOP, s.cargo[good] + n)
    s.gathered = min(SUPPLY_TOP, s.gathered + n)
    note(s, E_CARGO, s.first, good, n)
