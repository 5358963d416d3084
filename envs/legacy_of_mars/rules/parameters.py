"""Chapter "Global parameters": temperature and oxygen go up step by step, with rating, bonus steps and melting."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars.rules import pool, stock
from marszoo.envs.legacy_of_mars.rules.log import note
from marszoo.envs.legacy_of_mars.state import (
    E_OXYGEN,
    E_TEMPERATURE,
    MELTING_STEP,
    OXYGEN_GOAL,
    TEMPERATURE_STEPS,
)
from marszoo.envs.legacy_of_mars.words import HEAT, MELT, OCEAN


@jit
def raise_temperature(s: Any, content: Any, seat: Any, n: Any) -> None:
    """Raise the temperature by `n` steps, one after the other.

    Each step gives a terraform rating and the bonus printed at it. On a board with glaciers each step that ends at 0
    degrees or more melts one; at the goal a step gives nothing, but the seat may still melt a glacier. On the regular
    boards the step to 0 degrees places an ocean. Glaciers and oceans wait in the pool.
    """
    board = content.board[s.board]
    melts = may_melt = 0
    for _ in range(n):
        if s.temperature >= TEMPERATURE_STEPS:
            may_melt += 1
            continue
        s.temperature += 1
        stock.step_rating(s, seat, 1)
        note(s, E_TEMPERATURE, seat, s.temperature, 0)
        bonus = np.int64(content.heat_bonus[s.temperature])
        if bonus > 0:
            stock.move_production(s, seat, HEAT, bonus)
        if s.temperature >= MELTING_STEP:
            melts += 1
            if s.temperature == MELTING_STEP and board.free_ocean:
                pool.add_rule(s, OCEAN, seat, 1)
    if board.glaciers:
        if melts > 0:
            pool.add_rule(s, MELT, seat, melts)
        if may_melt > 0:
            pool.add_rule(s, MELT, seat, -may_melt)


@jit
def raise_oxygen(s: Any, content: Any, seat: Any, n: Any) -> None:
    """Raise the oxygen level by `n` percent; a bonus step raises the temperature as well. At the goal nothing happens."""
    for _ in range(n):
        if s.oxygen >= OXYGEN_GOAL:
            break
        s.oxygen += 1
        stock.step_rating(s, seat, 1)
        note(s, E_OXYGEN, seat, s.oxygen, 0)
        bonus = np.int64(content.oxygen_bonus[s.oxygen])
        if bonus > 0:
            raise_temperature(s, content, seat, bonus)


@jit
def reaches(s: Any, content: Any, oxygen: Any, n: Any) -> Any:
    """The temperature step at which `n` steps of the temperature, or of the oxygen with its bonus steps, would end."""
    steps: Any = np.int64(n)
    if oxygen:
        steps = 0
        for percent in range(s.oxygen + 1, min(OXYGEN_GOAL, s.oxygen + n) + 1):
            steps += np.int64(content.oxygen_bonus[percent])
    return min(TEMPERATURE_STEPS, s.temperature + steps)
