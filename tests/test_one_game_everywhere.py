"""One game played through every adapter: AEC, batch, Gymnasium, its vector form, and a replay give equal bytes."""

import numpy as np
import pytest
from toy import TEAM, TOY

from marszoo.envs import registry
from marszoo.envs.core import replay
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.gym import GymGame, GymVector

ROWS, ROW = 3, 1
"""The game that is played everywhere is the first one of this row."""


class Script:
    """Plays the recorded actions, in one environment or in the row of a batch; other rows get any legal action."""

    def __init__(self, actions):
        self.actions = actions  # step_count -> action

    def act_env(self, env):
        return self.actions[int(env.states["step_count"][0])]

    def act(self, view):
        batch, rows = view
        chosen = batch.action_masks[rows].argmax(axis=1)
        for k, row in enumerate(rows):
            if row == ROW and batch.games[row] == 0:
                chosen[k] = self.actions[int(batch.states["step_count"][row])]
        return chosen


class Game:
    """The reference: the first game of a batch's row, with all that the batch showed of it."""

    def __init__(self, game, options, seed):
        batch = Batch(game, ROWS, **options)
        batch.reset(seed=seed)
        self.seed, self.players = int(batch.seeds[ROW]), batch.num_players
        self.actions, self.movers, self.rewards = {}, [], []
        self.states, self.observations, self.masks = [], [], []
        while batch.games[ROW] == 0:
            action = int(batch.random_actions()[ROW])
            self.actions[int(batch.states["step_count"][ROW])] = action
            self.movers.append(int(batch.players[ROW]))
            self.states.append(batch.states[ROW].tobytes())
            self.observations.append(batch.observations[ROW].copy())
            self.masks.append(batch.action_masks[ROW].copy())
            everyone = batch.random_actions()
            everyone[ROW] = action
            batch.step(everyone)
            self.rewards.append(batch.rewards[ROW].copy())
        self.ended = (bool(batch.terminations[ROW]), bool(batch.truncations[ROW]))
        self.last = [view.copy() for view in batch.final_observations[ROW]]
        self.scores, self.ranks = batch.final_scores[ROW].tolist(), batch.final_ranks[ROW].tolist()

    def of_seat(self, seat):
        """What a learner in the seat sees: the numbers of its decisions, and what each of its actions earned."""
        own = [k for k, mover in enumerate(self.movers) if mover == seat]
        return own, [sum(r[seat] for r in self.rewards[a:b]) for a, b in zip(own, [*own[1:], None], strict=True)]


GAMES = [
    (TOY, {"num_players": 3, "bonus": True}),
    (TOY, {"num_players": 2, "skip_forced": False, "reward": "margin"}),
    (TOY, {"num_players": 4, "max_cycles": 17, "reward": "rank"}),
    (TEAM, {"num_players": 3}),
    *((registry.get(id), {"num_players": registry.get(id).max_players}) for id in registry.games()),
]


@pytest.fixture(scope="module", params=range(len(GAMES)), ids=lambda k: f"{GAMES[k][0].id}-{k}")
def played(request):
    game, options = GAMES[request.param]
    return game, options, Game(game, options, seed=20 + request.param)


def test_aec(played):
    game, options, told = played
    env = AECGame(game, **options)
    env.reset(seed=told.seed)
    due = np.zeros(told.players)
    for k, action in enumerate(told.actions.values()):
        observation, reward, *ended, _ = env.last()
        assert env.states[0].tobytes() == told.states[k]
        assert env.seat == told.movers[k]
        assert np.array_equal(observation["observation"], told.observations[k])
        assert np.array_equal(observation["action_mask"], told.masks[k])
        assert ended == [False, False]
        assert reward == pytest.approx(due[env.seat])
        due[env.seat] = 0
        env.step(action)
        assert list(env.rewards.values()) == pytest.approx(told.rewards[k].tolist())
        due += told.rewards[k]
    for _ in range(told.players):
        observation, reward, *ended, info = env.last()
        assert np.array_equal(observation["observation"], told.last[env.seat])
        assert reward == pytest.approx(due[env.seat])
        assert tuple(ended) == told.ended
        assert (info["score"], info["rank"]) == (told.scores[env.seat], told.ranks[env.seat])
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("seat", [0, 1])
def test_gymnasium(played, seat):
    game, options, told = played
    env = GymGame(game, [Script(told.actions)] * (told.players - 1), seat=seat, **options)
    own, earned = told.of_seat(seat)
    observation, info = env.reset(seed=told.seed)
    for k, gained in zip(own, earned, strict=True):
        assert env.aec.states[0].tobytes() == told.states[k]
        assert np.array_equal(observation, told.observations[k])
        assert np.array_equal(info["action_mask"], told.masks[k])
        observation, reward, *ended, info = env.step(told.actions[step_count(told, k)])
        assert reward == pytest.approx(gained)
        assert tuple(ended) == (told.ended if k == own[-1] else (False, False))
    assert np.array_equal(observation, told.last[seat])
    assert (info["score"], info["rank"]) == (told.scores[seat], told.ranks[seat])


@pytest.mark.parametrize("seat", [0, 1])
def test_gymnasium_vector(played, seat):
    game, options, told = played
    script = Script(told.actions)
    env = GymVector(game, ROWS, [script] * (told.players - 1), view=lambda *given: given, seat=seat, **options)
    own, earned = told.of_seat(seat)
    observations, _ = env.reset(seed=20 + GAMES.index((game, options)))
    for k, gained in zip(own, earned, strict=True):
        assert int(env.batch.seeds[ROW]) == told.seed
        assert env.batch.states[ROW].tobytes() == told.states[k]
        assert np.array_equal(observations[ROW], told.observations[k])
        assert np.array_equal(env.action_masks()[ROW], told.masks[k])
        actions = env.action_masks().argmax(axis=1)
        actions[ROW] = told.actions[step_count(told, k)]
        observations, rewards, *ended, infos = env.step(actions)
        assert rewards[ROW] == pytest.approx(gained)
        assert tuple(bool(e[ROW]) for e in ended) == (told.ended if k == own[-1] else (False, False))
    assert np.array_equal(infos["final_obs"][ROW], told.last[seat])
    assert infos["final_info"]["rank"][ROW] == told.ranks[seat]


def test_replay(played, tmp_path):
    game, options, told = played
    recorder = replay.Recorder(AECGame(game, **options))
    recorder.reset(seed=told.seed)
    for action in told.actions.values():
        recorder.step(action)
    recorder.replay().save(tmp_path / "game.json")
    seen = []
    env = replay.load(tmp_path / "game.json").play(game, watch=lambda env, _: seen.append(env.states[0].tobytes()))
    assert seen == told.states
    assert np.array_equal(env.observe("player_1")["observation"], told.last[1])


def step_count(told, k):
    return list(told.actions)[k]
