"""Options of the campaign: who misses which mission, and what does not go together."""

import re
from collections.abc import Mapping
from typing import Any

from marszoo.envs.legacy_of_mars.state import MISSIONS, PLAYERS

LEAST = 2
"""Seats that have to play a mission of a campaign in company."""


def absences(value: str, num_players: int) -> tuple[str, int]:
    """The option `absent` in its one spelling, and as a number: bit ``5 * mission + seat``, missions from 0.

    Raises:
        ValueError: what is wrong with it.
    """
    missed: set[tuple[int, int]] = set()
    for part in value.split(",") if value.strip() else ():
        found = re.fullmatch(r"\s*(\d+)\s*@\s*(\d+)\s*", part)
        if not found:
            raise ValueError(f"{part.strip()!r} is not of the form SEAT@MISSION")
        seat, mission = int(found[1]), int(found[2])
        if seat >= num_players:
            raise ValueError(f"seat {seat} is none of 0 to {num_players - 1}")
        if not 1 <= mission <= MISSIONS:
            raise ValueError(f"mission {mission} is none of 1 to {MISSIONS}")
        missed.add((mission, seat))
    for mission in range(1, MISSIONS + 1):
        there = num_players - sum(m == mission for m, _ in missed)
        if missed and there < LEAST:
            raise ValueError(f"fewer than {LEAST} seats play mission {mission}")
    for seat in range(num_players):
        if all((mission, seat) in missed for mission in range(1, MISSIONS + 1)):
            raise ValueError(f"seat {seat} plays no mission")
    number = sum(1 << PLAYERS * (mission - 1) + seat for mission, seat in missed)
    return ", ".join(f"{seat}@{mission}" for mission, seat in sorted(missed)), number


def conflict(switches: Mapping[str, Any]) -> str:
    """A campaign begins with mission 1."""
    if switches["campaign"] and switches["mission"] != 1:
        return (
            f"mission={switches['mission']!r} is not allowed with campaign=True, which plays missions 1 to {MISSIONS}"
        )
    return ""
