"""The table as text; the picture is in ``picture.py``."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, TRUNCATED
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.content import named
from marszoo.envs.terraforming_dice.describe import card_phrase, icons_phrase, row_phrase
from marszoo.envs.terraforming_dice.happened import happened
from marszoo.envs.terraforming_dice.picture import render_image
from marszoo.envs.terraforming_dice.reading import HEX_NAMES, ROW_LENGTHS
from marszoo.envs.terraforming_dice.results import total
from marszoo.envs.terraforming_dice.state import (
    BONUS,
    BONUS_PILE,
    CARDS,
    CHOOSE_CORPORATION,
    DECISIONS,
    DECK,
    DISCARD,
    HAND,
    OCEANS,
    TABLE,
)

__all__ = ["render_image", "render_text"]

TILE_LETTERS = ".OGC#"
"""Nothing, ocean, greenery, city, special tile; an empty ocean area is ``~``, a hex with a bonus ``+``."""
SHOWN = 12
"""Events in the text."""


def render_text(s: Any, content: Content, seat: int, names: Sequence[str]) -> str:
    """The position as `seat` may see it (-1: as everybody may).

    Args:
        s: the record. names: the agents' names, one per seat.
    """
    players = int(s["num_players"])
    parts = [
        [f"Terraforming Mars: The Dice Game | {status(s, content, names)}"],
        track_lines(s, content, names),
        map_lines(s, content),
        [line for p in range(players) for line in seat_lines(s, content, p, seat, names)],
        choice_lines(s, content, seat),
        ["Last events", *(f"  {text}" for text in happened(s, content, names)[-SHOWN:])],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def status(s: Any, content: Content, names: Sequence[str]) -> str:
    """Whose turn it is and who decides what, or how the game ended."""
    if int(s["over"]) != RUNNING:
        how = "cut off and scored as it stands" if int(s["over"]) == TRUNCATED else "the game is over"
        scores = ", ".join(f"{name} {int(total(s, content.tables, p))} VP" for p, name in enumerate(names))
        return f"{how}: {scores}"
    frame = s["frame"][int(s["depth"]) - 1]
    whose = f"turn {int(s['turn'])} ({names[int(s['active'])]})" if int(s["turn"]) else "set-up"
    last = f" | last round, {int(s['left'])} turns to come after this one" if int(s["left"]) >= 0 else ""
    return f"{whose} | {names[int(s['player'])]} decides: {DECISIONS[int(frame[0]) - 1]}{last}"


def track_lines(s: Any, content: Content, names: Sequence[str]) -> list[str]:
    place = [int(p) for p in s["place"]]
    milestones = []
    for k, claimed in zip(s["milestone"], s["claimed"], strict=True):
        row = content.rows["milestone"][int(k)]
        who = {-1: "free", -2: "removed"}.get(int(claimed)) or names[int(claimed)]
        milestones.append(f"{content.names['milestone'][int(k)]} ({row['amount']} {row['criterion']}): {who}")
    pool = ", ".join(f"{int(n)} {colour}" for n, colour in zip(s["pool"], words.COLOURS, strict=True))
    return [
        f"Temperature {4 * int(s['temperature']) - 32} | oxygen {2 * int(s['oxygen'])} % | "
        f"oceans {int(s['oceans'])} of {OCEANS}",
        f"Pool: {pool}",
        f"Awards: {', '.join(words.RESOURCES[int(r)] for r in s['award'])}",
        f"Milestones: {'; '.join(milestones)}",
        f"Piles: {place.count(DECK)} in the deck, {place.count(DISCARD)} discarded, {place.count(BONUS_PILE)} bonus cards",
    ]


def map_lines(s: Any, content: Content) -> list[str]:
    lines = ["Map  (O ocean, G greenery, C city, # special, ~ free ocean area, + bonus)"]
    at = 0
    for length in ROW_LENGTHS:
        cells = []
        for k in range(at, at + length):
            letter = TILE_LETTERS[int(s["tile"][k])]
            if letter == ".":
                bonus = content.tables["hex_bonus"][k][0] > 0
                letter = "~" if content.tables["ocean_area"][k] else "+" if bonus else "."
            cells.append(letter)
        lines.append(f"  {HEX_NAMES[at][0]} {' ' * (7 - length)}{' '.join(cells)}")
        at += length
    return lines


def held(icons: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in icons.items() if n) or "none"


def seat_lines(s: Any, content: Content, p: int, seat: int, names: Sequence[str]) -> list[str]:
    place = [int(x) for x in s["place"]]
    running = int(s["over"]) == RUNNING
    tags = [
        tag
        for on, tag in (
            (p == seat, "you"),
            (running and p == int(s["active"]) and int(s["turn"]), "whose turn it is"),
            (running and p == int(s["player"]), "to decide"),
        )
        if on
    ]
    said = f" ({', '.join(tags)})" if tags else ""
    mover = running and p == int(s["player"])
    lines = [f"{'>' if mover else ' '} {names[p]}{said}: {int(s['points'][p])} VP, {int(s['wild'][p])} wild tokens"]
    if int(s["corporation"][p]) >= 0 and (p == seat or p < int(s["revealed"])):
        row = int(s["corporation"][p])
        lines.append(f"    {content.names['corporation'][row]} [{row_phrase(content.rows['corporation'][row])}]")
    lines.append(f"    dice: {held(dict(zip(words.RESOURCES, map(int, s['dice'][p]), strict=True)))}")
    lines.append(f"    production: {held(dict(zip(words.PRODUCTION, map(int, s['production'][p]), strict=True)))}")
    hand = [card for card in range(CARDS) if place[card] == HAND + p]
    if p == seat:
        lines += [f"    in hand: {text}" for text in (hand_text(content, card) for card in hand)]
    else:
        lines.append(f"    in hand: {len(hand)} cards")
    for card in (card for card in range(CARDS) if place[card] == TABLE + p):
        used = " (used)" if s["turned"][card] else ""
        lines.append(f"    played: {card_phrase(content, card)}{used}")
    return lines


def hand_text(content: Content, card: int) -> str:
    table, index = named(card)
    return f"{card_phrase(content, card)} for {icons_phrase(content.rows[table][index].get('cost', []))}"


def choice_lines(s: Any, content: Content, seat: int) -> list[str]:
    """What only the seat that decides may look at: the corporations dealt, the bonus pile."""
    if int(s["over"]) != RUNNING or int(s["player"]) != seat:
        return []
    kind = int(s["frame"][int(s["depth"]) - 1][0])
    if kind == CHOOSE_CORPORATION:
        return ["To choose from", *(f"  {card_phrase(content, CARDS + int(k))}" for k in s["dealt"][seat])]
    if kind == BONUS:
        pile = [card for card in range(CARDS) if int(s["place"][card]) == BONUS_PILE]
        return ["Bonus pile", *(f"  {card_phrase(content, card)}" for card in pile)]
    return []
