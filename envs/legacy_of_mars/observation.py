"""The observation vector: what one seat sees, itself first, then the others clockwise, as `observation_layout.py` says."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, A, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.actions import CONVERT_HEAT, CONVERT_PLANTS, CONVERT_WORKERS
from marszoo.envs.legacy_of_mars.observation_layout import (
    FIXED,
    O_AWARDS,
    O_BOARD,
    O_CAMPAIGN,
    O_CITY,
    O_COURSE,
    O_DISCOUNT,
    O_FRAME,
    O_GREENERY,
    O_HAND,
    O_LEFT,
    O_LEFT_OF_THEM,
    O_MILESTONES,
    O_MISSION,
    O_OCEAN,
    O_OWN,
    O_PARAMETERS,
    O_PILES,
    O_QUESTION,
    O_RESOURCE,
    O_SPECIAL,
    O_TABLE,
    S_CORPORATION,
    S_COUNTS,
    S_DEVELOPMENTS,
    S_LEADS,
    S_PASSED,
    S_POINTS,
    S_PRODUCTION,
    S_PROGRESS,
    S_RESOURCES,
    S_STANDING,
    S_TAGS,
    S_TITLES,
    S_WORTH,
    SEAT_STRIDE,
)
from marszoo.envs.legacy_of_mars.rules import campaign, deck, end, objectives, turn
from marszoo.envs.legacy_of_mars.rules.rows import count_bits, lowest_bit, playing, plays
from marszoo.envs.legacy_of_mars.rules.scoring import FIRST_POINTS, MILESTONE_POINTS, SECOND_POINTS, map_points
from marszoo.envs.legacy_of_mars.state import (
    ALTERNATIVE,
    AMOUNT,
    CARDS,
    CLAIMED,
    CLAIMING,
    CUT_CARD,
    FACE_DOWN,
    FUNDED,
    HEXES,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    INNOVATION_SAVED,
    KEPT,
    LAID_CARDS,
    LOOKED_AT,
    MAP,
    MELTING_STEP,
    MISSED,
    MISSIONS,
    NEUTRAL,
    OBJECTIVES,
    ON_OFFER,
    ON_TABLE,
    ORDER,
    OXYGEN_GOAL,
    P_SAVING,
    PAY,
    PLACE,
    PLAYERS,
    RECEIVER,
    RESOURCES,
    SAVED,
    SAVED_BY,
    TAGS,
    TARGET,
    TEMPERATURE_STEPS,
    TURN,
)
from marszoo.envs.legacy_of_mars.tables import BRANCHES

PLACING = 1 << PLACE | 1 << CLAIMING
"""Kinds of decisions in which hexes are chosen for what lies around them."""
MOST = 1 / 1
HELD_AS = np.zeros(8)
"""How a card is shown that lies before the observer, by the place's number divided by 8."""
HELD_AS[[place >> 3 for place in (IN_HAND, ON_OFFER, KEPT, SAVED_BY, LOOKED_AT)]] = 1.0, -1.0, 0.5, 0.5, -0.5
LIES_AS = np.zeros(8)
"""The same for a card in play."""
LIES_AS[[place >> 3 for place in (ON_TABLE, FACE_DOWN)]] = 1.0, 0.5
EACH = 9
"""Bits for the number of cards at a place: hands, then deck and innovation box, in one integer."""
MANY = (1 << EACH) - 1
COUNTED_AS = np.zeros(256, np.int64)
"""What a card at a place adds to that integer."""
COUNTED_AS[[*(IN_HAND + p for p in range(PLAYERS)), IN_DECK, IN_BOX]] = [1 << EACH * k for k in range(PLAYERS + 2)]


@jit
def part(value: Any, unit: Any) -> Any:
    """`value` * `unit`, at most 1. Units are written as 1 / n, which Python folds."""
    return min(value * unit, MOST)


@jit
def observe(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Fill `out`, float32 of OBSERVATION.width(num_players), for any seat at any time."""
    out[:] = 0.0
    if s.over == RUNNING:
        observe_frame(s, content, out)
    observe_course(s, content, out)
    observe_cards(s, seat, out)
    observe_own(s, content, seat, out)
    observe_map(s, seat, out)
    for p in range(s.num_players):
        observe_seat(s, content, seat, p, out, where_of(s, seat, p))
    if s.campaign:
        out[O_CAMPAIGN] = 1.0
        observe_campaign(s, seat, out)
    if s.num_players > 1:
        observe_milestones(s, content, seat, out)
        observe_awards(s, content, seat, out)


@jit
def where_of(s: Any, seat: Any, p: Any) -> Any:
    """Where the entries of seat `p` begin in what `seat` sees. Without a division: they add up."""
    k = p - seat if p >= seat else p - seat + s.num_players
    return FIXED + k * SEAT_STRIDE


@jit
def observe_frame(s: Any, content: Any, out: Any) -> None:
    """What is asked, and what it is about."""
    kind, a, b = top(s, KIND), top(s, A), top(s, B)
    out[O_FRAME + kind - 1] = 1.0
    out[O_LEFT] = max(part(a, 1 / 10), 0.0)
    out[O_LEFT + 1] = max(part(b, 1 / 10), 0.0)
    out[O_LEFT + 2] = part(s.due, 1 / 40)
    if kind == TURN:
        out[O_COURSE + 2] = a
    elif kind == PAY:
        out[O_RESOURCE + a] = 1.0
    elif kind in (TARGET, AMOUNT, RECEIVER):
        out[O_QUESTION + a - 1] = 1.0
        if kind == TARGET:
            out[O_RESOURCE + b] = 1.0
    elif kind == ORDER:
        for k in range(s.pooled):
            out[O_QUESTION + word_of(content, s.pool[k, 0]) - 1] = 1.0
    elif kind == ALTERNATIVE and a == 0:
        for k in range(BRANCHES):
            first = content.effects[s.doing[0]].branch[k]
            if first > 0 and content.effects[first].word > 0:
                out[O_QUESTION + content.effects[first].word - 1] = 1.0
                out[O_RESOURCE + content.effects[first].what % RESOURCES] = 1.0
    elif s.doing[0] != 0:
        out[O_QUESTION + word_of(content, s.doing[0]) - 1] = 1.0
    if PLACING >> kind & 1:
        observe_room(s, content, out)


@jit
def word_of(content: Any, effect: Any) -> Any:
    """The word of a waiting effect: of the content's table, or of the rules themselves (negative)."""
    return np.int64(content.effects[effect].word) if effect >= 0 else -effect


@jit
def observe_room(s: Any, content: Any, out: Any) -> None:
    """What free hexes are worth to whoever places a tile there."""
    board = content.board[s.board]
    free = MAP & ~np.int64(s.taken)
    while free != 0:
        where = lowest_bit(free)
        free &= free - 1
        near = np.int64(content.near[where])
        money = content.ocean_bonus * count_bits(near & s.wet)
        near &= s.taken & ~(s.wet | s.green)
        while near != 0:
            money += content.population_bonus * np.int64(s.population[lowest_bit(near)])
            near &= near - 1
        printed: Any = 0
        for kind in range(len(words.BONUSES)):
            printed += np.int64(board.bonus[where, kind])
        out[O_OCEAN + where] = part(0.05 + money * (1 / 12) + printed * (1 / 10), 1 / 1)


@jit
def observe_course(s: Any, content: Any, out: Any) -> None:
    board = content.board[s.board]
    out[O_MISSION + s.mission] = 1.0
    out[O_BOARD + s.board] = 1.0
    out[O_COURSE] = part(s.generation, 1 / 15)
    out[O_COURSE + 1] = s.final
    number: Any = 0
    for p in range(s.num_players):
        number += np.int64(s.passed[p] != 0)
    out[O_COURSE + 3] = number / playing(s)
    oxygen, most = np.int64(s.oxygen) - board.oxygen, OXYGEN_GOAL - np.int64(board.oxygen)
    oceans = np.int64(board.oceans)
    out[O_PARAMETERS] = s.temperature * (1 / TEMPERATURE_STEPS)
    out[O_PARAMETERS + 1] = oxygen / most
    out[O_PARAMETERS + 2] = s.oceans / oceans
    out[O_PARAMETERS + 3] = s.temperature >= TEMPERATURE_STEPS
    out[O_PARAMETERS + 4] = oxygen >= most
    out[O_PARAMETERS + 5] = s.oceans >= oceans
    left = TEMPERATURE_STEPS - np.int64(s.temperature) + most - oxygen + oceans - s.oceans
    out[O_PARAMETERS + 6] = part(left, 1 / 46)
    frozen: Any = 0
    for where in range(HEXES):
        frozen += np.int64(s.frozen[where])
    out[O_PARAMETERS + 7] = part(frozen, 1 / 15)
    out[O_PARAMETERS + 8] = s.temperature >= MELTING_STEP


@jit
def observe_cards(s: Any, seat: Any, out: Any) -> None:
    """The observer's cards, one by one, and how many cards are in the hands, the deck and the innovation box."""
    for card in range(CARDS):
        # Without a branch: whose a card is cannot be predicted, and a wrong guess costs more than two look-ups.
        place = np.int64(s.place[card])
        kind = (place >> 3) * np.int64(place & 7 == seat)
        out[O_HAND + card] = HELD_AS[kind]
        out[O_TABLE + card] = LIES_AS[kind] * (1.0 - 2.0 * s.used[card])
    counts: Any = 0
    for card in range(CARDS):
        counts += COUNTED_AS[s.place[card]]
    for p in range(s.num_players):
        out[where_of(s, seat, p) + S_COUNTS] = part(counts >> EACH * p & MANY, 1 / 16)
    out[O_PILES] = part(counts >> EACH * PLAYERS & MANY, 1 / 200)
    out[O_PILES + 1] = part(counts >> EACH * (PLAYERS + 1), 1 / 30)


@jit
def observe_own(s: Any, content: Any, seat: Any, out: Any) -> None:
    """What only the observer's own decisions depend on."""
    resource = s.resource[seat]
    out[O_OWN] = min(resource[words.PLANT] / turn.conversion_price(s, content, seat, CONVERT_PLANTS), MOST)
    out[O_OWN + 1] = min(resource[words.HEAT] / turn.conversion_price(s, content, seat, CONVERT_HEAT), MOST)
    out[O_OWN + 2] = min(resource[words.WORKER] / turn.conversion_price(s, content, seat, CONVERT_WORKERS), MOST)
    out[O_OWN + 3] = part(end.income(s, seat), 1 / 80)
    out[O_OWN + 4] = part(max(content.card_price - np.int64(s.cut[seat, CUT_CARD]), 0), 1 / 3)
    out[O_OWN + 5] = s.innovated[seat] == 0
    out[O_OWN + 6] = part(s.next_discount[seat], 1 / 8)
    out[O_OWN + 7] = part(s.next_shift[seat], 1 / 4)
    for tag in range(TAGS + 1):
        out[O_DISCOUNT + tag] = part(s.discount[seat, tag], 1 / 8)


@jit
def observe_map(s: Any, seat: Any, out: Any) -> None:
    bits = np.int64(s.taken)
    while bits != 0:
        space = lowest_bit(bits)
        bits &= bits - 1
        kind, owner = s.tile[space], s.owner[space]
        sign = 1.0 if owner == seat else -1.0
        if kind == words.OCEAN_TILE:
            out[O_OCEAN + space] = -0.5 if s.frozen[space] else -1.0
        elif kind == words.GREENERY_TILE:
            out[O_GREENERY + space] = -0.5 if owner == NEUTRAL else sign
        elif kind == words.CITY_TILE:
            out[O_CITY + space] = sign * (0.5 + 0.25 * s.population[space])
        else:
            out[O_SPECIAL + space] = sign * (0.75 + 0.25 * s.population[space])
    for p in range(s.num_players):
        bits = np.int64(s.claimed[p])
        while bits != 0:
            out[O_SPECIAL + lowest_bit(bits)] = 0.25 if p == seat else -0.25
            bits &= bits - 1


@jit
def observe_seat(s: Any, content: Any, seat: Any, p: Any, out: Any, at: Any) -> None:
    """What everybody knows of seat `p`, and of its own choices what the observer knows before they are revealed."""
    rating, on_map, fixed = np.int64(s.rating[p]), map_points(s, content, p), np.int64(s.fixed[p])
    out[at + S_POINTS] = part(rating, 1 / 80)
    out[at + S_POINTS + 1] = max(part(rating + on_map + fixed, 1 / 120), -MOST)
    out[at + S_POINTS + 3] = part(on_map, 1 / 40)
    out[at + S_POINTS + 4] = max(part(fixed, 1 / 40), -MOST)
    resource, production = s.resource[p], s.production[p]
    for r in range(1, RESOURCES):
        out[at + S_RESOURCES + r] = part(resource[r], 1 / 16)
        out[at + S_PRODUCTION + r] = part(production[r], 1 / 10)
    out[at + S_RESOURCES] = part(resource[0], 1 / 60)
    out[at + S_PRODUCTION] = part(production[0], 1 / 25)
    tag = s.tag[p]
    for t in range(TAGS):
        out[at + S_TAGS + t] = part(tag[t], 1 / 8)
    out[at + S_TAGS + words.T_EVENT] = part(s.event_count[p], 1 / 8)
    out[at + S_WORTH] = part(s.worth[p, 0], 1 / 5)
    out[at + S_WORTH + 1] = part(s.worth[p, 1], 1 / 5)
    out[at + S_WORTH + 2] = max(part(s.discount[p, TAGS], 1 / 5), -MOST)
    out[at + S_COUNTS + 1] = part(s.laid[p, LAID_CARDS], 1 / 40)
    owned = np.int64(s.owned[p])
    homes = owned & ~np.int64(s.green)
    out[at + S_COUNTS + 2] = part(count_bits(owned & s.urban), 1 / 6)
    out[at + S_COUNTS + 3] = part(count_bits(owned & s.green), 1 / 8)
    out[at + S_COUNTS + 4] = part(count_bits(homes & ~np.int64(s.urban)), 1 / 5)
    people: Any = 0
    while homes != 0:
        people += np.int64(s.population[lowest_bit(homes)])
        homes &= homes - 1
    out[at + S_COUNTS + 5] = part(people, 1 / 8)
    out[at + S_PASSED] = s.passed[p] != 0
    out[at + S_PASSED + 1] = s.first == p
    knows = p == seat or s.revealed != 0
    if s.corporation[p] >= 0:
        value = 0.5
        if knows and s.side[p] >= 0:
            value = 1.0 - 2.0 * s.side[p]
        out[at + S_CORPORATION + s.corporation[p]] = value
    if knows or s.known_choice[p]:
        for m in range(MISSIONS):
            if s.development[p, m] >= 0 and (knows or s.known_choice[p] >> m & 1):
                out[at + S_DEVELOPMENTS + m] = 1.0 - 2.0 * s.development[p, m]


@jit
def observe_campaign(s: Any, seat: Any, out: Any) -> None:
    """Titles, and saved cards: nobody sees how many the others save until all have."""
    for p in range(s.num_players):
        at = where_of(s, seat, p)
        points: Any = 0
        for m in range(MISSIONS):
            title = s.title[p, m]
            points += campaign.TITLE_POINTS[title]
            if title != MISSED:
                out[at + S_TITLES + m] = max(campaign.TITLE_POINTS[title] * (1 / 15), 0.1)
            elif m < campaign.missions_over(s):
                out[at + S_TITLES + m] = -1.0
        out[at + S_STANDING] = points * (1 / 60)
        saved = deck.count_at(s, SAVED_BY + p)
        if s.phase == P_SAVING and p != seat and plays(s, p):
            known = np.int64(s.innovated[p] == INNOVATION_SAVED)
            hand = deck.hand_size(s, p) + saved - known
            out[at + S_COUNTS] = part(hand, 1 / 16)
            saved = known
        out[at + S_STANDING + 1] = saved * (1 / SAVED)
        if not plays(s, p):
            out[at + S_STANDING + 2] = 1.0


@jit
def observe_milestones(s: Any, content: Any, seat: Any, out: Any) -> None:
    number: Any = 0
    for k in range(OBJECTIVES):
        owner = np.int64(s.milestone[k]) - 1
        if owner >= 0:
            number += 1
            out[O_MILESTONES + k] = 1.0 if owner == seat else -1.0
            at = where_of(s, seat, owner) + S_POINTS
            out[at + 1] = min(out[at + 1] + MILESTONE_POINTS * (1 / 120), MOST)
            out[at + 2] += MILESTONE_POINTS * (1 / 40)
            continue
        milestone = content.milestone[objectives.milestone_row(s, content, k)]
        criterion, what, unit = (
            np.int64(milestone.criterion),
            np.int64(milestone.what),
            1.0 / np.int64(milestone.amount),
        )
        for p in range(s.num_players):
            if not plays(s, p):
                continue
            reached = objectives.count(s, content, p, criterion, what)
            out[where_of(s, seat, p) + S_PROGRESS + k] = max(part(reached, unit), 0.0)
    out[O_LEFT_OF_THEM] = (CLAIMED - number) * (1 / CLAIMED)


@jit
def observe_awards(s: Any, content: Any, seat: Any, out: Any) -> None:
    number: Any = 0
    for k in range(OBJECTIVES):
        award = content.award[objectives.award_row(s, content, k)]
        criterion, what = np.int64(award.criterion), np.int64(award.what)
        first: Any = -1000
        second: Any = -1000
        for p in range(s.num_players):
            if not plays(s, p):
                continue
            mine = objectives.count(s, content, p, criterion, what)
            out[where_of(s, seat, p) + S_LEADS + k] = mine
            # Without branches, as who leads cannot be predicted.
            second = max(second, min(first, mine))
            first = max(first, mine)
        funded = s.award[k] != 0
        number += np.int64(funded)
        out[O_AWARDS + k] = funded
        for p in range(s.num_players):
            if not plays(s, p):
                continue
            at = where_of(s, seat, p)
            mine = np.int64(out[at + S_LEADS + k])
            lead = mine - (second if mine == first else first)
            out[at + S_LEADS + k] = max(part(lead, 1 / 10), -MOST)
            if funded:
                worth = 0
                if mine == first:
                    worth = FIRST_POINTS
                elif mine == second and playing(s) > 2:
                    worth = SECOND_POINTS
                out[at + S_POINTS + 2] = min(out[at + S_POINTS + 2] + worth * (1 / 40), MOST)
    out[O_LEFT_OF_THEM + 1] = (FUNDED - number) * (1 / FUNDED)
    if number < FUNDED:
        out[O_LEFT_OF_THEM + 2] = part(content.award_cost[number], 1 / 20)
