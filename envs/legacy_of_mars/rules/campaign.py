"""The campaign: chapters "Saving Cards", "Titles", "Clean Up" and "Next Mission"."""

from typing import Any

import numpy as np

from marszoo.envs.core.advance import payoffs
from marszoo.envs.core.frames import SEAT, pop, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.actions import A_CARD, DONE
from marszoo.envs.legacy_of_mars.rules import deck, scoring
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import playing, plays
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    E_SAVED,
    E_TITLE,
    GOVERNOR,
    IN_HAND,
    INNOVATION_SAVED,
    MISSIONS,
    P_OVER,
    PREFECT,
    SAVED,
    SAVED_BY,
    SCORE_SCALE,
    UNTITLED,
)

TITLE_POINTS = np.array([0, 15, 10, 5, 0])
"""Title Points, by MISSED, GOVERNOR …. Printed."""


@jit
def goes_on(s: Any) -> Any:
    """Whether another mission follows this one."""
    return s.campaign != 0 and s.mission < MISSIONS - 1


@jit
def missions_over(s: Any) -> Any:
    """Missions of a campaign that are over; 0 in a stand-alone game."""
    return np.int64(s.mission) + (s.phase == P_OVER) if s.campaign else np.int64(0)


@jit
def title_points(s: Any, seat: Any) -> Any:
    """Title Points of all missions that are over."""
    n: Any = 0
    for m in range(MISSIONS):
        n += TITLE_POINTS[s.title[seat, m]]
    return n


# Saving cards.


@jit
def may_save(s: Any, content: Any, card: Any) -> Any:
    """Whether a card may be saved: another mission follows, and the card is allowed in it."""
    return goes_on(s) and content.rows[card].missions >> (s.mission + 1) & 1 != 0


@jit
def savable(s: Any, content: Any, seat: Any) -> Any:
    """Whether the seat has a card in hand that it may save."""
    for card in range(CARDS):
        if s.place[card] == IN_HAND + seat and may_save(s, content, card):
            return True
    return False


@jit
def legal_save(s: Any, content: Any, mask: Any) -> None:
    """A card of the hand, or none; an innovation card saved before is one of the two."""
    seat = top(s, SEAT)
    mask[DONE] = 1
    if deck.count_at(s, SAVED_BY + seat) < SAVED:
        for card in range(CARDS):
            mask[A_CARD + card] = s.place[card] == IN_HAND + seat and may_save(s, content, card)


@jit
def apply_save(s: Any, action: Any) -> None:
    if action == DONE:
        pop(s)
    else:
        s.place[action - A_CARD] = SAVED_BY + top(s, SEAT)


# Titles.


@jit
def award_titles(s: Any, content: Any) -> None:
    """Titles of the mission by Victory Points; payoffs, if missions pay.

    With two players there is no Administrator. Saved cards are told of, now that all have saved.
    """
    score, key, rank, payoff = s.settling[0], s.settling[1], s.settling[2], s.settling[3]
    number: Any = 0
    for p in range(s.num_players):
        if plays(s, p):
            score[number] = scoring.points(s, content, p)
            alone = s.num_players == 1
            key[number] = scoring.share(s, content) if alone else scoring.standing(s, p, np.int64(score[number]))
            number += 1
    payoffs(number, s.num_players == 1, s.reward, SCORE_SCALE, score, key, rank, payoff)
    number = 0
    for p in range(s.num_players):
        if not plays(s, p):
            continue
        saved = deck.count_at(s, SAVED_BY + p) - np.int64(s.innovated[p] == INNOVATION_SAVED)
        if saved > 0:
            note(s, E_SAVED, p, saved, 0)
        place = np.int64(rank[number])
        s.earned[p, s.mission] = np.int64(score[number])
        s.ranked[p, s.mission] = place
        title = place if place < UNTITLED else np.int64(UNTITLED)
        s.title[p, s.mission] = PREFECT if title > GOVERNOR and playing(s) == 2 else title
        note(s, E_TITLE, p, s.title[p, s.mission], s.earned[p, s.mission])
        if s.pays_missions:
            s.unpaid[p] += payoff[number] / MISSIONS
        number += 1
    s.settling[:] = 0.0


@jit
def prepaid(s: Any) -> Any:
    """Whether each mission has paid when it ended, so that the campaign pays nothing."""
    return s.pays_missions != 0


# Clean up.


@jit
def clean_up(s: Any, content: Any) -> None:
    """Clear the table for the next mission; corporations, developments, titles and saved cards stay.

    The Governor is the player who won last, and gets the first player marker.
    """
    for p in range(s.num_players):
        if s.ranked[p, s.mission] == 1:
            s.first = p
    s.mission += 1
    deck.sort_cards(s, content)
    s.passed[:] = 0
    s.revealed = 0
    s.final = 0
    s.temperature = 0
    s.oceans = 0
    s.side[:] = -1
    for p in range(s.num_players):
        s.undone[p] = 0
        for m in range(MISSIONS):
            if s.development[p, m] >= 0:
                s.undone[p] |= 1 << m
        s.known_choice[p] = s.undone[p]
    s.resource[:] = 0
    s.production[:] = 0
    s.rating[:] = 0
    s.steps[:] = 0
    s.held[:] = 0
    s.used[:] = 0
    s.metal[:] = 0
    s.event_count[:] = 0
    s.innovated[:] = 0
    s.tag[:] = 0
    s.discount[:] = 0
    s.discounted[:] = 0
    s.worth[:] = 0
    s.shift[:] = 0
    s.listens[:] = 0
    s.protected[:] = 0
    s.cut[:] = 0
    s.laid[:] = 0
    s.fixed[:] = 0
    s.next_discount[:] = 0
    s.next_shift[:] = 0
    clear_map(s)


@jit
def clear_map(s: Any) -> None:
    s.tile[:] = 0
    s.owner[:] = -1
    s.tile_row[:] = 0
    s.frozen[:] = 0
    s.population[:] = 0
    s.claim[:] = 0
    s.taken = 0
    s.wet = 0
    s.urban = 0
    s.green = 0
    s.owned[:] = 0
    s.claimed[:] = 0
    s.by_tile = 0
    s.by_city = 0
    s.by_cities = 0
    s.by_green = 0
    s.by_own[:] = 0
    s.milestone[:] = 0
    s.award[:] = 0
