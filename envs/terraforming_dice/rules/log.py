"""The ring of public events that renderers put into words. Nothing secret is ever noted, and no rule reads it."""

from typing import Any

from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice.state import RING

MOST_NOTED = 127
"""The largest number that an event holds."""


@jit
def note(s: Any, kind: Any, seat: Any, a: Any, b: Any) -> None:
    k = s.events % RING
    s.event[k, 0] = kind
    s.event[k, 1] = seat
    s.event[k, 2] = a
    s.event[k, 3] = b
    s.events += 1
