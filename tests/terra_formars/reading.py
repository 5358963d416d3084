"""A state in words: where cards are, what is on the stack, and what has changed."""

import numpy as np

from marszoo.envs.core.record import diff
from marszoo.envs.terra_formars.state import (
    ABSENT,
    ASIDE,
    CHOOSE_HERO,
    DEAD,
    DISCARD,
    EFFECT,
    FACE_UP,
    HAND,
    PENDING,
    PICK_DIE,
    PICK_EQUIPMENT,
    PICK_ICON,
    PICK_RIVAL,
    PILE,
    PLACE_MARKER,
    REACT,
    SPEND,
    TABLE,
    TURN,
    WINDOWS,
)

PLACES = {
    PILE: "pile",
    DISCARD: "discard",
    FACE_UP: "face up",
    PENDING: "pending",
    ABSENT: "absent",
    DEAD: "dead",
    ASIDE: "aside",
}
STEPS = ("start", "roll", "spend", "total", "danger", "damage", "replace", "talent", "move", "end", "next")
REASONS = ("set-up", "kill", "card", "talent", "equipment", "technique")
UNCOMPARED = {"rng", "event", "events", "step_count", "player", "depth", "frame"}
"""Not part of a difference: the generator, the log, and what `stack` says in words."""


class Reading:
    """What a table knows to say about its state; `states`, `before` and `content` are set by who inherits from it."""

    @property
    def s(self):
        """The state as a record."""
        return self.states[0]

    def __getitem__(self, name):
        """A field: a Python int, or an array."""
        value = self.states[name][0]
        return value if isinstance(value, np.ndarray) else int(value)

    @property
    def player(self):
        return self["player"]

    def place(self, support):
        """Where a support is, in words."""
        return self._place(int(self["place"][self.supports.index(support)]))

    def lair(self, roach):
        """Where a cockroach is, in words."""
        return self._place(int(self["lair"][self.roaches.index(roach)]))

    def held(self, where):
        """The ids of the supports in a place, such as ``"hand 0"``."""
        return [card for card in self.supports if self.place(card) == where]

    def slot_of(self, roach):
        return list(self["slot"]).index(self.roaches.index(roach))

    def roach_in(self, slot):
        return self.roaches[self["slot"][slot]]

    def left(self, slot):
        """Health left of the cockroach in a slot."""
        row = self.content.rows["cockroach"][self["slot"][slot]]
        return row["health"] - int(self["hurt"][slot])

    @staticmethod
    def _place(number):
        if number >= TABLE:
            return f"table {number - TABLE}"
        return f"hand {number - HAND}" if number >= HAND else PLACES[number]

    def _frame(self, kind, seat, a, b):
        if kind == TURN:
            return f"turn: {STEPS[a]}"
        if kind == REACT:
            return f"react {seat}: {WINDOWS[a]}, {b} passed"
        if kind == EFFECT:
            return f"effect {seat}: {'technique' if a < 0 else self.supports[a]}"
        if kind == PLACE_MARKER:
            return f"place {seat}: {REASONS[a]}, marker of {b}"
        if kind == PICK_EQUIPMENT:
            return f"equipment {seat}: of {a}, {'steal' if b else 'destroy'}"
        names = {SPEND: "spend", PICK_DIE: "die", PICK_ICON: "icon", CHOOSE_HERO: "hero"}
        if kind == PICK_RIVAL:
            return f"rival {seat}: effect {a:02}, value {b}"
        return f"{names.get(kind, f'kind {kind}')} {seat}"

    @property
    def stack(self):
        """The frames from the bottom to the top, in words."""
        return [self._frame(*map(int, row)) for row in self["frame"][: self["depth"]]]

    @property
    def top(self):
        """The decision to take now, in words."""
        return self.stack[-1]

    def _named(self, field, value):
        if field in ("place", "lair"):
            return self._place(value)
        ids = {"row": self.supports, "slot": self.roaches, "hero": self.content.ids["hero"]}.get(field)
        if ids is not None:
            return ids[value] if value >= 0 else None
        return value

    def changes(self, but=()):
        """All that differs from the prepared state (or the last `mark`): scalars as (old, new), arrays by index or card.

        `stack` gives the new frames where they changed. Fields named in `but` are left out.
        """
        out = {}
        for name, (old, new) in diff(self.before[0], self.states[0]).items():
            if name in UNCOMPARED or name in but:
                continue
            if not isinstance(old, list):
                out[name] = (old, new)
                continue
            keys = {"place": self.supports, "known": self.supports, "used": self.supports}
            keys |= {"lair": self.roaches, "returned": self.roaches}
            out[name] = {}
            for k, (a, b) in enumerate(zip(old, new, strict=True)):
                if a != b:
                    key = keys[name][k] if name in keys else k
                    out[name][key] = (self._named(name, a), self._named(name, b))
        frames = [self._frame(*map(int, row)) for row in self.before["frame"][0][: self.before["depth"][0]]]
        if frames != self.stack and "stack" not in but:
            out["stack"] = self.stack
        return out

    def mark(self):
        """Compare with the present state from now on."""
        self.before = self.states.copy()
        return self
