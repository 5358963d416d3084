"""What a seat cannot see, and a consistent guess of it.

Hidden are the generator; the cards in the hands of the others and those before them, and which of these they have kept or
bought so far; what lies face down in the discard pile, beside the innovation box and in it, unless the seat discarded, sold
or saw it; saved cards; and, until all have chosen, the others' sides and new developments. Piles have no order. How many
cards are where is public: in a draft, and while cards are bought or saved, the number of decisions tells it.

Of a card that it passed on in a draft a seat knows that it is in its neighbour's hand or discarded, until the discard pile
becomes the deck; while cards are saved, the neighbour may also have saved it.
"""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules import deck, start
from marszoo.envs.legacy_of_mars.rules.rows import plays
from marszoo.envs.legacy_of_mars.state import (
    ABSENT,
    BOX_DISCARD,
    CARDS,
    CHOICES,
    DISCARDED,
    FACE_DOWN,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    INNOVATE,
    INNOVATION_SAVED,
    KEPT,
    KNOWN_BY,
    LOOKED_AT,
    MISSIONS,
    ON_OFFER,
    ON_TABLE,
    P_SAVING,
    PLAYERS,
    PROJECTS,
    SAVED_BY,
    SIDES_EACH,
    WHERE,
)

UNSEEN, PASSED, BEFORE = 255, 254, 253
"""Places while a guess is made: anywhere hidden; passed on and since in a hand, saved or discarded; passed on and still
before the neighbour."""
EACH = 9
"""Bits for the number of cards of a seat at a place; the numbers of all seats stand in one integer."""
MANY = (1 << EACH) - 1


@jit
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None:
    """Replace all that `seat` cannot see: equal numbers of cards, known cards fixed, its own view and mask unchanged."""
    rng.seed(s, seed)
    if not s.revealed:
        guess_choices(s, content, seat)
    guess_cards(s, content, seat)


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
            if s.development[p, m] >= 0 and not s.known_choice[p] >> m & 1:
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
    return np.int64(BEFORE if ON_OFFER <= place < SAVED_BY else PASSED)


@jit
def guess_cards(s: Any, content: Any, seat: Any) -> None:
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
    passed: Any = 0  # cards passed to each seat that are in its hand, saved by it or discarded
    bound: Any = 0  # of these, the ones that cannot be saved
    unseen = 0
    every = (1 << MISSIONS) - 1
    saving = s.phase == P_SAVING
    after = 1 << (s.mission + 1) if saving else every
    if s.campaign and s.away:
        guess_out_of_mission(s, content, seat)
    for card in range(CARDS):
        place = np.int64(s.place[card])
        code = what_is_known(s, seat, card)
        if code == place or not content.rows[card].missions >> s.mission & 1:
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
            one = (np.int64(1) << EACH * ((np.int64(s.known[card]) >> KNOWN_BY) - 1)) * (code == PASSED)
            passed += one
            bound += one * (content.rows[card].missions & after == 0)
    # Only innovation cards are saved before the saving phase.
    for p in range(s.num_players):
        if number(saved, p) > 0 and plays(s, p) and s.innovated[p] == INNOVATION_SAVED:
            unseen = deal(s, content, SAVED_BY + p, 1, unseen, PROJECTS, 1 << saved_for(s, p))
            saved -= np.int64(1) << EACH * p
    # While cards are saved, those that cannot be have the hands first.
    for k in range(0 if saving else CARDS, 2 * CARDS):
        card = k % CARDS
        code = s.place[card]
        savable = content.rows[card].missions & after != 0
        if code in (BEFORE, PASSED) and savable == (k >= CARDS):
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
            bound -= one * (not savable)
            in_hand, in_saved = number(hand, owner), number(saved, owner) * savable
            room = in_hand + in_saved
            if room > 0 and (discarded == lacking(s, passed, bound, hand, saved) or rng.below(s, 2) == 0):
                if in_saved > 0 and rng.below(s, room) >= in_hand:
                    s.place[card] = SAVED_BY + owner
                    saved -= one
                else:
                    s.place[card] = IN_HAND + owner
                    hand -= one
            else:
                s.place[card] = DISCARDED
                s.known[card] |= 1 << owner
                discarded -= 1
    # Only innovation cards lie in their box and beside it, and are looked at in the innovation action.
    innovating = s.over == RUNNING and (top(s, KIND) in (INNOVATE, WHERE)) and top(s, SEAT) != seat
    unseen = deal(s, content, IN_BOX, in_box, unseen, PROJECTS, every)
    unseen = deal(s, content, BOX_DISCARD, boxed, unseen, PROJECTS, every)
    for p in range(s.num_players):
        unseen = deal(s, content, LOOKED_AT + p, number(looked, p), unseen, PROJECTS if innovating else 0, every)
        unseen = deal(s, content, SAVED_BY + p, number(saved, p), unseen, 0, 1 << saved_for(s, p))
    # All others in one go: each card goes to any of the free places with the same chance.
    in_deck: Any = unseen - discarded
    for p in range(s.num_players):
        in_deck -= number(hand, p) + number(offer, p) + number(kept, p)
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


@jit
def lacking(s: Any, passed: Any, bound: Any, hand: Any, saved: Any) -> Any:
    """How many of the cards passed on find no room where they may be, and must have been discarded.

    That is the hands they were passed to and, but for those that are `bound`, what these seats saved.
    """
    n: Any = 0
    for p in range(s.num_players):
        over = number(passed, p) - number(hand, p)
        n += max(over - number(saved, p), number(bound, p) - number(hand, p), 0)
    return n


@jit
def saved_for(s: Any, seat: Any) -> Any:
    """The mission that the seat's saved cards are meant for: the one after the last that it played."""
    mission = np.int64(s.mission) + plays(s, seat)
    while mission > 0 and s.ranked[seat, mission - 1] == 0 and not plays(s, seat):
        mission -= 1
    return mission


@jit
def guess_out_of_mission(s: Any, content: Any, seat: Any) -> None:
    """Saved cards of seats that are away which do not belong in this mission: others like them may take their place.

    How many they are follows from the size of the deck.
    """
    outside: Any = 0
    for card in range(CARDS):
        owner = np.int64(s.place[card]) - SAVED_BY
        if 0 <= owner < PLAYERS and owner != seat and not content.rows[card].missions >> s.mission & 1:
            s.place[card] = ABSENT
            outside += np.int64(1) << EACH * owner
    for p in range(s.num_players):
        n = number(outside, p)
        if n == 0:
            continue
        wanted = saved_for(s, p)
        left: Any = 0
        for card in range(CARDS):
            left += s.place[card] == ABSENT and content.rows[card].missions >> wanted & 1
        for card in range(CARDS):
            if n > 0 and s.place[card] == ABSENT and content.rows[card].missions >> wanted & 1:
                if rng.below(s, left) < n:
                    s.place[card] = SAVED_BY + p
                    n -= 1
                left -= 1


@jit
def deal(s: Any, content: Any, place: Any, n: Any, unseen: Any, first: Any, missions: Any) -> Any:
    """Deal `n` of the `unseen` cards, numbered `first` or more and of one of the missions (bits), to a place.

    Returns how many are left of all.
    """
    if n > 0:
        left = unseen
        if first > 0 or missions != (1 << MISSIONS) - 1:
            left = 0
            for card in range(first, CARDS):
                left += s.place[card] == UNSEEN and content.rows[card].missions & missions != 0
        for _ in range(n):
            k = rng.below(s, left)
            for card in range(first, CARDS):
                if s.place[card] == UNSEEN and content.rows[card].missions & missions != 0:
                    if k == 0:
                        s.place[card] = place
                        break
                    k -= 1
            left -= 1
    return unseen - n
