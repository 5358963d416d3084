"""Scripted agents of The Legacy of Mars: an evaluation in M€, and two plans made of its weights.

A position is worth the points that a seat would score now, what its productions, rating and cards bring in the
generations that are still to come, its resources, and what its hand leads to; less a share of the best rival's. It is
read once an action is done: what it leaves open (how to pay, where to place, whom to hit) is decided by rule, unless that
is the decision being made. Weights and plans are in ``legacy_of_mars_plans.py``.
"""

import math
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
from marszoo.envs.legacy_of_mars.actions import A_AMOUNT, A_CARD, A_PLACE, A_PLAYER, DONE, NOBODY_HIT, REFUSE
from marszoo.envs.legacy_of_mars.rules import deck, objectives, scoring
from marszoo.envs.legacy_of_mars.rules.scoring import (
    MILESTONE_POINTS,
    all_card_points,
    award_points,
    map_points,
    milestone_points,
)
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
    P_PRODUCTION,
    P_SAVING,
    PAY,
    PLACE,
    PLAYERS,
    ROWS,
    SAVE,
    SAVED_BY,
    SPACES,
    TARGET,
)

__all__ = ["AGENTS", "SEARCH", "WEIGHTS", "estimate", "weigh"]

SEARCH = {"depth": 0, "temperature": 3.0, "patience": 3, "weights": {"action": 0.0, "trigger": 0.0}}
"""What a tree search does by default; see ``scripted/__init__.py``. What cards go on to do is left to the search: in 300 games
greedy without these two weights won 64.7 % against greedy, which hopes for too much from its cards."""
COEFFICIENTS = (0.00556, 0.05834)
"""What a M€ ahead says of the odds to win, by itself and divided by one and the production phases to come: a logistic regression
of wins in games of greedy, ``python bench/estimate.py --game legacy_of_mars_v0 --games 600 --fit``."""
NUMBER = 1
"""Numbers that the estimate goes by, each of which has two coefficients."""
CERTAIN = 40.0
"""M€ ahead at the end of a game at which the estimate is 0.76."""
ALONE = 300.0
"""M€ that a single player's position is worth at which half of its estimate is 0.76 of what it can be: a guess."""

play = GAME.kernels.play

FINISH = 40
"""Decisions of the same action that are taken by rule at most."""
UNKNOWN, UNSEEN = -1.0, 2.0
"""Mark of a card that the seat did not know when it chose; how many further cards such a one is worth."""
COMPENSATION = 6.0
"""M€ that the two cards are worth which somebody draws who has saved none: an estimate, not tuned."""
SEATS = ON_TABLE - IN_HAND
"""Codes of `State.place` of each kind."""


@jit
def by_rule(s: Any, content: Any, seat: Any, mask: Any) -> Any:
    """A reasonable action where an action is under way: as much steel and titanium as possible, the best rival."""
    kind = top(s, KIND)
    if kind in (PAY, AMOUNT):
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
        hit, highest = -1, -1
        for k in range(1, s.num_players):
            rival = seat + k if seat + k < s.num_players else seat + k - s.num_players
            if mask[A_PLAYER + k] != 0 and s.rating[rival] > highest:
                hit, highest = A_PLAYER + k, s.rating[rival]
        if hit >= 0:
            return hit
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
def appraise(s: Any, content: Any, seat: Any, weights: Any, left: Any, stands: Any, hand: Any) -> None:
    """What rows in play still bring to their owners, and what cards that the seat has or is offered would bring it.

    `stands` (ROWS,) and `hand` (CARDS,) are filled; cards that the seat does not know yet stay UNKNOWN in `hand`. With a
    negative `seat` all is known of everybody, as it is in a world that a search has made up.
    """
    for row in range(CARDS):
        code = np.int64(s.place[row])
        hand[row] = UNKNOWN
        if code >= ON_TABLE and code < ON_TABLE + PLAYERS:
            stands[row] = standing_worth(s, content, code - ON_TABLE, row, left, weights)
        elif code >= IN_HAND:
            owner = (code - IN_HAND) % SEATS
            if owner == seat or seat < 0:
                stands[row] = standing_worth(s, content, owner, row, left, weights)
                hand[row] = hand_gain(s, content, owner, row, left, weights)
    for p in range(s.num_players):
        if s.corporation[p] >= 0 and (s.revealed != 0 or p == seat or seat < 0):
            for k in range(2):
                row = FIRST_SIDE + 2 * s.corporation[p] + k
                stands[row] = standing_worth(s, content, p, row, left, weights)
            for k in range(2 * MISSIONS):
                row = FIRST_DEVELOPMENT + 2 * MISSIONS * s.corporation[p] + k
                stands[row] = standing_worth(s, content, p, row, left, weights)


@jit
def standing(s: Any, content: Any, seat: Any, weights: Any, left: Any, share: Any, stands: Any) -> Any:
    """What everybody can see of a seat: points, board, cards in play, whose worth is taken from `stands` times `share`."""
    points = s.rating[seat] + map_points(s, content, seat) + milestone_points(s, seat)
    points += (1.0 if left < 1.0 else weights[AWARD]) * award_points(s, content, seat)
    points += all_card_points(s, content, seat)
    rest = 0.0
    for row in range(CARDS):
        if s.place[row] == ON_TABLE + seat:
            rest += stands[row]
    if s.corporation[seat] >= 0 and s.side[seat] >= 0:
        rest += stands[FIRST_SIDE + 2 * s.corporation[seat] + s.side[seat]]
        for m in range(MISSIONS):
            if s.development[seat, m] >= 0:
                rest += stands[FIRST_DEVELOPMENT + 2 * (MISSIONS * s.corporation[seat] + m) + s.development[seat, m]]
    value = board_worth(s, seat, left, weights) + share * rest
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
def prospect(s: Any, content: Any, seat: Any, weights: Any, left: Any, hand: Any) -> Any:
    """What the seat's own hand leads to, as far as its money and income can pay for it."""
    gain, price, number = 0.0, 0.0, 0.0
    for row in range(CARDS):
        code = np.int64(s.place[row])
        if code == IN_HAND + seat or code == KEPT + seat:
            number += 1.0
            if hand[row] == UNKNOWN:
                number += UNSEEN
            elif hand[row] > 0.0:
                gain += hand[row]
                price += content.rows[row].cost
    income = s.rating[seat] + s.production[seat, 0] + 1.6 * s.production[seat, 1] + 2.4 * s.production[seat, 2]
    means = s.resource[seat, 0] + weights[BUDGET] * income * max(0.0, left - 1.0)
    share = 1.0 if price <= means else means / price
    return weights[HAND] * gain * share + weights[DRAW] * number * (left >= 1.0)


@jit
def settle(s: Any, content: Any, seat: Any, mask: Any) -> None:
    """Finish by rule the action of a seat that is under way."""
    for _ in range(FINISH):
        if s.over != RUNNING or s.player != seat or not under_way(top(s, KIND)):
            break
        play(s, content, by_rule(s, content, seat, mask), mask)


@jit
def worth(
    before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any, left: Any, stands: Any, hand: Any
) -> Any:
    """What the position in `s`, reached from `before`, is worth to `seat`, in M€."""
    if not under_way(top(before, KIND)):
        settle(s, content, seat, mask)
    later = 0.0
    ended = s.over != RUNNING or s.phase == P_SAVING or s.mission != before.mission
    if s.mission != before.mission:
        s = before  # a campaign has cleared the table for the next mission
    if not ended:
        later = max(0.0, left - (s.generation - before.generation))
        if s.phase >= P_PRODUCTION and before.phase < P_PRODUCTION:
            later = max(0.0, later - 1.0)
    share = later / max(1.0, left)
    mine = standing(s, content, seat, weights, later, share, stands)
    if not ended:
        mine += prospect(s, content, seat, weights, later, hand)
    best = -np.inf
    for p in range(s.num_players):
        if p != seat:
            best = max(best, standing(s, content, p, weights, later, share, stands))
    if s.num_players == 1:
        return mine
    value = mine - weights[RIVALS] * best
    return value + weights[END] * (mine - best) if ended else value


@jit
def weigh_saving(
    world: Any, content: Any, seat: Any, weights: Any, mask: Any, after: Any, after_mask: Any, values: Any
) -> None:
    """What cards are worth that are saved for the next mission: as much as in a hand at its beginning.

    `after` is a copy of `world` to be played on into the next mission, saving nothing more.
    """
    for _ in range(PLAYERS):
        if after.mission == world.mission:
            play(after, content, DONE, after_mask)
    left = phases_left(after, content, weights)
    for a in range(len(mask)):
        if mask[a] != 0:
            # Who saves nothing draws cards instead.
            nothing = deck.count_at(world, SAVED_BY + seat) == 0
            values[a] += (
                COMPENSATION * nothing if a == DONE else hand_gain(after, content, seat, a - A_CARD, left, weights)
            )


@jit
def weigh(world: Any, content: Any, seat: Any, weights: Any, mask: Any, trial: Any, masks: Any, values: Any) -> None:
    """Add to ``values[a]`` what each legal action a of `world` is worth; see ``scripted/__init__.py``."""
    left = phases_left(world, content, weights)
    stands, hand = np.zeros(ROWS), np.zeros(CARDS)
    if top(world, KIND) == SAVE:
        trial[1] = world
        weigh_saving(world, content, seat, weights, mask, trial[1], masks[0], values)
        return
    appraise(world, content, seat, weights, left, stands, hand)
    for a in range(len(mask)):
        if mask[a] != 0:
            trial[1] = world
            play(trial[1], content, a, masks[0])
            values[a] += worth(world, trial[1], content, seat, weights, masks[0], left, stands, hand)


@jit
def foretell(s: Any, content: Any, weights: Any, mask: Any, worths: Any) -> Any:
    """Finish the action that is under way; fill `worths` (PLAYERS,) with what each seat then has, in M€.

    Returns the production phases to come, or -1 if the mission has ended.
    """
    settle(s, content, np.int64(s.player), mask)
    ended = s.over != RUNNING or s.phase == P_SAVING
    left = 0.0 if ended else phases_left(s, content, weights)
    stands, hand = np.zeros(ROWS), np.zeros(CARDS)
    appraise(s, content, -1, weights, left, stands, hand)
    for p in range(s.num_players):
        worths[p] = standing(s, content, p, weights, left, 1.0, stands)
        if not ended:
            worths[p] += prospect(s, content, p, weights, left, hand)
    return -1.0 if ended else left


@jit
def ahead(worths: Any, num: Any, seat: Any) -> Any:
    """M€ that a seat has more than the best of the others."""
    best = -np.inf
    for p in range(num):
        if p != seat:
            best = max(best, worths[p])
    return worths[seat] - best


@jit
def regressors(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:
    """Fill `out` (2,) with the numbers of the first seat that `estimate` goes by; `s` is overwritten."""
    worths = np.zeros(PLAYERS)
    left = foretell(s, content, weights, mask, worths)
    out[0] = 0.0 if left < 0.0 else ahead(worths, np.int64(s.num_players), 0)
    out[1] = out[0] / (1.0 + max(0.0, left))


@jit
def estimate(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:
    """What every seat can expect in a running game, -1 to 1; see ``scripted/__init__.py``.

    Alone it is half the share of the mission's goal that is reached, half what the position is worth.
    """
    worths = np.zeros(PLAYERS)
    left = foretell(s, content, weights, mask, worths)
    num = np.int64(s.num_players)
    if num == 1:
        out[0] = min(1.0, scoring.share(s, content)) - 0.5 + 0.5 * math.tanh(worths[0] / ALONE)
        return
    certain = 1.0 / CERTAIN if left < 0.0 else 0.5 * (COEFFICIENTS[0] + COEFFICIENTS[1] / (1.0 + left))
    for p in range(num):
        out[p] = math.tanh(certain * ahead(worths, num, p))
