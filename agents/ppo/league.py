"""The league: scripted agents, the newest policy and snapshots of past ones, as the learner's opponents.

Snapshots lie on the disk as policy files; of their networks a fixed number is in memory. Those that the learner loses to
are drawn more often.
"""

from __future__ import annotations

import collections
import dataclasses
import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents.base import Agent, View
from marszoo.agents.config import League as Settings
from marszoo.agents.ppo.policy import Policy, PolicyAgent
from marszoo.agents.registry import make_agent

LOADED = 8
"""Networks of snapshots that are kept in memory, or as many as are drawn from at once if that is more."""
MEMORY = 200.0
"""Games after which an old result counts half."""


class Shelf:
    """Policies on the disk, of which the last ones used stay in memory."""

    def __init__(self, folder: pathlib.Path, most: int) -> None:
        self.folder, self.most = folder, most
        self._loaded: collections.OrderedDict[str, PolicyAgent] = collections.OrderedDict()

    def get(self, name: str) -> PolicyAgent:
        agent = self._loaded.pop(name, None) or PolicyAgent(
            Policy.load(self.folder / name), name=name, deterministic=False
        )
        self._loaded[name] = agent
        while len(self._loaded) > self.most:
            self._loaded.popitem(last=False)
        return agent

    def __len__(self) -> int:
        """Networks in memory."""
        return len(self._loaded)

    def __reduce__(self) -> tuple[Any, ...]:
        return Shelf, (self.folder, self.most)


@dataclasses.dataclass
class Tally:
    """How the learner has fared against somebody."""

    won: float = 0.0  # games that the learner ranked above them, ties half; old ones fade
    lost: float = 0.0

    @property
    def loss(self) -> float:
        """The learner's share of games lost to them, from 0 to 1; who has not been met yet counts as even."""
        return (self.lost + 1.0) / (self.won + self.lost + 2.0)

    def note(self, won: float, lost: float) -> None:
        fade = 0.5 ** ((won + lost) / MEMORY)
        self.won, self.lost = self.won * fade + won, self.lost * fade + lost


@dataclasses.dataclass
class Snapshot:
    """A past policy."""

    file: str
    steps: int
    tally: Tally = dataclasses.field(default_factory=Tally)


class Place(Agent):
    """A seat in the league that some snapshot fills."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.name = "snapshot"
        self.shelf = shelf
        self.snapshot: Snapshot | None = None

    def decide(self, view: View) -> npt.ArrayLike:
        assert self.snapshot is not None
        return self.shelf.get(self.snapshot.file).decide(view)


class League:
    """A :class:`~marszoo.agents.ppo.vec_env.Lineup` whose members change while the learner learns.

    Attributes:
        scripted: names of the scripted ones that have a weight.
        agents: the scripted ones, the newest policy, and ``capacity`` places for snapshots.
        newest: the learner's own policy, renewed at every update.
        results: name of a scripted agent or "newest" -> the learner's tally against it.

    Args:
        settings: see :class:`marszoo.agents.config.League`.
        opponents: seats to fill, P - 1.
        folder: where snapshots are kept.

    Raises:
        ValueError: an unknown agent, or weights that are all 0.
    """

    def __init__(self, settings: Settings, opponents: int, newest: Policy, folder: pathlib.Path) -> None:
        self.settings, self.opponents = settings, opponents
        scripted = self.scripted = [name for name, weight in settings.scripted.items() if weight > 0]
        if not scripted and settings.newest + settings.past <= 0:
            raise ValueError("league: all weights are 0; at least one of scripted, newest, past must be positive")
        self.shelf = Shelf(folder, max(LOADED, settings.active))
        # Opponents draw their actions: a policy that always takes its best one would be a smaller target.
        self.newest = PolicyAgent(newest, name="newest", deterministic=False)
        self.places = [Place(self.shelf) for _ in range(settings.capacity)]
        self.agents: Sequence[Agent] = [*(make_agent(name) for name in scripted), self.newest, *self.places]
        self._newest = len(scripted)
        weights = [*(settings.scripted[name] for name in scripted), settings.newest, settings.past]
        self._shares = np.array(weights) / sum(weights)
        self.results = {name: Tally() for name in [*scripted, "newest"]}
        self._active: list[int] = []

    @property
    def snapshots(self) -> list[Snapshot]:
        """Those that are in the league."""
        return [place.snapshot for place in self.places if place.snapshot is not None]

    def draw(self, games: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
        kinds = random.choice(len(self._shares), (games, self.opponents), p=self._shares)
        places = np.minimum(kinds, self._newest)
        past = kinds > self._newest
        if self._active:
            places[past] = self._newest + 1 + random.choice(self._active, int(past.sum()))
        if self.opponents > 1:
            alike = random.random(games) < self.settings.same_table
            places[alike] = places[alike, :1]
        return places

    def record(self, places: npt.NDArray[np.int64], above: npt.NDArray[np.float64]) -> None:
        for place in np.unique(places).tolist():
            met = above[places == place]
            won = float(met.sum())
            tally = self._tally(place)
            if tally is not None:
                tally.note(won, len(met) - won)

    def _tally(self, place: int) -> Tally | None:
        if place > self._newest:
            snapshot = self.places[place - self._newest - 1].snapshot
            return None if snapshot is None else snapshot.tally
        return self.results["newest" if place == self._newest else self.scripted[place]]

    def choose(self, random: np.random.Generator) -> None:
        """Draw anew which snapshots new games meet: the hard ones more often, and some more than once."""
        filled = [k for k, place in enumerate(self.places) if place.snapshot is not None]
        if filled:
            weights = np.array([s.tally.loss for s in self.snapshots]) ** self.settings.difficulty
            self._active = random.choice(filled, self.settings.active, p=weights / weights.sum()).tolist()

    def add(self, policy: Policy, in_use: set[int]) -> Snapshot | None:
        """Keep a policy as a snapshot; a full league gives up the easiest one that sits in no running game.

        Args:
            in_use: places in `agents` of those who do.

        Returns:
            the new snapshot, or None if every place is in use.
        """
        free = [k for k, place in enumerate(self.places) if place.snapshot is None]
        if not free:
            idle = [k for k in range(len(self.places)) if self._newest + 1 + k not in in_use and k not in self._active]
            losses = {k: snapshot.tally.loss for k in idle if (snapshot := self.places[k].snapshot) is not None}
            free = sorted(losses, key=lambda k: losses[k])
        if not free:
            return None
        snapshot = Snapshot(f"step_{policy.steps:012d}.safetensors", policy.steps)
        self.shelf.folder.mkdir(parents=True, exist_ok=True)
        policy.save(self.shelf.folder / snapshot.file)
        self.places[free[0]].snapshot = snapshot
        return snapshot

    def __getstate__(self) -> dict[str, Any]:
        # By name, because the class of an agent from a user's file cannot be imported by others.
        return self.__dict__ | {"agents": self.agents[self._newest :]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.agents = [*(make_agent(name) for name in self.scripted), *state["agents"]]

    def files(self) -> set[str]:
        """The names of the files that the league needs."""
        return {snapshot.file for snapshot in self.snapshots}
