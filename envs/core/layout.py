"""Named blocks of action ids and named segments of the observation vector.

Rules and encoders write through names; offsets are computed here, once, and the tables in the documentation are
generated from the same objects.
"""

import hashlib
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Block:
    """A run of `size` consecutive action ids that mean the same thing in every frame."""

    name: str
    size: int
    meaning: str
    labels: tuple[str, ...] = ()  # one per id, where each has a name of its own
    meanings: tuple[str, ...] = ()  # one per label, where `meaning` does not say it for all


class Actions:
    """The action space of a game: ``Discrete(n)`` cut into named blocks."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self._start: dict[str, int] = {}
        self.n = 0
        for block in blocks:
            if block.name in self._start:
                raise ValueError(f"action block {block.name!r} is declared twice")
            if block.labels and len(block.labels) != block.size:
                raise ValueError(f"action block {block.name!r} has {block.size} ids but {len(block.labels)} labels")
            if block.meanings and len(block.meanings) != len(block.labels):
                raise ValueError(
                    f"action block {block.name!r} has {len(block.labels)} labels but {len(block.meanings)} meanings"
                )
            self._start[block.name] = self.n
            self.n += block.size
        if self.n >= 1000:
            raise ValueError(f"{self.n} actions; an action space must stay below 1000")

    def start(self, name: str) -> int:
        """The first id of a block."""
        return self._start[name]

    def encode(self, name: str, index: int | str = 0) -> int:
        """The action id of item `index` (a number, or a label) of block `name`.

        Raises:
            ValueError: no such block, or no such item in it; the message lists what there is.
        """
        for block in self.blocks:
            if block.name == name:
                if isinstance(index, str):
                    if index not in block.labels:
                        raise ValueError(f"block {name!r} has no label {index!r}; it has {', '.join(block.labels)}")
                    index = block.labels.index(index)
                if not 0 <= index < block.size:
                    raise ValueError(f"block {name!r} has {block.size} ids; {index} is outside 0..{block.size - 1}")
                return self._start[name] + index
        raise ValueError(f"no action block {name!r}; there are {', '.join(b.name for b in self.blocks)}")

    def decode(self, action: int) -> tuple[str, int]:
        """The block an action id lies in, and its place there: ``(name, index)``."""
        if 0 <= action < self.n:
            for block in reversed(self.blocks):
                if action >= self._start[block.name]:
                    return block.name, int(action) - self._start[block.name]
        raise ValueError(f"action {action} is outside 0..{self.n - 1}")

    def table(self) -> list[tuple[str, str, str]]:
        """Rows (ids, block, meaning) for the documentation; a labelled block takes a row for each id."""
        rows = []
        for block in self.blocks:
            first = self._start[block.name]
            if block.labels:
                meanings = block.meanings or (block.meaning,) * block.size
                rows += [
                    (str(first + i), f"{block.name}: {label}", meanings[i]) for i, label in enumerate(block.labels)
                ]
            else:
                ids = str(first) if block.size == 1 else f"{first}–{first + block.size - 1}"
                rows.append((ids, block.name, block.meaning))
        return rows


@dataclass(frozen=True)
class Segment:
    """A named run of floats; every entry lies in [low, high]."""

    name: str
    size: int
    meaning: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Group:
    """Segments that stand together; with ``per_seat`` the whole group is repeated num_players times."""

    name: str
    segments: tuple[Segment, ...]
    per_seat: bool = False

    @property
    def stride(self) -> int:
        return sum(segment.size for segment in self.segments)


class Observation:
    """The observation vector of a game: groups that stand once, then groups repeated for each seat or each place.

    The width depends on the number of players only. Groups that stand once come first, so that all their offsets, and
    the offsets inside a repeated group, are constants that compiled encoders use.
    """

    def __init__(self, *groups: Group) -> None:
        if any(a.per_seat and not b.per_seat for a, b in itertools.pairwise(groups)):
            raise ValueError("groups that stand once must come before repeated ones")
        names = [s.name for g in groups for s in g.segments]
        if len(set(names)) != len(names):
            raise ValueError(f"segment names must be unique: {sorted({n for n in names if names.count(n) > 1})}")
        self.groups = groups

    def width(self, num_players: int) -> int:
        """Length of the vector for this number of players."""
        return sum(g.stride * (num_players if g.per_seat else 1) for g in self.groups)

    @property
    def fixed_width(self) -> int:
        """Length of the groups that stand once."""
        return sum(g.stride for g in self.groups if not g.per_seat)

    def stride(self, group: str) -> int:
        """Floats in one repetition of a group."""
        return next(g.stride for g in self.groups if g.name == group)

    def offset(self, segment: str) -> int:
        """Where a segment starts: from the beginning of the vector if it stands once, else inside its repetition."""
        at = 0
        for group in self.groups:
            if group.per_seat:
                at = 0
            for part in group.segments:
                if part.name == segment:
                    return at
                at += part.size
        raise KeyError(segment)

    def start(self, group: str, num_players: int) -> int:
        """Where the first repetition of a group starts."""
        at = 0
        for g in self.groups:
            if g.name == group:
                return at
            at += g.stride * (num_players if g.per_seat else 1)
        raise KeyError(group)

    def bounds(self, num_players: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Lowest and highest value of each entry: two float32 arrays of `width(num_players)`."""
        parts = [s for g in self.groups for _ in range(num_players if g.per_seat else 1) for s in g.segments]
        low = np.concatenate([np.full(s.size, s.low, np.float32) for s in parts])
        high = np.concatenate([np.full(s.size, s.high, np.float32) for s in parts])
        return low, high

    def views(self, vector: npt.NDArray[Any], num_players: int) -> dict[str, npt.NDArray[Any]]:
        """Segment name -> a view into `vector`: shape (..., size), or (..., num_players, size) in repeated groups.

        `vector` has shape (..., width(num_players)); writing to a view writes to the vector.
        """
        if vector.shape[-1] != self.width(num_players):
            raise ValueError(
                f"the vector has {vector.shape[-1]} entries; {num_players} players need {self.width(num_players)}"
            )
        out: dict[str, npt.NDArray[Any]] = {}
        at = 0
        for group in self.groups:
            times = num_players if group.per_seat else 1
            block = vector[..., at : at + group.stride * times]
            if group.per_seat:
                block = block.reshape(*vector.shape[:-1], times, group.stride)
            inner = 0
            for part in group.segments:
                out[part.name] = block[..., inner : inner + part.size]
                inner += part.size
            at += group.stride * times
        return out

    def table(self, num_players: int) -> list[tuple[str, str, str]]:
        """Rows (indices, segment, meaning) for the documentation."""
        rows = []
        at = 0
        for group in self.groups:
            for k in range(num_players if group.per_seat else 1):
                for part in group.segments:
                    ids = str(at) if part.size == 1 else f"{at}–{at + part.size - 1}"
                    label = f"{group.name}[{k}].{part.name}" if group.per_seat else part.name
                    rows.append((ids, label, part.meaning))
                    at += part.size
        return rows


def digest(actions: Actions, observation: Observation, num_players: int) -> str:
    """A short hexadecimal name of both layouts: a policy trained on another one must be refused."""
    text = repr([(b.name, b.size) for b in actions.blocks]) + repr(
        [(g.name, g.per_seat, [(s.name, s.size, s.low, s.high) for s in g.segments]) for g in observation.groups]
    )
    return hashlib.sha256(f"{text}{num_players}".encode()).hexdigest()[:16]
