"""What every registered game is held to, without exceptions by name: the tests of the libraries it is used from, and ours."""

import functools
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from gymnasium.vector import AutoresetMode
from numba import config
from pettingzoo.test import api_test, render_test, seed_test
from stable_baselines3.common.env_checker import check_env as sb3_check

import marszoo
from marszoo.agents.gym import gymnasium_id, make_env, make_vec
from marszoo.envs import registry
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.check import (
    check_caps,
    check_copies,
    check_hidden,
    check_interpreted,
    check_refusals,
    check_sound,
    check_texts,
)
from marszoo.envs.core.jit import COMPILED

GAMES = marszoo.games()
TABLES = [(id, num) for id in GAMES for num in range(registry.get(id).min_players, registry.get(id).max_players + 1)]

HIDDEN = {
    "terra_formars_v0": {2: {"place", "lair"}, 3: {"place", "lair"}, 4: {"place"}},
    "terraforming_dice_v0": {1: {"place"}} | {n: {"place", "dealt", "corporation"} for n in (2, 3, 4)},
    "first_martians_v0": {n: set() for n in (1, 2, 3, 4)},  # all is open: only chance to come is hidden
    "legacy_of_mars_v0": {1: {"place"}} | {n: {"place", "known", "side", "development"} for n in (2, 3, 4, 5)},
}
"""Game -> number of players -> the fields of its record that hold something hidden."""

DICT_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
"""What PettingZoo says of every Dict observation."""


def warned(call):
    """The messages that a call warns with."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return {str(warning.message) for warning in caught}


# --- the libraries' own tests ---


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_pettingzoo_api(id, num, capsys):
    assert warned(lambda: api_test(marszoo.make(id, num_players=num), num_cycles=1000)) == DICT_WARNINGS
    assert warned(lambda: api_test(marszoo.make(id, num_players=num, flat=True), num_cycles=1000)) == set()
    assert warned(lambda: api_test(marszoo.make(id, num_players=num, structured=True), num_cycles=100)) == DICT_WARNINGS


@pytest.mark.parametrize(("id", "num"), TABLES)
@pytest.mark.parametrize("flat", [False, True])
def test_pettingzoo_seeds(id, num, flat):
    seed_test(lambda: marszoo.make(id, num_players=num, flat=flat), num_cycles=500)


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_render(id, capsys):
    render_test(lambda **given: marszoo.make(id, **given))
    assert capsys.readouterr().out, "the human mode prints"


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_gymnasium_checker(id, num):
    # The checker plays actions without looking at the mask.
    env = gymnasium.make(gymnasium_id(id), opponents="random", num_players=num, illegal="terminate")
    assert warned(lambda: gymnasium_check(env.unwrapped)) == set()


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("options", [{}, {"flat": False}, {"seat": 1, "num_players": 3}])
def test_stable_baselines3_checker(id, options):
    assert (
        warned(lambda: sb3_check(make_env(id, "random", illegal="terminate", **options), skip_render_check=True))
        == set()
    )


@pytest.mark.parametrize(("id", "num"), TABLES)
@pytest.mark.parametrize("flat", [True, False])
def test_gymnasium_vector(id, num, flat):
    """Gymnasium has no checker for vector environments: what its one for single ones asks, row by row."""
    rows = 5

    def make():
        return gymnasium.make_vec(
            gymnasium_id(id),
            num_envs=rows,
            opponents="random",
            num_players=num,
            seat="rotate",
            flat=flat,
            max_cycles=30,
        )

    env = make()
    assert env.num_envs == rows
    assert isinstance(env.metadata["autoreset_mode"], AutoresetMode)
    assert env.observation_space == gymnasium.vector.utils.batch_space(env.single_observation_space, rows)
    assert env.action_space == gymnasium.vector.utils.batch_space(env.single_action_space, rows)

    def run(env, seed):
        seen, infos = env.reset(seed=seed)
        trace, ends = [], 0
        for _ in range(60):
            assert seen in env.observation_space
            assert infos["action_mask"].shape == (rows, env.single_action_space.n)
            assert infos["_action_mask"].all()
            assert infos["action_mask"].any(axis=1).all()
            actions = infos["action_mask"].argmax(axis=1)
            assert actions in env.action_space
            seen, rewards, over, cut, infos = env.step(actions)
            for array, dtype in [(rewards, np.float64), (over, np.bool_), (cut, np.bool_)]:
                assert array.shape == (rows,)
                assert array.dtype == dtype
            assert not (over & cut).any()
            done = over | cut
            assert (infos["_final_obs"] == done).all() if done.any() else "final_obs" not in infos
            for row in np.flatnonzero(done):
                ends += 1
                assert infos["final_obs"][row] in env.single_observation_space
                assert infos["final_info"]["outcome"][row] in ("win", "loss", "draw")
                assert not infos["final_info"]["action_mask"][row].any()
            vector = seen if flat else seen["observation"]
            trace.append((vector.tobytes(), rewards.tobytes(), done.tobytes()))
        assert ends >= rows
        return trace

    assert run(env, 3) == run(env, 3) == run(make(), 3)
    assert run(env, 3) != run(env, 4)
    env.close()


@pytest.mark.parametrize("id", GAMES)
def test_gymnasium_wrappers(id):
    vector = gymnasium.wrappers.vector.RecordEpisodeStatistics(make_vec(id, 3, "random", max_cycles=20))
    _, infos = vector.reset(seed=0)
    lengths = []
    for _ in range(40):
        _, _, over, cut, infos = vector.step(infos["action_mask"].argmax(axis=1))
        lengths += [int(infos["episode"]["l"][row]) for row in np.flatnonzero(over | cut)]
    assert lengths
    assert 1 <= min(lengths) <= max(lengths) <= 20


# --- our own ---


def test_every_game_declares_what_it_hides():
    assert [(id, num) for id in HIDDEN for num in HIDDEN[id]] == TABLES


@pytest.mark.boundscheck
@pytest.mark.parametrize(("id", "num"), TABLES)
def test_invariants_hold_after_every_decision(id, num):
    # Fifty games meet every kind of decision that more games meet; what else is rare is for the run without bounds checks.
    games = 50 if config.BOUNDSCHECK else 500
    report = check_sound(registry.get(id), games, num_players=num)
    assert report.decisions >= 500
    # A cap that random play meets more often than rarely is too low.
    assert report.truncated <= games // 20


@functools.cache
def length(id, num):
    """Decisions of a random game."""
    return check_sound(registry.get(id), 3, num_players=num).decisions // 3


def fewer(id, num, games):
    """So many games, or fewer of a kind that is long: long games visit the same positions many times."""
    return max(5, games * 100 // max(100, length(id, num)))


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_the_mask_is_legality(id, num):
    report = check_sound(registry.get(id), fewer(id, num, 200), thorough=True, seed=1, num_players=num)
    assert report.tried > report.decisions
    check_refusals(registry.get(id), 4, num_players=num)


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_every_switch_is_sound(id, num):
    game = registry.get(id)
    hidden = None if HIDDEN[id][num] else ()  # where all is open, a switch hides nothing either
    for _, options in game.variations(num):
        length = game.options(num_players=num, **options).max_cycles // game.max_cycles[num]
        games = max(2, fewer(id, num, 50) // length)
        check_sound(game, games, thorough=True, num_players=num, **options)
        alone = num == 1 and options.get("campaign", False)  # what a mission alone hides, a campaign leaves in its box
        check_hidden(game, 3, num_players=num, hidden=() if alone else hidden, **options)


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_copies_are_exact(id, num):
    check_copies(registry.get(id), 100, num_players=num)


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_nothing_hidden_leaks(id, num):
    # Alone little is hidden, and not for long.
    games = fewer(id, num, 100) if num > 1 else 500
    report = check_hidden(registry.get(id), games, num_players=num, hidden=tuple(HIDDEN[id][num]))
    assert (report.worlds if HIDDEN[id][num] else report.open) >= 1000
    check_texts(registry.get(id), 2, num_players=num)


@pytest.mark.parametrize(("id", "num"), TABLES)
def test_the_cap_is_kept(id, num):
    check_caps(registry.get(id), num_players=num)


@pytest.mark.skipif(not COMPILED, reason="plays the other kind in a process of its own")
@pytest.mark.parametrize(("id", "num"), TABLES)
def test_compiled_and_interpreted_rules_agree(id, num):
    check_interpreted(registry.get(id), range(10), num_players=num)


@pytest.mark.interpreted
@pytest.mark.parametrize("id", GAMES)
def test_the_shape_of_a_game(id):
    game = registry.get(id)
    assert game.id == id
    assert game.actions.n < 1000
    assert set(game.max_cycles) == set(range(game.min_players, game.max_players + 1))
    assert len(set(game.invariants)) == len(game.invariants) <= 63
    assert game.title
    assert game.render_image(_state(game), game.shipped, -1, ["a", "b"]).dtype == np.uint8
    names = [s.name for s in game.switches]
    assert len(set(names)) == len(names)
    for switch in game.switches:
        assert switch.preset in switch.allowed(game.shipped)
        assert switch.meaning
        assert any(switch is shown for num in game.max_cycles for shown, _ in game.variations(num))
    widths = [game.observation.width(num) for num in game.max_cycles]
    assert widths == sorted(widths)
    for num in game.max_cycles:
        low, high = game.observation.bounds(num)
        assert (low <= high).all()
        assert np.isfinite([low, high]).all()


def _state(game):
    env = AECGame(game)
    env.reset(seed=0)
    return env.states[0]
