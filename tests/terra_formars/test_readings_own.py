"""Readings that the list of ambiguities does not number and the game's docstring states."""

import numpy as np
import pytest

from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.state import AFTER_DAMAGE, AFTER_PURCHASE, AFTER_ROLL, AT_END, BEFORE_ROLL
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


def test_the_dying_cockroach_cannot_be_entered():
    table = Table(3).slots("c42", "c36", "c39", hurt=(5,)).hand(1, "s17").dice("W").spending().act("attack", "pass")
    assert table.top == "react 1: after damage, 1 passed"
    assert table.act("card s17").legal == {"slot 2"}


def test_who_leaves_the_dying_cockroach_in_time_is_not_moved_again():
    table = Table(3).slots("c42", "c36", "c39", hurt=(5,)).markers(0, 0, 2).hand(1, "s17").dice("W").spending()
    table.act("attack", "pass", "card s17", "slot 1")
    assert table.top == "place 0: kill, marker of 0"
    table.act("slot 0")
    assert table["marker"].tolist()[:3] == [0, 1, 2]


def test_the_talent_at_the_end_of_the_turn_is_that_of_the_cockroach_one_fights_then():
    table = Table().slots("c45", "c36", hurt=(3, 2)).dice("W").spending().act("attack", "slot 1")
    assert table["hurt"][1] == 0
    table = Table().slots("c45", "c36", hurt=(3, 2)).dice("W").spending().act("attack", "slot 0")
    assert table["hurt"][1] == 2


def test_points_and_loot_come_before_the_reactions_and_these_before_the_replacement():
    table = Table().slots("c46", "c36", hurt=(8,)).markers(0, 0).nest("c45").hand(1, "s18").dice("W").spending()
    table.act("attack")
    kills = table["kills"]
    assert table.changes() == {
        "part": (2, 3),
        "kills": (kills - 1, kills),
        "points": {0: (0, 5), 1: (0, 1)},
        "stars": {1: (0, 1)},
        "wounds": {1: (0, 1)},
        "hurt": {0: (8, 9)},
        "dying": (-1, 0),
        "stack": ["turn: replace", "react 1: after damage, 1 passed"],
    }


def test_payment_takes_special_dice_then_locked_dice_then_what_is_not_on_dice_then_dice_without_danger():
    table = Table().row("s15", "s24", "s28").dice("SD", "*S", "**").special("*").put(bonus_stars=1).spending()
    table.act("card s24")
    assert table["paid_special"].tolist() == [1, 0, 0]
    assert table["bonus_stars"] == 0
    assert not table["paid_stars"].any()
    table.act("card s15")
    assert table["paid_stars"].tolist() == [0, 0, 1, 0, 0, 0], "the die that shows more of it"


def test_payment_spares_dice_that_show_a_danger():
    table = Table().heroes("h02", "h01").dice("SD", "**", "*S").pile("s21").spending().act("technique")
    assert table["paid_serums"].tolist() == [0, 0, 1, 0, 0, 0]


def test_a_window_is_closed_when_all_have_passed_in_a_row():
    table = Table(3).hand(0, "s17").hand(1, "s17_b").hand(2, "s18").holding(0, points=1).dice("W").window(AFTER_ROLL)
    table.act("pass", "pass")
    assert table.top == "react 2: after a roll, 2 passed"
    table.act("card s18")
    assert table.top == "react 0: after a roll, 0 passed", "a card played opens a new window"
    table.act("pass", "pass")
    assert table.top == "rival 2: effect 18, value 1", "seat 2 has no card left"


def test_no_window_opens_after_tokens_equipment_or_toll():
    table = Table().slots("c48", "c36").hand(1, "s17").equip(0, "e06", "e10").holding(0, stars=1, wounds=1)
    table.dice("**", "*W").spending().act(
        "star_token", "wound_token", "card e06", "card e10", "star_to_wound", "pay_toll"
    )
    assert table.top == "spend 0"


def test_no_window_after_an_attack_that_inflicts_nothing():
    table = Table().hand(1, "s17").dice("SD").spending().act("attack", "pass")
    assert table.top == "react 1: end of the turn, 1 passed"


@pytest.mark.parametrize("window", [AFTER_PURCHASE, AFTER_DAMAGE, AT_END])
def test_a_window_asks_clockwise_from_the_active_player(window):
    table = Table(4, auto_pass=False).turn_of(2).dice("W")
    for seat, card in enumerate(("s21", "s22", "s26", "s25")):
        table.hand(seat, card)
    table.window(window)
    asked = []
    while table.top.startswith("react") and len(asked) < 4:
        asked.append(table.player)
        table.act("pass")
    assert asked == [2, 3, 0, 1]


def test_nothing_of_a_turn_outlives_it():
    fresh = Table().hand(1, "s17").window(BEFORE_ROLL, seat=1)
    flags = ("all_ignored", "talent_ignored", "stars_lost", "serums_lost", "toll_paid", "rerolled")
    counts = ("fewer", "bonus_stars", "bonus_serums", "bonus_wounds", "dangers_ignored")
    table = Table().hand(1, "s17").equip(0, "e06").dice("**", "*S", "*W", "SD", "WD", "W").special("**SWD")
    table.put(**dict.fromkeys(flags, 1), **dict.fromkeys(counts, 2), used={table.supports.index("e06"): 1})
    table.put(paid_stars={0: 1}, paid_serums={1: 1}, paid_wounds={2: 1}, paid_special={0: 1, 1: 1, 2: 1})
    table.window(AT_END, seat=1).act("pass")
    assert table.top == "react 1: before the roll, 0 passed"
    for field in (
        *flags,
        *counts,
        "face",
        "paid_stars",
        "paid_serums",
        "paid_wounds",
        "special",
        "paid_special",
        "used",
    ):
        np.testing.assert_array_equal(table[field], fresh[field], err_msg=field)


def test_everyone_sees_that_equipment_was_used_this_turn():
    def shown(table, seat):
        out = np.zeros(GAME.observation.width(2), np.float32)
        GAME.kernels.observe(table.states, 0, table.content.tables, seat, out)
        return GAME.observation.views(out, 2)["equipment"][seat].tolist()  # of seat 0: the observer, or the next one

    table = Table().equip(0, "e06").dice("W").spending()
    extra_wound = 1  # effect 06 is the second of the equipment
    assert [shown(table, seat)[extra_wound] for seat in (0, 1)] == [0.5, 0.5]
    table.act("card e06")
    assert [shown(table, seat)[extra_wound] for seat in (0, 1)] == [0.25, 0.25]


def shown(table, seat, segment):
    out = np.zeros(GAME.observation.width(2), np.float32)
    GAME.kernels.observe(table.states, 0, table.content.tables, seat, out)
    return GAME.observation.views(out, 2)[segment]


@pytest.mark.parametrize(
    ("roach", "talent", "hurt", "dice", "left", "spare"),
    [
        ("c42", 42, 5, ("W",), 0, 0),
        ("c42", 42, 3, ("W",), 2, 0),
        ("c42", 42, 5, ("W", "W", "W"), 0, 2),
        # Talent 43 takes one Wound away for each Danger.
        ("c43", 43, 5, ("W", "W", "SD"), 1, 0),
    ],
)
def test_everyone_sees_what_an_attack_of_the_active_seat_would_come_to(roach, talent, hurt, dice, left, spare):
    table = Table().slots(roach, "c36", hurt=(hurt,)).markers(0, 1).dice(*dice).spending()
    for seat in (0, 1):
        target = shown(table, seat, "target")
        assert np.flatnonzero(target[:13]).tolist() == [talent - 36]
        np.testing.assert_allclose(target[13:], [left / 12, spare / 12, left == 0, 3 / 8], rtol=1e-6)


def test_everyone_sees_how_far_each_seat_is_from_its_kill_by_what_is_known():
    table = Table().slots("c42", "c43", hurt=(4,)).markers(0, 1).hand(0, "s16").spending()
    wounds = shown(table, 0, "reach")[0, 2] * 12
    assert wounds == pytest.approx(2), "s16 inflicts 2 Wounds"
    for seat in (0, 1):
        np.testing.assert_allclose(shown(table, seat, "reach")[seat], [2 / 12, 3 / 8, 2 / 12], rtol=1e-6)
        np.testing.assert_allclose(shown(table, seat, "reach")[1 - seat], [7 / 12, 3 / 8, 0], rtol=1e-6)
    hidden = Table().slots("c42", "c43", hurt=(4,)).markers(0, 1).hand(0, "s16", known=False).spending()
    assert shown(hidden, 0, "reach")[0, 2] > 0
    assert shown(hidden, 1, "reach")[1, 2] == 0
