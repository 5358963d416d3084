"""The rulebook, sentence by sentence: Components, Setup, Objective, Turn Sequence and Dice; test_rulebook_cards goes on.

What the rulebook leaves open is in test_readings, the printed effects are in test_effects_*, the example in test_example.
"""

import numpy as np
import pytest

from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.state import AT_END, BEFORE_ROLL
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

SHIPPED = GAME.shipped
SEATS = (2, 3, 4)


def shipped(players=2, **options):
    return Table(players, content=SHIPPED, **options)


# Components


def test_four_heroes_each_with_a_technique_a_talent_a_marker_and_two_supports():
    assert len(SHIPPED.ids["hero"]) == 4
    assert len({row["technique"] for row in SHIPPED.rows["hero"]}) == 4
    assert len({row["talent"] for row in SHIPPED.rows["hero"]}) == 4
    assert len({card for row in SHIPPED.rows["hero"] for card in row["supports"]}) == 8
    table = shipped(4).fresh().seat_all()
    assert sorted(table["hero"]) == [0, 1, 2, 3]
    assert sorted(table["marker"]) == [0, 1, 2, 3]
    assert [len(table.held(f"hand {p}")) for p in range(4)] == [2, 2, 2, 2]


def test_thirty_one_supports_each_with_a_cost_and_one_effect():
    assert len(SHIPPED.ids["support"]) == 31
    assert all(row["stars"] + row["serums"] > 0 and isinstance(row["effect"], str) for row in SHIPPED.rows["support"])


def test_fifteen_cockroaches_each_with_health_talent_and_points_and_some_with_loot():
    assert len(SHIPPED.ids["cockroach"]) == 15
    assert all(row["health"] > 0 and row["points"] > 0 and row["talent"] for row in SHIPPED.rows["cockroach"])
    assert any(sum(row["loot"]) > 0 for row in SHIPPED.rows["cockroach"])


def test_six_combat_dice_are_rolled_in_a_turn():
    assert (Table().slots("c36", "c42").window(BEFORE_ROLL).act("pass")["face"] >= 0).sum() == 6


@pytest.mark.parametrize(("field", "box"), [("stars", 12), ("wounds", 42), ("points", 30)])
def test_tokens_beyond_those_in_the_box_break_nothing(field, box):
    table = Table().slots("c36", "c45", hurt=(7,)).markers(0, 0).put(**{field: {0: box, 1: box}}).dice("W").spending()
    table.act("attack")
    gained = {"points": [5, 0], "stars": [0, 1], "wounds": [0, 1]}[field]
    assert list(table[field][:2] - box) == gained


# Setup


@pytest.mark.parametrize("players", SEATS)
def test_setup_1_each_player_chooses_a_hero_and_takes_its_two_supports(players):
    table = shipped(players).fresh()
    assert table.legal == {f"hero {h}" for h in SHIPPED.ids["hero"]}
    taken = []
    for seat, hero in enumerate(reversed(SHIPPED.ids["hero"][-players:])):
        assert table.player == seat
        assert table.legal == {f"hero {h}" for h in SHIPPED.ids["hero"] if h not in taken}, "each hero is there once"
        taken.append(hero)
        table.act(f"hero {hero}")
    for seat, hero in enumerate(taken):
        row = SHIPPED.rows["hero"][SHIPPED.ids["hero"].index(hero)]
        assert sorted(table.held(f"hand {seat}")) == sorted(row["supports"])
        assert all(table["known"][table.supports.index(card)] for card in row["supports"]), "printed on the hero"


@pytest.mark.parametrize(("players", "pile"), [(2, 27 - 3), (3, 25 - 3), (4, 23 - 3)])
def test_setup_2_the_remaining_supports_are_shuffled_and_three_revealed(players, pile):
    rows = set()
    for seed in range(6):
        table = shipped(players, seed=seed).fresh().seat_all()
        assert len(table.held("pile")) == pile
        assert sorted(table.held("face up")) == sorted(table.supports[k] for k in table["row"])
        assert len(table.held("face up")) == 3
        rows.add(tuple(table["row"]))
    assert len(rows) > 1


@pytest.mark.parametrize(("players", "removed", "pile"), [(2, 6, 7), (3, 3, 9), (4, 0, 11)])
def test_setup_3_cockroaches_are_removed_and_as_many_revealed_as_there_are_players(players, removed, pile):
    seen = set()
    for seed in range(6):
        table = shipped(players, seed=seed).fresh().seat_all()
        where = [table.lair(c) for c in table.roaches]
        assert [where.count(w) for w in ("aside", "pile", "face up")] == [removed, pile, players]
        assert sorted(table.roach_in(k) for k in range(players)) == sorted(
            c for c in table.roaches if table.lair(c) == "face up"
        )
        seen.add(tuple(table["slot"]))
    assert len(seen) > 1


def test_setup_4_nobody_holds_tokens_at_the_start():
    table = shipped(4).fresh().seat_all()
    assert not table["points"].any()
    assert not table["stars"].any()
    assert not table["wounds"].any()
    assert not table["hurt"].any()


@pytest.mark.parametrize("players", SEATS)
def test_setup_5_markers_go_on_free_cockroaches_from_the_last_player_to_the_first(players):
    table = shipped(players).fresh()
    while table.top.startswith("hero"):
        table.act(min(table.legal))
    free = set(range(players))
    for seat in reversed(range(players)):
        assert table.top == f"place {seat}: set-up, marker of {seat}"
        assert table.legal == {f"slot {k}" for k in free}
        table.act(f"slot {max(free)}")
        free.discard(max(free))
    assert list(table["marker"][:players]) == list(range(players))


@pytest.mark.parametrize("players", SEATS)
def test_setup_6_the_first_player_begins(players):
    table = shipped(players).fresh().seat_all()
    assert (table["active"], table["turn"]) == (0, 1)


# Objective


def hunt(players, seed, turns=50):
    """Play a real game from the start in which every attack is prepared to kill."""
    table = Table(players, content=SHIPPED, seed=seed).fresh().seat_all()
    for _ in range(turns):
        while not table["over"] and not table.top.startswith("spend"):
            table.act("pass" if table.may("pass") else min(table.legal))
        if table["over"]:
            return table
        slot = int(table["marker"][table.player])
        table.put(hurt={slot: int(table["hurt"][slot]) + table.left(slot) - 1}, toll_paid=1)
        table.show("W", "W", "W", "W", "W", "W").act("attack")
    raise AssertionError("no end")


@pytest.mark.parametrize(("players", "kills"), [(2, 8), (3, 10), (4, 12)])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_game_ends_with_the_kill_that_cannot_be_replaced(players, kills, seed):
    table = hunt(players, seed)
    assert table["over"] == TERMINATED
    assert table["kills"] == kills
    assert not any(table.lair(c) == "pile" for c in table.roaches)
    assert not table.legal


def test_players_gain_victory_points_by_eliminating_cockroaches():
    table = Table().slots("c48", "c36", hurt=(8,)).put(toll_paid=1).dice("W").spending().act("attack")
    assert list(table["points"][:2]) == [6, 0]


@pytest.mark.parametrize(
    ("points", "payoff"),
    [([3, 5, 4], [-0.5, 1, -0.5]), ([5, 5, 4], [0.5, 0.5, -1]), ([5, 5, 5], [0, 0, 0])],
)
def test_the_player_with_the_most_victory_points_wins(points, payoff):
    table = Table(3).put(points=dict(enumerate(points))).spending()
    outcome = GAME.settle_up(table.states, 0, table.content, "outcome")
    assert list(outcome.payoff) == payoff
    assert list(outcome.score) == points


# Turn Sequence


@pytest.mark.parametrize("players", SEATS)
def test_players_take_turns_clockwise(players):
    table = shipped(players).fresh().seat_all()
    order = []
    for _ in range(2 * players):
        order.append(table["active"])
        table.end_turn()
    assert order == [*range(players), *range(players)]


def test_turn_1_the_player_rolls_the_dice():
    table = Table().slots("c36", "c42").window(BEFORE_ROLL)
    assert (table["face"] < 0).all()
    faces = {tuple(Table(seed=seed).slots("c36", "c42").window(BEFORE_ROLL).act("pass")["face"]) for seed in range(4)}
    assert len(faces) == 4
    assert all(0 <= face < 6 for roll in faces for face in roll)


def test_turn_2_the_special_die_is_rolled_against_three_serums():
    table = Table().dice("SD", "*S", "*S").coming("**W", die="special").spending().act("special_die")
    assert table.changes() == {"special": {0: (0, 2), 2: (0, 1)}, "paid_serums": {0: (0, 1), 1: (0, 1), 2: (0, 1)}}
    assert not Table().dice("SD", "*S").spending().may("special_die")


def test_turn_2_the_technique_is_activated():
    assert Table().heroes("h01", "h02").dice("**", "**").spending().may("technique")


def test_turn_2_a_support_is_acquired():
    assert Table().row("s24", "s25", "s28").dice("**").spending().legal == {"attack", "reroll", "card s24", "card s25"}


def test_turn_3_all_wounds_of_the_dice_go_on_the_cockroach_one_fights():
    table = (
        Table()
        .slots("c42", "c36", hurt=(1, 1))
        .hand(1, "s17")
        .dice("*W", "WD", "W", "**")
        .spending()
        .act("attack", "pass")
    )
    assert table.changes() == {
        "part": (2, 3),
        "hurt": {0: (1, 4)},
        "stack": ["turn: replace", "react 1: after damage, 1 passed"],
    }


def test_turn_4_the_dice_go_to_the_left_hand_neighbour():
    table = Table(3).turn_of(1).hand(0, "s17").dice("W", "**", "SD").window(AT_END, seat=0).act("pass")
    assert table["active"] == 2
    assert table.stack == ["turn: roll", "react 0: before the roll, 1 passed"]
    assert (table["face"] < 0).all()


# Dice


def test_dice_show_stars_serums_wounds_and_dangers():
    faces = np.asarray(SHIPPED.tables["faces"]["icons"])
    assert faces.shape == (2, 6, 4)
    assert (faces[0].sum(axis=0) > 0).all(), "every icon is somewhere on the combat die"


def test_the_special_die_increases_the_number_of_icons():
    table = (
        Table()
        .slots("c42", "c36")
        .row("s24", "s25", "s28")
        .dice("SD", "*S", "*S")
        .coming("**W", die="special")
        .spending()
    )
    assert table.act("special_die").may("card s24")
    table.act("attack")
    assert table["hurt"][0] == 1


def test_a_star_or_serum_spent_locks_its_die():
    table = Table().heroes("h01", "h02").row("s24", "s15", "s28").dice("*S", "*W", "W", "SD").spending().act("card s24")
    assert table["paid_stars"].tolist() == [1, 1, 0, 0, 0, 0]
    assert table.act("reroll").legal == {"die 2", "die 3"}
    table = Table().heroes("h01", "h02").dice("SD", "SD", "SD", "W").spending().act("special_die", "reroll")
    assert table.legal == {"die 3"}


def test_stars_and_serums_not_used_are_lost():
    table = Table().dice("**", "*S", "SD").special("**S").put(bonus_stars=2, bonus_serums=2).hand(1, "s17")
    table.window(AT_END, seat=1).act("pass")
    assert table["active"] == 1
    for field in ("special", "paid_special", "paid_stars", "paid_serums", "face"):
        assert len(set(table[field].tolist())) == 1
    assert table["bonus_stars"] == table["bonus_serums"] == 0
