"""The whole state of a game of First Martians: one record, and the numbers that its fields hold."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.frames import header
from marszoo.envs.core.record import dtype_of

PLAYERS = 4
"""Most seats; each has an astronaut."""
FACILITIES, PRODUCERS, PARTS, GOODS = 13, 4, 4, 6
"""Facilities, of which the first ones produce; kinds of parts; kinds of supplies."""
RINGS, SECTORS = 3, 6
SPOTS = RINGS * SECTORS
"""Places outside (ROI): place (ring - 1) * SECTORS + sector; each is next to the two of its ring beside it and to those
of its sector in the rings before and after it. Ring 1 lies next to the HUB."""
CARDS, EVENTS, ADVENTURES, TILES, MISSIONS, UPGRADES, CONDITIONS = 60, 48, 24, 30, 12, 8, 4
"""Declared capacities of the content: malfunction cards, events, adventures, ROI tiles, missions, upgrades, conditions."""
SHUTDOWNS = 8
"""Shutdown tiles: oxygen 0-3, energy 4-7."""
PROJECTS, GOALS = 4, 8
"""Most projects and objectives of a mission; objectives are the mandatory ones, then the optional ones."""
MANDATORY = 6
JOBS, SLOTS, WAITING, LABELS = 8, 3, 3, 80
"""Most actions declared in a round, events that lie open, modifier tokens that wait at a facility; actions with their
targets, as the blocks ``do`` and ``join`` have them."""
DIE_FACES, LAST = 6, 5
"""Faces of a die; the place of a Malfunction track that triggers it."""
TOKENS, GREENHOUSES, GROWTH = 18, 5, 6
"""Morale tokens in the game, greenhouses, places of the growth track."""
PAWNS = 2
"""Pawns of an astronaut."""
HELPERS = 6
"""The four AOMs, then Froggy, then Scorpio."""
ROVER_PAWNS = (2, 1)
"""Pawns that Froggy and Scorpio count as."""
MORALE_LOW, MORALE_TOP = -2, 3
SUPPLY_TOP = 99
"""No supply grows beyond this."""
GROWN = GROWTH
"""Place of the grown plants in the record, after the seeds."""
STACK, RING = 24, 96
"""Depth of the frame stack; length of the ring of recent public events. Between two decisions of a seat lies the better part
of a sol, so in a crew of four up to 75 events; a person who plays wants to read them all."""

# Frame kinds. The first ones are decisions; the rest are automatic and never on top between steps.
ASSIGN, HELPER, ROLLED, SHUT, SAVE, HIT, TREAT, MARKER, REPAIR, SOURCE, UNWIND, PICK_GOOD, STRIP, DUE, STUDY = range(
    1, 16
)
DECISIONS = (
    *("assign a pawn", "assign a helper", "accept or re-roll", "shut down or pay", "save plants"),
    *("who is hit", "whom to treat", "marker to move down", "part to repair", "where the part comes from"),
    *("Morale or Stress", "good to take", "place to lose a good", "pay for the event", "project to advance"),
)
ROUND, EFFECT_LIST, TRIGGER, JOB = 16, 17, 18, 19

# What HIT is about: A wounds for one astronaut; condition A; A meals that are missing (B: HUNGER + bits of those hit).
BY_WOUND, BY_CONDITION, HUNGER = 0, 1, 16

# What PICK_GOOD at place A is for (column B).
TO_CARGO, TO_NOWHERE = 0, 1

# Where a malfunction card is.
ABSENT, DECK, DISCARD, RESOLVING = 0, 1, 2, 3

# What an upgrade is.
NOT_OFFERED, AVAILABLE, PENDING, WORKING = 0, 1, 2, 3

# How a game ended.
NOT_ENDED, WON, DIED, OUT_OF_SOLS, TOO_BROKEN = 0, 1, 2, 3, 4
ENDINGS = ("running", "mission accomplished", "an astronaut died", "out of sols", "too many broken parts")

# Kinds of public events: (kind, seat, a, b).
(
    E_NONE,
    E_SOL,
    E_EVENT,
    E_TRACK,
    E_CARD,
    E_SKIPPED,
    E_NO_CARD,
    E_RED,
    E_BREAK,
    E_REPAIR,
    E_STRESS,
    E_MORALE,
    E_WOUND,
    E_HEAL,
    E_CONDITION,
    E_GAIN,
    E_LOSE,
    E_SHUT,
    E_FLIP,
    E_ASSIGN,
    E_JOIN,
    E_ROLL,
    E_SUCCESS,
    E_FAIL,
    E_ADVENTURE,
    E_EXPLORED,
    E_UPGRADE,
    E_MALFUNCTION,
    E_GOAL,
    E_PENALTY,
    E_PAID,
    E_TOKEN,
    E_ROVER,
    E_SKILL,
    E_END,
    E_OUTPUT,
    E_PLANT,
    E_WILTED,
    E_PHASE,
    E_JOB,
    E_SHORT,
    E_LOST,
    E_CARGO,
    E_STRIP,
) = range(44)


class State(header(PLAYERS, STACK)):  # type: ignore[misc]  # the header is made for the number of seats
    """One game; see the comments at the fields."""

    # switches and options
    icon_only: Annotated[int, "u1"]  # 1: penalty_counting="malfunction_icon"
    mission: Annotated[int, "i1"]  # row of the mission
    difficulty: Annotated[int, "i1"]  # row of the difficulty: training, normal, hard
    # the round
    sol: Annotated[int, "i1"]  # running sol, from 1 on
    sols: Annotated[int, "i1"]  # sols of the mission
    threshold: Annotated[int, "i1"]  # broken parts allowed at the end; -1 any number
    phase: Annotated[int, "i1"]  # place of the white marker on the Round Order track, 0-5
    first: Annotated[int, "i1"]  # First Player
    ending: Annotated[int, "u1"]  # NOT_ENDED …
    # malfunctions
    track: Annotated[np.ndarray, "i1", (3,)]  # Malfunction marker of each block, 0-5; 5 only while it is being resolved
    red: Annotated[np.ndarray, "u1", (3,)]  # 1: the block's marker in the Malfunction box is red
    listed: Annotated[np.ndarray, "u1", (3,)]  # 1: the mission sheet always has the block's die rolled
    rolled: Annotated[np.ndarray, "i1", (3,)]  # the block's die in the last Malfunction phase; -1 not rolled
    place: Annotated[np.ndarray, "u1", (CARDS,)]  # where each malfunction card is: DECK …
    danger: Annotated[np.ndarray, "i1", (FACILITIES,)]  # cards in the deck that break a part of the facility first
    # facilities
    broken: Annotated[np.ndarray, "u1", (FACILITIES,)]  # bits of PARTS: red status markers
    cancelled: Annotated[np.ndarray, "u1", (FACILITIES,)]  # bits of PARTS whose penalty a working upgrade cancels
    shut: Annotated[np.ndarray, "u1", (FACILITIES,)]  # bits: 1 an oxygen tile lies there, 2 an energy tile
    flipped: Annotated[np.ndarray, "u1", (SHUTDOWNS,)]  # 1: the Shutdown tile was turned over and has left the game
    output: Annotated[np.ndarray, "i1", (PRODUCERS,)]  # productivity markers: 1-4, solar panels 1-5
    modifier: Annotated[np.ndarray, "u1", (FACILITIES,)]  # active token on `!`; 0 none
    waiting: Annotated[np.ndarray, "u1", (FACILITIES, WAITING)]  # tokens on `>>`, the top one first; 0 none
    upgrade: Annotated[np.ndarray, "u1", (UPGRADES,)]  # NOT_OFFERED …
    installed: Annotated[int, "i1"]  # upgrades that work
    # supplies
    stock: Annotated[np.ndarray, "i1", (GOODS,)]  # Available
    cargo: Annotated[np.ndarray, "i1", (GOODS,)]  # Pending
    plants: Annotated[np.ndarray, "i1", (GROWTH + 1,)]  # seeds on places 1-6 of the growth track; last: grown plants
    saved: Annotated[np.ndarray, "i1", (GROWTH + 1,)]  # of those, saved from the wilting going on
    delivered: Annotated[int, "i1"]  # goods brought in by Gather actions that have become available
    gathered: Annotated[int, "i1"]  # of the Pending goods, those brought in by Gather actions
    repairs: Annotated[int, "i1"]  # parts repaired by Build actions
    # the crew
    stress: Annotated[int, "i1"]  # marker of the Stress track
    morale: Annotated[int, "i1"]  # marker of the Morale track, -2 to 3
    astronaut: Annotated[np.ndarray, "i1", (PLAYERS,)]  # row of the seat's astronaut
    wounds: Annotated[np.ndarray, "i1", (PLAYERS,)]  # at `health` of the content the astronaut is dead
    tokens: Annotated[np.ndarray, "i1", (PLAYERS,)]  # Morale tokens
    condition: Annotated[np.ndarray, "u1", (PLAYERS,)]  # bits of the content's conditions
    ready: Annotated[np.ndarray, "u1", (PLAYERS,)]  # 1: the skill was not used this round
    # outside
    spot: Annotated[np.ndarray, "i1", (SPOTS,)]  # ROI tile on each place; -1 not explored
    ground: Annotated[np.ndarray, "i1", (SPOTS, GOODS)]  # goods lying there
    tiles: Annotated[int, "i1"]  # places explored
    deep: Annotated[int, "i1"]  # of these, in ring 3
    pois: Annotated[int, "i1"]  # of these, with a point of interest
    blocked: Annotated[np.ndarray, "u1", (2,)]  # 1: the rover carries a Blocked token
    # actions of the round
    job: Annotated[np.ndarray, "i1", (JOBS,)]  # 1 + kind of action; 0 none, or resolved
    target: Annotated[np.ndarray, "i1", (JOBS,)]  # what it is aimed at
    pawns: Annotated[np.ndarray, "i1", (JOBS,)]  # pawns on it, helpers included
    least: Annotated[np.ndarray, "i1", (JOBS,)]  # pawns without which it is not done
    sure: Annotated[np.ndarray, "i1", (JOBS,)]  # pawns with which it succeeds without dice
    leader: Annotated[np.ndarray, "i1", (JOBS,)]  # seat whose pawn is on top
    rover: Annotated[np.ndarray, "i1", (JOBS,)]  # 1 + rover that helps; 0 none
    stale: Annotated[int, "u1"]  # 1: room and asked do not follow from the position until a pawn is asked for
    room: Annotated[np.ndarray, "i1", (LABELS,)]  # how many more actions of each kind and target make sense
    asked: Annotated[np.ndarray, "i1", (LABELS,)]  # pawns of astronauts that such an action takes at least
    jobs: Annotated[int, "i1"]  # actions declared this round
    assigned: Annotated[int, "i1"]  # pawns of astronauts assigned this round
    helped: Annotated[int, "u1"]  # bits of helpers that were asked for this round
    die: Annotated[
        np.ndarray, "i1", (3,)
    ]  # by DICE of words: action dice on the table: 1 shows its symbol, 0 blank, -1 not rolled
    # events
    drawn: Annotated[np.ndarray, "u1", (EVENTS,)]  # 1: the event has come up
    open: Annotated[np.ndarray, "i1", (SLOTS,)]  # events that lie open; -1 none
    left: Annotated[np.ndarray, "i1", (SLOTS,)]  # Action phases until the event is due
    # the mission
    steps: Annotated[np.ndarray, "i1", (PROJECTS,)]  # steps done of each project
    done: Annotated[np.ndarray, "u1", (GOALS,)]  # 1: the objective was found done in a Clean-Up
    # what happened, for people
    events: Annotated[int, "u4"]  # public events so far; event k is row k % RING
    event: Annotated[np.ndarray, "u4", (RING,)]  # from the lowest byte on: kind, seat, a, b


STATE = dtype_of(State)
