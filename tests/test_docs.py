"""The documentation is true: its tables are those of the code, and its examples run."""

import dataclasses
import functools
import importlib.util
import io
import json
import pathlib
import re
import shlex
import shutil
import sys
from typing import Any

import pytest

import marszoo
from marszoo.__main__ import main as command
from marszoo.agents import config, ladder
from marszoo.agents.evaluate import main as evaluate
from marszoo.agents.ppo.run_folder import RunFolder
from marszoo.agents.train import main as train
from marszoo.envs import registry

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "configs" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


@functools.cache
def generator() -> Any:
    """docs/generate.py as a module."""
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(ROOT / "docs"))  # where Python looks first when it is run as a program
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT / "docs"))
    return module


@pytest.fixture
def copied(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The generator, at work on a copy of docs/."""
    generate = generator()
    docs = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", docs)
    monkeypatch.setattr(generate, "DOCS", docs)
    monkeypatch.setattr(generate.measured, "STATISTICS", docs / "statistics.json")
    return generate


# --- generated parts ---


def test_nothing_generated_is_stale() -> None:
    assert generator().stale() == [], "the documentation says something else than the code; run `make docs`"


def test_every_game_has_a_page_and_a_link_from_the_others() -> None:
    for id in marszoo.games():
        name = registry.get(id).name
        assert (ROOT / "docs" / f"{name}.md").is_file()
        assert f"docs/{name}.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_changed_table_is_found_and_mended(copied: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert copied.main(["--check"]) == 0
    page = copied.DOCS / "terra_formars.md"
    right = page.read_text(encoding="utf-8")
    wrong = right.replace("take this hero", "take that hero").replace("## The rules in short", "## The rules, in short")
    page.write_text(wrong, encoding="utf-8")
    assert copied.main(["--check"]) == 1
    assert "terra_formars.md is stale" in capsys.readouterr().out
    assert page.read_text(encoding="utf-8") == wrong
    assert copied.main([]) == 0
    # The hand-written change stays.
    assert page.read_text(encoding="utf-8") == right.replace("## The rules in short", "## The rules, in short")


def test_every_field_of_a_training_run_is_in_the_tables(copied: Any) -> None:
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    part = text[text.index("<!-- begin: fields -->") : text.index("<!-- end: fields -->")]
    rows = [[cell.strip() for cell in line.split(" | ")] for line in part.splitlines() if line.startswith("| `")]
    shown = {row[0].strip("|` "): row[1].strip("`") for row in rows}
    fields = config.flatten(dataclasses.asdict(config.Config(game="")))
    assert list(shown) == list(fields)
    assert shown.pop("game") == "(required)"
    assert {name: json.loads(value) for name, value in shown.items()} == {k: fields[k] for k in shown}
    page = copied.DOCS / "training.md"
    page.write_text(page.read_text(encoding="utf-8").replace("Decisions in a minibatch", "Lines"), encoding="utf-8")
    assert copied.stale() == ["training.md is stale (run `make docs`)"]


def test_every_file_of_a_run_is_explained() -> None:
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    part = text[text.index("## The run folder") : text.index("## Resuming")]
    for name, path in vars(RunFolder("run")).items():
        if name != "path":
            assert f"| `{path.name}" in part


def test_every_game_has_a_picture(copied: Any) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for id, file in generator().images().items():
        assert file.read_bytes().startswith(b"\x89PNG"), id
        assert file.stat().st_size < 100_000, id
        assert f"](docs/images/{file.name})" in readme
    file = copied.images()["terra_formars_v0"]
    file.unlink()
    assert copied.stale() == ["images/terra_formars.png is missing (run docs/generate.py --images)"]
    assert copied.main(["--images"]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert copied.stale() == []


def test_a_missing_page_is_found_and_begun(copied: Any) -> None:
    page = copied.DOCS / "terra_formars.md"
    page.unlink()
    assert copied.stale() == ["terra_formars.md is stale (run `make docs`)"]
    assert copied.main([]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Terra Formars\n")
    for part in copied.GAME_PARTS:
        assert f"<!-- begin: {part} -->" in text
    assert copied.stale() == []


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("content", "0" * 16, "other content"),
        ("agents", {}, "other weights"),
        ("sample", {}, "other rules"),
        (None, None, "terra_formars_v0 is missing"),
    ],
)
def test_statistics_of_another_game_are_found(copied: Any, key: str | None, value: Any, message: str) -> None:
    entries = json.loads(copied.measured.STATISTICS.read_text(encoding="utf-8"))
    if key is None:
        del entries["terra_formars_v0"]
    else:
        entries["terra_formars_v0"][key] = value
    copied.measured.STATISTICS.write_text(json.dumps(entries), encoding="utf-8")
    line, *pages = copied.stale()
    assert message in line
    assert "--statistics" in line
    assert pages == (["terra_formars.md is stale (run `make docs`)"] if key is None else [])


def test_stale_statistics_hide_no_stale_page(copied: Any) -> None:
    entries = json.loads(copied.measured.STATISTICS.read_text(encoding="utf-8"))
    entries["terra_formars_v0"]["content"] = "0" * 16
    copied.measured.STATISTICS.write_text(json.dumps(entries), encoding="utf-8")
    page = copied.DOCS / "usage.md"
    page.write_text(page.read_text(encoding="utf-8").replace("| `num_players` |", "| `players` |"), encoding="utf-8")
    statistics, stale = copied.stale()
    assert "terra_formars_v0 was played with other content" in statistics
    assert stale == "usage.md is stale (run `make docs`)"


def test_a_page_can_be_made_before_its_statistics_are_measured(copied: Any) -> None:
    entries = json.loads(copied.measured.STATISTICS.read_text(encoding="utf-8"))
    del entries["terra_formars_v0"]
    copied.measured.STATISTICS.write_text(json.dumps(entries), encoding="utf-8")
    assert copied.main([]) == 0
    assert copied.figures.NOT_MEASURED in (copied.DOCS / "terra_formars.md").read_text(encoding="utf-8")
    (line,) = copied.stale()
    assert "terra_formars_v0 is missing" in line


def test_statistics_are_played_and_written(copied: Any) -> None:
    copied.measured.STATISTICS.unlink()
    assert copied.main(["--statistics", "--games", "4"]) == 0
    game = registry.get("terra_formars_v0")
    entries = json.loads(copied.measured.STATISTICS.read_text(encoding="utf-8"))
    assert list(entries) == list(marszoo.games())
    rows = entries["terra_formars_v0"]["rows"]
    assert [(r["agent"], r["players"]) for r in rows] == [(a, n) for a in ("random", "greedy") for n in (2, 3, 4)]
    for row in rows:
        assert row["games"] >= 4
        assert row["illegal"] == row["truncated"] == 0
        assert sum(row["seat_wins"]) == pytest.approx(1, abs=0.001)
        assert 8 <= row["turns"]["mean"] <= row["decisions"]["mean"] <= row["decisions"]["max"]
        assert row["decisions"]["max"] < game.max_cycles[row["players"]]
        assert row["reached"] is None
    assert copied.stale() == []


def test_statistics_of_one_game_leave_the_others_alone(copied: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = json.loads(copied.measured.STATISTICS.read_text(encoding="utf-8"))
    monkeypatch.setattr(copied.measured, "entry_of", lambda game, games: {"game": game.id, "games": games})
    copied.measured.renew(["terra_formars_v0"], 7)
    after = json.loads(copied.measured.STATISTICS.read_text(encoding="utf-8"))
    assert after == before | {"terra_formars_v0": {"game": "terra_formars_v0", "games": 7}}
    assert list(after) == list(before)


def test_statistics_of_a_shared_goal_say_how_often_it_was_reached() -> None:
    generate = generator()
    game = registry.get("terraforming_dice_v0")
    row = generate.measured.measure(game, "random", 1, 2)
    assert row["reached"] == 0.0
    assert generate.figures.won(row | {"games": 100}) == ("", "", "goal reached in 0.0 % (0.0–3.7)")
    assert generate.figures.won(row | {"reached": None})[0] != ""


def test_a_co_operative_game_is_measured_under_each_value_of_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    generate = generator()
    measured, figures = generate.measured, generate.figures
    game = registry.get("first_martians_v0")
    monkeypatch.setattr(measured, "counts", lambda _game: range(1, 3))
    monkeypatch.setattr(measured, "AGENTS", ("random",))
    missions = game.shipped.ids["mission"]
    rows = measured.by_option(game, 2)
    alone = [tuple(row["options"].values()) for row in rows if row["players"] == 1]
    ways = [("normal", "every_penalty"), ("training", "every_penalty"), ("hard", "every_penalty")]
    ways.append(("normal", "malfunction_icon"))
    assert alone == [(mission, *way) for mission in ("random", *missions) for way in ways]
    assert [row["players"] for row in rows] == [1, 2] * len(alone)
    assert measured.by_option(registry.get("terraforming_dice_v0"), 2) == []
    shown = figures.option_table([row | {"reached": 0.5, "games": 100 * row["players"]} for row in rows]).splitlines()
    assert shown[0] == "| `mission` | `difficulty` | `penalty_counting` | 1 player | 2 players |"
    # As many deals with one player as with two, so the same interval.
    assert shown[3] == "| random | training | every_penalty | 50.0 % (40.4–59.6) | 50.0 % (40.4–59.6) |"
    assert len(shown) == 2 + len(alone)


def test_a_co_operative_game_is_watched_for_how_it_ends_and_what_is_done() -> None:
    generate = generator()
    measured, figures = generate.measured, generate.figures
    game = registry.get("first_martians_v0")
    row = measured.measure(game, "random", 2, 4)
    assert figures.score_table(game, [row]).splitlines()[0].endswith("| highest | goal reached (95 %) |")
    assert 1 <= row["turns"]["mean"] <= row["turns"]["max"] <= 9
    assert sum(row["endings"].values()) == pytest.approx(1)
    assert set(row["endings"]) <= {"mission accomplished", "an astronaut died", "out of sols", "too many broken parts"}
    kinds = {label.split()[0] for block in game.actions.blocks if block.name == "do" for label in block.labels}
    assert {kind.removeprefix("do ") for kind in row["actions"] if kind.startswith("do ")} <= kinds
    assert row["actions"]["do quiet"] > 0
    # Every action that was not forced is counted once.
    assert 0 < sum(row["actions"].values()) <= row["decisions"]["max"]
    name = game.actions.blocks[0].labels[0]
    assert measured.kind_of_action(game, 0) == name
    other = row | {"agent": "greedy", "endings": {"out of sols": 1.0}, "actions": {"do quiet": 50.0, "pass": 0.5}}
    shown = figures.ending_table([row | {"endings": {"mission accomplished": 0.25, "out of sols": 0.75}}, other])
    assert shown.splitlines()[0] == "| players | all seats | mission accomplished | out of sols |"
    assert shown.splitlines()[2:] == ["| 2 | random | 25 % | 75 % |", "| 2 | greedy | 0 % | 100 % |"]
    assert figures.action_table([other]).splitlines() == [
        "| action | 2 players |",
        "| --- | --- |",
        "| `do quiet` | 50.0 |",
        "| `pass` | 0.5 |",
    ]


def test_cells_of_content_tables_keep_their_items_apart() -> None:
    cell = generator().cell
    assert cell(["red", "red", "grey"]) == "red, red, grey"
    assert cell(["ocean, draw 1", "", "ocean"]) == "ocean, draw 1; –; ocean"
    assert cell({"-24": "gain 1 heat", "0": "wild 1"}) == "-24: gain 1 heat; 0: wild 1"
    assert cell(7) == "7"
    assert cell(True) == "true"
    assert cell([{"id": "a", "steps": [1, 2], "cost": ""}, {"id": "b", "ring": 0}]) == "id a, steps 1 2; id b, ring 0"


def test_pages_with_wrong_marks_are_refused() -> None:
    fill = generator().fill
    parts = {"a": "text"}
    assert fill("x <!-- begin: a -->old<!-- end: a --> y", parts, "p") == (
        "x <!-- begin: a -->\n\ntext\n\n<!-- end: a --> y"
    )
    with pytest.raises(ValueError, match="p has 0 marks 'begin: a'"):
        fill("<!-- end: a -->", parts, "p")
    with pytest.raises(ValueError, match="p has 2 marks 'begin: a'"):
        fill("<!-- begin: a --><!-- begin: a --><!-- end: a -->", parts, "p")
    with pytest.raises(ValueError, match="nothing generates 'b'"):
        fill("<!-- begin: a --><!-- end: a --><!-- begin: b --><!-- end: b -->", parts, "p")
    with pytest.raises(ValueError, match="before its beginning"):
        fill("<!-- end: a --><!-- begin: a -->", parts, "p")


def test_the_docstring_is_taken_apart() -> None:
    generate = generator()
    text = "Turn\n    One line\n    and another.\nEnd\n    ``x`` stops.\n\nv0: first."
    assert generate.as_list(text) == "- **Turn.** One line and another.\n- **End.** `x` stops.\n- v0: first."
    parts = generate.docstring(registry.get("terra_formars_v0"))
    assert next(iter(parts)) == ""
    assert [heading.split()[0] for heading in list(parts)[1:]] == ["Readings", "Version"]


def test_the_ledger_pays_everybody_once() -> None:
    rows = [line.split(" | ") for line in generator().part_ledger().splitlines() if line.startswith("| player_")]
    live = [row for row in rows if row[4] != "`None`"]
    last = rows[len(live) :]
    assert len(live) >= 8
    assert {row[0] for row in last} == {"| player_0", "| player_1"}
    assert all(row[1] == "0" and row[2:4] == ["False", "False"] for row in live)
    assert all(row[5].startswith("0 for all") for row in [*live[:-1], *last])
    paid = {f"{row[0].removeprefix('| ')} {row[1]}" for row in last}
    assert paid in ({"player_0 +1", "player_1 -1"}, {"player_0 -1", "player_1 +1"})
    assert set(live[-1][5].removesuffix(" |").split(", ")) == paid
    assert all(row[2:4] == ["False", "True"] for row in last)


# --- what is written by hand ---


@pytest.mark.parametrize("id", marszoo.games())
def test_all_decisions_and_actions_are_listed(id: str) -> None:
    game = registry.get(id)
    decisions = importlib.import_module(f"{registry.GAMES[id]}.state").DECISIONS
    text = (ROOT / "docs" / f"{game.name}.md").read_text(encoding="utf-8")
    part = text[text.index("## Decisions") : text.index("## Options")]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in part.splitlines() if line.startswith("| ")][2:]
    assert [row[0] for row in rows] == list(decisions)
    named = {word for row in rows for word in re.findall(r"`(\w+)`", row[2])}
    options, *others = game.actions.blocks
    assert named == {*options.labels, *(block.name for block in others)}


def slug(heading: str) -> str:
    """A heading as the address that Markdown gives it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: pathlib.Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    for link in links:
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), link


# --- examples ---

LANGUAGES = ("python", "bash", "yaml")
BLOCK = re.compile(r"(?:<!-- needs: ([\w, ]+) -->\n)?```(\w+)\n(.*?)```", re.DOTALL)
SMALL = {
    "total_steps": 1024,
    "rows": 16,
    "ppo.n_steps": 64,
    "ppo.batch_size": 256,
    "evaluation.games": 2,
    "warm_start.decisions": 1,
    "warm_start.epochs": 1,
}
"""Fields of a training run that make one of a second."""
SHORT = {"MINUTE": 0.0, "GAMES": 2, "SEARCHED": 2, "BLOCK": 2, "SEARCHED_BLOCK": 2, "SEARCHES": ("mcts:2",)}
"""What is said of ladders in agents/ladder.py, for one of a second."""
AGAIN = 2048
"""Steps of a run that is resumed."""


def blocks(page: pathlib.Path) -> list[tuple[str, str, str]]:
    """The modules it needs, the language and the text of each block of a page."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [block for block in found if block[1] in LANGUAGES]


def commands(text: str) -> list[list[str]]:
    """The commands of a shell block, as words."""
    parts = re.sub(r"(&&|\\)\n", r"\1 ", text).replace("\\ ", "").replace("&&", "\n").splitlines()
    return [words for words in (shlex.split(part, comments=True) for part in parts) if words]


def run(words: list[str]) -> int | None:
    """Run a command of this package on a small scale; None for others: installing and testing is what runs these tests."""
    if words[:3] == ["python", "-m", "marszoo"]:
        return command(words[3:])
    if words[:2] == ["python", "evaluate.py"] and "--ladder" in words:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in SHORT.items():
                patch.setattr(ladder, name, value)
            return evaluate([*words[2:], "--workers", "1"])
    if words[:2] == ["python", "evaluate.py"]:
        return evaluate([*words[2:], "--games", "4", "--workers", "1"])
    if words[:2] == ["python", "train.py"]:
        small = {"total_steps": AGAIN} if "--resume" in words else SMALL
        try:
            return train([*words[2:], *(f"--{name}={value}" for name, value in small.items())])
        except SystemExit as stop:  # after --print_config
            return int(stop.code or 0)
    assert not (words[0] == "python" and words[1].endswith(".py") and "/" not in words[1]), words
    return None


class Reader:
    """Runs the blocks of a page in order, as a reader would type them into one session, in a folder of its own.

    A Python block whose first line is a comment with the name of a file is saved as that file, too; a YAML block is a
    configuration.
    """

    def __init__(self, page: pathlib.Path, folder: pathlib.Path) -> None:
        self.blocks = blocks(page)
        self.names: dict[str, Any] = {"__name__": page.stem}
        self.folder = folder
        self.done = 0
        shutil.copytree(ROOT / "configs", folder / "configs")

    def run(self, k: int) -> None:
        for needs, language, text in self.blocks[self.done : k + 1]:
            missing = [name for name in re.findall(r"\w+", needs) if importlib.util.find_spec(name) is None]
            self.done += 1
            if missing and self.done == k + 1:
                pytest.skip(f"needs {', '.join(missing)}")
            if missing:
                continue
            if language == "yaml":
                (self.folder / "example.yaml").write_text(text, encoding="utf-8")
                assert run(shlex.split("python train.py --config example.yaml --print_config")) == 0
            elif language == "bash":
                for words in commands(text):
                    assert run(words) in (0, None), words
            else:
                self.python(text)

    def python(self, text: str) -> None:
        if name := re.match(r"# (\w+\.py)\n", text):
            (self.folder / name[1]).write_text(text, encoding="utf-8")
        exec(compile(text, f"block {self.done - 1}", "exec"), self.names)


@functools.cache
def reader(page: pathlib.Path, folder: pathlib.Path) -> Reader:
    return Reader(page, folder)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[pathlib.Path, pathlib.Path]:
    return {page: tmp_path_factory.mktemp("reader") for page in PAGES}


@pytest.mark.parametrize(
    ("page", "k"),
    [
        pytest.param(page, k, id=f"{page.parent.name}-{page.stem}-{k}")
        for page in PAGES
        for k in range(len(blocks(page)))
    ],
)
def test_examples_run(
    page: pathlib.Path, k: int, folders: dict[pathlib.Path, pathlib.Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folders[page])
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    # A warm start learns from whole games of so many rows, however few decisions are asked for.
    monkeypatch.setattr("marszoo.agents.ppo.learner.ROWS", SMALL["rows"])
    reader(page, folders[page]).run(k)


def test_there_are_examples_to_run() -> None:
    counted = {page: sum(language == "python" for _, language, _ in blocks(page)) for page in PAGES}
    assert counted[ROOT / "README.md"] >= 5
    assert counted[ROOT / "docs" / "usage.md"] >= 8
    assert counted[ROOT / "docs" / "training.md"] >= 3
    for id in marszoo.games():
        assert counted[ROOT / "docs" / f"{registry.get(id).name}.md"] >= 1
    programs = [
        words[1] if words[0] == "python" else words[0]
        for page in PAGES
        for _, language, text in blocks(page)
        if language == "bash"
        for words in commands(text)
    ]
    assert programs.count("train.py") >= 3
    assert programs.count("evaluate.py") >= 4
