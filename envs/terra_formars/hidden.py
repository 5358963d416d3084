"""What a seat cannot see, and a consistent guess of it.

Hidden are the generator, the squad cards that others drew unseen, and which cockroaches were removed at set-up.
"""

from typing import Any

from marszoo.envs.core import rng
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars.rules import usable
from marszoo.envs.terra_formars.rules.supports import is_squad
from marszoo.envs.terra_formars.state import ASIDE, COCKROACHES, HAND, PILE, REACT, SUPPORTS, TABLE

TRIES = 16
"""Guesses made until one explains why a window asks the seat it asks; then a card is put where it has to be."""


@jit
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None:
    """Replace all that `seat` cannot see: equal multisets, known cards fixed, its own view and mask unchanged."""
    rng.seed(s, seed)
    guess_cockroaches(s)
    asked = s.over == RUNNING and top(s, KIND) == REACT and top(s, SEAT) != seat
    for _ in range(TRIES):
        guess_hands(s, content, seat)
        # A window asks only seats that hold a card they can play: an observer may conclude as much.
        if not asked or usable.who_can_react(s, content) >> top(s, SEAT) & 1:
            return
    explain(s, content, seat, top(s, SEAT))


@jit
def explain(s: Any, content: Any, seat: Any, asked: Any) -> None:
    """Exchange a random unseen card of the seat asked with a random one it could play; the truth shows that there are such."""
    ours, theirs = -1, -1
    held = 0
    playable = 0
    for card in range(SUPPORTS):
        unseen = unseen_in_hand(s, card, seat)
        if unseen and s.place[card] == HAND + asked:
            held += 1
            if rng.below(s, held) == 0:
                ours = card
        if not (unseen or s.place[card] == PILE) or not is_squad(content, card):
            continue
        if not s.auto_pass or usable.is_useful(s, content, asked, content.supports[card].effect):
            playable += 1
            if rng.below(s, playable) == 0:
                theirs = card
    if ours >= 0 and theirs >= 0:
        s.place[ours], s.place[theirs] = s.place[theirs], s.place[ours]


@jit
def unseen_in_hand(s: Any, card: Any, seat: Any) -> Any:
    """Whether the card is in the hand of another seat and `seat` does not know it."""
    place = s.place[card]
    return place >= HAND and place < TABLE and place != HAND + seat and not s.known[card]


@jit
def guess_hands(s: Any, content: Any, seat: Any) -> None:
    """Deal anew the squad cards of the pile and of the unseen part of all hands; equipment is never in a hand.

    They are gathered first and then dealt in the order of their numbers, so that equal seeds give equal guesses whatever
    the truth is.
    """
    unseen = 0
    held = 0  # unseen cards in the hand of each seat: one byte per seat, so that nothing is allocated
    for card in range(SUPPORTS):
        if unseen_in_hand(s, card, seat):
            held += 1 << 8 * (s.place[card] - HAND)
            s.place[card] = PILE
        unseen += s.place[card] == PILE and is_squad(content, card)
    for card in range(SUPPORTS):
        if s.place[card] != PILE or not is_squad(content, card):
            continue
        k = rng.below(s, unseen)
        unseen -= 1
        for p in range(s.num_players):
            n = held >> 8 * p & 255
            if k < n:
                s.place[card] = HAND + p
                held -= 1 << 8 * p
                break
            k -= n


@jit
def guess_cockroaches(s: Any) -> None:
    """Deal anew which of the cockroaches never seen are in the pile and which were removed at set-up."""
    unseen = 0
    aside = 0
    for c in range(COCKROACHES):
        aside += s.lair[c] == ASIDE
        unseen += s.lair[c] == ASIDE or (s.lair[c] == PILE and not s.returned[c])
    for c in range(COCKROACHES):
        if s.lair[c] == ASIDE or (s.lair[c] == PILE and not s.returned[c]):
            # Take `aside` of the `unseen` at random, one look at each.
            if rng.below(s, unseen) < aside:
                s.lair[c] = ASIDE
                aside -= 1
            else:
                s.lair[c] = PILE
            unseen -= 1
