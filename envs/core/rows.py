"""A learner's decisions in the rows of a batch: everybody else moves in between, and what the learner earns is booked.

Both vector views stand on this: Gymnasium's (``core.gym``) and the one that agents are trained on.
"""

from collections.abc import Callable, MutableSequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.batch import Batch

MOST_PASSES = 1_000_000
"""Rounds of questions to opponents before one decision of the learner; more means that it will never have one."""


class RowPlayer(Protocol):
    """An opponent in many rows of a batch."""

    def act(self, view: Any) -> npt.ArrayLike:
        """One legal action for each row of the view."""
        ...


class Rows:
    """Plays a batch from one decision of the learner to the next, in every row.

    Seats whose controller is -1 are the learner's, and those of -2 - j are ``opponents[j]``, who is asked for all its rows
    at once; controllers from 0 on are the batch's compiled players. Who sits where is for the owner of the batch to say.

    The arrays are allocated once and overwritten by every step. They tell of the game that the learner decided in, which
    may be over; ``batch`` shows the running one. Shapes: N rows, P seats, D floats in an observation.

    Attributes:
        opponents: may be changed at any time, as long as everybody who is seated stays in its place.
        seats: (N,) int64, the seat that the learner decided for.
        seated: (N, P) int8, who sat where.
        rewards: (N,) float64, what that seat earned from its decision to the learner's next one, or to the end. The
            first decision of a game also brings what was earned before it.
        terminations, truncations: (N,) bool, whether the game ended, and how.
        final_observations: (N, D) float32, the seat's view of the end; valid where one of the two is True.
        final_scores, final_ranks, final_keys: (N, P) float64, int64 and float64, likewise.

    Args:
        view: makes of the batch and the indices of rows what an opponent's ``act`` is given.
    """

    def __init__(
        self,
        batch: Batch,
        opponents: MutableSequence[RowPlayer],
        view: Callable[[Batch, npt.NDArray[np.int64]], Any],
    ) -> None:
        n, players = batch.num_envs, batch.num_players
        self.batch, self.opponents = batch, opponents
        self._view = view
        self.seats = np.zeros(n, np.int64)
        self.seated = np.zeros((n, players), np.int8)
        self.rewards = np.zeros(n)
        self.terminations = np.zeros(n, np.bool_)
        self.truncations = np.zeros(n, np.bool_)
        self.final_observations = np.zeros((n, batch.observations.shape[1]), np.float32)
        self.final_scores = np.zeros((n, players))
        self.final_ranks = np.zeros((n, players), np.int64)
        self.final_keys = np.zeros((n, players))
        # What each seat earned in the running game before the learner's first decision in it.
        self._owed = np.zeros((n, players))
        self._every = np.arange(n)

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """(N,) bool: rows whose game ended in the last step. A new array."""
        return self.terminations | self.truncations

    def reset(self, seed: int | None) -> None:
        """Deal a game in every row and play it up to the learner's first decision; see ``Batch.reset``."""
        self.batch.reset(seed)
        self._owed[:] = 0.0
        self.terminations[:] = self.truncations[:] = False
        # A game that ends before the learner's first decision is replaced, so its end is not the learner's.
        self._play_on(np.zeros(self.batch.num_envs, np.bool_))

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action of the learner in every row, and everybody else's up to its next decision.

        Raises:
            IllegalAction: the first row whose mask forbids its action; no row has moved.
        """
        batch = self.batch
        seats, seated = batch.players.copy(), batch.seated.copy()
        batch.step(actions)
        self.seats[:], self.seated[:] = seats, seated
        self.rewards[:] = self._owed[self._every, seats]
        self._owed[:] = 0.0
        self.terminations[:] = self.truncations[:] = False
        self._book(self._every, np.ones(batch.num_envs, np.bool_))
        self._play_on(~self.ended)

    def _play_on(self, playing: npt.NDArray[np.bool_]) -> None:
        """Ask the opponents that are not compiled, until every row is at a decision of the learner.

        `playing` are the rows still in the game that the learner decided in.
        """
        batch = self.batch
        actions = np.zeros(batch.num_envs, np.int64)
        for _ in range(MOST_PASSES):
            moving = batch.seated[self._every, batch.players]
            asked = moving < -1
            if not asked.any():
                return
            for number in sorted(set(moving[asked].tolist()), reverse=True):
                mine = np.flatnonzero(moving == number)
                actions[mine] = self.opponents[-2 - number].act(self._view(batch, mine))
            batch.step(actions, active=asked)
            self._book(np.flatnonzero(asked), playing)
            playing &= ~self.ended
        raise RuntimeError(f"{batch.game.id}: a row never comes to a decision of the learner")

    def _book(self, moved: npt.NDArray[np.int64], playing: npt.NDArray[np.bool_]) -> None:
        """Take what the batch's last step earned, and the ends, in the rows that moved."""
        batch = self.batch
        ended = batch.terminations[moved] | batch.truncations[moved]
        running = playing[moved]
        rows = moved[running]
        self.rewards[rows] += batch.rewards[rows, self.seats[rows]]
        # A later game, in which the learner has not decided yet: it is paid with its first decision, unless it is replaced.
        early = moved[~running]
        if len(early):
            self._owed[early] += batch.rewards[early]
            self._owed[moved[~running & ended]] = 0.0
        over = moved[running & ended]
        if len(over):
            self.terminations[over] = batch.terminations[over]
            self.truncations[over] = batch.truncations[over]
            self.final_observations[over] = batch.final_observations[over, self.seats[over]]
            self.final_scores[over] = batch.final_scores[over]
            self.final_ranks[over] = batch.final_ranks[over]
            self.final_keys[over] = batch.final_keys[over]
