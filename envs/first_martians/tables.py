"""The tables of the content: what a row of each holds, and what its cells may be."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.content import Column, Table
from marszoo.envs.core.record import dtype_of
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.reading import EFFECT_ROWS
from marszoo.envs.first_martians.state import (
    ADVENTURES,
    CARDS,
    CONDITIONS,
    DIE_FACES,
    EVENTS,
    FACILITIES,
    GOALS,
    GOODS,
    GROWTH,
    LAST,
    MISSIONS,
    PARTS,
    PLAYERS,
    PROJECTS,
    RINGS,
    SHUTDOWNS,
    SPOTS,
    TILES,
    UPGRADES,
)

STRESS_ROWS = 6
"""Most rows of the Stress track."""

AT_COUNTED, AT_STRESS, AT_TOKEN, AT_LOSE_SAMPLE = 0, 24, 32, 40
"""The first bit of each count in a `tally`, a byte each, so that a base is added up by one sum over its facilities: the
penalties of the three blocks that count in the Malfunction phase, and three kinds that strike in Production."""
TALLY_BITS = 8
BROKEN_SETS = 1 << PARTS
"""Sets of parts of a facility that may be broken, as bits."""


class Facility:
    """A facility tile."""

    need: Annotated[np.ndarray, "i1", (2,)]  # oxygen and energy needed in Production
    dice: Annotated[int, "i1"]  # colour of the action's dice; -1 none
    automatic: Annotated[int, "i1"]  # pawns with which the action is automatic
    fitted: Annotated[int, "i1"]  # bits of PARTS
    penalty: Annotated[np.ndarray, "i1", (4,)]  # P_NONE …, for each kind of part


class Upgrade:
    """An Upgrade card and its tile."""

    facility: Annotated[int, "i1"]
    word: Annotated[int, "i1"]  # U_CANCEL …
    n: Annotated[int, "i1"]
    argument: Annotated[int, "i1"]  # part, or good


class Card:
    """A malfunction card."""

    kind: Annotated[int, "i1"]  # first keyword
    facility: Annotated[int, "i1"]  # second keyword
    block: Annotated[int, "i1"]  # the facility's block, whose deck the card belongs to
    effects: Annotated[int, "i2"]  # first row in the table of effects; 0 none
    breaks: Annotated[int, "i1"]  # what it breaks first: facility * 4 + part; -1 nothing


class Event:
    """A row of the event table."""

    block: Annotated[int, "i1"]  # whose Malfunction track advances
    rounds: Annotated[int, "i1"]  # Action phases until it is due
    attend: Annotated[int, "i1"]  # pawns of the Event action
    price: Annotated[np.ndarray, "i1", (2,)]  # N, good, paid instead of the penalty; good -1: none
    now: Annotated[int, "i2"]  # effects, as in Card
    reward: Annotated[int, "i2"]
    penalty: Annotated[int, "i2"]
    breaks: Annotated[int, "i1"]  # what the penalty breaks first, as in Card


class Adventure:
    """What an adventure die may bring."""

    colour: Annotated[int, "i1"]
    effects: Annotated[int, "i2"]


class Condition:
    """A condition that an astronaut may have."""

    effect: Annotated[int, "i1"]  # C_TOKENS …


class Astronaut:
    """An astronaut's skill."""

    when: Annotated[int, "i1"]  # AT_ASSIGN or AT_ROLL
    cost: Annotated[int, "i1"]  # Morale tokens
    colour: Annotated[int, "i1"]  # of the dice that may be re-rolled
    effects: Annotated[int, "i2"]


class Shutdown:
    """A Shutdown tile."""

    kind: Annotated[int, "i1"]  # OXYGEN or ENERGY
    effects: Annotated[int, "i2"]  # when it is turned over


class Roi:
    """A tile outside."""

    ring: Annotated[int, "i1"]  # 1-3
    goods: Annotated[np.ndarray, "i1", (GOODS,)]
    hazard: Annotated[int, "i1"]  # H_NONE …
    poi: Annotated[int, "i1"]  # 1: a point of interest
    finds: Annotated[int, "i2"]  # effects of finding it


class Stress:
    """A standing effect of the Stress track."""

    at: Annotated[np.ndarray, "i1", (PLAYERS,)]  # from this place on, by number of players
    effects: Annotated[int, "i2"]


class Difficulty:
    """What a difficulty changes."""

    supplies: Annotated[int, "i1"]  # added to each supply
    sols: Annotated[int, "i1"]  # added to the sols
    threshold: Annotated[int, "i1"]  # added to the threshold
    tokens: Annotated[int, "i1"]  # added to the Morale tokens of each astronaut
    dice: Annotated[int, "i1"]  # index into POOLS


class Mission:
    """A mission sheet."""

    kind: Annotated[int, "i1"]
    sols: Annotated[np.ndarray, "i1", (PLAYERS,)]  # by number of players
    supplies: Annotated[np.ndarray, "i1", (GOODS,)]
    dice: Annotated[np.ndarray, "i1", (3,)]  # 1: the block's die is always rolled
    red: Annotated[np.ndarray, "i1", (3,)]  # 1: the block's marker in the Malfunction box begins red
    threshold: Annotated[int, "i1"]  # broken parts allowed at the end; -1 any number
    upgrades: Annotated[np.ndarray, "i1", (UPGRADES,)]  # 1: offered
    seedlings: Annotated[np.ndarray, "i1", (GROWTH,)]  # seeds on the growth track
    projects: Annotated[int, "i1"]
    place: Annotated[np.ndarray, "i1", (PROJECTS,)]  # 0 lab, 1 Working Bay
    steps: Annotated[np.ndarray, "i1", (PROJECTS, PLAYERS)]  # by number of players
    cost: Annotated[np.ndarray, "i1", (PROJECTS, 2)]  # N, good for each step; good -1: none
    ring: Annotated[np.ndarray, "i1", (PROJECTS,)]  # 0 in the HUB
    mandatory: Annotated[int, "i1"]
    goals: Annotated[int, "i1"]  # objectives, optional ones included
    goal: Annotated[np.ndarray, "i1", (GOALS, 2)]  # G_TILES …, project
    amount: Annotated[np.ndarray, "i1", (GOALS, PLAYERS)]  # by number of players


FACILITY, UPGRADE, CARD, EVENT, ADVENTURE, CONDITION = map(
    dtype_of, (Facility, Upgrade, Card, Event, Adventure, Condition)
)
ASTRONAUT, SHUTDOWN, ROI, STRESS, DIFFICULTY, MISSION = map(
    dtype_of, (Astronaut, Shutdown, Roi, Stress, Difficulty, Mission)
)

AMOUNTS = {
    "health": (1, 20),  # wounds that kill
    "quiet_tokens": (1, 7),  # Morale tokens of the Quiet Place
    "quarters_morale": (1, 5),  # places of the Morale track, Crew Quarters
    "quarters_stress": (1, 20),  # places of the Stress track, Crew Quarters
    "med_heal": (1, 7),  # wounds, Med Lab
    "fail_tokens": (0, 3),  # Morale tokens for the leader of an action that fails
    "reroll_cost": (1, 9),  # Morale tokens for re-rolling a die
    "shortage_stress": (0, 9),  # Stress for each unit that is missing when nothing can be shut down
    "start_tokens": (0, 4),  # Morale tokens of each astronaut at the start
    "start_morale": (-2, 3),  # place of the Morale track at the start
}
"""Numbers of [amounts] -> lowest and highest value."""


class Tables:
    """What compiled code gets as `content`: one record; rows beyond the numbers of rows are zero."""

    num_cards: Annotated[int, "i8"]
    num_events: Annotated[int, "i8"]
    num_adventures: Annotated[int, "i8"]
    num_conditions: Annotated[int, "i8"]
    num_tiles: Annotated[int, "i8"]
    num_missions: Annotated[int, "i8"]
    num_stress: Annotated[int, "i8"]
    health: Annotated[int, "i8"]
    quiet_tokens: Annotated[int, "i8"]
    quarters_morale: Annotated[int, "i8"]
    quarters_stress: Annotated[int, "i8"]
    med_heal: Annotated[int, "i8"]
    fail_tokens: Annotated[int, "i8"]
    reroll_cost: Annotated[int, "i8"]
    shortage_stress: Annotated[int, "i8"]
    start_tokens: Annotated[int, "i8"]
    start_morale: Annotated[int, "i8"]
    stress_length: Annotated[np.ndarray, "i1", (PLAYERS,)]  # last place of the Stress track, by number of players
    aoms: Annotated[np.ndarray, "i1", (PLAYERS, 4)]  # by number of players: 1 where there is the AOM
    malfunction: Annotated[np.ndarray, "i1", (3, DIE_FACES)]  # faces of the malfunction dice
    at_least: Annotated[np.ndarray, "i1", (3, LAST + 1)]  # of these, faces that show 0, 1 … 5 or more
    dice: Annotated[np.ndarray, "i1", (4, 3)]  # colour; faces of six with success, wound, adventure
    demand: Annotated[np.ndarray, "i1", (2,)]  # oxygen and energy that all facilities need together
    facility: Annotated[np.ndarray, FACILITY, (FACILITIES,)]
    # By bits of broken parts: how often each penalty applies; the same in one number (AT_COUNTED …) for `icon_only` 0 and 1.
    penalties: Annotated[np.ndarray, "i1", (FACILITIES, BROKEN_SETS, len(words.PENALTIES))]
    tally: Annotated[np.ndarray, "i8", (2, FACILITIES, BROKEN_SETS)]
    upgrade: Annotated[np.ndarray, UPGRADE, (UPGRADES,)]
    card: Annotated[np.ndarray, CARD, (CARDS,)]
    event: Annotated[np.ndarray, EVENT, (EVENTS,)]
    adventure: Annotated[np.ndarray, ADVENTURE, (ADVENTURES,)]
    condition: Annotated[np.ndarray, CONDITION, (CONDITIONS,)]
    astronaut: Annotated[np.ndarray, ASTRONAUT, (PLAYERS,)]
    shutdown: Annotated[np.ndarray, SHUTDOWN, (SHUTDOWNS,)]
    roi: Annotated[np.ndarray, ROI, (TILES,)]
    stress: Annotated[np.ndarray, STRESS, (STRESS_ROWS,)]
    difficulty: Annotated[np.ndarray, DIFFICULTY, (3,)]
    mission: Annotated[np.ndarray, MISSION, (MISSIONS,)]
    effects: Annotated[np.ndarray, "i1", (EFFECT_ROWS, 4)]  # word, N, arguments; word 0 ends a list


TABLES = dtype_of(Tables)

TABLE = {
    "facility": Table(
        "facility",
        FACILITY,
        FACILITIES,
        (Column("automatic", low=1, high=2),),
        at_least=FACILITIES,
        extra=("oxygen", "energy", "dice", "parts"),
    ),
    "upgrade": Table("upgrade", UPGRADE, UPGRADES, (Column("facility", words=words.FACILITIES),), extra=("effect",)),
    "card": Table("card", CARD, CARDS, (), at_least=3, extra=("keywords", "effects")),
    "event": Table(
        "event",
        EVENT,
        EVENTS,
        (
            Column("block", words=words.BLOCKS),
            Column("rounds", low=1, high=3),
            Column("attend", low=1, high=2, default=1),
        ),
        at_least=4,
        extra=("now", "price", "reward", "penalty"),
    ),
    "adventure": Table(
        "adventure", ADVENTURE, ADVENTURES, (Column("colour", words=words.COLOURS),), at_least=4, extra=("effects",)
    ),
    "condition": Table("condition", CONDITION, CONDITIONS, (Column("effect", words=words.CONDITIONS),)),
    "astronaut": Table(
        "astronaut",
        ASTRONAUT,
        PLAYERS,
        (Column("when", words=words.SKILL_TIMES), Column("cost", low=0, high=4)),
        at_least=PLAYERS,
        extra=("colour", "effects"),
    ),
    "shutdown": Table(
        "shutdown", SHUTDOWN, SHUTDOWNS, (Column("kind", words=words.TILE_KINDS),), at_least=8, extra=("effects",)
    ),
    "roi": Table(
        "roi",
        ROI,
        TILES,
        (Column("ring", low=1, high=RINGS), Column("hazard", words=words.HAZARDS, default="none")),
        at_least=SPOTS,
        extra=("goods", "poi", "finds"),
    ),
    "stress": Table("stress", STRESS, STRESS_ROWS, (), extra=("at", "effects")),
    "difficulty": Table(
        "difficulty",
        DIFFICULTY,
        3,
        (
            Column("supplies", low=-3, high=5),
            Column("sols", low=-2, high=2),
            Column("threshold", low=-3, high=3),
            Column("tokens", low=0, high=3),
            Column("dice", words=words.POOLS),
        ),
        at_least=3,
    ),
    "mission": Table(
        "mission",
        MISSION,
        MISSIONS,
        (
            Column("kind", words=words.MISSION_KINDS),
            Column("supplies", low=0, high=20, count=GOODS),
            Column("threshold", low=-1, high=20),
            Column("seedlings", low=0, high=3, count=GROWTH, default=[0] * GROWTH),
        ),
        extra=("sols", "dice", "red", "upgrades", "projects", "objectives", "optional"),
    ),
}
"""Table -> its shape."""
