import dataclasses
import os
import subprocess
import sys
from typing import Any, Literal

import pytest

from marszoo.agents import commandline


@dataclasses.dataclass
class Inner:
    """A group."""

    learning_rate: float = 0.1
    kind: Literal["tanh", "relu"] = "tanh"
    limit: float | None = None
    hidden: list[int] = dataclasses.field(default_factory=lambda: [1])
    shares: dict[str, float] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Outer:
    """All."""

    game: str
    rows: int = 1
    fast: bool = False
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    ppo: Inner = dataclasses.field(default_factory=Inner)


def program():
    made = commandline.parser("train.py", "A program.")
    made.add_argument("--config", action="config")
    made.add_argument("--names", type=str, nargs="+", default=[])
    made.add_argument("--table", action="store_true")
    made.add_class_arguments(Outer)
    return made


def refused(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        commandline.parse(program(), arguments)
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1  # one message, and nothing else
    assert "class '" not in error
    return error.removeprefix("train.py: error: ").strip()


GAME = ["--game", "g"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*GAME, "--rowz", "2"], "unknown option --rowz (did you mean '--rows'?)"),
        ([*GAME, "--rowz=2", "--fst", "true"], "unknown option --rowz (did you mean '--rows'?); unknown option --fst"),
        ([*GAME, "--row", "2"], "unknown option --row (did you mean '--rows'?)"),
        ([*GAME, "--ppo.learning_rat", "1"], "unknown option --ppo.learning_rat (did you mean '--ppo.learning_rate'?)"),
        ([*GAME, "--optons.bonus", "1"], "unknown option --optons.bonus (did you mean '--options'?)"),
        ([*GAME, "--ppo", "{learning_rat: 1}"], "unknown key 'ppo.learning_rat' (did you mean 'ppo.learning_rate'?)"),
        ([*GAME, "stray"], "unexpected argument 'stray'"),
        ([*GAME, "--rows", "1.5"], "rows='1.5' is not allowed; it is a whole number"),
        ([*GAME, "--fast", "maybe"], "fast='maybe' is not allowed; it is true or false"),
        ([*GAME, "--ppo.learning_rate", "high"], "ppo.learning_rate='high' is not allowed; it is a number"),
        ([*GAME, "--ppo.hidden", "[1, x]"], "ppo.hidden='x' is not allowed; it is a whole number"),
        ([*GAME, "--ppo.hidden", "wide"], "ppo.hidden='wide' is not allowed; it is a list"),
        ([*GAME, "--ppo.shares", "{a: b}"], "ppo.shares='b' is not allowed; it is a number"),
        ([*GAME, "--options", "3"], "options='3' is not allowed; it is names with values"),
        ([*GAME, "--rows"], "--rows needs a value"),
        ([*GAME, "--names"], "--names needs a value"),
        ([*GAME, "--table=3"], "--table takes no value; '3' was given"),
        ([*GAME, "--config", "none.yaml"], "none.yaml"),
        ([], "--game is required"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments, message, capsys):
    assert message in refused(arguments, capsys)


@pytest.mark.parametrize("limit", ["null", "3"])
def test_right_arguments_are_taken(limit):
    given = commandline.parse(
        program(), [*GAME, "--ppo.limit", limit, "--options.bonus", "true", "--options.die", "six", "--names", "a", "b"]
    )
    assert given.ppo.limit == (None if limit == "null" else 3.0)
    assert given.options == {"bonus": True, "die": "six"}
    assert given.names == ["a", "b"]


def test_words_that_are_allowed_are_listed(capsys):
    # Some releases of jsonargparse do not say them, but the key.
    message = refused([*GAME, "--ppo.kind", "swish"], capsys)
    assert message.startswith("ppo.kind")
    if "swish" in message:
        assert "it is one of: 'tanh', 'relu'" in message


def test_either_of_two_types_is_named(capsys):
    message = refused([*GAME, "--ppo.limit", "high"], capsys)
    assert message in {
        f"ppo.limit='high' is not allowed; it is {kinds}" for kinds in ("a number or null", "null or a number")
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "game: g\nppo:\n  learning_rat: 1\n",
            "unknown key 'ppo.learning_rat' (did you mean 'ppo.learning_rate'?); "
            "the keys of ppo are learning_rate, kind, limit, hidden, shares",
        ),
        ("game: g\nrowz: 1\n", "unknown key 'rowz' (did you mean 'rows'?); the keys are "),
        ("game: g\nlearning_rate: 1\n", "unknown key 'learning_rate' (did you mean 'ppo.learning_rate'?)"),
        ("game: g\npo:\n  learning_rate: 1\n", "unknown key 'po.learning_rate' (did you mean 'ppo.learning_rate'?)"),
        ("game: g\nppo:\n  learning_rate: fast\n", "ppo.learning_rate='fast' is not allowed; it is a number"),
        ("game: [g\n", "the configuration is not YAML: "),
        ("rows: 3\n", "--game is required"),
    ],
)
def test_wrong_configurations_are_refused_in_one_line(text, message, capsys, tmp_path):
    file = tmp_path / "config.yaml"
    file.write_text(text)
    error = refused(["--config", str(file)], capsys)
    assert message in error
    assert "<unicode string>" not in error


# The wording of other releases than the one at hand, as they print it.
@pytest.mark.parametrize(
    ("message", "plain"),
    [
        ("Validation failed: Group 'ppo' does not accept nested key 'kin'", "unknown key 'ppo.kin' (did you mean"),
        ("Validation failed: Key 'ppoo.kind' is not expected", "unknown key 'ppoo.kind' (did you mean 'ppo.kind'?)"),
        ("Option 'ppoo.kind' is not accepted", "unknown key 'ppoo.kind' (did you mean 'ppo.kind'?)"),
        ('Validation failed: Key "game" is required but not included in config object', "--game is required"),
        ("the following arguments are required: game, rows", "--game is required; --rows is required"),
        ("Unrecognized arguments: --rowz 1", "unknown option --rowz (did you mean '--rows'?)"),
        ("games=0 is not a whole number", "games=0 is not a whole number"),
    ],
)
def test_other_releases_of_the_parser_are_understood(message, plain):
    assert commandline.explain(message, ["game", "rows", "ppo.kind"]).startswith(plain)


def test_messages_of_our_own_are_left_as_they_are(capsys):
    with pytest.raises(SystemExit) as stop:
        program().error("games=0 is not allowed")
    assert stop.value.code == 2
    assert capsys.readouterr().err == "train.py: error: games=0 is not allowed\n"


def test_a_missing_package_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonargparse", None)
    with pytest.raises(ImportError, match=r'^jsonargparse is not installed: pip install "marszoo\[train\]"$'):
        commandline.parser("train.py", "A program.")


def test_a_missing_module_of_our_own_is_not_blamed_on_an_extra():
    with pytest.raises(ModuleNotFoundError, match=r"marszoo\.agents\.nothing"), commandline.extra():
        import marszoo.agents.nothing  # noqa: F401


@pytest.mark.parametrize("program", ["train", "evaluate"])
@pytest.mark.parametrize("package", ["jsonargparse", "rich", "threadpoolctl"])
def test_the_programs_name_the_extra_that_is_missing(program, package):
    """In a process of its own, where the package cannot be imported."""
    code = f"import sys; sys.modules[{package!r}] = None; from marszoo.agents.{program} import main; sys.exit(main({ARGUMENTS[program]}))"
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f'{program}.py: error: {package} is not installed: pip install "marszoo[train]"\n'


ARGUMENTS = {
    "train": ["--config", "quickstart", "--out", "/nowhere/run"],
    "evaluate": ["--game", "terra_formars_v0", "--agents", "random", "--games", "2"],
}
