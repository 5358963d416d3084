"""What a seat can make of its stock: the plays that its dice, wild tokens and cards lead to, one after the other.

The outlook plays no game. It asks which card, standard action or blue card's action is worth most, how many turns it takes
until it is paid (an icon that is lacking is paid with a wild token, or a support action changes a die or takes one), takes
its dice away, and asks again, until a production turn is better. Every turn of waiting makes a play worth less, and the
production turn after it too, so that dice count for what they lead to and dice too many count for little.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.terraforming_dice_plans import (
    COMMON,
    HARVEST,
    LATE,
    MOMENTUM,
    READY,
    SCRAP,
    WILD,
)
from marszoo.agents.scripted.terraforming_dice_worths import (
    action_gain,
    action_worth,
    card_gain,
    resource_of,
    standard_gain,
    standard_price,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import DO_POINTS, DO_TEMPERATURE
from marszoo.envs.terraforming_dice.state import CARDS, COLOURS, HAND, KEEP, RESOURCES, TABLE

PLAYS = 5
"""Most plays that are looked ahead."""
CANDIDATES = 40
"""Most that are compared."""
KINDS = 6
"""Different resources in a cost."""
BOTH, MAIN_ONLY, NEXT = 0, 1, 2
"""What the running turn still has for the seat: a support and a main action, a main action, nothing."""

TAKES = (2.0, 3.0, 6.0)
"""Dice that are rolled on average until a common, uncommon, rare resource shows."""


@jit
def gather(s: Any, content: Any, seat: Any, turns: Any, weights: Any, gain: Any, cost: Any) -> Any:
    """Fill `gain` (CANDIDATES,) and `cost` (CANDIDATES, RESOURCES) with what could be played; returns how many there are.

    The first DO_POINTS - DO_TEMPERATURE + 1 are the standard actions, which can be repeated.
    """
    cost[:, :] = 0
    n = 0
    for action in range(DO_TEMPERATURE, DO_POINTS + 1):
        gain[n] = standard_gain(s, content, action, weights)
        cost[n, resource_of(action)] = standard_price(action)
        n += 1
    for card in range(content.num_projects):
        if s.place[card] == HAND + seat and n < CANDIDATES:
            gain[n] = card_gain(s, content, card, turns, weights)
            row = content.rows[card]
            for k in range(row.kinds):
                resource = np.int64(row.cost[k, 0])
                cost[n, resource] = max(0, np.int64(row.cost[k, 1]) - s.discount[seat, resource])
            n += 1
    for card in range(CARDS):
        row = content.rows[card]
        if s.place[card] == TABLE + seat and row.action == words.MAIN and not s.turned[card] and n < CANDIDATES:
            gain[n] = action_gain(s, content, card, weights)
            for k in range(row.pay_kinds):
                cost[n, np.int64(row.pay[k, 0])] = np.int64(row.pay[k, 1])
            n += 1
    return n


@jit
def approach(dice: Any, cost: Any, wild: Any, gain: Any, support: Any, weights: Any) -> Any:
    """(value, turns of waiting, wild tokens, dice changed): the best way to pay a cost with these dice."""
    lack = np.zeros(3, np.int64)
    changes: Any = 0
    spare: Any = 0
    for c in range(COLOURS):
        over: Any = 0
        short: Any = 0
        for k in range(3):
            left = dice[3 * c + k] - cost[3 * c + k]
            if left >= 0:
                over += left
            else:
                short -= left
                lack[k] -= left
        changes += min(short, over)
        spare += over
    # Each change pays a die besides the one that is changed.
    changes = min(changes, spare // 2)
    lacking = lack[0] + lack[1] + lack[2]
    best, wait, tokens, changed = -1.0e9, 0.0, 0, 0
    for w in range(min(lacking, wild) + 1):
        # Wild tokens stand for the rarest icons, changes for the next, dice to be rolled for the commonest.
        rest = lacking - w
        c = min(rest, changes)
        effort = 1.0 * c
        rolls = rest - c
        for k in range(3):
            part = min(rolls, lack[k])
            effort += part * TAKES[k]
            rolls -= part
        delay = max(0.0, effort - support)
        value = gain * weights[MOMENTUM] ** delay - weights[WILD] * w
        if value > best:
            best, wait, tokens, changed = value, delay, w, c
    return best, wait, tokens, changed


@jit
def spend(dice: Any, cost: Any, changed: Any) -> None:
    """Take what is paid off the dice; a die that is changed, and the one that pays for it, come from the fullest heaps."""
    for r in range(RESOURCES):
        dice[r] = max(0, dice[r] - cost[r])
    for _ in range(2 * changed):
        fullest = 0
        for r in range(1, RESOURCES):
            if dice[r] > dice[fullest]:
                fullest = r
        dice[fullest] = max(0, dice[fullest] - 1)


@jit
def harvest(s: Any, content: Any, seat: Any, weights: Any) -> Any:
    """What a production turn brings: dice, wild tokens, points, and blue cards that can be used again."""
    value = weights[WILD] * s.production[seat, words.P_WILD] + s.production[seat, words.P_POINT]
    for c in range(COLOURS):
        value += weights[HARVEST] * s.production[seat, c]
    for card in range(CARDS):
        if s.place[card] == TABLE + seat and s.turned[card]:
            value += weights[READY] * action_worth(s, content, card, weights)
    return value


@jit
def outlook(s: Any, seat: Any, gain: Any, cost: Any, n: Any, crop: Any, turns: Any, weights: Any, now: Any) -> Any:
    """What the seat's dice, wild tokens and cards are worth, `turns` turns before the end.

    `gain` and `cost` are those of :func:`gather`, `crop` is that of :func:`harvest`; `now` says what the running turn still
    has for the seat.
    """
    dice = np.empty(RESOURCES, np.int64)
    for r in range(RESOURCES):
        dice[r] = s.dice[seat, r]
    wild = np.int64(s.wild[seat])
    used: Any = 0
    value = 0.0
    time = 1.0 if now == NEXT else 0.0
    support = 0.0 if now == MAIN_ONLY else 1.0
    for k in range(PLAYS):
        if time > turns:
            break
        if k == 0 and now == MAIN_ONLY:
            # A production turn has to wait for the next turn.
            produce = weights[MOMENTUM] * share(1.0, turns, weights) * crop
        else:
            produce = share(time, turns, weights) * crop
        most, best, wait, tokens, changed, which = 0.0, 0.0, 0.0, 0, 0, -1
        for i in range(n):
            if used >> i & 1 or gain[i] <= most:
                continue
            worth, delay, w, c = approach(dice, cost[i], wild, gain[i], support, weights)
            if time + delay > turns:
                continue
            then = weights[MOMENTUM] ** (1.0 + delay) * share(time + 1.0 + delay, turns, weights) * crop
            if worth + then - produce > most:
                most = worth + then - produce
                best, wait, tokens, changed, which = worth, delay, w, c, i
        if which < 0:
            break
        value += best * weights[MOMENTUM] ** time
        spend(dice, cost[which], changed)
        wild -= tokens
        time += 1.0 + wait
        support = 1.0
        if which > DO_POINTS - DO_TEMPERATURE:
            used |= 1 << which
    if time == 0.0 and now == MAIN_ONLY:
        time = 1.0
    left = 0
    for r in range(RESOURCES):
        left += dice[r]
    kept = min(left, KEEP + np.int64(s.storage[seat]))
    value += weights[MOMENTUM] ** time * share(time, turns, weights) * crop
    fresh = share(0.0, turns, weights)
    return value + fresh * (weights[COMMON] * kept + weights[SCRAP] * (left - kept) + weights[WILD] * wild)


@jit
def share(time: Any, turns: Any, weights: Any) -> Any:
    """The share of their worth that things for later still have after some turns: less when the end is near."""
    return min(1.0, max(0.0, turns - time) / weights[LATE])
