"""Chapter "Actions", A 2: where no order of effects is asked, nothing is lost by the one that the rules take.

The rules ask for an order only in the cases that stand at the head of ``rules/order.py``. In random positions, and for all
that comes together in the shipped content, each of the waiting effects is done first, whatever the rules say; what comes of
a random way to play on must then be within reach without that: equal, or with more of what the seat itself has.
"""

import functools
import itertools

import numpy as np
import pytest

from legacy_of_mars.orders import AUTOMATIC, LINES, Pool, Waiting, by_rules, doings, listed, pairs, turns, varied
from legacy_of_mars.table import Table
from marszoo.envs.legacy_of_mars import GAME
from marszoo.envs.legacy_of_mars.actions import A_EFFECT
from marszoo.envs.legacy_of_mars.state import FIRST_SIDE, ORDER

PAIRS = pairs()


@functools.cache
def positions():
    """First actions of turns of random games."""
    tables = itertools.product((1, 2, 3), ("house", "tharsis", "hellas"), (1, 4))
    return [found for k, table in enumerate(tables) for found in turns(k, *table, 5)]


def has_glaciers(states):
    return bool(GAME.shipped.tables["board"][int(states["board"][0])]["glaciers"])


def nothing_is_lost(waiting, chance, ways=1):
    """Whether the pool is asked about; each effect first, then random ways on, loses against the rules' own order."""
    of_rules = {one.word for one in waiting if one.effect < 0}
    # The rules add oceans on boards without glaciers only, and glaciers that melt on the others, from 0 degrees on.
    fitting = [k for k in positions() if not of_rules or has_glaciers(k) == ("melt" in of_rules)]
    pool = Pool(varied(fitting[chance.integers(len(fitting))], chance, "melt" in of_rules), waiting, chance)
    for k in range(len(waiting)):
        if pool.may_come_first(k):
            for _ in range(ways):
                wanted, decided = pool.played(A_EFFECT + k, chance)
                assert pool.reaches(AUTOMATIC, wanted, decided), (waiting, k, decided)
    return pool.kind(pool.first(AUTOMATIC)) == ORDER


def is_plain(effect):
    """Whether an effect changes only what its seat has, or a card."""
    return Waiting(effect).word in ("gain", "lose", "production", "rating", "hold", "next", "add_that")


def test_nothing_is_lost_by_the_order_of_two_effects_of_which_one_is_plain():
    chance = np.random.default_rng(1)
    for effects, rows in PAIRS.items():
        if any(map(is_plain, effects)):
            assert not nothing_is_lost(rows[chance.integers(len(rows))], chance), effects


def test_nothing_is_lost_by_the_order_of_two_other_effects_that_is_not_asked():
    chance = np.random.default_rng(2)
    asked, tried = 0, 0
    for effects, rows in PAIRS.items():
        if not any(map(is_plain, effects)):
            for _ in range(8):
                asked += nothing_is_lost(rows[chance.integers(len(rows))], chance, ways=3)
                tried += 1
    assert tried / 20 < asked < tried / 2


def test_nothing_is_lost_by_the_order_of_all_that_waits_together():
    chance = np.random.default_rng(3)
    tried = 0
    for _, does, reactions in doings():
        for _ in range(3):
            some = [row for row in chance.permutation(list(reactions)) if chance.random() < 0.5]
            # What a seat has beside cards is of one corporation.
            some = [row for row in some if row < FIRST_SIDE][:2]
            waiting = [*does, *itertools.chain(*(reactions[row] for row in some))]
            if 2 <= len(waiting) <= 7:
                nothing_is_lost(waiting, chance)
                tried += 1
    assert tried > 300


# --- what is asked does matter ---


def of_card(card, word):
    """The first effect of a card with this word."""
    row = Table().row(card)
    return next(one for one in listed(LINES["effects"][row], row) if one.word == word)


def of_trigger(card):
    row = Table().row(card)
    return listed(GAME.shipped.tables["triggers"][int(LINES["trigger"][row])]["effects"], row, row)[0]


def blank(**more):
    return Table(2, board="house", content=GAME.shipped, **more).blank()


def sea():
    table = blank().parameters(temperature=-2)
    return table.tiles(**{table.reserved[0]: "glacier"}), [of_card("Comet", "ocean"), of_card("Comet", "temperature")]


def thaw():
    table = blank().parameters(temperature=4)
    table.tiles(**{table.reserved[0]: "glacier"})
    return table, [by_rules("melt", 1), of_card("Nuclear Zone", "special")]


def tiles():
    return blank().parameters(temperature=4), [of_card("Comet", "ocean"), of_card("Lava Flows", "special")]


def population():
    return blank().tiles(A1="city 0"), [of_card("colony_charter", "population"), of_card("Research Outpost", "city")]


def shown():
    table = blank().parameters(temperature=4).hand(0, "Mine")
    return table, [of_trigger("Mars University"), of_card("Lava Flows", "special")]


def drawn():
    return blank().hand(0, "Mine"), [of_trigger("Mars University"), of_card("deep_archive", "keep")]


def lost_by(table, waiting):
    """By which effect's coming first something is lost that the other one's leads to."""
    pool, chance = Pool(table.ready().states, waiting, np.random.default_rng(3)), np.random.default_rng(3)
    assert pool.kind(pool.first(AUTOMATIC)) == ORDER
    out = set()
    for k, _ in itertools.product((0, 1), range(50)):
        if not pool.reaches(A_EFFECT + 1 - k, *pool.played(A_EFFECT + k, chance)):
            out.add(waiting[1 - k].word)
    return out


@pytest.mark.parametrize(
    ("case", "losing"),
    [
        # The ocean is water after the step, and before it a glacier, which may melt instead of another one.
        (sea, {"ocean", "temperature"}),
        # Beside the glacier that melts the tile earns a plant.
        (thaw, {"melt"}),
        # Beside the ocean the tile earns M€.
        (tiles, {"special"}),
        # The Population may go to the new city.
        (population, {"population"}),
        # A card that was drawn or taken may be discarded.
        (shown, {"choose"}),
        (drawn, {"choose"}),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_an_order_that_is_asked_matters(case, losing):
    assert lost_by(*case()) == losing
