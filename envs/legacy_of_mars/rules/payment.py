"""Chapters "Player boards" and "Actions", A 2: paying a bill with M€, steel and titanium.

The player is asked for the steel, then for the titanium, each only if more than one amount is possible: from what is needed
to what covers the bill. There is no refund for what a cube is worth too much; what is left is paid in M€.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.actions import A_AMOUNT
from marszoo.envs.legacy_of_mars.rules import board
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.played import CARD_BILL, settle
from marszoo.envs.legacy_of_mars.state import E_PAID, PAY
from marszoo.envs.legacy_of_mars.words import MEGACREDIT, STEEL


@jit
def spare(s: Any, content: Any, seat: Any, card: Any, r: Any) -> Any:
    """What a seat may pay of M€, steel or titanium: what the card (-1: none) makes it lose has to be left.

    So has what the pole costs, if the card's tile can go nowhere else.
    """
    have = np.int64(s.resource[seat, r])
    if card < 0:
        return have
    row = content.rows[card]
    have -= row.loses[r]
    if r == MEGACREDIT and row.tile != 0:
        have -= board.toll(s, content, seat, row.tile, row.on)
    return max(0, have)


@jit
def worth(s: Any, content: Any, seat: Any, card: Any, metal: Any) -> Any:
    """M€ that a steel (0) or titanium (1) pays; a card being paid for adds nothing to it yet, though it lies in play."""
    value = np.int64(s.worth[seat, metal])
    if s.bill[0] == CARD_BILL and card >= 0 and s.bill[1] == card:
        value -= content.rows[card].worth[metal]
    return value


@jit
def affordable(s: Any, content: Any, seat: Any, card: Any, due: Any, metals: Any) -> Any:
    """Whether a seat can pay; `metals`: 1 steel may pay, 2 titanium may, 3 both; `card`: what is paid for, or -1."""
    left = due - spare(s, content, seat, card, MEGACREDIT)
    if left > 0 and metals & 1:
        left -= spare(s, content, seat, card, STEEL) * worth(s, content, seat, card, 0)
    if left > 0 and metals & 2:
        left -= spare(s, content, seat, card, STEEL + 1) * worth(s, content, seat, card, 1)
    return left <= 0


@jit
def least(s: Any, content: Any, seat: Any, metal: Any, metals: Any) -> Any:
    """The fewest cubes of a metal that the bill needs; `metals`, as bits, may still pay after it."""
    card = billed_card(s)
    left = s.due - spare(s, content, seat, card, MEGACREDIT)
    if metals & 2 and metal == 0:
        left -= spare(s, content, seat, card, STEEL + 1) * worth(s, content, seat, card, 1)
    value = worth(s, content, seat, card, metal)
    return (left + value - 1) // value if left > 0 else 0


@jit
def most(s: Any, content: Any, seat: Any, metal: Any) -> Any:
    """The most cubes of a metal: no more than cover the bill."""
    card = billed_card(s)
    value = worth(s, content, seat, card, metal)
    return min(spare(s, content, seat, card, STEEL + metal), (s.due + value - 1) // value)


@jit
def billed_card(s: Any) -> Any:
    return np.int64(s.bill[1]) if s.bill[0] == CARD_BILL else np.int64(-1)


@jit
def begin_bill(s: Any, content: Any, seat: Any, kind: Any, row: Any, way: Any, due: Any, metals: Any) -> None:
    """Pay `due` M€ for a card, the way of an action, or a standard project (`kind`), and go on with it once it is paid."""
    s.bill[0] = kind
    s.bill[1] = row
    s.bill[2] = way
    s.due = due
    pay(s, content, seat, metals)


@jit
def pay(s: Any, content: Any, seat: Any, metals: Any) -> None:
    """Ask for the next metal of `metals` that leaves a choice; without one, pay the rest in M€ and go on."""
    left = np.int64(metals)
    for metal in range(2):
        if left >> metal & 1:
            left &= ~(1 << metal)
            if s.due > 0:
                few = least(s, content, seat, metal, left)
                if few < most(s, content, seat, metal):
                    push(s, PAY, seat, STEEL + metal, left)
                    return
                hand_over(s, content, seat, metal, few)
    if s.due > 0:
        s.resource[seat, MEGACREDIT] -= s.due
        note(s, E_PAID, seat, MEGACREDIT, s.due)
        s.due = 0
    settle(s, content, seat)


@jit
def hand_over(s: Any, content: Any, seat: Any, metal: Any, n: Any) -> None:
    """Pay with `n` cubes of a metal."""
    if n > 0:
        s.resource[seat, STEEL + metal] -= n
        note(s, E_PAID, seat, STEEL + metal, n)
        s.due = max(0, s.due - n * worth(s, content, seat, billed_card(s), metal))


@jit
def legal_pay(s: Any, content: Any, mask: Any) -> None:
    seat, metal = top(s, SEAT), top(s, A) - STEEL
    for n in range(least(s, content, seat, metal, top(s, B)), most(s, content, seat, metal) + 1):
        mask[A_AMOUNT + n] = 1


@jit
def apply_pay(s: Any, content: Any, action: Any) -> None:
    seat, metal, left = top(s, SEAT), top(s, A) - STEEL, top(s, B)
    pop(s)
    hand_over(s, content, seat, metal, action - A_AMOUNT)
    pay(s, content, seat, left)
