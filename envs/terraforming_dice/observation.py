"""The observation vector: what one seat sees, itself first, then the others clockwise.

Most of the table is counted rather than listed: what corporation and cards of a seat add up to says more than which they
are. Cards are listed only where the observer can act with them. Some entries follow from others (what a card lacks, what a
hex is worth, where a milestone stands), because a network multiplies and compares badly.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, A, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.core.layout import Group, Observation, Segment
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.reading import ICONS
from marszoo.envs.terraforming_dice.results import MILESTONE_POINTS, places, prize
from marszoo.envs.terraforming_dice.rules import board, cards, milestones, order, stock, turn
from marszoo.envs.terraforming_dice.rules.deeds import GREENERY_PRICE, POINTS_PRICE, STEP_PRICE
from marszoo.envs.terraforming_dice.state import (
    AWARDS,
    BONUS,
    BONUS_PILE,
    CARDS,
    CITY_TILE,
    COLOURS,
    CORPORATIONS,
    DECISIONS,
    DICE_EACH,
    EFFECTS,
    EMPTY,
    GREENERY_TILE,
    HALF,
    HAND,
    HEXES,
    MILESTONES,
    OCEANS,
    OXYGEN_STEPS,
    PAY,
    PICK_COLOUR,
    PICK_DIE,
    PICK_FACE,
    PICK_RIVAL,
    PLACE,
    PROJECTS,
    RESOURCES,
    SOLO_TURNS,
    TEMPERATURE_STEPS,
    TILES,
    TURN,
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
                "ocean, greenery, city, special); or what is paid for (the first 2: a change, cards); or, for each of 4 "
                "effects to put in order, whether it is left, asks for a decision, shows something (12)",
            ),
            Segment("more", 1, "dice still to change or to take by this effect / 7"),
            Segment(
                "tracks", 6, "temperature, oxygen, oceans as shares of the track; then for each 1 if it is complete"
            ),
            Segment(
                "end",
                4,
                "1 if the end is triggered; turns to come after this one / 4; 1 if one of them is the observer's; steps of "
                "the tracks that are left until the end is triggered, or until the goal when alone, / 25",
            ),
            Segment(
                "turn",
                2,
                "turns begun by all seats / 50 for each seat; 1 in the first half of an action turn, with the main action after it",
            ),
            Segment("pool", COLOURS, "dice in the pool by colour / 12"),
            Segment("awards", RESOURCES, "1 where an award die shows the resource"),
            Segment("milestones", MILESTONES, "1 where the milestone is in the game and nobody has it"),
            Segment(
                "cards",
                CARDS,
                "in the observer's hand: 1 if it can be paid, else 0.6 less 0.1 for each icon that is lacking; in the bonus "
                "pile: 1 to choose from, 0.5 if the observer knows the pile; the observer's blue cards in play: -1 if the "
                "action can be used, else -0.4",
                low=-1.0,
            ),
            Segment("nearest", 1, "the largest of the values that cards have for the observer's hand"),
            Segment(
                "wanted",
                RESOURCES,
                "1 if one more of the resource makes a card in the observer's hand payable, else 0.5 if a card that lacks two "
                "icons lacks it, else 0.25 if one that lacks more does",
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
                "can",
                5,
                "share of the price that the observer holds, wild tokens included, so 1 if it can pay: temperature, ocean, "
                "greenery, city, points (main actions c to g)",
            ),
            Segment("surplus", 1, "resources more than a production turn lets the observer keep / 8", low=-1.0),
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
            Segment("played", 1, "cards played / 30"),
            Segment(
                "icons", AWARDS, "printed cost icons played for each award die / 10, award dice in order of colour"
            ),
            Segment("progress", TILES, "share of each milestone, top first; 1 only if the seat has it"),
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
    O_CARDS,
    O_NEAREST,
    O_WANTED,
    O_CORPORATION,
    O_MAP,
    O_BEST,
    O_CAN,
    O_SURPLUS,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[0].segments)
(
    S_POINTS,
    S_WILD,
    S_DICE,
    S_PRODUCTION,
    S_HAND,
    S_PLAYED,
    S_ICONS,
    S_PROGRESS,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[1].segments)
FIXED, SEAT_STRIDE = OBSERVATION.fixed_width, OBSERVATION.stride("seat")

NO_CARD = ICONS + 1
"""More icons than any card lacks."""
CLOSENESS = np.maximum(0.6 - 0.1 * np.arange(NO_CARD + 1), 0.1)
"""How near a card is that lacks so many icons."""
CLOSENESS[0], CLOSENESS[NO_CARD] = 1.0, 0.0
DICE_SHARE = np.minimum(np.arange(DICE_EACH + 1) / 6, 1.0)
"""What is shown of so many dice of a resource."""
MOST_SHOWN = 1 << 15
"""Points that are told apart; far beyond what is shown of them."""
ALL_STEPS = TEMPERATURE_STEPS + OXYGEN_STEPS + OCEANS


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
    observe_end(s, seat, out)
    observe_pile(s, seat, out)
    observe_cards(s, content, seat, out)
    observe_map(s, content, kind, out)
    for p in range(s.num_players):
        observe_seat(s, p, out, where_of(s, seat, p))
    observe_contests(s, content, seat, out)


@jit
def where_of(s: Any, seat: Any, p: Any) -> Any:
    """Where the entries of seat `p` begin in what `seat` sees. Without a division: they add up."""
    k = p - seat if p >= seat else p - seat + s.num_players
    return FIXED + k * SEAT_STRIDE


@jit
def observe_frame(s: Any, content: Any, out: Any) -> None:
    kind = top(s, KIND)
    out[O_FRAME + kind - 1] = 1.0
    if kind == PLACE:
        out[O_QUESTION + top(s, A) - 1] = 1.0
    elif kind in (PICK_FACE, PICK_RIVAL, PAY):
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
    out[O_TURN] = part(s.turn, 1 / (50 * np.int64(s.num_players)))
    out[O_TURN + 1] = s.frame[0, KIND] == TURN and s.frame[0, A] == turn.T_MAIN
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
    out[O_CAN] = held(s, seat, words.HEAT, 1 / STEP_PRICE)
    out[O_CAN + 1] = held(s, seat, words.WATER, 1 / STEP_PRICE)
    out[O_CAN + 2] = held(s, seat, words.PLANT, 1 / GREENERY_PRICE)
    out[O_CAN + 3] = held(s, seat, words.CITY_FACE, 1 / STEP_PRICE)
    out[O_CAN + 4] = held(s, seat, words.MEGACREDIT, 1 / POINTS_PRICE)
    out[O_SURPLUS] = max(part(stock.dice_of(s, seat) - turn.limit(s, seat), 1 / 8), -1 / 1)


@jit
def held(s: Any, seat: Any, resource: Any, unit: Any) -> Any:
    """Share of a price that the seat has, in dice and wild tokens."""
    return part(np.int64(s.dice[seat, resource]) + s.wild[seat], unit)


@jit
def observe_end(s: Any, seat: Any, out: Any) -> None:
    if s.left >= 0:
        out[O_END] = 1.0
        out[O_END + 1] = part(s.left, 1 / 4)
    temperature, oxygen = TEMPERATURE_STEPS - np.int64(s.temperature), OXYGEN_STEPS - np.int64(s.oxygen)
    oceans = OCEANS - np.int64(s.oceans)
    steps = temperature + oxygen + oceans
    if s.num_players == 1:
        out[O_END + 2] = s.left > 0 or (s.left < 0 and s.turn < SOLO_TURNS)
    else:
        away = (seat - s.active + s.num_players - 1) % s.num_players + 1
        out[O_END + 2] = s.left < 0 or s.left >= away
        steps -= max(temperature, oxygen, oceans)
    out[O_END + 3] = steps * (1 / ALL_STEPS)


@jit
def observe_pile(s: Any, seat: Any, out: Any) -> None:
    """The bonus cards in the pile, if the seat is to choose one of them or knows them."""
    if s.over == RUNNING and top(s, KIND) == BONUS and s.player == seat:
        value = 1.0
    elif s.looked[seat]:
        value = 0.5
    else:
        return
    for card in range(PROJECTS, CARDS):
        if s.place[card] == BONUS_PILE:
            out[O_CARDS + card] = value


@jit
def observe_cards(s: Any, content: Any, seat: Any, out: Any) -> None:
    """The cards with which the seat can act, and how many cards each hand has."""
    observe_hand(s, content, seat, out)
    low, high = cards.blue_of(s, content, seat)
    for half in range(2):
        bits = low if half == 0 else high
        while bits != 0:
            card = cards.lowest(bits) + half * HALF
            bits &= bits - 1
            out[O_CARDS + card] = -1.0 if cards.usable(s, content, seat, card) > 0 else -0.4
    hands = cards.hand_sizes(s)
    for p in range(s.num_players):
        out[where_of(s, seat, p) + S_HAND] = part(hands >> 8 * p & 255, 1 / 10)


@jit
def observe_hand(s: Any, content: Any, seat: Any, out: Any) -> None:
    """What the cards in the seat's hand lack. Sums and sets of bits: a processor would guess half the branches wrong."""
    dice, discount, wild = s.dice[seat], s.discount[seat], np.int64(s.wild[seat])
    wanted: Any = 0  # resources lacked by cards that lack 0, 1, 2, more icons: four sets of RESOURCES bits
    nearest: Any = NO_CARD
    low, high = cards.at(s, HAND + seat)
    for half in range(2):
        bits = low if half == 0 else high
        while bits != 0:
            card = cards.lowest(bits) + half * HALF
            bits &= bits - 1
            cost = content.rows[card].cost
            lacking: Any = -wild
            lacks: Any = 0
            for k in range(cards.kinds_of(content, card)):
                resource = np.int64(cost[k, 0])
                short = max(0, np.int64(cost[k, 1]) - discount[resource] - dice[resource])
                lacking += short
                lacks |= np.int64(short > 0) << resource
            lacking = max(lacking, 0)
            nearest = min(nearest, lacking)
            wanted |= lacks << RESOURCES * min(lacking, 3)
            out[O_CARDS + card] = CLOSENESS[lacking]
    for r in range(RESOURCES):
        one, two, more = wanted >> RESOURCES + r & 1, wanted >> 2 * RESOURCES + r & 1, wanted >> 3 * RESOURCES + r & 1
        out[O_WANTED + r] = max(one * 1.0, two * 0.5, more * 0.25)
    out[O_NEAREST] = CLOSENESS[nearest]


@jit
def observe_map(s: Any, content: Any, kind: Any, out: Any) -> None:
    """What hexes are worth. Products instead of conditions, so that the loops handle several hexes at a time."""
    most_cities: Any = 0
    most_greens: Any = 0
    for where in range(HEXES):
        free = np.int64((s.tile[where] == EMPTY) & (content.ocean_area[where] == 0))
        beside_cities = (1 + np.int64(s.cities_near[where])) * free
        most_cities = max(most_cities, beside_cities)
        most_greens = max(
            most_greens, (1 + np.int64(s.greens_near[where])) * free * np.int64(s.cities_near[where] == 0)
        )
        out[O_MAP + where] = part(beside_cities, 1 / 6)
    out[O_BEST] = part(most_cities, 1 / 6)
    out[O_BEST + 1] = part(most_greens, 1 / 6)
    if kind != GREENERY_TILE:
        for where in range(HEXES):
            worth = 1 + np.int64(s.greens_near[where]) if kind == CITY_TILE else 1
            out[O_MAP + where] = part(worth, 1 / 6) if board.fits(s, content, kind, where) else 0.0


@jit
def observe_seat(s: Any, seat: Any, out: Any, at: Any) -> None:
    out[at + S_POINTS] = part(s.points[seat], 1 / 60)
    out[at + S_WILD] = part(s.wild[seat], 1 / 12)
    for r in range(RESOURCES):
        out[at + S_DICE + r] = DICE_SHARE[s.dice[seat, r]]
    for kind in range(7):
        out[at + S_PRODUCTION + kind] = part(s.production[seat, kind], 1 / 6)
    out[at + S_PLAYED] = part(milestones.cards_played(s, seat), 1 / 30)
    for which in range(AWARDS):
        out[at + S_ICONS + which] = part(s.icons[seat, which], 1 / 10)


@jit
def observe_contests(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Awards and milestones, seat beside seat, and with them the points if the game were over now."""
    totals: Any = 0  # 16 bits for each seat
    for p in range(s.num_players):
        totals += min(np.int64(s.points[p]) + s.ribbons[p], MOST_SHOWN) << 16 * p
    for which in range(AWARDS):
        first, second = places(s, content, which)
        for p in range(s.num_players):
            totals += prize(np.int64(s.icons[p, which]), first, second) << 16 * p
    for which in range(TILES):
        owner = np.int64(s.claimed[which])
        if owner >= 0:
            totals += MILESTONE_POINTS << 16 * owner
            out[where_of(s, seat, owner) + S_PROGRESS + which] = 1.0
        elif owner == milestones.UNCLAIMED:
            milestone = content.milestones[s.milestone[which]]
            criterion, unit = np.int64(milestone.criterion), 1.0 / np.int64(milestone.amount)
            for p in range(s.num_players):
                reached = milestones.progress(s, p, criterion)
                out[where_of(s, seat, p) + S_PROGRESS + which] = min(reached * unit, 0.95)
    for p in range(s.num_players):
        out[where_of(s, seat, p) + S_POINTS + 1] = part(totals >> 16 * p & 0xFFFF, 1 / 80)
