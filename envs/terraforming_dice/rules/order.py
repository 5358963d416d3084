"""Which effects of one card have to be put in order by the player: only pairs whose order can change anything.

Some effects ask for a decision (change, any, the tiles, lose, play), and others show something that the decision may
depend on (roll, draw, any, the tiles with the bonus of the hex, play) or give something to decide about (change: any die;
play: dice, wild tokens and cards). Two effects that take dice of one colour meet when the pool has too few for both.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.state import CARDS, COLOURS, FROM_ACTION


@jit
def is_tile(word: Any) -> Any:
    return word >= words.OCEAN and word <= words.SPECIAL


@jit
def is_track(word: Any) -> Any:
    return word == words.TEMPERATURE or word == words.OXYGEN or word == words.OXYGEN_PRIZE


@jit
def decides(word: Any) -> Any:
    """Whether an effect asks its player for a decision."""
    return word == words.CHANGE or word == words.ANY or is_tile(word) or word == words.LOSE or word == words.PLAY


@jit
def shows(word: Any) -> Any:
    """Whether an effect brings to light what a decision may depend on."""
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
def colour_of(s: Any, content: Any, effect: Any) -> Any:
    """The colour of the dice an effect takes from the pool or returns to it; COLOURS: any; -1: it moves none."""
    word, argument = effect[0], np.int64(effect[2])
    if word == words.ROLL:
        return argument
    if word == words.GAIN or word == words.LOSE:
        return argument // 3
    if is_track(word):
        return track_colour(s, content, word, 1 if word == words.OXYGEN_PRIZE else np.int64(effect[1]))
    if word == words.ANY or is_tile(word) or word == words.PLAY:
        return COLOURS
    return -1


@jit
def track_colour(s: Any, content: Any, word: Any, n: Any) -> Any:
    """The colour of the dice that the next `n` steps of a track give; COLOURS: several; -1: none."""
    track = 0 if word == words.TEMPERATURE else 1
    place = np.int64(s.temperature if track == 0 else s.oxygen)
    colour: Any = -1
    for step in range(place + 1, min(place + n, content.track_bonus.shape[1] - 1) + 1):
        bonus = content.track_bonus[track, step]
        if bonus[0] == words.ROLL or bonus[0] == words.GAIN:
            given = np.int64(bonus[2]) if bonus[0] == words.ROLL else np.int64(bonus[2]) // 3
            colour = given if colour < 0 or colour == given else COLOURS
    return colour


@jit
def short_for(s: Any, content: Any, a: Any, b: Any) -> Any:
    """Whether two effects may want more dice of one colour than the pool has."""
    first, second = colour_of(s, content, a), colour_of(s, content, b)
    if first < 0 or second < 0 or (first < COLOURS and second < COLOURS and first != second):
        return False
    need = np.int64(a[1]) + b[1]
    for c in range(COLOURS):
        if (first in (COLOURS, c)) and (second in (COLOURS, c)) and s.pool[c] < need:
            return True
    return False


@jit
def matters(s: Any, content: Any, a: Any, b: Any) -> Any:
    """Whether the order of two effects (word, N, argument) can change anything."""
    x, y = a[0], b[0]
    if (decides(x) and shows(y)) or (decides(y) and shows(x)):
        return True
    return supplies(y, x) or supplies(x, y) or short_for(s, content, a, b)


@jit
def effect_at(content: Any, row: Any, source: Any, k: Any) -> Any:
    """Effect `k` of a row: (word, N, argument)."""
    if source == FROM_ACTION:
        return content.rows[row].gives[k]
    return content.rows[row].effects[k]


@jit
def next_effect(s: Any, content: Any, row: Any, source: Any, bits: Any) -> Any:
    """The first effect left whose order with all the others is of no account; -1 if the player has to choose.

    A corporation's start bonus is gained as it is written, and what must be done then comes after it.
    """
    for k in range(4):
        if not bits >> k & 1:
            continue
        if row >= CARDS:
            return k
        free = True
        for j in range(4):
            if j != k and bits >> j & 1:
                one, other = effect_at(content, row, source, k), effect_at(content, row, source, j)
                free = free and not matters(s, content, one, other)
        if free:
            return k
    return -1
