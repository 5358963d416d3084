"""What a game is: everything the adapters need, in one object per game.

A game folder ends in ``GAME = Game(...)``; one line in ``envs/registry.py`` names it. No other
code of the package has to be edited; CONTRIBUTING.md lists the tests and pages that go with it.
"""

import functools
import importlib
import os
import pathlib
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import layout
from marszoo.envs.core.advance import (
    MARGIN,
    OUTCOME,
    RANK,
    REWARDS,
    SWITCHES,
    Kernels,
    never_prepaid,
    no_measures,
    payoffs,
)
from marszoo.envs.core.content import Content, nearest
from marszoo.envs.core.record import kernel_array


class IllegalAction(ValueError):
    """An action that the mask forbids. The state is untouched; `action` and `legal` say what was wrong and what is right."""

    def __init__(self, action: Any, legal: "list[int]", names: "list[str]", row: int | None = None) -> None:
        shown = "; ".join(f"{a} = {n}" for a, n in zip(legal[:20], names, strict=False))
        more = f"; and {len(legal) - 20} more" if len(legal) > 20 else ""
        where = f"row {row}: " if row is not None else ""
        super().__init__(f"{where}action {action!r} is illegal; legal actions: {shown}{more}")
        self.action, self.legal, self.row = action, legal, row
        self._names = names

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are pickled by their message; workers of vector environments send them to another process.
        return type(self), (self.action, self.legal, self._names, self.row)


@dataclass(frozen=True)
class Switch:
    """A rule that players argue about: the first value is the default, unless `default` names another.

    With `ids_of`, a table of the content, the ids of its rows are values too, numbered after the others.

    With `read` it takes strings that are too many to be listed: ``read(value, num_players)`` gives the value in its one
    spelling and the number that kernels get, or raises ValueError with what is wrong. `values` are then the
    default and samples of others, and `allowed_words` say what is allowed.
    """

    name: str
    values: tuple[Any, ...]
    meaning: str
    default: Any = None
    ids_of: str = ""
    players: int = 0  # a number of players at which it matters; 0: the most
    needs: str = ""  # the switch that has to be True for any value but the default
    score_name: str = ""  # what the score counts if it is True, if something else than usual
    lengthens: int = 1  # with a value other than the default a game is about so many times as long: `max_cycles` too
    read: Callable[[str, int], tuple[str, int]] | None = None
    allowed_words: str = ""

    @property
    def preset(self) -> Any:
        return self.values[0] if self.default is None else self.default

    def preset_in(self, content: Content | None) -> Any:
        """The default; in content without the row that it names, the first value allowed."""
        allowed = self.allowed(content)
        return self.preset if self.preset in allowed else allowed[0]

    def suits(self, value: Any, num_players: int) -> bool:
        """Whether one of `values` goes with a number of players."""
        if self.read is None:
            return True
        try:
            self.read(value, num_players)
        except ValueError:
            return False
        return True

    def allowed(self, content: Content | None) -> tuple[Any, ...]:
        """All values, or samples of them; kernels get the number of the chosen one among them."""
        return (*self.values, *content.ids[self.ids_of]) if self.ids_of and content is not None else self.values


@dataclass(frozen=True)
class Options:
    """All options in force for one environment; made by :meth:`Game.options`, which checks them."""

    num_players: int
    max_cycles: int
    skip_forced: bool
    reward: str
    illegal: str
    flat: bool
    structured: bool
    any_content: bool
    switches: Mapping[str, Any]
    vector: npt.NDArray[np.int64]  # what kernels get

    def as_dict(self, content: Content) -> dict[str, Any]:
        """A fresh dict of every option, and of the content's digest."""
        return {
            "num_players": self.num_players,
            "max_cycles": self.max_cycles,
            "skip_forced": self.skip_forced,
            "reward": self.reward,
            "illegal": self.illegal,
            "flat": self.flat,
            "structured": self.structured,
            "any_content": self.any_content,
            **self.switches,
            "content": content.digest,
        }


@dataclass(frozen=True)
class Measure:
    """A number that tells how a game went for a seat, beside score and rank: a column in the table of an evaluation."""

    name: str  # of the column, such as "sols survived"
    meaning: str  # in one sentence
    needs: str = ""  # the switch that has to be True for it to say anything


COMMON = {
    "num_players": "number of seats",
    "max_cycles": "cap on the decisions of all seats; reaching it truncates the game, scored as it stands",
    "skip_forced": "decisions with one legal action are taken for the seat",
    "reward": "payoff at the end: outcome, rank or margin",
    "illegal": "what an illegal action does: raise IllegalAction, or terminate the game against the offender",
    "flat": "observation is the vector alone; the mask is in info['action_mask']",
    "structured": "observation['observation'] is a dict of named segments",
    "content": "path of a content file to use in place of the shipped one",
    "any_content": "accept states and replays made with other content",
}
"""Options that every game has, with their meaning."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules (compiled), its layouts and its content.

    The rules work on one record `s` and on the tables of the content; they never allocate and never raise on legal
    input. See the module ``advance`` for who calls them.
    """

    name: str  # folder name, such as "terra_formars"
    version: int
    title: str
    min_players: int
    max_players: int
    state: np.dtype[Any]
    actions: layout.Actions
    observation: layout.Observation
    # setup(s, content, options): deal on a zeroed record whose header is filled, up to the first decision; or, with
    # `player` NOBODY, up to an automatic frame, from which the first `step`, with a negative action, runs on
    setup: Callable[..., Any]
    # legal(s, content, mask): fill the int8 mask for the seat to move; step(s, content, action): up to the next decision
    legal: Callable[..., Any]
    step: Callable[..., Any]
    # observe(s, content, seat, out): fill the float32 vector of any seat, without changing s
    observe: Callable[..., Any]
    # results(s, content, score, key): float64 per seat; see core.advance.payoffs
    results: Callable[..., Any]
    # determinize(s, content, seat, seed): replace all that `seat` cannot see by a consistent guess
    determinize: Callable[..., Any]
    # check(s, content) -> bits of `invariants` that are broken
    check: Callable[..., Any]
    invariants: tuple[str, ...]
    # describe(s, content, action) -> a sentence, unique among the legal actions of s
    describe: Callable[[Any, Content, int], str]
    # render_text(s, content, seat, names) -> str; render_image(s, content, seat, names) -> (H, W, 3) uint8; seat -1 sees what is public
    render_text: Callable[..., str]
    render_image: Callable[..., npt.NDArray[np.uint8]]
    load: Callable[[pathlib.Path], Content]
    content_file: pathlib.Path
    max_cycles: Mapping[int, int]  # number of players -> default cap
    score_scale: float = 1.0
    score_name: str = "score"  # what the score counts, in the tables of an evaluation
    cooperative: bool = False
    # measure(s, content, out): fill (P, M) float64, for each seat one of each of `measures`, once a game is over or cut
    measures: tuple[Measure, ...] = field(default=())
    measure: Callable[..., Any] = no_measures
    # prepaid(s) -> whether the rules pay all payoffs on the way (`unpaid`), so that none is added at the end
    prepaid: Callable[..., Any] = never_prepaid
    # report(s, content, seat) -> what the infos of a seat say of the way so far, made again whenever the one-byte field
    # `news` of the state changes, and at the end
    report: Callable[[Any, Content, int], dict[str, Any]] | None = None
    news: str = "over"
    # conflict(switches) -> what is wrong with these values of all switches together; "" if nothing is
    conflict: Callable[[Mapping[str, Any]], str] | None = None
    switches: tuple[Switch, ...] = field(default=())

    def __reduce__(self) -> tuple[Any, ...]:
        return _found, _place(self)

    @property
    def id(self) -> str:
        """Such as ``"terra_formars_v0"``."""
        return f"{self.name}_v{self.version}"

    @functools.cached_property
    def kernels(self) -> Kernels:
        """The rules bound into the core's loops."""
        return Kernels(self)

    @functools.cached_property
    def shipped(self) -> Content:
        """The content file in the package, loaded once."""
        return self.load(self.content_file)

    def content(self, path: str | os.PathLike[str] | None = None) -> Content:
        """The shipped content, or a user's own file (ContentError says what is wrong with it)."""
        return self.shipped if path is None else self.load(pathlib.Path(path))

    def zeros(self, n: int) -> npt.NDArray[Any]:
        """`n` blank states, C-contiguous and owned: what kernels may write to."""
        return np.zeros(n, self.state)

    def mask(self, *shape: int) -> npt.NDArray[np.int8]:
        """Zeroed action masks of shape (*shape, number of actions)."""
        return kernel_array(np.zeros((*shape, self.actions.n), np.int8))

    def scored(self, options: Mapping[str, Any]) -> str:
        """What the score counts under these options."""
        other = [s.score_name for s in self.switches if s.score_name and options.get(s.name) is True]
        return other[0] if other else self.score_name

    def measured(self, options: Mapping[str, Any]) -> dict[str, Measure]:
        """The measures that say something under these options, by name, in the order of `measures`."""
        return {m.name: m for m in self.measures if not m.needs or options.get(m.needs) is True}

    def shared(self, num_players: int) -> bool:
        """Whether all seats share one goal: co-operative games, and solo games."""
        return self.cooperative or num_players == 1

    def _words(self, content: str | os.PathLike[str] | Content | None) -> Content | None:
        """The content that switches take values from; None if none does, so that none is read."""
        if isinstance(content, Content) or not any(s.ids_of for s in self.switches):
            return content if isinstance(content, Content) else None
        return self.content(content)

    def option_values(self, content: str | os.PathLike[str] | Content | None = None) -> dict[str, str]:
        """Option -> the values allowed, in words."""
        words = self._words(content)
        own = {s.name: s.allowed_words or ", ".join(map(repr, s.allowed(words))) for s in self.switches}
        return {
            "num_players": f"{self.min_players} to {self.max_players}",
            "max_cycles": "a whole number from 1 to 1000000",
            "skip_forced": "True, False",
            "reward": ", ".join(map(repr, REWARDS)),
            "illegal": "'raise', 'terminate'",
            "flat": "True, False",
            "structured": "True, False",
            "content": "a path, or None",
            "any_content": "True, False",
            **own,
        }

    def variations(self, num_players: int) -> list[tuple[Switch, dict[str, Any]]]:
        """Each switch with each value but its default that this many players can choose, as options that allow it."""
        out = []
        for switch in self.switches:
            for value in switch.allowed(self.shipped):
                if value != switch.preset and switch.suits(value, num_players):
                    out.append((switch, {switch.name: value, **({switch.needs: True} if switch.needs else {})}))
        return out

    def options(self, *, content: str | os.PathLike[str] | Content | None = None, **given: Any) -> Options:
        """Check options and fill in the defaults; of `content` only what a switch takes its values from is looked at.

        Raises:
            ValueError: an unknown option or a value that is not allowed; the message names it, what is allowed, and the
                nearest name or word.
        """
        words = self._words(content)
        allowed = self.option_values(words)
        for name in given:
            if name not in allowed:
                raise ValueError(
                    f"{self.id}: unknown option {name!r}{nearest(name, allowed)}; the options are {', '.join(allowed)}"
                )

        def refuse(name: str, close: str = "") -> ValueError:
            return ValueError(
                f"{self.id}: {name}={given[name]!r} is not allowed{close}; {name} is one of: {allowed[name]}"
            )

        def whole(name: str, preset: int, low: int, high: int) -> int:
            value = given.get(name, preset)
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
                raise refuse(name)
            return int(value)

        def one_of(name: str, preset: Any, values: tuple[Any, ...]) -> Any:
            value = given.get(name, preset)
            for v in values:
                if type(value) is type(v) and value == v:
                    return v
            raise refuse(name, nearest(value, values) if isinstance(value, str) else "")

        num_players = whole("num_players", max(2, self.min_players), self.min_players, self.max_players)
        skip_forced = one_of("skip_forced", True, (True, False))
        flat, structured = (one_of(name, False, (True, False)) for name in ("flat", "structured"))
        if flat and structured:
            raise ValueError(f"{self.id}: flat=True and structured=True exclude each other")
        switches: dict[str, Any] = {}
        chosen = []
        length = self.max_cycles[num_players]
        for s in self.switches:
            preset, values = s.preset_in(words), s.allowed(words)
            if s.read is None:
                switches[s.name] = one_of(s.name, preset, values)
                chosen.append(values.index(switches[s.name]))
            else:
                value = given.get(s.name, preset)
                if not isinstance(value, str):
                    raise refuse(s.name)
                try:
                    switches[s.name], number = s.read(value, num_players)
                except ValueError as error:
                    raise refuse(s.name, f" ({error})") from None
                chosen.append(number)
            if switches[s.name] != preset:
                length *= s.lengthens
                if s.needs and given.get(s.needs) is not True:
                    raise ValueError(f"{self.id}: {s.name}={given[s.name]!r} needs {s.needs}=True")
        trouble = self.conflict(switches) if self.conflict else ""
        if trouble:
            raise ValueError(f"{self.id}: {trouble}")
        max_cycles = whole("max_cycles", length, 1, 1_000_000)
        reward = one_of("reward", "outcome", REWARDS)
        vector = np.zeros(SWITCHES + len(chosen), np.int64)
        vector[:SWITCHES] = num_players, max_cycles, skip_forced, REWARDS.index(reward)
        vector[SWITCHES:] = chosen
        return Options(
            num_players=num_players,
            max_cycles=max_cycles,
            skip_forced=skip_forced,
            reward=reward,
            illegal=one_of("illegal", "raise", ("raise", "terminate")),
            flat=flat,
            structured=structured,
            any_content=one_of("any_content", False, (True, False)),
            switches=switches,
            vector=kernel_array(vector),
        )

    def violations(self, states: npt.NDArray[Any], i: int, content: Content) -> list[str]:
        """The names of the invariants that state `i` breaks; an empty list is a sound state."""
        bits = int(self.kernels.check(states, i, content.tables))
        return [name for k, name in enumerate(self.invariants) if bits >> k & 1]

    def legal_actions(self, mask: npt.NDArray[np.int8]) -> list[int]:
        """The ids of the legal actions, ascending."""
        return [int(a) for a in np.flatnonzero(mask)]

    def settle_up(self, states: npt.NDArray[Any], i: int, content: Content, reward: str) -> "Outcome":
        """Payoffs, scores and ranks of a game as it stands, each of shape (P,)."""
        players = int(states["num_players"][i])
        score, key, out = np.zeros(players), np.zeros(players), np.zeros(players)
        rank = np.zeros(players, np.int64)
        prepaid = self.kernels.results(states, i, content.tables, score, key)
        mode = {"outcome": OUTCOME, "rank": RANK, "margin": MARGIN}[reward]
        payoffs(players, self.shared(players), mode, float(self.score_scale), score, key, kernel_array(rank), out)
        if prepaid:
            out[:] = 0.0
        return Outcome(out, score, rank, bool(key[0] >= 1.0) if self.shared(players) else None)


class Outcome:
    """The end of a game: `payoff`, `score` (float64) and `rank` (int64, 1 = best), each of shape (P,)."""

    def __init__(self, payoff: Any, score: Any, rank: Any, reached: bool | None) -> None:
        self.payoff, self.score, self.rank = payoff, score, rank
        self._reached = reached  # whether the shared goal was reached; None in competitive games

    def info(self, seat: int) -> dict[str, Any]:
        """What the seat's last ``info`` says: score, rank, and the outcome in a word (win, loss or draw)."""
        if self._reached is not None:
            word = "win" if self._reached else "loss"
        elif (self.rank == 1).all():
            word = "draw"
        else:
            word = "win" if self.rank[seat] == 1 else "loss"
        return {"score": float(self.score[seat]), "rank": int(self.rank[seat]), "outcome": word}


@functools.cache
def _place(game: Game) -> tuple[str, str]:
    """The module variable that holds `game`: in the module of its rules, or in a package above it."""
    module = game.step.__module__
    while module:
        for name, value in list(getattr(sys.modules.get(module), "__dict__", {}).items()):
            if value is game:
                return module, name
        module = module.rpartition(".")[0]
    raise pickle.PicklingError(
        f"{game.id}: games are pickled by name, and no variable of {game.step.__module__} or of a package above it is this one"
    )


def _found(module: str, name: str) -> Game:
    game: Game = getattr(importlib.import_module(module), name)
    return game
