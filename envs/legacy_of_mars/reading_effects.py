"""The small language of the content file, second part: effects.

An entry of a list is one or more effects, ``gain plant 2 & gain heat 1``; alternatives, of which the player picks one, are
parted by ``|``, and ``nothing`` is one. ``then`` before effects makes them wait for what stands before: ``discard 1 then
draw 1``. An effect may end in ``if TERM``; ``per COUNT`` or ``per N COUNT`` after the number multiplies it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Source
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.reading import CAPITALS, Count, Reader
from marszoo.envs.legacy_of_mars.tables import BRANCHES, EFFECT, EFFECT_ROWS, NOTHING

LIST = 6
"""Most entries of a list of effects."""

FORMS = {
    "gain": "gain RESOURCE N",
    "lose": "lose RESOURCE N",
    "production": "production RESOURCE N",
    "temperature": "temperature N",
    "oxygen": "oxygen N",
    "rating": "rating N",
    "ocean": "ocean [on PLACE]",
    "city": "city [on PLACE]",
    "greenery": "greenery [on PLACE]",
    "special": "special NAME [on PLACE]",
    "population": "population N",
    "melt": "melt N",
    "draw": "draw N",
    "keep": "keep N of N",
    "look": "look",
    "reveal": "reveal TAG then …",
    "discard": "discard N [then …]",
    "innovation": "innovation N",
    "any_production": "any_production RESOURCE N",
    "remove": "remove RESOURCE N [by_ocean]",
    "steal": "steal RESOURCE N",
    "remove_held": "remove_held KIND N",
    "hold": "hold N",
    "unhold": "unhold N [then …]",
    "add": "add KIND N",
    "add_more": "add_more N",
    "add_that": "add_that N",
    "wild": "wild N",
    "swap": "swap RESOURCE RESOURCE",
    "shift": "shift RESOURCE RESOURCE",
    "copy": "copy TAG",
    "claim": "claim",
    "next": "next WHAT N",
}
"""Effect word -> how it is written; ``choose`` is written with ``|``."""

RANGES = {
    "gain": (1, 60),
    "lose": (1, 20),
    "production": (-9, 20),
    "temperature": (1, 5),
    "oxygen": (1, 5),
    "rating": (1, 9),
    "population": (1, 3),
    "melt": (1, 5),
    "draw": (1, 9),
    "discard": (1, 5),
    "innovation": (1, 3),
    "any_production": (1, 9),
    "remove": (1, 20),
    "steal": (1, 20),
    "remove_held": (1, 9),
    "hold": (1, 20),
    "unhold": (1, 20),
    "add": (1, 20),
    "add_more": (1, 20),
    "add_that": (1, 20),
    "wild": (1, 20),
}
"""Effect word -> lowest and highest N."""

TILE_PLACES = {
    "ocean": ("reserved", "land", "anywhere"),
    "greenery": tuple(p for p in words.PLACES if p not in ("city", "noctis", "phobos", "ganymede")),
    "city": tuple(p for p in words.PLACES if p != "greenery"),
    "special": tuple(p for p in words.PLACES if p not in ("city", "greenery", "noctis", "phobos", "ganymede")),
}
"""Tile -> where it may be told to go."""
USUAL_PLACE = {"ocean": "reserved", "greenery": "greenery", "city": "city", "special": "land"}
"""Tile -> where it goes if the entry does not say."""
TILE_WORDS = tuple(USUAL_PLACE)
COUNTED = ("gain", "production", "rating", "draw", "hold")
"""Effects whose N may be multiplied."""
WAITED_FOR = ("reveal", "discard", "unhold")
"""Effects that ``then`` may follow."""

QUIET = ("gain", "production", "rating", "hold")
"""What a trigger that listens to anybody may do: nobody decides anything."""
_TRIGGERED = (
    *(*QUIET, "draw", "keep", "look", "reveal", "discard", "innovation", "remove", "steal", "remove_held"),
    *("unhold", "add", "add_more", "add_that", "wild", "next"),
)
_ACTED = tuple(w for w in FORMS if w not in ("lose", "unhold", "add_that"))
_AT_START = tuple(
    w
    for w in _ACTED
    if w not in ("population", "discard", "any_production", "copy", "shift", "swap", "claim", "remove", "steal", "next")
)
CONTEXTS = {
    "card": tuple(w for w in FORMS if w not in ("unhold", "add_that")),
    "action": _ACTED,
    "start": _AT_START,
    "standard": tuple(w for w in _AT_START if w != "hold"),
    "own": _TRIGGERED,
    "any": QUIET,
}
"""Where effects stand -> the words they may have: immediate effects of a card; of an action (losses are its cost); of a side
or development, which are always played and so must always be possible; of a standard project; of a trigger that listens to
its owner, which fires unasked, or to anybody."""


class Effect(NamedTuple):
    """One effect; see :class:`tables.Effect`."""

    word: int
    n: int = 0
    what: int = 0
    other: int = 0
    of: int = 0  # `count` there
    counted: int = 0
    per: int = 1
    place: int = 0
    term: int = 0
    then: tuple["Effect", ...] = ()
    branch: tuple[tuple["Effect", ...], ...] = ()


Effects = tuple[Effect, ...]


def weight(effects: Effects) -> int:
    """The most of `effects`, and of what they lead to, that can wait at once."""
    total = 0
    for effect in effects:
        total += max(1, weight(effect.then), *(weight(branch) for branch in effect.branch))
    return total


def walk(effects: Effects) -> list[Effect]:
    """All effects of a list, alternatives and what follows included."""
    out: list[Effect] = []
    for effect in effects:
        out.append(effect)
        for part in (effect.then, *effect.branch):
            out += walk(part)
    return out


class EffectReader(Reader):
    """Reads effects and keeps their rows; equal lists share them."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        # Row 0 ends a list at once: what a row without effects refers to. Row NOTHING is a list too, an empty one.
        self.effects: list[Effect] = [Effect(0)] * (NOTHING + 1)
        self._starts: dict[Effects, int] = {}

    def condition(self, key: str, text: str) -> int:
        return self.store_terms(key, [self.term(key, text, words.REQUIREMENTS)])

    def tile(self, key: str, text: str, word: str) -> Effect:
        text, on, place = text.partition(" on ")
        found = self.parts(key, text, FORMS[word].partition(" [")[0])
        what = 1 + self.word(key, found[1], words.SPECIAL_TILES) if word == "special" else 0
        place = place if on else USUAL_PLACE[word]
        self.word(key, place, TILE_PLACES[word])
        return Effect(1 + words.EFFECTS.index(word), 1, what, place=words.PLACES.index(place))

    def single(self, key: str, text: str, allowed: Sequence[str]) -> Effect:
        """One effect without ``then``."""
        text, _, condition = text.partition(" if ")
        text, per, counted = text.partition(" per ")
        first = text.split()[0] if text.split() else ""
        self.word(key, first, allowed)
        effect = self.tile(key, text, first) if first in TILE_WORDS else self.plain(key, text, first)
        if per:
            if first not in COUNTED:
                raise self.fail(key, f"{text!r} cannot be counted; only {', '.join(COUNTED)} can")
            count: Count = self.count(key, counted)
            effect = effect._replace(of=count.of, counted=count.counted, per=count.per)
        if condition:
            effect = effect._replace(term=self.condition(key, condition))
        if effect.word == words.PRODUCTION and effect.n < 0 and (per or condition):
            raise self.fail(key, f"{text!r}: a loss of production is a plain number, without 'per' and 'if'")
        return effect

    def plain(self, key: str, text: str, first: str) -> Effect:
        """An effect that places no tile, without its ends."""
        word = 1 + words.EFFECTS.index(first)
        form = FORMS[first]
        if first == "keep":
            found = self.parts(key, text, form)
            of = self.number(key, found[3], 2, 9)
            return Effect(word, self.number(key, found[1], 1, of - 1), of)
        if first == "next":
            found = self.parts(key, text, "next WORD N")
            shifts = self.word(key, found[1], ("discount", "shift"))
            return Effect(word, self.number(key, found[2], 1, 9 if shifts else 30), other=shifts)
        place = 0
        if first == "remove" and text.endswith(" by_ocean"):
            place, text = 1, text.removesuffix(" by_ocean")
        found = self.parts(key, text, form.partition(" [")[0].partition(" then ")[0])
        given: list[int] = []
        n = 1
        for kind, part in zip(form.split()[1:], found[1:], strict=False):
            if kind == "N":
                n = self.number(key, part, *RANGES[first])
            else:
                given.append(self.word(key, part, CAPITALS[kind]) + (kind == "KIND"))
        if n == 0:
            raise self.fail(key, f"{text!r} does nothing")
        what, other = [*given, 0, 0][:2]
        if first in ("swap", "shift") and what == other:
            raise self.fail(key, f"{text!r}: the two resources must differ")
        return Effect(word, n, what, other, place=place)

    def alternative(self, key: str, text: str, allowed: Sequence[str]) -> Effects:
        """Effects joined by ``&``; what stands after ``then`` waits for the effect before."""
        text, then, after = text.partition(" then ")
        if text.strip() == "nothing" and not then:
            return ()
        out = [self.single(key, part.strip(), allowed) for part in text.split(" & ")]
        last = words.EFFECTS[out[-1].word - 1]
        if then:
            if last not in WAITED_FOR:
                raise self.fail(key, f"'then' may follow {', '.join(WAITED_FOR)}, not {last}")
            out[-1] = out[-1]._replace(then=self.alternative(key, after, allowed))
        if any(e.word == words.REVEAL and not e.then for e in out):
            raise self.fail(key, f"{text!r}: reveal needs 'then' and what happens if the tag is there")
        return tuple(out)

    def expression(self, key: str, text: str, allowed: Sequence[str]) -> Effects:
        """One entry: effects, or alternatives."""
        branches = tuple(self.alternative(key, part.strip(), allowed) for part in text.split(" | "))
        if len(branches) > BRANCHES:
            raise self.fail(key, f"{len(branches)} alternatives; at most {BRANCHES} are allowed")
        if len(branches) > 1:
            if sum(not branch for branch in branches) > 1:
                raise self.fail(key, f"{text!r}: more than one alternative is nothing")
            return (Effect(words.CHOOSE, branch=branches),)
        if not branches[0]:
            raise self.fail(key, "'nothing' is an alternative only; leave the entry out")
        return branches[0]

    def listed(self, row: Any, key: str, context: str) -> Effects:
        """The list of effects of a row."""
        out: list[Effect] = []
        for text in self.items(row, key, LIST):
            out += self.expression(key, text, CONTEXTS[context])
        return tuple(out)

    # --- storing ---

    def store(self, key: str, effects: Effects) -> int:
        """The first row of a list; 0 for an empty one."""
        if not effects:
            return 0
        if effects not in self._starts:
            start = self._starts[effects] = len(self.effects)
            self.effects += [*effects, Effect(0)]
            for effect in walk(effects):
                for part in (effect.then, *effect.branch):
                    self.store(key, part)
            if len(self.effects) > EFFECT_ROWS:
                raise self.fail(key, f"more effects than the {EFFECT_ROWS} rows that all content together may have")
            return start
        return self._starts[effects]

    def effect_table(self) -> npt.NDArray[Any]:
        out = np.zeros(EFFECT_ROWS, EFFECT)
        for k, effect in enumerate(self.effects):
            for name in ("word", "n", "what", "other", "counted", "per", "place", "term"):
                out[name][k] = getattr(effect, name)
            out["count"][k] = effect.of
            out["then"][k] = self._starts.get(effect.then, 0)
            for b, branch in enumerate(effect.branch):
                out["branch"][k, b] = self._starts[branch] if branch else NOTHING
        return out
