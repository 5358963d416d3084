"""Draws ``images/<game>.png``, a position in the middle of a game; ``docs/generate.py --images`` calls it.

Which bytes come out depends on the release of Pillow and its font, so nothing compares them; --check only wants them there.
"""

import pathlib

from PIL import Image

import marszoo
from marszoo.envs import registry

SEED, SEEDS = 4, {"first_martians_v0": 13}
"""Of the game that is shown; of some games another one, in which more has happened by then."""
COLOURS = 128
"""The pictures are flat: so many colours look the same as all of them, in a third of the bytes."""


def middle(id: str) -> Image.Image:
    """A game of greedy against greedy after half of its decisions, as the seat to move sees it."""
    game = registry.get(id)
    options = {"num_players": min(3, game.max_players), "render_mode": "rgb_array"}
    greedy = marszoo.make_agent("greedy")
    env = marszoo.make(id, **options)
    seed = SEEDS.get(id, SEED)
    env.reset(seed=seed)
    taken = []
    while env.legal_actions():
        taken.append(greedy.act_env(env))
        env.step(taken[-1])
    env.reset(seed=seed)
    for action in taken[: len(taken) // 2]:
        env.step(action)
    seen = marszoo.make(id, **options, render_seat=env.possible_agents.index(env.agent_selection))
    seen.reset(seed=seed)
    seen.set_state(env.get_state())
    return Image.fromarray(seen.render())


def draw(id: str, file: pathlib.Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    middle(id).quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
