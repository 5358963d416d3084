"""Scripted agents, one module per game, named as the game's folder.

Such a module has three things:

- ``WEIGHTS``: a tuple of (name, meaning), the numbers that the evaluation is made of;
- ``evaluate(before, s, content, seat, weights, mask) -> float``, compiled: what the position in record `s` is worth to
  `seat`, where ``weights[k]`` is the weight named ``WEIGHTS[k]``. `before` is the position that `seat` chooses in; `s` is
  a copy made for this call, after one of its actions and the forced ones that followed (it may be over), and `mask` its
  mask: the function may play `s` on with it;
- or, in its place, ``weigh(world, content, seat, weights, mask, trial, masks, values)``, compiled, for a game whose luck
  would drown the difference between two actions once they are played: it adds to ``values[a]`` what each legal action of
  the position `world` is worth, and may overwrite the record ``trial[1]`` and the mask ``masks[0]``, but not `world`;
- ``AGENTS``: agent name -> its plan, a dict of all weights and of ``"worlds"``, the number of guesses at what the seat
  cannot see over which the values are averaged. One of the names is ``"greedy"``.

For tree search (``agents/mcts.py``) it may have more:

- ``estimate(s, content, weights, mask, out)``, compiled: fill `out` (P,) float64 with the payoff, -1 to 1, that every seat can
  expect in the running game `s`, a copy made for this call that may be played on, as may its mask. Without it a position
  counts as if the game ended there;
- ``SEARCH``: what a search does by default, a dict of some of ``depth`` (decisions of a roll-out before the estimate),
  ``temperature`` (what the values above are divided by before their softmax is the prior, in the same units), ``noise``
  (share of the prior that is spread evenly), ``explore``, ``patience`` (simulations that come to a node before its actions
  are weighed: the dearer ``weigh`` is, the more), and ``weights`` (weights that are not greedy's, by name);
- where the estimate is a regression, which ``bench/estimate.py --fit`` fits: ``regressors(s, content, weights, mask, out)``,
  compiled, which fills `out` (2 * ``NUMBER``,) with numbers of the first seat, less the others' where they play against
  each other, and may play `s` on; ``COEFFICIENTS`` are what they are multiplied by.

``agents/lookahead.py`` makes agents of them. A game from outside this package registers its module with :func:`register`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from marszoo.envs.core.game import Game

_REGISTERED: dict[str, Any] = {}


def register(game_name: str, module: Any) -> None:
    """Give the game with this ``name`` scripted agents: `module` has ``WEIGHTS``, ``AGENTS``, and ``evaluate`` or ``weigh``."""
    _REGISTERED[game_name] = module


def registered() -> tuple[str, ...]:
    """The games that were given scripted agents by :func:`register`."""
    return tuple(_REGISTERED)


def module_for(game_name: str) -> Any | None:
    """The scripted agents' module of a game; None if it has none."""
    if game_name in _REGISTERED:
        return _REGISTERED[game_name]
    full = f"{__name__}.{game_name}"
    if not game_name.isidentifier() or importlib.util.find_spec(full) is None:
        return None
    return importlib.import_module(full)


def names_of(game_name: str) -> tuple[str, ...]:
    """The scripted agents that a game offers."""
    module = module_for(game_name)
    return () if module is None else tuple(module.AGENTS)


def plan_of(game: Game, name: str) -> Mapping[str, float]:
    """The plan of a scripted agent: every weight of the game's evaluation, and ``"worlds"``.

    Raises:
        ValueError: the game offers no such agent; the message lists those it has.
    """
    module = module_for(game.name)
    offered = names_of(game.name)
    if module is None or name not in offered:
        has = f"it has {', '.join(offered)}" if offered else "it has no scripted agents"
        raise ValueError(f"{game.id} offers no agent {name!r}; {has}")
    plan: Mapping[str, float] = module.AGENTS[name]
    known = {"worlds", *(weight for weight, _ in module.WEIGHTS)}
    if set(plan) != known:
        raise ValueError(
            f"{module.__name__}: agent {name!r} has wrong weights: missing {sorted(known - set(plan))}, "
            f"unknown {sorted(set(plan) - known)}"
        )
    return plan
