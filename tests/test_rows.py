"""A learner's decisions among those of others: what it is paid, when, and which ends are its own.

The expectation is a game played alone, move by move, with a ledger of its own (``batch_reference.Single``).
"""

import dataclasses
import itertools

import numpy as np
import pytest
from batch_reference import PAID, Single, lowest
from toy import TOY, rules
from toy.state import AMOUNT_0, DRAW, PASS

from marszoo.agents.base import View
from marszoo.agents.lookahead import Scripted
from marszoo.agents.registry import make_agent
from marszoo.envs.core import rng, rows
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.frames import RUNNING, TERMINATED
from marszoo.envs.core.game import IllegalAction
from marszoo.envs.core.jit import jit
from marszoo.envs.core.rows import Rows


@jit
def taxed_step(s, content, action):
    mover = s.player
    rules.step(s, content, action)
    for p in range(s.num_players):
        s.unpaid[p] += 1.0 if p == mover else -0.25


TAXED = dataclasses.replace(PAID, name="toy_taxed", step=taxed_step)
"""The toy game with a payoff for every seat in every step, and one at the deal."""
MINE = -1
PLAYERS = {number: make_agent("random", seed=10 + number) for number in (-4, -3, -2, -1, 0, 1)}
"""Controller -> who plays: the learner, opponents that are asked, and compiled ones."""


class Lowest:
    """Takes the first legal action; notes whom it was asked for."""

    def __init__(self, log=None, name=""):
        self.log, self.name = [] if log is None else log, name

    def act(self, view):
        self.log.append((self.name, view.players.tolist()))
        return view.action_masks.argmax(axis=1)


class Last:
    """Takes the last legal action: the highest bid, and then it passes."""

    def act(self, view):
        return view.action_masks.shape[1] - 1 - view.action_masks[:, ::-1].argmax(axis=1)


def make(game, columns, num_envs=4, opponents=None, rotate=False, seed=3, **options):
    """Rows whose column p is played by controller ``columns[p]``."""
    compiled = [PLAYERS[number] for number in (0, 1)] if max(columns) >= 0 else None
    chooser = None if compiled is None else Scripted(game, compiled)
    batch = Batch(game, num_envs, seed=seed, chooser=chooser, num_players=len(columns), **options)
    batch.rotate = rotate
    batch.controllers[:] = columns
    made = Rows(batch, [PLAYERS[n] for n in (-2, -3, -4)] if opponents is None else opponents, View.of_batch)
    made.reset(seed)
    return made


def learner_actions(made):
    return PLAYERS[MINE].act(View.of_batch(made.batch))


def play(made, steps):
    for _ in range(steps):
        made.step(learner_actions(made))


def expected_steps(game, columns, row, seed, rotate, first_game=0, **options):
    """Endless steps of the learner in a row, as dicts: games played alone, one after the other."""
    num = len(columns)
    for k in itertools.count(first_game):
        shift = (row + k) % num if rotate else 0
        seated = [columns[(p - shift) % num] for p in range(num)]
        game_seed = int(rng.mix(np.uint64(seed), np.int64(row), np.int64(k)))
        single = Single(game, game_seed, num_players=num, **options)
        steps, early = [], single.earned.copy()
        while single.over == RUNNING:
            who, mover = seated[single.player], single.player
            if who == MINE:
                paid = early[mover] if not steps else 0.0
                steps.append({"seat": mover, "reward": paid, "seated": seated, "seed": game_seed, "end": None})
            view = View.of_states(game, single.content, single.states, [game_seed])
            gained = single.act(PLAYERS[who].act(view)[0])
            if steps:
                steps[-1]["reward"] += gained[steps[-1]["seat"]]
            else:
                early = early + gained
        if steps:
            end = single.end()
            steps[-1]["end"] = {
                "terminated": single.over == TERMINATED,
                "observation": single.observation(steps[-1]["seat"]),
                "score": end.score[:num],
                "rank": end.rank[:num],
            }
        yield from steps


def check_rows(made, expected, steps):
    """Play `steps` steps and compare every row with its expectation; gives the number of games that ended."""
    games = 0
    for _ in range(steps):
        seeds, _ = made.batch.seeds.copy(), made.step(learner_actions(made))
        for i, steps_of_row in enumerate(expected):
            want = next(steps_of_row)
            assert seeds[i] == want["seed"]
            assert made.seats[i] == want["seat"]
            assert made.seated[i].tolist() == want["seated"]
            assert made.rewards[i] == pytest.approx(want["reward"], abs=1e-5)
            end = want["end"]
            assert made.ended[i] == (end is not None)
            assert made.terminations[i] == (end is not None and end["terminated"])
            assert made.truncations[i] == (end is not None and not end["terminated"])
            if end is not None:
                games += 1
                np.testing.assert_array_equal(made.final_observations[i], end["observation"])
                np.testing.assert_array_equal(made.final_scores[i], end["score"])
                np.testing.assert_array_equal(made.final_ranks[i], end["rank"])
        assert (made.batch.seated[np.arange(len(expected)), made.batch.players] == MINE).all()
    return games


# --- against games played alone ---


@pytest.mark.parametrize("cap", [None, 1, 2, 3, 5, 8])
@pytest.mark.parametrize(
    "columns",
    [
        (MINE, -2),
        (MINE, 0),
        (MINE, -2, -3),
        (MINE, -2, -2),
        (MINE, -3, 0),
        (MINE, 1, -2, 0),
        (MINE, -4, -3, -2),
        (MINE, -2, MINE),
    ],
)
def test_every_step_is_that_of_a_game_played_alone(columns, cap):
    """Payoffs at the deal and in every step; short games end before the learner's first decision and are replaced."""
    options = {} if cap is None else {"max_cycles": cap}
    made = make(TAXED, columns, rotate=True, **options)
    expected = [expected_steps(TAXED, columns, i, 3, True, **options) for i in range(4)]
    assert check_rows(made, expected, 40) >= 4


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin"])
def test_payoffs_on_the_way_and_at_the_end_arrive_together(reward):
    options = {"bonus": True, "reward": reward}
    columns = (-2, MINE, 0)
    made = make(TOY, columns, num_envs=3, **options)
    expected = [expected_steps(TOY, columns, i, 3, False, **options) for i in range(3)]
    assert check_rows(made, expected, 60) >= 6


def test_a_reset_in_mid_game_forgets_what_was_owed_in_it():
    columns = (-2, -3, MINE)
    made = make(TAXED, columns)
    play(made, 7)
    made._owed[:] = 7.0
    running = made.batch.games.copy()
    made.reset(None)
    assert not made.ended.any()
    expected = [expected_steps(TAXED, columns, i, 3, False, first_game=int(running[i]) + 1) for i in range(4)]
    check_rows(made, expected, 30)
    made.reset(11)
    check_rows(made, [expected_steps(TAXED, columns, i, 11, False) for i in range(4)], 30)


# --- by hand ---


def test_what_was_earned_before_the_first_decision_comes_with_it():
    """The deal pays seat 1 four; every move pays its mover 1, at a cost of 0.5 for the next seat."""
    made = make(PAID, (-2, MINE, -2), num_envs=2, opponents=[Last()])
    assert (made.batch.players == 1).all()
    made.step(np.full(2, AMOUNT_0 + 2))
    # 4 at the deal, -0.5 by the bid of seat 0, 1 for its own bid, -0.5 by seat 0 that passes.
    assert made.rewards.tolist() == [4.0, 4.0]
    made.step(np.full(2, PASS))
    # 1 for its own pass; in the next round all have no coins: -0.5 and 1 by bids without a choice, -0.5 by seat 0.
    assert made.rewards.tolist() == [1.0, 1.0]


def test_a_game_without_a_decision_of_the_learner_is_replaced_and_pays_nothing():
    """One decision a game: the learner has it where it sits in seat 0, and every other game is not its own."""
    for opponent in (-2, 0):
        made = make(PAID, (MINE, opponent), num_envs=2, rotate=True, max_cycles=1)
        assert made.batch.games.tolist() == [0, 1]
        for k in range(1, 5):
            made.step(np.full(2, AMOUNT_0))
            # One for the move; all have as many coins as at the start, which is a tie.
            assert made.rewards.tolist() == [1.0, 1.0]
            assert made.seats.tolist() == [0, 0]
            assert made.truncations.all()
            assert made.batch.games.tolist() == [2 * k, 2 * k + 1]


def test_several_ends_in_one_step_are_the_end_of_one_game():
    """Four seats and one decision a game: three games of others end between two of the learner's."""
    made = make(PAID, (MINE, -2, -3, -4), num_envs=1, rotate=True, max_cycles=1, opponents=[Last()] * 3)
    for _ in range(3):
        seed = int(made.batch.seeds[0])
        before = int(made.batch.games[0])
        # All others bid two coins: only the learner's own game has an end in which it has bid nothing.
        made.step([AMOUNT_0])
        assert made.batch.games[0] == before + 4
        single = Single(PAID, seed, num_players=4, max_cycles=1)
        single.act(AMOUNT_0)
        np.testing.assert_array_equal(made.final_observations[0], single.observation(0))
        assert made.seated[0].tolist() == [MINE, -2, -3, -4]
        assert made.rewards.tolist() == [1.0]


# --- who is asked ---


def test_opponents_of_a_row_are_asked_in_the_order_of_their_moves_and_for_all_rows_at_once():
    log = []
    made = make(TOY, (MINE, -2, -3, -4), opponents=[Lowest(log, name) for name in "abc"])
    assert log == []
    made.step(np.full(4, AMOUNT_0))
    assert log == [("a", [1] * 4), ("b", [2] * 4), ("c", [3] * 4)]


def test_rows_at_different_opponents_are_all_asked_in_one_round():
    log = []
    make(TOY, (MINE, -2, -3), num_envs=3, rotate=True, opponents=[Lowest(log, name) for name in "ab"])
    # In row i the learner sits in seat i, and seat 0 begins: b in row 1 (once), a and b in row 2.
    assert sorted(log[:2]) == [("a", [0]), ("b", [0])]
    assert log[2:] == [("b", [1])]


def test_an_opponent_sees_its_own_rows_from_its_own_seat():
    class Looking(Lowest):
        def act(self, view):
            batch = made.batch
            mine = np.flatnonzero(batch.seated[np.arange(5), batch.players] == -2)
            np.testing.assert_array_equal(view.players, batch.players[mine])
            np.testing.assert_array_equal(view.observations, batch.observations[mine])
            np.testing.assert_array_equal(view.action_masks, np.asarray(batch.action_masks)[mine])
            return super().act(view)

    opponents = [Lowest(), Lowest()]
    made = make(TOY, (MINE, -2, -3), num_envs=5, rotate=True, opponents=opponents)
    opponents[0] = Looking()
    play(made, 30)
    assert max(len(players) for _, players in opponents[0].log) > 1


def test_an_opponent_may_be_changed_in_mid_game():
    opponents = [Lowest(), Lowest()]
    made = make(TOY, (MINE, -2, -3), opponents=opponents)
    made.step(learner_actions(made))
    instead, before = Lowest(), len(opponents[1].log)
    made.opponents[1], old = instead, opponents[1]
    play(made, 10)
    assert len(old.log) == before
    assert instead.log


def test_seats_follow_the_controllers_of_the_game_that_was_played():
    """New controllers count from the next game on; a step tells of the game it was taken in."""
    made = make(TOY, (MINE, -2), num_envs=3)
    made.batch.controllers[:] = (-3, MINE)
    changed = np.zeros(3, bool)
    for _ in range(40):
        before = changed.copy()
        made.step(learner_actions(made))
        assert made.seated.tolist() == [[-3, MINE] if new else [MINE, -2] for new in before]
        assert made.seats.tolist() == before.astype(int).tolist()
        changed |= made.ended
    assert changed.all()


def test_compiled_and_asked_opponents_give_equal_steps():
    made = [make(PAID, (column, MINE, other), num_envs=6, opponents=[PLAYERS[0], PLAYERS[1]], rotate=True)
            for column, other in ((0, 1), (-2, -3), (-2, 1))]  # fmt: skip
    ended = 0
    for _ in range(60):
        actions = learner_actions(made[0])
        for one in made:
            one.step(actions)
        for other in made[1:]:
            np.testing.assert_array_equal(other.batch.observations, made[0].batch.observations)
            np.testing.assert_array_equal(other.batch.seeds, made[0].batch.seeds)
            np.testing.assert_allclose(other.rewards, made[0].rewards, atol=1e-5)
            for name in ("seats", "terminations", "truncations"):
                np.testing.assert_array_equal(getattr(other, name), getattr(made[0], name))
            over = other.ended
            for name in ("final_observations", "final_scores", "final_ranks"):
                np.testing.assert_array_equal(getattr(other, name)[over], getattr(made[0], name)[over])
        ended += int(made[0].ended.sum())
    assert ended > 12


# --- what is refused ---


def test_an_illegal_action_of_the_learner_is_named_and_moves_nothing():
    made, twin = (make(PAID, (-2, MINE), num_envs=3, rotate=True) for _ in range(2))
    while (made.seats == made.batch.players).any():  # until all rows are in another seat than in the step before
        actions = learner_actions(made)
        made.step(actions)
        twin.step(actions)
    actions = learner_actions(made)
    wrong = actions.copy()
    wrong[1] = lowest(1 - np.asarray(made.batch.action_masks[1]))
    told = [made.seats.copy(), made.seated.copy(), made.rewards.copy(), made.terminations.copy()]
    with pytest.raises(IllegalAction, match="row 1"):
        made.step(wrong)
    for now, then in zip((made.seats, made.seated, made.rewards, made.terminations), told, strict=True):
        np.testing.assert_array_equal(now, then)
    for _ in range(20):
        actions = learner_actions(made)
        made.step(actions)
        twin.step(actions)
        np.testing.assert_array_equal(made.rewards, twin.rewards)
        assert made.batch.states.tobytes() == twin.batch.states.tobytes()


@pytest.mark.parametrize("opponent", [-2, 0])
def test_a_learner_that_never_gets_a_decision_is_told(opponent, monkeypatch):
    monkeypatch.setattr(rows, "MOST_PASSES", 50)
    with pytest.raises(RuntimeError, match=r"every game of a row ends before|never comes to a decision"):
        make(TOY, (opponent, MINE), num_envs=2, max_cycles=1)


def test_a_learner_that_loses_its_last_seat_is_told(monkeypatch):
    monkeypatch.setattr(rows, "MOST_PASSES", 500)
    made = make(TOY, (MINE, -2), num_envs=2)
    made.batch.controllers[1] = (-2, -2)
    with pytest.raises(RuntimeError, match="never comes to a decision of the learner"):
        play(made, 100)


def test_an_opponent_that_plays_an_illegal_action_does_not_pass_unnoticed():
    class Wrong:
        def act(self, view):
            return np.full(len(view), DRAW)

    with pytest.raises(IllegalAction, match="row 0"):
        make(TOY, (-2, MINE), opponents=[Wrong()])
