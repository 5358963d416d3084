"""What a seat cannot see: nothing but the dice and cards to come. Decks, tiles and events have no order in the record."""

from typing import Any

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit


@jit
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None:  # noqa: ARG001  # every game has this signature
    """A future of its own: everything that lies on the table is open to all."""
    rng.seed(s, seed)
