"""TOML -> typed tables: how the cards, dice, maps and missions of every game are read.

A game describes its tables with :class:`Column` objects; this module reads the file, checks every cell and fills record
arrays of a declared capacity. Every error names the file, the entry, the key and what is allowed, so that a user's own
deck can be mended without reading code.
"""

import difflib
import functools
import hashlib
import pathlib
import re
import sys
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

F = TypeVar("F", bound=Callable[..., Any])

PROVENANCES = ("printed", "public", "house")
"""Where a number comes from: the printed rules, a public source named in the facts, or our own choice."""


class ContentError(ValueError):
    """A content file that cannot be used; the message names file, entry, key and what is allowed."""


@dataclass(frozen=True, eq=False)
class Content:
    """One loaded content file, which never changes: equal is only what is the same object, `digest` tells the rest."""

    tables: Any  # a record: what compiled code gets
    ids: Mapping[str, tuple[str, ...]]  # table -> the ids of its rows, in order
    names: Mapping[str, tuple[str, ...]]  # table -> the display names of its rows
    rows: Mapping[str, tuple[Mapping[str, Any], ...]]  # table -> the rows as written, for documentation
    digest: str  # hexadecimal, of everything that can change play
    source: str  # the file it came from


def once_per_content(fn: F) -> F:
    """`fn`, whose arguments are a content and hashable values, worked out once for each of them and then remembered.

    For what content says in words: a table of cards names the same phrases at every decision. The results are shared,
    so they must not be changed, and none may hold the content, which is forgotten with them when nobody uses it any more.
    """
    known: weakref.WeakKeyDictionary[Content, dict[Any, Any]] = weakref.WeakKeyDictionary()

    @functools.wraps(fn)
    def remembered(content: Content, *arguments: Any) -> Any:
        found = known.get(content)
        if found is None:
            found = known[content] = {}
        if arguments not in found:
            found[arguments] = fn(content, *arguments)
        return found[arguments]

    return remembered  # type: ignore[return-value]


def nearest(word: str, words: Iterable[str]) -> str:
    """``" (did you mean 'x'?)"`` when one of `words` is close to `word`, else an empty string."""
    close = difflib.get_close_matches(str(word), [str(w) for w in words], n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


@dataclass(frozen=True)
class Column:
    """One key of a row. Exactly one of `words`, `refers`, `low`/`high` says what is allowed."""

    name: str
    words: tuple[str, ...] = ()  # a closed vocabulary; the cell becomes offset + the word's index
    offset: int = 0
    refers: str = ""  # ids of this table; the cell becomes the row number
    low: int = 0
    high: int = 0
    count: int = 0  # a list of exactly this many, when > 0
    default: Any = None  # None: the key is required


@dataclass(frozen=True)
class Table:
    """A table of rows that all have the keys ``id``, ``name``, ``provenance`` and the given columns."""

    name: str
    row: np.dtype[Any]
    capacity: int
    columns: tuple[Column, ...]
    at_least: int = 1
    at_most: int = 0  # 0: the capacity
    extra: tuple[str, ...] = field(default=())  # further keys of a row, all optional, that the game reads itself


class Source:
    """A parsed TOML file and the vocabulary of errors about it."""

    def __init__(self, path: str | pathlib.Path) -> None:
        self.path = pathlib.Path(path)
        try:
            self.data: dict[str, Any] = tomllib.loads(self.path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ContentError(f"{self.path}: cannot be read: {error.strerror}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ContentError(f"{self.path}: not a TOML file: {error}") from error

    def fail(self, entry: str, key: str, why: str) -> ContentError:
        return ContentError(f"{self.path}: {entry}: {key}: {why}")

    def only(self, entry: str, found: Iterable[str], allowed: Sequence[str]) -> None:
        """Refuse keys that nothing reads: they are misspellings more often than remarks."""
        for key in found:
            if key not in allowed:
                raise self.fail(entry, key, f"unknown key{nearest(key, allowed)}; the keys are {', '.join(allowed)}")

    def word(self, entry: str, key: str, value: Any, words: Sequence[str]) -> int:
        """The index of `value` in a closed vocabulary."""
        if value not in words:
            raise self.fail(
                entry, key, f"unknown word {value!r}{nearest(value, words)}; the words are {', '.join(words)}"
            )
        return list(words).index(value)

    def integer(self, entry: str, key: str, value: Any, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(entry, key, f"{value!r} is not a whole number from {low} to {high}")
        return value

    def section(self, name: str, keys: Sequence[str]) -> dict[str, Any]:
        """A single table such as ``[dice]``: its keys are exactly `keys` and ``provenance``."""
        section = self.data.get(name)
        if not isinstance(section, dict):
            raise self.fail(f"[{name}]", "table", "missing")
        self.only(f"[{name}]", section, [*keys, "provenance"])
        for key in [*keys, "provenance"]:
            if key not in section:
                raise self.fail(f"[{name}]", key, "missing")
        self.word(f"[{name}]", "provenance", section["provenance"], PROVENANCES)
        return section

    def rows(self, table: Table) -> list[dict[str, Any]]:
        """The rows of an array of tables such as ``[[support]]``, with unique ids and known keys."""
        rows = self.data.get(table.name, [])
        allowed = ["id", "name", "provenance", *(c.name for c in table.columns), *table.extra]
        most = table.at_most or table.capacity
        if not isinstance(rows, list) or not table.at_least <= len(rows) <= most:
            count = len(rows) if isinstance(rows, list) else 0
            raise self.fail(f"[[{table.name}]]", "rows", f"{count} rows; {table.at_least} to {most} are allowed")
        seen: set[str] = set()
        for number, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self.fail(f"[[{table.name}]]", "rows", f"{row!r} is not a table")
            entry = f"{table.name} {row.get('id', f'number {number + 1}')!r}"
            self.only(entry, row, allowed)
            for key in ("id", "provenance", *(c.name for c in table.columns if c.default is None)):
                if key not in row:
                    raise self.fail(entry, key, "missing")
            if not isinstance(row["id"], str) or not row["id"]:
                raise self.fail(entry, "id", f"{row['id']!r} is not a non-empty string")
            if row["id"] in seen:
                raise self.fail(entry, "id", f"duplicate id {row['id']!r}; ids are unique within [[{table.name}]]")
            seen.add(row["id"])
            self.word(entry, "provenance", row["provenance"], PROVENANCES)
        return rows

    def cell(self, entry: str, column: Column, value: Any, ids: Mapping[str, Sequence[str]]) -> int:
        if column.words:
            return column.offset + self.word(entry, column.name, value, column.words)
        if column.refers:
            return self.word(entry, column.name, value, ids[column.refers])
        return self.integer(entry, column.name, value, column.low, column.high)

    def fill(self, table: Table, ids: Mapping[str, Sequence[str]]) -> npt.NDArray[Any]:
        """A record array of the table's capacity; rows beyond those in the file are zero."""
        out = np.zeros(table.capacity, table.row)
        for number, row in enumerate(self.rows(table)):
            entry = f"{table.name} {row['id']!r}"
            for column in table.columns:
                value = row.get(column.name, column.default)
                if not column.count:
                    out[column.name][number] = self.cell(entry, column, value, ids)
                    continue
                if not isinstance(value, list) or len(value) != column.count:
                    raise self.fail(entry, column.name, f"{value!r} is not a list of {column.count}")
                for k, item in enumerate(value):
                    out[column.name][number, k] = self.cell(entry, column, item, ids)
        return out


class CellReader:
    """Reads the cells of one file that are a small language of their own; `entry` names the row that errors are about.

    A game that writes effects and the like as texts inherits from it.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.entry = "file"

    def fail(self, key: str, why: str) -> ContentError:
        return self.source.fail(self.entry, key, why)

    def word(self, key: str, value: Any, allowed: Sequence[str]) -> int:
        return self.source.word(self.entry, key, value, allowed)

    def integer(self, key: str, value: Any, low: int, high: int) -> int:
        return self.source.integer(self.entry, key, value, low, high)

    def number(self, key: str, text: str, low: int, high: int) -> int:
        """A number within a text. `int` alone would take "--1", a raised two and thousands of digits."""
        if not re.fullmatch("-?[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise self.fail(key, f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    def items(self, row: Any, key: str, most: int, least: int = 0) -> list[str]:
        """A list of texts; empty if the key is missing."""
        value = row.get(key, [])
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise self.fail(key, f"{value!r} is not a list of {least} to {most} entries")
        for text in value:
            if not isinstance(text, str):
                raise self.fail(key, f"{text!r} is not a text")
        return value


def record_of(dtype: np.dtype[Any], **arrays: Any) -> Any:
    """A record of `dtype` with these fields, for :func:`seal`."""
    out = np.zeros(1, dtype)
    for name in out.dtype.names or ():
        out[name][0] = arrays[name]
    return out[0]


class Loaded(NamedTuple):
    """What :func:`load` hands to a game's own checks before the content is sealed."""

    source: Source
    arrays: dict[str, npt.NDArray[Any]]
    ids: dict[str, tuple[str, ...]]


def load(path: str | pathlib.Path, tables: Sequence[Table], sections: Sequence[str]) -> Loaded:
    """Read `path` and fill `tables`; `sections` are the single tables the game reads itself."""
    source = Source(path)
    source.only("file", source.data, [*sections, *(t.name for t in tables)])
    ids = {t.name: tuple(row["id"] for row in source.rows(t)) for t in tables}
    return Loaded(source, {t.name: source.fill(t, ids) for t in tables}, ids)


def seal(loaded: Loaded, tables: Any) -> Content:
    """The finished content. `tables` is what kernels get: one record whose fields are the filled arrays.

    One record, not a tuple of arrays: a tuple is passed to every compiled helper array by array with its reference
    counts, which costs 60 ns a call; a record is one pointer.
    """
    digest = hashlib.sha256()
    digest.update(repr(tables.dtype.descr).encode())
    digest.update(tables.tobytes())
    digest.update(repr(sorted(loaded.ids.items())).encode())
    rows = {name: tuple(loaded.source.data[name]) for name in loaded.ids}
    return Content(
        tables=tables,
        ids=loaded.ids,
        names={name: tuple(str(row.get("name", row["id"])) for row in rows[name]) for name in rows},
        rows=rows,
        digest=digest.hexdigest()[:16],
        source=str(loaded.source.path),
    )
