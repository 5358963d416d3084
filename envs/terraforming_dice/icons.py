"""What is drawn of dice, resources, tokens and cards, in any size: plain white signs on the colour of their die."""

import math
from collections.abc import Sequence

from marszoo.envs.core.drawing import BAND, INK, PANEL, Canvas, Colour, Point, line_height, text_width
from marszoo.envs.terraforming_dice import words

DICE: tuple[Colour, ...] = ((54, 132, 66), (38, 102, 178), (104, 108, 118), (184, 52, 40), (176, 124, 6))
"""Green, blue, grey, red, yellow dice, dark enough for white signs."""
CARDS: dict[str, Colour] = {"green": (54, 132, 66), "red": (184, 52, 40), "blue": (38, 102, 178), "": (92, 74, 52)}
"""Colours of cards; corporations have none of them."""
WHITE: Colour = (255, 255, 255)
WILD: Colour = (132, 62, 150)
BROWN: Colour = (140, 92, 52)
"""Production boxes."""

LEAST = 12
"""Pixels of a die below which its sign cannot be told."""


def at(centre: Point, r: float, *points: Point) -> list[Point]:
    """Points given in units of `r` from the centre."""
    x, y = centre
    return [(x + r * dx, y + r * dy) for dx, dy in points]


def oval(centre: Point, a: float, b: float, turn: float = 0.0, n: int = 24) -> list[Point]:
    """A closed line around the centre: half axes `a` and `b`, turned by an angle."""
    x, y = centre
    cos, sin = math.cos(turn), math.sin(turn)
    out = []
    for k in range(n + 1):
        p, q = a * math.cos(2 * math.pi * k / n), b * math.sin(2 * math.pi * k / n)
        out.append((x + p * cos - q * sin, y + p * sin + q * cos))
    return out


def sector(centre: Point, r: float, begin: float, end: float) -> list[Point]:
    x, y = centre
    arc = [begin + (end - begin) * k / 8 for k in range(9)]
    return [centre, *((x + r * math.cos(angle), y + r * math.sin(angle)) for angle in arc)]


def living(canvas: Canvas, resource: str, c: Point, r: float, ground: Colour) -> None:
    """Plant, microbe, animal: a leaf, a cell with hairs, a paw."""
    if resource == "plant":
        leaf = [(-0.85, 0.75), (-0.75, -0.05), (-0.3, -0.6), (0.85, -0.85), (0.65, 0.2), (0.1, 0.7), (-0.45, 0.78)]
        canvas.polygon(at(c, r, *leaf), WHITE)
        canvas.line(at(c, r, (-0.95, 0.95), (0.4, -0.4)), ground, r * 0.16)
    elif resource == "microbe":
        for k in range(8):
            cos, sin = math.cos(math.pi * k / 4), math.sin(math.pi * k / 4)
            canvas.line(at(c, r, (0.5 * cos, 0.5 * sin), (0.98 * cos, 0.98 * sin)), WHITE, r * 0.18)
        canvas.disc(c, r * 0.66, WHITE)
        (eye,) = at(c, r, (0.15, -0.1))
        canvas.disc(eye, r * 0.24, ground)
    else:
        canvas.polygon(oval(at(c, r, (0.0, 0.42))[0], 0.6 * r, 0.46 * r), WHITE)
        for x, y in ((-0.72, -0.12), (-0.28, -0.62), (0.28, -0.62), (0.72, -0.12)):
            canvas.disc(at(c, r, (x, y))[0], r * 0.24, WHITE)


def watery(canvas: Canvas, resource: str, c: Point, r: float, ground: Colour) -> None:
    """Water, energy, oxygen: a drop, a bolt, two rings."""
    if resource == "water":
        canvas.disc(at(c, r, (0.0, 0.3))[0], r * 0.62, WHITE)
        canvas.polygon(at(c, r, (0.0, -0.98), (0.57, 0.1), (-0.57, 0.1)), WHITE)
    elif resource == "energy":
        bolt = [(0.25, -1.0), (-0.65, 0.15), (-0.08, 0.15), (-0.28, 1.0), (0.65, -0.22), (0.08, -0.22)]
        canvas.polygon(at(c, r, *bolt), WHITE)
    else:
        for x, y, size in ((-0.28, -0.2, 0.68), (0.5, 0.55, 0.42)):
            middle = at(c, r, (x, y))[0]
            canvas.disc(middle, r * size, WHITE)
            canvas.disc(middle, r * size * 0.5, ground)


def solid(canvas: Canvas, resource: str, c: Point, r: float, ground: Colour) -> None:
    """Steel, titanium, city: a girder, a nut, a skyline."""
    if resource == "steel":
        canvas.line(at(c, r, (-0.8, -0.7), (0.8, -0.7)), WHITE, r * 0.42)
        canvas.line(at(c, r, (-0.8, 0.7), (0.8, 0.7)), WHITE, r * 0.42)
        canvas.line(at(c, r, (0.0, -0.7), (0.0, 0.7)), WHITE, r * 0.46)
    elif resource == "titanium":
        corners = [(math.cos(math.pi * k / 3) * 0.95, math.sin(math.pi * k / 3) * 0.95) for k in range(6)]
        canvas.polygon(at(c, r, *corners), WHITE)
        canvas.disc(c, r * 0.42, ground)
    else:
        for left, right, top in ((-0.9, -0.35, -0.05), (-0.25, 0.3, -0.9), (0.4, 0.9, -0.4)):
            canvas.polygon(at(c, r, (left, top), (right, top), (right, 0.85), (left, 0.85)), WHITE)


def fiery(canvas: Canvas, resource: str, c: Point, r: float, ground: Colour) -> None:
    """Heat, event, nuclear: a flame, a falling arrow, a trefoil."""
    if resource == "heat":
        flame = [
            (0.05, -1.0),
            (0.62, -0.1),
            (0.7, 0.4),
            (0.4, 0.9),
            (-0.4, 0.9),
            (-0.7, 0.4),
            (-0.55, -0.15),
            (-0.25, 0.1),
        ]
        canvas.polygon(at(c, r, *flame), WHITE)
        canvas.disc(at(c, r, (0.02, 0.5))[0], r * 0.26, ground)
    elif resource == "event":
        arrow = [(-0.28, -0.9), (0.28, -0.9), (0.28, 0.0), (0.8, 0.0), (0.0, 0.95), (-0.8, 0.0), (-0.28, 0.0)]
        canvas.polygon(at(c, r, *arrow), WHITE)
    else:
        for k in range(3):
            middle = math.pi / 2 + 2 * math.pi * k / 3 + math.pi
            canvas.polygon(sector(c, r, middle - 0.52, middle + 0.52), WHITE)
        canvas.disc(c, r * 0.34, ground)
        canvas.disc(c, r * 0.2, WHITE)


def worldly(canvas: Canvas, resource: str, c: Point, r: float, ground: Colour) -> None:
    """Megacredit, science, earth: a coin, an atom, a globe."""
    if resource == "megacredit":
        canvas.disc(c, r * 0.95, WHITE)
        canvas.line(at(c, r, (-0.45, 0.45), (-0.45, -0.42), (0.0, 0.12), (0.45, -0.42), (0.45, 0.45)), ground, r * 0.22)
    elif resource == "science":
        for k in range(3):
            canvas.line(oval(c, 0.95 * r, 0.36 * r, math.pi * k / 3), WHITE, max(0.9, r * 0.15))
        canvas.disc(c, r * 0.2, WHITE)
    else:
        canvas.disc(c, r * 0.95, WHITE)
        canvas.line(oval(c, 0.42 * r, 0.95 * r), ground, max(0.6, r * 0.12))
        canvas.line(at(c, r, (-0.95, 0.0), (0.95, 0.0)), ground, max(0.6, r * 0.12))
        canvas.line(at(c, r, (0.0, -0.95), (0.0, 0.95)), ground, max(0.6, r * 0.12))


SIGNS = (living, watery, solid, fiery, worldly)
"""By the colour of the die."""


def die(canvas: Canvas, left: int, top: int, side: int, resource: str) -> None:
    """A die that shows a resource."""
    colour = words.RESOURCES.index(resource) // 3
    canvas.box((left, top, left + side, top + side), DICE[colour], None, radius=max(2, side // 6))
    SIGNS[colour](canvas, resource, (left + side / 2, top + side / 2), side * 0.36, DICE[colour])


def unrolled(canvas: Canvas, left: int, top: int, side: int, colour: str) -> None:
    """A die of a colour that is still to be rolled: a question mark without words."""
    canvas.box((left, top, left + side, top + side), DICE[words.COLOURS.index(colour)], None, radius=max(2, side // 6))
    c, r = (left + side / 2, top + side / 2), side * 0.32
    curve = [(-0.55, -0.5), (-0.35, -0.85), (0.1, -0.98), (0.5, -0.75), (0.5, -0.35), (0.05, 0.0), (0.0, 0.32)]
    canvas.line(at(c, r, *curve), WHITE, max(1.0, side * 0.1))
    canvas.disc(at(c, r, (0.0, 0.85))[0], max(0.8, side * 0.065), WHITE)


def wild(canvas: Canvas, centre: Point, r: float) -> None:
    """A wild token: a star in a coin."""
    canvas.disc(centre, r, WILD)
    canvas.star(centre, r * 0.78, WHITE)


def sheet(canvas: Canvas, centre: Point, r: float, colour: Colour = BAND) -> None:
    """The back of a card."""
    x, y = round(centre[0]), round(centre[1])
    wide, high = round(r * 0.72), round(r)
    canvas.box((x - wide, y - high, x + wide, y + high), colour, None, radius=2)
    canvas.box((x - wide + 2, y - high + 2, x + wide - 2, y + high - 2), None, PANEL, radius=1)


def bonus(canvas: Canvas, centre: Point, size: int, text: str) -> None:
    """A bonus of a hex or a track, as the content file writes it: one sign, with a number if it is more than one."""
    word, n, *argument = text.split()
    x, y = centre
    if n != "1" and word != "points":
        canvas.write((round(x - size / 2 - 3), round(y) - line_height(11) // 2), n, 11, INK, align="right")
    left, top = round(x - size / 2), round(y - size / 2)
    if word == "roll":
        unrolled(canvas, left, top, size, argument[0])
    elif word == "gain":
        die(canvas, left, top, size, argument[0])
    elif word == "wild":
        wild(canvas, centre, size / 2)
    elif word == "draw":
        sheet(canvas, centre, size / 2)
    else:
        canvas.write((round(x), round(y) - line_height(11) // 2), f"{n} VP", 11, INK, align="middle")


def icons(canvas: Canvas, left: int, top: int, side: int, resources: Sequence[str], width: int) -> int:
    """Resources side by side, as large as the width allows; if they are too many, each kind once with its number.

    What does not fit even then is left out. Gives the x of the end.
    """
    for size in range(side, max(LEAST, 2 * side // 3) - 1, -1):
        if len(resources) * (size + gap(size)) <= width:
            for resource in resources:
                die(canvas, left, top + (side - size) // 2, size, resource)
                left += size + gap(size)
            return left
    kinds = [(resource, str(resources.count(resource))) for resource in dict.fromkeys(resources)]
    text = 11 if side < 20 else 13
    rooms = [text_width(n, text) + 11 for _, n in kinds]
    size = max(LEAST, min(side, (width - sum(rooms)) // len(kinds)))
    for (resource, n), room in zip(kinds, rooms, strict=True):
        if left + size + room > left + width:
            break
        width -= size + room
        die(canvas, left, top + (side - size) // 2, size, resource)
        canvas.write((left + size + 3, top + (side - line_height(text)) // 2), n, text)
        left += size + room
    return left


def gap(side: int) -> int:
    """Between two dice."""
    return max(2, side // 8)


def boxes(canvas: Canvas, left: int, top: int, side: int, production: Sequence[str], width: int) -> int:
    """Production boxes on brown: dice without a face, wild tokens, points. Gives the x of the end.

    Where they are too many for the width, each kind is there once with its number, as many as fit.
    """
    step = side + 3
    each = [(kind, "") for kind in production]
    if boxes_width(production, side) > width:
        each = [(kind, str(production.count(kind))) for kind in dict.fromkeys(production)]
    wide = [step + (text_width(n, 11) + 5 if n else 0) for _, n in each]
    while sum(wide) + 3 > width:
        each, wide = each[:-1], wide[:-1]
    if each:
        canvas.box((left, top - 3, left + sum(wide) + 3, top + side + 3), BROWN, None, radius=3)
    x = left + 3
    for (kind, n), room in zip(each, wide, strict=True):
        produced(canvas, x, top, side, kind)
        if n:
            canvas.write((x + side + 3, top + (side - line_height(11)) // 2), n, 11, WHITE)
        x += room
    return x


def boxes_width(production: Sequence[str], side: int) -> int:
    """Pixels that production boxes take side by side."""
    return len(production) * (side + 3) + 3


def produced(canvas: Canvas, x: int, top: int, side: int, kind: str) -> None:
    """One sign of a production box."""
    if kind == "wild":
        wild(canvas, (x + side / 2, top + side / 2), side / 2)
    elif kind == "point":
        canvas.box((x, top, x + side, top + side), WHITE, None, radius=2)
        canvas.write((x + side // 2, top + (side - line_height(10)) // 2), "VP", 10, INK, width=side, align="middle")
    else:
        canvas.box((x, top, x + side, top + side), DICE[words.COLOURS.index(kind)], WHITE, radius=2)


def chip(canvas: Canvas, left: int, top: int, text: str, colour: str, faded: bool, size: int) -> int:
    """A played card by its name, on its colour; faded if it is turned sideways. Gives the x of the end."""
    right = left + text_width(text, size) + 12
    box = (left, top, right, top + line_height(size) + 3)
    canvas.box(box, PANEL if faded else CARDS[colour], CARDS[colour] if faded else None, radius=4)
    canvas.write((left + 6, top + 1), text, size, CARDS[colour] if faded else WHITE)
    return right
