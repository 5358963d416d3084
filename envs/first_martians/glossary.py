"""What the words of the content file do, in our own words: for cards in text and pictures, and for the documentation.

:data:`GLOSSARY` holds every word of ``words.py`` that a row may have, in its order there; a test sees to it.
"""

from collections.abc import Mapping

from marszoo.envs.first_martians.words import FORMS, UPGRADE_FORMS

EFFECTS = {
    "track": "Malfunction track of the block +N, with its consequences at once",
    "lower": "Malfunction track of the block (any: of one of choice) -N",
    "break": "the part breaks; if it cannot break, the Malfunction track of its block +1",
    "fix": "N broken parts of choice are repaired for nothing",
    "stress": "Stress +N",
    "calm": "Stress -N",
    "morale": "Morale +N",
    "gloom": "Morale -N",
    "tokens": "N Morale tokens for WHO: me, first or all",
    "wound": "N wounds for WHO: me, first, any or all",
    "heal": "N wounds of WHO are healed: me, first, any or all; with any, or a condition",
    "condition": "WHO gets the condition: me, first or any",
    "gain": "N of a supply",
    "lose": "N of a supply are lost, as far as there are any",
    "cargo": "N of a supply into the Pending area",
    "dust": "productivity marker down N, to 1 at the lowest",
    "clear": "productivity marker up N, to its top at the most",
    "token": "a modifier token to the waiting space of the facility",
    "seek": (
        "draw malfunction cards of the block until one has the keyword, a kind of card or a facility of the block; "
        "resolve that one, discard the others"
    ),
    "red": "the block's marker in the Malfunction box becomes red",
    "green": "the block's marker in the Malfunction box becomes green",
    "rover": "the rover is blocked until a Build action repairs it",
    "strip": "N goods of choice are lost from explored places",
    "wilt": "plants drop N places, unless they are saved",
    "study": "N steps of a research project of choice are done",
}
"""Effect word -> what it does. N is 1 to 7; GOOD, BLOCK and so on are words of the lists of this page."""

WHO = {
    "me": "the astronaut in front of the action; where nobody acts, the First Player",
    "first": "the First Player",
    "any": "one astronaut of choice",
    "all": "every astronaut",
}
"""Whom an effect falls on."""

PENALTIES = {
    "none": "no penalty",
    "malfunction": "Malfunction track +1 in the Malfunction phase",
    "wilt": "plants do not grow, but drop 1 place in Production (Farm only)",
    "no_rover": "no rover may assist an Explore action (Garage Hall only)",
    "cost_oxygen": "the action costs 1 oxygen, also when it fails",
    "cost_energy": "the action costs 1 energy, also when it fails",
    "must_roll": "the success die is rolled even when the action is automatic",
    "rover_risk": "Froggy risks damage when used: a wound die is rolled (Garage Hall only)",
    "lose_sample": "1 good of choice from an explored place is lost in Production",
    "stress": "Stress +1 in Production",
    "token": "a 'roll' token on the Working Bay in Production",
    "output": "productivity is 1 lower (Oxygenators and Solar Panels only)",
}
"""Penalty -> what it does while its part is broken."""

KINDS = {
    "complication": "trouble that spreads",
    "obstacle": "something in the way",
    "failure": "something gives out",
}
"""First keyword of a malfunction card; the second is a facility. They have no effect but where one seeks such a card."""

MODIFIERS = {
    "roll": "the success die is rolled even when the action is automatic, this round",
    "wound": "the wound die is rolled even when the action is automatic, this round",
    "pawn": "the action needs one pawn more, this round",
    "help": "the action is automatic with one pawn fewer, this round",
}
"""Modifier token -> what it does to every action of its facility."""

UPGRADES = {
    "cancel": "the penalty of the part does not apply, although it still counts as broken",
    "output": "productivity is N higher (Oxygenators and Solar Panels only)",
    "yield": "N of a supply at the beginning of every Production",
    "better": "a successful action of the facility does N more",
    "sure": "the facility's action is automatic with one pawn fewer, but never with less than it takes at all",
}
"""What an upgrade does."""

CONDITIONS = {
    "tokens": "gains no Morale tokens",
    "roll": "rolls the success die even when the action is automatic",
    "wound": "takes 1 wound more whenever it is wounded",
    "stress": "Stress +1 in every Production because of it",
}
"""What a condition does to its astronaut."""

SKILL_TIMES = {
    "assign": "while pawns are assigned: its effects",
    "roll": "after a roll of the astronaut in front: one die of its colour is rolled again",
}
"""When a skill is used, once a round."""

HAZARDS = {
    "none": "nothing",
    "rover": "when explored: the rover that was used is blocked",
    "outward": "no way further out from here",
    "adventure": "when explored: an adventure",
    "morale": "when explored: Morale -1",
    "wound": "when explored: 1 wound for the astronaut in front",
    "pawn": "gathering here needs one pawn more",
}
"""What an explored place brings."""

GOALS = {
    "tiles": "places explored",
    "deep": "places of ring 3 explored",
    "poi": "points of interest explored",
    "cargo": "goods brought in by Gather actions and delivered",
    "samples": "samples in the supply",
    "food": "food in the supply",
    "plants": "grown plants",
    "parts": "spare parts in the supply",
    "repairs": "broken parts repaired by Build actions",
    "upgrades": "upgrades that work",
    "morale": "Morale at this place of its track or higher, -2 to 3",
    "project": "all steps of the project done; written with its id in place of numbers",
}
"""What an objective counts, in the Clean-Up; once reached it is done for good."""

POOLS = {
    "none": "none of the three",
    "mission": "those named by the mission",
    "all": "all three",
}
"""Malfunction dice that are always in the pool; a red marker adds its block's die besides."""


def _forms(meanings: Mapping[str, str], forms: Mapping[str, str]) -> dict[str, str]:
    return {forms[word]: text for word, text in meanings.items()}


GLOSSARY = {
    "Effects (`effects`, `now`, `reward`, `penalty`, `finds`)": _forms(EFFECTS, FORMS),
    "Whom an effect falls on (WHO)": WHO,
    "Penalties (`parts` of a facility)": PENALTIES,
    "First keywords of malfunction cards (`keywords`), which matter where an effect seeks a card": KINDS,
    "Modifier tokens (MODIFIER)": MODIFIERS,
    "Upgrades (`effect`)": _forms(UPGRADES, UPGRADE_FORMS),
    "Conditions (`effect`)": CONDITIONS,
    "When a skill is used (`when`)": SKILL_TIMES,
    "Places outside (`hazard`)": HAZARDS,
    "Objectives (`objectives`, `optional`)": GOALS,
    "Malfunction dice of a difficulty (`dice`)": POOLS,
}
"""Heading -> word, with what belongs to it -> meaning."""
