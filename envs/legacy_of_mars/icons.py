"""What is drawn of resources, tags, bonuses, tiles and cards, in any size: plain white signs on coloured ground."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from marszoo.envs.core.drawing import BAD, BAND, INK, PANEL, Canvas, Colour, Point, line_height, plain, text_width
from marszoo.envs.legacy_of_mars import words

WHITE: Colour = (255, 255, 255)
RESOURCES: tuple[Colour, ...] = (
    (176, 132, 8),
    (132, 92, 60),
    (72, 76, 86),
    (188, 84, 116),
    (58, 132, 66),
    (132, 62, 150),
    (198, 70, 38),
)
"""M€, steel, titanium, workers, plants, energy, heat."""
TAGS: tuple[Colour, ...] = (
    *((132, 92, 60), (40, 42, 52), (132, 62, 150), (88, 94, 104), (186, 110, 40), (38, 102, 178)),
    *((58, 132, 66), (110, 140, 30), (40, 120, 110), (72, 76, 86), (176, 132, 8), (96, 112, 168)),
)
"""In the order of words.TAGS."""
CARDS: dict[str, Colour] = {"green": (54, 132, 66), "blue": (38, 102, 178), "red": (184, 52, 40), "": (92, 74, 52)}
"""Colours of cards; sides and developments have none of them."""
BROWN: Colour = (140, 92, 52)
"""Production boxes."""
SEA: Colour = (38, 102, 178)
ICE: Colour = (150, 196, 226)

Sign = Callable[[Canvas, Point, float, Colour], None]
"""Draws a sign around a centre with a radius; the colour is that of the ground below it."""


class Sheet(Canvas):
    """A canvas that writes what the texts of this game have and Pillow's own font lacks."""

    def write(self, at: tuple[int, int], text: str, *args: Any, **keys: Any) -> int:
        return super().write(at, bare(text), *args, **keys)

    def paragraph(self, at: tuple[int, int], text: str, *args: Any, **keys: Any) -> int:
        return super().paragraph(at, bare(text), *args, **keys)


def bare(text: str) -> str:
    """`text` in letters that the font has: M€ become MC, degrees lose their circle."""
    return plain(text.replace("M€", "MC").replace("°", ""))


def wide(text: str, size: int) -> int:
    """Pixels that a text takes as it is written."""
    return text_width(bare(text), size)


def at(centre: Point, r: float, *points: Point) -> list[Point]:
    """Points given in units of `r` from the centre."""
    x, y = centre
    return [(x + r * dx, y + r * dy) for dx, dy in points]


def ring(n: int, r: float = 1.0, turn: float = 0.0) -> list[Point]:
    """`n` points on a circle around the origin."""
    return [(r * math.cos(turn + 2 * math.pi * k / n), r * math.sin(turn + 2 * math.pi * k / n)) for k in range(n)]


def oval(a: float, b: float, turn: float = 0.0, n: int = 24) -> list[Point]:
    """A closed line around the origin: half axes `a` and `b`, turned by an angle."""
    cos, sin = math.cos(turn), math.sin(turn)
    points = [(a * math.cos(2 * math.pi * k / n), b * math.sin(2 * math.pi * k / n)) for k in range(n + 1)]
    return [(p * cos - q * sin, p * sin + q * cos) for p, q in points]


# --- signs ---


def coin(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    canvas.disc(c, r * 0.95, WHITE)
    letter = at(c, r, (-0.45, 0.45), (-0.45, -0.42), (0.0, 0.12), (0.45, -0.42), (0.45, 0.45))
    canvas.line(letter, ground, max(0.9, r * 0.22))


def girder(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    for y in (-0.7, 0.7):
        canvas.line(at(c, r, (-0.8, y), (0.8, y)), WHITE, r * 0.42)
    canvas.line(at(c, r, (0.0, -0.7), (0.0, 0.7)), WHITE, r * 0.46)


def nut(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    canvas.polygon(at(c, r, *ring(6, 0.95)), WHITE)
    canvas.disc(c, r * 0.42, ground)


def person(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    canvas.disc(at(c, r, (0.0, -0.5))[0], r * 0.42, WHITE)
    canvas.polygon(at(c, r, (-0.35, 0.0), (0.35, 0.0), (0.75, 0.9), (-0.75, 0.9)), WHITE)


def leaf(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    outline = [(-0.85, 0.75), (-0.75, -0.05), (-0.3, -0.6), (0.85, -0.85), (0.65, 0.2), (0.1, 0.7), (-0.45, 0.78)]
    canvas.polygon(at(c, r, *outline), WHITE)
    canvas.line(at(c, r, (-0.95, 0.95), (0.4, -0.4)), ground, max(0.6, r * 0.16))


def bolt(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    flash = [(0.25, -1.0), (-0.65, 0.15), (-0.08, 0.15), (-0.28, 1.0), (0.65, -0.22), (0.08, -0.22)]
    canvas.polygon(at(c, r, *flash), WHITE)


def flame(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    left, right = [(-0.7, 0.4), (-0.55, -0.15), (-0.25, 0.1)], [(0.62, -0.1), (0.7, 0.4), (0.4, 0.9)]
    canvas.polygon(at(c, r, (0.05, -1.0), *right, (-0.4, 0.9), *left), WHITE)
    canvas.disc(at(c, r, (0.02, 0.5))[0], r * 0.26, ground)


def house(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    canvas.polygon(at(c, r, (-0.95, -0.05), (0.0, -0.9), (0.95, -0.05)), WHITE)
    canvas.polygon(at(c, r, (-0.65, -0.05), (0.65, -0.05), (0.65, 0.85), (-0.65, 0.85)), WHITE)
    canvas.polygon(at(c, r, (-0.2, 0.3), (0.2, 0.3), (0.2, 0.85), (-0.2, 0.85)), ground)


def star(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    tips = [(x * (1.0 if k % 2 == 0 else 0.3), y * (1.0 if k % 2 == 0 else 0.3)) for k, (x, y) in enumerate(ring(8))]
    canvas.polygon(at(c, r, *tips), WHITE)


def atom(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    for k in range(3):
        canvas.line(at(c, r, *oval(0.95, 0.36, math.pi * k / 3)), WHITE, max(0.8, r * 0.15))
    canvas.disc(c, r * 0.2, WHITE)


def planet(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    canvas.disc(c, r * 0.9, WHITE)
    for y in (-0.35, 0.05, 0.42):
        half = math.sqrt(0.81 - y * y)
        canvas.line(at(c, r, (-half, y), (half, y)), ground, max(0.6, r * 0.14))


def globe(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    canvas.disc(c, r * 0.95, WHITE)
    thin = max(0.6, r * 0.12)
    canvas.line(at(c, r, *oval(0.42, 0.95)), ground, thin)
    canvas.line(at(c, r, (-0.95, 0.0), (0.95, 0.0)), ground, thin)
    canvas.line(at(c, r, (0.0, -0.95), (0.0, 0.95)), ground, thin)


def cell(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    for x, y in ring(8):
        canvas.line(at(c, r, (0.5 * x, 0.5 * y), (0.98 * x, 0.98 * y)), WHITE, max(0.6, r * 0.18))
    canvas.disc(c, r * 0.66, WHITE)
    canvas.disc(at(c, r, (0.15, -0.1))[0], r * 0.24, ground)


def paw(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    canvas.polygon(at(at(c, r, (0.0, 0.42))[0], r, *oval(0.6, 0.46)), WHITE)
    for x, y in ((-0.72, -0.12), (-0.28, -0.62), (0.28, -0.62), (0.72, -0.12)):
        canvas.disc(at(c, r, (x, y))[0], r * 0.24, WHITE)


def skyline(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    for left, right, top in ((-0.9, -0.35, -0.05), (-0.25, 0.3, -0.9), (0.4, 0.9, -0.4)):
        canvas.polygon(at(c, r, (left, top), (right, top), (right, 0.85), (left, 0.85)), WHITE)


def arrow(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    down = [(-0.28, -0.9), (0.28, -0.9), (0.28, 0.0), (0.8, 0.0), (0.0, 0.95), (-0.8, 0.0), (-0.28, 0.0)]
    canvas.polygon(at(c, r, *down), WHITE)


def balloon(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    canvas.disc(at(c, r, (0.0, -0.25))[0], r * 0.68, WHITE)
    canvas.polygon(at(c, r, (-0.28, 0.55), (0.28, 0.55), (0.2, 0.95), (-0.2, 0.95)), WHITE)


def drop(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    canvas.disc(at(c, r, (0.0, 0.3))[0], r * 0.62, WHITE)
    canvas.polygon(at(c, r, (0.0, -0.98), (0.57, 0.1), (-0.57, 0.1)), WHITE)


def flake(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    for k in range(3):
        x, y = math.cos(math.pi * k / 3 + math.pi / 6), math.sin(math.pi * k / 3 + math.pi / 6)
        canvas.line(at(c, r, (-x, -y), (x, y)), WHITE, max(0.8, r * 0.22))


def sheet(canvas: Canvas, c: Point, r: float, ground: Colour) -> None:
    canvas.polygon(at(c, r, (-0.6, -0.9), (0.6, -0.9), (0.6, 0.9), (-0.6, 0.9)), WHITE)
    canvas.polygon(at(c, r, (-0.38, -0.6), (0.38, -0.6), (0.38, 0.0), (-0.38, 0.0)), ground)


def thermometer(canvas: Canvas, c: Point, r: float, _: Colour) -> None:
    canvas.line(at(c, r, (0.0, -0.9), (0.0, 0.4)), WHITE, max(1.0, r * 0.4))
    canvas.disc(at(c, r, (0.0, 0.5))[0], r * 0.45, WHITE)


RESOURCE_SIGNS: tuple[Sign, ...] = (coin, girder, nut, person, leaf, bolt, flame)
TAG_SIGNS: tuple[Sign, ...] = (house, star, bolt, atom, planet, globe, leaf, cell, paw, skyline, arrow, balloon)
BONUSES: dict[str, tuple[Sign, Colour]] = {
    "plant": (leaf, RESOURCES[words.PLANT]),
    "steel": (girder, RESOURCES[words.STEEL]),
    "titanium": (nut, RESOURCES[words.TITANIUM]),
    "heat": (flame, RESOURCES[words.HEAT]),
    "card": (sheet, BAND),
    "ocean": (drop, SEA),
    "temperature": (thermometer, BAD),
}
"""What a hex prints: sign and colour."""


# --- in their frames ---


def square(canvas: Canvas, left: float, top: float, side: int, sign: Sign, colour: Colour) -> None:
    """A sign on a square of its colour."""
    x, y = round(left), round(top)
    canvas.box((x, y, x + side, y + side), colour, None, radius=max(2, side // 5))
    sign(canvas, (x + side / 2, y + side / 2), side * 0.36, colour)


def resource(canvas: Canvas, left: float, top: float, side: int, which: int) -> None:
    square(canvas, left, top, side, RESOURCE_SIGNS[which], RESOURCES[which])


def tag(canvas: Canvas, centre: Point, r: float, which: int) -> None:
    """A tag: a sign in a disc."""
    canvas.disc(centre, r, TAGS[which])
    TAG_SIGNS[which](canvas, centre, r * 0.66, TAGS[which])


def bonuses(canvas: Canvas, centre: Point, side: int, kinds: Sequence[str]) -> None:
    """Bonuses of a hex side by side."""
    step = side + 2
    left = centre[0] - (step * len(kinds) - 2) / 2
    for k, kind in enumerate(kinds):
        sign, colour = BONUSES[kind]
        square(canvas, left + step * k, centre[1] - side / 2, side, sign, colour)


def chip(canvas: Canvas, left: int, top: int, text: str, colour: str, faded: bool, size: int) -> int:
    """A card by its name, on its colour; faded if its action was used. Gives the x of the end."""
    right = left + wide(text, size) + 10
    box = (left, top, right, top + line_height(size) + 2)
    canvas.box(box, PANEL if faded else CARDS[colour], CARDS[colour] if faded else None, radius=3)
    canvas.write((left + 5, top + 1), text, size, CARDS[colour] if faded else WHITE)
    return right


def price(canvas: Canvas, left: int, top: int, text: str, size: int, pale: bool = False) -> int:
    """A price in M€ in its frame; gives the x of the end."""
    right = left + max(22, wide(text, size) + 8)
    ground = RESOURCES[words.MEGACREDIT]
    canvas.box((left, top, right, top + line_height(size) + 2), PANEL if pale else ground, ground, radius=3)
    canvas.write(((left + right) // 2, top + 1), text, size, INK if pale else WHITE, align="middle")
    return right
