"""One-step search over a game's evaluation: the engine of all scripted agents, compiled once per game.

For every legal action it plays the action in a few determinised worlds, asks the game's ``evaluate`` what the positions
are worth to the mover, and takes the action with the best average; the seed breaks ties. The true state is copied,
never played on, and its generator never drawn from.

A game whose dice would drown the difference between two actions has its own ``weigh`` instead, which judges them unplayed.

The same templates serve compiled players inside a batch (:class:`Scripted`) and ``Agent.act`` outside it, so that
equal seeds give equal actions.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents import scripted
from marszoo.agents.base import AGENT_STREAM, WORLD_STREAM, Agent, View
from marszoo.envs.core import rng
from marszoo.envs.core.advance import determinize, play, random_legal
from marszoo.envs.core.content import Content, nearest
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import bind, jit
from marszoo.envs.core.record import kernel_array

WORLDS, SEED, WEIGHTS = 0, 1, 2
"""Places in an agent's row of parameters: number of worlds (0: a random player), the agent's own seed, the weights."""
MOST_WORLDS = 64
SCRATCH = 2
"""Records that a decision needs: the world, and the copy that an action is tried in."""


def evaluate(before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any) -> Any: ...
def weigh(
    world: Any, content: Any, seat: Any, weights: Any, mask: Any, trial: Any, masks: Any, values: Any
) -> None: ...
def pick(scratch: Any, mask: Any, values: Any, word: Any) -> Any: ...


# Placeholders for the names that are bound here and not in ``core.advance``.


@jit
def own_word(seed: Any, own: Any) -> Any:
    """The seed of a decision for an agent with the seed `own`, a float; the same as ``View.reseeded``."""
    word = np.uint64(seed)
    if own != 0.0:
        word = rng.mix(word, np.int64(own), AGENT_STREAM)
    return word


def weigh_template(
    world: Any, content: Any, seat: Any, weights: Any, mask: Any, trial: Any, masks: Any, values: Any
) -> None:
    """Add to ``values[a]`` what the position after each legal action a of `world` is worth; ``trial[1]`` is overwritten."""
    for a in range(len(mask)):
        if mask[a] != 0:
            trial[1] = world
            play(trial[1], content, a, masks[0])
            values[a] += evaluate(world, trial[1], content, seat, weights, masks[0])


def pick_template(scratch: Any, mask: Any, values: Any, word: Any) -> Any:
    """A legal action of the highest value; among several, a random one drawn with `word`."""
    best = 0.0
    ties = 0
    for a in range(len(mask)):
        if mask[a] != 0:
            if ties == 0 or values[a] > best:
                best = values[a]
                ties = 1
            elif values[a] == best:
                ties += 1
    rng.seed(scratch[0], word)
    k = rng.below(scratch[0], ties)
    for a in range(len(mask)):
        if mask[a] != 0 and values[a] == best:
            if k == 0:
                return a
            k -= 1
    return -1


def choose_template(
    which: Any,
    states: Any,
    i: Any,
    content: Any,
    seed: Any,
    mask: Any,
    scratch: Any,
    scratch_masks: Any,
    params: Any,
) -> Any:
    """The compiled players of a game: player `which` plays as row `which` of `params` says."""
    word = own_word(seed, params[which, SEED])
    worlds = np.int64(params[which, WORLDS])
    if worlds == 0:
        rng.seed(scratch[0], word)
        return random_legal(scratch[0], mask)
    seat = np.int64(states[i].player)
    values = np.zeros(len(mask))
    for j in range(worlds):
        scratch[0] = states[i]
        determinize(scratch[0], content, seat, rng.mix(word, j, WORLD_STREAM))
        weigh(scratch[0], content, seat, params[which, WEIGHTS:], mask, scratch, scratch_masks, values)
    return pick(scratch, mask, values, word)


def choose_random_template(
    which: Any, _states: Any, _i: Any, _content: Any, seed: Any, mask: Any, scratch: Any, _masks: Any, params: Any
) -> Any:
    """The compiled players of a game without an evaluation: all play randomly, each with its own seed."""
    rng.seed(scratch[0], own_word(seed, params[which, SEED]))
    return random_legal(scratch[0], mask)


def decide_template(
    worlds: Any,
    content: Any,
    seats: Any,
    seeds: Any,
    masks: Any,
    scratch: Any,
    scratch_masks: Any,
    row: Any,
    values: Any,
    actions: Any,
) -> None:
    """`choose` for the rows of a view, whose ``worlds`` (n, k) are made already; `row` is the agent's row of parameters.

    `values` (n, A), zeros, become the sums over the worlds of what the legal actions are worth.
    """
    for r in range(len(actions)):
        for j in range(worlds.shape[1]):
            weigh(worlds[r, j], content, seats[r], row[WEIGHTS:], masks[r], scratch, scratch_masks, values[r])
        actions[r] = pick(scratch, masks[r], values[r], seeds[r])


@functools.cache
def weigher(game: Game) -> Callable[..., Any]:
    """The compiled ``weigh`` of a game's scripted agents, which it has."""
    module = scripted.module_for(game.name)
    own: Callable[..., Any] | None = getattr(module, "weigh", None)
    if own is None:
        assert module is not None
        own = bind(weigh_template, game.name, play=game.kernels.play, evaluate=module.evaluate)
    return own


@functools.cache
def _kernels(game: Game) -> dict[str, Callable[..., Any]]:
    module = scripted.module_for(game.name)
    if module is None:
        return {"choose": bind(choose_random_template, game.name)}
    best = bind(pick_template, game.name)
    values = weigher(game)
    choose = bind(choose_template, game.name, determinize=game.determinize, weigh=values, pick=best)
    return {"choose": choose, "decide": bind(decide_template, game.name, weigh=values, pick=best)}


class Scripted:
    """Compiled players for a batch or a match, as :class:`marszoo.envs.core.batch.Chooser` describes them.

    Player k is ``agents[k]``, which must be agents that need no call from Python: random and scripted ones.

    Raises:
        ValueError: an agent that does not play this game, or cannot run compiled.
    """

    name = "scripted"
    scratch = SCRATCH

    def __init__(self, game: Game, agents: Sequence[Agent]) -> None:
        rows = [agent.compiled(game) for agent in agents]
        for agent, row in zip(agents, rows, strict=True):
            if row is None:
                raise ValueError(f"agent {agent.name!r} cannot run inside the compiled loop of {game.id}")
        self.agents = tuple(agents)
        self.count = len(rows)
        module = scripted.module_for(game.name)
        self.params = np.zeros((max(1, self.count), WEIGHTS + (0 if module is None else len(module.WEIGHTS))))
        for k, row in enumerate(rows):
            assert row is not None
            self.params[k, : len(row)] = row

    def bind(self, game: Game) -> Callable[..., Any]:
        return _kernels(game)["choose"]


class ScriptedAgent(Agent):
    """A plan of ``agents/scripted/<game>.py``, by name; it plays every game that offers the name.

    Args:
        name: such as ``"greedy"``.
        seed: the agent's own; 0 means no other random numbers than the game's seed gives.
        **weights: weights of the plan to be replaced, by name, and ``worlds``.
    """

    def __init__(self, name: str, seed: int = 0, **weights: float) -> None:
        super().__init__(seed)
        self.name = name
        self.weights = weights

    def compiled(self, game: Game) -> npt.NDArray[np.float64]:
        """(2 + number of weights,) float64; see WORLDS, SEED, WEIGHTS.

        Raises:
            ValueError: the game offers no agent of this name, or the agent was given an unknown weight.
        """
        plan = dict(scripted.plan_of(game, self.name))
        for weight, value in self.weights.items():
            if weight not in plan:
                raise ValueError(
                    f"agent {self.name!r} of {game.id} has no weight {weight!r}{nearest(weight, plan)}; "
                    f"the weights are {', '.join(plan)}"
                )
            plan[weight] = float(value)
        worlds = plan.pop("worlds")
        if not 1 <= worlds <= MOST_WORLDS or worlds != int(worlds):
            raise ValueError(f"agent {self.name!r}: worlds={worlds!r} is not a whole number from 1 to {MOST_WORLDS}")
        module = scripted.module_for(game.name)
        assert module is not None  # plan_of has found it
        return np.array([worlds, self.seed, *(plan[weight] for weight, _ in module.WEIGHTS)], np.float64)

    def check(self, game: Game, content: Content, num_players: int) -> None:  # noqa: ARG002
        self.compiled(game)

    def decide(self, view: View) -> npt.NDArray[np.int64]:
        return self.weigh(view)[0]

    def weigh(self, view: View) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """What :meth:`decide` gives, and why: (n, A) float64, the evaluation after each legal action, 0 for the others.

        The evaluation is a mean over worlds, in the game's own units.
        """
        game = view.game
        row = self.compiled(game)
        own = view.reseeded(self.seed)
        actions = np.zeros(len(view), np.int64)
        values = np.zeros((len(view), game.actions.n))
        _kernels(game)["decide"](
            own.worlds(int(row[WORLDS])),
            view.content.tables,
            kernel_array(np.ascontiguousarray(own.players)),
            kernel_array(np.ascontiguousarray(own.seeds)),
            kernel_array(np.ascontiguousarray(own.action_masks)),
            game.zeros(SCRATCH),
            game.mask(1),
            row,
            values,
            kernel_array(actions),
        )
        return actions, values / row[WORLDS]
