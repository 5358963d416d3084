"""The table as a picture of 1200 x 900 pixels: base and mission on the left, Mars and the astronauts on the right."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content
from marszoo.envs.core.drawing import (
    BAD,
    BAND,
    EDGE,
    FAINT,
    GOOD,
    INK,
    PANEL,
    PAPER,
    SEATS,
    Box,
    Canvas,
    Colour,
    text_width,
)
from marszoo.envs.first_martians import icons, words
from marszoo.envs.first_martians.asked import ROMAN
from marszoo.envs.first_martians.picture_board import SMALL, TINY, draw_base, draw_outside
from marszoo.envs.first_martians.picture_mission import (
    draw_actions,
    draw_events,
    draw_farm,
    draw_mood,
    draw_news,
    draw_objectives,
    draw_supplies,
)
from marszoo.envs.first_martians.seen import Player, Scene, look

WIDTH, HEIGHT = 1200, 900
MARGIN, GAP, HEAD = 10, 7, 62
SPLIT = 750
"""Where the column of Mars and the astronauts begins."""
TOP = HEAD + GAP
BASE, SUPPLIES, FARM, MISSION = (TOP, 494), (500, 554), (560, 640), (646, HEIGHT - MARGIN)
"""Top and bottom of the rows of the left column."""
OUTSIDE = 470
"""Bottom of the map of the right column."""
SEAT_HEIGHTS = (0, 96, 96, 90, 75)
"""Height of an astronaut's panel by number of players."""
LARGE = 17
PALE: Colour = (255, 222, 140)
WHITE = icons.WHITE


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The position as (900, 1200, 3) uint8; everybody sees the same, `seat` (-1: none) is marked.

    Raises:
        ImportError: Pillow is not installed; the message names the extra.
    """
    return draw(look(s, content, seat, names)).array()


def draw(scene: Scene) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    draw_head(canvas, scene)
    left, right = MARGIN, SPLIT - GAP
    draw_base(canvas, scene, (left, BASE[0], right, BASE[1]))
    draw_supplies(canvas, scene, (left, SUPPLIES[0], right, SUPPLIES[1]))
    half = (left + right) // 2
    draw_farm(canvas, scene, (left, FARM[0], half - 3, FARM[1]))
    draw_mood(canvas, scene, (half + 4, FARM[0], right, FARM[1]))
    draw_objectives(canvas, scene, (left, MISSION[0], left + 286, MISSION[1]))
    draw_events(canvas, scene.events, (left + 293, MISSION[0], left + 513, MISSION[1]))
    draw_actions(canvas, scene, (left + 520, MISSION[0], right, MISSION[1]))
    draw_outside(canvas, scene, (SPLIT, TOP, WIDTH - MARGIN, OUTSIDE))
    draw_news(canvas, scene, (SPLIT, draw_crew(canvas, scene), WIDTH - MARGIN, HEIGHT - MARGIN))
    return canvas


# --- the head ---


def draw_head(canvas: Canvas, scene: Scene) -> None:
    """Mission, sols and phases; below them who decides what, or how it ended."""
    canvas.box((0, 0, WIDTH, HEAD), BAND, None, radius=0)
    x = canvas.write((MARGIN + 4, 7), scene.title, LARGE, WHITE)
    begin = draw_phases(canvas, scene, draw_sols(canvas, scene))
    mission = f"{scene.mission} ({scene.kind}, {scene.difficulty})"
    canvas.write((x + 16, 7), mission, LARGE, PALE, width=begin - x - 30, smallest=SMALL)
    if scene.mover >= 0:
        canvas.disc((MARGIN + 13, 45), 9, SEATS[scene.mover], str(scene.mover), 12)
        canvas.write((MARGIN + 30, 35), scene.decision, 16, WHITE, width=WIDTH - 60, smallest=SMALL)
        return
    colour = GOOD if scene.won else BAD if scene.ended else FAINT
    wide = text_width(scene.status, 16) + 24
    canvas.box((MARGIN + 4, 34, MARGIN + 4 + wide, 57), colour, None)
    canvas.write((MARGIN + 16, 35), scene.status, 16, WHITE)


def draw_sols(canvas: Canvas, scene: Scene) -> int:
    """The sols of the mission with the running one marked; gives the x of their beginning."""
    x = WIDTH - MARGIN - 4
    for sol in range(scene.sols, 0, -1):
        here = sol == scene.sol
        ground = PALE if here else (92, 98, 114) if sol < scene.sol else (64, 69, 84)
        canvas.box((x - 19, 8, x, 27), ground, None, radius=3)
        canvas.write((x - 10, 10), str(sol), SMALL, INK if here else (176, 180, 190), align="middle")
        x -= 22
    return canvas.write((x - 3, 10), "Sol", SMALL, (200, 204, 214), align="right") - 16


def draw_phases(canvas: Canvas, scene: Scene, right: int) -> int:
    """The Round Order track with the white marker; gives the x of its beginning."""
    for phase in range(len(words.PHASES) - 1, -1, -1):
        here = phase == scene.phase
        text = f"{ROMAN[phase]} {words.PHASES[phase]}" if here else ROMAN[phase]
        wide = text_width(text, SMALL) + 14
        canvas.box((right - wide, 8, right, 27), WHITE if here else (64, 69, 84), None, radius=3)
        canvas.write((right - wide // 2, 10), text, SMALL, INK if here else (176, 180, 190), align="middle")
        right -= wide + 3
    return right


# --- the astronauts ---


def draw_crew(canvas: Canvas, scene: Scene) -> int:
    """A panel for each astronaut; gives the y below them."""
    high = SEAT_HEIGHTS[len(scene.players)]
    y = OUTSIDE + GAP
    for player in scene.players:
        draw_player(canvas, player, (SPLIT, y, WIDTH - MARGIN, y + high))
        y += high + GAP - 1
    return y


def draw_player(canvas: Canvas, p: Player, box: Box) -> None:
    left, top, right, bottom = box
    colour = SEATS[p.seat]
    canvas.box(box, PANEL, colour if p.moving else EDGE, 3 if p.moving else 1)
    canvas.box((left + 4, top + 4, left + 10, bottom - 4), colour, None, radius=2)
    x = left + 18
    draw_name(canvas, p, (x, top, right - 9, top + 28))
    y = top + 31
    for k in range(p.health):
        icons.heart(canvas, (x + 7 + 17 * k, y + 7), 7, icons.BARE if k < p.wounds else BAD)
    end = canvas.write((x + 17 * p.health + 4, y - 1), wounds_text(p), TINY, FAINT)
    draw_purse(canvas, p, (end + 14, y, right - 9, y + 16))
    y += 21
    skill = f"Skill{'' if p.ready else ' (used)'}: {p.skill}"
    rest = bottom - y
    canvas.write((x, y), skill, SMALL, INK if p.ready else FAINT, width=right - x - 9, smallest=10)
    if p.conditions and rest > 34:
        draw_conditions(canvas, p, (x, y + 20, right - 9, bottom))


def wounds_text(p: Player) -> str:
    return "dead" if p.wounds >= p.health else f"{p.health - p.wounds} to live"


def draw_purse(canvas: Canvas, p: Player, box: Box) -> None:
    """Morale tokens; pawns that are still to be assigned on the right."""
    left, top, right, _ = box
    for k in range(min(p.tokens, 6)):
        icons.morale(canvas, (left + 8 + 15 * k, top + 7), 7)
    x = left + 15 * min(p.tokens, 6) + 6
    canvas.write((x, top - 1), str(p.tokens) if p.tokens else "no Morale tokens", TINY, FAINT)
    for k in range(p.pawns):
        icons.pawn(canvas, (right - 9 - 18 * k, top + 7), 9, SEATS[p.seat])


def draw_name(canvas: Canvas, p: Player, box: Box) -> None:
    """Seat, name and role; First Player and whose decision it is; conditions by name."""
    left, top, right, _ = box
    canvas.disc((left + 9, top + 16), 9, SEATS[p.seat], str(p.seat), SMALL)
    x = canvas.write((left + 24, top + 7), p.name + (" (you)" if p.you else ""), 15)
    x = canvas.write((x + 8, top + 9), p.role, SMALL, FAINT, width=right - x - 140)
    for tag, on, ground in (("DECIDES", p.moving, SEATS[p.seat]), ("FIRST", p.first, BAND)):
        if on:
            wide = text_width(tag, TINY) + 12
            canvas.box((x + 8, top + 8, x + 8 + wide, top + 24), ground, None)
            canvas.write((x + 8 + wide // 2, top + 9), tag, TINY, WHITE, align="middle")
            x += 8 + wide
    for name, _ in p.conditions:
        wide = text_width(name, TINY) + 10
        if right - wide > x + 8:
            canvas.box((right - wide, top + 8, right, top + 24), BAD, None, radius=3)
            canvas.write((right - wide // 2, top + 9), name, TINY, WHITE, align="middle")
            right -= wide + 4


def draw_conditions(canvas: Canvas, p: Player, box: Box) -> None:
    """What the conditions do, as far as there is room."""
    left, top, right, bottom = box
    for name, what in p.conditions:
        if top + 16 > bottom:
            return
        canvas.write((left, top), f"{name}: {what}", TINY, BAD, width=right - left)
        top += 15
