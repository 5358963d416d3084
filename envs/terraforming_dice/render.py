"""The table as text; the picture is in ``picture.py``."""

import functools
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.describe import effect_phrase, icons_phrase, some
from marszoo.envs.terraforming_dice.picture import render_image
from marszoo.envs.terraforming_dice.rules.milestones import REMOVED, UNCLAIMED
from marszoo.envs.terraforming_dice.seen import Award, Card, Hex, Milestone, Player, Scene, Track, look
from marszoo.envs.terraforming_dice.state import EMPTY

__all__ = ["render_image", "render_text"]

TILE_SIGNS = ("", "OCEAN", "GREENERY", "CITY", "SPECIAL")
CELL = 14
"""Characters of a hex in the map; the rows are shifted by half of it."""
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
        section(offer_title(scene), [f"  {card.name} [{card.effect}]" for card in scene.offer]),
        [*(track_line(track) for track in scene.tracks), pool_line(scene), piles_line(scene)],
        map_lines(scene.hexes),
        section("Awards, for icons on the cards played", [award_line(award, scene.players) for award in scene.awards]),
        section("Milestones", [milestone_line(tile, scene.players) for tile in scene.milestones]),
        section("Players", [line for player in scene.players for line in player_lines(player, scene.mover < 0)]),
        section("Still to come, the next one first", [f"  {text}" for text in scene.pending]),
        section("Last events", [f"  {text}" for text in scene.events[-SHOWN:]]),
    ]
    head = f"{scene.title} | {scene.status}" + (f" | {scene.decision}" if scene.decision else "")
    return "\n\n".join([head, *("\n".join(wrapped(line) for line in lines) for lines in parts if lines)])


def section(title: str, lines: list[str]) -> list[str]:
    """The lines under a title; nothing if there are none."""
    return [title, *lines] if lines else []


@functools.lru_cache(maxsize=4096)  # what lies on the table fills most lines, and lies there for long
def wrapped(line: str) -> str:
    """A line broken where it is too long, its other lines indented more."""
    if len(line) <= LONGEST:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    pieces = textwrap.wrap(line, LONGEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(pieces)


def offer_title(scene: Scene) -> str:
    if any(card.colour for card in scene.offer):
        return (
            "Bonus cards to choose from" if scene.choosing else "Bonus cards in the pile, which you have looked through"
        )
    return "Corporations dealt to you"


def track_line(track: Track) -> str:
    taken, steps = track.step, len(track.places) - 1
    bonuses = [
        f"{effect_phrase(bonus)} at {place}"
        for k, (place, bonus) in enumerate(zip(track.places, track.bonuses, strict=True))
        if bonus and k > taken
    ]
    left = f"{some(steps - taken, 'step')} to {track.places[-1]}" if taken < steps else "complete"
    ahead = f"; bonuses ahead: {', '.join(bonuses)}" if bonuses else ""
    return f"{track.name} {track.places[taken]}, {left}{ahead}"


def pool_line(scene: Scene) -> str:
    return f"Dice in the pool: {held(words.COLOURS, scene.pool)}"


def piles_line(scene: Scene) -> str:
    return f"Piles: {scene.deck} in the deck, {scene.discarded} discarded, {some(scene.pile, 'bonus card')}"


def held(names: Iterable[str], counts: Iterable[int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in zip(names, counts, strict=True) if n) or "none"


def map_lines(hexes: Sequence[Hex]) -> list[str]:
    """The rows of the map, each shifted by half a hex against the next."""
    lines = ["Map (capitals: a tile; ~ an ocean area; the rest is what a tile there brings; * the tile may go here)"]
    for row in range(1 + max(spot.row for spot in hexes)):
        cells = [hex_text(spot).ljust(CELL) for spot in hexes if spot.row == row]
        lines.append(("  " + " " * (CELL // 2 * (7 - len(cells))) + "".join(cells)).rstrip())
    return lines


def hex_text(spot: Hex) -> str:
    """Such as ``A2 ~water`` or ``C3 CITY``."""
    mark = "*" if spot.fits else " "
    if spot.tile != EMPTY:
        return f"{spot.name}{mark}{TILE_SIGNS[spot.tile]}"
    return f"{spot.name}{mark}{'~' if spot.ocean_area else ''}{bonus_sign(spot.bonus) if spot.bonus else ''}".rstrip()


def bonus_sign(text: str) -> str:
    """A bonus of a hex in a word or two."""
    word, n, *argument = text.split()
    thing = {"roll": "die", "draw": "card", "wild": "wild", "points": "VP"}.get(word, "")
    sign = " ".join([*argument, *([thing] if thing else [])])
    return sign if n == "1" else f"{n} {sign}"


def of_seats(players: Sequence[Player], counts: Sequence[int]) -> str:
    return ", ".join(f"{player.name} {n}" for player, n in zip(players, counts, strict=True))


def award_line(award: Award, players: Sequence[Player]) -> str:
    counts = [
        f"{p.name} {n}" + (f" ({pts} VP)" if pts else "")
        for p, n, pts in zip(players, award.icons, award.points, strict=True)
    ]
    needed = f" of {award.needed}" if award.needed else ""
    return f"  {award.resource}: {', '.join(counts)}{needed}"


def milestone_line(tile: Milestone, players: Sequence[Player]) -> str:
    wanted = f"  {tile.name}, {tile.amount} {tile.counted}"
    if tile.holder == UNCLAIMED:
        return f"{wanted}: {of_seats(players, tile.progress)}"
    return f"{wanted}: {'removed' if tile.holder == REMOVED else f'claimed by {players[tile.holder].name}'}"


def hand_text(card: Card) -> str:
    """A card of the viewer's hand, with its cost and whether it can be paid."""
    if not card.payable:
        can = f"cannot be paid, {some(card.wild, 'icon')} lacking"
    else:
        can = f"can be paid with {some(card.wild, 'wild token')}" if card.wild else "can be paid"
    return f"{card.name} [{card.effect}] for {icons_phrase(card.cost)}: {can}"


def score_text(p: Player, over: bool) -> str:
    score = p.score
    parts = ((score.ribbons, "ribbons"), (score.milestones, "milestones"), (score.awards, "awards"))
    named = [f"{name} {n}" for n, name in parts if n]
    if not named:
        return f"{score.track} VP"
    more = ", ".join([f"track {score.track}", *named])
    return f"{score.total} VP ({more})" if over else f"{score.track} VP ({score.total} if the game ended now: {more})"


def player_lines(p: Player, over: bool) -> list[str]:
    tags = [tag for on, tag in ((p.you, "you"), (p.active, "whose turn it is"), (p.moving, "to decide")) if on]
    said = f" ({', '.join(tags)})" if tags else ""
    tokens = some(p.wild, "wild token")
    lines = [
        f"{'>' if p.moving else ' '} {p.name}{said}: {score_text(p, over)}; {tokens}; {some(p.held, 'card')} in hand"
    ]
    if p.corporation is None:
        return lines + hand_lines(p)
    lines += [
        f"    corporation: {p.corporation.name}" + (f" [{p.corporation.lasting}]" if p.corporation.lasting else ""),
        f"    resources: {held(words.RESOURCES, p.dice)}; keeps {p.keeps} of them at a production turn",
        f"    production: {held(words.PRODUCTION, p.production)}",
        *hand_lines(p),
    ]
    done = [card.name for card in p.played if not card.lasting]
    lines += [
        f"    played: {card.name} [{card.lasting}]{' (used)' if card.used else ''}" for card in p.played if card.lasting
    ]
    return lines + ([f"    played: {', '.join(done)}"] if done else [])


def hand_lines(p: Player) -> list[str]:
    return [f"    in hand: {hand_text(card)}" for card in p.hand or ()]
