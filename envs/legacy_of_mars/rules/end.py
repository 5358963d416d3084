"""Chapter "Generations", phase 4, and "Game End": production, the end of the mission, the final conversion."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, B, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.actions import PASS
from marszoo.envs.legacy_of_mars.rules import deck, turn
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import plays
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    E_INCOME,
    E_PASS,
    IN_HAND,
    OXYGEN_GOAL,
    PLAYED,
    PLAYERS,
    RESOURCES,
    ROWS,
    SOLO_GENERATIONS,
    TEMPERATURE_STEPS,
    TOP,
)

IDLE = 8
"""In the final conversion column B of the ROUND frame is the seat whose turn comes next, and IDLE times the seats in a
row that converted nothing."""


@jit
def income(s: Any, seat: Any) -> Any:
    """M€ that a seat gets in the production phase: rating and M€ production, never less than nothing."""
    return max(np.int64(s.rating[seat]) + s.production[seat, words.MEGACREDIT], 0)


@jit
def produce(s: Any) -> None:
    """Energy becomes heat, then everybody produces; used actions are ready again, effects on the next card end."""
    for p in range(s.num_players):
        if not plays(s, p):
            continue
        resource, production = s.resource[p], s.production[p]
        note(s, E_INCOME, p, income(s, p), 0)
        resource[words.HEAT] = min(np.int64(resource[words.HEAT]) + resource[words.ENERGY], TOP)
        resource[words.ENERGY] = 0
        resource[words.MEGACREDIT] = min(np.int64(resource[words.MEGACREDIT]) + income(s, p), TOP)
        for r in range(1, RESOURCES):
            resource[r] = min(np.int64(resource[r]) + production[r], TOP)
        s.next_discount[p] = 0
        s.next_shift[p] = 0
    for row in range(ROWS):
        s.used[row] = 0


@jit
def complete(s: Any, content: Any) -> Any:
    """How many of the three global parameters have reached their goal."""
    oceans = s.oceans >= content.board[s.board].oceans
    return np.int64(s.temperature >= TEMPERATURE_STEPS) + np.int64(s.oxygen >= OXYGEN_GOAL) + np.int64(oceans)


@jit
def last_generation(s: Any, content: Any) -> Any:
    """Whether the mission ends with this generation: all parameters are done; alone, always after the twelfth."""
    return s.generation >= SOLO_GENERATIONS if s.num_players == 1 else complete(s, content) == 3


@jit
def legal_convert(s: Any, content: Any, mask: Any) -> None:
    """Final conversion: one conversion, or pass."""
    mask[PASS] = 1
    turn.legal_conversions(s, content, top(s, SEAT), mask)


@jit
def apply_convert(s: Any, content: Any, action: Any) -> None:
    """A conversion lets everybody have another turn; see ``course``."""
    seat = top(s, SEAT)
    pop(s)
    if action == PASS:
        note(s, E_PASS, seat, 0, 0)
    else:
        s.frame[0, B] %= IDLE
        push(s, PLAYED, seat, 0, 0)
        turn.convert(s, content, seat, action)


@jit
def discard_hands(s: Any) -> None:
    """Before scoring all hands are discarded; what was saved no longer is in them."""
    for card in range(CARDS):
        place = np.int64(s.place[card])
        if IN_HAND <= place < IN_HAND + PLAYERS:
            deck.discard(s, card, place - IN_HAND)
