"""Helpers: Froggy, Scorpio and the AOMs. They join actions that were declared, and the First Player says which."""

import pytest

from first_martians.table import Table

pytestmark = pytest.mark.boundscheck


def base(players=2, **options):
    return Table(players, **options).blank()


def helpers(table):
    """Idle on; for each helper that is asked about, by what it may join."""
    asked = []
    while table.asks == "assign a pawn" and table["sol"] == 1 and not table["over"]:
        table.idle()
    while table.asks == "assign a helper":
        asked.append(table.legal - {"idle"})
        table.act("idle")
    return asked


def dice(table, colour, success=True, wound=True, adventure=False):
    return table.coming((colour, "success", success), (colour, "wound", wound), (colour, "adventure", adventure))


# "Froggy = 2 pawns in Explore; Scorpio = 1 pawn for Explore/Gather/Research/Build outside; not both in one action"


def test_froggy_is_2_pawns_exploring():
    # 1 pawn and Froggy make 3: in ring 1 that is sure.
    table = (
        base(mission="goals")
        .put(sols=1, blocked={1: 1})
        .ready()
        .act("do explore 1.4", "do quiet", "do quiet", "do quiet")
    )
    assert (table.asks, table.legal) == ("assign a helper", {"idle", "join explore 1.4"})
    table.act("join explore 1.4")
    assert table["spot"][3] >= 0
    assert "wounds" not in table.changes("wounds") or table["tokens"][0] >= 3


def test_scorpio_is_1_pawn():
    for helped in (True, False):
        table = dice(base(mission="goals").put(sols=1, blocked={0: 1}), "green", wound=False)
        table.ready().act("do explore 1.4", "do quiet", "do quiet", "do quiet")
        table.act("join explore 1.4" if helped else "idle")
        assert (table["spot"][3] >= 0) == helped, "2 pawns, so that it is rolled; 1 is too few"


def test_not_both_rovers_in_one_action():
    # Ring 2 takes 3 pawns, 4 are sure. Froggy with 1 pawn makes 3; Scorpio may not come along.
    table = base(mission="goals").put(sols=1).tile("1.1", "plain_1").ready()
    table.act("do explore 2.1", "do quiet", "do quiet", "do quiet", "join explore 2.1")
    assert table.asks != "assign a helper", "Scorpio was not asked about"
    table = base(mission="goals").put(sols=1).tile("1.1", "plain_1").ready()
    table.act("do explore 2.1", "do explore 1.2", "do quiet", "do quiet")
    assert table.legal == {"idle", "join explore 2.1", "join explore 1.2"}
    table.act("join explore 1.2")
    assert table.legal == {"idle", "join explore 2.1"}, "Scorpio, for the other one"


def test_froggy_explores_and_does_nothing_else_outside():
    table = base(3).put(sols=1, blocked={1: 1}).tile("1.1", "plain_1").ready()
    table.act("do gather 1.1", "do construct 4", "do quiet", "do quiet", "do quiet", "do quiet")
    assert table.asks != "assign a helper" or not any("gather" in a for a in table.legal)


@pytest.mark.parametrize("action", ["explore 1.2", "gather 1.1", "construct 4", "research 1"])
def test_scorpio_helps_outside_exploring_gathering_researching_building(action):
    table = base(4).put(sols=1, blocked={0: 1}).tile("1.1", "plain_1").ready()
    table.act(f"do {action}", *["do quiet"] * 7)
    if action == "research 1":  # that project is in the base
        assert table["over"] or table.asks != "assign a helper"
    else:
        assert (table.asks, table.legal) == ("assign a helper", {"idle", f"join {action}"})


def test_scorpio_helps_a_research_project_outside(tmp_path):
    from first_martians.decks import edited, write
    from marszoo.envs.first_martians import GAME

    content = GAME.content(write(tmp_path, edited("mission plain", "ring = 0", "ring = 2")))
    table = base(4, content=content).put(sols=1, blocked={0: 1}).ready()
    table.act("do research 1", *["do quiet"] * 7)
    assert table.legal == {"idle", "join research 1"}


def test_a_rover_does_not_join_what_is_sure_already():
    table = base(4).put(sols=1).ready().act("do explore 1.1", "join explore 1.1", "join explore 1.1", *["do quiet"] * 5)
    assert table.asks != "assign a helper"
    assert table["spot"][0] >= 0


def test_rovers_have_no_actions_of_their_own():
    table = base(2).put(sols=1).ready().act(*["do quiet"] * 4)
    assert table["over"], "nothing to join, nothing asked"


def test_a_blocked_rover_does_not_help():
    table = base(mission="goals").put(sols=1, blocked=1).ready()
    table.act("do explore 1.4", "do quiet", "do quiet", "do quiet")
    assert table["over"]


def test_a_blocked_rover_helps_again_when_it_is_repaired():
    table = base(4).put(blocked={0: 1}).next_event("r_gain").ready()
    table.act("do unblock froggy", "join unblock froggy").rest()
    assert table["sol"] == 2
    table.act("do explore 1.4", *["do quiet"] * 7)
    assert table.may("join explore 1.4")
    table.act("join explore 1.4")


def test_the_first_player_assigns_the_helpers():
    table = base(3).first(2).ready().act(*["do explore 1.1"], *["do quiet"] * 5)
    assert (table.asks, table.player) == ("assign a helper", 2)


# Penalties of the Garage Hall


@pytest.mark.parametrize("damage", [True, False])
def test_froggy_risks_damage_when_used(damage):
    table = base(mission="goals").put(sols=1).broken("garage_hall.hardware").coming(("green", "wound", damage)).ready()
    table.act("do explore 1.4", "do quiet", "do quiet", "do quiet", "join explore 1.4")
    assert table["spot"][3] >= 0, "it helps this time all the same"
    assert table.of("blocked") == {"froggy": int(damage), "scorpio": 0}


def test_scorpio_risks_nothing():
    for seed in range(6):
        table = base(mission="goals", seed=seed).put(sols=1, blocked={0: 1}).broken("garage_hall.hardware").ready()
        table.act("do explore 1.4", "do quiet", "do quiet", "do quiet", "join explore 1.4")
        assert table.of("blocked")["scorpio"] == 0 or table["spot"][3] >= 0


def test_no_rover_may_assist_an_explore_action():
    table = base(4).put(sols=1).broken("garage_hall.cpu").tile("1.1", "plain_1").ready()
    table.act("do explore 1.2", "do gather 1.1", *["do quiet"] * 6)
    assert table.legal == {"idle", "join gather 1.1"}, "Scorpio gathering is no Explore action"


def test_without_rovers_exploring_is_declared_only_with_enough_pawns():
    table = base(1, mission="sheet").broken("garage_hall.cpu").tile("1.1", "plain_1").ready()
    assert table.may("do explore 1.2"), "2 pawns and an AOM"
    assert table.may("do explore 2.1"), "3: just enough"
    table.idle()
    assert not table.may("do explore 2.1")


# AOMs: "extra coloured pawns for their action type"


@pytest.mark.parametrize(("players", "aoms"), [(1, 4), (2, 2), (3, 1), (4, 0)])
def test_how_many_aoms_there_are_depends_on_the_number_of_players(players, aoms):
    # One action of each type, all of them short of a pawn; the rovers are blocked.
    kinds = ["explore 1.2", "gather 1.1", "research 1", "construct 3"]
    found = set()
    for kind in kinds:
        table = base(players).put(sols=1, blocked=1).tile("1.1", "plain_1").ready()
        if not table.may(f"do {kind}"):
            continue
        table.act(f"do {kind}")
        while table.asks == "assign a pawn":
            table.act("do quiet")
        while table.asks == "assign a helper":
            found |= table.legal - {"idle"}
            table.act("idle")
    assert len(found) == aoms
    assert found == {f"join {kind}" for kind in {1: kinds, 2: kinds[2:], 3: kinds[3:], 4: []}[players]}


@pytest.mark.parametrize("action", ["research 1", "plant"])
def test_the_aom_of_research_joins_research_and_planting(action):
    table = base().put(sols=1).ready().act(f"do {action}", "do quiet", "do quiet", "do quiet")
    assert table.legal == {"idle", f"join {action}"}
    table.act(f"join {action}")
    assert table["wounds"].sum() == 0
    assert table["steps"][0] == 1 or table["plants"][0] == 1


@pytest.mark.parametrize(
    "action", ["repair", "upgrade 2", "unblock froggy", "construct 3", "construct 4", "restore oxygenator_1"]
)
def test_the_aom_of_build_joins_every_kind_of_build(action):
    table = base().put(sols=1, blocked=1, output={"oxygenator_1": 2}).broken("farm.cpu").ready()
    table.act(f"do {action}", "do quiet", "do quiet", "do quiet")
    assert table.legal == {"idle", f"join {action}"}


@pytest.mark.parametrize("action", ["quarters", "med", "manage", "event 1", "restart lab"])
def test_no_aom_joins_anything_else(action):
    table = base(1).put(sols=1, stress=3, wounds={0: 1}, blocked=1).track(living=1).shut("lab", "oxygen")
    table.event("long_night").ready().act(f"do {action}", "do quiet")
    assert table.asks != "assign a helper"


def test_each_aom_joins_one_action():
    table = base().put(sols=1, blocked=1).ready().act("do construct 3", "do construct 3", "do quiet", "do quiet")
    table.act("join construct 3")
    assert table.asks != "assign a helper", "the second one stays short"


def test_the_astronaut_stays_in_front_of_a_helper():
    table = base(2).put(sols=1, blocked={0: 1})
    dice(table, "brown", success=True, wound=True)
    table.ready().idle().idle().act("do construct 4", "do quiet")
    while table.asks == "assign a helper":
        table.act("join construct 4" if table.may("join construct 4") and table["pawns"][2] == 1 else "idle")
    assert (table.asks, table.player) == ("accept or re-roll", 1)
    table.act("accept")
    assert table["steps"][3] == 1
    assert table["wounds"].tolist() == [0, 1, 0, 0]


def test_a_helper_may_stay_idle():
    asked = helpers(base(1).put(sols=1).ready())
    assert len(asked) >= 2
    assert all(asked)
