"""Chapter "Malfunction" (page 18): tracks, box, pool of dice, cards at 5, the chain of blocks, keyword search."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base
from marszoo.envs.first_martians.rules.lists import push_effects
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.rules.lookup import BLOCK_OF
from marszoo.envs.first_martians.state import (
    DECK,
    DIE_FACES,
    DISCARD,
    E_BREAK,
    E_CARD,
    E_MALFUNCTION,
    E_NO_CARD,
    E_RED,
    E_SKIPPED,
    E_TRACK,
    LAST,
    PARTS,
    RESOLVING,
    TRIGGER,
    WAITING,
)

KINDS = len(words.KINDS)
SOUGHT, NOTHING = 3, 100
"""Column A of TRIGGER for a card that a keyword search has found; column B for a deck without cards."""


@jit
def advance(s: Any, block: Any, n: Any) -> None:
    """Move a Malfunction marker up outside the Malfunction phase; what it triggers happens at once.

    A marker that has reached 5 waits there until its card is resolved: more is lost.
    """
    if s.track[block] >= LAST or n == 0:
        return
    s.track[block] = min(LAST, s.track[block] + n)
    note(s, E_TRACK, s.first, block, s.track[block])
    if s.track[block] == LAST:
        push(s, TRIGGER, s.first, block, 0)


@jit
def lower(s: Any, block: Any, n: Any) -> None:
    if s.track[block] > 0 and s.track[block] < LAST:
        s.track[block] = max(0, s.track[block] - n)
        note(s, E_TRACK, s.first, block, s.track[block])


@jit
def any_to_lower(s: Any) -> Any:
    for block in range(3):
        if s.track[block] > 0 and s.track[block] < LAST:
            return True
    return False


@jit
def break_part(s: Any, content: Any, f: Any, part: Any) -> None:
    """A part breaks; if it cannot, the Malfunction track of its block goes up 1. A shut-down facility is not hit."""
    if s.shut[f] != 0:
        return
    if content.facility[f].fitted >> part & 1 and not s.broken[f] >> part & 1:
        s.broken[f] = np.int64(s.broken[f]) | 1 << part
        note(s, E_BREAK, s.first, f, part)
    else:
        advance(s, BLOCK_OF[f], 1)


@jit
def roll_malfunctions(s: Any, content: Any) -> None:
    """The Malfunction phase: the pool is assembled and rolled, all markers move, then blocks at 5 are resolved in order."""
    for block in range(3):
        s.rolled[block] = -1
        if s.listed[block] != 0 or s.red[block] != 0:
            s.rolled[block] = content.malfunction[block, rng.below(s, DIE_FACES)]
    penalties = base.tally(s, content)
    for block in range(3):
        result = max(0, np.int64(s.rolled[block])) + base.counted(penalties, block)
        s.track[block] = min(LAST, s.track[block] + result)
        note(s, E_MALFUNCTION, s.first, block, result)
    for block in range(2, -1, -1):
        if s.track[block] == LAST:
            push(s, TRIGGER, s.first, block, 0)


@jit
def draw(s: Any, content: Any, block: Any, again: Any) -> Any:
    """A card of a deck, each equally likely: decks have no order.

    When the deck is empty the discard pile becomes the deck, if `again`; -1: there is no card.
    """
    left = deck_size(s, content, block)
    if left == 0 and again:
        reshuffle(s, content, block)
        left = deck_size(s, content, block)
    if left == 0:
        return -1
    k = rng.below(s, left)
    for card in range(content.num_cards):
        k -= in_deck(s, content, block, card)
        if k < 0:
            s.place[card] = RESOLVING
            if content.card[card].breaks >= 0:
                s.danger[content.card[card].breaks // PARTS] -= 1
            return card
    return -1


@jit
def in_deck(s: Any, content: Any, block: Any, card: Any) -> Any:
    """Whether a card is in the deck of a block: without a branch, as nobody can foresee it."""
    return (s.place[card] == DECK) & (content.card[card].block == block)


@jit
def deck_size(s: Any, content: Any, block: Any) -> Any:
    n = 0
    for card in range(content.num_cards):
        n += in_deck(s, content, block, card)
    return n


@jit
def reshuffle(s: Any, content: Any, block: Any) -> None:
    """The discard pile of a block becomes its deck."""
    for card in range(content.num_cards):
        if s.place[card] == DISCARD and content.card[card].block == block:
            s.place[card] = DECK
            if content.card[card].breaks >= 0:
                s.danger[content.card[card].breaks // PARTS] += 1


@jit
def begin_card(s: Any, content: Any, card: Any) -> None:
    """Resolve a card that was drawn; one that names a shut-down facility is discarded unresolved."""
    if s.shut[content.card[card].facility] != 0:
        note(s, E_SKIPPED, s.first, card, 0)
        return
    note(s, E_CARD, s.first, card, 0)
    push_effects(s, s.first, np.int64(content.card[card].effects))


@jit
def run_trigger(s: Any, content: Any) -> None:
    """A marker at 5: draw and resolve a card, discard it, put the marker on 0, turn the next block's green marker red."""
    block, card = top(s, A), top(s, B) - 1
    if card < 0:
        card = draw(s, content, block, True)
        if card < 0:
            set_top(s, B, NOTHING)
            note(s, E_NO_CARD, s.first, block, 0)
        else:
            set_top(s, B, card + 1)
            begin_card(s, content, card)
        return
    pop(s)
    if card + 1 != NOTHING:
        s.place[card] = DISCARD
    if block != SOUGHT:
        s.track[block] = 0
        turn(s, (block + 1) % 3, 1)


@jit
def turn(s: Any, block: Any, red: Any) -> None:
    """Change a marker in the Malfunction box to red (1) or green (0); one that shows it already stays."""
    if s.red[block] != red:
        s.red[block] = red
        note(s, E_RED, s.first, block, red)


@jit
def seek(s: Any, content: Any, block: Any, keyword: Any) -> None:
    """Draw cards one by one until one has the keyword; resolve that one, discard all the others.

    When the deck runs out it is made anew from the discards once; if no card has the keyword then, nothing happens.
    """
    shuffled = False
    while True:
        card = draw(s, content, block, False)
        if card < 0 and not shuffled:
            shuffled = True
            card = draw(s, content, block, True)
        if card < 0:
            note(s, E_NO_CARD, s.first, block, 1)
            return
        found = content.card[card].kind == keyword
        if keyword >= KINDS:
            found = content.card[card].facility == keyword - KINDS
        if found:
            push(s, TRIGGER, s.first, SOUGHT, card + 1)
            begin_card(s, content, card)
            return
        s.place[card] = DISCARD


@jit
def set_modifier(s: Any, f: Any, token: Any) -> None:
    """A modifier token on top of those that wait at a facility; a shut-down one is not hit, and one too many is lost."""
    if s.shut[f] != 0:
        return
    for k in range(WAITING - 1, 0, -1):
        s.waiting[f, k] = s.waiting[f, k - 1]
    s.waiting[f, 0] = token
