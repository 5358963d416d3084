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
import pickle
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from marszoo.envs.core import check_kernels as kernels
from marszoo.envs.core import oracle, rng
from marszoo.envs.core.advance import REWARDS
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.batch_kernels import STREAM
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game, IllegalAction, Options
from marszoo.envs.core.record import kernel_array

COPIES = 5
"""Every so many decisions `check_copies` makes its copies; and at the end of each game."""
TEXTS = 5
"""Every so many decisions renderings are made and compared."""
DENSE = 500
"""So many positions are looked at one after the other, then every second, every third …: long games take no longer."""
_PUBLIC = (
    "step_count",
    "max_cycles",
    "num_players",
    "player",
    "over",
    "skip_forced",
    "depth",
    "frame",
    "unpaid",
    "told",
)
"""Fields of the header that everybody knows."""


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


def _options(game: Game, options: dict[str, Any]) -> tuple[Content, Options]:
    chosen = dict(options)
    content = game.content(chosen.pop("content", None))
    return content, game.options(content=content, **chosen)


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
    found, stats = kernel_array(np.zeros(5, np.int64)), kernel_array(np.zeros(4, np.int64))
    width = game.observation.width(num)
    arguments = (
        *(games, thorough, np.uint64(seed), game.zeros(3), content.tables, checked.vector, game.mask(3)),
        *(np.zeros(1, STREAM), np.stack(game.observation.bounds(num)), np.zeros(width, np.float32), np.zeros((3, num))),
        *(kernel_array(np.zeros(num, np.int64)), game.shared(num), float(game.score_scale), found, stats),
    )
    _run(game, num, seed, kernels.sound_template, arguments, found)
    out = report or Report(game.id, num)
    out.games += games
    out.decisions += int(stats[0])
    out.longest = max(out.longest, int(stats[1]))
    out.truncated += int(stats[2])
    out.tried += int(stats[3])
    return out


def _run(game: Game, num: int, seed: int, template: Callable[..., Any], arguments: tuple[Any, ...], found: Any) -> None:
    """Call a kernel of ``check_kernels``, and raise what it has found."""
    text = ""
    try:
        game.kernels.bound(template)(*arguments)
    except RuntimeError as error:
        text = str(error)
    kind, detail, seat = (int(k) for k in found[2:5])
    if kind and not text:
        text = kernels.KINDS[kind].format(seat=seat)
        if kind in (kernels.INVARIANT, kernels.WORLD):
            text += ": " + ", ".join(name for k, name in enumerate(game.invariants) if detail >> k & 1)
        elif kind in (kernels.BOUNDS, kernels.VIEW):
            text += f", in {_segment(game, num, detail)}"
        elif kind in (kernels.MASK, kernels.MOVE, kernels.SEEN):
            text += f": action {detail}, which is {game.actions.decode(detail)}"
        elif kind == kernels.PAYOFF:
            text += f", with reward={REWARDS[detail]!r}"
        elif kind == kernels.KNOWN:
            text += f", field {next(iter(_fields(game, [detail])))!r}"
    if text:
        word = int(rng.mix(np.uint64(seed), int(found[0]), 0))
        raise CheckFailed(f"{game.id}, {num} players, game of seed {word}, decision {int(found[1])}: {text}")


def _fields(game: Game, places: Sequence[int]) -> set[str]:
    """The fields of the record that bytes at these places belong to."""
    spans: Any = game.state.fields
    return {
        name for name, (dtype, at, *_) in spans.items() if any(at <= place < at + dtype.itemsize for place in places)
    }


def _segment(game: Game, num: int, index: int) -> str:
    """The name of the segment that entry `index` of an observation lies in."""
    views = game.observation.views(np.arange(game.observation.width(num)), num)
    return next(f"segment {name!r} (entry {index})" for name, part in views.items() if index in part)


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


def _looked_at(game: Game, games: int, seed: int, options: dict[str, Any], every: int = 1) -> Any:
    """Of the positions of `_walk`: the end of each game, and of the others every so many, as DENSE says."""
    count = 0
    for env, decision in _walk(game, games, seed, options):
        if env.running and decision % every:
            continue
        count += env.running
        if not env.running or count % (1 + count // DENSE) == 0:
            yield env, decision


def _claim(true: bool, env: AECGame, decision: int, text: str) -> None:
    if not true:
        raise CheckFailed(
            f"{env.game.id}, {env.num_players} players, game of seed {env.seed}, {decision} actions taken: {text}"
        )


def check_refusals(game: Game, games: int, *, seed: int = 0, **options: Any) -> None:
    """Every action that the mask forbids is refused, and leaves the bytes of the state as they are.

    Reading never changes a state either, and the legal actions have descriptions that tell them apart. The positions are
    those of random games: all of short ones, part of long ones.
    """
    for env, decision in _looked_at(game, games, seed, options):
        before = env.get_state()
        mask = env.action_masks()
        wrong = [-1, len(mask), *np.flatnonzero(mask == 0).tolist()] if env.running else []
        act, arguments = (
            game.kernels.act,
            (kernel_array(mask), np.zeros(game.observation.width(env.num_players), np.float32)),
        )
        for action in wrong:
            done = act(env.states, 0, env.content.tables, action, *arguments, True)
            _claim(not done, env, decision, f"action {action} is not in the mask, but can be played")
        _claim(env.get_state() == before, env, decision, "a refused action has changed the state")
        for action in wrong[:3]:
            try:
                env.step(action)
            except IllegalAction:
                continue
            _claim(False, env, decision, f"action {action} is not in the mask, but can be played")
        words = [env.describe(a) for a in env.legal_actions()]
        _claim(all(words) and len(set(words)) == len(words), env, decision, f"descriptions are not unique: {words}")
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            _claim(
                seen in env.observation_space(agent), env, decision, f"seat {seat}'s observation is not in its space"
            )
            if decision % TEXTS == 0:
                game.render_text(env.states[0], env.content, seat, env.possible_agents)
        _claim(env.get_state() == before, env, decision, "reading or refusing has changed the state")


def check_copies(game: Game, games: int, *, seed: int = 0, **options: Any) -> None:
    """Clones, deep copies, pickles and saved states are exact at any moment, also during the last steps, and independent."""
    for env, decision in _looked_at(game, games, seed, options, COPIES):
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
    """Nothing that a seat cannot see reaches it.

    Its view and its mask are the same in every world that it considers possible, at every decision; and these worlds do
    differ from the true state.

    Args:
        hidden: the fields of the record that hold something hidden; exactly these must differ at least once. None takes
            any.

    Raises:
        CheckFailed: the first leak, or worlds that are not guesses.
    """
    content, checked = _options(game, options)
    num = checked.num_players
    states = game.zeros(4)
    raw = states.view(np.uint8).reshape(4, -1)
    nature, touched = np.zeros(raw.shape[1], np.uint8), np.zeros(raw.shape[1], np.uint8)
    spans: Any = game.state.fields
    for name in ("rng", *_PUBLIC):
        dtype, at = spans[name][:2]
        nature[at : at + dtype.itemsize] = 1 if name == "rng" else 2
    found, stats = kernel_array(np.zeros(5, np.int64)), kernel_array(np.zeros(2, np.int64))
    vectors = np.zeros((2, game.observation.width(num)), np.float32)
    arguments = (
        *(games, np.uint64(seed), states, kernel_array(raw), content.tables, checked.vector, game.mask(2)),
        *(np.zeros(1, STREAM), vectors, kernel_array(nature), kernel_array(touched), found, stats),
    )
    _run(game, num, seed, kernels.leak_template, arguments, found)
    out = report or Report(game.id, num)
    out.worlds += int(stats[0])
    out.open += int(stats[1])
    out.hidden = frozenset(_fields(game, np.flatnonzero(touched).tolist()))
    if hidden is not None and out.hidden != set(hidden):
        never, more = sorted(set(hidden) - out.hidden), sorted(out.hidden - set(hidden))
        raise CheckFailed(f"{game.id}: hidden fields that never changed: {never}; that changed unexpectedly: {more}")
    if (hidden or hidden is None) and int(stats[0]) < games:
        raise CheckFailed(f"{game.id}: in {games} games, guesses differ from the truth only {int(stats[0])} times")
    return out


def check_texts(game: Game, games: int, *, seed: int = 0, **options: Any) -> None:
    """The rendering for a seat, and the one for everybody, are the same in every world that the seat considers possible."""
    for env, decision in _looked_at(game, games, seed, options, TEXTS):
        if not env.running:
            continue
        to_all = _text(env, -1)
        for seat, agent in enumerate(env.possible_agents):
            world = env.determinize(agent, seed=int(rng.mix(np.uint64(env.seed or 0), decision, 1000 + seat)))
            for viewer, true in ((seat, _text(env, seat)), (-1, to_all)):
                same = _text(world, viewer) == true
                _claim(same, env, decision, f"the text for seat {viewer} shows what seat {seat} must not see")


def _text(env: AECGame, viewer: int) -> str:
    return env.game.render_text(env.states[0], env.content, viewer, env.possible_agents)


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
        _claim(
            both == [1] * env.num_players, env, taken, f"with max_cycles={cap} a seat has not exactly one kind of end"
        )
        cut = env.truncations[env.agents[0]]
        _claim(
            taken <= cap and (taken == cap or not cut),
            env,
            taken,
            f"max_cycles={cap}, but {taken} decisions were taken",
        )


def check_interpreted(game: Game, seeds: Sequence[int], *, decisions: int = 400, **options: Any) -> None:
    """The rules give the same bytes compiled and uncompiled.

    Random games of these seeds are played here; at most `decisions` of their decisions, of every kind, are then taken
    both here and in a process of the other kind, and all that follows is compared. `game` must be importable there (it is
    passed by name, as pickles pass it).

    Raises:
        CheckFailed: the first difference.
    """
    moments = oracle.record(game, seeds, decisions, **options)
    here = oracle.digests(game, seeds, moments, **options)
    try:
        there = oracle.digests_elsewhere(game, seeds, moments, **options)
    except RuntimeError as error:
        raise CheckFailed(f"{game.id}: {error}") from error
    for k, (mine, theirs) in enumerate(zip(here, there, strict=True)):
        if mine != theirs:
            m = k - len(seeds)
            word, when = (seeds[k], "set-up") if m < 0 else (seeds[moments.games[m]], f"decision {moments.numbers[m]}")
            wrong = ", ".join(part for part, x, y in zip(oracle.PARTS, mine, theirs, strict=True) if x != y)
            raise CheckFailed(
                f"{game.id}, game of seed {word}, {when}: compiled and uncompiled rules give different bytes: {wrong}"
            )


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
        interpreted_games: games of which decisions are also taken uncompiled, in a process of their own.
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
            check_texts(game, max(1, property_games // 20), seed=seed, **chosen)
        check_caps(game, seed=seed, **chosen)
        if interpreted_games:
            check_interpreted(game, [seed + k for k in range(interpreted_games)], **chosen)
        reports.append(report)
    return reports
