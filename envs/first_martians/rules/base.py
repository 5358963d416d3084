"""Chapters "Facilities", "Status markers" and "Upgrades": what is broken, what that costs, what an upgrade adds."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.rules.lookup import BITS, TOP_OUTPUT
from marszoo.envs.first_martians.state import (
    E_GAIN,
    E_LOSE,
    E_OUTPUT,
    FACILITIES,
    PARTS,
    SHUTDOWNS,
    SUPPLY_TOP,
    UPGRADES,
    WORKING,
)
from marszoo.envs.first_martians.tables import AT_COUNTED, TALLY_BITS


@jit
def gain(s: Any, good: Any, n: Any) -> None:
    s.stock[good] = min(SUPPLY_TOP, s.stock[good] + n)
    note(s, E_GAIN, s.first, good, n)


@jit
def lose(s: Any, good: Any, n: Any) -> None:
    """`n` of a supply, or what there is of it."""
    taken = min(n, np.int64(s.stock[good]))
    if taken > 0:
        s.stock[good] -= taken
        note(s, E_LOSE, s.first, good, taken)


@jit
def penalties(s: Any, content: Any, f: Any, word: Any) -> Any:
    """How often a penalty applies at a facility: not if it is shut down, nor where an upgrade cancels it."""
    if s.shut[f] != 0:
        return 0
    return np.int64(content.penalties[f, np.int64(s.broken[f]) & ~np.int64(s.cancelled[f]), word])


@jit
def tally(s: Any, content: Any) -> Any:
    """Active penalties of the whole base in one number: `active` and `counted` take it apart.

    In the Malfunction phase each active penalty of a block counts, by the words of the page; the switch
    ``penalty_counting`` may restrict that to those with the Malfunction icon. A broken part without a penalty adds nothing.
    """
    n = 0
    for f in range(FACILITIES):
        bits = (np.int64(s.broken[f]) & ~np.int64(s.cancelled[f])) * (s.shut[f] == 0)
        n += content.tally[s.icon_only, f, bits]
    return n


@jit
def active(tally: Any, at: Any) -> Any:
    """How many of a kind there are in a tally; `at` is AT_STRESS, AT_TOKEN or AT_LOSE_SAMPLE."""
    return tally >> at & (1 << TALLY_BITS) - 1


@jit
def counted(tally: Any, block: Any) -> Any:
    """How many of a block there are in a tally that count in the Malfunction phase."""
    return active(tally, AT_COUNTED + TALLY_BITS * block)


@jit
def counts(s: Any, word: Any) -> Any:
    """Whether a penalty that applies adds to the result of its block in the Malfunction phase."""
    return word == words.P_MALFUNCTION or (word != words.P_NONE and not s.icon_only)


@jit
def broken_parts(s: Any) -> Any:
    """Red status markers of the facilities. Markers of tracks and of the Malfunction box are none."""
    n = 0
    for f in range(FACILITIES):
        n += BITS[s.broken[f]]
    return n


@jit
def upgraded(s: Any, content: Any, f: Any, word: Any) -> Any:
    """The sum of N of the facility's working upgrades of a kind; those of a shut-down facility do not work."""
    n = 0
    if s.installed > 0 and s.shut[f] == 0:
        for u in range(UPGRADES):
            # What a row says comes first: it is the same in each game, so that the processor knows the answer.
            row = content.upgrade[u]
            if row.facility == f and row.word == word and s.upgrade[u] == WORKING:
                n += row.n
    return n


@jit
def surplus(s: Any, content: Any, kind: Any) -> Any:
    """What the two Oxygenators (OXYGEN) or Solar Panels (ENERGY) give, less what the facilities need.

    A shut-down producer gives nothing; a facility with a tile of the kind needs none.
    """
    n = -content.demand[kind]
    for f in range(2 * kind, 2 * kind + 2):
        if s.shut[f] == 0:
            less = penalties(s, content, f, words.P_OUTPUT)
            n += max(0, np.int64(s.output[f]) - less + upgraded(s, content, f, words.U_OUTPUT))
    tiles: Any = 0
    for f in range(FACILITIES):
        tiles |= np.int64(s.shut[f])
    if tiles >> kind & 1:
        for f in range(FACILITIES):
            n += (s.shut[f] >> kind & 1) * np.int64(content.facility[f].need[kind])
    return n


@jit
def tiles_left(s: Any, kind: Any) -> Any:
    """Shutdown tiles of a kind that are neither lying on a facility nor out of the game."""
    n = SHUTDOWNS // 2
    for k in range(SHUTDOWNS // 2):
        n -= s.flipped[SHUTDOWNS // 2 * kind + k]
    for f in range(FACILITIES):
        n -= s.shut[f] >> kind & 1
    return n


@jit
def move_output(s: Any, f: Any, n: Any) -> None:
    """Move a productivity marker, which stays on its track; a shut-down facility is not hit."""
    if s.shut[f] == 0:
        s.output[f] = min(TOP_OUTPUT[f], max(1, s.output[f] + n))
        note(s, E_OUTPUT, s.first, f, s.output[f])


@jit
def can_give(s: Any, content: Any, f: Any, part: Any, taker: Any) -> Any:
    """Whether a facility has a working part of the kind that could go to `taker`. A shut-down one is left alone."""
    return f != taker and s.shut[f] == 0 and (content.facility[f].fitted >> part & 1) and not s.broken[f] >> part & 1


@jit
def reparable(s: Any, content: Any, f: Any, part: Any, free: Any) -> Any:
    """Whether a broken part can be repaired: for nothing, with a spare part, or with one of another facility."""
    if not s.broken[f] >> part & 1:
        return False
    if free or s.stock[words.PART] > 0:
        return True
    for giver in range(FACILITIES):
        if can_give(s, content, giver, part, f):
            return True
    return False


@jit
def any_to_repair(s: Any, content: Any, free: Any) -> Any:
    for f in range(FACILITIES):
        if s.broken[f] != 0:
            for part in range(PARTS):
                if reparable(s, content, f, part, free):
                    return True
    return False
