"""The closed vocabulary of the content file, numbered as the rulebook numbers its effects (01-48).

`SUPPORT_EFFECTS[k]` is effect ``5 + k`` and so on; compiled code compares numbers, content files and documentation use
the words.
"""

TECHNIQUES = ("inflict_wound", "draw_support", "move_player", "ignore_talent")
TECHNIQUE_WOUND, TECHNIQUE_DRAW, TECHNIQUE_MOVE, TECHNIQUE_IGNORE = 1, 2, 3, 4

HERO_TALENTS = ("reroll_die", "ignore_danger", "loot_share", "gain_serum")
TALENT_REROLL, TALENT_DANGER, TALENT_SHARE, TALENT_SERUM = 1, 2, 3, 4

EQUIPMENT = (
    "ignore_talent",
    "extra_wound",
    "extra_star",
    "extra_serum",
    "reroll_die",
    "exchange_icon",
    "ignore_danger",
    "move_at_end",
    "cheaper_support",
    "cheaper_technique",
)
FIRST_EQUIPMENT = 5
IGNORE_TALENT, EXTRA_WOUND, EXTRA_STAR, EXTRA_SERUM, REROLL_DIE = 5, 6, 7, 8, 9
EXCHANGE_ICON, IGNORE_DANGER, MOVE_AT_END, CHEAPER_SUPPORT, CHEAPER_TECHNIQUE = 10, 11, 12, 13, 14

SQUAD = (
    "rival_destroys_equipment",
    "inflict_wounds",
    "change_objective",
    "steal_points",
    "exchange_cockroach",
    "roll_special_die",
    "fewer_dice",
    "cancel_serums",
    "steal_equipment",
    "discard_hand",
    "discard_tokens",
    "cancel_stars",
    "ignore_all_dangers",
    "all_destroy_equipment",
)
FIRST_SQUAD = 15
RIVAL_DESTROYS, INFLICT_WOUNDS, CHANGE_OBJECTIVE, STEAL_POINTS, EXCHANGE_COCKROACH = 15, 16, 17, 18, 19
ROLL_SPECIAL, FEWER_DICE, CANCEL_SERUMS, STEAL_EQUIPMENT, DISCARD_HAND = 20, 21, 22, 23, 24
DISCARD_TOKENS, CANCEL_STARS, IGNORE_ALL_DANGERS, ALL_DESTROY = 25, 26, 27, 28

SUPPORT_EFFECTS = EQUIPMENT + SQUAD
WITH_AMOUNT = (
    *("extra_wound", "extra_star", "extra_serum", "ignore_danger", "cheaper_support", "cheaper_technique"),
    *("inflict_wounds", "steal_points", "fewer_dice"),
)
"""Support effects whose card carries an amount (key ``value``)."""

COCKROACH_TALENTS = (
    "heal",
    "ignore_serums",
    "fewer_dice",
    "no_special_die",
    "repel",
    "destroy_equipment",
    "discard_tokens",
    "resist",
    "solitary",
    "no_acquisition",
    "attract",
    "ignore_stars",
    "toll",
)
FIRST_COCKROACH = 36
HEAL, IGNORE_SERUMS, ONE_DIE_FEWER, NO_SPECIAL, REPEL, DESTROY, LOSE_TOKENS = 36, 37, 38, 39, 40, 41, 42
RESIST, SOLITARY, NO_ACQUISITION, ATTRACT, IGNORE_STARS, TOLL = 43, 44, 45, 46, 47, 48
