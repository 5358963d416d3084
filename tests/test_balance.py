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
