"""What a league is worth: ``python bench/league.py`` trains twice, with a league and against the newest policy alone.

Both runs have the same game, network, seeds and number of decisions; they differ in who sits opposite. On the way both are
evaluated against opponents that neither ever meets in training. The picture shows the shares of wins against them, a line
for each seed, and lands beside the numbers in ``--out``.
"""

from __future__ import annotations

import argparse
import csv
import pathlib
import subprocess
import sys

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, PercentFormatter

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = {
    "league": ["--league.scripted", '{"greedy": 0.25}', "--league.newest", "0.5", "--league.past", "0.25"],
    "newest self": ["--league.scripted", "{}", "--league.newest", "1.0", "--league.past", "0.0"],
}
"""Name of a run -> what it changes in the configuration."""


def train(config: str, kind: str, seed: int, steps: int, held_out: list[str], folder: pathlib.Path) -> None:
    """A run, or the rest of one that was interrupted."""
    if (folder / "config.yaml").is_file():
        arguments = ["--resume", str(folder)]
    else:
        arguments = ["--config", config, "--out", str(folder), "--seed", str(seed), "--total_steps", str(steps)]
        arguments += ["--evaluation.opponents", str(held_out), "--evaluation.every", str(steps // 8)]
        arguments += ["--evaluation.games", "400", *KINDS[kind]]
    subprocess.run([sys.executable, str(ROOT / "train.py"), *arguments], check=True)


def curve(folder: pathlib.Path, opponent: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(decisions, share, low, high) of the evaluations of a run against an opponent."""
    with (folder / "metrics.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row[f"{opponent}_share"]]
    names = ("steps", *(f"{opponent}_{part}" for part in ("share", "low", "high")))
    found = np.array([[float(row[name]) for name in names] for row in rows]).T
    return found[0], found[1], found[2], found[3]


def draw(runs: dict[tuple[str, int], pathlib.Path], held_out: list[str], path: pathlib.Path) -> None:
    """A PNG with one panel for each opponent."""
    figure = Figure(figsize=(6 * len(held_out), 4.5), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, opponent in zip(figure.subplots(1, len(held_out), squeeze=False)[0], held_out, strict=True):
        for (kind, seed), folder in runs.items():
            steps, share, low, high = curve(folder, opponent)
            colour = f"C{list(KINDS).index(kind)}"
            axes.plot(steps, share, marker=".", color=colour, label=f"{kind}, seed {seed}")
            axes.fill_between(steps, low, high, color=colour, alpha=0.12)
        axes.set(title=f"against {opponent}, never met in training", xlabel="decisions of the learner", ylim=(0, 1))
        axes.set_ylabel("games won (95 % interval)")
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right")
    figure.savefig(path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default=str(ROOT / "configs" / "quickstart.yaml"))
    parser.add_argument("--held-out", nargs="+", default=["hunter", "mcts:30"], help="opponents of the evaluations")
    parser.add_argument("--steps", type=int, default=4_000_000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("runs/league"))
    given = parser.parse_args()
    runs = {}
    for seed in given.seeds:
        for kind in KINDS:
            folder = runs[kind, seed] = given.out / f"{kind.replace(' ', '_')}_{seed}"
            train(given.config, kind, seed, given.steps, given.held_out, folder)
    draw(runs, given.held_out, given.out / "league.png")
    for (kind, seed), folder in runs.items():
        for opponent in given.held_out:
            steps, share, low, high = curve(folder, opponent)
            print(
                f"{kind}, seed {seed}: {100 * share[-1]:.1f} % ({100 * low[-1]:.1f}-{100 * high[-1]:.1f}) against "
                f"{opponent} after {steps[-1]:,.0f} decisions"
            )
    print(f"the picture is {given.out / 'league.png'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
