"""Actions in words, and the phrases that other texts share."""

from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import KIND, SEAT, A, B
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import ACTIONS, JOB_AT, JOB_OF
from marszoo.envs.first_martians.phrases import (
    amount,
    effects_phrase,
    goal_phrase,
    goods,
    listed,
    plural,
    skill_phrase,
    upgrade_phrase,
)
from marszoo.envs.first_martians.rules import declare, goals, resolve
from marszoo.envs.first_martians.state import (
    BY_CONDITION,
    CONDITIONS,
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

HELPERS = (*(f"AOM ({name})" for name in words.AOMS), *(rover.title() for rover in words.ROVERS))


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


def goal_text(s: Any, content: Content, k: int) -> str:
    """What an objective of the mission asks for, by its number."""
    row = content.rows["mission"][int(s["mission"])]
    kind, which = [*row["objectives"], *row.get("optional", ())][k].split()[:2]
    projects = {project["id"]: project["name"] for project in row.get("projects", ())}
    return goal_phrase(kind, int(goals.wanted(s, content.tables, k)), projects.get(which, ""))


def job_phrase(content: Content, s: Any, label: int) -> str:
    """An action with its target, by its place in the blocks ``do`` and ``join``."""
    kind = JOB_OF[label]
    target = label - JOB_AT[kind]
    match kind:
        case words.J_EVENT:
            return f"attend to {content.names['event'][int(s['open'][target])]} (event {target + 1})"
        case words.J_EXPLORE:
            return f"explore {place_name(target)}"
        case words.J_GATHER:
            return f"gather at {place_name(target)} ({listed(s['ground'][target]) or 'nothing left'})"
        case words.J_RESEARCH | words.J_CONSTRUCT:
            return f"{words.JOBS[kind]} {project_name(content, s, target)} (project {target + 1})"
        case words.J_UPGRADE:
            does = upgrade_phrase(content, content.rows["upgrade"][target])
            return f"install {content.names['upgrade'][target]} (upgrade {target + 1}; {does})"
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


def needs(s: Any, content: Content, label: int) -> str:
    """How many pawns an action takes that is not declared yet."""
    kind = JOB_OF[label]
    least = int(declare.least_pawns(s, content.tables, kind, label - JOB_AT[kind]))
    sure = int(declare.sure_pawns(s, content.tables, kind, least))
    return plural(least, "pawn") if sure == least else f"{plural(least, 'pawn')}, sure with {sure}"


def joined(s: Any, label: int) -> str:
    """How many pawns a declared action has; if there are several alike, the first that lacks any."""
    kind = JOB_OF[label]
    for j in range(int(s["jobs"])):
        alike = int(s["job"][j]) == kind + 1 and int(s["target"][j]) == label - JOB_AT[kind]
        if alike and s["pawns"][j] < s["sure"][j]:
            return f"has {int(s['pawns'][j])}, takes {int(s['least'][j])}, sure with {int(s['sure'][j])}"
    return "has all it needs"


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
            skill = bool(resolve.skill_rolls(s, content.tables, seat, b))
            price = "by skill" if skill else f"for {plural(int(content.tables['reroll_cost']), 'Morale token')}"
            return f"re-roll the {words.DICE[index]} die {price}"
        case "facility" if kind == SHUT:
            return f"shut down {facility_name(content, index)} ({words.GOODS[a]})"
        case "facility":
            return f"take the {words.PARTS[a % PARTS]} of {facility_name(content, index)}"
        case "part":
            return f"repair {part_name(content, index)}"
        case "astronaut":
            return astronaut_phrase(content, f"player_{(seat + index) % players}", kind, a, b)
        case "cure":
            name = content.names["condition"][index % CONDITIONS]
            return f"cure player_{(seat + index // CONDITIONS) % players} of {name}"
        case "marker":
            return f"move the {words.BLOCKS[index].title()} marker down {a}"
        case "place":
            return f"lose a good from {place_name(index)} ({listed(s['ground'][index])})"
        case "good" if b == TO_NOWHERE:
            return f"lose {goods(1, words.GOODS[index])} at {place_name(a)}"
        case "good":
            return f"take {goods(int(s['ground'][a][index]), words.GOODS[index])} at {place_name(a)}"
        case "project":
            return f"advance {project_name(content, s, index)} (project {index + 1}) by {a}"
        case "plant":
            where = "a grown plant" if index % (GROWTH + 1) == GROWTH else f"a seed on {index % (GROWTH + 1) + 1}"
            return f"save {where} for 1 {words.GOODS[index // (GROWTH + 1)]}"
        case "do":
            return f"{job_phrase(content, s, index)}: {needs(s, content, index)}"
    return f"join: {job_phrase(content, s, index)}: {joined(s, index)}"


def option_phrase(s: Any, content: Content, label: str, kind: int, seat: int, a: int) -> str:
    if kind == DUE:
        row, name = content.rows["event"][a], content.names["event"][a]
        if label == "pay":
            return f"pay {amount(row['price'])} for {name}"
        return f"take the penalty of {name}: {effects_phrase(content, row['penalty'])}"
    match label:
        case "skill":
            k = int(s["astronaut"][seat])
            row = content.rows["astronaut"][k]
            return f"use the skill of {content.names['astronaut'][k]}: {skill_phrase(content, row)}"
        case "idle":
            return f"leave {HELPERS[a]} idle"
        case "spare" if kind == SOURCE:
            return f"repair {part_name(content, a)} with a spare part"
        case "morale":
            return f"Morale +{int(content.tables['quarters_morale']) + a}"
        case "calm":
            return f"Stress -{int(content.tables['quarters_stress']) + a}"
    return {
        "pass": "leave the pawn idle",
        "accept": "accept the dice",
        "done": "save no more plants",
        "pay_oxygen": "pay 1 oxygen",
        "pay_energy": "pay 1 energy",
    }[label]


def astronaut_phrase(content: Content, name: str, kind: int, a: int, b: int) -> str:
    if kind != HIT:
        return f"heal {plural(a, 'wound')} of {name}"
    if b == BY_CONDITION:
        return f"{name} gets {content.names['condition'][a]}"
    return f"{name} goes hungry" if b >= HUNGER else f"{name} takes {plural(a, 'wound')}"
