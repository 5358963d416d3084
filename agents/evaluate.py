"""Compare agents: ``python evaluate.py --game terra_formars_v0 --agents ppo:runs/x greedy random``, or ``marszoo-evaluate``.

Prints how often each agent wins, how sure that is, and what it costs; ``--out`` keeps all of it in a folder. What the
columns mean is in docs/training.md.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import pathlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from marszoo.agents import ladder as ladders
from marszoo.agents import results, tournament
from marszoo.agents.base import whole
from marszoo.agents.commandline import MissingExtra, extra, name_of, parse, parser
from marszoo.agents.tournament import Plan
from marszoo.envs import registry
from marszoo.envs.core.content import nearest
from marszoo.envs.core.game import Game

if TYPE_CHECKING:
    import jsonargparse
    from rich.console import Console

REFUSED = {
    "num_players": "is given with --players",
    "content": "is given with --content",
    "reward": "has no bearing on an evaluation",
    "illegal": "has no bearing on an evaluation: illegal actions are counted and replaced",
    "flat": "has no bearing on an evaluation",
    "structured": "has no bearing on an evaluation",
    "any_content": "has no bearing on an evaluation",
}
"""Options of a game that ``--options`` does not take, and why."""
WIDTH = 150
"""Columns of the tables where the output is no terminal."""


def program() -> jsonargparse.ArgumentParser:
    """The program's parser."""
    made = parser(
        name_of("evaluate"),
        "Play agents against each other and show how they fare. Every deal is played from every seat.",
    )
    made.add_argument("--game", type=str | None, default=None, help="id of the game, such as terra_formars_v0")
    made.add_argument(
        "--agents",
        type=str,
        nargs="+",
        default=[],
        metavar="AGENT",
        help="names, as for marszoo.make_agent: random, greedy, ppo:PATH, PATH.py:CLASS, …; one alone plays itself",
    )
    made.add_argument(
        "--ladder",
        type=str | None,
        default=None,
        metavar="GAME",
        help="in place of --game and --agents: show how the package's own agents fare in this game, and with --agent where "
        "another one stands among them",
    )
    made.add_argument(
        "--agent", type=str | None, default=None, help="of --ladder: who plays against its rungs for a minute"
    )
    made.add_argument(
        "--deep", action="store_true", help="of --agent: play all games against all rungs, however long it takes"
    )
    made.add_argument(
        "--build",
        type=str | None,
        default=None,
        metavar="FOLDER",
        help="of --ladder: play the package's own agents anew, into a file of this folder; the same command goes on with it",
    )
    made.add_argument("--games", type=int, default=1000, help="of every match, rounded up to a multiple of the seats")
    made.add_argument(
        "--players",
        "--num_players",
        type=int | None,
        default=None,
        help="seats (default: the game's). With 2, each pair plays one match. With more, each pair plays two: one seat for "
        "the first and all others for the second, and the other way round",
    )
    made.add_argument(
        "--limit",
        type=float | None,
        default=None,
        help="seconds that a decision may take; an agent that takes longer is abandoned (default: no limit)",
    )
    made.add_argument("--table", action="store_true", help="one match, in which all agents sit at one table")
    made.add_argument("--seed", type=int, default=0, help="of all matches, 0 to 2**64 - 1")
    made.add_argument("--workers", type=int, default=1, help="processes; the results do not depend on their number")
    made.add_argument("--out", type=str | None, default=None, help="folder for JSON, CSV, a picture and replays")
    made.add_argument("--replays", type=int, default=0, help="games of every match that are kept as replays in --out")
    made.add_argument("--content", type=str | None, default=None, help="a content file in place of the shipped one")
    made.add_argument(
        "--options", type=dict[str, Any], default={}, help="options of the game, as in --options.max_cycles 500"
    )
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Evaluate as the arguments say.

    Returns:
        The exit status: 0, or 1 if a match was abandoned because an agent failed in it. Refused arguments, agents that
        cannot be made or cannot play the game included, exit with 2 and a message before any game.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        made = program()
        with extra():
            # Better missed now than after the games.
            for needed in ("rich", "openskill", "threadpoolctl", "matplotlib"):
                importlib.import_module(needed)
    except MissingExtra as error:
        print(f"{name_of('evaluate')}: error: {error}", file=sys.stderr)
        return 2
    given = parse(made, arguments)
    try:
        workers = whole("workers", given.workers, 1, 1024)
        if given.ladder is not None:
            return climbed(given, workers, arguments)
        plan = planned(given)
        if given.replays and given.out is None:
            raise ValueError("replays are kept in a folder; name it with --out")
        if given.out is not None:
            pathlib.Path(given.out).mkdir(parents=True, exist_ok=True)
        tournament.check(plan)
    except (ValueError, OSError) as error:
        made.error(str(error))
    begin = time.perf_counter()
    try:
        with bar(plan) as advance:
            matches = tournament.play(plan, workers, advance)
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    return told(_run(results.Results(plan, matches, given.table), arguments, workers, begin), given.out)


def _run(outcome: results.Results, arguments: list[str], workers: int, begin: float) -> results.Results:
    """`outcome` with what is known of how it came about, since `begin`."""
    run = {"arguments": arguments, "workers": workers, "seconds": round(time.perf_counter() - begin, 3)}
    return dataclasses.replace(outcome, run=run)


def told(outcome: results.Results, out: str | None) -> int:
    """Show what was played, and write it to the folder `out` if there is one; the exit status."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    show(outcome, console)
    if out is not None:
        results.write(outcome, pathlib.Path(out))
        console.print(f"results.json, results.csv and results.png are in {out}", soft_wrap=True, markup=False)
    return 1 if outcome.failures else 0


LADDER = ("ladder", "agent", "deep", "build", "players", "seed", "workers", "out")
"""Options that go with --ladder."""


def climbed(given: jsonargparse.Namespace, workers: int, arguments: list[str]) -> int:
    """Show a ladder, play an agent on it, or play it anew, as the arguments ask for.

    Raises:
        ValueError: a value that is not allowed, no ladder, or an agent that cannot be made or cannot play the game.
    """
    begin = time.perf_counter()
    preset = program().get_defaults()
    for name, value in vars(given).items():
        if name not in LADDER and value != preset[name]:
            raise ValueError(
                f"--{name} does not go with --ladder, which takes {', '.join(f'--{o}' for o in LADDER[1:])}"
            )
    game = registry.get(given.ladder)
    players = max(2, game.min_players) if given.players is None else given.players
    if not game.min_players <= players <= game.max_players:
        raise ValueError(f"players={players} is not allowed; {game.id} is for {game.min_players} to {game.max_players}")

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    if given.build is not None:
        if given.agent is not None:
            raise ValueError("--build is of the package's own agents; --agent does not go with it")
        path = ladders.file_of(game, players, pathlib.Path(given.build))
        mine = ladders.Ladder.load(path, game) if path.is_file() else ladders.Ladder(game, players, given.seed)
        if mine.seed != given.seed:
            raise ValueError(f"{path} was begun with --seed {mine.seed}; go on with that, or build into another folder")
        ladders.build(mine, path, workers, say)
        return told(_run(mine.results(), arguments, workers, begin), given.out)
    mine = ladders.shipped(game, players)
    if changed := sorted({name for seated in mine.stale() for name in seated}):
        say(f"the ladder was played with other versions of some agents; its matches of {', '.join(changed)} may be old")
    if given.agent is not None:
        if given.agent in ladders.rungs(game, players):
            raise ValueError(f"agent {given.agent!r} is on the ladder; without --agent it is shown as it is")
        mine.seed = given.seed
        tournament.check(mine.plan((given.agent,) * players, 0))
        try:
            ladders.climb(mine, given.agent, deep=given.deep, workers=workers, progress=say)
        except KeyboardInterrupt:
            say("stopped; this is what was played until then")
    elif given.deep:
        raise ValueError("--deep says how long an agent plays; name it with --agent")
    return told(_run(mine.results(), arguments, workers, begin), given.out)


def planned(given: jsonargparse.Namespace) -> Plan:
    """What the arguments ask for.

    Raises:
        ValueError: a value that is not allowed.
    """
    for name in ("game", "agents"):
        if not getattr(given, name):
            raise ValueError(f"--{name} is required, or --ladder in place of --game and --agents")
    for name in ("agent", "deep", "build"):
        if getattr(given, name):
            raise ValueError(f"--{name} goes with --ladder")
    game = registry.get(given.game)
    agents = given.agents
    for k, name in enumerate(agents):
        if name in agents[:k]:
            raise ValueError(f"agent {name!r} is listed twice")
    options = _options(game, given.options)
    preset = len(agents) if given.table else max(2, game.min_players)
    players = preset if given.players is None else given.players
    if not game.min_players <= players <= game.max_players:
        raise ValueError(f"players={players} is not allowed; {game.id} is for {game.min_players} to {game.max_players}")
    if given.table and players != len(agents):
        raise ValueError(f"players={players}, but {len(agents)} agents are to sit at one table")
    shared = game.shared(players)
    return Plan(
        game=game,
        pairings=(tuple(agents),) if given.table else tournament.round_robin(agents, players, shared=shared),
        games=whole("games", given.games, 1, 10_000_000),
        seed=whole("seed", given.seed, 0, 2**64 - 1),
        record=whole("replays", given.replays, 0, 10_000),
        content=given.content,
        options=options,
        limit=_limit(given.limit),
    )


def _limit(seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ValueError(f"limit={seconds!r} is not a number of seconds above 0")
    return seconds


def _options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    allowed = [name for name in game.option_values() if name not in REFUSED]
    for name in given:
        if name in REFUSED:
            raise ValueError(f"option {name!r} {REFUSED[name]}")
        if name not in allowed:
            raise ValueError(
                f"{game.id}: unknown option {name!r}{nearest(name, allowed)}; the options are {', '.join(allowed)}"
            )
    return dict(given)


@contextlib.contextmanager
def bar(plan: Plan) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left, on the standard error if that is a terminal; gives what moves it on."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} games/s" if task.speed else "")

    console = Console(stderr=True)
    columns = (
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        total = len(plan.pairings) * sum(piece.games for piece in plan.pieces())
        task = progress.add_task("playing", total=total)
        yield lambda games: progress.advance(task, games)


def show(outcome: results.Results, console: Console) -> None:
    """Print the tables, and which matches were abandoned."""
    from rich.markup import escape

    console.print(results.summary(outcome, console.width))
    more = results.matrix(outcome, console.width)
    if more is not None:
        console.print("", more, sep="\n")
    for seated, failure in outcome.failures:
        who = " against ".join(dict.fromkeys(seated))
        blamed = f"agent {failure.agent!r} failed: " if failure.agent else ""
        console.print(f"[bold red]abandoned:[/] {escape(f'{who}: {blamed}{failure.reason}')}", soft_wrap=True)


if __name__ == "__main__":
    raise SystemExit(main())
