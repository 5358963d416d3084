"""The small language of the content file, third part: actions, triggers, standing effects, and a card at a glance."""

from typing import Any, NamedTuple

from marszoo.envs.core.content import ContentError, Source
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.reading import CAPITALS
from marszoo.envs.legacy_of_mars.reading_effects import CONTEXTS, Effect, EffectReader, Effects, walk
from marszoo.envs.legacy_of_mars.tables import PAYS, TRIGGERS, WAYS

STANDING_FORMS = {
    "discount": "discount [TAG] N",
    "steel_value": "steel_value N",
    "titanium_value": "titanium_value N",
    "requirement_shift": "requirement_shift N",
    "protect": "protect",
    "locked": "locked",
    "card_price": "card_price N",
    "project_discount": "project_discount N",
    "greenery_plants": "greenery_plants N",
    "heat_steps": "heat_steps N",
    "population_workers": "population_workers N",
}
"""Standing effect -> how it is written."""

PAY_FORMS = {
    **{resource: f"{resource} N" for resource in words.RESOURCES},
    "production": "production RESOURCE N",
    "held": "held N",
    "any": "any KIND N",
}
"""First word of what a way of an action may cost -> how it is written. Two costs are joined by ``&``, ``free`` alone costs
nothing. M€ may be followed by ``(steel)``, ``(titanium)`` or ``(steel titanium)``: what may pay for them too."""
PAYS_SHOWN = ", ".join(map(repr, ("RESOURCE N", *list(PAY_FORMS.values())[len(words.RESOURCES) :], "free")))
"""The same for errors."""
METALS = {" (steel)": 1, " (titanium)": 2, " (steel titanium)": 3}

TILE_OF = {
    words.OCEAN: words.OCEAN_TILE,
    words.GREENERY: words.GREENERY_TILE,
    words.CITY: words.CITY_TILE,
    words.SPECIAL: words.SPECIAL_TILE,
}
"""Effect that places a tile -> the kind of the tile."""
FREE_WORDS = (
    *(words.GAIN, words.LOSE, words.TEMPERATURE, words.OXYGEN, words.RATING, words.MELT, words.DRAW, words.KEEP),
    *(words.LOOK, words.REVEAL, words.INNOVATION, words.REMOVE, words.STEAL, words.REMOVE_HELD, words.HOLD),
    *(words.ADD, words.ADD_MORE, words.ADD_THAT, words.WILD, words.NEXT),
)
"""Effects that can always be played, because they are gains, optional, or void when they cannot be done. LOSE is told apart."""


class Way(NamedTuple):
    """One way of an action."""

    pays: tuple[tuple[int, int, int], ...]
    metals: int
    does: Effects


class Trigger(NamedTuple):
    """See :class:`tables.Trigger`; `does` in place of its row."""

    event: int
    anyone: int
    tags: int
    does: Effects


class Glance(NamedTuple):
    """The immediate effects of a row at a glance: see :class:`tables.Row`."""

    change: list[int]
    loses: list[int]
    tile: int
    on: int
    plain: int


def _ocean_at_sea(effect: Effect) -> bool:
    """An ocean on a reserved hex: there is room as long as there are ocean tiles, and without them it is void."""
    return effect.word == words.OCEAN and effect.place == words.ON_RESERVED


class RowReader(EffectReader):
    """Reads what stands on cards, sides and developments."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.triggers: list[tuple[int, Trigger]] = []

    # --- actions ---

    def pay(self, text: str, money: list[int]) -> tuple[int, int, int]:
        """One cost as (word, N, resource or kind); the metals that may pay are added to `money`."""
        metals = 0
        for ending, bits in METALS.items():
            if text.endswith(ending):
                text, metals = text.removesuffix(ending), bits
        found = self._cost(text)
        first = found[0]
        if metals:
            if first != "megacredit":
                raise self.fail("action", f"{text!r}: steel and titanium pay for megacredit only")
            money.append(metals)
        if first == "production":
            return words.PRODUCTION, self.number("action", found[2], 1, 9), self._named("RESOURCE", found[1])
        if first == "held":
            return words.UNHOLD, self.number("action", found[1], 1, 20), 0
        if first == "any":
            return words.REMOVE_HELD, self.number("action", found[2], 1, 9), 1 + self._named("KIND", found[1])
        return words.GAIN, self.number("action", found[1], 1, 60), words.RESOURCES.index(first)

    def _cost(self, text: str) -> list[str]:
        """The words of a cost, which has one of the forms."""
        first = text.split()[0] if text.split() else ""
        try:
            self.word("action", first, (*PAY_FORMS, "free"))
            if first == "free":
                raise self.fail("action", f"{text!r}: 'free' stands alone")
            return self.parts("action", text, PAY_FORMS[first])
        except ContentError as error:
            raise ContentError(f"{error}; a cost is one of {PAYS_SHOWN}") from None

    def _named(self, kind: str, text: str) -> int:
        return self.word("action", text, CAPITALS[kind])

    def ways(self, row: Any) -> list[Way]:
        """The ways of an action."""
        out = []
        for text in self.items(row, "action", WAYS):
            cost, colon, does = text.partition(": ")
            if not colon:
                raise self.fail("action", f"{text!r} is not of the form 'COST: EFFECT'")
            costs = [] if cost.strip() == "free" else cost.strip().split(" & ")
            if len(costs) > PAYS:
                raise self.fail("action", f"{cost!r}: at most {PAYS} costs")
            money: list[int] = []
            pays = tuple(self.pay(part.strip(), money) for part in costs)
            if len({(word, what) for word, _, what in pays}) < len(pays):
                raise self.fail("action", f"{cost!r} names a cost twice")
            effects = self.expression("action", does.strip(), CONTEXTS["action"])
            if any(e.word == words.PRODUCTION and e.n < 0 for e in walk(effects)):
                raise self.fail("action", f"{does!r}: what an action takes away stands before the colon")
            out.append(Way(pays, money[0] if money else 0, effects))
        return out

    # --- triggers ---

    def trigger(self, text: str) -> Trigger:
        """``any ocean: gain plant 2``, ``own tag animal/plant: hold 1``."""
        head, colon, does = text.partition(": ")
        found = head.split()
        if not colon or len(found) < 2:
            raise self.fail("triggers", f"{text!r} is not of the form 'own|any EVENT: EFFECT'")
        anyone = self.word("triggers", found[0], words.SCOPES)
        event = self.word("triggers", found[1], words.EVENTS)
        tags = 0
        if event == words.ON_TAG:
            if len(found) != 3:
                raise self.fail("triggers", f"{head!r} is not of the form 'own|any tag TAG/TAG/…'")
            for tag in found[2].split("/"):
                tags |= 1 << self.word("triggers", tag, words.TAGS)
        elif len(found) != 2:
            raise self.fail("triggers", f"{head!r} is not of the form 'own|any EVENT'")
        effects = self.expression("triggers", does.strip(), CONTEXTS["any" if anyone else "own"])
        said = {e.word for e in walk(effects)}
        if anyone and words.CHOOSE in said:
            raise self.fail("triggers", f"{does!r}: a trigger that listens to anybody leaves nothing to choose")
        if any(e.word == words.PRODUCTION and e.n < 0 for e in walk(effects)):
            raise self.fail("triggers", f"{does!r}: a trigger lowers no production")
        if event == words.ON_RATING and words.RATING in said:
            raise self.fail("triggers", f"{does!r} would set itself off without end")
        if words.ADD_THAT in said and event != words.ON_TAG:
            raise self.fail("triggers", "add_that needs a card whose tag was played: 'own tag …'")
        return Trigger(event, anyone, tags, effects)

    def row_triggers(self, row: Any, number: int) -> list[Trigger]:
        """The triggers of a row; they are kept under its number."""
        out = [self.trigger(text) for text in self.items(row, "triggers", 3)]
        self.triggers += [(number, trigger) for trigger in out]
        if len(self.triggers) > TRIGGERS:
            raise self.fail("triggers", f"more than the {TRIGGERS} triggers that all content together may have")
        return out

    # --- standing effects ---

    def standing(self, row: Any, out: Any) -> None:
        """Fill the standing effects of a row."""
        seen = set()
        for text in self.items(row, "standing", 4):
            found = text.split()
            first = found[0] if found else ""
            self.word("standing", first, words.STANDING)
            if first in ("protect", "locked"):
                self.parts("standing", text, first)
                out[first][0] = 1
            elif first == "discount":
                tagged = len(found) == 3
                found = self.parts("standing", text, "discount TAG N" if tagged else "discount N")
                at = self.word("standing", found[1], words.TAGS) if tagged else len(words.TAGS)
                first += f" {at}"
                out["discount"][0, at] = self.number("standing", found[-1], 1, 9)
            else:
                found = self.parts("standing", text, f"{first} N")
                n = self.number("standing", found[1], 1, 9)
                if first in ("steel_value", "titanium_value"):
                    out["worth"][0, ("steel_value", "titanium_value").index(first)] = n
                else:
                    out["shift" if first == "requirement_shift" else first][0] = n
            if first in seen:
                raise self.fail("standing", f"{text!r} stands there twice")
            seen.add(first)

    # --- a row at a glance ---

    def glance(self, effects: Effects, triggers: list[Trigger]) -> Glance:
        """What has to be judged before the immediate effects may be played.

        A row that loses something and has triggers may pay with what they bring (tm_card_codes, 3.7: card 200), which is
        not to be seen at a glance.
        """
        change, loses, gains = ([0] * len(words.RESOURCES) for _ in range(3))
        tile = on = 0
        plain = 1
        for effect in effects:
            fixed = not effect.of and not effect.term
            if effect.word == words.PRODUCTION:
                change[effect.what] += effect.n if fixed else 0
            elif effect.word == words.LOSE:
                loses[effect.what] += effect.n
                plain &= not effect.term
            elif effect.word == words.GAIN:
                gains[effect.what] += effect.n if fixed else 0
            elif _ocean_at_sea(effect):
                continue
            elif effect.word in TILE_OF:
                plain &= not tile and not effect.term
                if not tile:
                    tile, on = TILE_OF[effect.word], effect.place
            elif effect.word == words.CHOOSE:
                plain &= any(self.always(branch) for branch in effect.branch)
            elif effect.word not in FREE_WORDS:
                plain = 0
        loses = [max(0, a - b) for a, b in zip(loses, gains, strict=True)]
        if triggers and (any(loses) or min(change) < 0):
            plain = 0
        return Glance(change, loses, tile, on, int(plain))

    def always(self, effects: Effects) -> bool:
        """Whether a list, such as an alternative or the way of an action, can be done whatever the state."""
        for effect in effects:
            if effect.term or effect.word == words.LOSE:
                return False
            if effect.word == words.CHOOSE:
                if not any(self.always(branch) for branch in effect.branch):
                    return False
            elif effect.word == words.PRODUCTION:
                if effect.n < 0:
                    return False
            elif effect.word not in FREE_WORDS and not _ocean_at_sea(effect):
                return False
        return True
