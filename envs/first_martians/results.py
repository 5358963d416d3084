"""How well the crew has done: one result for all."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians.rules import goals
from marszoo.envs.first_martians.state import DIED, NOT_ENDED, WON

MOST_OF_A_LOSS = 0.9
"""The key of a mission that is not won is at most this, however much of it was done: all objectives with too many
broken parts are still a loss."""


@jit
def objectives_done(s: Any, content: Any) -> Any:
    """Objectives done, optional ones included."""
    n: Any = 0
    for k in range(content.mission[s.mission].goals):
        n += np.int64(s.done[k])
    return n


@jit
def results(s: Any, content: Any, score: Any, key: Any) -> None:
    """Score: objectives done. Key: 1 if the mission is accomplished, else the mean share of the mandatory objectives."""
    number = content.mission[s.mission].mandatory
    total = 0.0
    for k in range(number):
        total += goals.share(s, content, k)
    reached = 1.0 if s.ending == WON else min(MOST_OF_A_LOSS, total / number)
    for p in range(s.num_players):
        score[p] = objectives_done(s, content)
        key[p] = reached


@jit
def measure(s: Any, content: Any, out: Any) -> None:  # noqa: ARG001  # every game has this signature
    """Sols that the whole crew came through: the running one is not among them if somebody died in it, or if it was cut."""
    out[:, 0] = np.int64(s.sol) - (s.ending == DIED or s.ending == NOT_ENDED)
