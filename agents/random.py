"""The agent that every other one must beat."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents.base import Agent, View
from marszoo.envs.core.advance import random_legal
from marszoo.envs.core.batch_kernels import STREAM
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import jit
from marszoo.envs.core.record import kernel_array
from marszoo.envs.core.rng import seed as start


@jit
def random_actions(stream: Any, seeds: Any, masks: Any, actions: Any) -> None:
    """A uniformly random legal action for each row, from its own seed; `stream` is (1,) of a record with a generator."""
    for r in range(len(actions)):
        start(stream[0], seeds[r])
        actions[r] = random_legal(stream[0], masks[r])


class RandomAgent(Agent):
    """Every legal action is equally likely."""

    name = "random"

    def decide(self, view: View) -> npt.NDArray[np.int64]:
        actions = np.zeros(len(view), np.int64)
        seeds = kernel_array(view.reseeded(self.seed).seeds)
        masks = kernel_array(np.ascontiguousarray(view.action_masks))
        random_actions(np.zeros(1, STREAM), seeds, masks, kernel_array(actions))
        return actions

    def compiled(self, game: Game) -> npt.NDArray[np.float64]:  # noqa: ARG002
        # No worlds to look at: the compiled players' word for a random move.
        return np.array([0.0, self.seed])
