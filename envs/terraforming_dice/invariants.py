"""What must hold in every state between two steps. `check` returns a bit for each name in INVARIANTS that is broken."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, SEAT, TERMINATED
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice.rules import board, cards, milestones, stock
from marszoo.envs.terraforming_dice.state import (
    ABSENT,
    AWARDS,
    BONUS_AT,
    BONUS_PILE,
    BOX,
    CARDS,
    CHOOSE_CORPORATION,
    CITY_TILE,
    COLOURS,
    DECK,
    DICE_EACH,
    DISCARD,
    EFFECTS,
    EMPTY,
    GREENERY_TILE,
    HAND,
    HEXES,
    OCEAN_TILE,
    OCEANS,
    OXYGEN_STEPS,
    PROJECTS,
    RESOURCES,
    SOLO_TURNS,
    SPECIAL_TILE,
    TABLE,
    TEMPERATURE_STEPS,
    TILES,
)

INVARIANTS = (
    "of each colour 12 dice are in the pool, with the seats or on the awards",
    "the award dice have three different colours",
    "every card is in one place, and only those of the content exist",
    "projects are in deck, discard, hands and on tables; bonus cards in pile, box and on tables",
    "only cards on tables with an action are turned sideways",
    "production, discounts, storage, ribbons and counts follow from corporation and cards in play",
    "the corporations of the seats are different, as are those dealt, from which they are chosen",
    "a seat plays at most two bonus cards for its points, and only once they are reached",
    "the tracks are within their ends, and there are as many oceans as ocean tiles",
    "oceans lie on ocean areas, other tiles on land, and no two cities are adjacent",
    "the counts of adjacent cities and greeneries follow from the tiles",
    "milestones are different, and claimed as soon as they are reached",
    "no holding is below zero, and a seat that nobody sits on has none",
    "the end is triggered by complete tracks and only by them",
    "the top frame is a decision of a seat that plays, and blank rows follow the stack",
    "the game is over when the turns to come are used up, and only then",
)


@jit
def check(s: Any, content: Any) -> Any:
    """Bits of INVARIANTS that are broken (0: none)."""
    bad = 0
    ok = (
        dice_add_up(s),
        awards_fit(s),
        cards_exist(s, content),
        cards_fit(s),
        turned_fit(s, content),
        counts_follow(s, content),
        corporations_fit(s, content),
        bonuses_fit(s),
        tracks_fit(s),
        tiles_fit(s, content),
        neighbours_follow(s, content),
        milestones_fit(s, content),
        holdings_fit(s),
        trigger_fits(s),
        frames_fit(s),
        end_fits(s),
    )
    for k in range(len(ok)):
        if not ok[k]:
            bad |= 1 << k
    return bad


@jit
def dice_add_up(s: Any) -> Any:
    for c in range(COLOURS):
        n = np.int64(s.pool[c])
        for which in range(AWARDS):
            n += s.award[which] // 3 == c
        for p in range(s.num_players):
            for r in range(3 * c, 3 * c + 3):
                n += s.dice[p, r]
        if n != DICE_EACH:
            return False
    return True


@jit
def awards_fit(s: Any) -> Any:
    for which in range(AWARDS):
        if s.award[which] >= RESOURCES:
            return False
        if which > 0 and s.award[which] // 3 <= s.award[which - 1] // 3:
            return False
    return True


@jit
def cards_exist(s: Any, content: Any) -> Any:
    for card in range(CARDS):
        there = card < content.num_projects or (card >= PROJECTS and card < PROJECTS + content.num_bonuses)
        place = s.place[card]
        if (place == ABSENT) == there:
            return False
        if place < 0 or (place > ABSENT and place < HAND) or place >= TABLE + s.num_players:
            return False
        if place >= HAND and place < TABLE and place >= HAND + s.num_players:
            return False
    return True


@jit
def cards_fit(s: Any) -> Any:
    for card in range(CARDS):
        place = s.place[card]
        if card < PROJECTS and (place in (BOX, BONUS_PILE)):
            return False
        if card >= PROJECTS and (place in (DECK, DISCARD) or (place >= HAND and place < TABLE)):
            return False
    return True


@jit
def turned_fit(s: Any, content: Any) -> Any:
    for card in range(CARDS):
        if s.turned[card] and (s.place[card] < TABLE or content.rows[card].action == 0):
            return False
    return True


@jit
def counts_follow(s: Any, content: Any) -> Any:
    for p in range(s.num_players):
        if not seat_follows(s, content, p):
            return False
    return True


@jit
def owns(s: Any, seat: Any, number: Any) -> Any:
    """Whether row `number` is in play for the seat."""
    if number < CARDS:
        return s.place[number] == TABLE + seat
    return seat < s.revealed and s.corporation[seat] == number - CARDS


@jit
def seat_follows(s: Any, content: Any, seat: Any) -> Any:
    storage, ribbons, shown = 0, 0, 0
    # Weighted sums, so that nothing is allocated.
    production: Any = 0
    discount: Any = 0
    played: Any = 0
    icons: Any = 0
    for number in range(len(content.rows)):
        if not owns(s, seat, number):
            continue
        row = content.rows[number]
        storage += row.storage
        ribbons += row.red_ribbon
        for kind in range(7):
            production += np.int64(row.production[kind]) << 8 * kind
        for r in range(RESOURCES):
            discount += np.int64(row.discount[r]) << 4 * r
        if number < CARDS:
            shown += row.shows_vp
            played += 1 << 8 * row.colour
            for which in range(AWARDS):
                icons += cards.printed(s, content, number, which) << 16 * which
    for kind in range(7):
        production -= np.int64(s.production[seat, kind]) << 8 * kind
    for r in range(RESOURCES):
        discount -= np.int64(s.discount[seat, r]) << 4 * r
    for colour in range(3):
        played -= np.int64(s.played[seat, colour]) << 8 * colour
    for which in range(AWARDS):
        icons -= np.int64(s.icons[seat, which]) << 16 * which
    same = storage == s.storage[seat] and ribbons == s.ribbons[seat] and shown == s.vp_cards[seat]
    return same and production == 0 and discount == 0 and played == 0 and icons == 0


@jit
def corporations_fit(s: Any, content: Any) -> Any:
    seen = 0
    dealt = 0
    for p in range(s.num_players):
        for k in range(2):
            if s.dealt[p, k] >= content.num_corporations or (s.dealt[p, k] >= 0 and dealt >> s.dealt[p, k] & 1):
                return False
            if s.dealt[p, k] >= 0:
                dealt |= 1 << s.dealt[p, k]
        mine = s.corporation[p]
        if mine >= content.num_corporations or (mine < 0 and s.revealed > p):
            return False
        if mine >= 0:
            if seen >> mine & 1 or (s.dealt[p, 0] >= 0 and mine != s.dealt[p, 0] and mine != s.dealt[p, 1]):
                return False
            seen |= 1 << mine
    return True


@jit
def bonuses_fit(s: Any) -> Any:
    for p in range(s.num_players):
        reached = (s.points[p] >= BONUS_AT[0]) + (s.points[p] >= BONUS_AT[1])
        if s.bonuses[p] > reached or (s.bonuses[p] > 0 and not s.looked[p]):
            return False
    return True


@jit
def tracks_fit(s: Any) -> Any:
    laid = 0
    for where in range(HEXES):
        laid += s.tile[where] == OCEAN_TILE
    return s.temperature <= TEMPERATURE_STEPS and s.oxygen <= OXYGEN_STEPS and s.oceans <= OCEANS and laid == s.oceans


@jit
def tiles_fit(s: Any, content: Any) -> Any:
    for where in range(HEXES):
        kind = s.tile[where]
        if kind > SPECIAL_TILE or (kind != EMPTY and (kind == OCEAN_TILE) != (content.ocean_area[where] != 0)):
            return False
        if kind == CITY_TILE and s.cities_near[where] > 0:
            return False
    return True


@jit
def neighbours_follow(s: Any, content: Any) -> Any:
    for where in range(HEXES):
        city_count, green_count = 0, 0
        for k in range(6):
            near = content.neighbour[where, k]
            if near >= 0:
                city_count += s.tile[near] == CITY_TILE
                green_count += s.tile[near] == GREENERY_TILE
        if city_count != s.cities_near[where] or green_count != s.greens_near[where]:
            return False
    return True


@jit
def milestones_fit(s: Any, content: Any) -> Any:
    for which in range(TILES):
        if s.milestone[which] < 0 or s.milestone[which] >= content.num_milestones:
            return False
        if s.claimed[which] < milestones.REMOVED or s.claimed[which] >= s.num_players:
            return False
        for other in range(which):
            if s.milestone[which] == s.milestone[other]:
                return False
        if s.claimed[which] == milestones.UNCLAIMED and s.over == RUNNING:
            milestone = content.milestones[s.milestone[which]]
            for p in range(s.num_players):
                if milestones.progress(s, p, np.int64(milestone.criterion)) >= milestone.amount:
                    return False
    return True


@jit
def holdings_fit(s: Any) -> Any:
    for p in range(len(s.points)):
        if s.points[p] < 0 or s.wild[p] < 0:
            return False
        if p >= s.num_players and (s.points[p] > 0 or s.wild[p] > 0 or stock.dice_of(s, p) > 0):
            return False
    return True


@jit
def trigger_fits(s: Any) -> Any:
    done = board.finished(s)
    if s.num_players == 1:
        return (s.left >= 0) == (s.solo_goal != 0 and done == 3)
    return (s.left >= 0) == (done >= 2) and s.left <= s.num_players


@jit
def frames_fit(s: Any) -> Any:
    for k in range(s.depth, len(s.frame)):
        for column in range(4):
            if s.frame[k, column] != 0:
                return False
    if s.over == TERMINATED:
        return s.depth == 0
    if s.depth < 1:
        return False
    kind, seat = s.frame[s.depth - 1, KIND], s.frame[s.depth - 1, SEAT]
    if seat < 0 or seat >= s.num_players or (s.over == RUNNING and seat != s.player):
        return False
    return kind >= CHOOSE_CORPORATION and kind <= EFFECTS


@jit
def end_fits(s: Any) -> Any:
    """Over by the rules: no turn is left; running: the last turn is still being played."""
    if s.over == TERMINATED:
        return s.left == 0 or (s.num_players == 1 and s.turn == SOLO_TURNS)
    return s.active >= 0 and s.active < s.num_players and (s.num_players > 1 or s.turn <= SOLO_TURNS)
