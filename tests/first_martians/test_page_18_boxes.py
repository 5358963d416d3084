"""Page 18 of the rulebook, sentence by sentence: its boxes on keywords and upgrades. The phase itself: test_page_18.py."""

import pytest

from first_martians.decks import text_of, without, write
from first_martians.table import Table
from marszoo.envs.first_martians import GAME, words

pytestmark = pytest.mark.boundscheck


def base(**options):
    return Table(**options).blank()


def night(table):
    """All pawns idle; the last sol ends, and the game stands still after the Clean-Up."""
    return table.put(sols=table["sol"]).ready().rest()


# Keywords. "Each Malfunction card has a pair of keywords on it (for example: Complication. Lab)."


def test_each_malfunction_card_has_a_pair_of_keywords():
    for row in GAME.shipped.rows["card"]:
        kind, facility = row["keywords"].split(".")
        assert kind in words.KINDS
        assert facility in words.FACILITIES


# "When you're asked to resolve a card with a certain keyword, draw cards one by one until you encounter the one you need."


def asked(table, event):
    """An Event action whose reward asks for a card; then the Crew Quarters ask something, so that the game stands still."""
    table.event(event).ready().act("do event 1", "do quarters", "join quarters").rest()
    return table


def test_draw_cards_one_by_one_until_you_encounter_the_one_you_need():
    drawn = []
    for seed in range(40):
        table = asked(base(seed=seed), "r_seek_kind")
        assert table["wounds"].tolist() == [1, 0, 0, 0], "the failure was found and resolved"
        assert table.place("l_wound") == "discard"
        drawn.append(len(table.cards("discard")))
    assert {1, 2, 3, 4} == set(drawn), "at once, after one, two or three others"
    assert len(drawn) / 7 < drawn.count(1) < len(drawn) / 2.2, "one in four, more or less"


def test_the_keyword_may_be_a_facility():
    table = asked(base(), "r_seek_facility")
    assert table.is_broken("farm.cpu")
    assert table.of("stock")["food"] == 4
    assert table.place("s_farm") == "discard"


# "For example, if you need to resolve 1 Living Block Obstacle card, draw successive Living Block Malfunction cards until you
# encounter one with the Obstacle keyword on it."


def test_the_example_of_the_living_block_obstacle(tmp_path):
    text = text_of().replace('"seek living failure"', '"seek living obstacle"')
    content = GAME.content(write(tmp_path, text))
    for seed in range(10):
        table = asked(base(seed=seed, content=content), "r_seek_kind")
        assert table.changes("broken") == {"broken": {"control_center": (0, 8)}}
        assert table.place("l_part") == "discard"
        assert {table.block_of(id) for id in table.cards("discard")} == {"living"}


# "Resolve that card, discard all the others."


def test_resolve_that_card_discard_all_the_others():
    for seed in range(20):
        table = asked(base(seed=seed), "r_seek_kind")
        others = table.cards("discard") - {"l_wound"}
        if others:
            break
    assert others <= {"l_gloom", "l_part", "l_stress"}
    assert table["morale"] == 0, "no effect of those that were passed over"
    assert table["stress"] == 0
    assert not table["broken"].any()


def test_a_keyword_search_does_not_touch_the_track_or_the_box():
    table = asked(base().track(living=3), "r_seek_kind")
    assert table.of("track") == {"working": 0, "living": 3, "system": 0}
    assert not table["red"].any()


def test_a_card_that_asks_for_another_one():
    table = base().deck("w_seek", "w_lab", "w_two").put(place={5: 2})
    found = 0
    for seed in range(12):
        table = base(seed=seed).deck("w_seek", "w_lab").trigger_after("working").ready().idle()
        if "w_seek" in table.cards("discard"):
            found += 1
            assert table.of("stock")["sample"] == 6, "Complication. Lab was found"
            assert {"w_seek", "w_lab"} <= table.cards("discard")
    assert found >= 3


def test_the_discard_pile_is_shuffled_when_the_deck_runs_out_during_a_search():
    # The card that is needed lies on the discard pile; reading 8.9.
    table = asked(base().deck("l_gloom", "l_part", "l_stress"), "r_seek_kind")
    assert table["wounds"].tolist() == [1, 0, 0, 0]
    assert table.place("l_wound") == "discard"


def test_a_keyword_that_no_card_has_has_no_effect(tmp_path):
    # Reading 8.8: after one reshuffle without a match nothing happens.
    content = GAME.content(write(tmp_path, without("card w_part")))
    table = asked(base(content=content), "r_seek_nothing")
    working = {id for id in content.ids["card"] if table.block_of(id) == "working"}
    assert working <= table.cards("deck") | table.cards("discard"), "no card is lost"
    assert set(table.changes()) <= {"open", "left", "place"}


def test_a_card_found_for_a_facility_that_is_shut_down_is_discarded_unresolved():
    table = asked(base().shut("med_lab", "energy"), "r_seek_kind")
    assert table["wounds"].tolist() == [0, 0, 0, 0]
    assert table.place("l_wound") == "discard"


# Upgrades. "Facilities can be upgraded."


def install(table, pawns=2, k=1, facility="working_bay"):
    """Seat 0 puts its pawns on the Upgrade card; the Crew Quarters come before and the sol ends."""
    table.ready().act(f"do upgrade {k}")
    if pawns == 2:
        table.act(f"join upgrade {k}")
    return table.rest()


UPGRADES = ("generator", "membrane", "drip", "scanner", "rack", "analyser", "probes", "cushions")


@pytest.mark.parametrize("k", range(1, 9))
def test_facilities_can_be_upgraded(k):
    table = install(base().put(sols=1), k=k)
    assert table.changes("upgrade") == {"upgrade": {UPGRADES[k - 1]: (1, 3)}}


# "The game comes with many Upgrade cards, but not all of them may be available in a given mission. When you set up a
# mission, the app specifies how many and which upgrades are available during that mission."


@pytest.mark.parametrize("mission", ["plain", "sheet", "goals", "more_goals"])
def test_the_mission_specifies_which_upgrades_are_available(mission):
    table = base(mission=mission)
    available = set(table.written("mission", mission)["upgrades"])
    assert {id for id, k in zip(UPGRADES, table["upgrade"], strict=True) if k == 1} == available
    assert {a for a in table.legal if a.startswith("do upgrade")} == {
        f"do upgrade {k}" for k, id in enumerate(UPGRADES, 1) if id in available
    }


# "Each upgrade is compatible with only 1 Facility (as indicated by the icon in the bottom right corner of each card)."


def test_each_upgrade_is_compatible_with_only_1_facility():
    # A second Lab step comes of the Lab's upgrade, and not of that of another facility.
    steps = {}
    for id in ("analyser", "probes"):
        table = base().upgrade(id).ready().act("do research 1", "join research 1", "do quiet").idle().rest()
        steps[id] = table["steps"][0]
    assert steps == {"analyser": 2, "probes": 1}


# "The effect of installing a given upgrade is always printed on that Upgrade card."


def test_cancel_the_penalty_of_a_part():
    table = base().broken("control_center.connector").track(living=2).upgrade("generator").ready()
    table.act("do manage").rest()
    assert "stock" not in table.act("marker living").changes("stock"), "the action does not cost 1 energy"


@pytest.mark.parametrize("working", [False, True])
def test_output_is_higher(working):
    table = base().upgrade("membrane", "working" if working else "available").next_event("quiet_hours").ready().rest()
    assert table["sol"] == 2
    assert table.of("stock")["oxygen"] == 5 + working, "8 for 8, and half of the ninth one, rounded up"


@pytest.mark.parametrize("working", [False, True])
def test_a_supply_every_round(working):
    table = base().upgrade("drip", "working" if working else "available").next_event("quiet_hours").ready().rest()
    assert table.of("stock")["food"] == 5 + 2 * working


@pytest.mark.parametrize("working", [False, True])
def test_a_better_result(working):
    table = base().upgrade("scanner", "working" if working else "available").put(wounds={1: 4}).ready()
    table.act("do med", "join med").rest().act("astronaut 1")
    assert table["wounds"][1] == 4 - 2 - working


@pytest.mark.parametrize("working", [False, True])
def test_automatic_with_one_pawn_fewer(working):
    table = (
        base().upgrade("rack", "working" if working else "available").put(sols=1).coming(("brown", "success", False))
    )
    table.ready().act("do construct 3").rest()
    assert table["steps"][2] == working


# "This action requires 1 pawn (if you want to roll the brown dice to determine the outcome) or 2 pawns (if you want your
# action to be automatically successful)."


@pytest.mark.parametrize("success", [False, True])
def test_1_pawn_to_roll_the_brown_dice(success):
    table = (
        base()
        .put(sols=1)
        .coming(("brown", "success", success), ("brown", "wound", False), ("brown", "adventure", False))
    )
    table = install(table, pawns=1)
    assert table.changes("upgrade") == ({"upgrade": {"generator": (1, 3)}} if success else {})


def test_the_dice_are_the_brown_ones():
    # An adventure of the brown dice: 1 Morale token for the astronaut in front.
    table = (
        base().put(sols=1).coming(("brown", "success", True), ("brown", "wound", True), ("brown", "adventure", True))
    )
    table = install(table, pawns=1)
    assert table["wounds"].tolist() == [1, 0, 0, 0]
    assert table["tokens"].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("seed", range(8))
def test_2_pawns_to_be_automatically_successful(seed):
    table = install(base(seed=seed).put(sols=1))
    assert table.changes("upgrade", "wounds", "tokens") == {"upgrade": {"generator": (1, 3)}}


# "Place the pawns on the Upgrade card you wish to install."


def test_the_pawns_are_on_the_upgrade_card():
    table = base().ready().act("do upgrade 3", "join upgrade 3")
    assert (table["jobs"], table["pawns"][0], table["target"][0]) == (1, 2, 2)
    assert not table.may("do upgrade 3"), "the same card cannot be installed twice"
    assert table.may("do upgrade 4")


# "When you successfully resolve this action, remove the Upgrade card from the game. Place the corresponding Upgrade tile in
# the Pending area of the Cargo Bay. It becomes operational during the Clean-Up phase."


def test_remove_the_upgrade_card_from_the_game():
    table = install(base().next_event("quiet_hours"))
    assert table["sol"] == 2
    assert not table.may("do upgrade 1")
    assert table.may("do upgrade 2")


def test_without_success_the_card_stays_available():
    # Reading 8.13: the pawns are spent.
    table = base().next_event("quiet_hours").coming(("brown", "success", False))
    table = install(table, pawns=1)
    assert table["sol"] == 2
    assert table.may("do upgrade 1")


def test_the_tile_lies_in_the_pending_area_until_the_clean_up_phase():
    table = base().track(working=4).broken("lab.filter").deck("w_pick").put(sols=1)
    table = install(table)
    assert words.PHASES[table["phase"]] == "malfunction"
    assert table.changes("upgrade") == {"upgrade": {"generator": (1, 2)}}
    table.act("astronaut 0")
    assert table.changes("upgrade") == {"upgrade": {"generator": (1, 3)}}


def test_it_becomes_operational_during_the_clean_up_phase():
    # Installed in the Action phase, the penalty it cancels still counts in the Malfunction phase of the same round.
    table = base().broken("control_center.connector").next_event("calm_sol")
    table = install(table)
    assert table["sol"] == 2
    assert table.of("track")["living"] == 1
    table = night(table)
    assert table.of("track")["living"] == 1, "from the next round on it does not"
