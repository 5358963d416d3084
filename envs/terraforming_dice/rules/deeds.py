"""Chapter "Action turn": support, main and free actions, and the turn kind that is chosen with the first of them."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import (
    A_CARD,
    A_COLOUR,
    A_RESOURCE,
    DO_CHANGE,
    DO_CITY,
    DO_DRAW,
    DO_GREENERY,
    DO_OCEAN,
    DO_POINTS,
    DO_TEMPERATURE,
    DONE,
    PASS,
    PRODUCE,
)
from marszoo.envs.terraforming_dice.rules import board, cards, stock, turn
from marszoo.envs.terraforming_dice.state import (
    CARDS,
    CITY_TILE,
    COLOURS,
    FOR_CARDS,
    FOR_CHANGE,
    GREENERY_TILE,
    HALF,
    HAND,
    PAY,
    RESOURCES,
)

STEP_PRICE, GREENERY_PRICE, POINTS_PRICE, POINTS_BOUGHT, CARDS_DRAWN = 3, 4, 3, 2, 2
"""What main actions c, d and f cost, e, and g; the Victory Points of g; the cards of support action c. All printed."""


@jit
def legal_held(s: Any, seat: Any, mask: Any) -> None:
    """Every resource the seat has."""
    for r in range(RESOURCES):
        mask[A_RESOURCE + r] = s.dice[seat, r] > 0


@jit
def legal_colours(s: Any, mask: Any) -> None:
    for c in range(COLOURS):
        mask[A_COLOUR + c] = s.pool[c] > 0


@jit
def legal_support(s: Any, content: Any, seat: Any, main: Any, mask: Any) -> Any:
    """The support actions a to d and free actions, with `main` also blue main actions; whether any but a free one is possible."""
    held = stock.dice_of(s, seat)
    wild = np.int64(s.wild[seat])
    legal_colours(s, mask)
    mask[DO_CHANGE] = held >= 2 or (held == 1 and wild >= 1)
    mask[DO_DRAW] = held + wild >= 1 and cards.can_draw(s)
    any_support = mask[DO_CHANGE] != 0 or mask[DO_DRAW] != 0 or stock.pool_size(s) > 0
    low, high = cards.blue_of(s, content, seat)
    for half in range(2):
        bits = low if half == 0 else high
        while bits != 0:
            card = cards.lowest(bits) + half * HALF
            bits &= bits - 1
            kind = cards.usable(s, content, seat, card)
            if kind == words.SUPPORT or kind == words.FREE or (kind == words.MAIN and main):
                mask[A_CARD + card] = 1
                any_support = any_support or kind != words.FREE
    return any_support


@jit
def legal_start(s: Any, content: Any, mask: Any) -> None:
    """A production turn, or the support action of an action turn; free actions before either."""
    mask[PRODUCE] = 1
    if not legal_support(s, content, top(s, SEAT), False, mask):
        mask[PASS] = 1


@jit
def apply_start(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    if action == PRODUCE:
        pop(s)
        set_top(s, A, turn.T_KEEP)
    elif action == PASS:
        pop(s)
    else:
        apply_support(s, content, seat, action)


@jit
def apply_support(s: Any, content: Any, seat: Any, action: Any) -> None:
    """A support action ends the decision on top; a free action leaves it open."""
    if action >= A_CARD:
        if content.rows[action - A_CARD].action != words.FREE:
            pop(s)
        cards.use_card(s, content, seat, action - A_CARD)
        return
    pop(s)
    if action == DO_CHANGE:
        push(s, PAY, seat, FOR_CHANGE, 0)
    elif action == DO_DRAW:
        push(s, PAY, seat, FOR_CARDS, 0)
    else:
        board.push_effect(s, seat, words.ROLL, 1, action - A_COLOUR)


@jit
def legal_main(s: Any, content: Any, mask: Any) -> None:
    """A card, a second support action, the standard main actions, a blue card's main action; free actions before."""
    seat = top(s, SEAT)
    possible = legal_support(s, content, seat, True, mask)
    low, high = cards.at(s, HAND + seat)
    for half in range(2):
        bits = low if half == 0 else high
        while bits != 0:
            card = cards.lowest(bits) + half * HALF
            bits &= bits - 1
            payable = cards.missing(s, content, seat, card) <= s.wild[seat]
            mask[A_CARD + card] = payable
            possible = possible or payable
    mask[DO_TEMPERATURE] = stock.covers(s, seat, words.HEAT, STEP_PRICE)
    mask[DO_OCEAN] = stock.covers(s, seat, words.WATER, STEP_PRICE)
    mask[DO_POINTS] = stock.covers(s, seat, words.MEGACREDIT, POINTS_PRICE)
    mask[DO_GREENERY] = stock.covers(s, seat, words.PLANT, GREENERY_PRICE) and board.any_fits(s, content, GREENERY_TILE)
    mask[DO_CITY] = stock.covers(s, seat, words.CITY_FACE, STEP_PRICE) and board.any_fits(s, content, CITY_TILE)
    for action in range(DO_TEMPERATURE, DO_POINTS + 1):
        possible = possible or mask[action] != 0
    if not possible:
        mask[PASS] = 1


@jit
def apply_main(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    if action >= A_CARD and s.place[action - A_CARD] == HAND + seat:
        pop(s)
        cards.play_card(s, content, seat, action - A_CARD)
    elif action == PASS:
        pop(s)
    elif action < DO_TEMPERATURE or action > DO_POINTS:
        apply_support(s, content, seat, action)
    else:
        pop(s)
        standard(s, seat, action)


@jit
def standard(s: Any, seat: Any, action: Any) -> None:
    """Main actions c to g: pay, and queue what they do."""
    if action == DO_TEMPERATURE:
        stock.pay(s, seat, words.HEAT, STEP_PRICE)
        board.push_effect(s, seat, words.TEMPERATURE, 1, 0)
    elif action == DO_OCEAN:
        stock.pay(s, seat, words.WATER, STEP_PRICE)
        board.push_effect(s, seat, words.OCEAN, 1, 0)
    elif action == DO_GREENERY:
        stock.pay(s, seat, words.PLANT, GREENERY_PRICE)
        board.push_effect(s, seat, words.GREENERY, 1, 0)
    elif action == DO_CITY:
        stock.pay(s, seat, words.CITY_FACE, STEP_PRICE)
        board.push_effect(s, seat, words.CITY, 1, 0)
    else:
        stock.pay(s, seat, words.MEGACREDIT, POINTS_PRICE)
        board.push_effect(s, seat, words.POINTS, POINTS_BOUGHT, 0)


@jit
def legal_after(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    mask[DONE] = 1
    for card in range(CARDS):
        if cards.usable(s, content, seat, card) == words.FREE:
            mask[A_CARD + card] = 1


@jit
def apply_after(s: Any, content: Any, action: Any) -> None:
    if action == DONE:
        pop(s)
    else:
        cards.use_card(s, content, top(s, SEAT), action - A_CARD)
