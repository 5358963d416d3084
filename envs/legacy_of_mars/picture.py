"""The table as a picture of 1200 x 900 pixels: the board on the left, the seats and the viewer's cards on the right."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content
from marszoo.envs.core.drawing import BAND, PAPER, SEATS, Canvas, Colour
from marszoo.envs.legacy_of_mars import icons
from marszoo.envs.legacy_of_mars.icons import Sheet
from marszoo.envs.legacy_of_mars.phrases import plural
from marszoo.envs.legacy_of_mars.picture_board import SMALL, draw_map, draw_news, draw_objectives, draw_tracks
from marszoo.envs.legacy_of_mars.picture_cards import draw_own
from marszoo.envs.legacy_of_mars.picture_seats import draw_players
from marszoo.envs.legacy_of_mars.seen import Scene, look

WIDTH, HEIGHT = 1200, 900
MARGIN, GAP, HEAD = 10, 6, 58
SPLIT = 592
"""Where the column of the players begins."""
TOP = HEAD + GAP
TRACKS, MAP, OBJECTIVES = (TOP, 138), (144, 612), (618, 732)
"""Top and bottom of the rows of the left column."""
RADIUS = 33
"""Of a hex, in pixels."""
LARGE = 17
PALE: Colour = (255, 222, 140)
WHITE = icons.WHITE


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The position as `seat` may see it (-1: as everybody may): (900, 1200, 3) uint8.

    Raises:
        ImportError: Pillow is not installed; the message names the extra.
    """
    return draw(look(s, content, seat, names)).array()


def draw(scene: Scene) -> Canvas:
    canvas = Sheet(WIDTH, HEIGHT, PAPER)
    draw_head(canvas, scene)
    left, right = MARGIN, SPLIT - GAP
    draw_tracks(canvas, scene.tracks, (left, TRACKS[0], right, TRACKS[1]))
    draw_map(canvas, scene, (left, MAP[0], right, MAP[1]), RADIUS)
    alone = OBJECTIVES[1] - 60 if scene.goal else OBJECTIVES[1]
    draw_objectives(canvas, scene.objectives, scene.goal, (left, OBJECTIVES[0], right, alone))
    draw_news(canvas, scene, (left, alone + GAP, right, HEIGHT - MARGIN))
    bottom = draw_own(canvas, scene, (SPLIT, TOP, WIDTH - MARGIN, HEIGHT - MARGIN))
    draw_players(canvas, scene, (SPLIT, TOP, WIDTH - MARGIN, bottom))
    return canvas


def draw_head(canvas: Canvas, scene: Scene) -> None:
    """Mission, generation, phase and whose turn; below them who decides what, or how it ended."""
    canvas.box((0, 0, WIDTH, HEAD), BAND, None, radius=0)
    x = canvas.write((MARGIN + 4, 7), f"{scene.title}: {scene.mission}", LARGE, WHITE, width=520)
    piles = f"{scene.deck} in the deck, {scene.discarded} discarded, {plural(scene.box, 'innovation')}"
    end = canvas.write((WIDTH - MARGIN - 4, 10), piles, SMALL, (200, 204, 214), align="right")
    canvas.write((x + 20, 7), scene.status, LARGE, PALE, width=end - x - 40, smallest=SMALL)
    if scene.mover >= 0:
        canvas.disc((MARGIN + 13, 43), 9, SEATS[scene.mover], str(scene.mover), 12)
        canvas.write((MARGIN + 30, 33), scene.decision, 16, WHITE, width=WIDTH - 60, smallest=SMALL)
    else:
        canvas.write((MARGIN + 4, 33), standings(scene), 16, WHITE, width=WIDTH - 30)


def standings(scene: Scene) -> str:
    """The scores in order."""
    ordered = sorted(scene.players, key=lambda p: -p.points)
    return "Final scores: " + ", ".join(f"{p.name} {p.points}" for p in ordered)
