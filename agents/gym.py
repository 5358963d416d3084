"""The registrations with Gymnasium and PettingZoo, and what they make: opponents by name.

>>> gymnasium.make("marszoo:marszoo/TerraFormars-v0", opponents="greedy", num_players=3)
>>> gymnasium.make_vec("marszoo:marszoo/TerraFormars-v0", num_envs=64, opponents=["greedy", "random"], num_players=3)
>>> pettingzoo.make("aec", "marszoo/terra_formars_v0")

Registering names modules by strings: no game, no agent and no compiled code is imported for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from marszoo.envs import registry

if TYPE_CHECKING:
    from marszoo.agents.base import Agent
    from marszoo.envs.core.game import Game
    from marszoo.envs.core.gym import GymGame, GymVector, Seat

NAMESPACE = "marszoo"

Opponents = Any
"""One name or object for all seats but the learner's, or a sequence of them, clockwise from the learner."""


def gymnasium_id(id: str) -> str:
    """A game's id in Gymnasium: ``"marszoo/TerraFormars-v0"`` for ``"terra_formars_v0"``."""
    name, _, version = id.rpartition("_v")
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in name.split('_'))}-v{version}"


def pettingzoo_id(id: str) -> str:
    """A game's id in PettingZoo: ``"marszoo/terra_formars_v0"``."""
    return f"{NAMESPACE}/{id}"


def register_all() -> None:
    """Register every game with Gymnasium, and with PettingZoo where it has a registry. Doing it again changes nothing."""
    known = getattr(pettingzoo, "aec_registry", None)
    for id in registry.games():
        if gymnasium_id(id) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(id),
                entry_point="marszoo.agents.gym:make_env",
                vector_entry_point="marszoo.agents.gym:make_vec",
                kwargs={"game": id},
            )
        if known is not None:
            entry_point = f"marszoo.envs.{id}:env"
            # The registry's keys are not quite the ids that it is given: a spec knows its own.
            if pettingzoo.EnvSpec(pettingzoo_id(id), entry_point=entry_point).id not in known:
                pettingzoo.register("aec", pettingzoo_id(id), entry_point=entry_point)


def make_env(
    game: str | Game,
    opponents: Opponents = "random",
    *,
    seat: Seat = 0,
    render_mode: str | None = None,
    **options: Any,
) -> GymGame:
    """One seat of a game as a Gymnasium environment; see :class:`marszoo.envs.core.gym.GymGame`.

    Args:
        game: an id, or a :class:`Game`.
        opponents: one agent for all other seats, or a sequence of one for each, clockwise from the learner. An agent is
            a name (``marszoo.make_agent`` knows which) or an object with a method ``act(view)``.

    Raises:
        ValueError: an unknown id, agent or option, or a wrong number of opponents.
    """
    from marszoo.envs.core.gym import GymGame

    rules, agents = _table(game, opponents, options)
    return GymGame(rules, agents, seat=seat, render_mode=render_mode, **options)


def make_vec(
    game: str | Game,
    num_envs: int,
    opponents: Opponents = "random",
    *,
    seat: Seat = 0,
    threads: int = 1,
    render_mode: str | None = None,
    **options: Any,
) -> GymVector:
    """Many of them at once; see :class:`marszoo.envs.core.gym.GymVector`, and `make_env` for the arguments.

    Opponents that have compiled players, such as the scripted ones, move inside the compiled loop; the others are asked
    for all rows at once.
    """
    from marszoo.agents.base import View
    from marszoo.agents.lookahead import Scripted
    from marszoo.envs.core.gym import GymVector

    rules, agents = _table(game, opponents, options)
    inside = list(dict.fromkeys(agent for agent in agents if agent.compiled(rules) is not None))
    return GymVector(
        rules,
        num_envs,
        agents,
        view=View.of_batch,
        chooser=Scripted(rules, inside) if inside else None,
        numbers=[inside.index(agent) if agent in inside else -1 for agent in agents],
        seat=seat,
        threads=threads,
        render_mode=render_mode,
        **options,
    )


def _table(game: str | Game, opponents: Opponents, options: dict[str, Any]) -> tuple[Game, list[Agent]]:
    """The game, and an agent for each seat but the learner's, clockwise from it."""
    from marszoo.envs.core.gym import with_form

    rules = registry.get(game) if isinstance(game, str) else game
    num = rules.options(**with_form(options)).num_players
    listed = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    made = [_agent(item) for item in (opponents if listed else [opponents])]
    content = rules.content(options.get("content"))
    for agent in made:
        agent.check(rules, content, num)
    return rules, made if listed else made * (num - 1)


def _agent(item: Any) -> Agent:
    from marszoo.agents import registry as names
    from marszoo.agents.base import Agent

    if isinstance(item, str):
        return names.make_agent(item)
    if isinstance(item, Agent):
        return item
    if not callable(getattr(item, "act", None)):
        raise ValueError(f"opponent {item!r} is neither the name of an agent nor an object with a method act(view)")
    return names.FileAgent(type(item).__name__, item)
