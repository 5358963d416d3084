"""The conformance test of a game, for this package's games and for anybody's own.

>>> for report in check_game(GAME):
...     print(report)

Random games are played, and whatever a :class:`Game` promises is checked: that invariants hold after every step, that the
mask is the truth about every action, that observations are in bounds, that copies are exact, that nothing hidden leaks,
that payoffs are zero-sum. The first failure raises :class:`CheckFailed`, which names the property, the game's seed and
the decision. What concerns every state runs compiled: 100 000 games take a minute or so.
"""

import copy
import dataclasses
import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import rng
from marszoo.envs.core.advance import SKIP_FORCED, begin, check, legal, observe, payoffs, play, random_legal, results
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch_kernels import STREAM
from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, TRUNCATED
from marszoo.envs.core.game import Game, IllegalAction, Options
from marszoo.envs.core.jit import COMPILED
from marszoo.envs.core.record import diff, kernel_array

TRIES = 8
"""Guesses that `check_hidden` makes per seat and decision, until one differs from the truth in more than the generator."""
COPIES = 5
"""Every so many decisions `check_copies` makes its copies; and at the end of each game."""
TEXTS = 4
"""Every so many decisions the renderings are compared too."""
LEDGER = ("rng", "unpaid", "told")

INVARIANT, PAYOFF, BOUNDS, CAP, MASK, MOVE = range(1, 7)
_KINDS = {
    INVARIANT: "an invariant is broken",
    PAYOFF: "payoffs are not zero-sum and within ±1",
    BOUNDS: "an observation is out of bounds",
    CAP: "max_cycles and truncation do not agree",
    MASK: "legal() does not fill the mask anew, or with other values than 0 and 1",
    MOVE: "a legal action leads to a broken state",
}


class CheckFailed(AssertionError):
    """A property that does not hold; the message says which, where, and how to get there again."""


@dataclasses.dataclass
class Report:
    """What was played and found at one number of players."""

    game: str
    num_players: int
    games: int = 0
    decisions: int = 0  # in those games, forced ones included
    longest: int = 0  # decisions of the longest game
    truncated: int = 0  # games cut by max_cycles
    tried: int = 0  # legal actions tried in a copy
    worlds: int = 0  # worlds compared with the truth that differ from it in more than the generator
    open: int = 0  # views of a position in which all guesses were the truth: nothing, or next to nothing, is hidden
    hidden: frozenset[str] = frozenset()  # fields in which they differed

    def __str__(self) -> str:
        mean = self.decisions / self.games if self.games else 0.0
        return (
            f"{self.game}, {self.num_players} players: {self.games} games, {mean:.1f} decisions on average, longest "
            f"{self.longest}, {self.truncated} truncated; {self.tried} actions tried; {self.worlds} other worlds "
            f"compared ({self.open} views hide nothing); hidden: {', '.join(sorted(self.hidden)) or 'nothing'}"
        )


def sound_template(
    count: Any,
    thorough: Any,
    seed: Any,
    states: Any,
    content: Any,
    options: Any,
    masks: Any,
    streams: Any,
    bounds: Any,
    vector: Any,
    work: Any,
    rank: Any,
    shared: Any,
    scale: Any,
    found: Any,
    stats: Any,
) -> None:
    """Play `count` random games and stop at the first unsound state.

    Args:
        thorough: also try every legal action of every decision, in a copy.
        states: (3,) records: the game, a copy, a blank one. masks: (3, A).
        streams: (1,) of STREAM. bounds: (2, D), low and high. vector: (D,). work: (3, P) float64. rank: (P,) int64.
        found: (4,) int64, filled with game, decision, kind of failure (0: none) and detail.
        stats: (4,) int64, filled with decisions, longest game, truncated games, actions tried.
    """
    s = states[0]
    for g in range(count):
        found[0] = g
        word = rng.mix(seed, g, 0)
        rng.seed(streams[0], rng.mix(seed, g, 1))
        states[0] = states[2]
        begin(s, content, options, word, masks[0])
        while True:
            found[1] = s.step_count
            bits = check(s, content)
            if bits != 0:
                found[2], found[3] = INVARIANT, bits
                return
            # A game that the rules end with the very decision that meets the cap is not truncated.
            if s.step_count > s.max_cycles or (s.over == TRUNCATED and s.step_count < s.max_cycles):
                found[2] = CAP
                return
            if s.over == RUNNING and s.step_count == s.max_cycles:
                found[2] = CAP
                return
            for p in range(s.num_players):
                observe(s, content, p, vector)
                for k in range(len(vector)):
                    if not bounds[0, k] <= vector[k] <= bounds[1, k]:
                        found[2], found[3] = BOUNDS, k
                        return
            if s.over != RUNNING:
                break
            masks[1, :] = 7
            legal(s, content, masks[1])
            for a in range(masks.shape[1]):
                if masks[1, a] != masks[0, a] or masks[0, a] < 0 or masks[0, a] > 1:
                    found[2], found[3] = MASK, a
                    return
            if thorough:
                for a in range(masks.shape[1]):
                    if masks[0, a] != 0:
                        states[1] = states[0]
                        play(states[1], content, a, masks[1])
                        stats[3] += 1
                        if check(states[1], content) != 0:
                            found[2], found[3] = MOVE, a
                            return
            play(s, content, random_legal(streams[0], masks[0]), masks[0])
        stats[0] += s.step_count
        stats[1] = max(stats[1], s.step_count)
        stats[2] += s.over == TRUNCATED
        results(s, content, work[0], work[1])
        for mode in range(3):
            payoffs(s.num_players, shared, mode, scale, work[0], work[1], rank, work[2])
            total = 0.0
            for p in range(s.num_players):
                total += work[2, p]
                if not -1.0 - 1e-9 <= work[2, p] <= 1.0 + 1e-9:
                    found[2], found[3] = PAYOFF, mode
                    return
            if not shared and abs(total) > 1e-9:
                found[2], found[3] = PAYOFF, mode
                return
    found[2] = 0


def _options(game: Game, options: dict[str, Any]) -> tuple[Content, Options]:
    chosen = dict(options)
    content = game.content(chosen.pop("content", None))
    return content, game.options(**chosen)


def check_sound(
    game: Game, games: int, *, thorough: bool = False, seed: int = 0, report: Report | None = None, **options: Any
) -> Report:
    """Invariants, bounds, masks, caps and payoffs in random games, after every single decision.

    With `thorough`, every legal action of every decision is also tried, and must lead to a sound state.

    Raises:
        CheckFailed: the first failure.
    """
    content, checked = _options(game, {**options, "skip_forced": False})
    num = checked.num_players
    low, high = game.observation.bounds(num)
    found, stats = kernel_array(np.zeros(4, np.int64)), kernel_array(np.zeros(4, np.int64))
    masks = game.mask(3)
    kernel = game.kernels.bound(sound_template)
    try:
        kernel(
            games,
            thorough,
            np.uint64(seed),
            game.zeros(3),
            content.tables,
            checked.vector,
            masks,
            np.zeros(1, STREAM),
            np.stack([low, high]),
            np.zeros(len(low), np.float32),
            np.zeros((3, num)),
            kernel_array(np.zeros(num, np.int64)),
            game.shared(num),
            float(game.score_scale),
            found,
            stats,
        )
    except RuntimeError as error:
        raise _failed(game, num, seed, found, str(error)) from error
    kind, detail = int(found[2]), int(found[3])
    if kind:
        text = _KINDS[kind]
        if kind == INVARIANT:
            text += ": " + ", ".join(name for k, name in enumerate(game.invariants) if detail >> k & 1)
        elif kind == BOUNDS:
            text += f", in {_segment(game, num, detail)}"
        elif kind in (MASK, MOVE):
            text += f": action {detail}, which is {game.actions.decode(detail)}"
        elif kind == PAYOFF:
            text += f", with reward={('outcome', 'rank', 'margin')[detail]!r}"
        raise _failed(game, num, seed, found, text)
    out = report or Report(game.id, num)
    out.games += games
    out.decisions += int(stats[0])
    out.longest = max(out.longest, int(stats[1]))
    out.truncated += int(stats[2])
    out.tried += int(stats[3])
    return out


def _segment(game: Game, num: int, index: int) -> str:
    """The name of the segment that entry `index` of an observation lies in."""
    views = game.observation.views(np.arange(game.observation.width(num)), num)
    return next(f"segment {name!r} (entry {index})" for name, part in views.items() if index in part)


def _failed(game: Game, num: int, seed: int, found: Any, text: str) -> CheckFailed:
    word = int(rng.mix(np.uint64(seed), int(found[0]), 0))
    return CheckFailed(f"{game.id}, {num} players, game of seed {word}, decision {int(found[1])}: {text}")


def _walk(game: Game, games: int, seed: int, options: dict[str, Any]) -> Any:
    """Random games of an environment: yields (env, decision) at every decision, and once after the end."""
    env = AECGame(game, **options)
    for g in range(games):
        env.reset(seed=int(rng.mix(np.uint64(seed), g, 2)))
        decision = 0
        while True:
            yield env, decision
            if not env.running:
                break
            ids = env.legal_actions()
            env.step(ids[int(rng.mix(np.uint64(seed), g, 3 + decision)) % len(ids)])
            decision += 1


def _claim(true: bool, env: AECGame, decision: int, text: str) -> None:
    if not true:
        raise CheckFailed(
            f"{env.game.id}, {env.num_players} players, game of seed {env.seed}, {decision} actions taken: {text}"
        )


def check_refusals(game: Game, games: int, *, seed: int = 0, **options: Any) -> None:
    """Every action that the mask forbids is refused at every decision, and leaves the bytes of the state as they are.

    Reading never changes a state either, and the legal actions have descriptions that tell them apart.
    """
    for env, decision in _walk(game, games, seed, options):
        before = env.get_state()
        mask = env.action_masks()
        for action in [-1, len(mask), *np.flatnonzero(mask == 0).tolist()] if env.running else []:
            try:
                env.step(action)
            except IllegalAction:
                continue
            _claim(False, env, decision, f"action {action} is not in the mask, but can be played")
        words = [env.describe(a) for a in env.legal_actions()]
        _claim(all(words) and len(set(words)) == len(words), env, decision, f"descriptions are not unique: {words}")
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            _claim(seen in env.observation_space(agent), env, decision, f"seat {seat}'s observation is not in its space")
            game.render_text(env.states[0], env.content, seat, env.possible_agents)
        _claim(env.get_state() == before, env, decision, "reading or refusing has changed the state")


def check_copies(game: Game, games: int, *, seed: int = 0, **options: Any) -> None:
    """Clones, deep copies, pickles and saved states are exact at any moment, also during the last steps, and independent."""
    for env, decision in _walk(game, games, seed, options):
        if decision % COPIES and env.running:
            continue
        before = env.get_state()
        restored = AECGame(game, **options)
        restored.set_state(before)
        for twin in (env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), restored):
            _claim(twin.get_state() == before, env, decision, "a copy differs")
            original = env.clone()
            while original.agents:
                action = original.legal_actions()[-1] if original.running else None
                for each in (original, twin):
                    each.step(action)
                same = original.get_state() == twin.get_state() and original.rewards == twin.rewards
                _claim(same and original.infos == twin.infos, env, decision, "a copy goes on differently")
                if original.running:
                    break
            _claim(env.get_state() == before, env, decision, "playing a copy has changed the original")


def check_hidden(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    hidden: Sequence[str] | None = None,
    report: Report | None = None,
    **options: Any,
) -> Report:
    """Nothing that a seat cannot see reaches it: its view, its mask and its rendering are the same in every world that it
    considers possible, and these worlds do differ from the true state.

    Args:
        hidden: the fields of the record that hold something hidden; exactly these must differ at least once. None takes
            any.

    Raises:
        CheckFailed: the first leak, or worlds that are not guesses.
    """
    out = report or Report(game.id, AECGame(game, **options).num_players)
    fields: set[str] = set()
    for env, decision in _walk(game, games, seed, options):
        if not env.running:
            continue
        guesses = _Guesses(env, decision)
        for seat in range(env.num_players):
            changed = guesses.look(seat, int(rng.mix(np.uint64(env.seed or 0), decision, 1000 + seat)))
            fields |= changed
            out.worlds += bool(changed)
            out.open += not changed
    out.hidden = frozenset(fields)
    if hidden is not None and fields != set(hidden):
        never, undeclared = sorted(set(hidden) - fields), sorted(fields - set(hidden))
        raise CheckFailed(f"{game.id}: hidden fields that never changed: {never}; that changed unexpectedly: {undeclared}")
    if (hidden or hidden is None) and out.worlds < games:
        raise CheckFailed(f"{game.id}: in {games} games, guesses differ from the truth only {out.worlds} times")
    return out


class _Guesses:
    """One position, and worlds that its seats consider possible: what `check_hidden` compares."""

    def __init__(self, env: AECGame, decision: int) -> None:
        self.env, self.decision = env, decision
        self.states = env.game.zeros(3)  # the truth, a world, and the truth or the same world again
        self.states[0] = self.states[2] = env.states[0]
        self.seen = [self.view(0, seat) for seat in range(env.num_players)]
        self.texts: dict[int, str] = {}
        if decision % TEXTS == 0:
            self.texts = {seat: self.text(0, seat) for seat in range(-1, env.num_players)}

    def look(self, seat: int, word: int) -> set[str]:
        """Compare a world of `seat` with the truth; gives the fields in which they differ, the ledger's left out.

        Of several worlds it takes the first that differs: to compare the truth with itself would test nothing.
        """
        env, states, game, content = self.env, self.states, self.env.game, self.env.content
        for k in range(TRIES):
            self.guess(1, seat, word, k)
            states["rng"][2] = states["rng"][1]
            if states[1].tobytes() != states[2].tobytes():
                break
        self.guess(2, seat, word, k)
        self.claim(states[1].tobytes() == states[2].tobytes(), "equal seeds give unequal worlds")
        states[2] = states[0]
        self.claim(states["rng"][1] != states["rng"][0], f"a world of seat {seat} has the true generator")
        broken = game.violations(states, 1, content)
        self.claim(not broken, f"a world of seat {seat} breaks: {', '.join(broken)}")
        theirs = self.view(1, seat)
        if not np.array_equal(self.seen[seat], theirs):
            index = int(np.flatnonzero(self.seen[seat] != theirs)[0])
            self.claim(False, f"seat {seat} sees what it must not, in {_segment(game, env.num_players, index)}")
        if seat == env.seat:
            mask = game.mask()
            game.kernels.legal(states, 1, content.tables, mask)
            self.claim(np.array_equal(mask, env.action_masks()), f"the mask of seat {seat} depends on what it cannot see")
        for viewer in (seat, -1) if self.texts else ():
            same = self.text(1, viewer) == self.texts[viewer]
            self.claim(same, f"the text for seat {viewer} shows what seat {seat} must not see")
        changed = set(diff(states[0], states[1])) - set(LEDGER)
        open_to_all = sorted(changed & {"player", "frame", "depth", "step_count", "over", "num_players"})
        self.claim(not open_to_all, f"a world of seat {seat} differs in what everybody knows: {', '.join(open_to_all)}")
        return changed

    def guess(self, i: int, seat: int, word: int, k: int) -> None:
        self.states[i] = self.states[0]
        seed = np.uint64(rng.mix(np.uint64(word), k, 5))
        self.env.game.kernels.determinize(self.states, i, self.env.content.tables, seat, seed)

    def view(self, i: int, seat: int) -> npt.NDArray[np.float32]:
        vector = np.zeros(self.env.game.observation.width(self.env.num_players), np.float32)
        self.env.game.kernels.observe(self.states, i, self.env.content.tables, seat, vector)
        return vector

    def text(self, i: int, viewer: int) -> str:
        return self.env.game.render_text(self.states[i], self.env.content, viewer, self.env.possible_agents)

    def claim(self, true: bool, text: str) -> None:
        _claim(true, self.env, self.decision, text)


def check_caps(game: Game, *, seed: int = 0, **options: Any) -> None:
    """A game is cut exactly at ``max_cycles`` and scored as it stands: truncation or termination, never both."""
    for cap in (1, 2, 7):
        env = AECGame(game, **{**options, "max_cycles": cap, "skip_forced": False})
        env.reset(seed=seed)
        taken = 0
        while env.running:
            env.step(env.legal_actions()[0])
            taken += 1
        both = [env.terminations[a] + env.truncations[a] for a in env.agents]
        _claim(both == [1] * env.num_players, env, taken, f"with max_cycles={cap} a seat has not exactly one kind of end")
        cut = env.truncations[env.agents[0]]
        _claim(taken <= cap and (taken == cap or not cut), env, taken, f"max_cycles={cap}, but {taken} decisions were taken")


def trajectory_digests(game: Game, seeds: Sequence[int], **options: Any) -> list[str]:
    """One digest per game: of every state, mask and observation of a random game, and of a world that each mover guesses."""
    content, checked = _options(game, options)
    kernels, tables = game.kernels, content.tables
    states, masks = game.zeros(2), game.mask(2)
    stream = np.zeros(1, STREAM)
    vector = np.zeros(game.observation.width(checked.num_players), np.float32)
    out = []
    for word in seeds:
        total = hashlib.sha256()
        rng.seed(stream[0], np.uint64(rng.mix(np.uint64(word), 0, 4)))
        kernels.start(states, 0, game.zeros(1), tables, checked.vector, np.uint64(word), masks[0])
        while not states["over"][0]:
            seat = int(states["player"][0])
            kernels.observe(states, 0, tables, seat, vector)
            states[1] = states[0]
            kernels.determinize(states, 1, tables, seat, np.uint64(word))
            total.update(states.tobytes() + masks[0].tobytes() + vector.tobytes())
            action = int(random_legal(stream[0], masks[0]))
            kernels.act(states, 0, tables, action, masks[0], vector, True)
        now = game.settle_up(states, 0, content, "margin")
        total.update(states[:1].tobytes() + now.score.tobytes() + now.payoff.tobytes())
        out.append(total.hexdigest())
    return out


def check_interpreted(game: Game, seeds: Sequence[int], **options: Any) -> None:
    """The rules give the same bytes compiled and uncompiled: the games are played here, and in a process of the other kind.

    `game` must be importable there (it is passed by name, as pickles pass it).
    """
    module, name = game.__reduce__()[1]
    here = trajectory_digests(game, seeds, **options)
    code = (
        "import importlib, json, sys; from marszoo.envs.core.check import trajectory_digests as play; "
        "module, name, seeds, options = json.loads(sys.argv[1]); "
        "print(json.dumps(play(getattr(importlib.import_module(module), name), seeds, **options)))"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_DISABLE_JIT": str(int(COMPILED))}
    asked = json.dumps([module, name, [int(word) for word in seeds], options])
    other = subprocess.run([sys.executable, "-c", code, asked], env=environ, capture_output=True, text=True, check=False)
    if other.returncode:
        raise CheckFailed(f"{game.id}: the {'un' if COMPILED else ''}compiled run failed:\n{other.stderr}")
    for word, mine, theirs in zip(seeds, here, json.loads(other.stdout.splitlines()[-1]), strict=True):
        if mine != theirs:
            raise CheckFailed(f"{game.id}, game of seed {word}: compiled and uncompiled rules give different bytes")


def check_game(
    game: Game,
    *,
    games: int = 500,
    mask_games: int = 200,
    property_games: int = 100,
    interpreted_games: int = 0,
    seed: int = 0,
    num_players: int | None = None,
    hidden: Sequence[str] | None = None,
    **options: Any,
) -> list[Report]:
    """Everything above, for one number of players or for all that the game allows.

    Args:
        games: random games for the compiled invariants.
        mask_games: games in which every legal action of every decision is tried, and every illegal one refused.
        property_games: games for copies, pickles and hidden information.
        interpreted_games: games that are also played uncompiled, in a process of their own.
        hidden: fields of the record that hold something hidden; see `check_hidden`.
        **options: of the game.

    Raises:
        CheckFailed: the first property that does not hold.
    """
    counts = range(game.min_players, game.max_players + 1) if num_players is None else [num_players]
    reports = []
    for num in counts:
        chosen = {**options, "num_players": num}
        report = check_sound(game, games, seed=seed, **chosen)
        check_sound(game, mask_games, thorough=True, seed=seed + 1, report=report, **chosen)
        check_refusals(game, max(1, mask_games // 20) if mask_games else 0, seed=seed, **chosen)
        check_copies(game, property_games, seed=seed, **chosen)
        if property_games:
            check_hidden(game, property_games, seed=seed, hidden=hidden, report=report, **chosen)
        check_caps(game, seed=seed, **chosen)
        if interpreted_games:
            check_interpreted(game, [seed + k for k in range(interpreted_games)], **chosen)
        reports.append(report)
    return reports
