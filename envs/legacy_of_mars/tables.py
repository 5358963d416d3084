"""The tables of the content: what compiled code gets, and what the cells of each table of the file may be."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.content import Column, Table
from marszoo.envs.core.record import dtype_of
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.state import (
    CORPORATIONS,
    DEVELOPMENTS,
    HEXES,
    INNOVATIONS,
    MAPS,
    MISSIONS,
    OBJECTIVES,
    PLAYERS,
    PROJECT_KINDS,
    PROJECTS,
    RESOURCES,
    ROWS,
    SIDES,
    SPACES,
    TAGS,
)

EFFECT_ROWS, TRIGGERS, TERMS = 1500, 160, 300
"""Capacities for all effects (ends of lists included), triggers and terms of requirements together."""
NOTHING = 1
"""The row of an empty list that is not 0: the alternative that does nothing."""
PAYS, WAYS, BRANCHES = 2, 2, 4
"""Most things that an action's way costs, ways of an action, alternatives of an effect."""


class Effect:
    """One effect; the rows of a list follow each other up to one with word 0."""

    word: Annotated[int, "i2"]  # words.GAIN …; 0 ends a list
    n: Annotated[int, "i2"]  # N: per `per` things if `count` is not 0
    what: Annotated[int, "i2"]  # resource, tag or kind that the word names; for tiles 1 + row of SPECIAL_TILES; KEEP: B
    other: Annotated[int, "i2"]  # SWAP, SHIFT: resource gained; NEXT: 0 discount, 1 shift
    count: Annotated[int, "i2"]  # words.N_TAG …: what N is multiplied by; 0 nothing
    counted: Annotated[int, "i2"]  # the tag that is counted
    per: Annotated[int, "i2"]  # how many of them count once; at least 1
    place: Annotated[
        int, "i2"
    ]  # words.ON_RESERVED … for tiles; REMOVE: 1 only owners of a tile next to the ocean placed
    term: Annotated[int, "i2"]  # row of a condition among the terms; 0 none
    then: Annotated[int, "i2"]  # first row of what follows once it is done (REVEAL, DISCARD, UNHOLD); 0 nothing
    branch: Annotated[np.ndarray, "i2", (BRANCHES,)]  # CHOOSE: first row of each alternative; 0 none, NOTHING: empty


class Term:
    """A term of a requirement, or a condition."""

    kind: Annotated[int, "i2"]  # words.R_OXYGEN …
    what: Annotated[int, "i2"]  # tag, resource or bonus it names
    most: Annotated[int, "i2"]  # 1: at most n; 0: at least n
    n: Annotated[int, "i2"]  # oxygen in percent, temperature in steps from -30 degrees


class Trigger:
    """A standing effect that reacts."""

    row: Annotated[int, "i2"]  # card, side or development it is on
    event: Annotated[int, "i2"]  # words.ON_OCEAN_PLACED …
    anyone: Annotated[int, "i2"]  # 1: to anybody's doing, 0: to the owner's own
    tags: Annotated[int, "i2"]  # bits of the tags that ON_TAG listens to
    effects: Annotated[int, "i2"]  # first row of what it does


class Row:
    """A project card, innovation card, corporation side or development."""

    # first what every mask reads, so that it lies together
    colour: Annotated[int, "i1"]  # words.GREEN …
    cost: Annotated[int, "i1"]  # M€; a side: 0
    tag_bits: Annotated[int, "i2"]
    terms: Annotated[int, "i2"]  # terms of its requirement
    term: Annotated[int, "i2"]  # row of the first one
    effects: Annotated[int, "i2"]  # first row of the immediate effects; 0 none
    # the immediate effects at a glance, so that most cards are judged without walking through them
    change: Annotated[np.ndarray, "i1", (RESOURCES,)]  # fixed change of own production, all effects together
    loses: Annotated[np.ndarray, "i1", (RESOURCES,)]  # own resources that are lost, beyond what it gains itself
    tile: Annotated[int, "i1"]  # words.CITY_TILE …: the tile it has to place; 0 none, or an ocean on a reserved hex
    on: Annotated[int, "i1"]  # words.ON_LAND …: where
    plain: Annotated[int, "i1"]  # 1: nothing but `change`, `loses` and no room for `tile` can stand in the way
    bare: Annotated[int, "i1"]  # 1: plain, and not even these can
    ways: Annotated[int, "i1"]  # ways of its action; 0 no action
    pays: Annotated[np.ndarray, "i2", (WAYS, PAYS, 3)]  # what a way costs: word (GAIN resource, PRODUCTION, UNHOLD,
    # REMOVE_HELD kind; 0 nothing), n, resource or kind
    metals: Annotated[np.ndarray, "i1", (WAYS,)]  # bits: 1 steel may pay the M€ of a way, 2 titanium may
    does: Annotated[np.ndarray, "i2", (WAYS,)]  # first row of what a way does
    sure: Annotated[np.ndarray, "i1", (WAYS,)]  # 1: nothing can stand in the way of what it does
    number: Annotated[int, "i2"]  # printed number; 0 none
    deck: Annotated[int, "i1"]  # index into DECKS
    missions: Annotated[int, "i1"]  # bits of the missions it belongs to
    tags: Annotated[np.ndarray, "i1", (TAGS,)]  # how often it shows each tag, EVENT on red cards included
    holds: Annotated[int, "i1"]  # words.H_ANIMAL …; 0 keeps nothing
    points: Annotated[int, "i1"]  # Victory Points, N of the formula
    count: Annotated[int, "i1"]  # words.N_TAG …: what they are multiplied by; 0 nothing
    counted: Annotated[int, "i1"]  # the tag that is counted
    per: Annotated[int, "i1"]  # how many count once
    points_term: Annotated[int, "i2"]  # condition of the points; 0 none
    # standing effects
    discount: Annotated[np.ndarray, "i1", (TAGS + 1,)]  # M€ off cards with the tag; last: off all
    worth: Annotated[np.ndarray, "i1", (2,)]  # more M€ that steel and titanium pay
    shift: Annotated[int, "i1"]  # steps by which requirements may be missed
    protect: Annotated[int, "i1"]  # 1: opponents remove no plants, animals, microbes
    locked: Annotated[int, "i1"]  # 1: nothing leaves it
    card_price: Annotated[int, "i1"]  # M€ off buying a card
    project_discount: Annotated[int, "i1"]  # M€ off standard projects
    greenery_plants: Annotated[int, "i1"]  # plants off a conversion
    heat_steps: Annotated[int, "i1"]  # heat off a conversion
    population_workers: Annotated[int, "i1"]  # workers off a conversion
    triggers: Annotated[int, "i2"]  # its triggers
    trigger: Annotated[int, "i2"]  # row of the first one
    listens: Annotated[int, "i2"]  # bits of the events they listen to
    # sides
    money: Annotated[int, "i2"]  # M€ at the start


class Objective:
    """A milestone or an award."""

    criterion: Annotated[int, "i1"]  # words.C_RATING …
    what: Annotated[int, "i1"]  # tag or resource it names
    amount: Annotated[int, "i1"]  # milestones: what is needed


class Sheet:
    """A mission sheet."""

    rating: Annotated[int, "i1"]  # terraform rating at the start
    solo_rating: Annotated[int, "i1"]
    milestone: Annotated[np.ndarray, "i1", (OBJECTIVES,)]  # rows of Tables.milestone
    award: Annotated[np.ndarray, "i1", (OBJECTIVES,)]
    science: Annotated[int, "i1"]  # science tags that the innovation action needs
    goal: Annotated[int, "i1"]  # solo: words.G_PARAMETERS …
    amount: Annotated[int, "i2"]  # solo: how much of it


class Project:
    """A standard project."""

    cost: Annotated[int, "i1"]
    effects: Annotated[int, "i2"]


class Board:
    """A map."""

    rating: Annotated[int, "i1"]  # terraform rating at the start; -1: as the mission says
    solo_rating: Annotated[int, "i1"]
    oxygen: Annotated[int, "i1"]  # percent at the start
    oceans: Annotated[int, "i1"]  # ocean tiles
    glaciers: Annotated[int, "i1"]  # 1: oceans freeze and melt
    free_ocean: Annotated[int, "i1"]  # 1: reaching 0 degrees places an ocean
    reserved: Annotated[int, "i8"]  # hexes for oceans only, as bits
    volcanic: Annotated[int, "i8"]
    noctis: Annotated[int, "i8"]  # the hex kept for Noctis City; 0 none
    metal: Annotated[np.ndarray, "i8", (2,)]  # hexes that print steel, titanium
    bonus: Annotated[np.ndarray, "i1", (HEXES, len(words.BONUSES))]  # how often each hex prints each bonus
    pole: Annotated[int, "i1"]  # the hex whose bonus has to be paid; -1 none
    pole_cost: Annotated[int, "i1"]  # M€
    own_objectives: Annotated[int, "i1"]  # 1: milestones and awards of the board, not of the mission
    milestone: Annotated[np.ndarray, "i1", (OBJECTIVES,)]
    award: Annotated[np.ndarray, "i1", (OBJECTIVES,)]


EFFECT, TERM, TRIGGER, ROW, OBJECTIVE, SHEET, PROJECT, BOARD = map(
    dtype_of, (Effect, Term, Trigger, Row, Objective, Sheet, Project, Board)
)
MOST_OBJECTIVES = 40
"""Milestones, and awards, of all missions and boards."""

AMOUNTS = {
    "card_price": (1, 9),  # M€ for buying a card
    "milestone_cost": (0, 30),  # M€
    "greenery_plants": (1, 20),  # plants that a greenery takes
    "heat_step": (1, 20),  # heat that a step of the temperature takes
    "population_workers": (1, 30),  # workers that a Population takes
    "ocean_bonus": (0, 9),  # M€ for each ocean next to a tile that is placed
    "population_bonus": (0, 9),  # M€ for each Population next to it
    "stand_alone_money": (0, 30),  # M€ more in a stand-alone game
    "stand_alone_cards": (0, 5),  # cards for free in a stand-alone game
    "innovations_each": (0, 9),  # innovation cards in the deck of a stand-alone game, for each mission up to this one
}
"""Numbers of [amounts] -> lowest and highest value."""


class Tables:
    """What compiled code gets as `content`: one record; rows beyond the numbers of rows are zero."""

    num_projects: Annotated[int, "i8"]
    num_innovations: Annotated[int, "i8"]
    num_corporations: Annotated[int, "i8"]
    num_standard: Annotated[int, "i8"]  # standard projects
    num_triggers: Annotated[int, "i8"]
    gives: Annotated[int, "i8"]  # what triggers give: bit r a production of resource r, bit 7 + r the resource itself
    num_boards: Annotated[int, "i8"]
    card_price: Annotated[int, "i8"]
    milestone_cost: Annotated[int, "i8"]
    greenery_plants: Annotated[int, "i8"]
    heat_step: Annotated[int, "i8"]
    population_workers: Annotated[int, "i8"]
    ocean_bonus: Annotated[int, "i8"]
    population_bonus: Annotated[int, "i8"]
    stand_alone_money: Annotated[int, "i8"]
    stand_alone_cards: Annotated[int, "i8"]
    innovations_each: Annotated[int, "i8"]
    award_cost: Annotated[np.ndarray, "i8", (3,)]  # M€ for the first, second and third award
    ways: Annotated[np.ndarray, "i1", (ROWS,)]  # ways of the action of each row, side by side
    rows: Annotated[np.ndarray, ROW, (ROWS,)]  # projects, innovations, sides, developments
    effects: Annotated[np.ndarray, EFFECT, (EFFECT_ROWS,)]
    terms: Annotated[np.ndarray, TERM, (TERMS,)]
    triggers: Annotated[np.ndarray, TRIGGER, (TRIGGERS,)]
    standard: Annotated[np.ndarray, PROJECT, (PROJECT_KINDS,)]
    milestone: Annotated[np.ndarray, OBJECTIVE, (MOST_OBJECTIVES,)]
    award: Annotated[np.ndarray, OBJECTIVE, (MOST_OBJECTIVES,)]
    sheet: Annotated[np.ndarray, SHEET, (MISSIONS,)]
    board: Annotated[np.ndarray, BOARD, (MAPS,)]
    near: Annotated[np.ndarray, "i8", (SPACES,)]  # hexes next to each, as bits
    neighbour: Annotated[np.ndarray, "i1", (HEXES, 6)]  # the same as numbers, clockwise from the upper left; -1 none
    polar: Annotated[int, "i8"]  # hexes of the two southernmost rows, as bits
    southern: Annotated[int, "i8"]  # of the four southernmost rows
    heat_bonus: Annotated[np.ndarray, "i1", (20,)]  # temperature step -> heat production gained on reaching it
    oxygen_bonus: Annotated[np.ndarray, "i1", (15,)]  # percent -> temperature steps gained on reaching it


TABLES = dtype_of(Tables)

_HOLDS = Column("holds", words=("none", *words.HELD), default="none")
_CARD = (Column("cost", low=0, high=60), Column("colour", words=words.COLOURS), _HOLDS)
_LISTS = ("tags", "effects", "action", "triggers", "standing", "points", "requires", "missions")

TABLE = {
    "project": Table(
        "project",
        ROW,
        PROJECTS,
        (*_CARD, Column("number", low=0, high=999, default=0), Column("deck", words=words.DECKS[:-1])),
        at_least=60,
        extra=_LISTS,
    ),
    "innovation": Table("innovation", ROW, INNOVATIONS, _CARD, at_least=8, extra=_LISTS),
    "corporation": Table("corporation", np.dtype([("none", "i1")]), CORPORATIONS, (), at_least=PLAYERS),
    "side": Table(
        "side",
        ROW,
        SIDES,
        (Column("money", low=0, high=99), _HOLDS),
        extra=("corporation", *_LISTS[:-2]),
    ),
    "development": Table(
        "development",
        ROW,
        DEVELOPMENTS,
        (_HOLDS,),
        extra=("corporation", "mission", *_LISTS[:-2]),
    ),
    "standard": Table("standard", PROJECT, PROJECT_KINDS, (Column("cost", low=0, high=60),), extra=("effects",)),
    "milestone": Table(
        "milestone", OBJECTIVE, MOST_OBJECTIVES, (Column("amount", low=1, high=99),), at_least=5, extra=("counts",)
    ),
    "award": Table("award", OBJECTIVE, MOST_OBJECTIVES, (), at_least=5, extra=("counts",)),
    "mission": Table(
        "mission",
        SHEET,
        MISSIONS,
        (
            Column("rating", low=1, high=60),
            Column("solo_rating", low=1, high=60),
            Column("science", low=0, high=9),
            Column("goal", words=words.GOALS),
            Column("amount", low=0, high=500),
        ),
        at_least=MISSIONS,
        extra=("milestones", "awards"),
    ),
    "board": Table(
        "board",
        BOARD,
        MAPS,
        (
            Column("rating", low=-1, high=60, default=-1),
            Column("solo_rating", low=-1, high=60, default=-1),
            Column("oxygen", low=0, high=13),
            Column("oceans", low=1, high=20),
            Column("glaciers", low=0, high=1),
            Column("free_ocean", low=0, high=1),
        ),
        extra=("rows", "pole", "milestones", "awards"),
    ),
}
"""Table -> its shape. [[corporation]] only gives the names of corporations; their rules are on their sides."""
