"""The observation vector: what one seat sees, itself first, then the others clockwise.

Most of the table is counted rather than listed: what corporation and cards of a seat add up to says more than which they
are. Cards are listed only where the observer can act with them. Some entries follow from others (what can be paid, what a
hex is worth, where a milestone stands), because a network multiplies badly.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, A, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.core.layout import Group, Observation, Segment
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import DO_CITY, DO_TEMPERATURE
from marszoo.envs.terraforming_dice.results import total
from marszoo.envs.terraforming_dice.rules import cards, milestones, order, stock
from marszoo.envs.terraforming_dice.rules.deeds import GREENERY_PRICE, STEP_PRICE
from marszoo.envs.terraforming_dice.state import (
    AWARDS,
    BONUS,
    BONUS_PILE,
    CARDS,
    CITY_TILE,
    COLOURS,
    CORPORATIONS,
    DECISIONS,
    DECK,
    DISCARD,
    EFFECTS,
    EMPTY,
    GREENERY_TILE,
    HAND,
    HEXES,
    MILESTONES,
    OCEAN_TILE,
    OCEANS,
    OXYGEN_STEPS,
    PICK_COLOUR,
    PICK_DIE,
    PICK_FACE,
    PICK_RIVAL,
    PLACE,
    RESOURCES,
    SPECIAL_TILE,
    TABLE,
    TEMPERATURE_STEPS,
    TILES,
)

OBSERVATION = Observation(
    Group(
        "game",
        (
            Segment("frame", len(DECISIONS), f"one-hot: kind of decision ({', '.join(DECISIONS)})"),
            Segment(
                "question",
                RESOURCES,
                "one-hot: the die whose face is changed, or the resource a rival loses; or the tile to place (the first 4: "
                "ocean, greenery, city, special); or, for each of 4 effects to put in order, whether it is left, asks for a "
                "decision, shows something (12)",
            ),
            Segment("more", 1, "dice still to change or to take by this effect / 7"),
            Segment(
                "tracks", 6, "temperature, oxygen, oceans as shares of the track; then for each 1 if it is complete"
            ),
            Segment("end", 2, "1 if the end is triggered; turns to come after this one / 4"),
            Segment("turn", 1, "turns begun by all seats / 50 for each seat"),
            Segment("pool", COLOURS, "dice in the pool by colour / 12"),
            Segment("awards", RESOURCES, "1 where an award die shows the resource"),
            Segment("milestones", MILESTONES, "1 where the milestone is in the game and nobody has it"),
            Segment("piles", 3, "deck / 90; discard pile / 90; bonus pile / 8"),
            Segment(
                "cards",
                CARDS,
                "in the observer's hand: 1 if it can be paid, else 0.6 less 0.1 for each icon that is lacking; in the bonus "
                "pile, to choose from: 1; the observer's blue cards: -1 if the action can be used, else -0.4",
                low=-1.0,
            ),
            Segment("corporation", CORPORATIONS, "the observer's corporation 1, before the choice both dealt 0.5"),
            Segment(
                "map",
                HEXES,
                "what the tile to place is worth on each hex, or else what a greenery is: (1 + adjacent tiles that score) / 6; "
                "0 where it cannot be placed",
            ),
            Segment(
                "best", 2, "most adjacent cities of a hex for a greenery, most greeneries of one for a city, as in map"
            ),
            Segment(
                "can", 5, "1 if the observer can pay: temperature, ocean, greenery, city, points (main actions c to g)"
            ),
            Segment("playable", 1, "cards in the observer's hand that it can pay / 6"),
        ),
    ),
    Group(
        "seat",
        (
            Segment("points", 2, "on the Victory Point track / 60; if the game were over now / 80"),
            Segment("wild", 1, "wild tokens / 12"),
            Segment("dice", RESOURCES, "resources by what they show / 6"),
            Segment("production", 7, "production boxes: dice by colour, wild tokens, points / 6"),
            Segment("hand", 1, "cards in hand / 10"),
            Segment("played", 4, "green, red, blue cards played / 12; of them showing Victory Points / 6"),
            Segment("ribbons", 1, "red ribbons in points / 20"),
            Segment(
                "icons", AWARDS, "printed cost icons played for each award die / 10, award dice in order of colour"
            ),
            Segment("progress", TILES, "share of each milestone, top first; 1 only if the seat has it"),
            Segment("passive", 2, "resources kept beyond three / 5; discounts / 5"),
            Segment("bonuses", 1, "bonus cards played for 5 and 12 points / 2"),
            Segment("ready", 1, "blue cards whose action is unused / 6"),
            Segment("active", 1, "1 if it is the turn of this seat"),
        ),
        per_seat=True,
    ),
)

(
    O_FRAME,
    O_QUESTION,
    O_MORE,
    O_TRACKS,
    O_END,
    O_TURN,
    O_POOL,
    O_AWARDS,
    O_MILESTONES,
    O_PILES,
    O_CARDS,
    O_CORPORATION,
    O_MAP,
    O_BEST,
    O_CAN,
    O_PLAYABLE,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[0].segments)
(
    S_POINTS,
    S_WILD,
    S_DICE,
    S_PRODUCTION,
    S_HAND,
    S_PLAYED,
    S_RIBBONS,
    S_ICONS,
    S_PROGRESS,
    S_PASSIVE,
    S_BONUSES,
    S_READY,
    S_ACTIVE,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[1].segments)
FIXED, SEAT_STRIDE = OBSERVATION.fixed_width, OBSERVATION.stride("seat")


@jit
def part(value: Any, unit: Any) -> Any:
    """`value` * `unit`, at most 1. Units are written as 1 / n, which Python folds."""
    return min(value * unit, 1 / 1)


@jit
def observe(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Fill `out`, float32 of OBSERVATION.width(num_players), for any seat at any time."""
    out[:] = 0.0
    kind = GREENERY_TILE
    if s.over == RUNNING:
        observe_frame(s, content, out)
        if top(s, KIND) == PLACE:
            kind = top(s, A)
    observe_game(s, seat, out)
    observe_cards(s, content, seat, out)
    observe_map(s, content, kind, out)
    for k in range(s.num_players):
        observe_seat(s, content, (seat + k) % s.num_players, out, FIXED + k * SEAT_STRIDE)


@jit
def observe_frame(s: Any, content: Any, out: Any) -> None:
    kind = top(s, KIND)
    out[O_FRAME + kind - 1] = 1.0
    if kind == PLACE:
        out[O_QUESTION + top(s, A) - 1] = 1.0
    elif kind in (PICK_FACE, PICK_RIVAL):
        out[O_QUESTION + top(s, A)] = 1.0
    elif kind in (PICK_DIE, PICK_COLOUR):
        out[O_MORE] = part(top(s, A), 1 / 7)
    elif kind == EFFECTS:
        for k in range(4):
            if top(s, B) >> k & 1:
                word = order.effect_at(content, top(s, A), top(s, B) // 16, k)[0]
                out[O_QUESTION + 3 * k] = 1.0
                out[O_QUESTION + 3 * k + 1] = order.decides(word)
                out[O_QUESTION + 3 * k + 2] = order.shows(word)


@jit
def observe_game(s: Any, seat: Any, out: Any) -> None:
    out[O_TRACKS] = s.temperature * (1 / TEMPERATURE_STEPS)
    out[O_TRACKS + 1] = s.oxygen * (1 / OXYGEN_STEPS)
    out[O_TRACKS + 2] = s.oceans * (1 / OCEANS)
    out[O_TRACKS + 3] = s.temperature == TEMPERATURE_STEPS
    out[O_TRACKS + 4] = s.oxygen == OXYGEN_STEPS
    out[O_TRACKS + 5] = s.oceans == OCEANS
    if s.left >= 0:
        out[O_END] = 1.0
        out[O_END + 1] = part(s.left, 1 / 4)
    out[O_TURN] = part(s.turn, 1 / (50 * np.int64(s.num_players)))
    for c in range(COLOURS):
        out[O_POOL + c] = part(s.pool[c], 1 / 12)
    for which in range(AWARDS):
        out[O_AWARDS + s.award[which]] = 1.0
    for which in range(TILES):
        if s.claimed[which] == milestones.UNCLAIMED:
            out[O_MILESTONES + s.milestone[which]] = 1.0
    if s.dealt[seat, 0] >= 0 and s.corporation[seat] < 0:
        out[O_CORPORATION + s.dealt[seat, 0]] = 0.5
        out[O_CORPORATION + s.dealt[seat, 1]] = 0.5
    if s.corporation[seat] >= 0:
        out[O_CORPORATION + s.corporation[seat]] = 1.0
    out[O_CAN] = stock.covers(s, seat, words.HEAT, STEP_PRICE)
    out[O_CAN + 1] = stock.covers(s, seat, words.WATER, STEP_PRICE)
    out[O_CAN + 2] = stock.covers(s, seat, words.PLANT, GREENERY_PRICE)
    out[O_CAN + DO_CITY - DO_TEMPERATURE] = stock.covers(s, seat, words.CITY_FACE, STEP_PRICE)
    out[O_CAN + 4] = stock.covers(s, seat, words.MEGACREDIT, STEP_PRICE)


@jit
def observe_cards(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Every card where it is: deck, discard, hands (those of others only counted), tables."""
    deck = 0
    discarded = 0
    piled = 0
    payable = 0
    # Cards in hand and unused blue cards of each seat: one byte per seat.
    hands: Any = 0
    ready: Any = 0
    choosing = s.over == RUNNING and top(s, KIND) == BONUS and s.player == seat
    for card in range(CARDS):
        place = np.int64(s.place[card])
        if place < HAND:
            if place == DECK:
                deck += 1
            elif place == DISCARD:
                discarded += 1
            elif place == BONUS_PILE:
                piled += 1
                if choosing:
                    out[O_CARDS + card] = 1.0
            continue
        holder = place - (TABLE if place >= TABLE else HAND)
        if place < TABLE:
            hands += 1 << 8 * holder
            if holder == seat:
                lacking = cards.missing(s, content, seat, card) - np.int64(s.wild[seat])
                if lacking <= 0:
                    out[O_CARDS + card] = 1.0
                    payable += 1
                else:
                    out[O_CARDS + card] = 0.6 - 0.1 * min(lacking, 5)
        elif content.rows[card].action > 0:
            if not s.turned[card]:
                ready += 1 << 8 * holder
            if holder == seat:
                out[O_CARDS + card] = -1.0 if cards.usable(s, content, seat, card) > 0 else -0.4
    for k in range(s.num_players):
        holder = (seat + k) % s.num_players
        out[FIXED + k * SEAT_STRIDE + S_HAND] = part(hands >> 8 * holder & 255, 1 / 10)
        out[FIXED + k * SEAT_STRIDE + S_READY] = part(ready >> 8 * holder & 255, 1 / 6)
    out[O_PLAYABLE] = part(payable, 1 / 6)
    out[O_PILES] = part(deck, 1 / 90)
    out[O_PILES + 1] = part(discarded, 1 / 90)
    out[O_PILES + 2] = part(piled, 1 / 8)


@jit
def observe_map(s: Any, content: Any, kind: Any, out: Any) -> None:
    most_cities: Any = 0
    most_greens: Any = 0
    for where in range(HEXES):
        if s.tile[where] != EMPTY:
            continue
        if content.ocean_area[where]:
            if kind == OCEAN_TILE:
                out[O_MAP + where] = 1 / 6
            continue
        beside_cities = 1 + np.int64(s.cities_near[where])
        beside_greens: Any = 1 + np.int64(s.greens_near[where]) if beside_cities == 1 else 0
        most_cities = max(most_cities, beside_cities)
        most_greens = max(most_greens, beside_greens)
        if kind == GREENERY_TILE:
            out[O_MAP + where] = part(beside_cities, 1 / 6)
        elif kind == CITY_TILE:
            out[O_MAP + where] = part(beside_greens, 1 / 6)
        elif kind == SPECIAL_TILE:
            out[O_MAP + where] = 1 / 6
    out[O_BEST] = part(most_cities, 1 / 6)
    out[O_BEST + 1] = part(most_greens, 1 / 6)


@jit
def observe_seat(s: Any, content: Any, seat: Any, out: Any, at: Any) -> None:
    out[at + S_POINTS] = part(s.points[seat], 1 / 60)
    out[at + S_POINTS + 1] = part(total(s, content, seat), 1 / 80)
    out[at + S_WILD] = part(s.wild[seat], 1 / 12)
    for r in range(RESOURCES):
        out[at + S_DICE + r] = part(s.dice[seat, r], 1 / 6)
    for kind in range(7):
        out[at + S_PRODUCTION + kind] = part(s.production[seat, kind], 1 / 6)
    for colour in range(3):
        out[at + S_PLAYED + colour] = part(s.played[seat, colour], 1 / 12)
    out[at + S_PLAYED + 3] = part(s.vp_cards[seat], 1 / 6)
    out[at + S_RIBBONS] = part(s.ribbons[seat], 1 / 20)
    for which in range(AWARDS):
        out[at + S_ICONS + which] = part(s.icons[seat, which], 1 / 10)
    for which in range(TILES):
        if s.claimed[which] == seat:
            out[at + S_PROGRESS + which] = 1.0
        elif s.claimed[which] == milestones.UNCLAIMED:
            milestone = content.milestones[s.milestone[which]]
            reached = milestones.progress(s, seat, np.int64(milestone.criterion))
            out[at + S_PROGRESS + which] = min(reached / np.int64(milestone.amount), 0.95)
    out[at + S_PASSIVE] = part(s.storage[seat], 1 / 5)
    discounts = 0
    for r in range(RESOURCES):
        discounts += s.discount[seat, r]
    out[at + S_PASSIVE + 1] = part(discounts, 1 / 5)
    out[at + S_BONUSES] = s.bonuses[seat] * 0.5
    out[at + S_ACTIVE] = seat == s.active
