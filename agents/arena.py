"""Matches between agents: every deal is played once from each seat, results come with 95 % intervals.

>>> play_match("terra_formars_v0", ["greedy", "random"], games=1000).standings[0].interval

A match is cut into pieces of fixed size, which can be played in any order and in other processes (``agents/tournament.py``
does so): the batches that agents are asked in, and with them the last bits of what a network computes, are always the same.
"""

from __future__ import annotations

import dataclasses
import pathlib
import time
import traceback
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.agents import base
from marszoo.agents.base import Agent, View, first_illegal, whole
from marszoo.agents.deadline import TooSlow, deadline
from marszoo.agents.lookahead import Scripted
from marszoo.agents.match import Match, Standing, wilson
from marszoo.agents.registry import make_agents
from marszoo.envs import registry
from marszoo.envs.core import rng
from marszoo.envs.core.batch import Batch, play_games
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game

DEALS = 1024
"""Deals per chunk: every chunk has a seed of its own, and deals are numbered within it."""
PIECE = 128
"""Deals per piece, the unit of work: enough for a network to be asked efficiently, few enough to share among processes."""
MOST_GAMES = 10_000_000
FIRST = 120.0
"""Seconds that the first question of a piece may take longer than others: it may wait for code to be compiled."""
CHUNK_STREAM = 0x6172656E61000000
"""Third word of `mix` for the seed of a chunk."""


class AgentError(RuntimeError):
    """An agent raised in play, or gave something that is not one integer per game; `agent` and `reason` say who and what."""

    def __init__(self, agent: str, reason: str) -> None:
        super().__init__(f"agent {agent!r} failed: {reason}")
        self.agent, self.reason = agent, reason

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are pickled by their message; workers send them to another process.
        return type(self), (self.agent, self.reason)


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
        seed: of the match, 0 to 2**64 - 1.
        threads: compiled threads.
        compiled: False asks every agent from Python, seeing a :class:`View`; None decides by the agents.
        **options: of the game; ``num_players`` follows from the agents.

    Raises:
        ValueError: an unknown game, agent or option, an agent that cannot play this, or too few or many agents.
        AgentError: an agent raised, or gave something else than one integer per game.
    """
    rules = registry.get(game) if isinstance(game, str) else game
    table = Table(rules, make_agents(agents), seed=seed, threads=threads, compiled=compiled, **options)
    return table.match([table.play(piece) for piece in pieces(games, len(agents))])


@dataclasses.dataclass(frozen=True)
class Piece:
    """A unit of work: the deals `first` to `last` - 1 of a chunk, with the agents `shift` seats further on."""

    chunk: int
    first: int
    last: int
    shift: int

    @property
    def games(self) -> int:
        return self.last - self.first


def pieces(games: int, num: int) -> list[Piece]:
    """The pieces of a match between `num` agents, in the order that :meth:`Table.match` wants.

    Raises:
        ValueError: `games` is out of range.
    """
    deals = -(-whole("games", games, 1, MOST_GAMES) // num)
    chunks = [(chunk, min(DEALS, deals - chunk * DEALS)) for chunk in range(-(-deals // DEALS))]
    return [
        Piece(chunk, first, min(first + PIECE, size), shift)
        for chunk, size in chunks
        for first in range(0, size, PIECE)
        for shift in range(num)
    ]


@dataclasses.dataclass
class Part:
    """The result of a piece: arrays of (deals,) or (deals, agents), and what agents took; plain data for other processes."""

    seeds: npt.NDArray[np.uint64]
    scores: npt.NDArray[np.float64]
    ranks: npt.NDArray[np.int64]
    keys: npt.NDArray[np.float64]
    measures: npt.NDArray[np.float64]  # (deals, agents, M)
    steps: npt.NDArray[np.int64]
    truncated: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int64]
    asked: npt.NDArray[np.int64]
    illegal: npt.NDArray[np.int64]  # (agents,)
    seconds: npt.NDArray[np.float64]  # (agents,)
    timed: npt.NDArray[np.int64]  # (agents,)
    actions: list[list[int]]  # (deals,) lists; empty where nothing was to be recorded

    @classmethod
    def blank(cls, deals: int, num: int, measures: int) -> Part:
        def zeros(*shape: int, dtype: Any = np.int64) -> npt.NDArray[Any]:
            return np.zeros(shape, dtype)

        return cls(
            seeds=zeros(deals, dtype=np.uint64),
            scores=zeros(deals, num, dtype=np.float64),
            ranks=zeros(deals, num),
            keys=zeros(deals, num, dtype=np.float64),
            measures=zeros(deals, num, measures, dtype=np.float64),
            steps=zeros(deals),
            truncated=zeros(deals, dtype=np.bool_),
            seats=zeros(deals, num),
            asked=zeros(deals, num),
            illegal=zeros(num),
            seconds=zeros(num, dtype=np.float64),
            timed=zeros(num),
            actions=[[] for _ in range(deals)],
        )


class Table:
    """Agents at a table, and two ways to let them play a piece of a match: all compiled, or a batch with views.

    Args:
        game, agents, seed, threads, compiled, options: as for :func:`play_match`; the agents are objects.
        record: of how many games, the first ones, the actions are kept; needs ``compiled=False``, as compiled players
            do not say what they did.
        limit: seconds that a decision may take; an agent that is asked from Python and takes longer has failed.

    Raises:
        ValueError: see :func:`play_match`.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        *,
        seed: int = 0,
        threads: int = 1,
        compiled: bool | None = None,
        record: int = 0,
        limit: float | None = None,
        **options: Any,
    ) -> None:
        num = len(agents)
        if not game.min_players <= num <= game.max_players:
            raise ValueError(
                f"{game.id} is for {game.min_players} to {game.max_players} players; {num} agents were given"
            )
        if options.get("num_players", num) != num:
            raise ValueError(f"num_players={options['num_players']!r}, but {num} agents were given")
        if record and compiled is not False:
            raise ValueError("actions are recorded with compiled=False only")
        given = options.get("content")
        # Loaded once, rather than by every batch.
        content = given if isinstance(given, Content) else game.content(None if given is None else pathlib.Path(given))
        # Payoffs play no part in a match.
        options |= {"num_players": num, "reward": "outcome", "content": content}
        game.options(**options)
        for agent in agents:
            agent.check(game, content, num)
        self.game, self.agents, self.options = game, list(agents), options
        self.seed, self.threads, self.record = whole("seed", seed, 0, 2**64 - 1), threads, record
        self.limit = limit
        inside = [compiled is not False and agent.compiled(game) is not None for agent in agents]
        self.inside = all(inside)
        self.chooser = Scripted(game, [agent for agent, yes in zip(agents, inside, strict=True) if yes])
        # Number of each agent among the compiled players, or -1 - its own if it is asked from Python.
        numbers = iter(range(num))
        self.numbers = np.array([next(numbers) if yes else -1 - k for k, yes in enumerate(inside)], np.int64)
        # An agent in several seats is asked for all of them at once.
        self.groups: dict[int, list[int]] = {}
        for k, agent in enumerate(agents):
            if not inside[k]:
                self.groups.setdefault(id(agent), []).append(k)

    def play(self, piece: Piece) -> Part:
        """Play a piece.

        Raises:
            AgentError: an agent raised, or gave something else than one integer per game.
        """
        num = len(self.agents)
        seats = (np.arange(num) + piece.shift) % num  # of each agent
        who = np.empty(num, np.int64)  # number of the agent in each seat
        who[seats] = self.numbers
        word = int(rng.mix(np.uint64(self.seed), np.int64(piece.chunk), np.int64(CHUNK_STREAM)))
        part = (self._inside if self.inside else self._outside)(piece, word, who)
        part.seats[:] = seats
        part.scores, part.ranks, part.keys = part.scores[:, seats], part.ranks[:, seats], part.keys[:, seats]
        part.measures = part.measures[:, seats]
        return part

    def _inside(self, piece: Piece, word: int, who: npt.NDArray[np.int64]) -> Part:
        part = self._blank(piece)
        # The same seeds as those of the first game of each row of a batch.
        rows = range(piece.first, piece.last)
        part.seeds[:] = [rng.mix(np.uint64(word), np.int64(i), np.int64(0)) for i in rows]
        controllers = np.tile(who, (piece.games, 1))
        played = play_games(
            self.game, controllers, part.seeds, chooser=self.chooser, threads=self.threads, **self.options
        )
        part.scores, part.ranks, part.keys = played.scores, played.ranks, played.keys
        part.measures = played.measures
        part.steps, part.truncated = played.steps, played.truncations
        return part

    def _outside(self, piece: Piece, word: int, who: npt.NDArray[np.int64]) -> Part:
        # A row's games follow from its number, so the rows before the first one are there too; they never move.
        batch = Batch(self.game, piece.last, seed=word, threads=self.threads, chooser=self.chooser, **self.options)
        batch.controllers[piece.first :] = who
        batch.reset()
        part = self._blank(piece)
        part.seeds[:] = batch.seeds[piece.first :]
        deals = piece.chunk * DEALS + np.arange(piece.last)
        kept = deals * len(who) + piece.shift < self.record
        live = np.arange(piece.last) >= piece.first
        actions = np.zeros(piece.last, np.int64)
        while live.any():
            mover = -1 - np.take_along_axis(batch.seated, batch.players[:, None], axis=1)[:, 0].astype(np.int64)
            for seats in self.groups.values():
                rows = np.flatnonzero(live & np.isin(mover, seats))
                if len(rows):
                    actions[rows] = self._ask(part, seats, View.of_batch(batch, rows), mover[rows], rows - piece.first)
            for row in np.flatnonzero(live & kept):
                part.actions[row - piece.first].append(int(actions[row]))
            batch.step(actions, active=live)
            ended = live & (batch.terminations | batch.truncations)
            now = np.flatnonzero(ended) - piece.first
            part.scores[now], part.ranks[now] = batch.final_scores[ended], batch.final_ranks[ended]
            part.keys[now], part.measures[now] = batch.final_keys[ended], batch.final_measures[ended]
            part.steps[now], part.truncated[now] = batch.final_steps[ended], batch.truncations[ended]
            live &= ~ended
        batch.close()
        return part

    def _blank(self, piece: Piece) -> Part:
        return Part.blank(piece.games, len(self.agents), len(self.game.measures))

    def _ask(
        self, part: Part, seats: list[int], view: View, mover: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """The actions of one agent, which sits in the columns `seats`; what it took is booked."""
        agent = self.agents[seats[0]]
        assert view.action_masks is not None
        # What was asked is judged by copies: the agent may do with the view what it likes.
        masks, seeds = view.action_masks.copy(), view.seeds.copy()
        begin = time.perf_counter()
        limit = None if self.limit is None else self.limit * len(view)
        if limit is not None and not part.asked[:, seats].any():
            limit += FIRST
        try:
            with deadline(limit):
                answer: Any = agent.propose(view)
            if not (isinstance(answer, np.ndarray) and answer.shape == (len(rows),) and answer.dtype == np.int64):
                raise TypeError(f"propose returned {answer!r}; ({len(rows)},) int64 are wanted")
        except (Exception, SystemExit) as error:
            # A call of exit() in somebody's agent ends its match, not the tournament.
            raise AgentError(agent.name, _reason(agent.name, error)) from error
        seconds = time.perf_counter() - begin
        # The first question in a piece may wait for code to be loaded or compiled, and is not timed.
        if part.asked[:, seats].any():
            part.seconds[seats] += seconds
            part.timed[seats] += len(view)
        part.asked[rows, mover] += 1
        actions: npt.NDArray[np.int64] = answer
        while (row := first_illegal(masks, actions)) >= 0:
            part.illegal[mover[row]] += 1
            legal = np.flatnonzero(masks[row])
            actions[row] = legal[int(seeds[row]) % len(legal)]
        return actions

    def match(self, parts: Sequence[Part]) -> Match:
        """The match that the parts of all its pieces make, in the order of :func:`pieces`."""
        num = len(self.agents)
        rotations = [parts[k : k + num] for k in range(0, len(parts), num)]

        def gather(field: str) -> npt.NDArray[Any]:
            # Games of one deal stand together: the rotations of a deal are interleaved.
            return np.concatenate(
                [row for group in rotations for row in np.stack([getattr(p, field) for p in group], axis=1)]
            )

        def total(field: str) -> npt.NDArray[Any]:
            summed: npt.NDArray[Any] = np.stack([getattr(part, field) for part in parts]).sum(axis=0)
            return summed

        seeds, seats, steps, truncated = gather("seeds"), gather("seats"), gather("steps"), gather("truncated")
        scores, ranks, illegal = gather("scores"), gather("ranks"), total("illegal")
        games = len(seeds)
        winners = ranks == 1
        shared = self.game.shared(num)
        # What all share is reached or not; what it pays on the way, or in part, does not count as that.
        wins = gather("keys") >= 1.0 if shared else winners / winners.sum(axis=1, keepdims=True)
        # A crew of one agent that changes places plays a deal in the same way again: it has as many games as deals.
        differing = games // num if shared and len({agent.name for agent in self.agents}) == 1 else games
        measures = gather("measures")
        said = self.game.measured(self.options)
        means = {m.name: mean for m, mean in zip(self.game.measures, measures.mean(axis=0).T, strict=True)}
        recorded = [
            game for group in rotations for deal in zip(*(p.actions for p in group), strict=True) for game in deal
        ]
        return Match(
            game_id=self.game.id,
            standings=tuple(
                Standing(
                    agent=agent.name,
                    games=games,
                    wins=float(wins[:, k].sum()),
                    win_share=float(wins[:, k].sum()) / games,
                    interval=wilson(float(wins[:, k].sum()) * differing / games, differing),
                    score=float(scores[:, k].mean()),
                    rank=float(ranks[:, k].mean()),
                    illegal=int(illegal[k]),
                    measures={name: float(means[name][k]) for name in said},
                )
                for k, agent in enumerate(self.agents)
            ),
            games=games,
            decisions=float(steps.mean()),
            truncated=int(truncated.sum()),
            seeds=seeds,
            seats=seats,
            scores=scores,
            ranks=ranks,
            measures=measures,
            steps=steps,
            asked=gather("asked"),
            seconds=total("seconds"),
            timed=total("timed"),
            actions=tuple(tuple(game) for game in recorded[: self.record]),
            shared=shared,
            score_name=self.game.scored(self.options),
        )


def _reason(name: str, error: BaseException) -> str:
    """What went wrong in an agent, in one line; with the place, if it is in code of the agent's own."""
    if isinstance(error, TooSlow):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    if not frames or frames[-1].filename in (__file__, base.__file__):
        return str(error).removeprefix(f"agent {name!r} ")
    try:
        text = str(error)
    except Exception:
        text = "(it cannot be shown)"
    return f"{type(error).__name__}: {text} ({pathlib.Path(frames[-1].filename).name}, line {frames[-1].lineno})"
