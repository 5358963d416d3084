"""Chapter "Actions", A 2: what an action does waits in a pool, from which it is carried out in an order of choice.

A row of the pool is (effect, row it is on, seat it is for, argument). Effects of the content are numbers of its table of
effects. What the rules themselves do, such as the greenery for eight plants or the glacier that melts, is the negative of
the effect's word, with N as its argument; the argument of a trigger is the card whose tag set it off. `order.py` says what
comes next.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, push
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules.table import has
from marszoo.envs.legacy_of_mars.state import POOL, POOLED, TAGS
from marszoo.envs.legacy_of_mars.words import ON_TAG


@jit
def begin(s: Any) -> None:
    """See to it that the pool is worked off; a pool that begins knows of no tile placed before."""
    for k in range(s.depth):
        if s.frame[k, KIND] == POOLED:
            return
    s.spot = -1
    push(s, POOLED, 0, 0, 0)


@jit
def add(s: Any, effect: Any, row: Any, seat: Any, argument: Any) -> None:
    """One row more. The loader proves that no content overflows the pool."""
    if s.pooled >= POOL:
        raise IndexError("pool overflow")
    entry = s.pool[s.pooled]
    entry[0] = effect
    entry[1] = row
    entry[2] = seat
    entry[3] = argument
    s.pooled += 1


@jit
def add_list(s: Any, content: Any, seat: Any, row: Any, start: Any, argument: Any) -> None:
    """The list of effects that begins in row `start` of the content's table (0: none), which is on `row`, for a seat."""
    at = np.int64(start)
    if at > 0:
        while content.effects[at].word != 0:
            add(s, at, row, seat, argument)
            at += 1


@jit
def add_rule(s: Any, word: Any, seat: Any, n: Any) -> None:
    """An effect of the rules themselves: GREENERY, OCEAN, TEMPERATURE, OXYGEN, POPULATION or MELT (below 0: may melt)."""
    add(s, -word, -1, seat, n)


@jit
def remove(s: Any, k: Any) -> None:
    """Take row `k` out; those behind move up and the last one is blanked."""
    s.pooled -= 1
    for i in range(k, s.pooled):
        for column in range(4):
            s.pool[i, column] = s.pool[i + 1, column]
    for column in range(4):
        s.pool[s.pooled, column] = 0


@jit
def times(content: Any, trigger: Any, about: Any) -> Any:
    """How often a trigger that listens to tags is set off by card `about`: once for each tag."""
    n: Any = 0
    for tag in range(TAGS):
        if trigger.tags >> tag & 1:
            n += np.int64(content.rows[about].tags[tag])
    return n


@jit
def add_triggers(s: Any, content: Any, event: Any, actor: Any, about: Any) -> None:
    """Queue what listens to `event`, which `actor` did; `about` is the card whose tags are played.

    Own triggers, and those of anybody that listen to all. Each works any number of times: an ocean of either side, a tile
    of a standard project or of a conversion, one tag after the other.
    """
    for seat in range(s.num_players):
        if s.listens[seat] >> event & 1:
            for k in range(content.num_triggers):
                trigger = content.triggers[k]
                if trigger.event != event or (seat != actor and trigger.anyone == 0) or not has(s, seat, trigger.row):
                    continue
                n = times(content, trigger, about) if event == ON_TAG else 1
                for _ in range(n):
                    add_list(s, content, seat, trigger.row, trigger.effects, about)
