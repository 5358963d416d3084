"""Chapter "Supports": the row, the draw pile, hands and equipment.

The draw pile has no stored order: nobody can see it, so drawing a uniformly random card from it when a card is needed
is the same game, and nothing about the future has to be hidden. The same holds for the cockroaches' pile.
"""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.rules import dice
from marszoo.envs.terra_formars.rules.log import note
from marszoo.envs.terra_formars.state import (
    DISCARD,
    E_ACQUIRE,
    E_DESTROY,
    E_DRAW,
    E_STEAL,
    FACE_UP,
    HAND,
    PILE,
    ROW,
    SPENDING,
    SUPPORTS,
    TABLE,
)


@jit
def is_squad(content: Any, card: Any) -> Any:
    return content.supports[card].effect >= words.FIRST_SQUAD


@jit
def count_in(s: Any, place: Any) -> Any:
    """How many supports are in a place (PILE, HAND + seat, …)."""
    n = 0
    for card in range(SUPPORTS):
        n += s.place[card] == place
    return n


@jit
def draw(s: Any) -> Any:
    """A random card of the draw pile, still in it; the discard is shuffled in when the pile is empty; -1 if both are."""
    n = count_in(s, PILE)
    if n == 0:
        for card in range(SUPPORTS):
            if s.place[card] == DISCARD:
                s.place[card] = PILE
                n += 1
        if n == 0:
            return -1
    k = rng.below(s, n)
    for card in range(SUPPORTS):
        if s.place[card] == PILE:
            if k == 0:
                return card
            k -= 1
    return -1


@jit
def refill(s: Any) -> None:
    """Reveal supports in the empty slots of the row, as long as there are cards to draw."""
    for slot in range(ROW):
        if s.row[slot] < 0:
            card = draw(s)
            if card >= 0:
                s.place[card] = FACE_UP
                s.row[slot] = card


@jit
def discard(s: Any, card: Any) -> None:
    """Put a support on the common discard. A slot of the row that stood empty for want of cards is filled at once."""
    s.place[card] = DISCARD
    s.known[card] = 0
    s.used[card] = 0
    refill(s)


@jit
def grant(s: Any, content: Any, seat: Any, card: Any) -> None:
    """What equipment without a "may" gives once per turn: an icon, or a Danger ignored; only in the turn of its owner."""
    if seat != s.active or s.part != SPENDING or s.used[card]:
        return
    effect = content.supports[card].effect
    value = content.supports[card].value
    if effect == words.EXTRA_STAR:
        s.bonus_stars += value
    elif effect == words.EXTRA_SERUM:
        s.bonus_serums += value
    elif effect == words.IGNORE_DANGER:
        s.dangers_ignored += value
    else:
        return
    s.used[card] = 1


@jit
def equip(s: Any, content: Any, seat: Any, card: Any) -> None:
    """Place equipment near the hero: active for this turn and the following ones."""
    s.place[card] = TABLE + seat
    s.known[card] = 0
    grant(s, content, seat, card)


@jit
def receive(s: Any, content: Any, seat: Any, card: Any, openly: Any) -> None:
    """Equipment goes to the table, a squad card to the hand; `openly` says whether everyone saw which card it is."""
    if is_squad(content, card):
        s.place[card] = HAND + seat
        s.known[card] = openly
    else:
        equip(s, content, seat, card)


@jit
def draw_to(s: Any, content: Any, seat: Any) -> None:
    """Technique 02: the top support of the pile."""
    card = draw(s)
    if card >= 0:
        receive(s, content, seat, card, 0)
        note(s, E_DRAW, seat, -1 if is_squad(content, card) else card, 0)


@jit
def can_draw(s: Any) -> Any:
    return count_in(s, PILE) + count_in(s, DISCARD) > 0


@jit
def discount(s: Any, content: Any, effect: Any) -> Any:
    """Stars that equipment 13 or 14 of the active seat, not yet used this turn, takes off a price."""
    card = unused_equipment(s, content, s.active, effect)
    return np.int64(content.supports[card].value) if card >= 0 else 0


@jit
def unused_equipment(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    """The first equipment of the seat with this effect that was not used this turn; -1 if none."""
    for k in range(content.first_with[effect], content.first_with[effect + 1]):
        card = np.int64(content.by_effect[k])
        if s.place[card] == TABLE + seat and not s.used[card]:
            return card
    return -1


@jit
def acquire(s: Any, content: Any, card: Any) -> None:
    """Pay for a support of the row, take it, and reveal another in its slot."""
    pay_stars(s, content, content.supports[card].stars, words.CHEAPER_SUPPORT)
    dice.pay(s, content, dice.SERUM, content.supports[card].serums)
    for slot in range(ROW):
        if s.row[slot] == card:
            s.row[slot] = -1
    receive(s, content, s.active, card, 1)
    note(s, E_ACQUIRE, s.active, card, 0)
    refill(s)


@jit
def destroy(s: Any, card: Any) -> None:
    """Destroyed equipment goes to the common discard."""
    note(s, E_DESTROY, s.place[card] - TABLE, card, 0)
    discard(s, card)


@jit
def steal(s: Any, content: Any, thief: Any, card: Any) -> None:
    """Stolen equipment stays active in front of the thief."""
    note(s, E_STEAL, thief, card, s.place[card] - TABLE)
    equip(s, content, thief, card)


@jit
def pay_stars(s: Any, content: Any, price: Any, effect: Any) -> None:
    """Pay a printed price in Stars; the equipment that lowers it is used if there is something to lower."""
    less = discount(s, content, effect)
    if less > 0 and price > 0:
        s.used[unused_equipment(s, content, s.active, effect)] = 1
    dice.pay(s, content, dice.STAR, max(0, price - less))


@jit
def pay_technique(s: Any, content: Any) -> None:
    hero = content.heroes[s.hero[s.active]]
    pay_stars(s, content, hero.technique_stars, words.CHEAPER_TECHNIQUE)
    dice.pay(s, content, dice.SERUM, hero.technique_serums)


@jit
def has_any_equipment(s: Any, seat: Any) -> Any:
    return count_in(s, TABLE + seat) > 0
