"""What the crew has and wants, in the picture: supplies, farm, Stress, Morale, objectives, events, actions, news."""

from collections.abc import Iterable, Sequence

from marszoo.envs.core.drawing import (
    BAD,
    BAND,
    EDGE,
    FAINT,
    GOOD,
    INK,
    SEATS,
    Box,
    Canvas,
    Colour,
    line_height,
    text_width,
    wrap,
)
from marszoo.envs.first_martians import icons, words
from marszoo.envs.first_martians.picture_board import NORMAL, SMALL, TINY, panel
from marszoo.envs.first_martians.seen import Event, Helper, Job, Objective, Project, Scene
from marszoo.envs.first_martians.seen_base import Upgrade
from marszoo.envs.first_martians.state import GREENHOUSES, GROWN, MORALE_LOW, MORALE_TOP

WHITE = icons.WHITE
LARGE = 20
ABREAST = 3
"""Helpers in a row."""
NEWS_LINES = 4
"""Most lines that what happened takes at once."""
PALE: Colour = (226, 236, 216)
NAMES = ("oxygen", "energy", "food", "spare parts", "seeds", "samples")


def draw_supplies(canvas: Canvas, scene: Scene, box: Box) -> None:
    """A cell for each supply: what there is, what is Pending, and what oxygen and energy production is left with."""
    left, top, right, bottom = box
    canvas.box(box)
    wide = (right - left) / len(words.GOODS)
    for k, name in enumerate(NAMES):
        x = round(left + k * wide)
        if k:
            canvas.line([(x, top + 8), (x, bottom - 8)], EDGE)
        icons.good(canvas, k, (x + 22, (top + bottom) / 2), 26)
        text = str(scene.stock[k])
        number = canvas.write((x + 41, top + 5), text, LARGE, BAD if not scene.stock[k] else INK)
        canvas.write((x + 41, bottom - 20), name, TINY, FAINT)
        end = round(x + wide) - 7
        if scene.cargo[k]:
            note = f"+{scene.cargo[k]} pending"
            canvas.write((end, top + 11), note, TINY, GOOD, align="right", width=end - number - 5, smallest=8)
        if k < len(scene.balance):
            short = scene.balance[k] < 0
            canvas.write((end, bottom - 20), f"{scene.balance[k]:+}/sol", TINY, BAD if short else GOOD, align="right")


def draw_farm(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The growth track, and the greenhouses where a grown plant feeds one astronaut."""
    left, _, right, bottom = box
    top = panel(canvas, box, "Farm: growth track and greenhouses", f"{len(scene.players)} to feed")
    cells = GROWN + GREENHOUSES
    wide = (right - left - 28) / cells
    for k in range(cells):
        x = round(left + 9 + k * wide + (10 if k >= GROWN else 0))
        house = k >= GROWN
        full = k - GROWN < scene.plants[GROWN] if house else scene.plants[k] > 0
        cell = (x, top, round(x + wide - 3), bottom - 8)
        canvas.box(cell, PALE if house else WHITE, EDGE, radius=8 if house else 3)
        centre = ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2)
        if house:
            if full:
                icons.plant(canvas, centre, min(14, (cell[3] - cell[1]) * 0.4), GOOD)
            continue
        canvas.write((cell[0] + 3, cell[1] + 1), str(k + 1), 10, FAINT)
        if full:
            icons.sprout(canvas, (centre[0], centre[1] + 3), 10, icons.SEEDLING)
        if scene.plants[k] > 1:
            canvas.write((cell[2] - 3, cell[3] - 15), str(scene.plants[k]), TINY, INK, align="right")


def draw_mood(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The Stress track with its standing effects, and the Morale track."""
    left, top, right, bottom = box
    canvas.box(box)
    stress = scene.stress
    end = canvas.write((left + 9, top + 5), f"Stress {stress.at}", NORMAL)
    reached = [text for at, text in stress.places if at <= stress.at]
    coming = [f"from {at}: {text}" for at, text in stress.places if at > stress.at]
    note = f"every Production: {reached[-1]}" if reached else f"no effect; {coming[0]}" if coming else ""
    canvas.write((end + 12, top + 7), note, TINY, BAD if reached else FAINT, width=right - end - 20)
    begin, y = left + 9, top + 26
    wide = right - 9 - begin
    canvas.meter((begin, y, begin + wide, y + 12), stress.at / stress.length, BAD, icons.BARE)
    for at, _ in stress.places:
        x = begin + round(wide * at / stress.length)
        canvas.line([(x, y - 3), (x, y + 14)], INK, 1.5)
    y = bottom - 30
    canvas.write((left + 9, y + 4), "Morale", NORMAL)
    places = range(MORALE_LOW, MORALE_TOP + 1)
    step = (right - 9 - left - 70) / len(places)
    for k, place in enumerate(places):
        x = round(left + 70 + k * step)
        here = place == scene.morale
        ground = (BAD if place < 0 else GOOD if place > 0 else FAINT) if here else WHITE
        cell = (x, y, round(x + step - 3), y + 24)
        canvas.box(cell, ground, EDGE, radius=3)
        text = f"{place:+}" if place else "0"
        canvas.write(((cell[0] + cell[2]) // 2, y + 4), text, SMALL, WHITE if here else FAINT, align="middle")


# --- the mission ---


def draw_objectives(canvas: Canvas, scene: Scene, box: Box) -> None:
    """What the mission asks for, the optional objectives below the others; then the upgrades, if there is room."""
    left, _, right, bottom = box
    allowed = "no limit" if scene.threshold < 0 else f"{scene.threshold} allowed"
    too_many = 0 <= scene.threshold < scene.broken
    y = panel(canvas, box, "Objectives")
    text = f"broken parts: {scene.broken}, {allowed}"
    canvas.write((right - 9, box[1] + 5), text, SMALL, BAD if too_many else FAINT, align="right")
    projects = {f"finish {project.name}": project for project in scene.projects}
    asked = False
    for goal in scene.objectives:
        project = projects.get(goal.text)
        if goal.optional and not asked:
            canvas.write((left + 9, y), "Optional", TINY, FAINT)
            asked, y = True, y + 15
        draw_objective(canvas, goal, project, (left + 9, y, right - 9, bottom))
        y += 36 if project else 21
    draw_cards(canvas, scene.upgrades, (left + 9, y + 4, right - 9, bottom - 5))


def draw_cards(canvas: Canvas, upgrades: Sequence[Upgrade], box: Box) -> None:
    """What the upgrades of the mission do, on a line or two each; if there is no room for all, their names."""
    left, top, right, bottom = box
    step = line_height(TINY)
    lines = (bottom - top) // step
    if not upgrades or lines < 1:
        return
    if lines <= len(upgrades):
        names = f"Upgrades: {', '.join(upgrade.name for upgrade in upgrades)}"
        for k, line in enumerate(wrap(names, TINY, right - left, lines)):
            canvas.write((left, top + k * step), line, TINY, FAINT)
        return
    canvas.write((left, top), "Upgrades", TINY, FAINT)
    y = top + step
    each = 2 if lines > 2 * len(upgrades) else 1
    for upgrade in upgrades:
        ink = GOOD if upgrade.state == "works" else INK if upgrade.state == "available" else FAINT
        begin = canvas.write((left, y), upgrade.name, TINY, ink, width=(right - left) // 2) + 6
        if each == 2 and begin + text_width(upgrade.effect, TINY) > right:
            begin, y = left + 12, y + step
        canvas.write((begin, y), upgrade.effect, TINY, FAINT, width=right - begin, smallest=9)
        y += step


def draw_objective(canvas: Canvas, goal: Objective, project: Project | None, box: Box) -> None:
    """A box that is ticked when the objective is done, its words, and how far it has come."""
    left, top, right, _ = box
    canvas.box((left, top + 2, left + 14, top + 16), GOOD if goal.done else WHITE, EDGE, radius=3)
    if goal.done:
        canvas.line([(left + 3, top + 9), (left + 6, top + 13), (left + 12, top + 5)], WHITE, 2)
    count = f"{goal.progress}/{goal.wanted}"
    begin = canvas.write((right, top + 2), count, SMALL, INK, align="right")
    canvas.meter((right - 84, top + 5, right - 38, top + 13), goal.share, GOOD, icons.BARE)
    ink = FAINT if goal.optional else INK
    text = goal.text[0].upper() + goal.text[1:]
    canvas.write((left + 21, top + 1), text, SMALL, ink, width=min(begin - 6, right - 88) - left - 21, smallest=10)
    if project:
        parts = [project.place]
        parts += [f"ring {project.ring}"] if project.ring else []
        parts += [f"{project.cost} a step"] if project.cost else []
        canvas.write((left + 21, top + 17), ", ".join(parts), TINY, FAINT, width=right - left - 21)


def draw_events(canvas: Canvas, events: Sequence[Event], box: Box) -> None:
    left, _, right, bottom = box
    top = panel(canvas, box, "Open events", "due in")
    if not events:
        canvas.write((left + 9, top), "none", SMALL, FAINT)
        return
    high = (bottom - top - 3) // max(2, len(events))
    for k, event in enumerate(events):
        draw_event(canvas, event, (left + 9, top + k * high, right - 9, top + (k + 1) * high))


def draw_event(canvas: Canvas, event: Event, box: Box) -> None:
    """Its name and when it is due; what attending takes and brings; what happens if nobody does."""
    left, top, right, bottom = box
    for k in range(event.left):
        canvas.disc((right - 5 - 12 * k, top + 8), 5, BAD if event.left == 1 else FAINT)
    canvas.write((left, top), f"{event.slot} {event.name}", SMALL, INK, width=right - left - 42, smallest=10)
    y = top + 17
    x = left
    for _ in range(event.pawns):
        icons.pawn(canvas, (x + 5, y + 7), 6, FAINT)
        x += 11
    step = line_height(TINY)
    for line in wrap(event.reward or "ends it", TINY, right - x - 4, 2):
        canvas.write((x + 4, y), line, TINY, GOOD)
        y += step
    text = f"else {event.penalty}"
    if event.price:
        text = f"or pay {event.price}{'' if event.payable else ' (lacking)'}, {text}"
    for line in wrap(text, TINY, right - left, max(1, min(4, (bottom - y) // step))):
        canvas.write((left, y), line, TINY, BAD)
        y += step


def draw_actions(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The actions declared, in the order they are resolved in, and dice on the table."""
    left, _, right, bottom = box
    top = panel(canvas, box, "Actions declared", "pawns")
    rows = -(-len(scene.helpers) // ABREAST)
    bottom -= 22 * rows + 2
    draw_helpers(canvas, scene.helpers, (left + 9, bottom, right - 9, bottom + 22 * rows))
    if scene.thrown:
        bottom -= 46
        draw_thrown(canvas, scene, (left + 9, bottom + 2, right - 9, bottom + 42))
    if not scene.jobs:
        canvas.write((left + 9, top), "none", SMALL, FAINT)
    for k, job in enumerate(scene.jobs):
        y = top + 25 * k
        if y + 24 <= bottom:
            draw_job(canvas, job, (left + 9, y, right - 9, y + 24))


def draw_helpers(canvas: Canvas, helpers: Sequence[Helper], box: Box) -> None:
    """AOMs and rovers: filled while they can still help this round, red if blocked."""
    left, top, right, _ = box
    wide = (right - left + 4) / min(ABREAST, len(helpers))
    for k, helper in enumerate(helpers):
        x, y = round(left + k % ABREAST * wide), top + 22 * (k // ABREAST)
        ready, blocked = helper.state == "ready", helper.state == "blocked"
        cell = (x, y, round(x + wide - 4), y + 18)
        canvas.box(cell, BAD if blocked else BAND if ready else None, None if blocked or ready else EDGE, radius=4)
        ink = WHITE if blocked or ready else FAINT
        name = helper.name.replace("(", "").rstrip(")")
        room = cell[2] - cell[0] - 4
        canvas.write(((cell[0] + cell[2]) // 2, y + 2), name, TINY, ink, width=room, smallest=9, align="middle")


def draw_job(canvas: Canvas, job: Job, box: Box) -> None:
    """Who is in front, what is done, pawns on it of those with which it is sure."""
    left, top, right, _ = box
    icons.pawn(canvas, (left + 7, top + 9), 8, SEATS[job.leader])
    text = f"{job.pawns}/{job.sure}"
    ink = BAD if job.pawns < job.least else GOOD if job.pawns >= job.sure else icons.MORALE
    wide = text_width(text, SMALL) + 10
    canvas.box((right - wide, top, right, top + 18), ink, None, radius=4)
    canvas.write((right - wide // 2, top + 1), text, SMALL, WHITE, align="middle")
    words_of_job = job.text.partition(" (")[0] + (f" + {job.rover}" if job.rover else "")
    canvas.write((left + 20, top + 1), words_of_job, SMALL, INK, width=right - wide - left - 26, smallest=10)


def draw_thrown(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The action dice of the action that is being resolved, with what they show."""
    left, top, right, _ = box
    facility = words.JOB_FACILITY[words.JOBS.index(scene.jobs[0].kind)]
    colours = {f.number: f.dice for block in scene.blocks for f in block.facilities}
    wide = (right - left) // len(words.DICE)
    for k, (name, shows) in enumerate(scene.thrown):
        middle = left + wide * k + wide // 2
        icons.thrown(canvas, middle - 12, top, 24, colours[facility], name, shows)
        text = name if shows else f"no {name}"
        canvas.write(
            (middle, top + 25), text, TINY, INK if shows else FAINT, width=wide - 4, smallest=9, align="middle"
        )


def draw_news(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The last events, newest first; beside them what is still to be resolved, if anything."""
    left, top, right, bottom = box
    if scene.pending:
        middle = (left + right) // 2
        column(canvas, (middle + 4, top, right, bottom), "Still to come", scene.pending)
        right = middle - 3
    column(canvas, (left, top, right, bottom), "Last events, newest first", reversed(scene.past))


def column(canvas: Canvas, box: Box, title: str, texts: Iterable[str]) -> None:
    """Texts one below the other, as many lines as fit."""
    left, _, right, bottom = box
    y, step, width = panel(canvas, box, title), line_height(TINY), right - left - 18
    for text in texts:
        room = (bottom - 4 - y) // step
        if room < 1:
            return
        lines = wrap(text, TINY, width - 10, min(room, NEWS_LINES))
        for k, line in enumerate(lines):
            canvas.write((left + 9 + 10 * (k > 0), y), line, TINY, BAND if text.startswith("sol ") else FAINT)
            y += step
        y += 2
