"""The folder of a training run: what lies where, and how it stays whole when the program is killed.

    config.yaml             the configuration, complete
    policy.safetensors      the newest policy that was evaluated; best.safetensors: the one that did best
    metrics.csv             a line for each update, with the evaluations
    curve.png               the learning curve
    evaluation.json         the last evaluation
    tensorboard/            events
    league/                 snapshots, as policy files
    checkpoints/step_*/     what --resume needs; Stable-Baselines3's zip, the environment, random generators

A file appears under its name when it is complete, and a checkpoint when all of it is.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import filelock
import yaml

from marszoo.agents.ppo.policy_file import write_whole

MANIFEST = "manifest.json"
FILES = ("model.zip", "state.pkl")
"""What a checkpoint holds: Stable-Baselines3's archive of the model, and everything else that goes on."""
CHECKPOINT = re.compile(r"step_\d{12}(-\w+)?")
SNAPSHOT = "step_*.safetensors"


class RunFolder:
    """The folder of one run; see the module's docstring."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = pathlib.Path(path)
        self.config = self.path / "config.yaml"
        self.policy = self.path / "policy.safetensors"
        self.best = self.path / "best.safetensors"
        self.metrics = self.path / "metrics.csv"
        self.curve = self.path / "curve.png"
        self.evaluation = self.path / "evaluation.json"
        self.tensorboard = self.path / "tensorboard"
        self.league = self.path / "league"
        self.checkpoints = self.path / "checkpoints"

    def check_new(self) -> None:
        """Refuse a folder that is in use.

        Raises:
            ValueError: something is there already.
        """
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise ValueError(
                f"{self.path} exists already; go on with it by --resume {self.path}, or choose another folder with --out"
            )

    def lock(self) -> filelock.BaseFileLock:
        """Keep other processes from training in this folder until the lock is released, or this process ends.

        Raises:
            ValueError: another one does.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        held = filelock.FileLock(self.path / ".lock")
        try:
            held.acquire(blocking=False)
        except filelock.Timeout as error:
            raise ValueError(f"another process is training in {self.path}") from error
        return held

    def write_config(self, config: Mapping[str, Any]) -> None:
        """Keep the configuration of the run: what a resumption begins with."""
        write_whole(self.config, yaml.safe_dump(dict(config), sort_keys=False).encode())

    def save_checkpoint(
        self,
        steps: int,
        files: Mapping[str, bytes],
        *,
        stage: str = "",
        league: Iterable[str],
        made_by: Mapping[str, str],
        keep: int,
    ) -> None:
        """Keep what a resumption needs, and let go of checkpoints and snapshots that are no longer needed.

        Args:
            files: name -> content. stage: tells apart checkpoints of the same steps, in alphabetical order.
            league: the snapshots that it needs. made_by: what a reader has to have, by name. keep: how many are kept.
        """
        final = self.checkpoints / f"step_{steps:012d}{stage and '-'}{stage}"
        beside = self.checkpoints / f".{final.name}.part"
        shutil.rmtree(beside, ignore_errors=True)
        for name, data in files.items():
            write_whole(beside / name, data)
        sums = {name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
        manifest = {"steps": steps, "made_by": dict(made_by), "files": sums, "league": sorted(league)}
        write_whole(beside / MANIFEST, json.dumps(manifest, indent=2).encode())
        shutil.rmtree(final, ignore_errors=True)
        beside.replace(final)
        found = self.list_checkpoints()
        for path in found[:-keep]:
            shutil.rmtree(path, ignore_errors=True)
        needed = {name for path in found[-keep:] for name in json.loads((path / MANIFEST).read_text())["league"]}
        for path in self.league.glob(SNAPSHOT):
            if path.name not in needed:
                path.unlink()

    def list_checkpoints(self) -> list[pathlib.Path]:
        """Those that are complete, oldest first."""
        return sorted(path for path in self.checkpoints.glob("step_*") if CHECKPOINT.fullmatch(path.name))

    def load_checkpoint(self, made_by: Mapping[str, str]) -> tuple[int, dict[str, bytes]]:
        """The newest checkpoint: its steps, and its files as name -> content. Halves that a kill has left are removed.

        Args:
            made_by: as for :meth:`save_checkpoint`; what differs is refused.

        Raises:
            ValueError: there is none, it is damaged or was made by another version; the message names the file, and the
                checkpoint before it.
        """
        for path in self.path.rglob(".*.part"):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        found = self.list_checkpoints()
        if not found:
            raise ValueError(f"{self.path} has no checkpoint to resume from; begin again with another --out")
        newest = found[-1]
        before = f"the one before it is {found[-2].name}" if len(found) > 1 else "there is none before it"
        hint = f"remove the folder {newest} to resume from an earlier one ({before})"
        try:
            manifest = json.loads((newest / MANIFEST).read_text())
            steps, sums, league = int(manifest["steps"]), dict(manifest["files"]), list(manifest["league"])
            makers = dict(manifest["made_by"])
            sums = {name: sums[name] for name in FILES}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"checkpoint {newest} is damaged: {MANIFEST} cannot be read ({error}); {hint}") from error
        for name, own in made_by.items():
            if makers.get(name) != own:
                raise ValueError(f"checkpoint {newest} was made with {name} {makers.get(name)}; here it is {own}")
        files = {}
        for name, expected in sums.items():
            try:
                data = (newest / name).read_bytes()
            except OSError as error:
                raise ValueError(f"checkpoint {newest} is damaged: {name} cannot be read ({error}); {hint}") from error
            if len(data) != expected["bytes"] or hashlib.sha256(data).hexdigest() != expected["sha256"]:
                raise ValueError(
                    f"checkpoint {newest} is damaged: {name} has {len(data)} bytes and should have {expected['bytes']}, "
                    f"or others than were written; {hint}"
                )
            files[name] = data
        missing = [name for name in league if not (self.league / name).is_file()]
        if missing:
            raise ValueError(f"checkpoint {newest} needs {self.league / missing[0]}, which is missing; {hint}")
        return steps, files


class Metrics:
    """``metrics.csv``: a line for each update. What comes after a checkpoint is taken out again by a resumption.

    Args:
        columns: the first is ``steps``.
        until: lines with more steps are dropped; None begins a new file.
    """

    def __init__(self, path: pathlib.Path, columns: Sequence[str], until: int | None) -> None:
        self.path, self.columns = path, tuple(columns)
        self.rows: list[dict[str, str]] = []
        if until is not None and path.is_file():
            with path.open(newline="", encoding="utf-8") as file:
                # A kill can cut the last line short.
                whole = [
                    row
                    for row in csv.DictReader(file)
                    if (row.get("steps") or "").isdecimal() and None not in row.values()
                ]
            self.rows = [row for row in whole if int(row["steps"]) <= until]
        cells = [self.columns, *([row.get(name, "") for name in self.columns] for row in self.rows)]
        write_whole(path, "".join(map(self._line, cells)).encode())

    def add(self, values: Mapping[str, float | int]) -> None:
        """Append a line; numbers get six significant digits, columns without a value stay empty."""
        row = {name: self._text(values[name]) if name in values else "" for name in self.columns}
        self.rows.append(row)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(row.values()))

    @staticmethod
    def _line(cells: Iterable[str]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(cells)
        return text.getvalue()

    @staticmethod
    def _text(value: float | int) -> str:
        return str(int(value)) if float(value).is_integer() else f"{value:.6g}"
