"""Decisions on who and what an effect hits: red-bordered icons, cards that get a resource, and how many.

A player who loses resources may be the one who decides: that is pointless, but legal. Stealing from oneself is not
offered, because nothing would move. The neutral opponent of a solo game has everything.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.actions import A_AMOUNT, A_CARD, A_PLAYER, NEUTRAL_HIT, NOBODY_HIT
from marszoo.envs.legacy_of_mars.rules import possible, stock
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.played import KIND_SHIFT
from marszoo.envs.legacy_of_mars.rules.table import ENTRIES, entry, solo
from marszoo.envs.legacy_of_mars.state import AMOUNT, E_STEAL, ROWS


@jit
def seat_at(s: Any, seat: Any, distance: Any) -> Any:
    """The seat so many places to the left."""
    other = seat + distance
    return other - s.num_players if other >= s.num_players else other


# --- players ---


@jit
def legal_target(s: Any, content: Any, mask: Any) -> None:
    """Removing and stealing may be declined; a production must be lost by somebody, in full."""
    seat, word, r = top(s, SEAT), top(s, A), top(s, B)
    effect = content.effects[s.doing[0]]
    for distance in range(s.num_players):
        other = seat_at(s, seat, distance)
        if word == words.ANY_PRODUCTION:
            hits = possible.may_lose_production(s, other, r, effect.n)
        else:
            hits = possible.may_hit(s, content, seat, other, r, effect.place)
            hits &= other != seat or word != words.STEAL
        if hits:
            mask[A_PLAYER + distance] = 1
    if solo(s) and possible.neutral_hit(s, content, effect):
        mask[NEUTRAL_HIT] = 1
    if word != words.ANY_PRODUCTION:
        mask[NOBODY_HIT] = 1


@jit
def apply_target(s: Any, content: Any, action: Any) -> None:
    seat, word, r = top(s, SEAT), top(s, A), top(s, B)
    n = np.int64(content.effects[s.doing[0]].n)
    pop(s)
    if action == NOBODY_HIT:
        return
    if action == NEUTRAL_HIT:
        if word == words.STEAL:
            note(s, E_STEAL, seat, r, n)
            stock.gain(s, seat, r, n)
        return
    other = seat_at(s, seat, action - A_PLAYER)
    if word == words.ANY_PRODUCTION:
        stock.move_production(s, other, r, -n)
        return
    s.hit = other
    ask_amount(s, content, seat, word, min(n, np.int64(s.resource[other, r])))


# --- cards ---


@jit
def legal_receiver(s: Any, content: Any, mask: Any) -> None:
    """ADD, ADD_MORE: own cards. REMOVE_HELD: cards of anybody; as the cost of an action it cannot be declined."""
    seat, word, cost = top(s, SEAT), top(s, A), top(s, B)
    if word == words.REMOVE_HELD:
        kind = cost >> KIND_SHIFT if cost > 0 else np.int64(content.effects[s.doing[0]].what)
        least = cost & (1 << KIND_SHIFT) - 1 if cost > 0 else 1
        for row in range(ROWS):
            if s.held[row] >= least and possible.may_take_from(s, content, seat, row, kind, least):
                mask[A_CARD + row] = 1
        if solo(s):
            mask[NEUTRAL_HIT] = 1
        if cost == 0:
            mask[NOBODY_HIT] = 1
        return
    kind = np.int64(content.effects[s.doing[0]].what)
    for k in range(ENTRIES):
        row = entry(s, seat, k)
        if row >= 0 and possible.may_receive(s, content, row, word, kind):
            mask[A_CARD + row] = 1


@jit
def apply_receiver(s: Any, content: Any, action: Any) -> None:
    seat, word, cost = top(s, SEAT), top(s, A), top(s, B)
    pop(s)
    if action < A_CARD:
        # Nobody, or the neutral opponent, who has everything.
        return
    row = action - A_CARD
    if cost > 0:
        stock.move_held(s, row, -(cost & (1 << KIND_SHIFT) - 1), seat)
        return
    n = np.int64(content.effects[s.doing[0]].n)
    if word == words.REMOVE_HELD:
        s.hit_row = row
        ask_amount(s, content, seat, word, min(n, np.int64(s.held[row])))
    else:
        stock.move_held(s, row, n, seat)


# --- how many ---


@jit
def ask_amount(s: Any, content: Any, seat: Any, word: Any, most: Any) -> None:
    """Ask how many of 1 to `most`; one is moved at once."""
    if most > 1:
        push(s, AMOUNT, seat, word, most)
    else:
        move(s, content, seat, word, most)


@jit
def legal_amount(s: Any, mask: Any) -> None:
    mask[A_AMOUNT + 1 : A_AMOUNT + 1 + top(s, B)] = 1


@jit
def apply_amount(s: Any, content: Any, action: Any) -> None:
    seat, word = top(s, SEAT), top(s, A)
    pop(s)
    move(s, content, seat, word, action - A_AMOUNT)


@jit
def move(s: Any, content: Any, seat: Any, word: Any, n: Any) -> None:
    """Carry out the effect in `doing` with `n`: remove, steal, take off a card, swap resources or shift production."""
    effect = content.effects[s.doing[0]]
    r, other = np.int64(effect.what), np.int64(s.hit)
    if word == words.SWAP:
        stock.lose(s, seat, r, n)
        stock.gain(s, seat, effect.other, n)
    elif word == words.SHIFT:
        stock.move_production(s, seat, r, -n)
        stock.move_production(s, seat, effect.other, n)
    elif word == words.REMOVE_HELD:
        stock.move_held(s, s.hit_row, -n, seat)
    else:
        stock.lose(s, other, r, n)
        if word == words.STEAL:
            note(s, E_STEAL, seat, r, n)
            stock.gain(s, seat, r, n)
    s.hit = -1
    s.hit_row = -1
