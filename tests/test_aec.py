"""The PettingZoo environment: order, ledger, copies, saved states, what each seat sees."""

import copy
import pickle

import numpy as np
import pytest
from toy import TEAM, TOY
from toy.state import AMOUNT_0, CARD_0, DRAW, PASS

from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.core.game import IllegalAction
from marszoo.envs.core.record import diff

pytestmark = pytest.mark.interpreted


def table(seed=1, game=TOY, **options):
    env = AECGame(game, **options)
    env.reset(seed=seed)
    return env


def play_on(env, steps=None, pick=-1):
    """Take the last legal action again and again."""
    taken = 0
    while env.running and (steps is None or taken < steps):
        env.step(env.legal_actions()[pick])
        taken += 1
    return env


def middle(seed=1, **options):
    return play_on(table(seed, **options), 5)


# --- order ---


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.legal_actions(),
        lambda env: env.describe(0),
        lambda env: env.get_state(),
        lambda _: AECGame(TOY, render_mode="ansi").render(),
    ],
)
def test_before_the_first_reset_every_call_says_so(call):
    with pytest.raises(RuntimeError, match=r"toy_v3.*reset\(\)"):
        call(AECGame(TOY))


def test_the_end_takes_one_last_and_one_none_from_each_agent():
    env = play_on(table(num_players=3))
    seen = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert (termination, truncation) == (True, False)
        assert not observation["action_mask"].any()
        assert set(info) == {"seat", "score", "rank", "outcome"}
        seen.append((agent, info["seat"], reward))
        with pytest.raises(ValueError, match=f"only action of {agent} is None"):
            env.step(PASS)
        env.step(None)
    assert [entry[:2] for entry in seen] == [("player_0", 0), ("player_1", 1), ("player_2", 2)]
    assert sum(entry[2] for entry in seen) == pytest.approx(0)
    assert env.agents == []
    for call in (lambda: env.step(None), lambda: env.last()):
        with pytest.raises(RuntimeError, match=r"every agent has had its last step; call reset\(\)"):
            call()
    env.reset()
    assert env.agents == ["player_0", "player_1", "player_2"]


def test_none_is_not_an_action_of_a_running_game():
    env = table()
    before = env.get_state()
    for wrong in (None, 1.0, "pass"):
        with pytest.raises(TypeError, match="player_0 is to move: an action is an integer"):
            env.step(wrong)
    assert env.get_state() == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint16, np.array])
def test_any_integer_is_an_action(kind):
    env, other = table(), table()
    env.step(kind(AMOUNT_0 + 1))
    other.step(AMOUNT_0 + 1)
    assert env.get_state() == other.get_state()


def test_an_illegal_action_names_itself_and_the_legal_ones():
    env = table()
    before = env.get_state()
    with pytest.raises(IllegalAction, match=f"action {PASS} is illegal; legal actions: {AMOUNT_0} = bid 0; ") as caught:
        env.step(PASS)
    assert caught.value.legal == env.legal_actions()
    assert env.get_state() == before
    for action in (-1, TOY.actions.n, 10**12):
        with pytest.raises(IllegalAction):
            env.step(action)
    with pytest.raises(IllegalAction):
        env.describe(PASS)


def test_unknown_agents_are_named():
    env = table()
    for call in (env.observe, env.observation_space, env.action_space, env.determinize):
        with pytest.raises(ValueError, match="no agent 'player_7'; the agents are player_0, player_1"):
            call("player_7")


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "one"])
def test_seeds_out_of_range_are_refused(seed):
    with pytest.raises(ValueError, match="seed="):
        AECGame(TOY).reset(seed=seed)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"render_mode": "human_"}, "render_mode='human_'.*'ansi', 'rgb_array', 'human'"),
        ({"render_seat": 2}, "render_seat=2.*0 to 1"),
        ({"num_playres": 3}, "did you mean 'num_players'"),
    ],
)
def test_options_of_the_environment_are_checked(options, says):
    with pytest.raises(ValueError, match=says):
        AECGame(TOY, **options)


def test_options_are_shown_whole_and_fresh():
    env = AECGame(TOY, num_players=3, bonus=True, render_mode="ansi", render_seat=1)
    shown = env.options
    assert (shown["num_players"], shown["bonus"], shown["die"], shown["render_seat"]) == (3, True, "six", 1)
    assert shown["content"] == TOY.shipped.digest
    shown["num_players"] = 9
    assert env.options["num_players"] == 3
    again = AECGame(TOY, **{k: v for k, v in env.options.items() if k != "content"})
    assert again.options == env.options


# --- the ledger ---


def with_cards(**options):
    """Two seats, bids made, each with a card that needs no target; seat 0 to move."""
    for seed in range(300):
        env = table(seed, bonus=True, **options)
        gains = [c for c in (0, 1, 2, 3, 12) if env.states["place"][0, c] == 0]
        others = [c for c in (0, 1, 2, 3, 12) if env.states["place"][0, c] == 1]
        if gains and others:
            env.step(AMOUNT_0)
            env.step(AMOUNT_0)
            return env, CARD_0 + gains[0], CARD_0 + others[0]
    raise AssertionError("no such deal")


def test_one_round_of_the_ledger_by_hand():
    env, mine, yours = with_cards()
    assert env.rewards == {"player_0": 0, "player_1": 0}
    env.step(mine)  # pays 0.25 to player_0 at the cost of player_1
    assert env.agent_selection == "player_1"
    assert env.rewards == {"player_0": 0.25, "player_1": -0.25}
    assert env.last()[1] == -0.25
    assert env.earned("player_0") == 0.25
    env.step(yours)  # the other way round
    assert env.rewards == {"player_0": -0.25, "player_1": 0.25}
    # player_0 earned 0.25 by its own step, and lost it again by the other's, before it is asked again.
    assert env.agent_selection == "player_0"
    assert env.last()[1] == 0.0
    env.step(AMOUNT_0)  # a bid pays nothing: what was shown before is cleared
    assert env.rewards == {"player_0": 0, "player_1": 0}
    assert env.last()[1] == 0.25
    env.step(AMOUNT_0)
    assert env.earned("player_1") == 0


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin"])
def test_rewards_and_last_tell_the_same_sums(reward):
    paid = 0
    for seed in range(5):
        env = table(seed, num_players=3, bonus=True, reward=reward)
        shown, received = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            _, earned, termination, truncation, _ = env.last()
            received[agent] += earned
            env.step(None if termination or truncation else env.legal_actions()[seed % len(env.legal_actions())])
            for name, value in env.rewards.items():
                shown[name] += value
        assert shown == pytest.approx(received, abs=1e-6)
        assert sum(received.values()) == pytest.approx(0, abs=1e-6)
        paid += any(received.values())
    assert paid >= 3


def test_truncation_is_by_max_cycles_only_and_is_scored():
    env = play_on(table(max_cycles=3))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    _, _, termination, truncation, info = env.last()
    assert (termination, truncation) == (False, True)
    assert info["score"] == env.states["coins"][0, 0]
    full = play_on(table())
    assert not any(full.truncations.values())


def test_an_illegal_action_can_lose_the_game_instead():
    env = play_on(table(num_players=3, bonus=True, illegal="terminate"), 4)
    offender = env.agent_selection
    env.step(-1)
    assert all(env.terminations.values())
    assert env.rewards == {a: -1.0 if a == offender else 0.5 for a in env.possible_agents}
    for agent in env.agent_iter():
        _, reward, termination, _, info = env.last()
        assert termination
        assert info["outcome"] == ("loss" if agent == offender else "win")
        assert info["rank"] == (3 if agent == offender else 1)
        twin = pickle.loads(pickle.dumps(env))
        assert twin.last()[1] == reward
        assert twin.infos == env.infos
        env.step(None)


def test_in_a_game_with_one_goal_everybody_loses_by_an_illegal_action():
    env = table(game=TEAM, num_players=3, illegal="terminate")
    env.step(-1)
    assert env.rewards == dict.fromkeys(env.possible_agents, -1.0)
    assert {info["outcome"] for info in env.infos.values()} == {"loss"}


# --- seeds ---


def test_unseeded_resets_go_on_with_the_stream_of_the_last_seed():
    def deals(env, count):
        out = []
        for _ in range(count):
            env.reset()
            out.append((env.seed, env.states.tobytes()))
        return out

    first, second = table(5), table(5)
    assert first.states.tobytes() == second.states.tobytes()
    ahead = deals(first, 4)
    assert ahead == deals(second, 4)
    assert len({seed for seed, _ in ahead}) == 4
    again = table(ahead[2][0])
    assert again.states.tobytes() == ahead[2][1], "the seed of any game starts it again"
    assert table(6).seed == 6
    assert deals(table(6), 1) != ahead[:1]


def test_an_environment_without_a_seed_takes_one_from_the_system():
    games = set()
    for _ in range(3):
        env = AECGame(TOY)
        env.reset()
        games.add(env.seed)
    assert len(games) == 3


def test_no_global_randomness_is_read_or_written():
    before = np.random.get_state()[1].tobytes()  # noqa: NPY002  # the global generator is what must not change
    env = play_on(table(3))
    assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002
    assert env.get_state() == play_on(table(3)).get_state()


# --- observations ---


def test_the_mask_is_the_movers_and_everybody_elses_is_empty():
    env = table(num_players=3)
    while env.running:
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        env.step(env.legal_actions()[-1])
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_observing_is_pure_and_what_was_given_away_is_not_reused():
    env = table(num_players=3)
    before = env.get_state()
    for agent in env.possible_agents:
        observation = env.observe(agent)
        observation["observation"][:] = 9
        observation["action_mask"][:] = 9
    last = env.last()[0]
    last["observation"][:] = 9
    assert env.get_state() == before
    assert env.last()[0]["observation"].max() <= 1
    kept = env.last()[0]["observation"].copy()
    held = env.last()[0]["observation"]
    env.step(env.legal_actions()[0])
    assert (held == kept).all()


def test_the_three_forms_of_an_observation_agree():
    dicts, flat, parts = middle(), middle(flat=True), middle(structured=True)
    vector, mask = dicts.last()[0]["observation"], dicts.last()[0]["action_mask"]
    observation, *_, info = flat.last()
    assert (observation == vector).all()
    assert (info["action_mask"] == mask).all()
    views = TOY.observation.views(vector, 2)
    got = parts.last()[0]
    assert set(got["observation"]) == set(views)
    assert all((got["observation"][name] == views[name]).all() for name in views)
    assert (got["action_mask"] == mask).all()
    for env in (dicts, flat, parts):
        assert env.last()[0] in env.observation_space(env.agent_selection)


def test_infos_keep_the_masks_of_their_time():
    env = table(flat=True)
    info = env.last()[-1]
    mask = info["action_mask"].copy()
    env.step(AMOUNT_0)
    assert (info["action_mask"] == mask).all()
    assert not env.infos["player_0"]["action_mask"].any()
    assert env.infos["player_1"]["action_mask"].any()


def test_spaces_are_kept_and_each_agent_has_its_own():
    env = table()
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert env.action_space("player_0") is not env.action_space("player_1")
    assert env.action_spaces["player_1"].n == TOY.actions.n
    assert set(env.observation_spaces) == {"player_0", "player_1"}


def test_describe_gives_legal_actions_in_words():
    env = table()
    assert [env.describe(a) for a in env.legal_actions()] == ["bid 0", "bid 1", "bid 2"]


# --- copies ---


def same(a, b):
    assert a.get_state() == b.get_state()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
        assert getattr(a, name) == getattr(b, name), name
    if a.agents:
        assert a.legal_actions() == b.legal_actions()
        first, second = a.last(), b.last()
        assert first[1:] == second[1:]
        assert all((first[0][key] == second[0][key]).all() for key in first[0])


@pytest.mark.parametrize("reward", ["outcome", "rank"])
def test_copies_are_exact_at_every_moment_of_a_game(reward):
    options = {"num_players": 3, "bonus": True, "reward": reward}
    env = table(8, **options)
    while True:
        restored = AECGame(TOY, **options)
        restored.set_state(env.get_state())
        for twin in (env.clone(), copy.deepcopy(env), copy.copy(env), pickle.loads(pickle.dumps(env)), restored):
            assert type(twin) is AECGame
            same(twin, env)
            if env.agents:
                other = env.clone()
                for each in (twin, other):
                    each.step(each.legal_actions()[0] if env.running else None)
                same(twin, other)
        if not env.agents:
            break
        env.step(env.legal_actions()[-1] if env.running else None)


def test_copies_are_independent():
    env = middle()
    before = env.get_state()
    twin = env.clone()
    play_on(twin)
    twin.infos["player_0"]["seat"] = 7
    twin.rewards["player_0"] = 9.0
    twin.agents.clear()
    assert env.get_state() == before
    assert env.infos["player_0"]["seat"] == 0
    assert len(env.agents) == 2
    assert env.rewards["player_0"] == 0


def test_a_copy_goes_on_with_the_same_stream_of_games():
    env = table(5)
    env.reset()
    twin = copy.deepcopy(env)
    env.reset()
    twin.reset()
    assert env.get_state() == twin.get_state()


def test_a_reseeded_clone_has_another_future_and_the_same_present():
    env = middle(num_players=3)
    twins = [env.clone(reseed=k) for k in (1, 2, 1)]
    assert set(diff(env.states[0], twins[0].states[0])) == {"rng"}
    assert twins[0].get_state() == twins[2].get_state()
    for twin in twins:
        twin.step(DRAW) if DRAW in twin.legal_actions() else play_on(twin)
        play_on(twin, pick=0)
    assert twins[0].get_state() == twins[2].get_state()
    assert twins[0].get_state() != twins[1].get_state()


def test_own_content_is_in_the_pickle(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TOY.content_file.read_text(encoding="utf-8").replace("value = 5", "value = 9"), encoding="utf-8")
    env = AECGame(TOY, content=path)
    env.reset(seed=1)
    data = pickle.dumps(env)
    path.unlink()
    assert pickle.loads(data).options["content"] == env.options["content"] != TOY.shipped.digest


def test_determinize_keeps_the_own_view_and_changes_the_rest():
    env = middle(num_players=3)
    for agent in env.possible_agents:
        guess = env.determinize(agent, seed=4)
        assert type(guess) is AECGame
        assert (guess.observe(agent)["observation"] == env.observe(agent)["observation"]).all()
        assert guess.agent_selection == env.agent_selection
        assert guess.legal_actions() == env.legal_actions() or agent != env.agent_selection
        assert "place" in diff(env.states[0], guess.states[0])
        assert guess.states["rng"][0] != env.states["rng"][0]
        assert guess.get_state() == env.determinize(agent, seed=4).get_state()
        play_on(guess)


# --- saved states ---


def test_a_state_of_something_else_is_refused_and_changes_nothing(tmp_path):
    state = middle().get_state()
    path = tmp_path / "mine.toml"
    path.write_text(TOY.content_file.read_text(encoding="utf-8").replace("value = 5", "value = 9"), encoding="utf-8")
    for env, says in [
        (AECGame(TEAM), "of game 'toy_v3'; this is 'toy_team_v0'"),
        (AECGame(TOY, num_players=3), "num_players=2; here num_players=3"),
        (AECGame(TOY, die="four"), "die='six'; here die='four'"),
        (AECGame(TOY, reward="rank"), "reward='outcome'; here reward='rank'"),
        (AECGame(TOY, content=path), "content .*any_content=True"),
    ]:
        env.reset(seed=2)
        before = env.get_state()
        with pytest.raises(ValueError, match=says):
            env.set_state(state)
        assert env.get_state() == before
    other = AECGame(TOY, content=path, any_content=True)
    other.set_state(state)
    assert other.states.tobytes() == middle().states.tobytes()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda _: b"", "not a marszoo state"),
        (lambda _: b"somebody else's bytes" * 9, "not a marszoo state"),
        (lambda b: b[:-1], "damaged"),
        (lambda b: b[:-9] + bytes([b[-9] ^ 1]) + b[-8:], "damaged"),
        (lambda b: b[:8] + b"\x09" + b[9:], "format 9; this version reads format 1"),
        (lambda b: b[:12] + bytes([b[12] + 1]) + b[13:], "damaged: its header cannot be read"),
    ],
)
def test_damaged_bytes_are_refused(spoil, says):
    env = middle()
    state = env.get_state()
    with pytest.raises(ValueError, match=says):
        env.set_state(spoil(state))
    assert env.get_state() == state


def test_a_finished_state_can_be_restored_into_a_new_environment():
    env = play_on(table(num_players=3, bonus=True))
    env.step(None)
    fresh = AECGame(TOY, num_players=3, bonus=True)
    fresh.set_state(env.get_state())
    same(fresh, env)
    assert fresh.agents == ["player_1", "player_2"]
    assert fresh.states["over"][0] == TERMINATED


# --- rendering ---


def test_render_modes(capsys):
    assert "player_0" in middle(render_mode="ansi").render()
    image = middle(render_mode="rgb_array").render()
    assert image.shape == (160, 320, 3)
    assert image.dtype == np.uint8
    human = table(render_mode="human")
    shown = capsys.readouterr().out
    assert "Ore Rush" in shown
    human.step(human.legal_actions()[0])
    assert "Ore Rush" in capsys.readouterr().out
    assert human.render() is None


def test_a_viewer_sees_its_own_hand_only():
    mine = middle(render_mode="ansi", render_seat=1).render()
    public = middle(render_mode="ansi").render()
    assert public.count(" cards") == 2
    assert mine.count(" cards") == 1


def test_rendering_without_a_mode_warns():
    with pytest.warns(UserWarning, match="render_mode"):
        assert middle().render() is None
