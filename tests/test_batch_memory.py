"""Copies of batches, and what their compiled code does with memory."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from batch_reference import LONG, RANKED, make, trace
from toy import TOY

from marszoo.envs.core.batch import Batch
from marszoo.envs.core.jit import COMPILED, borrowed, jit

# --- copies ---


@pytest.mark.interpreted
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_go_on_alike_and_apart(duplicate):
    batch = make(num_envs=4, num_players=3, threads=2, bonus=True)
    batch.controllers[:, 1] = 0
    batch.rotate = True
    trace(batch, 20, 4)
    twin = duplicate(batch)
    assert twin.game is batch.game
    assert twin.options == batch.options
    assert trace(twin, LONG, 4) == trace(batch, LONG, 4)
    before = twin.states.tobytes()
    batch.reset(seed=1)
    assert twin.states.tobytes() == before


def test_a_copy_before_the_first_reset_and_with_own_content_and_chooser(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TOY.content_file.read_text().replace("coins = 2", "coins = 7"))
    batch = Batch(TOY, 2, seed=6, chooser=RANKED, content=file, observe=False)
    file.unlink()
    twin = copy.deepcopy(batch)
    for each in (batch, twin):
        with pytest.raises(RuntimeError, match="call reset"):
            each.random_actions()
        each.controllers[:, 0] = 2
        each.reset()
    assert trace(twin, 30, 2) == trace(batch, 30, 2)
    assert twin.observations.shape == (2, 0)


# --- memory ---


@pytest.mark.skipif(not COMPILED, reason="compiled code's own memory")
def test_compiled_code_allocates_nothing_per_row_or_step():
    script = """
import numpy as np
from numba.core.runtime import _nrt_python, rtsys
from toy import TOY
from marszoo.envs.core.batch import Batch

_nrt_python.memsys_enable_stats()
used = []
for n in (4, 64):
    batch = Batch(TOY, n, num_players=3)
    batch.controllers[:, 1] = 0
    batch.reset(seed=0)
    before, games = rtsys.get_allocation_stats().alloc, batch.games.sum()
    for _ in range(40):
        batch.step(batch.random_actions())
    assert batch.games.sum() > games
    used.append(rtsys.get_allocation_stats().alloc - before)
assert used[0] > 0, used  # the arrays handed over by each call are counted
assert used[0] == used[1], used
"""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@jit
def write_through(array):
    rows = borrowed(array)
    for i in range(len(rows)):
        rows[i][1] = i + 5


@pytest.mark.interpreted
def test_a_borrowed_array_is_the_array_itself():
    array = np.zeros((3, 2), np.float32)
    references = sys.getrefcount(array)
    write_through(array)
    assert array.tolist() == [[0, 5], [0, 6], [0, 7]]
    assert sys.getrefcount(array) == references


def test_actions_of_the_caller_are_not_kept():
    batch = make(num_envs=2)
    actions = batch.random_actions()
    kept = actions.copy()
    batch.step(actions)
    assert (actions == kept).all()
