"""What a seat cannot see, and a consistent guess of it.

Hidden are the generator; the cards in the hands of the others and those before them, and which of these they have kept or
bought so far; what lies face down in the discard pile, beside the innovation box and in it, unless the seat discarded, sold
or saw it; and, until all have chosen, the others' sides and developments. Piles have no order. How many cards are where is
public: in a draft, and while cards are bought, the number of decisions tells it.

Of a card that it passed on in a draft a seat knows that it is in its neighbour's hand or discarded, until the discard pile
becomes the deck.
"""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules import deck, start
from marszoo.envs.legacy_of_mars.state import (
    BOX_DISCARD,
    CARDS,
    CHOICES,
    DISCARDED,
    FACE_DOWN,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    INNOVATE,
    KEPT,
    KNOWN_BY,
    LOOKED_AT,
    MISSIONS,
    ON_OFFER,
    ON_TABLE,
    PROJECTS,
    SAVED_BY,
    SIDES_EACH,
)

UNSEEN, PASSED, BEFORE = 255, 254, 253
"""Places while a guess is made: anywhere hidden; passed on and since in a hand or discarded; passed on and still before
the neighbour."""
EACH = 9
"""Bits for the number of cards of a seat at a place; the numbers of all seats stand in one integer."""
MANY = (1 << EACH) - 1


@jit
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None:
    """Replace all that `seat` cannot see: equal numbers of cards, known cards fixed, its own view and mask unchanged."""
    rng.seed(s, seed)
    if not s.revealed:
        guess_choices(s, content, seat)
    guess_cards(s, seat)


@jit
def guess_choices(s: Any, content: Any, seat: Any) -> None:
    """Sides and developments that the others have chosen and not yet revealed. A side pays for the cards that are kept."""
    for p in range(s.num_players):
        if p == seat:
            continue
        if s.side[p] >= 0:
            kept = deck.count_at(s, KEPT + p)
            s.side[p] = rng.below(s, SIDES_EACH)
            if start.starting_cards(s, content, p) < kept:
                s.side[p] = 1 - s.side[p]
        for m in range(MISSIONS):
            if s.development[p, m] >= 0:
                s.development[p, m] = rng.below(s, CHOICES)


@jit
def number(packed: Any, p: Any) -> Any:
    """The number of seat `p` in an integer that holds one for each seat."""
    return packed >> EACH * p & MANY


@jit
def what_is_known(s: Any, seat: Any, card: Any) -> Any:
    """The place of a card as far as the seat knows it: UNSEEN, PASSED or BEFORE if it does not know it exactly."""
    place = np.int64(s.place[card])
    if place >= IN_HAND:
        kind, owner = place - place % 8, place % 8
        if owner == seat or kind in (ON_TABLE, FACE_DOWN):
            return place
    elif place not in (IN_DECK, DISCARDED, IN_BOX, BOX_DISCARD):
        return place
    if not s.known[card] >> seat & 1:
        return np.int64(UNSEEN)
    receiver = (np.int64(s.known[card]) >> KNOWN_BY) - 1
    if receiver < 0 or receiver == seat:
        return place
    return np.int64(BEFORE if place >= ON_OFFER else PASSED)


@jit
def guess_cards(s: Any, seat: Any) -> None:
    """Gather all cards that the seat does not know the place of, and deal them to the same places again.

    They are gathered first, so that equal seeds give equal guesses whatever the truth is.
    """
    # Free places that are to be filled: of all seats in one integer each.
    hand: Any = 0
    offer: Any = 0
    kept: Any = 0
    saved: Any = 0
    looked: Any = 0
    in_box: Any = 0
    boxed: Any = 0
    discarded: Any = 0
    passed: Any = 0  # cards passed to each seat that are in its hand or discarded
    unseen = 0
    for card in range(CARDS):
        place = np.int64(s.place[card])
        code = what_is_known(s, seat, card)
        if code == place:
            continue
        one = np.int64(1) << EACH * (place % 8)
        kind = place - place % 8
        in_box += place == IN_BOX
        boxed += place == BOX_DISCARD
        discarded += place == DISCARDED
        hand += one * (kind == IN_HAND)
        offer += one * (kind == ON_OFFER)
        kept += one * (kind == KEPT)
        saved += one * (kind == SAVED_BY)
        looked += one * (kind == LOOKED_AT)
        s.place[card] = code
        if code == UNSEEN:
            s.known[card] = 0
            unseen += 1
        else:
            # Whether the neighbour discarded it is not for this seat to see.
            s.known[card] = 1 << seat | (np.int64(s.known[card]) >> KNOWN_BY) << KNOWN_BY
            passed += (np.int64(1) << EACH * ((np.int64(s.known[card]) >> KNOWN_BY) - 1)) * (code == PASSED)
    for card in range(CARDS):
        code = s.place[card]
        if code in (BEFORE, PASSED):
            owner = (np.int64(s.known[card]) >> KNOWN_BY) - 1
            one = np.int64(1) << EACH * owner
            if code == BEFORE:
                lying = number(offer, owner)
                if rng.below(s, lying + number(kept, owner)) < lying:
                    s.place[card] = ON_OFFER + owner
                    offer -= one
                else:
                    s.place[card] = KEPT + owner
                    kept -= one
                continue
            passed -= one
            if number(hand, owner) > 0 and (discarded == lacking(s, passed, hand) or rng.below(s, 2) == 0):
                s.place[card] = IN_HAND + owner
                hand -= one
            else:
                s.place[card] = DISCARDED
                s.known[card] |= 1 << owner
                discarded -= 1
    # Only innovation cards lie in their box and beside it, and are looked at in the innovation action.
    innovating = s.over == RUNNING and top(s, KIND) == INNOVATE and top(s, SEAT) != seat
    unseen = deal(s, IN_BOX, in_box, unseen, PROJECTS)
    unseen = deal(s, BOX_DISCARD, boxed, unseen, PROJECTS)
    for p in range(s.num_players):
        unseen = deal(s, LOOKED_AT + p, number(looked, p), unseen, PROJECTS if innovating else 0)
    # All others in one go: each card goes to any of the free places with the same chance.
    in_deck: Any = unseen - discarded
    for p in range(s.num_players):
        in_deck -= number(hand, p) + number(offer, p) + number(kept, p) + number(saved, p)
    for card in range(CARDS):
        if s.place[card] != UNSEEN:
            continue
        k = rng.below(s, unseen)
        unseen -= 1
        if k < in_deck:
            s.place[card] = IN_DECK
            in_deck -= 1
            continue
        k -= in_deck
        if k < discarded:
            s.place[card] = DISCARDED
            discarded -= 1
            continue
        k -= discarded
        for p in range(s.num_players):
            one = np.int64(1) << EACH * p
            if k < number(hand, p):
                s.place[card] = IN_HAND + p
                hand -= one
                break
            k -= number(hand, p)
            if k < number(offer, p):
                s.place[card] = ON_OFFER + p
                offer -= one
                break
            k -= number(offer, p)
            if k < number(kept, p):
                s.place[card] = KEPT + p
                kept -= one
                break
            k -= number(kept, p)
            if k < number(saved, p):
                s.place[card] = SAVED_BY + p
                saved -= one
                break
            k -= number(saved, p)


@jit
def lacking(s: Any, passed: Any, hand: Any) -> Any:
    """How many of the cards passed on find no room in the hands they were passed to, and must have been discarded."""
    n: Any = 0
    for p in range(s.num_players):
        n += max(number(passed, p) - number(hand, p), 0)
    return n


@jit
def deal(s: Any, place: Any, n: Any, unseen: Any, first: Any) -> Any:
    """Deal `n` of the `unseen` cards, numbered `first` or more, to a place; returns how many are left of all."""
    if n > 0:
        left = unseen
        if first > 0:
            left = 0
            for card in range(first, CARDS):
                left += s.place[card] == UNSEEN
        for _ in range(n):
            k = rng.below(s, left)
            for card in range(first, CARDS):
                if s.place[card] == UNSEEN:
                    if k == 0:
                        s.place[card] = place
                        break
                    k -= 1
            left -= 1
    return unseen - n
