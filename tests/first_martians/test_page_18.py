"""Page 18 of the rulebook, sentence by sentence, in its order: the Malfunction phase. Its boxes: test_page_18_boxes.py.

The dice of the test deck always show the same: yellow 2, orange 3, red 1.
"""

import numpy as np
import pytest

from first_martians.table import BLOCKS, Table
from marszoo.envs.first_martians import GAME, words
from marszoo.envs.first_martians.state import ENDINGS, LAST

pytestmark = pytest.mark.boundscheck
SHOWS = {"working": 2, "living": 3, "system": 1}
NEXT = {"working": "living", "living": "system", "system": "working"}
HARMLESS = {"working": "w_lab", "living": "l_gloom", "system": "s_lose"}
"""A card of each block that leaves the tracks alone."""
PENALTIES = {
    "working": [
        "lab.filter",
        "lab.hardware",
        "working_bay.hardware",
        "probe_bay.cpu",
        "garage_hall.cpu",
        "probe_bay.hardware",
    ],
    "living": ["quiet_place.cpu", "crew_quarters.filter", "med_lab.cpu", "control_center.cpu"],
    "system": ["oxygenator_1.filter", "solar_panel_1.connector", "farm.hardware", "farm.filter"],
}
"""Parts of each block with a penalty, of many kinds."""


def base(**options):
    return Table(**options).blank()


def night(table):
    """All pawns idle; the last sol ends, and the game stands still after the Clean-Up."""
    table.put(sols=table["sol"]).ready().rest()
    assert table.asks == "over" or table["phase"] == words.MALFUNCTION_PHASE
    return table


def sheet(table, *blocks):
    """The mission sheet says that the dice of these blocks are rolled."""
    return table.put(listed={block: int(block in blocks) for block in BLOCKS})


# "In the Malfunction phase, you roll the Malfunction dice and resolve their effects, adding them to the current
# Malfunctions."


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("current", [0, 1])
def test_you_roll_the_malfunction_dice_adding_them_to_the_current_malfunctions(block, current):
    table = night(sheet(base(), block).track(**{block: current}))
    assert table.of("rolled")[block] == SHOWS[block]
    assert table.of("track")[block] == current + SHOWS[block]


def test_malfunctions_are_not_broken_parts():
    table = night(sheet(base(), *BLOCKS).put(threshold=0))
    assert table["track"].sum() == 6
    assert not table["broken"].any(), "reading 8.10: the tracks move, and no status marker does"
    assert table["ending"] == ENDINGS.index("out of sols"), "not too many broken parts"


# "Each track has 6 spaces numbered 0-5."


@pytest.mark.parametrize("block", BLOCKS)
def test_each_track_has_6_spaces_numbered_0_to_5(block):
    assert LAST == 5
    for at in range(5):
        table = night(base().track(**{block: at}))
        assert table.of("track")[block] == at, "a marker stays on each of the places 0 to 4"
    table = night(base().track(**{block: 4}).deck(HARMLESS[block]).broken(PENALTIES[block][0]))
    assert table.of("track")[block] == 0, "and not on place 5"


# "The Malfunction box in the bottom right corner of the main board tells you which Facilities are in danger of malfunction."


@pytest.mark.parametrize("block", BLOCKS)
def test_the_malfunction_box_tells_you_which_facilities_are_in_danger(block):
    table = night(base().red(block))
    assert {b for b, n in table.of("rolled").items() if n >= 0} == {block}
    assert {b for b, n in table.of("track").items() if n} == {block}


# "First, assemble your pool of Malfunction dice for this round. Consult the mission sheet to see which Malfunction dice
# (if any) must be rolled."


@pytest.mark.parametrize("listed", [(), ("working",), ("living", "system"), BLOCKS])
def test_consult_the_mission_sheet_to_see_which_dice_must_be_rolled(listed):
    table = night(sheet(base(), *listed).red())
    assert {b for b, n in table.of("rolled").items() if n >= 0} == set(listed)
    assert table.of("track") == {b: SHOWS[b] if b in listed else 0 for b in BLOCKS}


def test_if_any_must_be_rolled():
    table = night(sheet(base()).red())
    assert (table["rolled"] == -1).all()
    assert not table["track"].any()


def test_the_sheet_of_the_mission_is_the_one_that_is_played():
    table = base(mission="sheet")
    assert table.of("listed") == {"working": 1, "living": 0, "system": 0}
    assert table.of("red") == {"working": 0, "living": 1, "system": 0}
    night(table)
    assert {b for b, n in table.of("rolled").items() if n >= 0} == {"working", "living"}


# "Then, check the Malfunction box to see which dice to add to the pool - unless they are already in that pool (a red
# marker = add that die; a green marker = don't add that die)."


@pytest.mark.parametrize("listed", [(), ("working",), ("system", "working")])
@pytest.mark.parametrize("red", [(), ("working",), ("living",), ("living", "system")])
def test_a_red_marker_adds_that_die_a_green_one_does_not(listed, red):
    table = night(sheet(base(), *listed).red(*red))
    assert {b for b, n in table.of("rolled").items() if n >= 0} == {*listed, *red}


@pytest.mark.parametrize("block", BLOCKS)
def test_unless_they_are_already_in_that_pool(block):
    table = night(sheet(base(), block).red(block))
    assert table.of("track")[block] == SHOWS[block], "one die, not two"


def test_a_marker_turned_red_adds_its_die_from_the_next_round():
    # Reading 8.3: the pool is assembled before anything is rolled.
    table = sheet(base(), "working").track(working=4).deck("w_lab").next_event("quiet_hours")
    table.ready().rest()
    assert table["sol"] == 2
    assert table.of("rolled") == {"working": 2, "living": -1, "system": -1}
    assert table.of("red") == {"working": 0, "living": 1, "system": 0}
    before = table.of("track")["living"]
    night(table)
    assert table.of("rolled") == {"working": 2, "living": 3, "system": -1}
    assert table.of("track")["living"] == before + 3


# "Roll all dice from this pool."


def test_roll_all_dice_from_this_pool():
    table = night(sheet(base(), "working", "living").red("system"))
    assert table.of("rolled") == SHOWS
    assert table.of("track") == SHOWS


def test_dice_are_rolled_fairly():
    content = GAME.shipped
    seen = {block: set() for block in BLOCKS}
    for seed in range(60):
        table = base(seed=seed, content=content, mission=content.ids["mission"][0], difficulty="hard")
        night(table)
        for block, n in table.of("rolled").items():
            seen[block].add(n)
    faces = np.asarray(content.tables["malfunction"])
    assert seen == {block: set(faces[k].tolist()) for k, block in enumerate(BLOCKS)}


# "Then, for each Block: add +1 for each active penalty in that Block to what you rolled on the corresponding die."


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_add_1_for_each_active_penalty_in_that_block_to_what_you_rolled(block, n):
    rolled = {"working": 0, "living": 0, "system": 1}[block]
    table = base().deck("w_lab").deck("l_gloom").deck("s_lose")
    if rolled:
        sheet(table, block)
    table = night(table.broken(*PENALTIES[block][:n]))
    assert table.of("track")[block] == rolled + n
    assert all(at == 0 for b, at in table.of("track").items() if b != block), "only that Block"


@pytest.mark.parametrize(("f", "part"), [(f, p) for fs in PENALTIES.values() for f, p in (x.split(".") for x in fs)])
def test_every_kind_of_penalty_adds_1(f, part):
    table = night(base().broken(f"{f}.{part}"))
    block = BLOCKS[words.BLOCK_OF[words.FACILITIES.index(f)]]
    assert table.of("track")[block] == 1


@pytest.mark.parametrize(
    "part", ["lab.cpu", "garage_hall.connector", "control_center.filter", "oxygenator_2.hardware", "farm.cpu"]
)
def test_a_broken_part_without_a_penalty_adds_nothing(part):
    table = night(base().broken(part))
    assert not table["track"].any()


def test_a_penalty_that_an_upgrade_cancels_is_not_active():
    table = night(base().broken("control_center.connector").upgrade("generator"))
    assert table.of("track")["living"] == 0
    assert table.is_broken("control_center.connector"), "the part still counts as broken"


def test_penalties_of_a_facility_that_is_shut_down_are_not_active():
    # Reading 8.12.
    for kinds in (["oxygen"], ["energy"], ["oxygen", "energy"]):
        table = night(base().broken("lab.filter", "lab.hardware", "working_bay.connector").shut("lab", *kinds))
        assert table.of("track")["working"] == 1, "that of the Working Bay alone"


def test_only_penalties_with_the_malfunction_icon_under_the_other_reading():
    broken = ("lab.filter", "lab.hardware", "probe_bay.cpu", "control_center.cpu", "med_lab.cpu", "farm.filter")
    table = night(base(penalty_counting="malfunction_icon").broken(*broken))
    assert table.of("track") == {"working": 1, "living": 1, "system": 0}
    table = night(base(penalty_counting="every_penalty").broken(*broken))
    assert table.of("track") == {"working": 3, "living": 2, "system": 1}


# "If you didn't roll a given die, the base result for that Block is 0, but you must still add all active penalties from
# that Block."


@pytest.mark.parametrize("block", BLOCKS)
def test_without_the_die_the_base_result_is_0_but_all_active_penalties_are_added(block):
    others = [b for b in BLOCKS if b != block]
    table = night(sheet(base(), *others).broken(*PENALTIES[block][:3]))
    assert table.of("rolled")[block] == -1
    assert table.of("track") == {**SHOWS, block: 3}


# "Next, accordingly - move the markers up their tracks by the number rolled on the corresponding dice."


def test_move_the_markers_up_their_tracks():
    table = night(sheet(base(), *BLOCKS).track(working=1, living=0, system=2).broken("farm.hardware"))
    assert table.of("track") == {"working": 3, "living": 3, "system": 4}


def test_all_markers_move_before_any_effect_is_resolved():
    # The Working card would send the Living marker to 5 once more: but that has arrived there already, with 3 + 3.
    table = sheet(base(), "working", "living").track(working=4, living=3).deck("w_chain").deck("l_gloom", "l_stress")
    night(table)
    assert len(table.cards("discard") & {"l_gloom", "l_stress"}) == 1, "one card, not two"
    assert table.of("track") == {"working": 0, "living": 0, "system": 0}


# "Finally, resolve the effects of the Malfunction tracks, if any were triggered."


def test_if_any_were_triggered():
    table = night(sheet(base(), *BLOCKS).track(working=2, living=1, system=3))
    assert table.of("track") == {"working": 4, "living": 4, "system": 4}
    assert not table.cards("discard"), "nothing happens at 4"
    assert not table["red"].any()


def test_triggers_resolve_in_the_order_working_living_system():
    table = sheet(base(), *BLOCKS).track(working=4, living=4, system=4).deck("w_pick").deck("l_wound").deck("s_lose")
    night(table)
    assert table.asks == "who is hit", "the Working card asks"
    assert table.of("track") == {"working": 5, "living": 5, "system": 5}
    assert table.cards("deck") == {"l_wound", "s_lose"}
    # The Living card kills the First Player: the System card is not drawn any more.
    table.put(wounds={0: 4}).act("astronaut 1")
    assert table["ending"] == ENDINGS.index("an astronaut died")
    assert table.cards("deck") == {"s_lose"}


def test_each_trigger_has_its_own_card_and_its_own_change_of_the_box():
    table = night(
        sheet(base(), *BLOCKS).track(working=3, living=2, system=4).deck("w_lab").deck("l_gloom").deck("s_lose")
    )
    assert table["track"].tolist() == [0, 0, 0]
    assert {"w_lab", "l_gloom", "s_lose"} <= table.cards("discard")
    assert table["red"].tolist() == [1, 1, 1]
    assert (table["morale"], table.of("stock")["sample"], table.of("stock")["oxygen"]) == (-1, 6, 3)


# "Whenever Malfunction reaches or should pass 5, draw 1 Malfunction card from the corresponding Malfunction deck, resolve
# its effect, put the card on a face-up discard pile next to its deck, and reset the track to 0."


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("at", [5, 6, 7])
def test_whenever_malfunction_reaches_or_should_pass_5(block, at):
    n = at - 4
    table = base().deck(HARMLESS[block]).track(**{block: 4}).broken(*PENALTIES[block][:n])
    table = night(table)
    assert table.of("track")[block] == 0, "reset to 0: what is beyond 5 is lost"
    assert table.place(HARMLESS[block]) == "discard"


def test_draw_1_card_however_far_the_marker_should_pass_5():
    # 4 + 2 + 6 = 12, twice 5 and more (reading 8.6: one card per trigger, excess lost).
    table = night(
        sheet(base(), "working").track(working=4).broken(*PENALTIES["working"]).deck("w_lab", "w_seek", "w_two")
    )
    assert len(table.cards("deck") & {"w_lab", "w_seek", "w_two"}) >= 1
    assert table.of("track")["working"] == 0


@pytest.mark.parametrize("block", BLOCKS)
def test_from_the_corresponding_deck(block):
    table = night(base().track(**{block: 4}).broken(PENALTIES[block][0]))
    drawn = table.cards("discard")
    assert len(drawn) >= 1
    assert {table.block_of(id) for id in drawn} == {block} or "w_chain" in drawn


@pytest.mark.parametrize(
    ("card", "fields", "expected"),
    [
        ("w_lab", ("stock",), {"stock": {"sample": (5, 6)}}),
        ("w_part", ("broken",), {"broken": {"garage_hall": (0, 4), "lab": (8, 8)}}),
        ("l_gloom", ("morale",), {"morale": (0, -1)}),
        ("l_wound", ("wounds",), {"wounds": {0: (0, 1)}}),
        ("l_stress", ("stress",), {"stress": (0, 3)}),
        ("s_lose", ("stock",), {"stock": {"oxygen": (5, 3)}}),
        ("s_dust", ("output",), {"output": {"solar_panel_1": (5, 3)}}),
    ],
)
def test_resolve_its_effect(card, fields, expected):
    table = base()
    block = table.block_of(card)
    night(table.deck(card).track(**{block: 4}).broken(PENALTIES[block][0]))
    expected = {
        k: {f: v for f, v in e.items() if v[0] != v[1]} if isinstance(e, dict) else e for k, e in expected.items()
    }
    assert table.changes(*fields) == expected


def test_put_the_card_on_a_discard_pile_next_to_its_deck():
    table = night(base().track(living=4).broken("quiet_place.cpu").deck("l_gloom"))
    assert table.changes("place") == {"place": {"l_gloom": (1, 2)}}


def test_a_card_is_not_discarded_before_its_effect_is_resolved():
    table = night(base().track(working=4).broken("lab.filter").deck("w_pick"))
    assert (table.asks, table.place("w_pick")) == ("who is hit", "resolving")
    table.act("astronaut 0")
    assert table.place("w_pick") == "discard"
    assert table["stress"] == 2


@pytest.mark.parametrize("block", BLOCKS)
def test_any_card_of_the_deck_may_come(block):
    seen = set()
    for seed in range(80):
        table = base(seed=seed).trigger_after(block).ready().idle()
        seen |= table.cards("resolving") | table.cards("discard")
    assert {id for id in seen if table.block_of(id) == block} == {
        id for id in table.content.ids["card"] if table.block_of(id) == block
    }


def test_a_card_that_names_a_facility_that_is_shut_down_is_discarded_unresolved():
    # Rulebook page 10, which the facts quote.
    table = night(
        base().track(working=4).broken("working_bay.cpu", "working_bay.connector").deck("w_lab").shut("lab", "energy")
    )
    assert table.place("w_lab") == "discard"
    assert "stock" not in table.changes("stock")
    assert table.of("track")["working"] == 0
    assert table.of("red")["living"] == 1, "the track was triggered all the same"


# "Additionally, if the next Block in sequence has a green marker in the Malfunction box, change it to red: Working Block ->
# Living Block -> System Block -> Working Block."


@pytest.mark.parametrize("block", BLOCKS)
def test_the_next_block_in_sequence_changes_from_green_to_red(block):
    table = night(base().track(**{block: 4}).broken(PENALTIES[block][0]).deck(HARMLESS[block]))
    assert {b for b, red in table.of("red").items() if red} == {NEXT[block]}


@pytest.mark.parametrize("block", BLOCKS)
def test_a_next_block_that_is_red_already_stays_red(block):
    # Reading 8.5: nothing else happens, also not to the block after that.
    table = night(base().red(NEXT[block]).track(**{block: 4}).broken(PENALTIES[block][0]).deck(HARMLESS[block]))
    assert {b for b, red in table.of("red").items() if red} == {NEXT[block]}


def test_red_stays_red_in_the_rounds_that_follow():
    table = base().red("living")
    for sol, event in enumerate(("r_gain", "r_lose", "r_cargo"), 2):
        table.next_event(event).ready().rest()
        assert table["sol"] == sol
        assert table.of("red")["living"] == 1


# "For example, if Malfunction lands at 5 on the Living Block Malfunction track and the System Block has a green status
# marker in the Malfunction box, change that status marker to red."


def test_the_example_of_the_living_block_and_the_system_block():
    table = night(sheet(base(), "living").track(living=2).deck("l_gloom"))
    assert table.changes("red") == {"red": {"system": (0, 1)}}
    assert table.of("track")["living"] == 0


# Whenever: also outside the Malfunction phase, at once (reading 8.7 and the FAQ).


def test_a_marker_that_an_event_moves_to_5_triggers_at_once():
    table = base().track(working=4).deck("w_lab").next_event("calm_sol").ready().rest()
    assert table["sol"] == 2
    assert table.of("track")["working"] == 0
    assert table.place("w_lab") == "discard"
    assert table.of("red")["living"] == 1, "the box changes too"


def test_a_marker_that_a_card_moves_to_5_triggers_at_once():
    table = base().track(working=4).broken("lab.filter").deck("w_chain").deck("l_stress", "l_gloom")
    night(table)
    assert table.of("track") == {"working": 0, "living": 0, "system": 0}
    assert table["red"].tolist() == [0, 1, 1]
    assert len(table.cards("discard") & {"l_stress", "l_gloom"}) == 1


def test_a_marker_that_an_action_moves_to_5_triggers_at_once():
    table = base().track(working=3).deck("w_pick").event("r_track").ready()
    table.act("do event 1", "do quarters", "join quarters").rest()
    assert (table.asks, table["phase"]) == ("who is hit", words.ACTION_PHASE)
    table.act("astronaut 0")
    assert table.of("track")["working"] == 0
    assert table.asks == "Morale or Stress", "only then the next action"


# "If you ever run out of Malfunction cards in any deck, shuffle the corresponding discard pile to form a new deck."


@pytest.mark.parametrize("block", BLOCKS)
def test_shuffle_the_discard_pile_to_form_a_new_deck(block):
    table = base().deck(HARMLESS[block])
    table.put(place={table.content.ids["card"].index(HARMLESS[block]): 2})  # the deck is empty
    other = {id for id in table.content.ids["card"] if table.block_of(id) != block}
    before = {id: table.place(id) for id in other}
    table.trigger_after(block).ready().idle()
    own = set(table.content.ids["card"]) - other
    drawn = (table.cards("discard") | table.cards("resolving")) & own
    assert len(drawn) == 1 or "w_seek" in drawn
    assert table.cards("deck") & own == own - drawn, "all the others form the new deck"
    if not drawn & {"w_chain"}:
        assert {id: table.place(id) for id in other} == before, "of the corresponding block only"


def test_a_shuffled_deck_gives_any_of_its_cards():
    seen = set()
    for seed in range(60):
        table = base(seed=seed).deck("l_gloom").put(place={6: 2}).trigger_after("living").ready().idle()
        seen |= table.cards("discard")
    assert seen == {"l_gloom", "l_wound", "l_part", "l_stress"}


# "After resolving the consequences of the Malfunction phase, move the white marker on the Round Order track down 1 space and
# proceed to the Clean-Up phase."


def test_the_white_marker_moves_down_to_the_clean_up_phase():
    table = night(base().track(working=4).broken("lab.filter").deck("w_pick"))
    assert words.PHASES[table["phase"]] == "malfunction"
    table.act("astronaut 0")
    assert words.PHASES[table["phase"]] == "clean-up"


def test_then_the_white_marker_begins_anew():
    table = base().next_event("calm_sol").ready().rest()
    assert (table["sol"], words.PHASES[table["phase"]]) == (2, "actions")


# "Malfunction dice, just like action dice, are color-coded. ... Yellow, orange, and red indicate increasingly more deadly
# consequences of the respective Block's Malfunction."


def test_which_die_corresponds_to_which_block():
    # Reading 8.11: yellow, orange, red are those of the Working, Living and System Block.
    table = night(sheet(base(), *BLOCKS))
    written = {"yellow": 2, "orange": 3, "red": 1}
    assert [table.of("rolled")[block] for block in BLOCKS] == [written[c] for c in ("yellow", "orange", "red")]


# "If you can, attend to the System Block first - if these Facilities remain broken, the dangers can quickly become too much
# to handle."


def test_of_the_shipped_dice_that_of_the_system_block_is_the_deadliest():
    faces = np.asarray(GAME.shipped.tables["malfunction"]).sum(axis=1)
    assert faces[0] < faces[1] < faces[2]
