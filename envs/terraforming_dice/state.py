"""The whole state of a game of Terraforming Mars: The Dice Game: one record, and the numbers that its fields hold."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.frames import header
from marszoo.envs.core.record import dtype_of

PLAYERS = 4
"""Most seats."""
COLOURS, RESOURCES, FACES = 5, 15, 6
"""Dice colours, resources (three to a colour), faces of a die."""
DICE_EACH = 12
"""Dice of each colour."""
PROJECTS, BONUSES, CORPORATIONS = 90, 22, 16
"""Declared capacities of the content; together the 128 numbers that a frame can hold."""
CARDS = PROJECTS + BONUSES
"""Cards: projects are 0 … 89, bonus cards 90 … 111. Row CARDS + k of the content's rows is corporation k."""
ROWS = CARDS + CORPORATIONS
HALF = CARDS // 2
"""Cards to a set of bits: two positive 64-bit numbers hold a set of cards."""
MILESTONES = 12
"""Capacity of the milestones; three are used in a game."""
TILES, AWARDS = 3, 3
"""Milestone tiles and award dice in a game."""
HEXES = 37
STACK = 32
"""Depth of the frame stack."""
RING = 24
"""Length of the ring of recent public events."""

TEMPERATURE_STEPS, OXYGEN_STEPS, OCEANS = 10, 8, 7
"""Steps of the tracks: -32 to +8 by 4 degrees, 0 to 16 by 2 per cent, 7 ocean tiles."""
BONUS_AT = (5, 12)
"""Victory Points at which a bonus card is played at the end of the turn."""
HAND_SIZE, KEEP = 5, 3
"""Cards a production turn refills to; resources that stay at a production turn."""
SOLO_TURNS = 50

# Frame kinds. The first ones are decisions; the rest are automatic and never on top between steps, except EFFECTS, which
# is a decision when the order of the effects that are left can matter.
CHOOSE_CORPORATION, GIFT, START, MAIN, AFTER, GIVE_UP, DISCARD_CARDS = 1, 2, 3, 4, 5, 6, 7
PAY, PICK_DIE, PICK_FACE, PICK_COLOUR, PLACE, PICK_RIVAL, PLAY_CARD, BONUS, EFFECTS = 8, 9, 10, 11, 12, 13, 14, 15, 16
DECISIONS = (
    *("choose corporation", "gift", "turn kind or support action", "main action", "free action or go on"),
    *("give up resource", "discard card", "pay resource", "die to change", "new face", "colour of a die"),
    *("place tile", "pick rival", "play a card", "play a bonus card", "order of effects"),
)
SETUP, TURN, EFFECT, REACTIONS = 17, 18, 19, 20

# Tiles on hexes (column A of PLACE). They follow each other as in words.EFFECTS and words.EVENTS, because the rules get
# from one number to the other by adding the difference.
EMPTY, OCEAN_TILE, GREENERY_TILE, CITY_TILE, SPECIAL_TILE = 0, 1, 2, 3, 4
TILE_NAMES = ("nothing", "ocean", "greenery", "city", "special tile")

# Column B of PLACE and BONUS: 0, or this if the solo set-up asks. Its tiles give neither points nor bonus, and its bonus
# card is not one of those for Victory Points.
SOLO_SETUP = 1

# What is paid for (column A of PAY).
FOR_CHANGE, FOR_CARDS = 0, 1

# Why a die is changed (column B of PICK_DIE; column A counts the dice left to change).
BY_SUPPORT, BY_CARD = 0, 1

# Where the effects of an EFFECTS frame stand (column B: source * 16 + bits of the effects that are left; column A: row).
FROM_EFFECTS, FROM_ACTION = 0, 1

# Where a card is: one of these, or HAND + seat, or TABLE + seat.
DECK, DISCARD, BOX, BONUS_PILE, ABSENT = 0, 1, 2, 3, 4
HAND, TABLE = 10, 20

# Kinds of public events: (kind, seat, a, b).
E_NONE, E_CORPORATION, E_TURN, E_PRODUCE, E_GAIN, E_ROLL, E_WILD, E_POINTS, E_DRAW, E_PLAY, E_USE = range(11)
E_TILE, E_STEP, E_CHANGE, E_PAY, E_DISCARD, E_GIFT, E_LOSE, E_MILESTONE, E_REMOVED, E_FINAL = range(11, 21)


class State(header(PLAYERS, STACK)):  # type: ignore[misc]  # the header is made for the number of seats
    """Fields of a game; seats, cards, resources and hexes index the arrays."""

    # switches
    short_wild: Annotated[int, "u1"]  # 1: short_gain="wild"
    second_paid: Annotated[int, "u1"]  # 1: award_tie="second"
    solo_goal: Annotated[int, "u1"]  # 1: solo_end="goal"
    # the table
    active: Annotated[int, "i1"]  # seat whose turn it is; 0 during set-up
    turn: Annotated[int, "i4"]  # turns begun so far, of all seats
    left: Annotated[int, "i1"]  # turns to come after the running one, once the end is triggered; -1 not triggered
    revealed: Annotated[int, "u1"]  # corporations that are face up: those of seats below this number
    temperature: Annotated[int, "u1"]  # steps, 0-10
    oxygen: Annotated[int, "u1"]  # steps, 0-8
    oceans: Annotated[int, "u1"]  # ocean tiles placed, 0-7
    pool: Annotated[np.ndarray, "u1", (COLOURS,)]  # dice that nobody has
    award: Annotated[np.ndarray, "u1", (AWARDS,)]  # resources that the award dice show
    milestone: Annotated[np.ndarray, "i1", (TILES,)]  # milestones of the game, top first
    claimed: Annotated[np.ndarray, "i1", (TILES,)]  # seat that has it; -1 nobody yet; -2 removed (solo)
    tile: Annotated[np.ndarray, "u1", (HEXES,)]  # tile on each hex: EMPTY …
    cities_near: Annotated[np.ndarray, "u1", (HEXES,)]  # city tiles adjacent to the hex
    greens_near: Annotated[np.ndarray, "u1", (HEXES,)]  # greenery tiles adjacent to the hex
    place: Annotated[np.ndarray, "i1", (CARDS,)]  # where each card is
    turned: Annotated[np.ndarray, "u1", (CARDS,)]  # 1: used sideways until the next production turn of its owner
    latest: Annotated[int, "i1"]  # card being played, which does not react to itself; -1 none
    # seats
    dealt: Annotated[np.ndarray, "i1", (PLAYERS, 2)]  # corporations to choose from; -1 none (after they are revealed)
    corporation: Annotated[np.ndarray, "i1", (PLAYERS,)]  # corporation of the seat; -1 not chosen
    points: Annotated[np.ndarray, "i4", (PLAYERS,)]  # marker on the Victory Point track
    wild: Annotated[np.ndarray, "i4", (PLAYERS,)]  # wild tokens
    dice: Annotated[np.ndarray, "u1", (PLAYERS, RESOURCES)]  # resources held: dice by what they show
    bonuses: Annotated[np.ndarray, "u1", (PLAYERS,)]  # bonus cards played for 5 and 12 Victory Points, 0-2
    looked: Annotated[np.ndarray, "u1", (PLAYERS,)]  # 1: has looked through the bonus pile and knows the rest of it
    tiles: Annotated[np.ndarray, "u1", (PLAYERS,)]  # tiles placed by the seat
    steps: Annotated[np.ndarray, "u1", (PLAYERS,)]  # steps of the three tracks taken by the seat
    # what corporation and played cards of each seat add up to (all follow from `place` and `corporation`)
    production: Annotated[np.ndarray, "u1", (PLAYERS, 7)]  # production boxes: dice by colour, wild tokens, points
    discount: Annotated[np.ndarray, "u1", (PLAYERS, RESOURCES)]  # icons of the resource that a card costs less
    storage: Annotated[np.ndarray, "u1", (PLAYERS,)]  # resources kept beyond KEEP
    played: Annotated[np.ndarray, "u1", (PLAYERS, 3)]  # cards played: green, red, blue
    vp_cards: Annotated[np.ndarray, "u1", (PLAYERS,)]  # cards played that show Victory Points
    ribbons: Annotated[np.ndarray, "u1", (PLAYERS,)]  # red ribbons of cards played, in points
    icons: Annotated[
        np.ndarray, "u1", (PLAYERS, AWARDS)
    ]  # printed cost icons of cards played that match each award die
    # what happened, for people
    events: Annotated[int, "u4"]  # public events so far; event k is row k % RING
    event: Annotated[np.ndarray, "i1", (RING, 4)]  # kind, seat, a, b


STATE = dtype_of(State)
