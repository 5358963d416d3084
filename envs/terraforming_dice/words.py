"""The closed vocabulary of the content file. Compiled code compares the numbers; files and documentation use the words.

What the words mean is in ``glossary.py``.
"""

COLOURS = ("green", "blue", "grey", "red", "yellow")
GREEN, BLUE, GREY, RED, YELLOW = range(5)
"""Colours of dice."""

RESOURCES = (
    *("plant", "microbe", "animal"),
    *("water", "energy", "oxygen"),
    *("steel", "titanium", "city"),
    *("heat", "event", "nuclear"),
    *("megacredit", "science", "earth"),
)
"""What a die shows. Resource r is on the dice of colour ``r // 3``; ``r % 3`` is 0 common, 1 uncommon, 2 rare."""
(
    PLANT,
    MICROBE,
    ANIMAL,
    WATER,
    ENERGY,
    OXYGEN_FACE,
    STEEL,
    TITANIUM,
    CITY_FACE,
    HEAT,
    EVENT,
    NUCLEAR,
    MEGACREDIT,
    SCIENCE,
    EARTH,
) = range(15)

PRODUCTION = (*COLOURS, "wild", "point")
"""What a production box may show: dice, wild tokens, Victory Points."""
P_WILD, P_POINT = 5, 6

CARD_COLOURS = ("green", "red", "blue")
"""Colours of cards: production, immediate effects, actions and permanent effects."""
GREEN_CARD, RED_CARD, BLUE_CARD = range(3)

ACTION_KINDS = ("support", "main", "free")
"""When a blue card's action may be used; stored as 1, 2, 3 (0: the card has no action)."""
SUPPORT, MAIN, FREE = 1, 2, 3

EFFECTS = (
    *("roll", "gain", "any", "change", "temperature", "oxygen", "oxygen_prize"),
    *("ocean", "greenery", "city", "special", "draw", "wild", "points", "lose", "play"),
)
"""Effect words, stored from 1 on (0: none). Each is written ``word N``, or ``word N argument`` if it has one.

The two tracks follow each other as they do in `EVENTS`, and so do the four tiles: the rules get from one number to the
other by adding the difference.
"""
(
    ROLL,
    GAIN,
    ANY,
    CHANGE,
    TEMPERATURE,
    OXYGEN,
    OXYGEN_PRIZE,
    OCEAN,
    GREENERY,
    CITY,
    SPECIAL,
    DRAW,
    WILD,
    POINTS,
    LOSE,
    PLAY,
) = range(1, 17)
ARGUMENTS = {"roll": COLOURS, "gain": RESOURCES, "lose": RESOURCES}
"""Effect word -> the words its argument is taken from."""
MOST = 7
"""The largest N: a frame holds N and the argument in one byte."""

QUIET = ("roll", "gain", "draw", "wild", "points")
"""Effects that ask nobody anything: all that reactions, hexes and tracks may have."""

PERMANENTS = ("discount", "storage", "on")
"""``discount RESOURCE`` (one fewer of it for each card played), ``storage N`` (keep N more resources at a production
turn), ``on own EVENT: EFFECT`` or ``on any EVENT: EFFECT`` (a reaction to the owner's doing, or to anybody's)."""
SCOPES = ("own", "any")
OWN, ANYONE = range(2)

EVENTS = (
    *("ocean", "greenery", "city", "special", "temperature", "oxygen"),
    *("green_card", "red_card", "blue_card"),
)
"""What can be reacted to: a tile placed, a track raised (the marker moves), a card played (in the order of `CARD_COLOURS`)."""
(ON_OCEAN, ON_GREENERY, ON_CITY, ON_SPECIAL, ON_TEMPERATURE, ON_OXYGEN, ON_GREEN_CARD, ON_RED_CARD, ON_BLUE_CARD) = (
    range(9)
)
GROUPS = {"tile": ("ocean", "greenery", "city", "special"), "card": ("green_card", "red_card", "blue_card")}
"""Words for several events at once."""

CRITERIA = (
    *("green_cards", "red_cards", "blue_cards", "cards", "vp_cards"),
    *("production", "wild", "dice", "faces", "tiles", "steps"),
)
"""What a milestone counts for a seat; the first to reach the amount has it at once. The first three are `CARD_COLOURS`."""
(C_GREEN, C_RED, C_BLUE, C_CARDS, C_VP_CARDS, C_PRODUCTION, C_WILD, C_DICE, C_FACES, C_TILES, C_STEPS) = range(11)
