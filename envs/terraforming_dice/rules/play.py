"""What each kind of decision allows and does, and the loop that runs the rest by itself.

The pairs ``legal_…`` / ``apply_…`` are in ``deeds.py`` and ``parts.py``; what takes a line or two stands here.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.advance import SWITCHES
from marszoo.envs.core.frames import KIND, NOBODY, RUNNING, SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import (
    A_CARD,
    A_COLOUR,
    A_CORPORATION,
    A_EFFECT,
    A_HEX,
    A_RESOURCE,
    A_RIVAL,
    DONE,
)
from marszoo.envs.terraforming_dice.effects import resolve
from marszoo.envs.terraforming_dice.rules import board, cards, deeds, milestones, order, parts, start, turn
from marszoo.envs.terraforming_dice.state import (
    AFTER,
    BONUS,
    BONUS_PILE,
    CARDS,
    CHOOSE_CORPORATION,
    DISCARD_CARDS,
    EFFECT,
    EFFECTS,
    GIFT,
    GIVE_UP,
    MAIN,
    PAY,
    PICK_COLOUR,
    PICK_DIE,
    PICK_FACE,
    PICK_RIVAL,
    PLACE,
    PLAY_CARD,
    PROJECTS,
    REACTIONS,
    SETUP,
    START,
    TURN,
)


@jit
def setup(s: Any, content: Any, options: Any) -> None:
    """Start a game: everything is dealt; the first step runs up to the choice of the corporations."""
    s.short_wild = options[SWITCHES]
    s.second_paid = options[SWITCHES + 1]
    s.solo_goal = options[SWITCHES + 2]
    start.prepare(s, content)
    push(s, SETUP, 0, 0, 0)
    s.player = NOBODY


@jit
def run(s: Any, content: Any) -> None:
    """Run automatic frames until a decision is on top or the game is over; then `player` is the seat to move."""
    changed = True  # what somebody has: only then a milestone can have been reached
    while s.over == RUNNING:
        if changed:
            milestones.claim(s, content)
        kind = top(s, KIND)
        changed = kind in (EFFECT, SETUP) or (kind == TURN and top(s, A) == turn.T_PRODUCE)
        if kind == EFFECT:
            seat, word, n, argument = top(s, SEAT), top(s, A), top(s, B) // 16, top(s, B) % 16
            pop(s)
            resolve(s, content, seat, word, n, argument)
        elif kind == TURN:
            turn.run_turn(s, content)
        elif kind == REACTIONS:
            board.run_reactions(s, content)
        elif kind == SETUP:
            start.run_setup(s, content)
        elif not closes_itself(s, content, kind):
            s.player = top(s, SEAT)
            return


@jit
def closes_itself(s: Any, content: Any, kind: Any) -> Any:
    """Whether the frame on top needs nobody now: it is done by itself, or ended, and the loop goes on."""
    if kind == EFFECTS:
        return run_effects(s, content)
    if kind == AFTER and not cards.any_usable(s, content, top(s, SEAT), words.FREE):
        pop(s)
        return True
    if kind == DISCARD_CARDS and cards.hand_size(s, top(s, SEAT)) == 0:
        pop(s)
        return True
    return False


@jit
def run_effects(s: Any, content: Any) -> Any:
    """Queue the next effect of a card; False if the player has to choose which."""
    bits, source = top(s, B) % 16, top(s, B) // 16
    k = order.next_effect(s, content, top(s, SEAT), top(s, A), source, bits)
    if k < 0:
        return False
    take_effect(s, content, k)
    return True


@jit
def take_effect(s: Any, content: Any, k: Any) -> None:
    """Take effect `k` off the EFFECTS frame on top and queue it."""
    seat, row, source = top(s, SEAT), top(s, A), top(s, B) // 16
    left = top(s, B) - (1 << k)
    if left % 16 == 0:
        # Off the stack before its last effect: cards played by cards would pile up.
        pop(s)
    else:
        set_top(s, B, left)
    effect = order.effect_at(content, row, source, k)
    board.push_effect(s, seat, np.int64(effect[0]), np.int64(effect[1]), np.int64(effect[2]))


@jit
def legal_corporation(s: Any, mask: Any) -> None:
    for k in range(2):
        mask[A_CORPORATION + s.dealt[top(s, SEAT), k]] = 1


@jit
def legal(s: Any, content: Any, mask: Any) -> None:
    """Fill the mask for the decision on top of the stack."""
    mask[:] = 0
    kind, seat = top(s, KIND), top(s, SEAT)
    if kind == START:
        deeds.legal_start(s, content, mask)
    elif kind == MAIN:
        deeds.legal_main(s, content, mask)
    elif kind == AFTER:
        deeds.legal_after(s, content, mask)
    elif kind in (GIVE_UP, GIFT):
        deeds.legal_held(s, seat, mask)
    elif kind == DISCARD_CARDS:
        mask[DONE] = 1
        parts.legal_hand(s, content, seat, False, mask)
    elif kind == PAY:
        parts.legal_pay(s, mask)
    elif kind == PICK_DIE:
        parts.legal_die(s, mask)
    elif kind == PICK_FACE:
        parts.legal_face(s, mask)
    elif kind == PICK_COLOUR:
        deeds.legal_colours(s, mask)
    elif kind == PLACE:
        parts.legal_place(s, content, mask)
    elif kind == PICK_RIVAL:
        for k in range(s.num_players - 1):
            mask[A_RIVAL + k] = 1
    elif kind == PLAY_CARD:
        parts.legal_hand(s, content, seat, True, mask)
    elif kind == BONUS:
        for card in range(PROJECTS, CARDS):
            mask[A_CARD + card] = s.place[card] == BONUS_PILE
    elif kind == EFFECTS:
        for k in range(4):
            mask[A_EFFECT + k] = top(s, B) >> k & 1
    else:
        legal_corporation(s, mask)


@jit
def step(s: Any, content: Any, action: Any) -> None:
    """Apply a legal action to the decision on top, then run on to the next decision or the end."""
    kind = top(s, KIND)
    if kind == START:
        deeds.apply_start(s, content, action)
    elif kind == MAIN:
        deeds.apply_main(s, content, action)
    elif kind == AFTER:
        deeds.apply_after(s, content, action)
    elif kind == GIVE_UP:
        parts.apply_give_up(s, action - A_RESOURCE)
    elif kind == DISCARD_CARDS:
        parts.apply_discard(s, action)
    elif kind == PAY:
        parts.apply_pay(s, action)
    elif kind == PICK_DIE:
        parts.apply_die(s, action)
    elif kind == PICK_FACE:
        parts.apply_face(s, action - A_RESOURCE)
    elif kind == PICK_COLOUR:
        parts.apply_colour(s, action - A_COLOUR)
    elif kind == PLACE:
        parts.apply_place(s, content, action - A_HEX)
    elif kind == PICK_RIVAL:
        parts.apply_rival(s, action)
    elif kind == GIFT:
        parts.apply_gift(s, action - A_RESOURCE)
    elif kind == PLAY_CARD:
        seat = top(s, SEAT)
        pop(s)
        cards.play_card(s, content, seat, action - A_CARD)
    elif kind == BONUS:
        parts.apply_bonus(s, content, action - A_CARD)
    elif kind == EFFECTS:
        take_effect(s, content, action - A_EFFECT)
    elif kind == CHOOSE_CORPORATION:
        s.corporation[top(s, SEAT)] = action - A_CORPORATION
        pop(s)
    run(s, content)
