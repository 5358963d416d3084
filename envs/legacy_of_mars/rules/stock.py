"""Chapter "Player boards": resources, production and terraform rating of a seat."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules import pool
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.state import (
    E_GAIN,
    E_HELD,
    E_LOSE,
    E_PRODUCTION,
    E_RATING,
    HELD_TOP,
    MEGACREDIT_FLOOR,
    TOP,
)
from marszoo.envs.legacy_of_mars.words import MEGACREDIT, ON_RATING


@jit
def gain(s: Any, seat: Any, r: Any, n: Any) -> None:
    """`n` of a standard resource."""
    if n > 0:
        s.resource[seat, r] = min(TOP, s.resource[seat, r] + n)
        note(s, E_GAIN, seat, r, n)


@jit
def lose(s: Any, seat: Any, r: Any, n: Any) -> None:
    """`n` of a standard resource, or what there is of it."""
    n = min(n, np.int64(s.resource[seat, r]))
    if n > 0:
        s.resource[seat, r] -= n
        note(s, E_LOSE, seat, r, n)


@jit
def floor(r: Any) -> Any:
    """The lowest production there is of a resource: M€ may go to -5, the others to 0."""
    return MEGACREDIT_FLOOR if r == MEGACREDIT else 0


@jit
def move_production(s: Any, seat: Any, r: Any, n: Any) -> None:
    """Change a production by `n`, down to its floor at most."""
    before = np.int64(s.production[seat, r])
    after = min(TOP, max(floor(r), before + n))
    if after != before:
        s.production[seat, r] = after
        note(s, E_PRODUCTION, seat, r, after - before)


@jit
def step_rating(s: Any, seat: Any, n: Any) -> None:
    """Terraform rating for steps of a global parameter; the step itself is what is told."""
    s.rating[seat] = min(TOP, s.rating[seat] + n)
    s.steps[seat] = min(TOP, s.steps[seat] + n)


@jit
def raise_rating(s: Any, content: Any, seat: Any, n: Any) -> None:
    """Terraform rating for Population or by an effect that says so: no step of a parameter, but triggers listen to it."""
    step_rating(s, seat, n)
    note(s, E_RATING, seat, n, s.rating[seat])
    pool.add_triggers(s, content, ON_RATING, seat, 0)


@jit
def move_held(s: Any, row: Any, n: Any, seat: Any) -> None:
    """Resources onto a card (`n` > 0) or off it."""
    before = np.int64(s.held[row])
    after = min(HELD_TOP, max(0, before + n))
    if after != before:
        s.held[row] = after
        note(s, E_HELD, seat, row, after - before)
