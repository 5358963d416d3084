"""Effects 05–14: each piece of equipment, permanent near its hero, played in a prepared state."""

import pytest

from marszoo.envs.terra_formars.state import AFTER_DAMAGE, AFTER_ROLL, AT_END, BEFORE_ROLL
from terra_formars.table import Table
from terra_formars.talents import EVERY, hits

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

ROLLED = {"part": (1, 2), "stack": ["turn: total", "spend 0"]}
"""What a roll without anything else changes, the faces apart."""


@pytest.mark.parametrize("talent", EVERY)
def test_05_exempts_its_owner_from_the_talent(talent):
    assert hits(talent)
    assert not hits(talent, equipment=("e05",))


def test_05_changes_nothing_but_the_talent():
    table = (
        Table().slots("c43", "c36").equip(0, "e05").dice("WD", "WD", "W").spending().act("attack").pass_until("spend 1")
    )
    assert table["hurt"][0] == 3
    assert table.place("e05") == "table 0", "permanent: it stays"


def test_05_protects_only_its_owner():
    table = Table().slots("c43", "c36").equip(1, "e05").dice("WD", "WD", "W").spending().act("attack")
    assert table["hurt"][0] == 1


def test_05_works_from_the_moment_it_is_acquired():
    table = (
        Table()
        .heroes("h02", "h01")
        .slots("c47", "c42")
        .row("e05", "s25", "s28")
        .dice("**", "**", "*S", "WD")
        .spending()
    )
    assert table["hurt"][0] == 0
    table.act("card e05", "attack")
    assert table["hurt"][0] == 1
    assert table.place("e05") == "table 0"


def test_06_inflicts_one_wound_when_its_owner_chooses():
    table = Table().equip(0, "e06").dice("W").spending().act("card e06")
    assert table.changes() == {"used": {"e06": (0, 1)}, "bonus_wounds": (0, 1)}


def test_06_is_a_choice():
    table = Table().slots("c42", "c36").equip(0, "e06").dice("W").spending().act("attack")
    assert table["hurt"][0] == 1


def test_06_works_once_per_turn_and_again_in_the_next():
    table = Table().equip(0, "e06").dice("W").spending().act("card e06")
    assert not table.may("card e06")
    table.end_turn()
    assert not table.may("card e06"), "not in the turn of another"
    table.end_turn().pass_until("spend 0")
    assert table.may("card e06")


def test_07_gives_a_star_with_the_roll():
    table = Table().equip(0, "e07").window(BEFORE_ROLL).act("pass")
    assert table.changes(but=("face",)) == {**ROLLED, "used": {"e07": (0, 1)}, "bonus_stars": (0, 1)}


def test_07_gives_its_star_at_once_when_it_is_acquired_and_only_once_a_turn():
    table = Table().row("e07", "s25", "s28").pile("s15").dice("**").spending().act("card e07")
    assert table.changes() == {
        "place": {"e07": ("face up", "table 0"), "s15": ("pile", "face up")},
        "row": {0: ("e07", "s15")},
        "paid_stars": {0: (0, 2)},
        "used": {"e07": (0, 1)},
        "bonus_stars": (0, 1),
    }
    table.act("card s15")
    assert table["bonus_stars"] == 0, "the Star buys the next support"


def test_07_gives_nothing_in_the_turn_of_another():
    table = Table().equip(1, "e07").window(BEFORE_ROLL).act("pass")
    assert table.changes(but=("face",)) == ROLLED


def test_07_star_is_not_on_the_dice():
    table = Table().slots("c47", "c36").dice("*W", "WD").put(bonus_stars=1).row("s15", "s25", "s28").spending()
    assert table.may("card s15"), "talent 47 takes the Star of the die alone"


def test_08_gives_a_serum_with_the_roll():
    table = Table().equip(0, "e08").window(BEFORE_ROLL).act("pass")
    assert table.changes(but=("face",)) == {**ROLLED, "used": {"e08": (0, 1)}, "bonus_serums": (0, 1)}


def test_08_gives_its_serum_at_once_when_it_is_acquired():
    table = Table().row("e08", "s25", "s28").pile("s15").dice("**", "SD", "SD").spending()
    assert not table.may("special_die")
    table.act("card e08")
    assert table["bonus_serums"] == 1
    assert table.may("special_die")


def test_08_serum_is_lost_with_the_turn():
    table = Table().equip(0, "e08").window(BEFORE_ROLL).act("pass").end_turn()
    assert table["bonus_serums"] == 0


def test_09_rerolls_one_die_of_choice():
    table = Table().heroes("h02", "h01").equip(0, "e09").dice("W", "SD", "**").coming("*W").spending().act("card e09")
    assert table.changes() == {"used": {"e09": (0, 1)}, "stack": ["turn: total", "spend 0", "die 0"]}
    assert table.legal == {"die 0", "die 1", "die 2"}
    table.act("die 2")
    assert table.changes() == {"used": {"e09": (0, 1)}, "face": {2: (0, 2)}}
    assert not table.may("card e09")


def test_09_leaves_the_hero_his_own_reroll():
    table = Table().heroes("h01", "h02").equip(0, "e09").dice("W", "SD").spending().act("card e09", "die 0")
    assert table.may("reroll")
    table.act("reroll", "die 0")
    assert not table.may("reroll")


def test_09_cannot_take_a_locked_die():
    table = Table().equip(0, "e09").row("s24", "s25", "s28").dice("**", "W").spending().act("card s24", "card e09")
    assert table.legal == {"die 1"}


def test_09_is_not_offered_when_all_dice_are_locked():
    assert not Table().equip(0, "e09").row("s24", "s25", "s28").dice("**").spending().act("card s24").may("card e09")


def test_10_changes_a_star_into_a_wound():
    table = Table().equip(0, "e10").dice("*W", "SD").spending().act("card e10")
    assert table.changes() == {"used": {"e10": (0, 1)}, "stack": ["turn: total", "spend 0", "icon 0"]}
    assert table.legal == {"star_to_wound", "wound_to_star"}
    table.act("star_to_wound")
    assert table.changes() == {"used": {"e10": (0, 1)}, "paid_stars": {0: (0, 1)}, "bonus_wounds": (0, 1)}
    assert not table.may("card e10"), "once per turn"


def test_10_changes_a_wound_into_a_star():
    table = Table().equip(0, "e10").dice("*W", "SD").spending().act("card e10", "wound_to_star")
    assert table.changes() == {"used": {"e10": (0, 1)}, "paid_wounds": {0: (0, 1)}, "bonus_stars": (0, 1)}


def test_10_takes_a_wound_that_is_not_on_a_die_first():
    table = Table().equip(0, "e10").dice("*W").put(bonus_wounds=1).spending().act("card e10", "wound_to_star")
    assert table.changes() == {"used": {"e10": (0, 1)}, "bonus_wounds": (1, 0), "bonus_stars": (0, 1)}


def test_10_a_wound_changed_inflicts_nothing():
    table = (
        Table().slots("c42", "c36").equip(0, "e10").dice("W", "W").spending().act("card e10", "wound_to_star", "attack")
    )
    assert table["hurt"][0] == 1


def test_10_offers_only_what_is_there():
    assert Table().equip(0, "e10").dice("W").spending().act("card e10").legal == {"wound_to_star"}
    assert Table().equip(0, "e10").dice("**").spending().act("card e10").legal == {"star_to_wound"}
    assert not Table().equip(0, "e10").dice("SD").spending().may("card e10")


def test_10_cannot_use_stars_that_are_ignored():
    table = Table().equip(0, "e10").dice("**", "W").put(stars_lost=1).spending().act("card e10")
    assert table.legal == {"wound_to_star"}


def test_11_ignores_one_danger_from_the_roll_on():
    table = Table().equip(0, "e11").window(BEFORE_ROLL).act("pass")
    assert table.changes(but=("face",)) == {**ROLLED, "used": {"e11": (0, 1)}, "dangers_ignored": (0, 1)}


def test_11_leaves_the_second_danger():
    table = Table().slots("c45", "c36").equip(0, "e11").row("s24", "s25", "s28").window(BEFORE_ROLL).act("pass")
    assert table.show("**", "WD").may("card s24")
    assert not table.show("**", "WD", "SD").may("card s24")


def test_11_works_at_once_when_it_is_acquired():
    table = Table().slots("c43", "c36").row("e11", "s25", "s28").dice("**", "WD").spending().act("card e11", "attack")
    assert table["hurt"][0] == 1


def test_11_and_hero_02_each_ignore_one():
    table = Table().heroes("h02", "h01").slots("c43", "c36").equip(0, "e11").window(BEFORE_ROLL).act("pass")
    table.show("WD", "WD", "WD").act("attack")
    assert table["hurt"][0] == 2


def test_12_may_change_the_objective_at_the_end_of_the_turn():
    table = Table(3).equip(0, "e12").dice("SD").spending().act("attack")
    assert table.top == "place 0: equipment, marker of 0"
    assert table.legal == {"slot 1", "slot 2", "pass"}
    table.mark().act("slot 2")
    assert table["marker"][0] == 2
    assert table["turn"] == 2


def test_12_may_keep_the_objective():
    table = Table(3).equip(0, "e12").dice("SD").spending().act("attack", "pass")
    assert table["marker"][0] == 0


def test_12_works_after_a_kill_too():
    table = Table().slots("c45", "c36", hurt=(3,)).equip(0, "e12").dice("W").spending().act("attack", "slot 0")
    assert table.legal == {"slot 1", "pass"}


def test_12_is_not_asked_when_nothing_else_can_be_entered():
    table = Table().slots("c36", "c44").equip(0, "e12").dice("SD").spending().act("attack")
    assert table["turn"] == 2


def test_12_serves_its_owner_in_his_own_turn_only():
    table = Table().equip(1, "e12").dice("SD").spending().act("attack")
    assert table.stack == ["turn: total", "spend 1"]


def test_13_makes_the_first_support_one_star_cheaper():
    table = Table().equip(0, "e13").row("s24", "s25", "s28").pile("s15").dice("*W", "**").spending()
    table.act("card s24")
    assert table.changes() == {
        "place": {"s24": ("face up", "hand 0"), "s15": ("pile", "face up")},
        "known": {"s24": (0, 1)},
        "row": {0: ("s24", "s15")},
        "used": {"e13": (0, 1)},
        "paid_stars": {1: (0, 1)},
    }


def test_13_works_once_per_turn():
    table = Table().equip(0, "e13").row("s24", "s25", "s28").dice("*W", "*W").spending()
    assert table.may("card s25")
    table.act("card s24")
    assert not table.may("card s25"), "one Star is left, two are needed"


def test_13_lowers_no_other_price():
    table = Table().heroes("h03", "h01").markers(0, 0).equip(0, "e13").dice("*W").spending()
    assert not table.may("technique")
    assert not Table().slots("c48", "c36").equip(0, "e13").dice("*W").spending().may("pay_toll")


def test_13_does_not_lower_serums():
    table = Table().equip(0, "e13").row("s28", "s25", "s24").dice("**").spending()
    assert not table.may("card s28"), "it costs a Serum as well"


def test_13_works_in_the_turn_in_which_it_is_acquired():
    table = Table().row("e13", "s25", "s28").dice("**", "*W").spending()
    assert table.act("card e13").may("card s25")


def test_14_makes_the_first_technique_one_star_cheaper():
    table = Table().heroes("h01", "h02").equip(0, "e14").dice("**", "**", "W").spending().act("technique")
    assert table.changes() == {"used": {"e14": (0, 1)}, "paid_stars": {0: (0, 2)}, "bonus_wounds": (0, 1)}
    assert not table.may("technique"), "the second costs three Stars again"


def test_14_lowers_no_support():
    assert not Table().equip(0, "e14").row("s24", "s25", "s28").dice("*W").spending().may("card s24")


def test_14_does_not_lower_serums():
    assert not Table().heroes("h04", "h01").equip(0, "e14").dice("**", "**").spending().may("technique")


@pytest.mark.parametrize(
    ("card", "field"), [("e07", "bonus_stars"), ("e08", "bonus_serums"), ("e11", "dangers_ignored")]
)
def test_stolen_equipment_serves_the_thief_in_his_turn_but_gives_only_once_a_turn(card, field):
    table = Table().hand(0, "s23").equip(1, card).dice("W").spending()
    table.act("card s23", "rival 1", f"card {card}")
    assert table[field] == 1, "at work for the thief at once"
    table = Table().equip(0, card).hand(1, "s23").window(BEFORE_ROLL, seat=1).act("pass")
    assert table.top == "react 1: after a roll, 1 passed"
    assert table[field] == 1
    table.act("card s23", "rival 0", f"card {card}")
    assert table.place(card) == "table 1"
    assert table[field] == 1, "what was given stays given"
    assert table["used"][table.supports.index(card)] == 1


def test_equipment_that_was_used_this_turn_gives_nothing_to_one_who_steals_it_back():
    table = Table().hand(0, "s23").equip(1, "e07")
    table.put(used={table.supports.index("e07"): 1}).dice("W").spending().act("card s23", "rival 1", "card e07")
    assert table["bonus_stars"] == 0


def test_equipment_stolen_in_the_turn_of_a_third_gives_nothing():
    table = Table(3).hand(1, "s23").equip(2, "e07").dice("W").window(AFTER_ROLL, seat=1)
    table.act("card s23", "rival 2", "card e07")
    assert table.place("e07") == "table 1"
    assert table["bonus_stars"] == 0
    assert not table["used"].any()


def test_equipment_stolen_before_the_roll_gives_its_icon_with_the_roll():
    table = Table().hand(0, "s23").equip(1, "e07").window(BEFORE_ROLL).act("card s23", "rival 1", "card e07")
    assert table["bonus_stars"] == 1


def test_equipment_stolen_after_the_attack_gives_nothing_any_more():
    table = Table().slots("c43", "c42").hand(0, "s23").hand(1, "s17").equip(1, "e07").dice("W").window(AFTER_DAMAGE)
    table.act("card s23", "pass", "rival 1", "card e07")
    assert table.changes() == {
        "place": {"s23": ("hand 0", "discard"), "e07": ("table 1", "table 0")},
        "known": {"s23": (1, 0)},
        "stack": ["turn: next", "react 1: end of the turn, 1 passed"],
    }


def test_equipment_lost_before_the_roll_gives_nothing():
    table = Table().equip(0, "e07").hand(1, "s15").window(BEFORE_ROLL, seat=1)
    table.act("card s15", "rival 0", "card e07")
    assert table["bonus_stars"] == 0
    assert table.place("e07") == "discard"


def test_equipment_is_never_played_from_a_window():
    for window in (AFTER_ROLL, AT_END):
        table = Table().equip(0, "e06", "e09", "e10").dice("**", "W").hand(0, "s17").window(window)
        assert table.legal == {"pass", "card s17"}
