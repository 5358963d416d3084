"""Of what must hold in every state: the actions, events and objectives of the round, the stack, and the end."""

from typing import Any

from marszoo.envs.core.frames import KIND, RUNNING, SEAT, TERMINATED, A
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, declare
from marszoo.envs.first_martians.rules.lookup import JOB_TARGETS
from marszoo.envs.first_martians.state import (
    ASSIGN,
    JOB,
    JOBS,
    LAST,
    NOT_ENDED,
    PAWNS,
    PROJECTS,
    ROLLED,
    ROUND,
    SLOTS,
    STUDY,
    TOO_BROKEN,
    WON,
)


@jit
def on_stack(s: Any, kind: Any, a: Any) -> Any:
    """Whether a frame of a kind with this column A is on the stack; -1: with any."""
    for k in range(s.depth):
        if s.frame[k, KIND] == kind and (a < 0 or s.frame[k, A] == a):
            return True
    return False


@jit
def jobs_fit(s: Any) -> Any:
    if s.jobs < 0 or s.jobs > JOBS or s.assigned < 0 or s.assigned > PAWNS * s.num_players:
        return False
    for j in range(JOBS):
        there = s.job[j] > 0
        if s.job[j] < 0 or s.job[j] > len(words.JOBS) or (there and j >= s.jobs):
            return False
        if there != (s.pawns[j] > 0) or there != (s.least[j] > 0) or s.sure[j] < s.least[j]:
            return False
        if s.leader[j] < 0 or s.leader[j] >= s.num_players or (not there and (s.leader[j] or s.rover[j])):
            return False
    return True


@jit
def room_fits(s: Any, content: Any) -> Any:
    """As `declare.find_room` has it, without changing anything."""
    if s.over != RUNNING or s.frame[s.depth - 1, KIND] != ASSIGN:
        return s.stale <= 1
    label = 0
    for kind in range(declare.KINDS_OF_JOB):
        possible = declare.facility_open(s, content, kind)
        for target in range(JOB_TARGETS[kind]):
            n = declare.limit(s, content, kind, target) if possible else 0
            for j in range(s.jobs):
                n -= s.job[j] == kind + 1 and s.target[j] == target
            if s.room[label] != max(0, n):
                return False
            if n > 0:
                helped = declare.help_for(s, content, kind, target)
                if s.asked[label] != declare.least_pawns(s, content, kind, target) - helped:
                    return False
            label += 1
    return s.stale == 0


@jit
def dice_fit(s: Any) -> Any:
    for k in range(3):
        if s.die[k] < -1 or s.die[k] > 1 or s.rolled[k] < -1 or s.rolled[k] > LAST:
            return False
        if s.over == RUNNING and s.die[k] >= 0 and not on_stack(s, JOB, -1):
            return False
    return (
        s.over != RUNNING or not on_stack(s, ROLLED, -1) or s.die[words.SUCCESS_DIE] >= 0 or s.die[words.WOUND_DIE] >= 0
    )


@jit
def events_fit(s: Any, content: Any) -> Any:
    for slot in range(SLOTS):
        e = s.open[slot]
        if e < -1 or e >= content.num_events or (e < 0) != (s.left[slot] == 0) or s.left[slot] < 0:
            return False
        if e >= 0 and s.drawn[e] == 0:
            return False
        for other in range(slot):
            if e >= 0 and s.open[other] == e:
                return False
    return True


@jit
def mission_fits(s: Any, content: Any) -> Any:
    if s.mission < 0 or s.mission >= content.num_missions:
        return False
    row = content.mission[s.mission]
    for p in range(PROJECTS):
        most = row.steps[p, s.num_players - 1] if p < row.projects else 0
        if s.steps[p] < 0 or s.steps[p] > most:
            return False
    for k in range(len(s.done)):
        if s.done[k] > 1 or (s.done[k] and k >= row.goals):
            return False
    return True


@jit
def round_fits(s: Any) -> Any:
    if s.sol < 1 or s.sol > s.sols or s.phase < 0 or s.phase > words.CLEAN_UP_PHASE:
        return False
    return s.first >= 0 and s.first < s.num_players and s.difficulty >= 0 and s.difficulty < len(words.DIFFICULTIES)


@jit
def frames_fit(s: Any) -> Any:
    if s.depth < 1 or s.depth > len(s.frame) or s.frame[0, KIND] != ROUND:
        return False
    for k in range(len(s.frame)):
        for column in range(4):
            if k >= s.depth and s.frame[k, column] != 0:
                return False
        if s.frame[k, KIND] < 0 or s.frame[k, KIND] > JOB or (k > 0 and k < s.depth and s.frame[k, KIND] == ROUND):
            return False
    if s.over != RUNNING:
        return True
    kind, seat = s.frame[s.depth - 1, KIND], s.frame[s.depth - 1, SEAT]
    return kind >= 1 and kind <= STUDY and seat == s.player and seat < s.num_players


@jit
def end_fits(s: Any) -> Any:
    if s.ending > TOO_BROKEN or (s.over == TERMINATED) != (s.ending != NOT_ENDED):
        return False
    if s.ending == WON:
        return s.threshold < 0 or base.broken_parts(s) <= s.threshold
    return True
