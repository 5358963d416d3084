"""The Legacy of Mars, version 0: ``env()`` makes a PettingZoo AEC environment; see ``marszoo.envs.legacy_of_mars``."""

from typing import Any

from marszoo.envs.core.aec import AECGame
from marszoo.envs.legacy_of_mars import GAME

__all__ = ["env", "raw_env"]


def env(**options: Any) -> AECGame:
    """A new environment, unwrapped: it checks order and actions itself.

    Args:
        **options: see `AECGame` and ``docs/legacy_of_mars.md``; ``num_players`` is 2 unless given.

    Raises:
        ValueError: an option that is not allowed; the message names it and what is.
    """
    return AECGame(GAME, **options)


raw_env = env
