"""How a policy lies on the disk: one safetensors file whose header holds the facts as JSON. Reading it runs no code."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

FILE = "policy.safetensors"
"""The policy in the folder of a training run."""
KEY = "marszoo_policy"
"""Where the header has the facts."""
MISSING = 'policy files need safetensors: pip install "marszoo[train]"'


def write_whole(path: pathlib.Path, data: bytes) -> None:
    """Write a file so that a reader, or the next start after a kill, finds the old one or the new one; folders are made.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # Of its own for each process, so that two that write the same file do not write into each other's half.
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)  # noqa: PTH105  # the one call that overwrites on every system, by its own name
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write(path: pathlib.Path, facts: Mapping[str, Any], tensors: Mapping[str, npt.NDArray[np.float32]]) -> None:
    """Write a policy file, whole or not at all.

    Raises:
        ImportError: safetensors is not installed.
        ValueError: facts that JSON cannot hold.
    """
    try:
        import safetensors.numpy
    except ImportError as error:
        raise ImportError(MISSING) from error
    try:
        text = json.dumps(facts, default=_plain)
    except TypeError as error:
        raise ValueError(f"{path}: the policy's facts cannot be written as JSON: {error}") from error
    write_whole(path, safetensors.numpy.save(dict(tensors), metadata={KEY: text}))


def suffixed(path: str | os.PathLike[str]) -> pathlib.Path:
    """`path`, if it names a policy file.

    Raises:
        ValueError: another suffix than that of policy files.
    """
    file = pathlib.Path(path).expanduser()
    if file.suffix != ".safetensors":
        raise ValueError(f"a policy is kept in a file *.safetensors, not {file.name!r}")
    return file


def find(path: str | os.PathLike[str]) -> pathlib.Path:
    """The policy file that `path` names: the file itself, or that of a run's folder.

    Raises:
        ValueError: there is none; the message says what was looked for.
    """
    given = pathlib.Path(path).expanduser()
    file = given / FILE if given.is_dir() else given
    if file.is_file():
        return file
    if given.is_dir():
        raise ValueError(f"no policy in {given}: the folder has no file {FILE}")
    raise ValueError(f"no policy at {given}: there is no such file, and no folder of a run with a {FILE}")


def read(file: pathlib.Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The facts and the tensors of a policy file, unjudged.

    Raises:
        ImportError: safetensors is not installed.
        ValueError: not a whole safetensors file, or none with the facts of a policy; the message names the file.
    """
    try:
        import safetensors
    except ImportError as error:
        raise ImportError(MISSING) from error
    try:
        with safetensors.safe_open(file, framework="np") as opened:
            header = opened.metadata() or {}
            tensors = {name: np.array(opened.get_tensor(name)) for name in opened.keys()}  # noqa: SIM118  # not a dict
    except (safetensors.SafetensorError, OSError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise ValueError(f"{file} is no whole policy file: {error}") from error
    if KEY not in header:
        raise ValueError(f"{file} is no policy of marszoo: its header has no {KEY!r}")
    try:
        facts = json.loads(header[KEY])
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file}: {KEY!r} in its header is not JSON: {error}") from error
    if not isinstance(facts, dict):
        raise ValueError(f"{file}: {KEY!r} in its header is not a JSON object")
    return facts, tensors


def _plain(value: Any) -> Any:
    """What `json` does not know, as something that it does."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} of type {type(value).__name__}")
