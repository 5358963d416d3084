"""What a user installs: distributions, dependencies, imports, the command line, and the one test command."""

import ast
import email
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import marszoo
from marszoo.__main__ import main

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("envs", "agents", "configs")
SHIPPED = (".py", ".toml", ".yaml", ".md", ".safetensors", ".json")


def run(*command: str, **options: Any) -> str:
    """Run a command and return its standard output; its standard error is in the report of a failure."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command} exited with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def imports(path: Path) -> set[str]:
    """Every module that a source file imports by an absolute name, at any depth of its code."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def sources() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


# --- the project file and the one test command ------------------------------------------------------------------------


def requirements() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    return [Requirement(text) for group in groups for text in group]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_dependencies_have_a_lower_bound_and_no_other(requirement: Requirement) -> None:
    if requirement.name == "marszoo":  # an extra that includes another one
        assert not requirement.specifier
    else:
        assert [bound.operator for bound in requirement.specifier] == [">="]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = 'pip install -e ".[test]" && pytest'
    for name in ("README.md", ".ci/run"):
        lines = [line.strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
        assert lines.count(command) == 1, f"{name} has the line {command!r} {lines.count(command)} times"


def test_every_check_of_the_makefile_runs_in_ci() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    checks = re.search(r"^check: ([a-z ]+?) *##", makefile, re.MULTILINE)
    stages = re.search(r"^for target in ([a-z ]+);", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    assert checks is not None
    assert stages is not None
    assert set(checks[1].split()) == {*stages[1].split(), "test"}  # the README's command is the test


# --- imports ----------------------------------------------------------------------------------------------------------


def test_importing_marszoo_imports_no_compiler_and_no_network_library() -> None:
    code = "import sys, marszoo; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = set(run(sys.executable, "-c", code, cwd=ROOT / "src").split())
    assert "marszoo" in loaded
    assert loaded.isdisjoint({"numba", "llvmlite", "torch", "stable_baselines3", "sb3_contrib", "PIL"})


def test_one_file_imports_numba() -> None:
    importing = [path for path in sources() if any(name.partition(".")[0] == "numba" for name in imports(path))]
    assert importing == [ROOT / "envs" / "core" / "jit.py"]


def test_no_module_is_imported_from_the_root_of_the_repository() -> None:
    for path in sources():
        assert not {name for name in imports(path) if name.partition(".")[0] in FOLDERS}, path


def test_a_game_imports_only_itself_and_the_core() -> None:
    # The import contracts leave one kind of import open: between modules directly under envs. It is for version modules.
    names = {path.stem for path in (ROOT / "envs").iterdir()} - {"__init__", "__pycache__", "core", "registry"}
    for path in (ROOT / "envs").rglob("*.py"):
        own = path.relative_to(ROOT / "envs").parts[0].removesuffix(".py")
        game = re.sub(r"_v\d+$", "", own)
        if own in names:
            reached = {name.split(".")[2] for name in imports(path) if name.startswith("marszoo.envs.")}
            assert reached <= {"core", game}, path


# --- the command line -------------------------------------------------------------------------------------------------


def test_info_names_versions_extras_and_the_cache(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info"]) == 0
    rows = dict(re.split(r" {2,}", line, maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert rows["marszoo"] == marszoo.__version__
    assert {"python", "numpy", "numba", "gymnasium", "pettingzoo", "cache folder"} <= set(rows)
    assert any(name.startswith("extra") for name in rows)


def test_games_lists_every_game_with_players_and_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(marszoo.games())
    assert all(re.fullmatch(r"\w+_v\d+ +[\d–]+ players? +\S.*", line) for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "COMMAND"),
        (["gmaes"], "invalid choice: 'gmaes'"),
        (["info", "--fast"], "info takes no arguments, got: --fast"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


# --- the distributions ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, the wheel made from it, and the wheel made from the working tree."""
    out, direct = tmp_path_factory.mktemp("from_sdist"), tmp_path_factory.mktemp("from_tree")
    build = (sys.executable, "-m", "build", "--no-isolation")
    run(*build, "--outdir", str(out), str(ROOT))  # an sdist, then a wheel from it
    run(*build, "--wheel", "--outdir", str(direct), str(ROOT))
    (sdist,), (wheel,), (tree_wheel,) = out.glob("*.tar.gz"), out.glob("*.whl"), direct.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel, "tree_wheel": tree_wheel}


@pytest.fixture(scope="module")
def installed(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed wheel and nothing else."""
    target = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(target), str(built["wheel"]))
    return target


def expected() -> set[str]:
    """Every file of the package, by its name in the wheel."""
    own = {f"marszoo/{name}" for name in ("__init__.py", "__main__.py", "py.typed")}
    data = {
        f"marszoo/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in SHIPPED
    }
    return own | data


@pytest.mark.wheel
def test_the_wheel_has_one_top_level_name_and_every_file_of_the_package(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as archive:
        names = set(archive.namelist())
    info = f"marszoo-{marszoo.__version__}.dist-info"
    assert {name.partition("/")[0] for name in names} == {"marszoo", info}
    assert {name for name in names if name.startswith("marszoo/")} == expected()
    assert f"{info}/licenses/LICENSE" in names
    assert built["wheel"].name == f"marszoo-{marszoo.__version__}-py3-none-any.whl"


@pytest.mark.wheel
def test_the_sdist_has_everything_once_and_builds_the_same_wheel(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as archive:
        members = archive.getmembers()
    assert all(member.isfile() for member in members)
    names = {member.name.partition("/")[2] for member in members}
    package = {name.removeprefix("marszoo/") for name in expected()}
    own = {name for name in package if "/" not in name}
    assert {f"src/marszoo/{name}" for name in own} | (package - own) <= names
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "tests/test_packaging.py"} <= names
    assert not {name for name in names if name.startswith(tuple(f"src/marszoo/{folder}" for folder in FOLDERS))}

    with zipfile.ZipFile(built["wheel"]) as one, zipfile.ZipFile(built["tree_wheel"]) as other:
        assert one.namelist() == other.namelist()
        assert all(one.read(name) == other.read(name) for name in one.namelist())


@pytest.mark.wheel
def test_the_metadata_has_the_version_and_the_licence(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as archive:
        text = archive.read(f"marszoo-{marszoo.__version__}.dist-info/METADATA").decode()
    metadata = email.message_from_string(text)
    assert (metadata["Name"], metadata["Version"]) == ("marszoo", marszoo.__version__)
    assert (metadata["License-Expression"], metadata["Requires-Python"]) == ("MIT", ">=3.10")


PLAY = """
import sys
import numpy as np
import marszoo

rng = np.random.default_rng(0)
for id in marszoo.games():
    env = marszoo.make(id)
    env.reset(seed=0)
    ended = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        ended += over
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert ended == len(env.possible_agents), (id, ended)
assert {"torch", "stable_baselines3"}.isdisjoint(sys.modules)
print(marszoo.__file__)
"""


@pytest.mark.wheel
def test_every_game_can_be_played_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    # Uncompiled: that nothing is missing shows in seconds, while compiling all rules anew, as another copy needs, takes
    # minutes. That the copy compiles shows the training below.
    where = run(sys.executable, "-c", PLAY, cwd=tmp_path, env={**environment, "NUMBA_DISABLE_JIT": "1"})
    assert Path(where.strip()) == installed / "marszoo" / "__init__.py"
    information = run(sys.executable, "-m", "marszoo", "info", cwd=tmp_path, env=environment)
    for extra in ("render", "train", "test", "dev", "bench"):
        assert re.search(rf"^extra {extra} +(installed|missing \S.*)$", information, re.MULTILINE)
    listed = run(sys.executable, "-m", "marszoo", "games", cwd=tmp_path, env=environment)
    assert [line.split()[0] for line in listed.splitlines()] == list(marszoo.games())


TRAIN = """
import sys
from marszoo.agents import evaluate, train

tiny = ["--rows", "8", "--total_steps", "64", "--ppo.n_steps", "8", "--ppo.batch_size", "64", "--evaluation.games", "2"]
assert train.main(["--config", "quickstart", *tiny]) == 0
agents = ["--agents", "ppo:runs/quickstart", "random"]
sys.exit(evaluate.main(["--game", "terra_formars_v0", *agents, "--games", "2", "--out", "results"]))
"""


@pytest.mark.wheel
def test_an_agent_is_trained_and_evaluated_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    run(sys.executable, "-c", TRAIN, cwd=tmp_path, env=environment)
    assert {path.name for path in (tmp_path / "results").iterdir()} >= {"results.json", "results.csv", "results.png"}
    assert (tmp_path / "runs" / "quickstart" / "policy.safetensors").is_file()


@pytest.mark.wheel
def test_the_wheel_brings_the_two_programs(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as archive:
        text = archive.read(f"marszoo-{marszoo.__version__}.dist-info/entry_points.txt").decode()
    for program in ("train", "evaluate"):
        assert f"marszoo-{program} = marszoo.agents.{program}:main" in text
