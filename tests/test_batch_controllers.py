"""Compiled players: seats of a batch that move inside its step, and whole games between them."""

import numpy as np
import pytest
from batch_reference import LONG, PAID, RANKED, Bare, Single, lowest, make, pick_illegal, reference_game
from toy import TOY

from marszoo.envs.core.batch import Batch, play_games
from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.core.jit import COMPILED, bind


@pytest.mark.interpreted
@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (TOY, {"num_players": 3, "bonus": True}),
        (TOY, {"num_players": 4}),
        (TOY, {"num_players": 2, "max_cycles": 9}),
        (PAID, {"num_players": 3, "max_cycles": 20}),
        (PAID, {"num_players": 3, "max_cycles": 2}),
    ],
)
@pytest.mark.parametrize("chooser", [None, RANKED])
def test_controlled_seats_move_inside_the_step_and_the_external_seat_sees_the_rest(rotate, game, options, chooser):
    batch = Batch(game, 3, chooser=chooser, **options)
    players = batch.num_players
    batch.controllers[:, 1:] = np.arange(1, players) % batch.chooser.count
    batch.rotate = rotate
    batch.reset(seed=4)
    pending = [None] * 3
    for _ in range(LONG // 2):
        for i in range(3):
            seat = (i + batch.games[i]) % players if rotate else 0
            assert batch.seats[i] == seat == batch.players[i]
            assert batch.seated[i].tolist() == [batch.controllers[i, (p - seat) % players] for p in range(players)]
            if pending[i] is None:
                external = lambda row: lowest(row.mask)  # noqa: E731
                pending[i] = [
                    *reference_game(game, batch.chooser, batch.seeds[i], batch.seated[i], external, **options),
                    0,
                ]
            shown, _, _, at = pending[i]
            assert batch.states[i].tobytes() == shown[at]
        batch.step([lowest(mask) for mask in batch.action_masks])
        for i in range(3):
            shown, earned, row, at = pending[i]
            assert np.allclose(batch.rewards[i], earned[at], atol=1e-6)
            over = at + 1 == len(shown)
            assert (batch.terminations[i], batch.truncations[i]) == (
                over and row.over == TERMINATED,
                over and row.over != TERMINATED,
            )
            if over:
                assert np.array_equal(batch.final_scores[i], row.end().score)
                assert np.array_equal(batch.final_observations[i, 1], row.observation(1))
            pending[i] = None if over else [shown, earned, row, at + 1]
    assert batch.games.min() >= 1


def test_controllers_are_read_when_a_game_starts():
    batch = make(num_envs=1, num_players=2)
    batch.controllers[0] = (-1, 0)
    for _ in range(LONG):
        before = int(batch.games[0])
        batch.step(batch.random_actions())
        if batch.games[0] > before:
            break
        assert batch.seated[0].tolist() == [-1, -1]
    assert batch.seated[0].tolist() == [-1, 0]


def test_other_negative_numbers_are_the_callers_too():
    batch = make(num_envs=2, num_players=3)
    batch.controllers[:] = (-1, -2, -3)
    batch.reset()
    seen = set()
    for _ in range(60):
        seen |= set(batch.seated[np.arange(2), batch.players].tolist())
        batch.step(batch.random_actions())
    assert seen == {-1, -2, -3}


def test_a_game_that_ends_before_an_external_decision_is_replaced():
    # The cap falls after one decision, so only games in which column 0 has the first seat are ever seen.
    batch = Batch(TOY, 3, num_players=3, max_cycles=1)
    batch.controllers[:, 1:] = 0
    batch.rotate = True
    batch.reset(seed=0)
    for step in range(5):
        assert (batch.seats == 0).all()
        assert batch.games.tolist() == [3 * step + (-i) % 3 for i in range(3)]
        expected = [Single(TOY, seed, num_players=3, max_cycles=1) for seed in batch.seeds]
        actions = batch.random_actions()
        batch.step(actions)
        assert batch.truncations.all()
        assert (batch.states["step_count"] == 0).all()
        for i in range(3):
            assert np.array_equal(batch.rewards[i], expected[i].act(actions[i]))


def test_a_row_whose_games_never_come_to_the_caller_is_an_error():
    batch = Batch(TOY, 2, num_players=3, max_cycles=1)
    batch.controllers[:] = (0, 0, -1)
    with pytest.raises(RuntimeError, match="every game of a row ends before a decision that is not a controller's"):
        batch.reset(seed=0)


@pytest.mark.parametrize(("row", "count"), [((0, 0), 1), ((-1, 1), 1), ((-1, 3), 3)])
def test_controllers_without_an_external_seat_or_without_such_a_player_are_refused(row, count):
    batch = Batch(TOY, 3, chooser=RANKED if count == 3 else None)
    batch.controllers[1] = row
    with pytest.raises(ValueError, match=rf"controllers of row 1 are \[{row[0]}, {row[1]}\].*below {count}"):
        batch.reset()
    batch.controllers[1] = -1
    batch.reset()
    batch.controllers[1] = row
    with pytest.raises(ValueError, match="controllers of row 1"):
        batch.step(batch.random_actions())


@pytest.mark.parametrize("threads", [1, 2])
def test_a_chooser_that_plays_an_illegal_action_is_found_out(threads):
    chooser = Bare("illegal", bind(pick_illegal, "toy-illegal"))
    batch = Batch(TOY, 4, chooser=chooser, threads=threads)
    batch.controllers[3] = (0, -1)
    with pytest.raises(RuntimeError, match="a chooser returned an illegal action"):
        batch.reset()


# --- whole games ---


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (TOY, {"num_players": 3, "bonus": True}),
        (TOY, {"num_players": 2, "max_cycles": 9, "reward": "margin"}),
        (PAID, {"num_players": 3}),
    ],
)
def test_games_between_compiled_players_equal_single_games(game, options):
    players, games = options["num_players"], 40 if COMPILED else 6
    seeds = np.arange(games, dtype=np.uint64) * 1000 + 1
    who = (np.arange(games)[:, None] + np.arange(players)) % 3
    played = play_games(game, who, seeds, chooser=RANKED, **options)
    for g in range(games):
        _, earned, row = reference_game(game, RANKED, seeds[g], who[g], None, **options)
        assert np.allclose(played.rewards[g], np.sum(earned, axis=0), atol=1e-6)
        assert np.array_equal(played.scores[g], row.end().score)
        assert np.array_equal(played.ranks[g], row.end().rank)
        assert played.steps[g] == row.states["step_count"][0]
        assert played.truncations[g] == (row.over != TERMINATED)
    assert played.truncations.any() == ("max_cycles" in options)
    threaded = play_games(game, who, seeds, chooser=RANKED, threads=3, **options)
    assert all(np.array_equal(a, b) for a, b in zip(played, threaded, strict=True))


@pytest.mark.parametrize(
    ("who", "seeds", "message"),
    [
        ([[0, 0, 0]], [1], r"controllers have shape \(1, 3\); 1 seeds of 2 players need \(1, 2\)"),
        ([[0, 0]], [1, 2], r"2 seeds of 2 players need \(2, 2\)"),
        ([[0, 1]], [1], "has 0 to 0"),
        ([[0, -1]], [1], "controllers range from -1"),
    ],
)
def test_games_between_players_that_do_not_fit_are_refused(who, seeds, message):
    with pytest.raises(ValueError, match=message):
        play_games(TOY, who, seeds)
