"""Chapter "Round": the six phases, one step after the other, as the white marker goes down the Round Order track."""

from typing import Any

from marszoo.envs.core.frames import KIND, RUNNING, A, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import declare, events, goals, malfunctions, production, resolve
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.state import E_PHASE, ROUND

# Steps of a round (column A of the ROUND frame: the step to do next).
(R_EVENT, R_MORALE, R_YIELDS, R_OXYGEN, R_ENERGY, R_FOOD, R_PLANTS, R_STRESS) = range(8)
(R_BEGIN, R_PAWNS, R_HELPERS, R_JOBS, R_DUE, R_MALFUNCTION, R_CLEAN_UP) = range(8, 15)


@jit
def begin_phase(s: Any, phase: Any) -> None:
    """Move the white marker, and note it for people: of the other phases, the events themselves tell where they begin."""
    s.phase = phase
    note(s, E_PHASE, s.first, phase, 0)


@jit
def run_round(s: Any, content: Any) -> None:
    """Do step after step of the round, until one leaves a frame above: a decision, or something to resolve first."""
    while s.over == RUNNING and top(s, KIND) == ROUND:
        run_step(s, content, top(s, A))


@jit
def run_step(s: Any, content: Any, step: Any) -> None:
    """Do a step of the round."""
    if step == R_PAWNS:
        if declare.next_pawn(s):
            return
    elif step == R_HELPERS:
        if declare.next_helper(s, content):
            return
    elif step == R_JOBS and resolve.next_job(s):
        return
    set_top(s, A, step + 1 if step < R_CLEAN_UP else R_EVENT)
    if step == R_EVENT:
        s.sol += 1
        s.phase = words.EVENTS_PHASE
        events.begin_event(s, content)
    elif step == R_MORALE:
        begin_phase(s, words.MORALE_PHASE)
        events.morale_phase(s, content)
    elif step == R_YIELDS:
        begin_phase(s, words.PRODUCTION_PHASE)
        production.yields(s, content)
    elif step in (R_OXYGEN, R_ENERGY):
        production.balance(s, content, step - R_OXYGEN + words.OXYGEN)
    elif step == R_FOOD:
        production.eat(s, content)
    elif step == R_PLANTS:
        production.grow(s, content)
    elif step == R_STRESS:
        production.strain_phase(s, content)
    elif step == R_BEGIN:
        s.phase = words.ACTION_PHASE
        s.stale = 1
    elif step == R_DUE:
        # What was done with the pawns does not stay in the record, so that equal positions have equal bytes.
        declare.end_actions(s)
        events.run_due(s)
    elif step == R_MALFUNCTION:
        s.phase = words.MALFUNCTION_PHASE
        malfunctions.roll_malfunctions(s, content)
    elif step == R_CLEAN_UP:
        begin_phase(s, words.CLEAN_UP_PHASE)
        declare.take_back(s)
        goals.clean_up(s, content)
