"""The record of a game of Ore Rush, its actions and its observation."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.frames import header
from marszoo.envs.core.layout import Actions, Block, Group, Observation, Segment
from marszoo.envs.core.record import dtype_of

PLAYERS, CARDS, STACK, BIDS = 4, 16, 8, 4

BID, MAIN, TARGET, REVEAL, ROLL, END = range(6)
"""Kinds of frames: three decisions, then three steps of the rules."""

DECK, DISCARD, BOX = 4, 5, 6
"""Values of ``place`` beyond the seats: the deck, the open discard pile, no such card in this content."""


class State(header(PLAYERS, STACK)):  # type: ignore[misc]
    place: Annotated[np.ndarray, "i1", (CARDS,)]  # where each card is: hand of seat 0..3, DECK, DISCARD or BOX
    coins: Annotated[np.ndarray, "i2", (PLAYERS,)]  # per seat
    bid: Annotated[np.ndarray, "i1", (PLAYERS,)]  # bid committed this round and not yet revealed; -1 none
    rounds: Annotated[int, "i1"]  # rounds finished
    starter: Annotated[int, "i1"]  # seat with the first turn of the round
    pips: Annotated[int, "i1"]  # the last roll; 0 none yet
    bonus: Annotated[int, "u1"]  # switch: a played card pays on the way
    four: Annotated[int, "u1"]  # switch: the die has four sides


STATE = dtype_of(State)

ACTIONS = Actions(
    Block("card", CARDS, "play this card"),
    Block("player", PLAYERS, "steal from this seat"),
    Block("amount", BIDS, "bid this many coins"),
    Block("option", 2, "in a turn", labels=("draw", "pass")),
)
CARD_0, PLAYER_0, AMOUNT_0 = ACTIONS.start("card"), ACTIONS.start("player"), ACTIONS.start("amount")
DRAW, PASS = ACTIONS.encode("option", "draw"), ACTIONS.encode("option", "pass")

OBSERVATION = Observation(
    Group(
        "table",
        (
            Segment("frame", 3, "kind of the pending decision, one-hot: bid, turn, target"),
            Segment("round", 1, "rounds finished / 10"),
            Segment("pips", 1, "last roll / 6"),
            Segment("hand", CARDS, "1: in my hand"),
            Segment("discard", CARDS, "1: on the discard pile"),
            Segment("my_bid", 1, "(my committed bid + 1) / 4"),
        ),
    ),
    Group(
        "seat",
        (
            Segment("coins", 1, "coins / 10, at most 10", 0.0, 10.0),
            Segment("cards", 1, "cards in hand / 16"),
            Segment("committed", 1, "1: a bid is committed"),
            Segment("moving", 1, "1: the seat to move"),
        ),
        per_seat=True,
    ),
)
TABLE_WIDTH, SEAT_STRIDE = OBSERVATION.fixed_width, OBSERVATION.stride("seat")
O_ROUND, O_PIPS, O_HAND = OBSERVATION.offset("round"), OBSERVATION.offset("pips"), OBSERVATION.offset("hand")
O_DISCARD, O_MY_BID = OBSERVATION.offset("discard"), OBSERVATION.offset("my_bid")
