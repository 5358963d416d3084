"""The whole state of a game of Terra Formars: one record, and the numbers that its fields hold."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.frames import header
from marszoo.envs.core.record import dtype_of

PLAYERS = 4
"""Most seats."""
HEROES, SUPPORTS, COCKROACHES = 5, 40, 20
"""Declared capacities of the content; the printed game has 4, 31 and 15."""
ROW, DICE, FACES = 3, 6, 6
"""Face-up supports, combat dice, faces of a die."""
STACK = SUPPORTS + 16
"""Depth of the frame stack: every squad card can be pending at once, above fewer than 16 frames of the turn."""
EVENTS = 24
"""Length of the ring of recent public events."""

# Frame kinds. The first ones are decisions; the rest are automatic and never on top between steps.
CHOOSE_HERO, PLACE_MARKER, REACT, SPEND, PICK_DIE, PICK_RIVAL, PICK_EQUIPMENT, PICK_ICON = 1, 2, 3, 4, 5, 6, 7, 8
DECISIONS = ("choose hero", "place marker", "react", "spend", "pick die", "pick rival", "pick equipment", "pick icon")
SETUP, TURN, EFFECT = 9, 10, 11

# Why a marker is placed (column A of PLACE_MARKER; column B is the seat whose marker it is).
AT_SETUP, AFTER_KILL, BY_CARD, BY_TALENT, BY_EQUIPMENT, BY_TECHNIQUE = 0, 1, 2, 3, 4, 5

# What happens to the equipment picked (column B of PICK_EQUIPMENT; column A is its owner).
TO_DESTROY, TO_STEAL = 0, 1

# Reaction windows (column A of REACT; column B counts the passes in a row).
BEFORE_ROLL, AFTER_ROLL, AFTER_PURCHASE, AT_TOTAL, AFTER_DAMAGE, AT_END = 0, 1, 2, 3, 4, 5
WINDOWS = ("before the roll", "after a roll", "after a purchase", "wounds declared", "after damage", "end of the turn")

# Parts of a turn, for what a squad card can still do.
IDLE, STARTING, SPENDING, ENDING = 0, 1, 2, 3

# Where a support is: one of these, or HAND + seat, or TABLE + seat.
PILE, DISCARD, FACE_UP, PENDING, ABSENT = 0, 1, 2, 3, 4
HAND, TABLE = 10, 20

# Where a cockroach is: PILE, FACE_UP or ABSENT as above, or one of these.
DEAD, ASIDE = 5, 6

# Kinds of public events: (kind, seat, a, b).
E_NONE, E_TURN, E_ROLL, E_REROLL, E_SPECIAL, E_ACQUIRE, E_TECHNIQUE, E_PLAY, E_DRAW, E_DESTROY, E_STEAL = range(11)
E_POINTS, E_DAMAGE, E_KILL, E_LOOT, E_MARKER, E_HEAL, E_TOKENS, E_HAND, E_EXCHANGE, E_HERO = range(11, 21)


class State(header(PLAYERS, STACK)):  # type: ignore[misc]  # the header is made for the number of seats
    """Fields of a game; seats and cards index the arrays."""

    # switches
    loot_all: Annotated[int, "u1"]  # 1: loot_sharing="all"
    move_anywhere: Annotated[int, "u1"]  # 1: technique_03_reach="anywhere"
    auto_pass: Annotated[int, "u1"]  # 1: only cards that would do something are asked for
    # the table
    active: Annotated[int, "i1"]  # seat whose turn it is
    part: Annotated[int, "u1"]  # IDLE (set-up), STARTING, SPENDING, ENDING
    dying: Annotated[int, "i1"]  # slot of the cockroach just killed, not yet replaced; -1 none
    turn: Annotated[int, "i2"]  # turns begun so far
    kills: Annotated[int, "u1"]  # cockroaches killed so far
    hero: Annotated[np.ndarray, "i1", (PLAYERS,)]  # hero of each seat; -1 none yet
    place: Annotated[np.ndarray, "i1", (SUPPORTS,)]  # where each support is
    known: Annotated[np.ndarray, "u1", (SUPPORTS,)]  # 1: in a hand, and everyone knows it
    used: Annotated[np.ndarray, "u1", (SUPPORTS,)]  # 1: equipment used this turn
    row: Annotated[np.ndarray, "i1", (ROW,)]  # face-up supports; -1 empty
    lair: Annotated[np.ndarray, "i1", (COCKROACHES,)]  # where each cockroach is
    returned: Annotated[np.ndarray, "u1", (COCKROACHES,)]  # 1: everyone saw it go back into the pile
    slot: Annotated[np.ndarray, "i1", (PLAYERS,)]  # face-up cockroaches; -1 empty
    hurt: Annotated[np.ndarray, "u1", (PLAYERS,)]  # wounds on the cockroach of each slot
    marker: Annotated[np.ndarray, "i1", (PLAYERS,)]  # slot of each seat's marker; -1 off the table
    points: Annotated[np.ndarray, "i2", (PLAYERS,)]  # Victory Points
    stars: Annotated[np.ndarray, "i2", (PLAYERS,)]  # kept Star tokens
    wounds: Annotated[np.ndarray, "i2", (PLAYERS,)]  # kept Wound tokens, in wounds
    # the turn of the active seat; all blank between turns
    fewer: Annotated[int, "u1"]  # dice taken away before the roll
    face: Annotated[np.ndarray, "i1", (DICE,)]  # face each combat die shows; -1 not rolled
    paid_stars: Annotated[np.ndarray, "u1", (DICE,)]  # icons of each die already spent: any locks the die
    paid_serums: Annotated[np.ndarray, "u1", (DICE,)]
    paid_wounds: Annotated[np.ndarray, "u1", (DICE,)]
    special: Annotated[np.ndarray, "u1", (4,)]  # icons from Special Dice: stars, serums, wounds, dangers
    paid_special: Annotated[np.ndarray, "u1", (3,)]  # of these, spent: stars, serums, wounds
    bonus_stars: Annotated[int, "u1"]  # Stars not on dice, unspent
    bonus_serums: Annotated[int, "u1"]  # Serums not on dice, unspent
    bonus_wounds: Annotated[int, "u1"]  # Wounds not on dice
    dangers_ignored: Annotated[int, "u1"]  # Dangers taken away one at a time
    all_ignored: Annotated[int, "u1"]  # 1: effect 27, no Danger counts
    talent_ignored: Annotated[int, "u1"]  # 1: technique 04
    stars_lost: Annotated[int, "u1"]  # 1: effect 26
    serums_lost: Annotated[int, "u1"]  # 1: effect 22
    toll_paid: Annotated[int, "u1"]  # 1: 2 Stars paid for talent 48
    rerolled: Annotated[int, "u1"]  # 1: hero talent 01 used
    # what happened, for people
    events: Annotated[int, "u4"]  # public events so far; event k is row k % EVENTS
    event: Annotated[np.ndarray, "i1", (EVENTS, 4)]  # kind, seat, a, b


STATE = dtype_of(State)
