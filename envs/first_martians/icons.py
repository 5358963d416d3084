"""What is drawn of goods, parts, tokens, dice, pawns and rovers, in any size: plain white signs on coloured ground."""

import math

from marszoo.envs.core.drawing import BAD, GOOD, INK, Canvas, Colour, Point, line_height
from marszoo.envs.first_martians import words

WHITE: Colour = (255, 255, 255)
GOODS: tuple[Colour, ...] = (
    (38, 102, 178),
    (196, 140, 10),
    (160, 70, 52),
    (96, 100, 110),
    (96, 146, 44),
    (126, 68, 150),
)
"""Oxygen, energy, food, spare parts, seeds, samples."""
BLOCKS: tuple[Colour, ...] = ((196, 150, 14), (214, 112, 24), (182, 52, 42))
"""Working, Living, System, as their malfunction dice: yellow, orange, red."""
DICE: tuple[Colour, ...] = ((132, 88, 52), (120, 124, 132), (58, 132, 66), (42, 104, 176))
"""Brown, gray, green, blue action dice."""
TOKEN: Colour = (112, 62, 132)
"""Modifier tokens."""
MORALE: Colour = (222, 164, 24)
SEEDLING: Colour = (96, 146, 44)
BARE: Colour = (214, 208, 196)
"""Where something could be, but is not."""


def at(centre: Point, r: float, *points: Point) -> list[Point]:
    """Points given in units of `r` from the centre."""
    x, y = centre
    return [(x + r * dx, y + r * dy) for dx, dy in points]


def ring(n: int, r: float = 1.0, turn: float = 0.0) -> list[Point]:
    """`n` points on a circle around the origin."""
    return [(r * math.cos(turn + 2 * math.pi * k / n), r * math.sin(turn + 2 * math.pi * k / n)) for k in range(n)]


# --- goods ---


def good(canvas: Canvas, which: int, centre: Point, size: int) -> None:
    """A piece of a supply on its colour, `size` pixels wide."""
    x, y = round(centre[0] - size / 2), round(centre[1] - size / 2)
    canvas.box((x, y, x + size, y + size), GOODS[which], None, radius=max(2, size // 4))
    sign(canvas, which, (x + size / 2, y + size / 2), size * 0.37, WHITE, GOODS[which])


def sign(canvas: Canvas, which: int, c: Point, r: float, ink: Colour, ground: Colour) -> None:
    """Oxygen two rings, energy a bolt, food a bowl, spare parts a cog, seeds a sprout, samples a crystal."""
    if which == words.OXYGEN:
        for x, y, size in ((-0.3, -0.2, 0.68), (0.55, 0.55, 0.42)):
            (middle,) = at(c, r, (x, y))
            canvas.disc(middle, r * size, ink)
            canvas.disc(middle, r * size * 0.48, ground)
    elif which == words.ENERGY:
        bolt = [(0.25, -1.0), (-0.65, 0.15), (-0.08, 0.15), (-0.28, 1.0), (0.65, -0.22), (0.08, -0.22)]
        canvas.polygon(at(c, r, *bolt), ink)
    elif which == words.FOOD:
        bowl = [(-0.95, 0.0), (0.95, 0.0), (0.7, 0.62), (0.3, 0.9), (-0.3, 0.9), (-0.7, 0.62)]
        canvas.polygon(at(c, r, *bowl), ink)
        for x in (-0.4, 0.05, 0.5):
            canvas.line(at(c, r, (x, -0.25), (x + 0.15, -0.55), (x, -0.9)), ink, max(0.7, r * 0.17))
    elif which == words.PART:
        cog(canvas, c, r, ink, ground)
    elif which == words.SEED:
        sprout(canvas, c, r, ink)
    else:
        canvas.polygon(at(c, r, (0.0, -1.0), (0.6, -0.35), (0.5, 0.55), (0.0, 0.98), (-0.5, 0.55), (-0.6, -0.35)), ink)
        canvas.line(at(c, r, (-0.6, -0.35), (0.0, -0.1), (0.6, -0.35)), ground, max(0.6, r * 0.13))
        canvas.line(at(c, r, (0.0, -0.1), (0.0, 0.98)), ground, max(0.6, r * 0.13))


def cog(canvas: Canvas, c: Point, r: float, ink: Colour, ground: Colour) -> None:
    for x, y in ring(8):
        canvas.line(at(c, r, (0.5 * x, 0.5 * y), (0.98 * x, 0.98 * y)), ink, max(0.8, r * 0.3))
    canvas.disc(c, r * 0.72, ink)
    canvas.disc(c, r * 0.3, ground)


def sprout(canvas: Canvas, c: Point, r: float, ink: Colour) -> None:
    canvas.line(at(c, r, (0.0, 0.95), (0.0, -0.1)), ink, max(0.8, r * 0.2))
    for side in (-1, 1):
        leaf = [(0.0, 0.0), (0.25, -0.6), (0.9, -0.85), (0.8, -0.25), (0.45, 0.05)]
        canvas.polygon(at(c, r, *((side * x, y) for x, y in leaf)), ink)


def plant(canvas: Canvas, c: Point, r: float, ink: Colour) -> None:
    """A grown plant: a stem with three pairs of leaves."""
    canvas.line(at(c, r, (0.0, 1.0), (0.0, -0.7)), ink, max(0.8, r * 0.16))
    canvas.disc(at(c, r, (0.0, -0.75))[0], r * 0.24, ink)
    for y in (0.45, -0.1):
        for side in (-1, 1):
            leaf = [(0.0, y + 0.15), (0.3, y - 0.35), (0.9, y - 0.5), (0.75, y), (0.4, y + 0.2)]
            canvas.polygon(at(c, r, *((side * x, yy) for x, yy in leaf)), ink)


# --- the base ---


def part(canvas: Canvas, left: int, top: int, side: int, kind: str, broken: bool) -> None:
    """A status marker: green if the part works, red and crossed if it is broken."""
    ground = BAD if broken else GOOD
    canvas.box((left, top, left + side, top + side), ground, None, radius=3)
    c, r = (left + side / 2, top + side / 2), side * 0.34
    thin = max(0.7, r * 0.22)
    if kind == "hardware":
        canvas.polygon(at(c, r, *ring(6, 1.05)), WHITE)
        canvas.disc(c, r * 0.45, ground)
    elif kind == "cpu":
        for k in (-0.5, 0.0, 0.5):
            canvas.line(at(c, r, (k, -1.1), (k, 1.1)), WHITE, thin)
            canvas.line(at(c, r, (-1.1, k), (1.1, k)), WHITE, thin)
        canvas.polygon(at(c, r, (-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)), WHITE)
        canvas.polygon(at(c, r, (-0.32, -0.32), (0.32, -0.32), (0.32, 0.32), (-0.32, 0.32)), ground)
    elif kind == "connector":
        canvas.polygon(at(c, r, (-0.8, -0.2), (0.8, -0.2), (0.6, 0.5), (-0.6, 0.5)), WHITE)
        for x in (-0.4, 0.4):
            canvas.line(at(c, r, (x, -1.05), (x, -0.1)), WHITE, thin * 1.3)
        canvas.line(at(c, r, (0.0, 0.4), (0.0, 1.1)), WHITE, thin * 1.3)
    else:
        for y in (-0.8, -0.25, 0.3, 0.85):
            wave = [(-1.0, y + 0.15), (-0.5, y - 0.15), (0.0, y + 0.15), (0.5, y - 0.15), (1.0, y + 0.15)]
            canvas.line(at(c, r, *wave), WHITE, thin)


def token(canvas: Canvas, centre: Point, r: float, kind: str) -> None:
    """A modifier token: a die, a drop, a pawn, a plus."""
    canvas.disc(centre, r, TOKEN)
    c, u = centre, r * 0.62
    if kind == "roll":
        canvas.polygon(at(c, u, (-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)), WHITE)
        for x, y in ((-0.4, -0.4), (0.4, 0.4), (0.0, 0.0)):
            canvas.disc(at(c, u, (x, y))[0], u * 0.2, TOKEN)
    elif kind == "wound":
        canvas.disc(at(c, u, (0.0, 0.3))[0], u * 0.62, WHITE)
        canvas.polygon(at(c, u, (0.0, -1.0), (0.57, 0.1), (-0.57, 0.1)), WHITE)
    elif kind == "pawn":
        pawn(canvas, at(c, u, (0.0, 0.05))[0], u * 0.95, WHITE)
    else:
        canvas.line(at(c, u, (-0.9, 0.0), (0.9, 0.0)), WHITE, max(1.0, u * 0.5))
        canvas.line(at(c, u, (0.0, -0.9), (0.0, 0.9)), WHITE, max(1.0, u * 0.5))


def hazard(canvas: Canvas, c: Point, r: float, kind: str) -> None:
    """What hinders people at a place for good: a pawn more to gather, no way further out."""
    canvas.disc(c, r, BAD)
    if kind == "pawn":
        pawn(canvas, c, r * 0.7, WHITE)
    else:
        canvas.line(at(c, r, (-0.6, 0.0), (0.6, 0.0)), WHITE, max(1.2, r * 0.35))


def die(canvas: Canvas, left: int, top: int, side: int, colour: Colour, text: str = "") -> None:
    """A die in its colour, with what it shows."""
    canvas.box((left, top, left + side, top + side), colour, None, radius=max(2, side // 5))
    if text:
        size = max(10, side * 2 // 3)
        canvas.write((left + side // 2, top + (side - line_height(size)) // 2), text, size, WHITE, align="middle")


def thrown(canvas: Canvas, left: int, top: int, side: int, colour: str, name: str, shows: bool) -> None:
    """An action die on the table: a tick, a drop or an exclamation mark if it shows its symbol, a dash if not."""
    ground = DICE[words.COLOURS.index(colour)]
    die(canvas, left, top, side, ground)
    c, r = (left + side / 2, top + side / 2), side * 0.3
    thick = max(1.2, side * 0.11)
    if not shows:
        canvas.line(at(c, r, (-0.8, 0.0), (0.8, 0.0)), WHITE, thick)
    elif name == "success":
        canvas.line(at(c, r, (-0.9, 0.1), (-0.25, 0.75), (0.95, -0.75)), WHITE, thick)
    elif name == "wound":
        canvas.disc(at(c, r, (0.0, 0.35))[0], r * 0.65, WHITE)
        canvas.polygon(at(c, r, (0.0, -1.05), (0.6, 0.15), (-0.6, 0.15)), WHITE)
    else:
        canvas.line(at(c, r, (0.0, -1.0), (0.0, 0.3)), WHITE, thick * 1.3)
        canvas.disc(at(c, r, (0.0, 0.9))[0], thick * 0.7, WHITE)


# --- the crew ---


def pawn(canvas: Canvas, c: Point, r: float, colour: Colour) -> None:
    """A pawn, 2 `r` high."""
    canvas.disc(at(c, r, (0.0, -0.55))[0], r * 0.42, colour)
    canvas.polygon(at(c, r, (-0.22, -0.3), (0.22, -0.3), (0.62, 0.95), (-0.62, 0.95)), colour)


def heart(canvas: Canvas, c: Point, r: float, colour: Colour) -> None:
    for x in (-0.42, 0.42):
        canvas.disc(at(c, r, (x, -0.3))[0], r * 0.5, colour)
    canvas.polygon(at(c, r, (-0.88, -0.1), (0.0, -0.3), (0.88, -0.1), (0.0, 0.95)), colour)


def morale(canvas: Canvas, c: Point, r: float) -> None:
    """A Morale token: a face."""
    canvas.disc(c, r, MORALE)
    for x in (-0.34, 0.34):
        canvas.disc(at(c, r, (x, -0.22))[0], max(0.8, r * 0.14), INK)
    smile = [(0.52 * math.cos(math.pi * k / 8), 0.1 + 0.45 * math.sin(math.pi * k / 8)) for k in range(9)]
    canvas.line(at(c, r, *smile), INK, max(0.8, r * 0.14))


def rover(canvas: Canvas, c: Point, r: float, colour: Colour, blocked: bool) -> None:
    """A rover, 2 `r` wide; crossed out while it is blocked."""
    canvas.polygon(at(c, r, (-0.95, -0.25), (0.95, -0.25), (0.95, 0.25), (-0.95, 0.25)), colour)
    canvas.polygon(at(c, r, (-0.45, -0.8), (0.5, -0.8), (0.8, -0.2), (-0.6, -0.2)), colour)
    for x in (-0.65, 0.0, 0.65):
        canvas.disc(at(c, r, (x, 0.42))[0], r * 0.28, INK)
    if blocked:
        canvas.line(at(c, r, (-0.95, -0.95), (0.95, 0.9)), BAD, max(1.5, r * 0.25))
        canvas.line(at(c, r, (-0.95, 0.9), (0.95, -0.95)), BAD, max(1.5, r * 0.25))
