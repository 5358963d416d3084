"""The statistics of a game's page as tables, from what ``measured.py`` keeps in statistics.json."""

from collections.abc import Sequence
from typing import Any

import measured
from writing import filled, folded, players, table

from marszoo.envs.core.game import Game

NOT_MEASURED = "Not measured yet: `python docs/generate.py --statistics` plays the games."
"""Stands in a new game's page until then; --check asks for the statistics themselves."""


def percent(row: dict[str, Any]) -> str:
    """How often a goal was reached, with its interval."""
    low, high = measured.interval(row)
    return f"{100 * row['reached']:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def won(row: dict[str, Any]) -> tuple[str, str, str]:
    """The winner's score, shared wins and wins by seat; where the seats share a goal, how often it was reached."""
    if row["reached"] is not None:
        return "", "", f"goal reached in {percent(row)}"
    seats = ", ".join(f"{100 * share:.0f} %" for share in row["seat_wins"])
    return f"{row['winning_score']:.1f}", f"{100 * row['shared_wins']:.1f} %", seats


def range_of(values: dict[str, float] | None) -> str:
    return "" if values is None else f"{values['mean']:.1f} ({values['p5']:.0f}–{values['p95']:.0f})"


def score_table(game: Game, rows: Sequence[dict[str, Any]]) -> str:
    """Scores and wins; in a co-operative game the goal in place of what divides the seats."""
    heads = ["players", "all seats", "score", "highest"]
    heads += ["goal reached (95 %)"] if game.cooperative else ["winner's score", "shared wins", "wins by seat"]

    def cells(r: dict[str, Any]) -> tuple[Any, ...]:
        more = (percent(r),) if game.cooperative else won(r)
        return (r["players"], r["agent"], range_of(r["score"]), f"{r['score']['max']:.0f}", *more)

    return table(heads, map(cells, rows))


def option_table(rows: Sequence[dict[str, Any]]) -> str:
    """How often the goal is reached under the values of the switches, by number of players."""
    numbers = sorted({row["players"] for row in rows})
    found: dict[tuple[tuple[str, str], ...], dict[int, str]] = {}
    for row in rows:
        found.setdefault(tuple(row["options"].items()), {})[row["players"]] = percent(row)
    return table(
        (*(f"`{switch}`" for switch in rows[0]["options"]), *map(players, numbers)),
        [(*(value for _, value in options), *(each[n] for n in numbers)) for options, each in found.items()],
    )


def ending_table(rows: Sequence[dict[str, Any]]) -> str:
    """How the games ended, by number of players and agent."""
    ways = dict.fromkeys(way for row in rows for way in row["endings"])
    return table(
        ("players", "all seats", *ways),
        [(r["players"], r["agent"], *(f"{100 * r['endings'].get(way, 0):.0f} %" for way in ways)) for r in rows],
    )


def action_table(rows: Sequence[dict[str, Any]]) -> str:
    """How often each kind of action was taken per game, the most frequent first."""
    kinds = sorted({kind for row in rows for kind in row["actions"]}, key=lambda kind: (-sum_of(rows, kind), kind))
    return table(
        ("action", *(players(row["players"]) for row in rows)),
        [(f"`{kind}`", *(f"{row['actions'].get(kind, 0):.1f}" for row in rows)) for kind in kinds],
    )


def sum_of(rows: Sequence[dict[str, Any]], kind: str) -> float:
    return sum(row["actions"].get(kind, 0) for row in rows)


def part_statistics(game: Game) -> str:
    entry = measured.load().get(game.id)
    if entry is None:
        return filled(NOT_MEASURED)
    rows = entry["rows"]
    lengths = table(
        ("players", "all seats", "games", "decisions", "longest", "turns", "truncated", "illegal"),
        [
            (
                r["players"],
                r["agent"],
                r["games"],
                range_of(r["decisions"]),
                f"{r['decisions']['max']:.0f}",
                range_of(r["turns"]),
                r["truncated"],
                r["illegal"],
            )
            for r in rows
        ],
    )
    note = (
        "Means, with the 5th and 95th percentiles in brackets. Decisions are those of all seats, forced ones included. "
        f"Seed 0; turns over {measured.TURN_GAMES} games; `python docs/generate.py --statistics` plays them again."
    )
    parts = [lengths, score_table(game, rows), filled(note)]
    best = measured.AGENTS[-1]
    watched = f"in the {min(measured.TURN_GAMES, rows[0]['games'])} games that were watched"
    if any(row.get("endings") for row in rows):
        parts += [filled(f"How games ended, {watched}:"), ending_table(rows)]
    if entry.get("options"):
        games = max(row["games"] for row in entry["options"])
        what = (
            f"How often {best} in all seats reaches the goal, with 95 % intervals; {games} games each. Intervals here count "
            "deals, not games: a deal played from another seat can be the same game if all seats are played alike."
        )
        parts += [filled(what), option_table(entry["options"])]
    if any(row.get("actions") for row in rows):
        what = f"How often {best} takes each kind of action, all seats together, a game; forced ones are left out; {watched}"
        parts.append(folded(what, action_table([row for row in rows if row["agent"] == best])))
    return "\n\n".join(parts)
