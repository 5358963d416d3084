"""The small decisions: who is hit or treated, which marker, which part and from where, Morale or Stress, which project."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import (
    A_ASTRONAUT,
    A_CURE,
    A_FACILITY,
    A_MARKER,
    A_PART,
    A_PROJECT,
    DOWN,
    SPARE,
    UP,
)
from marszoo.envs.first_martians.rules import base, crew, malfunctions
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.state import (
    BY_CONDITION,
    CONDITIONS,
    E_REPAIR,
    FACILITIES,
    HUNGER,
    LAST,
    MORALE_TOP,
    PARTS,
    PROJECTS,
    SOURCE,
    SUPPLY_TOP,
)


@jit
def to_left(s: Any, k: Any) -> Any:
    """The seat k places to the left of the seat to decide."""
    seat = top(s, SEAT) + k
    return seat if seat < s.num_players else seat - s.num_players


@jit
def legal_hit(s: Any, mask: Any) -> None:
    """Any astronaut; when meals are missing, each at most once."""
    purpose = top(s, B)
    for k in range(s.num_players):
        mask[A_ASTRONAUT + k] = purpose < HUNGER or not purpose >> to_left(s, k) & 1


@jit
def apply_hit(s: Any, content: Any, k: Any) -> None:
    seat, n, purpose = to_left(s, k), top(s, A), top(s, B)
    if purpose >= HUNGER and n > 1:
        set_top(s, A, n - 1)
        set_top(s, B, purpose | 1 << seat)
    else:
        pop(s)
    if purpose == BY_CONDITION:
        crew.set_condition(s, seat, n, 1)
    else:
        crew.wound(s, content, seat, 1 if purpose >= HUNGER else n)


@jit
def legal_treat(s: Any, mask: Any) -> None:
    for k in range(s.num_players):
        seat = to_left(s, k)
        mask[A_ASTRONAUT + k] = s.wounds[seat] > 0
        for c in range(CONDITIONS):
            mask[A_CURE + CONDITIONS * k + c] = s.condition[seat] >> c & 1


@jit
def apply_treat(s: Any, action: Any) -> None:
    if action >= A_CURE:
        which = action - A_CURE
        crew.set_condition(s, to_left(s, which // CONDITIONS), which % CONDITIONS, 0)
    else:
        crew.heal(s, to_left(s, action - A_ASTRONAUT), top(s, A))
    pop(s)


@jit
def legal_marker(s: Any, mask: Any) -> None:
    for block in range(3):
        mask[A_MARKER + block] = s.track[block] > 0 and s.track[block] < LAST


@jit
def apply_marker(s: Any, block: Any) -> None:
    malfunctions.lower(s, block, top(s, A))
    pop(s)


@jit
def legal_repair(s: Any, content: Any, mask: Any) -> None:
    for f in range(FACILITIES):
        if s.broken[f] != 0:
            for part in range(PARTS):
                mask[A_PART + PARTS * f + part] = base.reparable(s, content, f, part, top(s, A) != 0)


@jit
def mend(s: Any, which: Any) -> None:
    """A status marker is green again."""
    f, part = which // PARTS, which % PARTS
    s.broken[f] = np.int64(s.broken[f]) & ~(1 << part)
    note(s, E_REPAIR, s.first, f, part)


@jit
def apply_repair(s: Any, which: Any) -> None:
    """A free repair is done, and may be followed by another one; else it is asked where the part comes from."""
    seat, free, n = top(s, SEAT), top(s, A), top(s, B)
    if free == 0 or n == 1:
        pop(s)
    else:
        set_top(s, B, n - 1)
    if free == 0:
        push(s, SOURCE, seat, which, 0)
    else:
        mend(s, which)


@jit
def legal_source(s: Any, content: Any, mask: Any) -> None:
    f, part = top(s, A) // PARTS, top(s, A) % PARTS
    mask[SPARE] = s.stock[words.PART] > 0
    for giver in range(FACILITIES):
        mask[A_FACILITY + giver] = base.can_give(s, content, giver, part, f)


@jit
def apply_source(s: Any, action: Any) -> None:
    """Repair with a spare part, or swap: the part of the other facility is red from now on."""
    which = top(s, A)
    pop(s)
    if action == SPARE:
        base.lose(s, words.PART, 1)
    else:
        giver = action - A_FACILITY
        s.broken[giver] = np.int64(s.broken[giver]) | 1 << which % PARTS
    mend(s, which)
    s.repairs = min(SUPPLY_TOP, s.repairs + 1)


@jit
def legal_unwind(s: Any, mask: Any) -> None:
    mask[UP] = s.morale < MORALE_TOP
    mask[DOWN] = s.stress > 0


@jit
def apply_unwind(s: Any, content: Any, action: Any) -> None:
    better = top(s, A)
    pop(s)
    if action == UP:
        crew.move_morale(s, content.quarters_morale + better)
    else:
        crew.move_stress(s, content, -(content.quarters_stress + better))


@jit
def can_study(s: Any, content: Any, p: Any) -> Any:
    """Whether a research project has steps left."""
    row = content.mission[s.mission]
    return p < row.projects and row.place[p] == 0 and s.steps[p] < row.steps[p, s.num_players - 1]


@jit
def any_to_study(s: Any, content: Any) -> Any:
    for p in range(PROJECTS):
        if can_study(s, content, p):
            return True
    return False


@jit
def legal_study(s: Any, content: Any, mask: Any) -> None:
    for p in range(PROJECTS):
        mask[A_PROJECT + p] = can_study(s, content, p)


@jit
def apply_study(s: Any, content: Any, p: Any) -> None:
    s.steps[p] = min(content.mission[s.mission].steps[p, s.num_players - 1], s.steps[p] + top(s, A))
    pop(s)
