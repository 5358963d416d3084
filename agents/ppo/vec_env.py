"""The games as Stable-Baselines3 sees them: a ``VecEnv`` of one learner's decisions, against anybody.

>>> env = SelfPlayVecEnv("terra_formars_v0", num_envs=64, opponents="greedy", seed=0)
>>> model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=1024, n_epochs=4)
>>> model.learn(100_000)
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from marszoo.agents.base import Agent, View
from marszoo.agents.lookahead import Scripted
from marszoo.agents.registry import make_agents
from marszoo.envs import registry
from marszoo.envs.core.adapter import observation_space
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.game import Game, Outcome
from marszoo.envs.core.gym import ROTATE, check_opponents, check_seat
from marszoo.envs.core.rows import Rows

ALL = "all"
"""The word for a learner that has all seats: every decision of any seat is a step of its."""


class Lineup(Protocol):
    """Who sits opposite the learner, game by game: what a league is to :class:`SelfPlayVecEnv`.

    Attributes:
        agents: everybody who may sit there. The list may not grow or shrink; places of agents that are asked from Python
            may be filled anew.
    """

    @property
    def agents(self) -> Sequence[Agent]: ...

    def draw(self, games: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
        """(games, P - 1) places in `agents`: the opponents of each game, clockwise from the learner."""
        ...

    def record(self, places: npt.NDArray[np.int64], above: npt.NDArray[np.float64]) -> None:
        """Take note of finished games.

        Args:
            places: (G, P - 1), who sat there, clockwise from the learner.
            above: (G, P - 1), 1 where the learner ranked above that seat, 0.5 where they tied, 0 where it ranked below.
        """
        ...


class Fixed:
    """A lineup that never changes: one agent for each seat but the learner's, clockwise from it."""

    def __init__(self, opponents: Sequence[Agent]) -> None:
        self.agents = tuple(dict.fromkeys(opponents))
        self._seats = np.array([self.agents.index(agent) for agent in opponents], np.int64)

    def draw(self, games: int, random: np.random.Generator) -> npt.NDArray[np.int64]:  # noqa: ARG002
        return np.tile(self._seats, (games, 1))

    def record(self, places: npt.NDArray[np.int64], above: npt.NDArray[np.float64]) -> None:
        pass


class Asked:
    """An opponent that is asked from Python, and the time its answers took."""

    def __init__(self, lineup: Lineup, place: int) -> None:
        self._lineup, self._place = lineup, place
        self.seconds = 0.0

    def act(self, view: View) -> npt.NDArray[np.int64]:
        agent = self._lineup.agents[self._place]
        begin = time.perf_counter()
        try:
            actions = agent.act(view)
        except Exception as error:
            raise RuntimeError(f"the opponent {agent.name!r} failed: {type(error).__name__}: {error}") from error
        self.seconds += time.perf_counter() - begin
        return actions


class SelfPlayVecEnv(VecEnv):
    """Many games with one learner, as per-seat transitions for Stable-Baselines3 and sb3-contrib.

    A step of a row is one decision of the learner and all that follows up to its next one: its reward is everything that
    its seat earned in between, so that every payoff, losses too, arrives once. In row i, game k the learner sits in seat
    (i + k) mod P. A row whose game ends deals the next one in the same step: the observation is already of the new
    game, and ``infos[i]`` has ``terminal_observation``, ``score``, ``rank``, ``outcome`` and ``truncated`` of the old one. A
    game that ends before the learner's first decision is replaced, and a truncated one is paid as it stands, so that
    there is nothing to bootstrap (``TimeLimit.truncated`` is False).

    Observations are (N, D) float32, the learner's own view; ``env_method("action_masks")`` gives the (A,) int8 masks. Every
    info has ``seat``, the seat that the step's reward is of. Opponents that have compiled players cost no call from Python;
    the others are asked for all their rows at once. Copies and pickles continue the same games.

    Attributes:
        game, content: the :class:`Game` and the loaded content.
        batch: the games, for tools; a fair learner leaves it alone.
        rows: what the last step brought; see :class:`marszoo.envs.core.rows.Rows`.
        lineup: the opponents.
        seconds: wall-clock time spent in this class since it was made, opponents that are asked excluded.

    Args:
        game: an id, or a :class:`Game`.
        num_envs: the number of rows, N.
        opponents: one agent (by name, or an object) for all other seats, a sequence of one for each, clockwise from the
            learner, or a :class:`Lineup`. Not used with ``learner_seats="all"``.
        seed: of the first reset, 0 to 2**64 - 1; ``seed()`` and models made with a seed replace it.
        learner_seats: ``"rotate"``, one seat for all games, or ``"all"`` in games with one goal for all seats: then every
            decision of any seat is a step, which is exact because all seats earn the same.
        threads: compiled threads that share the rows.
        content: path of a content file to use in place of the shipped one.
        **options: of the game.

    Raises:
        ValueError: an unknown game, agent or option, a wrong number of opponents, or ``"all"`` in a competitive game.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        opponents: str | Agent | Sequence[str | Agent] | Lineup = "random",
        *,
        seed: int = 0,
        learner_seats: int | str = ROTATE,
        threads: int = 1,
        content: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        self.game = registry.get(game) if isinstance(game, str) else game
        options = {"flat": True, **options}
        chosen = self.game.options(content=content, **options)
        num = chosen.num_players
        if learner_seats == ALL:
            if not self.game.shared(num):
                raise ValueError(
                    f"{self.game.id}: learner_seats='all' is for games with one goal for all seats; with {num} players "
                    "this one is competitive, and it is 'rotate' or the number of a seat"
                )
            self.lineup: Lineup = Fixed([])
        else:
            try:
                check_seat(self.game, learner_seats, num)
            except ValueError as error:
                more = "; or 'all' for every seat" if self.game.shared(num) else ""
                raise ValueError(f"learner_seats: {error}{more}") from error
            self.lineup = self._lineup(opponents, num)
        compiled = [agent.compiled(self.game) is not None for agent in self.lineup.agents]
        inside = [agent for agent, yes in zip(self.lineup.agents, compiled, strict=True) if yes]
        self._asked = [Asked(self.lineup, place) for place, yes in enumerate(compiled) if not yes]
        # Place in the lineup -> controller: compiled players count up from 0, the others down from -2.
        up, down = iter(range(len(inside))), iter(range(-2, -2 - len(self._asked), -1))
        self._controllers = np.array([next(up) if yes else next(down) for yes in compiled], np.int8)
        # And back: an int8 as an index, where -2 is the last but one.
        self._places = np.full(256, -1, np.int64)
        self._places[self._controllers] = np.arange(len(self._controllers))
        self.batch = Batch(
            self.game,
            num_envs,
            seed=seed,
            threads=threads,
            chooser=Scripted(self.game, inside) if inside else None,
            content=content,
            **options,
        )
        self.content = self.batch.content
        for agent in self.lineup.agents:
            agent.check(self.game, self.content, num)
        self.batch.rotate = learner_seats == ROTATE
        self._first = learner_seats if isinstance(learner_seats, int) else 0
        self._everywhere = learner_seats == ALL
        self.rows = Rows(self.batch, list(self._asked), View.of_batch)
        self._random = np.random.default_rng(seed)
        self._next_seed: int | None = seed
        self._actions: npt.NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self.seconds = 0.0
        self.render_mode = None
        super().__init__(num_envs, observation_space(self.game, chosen), spaces.Discrete(self.game.actions.n))

    @property
    def opponents_seconds(self) -> float:
        """Wall-clock time spent in opponents that are asked from Python."""
        return sum(asked.seconds for asked in self._asked)

    def in_use(self) -> set[int]:
        """The places of the lineup that sit in a running game, or will in the next one of a row."""
        seen = np.unique(np.concatenate([self.batch.controllers.ravel(), self.batch.seated.ravel()]))
        return {place for place in self._places[seen].tolist() if place >= 0}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """(N, A) int8: the legal actions of every row. A new array."""
        return np.array(self.batch.action_masks)

    def reset(self) -> npt.NDArray[np.float32]:
        """Deal a game in every row and play it up to the learner's first decision: (N, D) float32."""
        begin, asked = time.perf_counter(), self.opponents_seconds
        seed, self._next_seed = self._next_seed, None
        if seed is not None:
            self._random = np.random.default_rng(seed)
        every = np.arange(self.num_envs)
        self._seat(every)
        self.rows.reset(seed)
        # Controllers count from a row's next game on, so they are always one game ahead.
        self._seat(every)
        self.reset_infos = [{"seat": seat} for seat in self.batch.players.tolist()]
        self._reset_options()
        self._clock(begin, asked)
        return self.batch.observations.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Give the next reset a seed, 0 to 2**64 - 1; without one it is taken from the operating system."""
        self._next_seed = int.from_bytes(os.urandom(8), "little") if seed is None else seed
        return [self._next_seed] * self.num_envs

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        begin, asked = time.perf_counter(), self.opponents_seconds
        rows = self.rows
        rows.step(self._actions)
        dones = rows.ended
        infos: list[dict[str, Any]] = [{"seat": seat} for seat in rows.seats.tolist()]
        over = np.flatnonzero(dones)
        if len(over):
            self._finish(over, infos)
            self._seat(over)
        out = self.batch.observations.copy(), rows.rewards.astype(np.float32), dones, infos
        self._clock(begin, asked)
        return out

    def close(self) -> None:
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once for each row: rows have none of their own."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set the attribute of the whole; rows have none of their own.

        Raises:
            ValueError: for some rows only.
        """
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise ValueError(f"{attr_name!r} cannot be set for some rows only: they share one environment")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method that answers for all rows, and give the answers of those asked for.

        Raises:
            AttributeError: there is no such method by row; ``action_masks`` is the one that sb3-contrib needs.
        """
        if method_name != "action_masks":
            raise AttributeError(
                f"rows of {type(self).__name__} have the method 'action_masks', and no {method_name!r}"
            )
        masks = self.action_masks(*method_args, **method_kwargs)
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[npt.NDArray[Any] | None]:
        return [None] * self.num_envs

    def _lineup(self, opponents: Any, num: int) -> Lineup:
        if hasattr(opponents, "draw"):
            lineup: Lineup = opponents
            return lineup
        listed = isinstance(opponents, Iterable) and not isinstance(opponents, str)
        agents = make_agents(list(opponents) if listed else [opponents] * (num - 1))
        check_opponents(self.game, agents, num)
        return Fixed(agents)

    def _seat(self, rows: npt.NDArray[np.int64]) -> None:
        """Draw the opponents of the rows' next games."""
        if self._everywhere:
            return
        num = self.batch.num_players
        drawn = self._controllers[self.lineup.draw(len(rows), self._random)] if num > 1 else np.zeros((len(rows), 0))
        self.batch.controllers[rows, self._first] = -1
        for k in range(1, num):
            self.batch.controllers[rows, (self._first + k) % num] = drawn[:, k - 1]

    def _finish(self, over: npt.NDArray[np.int64], infos: list[dict[str, Any]]) -> None:
        """Say how the games of these rows ended: to the learner by infos, to the lineup by ranks."""
        rows, num = self.rows, self.batch.num_players
        shared = self.game.shared(num)
        for row in over.tolist():
            reached = bool(rows.final_keys[row, 0] >= 1.0) if shared else None
            infos[row] |= {
                "terminal_observation": rows.final_observations[row].copy(),
                "TimeLimit.truncated": False,
                "truncated": bool(rows.truncations[row]),
                **Outcome(None, rows.final_scores[row], rows.final_ranks[row], reached).info(int(rows.seats[row])),
            }
        if not (shared or self._everywhere):
            seats = rows.seats[over, None]
            others = (seats + np.arange(1, num)) % num
            ranks = rows.final_ranks[over]
            mine, theirs = np.take_along_axis(ranks, seats, 1), np.take_along_axis(ranks, others, 1)
            places = self._places[np.take_along_axis(rows.seated[over], others, 1)]
            self.lineup.record(places, (mine < theirs) + 0.5 * (mine == theirs))

    def _clock(self, begin: float, asked: float) -> None:
        self.seconds += time.perf_counter() - begin - (self.opponents_seconds - asked)
