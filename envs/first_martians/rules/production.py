"""Chapter "Production": oxygen, energy and Shutdown tiles, food, plants, Stress, and the penalties of this phase."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.actions import A_FACILITY, A_PLANT, DONE, PAY_OXYGEN
from marszoo.envs.first_martians.rules import base, crew
from marszoo.envs.first_martians.rules.lists import push_effects
from marszoo.envs.first_martians.rules.log import note
from marszoo.envs.first_martians.rules.lookup import BITS
from marszoo.envs.first_martians.state import (
    E_FLIP,
    E_PLANT,
    E_SHUT,
    E_WILTED,
    FACILITIES,
    GREENHOUSES,
    GROWN,
    HIT,
    HUNGER,
    SAVE,
    SHUT,
    SHUTDOWNS,
    STRIP,
    UPGRADES,
    WORKING,
)
from marszoo.envs.first_martians.tables import AT_LOSE_SAMPLE, AT_STRESS, AT_TOKEN


@jit
def yields(s: Any, content: Any) -> None:
    """What working upgrades give every round."""
    for u in range(UPGRADES):
        row = content.upgrade[u]
        if s.upgrade[u] == WORKING and row.word == words.U_YIELD and s.shut[row.facility] == 0:
            base.gain(s, np.int64(row.argument), np.int64(row.n))


@jit
def balance(s: Any, content: Any, kind: Any) -> None:
    """Oxygen or energy: half of a surplus, rounded up, goes to supply; what is missing has to be shut down or paid."""
    n = base.surplus(s, content, kind)
    if n > 0:
        base.gain(s, kind, (n + 1) // 2)
    elif n < 0:
        push(s, SHUT, s.first, kind, -n)


@jit
def legal_shut(s: Any, content: Any, mask: Any) -> None:
    """Facilities that need the thing, if there is a tile; 1 of the supply for one that is missing."""
    kind = top(s, A)
    tiles = base.tiles_left(s, kind)
    for f in range(FACILITIES):
        mask[A_FACILITY + f] = tiles > 0 and content.facility[f].need[kind] > 0 and not s.shut[f] >> kind & 1
    mask[PAY_OXYGEN + kind] = s.stock[kind] > 0


@jit
def close_shut(s: Any, content: Any) -> Any:
    """Whether the frame is done: all is balanced, or nothing more can be, and what is missing is paid in Stress."""
    kind, missing = top(s, A), top(s, B)
    if missing > 0:
        if s.stock[kind] > 0:
            return False
        if base.tiles_left(s, kind) > 0:
            for f in range(FACILITIES):
                if content.facility[f].need[kind] > 0 and not s.shut[f] >> kind & 1:
                    return False
        crew.move_stress(s, content, content.shortage_stress * missing)
    pop(s)
    return True


@jit
def apply_shut(s: Any, action: Any) -> None:
    kind = top(s, A)
    set_top(s, B, top(s, B) - 1)
    if action >= A_FACILITY:
        f = action - A_FACILITY
        s.shut[f] = np.int64(s.shut[f]) | 1 << kind
        note(s, E_SHUT, s.first, f, kind)
    else:
        base.lose(s, kind, 1)


@jit
def flip(s: Any, content: Any, leader: Any, f: Any) -> None:
    """Turn over a Shutdown tile of a facility, the oxygen tile first: any of its kind that has not been turned over yet."""
    kind = 0 if s.shut[f] & 1 else 1
    s.shut[f] = np.int64(s.shut[f]) & ~(1 << kind)
    first = SHUTDOWNS // 2 * kind
    left = SHUTDOWNS // 2
    for t in range(first, first + SHUTDOWNS // 2):
        left -= s.flipped[t]
    k = rng.below(s, left)
    for t in range(first, first + SHUTDOWNS // 2):
        if s.flipped[t] == 0:
            if k == 0:
                s.flipped[t] = 1
                note(s, E_FLIP, leader, f, t)
                push_effects(s, leader, np.int64(content.shutdown[t].effects))
                return
            k -= 1


@jit
def meals_missing(s: Any) -> Any:
    """Astronauts that no grown plant feeds; none does while the Farm is shut down."""
    return np.int64(s.num_players) - (s.plants[GROWN] if s.shut[words.FARM] == 0 else 0)


@jit
def eat(s: Any, content: Any) -> None:
    """Each grown plant feeds an astronaut, then 1 food each; who gets nothing takes a wound. Half a surplus is stored."""
    missing = meals_missing(s)
    if missing < 0:
        base.gain(s, words.FOOD, (1 - missing) // 2)
        return
    eaten = min(missing, np.int64(s.stock[words.FOOD]))
    base.lose(s, words.FOOD, eaten)
    if missing - eaten == s.num_players:
        for p in range(s.num_players):
            crew.wound(s, content, p, 1)
    elif missing > eaten:
        push(s, HIT, s.first, missing - eaten, HUNGER)


@jit
def grow(s: Any, content: Any) -> None:
    """Seeds move up one place, from the last one into an empty greenhouse; with penalties that wilt, all drop instead."""
    if s.shut[words.FARM] != 0:
        return
    wilting = base.penalties(s, content, words.FARM, words.P_WILT)
    if wilting > 0:
        push(s, SAVE, s.first, wilting, 0)
        return
    ripe = min(np.int64(s.plants[GROWN - 1]), GREENHOUSES - np.int64(s.plants[GROWN]))
    if ripe > 0:
        note(s, E_PLANT, s.first, ripe, 1)
    s.plants[GROWN] += ripe
    s.plants[GROWN - 1] += s.plants[GROWN - 2] - ripe
    for k in range(GROWN - 2, 0, -1):
        s.plants[k] = s.plants[k - 1]
    s.plants[0] = 0


@jit
def legal_save(s: Any, mask: Any) -> None:
    mask[DONE] = 1
    for k in range(GROWN + 1):
        if s.plants[k] > s.saved[k]:
            mask[A_PLANT + k] = s.stock[words.OXYGEN] > 0
            mask[A_PLANT + GROWN + 1 + k] = s.stock[words.ENERGY] > 0


@jit
def close_save(s: Any) -> Any:
    """Whether nothing more can be saved; then the others have dropped."""
    if s.stock[words.OXYGEN] > 0 or s.stock[words.ENERGY] > 0:
        for k in range(GROWN + 1):
            if s.plants[k] > s.saved[k]:
                return False
    wilt(s)
    return True


@jit
def apply_save(s: Any, action: Any) -> None:
    if action == DONE:
        wilt(s)
        return
    k = action - A_PLANT
    base.lose(s, words.OXYGEN if k <= GROWN else words.ENERGY, 1)
    s.saved[k % (GROWN + 1)] += 1


@jit
def wilt(s: Any) -> None:
    """What was not saved drops: seeds N places, below 1 they are discarded; a grown plant to place 6."""
    n = top(s, A)
    pop(s)
    for k in range(GROWN + 1):
        falling = s.plants[k] - s.saved[k]
        s.plants[k] = s.saved[k]
        s.saved[k] = 0
        to = k - n if k < GROWN else GROWN - 1
        if to >= 0:
            s.plants[to] += falling
    note(s, E_WILTED, s.first, n, 0)


@jit
def strain_phase(s: Any, content: Any) -> None:
    """The end of Production: Stress, the penalties of this phase, and what the Stress track has in store.

    Stress: 1 for each astronaut, 2 for each lying Shutdown tile, 1 for each such penalty and condition.
    """
    penalties = base.tally(s, content)
    n = s.num_players + base.active(penalties, AT_STRESS)
    for f in range(FACILITIES):
        if s.shut[f] != 0:
            n += 2 * BITS[s.shut[f]]
    for p in range(s.num_players):
        n += crew.suffers(s, content, p, words.C_STRESS)
    crew.move_stress(s, content, n)
    # No token is put on a facility that is shut down, whatever puts it there; and one that lies there already stays.
    bay = words.WORKING_BAY
    if base.active(penalties, AT_TOKEN) > 0 and s.modifier[bay] == 0 and s.shut[bay] == 0:
        s.modifier[bay] = words.M_ROLL
    for k in range(content.num_stress - 1, -1, -1):
        if s.stress >= content.stress[k].at[s.num_players - 1]:
            push_effects(s, s.first, np.int64(content.stress[k].effects))
            break
    lost = base.active(penalties, AT_LOSE_SAMPLE)
    if lost > 0:
        push(s, STRIP, s.first, lost - 1, 0)
