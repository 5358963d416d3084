"""Decisions on the map: where a tile or a Population goes, which glacier melts, which hex is claimed."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.actions import A_PLACE, NOBODY_HIT
from marszoo.envs.legacy_of_mars.rules import board
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.requirements import glaciers
from marszoo.envs.legacy_of_mars.rules.rows import lowest_bit
from marszoo.envs.legacy_of_mars.state import E_CLAIM, HEXES


@jit
def offer(bits: Any, mask: Any) -> None:
    """These spaces."""
    left = bits
    while left:
        mask[A_PLACE + lowest_bit(left)] = 1
        left &= left - 1


@jit
def legal_place(s: Any, content: Any, mask: Any) -> None:
    offer(board.room(s, content, top(s, SEAT), top(s, A), top(s, B)), mask)


@jit
def apply_place(s: Any, content: Any, action: Any) -> None:
    seat, kind = top(s, SEAT), top(s, A)
    pop(s)
    board.put(s, content, seat, kind, action - A_PLACE, np.int64(s.doing[1]))


@jit
def legal_site(s: Any, mask: Any) -> None:
    offer(board.site_room(s, top(s, SEAT)), mask)


@jit
def apply_site(s: Any, content: Any, action: Any) -> None:
    """Further Population, as many as there is room for, are asked for one by one."""
    seat, left = top(s, SEAT), top(s, A) - 1
    board.populate(s, content, seat, action - A_PLACE)
    if left > 0 and board.site_room(s, seat) != 0:
        set_top(s, A, left)
    else:
        pop(s)


@jit
def legal_melting(s: Any, mask: Any) -> None:
    """Every glacier; none only where the temperature could not rise any more."""
    for space in range(HEXES):
        if s.frozen[space]:
            mask[A_PLACE + space] = 1
    if top(s, B):
        mask[NOBODY_HIT] = 1


@jit
def apply_melting(s: Any, content: Any, action: Any) -> None:
    """Each step melts one glacier; who refuses one refuses those that are left."""
    left = top(s, A) - 1
    if action == NOBODY_HIT:
        left = 0
    else:
        board.melt(s, content, top(s, SEAT), action - A_PLACE)
    if left > 0 and glaciers(s) > 0:
        set_top(s, A, left)
    else:
        pop(s)


@jit
def legal_claiming(s: Any, content: Any, mask: Any) -> None:
    offer(board.claim_room(s, content), mask)


@jit
def apply_claiming(s: Any, action: Any) -> None:
    """A marker is no tile: no bonus, no neighbour. It keeps the hex for its owner, who need not use it."""
    seat, space = top(s, SEAT), action - A_PLACE
    s.claim[space] = 1 + seat
    s.claimed[seat] |= 1 << space
    note(s, E_CLAIM, seat, space, 0)
    pop(s)
