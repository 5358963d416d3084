"""One pair ``legal_<frame>`` / ``apply_<frame>`` per kind of decision, and the loop that runs the rest by itself."""

from typing import Any

from marszoo.envs.core.frames import KIND, NOBODY, RUNNING, SEAT, push, top
from marszoo.envs.core.jit import inlined, jit
from marszoo.envs.legacy_of_mars.actions import A_CARD, A_CORPORATION
from marszoo.envs.legacy_of_mars.effects import apply_effect, legal_effect, run_pool
from marszoo.envs.legacy_of_mars.rules import campaign, end, research, start, turn
from marszoo.envs.legacy_of_mars.rules.course import run_round
from marszoo.envs.legacy_of_mars.state import (
    BUY,
    CONVERT,
    DRAFT,
    INNOVATE,
    PICK_CORPORATION,
    PICK_DEVELOPMENT,
    PICK_SIDE,
    PICK_START,
    PLAY_DEVELOPMENT,
    PLAYED,
    POOLED,
    ROUND,
    SAVE,
    SELL,
    TURN,
    WHERE,
)


@jit
def setup(s: Any, content: Any, options: Any) -> None:
    """Set the table up; the first step runs on to the first decision."""
    start.prepare(s, content, options)
    push(s, ROUND, 0, 0, 0)
    s.player = NOBODY


@inlined
def run(s: Any, content: Any) -> None:
    """Run automatic frames until a decision is on top or the game is over; then `player` is the seat to move."""
    while s.over == RUNNING:
        kind = top(s, KIND)
        if kind == POOLED:
            run_pool(s, content)
        elif kind == PLAYED:
            turn.end_action(s)
        elif kind == ROUND:
            run_round(s, content)
        else:
            s.player = top(s, SEAT)
            return


@jit
def legal(s: Any, content: Any, mask: Any) -> None:
    """Fill the mask for the decision on top of the stack."""
    mask[:] = 0
    kind = top(s, KIND)
    if kind == TURN:
        turn.legal_turn(s, content, mask)
    elif kind == DRAFT:
        research.legal_offer(s, mask)
    elif kind == BUY:
        research.legal_buy(s, content, mask)
    elif kind == PICK_START:
        start.legal_start(s, content, mask)
    elif kind == PICK_CORPORATION:
        start.legal_corporation(s, content, mask)
    elif kind == PICK_SIDE:
        start.legal_side(s, mask)
    elif kind == PICK_DEVELOPMENT:
        start.legal_development(s, mask)
    elif kind == PLAY_DEVELOPMENT:
        start.legal_order_of_developments(s, mask)
    elif kind == SELL:
        turn.legal_sell(s, mask)
    elif kind == INNOVATE:
        turn.legal_innovate(s, mask)
    elif kind == WHERE:
        turn.legal_where(mask)
    elif kind == SAVE:
        campaign.legal_save(s, content, mask)
    elif kind == CONVERT:
        end.legal_convert(s, content, mask)
    else:
        legal_effect(s, content, kind, mask)


@jit
def step(s: Any, content: Any, action: Any) -> None:
    """Apply a legal action to the decision on top, then run on to the next decision or the end."""
    kind = top(s, KIND)
    if kind == TURN:
        turn.apply_turn(s, content, action)
    elif kind == DRAFT:
        research.apply_draft(s, action - A_CARD)
    elif kind in (BUY, PICK_START):
        start.apply_keep(s, action)
    elif kind == PICK_CORPORATION:
        start.apply_corporation(s, action - A_CORPORATION)
    elif kind == PICK_SIDE:
        start.apply_side(s, action)
    elif kind == PICK_DEVELOPMENT:
        start.apply_development(s, action)
    elif kind == PLAY_DEVELOPMENT:
        start.apply_order_of_developments(s, content, action)
    elif kind == SELL:
        turn.apply_sell(s, action)
    elif kind == INNOVATE:
        turn.apply_innovate(s, content, action - A_CARD)
    elif kind == WHERE:
        turn.apply_where(s, action)
    elif kind == SAVE:
        campaign.apply_save(s, action)
    elif kind == CONVERT:
        end.apply_convert(s, content, action)
    elif kind != ROUND:
        apply_effect(s, content, kind, action)
    run(s, content)
