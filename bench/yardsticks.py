"""The yardsticks: other people's games, played at random in the loop that is natural for them.

All functions play for about `seconds` and return decisions per second of processor time. The packages come with the extra "bench".
"""

import time
from collections.abc import Callable
from typing import Any

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
