"""Monte Carlo tree search for every game of the registry: ``"mcts:1000"`` looks 1 000 simulations ahead.

>>> make_agent("mcts:1000", seed=1)
>>> make_agent("mcts:1000,rollout=greedy,depth=20")
>>> make_agent("mcts:400,prior=ppo:runs/x")
>>> MCTSAgent(time_ms=50.0).act_env(env)

The search plays in worlds that the seat to move considers possible (``View.worlds``): it has neither the true hidden cards
nor the true generator. How it works is told in ``mcts_search.py``. Where a game has scripted agents, "greedy" says which
actions to try first, and its evaluation values the position at the end of a simulation; ``prior`` has a trained policy do both.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from marszoo.agents import scripted
from marszoo.agents.base import Agent, View, whole
from marszoo.agents.lookahead import WEIGHTS, ScriptedAgent, weigher
from marszoo.agents.mcts_network import flattened, no_network
from marszoo.agents.mcts_search import (
    EDGE,
    GREEDY,
    LONGEST,
    NODE,
    RANDOM,
    SEARCH,
    as_it_stands_template,
    final_template,
    no_weigh,
    simulate_template,
)
from marszoo.envs.core.content import Content, nearest
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import bind
from marszoo.envs.core.record import kernel_array

if TYPE_CHECKING:
    from marszoo.agents.ppo.policy import Policy

MOST = 1_000_000
"""Simulations of a decision at most: the tree takes about a kilobyte for each."""
MOST_WORLDS = 4096
TO_THE_END = 100_000
"""The depth of roll-outs that end with the game."""
ROLLOUTS = {"random": RANDOM, "greedy": GREEDY}
GREEDY_DEPTH = 4
"""Decisions of roll-outs of ``rollout="greedy"`` in games where a roll-out by default has none."""
SLICE = 32
"""Simulations between two looks at the clock."""
DEFAULTS = {"depth": TO_THE_END, "temperature": 1.0, "noise": 0.25, "explore": 4.0, "patience": 1}
"""What a search does in a game whose scripted module has no ``SEARCH``."""


@functools.cache
def _kernels(game: Game) -> dict[str, Callable[..., Any]]:
    module = scripted.module_for(game.name)
    weigh = no_weigh if module is None else weigher(game)
    estimate = getattr(module, "estimate", None) or bind(
        as_it_stands_template,
        game.name,
        results=game.results,
        score_scale=game.score_scale,
        cooperative=game.cooperative,
    )
    final = bind(final_template, game.name, results=game.results)
    kernels = game.kernels
    return {
        "simulate": bind(
            simulate_template,
            game.name,
            play=kernels.play,
            observe=game.observe,
            weigh=weigh,
            estimate=estimate,
            final=final,
        )
    }


def evaluation(game: Game) -> npt.NDArray[np.float64]:
    """The weights of the scripted evaluation as a search uses it: greedy's, but for those that the module's ``SEARCH`` names."""
    own = getattr(scripted.module_for(game.name), "SEARCH", {}).get("weights", {})
    return ScriptedAgent("greedy", **own).compiled(game)[WEIGHTS:].copy()


class Tree:
    """The memory of one search, used again for the next and enlarged when a search outgrows it.

    `network` and `weights` are what simulations are guided by: a policy's, and the scripted agent's.
    """

    def __init__(self, game: Game, num_players: int, policy: Policy | None = None) -> None:
        self.game, self.num_players = game, num_players
        self.network = no_network() if policy is None else flattened(policy)
        has = scripted.module_for(game.name) is not None
        self.weights = evaluation(game) if has else np.zeros(0)
        self.search = np.zeros(1, SEARCH)
        self.nodes, self.edges = np.zeros(0, NODE), np.zeros(0, EDGE)
        self.node_sums, self.edge_sums = np.zeros((0, num_players)), np.zeros((0, num_players))
        self.work, self.masks = game.zeros(2), game.mask(2)
        self.spreads = np.zeros((3, num_players))
        self.path = kernel_array(np.zeros(LONGEST, np.int64))
        self.desk = np.zeros((4, num_players))
        self.priors = np.zeros(game.actions.n)

    def clear(self, word: Any, settings: dict[str, Any]) -> None:
        """An empty tree, for a decision with the seed `word`."""
        self.search[0] = np.zeros(1, SEARCH)[0]
        for name, value in (settings | {"word": word, "nodes": 1}).items():
            self.search[name] = value
        self.spreads[:] = 0.0
        self.reserve(SLICE)
        self.nodes["first"][0] = self.nodes["last"][0] = -1
        self.nodes["visits"][0] = 0
        self.node_sums[0] = 0.0

    def reserve(self, simulations: int) -> None:
        """Make sure that so many more find room: each adds a node, and the edges of another one."""
        nodes = int(self.search["nodes"][0]) + simulations + 1
        edges = int(self.search["edges"][0]) + (simulations + 2) * 2 * self.game.actions.n
        self.nodes, self.node_sums = (_longer(a, nodes) for a in (self.nodes, self.node_sums))
        self.edges, self.edge_sums = (_longer(a, edges) for a in (self.edges, self.edge_sums))


def _longer(array: npt.NDArray[Any], least: int) -> npt.NDArray[Any]:
    if len(array) >= least:
        return array
    longer = np.zeros((max(least, 2 * len(array)), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


class MCTSAgent(Agent):
    """Searches before every decision, and takes the action that was simulated most often.

    Equal views get equal actions, unless there is a time limit: then it depends on the machine how far the search comes.

    Args:
        simulations: of a decision, 1 to 1 000 000, each of which values one position; None with a time limit only.
        seed: the agent's own.
        time_ms: milliseconds after which a decision is taken, whatever the number of simulations; None for no limit.
        rollout: who plays on from a new position for `depth` decisions, ``"random"`` or ``"greedy"``.
        depth: decisions of a roll-out; it is then valued by the game's scripted evaluation, or by the standing where there
            is none. None for the game's default, but at least 4 if "greedy" plays on.
        determinizations: worlds that are searched, 1 to 4096; the simulations take them in turn.
        prior: a trained policy, such as ``"ppo:runs/x"`` or ``"reference"``, that suggests actions and values positions.
        explore: weight of trying what looks promising against repeating what turned out well, 0 to 100; None for the
            game's default.

    Raises:
        ValueError: an option out of range, or a prior that is no policy.
    """

    def __init__(
        self,
        simulations: int | None = None,
        seed: int = 0,
        *,
        time_ms: float | None = None,
        rollout: str = "random",
        depth: int | None = None,
        determinizations: int = 64,
        prior: str | None = None,
        explore: float | None = None,
    ) -> None:
        super().__init__(seed)
        if simulations is None and time_ms is None:
            raise ValueError(
                "a search needs a number of simulations or a time limit, as in 'mcts:1000' or 'mcts:time_ms=50'"
            )
        self.simulations = MOST if simulations is None else whole("simulations", simulations, 1, MOST)
        self.time_ms = None if time_ms is None else _number("time_ms", time_ms, 0.0, 1e9)
        if rollout not in ROLLOUTS:
            raise ValueError(f"rollout={rollout!r}{nearest(rollout, ROLLOUTS)} is not one of: {', '.join(ROLLOUTS)}")
        self.rollout = rollout
        self.depth = None if depth is None else whole("depth", depth, 0, TO_THE_END)
        self.determinizations = whole("determinizations", determinizations, 1, MOST_WORLDS)
        self.explore = None if explore is None else _number("explore", explore, 0.0, 100.0)
        self.prior = prior
        self.name = f"mcts:{'' if simulations is None else simulations}"
        self._policy: Any = None
        if prior is not None:
            from marszoo.agents.registry import make_agent

            self._policy = make_agent(prior)
            if not hasattr(self._policy, "policy_for"):
                raise ValueError(f"prior={prior!r} is no trained policy")
        self._tree: Tree | None = None

    @classmethod
    def named(cls, argument: str, seed: int = 0, **options: Any) -> MCTSAgent:
        """The agent of the name ``"mcts:" + argument``: a number of simulations, options, or both, separated by commas.

        Raises:
            ValueError: an unknown option, or one that is not as it must be.
        """
        name = f"mcts:{argument}"
        # A path may hold anything, so `prior` comes last.
        rest, found, prior = argument.partition("prior=")
        given: dict[str, Any] = {"prior": prior} if found else {}
        for part in filter(None, rest.split(",")):
            key, equals, value = part.strip().partition("=")
            given |= {key: value} if equals else {"simulations": key}
        for key in (*given, *options):
            if key not in READ:
                raise ValueError(
                    f"agent {name!r} has no option {key!r}{nearest(key, READ)}; the options are {', '.join(READ)}"
                )
        for key, value in given.items():
            try:
                given[key] = READ[key](value)
            except ValueError:
                raise ValueError(f"agent {name!r}: {key}={value!r} is not a number") from None
        try:
            made = cls(seed=seed, **(given | options))
        except ValueError as error:
            raise ValueError(f"agent {name!r}: {error}") from error
        made.name = name
        return made

    def check(self, game: Game, content: Content, num_players: int) -> None:
        if self._policy is not None:
            self._policy.check(game, content, num_players)
        if self.rollout == "greedy" and scripted.module_for(game.name) is None:
            raise ValueError(f"agent {self.name!r}: {game.id} has no scripted agent for rollout='greedy'")

    def decide(self, view: View) -> npt.NDArray[np.int64]:
        own = view.reseeded(self.seed)
        actions = np.zeros(len(view), np.int64)
        for row in range(len(view)):
            assert view.action_masks is not None
            legal = np.flatnonzero(view.action_masks[row])
            if len(legal) == 1:
                actions[row] = legal[0]
                continue
            visits, values = self.search(own.only(row))
            actions[row] = np.lexsort((values, visits))[-1]
        return actions

    def search(self, view: View) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """(A,) simulations that began with each action, and the payoff that the seat to move got in them on average.

        `view` has one row. The payoff of what was never tried is -1.
        """
        game, num = view.game, view.num_players
        tree = self._tree
        if tree is None or tree.game is not game or tree.num_players != num:
            policy = None if self._policy is None else self._policy.policy_for(game, num)
            tree = self._tree = Tree(game, num, policy)
        began = time.perf_counter()
        tree.clear(view.seeds[0], self.settings(game, num))
        simulate = _kernels(game)["simulate"]
        worlds = view.worlds(min(self.determinizations, self.simulations))[0]
        assert view.action_masks is not None
        root = kernel_array(np.ascontiguousarray(view.action_masks[0]))
        actions = np.flatnonzero(root)
        left = self.simulations
        while left > 0:
            count = min(SLICE, left)
            tree.reserve(count)
            simulate(
                count,
                tree.search,
                worlds,
                view.content.tables,
                tree.weights,
                game.score_scale,
                root,
                tree.work,
                tree.masks,
                tree.nodes,
                tree.edges,
                tree.node_sums,
                tree.edge_sums,
                tree.spreads,
                tree.path,
                tree.desk,
                tree.priors,
                *tree.network,
            )
            left -= count
            if _settled(tree.edges["visits"][: len(actions)], left):
                break
            if self.time_ms is not None and 1000.0 * (time.perf_counter() - began) >= self.time_ms:
                break
        # The root is expanded first, in the order of the actions, and none becomes legal later.
        tried = tree.edges["visits"][: len(actions)].astype(np.int64)
        visits, values = np.zeros(len(root), np.int64), np.full(len(root), -1.0)
        visits[actions] = tried
        sums = tree.edge_sums[: len(actions), int(view.players[0])]
        values[actions[tried > 0]] = sums[tried > 0] / tried[tried > 0]
        return visits, values

    def settings(self, game: Game, num_players: int) -> dict[str, Any]:
        """What ``mcts_search.Search`` says of a search in this game."""
        settings: dict[str, Any] = DEFAULTS | getattr(scripted.module_for(game.name), "SEARCH", {})
        settings = {name: value for name, value in settings.items() if name != "weights"}
        if self.rollout == "greedy":
            settings["depth"] = max(GREEDY_DEPTH, settings["depth"])
        settings |= {"rollout": ROLLOUTS[self.rollout], "shared": game.shared(num_players)}
        if self._policy is not None:
            settings |= {"network": True, "depth": 0, "patience": 1}
        own = {"depth": self.depth, "explore": self.explore}
        return settings | {name: value for name, value in own.items() if value is not None}

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tree": None}


def _settled(visits: npt.NDArray[Any], left: int) -> bool:
    """Whether the action that leads would still lead if all simulations that are left went to another one."""
    if len(visits) == 1:
        return True
    second, most = np.partition(visits, -2)[-2:]
    return bool(most - second > left)


def _number(name: str, value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise ValueError(f"{name}={value!r} is not a number from {low:g} to {high:g}")
    return float(value)


READ: dict[str, Callable[[str], Any]] = {
    "simulations": int,
    "time_ms": float,
    "rollout": str,
    "depth": int,
    "determinizations": int,
    "explore": float,
    "prior": str,
}
"""Options of a name, and how each is read."""
