"""A policy's two perceptrons in compiled code, for searches that ask it many thousand times a second.

The same numbers as ``perceptron.forward`` gives up to the last bits, one position at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.jit import jit
from marszoo.envs.core.record import kernel_array

if TYPE_CHECKING:
    from marszoo.agents.ppo.policy import Policy

POLICY, VALUE = 0, 1
"""Which network."""
RELU = 0
"""The activation that is no tanh."""
WIDTH, ACTIVATION, START = 0, 1, 2
"""Places in `numbers`: the width of the observation, the activation, and where the description of each network begins."""


@jit
def forward(which: Any, layers: Any, numbers: Any, floats: Any, out: Any) -> None:
    """Fill `out` with what a network gives for the observation ``floats[0]``.

    Args:
        which: POLICY or VALUE.
        layers: all weights and biases of both networks, one after the other, float32.
        numbers: int64; see :func:`flattened`.
        floats: (2, W) float32, overwritten.
        out: float64, at least as long as the last layer.
    """
    at = numbers[START + which]
    depth, place = numbers[at], numbers[at + 1]
    here, there = 0, 1
    for k in range(depth):
        n, m = numbers[at + 2 + k], numbers[at + 3 + k]
        x, y = floats[here], floats[there]
        bias = layers[place + n * m : place + n * m + m]
        for c in range(m):
            y[c] = bias[c]
        for r in range(n):
            # Most of an observation, and of what a rectifier lets through, is 0.
            if x[r] != 0.0:
                weight = layers[place + r * m : place + r * m + m]
                value = x[r]
                for c in range(m):
                    y[c] += value * weight[c]
        if k < depth - 1:
            if numbers[ACTIVATION] == RELU:
                for c in range(m):
                    y[c] = max(y[c], np.float32(0.0))
            else:
                for c in range(m):
                    y[c] = np.tanh(y[c])
        place += n * m + m
        here, there = there, here
    for c in range(numbers[at + 2 + depth]):
        out[c] = floats[here, c]


def flattened(policy: Policy) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """(layers, numbers, floats) of a policy for :func:`forward`."""
    arrays: list[npt.NDArray[np.float32]] = []
    numbers = [len(policy.policy[0][0]), RELU if policy.activation == "relu" else 1, 0, 0]
    widest = numbers[WIDTH]
    place = 0
    for which, network in enumerate((policy.policy, policy.value)):
        numbers[START + which] = len(numbers)
        numbers += [len(network), place, len(network[0][0])]
        for weight, bias in network:
            arrays += [weight.ravel(), bias]
            place += weight.size + bias.size
            numbers.append(len(bias))
            widest = max(widest, len(bias))
    layers = np.concatenate(arrays).astype(np.float32)
    return kernel_array(layers), np.array(numbers, np.int64), kernel_array(np.zeros((2, widest), np.float32))


def no_network() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Arrays of the same types for a search without a policy."""
    return np.zeros(1, np.float32), np.zeros(4, np.int64), np.zeros((2, 1), np.float32)
