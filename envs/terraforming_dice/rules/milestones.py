"""Milestones: who has reached what, and the claim, which is immediate."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import next_seat
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.rules.log import note
from marszoo.envs.terraforming_dice.rules.stock import dice_of
from marszoo.envs.terraforming_dice.state import COLOURS, E_MILESTONE, RESOURCES, TILES

UNCLAIMED, REMOVED = -1, -2


@jit
def icons_produced(s: Any, seat: Any) -> Any:
    """Dice in the production boxes of a seat."""
    n = 0
    for c in range(COLOURS):
        n += s.production[seat, c]
    return n


@jit
def cards_played(s: Any, seat: Any) -> Any:
    return np.int64(s.played[seat, 0]) + s.played[seat, 1] + s.played[seat, 2]


@jit
def progress(s: Any, seat: Any, criterion: Any) -> Any:
    """What the seat has of a criterion."""
    if criterion <= words.C_BLUE:
        return np.int64(s.played[seat, criterion])
    if criterion == words.C_CARDS:
        return cards_played(s, seat)
    if criterion == words.C_VP_CARDS:
        return np.int64(s.vp_cards[seat])
    if criterion == words.C_PRODUCTION:
        return icons_produced(s, seat)
    if criterion == words.C_WILD:
        return np.int64(s.wild[seat])
    if criterion == words.C_DICE:
        return dice_of(s, seat)
    if criterion == words.C_TILES:
        return np.int64(s.tiles[seat])
    if criterion == words.C_STEPS:
        return np.int64(s.steps[seat])
    n = 0
    for r in range(RESOURCES):
        n += s.dice[seat, r] > 0
    return n


@jit
def claim(s: Any, content: Any) -> None:
    """Every milestone that somebody has reached is claimed at once, also out of turn; the active seat goes first."""
    for which in range(TILES):
        if s.claimed[which] != UNCLAIMED:
            continue
        milestone = content.milestones[s.milestone[which]]
        seat = np.int64(s.active)
        for _ in range(s.num_players):
            if progress(s, seat, np.int64(milestone.criterion)) >= milestone.amount:
                s.claimed[which] = seat
                note(s, E_MILESTONE, seat, s.milestone[which], 0)
                break
            seat = next_seat(s, seat)
