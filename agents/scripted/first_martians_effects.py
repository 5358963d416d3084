"""What effects are worth to the crew, in pawns, and with them cards, adventures and the Stress track.

The words are those of the content file; a content of a user's own is judged by the same rules.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_plans import CARD, MODIFIER, STRESS
from marszoo.agents.scripted.first_martians_worths import (
    BLOCKS,
    COLOURS,
    W_ADVENTURE,
    W_CARD,
    W_GOOD,
    W_LYING,
    W_RED,
    W_STEP,
    W_STRESS,
    condition_cost,
    heal_gain,
    morale_gain,
    output_gain,
    part_cost,
    rover_cost,
    sols_left,
    stress_cost,
    token_gain,
    track_cost,
    track_gain,
    wilting_cost,
    wound_cost,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import choices
from marszoo.envs.first_martians.rules.lookup import BLOCK_OF
from marszoo.envs.first_martians.state import DECK, FACILITIES, PARTS, PROJECTS


@jit
def crew_effect(s: Any, content: Any, seat: Any, word: Any, n: Any, x: Any, y: Any, weights: Any) -> Any:
    """What an effect on astronauts is worth, whoever they are."""
    who = y if word == words.CONDITION else x
    best, total, own = 0.0, 0.0, 0.0
    for p in range(s.num_players):
        if word == words.TOKENS:
            value = token_gain(s, p, n, weights)
        elif word == words.WOUND:
            value = -wound_cost(s, content, p, n, weights)
        elif word == words.HEAL:
            value = heal_gain(s, content, p, n, weights)
        else:
            value = 0.0 if s.condition[p] >> x & 1 else -condition_cost(s, weights)
        total += value
        if p == 0 or value > best:
            best = value
        if p == (s.first if who == words.FIRST else seat):
            own = value
    if who == words.ALL:
        return total
    return best if who == words.ANY else own


@jit
def supply_effect(s: Any, content: Any, word: Any, n: Any, x: Any, y: Any, weights: Any, w: Any) -> Any:
    """What an effect on supplies, productivity, plants and things outside is worth."""
    if word == words.GAIN or word == words.CARGO:
        return n * w[W_GOOD + x]
    if word == words.LOSE:
        return -min(n, np.int64(s.stock[x])) * w[W_GOOD + x]
    if word == words.DUST or word == words.CLEAR:
        return output_gain(s, content, x, n if word == words.CLEAR else -n, weights)
    if word == words.TOKEN:
        if s.shut[y] != 0 or sols_left(s) == 0:
            return 0.0
        return weights[MODIFIER] * (0.7 if x == words.M_HELP else -1.0)
    if word == words.ROVER:
        return 0.0 if s.blocked[x] != 0 else -rover_cost(weights, w)
    if word == words.STRIP:
        return -0.5 * n * w[W_LYING + words.SAMPLE]
    if word == words.WILT:
        return 0.0 if s.shut[words.FARM] != 0 else -0.7 * wilting_cost(s, 1, weights)
    if word == words.STUDY:
        best = 0.0
        for p in range(PROJECTS):
            if choices.can_study(s, content, p):
                best = max(best, n * w[W_STEP + p])
        return best
    return 0.0


@jit
def effect_worth(s: Any, content: Any, seat: Any, word: Any, n: Any, x: Any, y: Any, weights: Any, w: Any) -> Any:
    """What an effect is worth to the crew if it happened now; `seat` is who acts."""
    if word == words.TRACK:
        return -track_cost(s, x, n, w)
    if word == words.BREAK:
        if s.shut[x] != 0:
            return 0.0
        if not content.facility[x].fitted >> y & 1 or s.broken[x] >> y & 1:
            return -track_cost(s, BLOCK_OF[x], 1, w)
        return -part_cost(s, content, x, y, weights, w)
    if word == words.STRESS or word == words.CALM:
        return -stress_cost(s, content, n if word == words.STRESS else -n, w)
    if word == words.MORALE or word == words.GLOOM:
        return morale_gain(s, n if word == words.MORALE else -n, weights)
    if word == words.LOWER:
        if x != words.ANY_BLOCK:
            return track_gain(s, x, n, w)
        return max(track_gain(s, 0, n, w), track_gain(s, 1, n, w), track_gain(s, 2, n, w))
    if word == words.FIX:
        return n * worst_part(s, content, weights, w)[0]
    if word == words.SEEK:
        return -w[W_CARD + x]
    if word == words.RED:
        return 0.0 if s.red[x] != 0 else -w[W_RED + x] * w[W_CARD + x]
    if word == words.GREEN:
        return w[W_RED + x] * w[W_CARD + x] if s.red[x] != 0 else 0.0
    if word >= words.TOKENS and word <= words.CONDITION:
        return crew_effect(s, content, seat, word, n, x, y, weights)
    return supply_effect(s, content, word, n, x, y, weights, w)


@jit
def worst_part(s: Any, content: Any, weights: Any, w: Any) -> Any:
    """(cost, PARTS * facility + part) of the broken part that costs most; (0, -1) if none is broken."""
    worst, which = 0.0, -1
    for f in range(FACILITIES):
        if s.broken[f] != 0:
            for part in range(PARTS):
                if s.broken[f] >> part & 1:
                    cost = part_cost(s, content, f, part, weights, w)
                    if which < 0 or cost > worst:
                        worst, which = cost, PARTS * f + part
    return worst, which


@jit
def effects_worth(s: Any, content: Any, seat: Any, start: Any, weights: Any, w: Any) -> Any:
    """What a list of effects is worth, named by its first row."""
    value = 0.0
    if start > 0:
        while content.effects[start, 0] != 0:
            e = content.effects[start]
            value += effect_worth(
                s, content, seat, np.int64(e[0]), np.int64(e[1]), np.int64(e[2]), np.int64(e[3]), weights, w
            )
            start += 1
    return value


@jit
def price(s: Any, content: Any, weights: Any, w: Any) -> None:
    """The part of the table about what befalls the crew: cards, adventures, the Stress track, tiles outside."""
    for block in range(BLOCKS):
        w[W_CARD + block] = weights[CARD]
    seat = np.int64(s.first)
    for k in range(content.num_stress):
        worth = effects_worth(s, content, seat, np.int64(content.stress[k].effects), weights, w)
        w[W_STRESS + k] = -weights[STRESS] * worth
    costs, number = np.zeros(BLOCKS), np.zeros(BLOCKS)
    for card in range(content.num_cards):
        row = content.card[card]
        b: Any = np.int64(row.block)
        if s.place[card] == DECK:
            number[b] += 1.0
            if s.shut[row.facility] == 0:
                costs[b] -= effects_worth(s, content, seat, np.int64(row.effects), weights, w)
    for block in range(BLOCKS):
        if number[block] > 0.0:
            w[W_CARD + block] = max(0.1, costs[block] / number[block])
    for colour in range(COLOURS):
        total, n = 0.0, 0
        for a in range(content.num_adventures):
            if content.adventure[a].colour == colour:
                total += effects_worth(s, content, seat, np.int64(content.adventure[a].effects), weights, w)
                n += 1
        w[W_ADVENTURE + colour] = total / max(1, n)
