"""The table as a picture: objectives and tracks above, facilities on the left, astronauts on the right, events below."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content
from marszoo.envs.core.drawing import BAND, EDGE, FAINT, INK, SEATS, Canvas, Colour
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.happened import happened
from marszoo.envs.first_martians.state import DECISIONS, ENDINGS, FACILITIES, PARTS

GREEN: Colour = (70, 150, 76)
RED: Colour = (190, 56, 44)
SHUT_COLOUR: Colour = (120, 120, 128)
LEFT, TOP = 16, 96
SHOWN = 6
"""Events in the picture."""


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The position as (height, width, 3) uint8; everybody sees the same, `seat` is marked."""
    canvas = Canvas()
    canvas.box((0, 0, 800, 34), BAND, None, radius=0)
    mission = content.names["mission"][int(s["mission"])]
    if int(s["over"]) == RUNNING:
        kind = int(s["frame"][int(s["depth"]) - 1][0])
        state = f"{names[int(s['player'])]} decides: {DECISIONS[kind - 1]}"
    else:
        state = ENDINGS[int(s["ending"])]
    canvas.write((LEFT, 9), f"{mission}, sol {int(s['sol'])} of {int(s['sols'])}; {state}", 15, INK)
    tracks(canvas, s)
    facilities(canvas, s, content)
    for p, name in enumerate(names):
        y = TOP + 70 * p
        canvas.box((520, y, 264, 62), BAND, SEATS[p] if p == int(s["player"]) else EDGE)
        you = " (you)" if p == seat else ""
        canvas.write((530, y + 8), f"{name}{you}: {content.names['astronaut'][int(s['astronaut'][p])]}", 13, SEATS[p])
        text = f"{int(s['wounds'][p])} wounds, {int(s['tokens'][p])} Morale tokens"
        canvas.write((530, y + 32), text, 12, INK)
    canvas.write((LEFT, 522), "Last:", 11, FAINT)
    canvas.paragraph((LEFT + 40, 522), "; ".join(happened(s, content, names)[-SHOWN:]), 720, 3, 11, INK)
    return canvas.array()


def tracks(canvas: Canvas, s: Any) -> None:
    for block, name in enumerate(words.BLOCKS):
        colour = RED if s["red"][block] else GREEN
        canvas.box((LEFT + 130 * block, 42, 122, 22), colour, None)
        canvas.write((LEFT + 8 + 130 * block, 46), f"{name} {int(s['track'][block])}/5", 12, (255, 255, 255))
    text = f"Stress {int(s['stress'])}  Morale {int(s['morale'])}"
    canvas.write((LEFT + 400, 46), text, 12, INK)
    supplies = ", ".join(f"{int(n)} {good}" for n, good in zip(s["stock"], words.GOODS, strict=True))
    canvas.write((LEFT, 72), supplies, 12, INK)


def facilities(canvas: Canvas, s: Any, content: Content) -> None:
    for f in range(FACILITIES):
        y = TOP + 32 * f
        canvas.write((LEFT, y + 6), content.names["facility"][f], 12, SHUT_COLOUR if s["shut"][f] else INK)
        for k in range(PARTS):
            if content.tables["facility"][f]["fitted"] >> k & 1:
                colour = RED if int(s["broken"][f]) >> k & 1 else GREEN
                canvas.box((LEFT + 150 + 82 * k, y, 78, 24), colour, None)
                canvas.write((LEFT + 156 + 82 * k, y + 5), words.PARTS[k], 11, (255, 255, 255))
