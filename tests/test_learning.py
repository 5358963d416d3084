"""That training learns, and would be seen not to: the same run with rewards dealt to the wrong rows must fail."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnvWrapper
from toy import TEAM, TOY
from toy import agents as toy_agents

from marszoo.agents import scripted
from marszoo.agents.arena import play_match
from marszoo.agents.base import View
from marszoo.agents.config import WarmStart
from marszoo.agents.ppo.imitation import STEPS, demonstrations, imitate, opinion
from marszoo.agents.ppo.policy import Policy, PolicyAgent
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.agents.registry import make_agent
from marszoo.envs.core.batch import Batch

scripted.register("toy", toy_agents)
scripted.register("toy_team", toy_agents)


class Shuffled(VecEnvWrapper):
    """Payoffs of games that end in the same step go to each other's learners, and to nobody's merit."""

    def __init__(self, venv):
        super().__init__(venv)
        self.random = np.random.default_rng(0)
        self.bag = []

    def reset(self):
        return self.venv.reset()

    def step_wait(self):
        seen, rewards, dones, infos = self.venv.step_wait()
        for i in np.flatnonzero(dones):
            self.bag.append(rewards[i])
            rewards[i] = self.bag[self.random.integers(len(self.bag))]
        return seen, rewards, dones, infos


def new_model(env):
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=1e-3,
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        policy_kwargs={"net_arch": [32]},
        seed=0,
    )


def strength(model):
    policy = Policy.of_network(model.policy, game=TOY, content=TOY.shipped, num_players=2)
    return play_match(TOY, [PolicyAgent(policy), "random"], 1000, seed=1).standings[0].win_share


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("shuffled", [False, True])
def test_a_short_training_beats_random_unless_its_rewards_are_shuffled(shuffled):
    env = SelfPlayVecEnv(TOY, 32, "random", seed=0)
    model = new_model(Shuffled(env) if shuffled else env)
    untrained = strength(model)
    model.learn(60_000)
    trained = strength(model)
    assert untrained < 0.7
    assert (trained > 0.85) != shuffled


@pytest.mark.parametrize("shuffled", [False, True])
def test_one_policy_in_all_seats_learns_the_common_goal_unless_its_rewards_are_shuffled(shuffled):
    """Random crews reach it in 7 % of the games, greedy ones in half of them."""

    def success():
        policy = PolicyAgent(Policy.of_network(model.policy, game=TEAM, content=TEAM.shipped, num_players=2))
        return play_match(TEAM, [policy, policy], 1000, seed=1).standings[0].win_share

    env = SelfPlayVecEnv(TEAM, 32, learner_seats="all", seed=0)
    model = new_model(Shuffled(env) if shuffled else env)
    untrained = success()
    model.learn(40_000)
    assert untrained < 0.25
    assert (success() > 0.6) != shuffled


def test_imitation_predicts_the_teacher_and_the_payoff():
    model = new_model(SelfPlayVecEnv(TOY, 4, "random"))
    told = []
    settings = WarmStart(teacher="greedy", decisions=150_000, noise=0.2)
    batch = Batch(TOY, 64)
    decisions, final = imitate(
        model.policy, batch, make_agent("greedy"), settings, seed=0, progress=lambda n, _: told.append(n)
    )
    # Chance agrees in a third of the decisions, and a constant is wrong by 1: payoffs are +1 or -1.
    assert final["agreement"] > 0.65
    assert final["value_error"] < 0.8
    assert strength(model) > 0.75
    assert told == sorted(set(told))
    assert told[-1] == 150_000
    assert decisions == 10 * 64 * STEPS, "whole parts"


def test_a_teacher_that_weighs_its_actions_is_imitated_by_its_values():
    batch = Batch(TOY, 32, seed=3)
    batch.reset()
    for _ in range(5):
        batch.step(batch.random_actions())
    view, teacher = View.of_batch(batch), make_agent("greedy")
    masks = np.asarray(view.action_masks)
    actions, values = teacher.weigh(view)
    assert (np.where(masks, values, -np.inf).max(axis=1) == values[np.arange(32), actions]).all()
    assert not values[masks == 0].any()
    chosen, likely = opinion(teacher, view, 0.5)
    np.testing.assert_array_equal(chosen, actions)
    np.testing.assert_allclose(likely.sum(axis=1), 1, rtol=1e-5)
    assert not likely[masks == 0].any()
    first, second = (np.flatnonzero(masks[0])[k] for k in (0, 1))
    assert np.log(likely[0, first] / likely[0, second]) == pytest.approx(
        (values[0, first] - values[0, second]) / 0.5, abs=1e-4
    )
    for other, temperature in ((teacher, 0.0), (make_agent("random"), 0.5)):
        chosen, likely = opinion(other, view, temperature)
        assert (likely.argmax(axis=1) == chosen).all()
        assert (likely.sum(axis=1) == 1).all()
        assert (likely.max(axis=1) == 1).all()


def test_payoffs_are_known_back_from_the_end_of_a_game_and_nowhere_else():
    batch = Batch(TOY, 8, seed=1, bonus=True)
    batch.reset()
    part = next(demonstrations(batch, make_agent("greedy"), WarmStart(noise=0.5), np.random.default_rng(0)))
    payoffs = part.payoffs.reshape(-1, 8)
    unknown = np.isnan(payoffs)
    # In each row, games that ended come first and the one that was cut off comes last.
    assert (np.diff(unknown.astype(int), axis=0) >= 0).all()
    assert 1 <= unknown[-1].sum() < 8
    assert unknown.mean() < 0.2
    assert set(np.round(np.abs(payoffs[~unknown]) * 4) / 4) >= {1.0, 0.75, 1.25}
