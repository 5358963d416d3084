"""The page of all cards of The Legacy of Mars: printed facts, effects in words, and the tests that name each card."""

from __future__ import annotations

import ast
import functools
import pathlib
import re
from collections.abc import Iterator

from writing import folded, table

from marszoo.envs import registry
from marszoo.envs.core.content import Content
from marszoo.envs.legacy_of_mars.content import FIRST_ROW
from marszoo.envs.legacy_of_mars.phrases_rows import (
    immediate_phrase,
    lasting_phrase,
    points_phrase,
    requirement_phrase,
)

TESTS = pathlib.Path(__file__).resolve().parents[1] / "tests" / "legacy_of_mars"
EVERY_CARD = "test_cards.py"
"""The file whose tests are made from the table of facts, card by card."""
INTRODUCTION = """# The Legacy of Mars: all cards

Generated from `envs/legacy_of_mars/content.toml` by `make docs`. Printed facts as in the table of public facts; effects in
the words that the game itself shows. "Tests" names the tests that name the card, in `tests/legacy_of_mars/`. Besides, the
generated tests of `test_cards.py` play the printed cards, all but 66 and 86, which have only tests written by hand; what
they expect is read from the table of facts and not from the content.
"""


def strings(node: ast.AST) -> Iterator[str]:
    """All texts in a piece of code."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def names(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id


@functools.cache
def tests() -> dict[str, frozenset[str]]:
    """``file::test`` -> every text that the test, its decorators and the constants that it uses have in them."""
    out = {}
    for file in sorted(TESTS.glob("test_*.py")):
        if file.name == EVERY_CARD:
            continue
        body = ast.parse(file.read_text(encoding="utf-8")).body
        constants = {
            target.id: frozenset(strings(line.value))
            for line in body
            if isinstance(line, ast.Assign)
            for target in line.targets
            if isinstance(target, ast.Name)
        }
        for function in body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                used = {text for name in names(function) for text in constants.get(name, ())}
                out[f"{file.name[5:-3]}::{function.name[5:]}"] = frozenset(strings(function)) | used
    return out


def tests_of(name: str) -> str:
    """The tests that name a card, by text or in their own name."""
    slug = re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
    found = [
        test
        for test, texts in tests().items()
        if name in texts or re.search(rf"(^|_|::){slug}(_|$)", test.replace("::", "_"))
    ]
    if len(found) > 1:
        return folded(f"{len(found)} tests", "<br>".join(f"`{test}`" for test in found)).replace("\n", "")
    return "".join(f"`{test}`" for test in found)


def card_rows(content: Content, name: str) -> list[tuple[str, ...]]:
    """The lines of a table of the content."""
    out = []
    for k, written in enumerate(content.rows[name]):
        row = FIRST_ROW[name] + k
        effects = [immediate_phrase(content, row), lasting_phrase(content, row), points_phrase(content, row)]
        out.append(
            (
                str(written.get("number", "")),
                str(written.get("name", written["id"])),
                str(written.get("deck", "")),
                str(written.get("colour", "")),
                str(written.get("cost", "")),
                ", ".join(written.get("tags", ())),
                requirement_phrase(content, row),
                "; ".join(text for text in effects if text),
                tests_of(str(written.get("name", written["id"]))),
            )
        )
    return out


HEADS = ("number", "card", "deck", "colour", "cost", "tags", "requirement", "effect", "tests")
CHAPTERS = (
    ("project", "Project cards"),
    ("innovation", "Innovation cards"),
    ("side", "Corporations"),
    ("development", "Developments"),
)


def page() -> str:
    """The whole page."""
    content = registry.get("legacy_of_mars_v0").shipped
    parts = [INTRODUCTION]
    for name, heading in CHAPTERS:
        rows = card_rows(content, name)
        used = [k for k, _ in enumerate(HEADS) if any(row[k] for row in rows)]
        parts.append(
            f"## {heading}\n\n" + table([HEADS[k] for k in used], [[row[k] for k in used] for row in rows]) + "\n"
        )
    return "\n".join(parts)
