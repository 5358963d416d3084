"""What the things of First Martians are worth to the crew, in pawns: wounds, Stress, supplies, broken parts, tracks.

All numbers that a decision needs again and again are put into one table first, `w` (WORTHS,), so that what an action brings
is a few look-ups. How many cards a Malfunction track will draw until the end is counted exactly, by its dice and penalties.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_plans import (
    CONDITION,
    DANGER,
    DEATH,
    DISCONTENT,
    GOOD,
    LATE,
    MEAL,
    MODIFIER,
    PENALTY,
    ROVER,
    SHORTAGE,
    TOKEN,
    WOUND,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base
from marszoo.envs.first_martians.rules.lookup import BLOCK_OF, TOP_OUTPUT
from marszoo.envs.first_martians.state import (
    DIE_FACES,
    GOODS,
    GROWN,
    LAST,
    MORALE_LOW,
    MORALE_TOP,
    PROJECTS,
    RINGS,
)
from marszoo.envs.first_martians.tables import STRESS_ROWS

BLOCKS, COLOURS, GOAL_KINDS = len(words.BLOCKS), len(words.COLOURS), len(words.GOALS)

W_CARDS = 0
"""BLOCKS x LAST: cards that the block draws until the end, by the place of its marker; late ones count for less."""
W_COUNTED = W_CARDS + BLOCKS * LAST
"""BLOCKS: how many more with one more penalty."""
W_RED = W_COUNTED + BLOCKS
"""BLOCKS: how many more with a red marker in the Malfunction box, rather than a green one."""
W_CARD = W_RED + BLOCKS
"""BLOCKS: what a card costs."""
W_ADVENTURE = W_CARD + BLOCKS
"""COLOURS: what an adventure brings, on average."""
W_STRESS = W_ADVENTURE + COLOURS
"""STRESS_ROWS: what a row of the Stress track costs each time."""
W_UNIT = W_STRESS + STRESS_ROWS
"""GOAL_KINDS: what a unit of an objective is worth while one is missing."""
W_MISSING = W_UNIT + GOAL_KINDS
"""GOAL_KINDS: how many units are missing."""
W_STEP = W_MISSING + GOAL_KINDS
"""PROJECTS: what a step is worth."""
W_GOOD = W_STEP + PROJECTS
"""GOODS: what one more in supply is worth."""
W_LYING = W_GOOD + GOODS
"""GOODS: what one more is worth that lies outside."""
W_BROKEN = W_LYING + GOODS
"""What a broken part costs, whatever its penalty."""
W_POI = W_BROKEN + 1
"""RINGS: chance that the next tile is a point of interest."""
W_TILE = W_POI + RINGS
"""RINGS: what its finds and its hazard bring, on average."""
W_GOODS = W_TILE + RINGS
"""RINGS x GOODS: how many of each lie on the next tile, on average."""
W_OUTSIDE = W_GOODS + RINGS * GOODS
"""Explore actions that objectives still ask for."""
W_LAB = W_OUTSIDE + 1
"""Research actions that they ask for."""
W_BAY = W_LAB + 1
"""Build actions that they ask for."""
W_PROBES = W_BAY + 1
"""Gather actions that they ask for."""
WORTHS = W_PROBES + 1


@jit
def clear(w: Any, start: Any, n: Any) -> None:
    for k in range(start, start + n):
        w[k] = 0.0


@jit
def sols_left(s: Any) -> Any:
    """Sols to come after the running one."""
    return max(0, np.int64(s.sols) - s.sol)


@jit
def slowly(s: Any, weights: Any) -> Any:
    """The share that counts of what harms slowly: less when the end is near."""
    return min(1.0, (sols_left(s) + 0.5) / weights[LATE])


@jit
def count_cards(content: Any, block: Any, rolled: Any, counted: Any, phases: Any, late: Any, out: Any) -> None:
    """Fill `out` (LAST,): cards drawn in the Malfunction phases to come, for each place of the marker.

    A card counts by the sols that are left after it. Between two phases an event moves one of the three markers.
    """
    old, new = np.zeros(LAST), np.zeros(LAST)
    for k in range(phases):
        harm = min(1.0, (k + 0.5) / late)
        for t in range(LAST):
            total = 0.0
            for face in range(DIE_FACES):
                to = t + counted + (content.malfunction[block, face] if rolled else 0)
                total += harm + old[0] if to >= LAST else old[to]
            new[t] = total / DIE_FACES
        for t in range(LAST):
            old[t] = new[t]
            if k + 1 < phases:
                old[t] += ((harm + new[0] if t + 1 == LAST else new[t + 1]) - new[t]) / BLOCKS
    for t in range(LAST):
        out[t] = old[t]


@jit
def foresee(s: Any, content: Any, weights: Any, w: Any) -> None:
    """The part of the table about malfunctions: how many cards each block will draw."""
    phases = sols_left(s) + (s.phase <= words.ACTION_PHASE)
    as_it_is, other = np.zeros(LAST), np.zeros(LAST)
    tally = base.tally(s, content)
    for b in range(BLOCKS):
        n = base.counted(tally, b)
        rolled = s.red[b] != 0 or s.listed[b] != 0
        place: Any = min(LAST - 1, np.int64(s.track[b]))
        count_cards(content, b, rolled, n, phases, weights[LATE], as_it_is)
        for t in range(LAST):
            w[W_CARDS + LAST * b + t] = as_it_is[t]
        count_cards(content, b, rolled, n + 1, phases, weights[LATE], other)
        w[W_COUNTED + b] = other[place] - as_it_is[place]
        if s.listed[b] == 0:
            count_cards(content, b, not rolled, n, phases, weights[LATE], other)
            w[W_RED + b] = abs(other[place] - as_it_is[place])


@jit
def track_cost(s: Any, b: Any, n: Any, w: Any) -> Any:
    """What it costs that a Malfunction marker moves up by n now."""
    t = np.int64(s.track[b])
    if t >= LAST:
        return 0.0
    there = w[W_CARDS + LAST * b + t]
    if t + n >= LAST:
        return w[W_CARD + b] * (1.0 + w[W_CARDS + LAST * b] - there)
    return w[W_CARD + b] * (w[W_CARDS + LAST * b + t + n] - there)


@jit
def track_gain(s: Any, b: Any, n: Any, w: Any) -> Any:
    """What it is worth to move a Malfunction marker down by n now."""
    t = np.int64(s.track[b])
    if t >= LAST:
        return 0.0
    return w[W_CARD + b] * (w[W_CARDS + LAST * b + t] - w[W_CARDS + LAST * b + max(0, t - n)])


@jit
def wound_cost(s: Any, content: Any, seat: Any, n: Any, weights: Any) -> Any:
    """What n wounds of an astronaut cost: more the nearer they bring its death."""
    cost = 0.0
    for k in range(n):
        left = content.health - s.wounds[seat] - k
        if left <= 1:
            return cost + weights[DEATH]
        cost += slowly(s, weights) * weights[WOUND] * (1.0 + weights[DANGER] / (left - 1) ** 2)
    return cost


@jit
def heal_gain(s: Any, content: Any, seat: Any, n: Any, weights: Any) -> Any:
    """What it is worth to heal n wounds of an astronaut."""
    gain = 0.0
    for k in range(min(n, np.int64(s.wounds[seat]))):
        left = content.health - s.wounds[seat] + k
        gain += slowly(s, weights) * weights[WOUND] * (1.0 + weights[DANGER] / max(1, left) ** 2)
    return gain


@jit
def condition_cost(s: Any, weights: Any) -> Any:
    return weights[CONDITION] * slowly(s, weights)


@jit
def strain(s: Any, content: Any, stress: Any, w: Any) -> Any:
    """What the Stress track costs until the end from this place on, when nobody rests."""
    p = s.num_players - 1
    cost = 0.0
    for k in range(1, 1 + sols_left(s)):
        level = min(content.stress_length[p], stress + k * s.num_players)
        for row in range(content.num_stress - 1, -1, -1):
            if level >= content.stress[row].at[p]:
                cost += w[W_STRESS + row]
                break
    return cost


@jit
def stress_cost(s: Any, content: Any, n: Any, w: Any) -> Any:
    """What it costs that the Stress marker moves by n."""
    top = content.stress_length[s.num_players - 1]
    now = np.int64(s.stress)
    return strain(s, content, min(top, max(0, now + n)), w) - strain(s, content, now, w)


@jit
def mood(s: Any, morale: Any, weights: Any) -> Any:
    """What a place of the Morale track brings until the end."""
    return sols_left(s) * morale * (weights[TOKEN] if morale > 0 else weights[DISCONTENT])


@jit
def morale_gain(s: Any, n: Any, weights: Any) -> Any:
    now = np.int64(s.morale)
    return mood(s, min(MORALE_TOP, max(MORALE_LOW, now + n)), weights) - mood(s, now, weights)


@jit
def token_gain(s: Any, seat: Any, n: Any, weights: Any) -> Any:
    """What n Morale tokens are worth to an astronaut: each less than the one before."""
    gain = 0.0
    for k in range(n):
        gain += weights[TOKEN] * slowly(s, weights) * 2.0 / (2.0 + s.tokens[seat] + k)
    return gain


@jit
def lack(s: Any, content: Any, kind: Any, more: Any, stock: Any, weights: Any) -> Any:
    """What it costs that oxygen or energy will be missing, if `more` than now is produced and `stock` is in supply."""
    short = -(base.surplus(s, content, kind) + more) * sols_left(s)
    return weights[SHORTAGE] * max(0, short - stock) + weights[GOOD] * max(0, min(short, stock))


@jit
def meals_short(s: Any) -> Any:
    """Meals that neither plants nor food cover until the end, as things stand."""
    eaters = np.int64(s.num_players)
    fed = np.int64(s.plants[GROWN]) if s.shut[words.FARM] == 0 else 0
    return max(0, (eaters - fed) * sols_left(s) - s.stock[words.FOOD] - s.cargo[words.FOOD])


@jit
def wilting_cost(s: Any, n: Any, weights: Any) -> Any:
    """What it costs that the grown plants wilt, n places each time: their next meals."""
    if sols_left(s) == 0:
        return 0.0
    fed = min(np.int64(s.num_players), np.int64(s.plants[GROWN]))
    return weights[MEAL] * max(0, fed * min(2, n) - s.stock[words.FOOD])


@jit
def penalty_cost(s: Any, content: Any, f: Any, word: Any, weights: Any, w: Any) -> Any:
    """What a penalty costs until the end, besides its step of the Malfunction track."""
    left = sols_left(s)
    if word == words.P_WILT:
        return wilting_cost(s, 2, weights)
    if word == words.P_NO_ROVER or word == words.P_ROVER_RISK:
        return rover_cost(weights, w) * (1.0 if word == words.P_NO_ROVER else 0.4)
    if word == words.P_COST_OXYGEN or word == words.P_COST_ENERGY:
        return 0.4 * left * w[W_GOOD + word - words.P_COST_OXYGEN]
    if word == words.P_MUST_ROLL:
        return 0.15 * left
    if word == words.P_LOSE_SAMPLE:
        return 0.5 * left * w[W_LYING + words.SAMPLE]
    if word == words.P_STRESS:
        return stress_cost(s, content, left, w)
    if word == words.P_TOKEN:
        return 0.4 * left * weights[MODIFIER]
    if word == words.P_OUTPUT:
        kind = f // 2
        stock = np.int64(s.stock[kind])
        return lack(s, content, kind, -1, stock, weights) - lack(s, content, kind, 0, stock, weights)
    return 0.0


@jit
def rover_cost(weights: Any, w: Any) -> Any:
    """What it costs that a rover cannot be used."""
    return weights[ROVER] * min(1.0, (w[W_OUTSIDE] + w[W_PROBES]) / 3.0)


@jit
def part_cost(s: Any, content: Any, f: Any, part: Any, weights: Any, w: Any) -> Any:
    """What it costs that a part is broken, until the end."""
    cost = w[W_BROKEN]
    word = np.int64(content.facility[f].penalty[part])
    if word == words.P_NONE or s.cancelled[f] >> part & 1 or s.shut[f] != 0:
        return cost
    if base.counts(s, word):
        b = BLOCK_OF[f]
        cost += weights[PENALTY] * w[W_COUNTED + b] * w[W_CARD + b]
    # An output penalty of a part that is broken is in the balance already.
    if word == words.P_OUTPUT and s.broken[f] >> part & 1:
        kind = f // 2
        stock = np.int64(s.stock[kind])
        now = lack(s, content, kind, 0, stock, weights)
        return cost + weights[PENALTY] * (now - lack(s, content, kind, 1, stock, weights))
    return cost + weights[PENALTY] * penalty_cost(s, content, f, word, weights, w)


@jit
def output_gain(s: Any, content: Any, f: Any, n: Any, weights: Any) -> Any:
    """What it is worth that a productivity marker moves by n."""
    if s.shut[f] != 0:
        return 0.0
    to = min(TOP_OUTPUT[f], max(1, s.output[f] + n))
    kind, more = f // 2, to - s.output[f]
    stock = np.int64(s.stock[kind])
    return lack(s, content, kind, 0, stock, weights) - lack(s, content, kind, more, stock, weights)
