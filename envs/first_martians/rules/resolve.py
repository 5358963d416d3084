"""Chapter "Resolving actions": dice, their consequences, and what each action does when it succeeds."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import A_REROLL, ACCEPT
from marszoo.envs.first_martians.rules import base, crew, declare, outside, production
from marszoo.envs.first_martians.rules.lists import push_effects
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.rules.lookup import JOB_FACILITY
from marszoo.envs.first_martians.state import (
    DIE_FACES,
    E_FAIL,
    E_JOB,
    E_LOST,
    E_ROLL,
    E_ROVER,
    E_SHORT,
    E_SUCCESS,
    E_UPGRADE,
    JOB,
    JOBS,
    MARKER,
    PENDING,
    PICK_GOOD,
    REPAIR,
    ROLLED,
    TO_CARGO,
    TREAT,
    UNWIND,
)

DICE = len(words.DICE)
NONE_LEFT = JOBS * (len(words.JOBS) + 1)
"""More than any action has in `next_job`."""
START, STRIKE, FINISH = 0, 1, 2
"""Stages of an action (column B of JOB): roll; wound and adventure; success or failure."""


@jit
def next_job(s: Any) -> Any:
    """Start the next action in the printed order; False when none is left."""
    first = NONE_LEFT
    for j in range(s.jobs):
        # Kind and place in one number, and the least of them: no branch that nobody could foresee.
        first = min(first, JOBS * s.job[j] + j if s.job[j] > 0 else NONE_LEFT)
    if first == NONE_LEFT:
        return False
    j = first % JOBS
    push(s, JOB, s.leader[j], j, START)
    return True


@jit
def run_job(s: Any, content: Any) -> None:
    """Do the next stage of the action on top of the stack."""
    stage, leader, j = top(s, B), top(s, SEAT), top(s, A)
    kind, target = s.job[j] - 1, np.int64(s.target[j])
    if stage == START:
        start_job(s, content, leader, j, kind, target)
    elif stage == STRIKE:
        set_top(s, B, FINISH)
        if s.die[words.ADVENTURE_DIE] == 1:
            outside.adventure(s, content, leader, np.int64(content.facility[JOB_FACILITY[kind]].dice))
        if s.die[words.WOUND_DIE] == 1:
            crew.wound(s, content, leader, 1)
    else:
        pop(s)
        good = s.die[words.SUCCESS_DIE] != 0
        rover = np.int64(s.rover[j])
        s.die[:] = -1
        declare.clear_job(s, j)
        note(s, E_SUCCESS if good else E_FAIL, leader, kind, target)
        if good:
            succeed(s, content, leader, kind, target, rover)
        else:
            crew.add_tokens(s, content, leader, content.fail_tokens)


@jit
def start_job(s: Any, content: Any, leader: Any, j: Any, kind: Any, target: Any) -> None:
    """Pay what penalties ask for and roll the dice that are due; an action short of pawns, or impossible by now, is lost."""
    note(s, E_JOB, leader, kind, target)
    doable = declare.facility_open(s, content, kind) and declare.limit(s, content, kind, target) > 0
    if not doable or s.pawns[j] < s.least[j]:
        pop(s)
        declare.clear_job(s, j)
        note(s, E_SHORT if doable else E_LOST, leader, kind, target)
        return
    set_top(s, B, STRIKE)
    f = JOB_FACILITY[kind]
    if f < 0:
        return
    base.lose(s, words.OXYGEN, base.penalties(s, content, f, words.P_COST_OXYGEN))
    base.lose(s, words.ENERGY, base.penalties(s, content, f, words.P_COST_ENERGY))
    if s.rover[j] == words.FROGGY + 1:
        # Froggy is used while the Garage Hall is broken: a green wound die for each such penalty damages it.
        for _ in range(base.penalties(s, content, words.GARAGE_HALL, words.P_ROVER_RISK)):
            if rng.below(s, DIE_FACES) < content.dice[words.GREEN_DICE, words.WOUND_DIE]:
                outside.block_rover(s, words.FROGGY)
    unsure = s.pawns[j] < s.sure[j]
    if unsure or must_roll(s, content, leader, f):
        s.die[words.SUCCESS_DIE] = 0
    if unsure or s.modifier[f] == words.M_WOUND:
        s.die[words.WOUND_DIE] = 0
    if unsure:
        s.die[words.ADVENTURE_DIE] = 0
    if s.die[words.SUCCESS_DIE] == 0 or s.die[words.WOUND_DIE] == 0:
        for k in range(DICE):
            if s.die[k] == 0:
                roll_die(s, content, np.int64(content.facility[f].dice), k)
        push(s, ROLLED, leader, j, content.facility[f].dice)


@jit
def must_roll(s: Any, content: Any, leader: Any, f: Any) -> Any:
    """Whether the success die of a facility's action is rolled although the action is automatic."""
    if s.modifier[f] == words.M_ROLL or base.penalties(s, content, f, words.P_MUST_ROLL) > 0:
        return True
    return crew.suffers(s, content, leader, words.C_ROLL) > 0


@jit
def roll_die(s: Any, content: Any, colour: Any, k: Any) -> None:
    """Roll one of the three dice of a colour: as many of its six faces as the content says show its symbol."""
    s.die[k] = rng.below(s, DIE_FACES) < content.dice[colour, k]
    note(s, E_ROLL, s.first, DICE * colour + k, s.die[k])


@jit
def skill_rolls(s: Any, content: Any, seat: Any, colour: Any) -> Any:
    """Whether the skill of the astronaut in front re-rolls a die of the colour."""
    return declare.has_skill(s, content, seat, words.AT_ROLL) and (
        content.astronaut[s.astronaut[seat]].colour == colour
    )


@jit
def can_reroll(s: Any, content: Any) -> Any:
    """Whether the decision on top is one: a die lies badly, and a skill or Morale tokens could roll it again.

    Badly: no success, a wound, an adventure.
    """
    if s.die[words.SUCCESS_DIE] != 0 and s.die[words.WOUND_DIE] != 1 and s.die[words.ADVENTURE_DIE] != 1:
        return False
    seat = top(s, SEAT)
    return s.tokens[seat] >= content.reroll_cost or skill_rolls(s, content, seat, top(s, B))


@jit
def legal_rolled(s: Any, mask: Any) -> None:
    mask[ACCEPT] = 1
    for k in range(DICE):
        mask[A_REROLL + k] = s.die[k] == (0 if k == words.SUCCESS_DIE else 1)


@jit
def apply_rolled(s: Any, content: Any, action: Any) -> None:
    """Re-roll a die: by the skill where it can, else for Morale tokens."""
    if action == ACCEPT:
        pop(s)
        return
    seat, colour = top(s, SEAT), top(s, B)
    if skill_rolls(s, content, seat, colour):
        declare.use_skill(s, content, seat)
    else:
        s.tokens[seat] -= content.reroll_cost
    roll_die(s, content, colour, action - A_REROLL)


@jit
def succeed(s: Any, content: Any, leader: Any, kind: Any, target: Any, rover: Any) -> None:
    """What an action does. The frames that ask for more close by themselves if there is nothing to choose."""
    f = JOB_FACILITY[kind]
    better = base.upgraded(s, content, f, words.U_BETTER) if f >= 0 else 0
    if kind == words.J_EVENT:
        push_effects(s, leader, np.int64(content.event[s.open[target]].reward))
        s.open[target] = -1
        s.left[target] = 0
    elif kind == words.J_QUIET:
        crew.add_tokens(s, content, leader, content.quiet_tokens + better)
    elif kind == words.J_QUARTERS:
        push(s, UNWIND, leader, better, 0)
    elif kind == words.J_MED:
        push(s, TREAT, leader, content.med_heal + better, 0)
    elif kind == words.J_MANAGE:
        push(s, MARKER, leader, 1 + better, 0)
    elif kind == words.J_EXPLORE:
        outside.explore(s, content, leader, target, rover)
    elif kind == words.J_GATHER:
        push(s, PICK_GOOD, leader, target, TO_CARGO)
    elif kind == words.J_RESTART:
        production.flip(s, content, leader, target)
    elif kind == words.J_RESEARCH or kind == words.J_CONSTRUCT:
        project_step(s, content, kind, target, 1 + better)
    else:
        tend(s, leader, kind, target)


@jit
def project_step(s: Any, content: Any, kind: Any, p: Any, n: Any) -> None:
    """A step of a project, more with an upgrade; it is paid once. What it costs may have been lost in an adventure."""
    row = content.mission[s.mission]
    if declare.steps_left(s, content, kind, p) > 0:
        if row.cost[p, 1] >= 0:
            base.lose(s, np.int64(row.cost[p, 1]), np.int64(row.cost[p, 0]))
        s.steps[p] = min(row.steps[p, s.num_players - 1], s.steps[p] + n)


@jit
def tend(s: Any, leader: Any, kind: Any, target: Any) -> None:
    """Planting, and what the Working Bay does besides projects."""
    if kind == words.J_PLANT:
        if s.stock[words.SEED] > 0 and s.plants[0] == 0:
            base.lose(s, words.SEED, 1)
            s.plants[0] += 1
    elif kind == words.J_REPAIR:
        push(s, REPAIR, leader, 0, 1)
    elif kind == words.J_UPGRADE:
        s.upgrade[target] = PENDING
        note(s, E_UPGRADE, leader, target, 0)
    elif kind == words.J_UNBLOCK:
        s.blocked[target] = 0
        note(s, E_ROVER, leader, target, 0)
    else:
        base.move_output(s, target, 1)
