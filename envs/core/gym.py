"""The single-agent views of a game: a Gymnasium environment, and many of them at once.

One learner sits in one seat; opponents, given as objects, sit in the others, clockwise from it. A step plays the
learner's action and then the opponents', up to the learner's next decision or the end, and returns all that the learner
earned. Which agents there are, and their names, is not known here: ``marszoo.agents.gym`` is.
"""

import os
import pathlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from marszoo.envs.core.adapter import RENDER_MODES, draw, observation_space
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch import Batch, Chooser
from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.core.game import Game, Outcome
from marszoo.envs.core.rows import RowPlayer, Rows

MOST_UNPLAYED = 1000
"""Games in a row that may end before the learner's first decision; they are replaced by the next ones."""
ROTATE = "rotate"

Seat = int | str


class EnvPlayer(Protocol):
    """An opponent in one environment."""

    def act_env(self, env: AECGame) -> int:
        """A legal action for the seat to move."""
        ...


def check_seat(game: Game, seat: Seat, num_players: int) -> None:
    """Raise ValueError unless `seat` is a seat of the game or ``"rotate"``."""
    whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
    if not (seat == ROTATE or (whole and 0 <= int(seat) < num_players)):
        raise ValueError(f"{game.id}: seat={seat!r} is not allowed; it is one of: 0 to {num_players - 1}, 'rotate'")


def check_opponents(game: Game, opponents: Sequence[Any], num_players: int) -> None:
    """Raise ValueError unless there is an opponent for every seat but the learner's."""
    if len(opponents) != num_players - 1:
        raise ValueError(
            f"{game.id}: {len(opponents)} opponents; a game of {num_players} players has {num_players - 1}, "
            "clockwise from the learner"
        )


def with_form(options: dict[str, Any]) -> dict[str, Any]:
    """The options with ``flat`` filled in: on, unless ``structured`` asks for the contrary."""
    return {"flat": not options.get("structured", False), **options}


class GymGame(gymnasium.Env[Any, Any]):
    """One seat of a game as a Gymnasium environment.

    The observation is the learner's own view: one flat float32 Box by default; a Dict with the mask in it for
    ``flat=False`` or ``structured=True``. ``info["action_mask"]`` and `action_masks` give the legal actions (int8),
    ``info["seat"]`` the learner's seat; the last info of a game also has ``score``, ``rank`` and ``outcome``.

    ``reset(seed=s)`` deals the game that ``marszoo.make(...).reset(seed=s)`` deals. The opponents' randomness follows
    from that seed too. A game that ends before the learner's first decision is replaced by the next one.

    Attributes:
        aec: the environment underneath, for tools and for opponents; a fair learner leaves it alone.
        seat: the learner's seat in the running game.

    Args:
        game: the game.
        opponents: one object for each other seat, clockwise from the learner; see :class:`EnvPlayer`.
        seat: the learner's seat, or ``"rotate"``: seat (s + k) mod P in the k-th game after ``reset(seed=s)``.
        render_mode: None, ``"ansi"``, ``"rgb_array"`` or ``"human"``; what is shown is the learner's view.
        **options: as for :class:`AECGame`.

    Raises:
        ValueError: an option that is not allowed, or a wrong number of opponents.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium's form

    def __init__(
        self,
        game: Game,
        opponents: Sequence[EnvPlayer],
        *,
        seat: Seat = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.aec = AECGame(game, render_mode=render_mode, **with_form(options))
        num = self.aec.num_players
        check_seat(game, seat, num)
        check_opponents(game, opponents, num)
        self.opponents = tuple(opponents)
        self.render_mode = render_mode
        self.observation_space = self.aec.observation_space(self.aec.possible_agents[0])
        self.action_space = spaces.Discrete(game.actions.n)
        self._where = seat
        self._turn = -1  # which seat is the learner's, when rotating
        self._playing = False
        self.seat = 0

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game and play it up to the learner's first decision; `options` is ignored.

        Raises:
            ValueError: a seed out of range.
        """
        super().reset(seed=seed)
        self._turn = self._turn + 1 if seed is None else int(seed)
        self.seat = self._turn % self.aec.num_players if self._where == ROTATE else int(self._where)
        # Whose view is shown. In aec, because in "human" mode every step, of opponents too, prints it.
        self.aec.render_seat = self.seat
        for _ in range(MOST_UNPLAYED):
            self.aec.reset(seed=seed)
            self._let_opponents_play()
            if self.aec.legal_actions():
                self._playing = True
                return self.aec.observe(self._learner), self._info()
            seed = None
        raise RuntimeError(
            f"{self.aec.game.id}: every game ends before the learner, in seat {self.seat}, has a decision"
        )

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the opponents', up to its next decision or the end of the game.

        Raises:
            IllegalAction: the mask forbids the action (with ``illegal="raise"``); nothing has changed.
            RuntimeError: no game is running.
        """
        if not self._playing:
            raise RuntimeError(f"{self.aec.game.id}: no game is running; call reset()")
        self.aec.step(action)
        self._let_opponents_play()
        learner = self._learner
        over, cut = self.aec.terminations[learner], self.aec.truncations[learner]
        self._playing = not (over or cut)
        return self.aec.observe(learner), self.aec.earned(learner), over, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions as an (A,) int8 array, under the name that sb3-contrib looks for."""
        return self.aec.action_masks()

    def render(self) -> Any:
        return self.aec.render()

    @property
    def _learner(self) -> str:
        learner: str = self.aec.possible_agents[self.seat]
        return learner

    def _let_opponents_play(self) -> None:
        env, num = self.aec, self.aec.num_players
        while env.running and env.seat != self.seat:
            env.step(self.opponents[(env.seat - self.seat) % num - 1].act_env(env))

    def _info(self) -> dict[str, Any]:
        return {**self.aec.infos[self._learner], "action_mask": self.aec.action_masks()}


class GymVector(VectorEnv[Any, Any, npt.NDArray[Any]]):
    """Many games with a learner in one seat of each, as a native Gymnasium vector environment over a :class:`Batch`.

    As :class:`GymGame`, row by row, with these differences: game k of row i under ``reset(seed=s)`` is dealt with seed
    ``mix(s, i, k)``, and with ``seat="rotate"`` the learner has seat (i + k) mod P in it.

    A row whose game ends deals the next one in the same step (``AutoresetMode.SAME_STEP``): the observation is already
    of the new game, the reward of the old one; ``infos["final_obs"]`` and ``infos["final_info"]`` hold its end.

    Args:
        game: the game. num_envs: the number of rows.
        opponents: one object for each other seat, clockwise from the learner; see :class:`RowPlayer`.
        view: what an opponent's ``act`` is given, made of the batch and the indices of rows.
        chooser: compiled players. numbers: for each opponent, which of them it is, or -1 if its ``act`` is to be asked.
        seat, threads, **options: as for :class:`GymGame` and :class:`Batch`.

    Raises:
        ValueError: an option that is not allowed, or a wrong number of opponents.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium's form
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Sequence[RowPlayer],
        *,
        view: Callable[[Batch, npt.NDArray[np.int64]], Any],
        chooser: Chooser | None = None,
        numbers: Sequence[int] | None = None,
        seat: Seat = 0,
        threads: int = 1,
        render_mode: str | None = None,
        content: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        self._options = game.options(content=content, **with_form(options))
        path = None if content is None else pathlib.Path(content)
        num = self._options.num_players
        check_seat(game, seat, num)
        check_opponents(game, opponents, num)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(
                f"{game.id}: render_mode={render_mode!r} is not allowed; it is one of: None, 'ansi', 'rgb_array'"
            )
        self.render_mode = render_mode
        self.opponents = tuple(opponents)
        # A batch cannot end a game for an illegal action; this class does it, when asked to.
        self.batch = Batch(
            game, num_envs, threads=threads, chooser=chooser, content=path, **{**with_form(options), "illegal": "raise"}
        )
        self.batch.rotate = seat == ROTATE
        start = 0 if seat == ROTATE else int(seat)
        self.batch.controllers[:, start] = -1
        for j, number in enumerate(numbers or [-1] * len(opponents)):
            # Negative numbers below the learner's tell apart those who have to be asked.
            self.batch.controllers[:, (start + 1 + j) % num] = number if number >= 0 else -2 - j
        self._rows = Rows(self.batch, list(self.opponents), view)
        self._seeded = False
        self.num_envs = num_envs
        self.single_observation_space = observation_space(game, self._options)
        self.single_action_space = spaces.Discrete(game.actions.n)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game in every row and play it up to the learner's first decision; `options` is ignored.

        Raises:
            ValueError: a seed out of range, or a list of seeds: rows have theirs from the one seed.
        """
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int.from_bytes(os.urandom(8), "little")
        self._seeded = True
        self._rows.reset(seed)
        return self._observations(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action of the learner in every row.

        Returns:
            observations; rewards (N,) float64, all that the learner earned in the row; terminations and truncations
            (N,) bool; infos, a dict of arrays.

        Raises:
            IllegalAction: the first row whose mask forbids its action (with ``illegal="raise"``); no row has moved.
        """
        rows, chosen = self._rows, np.array(actions)
        forfeited: dict[int, dict[str, Any]] = {}
        if self._options.illegal == "terminate":
            chosen, forfeited = self._forfeit(chosen)
        rows.step(chosen)
        rewards, over, cut = rows.rewards.copy(), rows.terminations.copy(), rows.truncations.copy()
        infos = self._infos()
        for row in np.flatnonzero(over | cut).tolist():
            infos = self._add_info(infos, forfeited.get(row) or self._finished(row), row)
        for row in forfeited:
            rewards[row], over[row], cut[row] = -1.0, True, False
        return self._observations(), rewards, over, cut, infos

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions of every row, (N, A) int8."""
        return np.array(self.batch.action_masks)

    def render(self) -> tuple[Any, ...] | None:
        """Every row's game as it stands, from the learner's view."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; give one when making the environment")
            return None
        batch, names = self.batch, [f"player_{p}" for p in range(self.batch.num_players)]
        seats = batch.players.tolist()
        return tuple(
            draw(batch.game, batch.content, batch.states[i], self.render_mode, seats[i], names)
            for i in range(self.num_envs)
        )

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        self.batch.close()

    def _finished(self, row: int) -> dict[str, Any]:
        """The end of the game that the learner decided in, as the infos tell it."""
        rows, seat = self._rows, int(self._rows.seats[row])
        reached = bool(rows.final_keys[row, 0] >= 1.0) if self.batch.game.shared(self.batch.num_players) else None
        end = Outcome(None, rows.final_scores[row], rows.final_ranks[row], reached)
        return self._end(rows.final_observations[row], seat, end.info(seat))

    def _forfeit(self, actions: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], dict[int, dict[str, Any]]]:
        """End the games of rows with an illegal action; gives actions that the batch can play, and the ends by row."""
        batch = self.batch
        ends: dict[int, dict[str, Any]] = {}
        masks = np.asarray(batch.action_masks)
        inside = (actions >= 0) & (actions < masks.shape[1])
        wrong = ~inside | (masks[np.arange(self.num_envs), np.where(inside, actions, 0)] == 0)
        for row in np.flatnonzero(wrong).tolist():
            seat = int(batch.players[row])
            last = batch.states[[row]]
            last["over"] = TERMINATED
            now = batch.game.settle_up(last, 0, batch.content, self._options.reward)
            rank = int(now.rank[seat]) if batch.game.shared(batch.num_players) else batch.num_players
            vector = np.zeros_like(batch.observations[row])
            batch.game.kernels.observe(last, 0, batch.content.tables, seat, vector)
            end = {"score": float(now.score[seat]), "rank": rank, "outcome": "loss"}
            ends[row] = self._end(vector, seat, end)
        # Any legal move then meets the cap on decisions, which makes the batch deal the row's next game.
        batch.states["max_cycles"][wrong] = 1
        return np.where(wrong, masks.argmax(axis=1), actions), ends

    def _end(self, vector: npt.NDArray[np.float32], seat: int, end: dict[str, Any]) -> dict[str, Any]:
        mask = np.zeros(self.batch.game.actions.n, np.int8)
        final = {"seat": seat, **end, "action_mask": mask}
        return {"final_obs": self._form(vector.copy(), mask), "final_info": final}

    def _observations(self) -> Any:
        return self._form(self.batch.observations.copy(), self.action_masks())

    def _form(self, vectors: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]) -> Any:
        """Observations of the form the options ask for."""
        if self._options.flat:
            return vectors
        if self._options.structured:
            views = self.batch.game.observation.views(vectors, self.batch.num_players)
            return {"observation": views, "action_mask": masks}
        return {"observation": vectors, "action_mask": masks}

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        seats = np.array(self.batch.players)
        return {"seat": seats, "_seat": every, "action_mask": self.action_masks(), "_action_mask": every.copy()}
