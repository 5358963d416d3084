"""The long check: 100 000 random games per player count, every state of them examined by compiled code.

    python bench/invariants.py [--games N] [--game ID ...] [--players N ...] [--seed S]

What is checked after every decision is `check_sound` of ``marszoo.envs.core.check``: the invariants of the game, bounds
of observations, masks, caps and payoffs. The first failure names the game's seed and the decision; status 1.
"""

import argparse
import sys
import time
from collections.abc import Sequence

import marszoo
from marszoo.envs import registry
from marszoo.envs.core.check import CheckFailed, Report, check_sound

PART = 2_000
"""Games between two signs of life."""


def check(id: str, players: int, games: int, seed: int) -> None:
    """All games at one number of players; prints how far it is, and what was played."""
    game = registry.get(id)
    report = Report(game.id, players)
    begin = time.monotonic()
    for first in range(0, games, PART):
        # A part has a seed of its own, so that a failure can be found again without the parts before it.
        check_sound(game, min(PART, games - first), seed=seed + first, report=report, num_players=players)
        if sys.stderr.isatty():
            print(f"\r{id}, {players} players: {report.games} games", end="", file=sys.stderr, flush=True)
    mean = report.decisions / report.games
    print(
        f"\r{id}, {players} players: {report.games} games sound; {mean:.1f} decisions on average, longest {report.longest}; "
        f"{report.truncated} truncated ({time.monotonic() - begin:.0f} s)"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Return 0 if all is sound, 1 after the first failure."""
    parser = argparse.ArgumentParser(prog="bench/invariants.py", description="Invariants in many random games.")
    parser.add_argument("--games", type=int, default=100_000, help="per number of players (default: %(default)s)")
    parser.add_argument(
        "--game", nargs="+", choices=marszoo.games(), default=list(marszoo.games()), help="only these games"
    )
    parser.add_argument("--players", nargs="+", type=int, help="only these numbers of players")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(argv)
    for id in chosen.game:
        game = registry.get(id)
        for players in range(game.min_players, game.max_players + 1):
            if chosen.players is None or players in chosen.players:
                try:
                    check(id, players, chosen.games, chosen.seed)
                except CheckFailed as error:
                    print(error, file=sys.stderr)
                    return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
