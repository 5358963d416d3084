"""What every state carries, and the stack of frames that says who decides what.

A frame is (kind, seat, a, b). The top frame is either a decision of `seat` or an automatic step of the rules; a game's
``step`` applies an action to the top frame and then runs automatic frames until a decision is on top or the game is
over. Each game numbers its own kinds. Because everything pending is on the stack, a copy of the record is a copy of the
game at any moment, also in the middle of a chain of reactions.
"""

from typing import Annotated, Any

import numpy as np

from marszoo.envs.core.jit import jit

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
"""Values of ``over``: still going, ended by the rules, cut by ``max_cycles``."""
NOBODY = -1
"""Value of ``player`` when a game was set up but not yet run on to its first decision."""


def header(max_players: int, stack: int, column: str = "i1") -> type:
    """The fields every game's state begins with, for its number of seats and depth of stack; inherit from the result.

    `column` is the format of a frame's columns: "i2" for games whose frames hold more than a signed byte.
    """

    class Header:
        rng: Annotated[int, "u8"]  # generator word (core.rng)
        step_count: Annotated[int, "i4"]  # decisions taken by all seats, forced ones included
        max_cycles: Annotated[int, "i4"]  # cap on step_count; reaching it truncates
        num_players: Annotated[int, "i1"]  # seats in this game
        player: Annotated[int, "i1"]  # seat to move, or NOBODY; meaningless once over
        over: Annotated[int, "u1"]  # RUNNING, TERMINATED or TRUNCATED
        skip_forced: Annotated[int, "u1"]  # 1: decisions with one legal action are taken by advance
        depth: Annotated[int, "i2"]  # frames on the stack
        frame: Annotated[np.ndarray, column, (stack, 4)]  # kind, seat, a, b; rows >= depth are 0
        unpaid: Annotated[np.ndarray, "f4", (max_players,)]  # payoff earned on the way, not yet paid out
        told: Annotated[np.ndarray, "u1", (max_players,)]  # 1: the seat has had its last() after the end

    return Header


KIND, SEAT, A, B = 0, 1, 2, 3
"""Columns of a frame."""


@jit
def push(s: Any, kind: Any, seat: Any, a: Any, b: Any) -> None:
    """Put a frame on top. The stack's declared depth is a bound proved by each game's rules (and by its invariants)."""
    if s.depth >= s.frame.shape[0]:
        raise IndexError("decision stack overflow")
    s.frame[s.depth, KIND] = kind
    s.frame[s.depth, SEAT] = seat
    s.frame[s.depth, A] = a
    s.frame[s.depth, B] = b
    s.depth += 1


@jit
def pop(s: Any) -> None:
    """Take the top frame away and blank its row, so that equal positions have equal bytes."""
    s.depth -= 1
    for column in range(4):
        s.frame[s.depth, column] = 0


@jit
def top(s: Any, column: Any) -> Any:
    """One column of the top frame."""
    return np.int64(s.frame[s.depth - 1, column])


@jit
def set_top(s: Any, column: Any, value: Any) -> None:
    """Overwrite one column of the top frame."""
    s.frame[s.depth - 1, column] = value


@jit
def next_seat(s: Any, seat: Any) -> Any:
    """The seat to the left, without a division."""
    return seat + 1 if seat + 1 < s.num_players else 0
