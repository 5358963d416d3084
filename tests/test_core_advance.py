"""The loop that everything shares: forced decisions, caps, refusals."""

import numpy as np
import pytest
from toy import TOY
from toy.state import AMOUNT_0, CARD_0, MAIN, PASS, TARGET

from marszoo.envs.core.advance import random_legal
from marszoo.envs.core.batch_kernels import STREAM
from marszoo.envs.core.frames import RUNNING, TERMINATED, TRUNCATED

pytestmark = pytest.mark.interpreted


class Table:
    """A game of the toy, played through the kernels."""

    def __init__(self, seed=1, **options):
        self.options = TOY.options(**options)
        self.states, self.mask = TOY.zeros(1), TOY.mask()
        self.view = np.zeros(TOY.observation.width(self.options.num_players), np.float32)
        blank, tables = TOY.zeros(1), TOY.shipped.tables
        TOY.kernels.start(self.states, 0, blank, tables, self.options.vector, np.uint64(seed), self.mask)

    def act(self, action, view=True):
        return TOY.kernels.act(self.states, 0, TOY.shipped.tables, action, self.mask, self.view, view)

    @property
    def legal(self):
        return TOY.legal_actions(self.mask)

    def __getattr__(self, name):
        return self.states[name][0]


def with_raid(**options):
    """A table where seat 0 has committed the highest bid and holds a card that steals."""
    for seed in range(100):
        table = Table(seed, **options)
        if table.place[4] == 0:
            for k in range(table.num_players):
                assert table.act(AMOUNT_0 + (1 if k == 0 else 0))
            return table
    raise AssertionError("no such deal")


def test_a_decision_with_one_legal_action_is_taken():
    table = with_raid(num_players=2)
    before = int(table.step_count)
    assert table.act(CARD_0 + 4)
    # Two seats: the target of a raid is no decision. It was taken, and counted.
    assert int(table.frame[table.depth - 1][0]) == MAIN
    assert table.player == 1
    assert table.step_count == before + 2


def test_forced_decisions_can_be_asked_for():
    table = with_raid(num_players=2, skip_forced=False)
    before = int(table.step_count)
    assert table.act(CARD_0 + 4)
    assert int(table.frame[table.depth - 1][0]) == TARGET
    assert table.player == 0
    assert len(table.legal) == 1
    assert table.step_count == before + 1


def test_a_real_choice_is_never_taken():
    table = with_raid(num_players=3)
    assert table.act(CARD_0 + 4)
    assert int(table.frame[table.depth - 1][0]) == TARGET
    assert len(table.legal) == 2


@pytest.mark.parametrize("skip_forced", [True, False])
def test_the_cap_truncates_and_the_rules_terminate(skip_forced):
    table = Table(3, max_cycles=4, skip_forced=skip_forced)
    while table.over == RUNNING:
        table.act(table.legal[-1])
    assert table.over == TRUNCATED
    assert table.step_count == 4
    assert not np.asarray(table.mask).any()
    full = Table(3)
    while full.over == RUNNING:
        full.act(full.legal[-1])
    assert full.over == TERMINATED
    # A game that the rules end with the very decision that meets the cap is terminated, not truncated.
    exact = Table(3, max_cycles=int(full.step_count))
    while exact.over == RUNNING:
        exact.act(exact.legal[-1])
    assert exact.over == TERMINATED


@pytest.mark.parametrize("action", [-1, 26, 1000, PASS])
def test_an_illegal_action_changes_nothing(action):
    table = Table(5)
    before = (table.states.tobytes(), np.asarray(table.mask).tobytes(), table.view.tobytes())
    assert not table.act(action)
    assert (table.states.tobytes(), np.asarray(table.mask).tobytes(), table.view.tobytes()) == before


def test_the_view_is_written_only_when_asked_for():
    table = Table(5)
    assert table.act(table.legal[0], view=False)
    assert not table.view.any()
    assert table.act(table.legal[0])
    assert table.view.any()


def test_equal_seeds_are_equal_games_and_other_seeds_are_not():
    assert Table(7).states.tobytes() == Table(7).states.tobytes()
    assert len({Table(seed).states.tobytes() for seed in range(10)}) == 10


def test_random_legal_is_legal_and_reaches_everything():
    stream = np.zeros(1, STREAM)
    mask = TOY.mask()
    mask[[2, 5, 25]] = 1
    seen = {int(random_legal(stream[0], mask)) for _ in range(200)}
    assert seen == {2, 5, 25}
