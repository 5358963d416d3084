"""Guesses of what steps, effects, cards and standard actions of the dice game are worth, in Victory Points."""

from typing import Any

import numpy as np

from marszoo.agents.scripted.terraforming_dice_plans import (
    CARD,
    CHANGE,
    COMMON,
    DISCOUNT,
    HORIZON,
    LOSE,
    PACE,
    PRODUCED,
    PRODUCED_POINT,
    PRODUCED_WILD,
    REACTION,
    STEP,
    STORAGE,
    TILE,
    USES,
    WILD,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import DO_CITY, DO_GREENERY, DO_OCEAN, DO_POINTS, DO_TEMPERATURE
from marszoo.envs.terraforming_dice.rules import board
from marszoo.envs.terraforming_dice.rules.board import CITY_POINTS, FINISHED_POINTS, STEP_POINTS
from marszoo.envs.terraforming_dice.rules.deeds import GREENERY_PRICE, POINTS_BOUGHT, POINTS_PRICE, STEP_PRICE
from marszoo.envs.terraforming_dice.state import (
    CITY_TILE,
    COLOURS,
    GREENERY_TILE,
    OCEANS,
    OXYGEN_STEPS,
    RESOURCES,
    SOLO_TURNS,
    TEMPERATURE_STEPS,
)


@jit
def turns_left(s: Any, weights: Any) -> Any:
    """Turns that each seat has still to come, guessed from the steps that two tracks lack; alone their number is known.

    Alone no more than HORIZON turns are looked ahead: an engine for fifty turns leaves no time to use it.
    """
    if s.left >= 0:
        return np.int64(s.left) / s.num_players
    lack = np.int64(TEMPERATURE_STEPS) - s.temperature
    air = np.int64(OXYGEN_STEPS) - s.oxygen
    water = np.int64(OCEANS) - s.oceans
    if s.num_players == 1:
        return min(weights[HORIZON], 1.0 * (SOLO_TURNS - s.turn))
    return 1.0 + weights[PACE] * (lack + air + water - max(lack, air, water)) / s.num_players


@jit
def step_worth(s: Any, event: Any, weights: Any) -> Any:
    """A step of a track: its points, and what it is worth besides."""
    done = s.oceans >= OCEANS
    if event == words.ON_TEMPERATURE:
        done = s.temperature >= TEMPERATURE_STEPS
    elif event == words.ON_OXYGEN:
        done = s.oxygen >= OXYGEN_STEPS
    if done:
        return 1.0 * FINISHED_POINTS
    return STEP_POINTS + weights[STEP]


@jit
def effect_worth(s: Any, effect: Any, weights: Any) -> Any:
    """A guess at what an effect (word, N, argument) brings."""
    word, n, argument = np.int64(effect[0]), np.int64(effect[1]), np.int64(effect[2])
    if word == words.ROLL or word == words.ANY:
        return n * weights[COMMON]
    if word == words.GAIN:
        return n * weights[COMMON + argument % 3]
    if word == words.CHANGE:
        return n * weights[CHANGE]
    if word == words.TEMPERATURE:
        return n * step_worth(s, words.ON_TEMPERATURE, weights)
    if word == words.OXYGEN:
        return n * step_worth(s, words.ON_OXYGEN, weights)
    if word == words.OXYGEN_PRIZE:
        return step_worth(s, words.ON_OXYGEN, weights) + 0.25 * n
    if word == words.OCEAN:
        return n * step_worth(s, words.ON_OCEAN, weights)
    if word == words.GREENERY:
        return n * (step_worth(s, words.ON_OXYGEN, weights) + weights[TILE])
    if word == words.CITY:
        return n * (CITY_POINTS + weights[TILE])
    if word == words.SPECIAL:
        return n * weights[COMMON]
    if word == words.DRAW:
        return n * weights[CARD]
    if word == words.WILD:
        return n * weights[WILD]
    if word == words.POINTS:
        return 1.0 * n
    if word == words.LOSE:
        return n * weights[LOSE] if s.num_players > 1 else 0.0
    return n * weights[CARD]


@jit
def action_gain(s: Any, content: Any, card: Any, weights: Any) -> Any:
    """One use of a blue card's action, what it costs apart."""
    row = content.rows[card]
    value = 0.0
    for k in range(row.num_gives):
        value += effect_worth(s, row.gives[k], weights)
    return value


@jit
def action_worth(s: Any, content: Any, card: Any, weights: Any) -> Any:
    """One use of a blue card's action, what it costs taken off."""
    row = content.rows[card]
    value = action_gain(s, content, card, weights)
    for k in range(row.pay_kinds):
        value -= row.pay[k, 1] * weights[COMMON + row.pay[k, 0] % 3]
    return max(0.0, value)


@jit
def card_gain(s: Any, content: Any, card: Any, turns: Any, weights: Any) -> Any:
    """What playing a card brings, its cost apart."""
    row = content.rows[card]
    value = 1.0 * row.green_ribbon + row.red_ribbon
    for k in range(row.num_effects):
        value += effect_worth(s, row.effects[k], weights)
    value += turns * boxes(row.production, weights)
    if row.action > 0:
        value += turns * weights[USES] * action_worth(s, content, card, weights)
    for r in range(RESOURCES):
        value += turns * weights[DISCOUNT] * row.discount[r]
    value += turns * weights[STORAGE] * row.storage
    for k in range(content.num_reactions):
        if content.reactions[k].row == card:
            value += turns * weights[REACTION]
    return value


@jit
def keeping(s: Any, content: Any, seat: Any, card: Any, turns: Any, weights: Any) -> Any:
    """What a card in hand brings, less what its icons usually take."""
    row = content.rows[card]
    value = card_gain(s, content, card, turns, weights)
    for k in range(row.kinds):
        resource = np.int64(row.cost[k, 0])
        price = max(0, np.int64(row.cost[k, 1]) - s.discount[seat, resource])
        value -= price * weights[COMMON + resource % 3]
    return value


@jit
def boxes(production: Any, weights: Any) -> Any:
    """A production box, for each turn to come."""
    value = weights[PRODUCED_WILD] * production[words.P_WILD] + weights[PRODUCED_POINT] * production[words.P_POINT]
    for c in range(COLOURS):
        value += weights[PRODUCED] * production[c]
    return value


@jit
def room(s: Any, content: Any, kind: Any) -> Any:
    """The most adjacent tiles that score for a tile of this kind, on a hex where it fits; -1 if it fits nowhere."""
    best: Any = -1
    for where in range(len(s.tile)):
        if board.fits(s, content, kind, where):
            best = max(best, np.int64(s.cities_near[where] if kind == GREENERY_TILE else s.greens_near[where]))
    return best


@jit
def standard_gain(s: Any, content: Any, action: Any, weights: Any) -> Any:
    """Points and position that a standard main action brings, its price not taken off."""
    if action == DO_TEMPERATURE:
        return step_worth(s, words.ON_TEMPERATURE, weights)
    if action == DO_OCEAN:
        return step_worth(s, words.ON_OCEAN, weights)
    if action == DO_POINTS:
        return 1.0 * POINTS_BOUGHT
    if action == DO_GREENERY:
        near = room(s, content, GREENERY_TILE)
        return 0.0 if near < 0 else step_worth(s, words.ON_OXYGEN, weights) + near
    near = room(s, content, CITY_TILE)
    return 0.0 if near < 0 else 1.0 * CITY_POINTS + near


@jit
def resource_of(action: Any) -> Any:
    """What a standard main action is paid with."""
    if action == DO_TEMPERATURE:
        return words.HEAT
    if action == DO_OCEAN:
        return words.WATER
    if action == DO_GREENERY:
        return words.PLANT
    return words.CITY_FACE if action == DO_CITY else words.MEGACREDIT


@jit
def standard_price(action: Any) -> Any:
    if action == DO_GREENERY:
        return GREENERY_PRICE
    return POINTS_PRICE if action == DO_POINTS else STEP_PRICE
