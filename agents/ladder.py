"""How good an agent is, among agents of known strength: ``python evaluate.py --ladder terra_formars_v0 --agent mine.py:MyAgent``.

The rungs of a ladder are the agents that come with the package. How they fare against each other was played once and comes
with the package too, so that only the games of the new agent have to be played: the rungs that fit into a minute, or, with
``--deep``, all of them.

A ladder is played in blocks of games, each with a seed of its own. While the package's own agents play, it is written down
after every block, so a kill loses a block, and the same command goes on.
"""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import json
import pathlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from marszoo.agents import mcts_search, reference, scripted, tournament
from marszoo.agents.deadline import TOO_SLOW
from marszoo.agents.lookahead import ScriptedAgent
from marszoo.agents.match import Match, Standing, wilson
from marszoo.agents.mcts import MCTSAgent, evaluation
from marszoo.agents.ppo.policy_file import write_whole
from marszoo.agents.registry import make_agent
from marszoo.agents.results import Results, versions
from marszoo.agents.tournament import Failure, Plan
from marszoo.envs.core.game import Game

FORMAT = 1
"""Version of the files; others are refused."""
FOLDER = pathlib.Path(__file__).with_name("ladders")
"""Where the ladders of the package are."""
SEARCHES = ("mcts:100", "mcts:1000")
GAMES, SEARCHED = 1000, 200
"""Games of a match, and of one with a search in it."""
BLOCK, SEARCHED_BLOCK = 100, 20
"""Games of a block, rounded up to a multiple of the seats."""
MINUTE = 60.0
"""Seconds for the games of a new agent."""
SLOWEST = 5.0
"""Seconds that a decision may take before its agent is given up."""


def rungs(game: Game, num_players: int) -> tuple[str, ...]:
    """The agents of a game's ladder."""
    policy = ("reference",) if num_players in reference.available(game) else ()
    return ("random", *scripted.names_of(game.name), *SEARCHES, *policy)


def digest_of(game: Game, num_players: int, agent: str) -> str:
    """A digest of what one of the package's own agents goes by; "" if it is nothing but chance.

    Of a scripted agent that is its weights; of a search its settings, weights and code; of a policy its file. When it
    changes, the agent's matches are played again. Changes in the code of a scripted agent are not noticed.
    """
    found = hashlib.sha256()
    made = make_agent(agent)
    if isinstance(made, MCTSAgent):
        found.update(json.dumps(made.settings(game, num_players), sort_keys=True).encode())
        files = [pathlib.Path(mcts_search.__file__)]
        module = scripted.module_for(game.name)
        if module is not None:
            found.update(evaluation(game).tobytes())
            main = pathlib.Path(module.__file__)
            files += sorted(main.parent.glob(f"{main.stem}*.py"))
        for file in files:
            found.update(_code(file).encode())
    elif isinstance(made, ScriptedAgent):
        found.update(made.compiled(game).tobytes())
    elif isinstance(made, reference.ReferenceAgent):
        found.update(reference.available(game)[num_players].read_bytes())
    else:
        return ""
    return found.hexdigest()[:16]


def _code(file: pathlib.Path) -> str:
    """What a source file does: without layout, comments and docstrings."""
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [x for x in node.body if not (isinstance(x, ast.Expr) and isinstance(x.value, ast.Constant))]
    return ast.dump(tree)


def searches(agents: Sequence[str]) -> bool:
    """Whether one of them searches, and games take long."""
    return any(name.startswith("mcts:") for name in agents)


def pairings(game: Game, num_players: int, agents: Sequence[str], new: str | None = None) -> list[tuple[str, ...]]:
    """The matches of a ladder, or, with `new`, those that an agent adds to it.

    With two seats each pair plays once. With more, each agent takes one seat against every other in all other seats, where
    a search, which takes long, never sits. Games with one goal for all are played by crews of one agent.
    """
    if game.shared(num_players):
        return [(name,) * num_players for name in ([new] if new else agents)]
    rest = num_players - 1
    if new is not None:
        return [(new, *[name] * rest) for name in agents if rest == 1 or not searches([name])]
    out = []
    for k, name in enumerate(agents):
        for j, other in enumerate(agents):
            if (k < j) if rest == 1 else (k != j and not searches([other])):
                out.append((name, *[other] * rest))
    return out


# --- what was played ---


@dataclasses.dataclass
class Played:
    """All blocks of a match so far, as sums; everything that a file holds of it.

    Lists have an entry for each column of the match.
    """

    agents: list[str]
    digests: list[str] = dataclasses.field(default_factory=list)  # `digest_of` each, when the match began
    blocks: int = 0
    games: int = 0
    decisions: float = 0.0  # of all seats, forced ones included
    truncated: int = 0
    wins: list[float] = dataclasses.field(default_factory=list)
    score: list[float] = dataclasses.field(default_factory=list)
    asked: list[float] = dataclasses.field(default_factory=list)
    illegal: list[int] = dataclasses.field(default_factory=list)
    seconds: list[float] = dataclasses.field(default_factory=list)
    timed: list[int] = dataclasses.field(default_factory=list)
    measures: list[dict[str, float]] = dataclasses.field(default_factory=list)
    ranks: str = ""  # a digit per column, game by game
    failed: str = ""  # who was the reason that the match was abandoned
    failure: str = ""  # and why

    def add(self, match: Match) -> None:
        """Book one more block."""
        n, columns = match.games, range(len(self.agents))

        def grow(held: list[Any], more: Sequence[Any]) -> list[Any]:
            return [a + b for a, b in zip(held or [0] * len(more), more, strict=True)]

        standings = match.standings
        self.blocks += 1
        self.games += n
        self.decisions += match.decisions * n
        self.truncated += match.truncated
        self.wins = grow(self.wins, [s.wins for s in standings])
        self.score = grow(self.score, [s.score * n for s in standings])
        self.asked = grow(self.asked, [float(match.asked[:, k].sum()) for k in columns])
        self.illegal = grow(self.illegal, [s.illegal for s in standings])
        self.seconds = grow(self.seconds, [float(x) for x in match.seconds])
        self.timed = grow(self.timed, [int(x) for x in match.timed])
        held = self.measures or [{} for _ in columns]
        self.measures = [
            {name: mine.get(name, 0.0) + value * n for name, value in s.measures.items()}
            for mine, s in zip(held, standings, strict=True)
        ]
        if not match.shared:
            self.ranks += "".join(str(rank) for rank in match.ranks.ravel())

    def match(self, game: Game) -> Match | Failure:
        """The match that the blocks make; of what is told game by game, the ranks alone."""
        if self.failure:
            return Failure(self.failed, self.failure)
        n, num = self.games, len(self.agents)
        shared = game.shared(num)
        ranks = np.ones((n, num), np.int64) if shared else np.array([*self.ranks], np.int64).reshape(n, num)
        # A crew of one agent that changes places plays a deal in the same way again.
        differing = n // num if shared else n
        share = [wins / n for wins in self.wins]
        asked: Any = np.array([self.asked]) / n  # one row, which has the mean of all games
        return Match(
            game_id=game.id,
            standings=tuple(
                Standing(
                    agent=self.agents[k],
                    games=n,
                    wins=self.wins[k],
                    win_share=share[k],
                    interval=wilson(share[k] * differing, differing),
                    score=self.score[k] / n,
                    rank=float(ranks[:, k].mean()),
                    illegal=self.illegal[k],
                    measures={name: value / n for name, value in self.measures[k].items()},
                )
                for k in range(num)
            ),
            games=n,
            decisions=self.decisions / n,
            truncated=self.truncated,
            seeds=np.zeros(0, np.uint64),
            seats=np.zeros((0, num), np.int64),
            scores=np.zeros((0, num)),
            ranks=ranks,
            measures=np.zeros((0, num, 0)),
            steps=np.zeros(0, np.int64),
            asked=asked,
            seconds=np.array(self.seconds),
            timed=np.array(self.timed),
            actions=(),
            shared=shared,
            score_name=game.score_name,
        )


@dataclasses.dataclass
class Ladder:
    """The matches of a ladder, and what they were played with.

    Attributes:
        content: the digest of the game's content.
        seed: of the first block of every match; block k has seed + k.
    """

    game: Game
    num_players: int
    seed: int = 0
    matches: dict[tuple[str, ...], Played] = dataclasses.field(default_factory=dict)

    @classmethod
    def load(cls, path: pathlib.Path, game: Game) -> Ladder:
        """A ladder from its file.

        Raises:
            ValueError: no ladder, or one of another format, game, version or content; the message names the file.
        """
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ValueError(f"format {data['format']!r} is unknown; this version of marszoo reads {FORMAT}")
            for name, wanted in (("game", game.id), ("content", game.shipped.digest)):
                if data[name] != wanted:
                    raise ValueError(f"the ladder was played with {name} {data[name]}; this is {wanted}")
            played = [Played(**match) for match in data["matches"]]
            return cls(game, data["num_players"], data["seed"], {tuple(match.agents): match for match in played})
        except FileNotFoundError:
            raise ValueError(f"there is no ladder {path}") from None
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"{path} is no ladder: {type(error).__name__}: {error}") from error
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from error

    def save(self, path: pathlib.Path) -> None:
        """Write the file; a kill leaves the old one or the new one."""
        data = {
            "format": FORMAT,
            "game": self.game.id,
            "content": self.game.shipped.digest,
            "num_players": self.num_players,
            "seed": self.seed,
            "versions": versions(),
            "matches": [dataclasses.asdict(match) for match in self.matches.values()],
        }
        write_whole(path, (json.dumps(data, indent=1) + "\n").encode())

    def played(self, seated: tuple[str, ...]) -> Played:
        return self.matches.setdefault(seated, Played(list(seated)))

    def stale(self) -> list[tuple[str, ...]]:
        """The matches in which agents had other weights, settings or policies than the package's have now."""
        now = {name: digest_of(self.game, self.num_players, name) for name in rungs(self.game, self.num_players)}
        return [s for s, played in self.matches.items() if played.digests != [now.get(name) for name in s]]

    def wanted(self, seated: tuple[str, ...]) -> int:
        """Games that a match has when it is finished."""
        return SEARCHED if searches(seated) else GAMES

    def finished(self, seated: tuple[str, ...]) -> bool:
        played = self.matches.get(seated)
        return played is not None and (bool(played.failure) or played.games >= self.wanted(seated))

    def plan(self, seated: tuple[str, ...], block: int) -> Plan:
        """The games of a block."""
        size = SEARCHED_BLOCK if searches(seated) else BLOCK
        return Plan(self.game, (seated,), size, self.seed + block)

    def play_block(
        self, seated: tuple[str, ...], workers: int = 1, limit: float | None = None, games: int | None = None
    ) -> None:
        """Play the next block of a match, of `games` games unless None, and book it; an agent that fails ends the match."""
        played = self.played(seated)
        plan = dataclasses.replace(self.plan(seated, played.blocks), limit=limit)
        if games is not None:
            plan = dataclasses.replace(plan, games=games)
        (result,) = tournament.play(plan, workers)
        if isinstance(result, Failure):
            played.failed, played.failure = result.agent, result.reason
        else:
            played.add(result)

    def results(self) -> Results:
        """The ladder as an evaluation, the best agent first."""
        listed = [(seated, played) for seated, played in self.matches.items() if played.games or played.failure]
        plan = Plan(self.game, tuple(seated for seated, _ in listed), GAMES, self.seed)
        matches = [played.match(self.game) for _, played in listed]
        found = Results(plan, matches, said=f"up to {GAMES} games a match, {SEARCHED} with a search", alone=True)
        by_rating = sorted(found.totals, key=_strength, reverse=True)
        plan = dataclasses.replace(plan, order=tuple(total.agent for total in by_rating))
        return dataclasses.replace(found, plan=plan)


def _strength(total: tournament.Total) -> tuple[bool, float]:
    value = total.rating.mean if total.rating is not None else total.share
    return value is not None, value or 0.0


def file_of(game: Game, num_players: int, folder: pathlib.Path = FOLDER) -> pathlib.Path:
    return folder / f"{game.name}_{num_players}p.json"


def shipped(game: Game, num_players: int) -> Ladder:
    """The ladder that comes with the package.

    Raises:
        ValueError: there is none for this number of players; the message says which there are.
    """
    path = file_of(game, num_players)
    if not path.is_file():
        there = sorted(int(p.stem.rpartition("_")[2][:-1]) for p in FOLDER.glob(f"{game.name}_*p.json"))
        has = f"there are ladders for {', '.join(map(str, there))}" if there else "it has none"
        raise ValueError(f"{game.id} has no ladder for {num_players} players; {has}")
    return Ladder.load(path, game)


# --- playing ---


def build(ladder: Ladder, path: pathlib.Path, workers: int, progress: Callable[[str], object]) -> None:
    """Play all matches of the package's own agents that are not finished, and write the file after every block.

    Matches of agents that have changed since are dropped first.

    Raises:
        ValueError: an agent failed; what was played before is kept, and the next call plays on from there.
    """
    for seated in ladder.stale():
        del ladder.matches[seated]
    for seated in pairings(ladder.game, ladder.num_players, rungs(ladder.game, ladder.num_players)):
        ladder.played(seated).digests = [digest_of(ladder.game, ladder.num_players, name) for name in seated]
        while not ladder.finished(seated):
            ladder.play_block(seated, workers)
            played, names = ladder.matches[seated], " against ".join(dict.fromkeys(seated))
            if played.failure:
                raise ValueError(f"{names}: agent {played.failed!r} failed: {played.failure}")
            ladder.save(path)
            progress(f"{names}: {played.games} games")


def climb(
    ladder: Ladder,
    agent: str,
    *,
    deep: bool = False,
    workers: int = 1,
    seconds: float | None = None,
    progress: Callable[[str], object] | None = None,
) -> None:
    """Play an agent against the rungs of a ladder, to which its matches are added.

    Against every rung a block first, from the quickest on, as long as there is time, then further ones in turn; with `deep`
    every match is finished, whatever the time. How long the agent itself takes is found out in the first match, whose
    first block is one deal; if a minute has no time for whole blocks against all rungs, they are smaller. An agent that
    takes too long is not asked again. `seconds` are MINUTE if None.
    """
    began = time.perf_counter()
    most = MINUTE if seconds is None else seconds
    own = rungs(ladder.game, ladder.num_players)
    todo = sorted(pairings(ladder.game, ladder.num_players, own, agent), key=lambda seated: _takes(ladder, seated))
    size: int | None = None
    for seated in _in_turn(ladder, todo):
        games = None if deep else ladder.num_players
        if not deep and any(ladder.played(other).games for other in todo):
            left = most - (time.perf_counter() - began)
            if size is None:
                round_trip = sum(_takes(ladder, other) for other in todo)
                size = max(ladder.num_players, min(BLOCK, int(left / max(round_trip, left / BLOCK))))
            games = min(size, ladder.plan(seated, 0).games, ladder.wanted(seated) - ladder.played(seated).games)
            if _takes(ladder, seated) * games > left:
                break
        ladder.play_block(seated, workers, SLOWEST, games)
        played = ladder.matches[seated]
        if progress is not None:
            progress(f"against {seated[-1]}: {played.failure or f'{played.games} games'}")
        if TOO_SLOW in played.failure:
            break


def _in_turn(ladder: Ladder, todo: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Matches that are not finished, each once in a round."""
    while left := [seated for seated in todo if not ladder.finished(seated)]:
        yield from left


def _takes(ladder: Ladder, seated: tuple[str, ...]) -> float:
    """Seconds that a game takes, as far as it is known what its agents take."""
    return sum(cost(ladder, name) for name in seated)


def cost(ladder: Ladder, agent: str) -> float:
    """Seconds that one seat of an agent took for a game, by what was measured so far; 0 where that is not known."""
    seconds, timed, asked, seats = 0.0, 0, 0.0, 0
    for played in ladder.matches.values():
        for k, name in enumerate(played.agents):
            if name == agent and played.games:
                seconds += played.seconds[k]
                timed += played.timed[k]
                asked += played.asked[k]
                seats += played.games
    return seconds / timed * asked / seats if timed and seats else 0.0
