"""The tests' deck with a few words exchanged, as a content file of its own."""

import pathlib
import re

from marszoo.envs.terraforming_dice import GAME
from terraforming_dice.table import TEST_DECK


def text_of(content=TEST_DECK):
    return pathlib.Path(content.source).read_text(encoding="utf-8")


def write(folder, text, name="deck.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(folder, *pairs):
    """The deck in which each old text is replaced by the new one; every old text must occur."""
    text = text_of()
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return GAME.content(write(folder, text))


def block(table, id):
    """A row as it is written."""
    return re.search(rf'^\[\[{table}\]\]\nid = "{id}"\n.*?(?=\n\n|\Z)', text_of(), re.DOTALL | re.MULTILINE)[0] + "\n"


def in_block(id, old, new):
    """A pair for `changed`: `old` becomes `new` in the row of this id."""
    (row,) = (part for part in text_of().split("\n\n") if f'\nid = "{id}"\n' in part)
    assert old in row, (id, old)
    return row, row.replace(old, new, 1)


def copies(table, id, count):
    """More rows like one: `count` of them, with ids and names of their own."""
    return "".join("\n" + block(table, id).replace(f'"{id}"', f'"{id}_{k}"') for k in range(count))


# The same game on another planet: everything that the shipped map and deck fix is somewhere else.
OTHER_MAP = (
    ('A = ["gain 1 steel", "ocean, gain 1 water", "ocean", "roll 1 green"]', 'A = ["ocean", "", "points 2", "ocean"]'),
    ('B = ["gain 1 steel", "", "ocean, draw 1", "", "gain 1 plant"]', 'B = ["ocean", "", "", "wild 2", "ocean"]'),
    ('G = ["gain 1 steel", "roll 1 grey", "ocean", "ocean, points 1"]', 'G = ["", "draw 2", "", "ocean, wild 1"]'),
)


def another_game(folder):
    """A user's own file: a larger deck, another map, other dice and tracks."""
    text = text_of()
    for old, new in (
        *OTHER_MAP,
        (
            'red = ["heat", "heat", "heat", "event", "event", "nuclear"]',
            'red = ["heat", "event", "event", "event", "nuclear", "nuclear"]',
        ),
        ('temperature = { "-24" = "gain 1 heat"', 'temperature = { "-28" = "roll 2 yellow"'),
    ):
        assert old in text, old
        text = text.replace(old, new, 1)
    text += copies("project", "mohole", 30) + copies("project", "scaffold", 10) + copies("project", "lab", 24)
    text += copies("bonus", "workshop", 13) + copies("corporation", "mason", 8) + copies("milestone", "settler", 4)
    return GAME.content(write(folder, text, "mars_two.toml"))
