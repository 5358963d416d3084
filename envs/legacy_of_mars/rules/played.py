"""Chapter "Actions", A 2-3 and F: a card comes into play, and what has been paid for is carried out."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import push
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import pool
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    COSTLY,
    CUT_CARD,
    CUT_HEAT,
    CUT_PLANTS,
    CUT_PROJECT,
    CUT_WORKERS,
    LAID_BLUE,
    LAID_CARDS,
    LAID_COSTLY,
    LAID_GREEN,
    LAID_REQUIRING,
    RECEIVER,
    TAGS,
)
from marszoo.envs.legacy_of_mars.tables import PAYS

PROJECT_BILL, CARD_BILL, ACTION_BILL = 1, 2, 3
"""What a bill is for (`State.bill`): a standard project, a card, the way of an action."""
KIND_SHIFT = 4
"""Column B of a RECEIVER frame for the cost of an action: the kind of the resource above these bits, N in them."""


@jit
def enter(s: Any, content: Any, seat: Any, row: Any) -> None:
    """A row lies face up in play: its tags and standing effects count from now on. Events never do."""
    card = content.rows[row]
    for tag in range(TAGS):
        s.tag[seat, tag] += card.tags[tag]
        s.discount[seat, tag] += card.discount[tag]
        s.discounted[seat] |= np.int64(card.discount[tag] > 0) << tag
    s.discount[seat, TAGS] += card.discount[TAGS]
    s.worth[seat, 0] += card.worth[0]
    s.worth[seat, 1] += card.worth[1]
    s.shift[seat] += card.shift
    s.listens[seat] |= card.listens
    s.protected[seat] |= card.protect
    s.cut[seat, CUT_CARD] += card.card_price
    s.cut[seat, CUT_PROJECT] += card.project_discount
    s.cut[seat, CUT_PLANTS] += card.greenery_plants
    s.cut[seat, CUT_HEAT] += card.heat_steps
    s.cut[seat, CUT_WORKERS] += card.population_workers
    if row < CARDS:
        s.laid[seat, LAID_CARDS] += 1
        s.laid[seat, LAID_GREEN] += card.colour == words.GREEN
        s.laid[seat, LAID_BLUE] += card.colour == words.BLUE
        s.laid[seat, LAID_REQUIRING] += card.terms > 0
        s.laid[seat, LAID_COSTLY] += card.cost >= COSTLY
    add_points(s, content, seat, row)


@jit
def add_points(s: Any, content: Any, seat: Any, row: Any) -> None:
    """Victory Points that a card, an event too, prints as a number count from the moment it is played."""
    card = content.rows[row]
    if card.count == 0 and card.points_term == 0:
        s.fixed[seat] += card.points


@jit
def perform(s: Any, content: Any, seat: Any, row: Any) -> None:
    """Immediate effects of a row, and all that its tags and, for an event, its being played set off."""
    pool.begin(s)
    card = content.rows[row]
    pool.add_list(s, content, seat, row, card.effects, 0)
    if card.tag_bits != 0:
        pool.add_triggers(s, content, words.ON_TAG, seat, row)
    if card.colour == words.RED:
        pool.add_triggers(s, content, words.ON_EVENT_CARD, seat, row)
        if card.tags[words.T_SPACE] > 0:
            pool.add_triggers(s, content, words.ON_SPACE_EVENT, seat, row)


@jit
def come_into_play(s: Any, content: Any, seat: Any, row: Any) -> None:
    """A corporation's side or a development is played: nothing is paid for it."""
    enter(s, content, seat, row)
    perform(s, content, seat, row)


@jit
def settle(s: Any, content: Any, seat: Any) -> None:
    """The bill is paid: carry out what it was for."""
    kind, row, way = np.int64(s.bill[0]), np.int64(s.bill[1]), np.int64(s.bill[2])
    s.bill[0] = 0
    s.bill[1] = 0
    s.bill[2] = 0
    if kind == CARD_BILL:
        perform(s, content, seat, row)
        return
    pool.begin(s)
    if kind == PROJECT_BILL:
        pool.add_list(s, content, seat, -1, content.standard[row].effects, 0)
        pool.add_triggers(s, content, words.ON_STANDARD_PROJECT, seat, 0)
        return
    pool.add_list(s, content, seat, row, content.rows[row].does[way], 0)
    for k in range(PAYS):
        pay = content.rows[row].pays[way, k]
        if pay[0] == words.REMOVE_HELD:
            # The cost comes first: the frame lies above the pool.
            s.doing[0] = 0
            s.doing[1] = row
            s.doing[2] = seat
            push(s, RECEIVER, seat, words.REMOVE_HELD, np.int64(pay[2]) << KIND_SHIFT | np.int64(pay[1]))
