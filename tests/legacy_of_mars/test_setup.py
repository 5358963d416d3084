"""Chapters "Setup", "Saved Cards and Starting Hand" and "Stand-Alone Game", named after their sentences."""

import dataclasses

import numpy as np
import pytest

from legacy_of_mars.facts import SPACES
from legacy_of_mars.prepared import plain
from legacy_of_mars.table import Table
from marszoo.envs.core.record import kernel_array
from marszoo.envs.legacy_of_mars import GAME


def fresh(players=3, **options):
    """A game at its first decision."""
    return Table(players, **{"board": "house", **options})


def chosen(table, keep=0):
    """All choices of the set-up are made; everybody keeps the first so many cards."""
    while table.asks != "turn":
        kept = len(table.cards_in(f"kept {table.player}"))
        if table.asks == "starting cards":
            table.act(min(table.legal - {"done"}) if kept < keep and table.legal != {"done"} else "done")
        else:
            table.act(min(table.legal, key=table.number))
    return table


def at(table, asks):
    """On to the first decision of a kind."""
    while table.asks != asks:
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    return table


def test_the_temperature_starts_at_minus_30_and_the_oxygen_at_2_percent():
    table = fresh()
    assert (table.degrees, table["oxygen"], table["oceans"], table["generation"]) == (-30, 2, 0, 1)


@pytest.mark.parametrize("board", ["tharsis", "hellas", "elysium"])
def test_regular_boards_start_at_0_percent_with_a_rating_of_20_and_9_oceans(board):
    table = fresh(board=board)
    assert table["oxygen"] == 0
    assert list(table["rating"][:3]) == [20, 20, 20]
    assert table.tables["board"][table["board"]]["oceans"] == 9
    assert not table.glaciers


def test_the_15_ocean_tiles_have_18_reserved_areas():
    table = fresh()
    assert len(table.reserved) == 18
    assert table.tables["board"][table["board"]]["oceans"] == 15
    assert not any(map(table.tile, table.reserved)), "the tiles lie in a stack beside the map"


def test_each_player_places_a_marker_at_the_starting_position_25_of_the_rating():
    assert list(fresh()["rating"][:3]) == [25, 25, 25]


def test_productions_start_at_0():
    assert not fresh()["production"].any()


def test_each_player_chooses_one_corporation_in_player_order_from_those_left():
    table = fresh()
    taken = []
    for seat in range(3):
        assert (table.asks, table.player) == ("corporation", seat)
        assert not table.legal & set(taken)
        taken.append(min(table.legal))
        table.act(taken[-1])
    assert len(set(table["corporation"][:3].tolist())) == 3


def test_a_corporation_comes_in_2_versions_and_you_choose_which_one_to_play():
    table = at(fresh(), "corporation side")
    corporation = table["corporation"][table.player]
    assert table.legal == {f"side {2 * corporation}", f"side {2 * corporation + 1}"}


def test_10_project_cards_are_dealt_to_each_player():
    table = at(fresh(), "starting cards")
    assert [len(table.cards_in(f"offer {seat}")) for seat in range(3)] == [10, 10, 10]
    assert table.legal - {"done"} == {f"card {name}" for name in table.cards_in(f"offer {table.player}")}


def test_each_project_card_you_keep_costs_3_megacredits():
    table = chosen(fresh(), keep=4)
    assert [table.resource(seat, "megacredit") for seat in range(3)] == [40 + 15 - 12] * 3
    assert [len(table.cards_in(f"hand {seat}")) for seat in range(3)] == [4 + 2] * 3


def test_you_cannot_keep_more_cards_than_you_can_afford():
    content = _poor()
    table = chosen(Table(2, board="house", content=content), keep=10)
    assert [len(table.cards_in(f"hand {seat}")) for seat in range(2)] == [(2 + 15) // 3 + 2] * 2
    assert [table.resource(seat, "megacredit") for seat in range(2)] == [2, 2]


def _poor():
    content = plain()
    tables = kernel_array(np.array([content.tables]))[0]
    for row in tables["rows"]:
        if row["money"] > 0:
            row["money"] = 2
    return dataclasses.replace(content, tables=tables)


def test_the_remaining_cards_are_discarded_face_down():
    table = chosen(fresh(), keep=4)
    assert len(table.cards_in("discard")) == 3 * 6
    assert not any(table.cards_in(f"offer {seat}") | table.cards_in(f"kept {seat}") for seat in range(3))


def test_you_also_choose_which_development_to_play_of_two():
    table = at(fresh(), "development")
    corporation = int(table["corporation"][table.player])
    assert table.legal == {f"development {8 * corporation + choice}" for choice in (0, 1)}


def test_what_is_chosen_simultaneously_is_hidden_until_all_have_chosen():
    table = at(fresh(), "corporation side")
    assert not table["revealed"]
    while table.asks in ("corporation side", "starting cards", "development"):
        assert not table["revealed"]
        assert not table["resource"].any()
        table.act(min(table.legal, key=table.number))
    assert table["revealed"]


def test_sides_give_their_starting_money_resources_and_productions():
    content = GAME.shipped
    table = Table(2, board="house", content=content)
    while table.asks == "corporation":
        table.act(min(table.legal, key=table.number))
    chosen(table)
    for seat in range(2):
        row = next(r for r in table.face_up(seat) if 288 <= r < 304)
        assert table.content.tables["rows"][row]["money"] > 0
        assert table.resource(seat, "megacredit") > 0


def test_the_player_order_and_research_phases_are_skipped_in_the_first_generation():
    table = chosen(fresh())
    assert (table["generation"], table["first"], table.player) == (1, 0, 0)
    table = fresh()
    asked = set()
    while table.asks != "turn":
        asked.add(table.asks)
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    assert not asked & {"draft", "buy"}


# --- stand-alone game ---


@pytest.mark.parametrize("mission", [1, 2, 3, 4])
def test_a_stand_alone_game_starts_with_15_megacredits_extra_and_2_cards_for_free(mission):
    table = fresh(2, mission=mission)
    assert [len(table.cards_in(f"hand {seat}")) for seat in range(2)] == [2, 2]
    chosen(table)
    assert [table.resource(seat, "megacredit") for seat in range(2)] == [40 + 15] * 2
    assert [len(table.cards_in(f"hand {seat}")) for seat in range(2)] == [2, 2]


@pytest.mark.parametrize("mission", [1, 2, 3, 4])
def test_you_choose_developments_for_each_mission_up_until_this(mission):
    table = fresh(2, mission=mission)
    chosen(table)
    for seat in range(2):
        choices = table["development"][seat]
        assert (choices[:mission] >= 0).all()
        assert (choices[mission:] < 0).all()


@pytest.mark.parametrize("mission", [2, 4])
def test_with_more_than_one_development_you_play_them_in_any_order_you_wish(mission):
    table = at(fresh(2, mission=mission), "development to play")
    assert len(table.legal) == mission
    table.act(max(table.legal, key=table.number))
    assert len(table.legal) == mission - 1 or table.player == 1


@pytest.mark.parametrize("mission", [1, 2, 3, 4])
def test_2_random_innovation_cards_times_the_mission_number_are_added_to_the_card_pool(mission):
    table = fresh(2, mission=mission)
    innovations = range(256, 256 + int(table.tables["num_innovations"]))
    pool = [k for k in innovations if table["place"][k] in (1, 16, 17)]  # deck, or the two hands
    assert len(pool) == 2 * mission
    assert len([k for k in innovations if table["place"][k] == 3]) == len(innovations) - 2 * mission


@pytest.mark.parametrize("mission", [1, 2, 3, 4])
def test_cards_that_do_not_belong_to_the_mission_are_not_in_the_pool(mission):
    table = fresh(2, mission=mission)
    for row in range(int(table.tables["num_projects"])):
        belongs = int(table.tables["rows"][row]["missions"]) >> (mission - 1) & 1
        assert (table["place"][row] != 0) == belongs


def test_all_208_printed_cards_are_in_the_pool_of_some_mission():
    table = fresh(2)
    rows = [table.row(num) for num in range(1, 209)]
    assert len(set(rows)) == 208
    assert all(table.tables["rows"][row]["missions"] for row in rows)


def test_the_money_for_the_starting_cards_does_not_pay_for_the_pole():
    content = GAME.shipped
    hearthline = content.ids["corporation"].index("hearthline")
    table = Table(2, board="house", content=content, campaign=True)  # without the M€ of a stand-alone game
    table.act(f"corporation {hearthline}")
    at(table, "corporation side").act(f"side {2 * hearthline}")
    kept = 0
    while table.player == 0 and table.asks == "starting cards" and table.legal != {"done"}:
        table.act(min(table.legal - {"done"}))
        kept += 1
    money = int(content.tables["rows"][288 + 2 * hearthline]["money"])
    assert money - 3 * kept < 4, "too little is left for the pole"
    while table.asks != "place of the tile":
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    assert table.player == 0
    pole = SPACES[int(content.tables["board"][0]["pole"])]
    assert not table.may(f"place {pole}")
    assert len(table.legal) > 20
