"""Action ids: ``Discrete(68)`` in named blocks that mean the same thing in every frame."""

from marszoo.envs.core.layout import Actions, Block
from marszoo.envs.terra_formars.state import DICE, HEROES, PLAYERS, SUPPORTS

OPTION_LABELS = (
    *("pass", "attack", "technique", "special_die", "reroll", "star_token", "wound_token", "pay_toll"),
    *("star_to_wound", "wound_to_star"),
)

ACTIONS = Actions(
    Block("option", len(OPTION_LABELS), "see the name", OPTION_LABELS),
    Block("hero", HEROES, "take this hero"),
    Block("slot", PLAYERS, "place the marker on the cockroach in this slot"),
    Block("die", DICE, "re-roll this combat die"),
    Block("rival", PLAYERS - 1, "the player 1, 2 or 3 seats to the left of the seat to move"),
    Block("card", SUPPORTS, "this support: acquire it from the row, play it from the hand, use or give up equipment"),
)

PASS, ATTACK, TECHNIQUE, SPECIAL_DIE, REROLL, STAR_TOKEN, WOUND_TOKEN, PAY_TOLL, STAR_TO_WOUND, WOUND_TO_STAR = (
    ACTIONS.encode("option", label) for label in OPTION_LABELS
)
A_HERO, A_SLOT, A_DIE, A_RIVAL, A_CARD = (ACTIONS.start(name) for name in ("hero", "slot", "die", "rival", "card"))
