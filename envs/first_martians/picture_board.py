"""The base in the picture: three blocks of facilities, each with its Malfunction track, and the places outside."""

import math
from collections.abc import Sequence

from marszoo.envs.core.drawing import (
    BAD,
    BAND,
    EDGE,
    FAINT,
    GOOD,
    INK,
    PANEL,
    SEATS,
    Box,
    Canvas,
    Colour,
    Point,
    line_height,
    text_width,
    wrap,
)
from marszoo.envs.first_martians import icons, words
from marszoo.envs.first_martians.phrases import LASTING
from marszoo.envs.first_martians.seen import Job, Scene
from marszoo.envs.first_martians.seen_base import Block, Facility, Place, Upgrade
from marszoo.envs.first_martians.state import LAST

WHITE = icons.WHITE
TINTS: tuple[Colour, ...] = ((250, 243, 218), (251, 234, 216), (250, 226, 222))
"""Behind the facilities of the Working, Living and System block."""
DARK: Colour = (198, 198, 204)
"""A facility that is shut down."""
TINY, SMALL, NORMAL = 11, 12, 14
TRACK = 116
"""Width of the Malfunction track on the right of a block."""

UNKNOWN: Colour = (150, 92, 66)
REACHED: Colour = (176, 112, 80)
"""Places outside that are not explored: out of reach, and next to what is explored."""
SAND: Colour = (240, 214, 182)
CHOICE: Colour = (255, 226, 92)
"""Around places that can be explored, or that the decision on top is about."""
HUB_COLOUR: Colour = (214, 222, 230)
ROVERS: tuple[Colour, ...] = ((44, 132, 70), (172, 78, 28))
RADII = (40, 94, 146, 195)
"""Of the HUB and the three rings, in pixels."""


def panel(canvas: Canvas, box: Box, title: str = "", right: str = "") -> int:
    """A panel with a small heading; gives the y below it."""
    canvas.box(box)
    if not title:
        return box[1] + 6
    end = box[2] - 9
    if right:
        end = canvas.write((box[2] - 9, box[1] + 5), right, SMALL, FAINT, align="right") - 8
    canvas.write((box[0] + 9, box[1] + 5), title, SMALL, FAINT, width=end - box[0] - 9)
    return box[1] + 8 + line_height(SMALL)


# --- facilities ---


def draw_base(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The blocks from top to bottom, and what their signs mean."""
    left, top, right, bottom = box
    high = (bottom - 20 - top - 12) // 3
    for k, block in enumerate(scene.blocks):
        y = top + k * (high + 6)
        draw_block(canvas, block, scene.jobs, (left, y, right, y + high))
    draw_legend(canvas, (left, bottom - 17, right, bottom))


def draw_legend(canvas: Canvas, box: Box) -> None:
    x, y, right, _ = box
    for kind in words.PARTS:
        icons.part(canvas, x, y + 1, 14, kind, False)
        x = canvas.write((x + 18, y), kind, TINY, FAINT) + 9
    icons.part(canvas, x, y + 1, 14, "hardware", True)
    x = canvas.write((x + 18, y), "broken", TINY, FAINT) + 26
    x = canvas.write((x, y), "tokens", TINY, FAINT) + 6
    for kind in words.MODIFIERS:
        icons.token(canvas, (x + 7, y + 8), 7, kind)
        x = canvas.write((x + 18, y), kind, TINY, FAINT) + 8
    canvas.write((right, y), "! now  >> later", TINY, FAINT, align="right")


def draw_block(canvas: Canvas, block: Block, jobs: Sequence[Job], box: Box) -> None:
    left, top, right, bottom = box
    canvas.box(box, TINTS[block.number], EDGE)
    canvas.box((left, top, left + 6, bottom), icons.BLOCKS[block.number], None, radius=2)
    begin, end = left + 10, right - TRACK
    wide = (end - begin + 4) // len(block.facilities)
    for k, facility in enumerate(block.facilities):
        x = begin + k * wide
        draw_facility(canvas, facility, jobs, (x, top + 4, x + wide - 4, bottom - 4))
    draw_track(canvas, block, (end + 4, top + 4, right - 6, bottom - 4))


def draw_facility(canvas: Canvas, facility: Facility, jobs: Sequence[Job], box: Box) -> None:
    """Name and needs, status markers with their penalties, upgrades, productivity or pawns and tokens."""
    left, top, right, bottom = box
    canvas.box(box, DARK if facility.shut else PANEL, EDGE)
    x = right - 5
    for need in reversed(facility.needs):
        icons.good(canvas, words.GOODS.index(need), (x - 6, top + 10), 12)
        x -= 14
    canvas.write((left + 5, top + 3), facility.name, SMALL, INK, width=x - left - 7, smallest=10)
    y = top + 21
    for part in facility.parts:
        icons.part(canvas, left + 5, y, 14, part.kind, part.broken)
        active = part.broken and not part.harmless and not part.cancelled
        text = "" if part.harmless else f"({part.penalty})" if part.cancelled else part.penalty
        canvas.write((left + 23, y), text, TINY, BAD if active else FAINT, width=right - left - 26)
        y += 16
    if facility.shut:
        draw_shut(canvas, facility.shut, (left + 2, bottom - 38, right - 2, bottom - 19))
    else:
        draw_upgrades(canvas, facility.upgrades, (left + 4, bottom - 34, right - 4, bottom - 20))
    draw_foot(canvas, facility, jobs, (left + 5, bottom - 18, right - 5, bottom - 3))


def draw_shut(canvas: Canvas, kinds: Sequence[str], box: Box) -> None:
    """The Shutdown tiles that lie on a facility."""
    left, top, _, bottom = box
    canvas.box(box, BAND, None, radius=2)
    x = canvas.write((left + 7, top + 2), "SHUT DOWN", TINY, WHITE)
    for kind in kinds:
        icons.good(canvas, words.GOODS.index(kind), (x + 13, (top + bottom) / 2), 13)
        x += 16


def draw_upgrades(canvas: Canvas, upgrades: Sequence[Upgrade], box: Box) -> None:
    """Upgrades of a facility side by side: outlined while they are cards or Pending, filled when they work."""
    left, top, right, bottom = box
    for k, upgrade in enumerate(upgrades[:2]):
        wide = (right - left) // min(2, len(upgrades))
        x, works = left + k * wide, upgrade.state == "works"
        canvas.box((x, top, x + wide - 2, bottom), GOOD if works else PANEL, None if works else FAINT, radius=3)
        note = "" if works else " (card)" if upgrade.state == "available" else " (pending)"
        size = text_width(upgrade.name + note, 10)
        name = upgrade.name + (note if size <= wide - 10 else "")
        canvas.write((x + 4, top), name, 10, WHITE if works else FAINT, width=wide - 10)


def draw_foot(canvas: Canvas, facility: Facility, jobs: Sequence[Job], box: Box) -> None:
    """Productivity of a producer; elsewhere the action's dice, the pawns on it and the tokens."""
    left, top, right, _ = box
    if facility.output:
        for k in range(1, facility.top + 1):
            here = k == facility.output
            canvas.disc((left + 6 + 17 * (k - 1), top + 7), 7, icons.BLOCKS[words.SYSTEM] if here else icons.BARE)
            ink = WHITE if here else FAINT
            canvas.write((left + 6 + 17 * (k - 1), top + 7 - line_height(10) // 2), str(k), 10, ink, align="middle")
        return
    x = left
    if facility.dice:
        icons.die(canvas, x, top + 1, 13, icons.DICE[words.COLOURS.index(facility.dice)], str(facility.automatic))
        x += 19
    for job in jobs:
        if words.JOB_FACILITY[words.JOBS.index(job.kind)] == facility.number and x < right - 60:
            icons.pawn(canvas, (x + 5, top + 7), 7, SEATS[job.leader])
            x = canvas.write((x + 12, top), str(job.pawns), TINY) + 6
    draw_tokens(canvas, facility, (x, top, right, top + 15))


def draw_tokens(canvas: Canvas, facility: Facility, box: Box) -> None:
    """The tokens on `>>`, then the one on `!`, from the right."""
    _, top, right, _ = box
    x = right
    if facility.waiting:
        for token in reversed(facility.waiting):
            icons.token(canvas, (x - 7, top + 7), 7, token)
            x -= 16
        x = canvas.write((x, top), ">>", TINY, FAINT, align="right") - 6
    if facility.token:
        icons.token(canvas, (x - 7, top + 7), 7, facility.token)
        canvas.write((x - 16, top), "!", TINY, BAD, align="right")


def draw_track(canvas: Canvas, block: Block, box: Box) -> None:
    """Malfunction track, marker of the box, die, penalties, the chance of the next malfunction, and the deck."""
    left, top, right, _ = box
    colour = icons.BLOCKS[block.number]
    canvas.write((left, top), block.name, NORMAL, colour)
    canvas.disc((right - 8, top + 9), 7, BAD if block.red else GOOD)
    canvas.write((right - 19, top + 2), "box", TINY, FAINT, align="right")
    y, wide = top + 21, (right - left) / (LAST + 1)
    for k in range(LAST + 1):
        x = round(left + k * wide)
        here = k == block.track
        cell = (x, y, round(x + wide - 2), y + 21)
        canvas.box(cell, colour if here else WHITE if k < LAST else icons.BARE, EDGE if not here else INK, radius=3)
        canvas.write(((cell[0] + cell[2]) // 2, y + 3), str(k), SMALL, WHITE if here else FAINT, align="middle")
    y += 27
    pooled = block.listed or block.red
    icons.die(canvas, left, y, 17, colour if pooled else icons.BARE, die_text(block) if pooled else "")
    text = "in the pool" if pooled else "not rolled"
    canvas.write((left + 23, y + 1), text, TINY, INK if pooled else FAINT)
    canvas.write((left, y + 21), f"penalties: +{block.penalties}", TINY, FAINT)
    chance = f"card next: {block.chance} in 6"
    canvas.write((left, y + 36), chance, TINY, BAD if block.chance else FAINT)
    canvas.write((left, y + 51), f"deck {block.deck}, discarded {block.discarded}", 10, FAINT, width=right - left)


def die_text(block: Block) -> str:
    """What the die showed last."""
    return str(block.rolled) if block.rolled >= 0 else "?"


# --- outside ---


def wedge(centre: Point, near: float, far: float, begin: float, end: float) -> list[Point]:
    """A piece of a ring between two angles (0 is up, clockwise)."""
    steps = 12
    angles = [begin + (end - begin) * k / steps for k in range(steps + 1)]
    x, y = centre
    outer = [(x + far * math.sin(a), y - far * math.cos(a)) for a in angles]
    return outer + [(x + near * math.sin(a), y - near * math.cos(a)) for a in reversed(angles)]


def draw_outside(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The HUB and three rings of six places around it."""
    left, top, _, bottom = box
    panel(canvas, box, "Regions of interest")
    centre = (left + RADII[-1] + 11, (top + bottom) / 2)
    canvas.disc(centre, RADII[-1] + 2, BAND)
    for place in scene.places:
        draw_place(canvas, place, scene.jobs, centre)
    canvas.disc(centre, RADII[0] - 2, HUB_COLOUR)
    canvas.write((round(centre[0]), round(centre[1]) - 30), "HUB", SMALL, INK, align="middle")
    outside = {job.rover for job in scene.jobs if job.kind in ("explore", "gather")}
    for k, blocked in enumerate(scene.rovers):
        if words.ROVERS[k].title() not in outside:
            icons.rover(canvas, (centre[0] - 19 + 38 * k, centre[1] + 6), 15, ROVERS[k], blocked)
    draw_outside_legend(canvas, scene, box)


def draw_outside_legend(canvas: Canvas, scene: Scene, box: Box) -> None:
    """In the corners: the rovers, and what the signs mean."""
    left, top, right, bottom = box
    for k, name in enumerate(words.ROVERS):
        y = bottom - 40 + 18 * k
        icons.rover(canvas, (left + 18, y + 7), 9, ROVERS[k], scene.rovers[k])
        canvas.write((left + 32, y), name.title(), TINY, FAINT)
    x = right - 86
    canvas.box((x - 6, top + 8, x + 7, top + 21), REACHED, CHOICE, 2, 2)
    canvas.write((x + 13, top + 7), "to explore", TINY, FAINT)
    canvas.star((x, top + 33), 7, icons.MORALE)
    canvas.write((x + 13, top + 25), "of interest", TINY, FAINT)
    for k, (hazard, text) in enumerate((("pawn", "1 pawn more"), ("outward", "no way out"))):
        icons.hazard(canvas, (x, bottom - 32 + 18 * k), 6, hazard)
        canvas.write((x + 13, bottom - 40 + 18 * k), text, TINY, FAINT)


def draw_place(canvas: Canvas, place: Place, jobs: Sequence[Job], centre: Point) -> None:
    near, far = RADII[place.ring - 1], RADII[place.ring]
    middle = math.pi / 3 * (place.sector - 1)
    marked = place.reachable or place.asked
    ground = SAND if place.name else REACHED if place.reachable else UNKNOWN
    for inset, colour in ((1.0, CHOICE if marked else BAND), (3.0, ground)):
        turn = inset / ((near + far) / 2)
        shape = wedge(centre, near + inset, far - inset, middle - math.pi / 6 + turn, middle + math.pi / 6 - turn)
        canvas.polygon(shape, colour)
    ink = FAINT if place.name else WHITE if marked else SAND
    y = round(centre[1] - (near + far) / 2 * math.cos(middle))
    if not place.name:
        draw_spot(canvas, place, jobs, (along(place, centre, y), y), ink)
        return
    names = wrap(place.name, 10, label_room(place), 2)
    y -= 14 if len(names) == 1 else 19
    draw_spot(canvas, place, jobs, (along(place, centre, y), y), ink)
    y += 12
    for line in names:
        canvas.write((round(along(place, centre, y)), y - 7), line, 10, INK, align="middle")
        y += 11
    y += 4
    draw_goods(canvas, place.goods, (along(place, centre, y), y), label_room(place))


def along(place: Place, centre: Point, y: float) -> float:
    """The x where a line of text stands at height `y`: beside the HUB the lines of a place follow the bend of its ring.

    In the first ring, which is bent most, they do so by a third only.
    """
    radius = (RADII[place.ring - 1] + RADII[place.ring]) / 2
    straight = radius * math.sin(math.pi / 3)
    bent = math.sqrt(max(0.0, radius * radius - (y - centre[1]) ** 2))
    side = (0, 1, 1, 0, -1, -1)[place.sector - 1]
    return centre[0] + side * (bent if place.ring > 1 else straight + (bent - straight) / 3)


def label_room(place: Place) -> int:
    """Pixels that a line of text may take at a place: more above and below the HUB, where rings lie flat."""
    return (60, 92, 124)[place.ring - 1] if place.sector in (1, 4) else 48


def draw_spot(canvas: Canvas, place: Place, jobs: Sequence[Job], centre: Point, ink: Colour) -> None:
    """The number of a place, its star, and who goes there this round, side by side."""
    spot = 6 * (place.ring - 1) + place.sector - 1
    visits = [job for job in jobs if job.kind in ("explore", "gather") and job.target == spot]
    text = f"{place.ring}.{place.sector}"
    size = 10 if place.name else SMALL
    lasting = place.hazard in LASTING
    wide = text_width(text, size) + 15 * (place.poi + lasting) + sum(13 + 21 * bool(job.rover) for job in visits)
    x, y = round(centre[0] - wide / 2), round(centre[1])
    x = canvas.write((x, y - line_height(size) // 2), text, size, ink)
    if place.poi:
        canvas.star((x + 8, y), 6, icons.MORALE)
        x += 15
    if lasting:
        icons.hazard(canvas, (x + 8, y), 6, place.hazard)
        x += 15
    for job in visits:
        icons.pawn(canvas, (x + 7, y), 7, SEATS[job.leader])
        x += 13
        if job.rover:
            icons.rover(canvas, (x + 11, y), 9, ROVERS[words.ROVERS.index(job.rover.lower())], False)
            x += 21


def draw_goods(canvas: Canvas, goods: Sequence[int], centre: Point, room: int) -> None:
    """What lies at a place, each piece on its own if there is room."""
    lying = [which for which, n in enumerate(goods) for _ in range(n)]
    counted = len(lying) * 13 > room
    pieces = [(which, n) for which, n in enumerate(goods) if n] if counted else [(which, 1) for which in lying]
    step = 24 if counted else 13
    x = round(centre[0] - len(pieces) * step / 2)
    for which, n in pieces:
        icons.good(canvas, which, (x + 6, centre[1]), 12)
        if counted:
            canvas.write((x + 14, round(centre[1]) - 7), str(n), 10)
        x += step
