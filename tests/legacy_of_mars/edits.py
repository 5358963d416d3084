"""Edits of the shipped content file, for tests of what its reader says of them."""

import pathlib
import re

import pytest

from marszoo.envs import legacy_of_mars
from marszoo.envs.core.content import ContentError
from marszoo.envs.legacy_of_mars.content import load_content

FILE = pathlib.Path(legacy_of_mars.__file__).with_name("content.toml")
TEXT = FILE.read_text(encoding="utf-8")


def _small():
    """The file with a third of its project cards, which is read faster: 1-70, and the others that take ocean hexes."""
    head, *cards = TEXT.split("[[project]]\n")
    numbers = [int(match[1]) if (match := re.search("^number = (.*)$", card, re.MULTILINE)) else 0 for card in cards]
    kept = [card for card, number in zip(cards, numbers, strict=True) if 1 <= number <= 70 or number in (142, 174)]
    return "[[project]]\n".join([head, *kept])


SMALL = _small()


def edited(text, entry, old, new):
    """The text, in which `old` is replaced once within the entry, such as ``project mine`` or ``[amounts]``."""
    table, _, id = entry.partition(" ")
    start = text.index(f'[[{table}]]\nid = "{id}"\n' if id else f"{entry}\n")
    end = text.find("\n\n", start)
    end = len(text) if end < 0 else end
    part = text[start:end]
    assert old in part, f"{old!r} is not in {entry}"
    return text[:start] + part.replace(old, new, 1) + text[end:]


def loaded(folder, text):
    path = folder / "content.toml"
    path.write_text(text, encoding="utf-8")
    return load_content(path)


def refused(folder, text):
    with pytest.raises(ContentError) as error:
        loaded(folder, text)
    message = str(error.value)
    assert message.startswith(f"{folder / 'content.toml'}: "), message
    return message


MINE = 'effects = ["production steel 1"]'


def mine(**keys):
    """An edit of the card Mine, which only raises the production of steel: these lists in place of its effects."""
    return ("project mine", MINE, "\n".join(f"{key} = {value}" for key, value in keys.items()))


def does(text):
    return mine(effects=f'["{text}"]')


def acts(text):
    return mine(action=f'["{text}"]')


def reacts(text):
    return mine(triggers=f'["{text}"]')


def stands(text):
    return mine(standing=f'["{text}"]')
