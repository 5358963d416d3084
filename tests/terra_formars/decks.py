"""The test deck with a few words exchanged, as a content file of its own."""

import pathlib

from marszoo.envs.terra_formars import GAME
from terra_formars.table import DECK


def write(folder, text, name="deck.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def text_of(content=DECK):
    return pathlib.Path(content.source).read_text(encoding="utf-8")


def changed(folder, *pairs):
    """The test deck in which each old text is replaced by the new one; every old text must occur."""
    text = text_of()
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return GAME.content(write(folder, text))
