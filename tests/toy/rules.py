"""The rules of Ore Rush: everything compiled."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.advance import SWITCHES
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, TERMINATED, A, pop, push, top
from marszoo.envs.core.jit import jit
from toy.content import GAIN, STEAL
from toy.state import (
    AMOUNT_0,
    BID,
    BIDS,
    BOX,
    CARD_0,
    CARDS,
    DECK,
    DISCARD,
    DRAW,
    END,
    MAIN,
    O_DISCARD,
    O_HAND,
    O_MY_BID,
    O_PIPS,
    O_ROUND,
    PASS,
    PLAYER_0,
    REVEAL,
    ROLL,
    SEAT_STRIDE,
    STACK,
    TABLE_WIDTH,
    TARGET,
)

INVARIANTS = ("every card is in a place", "coins are not negative", "bids are affordable", "the stack is sound")


@jit
def count(s: Any, place: Any) -> Any:
    """Cards in a place."""
    n = 0
    for c in range(CARDS):
        n += s.place[c] == place
    return n


@jit
def draw(s: Any, seat: Any) -> None:
    """A random card of the deck, which is not empty, goes to the seat's hand."""
    k = rng.below(s, count(s, DECK))
    for c in range(CARDS):
        if s.place[c] == DECK:
            if k == 0:
                s.place[c] = seat
                return
            k -= 1


@jit
def start_round(s: Any) -> None:
    s.bid[:] = -1
    push(s, REVEAL, 0, 0, 0)
    for k in range(s.num_players - 1, -1, -1):
        push(s, BID, (s.starter + k) % s.num_players, 0, 0)


@jit
def reveal(s: Any) -> None:
    best = 0
    for p in range(s.num_players):
        if s.bid[p] > s.bid[best]:
            best = p
        s.coins[p] -= s.bid[p]
    s.bid[:] = -1
    s.starter = best
    push(s, END, 0, 0, 0)
    for k in range(s.num_players - 1, -1, -1):
        push(s, MAIN, (best + k) % s.num_players, 0, 0)


@jit
def end_round(s: Any, content: Any) -> None:
    s.rounds += 1
    rich = 0
    for p in range(s.num_players):
        rich = max(rich, s.coins[p])
    if s.rounds >= content.rounds or rich >= content.goal:
        s.over = TERMINATED
    else:
        start_round(s)


@jit
def roll(s: Any, seat: Any, value: Any) -> None:
    s.pips = rng.below(s, 4 if s.four else 6) + 1
    s.coins[seat] += s.pips * value


@jit
def run(s: Any, content: Any) -> None:
    """Take the steps of the rules that lie on top, up to a decision or the end."""
    while s.over == RUNNING:
        kind, seat, value = top(s, KIND), top(s, SEAT), top(s, A)
        if kind <= TARGET:
            s.player = seat
            return
        pop(s)
        if kind == REVEAL:
            reveal(s)
        elif kind == ROLL:
            roll(s, seat, value)
        else:
            end_round(s, content)


@jit
def setup(s: Any, content: Any, options: Any) -> None:
    s.bonus = options[SWITCHES]
    s.four = options[SWITCHES + 1]
    for c in range(CARDS):
        s.place[c] = DECK if c < content.cards else BOX
    for p in range(s.num_players):
        s.coins[p] = content.coins
        for _ in range(min(content.hand, count(s, DECK))):
            draw(s, p)
    start_round(s)
    run(s, content)


@jit
def legal(s: Any, content: Any, mask: Any) -> None:
    mask[:] = 0
    kind, seat = top(s, KIND), top(s, SEAT)
    if kind == BID:
        for k in range(min(BIDS, s.coins[seat] + 1)):
            mask[AMOUNT_0 + k] = 1
    elif kind == TARGET:
        for p in range(s.num_players):
            mask[PLAYER_0 + p] = p != seat
    else:
        for c in range(content.cards):
            mask[CARD_0 + c] = s.place[c] == seat
        mask[DRAW] = count(s, DECK) > 0
        mask[PASS] = 1


@jit
def apply_card(s: Any, content: Any, seat: Any, card: Any) -> None:
    s.place[card] = DISCARD
    if s.bonus:
        s.unpaid[seat] += 0.25
        s.unpaid[(seat + 1) % s.num_players] -= 0.25
    effect, value = content.card[card].effect, content.card[card].value
    if effect == GAIN:
        s.coins[seat] += value
    else:
        push(s, TARGET if effect == STEAL else ROLL, seat, value, 0)


@jit
def step(s: Any, content: Any, action: Any) -> None:
    kind, seat, value = top(s, KIND), top(s, SEAT), top(s, A)
    pop(s)
    if kind == BID:
        s.bid[seat] = action - AMOUNT_0
    elif kind == TARGET:
        taken = min(value, s.coins[action - PLAYER_0])
        s.coins[action - PLAYER_0] -= taken
        s.coins[seat] += taken
    elif action == DRAW:
        draw(s, seat)
    elif action != PASS:
        apply_card(s, content, seat, action - CARD_0)
    run(s, content)


@jit
def observe(s: Any, content: Any, seat: Any, out: Any) -> None:
    out[:] = 0
    if s.over == RUNNING:
        out[top(s, KIND)] = 1
    out[O_ROUND] = s.rounds / 10
    out[O_PIPS] = s.pips / 6
    for c in range(content.cards):
        out[O_HAND + c] = s.place[c] == seat
        out[O_DISCARD + c] = s.place[c] == DISCARD
    out[O_MY_BID] = (s.bid[seat] + 1) / 4
    for k in range(s.num_players):
        p = (seat + k) % s.num_players
        at = TABLE_WIDTH + k * SEAT_STRIDE
        out[at] = min(10.0, s.coins[p] / 10)
        out[at + 1] = count(s, p) / 16
        out[at + 2] = s.bid[p] >= 0
        out[at + 3] = s.over == RUNNING and s.player == p


@jit
def results(s: Any, content: Any, score: Any, key: Any) -> None:
    for p in range(s.num_players):
        score[p] = s.coins[p]
        key[p] = s.coins[p]


@jit
def team_results(s: Any, content: Any, score: Any, key: Any) -> None:
    total = 0.0
    for p in range(s.num_players):
        total += s.coins[p]
    for p in range(s.num_players):
        score[p] = total
        key[p] = total / (8 * s.num_players)


@jit
def team_measure(s: Any, content: Any, out: Any) -> None:
    """Rounds finished, and cards on the discard pile."""
    out[:, 0] = s.rounds
    out[:, 1] = 0
    for c in range(CARDS):
        out[:, 1] += s.place[c] == DISCARD


@jit
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None:
    """Deal the other hands and the deck anew, and guess bids that are committed but not revealed.

    Cards are gathered first and then dealt in their order: equal seeds give equal guesses, whatever the truth is.
    """
    rng.seed(s, seed)
    left = 0
    held = 0  # cards in the hand of each seat: one byte per seat
    for c in range(CARDS):
        if s.place[c] < DECK and s.place[c] != seat:
            held += 1 << 8 * s.place[c]
            s.place[c] = DECK
        left += s.place[c] == DECK
    for c in range(CARDS):
        if s.place[c] == DECK:
            k = rng.below(s, left)
            left -= 1
            for p in range(s.num_players):
                n = held >> 8 * p & 255
                if k < n:
                    s.place[c] = p
                    held -= 1 << 8 * p
                    break
                k -= n
    for p in range(s.num_players):
        if p != seat and s.bid[p] >= 0:
            s.bid[p] = rng.below(s, min(BIDS, s.coins[p] + 1))


@jit
def check(s: Any, content: Any) -> Any:
    bits = 0
    for c in range(CARDS):
        known = c < content.cards
        if s.place[c] < 0 or s.place[c] > BOX or (s.place[c] == BOX) == known or s.num_players <= s.place[c] < DECK:
            bits |= 1
    for p in range(s.num_players):
        if s.coins[p] < 0:
            bits |= 2
        if s.bid[p] < -1 or s.bid[p] > min(BIDS - 1, max(0, s.coins[p])):
            bits |= 4
    if s.depth < 0 or s.depth > STACK or (s.over == RUNNING and (s.depth == 0 or top(s, KIND) > TARGET)):
        bits |= 8
    return np.int64(bits)
