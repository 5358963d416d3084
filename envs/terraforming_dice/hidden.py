"""What a seat cannot see, and a consistent guess of it.

Hidden are the generator, the hands of the others (the deck has no order), the corporations of the seats that have not
revealed theirs, and, until a seat has looked through it, which bonus cards are in the bonus pile.
"""

from typing import Any

from marszoo.envs.core import rng
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice.rules import cards
from marszoo.envs.terraforming_dice.state import (
    BONUS_PILE,
    BOX,
    CARDS,
    DECK,
    HAND,
    PLAY_CARD,
    PROJECTS,
    TABLE,
)

TRIES = 16
"""Guesses made until one explains that another seat can pay for a card; then a card is put where it has to be."""


@jit
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None:
    """Replace all that `seat` cannot see: equal multisets, known cards fixed, its own view and mask unchanged."""
    rng.seed(s, seed)
    guess_corporations(s, content, seat)
    if not s.looked[seat]:
        guess_pile(s, content)
    # Who must play a card from the hand has one that can be paid: an observer may conclude as much.
    asked = s.over == RUNNING and top(s, KIND) == PLAY_CARD and top(s, SEAT) != seat
    for _ in range(TRIES):
        guess_hands(s, seat)
        if not asked or cards.any_playable(s, content, top(s, SEAT)):
            return
    explain(s, content, seat, top(s, SEAT))


@jit
def unseen_in_hand(s: Any, card: Any, seat: Any) -> Any:
    place = s.place[card]
    return place >= HAND and place < TABLE and place != HAND + seat


@jit
def guess_hands(s: Any, seat: Any) -> None:
    """Deal the cards of the deck and of the other hands anew.

    They are gathered first and then dealt in the order of their numbers, so that equal seeds give equal guesses whatever
    the truth is.
    """
    unseen = 0
    held = 0  # cards in the hand of each other seat: one byte per seat, so that nothing is allocated
    for card in range(PROJECTS):
        if unseen_in_hand(s, card, seat):
            held += 1 << 8 * (s.place[card] - HAND)
            s.place[card] = DECK
        unseen += s.place[card] == DECK
    for card in range(PROJECTS):
        if s.place[card] != DECK:
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
def explain(s: Any, content: Any, seat: Any, asked: Any) -> None:
    """Put a card that the seat asked can pay into its hand, in exchange for another: the truth shows that there is one."""
    ours, theirs = -1, -1
    held = 0
    payable = 0
    for card in range(PROJECTS):
        if s.place[card] == HAND + asked:
            held += 1
            if rng.below(s, held) == 0:
                ours = card
        elif s.place[card] != DECK and not unseen_in_hand(s, card, seat):
            continue
        if cards.missing(s, content, asked, card) <= s.wild[asked]:
            payable += 1
            if rng.below(s, payable) == 0:
                theirs = card
    if ours >= 0 and theirs >= 0:
        s.place[ours], s.place[theirs] = s.place[theirs], s.place[ours]


@jit
def guess_pile(s: Any, content: Any) -> None:
    """Which of the bonus cards never seen are in the pile, and which in the box."""
    unseen = 0
    piled = 0
    for k in range(content.num_bonuses):
        place = s.place[PROJECTS + k]
        piled += place == BONUS_PILE
        unseen += place in (BONUS_PILE, BOX)
    for card in range(PROJECTS, CARDS):
        if s.place[card] == BONUS_PILE or s.place[card] == BOX:
            if rng.below(s, unseen) < piled:
                s.place[card] = BONUS_PILE
                piled -= 1
            else:
                s.place[card] = BOX
            unseen -= 1


@jit
def guess_corporations(s: Any, content: Any, seat: Any) -> None:
    """The corporations dealt to others: of those that are face up the other one, of the rest both, and which is kept."""
    if s.dealt[seat, 0] < 0:
        return
    known = 1 << s.dealt[seat, 0] | 1 << s.dealt[seat, 1]
    left = content.num_corporations - 2
    for p in range(s.revealed):
        if p != seat:
            known |= 1 << s.corporation[p]
            left -= 1
    for p in range(s.num_players):
        if p == seat:
            continue
        chosen = s.corporation[p] >= 0
        slot = rng.below(s, 2)
        for k in range(2):
            if p < s.revealed and k == slot:
                s.dealt[p, k] = s.corporation[p]
                continue
            j = rng.below(s, left)
            left -= 1
            for c in range(content.num_corporations):
                if known >> c & 1:
                    continue
                if j == 0:
                    s.dealt[p, k] = c
                    known |= 1 << c
                    break
                j -= 1
        if chosen and p >= s.revealed:
            s.corporation[p] = s.dealt[p, slot]
