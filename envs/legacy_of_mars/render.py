"""The table as text; the picture is in ``picture.py``."""

import functools
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.phrases import RESOURCES, plural
from marszoo.envs.legacy_of_mars.picture import render_image
from marszoo.envs.legacy_of_mars.seen import Card, Player, look
from marszoo.envs.legacy_of_mars.seen_board import Hex, Objective, Track
from marszoo.envs.legacy_of_mars.state import NEUTRAL, SOLO_GENERATIONS

__all__ = ["render_image", "render_text"]

TILE_SIGNS = ("", "ocean", "GREEN", "CITY", "TILE")
BONUS_SIGNS = {
    "plant": "pl",
    "steel": "st",
    "titanium": "ti",
    "heat": "he",
    "card": "card",
    "ocean": "ocean",
    "temperature": "temp",
}
CELL = 13
"""Characters of a hex in the map; the rows are shifted by half of it."""
SHOWN = 16
"""Lines of events in the text."""
LONGEST = 118
"""Characters in a line, unless a name is longer."""


def render_text(s: Any, content: Content, seat: int, names: Sequence[str]) -> str:
    """The position as `seat` may see it (-1: as everybody may).

    Args:
        s: the record. names: the agents' names, one per seat.
    """
    scene = look(s, content, seat, names)
    milestones, awards = scene.objectives.milestones, scene.objectives.awards
    parts = [
        [
            f"{scene.mission} on {scene.board}",
            *(track_line(track) for track in scene.tracks),
            f"Piles: {scene.deck} in the deck, {scene.discarded} discarded, {plural(scene.box, 'innovation')} in the box",
        ],
        map_lines(scene.hexes),
        [f"Solo goal after {SOLO_GENERATIONS} generations: {scene.goal}"] if scene.goal else [],
        section(priced("Milestones", scene.objectives.milestone_price), objective_lines(milestones, scene.players)),
        section(priced("Awards", scene.objectives.award_price), objective_lines(awards, scene.players)),
        section("Players", [line for player in scene.players for line in player_lines(player, scene.mover < 0)]),
        *(section(pile.title, [f"  {card_text(card)}" for card in pile.cards]) for pile in scene.piles),
        section("Known of what lies face down", [f"  {text}" for text in scene.known]),
        section("Still to come, the next one first", [f"  {text}" for text in scene.pending]),
        section("Last events", [f"  {text}" for text in scene.events[-SHOWN:]]),
    ]
    head = f"{scene.title} | {scene.status}" + (f" | {scene.decision}" if scene.decision else "")
    return "\n\n".join([head, *("\n".join(wrapped(line) for line in lines) for lines in parts if lines)])


def section(title: str, lines: list[str]) -> list[str]:
    """The lines under a title; nothing if there are none."""
    return [title, *lines] if lines else []


def priced(title: str, price: int) -> str:
    return f"{title} ({price} M€ for the next one)" if price else f"{title} (no more of them)"


@functools.lru_cache(maxsize=4096)  # what lies on the table fills most lines, and lies there for long
def wrapped(line: str) -> str:
    """A line broken where it is too long, its other lines indented more."""
    if len(line) <= LONGEST:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    pieces = textwrap.wrap(line, LONGEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(pieces)


# --- tracks, map, milestones and awards ---


def track_line(track: Track) -> str:
    here = track.places[max(0, track.at - track.first)]
    ahead = [
        f"{bonus} at {place}"
        for k, (place, bonus) in enumerate(zip(track.places, track.bonuses, strict=True))
        if bonus and k > track.at - track.first
    ]
    left = f"{plural(track.last - track.at, 'step')} to {track.places[-1]}" if track.at < track.last else "complete"
    return f"{track.name} {here}, {left}" + (f"; ahead: {', '.join(ahead)}" if ahead else "")


def map_lines(hexes: Sequence[Hex]) -> list[str]:
    """The rows of the map, each shifted by half a hex against the next; spaces off the planet below it."""
    lines = [
        "Map (~ reserved for oceans, ^ volcano, N Noctis' hex, * may be chosen; capitals: a tile and its owner's "
        "seat, +n its Population; !n claimed by seat n)"
    ]
    widest = max(sum(spot.row == row for spot in hexes) for row in range(9))
    for row in range(1 + max(spot.row for spot in hexes)):
        cells = [hex_text(spot).ljust(CELL) for spot in hexes if spot.row == row]
        lines.append(("  " + " " * (CELL * (widest - len(cells)) // 2) + "".join(cells)).rstrip())
    away = [f"{spot.name}{'*' if spot.fits else ''}: {tile_text(spot)}" for spot in hexes if spot.row < 0 and spot.tile]
    away += [f"{spot.name}*: free" for spot in hexes if spot.row < 0 and spot.fits and not spot.tile]
    named = [f"{spot.title} on {spot.name}" for spot in hexes if spot.title]
    lines += [f"  off the planet: {', '.join(away)}"] if away else []
    return lines + ([f"  named tiles: {', '.join(named)}"] if named else [])


def owner_text(seat: int) -> str:
    return "" if seat < 0 else "n" if seat == NEUTRAL else str(seat)


def tile_text(spot: Hex) -> str:
    sign = "ice" if spot.frozen else TILE_SIGNS[spot.tile]
    people = f"+{spot.population}" if spot.population else ""
    return f"{sign}{owner_text(spot.owner)}{people}"


def hex_text(spot: Hex) -> str:
    """Such as ``A2 ~2pl``, ``C3 CITY0+1``."""
    mark = "*" if spot.fits else " "
    if spot.tile:
        return f"{spot.name}{mark}{tile_text(spot)}"
    signs = ("~" if spot.reserved else "") + ("^" if spot.volcanic else "") + ("N" if spot.noctis else "")
    claim = f"!{spot.claim}" if spot.claim >= 0 else ""
    return f"{spot.name}{mark}{signs}{bonus_text(spot)}{claim}".rstrip()


def bonus_text(spot: Hex) -> str:
    """What is printed on a hex, such as ``2pl st``."""
    kinds = dict.fromkeys(spot.bonus)
    counts = ((BONUS_SIGNS[kind], spot.bonus.count(kind)) for kind in kinds)
    text = " ".join(sign if n == 1 else f"{n}{sign}" for sign, n in counts)
    return f"{text}-{spot.price}M€" if spot.price else text


def objective_lines(objectives: Iterable[Objective], players: Sequence[Player]) -> list[str]:
    return [objective_line(one, players) for one in objectives]


def objective_line(one: Objective, players: Sequence[Player]) -> str:
    wanted = f"{one.needed} {one.counted}" if one.needed else f"most {one.counted}"
    counts = ", ".join(f"{p.name} {n}" for p, n in zip(players, one.counts, strict=True))
    if one.holder < 0:
        return f"  {one.name}, {wanted}: {counts}"
    done = "claimed" if one.needed else "funded"
    return f"  {one.name}, {wanted}: {done} by {players[one.holder].name}" + ("" if one.needed else f"; {counts}")


# --- players ---


def player_lines(p: Player, over: bool) -> list[str]:
    flags = ((p.you, "you"), (p.first, "first player"), (p.active, "whose turn it is"), (p.moving, "to decide"))
    tags = [tag for on, tag in (*flags, (p.passed, "has passed")) if on]
    said = f" ({', '.join(tags)})" if tags else ""
    score = f"{p.points} VP" if over else f"{p.points} VP if it ended now"
    saved = f", {p.saved} saved" if p.saved else ""
    titles = [f"    titles: {', '.join(p.titles)}; {p.title_points} TP"] if p.titles else []
    if p.away:
        return [f"  {p.name}: away in this mission{saved}", *titles]
    lines = [
        f"{'>' if p.moving else ' '} {p.name}{said}: terraform rating {p.rating}, {score}; "
        f"{plural(p.held, 'card')} in hand{saved}; {plural(p.events, 'event')} played",
        *titles,
    ]
    if p.corporation:
        lines.append(f"    corporation: {p.corporation}" + (f", {in_play_text(p.side)}" if p.side else ""))
    lines += [f"    development: {in_play_text(card)}" for card in p.developments]
    amounts = zip(RESOURCES, p.resources, p.production, strict=True)
    lines.append("    resources (production): " + ", ".join(f"{name} {n} ({made:+d})" for name, n, made in amounts))
    if (p.worth[0], p.worth[1]) != (2, 3) and p.side:
        lines.append(f"    steel pays {p.worth[0]} M€, titanium {p.worth[1]} M€")
    tags = [f"{n} {tag}" for tag, n in zip(words.TAGS, p.tags, strict=True) if n]
    lines += [f"    tags: {', '.join(tags)}"] if tags else []
    lasting = [card for card in p.table if card.lasting or card.kind]
    done = [card.name for card in p.table if not (card.lasting or card.kind)]
    lines += [f"    in play: {in_play_text(card)}" for card in lasting]
    lines += [f"    played: {', '.join(done)}"] if done else []
    return lines + [f"    in hand: {card_text(card)}" for card in p.hand or ()]


def in_play_text(card: Card) -> str:
    """A row that lies face up: what it keeps, and what it can still do."""
    notes = [plural(card.held, card.kind)] if card.kind else []
    notes += ["used"] if card.used else []
    note = f" ({', '.join(notes)})" if notes else ""
    return f"{card.name}{note}" + (f" [{card.lasting}]" if card.lasting else "")


def card_text(card: Card) -> str:
    """A card that the viewer sees and nobody else: price, requirement, all that it does."""
    mark = "* " if card.ready else ""
    if not card.colour:
        what = "; ".join(part for part in (", ".join(card.tags), card.effect, card.lasting, card.points) if part)
        return f"{mark}{card.name} [{what}]"
    price = f"{card.price} M€" + (f" (printed {card.cost})" if card.price != card.cost else "")
    needs = f", needs {card.requirement}" if card.requirement else ""
    tags = f", tags {', '.join(card.tags)}" if card.tags else ""
    does = "; ".join(part for part in (card.effect, card.lasting, card.points) if part) or "nothing"
    return f"{mark}{card.name} ({card.colour}, {price}{needs}{tags}): {does}"
