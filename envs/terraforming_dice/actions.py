"""Action ids in named blocks that mean the same thing in every frame."""

from marszoo.envs.core.layout import Actions, Block
from marszoo.envs.terraforming_dice.state import CARDS, COLOURS, CORPORATIONS, HEXES, PLAYERS, RESOURCES
from marszoo.envs.terraforming_dice.words import COLOURS as COLOUR_WORDS
from marszoo.envs.terraforming_dice.words import RESOURCES as RESOURCE_WORDS

OPTIONS = {
    "produce": "take a production turn",
    "done": "discard no more cards; change no more dice; use no more free actions",
    "pass": "go on without a support or main action, as none is possible",
    "wild": "pay a wild token",
    "change": "support action b: pay a resource and set another die to another face",
    "draw": "support action c: pay a resource and draw 2 cards",
    "temperature": "main action c: 3 heat raise the temperature",
    "ocean": "main action d: 3 water place an ocean",
    "greenery": "main action e: 4 plants place a greenery",
    "city": "main action f: 3 city place a city",
    "points": "main action g: 3 megacredits give 2 Victory Points",
}
"""Label -> meaning, in the order of the ids."""

ACTIONS = Actions(
    Block("option", len(OPTIONS), "what has no other number", tuple(OPTIONS), tuple(OPTIONS.values())),
    Block("colour", COLOURS, "take a die of this colour and roll it", COLOUR_WORDS),
    Block(
        "resource", RESOURCES, "this resource: a die to pay, give up, give or change, or the new face", RESOURCE_WORDS
    ),
    Block("effect", 4, "carry out this effect of the card next"),
    Block("rival", PLAYERS - 1, "the player 1, 2 or 3 seats to the left of the seat to decide"),
    Block("hex", HEXES, "place the tile on this hex, numbered from A1 to G4"),
    Block("card", CARDS, "this card: play it from the hand or the bonus pile, use its action, discard it"),
    Block("corporation", CORPORATIONS, "keep this corporation"),
)

PRODUCE, DONE, PASS, PAY_WILD, DO_CHANGE, DO_DRAW, DO_TEMPERATURE, DO_OCEAN, DO_GREENERY, DO_CITY, DO_POINTS = (
    ACTIONS.encode("option", label) for label in OPTIONS
)
A_COLOUR, A_RESOURCE, A_EFFECT, A_RIVAL, A_HEX, A_CARD, A_CORPORATION = (
    ACTIONS.start(name) for name in ("colour", "resource", "effect", "rival", "hex", "card", "corporation")
)
