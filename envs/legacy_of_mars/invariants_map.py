"""Invariants of the parameters, the tiles and what lies on them."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.state import (
    HEXES,
    MAP,
    NEUTRAL,
    OXYGEN_GOAL,
    PLAYERS,
    POPULATION_ON_CITY,
    POPULATION_ON_SPECIAL,
    ROWS,
    SPACES,
    TEMPERATURE_STEPS,
)
from marszoo.envs.legacy_of_mars.words import CITY_TILE, GREENERY_TILE, OCEAN_TILE, SPECIAL_TILE


@jit
def parameters_fit(s: Any, content: Any) -> Any:
    laid = 0
    for space in range(SPACES):
        laid += s.tile[space] == OCEAN_TILE
    board = content.board[s.board]
    tracks = 0 <= s.temperature <= TEMPERATURE_STEPS and board.oxygen <= s.oxygen <= OXYGEN_GOAL
    return tracks and laid == s.oceans and s.oceans <= board.oceans


@jit
def tiles_fit(s: Any, content: Any) -> Any:
    for space in range(SPACES):
        kind, owner = np.int64(s.tile[space]), np.int64(s.owner[space])
        if kind > SPECIAL_TILE or (space >= HEXES and kind != 0 and kind != CITY_TILE) or (space > HEXES + 1 and kind):
            return False
        if kind in (0, OCEAN_TILE):
            if owner != -1 or s.tile_row[space] != 0:
                return False
        elif owner < 0 or (owner >= s.num_players and (owner != NEUTRAL or s.num_players > 1)):
            return False
        if s.tile_row[space] < 0 or s.tile_row[space] > ROWS or (kind == SPECIAL_TILE and s.tile_row[space] == 0):
            return False
        if s.frozen[space] > (kind == OCEAN_TILE and content.board[s.board].glaciers != 0):
            return False
    return True


@jit
def hexes_follow(s: Any, content: Any) -> Any:
    taken: Any = 0
    wet: Any = 0
    urban: Any = 0
    green: Any = 0
    for space in range(SPACES - 1):
        kind = s.tile[space]
        taken |= np.int64(kind != 0) << space
        wet |= np.int64(kind == OCEAN_TILE) << space
        urban |= np.int64(kind == CITY_TILE) << space
        green |= np.int64(kind == GREENERY_TILE) << space
    if taken != s.taken or wet != s.wet or urban != s.urban or green != s.green:
        return False
    by_tile: Any = 0
    by_city: Any = 0
    by_cities: Any = 0
    by_green: Any = 0
    for where in range(HEXES):
        near = np.int64(content.near[where])
        beside = near & urban & MAP
        by_tile |= np.int64(near & taken & MAP != 0) << where
        by_city |= np.int64(beside != 0) << where
        by_cities |= np.int64(beside & (beside - 1) != 0) << where
        by_green |= np.int64(near & green != 0) << where
    if by_tile != s.by_tile or by_city != s.by_city or by_cities != s.by_cities or by_green != s.by_green:
        return False
    for p in range(PLAYERS + 1):
        owned: Any = 0
        by_own: Any = 0
        claimed: Any = 0
        for space in range(SPACES - 1):
            owned |= np.int64(s.owner[space] == p) << space
            claimed |= np.int64(s.claim[space] == p + 1) << space
        for where in range(HEXES):
            by_own |= np.int64(np.int64(content.near[where]) & owned & MAP != 0) << where
        if owned != s.owned[p] or by_own != s.by_own[p] or (p < PLAYERS and claimed != s.claimed[p]):
            return False
    return True


@jit
def population_fits(s: Any) -> Any:
    for space in range(SPACES):
        kind = s.tile[space]
        most = 0
        if kind == CITY_TILE:
            most = POPULATION_ON_CITY
        elif kind == SPECIAL_TILE:
            most = POPULATION_ON_SPECIAL
        if s.population[space] > most:
            return False
    return True


@jit
def claims_fit(s: Any) -> Any:
    for space in range(SPACES):
        if s.claim[space] < 0 or s.claim[space] > s.num_players or (s.claim[space] > 0 and s.tile[space] != 0):
            return False
    return True
