"""What a seat has face up: cards on the table, its corporation's side and its developments."""

from typing import Any

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules.rows import development_row, side_row
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    CHOICES,
    FIRST_DEVELOPMENT,
    MISSIONS,
    ON_TABLE,
)


@jit
def has(s: Any, seat: Any, row: Any) -> Any:
    """Whether the seat has the row face up in play. Played events lie face down."""
    if row < CARDS:
        return s.place[row] == ON_TABLE + seat
    if row < FIRST_DEVELOPMENT:
        return side_row(s, seat) == row
    return development_row(s, seat, (row - FIRST_DEVELOPMENT) // CHOICES % MISSIONS) == row


@jit
def holder(s: Any, row: Any) -> Any:
    """The seat that has the row face up in play; -1 nobody."""
    for seat in range(s.num_players):
        if has(s, seat, row):
            return seat
    return -1


@jit
def entry(s: Any, seat: Any, k: Any) -> Any:
    """The k-th row that a seat may have face up, for loops over 0 <= k < ENTRIES; -1 if there is none.

    The cards come first, whoever's they are not, then the side, then the developments.
    """
    if k < CARDS:
        return k if s.place[k] == ON_TABLE + seat else -1
    return side_row(s, seat) if k == CARDS else development_row(s, seat, k - CARDS - 1)


ENTRIES = CARDS + 1 + MISSIONS


@jit
def solo(s: Any) -> Any:
    """Whether there is the neutral opponent of a solo game, who has everything."""
    return s.num_players == 1
