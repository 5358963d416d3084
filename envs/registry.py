"""The one list of games; everything else iterates it.

A game is one line of :data:`GAMES`. Modules are imported when a game is first asked for, so that listing the games, or
registering them elsewhere by name, costs nothing: not even numba is imported for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marszoo.envs.core.aec import AECGame
    from marszoo.envs.core.batch import Batch
    from marszoo.envs.core.game import Game

GAMES: dict[str, str] = {
    "terra_formars_v0": "marszoo.envs.terra_formars",
    "terraforming_dice_v0": "marszoo.envs.terraforming_dice",
    "first_martians_v0": "marszoo.envs.first_martians",
    "legacy_of_mars_v0": "marszoo.envs.legacy_of_mars",
}
"""Game id -> the package whose attribute ``GAME`` is the game."""


def games() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(GAMES)


def get(id: str) -> Game:
    """The game with this id.

    Raises:
        ValueError: no such game; the message names the nearest id and lists all.
    """
    if id not in GAMES:
        from marszoo.envs.core.content import nearest

        raise ValueError(f"unknown game {id!r}{nearest(id, GAMES)}; the games are {', '.join(GAMES)}")
    game: Game = importlib.import_module(GAMES[id]).GAME
    if game.id != id:
        raise RuntimeError(f"the registry lists {id!r}, but {GAMES[id]}.GAME is {game.id!r}")
    return game


def make(id: str, **options: Any) -> AECGame:
    """One game as a PettingZoo AEC environment; see :class:`AECGame` for the options.

    Raises:
        ValueError: an unknown id, or an option that is not allowed.
    """
    from marszoo.envs.core.aec import AECGame

    return AECGame(get(id), **options)


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
    """Many games at once, in place; see :class:`Batch`.

    Raises:
        ValueError: an unknown id, or an option that is not allowed.
    """
    from marszoo.envs.core.batch import Batch

    return Batch(get(id), num_envs, seed=seed, observe=observe, threads=threads, num_players=num_players, **options)
