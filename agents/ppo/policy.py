"""A trained policy without the framework that trained it: a file of weights, and the agent that plays by it.

>>> policy = Policy.load("runs/x")
>>> policy.logits(observations)  # (n, D) float32 -> (n, A) float32
>>> agent = PolicyAgent("runs/x", deterministic=False)

Needs NumPy only (and safetensors for files), so that playing against a network costs no import of PyTorch.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents.base import Agent, View
from marszoo.agents.ppo import perceptron, policy_file
from marszoo.agents.ppo.perceptron import ACTIVATIONS, Floats, Layer, ends
from marszoo.envs.core import layout
from marszoo.envs.core.content import Content, nearest
from marszoo.envs.core.game import Game

FORMAT = 1
"""Version of the file's format; files of another one are refused."""
OPTIONS = ("deterministic", "temperature", "any_content")
"""Options of the agent that a caller may give beside its name."""
COLDEST, HOTTEST = 1e-3, 1e3
NETWORKS = ("policy", "value")
_ID = re.compile(r"(.+)_v(\d{1,9})")


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
        for name, least in (("num_players", 1), ("steps", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name}={getattr(self, name)} of a policy is below {least}")
        if self.activation not in ACTIVATIONS:
            allowed = " nor ".join(map(repr, ACTIVATIONS))
            raise ValueError(f"activation={self.activation!r} of a policy is neither {allowed}")
        for part in NETWORKS:
            object.__setattr__(self, part, perceptron.sound(part, getattr(self, part)))
        (seen, _), (judged, worth) = ends(self.policy), ends(self.value)
        if seen != judged:
            raise ValueError(f"the policy network takes {seen} floats, the value network {judged}")
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
    def of_network(cls, policy: Any, **facts: Any) -> Policy:
        """The network of a ``MaskableActorCriticPolicy`` of sb3-contrib as it is now, copied from its device.

        Args:
            **facts: what it was trained for, by the keywords of :meth:`of_layers`.

        Raises:
            ValueError: an architecture other than two perceptrons of Tanh or ReLU on the flat observation, or weights that
                are not finite.
        """
        return cls.of_layers(*perceptron.of_network(policy), **facts)

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
        networks = {part: getattr(self, part) for part in NETWORKS}
        facts["layers"] = {part: len(layers) for part, layers in networks.items()}
        policy_file.write(file, facts, perceptron.named(networks))

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
        if ends(self.policy) != sizes:
            raise ValueError(
                f"the policy network leads from {ends(self.policy)[0]} floats to {ends(self.policy)[1]} actions; "
                f"{game.id} with {num_players} players has {sizes[0]} and {sizes[1]}"
            )
        if content.digest != self.content and not any_content:
            raise ValueError(
                f"the policy was trained with other content: digest {self.content}, while that of {content.source} is "
                f"{content.digest}; any_content=True lets it play all the same"
            )

    def logits(self, observations: Floats) -> Floats:
        """The logit of every action, legal or not: (n, D) float32 -> (n, A) float32, a new array.

        Equal rows get equal results whatever the batch, as far as BLAS treats all rows of a block alike.

        Raises:
            ValueError: observations of another width.
        """
        return perceptron.forward(self.policy, self.activation, self._seen(observations))

    def values(self, observations: Floats) -> Floats:
        """The payoff that the seat to move can expect: (n, D) float32 -> (n,) float32, a new array.

        In the units that the training used, which with normalised rewards are not those of the game.

        Raises:
            ValueError: observations of another width.
        """
        return perceptron.forward(self.value, self.activation, self._seen(observations))[:, 0]

    def _seen(self, observations: npt.ArrayLike) -> Floats:
        seen = np.asarray(observations, np.float32)
        width = len(self.policy[0][0])
        if seen.ndim != 2 or seen.shape[1] != width:
            raise ValueError(f"observations have shape {seen.shape}; the policy needs (n, {width})")
        return seen

    def __reduce__(self) -> tuple[Any, ...]:
        # Through the constructor, so that copies are as read-only as the original.
        return type(self), tuple(getattr(self, field.name) for field in dataclasses.fields(self))


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


def _arguments(facts: Mapping[str, Any], tensors: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """What :class:`Policy` is made of, from what a file holds."""
    if facts.get("format") != FORMAT or isinstance(facts["format"], bool):
        raise ValueError(
            f"format {facts.get('format')!r} of policy files is unknown; this version of marszoo reads {FORMAT}"
        )
    missing = [name for name in (*(name for name, _, _ in FACTS), "layers") if name not in facts]
    if missing:
        raise ValueError(f"the header lacks {', '.join(missing)}")
    counts = facts["layers"]
    if not isinstance(counts, dict) or {*counts} != {*NETWORKS} or any(type(n) is not int for n in counts.values()):
        raise ValueError(f"layers={counts!r} does not give the number of layers of {' and '.join(NETWORKS)}")
    return {name: facts[name] for name, _, _ in FACTS} | perceptron.unnamed(tensors, counts)


def check_options(
    *, deterministic: Any = True, temperature: Any = 1.0, any_content: Any = False, **unknown: Any
) -> None:
    """Whether a :class:`PolicyAgent` can be made with these.

    Raises:
        ValueError: an option out of range, or one that there is not.
    """
    for name in unknown:
        raise ValueError(f"there is no option {name!r}{nearest(name, OPTIONS)}; the options are {', '.join(OPTIONS)}")
    for option, value in (("deterministic", deterministic), ("any_content", any_content)):
        if not isinstance(value, bool):
            raise ValueError(f"{option}={value!r} is neither True nor False")
    if type(temperature) not in (int, float) or not COLDEST <= temperature <= HOTTEST:
        raise ValueError(f"temperature={temperature!r} is not a number from {COLDEST:g} to {HOTTEST:g}")
    if deterministic and temperature != 1.0:
        raise ValueError(f"temperature={temperature!r} has no effect with deterministic=True; give deterministic=False")


class PolicyAgent(Agent):
    """Plays by a policy: the legal action of the highest logit, or one drawn by the softmax of the legal ones' logits.

    Looks at observations and action masks, and at the seeds if it draws. Equal views give equal actions, and the same
    decision gets the same one in every batch, as far as :meth:`Policy.logits` treats rows alike; on another machine, two
    actions that are as good as equal may change places.

    Attributes:
        policy: may be replaced at any time, also by one that fits another game.

    Args:
        policy: a policy, or the path of its file or of a run's folder.
        seed: the agent's own, for drawing.
        name: by default ``"ppo:PATH"``, or ``"ppo"`` if there is no path.
        deterministic: whether to take the best action, the first of equal ones; else one is drawn.
        temperature: what logits are divided by before one is drawn, 0.001 to 1000; low ones approach the best action.
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
        check_options(deterministic=deterministic, temperature=temperature, any_content=any_content)
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

    def policy_for(self, game: Game, num_players: int) -> Policy:  # noqa: ARG002  # other agents have several
        """The policy that it plays this by."""
        return self.policy

    def decide(self, view: View) -> npt.NDArray[np.int64]:
        """One legal action for each row.

        Raises:
            ValueError: the policy does not fit the view's game, or the view has no observations.
        """
        if not len(view):
            return np.zeros(0, np.int64)
        policy, game, content, players = self._fits
        num = view.num_players
        if policy is not self.policy or game is not view.game or content is not view.content or players != num:
            self.check(view.game, view.content, num)
        seen, masks = view.observations, view.action_masks
        assert masks is not None
        if seen.shape[1] != len(self.policy.policy[0][0]):
            raise ValueError(f"agent {self.name!r} needs observations; those of the view have {seen.shape[1]} floats")
        logits = self.policy.logits(seen)
        logits[masks == 0] = -np.inf
        best = logits.max(axis=1)
        if not np.isfinite(best).all():
            row = int(np.flatnonzero(~np.isfinite(best))[0])
            reason = "the network's numbers overflow" if masks[row].any() else "no action is legal"
            raise ValueError(f"agent {self.name!r} cannot act in row {row}: {reason}")
        actions: npt.NDArray[np.int64]
        if self.deterministic:
            actions = logits.argmax(axis=1)
            return actions
        # Far below the best one, quotients may overflow to minus infinity, and odds vanish; both are as it should be.
        with np.errstate(over="ignore", under="ignore"):
            odds = np.exp((logits - best[:, None]) / np.float32(self.temperature))
        reach = odds.cumsum(axis=1, dtype=np.float64)
        # In [0, 1) with 53 bits, so that the product stays below the last sum. An illegal action adds nothing to the sums
        # and is never the first beyond.
        share = (view.reseeded(self.seed).seeds >> np.uint64(11)) * 2.0**-53
        actions = (reach > share[:, None] * reach[:, -1:]).argmax(axis=1)
        return actions

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_fits": (None, None, None, 0)}
