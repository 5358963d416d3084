"""The single-agent views: one environment, the native vector environment, the registrations."""

import copy
import json
import os
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from stable_baselines3.common.monitor import Monitor
from toy import TEAM, TOY
from toy.state import AMOUNT_0, PASS

import marszoo
from marszoo.agents.gym import gymnasium_id, make_env, make_vec, pettingzoo_id, register_all
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.game import IllegalAction


class First:
    """An opponent from outside, asked from Python: the first legal action, or the last."""

    def __init__(self, last=False):
        self.last, self.asked = last, []

    def act(self, view):
        self.asked += view.players.tolist()
        masks = np.asarray(view.action_masks)
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1) if self.last else masks.argmax(axis=1)


class Recording(First):
    """Also keeps what it was shown."""

    def act(self, view):
        self.seen = view
        return super().act(view)


def by_hand(seed, seat, choices, opponent, **options):
    """What the learner must see: the same game, played through the AEC environment."""
    env = AECGame(TOY, **options)
    env.reset(seed=seed)
    learner = env.possible_agents[seat]
    steps, choices = [], iter(choices)
    while env.running:
        if env.seat == seat:
            steps.append((env.observe(learner)["observation"], env.earned(learner), list(env.legal_actions())))
            env.step(next(choices, env.legal_actions()[-1]))
        else:
            env.step(env.legal_actions()[-1 if opponent.last else 0])
    steps.append((env.observe(learner)["observation"], env.earned(learner), []))
    return steps


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("bonus", [False, True])
def test_a_step_goes_to_the_next_own_decision_and_returns_all_that_was_earned(seat, bonus):
    options = {"num_players": 3, "bonus": bonus, "reward": "margin"}
    expected = by_hand(4, seat, [], First(), **options)
    env = make_env(TOY, First(), seat=seat, **options)
    vector, info = env.reset(seed=4)
    got, over = [(vector, 0.0, np.flatnonzero(info["action_mask"]).tolist())], False
    while not over:
        assert info["seat"] == seat
        assert (env.action_masks() == info["action_mask"]).all()
        vector, reward, over, cut, info = env.step(np.flatnonzero(info["action_mask"])[-1])
        got.append((vector, reward, np.flatnonzero(info["action_mask"]).tolist()))
        assert not cut
    assert len(got) == len(expected)
    for (vector, reward, legal), (view, earned, ids) in zip(got, expected, strict=True):
        assert (vector == view).all()
        assert reward == pytest.approx(earned, abs=1e-6)
        assert legal == ids
    assert {"score", "rank", "outcome"} <= set(info)


def test_reset_deals_the_game_of_the_aec_environment():
    env, aec = make_env(TOY, "random"), AECGame(TOY)
    env.reset(seed=9)
    aec.reset(seed=9)
    assert env.aec.states.tobytes() == aec.states.tobytes()


def test_opponents_randomness_comes_from_the_seed():
    def game(seed):
        env = make_env(TOY, "random", num_players=4)
        _, info = env.reset(seed=seed)
        trace, over = [], False
        while not over:
            vector, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
            trace.append((vector.tobytes(), reward))
        return trace

    assert game(1) == game(1)
    assert len({repr(game(seed)) for seed in range(6)}) > 3


def test_opponents_sit_clockwise_from_the_learner():
    first, second = First(), First(last=True)
    env = make_env(TOY, [first, second], seat=1, num_players=3)
    _, info = env.reset(seed=0)
    env.step(np.flatnonzero(info["action_mask"])[0])
    assert set(first.asked) == {2}
    assert set(second.asked) == {0}
    batch = make_vec(TOY, 3, [first, second], seat=1, num_players=3)
    batch.reset(seed=0)
    first.asked, second.asked = [], []
    batch.step(batch.action_masks().argmax(axis=1))
    assert set(first.asked) == {2}
    assert set(second.asked) == {0}


def test_the_seat_can_rotate():
    env = make_env(TOY, "random", seat="rotate", num_players=3)
    seats = [env.reset(seed=s)[1]["seat"] for s in range(6)] + [env.reset()[1]["seat"] for _ in range(3)]
    assert seats == [0, 1, 2, 0, 1, 2, 0, 1, 2]
    batch = make_vec(TOY, 4, "random", seat="rotate", num_players=3)
    _, infos = batch.reset(seed=5)
    assert infos["seat"].tolist() == [0, 1, 2, 0]
    games = np.zeros(4, int)
    for _ in range(30):
        seat = infos["seat"]
        _, _, over, cut, infos = batch.step(batch.action_masks().argmax(axis=1))
        games += over | cut
        assert (infos["seat"] == (np.arange(4) + games) % 3).all()
        for row in np.flatnonzero(over | cut):
            assert infos["final_info"]["seat"][row] == seat[row]
    assert games.min() >= 2


def test_one_learner_in_a_game_with_one_goal():
    env = make_env(TEAM, "random", num_players=3)
    outcomes = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        assert reward == {"win": 1.0, "loss": -1.0}[info["outcome"]]
        outcomes.add(info["outcome"])
    assert outcomes == {"win", "loss"}


@pytest.mark.parametrize(
    ("opponents", "options"),
    [
        ("random", {}),
        ("random", {"num_players": 3, "bonus": True, "seat": 1}),
        (First(), {"num_players": 3, "bonus": True, "seat": 2}),
        (["random", First(last=True)], {"num_players": 3, "reward": "rank", "max_cycles": 9}),
        ([First(), "random"], {"num_players": 3, "reward": "margin", "illegal": "terminate", "flat": False}),
        ("random", {"structured": True}),
    ],
)
def test_the_vector_environment_plays_what_single_ones_play(opponents, options):
    rows = 5
    native = make_vec(TOY, rows, opponents, **options)
    single = SyncVectorEnv([lambda: make_env(TOY, opponents, **options)] * rows, autoreset_mode=AutoresetMode.SAME_STEP)
    assert native.observation_space == single.observation_space
    assert native.action_space == single.action_space
    assert native.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = native.reset(seed=3)
    seen2, infos2 = single.reset(seed=[int(word) for word in native.batch.seeds])
    assert data_equivalence(seen, seen2, exact=True)
    assert data_equivalence(infos, infos2, exact=True)
    numbers = np.random.default_rng(0)
    live = np.ones(rows, bool)  # rows in their first game; later games are seeded differently
    while live.any():
        wanted = np.array([numbers.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        if "illegal" in options:
            wanted[numbers.random(rows) < 0.05] = PASS
        taken = np.where(live, wanted, infos2["action_mask"].argmax(axis=1))
        seen, rewards, over, cut, infos = native.step(wanted)
        seen2, rewards2, over2, cut2, infos2 = single.step(taken)
        assert seen in native.observation_space
        assert (rewards[live] == rewards2[live]).all()
        assert (over[live] == over2[live]).all()
        assert (cut[live] == cut2[live]).all()
        for row in np.flatnonzero(live):
            if over[row] or cut[row]:
                live[row] = False
                assert data_equivalence(infos["final_obs"][row], infos2["final_obs"][row], exact=True)
                for key in infos2["final_info"]:
                    mine, theirs = infos["final_info"][key][row], infos2["final_info"][key][row]
                    assert np.array_equal(mine, theirs), key
            else:
                assert (infos["action_mask"][row] == infos2["action_mask"][row]).all()
                if native.single_observation_space.shape is not None:
                    assert (seen[row] == seen2[row]).all()


def test_each_game_of_a_row_pays_its_learner_once():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(make_vec(TOY, 8, ["random", First()], num_players=3))
    _, infos = env.reset(seed=1)
    ends = []
    for _ in range(40):
        _, _, over, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        for row in np.flatnonzero(over):
            score = infos["final_info"]["outcome"][row]
            ends.append((infos["episode"]["r"][row], score))
    assert len(ends) > 20
    # Three seats: a win is 1, or shared by two 0.5 each; the losers share -1.
    assert {(float(reward), word) for reward, word in ends} <= {
        *((1.0, "win"), (0.5, "win"), (0.0, "draw")),
        *((-1.0, "loss"), (-0.5, "loss")),
    }
    assert {word for _, word in ends} >= {"win", "loss"}


def test_vector_environments_repeat_under_a_seed_and_return_copies():
    def run(env):
        out, (seen, infos) = [], env.reset(seed=7)
        for _ in range(15):
            kept = seen.copy()
            held = seen
            seen, rewards, over, cut, infos = env.step(infos["action_mask"].argmax(axis=1))
            assert (held == kept).all()
            out.append((seen.tobytes(), rewards.tobytes(), over.tobytes(), cut.tobytes()))
        return out

    first = make_vec(TOY, 4, "random")
    assert run(first) == run(first) == run(make_vec(TOY, 4, "random", threads=2))
    before, _ = first.reset()
    after, _ = first.reset()
    assert (before != after).any()
    first.close()
    first.close()


def test_illegal_actions_in_rows():
    env = make_vec(TOY, 3, "random")
    _, infos = env.reset(seed=0)
    before = env.batch.states.tobytes()
    with pytest.raises(IllegalAction, match="row 1: action 25"):
        env.step(np.array([AMOUNT_0, PASS, AMOUNT_0]))
    assert env.batch.states.tobytes() == before
    lenient = make_vec(TOY, 3, "random", illegal="terminate")
    lenient.reset(seed=0)
    seen, rewards, over, cut, infos = lenient.step(np.array([AMOUNT_0, PASS, -5]))
    assert rewards.tolist() == [0, -1, -1]
    assert over.tolist() == [False, True, True]
    assert not cut.any()
    assert infos["final_info"]["outcome"].tolist() == [None, "loss", "loss"]
    assert infos["action_mask"].any(axis=1).all()
    assert (lenient.batch.states["max_cycles"] == 100).all()
    assert seen in lenient.observation_space


def test_order_is_checked():
    env = make_env(TOY, "random")
    with pytest.raises(RuntimeError, match=r"no game is running; call reset\(\)"):
        env.step(0)
    _, info = env.reset(seed=0)
    with pytest.raises(IllegalAction):
        env.step(PASS)
    over = False
    while not over:
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    with pytest.raises(RuntimeError, match=r"call reset\(\)"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"opponents": ["random"], "num_players": 3}, "1 opponents; a game of 3 players has 2"),
        ({"opponents": "radnom"}, "unknown agent 'radnom'"),
        ({"opponents": 7}, "opponent 7 is neither the name of an agent nor an object with a method act"),
        ({"seat": 2}, r"seat=2 is not allowed; it is one of: 0 to 1, 'rotate'"),
        ({"seat": "first"}, "seat='first'"),
        ({"seat": True}, "seat=True"),
        ({"render_mode": "video"}, "render_mode='video'"),
        ({"num_player": 2}, "did you mean 'num_players'"),
    ],
)
def test_bad_arguments_are_named(arguments, says):
    for make in (make_env, lambda game, **given: make_vec(game, 2, **given)):
        with pytest.raises(ValueError, match=says):
            make(TOY, **arguments)


def test_renderings_are_the_learners_view():
    env = make_env(TOY, "random", seat=1, render_mode="ansi")
    env.reset(seed=0)
    assert env.render().count(" cards") == 1
    batch = make_vec(TOY, 2, "random", render_mode="rgb_array")
    batch.reset(seed=0)
    assert [frame.shape for frame in batch.render()] == [(160, 320, 3)] * 2
    with pytest.raises(ValueError, match="render_mode='human'"):
        make_vec(TOY, 2, "random", render_mode="human")


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_can_be_copied(duplicate):
    env = make_env(TOY, "random", num_players=3)
    _, info = env.reset(seed=0)
    env.step(np.flatnonzero(info["action_mask"])[0])
    twin = duplicate(env)
    action = np.flatnonzero(env.action_masks())[-1]
    assert data_equivalence(env.step(action), twin.step(action), exact=True)


def test_masks_are_reached_through_wrappers():
    env = Monitor(gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.wrappers.TimeLimit(make_env(TOY, "random"), 50)))
    _, info = env.reset(seed=0)
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"]).all()


# --- registrations ---


def test_ids():
    assert gymnasium_id("terra_formars_v0") == "marszoo/TerraFormars-v0"
    assert gymnasium_id("terraforming_dice_v2") == "marszoo/TerraformingDice-v2"
    assert gymnasium_id("legacy_of_mars_v0") == "marszoo/LegacyOfMars-v0"
    assert gymnasium_id("first_martians_v10") == "marszoo/FirstMartians-v10"
    assert pettingzoo_id("terra_formars_v0") == "marszoo/terra_formars_v0"


def test_registering_again_changes_nothing_and_warns_of_nothing():
    before = dict(gymnasium.registry), dict(pettingzoo.aec_registry)
    register_all()
    assert (dict(gymnasium.registry), dict(pettingzoo.aec_registry)) == before


@pytest.mark.parametrize("id", marszoo.games())
def test_registered_games_are_made_by_name(id):
    env = gymnasium.make(gymnasium_id(id), opponents="random")
    assert env.unwrapped.aec.game.id == id
    vector = gymnasium.make_vec(gymnasium_id(id), num_envs=3, opponents="random", num_players=3)
    assert vector.num_envs == 3
    assert vector.batch.game.id == id
    aec = pettingzoo.make("aec", pettingzoo_id(id), num_players=3, max_cycles=50)
    assert type(aec) is AECGame
    assert (aec.options["num_players"], aec.options["max_cycles"]) == (3, 50)


def test_registering_imports_no_game_and_gymnasium_finds_the_package():
    code = """
import json, sys
import marszoo
early = sorted(m for m in sys.modules if m.startswith("marszoo.envs.") and "core" not in m or m == "torch")
for name in list(sys.modules):
    if name.startswith("marszoo"):
        del sys.modules[name]
import gymnasium
gymnasium.registry.clear()
env = gymnasium.make("marszoo:marszoo/TerraFormars-v0")
print(json.dumps([early, env.spec.id, "torch" in sys.modules]))
"""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environ)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [["marszoo.envs.registry"], "marszoo/TerraFormars-v0", False]
