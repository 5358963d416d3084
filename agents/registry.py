"""Names -> agents.

>>> make_agent("greedy", seed=1)
>>> make_agent("my_agents.py:Cautious")

A name is ``"random"``, a scripted agent of some game (every game has ``"greedy"``), ``"ppo:PATH"`` for a trained policy
(its file, or the folder of its run), ``"reference"`` for the one that comes with the package, ``"mcts:N"`` for a tree
search of N simulations, or the path of a Python file and a class in it. Kinds of agents that take an
argument, such as ``"kind:ARGUMENT"``, are rows of :data:`KINDS`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import pathlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy.typing as npt

from marszoo.agents import scripted
from marszoo.agents.base import Agent, View
from marszoo.agents.lookahead import ScriptedAgent
from marszoo.agents.random import RandomAgent
from marszoo.agents.reference import ReferenceAgent
from marszoo.envs import registry as envs
from marszoo.envs.core.content import nearest

Factory = Callable[..., Agent]


def _ppo(path: str, seed: int = 0, **options: Any) -> Agent:
    from marszoo.agents.ppo.policy import OPTIONS, PolicyAgent

    for name in options:
        if name not in OPTIONS:
            raise ValueError(
                f"agent 'ppo:{path}' has no option {name!r}{nearest(name, OPTIONS)}; the options are {', '.join(OPTIONS)}"
            )
    if not path:
        raise ValueError("agent 'ppo:' names no policy; write it as ppo:PATH, of a policy file or of a run's folder")
    return PolicyAgent(path, seed, **options)


def _mcts(argument: str, seed: int = 0, **options: Any) -> Agent:
    from marszoo.agents.mcts import MCTSAgent

    return MCTSAgent.named(argument, seed, **options)


NAMES: dict[str, Factory] = {"random": RandomAgent, "reference": ReferenceAgent}
"""Name -> what makes the agent, called as ``factory(seed=seed, **options)``. Scripted agents need no row."""
KINDS: dict[str, Factory] = {"ppo": _ppo, "mcts": _mcts}
"""Kind -> what makes the agent of a name ``"kind:ARGUMENT"``, called as ``factory(ARGUMENT, seed=seed, **options)``."""


class FileAgent(Agent):
    """An object of a user's class that is no :class:`Agent`: anything with a method ``act(view)``."""

    def __init__(self, name: str, player: Any, seed: int = 0) -> None:
        super().__init__(seed)
        self.name, self.player = name, player

    def decide(self, view: View) -> npt.ArrayLike:
        answer: npt.ArrayLike = self.player.act(view.reseeded(self.seed))
        return answer


def scripted_names() -> tuple[str, ...]:
    """The scripted agents of all games; asking imports every game."""
    games = [package.rpartition(".")[2] for package in envs.GAMES.values()]
    return tuple(dict.fromkeys(name for game in [*games, *scripted.registered()] for name in scripted.names_of(game)))


def names(game_name: str | None = None) -> tuple[str, ...]:
    """The names that need no argument: of all games, or of one (``Game.name``)."""
    own = scripted_names() if game_name is None else scripted.names_of(game_name)
    return (*NAMES, *own)


def make_agent(name: str, seed: int = 0, **options: Any) -> Agent:
    """An agent by name.

    An agent made by name plays every game that offers the name, and raises a ValueError in any other.

    Args:
        name: see the module's docstring.
        seed: the agent's own, 0 to 2**53 - 1. Games and agents with equal seeds give equal actions.
        **options: of the kind of agent: weights of a scripted one, arguments of a class in a file.

    Raises:
        ValueError: an unknown name, or a file that has no such class; the message says what there is.
    """
    if not isinstance(name, str):
        raise ValueError(f"an agent's name is a string, not {name!r}")
    kind, colon, argument = name.partition(":")
    if colon and kind in KINDS:
        return KINDS[kind](argument, seed=seed, **options)
    if name in NAMES:
        try:
            return NAMES[name](seed=seed, **options)
        except TypeError as error:
            raise ValueError(f"agent {name!r} does not take these options: {error}") from error
    if kind.endswith(".py") or ".py:" in name:
        return _from_file(name, seed, options)
    # "greedy" is in every game, so that the commonest name imports none.
    if name == "greedy" or name in scripted_names():
        return ScriptedAgent(name, seed, **options)
    known = names()
    kinds = [*(f"{kind}:…" for kind in KINDS), "PATH.py:CLASS"]
    raise ValueError(f"unknown agent {name!r}{nearest(name, known)}; the agents are {', '.join([*known, *kinds])}")


def make_agents(agents: Sequence[str | Agent], seed: int = 0) -> list[Agent]:
    """Agents as they are, names made into agents; equal names share one object."""
    made: dict[str, Agent] = {}
    out = []
    for agent in agents:
        if isinstance(agent, Agent):
            out.append(agent)
            continue
        if agent not in made:
            made[agent] = make_agent(agent, seed)
        out.append(made[agent])
    return out


def _from_file(name: str, seed: int, options: dict[str, Any]) -> Agent:
    # From the right: the path of a file may hold a colon, the name of a class cannot.
    file, colon, cls_name = name.rpartition(":")
    if not colon or not cls_name.isidentifier():
        raise ValueError(f"agent {name!r} names no class; write it as PATH.py:CLASS")
    path = pathlib.Path(file).expanduser()
    if not path.is_file():
        raise ValueError(f"agent {name!r}: there is no file {file!r}")
    module = _load(path.resolve(), name)
    cls = getattr(module, cls_name, None)
    if not inspect.isclass(cls):
        classes = [k for k, v in vars(module).items() if inspect.isclass(v) and v.__module__ == module.__name__]
        has = f"its classes are {', '.join(classes)}" if classes else "it defines no class"
        raise ValueError(f"agent {name!r}: {file} has no class {cls_name!r}{nearest(cls_name, classes)}; {has}")
    if not callable(getattr(cls, "act", None)):
        raise ValueError(f"agent {name!r}: class {cls_name} of {file} has no method act(view)")
    # A class without a use for a seed need not take one.
    accepted = inspect.signature(cls).parameters
    takes = "seed" in accepted or any(p.kind is p.VAR_KEYWORD for p in accepted.values())
    try:
        player = cls(**options, **({"seed": seed} if takes else {}))
    except (TypeError, SystemExit) as error:
        raise ValueError(f"agent {name!r}: class {cls_name} of {file} cannot be made: {error}") from error
    if not isinstance(player, Agent):
        return FileAgent(name, player, seed)
    if player.name == Agent.name:
        player.name = name
    return player


def _load(path: pathlib.Path, name: str) -> Any:
    """The module in a file, run once per process."""
    key = f"marszoo_agents_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"agent {name!r}: {path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[key]
        raise ValueError(f"agent {name!r}: {path} cannot be imported: {type(error).__name__}: {error}") from error
    return module
