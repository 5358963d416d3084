"""Decisions between alternatives: branches of an effect, ways of an action, a resource, a card to copy."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.actions import A_ALTERNATIVE, A_CARD, A_RESOURCE
from marszoo.envs.legacy_of_mars.rules import cards, pool, possible, stock
from marszoo.envs.legacy_of_mars.rules.requirements import term_holds
from marszoo.envs.legacy_of_mars.rules.table import ENTRIES, entry
from marszoo.envs.legacy_of_mars.state import CARDS, RESOURCES
from marszoo.envs.legacy_of_mars.tables import BRANCHES

SETTLED = -1
"""Argument of effects in the pool whose condition was looked at before: those that are copied."""


@jit
def add_next(s: Any, content: Any, seat: Any, row: Any, start: Any, about: Any) -> None:
    """Queue a list; a single effect is carried out next, so that what was chosen happens now. POOLED is on top."""
    before = np.int64(s.pooled)
    pool.add_list(s, content, seat, row, start, about)
    if s.pooled == before + 1:
        set_top(s, A, s.pooled)


@jit
def legal_alternative(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    if top(s, A):
        row = np.int64(s.doing[1])
        for way in range(content.rows[row].ways):
            if cards.way_usable(s, content, seat, row, way):
                mask[A_ALTERNATIVE + way] = 1
    else:
        bits = possible.offers(s, content, seat, np.int64(s.doing[1]), s.doing[0], top(s, B))
        for b in range(BRANCHES):
            if bits >> b & 1:
                mask[A_ALTERNATIVE + b] = 1


@jit
def apply_alternative(s: Any, content: Any, action: Any) -> None:
    seat, ways, about = top(s, SEAT), top(s, A), top(s, B)
    row, k = np.int64(s.doing[1]), action - A_ALTERNATIVE
    pop(s)
    if ways:
        cards.begin_way(s, content, seat, row, k)
    else:
        add_next(s, content, seat, row, content.effects[s.doing[0]].branch[k], about)


@jit
def legal_any_resource(mask: Any) -> None:
    mask[A_RESOURCE : A_RESOURCE + RESOURCES] = 1


@jit
def apply_any_resource(s: Any, action: Any) -> None:
    seat, n = top(s, SEAT), top(s, A)
    pop(s)
    stock.gain(s, seat, action - A_RESOURCE, n)


@jit
def legal_copying(s: Any, content: Any, mask: Any) -> None:
    seat, tag = top(s, SEAT), np.int64(content.effects[s.doing[0]].what)
    for k in range(ENTRIES):
        row = entry(s, seat, k)
        if row >= 0 and possible.copyable(s, content, seat, row, tag):
            mask[A_CARD + row] = 1


@jit
def apply_copying(s: Any, content: Any, action: Any) -> None:
    """The production box of the card, and nothing else of it: formulas count anew, players are chosen anew.

    Where the hex decided between two metals, the one of then is copied.
    """
    seat, row = top(s, SEAT), action - A_CARD
    pop(s)
    at = np.int64(content.rows[row].effects)
    while content.effects[at].word != 0:
        effect = content.effects[at]
        if possible.in_box(content, effect) and term_holds(s, content, seat, row, effect.term):
            if effect.word == words.CHOOSE and row < CARDS and s.metal[row] > 0:
                for b in range(len(effect.branch)):
                    start = np.int64(effect.branch[b])
                    if start > 0 and content.effects[start].what == s.metal[row] - 1:
                        pool.add(s, start, row, seat, SETTLED)
            else:
                pool.add(s, at, row, seat, SETTLED)
        at += 1
