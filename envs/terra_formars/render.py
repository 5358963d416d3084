"""The table as text; the picture is in ``picture.py``."""

import functools
import textwrap
from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.terra_formars.describe import cost
from marszoo.envs.terra_formars.happened import ICONS, TOKENS, count, icons_in_words
from marszoo.envs.terra_formars.picture import render_image
from marszoo.envs.terra_formars.seen import Card, Cockroach, Die, Hero, Player, Scene, look

__all__ = ["render_image", "render_text"]

LETTERS = "*SWD"
"""A die's icons as the content file writes them: Star, Serum, Wound, Danger."""
SHOWN = 12
"""Events in the text."""
LONGEST = 110
"""Characters in a line, unless a name is longer."""


def render_text(s: Any, content: Content, seat: int, names: Sequence[str]) -> str:
    """The position as `seat` may see it (-1: as everybody may).

    Args:
        s: the record. names: the agents' names, one per seat.
    """
    scene = look(s, content, seat, names)
    parts = [
        [f"{scene.title} | {scene.status}" + (f" | {scene.decision}" if scene.decision else "")],
        section("Heroes to choose from", [line for hero in scene.heroes for line in hero_lines(hero)]),
        section("Cockroaches", [line for c in scene.cockroaches for line in cockroach_lines(c, scene.players)]),
        turn_lines(scene),
        section("Players", [line for player in scene.players for line in player_lines(player)]),
        row_lines(scene),
        section("Waiting to resolve, the next one first", [f"  {text}" for text in scene.pending]),
        section("Last events", [f"  {text}" for text in scene.events[-SHOWN:]]),
    ]
    return "\n\n".join("\n".join(wrapped(line) for line in lines) for lines in parts if lines)


def section(title: str, lines: list[str]) -> list[str]:
    """The lines under a title; nothing if there are none."""
    return [title, *lines] if lines else []


@functools.lru_cache(maxsize=4096)  # what lies on the table fills most lines, and lies there for long
def wrapped(line: str) -> str:
    """A line broken where it is too long, its other lines indented more."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    pieces = textwrap.wrap(line, LONGEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(pieces) or line


def hero_lines(hero: Hero) -> list[str]:
    return [
        f"  {hero.name}: {hero.talent}; technique for {cost(*hero.price)}: {hero.technique}",
        f"    starts with: {cards_text(hero.supports)}",
    ]


def cockroach_lines(c: Cockroach, players: Sequence[Player]) -> list[str]:
    here = ", ".join(players[p].name for p in c.seats) or "nobody"
    loot = ", ".join(count(n, words) for n, words in zip(c.loot, TOKENS, strict=True) if n) or "none"
    state = f"health {c.left} of {c.health}" if c.left else "dead"
    return [
        f"  {c.slot}  {c.name}: {state}; {count(c.points, TOKENS[0])}; loot {loot}; here: {here}",
        f"     {c.talent}",
    ]


def die_text(die: Die) -> str:
    if die.icons is None:
        return "[  ]"
    face = "".join(letter * n for letter, n in zip(LETTERS, die.icons, strict=True))
    return f"[{face or ' '}{'!' if die.locked else ''}]"


def turn_lines(scene: Scene) -> list[str]:
    now = scene.now
    if all(die.icons is None for die in now.dice) and not now.flags:
        return []
    lines = [f"Dice  {' '.join(die_text(die) for die in now.dice)}  (* Star, S Serum, W Wound, D Danger, ! locked)"]
    if any(now.special):
        lines.append(f"  from Special Dice: {icons_in_words(now.special)}")
    lines.append(f"  to spend: {icons_in_words((now.stars, now.serums, 0, 0))}")
    through = f", {now.dealt} of them inflicted" if now.dealt != now.wounds else ""
    lines.append(f"  attack: {count(now.wounds, ICONS[2])}{through}")
    lines.append(f"  Dangers that count: {now.dangers}")
    lines += [f"  {flag}" for flag in now.flags]
    return lines


def cards_text(cards: Sequence[Card]) -> str:
    return "; ".join(f"{card.name} [{card.effect}]{' (used)' if card.used else ''}" for card in cards)


def player_lines(p: Player) -> list[str]:
    tags = [tag for on, tag in ((p.you, "you"), (p.active, "whose turn it is"), (p.moving, "to decide")) if on]
    where = f"in slot {p.slot}" if p.slot else "no marker yet"
    held = f"{count(p.points, TOKENS[0])}, {count(p.stars, TOKENS[1])}, {count(p.wounds, TOKENS[2])}"
    said = f" ({', '.join(tags)})" if tags else ""
    head = f"{'>' if p.moving else ' '} {p.name}{said}: {held}; {where}"
    if p.hero is None:
        return [head]
    hand = cards_text(p.hand)
    if p.unknown:
        hand = f"{hand}{'; ' if hand else ''}{count(p.unknown, ('unknown card', 'unknown cards'))}"
    return [
        head,
        f"    {p.hero.name}: {p.hero.talent}; technique for {cost(*p.hero.price)}: {p.hero.technique}",
        f"    equipment: {cards_text(p.equipment) or 'none'}",
        f"    hand: {hand or 'empty'}",
    ]


def row_lines(scene: Scene) -> list[str]:
    if not any(scene.row) and not scene.discard:
        return []
    cards = [f"  {card.name} [{card.effect}] for {cost(*card.price)}" if card else "  empty" for card in scene.row]
    thrown = f": {', '.join(scene.discard)}" if scene.discard else ""
    return [
        "Supports to acquire",
        *cards,
        f"Piles: {count(scene.pile, ('support', 'supports'))}, {count(scene.lair, ('cockroach', 'cockroaches'))}; "
        f"{scene.kills} killed; {len(scene.discard)} in the discard{thrown}",
    ]
