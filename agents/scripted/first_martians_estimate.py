"""How likely a crew is to accomplish its mission, from what a position holds: what a search values positions by.

A logistic regression on a few numbers, most of which the scripted agent works with anyway, fitted to games that it played
itself: ``python bench/estimate.py --game first_martians_v0 --games 2000 --players 2 4 --difficulty normal hard
--fit`` does it again and prints the table below.
"""

from typing import Any

import numpy as np

from marszoo.agents.scripted.first_martians_aims import work_left
from marszoo.agents.scripted.first_martians_teamwork import teamwork
from marszoo.agents.scripted.first_martians_worths import (
    BLOCKS,
    W_CARD,
    W_CARDS,
    lack,
    meals_short,
    sols_left,
    strain,
)
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules import base, goals
from marszoo.envs.first_martians.state import LAST, PAWNS, SLOTS

FEATURES = (
    ("always", "1"),
    ("work", "pawns that the mandatory objectives still take, less what the running round brings, per pawn to come"),
    ("undone", "mandatory objectives that are not done, as a share"),
    ("share", "mean share of the mandatory objectives that is reached"),
    ("round", "what the running round brings, per pawn"),
    ("sols", "sols to come, in tens"),
    ("parts", "broken parts, in tens"),
    ("excess", "broken parts above the threshold, in tens"),
    ("cards", "what the malfunction cards to come cost, in tens of pawns"),
    ("frail", "sum over the crew of 1 / wounds to its death, squared"),
    ("wounds", "wounds per astronaut"),
    ("conditions", "conditions per astronaut"),
    ("strain", "what the Stress track has in store, per astronaut"),
    ("morale", "place of the Morale track"),
    ("tokens", "Morale tokens per astronaut"),
    ("meals", "meals that are missing until the end, per astronaut"),
    ("oxygen", "what the oxygen that will be missing costs, in tens of pawns"),
    ("energy", "what the energy that will be missing costs, in tens of pawns"),
    ("spares", "spare parts, in tens"),
    ("events", "events that lie open"),
    ("crew", "astronauts"),
)
"""Name and meaning of each number; each counts twice, by itself and divided by the sols left with the running one."""
NUMBER = len(FEATURES)


@jit
def features(s: Any, content: Any, weights: Any, w: Any, out: Any) -> None:
    """Fill `out` (2 * NUMBER,) for a position whose table of worths is `w`; `s` and `w` are overwritten."""
    row = content.mission[s.mission]
    crew, left = 1.0 * s.num_players, sols_left(s)
    running = s.phase <= words.ACTION_PHASE
    work, undone, share = work_left(s, content), 0.0, 0.0
    for k in range(row.mandatory):
        undone += (s.done[k] == 0) / row.mandatory
        share += goals.share(s, content, k) / row.mandatory
    broken = base.broken_parts(s)
    out[0] = 1.0
    out[2] = undone
    out[3] = share
    out[5] = left / 10.0
    out[6] = broken / 10.0
    out[7] = max(0, broken - s.threshold) / 10.0 if s.threshold >= 0 else 0.0
    cards: Any = 0.0
    for b in range(BLOCKS):
        place: Any = min(LAST - 1, np.int64(s.track[b]))
        cards += w[W_CARD + b] * w[W_CARDS + LAST * b + place]
    out[8] = cards / 10.0
    frail, wounds, conditions, tokens = 0.0, 0.0, 0.0, 0.0
    for p in range(s.num_players):
        frail += 1.0 / max(1, content.health - s.wounds[p]) ** 2
        wounds += s.wounds[p] / crew
        tokens += s.tokens[p] / crew
        for k in range(4):
            conditions += (s.condition[p] >> k & 1) / crew
    out[9] = frail
    out[10] = wounds
    out[11] = conditions
    out[12] = strain(s, content, np.int64(s.stress), w) / crew
    out[13] = s.morale
    out[14] = tokens
    out[15] = meals_short(s) / crew
    for kind in range(2):
        out[16 + kind] = lack(s, content, kind, 0, np.int64(s.stock[kind]), weights) / 10.0
    out[18] = s.stock[words.PART] / 10.0
    events = 0
    for k in range(SLOTS):
        events += s.open[k] >= 0
    out[19] = events
    out[20] = crew
    gain = teamwork(s, content, np.int64(s.player), weights, w, PAWNS * s.num_players - s.assigned) if running else 0.0
    out[1] = (work - gain) / (PAWNS * crew * (1.0 + left))
    out[4] = gain / (PAWNS * crew)
    for k in range(NUMBER):
        out[NUMBER + k] = out[k] / (1.0 + left)


COEFFICIENTS = (
    -1.16,
    -0.678,
    2.454,
    0.6118,
    0.2721,
    -1.961,
    -1.092,
    -8.716,
    1.037,
    -0.3344,
    -0.0828,
    -0.1851,
    -0.7412,
    0.1466,
    0.05599,
    -0.09116,
    -1.067,
    -1.219,
    4.564,
    -0.09399,
    0.01314,
    -15.9,
    -0.3973,
    -2.3,
    17.66,
    -0.5934,
    27.02,
    0.2134,
    -7.645,
    -11.64,
    0.5826,
    0.02928,
    -0.07449,
    1.473,
    -0.331,
    0.06608,
    -0.8194,
    1.17,
    4.943,
    0.3734,
    0.09846,
    -0.2277,
)
"""Of each number by itself, then of each divided by the sols left."""
