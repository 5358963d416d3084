"""What a viewer may see of a position, as plain Python values: all that the text and the picture are made from.

Both renderers look at nothing else, so whatever is hidden here is hidden in both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, TRUNCATED, A, B
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.describe import RIVAL_PHRASES, effect_phrase
from marszoo.envs.terra_formars.glossary import COCKROACH_TALENTS, HERO_TALENTS, TECHNIQUES
from marszoo.envs.terra_formars.happened import happened
from marszoo.envs.terra_formars.rules import cockroaches, dice, supports
from marszoo.envs.terra_formars.state import (
    CHOOSE_HERO,
    DICE,
    DISCARD,
    EFFECT,
    HAND,
    IDLE,
    PICK_DIE,
    PICK_EQUIPMENT,
    PICK_RIVAL,
    PILE,
    PLACE_MARKER,
    REACT,
    SPEND,
    SUPPORTS,
    TABLE,
    TO_STEAL,
    WINDOWS,
)

REASONS = (
    *(
        "at set-up",
        "after the kill",
        "by a squad card",
        "by the cockroach's talent",
        "by equipment",
        "by the technique",
    ),
)
"""Why a marker is placed, in the order of AT_SETUP …"""

Icons = tuple[int, int, int, int]
"""Stars, Serums, Wounds, Dangers."""
Price = tuple[int, int]
"""Stars, Serums."""


@dataclass(frozen=True)
class Card:
    """A support."""

    name: str
    effect: str  # in words, with the amount
    price: Price  # what acquiring it costs the active player now
    used: bool  # equipment used this turn


@dataclass(frozen=True)
class Hero:
    """A hero, chosen or on offer."""

    name: str
    technique: str
    price: Price  # of the technique, for its owner now
    talent: str
    supports: tuple[Card, ...]  # that it starts with


@dataclass(frozen=True)
class Cockroach:
    """A slot with the cockroach in it."""

    slot: int  # from 1 on
    name: str
    talent: str
    health: int
    left: int  # health less wounds
    points: int
    loot: tuple[int, int, int]  # Victory Points, Stars, Wounds
    seats: tuple[int, ...]  # whose markers are here


@dataclass(frozen=True)
class Die:
    """A combat die; `icons` is None if it is not rolled."""

    icons: Icons | None
    locked: bool


@dataclass(frozen=True)
class Player:
    """A seat. `hand` holds the squad cards that the viewer knows, `unknown` counts the others."""

    seat: int
    name: str
    you: bool
    active: bool
    moving: bool
    hero: Hero | None
    points: int
    stars: int
    wounds: int
    slot: int  # from 1 on; 0 no marker on the table
    equipment: tuple[Card, ...]
    hand: tuple[Card, ...]
    unknown: int


@dataclass(frozen=True)
class Turn:
    """The dice of the turn and what they leave to spend."""

    dice: tuple[Die, ...]
    special: Icons  # from Special Dice
    stars: int
    serums: int
    wounds: int
    dealt: int  # wounds that an attack would inflict now
    dangers: int  # that count
    flags: tuple[str, ...]  # what holds for this turn only


@dataclass(frozen=True)
class Scene:
    """Everything a viewer may see."""

    title: str
    turn: int
    kills: int
    status: str  # whose turn, or how it ended
    decision: str  # who decides what; "" when the game is over
    mover: int  # seat to move; -1 when the game is over
    heroes: tuple[Hero, ...]  # on offer, while heroes are chosen
    cockroaches: tuple[Cockroach, ...]
    players: tuple[Player, ...]
    now: Turn
    row: tuple[Card | None, ...]
    pending: tuple[str, ...]  # next to resolve first
    pile: int
    discard: tuple[str, ...]
    lair: int  # cockroaches in the pile
    events: tuple[str, ...]  # oldest first


def card_of(s: Any, content: Content, card: int) -> Card:
    row = content.rows["support"][card]
    stars = max(0, row["stars"] - int(supports.discount(s, content.tables, words.CHEAPER_SUPPORT)))
    return Card(
        content.names["support"][card], effect_phrase(content, card), (stars, row["serums"]), bool(s["used"][card])
    )


def hero_of(s: Any, content: Content, hero: int, less: int) -> Hero:
    row = content.rows["hero"][hero]
    return Hero(
        name=content.names["hero"][hero],
        technique=TECHNIQUES[row["technique"]],
        price=(max(0, row["technique_stars"] - less), row["technique_serums"]),
        talent=HERO_TALENTS[row["talent"]],
        supports=tuple(card_of(s, content, content.ids["support"].index(id)) for id in row["supports"]),
    )


def heroes_on_offer(s: Any, content: Content) -> tuple[Hero, ...]:
    if int(s["over"]) != RUNNING or int(s["frame"][int(s["depth"]) - 1][KIND]) != CHOOSE_HERO:
        return ()
    taken = {int(hero) for hero in s["hero"]}
    return tuple(hero_of(s, content, k, 0) for k in range(len(content.ids["hero"])) if k not in taken)


def look(s: Any, content: Content, seat: int, names: Sequence[str]) -> Scene:
    """The position in record `s` as `seat` may see it; seat -1 sees what everybody does."""
    players = int(s["num_players"])
    place = [int(p) for p in s["place"]]
    running = int(s["over"]) == RUNNING
    status, decision = situation(s, names)
    pending = [s["frame"][k] for k in range(int(s["depth"]) - 1, -1, -1) if s["frame"][k][KIND] == EFFECT]
    return Scene(
        title="Terra Formars",
        turn=int(s["turn"]),
        kills=int(s["kills"]),
        status=status,
        decision=decision,
        mover=int(s["player"]) if running else -1,
        heroes=heroes_on_offer(s, content),
        cockroaches=tuple(cockroach_in(s, content, k) for k in range(players) if s["slot"][k] >= 0),
        players=tuple(player_at(s, content, p, seat, names) for p in range(players)),
        now=turn_of(s, content),
        row=tuple(card_of(s, content, int(card)) if card >= 0 else None for card in s["row"]),
        pending=tuple(effect_of(content, frame, names) for frame in pending),
        pile=place.count(PILE),
        discard=tuple(content.names["support"][card] for card in range(SUPPORTS) if place[card] == DISCARD),
        lair=int(cockroaches.pile_size(s)),
        events=happened(s, content, names),
    )


def effect_of(content: Content, frame: Any, names: Sequence[str]) -> str:
    """A squad card or technique that waits to be resolved."""
    card, who = int(frame[A]), names[int(frame[SEAT])]
    if card < 0:
        return f"{who}: technique, {list(TECHNIQUES.values())[int(frame[B]) - 1]}"
    return f"{who}: {content.names['support'][card]}, {effect_phrase(content, card)}"


def situation(s: Any, names: Sequence[str]) -> tuple[str, str]:
    """Whose turn it is or how the game ended, and who decides what."""
    if int(s["over"]) != RUNNING:
        best = max(int(points) for points in s["points"][: len(names)])
        leaders = " and ".join(name for name, points in zip(names, s["points"], strict=False) if points == best)
        how = "cut off and scored as it stands" if int(s["over"]) == TRUNCATED else "the game is over"
        return f"{how}: most Victory Points ({best}) for {leaders}", ""
    status = "set-up" if int(s["part"]) == IDLE else f"turn {int(s['turn'])}: {names[int(s['active'])]}"
    frame = s["frame"][int(s["depth"]) - 1]
    return status, f"{names[int(frame[SEAT])]} decides: {question(frame, names)}"


def question(frame: Any, names: Sequence[str]) -> str:
    """What a decision frame asks."""
    kind, seat, a, b = (int(x) for x in frame)
    if kind == CHOOSE_HERO:
        return "which hero to take"
    if kind == PLACE_MARKER:
        whose = "the marker" if b == seat else f"the marker of {names[b]}"
        return f"where to place {whose} ({REASONS[a]})"
    if kind == REACT:
        return f"play a squad card or pass ({WINDOWS[a]})"
    if kind == SPEND:
        return "spend, or attack"
    if kind == PICK_DIE:
        return "which die to re-roll"
    if kind == PICK_RIVAL:
        return f"which player {RIVAL_PHRASES[a]}"
    if kind == PICK_EQUIPMENT:
        if b == TO_STEAL:
            return f"which equipment of {names[a]} to steal"
        return "which equipment to destroy"
    return "a Star into a Wound, or a Wound into a Star"


def cockroach_in(s: Any, content: Content, slot: int) -> Cockroach:
    number = int(s["slot"][slot])
    row = content.rows["cockroach"][number]
    seats = tuple(p for p in range(int(s["num_players"])) if s["marker"][p] == slot)
    points, stars, wounds = row["loot"]
    return Cockroach(
        slot=slot + 1,
        name=content.names["cockroach"][number],
        talent=COCKROACH_TALENTS[row["talent"]],
        health=row["health"],
        left=row["health"] - int(s["hurt"][slot]),
        points=row["points"],
        loot=(points, stars, wounds),
        seats=seats,
    )


def player_at(s: Any, content: Content, seat: int, viewer: int, names: Sequence[str]) -> Player:
    cards = [card for card in range(SUPPORTS) if s["place"][card] == HAND + seat]
    known = [card for card in cards if viewer == seat or s["known"][card]]
    hero = int(s["hero"][seat])
    mine = seat == int(s["active"])
    less = int(supports.discount(s, content.tables, words.CHEAPER_TECHNIQUE)) if mine else 0
    return Player(
        seat=seat,
        name=names[seat],
        you=seat == viewer,
        active=mine and int(s["part"]) != IDLE and int(s["over"]) == RUNNING,
        moving=int(s["over"]) == RUNNING and seat == int(s["player"]),
        hero=hero_of(s, content, hero, less) if hero >= 0 else None,
        points=int(s["points"][seat]),
        stars=int(s["stars"][seat]),
        wounds=int(s["wounds"][seat]),
        slot=int(s["marker"][seat]) + 1,
        equipment=tuple(card_of(s, content, card) for card in range(SUPPORTS) if s["place"][card] == TABLE + seat),
        hand=tuple(card_of(s, content, card) for card in known),
        unknown=len(cards) - len(known),
    )


def turn_of(s: Any, content: Content) -> Turn:
    tables = content.tables
    rolled = []
    for die in range(DICE):
        icons = tuple(int(dice.icons(s, tables, die, kind)) for kind in range(4))
        seen = (icons[0], icons[1], icons[2], icons[3]) if s["face"][die] >= 0 else None
        rolled.append(Die(seen, bool(dice.locked(s, die))))
    special = tuple(int(n) for n in s["special"])
    talent, dangers, stars, serums = (int(n) for n in dice.purse(s, tables))
    flags = (
        (s["talent_ignored"], "the talent is ignored"),
        (s["all_ignored"], "all Dangers are ignored"),
        (s["dangers_ignored"] and not s["all_ignored"], f"{int(s['dangers_ignored'])} of the Dangers ignored"),
        (s["stars_lost"], "Stars on the dice do not count"),
        (s["serums_lost"], "Serums on the dice do not count"),
        (s["toll_paid"], "the 2 Stars are paid"),
        (s["rerolled"], "the hero's re-roll is used"),
        (s["fewer"], f"{int(s['fewer'])} dice fewer"),
    )
    return Turn(
        dice=tuple(rolled),
        special=(special[0], special[1], special[2], special[3]),
        stars=stars,
        serums=serums,
        wounds=int(dice.total_wounds(s, tables)),
        dealt=int(cockroaches.damage_total(s, tables, talent, dangers)),
        dangers=dangers,
        flags=tuple(text for on, text in flags if on),
    )
