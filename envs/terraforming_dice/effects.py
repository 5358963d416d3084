"""The one interpreter of effects: what a word of the content file does.

Everything that has an effect puts EFFECT frames on the stack; ``rules.play.run`` takes them off and calls `resolve`, its
single caller. What cannot be done is ignored; what asks the player something leaves a decision frame.
"""

from typing import Any

from marszoo.envs.core.frames import push
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.rules import board, cards, stock
from marszoo.envs.terraforming_dice.state import (
    BY_CARD,
    OCEAN_TILE,
    OCEANS,
    PICK_COLOUR,
    PICK_DIE,
    PICK_RIVAL,
    PLACE,
    PLAY_CARD,
)


@jit
def resolve(s: Any, content: Any, seat: Any, word: Any, n: Any, argument: Any) -> None:
    """Carry out ``word n argument`` for `seat`."""
    if word == words.ROLL:
        stock.fell_short(s, seat, stock.roll_dice(s, content, seat, argument, n))
    elif word == words.GAIN:
        stock.fell_short(s, seat, stock.gain(s, seat, argument, n))
    elif word == words.WILD:
        stock.add_wild(s, seat, n)
    elif word == words.POINTS:
        stock.add_points(s, seat, n)
    elif word == words.DRAW:
        cards.draw(s, seat, n)
    elif word == words.TEMPERATURE or word == words.OXYGEN:
        again(s, seat, word, n)
        board.raise_track(s, content, seat, words.ON_TEMPERATURE + word - words.TEMPERATURE, 0)
    elif word == words.OXYGEN_PRIZE:
        board.raise_track(s, content, seat, words.ON_OXYGEN, n)
    elif word >= words.OCEAN and word <= words.SPECIAL:
        tiles(s, content, seat, word, n)
    elif word == words.ANY:
        if stock.pool_size(s) > 0:
            push(s, PICK_COLOUR, seat, n, 0)
        else:
            stock.fell_short(s, seat, n)
    elif word == words.CHANGE:
        if stock.dice_of(s, seat) > 0:
            push(s, PICK_DIE, seat, n, BY_CARD)
    elif word == words.LOSE:
        for k in range(1, s.num_players):
            if s.dice[(seat + k) % s.num_players, argument] > 0:
                push(s, PICK_RIVAL, seat, argument, n)
                break
    elif word == words.PLAY and cards.any_playable(s, content, seat):
        again(s, seat, word, n)
        push(s, PLAY_CARD, seat, 0, 0)


@jit
def again(s: Any, seat: Any, word: Any, n: Any) -> None:
    """Queue the rest of an effect that is done one at a time."""
    if n > 1:
        board.push_effect(s, seat, word, n - 1, 0)


@jit
def tiles(s: Any, content: Any, seat: Any, word: Any, n: Any) -> None:
    """Place a tile if there is room; an ocean more than there are still gives the point of a finished track."""
    kind = OCEAN_TILE + word - words.OCEAN
    if kind == OCEAN_TILE and s.oceans >= OCEANS:
        again(s, seat, word, n)
        board.finished_step(s, seat, words.ON_OCEAN)
    elif board.any_fits(s, content, kind):
        again(s, seat, word, n)
        push(s, PLACE, seat, kind, 0)
