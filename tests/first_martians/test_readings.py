"""Readings where the page leaves something open: those of the facts file by number, then those of our own."""

import pytest

from first_martians.decks import edited, write
from first_martians.table import Table
from marszoo.envs.first_martians import GAME, words
from marszoo.envs.first_martians.state import E_ADVENTURE, E_CARD

pytestmark = pytest.mark.boundscheck
WORKING = {"w_part", "w_two", "w_lab", "w_seek", "w_chain", "w_pick"}


def base(players=2, **options):
    return Table(players, **options).blank()


def night(table):
    return table.put(sols=table["sol"]).ready().rest()


# The numbers of the facts file


def test_1_the_lost_digit_of_the_upgrade_action_is_2():
    table = base().put(sols=1).ready().act("do upgrade 1")
    assert table.may("join upgrade 1")
    table.act("join upgrade 1")
    assert not table.may("join upgrade 1"), "2 pawns are sure"


@pytest.mark.parametrize(("reading", "at"), [(None, 3), ("every_penalty", 3), ("malfunction_icon", 1)])
def test_2_each_active_penalty_counts_unless_the_switch_says_otherwise(reading, at):
    options = {"penalty_counting": reading} if reading else {}
    table = night(base(**options).broken("lab.filter", "lab.hardware", "probe_bay.cpu", "lab.cpu"))
    assert table.of("track")["working"] == at


def test_3_a_marker_that_turns_red_adds_its_die_from_the_next_round():
    table = night(base().track(working=4).broken("lab.filter").deck("w_lab"))
    assert table.of("red")["living"] == 1
    assert table.of("rolled")["living"] == -1


def test_4_a_track_that_a_card_pushes_to_5_is_resolved_at_once_then_the_others_go_on():
    # The Working card pushes the Living marker; its card comes before the System card, which asks nothing.
    table = (
        base()
        .track(working=4, system=4)
        .broken("lab.filter", "farm.filter")
        .deck("w_chain")
        .deck("l_part")
        .deck("s_lose")
    )
    night(table)
    drawn = [table.content.ids["card"][row[2]] for row in table.log if row[0] == E_CARD]
    assert drawn == ["w_chain", "l_part", "s_lose"]


def test_5_red_goes_back_to_green_by_an_effect_only():
    table = (
        base()
        .red("living", "system")
        .event("r_green")
        .put(sols=1)
        .ready()
        .act("do event 1", "do quarters", "join quarters")
    )
    table.rest()
    assert table.changes("red") == {"red": {"living": (1, 0)}}


@pytest.mark.parametrize("penalties", [1, 3, 6])
def test_6_one_card_for_each_trigger_what_is_more_is_lost(penalties):
    parts = (
        "lab.filter",
        "lab.hardware",
        "probe_bay.cpu",
        "working_bay.connector",
        "garage_hall.cpu",
        "garage_hall.hardware",
    )
    table = base().track(working=4).broken(*parts[:penalties]).deck("w_lab", "w_two")
    before = table.cards("deck")
    night(table)
    assert len(before - table.cards("deck")) == 1
    assert table.of("track")["working"] == 0


def test_7_the_box_changes_also_outside_the_phase():
    table = base().track(working=3).deck("w_lab").event("r_track").put(sols=1).ready().act("do event 1", "do quarters")
    table.act("join quarters").rest()
    assert words.PHASES[table["phase"]] == "actions"
    assert table.changes("red", "track") == {"red": {"living": (0, 1)}, "track": {"working": (3, 0)}}


def test_8_a_keyword_that_is_nowhere_after_one_reshuffle_has_no_effect(tmp_path):
    text = edited("event r_seek_kind", "living failure", "living med_lab")
    text = edited("card l_wound", "failure.med_lab", "failure.quiet_place", text)
    content = GAME.content(write(tmp_path, text))
    table = (
        base(content=content).event("r_seek_kind").put(sols=1).ready().act("do event 1", "do quarters", "join quarters")
    )
    table.rest()
    assert set(table.changes()) <= {"open", "left", "place"}
    assert {table.place(id) for id in ("l_gloom", "l_wound", "l_part", "l_stress")} <= {"deck", "discard"}


def test_9_discards_of_a_search_lie_on_the_discard_pile_and_are_shuffled_like_others():
    # Without a match in the deck all of it is discarded; the new deck holds those cards as well, and some come up again.
    searched = {"l_gloom", "l_part"}
    again, drawn = set(), set()
    for seed in range(20):
        table = base(seed=seed).deck(*searched).event("r_seek_kind").put(sols=1).ready()
        table.act("do event 1", "do quarters", "join quarters").rest()
        assert table.place("l_wound") == "discard"
        again |= searched & table.cards("deck")
        drawn |= searched & table.cards("discard")
    assert again == drawn == searched


def test_10_malfunctions_are_places_of_the_track():
    table = night(base().put(listed=1))
    assert table["track"].tolist() == [2, 3, 1]
    assert not table["broken"].any()


def test_11_yellow_orange_red_for_working_living_system():
    assert dict(zip(words.BLOCKS, words.MALFUNCTION_DICE, strict=True)) == {
        "working": "yellow",
        "living": "orange",
        "system": "red",
    }


def test_12_penalties_of_a_facility_that_is_shut_down_do_not_count():
    table = night(base().broken("lab.filter", "probe_bay.cpu").shut("lab", "energy"))
    assert table.of("track")["working"] == 1


def test_13_an_upgrade_that_fails_stays_available_and_the_pawns_are_spent():
    table = base().put(sols=1).coming(("brown", "success", False)).ready().act("do upgrade 1").rest()
    assert table.changes("upgrade") == {}
    assert table["assigned"] in (0, 4), "all pawns were assigned"


# Our own


def test_a_marker_at_5_waits_for_its_card_and_nothing_moves_it_meanwhile():
    # Both effects are resolved while the Living card has not been drawn yet.
    table = (
        base()
        .deck("l_gloom")
        .trigger_after("living")
        .effects_after(0, "event", "r_lower_any", "reward")
        .track(working=2)
    )
    table.ready().idle()
    assert (table.asks, table.legal) == ("marker to move down", {"marker working"})
    table.act("marker working")
    assert table["track"].tolist() == [1, 0, 0]
    table = (
        base()
        .deck("w_lab", "w_two")
        .trigger_after("working")
        .effects_after(0, "event", "r_track", "reward")
        .ready()
        .idle()
    )
    assert len(table.cards("discard") & WORKING) == 4 + 1, "the four that lay there, and one more"


def test_a_part_that_cannot_break_moves_its_track():
    for broken, id in (("lab.cpu", "r_break"), ("farm.cpu", "r_break_unfitted")):
        table = (
            base().broken(broken).event(id).put(sols=1).ready().act("do event 1", "do quarters", "join quarters").rest()
        )
        assert table.of("track")["working"] == 1, id
        assert table.changes("broken") == {}


def test_a_facility_that_is_shut_down_is_not_hit():
    hits = {"r_break": "lab", "r_token_roll": "lab", "r_token_pawn": "probe_bay", "r_dust": "oxygenator_1"}
    for id, f in hits.items():
        kind = "energy"
        table = (
            base().shut(f, kind).event(id).put(sols=1).ready().act("do event 1", "do quarters", "join quarters").rest()
        )
        assert set(table.changes()) <= {"open", "left"}, id


def test_a_shutdown_tile_that_was_turned_over_leaves_the_game():
    # Three oxygen tiles are out and one lies on the Lab: none is left.
    table = (
        base().put(flipped={0: 1, 1: 1, 2: 1}, output={"oxygenator_1": 2}).shut("lab", "oxygen").next_event("r_gain")
    )
    table.ready().rest()
    assert table.legal == {"pay_oxygen"}


def test_adventures_may_come_again():
    # The test deck has one brown adventure; two actions of a round may both bring it.
    for seed in range(80):
        table = base(seed=seed).put(sols=1).ready().act("do construct 3", "do construct 3").rest()
        times = sum(row[0] == E_ADVENTURE for row in table.log)
        if times == 2:
            return
    raise AssertionError("never twice")


def test_a_missing_unit_is_met_as_the_crew_likes():
    table = base().put(output={"oxygenator_1": 2}).next_event("r_gain").ready().rest()
    table.act("pay_oxygen", "facility lab")
    assert table.asks == "assign a pawn"
    assert (table.of("stock")["oxygen"], table.of("shut")["lab"]) == (4, 1)


def test_what_a_step_costs_is_paid_when_it_succeeds_what_a_penalty_costs_when_it_is_tried():
    table = base().put(sols=1).broken("lab.hardware").coming(*[("blue", die, False) for die in words.DICE])
    table.ready().act("do research 2").rest()
    assert table.changes("stock") == {"stock": {"oxygen": (5, 4)}}


def test_a_rover_damaged_on_the_way_still_helps():
    table = base(mission="goals").put(sols=1).broken("garage_hall.hardware").coming(("green", "wound", True)).ready()
    table.act("do explore 1.4", "do quiet", "do quiet", "do quiet", "join explore 1.4")
    assert table["spot"][3] >= 0
    assert table.of("blocked")["froggy"] == 1


def test_an_action_that_became_impossible_is_lost_without_a_comfort():
    # After the first one Stress is 0 and Morale at its top: the second one has nothing to do.
    table = base().put(sols=1, stress=1, morale=3).ready()
    table.act("do quarters", "join quarters", "do quarters", "join quarters").act("calm")
    assert table["over"]
    assert table["stress"] == 0
    assert not table["tokens"].any()


def test_a_red_marker_of_the_mission_is_there_from_the_start():
    table = base(mission="sheet")
    assert table.of("red")["living"] == 1
    assert night(table).of("rolled")["living"] == 3


@pytest.mark.parametrize("difficulty", ["training", "normal", "hard"])
def test_difficulty_scales_the_dice_of_the_pool(difficulty):
    table = night(base(mission="sheet", difficulty=difficulty))
    pool = {b for b, n in table.of("rolled").items() if n >= 0}
    assert pool == {"training": {"living"}, "normal": {"working", "living"}, "hard": set(words.BLOCKS)}[difficulty]
