"""Multilayer perceptrons in NumPy: what a policy computes with. Only the layers' arrays come from PyTorch."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Layer = tuple[Floats, Floats]
"""Weight (in, out) and bias (out,)."""

ACTIVATIONS = {"tanh": "Tanh", "relu": "ReLU"}
"""What may follow a hidden layer -> the class of PyTorch's module."""
STANDARDIZE = "Standardize"
"""The class of ``agents.ppo.network`` that may stand before the perceptrons; it becomes a part of their first layers."""
BLOCK = 8
"""Rows that are multiplied at a time. Chosen by measuring: fewer are slower in large batches, more in small ones."""


def forward(layers: Sequence[Layer], activation: str, x: Floats) -> Floats:
    """What comes out: (n, D) float32 -> (n, out) float32, a new array. The activation follows each layer but the last.

    BLAS adds in an order that depends on the number of rows, so a row alone would get other last bits than among others.
    Rows are therefore multiplied in blocks of one size, the last one filled up with zeros.
    """
    n, width = x.shape
    full = -(-n // BLOCK) * BLOCK
    if full != n:
        padded = np.zeros((full, width), np.float32)
        padded[:n] = x
        x = padded
    y = x.reshape(full // BLOCK, BLOCK, width)
    last = len(layers) - 1
    # Finite weights can still overflow; who uses the result says what that means. Some BLAS raise flags without a cause.
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for k, (weight, bias) in enumerate(layers):
            y = np.matmul(y, weight)
            y += bias
            if k < last:
                if activation == "tanh":
                    np.tanh(y, out=y)
                else:
                    np.maximum(y, 0.0, out=y)
    return y.reshape(full, y.shape[2])[:n]


def sound(name: str, layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """Copies of the layers, contiguous and read-only.

    Raises:
        ValueError: arrays that are not float32 or not finite, or do not fit each other; the message begins with the network's
            `name`, the number of the layer and "weight" or "bias".
    """
    if not layers:
        raise ValueError(f"the {name} network has no layer")
    out: list[Layer] = []
    for k, layer in enumerate(layers):
        for what, array, axes in zip(("weight", "bias"), layer, (2, 1), strict=True):
            label = f"{name}.{k}.{what}"
            if array.dtype != np.float32:
                raise ValueError(f"{label} is {array.dtype}, and must be float32")
            if array.ndim != axes or 0 in array.shape:
                raise ValueError(f"{label} has shape {array.shape}, and must have {axes} axes, none of length 0")
            if not np.isfinite(array).all():
                raise ValueError(f"{label} has entries that are not finite")
        weight, bias = (np.array(array, np.float32, order="C") for array in layer)
        if bias.shape != weight.shape[1:]:
            raise ValueError(f"{name}.{k}.bias has shape {bias.shape}, and must have {weight.shape[1:]}")
        weight.flags.writeable = bias.flags.writeable = False
        out.append((weight, bias))
    for k, ((before, _), (after, _)) in enumerate(itertools.pairwise(out)):
        if before.shape[1] != after.shape[0]:
            raise ValueError(
                f"{name}.{k + 1}.weight has shape {after.shape}, and must have {before.shape[1]} rows, as many as the layer "
                "before it has columns"
            )
    return tuple(out)


def ends(layers: Sequence[Layer]) -> tuple[int, int]:
    """Numbers that go in, and that come out."""
    return layers[0][0].shape[0], layers[-1][0].shape[1]


def of_network(network: Any) -> tuple[list[Layer], list[Layer], str]:
    """The layers of an actor-critic policy of Stable-Baselines3 (policy, then value) and its activation.

    Copied from its device and changed by no further training. PyTorch is not imported here: modules are known by the
    names of their classes, and parameters by their names in ``state_dict()``.

    Raises:
        ValueError: anything but two perceptrons of Tanh or ReLU on the flat observation; the message names it.
    """
    for attribute, wanted in (
        ("features_extractor", ("FlattenExtractor", STANDARDIZE)),
        ("mlp_extractor", ("MlpExtractor",)),
    ):
        found = type(getattr(network, attribute, None)).__name__
        if found not in wanted:
            raise ValueError(
                f"a policy file holds perceptrons on a flat observation, with {' or '.join(wanted)}; this has {found}"
            )
    parameters = dict(network.state_dict())
    standard = [_standard(parameters, prefix) for prefix in ("", "pi_", "vf_")]
    parts, between = [], set()
    for body, head in (("policy_net", "action_net"), ("value_net", "value_net")):
        kinds = [type(module).__name__ for module in getattr(network.mlp_extractor, body)]
        places = [*(f"mlp_extractor.{body}.{k}" for k in range(0, len(kinds), 2)), head]
        kinds.append(type(getattr(network, head)).__name__)
        strange = [kind for kind in kinds[::2] if kind != "Linear"]
        if strange:
            raise ValueError(
                f"a policy file holds perceptrons; {body} of this network has {strange[0]} in place of Linear"
            )
        between |= set(kinds[1::2])
        layers = [_layer(parameters, place) for place in places]
        if standard[0] is not None:
            mean, scale = standard[0]
            weight, bias = layers[0]
            weight = weight * scale[:, None]
            layers[0] = weight, (bias - mean.astype(np.float64) @ weight.astype(np.float64)).astype(np.float32)
        parts.append(layers)
    if parameters:
        raise ValueError(f"a policy file has no place for these parameters of the network: {', '.join(parameters)}")
    if len(between) > 1 or not between <= set(ACTIVATIONS.values()):
        raise ValueError(
            f"a policy file holds perceptrons of one activation, {' or '.join(ACTIVATIONS.values())}; this network has "
            f"{', '.join(sorted(between))}"
        )
    # Without a hidden layer there is none, and either would do.
    named = {module: name for name, module in ACTIVATIONS.items()}
    return parts[0], parts[1], named[between.pop()] if between else "tanh"


def _standard(parameters: dict[str, Any], prefix: str) -> tuple[Floats, Floats] | None:
    """Take the mean and the scale of observations out of the parameters, if they are there."""
    names = [f"{prefix}features_extractor.{name}" for name in ("mean", "scale")]
    if names[0] not in parameters:
        return None
    mean, scale = (parameters.pop(name).detach().cpu().numpy() for name in names)
    return mean, scale


def _layer(parameters: dict[str, Any], place: str) -> Layer:
    """Take a layer out of the parameters."""
    names = f"{place}.weight", f"{place}.bias"
    missing = [name for name in names if name not in parameters]
    if missing:
        raise ValueError(f"a policy file holds layers of a weight and a bias; this network has no {missing[0]}")
    weight, bias = (parameters.pop(name).detach().cpu().numpy().copy() for name in names)
    return weight.T, bias


def named(parts: Mapping[str, Sequence[Layer]]) -> dict[str, Floats]:
    """The arrays of several networks by names such as ``"policy.0.weight"``."""
    return {
        f"{part}.{k}.{what}": array
        for part, layers in parts.items()
        for k, layer in enumerate(layers)
        for what, array in zip(("weight", "bias"), layer, strict=True)
    }


def unnamed(arrays: Mapping[str, npt.NDArray[Any]], counts: Mapping[str, int]) -> dict[str, tuple[Layer, ...]]:
    """The inverse of :func:`named`; `counts` has the number of layers of each network.

    Raises:
        ValueError: an array is missing, or there is one more.
    """
    parts: dict[str, tuple[Layer, ...]] = {}
    left = dict(arrays)
    for part, count in counts.items():
        layers = []
        for k in range(count):
            for name in (f"{part}.{k}.weight", f"{part}.{k}.bias"):
                if name not in left:
                    raise ValueError(f"the tensor {name} is missing")
            layers.append((left.pop(f"{part}.{k}.weight"), left.pop(f"{part}.{k}.bias")))
        parts[part] = tuple(layers)
    if left:
        raise ValueError(f"there are tensors that belong to no layer: {', '.join(sorted(left))}")
    return parts
