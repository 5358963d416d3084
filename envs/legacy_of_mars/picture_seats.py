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
)
from marszoo.envs.legacy_of_mars import icons
from marszoo.envs.legacy_of_mars.icons import wide
from marszoo.envs.legacy_of_mars.phrases import plural
from marszoo.envs.legacy_of_mars.seen import Card, Player, Scene

WHITE = icons.WHITE
TINY, SMALL, HUGE = 11, 12, 24
GAP = 6
HEAD, STEP = 67, 18
"""Height of the fixed lines of a panel; of a line with a card."""


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
    x, end = left + 16, right - 8
    told, chips = told_and_named(p, end - x, bottom - 4 - top - HEAD)
    draw_name(canvas, p, (x, top, end, top + 28), over)
    draw_stock(canvas, p, (x, top + 28, end, top + 46))
    draw_origin(canvas, p, told, (x, top + 49, end, top + 65))
    draw_table(canvas, told, chips, (x, top + HEAD, end, bottom - 4))


def needed(p: Player, width: int) -> int:
    """Height of a panel in which everything has room that a seat has in play."""
    lasting = [card for card in (*origin(p), *p.table) if card.lasting or card.kind]
    rest = [card for card in p.table if not (card.lasting or card.kind)]
    return HEAD + STEP * (len(lasting) + chip_rows(rest, width - 24)) + 6


def origin(p: Player) -> list[Card]:
    """The side of the corporation and the developments in play."""
    return [card for card in (p.side, *p.developments) if card is not None]


def told_and_named(p: Player, width: int, high: int) -> tuple[list[Card], list[Card]]:
    """The cards in play that are written with what they do, as far as there is room, and those that only have names."""
    sources = [card for card in origin(p) if card.lasting]
    lasting = [card for card in p.table if card.lasting or card.kind]
    rest = [card for card in p.table if not (card.lasting or card.kind)]
    rows, names = high // STEP, chip_rows(rest, width)
    if rows >= len(sources) + len(lasting) + names:
        return [*sources, *lasting], rest
    if rows >= len(lasting) + names:
        return lasting, rest
    return [], [*lasting, *rest]


def draw_name(canvas: Canvas, p: Player, box: Box, over: bool) -> None:
    """Seat and name, whose turn it is; cards, points and rating on the right."""
    left, top, right, _ = box
    canvas.disc((left + 9, top + 15), 9, SEATS[p.seat], str(p.seat), SMALL)
    x = canvas.write((left + 23, top + 6), p.name + (" (you)" if p.you else ""), 15, width=150)
    marks = (("DECIDES", p.moving, SEATS[p.seat]), ("TURN", p.active and not p.moving, BAND))
    for text, on, ground in (*marks, ("FIRST", p.first, FAINT), ("PASSED", p.passed, FAINT), ("AWAY", p.away, FAINT)):
        if on:
            size = wide(text, TINY) + 10
            canvas.box((x + 6, top + 7, x + 6 + size, top + 23), ground, None)
            canvas.write((x + 6 + size // 2, top + 8), text, TINY, WHITE, align="middle")
            x += 6 + size
    end = canvas.write((right, top + 1), str(p.rating), HUGE, INK, align="right")
    end = canvas.write((end - 4, top + 11), "TR", SMALL, FAINT, align="right")
    score = f"{p.points} VP" if over else f"{p.points} VP so far"
    saved = f", {p.saved} saved" if p.saved else ""
    titles = f", {p.title_points} TP" if p.titles else ""
    text = f"{p.held} in hand{saved}, {plural(p.events, 'event')}, {score}{titles}"
    canvas.write((end - 12, top + 10), text, SMALL, FAINT, align="right", width=max(20, end - x - 20), smallest=9)


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


def draw_origin(canvas: Canvas, p: Player, told: Sequence[Card], box: Box) -> None:
    """Tags on the right; on the left the corporation and its developments, unless they are told below."""
    left, top, right, _ = box
    x = right
    for k in range(len(p.tags) - 1, -1, -1):
        if p.tags[k]:
            x = canvas.write((x, top + 1), str(p.tags[k]), TINY, INK, align="right") - 2
            icons.tag(canvas, (x - 7, top + 8), 7, k)
            x -= 18
    x -= 6
    rows = [card for card in origin(p) if card not in told]
    if not rows or p.side is None:
        text = p.corporation or "no corporation yet"
        text += "" if p.side or not p.corporation else ", side not revealed"
        left = canvas.write((left, top + 1), text, TINY, FAINT, width=x - left) + 6
    for card in rows:
        text = name_of(card)
        if left + wide(text, TINY) + 10 > x:
            if x - left > 14:
                canvas.write((left, top + 1), "...", TINY, FAINT)
            return
        left = icons.chip(canvas, left, top, text, "", card.used, TINY) + 4


def name_of(card: Card) -> str:
    """The name of a card in play, with what it keeps."""
    return f"{card.name}: {plural(card.held, card.kind)}" if card.kind and card.held else card.name


def draw_table(canvas: Canvas, told: Sequence[Card], chips: Sequence[Card], box: Box) -> None:
    """Cards in play: those with what they do, a line each; the others by their names."""
    left, top, right, bottom = box
    for card in told:
        end = icons.chip(canvas, left, top, name_of(card), card.colour, card.used, TINY)
        text = ("used: " if card.used else "") + card.lasting
        canvas.write((end + 6, top + 1), text, TINY, FAINT, width=right - end - 6)
        top += STEP
    draw_chips(canvas, chips, (left, top, right, bottom))


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
    x = left
    if cards and top + STEP > bottom + 2:
        return
    for k, card in enumerate(cards):
        size, last = wide(name_of(card), TINY) + 10, top + 2 * STEP > bottom + 2
        room = right - (54 if last and k + 1 < len(cards) else 0)
        if x + size > room:
            if last:
                canvas.write((x, top + 1), f"{len(cards) - k} more", TINY, FAINT)
                return
            x, top = left, top + STEP
        x = icons.chip(canvas, x, top, name_of(card), card.colour, card.used, TINY) + 4
