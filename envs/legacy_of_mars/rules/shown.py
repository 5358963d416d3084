"""Decisions on cards that an effect shows: which to take, whether to buy one, which to discard."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.actions import A_CARD, BUY_IT, NOBODY_HIT, REFUSE
from marszoo.envs.legacy_of_mars.rules import deck, stock
from marszoo.envs.legacy_of_mars.rules.choices import add_next
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.state import CARDS, CUT_CARD, E_BOUGHT, E_DISCARD, IN_HAND, LOOKED_AT
from marszoo.envs.legacy_of_mars.words import MEGACREDIT


@jit
def offer_cards(s: Any, place: Any, mask: Any) -> None:
    """All cards at a place."""
    for card in range(CARDS):
        if s.place[card] == place:
            mask[A_CARD + card] = 1


@jit
def legal_take(s: Any, mask: Any) -> None:
    offer_cards(s, LOOKED_AT + top(s, SEAT), mask)


@jit
def apply_take(s: Any, action: Any) -> None:
    """Take a card to hand; those left after the last one are discarded, and only their owner has seen them."""
    seat, left = top(s, SEAT), top(s, A) - 1
    s.place[action - A_CARD] = IN_HAND + seat
    if left > 0:
        set_top(s, A, left)
        return
    pop(s)
    for card in range(CARDS):
        if s.place[card] == LOOKED_AT + seat:
            deck.discard(s, card, seat)


@jit
def card_price(s: Any, content: Any, seat: Any) -> Any:
    """M€ for buying a card to hand."""
    return max(0, content.card_price - s.cut[seat, CUT_CARD])


@jit
def legal_looked(s: Any, content: Any, mask: Any) -> None:
    """Who cannot pay has to discard the card; only the owner has seen it."""
    seat = top(s, SEAT)
    mask[REFUSE] = 1
    if s.resource[seat, MEGACREDIT] >= card_price(s, content, seat):
        mask[BUY_IT] = 1


@jit
def apply_looked(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    pop(s)
    for card in range(CARDS):
        if s.place[card] == LOOKED_AT + seat:
            if action == BUY_IT:
                stock.lose(s, seat, MEGACREDIT, card_price(s, content, seat))
                s.place[card] = IN_HAND + seat
                note(s, E_BOUGHT, seat, 1, 0)
            else:
                deck.discard(s, card, seat)


@jit
def legal_discarding(s: Any, mask: Any) -> None:
    offer_cards(s, IN_HAND + top(s, SEAT), mask)
    if top(s, B):
        mask[NOBODY_HIT] = 1


@jit
def apply_discarding(s: Any, content: Any, action: Any) -> None:
    """Discard a card face down; what waits for it happens after the last one."""
    seat, left = top(s, SEAT), top(s, A) - 1
    if action == NOBODY_HIT:
        pop(s)
        return
    deck.discard(s, action - A_CARD, seat)
    note(s, E_DISCARD, seat, 1, 0)
    if left > 0:
        set_top(s, A, left)
        return
    pop(s)
    effect, row = np.int64(s.doing[0]), np.int64(s.doing[1])
    add_next(s, content, seat, row, content.effects[effect].then, 0)
