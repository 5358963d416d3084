"""Policies on the disk: what comes back, and what is refused."""

import json
import pathlib

import numpy as np
import pytest
from policies import in_another_process, some_policy, some_view
from safetensors import safe_open
from safetensors.numpy import save_file
from toy import TOY

from marszoo.agents.ppo import policy_file
from marszoo.agents.ppo.policy import FORMAT, Policy

FACTS = {
    "options": {"num_players": 2, "bonus": True, "die": "six"},
    "config": {"ppo": {"learning_rate": 3e-4}, "path": pathlib.PurePosixPath("a/b")},
    "curve": [{"steps": 5, "wins": np.float32(0.5)}, {"steps": np.int64(9), "wins": 0.75}],
    "steps": 9,
}


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "policy.safetensors"
    some_policy(**FACTS).save(path)
    return path


def test_a_policy_comes_back_from_its_file_and_from_its_folder(saved):
    policy, view = some_policy(**FACTS), some_view()
    for path in (saved, str(saved), saved.parent, str(saved.parent)):
        again = Policy.load(path)
        for field in ("game", "num_players", "layout", "content", "activation", "options", "steps"):
            assert getattr(again, field) == getattr(policy, field)
        assert again.config == {"ppo": {"learning_rate": 3e-4}, "path": "a/b"}
        assert again.curve == [{"steps": 5, "wins": 0.5}, {"steps": 9, "wins": 0.75}]
        assert again.logits(view.observations).tobytes() == policy.logits(view.observations).tobytes()
        assert again.values(view.observations).tobytes() == policy.values(view.observations).tobytes()
    assert [path.name for path in saved.parent.iterdir()] == ["policy.safetensors"]


def test_folders_on_the_way_to_a_file_are_made(tmp_path):
    some_policy().save(tmp_path / "a" / "b" / "x.safetensors")
    assert Policy.load(tmp_path / "a" / "b" / "x.safetensors").game == "toy_v3"


def test_a_policy_is_kept_under_its_own_suffix_and_with_facts_that_json_can_hold(tmp_path):
    with pytest.raises(ValueError, match=r"kept in a file \*\.safetensors, not 'x\.zip'"):
        some_policy().save(tmp_path / "x.zip")
    with pytest.raises(ValueError, match=r"y\.safetensors: the policy's facts cannot be written as JSON: .*object"):
        some_policy(config={"a": object()}).save(tmp_path / "y.safetensors")
    assert not list(tmp_path.iterdir())


def test_what_is_not_there_is_an_error_that_says_what_was_looked_for(tmp_path):
    with pytest.raises(ValueError, match=r"no policy at .*gone: there is no such file, and no folder"):
        Policy.load(tmp_path / "gone")
    with pytest.raises(ValueError, match=r"the folder has no file policy\.safetensors"):
        Policy.load(tmp_path)


def test_a_file_cut_anywhere_is_refused(saved):
    whole = saved.read_bytes()
    lengths = {0, 1, 7, 8, 9, 100, len(whole) // 2, len(whole) - 1, *range(0, len(whole), len(whole) // 17)}
    for length in sorted(lengths):
        saved.write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"policy\.safetensors is no whole policy file"):
            Policy.load(saved)
    saved.write_bytes(whole)
    Policy.load(saved)


@pytest.mark.parametrize("data", [b"PK\x03\x04" + b"\0" * 400, b"\xff" * 400, b"steps,wins\n" * 40])
def test_other_files_are_refused(saved, data):
    saved.write_bytes(data)
    with pytest.raises(ValueError, match=r"policy\.safetensors is no whole policy file"):
        Policy.load(saved)


def test_numbers_that_numpy_does_not_know_are_refused(saved):
    facts = {"__metadata__": {policy_file.KEY: "{}"}}
    header = json.dumps(
        facts | {"policy.0.weight": {"dtype": "BF16", "shape": [2, 1], "data_offsets": [0, 4]}}
    ).encode()
    saved.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(ValueError, match=r"policy\.safetensors"):
        Policy.load(saved)


def opened(path):
    with safe_open(path, framework="np") as file:
        return json.loads(file.metadata()[policy_file.KEY]), {k: file.get_tensor(k) for k in file.keys()}  # noqa: SIM118


def written(path, facts, tensors):
    save_file(tensors, path, metadata={policy_file.KEY: facts if isinstance(facts, str) else json.dumps(facts)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"format": FORMAT + 1},
            f"format {FORMAT + 1} of policy files is unknown; this version of marszoo reads {FORMAT}",
        ),
        ({"format": None}, "format None of policy files is unknown"),
        ({"format": True}, "format True of policy files is unknown"),
        ({"game": 5}, "game=5 of a policy is not a string"),
        ({"game": "toy"}, "game='toy' of a policy is not the id of a game"),
        ({"num_players": "2"}, "num_players='2' of a policy is not a whole number"),
        ({"num_players": True}, "num_players=True of a policy is not a whole number"),
        ({"num_players": 0}, "num_players=0 of a policy is below 1"),
        ({"steps": -1}, "steps=-1 of a policy is below 0"),
        ({"layout": None}, "layout=None of a policy is not a string"),
        ({"content": []}, "content=.* of a policy is not a string"),
        ({"activation": "gelu"}, "activation='gelu' of a policy is neither 'tanh' nor 'relu'"),
        ({"options": []}, "options=.* of a policy is not a mapping"),
        ({"config": 3}, "config=3 of a policy is not a mapping"),
        ({"curve": {}}, "curve=.* of a policy is not a list"),
        ({"layers": {"policy": 3}}, "layers=.* does not give the number of layers of policy and value"),
        ({"layers": {"policy": 3, "value": 2.0}}, "does not give the number of layers"),
        ({"layers": 3}, "does not give the number of layers"),
        ({"layers": {"policy": 0, "value": 2}}, r"tensors that belong to no layer: policy\.0\.bias, policy\.0\.weight"),
        ({"layers": {"policy": 10**12, "value": 2}}, r"the tensor policy\.3\.weight is missing"),
    ],
)
def test_wrong_facts_are_refused_by_name(saved, change, message):
    facts, tensors = opened(saved)
    written(saved, facts | change, tensors)
    with pytest.raises(ValueError, match=r"policy\.safetensors: .*" + message):
        Policy.load(saved)


def test_a_header_that_is_none_is_refused(saved):
    facts, tensors = opened(saved)
    for name in facts:
        written(saved, {k: v for k, v in facts.items() if k != name}, tensors)
        with pytest.raises(ValueError, match=r"policy\.safetensors: .*" + name):
            Policy.load(saved)
    for text, message in (("{", "is not JSON"), ("[]", "is not a JSON object"), ("3", "is not a JSON object")):
        written(saved, text, tensors)
        with pytest.raises(ValueError, match=rf"policy\.safetensors: 'marszoo_policy' in its header {message}"):
            Policy.load(saved)
    for metadata in (None, {"format": "pt"}):
        save_file(tensors, saved, metadata=metadata)
        with pytest.raises(
            ValueError, match=r"policy\.safetensors is no policy of marszoo: its header has no 'marszoo_policy'"
        ):
            Policy.load(saved)


def without(name):
    return lambda tensors: {k: v for k, v in tensors.items() if k != name}


def replaced(name, change):
    return lambda tensors: tensors | {name: np.ascontiguousarray(change(tensors[name]))}


def with_entry(value):
    def change(array):
        array = np.array(array)
        array.flat[-1] = value
        return array

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without("policy.1.weight"), r"the tensor policy\.1\.weight is missing"),
        (without("value.1.bias"), r"the tensor value\.1\.bias is missing"),
        (lambda tensors: tensors | {"value.2.bias": np.zeros(1, np.float32)}, r"belong to no layer: value\.2\.bias"),
        (lambda tensors: tensors | {"log_std": np.zeros(1, np.float32)}, "belong to no layer: log_std"),
        (
            replaced("policy.0.weight", lambda a: a.astype(np.float64)),
            r"policy\.0\.weight is float64, and must be float32",
        ),
        (replaced("value.0.bias", lambda a: a.astype(np.int32)), r"value\.0\.bias is int32, and must be float32"),
        (replaced("policy.0.bias", with_entry(np.nan)), r"policy\.0\.bias has entries that are not finite"),
        (replaced("value.1.weight", with_entry(np.inf)), r"value\.1\.weight has entries that are not finite"),
        (
            replaced("policy.1.weight", lambda a: a[1:]),
            r"policy\.1\.weight has shape \(23, 17\), and must have 24 rows",
        ),
        (replaced("policy.1.bias", lambda a: a[1:]), r"policy\.1\.bias has shape \(16,\), and must have \(17,\)"),
        (replaced("policy.1.weight", lambda a: a[0]), r"policy\.1\.weight has shape \(17,\), and must have 2 axes"),
        (
            replaced("policy.1.weight", lambda a: a[:0]),
            r"policy\.1\.weight has shape \(0, 17\), and must have 2 axes, none",
        ),
        (replaced("policy.0.weight", lambda a: a[1:]), r"the policy network takes \d+ floats, the value network \d+"),
        (
            lambda t: t | {"value.1.weight": np.zeros((9, 2), np.float32), "value.1.bias": np.zeros(2, np.float32)},
            "the value network gives 2 numbers, and must give 1",
        ),
    ],
)
def test_wrong_tensors_are_refused_by_name(saved, change, message):
    facts, tensors = opened(saved)
    written(saved, facts, change(tensors))
    with pytest.raises(ValueError, match=r"policy\.safetensors: .*" + message):
        Policy.load(saved)


def test_networks_whose_sizes_contradict_the_digest_are_refused(saved):
    facts, tensors = opened(saved)
    wide = {k: np.ascontiguousarray(np.pad(v, [(0, 1), (0, 0)])) for k, v in tensors.items() if k.endswith(".0.weight")}
    written(saved, facts, tensors | wide)
    with pytest.raises(ValueError, match=r"leads from \d+ floats to \d+ actions; toy_v3 with 2 players has"):
        Policy.load(saved).check(TOY, TOY.shipped, 2)


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failure_in_writing_leaves_the_old_file(saved, monkeypatch, call):
    before = saved.read_bytes()

    def fail(*args):
        raise OSError("no space left")

    monkeypatch.setattr(policy_file.os, call, fail)
    with pytest.raises(OSError, match="no space left"):
        some_policy(seed=9).save(saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == ["policy.safetensors"]
    some_policy(seed=9).save(saved)
    assert saved.read_bytes() != before


KILLED = """
import os, sys
from marszoo.agents.ppo.policy import Policy
policy = Policy.load(sys.argv[1])
os.replace = lambda *args: os._exit(9)
policy.save(sys.argv[1])
"""


def test_a_kill_before_a_file_is_complete_leaves_the_old_one(saved):
    before = saved.read_bytes()
    assert in_another_process(KILLED, saved).returncode == 9
    assert saved.read_bytes() == before
    Policy.load(saved.parent)
