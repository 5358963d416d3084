"""What a training run can be told: a tree of dataclasses, one sentence and unit per field.

``configs/*.yaml`` are values for it, and so are options of ``train.py``: ``--ppo.learning_rate 3e-4`` sets the field
``learning_rate`` of ``ppo``. Checks that need the game are made where the game is known.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Literal


@dataclasses.dataclass
class Network:
    """The network: two separate multilayer perceptrons, one for the policy and one for the value."""

    hidden: list[int] = dataclasses.field(default_factory=lambda: [128, 128])
    """Width of each hidden layer, in units; both perceptrons have the same."""
    activation: Literal["tanh", "relu"] = "tanh"
    """What follows each hidden layer."""
    standardize: bool = True
    """Whether each entry of the observation is brought to mean 0 and deviation 1 first, as it is in random play."""


@dataclasses.dataclass
class PPO:
    """MaskablePPO, by the names that Stable-Baselines3 gives its parameters."""

    learning_rate: float = 3e-4
    """Step size of Adam at the start."""
    final_learning_rate: float = 3e-5
    """Step size of Adam at the end; in between it falls linearly with the steps taken."""
    n_steps: int = 128
    """Decisions of the learner in each row between two updates."""
    batch_size: int = 1024
    """Decisions in a minibatch; it divides those of an update, which are rows times n_steps."""
    n_epochs: int = 4
    """Passes over the collected decisions in an update."""
    gamma: float = 1.0
    """Discount per decision, from 0 to 1; 1 fits games that are paid at their end."""
    gae_lambda: float = 0.95
    """Weight of longer returns in the advantage, from 0 (one step) to 1 (to the end of the game)."""
    clip_range: float = 0.2
    """Largest change of an action's probability that an update is rewarded for, as a share."""
    ent_coef: float = 0.01
    """Weight of the policy's entropy in the loss."""
    vf_coef: float = 0.5
    """Weight of the value's squared error in the loss."""
    max_grad_norm: float = 0.5
    """Longest gradient; longer ones are cut to it."""
    target_kl: float | None = None
    """Divergence from the policy before an update, in nats; at 1.5 times this the update ends early, null for never."""


@dataclasses.dataclass
class League:
    """Who sits opposite the learner. The weights of all kinds are normalised to shares of the opponents."""

    scripted: dict[str, float] = dataclasses.field(default_factory=lambda: {"random": 0.1, "greedy": 0.2})
    """Agents by name, each with its weight; scripted ones cost next to nothing."""
    newest: float = 0.5
    """Weight of the learner's own policy, renewed at every update."""
    past: float = 0.2
    """Weight of snapshots; until there is one, the newest policy sits in for them."""
    same_table: float = 0.5
    """Share of the games of more than two players in which all opponents are one and the same."""
    snapshot_every: int = 1_000_000
    """Decisions of the learner from one snapshot to the next, counted as for evaluations."""
    capacity: int = 20
    """Snapshots that are kept, 1 to 100; the one that the learner beats most often makes room for a new one."""
    active: int = 4
    """Draws of snapshots between two updates: so many networks at the most play side by side until the next ones are drawn."""
    difficulty: float = 2.0
    """A snapshot's chance to be drawn is the learner's share of games lost to it to the power of this, 0 to 20; 0 is even."""


@dataclasses.dataclass
class WarmStart:
    """Imitation before reinforcement: the network learns to predict an agent's choices, and who wins."""

    teacher: str | None = None
    """Name of the agent to imitate; null for no warm start."""
    decisions: int = 1_000_000
    """Decisions of the teacher to learn from, rounded up to parts of 65536; they count as no steps of the training."""
    epochs: int = 2
    """Passes over each part of the decisions."""
    batch_size: int = 1024
    """Decisions in a minibatch."""
    learning_rate: float = 1e-3
    """Step size of Adam at the start; it falls to a tenth."""
    temperature: float = 0.0
    """What a scripted teacher's values of the actions are divided by, in the game's points, before their softmax is
    imitated; 0 for its choice alone."""
    noise: float = 0.1
    """Share of decisions that are played at random, so that the network also sees positions that the teacher avoids."""


@dataclasses.dataclass
class Evaluation:
    """Matches on the way: the policy's best action, seats rotated, deals that training never sees."""

    opponents: list[str] = dataclasses.field(default_factory=lambda: ["random", "greedy"])
    """Agents by name; against each, a match is played with it in all other seats. Games with one goal for all are also
    played by the policy in all seats."""
    games: int = 200
    """Games in a match, rounded up to a multiple of the seats."""
    every: int = 500_000
    """Decisions of the learner from one evaluation to the next, which is with the update that passes a multiple of it;
    there is one at the start and at the end as well."""


@dataclasses.dataclass
class Checkpoints:
    """What a run can be resumed from."""

    every: int = 500_000
    """Decisions of the learner from one checkpoint to the next, counted as for evaluations."""
    keep: int = 2
    """Checkpoints that are kept, the newest ones."""


@dataclasses.dataclass
class Config:
    """A training run."""

    game: str
    """Id of the game, such as terra_formars_v0."""
    num_players: int = 2
    """Seats of the game; a policy plays with this number only."""
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    """Options of the game by name, rule switches and reward among them."""
    content: str | None = None
    """Path of a content file to use in place of the shipped one."""
    learner_seats: str | int = "rotate"
    """Where the learner sits: 'rotate' for another seat in every game, a seat's number, or 'all' if all share one goal."""
    total_steps: int = 5_000_000
    """Decisions of the learner in the whole run, those before a resumption included; rounded up to whole updates."""
    rows: int = 128
    """Games that are played side by side."""
    seed: int = 0
    """Of everything random in the run, 0 to 2**32 - 1."""
    device: str = "cpu"
    """Where PyTorch computes: cpu, cuda, cuda:1, mps or auto."""
    threads: int = 1
    """Threads of PyTorch; small networks rarely gain from more than one."""
    env_threads: int = 1
    """Threads that share the rows of the environment."""
    normalize_reward: bool = False
    """Whether rewards are scaled by their running deviation (VecNormalize); payoffs lie within 1 without it."""
    network: Network = dataclasses.field(default_factory=Network)
    """The network."""
    ppo: PPO = dataclasses.field(default_factory=PPO)
    """The learning algorithm."""
    league: League = dataclasses.field(default_factory=League)
    """The opponents."""
    warm_start: WarmStart = dataclasses.field(default_factory=WarmStart)
    """What comes before."""
    evaluation: Evaluation = dataclasses.field(default_factory=Evaluation)
    """Matches on the way."""
    checkpoints: Checkpoints = dataclasses.field(default_factory=Checkpoints)
    """What can be resumed."""


NO_OPTIONS = {
    "num_players": "num_players is a field of the configuration itself",
    "content": "content is a field of the configuration itself",
    "illegal": "a learner with masks makes no illegal move",
    "flat": "the learner's observation is the flat vector",
    "structured": "the learner's observation is the flat vector",
    "any_content": "a training makes its own games",
}
"""Options of a game that a configuration does not take, and why."""
MAY_BE_NULL = ("content", "ppo.target_kl", "warm_start.teacher")
PARTS: dict[str, Callable[..., Any]] = {
    "network": Network,
    "ppo": PPO,
    "league": League,
    "warm_start": WarmStart,
    "evaluation": Evaluation,
    "checkpoints": Checkpoints,
}
"""Fields that are dataclasses themselves."""


def check(config: Config) -> None:
    """Refuse values that no run could use.

    Raises:
        ValueError: the message names the field and what is allowed.
    """
    flat = flatten(dataclasses.asdict(config))

    def between(name: str, low: float, high: float) -> None:
        values = flat[name] if isinstance(flat[name], list) else [flat[name]]
        for value in values:
            if not low <= value <= high:
                raise ValueError(f"{name}={value!r} is not allowed; it is a number from {low:.16g} to {high:.16g}")

    for name, value in flat.items():
        if value is None and name not in MAY_BE_NULL:
            raise ValueError(f"{name} is null; to have its default, leave it out")
    for name in config.options:
        if not isinstance(name, str):
            raise ValueError(f"options.{name!r} is not allowed; options go by their names")
    for name in (
        "total_steps",
        "league.snapshot_every",
        "evaluation.every",
        "checkpoints.every",
        "warm_start.decisions",
    ):
        between(name, 1, 1e15)
    for name in ("rows", "network.hidden", "ppo.n_steps", "ppo.n_epochs", "warm_start.epochs", "evaluation.games"):
        between(name, 1, 1_000_000)
    for name in ("threads", "env_threads", "checkpoints.keep"):
        between(name, 1, 1024)
    for name in ("ppo.gamma", "ppo.gae_lambda", "league.same_table", "warm_start.noise"):
        between(name, 0, 1)
    for name in ("ppo.learning_rate", "ppo.final_learning_rate", "warm_start.learning_rate"):
        between(name, 0, 1)
    for name in (
        "ppo.ent_coef",
        "ppo.vf_coef",
        "ppo.max_grad_norm",
        "league.newest",
        "league.past",
    ):
        between(name, 0, 1_000_000)
    between("ppo.clip_range", 1e-6, 1)
    between("ppo.batch_size", 2, config.rows * config.ppo.n_steps)
    between("warm_start.batch_size", 2, 1_000_000)
    between("league.difficulty", 0, 20)
    between("network.hidden", 1, 16384)
    if config.warm_start.temperature != 0:
        between("warm_start.temperature", 1e-3, 1e6)
    between("league.capacity", 1, 100)
    between("league.active", 1, config.league.capacity)
    between("seed", 0, 2**32 - 1)
    if config.ppo.target_kl is not None:
        between("ppo.target_kl", 1e-9, 1_000_000)
    for name, weight in config.league.scripted.items():
        if not 0 <= weight <= 1_000_000:
            raise ValueError(f"league.scripted.{name}={weight!r} is not allowed; it is a number from 0 to 1000000")
    for name, why in NO_OPTIONS.items():
        if name in config.options:
            raise ValueError(f"options.{name} is not allowed: {why}")
    update = config.rows * config.ppo.n_steps
    if update % config.ppo.batch_size:
        raise ValueError(
            f"ppo.batch_size={config.ppo.batch_size} is not allowed; it divides the decisions of an update, rows times "
            f"ppo.n_steps, which are {update}"
        )
    if config.normalize_reward and config.warm_start.teacher is not None:
        raise ValueError("normalize_reward is not allowed with a warm start, which learns payoffs as they are")
    for name in config.evaluation.opponents:
        if config.evaluation.opponents.count(name) > 1:
            raise ValueError(f"evaluation.opponents has {name!r} twice")
    seat = int(config.learner_seats) if str(config.learner_seats).isdecimal() else -1
    if config.learner_seats not in ("rotate", "all") and not 0 <= seat < config.num_players:
        raise ValueError(
            f"learner_seats={config.learner_seats!r} is not allowed; it is one of: 'rotate', 'all', "
            f"or a seat from 0 to {config.num_players - 1}"
        )


def build(tree: Mapping[str, Any]) -> Config:
    """A configuration of nested dicts, such as a parser gives; fields that are not in it have their defaults.

    Raises:
        TypeError: a field of a part that there is not.
        ValueError: a part that is no mapping.
    """
    names = [field.name for field in dataclasses.fields(Config) if field.name in tree]
    for name in names:
        if name in PARTS and not isinstance(tree[name], Mapping):
            raise ValueError(f"{name}={tree[name]!r} is not allowed; its fields follow it, indented, or it is left out")
    return Config(**{name: PARTS[name](**tree[name]) if name in PARTS else tree[name] for name in names})


def evaluation_opponents(config: Config) -> list[str]:
    """The agents that the policy is evaluated against, or together with."""
    return list(config.evaluation.opponents) if config.num_players > 1 else []


def flatten(tree: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested dicts as one, with dotted names; ``options`` and ``league.scripted``, whose keys are free, stay dicts.

    >>> flatten({"seed": 0, "ppo": {"gamma": 1.0}})
    {'seed': 0, 'ppo.gamma': 1.0}
    """
    flat: dict[str, Any] = {}
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict) and name not in ("options", "league.scripted"):
            flat.update(flatten(value, f"{name}."))
        else:
            flat[name] = value
    return flat
