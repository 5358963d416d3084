"""Record the text playthroughs of all games anew (``make playthroughs``).

They guard the rules: a change that alters one bumps the game's version, or says why not. So they are written by this
command only, never by a test.
"""

import pathlib
import sys

import marszoo
from marszoo.envs import registry
from marszoo.envs.core import replay

HERE = pathlib.Path(__file__).parent


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
            text = replay.playthrough(game, options, seed)
            path = folder / name
            state = "unchanged" if path.exists() and path.read_text(encoding="utf-8") == text else "written"
            path.write_text(text, encoding="utf-8")
            print(f"{id}: {name}: {state}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
