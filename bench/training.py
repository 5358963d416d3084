"""What training costs: its speed beside a yardstick, the environment's share of the time, and the memory.

    python bench/training.py [--quick] [--strict] [--config FILE ...]

Every configuration of the package is measured. The yardstick is MaskablePPO of sb3-contrib at its defaults on eight copies
of PettingZoo's connect_four_v3; ours is the training of the configuration, league included, with a network of the same
size and two players. Both take turns in one thread, and of each the best turn counts, by processor time. Evaluations and
checkpoints are left out of rates and shares. Needs the extra "train", and "bench" for the yardstick.
"""

import argparse
import contextlib
import dataclasses
import importlib.util
import io
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
import yardsticks
from rich.console import Console
from run import Bench, number
from threadpoolctl import threadpool_limits

from marszoo.agents import config as settings
from marszoo.agents.ppo.callbacks import Course
from marszoo.agents.ppo.imitation import STEPS
from marszoo.agents.ppo.learner import Begun
from marszoo.agents.ppo.network import ROWS
from marszoo.agents.ppo.report import Report
from marszoo.agents.ppo.run_folder import RunFolder
from marszoo.agents.train import parser as training_parser
from marszoo.envs import registry

CONFIGS = sorted((pathlib.Path(__file__).parent.parent / "configs").glob("*.yaml"))
SAME_NETWORK = settings.Network(hidden=[64, 64], activation="tanh", standardize=False)
"""What MaskablePPO has by default."""
TRAIN = """
import resource, sys
from marszoo.agents.train import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(status)
"""
"""A script that trains by its arguments and says last how much memory that took."""


class Updates(Course):
    """All that happens between two updates of a run, but for evaluations and checkpoints."""

    def _evaluate(self, *_: Any) -> dict[str, float]:
        return {}

    def checkpoint(self, *_: Any) -> None:
        pass


class Slice:
    """A run as the configuration says, somewhere in its middle: the league has as many snapshots as are drawn from."""

    def __init__(self, config: settings.Config, folder: pathlib.Path) -> None:
        # Slices have no end for the learning rate to fall to.
        steady = dataclasses.replace(config.ppo, final_learning_rate=config.ppo.learning_rate)
        config = dataclasses.replace(config, ppo=steady)
        run = Begun(config, RunFolder(folder))
        self.model, self.env = run.model, run.env
        report = Report(Console(file=io.StringIO()))
        self.course = Updates(config, RunFolder(folder), run.env, report, {"stage": "learning"})
        if self.course.league is not None:
            newest = self.course.policy(self.model)
            for k in range(config.league.active):
                self.course.league.add(dataclasses.replace(newest, steps=k), set())

    def learn(self, seconds: float, clock: Callable[[], float]) -> tuple[int, float]:
        """Whole updates for about so long: the learner's decisions, and the seconds that they took."""
        torch.distributions.Distribution.set_default_validate_args(False)  # as the training does
        before, begin = self.model.num_timesteps, clock()
        while self.model.num_timesteps == before or clock() - begin < seconds:
            self.model.learn(1, callback=self.course, reset_num_timesteps=False)
        return self.model.num_timesteps - before, clock() - begin

    def rate(self, seconds: float) -> float:
        """Decisions per second of processor time."""
        decisions, taken = self.learn(seconds, time.process_time)
        return decisions / taken


def load(path: pathlib.Path, **changes: Any) -> settings.Config:
    """A configuration file as the training reads it, with some fields changed."""
    tree = training_parser().parse_args(["--config", str(path)]).as_dict()
    made = settings.build(tree)
    changed = dataclasses.replace(made, **changes)
    settings.check(changed)
    return changed


@contextlib.contextmanager
def slice_of(config: settings.Config) -> Iterator[Slice]:
    with tempfile.TemporaryDirectory() as folder:
        made = Slice(config, pathlib.Path(folder) / "run")
        yield made
        made.env.close()


def speed(bench: Bench, paths: Sequence[pathlib.Path]) -> None:
    """Decisions of the learner per second, beside the yardstick."""
    since = len(bench.rows)
    theirs = yardsticks.connect_four_training() if importlib.util.find_spec("pygame") is not None else None
    for path in paths:
        game = registry.get(load(path).game)
        seats = min(max(2, game.min_players), game.max_players)
        with slice_of(load(path, network=SAME_NETWORK, num_players=seats, threads=1, env_threads=1)) as ours:
            name = f"{path.name}, {seats} players, network of 64 x 64"
            bench.against(name, ours.rate, ("MaskablePPO, connect_four_v3", theirs, 3.0))
    bench.show("Training: decisions of the learner per second, one core, updates included", since)


def shares(bench: Bench, paths: Sequence[pathlib.Path]) -> None:
    """Where time and memory go with the configurations as they are shipped."""
    since = len(bench.rows)
    for path in paths:
        config = load(path)
        torch.set_num_threads(config.threads)
        with slice_of(config) as made:
            made.learn(0.0, time.perf_counter)
            inside, asked = made.env.seconds, made.env.opponents_seconds
            decisions, taken = made.learn(bench.turns * bench.seconds, time.perf_counter)
            inside, asked = made.env.seconds - inside, made.env.opponents_seconds - asked
        name = f"{path.name}, {config.num_players} players"
        bench.limit(f"{name}: decisions of the learner per second", decisions / taken, None, True)
        # Opponents that are networks count as training, as the learner's own decisions do.
        bench.limit(f"{name}: environment and scripted opponents, % of the time", 100 * inside / taken, 10.0, False)
        bench.limit(f"{name}: networks of opponents, % of the time", 100 * asked / taken, None, False)
        peak = peak_memory(path, config)
        if peak is not None:
            bench.limit(f"{name}: peak memory of a whole run, MiB", peak / 2**20, 2048.0, False)
    bench.show("Training as shipped", since)


def peak_memory(path: pathlib.Path, config: settings.Config) -> float | None:
    """Peak memory in bytes of a new process that trains by this configuration file; None where it cannot be asked for.

    It goes through everything that a run does: two parts of the warm start, if there is one, two updates, a snapshot, an
    evaluation before and one after them, and the checkpoints.
    """
    if importlib.util.find_spec("resource") is None:
        return None
    update = config.rows * config.ppo.n_steps
    changes = {
        "total_steps": 2 * update,
        "league.snapshot_every": update,
        "checkpoints.every": update,
        "warm_start.decisions": 2 * STEPS * ROWS,
    }
    given = [f"--{name}={value}" for name, value in changes.items()]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", TRAIN, "--config", str(path), *given, "--out", f"{folder}/run"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    # Kilobytes, but on macOS bytes.
    return int(done.stdout.split()[-1]) * (1.0 if sys.platform == "darwin" else 1024.0)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; with ``--strict`` return 1 if an aim is not reached."""
    program = argparse.ArgumentParser(prog="bench/training.py", description="What training costs, beside a yardstick.")
    program.add_argument("--quick", action="store_true", help="as few updates as there can be")
    program.add_argument("--strict", action="store_true", help="exit with status 1 if an aim is not reached")
    program.add_argument(
        "--config", nargs="+", type=pathlib.Path, default=CONFIGS, metavar="FILE", help="only these configurations"
    )
    chosen = program.parse_args(argv)
    bench = Bench(turns=1, seconds=0.1) if chosen.quick else Bench(turns=5, seconds=4.0)
    torch.set_num_threads(1)
    with threadpool_limits(1):
        speed(bench, chosen.config)
        shares(bench, chosen.config)
    missed = [f"{row.name} ({row.ours})" for row in bench.rows if row.reached is False]
    print(f"\n{number(len(missed))} aims not reached{': ' if missed else ''}{'; '.join(missed)}")
    return 1 if chosen.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
