"""The batch: many games in place, compared at every step with single games."""

import pathlib

import numpy as np
import pytest
from batch_reference import LONG, PAID, Single, make, trace
from toy import TEAM, TOY
from toy.state import DISCARD

from marszoo.envs.core import batch_kernels, rng
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.frames import RUNNING, TERMINATED
from marszoo.envs.core.game import IllegalAction
from marszoo.envs.core.jit import COMPILED, versions

# --- shapes, seeds, independence ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_buffers_have_the_documented_shapes_and_stay_the_same_objects(players):
    batch = make(num_players=players, num_envs=5)
    width = TOY.observation.width(players)
    expected = {
        "observations": ((5, width), np.float32),
        "action_masks": ((5, TOY.actions.n), np.int8),
        "players": ((5,), np.int64),
        "rewards": ((5, players), np.float32),
        "terminations": ((5,), np.bool_),
        "truncations": ((5,), np.bool_),
        "final_observations": ((5, players, width), np.float32),
        "final_scores": ((5, players), np.float64),
        "final_ranks": ((5, players), np.int64),
        "final_keys": ((5, players), np.float64),
        "final_measures": ((5, players, 0), np.float64),
        "final_steps": ((5,), np.int64),
        "states": ((5,), TOY.state),
        "seeds": ((5,), np.uint64),
        "games": ((5,), np.int64),
        "seats": ((5,), np.int64),
        "controllers": ((5, players), np.int8),
        "seated": ((5, players), np.int8),
    }
    before = {name: getattr(batch, name) for name in expected}
    for _ in range(40):
        batch.step(batch.random_actions())
    batch.reset()
    for name, (shape, dtype) in expected.items():
        array = getattr(batch, name)
        assert array is before[name], name
        assert (array.shape, array.dtype) == (shape, np.dtype(dtype)), name
        assert array.flags.c_contiguous, name
        assert array.flags.owndata or array.base.flags.owndata, name
    assert (batch.num_envs, batch.num_players, batch.game) == (5, players, TOY)
    assert batch.options["num_players"] == players
    assert batch.options["content"] == TOY.shipped.digest


def test_a_row_always_has_a_legal_action_and_the_mask_of_the_seat_to_move():
    batch = make(num_envs=16, num_players=3)
    mask = TOY.mask()
    for _ in range(LONG):
        batch.step(batch.random_actions())
        assert batch.action_masks.any(axis=1).all()
        assert (batch.players == batch.states["player"]).all()
        TOY.kernels.legal(batch.states, 3, batch.content.tables, mask)
        assert (mask == batch.action_masks[3]).all()


@pytest.mark.interpreted
def test_game_k_of_row_i_has_the_seed_mix_of_seed_row_and_game():
    batch = make(num_envs=4, seed=77)
    for _ in range(LONG):
        for i in range(4):
            assert int(batch.seeds[i]) == int(rng.mix(np.uint64(77), i, int(batch.games[i])))
        batch.step(batch.random_actions())
    assert batch.games.min() >= 1


@pytest.mark.parametrize("other", [{"num_envs": 11}, {"threads": 2}, {"threads": 3, "num_envs": 7}, {"threads": 9}])
def test_a_row_plays_the_same_whatever_the_number_of_rows_and_threads(other):
    one = trace(make(num_envs=4, num_players=3, seed=5), LONG, 4)
    two = trace(make(**{"num_envs": 4, "num_players": 3, "seed": 5, **other}), LONG, 4)
    assert one == two


def test_without_observations_the_games_are_the_same_and_the_vectors_have_no_width():
    full, bare = make(num_players=3), make(num_players=3, observe=False)
    for _ in range(LONG):
        actions = full.random_actions()
        assert (bare.random_actions() == actions).all()
        full.step(actions)
        bare.step(actions)
        assert (full.action_masks == bare.action_masks).all()
        assert full.states.tobytes() == bare.states.tobytes()
        assert full.rewards.tobytes() == bare.rewards.tobytes()
    assert bare.observations.shape == (6, 0)
    assert bare.final_observations.shape == (6, 3, 0)


@pytest.mark.interpreted
def test_reset_with_a_seed_starts_anew_and_without_one_goes_on():
    batch = make(num_envs=3, seed=9)
    first = batch.states.tobytes(), batch.random_actions().tolist()
    batch.step(batch.random_actions())
    batch.reset()
    assert (batch.games >= 1).all()
    assert int(batch.seeds[2]) == int(rng.mix(np.uint64(9), 2, int(batch.games[2])))
    assert batch.states.tobytes() != first[0]
    batch.reset(seed=9)
    assert (batch.games == 0).all()
    assert (batch.states.tobytes(), batch.random_actions().tolist()) == first
    batch.reset(seed=10)
    assert batch.states.tobytes() != first[0]


def test_the_first_reset_without_a_seed_uses_the_one_given_at_construction():
    batch = Batch(TOY, 3, seed=9)
    batch.reset()
    assert batch.states.tobytes() == make(num_envs=3, seed=9).states.tobytes()


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_every_64_bit_seed_is_taken(seed):
    batch = make(num_envs=2, seed=seed)
    assert int(batch.seeds[1]) == int(rng.mix(np.uint64(seed), 1, 0))
    batch.step(batch.random_actions())


# --- a row equals a single game ---


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (TOY, {"num_players": 2}),
        (TOY, {"num_players": 4, "reward": "rank"}),
        (TOY, {"num_players": 3, "reward": "margin", "skip_forced": False}),
        (TOY, {"num_players": 3, "bonus": True}),
        (TOY, {"num_players": 3, "bonus": True, "max_cycles": 12}),
        (PAID, {"num_players": 3}),
        (TEAM, {"num_players": 3}),
    ],
)
def test_each_row_equals_a_single_game_at_every_step(game, options):
    batch = make(game, num_envs=3, **options)
    rows = [Single(game, seed, **options) for seed in batch.seeds]
    ended, players = 0, batch.num_players
    for _ in range(LONG):
        actions = batch.random_actions()
        batch.step(actions)
        for i, row in enumerate(rows):
            carried, row.earned = row.earned, np.zeros(players, np.float32)
            gained = carried + row.act(actions[i])
            assert np.array_equal(batch.rewards[i], gained)
            assert batch.terminations[i] == (row.over == TERMINATED)
            assert batch.truncations[i] == (row.over not in (RUNNING, TERMINATED))
            if row.over != RUNNING:
                ended += 1
                end = row.end()
                assert np.array_equal(batch.final_scores[i], end.score)
                assert np.array_equal(batch.final_ranks[i], end.rank)
                assert batch.final_steps[i] == row.states["step_count"][0]
                # The team's share of its goal, eight coins a seat; otherwise seats are ranked by their coins.
                assert batch.final_keys[i] == pytest.approx(end.score / (8 * players if game is TEAM else 1))
                if game is TEAM:
                    discarded = np.count_nonzero(row.states["place"][0] == DISCARD)
                    assert batch.final_measures[i].tolist() == [[row.states["rounds"][0], discarded]] * players
                for p in range(players):
                    assert np.array_equal(batch.final_observations[i, p], row.observation(p))
                rows[i] = row = Single(game, batch.seeds[i], **options)
            assert batch.states[i].tobytes() == row.states[0].tobytes()
            assert np.array_equal(batch.action_masks[i], row.mask)
            assert np.array_equal(batch.observations[i], row.view)
            assert batch.players[i] == row.player
    assert ended >= 3


def test_payoffs_on_the_way_are_paid_once_and_sum_to_zero():
    batch = make(num_envs=8, num_players=3, bonus=True, reward="margin")
    total, most = np.zeros((8, 3)), 0.0
    for _ in range(LONG):
        batch.step(batch.random_actions())
        total += batch.rewards
        running = ~(batch.terminations | batch.truncations)
        most = max(most, float(np.abs(batch.rewards[running]).max(initial=0.0)))
        assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
        total[~running] = 0
    assert most >= 0.25


def test_a_game_ends_by_the_rules_or_by_the_cap_and_never_both():
    free, capped = make(num_envs=16, num_players=3), make(num_envs=16, num_players=3, max_cycles=7)
    for batch, by_rules in ((free, True), (capped, False)):
        ends = 0
        for _ in range(LONG):
            batch.step(batch.random_actions())
            assert not (batch.terminations & batch.truncations).any()
            assert not (batch.truncations if by_rules else batch.terminations).any()
            over = batch.terminations | batch.truncations
            ends += int(over.sum())
            assert (batch.rewards[~over] == 0).all()
            assert (np.abs(batch.rewards[over]).sum(axis=1) > 0).sum() >= (batch.final_ranks[over] > 1).any(
                axis=1
            ).sum()
        assert ends > 16


# --- input ---


@pytest.mark.parametrize("bad", [-1, TOY.actions.n, 10**6, "illegal"])
def test_an_illegal_action_names_its_row_and_moves_no_row(bad):
    batch = make(num_envs=5, num_players=3)
    batch.step(batch.random_actions())
    actions = batch.random_actions()
    actions[3] = int(np.flatnonzero(batch.action_masks[3] == 0)[0]) if bad == "illegal" else bad
    before = [array.tobytes() for array in (batch.states, batch.action_masks, batch.rewards, batch.games)]
    with pytest.raises(IllegalAction, match=r"row 3: action .* is illegal; legal actions: \d+ = \w+") as error:
        batch.step(actions)
    assert (error.value.row, error.value.action) == (3, actions[3])
    assert error.value.legal == np.flatnonzero(batch.action_masks[3]).tolist()
    assert before == [array.tobytes() for array in (batch.states, batch.action_masks, batch.rewards, batch.games)]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_in_the_last_row_moves_no_row_of_any_thread(threads):
    batch = make(num_envs=64, threads=threads)
    actions = batch.random_actions()
    actions[63] = -1
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_actions_of_any_integer_kind_are_taken_and_no_kernel_gains_a_version():
    batch = make(num_envs=4)
    for convert in (
        lambda a: a.astype(np.int8),
        lambda a: a.astype(np.uint64),
        lambda a: np.repeat(a, 2)[::2],
        lambda a: a.tolist(),
        lambda a: a.astype(">i4"),
        lambda a: np.frombuffer(a.tobytes(), np.int64),  # read-only
    ):
        twin = make(num_envs=4)
        actions = batch.random_actions()
        batch.reset(seed=0)
        batch.step(actions)
        twin.step(convert(actions))
        assert twin.states.tobytes() == batch.states.tobytes()
    if COMPILED:
        assert versions(batch._loops.kernels["step"]) == 1
        assert versions(batch_kernels.first_illegal) == 1


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 0], ValueError, r"shape \(2,\); one action per row is \(3,\)"),
        (0, ValueError, r"shape \(\)"),
        ([0.0, 0.0, 0.0], TypeError, "float64; they must be integers"),
        ([True, True, True], TypeError, "bool; they must be integers"),
    ],
)
def test_actions_of_a_wrong_shape_or_kind_are_refused(actions, error, message):
    with pytest.raises(error, match=message):
        make(num_envs=3).step(actions)


@pytest.mark.parametrize("active", [[1, 0, 1], [True], np.ones((3, 1), bool)])
def test_active_must_be_bools_one_per_row(active):
    batch = make(num_envs=3)
    with pytest.raises(ValueError, match=r"it must be bool of shape \(3,\)"):
        batch.step(batch.random_actions(), active)


def test_steps_before_the_first_reset_are_refused():
    batch = Batch(TOY, 2)
    with pytest.raises(RuntimeError, match=r"call reset\(\) before step"):
        batch.step([0, 0])
    with pytest.raises(RuntimeError, match=r"call reset\(\) before random_actions"):
        batch.random_actions()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"threads": 0}, "threads=0"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**64}, "from 0 to"),
        ({"num_players": 5}, "num_players is one of: 2 to 4"),
        ({"rewards": "rank"}, r"did you mean 'reward'\?"),
        ({"illegal": "terminate"}, "a batch raises IllegalAction"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments, message):
    with pytest.raises(ValueError, match=message):
        Batch(TOY, **{"num_envs": 2, **arguments})


def test_a_bad_seed_at_reset_changes_nothing():
    batch = make(num_envs=2)
    before = batch.states.tobytes(), batch.games.tolist()
    with pytest.raises(ValueError, match="seed=-5"):
        batch.reset(seed=-5)
    assert (batch.states.tobytes(), batch.games.tolist()) == before


@pytest.mark.interpreted
def test_rows_that_are_not_active_are_left_alone():
    batch, twin = make(num_envs=4, num_players=3), make(num_envs=4, num_players=3)
    still = np.array([True, False, True, False])
    for k in range(LONG):
        active = still if k % 2 else ~still
        actions = batch.random_actions()
        rest = [(array[~active].tobytes()) for array in (batch.states, batch.observations, batch.action_masks)]
        actions[~active] = -7  # not even looked at
        batch.step(actions, active)
        assert rest == [(array[~active].tobytes()) for array in (batch.states, batch.observations, batch.action_masks)]
        assert not batch.rewards[~active].any()
        assert not (batch.terminations | batch.truncations)[~active].any()
        twin.step(np.where(active, actions, twin.random_actions()), active.tolist() and active)
        assert twin.states.tobytes() == batch.states.tobytes()


def test_a_users_content_needs_no_new_compilation(tmp_path: pathlib.Path):
    shipped = make(num_envs=4)
    shipped.step(shipped.random_actions())
    count = versions(shipped._loops.kernels["step"])
    file = tmp_path / "mine.toml"
    file.write_text(TOY.content_file.read_text().replace("coins = 2", "coins = 7"))
    mine = make(num_envs=4, content=file)
    assert (mine.states["coins"][:, :2] == 7).all()
    assert mine.options["content"] != shipped.options["content"]
    assert versions(mine._loops.kernels["step"]) == count


# --- random actions ---


def test_random_actions_are_legal_uniform_and_leave_the_games_alone():
    batch = make(num_envs=4, seed=3)
    before, count = batch.states.tobytes(), np.zeros((4, TOY.actions.n))
    rounds = 4000 if COMPILED else 100
    for _ in range(rounds):
        count[np.arange(4), batch.random_actions()] += 1
    assert batch.states.tobytes() == before
    for row in range(4):
        legal = batch.action_masks[row] != 0
        expected = rounds / legal.sum()
        assert (count[row][~legal] == 0).all()
        assert (np.abs(count[row][legal] - expected) < 6 * np.sqrt(expected)).all()


def test_random_actions_are_a_new_array_and_differ_between_rows():
    batch = make(num_envs=40, num_players=3)
    one, two = batch.random_actions(), batch.random_actions()
    assert one is not two
    assert (one != two).any()
    assert len(set(one.tolist())) > 1
