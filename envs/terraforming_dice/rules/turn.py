"""Chapters "Production turn", "Action turn" and "End of the game": what happens by itself between decisions."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import TERMINATED, A, next_seat, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.rules import cards, stock
from marszoo.envs.terraforming_dice.rules.log import MOST_NOTED, note
from marszoo.envs.terraforming_dice.rules.milestones import REMOVED, UNCLAIMED
from marszoo.envs.terraforming_dice.state import (
    AFTER,
    BONUS,
    BONUS_AT,
    BONUS_PILE,
    CARDS,
    COLOURS,
    DISCARD_CARDS,
    E_FINAL,
    E_PRODUCE,
    E_REMOVED,
    E_TURN,
    GIVE_UP,
    HAND_SIZE,
    KEEP,
    MAIN,
    PROJECTS,
    SOLO_TURNS,
    START,
    TABLE,
    TILES,
)

# Steps of a turn (column A of the TURN frame: the step to do next). A production turn goes from T_KEEP on.
T_BEGIN, T_MAIN, T_AFTER, T_BONUS, T_NEXT, T_KEEP, T_DISCARD, T_PRODUCE = range(8)

MILESTONE_TURNS = (17, 21, 25)
"""Solo: turns that begin by removing the top unclaimed milestone."""


@jit
def limit(s: Any, seat: Any) -> Any:
    """Resources that stay at a production turn."""
    return KEEP + np.int64(s.storage[seat])


@jit
def produce(s: Any, content: Any, seat: Any) -> None:
    """Production turn 3 to 5: refill the hand, take and roll all dice of the production boxes, ready the blue cards.

    However many dice the pool lacks, one wild token makes up for all of them.
    """
    cards.draw(s, seat, max(0, HAND_SIZE - cards.hand_size(s, seat)))
    lacking = 0
    for c in range(COLOURS):
        lacking += stock.roll_dice(s, content, seat, c, np.int64(s.production[seat, c]))
    wild = np.int64(s.production[seat, words.P_WILD]) + (lacking > 0)
    if wild > 0:
        stock.add_wild(s, seat, wild)
    if s.production[seat, words.P_POINT] > 0:
        stock.add_points(s, seat, np.int64(s.production[seat, words.P_POINT]))
    for card in range(CARDS):
        if s.place[card] == TABLE + seat:
            s.turned[card] = 0


@jit
def bonus_due(s: Any) -> Any:
    """The first seat, from the active one clockwise, that has yet to play a bonus card; -1 if there is none."""
    seat = np.int64(s.active)
    for _ in range(s.num_players):
        reached = (s.points[seat] >= BONUS_AT[0]) + (s.points[seat] >= BONUS_AT[1])
        if reached > s.bonuses[seat]:
            for card in range(PROJECTS, CARDS):
                if s.place[card] == BONUS_PILE:
                    return seat
        seat = next_seat(s, seat)
    return -1


@jit
def begin_turn(s: Any) -> None:
    s.turn += 1
    number = (s.turn - 1) // s.num_players + 1
    note(s, E_TURN, s.active, number % 100, min(number // 100, MOST_NOTED))
    if s.left > 0:
        s.left -= 1
        note(s, E_FINAL, s.active, s.left, 0)
    if s.num_players == 1:
        for k in range(len(MILESTONE_TURNS)):
            if s.turn == MILESTONE_TURNS[k]:
                remove_milestone(s)


@jit
def remove_milestone(s: Any) -> None:
    """Solo: the top milestone that is unclaimed leaves the game."""
    for which in range(TILES):
        if s.claimed[which] == UNCLAIMED:
            s.claimed[which] = REMOVED
            note(s, E_REMOVED, 0, s.milestone[which], 0)
            return


@jit
def run_turn(s: Any, content: Any) -> None:
    """Do the next step of the turn on top of the stack; a step that needs a decision leaves a frame above it."""
    part = top(s, A)
    seat = s.active
    if part == T_BEGIN:
        set_top(s, A, T_MAIN)
        begin_turn(s)
        push(s, START, seat, 0, 0)
    elif part == T_MAIN:
        set_top(s, A, T_AFTER)
        push(s, MAIN, seat, 0, 0)
    elif part == T_KEEP:
        set_top(s, A, T_DISCARD)
        note(s, E_PRODUCE, seat, 0, 0)
        if stock.dice_of(s, seat) > limit(s, seat):
            push(s, GIVE_UP, seat, 0, 0)
    elif part == T_DISCARD:
        set_top(s, A, T_PRODUCE)
        push(s, DISCARD_CARDS, seat, 0, 0)
    elif part == T_PRODUCE:
        set_top(s, A, T_AFTER)
        produce(s, content, seat)
    elif part == T_AFTER:
        set_top(s, A, T_BONUS)
        push(s, AFTER, seat, 0, 0)
    elif part == T_BONUS:
        due = bonus_due(s)
        if due >= 0:
            s.looked[due] = 1
            push(s, BONUS, due, 0, 0)
        else:
            set_top(s, A, T_NEXT)
    elif s.left == 0 or (s.num_players == 1 and s.turn >= SOLO_TURNS):
        pop(s)
        s.over = TERMINATED
    else:
        set_top(s, A, T_BEGIN)
        s.active = next_seat(s, s.active)
