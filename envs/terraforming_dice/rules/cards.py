"""Chapter "Playing a card": drawing, what a card costs, playing it, using it; and what played cards add up to."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import push
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.rules.log import note
from marszoo.envs.terraforming_dice.rules.stock import add_points, pay
from marszoo.envs.terraforming_dice.state import (
    AWARDS,
    DECK,
    DISCARD,
    E_DRAW,
    E_PLAY,
    E_USE,
    EFFECTS,
    FROM_ACTION,
    FROM_EFFECTS,
    HALF,
    HAND,
    PROJECTS,
    REACTIONS,
    RESOURCES,
    TABLE,
)

BITS = np.zeros(67, np.int64)
"""Which bit it is, by its value modulo 67: all powers of two up to 2**65 leave different remainders."""
BITS[[(1 << bit) % 67 for bit in range(HALF)]] = np.arange(HALF)
USUAL_KINDS = 3
"""Different resources in a cost, seldom exceeded; see `kinds_of`."""


@jit
def at(s: Any, place: Any) -> Any:
    """The cards at a place as two sets of bits: of cards 0 to HALF - 1, and of the others.

    This loop has no branch for a processor to guess wrong, and going through the few cards found costs little.
    """
    low: Any = 0
    high: Any = 0
    for k in range(HALF):
        low |= np.int64(s.place[k] == place) << k
        high |= np.int64(s.place[HALF + k] == place) << k
    return low, high


@jit
def blue_of(s: Any, content: Any, seat: Any) -> Any:
    """The blue cards on the seat's table, as in `at`. No others have actions."""
    low, high = at(s, TABLE + seat)
    return low & content.blue[0], high & content.blue[1]


@jit
def lowest(bits: Any) -> Any:
    """The number of the lowest bit that is set."""
    return BITS[(bits & -bits) % 67]


@jit
def deck_size(s: Any) -> Any:
    n = 0
    for card in range(PROJECTS):
        n += s.place[card] == DECK
    return n


@jit
def hand_size(s: Any, seat: Any) -> Any:
    n = 0
    for card in range(PROJECTS):
        n += s.place[card] == HAND + seat
    return n


@jit
def hand_sizes(s: Any) -> Any:
    """Cards in all hands: one byte for each seat."""
    n: Any = 0
    for card in range(PROJECTS):
        place = np.int64(s.place[card])
        n += np.int64((place >= HAND) & (place < TABLE)) << (8 * (place - HAND) & 63)
    return n


@jit
def can_draw(s: Any) -> Any:
    for card in range(PROJECTS):
        if s.place[card] == DECK or s.place[card] == DISCARD:
            return True
    return False


@jit
def draw(s: Any, seat: Any, n: Any) -> None:
    """Draw up to `n` project cards, each card of the deck equally likely: it has no order.

    When the deck is empty, the discard pile becomes the deck.
    """
    drawn = 0
    for _ in range(n):
        left = deck_size(s)
        if left == 0:
            for card in range(PROJECTS):
                if s.place[card] == DISCARD:
                    s.place[card] = DECK
                    left += 1
        if left == 0:
            break
        k = rng.below(s, left)
        for card in range(PROJECTS):
            if s.place[card] == DECK:
                if k == 0:
                    s.place[card] = HAND + seat
                    break
                k -= 1
        drawn += 1
    if drawn > 0:
        note(s, E_DRAW, seat, drawn, 0)


@jit
def kinds_of(content: Any, card: Any) -> Any:
    """As many entries of a card's cost as have to be looked at.

    At least USUAL_KINDS, since those that are not there count nothing: processors guess a loop right that is nearly
    always of one length.
    """
    return max(USUAL_KINDS, np.int64(content.rows[card].kinds))


@jit
def missing(s: Any, content: Any, seat: Any, card: Any) -> Any:
    """Icons of a card's cost, discounts taken off, that no die of the seat pays: so many wild tokens it takes."""
    cost, dice, discount = content.rows[card].cost, s.dice[seat], s.discount[seat]
    n = 0
    for k in range(kinds_of(content, card)):
        resource = cost[k, 0]
        n += max(0, np.int64(cost[k, 1]) - discount[resource] - dice[resource])
    return n


@jit
def playable(s: Any, content: Any, seat: Any, card: Any) -> Any:
    """Whether the card is in the seat's hand and can be paid."""
    return s.place[card] == HAND + seat and missing(s, content, seat, card) <= s.wild[seat]


@jit
def any_playable(s: Any, content: Any, seat: Any) -> Any:
    for card in range(content.num_projects):
        if playable(s, content, seat, card):
            return True
    return False


@jit
def usable(s: Any, content: Any, seat: Any, card: Any) -> Any:
    """The kind of action (SUPPORT, MAIN, FREE) of an unused card of the seat that it can pay for; 0 if there is none."""
    if s.place[card] != TABLE + seat or s.turned[card]:
        return 0
    row = content.rows[card]
    if row.action == 0:
        return 0
    lacking = 0
    for k in range(row.pay_kinds):
        lacking += max(0, np.int64(row.pay[k, 1]) - s.dice[seat, np.int64(row.pay[k, 0])])
    return np.int64(row.action) if lacking <= s.wild[seat] else 0


@jit
def any_usable(s: Any, content: Any, seat: Any, kind: Any) -> Any:
    low, high = blue_of(s, content, seat)
    for half in range(2):
        bits = low if half == 0 else high
        while bits != 0:
            if usable(s, content, seat, lowest(bits) + half * HALF) == kind:
                return True
            bits &= bits - 1
    return False


@jit
def add_row(s: Any, content: Any, seat: Any, number: Any) -> None:
    """What a corporation or card in play adds to the seat's production, discounts, storage and ribbons."""
    row = content.rows[number]
    for kind in range(7):
        s.production[seat, kind] += row.production[kind]
    for r in range(RESOURCES):
        s.discount[seat, r] += row.discount[r]
    s.storage[seat] += row.storage
    s.ribbons[seat] += row.red_ribbon


@jit
def printed(s: Any, content: Any, card: Any, which: Any) -> Any:
    """Printed cost icons of a card that match award die `which`."""
    row = content.rows[card]
    for k in range(row.kinds):
        if row.cost[k, 0] == s.award[which]:
            return np.int64(row.cost[k, 1])
    return 0


@jit
def put_down(s: Any, content: Any, seat: Any, card: Any) -> None:
    """A paid (or free) card comes into play: its ribbons, then reactions to it, then its effects in the order chosen."""
    row = content.rows[card]
    s.place[card] = TABLE + seat
    s.turned[card] = 0
    note(s, E_PLAY, seat, card, 0)
    add_row(s, content, seat, card)
    s.played[seat, row.colour] += 1
    s.vp_cards[seat] += row.shows_vp
    for which in range(AWARDS):
        s.icons[seat, which] += printed(s, content, card, which)
    if row.green_ribbon > 0:
        add_points(s, seat, row.green_ribbon)
    if row.num_effects > 0:
        push(s, EFFECTS, seat, card, 16 * FROM_EFFECTS + (1 << row.num_effects) - 1)
    event = words.ON_GREEN_CARD + np.int64(row.colour)
    if content.reacts_to >> event & 1:
        s.latest = card
        push(s, REACTIONS, seat, event, 0)


@jit
def play_card(s: Any, content: Any, seat: Any, card: Any) -> None:
    """Play a card from the hand, paying its cost less discounts: matching dice first, then wild tokens."""
    row = content.rows[card]
    for k in range(row.kinds):
        resource = np.int64(row.cost[k, 0])
        pay(s, seat, resource, max(0, np.int64(row.cost[k, 1]) - s.discount[seat, resource]))
    put_down(s, content, seat, card)


@jit
def use_card(s: Any, content: Any, seat: Any, card: Any) -> None:
    """Pay left of the arrow, turn the card sideways, gain what is right of the arrow."""
    row = content.rows[card]
    for k in range(row.pay_kinds):
        pay(s, seat, np.int64(row.pay[k, 0]), np.int64(row.pay[k, 1]))
    s.turned[card] = 1
    note(s, E_USE, seat, card, 0)
    push(s, EFFECTS, seat, card, 16 * FROM_ACTION + (1 << row.num_gives) - 1)
