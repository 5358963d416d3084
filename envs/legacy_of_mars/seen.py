"""What a viewer may see of a position, as plain Python values: all that the text and the picture are made from.

Both renderers look at nothing else, so whatever is hidden here is hidden in both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from marszoo.envs.core.content import Content, once_per_content
from marszoo.envs.core.frames import KIND, RUNNING
from marszoo.envs.core.record import kernel_array
from marszoo.envs.legacy_of_mars import state, words
from marszoo.envs.legacy_of_mars.actions import A_CARD, A_PLACE, ACTIONS
from marszoo.envs.legacy_of_mars.asked import situation, turn_of, waiting
from marszoo.envs.legacy_of_mars.happened import happened
from marszoo.envs.legacy_of_mars.lookup import cards_at, table_of
from marszoo.envs.legacy_of_mars.phrases import corporation_name, kept, row_name
from marszoo.envs.legacy_of_mars.phrases_rows import (
    goal_phrase,
    immediate_phrase,
    lasting_phrase,
    points_phrase,
    requirement_phrase,
)
from marszoo.envs.legacy_of_mars.rules import campaign, cards, play, rows, scoring
from marszoo.envs.legacy_of_mars.seen_board import Hex, Objectives, Track, hexes_of, objectives_of, tracks_of
from marszoo.envs.legacy_of_mars.state import (
    BOX_DISCARD,
    CARDS,
    DISCARDED,
    FACE_DOWN,
    FIRST_SIDE,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    KEPT,
    KNOWN_BY,
    LOOKED_AT,
    ON_OFFER,
    PLAYERS,
    ROWS,
    SAVED_BY,
    SPACES,
)

COLOURS = (*words.COLOURS, "")
"""Colours of cards; sides and developments have none."""
PLAYED_EVENTS = "Events played"
"""Title of the viewer's own pile of events; everybody has seen them, but they lie face down."""
ON_THE_MAP = (state.PLACE, state.MELTING, state.SITE, state.CLAIMING)
"""Decisions that choose a space."""


@dataclass(frozen=True)
class Card:
    """A project, an innovation, a side of a corporation or a development."""

    row: int
    name: str
    colour: str  # green, blue, red; "" for sides and developments
    tags: tuple[str, ...]  # each as often as it is shown
    cost: int  # M€ printed
    price: int  # M€ for the viewer now; equal to the cost if it is not in the viewer's hand
    requirement: str  # "" none
    effect: str  # what playing it does; "" nothing
    lasting: str  # action, triggers, standing effects; "" none
    points: str  # Victory Points in words; "" none
    held: int  # resources on it
    kind: str  # of these; "" it keeps none
    used: bool  # its action was used in this generation
    ready: bool  # the viewer, who is to decide, may choose it now


@dataclass(frozen=True)
class Player:
    """A seat. What is None or empty is hidden from the viewer, or is not there."""

    seat: int
    name: str
    you: bool
    first: bool  # has the first player marker
    active: bool  # whose turn it is
    moving: bool  # who is to decide
    passed: bool
    rating: int
    points: int  # Victory Points if the mission ended now
    corporation: str  # "" none yet
    side: Card | None
    developments: tuple[Card, ...]
    resources: tuple[int, ...]
    production: tuple[int, ...]
    worth: tuple[int, int]  # M€ that a steel and a titanium pay
    tags: tuple[int, ...]
    held: int  # cards in hand
    saved: int  # cards saved for the next mission
    events: int  # played
    titles: tuple[str, ...]  # of the missions of a campaign that are over; "" none
    title_points: int  # of all of them
    away: bool  # does not play this mission
    hand: tuple[Card, ...] | None
    table: tuple[Card, ...]  # cards face up


@dataclass(frozen=True)
class Pile:
    """Cards that only the viewer sees and chooses from."""

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Scene:
    """Everything a viewer may see."""

    title: str
    mission: str
    board: str
    status: str  # generation, phase and whose turn, or how it ended
    decision: str  # who decides what; "" when the game is over
    mover: int  # seat to move; -1 when the game is over
    generation: int
    tracks: tuple[Track, ...]
    hexes: tuple[Hex, ...]
    objectives: Objectives
    goal: str  # of a solo player; "" in company
    players: tuple[Player, ...]
    piles: tuple[Pile, ...]  # what is dealt to the viewer, looked at, chosen, saved
    known: tuple[str, ...]  # what the viewer knows of cards that lie face down elsewhere
    pending: tuple[str, ...]  # what is still to come, the next first
    deck: int
    discarded: int
    box: int  # innovation cards in their box
    events: tuple[str, ...]  # oldest first


def look(s: Any, content: Content, seat: int, names: Sequence[str]) -> Scene:
    """The position in record `s` as `seat` may see it; seat -1 sees what everybody does."""
    status, decision = situation(s, content, names)
    sheet = content.tables["sheet"][int(s["mission"])]
    running = int(s["over"]) == RUNNING
    choices = choices_of(s, content) if running else set()
    kind = int(s["frame"][max(0, int(s["depth"]) - 1)][KIND])
    mine = (
        {a - A_CARD for a in choices if A_CARD <= a < A_CARD + ROWS} if running and int(s["player"]) == seat else set()
    )
    fits = {a - A_PLACE for a in choices if A_PLACE <= a < A_PLACE + SPACES} if kind in ON_THE_MAP else set()
    return Scene(
        title="The Legacy of Mars",
        mission=f"{'Campaign, mission' if s['campaign'] else 'Mission'} {int(s['mission']) + 1}, "
        f"{content.names['mission'][int(s['mission'])]}",
        board=content.names["board"][int(s["board"])],
        status=status,
        decision=decision,
        mover=int(s["player"]) if running else -1,
        generation=int(s["generation"]),
        tracks=tracks_of(s, content),
        hexes=hexes_of(s, content, fits),
        objectives=objectives_of(s, content),
        goal=goal_phrase(int(sheet["goal"]), int(sheet["amount"])) if len(names) == 1 else "",
        players=tuple(player_at(s, content, p, seat, mine, names) for p in range(len(names))),
        piles=piles_of(s, content, seat, mine),
        known=known_to(s, content, seat, names),
        pending=waiting(s, content, names) if running else (),
        deck=len(cards_at(s, IN_DECK)),
        discarded=len(cards_at(s, DISCARDED)),
        box=len(cards_at(s, IN_BOX)),
        events=happened(s, content, names),
    )


def choices_of(s: Any, content: Content) -> set[int]:
    """The legal actions of the decision on top."""
    mask = kernel_array(np.zeros(ACTIONS.n, np.int8))
    play.legal(s, content.tables, mask)
    return {int(a) for a in np.flatnonzero(mask)}


def card_of(s: Any, content: Content, row: int, ready: set[int] | None = None, buyer: int = -1) -> Card:
    """A row of the content; `ready`: rows that the viewer may choose, `buyer`: the seat whose hand it is in."""
    card = as_printed(content, row)
    return replace(
        card,
        price=int(cards.price(s, content.tables, buyer, row)) if buyer >= 0 else card.cost,
        held=int(s["held"][row]),
        used=bool(s["used"][row]),
        ready=row in (ready or ()),
    )


@once_per_content
def as_printed(content: Content, row: int) -> Card:
    """A row of the content before anything happens to it."""
    line = content.tables["rows"][row]
    cost = int(line["cost"])
    return Card(
        row=row,
        name=row_name(content, row),
        colour=COLOURS[int(line["colour"])] if row < FIRST_SIDE else "",
        tags=tuple(tag for tag, n in zip(words.TAGS, line["tags"], strict=True) for _ in range(int(n))),
        cost=cost,
        price=cost,
        requirement=requirement_phrase(content, row),
        effect=immediate_phrase(content, row),
        lasting=lasting_phrase(content, row),
        points=points_phrase(content, row),
        held=0,
        kind=kept(int(line["holds"])) if int(line["holds"]) else "",
        used=False,
        ready=False,
    )


def player_at(s: Any, content: Content, p: int, viewer: int, ready: set[int], names: Sequence[str]) -> Player:
    running = int(s["over"]) == RUNNING
    hand, saved = cards_at(s, IN_HAND + p), cards_at(s, SAVED_BY + p)
    mine = p == viewer
    away = bool(int(s["away"]) >> p & 1)
    # Nobody sees how many cards the others save; an innovation card goes into the box before everybody's eyes.
    saving = int(s["phase"]) == state.P_SAVING and running and not away
    seen = len(saved) if mine or not saving else int(int(s["innovated"][p]) == state.INNOVATION_SAVED)
    side = int(rows.side_row(s, p))
    face_up = table_of(s, p)
    return Player(
        seat=p,
        name=names[p],
        you=mine,
        first=p == int(s["first"]),
        active=running and p == turn_of(s),
        moving=running and p == int(s["player"]),
        passed=bool(s["passed"][p]),
        rating=int(s["rating"][p]),
        points=int(scoring.points(s, content.tables, p)),
        corporation=corporation_name(content, int(s["corporation"][p])) if int(s["corporation"][p]) >= 0 else "",
        side=card_of(s, content, side, ready) if side >= 0 else None,
        developments=tuple(card_of(s, content, row, ready) for row in face_up if row >= CARDS and row != side),
        resources=tuple(int(n) for n in s["resource"][p]),
        production=tuple(int(n) for n in s["production"][p]),
        worth=(int(s["worth"][p][0]), int(s["worth"][p][1])),
        tags=tuple(int(n) for n in s["tag"][p]),
        held=len(hand) + len(saved) - seen,
        saved=seen,
        events=int(s["event_count"][p]),
        titles=tuple(state.TITLES[int(title)] for title in s["title"][p][: int(campaign.missions_over(s))]),
        title_points=int(campaign.title_points(s, p)),
        away=away,
        hand=tuple(card_of(s, content, row, ready, p) for row in hand) if mine else None,
        table=tuple(card_of(s, content, row, ready) for row in face_up if row < CARDS),
    )


def piles_of(s: Any, content: Content, viewer: int, ready: set[int]) -> tuple[Pile, ...]:
    """What lies before the viewer and nobody else sees."""
    if viewer < 0:
        return ()
    chosen = [int(rows.chosen_side(s, viewer)), *(int(rows.chosen_development(s, viewer, m)) for m in range(4))]
    hidden = [row for row in chosen if row >= 0 and row not in table_of(s, viewer)]
    offered = [row for row in sorted(ready) if row >= FIRST_SIDE and row not in hidden]
    offered = [row for row in offered if row not in table_of(s, viewer)]  # of what is in play the action may be chosen
    piles = (
        ("To choose from", offered),
        ("Dealt" if offered else "To choose from", cards_at(s, ON_OFFER + viewer)),
        ("Looked at", cards_at(s, LOOKED_AT + viewer)),
        ("Kept so far", cards_at(s, KEPT + viewer)),
        ("Chosen", hidden),
        ("Saved for the next mission", cards_at(s, SAVED_BY + viewer)),
        (PLAYED_EVENTS, cards_at(s, FACE_DOWN + viewer)),
    )
    return tuple(Pile(title, tuple(card_of(s, content, r, ready) for r in found)) for title, found in piles if found)


def known_to(s: Any, content: Content, viewer: int, names: Sequence[str]) -> tuple[str, ...]:
    """What the viewer knows of cards that lie face down elsewhere: passed in a draft, discarded, sold, or shown to all."""
    if viewer < 0:
        return ()
    passed: dict[int, list[str]] = {}
    discarded: list[str] = []
    for card, (known, place) in enumerate(zip(s["known"].tolist(), s["place"].tolist(), strict=True)):
        to = (known >> KNOWN_BY) - 1
        mine = place >= IN_HAND and place % 8 == viewer and place // 8 <= LOOKED_AT // 8
        if not known >> viewer & 1 or mine or state.ON_TABLE <= place < state.ON_TABLE + PLAYERS:
            continue
        if 0 <= to != viewer:
            passed.setdefault(to, []).append(row_name(content, card))
        elif place in (DISCARDED, BOX_DISCARD):
            discarded.append(row_name(content, card))
    out = [f"passed to {names[p]}, in hand or discarded: {', '.join(sorted(found))}" for p, found in passed.items()]
    return tuple(out + ([f"discarded: {', '.join(sorted(discarded))}"] if discarded else []))
