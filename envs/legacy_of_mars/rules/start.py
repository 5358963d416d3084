"""Chapters "Setup", "Saved Cards and Starting Hand" and "Stand-Alone Game"; for one player, "Playing Solo", 1 and 2."""

from typing import Any

import numpy as np

from marszoo.envs.core.advance import REWARD, SWITCHES
from marszoo.envs.core.frames import SEAT, A, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.actions import A_CARD, A_CORPORATION, A_DEVELOPMENT, A_SIDE, DONE
from marszoo.envs.legacy_of_mars.rules import board, cards, deck
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import chosen_development, chosen_side, next_playing, plays
from marszoo.envs.legacy_of_mars.state import (
    ABSENT,
    CARDS,
    CHOICES,
    CUT_CARD,
    E_CORPORATION,
    E_DEVELOPMENT,
    E_SIDE,
    HAND_DEALT,
    HEXES,
    IN_HAND,
    KEPT,
    MAP,
    MISSED,
    MISSIONS,
    NEUTRAL,
    ON_OFFER,
    P_SETUP,
    PICK_DEVELOPMENT,
    PICK_SIDE,
    PICK_START,
    PLAY_DEVELOPMENT,
    PLAYERS,
    SAVED_BY,
    SIDES_EACH,
)
from marszoo.envs.legacy_of_mars.words import CITY_TILE, GREENERY_TILE, MEGACREDIT

STEEL_PAYS, TITANIUM_PAYS = 2, 3
"""M€ that a steel and a titanium pay. Printed on the player board."""
TITLE_MONEY = np.array([0, 0, 5, 10, 15])
"""M€ that a title is worth at the start of the next mission, by MISSED, GOVERNOR …. Printed."""
NEUTRAL_CITIES = 2
"""Cities of nobody on the map of a solo game, each with a greenery."""


@jit
def prepare(s: Any, content: Any, options: Any) -> None:
    """The table before anybody chooses anything: the options, the piles, then what each mission begins with."""
    s.mission = options[SWITCHES]
    s.board = options[SWITCHES + 1]
    s.later_pass = options[SWITCHES + 2]
    s.campaign = options[SWITCHES + 3]
    s.pays_missions = options[SWITCHES + 4]
    s.reward = options[REWARD]
    for m in range(MISSIONS):
        s.absent[m] = options[SWITCHES + 5] >> PLAYERS * m & (1 << PLAYERS) - 1
    s.corporation[:] = -1
    s.side[:] = -1
    s.development[:] = -1
    s.owner[:] = -1
    s.spot = -1
    s.hit = -1
    s.hit_row = -1
    deck.fill_piles(s, content)
    if not s.campaign:
        deck.mix_in_innovations(s, content.innovations_each * (s.mission + 1))
    lay_out(s, content)


@jit
def lay_out(s: Any, content: Any) -> None:
    """What a mission begins with: tracks and ratings; for one player the neutral tiles; cards for free.

    The player who won last has the first player marker, or whoever plays next to the left.
    """
    sheet, area = content.sheet[s.mission], content.board[s.board]
    s.phase = P_SETUP
    s.generation = 1
    s.oxygen = area.oxygen
    s.away = s.absent[s.mission]
    if not plays(s, s.first):
        s.first = next_playing(s, s.first)
    alone = s.num_players == 1
    rating = np.int64(area.solo_rating if alone else area.rating)
    if rating < 0:
        rating = np.int64(sheet.solo_rating if alone else sheet.rating)
    for p in range(s.num_players):
        s.worth[p, 0] = STEEL_PAYS
        s.worth[p, 1] = TITANIUM_PAYS
        if plays(s, p):
            s.rating[p] = rating
    if alone:
        place_neutral_tiles(s, content)
    for p in range(s.num_players):
        if plays(s, p):
            take_saved(s, content, p)


@jit
def take_saved(s: Any, content: Any, seat: Any) -> None:
    """The saved cards go to the hand for free; those not of this mission are replaced by random cards.

    Who has saved none draws two cards as compensation, but in the first mission of a campaign.
    """
    found: Any = 0
    replaced: Any = 0
    for card in range(CARDS):
        if s.place[card] == SAVED_BY + seat:
            found += 1
            if content.rows[card].missions >> s.mission & 1:
                s.place[card] = IN_HAND + seat
            else:
                s.place[card] = ABSENT
                replaced += 1
    if found == 0 and not (s.campaign and s.mission == 0):
        replaced = np.int64(content.stand_alone_cards)
    deck.draw(s, seat, replaced, IN_HAND)


@jit
def extra_money(s: Any, content: Any, seat: Any) -> Any:
    """M€ beyond those of the side: by the title of the mission before; for who missed it, and in a stand-alone game, 15."""
    if not s.campaign:
        return np.int64(content.stand_alone_money)
    if s.mission == 0:
        return np.int64(0)
    title = s.title[seat, s.mission - 1]
    return np.int64(content.stand_alone_money) if title == MISSED else TITLE_MONEY[title]


@jit
def deal(s: Any) -> None:
    """Ten project cards for each player."""
    for p in range(s.num_players):
        if plays(s, p):
            deck.draw(s, p, HAND_DEALT, ON_OFFER)


# Solo: neutral tiles.


@jit
def place_neutral_tiles(s: Any, content: Any) -> None:
    """Two cities, then a greenery beside each, placed by the costs of four cards that are shown and discarded."""
    sites = np.int64(0)
    for k in range(NEUTRAL_CITIES):
        site = city_site(s, content, shown_cost(s, content), k > 0)
        if site >= 0:
            board.lay(s, content, NEUTRAL, CITY_TILE, site, -1)
            sites |= (site + 1) << 8 * k
    for k in range(NEUTRAL_CITIES):
        n = shown_cost(s, content)
        city = (sites >> 8 * k & 255) - 1
        if city >= 0:
            site = greenery_site(s, content, n, city)
            if site >= 0:
                board.lay(s, content, NEUTRAL, GREENERY_TILE, site, -1)


@jit
def shown_cost(s: Any, content: Any) -> Any:
    """The cost of the card on top of the deck, at least 1: how many places are counted."""
    card = deck.reveal(s, NEUTRAL)
    return max(np.int64(content.rows[card].cost), 1) if card >= 0 else 1


@jit
def neutral_room(s: Any, content: Any) -> Any:
    """Hexes where a neutral tile may lie, as bits: not reserved, free, and not where a bonus has to be paid for."""
    area = content.board[s.board]
    closed = np.int64(s.taken) | np.int64(area.reserved) | np.int64(area.noctis)
    if area.pole >= 0:
        closed |= 1 << np.int64(area.pole)
    return MAP & ~closed


@jit
def city_site(s: Any, content: Any, n: Any, backwards: Any) -> Any:
    """The n-th hex for a neutral city, read from the top left, or backwards from the bottom right; -1 if there is none.

    A city needs room for its greenery beside it. After the last hex the count goes on at the first.
    """
    room = neutral_room(s, content)
    possible: Any = 0
    number: Any = 0
    for where in range(HEXES):
        fits = room >> where & 1 != 0 and content.near[where] & s.urban == 0 and content.near[where] & room != 0
        possible |= np.int64(fits) << where
        number += fits
    if number == 0:
        return np.int64(-1)
    k = (n - 1) % number
    if backwards:
        k = number - 1 - k
    found: Any = -1
    for where in range(HEXES):
        if possible >> where & 1:
            if k == 0:
                found = where
            k -= 1
    return np.int64(found)


@jit
def greenery_site(s: Any, content: Any, n: Any, city: Any) -> Any:
    """The n-th free hex around a neutral city, clockwise from the top left; -1 if there is none."""
    room = neutral_room(s, content)
    number: Any = 0
    for k in range(6):
        near = np.int64(content.neighbour[city, k])
        number += near >= 0 and room >> near & 1 != 0
    if number == 0:
        return np.int64(-1)
    left = (n - 1) % number
    for k in range(6):
        near = np.int64(content.neighbour[city, k])
        if near >= 0 and room >> near & 1 != 0:
            if left == 0:
                return near
            left -= 1
    return np.int64(-1)


# What a player chooses, hidden from the others until all have chosen.


@jit
def ask_choices(s: Any, seat: Any) -> None:
    """A side of the corporation, starting cards, and a development for each mission up to this one, where it has none."""
    for k in range(s.mission + 1):
        if s.development[seat, s.mission - k] < 0:
            push(s, PICK_DEVELOPMENT, seat, s.mission - k, 0)
    push(s, PICK_START, seat, 0, 0)
    push(s, PICK_SIDE, seat, 0, 0)


@jit
def legal_corporation(s: Any, content: Any, mask: Any) -> None:
    for c in range(content.num_corporations):
        mask[A_CORPORATION + c] = 1
    for p in range(s.num_players):
        if s.corporation[p] >= 0:
            mask[A_CORPORATION + s.corporation[p]] = 0


@jit
def apply_corporation(s: Any, corporation: Any) -> None:
    seat = top(s, SEAT)
    s.corporation[seat] = corporation
    note(s, E_CORPORATION, seat, corporation, 0)
    pop(s)


@jit
def legal_side(s: Any, mask: Any) -> None:
    first = A_SIDE + SIDES_EACH * np.int64(s.corporation[top(s, SEAT)])
    for k in range(SIDES_EACH):
        mask[first + k] = 1


@jit
def apply_side(s: Any, action: Any) -> None:
    s.side[top(s, SEAT)] = (action - A_SIDE) % SIDES_EACH
    pop(s)


@jit
def starting_cards(s: Any, content: Any, seat: Any) -> Any:
    """How many starting cards the chosen side can pay: you can't keep more than you can afford."""
    row = content.rows[chosen_side(s, seat)]
    price = content.card_price - np.int64(row.card_price)
    return (np.int64(row.money) + extra_money(s, content, seat)) // price if price > 0 else HAND_DEALT


@jit
def legal_start(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    mask[DONE] = 1
    if deck.count_at(s, KEPT + seat) < starting_cards(s, content, seat):
        for card in range(CARDS):
            mask[A_CARD + card] = s.place[card] == ON_OFFER + seat


@jit
def apply_keep(s: Any, action: Any) -> None:
    """Keep a starting card, or buy a card of the research phase: it is paid once all have chosen."""
    if action == DONE:
        pop(s)
    else:
        s.place[action - A_CARD] = KEPT + top(s, SEAT)


@jit
def legal_development(s: Any, mask: Any) -> None:
    first = A_DEVELOPMENT + CHOICES * (MISSIONS * np.int64(s.corporation[top(s, SEAT)]) + top(s, A))
    for k in range(CHOICES):
        mask[first + k] = 1


@jit
def apply_development(s: Any, action: Any) -> None:
    seat, mission = top(s, SEAT), top(s, A)
    s.development[seat, mission] = (action - A_DEVELOPMENT) % CHOICES
    s.undone[seat] |= 1 << mission
    pop(s)


# Starting conditions, in player order.


@jit
def reveal_side(s: Any, content: Any, seat: Any) -> None:
    """Reveal the corporation's side, with its money and its effects."""
    row = chosen_side(s, seat)
    s.revealed += 1
    note(s, E_SIDE, seat, row, 0)
    s.resource[seat, MEGACREDIT] += np.int64(content.rows[row].money) + extra_money(s, content, seat)
    cards.come_into_play(s, content, seat, row)


@jit
def pay_kept(s: Any, content: Any, seat: Any, kind: Any) -> None:
    """Pay for the cards kept or bought, take them to hand, and discard the others face down; `kind` of event to note."""
    number = 0
    for card in range(CARDS):
        if s.place[card] == KEPT + seat:
            s.place[card] = IN_HAND + seat
            number += 1
        elif s.place[card] == ON_OFFER + seat:
            deck.discard(s, card, seat)
    s.resource[seat, MEGACREDIT] -= number * card_price(s, content, seat)
    note(s, kind, seat, number, 0)


@jit
def card_price(s: Any, content: Any, seat: Any) -> Any:
    """M€ for buying a card to the hand."""
    return max(content.card_price - np.int64(s.cut[seat, CUT_CARD]), 0)


@jit
def next_development(s: Any, content: Any, seat: Any) -> None:
    """Play the seat's next development; of several it says which."""
    left = np.int64(s.undone[seat])
    if left & (left - 1):
        push(s, PLAY_DEVELOPMENT, seat, 0, 0)
    else:
        for m in range(MISSIONS):
            if left >> m & 1:
                play_development(s, content, seat, m)


@jit
def play_development(s: Any, content: Any, seat: Any, mission: Any) -> None:
    row = chosen_development(s, seat, mission)
    s.undone[seat] &= ~(1 << mission)
    note(s, E_DEVELOPMENT, seat, row, 0)
    cards.come_into_play(s, content, seat, row)


@jit
def legal_order_of_developments(s: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    for m in range(MISSIONS):
        if s.undone[seat] >> m & 1:
            mask[A_CARD + chosen_development(s, seat, m)] = 1


@jit
def apply_order_of_developments(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    pop(s)
    play_development(s, content, seat, (action - A_DEVELOPMENT) // CHOICES % MISSIONS)
