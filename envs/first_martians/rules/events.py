"""Chapters "Events" and "Morale": what opens a round, and what becomes of events that nobody attends to."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import A, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians.actions import PAY
from marszoo.envs.first_martians.rules import base, crew
from marszoo.envs.first_martians.rules.lists import push_effects
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.rules.malfunctions import advance
from marszoo.envs.first_martians.state import DUE, E_EVENT, E_PAID, E_PENALTY, E_SOL, SLOTS


@jit
def draw_event(s: Any, content: Any) -> Any:
    """An event that has not come up, each equally likely; when all have, all but the open ones may come again."""
    left = content.num_events
    for e in range(content.num_events):
        left -= s.drawn[e]
    if left == 0:
        for e in range(content.num_events):
            s.drawn[e] = 0
        left = content.num_events
        for slot in range(SLOTS):
            if s.open[slot] >= 0:
                s.drawn[s.open[slot]] = 1
                left -= 1
    k = rng.below(s, left)
    for e in range(content.num_events):
        k -= s.drawn[e] == 0
        if k < 0:
            return e
    return -1


@jit
def begin_event(s: Any, content: Any) -> None:
    """An event: its block's track advances, with the consequences at once; then its effects; then it lies open."""
    note(s, E_SOL, s.first, s.sol, 0)
    e = draw_event(s, content)
    s.drawn[e] = 1
    note(s, E_EVENT, s.first, e, 0)
    for slot in range(SLOTS):
        if s.open[slot] < 0:
            s.open[slot] = e
            s.left[slot] = content.event[e].rounds
            break
    push_effects(s, s.first, np.int64(content.event[e].now))
    advance(s, np.int64(content.event[e].block), 1)


@jit
def run_due(s: Any) -> None:
    """The Action phase is over: every open event is a round nearer; those that are due are paid for, or strike."""
    for slot in range(SLOTS - 1, -1, -1):
        if s.open[slot] >= 0:
            s.left[slot] -= 1
            if s.left[slot] == 0:
                push(s, DUE, s.first, s.open[slot], 0)
                s.open[slot] = -1


@jit
def close_due(s: Any, content: Any) -> Any:
    """An event without a price, or with one that cannot be paid, strikes without a question."""
    row = content.event[top(s, A)]
    if row.price[1] >= 0 and s.stock[row.price[1]] >= row.price[0]:
        return False
    apply_due(s, content, 0)
    return True


@jit
def apply_due(s: Any, content: Any, action: Any) -> None:
    """Pay the price of an event that nobody attended to, or take its consequence."""
    e = top(s, A)
    pop(s)
    row = content.event[e]
    note(s, E_PAID if action == PAY else E_PENALTY, s.first, e, 0)
    if action == PAY:
        base.lose(s, np.int64(row.price[1]), np.int64(row.price[0]))
    else:
        push_effects(s, s.first, np.int64(row.penalty))


@jit
def morale_phase(s: Any, content: Any) -> None:
    """The First Player gains as many Morale tokens as the track shows, or discards as many; each one missing is a wound."""
    if s.morale > 0:
        crew.add_tokens(s, content, s.first, np.int64(s.morale))
    elif s.morale < 0:
        paid = min(np.int64(s.tokens[s.first]), -np.int64(s.morale))
        s.tokens[s.first] -= paid
        for _ in range(-s.morale - paid):
            crew.wound(s, content, s.first, 1)
