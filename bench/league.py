"""What a league is worth: ``python bench/league.py`` trains twice, with a league and against the newest policy alone.

Both runs have the same game, network, seeds and number of decisions; they differ in who sits opposite. On the way both are
evaluated against opponents that neither ever meets in training, and at the end once more in more games, those of all seeds
together. The picture shows the shares of wins against them, a line for each seed, and lands beside the numbers in ``--out``.
"""

from __future__ import annotations

import argparse
import csv
import json
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, PercentFormatter

from marszoo.agents import tournament
from marszoo.agents.match import wilson
from marszoo.agents.ppo.policy import PolicyAgent
from marszoo.envs import registry

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = {
    "league": ["--league.scripted", '{"greedy": 0.25}', "--league.newest", "0.5", "--league.past", "0.25"],
    "newest self": ["--league.scripted", "{}", "--league.newest", "1.0", "--league.past", "0.0"],
}
"""Name of a run -> what it changes in the configuration."""
FRESH = 1000
"""Seed of the games at the end; those on the way have others."""
Runs = dict[tuple[str, int], pathlib.Path]
"""(kind, seed) -> the run's folder."""


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


def final(runs: Runs, held_out: list[str], games: int) -> list[dict[str, Any]]:
    """How the trained policies fared at the end: a row for each kind and opponent, its seeds together.

    The intervals are of these policies; how far other seeds would lie apart is to be seen in the shares by seed.
    """
    rows = []
    for opponent in held_out:
        for kind in KINDS:
            folders = [folder for (other, _), folder in runs.items() if other == kind]
            policy = PolicyAgent(folders[0]).policy
            pairings = tuple((f"ppo:{folder}", *[opponent] * (policy.num_players - 1)) for folder in folders)
            matches = tournament.play(tournament.Plan(registry.get(policy.game), pairings, games, FRESH))
            shares = []
            for match in matches:
                if isinstance(match, tournament.Failure):
                    raise RuntimeError(f"{match.agent}: {match.reason}")
                shares.append(match.standings[0].win_share)
            low, high = wilson(float(np.mean(shares)) * games * len(shares), games * len(shares))
            rows.append({"kind": kind, "against": opponent, "shares": shares, "games": games, "low": low, "high": high})
    return rows


def draw(runs: Runs, ends: list[dict[str, Any]], held_out: list[str], path: pathlib.Path) -> None:
    """A PNG with one panel for each opponent; on its right what was played at the end."""
    figure = Figure(figsize=(6 * len(held_out), 4.5), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, opponent in zip(figure.subplots(1, len(held_out), squeeze=False)[0], held_out, strict=True):
        for (kind, seed), folder in runs.items():
            steps, share, low, high = curve(folder, opponent)
            colour = f"C{list(KINDS).index(kind)}"
            axes.plot(steps, share, marker=".", color=colour, label=f"{kind}, seed {seed}")
            axes.fill_between(steps, low, high, color=colour, alpha=0.12)
        for row in ends:
            if row["against"] == opponent:
                k, mean = list(KINDS).index(row["kind"]), float(np.mean(row["shares"]))
                reach = [[mean - row["low"]], [row["high"] - mean]]
                x = steps[-1] * (1.05 + 0.03 * k)
                label = f"{row['kind']}, {len(row['shares'])} x {row['games']:,} games at the end"
                axes.errorbar([x], [mean], reach, fmt="s", markersize=4, capsize=3, color=f"C{k}", label=label)
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
    parser.add_argument("--games", type=int, default=2000, help="at the end, for each policy and opponent")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("runs/league"))
    given = parser.parse_args()
    runs = {}
    for seed in given.seeds:
        for kind in KINDS:
            folder = runs[kind, seed] = given.out / f"{kind.replace(' ', '_')}_{seed}"
            train(given.config, kind, seed, given.steps, given.held_out, folder)
    ends = final(runs, given.held_out, given.games)
    (given.out / "league.json").write_text(json.dumps(ends, indent=1) + "\n")
    draw(runs, ends, given.held_out, given.out / "league.png")
    for row in ends:
        each = ", ".join(f"{100 * share:.1f}" for share in row["shares"])
        print(
            f"{row['kind']} against {row['against']}: {100 * np.mean(row['shares']):.1f} % "
            f"({100 * row['low']:.1f}-{100 * row['high']:.1f}), by seed {each}"
        )
    print(f"the picture is {given.out / 'league.png'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
