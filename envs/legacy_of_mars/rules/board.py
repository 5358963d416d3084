"""Chapter "Tiles & Population": where a tile may go, what placing it brings, and Population on it."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import deck, parameters, pool, stock
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.rules.rows import count_bits, lowest_bit
from marszoo.envs.legacy_of_mars.state import (
    CUT_CARD,
    E_MELT,
    E_POPULATION,
    E_TILE,
    GANYMEDE,
    HEXES,
    IN_HAND,
    KEPT,
    MAP,
    MELTING_STEP,
    NEUTRAL,
    P_SETUP,
    PHOBOS,
    POPULATION_ON_CITY,
    POPULATION_ON_SPECIAL,
    TEMPERATURE_STEPS,
    TOP,
)
from marszoo.envs.legacy_of_mars.words import (
    B_CARD,
    B_HEAT,
    B_OCEAN,
    B_PLANT,
    B_STEEL,
    B_TEMPERATURE,
    B_TITANIUM,
    CITY_TILE,
    GREENERY_TILE,
    OCEAN_TILE,
    SPECIAL_TILE,
)

# --- where ---


@jit
def adjacency(s: Any, content: Any, space: Any) -> Any:
    """M€ for the oceans, of either side, and the Population of anybody next to a space."""
    if space >= HEXES:
        return 0
    near = np.int64(content.near[space])
    n = content.ocean_bonus * count_bits(near & s.wet)
    near &= s.urban | s.taken & ~(s.wet | s.green)
    while near:
        n += content.population_bonus * s.population[lowest_bit(near)]
        near &= near - 1
    return n


@jit
def pole_due(s: Any, content: Any, oceans: Any) -> Any:
    """M€ to be paid for the bonus of the pole; nothing if the bonus would do nothing any more.

    Compulsory: who cannot pay cannot place there. `oceans`: how many lie there once the tile on the pole is placed.
    """
    board = content.board[s.board]
    bonus = board.bonus[board.pole]
    gives = bonus[B_TEMPERATURE] > 0 and s.temperature < TEMPERATURE_STEPS
    return np.int64(board.pole_cost) if gives or (bonus[B_OCEAN] > 0 and oceans < board.oceans) else 0


@jit
def pole_short(s: Any, content: Any, kind: Any) -> Any:
    """M€ that a seat needs to place a tile of `kind` on the pole; money that the placement itself brings may pay."""
    due = pole_due(s, content, np.int64(s.oceans) + np.int64(kind == OCEAN_TILE))
    return max(due - adjacency(s, content, np.int64(content.board[s.board].pole)), np.int64(0))


@jit
def room(s: Any, content: Any, seat: Any, kind: Any, place: Any) -> Any:
    """The spaces, as bits, where a tile of `kind` may go now for a seat if it is told to go to `place`.

    A side places its tiles before the starting cards are paid; the M€ for them are not there for the pole.
    """
    money = np.int64(s.resource[seat, words.MEGACREDIT])
    if s.phase == P_SETUP:
        money -= deck.count_at(s, KEPT + seat) * max(content.card_price - np.int64(s.cut[seat, CUT_CARD]), 0)
    return room_with(s, content, seat, kind, place, money)


@jit
def toll(s: Any, content: Any, seat: Any, kind: Any, place: Any) -> Any:
    """M€ that a seat must have left when it places the tile, because there is room for it on the pole and nowhere else."""
    at = np.int64(content.board[s.board].pole)
    if at < 0 or room_with(s, content, seat, kind, place, np.int64(TOP)) != 1 << at:
        return np.int64(0)
    if room_with(s, content, seat, kind, place, np.int64(-TOP)) != 0:
        return np.int64(0)
    return pole_short(s, content, kind)


@jit
def room_with(s: Any, content: Any, seat: Any, kind: Any, place: Any, money: Any) -> Any:
    """The same for a seat that has `money` when it places the tile.

    Hexes reserved for oceans are free for nothing else unless the place says so, Noctis City's hex for nothing else at
    all, claimed ones for their owner only. A city never goes next to a city, but where the place is next to cities, on
    reserved hexes or kept for it. Without own tiles, or room next to them, a greenery goes anywhere.
    """
    board = content.board[s.board]
    if place == words.ON_PHOBOS or place == words.ON_GANYMEDE:
        return 1 << (PHOBOS if place == words.ON_PHOBOS else GANYMEDE) & ~s.taken
    if kind == OCEAN_TILE and s.oceans >= board.oceans:
        return 0
    free = MAP & ~np.int64(s.taken)
    for p in range(s.num_players):
        if p != seat:
            free &= ~s.claimed[p]
    if place == words.ON_NOCTIS and board.noctis != 0:
        return free & board.noctis
    land = free & ~(board.reserved | board.noctis)
    near_city_allowed = False
    if place == words.ON_RESERVED:
        bits = free & board.reserved
        near_city_allowed = True
    elif place == words.ON_GREENERY:
        bits = land & s.by_own[seat]
        if board.pole >= 0 and bits == 1 << np.int64(board.pole) and money < pole_short(s, content, kind):
            bits = 0  # no available area next to own tiles
        if bits == 0:
            bits = land
    elif place == words.ON_ISOLATED:
        bits = land & ~s.by_tile
    elif place == words.ON_VOLCANIC:
        bits = land & board.volcanic if board.volcanic != 0 else land
    elif place == words.ON_METAL or place == words.ON_OWN_METAL:
        bits = land & (board.metal[0] | board.metal[1])
        if place == words.ON_OWN_METAL:
            bits &= s.by_own[seat]
    elif place == words.ON_BY_CITY or place == words.ON_BY_CITIES:
        bits = land & (s.by_city if place == words.ON_BY_CITY else s.by_cities)
        near_city_allowed = True
    elif place == words.ON_BY_GREENERY:
        bits = land & s.by_green
    elif place == words.ON_ANYWHERE:
        bits = free & ~board.noctis
    else:
        bits = land
        near_city_allowed = place == words.ON_LAND and kind != CITY_TILE
        if place == words.ON_CITY:
            bits &= ~s.by_city
    if kind == CITY_TILE and not near_city_allowed:
        bits &= ~s.by_city
    if board.pole >= 0 and bits >> board.pole & 1 and money < pole_short(s, content, kind):
        bits &= ~(1 << np.int64(board.pole))
    return bits


@jit
def claim_room(s: Any, content: Any) -> Any:
    """Hexes that may be claimed: free, neither reserved nor Noctis City's, and nobody's yet."""
    board = content.board[s.board]
    bits = MAP & ~(s.taken | board.reserved | board.noctis)
    for p in range(s.num_players):
        bits &= ~s.claimed[p]
    return bits


# --- placing ---


@jit
def lay(s: Any, content: Any, owner: Any, kind: Any, space: Any, row: Any) -> None:
    """Put a tile down and nothing more; `owner` -1 for oceans, `row` the card whose special tile or city it is, or -1."""
    bit = 1 << np.int64(space)
    near = np.int64(content.near[space])
    s.tile[space] = kind
    s.owner[space] = owner
    s.taken |= bit
    s.by_tile |= near
    if kind == OCEAN_TILE:
        s.wet |= bit
        s.oceans += 1
        s.frozen[space] = content.board[s.board].glaciers != 0 and s.temperature < MELTING_STEP
    elif kind == GREENERY_TILE:
        s.green |= bit
        s.by_green |= near
    else:
        s.tile_row[space] = row + 1
        if kind == CITY_TILE:
            s.urban |= bit
            s.by_cities |= s.by_city & near
            s.by_city |= near
    if owner >= 0:
        s.owned[owner] |= bit
        s.by_own[owner] |= near
    if s.claim[space] != 0:
        s.claimed[s.claim[space] - 1] &= ~bit
        s.claim[space] = 0


@jit
def put(s: Any, content: Any, seat: Any, kind: Any, space: Any, row: Any) -> None:
    """A seat places a tile: its printed bonus, oceans and Population beside it, the pole, and what the tile itself does.

    An ocean raises the rating, a greenery the oxygen. All effects may set off more, which goes to the pool; the bonuses
    come at once, because nothing is lost by that.
    """
    beside = adjacency(s, content, space)
    lay(s, content, -1 if kind == OCEAN_TILE else seat, kind, space, row)
    s.spot = space
    note(s, E_TILE, seat, kind, space)
    stock.gain(s, seat, words.MEGACREDIT, beside)
    if space < HEXES:
        bonus = content.board[s.board].bonus[space]
        stock.gain(s, seat, words.PLANT, bonus[B_PLANT])
        stock.gain(s, seat, words.STEEL, bonus[B_STEEL])
        stock.gain(s, seat, words.TITANIUM, bonus[B_TITANIUM])
        stock.gain(s, seat, words.HEAT, bonus[B_HEAT])
        if bonus[B_CARD] > 0:
            deck.draw(s, seat, bonus[B_CARD], IN_HAND)
        if space == content.board[s.board].pole:
            pole(s, content, seat, bonus)
    if kind == OCEAN_TILE:
        stock.step_rating(s, seat, 1)
        pool.add_triggers(s, content, words.ON_OCEAN_PLACED, seat, 0)
    elif kind == CITY_TILE:
        pool.add_triggers(s, content, words.ON_CITY_PLACED, seat, 0)
    elif kind == SPECIAL_TILE:
        pool.add_triggers(s, content, words.ON_SPECIAL_PLACED, seat, 0)
    else:
        pool.add_triggers(s, content, words.ON_GREENERY_PLACED, seat, 0)
        parameters.raise_oxygen(s, content, seat, 1)


@jit
def pole(s: Any, content: Any, seat: Any, bonus: Any) -> None:
    """The pole is paid for; then its ocean or temperature."""
    due = pole_due(s, content, np.int64(s.oceans))
    if due > 0:
        stock.lose(s, seat, words.MEGACREDIT, due)
        for _ in range(bonus[B_OCEAN]):
            pool.add_rule(s, words.OCEAN, seat, 1)
        if bonus[B_TEMPERATURE] > 0:
            parameters.raise_temperature(s, content, seat, bonus[B_TEMPERATURE])


@jit
def melt(s: Any, content: Any, seat: Any, space: Any) -> None:
    """A glacier becomes water: a plant to who melts it, and one for each tile beside it to its owner ("Ocean").

    It places nothing and brings no placement bonus.
    """
    s.frozen[space] = 0
    note(s, E_MELT, seat, space, 0)
    stock.gain(s, seat, words.PLANT, 1)
    near = content.near[space] & s.taken & ~s.wet
    while near:
        owner = np.int64(s.owner[lowest_bit(near)])
        if owner >= 0 and owner != NEUTRAL:
            stock.gain(s, owner, words.PLANT, 1)
        near &= near - 1
    pool.add_triggers(s, content, words.ON_MELTING, seat, 0)


# --- Population ---


@jit
def site_room(s: Any, seat: Any) -> Any:
    """The spaces, as bits, where a seat may place Population: two on an own city, one on an own special tile."""
    left = s.owned[seat] & ~s.green
    bits: Any = 0
    while left:
        space = lowest_bit(left)
        most = POPULATION_ON_CITY if s.urban >> space & 1 else POPULATION_ON_SPECIAL
        if s.population[space] < most:
            bits |= 1 << space
        left &= left - 1
    return bits


@jit
def populate(s: Any, content: Any, seat: Any, space: Any) -> None:
    """Place a Population: 1 TR."""
    s.population[space] += 1
    note(s, E_POPULATION, seat, space, 0)
    stock.raise_rating(s, content, seat, 1)
    pool.add_triggers(s, content, words.ON_POPULATION_PLACED, seat, 0)
