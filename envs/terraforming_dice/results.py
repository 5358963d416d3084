"""Chapter "Final scoring": track, red ribbons, milestones and awards; ties by production, then shared."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice.rules.board import finished
from marszoo.envs.terraforming_dice.rules.milestones import icons_produced
from marszoo.envs.terraforming_dice.state import AWARDS, OCEANS, OXYGEN_STEPS, TEMPERATURE_STEPS, TILES

MILESTONE_POINTS, FIRST_POINTS, SECOND_POINTS = 4, 5, 3
"""Victory Points of a milestone, of the most and of the second most icons of an award. All printed."""


@jit
def places(s: Any, content: Any, which: Any) -> Any:
    """Printed icons with which a seat has the first and the second place of an award; 0: nobody has it.

    With two players, and after a tie for first (unless ``award_tie`` says otherwise), there is no second place. Alone
    the first takes a number of icons that depends on how common the resource is.
    """
    if s.num_players == 1:
        mine = np.int64(s.icons[0, which])
        return (mine if mine >= content.solo_award[s.award[which] % 3] else 0), 0
    first: Any = 0
    second: Any = 0
    leaders = 0
    for p in range(s.num_players):
        mine = np.int64(s.icons[p, which])
        if mine > first:
            first, second, leaders = mine, first, 1
        elif mine == first:
            leaders += 1
        else:
            second = max(second, mine)
    return first, (0 if s.num_players == 2 or (leaders > 1 and not s.second_paid) else second)


@jit
def prize(mine: Any, first: Any, second: Any) -> Any:
    """What an award gives for so many icons, by its `places`."""
    return (mine > 0) * (FIRST_POINTS * (mine == first) + SECOND_POINTS * (mine == second))


@jit
def award_points(s: Any, content: Any, seat: Any, which: Any) -> Any:
    """What an award gives the seat: most printed icons of it in costs of played cards, then second most, at least one."""
    first, second = places(s, content, which)
    return prize(np.int64(s.icons[seat, which]), first, second)


@jit
def total(s: Any, content: Any, seat: Any) -> Any:
    """Victory Points of a seat, if the game were over now."""
    n = np.int64(s.points[seat]) + s.ribbons[seat]
    for which in range(TILES):
        n += MILESTONE_POINTS * (s.claimed[which] == seat)
    for which in range(AWARDS):
        n += award_points(s, content, seat, which)
    return n


@jit
def results(s: Any, content: Any, score: Any, key: Any) -> None:
    """Score and ranking key of each seat.

    Alone, without all three tracks, there is no score, and the key is the share of their steps that was reached.
    """
    if s.num_players == 1:
        reached = finished(s) == 3
        steps = np.int64(s.temperature) + s.oxygen + s.oceans
        score[0] = total(s, content, 0) if reached else 0
        key[0] = 1.0 if reached else steps / (TEMPERATURE_STEPS + OXYGEN_STEPS + OCEANS)
        return
    for p in range(s.num_players):
        score[p] = total(s, content, p)
        # Production icons break ties; a seat never has a thousand.
        key[p] = score[p] + icons_produced(s, p) / 1000.0
