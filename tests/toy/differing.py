"""A game whose compiled rules differ from the uncompiled ones, as a mistake of arithmetic would make them."""

import dataclasses
from typing import Any

from marszoo.envs.core.frames import KIND, top
from marszoo.envs.core.jit import COMPILED, jit
from toy import TOY, rules
from toy.state import TARGET


@jit
def step_that_differs_at_a_rare_decision(s: Any, content: Any, action: Any) -> None:
    rare = top(s, KIND) == TARGET
    rules.step(s, content, action)
    if rare and COMPILED:
        s.coins[0] += 1


DIFFERING = dataclasses.replace(TOY, name="toy_differing", version=0, step=step_that_differs_at_a_rare_decision)
