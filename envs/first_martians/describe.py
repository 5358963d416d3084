"""Actions in words, and the phrases that other texts share."""

from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import KIND, SEAT, A, B
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import ACTIONS, JOB_AT, JOB_OF
from marszoo.envs.first_martians.state import (
    BY_CONDITION,
    DUE,
    GROWTH,
    HIT,
    HUNGER,
    PARTS,
    SECTORS,
    SHUT,
    SOURCE,
    TO_NOWHERE,
)

HELPERS = (*(f"AOM ({name})" for name in words.AOMS), "Froggy", "Scorpio")


def plural(n: int, thing: str) -> str:
    """Such as ``1 wound`` or ``2 wounds``."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def facility_name(content: Content, f: int) -> str:
    return content.names["facility"][f]


def part_name(content: Content, which: int) -> str:
    """Such as ``hardware of Lab``; `which` is facility * 4 + part."""
    return f"{words.PARTS[which % PARTS]} of {facility_name(content, which // PARTS)}"


def place_name(spot: int) -> str:
    """Such as ``place 2.5``: ring 2, the fifth place."""
    return f"place {spot // SECTORS + 1}.{spot % SECTORS + 1}"


def project_name(content: Content, s: Any, p: int) -> str:
    project: str = content.rows["mission"][int(s["mission"])]["projects"][p]["name"]
    return project


def job_phrase(content: Content, s: Any, label: int) -> str:
    """An action with its target, by its place in the blocks ``do`` and ``join``."""
    kind = JOB_OF[label]
    target = label - JOB_AT[kind]
    match kind:
        case words.J_EVENT:
            return f"attend to {content.names['event'][int(s['open'][target])]} (event {target + 1})"
        case words.J_EXPLORE | words.J_GATHER:
            return f"{words.JOBS[kind]} {place_name(target)}"
        case words.J_RESEARCH | words.J_CONSTRUCT:
            return f"{words.JOBS[kind]} {project_name(content, s, target)} (project {target + 1})"
        case words.J_UPGRADE:
            return f"install {content.names['upgrade'][target]} (upgrade {target + 1})"
        case words.J_UNBLOCK:
            return f"repair {words.ROVERS[target].title()}"
        case words.J_RESTORE:
            return f"restore {facility_name(content, target)}"
        case words.J_RESTART:
            return f"restart {facility_name(content, target)}"
    return {
        words.J_QUIET: "rest in the Quiet Place",
        words.J_QUARTERS: "unwind in the Crew Quarters",
        words.J_MED: "heal in the Med Lab",
        words.J_MANAGE: "manage a Malfunction track",
        words.J_PLANT: "plant a seed",
        words.J_REPAIR: "repair a part",
    }[kind]


def describe(s: Any, content: Content, action: int) -> str:
    """A sentence for a legal action of state `s`, different from that of every other legal action there."""
    block, index = ACTIONS.decode(int(action))
    frame = s["frame"][s["depth"] - 1]
    kind, seat, a, b = int(frame[KIND]), int(frame[SEAT]), int(frame[A]), int(frame[B])
    players = int(s["num_players"])
    match block:
        case "option":
            return option_phrase(s, content, ACTIONS.blocks[0].labels[index], kind, seat, a)
        case "reroll":
            return f"re-roll the {words.DICE[index]} die"
        case "facility" if kind == SHUT:
            return f"shut down {facility_name(content, index)} ({words.GOODS[a]})"
        case "facility":
            return f"take the {words.PARTS[a % PARTS]} of {facility_name(content, index)}"
        case "part":
            return f"repair {part_name(content, index)}"
        case "astronaut":
            return astronaut_phrase(content, f"player_{(seat + index) % players}", kind, a, b)
        case "cure":
            conditions = ACTIONS.blocks[[x.name for x in ACTIONS.blocks].index("cure")].size // 4
            name = content.names["condition"][index % conditions]
            return f"cure player_{(seat + index // conditions) % players} of {name}"
        case "marker":
            return f"move the {words.BLOCKS[index]} marker down {a}"
        case "place":
            return f"lose a good from {place_name(index)}"
        case "good":
            verb = "lose 1" if b == TO_NOWHERE else "take all"
            return f"{verb} {words.GOODS[index]} at {place_name(a)}"
        case "project":
            return f"advance {project_name(content, s, index)} (project {index + 1}) by {a}"
        case "plant":
            where = "a grown plant" if index % (GROWTH + 1) == GROWTH else f"a seed on {index % (GROWTH + 1) + 1}"
            return f"save {where} for 1 {words.GOODS[index // (GROWTH + 1)]}"
        case "do":
            return job_phrase(content, s, index)
    return f"join: {job_phrase(content, s, index)}"


def option_phrase(s: Any, content: Content, label: str, kind: int, seat: int, a: int) -> str:
    if kind == DUE:
        row = content.rows["event"][a]
        return f"pay {row['price']}" if label == "pay" else f"take the penalty: {'; '.join(row['penalty'])}"
    match label:
        case "skill":
            row = content.rows["astronaut"][int(s["astronaut"][seat])]
            return f"use the skill of {row['name']} for {plural(int(row['cost']), 'Morale token')}"
        case "idle":
            return f"leave {HELPERS[a]} idle"
        case "spare" if kind == SOURCE:
            return f"repair {part_name(content, a)} with a spare part"
    return {
        "pass": "leave the pawn idle",
        "accept": "accept the dice",
        "done": "save no more plants",
        "pay_oxygen": "pay 1 oxygen",
        "pay_energy": "pay 1 energy",
        "morale": "Morale up",
        "calm": "Stress down",
    }[label]


def astronaut_phrase(content: Content, name: str, kind: int, a: int, b: int) -> str:
    if kind != HIT:
        return f"heal {plural(a, 'wound')} of {name}"
    if b == BY_CONDITION:
        return f"{name} gets {content.names['condition'][a]}"
    return f"{name} goes hungry" if b >= HUNGER else f"{name} takes {plural(a, 'wound')}"
