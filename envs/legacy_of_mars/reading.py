"""The small language of the content file, first part: words, numbers, terms, counts and what milestones count."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from marszoo.envs.core.content import CellReader, Source
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.state import DEGREES, FIRST_DEGREES, HELD_TOP, OXYGEN_GOAL, TEMPERATURE_STEPS
from marszoo.envs.legacy_of_mars.tables import TERMS

LAST_DEGREES = FIRST_DEGREES + DEGREES * TEMPERATURE_STEPS

COUNT_FORMS = {
    "tag": "tag TAG",
    "opponent_tag": "opponent_tag TAG",
    **{word: word for word in words.COUNTS if word not in ("tag", "opponent_tag")},
}
"""Count -> how it is written after ``per`` or ``per N``."""

TERM_FORMS = {
    "tag": "tag TAG",
    "production": "production RESOURCE",
    "bonus": "bonus BONUS",
    **{word: word for word in words.REQUIREMENTS if word not in ("tag", "production", "bonus")},
}
"""Term -> how it is written before ``>= N`` or ``<= N``; ``bonus`` has no number."""

TERM_RANGES = {
    "oxygen": (0, OXYGEN_GOAL),
    "temperature": (FIRST_DEGREES, LAST_DEGREES),
    "ocean": (0, 20),
    "tag": (0, 20),
    "production": (-4, 40),
    "city": (0, 20),
    "greenery": (0, 30),
    "held": (0, HELD_TOP),
    "population": (0, 30),
    "glacier": (0, 20),
    "rating": (1, 99),
}
"""Term -> lowest and highest number."""

CRITERION_FORMS = {
    "tag": "tag TAG",
    "production": "production RESOURCE",
    "resource": "resource RESOURCE",
    **{word: word for word in words.CRITERIA if word not in ("tag", "production", "resource")},
}
"""Criterion of a milestone or award -> how it is written."""

CAPITALS: dict[str, Sequence[str]] = {
    "RESOURCE": words.RESOURCES,
    "TAG": words.TAGS,
    "KIND": words.HELD,
    "NAME": words.SPECIAL_TILES,
    "PLACE": words.PLACES,
    "BONUS": words.BONUSES,
}
"""What a word in capitals of a form may be."""


class Term(NamedTuple):
    """A term of a requirement, or a condition; see :class:`tables.Term`."""

    kind: int
    what: int = 0
    most: int = 0
    n: int = 0


class Count(NamedTuple):
    """``per PER COUNT``; `of` 0: a plain number."""

    of: int = 0
    counted: int = 0
    per: int = 1


class Reader(CellReader):
    """Parses the cells of one file."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        # Row 0 is what a row without a condition refers to.
        self.terms: list[Term] = [Term(0)]
        self._term_rows: dict[tuple[Term, ...], int] = {}

    def parts(self, key: str, text: str, form: str) -> list[str]:
        """The words of `text`, which must be as many as those of `form`, small words of which stand for themselves."""
        found, wanted = text.split(), form.split()
        plain = [(a, b) for a, b in zip(found, wanted, strict=False) if not b.isupper()]
        if len(found) != len(wanted) or any(a != b for a, b in plain):
            raise self.fail(key, f"{text!r} is not of the form {form!r}")
        return found

    def named(self, key: str, text: str, forms: dict[str, str], allowed: Sequence[str]) -> tuple[str, int]:
        """A word and the number of what it names (0: nothing), as in ``tag science``."""
        first = text.split()[0] if text.split() else ""
        self.word(key, first, allowed)
        form = forms[first]
        found = self.parts(key, text, form)
        return first, self.word(key, found[1], CAPITALS[form.split()[1]]) if len(found) > 1 else 0

    # --- terms ---

    def term(self, key: str, text: str, allowed: Sequence[str]) -> Term:
        """``temperature >= -8``, ``tag science >= 2``, ``bonus steel``."""
        found = text.split()
        first = found[0] if found else ""
        self.word(key, first, allowed)
        form = TERM_FORMS[first]
        if first == "bonus":
            _, what = self.named(key, text, TERM_FORMS, allowed)
            return Term(words.R_BONUS, what, 0, 1)
        size = len(form.split())
        if len(found) != size + 2:
            raise self.fail(key, f"{text!r} is not of the form '{form} >= N' or '{form} <= N'")
        _, what = self.named(key, " ".join(found[:size]), TERM_FORMS, allowed)
        most = self.word(key, found[size], (">=", "<="))
        n = self.number(key, found[size + 1], *TERM_RANGES[first])
        if first == "temperature":
            if n % DEGREES:
                raise self.fail(key, f"{n} degrees: the temperature moves by {DEGREES} degrees from {FIRST_DEGREES}")
            n = (n - FIRST_DEGREES) // DEGREES
        return Term(1 + words.REQUIREMENTS.index(first), what, most, n)

    def store_terms(self, key: str, terms: Sequence[Term]) -> int:
        """The row of the first of `terms`; 0 for none."""
        if not terms:
            return 0
        found = tuple(terms)
        if found not in self._term_rows:
            self._term_rows[found] = len(self.terms)
            self.terms += found
        if len(self.terms) > TERMS:
            raise self.fail(key, f"more terms than the {TERMS} rows that all content together may have")
        return self._term_rows[found]

    def requirement(self, row: Any) -> tuple[int, int]:
        """The number of terms of a requirement and the row of the first."""
        allowed = [word for word in words.REQUIREMENTS if word not in ("held", "bonus")]
        terms = [self.term("requires", text, allowed) for text in self.items(row, "requires", 4)]
        return len(terms), self.store_terms("requires", terms)

    # --- counts ---

    def count(self, key: str, text: str, allowed: Sequence[str] = words.COUNTS) -> Count:
        """What stands after ``per``: ``tag jovian``, ``2 tag building``, ``3 city``."""
        first, _, rest = text.partition(" ")
        per = 1
        if re.fullmatch("-?[0-9]+", first):
            per, text = self.number(key, first, 1, 20), rest
        word, what = self.named(key, text, COUNT_FORMS, allowed)
        return Count(1 + words.COUNTS.index(word), what, per)

    def points(self, row: Any) -> tuple[int, Count, int]:
        """Victory Points: N, what they are multiplied by, the row of their condition."""
        value = row.get("points", 0)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.integer("points", value, -9, 9), Count(), 0
        if not isinstance(value, str):
            raise self.fail("points", f"{value!r} is neither a whole number nor a text such as '1 per 2 held'")
        text, _, condition = value.partition(" if ")
        number, _, counted = text.partition(" per ")
        n = self.number("points", number, -9, 9)
        count = self.count("points", counted) if counted else Count()
        terms = [self.term("points", condition, ("held",))] if condition else []
        return n, count, self.store_terms("points", terms)

    # --- milestones and awards ---

    def criterion(self, row: Any) -> tuple[int, int]:
        """What a milestone or award counts: ``cities``, ``tag building``, ``production energy``."""
        value = row.get("counts", "")
        if not isinstance(value, str):
            raise self.fail("counts", f"{value!r} is not a text")
        word, what = self.named("counts", value, CRITERION_FORMS, words.CRITERIA)
        return words.CRITERIA.index(word), what

    def bits(self, row: Any, key: str, most: int) -> int:
        """A list of numbers from 1 to `most` as bits; all of them if the key is missing."""
        value = row.get(key, list(range(1, most + 1)))
        if not isinstance(value, list) or not value:
            raise self.fail(key, f"{value!r} is not a list of numbers from 1 to {most}")
        out = 0
        for n in value:
            out |= 1 << self.integer(key, n, 1, most) - 1
        return out

    def tags(self, row: Any) -> list[int]:
        """How often a row shows each tag; the tag of events comes with the colour."""
        allowed = [tag for tag in words.TAGS if tag != "event"]
        out = [0] * len(words.TAGS)
        for text in self.items(row, "tags", 4):
            self.word("tags", text, allowed)
            out[words.TAGS.index(text)] += 1
        return out
