"""What an agent is, and all that it may look at: :class:`View` and :class:`Agent`.

>>> agent = marszoo.make_agent("greedy")
>>> batch.step(agent.act(View.of_batch(batch)))

A view holds what the seats to move can see of n games, and a seed for each. It keeps the true states to itself: an
agent that searches asks for ``view.worlds(k)``, guesses that are consistent with what the seat knows.
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import rng
from marszoo.envs.core.batch_kernels import CHOICE_STREAM
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import jit
from marszoo.envs.core.record import kernel_array

if TYPE_CHECKING:
    from marszoo.envs.core.aec import AECGame
    from marszoo.envs.core.batch import Batch

WORLD_STREAM = 0x776F726C64730000
"""Third word of `mix` for the seed of a row's k-th determinised world."""
AGENT_STREAM = 0x6167656E74000000
"""Third word of `mix` for an agent with a seed of its own."""


def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None: ...


# A placeholder, as in ``core.advance``: the game's rule once the template below is bound.


def worlds_template(states: Any, rows: Any, content: Any, seats: Any, seeds: Any, out: Any) -> None:
    """Fill ``out[r, j]`` with the j-th world that the seat to move of ``states[rows[r]]`` considers possible."""
    for r in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[r, j] = states[rows[r]]
            determinize(out[r, j], content, seats[r], rng.mix(seeds[r], j, WORLD_STREAM))


@jit
def mix_rows(words: Any, numbers: Any, stream: Any, out: Any) -> None:
    """``out[r] = mix(words[r], numbers[r], stream)`` for arrays of uint64 and int64."""
    for r in range(len(out)):
        out[r] = rng.mix(words[r], numbers[r], stream)


@jit
def conceal_rows(words: Any, numbers: Any, stream: Any, out: Any) -> None:
    """``out[r] = conceal(words[r], numbers[r], stream)``, as compiled players get their seeds."""
    for r in range(len(out)):
        out[r] = rng.conceal(words[r], numbers[r], stream)


def _mixed(
    words: npt.NDArray[np.uint64], numbers: Any, stream: int, kernel: Callable[..., None] = mix_rows
) -> npt.NDArray[np.uint64]:
    out = np.zeros(len(words), np.uint64)
    counts = np.empty(len(words), np.int64)
    counts[:] = numbers
    kernel(kernel_array(np.ascontiguousarray(words)), kernel_array(counts), stream, kernel_array(out))
    return out


@dataclasses.dataclass(frozen=True, eq=False)
class View:
    """What the seats to move see of n games. Valid until the batch or environment it was made of moves on.

    Attributes:
        game, content: the :class:`Game` and the loaded :class:`Content`.
        observations: (n, D) float32, each from its own seat's view; D is 0 in a batch with ``observe=False``.
        action_masks: (n, A) int8, or None where a caller has none (agents refuse to act then).
        players: (n,) int64, the seat to move.
        seeds: (n,) uint64, the only randomness that an agent may use. They follow from the game's seed and its number
            of decisions so far, and so do not depend on batch size, threads or the order of rows; the game's seed, which
            deals everything that is hidden, does not follow from them.
    """

    game: Game
    content: Content
    observations: npt.NDArray[np.float32]
    action_masks: npt.NDArray[np.int8] | None
    players: npt.NDArray[np.int64]
    seeds: npt.NDArray[np.uint64]
    _states: npt.NDArray[Any] = dataclasses.field(repr=False)
    _rows: npt.NDArray[np.int64] = dataclasses.field(repr=False)

    @classmethod
    def of_batch(cls, batch: Batch, rows: npt.ArrayLike | None = None) -> View:
        """The rows of a batch, or some of them: indices, or a mask of (N,) bools."""
        if rows is None:
            chosen = np.arange(batch.num_envs)
        else:
            given = np.asarray(rows)
            chosen = np.flatnonzero(given) if given.dtype == np.bool_ else given.astype(np.int64)
        # Copies: what an agent does to them is its own affair.
        return cls(
            game=batch.game,
            content=batch.content,
            observations=batch.observations[chosen],
            action_masks=batch.action_masks[chosen],
            players=batch.players[chosen],
            seeds=_mixed(batch.seeds[chosen], batch.states["step_count"][chosen], CHOICE_STREAM, conceal_rows),
            _states=batch.states,
            _rows=chosen,
        )

    @classmethod
    def of_states(cls, game: Game, content: Content, states: npt.NDArray[Any], seeds: npt.ArrayLike) -> View:
        """Running games given as records, such as worlds that a search has made; `seeds` are those of the games."""
        n = len(states)
        own = np.ascontiguousarray(states)
        players = own["player"].astype(np.int64)
        width = game.observation.width(int(own["num_players"][0])) if n else 0
        observations, masks = np.zeros((n, width), np.float32), game.mask(n)
        for i in range(n):
            game.kernels.observe(own, i, content.tables, int(players[i]), observations[i])
            game.kernels.legal(own, i, content.tables, masks[i])
        return cls(
            game=game,
            content=content,
            observations=observations,
            action_masks=masks,
            players=players,
            seeds=_mixed(np.asarray(seeds, np.uint64), own["step_count"], CHOICE_STREAM, conceal_rows),
            _states=own,
            _rows=np.arange(n),
        )

    @classmethod
    def of_env(cls, env: AECGame, seed: int) -> View:
        """The seat to move of one environment, as a view of one row. `seed` stands for the seed of its game.

        Raises:
            ValueError: nobody is to move, because the game is over or was never reset.
        """
        if not env.action_masks().any():
            raise ValueError(f"{env.game.id}: nobody is to move; the game is over, or was never reset")
        return cls.of_states(env.game, env.content, env.states, [seed])

    def __len__(self) -> int:
        return len(self.players)

    @property
    def num_players(self) -> int:
        """Number of seats of the games; 0 in a view of none."""
        return int(self._states["num_players"][self._rows[0]]) if len(self._rows) else 0

    def reseeded(self, seed: int) -> View:
        """The same view with other random numbers, for an agent with a seed of its own; 0 changes nothing."""
        return self if seed == 0 else dataclasses.replace(self, seeds=_mixed(self.seeds, seed, AGENT_STREAM))

    def only(self, row: int) -> View:
        """A view of one of its rows."""
        one = slice(row, row + 1)
        return dataclasses.replace(
            self,
            observations=self.observations[one],
            action_masks=None if self.action_masks is None else self.action_masks[one],
            players=self.players[one],
            seeds=self.seeds[one],
            _rows=self._rows[one],
        )

    def worlds(self, k: int) -> npt.NDArray[Any]:
        """(n, k) state records: games that look the same to the seat to move, with all that it cannot see guessed anew.

        Each has a fresh generator, so that playing it on tells nothing about the true future. The seeds decide the
        guesses: asking twice gives equal bytes, and more worlds begin with the same ones.
        """
        out = self.game.zeros(len(self) * k).reshape(len(self), k)
        fill = self.game.kernels.bound(worlds_template)
        seats, seeds = kernel_array(self.players), kernel_array(self.seeds)
        fill(self._states, kernel_array(self._rows), self.content.tables, seats, seeds, out)
        return out


def whole(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int.

    Raises:
        ValueError: it is not a whole number from `low` to `high`.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"{name}={value!r} is not a whole number from {low} to {high}")
    return int(value)


class Agent(abc.ABC):
    """A player of any number of games at once. Subclasses define :meth:`decide`; callers use :meth:`act`.

    An agent keeps nothing between decisions: equal views get equal actions.
    """

    name: str = "agent"

    def __init__(self, seed: int = 0) -> None:
        # Compiled players get it among floats, which hold whole numbers up to here.
        self.seed = whole("seed", seed, 0, 2**53 - 1)

    @abc.abstractmethod
    def decide(self, view: View) -> npt.ArrayLike:
        """One legal action for each row: (n,) integers."""

    def compiled(self, game: Game) -> npt.NDArray[np.float64] | None:  # noqa: ARG002
        """The agent's row of parameters for the compiled players of `game`; None if it must be asked from Python."""
        return None

    def check(self, game: Game, content: Content, num_players: int) -> None:  # noqa: B027  # not every agent has a reason
        """Whether the agent can play this; callers ask before a match, so that it does not end in its first decision.

        Raises:
            ValueError: it cannot; the message names the agent and the reason. This class plays everything.
        """

    def act(self, view: View) -> npt.NDArray[np.int64]:
        """One action for each row, checked against the masks: (n,) int64.

        Raises:
            ValueError: the view has no action masks, the agent does not play this game, or its answer is not one legal
                action per row; the message names the agent.
        """
        # By the masks as they were before the agent had its hands on them.
        masks = None if view.action_masks is None else view.action_masks.copy()
        actions = self.propose(view)
        assert masks is not None  # propose has checked
        row = first_illegal(masks, actions)
        if row >= 0:
            legal = view.game.legal_actions(masks[row])
            raise ValueError(
                f"agent {self.name!r} chose the illegal action {int(actions[row])} in row {row}; legal actions: {legal[:20]}"
                + (f" and {len(legal) - 20} more" if len(legal) > 20 else "")
            )
        return actions

    def propose(self, view: View) -> npt.NDArray[np.int64]:
        """As :meth:`act`, but whether the actions are legal is left to the caller (an evaluation that counts)."""
        n, size = len(view), view.game.actions.n
        if view.action_masks is None:
            raise ValueError(f"agent {self.name!r} does not act without action masks; the view has none")
        if view.action_masks.shape != (n, size):
            raise ValueError(
                f"agent {self.name!r}: action masks have shape {view.action_masks.shape}; {n} games need {(n, size)}"
            )
        if n == 0:
            return np.zeros(0, np.int64)
        actions = np.asarray(self.decide(view))
        if actions.shape != (n,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"agent {self.name!r} returned {actions.dtype} of shape {actions.shape}; {n} games need ({n},) integers"
            )
        return actions.astype(np.int64)

    def act_env(self, env: AECGame) -> int:
        """The action for the seat to move of one environment.

        The random numbers follow from the seed of the running game, its number of decisions so far and the agent's own
        seed, as they do in a batch that plays the same game.

        Raises:
            ValueError: as for :meth:`act`, or nobody is to move.
        """
        return int(self.act(View.of_env(env, env.seed or 0))[0])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, seed {self.seed}>"


def first_illegal(masks: npt.NDArray[np.int8], actions: npt.NDArray[np.int64]) -> int:
    """The first row whose action its mask forbids; -1 if there is none. Shapes (n, A) and (n,)."""
    size = masks.shape[1]
    inside = (actions >= 0) & (actions < size)
    rows = np.arange(len(actions))
    wrong = np.flatnonzero(~(inside & (masks[rows, np.where(inside, actions, 0)] != 0)))
    return int(wrong[0]) if len(wrong) else -1
