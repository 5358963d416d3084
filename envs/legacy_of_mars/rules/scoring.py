"""Chapter "Final Scoring": terraform rating, awards, milestones, the map and the cards; ties by the order of passing."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import objectives
from marszoo.envs.legacy_of_mars.rules.requirements import count_of, own_population, term_holds
from marszoo.envs.legacy_of_mars.rules.rows import count_bits, development_row, lowest_bit, playing, plays, side_row
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    FACE_DOWN,
    MAP,
    MISSIONS,
    OBJECTIVES,
    ON_TABLE,
    OXYGEN_GOAL,
    PLAYERS,
    TEMPERATURE_STEPS,
)

MILESTONE_POINTS, FIRST_POINTS, SECOND_POINTS = 5, 5, 2
"""Victory Points of a milestone, of the first and of the second place of an award. All printed."""


@jit
def places(s: Any, content: Any, k: Any) -> Any:
    """What an award's leader and its second have; the second is -1000 if nobody is paid for it.

    There is no second place with two players, nor if more than one player leads.
    """
    first: Any = -1000
    second: Any = -1000
    leaders = 0
    for p in range(s.num_players):
        if not plays(s, p):
            continue
        n = objectives.standing(s, content, p, k)
        if n > first:
            first, second, leaders = n, first, 1
        elif n == first:
            leaders += 1
        else:
            second = max(second, n)
    return first, (np.int64(-1000) if leaders > 1 or playing(s) == 2 else second)


@jit
def award_points(s: Any, content: Any, seat: Any) -> Any:
    """Victory Points of all funded awards, as they would be now; it does not matter who funded them. Who is away has none."""
    n: Any = 0
    if not plays(s, seat):
        return n
    for k in range(OBJECTIVES):
        if s.award[k]:
            first, second = places(s, content, k)
            mine = objectives.standing(s, content, seat, k)
            n += FIRST_POINTS if mine == first else (SECOND_POINTS if mine == second else 0)
    return n


@jit
def milestone_points(s: Any, seat: Any) -> Any:
    n: Any = 0
    for k in range(OBJECTIVES):
        n += MILESTONE_POINTS * np.int64(s.milestone[k] == 1 + seat)
    return n


@jit
def map_points(s: Any, content: Any, seat: Any) -> Any:
    """1 for each own greenery, and for each own city 1 for each greenery next to it, whoever owns that."""
    n: Any = count_bits(np.int64(s.owned[seat]) & s.green)
    own_cities = np.int64(s.owned[seat]) & s.urban & MAP
    while own_cities != 0:
        n += count_bits(content.near[lowest_bit(own_cities)] & s.green)
        own_cities &= own_cities - 1
    return n


@jit
def card_points(s: Any, content: Any, seat: Any, row: Any) -> Any:
    """Victory Points of a card, side or development of the seat."""
    entry = content.rows[row]
    n = np.int64(entry.points)
    if n == 0 or not term_holds(s, content, seat, row, np.int64(entry.points_term)):
        return 0
    if entry.count == 0:
        return n
    return n * (count_of(s, content, seat, row, np.int64(entry.count), np.int64(entry.counted)) // entry.per)


@jit
def all_card_points(s: Any, content: Any, seat: Any) -> Any:
    """Victory Points of all own cards in play, events that were played included."""
    n: Any = 0
    for card in range(CARDS):
        place = s.place[card]
        if place == ON_TABLE + seat or place == FACE_DOWN + seat:
            n += card_points(s, content, seat, card)
    if side_row(s, seat) >= 0:
        n += card_points(s, content, seat, side_row(s, seat))
    for m in range(MISSIONS):
        if development_row(s, seat, m) >= 0:
            n += card_points(s, content, seat, development_row(s, seat, m))
    return n


@jit
def points(s: Any, content: Any, seat: Any) -> Any:
    """Victory Points of a seat if the game were over now."""
    n = np.int64(s.rating[seat]) + map_points(s, content, seat) + all_card_points(s, content, seat)
    if s.num_players > 1:
        n += milestone_points(s, seat) + award_points(s, content, seat)
    return n


@jit
def share(s: Any, content: Any) -> Any:
    """Alone: how much of the mission's goal is reached, 1 or more being all of it."""
    sheet, board = content.sheet[s.mission], content.board[s.board]
    if sheet.goal == words.G_PARAMETERS:
        done = np.int64(s.temperature) + s.oxygen - board.oxygen + s.oceans
        return done / (TEMPERATURE_STEPS + OXYGEN_GOAL - np.int64(board.oxygen) + board.oceans)
    if sheet.goal == words.G_SCORE:
        done = points(s, content, 0)
    elif sheet.goal == words.G_RATING:
        done = np.int64(s.rating[0])
    else:
        done = own_population(s, 0)
    return done / max(np.int64(sheet.amount), 1)


@jit
def standing(s: Any, seat: Any, score: Any) -> Any:
    """What seats are ranked by: `score`, and within equal scores who passed earlier in the last generation.

    With the switch ``tie_break`` = later_pass whoever passed later is ahead. Who has not passed when a game is cut comes
    after all who have.
    """
    passed = np.int64(s.passed[seat]) if s.passed[seat] else 1 + PLAYERS
    return score + (passed if s.later_pass else -passed) / 100.0
