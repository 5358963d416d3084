"""Many games at once, in place: what training, evaluation and statistics step.

>>> batch = Batch(game, 1024, num_players=3, seed=0)
>>> batch.reset()
>>> for _ in range(1000):
...     batch.step(policy(batch.observations, batch.action_masks))

The arrays of a batch are allocated once and overwritten by every call; copy what has to outlive the next one.
"""

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import batch_kernels
from marszoo.envs.core.adapter import seed_word
from marszoo.envs.core.batch_kernels import STREAM
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game, IllegalAction
from marszoo.envs.core.loops import Chooser, Loops, RandomChooser, positive
from marszoo.envs.core.record import kernel_array

__all__ = ["Batch", "Chooser", "Played", "RandomChooser", "play_games"]


class Batch:
    """`num_envs` games of one kind, stepped together; a row whose game ends goes on with the next one.

    Game k of row i has the seed ``mix(seed, i, k)``, whatever the number of rows or threads, so that one environment
    can play any of them again: ``make(...).reset(seed=batch.seeds[i])``.

    Shapes: N rows, P seats, A actions, D floats in an observation. All arrays are C-contiguous and stay the same
    objects; treat all but `controllers` as read-only.

    Attributes:
        game, content: the :class:`Game` and the loaded :class:`Content`.
        num_envs, num_players: N and P.
        observations: (N, D) float32, the view of the seat to move; D is 0 with ``observe=False``.
        action_masks: (N, A) int8, the legal actions of the seat to move; every row has one.
        players: (N,) int64, the seat to move.
        rewards: (N, P) float32, what each seat earned in the step just taken, in the game that was running before it; with
            the first step of a game also what it earned before that.
        terminations, truncations: (N,) bool, whether that game was ended by the rules, or cut by ``max_cycles``.
        final_observations, final_scores, final_ranks, final_steps: (N, P, D) float32, (N, P) float64, (N, P) int64 (1 is
            best), (N,) int64 (decisions taken): the end of the game, valid in rows where one of the two is True. All else
            is of the next game already.
        final_keys, final_measures: (N, P) and (N, P, M) float64, of the same games: what seats are ranked by, in games with
            one goal for all the share of it that was reached; and one number for each of ``game.measures``.
        states: (N,) state records. seeds: (N,) uint64, of the running games. games: (N,) int64, the k of each.
        controllers: (N, P) int8, who plays: a negative number is the caller (-1 at first; other negative numbers mean
            the same, and can tell apart the caller's own players), k >= 0 is player k of the chooser, who moves inside
            the compiled loop. Column p is seat p, unless `rotate`. Read when a game starts: what is written here
            counts from the next game of the row on, or from the next reset.
        seated: (N, P) int8, the controller of each seat in the running game.
        seats: (N,) int64, the seat of column 0 in the running game.

    Args:
        seed: of the first reset, 0 to 2**64 - 1.
        observe: False computes masks only, which is faster.
        threads: rows are shared among this many threads; results do not depend on it.
        chooser: the compiled players that `controllers` can name; by default player 0 is uniformly random.
        content: path of a content file to use in place of the shipped one, or content that is loaded already.
        **options: as for one environment; ``batch.options`` has them all.

    Raises:
        ValueError: an option that is not allowed; the message names it and what is.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int = 0,
        observe: bool = True,
        threads: int = 1,
        chooser: Chooser | None = None,
        content: str | os.PathLike[str] | Content | None = None,
        **options: Any,
    ) -> None:
        self._made_with = {"seed": seed, "observe": observe, "threads": threads, "chooser": chooser, **options}
        n = self.num_envs = positive("num_envs", num_envs)
        loops = self._loops = Loops(game, chooser, content, threads, options)
        if loops.options.illegal != "raise":
            raise ValueError(f"{game.id}: illegal='terminate' is for single environments; a batch raises IllegalAction")
        self.game, self.content = game, loops.content
        players = self.num_players = loops.options.num_players
        width = game.observation.width(players) if observe else 0
        loops.plan["looking"] = observe
        self._seed = np.uint64(seed_word(seed))
        self._started = False
        self.states = game.zeros(n)
        self.action_masks = game.mask(n)
        self.observations = np.zeros((n, width), np.float32)
        self.players = kernel_array(np.zeros(n, np.int64))
        self.rewards = np.zeros((n, players), np.float32)
        self._owed = np.zeros((n, players), np.float32)
        self.terminations = kernel_array(np.zeros(n, np.bool_))
        self.truncations = kernel_array(np.zeros(n, np.bool_))
        self.final_observations = np.zeros((n, players, width), np.float32)
        self.final_scores = np.zeros((n, players))
        self.final_ranks = kernel_array(np.zeros((n, players), np.int64))
        self.final_keys = np.zeros((n, players))
        self.final_measures = np.zeros((n, players, len(game.measures)))
        self.final_steps = kernel_array(np.zeros(n, np.int64))
        self.seeds = kernel_array(np.zeros(n, np.uint64))
        self.games = kernel_array(np.full(n, -1, np.int64))
        self.controllers = kernel_array(np.full((n, players), -1, np.int8))
        self.seated = kernel_array(np.full((n, players), -1, np.int8))
        self.seats = kernel_array(np.zeros(n, np.int64))
        self._actions = kernel_array(np.zeros(n, np.int64))
        self._active = kernel_array(np.ones(n, np.bool_))
        self._all = kernel_array(np.ones(n, np.bool_))
        self._streams = np.zeros(n, STREAM)
        self._arrays: tuple[npt.NDArray[Any], ...] = (
            *(self.states, self.action_masks, self.observations, self.players),
            *(self.rewards, self._owed, self.terminations, self.truncations),
            *(self.final_observations, self.final_scores, self.final_ranks, self.final_keys),
            *(self.final_measures, self.final_steps),
            *(self.seeds, self.games, self.controllers, self.seated, self.seats, self._actions),
        )

    @property
    def options(self) -> dict[str, Any]:
        """A fresh dict of all options in force, the content's digest included."""
        return self._loops.options.as_dict(self.content)

    @property
    def chooser(self) -> Chooser:
        """The compiled players that `controllers` can name."""
        return self._loops.chooser

    @property
    def threads(self) -> int:
        """How many threads share the rows; may be changed at any time, and changes no result."""
        return self._loops.threads

    @threads.setter
    def threads(self, value: int) -> None:
        self._loops.share(value)
        self._made_with["threads"] = self._loops.threads

    @property
    def rotate(self) -> bool:
        """Whether column 0 of `controllers` sits in seat (i + k) mod P of game k of row i, the others following."""
        return bool(self._loops.plan["rotate"][0])

    @rotate.setter
    def rotate(self, value: bool) -> None:
        self._loops.plan["rotate"] = value

    def reset(self, seed: int | None = None) -> None:
        """Start a game in every row.

        With a seed (and the first time) the rows' numbering of games and ``random_actions`` start anew; without one, each
        row goes on to its next game.

        Raises:
            ValueError: a seed out of range, or `controllers` with a row that has no external seat.
        """
        word = self._seed if seed is None else np.uint64(seed_word(seed))
        self._check_controllers()
        if seed is not None or not self._started:
            self._seed = word
            self._loops.plan["seed"] = word
            self.games[:] = -1
            batch_kernels.start_streams(np.array([word]), self._streams)
        self._loops.plan["deal"] = True
        try:
            self._run(self._all)
        finally:
            self._loops.plan["deal"] = False
        self._started = True

    def step(self, actions: npt.ArrayLike, active: npt.ArrayLike | None = None) -> None:
        """Play one action per row, up to the next decision that is the caller's.

        Args:
            actions: (N,) integers, legal for the seat to move of each row.
            active: (N,) bool; rows that are False keep their game as it is, and have no rewards and no end in this step.

        Raises:
            IllegalAction: the first row with an action that its mask forbids. No row has moved.
            ValueError: a wrong shape, or `controllers` with a row that has no external seat.
            TypeError: actions that are not integers.
            RuntimeError: no reset yet, or a chooser's player made an illegal move (the batch is then not to be used further).
        """
        if not self._started:
            raise RuntimeError("call reset() before step()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions have shape {chosen.shape}; one action per row is ({self.num_envs},)")
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are {chosen.dtype}; they must be integers")
        # Into own arrays: kernels know one type, where the caller's may be narrow, strided or read-only.
        self._actions[:] = chosen
        moving = self._all
        if active is not None:
            rows = np.asarray(active)
            if rows.shape != (self.num_envs,) or rows.dtype != np.bool_:
                raise ValueError(
                    f"active is {rows.dtype} of shape {rows.shape}; it must be bool of shape ({self.num_envs},)"
                )
            self._active[:] = rows
            moving = self._active
        row = batch_kernels.first_illegal(self.action_masks, self._actions, moving)
        if row >= 0:
            raise self._illegal(int(row))
        self._check_controllers()
        self._run(moving)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A uniformly random legal action for each row: a new (N,) array.

        Drawn from one stream per row, which starts with a seeded reset; the games' own generators are left alone.
        """
        if not self._started:
            raise RuntimeError("call reset() before random_actions()")
        actions = np.empty(self.num_envs, np.int64)
        batch_kernels.random_rows(self._streams, self.action_masks, actions)
        return actions

    def close(self) -> None:
        """End the threads, if there are any; the batch can be used further and starts them again."""
        self._loops.close()

    def __reduce__(self) -> tuple[Any, ...]:
        content = None if self.content is self.game.shipped else self.content
        memory = [np.array(array) for array in (*self._arrays, self._streams, self._loops.plan)]
        made_with = {**self._made_with, "content": content}
        return _restore, (type(self), self.game, self.num_envs, made_with, memory, self._seed, self._started)

    def _remember(self, memory: list[npt.NDArray[Any]], seed: np.uint64, started: bool) -> None:
        arrays: list[npt.NDArray[Any]] = [*self._arrays, self._streams, self._loops.plan]
        for array, kept in zip(arrays, memory, strict=True):
            array[:] = kept
        self._seed, self._started = seed, started

    def _run(self, moving: npt.NDArray[np.bool_]) -> None:
        self._loops.run("step", self.num_envs, (*self._arrays, moving), self._loops.desks)

    def _check_controllers(self) -> None:
        row = batch_kernels.first_refused(self.controllers, self.chooser.count)
        if row >= 0:
            wrong = self.controllers[row].tolist()
            raise ValueError(
                f"controllers of row {int(row)} are {wrong}; at least one must be negative (the caller's), "
                f"and the others below {self.chooser.count}, the number of players of chooser {self.chooser.name!r}"
            )

    def _illegal(self, row: int) -> IllegalAction:
        legal = self.game.legal_actions(self.action_masks[row])
        names = [self.game.describe(self.states[row], self.content, a) for a in legal[:20]]
        return IllegalAction(int(self._actions[row]), legal, names, row)


def _restore(cls: type[Batch], game: Game, num_envs: int, made_with: dict[str, Any], *memory: Any) -> Batch:
    """A copied or unpickled batch: its chooser is bound anew, its games go on."""
    batch = cls(game, num_envs, **made_with)
    batch._remember(*memory)
    return batch


class Played(NamedTuple):
    """What :func:`play_games` gives: G games of P seats."""

    rewards: npt.NDArray[np.float32]  # (G, P), all that each seat earned
    scores: npt.NDArray[np.float64]  # (G, P)
    ranks: npt.NDArray[np.int64]  # (G, P), 1 is best
    keys: npt.NDArray[np.float64]  # (G, P), what seats are ranked by; with one goal for all, the share of it reached
    measures: npt.NDArray[np.float64]  # (G, P, M), for each seat one number of each of the game's measures
    steps: npt.NDArray[np.int64]  # (G,), decisions of all seats, forced ones included
    truncations: npt.NDArray[np.bool_]  # (G,), cut by max_cycles and scored as they stood


def play_games(
    game: Game,
    controllers: npt.ArrayLike,
    seeds: npt.ArrayLike,
    *,
    chooser: Chooser | None = None,
    content: str | os.PathLike[str] | Content | None = None,
    threads: int = 1,
    **options: Any,
) -> Played:
    """Play whole games between compiled players, from beginning to end.

    Args:
        controllers: (G, P) integers; seat p of game g is player ``controllers[g, p]`` of the chooser.
        seeds: (G,) integers from 0 to 2**64 - 1. Equal seeds and players give equal games.

    Raises:
        ValueError: shapes that do not fit the number of players, or a player whom the chooser does not have.
    """
    loops = Loops(game, chooser, content, threads, options)
    players, count = loops.options.num_players, loops.chooser.count
    who = np.asarray(controllers)
    words = np.array(seeds, np.uint64)
    if who.shape != (len(words), players):
        raise ValueError(
            f"controllers have shape {who.shape}; {len(words)} seeds of {players} players need ({len(words)}, {players})"
        )
    if who.size and not 0 <= who.min() <= who.max() < count:
        raise ValueError(
            f"controllers range from {who.min()} to {who.max()}; chooser {loops.chooser.name!r} has 0 to {count - 1}"
        )
    g = len(words)
    rewards, scores = np.zeros((g, players), np.float32), np.zeros((g, players))
    ranks, steps = np.zeros((g, players), np.int64), np.zeros(g, np.int64)
    keys, measures = np.zeros((g, players)), np.zeros((g, players, len(game.measures)))
    truncations = np.zeros(g, np.bool_)
    integers = (kernel_array(words), kernel_array(who.astype(np.int8)))
    out = (rewards, scores, kernel_array(ranks), keys, measures, kernel_array(steps), kernel_array(truncations))
    desks = [(*desk, game.zeros(1), game.mask()) for desk in loops.desks]
    loops.run("match", g, (*integers, *out), desks)
    loops.close()
    return Played(rewards, scores, ranks, keys, measures, steps, truncations)
