"""Many matches among a list of agents, shared among processes; the numbers are the same for any number of them.

>>> plan = Plan(game, round_robin(["greedy", "random", "ppo:runs/x"], 2), games=1000)
>>> results = play(plan, workers=2)
>>> totals(plan, results)[0].interval
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import itertools
import multiprocessing
import signal
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from marszoo.agents import ratings
from marszoo.agents.arena import AgentError, Part, Piece, Table, pieces
from marszoo.agents.base import Agent
from marszoo.agents.commandline import extra
from marszoo.agents.match import Match, wilson
from marszoo.agents.registry import make_agent
from marszoo.envs.core.game import Game

ANCHOR = "random"
"""The agent that is rated 0, if it takes part."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is to be played; plain data, so that other processes can be told.

    Attributes:
        pairings: the names of the agents of each match, one per seat.
        games: of each match, rounded up to a multiple of the seats.
        seed: of all matches: the deals of one are those of the others.
        record: of how many games of each match, the first ones, the actions are kept.
        content: path of a content file in place of the shipped one.
        options: of the game.
        limit: seconds that a decision may take; an agent that takes longer has failed. None for no limit.
        order: in which the agents are listed; as they come in the pairings if it is empty.
    """

    game: Game
    pairings: tuple[tuple[str, ...], ...]
    games: int
    seed: int = 0
    record: int = 0
    content: str | None = None
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    limit: float | None = None
    order: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        return len(self.pairings[0])

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents that take part, each once."""
        return self.order or tuple(dict.fromkeys(itertools.chain(*self.pairings)))

    def pieces(self) -> list[Piece]:
        """The units of work of every match."""
        return pieces(self.games, self.players)


@dataclasses.dataclass(frozen=True)
class Failure:
    """A match that was abandoned, and why."""

    agent: str  # who failed; empty if that is not known
    reason: str


@dataclasses.dataclass(frozen=True)
class Entry:
    """How an agent fared in one match: in the seat of its own, against the agent in all others (or all at the table)."""

    agent: str
    against: str
    games: int
    wins: float
    share: float  # share of wins; in games with one goal for all, of goals reached
    interval: tuple[float, float]  # 95 %
    score: float  # mean
    rank: float  # mean
    decisions: float  # mean per game, forced ones excluded
    measures: dict[str, float]  # means of the game's own measures


@dataclasses.dataclass(frozen=True)
class Total:
    """How an agent fared in all its entries; None where there is no number, as all its matches were abandoned.

    In games with one goal for all these are the games in which it had every seat, unless all agents sat at one table:
    with a partner, the result is the partner's as well. What it reached with the others is told apart.
    """

    agent: str
    games: int
    wins: float
    share: float | None
    interval: tuple[float, float] | None
    score: float | None
    rank: float | None
    rating: ratings.Rating | None  # None in games with one goal for all, too
    decisions: float | None  # mean per game, forced ones excluded
    seconds: float | None  # mean per decision
    illegal: int  # of all its seats, also where it was the opponent
    measures: dict[str, float]  # means of the game's own measures; empty where there is no number
    mixed_share: float | None  # share of goals reached with other agents in the other seats; None in competitive games
    mixed_interval: tuple[float, float] | None  # 95 %


def round_robin(agents: Sequence[str], players: int, *, shared: bool = False) -> tuple[tuple[str, ...], ...]:
    """Who plays whom: one seat for the first, all others for the second.

    With two seats, a against b is also b against a, and is played once. In games with one goal for all (`shared`), an
    agent is its own partner too. A single agent plays copies of itself.

    >>> round_robin(["a", "b"], 3)
    (('a', 'b', 'b'), ('b', 'a', 'a'))
    """
    if players == 1:
        return tuple((agent,) for agent in agents)
    if len(agents) == 1:
        return ((agents[0],) * players,)
    both_ways, itself = players > 2, shared
    numbers = range(len(agents))
    pairs = [(a, b) for a in numbers for b in numbers if (itself if a == b else both_ways or a < b)]
    return tuple((agents[a], *[agents[b]] * (players - 1)) for a, b in pairs)


def make(name: str, seed: int = 0) -> Agent:
    """An agent by its name, and called by it.

    Raises:
        ValueError: it cannot be made; the message names it.
    """
    try:
        agent = make_agent(name, seed)
    except ImportError:
        raise
    except ValueError as error:
        if repr(name) in str(error):
            raise
        raise ValueError(f"agent {name!r}: {error}") from error
    except (Exception, SystemExit) as error:
        raise ValueError(f"agent {name!r} cannot be made: {type(error).__name__}: {error}") from error
    try:
        agent.name = name
    except AttributeError as error:
        raise ValueError(f"agent {name!r}: its name cannot be set, which evaluation does: {error}") from error
    return agent


def check(plan: Plan) -> None:
    """Refuse what cannot be played, before anything is.

    Raises:
        ValueError: an agent that cannot be made or cannot play this, or an option that is not allowed.
    """
    worker = _Worker(plan)
    for number, seated in enumerate(plan.pairings):
        try:
            worker.table(number)
        except ValueError:
            raise
        except Exception as error:
            raise ValueError(f"agents {', '.join(seated)} cannot play: {type(error).__name__}: {error}") from error


class _Worker:
    """What a process needs to play any piece of the plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.content = plan.game.content(plan.content)
        self.agents = {name: make(name) for name in plan.agents}
        self._tables: dict[int, Table] = {}

    def table(self, number: int) -> Table:
        if number not in self._tables:
            plan = self.plan
            agents = [self.agents[name] for name in plan.pairings[number]]
            # Asked from Python, compiled or not, so that decisions can be counted and timed in one way for all.
            self._tables[number] = Table(
                plan.game,
                agents,
                seed=plan.seed,
                compiled=False,
                record=plan.record,
                limit=plan.limit,
                content=self.content,
                **plan.options,
            )
        return self._tables[number]

    def play(self, number: int, piece: Piece) -> Part | Failure:
        with extra():
            from threadpoolctl import threadpool_limits
        # How many threads multiply matrices decides about the last bits of a network's numbers.
        with threadpool_limits(1):
            try:
                return self.table(number).play(piece)
            except AgentError as error:
                return Failure(error.agent, error.reason)


_own: list[_Worker] = []
"""The one of this process, if it is a worker's."""


def _begin(plan: Plan) -> None:
    # Ctrl-C reaches every process of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own[:] = [_Worker(plan)]


def _job(number: int, piece: Piece) -> Part | Failure:
    return _own[0].play(number, piece)


def play(plan: Plan, workers: int = 1, progress: Callable[[int], object] | None = None) -> list[Match | Failure]:
    """Play all matches; an agent that fails ends its match and no other.

    Args:
        workers: processes; with 1, everything is played in this one.
        progress: called with the number of games that have been played, or need not be, since the last call.
    """
    units = plan.pieces()
    worker = _Worker(plan)
    report = progress or _silent
    parts = _here(plan, worker, units, report) if workers == 1 else _in_processes(plan, units, workers, report)
    results: list[Match | Failure] = []
    for number in range(len(plan.pairings)):
        mine = parts[number]
        # The first in the order of the pieces, whichever process met one first.
        failure = next((part for part in mine if isinstance(part, Failure)), None)
        results.append(failure or worker.table(number).match([part for part in mine if isinstance(part, Part)]))
    return results


def _silent(games: int) -> None: ...


_Parts = list[list["Part | Failure | None"]]


def _here(plan: Plan, worker: _Worker, units: list[Piece], report: Callable[[int], object]) -> _Parts:
    parts: _Parts = [[None] * len(units) for _ in plan.pairings]
    for number, mine in enumerate(parts):
        for k, piece in enumerate(units):
            mine[k] = worker.play(number, piece)
            if isinstance(mine[k], Failure):
                report(sum(unit.games for unit in units[k:]))
                break
            report(piece.games)
    return parts


def _in_processes(plan: Plan, units: list[Piece], workers: int, report: Callable[[int], object]) -> _Parts:
    parts: _Parts = [[None] * len(units) for _ in plan.pairings]
    pool = concurrent.futures.ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin, initargs=(plan,)
    )
    try:
        jobs = {
            pool.submit(_job, number, piece): (number, k)
            for number in range(len(plan.pairings))
            for k, piece in enumerate(units)
        }
        for job in concurrent.futures.as_completed(jobs):
            number, k = jobs[job]
            report(units[k].games)
            if job.cancelled():
                continue
            try:
                parts[number][k] = job.result()
            except BrokenProcessPool:
                parts[number][k] = Failure("", "a worker process ended without a word; perhaps the memory ran out")
            if isinstance(parts[number][k], Failure):
                # Earlier pieces are still played: the failure to report is the first, whatever the number of workers.
                for other, (match, later) in jobs.items():
                    if match == number and later > k:
                        other.cancel()
    except KeyboardInterrupt:
        # They would play what they were given to its end.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return parts


def entries(plan: Plan, results: Sequence[Match | Failure], *, together: bool = False) -> list[Entry]:
    """What every agent did in every match, in the order of the plan.

    Args:
        together: whether every match is one of all agents at a table; then each has an entry in it, against "all".
    """
    out = []
    for seated, result in zip(plan.pairings, results, strict=True):
        if isinstance(result, Failure):
            continue
        # Of several seats of one agent the first counts, unless it is alone against itself; see `round_robin`.
        columns = range(len(seated)) if together else range(2) if len(seated) == 2 and len(set(seated)) == 2 else [0]
        for k in columns:
            standing = result.standings[k]
            out.append(
                Entry(
                    agent=seated[k],
                    against="all" if together else seated[1 - k] if len(seated) > 1 else "",
                    games=standing.games,
                    wins=standing.wins,
                    share=standing.win_share,
                    interval=standing.interval,
                    score=standing.score,
                    rank=standing.rank,
                    decisions=float(result.asked[:, k].mean()),
                    measures=standing.measures,
                )
            )
    return out


def totals(plan: Plan, results: Sequence[Match | Failure], *, together: bool = False) -> list[Total]:
    """One line per agent, in the order of the plan.

    Raises:
        ImportError: openskill is not installed.
    """
    rated = _ratings(plan, results)
    listed = entries(plan, results, together=together)
    out = []
    for name in plan.agents:
        mine = [entry for entry in listed if entry.agent == name]
        mixed = []
        if plan.game.shared(plan.players) and not together:
            mixed = [entry for entry in mine if entry.against not in (name, "")]
            mine = [entry for entry in mine if entry.against in (name, "")]
        with_others, of_others = sum(entry.games for entry in mixed), sum(entry.wins for entry in mixed)
        games, wins = sum(entry.games for entry in mine), sum(entry.wins for entry in mine)
        illegal, seconds, timed = 0, 0.0, 0
        for seated, result in zip(plan.pairings, results, strict=True):
            if isinstance(result, Match) and name in seated:
                illegal += sum(result.standings[k].illegal for k, other in enumerate(seated) if other == name)
                # All seats of an agent are timed together, and each of its columns holds the sum.
                seconds += float(result.seconds[seated.index(name)])
                timed += int(result.timed[seated.index(name)])

        def mean(field: str, mine: list[Entry] = mine, games: int = games) -> float | None:
            return sum(getattr(entry, field) * entry.games for entry in mine) / games if games else None

        out.append(
            Total(
                agent=name,
                games=games,
                wins=wins,
                share=wins / games if games else None,
                # Of a single match as it says; see `Standing`.
                interval=mine[0].interval if len(mine) == 1 else wilson(wins, games) if games else None,
                score=mean("score"),
                rank=mean("rank"),
                rating=rated.get(name) if games else None,
                decisions=mean("decisions"),
                seconds=seconds / timed if timed else None,
                illegal=illegal,
                measures={
                    measure.name: sum(entry.measures[measure.name] * entry.games for entry in mine) / games
                    for measure in plan.game.measured(plan.options).values()
                    if games
                },
                mixed_share=of_others / with_others if with_others else None,
                mixed_interval=wilson(of_others, with_others) if with_others else None,
            )
        )
    return out


def _ratings(plan: Plan, results: Sequence[Match | Failure]) -> dict[str, ratings.Rating]:
    if plan.game.shared(plan.players) or len(plan.agents) == 1:
        return {}
    number = {name: k for k, name in enumerate(plan.agents)}
    played = [
        ([number[name] for name in seated], result.ranks)
        for seated, result in zip(plan.pairings, results, strict=True)
        if isinstance(result, Match)
    ]
    return ratings.ratings(plan.agents, played, anchor=ANCHOR)
