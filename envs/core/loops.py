"""What a batch and a match of compiled players have in common: choosers, bound loops, threads and their working memory."""

import functools
import operator
import os
import pathlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import batch_kernels
from marszoo.envs.core.advance import REWARDS
from marszoo.envs.core.batch_kernels import PLAN
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import bind


class Chooser(Protocol):
    """Players that a compiled loop asks itself, so that scripted opponents cost no call from Python.

    One chooser holds any number of players, numbered from 0; ``Batch.controllers`` and :func:`play_games` name them by
    number. The compiled function that :meth:`bind` gives is called as

        ``choose(which, states, i, content, seed, mask, scratch, scratch_masks, params) -> action``

    for player number `which`, who is to move in the record ``states[i]`` and has the legal actions `mask` (A,). It must
    return one of them, change neither the state nor the mask, and use no randomness but `seed` (uint64), which is fixed
    by the game's seed and its step count. `scratch` (a (K,) array of state records) and `scratch_masks` (K, A) int8 are
    its own to overwrite. A fair player looks at ``states[i]`` only through ``observe``, or through copies in `scratch`
    that it has passed to ``determinize``.

    Attributes:
        name: part of the name under which compiled code is cached; other functions need another name.
        count: number of players.
        scratch: K, the state records it needs (per thread).
        params: 2-D float64, passed to ``choose`` unread: weights, for example.
    """

    @property
    def name(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def scratch(self) -> int: ...
    @property
    def params(self) -> npt.NDArray[np.float64]: ...
    def bind(self, game: Game) -> Callable[..., Any]:
        """The compiled ``choose`` for this game; the same object for the same game."""
        ...


class RandomChooser:
    """The chooser of a batch that is given none: player 0 plays uniformly random legal actions."""

    name = "random"
    count = 1
    scratch = 1

    def __init__(self) -> None:
        self.params = np.zeros((1, 1))

    def bind(self, game: Game) -> Callable[..., Any]:
        return _random_for(game)


@functools.cache
def _random_for(game: Game) -> Callable[..., Any]:
    return bind(batch_kernels.choose_random, game.name)


@functools.cache
def _kernels(game: Game, choose: Callable[..., Any], name: str) -> dict[str, Callable[..., Any]]:
    """The loops over rows and over whole games, bound to a game and to a chooser's compiled function."""
    kernels = game.kernels
    label = f"{game.name}-{name}"
    decide = bind(batch_kernels.decide_template, label, choose=choose)
    finish = bind(
        batch_kernels.finish_template, game.name, results=game.results, measure=game.measure, prepaid=game.prepaid
    )
    shared: dict[str, Any] = {"begin": kernels.begin, "play": kernels.play, "finish": finish, "decide": decide}
    return {
        "step": bind(batch_kernels.step_template, label, observe=game.observe, **shared),
        "match": bind(batch_kernels.match_template, label, **shared),
    }


def _path(content: str | os.PathLike[str] | None) -> pathlib.Path | None:
    return None if content is None else pathlib.Path(content)


def positive(name: str, value: int) -> int:
    """`value`, if it is a whole number from 1 on; else ValueError, by `name`."""
    if isinstance(value, bool) or operator.index(value) < 1:
        raise ValueError(f"{name}={value!r} is not a whole number from 1 on")
    return operator.index(value)


class Loops:
    """A game with its content, options and chooser, bound into the loops that run over many games.

    Args:
        content: path of a content file, content that is loaded already, or None for what is shipped.
    """

    def __init__(
        self,
        game: Game,
        chooser: Chooser | None,
        content: str | os.PathLike[str] | Content | None,
        threads: int,
        options: dict[str, Any],
    ) -> None:
        self.game = game
        self.content = content if isinstance(content, Content) else game.content(_path(content))
        self.options = game.options(content=self.content, **options)
        self.chooser: Chooser = RandomChooser() if chooser is None else chooser
        self.kernels = _kernels(game, self.chooser.bind(game), self.chooser.name)
        params = np.require(self.chooser.params, np.float64, ["C", "W"])
        players = self.options.num_players
        self.plan = np.zeros(1, PLAN)
        self.plan["scale"] = game.score_scale
        self.plan["mode"] = REWARDS.index(self.options.reward)
        self.plan["shared"] = game.shared(players)
        self.head = (self.plan, self.content.tables, self.options.vector, params)
        self._pool: ThreadPoolExecutor | None = None
        self.share(threads)

    def share(self, threads: int) -> None:
        """Share rows among this many threads from now on."""
        self.close()
        self.threads = positive("threads", threads)
        self.desks = [self._desk() for _ in range(self.threads)]

    def _desk(self) -> tuple[Any, ...]:
        """One thread's blank record, scratch records and masks of the chooser, and scores in the making."""
        k = max(1, self.chooser.scratch)
        return self.game.zeros(1), self.game.zeros(k), self.game.mask(k), np.zeros((2, self.options.num_players))

    def run(self, kernel: str, rows: int, arrays: tuple[Any, ...], desks: Sequence[tuple[Any, ...]]) -> None:
        """Call a kernel on all rows: in slices, one per thread, if there are several threads."""
        call, n = self.kernels[kernel], self.threads
        if n == 1:
            call(0, rows, *self.head, *arrays, *desks[0])
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(n - 1, thread_name_prefix="marszoo")
        cuts = [rows * k // n for k in range(n + 1)]
        jobs = [self._pool.submit(call, cuts[k], cuts[k + 1], *self.head, *arrays, *desks[k]) for k in range(1, n)]
        try:
            call(cuts[0], cuts[1], *self.head, *arrays, *desks[0])
        finally:
            errors = [job.exception() for job in jobs]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
