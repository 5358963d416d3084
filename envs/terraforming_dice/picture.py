"""The table as a picture: tracks and pool above, the map on the left, the seats on the right, the last events below."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content
from marszoo.envs.core.drawing import BAND, EDGE, FAINT, INK, SEATS, Canvas, Colour
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.describe import effect_phrase
from marszoo.envs.terraforming_dice.happened import happened
from marszoo.envs.terraforming_dice.reading import ROW_LENGTHS
from marszoo.envs.terraforming_dice.results import total
from marszoo.envs.terraforming_dice.state import (
    CARDS,
    DECISIONS,
    HAND,
    OCEANS,
    OXYGEN_STEPS,
    RESOURCES,
    TABLE,
    TEMPERATURE_STEPS,
)

DICE: tuple[Colour, ...] = ((54, 132, 66), (44, 104, 172), (108, 110, 116), (176, 52, 40), (168, 124, 12))
"""Green, blue, grey, red, yellow dice, dark enough for white text."""
TILES: tuple[Colour, ...] = ((214, 152, 116), (52, 116, 190), (70, 150, 76), (120, 120, 128), (138, 92, 60))
"""Bare land, ocean, greenery, city, special tile."""
FREE_OCEAN: Colour = (176, 204, 226)
LEFT, TOP, RADIUS = 16, 148, 27
SHOWN = 5
"""Events in the picture."""


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The position as `seat` may see it (-1: as everybody may), as (height, width, 3) uint8."""
    canvas = Canvas()
    headline(canvas, s, content, names)
    tracks(canvas, s, content, names)
    map_of(canvas, s, content)
    players = int(s["num_players"])
    height = min(150, 412 // players)
    for p in range(players):
        panel(canvas, s, content, p, seat, names, TOP - 8 + p * height, height - 6)
    canvas.write((LEFT, 562 - 14), "Last:", 11, FAINT)
    text = "; ".join(happened(s, content, names)[-SHOWN:])
    canvas.paragraph((LEFT + 40, 548), text, 800 - LEFT - 56, 3, 11, INK)
    return canvas.array()


def headline(canvas: Canvas, s: Any, content: Content, names: Sequence[str]) -> None:
    canvas.box((0, 0, 800, 34), BAND, None, radius=0)
    if int(s["over"]) == RUNNING:
        kind = int(s["frame"][int(s["depth"]) - 1][0])
        whose = f"turn {int(s['turn'])} of {names[int(s['active'])]}" if int(s["turn"]) else "set-up"
        text = f"{whose}; {names[int(s['player'])]} decides: {DECISIONS[kind - 1]}"
        if int(s["left"]) >= 0:
            text += f"; last round, {int(s['left'])} to come"
    else:
        scores = ", ".join(f"{name} {int(total(s, content.tables, p))} VP" for p, name in enumerate(names))
        text = f"the game is over: {scores}"
    canvas.write((LEFT, 9), f"Terraforming Mars: The Dice Game | {text}", 13, (255, 255, 255), width=768, smallest=10)


def tracks(canvas: Canvas, s: Any, content: Content, names: Sequence[str]) -> None:
    rows = (
        (f"temperature {4 * int(s['temperature']) - 32}", int(s["temperature"]) / TEMPERATURE_STEPS, DICE[3]),
        (f"oxygen {2 * int(s['oxygen'])} %", int(s["oxygen"]) / OXYGEN_STEPS, DICE[0]),
        (f"oceans {int(s['oceans'])} of {OCEANS}", int(s["oceans"]) / OCEANS, DICE[1]),
    )
    for k, (text, share, colour) in enumerate(rows):
        x = LEFT + 256 * k
        canvas.write((x, 42), text, 12)
        canvas.meter((x + 110, 46, x + 240, 56), share, colour)
    canvas.write((LEFT, 66), "pool", 12, FAINT)
    for c, colour in enumerate(DICE):
        die(canvas, LEFT + 40 + 34 * c, 64, colour, str(int(s["pool"][c])))
    canvas.write((LEFT + 240, 66), "awards", 12, FAINT)
    x = LEFT + 292
    for r in s["award"]:
        canvas.box((x, 64, x + 88, 82), DICE[int(r) // 3], None)
        canvas.write((x + 44, 66), words.RESOURCES[int(r)], 12, (255, 255, 255), align="middle")
        x += 94
    parts = []
    for k, claimed in zip(s["milestone"], s["claimed"], strict=True):
        row = content.rows["milestone"][int(k)]
        who = {-1: "free", -2: "removed"}.get(int(claimed)) or names[int(claimed)]
        parts.append(f"{content.names['milestone'][int(k)]} ({row['amount']} {row['criterion']}): {who}")
    canvas.write((LEFT, 92), "milestones", 12, FAINT)
    canvas.write((LEFT + 74, 92), " | ".join(parts), 12, width=700, smallest=9)


def die(canvas: Canvas, x: int, y: int, colour: Colour, text: str) -> None:
    canvas.box((x, y, x + 28, y + 18), colour, None, radius=4)
    canvas.write((x + 14, y + 2), text, 12, (255, 255, 255), align="middle")


def map_of(canvas: Canvas, s: Any, content: Content) -> None:
    at = 0
    for row, length in enumerate(ROW_LENGTHS):
        y = TOP + 14 + row * RADIUS * 1.62
        for c in range(length):
            x = LEFT + 14 + RADIUS * 0.94 * (7 - length + 2 * c) + RADIUS * 0.4
            kind = int(s["tile"][at])
            fill = TILES[kind] if kind or not content.tables["ocean_area"][at] else FREE_OCEAN
            corners = [(RADIUS * math.sin(math.pi * k / 3), RADIUS * math.cos(math.pi * k / 3)) for k in range(6)]
            canvas.polygon([(x + dx, y + dy) for dx, dy in corners], EDGE)
            canvas.polygon([(x + 0.93 * dx, y + 0.93 * dy) for dx, dy in corners], fill)
            if kind:
                canvas.write((round(x), round(y) - 8), "OGC#"[kind - 1], 13, (255, 255, 255), align="middle")
            elif content.tables["hex_bonus"][at][0]:
                word, n, argument = (int(v) for v in content.tables["hex_bonus"][at])
                bonus(canvas, round(x), round(y), word, n, argument)
            at += 1
    x, y = LEFT, TOP + 14 + 7 * round(RADIUS * 1.62) - 10
    for kind, name in enumerate(("land", "ocean", "greenery", "city", "special")):
        canvas.box((x, y + 2, x + 12, y + 14), TILES[kind], None, radius=2)
        x = canvas.write((x + 16, y), name, 11, FAINT) + 12


def bonus(canvas: Canvas, x: int, y: int, word: int, n: int, argument: int) -> None:
    """A small sign of what a hex gives."""
    arguments = words.ARGUMENTS.get(words.EFFECTS[word - 1])
    text = f"{words.EFFECTS[word - 1]} {n} {arguments[argument]}" if arguments else f"{words.EFFECTS[word - 1]} {n}"
    if word == words.ROLL:
        canvas.disc((x, y), 7, DICE[argument], "?")
    elif word == words.GAIN:
        canvas.disc((x, y), 7, DICE[argument // 3], words.RESOURCES[argument][0].upper())
    else:
        canvas.write((x, y - 6), effect_phrase(text), 9, INK, width=44, smallest=8, align="middle")


def panel(
    canvas: Canvas, s: Any, content: Content, p: int, seat: int, names: Sequence[str], top: int, height: int
) -> None:
    """One seat: points, tokens, corporation, dice, production, cards."""
    left, right = 388, 786
    running = int(s["over"]) == RUNNING
    mover = running and p == int(s["player"])
    canvas.box((left, top, right, top + height), edge=SEATS[p] if mover else EDGE, thickness=3 if mover else 1)
    canvas.box((left + 6, top + 6, left + 120, top + 24), SEATS[p], None)
    canvas.write((left + 63, top + 8), names[p], 12, (255, 255, 255), width=108, smallest=9, align="middle")
    tag = "decides" if mover else "whose turn it is" if running and p == int(s["active"]) and int(s["turn"]) else ""
    you = "you" if p == seat else ""
    head = f"{int(s['points'][p])} VP, {int(s['wild'][p])} wild"
    canvas.write((left + 128, top + 8), ", ".join(x for x in (head, you, tag) if x), 12, width=256, smallest=9)
    y = top + 29
    if int(s["corporation"][p]) >= 0 and (p == seat or p < int(s["revealed"])):
        name = content.names["corporation"][int(s["corporation"][p])]
        hand = sum(int(x) == HAND + p for x in s["place"])
        down = sum(int(x) == TABLE + p for x in s["place"])
        canvas.write((left + 8, y), f"{name}; {hand} in hand, {down} played", 11, FAINT, width=384)
    y += 16
    x = left + 8
    for r in range(RESOURCES):
        n = int(s["dice"][p][r])
        if n:
            text = f"{n} {words.RESOURCES[r]}"
            wide = 12 + 6 * len(text)
            if x + wide > right - 6:
                x, y = left + 8, y + 17
            canvas.box((x, y, x + wide, y + 15), DICE[r // 3], None, radius=3)
            canvas.write((x + wide // 2, y + 1), text, 10, (255, 255, 255), width=wide - 4, align="middle")
            x += wide + 4
    y += 19
    if y + 16 <= top + height:
        parts = [f"{int(n)} {name}" for n, name in zip(s["production"][p], words.PRODUCTION, strict=True) if int(n)]
        canvas.write((left + 8, y), "produces " + (", ".join(parts) or "nothing"), 11, width=384, smallest=9)
        y += 16
    known = [card for card in range(CARDS) if int(s["place"][card]) == HAND + p] if p == seat else []
    shown = [content.names["project"][card] for card in known]
    if shown and y + 16 <= top + height:
        canvas.paragraph((left + 8, y), "hand: " + ", ".join(shown), 384, (top + height - y) // 15, 11)
