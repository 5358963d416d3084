"""What rows of the content do, as people say it: effects, upgrades, skills, objectives, penalties."""

from collections.abc import Mapping, Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.first_martians import words

GOODS = dict(zip(words.GOODS, ("oxygen", "energy", "food", "spare part", "seed", "sample"), strict=True))
UNCOUNTED = ("oxygen", "energy", "food")
WHO = {"me": "whoever is in front", "first": "the First Player", "any": "one of choice", "all": "everybody"}

PENALTIES = {
    "none": "no penalty",
    "malfunction": "track +1",
    "wilt": "plants wilt",
    "no_rover": "no rover explores",
    "cost_oxygen": "costs 1 oxygen",
    "cost_energy": "costs 1 energy",
    "must_roll": "must be rolled",
    "rover_risk": "risks Froggy",
    "lose_sample": "loses 1 good outside",
    "stress": "Stress +1",
    "token": "roll at Working Bay",
    "output": "makes 1 less",
}
"""Penalty -> what stands beside its part."""

HAZARDS = {
    "none": "",
    "rover": "blocks the rover that explores",
    "outward": "no way further out",
    "adventure": "an adventure",
    "morale": "Morale -1",
    "wound": "a wound",
    "pawn": "1 pawn more to gather",
}
"""Hazard -> what is said of it at its place; what happened when it was explored is over."""

LASTING = ("outward", "pawn")
"""Hazards that stay."""


def plural(n: int, thing: str) -> str:
    """Such as ``1 wound`` or ``2 wounds``."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def goods(n: int, good: str) -> str:
    """Such as ``2 oxygen`` or ``2 spare parts``."""
    return f"{n} {good}" if good in UNCOUNTED else plural(n, GOODS[good])


def listed(counts: Sequence[Any]) -> str:
    """Counts of all goods, such as ``1 oxygen, 2 samples``; "" if there are none."""
    return ", ".join(goods(int(n), good) for n, good in zip(counts, words.GOODS, strict=True) if n)


def amount(text: str) -> str:
    """``N GOOD`` of the content file."""
    n, good = text.split()
    return goods(int(n), good)


def place_of(content: Content, facility: str) -> str:
    return content.names["facility"][words.FACILITIES.index(facility)]


def part_of(content: Content, text: str) -> str:
    """``FACILITY.PART`` of the content file, such as ``hardware of Lab``."""
    facility, _, part = text.partition(".")
    return f"{part} of {place_of(content, facility)}"


def effect_phrase(content: Content, text: str) -> str:
    """An effect as the content file writes it."""
    word, *rest = text.split()
    n = int(rest[0]) if rest[0].isdigit() else 0
    last = rest[-1]
    match word:
        case "track" | "lower":
            which = "a track of choice" if last == "any" else f"{last.title()} track"
            return f"{which} {'+' if word == 'track' else '-'}{n}"
        case "break":
            return f"{part_of(content, last)} breaks"
        case "fix":
            return f"repair {plural(n, 'part')} for nothing"
        case "stress" | "calm":
            return f"Stress {'+' if word == 'stress' else '-'}{n}"
        case "morale" | "gloom":
            return f"Morale {'+' if word == 'morale' else '-'}{n}"
        case "tokens":
            return f"{plural(n, 'Morale token')} for {WHO[last]}"
        case "wound":
            return f"{plural(n, 'wound')} for {WHO[last]}"
        case "heal":
            cured = " or a condition" if last == "any" else ""
            return f"heal {plural(n, 'wound')}{cured} of {WHO[last]}"
        case "condition":
            return f"{named(content, 'condition', rest[0])} for {WHO[last]}"
        case "gain" | "lose":
            return f"{'+' if word == 'gain' else '-'}{goods(n, last)}"
        case "cargo":
            return f"+{goods(n, last)} (Pending)"
    return rarer_phrase(content, word, n, rest)


def rarer_phrase(content: Content, word: str, n: int, rest: Sequence[str]) -> str:
    last = rest[-1]
    match word:
        case "dust" | "clear":
            return f"{place_of(content, last)} makes {n} {'less' if word == 'dust' else 'more'}"
        case "token":
            return f"'{rest[0]}' token at {place_of(content, last)}"
        case "seek":
            card = f"of kind {last}" if last in words.KINDS else f"naming {place_of(content, last)}"
            return f"the next {rest[0].title()} card {card}"
        case "red" | "green":
            return f"{last.title()} marker turns {word}"
        case "rover":
            return f"{last.title()} is blocked"
        case "strip":
            return f"lose {plural(n, 'good')} outside"
        case "wilt":
            return f"plants drop {n}"
        case "study":
            return f"{plural(n, 'step')} of a research project"
    raise ValueError(f"no effect has the word {word!r}")


def effects_phrase(content: Content, texts: Sequence[str]) -> str:
    return ", ".join(effect_phrase(content, text) for text in texts) or "nothing"


def named(content: Content, table: str, id: str) -> str:
    return content.names[table][content.ids[table].index(id)]


def upgrade_phrase(content: Content, row: Mapping[str, Any]) -> str:
    """What an upgrade does, with its facility."""
    word, *rest = row["effect"].split()
    where = place_of(content, row["facility"])
    match word:
        case "cancel":
            return f"{where}: no penalty for its {rest[0]}"
        case "output":
            return f"{where}: makes {rest[0]} more"
        case "yield":
            return f"{where}: +{amount(' '.join(rest))} in every Production"
        case "better":
            return f"{where}: its action does {rest[0]} more"
    return f"{where}: automatic with 1 pawn fewer"


def skill_phrase(content: Content, row: Mapping[str, Any]) -> str:
    """What an astronaut's skill does and what it costs."""
    what = f"re-roll a {row['colour']} die" if row["when"] == "roll" else effects_phrase(content, row["effects"])
    return f"{what} (costs {plural(row['cost'], 'Morale token')})" if row["cost"] else what


def goal_phrase(kind: str, n: int, project: str = "") -> str:
    """What an objective asks for."""
    match kind:
        case "tiles":
            return f"explore {plural(n, 'place')}"
        case "deep":
            return f"explore {plural(n, 'place')} of ring 3"
        case "poi":
            return f"explore {plural(n, 'point')} of interest"
        case "cargo":
            return f"gather {plural(n, 'good')}"
        case "samples" | "food" | "parts":
            return f"have {goods(n, 'food' if kind == 'food' else kind[:-1])}"
        case "plants":
            return f"have {plural(n, 'grown plant')}"
        case "repairs":
            return f"repair {plural(n, 'part')} by Build actions"
        case "upgrades":
            return f"have {plural(n, 'upgrade')} at work"
        case "morale":
            return f"have Morale at {n:+} or higher"
    return f"finish {project}"
