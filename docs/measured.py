"""The statistics of the pages: games of equal agents, played once and kept in statistics.json.

Beside the figures stands what they were computed from: digests of the content and of the agents' weights, and a few games
that are played again to see whether the rules are still the same.
"""

from __future__ import annotations

import collections
import hashlib
import importlib
import json
import pathlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import marszoo
from marszoo.agents.arena import play_match
from marszoo.agents.match import Match, wilson
from marszoo.envs import registry
from marszoo.envs.core.game import Game

STATISTICS = pathlib.Path(__file__).resolve().with_name("statistics.json")
AGENTS = ("random", "greedy")
"""Whose games the statistics describe: every seat is played by the same agent."""
GAMES, TURN_GAMES, SAMPLE = 2000, 100, 3
"""Games per row of the statistics; games that are watched, turn by turn; games played again by --check."""
OPTION_PART = 4
"""The games with other options than the defaults are this part of those per row."""
TURNS = ("turn", "round", "generation", "sol")
"""Fields of a state that count what players call turns: the first one a game has is reported."""


def counts(game: Game) -> range:
    return range(game.min_players, game.max_players + 1)


def sample(game: Game) -> dict[str, list[list[float]]]:
    """Decisions and scores of a few random games per number of players: other rules give other games."""
    out = {}
    for n in counts(game):
        env = registry.make(game.id, num_players=n)
        out[str(n)] = [[float(x) for x in played(env, "random", seed)[:-1]] for seed in range(SAMPLE)]
    return out


def plans(game: Game) -> dict[str, str]:
    """A digest of the numbers each agent plays by."""
    rows = {name: marszoo.make_agent(name).compiled(game) for name in AGENTS}
    return {name: "" if row is None else hashlib.sha256(row.tobytes()).hexdigest()[:16] for name, row in rows.items()}


def played(env: Any, name: str, seed: int, taken: collections.Counter[str] | None = None) -> list[float]:
    """Decisions, scores of all seats and turns (0 if the game counts none) of a game between equal agents.

    Args:
        taken: is added to, how often each kind of action was taken.
    """
    agent = marszoo.make_agent(name)
    env.reset(seed=seed)
    while env.legal_actions():
        action = agent.act_env(env)
        if taken is not None:
            taken[kind_of_action(env.game, action)] += 1
        env.step(action)
    scores = [info["score"] for info in env.infos.values()]
    field = next((name for name in TURNS if name in env.game.state.names), None)
    return [int(env.states["step_count"][0]), *scores, int(env.states[field][0]) if field else 0]


def kind_of_action(game: Game, action: int) -> str:
    """An action without what it is aimed at: its block, with the first word of its label if the labels have several.

    The actions of the first block, which are aimed at nothing, go by their labels.
    """
    name, k = game.actions.decode(action)
    block = next(block for block in game.actions.blocks if block.name == name)
    if block is game.actions.blocks[0]:
        return str(block.labels[k])
    if block.labels and any(" " in label for label in block.labels):
        return f"{name} {block.labels[k].split()[0]}"
    return name


def endings(game: Game) -> tuple[str, ...]:
    """The ways in which a game may end, as the numbers of its field ``ending``; none if it has no such field."""
    if "ending" not in game.state.names:
        return ()
    return tuple(importlib.import_module(f"{registry.GAMES[game.id]}.state").ENDINGS)


def watched(game: Game, name: str, n: int, games: int) -> dict[str, Any]:
    """What is seen of games that are played one by one: turns, and where the seats share a goal endings and actions.

    Endings are shares of the games, actions means per game.
    """
    env = registry.make(game.id, num_players=n)
    ways, taken = endings(game), collections.Counter[str]()
    turns, ends = [], collections.Counter[str]()
    for seed in range(games):
        turns.append(played(env, name, seed, taken)[-1])
        if ways:
            ends[ways[int(env.states["ending"][0])]] += 1
    seen: dict[str, Any] = {"turns": spread(turns) if any(turns) else None}
    if game.cooperative:
        seen["endings"] = {way: round(ends[way] / games, 4) for way in ways if ends[way]}
        seen["actions"] = {kind: round(times / games, 2) for kind, times in taken.most_common()}
    return seen


def spread(values: Any) -> dict[str, float]:
    """What the statistics say of a quantity."""
    low, middle, high = np.percentile(values, (5, 50, 95))
    return {
        "mean": round(float(np.mean(values)), 2),
        "p5": low,
        "median": middle,
        "p95": high,
        "max": float(np.max(values)),
    }


def measure(game: Game, name: str, n: int, games: int) -> dict[str, Any]:
    match = play_match(game, [name] * n, games, seed=0)
    winners = match.ranks == 1
    shares = winners / winners.sum(axis=1, keepdims=True)
    # A column of the match is an agent, who sat in another seat in every rotation of a deal.
    seats = [float(shares[match.seats == seat].mean()) for seat in range(n)]
    return {
        "players": n,
        "agent": name,
        "games": match.games,
        "decisions": spread(match.steps),
        **watched(game, name, n, min(TURN_GAMES, games)),
        "score": spread(match.scores),
        "winning_score": round(float(match.scores[winners].mean()), 2),
        "shared_wins": round(float((winners.sum(axis=1) > 1).mean()), 4),
        "seat_wins": [round(share, 4) for share in seats],
        "reached": reached(game, match, n),
        "truncated": match.truncated,
        "illegal": sum(standing.illegal for standing in match.standings),
    }


def reached(game: Game, match: Match, n: int) -> float | None:
    """How often seats that share a goal reached it; None where they compete."""
    return round(match.standings[0].win_share, 4) if game.shared(n) else None


def interval(row: dict[str, Any]) -> tuple[float, float]:
    """95 % interval of `reached` in a row.

    Equal agents who change places may play a deal in the same way again, so it supposes no more games than deals.
    """
    deals = row["games"] // row["players"]
    return wilson(row["reached"] * deals, deals)


def combinations(game: Game) -> Iterator[dict[str, Any]]:
    """The values of the switches under which a co-operative game is measured.

    The defaults, then each other value of each switch; and all of these again for each row of the content that a switch can
    name, such as each mission.
    """
    preset = {switch.name: switch.preset for switch in game.switches}
    plain = [switch for switch in game.switches if not switch.ids_of]
    others = [{switch.name: value} for switch in plain for value in switch.values if value != switch.preset]
    named = [switch for switch in game.switches if switch.ids_of]
    rows = [{switch.name: id} for switch in named for id in game.shipped.ids[switch.ids_of]]
    for row in ({}, *rows):
        for other in ({}, *others):
            yield preset | row | other


def by_option(game: Game, games: int) -> list[dict[str, Any]]:
    """How often the best of AGENTS reaches the goal of a co-operative game under the values of its switches.

    Other games have no such rows: what a switch changes in them shows in no single number.
    """
    if not game.cooperative:
        return []
    rows = []
    for options in combinations(game):
        for n in counts(game):
            match = play_match(game, [AGENTS[-1]] * n, games, seed=0, **options)
            rows.append({"options": options, "players": n, "games": match.games, "reached": reached(game, match, n)})
    return rows


def entry_of(game: Game, games: int) -> dict[str, Any]:
    """The entry of a game in statistics.json."""
    rows = [measure(game, name, n, games) for name in AGENTS for n in counts(game)]
    return {
        "content": game.shipped.digest,
        "agents": plans(game),
        "sample": sample(game),
        "rows": rows,
        "options": by_option(game, max(1, games // OPTION_PART)),
    }


def load() -> dict[str, Any]:
    return json.loads(STATISTICS.read_text(encoding="utf-8")) if STATISTICS.exists() else {}


def stale() -> list[str]:
    """What in statistics.json was computed from other games than those of today."""
    known = load()
    out = [f"statistics.json: {id}, which is no game" for id in known if id not in registry.GAMES]
    for id in registry.GAMES:
        game, entry = registry.get(id), known.get(id)
        if entry is None:
            out.append(f"statistics.json: {id} is missing")
        elif entry["content"] != game.shipped.digest:
            out.append(f"statistics.json: {id} was played with other content")
        elif entry["agents"] != plans(game):
            out.append(f"statistics.json: {id} was played by agents with other weights")
        elif entry["sample"] != sample(game):
            out.append(f"statistics.json: {id} was played by other rules")
    return [f"{line} (make it anew with --statistics)" for line in out]


def renew(ids: Sequence[str], games: int) -> None:
    """Play these games anew and write statistics.json; the entries of the others stay."""
    known = load()
    entries = {
        id: entry_of(registry.get(id), games) if id in ids else known[id]
        for id in registry.games()
        if id in (*ids, *known)
    }
    STATISTICS.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
