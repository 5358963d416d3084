"""The small language of the content file: effects, upgrades, objectives and projects written as words."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import CellReader, Source
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.state import GOALS, MANDATORY, PROJECTS, RINGS

EFFECT_ROWS, LIST = 900, 5
"""Capacity for all effects together, the ends of lists included; most effects of one list."""

Effect = tuple[int, int, int, int]
"""Word, N, two arguments."""


class Reader(CellReader):
    """Parses the cells of one file."""

    def __init__(self, source: Source, conditions: Sequence[str]) -> None:
        super().__init__(source)
        self.conditions = tuple(conditions)
        # Row 0 ends a list at once: what a row without effects refers to.
        self.effects: list[Effect] = [(0, 0, 0, 0)]

    def bits(self, row: Any, key: str, allowed: Sequence[str]) -> list[int]:
        """A list of words as flags, one per word allowed."""
        flags = [0] * len(allowed)
        for text in self.items(row, key, len(allowed)):
            flags[self.word(key, text, allowed)] = 1
        return flags

    def by_players(self, key: str, value: Any, low: int, high: int) -> list[int]:
        """One number, or four: for 1, 2, 3 and 4 players."""
        values = value if isinstance(value, list) else [value] * 4
        if len(values) != 4:
            raise self.fail(key, f"{value!r} is neither a number nor a list of 4, for 1 to 4 players")
        return [self.integer(key, each, low, high) for each in values]

    # --- effects ---

    def parts_of(self, key: str, text: str, form: str) -> list[str]:
        """The words of `text`, which must be as many as those of `form`."""
        parts = text.split()
        if len(parts) != len(form.split()):
            raise self.fail(key, f"{text!r} is not of the form {form!r}")
        return parts

    def part(self, key: str, text: str) -> tuple[int, int]:
        """``facility.part`` as two numbers."""
        facility, _, part = text.partition(".")
        return self.word(key, facility, words.FACILITIES), self.word(key, part, words.PARTS)

    def keyword(self, key: str, text: str, block: int) -> int:
        """A kind of card, or (from len(KINDS) on) a facility of the block."""
        of_block = [f for k, f in enumerate(words.FACILITIES) if words.BLOCK_OF[k] == block]
        self.word(key, text, [*words.KINDS, *of_block])
        if text in words.KINDS:
            return words.KINDS.index(text)
        return len(words.KINDS) + words.FACILITIES.index(text)

    def argument(self, key: str, kind: str, text: str, word: str, before: list[int]) -> list[int]:
        """One word of an effect as numbers; `kind` is its name in the form."""
        if kind == "N":
            return [self.number(key, text, 1, words.MOST)]
        if kind == "FACILITY.PART":
            return list(self.part(key, text))
        if kind == "KEYWORD":
            return [self.keyword(key, text, before[-1])]
        if kind == "BLOCK|any":
            return [self.word(key, text, (*words.BLOCKS, "any"))]
        if kind == "WHO":
            who = {"tokens": ("me", "first", "all"), "condition": ("me", "first", "any")}.get(word, words.WHO)
            self.word(key, text, who)
            return [words.WHO.index(text)]
        offset = 1 if kind == "MODIFIER" else 0
        return [offset + self.word(key, text, self.conditions if kind == "ID" else words.CAPITALS[kind])]

    def effect(self, key: str, text: str) -> Effect:
        """One effect in words as (word, N, argument, argument)."""
        first = text.split()[0] if text.split() else ""
        word = 1 + self.word(key, first, words.EFFECTS)
        form = words.FORMS[first].replace("lower N BLOCK", "lower N BLOCK|any")
        given: list[int] = []
        counted = "N" in form.split()
        for kind, part in zip(form.split()[1:], self.parts_of(key, text, form)[1:], strict=True):
            given += self.argument(key, kind, part, first, given)
        n, *rest = given if counted else [0, *given]
        x, y = [*rest, 0, 0][:2]
        return word, n, x, y

    def effect_list(self, row: Any, key: str, most: int = LIST) -> int:
        """A list of effects, stored; gives the number of its first row (0: none)."""
        texts = self.items(row, key, most)
        if not texts:
            return 0
        start = len(self.effects)
        self.effects += [self.effect(key, text) for text in texts]
        self.effects.append((0, 0, 0, 0))
        if len(self.effects) > EFFECT_ROWS:
            raise self.fail(key, f"more effects than the {EFFECT_ROWS} rows that all content together may have")
        return start

    def table(self) -> npt.NDArray[np.int8]:
        out = np.zeros((EFFECT_ROWS, 4), np.int8)
        out[: len(self.effects)] = self.effects
        return out

    def first_break(self, start: int) -> int:
        """What the list breaks first: facility * 4 + part; -1 nothing."""
        while self.effects[start][0]:
            word, _, facility, part = self.effects[start]
            if word == words.BREAK:
                return facility * len(words.PARTS) + part
            start += 1
        return -1

    def searches(self, start: int) -> list[tuple[int, int]]:
        """The keyword searches of a list: block and keyword."""
        found = []
        while self.effects[start][0]:
            word, _, block, keyword = self.effects[start]
            if word == words.SEEK:
                found.append((block, keyword))
            start += 1
        return found

    def amount(self, key: str, text: Any, most: int = 9) -> tuple[int, int]:
        """``N GOOD`` as (N, good); an empty text is (0, -1)."""
        if text == "":
            return 0, -1
        parts = self.parts_of(key, str(text), "N GOOD")
        return self.number(key, parts[0], 1, most), self.word(key, parts[1], words.GOODS)

    # --- facilities and upgrades ---

    def parts(self, row: Any, facility: int) -> tuple[int, list[int]]:
        """Which parts a facility has (bits), and the penalty of each."""
        written = row.get("parts", {})
        if not isinstance(written, dict) or not written:
            raise self.fail("parts", f"{written!r} is not a table of part = penalty")
        fitted, penalty = 0, [0] * len(words.PARTS)
        for part, text in written.items():
            k = self.word("parts", part, words.PARTS)
            fitted |= 1 << k
            self.word("parts", text, self.penalties_of(facility))
            penalty[k] = words.PENALTIES.index(text)
        return fitted, penalty

    @staticmethod
    def penalties_of(facility: int) -> list[str]:
        """The penalties that mean something at a facility."""
        acts = facility in words.JOB_FACILITY
        meant = {
            "wilt": facility == words.FARM,
            "no_rover": facility == words.GARAGE_HALL,
            "rover_risk": facility == words.GARAGE_HALL,
            "output": facility < len(words.PRODUCERS),
            "cost_oxygen": acts,
            "cost_energy": acts,
            "must_roll": acts,
        }
        return [p for p in words.PENALTIES if meant.get(p, True)]

    def upgrade(self, row: Any, facility: int, fitted: int) -> tuple[int, int, int]:
        """What an upgrade does: (word, N, argument)."""
        text = str(row.get("effect", ""))
        first = text.split()[0] if text.split() else ""
        allowed = [u for u in words.UPGRADES if (u != "output" or facility < len(words.PRODUCERS))]
        if facility not in words.JOB_FACILITY:
            allowed = [u for u in allowed if u not in ("better", "sure")]
        word = words.UPGRADES.index(allowed[self.word("effect", first, allowed)])
        parts = self.parts_of("effect", text, words.UPGRADE_FORMS[first])
        if word == words.U_CANCEL:
            part = self.word("effect", parts[1], words.PARTS)
            if not fitted >> part & 1:
                raise self.fail("effect", f"{words.FACILITIES[facility]} has no {words.PARTS[part]}")
            return word, 0, part
        if word == words.U_SURE:
            return word, 1, 0
        n = self.number("effect", parts[1], 1, 3)
        return word, n, self.word("effect", parts[2], words.GOODS) if word == words.U_YIELD else 0

    # --- missions ---

    def projects(self, row: Any, out: Any) -> list[str]:
        """Fill the projects of a mission; gives their ids."""
        written = row.get("projects", [])
        if not isinstance(written, list) or len(written) > PROJECTS:
            raise self.fail("projects", f"{written!r} is not a list of at most {PROJECTS} tables")
        ids: list[str] = []
        mission = self.entry
        for k, project in enumerate(written):
            if not isinstance(project, dict):
                raise self.fail("projects", f"{project!r} is not a table")
            self.entry = f"{mission} project {project.get('id', k + 1)!r}"
            keys = ("id", "name", "place", "steps", "cost", "ring")
            self.source.only(self.entry, project, keys)
            for key in keys:
                if key not in project:
                    raise self.fail(key, "missing")
            for key in ("id", "name"):
                if not isinstance(project[key], str) or not project[key]:
                    raise self.fail(key, f"{project[key]!r} is not a non-empty string")
            if project["id"] in ids:
                raise self.fail("id", f"duplicate id {project['id']!r}")
            ids.append(project["id"])
            out["place"][0, k] = self.word("place", project["place"], words.PLACES)
            out["steps"][0, k] = self.by_players("steps", project["steps"], 1, 12)
            out["cost"][0, k] = self.amount("cost", project["cost"], 3)
            out["ring"][0, k] = self.integer("ring", project["ring"], 0, RINGS)
        self.entry = mission
        out["projects"] = len(ids)
        return ids

    def goals(self, row: Any, out: Any, projects: Sequence[str]) -> None:
        """Fill the objectives of a mission, the mandatory ones first."""
        mandatory = self.items(row, "objectives", MANDATORY, 1)
        optional = self.items(row, "optional", GOALS - MANDATORY)
        seen: set[tuple[int, int]] = set()
        for k, text in enumerate([*mandatory, *optional]):
            key = "objectives" if k < len(mandatory) else "optional"
            parts = text.split()
            kind = self.word(key, parts[0] if parts else "", words.GOALS)
            which = 0
            if kind == words.G_PROJECT:
                parts = self.parts_of(key, text, "project ID")
                which = self.word(key, parts[1], projects)
                amounts = [int(n) for n in out["steps"][0, which]]
            else:
                if len(parts) not in (2, 5):
                    raise self.fail(key, f"{text!r} is not of the form '{parts[0]} N' or '{parts[0]} N N N N'")
                low, high = (-2, 3) if kind == words.G_MORALE else (1, 20)
                numbers = [self.number(key, part, low, high) for part in parts[1:]]
                amounts = numbers * 4 if len(numbers) == 1 else numbers
            if (kind, which) in seen:
                raise self.fail(key, f"{text!r}: a mission asks for each thing once")
            seen.add((kind, which))
            out["goal"][0, k] = kind, which
            out["amount"][0, k] = amounts
        out["mandatory"], out["goals"] = len(mandatory), len(mandatory) + len(optional)
