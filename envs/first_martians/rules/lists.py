"""Lists of effects that wait on the stack: a frame says whose they are and in which row the rest of the list begins.

A column of a frame is a signed byte, and the table of effects has more rows than that counts: A holds the higher bits
of the row's number, B the lower ones.
"""

from typing import Any

from marszoo.envs.core.frames import A, B, push, set_top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians.state import EFFECT_LIST

COLUMN_BITS = 7
LOWER = (1 << COLUMN_BITS) - 1


@jit
def push_effects(s: Any, seat: Any, start: Any) -> None:
    """Queue a list of effects, named by its first row in the table of effects; 0 is the empty list."""
    if start > 0:
        push(s, EFFECT_LIST, seat, start >> COLUMN_BITS, start & LOWER)


@jit
def row_at(a: Any, b: Any) -> Any:
    """The row of the table of effects that columns A and B of an EFFECT_LIST name."""
    return (a << COLUMN_BITS) + b


@jit
def go_on(s: Any, row: Any) -> None:
    """The list on top begins in this row from now on."""
    set_top(s, A, row >> COLUMN_BITS)
    set_top(s, B, row & LOWER)
