"""Ore Rush for people: actions in words, the table as text and as a picture."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING
from toy.content import EFFECTS
from toy.state import ACTIONS, CARDS, DISCARD

COLOURS = np.array([(204, 85, 51), (51, 119, 187), (85, 153, 51), (170, 68, 153)], np.uint8)


def describe(s: Any, content: Content, action: int) -> str:
    block, k = ACTIONS.decode(action)
    if block == "card":
        row = content.rows["card"][k]
        return f"play {row['name']} ({content.ids['card'][k]}): {row['effect']} {row['value']}"
    if block == "player":
        return f"steal from seat {k}"
    if block == "amount":
        return f"bid {k}"
    return "draw a card" if k == 0 else "pass"


def render_text(s: Any, content: Content, seat: int, names: Sequence[str]) -> str:
    lines = [f"Ore Rush, {int(s.rounds)} rounds played; last roll {int(s.pips)}"]
    for p in range(int(s.num_players)):
        hand = [c for c in range(CARDS) if s.place[c] == p]
        shown = ", ".join(content.ids["card"][c] for c in hand) if p == seat else f"{len(hand)} cards"
        mark = ">" if s.over == RUNNING and s.player == p else " "
        bid = "" if s.bid[p] < 0 else f"; has bid {int(s.bid[p])}" if p == seat else "; has bid"
        lines.append(f"{mark} {names[p]}: {int(s.coins[p])} coins; {shown}{bid}")
    pile = [content.ids["card"][c] for c in range(CARDS) if s.place[c] == DISCARD]
    lines.append(f"discarded: {', '.join(pile) or 'none'} ({' / '.join(EFFECTS)})")
    return "\n".join(lines)


def render_image(s: Any, content: Content, seat: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
    """A bar for each seat, as long as its coins; a white edge marks whose turn it is."""
    image = np.full((160, 320, 3), (34, 34, 34), np.uint8)
    for p in range(int(s.num_players)):
        rows = slice(10 + 36 * p, 36 + 36 * p)
        image[rows, 10:310] = (68, 68, 68)
        image[rows, 10 : 20 + min(290, 9 * max(0, int(s.coins[p])))] = COLOURS[p]
        if s.over == RUNNING and s.player == p:
            image[rows, 2:6] = 255
    return image
