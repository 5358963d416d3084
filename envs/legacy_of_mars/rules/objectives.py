"""Milestones and awards: what they count, who may claim or fund, and who leads."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules.deck import hand_size
from marszoo.envs.legacy_of_mars.rules.requirements import own_population
from marszoo.envs.legacy_of_mars.rules.rows import count_bits, development_row, side_row
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    HEXES,
    LAID_BLUE,
    LAID_CARDS,
    LAID_COSTLY,
    LAID_GREEN,
    LAID_REQUIRING,
    MISSIONS,
    OBJECTIVES,
    ON_TABLE,
    RESOURCES,
    TAGS,
)


@jit
def milestone_row(s: Any, content: Any, k: Any) -> Any:
    """Row of the content's milestones that stands at place `k` of the mission sheet or, on a regular map, of the board."""
    board = content.board[s.board]
    return np.int64(board.milestone[k] if board.own_objectives else content.sheet[s.mission].milestone[k])


@jit
def award_row(s: Any, content: Any, k: Any) -> Any:
    """As `milestone_row`, for awards."""
    board = content.board[s.board]
    return np.int64(board.award[k] if board.own_objectives else content.sheet[s.mission].award[k])


@jit
def tiles_of(s: Any, seat: Any, spaces: Any) -> Any:
    """Own tiles among `spaces` (bits); cities off the planet are tiles too."""
    return count_bits(np.int64(s.owned[seat]) & spaces)


@jit
def special_tiles(s: Any, seat: Any) -> Any:
    return tiles_of(s, seat, ~(np.int64(s.urban) | np.int64(s.green) | np.int64(s.wet)))


@jit
def beside_oceans(s: Any, content: Any, seat: Any) -> Any:
    """Own tiles next to an ocean."""
    n: Any = 0
    for where in range(HEXES):
        n += np.int64(s.owner[where] == seat and (content.near[where] & s.wet) != 0)
    return n


@jit
def kept_of(s: Any, seat: Any) -> Any:
    """Resources on own cards, corporation and developments."""
    n: Any = 0
    for card in range(CARDS):
        n += np.int64(s.held[card]) * np.int64(s.place[card] == ON_TABLE + seat)
    if side_row(s, seat) >= 0:
        n += s.held[side_row(s, seat)]
    for m in range(MISSIONS):
        if development_row(s, seat, m) >= 0:
            n += s.held[development_row(s, seat, m)]
    return n


@jit
def count(s: Any, content: Any, seat: Any, criterion: Any, what: Any) -> Any:
    """How much of a milestone's or award's criterion the seat has; `what`: the tag or resource that it names."""
    n: Any = 0
    resource, production, tag = s.resource[seat], s.production[seat], s.tag[seat]
    if criterion == words.C_RATING:
        n = np.int64(s.rating[seat])
    elif criterion == words.C_CITIES:
        n = tiles_of(s, seat, s.urban)
    elif criterion == words.C_GREENERIES:
        n = tiles_of(s, seat, s.green)
    elif criterion == words.C_TAG:
        n = np.int64(tag[what])
    elif criterion == words.C_HAND:
        n = hand_size(s, seat)
    elif criterion == words.C_DIFFERENT_TAGS:
        for t in range(TAGS):
            n += np.int64(tag[t] > 0 and t != words.T_EVENT)
    elif criterion == words.C_POLAR_TILES:
        n = tiles_of(s, seat, content.polar)
    elif criterion == words.C_SOUTHERN_TILES:
        n = tiles_of(s, seat, content.southern)
    elif criterion == words.C_OCEAN_TILES:
        n = beside_oceans(s, content, seat)
    elif criterion == words.C_TILES:
        n = count_bits(np.int64(s.owned[seat]))
    elif criterion == words.C_SPECIAL_TILES:
        n = special_tiles(s, seat)
    elif criterion == words.C_PRODUCTION:
        n = np.int64(production[what])
    elif criterion == words.C_RAISED_PRODUCTIONS:
        for r in range(RESOURCES):
            n += np.int64(production[r] > 0)
    elif criterion == words.C_HIGHEST_PRODUCTION:
        for r in range(RESOURCES):
            n = max(n, np.int64(production[r]))
    elif criterion == words.C_BIO_TAGS:
        n = np.int64(tag[words.T_PLANT]) + tag[words.T_MICROBE] + tag[words.T_ANIMAL]
    elif criterion == words.C_EVENTS:
        n = np.int64(s.event_count[seat])
    elif criterion == words.C_RESOURCE:
        n = np.int64(resource[what])
    elif criterion == words.C_WORKERS:
        n = np.int64(resource[words.WORKER]) + production[words.WORKER]
    elif criterion == words.C_METALS:
        n = np.int64(resource[words.STEEL]) + resource[words.TITANIUM]
    elif criterion == words.C_STEEL_AND_ENERGY:
        n = np.int64(resource[words.STEEL]) + resource[words.ENERGY]
    elif criterion == words.C_HELD:
        n = kept_of(s, seat)
    elif criterion == words.C_POPULATION:
        n = own_population(s, seat)
    elif criterion == words.C_REQUIREMENT_CARDS:
        n = np.int64(s.laid[seat, LAID_REQUIRING])
    elif criterion == words.C_COSTLY_CARDS:
        n = np.int64(s.laid[seat, LAID_COSTLY])
    elif criterion == words.C_GREEN_CARDS:
        n = np.int64(s.laid[seat, LAID_GREEN])
    elif criterion == words.C_BLUE_CARDS:
        n = np.int64(s.laid[seat, LAID_BLUE])
    else:
        n = np.int64(s.laid[seat, LAID_CARDS])
    return n


@jit
def progress(s: Any, content: Any, seat: Any, k: Any) -> Any:
    """How much the seat has of what the milestone at place `k` asks for."""
    milestone = content.milestone[milestone_row(s, content, k)]
    return count(s, content, seat, np.int64(milestone.criterion), np.int64(milestone.what))


@jit
def met(s: Any, content: Any, seat: Any, k: Any) -> Any:
    """Whether the seat meets the criterion of the milestone at place `k`."""
    return progress(s, content, seat, k) >= content.milestone[milestone_row(s, content, k)].amount


@jit
def standing(s: Any, content: Any, seat: Any, k: Any) -> Any:
    """How much the seat has of what the award at place `k` compares."""
    award = content.award[award_row(s, content, k)]
    return count(s, content, seat, np.int64(award.criterion), np.int64(award.what))


@jit
def claimed(s: Any) -> Any:
    """Milestones that are claimed."""
    n: Any = 0
    for k in range(OBJECTIVES):
        n += np.int64(s.milestone[k] != 0)
    return n


@jit
def funded(s: Any) -> Any:
    """Awards that are funded."""
    n: Any = 0
    for k in range(OBJECTIVES):
        n += np.int64(s.award[k] != 0)
    return n
