"""Phase IV: assigning pawns, dice, and what each action in the base does. Outside and helpers: test_outside, test_rovers.

Every action die of the test deck shows its symbol on three faces of six.
"""

import itertools

import pytest

from first_martians.resolving import finish, outcomes
from first_martians.table import Table
from marszoo.envs.first_martians.state import ENDINGS

pytestmark = pytest.mark.boundscheck

ACTIONS = {
    "quiet": ("gray", "do quiet", 1),
    "quarters": ("gray", "do quarters", 2),
    "med": ("blue", "do med", 2),
    "manage": ("brown", "do manage", 1),
    "explore": ("green", "do explore 1.1", 2),
    "gather": ("gray", "do gather 1.3", 2),
    "research": ("blue", "do research 1", 2),
    "plant": ("blue", "do plant", 2),
    "repair": ("brown", "do repair", 2),
    "upgrade": ("brown", "do upgrade 1", 2),
    "unblock": ("brown", "do unblock froggy", 2),
    "construct": ("brown", "do construct 3", 2),
    "restore": ("brown", "do restore oxygenator_1", 2),
}
"""Kind of action -> colour of its dice, an action, pawns with which it is automatic in the base."""
AT = {
    **dict.fromkeys(["quiet"], "quiet_place"),
    **dict.fromkeys(["quarters"], "crew_quarters"),
    **dict.fromkeys(["med"], "med_lab"),
    **dict.fromkeys(["manage"], "control_center"),
    **dict.fromkeys(["explore"], "garage_hall"),
    **dict.fromkeys(["gather"], "probe_bay"),
    **dict.fromkeys(["research", "plant"], "lab"),
    **dict.fromkeys(["repair", "upgrade", "unblock", "construct", "restore"], "working_bay"),
}


def base(players=2, **options):
    return Table(players, **options).blank()


def all_possible(players=3, **options):
    """A table on which every kind of action is possible; the sol is the last one."""
    table = base(players, **options).put(sols=1, stress=5, wounds={2: 1}, blocked={0: 1}, output={"oxygenator_1": 3})
    return table.track(living=1).broken("farm.cpu").tile("1.3", "plain_1").event("r_gain", left=3)


# Assigning


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_each_astronaut_assigns_both_pawns_seat_by_seat_from_the_first_player(players, first):
    table = base(players).first(first % players).ready()
    order = []
    while table.asks == "assign a pawn" and table["sol"] == 1:
        order.append(table.player)
        table.idle()
    assert order == [(first + k) % players for k in range(players) for _ in range(2)]


def test_both_pawns_must_be_assigned():
    table = base().ready()
    assert "pass" not in table.legal
    assert "done" not in table.legal


def test_a_pawn_for_which_nothing_can_be_done_is_idle():
    table = base(1, mission="goals").put(stock=0, morale=3)
    for f in ("quiet_place", "garage_hall", "control_center", "med_lab"):
        table.shut(f, "energy" if f != "quiet_place" else "oxygen")
    table.shut("quiet_place").put(sols=1)
    table.ready()
    # The Quiet Place needs nothing and cannot be shut down: there is always something to do, or a tile to remove.
    assert table.legal == {"do quiet", "do restart garage_hall", "do restart control_center", "do restart med_lab"}


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_action_is_offered_where_it_makes_sense(kind):
    table = all_possible().ready()
    assert table.may(ACTIONS[kind][1])


@pytest.mark.parametrize(
    ("action", "change"),
    [
        ("do quarters", lambda t: t.put(stress=0, morale=3)),
        ("do med", lambda t: t.put(wounds=0)),
        ("do manage", lambda t: t.put(track=0)),
        ("do gather 1.3", lambda t: t.tile("1.3", "plain_1", food=0)),
        ("do research 2", lambda t: t.stock(sample=1)),
        ("do plant", lambda t: t.stock(seed=0)),
        ("do repair", lambda t: t.put(broken=0)),
        ("do upgrade 1", lambda t: t.upgrade("generator", "pending")),
        ("do unblock froggy", lambda t: t.put(blocked=0)),
        ("do construct 3", lambda t: t.stock(part=0)),
        ("do restore oxygenator_1", lambda t: t.put(output={"oxygenator_1": 4})),
        ("do event 1", lambda t: t.put(open={0: -1}, left={0: 0})),
        ("do explore 1.3", lambda t: t.tile("1.3", "plain_1")),
    ],
)
def test_an_action_without_a_use_is_not_offered(action, change):
    table = all_possible()
    if action != "do explore 1.3":
        assert table.ready().may(action)
    assert not change(table).ready().may(action)


@pytest.mark.parametrize("kind", [k for k in ACTIONS if k != "quiet"])
def test_the_facility_of_the_action_cannot_be_used_while_it_is_shut_down(kind):
    table = all_possible().shut(AT[kind], "energy").ready()
    assert not table.may(ACTIONS[kind][1])


def test_only_what_can_still_get_enough_pawns_is_declared():
    # Ring 2 takes 3 pawns; alone there are 2, an AOM, and Froggy or Scorpio.
    table = base(1).tile("1.1", "plain_1").tile("2.1", "far_2").put(blocked=1).ready()
    assert not table.may("do explore 3.1"), "4 pawns; there are 3"
    assert table.may("do explore 2.2")
    assert not table.may("do gather 2.1"), "1 + 2 + 1 for the tile"
    table.put(blocked={1: 0}).ready()
    assert table.may("do gather 2.1"), "with Scorpio"
    table.put(blocked={0: 0}).ready()
    assert table.may("do explore 3.1"), "with Froggy"


def test_who_declares_an_action_is_in_front():
    table = base(3).ready().idle().idle().act("do research 1").idle().act("join research 1")
    assert (table["leader"][2], table["pawns"][2]) == (1, 2)


def test_an_action_that_is_sure_takes_no_more_pawns():
    table = base(3).ready().act("do research 1", "join research 1")
    assert not table.may("join research 1")
    assert table.may("do research 1"), "but it can be declared once more"


def test_actions_are_repeatable_as_often_as_they_make_sense():
    table = base(2).put(sols=1).ready().act("do construct 4", "do construct 4")
    assert not table.may("do construct 4"), "two steps"
    assert table.may("join construct 4")


# Resolving


ORDER = [
    *("event 1", "quiet", "quarters", "med", "manage", "explore 1.1", "gather 1.3", "research 1", "plant"),
    *("repair", "upgrade 1", "unblock froggy", "construct 3", "restore oxygenator_1", "restart quiet_place"),
]
"""Event, Quiet Place, Crew Quarters, Med Lab, Manage, Explore, Gather, Research and planting, Build; then the tiles."""


@pytest.mark.parametrize(("early", "late"), [*itertools.pairwise(ORDER)])
def test_actions_are_resolved_in_the_printed_order(early, late):
    table = all_possible()
    if "restart" in late:
        table.shut("lab", "oxygen")
        late = "restart lab"
    table.ready().act(f"do {late}", f"do {early}")
    kinds = early.split()[0], late.split()[0]
    finish(table)
    seen = [kind for kind, _ in outcomes(table, *kinds)]
    assert set(seen) == set(kinds)
    assert seen == sorted(seen, key=kinds.index), "pawns that idle explore, too"


def test_actions_of_a_kind_are_resolved_in_the_order_of_declaring():
    # A step takes 2 samples, and there are three.
    table = base(4).put(sols=1, stock={"sample": 3}).ready().act("do research 2", "join research 2")
    table.act("do quiet", "do quiet", "do research 2", "join research 2").idle().idle().rest()
    assert table["steps"][1] == 1, "the second one lacks a sample by then"
    assert outcomes(table, "research") == [("research", True), ("research", False)]


@pytest.mark.parametrize("kind", [k for k in ACTIONS if k not in ("quiet", "manage", "explore", "gather")])
@pytest.mark.parametrize("success", [True, False])
def test_1_pawn_rolls_the_dice_of_the_action(kind, success):
    colour, action, _ = ACTIONS[kind]
    table = all_possible().coming((colour, "success", success), (colour, "wound", False), (colour, "adventure", False))
    table.ready().act(action)
    finish(table)
    assert outcomes(table, kind) == [(kind, success)]


@pytest.mark.parametrize("kind", [k for k in ACTIONS if k not in ("quiet", "manage", "explore", "gather")])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_2_pawns_succeed_without_dice(kind, seed):
    _, action, _ = ACTIONS[kind]
    table = all_possible(seed=seed).ready().act(action, action.replace("do", "join"))
    finish(table)
    assert outcomes(table, kind) == [(kind, True)]
    assert table["wounds"][:2].tolist() == [0, 0]
    assert table.changes("tokens") == {}, "no adventure of the brown dice, no comfort for a failure"


@pytest.mark.parametrize("kind", ["quiet", "manage"])
def test_quiet_place_and_manage_need_1_pawn_here(kind):
    # What the file says of the facility: automatic = 1.
    table = all_possible().ready().act(ACTIONS[kind][1])
    assert not table.may(ACTIONS[kind][1].replace("do", "join"))
    finish(table)
    assert outcomes(table, kind) == [(kind, True)]


@pytest.mark.parametrize("ring", [1, 2])
def test_outside_distance_adds_to_both(ring):
    # A project of the Working Bay one ring out: 2 pawns roll, 3 succeed; Gather two rings out: 3 and 4.
    action = {1: "construct 4", 2: "gather 2.1"}[ring]
    for pawns in range(1, 4 + ring):
        table = base(3).put(sols=1).tile("2.1", "plain_2")
        colour = {1: "brown", 2: "gray"}[ring]
        table.coming((colour, "success", True), (colour, "wound", True), (colour, "adventure", False))
        table.ready().act(f"do {action}")
        for _ in range(pawns - 1):
            if table.may(f"join {action}"):
                table.act(f"join {action}")
        assert table["pawns"][0] == min(pawns, 2 + ring)
        finish(table)
        done = {1: table["steps"][3] == 1, 2: table["delivered"] == 2}[ring]
        assert done == (pawns >= 1 + ring)
        assert table["wounds"][0] == (pawns == 1 + ring), "the dice were rolled"


def test_pawns_that_are_too_few_are_wasted():
    table = base(2).put(sols=1).ready().act("do construct 4").rest()
    assert table["steps"][3] == 0
    assert ("construct", False) in outcomes(table)
    assert not table["tokens"].any(), "nothing was tried: no comfort"


def test_only_the_top_pawns_astronaut_takes_consequences():
    # Two pawns outside where three would be sure.
    table = (
        base(3).put(sols=1).coming(("brown", "success", False), ("brown", "wound", True), ("brown", "adventure", True))
    )
    table.ready().idle().idle().act("do construct 4").idle().act("join construct 4")
    finish(table)
    assert table["wounds"].tolist() == [0, 1, 0, 0]
    assert table["tokens"].tolist() == [0, 1 + 1, 0, 0], "the brown adventure, and the comfort for the failure"


@pytest.mark.parametrize(
    ("kind", "colour", "change"),
    [
        ("quarters", "gray", {"stock": {"part": (5, 6)}}),
        ("med", "blue", {"stress": (5, 7)}),
        ("research", "blue", {"stress": (5, 7)}),
        ("plant", "blue", {"stress": (5, 7)}),
        ("repair", "brown", {"tokens": {0: (0, 1)}}),
        ("restore", "brown", {"tokens": {0: (0, 1)}}),
    ],
)
def test_an_adventure_is_one_of_the_colour(kind, colour, change):
    table = all_possible().coming((colour, "success", True), (colour, "wound", False), (colour, "adventure", True))
    table.ready().act(ACTIONS[kind][1]).rest()
    if table.asks == "Morale or Stress":
        table.act("morale")
    assert table.changes(*change) == change


def test_wound_adventure_then_success():
    # A wound that kills ends it before the action succeeds.
    table = base().put(sols=1, wounds={0: 4}).coming(("brown", "success", True), ("brown", "wound", True))
    table.ready().act("do construct 3").rest()
    assert table["ending"] == ENDINGS.index("an astronaut died")
    assert table["steps"][2] == 0


def test_a_failure_comforts_with_a_morale_token():
    table = (
        base().put(sols=1).coming(("blue", "success", False), ("blue", "wound", False), ("blue", "adventure", False))
    )
    table.ready().act("do research 1").rest()
    assert table["tokens"].tolist() == [1, 0, 0, 0]
    assert table["steps"][0] == 0


# Each action


def test_quiet_place_gains_morale_tokens():
    table = base().put(sols=1).ready().act("do quiet").rest()
    assert table["tokens"].tolist() == [3, 0, 0, 0]


@pytest.mark.parametrize(("choice", "morale", "stress"), [("morale", 1, 9), ("calm", 0, 5)])
def test_crew_quarters_raise_morale_or_lower_stress(choice, morale, stress):
    table = base().put(sols=1, stress=9).ready().act("do quarters", "join quarters").rest()
    assert (table.asks, table.player, table.legal) == ("Morale or Stress", 0, {"morale", "calm"})
    table.act(choice)
    assert (table["morale"], table["stress"]) == (morale, stress)


def test_crew_quarters_offer_only_what_can_be():
    table = base().put(sols=1, stress=2, morale=3).ready().act("do quarters", "join quarters").rest()
    assert table.legal == {"calm"}
    assert table.act("calm")["stress"] == 0
    table = base().put(sols=1).ready().act("do quarters", "join quarters").rest()
    assert table.legal == {"morale"}


def test_med_lab_heals_wounds_or_a_condition():
    table = base(3).put(sols=1, wounds={1: 3, 2: 1}).suffers(2, "fever").suffers(0, "shock", "frailty").ready()
    table.act("do med", "join med").rest()
    assert (table.asks, table.player) == ("whom to treat", 0)
    assert table.legal == {"astronaut 1", "astronaut 2", "cure 2 fever", "cure 0 shock", "cure 0 frailty"}


def test_med_lab_heals_two_wounds_of_one_astronaut():
    table = base(3).put(sols=1, wounds={1: 3, 2: 1}).ready().act("do med", "join med").rest()
    table.act("astronaut 1")
    assert table["wounds"].tolist() == [0, 1, 1, 0]
    table = base(3).put(sols=1, wounds={1: 3, 2: 1}).ready().act("do med", "join med").rest().act("astronaut 2")
    assert table["wounds"].tolist() == [0, 3, 0, 0]


def test_med_lab_cures_one_condition():
    table = base(3).put(sols=1).suffers(2, "fever", "shock").ready().act("do med", "join med").rest()
    table.act("cure 2 shock")
    assert table.changes("condition") == {"condition": {2: (5, 1)}}


def test_manage_moves_a_chosen_marker_down_1():
    table = base().put(sols=1).track(working=2, system=1).ready().act("do manage").rest()
    assert (table.asks, table.legal) == ("marker to move down", {"marker working", "marker system"})
    table.act("marker working")
    assert table["track"].tolist() == [1, 0, 1]


def test_research_makes_a_step():
    table = base().put(sols=1).ready().act("do research 1", "join research 1").rest()
    assert table.changes("steps", "stock") == {"steps": {0: (0, 1)}}


def test_a_step_costs_what_the_project_says():
    table = base().put(sols=1).ready().act("do research 2", "join research 2").rest()
    assert table.changes("steps", "stock") == {"steps": {1: (0, 1)}, "stock": {"sample": (5, 3)}}
    table = base().put(sols=1).ready().act("do construct 3", "join construct 3").rest()
    assert table.changes("steps", "stock") == {"steps": {2: (0, 1)}, "stock": {"part": (5, 4)}}


def test_a_step_that_fails_costs_nothing():
    table = base().put(sols=1).coming(("blue", "success", False)).ready().act("do research 2")
    finish(table)
    assert table.changes("steps", "stock") == {}


def test_projects_of_the_lab_and_of_the_working_bay():
    table = base().ready()
    assert {a for a in table.legal if a.startswith(("do research", "do construct"))} == {
        *("do research 1", "do research 2", "do construct 3", "do construct 4")
    }


def test_a_finished_project_takes_no_more_steps():
    table = base().put(steps={0: 3, 3: 2}).ready()
    assert not table.may("do construct 4")
    table.act("do research 1")
    assert not table.may("do research 1")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_steps_depend_on_the_number_of_players(players):
    table = base(players).put(steps={1: players + 2}).ready()
    assert table.may("do research 2")
    assert not table.put(steps={1: players + 3}).ready().may("do research 2")


def test_planting_puts_a_seed_on_place_1():
    table = base().put(sols=1).ready().act("do plant", "join plant").rest()
    assert table.changes("plants", "stock") == {"plants": {0: (0, 1)}, "stock": {"seed": (5, 4)}}


def test_one_seed_on_a_place_of_the_growth_track():
    # A seed still lies on place 1 after a sol in which nothing grew.
    assert not base().put(plants={0: 1}).ready().may("do plant")
    assert base().put(plants={0: 0, 1: 2}).ready().may("do plant")


def test_one_planting_action_per_round():
    table = base().ready().act("do plant", "join plant")
    assert not table.may("do plant")


# Repairs: "spare part, or swap a matching part between Facilities"


def repaired(table, part, source):
    table.put(sols=1).ready().act("do repair", "join repair").rest()
    assert table.asks == "part to repair"
    table.act(f"part {part}")
    assert table.asks == "where the part comes from"
    return table.act(source)


def test_a_repair_takes_a_spare_part():
    table = repaired(base().broken("lab.cpu", "farm.filter"), "lab.cpu", "spare")
    assert table.changes("broken", "stock") == {"broken": {"lab": (2, 0)}, "stock": {"part": (5, 4)}}
    assert table["repairs"] == 1


def test_a_repair_may_take_a_matching_part_of_another_facility():
    table = base().broken("lab.cpu").put(sols=1).ready().act("do repair", "join repair").rest().act("part lab.cpu")
    others = {"farm", "quiet_place", "med_lab", "control_center", "garage_hall", "probe_bay", "working_bay"}
    assert table.legal == {"spare", *(f"facility {f}" for f in others)}, "all that have a working CPU"
    table.act("facility quiet_place")
    assert table.changes("broken", "stock") == {"broken": {"lab": (2, 0), "quiet_place": (0, 2)}}
    assert table["repairs"] == 1


def test_a_broken_part_or_one_of_a_shut_down_facility_cannot_be_taken():
    table = base().broken("lab.cpu", "farm.cpu").shut("med_lab", "energy").put(sols=1)
    table.ready().act("do repair", "join repair").rest().act("part lab.cpu")
    assert not table.legal & {"facility farm", "facility med_lab", "facility lab"}


def test_without_spare_parts_only_swaps():
    table = base().broken("lab.filter").stock(part=0).put(sols=1).ready().act("do repair", "join repair").rest()
    table.act("part lab.filter")
    assert "spare" not in table.legal
    assert table.may("facility farm")


def test_what_has_neither_a_spare_part_nor_a_match_cannot_be_repaired():
    table = base().stock(part=0)
    filters = ("oxygenator_1", "oxygenator_2", "farm", "crew_quarters", "control_center", "lab")
    table.broken(*(f"{f}.filter" for f in filters)).ready()
    assert not table.may("do repair")
    table.broken("lab.cpu").put(sols=1).ready().act("do repair", "join repair").rest()
    assert table.legal == {"part lab.cpu"}


def test_a_repaired_part_has_no_penalty_any_more():
    table = repaired(base().broken("lab.filter").track(working=1), "lab.filter", "spare")
    assert table.of("track")["working"] == 1


def test_a_swapped_part_has_its_penalty_at_the_other_facility():
    table = repaired(base().broken("lab.cpu"), "lab.cpu", "facility quiet_place")
    assert table.of("track")["living"] == 1, "the CPU of the Quiet Place has a penalty, that of the Lab had none"


# Other builds


def test_a_blocked_rover_is_repaired():
    table = base().put(sols=1, blocked=1).ready().act("do unblock scorpio", "join unblock scorpio").rest()
    assert table.changes("blocked") == {"blocked": {"scorpio": (1, 0)}}


def test_restore_raises_a_productivity_marker_by_1():
    table = base().put(sols=1, output={"solar_panel_2": 3}).ready()
    table.act("do restore solar_panel_2", "join restore solar_panel_2").rest()
    assert table.changes("output") == {"output": {"solar_panel_2": (3, 4)}}


def test_restore_no_higher_than_the_top():
    table = base(3).put(output={"solar_panel_2": 4}).ready().act("do restore solar_panel_2")
    assert not table.may("do restore solar_panel_2")


# Shutdown tiles: "to remove: 1 pawn in the Action phase, flip at its end, resolve its text"


def test_1_pawn_removes_a_shutdown_tile():
    table = base().put(sols=1, flipped={0: 1, 1: 1, 2: 1}).shut("lab", "oxygen").ready().act("do restart lab").rest()
    assert table.changes("shut", "flipped") == {"shut": {"lab": (1, 0)}, "flipped": {3: (0, 1)}}


def test_the_text_of_the_tile_is_resolved():
    tiles = {0: ("stress", (0, 1)), 1: ("stock", {"oxygen": (5, 6)}), 2: ("stock", {"food": (5, 4)})}
    for k, (field, change) in tiles.items():
        flipped = {t: 1 for t in range(4) if t != k}
        table = base().put(sols=1, flipped=flipped).shut("lab", "oxygen").ready().act("do restart lab").rest()
        assert table.changes(field) == {field: change}


def test_the_wound_of_a_tile_falls_on_the_astronaut_who_removes_it():
    table = base(3).put(sols=1, flipped={4: 1, 5: 1, 7: 1}).shut("lab", "energy").ready()
    table.idle().idle().act("do restart lab").rest()
    assert table["wounds"].tolist() == [0, 1, 0, 0]


def test_tiles_are_drawn_at_random():
    seen = set()
    for seed in range(40):
        table = base(seed=seed).put(sols=1).shut("lab", "energy").ready().act("do restart lab").rest()
        seen |= {k for k, out in enumerate(table["flipped"]) if out}
    assert seen == {4, 5, 6, 7}


def test_both_tiles_of_a_facility_take_two_actions_the_oxygen_tile_first():
    table = base().put(sols=1).shut("lab", "oxygen", "energy").ready().act("do restart lab").rest()
    assert table.of("shut")["lab"] == 2
    table = base().put(sols=1).shut("lab", "oxygen", "energy").ready().act("do restart lab", "do restart lab").rest()
    assert table.of("shut")["lab"] == 0
    assert table["flipped"].sum() == 2


def test_tiles_are_flipped_at_the_end_of_the_phase():
    table = base().put(sols=1).shut("lab", "oxygen").ready().act("do restart lab")
    assert not table.may("do research 1"), "the Lab works from the next round on"
