"""The ring of public events that renderers put into words. No rule reads it.

An event is one number, a byte for each of its four parts, because it is noted in many places and written four times as
fast as four.
"""

from typing import Any

from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians.state import RING


@jit
def note(s: Any, kind: Any, seat: Any, a: Any, b: Any) -> None:
    s.event[s.events % RING] = kind | seat << 8 | (a & 255) << 16 | (b & 255) << 24
    s.events += 1
