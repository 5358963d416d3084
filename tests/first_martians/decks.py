"""The test deck with a few words exchanged, as a content file of its own."""

import pathlib

from marszoo.envs.first_martians.content import load_content

DECK = pathlib.Path(__file__).with_name("deck.toml")


def text_of(path=DECK):
    return path.read_text(encoding="utf-8")


def entry_of(text, entry):
    """Where an entry such as ``card w_part`` or ``[dice]`` begins and ends."""
    table, _, id = entry.partition(" ")
    head = f'[[{table}]]\nid = "{id}"' if id else f"{entry}\n"
    start = text.index(head)
    end = text.find("\n\n[", start)
    return start, len(text) if end < 0 else end + 1


def edited(entry, old, new, text=None):
    """The text of the deck, in which `old` is replaced once within the entry; an empty `new` takes its line away."""
    text = text_of() if text is None else text
    start, end = entry_of(text, entry)
    rows = text[start:end]
    assert old in rows, f"{old!r} is not in {entry}"
    if new == "":
        rows = "".join(line for line in rows.splitlines(keepends=True) if not line.startswith(old))
    return text[:start] + rows.replace(old, new, 1) + text[end:]


def without(entry, text=None):
    """The text of the deck without an entry."""
    text = text_of() if text is None else text
    start, end = entry_of(text, entry)
    return text[:start].rstrip("\n") + "\n" + text[end:]


def write(folder, text, name="deck.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(folder, *edits):
    """The deck with edits (entry, old, new), loaded."""
    text = text_of()
    for entry, old, new in edits:
        text = edited(entry, old, new, text)
    return load_content(write(folder, text))
