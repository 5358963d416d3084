"""What is measured of marszoo itself. Rates are per second of processor time; `seconds` says for about how long to measure."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from marszoo.envs import registry
from marszoo.envs.core.batch import play_games
from marszoo.envs.core.jit import jit

ROWS = 1024


def batch(id: str, players: int, observe: bool) -> Callable[[float], float]:
    """Random play through ``make_batch(…).step`` on one thread: decisions of players per second."""
    games = registry.make_batch(id, ROWS, num_players=players, observe=observe)
    games.reset(seed=0)
    # Rows start together; the measurement begins when they are spread over all phases of the game.
    for _ in range(200):
        games.step(games.random_actions())

    def play(seconds: float) -> float:
        steps = 0
        begin = time.thread_time()
        while time.thread_time() - begin < seconds:
            for _ in range(10):
                games.step(games.random_actions())
            steps += 10
        return steps * ROWS / (time.thread_time() - begin)

    return play


@jit
def copy_states(states: Any, times: Any) -> None:
    for k in range(times):
        states[k % len(states)] = states[(k + 1) % len(states)]


def copies(id: str) -> Callable[[float], float]:
    """Copies of states in compiled code."""
    states = registry.get(id).zeros(64)
    copy_states(states, 1)

    def run(seconds: float) -> float:
        count = 0
        begin = time.thread_time()
        while time.thread_time() - begin < seconds:
            copy_states(states, 10_000)
            count += 10_000
        return count / (time.thread_time() - begin)

    return run


def clones(id: str, players: int) -> Callable[[float], float]:
    """``env.clone()`` in mid-game."""
    env = registry.make(id, num_players=players)
    env.reset(seed=0)
    for _ in range(20):
        env.step(env.legal_actions()[0])

    def run(seconds: float) -> float:
        count = 0
        begin = time.thread_time()
        while time.thread_time() - begin < seconds:
            for _ in range(100):
                env.clone()
            count += 100
        return count / (time.thread_time() - begin)

    return run


FIRST_STEP = """
import time
begin = time.perf_counter()
import marszoo
env = marszoo.make({id!r})
env.reset(seed=0)
env.step(env.legal_actions()[0])
print(time.perf_counter() - begin)
"""
FIRST_BATCH = """
import time
begin = time.perf_counter()
import marszoo
batch = marszoo.make_batch({id!r}, 8)
batch.reset(seed=0)
batch.step(batch.random_actions())
print(time.perf_counter() - begin)
"""


def start(id: str, repeats: int) -> dict[str, float]:
    """Seconds from ``import marszoo`` to the first step in new processes: one environment, then a batch; cold, then cached."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "MARSZOO_CACHE_DIR": folder}

        def run(script: str) -> float:
            command = [sys.executable, "-c", script.format(id=id)]
            return float(subprocess.run(command, env=environ, check=True, capture_output=True, text=True).stdout)

        cold, cold_batch = run(FIRST_STEP), run(FIRST_BATCH)
        warm = min(run(FIRST_STEP) for _ in range(repeats))
        warm_batch = min(run(FIRST_BATCH) for _ in range(repeats))
    return {
        "first step, nothing compiled": cold,
        "and the batch after it": cold_batch,
        "first step, from the cache": warm,
        "first batch step, from the cache": warm_batch,
    }


def lengths(id: str, players: int, games: int) -> tuple[float, int, float]:
    """Random games: mean and longest number of decisions, and the share that was truncated."""
    played = play_games(registry.get(id), np.zeros((games, players), np.int8), np.arange(games), num_players=players)
    return float(played.steps.mean()), int(played.steps.max()), float(played.truncations.mean())
