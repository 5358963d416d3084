"""Small random policies for the tests."""

import itertools
import os
import pathlib
import subprocess
import sys

import numpy as np
from toy import TOY

from marszoo.agents.base import View
from marszoo.agents.ppo.policy import Policy
from marszoo.envs.core.batch import Batch

SRC = pathlib.Path(__file__).parents[1] / "src"


def layers(*sizes, seed=0):
    random = np.random.default_rng(seed)
    return tuple(
        (random.normal(0, 0.5, (a, b)).astype(np.float32), random.normal(0, 0.5, b).astype(np.float32))
        for a, b in itertools.pairwise(sizes)
    )


def some_policy(game=TOY, num_players=2, seed=0, hidden=(24, 17), activation="tanh", content=None, **facts):
    width = game.observation.width(num_players)
    return Policy.of_layers(
        layers(width, *hidden, game.actions.n, seed=seed),
        layers(width, 9, 1, seed=seed + 1),
        activation,
        game=game,
        content=content or game.shipped,
        num_players=num_players,
        **facts,
    )


def some_view(game=TOY, n=24, steps=30, seed=3, num_players=2, **options):
    batch = Batch(game, n, seed=seed, num_players=num_players, **options)
    batch.reset()
    for _ in range(steps):
        batch.step(batch.random_actions())
    return View.of_batch(batch)


def in_another_process(script, *arguments):
    path = os.pathsep.join([str(SRC), str(pathlib.Path(__file__).parent)])
    environ = os.environ | {"PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)], env=environ, capture_output=True, text=True, check=False
    )
