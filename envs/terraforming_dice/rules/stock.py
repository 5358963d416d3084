"""Dice, wild tokens and points: taking, rolling, paying. A die that is paid goes back to the pool."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice.rules.log import MOST_NOTED, note
from marszoo.envs.terraforming_dice.state import (
    COLOURS,
    E_GAIN,
    E_POINTS,
    E_ROLL,
    E_WILD,
    FACES,
    RESOURCES,
)


@jit
def add_points(s: Any, seat: Any, n: Any) -> None:
    """Move the marker on the Victory Point track; it goes on beyond the end of the track."""
    s.points[seat] += n
    note(s, E_POINTS, seat, min(n, MOST_NOTED), 0)


@jit
def add_wild(s: Any, seat: Any, n: Any) -> None:
    """Wild tokens are not limited by the number in the box."""
    s.wild[seat] += n
    note(s, E_WILD, seat, min(n, MOST_NOTED), 0)


@jit
def dice_of(s: Any, seat: Any) -> Any:
    """Resources a seat has. Wild tokens are none."""
    n = 0
    for r in range(RESOURCES):
        n += s.dice[seat, r]
    return n


@jit
def pool_size(s: Any) -> Any:
    n = 0
    for c in range(COLOURS):
        n += s.pool[c]
    return n


@jit
def fell_short(s: Any, seat: Any, missing: Any) -> None:
    """Make up for dice that a gain other than production found missing: by nothing, or one wild token (``short_gain``)."""
    if missing > 0 and s.short_wild:
        add_wild(s, seat, 1)


@jit
def roll_dice(s: Any, content: Any, seat: Any, colour: Any, n: Any) -> Any:
    """Take up to `n` dice of a colour from the pool and roll them; returns how many were missing."""
    taken = min(n, np.int64(s.pool[colour]))
    s.pool[colour] -= taken
    for _ in range(taken):
        face = np.int64(content.faces[colour, rng.below(s, FACES)])
        s.dice[seat, face] += 1
        note(s, E_ROLL, seat, face, 0)
    return n - taken


@jit
def gain(s: Any, seat: Any, resource: Any, n: Any) -> Any:
    """Take up to `n` dice from the pool, set to the resource; returns how many were missing."""
    colour = resource // 3
    taken = min(n, np.int64(s.pool[colour]))
    s.pool[colour] -= taken
    s.dice[seat, resource] += taken
    if taken > 0:
        note(s, E_GAIN, seat, resource, taken)
    return n - taken


@jit
def give_back(s: Any, seat: Any, resource: Any, n: Any) -> None:
    """Resources of a seat go back to the pool."""
    s.dice[seat, resource] -= n
    s.pool[resource // 3] += n


@jit
def covers(s: Any, seat: Any, resource: Any, n: Any) -> Any:
    """Whether a seat can pay `n` of a resource, wild tokens included."""
    return s.dice[seat, resource] + s.wild[seat] >= n


@jit
def pay(s: Any, seat: Any, resource: Any, n: Any) -> None:
    """Pay `n` of a resource, which the seat can: dice that show it first, then wild tokens."""
    own = min(n, np.int64(s.dice[seat, resource]))
    give_back(s, seat, resource, own)
    s.wild[seat] -= n - own
