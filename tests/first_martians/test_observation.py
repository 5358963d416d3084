"""What a seat is shown, segment by segment, in prepared positions. Numbers are those of the segments' own words."""

import numpy as np
import pytest

from first_martians.table import Table
from marszoo.envs.first_martians import GAME, words
from marszoo.envs.first_martians.state import DECISIONS, PARTS
from marszoo.envs.first_martians.words import FACILITIES, GOODS, JOBS

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


def seen(table, seat=0):
    """Segment -> what `seat` sees; of the seats' segments one row each, from its own seat on."""
    table.look()
    out = np.full(GAME.observation.width(table.players), 9.0, np.float32)  # nothing of it may be left
    GAME.kernels.observe(table.states, 0, table.content.tables, seat, out)
    low, high = GAME.observation.bounds(table.players)
    assert ((low <= out) & (out <= high)).all()
    return GAME.observation.views(out.astype(np.float64).round(4), table.players)


def named(names, segment):
    """{name: value} of what is not 0."""
    return {names[k]: float(x) for k, x in enumerate(segment) if x}


def test_at_most_about_400_entries():
    assert GAME.observation.width(4) <= 410


# --- what is asked ---


def asked(view):
    return [DECISIONS[k] for k in np.flatnonzero(view["frame"])]


def test_what_is_asked_is_one_of_the_decisions():
    table = Table().track(working=2, living=2).ready()
    assert asked(seen(table)) == ["assign a pawn"]
    table.act("do manage").rest()
    assert table.asks == "marker to move down"
    assert asked(seen(table)) == [table.asks]


def test_which_helper_is_to_be_assigned():
    table = Table(players=1, mission="goals").ready().act("do explore 1.1", "do quiet")
    assert table.asks == "assign a helper"
    # Four AOMs, Froggy, Scorpio: the one for exploring is the first that could join.
    assert seen(table)["helper"].tolist() == [1, 0, 0, 0, 0, 0]


def test_dice_on_the_table():
    table = Table(players=1, mission="more_goals").put(tokens={0: 4}).coming(("brown", "success", False)).ready()
    table.act("do construct 1", "do quiet")
    while table.asks == "assign a helper":
        table.act("idle")
    assert table.asks == "accept or re-roll"
    dice = seen(table)["dice"]
    colours, faces = dice[: len(words.COLOURS)], dice[len(words.COLOURS) :]
    assert named(words.COLOURS, colours) == {"brown": 1}
    assert faces.tolist()[:2] == [0, 1], "success shown, not shown"


# --- the mission ---


def test_sols():
    table = Table(mission="more_goals").put(sol=3)
    assert seen(table)["sol"].tolist() == [0.25, 0.75], "3 of 12, and 9 to come"


def test_what_is_missing_of_the_objectives():
    # Repairs 2, upgrades 1, Morale 2, and a wall of 2 steps for a crew of two.
    table = Table(mission="more_goals").put(repairs=1)
    view = seen(table)
    missing, units = (dict(zip(words.GOALS, view[name], strict=True)) for name in ("missing", "units"))
    assert missing["repairs"] == 0.5
    assert units["repairs"] == 1 / 8
    assert missing["upgrades"] == 1
    assert units["project"] == 2 / 8
    assert missing["project"] == 0.25, "of projects there may be four"
    assert missing["tiles"] == 0, "not asked for"
    table.put(done=[1, 0, 0, 0, 0, 0, 0, 0])
    assert dict(zip(words.GOALS, seen(table)["missing"], strict=True))["repairs"] == 0


def test_projects():
    steps, paid, way, lab = seen(Table(mission="more_goals"))["projects"].reshape(-1, 4)[0]
    assert [steps, paid, way, lab] == [pytest.approx(2 / 6, abs=1e-4), 1, 0, 0]
    assert not seen(Table(mission="more_goals").put(steps={0: 2}))["projects"].any(), "complete"


def test_broken_parts_and_the_threshold():
    table = Table(mission="short").broken("lab.cpu", "farm.cpu", "med_lab.connector")
    assert seen(table)["broken"].tolist() == [0.25, pytest.approx(2 / 6, abs=1e-4)], "3 parts, 2 above the threshold"
    assert seen(Table(mission="more_goals"))["broken"].tolist() == [0, -1], "none, and no threshold"


# --- malfunctions ---


def test_tracks_and_the_malfunction_box():
    view = seen(Table().track(working=2, system=4).red("living"))
    assert view["tracks"].tolist() == [0.4, 0, 0.8]
    assert view["red"].tolist() == [0, 1, 0]
    assert view["rolled"].tolist() == [0, 1, 0], "no die of the mission, and the box adds one"
    assert seen(Table().put(listed=[1, 0, 0]))["rolled"].tolist() == [1, 0, 0]


def test_the_chance_of_a_trigger():
    # The dice of the tests' content: yellow always shows 2.
    assert seen(Table().red("working"))["trigger"].tolist() == [0, 0, 0]
    assert seen(Table().red("working").track(working=3))["trigger"].tolist() == [1, 0, 0]
    assert seen(Table().track(working=4))["trigger"].tolist() == [0, 0, 0], "no die, no penalty"


def test_penalties_add_to_the_chance():
    table = Table().track(working=4).broken("lab.hardware")
    view = seen(table)
    assert view["penalties"].tolist() == [0.2, 0, 0]
    assert view["trigger"].tolist() == [1, 0, 0]


def test_what_the_decks_may_break():
    table = Table()
    breaks = [card for card in table.content.ids["card"] if breaks_first(table, card) == "med_lab"]
    assert seen(table)["danger"][FACILITIES.index("med_lab")] == pytest.approx(min(1, len(breaks) / 4), abs=1e-4)
    table.deck(*breaks[:1])
    assert seen(table)["danger"][FACILITIES.index("med_lab")] == (0.25 if breaks else 0)


def breaks_first(table, card):
    """The facility of which a card's first break is, if it has one."""
    parts = [text.split()[1] for text in table.written("card", card).get("effects", []) if text.startswith("break ")]
    return parts[0].partition(".")[0] if parts else None


# --- the base ---


def test_broken_parts_by_facility():
    parts = seen(Table().broken("lab.cpu", "farm.filter"))["parts"].reshape(len(FACILITIES), PARTS)
    there = {(FACILITIES[f], words.PARTS[k]) for f, k in zip(*np.nonzero(parts), strict=True)}
    assert there == {("lab", "cpu"), ("farm", "filter")}


def test_shutdown_tiles():
    table = Table().shut("lab", "oxygen").shut("farm", "energy").shut("med_lab", "oxygen", "energy")
    assert named(FACILITIES, seen(table)["shut"]) == {
        "farm": pytest.approx(2 / 3, abs=1e-4),
        "med_lab": 1,
        "lab": pytest.approx(1 / 3, abs=1e-4),
    }


def test_modifier_tokens():
    acting = FACILITIES[words.QUIET_PLACE :]
    table = Table().token("lab", "roll").token("med_lab", "help").token("garage_hall", "pawn")
    table.token("probe_bay", "wound").token("lab", "roll", waiting=True)
    view = seen(table)
    tokens = view["tokens"].reshape(-1, 2)
    assert named(acting, tokens[:, 0]) == {"lab": 1, "probe_bay": 0.5}
    assert named(acting, tokens[:, 1]) == {"med_lab": -1, "garage_hall": 1}
    assert named(acting, view["waiting"]) == {"lab": pytest.approx(1 / 3, abs=1e-4)}


def test_oxygen_and_energy():
    # 8 oxygen and 10 energy are made and needed; an oxygenator one lower makes 1 too little.
    assert seen(Table())["balance"].tolist() == [0, 0]
    table = Table().put(output={0: 3})
    view = seen(table)
    assert view["balance"].tolist() == [-0.2, 0]
    assert view["output"].tolist() == [0.6, 0.8, 1, 1]


def test_supplies_and_the_pending_area():
    table = Table().stock(oxygen=1, energy=0, food=12, part=5, seed=0, sample=0).put(cargo={"sample": 3})
    view = seen(table)
    assert named(GOODS, view["supplies"]) == {"oxygen": 0.1, "food": 1, "part": 0.5}
    assert named(GOODS, view["pending"]) == {"sample": 0.5}


def test_morale_and_meals():
    assert seen(Table().put(morale=-2))["morale"].tolist() == [0]
    assert seen(Table().put(morale=3))["morale"].tolist() == [1]
    hungry = Table(players=2).put(plants=[0] * 7).stock(food=1)
    assert seen(hungry)["meals"].tolist() == [0.25], "two eat, one meal is there"
    assert seen(hungry.stock(food=4))["meals"].tolist() == [-0.5]


def test_plants():
    assert seen(Table().put(plants=[1, 0, 0, 0, 0, 2, 4]))["plants"].tolist() == [0.5, 0, 0, 0, 0, 1, 0.8]


def test_upgrades():
    table = Table(mission="plain")
    first = table.content.ids["upgrade"][0]
    shown = [seen(table.upgrade(first, where))["upgrades"][0] for where in ("available", "pending", "working")]
    assert shown == pytest.approx([1 / 3, 2 / 3, 1], abs=1e-4)
    assert not seen(Table(mission="short"))["upgrades"].any(), "none is offered"


# --- outside ---


def test_places_outside():
    places = [f"{ring}.{k}" for ring in (1, 2, 3) for k in range(1, 7)]
    assert set(named(places, seen(Table())["way"])) == set(places[:6]), "next to the HUB"
    table = Table()
    tile = next(id for id in table.content.ids["roi"] if table.written("roi", id)["ring"] == 1)
    table.tile("1.3", tile, part=2, sample=1)
    assert named(places, seen(table)["ground"]) == {"1.3": 0.8}, "explored, and three goods"


# --- actions ---


def test_declared_actions_and_the_pawns_that_they_lack():
    table = Table(players=2).ready().act("do explore 1.1")
    view = seen(table)
    assert named(JOBS, view["jobs"]) == {"explore": 0.25}
    assert named(JOBS, view["short"]) == {"explore": 0.25}, "two are the least in ring 1"
    assert named(JOBS, view["unsure"]) == {"explore": 0.5}, "three are sure"
    table.act("join explore 1.1")
    assert not seen(table)["short"].any()


def test_pawns_and_helpers_to_come():
    table = Table(players=2).ready()
    assert seen(table)["pawns"].T.tolist() == [[1, 1]]
    table.act("do quiet")
    assert seen(table)["pawns"].T.tolist() == [[0.5, 1]]
    assert seen(table, 1)["pawns"].T.tolist() == [[1, 0.5]], "from the observer on"
    # A crew of two has the AOMs for research and building, and both rovers.
    assert seen(table)["helpers"].tolist() == [0, 0, 1, 1, 1, 1]


def test_after_the_actions_no_pawn_and_no_helper_is_to_come():
    table = Table(players=2).stock(energy=9).event("quiet_hours").ready().rest()
    assert table.asks == "pay for the event"
    view = seen(table)
    assert not view["pawns"].any()
    assert not view["helpers"].any()


def test_rovers_that_are_blocked():
    view = seen(Table(players=2).put(blocked=[0, 1]))
    assert view["blocked"].tolist() == [0, 1]
    assert view["helpers"].tolist() == [0, 0, 1, 1, 1, 0]


def test_open_events():
    table = Table(players=2).blank().event("quiet_hours", left=2, slot=2).stock(energy=2)
    row = table.written("event", "quiet_hours")
    left, pawns, payable, breaks = seen(table)["events"].reshape(-1, 4)[1]
    assert [left, pawns] == [pytest.approx(2 / 3, abs=1e-4), row.get("attend", 1) / 2]
    assert payable == 1
    assert seen(table.stock(energy=0, seed=0))["events"].reshape(-1, 4)[1][2] == 0
    assert breaks == any("break" in text for text in row["penalty"])
    assert not seen(table)["events"].reshape(-1, 4)[0].any()


# --- seats ---


def test_seats_from_the_observer_on():
    table = Table(players=3).blank().put(wounds={0: 1, 2: 3}, tokens={1: 3}, ready={1: 0}).first(1)
    health = int(table.content.tables["health"])
    view = seen(table, 2)
    assert view["wounds"][:, 0].tolist() == [round(3 / health, 4), round(1 / health, 4), 0]
    assert view["morale_tokens"][:, 0].tolist() == [0, 0, 0.5]
    assert view["first"][:, 0].tolist() == [0, 0, 1]
    assert view["astronaut"].argmax(axis=1).tolist() == [2, 0, 1]
    assert view["skill"][2, 0] == 0, "used in this round"


def test_conditions():
    table = Table(players=2)
    which = table.content.ids["condition"]
    table.suffers(1, which[2])
    assert seen(table)["conditions"][1].tolist() == [0, 0, 1, 0]
    assert not seen(table)["conditions"][0].any()
