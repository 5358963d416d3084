"""The view that agents are trained on: one learner's transitions, its payoffs, and who sits opposite."""

import itertools
import pickle

import numpy as np
import pytest
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize
from toy import TEAM, TOY

from marszoo.agents.base import Agent
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.agents.registry import make_agent
from marszoo.envs.core import rng
from marszoo.envs.core.aec import AECGame


class Slow(Agent):
    """Another agent's choices, asked from Python."""

    def __init__(self, name):
        super().__init__()
        self.inner = make_agent(name)
        self.name = f"slow {name}"

    def decide(self, view):
        return self.inner.decide(view)


class Alternating:
    """A lineup for tests: game by game another agent, and a list of what was recorded."""

    def __init__(self, *agents, seats=1):
        self.agents, self.seats = agents, seats
        self.drawn, self.recorded = 0, []

    def draw(self, games, random):  # noqa: ARG002
        places = (self.drawn + np.arange(games * self.seats).reshape(games, self.seats)) % len(self.agents)
        self.drawn += games * self.seats
        return places

    def record(self, places, above):
        assert places.shape == above.shape == (len(places), self.seats)
        self.recorded += zip(places.tolist(), above.tolist(), strict=True)


def first_legal(env):
    return get_action_masks(env).argmax(axis=1)


def game_seed(seed, row, game):
    return int(rng.mix(np.uint64(seed), np.int64(row), np.int64(game)))


def replayed(env, opponents, seed, seat, actions):
    """The learner's rewards in one game, booked by the AEC environment: one number for each of its decisions."""
    aec = AECGame(env.game, num_players=env.batch.num_players, bonus=True)
    aec.reset(seed=seed)
    rewards, left = [], list(actions)
    for agent in aec.agent_iter():
        _, reward, over, cut, _ = aec.last()
        mine = aec.possible_agents.index(agent) == seat
        if mine:
            rewards.append(reward)
        if over or cut:
            aec.step(None)
        elif mine:
            aec.step(left.pop(0))
        else:
            aec.step(opponents[(aec.seat - seat) % aec.num_players - 1].act_env(aec))
    assert not left
    # What comes before the first decision belongs to it: there is no earlier transition that could carry it.
    return [rewards[0] + rewards[1], *rewards[2:]]


class Nothing(BaseCallback):
    def _on_step(self):
        return True


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("kind", ["random", "slow"])
def test_the_payoffs_in_the_rollout_buffer_are_the_games_payoffs(players, kind):
    """Over 50 games, losses and payoffs on the way included, with opponents compiled and asked."""
    opponents = [make_agent("random") if kind == "random" else Slow("random") for _ in range(players - 1)]
    env = SelfPlayVecEnv(TOY, 8, opponents, seed=5, num_players=players, bonus=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=150, batch_size=600, policy_kwargs={"net_arch": [8]}, seed=5)
    _, callback = model._setup_learn(1, Nothing())
    model.collect_rollouts(env, callback, model.rollout_buffer, 150)
    buffer = model.rollout_buffer
    games, payoffs = 0, []
    for row in range(8):
        starts = [*np.flatnonzero(buffer.episode_starts[:, row]).tolist()]
        for k, (first, last) in enumerate(itertools.pairwise(starts)):
            seat = (row + k) % players
            actions = buffer.actions[first:last, row, 0].astype(int).tolist()
            expected = replayed(env, opponents, game_seed(5, row, k), seat, actions)
            np.testing.assert_allclose(buffer.rewards[first:last, row], expected, atol=1e-6)
            games += 1
            payoffs.append(sum(expected))
    assert games >= 50
    assert min(payoffs) < 0 < max(payoffs)


def test_the_learner_sits_in_the_next_seat_in_every_game_of_a_row():
    env = SelfPlayVecEnv(TOY, 5, "random", num_players=3, seed=1)
    env.reset()
    assert [info["seat"] for info in env.reset_infos] == [i % 3 for i in range(5)]
    games = np.zeros(5, int)
    for _ in range(120):
        _, _, dones, infos = env.step(first_legal(env))
        assert [info["seat"] for info in infos] == ((np.arange(5) + games) % 3).tolist()
        games += dones
    assert games.min() >= 3


def test_a_game_that_ends_before_the_learners_first_decision_is_replaced():
    for opponent in ("random", Slow("random")):
        env = SelfPlayVecEnv(TOY, 4, opponent, max_cycles=1)
        env.reset()
        for _ in range(5):
            _, rewards, dones, infos = env.step(first_legal(env))
            # The first seat decides, and that is the game.
            assert [info["seat"] for info in infos] == [0] * 4
            assert dones.all()
            assert np.isfinite(rewards).all()


def test_a_truncated_game_is_paid_as_it_stands_and_never_bootstrapped():
    env = SelfPlayVecEnv(TOY, 4, "random", max_cycles=7)
    env.reset()
    ends = []
    for _ in range(30):
        _, rewards, dones, infos = env.step(first_legal(env))
        for i in np.flatnonzero(dones):
            assert infos[i]["truncated"]
            assert infos[i]["TimeLimit.truncated"] is False
            assert infos[i]["terminal_observation"].shape == env.observation_space.shape
            assert env.observation_space.contains(infos[i]["terminal_observation"])
            ends.append((infos[i]["outcome"], float(rewards[i])))
    assert {("win", 1.0), ("loss", -1.0)} <= set(ends) <= {("win", 1.0), ("loss", -1.0), ("draw", 0.0)}


def test_compiled_and_asked_opponents_give_the_same_transitions():
    fast, slow = (SelfPlayVecEnv(TOY, 6, opponent, seed=3) for opponent in ("random", Slow("random")))
    np.testing.assert_array_equal(fast.reset(), slow.reset())
    for _ in range(80):
        actions = first_legal(fast)
        for a, b in zip(fast.step(actions), slow.step(actions), strict=True):
            if isinstance(a, list):
                assert [{**info, "terminal_observation": 0} for info in a] == [
                    {**info, "terminal_observation": 0} for info in b
                ]
            else:
                np.testing.assert_array_equal(a, b)
    assert fast.opponents_seconds == 0 < slow.opponents_seconds


def test_steps_of_a_game_with_one_goal_are_the_decisions_of_all_seats():
    env = SelfPlayVecEnv(TEAM, 4, learner_seats="all", num_players=3, seed=2)
    env.reset()
    seats, payoffs = set(), []
    for _ in range(200):
        movers = env.batch.players.copy()
        _, rewards, dones, infos = env.step(first_legal(env))
        assert [info["seat"] for info in infos] == movers.tolist()
        seats |= set(movers.tolist())
        for i in np.flatnonzero(dones):
            payoffs.append(rewards[i])
            assert infos[i]["outcome"] == ("win" if rewards[i] > 0 else "loss")
    assert seats == {0, 1, 2}
    assert set(payoffs) <= {1.0, -1.0}
    assert payoffs


def test_a_learner_cannot_have_all_seats_of_a_competitive_game():
    with pytest.raises(ValueError, match="learner_seats='all' is for games with one goal"):
        SelfPlayVecEnv(TOY, 2, learner_seats="all")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"game": "toi"}, "unknown game 'toi'"),
        ({"opponents": "greed"}, "unknown agent 'greed' .did you mean 'greedy'"),
        ({"opponents": ["random", "random"]}, "2 opponents; a game of 2 players has 1"),
        ({"learner_seats": 2}, "seat=2 is not allowed"),
        ({"num_players": 9}, "num_players=9 is not allowed"),
        ({"bonos": True}, "unknown option 'bonos' .did you mean 'bonus'"),
        ({"num_envs": 0}, "num_envs=0"),
    ],
)
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(ValueError, match=says):
        SelfPlayVecEnv(**{"game": TOY, "num_envs": 2, **arguments})


def test_masks_are_found_by_sb3_contrib_through_wrappers():
    env = SelfPlayVecEnv(TOY, 3, "random")
    wrapped = VecNormalize(VecMonitor(env), norm_obs=False)
    wrapped.reset()
    for view in (env, wrapped):
        assert is_masking_supported(view)
        assert get_action_masks(view).shape == (3, TOY.actions.n)
    assert isinstance(env.action_space, spaces.Discrete)
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("render")


def test_the_monitor_of_stable_baselines_counts_whole_games():
    env = VecMonitor(SelfPlayVecEnv(TOY, 4, "random", seed=1))
    env.reset()
    lengths, total = np.zeros(4, int), 0
    for _ in range(60):
        _, rewards, dones, infos = env.step(first_legal(env))
        lengths += 1
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"]["l"] == lengths[i]
            assert infos[i]["episode"]["r"] == pytest.approx(rewards[i])
            lengths[i] = 0
            total += 1
    assert total > 4


def test_a_seed_repeats_the_run_and_a_pickle_goes_on_with_it():
    def play(env, steps):
        return [tuple(np.copy(x) for x in env.step(first_legal(env))[:3]) for _ in range(steps)]

    lineup = [make_agent("random", seed=1), Slow("random"), make_agent("random", seed=2)]
    one, other = (SelfPlayVecEnv(TOY, 5, Alternating(*lineup), seed=8) for _ in range(2))
    one.reset(), other.reset()
    play(one, 25), play(other, 25)
    copy = pickle.loads(pickle.dumps(one))
    ahead = play(one, 40)
    for again in (play(copy, 40), play(other, 40)):
        for a, b in zip(ahead, again, strict=True):
            for x, y in zip(a, b, strict=True):
                np.testing.assert_array_equal(x, y)
    one.seed(8)
    first = one.reset()
    np.testing.assert_array_equal(first, SelfPlayVecEnv(TOY, 5, Alternating(*lineup), seed=8).reset())
    one.seed(9)
    assert (one.reset() != first).any()


def test_a_lineup_is_told_who_was_met_and_who_ranked_above_whom():
    agents = [make_agent("random", seed=1), Slow("random"), make_agent("random", seed=3)]
    lineup = Alternating(*agents, seats=2)
    env = SelfPlayVecEnv(TOY, 6, lineup, num_players=3, seed=4)
    env.reset()
    expected = []
    for _ in range(120):
        env.step(first_legal(env))
        rows = env.rows
        for i in np.flatnonzero(rows.ended):
            seat, ranks = rows.seats[i], rows.final_ranks[i]
            others = [(seat + 1) % 3, (seat + 2) % 3]
            above = [1.0 if ranks[seat] < ranks[p] else 0.5 if ranks[seat] == ranks[p] else 0.0 for p in others]
            # Controllers count compiled players up from 0 and the asked ones down from -2.
            who = [{0: 0, -2: 1, 1: 2}[int(rows.seated[i, p])] for p in others]
            expected.append((who, above))
    assert lineup.recorded == expected
    assert {place for who, _ in expected for place in who} == {0, 1, 2}
    assert {share for _, above in expected for share in above} >= {0.0, 1.0}
    assert env.in_use() == {0, 1, 2}
