"""Action ids in named blocks that mean the same thing in every frame."""

from marszoo.envs.core.layout import Actions, Block
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.state import (
    AMOUNTS,
    CARDS,
    CORPORATIONS,
    DEVELOPMENTS,
    OBJECTIVES,
    PLAYERS,
    PROJECT_KINDS,
    SIDES,
    SPACES,
)

OPTIONS = {
    "pass": "pass for the rest of the generation; pass the final conversion",
    "end_turn": "end the turn after one action",
    "done": "choose no more cards: keep, buy, sell, save or discard no more",
    "sell": "sell patents: discard cards for 1 M€ each",
    "plants": "convert plants into a greenery",
    "heat": "convert heat into a step of the temperature",
    "workers": "convert workers into a Population",
    "innovation": "take the innovation action",
    "nobody": "hit nobody; remove nothing; discard nothing",
    "neutral": "hit the neutral opponent of a solo game",
    "buy": "buy the card that was looked at",
    "refuse": "discard the card that was looked at",
    "hand": "take the innovation card to hand",
    "save": "save the innovation card for the next mission",
}
"""Label -> meaning, in the order of the ids."""

ALTERNATIVES, ORDERED = 4, 12
"""Most alternatives of an effect; most effects that can be put in order at once."""

ACTIONS = Actions(
    Block("option", len(OPTIONS), "what has no other number", tuple(OPTIONS), tuple(OPTIONS.values())),
    Block(
        "card",
        CARDS,
        "this card: keep, draft, buy, play, use its action, sell, discard, save it, or give it a resource",
    ),
    Block("side", SIDES, "this side of a corporation: choose it, use its action, give it a resource"),
    Block("development", DEVELOPMENTS, "this development: choose it, play it, use its action, give it a resource"),
    Block("corporation", CORPORATIONS, "play this corporation"),
    Block("project", PROJECT_KINDS, "use this standard project"),
    Block("milestone", OBJECTIVES, "claim this milestone of the mission"),
    Block("award", OBJECTIVES, "fund this award of the mission"),
    Block("place", SPACES, "this hex, or Phobos (61) or Ganymede (62)"),
    Block("player", PLAYERS, "the player this many seats to the left of the seat to decide; 0 is the seat itself"),
    Block("resource", len(words.RESOURCES), "this standard resource", words.RESOURCES),
    Block("alternative", ALTERNATIVES, "this alternative of the effect"),
    Block("effect", ORDERED, "carry out this one of the waiting effects next"),
    Block("amount", AMOUNTS, "this many"),
)

(
    PASS,
    END_TURN,
    DONE,
    SELL_PATENTS,
    CONVERT_PLANTS,
    CONVERT_HEAT,
    CONVERT_WORKERS,
    INNOVATION_ACTION,
    NOBODY_HIT,
    NEUTRAL_HIT,
    BUY_IT,
    REFUSE,
    TO_HAND,
    TO_BOX,
) = (ACTIONS.encode("option", label) for label in OPTIONS)
(A_CARD, A_SIDE, A_DEVELOPMENT, A_CORPORATION, A_PROJECT, A_MILESTONE, A_AWARD) = (
    ACTIONS.start(name) for name in ("card", "side", "development", "corporation", "project", "milestone", "award")
)
"""Cards, sides and developments follow each other as they do in the rows of the content: row r is action A_CARD + r."""
(A_PLACE, A_PLAYER, A_RESOURCE, A_ALTERNATIVE, A_EFFECT, A_AMOUNT) = (
    ACTIONS.start(name) for name in ("place", "player", "resource", "alternative", "effect", "amount")
)
