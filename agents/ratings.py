"""Ratings of agents from the ranks of many games, with openskill's Plackett–Luce model.

>>> ratings(["greedy", "random"], [((0, 1), ranks)], anchor="random")["greedy"].mean
650.2...
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from marszoo.agents.commandline import extra

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

MEAN, SPREAD, LUCK = 25.0, 25 / 6, 25 / 6 * math.sqrt(2)
"""openskill's scale: the mean and standard deviation that every agent begins with, and the luck in a game, which the model
wants to be shared out among its players. The deviation is half of openskill's own: with that, the first games of a clear
difference move the ratings far beyond it."""
POINTS = 400 / math.log(10) / LUCK
"""Points per unit of openskill's scale: of two agents that are 400 points apart, whatever the number of seats, the better
one comes out ahead of the other at odds of 10 to 1, as with Elo's points."""


@dataclasses.dataclass(frozen=True)
class Rating:
    """How strong an agent is, in points: the anchor has 0, and 400 more are odds of 10 to 1 to come out ahead of it."""

    mean: float
    deviation: float  # standard deviation of what is believed; 0 games leave 123 points


def ratings(
    names: Sequence[str],
    matches: Sequence[tuple[Sequence[int], npt.NDArray[np.int64]]],
    *,
    anchor: str | None = None,
) -> dict[str, Rating]:
    """The rating of every agent. It depends on the order of the games, which have to come as they were dealt, unsorted.

    The games are gone through once, those of every match evenly spread from the first to the last, so that no match has the
    last word, however many games it has. An agent in several seats of a game moves by the mean of its seats' updates.

    Args:
        names: of the agents.
        matches: for each, the number of the agent in each column, and the ranks (games, columns), 1 the best. All have
            the same number of columns, at least 2.
        anchor: the agent that has 0 points; None (or a name that is not listed) sets the mean of all to 0.

    Raises:
        ImportError: openskill is not installed.
        ValueError: columns that do not fit.
    """
    with extra():
        from openskill.models import PlackettLuce

    seats = len(matches[0][0]) if matches else 2
    for players, ranks in matches:
        if seats < 2 or len(players) != seats or ranks.ndim != 2 or ranks.shape[1] != seats:
            raise ValueError(
                f"{len(players)} agents with ranks of shape {ranks.shape}; {max(2, seats)} of each are needed"
            )
    # Agents do not change while they are evaluated, so nothing is added to their deviations between games (tau).
    model = PlackettLuce(mu=MEAN, sigma=SPREAD, beta=LUCK / math.sqrt(seats), tau=0.0)
    held = [model.rating(name=name) for name in names]
    mixed = [
        ((number + 0.5) / len(ranks), match, number)
        for match, (players, ranks) in enumerate(matches)
        if len(set(players)) > 1
        for number in range(len(ranks))
    ]
    for _, match, number in sorted(mixed):
        players, ranks = matches[match]
        seated = [model.create_rating([held[k].mu, held[k].sigma]) for k in players]
        rated = model.rate([[one] for one in seated], ranks=[float(rank) for rank in ranks[number]])
        _take(held, players, [team[0] for team in rated])
    zero = {rating.name or "": rating.mu for rating in held}.get(anchor or "", float(np.mean([r.mu for r in held])))
    return {
        name: Rating(POINTS * (rating.mu - zero), POINTS * rating.sigma)
        for name, rating in zip(names, held, strict=True)
    }


def _take(held: list[PlackettLuceRating], players: Sequence[int], rated: Sequence[PlackettLuceRating]) -> None:
    for k in set(players):
        mine = [rating for player, rating in zip(players, rated, strict=True) if player == k]
        held[k].mu = sum(rating.mu for rating in mine) / len(mine)
        held[k].sigma = sum(rating.sigma for rating in mine) / len(mine)
