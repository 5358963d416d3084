"""Scripted agents of Terra Formars: an evaluation in Victory Points, and two plans made of its weights.

A position is worth what a seat has (points, tokens, cards) and what it threatens (the chance of the next kill, and
progress towards it), minus the same for its rivals. It is read at the end of the running turn: the evaluation plays the
turn on, with everybody passing and the spender making the kill that is in reach, if there is one, so that spending is
compared by what it leads to. What a pool could still buy is added before, so that a useful purchase is not given up for
an attack now. Weights and plans are in ``terra_formars_plans.py``.
"""

import math
from typing import Any

import numpy as np

from marszoo.agents.scripted.terra_formars_plans import (
    AGENTS,
    ENDING,
    LATE,
    LEADER,
    LOOT,
    OPTION,
    PATIENCE,
    PROGRESS,
    RIVALS,
    SHARPNESS,
    SPECIAL,
    SPENT,
    STAR,
    THREAT,
    VICTORY,
    W_CARD,
    W_HERO,
    W_TECHNIQUE,
    WEIGHTS,
    WOUND,
)
from marszoo.envs.core.frames import KIND, RUNNING, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import GAME, words
from marszoo.envs.terra_formars.actions import (
    A_CARD,
    A_DIE,
    A_RIVAL,
    A_SLOT,
    ATTACK,
    PASS,
    PAY_TOLL,
    SPECIAL_DIE,
    TECHNIQUE,
    WOUND_TOKEN,
)
from marszoo.envs.terra_formars.content import COMBAT
from marszoo.envs.terra_formars.rules import dice, supports
from marszoo.envs.terra_formars.rules.cockroaches import pile_size
from marszoo.envs.terra_formars.rules.play import SPECIAL_PRICE
from marszoo.envs.terra_formars.state import (
    CHOOSE_HERO,
    DICE,
    FACES,
    HAND,
    PICK_DIE,
    PICK_RIVAL,
    PLACE_MARKER,
    PLAYERS,
    REACT,
    ROW,
    SPEND,
    SUPPORTS,
    TABLE,
)

__all__ = ["AGENTS", "SEARCH", "WEIGHTS", "estimate", "evaluate"]

SEARCH = {"depth": 0, "temperature": 0.3, "patience": 1}
"""What a tree search does by default; see ``scripted/__init__.py``."""
CERTAIN = 8.0
"""Victory Points above the mean of all seats at which the estimate is 0.76."""

I_STAR, I_WOUND, I_DANGER = 0, 2, 3  # icons of a face

play = GAME.kernels.play


@jit
def card_value(content: Any, card: Any, weights: Any, early: Any, useful: Any) -> Any:
    """What a support is worth to its owner: equipment by the share of the game to come, squad cards until the end nears."""
    effect = np.int64(content.supports[card].effect)
    value = weights[W_CARD + effect]
    if effect == words.EXTRA_WOUND or effect == words.EXTRA_STAR or effect == words.EXTRA_SERUM:
        value *= content.supports[card].value
    if effect < words.FIRST_SQUAD:
        return value * early
    if effect == words.INFLICT_WOUNDS:
        value += weights[WOUND] * content.supports[card].value
    elif effect == words.STEAL_POINTS:
        value *= content.supports[card].value
    return value * useful


# Rows of the survey, one column per seat: all that cards and heroes add up to, gathered in one pass over the cards.
VALUE, BURST, EXTRA, IGNORES, IMMUNE, ROLLED, DANGERS = range(7)
"""Worth of the cards; Wounds that could be added to one attack; Wounds a turn besides the dice; Dangers ignored a turn;
share of talents ignored; Wounds and Dangers of a mean roll."""


@jit
def survey(s: Any, content: Any, weights: Any, early: Any, useful: Any, table: Any) -> None:
    """Fill `table` (7, seats) with what each seat has."""
    table[:, :] = 0.0
    for p in range(s.num_players):
        for face in range(FACES):
            # Six dice of six faces: the sum over the faces of one die is the mean of a roll.
            table[ROLLED, p] += content.faces[COMBAT, face].icons[I_WOUND]
            table[DANGERS, p] += content.faces[COMBAT, face].icons[I_DANGER]
        table[BURST, p] = s.wounds[p]
        if s.hero[p] < 0:
            continue
        hero = content.heroes[s.hero[p]]
        if hero.technique == words.TECHNIQUE_WOUND:
            table[EXTRA, p] += 0.7
        elif hero.technique == words.TECHNIQUE_IGNORE:
            table[IMMUNE, p] = 0.5
        if hero.talent == words.TALENT_DANGER:
            table[IGNORES, p] += 1.0
    for card in range(SUPPORTS):
        place = np.int64(s.place[card])
        if place < HAND:
            continue
        effect = np.int64(content.supports[card].effect)
        amount = np.int64(content.supports[card].value)
        owner = place - TABLE if place >= TABLE else place - HAND
        table[VALUE, owner] += card_value(content, card, weights, early, useful)
        if effect == words.INFLICT_WOUNDS:
            table[BURST, owner] += amount
        elif effect == words.ROLL_SPECIAL:
            table[BURST, owner] += 1.0
        elif effect == words.EXTRA_WOUND:
            table[EXTRA, owner] += amount
        elif effect == words.EXCHANGE_ICON:
            table[EXTRA, owner] += 0.8
        elif effect == words.IGNORE_DANGER:
            table[IGNORES, owner] += amount
        elif effect == words.IGNORE_TALENT:
            table[IMMUNE, owner] = 1.0


@jit
def force(s: Any, content: Any, table: Any, seat: Any, slot: Any) -> Any:
    """Wounds that a turn of the seat can be expected to inflict in a slot, tokens and hand apart."""
    wounds = table[ROLLED, seat] + table[EXTRA, seat]
    talent = content.cockroaches[s.slot[slot]].talent
    less = 0.0
    if talent == words.RESIST:
        less = max(0.0, table[DANGERS, seat] - table[IGNORES, seat])
    elif talent == words.ONE_DIE_FEWER:
        less = table[ROLLED, seat] / DICE
    elif talent == words.TOLL:
        less = 0.5
    return max(0.7, wounds - less * (1.0 - table[IMMUNE, seat]))


@jit
def missing(s: Any, content: Any, table: Any, seat: Any, slot: Any) -> Any:
    """Wounds that the dice must bring for the seat to kill in a slot, all else being added."""
    return max(0.0, content.cockroaches[s.slot[slot]].health - np.int64(s.hurt[slot]) - table[BURST, seat])


@jit
def needed(s: Any, content: Any, table: Any, seat: Any, slot: Any) -> Any:
    """Wounds that a kill in a slot would take from the seat's tokens and hand: those that a turn's dice do not bring."""
    health = content.cockroaches[s.slot[slot]].health - np.int64(s.hurt[slot])
    return min(table[BURST, seat], max(0.0, health - force(s, content, table, seat, slot)))


@jit
def prospect(s: Any, content: Any, table: Any, seat: Any, slot: Any, weights: Any) -> Any:
    """Progress towards the kill in a slot, 0 to 1: what counts is the number of turns still needed."""
    turns = missing(s, content, table, seat, slot) / force(s, content, table, seat, slot)
    if content.cockroaches[s.slot[slot]].talent == words.HEAL:
        # Wounds that do not kill are healed.
        turns = turns * turns + turns
    return math.exp(-weights[PATIENCE] * turns)


@jit
def kill_chance(s: Any, content: Any, table: Any, seat: Any, slot: Any, weights: Any) -> Any:
    """The chance that the seat's next attack in the slot kills."""
    over = force(s, content, table, seat, slot) - missing(s, content, table, seat, slot)
    return 1.0 / (1.0 + math.exp(-weights[SHARPNESS] * (over + 0.5)))


@jit
def loot_value(content: Any, cockroach: Any, weights: Any) -> Any:
    loot = content.cockroaches[cockroach].loot
    return loot[0] + weights[STAR] * loot[1] + weights[WOUND] * loot[2]


@jit
def option(s: Any, content: Any, weights: Any, early: Any, useful: Any, mask: Any) -> Any:
    """The best that the active seat, who is spending, could still buy in this turn: supports of the row, then the rest."""
    _, _, stars, serums = dice.purse(s, content)
    stars += supports.discount(s, content, words.CHEAPER_SUPPORT)
    hero = content.heroes[s.hero[s.active]]
    use = weights[W_TECHNIQUE + hero.technique] if mask[TECHNIQUE] != 0 else 0.0
    # Technique 04 is worth its price once a turn, the others again and again.
    most = 1 if hero.technique == words.TECHNIQUE_IGNORE else 9
    roll = weights[SPECIAL] if mask[SPECIAL_DIE] != 0 else 0.0
    best = 0.0
    for subset in range(1 << ROW):
        left_stars, left_serums, value = stars, serums, 0.0
        for k in range(ROW):
            if subset >> k & 1:
                card = np.int64(s.row[k])
                if card < 0 or mask[A_CARD + card] == 0:
                    left_stars = -1
                    break
                left_stars -= content.supports[card].stars
                left_serums -= content.supports[card].serums
                value += card_value(content, card, weights, early, useful)
        if left_stars < 0 or left_serums < 0:
            continue
        uses = 0
        while use > 0.0 and uses < most and left_stars >= hero.technique_stars and left_serums >= hero.technique_serums:
            left_stars -= hero.technique_stars
            left_serums -= hero.technique_serums
            value += use
            uses += 1
        best = max(best, value + roll * (left_serums // SPECIAL_PRICE))
    return best


@jit
def best_slot(s: Any, content: Any, table: Any, seat: Any, weights: Any, mask: Any) -> Any:
    """The action that places the seat's marker where points are nearest; PASS if nothing else is legal."""
    survey(s, content, weights, 1.0, 1.0, table)
    best = -1.0
    action = PASS
    for slot in range(s.num_players):
        if mask[A_SLOT + slot] != 0:
            value = content.cockroaches[s.slot[slot]].points * prospect(s, content, table, seat, slot, weights)
            if value > best:
                best = value
                action = A_SLOT + slot
    return action


@jit
def ahead(s: Any, seat: Any, killer: Any, points: Any) -> Any:
    """Whether the seat would win, or share the win, if `killer` ended the game with a kill worth `points`."""
    ours = s.points[seat] + (points if seat == killer else 0)
    for p in range(s.num_players):
        if p != seat and s.points[p] + (points if p == killer else 0) > ours:
            return False
    return True


@jit
def finish(s: Any, content: Any, weights: Any, mask: Any) -> Any:
    """The next action of a turn without further purchases: what a kill that is in reach takes, then the attack."""
    talent, danger, _, _ = dice.purse(s, content)
    cockroach = content.cockroaches[s.slot[s.marker[s.active]]]
    need = cockroach.health - np.int64(s.hurt[s.marker[s.active]]) + (danger if talent == words.RESIST else 0)
    need -= dice.total_wounds(s, content)
    tolled = talent == words.TOLL and not s.toll_paid
    if tolled and mask[PAY_TOLL] == 0:
        return ATTACK
    # The equipment is free, tokens and cards are not.
    gear, squad = -1, -1
    free, dear = 0, np.int64(s.wounds[s.active])
    for card in range(SUPPORTS):
        if mask[A_CARD + card] == 0:
            continue
        effect = content.supports[card].effect
        if effect == words.EXTRA_WOUND and s.place[card] == TABLE + s.active:
            gear = card
            free += content.supports[card].value
        elif effect == words.INFLICT_WOUNDS and s.place[card] == HAND + s.active:
            squad = card
            dear += content.supports[card].value
    if gear >= 0:
        return A_CARD + gear
    if need > free + dear or weights[WOUND] * max(0, need - free) > cockroach.points:
        return ATTACK
    if pile_size(s) == 0 and not ahead(s, s.active, s.active, cockroach.points):
        return ATTACK
    if tolled:
        return PAY_TOLL
    if need <= 0:
        return ATTACK
    return WOUND_TOKEN if s.wounds[s.active] > 0 else A_CARD + squad


@jit
def reply(s: Any, content: Any, table: Any, weights: Any, mask: Any) -> Any:
    """What anybody does while the turn is played on: pass, attack, and a plain choice where an effect asks for one."""
    kind = top(s, KIND)
    if kind == REACT:
        return PASS
    if kind == SPEND:
        return finish(s, content, weights, mask)
    if kind == PLACE_MARKER:
        return best_slot(s, content, table, top(s, B), weights, mask)
    first = -1
    best = -1
    for a in range(len(mask)):
        if mask[a] == 0:
            continue
        worth = 0
        if kind == PICK_RIVAL:
            worth = 100 + s.points[(s.player + a - A_RIVAL + 1) % s.num_players]
        elif kind == PICK_DIE:
            icons = content.faces[COMBAT, s.face[a - A_DIE]].icons
            worth = 10 - 2 * icons[I_WOUND] - icons[I_STAR]
        if first < 0 or worth > best:
            first = a
            best = worth
    return first


@jit
def settled(s: Any, seat: Any, weights: Any) -> Any:
    """The value of a game that is over: won, shared or lost, and by how much."""
    level = 1
    best: Any = -1
    for p in range(s.num_players):
        if p != seat:
            best = max(best, np.int64(s.points[p]))
            level += s.points[p] == s.points[seat]
    won = 1.0 / level if s.points[seat] >= best else 0.0
    return weights[VICTORY] * (2.0 * won - 1.0) + s.points[seat] - best


@jit
def standing(s: Any, content: Any, table: Any, seat: Any, first: Any, weights: Any) -> Any:
    """The value of a position between turns to `seat`; `first` is the seat with the next turn."""
    num = np.int64(s.num_players)
    pile = pile_size(s)
    useful = usefulness(pile, weights)
    survey(s, content, weights, earliness(s, pile), useful, table)
    alive = np.ones(PLAYERS)  # the chance that the cockroach of a slot is still there
    open_round = 1.0  # the chance that no kill has ended the game yet
    mine = 0.0
    total = 0.0
    best = -1.0e9
    end = 0.0
    for k in range(num):
        q = (first + k) % num
        value = s.points[q] + table[VALUE, q] + useful * (weights[STAR] * s.stars[q] + weights[WOUND] * s.wounds[q])
        slot = np.int64(s.marker[q])
        if slot >= 0 and s.slot[slot] >= 0:
            cockroach = np.int64(s.slot[slot])
            points = np.int64(content.cockroaches[cockroach].points)
            there = alive[slot]
            chance = there * kill_chance(s, content, table, q, slot, weights)
            gain = max(0.0, points - weights[SPENT] * weights[WOUND] * needed(s, content, table, q, slot))
            value += gain * weights[THREAT] * chance
            value += gain * weights[PROGRESS] * there * prospect(s, content, table, q, slot, weights)
            # Rivals there who move earlier may take the kill, and leave the loot.
            value += weights[LOOT] * loot_value(content, cockroach, weights) * (1.0 - there)
            alive[slot] -= chance
            if pile == 0:
                end += open_round * chance * (1.0 if ahead(s, seat, q, points) else -1.0)
                open_round *= 1.0 - chance
        if q == seat:
            mine = value
        else:
            total += value
            best = max(best, value)
    return mine - weights[RIVALS] * total / (num - 1) - weights[LEADER] * best + weights[ENDING] * end


@jit
def earliness(s: Any, pile: Any) -> Any:
    """The share of the kills that are still to come: what lasting equipment is scaled by."""
    return (pile + 1.0) / (pile + 1.0 + s.kills)


@jit
def usefulness(pile: Any, weights: Any) -> Any:
    """What tokens and squad cards are scaled by: they are worth nothing after the last kill."""
    return min(1.0, (pile + 1.0) / weights[LATE])


@jit
def play_on(s: Any, content: Any, turn: Any, seat: Any, weights: Any, table: Any, mask: Any) -> Any:
    """Play turn number `turn` to its end by rule; returns what its pool could still buy, to `seat`."""
    value = 0.0
    asked = False
    while s.over == RUNNING and s.turn == turn and turn > 0:
        if top(s, KIND) == SPEND and not asked:
            asked = True
            pile = pile_size(s)
            more = weights[OPTION] * option(s, content, weights, earliness(s, pile), usefulness(pile, weights), mask)
            value += more if s.active == seat else -(weights[RIVALS] + weights[LEADER]) / (s.num_players - 1.0) * more
        play(s, content, reply(s, content, table, weights, mask), mask)
    return value


@jit
def evaluate(before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any) -> Any:
    """What an action of `seat` was worth that led from `before` to `s`; see the module's docstring."""
    if top(before, KIND) == CHOOSE_HERO:
        return weights[W_HERO + content.heroes[s.hero[seat]].talent]
    table = np.zeros((7, PLAYERS))
    value = play_on(s, content, np.int64(before.turn), seat, weights, table, mask)
    if s.over != RUNNING:
        return value + settled(s, seat, weights)
    return value + standing(s, content, table, seat, s.active, weights)


@jit
def estimate(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:
    """What every seat can expect in a running game, -1 to 1; see ``scripted/__init__.py``."""
    table = np.zeros((7, PLAYERS))
    turn, active, num = np.int64(s.turn), np.int64(s.active), np.int64(s.num_players)
    out[active] = play_on(s, content, turn, active, weights, table, mask)
    mean = 0.0
    for p in range(num):
        value = out[p] if p == active else 0.0
        if s.over != RUNNING:
            value += settled(s, p, weights)
        else:
            value += standing(s, content, table, p, s.active, weights)
            if turn == 0 and s.hero[p] >= 0:
                value += weights[W_HERO + content.heroes[s.hero[p]].talent]
        out[p] = value
        mean += value / num
    for p in range(num):
        # What one seat has more than the mean, the others have less.
        out[p] = math.tanh((out[p] - mean) / CERTAIN)
