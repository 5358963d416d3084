"""Speed and size of every game, each figure beside its yardstick from the same run.

    python bench/run.py [--quick] [--strict] [--game ID ...]

Absolute numbers say more about the machine than about the code; what counts is the ratio. Yardstick and subject take
turns, time is processor time of one thread, and of each the best turn counts, so that a busy machine disturbs both
little and alike. (Only starting is measured by the clock on the wall.) The yardsticks need the extra "bench", that is
`pip install "marszoo[bench]"`; without it, ours are printed alone.
"""

import argparse
import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import measures
import yardsticks

import marszoo
from marszoo.envs import registry

Rate = Callable[[float], float]


@dataclass(frozen=True)
class Row:
    """One figure: ours, what it is held against (a yardstick's figure or a fixed limit), and the aim."""

    name: str
    ours: str
    beside: str
    theirs: str
    ratio: str
    aim: str
    reached: bool | None  # None: no aim


class Aims(NamedTuple):
    """What a game is held to: the longer its rules, the less."""

    masks: float = 2.0
    """Times OpenSpiel's connect_four with its mask."""
    observations: float = 3.0
    """Times OpenSpiel's connect_four with mask and tensor."""
    aec: float = 4.0
    """Times PettingZoo's connect_four_v3."""
    compiled: float = 25.0
    """Seconds to the first step, nothing compiled."""
    cached: float = 1.5
    """Seconds to the first step from the cache."""


AIMS = {
    "first_martians_v0": Aims(observations=2.5, aec=3.0, compiled=30.0),
    "legacy_of_mars_v0": Aims(masks=1.0, observations=1.0, aec=2.0, compiled=60.0, cached=2.0),
    "terraforming_dice_v0": Aims(masks=1.5, observations=2.0, aec=3.0, compiled=30.0),
}
"""Game id -> its aims, if they are others."""


def number(value: float) -> str:
    """Three significant digits."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(line[k]) for line in [heads, *rows]) for k in range(len(heads))]
    print(f"\n{title}")
    for line in [heads, ["-" * w for w in widths], *rows]:
        print(
            "  ".join(
                cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in enumerate(zip(line, widths, strict=True))
            )
        )


def best(turns: int, seconds: float, *rates: Rate) -> list[float]:
    """The best of several turns of each, taken in alternation."""
    found = [[rate(seconds) for rate in rates] for _ in range(turns)]
    return [max(column) for column in zip(*found, strict=True)]


class Bench:
    """Collects rows; `turns` and `seconds` say how long each figure is measured."""

    def __init__(self, turns: int, seconds: float) -> None:
        self.turns, self.seconds = turns, seconds
        self.rows: list[Row] = []

    def against(self, name: str, ours: Rate, *yardsticks: tuple[str, Rate | None, float | None]) -> None:
        """A row for each yardstick: (what it is, its rate or None if it is not installed, the ratio aimed at)."""
        rates = [ours, *(theirs for _, theirs, _ in yardsticks if theirs is not None)]
        for rate in rates:
            rate(self.seconds / 10)
        mine, *others = best(self.turns, self.seconds, *rates)
        for beside, theirs, aim in yardsticks:
            aimed = f"{aim:g} x" if aim else ""
            if theirs is None:
                self.rows.append(Row(name, number(mine), beside, "not installed", "", aimed, None))
                continue
            other = others.pop(0)
            reached = mine / other >= aim if aim else None
            self.rows.append(Row(name, number(mine), beside, number(other), f"{mine / other:.2f} x", aimed, reached))

    def limit(self, name: str, value: float, limit: float | None, at_least: bool) -> None:
        reached = None if limit is None else (value >= limit if at_least else value <= limit)
        aim = "" if limit is None else f"{'>' if at_least else '<'} {number(limit)}"
        self.rows.append(Row(name, number(value), "", "", "", aim, reached))

    def show(self, title: str, since: int) -> None:
        marks = {None: "", True: "yes", False: "NO"}
        cells = [(r.name, r.ours, r.beside, r.theirs, r.ratio, r.aim, marks[r.reached]) for r in self.rows[since:]]
        table(title, ("", "marszoo", "beside", "theirs", "ratio", "aim", "reached"), cells)


def speed(bench: Bench, id: str, counts: Sequence[int]) -> None:
    """Decisions per second, at each number of players."""
    spiel = importlib.util.find_spec("pyspiel") is not None
    four = importlib.util.find_spec("pygame") is not None
    since, aims = len(bench.rows), AIMS.get(id, Aims())

    def theirs(name: str, tensor: bool, **parameters: int) -> Rate | None:
        return yardsticks.open_spiel(name, tensor, **parameters) if spiel else None

    for players in counts:
        for observe, word, aim in ((False, "mask", aims.masks), (True, "mask and observation", aims.observations)):
            ours, name = measures.batch(id, players, observe), f"{players} players, batch, {word}"
            bench.against(
                name,
                ours,
                ("OpenSpiel connect_four", theirs("connect_four", observe), aim),
                ("OpenSpiel hanabi, 4 players", theirs("hanabi", observe, players=4), None),
            )
        aec = yardsticks.aec_loop(registry.make(id, num_players=players))
        other = yardsticks.aec_loop(yardsticks.connect_four()) if four else None
        bench.against(f"{players} players, AEC loop", aec, ("PettingZoo connect_four_v3", other, aims.aec))
    bench.show(f"{id}: decisions per second, one core, random play", since)


def copying(bench: Bench, id: str, players: int) -> None:
    since = len(bench.rows)
    (copies,) = best(bench.turns, bench.seconds, measures.copies(id))
    (clones,) = best(bench.turns, bench.seconds, measures.clones(id, players))
    bench.limit("states copied in compiled code", copies, 1e6, True)
    bench.limit("env.clone()", clones, 3e4, True)
    bench.show(f"{id}: copies per second", since)


def starting(bench: Bench, id: str, repeats: int) -> None:
    since = len(bench.rows)
    limits = {
        "first step, nothing compiled": AIMS.get(id, Aims()).compiled,
        "first step, from the cache": AIMS.get(id, Aims()).cached,
    }
    for name, seconds in measures.start(id, repeats).items():
        bench.limit(name, seconds, limits.get(name), False)
    bench.show(f"{id}: seconds from `import marszoo`, in a new process", since)


def sizes(ids: Sequence[str], games: int) -> None:
    rows = []
    for id in ids:
        game = registry.get(id)
        for players in range(game.min_players, game.max_players + 1):
            mean, longest, cut = measures.lengths(id, players, games)
            rows.append(
                (
                    f"{id}, {players} players",
                    str(game.state.itemsize),
                    str(game.observation.width(players)),
                    str(game.actions.n),
                    f"{mean:.0f}",
                    str(longest),
                    str(game.max_cycles[players]),
                    f"{cut:.1%}",
                )
            )
    heads = ("", "state bytes", "observation", "actions", "decisions", "longest", "max_cycles", "truncated")
    table(f"Sizes, and the length of {games} random games (decisions of all seats, forced ones included)", heads, rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; with ``--strict`` return 1 if an aim is not reached."""
    parser = argparse.ArgumentParser(
        prog="bench/run.py", description="Speed and size of every game, beside yardsticks."
    )
    parser.add_argument("--quick", action="store_true", help="short turns, and the lowest number of players only")
    parser.add_argument("--strict", action="store_true", help="exit with status 1 if an aim is not reached")
    parser.add_argument(
        "--game", nargs="+", choices=marszoo.games(), default=list(marszoo.games()), help="only these games"
    )
    chosen = parser.parse_args(argv)
    bench = Bench(turns=3, seconds=0.1) if chosen.quick else Bench(turns=5, seconds=0.5)
    sizes(chosen.game, 200 if chosen.quick else 2000)
    for id in chosen.game:
        game = registry.get(id)
        counts = range(game.min_players, game.max_players + 1)
        speed(bench, id, counts[:1] if chosen.quick else counts)
        copying(bench, id, counts[0])
        starting(bench, id, 1 if chosen.quick else 3)
    missed = [row.name for row in bench.rows if row.reached is False]
    print(f"\n{len(missed)} aims not reached{': ' if missed else ''}{'; '.join(missed)}")
    return 1 if chosen.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
