"""The observation vector: what one seat sees, itself first, then the others clockwise.

All is open, so seats differ only in whose astronaut comes first. Some entries follow from others (what is missing, what
can be paid, what the next Malfunction phase threatens), because a network adds and multiplies badly.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, A, B, top
from marszoo.envs.core.jit import jit
from marszoo.envs.core.layout import Group, Observation, Segment
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, declare, goals, outside, production
from marszoo.envs.first_martians.state import (
    BY_CONDITION,
    CONDITIONS,
    DECISIONS,
    DIE_FACES,
    DUE,
    FACILITIES,
    GOODS,
    GROWN,
    HELPER,
    HELPERS,
    HIT,
    LAST,
    MORALE_LOW,
    MORALE_TOP,
    PARTS,
    PAWNS,
    PICK_GOOD,
    PLAYERS,
    PRODUCERS,
    PROJECTS,
    REPAIR,
    ROLLED,
    SHUT,
    SLOTS,
    SOURCE,
    SPOTS,
    UPGRADES,
    WAITING,
    WORKING,
)

GOAL_KINDS, JOB_KINDS = len(words.GOALS), len(words.JOBS)
ACTING = FACILITIES - words.QUIET_PLACE
"""Facilities with an action: the last ones."""
COLOURS = len(words.COLOURS)
PER_PROJECT, PER_EVENT = 4, 4
"""Entries of a project, and of an event that lies open."""

OBSERVATION = Observation(
    Group(
        "game",
        (
            Segment("frame", len(DECISIONS), f"one-hot: kind of decision ({', '.join(DECISIONS)})"),
            Segment("helper", HELPERS, "one-hot: the helper to assign (four AOMs, Froggy, Scorpio)"),
            Segment(
                "dice", COLOURS + 4, "dice on the table: colour one-hot; success shown, not shown; wound; adventure"
            ),
            Segment("question", 4, "N of the decision / 4; what is missing is oxygen; is energy; who gets a condition"),
            Segment("lying", GOODS, "goods at the place to take them from / 3"),
            Segment("sol", 2, "running sol / 12; sols to come after it / 12"),
            Segment("missing", GOAL_KINDS, "for each kind of mandatory objective: the share that is missing"),
            Segment("units", GOAL_KINDS, "for each kind of mandatory objective: units that are missing / 8"),
            Segment(
                "projects",
                PER_PROJECT * PROJECTS,
                "for each project: steps left / 6; 1 if a step can be paid; pawns of the way / 3; 1 if it is in the lab",
            ),
            Segment("broken", 2, "broken parts / 12; broken parts less the threshold / 6", low=-1.0),
            Segment("tracks", 3, "Malfunction tracks / 5: Working, Living, System"),
            Segment("red", 3, "1 if the block's marker in the Malfunction box is red"),
            Segment("rolled", 3, "1 if the block's die is rolled"),
            Segment("penalties", 3, "active penalties that count in the Malfunction phase / 5"),
            Segment("trigger", 3, "chance that the next Malfunction phase triggers the track as things stand"),
            Segment("parts", FACILITIES * PARTS, "1 if the part is broken; 0.5 if it is the one to be repaired now"),
            Segment("shut", FACILITIES, "Shutdown tiles: oxygen 1/3, energy 2/3, both 1"),
            Segment(
                "tokens",
                2 * ACTING,
                "for each facility with an action its active token: roll 1, wound 0.5; then pawn 1, help -1",
                low=-1.0,
            ),
            Segment("waiting", ACTING, "modifier tokens that wait / 3"),
            Segment("danger", FACILITIES, "malfunction cards left in the deck that break a part here / 4"),
            Segment(
                "threat", FACILITIES, "1 / rounds left of an event that breaks a part here; 1 if it is being decided"
            ),
            Segment("output", PRODUCERS, "productivity markers / 5"),
            Segment("balance", 2, "oxygen, energy: production less need / 5", low=-1.0),
            Segment("supplies", GOODS, "supplies / 10"),
            Segment("pending", GOODS, "goods in the Pending area / 6"),
            Segment("stress", 2, "Stress as a share of its track; places to its next effect / 12"),
            Segment("morale", 1, "(Morale + 2) / 5"),
            Segment("meals", 1, "meals that neither plants nor food cover / 4, negative: food to spare", low=-1.0),
            Segment("plants", GROWN + 1, "seeds on places 1 to 6 / 2; grown plants / 5"),
            Segment("upgrades", UPGRADES, "available 1/3, pending 2/3, working 1"),
            Segment("helpers", HELPERS, "1 if the helper can still join an action this round"),
            Segment("blocked", 2, "1 if the rover is blocked: Froggy, Scorpio"),
            Segment("way", SPOTS, "1 if the place can be explored"),
            Segment("ground", SPOTS, "explored places: (1 + goods lying there) / 5"),
            Segment("jobs", JOB_KINDS, "actions declared and not resolved, by kind / 4"),
            Segment("short", JOB_KINDS, "pawns without which they are not done, by kind / 4"),
            Segment("unsure", JOB_KINDS, "pawns more with which they would be sure, by kind / 4"),
            Segment(
                "events",
                PER_EVENT * SLOTS,
                "for each event that lies open: rounds left / 3; pawns / 2; 1 if its price can be paid; 1 if it breaks a part",
            ),
        ),
    ),
    Group(
        "seat",
        (
            Segment("wounds", 1, "wounds as a share of those that kill"),
            Segment("morale_tokens", 1, "Morale tokens / 6"),
            Segment("conditions", CONDITIONS, "1 for each condition"),
            Segment("skill", 1, "1 if the skill was not used this round and its tokens are there"),
            Segment("astronaut", PLAYERS, "one-hot: which astronaut"),
            Segment("first", 1, "1 for the First Player"),
            Segment("pawns", 1, "pawns still to be assigned / 2"),
        ),
        per_seat=True,
    ),
)

(
    O_FRAME,
    O_HELPER,
    O_DICE,
    O_QUESTION,
    O_LYING,
    O_SOL,
    O_MISSING,
    O_UNITS,
    O_PROJECTS,
    O_BROKEN,
    O_TRACKS,
    O_RED,
    O_ROLLED,
    O_PENALTIES,
    O_TRIGGER,
    O_PARTS,
    O_SHUT,
    O_TOKENS,
    O_WAITING,
    O_DANGER,
    O_THREAT,
    O_OUTPUT,
    O_BALANCE,
    O_SUPPLIES,
    O_PENDING,
    O_STRESS,
    O_MORALE,
    O_MEALS,
    O_PLANTS,
    O_UPGRADES,
    O_HELPERS,
    O_BLOCKED,
    O_WAY,
    O_GROUND,
    O_JOBS,
    O_SHORT,
    O_UNSURE,
    O_EVENTS,
) = (OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[0].segments)
(S_WOUNDS, S_TOKENS, S_CONDITIONS, S_SKILL, S_ASTRONAUT, S_FIRST, S_PAWNS) = (
    OBSERVATION.offset(segment.name) for segment in OBSERVATION.groups[1].segments
)
APART = np.array([[bits >> k & 1 for k in range(PARTS)] for bits in range(1 << PARTS)], np.float32)
"""Four bits (broken parts of a facility, conditions of an astronaut; as many of each) -> their four entries."""
MODIFIERS = np.array([[0, 0], [1, 0], [0.5, 0], [0, 1], [0, -1]], np.float32)
"""Modifier token (none, roll, wound, pawn, help) -> its two entries of ``tokens``."""
FIXED, SEAT_STRIDE = OBSERVATION.fixed_width, OBSERVATION.stride("seat")


@jit
def part(value: Any, unit: Any) -> Any:
    """`value` * `unit`, at most 1. Units are written as 1 / n, which Python folds."""
    return min(value * unit, 1 / 1)


@jit
def signed(value: Any, unit: Any) -> Any:
    """`value` * `unit`, within -1 and 1."""
    return max(-1 / 1, min(value * unit, 1 / 1))


@jit
def add(out: Any, at: Any, value: Any) -> None:
    """Add to an entry, up to 1. In double precision, as compiled code has it: uncompiled float32 would round twice."""
    out[at] = min(np.float64(out[at]) + value, 1 / 1)


@jit
def observe(s: Any, content: Any, seat: Any, out: Any) -> None:
    """Fill `out`, float32 of OBSERVATION.width(num_players), for any seat at any time."""
    out[:] = 0.0
    if s.over == RUNNING:
        observe_frame(s, content, out)
    observe_mission(s, content, out)
    observe_blocks(s, content, out)
    observe_facilities(s, out)
    observe_supplies(s, content, out)
    observe_outside(s, content, out)
    observe_actions(s, content, out)
    for k in range(s.num_players):
        p = seat + k if seat + k < s.num_players else seat + k - s.num_players
        observe_seat(s, content, p, out, FIXED + k * SEAT_STRIDE)


@jit
def observe_frame(s: Any, content: Any, out: Any) -> None:
    kind, a, b = top(s, KIND), top(s, A), top(s, B)
    out[O_FRAME + kind - 1] = 1.0
    if kind == HELPER:
        out[O_HELPER + a] = 1.0
    elif kind == ROLLED:
        out[O_DICE + b] = 1.0
        out[O_DICE + COLOURS] = s.die[words.SUCCESS_DIE] == 1
        out[O_DICE + COLOURS + 1] = s.die[words.SUCCESS_DIE] == 0
        out[O_DICE + COLOURS + 2] = s.die[words.WOUND_DIE] == 1
        out[O_DICE + COLOURS + 3] = s.die[words.ADVENTURE_DIE] == 1
    elif kind == SHUT:
        out[O_QUESTION] = part(b, 1 / 4)
        out[O_QUESTION + 1 + a] = 1.0
    elif kind == HIT and b == BY_CONDITION:
        out[O_QUESTION + 3] = 1.0
    elif kind == PICK_GOOD:
        for good in range(GOODS):
            out[O_LYING + good] = part(s.ground[a, good], 1 / 3)
    elif kind == DUE:
        out[O_QUESTION] = part(content.event[a].price[0], 1 / 4)
        if content.event[a].breaks >= 0:
            out[O_THREAT + content.event[a].breaks // PARTS] = 1.0
    elif kind != SOURCE:
        # N stands in column A, but for repairs in B.
        out[O_QUESTION] = part(b if kind == REPAIR else a, 1 / 4)


@jit
def observe_mission(s: Any, content: Any, out: Any) -> None:
    """Sols, objectives and projects."""
    out[O_SOL] = part(s.sol, 1 / 12)
    out[O_SOL + 1] = part(s.sols - s.sol, 1 / 12)
    row = content.mission[s.mission]
    for k in range(row.mandatory):
        if s.done[k] == 0:
            kind = row.goal[k, 0]
            wanted = goals.wanted(s, content, k)
            missing = max(0, wanted - goals.progress(s, content, k))
            # Projects, of which there may be several, share an entry; on the Morale track 0 and less can be asked for.
            whole = PROJECTS * wanted if kind == words.G_PROJECT else wanted
            add(out, O_MISSING + kind, missing / max(1, whole))
            add(out, O_UNITS + kind, missing * (1 / 8))
    for p in range(row.projects):
        left = row.steps[p, s.num_players - 1] - s.steps[p]
        if left > 0:
            at = O_PROJECTS + PER_PROJECT * p
            out[at] = part(left, 1 / 6)
            out[at + 1] = row.cost[p, 1] < 0 or s.stock[row.cost[p, 1]] >= row.cost[p, 0]
            out[at + 2] = part(row.ring[p], 1 / 3)
            out[at + 3] = row.place[p] == 0
    broken = base.broken_parts(s)
    out[O_BROKEN] = part(broken, 1 / 12)
    out[O_BROKEN + 1] = signed(broken - s.threshold, 1 / 6) if s.threshold >= 0 else -1.0


@jit
def observe_blocks(s: Any, content: Any, out: Any) -> None:
    """Tracks, box, and the chance that the next Malfunction phase triggers each."""
    tally = base.tally(s, content)
    for block in range(3):
        out[O_TRACKS + block] = s.track[block] * (1 / LAST)
        out[O_RED + block] = s.red[block]
        penalties = base.counted(tally, block)
        out[O_PENALTIES + block] = part(penalties, 1 / 5)
        sure = s.track[block] + penalties
        if s.red[block] != 0 or s.listed[block] != 0:
            out[O_ROLLED + block] = 1.0
            out[O_TRIGGER + block] = content.at_least[block, max(0, LAST - sure)] * (1 / DIE_FACES)
        else:
            out[O_TRIGGER + block] = sure >= LAST


@jit
def observe_facilities(s: Any, out: Any) -> None:
    """Parts, tiles, tokens, and what cards and events may break."""
    for f in range(FACILITIES):
        # Four entries at once, and no branch that nobody could foresee.
        for k in range(PARTS):
            out[O_PARTS + PARTS * f + k] = APART[s.broken[f], k]
    for f in range(FACILITIES):
        out[O_SHUT + f] = s.shut[f] * (1 / 3)
    if s.over == RUNNING and top(s, KIND) == SOURCE:
        out[O_PARTS + top(s, A)] = 0.5
    for k in range(ACTING):
        token = s.modifier[words.QUIET_PLACE + k]
        out[O_TOKENS + 2 * k] = MODIFIERS[token, 0]
        out[O_TOKENS + 2 * k + 1] = MODIFIERS[token, 1]
    for k in range(ACTING):
        n: Any = 0
        for w in range(WAITING):
            n += s.waiting[words.QUIET_PLACE + k, w] != 0
        out[O_WAITING + k] = n * (1 / WAITING)
    for f in range(FACILITIES):
        out[O_DANGER + f] = part(s.danger[f], 1 / 4)
    for f in range(PRODUCERS):
        out[O_OUTPUT + f] = s.output[f] * (1 / 5)
    for u in range(UPGRADES):
        out[O_UPGRADES + u] = s.upgrade[u] * (1 / WORKING)


@jit
def observe_supplies(s: Any, content: Any, out: Any) -> None:
    for kind in range(2):
        out[O_BALANCE + kind] = signed(base.surplus(s, content, kind), 1 / 5)
    for good in range(GOODS):
        out[O_SUPPLIES + good] = part(s.stock[good], 1 / 10)
    for good in range(GOODS):
        out[O_PENDING + good] = part(s.cargo[good], 1 / 6)
    p = s.num_players - 1
    out[O_STRESS] = s.stress / content.stress_length[p]
    for k in range(content.num_stress):
        if s.stress < content.stress[k].at[p]:
            out[O_STRESS + 1] = part(content.stress[k].at[p] - s.stress, 1 / 12)
            break
    out[O_MORALE] = (s.morale - MORALE_LOW) * (1 / (MORALE_TOP - MORALE_LOW))
    out[O_MEALS] = signed(production.meals_missing(s) - s.stock[words.FOOD], 1 / 4)
    for k in range(GROWN):
        out[O_PLANTS + k] = part(s.plants[k], 1 / 2)
    out[O_PLANTS + GROWN] = part(s.plants[GROWN], 1 / 5)


@jit
def observe_outside(s: Any, content: Any, out: Any) -> None:
    ways = outside.ways(s, content)
    for spot in range(SPOTS):
        out[O_WAY + spot] = ways >> spot & 1
    for spot in range(SPOTS):
        if s.spot[spot] >= 0:
            n: Any = 1
            for good in range(GOODS):
                n += s.ground[spot, good]
            out[O_GROUND + spot] = part(n, 1 / 5)


@jit
def observe_actions(s: Any, content: Any, out: Any) -> None:
    """What is declared, who can still help, and the events that lie open."""
    for helper in range(HELPERS):
        there = (
            content.aoms[s.num_players - 1, helper] != 0
            if helper < declare.FIRST_ROVER
            else s.blocked[helper - declare.FIRST_ROVER] == 0
        )
        out[O_HELPERS + helper] = there and not s.helped >> helper & 1
    out[O_BLOCKED] = s.blocked[0]
    out[O_BLOCKED + 1] = s.blocked[1]
    for j in range(s.jobs):
        kind = s.job[j] - 1
        if kind >= 0:
            add(out, O_JOBS + kind, 1 / 4)
            add(out, O_SHORT + kind, max(0, s.least[j] - s.pawns[j]) * (1 / 4))
            add(out, O_UNSURE + kind, max(0, s.sure[j] - s.pawns[j]) * (1 / 4))
    for slot in range(SLOTS):
        if s.open[slot] >= 0:
            at, event = O_EVENTS + PER_EVENT * slot, content.event[s.open[slot]]
            out[at] = s.left[slot] * (1 / 3)
            out[at + 1] = event.attend * (1 / 2)
            out[at + 2] = (event.price[1] >= 0) & (s.stock[max(0, event.price[1])] >= event.price[0])
            # What breaks nothing threatens the first facility with 0: that costs less than a branch.
            breaks = event.breaks >= 0
            out[at + 3] = breaks
            f = O_THREAT + max(0, event.breaks) // PARTS
            out[f] = max(np.float64(out[f]), breaks / s.left[slot])


@jit
def observe_seat(s: Any, content: Any, seat: Any, out: Any, at: Any) -> None:
    out[at + S_WOUNDS] = s.wounds[seat] / content.health
    out[at + S_TOKENS] = part(s.tokens[seat], 1 / 6)
    for c in range(CONDITIONS):
        out[at + S_CONDITIONS + c] = APART[s.condition[seat], c]
    row = s.astronaut[seat]
    out[at + S_SKILL] = s.ready[seat] != 0 and s.tokens[seat] >= content.astronaut[row].cost
    out[at + S_ASTRONAUT + row] = 1.0
    out[at + S_FIRST] = seat == s.first
    turn = seat - s.first if seat >= s.first else seat - s.first + s.num_players
    if s.phase <= words.ACTION_PHASE:
        out[at + S_PAWNS] = min(PAWNS, max(0, PAWNS * (turn + 1) - s.assigned)) * (1 / PAWNS)
