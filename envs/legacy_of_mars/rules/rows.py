"""Which corporation side and developments of a seat are in play, and sets of hexes or cards as bits."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import next_seat
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.state import CHOICES, FIRST_DEVELOPMENT, FIRST_SIDE, MISSIONS, SIDES_EACH

BITS = np.zeros(67, np.int64)
"""Which bit it is, by its value modulo 67: all powers of two up to 2**65 leave different remainders."""
BITS[[(1 << bit) % 67 for bit in range(63)]] = np.arange(63)
_PAIRS, _FOURS, _BYTES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@jit
def lowest_bit(bits: Any) -> Any:
    """The number of the lowest bit that is set."""
    return BITS[(bits & -bits) % 67]


@jit
def count_bits(bits: Any) -> Any:
    """How many bits are set in a number from 0 to 2**63 - 1."""
    n = bits - (bits >> 1 & _PAIRS)
    n = (n & _FOURS) + (n >> 2 & _FOURS)
    n = n + (n >> 4) & _BYTES
    n += n >> 8
    n += n >> 16
    return n + (n >> 32) & 127


@jit
def plays(s: Any, seat: Any) -> Any:
    """Whether the seat plays this mission; in a campaign some may be away."""
    return s.away >> seat & 1 == 0


@jit
def playing(s: Any) -> Any:
    """How many seats play this mission."""
    return s.num_players - count_bits(np.int64(s.away))


@jit
def next_playing(s: Any, seat: Any) -> Any:
    """The next seat to the left that plays this mission."""
    seat = np.int64(next_seat(s, seat))
    while not plays(s, seat):
        seat = np.int64(next_seat(s, seat))
    return seat


@jit
def face_up(s: Any, seat: Any) -> Any:
    """Whether the seat has revealed its corporation's side: in player order, once all have chosen."""
    turn = np.int64(seat) - s.first
    return (turn if turn >= 0 else turn + s.num_players) < s.revealed


@jit
def chosen_side(s: Any, seat: Any) -> Any:
    """The row of the corporation's side that the seat has chosen, revealed or not; -1 none yet."""
    if s.side[seat] < 0:
        return np.int64(-1)
    return FIRST_SIDE + SIDES_EACH * np.int64(s.corporation[seat]) + s.side[seat]


@jit
def side_row(s: Any, seat: Any) -> Any:
    """The row of the corporation's side that the seat has in play; -1 none yet."""
    in_play = s.side[seat] >= 0 and (s.revealed >= s.num_players or face_up(s, seat))
    return FIRST_SIDE + SIDES_EACH * np.int64(s.corporation[seat]) + s.side[seat] if in_play else np.int64(-1)


@jit
def chosen_development(s: Any, seat: Any, mission: Any) -> Any:
    """The row of the development that the seat has chosen for a mission, played or not; -1 none."""
    if s.development[seat, mission] < 0:
        return np.int64(-1)
    corporation = np.int64(s.corporation[seat])
    return FIRST_DEVELOPMENT + (MISSIONS * corporation + mission) * CHOICES + s.development[seat, mission]


@jit
def development_row(s: Any, seat: Any, mission: Any) -> Any:
    """The row of the seat's development of a mission (0-3) that is in play; -1 none."""
    if s.undone[seat] >> mission & 1:
        return np.int64(-1)
    return chosen_development(s, seat, mission)
