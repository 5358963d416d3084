"""Which effects of one card have to be put in order by the player: only pairs whose order can change anything.

Some effects ask for a decision (change, any, the tiles, lose, play), and others show something that the decision may
depend on (roll, draw, any, the tiles with the bonus of the hex, play, a step with such a bonus or reaction) or give
something to decide about (change: any die; play: dice, wild tokens and cards). Two effects that take dice of one colour, or
let others take them, meet when the pool may have too few for both. The prize of a step is for one place of the track.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.rules import board
from marszoo.envs.terraforming_dice.state import CARDS, COLOURS, DICE_EACH, FROM_ACTION, HEXES, OCEAN_TILE


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
def takes(effect: Any, colour: Any) -> Any:
    """Dice of a colour that a bonus or reaction (word, N, argument) takes from the pool, or ``lose`` puts back."""
    word, argument = effect[0], np.int64(effect[2])
    if (word == words.ROLL and argument == colour) or (
        (word == words.GAIN or word == words.LOSE) and argument // 3 == colour
    ):
        return np.int64(effect[1])
    return 0


@jit
def wakes(s: Any, content: Any, seat: Any, event: Any, colour: Any) -> Any:
    """Dice of a colour that reactions take, anybody's, when `seat` causes an event once."""
    n: Any = 0
    for k in range(content.num_reactions):
        reaction = content.reactions[k]
        if not reaction.events >> event & 1:
            continue
        for owner in range(s.num_players):
            if (owner == seat or reaction.anyone) and board.in_play(s, owner, reaction.row):
                n += takes(reaction.effect, colour)
    return n


@jit
def climbs(s: Any, content: Any, seat: Any, event: Any, steps: Any, colour: Any) -> Any:
    """Dice of a colour that the next steps of a track take: what is printed there, and reactions."""
    track = 0 if event == words.ON_TEMPERATURE else 1
    place = np.int64(s.temperature if track == 0 else s.oxygen)
    n: Any = 0
    for step in range(place + 1, min(place + steps, content.track_bonus.shape[1] - 1) + 1):
        n += takes(content.track_bonus[track, step], colour) + wakes(s, content, seat, event, colour)
    return n


@jit
def best_hex(s: Any, content: Any, kind: Any, colour: Any) -> Any:
    """Most dice of a colour that a hex gives on which such a tile fits."""
    n: Any = 0
    for where in range(HEXES):
        if board.fits(s, content, kind, where):
            n = max(n, takes(content.hex_bonus[where], colour))
    return n


@jit
def demand(s: Any, content: Any, seat: Any, effect: Any, colour: Any) -> Any:
    """The most dice of a colour that an effect can move out of the pool or into it, with all that follows from it."""
    word, n = effect[0], np.int64(effect[1])
    if word == words.ANY:
        return n
    if word == words.PLAY:
        # What a card that is played takes is not known before.
        return DICE_EACH
    if is_track(word):
        event = words.ON_TEMPERATURE if word == words.TEMPERATURE else words.ON_OXYGEN
        return climbs(s, content, seat, event, 1 if word == words.OXYGEN_PRIZE else n, colour)
    if is_tile(word):
        kind = OCEAN_TILE + np.int64(word) - words.OCEAN
        most = best_hex(s, content, kind, colour) + wakes(s, content, seat, words.ON_OCEAN + kind - OCEAN_TILE, colour)
        if word == words.GREENERY:
            return n * most + climbs(s, content, seat, words.ON_OXYGEN, n, colour)
        return n * most
    return takes(effect, colour)


@jit
def short_for(s: Any, content: Any, seat: Any, a: Any, b: Any) -> Any:
    """Whether two effects may want more dice of one colour than the pool has."""
    for c in range(COLOURS):
        first = demand(s, content, seat, a, c)
        if first > 0:
            second = demand(s, content, seat, b, c)
            if second > 0 and first + second > s.pool[c]:
                return True
    return False


@jit
def reveals(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    """Whether an effect shows something before the next one is decided: by itself, or by what a step brings."""
    word = effect[0]
    if shows(word):
        return True
    if not is_track(word):
        return False
    event = words.ON_TEMPERATURE if word == words.TEMPERATURE else words.ON_OXYGEN
    track = 0 if word == words.TEMPERATURE else 1
    place = np.int64(s.temperature if track == 0 else s.oxygen)
    steps = 1 if word == words.OXYGEN_PRIZE else np.int64(effect[1])
    for step in range(place + 1, min(place + steps, content.track_bonus.shape[1] - 1) + 1):
        if shows(content.track_bonus[track, step, 0]):
            return True
    for k in range(content.num_reactions):
        reaction = content.reactions[k]
        if reaction.events >> event & 1 and shows(reaction.effect[0]):
            for owner in range(s.num_players):
                if (owner == seat or reaction.anyone) and board.in_play(s, owner, reaction.row):
                    return True
    return False


@jit
def races(x: Any, y: Any) -> Any:
    """Whether a prize depends on which of two steps of the oxygen comes first."""
    if x != words.OXYGEN_PRIZE:
        return False
    return y == words.OXYGEN_PRIZE or y == words.OXYGEN or y == words.GREENERY


@jit
def matters(s: Any, content: Any, seat: Any, a: Any, b: Any) -> Any:
    """Whether the order of two effects (word, N, argument) can change anything."""
    x, y = a[0], b[0]
    if (decides(x) and reveals(s, content, seat, b)) or (decides(y) and reveals(s, content, seat, a)):
        return True
    if races(x, y) or races(y, x) or supplies(y, x) or supplies(x, y):
        return True
    return short_for(s, content, seat, a, b)


@jit
def effect_at(content: Any, row: Any, source: Any, k: Any) -> Any:
    """Effect `k` of a row: (word, N, argument)."""
    if source == FROM_ACTION:
        return content.rows[row].gives[k]
    return content.rows[row].effects[k]


@jit
def next_effect(s: Any, content: Any, seat: Any, row: Any, source: Any, bits: Any) -> Any:
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
                free = free and not matters(s, content, seat, one, other)
        if free:
            return k
    return -1
