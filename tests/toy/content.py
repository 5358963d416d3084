"""Reading content.toml."""

import pathlib
from typing import Annotated

import numpy as np

from marszoo.envs.core import content
from marszoo.envs.core.record import dtype_of
from toy.state import CARDS

GAIN, STEAL, THROW = range(3)
EFFECTS = ("gain", "steal", "roll")
NUMBERS = {"rounds": (1, 10), "hand": (1, 4), "coins": (0, 9), "goal": (1, 99)}


class Card:
    effect: Annotated[int, "i1"]  # index into EFFECTS
    value: Annotated[int, "i1"]  # coins gained or stolen; factor of the roll


class Tables:
    cards: Annotated[int, "i1"]  # rows of [[card]]
    rounds: Annotated[int, "i1"]
    hand: Annotated[int, "i1"]  # cards dealt to each seat
    coins: Annotated[int, "i1"]  # coins each seat starts with
    goal: Annotated[int, "i1"]  # coins that end the game
    card: Annotated[np.ndarray, dtype_of(Card), (CARDS,)]


TABLES = dtype_of(Tables)

_CARDS = content.Table(
    "card",
    dtype_of(Card),
    CARDS,
    (content.Column("effect", words=EFFECTS), content.Column("value", low=1, high=9)),
    at_least=8,
)


def load(path: pathlib.Path) -> content.Content:
    loaded = content.load(path, (_CARDS,), ("rules",))
    section = loaded.source.section("rules", tuple(NUMBERS))
    numbers = {key: loaded.source.integer("[rules]", key, section[key], *limits) for key, limits in NUMBERS.items()}
    tables = content.record_of(TABLES, cards=len(loaded.ids["card"]), card=loaded.arrays["card"], **numbers)
    return content.seal(loaded, tables)
