"""Scripted agents of Terraforming Mars: The Dice Game: an evaluation in Victory Points, and plans made of its weights.

A position is worth what a seat would score now, what its production, cards and actions bring in the turns that are still
to come, and what its stock leads to (``terraforming_dice_outlook.py``); less the same for its rivals, whose hands are not
looked at. It is read when the next real choice of a turn comes up: what an action still leaves open (what to pay, which
face, where to place) is decided by rule first. Weights and plans are in ``terraforming_dice_plans.py``.
"""

import math
from typing import Any

import numpy as np

from marszoo.agents.scripted.terraforming_dice_outlook import (
    BILL,
    BOTH,
    CANDIDATES,
    MAIN_ONLY,
    NEXT,
    gather,
    harvest,
    outlook,
    share,
)
from marszoo.agents.scripted.terraforming_dice_plans import (
    AGENTS,
    AWARD,
    CARD,
    COMMON,
    DISCOUNT,
    MILESTONE,
    READY,
    REFRESH,
    RIVALS,
    STORAGE,
    USES,
    VICTORY,
    WEIGHTS,
    WILD,
)
from marszoo.agents.scripted.terraforming_dice_worths import action_worth, boxes, card_gain, keeping, turns_left
from marszoo.envs.core.frames import KIND, RUNNING, A, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.actions import A_CARD, A_COLOUR, A_HEX, A_RESOURCE, A_RIVAL, DONE, PAY_WILD
from marszoo.envs.terraforming_dice.results import MILESTONE_POINTS, award_points, results
from marszoo.envs.terraforming_dice.rules import cards
from marszoo.envs.terraforming_dice.rules.milestones import UNCLAIMED, icons_produced, progress
from marszoo.envs.terraforming_dice.state import (
    AWARDS,
    BONUS,
    CARDS,
    DISCARD_CARDS,
    EFFECTS,
    FACES,
    GIVE_UP,
    GREENERY_TILE,
    HAND,
    HAND_SIZE,
    MAIN,
    PAY,
    PICK_COLOUR,
    PICK_DIE,
    PICK_FACE,
    PICK_RIVAL,
    PLACE,
    PLAYERS,
    RESOURCES,
    START,
    TABLE,
    TILES,
)

__all__ = ["AGENTS", "SEARCH", "WEIGHTS", "estimate", "evaluate"]

SEARCH = {"depth": 0, "temperature": 0.3, "patience": 10, "explore": 40.0}
"""What a tree search does by default; see ``scripted/__init__.py``."""
COEFFICIENTS = (0.01743, -0.006835, 0.7704, 0.3363)
"""What a Victory Point ahead on the table, and one that stock and hand lead to, say of the odds to win: by themselves, then
divided by the turns to come and the running one. A logistic regression of wins in games of greedy, ``python
bench/estimate.py --game terraforming_dice_v0 --games 600 --fit``."""
NUMBER = 2
"""Numbers that the estimate goes by, each of which has two coefficients."""
CERTAIN = 10.0
"""The same for a game that is over, as a divisor."""

play = GAME.kernels.play

FINISH = 20
"""Decisions of an action that are taken by rule at most before a position is estimated."""
USEFUL = 8
"""Cards in hand that are worth anything: more are never played in time."""


@jit
def standing(s: Any, content: Any, seat: Any, weights: Any, turns: Any, fresh: Any) -> Any:
    """What a seat has on the table: points, now and later; production, actions, what cards in play do."""
    value = 1.0 * s.points[seat] + s.ribbons[seat]
    for which in range(TILES):
        if s.claimed[which] == seat:
            value += MILESTONE_POINTS
        elif s.claimed[which] == UNCLAIMED:
            milestone = content.milestones[s.milestone[which]]
            reached = progress(s, seat, np.int64(milestone.criterion)) / np.int64(milestone.amount)
            value += weights[MILESTONE] * MILESTONE_POINTS * min(1.0, reached) ** 2 * fresh
    for which in range(AWARDS):
        value += (1.0 if turns < 1.0 else weights[AWARD]) * award_points(s, content, seat, which)
    value += max(0.0, turns - 1.0) * boxes(s.production[seat], weights)
    for card in range(CARDS):
        if s.place[card] == TABLE + seat and content.rows[card].action > 0:
            use = action_worth(s, content, card, weights)
            value += use * (weights[USES] * max(0.0, turns - 1.0) + (0.0 if s.turned[card] else weights[READY] * fresh))
    for r in range(RESOURCES):
        value += turns * weights[DISCOUNT] * s.discount[seat, r]
    return value + turns * weights[STORAGE] * s.storage[seat]


@jit
def stock(s: Any, seat: Any, weights: Any) -> Any:
    """What dice, wild tokens and cards of a rival are worth, whatever they are."""
    value = weights[WILD] * s.wild[seat] + weights[CARD] * cards.hand_size(s, seat)
    for r in range(RESOURCES):
        value += weights[COMMON] * s.dice[seat, r]
    return value


@jit
def has_left(s: Any, seat: Any) -> Any:
    """What the running turn still has for the seat; see ``outlook``."""
    if s.over == RUNNING and s.player == seat:
        if top(s, KIND) == START:
            return BOTH
        if top(s, KIND) == MAIN:
            return MAIN_ONLY
    return NEXT


@jit
def prospect(s: Any, content: Any, seat: Any, weights: Any, turns: Any, fresh: Any, gain: Any, bills: Any) -> Any:
    """What the seat's own dice, wild tokens and cards lead to."""
    n = gather(s, content, seat, turns, weights, gain, bills)
    crop = harvest(s, content, seat, weights)
    value = outlook(s, seat, gain, bills, n, crop, turns, weights, has_left(s, seat))
    return value + fresh * weights[CARD] * min(cards.hand_size(s, seat), USEFUL)


@jit
def least_missed(s: Any, content: Any, seat: Any, weights: Any, turns: Any, wild: Any, gain: Any, bills: Any) -> Any:
    """The resource that the seat misses least: the one to pay or give up. RESOURCES is a wild token, if `wild` allows it."""
    n = gather(s, content, seat, turns, weights, gain, bills)
    crop = harvest(s, content, seat, weights)
    now = NEXT if top(s, KIND) == GIVE_UP else MAIN_ONLY
    best = -1
    most = 0.0
    for r in range(RESOURCES):
        if s.dice[seat, r] > 0:
            s.dice[seat, r] -= 1
            value = outlook(s, seat, gain, bills, n, crop, turns, weights, now)
            s.dice[seat, r] += 1
            if best < 0 or value > most:
                best, most = r, value
    if wild and s.wild[seat] > 0:
        s.wild[seat] -= 1
        value = outlook(s, seat, gain, bills, n, crop, turns, weights, now)
        s.wild[seat] += 1
        if best < 0 or value > most:
            best = RESOURCES
    return best


@jit
def best_change(
    s: Any, content: Any, seat: Any, weights: Any, turns: Any, only: Any, may_stop: Any, gain: Any, bills: Any
) -> Any:
    """(die, new face) of the best change of a die, of `only` that die unless it is negative.

    With `may_stop` both are -1 if no change is better than none.
    """
    n = gather(s, content, seat, turns, weights, gain, bills)
    crop = harvest(s, content, seat, weights)
    best, new, most = -1, -1, -1.0e9
    if may_stop:
        most = outlook(s, seat, gain, bills, n, crop, turns, weights, MAIN_ONLY)
    for die in range(RESOURCES):
        if s.dice[seat, die] == 0 or (only >= 0 and die != only):
            continue
        s.dice[seat, die] -= 1
        for face in range(die // 3 * 3, die // 3 * 3 + 3):
            if face != die:
                s.dice[seat, face] += 1
                value = outlook(s, seat, gain, bills, n, crop, turns, weights, MAIN_ONLY)
                s.dice[seat, face] -= 1
                if value > most:
                    best, new, most = die, face, value
        s.dice[seat, die] += 1
    return best, new


@jit
def refreshing(s: Any, content: Any, seat: Any, card: Any, weights: Any, turns: Any) -> Any:
    """What it brings to discard a card at a production turn: a fresh one, unless the hand is too large to be refilled."""
    if cards.hand_size(s, seat) > HAND_SIZE:
        return -1.0
    return weights[REFRESH] - keeping(s, content, seat, card, turns, weights)


@jit
def worst_card(s: Any, content: Any, seat: Any, weights: Any, turns: Any) -> Any:
    """The card of the hand that is best discarded; -1 if none is."""
    worst, most = -1, 0.0
    for card in range(content.num_projects):
        if s.place[card] == HAND + seat:
            value = refreshing(s, content, seat, card, weights, turns)
            if value > most:
                worst, most = card, value
    return worst


@jit
def discarding(before: Any, s: Any, content: Any, seat: Any, weights: Any, turns: Any) -> Any:
    """The value of the discard that led from `before` to `s`; 0 if nothing was discarded."""
    for card in range(content.num_projects):
        if before.place[card] == HAND + seat and s.place[card] != HAND + seat:
            return refreshing(before, content, seat, card, weights, turns)
    return 0.0


@jit
def reply(s: Any, content: Any, seat: Any, weights: Any, turns: Any, mask: Any, gain: Any, bills: Any) -> Any:
    """What is decided by rule while an action is followed to its end; -1 at a real choice."""
    kind = top(s, KIND)
    if kind == PAY:
        r = least_missed(s, content, seat, weights, turns, True, gain, bills)
        if r == RESOURCES or mask[A_RESOURCE + r] == 0:
            return PAY_WILD
        return A_RESOURCE + r
    if kind == GIVE_UP:
        return A_RESOURCE + least_missed(s, content, seat, weights, turns, False, gain, bills)
    if kind == DISCARD_CARDS:
        card = worst_card(s, content, seat, weights, turns)
        return DONE if card < 0 else A_CARD + card
    if kind == PICK_DIE:
        die, _ = best_change(s, content, seat, weights, turns, -1, mask[DONE] != 0, gain, bills)
        return DONE if die < 0 else A_RESOURCE + die
    if kind == PICK_FACE:
        return A_RESOURCE + best_change(s, content, seat, weights, turns, top(s, A), False, gain, bills)[1]
    if kind != PLACE and kind != PICK_COLOUR and kind != PICK_RIVAL and kind != BONUS and kind != EFFECTS:
        return -1
    # The highest rank, and among equals the first; effects stay in the order of the card.
    first = -1
    best = -1
    for a in range(len(mask)):
        if mask[a] == 0:
            continue
        rank: Any = 0
        if kind == PLACE:
            where = a - A_HEX
            rank = 2 * np.int64(s.cities_near[where] if top(s, A) == GREENERY_TILE else s.greens_near[where])
            rank += content.hex_bonus[where, 0] > 0
        elif kind == PICK_COLOUR:
            rank = np.int64(s.pool[a - A_COLOUR])
        elif kind == PICK_RIVAL:
            rank = np.int64(s.points[(seat + a - A_RIVAL + 1) % s.num_players])
        elif kind == BONUS:
            # Ranks are whole numbers; hundredths of a point tell cards apart.
            rank = max(0, int(100.0 * card_gain(s, content, a - A_CARD, turns, weights)))
        if rank > best:
            first, best = a, rank
    return first


@jit
def settled(s: Any, content: Any, seat: Any, weights: Any) -> Any:
    """The value of a game that is over: won, shared or lost, and by how much."""
    score, key = np.zeros(PLAYERS), np.zeros(PLAYERS)
    results(s, content, score, key)
    if s.num_players == 1:
        return weights[VICTORY] * key[0] + s.points[0]
    level, above, best = 1, 0, -1.0e9
    for p in range(s.num_players):
        if p != seat:
            level += key[p] == key[seat]
            above += key[p] > key[seat]
            best = max(best, score[p])
    won = 0.0 if above > 0 else 1.0 / level
    return weights[VICTORY] * (2.0 * won - 1.0) + score[seat] - best + 0.001 * icons_produced(s, seat)


@jit
def position(s: Any, content: Any, seat: Any, weights: Any, turns: Any, fresh: Any, gain: Any, bills: Any) -> Any:
    """What the seat has, less its rivals' mean; in the last turn of all the result, and what can still be added to it."""
    if s.left == 0 and s.num_players > 1:
        return settled(s, content, seat, weights) + prospect(s, content, seat, weights, turns, fresh, gain, bills)
    value = standing(s, content, seat, weights, turns, fresh)
    value += prospect(s, content, seat, weights, turns, fresh, gain, bills)
    if s.num_players > 1:
        others = 0.0
        for p in range(s.num_players):
            if p != seat:
                others += standing(s, content, p, weights, turns, fresh) + fresh * stock(s, p, weights)
        value -= weights[RIVALS] * others / (s.num_players - 1)
    return value


@jit
def rolled(before: Any, s: Any, seat: Any) -> Any:
    """The resource of the one die that the seat has rolled since `before` by a support action; -1 if it was anything else."""
    if top(before, KIND) != START and top(before, KIND) != MAIN:
        return -1
    face = -1
    for r in range(RESOURCES):
        more = np.int64(s.dice[seat, r]) - before.dice[seat, r]
        if more < 0 or more > 1 or (more == 1 and face >= 0):
            return -1
        if more == 1:
            face = r
    if face < 0 or s.wild[seat] != before.wild[seat] or s.points[seat] != before.points[seat]:
        return -1
    return face


@jit
def evaluate(before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any) -> Any:
    """What the position in `s` is worth to `seat`; see the module's docstring.

    The turns to come are those of the position before the action: a step is not to be shunned because it brings the end.
    """
    gain, bills = np.zeros(CANDIDATES), np.zeros((CANDIDATES, BILL), np.int64)
    turns = turns_left(before, weights)
    fresh = share(0, turns, weights)
    asked = top(before, KIND)
    if asked == DISCARD_CARDS:
        # By rule, because the luck of the production that follows would drown the difference.
        return discarding(before, s, content, seat, weights, turns)
    while s.over == RUNNING and s.player == seat and asked != GIVE_UP:
        action = reply(s, content, seat, weights, turns, mask, gain, bills)
        if action < 0:
            break
        play(s, content, action, mask)
    if s.over != RUNNING:
        return settled(s, content, seat, weights)
    face = rolled(before, s, seat)
    if face < 0:
        return position(s, content, seat, weights, turns, fresh, gain, bills)
    # What the die might have shown, by its chances rather than by the one roll.
    value = 0.0
    s.dice[seat, face] -= 1
    for might in range(face // 3 * 3, face // 3 * 3 + 3):
        sides = 0
        for k in range(FACES):
            sides += content.faces[face // 3, k] == might
        s.dice[seat, might] += 1
        value += sides / FACES * position(s, content, seat, weights, turns, fresh, gain, bills)
        s.dice[seat, might] -= 1
    return value


@jit
def most_held(s: Any, seat: Any, mask: Any) -> Any:
    """The payment that leaves the seat most different dice: one of the resource it has most of; without dice, a wild token."""
    best: Any = PAY_WILD
    most: Any = 0
    for r in range(RESOURCES):
        if mask[A_RESOURCE + r] != 0 and s.dice[seat, r] > most:
            best, most = A_RESOURCE + r, np.int64(s.dice[seat, r])
    return best


@jit
def settle(s: Any, content: Any, weights: Any, mask: Any, turns: Any, gain: Any, bills: Any) -> None:
    """Finish by rule what the seat to move has begun."""
    seat = np.int64(s.player)
    for _ in range(FINISH):
        if s.over != RUNNING or s.player != seat:
            break
        if top(s, KIND) in (PAY, GIVE_UP):
            # To find what is missed least would take longer than all the rest.
            action = most_held(s, seat, mask)
        else:
            action = reply(s, content, seat, weights, turns, mask, gain, bills)
        if action < 0:
            break
        play(s, content, action, mask)


@jit
def foretell(s: Any, content: Any, weights: Any, turns: Any, gain: Any, bills: Any, out: Any) -> None:
    """Fill `out` (P, 2 * NUMBER) with the numbers of every seat that the estimate goes by."""
    fresh = share(0, turns, weights)
    for p in range(s.num_players):
        out[p, 0] = standing(s, content, p, weights, turns, fresh)
        out[p, 1] = prospect(s, content, p, weights, turns, fresh, gain, bills)
        out[p, 2] = out[p, 0] / (1.0 + turns)
        out[p, 3] = out[p, 1] / (1.0 + turns)


@jit
def regressors(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:
    """Fill `out` (2 * NUMBER,) with the numbers of the first seat, less the others' mean; `s` is overwritten."""
    gain, bills = np.zeros(CANDIDATES), np.zeros((CANDIDATES, BILL), np.int64)
    each = np.zeros((PLAYERS, 2 * NUMBER))
    turns = turns_left(s, weights)
    settle(s, content, weights, mask, turns, gain, bills)
    if s.over == RUNNING:
        foretell(s, content, weights, turns, gain, bills, each)
    for k in range(2 * NUMBER):
        others = 0.0
        for p in range(1, s.num_players):
            others += each[p, k] / (s.num_players - 1)
        out[k] = each[0, k] - others


@jit
def estimate(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:
    """What every seat can expect in a running game, -1 to 1; see ``scripted/__init__.py``."""
    gain, bills = np.zeros(CANDIDATES), np.zeros((CANDIDATES, BILL), np.int64)
    turns = turns_left(s, weights)
    settle(s, content, weights, mask, turns, gain, bills)
    num = np.int64(s.num_players)
    if s.over != RUNNING:
        for p in range(num):
            out[p] = math.tanh(settled(s, content, p, weights) / CERTAIN)
        return
    each, worths = np.zeros((PLAYERS, 2 * NUMBER)), np.zeros(PLAYERS)
    foretell(s, content, weights, turns, gain, bills, each)
    total = 0.0
    for p in range(num):
        for k in range(2 * NUMBER):
            worths[p] += 0.5 * COEFFICIENTS[k] * each[p, k]
        total += worths[p]
    for p in range(num):
        out[p] = math.tanh(worths[p] - (total - worths[p]) / max(1, num - 1))
