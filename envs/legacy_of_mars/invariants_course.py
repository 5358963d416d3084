"""Invariants of the course of a mission: what has been chosen, whose turn it is, what waits, and the end."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, SEAT, TERMINATED
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules.campaign import goes_on, missions_over
from marszoo.envs.legacy_of_mars.rules.deck import count_at
from marszoo.envs.legacy_of_mars.rules.end import complete
from marszoo.envs.legacy_of_mars.rules.rows import plays
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    CLAIMED,
    FUNDED,
    GOVERNOR,
    INNOVATION_SAVED,
    MISSIONS,
    OBJECTIVES,
    P_OVER,
    P_SAVING,
    P_SETUP,
    PICK_CORPORATION,
    PLAYED,
    PLAYERS,
    POOL,
    POOLED,
    ROUND,
    SAVE,
    SAVED,
    SAVED_BY,
    SOLO_GENERATIONS,
    STACK,
)


@jit
def objectives_fit(s: Any) -> Any:
    claimed, funded = 0, 0
    for k in range(OBJECTIVES):
        if s.milestone[k] < 0 or s.award[k] < 0 or s.milestone[k] > s.num_players or s.award[k] > s.num_players:
            return False
        claimed += s.milestone[k] != 0
        funded += s.award[k] != 0
    if s.num_players == 1:
        return claimed + funded == 0
    return claimed <= CLAIMED and funded <= FUNDED


@jit
def choices_fit(s: Any, content: Any) -> Any:
    seen: Any = 0
    if s.revealed > s.num_players or (s.phase != P_SETUP and s.revealed != s.num_players):
        return False
    for p in range(PLAYERS):
        corporation, side = np.int64(s.corporation[p]), np.int64(s.side[p])
        if corporation < 0:
            if side != -1 or s.undone[p] != 0 or (p < s.num_players and s.revealed and plays(s, p)):
                return False
            continue
        if p >= s.num_players:
            return False
        if corporation >= content.num_corporations or seen >> corporation & 1 or side > 1:
            return False
        seen |= 1 << corporation
        if not plays(s, p):
            if side != -1:
                return False
            continue
        for m in range(MISSIONS):
            chosen = np.int64(s.development[p, m])
            if chosen > 1 or (chosen >= 0 and m > s.mission) or (chosen < 0 and m <= s.mission and s.revealed):
                return False
            if chosen < 0 and s.undone[p] >> m & 1:
                return False
        if (side < 0 and s.revealed) or (s.undone[p] != 0 and s.phase != P_SETUP):
            return False
    return True


@jit
def passes_fit(s: Any) -> Any:
    seen: Any = 0
    most: Any = 0
    for p in range(PLAYERS):
        n = np.int64(s.passed[p])
        if n > s.num_players or (n > 0 and (seen >> n & 1 or p >= s.num_players)):
            return False
        if n > 0:
            seen |= 1 << n
            most = max(most, n)
    return seen == (1 << most + 1) - 2


@jit
def frames_fit(s: Any) -> Any:
    for k in range(s.depth, STACK):
        for column in range(4):
            if s.frame[k, column] != 0:
                return False
    if s.over == TERMINATED:
        return s.depth == 0
    if s.depth < 2 or s.frame[0, KIND] != ROUND:
        return False
    kind, seat = s.frame[s.depth - 1, KIND], s.frame[s.depth - 1, SEAT]
    return PICK_CORPORATION <= kind <= SAVE and 0 <= seat < s.num_players and s.player == seat and plays(s, seat)


@jit
def has_frame(s: Any, kind: Any) -> Any:
    for k in range(s.depth):
        if s.frame[k, KIND] == kind:
            return True
    return False


@jit
def pool_fits(s: Any) -> Any:
    if s.pooled < 0 or s.pooled > POOL or (s.pooled > 0 and not has_frame(s, POOLED)):
        return False
    for k in range(s.pooled, POOL):
        for column in range(4):
            if s.pool[k, column] != 0:
                return False
    return True


@jit
def idle_blank(s: Any) -> Any:
    """During the set-up effects of sides and developments are worked off without an action around them."""
    if has_frame(s, PLAYED) or has_frame(s, POOLED) or s.phase == P_SETUP:
        return True
    blank = s.due == 0 and s.spot == -1 and s.hit == -1 and s.hit_row == -1
    for k in range(3):
        blank = blank and s.doing[k] == 0 and s.bill[k] == 0
    return blank


@jit
def end_fits(s: Any, content: Any) -> Any:
    if (s.over == TERMINATED) != (s.phase == P_OVER) or (s.over == TERMINATED and (not s.final or goes_on(s))):
        return False
    if s.num_players == 1:
        return s.generation <= SOLO_GENERATIONS and (not s.final or s.generation == SOLO_GENERATIONS)
    return not s.final or complete(s, content) == 3


@jit
def savings_fit(s: Any, content: Any) -> Any:
    """Saved cards of who plays are allowed in the next mission; before the saving phase they are innovation cards."""
    for p in range(PLAYERS):
        number = count_at(s, SAVED_BY + p)
        if number > SAVED or (number > 0 and (not s.campaign or p >= s.num_players)):
            return False
        if number == 0 or not plays(s, p):
            continue
        # Once the last decision of a mission is taken, the next one begins, and takes them, in the same step.
        if not goes_on(s) or (s.phase != P_SAVING and (number > 1 or s.innovated[p] != INNOVATION_SAVED)):
            return False
        for card in range(CARDS):
            if s.place[card] == SAVED_BY + p and not content.rows[card].missions >> (s.mission + 1) & 1:
                return False
    return True


@jit
def titles_fit(s: Any) -> Any:
    for m in range(MISSIONS):
        over = m < missions_over(s)
        seen: Any = 0
        for p in range(PLAYERS):
            played = over and p < s.num_players and not s.absent[m] >> p & 1
            if (s.title[p, m] != 0) != played or (s.ranked[p, m] != 0) != played:
                return False
            if not played and s.earned[p, m] != 0:
                return False
            seen += s.title[p, m] == GOVERNOR
        if over and seen != 1:
            return False
    return True
