"""What an evaluation shows and leaves behind: tables for the terminal; JSON, CSV, a picture and replays in a folder."""

from __future__ import annotations

import csv
import dataclasses
import functools
import importlib.metadata
import json
import pathlib
import platform
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import marszoo
from marszoo.agents.commandline import extra
from marszoo.agents.match import Match
from marszoo.agents.tournament import Entry, Failure, Plan, Total, entries, totals
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.replay import Recorder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from rich.table import Table

FORMAT = 1
"""Version of ``results.json``."""
NONE = "–"
WIDE = 110
"""Columns of a terminal from which on an interval stands beside its share, and not below."""
LONG = 18
"""Characters of a name that still heads a column of the matrix."""
SHOWN = 31
"""Characters of a name in the picture."""
VERSIONS = ("numpy", "numba", "openskill", "torch", "stable-baselines3", "sb3-contrib")
"""Distributions whose versions are kept beside the results."""


@dataclasses.dataclass(frozen=True)
class Results:
    """An evaluation that has been played.

    Attributes:
        together: whether all agents sat at one table.
        said: how many games were played, in words; empty if all matches have as many.
        alone: whether, in games with one goal for all, every agent played with itself only.
        run: what has no bearing on the numbers: arguments, number of processes, seconds.
    """

    plan: Plan
    matches: Sequence[Match | Failure]
    together: bool = False
    said: str = ""
    alone: bool = False
    run: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def shared(self) -> bool:
        return self.plan.game.shared(self.plan.players)

    @property
    def games(self) -> int:
        """Games of each match."""
        return sum(piece.games for piece in self.plan.pieces())

    @property
    def failures(self) -> list[tuple[tuple[str, ...], Failure]]:
        """The matches that were abandoned: who sat in them, and why."""
        pairs = zip(self.plan.pairings, self.matches, strict=True)
        return [(seated, match) for seated, match in pairs if isinstance(match, Failure)]

    @functools.cached_property
    def entries(self) -> list[Entry]:
        return entries(self.plan, self.matches, together=self.together)

    @functools.cached_property
    def totals(self) -> list[Total]:
        return totals(self.plan, self.matches, together=self.together)


def percent(share: float | None, interval: tuple[float, float] | None, gap: str = " ") -> str:
    """A share with its interval, and `gap` between them.

    >>> percent(0.5, (0.404, 0.596))
    '50.0 % (40.4–59.6)'
    """
    if share is None or interval is None:
        return NONE
    return f"{100 * share:.1f} %{gap}({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def duration(seconds: float | None) -> str:
    """A short time in the unit that suits it.

    >>> duration(0.0123)
    '12.3 ms'
    """
    if seconds is None:
        return NONE
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


# --- the terminal ---


def summary(results: Results, width: int = WIDE) -> Table:
    """The table with one line per agent, for a terminal of `width` columns, at least 80."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    plan, game, shared = results.plan, results.plan.game, results.shared
    who = "all at one table" if results.together else f"{results.games:,} games a match".replace(",", " ")
    if results.together or len(plan.pairings) == 1:
        who = f"{results.games:,} games".replace(",", " ")
    who = results.said or who
    seats = "1 player" if plan.players == 1 else f"{plan.players} players"
    note = f"95 % intervals in brackets; an even share is {100 / plan.players:.1f} %"
    if shared:
        whole = "" if results.together or plan.players == 1 else ", each agent in all seats"
        note = f"95 % intervals in brackets{whole}; a result is the crew's, so there are no ranks and no ratings"
    table = Table(
        title=f"{game.title} ({game.id}), {seats}{_chosen(plan)}, {who}, seed {plan.seed}",
        caption=note,
        title_style="bold",
        caption_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
    )
    gap = " " if width >= WIDE else "\n"
    # Only names are folded: of a number, no digit is ever lost.
    table.add_column("agent", overflow="fold")
    # Where room is short, the names need it more: the matrix has these shares one by one.
    mixed = shared and not (results.together or results.alone) and len(plan.agents) > 1 < plan.players and width >= WIDE
    heads = ["success", *(["with the\nothers"] if mixed else [])] if shared else ["wins"]
    heads += [game.scored(plan.options).replace(" ", "\n"), *([] if shared else ["rank", "rating\n± 2 sd"])]
    own = game.measured(plan.options)
    heads += [name.replace(" ", "\n") for name in own]
    for head in (*heads, "games", "decisions\na game", "time\neach", "illegal"):
        table.add_column(head, justify="right", no_wrap=True)
    for total in results.totals:
        rating = NONE if total.rating is None else f"{total.rating.mean:.0f}{gap}± {2 * total.rating.deviation:.0f}"
        table.add_row(
            escape(total.agent),
            percent(total.share, total.interval, gap),
            *([percent(total.mixed_share, total.mixed_interval, gap)] if mixed else []),
            _number(total.score, 2),
            *([] if shared else [_number(total.rank, 2), rating]),
            *(_number(total.measures.get(name), 2) for name in own),
            str(total.games),
            _number(total.decisions, 1),
            duration(total.seconds),
            f"[bold red]{total.illegal}[/]" if total.illegal else "0",
        )
    return table


def matrix(results: Results, width: int = WIDE) -> Table | None:
    """The table of all entries, if there are more of them than `summary` shows."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    agents = results.plan.agents
    if (
        results.together
        or results.alone & results.shared
        or results.plan.players == 1
        or len(agents) < (2 if results.shared else 3)
    ):
        return None
    title = "wins of the agent on the left against the one above"
    if results.shared:
        title = "success of the agent on the left together with the one above"
    others = ", which has all other seats" if results.plan.players > 2 else ""
    table = Table(title=title + others, title_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("", overflow="fold")
    gap = " " if width >= WIDE else "\n"
    # Long names, such as paths, would leave no room for the numbers.
    numbered = max(map(len, agents)) > LONG
    heads = [f"{k} {name}" if numbered else name for k, name in enumerate(agents, 1)]
    for k, head in enumerate(heads, 1):
        table.add_column(str(k) if numbered else escape(head), justify="right")
    found = {(entry.agent, entry.against): entry for entry in results.entries}
    abandoned = {(seated[0], seated[-1]) for seated, _ in results.failures}
    if results.plan.players == 2:
        abandoned |= {(b, a) for a, b in abandoned}
    for head, name in zip(heads, agents, strict=True):
        cells = []
        for other in agents:
            entry = found.get((name, other))
            text = "[bold red]abandoned[/]" if (name, other) in abandoned else ""
            cells.append(text if entry is None else percent(entry.share, entry.interval, gap))
        table.add_row(escape(head), *cells)
    return table


def _chosen(plan: Plan) -> str:
    """The options that were given, as part of a title."""
    return "".join(f", {name} {value}" for name, value in plan.options.items())


def _number(value: float | None, digits: int) -> str:
    return NONE if value is None else f"{value:.{digits}f}"


# --- the folder ---


def write(results: Results, folder: pathlib.Path) -> None:
    """Write ``results.json``, ``results.csv``, ``results.png`` and, if games were recorded, ``replays/``.

    Files of these names are replaced.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    replays = write_replays(results, folder / "replays") if results.plan.record else []
    data = {**as_json(results), "replays": replays}
    (folder / "results.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    write_csv(results, folder / "results.csv")
    draw(results, folder / "results.png")


def as_json(results: Results) -> dict[str, Any]:
    """All results as plain data. Times and ``"run"`` differ from run to run; everything else follows from the plan."""
    plan = results.plan
    content = plan.game.content(plan.content)
    options = plan.game.options(content=content, num_players=plan.players, **plan.options).as_dict(content)
    first = next((match for match in results.matches if isinstance(match, Match)), None)
    deals = [] if first is None else first.seeds[:: plan.players].tolist()
    return {
        "format": FORMAT,
        "run": {**results.run, "versions": versions(), "platform": platform.platform()},
        "game": plan.game.id,
        "options": options,
        "num_players": plan.players,
        "shared_goal": results.shared,
        "score_name": plan.game.scored(plan.options),
        "measures": {name: measure.meaning for name, measure in plan.game.measured(plan.options).items()},
        "one_table": results.together,
        "games": results.said or results.games,
        "seed": plan.seed,
        "deals": deals,  # seeds of the games; each is played from every seat
        "agents": [dataclasses.asdict(total) for total in results.totals],
        "entries": [dataclasses.asdict(entry) for entry in results.entries],
        "matches": [_match(seated, match) for seated, match in zip(plan.pairings, results.matches, strict=True)],
    }


def _match(seated: Sequence[str], match: Match | Failure) -> dict[str, Any]:
    if isinstance(match, Failure):
        return {"agents": list(seated), "abandoned": dataclasses.asdict(match)}
    return {
        "agents": list(seated),
        "games": match.games,
        "steps": match.decisions,  # a game, of all seats, forced ones included
        "truncated": match.truncated,
        "standings": [
            {**dataclasses.asdict(standing), "decisions": float(match.asked[:, k].mean())}
            for k, standing in enumerate(match.standings)
        ],
    }


def versions() -> dict[str, str]:
    """Versions of what the numbers may depend on."""
    found = {"marszoo": marszoo.__version__, "python": platform.python_version()}
    for name in VERSIONS:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


CSV = ("agent", "against", "games", "wins", "share", "low", "high", "score", "rank", "decisions")
"""The columns of ``results.csv``; those of the game's own measures follow, by their names."""


def write_csv(results: Results, path: pathlib.Path) -> None:
    """One line per agent and opponent. In matches that were abandoned, the numbers are empty."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        own = results.plan.game.measured(results.plan.options)
        out.writerow([*CSV, *own])
        for e in results.entries:
            line = [e.agent, e.against, e.games, e.wins, e.share, *e.interval, e.score, e.rank, e.decisions]
            out.writerow([*line, *(e.measures[name] for name in own)])
        for seated, _ in results.failures:
            out.writerow([seated[0], seated[-1], 0, *[""] * (len(CSV) + len(own) - 3)])


def write_replays(results: Results, folder: pathlib.Path) -> list[dict[str, Any]]:
    """The recorded games as replay files; gives who sat where in each, and how it ended."""
    plan, listed = results.plan, []
    said = plan.game.measured(plan.options)
    own = [k for k, measure in enumerate(plan.game.measures) if measure.name in said]
    folder.mkdir(parents=True, exist_ok=True)
    for number, (seated, match) in enumerate(zip(plan.pairings, results.matches, strict=True), 1):
        if isinstance(match, Failure):
            continue
        env = AECGame(plan.game, content=plan.content, num_players=plan.players, **plan.options)
        names = [re.sub(r"[^\w.-]+", "_", name)[-40:] for name in dict.fromkeys(seated)]
        for g, actions in enumerate(match.actions):
            recorder = Recorder(env)
            recorder.reset(seed=int(match.seeds[g]))
            for action in actions:
                recorder.step(action)
            file = f"{number:02d}_{'_vs_'.join(names[:2])}_{g + 1:04d}.json"
            recorder.replay().save(folder / file)
            order = match.seats[g].argsort()  # column of each seat
            listed.append(
                {
                    "file": f"{folder.name}/{file}",
                    "seed": int(match.seeds[g]),
                    "seats": [seated[k] for k in order],
                    "scores": match.scores[g][order].tolist(),
                    "ranks": match.ranks[g][order].tolist(),
                    "measures": dict(zip(said, match.measures[g][order][:, own].T.tolist(), strict=True)),  # of seats
                }
            )
    return listed


# --- the picture ---


def draw(results: Results, path: pathlib.Path) -> None:
    """A PNG: shares with error bars, and the matrix if there is one."""
    with extra():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

    listed = [total for total in results.totals if total.share is not None]
    wide = matrix(results) is not None
    height = 1.6 + 0.5 * max(3, len(results.plan.agents))
    figure = Figure(figsize=(13 if wide else 7, height), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)  # no display is touched
    axes = figure.subplots(1, 2 if wide else 1, squeeze=False)[0]
    _bars(axes[0], listed, results)
    if wide:
        _squares(axes[1], results)
    seats = "1 player" if results.plan.players == 1 else f"{results.plan.players} players"
    figure.suptitle(
        f"{results.plan.game.title}, {seats}{_chosen(results.plan)}, {results.said or f'{results.games} games a match'}, seed {results.plan.seed}"
    )
    figure.savefig(path, format="png")


def label(name: str) -> str:
    """A name for a picture, where a long path would leave no room for anything else: its end.

    >>> label("ppo:runs/a_long_way_to/the_run_of_today")
    '…a_long_way_to/the_run_of_today'
    """
    return name if len(name) <= SHOWN else "…" + name[1 - SHOWN :]


def _bars(axes: Axes, listed: Sequence[Total], results: Results) -> None:
    names = [label(total.agent) for total in listed]
    for y, total in enumerate(listed):
        assert total.share is not None
        assert total.interval is not None
        low, high = total.interval
        bars = [[max(0.0, total.share - low)], [max(0.0, high - total.share)]]
        axes.errorbar(total.share, y, xerr=bars, fmt="o", capsize=4, color="C0")
    if not results.shared:
        axes.axvline(1 / results.plan.players, color="grey", linestyle=":", linewidth=1, label="even share")
        axes.legend(loc="lower right")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xlabel("success (95 % interval)" if results.shared else "games won (95 % interval)")
    axes.grid(axis="x", alpha=0.3)


def _squares(axes: Axes, results: Results) -> None:
    agents = results.plan.agents
    found = {(entry.agent, entry.against): entry.share for entry in results.entries}
    nothing = float("nan")
    rates = [[found.get((a, b), nothing) for b in agents] for a in agents]
    # Beyond the range of shares, so that the colours stay pale behind the numbers.
    axes.imshow(rates, vmin=-0.5, vmax=1.5, cmap="RdYlGn", aspect="auto")
    for y, row in enumerate(rates):
        for x, rate in enumerate(row):
            if rate == rate:
                axes.text(x, y, f"{100 * rate:.0f} %", ha="center", va="center")
    names = [label(agent) for agent in agents]
    axes.set_xticks(range(len(names)), names, rotation=20, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title("left with above" if results.shared else "wins of left against above", fontsize="medium")
