"""The whole state of a game of The Legacy of Mars: one record, and the numbers that its fields hold."""

from typing import Annotated

import numpy as np

from marszoo.envs.core.frames import header
from marszoo.envs.core.record import dtype_of

PLAYERS = 5
NEUTRAL = PLAYERS
"""Owner of the neutral tiles of a solo game, and its opponent: the neutral player."""
PROJECTS, INNOVATIONS = 256, 32
"""Declared capacities: project cards, innovation cards."""
CARDS = PROJECTS + INNOVATIONS
CORPORATIONS, MISSIONS, SIDES_EACH, CHOICES = 8, 4, 2, 2
"""Corporations, missions, sides of a corporation, developments to choose from in a mission."""
SIDES = CORPORATIONS * SIDES_EACH
DEVELOPMENTS = CORPORATIONS * MISSIONS * CHOICES
FIRST_SIDE, FIRST_DEVELOPMENT = CARDS, CARDS + SIDES
"""Rows of the content: project cards, innovation cards, corporation sides (corporation * 2 + side), developments
((corporation * 4 + mission) * 2 + choice)."""
ROWS = FIRST_DEVELOPMENT + DEVELOPMENTS
RESOURCES, TAGS = 7, 12
HEXES, SPACES = 61, 64
"""Hexes of a map, row by row; places of tiles: the hexes, then off the planet."""
PHOBOS, GANYMEDE = 61, 62
MAP = (1 << HEXES) - 1
"""The hexes of the map in a set of bits; Phobos and Ganymede are the two bits above."""
MAPS, PROJECT_KINDS, OBJECTIVES = 6, 8, 5
"""Declared capacities: boards, standard projects; milestones, and awards, of a mission or board."""
CLAIMED, FUNDED = 3, 3
"""Milestones that can be claimed, awards that can be funded."""
TEMPERATURE_STEPS, FIRST_DEGREES, DEGREES = 19, -30, 2
"""Temperature: step 0 is -30 degrees, each step 2 more, step 19 is +8."""
MELTING_STEP = 15
"""The first step at 0 degrees or more."""
OXYGEN_GOAL = 14
"""Percent."""
LATE_GENERATION = 7
"""From this generation on six cards are drawn instead of four."""
HAND_DEALT, DRAWN, DRAWN_LATE = 10, 4, 6
SOLO_GENERATIONS = 12
MEGACREDIT_FLOOR = -5
"""Lowest M€ production; no other is below 0."""
POPULATION_ON_CITY, POPULATION_ON_SPECIAL = 2, 1
INNOVATION_SAVED = 2
"""In `innovated`: the card that the innovation action gave was saved for the next mission."""
SAVED = 2
"""Most cards saved for the next mission."""
MISSED, GOVERNOR, ADMINISTRATOR, PREFECT, UNTITLED = range(5)
TITLES = ("missed", "Governor", "Administrator", "Prefect", "no title")
"""What a mission of the campaign gave a seat (`title`)."""
TOP = 999
"""No amount of a resource, production or rating grows beyond this."""
HELD_TOP = 250
"""No card keeps more than this."""
CUT_CARD, CUT_PROJECT, CUT_PLANTS, CUT_HEAT, CUT_WORKERS = range(5)
"""What costs a seat less (`cut`): buying a card, standard projects (M€), the three conversions (plants, heat, workers)."""
CUTS = 5
LAID_CARDS, LAID_GREEN, LAID_BLUE, LAID_REQUIRING, LAID_COSTLY = range(5)
"""What is counted of the project cards that a seat has face up (`laid`): all, green, blue, with a requirement, costly."""
COUNTED = 5
COSTLY = 20
"""M€ from which a card is a costly one."""
SCORE_SCALE = 20.0
"""Points that the payoff "margin" divides leads by, at least."""
AMOUNTS = 100
"""Numbers 0-99 that can be chosen in one decision."""
KNOWN_BY = 5
"""Bits of `known` that stand for seats; what is above them tells to whom a card was passed."""
POOL = 40
"""Most effects that wait in the pool."""
STACK, RING = 16, 128
"""Depth of the frame stack; length of the ring of recent public events."""

# Frame kinds. The first ones are decisions; the rest are automatic and never on top between steps.
(
    PICK_CORPORATION,  # which corporation
    PICK_SIDE,  # A 0
    PICK_START,  # keep starting cards, one at a time, or done
    PICK_DEVELOPMENT,  # A: mission whose development it is
    PLAY_DEVELOPMENT,  # which of the developments next
    DRAFT,  # A: cards still to keep
    BUY,  # buy a card of those kept, or done
    TURN,  # A: actions done this turn
    PAY,  # A: STEEL or TITANIUM; the bill is in `due`
    SELL,  # A: cards sold so far in this action
    PLACE,  # A: kind of tile, B: place; the effect is in `doing`
    TARGET,  # A: word of the effect, B: resource; whom it hits
    AMOUNT,  # A: word, B: most that can be chosen; the seat that is hit is in `hit`
    ALTERNATIVE,  # A 0: which alternative of a CHOOSE, B: card whose tag set it off; A 1: which way of an action
    RECEIVER,  # A: word, B: if it is a cost kind and N (rules.played); which card gets or loses the resource
    MELTING,  # A: glaciers still to melt; may be declined if B
    DISCARDING,  # A: cards still to discard; may be declined if B
    TAKE,  # A: cards still to take of those looked at
    LOOKED,  # buy the card looked at, or not
    INNOVATE,  # which of three innovation cards to keep
    WHERE,  # the innovation card that is kept: to hand or saved
    ANY_RESOURCE,  # A: how many; which standard resource
    SITE,  # A: Population still to place; where it goes
    COPYING,  # which card's production box
    CLAIMING,  # which hex
    ORDER,  # which effect of the pool next
    CONVERT,  # final conversion
    SAVE,  # save a card, or done
) = range(1, 29)
DECISIONS = (
    *("corporation", "corporation side", "starting cards", "development", "development to play", "draft", "buy"),
    *("turn", "payment", "cards to sell", "place of the tile", "target player", "how many", "alternative"),
    *("card for the resource", "glacier to melt", "card to discard", "cards to take", "buy the card", "innovation"),
    *("hand or saved", "resource of choice", "place of the Population", "card to copy", "hex to claim"),
    *("order of effects", "final conversion", "cards to save"),
)
ROUND, POOLED, PLAYED = 40, 41, 42
"""Automatic frames: the course of the mission (A: step, see rules.course), the pool of effects, the end of an action."""

# Where a card is (`place`); the codes from IN_HAND on are for seat 0, the seats follow.
ABSENT, IN_DECK, DISCARDED, IN_BOX, BOX_DISCARD = range(5)
IN_HAND, ON_TABLE, FACE_DOWN, ON_OFFER, KEPT, SAVED_BY, LOOKED_AT = (8 + 8 * k for k in range(7))
"""Hand; face up in play; played events; dealt or drawn and to be chosen from; chosen in a draft or bought for the starting
hand but not yet paid; saved for the next mission; looked at by an effect. Each + seat."""

# Phases (`phase`)
P_SETUP, P_RESEARCH, P_ACTION, P_PRODUCTION, P_CONVERSION, P_SAVING, P_OVER = range(7)
PHASES = ("set-up", "research", "action", "production", "final conversion", "saving cards", "over")

# Kinds of public events: (kind, seat, a, b).
EVENT_NAMES = (
    *("NONE", "GENERATION", "CORPORATION", "SIDE", "DEVELOPMENT", "KEPT", "BOUGHT", "PLAY", "ACTION", "PROJECT"),
    *("SOLD", "MILESTONE", "AWARD", "GREENERY", "HEAT", "WORKERS", "INNOVATION", "PASS", "END_TURN", "TILE"),
    *("TEMPERATURE", "OXYGEN", "RATING", "GAIN", "LOSE", "PRODUCTION", "HELD", "DRAW", "REVEAL", "DISCARD"),
    *("MELT", "POPULATION", "CLAIM", "STEAL", "INCOME", "PHASE", "PAID", "SAVED", "END", "MISSION", "TITLE"),
)
(
    E_NONE,
    E_GENERATION,
    E_CORPORATION,
    E_SIDE,
    E_DEVELOPMENT,
    E_KEPT,
    E_BOUGHT,
    E_PLAY,
    E_ACTION,
    E_PROJECT,
    E_SOLD,
    E_MILESTONE,
    E_AWARD,
    E_GREENERY,
    E_HEAT,
    E_WORKERS,
    E_INNOVATION,
    E_PASS,
    E_END_TURN,
    E_TILE,
    E_TEMPERATURE,
    E_OXYGEN,
    E_RATING,
    E_GAIN,
    E_LOSE,
    E_PRODUCTION,
    E_HELD,
    E_DRAW,
    E_REVEAL,
    E_DISCARD,
    E_MELT,
    E_POPULATION,
    E_CLAIM,
    E_STEAL,
    E_INCOME,
    E_PHASE,
    E_PAID,
    E_SAVED,
    E_END,
    E_MISSION,
    E_TITLE,
) = range(len(EVENT_NAMES))


class State(header(PLAYERS, STACK, "i2")):  # type: ignore[misc]  # the header is made for the number of seats
    """One game; see the comments at the fields."""

    # switches and options
    mission: Annotated[int, "i1"]  # row of the mission sheet, 0-3
    board: Annotated[int, "i1"]  # row of the map
    later_pass: Annotated[int, "u1"]  # 1: ties go to who passed later
    campaign: Annotated[int, "u1"]  # 1: missions 1 to 4 are played, one after the other
    pays_missions: Annotated[int, "u1"]  # 1: each mission of the campaign pays when it ends, and the campaign does not
    reward: Annotated[int, "u1"]  # how missions pay: core.advance.OUTCOME …
    absent: Annotated[np.ndarray, "u1", (MISSIONS,)]  # bits of the seats that do not play a mission of the campaign
    # the campaign
    away: Annotated[int, "u1"]  # bits of the seats that do not play this mission
    title: Annotated[np.ndarray, "u1", (PLAYERS, MISSIONS)]  # GOVERNOR … of each mission that is over
    earned: Annotated[np.ndarray, "i2", (PLAYERS, MISSIONS)]  # Victory Points of each mission that is over
    ranked: Annotated[np.ndarray, "u1", (PLAYERS, MISSIONS)]  # place in it, 1 the first; 0 not played
    known_choice: Annotated[np.ndarray, "u1", (PLAYERS,)]  # bits of missions whose development all have seen before
    settling: Annotated[np.ndarray, "f4", (4, PLAYERS)]  # score, key, rank, payoff while a mission is settled, else 0
    # the course of the mission
    phase: Annotated[int, "u1"]  # P_SETUP …
    generation: Annotated[int, "i2"]  # from 1 on
    first: Annotated[int, "i1"]  # seat with the first player marker
    passed: Annotated[np.ndarray, "u1", (PLAYERS,)]  # 0, else 1 + how many passed before in this generation
    revealed: Annotated[int, "u1"]  # seats, in player order, that have revealed their side; those away included
    final: Annotated[int, "u1"]  # 1: the last generation is over, the final conversion runs
    # global parameters
    temperature: Annotated[int, "i1"]  # step, 0-19
    oxygen: Annotated[int, "i1"]  # percent
    oceans: Annotated[int, "i1"]  # ocean tiles placed
    # corporations
    corporation: Annotated[np.ndarray, "i1", (PLAYERS,)]  # -1 none yet
    side: Annotated[np.ndarray, "i1", (PLAYERS,)]  # 0 or 1; -1 not chosen
    development: Annotated[np.ndarray, "i1", (PLAYERS, MISSIONS)]  # choice of each mission, 0 or 1; -1 none
    undone: Annotated[np.ndarray, "u1", (PLAYERS,)]  # bits of missions whose development is still to be played
    # player boards
    resource: Annotated[np.ndarray, "i2", (PLAYERS, RESOURCES)]
    production: Annotated[np.ndarray, "i2", (PLAYERS, RESOURCES)]
    rating: Annotated[np.ndarray, "i2", (PLAYERS,)]  # terraform rating
    steps: Annotated[np.ndarray, "i2", (PLAYERS,)]  # of it, steps taken since the start
    # cards
    place: Annotated[np.ndarray, "u1", (CARDS,)]  # where each card is: IN_DECK …
    known: Annotated[np.ndarray, "u1", (CARDS,)]  # bits of seats that know where it is though it lies face down; from
    # KNOWN_BY on 1 + seat to whom it was passed in a draft: the passer knows that it is in that hand or discarded
    held: Annotated[np.ndarray, "u1", (ROWS,)]  # resources kept on the card, side or development
    used: Annotated[np.ndarray, "u1", (ROWS,)]  # 1: its action was used this generation
    metal: Annotated[np.ndarray, "u1", (CARDS,)]  # 1 + metal whose production the card's choice raised; 0 none
    event_count: Annotated[np.ndarray, "u1", (PLAYERS,)]  # events played
    innovated: Annotated[np.ndarray, "u1", (PLAYERS,)]  # 1: the innovation action was taken in this mission, or
    # INNOVATION_SAVED
    # what follows from the cards in play, kept up to date
    tag: Annotated[np.ndarray, "u1", (PLAYERS, TAGS)]  # tags of face-up cards, corporation and developments
    discount: Annotated[np.ndarray, "i1", (PLAYERS, TAGS + 1)]  # M€ off cards with the tag; last: off all
    discounted: Annotated[np.ndarray, "u2", (PLAYERS,)]  # bits of the tags that have a discount
    worth: Annotated[np.ndarray, "i1", (PLAYERS, 2)]  # M€ that a steel and a titanium pay
    shift: Annotated[np.ndarray, "i1", (PLAYERS,)]  # steps by which requirements may be missed
    listens: Annotated[np.ndarray, "u2", (PLAYERS,)]  # bits of words.EVENTS that a trigger of the seat listens to
    protected: Annotated[np.ndarray, "u1", (PLAYERS,)]  # 1: opponents remove no plants, animals, microbes
    cut: Annotated[np.ndarray, "i1", (PLAYERS, CUTS)]  # off what a seat pays by its standing effects: CUT_CARD …
    laid: Annotated[np.ndarray, "u1", (PLAYERS, COUNTED)]  # project cards face up: LAID_CARDS …
    fixed: Annotated[
        np.ndarray, "i2", (PLAYERS,)
    ]  # Victory Points that cards, side, developments and events print as numbers
    # for the next card of this generation only
    next_discount: Annotated[np.ndarray, "i1", (PLAYERS,)]
    next_shift: Annotated[np.ndarray, "i1", (PLAYERS,)]
    # the map
    tile: Annotated[np.ndarray, "u1", (SPACES,)]  # words.OCEAN_TILE …; 0 none
    owner: Annotated[np.ndarray, "i1", (SPACES,)]  # seat or NEUTRAL; -1 nobody
    tile_row: Annotated[np.ndarray, "i2", (SPACES,)]  # 1 + card whose tile it is; 0 an ordinary one
    frozen: Annotated[np.ndarray, "u1", (SPACES,)]  # 1: an ocean that shows its glacier side
    population: Annotated[np.ndarray, "u1", (SPACES,)]  # Population on the tile
    claim: Annotated[np.ndarray, "i1", (SPACES,)]  # 1 + seat whose marker keeps the hex; 0 none
    # the same as bits of spaces, so that what may be placed where is found at once
    taken: Annotated[int, "i8"]  # hexes with a tile
    wet: Annotated[int, "i8"]  # hexes with an ocean
    urban: Annotated[int, "i8"]  # hexes with a city
    green: Annotated[int, "i8"]  # hexes with a greenery
    owned: Annotated[np.ndarray, "i8", (PLAYERS + 1,)]  # hexes with a tile of the seat, or of the neutral player
    claimed: Annotated[np.ndarray, "i8", (PLAYERS,)]  # hexes with a marker of the seat
    by_tile: Annotated[int, "i8"]  # hexes next to a tile
    by_city: Annotated[int, "i8"]  # hexes next to a city
    by_cities: Annotated[int, "i8"]  # hexes next to two or more cities
    by_green: Annotated[int, "i8"]  # hexes next to a greenery
    by_own: Annotated[np.ndarray, "i8", (PLAYERS + 1,)]  # hexes next to a tile of the seat, or of the neutral player
    # milestones and awards
    milestone: Annotated[np.ndarray, "i1", (OBJECTIVES,)]  # 1 + seat that claimed it; 0 nobody
    award: Annotated[np.ndarray, "i1", (OBJECTIVES,)]  # 1 + seat that funded it; 0 nobody
    # what is being done
    doing: Annotated[np.ndarray, "i2", (3,)]  # effect being carried out, row it is on, seat it is for
    due: Annotated[int, "i2"]  # M€ still to be paid
    bill: Annotated[np.ndarray, "i2", (3,)]  # what is paid for: kind, row or project, way of the action
    spot: Annotated[int, "i1"]  # hex of the tile placed last in this action; -1 none
    hit: Annotated[int, "i1"]  # seat that an effect hits; -1 none
    hit_row: Annotated[int, "i2"]  # card that an effect hits; -1 none
    pooled: Annotated[int, "i1"]  # effects in the pool
    pool: Annotated[np.ndarray, "i2", (POOL, 4)]  # effect, row, seat, what triggered it (row, or amount)
    # what happened, for people
    events: Annotated[int, "u4"]  # public events so far; event k is row k % RING
    event: Annotated[np.ndarray, "i2", (RING, 4)]  # kind, seat, a, b


STATE = dtype_of(State)
