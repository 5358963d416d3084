"""Fills the generated parts of the pages in docs/.

    python docs/generate.py                rewrite them (`make docs`)
    python docs/generate.py --check        change nothing; exit with status 1 and name what is stale
    python docs/generate.py --statistics   play the games of statistics.json anew, then rewrite
    python docs/generate.py --images       draw the pictures of images/ anew, then rewrite

The last two may be followed by the ids of the games that are meant; otherwise they are for all.

A generated part stands between ``<!-- begin: NAME -->`` and ``<!-- end: NAME -->``; all other text is written by hand.
Every game of the registry has a page ``<game>.md`` with all the parts of :data:`GAME_PARTS`; a new game's page is begun
here. What takes long to compute, the statistics, is kept in statistics.json, together with what it was computed from.
training.md has the fields of a training run, from the sentences below them in agents/config.py; ladder.md the ladders that
come with the package.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pathlib
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import cards
import fields
import figures
import ladders
import measured
import pictures
from writing import filled, folded, joined, paragraphs, players, table

import marszoo
from marszoo.agents.gym import gymnasium_id
from marszoo.envs import registry
from marszoo.envs.core.content import Source
from marszoo.envs.core.game import COMMON, Game

DOCS = pathlib.Path(__file__).resolve().parent
LEDGER_SEEDS, LEDGER_SHORTEST, LEDGER_LONGEST = 64, 8, 40
"""Random games to choose the ledger's from; the fewest lines it may have, and the most decisions."""
LONG_TABLE = 40
"""Rows of a content table from which on it is folded."""


# --- the docstring of a game ---


def docstring(game: Game) -> dict[str, str]:
    """The parts of the game's docstring: "" for what comes before the first heading, then heading -> text.

    Raises:
        ValueError: the game's package has no docstring.
    """
    package = importlib.import_module(registry.GAMES[game.id])
    text = inspect.getdoc(package)
    if not text:
        raise ValueError(f"{package.__name__} has no docstring")
    parts, heading, lines = {}, "", text.splitlines()
    start = 0
    for k, line in enumerate(lines):
        if k and line and set(line) == {"="}:
            parts[heading] = "\n".join(lines[start : k - 1])
            heading, start = lines[k - 1], k + 1
    parts[heading] = "\n".join(lines[start:])
    return parts


def section(game: Game, begins: str) -> str:
    for heading, text in docstring(game).items():
        if heading.startswith(begins):
            return text
    raise ValueError(f"the docstring of {game.id} has no heading {begins!r}")


def as_list(text: str) -> str:
    """Unindented lines are terms, the indented paragraphs below them say what holds; both become a list."""
    out = []
    for part in paragraphs(text):
        for piece in re.split(r"\n(?=\S)", part):
            term, _, body = piece.partition("\n")
            line = f"**{term.strip()}.** {joined(body)}" if body[:1].isspace() else joined(piece)
            out.append(filled(line, "- ", "  "))
    return "\n".join(out)


def part_summary(game: Game) -> str:
    intro = paragraphs(docstring(game)[""])
    return "\n\n".join(filled(joined(text)) for text in intro)


def part_readings(game: Game) -> str:
    return as_list(section(game, "Readings chosen"))


def part_versions(game: Game) -> str:
    return as_list(section(game, "Version history"))


# --- tables ---


def per_count(game: Game, value: Callable[[int], Any]) -> str:
    """A value for each number of players: one if they are all the same, else all of them."""
    values = [str(value(n)) for n in measured.counts(game)]
    if len(set(values)) == 1:
        return values[0]
    return ", ".join(f"{v} ({players(n)})" for n, v in zip(measured.counts(game), values, strict=True))


def part_facts(game: Game) -> str:
    rows = [
        ("id", f"`{game.id}`, in Gymnasium `{gymnasium_id(game.id)}`"),
        ("players", f"{game.min_players}–{game.max_players}"),
        ("kind", "co-operative" if game.cooperative else "competitive"),
        ("actions", f"`Discrete({game.actions.n})`"),
        ("observation", per_count(game, lambda n: f"{game.observation.width(n)} floats")),
        ("state", f"{game.state.itemsize} bytes"),
        ("content digest", f"`{game.shipped.digest}`"),
    ]
    return table(("", ""), rows)


def part_options(game: Game) -> str:
    preset = game.options(num_players=game.min_players).as_dict(game.shipped)
    preset["num_players"] = game.options().num_players
    shown = {name: repr(value) for name, value in preset.items()}
    shown["max_cycles"] = per_count(game, lambda n: game.max_cycles[n])
    for switch in game.switches:
        if switch.lengthens > 1:
            shown["max_cycles"] += f"; {switch.lengthens} times as many with `{switch.name}`"
    shown["content"] = "None: the shipped one"
    meaning = COMMON | {switch.name: switch.meaning for switch in game.switches}
    rows = [(f"`{name}`", shown[name], values, meaning[name]) for name, values in game.option_values().items()]
    return table(("option", "default", "values", "meaning"), rows)


def part_actions(game: Game) -> str:
    return table(("id", "action", "meaning"), game.actions.table())


def part_observation(game: Game) -> str:
    return "\n\n".join(
        folded(
            f"{players(n)}: {game.observation.width(n)} floats",
            table(("index", "segment", "meaning"), game.observation.table(n)),
        )
        for n in measured.counts(game)
    )


def part_content(game: Game) -> str:
    data = Source(game.content_file).data
    out = []
    for name, entry in data.items():
        if isinstance(entry, list):
            keys = list(dict.fromkeys(key for row in entry for key in row))
            rows = [(k, *(cell(row.get(key, "")) for key in keys)) for k, row in enumerate(entry)]
            text = table(("row", *keys), rows)
            out.append(f"**{name}**\n\n{folded(f'{len(rows)} rows', text) if len(rows) > LONG_TABLE else text}")
        else:
            out.append(f"**{name}**\n\n{table(('key', 'value'), [(key, cell(value)) for key, value in entry.items()])}")
    return "\n\n".join(out)


def cell(value: Any) -> str:
    """A value of a content file: lists with commas, or with semicolons if their items have commas."""
    if isinstance(value, dict):
        return "; ".join(f"{key}: {item}" for key, item in value.items())
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, list):
        return str(value)
    items = [inner(item) if isinstance(item, dict) else str(item) or "–" for item in value]
    return ("; " if any("," in item for item in items) else ", ").join(items)


def inner(row: dict[str, Any]) -> str:
    """A table within a row, on one line: its lists with spaces, what is empty left out."""
    texts = {key: " ".join(map(str, item)) if isinstance(item, list) else str(item) for key, item in row.items()}
    return ", ".join(f"{key} {text}" for key, text in texts.items() if text)


def part_glossary(game: Game) -> str:
    """What the words of the content file mean: ``GLOSSARY`` of the game's module ``glossary``."""
    words = importlib.import_module(f"{registry.GAMES[game.id]}.glossary").GLOSSARY
    return "\n\n".join(
        f"**{heading}**\n\n" + table(("word", "meaning"), [(f"`{word}`", text) for word, text in entries.items()])
        for heading, entries in words.items()
    )


# --- usage.md ---


def part_games() -> str:
    rows = []
    for id in registry.games():
        game = registry.get(id)
        page = f"[{game.title}]({game.name}.md)"
        rows.append((page, f"`{id}`", f"`{gymnasium_id(id)}`", f"{game.min_players}–{game.max_players}"))
    return table(("game", "id", "in Gymnasium", "players"), rows)


def part_common_options() -> str:
    games = [registry.get(id).option_values() for id in registry.games()]
    rows = []
    for name, meaning in COMMON.items():
        values = dict.fromkeys(game[name] for game in games)
        rows.append((f"`{name}`", values.popitem()[0] if len(values) == 1 else "see the game's page", meaning))
    return table(("option", "values", "meaning"), rows)


def short_game(id: str) -> tuple[int, int]:
    """Seed of a random game, and a small number of decisions after which somebody leads."""
    best = (LEDGER_LONGEST, 0)
    for seed in range(LEDGER_SEEDS):
        env = registry.make(id, max_cycles=LEDGER_LONGEST)
        env.reset(seed=seed)
        agent = marszoo.make_agent("random")
        lines = taken = 0
        while env.legal_actions() and taken < best[0]:
            scores = env.game.settle_up(env.states, 0, env.content, "outcome").score
            if lines >= LEDGER_SHORTEST and scores.max() > scores.min():
                best = (taken, seed)
                break
            env.step(agent.act_env(env))
            lines, taken = lines + 1, int(env.states["step_count"][0])
    return best[1], best[0]


def part_ledger() -> str:
    """Every line of a small game."""
    id = registry.games()[0]
    seed, decisions = short_game(id)
    env = marszoo.make(id, max_cycles=decisions)
    env.reset(seed=seed)
    agent = marszoo.make_agent("random")
    rows = []
    for name in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        action = None if termination or truncation else agent.act_env(env)
        words = "`None`" if action is None else f"{action}: {env.describe(action)}"
        env.step(action)
        earned = ", ".join(f"{who} {value:+g}" for who, value in env.rewards.items() if value) or "0 for all"
        rows.append((name, f"{reward:+g}" if reward else "0", termination, truncation, words, earned))
    head = (
        "`agent_selection`",
        "`last()`: reward",
        "termination",
        "truncation",
        "`step(action)`",
        "`rewards` after it",
    )
    call = f"`marszoo.make({id!r}, max_cycles={decisions})`, `reset(seed={seed})`, random legal actions:"
    return f"{call}\n\n{table(head, rows)}"


# --- pages ---

GAME_PARTS: dict[str, Callable[[Game], str]] = {
    "summary": part_summary,
    "facts": part_facts,
    "options": part_options,
    "actions": part_actions,
    "observation": part_observation,
    "statistics": figures.part_statistics,
    "glossary": part_glossary,
    "content": part_content,
    "readings": part_readings,
    "versions": part_versions,
}
USAGE_PARTS: dict[str, Callable[[], str]] = {
    "games": part_games,
    "common options": part_common_options,
    "ledger": part_ledger,
}
TRAINING_PARTS: dict[str, Callable[[], str]] = {"fields": fields.part_fields}
SHARED_PAGES = {"usage.md": USAGE_PARTS, "training.md": TRAINING_PARTS, "ladder.md": ladders.parts()}
"""The pages that are about no game in particular, and what generates their parts."""


def begin_page(game: Game) -> str:
    """A page with all the generated parts and none of the others."""
    parts = [f"## {name.capitalize()}\n\n<!-- begin: {name} -->\n<!-- end: {name} -->\n" for name in GAME_PARTS]
    return f"# {game.title}\n\n" + "\n".join(parts)


def fill(text: str, parts: dict[str, str], page: str) -> str:
    """The page with its generated parts replaced.

    Raises:
        ValueError: a part that the page lacks, has twice or does not close, or one that nothing generates.
    """
    marks = re.findall(r"<!-- (begin|end): (.+?) -->", text)
    for mark in ("begin", "end"):
        found = [name for kind, name in marks if kind == mark]
        for name in parts:
            if found.count(name) != 1:
                raise ValueError(f"{page} has {found.count(name)} marks '{mark}: {name}'; it needs one")
        for name in found:
            if name not in parts:
                raise ValueError(f"{page}: nothing generates {name!r}; the parts are {', '.join(parts)}")
    for name, content in parts.items():
        begin, end = f"<!-- begin: {name} -->", f"<!-- end: {name} -->"
        before, _, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not closed:
            raise ValueError(f"{page}: the end of {name!r} stands before its beginning")
        text = f"{before}{begin}\n\n{content}\n\n{end}{after}"
    return text


def pages() -> dict[pathlib.Path, str]:
    """Every page as it should be."""
    out = {}
    for name, parts in SHARED_PAGES.items():
        page = DOCS / name
        out[page] = fill(page.read_text(encoding="utf-8"), {part: make() for part, make in parts.items()}, name)
    for id in registry.games():
        game = registry.get(id)
        page = DOCS / f"{game.name}.md"
        text = page.read_text(encoding="utf-8") if page.exists() else begin_page(game)
        out[page] = fill(text, {part: make(game) for part, make in GAME_PARTS.items()}, page.name)
    out[DOCS / "legacy_of_mars_cards.md"] = cards.page()
    return out


def images() -> dict[str, pathlib.Path]:
    """The picture of each game, by its id."""
    return {id: DOCS / "images" / f"{registry.get(id).name}.png" for id in registry.games()}


def stale() -> list[str]:
    """What --check finds: a line for each page, picture or entry that is not as it should be."""
    wrong = [page for page, text in pages().items() if not page.exists() or page.read_text(encoding="utf-8") != text]
    missing = [file for file in images().values() if not file.exists()]
    return [
        *measured.stale(),
        *(f"{page.name} is stale (run `make docs`)" for page in wrong),
        *(f"images/{file.name} is missing (run docs/generate.py --images)" for file in missing),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Rewrite or check the pages; the exit status is 1 if --check finds something."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if something is stale")
    ids = registry.games()
    chosen: dict[str, Any] = {"nargs": "*", "choices": ids, "metavar": "GAME"}
    parser.add_argument("--statistics", **chosen, help="play the games of statistics.json anew: all, or those named")
    parser.add_argument("--images", **chosen, help="draw the pictures anew: all, or those named")
    parser.add_argument(
        "--games", type=int, default=measured.GAMES, help=f"games per row of the statistics (default {measured.GAMES})"
    )
    given = parser.parse_args(argv)
    if given.check:
        lines = stale()
        for line in lines:
            print(line)
        return 1 if lines else 0
    if given.statistics is not None:
        measured.renew(given.statistics or ids, given.games)
    if given.images is not None:
        for id in given.images or ids:
            pictures.draw(id, images()[id])
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
