"""The observation vector: what one seat sees, itself first, then the others clockwise.

Hands are secret, but how a card got there is not: the starting supports are printed on the hero card and acquired ones
were seen by all. An observer who remembers knows all of another's hand but the squad cards drawn unseen (technique 02),
so the vector shows the known cards and counts the unknown ones.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, SEAT, A, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.core.layout import Group, Observation, Segment
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.rules import cockroaches, dice
from marszoo.envs.terra_formars.state import (
    DECISIONS,
    DICE,
    DISCARD,
    EFFECT,
    HAND,
    HEROES,
    PICK_EQUIPMENT,
    PICK_RIVAL,
    PILE,
    PLACE_MARKER,
    PLAYERS,
    REACT,
    ROW,
    TABLE,
    WINDOWS,
)

NUM_EQUIPMENT, NUM_SQUAD, NUM_TALENTS = len(words.EQUIPMENT), len(words.SQUAD), len(words.COCKROACH_TALENTS)

OBSERVATION = Observation(
    Group(
        "game",
        (
            Segment("frame", len(DECISIONS), f"one-hot: kind of decision ({', '.join(DECISIONS)})"),
            Segment("window", len(WINDOWS), f"one-hot: reaction window ({', '.join(WINDOWS)})"),
            Segment("reason", 6, "one-hot: why a marker is placed (set-up, kill, card, talent, equipment, technique)"),
            Segment(
                "effect", NUM_SQUAD + 2, "one-hot: effect to resolve or to aim: squad 15–28, technique 03, talent 46"
            ),
            Segment("effect_mine", 1, "1 if that effect is the observer's"),
            Segment("stealing", 1, "1 if equipment is picked to be stolen, 0 to be destroyed"),
            Segment("pending", 1, "squad cards waiting to resolve / 8"),
            Segment("piles", 3, "supports in the pile and in the discard / 40; cockroaches in the pile / 12"),
            Segment("progress", 2, "kills / 12; turns / 60"),
            Segment("dice", 5 * DICE, "each combat die: stars / 2, serums / 2, wounds / 2, dangers, locked"),
            Segment(
                "pools", 5, "to spend now: stars / 12, serums / 8, wounds / 16; dangers / 6; wounds after talents / 16"
            ),
            Segment(
                "target",
                NUM_TALENTS + 4,
                "cockroach of the active seat: one-hot talent 36–48; an attack now would leave it health / 12; "
                "wounds to spare / 12; 1 if it kills; Victory Points / 8",
            ),
            Segment(
                "flags", 7, "dangers, talent, stars, serums ignored; toll paid; talent 01 used; dice taken away / 4"
            ),
            Segment("row", NUM_EQUIPMENT + NUM_SQUAD, "face-up supports by effect 05–28, count / 3"),
        ),
    ),
    Group(
        "seat",
        (
            Segment("hero", HEROES, "one-hot: hero"),
            Segment("holdings", 3, "Victory Points / 40, Star tokens / 8, Wound tokens / 12"),
            Segment("hand", 2, "squad cards in hand / 8; of these, unknown to the observer / 8"),
            Segment(
                "equipment", NUM_EQUIPMENT, "equipment by effect 05–14, count / 2; a card used this turn counts half"
            ),
            Segment("squad", NUM_SQUAD, "squad cards in hand known to the observer, by effect 15–28, count / 3"),
            Segment("active", 1, "1 if it is the turn of this seat"),
            Segment("slot", PLAYERS, "one-hot: slot of its marker"),
            Segment(
                "reach",
                3,
                "its cockroach: health left / 12, Victory Points / 8; wounds of known squad cards in hand / 12",
            ),
        ),
        per_seat=True,
    ),
    Group(
        "cockroach",
        (
            Segment("talent", NUM_TALENTS, "one-hot: talent 36–48"),
            Segment("health", 2, "health left / 12, wounds on it / 12"),
            Segment("prize", 4, "Victory Points / 8; loot: Victory Points, Stars, Wounds / 4"),
        ),
        per_seat=True,
    ),
)
"""`cockroach` is repeated for each slot; there are as many slots as seats."""

(
    O_FRAME,
    O_WINDOW,
    O_REASON,
    O_EFFECT,
    O_MINE,
    O_STEALING,
    O_PENDING,
    O_PILES,
    O_PROGRESS,
    O_DICE,
    O_POOLS,
    O_TARGET,
    O_FLAGS,
    O_ROW,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[0].segments)
S_HERO, S_HOLDINGS, S_HAND, S_EQUIPMENT, S_SQUAD, S_ACTIVE, S_SLOT, S_REACH = (
    OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[1].segments
)
C_TALENT, C_HEALTH, C_PRIZE = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[2].segments)
FIXED, SEAT_STRIDE, SLOT_STRIDE = OBSERVATION.fixed_width, OBSERVATION.stride("seat"), OBSERVATION.stride("cockroach")


@jit
def part(value: Any, unit: Any) -> Any:
    """`value` * `unit`, at most 1. Units are written as 1 / n, which Python folds: fifty divisions would cost 100 ns."""
    return min(value * unit, 1 / 1)


@jit
def observe(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Fill `out`, float32 of OBSERVATION.width(num_players), for any seat at any time."""
    out[:] = 0.0
    if s.over == RUNNING:
        observe_frame(s, seat, out)
    observe_supports(s, content, seat, out)
    observe_turn(s, content, out)
    for k in range(s.num_players):
        observe_seat(s, content, (seat + k) % s.num_players, out, FIXED + k * SEAT_STRIDE)
        observe_slot(s, content, k, out, FIXED + s.num_players * SEAT_STRIDE + k * SLOT_STRIDE)


@jit
def observe_frame(s: Any, seat: Any, out: Any) -> None:
    kind = top(s, KIND)
    out[O_FRAME + kind - 1] = 1.0
    if kind == REACT:
        out[O_WINDOW + top(s, A)] = 1.0
    elif kind == PLACE_MARKER:
        out[O_REASON + top(s, A)] = 1.0
    elif kind == PICK_EQUIPMENT:
        out[O_STEALING] = top(s, B)
    aimed = kind == PICK_RIVAL
    if aimed:
        show_effect(out, top(s, A), top(s, SEAT) == seat)
    for k in range(s.depth - 1, -1, -1):
        if s.frame[k, KIND] == EFFECT:
            count(out, O_PENDING, 1 / 8)
            if not aimed:
                show_effect(out, np.int64(s.frame[k, B]), s.frame[k, SEAT] == seat)
            aimed = True


@jit
def show_effect(out: Any, effect: Any, mine: Any) -> None:
    if effect >= words.FIRST_SQUAD and effect < words.FIRST_SQUAD + NUM_SQUAD:
        out[O_EFFECT + effect - words.FIRST_SQUAD] = 1.0
    else:
        out[O_EFFECT + NUM_SQUAD + (effect == words.ATTRACT)] = 1.0
    out[O_MINE] = mine


@jit
def observe_supports(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Every support where it is: pile, discard, row, table, hand (hidden ones only counted)."""
    pile = 0
    discarded = 0
    for card in range(content.num_supports):
        place = s.place[card]
        pile += place == PILE
        discarded += place == DISCARD
        if place < HAND:
            continue
        holder = place - (TABLE if place >= TABLE else HAND)
        base = FIXED + (holder - seat if holder >= seat else holder - seat + s.num_players) * SEAT_STRIDE
        effect = content.supports[card].effect
        if place >= TABLE:
            count(out, base + S_EQUIPMENT + effect - words.FIRST_EQUIPMENT, 1 / 4 if s.used[card] else 1 / 2)
            continue
        count(out, base + S_HAND, 1 / 8)
        if holder == seat or s.known[card]:
            count(out, base + S_SQUAD + effect - words.FIRST_SQUAD, 1 / 3)
            if effect == words.INFLICT_WOUNDS:
                count(out, base + S_REACH + 2, content.supports[card].value * (1 / 12))
        else:
            count(out, base + S_HAND + 1, 1 / 8)
    for k in range(ROW):
        if s.row[k] >= 0:
            count(out, O_ROW + content.supports[s.row[k]].effect - words.FIRST_EQUIPMENT, 1 / 3)
    out[O_PILES] = part(pile, 1 / 40)
    out[O_PILES + 1] = part(discarded, 1 / 40)
    out[O_PILES + 2] = part(cockroaches.pile_size(s), 1 / 12)


@jit
def count(out: Any, at: Any, unit: Any) -> None:
    """One more of something, in units of `unit`, at most 1 in all."""
    out[at] = min(out[at] + unit, 1.0)


@jit
def observe_turn(s: Any, content: Any, out: Any) -> None:
    out[O_PROGRESS] = part(s.kills, 1 / 12)
    out[O_PROGRESS + 1] = part(s.turn, 1 / 60)
    for die in range(DICE):
        if s.face[die] >= 0:
            at = O_DICE + 5 * die
            for kind in range(3):
                out[at + kind] = part(dice.icons(s, content, die, kind), 1 / 2)
            out[at + 3] = part(dice.icons(s, content, die, dice.DANGER), 1 / 1)
            out[at + 4] = dice.locked(s, die)
    talent, danger, stars, serums = dice.purse(s, content)
    out[O_POOLS] = part(stars, 1 / 12)
    out[O_POOLS + 1] = part(serums, 1 / 8)
    out[O_POOLS + 2] = part(dice.total_wounds(s, content), 1 / 16)
    out[O_POOLS + 3] = part(danger, 1 / 6)
    damage = np.int64(cockroaches.damage_total(s, content, talent, danger))
    out[O_POOLS + 4] = part(damage, 1 / 16)
    if s.marker[s.active] >= 0:
        observe_target(s, content, damage, out)
    out[O_FLAGS] = s.all_ignored
    out[O_FLAGS + 1] = s.talent_ignored
    out[O_FLAGS + 2] = s.stars_lost
    out[O_FLAGS + 3] = s.serums_lost
    out[O_FLAGS + 4] = s.toll_paid
    out[O_FLAGS + 5] = s.rerolled
    out[O_FLAGS + 6] = part(s.fewer, 1 / 4)


@jit
def observe_target(s: Any, content: Any, damage: Any, out: Any) -> None:
    """What the marker of the active seat and the dice amount to. It follows from the rest, but a network multiplies badly."""
    slot = np.int64(s.marker[s.active])
    if s.slot[slot] < 0:
        return
    cockroach = content.cockroaches[s.slot[slot]]
    left = np.int64(cockroach.health) - s.hurt[slot]
    out[O_TARGET + cockroach.talent - words.FIRST_COCKROACH] = 1.0
    out[O_TARGET + NUM_TALENTS] = part(max(0, left - damage), 1 / 12)
    out[O_TARGET + NUM_TALENTS + 1] = part(max(0, damage - left), 1 / 12)
    out[O_TARGET + NUM_TALENTS + 2] = damage >= left
    out[O_TARGET + NUM_TALENTS + 3] = part(cockroach.points, 1 / 8)


@jit
def observe_seat(s: Any, content: Any, seat: Any, out: Any, at: Any) -> None:
    if s.hero[seat] >= 0:
        out[at + S_HERO + s.hero[seat]] = 1.0
    out[at + S_HOLDINGS] = part(s.points[seat], 1 / 40)
    out[at + S_HOLDINGS + 1] = part(s.stars[seat], 1 / 8)
    out[at + S_HOLDINGS + 2] = part(s.wounds[seat], 1 / 12)
    out[at + S_ACTIVE] = seat == s.active
    if s.marker[seat] >= 0:
        out[at + S_SLOT + s.marker[seat]] = 1.0
        if s.slot[s.marker[seat]] >= 0:
            cockroach = content.cockroaches[s.slot[s.marker[seat]]]
            out[at + S_REACH] = part(np.int64(cockroach.health) - s.hurt[s.marker[seat]], 1 / 12)
            out[at + S_REACH + 1] = part(cockroach.points, 1 / 8)


@jit
def observe_slot(s: Any, content: Any, slot: Any, out: Any, at: Any) -> None:
    if s.slot[slot] < 0:
        return
    cockroach = content.cockroaches[s.slot[slot]]
    out[at + C_TALENT + cockroach.talent - words.FIRST_COCKROACH] = 1.0
    out[at + C_HEALTH] = part(cockroach.health - s.hurt[slot], 1 / 12)
    out[at + C_HEALTH + 1] = part(s.hurt[slot], 1 / 12)
    out[at + C_PRIZE] = part(cockroach.points, 1 / 8)
    for kind in range(3):
        out[at + C_PRIZE + 1 + kind] = part(cockroach.loot[kind], 1 / 4)
