"""The players in the picture: rating, resources and productions, tags, cards in play."""

from collections.abc import Sequence

from marszoo.envs.core.drawing import (
    BAND,
    EDGE,
    FAINT,
    INK,
    PANEL,
    SEATS,
    Box,
    Canvas,
    line_height,
)
from marszoo.envs.legacy_of_mars import icons
from marszoo.envs.legacy_of_mars.icons import wide
from marszoo.envs.legacy_of_mars.phrases import plural
from marszoo.envs.legacy_of_mars.seen import Card, Player, Scene

WHITE = icons.WHITE
TINY, SMALL, HUGE = 11, 12, 24
GAP = 6


def draw_players(canvas: Canvas, scene: Scene, box: Box) -> None:
    """A panel for each seat, one below the other."""
    left, top, right, bottom = box
    n = len(scene.players)
    high = (bottom - top - GAP * (n - 1)) / n
    for k, player in enumerate(scene.players):
        y = round(top + k * (high + GAP))
        draw_player(canvas, player, (left, y, right, round(y + high)), scene.mover < 0)


def draw_player(canvas: Canvas, p: Player, box: Box, over: bool) -> None:
    left, top, right, bottom = box
    colour = SEATS[p.seat]
    canvas.box(box, PANEL, colour if p.moving else EDGE, 3 if p.moving else 1)
    canvas.box((left + 4, top + 4, left + 10, bottom - 4), colour, None, radius=2)
    x = left + 16
    draw_name(canvas, p, (x, top, right - 8, top + 28), over)
    draw_stock(canvas, p, (x, top + 28, right - 8, top + 46))
    y = top + 49
    draw_origin(canvas, p, (x, y, right - 8, y + 16))
    draw_table(canvas, p, (x, y + 18, right - 8, bottom - 4))


def draw_name(canvas: Canvas, p: Player, box: Box, over: bool) -> None:
    """Seat and name, whose turn it is; cards, points and rating on the right."""
    left, top, right, _ = box
    canvas.disc((left + 9, top + 15), 9, SEATS[p.seat], str(p.seat), SMALL)
    x = canvas.write((left + 23, top + 6), p.name + (" (you)" if p.you else ""), 15, width=150)
    marks = (("DECIDES", p.moving, SEATS[p.seat]), ("TURN", p.active and not p.moving, BAND))
    for text, on, ground in (*marks, ("FIRST", p.first, FAINT), ("PASSED", p.passed, FAINT)):
        if on:
            size = wide(text, TINY) + 10
            canvas.box((x + 6, top + 7, x + 6 + size, top + 23), ground, None)
            canvas.write((x + 6 + size // 2, top + 8), text, TINY, WHITE, align="middle")
            x += 6 + size
    end = canvas.write((right, top + 1), str(p.rating), HUGE, INK, align="right")
    end = canvas.write((end - 4, top + 11), "TR", SMALL, FAINT, align="right")
    score = f"{p.points} VP" if over else f"{p.points} VP so far"
    saved = f", {p.saved} saved" if p.saved else ""
    text = f"{p.held} in hand{saved}, {plural(p.events, 'event')}, {score}"
    canvas.write((end - 12, top + 10), text, SMALL, FAINT, align="right", width=end - x - 20)


def draw_stock(canvas: Canvas, p: Player, box: Box) -> None:
    """Seven resources, each with its production in a brown box."""
    left, top, right, _ = box
    each = (right - left) / len(p.resources)
    for k, (n, made) in enumerate(zip(p.resources, p.production, strict=True)):
        x = round(left + k * each)
        icons.resource(canvas, x, top, 17, k)
        end = canvas.write((x + 21, top), str(n), 14, INK if n else FAINT)
        text = f"{made:+d}"
        size = wide(text, TINY) + 8
        canvas.box((end + 5, top + 1, end + 5 + size, top + 17), icons.BROWN if made else EDGE, None, radius=2)
        canvas.write((end + 5 + size // 2, top + 2), text, TINY, WHITE, align="middle")


def draw_origin(canvas: Canvas, p: Player, box: Box) -> None:
    """Tags on the right, the corporation and its developments on the left."""
    left, top, right, _ = box
    x = right
    for k in range(len(p.tags) - 1, -1, -1):
        if p.tags[k]:
            x = canvas.write((x, top + 1), str(p.tags[k]), TINY, INK, align="right") - 2
            icons.tag(canvas, (x - 7, top + 8), 7, k)
            x -= 18
    if not p.corporation:
        canvas.write((left, top + 1), "no corporation yet", TINY, FAINT)
        return
    rows = [card for card in (p.side, *p.developments) if card is not None]
    if not rows:
        canvas.write((left, top + 1), f"{p.corporation}, side not revealed", TINY, FAINT, width=x - left - 8)
        return
    for card in rows:
        text = name_of(card)
        if left + wide(text, TINY) + 10 > x - 6:
            canvas.write((left, top + 1), "...", TINY, FAINT, width=max(1, x - left - 6))
            return
        left = icons.chip(canvas, left, top, text, "", card.used, TINY) + 4


def name_of(card: Card) -> str:
    """The name of a card in play, with what it keeps."""
    return f"{card.name} {card.held} {card.kind}" if card.kind and card.held else card.name


def draw_table(canvas: Canvas, p: Player, box: Box) -> None:
    """Cards in play: blue ones first, with what they do where there is room; the others by their names."""
    left, top, right, bottom = box
    sources = [card for card in (p.side, *p.developments) if card is not None and card.lasting]
    lasting = [card for card in p.table if card.lasting or card.kind]
    rest = [card for card in p.table if not (card.lasting or card.kind)]
    step = line_height(TINY) + 4
    rows = (bottom - top) // step
    needed = chip_rows(rest, right - left)
    if rows >= len(sources) + len(lasting) + needed:
        told = [*sources, *lasting]
    elif rows >= len(lasting) + needed:
        told = lasting
    else:
        told, rest = [], [*lasting, *rest]
    for card in told:
        end = icons.chip(canvas, left, top, name_of(card), card.colour, card.used, TINY)
        text = ("used: " if card.used else "") + card.lasting
        canvas.write((end + 6, top + 1), text, TINY, FAINT, width=right - end - 6)
        top += step
    draw_chips(canvas, rest, (left, top, right, bottom))


def chip_rows(cards: Sequence[Card], width: int) -> int:
    """Rows that the names take."""
    rows, x = 0, width + 1
    for card in cards:
        size = wide(name_of(card), TINY) + 14
        if x + size > width:
            rows, x = rows + 1, 0
        x += size
    return rows


def draw_chips(canvas: Canvas, cards: Sequence[Card], box: Box) -> None:
    """Names of cards, as many as fit; the last line says how many more there are."""
    left, top, right, bottom = box
    x, step = left, line_height(TINY) + 4
    if cards and top + step > bottom + 2:
        return
    for k, card in enumerate(cards):
        size, last = wide(name_of(card), TINY) + 10, top + 2 * step > bottom + 2
        room = right - (54 if last and k + 1 < len(cards) else 0)
        if x + size > room:
            if last:
                canvas.write((x, top + 1), f"{len(cards) - k} more", TINY, FAINT)
                return
            x, top = left, top + step
        x = icons.chip(canvas, x, top, name_of(card), card.colour, card.used, TINY) + 4
