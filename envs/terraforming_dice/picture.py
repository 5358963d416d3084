"""The table as a picture of 1200 x 900 pixels: the board on the left, the seats and the viewer's cards on the right."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content
from marszoo.envs.core.drawing import (
    BAND,
    EDGE,
    FAINT,
    GOOD,
    INK,
    PANEL,
    PAPER,
    SEATS,
    Box,
    Canvas,
    Colour,
    line_height,
    text_width,
)
from marszoo.envs.terraforming_dice import icons, words
from marszoo.envs.terraforming_dice.describe import some
from marszoo.envs.terraforming_dice.picture_board import (
    NORMAL,
    SMALL,
    draw_awards,
    draw_legend,
    draw_map,
    draw_milestones,
    draw_news,
    draw_pool,
    draw_tracks,
    panel,
)
from marszoo.envs.terraforming_dice.seen import Card, Player, Scene, look
from marszoo.envs.terraforming_dice.state import KEEP

WIDTH, HEIGHT = 1200, 900
MARGIN, GAP, HEAD = 10, 7, 58
SPLIT = 594
"""Where the column of the players begins."""
TOP = HEAD + GAP
TRACKS, MAP, TILES, NEWS = (TOP, 200), (207, 609), (616, 718), (725, HEIGHT - MARGIN)
"""Top and bottom of the rows of the left column."""
ROOMY = 210
"""Height from which a player's panel has larger dice and names."""
TIGHT = 160
"""Height below which a player's panel has resources and production in one line, if they fit."""
FEW, SEVERAL = 6, 12
"""Cards that are drawn in one row, and in two; more are a list."""
AWARDS = 274
"""Right side of the awards; the milestones are beside them."""
CARD, LARGE, HUGE = 12, 17, 26
PALE: Colour = (255, 222, 140)
WHITE = icons.WHITE


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The position as `seat` may see it (-1: as everybody may): (900, 1200, 3) uint8.

    Raises:
        ImportError: Pillow is not installed; the message names the extra.
    """
    return draw(look(s, content, seat, names)).array()


def draw(scene: Scene) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PAPER)
    draw_head(canvas, scene)
    right = SPLIT - GAP
    draw_tracks(canvas, scene.tracks, (MARGIN, TRACKS[0], right, TRACKS[1]))
    canvas.box((MARGIN, MAP[0], right, MAP[1]))
    draw_map(canvas, scene.hexes, (MARGIN + 40, MAP[0] + 46), 34)
    draw_pool(canvas, scene, (right - 138, MAP[0] + 6, right - 6, MAP[0] + 282))
    draw_legend(canvas, (right - 138, MAP[1] - 109, right - 6, MAP[1] - 6))
    draw_awards(canvas, scene.awards, (MARGIN, TILES[0], AWARDS, TILES[1]))
    draw_milestones(canvas, scene.milestones, (AWARDS + GAP, TILES[0], right, TILES[1]))
    draw_news(canvas, scene, (MARGIN, NEWS[0], right, NEWS[1]))
    draw_players(canvas, scene, draw_own(canvas, scene))
    return canvas


def draw_head(canvas: Canvas, scene: Scene) -> None:
    canvas.box((0, 0, WIDTH, HEAD), BAND, None, radius=0)
    x = canvas.write((MARGIN + 4, 7), scene.title, LARGE, WHITE)
    piles = f"{scene.deck} in the deck, {scene.discarded} discarded, {some(scene.pile, 'bonus card')}"
    end = canvas.write((WIDTH - MARGIN - 4, 10), piles, NORMAL, (200, 204, 214), align="right")
    canvas.write((x + 20, 7), scene.status, LARGE, PALE, width=end - x - 40, smallest=NORMAL)
    if scene.mover >= 0:
        canvas.disc((MARGIN + 13, 43), 9, SEATS[scene.mover], str(scene.mover), 12)
        canvas.write((MARGIN + 30, 33), scene.decision, 16, WHITE, width=WIDTH - 60)
    else:
        canvas.write((MARGIN + 4, 33), standings(scene), 16, WHITE, width=WIDTH - 30)


def standings(scene: Scene) -> str:
    """The scores in order; alone the status has said it all."""
    if len(scene.players) == 1:
        return ""
    ordered = sorted(scene.players, key=lambda p: -p.score.total)
    return "Final scores: " + ", ".join(f"{p.name} {p.score.total}" for p in ordered)


# --- the players ---


def draw_players(canvas: Canvas, scene: Scene, bottom: int) -> None:
    n = len(scene.players)
    high = (bottom - TOP - GAP * (n - 1)) / n
    for k, player in enumerate(scene.players):
        top = round(TOP + k * (high + GAP))
        draw_player(canvas, player, (SPLIT, top, WIDTH - MARGIN, round(top + high)), scene.mover < 0)


def draw_player(canvas: Canvas, p: Player, box: Box, over: bool) -> None:
    left, top, right, bottom = box
    colour = SEATS[p.seat]
    canvas.box(box, PANEL, colour if p.moving else EDGE, 3 if p.moving else 1)
    canvas.box((left + 4, top + 4, left + 10, bottom - 4), colour, None, radius=2)
    x = left + 18
    draw_name(canvas, p, (x, top, right - 10, top + 34), p.score.total if over else p.score.track)
    if p.corporation is None:
        canvas.write((x, top + 34), "no corporation yet", SMALL, FAINT)
        return
    y = top + 33
    end = canvas.write((x, y), p.corporation.name, SMALL, icons.CARDS[""])
    note = sources(p) if over else f"keeps {p.keeps} resources" if p.keeps != KEEP else ""
    begin = canvas.write((right - 10, y), note, SMALL, FAINT, align="right", width=right - end - 20)
    if not over:
        canvas.write((end + 8, y), p.corporation.lasting, SMALL, FAINT, width=begin - end - 16)
    roomy = bottom - top > ROOMY
    y = draw_stock(canvas, p, (x, y + (22 if roomy else 19), right - 10, bottom), roomy, bottom - top < TIGHT)
    draw_played(canvas, p.played, (x, y, right - 8, bottom - 4), NORMAL if roomy else CARD)


def draw_stock(canvas: Canvas, p: Player, box: Box, roomy: bool, tight: bool) -> int:
    """Resources, and the production box below them, or beside them if room is short; gives the y below."""
    left, top, right, _ = box
    dice = [words.RESOURCES[r] for r, n in enumerate(p.dice) for _ in range(n)]
    made = [kind for kind, n in zip(words.PRODUCTION, p.production, strict=True) for _ in range(n)]
    side = 34 if roomy and len(dice) * 38 < right - left else 24
    if dice:
        end = icons.icons(canvas, left, top, side, dice, right - left)
    else:
        end = canvas.write((left, top + 5), "no resources", SMALL, FAINT)
    beside = right - icons.boxes_width(made, 15)
    if tight and beside > end + 90:
        canvas.write((beside - 8, top + 4), "produces", SMALL, FAINT, align="right")
        icons.boxes(canvas, beside, top + 4, 15, made, right - beside)
        return top + side + 8
    top += side + (7 if tight else 10)
    end = canvas.write((left, top), "produces", SMALL, FAINT)
    icons.boxes(canvas, end + 8, top, 15, made, right - end - 8)
    return top + (22 if tight else 25)


def draw_name(canvas: Canvas, p: Player, box: Box, points: int) -> None:
    """Seat, name, tokens and cards on the left; points on the right."""
    left, top, right, _ = box
    canvas.disc((left + 10, top + 18), 10, SEATS[p.seat], str(p.seat), SMALL)
    x = canvas.write((left + 26, top + 9), p.name + (" (you)" if p.you else ""), 15)
    tag = "DECIDES" if p.moving else "TURN" if p.active else ""
    if tag:
        wide = text_width(tag, 12) + 14
        canvas.box((x + 8, top + 10, x + 8 + wide, top + 27), SEATS[p.seat] if p.moving else BAND, None)
        canvas.write((x + 8 + wide // 2, top + 11), tag, 12, WHITE, align="middle")
        x += 8 + wide
    x = max(x + 20, left + 210)
    icons.wild(canvas, (x + 9, top + 18), 9)
    canvas.write((x + 23, top + 10), str(p.wild), NORMAL)
    icons.sheet(canvas, (x + 66, top + 18), 10)
    canvas.write((x + 79, top + 10), f"{p.held} in hand", SMALL + 1, FAINT)
    end = canvas.write((right, top + 13), "VP", SMALL, FAINT, align="right")
    end = canvas.write((end - 4, top + 2), str(points), HUGE, INK, align="right")
    if points != p.score.total:
        canvas.write((end - 10, top + 12), f"{p.score.total} if it ended now", SMALL, FAINT, align="right")


def sources(p: Player) -> str:
    """Where the points of a seat are from."""
    score = p.score
    parts = (("track", score.track), ("ribbons", score.ribbons), ("milestones", score.milestones))
    return ", ".join(f"{name} {n}" for name, n in (*parts, ("awards", score.awards)) if n)


def draw_played(canvas: Canvas, cards: Sequence[Card], box: Box, size: int) -> None:
    """Played cards: those that can still do something with what they do, if there is room; the others by their names."""
    left, top, right, bottom = box
    lasting = [card for card in cards if card.lasting]
    rest = [card for card in cards if not card.lasting]
    step = line_height(size) + 5
    if len(lasting) + chip_rows(rest, right - left, size) <= (bottom - top) // step:
        for card in lasting:
            end = icons.chip(canvas, left, top, card.name, card.colour, card.used, size)
            text = ("used: " if card.used else "") + card.lasting
            canvas.write((end + 7, top + 1), text, size, FAINT, width=right - end - 7)
            top += step
    else:
        rest = [*lasting, *rest]
    draw_chips(canvas, rest, (left, top, right, bottom), size)


def chip_rows(cards: Sequence[Card], width: int, size: int) -> int:
    """Rows that the names take."""
    rows, x = 0, width + 1
    for card in cards:
        wide = text_width(card.name, size) + 12
        if x + wide > width:
            rows, x = rows + 1, 0
        x += wide + 5
    return rows


def draw_chips(canvas: Canvas, cards: Sequence[Card], box: Box, size: int) -> None:
    """Names of cards, as many as fit; the last line says how many more there are."""
    left, top, right, bottom = box
    x, step = left, line_height(size) + 5
    for k, card in enumerate(cards):
        wide, last = text_width(card.name, size) + 12, top + 2 * step > bottom
        room = right - (60 if last and k + 1 < len(cards) else 0)
        if x + wide > room:
            if last:
                canvas.write((x, top + 1), f"{len(cards) - k} more", size, FAINT)
                return
            x, top = left, top + step
        x = icons.chip(canvas, x, top, card.name, card.colour, card.used, size) + 5


# --- what only the viewer sees ---


def draw_own(canvas: Canvas, scene: Scene) -> int:
    """The viewer's hand, and above it the cards to choose from; gives the y above which there is room."""
    hand = next((p.hand for p in scene.players if p.hand is not None), ())
    top = HEIGHT - MARGIN
    if hand:
        high = 190 if len(hand) <= FEW else 250
        title = f"Hand of {next(p.name for p in scene.players if p.you)}, with costs"
        draw_cards(canvas, hand, (SPLIT, top - high, WIDTH - MARGIN, top), title, True)
        top -= high + GAP
    if scene.choosing:
        projects = any(card.colour for card in scene.offer)
        title = "Bonus cards to choose from, without costs" if projects else "Corporations to choose from"
        high = 122 if len(scene.offer) <= FEW else 180
        draw_cards(canvas, scene.offer, (SPLIT, top - high, WIDTH - MARGIN, top), title, False)
        top -= high + GAP
    return top


def draw_cards(canvas: Canvas, cards: Sequence[Card], box: Box, title: str, priced: bool) -> None:
    """Cards side by side, in one or two rows; many cards are a list."""
    left, _, right, bottom = box
    top = panel(canvas, box, title)
    if len(cards) > SEVERAL:
        draw_list(canvas, cards, (left + 9, top + 2, right - 9, bottom - 4), priced)
        return
    rows = 1 if len(cards) <= FEW else 2
    each = -(-len(cards) // rows)
    wide, high = (right - left - 12) / max(each, 4), (bottom - top - 4) / rows
    if len(cards) < 4:
        wide = (right - left - 12) / len(cards)
    for k, card in enumerate(cards):
        x, y = left + 9 + (k % each) * wide, top + 1 + (k // each) * high
        draw_card(canvas, card, (round(x), round(y), round(x + wide - 6), round(y + high - 4)), priced)


def draw_card(canvas: Canvas, card: Card, box: Box, priced: bool) -> None:
    """Name, cost, production box, what else it does, and in the hand whether it can be paid."""
    left, top, right, bottom = box
    ready = priced and card.payable
    canvas.box(box, WHITE, GOOD if ready else EDGE, 2 if ready else 1)
    canvas.box((left + 2, top + 2, right - 2, top + 21), icons.CARDS[card.colour], None, radius=3)
    canvas.write((left + 6, top + 3), card.name, SMALL, WHITE, width=right - left - 12, smallest=9)
    y, inner = top + 25, right - left - 12
    if card.cost:
        icons.icons(canvas, left + 6, y, 16, card.cost, inner)
        y += 21
    if card.production:
        icons.boxes(canvas, left + 6, y + 4, 13, card.production, inner)
        y += 24
    foot = bottom - 18 if priced else bottom
    lines = (foot - y - 1) // line_height(CARD)
    if lines > 0:
        canvas.paragraph((left + 6, y), card.besides, inner, lines, CARD)
    if not priced:
        return
    text = "payable" if card.payable else f"lacks {some(card.wild, 'icon')}"
    end = canvas.write((left + 6, foot), text, CARD, GOOD if ready else FAINT, width=inner)
    if card.payable and card.wild:
        icons.wild(canvas, (end + 13, foot + 7), 6)
        canvas.write((end + 22, foot), str(card.wild), CARD, GOOD)


def draw_list(canvas: Canvas, cards: Sequence[Card], box: Box, priced: bool) -> None:
    """A line for each card, in columns if they are many; pale if the viewer cannot pay for it."""
    left, top, right, bottom = box
    step = line_height(CARD) + 5
    lines = (bottom - top) // step
    columns = min(3, -(-len(cards) // lines))
    wide = (right - left) // columns
    for k, card in enumerate(cards[: lines * columns]):
        x, y = left + (k // lines) * wide, top + (k % lines) * step
        if k == lines * columns - 1 < len(cards) - 1:
            canvas.write((x, y + 1), f"{len(cards) - k} more", CARD, FAINT)
            return
        end = icons.chip(canvas, x, y, card.name, card.colour, priced and not card.payable, CARD)
        end = icons.icons(canvas, end + 6, y + 2, 13, card.cost, min(100, x + wide - end - 12))
        if x + wide - end > 60:
            canvas.write((end + 6, y + 1), card.effect, CARD, FAINT, width=x + wide - end - 14)
