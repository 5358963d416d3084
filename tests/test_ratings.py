import numpy as np
import pytest

from marszoo.agents.ratings import POINTS, SPREAD, ratings


def played(strengths, games, seed):
    """Ranks of games among seats of these strengths, by the model of Plackett and Luce: 400 points are odds of 10 to 1."""
    noise = -np.log(-np.log(np.random.default_rng(seed).random((games, len(strengths)))))
    performance = noise + np.array(strengths) * np.log(10) / 400
    return (-performance).argsort(axis=1).argsort(axis=1) + 1


def test_results_of_known_order_give_ratings_of_that_order():
    always = np.array([[1, 2]] * 30)
    rated = ratings(["worst", "best", "middle"], [((1, 2), always), ((2, 0), always), ((1, 0), always)])
    assert rated["best"].mean > rated["middle"].mean > rated["worst"].mean
    assert sum(rating.mean for rating in rated.values()) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("strengths", "matches"),
    [
        ((0, 200), [(0, 1)]),
        ((0, 150, 400), [(0, 1), (0, 2), (1, 2)]),
        ((0, 150, 300), [(0, 1, 1), (1, 0, 0), (0, 2, 2), (2, 0, 0), (1, 2, 2), (2, 1, 1)]),
        ((0, 200, 300, 500), [(0, 1, 2, 3)]),
        ((0, 300), [(0, 1, 1, 1), (1, 0, 0, 0)]),
    ],
)
def test_ratings_find_the_strengths_that_games_were_drawn_from(strengths, matches):
    names = [str(k) for k in range(len(strengths))]
    games = [(players, played([strengths[k] for k in players], 1500, 7 + k)) for k, players in enumerate(matches)]
    rated = ratings(names, games, anchor="0")
    assert rated["0"].mean == 0
    for name, strength in zip(names, strengths, strict=True):
        reach = 3 * np.hypot(rated[name].deviation, rated["0"].deviation)
        assert rated[name].mean == pytest.approx(strength, abs=reach)
        assert reach < 140  # so narrow that the strengths above are told apart


def test_more_games_leave_less_doubt_and_none_leave_all():
    few, many = (ratings(["a", "b"], [((0, 1), played((0, 100), n, 1))])["a"].deviation for n in (20, 500))
    assert many < few < POINTS * SPREAD
    assert ratings(["a", "b"], [])["a"].deviation == pytest.approx(POINTS * SPREAD)
    # An agent against itself is no evidence.
    assert ratings(["a", "b"], [((0, 0), np.array([[1, 2]]))]) == ratings(["a", "b"], [])


def test_ties_bring_ratings_together():
    won = np.array([[1, 2]] * 20)
    tied = np.array([[1, 1]] * 20)
    apart = ratings(["a", "b"], [((0, 1), won)], anchor="b")["a"].mean
    assert 0 < ratings(["a", "b"], [((0, 1), np.concatenate([won, tied]))], anchor="b")["a"].mean < apart
    assert ratings(["a", "b"], [((0, 1), tied)], anchor="b")["a"].mean == pytest.approx(0, abs=1e-9)


def test_no_match_has_the_last_word():
    # Two matches that say the opposite cancel out, whichever is listed first.
    first, second = np.array([[1, 2]] * 50), np.array([[2, 1]] * 50)
    assert abs(ratings(["a", "b"], [((0, 1), first), ((0, 1), second)])["a"].mean) < 10


def test_the_same_games_give_the_same_ratings():
    games = [((0, 1, 2), played((0, 100, 200), 50, 3))]
    assert ratings(["a", "b", "c"], games) == ratings(["a", "b", "c"], games)


@pytest.mark.parametrize(
    ("players", "shape"),
    [((0, 1), (10, 3)), ((0,), (10, 1)), ((0, 1), (10,))],
)
def test_columns_that_do_not_fit_are_refused(players, shape):
    with pytest.raises(ValueError, match=r"of each are needed"):
        ratings(["a", "b", "c"], [(players, np.ones(shape, np.int64))])
