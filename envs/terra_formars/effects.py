"""The one interpreter of effects: what a squad card or a technique does when it resolves.

``apply_*`` functions only put EFFECT frames on the stack; ``rules.play.step`` takes them off and calls `resolve`, its
single caller. Choices an effect leaves open are made when it resolves, not when the card is played, because the cards
played in response resolve first.
"""

from typing import Any

from marszoo.envs.core.frames import push
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.rules import cockroaches, dice, supports, usable
from marszoo.envs.terra_formars.rules.log import note
from marszoo.envs.terra_formars.state import (
    AFTER_ROLL,
    BY_CARD,
    E_HAND,
    E_POINTS,
    E_TOKENS,
    HAND,
    PICK_EQUIPMENT,
    PICK_RIVAL,
    PLACE_MARKER,
    REACT,
    SUPPORTS,
    TO_DESTROY,
    TO_STEAL,
)


@jit
def resolve(s: Any, content: Any, seat: Any, effect: Any, value: Any) -> None:
    """Carry out an effect for `seat`; one that can do nothing any more does nothing."""
    if effect == words.TECHNIQUE_WOUND:
        s.bonus_wounds += 1
    elif effect == words.TECHNIQUE_DRAW:
        supports.draw_to(s, content, seat)
    elif effect == words.TECHNIQUE_IGNORE:
        s.talent_ignored = 1
    elif not usable.is_useful(s, content, seat, effect):
        return
    elif effect == words.INFLICT_WOUNDS:
        s.bonus_wounds += value
    elif effect == words.CHANGE_OBJECTIVE:
        push(s, PLACE_MARKER, seat, BY_CARD, seat)
    elif effect == words.EXCHANGE_COCKROACH:
        cockroaches.exchange(s, seat)
    elif effect == words.ROLL_SPECIAL:
        roll_special_die(s, content)
    elif effect == words.IGNORE_ALL_DANGERS:
        s.all_ignored = 1
    elif effect == words.ALL_DESTROY:
        # Clockwise from the player, so the nearest rival's frame goes on top last.
        for k in range(s.num_players - 1, 0, -1):
            rival = (seat + k) % s.num_players
            if supports.has_any_equipment(s, rival):
                push(s, PICK_EQUIPMENT, rival, rival, TO_DESTROY)
    else:
        # Everything else names one opponent: effects 15, 18, 21, 22, 23, 24, 25, 26 and technique 03.
        push(s, PICK_RIVAL, seat, effect, value)


@jit
def roll_special_die(s: Any, content: Any) -> None:
    """A roll of the Special Die, and the window that follows any roll."""
    dice.roll_special(s, content)
    push(s, REACT, s.active, AFTER_ROLL, 0)


@jit
def strike(s: Any, seat: Any, effect: Any, value: Any, rival: Any) -> None:
    """The part of an effect that falls on the opponent named."""
    if effect == words.RIVAL_DESTROYS:
        push(s, PICK_EQUIPMENT, rival, rival, TO_DESTROY)
    elif effect == words.STEAL_EQUIPMENT:
        push(s, PICK_EQUIPMENT, seat, rival, TO_STEAL)
    elif effect == words.STEAL_POINTS:
        n = min(value, s.points[rival])
        s.points[rival] -= n
        s.points[seat] += n
        note(s, E_POINTS, seat, rival, n)
    elif effect == words.FEWER_DICE:
        s.fewer += value
    elif effect == words.CANCEL_SERUMS:
        s.serums_lost = 1
    elif effect == words.CANCEL_STARS:
        s.stars_lost = 1
    elif effect == words.DISCARD_HAND:
        discard_hand(s, rival)
    elif effect == words.DISCARD_TOKENS:
        discard_tokens(s, rival)


@jit
def discard_hand(s: Any, seat: Any) -> None:
    """All supports in the hand go to the common discard."""
    note(s, E_HAND, seat, 0, 0)
    for card in range(SUPPORTS):
        if s.place[card] == HAND + seat:
            supports.discard(s, card)


@jit
def discard_tokens(s: Any, seat: Any) -> None:
    """All Bonus tokens: the Star and Wound tokens a player keeps, not Victory Points."""
    note(s, E_TOKENS, seat, 0, 0)
    s.stars[seat] = 0
    s.wounds[seat] = 0
