"""Compiled rules beside uncompiled ones: which decisions are compared, and that a difference is found and named."""

import numpy as np
import pytest
from toy import TEAM, TOY
from toy.differing import DIFFERING

from marszoo.envs.core import check, oracle
from marszoo.envs.core.check import CheckFailed
from marszoo.envs.core.jit import COMPILED

elsewhere = pytest.mark.skipif(not COMPILED, reason="plays the other kind in a process of its own")


@elsewhere
def test_compiled_and_uncompiled_rules_give_the_same_bytes():
    for num in (2, 3, 4):
        check.check_interpreted(TOY, [1, 2, 3], num_players=num)
    check.check_interpreted(TEAM, [1], num_players=2, die="four", bonus=True, reward="margin")


@elsewhere
def test_rules_that_differ_at_a_rare_decision_are_noticed_where_few_are_compared():
    with pytest.raises(CheckFailed, match=r"game of seed \d+, decision \d+: .* different bytes: state"):
        check.check_interpreted(DIFFERING, range(10), decisions=30, num_players=3)


@pytest.mark.parametrize(
    ("row", "part", "says"),
    [
        (1, 0, "game of seed 8, set-up: compiled and uncompiled rules give different bytes: state$"),
        (0, 2, "game of seed 7, set-up: .* different bytes: observation$"),
        (2, 3, "game of seed 7, decision 0: .* different bytes: guess of the seat to move$"),
        (-1, 4, r"game of seed 8, decision \d+: .* different bytes: results$"),
    ],
)
def test_what_differs_first_is_named(monkeypatch, row, part, says):
    def elsewhere(*arguments, **options):
        found = oracle.digests(*arguments, **options)
        found[row][part] = "another"
        return found

    monkeypatch.setattr(oracle, "digests_elsewhere", elsewhere)
    with pytest.raises(CheckFailed, match=says):
        check.check_interpreted(TOY, [7, 8])


@elsewhere
def test_a_run_that_fails_elsewhere_is_reported_with_its_own_words(monkeypatch):
    monkeypatch.setattr(oracle, "__name__", "no_such_module")
    with pytest.raises(CheckFailed, match=r"uncompiled run failed:(.|\n)*No module named 'no_such_module'"):
        check.check_interpreted(TOY, [1], decisions=5)


def test_few_decisions_of_long_games_are_compared_and_all_of_short_ones():
    games = range(20)
    every = oracle.record(TOY, games, 10**9, num_players=3)
    few = oracle.record(TOY, games, 60, num_players=3)
    assert len(every.actions) > 300
    assert len(few.actions) == 60
    kinds = [{int(s["frame"][s["depth"] - 1, 0]) for s in moments.states} for moments in (every, few)]
    assert kinds[0] == kinds[1], "all kinds of decision take part"
    assert {int(g) for g in few.games} > set(range(0, 20, 4)), "and all games"
    # What is compared was really asked: decision n of game g, with the action that was taken.
    asked = {(int(g), int(n)): (s.tobytes(), int(a)) for s, a, g, n in zip(*every, strict=True)}
    for s, a, g, n in zip(*few, strict=True):
        assert asked[int(g), int(n)] == (s.tobytes(), int(a))


def test_decisions_that_end_a_game_are_compared():
    few, every = (oracle.record(TOY, range(5), most, num_players=2) for most in (30, 10**9))
    last = {(g, int(every.numbers[every.games == g].max())) for g in range(5)}
    assert last <= set(zip(few.games.tolist(), few.numbers.tolist(), strict=True))


def test_of_many_kinds_the_rare_are_taken_whole_and_the_rest_evenly():
    kinds = [1] * 100 + [2] * 3 + [1] * 100 + [3] * 40
    chosen = oracle.spread(kinds, 33)
    count = {kind: sum(kinds[k] == kind for k in chosen) for kind in (1, 2, 3)}
    assert count == {1: 15, 2: 3, 3: 15}
    ones = [k for k in chosen if kinds[k] == 1]
    assert (ones[0], ones[-1]) == (0, 202)
    assert np.diff(ones).max() <= 2 * 200 / 14
    assert oracle.spread(kinds, 243) == list(range(243))
    assert oracle.spread(kinds, 10**9) == list(range(243))
    assert oracle.spread([], 10) == []
    assert oracle.spread([4], 10) == [0]
