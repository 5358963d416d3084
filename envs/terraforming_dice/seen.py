"""What a viewer may see of a position, as plain Python values: all that the text and the picture are made from.

Both renderers look at nothing else, so whatever is hidden here is hidden in both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from marszoo.envs.core.content import Content, once_per_content
from marszoo.envs.core.frames import KIND, RUNNING, A, B
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.asked import situation, waiting
from marszoo.envs.terraforming_dice.content import named
from marszoo.envs.terraforming_dice.describe import CRITERION_PHRASES, lasting_phrase, row_phrase, written
from marszoo.envs.terraforming_dice.happened import happened
from marszoo.envs.terraforming_dice.reading import HEX_NAMES, ROW_LENGTHS
from marszoo.envs.terraforming_dice.results import MILESTONE_POINTS, award_points, total
from marszoo.envs.terraforming_dice.rules import board, cards, milestones, start, turn
from marszoo.envs.terraforming_dice.state import (
    AWARDS,
    BONUS,
    BONUS_PILE,
    CARDS,
    DECK,
    DISCARD,
    HAND,
    HEXES,
    OCEANS,
    OXYGEN_STEPS,
    PLACE,
    SOLO_SETUP,
    TABLE,
    TEMPERATURE_STEPS,
    TILES,
)


@dataclass(frozen=True)
class Card:
    """A project, a bonus card or a corporation."""

    name: str
    colour: str  # green, red, blue; "" for corporations
    cost: tuple[str, ...]  # printed icons, a resource each
    production: tuple[str, ...]  # colours of dice, "wild", "point"
    effect: str  # all it does, in words
    besides: str  # the same without the production
    lasting: str  # action and permanent effects; "" none
    used: bool  # its action was used since the last production turn
    wild: int  # wild tokens that playing it takes now; only of cards in the viewer's hand
    payable: bool  # the viewer has them


@dataclass(frozen=True)
class Track:
    """A global parameter."""

    name: str
    step: int  # steps taken
    places: tuple[str, ...]  # what is printed at each step, the start included
    bonuses: tuple[str, ...]  # of each step, as the content file writes them; "" none


@dataclass(frozen=True)
class Hex:
    """A space of the map."""

    name: str
    row: int
    column: int
    tile: int  # EMPTY …
    ocean_area: bool
    bonus: str  # as the content file writes it; "" none
    fits: bool  # the tile that is being placed may go here


@dataclass(frozen=True)
class Award:
    """An award die."""

    resource: str
    icons: tuple[int, ...]  # printed cost icons of each seat
    points: tuple[int, ...]  # for each seat, if the game were over now
    needed: int  # alone: icons that it takes; 0 otherwise


@dataclass(frozen=True)
class Milestone:
    """A milestone tile."""

    name: str
    amount: int
    counted: str  # what the amount is of
    progress: tuple[int, ...]  # of each seat
    holder: int  # the seat that has it; UNCLAIMED or REMOVED


@dataclass(frozen=True)
class Score:
    """Where the Victory Points of a seat would come from, if the game were over now."""

    track: int
    ribbons: int
    milestones: int
    awards: int
    total: int


@dataclass(frozen=True)
class Player:
    """A seat. `hand` is None for all but the viewer."""

    seat: int
    name: str
    you: bool
    active: bool
    moving: bool
    corporation: Card | None
    score: Score
    wild: int
    dice: tuple[int, ...]  # by resource
    production: tuple[int, ...]  # by colour, then wild tokens, points
    keeps: int  # resources that stay at a production turn
    held: int  # cards in hand
    hand: tuple[Card, ...] | None
    played: tuple[Card, ...]


@dataclass(frozen=True)
class Scene:
    """Everything a viewer may see."""

    title: str
    status: str  # whose turn, or how it ended
    decision: str  # who decides what; "" when the game is over
    mover: int  # seat to move; -1 when the game is over
    tracks: tuple[Track, ...]
    hexes: tuple[Hex, ...]
    faces: tuple[tuple[str, ...], ...]  # of the die of each colour, common ones first
    pool: tuple[int, ...]  # dice by colour
    awards: tuple[Award, ...]
    milestones: tuple[Milestone, ...]
    players: tuple[Player, ...]
    choosing: bool  # the viewer decides, and chooses one of `offer`
    offer: tuple[Card, ...]  # corporations dealt to the viewer, or the bonus pile if the viewer has looked through it
    pending: tuple[str, ...]  # what is still to come of this turn, the next first
    deck: int
    discarded: int
    pile: int  # bonus cards
    events: tuple[str, ...]  # oldest first


def effect_of(numbers: Any) -> str:
    """A row (word, N, argument) of the tables as the content file writes it."""
    word, n, argument = (int(x) for x in numbers)
    if word == 0:
        return ""
    return written(word, n, argument)


def card_of(s: Any, content: Content, row: int, viewer: int = -1) -> Card:
    """A card, or a corporation; with a viewer, one in the viewer's hand."""
    wild = int(cards.missing(s, content.tables, viewer, row)) if viewer >= 0 else 0
    return replace(
        as_printed(content, row),
        used=row < CARDS and bool(s["turned"][row]),
        wild=wild,
        payable=viewer >= 0 and wild <= int(s["wild"][viewer]),
    )


@once_per_content
def as_printed(content: Content, row: int) -> Card:
    """A card, or a corporation, before anything happens to it."""
    table, index = named(row)
    line = content.rows[table][index]
    return Card(
        name=content.names[table][index],
        colour=line.get("colour", ""),
        cost=tuple(sorted(line.get("cost", ()), key=words.RESOURCES.index)),
        production=tuple(sorted(line.get("production", ()), key=words.PRODUCTION.index)),
        effect=row_phrase(line),
        besides=row_phrase({**line, "production": []}),
        lasting=lasting_phrase(line),
        used=False,
        wild=0,
        payable=False,
    )


def look(s: Any, content: Content, seat: int, names: Sequence[str]) -> Scene:
    """The position in record `s` as `seat` may see it; seat -1 sees what everybody does."""
    players = range(int(s["num_players"]))
    place = [int(p) for p in s["place"]]
    status, decision = situation(s, content, names)
    running = int(s["over"]) == RUNNING
    choosing, offer = offered(s, seat)
    return Scene(
        title="Terraforming Mars: The Dice Game",
        status=status,
        decision=decision,
        mover=int(s["player"]) if running else -1,
        tracks=tracks_of(s, content),
        hexes=hexes_of(s, content),
        faces=tuple(tuple(words.RESOURCES[r] for r in sorted(map(int, die))) for die in content.tables["faces"]),
        pool=tuple(int(n) for n in s["pool"]),
        awards=tuple(award_of(s, content, which) for which in range(AWARDS)),
        milestones=tuple(milestone_of(s, content, which) for which in range(TILES)),
        players=tuple(player_at(s, content, p, seat, names) for p in players),
        choosing=choosing,
        offer=tuple(card_of(s, content, row) for row in offer),
        pending=waiting(s, content, names),
        deck=place.count(DECK),
        discarded=place.count(DISCARD),
        pile=place.count(BONUS_PILE),
        events=happened(s, content, names),
    )


def offered(s: Any, seat: int) -> tuple[bool, list[int]]:
    """Whether the viewer is to choose among the rows that follow: corporations dealt, or the bonus pile once looked at."""
    if seat < 0:
        return False, []
    mine = int(s["over"]) == RUNNING and int(s["player"]) == seat
    if int(s["corporation"][seat]) < 0:
        return mine, [CARDS + int(k) for k in s["dealt"][seat]]
    if not s["looked"][seat]:
        return False, []
    asked = mine and int(s["frame"][int(s["depth"]) - 1][KIND]) == BONUS
    return asked, [card for card in range(CARDS) if int(s["place"][card]) == BONUS_PILE]


def tracks_of(s: Any, content: Content) -> tuple[Track, ...]:
    bonus = content.tables["track_bonus"]
    rows = (
        (
            "Temperature",
            "temperature",
            [f"{-32 + 4 * k:+d}".replace("+0", "0") for k in range(TEMPERATURE_STEPS + 1)],
            bonus[0],
        ),
        ("Oxygen", "oxygen", [f"{2 * k}%" for k in range(OXYGEN_STEPS + 1)], bonus[1]),
        ("Oceans", "oceans", [str(k) for k in range(OCEANS + 1)], None),
    )
    return tuple(
        Track(
            name=name,
            step=int(s[field]),
            places=tuple(places),
            bonuses=tuple("" if given is None else effect_of(given[k]) for k in range(len(places))),
        )
        for name, field, places, given in rows
    )


def hexes_of(s: Any, content: Content) -> tuple[Hex, ...]:
    frame = s["frame"][max(0, int(s["depth"]) - 1)]
    placing = int(s["over"]) == RUNNING and int(frame[KIND]) == PLACE

    def fits(where: int) -> bool:
        if not placing:
            return False
        rule = start.solo_fits if int(frame[B]) == SOLO_SETUP else board.fits
        return bool(rule(s, content.tables, int(frame[A]), where))

    tiles = [int(tile) for tile in s["tile"]]
    return tuple(replace(spot, tile=tiles[k], fits=fits(k)) for k, spot in enumerate(bare_map(content)))


@once_per_content
def bare_map(content: Content) -> tuple[Hex, ...]:
    """The map before anything lies on it."""
    spots = [(row, column) for row, length in enumerate(ROW_LENGTHS) for column in range(length)]
    return tuple(
        Hex(
            name=HEX_NAMES[k],
            row=spots[k][0],
            column=spots[k][1],
            tile=0,
            ocean_area=bool(content.tables["ocean_area"][k]),
            bonus=effect_of(content.tables["hex_bonus"][k]),
            fits=False,
        )
        for k in range(HEXES)
    )


def award_of(s: Any, content: Content, which: int) -> Award:
    resource, players = int(s["award"][which]), range(int(s["num_players"]))
    return Award(
        resource=words.RESOURCES[resource],
        icons=tuple(int(s["icons"][p][which]) for p in players),
        points=tuple(int(award_points(s, content.tables, p, which)) for p in players),
        needed=int(content.tables["solo_award"][resource % 3]) if len(players) == 1 else 0,
    )


def milestone_of(s: Any, content: Content, which: int) -> Milestone:
    number = int(s["milestone"][which])
    row = content.rows["milestone"][number]
    criterion = words.CRITERIA.index(row["criterion"])
    players = range(int(s["num_players"]))
    return Milestone(
        name=content.names["milestone"][number],
        amount=row["amount"],
        counted=CRITERION_PHRASES[row["criterion"]],
        progress=tuple(int(milestones.progress(s, p, criterion)) for p in players),
        holder=int(s["claimed"][which]),
    )


def score_of(s: Any, content: Content, seat: int) -> Score:
    return Score(
        track=int(s["points"][seat]),
        ribbons=int(s["ribbons"][seat]),
        milestones=MILESTONE_POINTS * sum(int(k) == seat for k in s["claimed"]),
        awards=sum(int(award_points(s, content.tables, seat, which)) for which in range(AWARDS)),
        total=int(total(s, content.tables, seat)),
    )


def player_at(s: Any, content: Content, seat: int, viewer: int, names: Sequence[str]) -> Player:
    place = [int(p) for p in s["place"]]
    hand = [card for card in range(CARDS) if place[card] == HAND + seat]
    running = int(s["over"]) == RUNNING
    corporation = int(s["corporation"][seat])
    revealed = corporation >= 0 and (seat == viewer or seat < int(s["revealed"]))
    return Player(
        seat=seat,
        name=names[seat],
        you=seat == viewer,
        active=running and seat == int(s["active"]) and int(s["turn"]) > 0,
        moving=running and seat == int(s["player"]),
        corporation=card_of(s, content, CARDS + corporation) if revealed else None,
        score=score_of(s, content, seat),
        wild=int(s["wild"][seat]),
        dice=tuple(int(n) for n in s["dice"][seat]),
        production=tuple(int(n) for n in s["production"][seat]),
        keeps=int(turn.limit(s, seat)),
        held=len(hand),
        hand=tuple(card_of(s, content, card, seat) for card in hand) if seat == viewer else None,
        played=tuple(card_of(s, content, card) for card in range(CARDS) if place[card] == TABLE + seat),
    )
