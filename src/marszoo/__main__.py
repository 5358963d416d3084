"""The command line: ``python -m marszoo info | games | play GAME``."""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import re
import sys
from collections.abc import Iterator, Sequence

import marszoo

_BASE = ("numpy", "numba", "gymnasium", "pettingzoo")
_MISSING = "not installed"


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return _MISSING


def _extras() -> Iterator[tuple[str, str]]:
    """Each extra of the installed distribution, and what is missing of it."""
    try:
        metadata = importlib.metadata.metadata("marszoo")
    except importlib.metadata.PackageNotFoundError:
        yield "extras", "unknown: marszoo is imported from a folder and not installed"
        return
    for extra in metadata.get_all("Provides-Extra", []):
        wanted = [text for text in metadata.get_all("Requires-Dist", []) if re.search(rf"extra == .{extra}.", text)]
        names = [re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in wanted]
        missing = [name for name in names if _version(name) == _MISSING]
        yield f"extra {extra}", f"missing {', '.join(missing)}" if missing else "installed"


def info() -> int:
    """Print what a bug report should say: versions, installed extras, and where compiled code is kept."""
    from marszoo.envs.core.jit import COMPILED, cache_root

    rows = [("marszoo", marszoo.__version__), ("python", platform.python_version()), ("platform", platform.platform())]
    rows += [(name, _version(name)) for name in _BASE]
    rows += _extras()
    rows += [("compiled", "yes" if COMPILED else "no: NUMBA_DISABLE_JIT is set"), ("cache folder", str(cache_root()))]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")
    return 0


def games() -> int:
    """Print one line per game: id, number of players, title."""
    from marszoo.envs import registry

    rows = []
    for id in marszoo.games():
        game = registry.get(id)
        low, high = game.min_players, game.max_players
        rows.append((id, f"{low} players" if low == high else f"{low}–{high} players", game.title))
    widths = [max(len(row[k]) for row in rows) for k in (0, 1)]
    for id, players, title in rows:
        print(f"{id:<{widths[0]}}  {players:<{widths[1]}}  {title}")
    return 0


def play(arguments: list[str]) -> int:
    """Play a game in the terminal."""
    from marszoo.agents import play as terminal

    return terminal.main(arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; errors in the arguments exit with status 2 and a message."""
    parser = argparse.ArgumentParser(prog="python -m marszoo", description="Turn-based Mars board games for learning.")
    parser.add_argument("--version", action="version", version=f"marszoo {marszoo.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("info", help="versions, installed extras, cache folder")
    commands.add_parser("games", help="the games: id, players, title")
    # The game's own program reads its arguments, --help included.
    commands.add_parser(
        "play", help="play a game in the terminal: play GAME [--seat N] [--opponents ...]", add_help=False
    )
    known, rest = parser.parse_known_args(argv)
    if known.command == "play":
        return play(rest)
    if rest:
        parser.error(f"{known.command} takes no arguments, got: {' '.join(rest)}")
    return info() if known.command == "info" else games()


if __name__ == "__main__":
    sys.exit(main())
