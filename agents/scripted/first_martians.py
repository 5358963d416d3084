"""Scripted agents of First Martians: every action is judged by what it changes for the crew, in pawns, and by its chances.

The crew shares one goal, so all seats judge alike. What a position holds (wounds, Stress, supplies, broken parts, tracks,
objectives that are missing) has a worth each (``first_martians_worths.py``, ``first_martians_aims.py``); what an action
brings follows from them (``first_martians_deeds.py``). Nothing is played on: one roll of the dice would drown the difference
between two actions. Pawns and helpers are judged by the whole round that they are part of, the rest of which is filled in
by rule (``first_martians_teamwork.py``). Weights and plans are in ``first_martians_plans.py``.
"""

import math
from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_aims import aims, survey
from marszoo.agents.scripted.first_martians_deeds import (
    best_source,
    deed,
    good_worth,
    morale_worth,
    shut_cost,
)
from marszoo.agents.scripted.first_martians_effects import effects_worth, price
from marszoo.agents.scripted.first_martians_estimate import COEFFICIENTS, NUMBER, features
from marszoo.agents.scripted.first_martians_plans import AGENTS, MEAL, WEIGHTS
from marszoo.agents.scripted.first_martians_teamwork import chance, teamwork
from marszoo.agents.scripted.first_martians_worths import (
    W_ADVENTURE,
    W_GOOD,
    W_LYING,
    W_STEP,
    W_UNIT,
    WORTHS,
    condition_cost,
    foresee,
    heal_gain,
    lack,
    part_cost,
    stress_cost,
    token_gain,
    track_gain,
    wound_cost,
)
from marszoo.envs.core.frames import KIND, A, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import (
    A_ASTRONAUT,
    A_CURE,
    A_DO,
    A_FACILITY,
    A_GOOD,
    A_MARKER,
    A_PART,
    A_PLACE,
    A_PLANT,
    A_PROJECT,
    A_REROLL,
    ACCEPT,
    DONE,
    JOB_AT,
    PAY,
    SKILL,
    SPARE,
    UP,
)
from marszoo.envs.first_martians.rules import choices, declare, resolve
from marszoo.envs.first_martians.state import (
    ASSIGN,
    BY_CONDITION,
    DUE,
    GOODS,
    GROWN,
    HELPER,
    HIT,
    HUNGER,
    MARKER,
    PARTS,
    PAWNS,
    PICK_GOOD,
    REPAIR,
    RINGS,
    ROLLED,
    SAVE,
    SECTORS,
    SHUT,
    SOURCE,
    SPOTS,
    STRIP,
    TO_CARGO,
    TREAT,
    UNWIND,
)

EXPLORE = A_DO + JOB_AT[words.J_EXPLORE]
"""The first action that declares an Explore action."""

__all__ = ["AGENTS", "SEARCH", "WEIGHTS", "estimate", "weigh"]

SEARCH = {"depth": 0, "temperature": 0.3, "patience": 1, "explore": 60.0}
"""What a tree search does by default; see ``scripted/__init__.py``."""


@jit
def appraise(s: Any, content: Any, weights: Any, w: Any) -> None:
    """Fill the table of worths, zeros so far, for a position."""
    foresee(s, content, weights, w)
    aims(s, content, weights, w)
    price(s, content, weights, w)
    survey(s, content, weights, w)


@jit
def judge_pawn(s: Any, content: Any, seat: Any, kind: Any, action: Any, weights: Any, w: Any) -> Any:
    """A pawn or a helper: what the round brings with it. `s` and `w` are overwritten."""
    bonus = 0.0
    if kind == HELPER:
        declare.apply_helper(s, content, action)
    elif action == SKILL:
        row = content.astronaut[s.astronaut[seat]]
        bonus = effects_worth(s, content, seat, np.int64(row.effects), weights, w)
        s.tokens[seat] -= row.cost
        bonus -= token_gain(s, seat, np.int64(row.cost), weights)
    else:
        declare.apply_assign(s, content, action)
    return bonus + teamwork(s, content, seat, weights, w, PAWNS * s.num_players - s.assigned)


@jit
def shown(s: Any, content: Any, seat: Any, colour: Any, gain: Any, k: Any, face: Any, weights: Any, w: Any) -> Any:
    """What the dice on the table bring if die k shows its symbol (`face` 1) or not (0); k -1: as they lie."""
    value = gain
    if (face if k == words.SUCCESS_DIE else s.die[words.SUCCESS_DIE]) == 0:
        value = token_gain(s, seat, content.fail_tokens, weights)
    if (face if k == words.WOUND_DIE else s.die[words.WOUND_DIE]) == 1:
        value -= wound_cost(s, content, seat, 1, weights)
    if (face if k == words.ADVENTURE_DIE else s.die[words.ADVENTURE_DIE]) == 1:
        value += w[W_ADVENTURE + colour]
    return value


@jit
def judge_rolled(s: Any, content: Any, seat: Any, action: Any, weights: Any, w: Any) -> Any:
    """Dice on the table: what they bring, or would bring on average after a re-roll."""
    j, colour = top(s, A), top(s, B)
    gain = deed(s, content, s.job[j] - 1, np.int64(s.target[j]), seat, weights, w, False)
    if action == ACCEPT:
        return shown(s, content, seat, colour, gain, -1, 0, weights, w)
    k = action - A_REROLL
    p = chance(content, colour, k)
    value = p * shown(s, content, seat, colour, gain, k, 1, weights, w)
    value += (1.0 - p) * shown(s, content, seat, colour, gain, k, 0, weights, w)
    if resolve.skill_rolls(s, content, seat, colour):
        return value - 0.01
    s.tokens[seat] -= content.reroll_cost
    value -= token_gain(s, seat, content.reroll_cost, weights)
    s.tokens[seat] += content.reroll_cost
    return value


@jit
def judge_shut(s: Any, content: Any, action: Any, weights: Any, w: Any) -> Any:
    """What is missing in Production: a facility, or 1 of the supply."""
    kind = top(s, A)
    stock = np.int64(s.stock[kind])
    if action < A_FACILITY:
        return lack(s, content, kind, 0, stock, weights) - lack(s, content, kind, 0, stock - 1, weights) - 0.01
    less = lack(s, content, kind, 0, stock, weights) - lack(s, content, kind, 1, stock, weights)
    return less - shut_cost(s, content, action - A_FACILITY, kind, weights, w)


@jit
def judge_save(s: Any, action: Any, weights: Any, w: Any) -> Any:
    """A plant: what it feeds, against what it costs to save it."""
    if action == DONE:
        return 0.0
    k = (action - A_PLANT) % (GROWN + 1)
    value = 0.2 + 0.3 * w[W_UNIT + words.G_PLANTS]
    if k == GROWN:
        value += weights[MEAL] * (1.0 if s.stock[words.FOOD] < s.num_players else 0.3)
    return value - w[W_GOOD + (words.OXYGEN if action - A_PLANT <= GROWN else words.ENERGY)]


@jit
def judge_crew(s: Any, content: Any, kind: Any, action: Any, weights: Any) -> Any:
    """Who is hit, whom to treat."""
    if action >= A_CURE:
        return condition_cost(s, weights)
    seat = choices.to_left(s, action - A_ASTRONAUT)
    if kind == TREAT:
        return heal_gain(s, content, seat, top(s, A), weights)
    if top(s, B) == BY_CONDITION:
        return 0.0 if s.condition[seat] >> top(s, A) & 1 else -condition_cost(s, weights) - 0.1 * s.wounds[seat]
    return -wound_cost(s, content, seat, 1 if top(s, B) >= HUNGER else top(s, A), weights)


@jit
def judge_part(s: Any, content: Any, kind: Any, action: Any, weights: Any, w: Any) -> Any:
    """Which part to repair; where the part for it comes from."""
    if kind == SOURCE:
        if action == SPARE:
            return -w[W_GOOD + words.PART]
        return -part_cost(s, content, action - A_FACILITY, top(s, A) % PARTS, weights, w)
    f, part = (action - A_PART) // PARTS, (action - A_PART) % PARTS
    gain = part_cost(s, content, f, part, weights, w)
    return gain if top(s, A) != 0 else gain - best_source(s, content, f, part, weights, w)[0]


@jit
def judge_place(s: Any, action: Any, w: Any) -> Any:
    """Where a good is lost: the one missed least."""
    spot = action - A_PLACE
    least = 1.0e9
    for good in range(GOODS):
        if s.ground[spot, good] > 0:
            least = min(least, w[W_LYING + good])
    return -least


@jit
def judge(s: Any, content: Any, seat: Any, kind: Any, action: Any, weights: Any, w: Any) -> Any:
    """What an action is worth in a decision that leaves nothing open."""
    if kind == ROLLED:
        return judge_rolled(s, content, seat, action, weights, w)
    if kind == SHUT:
        return judge_shut(s, content, action, weights, w)
    if kind == SAVE:
        return judge_save(s, action, weights, w)
    if kind in (HIT, TREAT):
        return judge_crew(s, content, kind, action, weights)
    if kind == MARKER:
        return track_gain(s, action - A_MARKER, top(s, A), w)
    if kind in (REPAIR, SOURCE):
        return judge_part(s, content, kind, action, weights, w)
    if kind == UNWIND:
        if action == UP:
            return morale_worth(s, content.quarters_morale + top(s, A), weights, w)
        return -stress_cost(s, content, -(content.quarters_stress + top(s, A)), w)
    if kind == PICK_GOOD:
        good = action - A_GOOD
        if top(s, B) == TO_CARGO:
            return good_worth(good, np.int64(s.ground[top(s, A), good]), w)
        return -w[W_LYING + good]
    if kind == STRIP:
        return judge_place(s, action, w)
    if kind == DUE:
        row = content.event[top(s, A)]
        if action == PAY:
            return -row.price[0] * w[W_GOOD + row.price[1]]
        return effects_worth(s, content, seat, np.int64(row.penalty), weights, w)
    return w[W_STEP + action - A_PROJECT]


@jit
def weigh(world: Any, content: Any, seat: Any, weights: Any, mask: Any, trial: Any, _masks: Any, values: Any) -> None:
    """Add to ``values[a]`` what each legal action a of `world` is worth to the crew; ``trial[1]`` is overwritten."""
    kind = top(world, KIND)
    table = np.zeros(WORTHS)
    appraise(world, content, weights, table)
    w = np.zeros(WORTHS)
    # One place of a ring is as good to explore as another: what the first is worth.
    there, known = np.zeros(RINGS), np.zeros(RINGS, np.int64)
    for a in range(len(mask)):
        if mask[a] == 0:
            continue
        explores = kind == ASSIGN and a >= EXPLORE and a < EXPLORE + SPOTS
        ring = (a - EXPLORE) // SECTORS if explores else 0
        if explores and known[ring] != 0:
            value = there[ring]
        elif kind in (ASSIGN, HELPER):
            trial[1] = world
            for k in range(WORTHS):
                w[k] = table[k]
            value = judge_pawn(trial[1], content, seat, kind, a, weights, w)
        else:
            value = judge(world, content, seat, kind, a, weights, table)
        if explores:
            there[ring] = value
            known[ring] = 1
        values[a] += value


@jit
def regressors(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:  # noqa: ARG001  # every game has this signature
    """Fill `out` (2 * NUMBER,) with the numbers that `estimate` goes by; `s` is overwritten."""
    w = np.zeros(WORTHS)
    appraise(s, content, weights, w)
    features(s, content, weights, w, out)


@jit
def estimate(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:  # every game has this signature
    """What the crew can expect, -1 to 1; see ``scripted/__init__.py``. `s` is overwritten."""
    numbers = np.zeros(2 * NUMBER)
    regressors(s, content, weights, mask, numbers)
    odds = 0.0
    for k in range(2 * NUMBER):
        odds += COEFFICIENTS[k] * numbers[k]
    for p in range(s.num_players):
        out[p] = math.tanh(0.5 * odds)
