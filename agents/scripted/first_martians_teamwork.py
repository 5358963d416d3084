"""Who does what: the actions declared so far, completed by rule, and what they bring on average.

An action that a pawn is put on is worth little by itself: others have to join it, and others do what it leaves undone. So
the pawns that are still to come are given out by rule, each time where they bring most per pawn, and the whole is valued:
what every action brings if it succeeds (:func:`~first_martians_deeds.deed`), times its chance, less the risks of rolling.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_aims import aims
from marszoo.agents.scripted.first_martians_deeds import deed
from marszoo.agents.scripted.first_martians_worths import W_ADVENTURE, W_GOOD, token_gain, wound_cost
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, declare, resolve
from marszoo.envs.first_martians.rules.declare import FIRST_ROVER, KINDS_OF_JOB
from marszoo.envs.first_martians.rules.lookup import JOB_FACILITY, JOB_TARGETS, ROVER_PAWNS
from marszoo.envs.first_martians.state import DIE_FACES, HELPERS, JOBS, SECTORS


@jit
def chance(content: Any, colour: Any, die: Any) -> Any:
    """That a die of a colour shows its symbol."""
    return content.dice[colour, die] / DIE_FACES


@jit
def success(s: Any, content: Any, leader: Any, colour: Any) -> Any:
    """Chance of an action that is rolled, a re-roll included."""
    p = chance(content, colour, words.SUCCESS_DIE)
    if resolve.skill_rolls(s, content, leader, colour):
        return p + (1.0 - p) * p
    if s.tokens[leader] >= content.reroll_cost:
        return p + 0.6 * (1.0 - p) * p
    return p


@jit
def expected(s: Any, content: Any, kind: Any, leader: Any, gain: Any, unsure: Any, weights: Any, w: Any) -> Any:
    """What an action is worth that brings `gain` if it succeeds; `unsure` says whether its dice are rolled."""
    f = JOB_FACILITY[kind]
    if f < 0:
        return gain
    colour = np.int64(content.facility[f].dice)
    value = gain
    if unsure or resolve.must_roll(s, content, leader, f):
        p = success(s, content, leader, colour)
        value = p * gain + (1.0 - p) * token_gain(s, leader, content.fail_tokens, weights)
    if unsure or s.modifier[f] == words.M_WOUND:
        value -= chance(content, colour, words.WOUND_DIE) * wound_cost(s, content, leader, 1, weights)
    if unsure:
        value += chance(content, colour, words.ADVENTURE_DIE) * w[W_ADVENTURE + colour]
    value -= base.penalties(s, content, f, words.P_COST_OXYGEN) * w[W_GOOD + words.OXYGEN]
    return value - base.penalties(s, content, f, words.P_COST_ENERGY) * w[W_GOOD + words.ENERGY]


@jit
def help_at_hand(s: Any) -> Any:
    """Bits of the helpers that were not asked for yet."""
    return ~np.int64(s.helped) & ((1 << HELPERS) - 1)


@jit
def allot(s: Any, content: Any, spare: Any, kind: Any, target: Any, need: Any, led: Any) -> Any:
    """(pawns, bits): helpers of `spare` for an action that lacks `need` pawns; `led` says that a rover is there already."""
    n: Any = 0
    bits: Any = 0
    for helper in range(HELPERS):
        if n >= need:
            break
        if not spare >> helper & 1 or (helper >= FIRST_ROVER and led):
            continue
        if declare.fits_job(s, content, helper, kind, target):
            bits |= 1 << helper
            if helper < FIRST_ROVER:
                n += 1
            else:
                n += ROVER_PAWNS[helper - FIRST_ROVER]
                led = True
    return n, bits


@jit
def sure_pawns(s: Any, content: Any, kind: Any, least: Any) -> Any:
    """Pawns with which an action needs no dice."""
    f = JOB_FACILITY[kind]
    if f < 0:
        return least
    fewer = (s.modifier[f] == words.M_HELP) + base.upgraded(s, content, f, words.U_SURE)
    return least + max(0, content.facility[f].automatic - 1 - fewer)


@jit
def offer(value: Any, pawns: Any, free: Any, best: Any) -> Any:
    """Whether this is worth more per pawn than the best so far, and there are enough pawns."""
    return pawns <= free and value / pawns > best


@jit
def teamwork(s: Any, content: Any, seat: Any, weights: Any, w: Any, free: Any) -> Any:
    """What the actions declared and `free` more pawns bring; `s` and the aims in `w` are overwritten."""
    spare = help_at_hand(s)
    total = 0.0
    # Of each declared action: pawns that it lacks to be done (least) and to be sure; then what being sure would add.
    least, sure = np.zeros(JOBS, np.int64), np.zeros(JOBS, np.int64)
    surer, lacking = np.zeros(2 * JOBS), np.zeros(2 * JOBS, np.int64)
    waiting = 0
    tops = 0
    for j in range(s.jobs):
        if s.job[j] == 0:
            continue
        kind, target, leader = s.job[j] - 1, np.int64(s.target[j]), np.int64(s.leader[j])
        n, bits = allot(s, content, spare, kind, target, s.sure[j] - s.pawns[j], s.rover[j] != 0)
        spare &= ~bits
        least[j] = s.least[j] - s.pawns[j] - n
        sure[j] = s.sure[j] - s.pawns[j] - n
        if least[j] > 0:
            waiting += 1
            continue
        gain = deed(s, content, kind, target, leader, weights, w, True)
        value = expected(s, content, kind, leader, gain, sure[j] > 0, weights, w)
        total += value
        aims(s, content, weights, w)
        if sure[j] > 0:
            surer[tops] = expected(s, content, kind, leader, gain, False, weights, w) - value
            lacking[tops] = sure[j]
            tops += 1
    while free > 0:
        best = 0.0
        value, cost, what, how, bits_used = 0.0, 1, -1, 0, 0
        more, short = 0.0, 0
        for k in range(tops):
            if lacking[k] > 0 and offer(surer[k], lacking[k], free, best):
                best = surer[k] / lacking[k]
                value, cost, what, how = surer[k], lacking[k], k, 0
        if waiting > 0:
            for j in range(s.jobs):
                if least[j] <= 0:
                    continue
                kind, target, leader = s.job[j] - 1, np.int64(s.target[j]), np.int64(s.leader[j])
                gain = deed(s, content, kind, target, leader, weights, w, False)
                for pawns in range(least[j], sure[j] + 1):
                    v = expected(s, content, kind, leader, gain, pawns < sure[j], weights, w)
                    if offer(v, pawns, free, best):
                        best = v / pawns
                        value, cost, what, how = v, pawns, j, 1
                        more = expected(s, content, kind, leader, gain, False, weights, w) - v
                        short = sure[j] - pawns
        rings = 0
        for kind in range(KINDS_OF_JOB):
            if not declare.facility_open(s, content, kind):
                continue
            for target in range(JOB_TARGETS[kind]):
                if kind == words.J_EXPLORE and rings >> target // SECTORS & 1:
                    continue
                if declare.limit(s, content, kind, target) <= 0:
                    continue
                if kind == words.J_EXPLORE:
                    # One place of a ring is as good as another.
                    rings |= 1 << target // SECTORS
                lowest = declare.least_pawns(s, content, kind, target)
                full = sure_pawns(s, content, kind, lowest)
                n, bits = allot(s, content, spare, kind, target, full - 1, False)
                gain = deed(s, content, kind, target, seat, weights, w, False)
                for pawns in range(max(1, lowest - n), max(1, full - n) + 1):
                    v = expected(s, content, kind, seat, gain, pawns + n < full, weights, w)
                    if offer(v, pawns, free, best):
                        best = v / pawns
                        value, cost, what, how, bits_used = v, pawns, 100 * kind + target, 2, bits
                        more = expected(s, content, kind, seat, gain, False, weights, w) - v
                        short = full - n - pawns
        if what < 0:
            break
        total += value
        free -= cost
        if how == 0:
            lacking[what] = 0
            continue
        if how == 1:
            least[what] = 0
            waiting -= 1
            deed(s, content, s.job[what] - 1, np.int64(s.target[what]), np.int64(s.leader[what]), weights, w, True)
        else:
            spare &= ~bits_used
            deed(s, content, what // 100, what % 100, seat, weights, w, True)
        aims(s, content, weights, w)
        if short > 0 and tops < 2 * JOBS:
            surer[tops] = more
            lacking[tops] = short
            tops += 1
    return total
