"""That training learns, and would be seen not to: the same run with rewards dealt to the wrong rows must fail."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnvWrapper
from toy import TOY

from marszoo.agents.arena import play_match
from marszoo.agents.config import WarmStart
from marszoo.agents.ppo.imitation import imitate
from marszoo.agents.ppo.policy import Policy, PolicyAgent
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.agents.registry import make_agent
from marszoo.envs.core.batch import Batch


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


def test_imitation_predicts_the_teacher_and_the_payoff():
    model = new_model(SelfPlayVecEnv(TOY, 4, "random"))
    told = []
    settings = WarmStart(teacher="greedy", decisions=150_000, noise=0.2)
    batch = Batch(TOY, 64)
    final = imitate(model.policy, batch, make_agent("greedy"), settings, seed=0, progress=lambda n, _: told.append(n))
    # Chance agrees in a third of the decisions, and a constant is wrong by 1: payoffs are +1 or -1.
    assert final["agreement"] > 0.65
    assert final["value_error"] < 0.8
    assert strength(model) > 0.75
    assert told == sorted(set(told))
    assert told[-1] == 150_000
