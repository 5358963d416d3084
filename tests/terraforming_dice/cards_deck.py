"""The tests' deck with rows of a test's own behind it."""

import pathlib

from marszoo.envs.terraforming_dice import GAME
from terraforming_dice.table import TEST_DECK


def value(v):
    """A value as TOML has it."""
    return str(v) if isinstance(v, int) else str(list(v)).replace("'", '"') if isinstance(v, list) else f'"{v}"'


def with_rows(folder, table="project", **rows):
    """The deck and ``id = {key: value}`` rows more; projects that name no cost cost an animal."""
    text = pathlib.Path(TEST_DECK.source).read_text(encoding="utf-8")
    for id, row in rows.items():
        row = {"id": id, "name": id, "provenance": "house", "colour": "red", **row}
        if table == "project":
            row.setdefault("cost", ["animal"])
        text += f"\n[[{table}]]\n" + "\n".join(f"{key} = {value(v)}" for key, v in row.items()) + "\n"
    path = folder / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return GAME.content(path)
