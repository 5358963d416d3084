"""The same rules uncompiled, as an oracle for the compiled ones: what `check_interpreted` compares.

Uncompiled rules are a thousand times slower, so that a single long game takes a minute. Games are therefore played here,
and of their decisions at most so many are taken again in a process of the other kind, each from the state in which it
was asked. All kinds of decision take part, and of the rare ones nearly all that there are.
"""

import hashlib
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import rng
from marszoo.envs.core.advance import random_legal
from marszoo.envs.core.batch_kernels import STREAM
from marszoo.envs.core.frames import KIND
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import COMPILED

PARTS = ("state", "mask", "observation", "guess of the seat to move", "results")
"""What is compared after the deal and after each decision."""
LAST = -1
"""Kind of the decisions that end a game."""


class Moments(NamedTuple):
    """Decisions of recorded games; arrays of one length."""

    states: npt.NDArray[Any]  # in which they were asked
    actions: npt.NDArray[np.int64]  # that were taken
    games: npt.NDArray[np.int64]  # place of the game among the seeds
    numbers: npt.NDArray[np.int64]  # of the decision in its game


def spread(kinds: Sequence[int], most: int) -> list[int]:
    """At most `most` places, ascending: of each kind an equal number if there are so many, evenly spread over its places."""
    groups: dict[int, list[int]] = {}
    for place, kind in enumerate(kinds):
        groups.setdefault(kind, []).append(place)
    chosen: list[int] = []
    order = sorted(groups.values(), key=len)
    for k, places in enumerate(order):
        count = min(len(places), (most - len(chosen)) // (len(order) - k))
        chosen += [places[int(j)] for j in np.linspace(0, len(places) - 1, count).round()]
    return sorted(chosen)


def record(game: Game, seeds: Sequence[int], most: int, **options: Any) -> Moments:
    """Play random games, and choose at most `most` of their decisions."""
    content, checked = game.content(options.pop("content", None)), game.options(**options)
    kernels, tables = game.kernels, content.tables
    states, mask, stream = game.zeros(1), game.mask(), np.zeros(1, STREAM)
    vector = np.zeros(game.observation.width(checked.num_players), np.float32)
    kinds: list[int] = []
    rows: list[tuple[bytes, int, int, int]] = []
    for g, word in enumerate(seeds):
        rng.seed(stream[0], np.uint64(rng.mix(np.uint64(word), 0, 4)))
        kernels.start(states, 0, game.zeros(1), tables, checked.vector, np.uint64(word), mask)
        number = 0
        while not states["over"][0]:
            kinds.append(int(states["frame"][0, states["depth"][0] - 1, KIND]))
            action = int(random_legal(stream[0], mask))
            rows.append((states.tobytes(), action, g, number))
            kernels.act(states, 0, tables, action, mask, vector, False)
            number += 1
        if number:
            kinds[-1] = LAST
    picked = [rows[k] for k in spread(kinds, most)]
    out = game.zeros(len(picked))
    for k, row in enumerate(picked):
        out[k] = np.frombuffer(row[0], game.state)[0]
    actions, games, numbers = (np.array([row[k] for row in picked], np.int64) for k in (1, 2, 3))
    return Moments(out, actions, games, numbers)


def digests(game: Game, seeds: Sequence[int], moments: Moments, **options: Any) -> list[list[str]]:
    """For the start of each game, and then for each moment: a digest of each of PARTS one action later."""
    content, checked = game.content(options.pop("content", None)), game.options(**options)
    kernels, tables = game.kernels, content.tables
    states, mask = game.zeros(2), game.mask()
    vector = np.zeros(game.observation.width(checked.num_players), np.float32)

    def parts(word: int) -> list[str]:
        states[1] = states[0]
        if not states["over"][0]:
            kernels.determinize(states, 1, tables, int(states["player"][0]), np.uint64(word))
        now = game.settle_up(states, 0, content, "margin")
        found = (states[:1], np.asarray(mask), vector, states[1:], np.array([now.score, now.payoff, now.rank]))
        return [hashlib.sha256(part.tobytes()).hexdigest()[:16] for part in found]

    out = []
    for word in seeds:
        vector[:] = 0.0
        kernels.start(states, 0, game.zeros(1), tables, checked.vector, np.uint64(word), mask)
        out.append(parts(word))
    for k, action in enumerate(moments.actions):
        states[0] = moments.states[k]
        mask[:] = 0
        mask[action] = 1
        kernels.act(states, 0, tables, int(action), mask, vector, True)
        out.append(parts(seeds[moments.games[k]]))
    return out


def digests_elsewhere(game: Game, seeds: Sequence[int], moments: Moments, **options: Any) -> list[list[str]]:
    """`digests` from a process in which rules are uncompiled, or compiled if they are not here.

    Raises:
        RuntimeError: that process failed; its own message.
    """
    module, name = game.__reduce__()[1]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "moments.npz"
        raw = moments.states.view(np.uint8).reshape(len(moments.states), game.state.itemsize)
        np.savez(path, states=raw, actions=moments.actions, games=moments.games, numbers=moments.numbers)
        asked = json.dumps([module, name, str(path), [int(word) for word in seeds], options], default=str)
        environ = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "NUMBA_DISABLE_JIT": str(int(COMPILED)),
        }
        code = f"from {__name__} import answer; answer()"
        ran = subprocess.run(
            [sys.executable, "-c", code], env=environ, input=asked, capture_output=True, text=True, check=False
        )
    if ran.returncode:
        raise RuntimeError(f"the {'un' if COMPILED else ''}compiled run failed:\n{ran.stderr}")
    found: list[list[str]] = json.loads(ran.stdout.splitlines()[-1])
    return found


def answer() -> None:
    """What the other process does: read what is asked from standard input, and print the digests."""
    module, name, path, seeds, options = json.load(sys.stdin)
    game: Game = getattr(importlib.import_module(module), name)
    with np.load(path) as saved:
        states = game.zeros(len(saved["states"]))
        states.view(np.uint8).reshape(saved["states"].shape)[:] = saved["states"]
        moments = Moments(states, saved["actions"], saved["games"], saved["numbers"])
    print(json.dumps(digests(game, seeds, moments, **options)))
