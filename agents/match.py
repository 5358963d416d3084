"""The result of a match: how each agent fared, with 95 % intervals, and what is known of every game."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import numpy.typing as npt

Z = 1.959963984540054
"""Quantile of the normal distribution that leaves 2.5 % above."""


def wilson(successes: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share; a half success is a tie shared by two, and makes it slightly too wide.

    >>> wilson(50, 100)
    (0.403..., 0.596...)
    """
    if n == 0:
        return 0.0, 1.0
    share = successes / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclasses.dataclass(frozen=True)
class Standing:
    """How one agent fared over all games of a match; in co-operative games all agents have the same wins."""

    agent: str
    games: int
    wins: float  # a win shared by k seats counts 1/k; in co-operative games a goal reached counts 1 for each
    win_share: float
    # Wilson, 95 %; of a co-operative crew of one agent over deals, as it plays each the same way from every seat
    interval: tuple[float, float]
    score: float  # mean
    rank: float  # mean; 1 is best, ties share the better rank
    illegal: int  # answers that the mask forbade, each replaced by a random legal action
    measures: dict[str, float]  # means of the game's own measures, by their names


@dataclasses.dataclass(frozen=True)
class Match:
    """The result of :func:`play_match`. Arrays have one row per game and one column per agent, in the order given."""

    game_id: str
    standings: tuple[Standing, ...]
    games: int
    decisions: float  # mean per game, of all seats, forced ones included
    truncated: int  # games cut by max_cycles and scored as they stood
    seeds: npt.NDArray[np.uint64]  # (games,): of each game; consecutive games share one
    seats: npt.NDArray[np.int64]  # (games, agents): where each agent sat
    scores: npt.NDArray[np.float64]  # (games, agents)
    ranks: npt.NDArray[np.int64]  # (games, agents)
    measures: npt.NDArray[np.float64]  # (games, agents, M): a number for each of the game's measures
    steps: npt.NDArray[np.int64]  # (games,): decisions
    asked: npt.NDArray[np.int64]  # (games, agents): decisions that the agent was asked for; 0 if it ran compiled
    seconds: npt.NDArray[np.float64]  # (agents,): in the agent's own code, all its seats together
    timed: npt.NDArray[np.int64]  # (agents,): decisions that `seconds` were taken for
    actions: tuple[tuple[int, ...], ...]  # of the first games, as many as were to be recorded; in the order played
    shared: bool  # one goal for all seats, whose shares are goals reached, and which have no ranks
    score_name: str  # what the scores count

    def table(self) -> str:
        """The standings as text, one line per agent."""
        own = list(self.standings[0].measures)
        head = (
            *("agent", "games", "success" if self.shared else "win share", "95 % interval", self.score_name),
            *([] if self.shared else ["rank"]),
            *own,
            "illegal",
        )
        rows = [
            (
                s.agent,
                str(s.games),
                f"{100 * s.win_share:.1f} %",
                f"{100 * s.interval[0]:.1f}–{100 * s.interval[1]:.1f} %",
                f"{s.score:.2f}",
                *([] if self.shared else [f"{s.rank:.2f}"]),
                *(f"{s.measures[name]:.2f}" for name in own),
                str(s.illegal),
            )
            for s in self.standings
        ]
        widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
        lines = [
            "  ".join(
                cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True))
            )
            for row in [head, *rows]
        ]
        note = f"{self.game_id}, {self.games} games, {self.decisions:.1f} decisions a game, {self.truncated} truncated"
        return "\n".join([note, *lines])
