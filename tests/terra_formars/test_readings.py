"""Where the rulebook is silent or contradicts itself: the reading chosen, by its number in the list of ambiguities.

Readings that an effect's own tests hold are not repeated: 6.1 and 6.2 in test_content and test_effects_squad, 6.11 and
6.16 in test_switches, 6.3 in test_effects_heroes.
"""

import pytest

from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.state import AFTER_ROLL, AT_TOTAL, BEFORE_ROLL
from terra_formars.decks import changed
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

SHOP = ("s24", "s25", "s28")


def test_6_4_supports_are_acquired_one_at_a_time_as_many_as_can_be_paid():
    table = Table().row(*SHOP).pile("s22", "s26").dice("**", "**", "**").spending().act("card s24", "card s25")
    assert sorted(table.held("hand 0")) == ["s24", "s25"]
    assert sorted(table.held("face up")) == ["s22", "s26", "s28"], "each slot is refilled at once"
    table.act("card s22")
    assert not table.may("card s26")


def test_6_5_the_special_die_is_rolled_as_often_as_three_serums_are_paid():
    table = Table().dice("SD", "SD", "SD", "*S", "*S", "*S").coming("**", "WW", die="special").spending()
    table.act("special_die", "special_die")
    assert table["special"].tolist() == [2, 0, 2, 0]
    assert not table.may("special_die")


def test_6_6_a_danger_on_the_special_die_counts(tmp_path):
    deck = changed(tmp_path, ('special = ["**", "**W"', 'special = ["**", "WD"'))
    table = (
        Table(content=deck).slots("c43", "c42").dice("SD", "SD", "SD", "W", "W").coming("WD", die="special").spending()
    )
    table.act("special_die")
    assert table["special"].tolist() == [0, 0, 1, 1]
    table.act("attack")
    assert table["hurt"][0] == 0, "three Wounds and four Dangers"


def test_6_7_the_first_markers_are_placed_from_the_last_player_to_the_first():
    table = Table(3).fresh()
    table.act("hero h01", "hero h02", "hero h03")
    assert [frame for frame in reversed(table.stack) if "place" in frame] == [
        f"place {p}: set-up, marker of {p}" for p in (2, 1, 0)
    ]


def test_6_8_the_cockroach_heals_at_the_end_of_the_active_players_turn():
    table = Table().slots("c36", "c42", hurt=(5, 4)).dice("SD").spending().act("attack")
    assert list(table["hurt"][:2]) == [0, 4]


def test_6_9_bonus_tokens_are_kept_stars_and_wounds_and_are_spent_one_by_one():
    table = Table().slots("c46", "c36").holding(0, points=1, stars=2, wounds=2).dice("W").spending()
    table.act("star_token", "wound_token")
    assert table.changes() == {
        "stars": {0: (2, 1)},
        "wounds": {0: (2, 1)},
        "bonus_stars": (0, 1),
        "bonus_wounds": (0, 1),
    }
    table.act("attack")
    assert table["hurt"][0] == 2
    assert (table["stars"][0], table["wounds"][0]) == (1, 1), "the others are kept for later turns"


def test_6_9_tokens_that_are_not_there_cannot_be_spent():
    table = Table().holding(1, stars=1, wounds=1).dice("W").spending()
    assert not table.legal & {"star_token", "wound_token"}


def test_6_10_kept_tokens_are_no_prey_of_effects_on_the_dice():
    for lost in ({"stars_lost": 1}, {}):
        table = Table().slots("c47", "c42").row(*SHOP).put(**lost).dice("WD", "WD").holding(0, stars=2).spending()
        assert table.act("star_token", "star_token").may("card s24")


def test_6_12_hero_03_is_always_worth_one_share():
    # Also when there are fewer tokens than players: the one token goes to hero 03.
    table = Table(3).heroes("h01", "h02", "h03").slots("c43", "c36", "c39", hurt=(6,)).markers(0, 0, 0).dice("W")
    table.spending().act("attack")
    assert table["points"].tolist()[:3] == [3, 0, 1]
    assert table["wounds"].tolist()[:3] == [0, 2, 0]


def test_6_13_after_a_kill_only_the_players_of_the_dead_cockroach_are_moved():
    table = Table(4).slots("c42", "c36", "c39", "c38", hurt=(5,)).markers(0, 2, 0, 3).dice("W").spending().act("attack")
    assert table["marker"].tolist() == [-1, 2, -1, 3]
    table.act("slot 2")
    assert table.top == "place 2: kill, marker of 2"
    table.act("slot 0")
    assert table["marker"].tolist() == [2, 2, 0, 3]


def test_6_14_new_placements_may_share_a_cockroach():
    table = Table().slots("c42", "c36", hurt=(5,)).dice("W").spending().act("attack")
    assert table.legal == {"slot 0", "slot 1"}


SOLITARY = ("c36", "c44", "c42")
"""Seat 1 stands alone on the solitary cockroach in slot 1."""


def test_6_15_solitary_bars_technique_03():
    table = Table(3).heroes("h03", "h01", "h02").slots(*SOLITARY).markers(0, 1, 0).dice("**").spending()
    assert table.act("technique", "rival 2").legal == {"slot 2"}


def test_6_15_solitary_bars_effect_17():
    assert Table(3).slots(*SOLITARY).hand(0, "s17").spending().act("card s17").legal == {"slot 2"}


def test_6_15_solitary_bars_equipment_12():
    assert Table(3).slots(*SOLITARY).equip(0, "e12").dice("SD").spending().act("attack").legal == {"slot 2", "pass"}


def test_6_15_solitary_bars_talent_40():
    assert Table(3).slots("c40", "c44", "c42").dice("SD").spending().act("attack").legal == {"slot 2"}


def test_6_15_solitary_bars_the_placement_after_a_kill():
    table = Table(3).slots("c42", "c44", "c36", hurt=(5,)).dice("W").spending().act("attack")
    assert table.legal == {"slot 0", "slot 2"}


def test_6_15_a_solitary_newcomer_takes_one_of_the_displaced():
    table = (
        Table(3).slots("c42", "c37", "c36", hurt=(5,)).markers(0, 0, 2).nest("c44").dice("W").spending().act("attack")
    )
    table.act("slot 0")
    assert table.legal == {"slot 1", "slot 2"}


def test_6_15_solitary_bars_talent_46():
    # A cockroach has one talent: talent 46 would have to draw players onto a solitary one. Only technique 03 of the switch
    # "anywhere" pulls somebody onto one's own cockroach, and it is barred as well.
    table = (
        Table(3, technique_03_reach="anywhere").heroes("h03", "h01", "h02").slots(*SOLITARY).markers(1, 0, 2).dice("**")
    )
    table.spending().act("technique", "rival 1")
    assert table.legal == {"slot 2"}


def test_6_15_equipment_05_does_not_open_a_solitary_cockroach():
    assert Table(3).slots(*SOLITARY).equip(0, "e05").hand(0, "s17").spending().act("card s17").legal == {"slot 2"}


def test_6_15_those_who_came_by_an_exchange_stay_and_bar_the_others():
    table = Table(3).slots("c36", "c37", "c42").markers(0, 0, 1).nest("c44").hand(0, "s19").hand(2, "s17").spending()
    table.act("card s19", "pass")
    assert table.roach_in(0) == "c44"
    assert table["marker"].tolist()[:3] == [0, 0, 1]
    table.dice("SD").put(face={0: 3}).look()
    table.act("attack").pass_until("react 2").act("card s17")
    assert table.legal == {"slot 2"}


def test_6_17_on_a_danger_is_judged_when_the_restricted_action_is_attempted():
    table = Table().heroes("h01", "h02").slots("c45", "c42").hand(0, "s27").row(*SHOP).dice("**", "WD").spending()
    assert not table.may("card s24")
    assert table.act("card s27").may("card s24")


def test_6_18_per_danger_counts_those_that_are_not_ignored():
    stars = Table().slots("c47", "c42").row(*SHOP).dice("**", "WD", "SD").put(dangers_ignored=2).spending()
    assert stars.may("card s24")
    wounds = Table().slots("c43", "c42").dice("WD", "SD", "W").put(dangers_ignored=1).spending().act("attack")
    assert wounds["hurt"][0] == 1


def test_6_19_one_payment_per_turn_whatever_comes_after():
    table = Table().slots("c48", "c42").hand(0, "s16").dice("**", "W").spending().act("pay_toll", "card s16", "attack")
    assert table["hurt"][0] == 3


def test_6_19_the_toll_cannot_be_paid_once_spending_is_over():
    table = Table().slots("c42", "c48").hand(0, "s17").hand(1, "s18").dice("**", "W").window(AT_TOTAL)
    table.act("card s17", "slot 1")
    assert list(table["hurt"][:2]) == [0, 0]


def test_6_20_wounds_of_all_sources_are_dealt_once_to_one_cockroach():
    table = Table().heroes("h01", "h02").slots("c43_b", "c36").equip(0, "e06").hand(0, "s16").holding(0, wounds=1)
    table.dice("**", "*W", "W").special("WW").spending()
    table.act("technique", "pass", "card e06", "wound_token", "card s16", "attack")
    assert list(table["hurt"][:2]) == [1 + 1 + 2 + 1 + 1 + 1 + 2, 0]


def test_6_21_any_die_that_is_not_locked_may_be_rerolled():
    table = Table().heroes("h01", "h02").dice("**", "*S", "*W", "SD", "WD", "W").spending().act("reroll")
    assert table.legal == {f"die {k}" for k in range(6)}


def test_6_21_any_icon_spent_locks_the_die():
    table = (
        Table()
        .heroes("h01", "h02")
        .equip(0, "e10")
        .dice("*W", "WD")
        .spending()
        .act("card e10", "wound_to_star", "reroll")
    )
    assert table.legal == {"die 1"}, "a Wound changed into a Star locks as well"


@pytest.mark.parametrize(
    ("actions", "window"),
    [
        (("technique",), "after a purchase"),
        (("card s24",), "after a purchase"),
        (("special_die",), "after a roll"),
        (("reroll", "die 5"), "after a roll"),
        (("card e09", "die 5"), "after a roll"),
        (("card s16",), "after a purchase"),
        (("attack",), "wounds declared"),
    ],
)
def test_6_22_after_what_a_window_opens(actions, window):
    table = Table().heroes("h01", "h02").hand(0, "s16").hand(1, "s17").equip(0, "e09").row(*SHOP)
    table.dice("**", "**", "SD", "SD", "SD", "W").spending().act(*actions).pass_until("react 1")
    assert table.top == f"react 1: {window}, 1 passed"


def test_6_22_windows_of_a_turn_in_order():
    table = Table().heroes("h02", "h01").slots("c43", "c42").hand(1, "s17").window(BEFORE_ROLL, seat=1)
    seen = []
    while table["turn"] == 1:
        if table.top.startswith("react"):
            seen.append(table.top)
        elif table.top.startswith("spend"):
            table.show("W")
        table.act("pass" if table.may("pass") else "attack")
    moments = ("before the roll", "after a roll", "wounds declared", "after damage", "end of the turn")
    assert seen == [f"react 1: {moment}, 1 passed" for moment in moments]
    assert table.stack == ["turn: roll", "react 1: before the roll, 0 passed"]


def test_6_22_the_last_card_played_resolves_first():
    # Seat 1 takes the Stars in response to the Special Die of seat 0: its icons come after and are lost too.
    table = Table().hand(0, "s20").hand(1, "s26").row(*SHOP).dice("**").coming("**", die="special").window(AFTER_ROLL)
    table.act("card s20", "card s26", "rival 0")
    assert table["special"].tolist() == [2, 0, 0, 0]
    assert not table.may("card s24")


def test_6_23_effect_21_comes_before_the_roll_and_22_and_26_after_it():
    before = Table().hand(1, "s21", "s22", "s26").window(BEFORE_ROLL, seat=1)
    assert before.legal == {"card s21", "pass"}
    after = Table().hand(1, "s21", "s22", "s26").dice("*S").window(AFTER_ROLL, seat=1)
    assert after.legal == {"card s22", "card s26", "pass"}


def test_6_24_an_exchange_clears_wounds_keeps_markers_and_leaves_the_pile_as_large():
    table = Table(3).slots("c43", "c36", "c42", hurt=(4, 1)).markers(0, 0, 2).hand(0, "s19").spending()
    pile = sum(table.lair(c) == "pile" for c in table.roaches)
    table.act("card s19")
    assert sum(table.lair(c) == "pile" for c in table.roaches) == pile
    assert list(table["hurt"][:3]) == [0, 1, 0]
    assert list(table["marker"][:3]) == [0, 0, 2]


def test_6_24_the_exchanged_cockroach_can_come_back():
    found = set()
    for seed in range(12):
        table = Table(seed=seed).slots("c43", "c36").nest("c45", "c37").hand(0, "s19").hand(1, "s17").spending()
        table.act("card s19", "pass")
        table.put(hurt={0: table.left(0) - 1}).show("W", "W", "W").act("attack").pass_until("place")
        found.add(table.roach_in(0))
    assert "c43" in found


@pytest.mark.parametrize("how", ["effect 17", "equipment 12", "talent 40"])
def test_6_25_changing_the_objective_means_another_cockroach(how):
    if how == "effect 17":
        table = Table(3).hand(0, "s17").spending().act("card s17")
    elif how == "equipment 12":
        table = Table(3).equip(0, "e12").dice("SD").spending().act("attack")
    else:
        table = Table(3).slots("c40", "c36", "c42").dice("SD").spending().act("attack")
    assert table.legal - {"pass"} == {"slot 1", "slot 2"}


def test_6_26_the_active_player_chooses_whom_talent_46_moves():
    table = Table(4).slots("c46", "c36", "c42", "c39").dice("SD").spending().act("attack")
    assert table.player == 0
    assert table.legal == {"rival 1", "rival 2", "rival 3"}


def test_6_27_destroyed_equipment_is_drawn_again_and_stolen_equipment_stays_active():
    table = Table().hand(0, "s15").equip(1, "e06").spending().act("card s15", "rival 1", "card e06")
    assert table.place("e06") == "discard"
    table = Table().hand(0, "s23").equip(1, "e06").spending().act("card s23", "rival 1", "card e06")
    assert table.may("card e06")


def test_6_28_the_opponent_picks_the_equipment_to_destroy():
    table = Table(3).hand(0, "s15").equip(2, "e06", "e07").spending().act("card s15", "rival 2")
    assert table.player == 2


def test_6_29_with_both_piles_empty_the_slot_waits_for_a_discard():
    table = Table().row(*SHOP).pile().dice("**", "**")
    held = [card for card in table.supports if card not in SHOP and card != "s21"]
    table.equip(1, *[c for c in held if c[0] == "e"]).hand(1, *[c for c in held if c[0] == "s"]).hand(0, "s21")
    table.spending().act("card s25").pass_until("spend 0")
    assert table["row"].tolist()[1] == -1, "nothing to draw"
    table.act("attack").pass_until("react 1").act("card s17").pass_until("place")
    assert table["row"].tolist()[1] == table.supports.index("s17")


def test_6_30_the_last_kill_gives_points_and_loot_and_then_all_is_over():
    table = Table().slots("c46", "c36", hurt=(8, 0)).markers(0, 0).nest().hand(1, "s18").dice("W").spending()
    table.act("attack")
    assert table["over"] == TERMINATED
    assert table["points"].tolist()[:2] == [5, 1]
    assert table["stars"].tolist()[:2] == [0, 1]
    assert table["wounds"].tolist()[:2] == [0, 1]
    assert table.place("s18") == "hand 1", "no reaction after the end"
    assert not table.legal


def test_6_31_ties_share_the_win():
    table = Table(4).put(points={0: 7, 1: 2, 2: 7, 3: 0}).spending()
    outcome = GAME.settle_up(table.states, 0, table.content, "outcome")
    assert list(outcome.payoff) == [0.5, -0.5, 0.5, -0.5]
    assert list(outcome.rank) == [1, 3, 1, 4]


def test_6_32_technique_04_covers_the_end_of_the_turn_and_the_new_cockroach_after_a_kill():
    table = Table().slots("c45", "c36", hurt=(3, 2)).nest("c42").holding(0, stars=2).put(talent_ignored=1).dice("W")
    table.spending().act("attack", "slot 0")
    assert table["stars"][0] == 2, "the talent of the new cockroach is ignored too"


def test_6_32_equipment_05_is_permanent():
    table = Table().slots("c42", "c36").equip(0, "e05").holding(0, stars=2).dice("SD").spending()
    for _ in range(4):
        table.end_turn()
        table.pass_until("spend")
    assert table["stars"][0] == 2


def test_6_33_only_equipment_05_prevents_talent_38():
    assert (Table().slots("c38", "c42").equip(0, "e05").window(BEFORE_ROLL).act("pass")["face"] >= 0).sum() == 6
    assert (Table().heroes("h04", "h01").slots("c38", "c42").window(BEFORE_ROLL).act("pass")["face"] >= 0).sum() == 5
