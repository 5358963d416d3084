"""What users of environments like these complained about, as tests: by the numbers of the list they were collected in.

Not here:
31               needs RLlib; the wrapper that it is given is run by tests/test_docs.py
20, 42           are about releases (CHANGELOG.md) and speed (bench/)
39               builds distributions and plays from them: tests/test_packaging.py, marked `wheel`

How well an agent plays after how long a training is measured, not tested; so is what training costs (bench/training.py).
"""

import ast
import copy
import dataclasses
import gc
import io
import itertools
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import seed_test
from pettingzoo.utils.conversions import aec_to_parallel
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv
from toy import TOY
from toy.state import AMOUNT_0, CARD_0, DRAW

import marszoo
from marszoo import __main__ as program
from marszoo.agents import config as settings
from marszoo.agents import train as training
from marszoo.agents.arena import play_match
from marszoo.agents.base import View
from marszoo.agents.gym import gymnasium_id, make_env
from marszoo.agents.ppo.league import LOADED, League
from marszoo.agents.ppo.policy import Policy, PolicyAgent
from marszoo.agents.ppo.run_folder import RunFolder
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.envs import registry
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.game import IllegalAction

GAMES = marszoo.games()
ROOT = pathlib.Path(__file__).parent.parent
every_game = pytest.mark.parametrize("id", GAMES)


def random_game(env, seed=0):
    """Play at random; yields the environment before every step, those after the end included."""
    numbers = np.random.default_rng(seed)
    env.reset(seed=seed)
    while env.agents:
        yield env
        env.step(int(numbers.choice(env.legal_actions())) if env.running else None)


def through(env, seed=0):
    for _ in random_game(env, seed):
        pass
    return env


def learner(id=None, **options):
    """At module level, so that other processes can import it."""
    return make_env(TOY if id is None else id, "random", **options)


def some_policy(game, num_players, hidden=(4,), seed=0, steps=0):
    """A network of random weights and these hidden layers."""
    random = np.random.default_rng(seed)

    def layers(out):
        sizes = (game.observation.width(num_players), *hidden, out)
        return [
            (random.normal(size=pair).astype(np.float32), np.zeros(pair[1], np.float32))
            for pair in itertools.pairwise(sizes)
        ]

    facts = {"game": game, "content": game.shipped, "num_players": num_players, "steps": steps}
    return Policy.of_layers(layers(game.actions.n), layers(1), **facts)


def shipped_configs():
    """File name -> configuration."""
    made = {}
    for path in sorted((ROOT / "configs").glob("*.yaml")):
        tree = training.parser().parse_args(["--config", str(path)]).as_dict()
        made[path.name] = settings.build(
            {field.name: tree[field.name] for field in dataclasses.fields(settings.Config)}
        )
    return made


@pytest.fixture(scope="module", params=GAMES)
def smoke_run(request, tmp_path_factory):
    """The folder of a run of 2 000 decisions with everything that a run does, in short."""
    folder = tmp_path_factory.mktemp("smoke") / "run"
    every = 1000
    arguments = {
        "game": request.param,
        "out": folder,
        "total_steps": 2000,
        "rows": 20,
        "network.hidden": "[16]",
        "ppo.n_steps": 50,
        "ppo.batch_size": 500,
        "ppo.n_epochs": 1,
        "league.snapshot_every": every,
        "evaluation.every": every,
        "evaluation.games": 10,
        "checkpoints.every": every,
    }
    given = [text for name, value in arguments.items() for text in (f"--{name}", str(value))]
    assert training.main(given) == 0
    return RunFolder(folder)


# --- action masks ---


@every_game
def test_row_01_masks_are_int8_and_can_be_sampled_with_at_every_moment(id):
    env = marszoo.make(id)
    space = env.action_space("player_0")
    for _ in random_game(env):
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.shape == (space.n,)
            space.sample(mask)
        if env.running:
            assert env.last()[0]["action_mask"][space.sample(env.last()[0]["action_mask"])] == 1


@every_game
def test_row_02_the_mover_can_always_move_and_nobody_else(id):
    batch = marszoo.make_batch(id, 50, num_players=3, observe=False)
    batch.reset(seed=0)
    games = 0
    while games < 1000:
        assert np.asarray(batch.action_masks).any(axis=1).all()
        batch.step(batch.random_actions())
        games += int(batch.terminations.sum() + batch.truncations.sum())
    env = marszoo.make(id, num_players=3)
    for _ in random_game(env):
        able = [agent for agent in env.possible_agents if env.observe(agent)["action_mask"].any()]
        assert able == ([env.agent_selection] if env.running else [])


@every_game
def test_row_03_a_vector_environment_is_made_without_conversion(id):
    env = DummyVecEnv([lambda: Monitor(learner(id))] * 2)
    env.seed(0)
    env.reset()
    for _ in range(10):
        seen, *_ = env.step(get_action_masks(env).argmax(axis=1))
    assert seen.shape == (2, *env.observation_space.shape)


@every_game
def test_row_04_one_discrete_action_space_with_a_table(id):
    env = marszoo.make(id)
    for agent in env.possible_agents:
        assert type(env.action_space(agent)) is spaces.Discrete
    mask = env.observation_space("player_0")["action_mask"]
    assert isinstance(mask, spaces.Box)
    assert mask.shape == (env.action_space("player_0").n,)
    assert env.game.actions.table()


@every_game
def test_row_05_agents_refuse_to_act_without_a_mask(id):
    env = marszoo.make(id)
    env.reset(seed=0)
    view = View.of_env(env, 0)
    for name in ("random", "greedy"):
        agent = marszoo.make_agent(name)
        with pytest.raises(ValueError, match="mask"):
            agent.act(dataclasses.replace(view, action_masks=None))
        assert agent.act_env(env) in env.legal_actions()


@every_game
def test_row_06_an_illegal_action_raises_or_loses_as_was_chosen(id):
    env = marszoo.make(id)
    env.reset(seed=0)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0])
    before = env.get_state()
    with pytest.raises(IllegalAction, match=f"action {wrong} is illegal; legal actions: {env.legal_actions()[0]} = "):
        env.step(wrong)
    assert env.get_state() == before
    lenient = marszoo.make(id, illegal="terminate")
    lenient.reset(seed=0)
    offender = lenient.agent_selection
    lenient.step(wrong)
    assert lenient.rewards[offender] == -1
    if registry.get(id).shared(lenient.num_players):
        assert set(lenient.rewards.values()) == {-1}, "the others lose with it"
    else:
        assert sum(lenient.rewards.values()) == pytest.approx(0)
    assert all(lenient.terminations.values())


@every_game
def test_row_07_random_play_is_masked(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        batch = marszoo.make_batch(id, 8)
        batch.reset(seed=0)
        for _ in range(200):
            actions = batch.random_actions()
            assert np.take_along_axis(np.asarray(batch.action_masks), actions[:, None], axis=1).all()
            batch.step(actions)


@every_game
def test_row_08_masks_have_the_name_that_sb3_contrib_looks_for(id):
    env = learner(id)
    _, info = env.reset(seed=0)
    assert is_masking_supported(env)
    assert (get_action_masks(env) == info["action_mask"]).all()


@every_game
def test_row_09_masks_are_reached_through_wrappers(id):
    wrapped = gymnasium.make(gymnasium_id(id), opponents="random")
    for env in (
        gymnasium.wrappers.TimeLimit(wrapped, 100),
        Monitor(wrapped),
        gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.wrappers.TimeLimit(wrapped, 100)),
    ):
        _, info = env.reset(seed=0)
        assert is_masking_supported(env)
        assert (get_action_masks(env) == info["action_mask"]).all()


def test_row_10_maskable_ppo_learns_from_spawned_processes():
    env = SubprocVecEnv([learner, learner], start_method="spawn")
    try:
        model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, policy_kwargs={"net_arch": [8]})
        assert model.learn(64).num_timesteps == 64
    finally:
        env.close()


def test_row_10_a_gymnasium_id_works_in_spawned_processes():
    """With the module before the colon, which is how Gymnasium finds the game in a process that has imported nothing."""
    env = make_vec_env(
        f"marszoo:{gymnasium_id(GAMES[0])}",
        n_envs=2,
        seed=0,
        env_kwargs={"opponents": "greedy", "seat": "rotate"},
        vec_env_cls=SubprocVecEnv,
        vec_env_kwargs={"start_method": "spawn"},
    )
    try:
        model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, policy_kwargs={"net_arch": [8]})
        assert model.learn(64).num_timesteps == 64
    finally:
        env.close()


@every_game
def test_row_11_the_mask_is_what_can_be_played(id):
    env = marszoo.make(id, num_players=3)
    for number, _ in enumerate(random_game(env)):
        if not env.running or number > 200:
            break
        mask = env.action_masks()
        for action in np.flatnonzero(mask):
            env.clone().step(action)
        # Every seventh of the others, and at the next position the ones beside them: a message names what is legal
        # instead, and is made anew for each of the hundreds that a large game forbids.
        twin = env.clone()
        for action in np.flatnonzero(mask == 0)[number % 7 :: 7]:
            with pytest.raises(IllegalAction):
                twin.step(action)
        assert twin.get_state() == env.get_state()


# --- accounting, ends, turns ---


def after_bids(seed_range=range(300), **options):
    """Two seats after their bids, seat 0 to move, each with a card that simply gains coins."""
    for seed in seed_range:
        env = AECGame(TOY, bonus=True, **options)
        env.reset(seed=seed)
        held = [[c for c in (0, 1, 2, 3, 12) if env.states["place"][0, c] == p] for p in (0, 1)]
        if all(held):
            env.step(AMOUNT_0)
            env.step(AMOUNT_0)
            return env, CARD_0 + held[0][0], CARD_0 + held[1][0]
    raise AssertionError("no such deal")


def test_row_12_a_hand_computed_ledger_of_two_turns():
    env, first, second = after_bids()
    env.step(first)
    assert env.rewards == {"player_0": 0.25, "player_1": -0.25}
    assert env.last()[1] == -0.25
    env.step(second)
    assert env.rewards == {"player_0": -0.25, "player_1": 0.25}
    assert env.last()[1] == 0.25 - 0.25
    env.step(env.legal_actions()[0])
    assert env.rewards == {"player_0": 0, "player_1": 0}
    assert env.last()[1] == 0.25


@every_game
def test_row_13_the_final_payoff_reaches_every_seat_exactly_once(id):
    env = marszoo.make(id, num_players=3)
    lasts, finals = {agent: [] for agent in env.possible_agents}, {}
    for _ in random_game(env, seed=1):
        agent = env.agent_selection
        observation, reward, termination, truncation, info = env.last()
        lasts[agent].append(reward)
        if termination or truncation:
            finals[agent] = info
            # The view is the seat's own, as it is during the game.
            assert (observation["observation"] == env.observe(agent)["observation"]).all()
    game = registry.get(id)
    payoff = game.settle_up(env.states, 0, env.content, "outcome").payoff
    assert [sum(lasts[agent]) for agent in env.possible_agents] == pytest.approx(payoff.tolist())
    assert set(finals) == set(env.possible_agents)


@pytest.mark.parametrize("bonus", [False, True])
def test_row_14_a_reader_of_rewards_sees_what_a_reader_of_last_sees(bonus):
    env = AECGame(TOY, num_players=3, bonus=bonus)
    by_rewards, by_last = np.zeros(3), np.zeros(3)
    for _ in random_game(env, seed=2):
        by_last[env.seats[env.agent_selection]] += env.last()[1]
        twin = env.clone()
        twin.step(twin.legal_actions()[0] if twin.running else None)
        # A reader that adds up env.rewards after every step, as Tianshou does.
        agents, before = list(env.agents), dict(env.rewards)
        by_rewards += [before.get(agent, 0.0) if agent in agents else 0.0 for agent in env.possible_agents]
    assert by_rewards == pytest.approx(by_last, abs=1e-6)
    assert by_last.any()


def test_row_15_a_seats_own_transitions_carry_what_it_earned_in_between():
    options = {"num_players": 3, "bonus": True, "reward": "margin"}
    aec = AECGame(TOY, **options)
    aec.reset(seed=3)
    ledger, mine = 0.0, []
    while aec.running:
        if aec.seat == 0:
            mine.append(ledger)
            ledger = 0.0
        aec.step(marszoo.make_agent("random").act_env(aec))
        ledger += aec.rewards["player_0"]
    mine.append(ledger)
    env = make_env(TOY, "random", **options)
    env.reset(seed=3)
    got, over = [0.0], False
    while not over:
        _, reward, over, _, _ = env.step(marszoo.make_agent("random").act_env(env.aec))
        got.append(reward)
    assert got[1:] == pytest.approx(mine[1:], abs=1e-6)


@every_game
def test_row_16_every_seat_stays_until_the_end(id):
    env = marszoo.make(id, num_players=3)
    for _ in random_game(env):
        assert len(env.agents) == 3 or not env.running
        assert set(env.rewards) == set(env.terminations) == set(env.truncations) == set(env.infos) == set(env.agents)


@every_game
def test_row_17_an_agent_can_have_several_decisions_in_a_row(id):
    env = marszoo.make(id, num_players=3)
    movers = [env.agent_selection for _ in random_game(env) if env.running]
    assert any(a == b for a, b in itertools.pairwise(movers))


@every_game
def test_row_18_there_is_no_parallel_view_and_it_is_said(id):
    env = marszoo.make(id)
    assert env.metadata["is_parallelizable"] is False
    with pytest.raises(AssertionError, match="parallelizable"):
        aec_to_parallel(env)


@every_game
def test_row_19_truncation_is_max_cycles_and_termination_is_the_rules(id):
    env = marszoo.make(id, max_cycles=1, skip_forced=False)
    env.reset(seed=0)
    env.step(env.legal_actions()[0])
    assert list(env.truncations.values()) == [True, True]
    assert list(env.terminations.values()) == [False, False]
    assert env.last()[4]["score"] is not None
    full = marszoo.make(id)
    for _ in random_game(full):
        assert not any(full.truncations.values())


@every_game
def test_row_21_observations_hold_arrays_and_the_seat_is_a_number(id):
    for form in ({}, {"structured": True}):
        env = marszoo.make(id, **form)
        env.reset(seed=0)
        parts = [env.last()[0]]
        while parts:
            part = parts.pop()
            assert isinstance(part, (dict, np.ndarray))
            parts += list(part.values()) if isinstance(part, dict) else []
    assert [env.infos[agent]["seat"] for agent in env.agents] == [0, 1]
    assert env.seats == {"player_0": 0, "player_1": 1}
    assert env.seat == 0


# --- copies, search, hidden information ---


@every_game
def test_row_22_copies_are_exact_and_independent(id):
    env = marszoo.make(id)
    for number, _ in enumerate(random_game(env)):
        if number % 10 and env.running:
            continue
        before = env.get_state()
        restored = marszoo.make(id)
        restored.set_state(before)
        for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), restored):
            assert twin.get_state() == before
            twin.step(twin.legal_actions()[0] if twin.running else None)
            assert env.get_state() == before


def test_row_23_chance_is_inside_step_and_futures_can_be_independent():
    for seed in range(50):
        env = AECGame(TOY)
        env.reset(seed=seed)
        env.step(AMOUNT_0)
        env.step(AMOUNT_0)
        if DRAW in env.legal_actions():
            break
    hands = set()
    for k in range(12):
        twin = env.clone(reseed=k)
        twin.step(DRAW)
        hands.add(twin.states["place"].tobytes())
    assert len(hands) > 3
    twins = [env.clone() for _ in range(2)]
    for twin in twins:
        twin.step(DRAW)
    assert twins[0].get_state() == twins[1].get_state()


@every_game
def test_row_24_a_search_can_have_worlds_that_hide_what_the_seat_cannot_see(id):
    env = marszoo.make(id)
    differ = 0
    for number, _ in enumerate(random_game(env)):
        if not env.running:
            break
        if number % 5:
            continue
        for agent in env.agents:
            world = env.determinize(agent, seed=number)
            assert (world.observe(agent)["observation"] == env.observe(agent)["observation"]).all()
            differ += world.states.tobytes() != env.states.tobytes()
            while world.running:
                world.step(world.legal_actions()[0])
    assert differ > 0


def test_row_25_commits_are_hidden_until_all_have_committed():
    views = []
    for bid in (0, 1, 2):
        env = AECGame(TOY, num_players=3)
        env.reset(seed=1)
        env.step(AMOUNT_0 + bid)
        views.append([env.observe(agent)["observation"].tobytes() for agent in env.possible_agents])
    assert len({own for own, *_ in views}) == 3
    assert len({tuple(others) for _, *others in views}) == 1
    env.step(AMOUNT_0)
    env.step(AMOUNT_0)
    coins = env.game.observation.views(env.observe("player_2")["observation"], 3)["coins"]
    assert coins[1, 0] == pytest.approx(0), "revealed: player_0 has paid its two coins"


@every_game
@pytest.mark.parametrize("num", [3, 4])
def test_row_26_more_than_two_seats_have_a_payoff_each_and_a_view_each(id, num):
    env = marszoo.make(id, num_players=num, reward="rank")
    for _ in random_game(env, seed=3):
        vectors = [env.observe(agent)["observation"] for agent in env.possible_agents]
        assert len({vector.shape for vector in vectors}) == 1
    game = registry.get(id)
    payoff = game.settle_up(env.states, 0, env.content, "rank").payoff
    assert payoff.shape == (num,)
    if game.shared(num):
        assert payoff.tolist() in ([1] * num, [-1] * num)
    else:
        assert payoff.sum() == pytest.approx(0)


# --- training, evaluation ---


def test_row_27_a_short_run_leaves_a_model_a_policy_and_a_past_opponent(smoke_run):
    newest = smoke_run.list_checkpoints()[-1]
    assert MaskablePPO.load(newest / "model.zip").num_timesteps == 2000
    assert Policy.load(smoke_run.policy).steps == 2000
    snapshots = sorted(Policy.load(path).steps for path in smoke_run.league.iterdir())
    assert 0 < snapshots[-1] <= 2000
    state = pickle.loads((newest / "state.pkl").read_bytes())
    assert {"random", "greedy", "newest"} <= set(state["env"].lineup.results)


def test_row_28_the_evaluation_of_a_run_knows_the_masks(smoke_run):
    """A policy that has hardly learned anything: without masks, most of its choices would be illegal."""
    policy = Policy.load(smoke_run.policy)
    for result in json.loads(smoke_run.evaluation.read_text())["results"]:
        assert result["games"] == 10
        assert result["illegal"] == 0
    match = play_match(policy.game, [PolicyAgent(policy), "random"], 10)
    assert match.asked[:, 0].sum() >= 100
    assert match.standings[0].illegal == 0
    batch = marszoo.make_batch(policy.game, 200, num_players=policy.num_players)
    batch.reset(seed=0)
    unmasked = policy.logits(batch.observations).argmax(axis=1)
    assert (np.asarray(batch.action_masks)[np.arange(200), unmasked] == 0).sum() > 20


def test_row_28_nothing_of_ours_imports_an_evaluation_that_ignores_masks():
    blind = {"EvalCallback", "evaluate_policy"}
    files = [path for part in ("agents", "envs", "bench") for path in (ROOT / part).rglob("*.py")]
    files += [ROOT / "train.py", ROOT / "evaluate.py"]
    assert len(files) > 50
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                taken = {alias.name for alias in node.names}
                assert not taken & blind or (node.module or "").startswith("sb3_contrib.common.maskable"), path
            elif isinstance(node, ast.Attribute):
                assert node.attr not in blind, path
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for line in path.read_text(encoding="utf-8").splitlines():
            if "import" in line and any(name in line for name in blind):
                assert "sb3_contrib.common.maskable" in line, path


@pytest.mark.parametrize("name", sorted(shipped_configs()))
def test_row_29_shipped_networks_are_small_and_meet_scripted_newest_and_past_opponents(name, tmp_path):
    config = shipped_configs()[name]
    game = registry.get(config.game)
    file = tmp_path / "policy.safetensors"
    policy = some_policy(game, config.num_players, config.network.hidden)
    policy.save(file)
    assert file.stat().st_size < 2_000_000
    if game.shared(config.num_players):
        return
    league = League(config.league, config.num_players - 1, policy, tmp_path / "league")
    league.add(policy, set())
    league.choose(np.random.default_rng(0))
    drawn = np.unique(league.draw(1000, np.random.default_rng(0)))
    met = {league.agents[place].name for place in drawn}
    assert {"newest", "snapshot"} < met
    for opponent in met - {"newest", "snapshot"}:
        assert marszoo.make_agent(opponent).compiled(game) is not None, "one that costs no call from Python"
    assert {"random", "greedy"} <= set(config.evaluation.opponents)


def test_row_29_the_learning_curve_is_in_the_policy_file(smoke_run):
    curve = Policy.load(smoke_run.policy).curve
    assert [point["steps"] for point in curve] == [0, 1000, 2000]
    for point in curve:
        for opponent in ("random", "greedy"):
            assert 0 <= point[f"{opponent}_low"] <= point[f"{opponent}_share"] <= point[f"{opponent}_high"] <= 1


@every_game
def test_row_34_fifty_past_opponents_take_the_memory_of_a_few(id, tmp_path, monkeypatch):
    """Over several rollouts of the training view, in which other snapshots take their turn after each."""

    def networks():
        return {one for one in gc.get_objects() if type(one) is Policy}

    game = registry.get(id)
    gc.collect()
    others = networks()
    chosen = settings.League(scripted={}, newest=0.0, past=1.0, capacity=50, active=4, difficulty=0.0)
    league = League(chosen, 1, some_policy(game, 2), tmp_path / "league")
    for k in range(50):
        league.add(some_policy(game, 2, seed=k, steps=k), set())
    met, draw = (
        set(),
        league.draw,
    )  # partners in a common goal are met too, but win and lose nothing against the learner

    def noted(games, random):
        places = draw(games, random)
        met.update(places.ravel().tolist())
        return places

    monkeypatch.setattr(league, "draw", noted)
    # Cut short, so that every opponent is met, however long a game is.
    env = SelfPlayVecEnv(game, 16, league, seed=0, max_cycles=60)
    random = np.random.default_rng(0)
    league.choose(random)
    env.reset()
    for _ in range(12):
        league.choose(random)
        for _ in range(40):
            env.step(env.action_masks().argmax(axis=1))
            assert len(league.shelf) <= LOADED
        gc.collect()
        assert len(networks() - others) <= LOADED + 1  # and the newest
    assert len(met) > 2 * LOADED
    assert len(list(league.shelf.folder.iterdir())) == 50


# --- libraries ---


@every_game
def test_row_30_spaces_are_gymnasiums(id):
    for env in (learner(id), gymnasium.make_vec(gymnasium_id(id), num_envs=2, opponents="random")):
        assert isinstance(env.action_space, gymnasium.Space)
        assert isinstance(env.observation_space, gymnasium.Space)


@every_game
def test_row_32_the_keys_are_observation_and_action_mask(id):
    env = marszoo.make(id)
    env.reset(seed=0)
    assert list(env.last()[0]) == ["observation", "action_mask"]


@every_game
def test_row_33_one_small_action_space_for_every_option(id):
    game = registry.get(id)
    sizes = {marszoo.make(id, num_players=num).action_space("player_0").n for num in game.max_cycles}
    for num in game.max_cycles:
        for _, options in game.variations(num):
            sizes.add(marszoo.make(id, num_players=num, **options).action_space("player_0").n)
    assert len(sizes) == 1
    assert max(sizes) < 1000


# --- seeds ---


@every_game
def test_row_35_seeds_decide_everything_and_nothing_global_does(id):
    seed_test(lambda: marszoo.make(id, flat=True), num_cycles=200)
    before = pickle.dumps(np.random.get_state())  # noqa: NPY002  # the global generator, which must be left alone
    first = through(marszoo.make(id)).states.tobytes()
    np.random.seed(99)  # noqa: NPY002
    assert through(marszoo.make(id)).states.tobytes() == first
    np.random.set_state(pickle.loads(before))  # noqa: NPY002
    through(marszoo.make(id))
    assert pickle.dumps(np.random.get_state()) == before  # noqa: NPY002


@every_game
def test_row_36_a_seed_twice_is_the_same_game_and_no_seed_is_another(id):
    env = marszoo.make(id)
    env.reset(seed=4)
    first = env.get_state()
    env.reset()
    assert env.get_state() != first
    env.reset(seed=4)
    assert env.get_state() == first


@every_game
def test_row_37_reset_takes_a_seed_in_place_and_keeps_the_configuration(id):
    env = marszoo.make(id, num_players=3, reward="rank")
    options = env.options
    for seed in (1, 2):
        env.reset(seed=seed)
        assert env.seed == seed
        assert env.options == options
        assert len(env.agents) == 3


# --- installing, speed, rendering ---


def test_row_38_dependencies_have_no_upper_bounds():
    for line in _declared():
        assert not re.search(r"[<~]|==|!=", line.partition(";")[0]), line


def _declared():
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(line for lines in project["optional-dependencies"].values() for line in lines)]


def test_row_40_no_warning_of_numpy_passes_unnoticed(request):
    assert "error" in request.config.getini("filterwarnings")


@every_game
def test_row_41_pictures_without_a_display(id):
    code = (
        f"import marszoo, numpy as np; env = marszoo.make({id!r}, render_mode='rgb_array'); env.reset(seed=0)\n"
        "image = env.render(); import sys\n"
        "print(len(np.unique(image.reshape(-1, 3), axis=0)) >= 5, 'pygame' in sys.modules)"
    )
    environ = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY") and not k.startswith("SDL_")
    }
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "False"]


def test_row_43_the_version_and_the_extras_can_be_asked_for(capsys):
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", marszoo.__version__)
    assert program.main(["info"]) == 0
    shown = capsys.readouterr().out
    for part in (marszoo.__version__, "extra", "numpy"):
        assert part in shown


@every_game
def test_row_44_a_human_can_play_a_bot_in_the_terminal(id, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("0\nq\n"))
    assert program.main(["play", id, "--opponents", "greedy", "--seed", "1"]) == 0
    assert capsys.readouterr().out


@every_game
def test_row_45_the_single_agent_view_is_the_same_game(id):
    env, aec = learner(id), marszoo.make(id)
    env.reset(seed=6)
    aec.reset(seed=6)
    while aec.running and aec.seat != 0:
        aec.step(marszoo.make_agent("random").act_env(aec))
    assert env.aec.states.tobytes() == aec.states.tobytes()
    batch = Batch(registry.get(id), 1)
    batch.reset(seed=0)
    aec.reset(seed=int(batch.seeds[0]))
    assert batch.states.tobytes() == aec.states.tobytes()


def test_the_list_is_whole():
    """Every row is a test or is accounted for above."""
    tests = {int(name[9:11]) for name in globals() if name.startswith("test_row_")}
    elsewhere = {int(number) for number in re.findall(r"\b\d{2}\b", __doc__)}
    assert not tests & elsewhere
    assert tests | elsewhere == set(range(1, 46))
