"""The training program: configurations, what a run leaves, and how it goes on after a kill."""

import contextlib
import csv
import dataclasses
import io
import json
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import yaml
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import marszoo
from marszoo.agents import config as settings
from marszoo.agents.arena import play_match
from marszoo.agents.ppo.callbacks import MATCH_SEED
from marszoo.agents.ppo.policy import Policy
from marszoo.agents.ppo.run_folder import RunFolder
from marszoo.agents.train import main, parser
from marszoo.envs import registry

ROOT = pathlib.Path(__file__).parent.parent
CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))
TINY = {
    "game": "terra_formars_v0",
    "total_steps": 1536,
    "rows": 8,
    "network": {"hidden": [8]},
    "ppo": {"n_steps": 64, "batch_size": 256, "n_epochs": 1},
    "league": {"snapshot_every": 512, "capacity": 2, "active": 1},
    "evaluation": {"every": 512, "games": 4, "opponents": ["random"]},
    "checkpoints": {"every": 512, "keep": 2},
}
"""Three updates of 512 decisions."""


def write(folder, **changes):
    file = folder / "tiny.yaml"
    file.write_text(yaml.safe_dump({**TINY, **changes}))
    return str(file)


def train(*arguments):
    """Run the program in this process: exit status, and what it wrote to the standard error."""
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        try:
            return main([str(a) for a in arguments]), errors.getvalue()
        except SystemExit as stop:
            return stop.code, errors.getvalue()


def weights(path):
    policy = Policy.load(path)
    return [array for layer in (*policy.policy, *policy.value) for array in layer]


def lines(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a whole run."""
    folder = tmp_path_factory.mktemp("finished")
    assert train("--config", write(folder), "--out", folder / "run") == (0, "")
    return folder / "run"


# --- configurations ---


def test_every_game_has_a_configuration_and_every_configuration_is_sound():
    assert {path.stem for path in CONFIGS} >= {registry.get(id).name for id in marszoo.games()} | {"quickstart"}
    for path in CONFIGS:
        made = settings.build(parser().parse_args(["--config", str(path)]).as_dict())
        settings.check(made)
        game = registry.get(made.game)
        assert game.options(num_players=made.num_players, **made.options)
        assert set(yaml.safe_load(path.read_text())) <= {f.name for f in dataclasses.fields(settings.Config)}


def test_every_field_is_described_in_the_help(capsys):
    assert train("--help")[0] == 0
    text = " ".join(capsys.readouterr().out.split())
    names = settings.flatten(dataclasses.asdict(settings.Config(game="")))
    for name in names:
        # After the usage, each option again with a sentence and its type.
        sentence = re.split(r" \((?:type|required)", text.rpartition(f"--{name} ")[2])[0]
        assert len(sentence.split()) > 4, name
        assert sentence.endswith("."), (name, sentence)


def test_print_config_shows_all_fields_and_is_itself_a_configuration(tmp_path, capsys):
    assert train("--config", write(tmp_path), "--ppo.gamma", "0.9", "--print_config")[0] == 0
    printed = capsys.readouterr().out
    tree = yaml.safe_load(printed)
    assert tree["ppo"]["gamma"] == 0.9
    assert tree["rows"] == 8
    assert tree["warm_start"]["teacher"] is None
    (tmp_path / "again.yaml").write_text(printed)
    assert train("--config", tmp_path / "again.yaml", "--print_config")[0] == 0
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--ppo.learning_rat", "1"], ["--ppo.learning_rat", "'--ppo.learning_rate'"]),
        (["--totl_steps", "1"], ["--totl_steps", "'--total_steps'"]),
        (["--ppo.learning_rate", "fast"], ["ppo.learning_rate='fast'", "a number"]),
        (["--network.activation", "gelu"], ["network.activation='gelu'", "tanh", "relu"]),
        (["--ppo.gamma", "1.5"], ["ppo.gamma=1.5", "from 0 to 1"]),
        (["--ppo.batch_size", "513"], ["ppo.batch_size=513", "from 2 to 512"]),
        (["--ppo.batch_size", "511"], ["ppo.batch_size=511", "divides", "512"]),
        (["--league.difficulty", "1000"], ["league.difficulty=1000", "from 0 to 20"]),
        (["--options", '{"flat": false}'], ["options.flat is not allowed"]),
        (["--evaluation.opponents", '["random", "random"]'], ["evaluation.opponents has 'random' twice"]),
        (["--normalize_reward", "true", "--warm_start.teacher", "random"], ["normalize_reward", "warm start"]),
        (["--game", "terra_formers_v0"], ["unknown game 'terra_formers_v0'", "'terra_formars_v0'"]),
        (["--num_players", "7"], ["num_players=7", "2 to 4"]),
        (["--options", '{"bogus": 1}'], ["unknown option 'bogus'"]),
        (["--options", '{"num_players": 2}'], ["options.num_players", "field of the configuration"]),
        (["--league.scripted", '{"greedi": 1.0}'], ["unknown agent 'greedi'", "'greedy'"]),
        (["--league.scripted", '{"greedy": -1.0}'], ["league.scripted.greedy=-1.0", "from 0"]),
        (["--league.active", "3"], ["league.active=3", "from 1 to 2"]),
        (["--evaluation.opponents", '["hero"]'], ["unknown agent 'hero'"]),
        (["--warm_start.teacher", "greedi"], ["unknown agent 'greedi'"]),
        (["--learner_seats", "first"], ["learner_seats='first'", "'rotate'"]),
        (["--learner_seats", "all"], ["learner_seats='all'", "competitive"]),
        (["--learner_seats", "2"], ["learner_seats='2'", "0 to 1"]),
        (["--device", "cuda:99"], ["device='cuda:99'", "'cpu'"]),
        (["--device", "gpu"], ["device='gpu'", "'cpu'"]),
        (["--seed", "-1"], ["seed=-1"]),
        (["--content", "nowhere.toml"], ["nowhere.toml"]),
        (["--evaluation.opponents", '["ppo:nowhere"]'], ["no policy at nowhere"]),
    ],
)
def test_a_refused_configuration_is_named_and_leaves_nothing(tmp_path, arguments, says):
    status, message = train("--config", write(tmp_path), *arguments, "--out", tmp_path / "run")
    assert status == 2
    for part in says:
        assert part in message
    assert "Traceback" not in message
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ppo:", "ppo=None is not allowed"),
        ("league: {scripted: }", "league.scripted is null"),
        ("options:", "options is null"),
        ("options: {1: 2}", "options.1 is not allowed"),
        ("evaluation: {opponents: null}", "evaluation.opponents is null"),
        ("seed:", "seed is null"),
        ("warm_start: {temperature: .nan}", "warm_start.temperature=nan"),
        ("warm_start: {temperature: 1.0e-320}", "warm_start.temperature="),
        ("network: {hidden: [1000000]}", "network.hidden=1000000"),
        ("device: meta", "device='meta'"),
        ("learner_seats: 7", "learner_seats=7"),
        ("resume: nowhere", "nowhere"),
    ],
)
def test_a_file_with_values_that_no_run_can_use_is_refused(tmp_path, text, says):
    (tmp_path / "c.yaml").write_text(f"game: terra_formars_v0\n{text}\n")
    status, message = train("--config", tmp_path / "c.yaml", "--out", tmp_path / "run")
    assert status == 2
    assert says in message
    assert "Traceback" not in message
    assert not (tmp_path / "run").exists()


def test_a_seat_may_be_a_number_in_a_file(tmp_path):
    assert train("--config", write(tmp_path, learner_seats=0, total_steps=512), "--out", tmp_path / "run") == (0, "")


def test_a_misspelt_key_in_a_file_is_refused_with_the_nearest(tmp_path):
    status, message = train("--config", write(tmp_path, ppo={"learning_rat": 1}), "--out", tmp_path / "run")
    assert status == 2
    assert "'ppo.learning_rat' (did you mean 'ppo.learning_rate'?)" in message
    assert not (tmp_path / "run").exists()


def test_a_configuration_of_the_package_goes_by_its_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    printed = []
    for given in (
        ["--config", "quickstart"],
        ["--config=quickstart"],
        ["--config", str(ROOT / "configs/quickstart.yaml")],
    ):
        assert train(*given, "--seed", "3", "--print_config")[0] == 0
        printed.append(capsys.readouterr().out)
    assert len(set(printed)) == 1
    status, message = train("--config", "quikstart")
    assert status == 2
    assert "--config quikstart: there is no such file (did you mean 'quickstart'?)" in message


def test_a_folder_in_use_is_left_alone(finished):
    before = {path: path.read_bytes() for path in finished.rglob("*") if path.is_file()}
    status, message = train("--config", finished / "config.yaml", "--out", finished)
    assert status == 2
    assert f"--resume {finished}" in message
    assert before == {path: path.read_bytes() for path in finished.rglob("*") if path.is_file()}


# --- what a run leaves ---


def test_a_run_leaves_all_that_its_folder_promises(finished):
    folder = RunFolder(finished)
    assert yaml.safe_load(folder.config.read_text())["ppo"]["n_steps"] == 64
    assert folder.curve.read_bytes().startswith(b"\x89PNG")
    last = json.loads(folder.evaluation.read_text())
    assert last["steps"] == 1536
    assert [result["against"] for result in last["results"]] == ["random"]
    assert last["results"][0]["games"] == 4
    assert [path.name for path in folder.list_checkpoints()] == ["step_000000001024", "step_000000001536"]
    for path in (folder.policy, folder.best):
        policy = Policy.load(path)
        assert policy.game == "terra_formars_v0"
        assert policy.config["rows"] == 8
    assert Policy.load(folder.policy).steps == 1536
    assert [point["steps"] for point in Policy.load(folder.policy).curve] == [0, 512, 1024, 1536]
    assert not list(finished.rglob("*.part"))


@pytest.mark.parametrize("id", [id for id in marszoo.games() if registry.get(id).cooperative])
def test_one_policy_in_all_seats_is_judged_by_what_its_crew_reaches(id, tmp_path, capsys):
    game = registry.get(id)
    config = write(tmp_path, game=id, learner_seats="all", total_steps=512, options={"reward": "margin"})
    assert train("--config", config, "--out", tmp_path / "run") == (0, "")
    assert train("--resume", tmp_path / "run", "--total_steps", "1024") == (0, "")
    folder = RunFolder(tmp_path / "run")
    rows = lines(folder.metrics)
    assert [row["steps"] for row in rows] == ["0", "512", "1024"]
    parts = ["score", *(measure.name.replace(" ", "_") for measure in game.measures)]
    own = play_match(id, [f"ppo:{folder.path}"] * 2, 4, seed=MATCH_SEED)
    mixed = play_match(id, [f"ppo:{folder.path}", "random"], 4, seed=MATCH_SEED)
    for name, match in (("policy", own), ("random", mixed)):
        mine = match.standings[0]
        found = [float(rows[-1][f"{name}_{part}"]) for part in ("share", "low", "high", *parts)]
        assert found == pytest.approx([mine.win_share, *mine.interval, mine.score, *mine.measures.values()], rel=1e-5)
        for part in parts:
            assert points(folder.path)[f"evaluation/{name}_{part}"] == [0, 512, 1024]
    last = json.loads(folder.evaluation.read_text())
    assert [result["against"] for result in last["results"]] == ["policy", "random"]
    assert folder.curve.read_bytes().startswith(b"\x89PNG")
    shown = capsys.readouterr().out
    assert f"by itself, {100 * mixed.standings[0].win_share:.1f} % with random" in shown
    assert f"by itself {game.score_name} {own.standings[0].score:.2f}" in shown
    # There is nobody to play against, and so no league.
    assert not list((folder.path / "league").glob("*"))


def test_the_metrics_have_a_line_for_each_update(finished):
    rows = lines(finished / "metrics.csv")
    assert [row["steps"] for row in rows] == ["0", "512", "1024", "1536"]
    for row in rows[1:]:
        assert float(row["speed"]) > 0
        assert 0 < float(row["environment"]) < 1
        assert 0 <= float(row["opponents"]) < 1
        assert float(row["entropy"]) > 0
        assert 0 <= float(row["random_low"]) <= float(row["random_share"]) <= float(row["random_high"]) <= 1
    rates = [float(row["learning_rate"]) for row in rows[1:]]
    assert rates == sorted(rates, reverse=True)


def points(run):
    """Tag -> the steps at which TensorBoard has a value."""
    events = EventAccumulator(str(run / "tensorboard"))
    events.Reload()
    return {tag: [event.step for event in events.Scalars(tag)] for tag in events.Tags()["scalars"]}


def test_tensorboard_has_every_value_at_its_steps(finished):
    found = points(finished)
    assert found["evaluation/random"] == [0, 512, 1024, 1536]
    for tag in ("train/value_loss", "marszoo/speed", "rollout/ep_rew_mean", "league/above_newest"):
        assert found[tag] == [512, 1024, 1536], tag


def test_the_policy_plays_where_agents_are_named(finished):
    match = play_match("terra_formars_v0", [f"ppo:{finished}", "random"], 4)
    assert match.standings[0].illegal == 0


def test_the_league_keeps_its_snapshots_on_the_disk(finished):
    names = sorted(path.name for path in (finished / "league").iterdir())
    assert names
    for name in names:
        assert Policy.load(finished / "league" / name).steps == int(name[5:17])


# --- going on ---


def test_a_killed_run_goes_on_from_its_last_checkpoint_as_if_nothing_had_been(tmp_path):
    """Killed without warning, resumed, and compared with a run that was left alone: the same policy, to the bit."""
    # Many snapshots, few of them at a time: what the resumed league draws has to be what the other one drew.
    league = {"snapshot_every": 512, "capacity": 8, "active": 1, "past": 2.0}
    config = write(tmp_path, total_steps=12 * 512, league=league)
    assert train("--config", config, "--out", tmp_path / "whole") == (0, "")
    program = [sys.executable, str(ROOT / "train.py"), "--config", config, "--out", str(tmp_path / "run")]
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(program, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    checkpoints = tmp_path / "run" / "checkpoints"
    waiting_since = time.monotonic()
    while not (checkpoints / "step_000000001536").exists() and time.monotonic() - waiting_since < 120:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    _, errors = process.communicate()
    assert process.returncode == -signal.SIGKILL, errors
    # As if it had been killed a moment later, while it wrote: what is not complete must not count.
    (checkpoints / ".step_000000009999.part").mkdir()
    with (tmp_path / "run" / "metrics.csv").open("a") as file:
        file.write("999999,1.5,3")
    assert train("--resume", tmp_path / "run") == (0, "")
    for mine, theirs in zip(weights(tmp_path / "run"), weights(tmp_path / "whole"), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    played = ("steps", "games", "payoff", "length", "value_loss", "kl", "random_share")
    rows = [lines(tmp_path / name / "metrics.csv") for name in ("run", "whole")]
    assert len(rows[0]) == 13
    for mine, theirs in zip(*rows, strict=True):
        assert {name: mine[name] for name in played} == {name: theirs[name] for name in played}
    assert points(tmp_path / "run")["evaluation/random"] == [512 * k for k in range(13)]
    assert not list((tmp_path / "run").rglob("*.part"))


def test_a_run_has_one_process_at_a_time(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    held = RunFolder(run).lock()
    status, message = train("--resume", run, "--total_steps", "2048")
    assert status == 2
    assert f"another process is training in {run}" in message
    held.release()
    assert train("--resume", run, "--total_steps", "2048") == (0, "")


def test_a_checkpoint_of_another_version_is_refused_by_name(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    manifest = run / "checkpoints" / "step_000000001536" / "manifest.json"
    facts = json.loads(manifest.read_text())
    assert facts["made_by"]["marszoo"] == marszoo.__version__
    manifest.write_text(json.dumps({**facts, "made_by": {**facts["made_by"], "marszoo": "0.0.7"}}))
    status, message = train("--resume", run, "--total_steps", "2048")
    assert status == 2
    assert f"was made with marszoo 0.0.7; here it is {marszoo.__version__}" in message


def test_cleaning_up_touches_nothing_that_is_not_the_runs(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    mine = [
        run / "checkpoints" / "kept" / "a.txt",
        run / "league" / "notes" / "b.txt",
        run / "checkpoints" / "step_1.bad" / "c",
    ]
    for path in mine:
        path.parent.mkdir(parents=True)
        path.write_text("mine")
    assert train("--resume", run, "--total_steps", "2048") == (0, "")
    assert [path.read_text() for path in mine] == ["mine"] * 3


def test_threads_can_be_changed_by_a_resumed_run_and_change_nothing(finished, tmp_path):
    policies = []
    for threads in (1, 2):
        run = shutil.copytree(finished, tmp_path / f"run{threads}")
        more = ("--total_steps", "2048", "--env_threads", threads)
        assert train("--resume", run, *more) == (0, "")
        policies.append(weights(run))
        env = pickle.loads((RunFolder(run).list_checkpoints()[-1] / "state.pkl").read_bytes())["env"]
        assert env.batch.threads == threads
        # What was changed is what the next resumption begins with.
        assert yaml.safe_load((run / "config.yaml").read_text())["total_steps"] == 2048
    for one, two in zip(*policies, strict=True):
        np.testing.assert_array_equal(one, two)


def test_agents_of_ones_own_are_in_the_league_and_come_back_with_it(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    names = {f"{tmp_path / 'mine.py'}:{name}": 1.0 for name in ("First", "Named")}
    config = write(tmp_path, league={**TINY["league"], "scripted": names}, total_steps=512)
    program = [sys.executable, str(ROOT / "train.py")]
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    for given in (["--config", config, "--out"], ["--total_steps", "1024", "--resume"]):
        subprocess.run([*program, *given, str(tmp_path / "run")], env=environ, check=True, capture_output=True)
    assert Policy.load(tmp_path / "run").steps == 1024


MINE = """
from marszoo.agents.base import Agent

class First:
    def __init__(self, seed=0):
        pass

    def act(self, view):
        return view.action_masks.argmax(axis=1)

class Named(Agent):
    name = "a name of its own"

    def decide(self, view):
        return view.action_masks.argmax(axis=1)
"""


def test_a_finished_run_can_be_given_more_steps_and_nothing_else(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    status, message = train("--resume", run, "--ppo.gamma", "0.5")
    assert status == 2
    assert f"ppo.gamma is 1.0 in {run} and cannot be changed to 0.5" in message
    assert train("--resume", run) == (0, "")
    assert Policy.load(run).steps == 1536
    assert train("--resume", run, "--total_steps", "2048") == (0, "")
    assert Policy.load(run).steps == 2048
    assert [row["steps"] for row in lines(run / "metrics.csv")][-2:] == ["1536", "2048"]


@pytest.mark.parametrize("name", ["model.zip", "state.pkl", "manifest.json"])
@pytest.mark.parametrize("left", [0, 100])
def test_a_truncated_checkpoint_is_named_and_the_one_before_it_still_works(finished, tmp_path, name, left):
    run = shutil.copytree(finished, tmp_path / "run")
    newest = run / "checkpoints" / "step_000000001536"
    (newest / name).write_bytes((newest / name).read_bytes()[:left])
    status, message = train("--resume", run, "--total_steps", "2048")
    assert status == 2
    assert f"checkpoint {newest} is damaged: {name}" in message
    assert "step_000000001024" in message
    shutil.rmtree(newest)
    assert RunFolder(run).load_checkpoint({})[0] == 1024


def test_a_folder_that_is_no_run_and_a_run_without_a_checkpoint_are_named(finished, tmp_path):
    status, message = train("--resume", tmp_path / "nothing")
    assert status == 2
    assert f"--resume {tmp_path / 'nothing'}: this is not the folder of a training run" in message
    (tmp_path / "empty").mkdir()
    shutil.copy(finished / "config.yaml", tmp_path / "empty")
    status, message = train("--resume", tmp_path / "empty")
    assert status == 2
    assert "has no checkpoint" in message


def test_a_snapshot_that_a_checkpoint_needs_is_missed_by_name(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    gone = sorted((run / "league").iterdir())[-1]
    gone.unlink()
    status, message = train("--resume", run, "--total_steps", "2048")
    assert status == 2
    assert str(gone) in message


# --- the rest of the options ---


@pytest.mark.parametrize("imitating", [True, False])
def test_four_players_a_warm_start_or_scaled_rewards_resume(tmp_path, imitating):
    warm = {"warm_start": {"teacher": "random", "decisions": 1000, "epochs": 1}}
    scaled = {"normalize_reward": True}
    changes = {"num_players": 4, "total_steps": 512, "options": {"reward": "rank"}, **(warm if imitating else scaled)}
    assert train("--config", write(tmp_path, **changes), "--out", tmp_path / "run") == (0, "")
    assert train("--resume", tmp_path / "run", "--total_steps", "1024") == (0, "")
    policy = Policy.load(tmp_path / "run")
    assert (policy.num_players, policy.steps, policy.options["reward"]) == (4, 1024, "rank")


def test_a_rollout_beyond_the_last_step_is_learned_from_at_the_last_rate(tmp_path):
    """Stable-Baselines3 counts a whole rollout of 512 against a run of 100 steps, which leaves less than nothing."""
    assert train("--config", write(tmp_path, total_steps=100), "--out", tmp_path / "run") == (0, "")
    assert float(lines(tmp_path / "run" / "metrics.csv")[-1]["learning_rate"]) == pytest.approx(3e-5)


def test_another_seed_is_another_run(finished, tmp_path):
    assert train("--config", write(tmp_path, seed=1, total_steps=512), "--out", tmp_path / "run")[0] == 0
    assert any((a != b).any() for a, b in zip(weights(tmp_path / "run"), weights(finished), strict=True))
