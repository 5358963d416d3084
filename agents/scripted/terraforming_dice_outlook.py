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
BILL = 13
"""Length of a bill: how many different resources a play costs (at most 6), then resource and number of each."""
BOTH, MAIN_ONLY, NEXT = 0, 1, 2
"""What the running turn still has for the seat: a support and a main action, a main action, nothing."""

TAKES = (2, 3, 6)
"""Dice that are rolled on average until a common, uncommon, rare resource shows."""


@jit
def charge(bill: Any, resource: Any, number: Any) -> None:
    """Add to a bill. Resources come in their order, so that those of one colour stand together."""
    if number <= 0:
        return
    k = 1 + 2 * bill[0]
    while k > 1 and bill[k - 2] > resource:
        bill[k] = bill[k - 2]
        bill[k + 1] = bill[k - 1]
        k -= 2
    bill[k] = resource
    bill[k + 1] = number
    bill[0] += 1


@jit
def gather(s: Any, content: Any, seat: Any, turns: Any, weights: Any, gain: Any, bills: Any) -> Any:
    """Fill `gain` (CANDIDATES,) and `bills` (CANDIDATES, BILL) with what could be played; returns how many there are.

    The first DO_POINTS - DO_TEMPERATURE + 1 are the standard actions, which can be repeated.
    """
    bills[:, 0] = 0
    n = 0
    for action in range(DO_TEMPERATURE, DO_POINTS + 1):
        gain[n] = standard_gain(s, content, action, weights)
        charge(bills[n], resource_of(action), standard_price(action))
        n += 1
    for card in range(CARDS):
        place = s.place[card]
        if place < HAND or n >= CANDIDATES:
            continue
        row = content.rows[card]
        if place == HAND + seat:
            gain[n] = card_gain(s, content, card, turns, weights)
            for k in range(row.kinds):
                resource = np.int64(row.cost[k, 0])
                charge(bills[n], resource, np.int64(row.cost[k, 1]) - s.discount[seat, resource])
            n += 1
        elif place == TABLE + seat and row.action == words.MAIN and not s.turned[card]:
            gain[n] = action_gain(s, content, card, weights)
            for k in range(row.pay_kinds):
                charge(bills[n], np.int64(row.pay[k, 0]), np.int64(row.pay[k, 1]))
            n += 1
    return n


@jit
def later(turns: Any, weights: Any) -> Any:
    """The share of a play's worth that is left after some turns."""
    left = 1.0
    for _ in range(turns):
        left *= weights[MOMENTUM]
    return left


@jit
def approach(dice: Any, colours: Any, bill: Any, wild: Any, gain: Any, support: Any, token: Any, weights: Any) -> Any:
    """(value, turns of waiting, wild tokens, dice changed): the best way to pay a bill with these dice.

    `colours` are the dice by colour; `support` is 1 if a support action comes before the play; a wild token is worth `token`.
    """
    common: Any = 0
    uncommon: Any = 0
    rare: Any = 0
    changes: Any = 0
    spare: Any = 0
    for c in range(COLOURS):
        spare += colours[c]
    k = 1
    end = 1 + 2 * bill[0]
    while k < end:
        colour = bill[k] // 3
        held: Any = 0
        short: Any = 0
        while k < end and bill[k] // 3 == colour:
            own = min(bill[k + 1], dice[bill[k]])
            lack = bill[k + 1] - own
            held += own
            short += lack
            which = bill[k] % 3
            if which == 0:
                common += lack
            elif which == 1:
                uncommon += lack
            else:
                rare += lack
            k += 2
        spare -= held
        changes += min(short, colours[colour] - held)
    # Each change pays a die besides the one that is changed.
    changes = min(changes, spare // 2)
    lacking = common + uncommon + rare
    best, tokens, changed = -1.0e9, 0, 0
    wait: Any = 0
    for w in range(min(lacking, wild) + 1):
        # Wild tokens stand for the rarest icons, changes for the next, dice to be rolled for the commonest.
        c = min(lacking - w, changes)
        rolls = lacking - w - c
        easy = min(rolls, common)
        middling = min(rolls - easy, uncommon)
        effort = c + easy * TAKES[0] + middling * TAKES[1] + (rolls - easy - middling) * TAKES[2]
        delay = max(0, effort - support)
        value = gain * later(delay, weights) - token * w
        if value > best:
            best, wait, tokens, changed = value, delay, w, c
    return best, wait, tokens, changed


@jit
def spend(dice: Any, colours: Any, bill: Any, changed: Any) -> None:
    """Take what is paid off the dice; a die that is changed, and the one that pays for it, come from the fullest heaps."""
    for k in range(1, 1 + 2 * bill[0], 2):
        own = min(bill[k + 1], dice[bill[k]])
        dice[bill[k]] -= own
        colours[bill[k] // 3] -= own
    for _ in range(2 * changed):
        fullest = 0
        for r in range(1, RESOURCES):
            if dice[r] > dice[fullest]:
                fullest = r
        if dice[fullest] > 0:
            dice[fullest] -= 1
            colours[fullest // 3] -= 1


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
def outlook(s: Any, seat: Any, gain: Any, bills: Any, n: Any, crop: Any, turns: Any, weights: Any, now: Any) -> Any:
    """What the seat's dice, wild tokens and cards are worth, `turns` turns before the end.

    `gain` and `bills` are those of :func:`gather`, `crop` is that of :func:`harvest`; `now` says what the running turn still
    has for the seat.
    """
    dice, colours = np.empty(RESOURCES, np.int64), np.zeros(COLOURS, np.int64)
    for r in range(RESOURCES):
        dice[r] = s.dice[seat, r]
        colours[r // 3] += dice[r]
    wild = np.int64(s.wild[seat])
    fresh = share(0, turns, weights)
    token = weights[WILD] * fresh
    used: Any = 0
    value = 0.0
    time: Any = 1 if now == NEXT else 0
    support: Any = 0 if now == MAIN_ONLY else 1
    for k in range(PLAYS):
        if time > turns:
            break
        if k == 0 and now == MAIN_ONLY:
            # A production turn has to wait for the next turn.
            produce = weights[MOMENTUM] * share(1, turns, weights) * crop
        else:
            produce = share(time, turns, weights) * crop
        most, best, tokens, changed, which = 0.0, 0.0, 0, 0, -1
        wait: Any = 0
        for i in range(n):
            if used >> i & 1 or gain[i] <= most:
                continue
            worth, delay, w, c = approach(dice, colours, bills[i], wild, gain[i], support, token, weights)
            if time + delay > turns:
                continue
            then = later(1 + delay, weights) * share(time + 1 + delay, turns, weights) * crop
            if worth + then - produce > most:
                most = worth + then - produce
                best, wait, tokens, changed, which = worth, delay, w, c, i
        if which < 0:
            break
        value += best * later(time, weights)
        spend(dice, colours, bills[which], changed)
        wild -= tokens
        time += 1 + wait
        support = 1
        if which > DO_POINTS - DO_TEMPERATURE:
            used |= 1 << which
    if time == 0 and now == MAIN_ONLY:
        time = 1
    left: Any = 0
    for r in range(RESOURCES):
        left += dice[r]
    kept: Any = min(left, KEEP + np.int64(s.storage[seat]))
    value += later(time, weights) * share(time, turns, weights) * crop
    return value + fresh * (weights[COMMON] * kept + weights[SCRAP] * (left - kept)) + token * wild


@jit
def share(time: Any, turns: Any, weights: Any) -> Any:
    """The share of their worth that things for later still have after some turns: less when the end is near."""
    return min(1.0, max(0.0, turns - time) / weights[LATE])
