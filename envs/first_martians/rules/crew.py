"""Chapters "Morale", "Stress" and "Wounds and conditions": what happens to the astronauts."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import RUNNING, TERMINATED
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.state import (
    DIED,
    E_CONDITION,
    E_END,
    E_HEAL,
    E_MORALE,
    E_STRESS,
    E_TOKEN,
    E_WOUND,
    MORALE_LOW,
    MORALE_TOP,
    TOKENS,
)


@jit
def move_stress(s: Any, content: Any, n: Any) -> None:
    """Move the marker of the Stress track; it stays on the track, whose length depends on the number of players."""
    s.stress = min(content.stress_length[s.num_players - 1], max(0, s.stress + n))
    note(s, E_STRESS, s.first, n, 0)


@jit
def move_morale(s: Any, n: Any) -> None:
    """Move the marker of the Morale track, -2 to +3."""
    s.morale = min(MORALE_TOP, max(MORALE_LOW, s.morale + n))
    note(s, E_MORALE, s.first, n, 0)


@jit
def suffers(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    """How many conditions of the astronaut have the effect."""
    bits = np.int64(s.condition[seat])
    n = 0
    if bits != 0:
        for c in range(content.num_conditions):
            n += (bits >> c & 1) != 0 and content.condition[c].effect == effect
    return n


@jit
def add_tokens(s: Any, content: Any, seat: Any, n: Any) -> None:
    """Morale tokens from the supply, which has 18 in all."""
    if suffers(s, content, seat, words.C_TOKENS) > 0:
        return
    left = TOKENS
    for p in range(s.num_players):
        left -= s.tokens[p]
    n = min(n, left)
    if n > 0:
        s.tokens[seat] += n
        note(s, E_TOKEN, seat, n, 0)


@jit
def wound(s: Any, content: Any, seat: Any, n: Any) -> None:
    """Wounds of an astronaut; at the limit it dies, and the mission is lost at once."""
    n += suffers(s, content, seat, words.C_WOUND)
    s.wounds[seat] = min(content.health, s.wounds[seat] + n)
    note(s, E_WOUND, seat, n, 0)
    if s.wounds[seat] >= content.health and s.over == RUNNING:
        s.over = TERMINATED
        s.ending = DIED
        note(s, E_END, seat, DIED, 0)


@jit
def heal(s: Any, seat: Any, n: Any) -> None:
    healed = min(n, np.int64(s.wounds[seat]))
    if healed > 0:
        s.wounds[seat] -= healed
        note(s, E_HEAL, seat, healed, 0)


@jit
def treatable(s: Any) -> Any:
    """Whether some astronaut has a wound or a condition."""
    for p in range(s.num_players):
        if s.wounds[p] > 0 or s.condition[p] != 0:
            return True
    return False


@jit
def set_condition(s: Any, seat: Any, c: Any, on: Any) -> None:
    """A condition is given or cured; who has it already does not get it again."""
    if (s.condition[seat] >> c & 1) != on:
        s.condition[seat] = np.int64(s.condition[seat]) ^ 1 << c
        note(s, E_CONDITION, seat, c, on)
