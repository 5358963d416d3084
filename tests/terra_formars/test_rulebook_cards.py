"""The rulebook, sentence by sentence, second part: its chapters Heroes, Supports and Cockroaches."""

import pytest

from marszoo.envs.terra_formars.state import AFTER_DAMAGE, AFTER_ROLL, AT_TOTAL, BEFORE_ROLL, WINDOWS
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


# Heroes


def test_the_technique_may_be_activated_several_times_for_its_price_each_time():
    table = Table().heroes("h02", "h01").dice("**", "**", "SD", "SD").pile("s21", "s22", "s26").spending()
    table.act("technique", "technique")
    assert len(table.held("hand 0")) == 2
    assert not table.may("technique")


def test_the_talent_is_permanent():
    table = Table().heroes("h04", "h01").window(BEFORE_ROLL).act("pass")
    for _ in range(3):
        assert table["bonus_serums"] == 1
        table.end_turn().end_turn().pass_until("spend 0")


def test_starting_supports_return_to_the_common_discard_and_are_then_for_everyone():
    # All other cards are held, and a slot of the row stands empty: the card played is drawn anew and seat 1 can acquire it.
    table = Table().heroes("h01", "h02").hand(0, "s16_3").row("s24", "s15", None).pile()
    held = [card for card in table.supports if card not in ("s16_3", "s24", "s15")]
    table.equip(1, *[card for card in held if card[0] == "e"]).hand(1, *[card for card in held if card[0] == "s"])
    table.dice("W").spending().act("card s16_3").pass_until("spend 0")
    assert table["row"][2] == table.supports.index("s16_3")
    table.end_turn().pass_until("spend 1")
    assert table.show("**", "**").may("card s16_3")


# Supports


def test_a_support_acquired_is_replaced_from_the_draw_pile():
    table = Table().row("s24", "s25", "s28").pile("s16").dice("**", "W").spending().act("card s25")
    assert table.changes() == {
        "place": {"s25": ("face up", "hand 0"), "s16": ("pile", "face up")},
        "known": {"s25": (0, 1)},
        "row": {1: ("s25", "s16")},
        "paid_stars": {0: (0, 2)},
    }


def test_supports_may_cost_serums_as_well():
    table = Table().row("s24", "s25", "s28").pile("s16").dice("**", "SD").spending().act("card s28")
    assert table["paid_stars"].tolist()[0] == 2
    assert table["paid_serums"].tolist()[1] == 1
    assert not Table().row("s24", "s25", "s28").dice("**", "W").spending().may("card s28")


def test_an_empty_draw_pile_is_formed_again_from_the_discard():
    table = Table().row("s24", "s25", "s28").pile().dice("**").spending()
    discard = table.held("discard")
    assert len(discard) == 28
    table.act("card s25")
    assert not table.held("discard")
    assert len(table.held("pile")) == 27
    assert table.supports[table["row"][1]] in discard


def test_the_draw_pile_is_not_formed_again_before_it_is_empty():
    table = Table().row("s24", "s25", "s28").pile("s16").dice("**").spending()
    count = len(table.held("discard"))
    table.act("card s25")
    assert table.held("pile") == []
    assert len(table.held("discard")) == count


def test_equipment_is_placed_near_the_hero_and_active_until_destroyed():
    table = Table().row("e07", "s25", "s28").pile("s15").dice("**").spending()
    table.act("card e07")
    assert table.place("e07") == "table 0"
    assert table["bonus_stars"] == 1
    table.end_turn().end_turn().pass_until("spend 0")
    assert table["bonus_stars"] == 1, "and in the following turns"
    table = Table().equip(0, "e07").hand(1, "s15").window(BEFORE_ROLL, seat=1).act("card s15", "rival 0", "card e07")
    assert table["bonus_stars"] == 0, "no more once it is destroyed"


def test_a_squad_support_joins_the_hand():
    table = Table().row("s24", "s25", "s28").dice("**").spending().act("card s24").pass_until("spend 0")
    assert table.held("hand 0") == ["s24"]


@pytest.mark.parametrize("window", range(len(WINDOWS)))
@pytest.mark.parametrize("seat", [0, 1])
def test_a_squad_support_may_be_played_at_any_time(window, seat):
    assert Table(auto_pass=False).hand(seat, "s26").window(window, seat=seat).may("card s26")


def test_a_squad_support_played_is_activated_and_discarded():
    table = Table().hand(0, "s16").dice("W").spending().act("card s16")
    assert table.place("s16") == "discard"
    assert table["bonus_wounds"] == 2


def test_effects_of_supports_played_in_a_row_are_activated_in_reverse_order():
    table = (
        Table(3)
        .hand(0, "s17", "s18")
        .hand(1, "s17_b")
        .hand(2, "s18_b")
        .holding(1, points=1)
        .dice("W")
        .window(AFTER_ROLL)
    )
    table.act("card s17")
    assert table.stack == ["turn: spend", "effect 0: s17", "react 0: after a roll, 0 passed"]
    table.act("pass", "card s17_b")
    assert table.top == "react 0: after a roll, 0 passed", "a card played is answered from the active player on"
    table.act("card s18", "card s18_b")
    assert table.stack[1:] == ["effect 0: s17", "effect 1: s17_b", "effect 0: s18", "rival 2: effect 18, value 1"]
    order = []
    while not table.top.startswith("spend"):
        order.append(table.top.split(":")[0])
        table.act(min(table.legal))
    assert order == ["rival 2", "rival 0", "place 1", "place 0"]


def test_several_supports_may_be_played_in_a_row_by_one_player():
    table = (
        Table().slots("c48", "c36").put(toll_paid=1).hand(0, "s16", "s16_3").dice("W").window(AT_TOTAL).act("card s16")
    )
    assert table.top == "react 0: wounds declared, 0 passed"
    table.act("card s16_3")
    assert table["hurt"][0] == 6
    assert table.place("s16") == table.place("s16_3") == "discard"


# Cockroaches


def test_wounds_are_placed_on_the_cockroach_and_stay():
    table = Table().slots("c42", "c36").dice("W", "W").spending().act("attack")
    assert table["hurt"][0] == 2
    table.end_turn()
    assert table["hurt"][0] == 2


def test_the_last_wound_1_gives_the_victory_points():
    table = Table().slots("c42", "c36", hurt=(5,)).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [3, 0]
    table = Table().slots("c42", "c36", hurt=(4,)).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [0, 0], "not before"


def test_the_last_wound_2_shares_the_loot_among_the_others_there():
    table = Table(4).slots("c48", "c36", "c39", "c38", hurt=(8,)).markers(0, 0, 1, 0).heroes("h01", "h02", "h03", "h04")
    table.put(toll_paid=1).dice("W").spending().act("attack")
    # Loot [1 point, 2 Stars, 1 Wound] to seats 1 and 3, in turn.
    assert table["points"].tolist() == [6, 1, 0, 0]
    assert table["stars"].tolist() == [0, 1, 0, 1]
    assert table["wounds"].tolist() == [0, 0, 0, 1]


def test_the_last_wound_3_removes_the_cockroach_and_reveals_a_new_one_in_its_place():
    table = Table().slots("c42", "c36", hurt=(5, 2)).nest("c45").dice("W").spending().act("attack")
    assert table.lair("c42") == "dead"
    assert table.roach_in(0) == "c45"
    assert list(table["hurt"][:2]) == [0, 2]


def test_the_last_wound_4_moves_the_killers_marker_then_the_other_players_clockwise():
    table = Table(4).turn_of(1).slots("c42", "c36", "c39", "c38", hurt=(5,)).markers(0, 0, 1, 0).dice("W").spending()
    table.act("attack")
    order = []
    while table.top.startswith("place"):
        order.append(table.player)
        assert table.legal == {"slot 0", "slot 1", "slot 2", "slot 3"}, "also one occupied by an opponent"
        table.act("slot 1")
    assert order == [1, 3, 0]


def test_the_loot_is_lost_if_the_player_is_alone():
    table = Table().slots("c48", "c36", hurt=(8,)).put(toll_paid=1).dice("W").spending().act("attack")
    assert table["points"].tolist()[:2] == [6, 0]
    assert not table["stars"].any()
    assert not table["wounds"].any()


def test_wounds_go_to_one_cockroach_a_turn():
    table = Table().slots("c45", "c42", hurt=(3,)).dice("W", "W", "W").spending().act("attack")
    assert table["hurt"][1] == 0, "what the kill leaves over wounds no other"
    assert not table.may("attack")


def test_a_talent_counts_at_the_start_or_the_end_of_a_turn():
    assert (Table().slots("c38", "c42").window(BEFORE_ROLL).act("pass")["face"] >= 0).sum() == 5
    assert Table().slots("c36", "c42", hurt=(3,)).window(AFTER_DAMAGE).act("pass")["hurt"][0] == 0


def test_some_talents_act_on_a_danger_only():
    for talent in ("37", "39", "45"):
        calm = Table().slots(f"c{talent}", "c42").row("s24", "s25", "s28").dice("*S", "*S", "*S").spending().legal
        danger = (
            Table().slots(f"c{talent}", "c42").row("s24", "s25", "s28").dice("*S", "*S", "*S", "WD").spending().legal
        )
        assert danger < calm
