"""Markdown from values and docstrings, for the generated parts of the pages."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

WIDTH = 120


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    def line(cells: Sequence[Any]) -> str:
        return "| " + " | ".join(str(cell).replace("|", "\\|").replace("*", "\\*") for cell in cells) + " |"

    return "\n".join([line(head), "|" + " --- |" * len(head), *map(line, rows)])


def folded(summary: str, text: str) -> str:
    return f"<details>\n<summary>{summary}</summary>\n\n{text}\n\n</details>"


def paragraphs(text: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n", text.strip("\n")) if part.strip()]


def joined(text: str) -> str:
    """A paragraph of a docstring on one line, in Markdown's way to write code."""
    return re.sub(r"``([^`]+)``", r"`\1`", " ".join(text.split()))


def filled(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def players(n: int) -> str:
    """Such as ``1 player`` or ``2 players``."""
    return f"{n} player{'' if n == 1 else 's'}"
