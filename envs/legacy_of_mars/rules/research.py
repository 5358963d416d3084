"""Chapter "Generations", phases 1 and 2: player order, and research with its draft; "Playing Solo", 6."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, next_seat, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.actions import A_CARD, DONE
from marszoo.envs.legacy_of_mars.rules import deck
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import next_playing, plays
from marszoo.envs.legacy_of_mars.rules.start import card_price
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    DRAFT,
    DRAWN,
    DRAWN_LATE,
    E_GENERATION,
    KEPT,
    KNOWN_BY,
    LATE_GENERATION,
    ON_OFFER,
    P_RESEARCH,
    PLAYERS,
)
from marszoo.envs.legacy_of_mars.words import MEGACREDIT


@jit
def next_generation(s: Any) -> None:
    """The marker of the first player goes one seat clockwise, that of the generations one step up."""
    s.generation += 1
    s.first = next_playing(s, s.first)
    s.passed[:] = 0
    s.phase = P_RESEARCH
    note(s, E_GENERATION, s.first, s.generation, 0)


@jit
def drawn(s: Any) -> Any:
    """Cards drawn by each player in this generation; half of them are kept."""
    return DRAWN_LATE if s.generation >= LATE_GENERATION else DRAWN


@jit
def draw_cards(s: Any) -> None:
    for p in range(s.num_players):
        if plays(s, p):
            deck.draw(s, p, drawn(s), ON_OFFER)


@jit
def ask_draft(s: Any, seat: Any) -> None:
    """Keep half of the cards drawn, one at a time; of fewer than usual, as many as there are at the most."""
    keep = min(drawn(s) // 2, deck.count_at(s, ON_OFFER + seat))
    if keep > 0:
        push(s, DRAFT, seat, keep, 0)


@jit
def legal_offer(s: Any, mask: Any) -> None:
    """The cards that lie before the seat to choose from."""
    place = ON_OFFER + top(s, SEAT)
    for card in range(CARDS):
        mask[A_CARD + card] = s.place[card] == place


@jit
def apply_draft(s: Any, card: Any) -> None:
    s.place[card] = KEPT + top(s, SEAT)
    set_top(s, A, top(s, A) - 1)
    if top(s, A) == 0:
        pop(s)


@jit
def neighbour_of(s: Any, seat: Any) -> Any:
    """To whom cards are passed: to the left, which is clockwise, in even generations, else to the right."""
    receiver = seat
    while True:
        if s.generation % 2 == 0:
            receiver = np.int64(next_seat(s, receiver))
        else:
            receiver = receiver - 1 if receiver > 0 else np.int64(s.num_players) - 1
        if plays(s, receiver):
            return receiver


@jit
def pass_on(s: Any) -> None:
    """Pass on what was not kept; then everything before a seat is for it to buy.

    Alone the draft is simulated: what was not kept is discarded, and as many cards are drawn.
    """
    alone = s.num_players == 1
    for card in range(CARDS):
        place = np.int64(s.place[card])
        if ON_OFFER <= place < ON_OFFER + PLAYERS:
            if alone:
                deck.discard(s, card, 0)
            else:
                receiver = neighbour_of(s, place - ON_OFFER)
                s.place[card] = ON_OFFER + receiver
                s.known[card] = 1 << (place - ON_OFFER) | (1 + receiver) << KNOWN_BY
        elif KEPT <= place < KEPT + PLAYERS:
            s.place[card] = ON_OFFER + place - KEPT
    if alone:
        deck.draw(s, 0, drawn(s) // 2, ON_OFFER)


@jit
def legal_buy(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    next_price = (deck.count_at(s, KEPT + seat) + 1) * card_price(s, content, seat)
    if next_price <= s.resource[seat, MEGACREDIT]:
        legal_offer(s, mask)
    mask[DONE] = 1
