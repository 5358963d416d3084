"""What a seat is shown, segment by segment, in prepared states. Numbers are those of the segments' own words."""

import numpy as np
import pytest

from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.reading import HEX_NAMES
from marszoo.envs.terraforming_dice.state import DECISIONS
from marszoo.envs.terraforming_dice.words import RESOURCES
from terraforming_dice.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


def seen(table, seat=0):
    """Segment -> what `seat` sees; of the seats' segments one row each, from its own seat on."""
    out = np.full(GAME.observation.width(table.players), 9.0, np.float32)  # nothing of it may be left
    GAME.kernels.observe(table.states, 0, table.content.tables, seat, out)
    low, high = GAME.observation.bounds(table.players)
    assert ((low <= out) & (out <= high)).all()
    return GAME.observation.views(out.astype(np.float64).round(4), table.players)


def by_resource(segment):
    """{resource: value} of what is not 0."""
    return {RESOURCES[k]: float(x) for k, x in enumerate(segment) if x}


def by_card(table, segment):
    return {table.ids[k]: float(x) for k, x in enumerate(segment) if x}


def by_hex(segment):
    return {HEX_NAMES[k]: float(x) for k, x in enumerate(segment) if x}


def test_at_most_about_400_entries():
    assert GAME.observation.width(4) <= 400


# --- what is asked ---


@pytest.mark.parametrize(
    ("prepared", "asks", "question", "more"),
    [
        (lambda: Table().start(), "turn kind or support action", {}, 0),
        (lambda: Table().main(), "main action", {}, 0),
        (lambda: Table().down(0, "bacteria").dice(0, "energy").after(), "free action or go on", {}, 0),
        (lambda: Table().dice(0, "heat " * 4).start().act("produce"), "give up resource", {}, 0),
        (lambda: Table().hand(0, "ghg").start().act("produce"), "discard card", {}, 0),
        (lambda: Table().dice(0, "heat plant").start().act("change"), "pay resource", {0: 1}, 0),
        (lambda: Table().dice(0, "heat plant").start().act("draw"), "pay resource", {1: 1}, 0),
        (lambda: Table().dice(0, "heat plant").start().act("change", "resource heat"), "die to change", {}, 1 / 7),
        (
            lambda: Table().dice(0, "heat plant").start().act("change", "resource heat", "resource plant"),
            "new face",
            {RESOURCES.index("plant"): 1},
            0,
        ),
        (lambda: Table().down(0, "lab").main().act("card lab", "effect 0"), "colour of a die", {}, 2 / 7),
        (lambda: Table().dice(0, "water " * 3).main().act("ocean"), "place tile", {0: 1}, 0),
        (lambda: Table().dice(0, "plant " * 4).main().act("greenery"), "place tile", {1: 1}, 0),
        (lambda: Table().dice(0, "city " * 3).main().act("city"), "place tile", {2: 1}, 0),
        # any asks and shows, draw only shows
        (lambda: Table().down(0, "lab").main().act("card lab"), "order of effects", {0: 1, 1: 1, 2: 1, 3: 1, 5: 1}, 0),
    ],
)
def test_the_kind_of_decision_and_what_it_is_about(prepared, asks, question, more):
    table = prepared()
    view = seen(table)
    assert [DECISIONS[k] for k in np.flatnonzero(view["frame"])] == [asks] == [table.asks]
    assert {int(k): float(view["question"][k]) for k in np.flatnonzero(view["question"])} == question
    assert view["more"][0] == pytest.approx(more, abs=1e-4)


def test_the_resource_a_rival_loses():
    table = Table(3).hand(0, "small_asteroid").dice(0, "event titanium").dice(1, "plant").dice(2, "plant").main()
    table.act("card small_asteroid")
    assert (table.asks, by_resource(seen(table)["question"])) == ("pick rival", {"plant": 1.0})


def test_whether_the_main_action_of_the_turn_is_still_to_come():
    table = Table().dice(0, "heat heat").start()
    assert seen(table)["turn"][1] == 1
    assert seen(table.act("draw"))["turn"][1] == 1, "the support action is being taken"
    table.act("resource heat")
    assert (table.asks, seen(table)["turn"][1]) == ("main action", 0)
    assert seen(table.act("draw"))["turn"][1] == 0, "the second support action is the main action"


# --- the table ---


def test_tracks_and_the_steps_that_are_left_until_the_end():
    view = seen(Table().tracks(temperature=-12, oxygen=16).oceans(3).main())
    assert view["tracks"].tolist() == [0.5, 1, 0.4286, 0, 1, 0]
    # Of 10, 8 and 7 steps 5, 0 and 4 are left; two tracks have to be complete.
    assert view["end"].tolist() == [0, 0, 1, round(4 / 25, 4)]
    assert seen(Table(1).tracks(temperature=-12, oxygen=16).oceans(3).main())["end"][3] == round(9 / 25, 4), "all three"


def test_once_the_end_is_triggered_every_seat_sees_whether_it_has_a_turn_left():
    table = Table(3).tracks(temperature=4).oceans(7).points(1, 20).dice(1, "heat heat heat").turn_of(1).main()
    assert [seen(table, p)["end"][2] for p in range(3)] == [1, 1, 1]
    table.act("temperature")
    left = []
    while not table["over"]:
        left.append([table.player, *(int(seen(table, p)["end"][2]) for p in range(3))])
        assert (seen(table)["end"][0], seen(table)["end"][1]) == (1, table["left"] / 4)
        table.act("colour blue", "colour blue")
    # Seats 2, 0 and 1 take the last turns; who is taking it has none to come.
    assert left == [[2, 1, 1, 0], [0, 0, 1, 0], [1, 0, 0, 0]]


def test_pool_awards_and_milestones():
    table = Table().dice(0, "heat heat plant").awards("animal", "steel", "earth").milestones("tactician", "hoarder")
    view = seen(table.main())
    assert view["pool"].tolist() == [round(n / 12, 4) for n in (10, 12, 11, 10, 11)]
    assert by_resource(view["awards"]) == {"animal": 1, "steel": 1, "earth": 1}
    ids = table.content.ids["milestone"]
    assert [ids[k] for k in np.flatnonzero(view["milestones"])] == ["tactician", "hoarder"]


def test_one_hex_for_each_place_of_a_greenery_and_how_good_it_is():
    view = seen(Table().tiles(D2="city", B2="greenery").main())
    lands = set(Table().lands) - {"D2", "B2"}
    assert by_hex(view["map"]) == {name: round((1 + (name in Table.neighbours("D2"))) / 6, 4) for name in lands}
    # Beside the greenery of B2, and not beside the city of D2, a city has one greenery.
    assert view["best"].tolist() == [round(2 / 6, 4), round(2 / 6, 4)]


def test_the_hexes_of_the_tile_that_is_to_be_placed():
    table = Table().tiles(D2="city", B2="greenery").dice(0, "city " * 3).main().act("city")
    beside = set(Table.neighbours("D2")) | {"D2", "B2"}
    assert by_hex(seen(table)["map"]) == {
        name: round((1 + (name in Table.neighbours("B2"))) / 6, 4) for name in set(table.lands) - beside
    }
    table = Table().tiles(A2="ocean").dice(0, "water " * 3).main().act("ocean")
    assert by_hex(seen(table)["map"]) == dict.fromkeys(set(table.ocean_areas) - {"A2"}, round(1 / 6, 4))
    table = Table().tiles(B2="greenery").hand(0, "mohole").dice(0, "steel steel event").main().act("card mohole")
    while table.asks == "order of effects":
        table.act("effect 0")
    assert by_hex(seen(table)["map"]) == dict.fromkeys(set(table.lands) - {"B2"}, round(1 / 6, 4))


# --- the observer's cards and means ---


def test_what_the_cards_of_the_own_hand_lack():
    # mine: two steel; bank: megacredit, earth; mohole: two steel, event; imported nitrogen: event, titanium, earth.
    table = Table().hand(0, "mine", "bank", "mohole", "imported_nitrogen").hand(1, "lake").dice(0, "steel steel").main()
    view = seen(table)
    assert by_card(table, view["cards"]) == {"mine": 1.0, "bank": 0.4, "mohole": 0.5, "imported_nitrogen": 0.3}
    assert view["nearest"][0] == 1
    # An event makes the mohole payable; the bank lacks two icons, imported nitrogen three.
    assert by_resource(view["wanted"]) == {"event": 1.0, "megacredit": 0.5, "earth": 0.5, "titanium": 0.25}


def test_wild_tokens_and_discounts_count_as_paid():
    table = Table(corporations=("merchant", "helion")).hand(0, "mine", "imported_nitrogen").wild(0, 1).main()
    view = seen(table)
    # One steel less; the wild token pays the other, or one of the three icons of imported nitrogen.
    assert by_card(table, view["cards"]) == {"mine": 1.0, "imported_nitrogen": 0.4}
    assert by_resource(view["wanted"]) == {"event": 0.5, "titanium": 0.5, "earth": 0.5}


def test_without_cards_none_is_near():
    view = seen(Table().hand(1, "ghg").main())
    assert (view["nearest"][0], view["wanted"].any(), view["cards"].any()) == (0, False, False)
    assert seen(Table().hand(0, "imported_nitrogen").main())["nearest"][0] == 0.3


def test_blue_cards_in_play_and_whether_they_can_be_used():
    table = Table().down(0, "bacteria", "lab", "scaffold", "mine", "delivery").down(1, "aquifer")
    table.down(0, "decomposers", turned=True).dice(0, "microbe").main()
    # The bacteria need energy; the decomposers are used; the scaffold has no action.
    assert by_card(table, seen(table)["cards"]) == {
        "lab": -1.0, "bacteria": -0.4, "decomposers": -0.4, "scaffold": -0.4
    }  # fmt: skip


def test_the_bonus_pile_is_shown_to_who_chooses_and_to_who_knows_it():
    table = Table().pile("delivery", "flood", "hall", "seeds").points(0, 5, bonuses=0).main()
    assert not seen(table)["cards"].any()
    table.act("colour red")
    assert table.asks == "play a bonus card"
    assert by_card(table, seen(table)["cards"]) == dict.fromkeys(("delivery", "flood", "hall", "seeds"), 1.0)
    assert not seen(table, 1)["cards"].any()
    table.act("card delivery")
    assert by_card(table, seen(table)["cards"]) == dict.fromkeys(("flood", "hall", "seeds"), 0.5)


def test_corporations_dealt_and_kept():
    table = Table(2).fresh()
    dealt = [int(k) for k in table["dealt"][0]]
    assert {int(k): float(x) for k, x in enumerate(seen(table)["corporation"]) if x} == dict.fromkeys(dealt, 0.5)
    table.act(f"corporation {table.content.ids['corporation'][dealt[1]]}")
    assert np.flatnonzero(seen(table)["corporation"]).tolist() == [dealt[1]]
    assert set(np.flatnonzero(seen(table, 1)["corporation"])) == {int(k) for k in table["dealt"][1]}


def test_shares_of_the_prices_of_the_main_actions():
    table = Table().dice(0, "heat heat water plant plant plant plant megacredit megacredit megacredit megacredit")
    assert seen(table.main())["can"].tolist() == [0.6667, 0.3333, 1, 0, 1]
    assert seen(table.wild(0, 1).main())["can"].tolist() == [1, 0.6667, 1, 0.3333, 1]


def test_resources_above_what_a_production_turn_keeps():
    assert seen(Table().dice(0, "heat " * 5).main())["surplus"][0] == 2 / 8
    assert seen(Table().dice(0, "heat " * 5).down(0, "effective_storage").main())["surplus"][0] == 0
    assert seen(Table().main())["surplus"][0] == -3 / 8


# --- the seats ---


def test_holdings_and_engine_of_every_seat_from_the_own_on():
    table = Table(3, corporations=("helion", "unmi", "merchant")).dice(0, "heat heat plant").dice(2, "city")
    table.wild(1, 3).points(2, 6).hand(0, "ghg", "lake").hand(2, "gift").down(2, "mine", "bank").main()
    for seat in range(3):
        view = seen(table, seat)
        order = [(seat + k) % 3 for k in range(3)]
        assert view["wild"][:, 0].tolist() == [[0, 0.25, 0][p] for p in order]
        dice = [{"heat": 0.3333, "plant": 0.1667}, {}, {"city": 0.1667}]
        assert [by_resource(row) for row in view["dice"]] == [dice[p] for p in order]
        boxes = [[0, 0, 1, 2, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0], [0, 0, 4, 0, 1, 1, 0]]
        assert view["production"].tolist() == [[round(n / 6, 4) for n in boxes[p]] for p in order]
        assert view["hand"][:, 0].tolist() == [[0.2, 0, 0.1][p] for p in order]
        assert view["played"][:, 0].tolist() == [[0, 0, 0.0667][p] for p in order]
        # The bank has a red ribbon.
        assert view["points"].tolist() == [[[0, 0], [0, 0], [0.1, round(7 / 80, 4)]][p] for p in order]


def test_awards_count_in_the_points_if_the_game_were_over_now():
    table = (
        Table(3).awards("plant", "steel", "earth").down(0, "forest").down(1, "mine", "mohole").down(2, "aquifer").main()
    )
    view = seen(table)
    assert view["icons"].tolist() == [[0.2, 0, 0], [0, 0.4, 0], [0, 0.1, 0]]
    # First for plant and the forest's ribbon; first for steel, the mohole's ribbon was counted when it was played; second.
    assert view["points"][:, 1].tolist() == [round(n / 80, 4) for n in (5 + 1, 5, 3)]


def test_milestones_as_shares_and_one_only_for_who_has_it():
    table = Table(2).milestones("tactician", "hoarder", "builder").down(0, "air", "lake", "gift").wild(1, 7).main()
    assert seen(table)["progress"].tolist() == [[0.5, 0, 0], [0, 0.875, 0]]
    table = Table(2).milestones("tactician", "builder").wild(1, 8).milestones("hoarder").put(claimed={0: 1}).main()
    view = seen(table)
    assert view["progress"].tolist() == [[0, 0, 0], [1, 0, 0]]
    assert not view["milestones"].any()
    assert view["points"][:, 1].tolist() == [0, 4 / 80]


def test_after_the_end_nothing_is_asked():
    table = Table(2).tracks(temperature=4).oceans(7).points(0, 20).dice(0, "heat heat heat").main().act("temperature")
    while not table["over"]:
        table.act("colour blue", "colour blue")
    view = seen(table)
    assert not view["frame"].any()
    assert view["end"].tolist() == [1, 0, 0, 0], "two tracks are complete"
