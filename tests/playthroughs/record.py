"""Record the text playthroughs of all games anew (``make playthroughs``).

They guard the rules: a change that alters one bumps the game's version, or says why not. So they are written by this
command only, never by a test. Random legal actions visit more rules than good ones; but where they do not come to an end
in reasonable time, greedy plays, and so it does in every second game that has one goal for all: at random that is never
reached. What counts later are the actions recorded, not who chose them.
"""

import pathlib
import sys
from typing import Any

import marszoo
from marszoo.envs import registry
from marszoo.envs.core import replay
from marszoo.envs.core.game import Game

HERE = pathlib.Path(__file__).parent
LONG = 400
"""Decisions from which on a random game is too long to be kept and read."""


def recorded(game: Game, options: dict[str, Any], seed: int) -> str:
    """A whole game as text, played at random unless that takes too long or leads nowhere."""
    if not (game.cooperative and seed % 2 == 0):
        text = replay.playthrough(game, options, seed)
        if text.count("\n  > ") < LONG:
            return text
    return replay.playthrough(game, options, seed, marszoo.make_agent("greedy").act_env)


def main() -> int:
    for id in marszoo.games():
        game = registry.get(id)
        folder = HERE / game.name
        folder.mkdir(exist_ok=True)
        wanted = {f"{name}.txt": (seed, options) for name, seed, options in replay.cases(game)}
        for old in folder.glob("*.txt"):
            if old.name not in wanted:
                old.unlink()
        for name, (seed, options) in wanted.items():
            text = recorded(game, options, seed)
            path = folder / name
            state = "unchanged" if path.exists() and path.read_text(encoding="utf-8") == text else "written"
            path.write_text(text, encoding="utf-8")
            print(f"{id}: {name}: {state}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
