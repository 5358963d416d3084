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
from marszoo.envs.first_martians.rules import base, declare, outside, resolve
from marszoo.envs.first_martians.rules.declare import FIRST_ROVER
from marszoo.envs.first_martians.rules.lookup import JOB_AT, JOB_FACILITY, JOB_OF, ROVER_PAWNS
from marszoo.envs.first_martians.state import DIE_FACES, HELPERS, JOBS, LABELS, SECTORS


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
def prospects(s: Any, content: Any, kind: Any, leader: Any, gain: Any, weights: Any, w: Any) -> Any:
    """(rolled, sure): what an action is worth that brings `gain` if it succeeds, with its dice and without."""
    f = JOB_FACILITY[kind]
    if f < 0:
        return gain, gain
    colour = np.int64(content.facility[f].dice)
    p = success(s, content, leader, colour)
    rolled = p * gain + (1.0 - p) * token_gain(s, leader, content.fail_tokens, weights)
    sure = rolled if resolve.must_roll(s, content, leader, f) else gain
    hurt = chance(content, colour, words.WOUND_DIE) * wound_cost(s, content, leader, 1, weights)
    rolled += chance(content, colour, words.ADVENTURE_DIE) * w[W_ADVENTURE + colour] - hurt
    if s.modifier[f] == words.M_WOUND:
        sure -= hurt
    price = base.penalties(s, content, f, words.P_COST_OXYGEN) * w[W_GOOD + words.OXYGEN]
    price += base.penalties(s, content, f, words.P_COST_ENERGY) * w[W_GOOD + words.ENERGY]
    return rolled - price, sure - price


@jit
def help_at_hand(s: Any) -> Any:
    """Bits of the helpers that were not asked for yet."""
    return ~np.int64(s.helped) & ((1 << HELPERS) - 1)


@jit
def allot(s: Any, content: Any, spare: Any, kind: Any, target: Any, need: Any, led: Any) -> Any:
    """(pawns, bits): helpers of `spare` for an action that lacks `need` pawns; `led`: a rover is there already."""
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
def carry_out(s: Any, content: Any, kind: Any, target: Any, leader: Any, weights: Any, w: Any) -> Any:
    """(rolled, sure): what an action is worth; `s` and the aims in `w` become what they are after its success."""
    gain = deed(s, content, kind, target, leader, weights, w, True)
    rolled, sure = prospects(s, content, kind, leader, gain, weights, w)
    aims(s, content, weights, w)
    return rolled, sure


@jit
def declared(
    s: Any, content: Any, spare: Any, least: Any, full: Any, surer: Any, lacking: Any, weights: Any, w: Any
) -> Any:
    """(worth, rolls, spare): the actions declared, each with the helpers that come to it, as far as they will be done.

    Fills `least` and `full` (JOBS,): pawns that each still lacks to be done, and to be sure. Of those that will be
    done, but rolled, the first `rolls` entries of `surer` and `lacking` say what being sure would add, and the pawns for it.
    """
    total = 0.0
    rolls: Any = 0
    for j in range(s.jobs):
        if s.job[j] == 0:
            continue
        kind, target, leader = s.job[j] - 1, np.int64(s.target[j]), np.int64(s.leader[j])
        n, bits = allot(s, content, spare, kind, target, s.sure[j] - s.pawns[j], s.rover[j] != 0)
        spare &= ~bits
        least[j] = s.least[j] - s.pawns[j] - n
        full[j] = s.sure[j] - s.pawns[j] - n
        if least[j] <= 0:
            rolled, sure = carry_out(s, content, kind, target, leader, weights, w)
            total += rolled if full[j] > 0 else sure
            if full[j] > 0:
                surer[rolls], lacking[rolls] = sure - rolled, full[j]
                rolls += 1
    return total, rolls, spare


@jit
def next_use(
    s: Any, content: Any, seat: Any, spare: Any, free: Any, least: Any, full: Any, weights: Any, w: Any
) -> Any:
    """(worth of a pawn, which, pawns, short, helpers): the action to put pawns on that brings most per pawn.

    `which` is a declared action that waits for pawns, or JOBS + the label of a new one; it takes `pawns`, lacks `short`
    more to be sure, and the bits `helpers` come to it. Without any that brings something, `pawns` is 0.
    """
    best = 0.0
    which: Any = -1
    pawns: Any = 0
    short: Any = 0
    helpers: Any = 0
    rings = 0
    ways = outside.ways(s, content)
    for k in range(JOBS + LABELS):
        if k < JOBS:
            # One that waits for pawns.
            if least[k] <= 0 or least[k] > free:
                continue
            kind, target, leader = s.job[k] - 1, np.int64(s.target[k]), np.int64(s.leader[k])
            low, high, bits = least[k], full[k], 0
        else:
            # A new one.
            kind = JOB_OF[k - JOBS]
            target, leader = k - JOBS - JOB_AT[kind], seat
            if kind == words.J_EXPLORE:
                # One place of a ring is as good as another.
                if not ways >> target & 1 or rings >> target // SECTORS & 1:
                    continue
                rings |= 1 << target // SECTORS
            elif declare.limit(s, content, kind, target) <= 0:
                continue
            if not declare.facility_open(s, content, kind):
                continue
            low = declare.least_pawns(s, content, kind, target)
            high = declare.sure_pawns(s, content, kind, low)
            n, bits = allot(s, content, spare, kind, target, high - 1, False)
            low, high = max(1, low - n), max(1, high - n)
            if low > free:
                continue
        gain = deed(s, content, kind, target, leader, weights, w, False)
        rolled, sure = prospects(s, content, kind, leader, gain, weights, w)
        if low < high and rolled / low > best:
            best, which, pawns, short, helpers = rolled / low, k, low, high - low, bits
        if high <= free and sure / high > best:
            best, which, pawns, short, helpers = sure / high, k, high, 0, bits
    return best, which, pawns, short, helpers


@jit
def teamwork(s: Any, content: Any, seat: Any, weights: Any, w: Any, free: Any) -> Any:
    """What the actions declared and `free` more pawns bring; `s` and the aims in `w` are overwritten."""
    least, full = np.zeros(JOBS, np.int64), np.zeros(JOBS, np.int64)
    # Beside the actions declared, as many new ones may end up rolled.
    surer, lacking = np.zeros(2 * JOBS), np.zeros(2 * JOBS, np.int64)
    total, rolls, spare = declared(s, content, help_at_hand(s), least, full, surer, lacking, weights, w)
    while free > 0:
        best = 0.0
        safer: Any = -1
        for k in range(rolls):
            if lacking[k] > 0 and lacking[k] <= free and surer[k] / lacking[k] > best:
                best, safer = surer[k] / lacking[k], k
        worth, which, pawns, short, helpers = next_use(s, content, seat, spare, free, least, full, weights, w)
        if safer >= 0 and best >= worth:
            total += best * lacking[safer]
            free -= lacking[safer]
            lacking[safer] = 0
            continue
        if pawns == 0:
            break
        total += worth * pawns
        free -= pawns
        if which < JOBS:
            least[which] = 0
            kind, target, leader = s.job[which] - 1, np.int64(s.target[which]), np.int64(s.leader[which])
        else:
            spare &= ~helpers
            kind = JOB_OF[which - JOBS]
            target, leader = which - JOBS - JOB_AT[kind], seat
        rolled, sure = carry_out(s, content, kind, target, leader, weights, w)
        if short > 0 and rolls < 2 * JOBS:
            surer[rolls], lacking[rolls] = sure - rolled, short
            rolls += 1
    return total
