"""Turn-based Mars board games as PettingZoo environments with action masks, and agents that play them.

>>> import marszoo
>>> env = marszoo.make("terra_formars_v0", num_players=3)
>>> env.reset(seed=0)

Importing the package registers every game with Gymnasium and PettingZoo. It is quick: games, their compiled rules and
agents are imported when first asked for, and neural networks only with the agents that need them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marszoo.agents import gym
from marszoo.envs import registry

if TYPE_CHECKING:
    from marszoo.agents.base import Agent
    from marszoo.envs.core.aec import AECGame
    from marszoo.envs.core.batch import Batch

__version__ = "0.1.0"
__all__ = ["__version__", "games", "make", "make_agent", "make_batch"]


def games() -> tuple[str, ...]:
    """The ids of all games, such as ``"terra_formars_v0"``."""
    return tuple(registry.GAMES)


def make(id: str, **options: Any) -> AECGame:
    """One game as a PettingZoo AEC environment; the same as ``env(**options)`` of the game's module.

    Raises:
        ValueError: an unknown id or option, or a value that is not allowed; the message says which are.
    """
    return registry.make(id, **options)


def make_batch(
    id: str,
    num_envs: int,
    *,
    num_players: int = 2,
    seed: int = 0,
    observe: bool = True,
    threads: int = 1,
    **options: Any,
) -> Batch:
    """Many games at once, stepped in place in compiled code; a game that ends is followed by a new one.

    Args:
        id: the game, as in :func:`games`.
        num_envs: the number of rows.
        num_players: seats in every row.
        seed: of the first reset. The games of a row depend on it and on the row's index alone.
        observe: False computes masks only, which is faster.
        threads: compiled threads that share the rows; results do not depend on it.
        **options: the game's own options, as for :func:`make`.

    Raises:
        ValueError: as for :func:`make`.
    """
    return registry.make_batch(
        id, num_envs, num_players=num_players, seed=seed, observe=observe, threads=threads, **options
    )


def make_agent(name: str, seed: int = 0, **options: Any) -> Agent:
    """An agent by name: ``"random"``, ``"greedy"``, or the path of a file and a class in it, ``"my_agent.py:MyAgent"``.

    Raises:
        ValueError: an unknown name; the message says which are known.
    """
    from marszoo.agents import registry as agents

    return agents.make_agent(name, seed=seed, **options)


# By strings only: nothing is imported for a game before somebody makes one.
gym.register_all()
