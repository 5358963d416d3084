"""The course of a mission, one step after the other: set-up, generations, the final conversion; then the next one.

The ROUND frame at the bottom of the stack says where the mission is: A is the step, B how many seats have had it, in
player order; in R_TURNS the seat whose turn comes next, in R_CONVERSION as `end.IDLE` says.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, TERMINATED, A, B, next_seat, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules import campaign, deck, end, research, start, turn
from marszoo.envs.legacy_of_mars.rules.end import IDLE
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import plays
from marszoo.envs.legacy_of_mars.state import (
    BUY,
    CONVERT,
    E_BOUGHT,
    E_END,
    E_GENERATION,
    E_KEPT,
    E_MISSION,
    E_PHASE,
    ON_OFFER,
    P_ACTION,
    P_CONVERSION,
    P_OVER,
    P_PRODUCTION,
    P_SAVING,
    PICK_CORPORATION,
    ROUND,
    SAVE,
    TURN,
)

(R_CORPORATIONS, R_CHOICES, R_REVEAL, R_PAY, R_DEVELOPMENTS) = range(5)
(R_TURNS, R_DRAFT, R_BUY, R_CONVERSION, R_SAVE) = range(5, 10)


@jit
def run_round(s: Any, content: Any) -> None:
    """Do step after step, until one leaves a frame above: a decision, or effects."""
    while s.over == RUNNING and top(s, KIND) == ROUND:
        step, k = top(s, A), top(s, B)
        if step == R_TURNS:
            next_turn(s, content, k)
        elif step == R_CONVERSION:
            next_conversion(s, content, k % IDLE, k // IDLE)
        elif k < s.num_players:
            for_seat(s, content, step, k, seat_at(s, k))
        else:
            next_step(s, content, step)


@jit
def seat_at(s: Any, k: Any) -> Any:
    """The k-th seat in player order, 0 the first player."""
    seat = s.first + k
    return np.int64(seat if seat < s.num_players else seat - s.num_players)


@jit
def begin(s: Any, step: Any, b: Any) -> None:
    set_top(s, A, step)
    set_top(s, B, b)


@jit
def begin_phase(s: Any, phase: Any) -> None:
    s.phase = phase
    note(s, E_PHASE, -1, phase, 0)


@jit
def for_seat(s: Any, content: Any, step: Any, k: Any, seat: Any) -> None:
    """A step of the set-up, of the research phase or of saving cards for one seat; nothing for a seat that is away."""
    if not plays(s, seat):
        set_top(s, B, k + 1)
        if step == R_REVEAL:
            s.revealed += 1
        return
    if step == R_DEVELOPMENTS and s.undone[seat]:
        start.next_development(s, content, seat)
        return
    set_top(s, B, k + 1)
    if step == R_CORPORATIONS:
        if s.corporation[seat] < 0:
            push(s, PICK_CORPORATION, seat, 0, 0)
    elif step == R_CHOICES:
        start.ask_choices(s, seat)
    elif step == R_REVEAL:
        begin(s, R_PAY, k)
        start.reveal_side(s, content, seat)
    elif step == R_PAY:
        begin(s, R_REVEAL, k + 1)
        start.pay_kept(s, content, seat, E_KEPT)
    elif step == R_DRAFT:
        research.ask_draft(s, seat)
    elif step == R_SAVE:
        if campaign.savable(s, content, seat):
            push(s, SAVE, seat, 0, 0)
    elif step == R_BUY and deck.count_at(s, ON_OFFER + seat) > 0:
        push(s, BUY, seat, 0, 0)


@jit
def next_step(s: Any, content: Any, step: Any) -> None:
    """All seats have had the step: go on to the next one."""
    if step == R_CORPORATIONS:
        start.deal(s)
        begin(s, R_CHOICES, 0)
    elif step == R_CHOICES:
        begin(s, R_REVEAL, 0)
    elif step == R_REVEAL:
        begin(s, R_DEVELOPMENTS, 0)
    elif step == R_DEVELOPMENTS:
        turn.forget(s)
        note(s, E_GENERATION, s.first, s.generation, 0)
        begin_actions(s)
    elif step == R_DRAFT:
        research.pass_on(s)
        begin(s, R_BUY, 0)
    elif step == R_SAVE:
        finish_mission(s, content)
    else:
        for k in range(s.num_players):
            if plays(s, seat_at(s, k)):
                start.pay_kept(s, content, seat_at(s, k), E_BOUGHT)
        begin_actions(s)


@jit
def begin_actions(s: Any) -> None:
    begin_phase(s, P_ACTION)
    begin(s, R_TURNS, s.first)


@jit
def next_turn(s: Any, content: Any, seat: Any) -> None:
    """The next seat, clockwise, that has not passed takes a turn; if there is none, the generation ends."""
    for _ in range(s.num_players):
        if s.passed[seat] == 0 and plays(s, seat):
            set_top(s, B, next_seat(s, seat))
            push(s, TURN, seat, 0, 0)
            return
        seat = np.int64(next_seat(s, seat))
    end_generation(s, content)


@jit
def end_generation(s: Any, content: Any) -> None:
    begin_phase(s, P_PRODUCTION)
    end.produce(s)
    if end.last_generation(s, content):
        s.final = 1
        begin_phase(s, P_CONVERSION)
        begin(s, R_CONVERSION, s.first)
    else:
        research.next_generation(s)
        research.draw_cards(s)
        begin(s, R_DRAFT, 0)


@jit
def next_conversion(s: Any, content: Any, seat: Any, idle: Any) -> None:
    """One conversion for each seat in player order, again and again until nobody converts anything."""
    if idle == s.num_players:
        if campaign.goes_on(s):
            begin_phase(s, P_SAVING)
            begin(s, R_SAVE, 0)
        else:
            finish_mission(s, content)
        return
    set_top(s, B, next_seat(s, seat) + IDLE * (idle + 1))
    if turn.conversions(s, content, seat) != 0:
        push(s, CONVERT, seat, 0, 0)


@jit
def finish_mission(s: Any, content: Any) -> None:
    """Scoring and, in a campaign, titles; then the next mission, or the end."""
    end.discard_hands(s)
    if s.campaign:
        campaign.award_titles(s, content)
    if campaign.goes_on(s):
        campaign.clean_up(s, content)
        note(s, E_MISSION, -1, s.mission, 0)
        start.lay_out(s, content)
        begin(s, R_CORPORATIONS, 0)
        return
    s.phase = P_OVER
    note(s, E_END, -1, 0, 0)
    pop(s)
    s.over = TERMINATED
