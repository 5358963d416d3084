"""Which hero talent, equipment and cockroach talent is in force for whom."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.state import TABLE


@jit
def has_equipment(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    """The first equipment with this effect in front of the seat; -1 if it has none."""
    for k in range(content.first_with[effect], content.first_with[effect + 1]):
        if s.place[content.by_effect[k]] == TABLE + seat:
            return np.int64(content.by_effect[k])
    return -1


@jit
def hero_talent(s: Any, content: Any, seat: Any) -> Any:
    """Hero talent of the seat (1-4); 0 before it has a hero."""
    return np.int64(content.heroes[s.hero[seat]].talent) if s.hero[seat] >= 0 else 0


@jit
def active_talent(s: Any, content: Any) -> Any:
    """Talent (36-48) of the cockroach that the active seat fights, as far as it binds that seat; 0 if none does.

    Technique 04 lifts it for the rest of the turn, end of turn included; equipment 05 lifts it for good.
    """
    slot = s.marker[s.active]
    if slot < 0 or s.slot[slot] < 0 or s.talent_ignored:
        return 0
    if has_equipment(s, content, s.active, words.IGNORE_TALENT) >= 0:
        return 0
    return np.int64(content.cockroaches[s.slot[slot]].talent)
