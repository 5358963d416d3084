"""Facilities, cards, events, missions and numbers: reads ``content.toml`` (or a user's own file of the same shape)."""

import pathlib
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content, Loaded, load, record_of, seal
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.reading import Reader
from marszoo.envs.first_martians.state import DIE_FACES, FACILITIES, LAST, PLAYERS, RINGS, SECTORS, TOKENS
from marszoo.envs.first_martians.tables import (
    AMOUNTS,
    AT_COUNTED,
    AT_LOSE_SAMPLE,
    AT_STRESS,
    AT_TOKEN,
    BROKEN_SETS,
    TABLE,
    TABLES,
    TALLY_BITS,
)


def _in_order(loaded: Loaded, table: str, ids: tuple[str, ...]) -> None:
    """Refuse a closed table whose rows are not these, in this order."""
    for k, (found, wanted) in enumerate(zip(loaded.ids[table], ids, strict=True)):
        if found != wanted:
            why = f"row {k + 1} must be {wanted!r}; the rows are, in this order, {', '.join(ids)}"
            raise loaded.source.fail(f"{table} {found!r}", "id", why)


def _facilities(loaded: Loaded, reader: Reader) -> None:
    out = loaded.arrays["facility"]
    for k, row in enumerate(loaded.source.data["facility"]):
        reader.entry = f"facility {row['id']!r}"
        out["need"][k] = [reader.integer(key, row.get(key), 0, 1) for key in words.TILE_KINDS]
        dice = row.get("dice", "none")
        out["dice"][k] = reader.word("dice", dice, ("none", *words.COLOURS)) - 1
        if k in words.JOB_FACILITY and out["dice"][k] < 0:
            raise reader.fail("dice", f"an action may have to be rolled; one of {', '.join(words.COLOURS)}")
        out["fitted"][k], out["penalty"][k] = reader.parts(row, k)


def _rows_with_effects(loaded: Loaded, reader: Reader) -> None:
    """Cards, events, adventures, Shutdown tiles."""
    data = loaded.source.data
    cards, events = loaded.arrays["card"], loaded.arrays["event"]
    for k, row in enumerate(data["card"]):
        reader.entry = f"card {row['id']!r}"
        kind, dot, facility = str(row.get("keywords", "")).partition(".")
        if not dot:
            raise reader.fail("keywords", f"{row.get('keywords')!r} is not of the form 'KIND.FACILITY'")
        cards["kind"][k] = reader.word("keywords", kind, words.KINDS)
        cards["facility"][k] = reader.word("keywords", facility, words.FACILITIES)
        cards["block"][k] = words.BLOCK_OF[int(cards["facility"][k])]
        cards["effects"][k] = reader.effect_list(row, "effects")
        cards["breaks"][k] = reader.first_break(int(cards["effects"][k]))
    for block, name in enumerate(words.BLOCKS):
        if block not in cards["block"][: len(data["card"])]:
            raise loaded.source.fail("[[card]]", "keywords", f"no card of the {name} block")
    _no_endless_search(loaded, reader, cards[: len(data["card"])])
    for k, row in enumerate(data["event"]):
        reader.entry = f"event {row['id']!r}"
        events["price"][k] = reader.amount("price", row.get("price", ""))
        for key in ("now", "reward", "penalty"):
            events[key][k] = reader.effect_list(row, key)
        if not events["penalty"][k]:
            raise reader.fail("penalty", "missing: what happens if nobody attends")
        events["breaks"][k] = reader.first_break(int(events["penalty"][k]))
    for table in ("adventure", "shutdown"):
        for k, row in enumerate(data[table]):
            reader.entry = f"{table} {row['id']!r}"
            loaded.arrays[table]["effects"][k] = reader.effect_list(row, "effects")
    for colour, name in enumerate(words.COLOURS):
        if colour not in loaded.arrays["adventure"]["colour"][: len(data["adventure"])]:
            raise loaded.source.fail("[[adventure]]", "colour", f"no {name} adventure")
    if [int(kind) for kind in loaded.arrays["shutdown"]["kind"]] != [0, 0, 0, 0, 1, 1, 1, 1]:
        raise loaded.source.fail("[[shutdown]]", "kind", "there are four oxygen tiles, then four energy tiles")


def _no_endless_search(loaded: Loaded, reader: Reader, cards: npt.NDArray[Any]) -> None:
    """Refuse a card whose keyword search may find another one that searches: the stack of the record is not endless."""
    searches = [reader.searches(int(start)) for start in cards["effects"]]
    for k, wanted in enumerate(searches):
        for block, keyword in wanted:
            for other, card in enumerate(cards):
                found = int(card["facility"]) + len(words.KINDS) if keyword >= len(words.KINDS) else int(card["kind"])
                if card["block"] == block and found == keyword and searches[other] and other != k:
                    ids = loaded.ids["card"]
                    why = f"its keyword search may find {ids[other]!r}, which searches too"
                    raise loaded.source.fail(f"card {ids[k]!r}", "effects", why)


def _astronauts(loaded: Loaded, reader: Reader) -> None:
    out = loaded.arrays["astronaut"]
    for k, row in enumerate(loaded.source.data["astronaut"]):
        reader.entry = f"astronaut {row['id']!r}"
        rolls = out["when"][k] == words.AT_ROLL
        if rolls == ("effects" in row) or rolls != ("colour" in row):
            raise reader.fail(
                "when", "a skill for 'roll' has a colour, one for 'assign' has effects, and not the other"
            )
        out["colour"][k] = reader.word("colour", row["colour"], words.COLOURS) if rolls else -1
        out["effects"][k] = reader.effect_list(row, "effects")
        if not rolls and not out["effects"][k]:
            raise reader.fail("effects", "missing")


def _roi(loaded: Loaded, reader: Reader) -> None:
    out = loaded.arrays["roi"]
    for k, row in enumerate(loaded.source.data["roi"]):
        reader.entry = f"roi {row['id']!r}"
        for text in reader.items(row, "goods", 4):
            out["goods"][k, reader.word("goods", text, words.GOODS)] += 1
        poi = row.get("poi", False)
        if not isinstance(poi, bool):
            raise reader.fail("poi", f"{poi!r} is neither true nor false")
        if not poi and "finds" in row:
            raise reader.fail("finds", "only a point of interest has something to find")
        out["poi"][k] = poi
        out["finds"][k] = reader.effect_list(row, "finds")
    for ring in range(1, RINGS + 1):
        tiles = int((out["ring"] == ring).sum())
        if tiles < SECTORS:
            raise loaded.source.fail("[[roi]]", "ring", f"{tiles} tiles of ring {ring}; its places take {SECTORS}")


def _stress(loaded: Loaded, reader: Reader, length: list[int]) -> None:
    out = loaded.arrays["stress"]
    before = [0] * PLAYERS
    for k, row in enumerate(loaded.source.data["stress"]):
        reader.entry = f"stress {row['id']!r}"
        at = reader.by_players("at", row.get("at"), 1, 120)
        for p in range(PLAYERS):
            if not before[p] < at[p] <= length[p]:
                why = f"{at[p]} does not lie beyond the row before ({before[p]}) and on the track (to {length[p]})"
                raise reader.fail("at", why)
        out["at"][k] = before = at
        out["effects"][k] = reader.effect_list(row, "effects")


def _upgrades(loaded: Loaded, reader: Reader) -> None:
    out, fitted = loaded.arrays["upgrade"], loaded.arrays["facility"]["fitted"]
    for k, row in enumerate(loaded.source.data["upgrade"]):
        reader.entry = f"upgrade {row['id']!r}"
        facility = int(out["facility"][k])
        out["word"][k], out["n"][k], out["argument"][k] = reader.upgrade(row, facility, int(fitted[facility]))


def _missions(loaded: Loaded, reader: Reader) -> None:
    out = loaded.arrays["mission"]
    offered = loaded.ids["upgrade"]
    for k, row in enumerate(loaded.source.data["mission"]):
        reader.entry = f"mission {row['id']!r}"
        if row["id"] == "random":
            raise reader.fail("id", "'random' is the option for any of the missions")
        for key in ("sols", "objectives"):
            if key not in row:
                raise reader.fail(key, "missing")
        here = out[k : k + 1]
        here["sols"][0] = reader.by_players("sols", row.get("sols"), 1, 12)
        here["dice"][0] = reader.bits(row, "dice", words.BLOCKS)
        here["red"][0] = reader.bits(row, "red", words.BLOCKS)
        here["upgrades"][0, : len(offered)] = reader.bits(row, "upgrades", offered)
        reader.goals(row, here, reader.projects(row, here))


def _dice(loaded: Loaded, reader: Reader) -> dict[str, npt.NDArray[np.int8]]:
    source = loaded.source
    section = source.section("dice", (*words.MALFUNCTION_DICE, *words.COLOURS))
    reader.entry = "[dice]"

    def numbers(key: str, count: int, high: int) -> list[int]:
        value = section[key]
        if not isinstance(value, list) or len(value) != count:
            raise reader.fail(key, f"{value!r} is not a list of {count} numbers")
        return [reader.integer(key, n, 0, high) for n in value]

    faces = np.array([numbers(key, DIE_FACES, LAST) for key in words.MALFUNCTION_DICE], np.int8)
    action = np.array([numbers(key, 3, DIE_FACES) for key in words.COLOURS], np.int8)
    at_least = np.array([[int((row >= n).sum()) for n in range(LAST + 1)] for row in faces], np.int8)
    return {"malfunction": faces, "at_least": at_least, "dice": action}


def _aoms(loaded: Loaded, reader: Reader) -> npt.NDArray[np.int8]:
    keys = ("one", "two", "three", "four")
    section = loaded.source.section("aoms", keys)
    reader.entry = "[aoms]"
    return np.array([reader.bits(section, key, words.AOMS) for key in keys], np.int8)


def _penalties(facility: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """What applies at each facility with each set of broken parts, so that nobody has to go through the parts."""
    count = np.zeros((FACILITIES, BROKEN_SETS, len(words.PENALTIES)), np.int8)
    tally = np.zeros((2, FACILITIES, BROKEN_SETS), np.int64)
    places = {words.P_STRESS: AT_STRESS, words.P_TOKEN: AT_TOKEN, words.P_LOSE_SAMPLE: AT_LOSE_SAMPLE}
    for f in range(FACILITIES):
        block = 1 << AT_COUNTED + TALLY_BITS * words.BLOCK_OF[f]
        for bits in range(BROKEN_SETS):
            active = [int(facility["penalty"][f, k]) for k in range(len(words.PARTS)) if bits >> k & 1]
            for word in active:
                count[f, bits, word] += 1
                for icon_only in range(2):
                    counts = word == words.P_MALFUNCTION or (word != words.P_NONE and not icon_only)
                    tally[icon_only, f, bits] += block * counts + (1 << places[word] if word in places else 0)
    return {"penalties": count, "tally": tally}


def load_content(path: pathlib.Path) -> Content:
    """Read a content file.

    Raises:
        ContentError: naming file, entry, key and the values allowed.
    """
    loaded = load(path, tuple(TABLE.values()), ("dice", "amounts", "aoms"))
    reader = Reader(loaded.source, loaded.ids["condition"])
    _in_order(loaded, "facility", words.FACILITIES)
    _in_order(loaded, "difficulty", words.DIFFICULTIES)
    section = loaded.source.section("amounts", (*AMOUNTS, "stress_length"))
    reader.entry = "[amounts]"
    amounts: dict[str, Any] = {key: reader.integer(key, section[key], *limits) for key, limits in AMOUNTS.items()}
    length = reader.by_players("stress_length", section["stress_length"], 1, 120)
    if amounts["start_tokens"] * PLAYERS > TOKENS:
        raise reader.fail("start_tokens", f"there are {TOKENS} Morale tokens")
    _facilities(loaded, reader)
    _rows_with_effects(loaded, reader)
    _astronauts(loaded, reader)
    _roi(loaded, reader)
    _stress(loaded, reader, length)
    _upgrades(loaded, reader)
    _missions(loaded, reader)
    ids = loaded.ids
    tables = record_of(
        TABLES,
        num_cards=len(ids["card"]),
        num_events=len(ids["event"]),
        num_adventures=len(ids["adventure"]),
        num_conditions=len(ids["condition"]),
        num_tiles=len(ids["roi"]),
        num_missions=len(ids["mission"]),
        num_stress=len(ids["stress"]),
        **amounts,
        stress_length=length,
        aoms=_aoms(loaded, reader),
        **_penalties(loaded.arrays["facility"]),
        demand=loaded.arrays["facility"]["need"].sum(axis=0),
        **_dice(loaded, reader),
        **{name: loaded.arrays[name] for name in TABLE},
        effects=reader.table(),
    )
    return seal(loaded, tables)
