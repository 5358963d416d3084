"""The bounds of bench/balance.py, on games made up for the purpose: a check that cannot fail would say nothing."""

import importlib.util
import pathlib

import numpy as np
import pytest

from marszoo.envs import registry

BENCH = pathlib.Path(__file__).resolve().parent.parent / "bench" / "balance.py"


@pytest.fixture(scope="module")
def balance():
    spec = importlib.util.spec_from_file_location("bench_balance", BENCH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def even(balance):
    """400 games of Terra Formars, two players, that keep all bounds: heroes, seats and supports in turn."""
    game = registry.get("terra_formars_v0")
    states = game.zeros(400)
    k = np.arange(400)
    states["num_players"], states["over"], states["turn"] = 2, 1, 10 + k % 51
    states["hero"][:, 0], states["hero"][:, 1] = k % 4, (k + 1) % 4
    states["points"][k, k // 4 % 2] = 10
    return balance.Played(game, game.shipped, states, np.ones((400, 40), np.int64))


def broken(balance, played):
    return [row.what.partition(":")[0] for row in balance.CHECKS["terra_formars_v0"].judge(played) if not row.holds]


def test_every_game_has_its_check(balance):
    assert set(balance.CHECKS) == set(registry.games())


def test_an_even_game_passes(balance, even):
    assert broken(balance, even) == []


def test_a_strong_and_a_weak_hero_are_named(balance, even):
    for seat in range(2):
        even.states["points"][even.states["hero"][:, seat] == 2, seat] += 50
    assert "hero Davis" in broken(balance, even)
    for seat in range(2):
        even.states["points"][even.states["hero"][:, seat] == 2, seat] = 0
    assert "hero Davis" in broken(balance, even)


def test_an_uneven_seat_is_named(balance, even):
    even.states["points"][:120, 0] = 50
    assert {"seat 0", "seat 1"} <= set(broken(balance, even))


def test_a_support_nobody_wants_is_named(balance, even):
    even.notes[7:, 3] = 0
    assert broken(balance, even) == ["support Serum kit"]


@pytest.mark.parametrize(("turns", "what"), [(9, "lowest"), (61, "highest")])
def test_long_and_short_games_are_named(balance, even, turns, what):
    even.states["turn"][:12] = turns
    rows = [row.what for row in balance.CHECKS["terra_formars_v0"].judge(even) if not row.holds]
    assert rows == [f"turns a game: middle 98 %, {what}"]


def test_truncated_games_are_named(balance, even):
    even.states["over"][:5] = 2
    assert broken(balance, even) == ["truncated games"]


@pytest.fixture
def even_dice(balance):
    """400 games of the dice game, two players, that keep all bounds: corporations, seats and cards in turn."""
    game = registry.get("terraforming_dice_v0")
    states = game.zeros(400)
    k = np.arange(400)
    states["num_players"], states["over"], states["turn"] = 2, 1, 2 * (12 + k % 29)
    states["corporation"][:, 0], states["corporation"][:, 1] = k % 8, (k + 1) % 8
    states["claimed"], states["left"] = -2, -1
    states["points"][k, k // 8 % 2] = 10
    states["place"] = 20
    return balance.Played(game, game.shipped, states, np.zeros((400, 1), np.int64))


def broken_dice(balance, played):
    return [row.what.partition(":")[0] for row in balance.CHECKS["terraforming_dice_v0"].judge(played) if not row.holds]


def test_an_even_dice_game_passes(balance, even_dice):
    assert broken_dice(balance, even_dice) == []


def test_strong_and_weak_corporations_are_named(balance, even_dice):
    for seat in range(2):
        even_dice.states["points"][even_dice.states["corporation"][:, seat] == 2, seat] = 50
    assert "corporation UNMI" in broken_dice(balance, even_dice)
    for seat in range(2):
        even_dice.states["points"][even_dice.states["corporation"][:, seat] == 2, seat] = 0
    assert "corporation UNMI" in broken_dice(balance, even_dice)


def test_a_card_that_nobody_plays_is_named(balance, even_dice):
    even_dice.states["place"][3:, 1] = 0
    assert broken_dice(balance, even_dice) == ["project Lichen Terraces"]


def test_ties_are_shared_wins_and_broken_by_production(balance, even_dice):
    even_dice.states["points"][:] = 7
    assert broken_dice(balance, even_dice) == []
    even_dice.states["production"][:, 0, 0] = 1
    assert {"seat 0", "seat 1"} <= set(broken_dice(balance, even_dice))


@pytest.mark.parametrize("turns", [22, 82])
def test_dice_games_that_are_long_or_short_on_average_are_named(balance, even_dice, turns):
    even_dice.states["turn"][:] = turns
    assert broken_dice(balance, even_dice) == ["turns a player"]


def test_single_long_dice_games_are_shown_but_not_judged(balance, even_dice):
    even_dice.states["turn"][:12] = 120
    rows = balance.CHECKS["terraforming_dice_v0"].judge(even_dice)
    assert all(row.holds for row in rows)
    assert "turns a player: percentile 99                    60.0 turns" in [row.text() for row in rows]


def test_alone_the_goal_is_shown_and_only_cards_are_judged(balance, even_dice):
    even_dice.states["num_players"] = 1
    for track, steps in (("temperature", 10), ("oxygen", 8), ("oceans", 7)):
        even_dice.states[track][:100] = steps
    rows = {row.what: row for row in balance.CHECKS["terraforming_dice_v0"].judge(even_dice)}
    assert rows["goal reached"].value == 25.0
    assert all(row.holds for row in rows.values())


@pytest.fixture
def even_crews(balance):
    """600 games of First Martians, two players, of each agent and difficulty, that keep all bounds."""
    game = registry.get("first_martians_v0")
    content = game.shipped

    def games(won):
        states = game.zeros(600)
        k = np.arange(600)
        states["num_players"], states["over"], states["sol"] = 2, 1, 6
        states["mission"] = k % len(content.ids["mission"])
        states["ending"] = np.where(k // 6 % 100 < won, 1, 2 + k % 3)
        states["place"], states["drawn"], states["upgrade"] = 2, 1, 3
        states["spot"] = (k[:, None] + np.arange(18)) % len(content.ids["roi"])
        return balance.Played(game, content, states, np.zeros((600, 1), np.int64))

    won = {"random": 1, "training": 70, "hard": 15, **dict.fromkeys(balance.PLANS, 30)}
    return games(40)._replace(beside={name: games(n) for name, n in won.items()})


def broken_crews(balance, played):
    rows = balance.CHECKS["first_martians_v0"].judge(played)
    return [row.what.partition(" (")[0] for row in rows if not row.holds]


def share_won(played, percent):
    played.states["ending"] = np.where(np.arange(600) // 6 % 100 < percent, 1, 3)


def test_missions_as_hard_as_they_should_be_pass(balance, even_crews):
    assert broken_crews(balance, even_crews) == []


def test_what_the_crew_check_plays_is_what_it_judges(balance, even_crews):
    assert set(balance.CHECKS["first_martians_v0"].beside) == set(even_crews.beside)
    assert len(balance.PLANS) >= 2


@pytest.mark.parametrize("percent", [19, 61])
def test_missions_that_the_best_plan_seldom_or_mostly_wins_are_named(balance, even_crews, percent):
    for played in (even_crews, *(even_crews.beside[name] for name in balance.PLANS)):
        share_won(played, min(percent, 40) if played is not even_crews else percent)
    share_won(even_crews.beside["training"], 90)
    assert broken_crews(balance, even_crews) == ["success on normal: the best plan"]


def test_the_best_plan_counts_whichever_it_is(balance, even_crews):
    share_won(even_crews, 18)
    share_won(even_crews.beside["hard"], 5)
    assert broken_crews(balance, even_crews) == []
    share_won(even_crews.beside[balance.PLANS[0]], 61)
    assert broken_crews(balance, even_crews) == ["success on normal: the best plan"]


def test_missions_that_random_play_wins_are_named(balance, even_crews):
    share_won(even_crews.beside["random"], 4)
    assert broken_crews(balance, even_crews) == ["success on normal: random"]


@pytest.mark.parametrize(
    ("level", "percent", "what"),
    [("training", 41, "success: training less normal"), ("hard", 39, "success: normal less hard")],
)
def test_difficulties_that_are_alike_are_named(balance, even_crews, level, percent, what):
    share_won(even_crews.beside[level], percent)
    assert broken_crews(balance, even_crews) == [what]


@pytest.mark.parametrize("ending", [1, 3])
def test_a_mission_won_or_lost_by_itself_is_named(balance, even_crews, ending):
    even_crews.states["ending"][even_crews.states["mission"] == 2] = ending
    assert broken_crews(balance, even_crews) == ["normal, far_ridge: success"]


@pytest.mark.parametrize(
    ("field", "what"), [("place", "malfunction cards"), ("drawn", "events"), ("upgrade", "upgrades")]
)
def test_rows_of_the_content_that_never_come_up_are_named(balance, even_crews, field, what):
    for played in (even_crews, *even_crews.beside.values()):
        played.states[field][:, 1] = 0
    assert broken_crews(balance, even_crews) == [f"{what} that never came up"]


def test_places_outside_that_never_come_up_are_named(balance, even_crews):
    for played in (even_crews, *even_crews.beside.values()):
        played.states["spot"][played.states["spot"] == 7] = 8
    assert broken_crews(balance, even_crews) == ["places outside that never came up"]


def test_truncated_missions_are_named(balance, even_crews):
    even_crews.beside["random"].states["over"][:7] = 2
    assert broken_crews(balance, even_crews) == ["random: truncated games"]
