"""The piles: project deck, discard pile and innovation box. A pile has no order in the record: a draw is uniform over it."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.state import (
    ABSENT,
    BOX_DISCARD,
    CARDS,
    DISCARDED,
    E_DRAW,
    E_REVEAL,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    KNOWN_BY,
    PLAYERS,
    PROJECTS,
    SAVED_BY,
)

EVERYBODY = (1 << KNOWN_BY) - 1
"""Bits of `known` for all seats."""


@jit
def count_at(s: Any, place: Any) -> Any:
    """How many cards are at a place (IN_DECK, IN_HAND + seat …)."""
    n: Any = 0
    for card in range(CARDS):
        n += np.int64(s.place[card] == place)
    return n


@jit
def hand_size(s: Any, seat: Any) -> Any:
    return count_at(s, IN_HAND + seat)


@jit
def pick(s: Any, place: Any, count: Any) -> Any:
    """One of the `count` cards at a place, all equally likely."""
    k = rng.below(s, count)
    found = 0
    for card in range(CARDS):
        if s.place[card] == place:
            if k == 0:
                found = card
                break
            k -= 1
    return found


@jit
def renew(s: Any) -> Any:
    """Shuffle the discard pile into the empty deck; returns how many cards that are.

    Nobody knows any more where a card of the pile is, nor whether a card that was passed to a neighbour is in a hand or
    in the pile. What was discarded beside the innovation box stays there.
    """
    n = 0
    for card in range(CARDS):
        if s.place[card] == DISCARDED:
            s.place[card] = IN_DECK
            n += 1
        if s.place[card] != BOX_DISCARD:
            s.known[card] = 0
    return n


@jit
def draw(s: Any, seat: Any, n: Any, where: Any) -> Any:
    """Draw up to `n` cards for a seat to `where` (IN_HAND, ON_OFFER, LOOKED_AT); returns how many there were.

    If the deck runs out, the discard pile becomes the deck ("Generations", 2).
    """
    left = count_at(s, IN_DECK)
    drawn = 0
    for _ in range(n):
        if left == 0:
            left = renew(s)
        if left == 0:
            break
        s.place[pick(s, IN_DECK, left)] = where + seat
        left -= 1
        drawn += 1
    if drawn > 0 and where == IN_HAND:
        note(s, E_DRAW, seat, drawn, 0)
    return drawn


@jit
def draw_innovation(s: Any, seat: Any, n: Any, where: Any) -> Any:
    """Draw up to `n` random cards of the innovation box to `where`; returns how many there were."""
    left = count_at(s, IN_BOX)
    drawn = min(n, left)
    for k in range(drawn):
        s.place[pick(s, IN_BOX, left - k)] = where + seat
    if drawn > 0 and where == IN_HAND:
        note(s, E_DRAW, seat, drawn, 1)
    return drawn


@jit
def discard(s: Any, card: Any, seat: Any) -> None:
    """Put a card on the discard pile, face down: only `seat` knows it. With seat -1 everybody has seen it."""
    s.place[card] = DISCARDED
    s.known[card] = EVERYBODY if seat < 0 else s.known[card] | 1 << seat


@jit
def reveal(s: Any, seat: Any) -> Any:
    """Show the top card of the deck to all and discard it; returns the card, or -1 if there is none."""
    left = count_at(s, IN_DECK)
    if left == 0:
        left = renew(s)
    if left == 0:
        return np.int64(-1)
    card = np.int64(pick(s, IN_DECK, left))
    discard(s, card, -1)
    note(s, E_REVEAL, seat, card, 0)
    return card


@jit
def box_up(s: Any, card: Any, seat: Any) -> None:
    """Put an innovation card on the pile beside the innovation box; only `seat` knows it."""
    s.place[card] = BOX_DISCARD
    s.known[card] = 1 << seat


@jit
def mix_in_innovations(s: Any, n: Any) -> None:
    """Shuffle up to `n` random innovation cards of the box into the project deck."""
    left = count_at(s, IN_BOX)
    for k in range(min(n, left)):
        s.place[pick(s, IN_BOX, left - k)] = IN_DECK


@jit
def sort_cards(s: Any, content: Any) -> None:
    """Sort the cards for the next mission of a campaign, which `mission` says already: no card stays where it was.

    Projects that do not belong in it leave the game, others come. Innovation cards of the box and beside it make up the
    box; all others stay in the card pool. Saved cards are left alone. Nobody knows any more where a card is.
    """
    for card in range(CARDS):
        place = np.int64(s.place[card])
        s.known[card] = 0
        if place >= SAVED_BY and place < SAVED_BY + PLAYERS:
            continue
        belongs = content.rows[card].missions >> s.mission & 1
        boxed = card >= PROJECTS and (place in (ABSENT, IN_BOX, BOX_DISCARD))
        s.place[card] = (IN_BOX if boxed else IN_DECK) if belongs else ABSENT


@jit
def fill_piles(s: Any, content: Any) -> None:
    """The cards of this mission: projects in the deck, innovation cards in their box. Others are not in the game."""
    for card in range(content.num_projects):
        if content.rows[card].missions >> s.mission & 1:
            s.place[card] = IN_DECK
    for card in range(PROJECTS, PROJECTS + content.num_innovations):
        if content.rows[card].missions >> s.mission & 1:
            s.place[card] = IN_BOX
