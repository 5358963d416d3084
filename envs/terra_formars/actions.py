"""Action ids: ``Discrete(68)`` in named blocks that mean the same thing in every frame."""

from marszoo.envs.core.layout import Actions, Block
from marszoo.envs.terra_formars.state import DICE, HEROES, PLAYERS, SUPPORTS

OPTIONS = {
    "pass": "play no card in a window; keep the objective (equipment 12)",
    "attack": "stop spending and inflict all Wounds",
    "technique": "use the hero's technique (01–04) for its cost",
    "special_die": "roll the Special Die for 3 Serums",
    "reroll": "use hero talent 01: re-roll a die",
    "star_token": "spend a kept Star token",
    "wound_token": "spend a kept Wound token",
    "pay_toll": "pay the 2 Stars of cockroach talent 48",
    "star_to_wound": "equipment 10: a Star becomes a Wound",
    "wound_to_star": "equipment 10: a Wound becomes a Star",
}
"""Label -> meaning, in the order of the ids."""

ACTIONS = Actions(
    Block("option", len(OPTIONS), "what has no other number", tuple(OPTIONS), tuple(OPTIONS.values())),
    Block("hero", HEROES, "take this hero"),
    Block("slot", PLAYERS, "place the marker on the cockroach in this slot"),
    Block("die", DICE, "re-roll this combat die"),
    Block("rival", PLAYERS - 1, "the player 1, 2 or 3 seats to the left of the seat to move"),
    Block("card", SUPPORTS, "this support: acquire it from the row, play it from the hand, use or give up equipment"),
)

PASS, ATTACK, TECHNIQUE, SPECIAL_DIE, REROLL, STAR_TOKEN, WOUND_TOKEN, PAY_TOLL, STAR_TO_WOUND, WOUND_TO_STAR = (
    ACTIONS.encode("option", label) for label in OPTIONS
)
A_HERO, A_SLOT, A_DIE, A_RIVAL, A_CARD = (ACTIONS.start(name) for name in ("hero", "slot", "die", "rival", "card"))
