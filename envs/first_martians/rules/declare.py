"""Chapter "Actions": who does what. Pawns are assigned one by one, openly; then AOMs and rovers join."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import A_DO, A_JOIN, IDLE, PASS, SKILL
from marszoo.envs.first_martians.rules import base, crew, malfunctions, outside
from marszoo.envs.first_martians.rules.lists import push_effects
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.rules.lookup import (
    AOM_OF_JOB,
    BITS,
    JOB_AT,
    JOB_FACILITY,
    JOB_OF,
    JOB_TARGETS,
    ROVER_PAWNS,
    TOP_OUTPUT,
)
from marszoo.envs.first_martians.state import (
    ASSIGN,
    AVAILABLE,
    E_ASSIGN,
    E_JOIN,
    E_SKILL,
    HELPER,
    HELPERS,
    JOBS,
    LABELS,
    MORALE_TOP,
    PAWNS,
    RINGS,
    SECTORS,
)

KINDS_OF_JOB = len(words.JOBS)
FIRST_ROVER = len(words.AOMS)
"""The helpers from here on are Froggy and Scorpio."""


@jit
def distance(s: Any, content: Any, kind: Any, target: Any) -> Any:
    """Pawns that the way outside takes."""
    if kind == words.J_EXPLORE or kind == words.J_GATHER:
        return 1 + target // SECTORS
    if kind == words.J_RESEARCH or kind == words.J_CONSTRUCT:
        return np.int64(content.mission[s.mission].ring[target])
    return 0


@jit
def least_pawns(s: Any, content: Any, kind: Any, target: Any) -> Any:
    """Pawns without which the action is not done."""
    if kind == words.J_EVENT:
        return np.int64(content.event[s.open[target]].attend)
    if kind == words.J_RESTART:
        return 1
    n = 1 + distance(s, content, kind, target) + (s.modifier[JOB_FACILITY[kind]] == words.M_PAWN)
    if kind == words.J_GATHER and s.spot[target] >= 0:
        n += content.roi[s.spot[target]].hazard == words.H_PAWN
    return n


@jit
def sure_pawns(s: Any, content: Any, kind: Any, least: Any) -> Any:
    """Pawns with which an action that takes `least` of them succeeds without dice."""
    f = JOB_FACILITY[kind]
    if f < 0:
        return least
    fewer = (s.modifier[f] == words.M_HELP) + base.upgraded(s, content, f, words.U_SURE)
    return least + max(0, content.facility[f].automatic - 1 - fewer)


@jit
def facility_open(s: Any, content: Any, kind: Any) -> Any:
    """Whether the facility of the action can be used: it is not shut down, and what its penalties cost is there."""
    f = JOB_FACILITY[kind]
    if f < 0:
        return True
    if s.shut[f] != 0:
        return False
    if s.stock[words.OXYGEN] < base.penalties(s, content, f, words.P_COST_OXYGEN):
        return False
    return s.stock[words.ENERGY] >= base.penalties(s, content, f, words.P_COST_ENERGY)


@jit
def steps_left(s: Any, content: Any, kind: Any, p: Any) -> Any:
    """Steps of a project that are left and can be paid; 0 also if it is none of this kind of action."""
    row = content.mission[s.mission]
    if p >= row.projects or (row.place[p] == 1) != (kind == words.J_CONSTRUCT):
        return 0
    if row.cost[p, 1] >= 0 and s.stock[row.cost[p, 1]] < row.cost[p, 0]:
        return 0
    return row.steps[p, s.num_players - 1] - s.steps[p]


@jit
def limit(s: Any, content: Any, kind: Any, target: Any) -> Any:
    """How many actions of a kind with this target make sense now; 0: it is not possible."""
    if kind == words.J_QUIET:
        return JOBS
    if kind == words.J_EXPLORE:
        return outside.ways(s, content) >> target & 1
    if kind == words.J_GATHER:
        return outside.kinds_at(s, target) if s.spot[target] >= 0 else 0
    if kind == words.J_RESTART:
        return BITS[s.shut[target]] if s.shut[target] != 0 else 0
    if kind == words.J_EVENT:
        return 1 if s.open[target] >= 0 else 0
    if kind == words.J_QUARTERS:
        return JOBS if s.morale < MORALE_TOP or s.stress > 0 else 0
    if kind == words.J_MED:
        return JOBS if crew.treatable(s) else 0
    if kind == words.J_MANAGE:
        return JOBS if malfunctions.any_to_lower(s) else 0
    if kind == words.J_RESEARCH or kind == words.J_CONSTRUCT:
        return steps_left(s, content, kind, target)
    if kind == words.J_PLANT:
        # One seed on a place of the growth track: it may still be there after a sol without growth.
        return 1 if s.stock[words.SEED] > 0 and s.plants[0] == 0 else 0
    if kind == words.J_REPAIR:
        return min(JOBS, base.broken_parts(s)) if base.any_to_repair(s, content, False) else 0
    if kind == words.J_UPGRADE:
        return 1 if s.upgrade[target] == AVAILABLE else 0
    if kind == words.J_UNBLOCK:
        return np.int64(s.blocked[target])
    return TOP_OUTPUT[target] - s.output[target] if s.shut[target] == 0 else 0


@jit
def fits_job(s: Any, content: Any, helper: Any, kind: Any, target: Any) -> Any:
    """Whether a helper takes part at all, and may join an action.

    An AOM those of its type, Froggy exploring, Scorpio whatever is done outside; no rover explores with such a penalty.
    """
    if helper < FIRST_ROVER:
        return (AOM_OF_JOB[kind] == helper) & (content.aoms[s.num_players - 1, helper] != 0)
    if s.blocked[helper - FIRST_ROVER] != 0:
        return False
    if kind == words.J_EXPLORE:
        return base.penalties(s, content, words.GARAGE_HALL, words.P_NO_ROVER) == 0
    return helper == FIRST_ROVER + words.SCORPIO and distance(s, content, kind, target) > 0


@jit
def help_for(s: Any, content: Any, kind: Any, target: Any) -> Any:
    """Pawns that helpers could add to an action: its AOM and one rover."""
    aom = AOM_OF_JOB[kind]
    n = np.int64(content.aoms[s.num_players - 1, aom]) if aom >= 0 else 0
    if distance(s, content, kind, target) > 0:
        for rover in range(2):
            # Froggy, who is asked about first, adds more.
            if fits_job(s, content, FIRST_ROVER + rover, kind, target):
                return n + ROVER_PAWNS[rover]
    return n


@jit
def find_room(s: Any, content: Any) -> None:
    """What can be declared, found once before the first pawn, and again when a skill has changed the position.

    Declaring changes it by itself: `room` counts down, and the pawns to come are compared with `asked`.
    """
    s.stale = 0
    s.room[:] = 0
    s.asked[:] = 0
    last = -1
    usable = True
    for kind in range(KINDS_OF_JOB):
        if JOB_FACILITY[kind] != last:
            last = JOB_FACILITY[kind]
            usable = facility_open(s, content, kind)
        if not usable:
            continue
        at = JOB_AT[kind]
        if kind == words.J_EXPLORE:
            ways = outside.ways(s, content)
            near = least_pawns(s, content, kind, 0) - help_for(s, content, kind, 0)
            for ring in range(RINGS):
                for spot in range(ring * SECTORS, (ring + 1) * SECTORS):
                    s.room[at + spot] = ways >> spot & 1
                    s.asked[at + spot] = near + ring
            continue
        targets = JOB_TARGETS[kind]
        if kind == words.J_RESEARCH or kind == words.J_CONSTRUCT:
            targets = np.int64(content.mission[s.mission].projects)
        for target in range(targets):
            # Most of the many targets at a glance.
            if kind == words.J_GATHER:
                if s.spot[target] < 0:
                    continue
            elif kind == words.J_RESTART:
                if s.shut[target] == 0:
                    continue
            elif kind == words.J_UPGRADE and s.upgrade[target] != AVAILABLE:
                continue
            n = limit(s, content, kind, target)
            if n > 0:
                s.room[at + target] = n
                s.asked[at + target] = least_pawns(s, content, kind, target) - help_for(s, content, kind, target)
    for j in range(s.jobs):
        label = JOB_AT[s.job[j] - 1] + s.target[j]
        s.room[label] = max(0, s.room[label] - 1)


@jit
def legal_assign(s: Any, content: Any, mask: Any) -> None:
    """Actions to declare that can still get enough pawns, declared ones that are not sure yet, and the skill."""
    to_come = PAWNS * s.num_players - s.assigned
    possible = 0
    for label in range(LABELS):
        # Without a branch, so that many labels are looked at at once.
        enough = (s.room[label] > 0) & (s.asked[label] <= to_come)
        mask[A_DO + label] = enough
        possible |= enough
    for j in range(s.jobs):
        unsure = s.pawns[j] < s.sure[j]
        mask[A_JOIN + JOB_AT[s.job[j] - 1] + s.target[j]] |= unsure
        possible |= unsure
    mask[PASS] = possible == 0
    mask[SKILL] = has_skill(s, content, top(s, SEAT), words.AT_ASSIGN)


@jit
def has_skill(s: Any, content: Any, seat: Any, when: Any) -> Any:
    """Whether the astronaut's skill is for this moment, unused, and its Morale tokens are there."""
    row = content.astronaut[s.astronaut[seat]]
    return s.ready[seat] != 0 and row.when == when and s.tokens[seat] >= row.cost


@jit
def use_skill(s: Any, content: Any, seat: Any) -> None:
    s.ready[seat] = 0
    s.tokens[seat] -= content.astronaut[s.astronaut[seat]].cost
    note(s, E_SKILL, seat, s.astronaut[seat], 0)


@jit
def apply_assign(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    if action == SKILL:
        use_skill(s, content, seat)
        s.stale = 1
        push_effects(s, seat, np.int64(content.astronaut[s.astronaut[seat]].effects))
        return
    pop(s)
    s.assigned += 1
    if action >= A_JOIN:
        kind = JOB_OF[action - A_JOIN]
        for j in range(s.jobs):
            if s.job[j] == kind + 1 and s.target[j] == action - A_JOIN - JOB_AT[kind] and s.pawns[j] < s.sure[j]:
                s.pawns[j] += 1
                note(s, E_JOIN, seat, action - A_JOIN, 0)
                return
    elif action != PASS:
        kind = JOB_OF[action - A_DO]
        open_job(s, content, seat, kind, action - A_DO - JOB_AT[kind])


@jit
def open_job(s: Any, content: Any, seat: Any, kind: Any, target: Any) -> None:
    """An action is declared: what it takes is settled now, since no token or upgrade changes before it is resolved."""
    j = np.int64(s.jobs)
    s.job[j] = kind + 1
    s.target[j] = target
    s.pawns[j] = 1
    s.leader[j] = seat
    s.least[j] = least_pawns(s, content, kind, target)
    s.sure[j] = sure_pawns(s, content, kind, np.int64(s.least[j]))
    s.jobs += 1
    s.room[JOB_AT[kind] + target] -= 1
    note(s, E_ASSIGN, seat, JOB_AT[kind] + target, 0)


@jit
def may_join(s: Any, content: Any, helper: Any, j: Any) -> Any:
    """Whether a helper may join a declared action: its kind fits, it is not sure yet, and no rover helps already.

    Each may fail, and mostly one does; with `&` nobody has to foresee which.
    """
    if helper >= FIRST_ROVER and s.rover[j] != 0:
        return False
    return (s.pawns[j] < s.sure[j]) & fits_job(s, content, helper, s.job[j] - 1, np.int64(s.target[j]))


@jit
def legal_helper(s: Any, content: Any, mask: Any) -> None:
    mask[IDLE] = 1
    for j in range(s.jobs):
        if may_join(s, content, top(s, A), j):
            mask[A_JOIN + JOB_AT[s.job[j] - 1] + s.target[j]] = 1


@jit
def apply_helper(s: Any, content: Any, action: Any) -> None:
    """A helper joins the first action of that kind and target that it may join."""
    seat, helper = top(s, SEAT), top(s, A)
    pop(s)
    if action == IDLE:
        return
    kind = JOB_OF[action - A_JOIN]
    for j in range(s.jobs):
        if s.job[j] == kind + 1 and s.target[j] == action - A_JOIN - JOB_AT[kind] and may_join(s, content, helper, j):
            s.pawns[j] += 1
            if helper >= FIRST_ROVER:
                s.pawns[j] += ROVER_PAWNS[helper - FIRST_ROVER] - 1
                s.rover[j] = helper - FIRST_ROVER + 1
            note(s, E_JOIN, seat, action - A_JOIN, helper + 1)
            return


@jit
def next_pawn(s: Any) -> Any:
    """Ask for the next pawn; False when all are assigned. A seat assigns both of its pawns before the next one does."""
    if s.assigned >= PAWNS * s.num_players:
        return False
    seat = s.first + s.assigned // PAWNS
    push(s, ASSIGN, seat if seat < s.num_players else seat - s.num_players, 0, 0)
    return True


@jit
def next_helper(s: Any, content: Any) -> Any:
    """Ask the First Player about the next helper that could join anything; False when there is none left."""
    for helper in range(HELPERS):
        if s.helped >> helper & 1:
            continue
        s.helped = np.int64(s.helped) | 1 << helper
        for j in range(s.jobs):
            if may_join(s, content, helper, j):
                push(s, HELPER, s.first, helper, 0)
                return True
    return False


@jit
def take_back(s: Any) -> None:
    """All pawns and helpers are at hand again."""
    s.assigned = 0
    s.helped = 0


@jit
def end_actions(s: Any) -> None:
    """All actions are resolved: no pawn and no helper is to come in this round."""
    s.assigned = PAWNS * s.num_players
    s.jobs = 0
    s.helped = (1 << HELPERS) - 1


@jit
def clear_job(s: Any, j: Any) -> None:
    """A resolved action leaves nothing on the table."""
    s.job[j] = 0
    s.target[j] = 0
    s.pawns[j] = 0
    s.least[j] = 0
    s.sure[j] = 0
    s.leader[j] = 0
    s.rover[j] = 0
