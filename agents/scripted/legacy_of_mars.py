"""Scripted agents of The Legacy of Mars: an evaluation in M€, and two plans made of its weights.

A position is worth the points that a seat would score now, what its productions, rating and cards bring in the
generations that are still to come, its resources, and what its hand leads to; less a share of the best rival's. It is
read once an action is done: what it leaves open (how to pay, where to place, whom to hit) is decided by rule, unless that
is the decision being made. Weights and plans are in ``legacy_of_mars_plans.py``.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.legacy_of_mars_plans import (
    AGENTS,
    AWARD,
    BUDGET,
    DRAW,
    END,
    HAND,
    MILESTONE,
    RIVALS,
    VICTORY_POINT,
    WEIGHTS,
)
from marszoo.agents.scripted.legacy_of_mars_worths import board_worth, hand_gain, phases_left, standing_worth
from marszoo.envs.core.frames import KIND, RUNNING, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import GAME
from marszoo.envs.legacy_of_mars.actions import A_AMOUNT, A_PLACE, A_PLAYER, NOBODY_HIT, REFUSE
from marszoo.envs.legacy_of_mars.results import award_points, card_points, map_points
from marszoo.envs.legacy_of_mars.rules import cards, objectives
from marszoo.envs.legacy_of_mars.state import (
    AMOUNT,
    CARDS,
    CLAIMED,
    DISCARDING,
    FIRST_DEVELOPMENT,
    FIRST_SIDE,
    IN_HAND,
    KEPT,
    LOOKED,
    MISSIONS,
    OBJECTIVES,
    ON_TABLE,
    PAY,
    PLACE,
    SPACES,
    TARGET,
)

__all__ = ["AGENTS", "WEIGHTS", "evaluate"]

play = GAME.kernels.play

FINISH = 40
"""Decisions of the same action that are taken by rule at most."""
MILESTONE_POINTS = 5.0


@jit
def by_rule(s: Any, content: Any, seat: Any, mask: Any) -> Any:
    """A reasonable action where an action is under way: as much steel and titanium as possible, the richest rival, …"""
    kind = top(s, KIND)
    if kind == PAY or kind == AMOUNT:
        for a in range(len(mask) - 1, A_AMOUNT - 1, -1):
            if mask[a] != 0:
                return a
    elif kind == PLACE:
        best, most = -1, -1.0
        bonus = content.board[s.board].bonus
        for space in range(SPACES):
            if mask[A_PLACE + space] == 0:
                continue
            value = 0.0
            if space < len(bonus):
                for k in range(bonus.shape[1]):
                    value += bonus[space, k]
            near = np.int64(content.near[space])
            for other in range(len(bonus)):
                if near >> other & 1:
                    value += 2.0 * (s.wet >> other & 1) + 1.0 * (s.green >> other & 1) + 0.5 * (s.owner[other] == seat)
            if value > most:
                best, most = space, value
        if best >= 0:
            return A_PLACE + best
    elif kind == TARGET:
        best, most = -1, -1
        for k in range(1, s.num_players):
            rival = seat + k if seat + k < s.num_players else seat + k - s.num_players
            if mask[A_PLAYER + k] != 0 and s.rating[rival] > most:
                best, most = A_PLAYER + k, np.int64(s.rating[rival])
        if best >= 0:
            return best
    elif kind == DISCARDING and mask[NOBODY_HIT] != 0:
        return NOBODY_HIT
    elif kind == LOOKED and mask[REFUSE] != 0:
        return REFUSE
    for a in range(len(mask)):
        if mask[a] != 0 and a != NOBODY_HIT:
            return a
    return NOBODY_HIT


@jit
def under_way(kind: Any) -> Any:
    """Whether a decision belongs to an action that is being carried out."""
    return kind >= PAY


@jit
def standing(s: Any, content: Any, seat: Any, weights: Any, left: Any) -> Any:
    """What everybody can see of a seat: points, board, cards in play."""
    points = s.rating[seat] + map_points(s, content, seat)
    for m in range(OBJECTIVES):
        points += MILESTONE_POINTS * (s.milestone[m] == seat + 1)
    points += (1.0 if left < 1.0 else weights[AWARD]) * award_points(s, content, seat)
    value = board_worth(s, seat, left, weights)
    for row in range(CARDS):
        code = np.int64(s.place[row])
        if code == ON_TABLE + seat:
            points += card_points(s, content, seat, row)
            value += standing_worth(s, content, seat, row, left, weights)
        elif code == ON_TABLE + 8 + seat:
            points += card_points(s, content, seat, row)
    if s.revealed != 0 and s.corporation[seat] >= 0:
        side = FIRST_SIDE + 2 * s.corporation[seat] + s.side[seat]
        value += standing_worth(s, content, seat, side, left, weights)
        for m in range(MISSIONS):
            if s.development[seat, m] >= 0:
                row = FIRST_DEVELOPMENT + 2 * (MISSIONS * s.corporation[seat] + m) + s.development[seat, m]
                value += standing_worth(s, content, seat, row, left, weights)
    if left >= 1.0:
        value += weights[MILESTONE] * weights[VICTORY_POINT] * hopes(s, content, seat)
    return value + weights[VICTORY_POINT] * points


@jit
def hopes(s: Any, content: Any, seat: Any) -> Any:
    """Points of milestones that are still to be claimed, by how near they are."""
    claimed = 0
    for m in range(OBJECTIVES):
        claimed += s.milestone[m] != 0
    if claimed >= CLAIMED or s.num_players == 1:
        return 0.0
    value = 0.0
    for m in range(OBJECTIVES):
        if s.milestone[m] == 0:
            row = content.milestone[objectives.milestone_row(s, content, m)]
            reached = objectives.count(s, content, seat, np.int64(row.criterion), np.int64(row.what)) / row.amount
            value += MILESTONE_POINTS * min(1.0, reached) ** 3
    return value


@jit
def prospect(s: Any, content: Any, seat: Any, weights: Any, left: Any) -> Any:
    """What the seat's own hand leads to, as far as its money and income can pay for it."""
    gain, price, number = 0.0, 0.0, 0
    for row in range(CARDS):
        code = np.int64(s.place[row])
        if code == IN_HAND + seat or code == KEPT + seat:
            number += 1
            brings = hand_gain(s, content, seat, row, left, weights)
            if brings > 0.0:
                gain += brings
                price += cards.price(s, content, seat, row)
    income = s.rating[seat] + s.production[seat, 0] + 1.6 * s.production[seat, 1] + 2.4 * s.production[seat, 2]
    means = s.resource[seat, 0] + weights[BUDGET] * income * max(0.0, left - 1.0)
    share = 1.0 if price <= means else means / price
    return weights[HAND] * gain * share + weights[DRAW] * number * (left >= 1.0)


@jit
def evaluate(before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any) -> Any:
    """What the position in `s` is worth to `seat`, in M€; see ``scripted/__init__.py``."""
    if not under_way(top(before, KIND)):
        for _ in range(FINISH):
            if s.over != RUNNING or s.player != seat or not under_way(top(s, KIND)):
                break
            play(s, content, by_rule(s, content, seat, mask), mask)
    left = phases_left(s, content, weights) if s.over == RUNNING else 0.0
    mine = standing(s, content, seat, weights, left)
    if s.over == RUNNING:
        mine += prospect(s, content, seat, weights, left)
    best = 0.0
    for p in range(s.num_players):
        if p != seat:
            theirs = standing(s, content, p, weights, left)
            best = max(best, theirs)
    value = mine - weights[RIVALS] * best
    return value + weights[END] * (mine - best) if s.over != RUNNING else value
