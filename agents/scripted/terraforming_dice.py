"""Scripted agents of Terraforming Mars: The Dice Game: an evaluation in Victory Points, and plans made of its weights.

A position is worth what a seat would score now, and what it has for later: resources, wild tokens, production, cards and
actions, each by the turns that are still to come; less the same for its rivals. It is read when the next real choice of
a turn comes up: what an action still leaves open (what to pay, which face, where to place) is decided by rule first, and
the best main action of a turn that goes on is counted in. Weights and plans are in ``terraforming_dice_plans.py``.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.terraforming_dice_plans import (
    AGENTS,
    AWARD,
    CARD,
    CHANGE,
    COMMON,
    DISCOUNT,
    LATE,
    LOSE,
    MILESTONE,
    NEAR,
    OPTION,
    PACE,
    PLAN,
    PRODUCED,
    PRODUCED_POINT,
    PRODUCED_WILD,
    REACTION,
    RIVALS,
    STEP,
    STORAGE,
    TILE,
    USES,
    VICTORY,
    WEIGHTS,
    WILD,
)
from marszoo.envs.core.frames import KIND, RUNNING, A, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import GAME, words
from marszoo.envs.terraforming_dice.actions import (
    A_CARD,
    A_COLOUR,
    A_HEX,
    A_RESOURCE,
    A_RIVAL,
    DO_CITY,
    DO_GREENERY,
    DO_OCEAN,
    DO_POINTS,
    DO_TEMPERATURE,
    DONE,
    PAY_WILD,
)
from marszoo.envs.terraforming_dice.results import award_points, results
from marszoo.envs.terraforming_dice.rules import board, cards
from marszoo.envs.terraforming_dice.rules.milestones import UNCLAIMED, icons_produced, progress
from marszoo.envs.terraforming_dice.state import (
    AWARDS,
    BONUS,
    CARDS,
    CITY_TILE,
    COLOURS,
    DISCARD_CARDS,
    EFFECTS,
    GIVE_UP,
    GREENERY_TILE,
    HAND,
    MAIN,
    OCEANS,
    OXYGEN_STEPS,
    PAY,
    PICK_COLOUR,
    PICK_DIE,
    PICK_FACE,
    PICK_RIVAL,
    PLACE,
    PLAYERS,
    RESOURCES,
    SOLO_TURNS,
    TABLE,
    TEMPERATURE_STEPS,
    TILES,
)

__all__ = ["AGENTS", "WEIGHTS", "evaluate"]

play = GAME.kernels.play


@jit
def turns_left(s: Any, weights: Any) -> Any:
    """Turns of each seat that are still to come, guessed from the steps that two (alone: three) tracks lack."""
    if s.left >= 0:
        return np.int64(s.left) / s.num_players
    lack = np.int64(TEMPERATURE_STEPS) - s.temperature
    air = np.int64(OXYGEN_STEPS) - s.oxygen
    water = np.int64(OCEANS) - s.oceans
    if s.num_players == 1:
        return 1.0 * (SOLO_TURNS - s.turn)
    return 1.0 + weights[PACE] * (lack + air + water - max(lack, air, water))


@jit
def step_worth(s: Any, event: Any, weights: Any) -> Any:
    """A step of a track: 2 points, or 1 if it is complete. Alone the goal is worth more than points."""
    done = s.oceans >= OCEANS
    if event == words.ON_TEMPERATURE:
        done = s.temperature >= TEMPERATURE_STEPS
    elif event == words.ON_OXYGEN:
        done = s.oxygen >= OXYGEN_STEPS
    if done:
        return 1.0
    return 2.0 + weights[STEP] + (2.0 if s.num_players == 1 else 0.0)


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
        return n * (2.0 + weights[TILE])
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
def action_worth(s: Any, content: Any, card: Any, weights: Any) -> Any:
    """One use of a blue card's action, what it costs taken off."""
    row = content.rows[card]
    value = 0.0
    for k in range(row.num_gives):
        value += effect_worth(s, row.gives[k], weights)
    for k in range(row.pay_kinds):
        value -= row.pay[k, 1] * weights[COMMON + row.pay[k, 0] % 3]
    return max(0.0, value)


@jit
def card_gain(s: Any, content: Any, seat: Any, card: Any, turns: Any, weights: Any) -> Any:
    """What playing a card brings, its cost taken off; each icon that is lacking costs a wild token."""
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
    for k in range(row.kinds):
        resource = np.int64(row.cost[k, 0])
        price = max(0, np.int64(row.cost[k, 1]) - s.discount[seat, resource])
        own = min(price, np.int64(s.dice[seat, resource]))
        value -= own * weights[COMMON + resource % 3] + (price - own) * weights[WILD]
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
def standard_worth(s: Any, content: Any, action: Any, weights: Any) -> Any:
    """Points and position that a standard main action brings, its price not taken off."""
    if action == DO_TEMPERATURE:
        return step_worth(s, words.ON_TEMPERATURE, weights)
    if action == DO_OCEAN:
        return step_worth(s, words.ON_OCEAN, weights)
    if action == DO_POINTS:
        return 2.0
    if action == DO_GREENERY:
        near = room(s, content, GREENERY_TILE)
        return 0.0 if near < 0 else step_worth(s, words.ON_OXYGEN, weights) + near
    near = room(s, content, CITY_TILE)
    return 0.0 if near < 0 else 2.0 + near


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
def options(s: Any, content: Any, seat: Any, turns: Any, weights: Any, now: Any) -> Any:
    """The best main action that is possible (`now`), and how near the others and the cards in hand are."""
    wild = np.int64(s.wild[seat])
    best = 0.0
    near = 0.0
    for action in range(DO_TEMPERATURE, DO_POINTS + 1):
        resource = resource_of(action)
        price = 4 if action == DO_GREENERY else 3
        held: Any = min(price, np.int64(s.dice[seat, resource]))
        gain = standard_worth(s, content, action, weights)
        cost = held * weights[COMMON + resource % 3] + (price - held) * weights[WILD]
        near += weights[NEAR] * max(0.0, gain - price * weights[COMMON + resource % 3]) * (held / price) ** 2
        if price - held <= wild:
            best = max(best, gain - cost)
    second = 0.0
    for card in range(content.num_projects):
        if s.place[card] == HAND + seat:
            gain = card_gain(s, content, seat, card, turns, weights)
            lacking = cards.missing(s, content, seat, card) - wild
            if lacking <= 0:
                best = max(best, gain)
            second = max(second, gain - weights[WILD] * max(0, lacking))
    value = near + weights[PLAN] * max(second, best)
    if now:
        for card in range(CARDS):
            if s.place[card] == TABLE + seat and cards.usable(s, content, seat, card) > 0:
                best = max(best, action_worth(s, content, card, weights))
        value += (weights[OPTION] - weights[PLAN]) * best
    return value


@jit
def worth(s: Any, content: Any, seat: Any, weights: Any, turns: Any, mine: Any) -> Any:
    """What a seat has; its hand is looked at only if it is `mine`."""
    fresh = min(1.0, turns / weights[LATE])
    value = 1.0 * s.points[seat] + s.ribbons[seat]
    for which in range(TILES):
        if s.claimed[which] == seat:
            value += 4.0
        elif s.claimed[which] == UNCLAIMED:
            milestone = content.milestones[s.milestone[which]]
            reached = progress(s, seat, np.int64(milestone.criterion)) / np.int64(milestone.amount)
            value += weights[MILESTONE] * 4.0 * min(1.0, reached) ** 2 * fresh
    for which in range(AWARDS):
        value += (1.0 if turns < 1.0 else weights[AWARD]) * award_points(s, content, seat, which)
    held = weights[WILD] * s.wild[seat]
    for r in range(RESOURCES):
        held += weights[COMMON + r % 3] * s.dice[seat, r]
    value += fresh * held
    value += max(0.0, turns - 1.0) * boxes(s.production[seat], weights)
    count = 0
    for card in range(CARDS):
        place = s.place[card]
        count += place == HAND + seat
        if place == TABLE + seat and content.rows[card].action > 0:
            use = action_worth(s, content, card, weights)
            value += use * (weights[USES] * max(0.0, turns - 1.0) + (0.0 if s.turned[card] else 0.5 * fresh))
    value += fresh * weights[CARD] * min(count, 8)
    for r in range(RESOURCES):
        value += turns * weights[DISCOUNT] * s.discount[seat, r]
    value += turns * weights[STORAGE] * s.storage[seat]
    if mine:
        now = s.over == RUNNING and top(s, KIND) == MAIN and s.player == seat
        value += (1.0 if now else fresh) * options(s, content, seat, turns, weights, now)
    return value


@jit
def dearest(s: Any, content: Any, seat: Any, weights: Any, turns: Any, giving: Any) -> Any:
    """The resource that the seat misses least: the one to pay or give up. RESOURCES is a wild token, if `giving` allows it."""
    best = -1
    most = 0.0
    for r in range(RESOURCES):
        if s.dice[seat, r] > 0:
            s.dice[seat, r] -= 1
            value = options(s, content, seat, turns, weights, True) - weights[COMMON + r % 3]
            s.dice[seat, r] += 1
            if best < 0 or value > most:
                best, most = r, value
    if giving and s.wild[seat] > 0:
        s.wild[seat] -= 1
        value = options(s, content, seat, turns, weights, True) - weights[WILD]
        s.wild[seat] += 1
        if best < 0 or value > most:
            best = RESOURCES
    return best


@jit
def best_face(s: Any, content: Any, seat: Any, weights: Any, turns: Any, die: Any) -> Any:
    """(face, value): the better of the other faces of a die."""
    best, most = -1, 0.0
    s.dice[seat, die] -= 1
    for face in range(die // 3 * 3, die // 3 * 3 + 3):
        if face != die:
            s.dice[seat, face] += 1
            value = options(s, content, seat, turns, weights, True)
            value += weights[COMMON + face % 3] - weights[COMMON + die % 3]
            s.dice[seat, face] -= 1
            if best < 0 or value > most:
                best, most = face, value
    s.dice[seat, die] += 1
    return best, most


@jit
def best_die(s: Any, content: Any, seat: Any, weights: Any, turns: Any) -> Any:
    best, most = -1, 0.0
    for die in range(RESOURCES):
        if s.dice[seat, die] > 0:
            _, value = best_face(s, content, seat, weights, turns, die)
            if best < 0 or value > most:
                best, most = die, value
    return best


@jit
def reply(s: Any, content: Any, seat: Any, weights: Any, turns: Any, mask: Any) -> Any:
    """What is decided by rule while an action is followed to its end; -1 at a real choice."""
    kind = top(s, KIND)
    if kind == PAY:
        r = dearest(s, content, seat, weights, turns, True)
        if r == RESOURCES or mask[A_RESOURCE + r] == 0:
            return PAY_WILD
        return A_RESOURCE + r
    if kind == GIVE_UP:
        return A_RESOURCE + dearest(s, content, seat, weights, turns, False)
    if kind == DISCARD_CARDS:
        return DONE
    if kind == PICK_DIE:
        return A_RESOURCE + best_die(s, content, seat, weights, turns)
    if kind == PICK_FACE:
        face, _ = best_face(s, content, seat, weights, turns, top(s, A))
        return A_RESOURCE + face
    first = -1
    best = -1
    if kind != PLACE and kind != PICK_COLOUR and kind != PICK_RIVAL and kind != BONUS and kind != EFFECTS:
        return -1
    for a in range(len(mask)):
        if mask[a] == 0:
            continue
        rank: Any = 0
        if kind == PLACE:
            where = a - A_HEX
            rank = 2 * np.int64(s.cities_near[where] if top(s, A) == GREENERY_TILE else s.greens_near[where])
            rank += content.hex_bonus[where, 0] > 0
        elif kind == PICK_COLOUR:
            rank = np.int64(s.pool[a - A_COLOUR])
        elif kind == PICK_RIVAL:
            rank = np.int64(s.points[(seat + a - A_RIVAL + 1) % s.num_players])
        elif kind == BONUS:
            rank = max(0, int(100.0 * card_gain(s, content, seat, a - A_CARD, turns, weights)))
        if rank > best:
            first, best = a, rank
    return first


@jit
def settled(s: Any, content: Any, seat: Any, weights: Any) -> Any:
    """The value of a game that is over: won, shared or lost, and by how much."""
    score, key = np.zeros(PLAYERS), np.zeros(PLAYERS)
    results(s, content, score, key)
    if s.num_players == 1:
        return weights[VICTORY] * key[0] + s.points[0]
    level, above, best = 1, 0, -1.0e9
    for p in range(s.num_players):
        if p != seat:
            level += key[p] == key[seat]
            above += key[p] > key[seat]
            best = max(best, score[p])
    won = 0.0 if above > 0 else 1.0 / level
    return weights[VICTORY] * (2.0 * won - 1.0) + score[seat] - best + 0.001 * icons_produced(s, seat)


@jit
def evaluate(before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any) -> Any:
    """What the position in `s` is worth to `seat`; see the module's docstring.

    The turns to come are those of the position before the action: a step is not to be shunned because it brings the end.
    """
    turns = turns_left(before, weights)
    while s.over == RUNNING and s.player == seat:
        action = reply(s, content, seat, weights, turns, mask)
        if action < 0:
            break
        play(s, content, action, mask)
    if s.over != RUNNING:
        return settled(s, content, seat, weights)
    value = worth(s, content, seat, weights, turns, True)
    if s.num_players > 1:
        others = 0.0
        for p in range(s.num_players):
            if p != seat:
                others += worth(s, content, p, weights, turns, False)
        value -= weights[RIVALS] * others / (s.num_players - 1)
    return value
