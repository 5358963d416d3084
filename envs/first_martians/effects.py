"""The one interpreter of effects: what a word of the content file does.

Whatever has effects queues a list of them as one frame (``rules/lists.py``); ``rules.play.run`` is the single caller of
`resolve`. What cannot be done is ignored; what asks somebody something leaves a decision frame.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import SEAT, A, B, pop, push, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, crew, lists, malfunctions, outside
from marszoo.envs.first_martians.state import (
    BY_CONDITION,
    BY_WOUND,
    HIT,
    MARKER,
    REPAIR,
    SAVE,
    STRIP,
    STUDY,
    SUPPLY_TOP,
    TREAT,
)


@jit
def resolve(s: Any, content: Any) -> None:
    """Carry out the next effect of the list on top; its seat is the astronaut who acts, or the First Player.

    A list leaves the stack with its last effect, so that the stack stays flat.
    """
    seat, at = top(s, SEAT), lists.row_at(top(s, A), top(s, B))
    effect = content.effects[at]
    word, n, x, y = np.int64(effect[0]), np.int64(effect[1]), np.int64(effect[2]), np.int64(effect[3])
    if content.effects[at + 1, 0] == 0:
        pop(s)
    else:
        lists.go_on(s, at + 1)
    if word == words.TRACK:
        malfunctions.advance(s, x, n)
    elif word == words.BREAK:
        malfunctions.break_part(s, content, x, y)
    elif word == words.STRESS:
        crew.move_stress(s, content, n)
    elif word == words.CALM:
        crew.move_stress(s, content, -n)
    elif word == words.MORALE:
        crew.move_morale(s, n)
    elif word == words.GLOOM:
        crew.move_morale(s, -n)
    elif word == words.GAIN:
        base.gain(s, x, n)
    elif word == words.LOSE:
        base.lose(s, x, n)
    elif word == words.CARGO:
        s.cargo[x] = min(SUPPLY_TOP, s.cargo[x] + n)
    elif word == words.DUST or word == words.CLEAR:
        base.move_output(s, x, n if word == words.CLEAR else -n)
    elif word == words.TOKEN:
        malfunctions.set_modifier(s, y, x)
    elif word == words.SEEK:
        malfunctions.seek(s, content, x, y)
    elif word == words.RED:
        malfunctions.turn(s, x, 1)
    elif word == words.GREEN:
        malfunctions.turn(s, x, 0)
    elif word == words.ROVER:
        outside.block_rover(s, x)
    elif word == words.WILT:
        if s.shut[words.FARM] == 0:
            push(s, SAVE, seat, n, 0)
    elif word <= words.CONDITION and word >= words.TOKENS:
        resolve_crew(s, content, seat, word, n, x, y)
    else:
        ask(s, seat, word, n, x)


@jit
def resolve_crew(s: Any, content: Any, seat: Any, word: Any, n: Any, x: Any, y: Any) -> None:
    """Effects on astronauts: WHO is who acts, the First Player, one of choice, or all."""
    who = y if word == words.CONDITION else x
    if who == words.ALL:
        for p in range(s.num_players):
            on_one(s, content, p, word, n, x)
    elif who != words.ANY:
        on_one(s, content, s.first if who == words.FIRST else seat, word, n, x)
    elif word == words.WOUND:
        push(s, HIT, seat, n, BY_WOUND)
    elif word == words.HEAL:
        push(s, TREAT, seat, n, 0)
    else:
        push(s, HIT, seat, x, BY_CONDITION)


@jit
def on_one(s: Any, content: Any, seat: Any, word: Any, n: Any, x: Any) -> None:
    if word == words.TOKENS:
        crew.add_tokens(s, content, seat, n)
    elif word == words.WOUND:
        crew.wound(s, content, seat, n)
    elif word == words.HEAL:
        crew.heal(s, seat, n)
    else:
        crew.set_condition(s, seat, x, 1)


@jit
def ask(s: Any, seat: Any, word: Any, n: Any, x: Any) -> None:
    """Effects that leave a choice; frames that have none close by themselves."""
    if word == words.LOWER:
        if x == words.ANY_BLOCK:
            push(s, MARKER, seat, n, 0)
        else:
            malfunctions.lower(s, x, n)
    elif word == words.FIX:
        push(s, REPAIR, seat, 1, n)
    elif word == words.STUDY:
        push(s, STUDY, seat, n, 0)
    elif word == words.STRIP:
        push(s, STRIP, seat, n - 1, 0)
