"""The agent that plays by a policy."""

import copy
import dataclasses
import io
import pickle

import numpy as np
import pytest
from policies import in_another_process, layers, some_policy, some_view
from toy import TOY

import marszoo
from marszoo.__main__ import main
from marszoo.agents.arena import play_match
from marszoo.agents.base import View
from marszoo.agents.gym import make_env, make_vec
from marszoo.agents.ppo.policy import PolicyAgent
from marszoo.envs import registry
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch import Batch

A = TOY.actions.n

# --- playing ---


def test_the_best_legal_action_is_taken():
    policy, view = some_policy(), some_view(n=60)
    logits = policy.logits(view.observations)
    actions = PolicyAgent(policy).act(view)
    for row, action in enumerate(actions):
        legal = np.flatnonzero(view.action_masks[row])
        assert action in legal
        assert logits[row, action] == logits[row, legal].max()
    assert (logits.argmax(axis=1) != actions).any()  # the mask mattered


def repeated(view, n, seed=0):
    """The view's first row with the most legal actions n times, each with another seed."""
    row = int(view.action_masks.sum(axis=1).argmax())
    seeds = np.random.default_rng(seed).integers(0, 2**64, n, np.uint64)
    return dataclasses.replace(
        view,
        observations=np.repeat(view.observations[row : row + 1], n, axis=0),
        action_masks=np.repeat(view.action_masks[row : row + 1], n, axis=0),
        players=np.repeat(view.players[row], n),
        seeds=seeds,
    )


@pytest.mark.parametrize(("temperature", "seed"), [(1.0, 0), (1.0, 7), (0.5, 0), (3, 1)])
def test_actions_are_drawn_by_the_softmax_of_legal_logits(temperature, seed):
    policy, n = some_policy(), 20_000
    view = repeated(some_view(), n)
    actions = PolicyAgent(policy, seed, deterministic=False, temperature=temperature).act(view)
    odds = np.exp(policy.logits(view.observations[:1])[0].astype(np.float64) / temperature) * view.action_masks[0]
    expected = n * odds / odds.sum()
    assert (expected > 100).sum() >= 3
    counts = np.bincount(actions, minlength=A)
    assert not counts[expected == 0].any()
    likely = expected > 5
    chi = (((counts - expected) ** 2)[likely] / expected[likely]).sum()
    freedom = likely.sum() - 1
    assert chi < freedom + 5 * np.sqrt(2 * freedom) + 10
    hotter = (
        np.exp(policy.logits(view.observations[:1])[0].astype(np.float64) / (2 * temperature)) * view.action_masks[0]
    )
    wrong = n * hotter / hotter.sum()
    assert (((counts - wrong) ** 2)[likely] / wrong[likely]).sum() > freedom + 5 * np.sqrt(2 * freedom) + 10


def test_extreme_random_words_draw_the_first_and_the_last_legal_action():
    view = repeated(some_view(), 2)
    view = dataclasses.replace(view, seeds=np.array([0, 2**64 - 1], np.uint64))
    legal = np.flatnonzero(view.action_masks[0])
    actions = PolicyAgent(some_policy(), deterministic=False, temperature=1000).act(view)
    assert actions.tolist() == [legal[0], legal[-1]]


def test_a_low_temperature_approaches_the_best_action():
    policy, view = some_policy(), some_view(n=60)
    cold = PolicyAgent(policy, deterministic=False, temperature=0.001).act(view)
    np.testing.assert_array_equal(cold, PolicyAgent(policy).act(view))


def test_the_seeds_of_view_and_agent_decide_what_is_drawn():
    policy, view = some_policy(), repeated(some_view(), 200)
    agent = PolicyAgent(policy, deterministic=False)
    first = agent.act(view)
    np.testing.assert_array_equal(agent.act(view), first)
    np.testing.assert_array_equal(PolicyAgent(policy, deterministic=False).act(view), first)
    assert (PolicyAgent(policy, 1, deterministic=False).act(view) != first).any()
    assert (agent.act(repeated(some_view(), 200, seed=1)) != first).any()
    best = PolicyAgent(policy)
    np.testing.assert_array_equal(best.act(view), best.act(repeated(some_view(), 200, seed=1)))


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_decision_is_the_same_in_every_batch(deterministic):
    batch = Batch(TOY, 60, seed=4)
    batch.reset()
    for _ in range(25):
        batch.step(batch.random_actions())
    agent = PolicyAgent(some_policy(), 3, deterministic=deterministic)
    whole = agent.act(View.of_batch(batch))
    order = np.random.default_rng(0).permutation(60)
    np.testing.assert_array_equal(agent.act(View.of_batch(batch, order)), whole[order])
    for i in range(60):
        assert agent.act(View.of_batch(batch, [i])) == whole[i : i + 1]


@pytest.mark.parametrize("deterministic", [True, False])
def test_only_what_the_seat_sees_counts(deterministic):
    agent = PolicyAgent(some_policy(num_players=3), deterministic=deterministic)
    view = some_view(n=40, num_players=3)
    changed = np.array(view._states)
    for i, seat in enumerate(view.players):
        TOY.kernels.determinize(changed, i, view.content.tables, int(seat), np.uint64(77 + i))
    assert (changed["rng"] != view._states["rng"]).all()
    np.testing.assert_array_equal(agent.act(dataclasses.replace(view, _states=changed)), agent.act(view))
    # Nothing of the record at all but the number of seats, which is no secret.
    blank = TOY.zeros(40)
    blank["num_players"] = 3
    np.testing.assert_array_equal(agent.act(dataclasses.replace(view, _states=blank)), agent.act(view))


def test_an_agent_without_observations_says_so():
    view = some_view(observe=False)
    with pytest.raises(ValueError, match="agent 'ppo' needs observations; those of the view have 0 floats"):
        PolicyAgent(some_policy()).act(view)


def test_a_view_of_no_game_needs_no_action():
    batch = Batch(TOY, 4, seed=4)
    batch.reset()
    view = View.of_batch(batch, np.zeros(4, bool))
    assert view.num_players == 0
    assert PolicyAgent(some_policy()).decide(view).shape == (0,)


@pytest.mark.parametrize("deterministic", [True, False])
def test_what_cannot_be_computed_is_an_error_and_no_illegal_action(deterministic):
    huge = tuple((weight * np.float32(1e38), bias) for weight, bias in layers(TOY.observation.width(2), 8, A))
    policy = dataclasses.replace(some_policy(activation="relu"), policy=huge)
    agent = PolicyAgent(policy, deterministic=deterministic)
    with pytest.raises(ValueError, match=r"agent 'ppo' cannot act in row 0: the network's numbers overflow"):
        agent.decide(some_view())
    masks = np.ones((24, A), np.int8)
    masks[5] = 0
    with pytest.raises(ValueError, match="agent 'ppo' cannot act in row 5: no action is legal"):
        PolicyAgent(some_policy(), deterministic=deterministic).decide(
            dataclasses.replace(some_view(), action_masks=masks)
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deterministic": "no"}, "deterministic='no' is neither True nor False"),
        ({"any_content": 1}, "any_content=1 is neither True nor False"),
        ({"deterministic": False, "temperature": 0}, "temperature=0 is not a number from 0.001 to 1000"),
        ({"deterministic": False, "temperature": float("nan")}, "temperature=nan is not a number"),
        ({"deterministic": False, "temperature": True}, "temperature=True is not a number"),
        ({"temperature": 0.5}, "temperature=0.5 has no effect with deterministic=True; give deterministic=False"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        PolicyAgent(some_policy(), **options)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))])
def test_copies_of_an_agent_play_alike(again):
    agent = PolicyAgent(some_policy(), 5, name="mine", deterministic=False, temperature=2.0)
    view = repeated(some_view(), 200)
    actions = agent.act(view)
    copied = again(agent)
    assert (copied.name, copied.seed) == ("mine", 5)
    np.testing.assert_array_equal(copied.act(view), actions)


# --- by name ---


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "policy.safetensors"
    some_policy().save(path)
    return path


def test_a_policy_is_an_agent_by_name(saved):
    view = some_view()
    for path in (saved, saved.parent):
        agent = marszoo.make_agent(f"ppo:{path}")
        assert agent.name == f"ppo:{path}"
        np.testing.assert_array_equal(agent.act(view), PolicyAgent(some_policy()).act(view))
    drawing = marszoo.make_agent(f"ppo:{saved}", seed=4, deterministic=False, temperature=2.0)
    wanted = PolicyAgent(some_policy(), 4, deterministic=False, temperature=2.0)
    np.testing.assert_array_equal(drawing.act(view), wanted.act(view))


def test_a_bad_name_is_refused_when_the_agent_is_made(saved, tmp_path):
    with pytest.raises(ValueError, match="agent 'ppo:' names no policy; write it as ppo:PATH"):
        marszoo.make_agent("ppo:")
    with pytest.raises(ValueError, match=r"no policy at .*gone"):
        marszoo.make_agent(f"ppo:{tmp_path}/gone")
    with pytest.raises(
        ValueError, match=r"no option 'temprature' \(did you mean 'temperature'\?\); the options are deterministic"
    ):
        marszoo.make_agent(f"ppo:{saved}", temprature=2.0)
    with pytest.raises(ValueError, match=r"the agents are .*ppo:…"):
        marszoo.make_agent("ppp")


def test_in_a_match_no_action_is_illegal(saved):
    match = play_match(TOY, [f"ppo:{saved}", "random"], 40, seed=2)
    assert [s.illegal for s in match.standings] == [0, 0]
    again = play_match(TOY, [PolicyAgent(some_policy()), "random"], 40, seed=2)
    np.testing.assert_array_equal(again.scores, match.scores)
    drawing = PolicyAgent(some_policy(num_players=4), deterministic=False)
    match = play_match(TOY, [drawing, "random", drawing, "random"], 24, seed=2)
    assert [s.illegal for s in match.standings] == [0] * 4


def test_in_the_registered_game_a_policy_plays_everywhere(tmp_path, monkeypatch, capsys):
    game = registry.get("terra_formars_v0")
    some_policy(game).save(tmp_path / "policy.safetensors")
    name = f"ppo:{tmp_path}"
    assert play_match(game.id, [name, "greedy"], 4).standings[0].illegal == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 5000))
    assert main(["play", game.id, "--opponents", name, "--seed", "3"]) == 0
    assert f"player_1 is {name}." in capsys.readouterr().out
    env = make_env(game, name)
    env.reset(seed=3)
    ended = False
    while not ended:
        _, _, terminated, truncated, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
        ended = terminated or truncated
    vector = make_vec(game, 3, name)
    _, infos = vector.reset(seed=3)
    for _ in range(40):
        _, _, _, _, infos = vector.step(infos["action_mask"].argmax(axis=1))


def test_in_one_environment_a_policy_plays_as_it_does_in_a_batch():
    batch, env = Batch(TOY, 12, seed=11), AECGame(TOY)
    batch.reset()
    env.reset(seed=int(batch.seeds[1]))
    agent = PolicyAgent(some_policy(), 2, deterministic=False)
    decisions = 0
    while env.running:
        actions = agent.act(View.of_batch(batch))
        assert agent.act_env(env) == actions[1]
        env.step(int(actions[1]))
        batch.step(actions)
        decisions += 1
    assert decisions >= 8


LIGHT = """
import sys
import numpy as np
import marszoo
agent = marszoo.make_agent("ppo:" + sys.argv[1])
agent.policy.logits(np.zeros((3, int(sys.argv[2])), np.float32))
agent.policy.save(sys.argv[1] + "/again.safetensors")
heavy = {"torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib"} & set(sys.modules)
assert not heavy, heavy
"""
WITHOUT_SAFETENSORS = """
import sys
sys.modules["safetensors"] = None
import marszoo
from marszoo.agents.ppo.policy import Policy
for call in (lambda: marszoo.make_agent("ppo:" + sys.argv[1]), lambda: Policy.load(sys.argv[1])):
    try:
        call()
    except ImportError as error:
        assert 'pip install "marszoo[train]"' in str(error), error
    else:
        raise SystemExit("safetensors was not missed")
"""


def test_playing_by_a_policy_imports_no_framework(saved):
    done = in_another_process(LIGHT, saved.parent, TOY.observation.width(2))
    assert done.returncode == 0, done.stderr


def test_a_missing_extra_is_named(saved):
    done = in_another_process(WITHOUT_SAFETENSORS, saved.parent)
    assert done.returncode == 0, done.stderr
