"""A trained policy without the framework that trained it: a file of weights, and the agent that plays by it.

>>> policy = Policy.load("runs/x")
>>> policy.logits(observations)  # (n, D) float32 -> (n, A) float32
>>> agent = PolicyAgent("runs/x", deterministic=False)

Needs NumPy only (and safetensors for files), so that playing against a network costs no import of PyTorch.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents.base import Agent, View
from marszoo.agents.ppo import policy_file
from marszoo.envs.core import layout
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game

FORMAT = 1
"""Version of the file's format; files of another one are refused."""
ACTIVATIONS = {"tanh": "Tanh", "relu": "ReLU"}
"""What may follow a hidden layer -> the class of PyTorch's module."""
OPTIONS = ("deterministic", "temperature", "any_content")
"""Options of the agent that a caller may give beside its name."""
_ID = re.compile(r"(.+)_v(\d+)")

Floats = npt.NDArray[np.float32]
Layer = tuple[Floats, Floats]
"""Weight (in, out) and bias (out,)."""


@dataclasses.dataclass(frozen=True, eq=False)
class Policy:
    """All that a trained network needs to play: two multilayer perceptrons, and the facts of what they fit.

    Arrays are copied and made read-only; a policy is safe to share between agents and threads.

    Attributes:
        game: id of the game, such as ``"terra_formars_v0"``.
        num_players: seats of the games that it plays.
        layout: digest of the layouts of actions and observations, see :func:`marszoo.envs.core.layout.digest`.
        content: digest of the content that it was trained with.
        activation: ``"tanh"`` or ``"relu"``, after each layer but the last.
        policy: layers from an observation (D,) to the logits (A,).
        value: layers from an observation (D,) to the expected payoff (1,).
        options: options of the game, switches among them, in training; for information.
        config: of the training run; for information.
        curve: points of the learning curve; for information.
        steps: decisions of the learner in training.

    Raises:
        ValueError: layers that do not fit each other, are not float32 or not finite, or a fact that is none.
    """

    game: str
    num_players: int
    layout: str
    content: str
    activation: str
    policy: tuple[Layer, ...]
    value: tuple[Layer, ...]
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False)
    config: Mapping[str, Any] = dataclasses.field(default_factory=dict, repr=False)
    curve: Sequence[Mapping[str, Any]] = dataclasses.field(default_factory=list, repr=False)
    steps: int = 0

    def __post_init__(self) -> None:
        for name, kind, meaning in FACTS:
            value = getattr(self, name)
            if not isinstance(value, kind) or isinstance(value, bool):
                raise ValueError(f"{name}={value!r} of a policy is not {meaning}")
        if not _ID.fullmatch(self.game):
            raise ValueError(f"game={self.game!r} of a policy is not the id of a game, such as 'terra_formars_v0'")
        if self.num_players < 1 or self.steps < 0:
            raise ValueError(f"num_players={self.num_players}, steps={self.steps} of a policy: out of range")
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"activation={self.activation!r} of a policy is none of {', '.join(ACTIVATIONS)}")
        for part in ("policy", "value"):
            object.__setattr__(self, part, _checked(part, getattr(self, part)))
        (seen, _), (judged, worth) = _ends(self.policy), _ends(self.value)
        if seen != judged:
            raise ValueError(f"the policy's network takes {seen} floats, its value network {judged}")
        if worth != 1:
            raise ValueError(f"the value network gives {worth} numbers, and must give 1")

    @classmethod
    def of_layers(
        cls,
        policy: Sequence[Layer],
        value: Sequence[Layer],
        activation: str = "tanh",
        *,
        game: Game,
        content: Content,
        num_players: int,
        options: Mapping[str, Any] | None = None,
        config: Mapping[str, Any] | None = None,
        curve: Sequence[Mapping[str, Any]] = (),
        steps: int = 0,
    ) -> Policy:
        """A policy for this game, content and number of players.

        Raises:
            ValueError: layers that do not fit the game or each other.
        """
        made = cls(
            game=game.id,
            num_players=num_players,
            layout=layout.digest(game.actions, game.observation, num_players),
            content=content.digest,
            activation=activation,
            policy=tuple(policy),
            value=tuple(value),
            options=dict(options or {}),
            config=dict(config or {}),
            curve=list(curve),
            steps=steps,
        )
        made.check(game, content, num_players)
        return made

    @classmethod
    def of_network(
        cls,
        policy: Any,
        *,
        game: Game,
        content: Content,
        num_players: int,
        options: Mapping[str, Any] | None = None,
        config: Mapping[str, Any] | None = None,
        curve: Sequence[Mapping[str, Any]] = (),
        steps: int = 0,
    ) -> Policy:
        """The network of a ``MaskableActorCriticPolicy`` of sb3-contrib as it is now, copied from its device.

        Raises:
            ValueError: an architecture other than two perceptrons of Tanh or ReLU on the flat observation, or weights that
                are not finite.
        """
        extractor = type(policy.features_extractor).__name__
        if extractor != "FlattenExtractor":
            raise ValueError(
                f"a policy file holds perceptrons on the flat observation; this network begins with {extractor}"
            )
        layers, used = {}, {}
        for part, body, head in (("policy", "policy_net", "action_net"), ("value", "value_net", "value_net")):
            modules = [*getattr(policy.mlp_extractor, body), getattr(policy, head)]
            layers[part] = [_linear(part, module) for module in modules[::2]]
            used[part] = [type(module).__name__ for module in modules[1::2]]
        between = {name for names in used.values() for name in names} or {"Tanh"}
        activation = {v: k for k, v in ACTIVATIONS.items()}.get(min(between))
        if len(between) > 1 or activation is None:
            raise ValueError(
                f"a policy file holds perceptrons of one activation, {' or '.join(ACTIVATIONS.values())}; "
                f"this network has {', '.join(sorted(between))}"
            )
        return cls.of_layers(
            layers["policy"],
            layers["value"],
            activation,
            game=game,
            content=content,
            num_players=num_players,
            options=options,
            config=config,
            curve=curve,
            steps=steps,
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Policy:
        """A policy from its file, or from the folder of a run.

        Raises:
            ImportError: safetensors is not installed.
            ValueError: no such file, or not a whole and sound policy; the message names the file and what is wrong.
        """
        file = policy_file.find(path)
        facts, tensors = policy_file.read(file)
        try:
            return cls(**_arguments(facts, tensors))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file (``*.safetensors``); a kill leaves the old file or the new one.

        Raises:
            ImportError: safetensors is not installed.
            ValueError: another suffix, or options, config or curve that JSON cannot hold.
            OSError: the file cannot be written.
        """
        file = policy_file.suffixed(path)
        facts = {"format": FORMAT, **{name: getattr(self, name) for name, _, _ in FACTS}}
        facts["layers"] = {part: len(getattr(self, part)) for part in ("policy", "value")}
        policy_file.write(file, facts, _tensors(self))

    def check(self, game: Game, content: Content, num_players: int, *, any_content: bool = False) -> None:
        """Whether the policy can play this.

        Raises:
            ValueError: it was trained for another game, version, number of players, layout or (unless `any_content`)
                content; the message has both.
        """
        name, version = _ID.fullmatch(self.game).groups()  # type: ignore[union-attr]  # made sure of at construction
        if name != game.name:
            raise ValueError(f"the policy was trained for another game: {self.game}, not {game.id}")
        if int(version) != game.version:
            raise ValueError(f"the policy was trained for another version of the game: {self.game}, not {game.id}")
        if num_players != self.num_players:
            raise ValueError(
                f"the policy was trained for {self.num_players} players of {game.id}, not for {num_players}"
            )
        wanted = layout.digest(game.actions, game.observation, num_players)
        if wanted != self.layout:
            raise ValueError(
                f"the policy was trained for another layout of observations and actions: {self.layout}; {game.id} with "
                f"{num_players} players has {wanted}"
            )
        sizes = game.observation.width(num_players), game.actions.n
        if _ends(self.policy) != sizes:
            raise ValueError(
                f"the policy's network leads from {_ends(self.policy)[0]} floats to {_ends(self.policy)[1]} actions; "
                f"{game.id} with {num_players} players has {sizes[0]} and {sizes[1]}"
            )
        if content.digest != self.content and not any_content:
            raise ValueError(
                f"the policy was trained with other content: digest {self.content}, while that of {content.source} is "
                f"{content.digest}; any_content=True lets it play all the same"
            )

    def logits(self, observations: Floats) -> Floats:
        """The logit of every action, legal or not: (n, D) float32 -> (n, A) float32, a new array.

        A row's result depends on the other rows in the last bits only: the product of matrices adds in an order that may
        depend on their number.
        """
        return _forward(self.policy, self.activation, observations)

    def values(self, observations: Floats) -> Floats:
        """The payoff that the seat to move can expect: (n, D) float32 -> (n,) float32, a new array."""
        return _forward(self.value, self.activation, observations)[:, 0]


FACTS: tuple[tuple[str, type[Any] | tuple[type[Any], ...], str], ...] = (
    ("game", str, "a string"),
    ("num_players", int, "a whole number"),
    ("layout", str, "a string"),
    ("content", str, "a string"),
    ("activation", str, "a string"),
    ("options", Mapping, "a mapping"),
    ("config", Mapping, "a mapping"),
    ("curve", (list, tuple), "a list"),
    ("steps", int, "a whole number"),
)
"""The fields of a policy that a file holds as JSON: name, type, and what that is called."""


def _forward(layers: tuple[Layer, ...], activation: str, x: Floats) -> Floats:
    last = len(layers) - 1
    for k, (weight, bias) in enumerate(layers):
        # np.dot, not @: it has half the overhead in small batches.
        x = np.dot(x, weight)
        x += bias
        if k < last:
            if activation == "tanh":
                np.tanh(x, out=x)
            else:
                np.maximum(x, 0.0, out=x)
    return x


def _checked(part: str, layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """The layers as read-only, contiguous copies."""
    if not layers:
        raise ValueError(f"the {part} network has no layer")
    out = []
    for k, layer in enumerate(layers):
        for what, array, axes in zip(("weight", "bias"), layer, (2, 1), strict=True):
            name = f"{part}.{k}.{what}"
            if array.dtype != np.float32:
                raise ValueError(f"{name} is {array.dtype}, and must be float32")
            if array.ndim != axes or 0 in array.shape:
                raise ValueError(f"{name} has shape {array.shape}, and must have {axes} axes, none of length 0")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} has entries that are not finite")
        weight, bias = (np.array(array, np.float32, order="C") for array in layer)
        if bias.shape != weight.shape[1:]:
            raise ValueError(f"{part}.{k}.bias has shape {bias.shape}, and must have {weight.shape[1:]}")
        weight.flags.writeable = bias.flags.writeable = False
        out.append((weight, bias))
    for k, ((before, _), (after, _)) in enumerate(itertools.pairwise(out)):
        if before.shape[1] != after.shape[0]:
            raise ValueError(
                f"{part}.{k + 1}.weight has shape {after.shape}, and must have {before.shape[1]} rows, as the layer before it has columns"
            )
    return tuple(out)


def _ends(layers: tuple[Layer, ...]) -> tuple[int, int]:
    """Numbers that go in, and that come out."""
    return layers[0][0].shape[0], layers[-1][0].shape[1]


def _linear(part: str, module: Any) -> Layer:
    """Weight and bias of a layer of PyTorch."""
    kind = type(module).__name__
    if kind != "Linear" or module.bias is None:
        raise ValueError(
            f"a policy file holds linear layers with a bias; the {part} network has {kind} in the place of one"
        )
    weight, bias = (np.array(p.detach().cpu().numpy()) for p in (module.weight, module.bias))
    return weight.T, bias


def _tensors(policy: Policy) -> dict[str, Floats]:
    return {
        f"{part}.{k}.{what}": array
        for part in ("policy", "value")
        for k, layer in enumerate(getattr(policy, part))
        for what, array in zip(("weight", "bias"), layer, strict=True)
    }


def _arguments(facts: Mapping[str, Any], tensors: dict[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """What :class:`Policy` is made of."""
    if facts.get("format") != FORMAT:
        raise ValueError(f"format {facts.get('format')!r} of policy files is unknown; this version reads {FORMAT}")
    wanted = [*(name for name, _, _ in FACTS), "layers"]
    missing = [name for name in wanted if name not in facts]
    if missing:
        raise ValueError(f"the facts of the policy lack {', '.join(missing)}")
    counts = facts["layers"]
    if not isinstance(counts, dict) or any(type(counts.get(part)) is not int for part in ("policy", "value")):
        raise ValueError(f"layers={counts!r} does not give the number of layers of policy and value")
    layers: dict[str, Any] = {}
    left = set(tensors)
    for part in ("policy", "value"):
        names = [(f"{part}.{k}.weight", f"{part}.{k}.bias") for k in range(min(counts[part], len(tensors) + 1))]
        for name in itertools.chain(*names):
            if name not in tensors:
                raise ValueError(f"the tensor {name} is missing")
            left.remove(name)
        layers[part] = tuple((tensors[weight], tensors[bias]) for weight, bias in names)
    if left:
        raise ValueError(f"there are tensors that are no part of the policy: {', '.join(sorted(left))}")
    return {name: facts[name] for name, _, _ in FACTS} | layers


class PolicyAgent(Agent):
    """Plays by a policy: the legal action of the highest logit, or one drawn by the softmax of the legal ones' logits.

    Looks at observations and action masks, and at the seeds if it draws. Equal views give equal actions; the same
    decision among other rows gives the same action unless two actions are as good as equal, to the last bits of a float32
    (see :meth:`Policy.logits`).

    Attributes:
        policy: may be replaced at any time, also by one that fits another game.

    Args:
        policy: a policy, or the path of its file or of a run's folder.
        seed: the agent's own, for drawing.
        name: by default ``"ppo:PATH"``, or ``"ppo"`` if there is no path.
        deterministic: whether to take the best action, the first of equal ones; else one is drawn.
        temperature: what logits are divided by before one is drawn, above 0; low ones approach the best action.
        any_content: whether to play with other content than that of the training.

    Raises:
        ValueError: see :meth:`Policy.load`, or an option out of range.
    """

    def __init__(
        self,
        policy: Policy | str | os.PathLike[str],
        seed: int = 0,
        *,
        name: str | None = None,
        deterministic: bool = True,
        temperature: float = 1.0,
        any_content: bool = False,
    ) -> None:
        super().__init__(seed)
        for option, value in (("deterministic", deterministic), ("any_content", any_content)):
            if not isinstance(value, bool):
                raise ValueError(f"{option}={value!r} is neither True nor False")
        if isinstance(temperature, bool) or not isinstance(temperature, (float, int)) or not 0 < temperature < math.inf:
            raise ValueError(f"temperature={temperature!r} is not a number above 0")
        if deterministic and temperature != 1.0:
            raise ValueError(
                f"temperature={temperature!r} has no effect with deterministic=True; give deterministic=False"
            )
        own = "ppo" if isinstance(policy, Policy) else f"ppo:{os.fspath(policy)}"
        self.policy = policy if isinstance(policy, Policy) else Policy.load(policy)
        self.name = own if name is None else name
        self.deterministic, self.temperature, self.any_content = deterministic, float(temperature), any_content
        self._fits: tuple[Any, ...] = (None, None, None, 0)

    def check(self, game: Game, content: Content, num_players: int) -> None:
        try:
            self.policy.check(game, content, num_players, any_content=self.any_content)
        except ValueError as error:
            raise ValueError(f"agent {self.name!r}: {error}") from error
        self._fits = (self.policy, game, content, num_players)

    def decide(self, view: View) -> npt.NDArray[np.int64]:
        """One legal action for each row.

        Raises:
            ValueError: the policy does not fit the view's game, or the view has no observations.
        """
        policy, game, content, players = self._fits
        num = view.num_players
        if policy is not self.policy or game is not view.game or content is not view.content or players != num:
            self.check(view.game, view.content, num)
        seen, masks = view.observations, view.action_masks
        assert masks is not None
        if seen.shape[1] != len(self.policy.policy[0][0]):
            raise ValueError(f"agent {self.name!r} needs observations; those of the view have {seen.shape[1]} floats")
        with np.errstate(over="ignore", invalid="ignore"):
            logits = self.policy.logits(seen)
            logits[masks == 0] = -np.inf
            if self.deterministic:
                return logits.argmax(axis=1)
            best = logits.max(axis=1, keepdims=True)
            odds = np.exp((logits - best) / np.float32(self.temperature)).cumsum(axis=1, dtype=np.float64)
        uniform = (view.reseeded(self.seed).seeds >> np.uint64(11)) * 2.0**-53
        return (odds > uniform[:, None] * odds[:, -1:]).argmax(axis=1)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_fits": (None, None, None, 0)}
