"""Chapters "Clean-Up" and "End of the mission": objectives, winning and losing."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.state import (
    E_END,
    E_GOAL,
    E_UPGRADE,
    FACILITIES,
    GOODS,
    GROWN,
    MORALE_LOW,
    NOT_ENDED,
    OUT_OF_SOLS,
    PENDING,
    SUPPLY_TOP,
    TOO_BROKEN,
    UPGRADES,
    WAITING,
    WON,
    WORKING,
)


@jit
def progress(s: Any, content: Any, k: Any) -> Any:
    """How far objective `k` of the mission has come, in its own units."""
    kind, which = content.mission[s.mission].goal[k]
    if kind == words.G_TILES:
        return np.int64(s.tiles)
    if kind == words.G_DEEP:
        return np.int64(s.deep)
    if kind == words.G_POI:
        return np.int64(s.pois)
    if kind == words.G_CARGO:
        return np.int64(s.delivered)
    if kind == words.G_SAMPLES:
        return np.int64(s.stock[words.SAMPLE])
    if kind == words.G_FOOD:
        return np.int64(s.stock[words.FOOD])
    if kind == words.G_PARTS:
        return np.int64(s.stock[words.PART])
    if kind == words.G_PLANTS:
        return np.int64(s.plants[GROWN])
    if kind == words.G_REPAIRS:
        return np.int64(s.repairs)
    if kind == words.G_MORALE:
        return np.int64(s.morale)
    if kind == words.G_PROJECT:
        return np.int64(s.steps[which])
    return np.int64(s.installed)


@jit
def wanted(s: Any, content: Any, k: Any) -> Any:
    """What objective `k` asks for at this number of players."""
    return np.int64(content.mission[s.mission].amount[k, s.num_players - 1])


@jit
def share(s: Any, content: Any, k: Any) -> Any:
    """The share of objective `k` that is reached, 0 to 1; the Morale track counts from its lowest place."""
    if s.done[k] != 0:
        return 1.0
    offset = -MORALE_LOW if content.mission[s.mission].goal[k, 0] == words.G_MORALE else 0
    asked = wanted(s, content, k) + offset
    if asked <= 0:
        return 1.0
    return min(progress(s, content, k) + offset, asked) / asked


@jit
def next_modifiers(s: Any) -> None:
    """Active tokens are discarded, the top waiting token of each facility becomes active.

    Not at a shut-down facility, where it goes on waiting.
    """
    for f in range(FACILITIES):
        s.modifier[f] = 0
        if s.shut[f] == 0 and s.waiting[f, 0] != 0:
            s.modifier[f] = s.waiting[f, 0]
            for k in range(WAITING - 1):
                s.waiting[f, k] = s.waiting[f, k + 1]
            s.waiting[f, WAITING - 1] = 0


@jit
def clean_up(s: Any, content: Any) -> None:
    """The Clean-Up phase; then the sol is over, and the mission may be too."""
    next_modifiers(s)
    for good in range(GOODS):
        s.stock[good] = min(SUPPLY_TOP, s.stock[good] + s.cargo[good])
        s.cargo[good] = 0
    s.delivered = min(SUPPLY_TOP, s.delivered + s.gathered)
    s.gathered = 0
    for u in range(UPGRADES):
        if s.upgrade[u] == PENDING:
            install(s, content, u)
    for p in range(s.num_players):
        s.ready[p] = 1
    look_at_goals(s, content)
    s.first = s.first + 1 if s.first + 1 < s.num_players else 0


@jit
def install(s: Any, content: Any, u: Any) -> None:
    """An Upgrade tile comes from the Pending area to its facility and works from now on."""
    row = content.upgrade[u]
    s.upgrade[u] = WORKING
    s.installed += 1
    if row.word == words.U_CANCEL:
        s.cancelled[row.facility] = np.int64(s.cancelled[row.facility]) | 1 << row.argument
    note(s, E_UPGRADE, s.first, u, 1)


@jit
def look_at_goals(s: Any, content: Any) -> None:
    """Objectives that are reached count as done for good; the mission is won, lost, or goes on for another sol."""
    done = True
    for k in range(content.mission[s.mission].goals):
        if s.done[k] == 0 and progress(s, content, k) >= wanted(s, content, k):
            s.done[k] = 1
            note(s, E_GOAL, s.first, k, 0)
        done = done and (s.done[k] != 0 or k >= content.mission[s.mission].mandatory)
    if done and (s.threshold < 0 or base.broken_parts(s) <= s.threshold):
        s.ending = WON
    elif s.sol >= s.sols:
        s.ending = TOO_BROKEN if done else OUT_OF_SOLS
    if s.ending != NOT_ENDED:
        s.over = TERMINATED
        note(s, E_END, s.first, s.ending, 0)
