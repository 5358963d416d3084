"""The small language of the content file: costs, effects and permanent effects written as words."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import CellReader
from marszoo.envs.terraforming_dice import words

ROW_LENGTHS = (4, 5, 6, 7, 6, 5, 4)
"""Hexes in the rows A to G of the map."""
HEX_NAMES = tuple(f"{chr(ord('A') + r)}{c + 1}" for r, n in enumerate(ROW_LENGTHS) for c in range(n))
KEYS = ("colour", "green_ribbon", "red_ribbon", "effects", "production", "permanent", "cost", "action", "pay", "gives")
ICONS = 12
"""Most icons of a cost."""

Effect = tuple[int, int, int]
"""Word, N, argument."""


def neighbours() -> npt.NDArray[np.int8]:
    """(37, 6): the hexes adjacent to each, -1 where there is none. Adjacent rows are shifted by half a hex."""
    middle = len(ROW_LENGTHS) // 2
    # Axial coordinates: each row down to the middle begins half a hex further left, each one after it further right.
    places = [(c - min(r, middle), r) for r, n in enumerate(ROW_LENGTHS) for c in range(n)]
    index = {place: k for k, place in enumerate(places)}
    out = np.full((len(places), 6), -1, np.int8)
    for k, (q, r) in enumerate(places):
        for j, (dq, dr) in enumerate(((-1, 0), (1, 0), (0, -1), (1, -1), (-1, 1), (0, 1))):
            out[k, j] = index.get((q + dq, r + dr), -1)
    return out


class Reader(CellReader):
    """Parses the cells of one file."""

    def texts(self, row: Any, key: str, most: int) -> list[str]:
        value = row.get(key, [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(text, str) for text in value):
            raise self.fail(key, f"{value!r} is not a list of at most {most} texts")
        return value

    def effect(self, key: str, text: Any, allowed: Sequence[str] = words.EFFECTS) -> Effect:
        """``word N`` or ``word N argument``."""
        parts: list[str] = str(text).split()
        if not parts:
            raise self.fail(key, "an effect is missing")
        word = allowed[self.word(key, parts[0], allowed)]
        arguments = words.ARGUMENTS.get(word)
        form = f"{word} N {'|'.join(arguments)}" if arguments else f"{word} N"
        if len(parts) != (3 if arguments else 2):
            raise self.fail(key, f"{text!r} is not of the form {form!r}")
        n = self.number(key, parts[1], 1, words.MOST)
        return words.EFFECTS.index(word) + 1, n, self.word(key, parts[2], arguments) if arguments else 0

    def icons(self, row: Any, key: str, kinds: int) -> list[tuple[int, int]]:
        """A list of resources as (resource, icons), in the order of the resources."""
        counts = Counter(self.word(key, text, words.RESOURCES) for text in self.texts(row, key, ICONS))
        if len(counts) > kinds:
            raise self.fail(key, f"{len(counts)} different resources; at most {kinds} are allowed")
        return sorted(counts.items())

    def fill(self, rows: Any, k: int, row: Any, reactions: list[Any], table: str) -> None:
        """Fill row `k` of `rows` from the lists of `row`, and add its reactions."""
        out = rows[k : k + 1]
        for n, (resource, count) in enumerate(self.icons(row, "cost", out["cost"].shape[1])):
            out["kinds"] += 1
            out["cost"][0, n] = resource, count
        for text in self.texts(row, "production", 9):
            out["production"][0, self.word("production", text, words.PRODUCTION)] += 1
        for key, counted in (("effects", "num_effects"), ("gives", "num_gives")):
            for n, text in enumerate(self.texts(row, key, out[key].shape[1])):
                out[key][0, n] = self.effect(key, text)
                out[counted] += 1
        if "action" in row:
            out["action"] = 1 + self.word("action", row["action"], words.ACTION_KINDS)
        for n, (resource, count) in enumerate(self.icons(row, "pay", out["pay"].shape[1])):
            out["pay_kinds"] += 1
            out["pay"][0, n] = resource, count
        for text in self.texts(row, "permanent", 4):
            self.permanent(out, k, text, reactions)
        points = words.EFFECTS.index("points") + 1
        effects = out["effects"][0, :, 0]
        shown = (effects == points).any() or (effects == words.OXYGEN_PRIZE).any()
        shown = shown or (out["gives"][0, :, 0] == points).any()
        shown = shown or out["production"][0, words.P_POINT] > 0 or out["green_ribbon"][0] + out["red_ribbon"][0] > 0
        out["shows_vp"] = shown or any(r[0] == k and r[3][0] == points for r in reactions)
        self.check_shape(row, table)

    def permanent(self, out: Any, k: int, text: str, reactions: list[Any]) -> None:
        parts = text.split()
        word = words.PERMANENTS[self.word("permanent", parts[0] if parts else "", words.PERMANENTS)]
        if word == "discount" and len(parts) == 2:
            out["discount"][0, self.word("permanent", parts[1], words.RESOURCES)] += 1
        elif word == "storage" and len(parts) == 2:
            out["storage"] += self.number("permanent", parts[1], 1, 9)
        elif word == "on" and ":" in text and len(text.partition(":")[0].split()) == 3:
            left, _, right = text.partition(":")
            _, scope, event = left.split()
            anyone = self.word("permanent", scope, words.SCOPES)
            events = words.GROUPS.get(event) or (event,)
            bits = 0
            for name in events:
                self.word("permanent", name, (*words.EVENTS, *words.GROUPS))
                bits |= 1 << words.EVENTS.index(name)
            reactions.append((k, bits, anyone, self.effect("permanent", right, words.QUIET)))
        else:
            raise self.fail(
                "permanent", f"{text!r} is none of 'discount RESOURCE', 'storage N', 'on own|any EVENT: EFFECT'"
            )

    def check_shape(self, row: Any, table: str) -> None:
        """Green cards only produce, red ones act at once, blue ones have an action or a permanent effect."""
        has = {key for key in KEYS if row.get(key)}
        if ("action" in has) != ("gives" in has):
            raise self.fail("action", "'action' and 'gives' go together")
        if "pay" in has and "action" not in has:
            raise self.fail("pay", "only an action has something to pay")
        if table == "corporation":
            return
        allowed = {
            "green": {"production"},
            "red": {"effects"},
            "blue": {"action", "pay", "gives", "permanent"},
        }[row["colour"]]
        if not has & allowed:
            raise self.fail("colour", f"a {row['colour']} card has at least one of {', '.join(sorted(allowed))}")
        for key in has & {"production", "effects", "permanent", "action"} - allowed:
            raise self.fail(key, f"a {row['colour']} card has none; it has {', '.join(sorted(allowed))}")
        if table == "project" and "cost" not in has:
            raise self.fail("cost", "missing")
