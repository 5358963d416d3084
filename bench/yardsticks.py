"""The yardsticks: other people's games, played at random or learned in the loop that is natural for them.

All functions play for about `seconds` and return decisions per second of processor time. The packages come with the extra "bench".
"""

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np


def open_spiel(name: str, tensor: bool, **parameters: int) -> Callable[[float], float]:
    """A game of OpenSpiel (C++), stepped from Python: the mask is asked for at each step, with `tensor` the observation too."""
    import pyspiel

    game = pyspiel.load_game(name, parameters)
    size = game.num_distinct_actions()

    def play(seconds: float) -> float:
        # Picking by rejection from the mask is the cheapest way, and random() the cheapest generator, that Python has.
        random = np.random.default_rng(0).random
        draws: list[float] = []
        steps = 0
        begin = time.thread_time()
        while time.thread_time() - begin < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if len(draws) < size:
                    draws = random(4096).tolist()
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draws.pop() * len(outcomes))][0])
                    continue
                mask = state.legal_actions_mask()
                if tensor:
                    state.observation_tensor()
                action = int(draws.pop() * size)
                while not mask[action]:
                    action = int(draws.pop() * size) if draws else mask.index(1)
                state.apply_action(action)
                steps += 1
        return steps / (time.thread_time() - begin)

    return play


def aec_loop(env: Any) -> Callable[[float], float]:
    """Any PettingZoo AEC environment: `last`, a random choice from the mask with NumPy, `step`."""

    def play(seconds: float) -> float:
        random = np.random.default_rng(0).random
        steps = 0
        begin = time.thread_time()
        while time.thread_time() - begin < seconds:
            env.reset(seed=steps)
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(random() * len(legal))]))
                steps += 1
        return steps / (time.thread_time() - begin)

    return play


def connect_four() -> Any:
    """PettingZoo's connect_four_v3, as its users make it."""
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


class ConnectFourLearner(gymnasium.Env[Any, Any]):
    """connect_four_v3 as its users give it to MaskablePPO: one learner, who begins in half of the games, against random moves."""

    def __init__(self) -> None:
        self.game = connect_four()
        first = self.game.possible_agents[0]
        self.observation_space = self.game.observation_space(first)["observation"]
        self.action_space = self.game.action_space(first)
        self.learner = first

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.game.reset(seed=int(self.np_random.integers(2**31)))
        self.learner = self.game.possible_agents[int(self.np_random.integers(2))]
        self._let_opponent_play()
        return self.game.observe(self.learner)["observation"], {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.game.step(int(action))
        self._let_opponent_play()
        over, cut = self.game.terminations[self.learner], self.game.truncations[self.learner]
        reward = float(self.game.rewards[self.learner])
        return self.game.observe(self.learner)["observation"], reward, over, cut, {}

    def action_masks(self) -> Any:
        return self.game.observe(self.learner)["action_mask"]

    def _let_opponent_play(self) -> None:
        env = self.game
        while env.agent_selection != self.learner and not any(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(env.action_space(env.agent_selection).sample(mask)))


def connect_four_training() -> Callable[[float], float]:
    """MaskablePPO at its defaults on eight of them: decisions of the learner per second, updates included."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    model = MaskablePPO("MlpPolicy", DummyVecEnv([ConnectFourLearner] * 8), seed=0, device="cpu")

    def learn(seconds: float) -> float:
        # PyTorch's own default, which our training turns off.
        torch.distributions.Distribution.set_default_validate_args(True)
        before, begin = model.num_timesteps, time.process_time()
        while model.num_timesteps == before or time.process_time() - begin < seconds:
            model.learn(1, reset_num_timesteps=False)  # the shortest that there is: a rollout and its update
        return (model.num_timesteps - before) / (time.process_time() - begin)

    return learn
