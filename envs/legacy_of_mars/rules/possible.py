"""Chapter "Actions", A 1: whether the effects of a card, an action or an alternative can be carried out.

Compulsory are own changes of production, losses, the production that somebody has to lose, and every tile but an ocean of
which none is left. They have to be possible in some order: what the same list gives, and what triggers give that it sets
off for certain, comes first. Raising a parameter that is at its goal, adding resources to no card and hitting nobody are
the four exceptions; they never stand in the way.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import board
from marszoo.envs.legacy_of_mars.rules.deck import hand_size
from marszoo.envs.legacy_of_mars.rules.pool import times
from marszoo.envs.legacy_of_mars.rules.requirements import amount, term_holds
from marszoo.envs.legacy_of_mars.rules.rows import plays
from marszoo.envs.legacy_of_mars.rules.stock import floor
from marszoo.envs.legacy_of_mars.rules.table import ENTRIES, entry, has, holder, solo
from marszoo.envs.legacy_of_mars.state import CARDS, IN_HAND, ROWS
from marszoo.envs.legacy_of_mars.words import (
    CHOOSE,
    GAIN,
    OCEAN,
    PRODUCTION,
    R_BONUS,
    SPECIAL,
)

# --- what comes together in a list ---


@jit
def own_changes(s: Any, content: Any, seat: Any, row: Any, start: Any, word: Any, r: Any) -> Any:
    """All that the list changes an own production (word PRODUCTION) or gives of a resource (GAIN)."""
    n: Any = 0
    at = np.int64(start)
    while content.effects[at].word != 0:
        effect = content.effects[at]
        if effect.word == word and effect.what == r and term_holds(s, content, seat, row, effect.term):
            n += amount(s, content, seat, row, effect)
        at += 1
    return n


@jit
def given(content: Any, start: Any, word: Any, r: Any) -> Any:
    """What a list of plain effects gives of a production or resource."""
    n: Any = 0
    at = np.int64(start)
    while content.effects[at].word != 0:
        effect = content.effects[at]
        if effect.word == word and effect.what == r and effect.count == 0 and effect.term == 0:
            n += np.int64(effect.n)
        at += 1
    return n


@jit
def happens(s: Any, content: Any, start: Any, event: Any) -> Any:
    """How often a list makes `event` happen for certain: tiles that it places."""
    word = (
        words.OCEAN
        if event == words.ON_OCEAN_PLACED
        else words.CITY
        if event == words.ON_CITY_PLACED
        else words.GREENERY
        if event == words.ON_GREENERY_PLACED
        else words.SPECIAL
        if event == words.ON_SPECIAL_PLACED
        else -1
    )
    n: Any = 0
    at = np.int64(start)
    while content.effects[at].word != 0:
        n += np.int64(content.effects[at].word == word and content.effects[at].term == 0)
        at += 1
    return min(n, np.int64(content.board[s.board].oceans) - s.oceans) if word == OCEAN else n


@jit
def set_off(s: Any, content: Any, seat: Any, row: Any, start: Any, word: Any, r: Any) -> Any:
    """What triggers give the seat of a production or resource when it plays `row`, whose effects begin in row `start`.

    Its own triggers count, so that Immigrant City pays M€ production -2 with the one that its own city brings. An
    alternative that gives it is taken for chosen.
    """
    if not content.gives >> (r if word == PRODUCTION else r + words.HEAT + 1) & 1:
        return 0
    n: Any = 0
    for k in range(content.num_triggers):
        trigger = content.triggers[k]
        if trigger.row != row and not has(s, seat, trigger.row):
            continue
        if trigger.event == words.ON_TAG:
            often = times(content, trigger, row) if row >= 0 else 0
        elif trigger.event == words.ON_EVENT_CARD or trigger.event == words.ON_SPACE_EVENT:
            tags = np.int64(content.rows[row].tag_bits) if row >= 0 else 0
            often = tags >> words.T_EVENT & 1
            if trigger.event == words.ON_SPACE_EVENT:
                often &= tags >> words.T_SPACE
        else:
            often = happens(s, content, start, trigger.event)
        if often > 0:
            best = given(content, trigger.effects, word, r)
            at = np.int64(trigger.effects)
            while content.effects[at].word != 0:
                if content.effects[at].word == CHOOSE:
                    for b in range(len(content.effects[at].branch)):
                        best = max(best, given(content, content.effects[at].branch[b], word, r))
                at += 1
            n += often * best
    return n


# --- who and what can be hit or receive ---


@jit
def may_hit(s: Any, content: Any, seat: Any, other: Any, r: Any, by_ocean: Any) -> Any:
    """Whether `seat` may take resource `r` from a player, who may be itself: there is some, and it is not protected.

    With `by_ocean` the player must own a tile next to the ocean just placed; a claim marker is no tile.
    """
    if s.resource[other, r] <= 0 or (other != seat and r == words.PLANT and s.protected[other]):
        return False
    if by_ocean:
        return s.spot >= 0 and s.wet >> s.spot & 1 and (content.near[s.spot] & s.owned[other]) != 0
    return True


@jit
def any_to_hit(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    """Whether REMOVE or STEAL has a target; stealing from oneself is none.

    By an ocean the neutral opponent is one only if it owns a tile there.
    """
    for other in range(s.num_players):
        if other == seat and effect.word == words.STEAL:
            continue
        if may_hit(s, content, seat, other, effect.what, effect.place):
            return True
    return solo(s) and neutral_hit(s, content, effect)


@jit
def neutral_hit(s: Any, content: Any, effect: Any) -> Any:
    """Whether the neutral opponent of a solo game can be hit: it has everything, but tiles only where they lie."""
    if effect.word == words.REMOVE and effect.place:
        return s.spot >= 0 and s.wet >> s.spot & 1 and (content.near[s.spot] & s.owned[len(s.owned) - 1]) != 0
    return True


@jit
def may_take_from(s: Any, content: Any, seat: Any, row: Any, kind: Any, n: Any) -> Any:
    """Whether `n` resources of a kind can leave this card: it keeps them, is not locked, and not protected from `seat`."""
    if s.held[row] < n or content.rows[row].holds != kind or content.rows[row].locked:
        return False
    owner = holder(s, row)
    if owner < 0:
        return False
    kept_safe = s.protected[owner] and (kind == words.H_ANIMAL or kind == words.H_MICROBE)
    return owner == seat or not kept_safe


@jit
def any_to_take_from(s: Any, content: Any, seat: Any, kind: Any, n: Any) -> Any:
    if solo(s):
        return True
    for row in range(ROWS):
        # Most cards keep nothing: one look at them all is cheap.
        if s.held[row] >= n and may_take_from(s, content, seat, row, kind, n):
            return True
    return False


@jit
def may_receive(s: Any, content: Any, row: Any, word: Any, kind: Any) -> Any:
    """Whether ADD (cards that keep the kind) or ADD_MORE (cards that keep at least one) may go to a card of the seat."""
    if word == words.ADD_MORE:
        return s.held[row] > 0
    return content.rows[row].holds == kind


@jit
def any_receiver(s: Any, content: Any, seat: Any, word: Any, kind: Any) -> Any:
    for k in range(ENTRIES):
        row = entry(s, seat, k)
        if row >= 0 and may_receive(s, content, row, word, kind):
            return True
    return False


@jit
def may_lose_production(s: Any, seat: Any, r: Any, n: Any) -> Any:
    return plays(s, seat) and s.production[seat, r] - n >= floor(r)


# --- single effects ---


@jit
def tile_of(word: Any) -> Any:
    """The kind of tile that OCEAN, CITY, GREENERY or SPECIAL places."""
    if word == words.OCEAN:
        return words.OCEAN_TILE
    if word == words.CITY:
        return words.CITY_TILE
    return words.GREENERY_TILE if word == words.GREENERY else words.SPECIAL_TILE


@jit
def production_possible(s: Any, content: Any, seat: Any, row: Any, start: Any, effect: Any) -> Any:
    """Whether PRODUCTION, ANY_PRODUCTION or SHIFT of the list that begins in `start` can be done."""
    word, r, n = effect.word, np.int64(effect.what), np.int64(effect.n)
    if word == PRODUCTION and n >= 0:
        return True
    least = floor(r)
    own = s.production[seat, r] + own_changes(s, content, seat, row, start, PRODUCTION, r)
    if word == words.SHIFT:
        return own >= 1
    if word == words.ANY_PRODUCTION:
        if solo(s):
            return True
        for other in range(s.num_players):
            if other != seat and may_lose_production(s, other, r, n):
                return True
        least += n
    return own >= least or own + set_off(s, content, seat, row, start, PRODUCTION, r) >= least


@jit
def places(content: Any, start: Any) -> Any:
    """Whether the list places a tile that can hold Population."""
    at = np.int64(start)
    while content.effects[at].word != 0:
        if content.effects[at].word == words.CITY or content.effects[at].word == SPECIAL:
            return True
        at += 1
    return False


@jit
def single_possible(s: Any, content: Any, seat: Any, row: Any, start: Any, effect: Any) -> Any:
    """Whether one effect can be done or may be left out; neither CHOOSE nor COPY."""
    word = effect.word
    if effect.term != 0 and not bonus_term(content, effect) and not term_holds(s, content, seat, row, effect.term):
        return True
    if word == PRODUCTION or word == words.ANY_PRODUCTION or word == words.SHIFT:
        return production_possible(s, content, seat, row, start, effect)
    if word == words.LOSE:
        # What paying the bill leaves of M€ and metals is seen to by `payment.spare`.
        r, n = np.int64(effect.what), np.int64(effect.n)
        have = s.resource[seat, r] + own_changes(s, content, seat, row, start, GAIN, r)
        return have >= n or have + set_off(s, content, seat, row, start, GAIN, r) >= n
    if word >= OCEAN and word <= SPECIAL:
        if word == OCEAN and s.oceans >= content.board[s.board].oceans:
            return True
        return board.room(s, content, seat, tile_of(word), effect.place) != 0
    if word == words.POPULATION:
        return board.site_room(s, seat) != 0 or places(content, start)
    if word == words.DISCARD:
        in_hand = row >= 0 and row < CARDS and s.place[row] == IN_HAND + seat
        return hand_size(s, seat) - np.int64(in_hand) >= effect.n
    if word == words.UNHOLD:
        return s.held[row] >= effect.n
    if word == words.SWAP:
        return s.resource[seat, effect.what] >= 1
    if word == words.CLAIM:
        return board.claim_room(s, content) != 0
    return True


@jit
def bonus_term(content: Any, effect: Any) -> Any:
    """Whether an effect waits for the bonus of a hex, which is known only when the tile lies there."""
    return effect.term != 0 and content.terms[effect.term].kind == R_BONUS


# --- copying a production box ---


@jit
def in_box(content: Any, effect: Any) -> Any:
    """Whether an effect stands in the production box of a card."""
    word = effect.word
    if word == CHOOSE:
        for b in range(len(effect.branch)):
            if effect.branch[b] > 0 and content.effects[effect.branch[b]].word != PRODUCTION:
                return False
        return True
    return word == PRODUCTION or word == words.ANY_PRODUCTION or word == words.SHIFT


@jit
def copyable(s: Any, content: Any, seat: Any, row: Any, tag: Any) -> Any:
    """Whether the production box of an own face-up row with the tag can be done again, all of it now.

    The box is what changes own production, whatever else the card does, and the production that somebody has to lose;
    boxes inside actions do not count, and nothing that the card triggers by itself helps: Immigrant City asks for
    M€ -2 without its city. A metal that was chosen by the hex is `State.metal`. A formula that comes to nothing may be
    copied all the same.
    """
    if content.rows[row].tags[tag] == 0:
        return False
    start = np.int64(content.rows[row].effects)
    at = start
    found = False
    while content.effects[at].word != 0:
        effect = content.effects[at]
        if in_box(content, effect) and term_holds(s, content, seat, row, effect.term):
            if effect.word == CHOOSE and bonus_term(content, content.effects[effect.branch[0]]):
                found |= row < CARDS and s.metal[row] > 0
            elif effect.word == CHOOSE:
                found = True
            else:
                own = s.production[seat, effect.what]
                own += own_changes(s, content, seat, row, start, PRODUCTION, effect.what)
                if effect.word == words.ANY_PRODUCTION:
                    if not any_can_lose(s, seat, effect, own):
                        return False
                elif own < (1 if effect.word == words.SHIFT else floor(effect.what)):
                    return False
                found = True
        at += 1
    return found


@jit
def any_can_lose(s: Any, seat: Any, effect: Any, own: Any) -> Any:
    """Whether somebody can lose the production of ANY_PRODUCTION in full; `own` is what the seat itself would have."""
    if solo(s) or own - effect.n >= floor(effect.what):
        return True
    for other in range(s.num_players):
        if other != seat and may_lose_production(s, other, effect.what, effect.n):
            return True
    return False


@jit
def any_to_copy(s: Any, content: Any, seat: Any, tag: Any) -> Any:
    for k in range(ENTRIES):
        row = entry(s, seat, k)
        if row >= 0 and copyable(s, content, seat, row, tag):
            return True
    return False


# --- lists ---


@jit
def flat_possible(s: Any, content: Any, seat: Any, row: Any, start: Any) -> Any:
    """Whether all effects of a list without alternatives are possible."""
    at = np.int64(start)
    while content.effects[at].word != 0:
        effect = content.effects[at]
        if effect.word == words.COPY:
            if not any_to_copy(s, content, seat, effect.what):
                return False
        elif effect.word != CHOOSE and not single_possible(s, content, seat, row, start, effect):
            return False
        at += 1
    return True


@jit
def list_possible(s: Any, content: Any, seat: Any, row: Any, start: Any) -> Any:
    """Whether the list of effects that begins in row `start`, on card `row` (-1: none), can be carried out by a seat."""
    if start == 0:
        return True
    if not flat_possible(s, content, seat, row, start):
        return False
    at = np.int64(start)
    while content.effects[at].word != 0:
        if content.effects[at].word == CHOOSE:
            some = False
            for b in range(len(content.effects[at].branch)):
                first = np.int64(content.effects[at].branch[b])
                if first > 0 and not some:
                    some = flat_possible(s, content, seat, row, first)
            if not some:
                return False
        at += 1
    return True


@jit
def void(s: Any, content: Any, seat: Any, effect: Any, about: Any) -> Any:
    """Whether an effect would do nothing now: no card takes the resource, nobody can be hit, its condition fails."""
    word = effect.word
    if word == words.ADD or word == words.ADD_MORE:
        return not any_receiver(s, content, seat, word, effect.what)
    if word == words.ADD_THAT:
        kind = content.rows[about].holds
        return (kind != words.H_ANIMAL and kind != words.H_MICROBE) or not has(s, seat, about)
    if word == words.REMOVE or word == words.STEAL:
        return not any_to_hit(s, content, seat, effect)
    if word == words.REMOVE_HELD:
        return not any_to_take_from(s, content, seat, effect.what, 1)
    return False


@jit
def offers(s: Any, content: Any, seat: Any, row: Any, effect: Any, about: Any) -> Any:
    """The alternatives of a CHOOSE, as bits, that can be done now and do something; `about`: see `pool`.

    The empty one, which declines, can always be picked.
    """
    bits: Any = 0
    for b in range(len(content.effects[effect].branch)):
        start = np.int64(content.effects[effect].branch[b])
        if start > 0:
            at = start
            useful = content.effects[at].word == 0
            while content.effects[at].word != 0:
                one = content.effects[at]
                useful |= term_holds(s, content, seat, row, one.term) and not void(s, content, seat, one, about)
                at += 1
            if useful and flat_possible(s, content, seat, row, start):
                bits |= 1 << b
    return bits
