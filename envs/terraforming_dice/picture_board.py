"""The left half of the picture: tracks, map, dice in the pool, awards and milestones, the last events."""

import math
from collections.abc import Iterable, Sequence

from marszoo.envs.core.drawing import FAINT, INK, SEATS, Box, Canvas, Colour, Point, line_height, text_width, wrap
from marszoo.envs.terraforming_dice import icons, words
from marszoo.envs.terraforming_dice.rules.milestones import REMOVED, UNCLAIMED
from marszoo.envs.terraforming_dice.seen import Award, Hex, Milestone, Scene, Track
from marszoo.envs.terraforming_dice.state import CITY_TILE, EMPTY, GREENERY_TILE, OCEAN_TILE

WHITE = icons.WHITE
LAND: Colour = (222, 172, 138)
SEA: Colour = (176, 206, 230)
TILES: tuple[Colour, ...] = (LAND, (38, 102, 178), (66, 142, 74), (112, 114, 124), (140, 92, 52))
"""Bare land, ocean, greenery, city, special tile."""
TILE_SIGNS = ("", "water", "plant", "city", "")
SHADES: tuple[tuple[Colour, Colour], ...] = (
    ((184, 52, 40), (244, 220, 214)),
    ((54, 132, 66), (216, 234, 218)),
    ((38, 102, 178), (214, 226, 240)),
)
"""Of each track: what is reached, what is not."""
GOLD: Colour = (250, 216, 120)
"""Behind a number that scores."""
CHOICE: Colour = (255, 226, 92)
"""Around the hexes where the tile may go that is being placed."""
SMALL, NORMAL = 13, 15


def panel(canvas: Canvas, box: Box, title: str = "") -> int:
    """A panel with a small heading; gives the y below it."""
    canvas.box(box)
    if not title:
        return box[1] + 6
    canvas.write((box[0] + 9, box[1] + 5), title, SMALL, FAINT, width=box[2] - box[0] - 18)
    return box[1] + 7 + line_height(SMALL)


def draw_tracks(canvas: Canvas, tracks: Sequence[Track], box: Box) -> None:
    left, top, right, bottom = box
    canvas.box(box)
    high = (bottom - top - 12) / len(tracks)
    most = max(len(track.places) for track in tracks)
    begin = left + 104
    wide = (right - 8 - begin) / most
    for k, track in enumerate(tracks):
        y = round(top + 7 + k * high)
        full, empty = SHADES[k]
        canvas.write((left + 9, y + 3), track.name, NORMAL, full)
        done = track.step == len(track.places) - 1
        at = "complete" if done else f"now {track.places[track.step]}"
        canvas.write((left + 9, y + 19), at, SMALL, FAINT)
        for step, (place, bonus) in enumerate(zip(track.places, track.bonuses, strict=True)):
            x = round(begin + step * wide)
            reached, now = step <= track.step, step == track.step
            cell = (x, y, round(x + wide - 3), round(y + high - 5))
            canvas.box(cell, full if reached else empty, INK if now else None, 2 if now else 1, radius=4)
            middle = (cell[0] + cell[2]) // 2
            line = (cell[3] - cell[1] - line_height(SMALL)) // 2
            shown = bonus != "" and not reached
            canvas.write((middle, y + (1 if shown else line)), place, SMALL, WHITE if reached else INK, align="middle")
            if shown:
                icons.bonus(canvas, (middle, cell[3] - 9), 15, bonus)


def middle_of(spot: Hex, origin: Point, radius: float) -> Point:
    """The middle of a hex. Rows are shifted by half a hex; the widest one is the fourth."""
    wide = radius * math.sqrt(3)
    return origin[0] + wide * (spot.column + abs(spot.row - 3) / 2), origin[1] + radius * 1.5 * spot.row


def draw_map(canvas: Canvas, hexes: Sequence[Hex], origin: Point, radius: float) -> None:
    """The hexes around their middles; `origin` is that of the upper left corner of the rows, seen as a rectangle."""
    for spot in hexes:
        draw_hex(canvas, spot, middle_of(spot, origin, radius), radius)


def draw_hex(canvas: Canvas, spot: Hex, centre: Point, radius: float) -> None:
    angles = [math.pi * (k / 3 + 1 / 6) for k in range(6)]
    points = [(math.cos(angle), math.sin(angle)) for angle in angles]
    ground = SEA if spot.ocean_area and spot.tile == EMPTY else TILES[spot.tile]
    if spot.fits:
        canvas.polygon(icons.at(centre, radius * 0.99, *points), CHOICE)
        canvas.polygon(icons.at(centre, radius * 0.83, *points), ground)
    else:
        canvas.polygon(icons.at(centre, radius * 0.95, *points), ground)
    x, y = centre
    if spot.tile == EMPTY:
        ink = (52, 82, 116) if spot.ocean_area else (112, 72, 44)
        canvas.write((round(x), round(y - radius * 0.72)), spot.name, 12, ink, align="middle")
        if spot.bonus:
            icons.bonus(canvas, (x, y + radius * 0.2), round(radius * 0.58), spot.bonus)
        return
    canvas.write((round(x), round(y - radius * 0.78)), spot.name, 11, WHITE, align="middle")
    middle = (x, y + radius * 0.16)
    if sign := TILE_SIGNS[spot.tile]:
        colour = words.RESOURCES.index(sign) // 3
        icons.SIGNS[colour](canvas, sign, middle, radius * 0.42, TILES[spot.tile])
    else:
        canvas.polygon(icons.at(middle, radius * 0.4, (0, -1), (1, 0), (0, 1), (-1, 0)), WHITE)


def draw_legend(canvas: Canvas, box: Box) -> None:
    """What the colours of the map mean, line by line."""
    rows = (
        ("free land", LAND),
        ("ocean area", SEA),
        ("ocean", TILES[OCEAN_TILE]),
        ("greenery", TILES[GREENERY_TILE]),
        ("city", TILES[CITY_TILE]),
        ("special tile", TILES[-1]),
    )
    left, top, _, _ = box
    for k, (name, colour) in enumerate(rows):
        y = top + 17 * k
        canvas.box((left, y + 1, left + 13, y + 14), colour, None, radius=2)
        canvas.write((left + 19, y), name, SMALL, FAINT)


def draw_pool(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The dice that nobody has; beside each colour the faces of its die, which is what the signs mean."""
    left, top, right, bottom = box
    canvas.write((left, top), "Dice in the pool", SMALL, FAINT, width=right - left)
    high = (bottom - top - 20) / len(scene.pool)
    for colour, (n, faces) in enumerate(zip(scene.pool, scene.faces, strict=True)):
        y = round(top + 20 + colour * high)
        canvas.box((left, y, left + 26, round(y + high - 6)), icons.DICE[colour], None)
        line = round((high - 6 - line_height(16)) / 2)
        canvas.write((left + 13, y + line), str(n), 16, WHITE, align="middle")
        for k, face in enumerate(dict.fromkeys(faces)):
            at = round(y + k * (high - 6) / 3)
            icons.die(canvas, left + 32, at, 14, face)
            canvas.write((left + 51, at), f"{face} x{faces.count(face)}", 11, FAINT)


def draw_awards(canvas: Canvas, awards: Sequence[Award], box: Box) -> None:
    left, _, right, bottom = box
    top = panel(canvas, box, "Awards: icons on cards played")
    high = (bottom - top - 3) // len(awards)
    for k, award in enumerate(awards):
        y = top + k * high
        icons.die(canvas, left + 9, y, 20, award.resource)
        canvas.write((left + 35, y + 3), award.resource, SMALL)
        wide = (right - left - 122) // len(award.icons)
        for seat, (n, points) in enumerate(zip(award.icons, award.points, strict=True)):
            x = left + 116 + wide * seat
            canvas.disc((x + 8, y + 10), 8, SEATS[seat], str(seat), 10)
            text = f"{n} of {award.needed}" if award.needed else str(n)
            if points:
                canvas.box((x + 18, y + 1, x + 24 + text_width(text, SMALL), y + 20), GOLD, None, radius=4)
            canvas.write((x + 21, y + 2), text, SMALL, INK if points else FAINT)


def draw_milestones(canvas: Canvas, milestones: Sequence[Milestone], box: Box) -> None:
    left, _, right, bottom = box
    top = panel(canvas, box, "Milestones, 4 VP for the first to reach them")
    high = (bottom - top - 3) // len(milestones)
    for k, tile in enumerate(milestones):
        y = top + k * high
        if tile.holder == UNCLAIMED:
            x = right - 10 - 37 * len(tile.progress)
            for seat, n in enumerate(tile.progress):
                canvas.disc((x + 37 * seat + 8, y + 10), 8, SEATS[seat], str(seat), 10)
                canvas.write((x + 37 * seat + 19, y + 3), str(n), SMALL)
        else:
            x = right - 62
            if tile.holder == REMOVED:
                canvas.write((right - 10, y + 3), "removed", SMALL, FAINT, align="right")
            else:
                end = canvas.write((right - 10, y + 3), "has it", SMALL, align="right")
                canvas.disc((end - 13, y + 10), 9, SEATS[tile.holder], str(tile.holder), 11)
        canvas.write((left + 9, y + 3), f"{tile.amount} {tile.counted}", SMALL, width=x - left - 16, smallest=10)


def draw_news(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The last events, newest first; beside them what is still to come of this turn, if anything."""
    left, top, right, bottom = box
    if scene.pending:
        middle = (left + 2 * right) // 3
        column(canvas, (middle + 7, top, right, bottom), "Still to come", scene.pending)
        right = middle
    column(canvas, (left, top, right, bottom), "Last events, newest first", reversed(scene.events))


def column(canvas: Canvas, box: Box, title: str, texts: Iterable[str]) -> None:
    """Texts one below the other, as many lines as fit."""
    left, _, right, bottom = box
    y, step, width = panel(canvas, box, title), line_height(SMALL), right - left - 18
    for text in texts:
        room = (bottom - 4 - y) // step
        if room < 1:
            return
        for line in wrap(text, SMALL, width, min(room, 2)):
            canvas.write((left + 9, y), line, SMALL, INK if text.startswith("round ") else FAINT)
            y += step
