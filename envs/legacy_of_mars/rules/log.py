"""The ring of public events that renderers put into words. No rule reads it."""

from typing import Any

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.state import RING


@jit
def note(s: Any, kind: Any, seat: Any, a: Any, b: Any) -> None:
    """Event `kind` of `seat` (-1: nobody's); `a` and `b` are what happened, and never anything hidden."""
    row = s.event[s.events % RING]
    row[0] = kind
    row[1] = seat
    row[2] = a
    row[3] = b
    s.events += 1
