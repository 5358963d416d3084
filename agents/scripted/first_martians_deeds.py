"""What an action brings when it succeeds, and what it changes on the table: the choices in it are made at once, by worth.

:func:`deed` is asked about actions that are declared, or might be, on a copy of the position. With `act` the copy is
changed as if the action had succeeded, so that the next one is judged by what is still to be done.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_effects import effects_worth
from marszoo.agents.scripted.first_martians_plans import GOOD, POSTPONE, UPGRADE, USE
from marszoo.agents.scripted.first_martians_worths import (
    W_BAY,
    W_COUNTED,
    W_GOOD,
    W_GOODS,
    W_LAB,
    W_LYING,
    W_MISSING,
    W_OUTSIDE,
    W_POI,
    W_PROBES,
    W_STEP,
    W_TILE,
    W_UNIT,
    condition_cost,
    heal_gain,
    lack,
    morale_gain,
    output_gain,
    part_cost,
    rover_cost,
    sols_left,
    stress_cost,
    token_gain,
    track_gain,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, outside
from marszoo.envs.first_martians.rules.lookup import BLOCK_OF, JOB_FACILITY
from marszoo.envs.first_martians.state import (
    CONDITIONS,
    FACILITIES,
    GOODS,
    GROWN,
    GROWTH,
    LAST,
    MORALE_TOP,
    PARTS,
    PENDING,
    RINGS,
    SECTORS,
)


@jit
def event_worth(s: Any, content: Any, e: Any, left: Any, seat: Any, weights: Any, w: Any) -> Any:
    """What it brings to attend to an event: its reward, and that it does not strike."""
    row = content.event[e]
    harm = -effects_worth(s, content, np.int64(s.first), np.int64(row.penalty), weights, w)
    if row.price[1] >= 0 and s.stock[row.price[1]] >= row.price[0]:
        harm = min(harm, row.price[0] * w[W_GOOD + row.price[1]])
    value = max(0.0, harm) + effects_worth(s, content, seat, np.int64(row.reward), weights, w)
    return value if left <= 1 or sols_left(s) == 0 else weights[POSTPONE] * value


@jit
def best_treatment(s: Any, content: Any, n: Any, weights: Any) -> Any:
    """(gain, seat, condition): whom to treat; condition -1 for wounds."""
    best, who, what = 0.0, 0, -1
    for p in range(s.num_players):
        gain = heal_gain(s, content, p, n, weights)
        if gain > best:
            best, who, what = gain, p, -1
        for c in range(CONDITIONS):
            if s.condition[p] >> c & 1 and condition_cost(s, weights) > best:
                best, who, what = condition_cost(s, weights), p, c
    return best, who, what


@jit
def best_marker(s: Any, n: Any, w: Any) -> Any:
    """(gain, block): which Malfunction marker to move down."""
    best, block = -1.0, -1
    for b in range(3):
        if s.track[b] > 0 and s.track[b] < LAST:
            gain = track_gain(s, b, n, w)
            if gain > best:
                best, block = gain, b
    return max(0.0, best), block


@jit
def best_source(s: Any, content: Any, f: Any, part: Any, weights: Any, w: Any) -> Any:
    """(cost, giver): where the part for a repair comes from; giver -1 is the supply, -2 nowhere."""
    cost, giver = 0.0, -2
    if s.stock[words.PART] > 0:
        cost, giver = w[W_GOOD + words.PART], -1
    for g in range(FACILITIES):
        if base.can_give(s, content, g, part, f):
            price = part_cost(s, content, g, part, weights, w)
            if giver == -2 or price < cost:
                cost, giver = price, g
    return cost, giver


@jit
def best_repair(s: Any, content: Any, weights: Any, w: Any) -> Any:
    """(gain, PARTS * facility + part, giver): what to repair, and from where; -1 if there is nothing."""
    best, which, source = -1.0e9, -1, -2
    for f in range(FACILITIES):
        if s.broken[f] == 0:
            continue
        for part in range(PARTS):
            if s.broken[f] >> part & 1:
                cost, giver = best_source(s, content, f, part, weights, w)
                gain = part_cost(s, content, f, part, weights, w) - cost
                if giver > -2 and gain > best:
                    best, which, source = gain, PARTS * f + part, giver
    return best, which, source


@jit
def good_worth(good: Any, n: Any, w: Any) -> Any:
    """What it is worth to bring n of a good to the base by a Gather action."""
    return n * w[W_GOOD + good] + min(1.0 * n, w[W_MISSING + words.G_CARGO]) * w[W_UNIT + words.G_CARGO]


@jit
def best_good(s: Any, content: Any, spot: Any, w: Any) -> Any:
    """(gain, good, number): what to bring from a place."""
    more = base.upgraded(s, content, words.PROBE_BAY, words.U_BETTER)
    best, which, number = -1.0, -1, 0
    for good in range(GOODS):
        n = np.int64(s.ground[spot, good])
        if n > 0 and good_worth(good, n + more, w) > best:
            best, which, number = good_worth(good, n + more, w), good, n + more
    return max(0.0, best), which, number


@jit
def next_ring(s: Any, content: Any) -> Any:
    """The ring, counted from 0, that the way to ring 3 leads through next."""
    ways = outside.ways(s, content)
    if ways >> (RINGS - 1) * SECTORS != 0:
        return RINGS - 1
    return 1 if ways >> SECTORS != 0 else 0


@jit
def explore_gain(s: Any, content: Any, spot: Any, w: Any) -> Any:
    """What it brings to explore a place."""
    r = spot // SECTORS
    gain = w[W_TILE + r] + w[W_POI + r] * w[W_UNIT + words.G_POI] * min(1.0, w[W_MISSING + words.G_POI])
    if w[W_MISSING + words.G_TILES] > 0:
        gain += w[W_UNIT + words.G_TILES]
    if w[W_MISSING + words.G_DEEP] > 0:
        on = next_ring(s, content)
        if r == RINGS - 1:
            gain += w[W_UNIT + words.G_DEEP]
        elif r == on:
            gain += 0.5 * w[W_UNIT + words.G_DEEP]
    for good in range(GOODS):
        gain += w[W_GOODS + GOODS * r + good] * w[W_LYING + good]
    return gain


@jit
def settle(s: Any, content: Any, spot: Any) -> None:
    """A tile of the ring lies at the place now: the first that is left, without its goods."""
    used = outside.tiles_used(s)
    for tile in range(content.num_tiles):
        if content.roi[tile].ring == 1 + spot // SECTORS and not used >> tile & 1:
            s.spot[spot] = tile
            s.tiles += 1
            s.deep += spot >= (RINGS - 1) * SECTORS
            return


@jit
def uses(s: Any, f: Any, w: Any) -> Any:
    """How often a facility's action will still be used."""
    left = sols_left(s)
    if f == words.GARAGE_HALL:
        return w[W_OUTSIDE]
    if f == words.PROBE_BAY:
        return w[W_PROBES]
    if f == words.LAB:
        return w[W_LAB]
    if f == words.WORKING_BAY:
        return w[W_BAY] + 0.7 * left
    if f >= words.QUIET_PLACE:
        return 0.5 * left
    return 0.0


@jit
def upgrade_gain(s: Any, content: Any, u: Any, weights: Any, w: Any) -> Any:
    """What an upgrade brings from the next sol on."""
    row = content.upgrade[u]
    left = sols_left(s)
    f = np.int64(row.facility)
    goal = w[W_UNIT + words.G_UPGRADES]
    if left == 0:
        return goal
    if row.word == words.U_CANCEL:
        cost = part_cost(s, content, f, np.int64(row.argument), weights, w)
        value = cost if s.broken[f] >> row.argument & 1 else 0.3 * cost
    elif row.word == words.U_OUTPUT:
        kind = f // 2
        stock = np.int64(s.stock[kind])
        value = lack(s, content, kind, 0, stock, weights) - lack(s, content, kind, row.n, stock, weights)
        value += 0.5 * left * weights[GOOD]
    elif row.word == words.U_YIELD:
        value = left * row.n * (0.1 + w[W_GOOD + row.argument])
    else:
        # A pawn saved, or an action that does twice as much: no more often than there is time for it.
        value = min(uses(s, f, w), 1.0 * left * s.num_players) * (0.9 if f != words.LAB else 1.0 * row.n)
    return goal + weights[UPGRADE] * value


@jit
def shut_cost(s: Any, content: Any, f: Any, kind: Any, weights: Any, w: Any) -> Any:
    """What it costs that a Shutdown tile lies on a facility, until the end."""
    left = sols_left(s)
    cost = stress_cost(s, content, min(2 * (left + (s.phase <= words.PRODUCTION_PHASE)), 12), w)
    other = s.shut[f] & ~(1 << kind)
    if other != 0:
        return cost
    cost += weights[USE] * uses(s, f, w)
    if f == words.FARM:
        cost += 1.2 * min(np.int64(s.num_players), np.int64(s.plants[GROWN])) * min(2, left + 1)
    elif f == words.WORKING_BAY:
        cost += 1.0 + left
    elif f <= words.SOLAR_PANEL_2:
        made, stock = f // 2, np.int64(s.stock[f // 2])
        cost += lack(s, content, made, -s.output[f], stock, weights) - lack(s, content, made, 0, stock, weights)
    for part in range(PARTS):
        # A shut-down facility has no penalties.
        if s.broken[f] >> part & 1 and not s.cancelled[f] >> part & 1:
            word = content.facility[f].penalty[part]
            if base.counts(s, word):
                cost -= w[W_COUNTED + BLOCK_OF[f]]
    return cost


@jit
def deed(s: Any, content: Any, kind: Any, target: Any, leader: Any, weights: Any, w: Any, act: Any) -> Any:
    """What an action brings if it succeeds; with `act`, `s` becomes what it is then."""
    f = JOB_FACILITY[kind]
    better = base.upgraded(s, content, f, words.U_BETTER) if f >= 0 else 0
    if kind == words.J_EVENT:
        e, left = np.int64(s.open[target]), np.int64(s.left[target])
        if e < 0:
            return 0.0
        gain = event_worth(s, content, e, left, leader, weights, w)
        if act:
            s.open[target] = -1
        return gain
    if kind == words.J_QUIET:
        gain = token_gain(s, leader, content.quiet_tokens + better, weights)
        if act:
            s.tokens[leader] += content.quiet_tokens + better
        return gain
    if kind == words.J_QUARTERS:
        return rest(s, content, better, weights, w, act)
    if kind == words.J_MED:
        gain, who, what = best_treatment(s, content, content.med_heal + better, weights)
        if act and gain > 0.0:
            if what < 0:
                s.wounds[who] = max(0, s.wounds[who] - content.med_heal - better)
            else:
                s.condition[who] = np.int64(s.condition[who]) & ~(1 << what)
        return gain
    if kind == words.J_MANAGE:
        gain, block = best_marker(s, 1 + better, w)
        if act and block >= 0:
            s.track[block] = max(0, s.track[block] - 1 - better)
        return gain
    if kind == words.J_EXPLORE:
        gain = explore_gain(s, content, target, w)
        if act:
            settle(s, content, target)
        return gain
    if kind == words.J_GATHER:
        gain, good, n = best_good(s, content, target, w)
        if act and good >= 0:
            s.ground[target, good] = 0
            s.cargo[good] += n
            s.gathered += n
        return gain
    return work(s, content, kind, target, better, weights, w, act)


@jit
def rest(s: Any, content: Any, better: Any, weights: Any, w: Any, act: Any) -> Any:
    """Crew Quarters: Morale up or Stress down."""
    up = morale_worth(s, content.quarters_morale + better, weights, w)
    down = -stress_cost(s, content, -(content.quarters_stress + better), w)
    if act:
        if up > down:
            s.morale = min(MORALE_TOP, s.morale + content.quarters_morale + better)
        else:
            s.stress = max(0, s.stress - content.quarters_stress - better)
    return max(up, down)


@jit
def morale_worth(s: Any, n: Any, weights: Any, w: Any) -> Any:
    """What it is worth that Morale goes up by n, the objective included."""
    return morale_gain(s, n, weights) + min(1.0 * n, w[W_MISSING + words.G_MORALE]) * w[W_UNIT + words.G_MORALE]


@jit
def work(s: Any, content: Any, kind: Any, target: Any, better: Any, weights: Any, w: Any, act: Any) -> Any:
    """Research, planting, Build actions, and Shutdown tiles that are turned over."""
    row = content.mission[s.mission]
    if kind == words.J_RESEARCH or kind == words.J_CONSTRUCT:
        left = row.steps[target, s.num_players - 1] - s.steps[target]
        n = min(1 + better, left)
        gain = n * w[W_STEP + target]
        if row.cost[target, 1] >= 0:
            if s.stock[row.cost[target, 1]] < row.cost[target, 0]:
                return 0.0
            gain -= row.cost[target, 0] * w[W_GOOD + row.cost[target, 1]]
            if act:
                s.stock[row.cost[target, 1]] -= row.cost[target, 0]
        if act:
            s.steps[target] += n
        return gain
    if kind == words.J_PLANT:
        if act:
            s.stock[words.SEED] -= 1
            s.plants[0] += 1
        if sols_left(s) < GROWTH:
            return 0.0
        return w[W_UNIT + words.G_PLANTS] + (sols_left(s) - GROWTH) * 0.3
    if kind == words.J_REPAIR:
        gain, which, giver = best_repair(s, content, weights, w)
        if which < 0:
            return 0.0
        if act:
            f, part = which // PARTS, which % PARTS
            s.broken[f] = np.int64(s.broken[f]) & ~(1 << part)
            s.repairs += 1
            if giver < 0:
                s.stock[words.PART] -= 1
            else:
                s.broken[giver] = np.int64(s.broken[giver]) | 1 << part
        return gain + w[W_UNIT + words.G_REPAIRS]
    if kind == words.J_UPGRADE:
        gain = upgrade_gain(s, content, target, weights, w)
        if act:
            s.upgrade[target] = PENDING
        return gain
    if kind == words.J_UNBLOCK:
        if act:
            s.blocked[target] = 0
        return rover_cost(weights, w)
    if kind == words.J_RESTORE:
        gain = output_gain(s, content, target, 1, weights)
        if act:
            s.output[target] += 1
        return gain
    # J_RESTART: the tile that is turned over leaves, and the need comes back.
    which = 0 if s.shut[target] & 1 else 1
    stock = np.int64(s.stock[which])
    gain = shut_cost(s, content, target, which, weights, w) - (
        lack(s, content, which, -1, stock, weights) - lack(s, content, which, 0, stock, weights)
    )
    if act:
        s.shut[target] = np.int64(s.shut[target]) & ~(1 << which)
    return gain
