"""Chapter "Set-up": the mission, its supplies, the crew."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.rules.lookup import TOP_OUTPUT
from marszoo.envs.first_martians.rules.malfunctions import reshuffle
from marszoo.envs.first_martians.state import (
    ABSENT,
    AVAILABLE,
    CARDS,
    DISCARD,
    GOODS,
    GROWN,
    GROWTH,
    NOT_OFFERED,
    PLAYERS,
    PRODUCERS,
    SUPPLY_TOP,
    TOKENS,
    UPGRADES,
)

NO_DICE, MISSION_DICE = words.POOLS.index("none"), words.POOLS.index("mission")


@jit
def prepare(s: Any, content: Any, chosen: Any) -> None:
    """Everything up to the first round; `chosen` is 0 for any mission, else 1 + its row."""
    s.mission = chosen - 1 if chosen > 0 else rng.below(s, content.num_missions)
    row, hard = content.mission[s.mission], content.difficulty[s.difficulty]
    s.sols = max(1, np.int64(row.sols[s.num_players - 1]) + hard.sols)
    s.threshold = max(0, np.int64(row.threshold) + hard.threshold) if row.threshold >= 0 else -1
    for block in range(3):
        s.listed[block] = row.dice[block] if hard.dice == MISSION_DICE else hard.dice != NO_DICE
        s.red[block] = row.red[block]
        s.rolled[block] = -1
        s.die[block] = -1
    for good in range(GOODS):
        s.stock[good] = min(SUPPLY_TOP, max(0, np.int64(row.supplies[good]) + hard.supplies))
    for card in range(CARDS):
        s.place[card] = DISCARD if card < content.num_cards else ABSENT
    for block in range(3):
        reshuffle(s, content, block)
    for f in range(PRODUCERS):
        s.output[f] = TOP_OUTPUT[f]
    for u in range(UPGRADES):
        s.upgrade[u] = AVAILABLE if row.upgrades[u] else NOT_OFFERED
    for k in range(GROWTH):
        s.plants[k] = row.seedlings[k]
    s.plants[GROWN] = s.num_players
    s.morale = content.start_morale
    s.spot[:] = -1
    s.open[:] = -1
    used = 0
    for p in range(s.num_players):
        k = rng.below(s, len(content.astronaut) - p)
        for a in range(len(content.astronaut)):
            if used >> a & 1:
                continue
            if k == 0:
                s.astronaut[p] = a
                used |= 1 << a
                break
            k -= 1
        # No more than would be there for everybody in a full crew, so that a seat begins alike in crews of any size.
        s.tokens[p] = min(TOKENS // PLAYERS, content.start_tokens + hard.tokens)
        s.ready[p] = 1
