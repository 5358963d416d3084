"""Who the learner meets: shares, snapshots by difficulty, bounded memory."""

import pickle

import numpy as np
import pytest
from toy import TOY
from toy import agents as toy_agents

from marszoo.agents import scripted
from marszoo.agents.base import View
from marszoo.agents.config import League as Settings
from marszoo.agents.ppo.league import LOADED, League
from marszoo.agents.ppo.policy import Policy
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.envs.core.batch import Batch

scripted.register("toy", toy_agents)
WIDTH, ACTIONS = TOY.observation.width(2), TOY.actions.n


def policy(steps, seed=0):
    random = np.random.default_rng(seed)
    weights = random.normal(size=(WIDTH, ACTIONS)).astype(np.float32)
    layers = [(weights, np.zeros(ACTIONS, np.float32))]
    value = [(np.zeros((WIDTH, 1), np.float32), np.zeros(1, np.float32))]
    return Policy.of_layers(layers, value, game=TOY, content=TOY.shipped, num_players=2, steps=steps)


def league(folder, opponents=1, **settings):
    given = {"scripted": {"random": 1.0, "greedy": 1.0}, "newest": 1.0, "past": 1.0, **settings}
    return League(Settings(**given), opponents, policy(0), folder / "league")


def shares(made, games=4000):
    places = made.draw(games, np.random.default_rng(0))
    return np.bincount(places.ravel(), minlength=len(made.agents)) / places.size


def test_opponents_are_drawn_by_their_weights(tmp_path):
    made = league(tmp_path, scripted={"random": 1.0, "greedy": 2.0}, newest=3.0, past=2.0, capacity=3)
    assert [agent.name for agent in made.agents] == ["random", "greedy", "newest", *["snapshot"] * 3]
    # Nobody is in the past yet: the newest policy sits in.
    np.testing.assert_allclose(shares(made), [1 / 8, 2 / 8, 5 / 8, 0, 0, 0], atol=0.03)
    made.add(policy(10), set())
    made.choose(np.random.default_rng(0))
    np.testing.assert_allclose(shares(made), [1 / 8, 2 / 8, 3 / 8, 2 / 8, 0, 0], atol=0.03)


def test_agents_without_a_weight_are_left_out_and_some_weight_must_be_there(tmp_path):
    assert [agent.name for agent in league(tmp_path, scripted={"random": 0.0, "greedy": 1.0}).agents][:2] == [
        "greedy",
        "newest",
    ]
    with pytest.raises(ValueError, match="all weights are 0"):
        league(tmp_path, scripted={"random": 0.0}, newest=0.0, past=0.0)
    with pytest.raises(ValueError, match=r"unknown agent 'greed' \(did you mean 'greedy'"):
        league(tmp_path, scripted={"greed": 1.0})


def test_at_larger_tables_a_share_of_the_games_has_one_opponent_throughout(tmp_path):
    for share in (0.0, 0.5, 1.0):
        made = league(tmp_path, opponents=3, same_table=share)
        places = made.draw(6000, np.random.default_rng(1))
        alike = (places == places[:, :1]).all(axis=1).mean()
        # Of three who are drawn apart from shares of a quarter, a quarter and a half, 10/64 are one and the same.
        assert alike == pytest.approx(share + (1 - share) * 10 / 64, abs=0.03)


@pytest.mark.parametrize("active", [1, 3])
def test_snapshots_that_the_learner_loses_to_are_drawn_more_often(tmp_path, active):
    made = league(tmp_path, scripted={}, newest=0.0, past=1.0, capacity=3, active=active, difficulty=2.0)
    for steps in (1, 2, 3):
        made.add(policy(steps), set())
    for place, above in ((1, 0.9), (2, 0.5), (3, 0.1)):
        made.record(np.full((200, 1), place), np.full((200, 1), above))
    assert [round(s.tally.loss, 1) for s in made.snapshots] == [0.1, 0.5, 0.9]
    random = np.random.default_rng(0)
    drawn = np.zeros(3)
    for _ in range(2000):
        made.choose(random)
        drawn[made.draw(1, random)[0, 0] - 1] += 1
    squares = np.array([0.1, 0.5, 0.9]) ** 2
    np.testing.assert_allclose(drawn / 2000, squares / squares.sum(), atol=0.04)


def test_old_results_fade(tmp_path):
    made = league(tmp_path)
    made.record(np.zeros((400, 1), int), np.zeros((400, 1)))
    assert made.results["random"].loss > 0.95
    for _ in range(20):
        made.record(np.zeros((100, 1), int), np.ones((100, 1)))
    assert made.results["random"].loss < 0.05


def test_a_full_league_gives_up_its_easiest_snapshot_but_none_that_is_playing(tmp_path):
    made = league(tmp_path, scripted={}, capacity=3, active=1)
    for steps in (1, 2, 3):
        assert made.add(policy(steps), set()) is not None
    for place, above in ((1, 0.9), (2, 0.8), (3, 0.1)):
        made.record(np.full((100, 1), place), np.full((100, 1), above))
    made._active = []
    made.add(policy(4), in_use={1})
    assert sorted(s.steps for s in made.snapshots) == [1, 3, 4]
    assert made.add(policy(5), in_use={1, 2, 3}) is None
    assert made.files() == {f"step_{n:012d}.safetensors" for n in (1, 3, 4)}


def test_fifty_snapshots_take_the_memory_of_a_few(tmp_path):
    made = league(tmp_path, scripted={}, newest=0.0, past=1.0, capacity=50, active=5)
    for steps in range(50):
        made.add(policy(steps, seed=steps), set())
    made.choose(np.random.default_rng(0))
    batch = Batch(TOY, 4, seed=0)
    batch.reset()
    view = View.of_batch(batch)
    for k in range(50):
        masks = np.asarray(view.action_masks)
        actions = made.agents[1 + k].act(view)
        assert masks[np.arange(4), actions].all()
        assert len(made.shelf) <= LOADED
    assert len(list(made.shelf.folder.iterdir())) == 50


def test_a_league_goes_on_from_a_pickle(tmp_path):
    made = league(tmp_path, capacity=4)
    made.add(policy(7), set())
    made.choose(np.random.default_rng(0))
    made.record(np.array([[3], [3]]), np.array([[0.0], [1.0]]))
    again = pickle.loads(pickle.dumps(made))
    for one in (made, again):
        assert [s.steps for s in one.snapshots] == [7]
        assert one.snapshots[0].tally.won == 1.0
    np.testing.assert_array_equal(*(one.draw(50, np.random.default_rng(3)) for one in (made, again)))


def test_the_training_view_plays_against_the_league_and_tells_it_how_it_went(tmp_path):
    made = league(tmp_path, capacity=2, active=2)
    made.add(policy(1), set())
    made.choose(np.random.default_rng(0))
    env = SelfPlayVecEnv(TOY, 16, made, seed=0)
    env.reset()
    for _ in range(60):
        env.step(env.action_masks().argmax(axis=1))
    noted = {name: result.won + result.lost for name, result in made.results.items()}
    assert set(noted) == {"random", "greedy", "newest"}
    assert min(noted.values()) > 5
    assert made.snapshots[0].tally.won + made.snapshots[0].tally.lost > 5
    assert env.in_use() <= {0, 1, 2, 3}
    assert env.opponents_seconds > 0
