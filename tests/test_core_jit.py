"""Compilation: what the cache depends on, that templates are cached, that helpers are not compiled again and again."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from toy import TOY

from marszoo.envs.core import jit as policy
from marszoo.envs.core.jit import COMPILED, bind, cache_key, cache_root, jit, versions

compiled_only = pytest.mark.skipif(not COMPILED, reason="numba is switched off")
TESTS = pathlib.Path(__file__).parent


def run(code, cache, *, path=(), **environ):
    """Run code in a process of its own, with an own cache; gives what it prints, as JSON."""
    paths = [*map(str, path), *sys.path]
    env = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    env |= {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "MARSZOO_CACHE_DIR": str(cache), **environ}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture
def kernels(tmp_path):
    """A folder with a compiled function that calls another one, in another file."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "outside_callee.py").write_text(
        "from marszoo.envs.core.jit import jit\n@jit\ndef one(x):\n    return x + 1\n", encoding="utf-8"
    )
    (folder / "outside_caller.py").write_text(
        "from marszoo.envs.core.jit import jit\nfrom outside_callee import one\n"
        "@jit\ndef two(x, table, at):\n    table[at] = 1\n    return one(x) * 2\n",
        encoding="utf-8",
    )
    return folder


CALL = "import json, numpy as np; from outside_caller import two; print(json.dumps(two(3, np.zeros(4), 0)))"


@compiled_only
def test_a_changed_callee_is_noticed(kernels, tmp_path):
    cache = tmp_path / "cache"
    assert run(CALL, cache, path=[kernels]) == 8
    callee = kernels / "outside_callee.py"
    callee.write_text(callee.read_text(encoding="utf-8").replace("x + 1", "x + 10"), encoding="utf-8")
    # The caller's file is as it was: Numba's own cache would give 8 again.
    assert run(CALL, cache, path=[kernels]) == 26


@compiled_only
def test_bounds_checked_code_is_not_shared_with_unchecked_code(kernels, tmp_path):
    cache = tmp_path / "cache"
    outside = (
        "import json, numpy as np\nfrom outside_caller import two\n"
        "try:\n    two(3, np.zeros(8)[:4], 5)\nexcept IndexError:\n    print(json.dumps('refused'))\n"
        "else:\n    print(json.dumps('written'))\n"
    )
    assert run(outside, cache, path=[kernels]) == "written"
    assert run(outside, cache, path=[kernels], NUMBA_BOUNDSCHECK="1") == "refused"
    assert run(outside, cache, path=[kernels]) == "written"


def test_the_key_depends_on_what_changes_code_and_on_nothing_else(tmp_path):
    files = (tmp_path / "a.py", tmp_path / "b.py")
    for file in files:
        file.write_text("x = 1\n", encoding="utf-8")
    key = cache_key(files, {})
    assert key == cache_key(files, {"HOME": "/", "NUMBA_NUM_THREADS": "2", "NUMBA_CACHE_DIR": "/x"})
    assert key != cache_key(files, {"NUMBA_BOUNDSCHECK": "1"})
    assert key != cache_key(files, {"NUMBA_OPT": "1"})
    files[1].write_text("x = 2\n", encoding="utf-8")
    assert key != cache_key(files, {})


def test_compiled_code_is_keyed_by_all_that_it_imports():
    core = pathlib.Path(policy.__file__).resolve().parent
    reached = policy.reachable_sources(str(TESTS / "toy" / "rules.py"))
    assert {TESTS / "toy" / name for name in ("rules.py", "state.py", "content.py")} <= set(reached)
    assert {core / name for name in ("rng.py", "frames.py", "jit.py", "record.py")} <= set(reached)
    # What only shows or adapts a game must not compile it anew.
    assert not {TESTS / "toy" / "display.py", core / "aec.py", core / "gym.py", core / "replay.py"} & set(reached)


@compiled_only
def test_templates_are_cached_across_processes(tmp_path):
    code = (
        "import json, numpy as np; from toy import TOY; from marszoo.envs.core.aec import AECGame\n"
        "env = AECGame(TOY); env.reset(seed=1); env.step(env.legal_actions()[0])\n"
        "used = [TOY.kernels.act, TOY.kernels.observe]\n"
        "print(json.dumps([sum(sum(getattr(k.stats, side).values()) for k in used) for side in ('cache_hits', 'cache_misses')]))"
    )
    assert run(code, tmp_path) == [0, 2]
    assert run(code, tmp_path) == [2, 0]


@jit
def plus_one(x):
    return x + 1


@jit
def widths(small, states):
    return plus_one(small[0]) + plus_one(3) + plus_one(states[0].player) + plus_one(np.int32(4)) + plus_one(True)


@compiled_only
def test_a_helper_is_compiled_once_for_every_width_of_integer():
    before = versions(plus_one)
    assert widths(np.zeros(2, np.int8), TOY.zeros(1)) == 1 + 4 + 1 + 5 + 2
    # One more for the bool, none for literals and narrow integers.
    assert versions(plus_one) - before <= 2


def answer():
    return 0


def template(x):
    return answer() + x


@jit
def four():
    return 4


@jit
def five():
    return 5


@pytest.mark.interpreted
def test_bound_templates_do_not_disturb_each_other():
    first, second = bind(template, "one", answer=four), bind(template, "two", answer=five)
    assert (first(1), second(1), template(1)) == (5, 6, 1)
    assert "one" in getattr(first, "__qualname__", "one")


@pytest.mark.interpreted
def test_binding_a_name_that_the_template_does_not_use_is_an_error():
    with pytest.raises(TypeError, match=r"no name 'question'.*answer"):
        bind(template, "one", question=four)


def test_an_unusable_cache_folder_is_replaced(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("MARSZOO_CACHE_DIR", str(file / "below"))
    root = cache_root()
    assert root.is_dir()
    assert os.access(root, os.W_OK)
    monkeypatch.setenv("MARSZOO_CACHE_DIR", str(tmp_path / "mine"))
    assert cache_root() == tmp_path / "mine"
