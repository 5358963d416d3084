"""What the words of the content file do, in our own words: for cards in pictures, and for the documentation.

:data:`GLOSSARY` holds every word of ``words.py``, in the rulebook's order; a test sees to it.
"""

TECHNIQUES = {
    "inflict_wound": "1 more Wound",
    "draw_support": "draw a support",
    "move_player": "move another player",
    "ignore_talent": "ignore the talent this turn",
}
"""Effects 01–04 of heroes who pay for them, as often as they can."""

HERO_TALENTS = {
    "reroll_die": "may re-roll a die once a turn",
    "ignore_danger": "ignores 1 Danger a turn",
    "loot_share": "always gets a share of the loot",
    "gain_serum": "gains 1 Serum a turn",
}
"""Talents 01–04: free and permanent."""

COCKROACH_TALENTS = {
    "heal": "heals completely at the end of the turn",
    "ignore_serums": "on a Danger, Serums on the dice do not count",
    "fewer_dice": "one die fewer is rolled",
    "no_special_die": "on a Danger, no Special Die",
    "repel": "makes you change objective at the end of the turn",
    "destroy_equipment": "on a Danger, destroys one of your equipment",
    "discard_tokens": "takes your kept tokens at the end of the turn",
    "resist": "takes 1 Wound less per Danger",
    "solitary": "only one player can fight it",
    "no_acquisition": "on a Danger, no support can be acquired",
    "attract": "draws another player here at the end of the turn",
    "ignore_stars": "1 Star on the dice less per Danger",
    "toll": "can be wounded only after 2 Stars are paid",
}
"""Talents 36–48: "on a Danger" means that a die shows one that is not ignored; "you" is who fights the cockroach."""

EQUIPMENT = {
    "ignore_talent": "the talents of your cockroaches are ignored",
    "extra_wound": "once a turn, if you want: that many more Wounds",
    "extra_star": "that many more Stars every turn",
    "extra_serum": "that many more Serums every turn",
    "reroll_die": "once a turn, if you want: re-roll a combat die that is not locked",
    "exchange_icon": "once a turn, if you want: a Star becomes a Wound, or a Wound a Star",
    "ignore_danger": "that many Dangers do not count, every turn",
    "move_at_end": "at the end of your turn you may change objective",
    "cheaper_support": "the first support of a turn costs that many Stars less",
    "cheaper_technique": "the first technique of a turn costs that many Stars less",
}
"""Effects 05–14: cards that stay in front of their owner."""

SQUAD = {
    "rival_destroys_equipment": "a player you name destroys one of their equipment",
    "inflict_wounds": "that many more Wounds this turn",
    "change_objective": "your marker goes to another cockroach",
    "steal_points": "that many Victory Points of a player you name are yours",
    "exchange_cockroach": "your cockroach goes back into the pile, and a new one takes its place",
    "roll_special_die": "roll the Special Die",
    "fewer_dice": "a player you name rolls that many dice fewer this turn",
    "cancel_serums": "the Serums on the dice of a player you name do not count this turn",
    "steal_equipment": "equipment of a player you name is yours",
    "discard_hand": "a player you name discards all squad cards",
    "discard_tokens": "a player you name discards all kept Stars and Wounds",
    "cancel_stars": "the Stars on the dice of a player you name do not count this turn",
    "ignore_all_dangers": "no Danger counts for the rest of your turn",
    "all_destroy_equipment": "every other player destroys one of their equipment",
}
"""Effects 15–28: cards that are played from the hand at any time, and discarded."""

GLOSSARY = {
    "Techniques of heroes (01–04)": TECHNIQUES,
    "Talents of heroes (01–04)": HERO_TALENTS,
    "Equipment (05–14)": EQUIPMENT,
    "Squad cards (15–28)": SQUAD,
    "Talents of cockroaches (36–48)": COCKROACH_TALENTS,
}
"""Heading -> word -> meaning; "that many" is the card's ``value``."""
