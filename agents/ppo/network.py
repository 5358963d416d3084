"""What stands before the network: observations in even units."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import FlattenExtractor

from marszoo.agents.base import View
from marszoo.agents.random import RandomAgent
from marszoo.envs.core.batch import Batch

LEAST = 0.1
"""Least deviation that is divided by: entries that hardly ever change are not blown up."""
ROWS, STEPS = 256, 256
"""Games, and decisions of each, that means and deviations are taken from."""


class Standardize(FlattenExtractor):
    """Subtracts from each entry of an observation its mean, and divides it by its deviation; both are fixed.

    A rare flag and a counter divided by 40 move a network far less than a coin toss does, and are learned that much later.
    In a policy file this is part of the first layer.

    Args:
        means, deviations: (D,) of the observations; see :func:`statistics`.
    """

    def __init__(
        self, observation_space: spaces.Space[npt.NDArray[np.float32]], means: list[float], deviations: list[float]
    ) -> None:
        super().__init__(observation_space)
        self.mean: torch.Tensor
        self.scale: torch.Tensor
        self.register_buffer("mean", torch.tensor(means, dtype=torch.float32))
        self.register_buffer("scale", 1.0 / torch.tensor(deviations, dtype=torch.float32).clamp(min=LEAST))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        flat: torch.Tensor = super().forward(observations)
        return (flat - self.mean) * self.scale


def statistics(batch: Batch, seed: int) -> tuple[list[float], list[float]]:
    """Means and deviations of the entries of an observation in random play: two lists of D numbers."""
    player = RandomAgent(seed)
    batch.reset(seed)
    total, squares = 0.0, 0.0
    for _ in range(STEPS):
        seen = batch.observations.astype(np.float64)
        total, squares = total + seen.sum(axis=0), squares + (seen**2).sum(axis=0)
        batch.step(player.act(View.of_batch(batch)))
    mean = np.asarray(total) / (batch.num_envs * STEPS)
    deviation = np.sqrt(np.maximum(np.asarray(squares) / (batch.num_envs * STEPS) - mean**2, 0.0))
    return mean.tolist(), deviation.tolist()
