"""What the PettingZoo view and the Gymnasium view of a game have in common."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game, Options

RENDER_MODES = ("ansi", "rgb_array", "human")


def seed_word(seed: Any) -> int:
    """A seed as a Python int.

    Raises:
        ValueError: not a whole number from 0 to 2**64 - 1.
    """
    try:
        word = operator.index(seed)
    except TypeError:
        word = -1
    if not 0 <= word < 2**64:
        raise ValueError(f"seed={seed!r} is not a whole number from 0 to 2**64 - 1")
    return word


def observation_space(game: Game, options: Options) -> spaces.Space[Any]:
    """What `observe` gives under these options: a Dict of observation and mask, or with ``flat`` the one Box."""
    low, high = game.observation.bounds(options.num_players)
    inner: spaces.Space[Any] = spaces.Box(low, high, dtype=np.float32)
    if options.flat:
        return inner
    if options.structured:
        lows, highs = (game.observation.views(bound, options.num_players) for bound in (low, high))
        inner = spaces.Dict({name: spaces.Box(lows[name], highs[name], dtype=np.float32) for name in lows})
    return spaces.Dict({"observation": inner, "action_mask": spaces.Box(0, 1, (game.actions.n,), np.int8)})


def check_render_mode(game: Game, render_mode: str | None) -> None:
    """Raise ValueError if there is no such render mode."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        allowed = ", ".join(map(repr, RENDER_MODES))
        raise ValueError(f"{game.id}: render_mode={render_mode!r} is not allowed; it is one of: None, {allowed}")


def draw(game: Game, content: Content, record: Any, mode: str, seat: int | None, names: Sequence[str]) -> Any:
    """A position as `mode` says: text, an (H, W, 3) uint8 image, or None after printing the text.

    `seat` is whose view it is; None shows what everybody can see.
    """
    viewer = -1 if seat is None else seat
    if mode == "rgb_array":
        return game.render_image(record, content, viewer, names)
    text = game.render_text(record, content, viewer, names)
    if mode == "ansi":
        return text
    print(text)
    return None
