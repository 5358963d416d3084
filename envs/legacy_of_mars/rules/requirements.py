"""Requirements of cards, conditions of effects, and what formulas count ("Actions", A 1; facts, section 1, 7-11)."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules.rows import count_bits
from marszoo.envs.legacy_of_mars.state import HEXES, MAP, SPACES


@jit
def space_of(s: Any, row: Any) -> Any:
    """The space of the tile that a card placed; -1 none."""
    for space in range(SPACES):
        if s.tile_row[space] == row + 1:
            return space
    return -1


@jit
def own_population(s: Any, seat: Any) -> Any:
    n: Any = 0
    for space in range(SPACES):
        if s.owner[space] == seat:
            n += np.int64(s.population[space])
    return n


@jit
def glaciers(s: Any) -> Any:
    """Ocean tiles that show their glacier side."""
    n: Any = 0
    for space in range(HEXES):
        n += np.int64(s.frozen[space])
    return n


@jit
def count_of(s: Any, content: Any, seat: Any, row: Any, count: Any, counted: Any) -> Any:
    """How many things of kind `count` (words.N_TAG …) there are for a seat; `row` is the card that counts.

    Tags are those face up, the card itself included once it is in play. Neutral cities are cities in play. Tags of the
    neutral opponent of a solo game: none.
    """
    if count == words.N_TAG:
        return np.int64(s.tag[seat, counted])
    if count == words.N_OPPONENT_TAG or count == words.N_EVENT_PLAYED:
        n: Any = 0
        for p in range(s.num_players):
            if count == words.N_EVENT_PLAYED:
                n += np.int64(s.event_count[p])
            elif p != seat:
                n += np.int64(s.tag[p, counted])
        return n
    if count == words.N_CITY:
        return count_bits(np.int64(s.urban))
    if count == words.N_CITY_ON_MARS:
        return count_bits(s.urban & MAP)
    if count == words.N_HELD:
        return np.int64(s.held[row])
    if count == words.N_ADJACENT_OCEAN or count == words.N_ADJACENT_CITY:
        space = space_of(s, row)
        if space < 0:
            return 0
        return count_bits(content.near[space] & (s.wet if count == words.N_ADJACENT_OCEAN else s.urban))
    if count == words.N_POPULATION:
        return own_population(s, seat)
    if count == words.N_GREENERY:
        return count_bits(s.owned[seat] & s.green)
    if count == words.N_OCEAN:
        return np.int64(s.oceans)
    if count == words.N_SPECIAL:
        return count_bits(s.owned[seat] & ~(s.urban | s.green | s.wet))
    return np.int64(s.production[seat, words.WORKER])


@jit
def amount(s: Any, content: Any, seat: Any, row: Any, effect: Any) -> Any:
    """N of an effect: the plain number, or times what it counts, rounded down.

    An event, whose tags count only while it is being played, adds its own.
    """
    if effect.count == 0:
        return np.int64(effect.n)
    things = count_of(s, content, seat, row, effect.count, effect.counted)
    if effect.count == words.N_TAG and row >= 0 and content.rows[row].colour == words.RED:
        things += content.rows[row].tags[effect.counted]
    return np.int64(effect.n) * (things // effect.per)


@jit
def measured(s: Any, content: Any, seat: Any, row: Any, term: Any) -> Any:
    """The value that a term compares: percent, steps from -30 degrees, tiles, tags, production, and so on."""
    kind, what = term.kind, term.what
    if kind == words.R_OXYGEN:
        return np.int64(s.oxygen)
    if kind == words.R_TEMPERATURE:
        return np.int64(s.temperature)
    if kind == words.R_OCEAN:
        return np.int64(s.oceans)
    if kind == words.R_TAG:
        return np.int64(s.tag[seat, what])
    if kind == words.R_PRODUCTION:
        return np.int64(s.production[seat, what])
    if kind == words.R_CITY:
        return count_of(s, content, seat, row, words.N_CITY, 0)
    if kind == words.R_GREENERY:
        return count_of(s, content, seat, row, words.N_GREENERY, 0)
    if kind == words.R_HELD:
        return np.int64(s.held[row])
    if kind == words.R_POPULATION:
        return own_population(s, seat)
    if kind == words.R_GLACIER:
        return glaciers(s)
    if kind == words.R_BONUS:
        return np.int64(content.board[s.board].bonus[s.spot, what]) if s.spot >= 0 and s.spot < HEXES else 0
    return np.int64(s.rating[seat])


@jit
def compares(value: Any, term: Any, shift: Any) -> Any:
    """Whether a value meets a term that may be missed by `shift`, either way."""
    return value <= term.n + shift if term.most else value >= term.n - shift


@jit
def term_holds(s: Any, content: Any, seat: Any, row: Any, term: Any) -> Any:
    """Whether a condition holds; `term` is its row among the content's terms, and row 0 is none, which always holds."""
    if term == 0:
        return True
    return compares(measured(s, content, seat, row, content.terms[term]), content.terms[term], 0)


@jit
def met(s: Any, content: Any, seat: Any, row: Any) -> Any:
    """Whether a seat meets the requirement of a card, which is checked when it is played and never again.

    The card itself counts nowhere in it. Standing shifts, and that for the next card only, move oxygen, temperature and
    ocean terms, below a least and above a most value alike; tags, production and tiles stay as they are.
    """
    number = content.rows[row].terms
    if number > 0:
        shift = np.int64(s.shift[seat]) + s.next_shift[seat]
        first = np.int64(content.rows[row].term)
        for k in range(first, first + number):
            term = content.terms[k]
            moved = shift if term.kind <= words.R_OCEAN else 0
            if not compares(measured(s, content, seat, row, term), term, moved):
                return False
    return True
