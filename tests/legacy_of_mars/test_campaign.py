"""The campaign: "Saving Cards", "Titles", "Clean Up", "Next Mission" and "Playing Solo", named after their sentences."""

import dataclasses

import numpy as np
import pytest

from legacy_of_mars.facts import LABELS
from legacy_of_mars.prepared import place_name, plain
from legacy_of_mars.table import Table
from marszoo.envs.core.record import kernel_array
from marszoo.envs.legacy_of_mars import GAME
from marszoo.envs.legacy_of_mars.rules import scoring
from marszoo.envs.legacy_of_mars.state import GOVERNOR, IN_BOX, IN_DECK, PROJECTS

CARDS = ("Asteroid", "Comet", "Mine", "Trees", "Fish")


def campaign(players=3, **options):
    """The first mission of a campaign, its action phase, on an empty map; seats have ratings 30, 29, 28 …"""
    options = {"content": plain(), "board": "house", **options}
    table = Table(players, campaign=True, generation=12, **options).blank()
    for seat in range(players):
        if not table["away"] >> seat & 1:
            table.rated(seat, 30 - seat)
    return table.ready()


def last_generation(table):
    """All parameters are complete, nobody can convert anything, and all pass: the mission is over but for saving."""
    table.parameters(8, 14).oceans(int(table.tables["board"][table["board"]]["oceans"]))
    table.states["resource"][0] = 0
    table.states["production"][0] = 0
    table.ready()
    return table.generation_ends()


def save(table, **by_seat):
    """Everybody saves the cards named, as ``seat0=["Mine"]``."""
    while table.asks == "cards to save":
        for card in by_seat.get(f"seat{table.player}", ()):
            table.act(f"card {card}")
        if table.asks == "cards to save":
            table.act("done")
    return table


def next_mission(table, **by_seat):
    return save(last_generation(table), **by_seat)


def set_up(table):
    """All choices of the set-up, keeping no card."""
    while table.asks != "turn":
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    return table


def again(table, *ratings):
    """On to the action phase of the mission that has begun, and there on an empty map; ratings of the seats."""
    set_up(table)
    places = table["place"]
    kept = [card for card, place in enumerate(places) if place_name(int(place)).startswith("saved")]
    table.blank()
    table.states["place"][0, kept] = places[kept]
    table.states["generation"][0] = 12
    for seat, rating in enumerate(ratings):
        table.rated(seat, rating)
    return table.ready()


def titles(table, mission=1):
    return [int(table["title"][seat][mission - 1]) for seat in range(table.players)]


def only_in(card, *missions):
    """The content with a card that belongs to these missions only."""
    content = plain()
    tables = kernel_array(np.array([content.tables]))[0]
    row = Table(2, board="house").row(card)
    tables["rows"][row]["missions"] = sum(1 << mission - 1 for mission in missions)
    return dataclasses.replace(content, tables=tables)


# --- Saving Cards, Saved Cards and Starting Hand ---


def test_save_up_to_2_of_your_unplayed_cards_from_hand():
    table = last_generation(campaign().hand(0, *CARDS).hand(1, "Birds"))
    assert (table.asks, table.player) == ("cards to save", 0)
    assert table.legal == {"done", *(f"card {name}" for name in CARDS)}
    table.act("card Comet", "card Mine")
    assert table.legal == {"done"}
    table.act("done")
    assert table.player == 1, "player 2 has no card to save"


def test_these_cards_will_be_added_at_no_cost_to_your_starting_hand_next_mission():
    table = next_mission(campaign().hand(0, *CARDS), seat0=["Comet", "Mine"])
    assert table["mission"] == 1
    assert table.cards_in("hand 0") == {"Comet", "Mine"}
    money = table.tables["rows"]["money"][288]
    assert [table.resource(seat, "megacredit") for seat in range(3)] == [0, 0, 0]
    set_up(table)
    assert table.cards_in("hand 0") == {"Comet", "Mine"}
    assert table.resource(0, "megacredit") == money, "the Governor gets nothing extra, and pays nothing"


def test_make_sure_these_cards_are_allowed_in_the_next_mission():
    table = last_generation(campaign(content=only_in("Comet", 1, 3)).hand(0, "Comet", "Mine"))
    assert table.legal == {"done", "card Mine"}


def test_who_has_no_card_that_is_allowed_is_not_asked():
    table = last_generation(campaign(content=only_in("Comet", 1, 3)).hand(0, "Comet"))
    assert (table["mission"], table.asks) == (1, "corporation side")


def test_discard_the_rest_of_your_hand():
    table = next_mission(campaign().hand(0, *CARDS), seat0=["Comet"])
    assert {table.place(name) for name in CARDS[2:]} <= {"deck", *(f"hand {seat}" for seat in (1, 2))} | {
        f"offer {seat}" for seat in range(3)
    }


def test_what_is_saved_is_hidden_until_all_have_saved():
    table = last_generation(campaign().hand(0, *CARDS).hand(1, "Birds"))
    seen = [[np.zeros_like(table.view) for _ in range(2)] for _ in range(2)]
    for k in range(2):
        for p, seat in enumerate((1, 2)):
            GAME.kernels.observe(table.states, 0, table.tables, seat, seen[k][p])
        if k == 0:
            table.act("card Comet")
    assert all(np.array_equal(a, b) for a, b in zip(*seen, strict=True))


def test_if_you_have_no_saved_cards_you_draw_2_random_cards_as_compensation():
    table = next_mission(campaign().hand(0, *CARDS), seat0=["Comet"])
    assert table.cards_in("hand 0") == {"Comet"}, "who has saved one gets no other"
    assert [len(table.cards_in(f"hand {seat}")) for seat in (1, 2)] == [2, 2]


def test_the_first_mission_of_a_campaign_begins_without_free_cards_and_extra_money():
    table = set_up(Table(3, board="house", campaign=True, content=plain()))
    assert [len(table.cards_in(f"hand {seat}")) for seat in range(3)] == [0, 0, 0]
    assert [table.resource(seat, "megacredit") for seat in range(3)] == [40, 40, 40]


def test_if_any_of_those_cards_are_not_playable_on_this_mission_they_are_replaced_by_random_cards():
    table = campaign(4, content=only_in("Comet", 1, 2), absent="1@2").hand(1, "Comet", "Mine")
    next_mission(table, seat1=["Comet", "Mine"])
    assert (table.place("Comet"), table.place("Mine")) == ("saved 1", "saved 1")
    next_mission(again(table, 60, 0, 59, 58))
    assert table.place("Comet") == "absent"
    hand = table.cards_in("hand 1")
    assert "Mine" in hand
    assert len(hand) == 2


def test_no_mission_follows_the_last_one_so_that_nothing_is_saved():
    table = campaign()
    for _ in range(3):
        next_mission(table)
        again(table, 60, 59, 58)
    last_generation(table.hand(0, *CARDS))
    assert table.asks == "over"
    assert table["mission"] == 3


# --- J) Innovation Action ---


def innovation(table):
    """Seat 0 takes the innovation action, up to the question where the card goes."""
    table.down(0, "Research", "Lightning Harvest", "Search For Life", "Physics Complex", "Mass Converter").ready()
    table.act("innovation")
    assert len(table.legal) == 3
    kept = min(table.legal)
    table.act(kept)
    return kept.removeprefix("card ")


def test_the_innovation_card_is_taken_to_hand_or_saved_for_the_next_mission():
    table = campaign()
    kept = innovation(table)
    assert (table.asks, table.legal) == ("hand or saved", {"hand", "save"})
    twin = table.clone().act("hand")
    assert twin.place(kept) == "hand 0"
    table.act("save")
    assert table.place(kept) == "saved 0"


def test_a_saved_innovation_card_is_one_of_the_two():
    table = campaign().hand(0, *CARDS)
    kept = innovation(table)
    last_generation(table.act("save"))
    table.act("card Comet")
    assert table.legal == {"done"}
    table.act("done")
    assert table.cards_in("hand 0") == {kept, "Comet"}


def test_in_the_last_mission_the_innovation_card_goes_to_the_hand():
    table = campaign()
    for _ in range(3):
        again(next_mission(table), 60, 59, 58)
    kept = innovation(table)
    assert table.asks == "turn"
    assert table.place(kept) == "hand 0"


def test_the_discard_pile_is_shuffled_together_with_the_innovation_box_at_the_end_of_each_mission():
    table = campaign()
    innovation(table)
    table.act("save")
    assert len(table.cards_in("box discard")) == 2
    box = table.cards_in("box") | table.cards_in("box discard")
    last_generation(table)
    assert table.cards_in("box") == box
    assert not table["known"].any()


def test_innovation_cards_will_stay_in_the_card_pool_for_the_rest_of_the_campaign():
    table = campaign()
    kept = innovation(table)
    table.act("hand")
    next_mission(table)
    places = {"deck", *(f"{what} {seat}" for what in ("hand", "offer") for seat in range(3))}
    assert table.place(kept) in places
    box = len(table.cards_in("box"))
    again(table, 60, 59, 58)
    table.states["place"][0, table.row(kept)] = IN_DECK
    next_mission(table.ready())
    assert table.place(kept) in places
    assert len(table.cards_in("box")) >= box


def test_a_campaign_begins_with_all_innovation_cards_in_their_box():
    table = Table(3, board="house", campaign=True)
    places = table["place"][PROJECTS : PROJECTS + int(table.tables["num_innovations"])]
    assert (places == IN_BOX).all()


# --- Titles ---


def test_1st_2nd_and_3rd_place_get_15_10_and_5_title_points():
    table = next_mission(campaign(5))
    assert titles(table) == [1, 2, 3, 4, 4]
    assert table.scores() == [15, 10, 5, 0, 0]
    assert table.ranks()[:3] == [1, 2, 3]


def test_the_titles_bring_0_5_and_10_megacredits_for_the_next_mission_no_title_15():
    table = set_up(next_mission(campaign(5)))
    assert [table.resource(seat, "megacredit") for seat in range(5)] == [40, 45, 50, 55, 55]


def test_if_there_are_only_2_players_second_place_becomes_prefect():
    table = next_mission(campaign(2))
    assert titles(table) == [1, 3]
    assert table.scores() == [15, 5]
    set_up(table)
    assert [table.resource(seat, "megacredit") for seat in range(2)] == [40, 50]


def test_victory_points_that_are_tied_are_decided_by_order_of_passing():
    table = campaign()
    for seat in range(3):
        table.rated(seat, 30)
    table.turn(2).ready()
    next_mission(table)
    assert titles(table) == [2, 3, 1], "seat 2 passed first"


@pytest.mark.parametrize(("tie_break", "expected"), [("earlier_pass", [2, 3, 1]), ("later_pass", [2, 1, 3])])
def test_the_order_of_passing_counts_as_the_switch_says(tie_break, expected):
    table = campaign(tie_break=tie_break)
    for seat in range(3):
        table.rated(seat, 30)
    assert titles(next_mission(table.turn(2).ready())) == expected


def test_title_points_decide_the_campaign_and_within_equal_ones_the_place_in_the_last_mission():
    table = campaign(2)
    for ratings in ((60, 70), (70, 60), (60, 70)):
        again(next_mission(table), *ratings)
    last_generation(table)
    assert table.asks == "over"
    assert [titles(table, mission) for mission in (1, 2, 3, 4)] == [[1, 3], [3, 1], [1, 3], [3, 1]]
    assert table.scores() == [40, 40]
    assert table.ranks() == [2, 1]


# --- Clean Up, Next Mission ---


def test_remove_all_cards_that_do_not_have_the_mission_2_marking():
    table = Table(2, board="house", campaign=True, generation=12).blank()
    marked = table.tables["rows"]["missions"][:PROJECTS].astype(int)
    assert ((table["place"][:PROJECTS] == 0) == (marked & 1 == 0)).all()
    next_mission(table.ready())
    assert ((table["place"][:PROJECTS] == 0) == (marked & 2 == 0)).all()


def test_a_new_mission_begins_with_an_empty_table():
    table = campaign().down(0, "Mine").events(1, "Asteroid").hand(2, "Comet").tiles(B2="city 0").ready()
    next_mission(table)
    assert (table.degrees, table["oxygen"], table["oceans"], table["generation"]) == (-30, 2, 0, 1)
    for field in ("resource", "production", "steps", "tag", "tile", "held", "used", "event_count", "laid", "milestone"):
        assert not table[field].any(), field
    rating = int(table.tables["sheet"][1]["rating"])
    assert [table.rating(seat) for seat in range(3)] == [rating] * 3


def test_you_will_continue_to_play_this_corporation_throughout_the_campaign():
    table = campaign()
    corporations = table["corporation"].tolist()
    next_mission(table)
    assert table.asks == "corporation side"
    assert table["corporation"].tolist() == corporations


def test_for_each_new_mission_you_may_choose_which_side_of_your_corporation_you_want_to_play():
    table = campaign()
    sides = table["side"].tolist()
    next_mission(table)
    seat, corporation = table.player, int(table["corporation"][table.player])
    assert table.legal == {f"side {2 * corporation}", f"side {2 * corporation + 1}"}
    table.act(f"side {2 * corporation + 1 - sides[seat]}")
    set_up(table)
    assert table["side"][seat] == 1 - sides[seat]


def test_once_you_have_chosen_a_development_it_remains_the_same_and_a_new_one_is_chosen_each_mission():
    table = campaign()
    kept = table["development"][:, 0].tolist()
    next_mission(table)
    asked = []
    while table.asks != "turn":
        if table.asks == "development":
            asked.append((table.player, min(table.legal)))
        table.act("done" if table.may("done") else max(table.legal, key=table.number))
    assert table["development"][:, 0].tolist() == kept
    corporations = table["corporation"]
    assert sorted(asked) == [(seat, f"development {8 * corporations[seat] + 2}") for seat in range(3)]


def test_developments_are_played_in_any_order_at_the_beginning_of_each_mission():
    table = next_mission(campaign())
    while table.asks != "development to play":
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    assert len(table.legal) == 2
    seat = table.player
    table.act(max(table.legal, key=table.number))
    assert not table["undone"][seat]


def test_developments_of_earlier_missions_are_no_secret_and_the_new_one_is():
    table = next_mission(campaign(2))
    while table.asks != "development":
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    seat = table.player
    table.act(max(table.legal, key=table.number))
    layout = GAME.observation
    at = layout.fixed_width + layout.stride("seat") + layout.offset("developments")
    view = np.zeros_like(table.view)
    GAME.kernels.observe(table.states, 0, table.tables, 1 - seat, view)
    assert view[at] != 0
    assert view[at + 1] == 0
    new = set()
    for seed in range(20):
        guess = table.states.copy()
        GAME.kernels.determinize(guess, 0, table.tables, 1 - seat, np.uint64(seed))
        assert guess["development"][0, seat, 0] == table["development"][seat, 0]
        new.add(int(guess["development"][0, seat, 1]))
    assert new == {0, 1}


def test_the_player_who_most_recently_won_is_given_the_first_player_marker():
    table = campaign().rated(2, 40).ready()
    next_mission(table)
    assert titles(table)[2] == GOVERNOR
    assert table["first"] == 2


# --- Adding or Losing Players During the Campaign ---


def test_an_absent_players_cards_are_kept_in_the_corporation_box():
    table = next_mission(campaign(3, absent="1@2").hand(1, *CARDS), seat1=["Fish", "Trees"])
    assert {table.place("Fish"), table.place("Trees")} == {"saved 1"}
    corporation, development = int(table["corporation"][1]), int(table["development"][1][0])
    next_mission(again(table, 60, 0, 59))
    assert table.cards_in("hand 1") == {"Fish", "Trees"}
    assert (table["corporation"][1], table["development"][1][0]) == (corporation, development)


def test_if_you_missed_the_previous_mission_you_get_15_megacredits():
    table = next_mission(campaign(3, absent="1@2"))
    next_mission(again(table, 60, 0, 59))
    assert titles(table, 2) == [1, 0, 3]
    set_up(table)
    assert [table.resource(seat, "megacredit") for seat in range(3)] == [40, 55, 50]


def test_a_new_player_who_wants_to_join_enters_the_campaign_at_that_mission():
    table = campaign(3, absent="1@1, 1@2")
    assert table["corporation"][1] == -1
    again(next_mission(table), 60, 0, 59)
    next_mission(table)
    assert (table.asks, table.player) == ("corporation", 1)
    assert table.legal == {
        f"corporation {k}"
        for k in range(int(table.tables["num_corporations"]))
        if k not in (table["corporation"][0], table["corporation"][2])
    }
    assert len(table.cards_in("hand 1")) == 2
    table.act(min(table.legal))
    developments = []
    while table.asks != "turn":
        developments += (
            [table["frame"][table["depth"] - 1][2]] if table.asks == "development" and table.player == 1 else []
        )
        table.act("done" if table.may("done") else min(table.legal, key=table.number))
    assert developments == [0, 1, 2], "one for each mission up until this"
    assert table.resource(1, "megacredit") == 40 + 15


def test_an_absent_player_has_no_turn_no_cards_and_no_income():
    table = again(next_mission(campaign(3, absent="1@2")), 60, 0, 59)
    assert table["away"] == 0b010
    assert table.player == 0
    table.act("pass")
    assert table.player == 2
    table.act("pass")
    assert table.asks == "draft"
    assert not table.cards_in("offer 1")
    passed_on = table.cards_in("offer 0")
    while table.asks == "draft":
        table.act(min(table.legal))
    assert table.cards_in("offer 2") & passed_on, "cards go to the next who plays"
    assert not table["resource"][1].any()


def test_an_absent_player_loses_no_production():
    table = again(next_mission(campaign(3, absent="1@2")), 60, 0, 59).hand(0, "Hackers").makes(0, energy=1)
    table.has(0, megacredit=10).ready().act("card Hackers")
    assert table.legal == {"player 0", "player 2"}


def test_with_two_players_there_is_no_second_place_of_an_award_and_no_administrator():
    table = again(next_mission(campaign(3, board="tharsis", absent="1@2")), 60, 0, 59).has(0, heat=5).has(2, heat=2)
    before = _mission_points(table.ready())
    table.marks("award", thermalist=0).ready()
    after = _mission_points(table)
    assert (after[0] - before[0], after[2] - before[2]) == (5, 0)
    assert titles(next_mission(table), 2) == [1, 0, 3]


def _mission_points(table):
    s = table.states[0]
    return [int(scoring.points(s, table.tables, p)) for p in range(table.players)]


def test_who_is_ranked_by_titles_alone_and_missed_the_last_mission_comes_last():
    table = campaign(3, absent="2@1, 2@2, 2@4, 1@3")
    again(next_mission(table), 60, 59, 0)
    again(next_mission(table), 60, 0, 70)
    again(next_mission(table), 60, 70, 0)
    last_generation(table)
    assert [titles(table, mission) for mission in (1, 2, 3, 4)] == [[1, 3, 0], [1, 3, 0], [3, 0, 1], [3, 1, 0]]
    assert table.scores() == [40, 25, 15]


# --- Playing Solo ---


def test_alone_each_mission_takes_12_generations_and_begins_with_its_own_neutral_tiles():
    table = Table(1, board="house", campaign=True, content=plain())
    for mission in range(4):
        assert table["mission"] == mission
        assert sum(table.tile(label) == "city neutral" for label in LABELS) == 2
        assert table.rating(0) == int(table.tables["sheet"][mission]["solo_rating"])
        generations = set()
        while table["mission"] == mission and table.asks != "over":
            generations.add(table["generation"])
            table.act("pass" if table.may("pass") else "done" if table.may("done") else min(table.legal))
        assert max(generations) == 12
    assert table.asks == "over"


def test_the_overall_goal_is_to_win_the_final_mission_with_a_high_score():
    table = Table(1, board="house", campaign=True, content=plain())
    while table["mission"] < 3:
        table.act("pass" if table.may("pass") else "done" if table.may("done") else min(table.legal))
    outcome = GAME.settle_up(table.states, 0, table.content, "margin")
    assert outcome.payoff[0] == -1.0 + 2.0 * _share(table)
    assert outcome.score[0] == _mission_points(table)[0]


def _share(table):
    return float(scoring.share(table.states[0], table.tables))


def test_alone_nothing_is_reached_before_the_final_mission():
    table = Table(1, board="house", campaign=True, content=plain()).blank()
    table.parameters(8, 14).oceans(15).ready()
    outcome = GAME.settle_up(table.states, 0, table.content, "margin")
    assert outcome.payoff[0] == -1.0
