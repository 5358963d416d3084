"""The end: most Victory Points win, ties share the win (Objective)."""

from typing import Any

from marszoo.envs.core.jit import jit


@jit
def results(s: Any, content: Any, score: Any, key: Any) -> None:  # noqa: ARG001  # the signature of every game
    """Score and ranking key of each seat: its Victory Points."""
    for p in range(s.num_players):
        score[p] = s.points[p]
        key[p] = s.points[p]
