"""Which effects of one card have to be put in order by the player: only pairs whose order can change anything.

Some effects ask for a decision (change, any, the tiles, lose, play), and others show something that the decision may
depend on (roll, draw, any, the tiles with the bonus of the hex, play) or give something to decide about (change: any die;
play: dice, wild tokens and cards). Two effects that take dice of one colour meet when the pool has too few for both.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.state import COLOURS, FROM_ACTION


@jit
def is_tile(word: Any) -> Any:
    return word >= words.OCEAN and word <= words.SPECIAL


@jit
def is_track(word: Any) -> Any:
    return word == words.TEMPERATURE or word == words.OXYGEN or word == words.OXYGEN_PRIZE


@jit
def decides(word: Any) -> Any:
    return word == words.CHANGE or word == words.ANY or is_tile(word) or word == words.LOSE or word == words.PLAY


@jit
def shows(word: Any) -> Any:
    return word == words.ROLL or word == words.DRAW or word == words.ANY or is_tile(word) or word == words.PLAY


@jit
def supplies(word: Any, taker: Any) -> Any:
    """Whether an effect gives something that `taker` (change or play) could use."""
    if taker != words.CHANGE and taker != words.PLAY:
        return False
    if word == words.WILD:
        return taker == words.PLAY
    return word == words.GAIN or is_track(word) or (word == words.CHANGE and taker == words.PLAY)


@jit
def colour_of(word: Any, argument: Any) -> Any:
    """The colour of the dice an effect takes from the pool or returns to it; COLOURS: any; -1: it moves none."""
    if word == words.ROLL:
        return argument
    if word == words.GAIN or word == words.LOSE:
        return argument // 3
    if word == words.ANY or is_track(word) or is_tile(word) or word == words.PLAY:
        return COLOURS
    return -1


@jit
def short_for(s: Any, a: Any, b: Any) -> Any:
    """Whether two effects may want more dice of one colour than the pool has."""
    first, second = colour_of(a[0], np.int64(a[2])), colour_of(b[0], np.int64(b[2]))
    if first < 0 or second < 0 or (first < COLOURS and second < COLOURS and first != second):
        return False
    need = np.int64(a[1]) + b[1]
    for c in range(COLOURS):
        if (first in (COLOURS, c)) and (second in (COLOURS, c)) and s.pool[c] < need:
            return True
    return False


@jit
def matters(s: Any, a: Any, b: Any) -> Any:
    """Whether the order of two effects (word, N, argument) can change anything."""
    x, y = a[0], b[0]
    if (decides(x) and shows(y)) or (decides(y) and shows(x)):
        return True
    return supplies(y, x) or supplies(x, y) or short_for(s, a, b)


@jit
def effect_at(content: Any, row: Any, source: Any, k: Any) -> Any:
    """Effect `k` of a row: (word, N, argument)."""
    if source == FROM_ACTION:
        return content.rows[row].gives[k]
    return content.rows[row].effects[k]


@jit
def next_effect(s: Any, content: Any, row: Any, source: Any, bits: Any) -> Any:
    """The first effect left whose order with all the others is of no account; -1 if the player has to choose."""
    for k in range(4):
        if not bits >> k & 1:
            continue
        free = True
        for j in range(4):
            if j != k and bits >> j & 1:
                one, other = effect_at(content, row, source, k), effect_at(content, row, source, j)
                free = free and not matters(s, one, other)
        if free:
            return k
    return -1
