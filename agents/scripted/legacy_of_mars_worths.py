"""Guesses of what effects, actions and cards of The Legacy of Mars are worth, in M€."""

from typing import Any

import numpy as np

from marszoo.agents.scripted.legacy_of_mars_plans import (
    ACTION,
    CROWD,
    DISCOUNT,
    DRAW,
    GROWTH,
    LATE,
    LENGTH,
    RATING,
    REMOVAL,
    TAG,
    TILE,
    TRIGGER,
    UNMET,
    VICTORY_POINT,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import cards, requirements
from marszoo.envs.legacy_of_mars.state import (
    OXYGEN_GOAL,
    P_PRODUCTION,
    RESOURCES,
    SOLO_GENERATIONS,
    TAGS,
    TEMPERATURE_STEPS,
)

PACE = 0.55
"""Share of the time that is over when a share x of all steps is done: x ** PACE. The first steps take longest."""
MOST_EFFECTS = 12
"""Effects of one list that are looked at."""
SEEN_CARD = 1.5
"""M€ for each card that is looked at and may be taken instead of another."""
LATE_PHASES = 3.0
"""Production phases to come from which on resources have their whole worth."""
NEIGHBOURS = 1.5
"""Oceans next to a place that a tile is put on, M€ each by the content, as a guess."""


@jit
def phases_left(s: Any, content: Any, weights: Any) -> Any:
    """Production phases still to come, the one of this generation included.

    Guessed from the steps that are missing and from the generations that have gone by, half each: by the steps alone a
    mission that nobody wants to end would never seem near its end.
    """
    gone = 1.0 if s.phase >= P_PRODUCTION else 0.0
    if s.num_players == 1:
        return max(0.0, SOLO_GENERATIONS + 1.0 - s.generation - gone)
    board = content.board[s.board]
    steps = 1.0 * (TEMPERATURE_STEPS + OXYGEN_GOAL - board.oxygen + board.oceans)
    done = (s.temperature + s.oxygen - board.oxygen + s.oceans) / steps
    if done >= 1.0:
        return 1.0 - gone
    length = weights[LENGTH] - weights[CROWD] * (s.num_players - 2)
    guess = 0.5 * (length * (1.0 - done**PACE) + max(0.0, length - s.generation))
    return max(1.0, guess + 1.0) - gone


@jit
def produced(left: Any, weights: Any) -> Any:
    """What one unit of M€ production is worth with `left` production phases to come."""
    return left * (1.0 + weights[GROWTH] * max(0.0, left - 1.0))


@jit
def step_worth(left: Any, weights: Any) -> Any:
    """A step of the terraform rating: its point, its income, and what it leads to."""
    return weights[VICTORY_POINT] + weights[RATING] + produced(left, weights)


@jit
def counted(s: Any, seat: Any, effect: Any) -> Any:
    """N of an effect, what it is multiplied by included."""
    if effect.count == 0:
        return 1.0 * effect.n
    if effect.count == words.N_TAG:
        return effect.n * ((s.tag[seat, effect.counted] + 1) // max(1, np.int64(effect.per)))
    return 1.0 * effect.n * 2


@jit
def effect_worth(s: Any, content: Any, seat: Any, effect: Any, left: Any, weights: Any) -> Any:
    """What one effect brings to the seat; alternatives are judged by `list_worth`."""
    word, what = np.int64(effect.word), np.int64(effect.what)
    n = counted(s, seat, effect)
    step = step_worth(left, weights)
    if word == words.GAIN:
        return n * weights[what]
    if word == words.LOSE:
        return -n * weights[what]
    if word == words.PRODUCTION:
        return n * weights[what] * produced(left, weights)
    if word == words.TEMPERATURE:
        return step * min(n, 1.0 * TEMPERATURE_STEPS - s.temperature)
    if word == words.OXYGEN:
        return step * min(n, 1.0 * OXYGEN_GOAL - s.oxygen)
    if word == words.RATING:
        return step * n
    if word == words.OCEAN:
        return step + NEIGHBOURS if s.oceans < content.board[s.board].oceans else 0.0
    if word == words.CITY:
        return 2.0 * weights[VICTORY_POINT] + weights[TILE]
    if word == words.GREENERY:
        return weights[VICTORY_POINT] + weights[TILE] + (step if s.oxygen < OXYGEN_GOAL else 0.0)
    if word == words.SPECIAL:
        return weights[TILE] + NEIGHBOURS
    if word == words.POPULATION:
        return step * n
    if word == words.MELT:
        return n * weights[words.PLANT]
    if word == words.DRAW or word == words.INNOVATION:
        return n * (weights[DRAW] + content.card_price)
    if word == words.KEEP:
        return n * (weights[DRAW] + content.card_price) + SEEN_CARD * (what - n)
    if word == words.LOOK:
        return SEEN_CARD
    if word == words.ANY_PRODUCTION:
        return weights[REMOVAL] * n * weights[what] * produced(left, weights)
    if word == words.REMOVE or word == words.REMOVE_HELD:
        return weights[REMOVAL] * n * (weights[what] if word == words.REMOVE else 2.0)
    if word == words.STEAL:
        return n * weights[what] * (1.0 + weights[REMOVAL])
    if word >= words.HOLD and word <= words.ADD_THAT and word != words.UNHOLD:
        return n * 0.3 * weights[VICTORY_POINT]
    if word == words.WILD:
        return n * weights[words.PLANT]
    if word == words.COPY or word == words.CLAIM or word == words.NEXT:
        return 4.0
    return 0.0


@jit
def list_worth(s: Any, content: Any, seat: Any, start: Any, left: Any, weights: Any) -> Any:
    """What a list of effects brings; of alternatives the best one."""
    value = 0.0
    if start == 0:
        return value
    for k in range(start, start + MOST_EFFECTS):
        effect = content.effects[k]
        if effect.word == 0:
            break
        if effect.word != words.CHOOSE:
            value += effect_worth(s, content, seat, effect, left, weights)
            continue
        best = 0.0
        for branch in effect.branch:
            if branch > 0:
                worth = 0.0
                for j in range(branch, branch + MOST_EFFECTS):
                    inner = content.effects[j]
                    if inner.word == 0:
                        break
                    worth += effect_worth(s, content, seat, inner, left, weights)
                best = max(best, worth)
        value += best
    return value


@jit
def action_worth(s: Any, content: Any, seat: Any, row: Any, left: Any, weights: Any) -> Any:
    """What one use of a row's action brings, by its best way; never less than nothing."""
    card = content.rows[row]
    best = 0.0
    for way in range(card.ways):
        value = list_worth(s, content, seat, np.int64(card.does[way]), left, weights)
        for pay in card.pays[way]:
            if pay[0] == words.GAIN:
                value -= pay[1] * weights[pay[2]]
            elif pay[0] == words.PRODUCTION:
                value -= pay[1] * weights[pay[2]] * produced(left, weights)
            elif pay[0] == words.UNHOLD:
                value -= 0.3 * pay[1] * weights[VICTORY_POINT]
        best = max(best, value)
    return best


@jit
def standing_worth(s: Any, content: Any, seat: Any, row: Any, left: Any, weights: Any) -> Any:
    """What a card in play still brings besides its points: its action, triggers, discounts and tags."""
    card = content.rows[row]
    value = 0.0
    if card.ways > 0:
        value += weights[ACTION] * left * action_worth(s, content, seat, row, left, weights)
    for k in range(card.trigger, card.trigger + card.triggers):
        trigger = content.triggers[k]
        value += weights[TRIGGER] * left * list_worth(s, content, seat, np.int64(trigger.effects), left, weights)
    for tag in range(TAGS + 1):
        # One card in three has a given tag.
        value += card.discount[tag] * weights[DISCOUNT] * left * (1.0 if tag < TAGS else 3.0)
    value += weights[DISCOUNT] * left * (card.worth[0] + card.worth[1] + 0.3 * card.shift)
    if card.colour != words.RED:
        for tag in range(TAGS):
            value += weights[TAG] * card.tags[tag]
    return value


@jit
def card_worth(s: Any, content: Any, seat: Any, row: Any, left: Any, weights: Any) -> Any:
    """What playing a card brings before its price: effects, points, and what it goes on to do."""
    card = content.rows[row]
    value = list_worth(s, content, seat, np.int64(card.effects), left, weights)
    value += standing_worth(s, content, seat, row, left, weights)
    points = 1.0 * card.points
    if card.count == words.N_TAG:
        points *= (s.tag[seat, card.counted] + 2) / max(1, np.int64(card.per))
    elif card.count != 0:
        # Most of these are for resources that its own action puts on the card.
        points *= (1.0 + 0.5 * left * (card.ways > 0)) / max(1, np.int64(card.per))
    return value + points * weights[VICTORY_POINT]


@jit
def hand_gain(s: Any, content: Any, seat: Any, row: Any, left: Any, weights: Any) -> Any:
    """What a card in hand brings beyond its price; less if its requirement is not met, nothing if it never will be."""
    gain = card_worth(s, content, seat, row, left, weights) - cards.price(s, content, seat, row)
    if gain <= 0.0:
        return 0.0
    if not requirements.met(s, content, seat, row):
        card = content.rows[row]
        for k in range(card.term, card.term + card.terms):
            if content.terms[k].most != 0:
                return 0.0
        return gain * weights[UNMET]
    return gain


@jit
def keeps(left: Any, weights: Any) -> Any:
    """Share of their worth that resources still have: what the last generations leave over is worth nothing."""
    return min(1.0, weights[LATE] + (1.0 - weights[LATE]) * max(0.0, left - 1.0) / LATE_PHASES)


@jit
def board_worth(s: Any, seat: Any, left: Any, weights: Any) -> Any:
    """Resources, productions and income on a player board."""
    rate, share = produced(left, weights), keeps(left, weights)
    value = s.rating[seat] * rate
    for r in range(RESOURCES):
        value += s.production[seat, r] * weights[r] * rate + s.resource[seat, r] * weights[r] * share
    return value
