"""Replays: the same bytes again, or a clear refusal; and the playthroughs that guard every game's rules."""

import dataclasses
import json
import pathlib

import numpy as np
import pytest
from toy import TEAM, TOY

import marszoo
from marszoo.envs import registry
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.game import IllegalAction
from marszoo.envs.core.replay import Recorder, cases, load, play_again, playthrough, random_chooser

PLAYTHROUGHS = pathlib.Path(__file__).parent / "playthroughs"


def recorded(game=TOY, seed=3, **options):
    recorder = Recorder(AECGame(game, **options))
    recorder.reset(seed=seed)
    while recorder.env.running:
        recorder.step(random_chooser(recorder.env))
    return recorder


@pytest.mark.interpreted
@pytest.mark.parametrize("options", [{}, {"num_players": 3, "bonus": True}, {"max_cycles": 5}, {"skip_forced": False}])
def test_a_saved_replay_gives_the_same_bytes(options, tmp_path):
    recorder = recorded(**options)
    replay = recorder.replay()
    replay.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json") == replay
    seen = []
    env = load(tmp_path / "game.json").play(TOY, watch=lambda env, action: seen.append((env.agent_selection, action)))
    assert env.states.tobytes() == recorder.env.states.tobytes()
    assert env.get_state() == recorder.env.get_state()
    assert [action for _, action in seen] == list(replay.actions)
    assert {agent for agent, _ in seen} == set(env.possible_agents)


@pytest.mark.interpreted
def test_a_game_can_be_recorded_up_to_any_moment_and_refusals_are_not_recorded():
    recorder = Recorder(AECGame(TOY))
    with pytest.raises(RuntimeError, match=r"after reset\(\)"):
        recorder.replay()
    recorder.reset(seed=1)
    recorder.step(recorder.env.legal_actions()[0])
    with pytest.raises(IllegalAction):
        recorder.step(-1)
    assert recorder.replay().actions == (20,)
    assert recorder.replay().play(TOY).get_state() == recorder.env.get_state()
    recorder.reset()
    assert recorder.replay().actions == ()
    finished = recorded()
    finished.step(None)
    with pytest.raises(RuntimeError, match="before the agents take their last steps"):
        finished.replay()


@pytest.mark.interpreted
def test_what_does_not_fit_is_refused_by_name(tmp_path):
    replay = recorded().replay()
    with pytest.raises(ValueError, match="of game 'toy_v3'; this is 'toy_team_v0'"):
        replay.play(TEAM)
    with pytest.raises(ValueError, match="of game 'toy_v3'; this is 'toy_v4'"):
        replay.play(dataclasses.replace(TOY, version=4))
    path = tmp_path / "mine.toml"
    path.write_text(TOY.content_file.read_text(encoding="utf-8").replace("value = 5", "value = 9"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"made with content .*any_content=True"):
        replay.play(TOY, content=path)
    assert replay.play(TOY, content=path, any_content=True).seed == 3
    with pytest.raises(ValueError, match="action number 0 cannot be played: action 25 is illegal"):
        dataclasses.replace(replay, actions=(25, *replay.actions)).play(TOY)
    with pytest.raises(ValueError, match=f"action number {len(replay.actions)} cannot be played"):
        dataclasses.replace(replay, actions=(*replay.actions, 0)).play(TOY)
    with pytest.raises(ValueError, match="the rules have changed"):
        dataclasses.replace(replay, seed=4, actions=replay.actions[:1]).play(TOY)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not a replay"),
        ("[]", "not a replay"),
        ('{"format": 1}', "not a replay: 'made_with'"),
        ('{"format": 7}', "format 7; this version reads format 1"),
    ],
)
def test_files_that_are_no_replays(text, says, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=says):
        load(path)


@pytest.mark.interpreted
def test_own_content_is_played_again_with_its_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TOY.content_file.read_text(encoding="utf-8").replace("value = 5", "value = 9"), encoding="utf-8")
    replay = recorded(content=path).replay()
    with pytest.raises(ValueError, match="made with content"):
        replay.play(TOY)
    assert replay.play(TOY, content=path).content.digest == replay.made_with["content"]


# --- playthroughs ---


@pytest.mark.interpreted
def test_a_playthrough_shows_a_whole_game_and_notices_any_change():
    text = playthrough(TOY, {"num_players": 3}, 1)
    assert play_again(TOY, text) == text
    assert json.loads(text.splitlines()[0][2:]) == {"game": "toy_v3", "seed": 1, "options": {"num_players": 3}}
    env = AECGame(TOY, num_players=3)
    env.reset(seed=1)
    assert f"> {random_chooser(env)} = {env.describe(random_chooser(env))}" in text
    assert text.count("terminated: reward") == 3
    changed = text.replace('"seed": 1', '"seed": 2')
    try:
        assert play_again(TOY, changed) != changed
    except ValueError as error:
        assert "not legal now" in str(error)  # noqa: PT017  # either way the change is noticed
    with pytest.raises(ValueError, match="not a playthrough"):
        play_again(TOY, "once upon a time")
    with pytest.raises(ValueError, match="of game 'toy_v3'"):
        play_again(TEAM, text)


@pytest.mark.interpreted
def test_cases_cover_every_number_of_players_and_every_switch():
    options = [options for _, _, options in cases(TOY)]
    assert {o["num_players"] for o in options if "num_players" in o} == {2, 3, 4}
    for switch in TOY.switches:
        assert {o[switch.name] for o in options if switch.name in o} == set(switch.values[1:])
        # Where most seats are affected by it, or as many as the switch says.
        assert {o["num_players"] for o in options if switch.name in o} == {4}
    solo = dataclasses.replace(TOY, switches=(dataclasses.replace(TOY.switches[0], players=2),))
    assert [o["num_players"] for _, _, o in cases(solo) if TOY.switches[0].name in o] == [2]
    names = [name for name, _, _ in cases(TOY)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("id", marszoo.games())
def test_every_game_has_its_playthroughs(id):
    game = registry.get(id)
    there = {path.stem for path in (PLAYTHROUGHS / game.name).glob("*.txt")}
    assert there == {name for name, _, _ in cases(game)}, "record them with: make playthroughs"


STORED = sorted(PLAYTHROUGHS.glob("*/*.txt"))


@pytest.mark.parametrize("path", STORED, ids=[f"{path.parent.name}-{path.stem}" for path in STORED])
def test_the_rules_still_play_what_was_recorded(path):
    text = path.read_text(encoding="utf-8")
    game = registry.get(json.loads(text.splitlines()[0][2:])["game"])
    # A difference means that a seed no longer gives the game it gave: bump the version, or say why not.
    assert play_again(game, text).splitlines() == text.splitlines()


@pytest.mark.parametrize("id", [*marszoo.games(), "toy"])
def test_one_game_is_the_same_in_every_adapter(id):
    """AEC, batch, Gymnasium and replay: the same bytes before every decision."""
    game = TOY if id == "toy" else registry.get(id)
    from marszoo.agents.gym import make_env
    from marszoo.envs.core.batch import Batch

    batch = Batch(game, 2, num_players=3)
    batch.reset(seed=5)
    seed = int(batch.seeds[1])
    recorder = Recorder(AECGame(game, num_players=3))
    recorder.reset(seed=seed)
    aec = recorder.env

    class Same:
        """Opponents that do what the AEC game did."""

        def act_env(self, env):
            return script[len(trail(env))]

    states, script = [], []
    while aec.running:
        assert batch.states[1].tobytes() == aec.states[0].tobytes()
        assert (batch.observations[1] == aec.last()[0]["observation"]).all()
        assert (np.asarray(batch.action_masks)[1] == aec.last()[0]["action_mask"]).all()
        states.append(aec.states[0].tobytes())
        script.append(random_chooser(aec))
        actions = [int(np.flatnonzero(np.asarray(batch.action_masks)[0])[0]), script[-1]]
        recorder.step(script[-1])
        batch.step(actions)
    assert batch.terminations[1]
    assert batch.rewards[1].tolist() == pytest.approx(list(aec.rewards.values()))

    def trail(env):
        return range(states.index(env.states[0].tobytes()))

    view = make_env(game, "random", num_players=3)
    view.opponents = (Same(), Same())
    view.reset(seed=seed)
    over = False
    while not over:
        _, reward, over, cut, _ = view.step(script[len(trail(view.aec))])
        assert not cut
    assert view.aec.states.tobytes() == aec.states.tobytes()
    assert reward == aec.earned("player_0")

    again = []
    recorder.replay().play(game, watch=lambda env, _: again.append(env.states[0].tobytes()))
    assert again == states
