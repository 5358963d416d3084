"""The table as text; the picture is in ``picture.py``."""

import functools
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.phrases import HAZARDS, LASTING, listed, plural
from marszoo.envs.first_martians.picture import render_image
from marszoo.envs.first_martians.seen import Event, Job, Objective, Player, Project, Scene, look
from marszoo.envs.first_martians.seen_base import Block, Facility, Part, Place, Upgrade
from marszoo.envs.first_martians.state import GREENHOUSES, GROWN, LAST

__all__ = ["render_image", "render_text"]

SHOWN = 24
"""Lines of events in the text: those since the last decision of a seat, or nearly all of them."""
LONGEST = 110
"""Characters in a line, unless a name is longer."""


def render_text(s: Any, content: Content, seat: int, names: Sequence[str]) -> str:
    """The position; everything is open, `seat` (-1: none) is marked.

    Args:
        s: the record. names: the agents' names, one per seat.
    """
    scene = look(s, content, seat, names)
    parts = [
        mission_lines(scene),
        [line for block in scene.blocks for line in block_lines(block)],
        supply_lines(scene),
        section("Outside (ring.place; explored places, and those that can be explored)", outside_lines(scene.places)),
        section("Upgrades to install", [f"  {u.name} [{u.effect}]" for u in scene.upgrades if card(u)]),
        section("Open events", [event_line(event) for event in scene.events]),
        section("Astronauts", [line for player in scene.players for line in player_lines(player)]),
        section("Actions declared, in the order they are resolved in", [job_line(job, scene) for job in scene.jobs]),
        [helper_line(scene), dice_line(scene)],
        section("Still to come, the next one first", [f"  {text}" for text in scene.pending]),
        section("Last events", [f"  {text}" for text in scene.news[-SHOWN:]]),
    ]
    head = f"{scene.title} | {scene.status}" + (f" | {scene.decision}" if scene.decision else "")
    return "\n\n".join([head, *("\n".join(wrapped(line) for line in lines) for lines in parts if lines)])


def section(title: str, lines: list[str]) -> list[str]:
    """The lines under a title; nothing if there are none."""
    return [title, *lines] if lines else []


@functools.lru_cache(maxsize=4096)  # what lies on the table fills most lines, and lies there for long
def wrapped(line: str) -> str:
    """A line broken where it is too long, its other lines indented more."""
    if len(line) <= LONGEST:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    pieces = textwrap.wrap(line, LONGEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(pieces)


# --- the mission ---


def mission_lines(scene: Scene) -> list[str]:
    allowed = f"at most {scene.threshold} broken parts, now {scene.broken}"
    if scene.threshold < 0:
        allowed = f"any number of broken parts, now {scene.broken}"
    return [
        f"Mission: {scene.mission} ({scene.kind}, {scene.difficulty}), by the end of sol {scene.sols} and with {allowed}",
        *(objective_line(goal) for goal in scene.objectives),
        *(project_line(project) for project in scene.projects),
    ]


def objective_line(goal: Objective) -> str:
    optional = " (optional)" if goal.optional else ""
    state = "" if goal.done else f": {goal.progress} of {goal.wanted}"
    return f"  [{'x' if goal.done else ' '}] {goal.text}{optional}{state}"


def project_line(project: Project) -> str:
    way = f", ring {project.ring}" if project.ring else ""
    cost = f", {project.cost} a step" if project.cost else ""
    return (
        f"  project {project.number}, {project.name}: {project.steps} of {plural(project.needed, 'step')} "
        f"({project.place}{way}{cost})"
    )


# --- the base ---


def block_lines(block: Block) -> list[str]:
    faces = " ".join(map(str, block.faces))
    if block.listed or block.red:
        why = "mission" if block.listed else "red marker"
        pool = f"{block.die} die [{faces}] is rolled ({why})"
    else:
        pool = f"green marker, no {block.die} die [{faces}]"
    added = f", +{block.penalties} by penalties" if block.penalties else ""
    last = f", last roll {block.rolled}" if block.rolled >= 0 else ""
    return [
        f"{block.name} block: Malfunction track {block.track} of {LAST}; {pool}{added}{last}; "
        f"{block.chance} of 6 for a malfunction; cards: {block.deck} in the deck, {block.discarded} discarded",
        *(facility_line(facility) for facility in block.facilities),
    ]


def facility_line(facility: Facility) -> str:
    facts = []
    if facility.output:
        facts.append(f"productivity {facility.output} of {facility.top}")
    if facility.dice:
        facts.append(f"{facility.dice} dice, sure with {plural(facility.automatic, 'pawn')}")
    if facility.needs:
        facts.append(f"needs {' and '.join(facility.needs)}")
    notes = [part_text(part) for part in facility.parts]
    notes += [f"SHUT DOWN ({good})" for good in facility.shut]
    notes += [f"token '{facility.token}'"] if facility.token else []
    notes += [f"waiting {', '.join(repr(token) for token in facility.waiting)}"] if facility.waiting else []
    notes += [
        f"{upgrade.name} {upgrade.state} [{upgrade.effect}]" for upgrade in facility.upgrades if not card(upgrade)
    ]
    return f"  {facility.name} ({', '.join(facts)}): {'; '.join(notes)}"


def card(upgrade: Upgrade) -> bool:
    """Whether it is still a card, to be installed by a Build action."""
    return upgrade.state == "available"


def part_text(part: Part) -> str:
    """Such as ``cpu ok [costs 1 energy]`` or ``CPU BROKEN: costs 1 energy``."""
    if not part.broken:
        return f"{part.kind} ok" + ("" if part.harmless else f" [{part.penalty}]")
    penalty = "no penalty" if part.harmless else f"{part.penalty}, cancelled" if part.cancelled else part.penalty
    return f"{part.kind.upper()} BROKEN: {penalty}"


def supply_lines(scene: Scene) -> list[str]:
    seeds = [f"{n} on {k + 1}" for k, n in enumerate(scene.plants[:GROWN]) if n]
    made = [f"{n:+} {good}" for n, good in zip(scene.balance, words.TILE_KINDS, strict=True)]
    ahead = [f"{text} from {at} on" for at, text in scene.stress.places]
    return [
        f"Supplies: {listed(scene.stock) or 'nothing'}; Pending: {listed(scene.cargo) or 'nothing'}",
        f"Next Production: {', '.join(made)} (what is made less what is needed; half of a surplus is stored)",
        f"Farm: {plural(scene.plants[GROWN], 'grown plant')} in {GREENHOUSES} greenhouses, one feeds one astronaut; "
        f"seeds on the growth track: {', '.join(seeds) or 'none'}",
        *([f"Saved from wilting: {plural(sum(scene.saved), 'plant')}"] if any(scene.saved) else []),
        f"Stress {scene.stress.at} of {scene.stress.length}; in every Production {'; '.join(ahead)}",
        f"Morale {scene.morale:+} (-2 to +3: Morale tokens that the First Player gains or discards)",
    ]


# --- outside, events ---


def outside_lines(places: Iterable[Place]) -> list[str]:
    lines = [place_line(place) for place in places if place.name]
    free = [f"{place.ring}.{place.sector}" for place in places if place.reachable]
    return lines + ([f"  to explore: {', '.join(free)}"] if free else [])


def place_line(place: Place) -> str:
    notes = [listed(place.goods) or "nothing left"]
    notes += ["point of interest"] if place.poi else []
    notes += [HAZARDS[place.hazard]] if place.hazard in LASTING else []
    return f"  {place.ring}.{place.sector}{'*' if place.asked else ''} {place.name}: {'; '.join(notes)}"


def event_line(event: Event) -> str:
    price = f", or pay {event.price}{'' if event.payable else ' (too little)'} when it is due" if event.price else ""
    reward = f"; attended: {event.reward}" if event.reward else ""
    return (
        f"  {event.slot} {event.name}: takes {plural(event.pawns, 'pawn')}{price}; due after "
        f"{plural(event.left, 'Action phase')}, then: {event.penalty}{reward}"
    )


# --- astronauts and actions ---


def player_lines(p: Player) -> list[str]:
    tags = [tag for on, tag in ((p.you, "you"), (p.first, "First Player"), (p.moving, "to decide")) if on]
    said = f" ({', '.join(tags)})" if tags else ""
    pawns = f"; {plural(p.pawns, 'pawn')} to assign" if p.pawns else ""
    return [
        f"{'>' if p.moving else ' '} {p.name}{said}: {p.role}; {p.wounds} of {plural(p.health, 'wound')}; "
        f"{plural(p.tokens, 'Morale token')}{pawns}",
        f"    skill{'' if p.ready else ' (used)'}: {p.skill}",
        *(f"    {name}: {what}" for name, what in p.conditions),
    ]


def job_line(job: Job, scene: Scene) -> str:
    sure = "no dice" if job.pawns >= job.sure else f"dice, sure with {job.sure}"
    state = f"too few, takes {job.least}" if job.pawns < job.least else sure
    rover = f", {job.rover} helps" if job.rover else ""
    return f"  {job.text}: {plural(job.pawns, 'pawn')}, {state}{rover}; in front: {scene.players[job.leader].name}"


def helper_line(scene: Scene) -> str:
    return f"Helpers: {', '.join(f'{helper.name} {helper.state}' for helper in scene.helpers)}"


def dice_line(scene: Scene) -> str:
    """How often the action dice show their symbols."""
    colours = [
        f"{colour} {', '.join(f'{name} {n}' for name, n in zip(words.DICE, faces, strict=True))}"
        for colour, faces in scene.dice
    ]
    return f"Action dice, faces of six: {'; '.join(colours)}"
