"""The weights of the scripted agents of First Martians, and the plans that are made of them: data only."""

WEIGHTS = (
    ("objective", "work on a mandatory objective that takes one pawn"),
    ("urgency", "share by which it is worth more when the sols left are just enough for what is missing"),
    ("optional", "work on an optional objective that takes one pawn"),
    ("threshold", "a broken part above the threshold, at the end"),
    ("part", "a broken part, whatever it is"),
    ("penalty", "factor on what penalties of broken parts cost"),
    ("card", "a malfunction card, before its text is looked at"),
    ("wound", "a wound of a healthy astronaut"),
    ("danger", "how much more a wound weighs the nearer it brings death"),
    ("death", "the wound that kills"),
    ("condition", "a condition"),
    ("stress", "factor on what the Stress track has in store"),
    ("token", "a Morale token"),
    ("discontent", "a Morale token that is missing when the Morale track asks for it"),
    ("meal", "a meal that is missing"),
    ("shortage", "a unit of oxygen or energy that is missing"),
    ("wanted", "a good that an objective needs and that is missing"),
    ("spare", "a spare part in a supply of none"),
    ("good", "any other good"),
    ("lying", "share of a good's value that counts while it lies outside"),
    ("rover", "a rover that can be used"),
    ("modifier", "a modifier token that hinders"),
    ("upgrade", "factor on what an upgrade brings"),
    ("use", "an action with a facility that is shut down"),
    ("postpone", "share of what an event can do that counts while there is still time to attend"),
    ("late", "sols to come from which on what harms slowly counts in full"),
)
"""Name and meaning of each weight; values are in pawns (what an action of one pawn is worth) unless it says otherwise.

Numbers that stand in the code are shares and rates, such as how often in a sol a penalty has to be paid; no plan
changes them.
"""

(
    OBJECTIVE,
    URGENCY,
    OPTIONAL,
    THRESHOLD,
    BROKEN,
    PENALTY,
    CARD,
    WOUND,
    DANGER,
    DEATH,
    CONDITION,
    STRESS,
    TOKEN,
    DISCONTENT,
    MEAL,
    SHORTAGE,
    WANTED,
    SPARE_PART,
    GOOD,
    LYING,
    ROVER,
    MODIFIER,
    UPGRADE,
    USE,
    POSTPONE,
    LATE,
) = range(len(WEIGHTS))

GREEDY = {
    "worlds": 1,
    "objective": 0.94,
    "urgency": 0.8,
    "optional": 0.046,
    "threshold": 3.0,
    "part": 0.2,
    "penalty": 1.0,
    "card": 1.9,
    "wound": 0.48,
    "danger": 4.1,
    "death": 22.0,
    "condition": 0.68,
    "stress": 0.24,
    "token": 0.25,
    "discontent": 0.21,
    "meal": 1.2,
    "shortage": 1.0,
    "wanted": 4.3,
    "spare": 0.96,
    "good": 0.17,
    "lying": 0.5,
    "rover": 2.9,
    "modifier": 0.5,
    "upgrade": 0.7,
    "use": 0.81,
    "postpone": 0.8,
    "late": 2.5,
}

REPAIR = GREEDY | {"objective": 0.6, "part": 0.8, "penalty": 2.0, "threshold": 6.0, "spare": 1.8, "wanted": 3.0}
"""Repair first: a sound base, and the mission with the pawns that are left."""
OBJECTIVE_FIRST = GREEDY | {"objective": 2.2, "part": 0.0, "penalty": 0.4, "spare": 0.4, "card": 1.2, "stress": 0.1}
"""Objective first: the mission, and of the base what it cannot do without."""

AGENTS = {"greedy": GREEDY, "repair": REPAIR, "objective": OBJECTIVE_FIRST}
