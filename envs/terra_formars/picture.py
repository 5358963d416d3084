"""The table as a picture of 800 x 600 pixels: plain shapes, one colour per seat."""

from collections.abc import Iterable, Sequence
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
    HEIGHT,
    INK,
    PANEL,
    PAPER,
    SEATS,
    WIDTH,
    Box,
    Canvas,
    Colour,
    fit,
    line_height,
    wrap,
)
from marszoo.envs.terra_formars.happened import ICONS, count
from marszoo.envs.terra_formars.seen import Card, Cockroach, Die, Hero, Player, Price, Scene, look
from marszoo.envs.terra_formars.state import HEROES

MARGIN, GAP, HEAD = 8, 6, 50
SPLIT = 540
"""Where the column of the players begins."""
TOP = HEAD + GAP
COCKROACHES, DICE, SUPPORTS, NEWS = (TOP, 194), (200, 282), (288, 376), (382, HEIGHT - MARGIN)
"""Top and bottom of the rows of the left column."""
SMALL, NORMAL, LARGE, HUGE = 11, 13, 16, 24

WHITE: Colour = (255, 255, 255)
GOLD: Colour = (214, 154, 18)
TEAL: Colour = (18, 140, 150)
YELLOW: Colour = (240, 196, 40)
SPENT: Colour = (214, 210, 200)
STAR, SERUM, WOUND, DANGER = 0, 1, 2, 3


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The position as `seat` may see it (-1: as everybody may): (600, 800, 3) uint8.

    Raises:
        ImportError: Pillow is not installed; the message names the extra.
    """
    return draw(look(s, content, seat, names)).array()


def draw(scene: Scene) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    draw_head(canvas, scene)
    if scene.heroes:
        draw_offer(canvas, scene.heroes)
    else:
        draw_cockroaches(canvas, scene)
        draw_turn(canvas, scene)
        draw_supports(canvas, scene)
        draw_news(canvas, scene)
    draw_players(canvas, scene)
    return canvas


def icon(canvas: Canvas, kind: int, centre: tuple[int, int], r: int) -> None:
    """A Star, a Serum (a drop), a Wound (claw marks) or a Danger (a warning triangle) of radius `r`."""
    x, y = centre
    if kind == STAR:
        canvas.star(centre, r, GOLD)
    elif kind == SERUM:
        canvas.disc((x, y + r * 0.3), r * 0.65, TEAL)
        canvas.polygon([(x, y - r), (x + r * 0.58, y + r * 0.1), (x - r * 0.58, y + r * 0.1)], TEAL)
    elif kind == WOUND:
        for shift in (-0.6, 0.0, 0.6):
            left = x + shift * r
            canvas.line([(left + r * 0.3, y - r * 0.8), (left - r * 0.3, y + r * 0.8)], BAD, r * 0.28)
    else:
        canvas.polygon([(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)], YELLOW)
        canvas.line([(x, y - r * 0.4), (x, y + r * 0.3)], INK, r * 0.25)
        canvas.line([(x, y + r * 0.45), (x, y + r * 0.65)], INK, r * 0.25)


def price(canvas: Canvas, at: tuple[int, int], cost: Price, size: int = SMALL) -> int:
    """A price as numbers and icons; gives the x where it ends."""
    x, y = at
    parts = [(n, kind) for n, kind in zip(cost, (STAR, SERUM), strict=True) if n]
    if not parts:
        return canvas.write(at, "free", size)
    for n, kind in parts:
        x = canvas.write((x, y), str(n), size) + 3
        icon(canvas, kind, (x + 6, y + line_height(size) // 2), 6)
        x += 18
    return x - 4


def draw_head(canvas: Canvas, scene: Scene) -> None:
    canvas.box((0, 0, WIDTH, HEAD), BAND, None, radius=0)
    x = canvas.write((MARGIN + 4, 6), scene.title, LARGE, WHITE)
    canvas.write((x + 16, 6), scene.status, LARGE, (255, 222, 140), width=WIDTH - x - 30)
    if scene.mover >= 0:
        canvas.disc((MARGIN + 11, 37), 7, SEATS[scene.mover], str(scene.mover), 10)
        canvas.write((MARGIN + 24, 28), scene.decision, 14, WHITE, width=WIDTH - 50)
    else:
        canvas.write((MARGIN + 4, 28), standings(scene), 14, WHITE, width=WIDTH - 30)


def standings(scene: Scene) -> str:
    ordered = sorted(scene.players, key=lambda p: -p.points)
    return "Final scores: " + ", ".join(f"{p.name} {p.points}" for p in ordered)


def panel(canvas: Canvas, box: Box, title: str = "") -> int:
    """A panel with a small heading; gives the y below it."""
    canvas.box(box)
    if title:
        canvas.write((box[0] + 7, box[1] + 3), title, SMALL, FAINT)
        return box[1] + 4 + line_height(SMALL)
    return box[1] + 5


def columns(n: int, right: int = SPLIT - GAP) -> list[tuple[int, int]]:
    """Left and right of n equal columns."""
    width = (right - MARGIN - GAP * (n - 1)) / n
    return [(round(MARGIN + k * (width + GAP)), round(MARGIN + k * (width + GAP) + width)) for k in range(n)]


def draw_offer(canvas: Canvas, heroes: Sequence[Hero]) -> None:
    """The heroes to choose from, in place of the empty table."""
    high = (HEIGHT - MARGIN - TOP - GAP * (HEROES - 1)) // HEROES
    for k, hero in enumerate(heroes):
        top = TOP + k * (high + GAP)
        canvas.box((MARGIN, top, SPLIT - GAP, top + high))
        canvas.write((MARGIN + 10, top + 6), hero.name, LARGE)
        x = canvas.write((MARGIN + 10, top + 28), "Technique:", NORMAL, FAINT)
        x = price(canvas, (x + 6, top + 28), hero.price, NORMAL)
        canvas.write((x + 6, top + 28), hero.technique, NORMAL)
        x = canvas.write((MARGIN + 10, top + 47), "Talent:", NORMAL, FAINT)
        canvas.write((x + 6, top + 47), hero.talent, NORMAL)
        x = canvas.write((MARGIN + 10, top + 66), "Starts with:", NORMAL, FAINT)
        kit = "; ".join(f"{card.name} ({card.effect})" for card in hero.supports)
        canvas.paragraph((x + 6, top + 66), kit, SPLIT - GAP - x - 16, 2, NORMAL)


def draw_cockroaches(canvas: Canvas, scene: Scene) -> None:
    spots = columns(len(scene.players))
    for cockroach in scene.cockroaches:
        left, right = spots[cockroach.slot - 1]
        draw_cockroach(canvas, cockroach, (left, COCKROACHES[0], right, COCKROACHES[1]))


def draw_cockroach(canvas: Canvas, c: Cockroach, box: Box) -> None:
    left, top, right, bottom = box
    canvas.box(box)
    inner = right - left - 14
    canvas.write((left + 7, top + 4), f"{c.slot}. {c.name}", NORMAL, width=inner, smallest=SMALL)
    canvas.paragraph((left + 7, top + 21), c.talent, inner, 3, SMALL, FAINT)
    y = top + 66
    canvas.write((left + 7, y), f"Health {c.left} of {c.health}" if c.left else "dead", SMALL)
    canvas.write((right - 7, y - 2), f"{c.points} VP", NORMAL, align="right")
    canvas.meter((left + 7, y + 16, right - 7, y + 22), c.left / c.health, GOOD if c.left > c.health / 3 else BAD)
    x = canvas.write((left + 7, y + 27), "Loot", SMALL, FAINT) + 6
    if c.loot[0]:
        x = canvas.write((x, y + 27), f"{c.loot[0]} VP", SMALL) + 6
    for n, kind in zip(c.loot[1:], (STAR, WOUND), strict=True):
        for _ in range(min(n, 4)):
            icon(canvas, kind, (x + 5, y + 34), 5)
            x += 13
    if not any(c.loot):
        canvas.write((x, y + 27), "none", SMALL)
    for k, seat in enumerate(c.seats):
        canvas.disc((left + 16 + 22 * k, bottom - 14), 9, SEATS[seat], str(seat), SMALL)


def draw_turn(canvas: Canvas, scene: Scene) -> None:
    now, (top, bottom) = scene.now, DICE
    y = panel(canvas, (MARGIN, top, SPLIT - GAP, bottom), "Dice")
    for k, die in enumerate(now.dice):
        draw_die(canvas, die, (MARGIN + 7 + k * 48, y + 2))
    notes = list(now.flags)
    if any(now.special):
        shown = ", ".join(count(n, words) for n, words in zip(now.special, ICONS, strict=True) if n)
        notes.insert(0, f"Special Dice: {shown}")
    canvas.write((MARGIN + 40, top + 3), "; ".join(notes), SMALL, width=SPLIT - GAP - MARGIN - 50)
    pools = (
        (STAR, now.stars, "to spend"),
        (SERUM, now.serums, "to spend"),
        (WOUND, now.wounds, "to inflict" if now.wounds == now.dealt else f"but {now.dealt} inflicted"),
        (DANGER, now.dangers, "in force"),
    )
    for k, (kind, n, meaning) in enumerate(pools):
        x, row = MARGIN + 306, y + 1 + k * 15
        icon(canvas, kind, (x + 6, row + 7), 6)
        canvas.write((x + 36, row), str(n), 12, align="right")
        canvas.write((x + 42, row), f"{ICONS[kind][n != 1]} {meaning}", SMALL, FAINT)


def draw_die(canvas: Canvas, die: Die, at: tuple[int, int]) -> None:
    x, y = at
    side = 42
    if die.icons is None:
        canvas.box((x, y, x + side, y + side), PAPER, EDGE)
        return
    canvas.box((x, y, x + side, y + side), SPENT if die.locked else WHITE, EDGE if die.locked else INK)
    shown = [kind for kind in range(4) for _ in range(die.icons[kind])]
    spots = {1: [(21, 21)], 2: [(12, 21), (30, 21)]}.get(len(shown), [(12, 12), (30, 12), (12, 30), (30, 30)])
    for kind, (dx, dy) in zip(shown, spots, strict=False):
        icon(canvas, kind, (x + dx, y + dy), 8)
    if die.locked:
        canvas.write((x + side // 2, y + side + 1), "locked", 10, FAINT, align="middle")


def draw_supports(canvas: Canvas, scene: Scene) -> None:
    top, bottom = SUPPORTS
    for (left, right), card in zip(columns(len(scene.row)), scene.row, strict=True):
        canvas.box((left, top, right, bottom - 18))
        if card is None:
            canvas.write(((left + right) // 2, top + 24), "empty", SMALL, FAINT, align="middle")
            continue
        canvas.write((left + 7, top + 4), card.name, NORMAL, width=right - left - 14)
        canvas.paragraph((left + 7, top + 21), card.effect, right - left - 14, 2, SMALL, FAINT)
        price(canvas, (left + 7, top + 52), card.price)
    text = f"Piles: {count(scene.pile, ('support', 'supports'))}, {count(scene.lair, ('cockroach', 'cockroaches'))}"
    text += f"     Discarded: {len(scene.discard)}     Killed: {scene.kills}"
    canvas.write((MARGIN + 2, bottom - 15), text, SMALL, FAINT)


def draw_news(canvas: Canvas, scene: Scene) -> None:
    """The last events, newest first; beside them the cards that wait to resolve, and the discard."""
    top, bottom = NEWS
    middle, right = MARGIN + 310, SPLIT - GAP
    column(canvas, (MARGIN, top, middle, bottom), "Last events, newest first", reversed(scene.events))
    if scene.pending:
        end = (top + bottom) // 2
        title = f"To resolve ({len(scene.pending)}), the next one first"
        column(canvas, (middle + GAP, top, right, end), title, scene.pending)
        top = end + GAP
    title = f"Discard ({len(scene.discard)})"
    column(canvas, (middle + GAP, top, right, bottom), title, [", ".join(scene.discard)])


def column(canvas: Canvas, box: Box, title: str, texts: Iterable[str]) -> None:
    """Texts one below the other, as many lines as fit."""
    left, _, right, bottom = box
    y, step, width = panel(canvas, box, title), line_height(SMALL), right - left - 14
    for text in texts:
        room = (bottom - 3 - y) // step
        lines = wrap(text, SMALL, width, 99)
        if room < 1:
            return
        for line in lines[: room - 1] + wrap(" ".join(lines[room - 1 :]), SMALL, width, 1):
            canvas.write((left + 7, y), line, SMALL, INK if text.startswith("turn ") else FAINT)
            y += step


def draw_players(canvas: Canvas, scene: Scene) -> None:
    n = len(scene.players)
    high = (HEIGHT - MARGIN - TOP - GAP * (n - 1)) / n
    for k, player in enumerate(scene.players):
        top = round(TOP + k * (high + GAP))
        draw_player(canvas, player, (SPLIT, top, WIDTH - MARGIN, round(top + high)))


def draw_player(canvas: Canvas, p: Player, box: Box) -> None:
    left, top, right, bottom = box
    colour = SEATS[p.seat]
    canvas.box(box, PANEL, colour if p.moving else EDGE, 3 if p.moving else 1)
    canvas.box((left + 3, top + 3, left + 9, bottom - 3), colour, None, radius=2)
    x, inner = left + 15, right - left - 24
    canvas.disc((x + 9, top + 15), 9, colour, str(p.seat), SMALL)
    end = canvas.write((right - 9, top + 11), "VP", SMALL, FAINT, align="right")
    canvas.write((end - 4, top + 1), str(p.points), HUGE, INK, align="right")
    at = canvas.write((x + 24, top + 7), p.name + (" (you)" if p.you else ""), NORMAL, width=inner - 130)
    tag = "DECIDES" if p.moving else "TURN" if p.active else ""
    if tag:
        wide = 54 if p.moving else 38
        canvas.box((at + 6, top + 7, at + 6 + wide, top + 23), colour if p.moving else BAND, None)
        canvas.write((at + 6 + wide // 2, top + 9), tag, 10, WHITE, align="middle")
    y, step = top + 25, line_height(SMALL)
    if p.hero is None:
        canvas.write((x, y), "no hero yet", SMALL, FAINT)
        return
    canvas.write((x, y), f"{p.hero.name}: {p.hero.talent}", SMALL, width=inner)
    end = canvas.write((x, y + step), p.hero.technique, SMALL)
    price(canvas, (end + 8, y + step), p.hero.price)
    y += 2 * step
    for kind, n in ((STAR, p.stars), (WOUND, p.wounds)):
        icon(canvas, kind, (x + 6, y + step // 2), 6)
        canvas.write((x + 16, y), str(n), SMALL)
        x += 42
    canvas.write((x + 4, y), f"in slot {p.slot}" if p.slot else "no marker yet", SMALL, FAINT)
    x, y = left + 15, y + step + 1
    lines = (bottom - 4 - y) // step
    unknown = (count(p.unknown, ("unknown card", "unknown cards")),) if p.unknown else ()
    hand = cards(p.hand, "Hand", inner, lines - lines // 2, unknown)
    equipment = cards(p.equipment, "Equipment", inner, lines - len(hand), ())
    for text in [*equipment, *hand]:
        canvas.write((x, y), text, SMALL, FAINT if text.startswith("No ") else INK)
        y += step


def cards(held: Sequence[Card], title: str, width: int, lines: int, unknown: Sequence[str]) -> list[str]:
    """Cards in at most `lines` lines: with their effects if there is room, else by name, as many as fit."""
    if not held and not unknown:
        return [f"No {title.lower()}"]
    full = [f"{title}:"]
    for card in held:
        full += wrap(f"- {card.name}{' (used)' if card.used else ''}: {card.effect}", SMALL, width, 3)
    full += [f"- {text}" for text in unknown]
    if len(full) <= lines:
        return full
    names = [card.name + (" (used)" if card.used else "") for card in held] + list(unknown)
    for k in range(len(names), -1, -1):
        more = [f"{len(names) - k} more"] if k < len(names) else []
        out = wrap(f"{title}: {', '.join([*names[:k], *more])}", SMALL, width, 99)
        if len(out) <= lines:
            return out
    return [fit(f"{title}: {len(names)}", SMALL, width)]
