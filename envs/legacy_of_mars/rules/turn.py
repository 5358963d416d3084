"""Chapter "Actions": what a seat may do in its turn, and the end of an action; B to E and G to J."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, SEAT, A, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.actions import (
    A_AWARD,
    A_CARD,
    A_MILESTONE,
    A_PROJECT,
    CONVERT_HEAT,
    CONVERT_PLANTS,
    CONVERT_WORKERS,
    DONE,
    END_TURN,
    INNOVATION_ACTION,
    PASS,
    SELL_PATENTS,
    TO_BOX,
    TO_HAND,
)
from marszoo.envs.legacy_of_mars.rules import (
    board,
    campaign,
    cards,
    deck,
    objectives,
    payment,
    played,
    pool,
    possible,
    stock,
)
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import development_row, side_row
from marszoo.envs.legacy_of_mars.rules.table import has
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    CLAIMED,
    CUT_HEAT,
    CUT_PLANTS,
    CUT_PROJECT,
    CUT_WORKERS,
    E_AWARD,
    E_END_TURN,
    E_GREENERY,
    E_HEAT,
    E_INNOVATION,
    E_MILESTONE,
    E_PASS,
    E_PROJECT,
    E_SAVED,
    E_SOLD,
    E_WORKERS,
    FUNDED,
    HEXES,
    IN_BOX,
    IN_HAND,
    INNOVATE,
    INNOVATION_SAVED,
    LOOKED_AT,
    MISSIONS,
    OBJECTIVES,
    ON_TABLE,
    OXYGEN_GOAL,
    PLAYED,
    PROJECT_KINDS,
    PROJECTS,
    ROWS,
    SAVED_BY,
    SELL,
    TEMPERATURE_STEPS,
    TURN,
    WHERE,
)

INNOVATIONS_DRAWN = 3
"""Innovation cards drawn by the innovation action, of which one is kept. Printed."""


# The mask of a turn.


@jit
def legal_turn(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    mask[PASS if top(s, A) == 0 else END_TURN] = 1
    legal_cards(s, content, seat, mask)
    legal_projects(s, content, seat, mask)
    if s.num_players > 1:
        legal_objectives(s, content, seat, mask)
    legal_conversions(s, content, seat, mask)
    sheet = content.sheet[s.mission]
    if not s.innovated[seat] and s.tag[seat, words.T_SCIENCE] >= sheet.science and deck.count_at(s, IN_BOX) > 0:
        mask[INNOVATION_ACTION] = 1


@jit
def legal_cards(s: Any, content: Any, seat: Any, mask: Any) -> None:
    """Cards in hand that can be played, and cards, side and developments in play whose action can be used."""
    hand, table = IN_HAND + seat, ON_TABLE + seat
    holds = False
    for card in range(CARDS):
        place = s.place[card]
        if place == hand:
            holds = True
            if cards.playable(s, content, seat, card):
                mask[A_CARD + card] = 1
        elif place == table and content.ways[card] > 0 and cards.usable(s, content, seat, card):
            mask[A_CARD + card] = 1
    if holds:
        mask[SELL_PATENTS] = 1
    for m in range(-1, MISSIONS):
        row = side_row(s, seat) if m < 0 else development_row(s, seat, m)
        if row >= 0 and content.ways[row] > 0 and cards.usable(s, content, seat, row):
            mask[A_CARD + row] = 1


@jit
def project_price(s: Any, content: Any, seat: Any, k: Any) -> Any:
    """M€ that standard project `k` costs the seat."""
    return max(np.int64(content.standard[k].cost) - s.cut[seat, CUT_PROJECT], 0)


@jit
def project_toll(s: Any, content: Any, seat: Any, k: Any) -> Any:
    """M€ beside the price for the pole, if it is the only hex where the project's tile can go.

    What a project that has been paid for sets off comes before its tile, and may pay.
    """
    n: Any = 0
    e = np.int64(content.standard[k].effects)
    while content.effects[e].word != 0:
        word = np.int64(content.effects[e].word)
        if word >= words.OCEAN and word <= words.SPECIAL:
            n += board.toll(s, content, seat, possible.tile_of(word), np.int64(content.effects[e].place))
        e += 1
    if n > 0:
        for k in range(content.num_triggers):
            trigger = content.triggers[k]
            if trigger.event == words.ON_STANDARD_PROJECT and has(s, seat, trigger.row):
                n -= possible.given(content, trigger.effects, words.GAIN, words.MEGACREDIT)
    return max(n, 0)


@jit
def project_does(s: Any, content: Any, k: Any) -> Any:
    """Whether a standard project would do anything at all: what raises parameters that are complete does nothing."""
    e = np.int64(content.standard[k].effects)
    while content.effects[e].word != 0:
        word = np.int64(content.effects[e].word)
        if word == words.OCEAN:
            does = s.oceans < content.board[s.board].oceans
        elif word == words.TEMPERATURE:
            does = can_warm(s)
        elif word == words.OXYGEN:
            does = s.oxygen < OXYGEN_GOAL
        else:
            does = True
        if does:
            return True
        e += 1
    return False


@jit
def can_warm(s: Any) -> Any:
    """Whether raising the temperature does anything: at its maximum it may still melt a glacier."""
    if s.temperature < TEMPERATURE_STEPS:
        return True
    for where in range(HEXES):
        if s.frozen[where]:
            return True
    return False


@jit
def legal_projects(s: Any, content: Any, seat: Any, mask: Any) -> None:
    money = np.int64(s.resource[seat, words.MEGACREDIT])
    for k in range(content.num_standard):
        due = project_price(s, content, seat, k)
        if due <= money and project_does(s, content, k) and due + project_toll(s, content, seat, k) <= money:
            mask[A_PROJECT + k] = cards.list_possible(s, content, seat, -1, np.int64(content.standard[k].effects))


@jit
def legal_objectives(s: Any, content: Any, seat: Any, mask: Any) -> None:
    """Milestones that can be claimed and awards that can be funded: three of each."""
    money = np.int64(s.resource[seat, words.MEGACREDIT])
    if money >= content.milestone_cost and objectives.claimed(s) < CLAIMED:
        for k in range(OBJECTIVES):
            if s.milestone[k] == 0 and objectives.met(s, content, seat, k):
                mask[A_MILESTONE + k] = 1
    number = objectives.funded(s)
    if number < FUNDED and money >= content.award_cost[number]:
        for k in range(OBJECTIVES):
            mask[A_AWARD + k] = s.award[k] == 0


@jit
def conversion_price(s: Any, content: Any, seat: Any, action: Any) -> Any:
    """Plants, heat or workers that a conversion takes; at least 1."""
    if action == CONVERT_PLANTS:
        price = content.greenery_plants - np.int64(s.cut[seat, CUT_PLANTS])
    elif action == CONVERT_HEAT:
        price = content.heat_step - np.int64(s.cut[seat, CUT_HEAT])
    else:
        price = content.population_workers - np.int64(s.cut[seat, CUT_WORKERS])
    return max(price, 1)


@jit
def conversions(s: Any, content: Any, seat: Any) -> Any:
    """Conversions that can be paid for and done: bits 0, 1, 2 for plants, heat, workers."""
    resource = s.resource[seat]
    plants = resource[words.PLANT] >= conversion_price(s, content, seat, CONVERT_PLANTS)
    heat = resource[words.HEAT] >= conversion_price(s, content, seat, CONVERT_HEAT)
    workers = resource[words.WORKER] >= conversion_price(s, content, seat, CONVERT_WORKERS)
    bits: Any = 0
    if plants and board.room(s, content, seat, words.GREENERY_TILE, words.ON_GREENERY) != 0:
        bits |= 1
    if heat and can_warm(s):
        bits |= 2
    if workers and board.site_room(s, seat) != 0:
        bits |= 4
    return bits


@jit
def legal_conversions(s: Any, content: Any, seat: Any, mask: Any) -> None:
    bits = conversions(s, content, seat)
    mask[CONVERT_PLANTS] = bits & 1
    mask[CONVERT_HEAT] = bits >> 1 & 1
    mask[CONVERT_WORKERS] = bits >> 2


# What is chosen in a turn.


@jit
def apply_turn(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    if action == PASS:
        before = 0
        for p in range(s.num_players):
            before += s.passed[p] != 0
        s.passed[seat] = 1 + before
        note(s, E_PASS, seat, 0, 0)
        pop(s)
        return
    if action == END_TURN:
        note(s, E_END_TURN, seat, 0, 0)
        pop(s)
        return
    push(s, PLAYED, seat, 0, 0)
    if A_CARD <= action < A_CARD + ROWS:
        row = action - A_CARD
        if row < CARDS and s.place[row] == IN_HAND + seat:
            cards.begin_card(s, content, seat, row)
        else:
            cards.begin_action(s, content, seat, row)
    elif A_PROJECT <= action < A_PROJECT + PROJECT_KINDS:
        k = action - A_PROJECT
        note(s, E_PROJECT, seat, k, 0)
        payment.begin_bill(s, content, seat, played.PROJECT_BILL, k, 0, project_price(s, content, seat, k), 0)
    elif A_MILESTONE <= action < A_MILESTONE + OBJECTIVES:
        note(s, E_MILESTONE, seat, action - A_MILESTONE, 0)
        stock.lose(s, seat, words.MEGACREDIT, content.milestone_cost)
        s.milestone[action - A_MILESTONE] = 1 + seat
    elif A_AWARD <= action < A_AWARD + OBJECTIVES:
        note(s, E_AWARD, seat, action - A_AWARD, 0)
        stock.lose(s, seat, words.MEGACREDIT, content.award_cost[objectives.funded(s)])
        s.award[action - A_AWARD] = 1 + seat
    elif action == SELL_PATENTS:
        push(s, SELL, seat, 0, 0)
    elif action == INNOVATION_ACTION:
        note(s, E_INNOVATION, seat, 0, 0)
        s.innovated[seat] = 1
        deck.draw_innovation(s, seat, INNOVATIONS_DRAWN, LOOKED_AT)
        push(s, INNOVATE, seat, 0, 0)
    else:
        convert(s, content, seat, action)


@jit
def convert(s: Any, content: Any, seat: Any, action: Any) -> None:
    """Plants into a greenery, heat into a step of the temperature, or workers into a Population."""
    price = conversion_price(s, content, seat, action)
    if action == CONVERT_PLANTS:
        kind, resource, word = E_GREENERY, words.PLANT, words.GREENERY
    elif action == CONVERT_HEAT:
        kind, resource, word = E_HEAT, words.HEAT, words.TEMPERATURE
    else:
        kind, resource, word = E_WORKERS, words.WORKER, words.POPULATION
    note(s, kind, seat, 0, 0)
    stock.lose(s, seat, resource, price)
    pool.add_rule(s, word, seat, 1)
    pool.begin(s)


@jit
def forget(s: Any) -> None:
    """Nothing of what was done stays in the record, so that equal positions have equal bytes."""
    s.spot = -1
    s.hit = -1
    s.hit_row = -1
    s.due = 0
    for k in range(3):
        s.doing[k] = 0
        s.bill[k] = 0


@jit
def end_action(s: Any) -> None:
    """PLAYED is on top: an action is over, and with the second one the turn."""
    pop(s)
    forget(s)
    if top(s, KIND) == TURN:
        if top(s, A) > 0:
            pop(s)
        else:
            set_top(s, A, 1)


@jit
def legal_sell(s: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    for card in range(CARDS):
        mask[A_CARD + card] = s.place[card] == IN_HAND + seat
    mask[DONE] = top(s, A) > 0


@jit
def apply_sell(s: Any, action: Any) -> None:
    """Discard cards one at a time; the M€ come at the end."""
    seat = top(s, SEAT)
    if action == DONE:
        number = top(s, A)
        pop(s)
        note(s, E_SOLD, seat, number, 0)
        stock.gain(s, seat, words.MEGACREDIT, number)
    else:
        deck.discard(s, action - A_CARD, seat)
        set_top(s, A, top(s, A) + 1)


@jit
def legal_innovate(s: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    for card in range(PROJECTS, CARDS):
        mask[A_CARD + card] = s.place[card] == LOOKED_AT + seat


@jit
def apply_innovate(s: Any, content: Any, kept: Any) -> None:
    """One card is kept, the others go beside the innovation box. If it can be saved, the seat is asked whether to."""
    seat = top(s, SEAT)
    pop(s)
    for card in range(PROJECTS, CARDS):
        if s.place[card] == LOOKED_AT + seat and card != kept:
            deck.box_up(s, card, seat)
    if campaign.may_save(s, content, kept):
        push(s, WHERE, seat, 0, 0)
    else:
        s.place[kept] = IN_HAND + seat


@jit
def legal_where(mask: Any) -> None:
    mask[TO_HAND] = 1
    mask[TO_BOX] = 1


@jit
def apply_where(s: Any, action: Any) -> None:
    """The innovation card kept goes to the hand, or into the corporation's box for the next mission."""
    seat = top(s, SEAT)
    pop(s)
    for card in range(PROJECTS, CARDS):
        if s.place[card] == LOOKED_AT + seat:
            s.place[card] = (IN_HAND if action == TO_HAND else SAVED_BY) + seat
    if action == TO_BOX:
        s.innovated[seat] = INNOVATION_SAVED
        note(s, E_SAVED, seat, 1, 0)
