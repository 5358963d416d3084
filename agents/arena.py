"""Matches between agents: every deal is played once from each seat, results come with 95 % intervals.

``python -m marszoo.agents.arena --game terra_formars_v0 --agents greedy random --games 1000``
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents.base import Agent, View, first_illegal, whole
from marszoo.agents.lookahead import Scripted
from marszoo.agents.registry import make_agents
from marszoo.envs import registry
from marszoo.envs.core import rng
from marszoo.envs.core.batch import Batch, play_games
from marszoo.envs.core.game import Game

DEALS = 1024
"""Deals per chunk: every chunk is a batch of its own, so that memory does not grow with the match."""
MOST_GAMES = 10_000_000
CHUNK_STREAM = 0x6172656E61000000
"""Third word of `mix` for the seed of a chunk."""
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
    """How one agent fared: over all games, or in co-operative games over all games as well (they share the result)."""

    agent: str
    games: int
    wins: float  # a win shared by k seats counts 1/k; in co-operative games a goal reached counts 1 for each
    win_share: float
    interval: tuple[float, float]  # Wilson, 95 %
    score: float  # mean
    rank: float  # mean; 1 is best, ties share the better rank
    illegal: int  # answers that the mask forbade, each replaced by a random legal action


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
    steps: npt.NDArray[np.int64]  # (games,): decisions

    def table(self) -> str:
        """The standings as text, one line per agent."""
        head = ("agent", "games", "win share", "95 % interval", "score", "rank", "illegal")
        rows = [
            (
                s.agent,
                str(s.games),
                f"{100 * s.win_share:.1f} %",
                f"{100 * s.interval[0]:.1f}–{100 * s.interval[1]:.1f} %",
                f"{s.score:.2f}",
                f"{s.rank:.2f}",
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


def play_match(
    game: str | Game,
    agents: Sequence[str | Agent],
    games: int,
    *,
    seed: int = 0,
    threads: int = 1,
    compiled: bool | None = None,
    **options: Any,
) -> Match:
    """Play agents against each other, as many seats as agents.

    Each deal (one seed) is played once for every rotation of the agents around the table, so that luck of the deal and
    of the seat is shared out evenly. Agents that can run compiled do; a match of only such agents costs no call
    from Python. Results depend on neither `threads` nor `compiled`.

    Args:
        game: an id such as ``"terra_formars_v0"``, or a :class:`Game`.
        agents: names or objects, one per seat; equal names may be repeated.
        games: rounded up to a whole number of rotations (a multiple of the number of agents).
        seed: of the match.
        threads: compiled threads.
        compiled: False asks every agent from Python, seeing a :class:`View`; None decides by the agents.
        **options: of the game; ``num_players`` follows from the agents.

    Raises:
        ValueError: an unknown game, agent or option, an agent that does not play this game, or too few or many agents.
    """
    rules = registry.get(game) if isinstance(game, str) else game
    seated = make_agents(agents)
    num = len(seated)
    if not rules.min_players <= num <= rules.max_players:
        raise ValueError(
            f"{rules.id} is for {rules.min_players} to {rules.max_players} players; {num} agents were given"
        )
    games = whole("games", games, 1, MOST_GAMES)
    if options.get("num_players", num) != num:
        raise ValueError(f"num_players={options['num_players']!r}, but {num} agents were given")
    # Payoffs play no part in a match, but in shared games they tell whether the goal was reached.
    options |= {"num_players": num, "reward": "outcome"}
    rules.options(**options)
    rows = [agent.compiled(rules) for agent in seated]
    inside = [compiled is not False and row is not None for row in rows]
    chooser = Scripted(rules, [agent for agent, yes in zip(seated, inside, strict=True) if yes])
    table = _Table(rules, seated, inside, chooser, threads, options)
    deals = -(-games // num)
    parts = []
    for chunk, first in enumerate(range(0, deals, DEALS)):
        word = int(rng.mix(np.uint64(seed), np.int64(chunk), np.int64(CHUNK_STREAM)))
        for shift in range(num):
            parts.append(table.rotation(word, min(DEALS, deals - first), shift))
    return _match(rules, seated, parts, table.illegal)


@dataclasses.dataclass
class _Part:
    """One rotation of one chunk, arrays of (deals,) or (deals, P): a column per seat, and in the end per agent."""

    seeds: npt.NDArray[np.uint64]
    rewards: npt.NDArray[np.float32]
    scores: npt.NDArray[np.float64]
    ranks: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]
    truncated: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int64] = dataclasses.field(default_factory=lambda: np.empty((0, 0), np.int64))

    def by_agent(self, seats: npt.NDArray[np.int64]) -> _Part:
        """The same with a column for each agent, who sat in ``seats``."""
        self.seats = np.tile(seats, (len(self.seeds), 1))
        self.rewards, self.scores, self.ranks = self.rewards[:, seats], self.scores[:, seats], self.ranks[:, seats]
        return self


class _Table:
    """The agents, and two ways to let them play a rotation: all compiled, or a batch with views."""

    def __init__(
        self,
        game: Game,
        agents: list[Agent],
        inside: list[bool],
        chooser: Scripted,
        threads: int,
        options: dict[str, Any],
    ) -> None:
        self.game, self.agents, self.inside, self.chooser = game, agents, inside, chooser
        self.threads, self.options = threads, options
        self.illegal = [0] * len(agents)
        # Number of each agent among the compiled players, or below 0 among those asked from Python.
        compiled = iter(range(len(agents)))
        outside = iter(range(-1, -len(agents) - 1, -1))
        self.numbers = np.array([next(compiled) if yes else next(outside) for yes in inside], np.int64)

    def rotation(self, word: int, deals: int, shift: int) -> _Part:
        num = len(self.agents)
        seats = (np.arange(num) + shift) % num  # of each agent
        who = np.empty(num, np.int64)  # number of the agent in each seat
        who[seats] = self.numbers
        part = self._inside(word, deals, who) if all(self.inside) else self._outside(word, deals, who)
        return part.by_agent(seats)

    def _inside(self, word: int, deals: int, who: npt.NDArray[np.int64]) -> _Part:
        # The same seeds as those of the first game of each row of a batch.
        seeds = np.array([rng.mix(np.uint64(word), np.int64(i), np.int64(0)) for i in range(deals)], np.uint64)
        controllers = np.tile(who, (deals, 1))
        played = play_games(self.game, controllers, seeds, chooser=self.chooser, threads=self.threads, **self.options)
        return _Part(seeds, played.rewards, played.scores, played.ranks, played.steps, played.truncations)

    def _outside(self, word: int, deals: int, who: npt.NDArray[np.int64]) -> _Part:
        batch = Batch(self.game, deals, seed=word, threads=self.threads, chooser=self.chooser, **self.options)
        batch.controllers[:] = who
        batch.reset()
        num = len(who)
        part = _Part(
            np.array(batch.seeds),
            np.zeros((deals, num), np.float32),
            np.zeros((deals, num)),
            np.zeros((deals, num), np.int64),
            np.zeros(deals, np.int64),
            np.zeros(deals, np.bool_),
        )
        live = np.ones(deals, np.bool_)
        actions = np.zeros(deals, np.int64)
        while live.any():
            moving = np.take_along_axis(batch.seated, batch.players[:, None], axis=1)[:, 0]
            for k, agent in enumerate(self.agents):
                rows = np.flatnonzero(live & (moving == self.numbers[k]))
                if not self.inside[k] and len(rows):
                    actions[rows] = self._ask(k, agent, View.of_batch(batch, rows))
            batch.step(actions, active=live)
            part.rewards += batch.rewards
            ended = live & (batch.terminations | batch.truncations)
            part.scores[ended], part.ranks[ended] = batch.final_scores[ended], batch.final_ranks[ended]
            part.steps[ended], part.truncated[ended] = batch.final_steps[ended], batch.truncations[ended]
            live &= ~ended
        batch.close()
        return part

    def _ask(self, k: int, agent: Agent, view: View) -> npt.NDArray[np.int64]:
        actions = agent.propose(view)
        while (row := first_illegal(view, actions)) >= 0:
            self.illegal[k] += 1
            assert view.action_masks is not None
            legal = np.flatnonzero(view.action_masks[row])
            actions[row] = legal[int(view.seeds[row]) % len(legal)]
        return actions


def _match(game: Game, agents: list[Agent], parts: list[_Part], illegal: list[int]) -> Match:
    # Games of one deal stand together: rotations of a chunk are interleaved.
    def gather(field: str) -> npt.NDArray[Any]:
        num = len(agents)
        chunks = [parts[k : k + num] for k in range(0, len(parts), num)]
        return np.concatenate([row for chunk in chunks for row in np.stack([getattr(p, field) for p in chunk], axis=1)])

    seeds, seats, steps, truncated = gather("seeds"), gather("seats"), gather("steps"), gather("truncated")
    scores, ranks = gather("scores"), gather("ranks")
    games = len(seeds)
    shared = game.shared(len(agents))
    winners = ranks == 1
    wins = gather("rewards") > 0 if shared else winners / winners.sum(axis=1, keepdims=True)
    standings = []
    for k, agent in enumerate(agents):
        won = float(wins[:, k].sum())
        standings.append(
            Standing(
                agent=agent.name,
                games=games,
                wins=won,
                win_share=won / games,
                interval=wilson(won, games),
                score=float(scores[:, k].mean()),
                rank=float(ranks[:, k].mean()),
                illegal=illegal[k],
            )
        )
    return Match(
        game_id=game.id,
        standings=tuple(standings),
        games=games,
        decisions=float(steps.mean()),
        truncated=int(truncated.sum()),
        seeds=seeds,
        seats=seats,
        scores=scores,
        ranks=ranks,
        steps=steps,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Play a match and print its table; an error in the arguments exits with status 2 and a message."""
    parser = argparse.ArgumentParser(prog="python -m marszoo.agents.arena", description=main.__doc__)
    parser.add_argument("--game", required=True, help=f"one of: {', '.join(registry.games())}")
    parser.add_argument("--agents", required=True, nargs="+", metavar="AGENT", help="names, as for marszoo.make_agent")
    parser.add_argument(
        "--players", type=int, help="seats, when more than agents: the agents after the first are repeated"
    )
    parser.add_argument("--games", type=int, default=1000, help="rounded up to a multiple of the seats (default 1000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--content", type=pathlib.Path, help="a content file in place of the shipped one")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    given = parser.parse_args(argv)
    try:
        agents = fill(given.agents, given.players)
        options = dict(_option(text) for text in given.option)
        if given.content is not None:
            options["content"] = given.content
        match = play_match(given.game, agents, given.games, seed=given.seed, threads=given.threads, **options)
    except ValueError as error:
        parser.error(str(error))
    print(match.table())
    return 0


def fill(agents: Sequence[str], players: int | None) -> list[str]:
    """The agents of all seats: the first one, and the others in turn until every seat is taken.

    >>> fill(["greedy", "random"], 4)
    ['greedy', 'random', 'random', 'random']
    """
    seats = max(2, len(agents)) if players is None else players
    if len(agents) > seats:
        raise ValueError(f"{len(agents)} agents for {seats} seats")
    others = list(agents[1:]) or [agents[0]]
    return [agents[0], *(others[k % len(others)] for k in range(seats - 1))]


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"option {text!r} is not NAME=VALUE")
    words: dict[str, Any] = {"true": True, "false": False}
    return name, words.get(value.lower(), int(value) if value.isdecimal() else value)


if __name__ == "__main__":
    sys.exit(main())
