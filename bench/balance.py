"""The balance checks of the games' specifications: one agent in all seats, so many games per player count.

``python bench/balance.py`` prints one table per player count and exits with status 1 if a bound is broken. Results
depend on the seed alone. A game of the package has one function in :data:`CHECKS`, which judges games of greedy and, if
it asks for them, of other agents or with other options.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from marszoo.agents import scripted
from marszoo.agents.lookahead import Scripted
from marszoo.agents.registry import make_agent
from marszoo.envs import registry
from marszoo.envs.core import rng
from marszoo.envs.core.advance import begin, play
from marszoo.envs.core.batch_kernels import CHOICE_STREAM, choose
from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import KIND, RUNNING, TRUNCATED, top
from marszoo.envs.core.game import Game
from marszoo.envs.core.jit import bind, jit
from marszoo.envs.first_martians import state as first_martians_state
from marszoo.envs.legacy_of_mars import state as legacy_of_mars_state
from marszoo.envs.terra_formars import actions as terra_formars_actions
from marszoo.envs.terra_formars import state as terra_formars_state
from marszoo.envs.terraforming_dice import state as terraforming_dice_state
from marszoo.envs.terraforming_dice.content import row_of


class Row(NamedTuple):
    """One line of the table: a measured value and what it must lie in; infinite bounds are for information only."""

    what: str
    value: float
    low: float
    high: float
    unit: str

    @property
    def holds(self) -> bool:
        return self.low <= self.value <= self.high

    def text(self) -> str:
        line = f"{self.what:<44} {self.value:>8.1f} {self.unit:<8}"
        if np.isinf(self.high):
            return line.rstrip()
        bounds = f"{self.low:g} to {self.high:g} {self.unit}".strip()
        return f"{line} {bounds:<20} {'ok' if self.holds else 'BROKEN'}"


def note(s: Any, action: Any, out: Any) -> None:
    """A placeholder: bound to what a game's check wants to know of each decision."""


def watch_template(
    content: Any,
    options: Any,
    params: Any,
    seeds: Any,
    blank: Any,
    scratch: Any,
    scratch_masks: Any,
    mask: Any,
    states: Any,
    notes: Any,
) -> None:
    """Play a game into each of `states`, all seats by compiled player 0; `note` may write to ``notes[g]``."""
    for g in range(len(states)):
        states[g] = blank[0]
        s = states[g]
        begin(s, content, options, seeds[g], mask)
        while s.over == RUNNING:
            word = rng.conceal(seeds[g], s.step_count, CHOICE_STREAM)
            action = choose(0, states, g, content, word, mask, scratch, scratch_masks, params)
            note(s, action, notes[g])
            play(s, content, action, mask)


class Played(NamedTuple):
    """Final states (G,), and what a check noted in each game (G, width); by name what else the check asked for."""

    game: Game
    content: Content
    states: npt.NDArray[Any]
    notes: npt.NDArray[np.int64]
    beside: Mapping[str, Any] = {}


class Beside(NamedTuple):
    """Games that are played beside those of the agent judged: by another agent, or with other options of the game."""

    agent: str | None = None
    options: Mapping[str, Any] = {}


class Check(NamedTuple):
    """How a game is watched, and how its specification judges what was seen."""

    note: Callable[..., None]
    width: int
    judge: Callable[[Played], list[Row]]
    beside: Mapping[str, Beside] = {}


def play_all(game: Game, content: Content, check: Check, num_players: int, games: int, seed: int, agent: str) -> Played:
    """Games of one agent in all seats, and those beside them."""

    def play(beside: Beside) -> Played:
        name = beside.agent or agent
        return play_one(game, content, check, num_players, games, seed, name, beside.options)

    return play(Beside())._replace(beside={name: play(beside) for name, beside in check.beside.items()})


def play_one(
    game: Game,
    content: Content,
    check: Check,
    num_players: int,
    games: int,
    seed: int,
    agent: str,
    given: Mapping[str, Any],
) -> Played:
    """Games between copies of one agent, with the options `given`."""
    chooser = Scripted(game, [make_agent(agent)])
    kernels = game.kernels
    rules = {"begin": kernels.begin, "play": kernels.play, "choose": chooser.bind(game), "note": check.note}
    options = game.options(content=content, num_players=num_players, **given).vector
    seeds = np.array([rng.mix(np.uint64(seed), np.int64(k), np.int64(num_players)) for k in range(games)], np.uint64)
    states, notes = game.zeros(games), np.zeros((games, check.width), np.int64)
    working = (game.zeros(1), game.zeros(chooser.scratch), game.mask(chooser.scratch), game.mask())
    run = bind(watch_template, game.name, **rules)
    run(content.tables, options, chooser.params, seeds, *working, states, notes)
    return Played(game, content, states, notes)


@jit
def note_purchase(s: Any, action: Any, out: Any) -> None:
    """Count supports acquired: in a spending phase, cards that lie in the row."""
    card = action - terra_formars_actions.A_CARD
    if top(s, KIND) == terra_formars_state.SPEND and card >= 0 and s.place[card] == terra_formars_state.FACE_UP:
        out[card] += 1


def terra_formars(played: Played) -> list[Row]:
    """Heroes 60–140 % and seats 85–115 % of an even share, supports in 2 % of games, 10–60 turns a game."""
    content, states = played.content, played.states
    num = int(states["num_players"][0])
    points = states["points"][:, :num].astype(np.int64)
    best = points == points.max(axis=1, keepdims=True)
    share = best / best.sum(axis=1, keepdims=True)
    even = 1.0 / num
    rows = []
    heroes = states["hero"][:, :num]
    for hero, name in enumerate(content.names["hero"]):
        chosen = heroes == hero
        won = share[chosen].mean() if chosen.any() else 0.0
        rows.append(
            Row(f"hero {name}: share of wins ({int(chosen.sum())} games)", 100 * won / even, 60, 140, "% of even")
        )
    for seat in range(num):
        rows.append(Row(f"seat {seat}: share of wins", 100 * share[:, seat].mean() / even, 85, 115, "% of even"))
    for card, name in enumerate(content.names["support"]):
        rows.append(Row(f"support {name}: acquired in", 100 * (played.notes[:, card] > 0).mean(), 2, 100, "% of games"))
    turns = states["turn"].astype(np.int64)
    rows.append(Row("turns a game: mean", float(turns.mean()), 10, 60, "turns"))
    rows.append(Row("turns a game: middle 98 %, lowest", float(np.percentile(turns, 1)), 10, 60, "turns"))
    rows.append(Row("turns a game: middle 98 %, highest", float(np.percentile(turns, 99)), 10, 60, "turns"))
    rows.append(Row("truncated games", 100 * (states["over"] == TRUNCATED).mean(), 0, 1, "% of games"))
    return rows


@jit
def note_nothing(s: Any, action: Any, out: Any) -> None:
    """For games whose final state tells all."""


def win_shares(played: Played) -> npt.NDArray[Any]:
    """(G, P): 1 for the winner of a game, shared among those who are level."""
    states = played.states
    num, games = int(states["num_players"][0]), len(states)
    share = np.zeros((games, num))
    for g in range(games):
        rank = np.asarray(played.game.settle_up(states, g, played.content, "outcome").rank[:num])
        share[g] = (rank == rank.min()) / (rank == rank.min()).sum()
    return share


def rival_rows(played: Played) -> list[Row]:
    """How corporations and seats fare, for games whose states have a field ``corporation``."""
    share = win_shares(played)
    num = share.shape[1]
    rows = []
    corporations = played.states["corporation"][:, :num]
    for k, name in enumerate(played.content.names["corporation"]):
        chosen = corporations == k
        won = share[chosen].mean() if chosen.any() else 0.0
        what = f"corporation {name}: share of wins ({int(chosen.sum())} games)"
        rows.append(Row(what, 100 * won * num, 60, 140, "% of even"))
    for seat in range(num):
        rows.append(Row(f"seat {seat}: share of wins", 100 * share[:, seat].mean() * num, 85, 115, "% of even"))
    return rows


def terraforming_dice(played: Played) -> list[Row]:
    """Corporations 60–140 % and seats 85–115 % of an even share, cards played in 1 % of games, 12–40 turns a player.

    The turns are those of the mean: the tracks are as long for two players as for four, so that single games have to differ
    more than that. Alone, where nobody is beaten and the turns are given, only the cards are judged.
    """
    content, states = played.content, played.states
    num = int(states["num_players"][0])
    rows = rival_rows(played) if num > 1 else []
    down = states["place"] >= terraforming_dice_state.TABLE
    for table in ("project", "bonus"):
        for k, name in enumerate(content.names[table]):
            rows.append(Row(f"{table} {name}: played in", 100 * down[:, row_of(table, k)].mean(), 1, 100, "% of games"))
    if num == 1:
        steps = (
            terraforming_dice_state.TEMPERATURE_STEPS,
            terraforming_dice_state.OXYGEN_STEPS,
            terraforming_dice_state.OCEANS,
        )
        reached = [
            states[track] >= most for track, most in zip(("temperature", "oxygen", "oceans"), steps, strict=True)
        ]
        rows.append(Row("goal reached", 100 * np.all(reached, axis=0).mean(), -np.inf, np.inf, "% of games"))
    else:
        turns = states["turn"].astype(np.int64) / num
        rows.append(Row("turns a player: mean", float(turns.mean()), 12, 40, "turns"))
        for percent in (1, 99):
            shown = float(np.percentile(turns, percent))
            rows.append(Row(f"turns a player: percentile {percent}", shown, -np.inf, np.inf, "turns"))
    rows.append(Row("truncated games", 100 * (states["over"] == TRUNCATED).mean(), 0, 1, "% of games"))
    return rows


PLANS = tuple(name for name in scripted.names_of("first_martians") if name != "greedy")
"""The other scripted agents of First Martians."""


def first_martians(played: Played) -> list[Row]:
    """The best plan succeeds in 20–60 % of normal missions, random in under 3 %; training is easier, hard is harder.

    No mission is lost or won by itself, and whatever the content has comes up. The rest is for information.
    """
    content = played.content
    missions = content.ids["mission"]
    plans = {"greedy": played, **{k: v for k, v in played.beside.items() if k in PLANS}}
    levels = {"training": played.beside["training"], "normal": played, "hard": played.beside["hard"]}

    def success(of: Played) -> float:
        return 100 * float((of.states["ending"] == first_martians_state.WON).mean())

    best = max(plans.values(), key=success)
    rows = [
        Row("success on normal: the best plan", success(best), 20, 60, "%"),
        *(Row(f"success on normal: {name}", success(of), -np.inf, np.inf, "%") for name, of in plans.items()),
        Row("success on normal: random", success(played.beside["random"]), 0, 3, "%"),
        Row("success: training less normal", success(levels["training"]) - success(played), 3, 100, "points"),
        Row("success: normal less hard", success(played) - success(levels["hard"]), 3, 100, "points"),
    ]
    for level, of in levels.items():
        for m, id in enumerate(missions):
            won = of.states["ending"][of.states["mission"] == m] == first_martians_state.WON
            low, high = (3, 97) if level == "normal" else (-np.inf, np.inf)
            rows.append(
                Row(f"{level}, {id}: success ({len(won)} games)", 100 * won.mean() if len(won) else 0.0, low, high, "%")
            )
    for level, of in levels.items():
        for k, how in enumerate(first_martians_state.ENDINGS[2:], 2):
            share = 100 * float((of.states["ending"] == k).mean())
            rows.append(Row(f"{level}: {how}", share, -np.inf, np.inf, "%"))
        rows.append(Row(f"{level}: sols a game", float(of.states["sol"].mean()), -np.inf, np.inf, "sols"))
    every = [played, *played.beside.values()]
    seen = {
        "malfunction cards": np.any(
            [(of.states["place"] >= first_martians_state.DISCARD).any(axis=0) for of in every], 0
        ),
        "events": np.any([(of.states["drawn"] != 0).any(axis=0) for of in every], axis=0),
        "places outside": np.isin(np.arange(first_martians_state.TILES), [of.states["spot"] for of in every]),
        "upgrades": np.any(
            [(of.states["upgrade"] == first_martians_state.WORKING).any(axis=0) for of in every], axis=0
        ),
    }
    for (what, found), table in zip(seen.items(), ("card", "event", "roi", "upgrade"), strict=True):
        missing = len(content.ids[table]) - int(found[: len(content.ids[table])].sum())
        rows.append(Row(f"{what} that never came up", missing, 0, 0, ""))
    for name, of in (("greedy", played), ("random", played.beside["random"])):
        rows.append(Row(f"{name}: truncated games", 100 * (of.states["over"] == TRUNCATED).mean(), 0, 1, "% of games"))
    return rows


LEGACY_BESIDE = {
    "random": Beside("random"),
    **{name: Beside(name) for name in scripted.names_of("legacy_of_mars") if name != "greedy"},
    # The deck of the last mission has the cards of all the others.
    "mission 4": Beside(options={"mission": 4}),
}
"""Games of The Legacy of Mars that are played beside those of greedy."""


def legacy_of_mars(played: Played) -> list[Row]:
    """Seats 85–115 % and house corporations 60–140 % of an even share, 8–14 generations; every card is played by somebody.

    The generations are those of three players; for other numbers, which take longer or shorter, they are for information.
    Alone, where nobody is beaten and the generations are given, only the cards are judged.
    """
    content, states = played.content, played.states
    num = int(states["num_players"][0])
    rows = rival_rows(played) if num > 1 else []
    if num > 1:
        low, high = (8, 14) if num == 3 else (-np.inf, np.inf)
        generations = states["generation"].astype(np.int64)
        rows.append(Row("generations: mean", float(generations.mean()), low, high, ""))
        for percent in (1, 99):
            shown = float(np.percentile(generations, percent))
            rows.append(Row(f"generations: percentile {percent}", shown, -np.inf, np.inf, ""))
    every = [played, *played.beside.values()]
    codes = np.concatenate([of.states["place"] for of in every])
    down = (codes >= legacy_of_mars_state.ON_TABLE) & (codes < legacy_of_mars_state.ON_OFFER)
    for table, first in (("project", 0), ("innovation", legacy_of_mars_state.PROJECTS)):
        times = down[:, first : first + len(content.ids[table])].mean(axis=0)
        never = [id for id, often in zip(content.ids[table], times, strict=True) if often == 0.0]
        rows.append(Row(f"{table}s that nobody played {' '.join(never)}".rstrip(), len(never), 0, 0, ""))
        rows.append(Row(f"{table}s: the rarest, in", 100 * float(times.min()), -np.inf, np.inf, "% of games"))
    for name, of in (("greedy", played), *played.beside.items()):
        rows.append(Row(f"{name}: truncated games", 100 * (of.states["over"] == TRUNCATED).mean(), 0, 1, "% of games"))
    return rows


CHECKS = {
    "first_martians_v0": Check(
        note_nothing,
        1,
        first_martians,
        {
            "random": Beside("random"),
            **{name: Beside(name) for name in PLANS},
            **{level: Beside(options={"difficulty": level}) for level in ("training", "hard")},
        },
    ),
    "legacy_of_mars_v0": Check(note_nothing, 1, legacy_of_mars, LEGACY_BESIDE),
    "terra_formars_v0": Check(note_purchase, terra_formars_state.SUPPORTS, terra_formars),
    "terraforming_dice_v0": Check(note_nothing, 1, terraforming_dice),
}
"""Game id -> its check."""


def main() -> int:
    """Run the checks and print the tables; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=CHECKS, action="append", help="default: all")
    parser.add_argument("--players", type=int, action="append", help="default: every player count")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--agent", default="greedy")
    parser.add_argument("--content", help="a content file to judge in place of the shipped one (with one --game)")
    given = parser.parse_args()
    sound = True
    for id in given.game or CHECKS:
        game = registry.get(id)
        content = game.content(given.content)
        for players in given.players or range(game.min_players, game.max_players + 1):
            rows = CHECKS[id].judge(play_all(game, content, CHECKS[id], players, given.games, given.seed, given.agent))
            print(f"\n{id}, {players} players, {given.games} games of {given.agent}, seed {given.seed}")
            print("\n".join(row.text() for row in rows))
            sound = sound and all(row.holds for row in rows)
    print("\nall bounds hold" if sound else "\nsome bounds are BROKEN")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
