"""Chapter "Actions", A and F: which cards can be played, which actions used, and how both begin."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import push
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import payment, played, possible, requirements, stock
from marszoo.envs.legacy_of_mars.rules.board import room
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import lowest_bit
from marszoo.envs.legacy_of_mars.state import (
    ALTERNATIVE,
    E_ACTION,
    E_PLAY,
    FACE_DOWN,
    ON_TABLE,
    RESOURCES,
    TAGS,
)
from marszoo.envs.legacy_of_mars.tables import PAYS
from marszoo.envs.legacy_of_mars.words import MEGACREDIT

come_into_play = played.come_into_play
enter = played.enter
list_possible = possible.list_possible


@jit
def price(s: Any, content: Any, seat: Any, row: Any) -> Any:
    """M€ that playing a card costs a seat: discounts for all cards, for each of its tags, and for the next card; not below 0.

    A discount for a tag counts once for a card, however often it shows the tag.
    """
    card = content.rows[row]
    n = np.int64(card.cost) - s.discount[seat, TAGS] - s.next_discount[seat]
    bits = np.int64(card.tag_bits) & s.discounted[seat]
    while bits:
        n -= s.discount[seat, lowest_bit(bits)]
        bits &= bits - 1
    return max(0, n)


@jit
def metals(content: Any, row: Any) -> Any:
    """What may pay for a card beside M€, as bits: 1 steel for building cards, 2 titanium for space cards."""
    tags = np.int64(content.rows[row].tag_bits)
    return (tags >> words.T_BUILDING & 1) | (tags >> words.T_SPACE & 1) << 1


@jit
def playable(s: Any, content: Any, seat: Any, row: Any) -> Any:
    """Whether a seat can play a card of its hand: price, requirement, and immediate effects.

    Most cards are judged at a glance: their fixed changes of production, what they lose, and room for one tile. What is
    lost must be there after the card is paid for: heat and plants pay for nothing, and `payment.spare` keeps M€ and metals.
    """
    card = content.rows[row]
    tags = np.int64(card.tag_bits)
    due = price(s, content, seat, row)
    means = np.int64(s.resource[seat, MEGACREDIT])
    means += (tags >> words.T_BUILDING & 1) * s.resource[seat, words.STEEL] * s.worth[seat, 0]
    means += (tags >> words.T_SPACE & 1) * s.resource[seat, words.TITANIUM] * s.worth[seat, 1]
    if due > means or (card.terms > 0 and not requirements.met(s, content, seat, row)):
        return False
    if card.bare:
        return True
    for r in range(RESOURCES):
        change = np.int64(card.change[r])
        if change < 0 and s.production[seat, r] + change < stock.floor(r):
            change = possible.own_changes(s, content, seat, row, card.effects, words.PRODUCTION, r)
            missing = stock.floor(r) - change - s.production[seat, r]
            if missing > 0 and possible.set_off(s, content, seat, row, card.effects, words.PRODUCTION, r) < missing:
                return False
        if card.loses[r] > 0:
            if r <= words.TITANIUM and not payment.affordable(s, content, seat, row, due, metals(content, row)):
                return False
            missing = np.int64(card.loses[r]) - s.resource[seat, r]
            if missing > 0 and possible.set_off(s, content, seat, row, card.effects, words.GAIN, r) < missing:
                return False
    has_pole = card.tile != 0 and content.board[s.board].pole >= 0
    if has_pole and not payment.affordable(s, content, seat, row, due, metals(content, row)):
        return False  # the tile can go to the pole only, and too little would be left for it
    if card.plain:
        if card.tile == 0 or (card.tile == words.OCEAN_TILE and s.oceans >= content.board[s.board].oceans):
            return True
        return room(s, content, seat, card.tile, card.on) != 0
    return possible.list_possible(s, content, seat, row, card.effects)


@jit
def way_usable(s: Any, content: Any, seat: Any, row: Any, way: Any) -> Any:
    """Whether a way of an action can be paid for and carried out.

    An action is legal at a parameter's goal, and when no card takes what it adds; only of two ways the one that would do
    nothing for want of a card is not offered.
    """
    card = content.rows[row]
    for k in range(PAYS):
        pay = card.pays[way, k]
        word, n, what = np.int64(pay[0]), np.int64(pay[1]), np.int64(pay[2])
        if word == 0:
            break
        if word == words.GAIN and what == MEGACREDIT:
            if not payment.affordable(s, content, seat, -1, n, card.metals[way]):
                return False
        elif word == words.GAIN:
            if s.resource[seat, what] < n:
                return False
        elif word == words.PRODUCTION:
            if not possible.may_lose_production(s, seat, what, n):
                return False
        elif word == words.UNHOLD:
            if s.held[row] < n:
                return False
        elif word == words.REMOVE_HELD and not possible.any_to_take_from(s, content, seat, what, n):
            return False
    start = np.int64(card.does[way])
    if card.ways > 1 and possible.void(s, content, seat, content.effects[start], 0):
        return False
    return card.sure[way] or possible.list_possible(s, content, seat, row, start)


@jit
def usable(s: Any, content: Any, seat: Any, row: Any) -> Any:
    """Whether a seat can use the action of its row, which it has face up, in this generation."""
    if s.used[row]:
        return False
    for way in range(content.rows[row].ways):
        if way_usable(s, content, seat, row, way):
            return True
    return False


@jit
def begin_card(s: Any, content: Any, seat: Any, row: Any) -> None:
    """Play a card of the hand: it is no longer in hand, uses up what holds for the next card, and is paid for.

    An event goes to the pile of its player face down and is never in play; another card is face up at once.
    """
    due = price(s, content, seat, row)
    s.next_discount[seat] = 0
    s.next_shift[seat] = 0
    note(s, E_PLAY, seat, row, due)
    if content.rows[row].colour == words.RED:
        s.place[row] = FACE_DOWN + seat
        s.event_count[seat] += 1
        played.add_points(s, content, seat, row)
    else:
        s.place[row] = ON_TABLE + seat
        played.enter(s, content, seat, row)
    payment.begin_bill(s, content, seat, played.CARD_BILL, row, 0, due, metals(content, row))


@jit
def begin_action(s: Any, content: Any, seat: Any, row: Any) -> None:
    """Use the action of a row; of several ways the player is asked which."""
    s.used[row] = 1
    if content.rows[row].ways > 1:
        s.doing[0] = 0
        s.doing[1] = row
        s.doing[2] = seat
        push(s, ALTERNATIVE, seat, 1, 0)
    else:
        begin_way(s, content, seat, row, 0)


@jit
def begin_way(s: Any, content: Any, seat: Any, row: Any, way: Any) -> None:
    """Pay what a way of an action costs; M€, perhaps with metals, last. No card discount applies."""
    card = content.rows[row]
    note(s, E_ACTION, seat, row, way)
    due: Any = 0
    for k in range(PAYS):
        pay = card.pays[way, k]
        word, n, what = np.int64(pay[0]), np.int64(pay[1]), np.int64(pay[2])
        if word == words.GAIN and what == MEGACREDIT:
            due = n
        elif word == words.GAIN:
            stock.lose(s, seat, what, n)
        elif word == words.PRODUCTION:
            stock.move_production(s, seat, what, -n)
        elif word == words.UNHOLD:
            stock.move_held(s, row, -n, seat)
    payment.begin_bill(s, content, seat, played.ACTION_BILL, row, way, due, card.metals[way])
