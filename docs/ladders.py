"""The ladders of the package as tables: what ladder.md has of each game."""

from collections.abc import Callable

from writing import players, table

from marszoo.agents import ladder
from marszoo.agents.results import Results, duration, percent
from marszoo.envs import registry
from marszoo.envs.core.game import Game

SHOWN = (2, 4)
"""Numbers of players that have a ladder."""


def parts() -> dict[str, Callable[[], str]]:
    """The page's parts: one for each game, by its name."""
    return {(game := registry.get(id)).name: lambda game=game: part(game) for id in registry.games()}  # type: ignore[misc]


def part(game: Game) -> str:
    out = []
    for n in SHOWN:
        if not ladder.file_of(game, n).is_file():
            out.append(f"**{players(n)}**: not played yet.")
            continue
        held = ladder.shipped(game, n)
        seats = "" if n == 2 else f" --players {n}"
        out.append(
            f"**{players(n)}**, seeds {held.seed} and on, "
            f"`python evaluate.py --ladder {game.id}{seats} --build agents/ladders`:\n\n{totals(held.results())}"
        )
        if not game.shared(n):
            others = "" if n == 2 else ", which has all other seats"
            out.append(f"Wins of the agent on the left against the one above{others}:\n\n{matrix(held.results())}")
    return "\n\n".join(out)


def totals(found: Results) -> str:
    game, shared = found.plan.game, found.shared
    own = list(game.measured(found.plan.options))
    head = ["agent", "missions accomplished" if shared else "rating ± 2 sd", *([] if shared else ["wins in all"])]
    rows = []
    for total in found.totals:
        assert total.score is not None
        rating = "" if total.rating is None else f"{total.rating.mean:.0f} ± {2 * total.rating.deviation:.0f}"
        share = percent(total.share, total.interval)
        rows.append(
            (
                f"`{total.agent}`",
                *([share] if shared else [rating, share]),
                f"{total.score:.1f}",
                *(f"{total.measures[name]:.1f}" for name in own),
                total.games,
                f"{total.decisions:.0f}",
                duration(total.seconds),
            )
        )
    return table((*head, game.score_name, *own, "games", "decisions a game", "time of each"), rows)


def matrix(found: Results) -> str:
    agents = found.plan.agents
    entries = {(entry.agent, entry.against): entry for entry in found.entries}
    rows = []
    for name in agents:
        cells = []
        for other in agents:
            entry = entries.get((name, other))
            cells.append("" if entry is None else f"{percent(entry.share, entry.interval)}, n {entry.games}")
        rows.append((f"`{name}`", *cells))
    return table(("", *(f"`{name}`" for name in agents)), rows)
