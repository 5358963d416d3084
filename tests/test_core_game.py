"""What is made of a game for everybody: options, payoffs, errors about actions, pickling by name."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest
from toy import TEAM, TOY

from marszoo.envs.core.advance import MARGIN, OUTCOME, RANK, payoffs
from marszoo.envs.core.game import IllegalAction, Outcome
from marszoo.envs.core.record import kernel_array

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"num_player": 3}, ["unknown option 'num_player'", "did you mean 'num_players'", "bonus", "die"]),
        ({"num_players": 1}, ["num_players=1", "2 to 4"]),
        ({"num_players": 5}, ["num_players=5", "2 to 4"]),
        ({"num_players": 2.0}, ["num_players=2.0", "2 to 4"]),
        ({"num_players": True}, ["num_players=True"]),
        ({"max_cycles": 0}, ["max_cycles=0", "1 to 1000000"]),
        ({"reward": "win"}, ["reward='win'", "'outcome', 'rank', 'margin'"]),
        ({"illegal": "ignore"}, ["illegal='ignore'", "'raise', 'terminate'"]),
        ({"skip_forced": 1}, ["skip_forced=1", "True, False"]),
        ({"flat": True, "structured": True}, ["flat=True and structured=True exclude each other"]),
        ({"die": "five"}, ["die='five'", "'six', 'four'"]),
        ({"die": "sixx"}, ["die='sixx' is not allowed (did you mean 'six'?)", "'six', 'four'"]),
        ({"bonus": 1}, ["bonus=1", "False, True"]),
        ({"any_content": "yes"}, ["any_content='yes'"]),
    ],
)
def test_an_option_that_is_not_allowed_is_named_with_what_is(given, says):
    with pytest.raises(ValueError, match="toy_v3") as caught:
        TOY.options(**given)
    for part in says:
        assert part in str(caught.value)


def test_defaults_and_switches_reach_the_kernels():
    options = TOY.options()
    assert (options.num_players, options.max_cycles, options.reward, options.illegal) == (2, 100, "outcome", "raise")
    assert np.asarray(options.vector).tolist() == [2, 100, 1, 0, 0, 0]
    chosen = TOY.options(num_players=3, max_cycles=9, skip_forced=False, reward="margin", die="four", bonus=True)
    assert np.asarray(chosen.vector).tolist() == [3, 9, 0, 2, 1, 1]
    assert TOY.options(num_players=np.int64(4)).max_cycles == 200


def test_every_option_is_documented_and_shown():
    shown = TOY.options().as_dict(TOY.shipped)
    assert set(shown) == set(TOY.option_values())
    assert shown["content"] == TOY.shipped.digest


THIRD = 1 / 3


@pytest.mark.parametrize(
    ("mode", "scale", "score", "key", "ranks", "expected"),
    [
        (OUTCOME, 1, [5, 3], [5, 3], [1, 2], [1, -1]),
        (OUTCOME, 1, [5, 5], [5, 5], [1, 1], [0, 0]),
        (OUTCOME, 1, [5, 5], [5, 6], [2, 1], [-1, 1]),  # the key ranks, not the score
        (OUTCOME, 1, [9, 1, 1], [9, 1, 1], [1, 2, 2], [1, -0.5, -0.5]),
        (OUTCOME, 1, [9, 9, 1], [9, 9, 1], [1, 1, 3], [0.5, 0.5, -1]),
        (OUTCOME, 1, [2, 2, 2, 2], [2, 2, 2, 2], [1, 1, 1, 1], [0, 0, 0, 0]),
        (OUTCOME, 1, [9, 3, 2, 1], [9, 3, 2, 1], [1, 2, 3, 4], [1, -THIRD, -THIRD, -THIRD]),
        (RANK, 1, [9, 3, 2, 1], [9, 3, 2, 1], [1, 2, 3, 4], [1, THIRD, -THIRD, -1]),
        (RANK, 1, [9, 3, 3, 1], [9, 3, 3, 1], [1, 2, 2, 4], [1, 0, 0, -1]),
        (RANK, 1, [9, 9, 1], [9, 9, 1], [1, 1, 3], [0.5, 0.5, -1]),
        (RANK, 1, [4, 4], [4, 4], [1, 1], [0, 0]),
        (MARGIN, 10, [8, 2], [8, 2], [1, 2], [0.3, -0.3]),
        (MARGIN, 10, [50, 10], [50, 10], [1, 2], [1, -1]),  # beyond the scale: the largest distance is 1
        (MARGIN, 10, [12, 6, 0], [12, 6, 0], [1, 2, 3], [0.6, 0, -0.6]),
        (MARGIN, 10, [-5, -5, -5], [1, 1, 1], [1, 1, 1], [0, 0, 0]),
    ],
)
def test_payoffs_of_competitive_games(mode, scale, score, key, ranks, expected):
    num = len(score)
    rank, out = kernel_array(np.zeros(num, np.int64)), np.zeros(num)
    payoffs(num, False, mode, float(scale), np.array(score, float), np.array(key, float), rank, out)
    assert np.asarray(rank).tolist() == ranks
    assert out == pytest.approx(expected)
    assert out.sum() == pytest.approx(0)


@pytest.mark.parametrize(
    ("mode", "share", "expected"),
    [
        (OUTCOME, 1.0, 1),
        (OUTCOME, 1.7, 1),
        (OUTCOME, 0.99, -1),
        (RANK, 1.0, 1),
        (RANK, 0.5, -1),
        (MARGIN, 0.0, -1),
        (MARGIN, 0.75, 0.5),
        (MARGIN, 1.2, 1),
        (MARGIN, -0.5, -1),
    ],
)
@pytest.mark.parametrize("num", [1, 3])
def test_payoffs_of_games_with_one_goal(mode, share, expected, num):
    rank, out = kernel_array(np.zeros(num, np.int64)), np.zeros(num)
    payoffs(num, True, mode, 1.0, np.zeros(num), np.full(num, share), rank, out)
    assert out.tolist() == [expected] * num
    assert np.asarray(rank).tolist() == [1] * num


def test_outcomes_in_words():
    assert Outcome(None, np.array([3.0, 1.0]), np.array([1, 2]), None).info(0) == {
        "score": 3.0,
        "rank": 1,
        "outcome": "win",
    }
    assert Outcome(None, np.array([3.0, 1.0]), np.array([1, 2]), None).info(1)["outcome"] == "loss"
    assert Outcome(None, np.array([3.0, 3.0]), np.array([1, 1]), None).info(1)["outcome"] == "draw"
    assert [Outcome(None, np.ones(2), np.ones(2), r).info(0)["outcome"] for r in (True, False)] == ["win", "loss"]


def test_shared_games_are_the_cooperative_ones_and_solo_games():
    assert [TOY.shared(n) for n in (1, 2)] == [True, False]
    assert TEAM.shared(2)


def test_illegal_action_shows_at_most_twenty_legal_ones():
    error = IllegalAction(99, list(range(30)), [f"name {k}" for k in range(20)], row=4)
    assert "row 4: action 99 is illegal" in str(error)
    assert "19 = name 19" in str(error)
    assert "20 = " not in str(error)
    assert "and 10 more" in str(error)
    assert (error.action, error.legal[-1], error.row) == (99, 29, 4)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.row) == (str(error), 4)


def test_games_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(TOY)) is TOY
    assert copy.deepcopy(TEAM) is TEAM
    with pytest.raises(pickle.PicklingError, match=r"local_v0.*no variable"):
        pickle.dumps(dataclasses.replace(TOY, name="local", version=0))


def test_broken_records_are_named():
    states = TOY.zeros(1)
    TOY.kernels.start(states, 0, TOY.zeros(1), TOY.shipped.tables, TOY.options().vector, np.uint64(1), TOY.mask())
    assert TOY.violations(states, 0, TOY.shipped) == []
    for field, value, name in [
        ("place", 3, "every card is in a place"),
        ("coins", -1, "coins are not negative"),
        ("bid", 3, "bids are affordable"),
        ("depth", 0, "the stack is sound"),
    ]:
        broken = states.copy()
        broken[field][0] = value
        assert name in TOY.violations(broken, 0, TOY.shipped)
