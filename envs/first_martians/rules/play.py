"""One pair ``legal_<frame>`` / ``apply_<frame>`` per kind of decision, and the loop that runs the rest by itself."""

from typing import Any

from marszoo.envs.core.advance import SWITCHES
from marszoo.envs.core.frames import KIND, NOBODY, RUNNING, SEAT, A, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians.actions import A_ASTRONAUT, A_GOOD, A_MARKER, A_PART, A_PLACE, A_PROJECT, PAY, TAKE
from marszoo.envs.first_martians.effects import resolve as resolve_effect
from marszoo.envs.first_martians.rules import (
    base,
    choices,
    crew,
    declare,
    events,
    malfunctions,
    outside,
    production,
    resolve,
    start,
)
from marszoo.envs.first_martians.rules.round import run_round
from marszoo.envs.first_martians.state import (
    ASSIGN,
    DUE,
    EFFECT_LIST,
    HELPER,
    HIT,
    JOB,
    MARKER,
    MORALE_TOP,
    PICK_GOOD,
    REPAIR,
    ROLLED,
    ROUND,
    SAVE,
    SHUT,
    SOURCE,
    STRIP,
    STUDY,
    TREAT,
    TRIGGER,
    UNWIND,
)


@jit
def setup(s: Any, content: Any, options: Any) -> None:
    """Start a mission; the first step runs up to the first decision."""
    s.difficulty = options[SWITCHES + 1]
    s.icon_only = options[SWITCHES + 2]
    start.prepare(s, content, options[SWITCHES])
    push(s, ROUND, 0, 0, 0)
    s.player = NOBODY


@jit
def run(s: Any, content: Any) -> None:
    """Run automatic frames until a decision is on top or the game is over; then `player` is the seat to move."""
    while s.over == RUNNING:
        kind = top(s, KIND)
        if kind == EFFECT_LIST:
            resolve_effect(s, content)
        elif kind == ROUND:
            run_round(s, content)
        elif kind == JOB:
            resolve.run_job(s, content)
        elif kind == TRIGGER:
            malfunctions.run_trigger(s, content)
        elif not closes_itself(s, content, kind):
            s.player = top(s, SEAT)
            return


@jit
def closes_itself(s: Any, content: Any, kind: Any) -> Any:
    """Whether the decision on top is none, or no longer: nothing can be chosen."""
    if kind == ASSIGN:
        if s.stale:
            declare.find_room(s, content)
        return False
    if kind == SHUT:
        return production.close_shut(s, content)
    if kind == SAVE:
        return production.close_save(s)
    if kind == DUE:
        return events.close_due(s, content)
    if kind == ROLLED:
        asks = resolve.can_reroll(s, content)
    elif kind == TREAT:
        asks = crew.treatable(s)
    elif kind == MARKER:
        asks = malfunctions.any_to_lower(s)
    elif kind == REPAIR:
        asks = base.any_to_repair(s, content, top(s, A) != 0)
    elif kind == UNWIND:
        asks = s.morale < MORALE_TOP or s.stress > 0
    elif kind == PICK_GOOD:
        asks = outside.kinds_at(s, top(s, A)) > 0
    elif kind == STRIP:
        asks = outside.any_goods(s)
    elif kind == STUDY:
        asks = choices.any_to_study(s, content)
    else:
        return False
    if not asks:
        pop(s)
    return not asks


@jit
def legal(s: Any, content: Any, mask: Any) -> None:
    """Fill the mask for the decision on top of the stack."""
    mask[:] = 0
    kind = top(s, KIND)
    if kind == ASSIGN:
        declare.legal_assign(s, content, mask)
    elif kind == HELPER:
        declare.legal_helper(s, content, mask)
    elif kind == ROLLED:
        resolve.legal_rolled(s, mask)
    elif kind == SHUT:
        production.legal_shut(s, content, mask)
    elif kind == SAVE:
        production.legal_save(s, mask)
    elif kind == HIT:
        choices.legal_hit(s, mask)
    elif kind == TREAT:
        choices.legal_treat(s, mask)
    elif kind == MARKER:
        choices.legal_marker(s, mask)
    elif kind == REPAIR:
        choices.legal_repair(s, content, mask)
    elif kind == SOURCE:
        choices.legal_source(s, content, mask)
    elif kind == UNWIND:
        choices.legal_unwind(s, mask)
    elif kind == PICK_GOOD:
        outside.legal_good(s, mask)
    elif kind == STRIP:
        outside.legal_strip(s, mask)
    elif kind == DUE:
        mask[PAY] = 1
        mask[TAKE] = 1
    else:
        choices.legal_study(s, content, mask)


@jit
def step(s: Any, content: Any, action: Any) -> None:
    """Apply a legal action to the decision on top, then run on to the next decision or the end."""
    kind = top(s, KIND)
    if kind == ASSIGN:
        declare.apply_assign(s, content, action)
    elif kind == HELPER:
        declare.apply_helper(s, content, action)
    elif kind == ROLLED:
        resolve.apply_rolled(s, content, action)
    elif kind == SHUT:
        production.apply_shut(s, action)
    elif kind == SAVE:
        production.apply_save(s, action)
    elif kind == HIT:
        choices.apply_hit(s, content, action - A_ASTRONAUT)
    elif kind == TREAT:
        choices.apply_treat(s, action)
    elif kind == MARKER:
        choices.apply_marker(s, action - A_MARKER)
    elif kind == REPAIR:
        choices.apply_repair(s, action - A_PART)
    elif kind == SOURCE:
        choices.apply_source(s, action)
    elif kind == UNWIND:
        choices.apply_unwind(s, content, action)
    elif kind == PICK_GOOD:
        outside.apply_good(s, content, action - A_GOOD)
    elif kind == STRIP:
        outside.apply_strip(s, action - A_PLACE)
    elif kind == DUE:
        events.apply_due(s, content, action)
    elif kind == STUDY:
        choices.apply_study(s, content, action - A_PROJECT)
    run(s, content)
