"""Effects 15–28: each squad card, played from the hand in a prepared state, and the moments at which it is of use."""

import pytest

from marszoo.envs.terra_formars.state import (
    AFTER_DAMAGE,
    AFTER_PURCHASE,
    AFTER_ROLL,
    AT_END,
    AT_TOTAL,
    BEFORE_ROLL,
    WINDOWS,
)
from terra_formars.decks import changed
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


def played(card, seat=0):
    """What playing a known card from the hand changes in any case."""
    return {"place": {card: (f"hand {seat}", "discard")}, "known": {card: (1, 0)}}


def test_15_makes_one_opponent_destroy_one_equipment():
    table = Table(3).hand(0, "s15").equip(0, "e08").equip(1, "e06", "e07").spending().act("card s15")
    assert table.legal == {"rival 1"}, "seat 2 has no equipment"
    table.act("rival 1")
    assert table.top == "equipment 1: of 1, destroy"
    assert table.legal == {"card e06", "card e07"}, "the opponent chooses among his own"
    table.act("card e07")
    places = {"s15": ("hand 0", "discard"), "e07": ("table 1", "discard")}
    assert table.changes() == {"place": places, "known": {"s15": (1, 0)}}


def test_15_is_of_no_use_when_no_opponent_has_equipment():
    assert not Table().hand(0, "s15").equip(0, "e08").spending().may("card s15")


def test_16_inflicts_two_more_wounds():
    table = Table().hand(0, "s16").dice("W").spending().act("card s16")
    assert table.changes() == {**played("s16"), "bonus_wounds": (0, 2)}


def test_16_carries_a_value_and_one_copy_is_three():
    table = Table().hand(0, "s16_3").dice("W").spending().act("card s16_3")
    assert table.changes() == {**played("s16_3"), "bonus_wounds": (0, 3)}


def test_16_adds_to_the_damage_when_played_as_the_wounds_are_declared():
    table = Table().slots("c42", "c36").hand(0, "s16").dice("W").window(AT_TOTAL).act("card s16")
    assert table["hurt"][0] == 3


def test_17_changes_the_objective_of_the_active_player():
    table = Table(3).hand(0, "s17").dice("W").spending().act("card s17")
    assert table.top == "place 0: card, marker of 0"
    assert table.legal == {"slot 1", "slot 2"}, "another one"
    table.act("slot 2")
    assert table.changes() == {**played("s17"), "marker": {0: (0, 2)}}


def test_17_changes_the_objective_of_another_in_reaction():
    table = Table(3).hand(2, "s17").dice("W").window(AFTER_ROLL, seat=2).act("card s17")
    assert table.top == "place 2: card, marker of 2"
    table.act("slot 0")
    assert table.changes() == {
        **played("s17", seat=2),
        "marker": {2: (2, 0)},
        "stack": ["turn: total", "spend 0"],
    }


def test_17_before_the_attack_turns_the_wounds_to_the_new_objective():
    table = Table().slots("c42", "c36").hand(0, "s17").hand(1, "s17_b").dice("W", "W").window(AT_TOTAL)
    table.act("card s17", "pass", "slot 1")
    assert table.top == "react 1: after damage, 1 passed"
    assert list(table["hurt"][:2]) == [0, 2]


def test_17_is_of_no_use_when_the_only_other_cockroach_is_taken_and_solitary():
    assert not Table().slots("c36", "c44").hand(0, "s17").spending().may("card s17")


def test_18_steals_one_victory_point_from_one_opponent():
    table = Table(3).hand(0, "s18").holding(0, points=2).holding(1, points=4).spending().act("card s18")
    assert table.legal == {"rival 1"}, "seat 2 has nothing to steal"
    table.act("rival 1")
    assert table.changes() == {**played("s18"), "points": {0: (2, 3), 1: (4, 3)}}


def test_18_takes_no_more_than_there_is(tmp_path):
    deck = changed(tmp_path, ('effect = "steal_points"\nvalue = 1', 'effect = "steal_points"\nvalue = 3'))
    table = Table(content=deck).hand(0, "s18").holding(1, points=2).spending().act("card s18", "rival 1")
    assert table["points"].tolist()[:2] == [2, 0]
    table = Table(content=deck).hand(0, "s18").holding(1, points=5).spending().act("card s18", "rival 1")
    assert table["points"].tolist()[:2] == [3, 2]


def test_18_is_of_no_use_when_nobody_has_points():
    assert not Table().hand(0, "s18").holding(0, points=2).spending().may("card s18")


def test_19_exchanges_the_cockroach_one_fights_with_one_of_the_pile():
    table = Table().slots("c43", "c36", hurt=(4,)).markers(0, 0).nest("c45").hand(0, "s19").spending().act("card s19")
    assert table.changes() == {
        **played("s19"),
        "lair": {"c43": ("face up", "pile"), "c45": ("pile", "face up")},
        "returned": {"c43": (0, 1)},
        "slot": {0: ("c43", "c45")},
        "hurt": {0: (4, 0)},
    }
    assert list(table["marker"][:2]) == [0, 0], "the markers stay"


def test_19_exchanges_the_cockroach_of_who_plays_it_in_anothers_turn():
    table = (
        Table().slots("c43", "c36", hurt=(4, 2)).nest("c45").hand(1, "s19").window(AFTER_ROLL, seat=1).act("card s19")
    )
    assert table.roach_in(0) == "c43"
    assert table.roach_in(1) == "c45"
    assert list(table["hurt"][:2]) == [4, 0]


def test_19_never_turns_up_the_cockroach_that_goes_back():
    for seed in range(8):
        table = Table(seed=seed).slots("c43", "c36").nest("c45", "c37").hand(0, "s19").spending().act("card s19")
        assert table.roach_in(0) in ("c45", "c37")


def test_19_works_while_a_kill_waits_for_its_replacement():
    # One cockroach is left in the pile: it is exchanged with the living one, which then replaces the dead.
    table = (
        Table().slots("c45", "c36", hurt=(3, 5)).nest("c37").hand(1, "s19").dice("W").spending().act("attack", "pass")
    )
    assert table.top == "react 1: after damage, 1 passed"
    assert table.may("card s19")
    table.act("card s19")
    assert table.roach_in(1) == "c37"
    assert table.roach_in(0) == "c36"
    assert list(table["hurt"][:2]) == [0, 0]
    assert table["over"] == 0


def test_19_cannot_take_away_the_dying_cockroach():
    table = Table().slots("c45", "c36", hurt=(3,)).markers(0, 0).hand(1, "s19", "s17").dice("W").spending()
    table.act("attack", "pass")
    assert table.top == "react 1: after damage, 1 passed"
    assert table.legal == {"card s17", "pass"}


def test_19_is_of_no_use_when_the_pile_is_empty():
    assert not Table().nest().hand(0, "s19").spending().may("card s19")


def test_20_rolls_the_special_die():
    table = Table().hand(0, "s20").dice("W").coming("*WW", die="special").spending().act("card s20")
    assert table.changes() == {**played("s20"), "special": {0: (0, 1), 2: (0, 2)}}


def test_20_costs_no_serum_and_may_follow_a_paid_roll():
    table = Table().hand(0, "s20", "s20_b").dice("SD", "SD", "*S").coming("**", "*S", "WW", die="special").spending()
    table.act("special_die", "card s20", "card s20_b")
    assert list(table["special"]) == [3, 1, 2, 0]
    assert list(table["paid_serums"]) == [1, 1, 1, 0, 0, 0]


def test_20_rolls_between_the_total_and_the_damage():
    table = (
        Table()
        .slots("c42", "c36")
        .hand(0, "s20")
        .dice("W")
        .coming("WWW", die="special")
        .window(AT_TOTAL)
        .act("card s20")
    )
    assert table["hurt"][0] == 4


def test_21_takes_two_dice_from_the_roll_of_the_active_player():
    table = Table().hand(1, "s21").window(BEFORE_ROLL, seat=1).act("card s21")
    assert table.legal == {"rival 0"}
    table.act("rival 0")
    assert table.changes(but=("face",)) == {
        **played("s21", seat=1),
        "fewer": (0, 2),
        "part": (1, 2),
        "stack": ["turn: total", "spend 0"],
    }
    assert (table["face"] >= 0).tolist() == [True, True, True, True, False, False]


def test_21_twice_takes_four_dice_and_only_in_this_turn():
    table = Table(3).hand(1, "s21").hand(2, "s21_b").window(BEFORE_ROLL, seat=1)
    table.act("card s21", "card s21_b", "rival 0", "rival 0")
    assert (table["face"] >= 0).sum() == 2
    table.end_turn()
    assert table["fewer"] == 0
    assert (table["face"] >= 0).sum() == 6


def test_22_takes_the_serums_on_the_dice():
    table = Table().hand(1, "s22").dice("SD", "*S", "SD").window(AFTER_ROLL, seat=1).act("card s22", "rival 0")
    assert table.changes() == {**played("s22", seat=1), "serums_lost": (0, 1), "stack": ["turn: total", "spend 0"]}
    assert not table.may("special_die")


def test_22_leaves_serums_that_are_not_on_the_dice_and_lasts_for_the_turn():
    table = Table().hand(1, "s22").dice("SD").put(bonus_serums=3).window(AFTER_ROLL, seat=1).act("card s22", "rival 0")
    assert table.may("special_die")
    table.coming("*S", die="special").act("special_die")
    assert table["special"][1] == 1, "later Serums on dice are ignored too"
    assert not table.put(bonus_serums=2).look().may("special_die")
    assert table.end_turn()["serums_lost"] == 0


def test_22_leaves_the_stars():
    table = Table().hand(1, "s22").row("s24", "s25", "s28").dice("*S", "*S").window(AFTER_ROLL, seat=1)
    assert table.act("card s22", "rival 0").may("card s24")


def test_23_steals_one_equipment_that_stays_at_work():
    table = Table(3).hand(0, "s23").equip(1, "e06", "e09").equip(2, "e12").spending().act("card s23")
    assert table.legal == {"rival 1", "rival 2"}
    table.act("rival 1")
    assert table.top == "equipment 0: of 1, steal"
    assert table.legal == {"card e06", "card e09"}, "the thief chooses"
    table.act("card e06")
    places = {"s23": ("hand 0", "discard"), "e06": ("table 1", "table 0")}
    assert table.changes() == {"place": places, "known": {"s23": (1, 0)}}
    assert table.may("card e06")


def test_23_does_not_take_cards_in_hand():
    assert not Table().hand(0, "s23").hand(1, "s16").spending().may("card s23")


def test_24_makes_one_opponent_discard_the_hand_but_not_equipment():
    table = Table(3).hand(0, "s24", "s26").hand(1, "s21", "s22").equip(1, "e06").spending().act("card s24")
    assert table.legal == {"rival 1"}, "seat 2 holds nothing"
    table.act("rival 1")
    assert table.changes() == {
        "place": {"s24": ("hand 0", "discard"), "s21": ("hand 1", "discard"), "s22": ("hand 1", "discard")},
        "known": {"s24": (1, 0), "s21": (1, 0), "s22": (1, 0)},
    }


def test_24_that_meets_an_empty_hand_does_nothing():
    table = Table().hand(0, "s24").hand(1, "s17").spending().act("card s24")
    assert table.player == 1, "a card may be played in response"
    table.act("card s17", "slot 0")
    assert table.changes() == {
        "place": {"s24": ("hand 0", "discard"), "s17": ("hand 1", "discard")},
        "known": {"s24": (1, 0), "s17": (1, 0)},
        "marker": {1: (1, 0)},
    }


def test_25_makes_one_opponent_discard_all_bonus_tokens():
    table = Table(3).hand(0, "s25").holding(1, points=3, stars=2, wounds=4).holding(2, points=1).holding(0, stars=1)
    table.spending().act("card s25")
    assert table.legal == {"rival 1"}, "Victory Points are no Bonus tokens"
    table.act("rival 1")
    assert table.changes() == {**played("s25"), "stars": {1: (2, 0)}, "wounds": {1: (4, 0)}}


def test_25_is_of_no_use_without_tokens():
    assert not Table().hand(0, "s25").holding(1, points=3).holding(0, stars=2).spending().may("card s25")


def test_26_takes_the_stars_on_the_dice():
    table = Table().hand(1, "s26").row("s24", "s25", "s28").dice("**", "*W").window(AFTER_ROLL, seat=1)
    table.act("card s26", "rival 0")
    assert table.changes() == {**played("s26", seat=1), "stars_lost": (0, 1), "stack": ["turn: total", "spend 0"]}
    assert not table.may("card s24")


def test_26_leaves_kept_stars_and_wounds():
    table = Table().slots("c42", "c36").hand(1, "s26").row("s15", "s25", "s28").dice("*W").holding(0, stars=1)
    table.window(AFTER_ROLL, seat=1).act("card s26", "rival 0", "star_token")
    assert table.may("card s15")
    table.act("attack")
    assert table["hurt"][0] == 1


def test_26_cannot_take_stars_that_are_spent():
    table = Table().hand(1, "s26").row("s24", "s25", "s28").dice("**").spending().act("card s25")
    assert table.top == "spend 0", "no Star is left to take, so seat 1 is not asked"


def test_27_ignores_all_dangers():
    table = Table().slots("c43", "c36").hand(0, "s27").dice("WD", "WD", "SD", "W").spending().act("card s27")
    assert table.changes() == {**played("s27"), "all_ignored": (0, 1)}
    table.act("attack")
    assert table["hurt"][0] == 3


def test_27_counts_for_later_rolls_of_the_turn():
    table = (
        Table().heroes("h01", "h02").slots("c45", "c36").hand(0, "s27").row("s24", "s25", "s28").dice("**", "SD", "W")
    )
    table.coming("WD").spending().act("card s27", "reroll", "die 2")
    assert table.may("card s24")
    assert table.end_turn()["all_ignored"] == 0


def test_28_makes_every_opponent_destroy_one_equipment():
    table = (
        Table(4).hand(0, "s28").equip(0, "e05").equip(1, "e06", "e07").equip(3, "e08", "e09").spending().act("card s28")
    )
    assert table.stack[2:] == ["equipment 3: of 3, destroy", "equipment 1: of 1, destroy"]
    assert table.legal == {"card e06", "card e07"}
    table.act("card e06")
    assert table.legal == {"card e08", "card e09"}
    table.act("card e09")
    assert table.changes() == {
        "place": {"s28": ("hand 0", "discard"), "e06": ("table 1", "discard"), "e09": ("table 3", "discard")},
        "known": {"s28": (1, 0)},
    }


def test_28_goes_clockwise_from_who_plays_it():
    table = Table(3).hand(2, "s28").equip(0, "e06").equip(1, "e07").window(AT_END, seat=2).act("card s28")
    assert [frame for frame in table.stack if "equipment" in frame] == [
        "equipment 1: of 1, destroy",
        "equipment 0: of 0, destroy",
    ]


def test_28_is_of_no_use_when_only_its_player_has_equipment():
    assert not Table().hand(0, "s28").equip(0, "e05").spending().may("card s28")


ROLLED = {AFTER_ROLL, AFTER_PURCHASE, AT_TOTAL}
ALWAYS = {*ROLLED, BEFORE_ROLL, AFTER_DAMAGE, AT_END}
USEFUL = {
    # card: (windows in which the active player may use it, windows in which another may)
    "s15": (ALWAYS, ALWAYS),
    "s16": (ROLLED, set()),
    "s17": (ALWAYS, ALWAYS),
    "s18": (ALWAYS, ALWAYS),
    "s19": (ALWAYS, ALWAYS),
    "s20": (ROLLED, set()),
    "s21": (set(), {BEFORE_ROLL}),
    "s22": (set(), ROLLED),
    "s23": (ALWAYS, ALWAYS),
    "s24": (ALWAYS, ALWAYS),
    "s25": (ALWAYS, ALWAYS),
    "s26": (set(), ROLLED),
    "s27": (ROLLED, set()),
    "s28": (ALWAYS, ALWAYS),
}


def windows_offering(card, seat, **options):
    """The windows in which `seat` may play the card, in the turn of seat 0, on a table where everybody has everything."""
    found = set()
    for window in range(len(WINDOWS)):
        table = Table(**options).hand(seat, card, "s17_b").hand(1 - seat, "s16_b").equip(0, "e05").equip(1, "e06")
        table.holding(0, points=1, stars=1).holding(1, points=1, stars=1)
        if window != BEFORE_ROLL:
            table.dice("*S", "WD", "SD")
        if table.window(window, seat=seat).may(f"card {card}"):
            found.add(window)
    return found


@pytest.mark.parametrize("card", USEFUL)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_is_offered_in_the_windows_in_which_it_does_something(card, seat):
    assert windows_offering(card, seat) == USEFUL[card][seat]


@pytest.mark.parametrize("card", USEFUL)
@pytest.mark.parametrize("seat", [0, 1])
def test_without_auto_pass_a_card_may_be_played_in_any_window(card, seat):
    assert windows_offering(card, seat, auto_pass=False) == ALWAYS


@pytest.mark.parametrize("card", ["s15", "s18", "s19", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "s28"])
def test_a_card_without_effect_is_just_discarded(card):
    table = Table(auto_pass=False).nest().hand(0, card).dice("W").spending().act(f"card {card}")
    assert table.changes() == played(card)


def test_a_card_without_effect_out_of_time_is_just_discarded():
    for card in ("s16", "s20"):
        table = (
            Table(auto_pass=False).hand(0, card, "s17").dice("W").window(AT_END).act(f"card {card}").pass_until("spend")
        )
        assert table["bonus_wounds"] == 0
        assert not table["special"].any()
        assert table.place(card) == "discard"
