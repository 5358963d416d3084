"""Chapter "Actions", A 2: "The active player chooses the order of all effects", asked where it can matter.

By itself the pool works off, from first to last: gains (QUIET), steps of parameters (RAISING), cards drawn (DRAWING), tiles
and Population (PLACING), glaciers that melt (THAWING), other decisions (DECIDING), what counts or has a condition (COUNTED),
own losses (LOSING), production that somebody loses (HITTING), and removals (REMOVING); within these as written. Nothing is
lost by that order: gains pay for losses, a drawn card can be weighed in every later decision, an ocean just laid may melt
as well, formulas count what was placed, and whom to hit is best known last.

The player is asked for the order of

* an ocean and a rise of the temperature that reaches 0 degrees, on a board with glaciers: the tile is water afterwards, but
  a glacier that melts before;
* a glacier that melts and an own tile that is to be placed: beside the glacier it earns a plant;
* two tiles of different kinds or for different places, or a tile and Population;
* two decisions of which one shows cards: looking at cards, discarding and then drawing, a tile whose hex may print a card.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import A, pop, push, set_top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.actions import A_EFFECT, ORDERED
from marszoo.envs.legacy_of_mars.rules import board, parameters, possible
from marszoo.envs.legacy_of_mars.rules.requirements import glaciers
from marszoo.envs.legacy_of_mars.rules.rows import lowest_bit
from marszoo.envs.legacy_of_mars.state import MAP, MELTING_STEP, ORDER
from marszoo.envs.legacy_of_mars.tables import BRANCHES
from marszoo.envs.legacy_of_mars.words import B_CARD

QUIET, RAISING, DRAWING, PLACING, THAWING, DECIDING, COUNTED, LOSING, HITTING, REMOVING = range(10)
"""Ranks, in the order in which they are worked off."""
_RANKED = {
    RAISING: (words.TEMPERATURE, words.OXYGEN),
    DRAWING: (words.DRAW, words.REVEAL, words.INNOVATION),
    PLACING: (words.OCEAN, words.CITY, words.GREENERY, words.SPECIAL, words.POPULATION),
    THAWING: (words.MELT,),
    DECIDING: (
        *(words.KEEP, words.LOOK, words.DISCARD, words.ADD, words.ADD_MORE, words.CHOOSE, words.WILD, words.SWAP),
        *(words.SHIFT, words.COPY, words.CLAIM),
    ),
    LOSING: (words.LOSE,),
    HITTING: (words.ANY_PRODUCTION,),
    REMOVING: (words.REMOVE, words.STEAL, words.REMOVE_HELD),
}
RANK = np.zeros(len(words.EFFECTS) + 1, np.int64)
"""Effect word -> its rank."""
for _rank, _words in _RANKED.items():
    RANK[list(_words)] = _rank

SHOWS, DECIDES, SEA, WARMS, MELTS, OWN_TILE, GAINS = (1 << k for k in range(7))
"""What an effect does that its order with others may depend on, as bits: it shows cards, asks a decision, places an ocean,
takes the temperature to 0 degrees, melts a glacier, places an own tile, is an alternative that has become a mere gain."""


@jit
def word_of(content: Any, effect: Any) -> Any:
    """The word of a row of the pool."""
    return -effect if effect < 0 else np.int64(content.effects[effect].word)


@jit
def rank_of(content: Any, effect: Any) -> Any:
    rank = RANK[word_of(content, effect)]
    if effect > 0:
        e = content.effects[effect]
        if e.word == words.PRODUCTION and e.n < 0:
            return LOSING
        waits = e.term != 0 or e.count != 0
        if e.word == words.CHOOSE:
            # Alternatives with a condition, such as the metal that the hex prints, wait for the tile.
            for b in range(len(e.branch)):
                waits |= content.effects[e.branch[b]].term != 0
        if waits:
            return max(rank, COUNTED)
    return rank


@jit
def usual_place(word: Any) -> Any:
    """Where a tile goes that the rules place by themselves."""
    if word == words.OCEAN:
        return words.ON_RESERVED
    return words.ON_GREENERY if word == words.GREENERY else words.ON_CITY


@jit
def place_of(content: Any, effect: Any) -> Any:
    return usual_place(-effect) if effect < 0 else np.int64(content.effects[effect].place)


@jit
def shows(content: Any, start: Any) -> Any:
    """Whether a list, or what follows its first effect, begins with cards being shown."""
    word = content.effects[start].word
    if word == words.DISCARD or word == words.UNHOLD:
        word = content.effects[content.effects[start].then].word
    return (word >= words.DRAW and word <= words.REVEAL) or word == words.INNOVATION


@jit
def prints_card(s: Any, content: Any, bits: Any) -> Any:
    """Whether one of the hexes prints a card."""
    left = bits & MAP
    while left:
        if content.board[s.board].bonus[lowest_bit(left), B_CARD] > 0:
            return True
        left &= left - 1
    return False


@jit
def nature(s: Any, content: Any, k: Any) -> Any:
    """What row `k` of the pool would do now that its order with others may depend on; 0 for nothing of the kind.

    Of alternatives only those count that can be done: with one of them there is nothing to decide.
    """
    waiting = s.pool[k]
    effect: Any = np.int64(waiting[0])
    row, seat, about = np.int64(waiting[1]), np.int64(waiting[2]), np.int64(waiting[3])
    if word_of(content, effect) == words.CHOOSE:
        offers = possible.offers(s, content, seat, row, effect, about)
        if offers & (offers - 1):
            bits = DECIDES
            for b in range(BRANCHES):
                if offers >> b & 1 and shows(content, content.effects[effect].branch[b]):
                    bits |= SHOWS
            return bits
        effect = np.int64(content.effects[effect].branch[lowest_bit(offers)]) if offers else 0
        if RANK[word_of(content, effect)] == QUIET:
            return GAINS if content.effects[effect].word != 0 else 0
    word = word_of(content, effect)
    if word == words.TEMPERATURE or word == words.OXYGEN:
        steps = about if effect < 0 else np.int64(content.effects[effect].n)
        cold = s.temperature < MELTING_STEP and content.board[s.board].glaciers
        return WARMS if cold and parameters.reaches(s, content, word == words.OXYGEN, steps) >= MELTING_STEP else 0
    if word == words.MELT:
        return MELTS if glaciers(s) > 0 else 0
    if word == words.POPULATION:
        return DECIDES if board.site_room(s, seat) != 0 else 0
    if word >= words.OCEAN and word <= words.SPECIAL:
        room = board.room(s, content, seat, possible.tile_of(word), place_of(content, effect))
        if room == 0:
            return 0
        bits = DECIDES | (SEA if word == words.OCEAN else OWN_TILE)
        return bits | SHOWS if prints_card(s, content, room) else bits
    if RANK[word] != DECIDING or possible.void(s, content, seat, content.effects[effect], about):
        return 0
    return DECIDES | SHOWS if shows(content, effect) else DECIDES


@jit
def same(s: Any, content: Any, j: Any, k: Any) -> Any:
    """Whether two rows of the pool are the same effect of the same cause, such as the two oceans of a card."""
    for column in range(1, 4):
        if s.pool[j, column] != s.pool[k, column]:
            return False
    one, two = np.int64(s.pool[j, 0]), np.int64(s.pool[k, 0])
    if one == two:
        return True
    word = word_of(content, one)
    if one < 0 or two < 0 or word != word_of(content, two) or RANK[word] != PLACING:
        return False
    return (
        content.effects[one].place == content.effects[two].place
        and content.effects[one].what == content.effects[two].what
    )


@jit
def matters(content: Any, one: Any, two: Any, first: Any, second: Any) -> Any:
    """Whether the order of the effects `first` and `second` can matter: the list at the head of this file.

    Args:
        one, two: the nature of each. first, second: their numbers in the pool.
    """
    either = one | two
    if one == 0 or two == 0:
        return False
    if either & WARMS and either & SEA:
        return True
    if either & MELTS:
        return one & MELTS != two & MELTS and either & OWN_TILE != 0
    if not (one & DECIDES and two & DECIDES):
        return False
    word, other = word_of(content, first), word_of(content, second)
    if RANK[word] == PLACING and RANK[other] == PLACING:
        return word != other or (word != words.POPULATION and place_of(content, first) != place_of(content, second))
    return either & SHOWS != 0


@jit
def asked(s: Any, content: Any, k: Any) -> Any:
    """Whether the order of row `k` of the pool with another one can matter."""
    if rank_between(content, s.pool[k, 0]):
        one = nature(s, content, k)
        if one != 0:
            for j in range(min(ORDERED, s.pooled)):
                if j != k and rank_between(content, s.pool[j, 0]) and not same(s, content, j, k):
                    two = nature(s, content, j)
                    if matters(content, one, two, np.int64(s.pool[k, 0]), np.int64(s.pool[j, 0])):
                        return True
    return False


@jit
def rank_between(content: Any, effect: Any) -> Any:
    """Whether an effect is one of those whose order may be asked for."""
    rank = rank_of(content, effect)
    return rank >= RAISING and rank <= DECIDING


@jit
def pick(s: Any, content: Any) -> Any:
    """The row of the pool that comes next; -1 if the player is asked, by an ORDER frame that is now on top."""
    best: Any = 0
    lowest = rank_of(content, s.pool[0, 0])
    others: Any = 0
    for k in range(s.pooled):
        rank = rank_of(content, s.pool[k, 0])
        if rank == QUIET:
            return k
        if rank < lowest:
            best, lowest = k, rank
        others += np.int64(rank <= DECIDING)
    if others < 2:
        return best
    for k in range(s.pooled):
        # Where one alternative is left and is a gain, it may help whatever else is decided.
        if word_of(content, s.pool[k, 0]) == words.CHOOSE and nature(s, content, k) == GAINS:
            return k
    if best < ORDERED and asked(s, content, best):
        push(s, ORDER, np.int64(s.pool[best, 2]), 0, 0)
        return -1
    for k in range(best, s.pooled):
        # What cannot be done yet, Population without a site or an alternative, may be helped by what else there is.
        if rank_of(content, s.pool[k, 0]) == lowest:
            if lowest >= PLACING and nature(s, content, k) == 0:
                continue
            if k != best and k < ORDERED and asked(s, content, k):
                push(s, ORDER, np.int64(s.pool[k, 2]), 0, 0)
                return -1
            return k
    return best


@jit
def legal_order(s: Any, content: Any, mask: Any) -> None:
    """The rows of the pool (the first twelve) whose order with others can matter, each kind once."""
    for k in range(min(ORDERED, s.pooled)):
        if asked(s, content, k):
            first = True
            for j in range(k):
                first &= not same(s, content, j, k)
            if first:
                mask[A_EFFECT + k] = 1


@jit
def apply_order(s: Any, action: Any) -> None:
    """The POOLED frame below does the chosen row next."""
    pop(s)
    set_top(s, A, 1 + action - A_EFFECT)
