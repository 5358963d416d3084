"""Effects 36–48: the talent of each cockroach, played in a prepared state."""

import pytest

from marszoo.envs.terra_formars.state import AFTER_DAMAGE, AFTER_ROLL, AT_TOTAL, BEFORE_ROLL
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

SHOP = ("s24", "s25", "s28")
"""Three face-up supports, the first two of which cost 2 Stars."""


def test_36_heals_all_wounds_at_the_end_of_the_turn():
    table = Table().slots("c36", "c42", hurt=(3, 2)).hand(1, "s17").dice("W").window(AFTER_DAMAGE, seat=1).act("pass")
    assert table.changes() == {"hurt": {0: (3, 0)}, "stack": ["turn: next", "react 1: end of the turn, 1 passed"]}


def test_36_heals_only_after_the_damage_so_that_it_can_be_killed():
    table = Table().slots("c36", "c42", hurt=(7,)).dice("W").spending().act("attack")
    assert table.lair("c36") == "dead"


def test_36_heals_in_the_turn_of_one_who_fights_it_only():
    table = Table().slots("c36", "c42", hurt=(3,)).markers(1, 0).dice("SD").spending().act("attack")
    assert table["hurt"][0] == 3


def test_37_on_a_danger_the_serums_on_the_dice_are_ignored():
    table = Table().slots("c37", "c42").row(*SHOP).dice("SD", "*S", "*S").spending()
    assert not table.may("special_die")
    assert not table.may("card s28"), "2 Stars and 1 Serum"
    assert table.may("card s24"), "Stars are left alone"


def test_37_does_nothing_without_a_danger():
    table = Table().slots("c37", "c42").dice("*S", "*S", "*S", "W").spending()
    assert table.may("special_die")


def test_37_does_nothing_when_the_danger_is_ignored():
    table = Table().slots("c37", "c42").dice("SD", "*S", "*S").put(dangers_ignored=1).spending()
    assert table.may("special_die")


def test_37_counts_the_dangers_shown_after_a_reroll():
    table = Table().heroes("h01", "h02").slots("c37", "c42").dice("SD", "*S", "*S", "*S").coming("W").spending()
    assert not table.may("special_die")
    assert table.act("reroll", "die 0").may("special_die")


def test_38_rolls_one_die_fewer():
    table = Table().slots("c38", "c42").window(BEFORE_ROLL).act("pass")
    assert table.changes(but=("face",)) == {"part": (1, 2), "stack": ["turn: total", "spend 0"]}
    assert (table["face"] >= 0).tolist() == [True] * 5 + [False]


def test_38_adds_to_effect_21():
    table = Table().slots("c38", "c42").hand(1, "s21").window(BEFORE_ROLL, seat=1).act("card s21", "rival 0")
    assert (table["face"] >= 0).sum() == 3


def test_38_binds_only_who_fights_it_when_the_dice_are_rolled():
    table = Table().slots("c38", "c42").hand(0, "s17").window(BEFORE_ROLL).act("card s17", "slot 1")
    assert (table["face"] >= 0).sum() == 6


def test_39_on_a_danger_the_special_die_may_not_be_rolled():
    table = Table().slots("c39", "c42").hand(0, "s20").dice("SD", "*S", "*S").spending()
    assert not table.may("special_die")
    assert not table.may("card s20"), "nor by effect 20"


def test_39_does_nothing_without_a_danger():
    table = Table().slots("c39", "c42").hand(0, "s20").dice("*S", "*S", "*S").spending()
    assert table.may("special_die")
    assert table.may("card s20")


def test_39_does_nothing_when_the_danger_is_ignored():
    table = Table().slots("c39", "c42").hand(0, "s20").dice("SD", "*S", "*S").put(all_ignored=1).spending()
    assert table.may("special_die")
    assert table.may("card s20")


def test_39_stops_effect_20_when_it_resolves():
    table = Table(auto_pass=False).slots("c39", "c42").hand(0, "s20").dice("SD").spending().act("card s20")
    assert not table["special"].any()
    assert table.place("s20") == "discard"


def test_40_drives_the_player_to_another_cockroach():
    table = Table(3).slots("c40", "c42", "c36").hand(1, "s17").dice("SD").spending().act("attack", "pass")
    assert table.top == "place 0: talent, marker of 0"
    assert table.legal == {"slot 1", "slot 2"}, "it must be changed"
    table.mark().act("slot 2")
    assert table.changes() == {"marker": {0: (0, 2)}, "stack": ["turn: next", "react 1: end of the turn, 1 passed"]}


def test_40_does_nothing_when_there_is_nowhere_to_go():
    table = Table().slots("c40", "c44").dice("SD").spending().act("attack")
    assert table["marker"][0] == 0
    assert table["turn"] == 2


def test_40_binds_only_who_fights_it_at_the_end_of_the_own_turn():
    table = Table().slots("c42", "c40").dice("SD").spending().act("attack")
    assert list(table["marker"][:2]) == [0, 1]


def test_41_on_a_danger_destroys_one_equipment():
    table = (
        Table().slots("c41", "c42").equip(0, "e06", "e12").hand(1, "s17").dice("WD").spending().act("attack", "pass")
    )
    assert table.top == "equipment 0: of 0, destroy"
    assert table.legal == {"card e06", "card e12"}
    table.mark().act("card e12")
    assert table.changes() == {
        "place": {"e12": ("table 0", "discard")},
        "hurt": {0: (0, 1)},
        "part": (2, 3),
        "stack": ["turn: replace", "react 1: after damage, 1 passed"],
    }


def test_41_does_nothing_without_a_danger_or_without_equipment():
    table = Table().slots("c41", "c42").equip(0, "e06").dice("W").spending().act("attack")
    assert (table.place("e06"), table["turn"]) == ("table 0", 2)
    table = Table().slots("c41", "c42").equip(1, "e06").dice("WD").spending().act("attack")
    assert (table.place("e06"), table["turn"]) == ("table 1", 2)


def test_41_can_be_averted_until_the_wounds_are_declared():
    table = Table().slots("c41", "c42").equip(0, "e06").hand(0, "s27").dice("WD").window(AT_TOTAL).act("card s27")
    assert (table.place("e06"), table["turn"]) == ("table 0", 2)


def test_41_destroys_once_a_turn_whatever_the_number_of_dangers():
    table = (
        Table()
        .slots("c41", "c42")
        .equip(0, "e06", "e07", "e08")
        .dice("WD", "SD", "SD")
        .spending()
        .act("attack", "card e06")
    )
    assert table.held("table 0") == ["e07", "e08"]


def test_42_discards_bonus_tokens_at_the_end_of_the_turn():
    table = Table().slots("c42", "c36").holding(0, points=4, stars=1, wounds=2).holding(1, stars=3, wounds=3)
    table.hand(1, "s17").dice("W").window(AFTER_DAMAGE, seat=1).act("pass")
    assert table.changes() == {
        "stars": {0: (1, 0)},
        "wounds": {0: (2, 0)},
        "stack": ["turn: next", "react 1: end of the turn, 1 passed"],
    }


def test_42_leaves_time_to_spend_the_tokens():
    table = Table().slots("c42", "c36").holding(0, wounds=2).dice("W").spending()
    table.act("wound_token", "wound_token", "attack")
    assert table["hurt"][0] == 3


def test_42_binds_only_who_fights_it():
    table = Table().slots("c36", "c42").holding(0, stars=1).holding(1, stars=3).dice("W").spending().act("attack")
    assert list(table["stars"][:2]) == [1, 3]


@pytest.mark.parametrize(
    ("dice", "hurt"),
    [
        (("W", "W"), 2),
        (("WD", "W", "W"), 2),
        (("WD", "WD", "W"), 1),
        (("WD", "SD", "SD"), 0),
        (("WD", "SD", "SD", "SD"), 0),
    ],
)
def test_43_ignores_one_wound_per_danger(dice, hurt):
    table = Table().slots("c43", "c42", hurt=(1,)).hand(1, "s17").dice(*dice).spending().act("attack", "pass")
    after = "after damage" if hurt else "end of the turn"
    changed = {"hurt": {0: (1, 1 + hurt)}} if hurt else {}
    assert table.changes() == {
        **changed,
        "part": (2, 3),
        "stack": [f"turn: {'replace' if hurt else 'next'}", f"react 1: {after}, 1 passed"],
    }


def test_43_counts_only_dangers_that_are_not_ignored():
    table = Table().slots("c43", "c42").dice("WD", "WD", "W").put(dangers_ignored=1).spending().act("attack")
    assert table["hurt"][0] == 2


def test_44_can_be_entered_by_one_player_only():
    table = Table(3).slots("c44", "c36", "c42").markers(1, 0, 2).hand(0, "s17").spending().act("card s17")
    assert table.legal == {"slot 2"}
    table = Table(3).slots("c44", "c36", "c42").markers(1, 1, 2).hand(0, "s17").spending().act("card s17")
    assert table.legal == {"slot 0", "slot 2"}, "while nobody is there it may be entered"


def test_45_on_a_danger_no_support_may_be_acquired():
    table = Table().heroes("h04", "h01").slots("c45", "c42").row(*SHOP).hand(0, "s16").dice("**", "*S", "WD").spending()
    assert table.legal == {"attack", "technique", "card s16"}


def test_45_does_nothing_without_a_danger_or_when_it_is_ignored():
    assert Table().slots("c45", "c42").row(*SHOP).dice("**").spending().may("card s24")
    assert Table().slots("c45", "c42").row(*SHOP).dice("**", "WD").put(dangers_ignored=1).spending().may("card s24")
    assert (
        not Table()
        .slots("c45", "c42")
        .row(*SHOP)
        .dice("**", "WD", "SD")
        .put(dangers_ignored=1)
        .spending()
        .may("card s24")
    )


def test_45_leaves_techniques_alone():
    table = Table().heroes("h01", "h02").slots("c45", "c42").dice("**", "**", "WD").spending()
    assert table.may("technique")


def test_46_moves_another_player_onto_the_cockroach():
    table = Table(3).slots("c46", "c42", "c36").hand(1, "s17").dice("SD").spending().act("attack", "pass")
    assert table.top == "rival 0: effect 46, value 0"
    assert table.legal == {"rival 1", "rival 2"}, "the active player chooses, and somebody must come"
    table.mark().act("rival 2")
    assert table.changes() == {"marker": {2: (2, 0)}, "stack": ["turn: next", "react 1: end of the turn, 1 passed"]}


def test_46_does_nothing_when_all_are_there():
    table = Table().slots("c46", "c42").markers(0, 0).dice("SD").spending().act("attack")
    assert table["turn"] == 2


def test_46_offers_only_those_who_are_elsewhere():
    table = Table(3).slots("c46", "c42", "c36").markers(0, 0, 1).dice("SD").spending().act("attack")
    assert table.legal == {"rival 2"}


@pytest.mark.parametrize(
    ("dice", "may"),
    [
        (("**", "*W", "WD"), True),
        (("**", "WD"), False),
        (("**", "*W", "WD", "SD"), False),
        (("**", "**", "WD", "SD"), True),
    ],
)
def test_47_ignores_one_star_per_danger(dice, may):
    assert Table().slots("c47", "c42").row(*SHOP).dice(*dice).spending().may("card s24") == may


def test_47_takes_no_star_when_the_danger_is_ignored():
    assert Table().slots("c47", "c42").row(*SHOP).dice("**", "WD").put(all_ignored=1).spending().may("card s24")


def test_47_takes_dice_stars_only():
    table = Table().slots("c47", "c42").row(*SHOP).dice("WD", "WD").holding(0, stars=2).spending()
    assert table.act("star_token", "star_token").may("card s24")


def test_48_without_the_toll_nothing_is_inflicted():
    table = Table().slots("c48", "c42", hurt=(1,)).hand(1, "s17").dice("**", "W", "W").spending().act("attack", "pass")
    assert table.changes() == {"part": (2, 3), "stack": ["turn: next", "react 1: end of the turn, 1 passed"]}


def test_48_two_stars_are_the_toll():
    table = Table().slots("c48", "c42", hurt=(1,)).dice("**", "**", "W", "W").spending().act("pay_toll")
    assert table.changes() == {"toll_paid": (0, 1), "paid_stars": {0: (0, 2)}}
    assert not table.may("pay_toll"), "one payment is enough"
    table.act("attack")
    assert table["hurt"][0] == 3


def test_48_the_toll_must_be_payable():
    assert not Table().slots("c48", "c42").dice("*W", "W").spending().may("pay_toll")
    assert Table().slots("c48", "c42").dice("*W", "W").put(bonus_stars=1).spending().may("pay_toll")


def test_48_asks_nobody_who_fights_another():
    assert not Table().slots("c42", "c48").dice("**").spending().may("pay_toll")


def test_48_the_toll_is_paid_each_turn_anew():
    table = Table().slots("c48", "c42").dice("**").spending().act("pay_toll").end_turn()
    assert table["toll_paid"] == 0


def test_on_a_danger_talents_see_dangers_of_a_reroll_after_the_first_roll():
    table = Table().heroes("h01", "h02").slots("c45", "c42").row(*SHOP).dice("**", "W").coming("SD").spending()
    assert table.may("card s24")
    assert not table.act("reroll", "die 1").may("card s24")


def test_talents_bind_nobody_in_a_turn_of_another():
    table = Table().slots("c43", "c45").markers(0, 1).dice("**", "WD").row(*SHOP).window(AFTER_ROLL).act("pass")
    assert table.may("card s24"), "seat 1 fights c45, and it is the turn of seat 0"
