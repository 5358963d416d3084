"""The left half of the picture: tracks, map, milestones and awards, the last events."""

import math
from collections.abc import Iterable, Sequence

from marszoo.envs.core.drawing import (
    BAD,
    EDGE,
    FAINT,
    INK,
    SEATS,
    Box,
    Canvas,
    Colour,
    Point,
    line_height,
    wrap,
)
from marszoo.envs.legacy_of_mars import icons, words
from marszoo.envs.legacy_of_mars.seen import Scene
from marszoo.envs.legacy_of_mars.seen_board import Hex, Objective, Objectives, Track
from marszoo.envs.legacy_of_mars.state import NEUTRAL, SOLO_GENERATIONS

WHITE = icons.WHITE
TINY, SMALL = 11, 12
LAND: Colour = (224, 178, 146)
RESERVED: Colour = (178, 208, 232)
TILES: tuple[Colour, ...] = (LAND, icons.SEA, (66, 142, 74), (112, 114, 124), (140, 92, 52))
"""Bare land, ocean, greenery, city, special tile."""
SIGNS: tuple[icons.Sign, ...] = (icons.star, icons.drop, icons.leaf, icons.skyline, icons.house)
SHADES: tuple[tuple[Colour, Colour], ...] = (
    ((190, 60, 44), (246, 224, 216)),
    ((84, 110, 170), (220, 226, 240)),
    ((132, 180, 222), (218, 230, 242)),
)
"""Of each track: what is reached, what is not."""
CHOICE: Colour = (255, 226, 92)
"""Around hexes that the decision on top may choose."""
GOLD: Colour = (250, 216, 120)
NEUTRAL_COLOUR: Colour = (90, 90, 94)
PEOPLE: Colour = (214, 164, 20)


def seat_colour(seat: int) -> Colour:
    return NEUTRAL_COLOUR if seat == NEUTRAL else SEATS[seat]


def panel(canvas: Canvas, box: Box, title: str, right: str = "") -> int:
    """A panel with a small heading; gives the y below it."""
    canvas.box(box)
    end = box[2] - 9
    if right:
        end = canvas.write((end, box[1] + 4), right, SMALL, FAINT, align="right") - 8
    canvas.write((box[0] + 9, box[1] + 4), title, SMALL, FAINT, width=end - box[0] - 9)
    return box[1] + 6 + line_height(SMALL)


# --- tracks ---


def draw_tracks(canvas: Canvas, tracks: Sequence[Track], box: Box) -> None:
    """Temperature in the first row; oxygen and oceans in the second."""
    left, top, right, bottom = box
    canvas.box(box)
    half = (top + bottom) // 2
    temperature, oxygen, oceans = tracks
    draw_steps(canvas, temperature, SHADES[0], (left + 6, top + 5, right - 6, half - 1))
    split = right - 176
    draw_steps(canvas, oxygen, SHADES[1], (left + 6, half + 3, split, bottom - 4))
    full, empty = SHADES[2]
    text = f"Oceans {oceans.at} of {oceans.last}"
    canvas.meter((split + 8, half + 3, right - 6, bottom - 4), oceans.at / oceans.last, full, empty)
    middle = (half + 3 + bottom - 4 - line_height(14)) // 2
    canvas.write((split + 16, middle), text, 14, INK)


def draw_steps(canvas: Canvas, track: Track, shades: tuple[Colour, Colour], box: Box) -> None:
    """A name and a cell for each step; the bonuses ahead are signs in their cells."""
    left, top, right, bottom = box
    full, empty = shades
    name = 62
    canvas.write((left, top + 1), track.name if track.name != "Temperature" else "Temp.", SMALL, FAINT)
    canvas.write((left, top + 1 + line_height(SMALL)), f"{track.places[track.at - track.first]}", 14, full)
    wide = (right - left - name) / len(track.places)
    for k, (place, bonus) in enumerate(zip(track.places, track.bonuses, strict=True)):
        x = round(left + name + k * wide)
        reached, now = k + track.first <= track.at, k + track.first == track.at
        cell = (x, top, round(x + wide - 2), bottom)
        canvas.box(cell, full if reached else empty, INK if now else None, 2 if now else 1, radius=3)
        middle = (cell[0] + cell[2]) // 2
        label = place.split()[0]
        canvas.write((middle, top + 1), label, 10, WHITE if reached else INK, align="middle")
        if bonus and not reached:
            draw_bonus(canvas, bonus, (middle, bottom - 9))


def draw_bonus(canvas: Canvas, bonus: str, centre: Point) -> None:
    """The bonus of a step of a track, by its words."""
    if bonus.startswith("heat production"):
        x, y = round(centre[0]), round(centre[1])
        canvas.box((x - 8, y - 8, x + 8, y + 8), icons.BROWN, None, radius=2)
        icons.resource(canvas, x - 6, y - 6, 12, words.HEAT)
    elif "melt" in bonus:
        icons.square(canvas, centre[0] - 7, centre[1] - 7, 15, icons.flake, icons.ICE)
    else:
        icons.bonuses(canvas, centre, 15, ("ocean" if "ocean" in bonus else "temperature",))


# --- the map ---


def middle_of(spot: Hex, origin: Point, radius: float) -> Point:
    """The middle of a hex. Rows are shifted by half a hex; the widest one is the fifth."""
    wide = radius * math.sqrt(3)
    return origin[0] + wide * (spot.column + abs(spot.row - 4) / 2), origin[1] + radius * 1.5 * spot.row


def draw_map(canvas: Canvas, scene: Scene, box: Box, radius: float) -> None:
    """The hexes, the places off the planet in the upper corners, what the colours mean in the lower ones."""
    left, top, right, bottom = box
    canvas.box(box)
    wide, high = radius * math.sqrt(3) * 9, radius * 14
    origin = (
        left + (right - left - wide) / 2 + radius * math.sqrt(3) / 2,
        top + (bottom - top - high) / 2 + radius,
    )
    for spot in scene.hexes:
        if spot.row >= 0:
            draw_hex(canvas, spot, middle_of(spot, origin, radius), radius)
    for spot in scene.hexes:
        if spot.row < 0:
            x = left + 44 if spot.column == 0 else right - 44
            draw_away(canvas, spot, (x, top + 44), radius)
    draw_legend(canvas, (left + 8, bottom - 122, left + 110, bottom - 6), right - 8)


def draw_hex(canvas: Canvas, spot: Hex, centre: Point, radius: float) -> None:
    """Ground or tile, its name, what it prints or shows, its owner, its Population."""
    corners = icons.ring(6, turn=math.pi / 6)
    ground = tile_colour(spot)
    x, y = centre
    rim = CHOICE if spot.fits else seat_colour(spot.owner) if spot.owner >= 0 else None
    if rim is not None:
        canvas.polygon(icons.at(centre, radius * 0.98, *corners), rim)
        canvas.polygon(icons.at(centre, radius * (0.84 if spot.fits else 0.86), *corners), ground)
    else:
        canvas.polygon(icons.at(centre, radius * 0.95, *corners), ground)
    ink = WHITE if spot.tile and not spot.frozen else (44, 74, 108) if spot.reserved else (104, 66, 40)
    canvas.write((round(x), round(y - radius * 0.74)), spot.name, TINY, ink, align="middle")
    if spot.tile:
        draw_tile(canvas, spot, (x, y + radius * 0.14), radius)
        return
    if spot.volcanic:
        canvas.polygon(icons.at((x, y - radius * 0.02), radius * 0.2, (0, -0.8), (1, 0.7), (-1, 0.7)), (150, 70, 40))
    if spot.bonus:
        icons.bonuses(canvas, (x, y + radius * 0.36), round(radius * 0.4), spot.bonus)
    if spot.price:
        text = f"{spot.price} M€"
        canvas.write((round(x), round(y - radius * 0.26)), text, TINY, BAD, align="middle")
    if spot.noctis:
        canvas.write((round(x), round(y - radius * 0.26)), "Noctis", 10, ink, align="middle")
    if spot.claim >= 0:
        canvas.disc((x + radius * 0.5, y - radius * 0.34), 7, seat_colour(spot.claim), str(spot.claim), 10)


def tile_colour(spot: Hex) -> Colour:
    if spot.frozen and spot.tile == words.OCEAN_TILE:
        return icons.ICE
    return RESERVED if spot.reserved and not spot.tile else TILES[spot.tile]


def draw_tile(canvas: Canvas, spot: Hex, middle: Point, radius: float) -> None:
    """The sign of a tile, its owner's seat below it, its Population beside it."""
    x, y = middle
    ground = tile_colour(spot)
    if spot.frozen:
        icons.flake(canvas, middle, radius * 0.36, ground)
        return
    sign = icons.star if spot.tile == words.SPECIAL_TILE else SIGNS[spot.tile]
    shift = radius * 0.24 if spot.owner >= 0 else 0.0
    sign(canvas, (x - shift, y), radius * 0.3, ground)
    if spot.owner >= 0:
        text = "n" if spot.owner == NEUTRAL else str(spot.owner)
        canvas.disc((x + radius * 0.36, y), radius * 0.26, seat_colour(spot.owner), text, 12)
    for k in range(spot.population):
        corner = round(x - radius * 0.3 + k * 15), round(y + radius * 0.34)
        canvas.box((corner[0], corner[1], corner[0] + 11, corner[1] + 11), PEOPLE, WHITE, radius=2)


def draw_away(canvas: Canvas, spot: Hex, centre: Point, radius: float) -> None:
    """A place off the planet: a disc, with its city if there is one."""
    x, y = centre
    if spot.fits or spot.owner >= 0:
        canvas.disc(centre, radius * 0.98, CHOICE if spot.fits else seat_colour(spot.owner))
    canvas.disc(centre, radius * 0.86, TILES[spot.tile] if spot.tile else (206, 204, 200))
    canvas.write((round(x), round(y + radius)), spot.name, TINY, FAINT, align="middle")
    if spot.tile:
        draw_tile(canvas, spot, (x, y - 2), radius)


def draw_legend(canvas: Canvas, box: Box, right: int) -> None:
    """What the colours of the map mean, line by line, in two columns at the sides of the map."""
    left, top, _, bottom = box
    grounds = (
        ("land", LAND),
        ("for oceans", RESERVED),
        ("glacier", icons.ICE),
        ("ocean", TILES[words.OCEAN_TILE]),
    )
    tiles = (
        ("greenery", TILES[words.GREENERY_TILE]),
        ("city", TILES[words.CITY_TILE]),
        ("special", TILES[words.SPECIAL_TILE]),
        ("Population", PEOPLE),
    )
    for rows, x in ((grounds, left), (tiles, right - 84)):
        for k, (name, colour) in enumerate(rows):
            y = bottom - 16 * (len(rows) - k)
            canvas.box((x, y + 1, x + 12, y + 13), colour, EDGE, radius=2)
            canvas.write((x + 17, y), name, TINY, FAINT)
    canvas.polygon(icons.at((left + 6, top + 45), 6, (0, -0.8), (1, 0.7), (-1, 0.7)), (150, 70, 40))
    canvas.write((left + 17, top + 36), "volcano", TINY, FAINT)


# --- milestones and awards ---


def draw_objectives(canvas: Canvas, found: Objectives, goal: str, box: Box) -> None:
    """Milestones on the left, awards on the right; a solo game has none of them, but a goal."""
    left, top, right, bottom = box
    if goal:
        y = panel(canvas, box, f"Goal after {SOLO_GENERATIONS} generations")
        canvas.write((left + 9, y + 4), goal, 15, INK, width=right - left - 18)
        return
    half = (left + right) // 2
    rows = (
        ("Milestones", found.milestones, found.milestone_price, (left, top, half - 3, bottom)),
        ("Awards", found.awards, found.award_price, (half + 4, top, right, bottom)),
    )
    for title, objectives, price, place in rows:
        y = panel(canvas, place, title, f"next {price} M€" if price else "no more")
        high = (bottom - y - 3) / len(objectives)
        for k, one in enumerate(objectives):
            draw_objective(canvas, one, (place[0] + 8, round(y + k * high), place[2] - 6, round(y + (k + 1) * high)))


def draw_objective(canvas: Canvas, one: Objective, box: Box) -> None:
    """Name and what it counts; how much of it each seat has, in the seat's colour; who claimed or funded it."""
    left, top, right, _ = box
    done = one.needed > 0 and one.holder >= 0
    x = right - 24 * len(one.counts) if not done else right
    for seat, n in enumerate(one.counts if not done else ()):
        at = x + 24 * seat
        canvas.box((at, top, at + 22, top + 16), SEATS[seat], None, radius=3)
        canvas.write((at + 11, top + 1), str(n), TINY, WHITE, align="middle")
    if one.holder >= 0:
        if done:
            x = canvas.write((right - 2, top + 1), "claimed", TINY, FAINT, align="right") - 4
        canvas.disc((x - 10, top + 8), 8, SEATS[one.holder], str(one.holder), TINY)
        canvas.box((left - 4, top - 1, x - 20, top + 17), GOLD, None, radius=3)
        x -= 18
    text = f"{one.name}: {one.needed} {one.counted}" if one.needed else f"{one.name}: {one.counted}"
    canvas.write((left, top + 1), text, SMALL, INK, width=x - left - 4, smallest=9)


# --- events ---


def draw_news(canvas: Canvas, scene: Scene, box: Box) -> None:
    """The last events, newest first; beside them what is still to come, if anything."""
    left, top, right, bottom = box
    if scene.pending:
        middle = (left + 2 * right) // 3
        column(canvas, (middle + 7, top, right, bottom), "Still to come", scene.pending)
        right = middle
    column(canvas, (left, top, right, bottom), "Last events, newest first", reversed(scene.events))


def column(canvas: Canvas, box: Box, title: str, texts: Iterable[str]) -> None:
    """Texts one below the other, as many lines as fit."""
    left, _, right, bottom = box
    y, step, width = panel(canvas, box, title), line_height(TINY), right - left - 18
    for text in texts:
        room = (bottom - 3 - y) // step
        if room < 1:
            return
        for k, line in enumerate(wrap(icons.bare(text), TINY, width, min(room, 3))):
            canvas.write((left + 9, y), line, TINY, INK if k == 0 else FAINT)
            y += step
