"""Heroes, supports, cockroaches and dice: reads ``content.toml`` (or a user's own file of the same shape)."""

import pathlib
from typing import Annotated

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Column, Content, Loaded, Table, load, record_of, seal
from marszoo.envs.core.record import dtype_of
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.state import COCKROACHES, FACES, HEROES, ROW, SUPPORTS


class Hero:
    """A row of the heroes."""

    technique: Annotated[int, "i1"]  # effect 01-04
    technique_stars: Annotated[int, "i1"]  # its cost
    technique_serums: Annotated[int, "i1"]
    talent: Annotated[int, "i1"]  # hero talent 01-04
    supports: Annotated[np.ndarray, "i1", (2,)]  # starting supports


class Support:
    """A row of the supports."""

    effect: Annotated[int, "i1"]  # 05-14 equipment, 15-28 squad
    value: Annotated[int, "i1"]  # amount, where the effect has one
    stars: Annotated[int, "i1"]  # acquisition cost
    serums: Annotated[int, "i1"]


class Cockroach:
    """A row of the cockroaches."""

    talent: Annotated[int, "i1"]  # 36-48
    health: Annotated[int, "i1"]
    points: Annotated[int, "i1"]  # Victory Points for the kill
    loot: Annotated[np.ndarray, "i1", (3,)]  # secondary loot in tokens: Victory Points, Stars, Wounds


class Face:
    """A face of a die."""

    icons: Annotated[np.ndarray, "i1", (4,)]  # stars, serums, wounds, dangers


HERO, SUPPORT, COCKROACH, FACE = map(dtype_of, (Hero, Support, Cockroach, Face))


LAST_EFFECT = words.FIRST_EQUIPMENT + len(words.SUPPORT_EFFECTS) - 1


class Tables:
    """What compiled code gets as `content`: one record; rows beyond the numbers of cards are zero."""

    num_heroes: Annotated[int, "i8"]
    num_supports: Annotated[int, "i8"]
    num_cockroaches: Annotated[int, "i8"]
    heroes: Annotated[np.ndarray, HERO, (HEROES,)]
    supports: Annotated[np.ndarray, SUPPORT, (SUPPORTS,)]
    cockroaches: Annotated[np.ndarray, COCKROACH, (COCKROACHES,)]
    faces: Annotated[np.ndarray, FACE, (2, FACES)]  # combat die, Special Die
    # the supports in the order of their effects: those with effect e are by_effect[first_with[e]:first_with[e + 1]]
    by_effect: Annotated[np.ndarray, "i1", (SUPPORTS,)]
    first_with: Annotated[np.ndarray, "i1", (LAST_EFFECT + 2,)]


TABLES = dtype_of(Tables)

ICONS = "*SWD"
"""Star, Serum, Wound, Danger: how a face is written."""
COMBAT, SPECIAL = 0, 1
"""Rows of the faces in `Tables`."""


HERO_TABLE = Table(
    "hero",
    HERO,
    HEROES,
    (
        Column("technique", words=words.TECHNIQUES, offset=1),
        Column("technique_stars", low=0, high=9),
        Column("technique_serums", low=0, high=9),
        Column("talent", words=words.HERO_TALENTS, offset=1),
        Column("supports", refers="support", count=2),
    ),
    at_least=4,
)
SUPPORT_TABLE = Table(
    "support",
    SUPPORT,
    SUPPORTS,
    (
        Column("effect", words=words.SUPPORT_EFFECTS, offset=words.FIRST_EQUIPMENT),
        Column("value", low=1, high=9, default=1),
        Column("stars", low=0, high=9),
        Column("serums", low=0, high=9),
    ),
    at_least=2 * 4 + ROW,
)
COCKROACH_TABLE = Table(
    "cockroach",
    COCKROACH,
    COCKROACHES,
    (
        Column("talent", words=words.COCKROACH_TALENTS, offset=words.FIRST_COCKROACH),
        Column("health", low=1, high=30),
        Column("points", low=0, high=30),
        Column("loot", low=0, high=9, count=3),
    ),
    at_least=12,
)


def _faces(loaded: Loaded) -> npt.NDArray[np.void]:
    faces = np.zeros((2, FACES), FACE)
    section = loaded.source.section("dice", ("combat", "special"))
    for die, key in enumerate(("combat", "special")):
        written = section[key]
        if not isinstance(written, list) or len(written) != FACES:
            raise loaded.source.fail("[dice]", key, f"{written!r} is not a list of {FACES} faces")
        for k, text in enumerate(written):
            if not isinstance(text, str) or len(text) > 4 or set(text) - set(ICONS):
                raise loaded.source.fail(
                    "[dice]", key, f"face {text!r}: a face is up to 4 of the icons {', '.join(ICONS)}"
                )
            faces["icons"][die, k] = [text.count(icon) for icon in ICONS]
    return faces


def load_content(path: pathlib.Path) -> Content:
    """Read a content file.

    Raises:
        ContentError: naming file, entry, key and the values allowed.
    """
    loaded = load(path, (HERO_TABLE, SUPPORT_TABLE, COCKROACH_TABLE), ("dice",))
    source = loaded.source
    for row in source.data["support"]:
        if "value" in row and row["effect"] not in words.WITH_AMOUNT:
            raise source.fail(
                f"support {row['id']!r}",
                "value",
                f"effect {row['effect']!r} has no amount; those that have one are {', '.join(words.WITH_AMOUNT)}",
            )
    taken: dict[str, str] = {}
    for row in source.data["hero"]:
        if row["technique_stars"] + row["technique_serums"] == 0:
            raise source.fail(
                f"hero {row['id']!r}",
                "technique_stars",
                "a technique costs at least 1 Star or 1 Serum, or its use has no end",
            )
        for support in row["supports"]:
            if support in taken:
                raise source.fail(
                    f"hero {row['id']!r}",
                    "supports",
                    f"{support!r} already belongs to {taken[support]!r}; each card is one",
                )
            taken[support] = row["id"]
    effects = loaded.arrays["support"]["effect"][: len(loaded.ids["support"])]
    by_effect = np.zeros(SUPPORTS, np.int8)
    by_effect[: len(effects)] = np.argsort(effects, kind="stable")
    tables = record_of(
        TABLES,
        num_heroes=len(loaded.ids["hero"]),
        num_supports=len(loaded.ids["support"]),
        num_cockroaches=len(loaded.ids["cockroach"]),
        heroes=loaded.arrays["hero"],
        supports=loaded.arrays["support"],
        cockroaches=loaded.arrays["cockroach"],
        faces=_faces(loaded),
        by_effect=by_effect,
        first_with=np.searchsorted(np.sort(effects), np.arange(LAST_EFFECT + 2)),
    )
    return seal(loaded, tables)
