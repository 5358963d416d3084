"""Play a game in the terminal against any agents: ``python -m marszoo play GAME``.

>>> main(["terra_formars_v0", "--seat", "1", "--opponents", "greedy", "random", "--num-players", "3", "--seed", "7"])
"""

from __future__ import annotations

import argparse
import itertools
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from marszoo.agents.base import Agent
from marszoo.agents.registry import make_agent
from marszoo.envs import registry
from marszoo.envs.core.aec import AECGame

HELP = "Type the number of an action and Enter. h shows the table again, ? this help, q leaves the game."


class Left(Exception):
    """The player leaves the game; the message says how."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play one game and return 0, also if it is left before its end; errors in the arguments exit with status 2."""
    parser = argparse.ArgumentParser(prog="python -m marszoo play", description="Play a game in the terminal.")
    parser.add_argument("game", help=f"one of: {', '.join(registry.games())}")
    parser.add_argument("--seat", type=int, default=0, help="your seat, from 0 on (default 0)")
    parser.add_argument(
        "--opponents",
        nargs="+",
        default=["greedy"],
        metavar="AGENT",
        help="who sits in the other seats, as for marszoo.make_agent; fewer than seats are repeated (default greedy)",
    )
    parser.add_argument("--num-players", type=int, help="seats in all (default: the game's)")
    parser.add_argument("--seed", type=int, help="of the game (default: a new one, which is shown)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    given = parser.parse_args(argv)
    try:
        env, opponents = set_up(given)
        # A short one: somebody may want to type it again.
        env.reset(seed=secrets.randbelow(1_000_000) if given.seed is None else given.seed)
    except ValueError as error:
        parser.error(str(error))
    greet(env, given.seat, opponents)
    try:
        play(env, given.seat, opponents)
    except Left as left:
        print(left)
        return 0
    print_results(env, given.seat, opponents)
    return 0


def option(text: str) -> tuple[str, Any]:
    """``"auto_pass=false"`` as a name and a value: true and false, whole numbers, and words.

    Raises:
        ValueError: there is no equals sign.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"option {text!r} is not NAME=VALUE")
    words: dict[str, Any] = {"true": True, "false": False}
    return name, words.get(value.lower(), int(value) if value.isdecimal() else value)


def set_up(given: argparse.Namespace) -> tuple[AECGame, dict[int, Agent]]:
    """The environment, and the agent of every seat but one's own.

    Raises:
        ValueError: an unknown game, option, agent or seat, or more opponents than seats.
    """
    game = registry.get(given.game)
    options = dict(option(text) for text in given.option)
    if "num_players" in options:
        raise ValueError("the number of players is given with --num-players")
    if given.num_players is not None:
        options["num_players"] = given.num_players
    players = game.options(**options).num_players
    if not 0 <= given.seat < players:
        raise ValueError(f"seat {given.seat} is not one of the {players} seats 0 to {players - 1}")
    if len(given.opponents) > max(1, players - 1):
        raise ValueError(f"{len(given.opponents)} opponents for {players - 1} other seats")
    others = [seat for seat in range(players) if seat != given.seat]
    agents = [make_agent(name) for name in given.opponents]
    env = registry.make(given.game, render_mode="ansi", render_seat=given.seat, **options)
    for agent in agents:
        agent.check(env.game, env.content, env.num_players)
    return env, dict(zip(others, itertools.cycle(agents), strict=False))


def greet(env: AECGame, seat: int, opponents: dict[int, Agent]) -> None:
    print(f"{env.game.title} ({env.game.id}), seed {env.seed}")
    print(f"You are {env.possible_agents[seat]}.", end="")
    for other, agent in opponents.items():
        print(f" {env.possible_agents[other]} is {agent.name}.", end="")
    print(f"\n{HELP}")


def play(env: AECGame, seat: int, opponents: dict[int, Agent]) -> None:
    """Play to the end of the game.

    Raises:
        Left: the player left.
    """
    while (legal := env.legal_actions()) != []:
        if env.seat == seat:
            env.step(ask(env, legal))
            continue
        action = opponents[env.seat].act_env(env)
        print(announcement(env, seat, action))
        env.step(action)


def announcement(env: AECGame, seat: int, action: int) -> str:
    """What the player in `seat` learns of the action that another one is about to take."""
    if visible(env, seat, action):
        return f"  {env.agent_selection}: {env.describe(action)}"
    return f"  {env.agent_selection} decides something that you cannot see"


def visible(env: AECGame, seat: int, action: int) -> bool:
    """Whether `seat` will be able to tell that this action was taken, and not another legal one.

    An action may be secret, such as a bid that is revealed later. Rather than by a list of such actions for each game,
    they are found by playing all: a secret is what leaves the same view of the table behind as something else.
    """
    mine = _after(env, action)
    seen = _view(mine, seat)
    others = (_after(env, other) for other in env.legal_actions() if other != action)
    # Most differ in numbers already, which are a hundred times quicker to tell than the table in words.
    return not any(_view(other, seat) == seen and _text(other, seat) == _text(mine, seat) for other in others)


def _after(env: AECGame, action: int) -> AECGame:
    """A copy after an action of the seat to move."""
    trial = env.clone()
    trial.step(action)
    return trial


def _view(env: AECGame, seat: int) -> bytes:
    vector = np.zeros(env.game.observation.width(env.num_players), np.float32)
    env.game.kernels.observe(env.states, 0, env.content.tables, seat, vector)
    return vector.tobytes()


def _text(env: AECGame, seat: int) -> str:
    return env.game.render_text(env.states[0], env.content, seat, env.possible_agents)


def ask(env: AECGame, legal: list[int]) -> int:
    """The action that the player types.

    Raises:
        Left: the player typed q, or the input ended.
    """
    show(env, legal)
    while True:
        try:
            typed = input(f"{env.agent_selection}> ").strip()
        except EOFError:
            raise Left("\nThe input has ended: the game is left unfinished.") from None
        except KeyboardInterrupt:
            raise Left("\nThe game is left unfinished.") from None
        if typed.lower() in ("q", "quit"):
            raise Left("The game is left unfinished.")
        if typed.lower() in ("h", "table"):
            show(env, legal)
        elif typed.lower() in ("?", "help"):
            print(HELP)
        elif typed.isdecimal() and 1 <= int(typed) <= len(legal):
            return legal[int(typed) - 1]
        else:
            print(f"{typed!r} is not a number from 1 to {len(legal)}. {HELP}")


def show(env: AECGame, legal: list[int]) -> None:
    """The table as the player sees it, and the actions to choose from."""
    print(f"\n{env.render()}\n")
    for number, action in enumerate(legal, 1):
        print(f"{number:>3}  {env.describe(action)}")


def print_results(env: AECGame, seat: int, opponents: dict[int, Agent]) -> None:
    print(f"\n{env.render()}\n")
    cut = any(env.truncations.values())
    print(f"The game {'was cut off' if cut else 'is over'} after {int(env.states['step_count'][0])} decisions.")
    for name, info in sorted(env.infos.items(), key=lambda entry: int(entry[1]["rank"])):
        who = "you" if info["seat"] == seat else opponents[info["seat"]].name
        print(f"  {info['rank']}. {name} ({who}): score {info['score']:g}, {info['outcome']}")
