"""Effects 01–04: the technique and the talent of each hero, each played in a prepared state."""

import pytest

from marszoo.envs.terra_formars.state import BEFORE_ROLL
from terra_formars.table import Table
from terra_formars.talents import AFTER_THE_ROLL, hits

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


def test_01_technique_inflicts_one_wound_for_its_price():
    table = Table().heroes("h01", "h02").dice("**", "**", "W").spending()
    table.act("technique")
    assert table.changes() == {"paid_stars": {0: (0, 2), 1: (0, 1)}, "bonus_wounds": (0, 1)}


def test_01_technique_adds_to_the_damage():
    table = Table().heroes("h01", "h02").slots("c42", "c36").dice("**", "**", "W").spending()
    table.act("technique", "attack")
    assert table["hurt"][0] == 2


def test_01_technique_may_be_used_as_often_as_it_is_paid_for():
    table = Table().heroes("h01", "h02").dice("**", "**", "**", "*W").spending()
    table.act("technique", "technique")
    assert table.changes() == {"paid_stars": {0: (0, 2), 1: (0, 2), 2: (0, 2)}, "bonus_wounds": (0, 2)}
    assert not table.may("technique"), "one Star is left, three are needed"


def test_01_technique_needs_its_stars():
    assert not Table().heroes("h01", "h02").dice("**", "SD").spending().may("technique")


def test_01_talent_rerolls_one_die_of_choice():
    table = Table().heroes("h01", "h02").dice("W", "SD", "**").coming("*S").spending()
    table.act("reroll")
    assert table.legal == {"die 0", "die 1", "die 2"}
    assert table.changes() == {"rerolled": (0, 1), "stack": ["turn: total", "spend 0", "die 0"]}
    table.act("die 1")
    assert table.changes() == {"rerolled": (0, 1), "face": {1: (3, 1)}}


def test_01_talent_works_once_per_turn_and_again_in_the_next():
    table = Table().heroes("h01", "h02").dice("W", "SD").spending()
    table.act("reroll", "die 0")
    assert not table.may("reroll")
    table.end_turn().end_turn().pass_until("spend 0")
    assert table.may("reroll")


def test_01_talent_needs_a_die_that_is_not_locked():
    table = Table().heroes("h01", "h02").row("s24", "s25", "s28").dice("**").spending()
    table.act("card s25")
    assert not table.may("reroll")


def test_01_talent_belongs_to_its_hero_alone():
    assert not Table().heroes("h02", "h01").dice("W").spending().may("reroll")


def test_02_technique_draws_the_top_support_into_the_hand():
    table = Table().heroes("h02", "h01").dice("**", "SD").pile("s21").spending()
    table.act("technique")
    assert table.changes() == {
        "paid_stars": {0: (0, 2)},
        "paid_serums": {1: (0, 1)},
        "place": {"s21": ("pile", "hand 0")},  # unknown to the others
    }


def test_02_technique_puts_equipment_on_the_table_at_work_at_once():
    table = Table().heroes("h02", "h01").dice("**", "SD").pile("e07").spending()
    table.act("technique")
    assert table.changes() == {
        "paid_stars": {0: (0, 2)},
        "paid_serums": {1: (0, 1)},
        "place": {"e07": ("pile", "table 0")},
        "used": {"e07": (0, 1)},
        "bonus_stars": (0, 1),
    }


def test_02_technique_shuffles_the_discard_when_the_pile_is_empty():
    table = Table().heroes("h02", "h01").dice("**", "SD").pile().spending()
    discard = set(table.held("discard"))
    assert len(discard) == 28
    table.act("technique")
    assert len(table.held("pile")) == 27
    assert len(set(table.held("hand 0") + table.held("table 0")) & discard) == 1


def test_02_technique_is_not_offered_when_there_is_nothing_to_draw():
    table = Table().heroes("h02", "h01").dice("**", "SD").pile()
    others = [card for card in table.supports if card not in ("s15", "s16", "s17")]
    table.equip(1, *[c for c in others if c[0] == "e"]).hand(1, *[c for c in others if c[0] == "s"])
    assert not table.row("s15", "s16", "s17").spending().may("technique")


def test_02_talent_ignores_one_danger_from_the_roll_on():
    table = Table().heroes("h02", "h01").slots("c43", "c42").window(BEFORE_ROLL)
    table.act("pass")
    assert table.changes(but=("face",)) == {
        "part": (1, 2),
        "dangers_ignored": (0, 1),
        "stack": ["turn: total", "spend 0"],
    }
    table.show("WD", "WD", "W").act("attack")
    assert table["hurt"][0] == 2, "three Wounds, two Dangers, one of them ignored"


def test_02_talent_ignores_one_danger_in_each_turn():
    table = Table().heroes("h02", "h01").slots("c43", "c42").window(BEFORE_ROLL)
    table.act("pass").end_turn()
    assert table["dangers_ignored"] == 0, "the other hero has no such talent"
    table.end_turn().pass_until("spend 0")
    assert table["dangers_ignored"] == 1


def test_03_technique_moves_another_player_from_this_cockroach_to_another():
    table = Table(3).heroes("h03", "h01", "h02").markers(0, 0, 1).dice("**").spending()
    table.act("technique")
    assert table.legal == {"rival 1"}
    assert table.top == "rival 0: effect 03, value 1"
    table.act("rival 1")
    assert table.legal == {"slot 1", "slot 2"}
    assert table.top == "place 0: technique, marker of 1"
    table.act("slot 2")
    assert table.changes() == {"paid_stars": {0: (0, 2)}, "marker": {1: (0, 2)}}


def test_03_technique_is_not_offered_when_nobody_else_is_here():
    assert not Table(3).heroes("h03", "h01", "h02").markers(0, 1, 1).dice("**").spending().may("technique")


def test_03_technique_is_not_offered_when_the_others_cannot_leave():
    table = Table(2).heroes("h03", "h01").slots("c36", "c44").markers(0, 0).dice("**").spending()
    assert table.may("technique"), "the solitary cockroach is free"
    table = Table(3).heroes("h03", "h01", "h02").slots("c36", "c44", "c39").markers(0, 0, 1).dice("**").spending()
    table.act("technique", "rival 1")
    assert table.legal == {"slot 2"}, "the solitary cockroach is taken"


def test_03_talent_obtains_a_share_before_the_others():
    table = Table(4).heroes("h01", "h02", "h04", "h03").slots("c42", "c36", "c39", "c38", hurt=(5,))
    table.markers(0, 0, 0, 0).nest("c45").dice("W").spending().act("attack")
    kills = table["kills"]
    assert table.changes() == {
        "part": (2, 3),
        "kills": (kills - 1, kills),
        "points": {0: (0, 3), 1: (0, 1), 3: (0, 1)},  # two tokens for three others: hero 03 first, then clockwise
        "hurt": {0: (5, 0)},
        "lair": {"c42": ("face up", "dead"), "c45": ("pile", "face up")},
        "slot": {0: ("c42", "c45")},
        "marker": {0: (0, -1), 1: (0, -1), 2: (0, -1), 3: (0, -1)},
        "stack": ["turn: talent", *(f"place {p}: kill, marker of {p}" for p in (3, 2, 1, 0))],
    }


def test_03_talent_is_one_share_and_not_the_first_pick_of_every_round():
    table = (
        Table(3).heroes("h01", "h02", "h03").slots("c46", "c36", "c39", hurt=(8,)).markers(0, 0, 0).dice("W").spending()
    )
    table.act("attack")
    # Victory Point to hero 03, Star and Wound to the other: it is passed over in the round it was dealt to first.
    assert list(table["points"][:3]) == [5, 0, 1]
    assert list(table["stars"][:3]) == [0, 1, 0]
    assert list(table["wounds"][:3]) == [0, 1, 0]


def test_03_talent_gives_the_killer_a_share():
    table = Table().heroes("h03", "h01").slots("c46", "c36", hurt=(8,)).markers(0, 0).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [6, 0]
    assert list(table["stars"][:2]) == [0, 1]
    assert list(table["wounds"][:2]) == [0, 1]


def test_03_talent_gives_a_share_to_a_killer_who_is_alone():
    table = Table().heroes("h03", "h01").slots("c46", "c36", hurt=(8,)).markers(0, 1).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [6, 0]
    assert not table["stars"].any(), "the rest of the loot is lost"
    assert not table["wounds"].any()


def test_03_talent_gives_nothing_to_one_who_is_elsewhere():
    table = Table().heroes("h01", "h03").slots("c46", "c36", hurt=(8,)).markers(0, 1).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [5, 0]
    assert not table["stars"].any()


def test_03_talent_takes_no_share_of_empty_loot():
    table = Table().heroes("h03", "h01").slots("c45", "c36", hurt=(3,)).markers(0, 0).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [2, 0]
    assert list(table["stars"][:2]) == [1, 1]


def test_04_technique_ignores_the_talent_for_three_stars_and_one_serum():
    table = Table().heroes("h04", "h01").slots("c43", "c36").dice("**", "*S", "*S").spending()
    table.act("technique")
    assert table.changes() == {
        "paid_stars": {0: (0, 2), 1: (0, 1)},
        "paid_serums": {1: (0, 1)},
        "talent_ignored": (0, 1),
    }


def test_04_technique_needs_stars_and_a_serum():
    assert not Table().heroes("h04", "h01").dice("**", "**", "W").spending().may("technique")
    assert not Table().heroes("h04", "h01").dice("**", "SD", "SD").spending().may("technique")


def test_04_technique_is_not_offered_twice_in_a_turn():
    table = Table().heroes("h04", "h01").dice("**", "**", "**", "SD", "SD").spending().act("technique")
    assert not table.may("technique")


@pytest.mark.parametrize("talent", AFTER_THE_ROLL)
def test_04_technique_lifts_every_talent_that_comes_after_it(talent):
    assert hits(talent)
    assert not hits(talent, technique=True)


def test_04_technique_lasts_until_the_end_of_the_turn_only():
    table = Table().heroes("h04", "h01").dice("**", "**", "SD").spending().act("technique").end_turn()
    assert table["talent_ignored"] == 0


def test_04_talent_gives_a_serum_with_the_roll():
    table = Table().heroes("h04", "h01").window(BEFORE_ROLL).act("pass")
    assert table.changes(but=("face",)) == {"part": (1, 2), "bonus_serums": (0, 1), "stack": ["turn: total", "spend 0"]}


def test_04_talent_gives_one_serum_a_turn_to_its_hero_only():
    table = Table().heroes("h04", "h01").window(BEFORE_ROLL).act("pass").end_turn().pass_until("spend 1")
    assert table["bonus_serums"] == 0, "lost with the turn, and hero 01 gains none"
    table.end_turn().pass_until("spend 0")
    assert table["bonus_serums"] == 1


def test_04_talent_is_not_on_the_dice():
    table = Table().heroes("h04", "h01").slots("c37", "c36").dice("SD", "SD", "W").put(bonus_serums=1).spending()
    assert not table.may("special_die"), "the Serums on the dice are ignored on a Danger"
    table.put(bonus_serums=3).look()
    assert table.act("special_die")["bonus_serums"] == 0
