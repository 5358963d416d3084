"""The rulebook's worked example, step for step, with the shipped content. Nicolas is seat 0, Cyril seat 1.

The numbers are those of the rulebook's text: the cockroach has 4 Health left, ignores 1 Wound per Danger and is worth 3
Victory Points and loot of 2 Wound tokens and 1 Victory Point.
"""

import numpy as np
import pytest

from marszoo.envs.core import rng
from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.state import BEFORE_ROLL
from marszoo.envs.terra_formars.words import SQUAD
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

ROLL = (5, 2, 2, 2)
"""Stars, Serums, Wounds, Dangers."""


def find(table, **wanted):
    """The ids of the rows of a table of the shipped content that have these values."""
    rows = GAME.shipped.rows[table]
    return [row["id"] for row in rows if all(row.get(key, 1) == value for key, value in wanted.items())]


KANAKO = find("support", name="Kanako Sanjo", effect="change_objective")[0]
THREE_WOUNDS = find("support", effect="inflict_wounds", value=3)[0]
PRIZE = find("cockroach", talent="resist", points=3, loot=[1, 0, 2])[0]
TWO_STARS = next(
    row["id"]
    for row in GAME.shipped.rows["support"]
    if (row["stars"], row["serums"]) == (2, 0) and row["effect"] in SQUAD and row["id"] not in (KANAKO, THREE_WOUNDS)
)
OTHERS = [c for c in GAME.shipped.ids["support"] if c not in (KANAKO, THREE_WOUNDS, TWO_STARS)][:2]


def icons_of(table):
    faces = np.asarray(table.content.tables["faces"]["icons"])[0]
    return tuple(int(n) for n in sum(faces[face] for face in table["face"]))


def word_that_rolls(icons):
    """A state of the generator after which six combat dice show these icons in all."""
    faces = np.asarray(GAME.shipped.tables["faces"]["icons"])[0]
    scratch = GAME.zeros(1)
    for word in range(100_000):
        scratch["rng"][0] = word
        if tuple(sum(faces[rng.below(scratch[0], 6)] for _ in range(6)).tolist()) == icons:
            return word
    raise AssertionError(f"no roll of six dice shows {icons}")


def nicolas_rolls():
    """The table at the moment Nicolas has rolled, with the roll made by the game itself."""
    four = find("hero", technique="ignore_talent")[0]
    others = [h for h in GAME.shipped.ids["hero"] if h != four]
    cockroaches = [
        c for c in GAME.shipped.ids["cockroach"] if c != PRIZE and c in find("cockroach", talent="ignore_serums")
    ]
    table = Table(content=GAME.shipped).heroes(four, others[-1]).slots(PRIZE, cockroaches[0]).markers(0, 1)
    health = next(row["health"] for row in GAME.shipped.rows["cockroach"] if row["id"] == PRIZE)
    table.put(rng=word_that_rolls(ROLL)).slots(PRIZE, cockroaches[0], hurt=(health - 4,))
    table.hand(0, THREE_WOUNDS).hand(1, KANAKO).row(TWO_STARS, *OTHERS)
    table.window(BEFORE_ROLL, seat=1).act("pass")
    assert icons_of(table) == ROLL
    assert table.left(0) == 4
    return table.pass_until("spend 0")


def buy_and_ignore(table):
    """Steps 1 and 2."""
    table.act(f"card {TWO_STARS}")
    assert TWO_STARS in table.held("hand 0"), "put directly into the hand"
    assert table["paid_stars"].sum() == 2
    table.pass_until("spend 0").act("technique")
    assert table["paid_stars"].sum() == 5
    assert table["paid_serums"].sum() + (1 - table["bonus_serums"]) == 1, "3 Stars and 1 Serum, on a die or not"
    assert table["talent_ignored"] == 1
    return table.pass_until("spend 0")


def the_kill_and_after(table):
    """Steps 5 to 7."""
    assert list(table["points"][:2]) == [3, 1]
    assert list(table["wounds"][:2]) == [0, 2]
    assert list(table["stars"][:2]) == [0, 0]
    table.pass_until("place")
    assert table.lair(PRIZE) == "dead"
    assert table.roach_in(0) != PRIZE
    assert list(table["hurt"][:2]) == [0, 0]
    assert table.top == "place 0: kill, marker of 0"
    table.act("slot 0")
    assert table.top == "place 1: kill, marker of 1"
    assert table.legal == {"slot 0", "slot 1"}
    table.act("slot 0")
    assert list(table["marker"][:2]) == [0, 0]
    table.pass_until("spend 1")
    for field in ("bonus_stars", "bonus_serums", "paid_serums", "paid_stars", "special"):
        assert not np.any(table[field]), f"{field}: nothing unused is kept"


def test_the_example_as_it_is_told():
    table = buy_and_ignore(nicolas_rolls())
    table.act(f"card {THREE_WOUNDS}").pass_until("spend 0")
    assert table["bonus_wounds"] == 3, "2 Wounds on the dice and 3 more are 5"
    assert table["paid_wounds"].sum() == 0
    assert icons_of(table)[1] - table["paid_serums"].sum() + table["bonus_serums"] >= 1, "a Serum is left unused"
    table.act("attack").pass_until("react 1")
    assert table.top == "react 1: wounds declared, 1 passed"
    table.act(f"card {KANAKO}").pass_until("place 1: card")
    table.act("slot 0")
    the_kill_and_after(table)


def test_the_example_with_kanako_sanjo_played_in_response_to_the_three_wounds():
    table = buy_and_ignore(nicolas_rolls())
    table.act("attack")
    assert table.top == "react 0: wounds declared, 0 passed"
    table.act(f"card {THREE_WOUNDS}").pass_until("react 1").act(f"card {KANAKO}").pass_until("place 1: card")
    assert table["bonus_wounds"] == 0, "the last card played resolves first"
    table.act("slot 0")
    the_kill_and_after(table)


def test_without_the_technique_the_two_dangers_would_save_the_cockroach():
    table = nicolas_rolls()
    table.act(f"card {THREE_WOUNDS}").pass_until("spend 0").act("attack")
    table.pass_until("react 1: after damage")
    assert table.left(0) == 1, "5 Wounds, 2 Dangers, 4 Health"


def test_without_kanako_sanjo_the_loot_is_lost():
    table = buy_and_ignore(nicolas_rolls())
    table.act(f"card {THREE_WOUNDS}").pass_until("spend 0").act("attack")
    table.pass_until("place")
    assert list(table["points"][:2]) == [3, 0]
    assert not table["wounds"].any()
