"""The table as text; the picture is in ``picture.py``."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, TRUNCATED
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import JOB_AT
from marszoo.envs.first_martians.describe import facility_name, job_phrase, place_name, plural
from marszoo.envs.first_martians.happened import happened
from marszoo.envs.first_martians.picture import render_image
from marszoo.envs.first_martians.state import (
    DECISIONS,
    ENDINGS,
    FACILITIES,
    GROWN,
    NOT_OFFERED,
    PARTS,
    SLOTS,
    SPOTS,
)

__all__ = ["render_image", "render_text"]

SHOWN = 12
"""Events in the text."""


def render_text(s: Any, content: Content, seat: int, names: Sequence[str]) -> str:
    """The position; everything is open, `seat` (-1: none) is marked.

    Args:
        s: the record. names: the agents' names, one per seat.
    """
    parts = [
        [f"First Martians | {status(s, names)}"],
        mission_lines(s, content),
        base_lines(s, content),
        supply_lines(s, content),
        outside_lines(s, content),
        event_lines(s, content),
        [line for p in range(int(s["num_players"])) for line in seat_lines(s, content, p, seat, names)],
        action_lines(s, content, names),
        ["Last events", *(f"  {text}" for text in happened(s, content, names)[-SHOWN:])],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def status(s: Any, names: Sequence[str]) -> str:
    """Whose decision it is, or how the mission ended."""
    if int(s["over"]) == TRUNCATED:
        return "cut off and scored as it stands"
    if int(s["over"]) != RUNNING:
        return ENDINGS[int(s["ending"])]
    kind = int(s["frame"][int(s["depth"]) - 1][0])
    return (
        f"sol {int(s['sol'])} of {int(s['sols'])}, {words.PHASES[int(s['phase'])]} | "
        f"{names[int(s['player'])]} decides: {DECISIONS[kind - 1]}"
    )


def mission_lines(s: Any, content: Content) -> list[str]:
    row = content.rows["mission"][int(s["mission"])]
    goals = [*row["objectives"], *row.get("optional", [])]
    lines = [f"Mission: {row['name']} ({words.DIFFICULTIES[int(s['difficulty'])]})"]
    for k, text in enumerate(goals):
        optional = " (optional)" if k >= len(row["objectives"]) else ""
        lines.append(f"  [{'x' if s['done'][k] else ' '}] {text}{optional}")
    for p, project in enumerate(row.get("projects", [])):
        needed = int(content.tables["mission"][int(s["mission"])]["steps"][p][int(s["num_players"]) - 1])
        cost = f", {project['cost']} a step" if project["cost"] else ""
        lines.append(f"  {project['name']}: {int(s['steps'][p])} of {plural(needed, 'step')}{cost}")
    broken = sum(bin(int(bits)).count("1") for bits in s["broken"])
    allowed = f" (at most {int(s['threshold'])} at the end)" if int(s["threshold"]) >= 0 else ""
    return [*lines, f"  broken parts: {broken}{allowed}"]


def base_lines(s: Any, content: Content) -> list[str]:
    lines = []
    for block, name in enumerate(words.BLOCKS):
        marker = "red" if s["red"][block] else "green"
        listed = ", die always rolled" if s["listed"][block] else ""
        lines.append(f"{name.title()} block: track {int(s['track'][block])}, marker {marker}{listed}")
        lines += [facility_line(s, content, f) for f in range(FACILITIES) if words.BLOCK_OF[f] == block]
    return lines


def facility_line(s: Any, content: Content, f: int) -> str:
    row = content.rows["facility"][f]
    parts = [
        f"{part} {'BROKEN' if int(s['broken'][f]) >> k & 1 else 'ok'}"
        + (f" ({row['parts'][part]})" if int(s["broken"][f]) >> k & 1 else "")
        for k, part in enumerate(words.PARTS[:PARTS])
        if part in row["parts"]
    ]
    notes = [f"output {int(s['output'][f])}"] if f < len(words.PRODUCERS) else []
    notes += [f"shut down ({good})" for k, good in enumerate(words.TILE_KINDS) if int(s["shut"][f]) >> k & 1]
    notes += [f"token {words.MODIFIERS[int(s['modifier'][f]) - 1]}"] if s["modifier"][f] else []
    waiting = [words.MODIFIERS[int(t) - 1] for t in s["waiting"][f] if t]
    notes += [f"waiting {' '.join(waiting)}"] if waiting else []
    return f"  {facility_name(content, f)}: {', '.join(parts)}{'; ' if notes else ''}{', '.join(notes)}"


def supply_lines(s: Any, content: Content) -> list[str]:
    def held(counts: Any) -> str:
        return ", ".join(f"{int(n)} {good}" for n, good in zip(counts, words.GOODS, strict=True) if n) or "nothing"

    seeds = [f"{int(n)} on {k + 1}" for k, n in enumerate(s["plants"][:GROWN]) if n]
    upgrades = [
        f"{content.names['upgrade'][u]} ({('', 'available', 'pending', 'works')[int(state)]})"
        for u, state in enumerate(s["upgrade"])
        if int(state) != NOT_OFFERED
    ]
    return [
        f"Supplies: {held(s['stock'])} | pending: {held(s['cargo'])}",
        f"Farm: {plural(int(s['plants'][GROWN]), 'grown plant')}; seeds: {', '.join(seeds) or 'none'}",
        f"Stress {int(s['stress'])} | Morale {int(s['morale'])}",
        f"Upgrades: {', '.join(upgrades) or 'none'}",
    ]


def outside_lines(s: Any, content: Content) -> list[str]:
    lines = []
    for spot in range(SPOTS):
        tile = int(s["spot"][spot])
        if tile >= 0:
            goods = [f"{int(n)} {good}" for n, good in zip(s["ground"][spot], words.GOODS, strict=True) if n]
            lines.append(f"  {place_name(spot)}: {content.names['roi'][tile]}; {', '.join(goods) or 'nothing left'}")
    blocked = [name.title() for k, name in enumerate(words.ROVERS) if s["blocked"][k]]
    return [*(["Outside", *lines] if lines else []), *([f"Blocked: {', '.join(blocked)}"] if blocked else [])]


def event_lines(s: Any, content: Content) -> list[str]:
    lines = []
    for slot in range(SLOTS):
        e = int(s["open"][slot])
        if e >= 0:
            row = content.rows["event"][e]
            price = f", or {row['price']}" if row.get("price") else ""
            reward = f"; reward: {'; '.join(row['reward'])}" if row.get("reward") else ""
            lines.append(
                f"  {row['name']}: {plural(int(row.get('attend', 1)), 'pawn')}{price}, due in "
                f"{plural(int(s['left'][slot]), 'round')}; penalty: {'; '.join(row['penalty'])}{reward}"
            )
    return ["Open events", *lines] if lines else []


def seat_lines(s: Any, content: Content, p: int, seat: int, names: Sequence[str]) -> list[str]:
    running = int(s["over"]) == RUNNING
    tags = [
        tag
        for on, tag in (
            (p == seat, "you"),
            (p == int(s["first"]), "First Player"),
            (running and p == int(s["player"]), "to decide"),
        )
        if on
    ]
    conditions = [content.names["condition"][c] for c in range(4) if int(s["condition"][p]) >> c & 1]
    said = f" ({', '.join(tags)})" if tags else ""
    mark = ">" if running and p == int(s["player"]) else " "
    return [
        f"{mark} {names[p]}{said}: {content.names['astronaut'][int(s['astronaut'][p])]}, "
        f"{int(s['wounds'][p])} of {plural(int(content.tables['health']), 'wound')}, "
        f"{plural(int(s['tokens'][p]), 'Morale token')}{', skill used' if not s['ready'][p] else ''}"
        f"{'; ' if conditions else ''}{', '.join(conditions)}"
    ]


def action_lines(s: Any, content: Content, names: Sequence[str]) -> list[str]:
    lines = []
    for j in range(int(s["jobs"])):
        kind = int(s["job"][j]) - 1
        if kind >= 0:
            label = JOB_AT[kind] + int(s["target"][j])
            lines.append(
                f"  {job_phrase(content, s, label)}: {plural(int(s['pawns'][j]), 'pawn')} "
                f"(least {int(s['least'][j])}, sure {int(s['sure'][j])}), {names[int(s['leader'][j])]} in front"
            )
    if int(s["over"]) == RUNNING and any(int(d) >= 0 for d in s["die"]):
        dice = [f"{name} {'yes' if d == 1 else 'no'}" for name, d in zip(words.DICE, s["die"], strict=True) if d >= 0]
        lines.append(f"  dice: {', '.join(dice)}")
    return ["Actions", *lines] if lines else []
