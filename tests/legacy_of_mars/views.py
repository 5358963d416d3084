"""What a viewer is shown of a table: the text, the picture, and single lines of them."""

import re

from legacy_of_mars.table import Table
from marszoo.envs.legacy_of_mars import GAME, seen
from marszoo.envs.legacy_of_mars.picture import draw

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def scene(table, viewer=0):
    return seen.look(table.states[0], table.content, viewer, NAMES[: table.players])


def text(table, viewer=0):
    return GAME.render_text(table.states[0], table.content, viewer, NAMES[: table.players])


def line(table, begins, viewer=0):
    """The one line that begins so."""
    (found,) = [row.strip() for row in text(table, viewer).splitlines() if row.strip().startswith(begins)]
    return found


def seat_line(table, name, viewer=0):
    """The first line of a seat."""
    (found,) = [row for row in text(table, viewer).splitlines() if re.match(rf"[> ] {name}\b.*: terraform rating", row)]
    return found


def canvas(table, viewer=0):
    return draw(scene(table, viewer))


def written(table, viewer=0):
    """All the text of the picture."""
    return [words for _, words in canvas(table, viewer).texts]


def image(table, viewer=0):
    return GAME.render_image(table.states[0], table.content, viewer, NAMES[: table.players])


def fresh(players=3, **options):
    """A game at its first decision."""
    return Table(players, content=GAME.shipped, board="house", **options)


def names_of(table, rows):
    return [seen.row_name(table.content, row) for row in rows]


def at(table, place):
    return [card for card, where in enumerate(table["place"]) if where == place]


def assert_apart(drawn):
    """No text leaves the picture or overlaps another."""
    for k, (a, said) in enumerate(drawn.texts):
        assert 0 <= a[0] < a[2] <= drawn.width, said
        assert 0 <= a[1] < a[3] <= drawn.height, said
        for b, other in drawn.texts[:k]:
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{said!r} {a} overlaps {other!r} {b}"
