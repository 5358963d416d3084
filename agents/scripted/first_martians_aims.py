"""What the mission asks for: how much work is missing, and what a unit of it, a good, a tile outside is worth therefore."""

from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_effects import effects_worth
from marszoo.agents.scripted.first_martians_plans import (
    BROKEN,
    GOOD,
    LYING,
    MEAL,
    OBJECTIVE,
    OPTIONAL,
    SHORTAGE,
    SPARE_PART,
    THRESHOLD,
    URGENCY,
    WANTED,
)
from marszoo.agents.scripted.first_martians_worths import (
    GOAL_KINDS,
    W_BAY,
    W_BROKEN,
    W_GOOD,
    W_GOODS,
    W_LAB,
    W_LYING,
    W_MISSING,
    W_OUTSIDE,
    W_POI,
    W_PROBES,
    W_STEP,
    W_TILE,
    W_UNIT,
    clear,
    condition_cost,
    meals_short,
    morale_gain,
    rover_cost,
    sols_left,
    wound_cost,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, goals, outside
from marszoo.envs.first_martians.state import GOODS, PAWNS, PENDING, PROJECTS, RINGS, SPOTS

_PAWNS = {
    "tiles": 2.0,
    "deep": 4.0,
    "poi": 3.5,
    "cargo": 1.6,
    "samples": 1.6,
    "food": 1.5,
    "plants": 3.0,
    "parts": 1.5,
    "repairs": 1.6,
    "upgrades": 1.6,
    "morale": 1.6,
    "project": 1.6,
}
EFFORT = tuple(_PAWNS[kind] for kind in words.GOALS)
"""Kind of objective -> pawns that a unit takes; a project outside takes as many more as its way."""
_SUPPLIES = {"samples": words.SAMPLE, "food": words.FOOD, "parts": words.PART}
STOCKED = tuple(_SUPPLIES.get(kind, -1) for kind in words.GOALS)
"""Kind of objective -> the supply that it looks at; -1: none."""


@jit
def missing(s: Any, content: Any, k: Any) -> Any:
    """Units of an objective that are missing and not under way."""
    if s.done[k] != 0:
        return 0
    kind = np.int64(content.mission[s.mission].goal[k, 0])
    n = goals.wanted(s, content, k) - goals.progress(s, content, k)
    if kind == words.G_CARGO:
        n -= s.gathered
    elif kind == words.G_UPGRADES:
        for u in range(len(s.upgrade)):
            n -= s.upgrade[u] == PENDING
    elif STOCKED[kind] >= 0:
        n -= s.cargo[STOCKED[kind]]
    return max(0, n)


@jit
def step_effort(s: Any, content: Any, p: Any) -> Any:
    """Pawns that a step of a project takes."""
    return EFFORT[words.G_PROJECT] + content.mission[s.mission].ring[p]


@jit
def work_left(s: Any, content: Any) -> Any:
    """Pawns that the mandatory objectives still take."""
    row = content.mission[s.mission]
    total = 0.0
    for k in range(row.mandatory):
        kind, which = np.int64(row.goal[k, 0]), np.int64(row.goal[k, 1])
        effort = step_effort(s, content, which) if kind == words.G_PROJECT else EFFORT[kind]
        total += effort * missing(s, content, k)
    return total


@jit
def press(s: Any, content: Any, weights: Any) -> Any:
    """Factor on the worth of mandatory work: more the less time there is for it."""
    hands = 1.0 + PAWNS * s.num_players
    for helper in range(len(words.AOMS)):
        hands += 0.5 * content.aoms[s.num_players - 1, helper]
    # About two thirds of the pawns keep the crew alive.
    return 1.0 + weights[URGENCY] * min(1.5, 1.5 * work_left(s, content) / (hands * (1.0 + sols_left(s))))


@jit
def aims(s: Any, content: Any, weights: Any, w: Any) -> None:
    """The part of the table about objectives and goods."""
    row = content.mission[s.mission]
    rate = weights[OBJECTIVE] * press(s, content, weights)
    clear(w, W_UNIT, GOAL_KINDS)
    clear(w, W_MISSING, GOAL_KINDS)
    clear(w, W_STEP, PROJECTS)
    asked = np.zeros(GOODS)
    w[W_LAB] = 0.0
    w[W_BAY] = 0.5 * base.broken_parts(s)
    open_goals = 0
    for k in range(row.goals):
        n = missing(s, content, k)
        if n == 0:
            continue
        kind, which = np.int64(row.goal[k, 0]), np.int64(row.goal[k, 1])
        must = k < row.mandatory
        worth = rate if must else weights[OPTIONAL]
        open_goals += must
        if kind == words.G_PROJECT:
            w[W_STEP + which] = worth * step_effort(s, content, which)
            if must and row.cost[which, 1] >= 0:
                asked[row.cost[which, 1]] += row.cost[which, 0] * n
            if must:
                w[W_BAY if row.place[which] == 1 else W_LAB] += n
        elif w[W_UNIT + kind] == 0.0 or must:
            w[W_UNIT + kind] = worth * EFFORT[kind]
            w[W_MISSING + kind] = n
            if must and STOCKED[kind] >= 0:
                asked[STOCKED[kind]] += n + s.stock[STOCKED[kind]] + s.cargo[STOCKED[kind]]
    w[W_BAY] += w[W_MISSING + words.G_UPGRADES]
    w[W_OUTSIDE] = w[W_MISSING + words.G_TILES] + 2.0 * w[W_MISSING + words.G_DEEP] + 2.0 * w[W_MISSING + words.G_POI]
    lacking = 0.0
    for good in range(GOODS):
        lacking += max(0.0, asked[good] - s.stock[good] - s.cargo[good])
    w[W_PROBES] = 0.7 * w[W_MISSING + words.G_CARGO] + 0.7 * lacking
    w[W_OUTSIDE] += 0.5 * w[W_PROBES]
    value_goods(s, content, weights, w, asked, rate)
    for p in range(row.projects):
        # What a step costs is worth something before, and must be worth as much in the step.
        if w[W_STEP + p] > 0.0 and row.cost[p, 1] >= 0:
            w[W_STEP + p] += row.cost[p, 0] * w[W_GOOD + row.cost[p, 1]]
    tolerate(s, weights, w, open_goals)


@jit
def value_goods(s: Any, content: Any, weights: Any, w: Any, asked: Any, rate: Any) -> None:
    """What one more of each good is worth, in supply and outside; `asked` are those that objectives still take."""
    left = sols_left(s)
    # What is not asked for is of use only if there is time to use it.
    time = min(1.0, 0.5 * left)
    cargo = w[W_UNIT + words.G_CARGO]
    lying_all = 0
    for good in range(GOODS):
        value = time * weights[GOOD]
        needed = asked[good] - s.stock[good] - s.cargo[good]
        if asked[good] > 0.0 and needed > -1.0:
            # One less, if not one more, makes the difference.
            value = weights[WANTED] * rate
        if good == words.PART:
            value = max(value, time * weights[SPARE_PART] * 2.0 / (2.0 + max(0.0, -needed)))
        elif good == words.FOOD and meals_short(s) > 0:
            value = max(value, weights[MEAL])
        elif good <= words.ENERGY and -base.surplus(s, content, good) * left > s.stock[good]:
            value = max(value, weights[SHORTAGE])
        w[W_GOOD + good] = value
        lying = 0
        for spot in range(SPOTS):
            lying += s.ground[spot, good]
        lying_all += lying
        w[W_LYING + good] = weights[LYING] * (value if asked[good] > 0.0 and needed > lying else weights[GOOD])
    if w[W_MISSING + words.G_CARGO] > lying_all:
        for good in range(GOODS):
            w[W_LYING + good] += weights[LYING] * cargo


@jit
def tolerate(s: Any, weights: Any, w: Any, open_goals: Any) -> None:
    """What a broken part costs at the end: by the chance that there will be too many, and by the time left to repair it."""
    left = sols_left(s)
    w[W_BROKEN] = weights[BROKEN] * min(1.0, 0.5 * left)
    if s.threshold >= 0:
        over = base.broken_parts(s) - s.threshold
        chance = min(1.0, max(0.0, 0.5 * (over + 1.6 + 0.3 * left))) / (1.0 + 0.3 * left)
        if open_goals == 0 and over > 0:
            # The only thing between the crew and its success.
            chance = 2.0
        w[W_BROKEN] += weights[THRESHOLD] * chance


@jit
def survey(s: Any, content: Any, weights: Any, w: Any) -> None:
    """The part of the table about tiles that may come up outside."""
    used = outside.tiles_used(s)
    clear(w, W_POI, RINGS)
    clear(w, W_TILE, RINGS)
    clear(w, W_GOODS, RINGS * GOODS)
    number = np.zeros(RINGS)
    seat = np.int64(s.player)
    for tile in range(content.num_tiles):
        if used >> tile & 1:
            continue
        row = content.roi[tile]
        r = row.ring - 1
        number[r] += 1.0
        w[W_POI + r] += row.poi
        w[W_TILE + r] += effects_worth(s, content, seat, np.int64(row.finds), weights, w)
        if row.hazard == words.H_WOUND:
            w[W_TILE + r] -= wound_cost(s, content, seat, 1, weights)
        elif row.hazard == words.H_MORALE:
            w[W_TILE + r] += morale_gain(s, -1, weights)
        elif row.hazard == words.H_ROVER:
            w[W_TILE + r] -= 0.5 * rover_cost(weights, w)
        elif row.hazard == words.H_ADVENTURE:
            w[W_TILE + r] -= 0.3 * condition_cost(s, weights)
        for good in range(GOODS):
            w[W_GOODS + GOODS * r + good] += row.goods[good]
    for r in range(RINGS):
        if number[r] > 0.0:
            w[W_POI + r] /= number[r]
            w[W_TILE + r] /= number[r]
            for good in range(GOODS):
                w[W_GOODS + GOODS * r + good] /= number[r]
