"""The viewer's own cards in the picture: the hand, and what is dealt to, looked at or chosen by the viewer."""

from collections.abc import Sequence

from marszoo.envs.core.drawing import FAINT, GOOD, INK, Box, Canvas
from marszoo.envs.legacy_of_mars import icons, words
from marszoo.envs.legacy_of_mars.icons import wide
from marszoo.envs.legacy_of_mars.picture_board import panel
from marszoo.envs.legacy_of_mars.picture_seats import needed
from marszoo.envs.legacy_of_mars.seen import PLAYED_EVENTS, Card, Scene

TINY, SMALL = 11, 12
GAP = 6
LEAST, MOST = 106, 300
"""Height that a player's panel keeps at least, and at most if the viewer has many cards."""
HEADING = 24
ROW = 18
"""Pixels of a line with a card in it."""


def draw_own(canvas: Canvas, scene: Scene, box: Box) -> int:
    """What only the viewer sees, from the bottom up; gives the y above which there is room for the players."""
    left, top, right, bottom = box
    groups = [(pile.title, pile.cards) for pile in scene.piles if pile.title != PLAYED_EVENTS]
    for player in scene.players:
        if player.hand:
            groups.append((f"Hand of {player.name}", player.hand))
    if not groups:
        return bottom
    full = max(needed(player, right - left) for player in scene.players)
    keep = [min(max(LEAST, full), MOST), LEAST]
    each, columns, spare = arranged(groups, [bottom - top - len(scene.players) * (high + GAP) for high in keep])
    beside = [columns if len(cards) > 2 else 1 for _, cards in groups]
    wanted = [-(-len(cards) * each // n) for (_, cards), n in zip(groups, beside, strict=True)]
    room, lines = max(1, spare // ROW), sum(wanted)
    for (title, cards), n, share in reversed(list(zip(groups, beside, wanted, strict=True))):
        share = share if lines <= room else max(1, room * share // lines)
        high = HEADING + share * ROW
        draw_group(canvas, title, cards, (left, bottom - high, right, bottom), each, n)
        bottom -= high + GAP
    return bottom


def arranged(groups: Sequence[tuple[str, Sequence[Card]]], rooms: Sequence[int]) -> tuple[int, int, int]:
    """Lines of a card, columns, pixels for cards: the first of the rooms in which all cards find place, widely if they can."""
    count = sum(len(cards) for _, cards in groups)
    heads = len(groups) * (HEADING + GAP)
    wanted = [(room, each, 1) for room in rooms for each in (2, 1)]
    for room, each, columns in (*wanted, (rooms[-1], 1, 2)):
        if -(-count * each // columns) * ROW <= room - heads:
            return each, columns, room - heads
    return 1, 2, rooms[-1] - heads


def draw_group(canvas: Canvas, title: str, cards: Sequence[Card], box: Box, each: int, columns: int) -> None:
    """Cards under a heading, in one or two columns; a green frame shows what may be chosen now."""
    left, _, right, bottom = box
    top = panel(canvas, box, title, "green: may be chosen now" if any(card.ready for card in cards) else "")
    rows = max(1, (bottom - top) // (each * ROW))
    wide_each = (right - left - 14) // columns
    for k, card in enumerate(cards):
        x, y = left + 7 + wide_each * (k // rows), top + each * ROW * (k % rows)
        if k // rows >= columns:
            return
        if k == rows * columns - 1 < len(cards) - 1:
            canvas.write((x, y + 1), f"{len(cards) - k} more", TINY, FAINT)
            return
        draw_line(canvas, card, (x, y, x + wide_each - 6, y + each * ROW - 2), each)


def draw_line(canvas: Canvas, card: Card, box: Box, each: int) -> None:
    """Price, name, tags, requirement; what it does behind them or in a second line."""
    left, top, right, bottom = box
    if card.ready:
        canvas.box((left - 3, top - 1, right + 2, bottom), (232, 244, 230), GOOD, radius=3)
    x = left
    if card.colour:
        x = icons.price(canvas, left, top, str(card.price), TINY, card.price != card.cost) + 4
    x = icons.chip(canvas, x, top, card.name, card.colour, False, TINY) + 4
    for tag in card.tags:
        if tag != "event":
            icons.tag(canvas, (x + 6, top + 8), 6, words.TAGS.index(tag))
            x += 14
    does = "; ".join(part for part in (card.effect, card.lasting, card.points) if part)
    if card.requirement:
        text = f"needs {card.requirement}"
        room = right - x - 2
        size = min(wide(text, TINY), room)
        if room > 30:
            canvas.write((x + 2, top + 1), text, TINY, (150, 70, 20), width=size + 1)
            x += size + 8
    if each == 2:
        canvas.write((left + 28, top + ROW - 1), does, TINY, INK, width=right - left - 30)
    elif right - x > 40:
        canvas.write((x + 2, top + 1), does, TINY, FAINT, width=right - x - 4)
