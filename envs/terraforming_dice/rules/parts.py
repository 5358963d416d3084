"""What an action leaves open: what to pay, which die and face, which hex, whom; and what to keep at a production turn."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import (
    A_CARD,
    A_HEX,
    A_RESOURCE,
    A_RIVAL,
    DONE,
    PAY_WILD,
)
from marszoo.envs.terraforming_dice.rules import board, cards, deeds, start, stock, turn
from marszoo.envs.terraforming_dice.rules.log import note
from marszoo.envs.terraforming_dice.state import (
    BY_CARD,
    BY_SUPPORT,
    DISCARD,
    E_CHANGE,
    E_DISCARD,
    E_GIFT,
    E_LOSE,
    E_PAY,
    FOR_CHANGE,
    HAND,
    HEXES,
    PICK_DIE,
    PICK_FACE,
    RESOURCES,
    SOLO_SETUP,
)


@jit
def apply_give_up(s: Any, resource: Any) -> None:
    """Production turn 1: a resource goes back, one at a time, until few enough are left."""
    seat = top(s, SEAT)
    stock.give_back(s, seat, resource, 1)
    note(s, E_PAY, seat, resource, 0)
    if stock.dice_of(s, seat) <= turn.limit(s, seat):
        pop(s)


@jit
def legal_hand(s: Any, content: Any, seat: Any, payable: Any, mask: Any) -> None:
    """The cards in the seat's hand; with `payable` those that it can pay."""
    for card in range(content.num_projects):
        if s.place[card] == HAND + seat:
            mask[A_CARD + card] = not payable or cards.missing(s, content, seat, card) <= s.wild[seat]


@jit
def apply_discard(s: Any, action: Any) -> None:
    """Production turn 2: cards of the hand to the discard pile, one at a time."""
    if action == DONE:
        pop(s)
        return
    s.place[action - A_CARD] = DISCARD
    note(s, E_DISCARD, top(s, SEAT), action - A_CARD, 0)


@jit
def legal_pay(s: Any, mask: Any) -> None:
    """Any resource or a wild token, as long as a die is left to change."""
    seat = top(s, SEAT)
    if top(s, A) != FOR_CHANGE or stock.dice_of(s, seat) >= 2:
        deeds.legal_held(s, seat, mask)
    mask[PAY_WILD] = s.wild[seat] > 0


@jit
def apply_pay(s: Any, action: Any) -> None:
    seat, reason = top(s, SEAT), top(s, A)
    pop(s)
    if action == PAY_WILD:
        s.wild[seat] -= 1
        note(s, E_PAY, seat, RESOURCES, 0)
    else:
        stock.give_back(s, seat, action - A_RESOURCE, 1)
        note(s, E_PAY, seat, action - A_RESOURCE, 0)
    if reason == FOR_CHANGE:
        push(s, PICK_DIE, seat, 1, BY_SUPPORT)
    else:
        board.push_effect(s, seat, words.DRAW, deeds.CARDS_DRAWN, 0)


@jit
def legal_die(s: Any, mask: Any) -> None:
    deeds.legal_held(s, top(s, SEAT), mask)
    if top(s, B) == BY_CARD:
        mask[DONE] = 1


@jit
def apply_die(s: Any, action: Any) -> None:
    seat, left = top(s, SEAT), top(s, A)
    if left <= 1 or action == DONE:
        pop(s)
    else:
        set_top(s, A, left - 1)
    if action != DONE:
        push(s, PICK_FACE, seat, action - A_RESOURCE, 0)


@jit
def legal_face(s: Any, mask: Any) -> None:
    """The two other faces of the die."""
    first = top(s, A) // 3 * 3
    for r in range(first, first + 3):
        mask[A_RESOURCE + r] = r != top(s, A)


@jit
def apply_face(s: Any, resource: Any) -> None:
    seat, before = top(s, SEAT), top(s, A)
    pop(s)
    s.dice[seat, before] -= 1
    s.dice[seat, resource] += 1
    note(s, E_CHANGE, seat, before, resource)


@jit
def apply_colour(s: Any, colour: Any) -> None:
    """One of the dice of the effect ``any``; if the pool is empty after it, the others fall short."""
    seat, left = top(s, SEAT), top(s, A) - 1
    pop(s)
    if left > 0:
        board.push_effect(s, seat, words.ANY, left, 0)
    board.push_effect(s, seat, words.ROLL, 1, colour)


@jit
def legal_place(s: Any, content: Any, mask: Any) -> None:
    kind, solo = top(s, A), top(s, B) == SOLO_SETUP
    for where in range(HEXES):
        if solo:
            mask[A_HEX + where] = start.solo_fits(s, content, kind, where)
        else:
            mask[A_HEX + where] = board.fits(s, content, kind, where)


@jit
def apply_place(s: Any, content: Any, where: Any) -> None:
    seat, kind, solo = top(s, SEAT), top(s, A), top(s, B) == SOLO_SETUP
    pop(s)
    if solo:
        board.lay(s, content, kind, where)
    else:
        board.place_tile(s, content, seat, kind, where)


@jit
def apply_rival(s: Any, action: Any) -> None:
    """A red-framed icon: the player named discards what they have of it."""
    seat, resource, n = top(s, SEAT), top(s, A), top(s, B)
    rival = (seat + action - A_RIVAL + 1) % s.num_players
    pop(s)
    lost = min(n, np.int64(s.dice[rival, resource]))
    stock.give_back(s, rival, resource, lost)
    note(s, E_LOSE, rival, resource, lost)


@jit
def apply_gift(s: Any, resource: Any) -> None:
    """The first player gives one resource, as it lies, to the last player."""
    pop(s)
    s.dice[0, resource] -= 1
    s.dice[s.num_players - 1, resource] += 1
    note(s, E_GIFT, 0, resource, 0)


@jit
def apply_bonus(s: Any, content: Any, card: Any) -> None:
    """Play a bonus card without cost."""
    seat, solo = top(s, SEAT), top(s, B) == SOLO_SETUP
    pop(s)
    if not solo:
        s.bonuses[seat] += 1
    cards.put_down(s, content, seat, card)
