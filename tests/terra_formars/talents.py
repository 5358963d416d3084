"""One small scene for each cockroach talent 36–48: does it bind the active player?

Used by the tests of what lifts a talent (technique 04, equipment 05); the talents themselves, with the whole difference
they make, are in test_effects_cockroaches.
"""

from marszoo.envs.terra_formars.state import BEFORE_ROLL, DICE
from terra_formars.table import Table

AFTER_THE_ROLL = ("36", "37", "39", "40", "41", "42", "43", "45", "46", "47", "48")
"""Talents that act after dice can be spent. 38 comes before, 44 binds those who are elsewhere."""

EVERY = (*AFTER_THE_ROLL, "38")


def hits(talent, equipment=(), technique=False):
    """Whether the talent binds seat 0, who has `equipment` and, with `technique`, used technique 04 this turn."""
    others = [c for c in ("c43_b", "c45_b", "c41") if c != f"c{talent}"][:2]
    table = Table(3).heroes("h04", "h01", "h02").slots(f"c{talent}", *others).equip(0, *equipment)
    table.put(talent_ignored=int(technique))
    return SCENES[talent](table)


def heals(table):
    return table.dice("W").spending().act("attack")["hurt"][0] == 0


def kills_serums(table):
    return not table.dice("SD", "*S", "*S").spending().may("special_die")


def takes_a_die(table):
    table.window(BEFORE_ROLL).act("pass")
    return (table["face"] >= 0).sum() < DICE


def forbids_the_special_die(table):
    return not table.dice("SD", "SD", "SD").spending().may("special_die")


def repels(table):
    return table.dice("W").spending().act("attack").top == "place 0: talent, marker of 0"


def destroys(table):
    return table.equip(0, "e12").dice("WD").spending().act("attack").top == "equipment 0: of 0, destroy"


def takes_tokens(table):
    table.holding(0, stars=1, wounds=1).dice("W").spending().act("attack")
    return table["stars"][0] + table["wounds"][0] == 0


def resists(table):
    return table.dice("WD").spending().act("attack")["hurt"][0] == 0


def forbids_supports(table):
    return not table.row("s24", "s25", "s28").dice("**", "WD").spending().may("card s24")


def attracts(table):
    return table.dice("W").spending().act("attack").top == "rival 0: effect 46, value 0"


def takes_stars(table):
    return not table.row("s24", "s25", "s28").dice("**", "WD").spending().may("card s24")


def asks_a_toll(table):
    return table.dice("W").spending().act("attack")["hurt"][0] == 0


SCENES = {
    "36": heals,
    "37": kills_serums,
    "38": takes_a_die,
    "39": forbids_the_special_die,
    "40": repels,
    "41": destroys,
    "42": takes_tokens,
    "43": resists,
    "45": forbids_supports,
    "46": attracts,
    "47": takes_stars,
    "48": asks_a_toll,
}
