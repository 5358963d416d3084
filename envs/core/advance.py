"""The one loop that AEC, batch, Gymnasium, search and the arena share: step, then take forced decisions.

Everything here is a template: an ordinary function whose free names (``setup``, ``legal``, ``step``, ``observe``,
``results`` …) are a game's rules once :class:`Kernels` has bound it.
"""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from marszoo.envs.core import rng
from marszoo.envs.core.frames import NOBODY, RUNNING, TRUNCATED
from marszoo.envs.core.jit import bind, jit

if TYPE_CHECKING:
    from marszoo.envs.core.game import Game

OUTCOME, RANK, MARGIN = 0, 1, 2
"""Ways to turn results into payoffs; see `payoffs`."""
REWARDS = ("outcome", "rank", "margin")

START = int(np.iinfo(np.int64).min)
"""What `Kernels.act` takes for the first look at a game that was just dealt."""

RULES = ("setup", "legal", "step", "observe", "results", "determinize", "check", "prepaid")
"""Free names that a template may use for what the game provides."""
BLOCK = 16
"""Actions that `nth_legal` looks at together."""

LOOPS = ("deal", "begin", "play")
"""Free names that a template may use for the loops below, bound to the same game."""

NUM_PLAYERS, MAX_CYCLES, SKIP_FORCED, REWARD, SWITCHES = range(5)
"""Places in the int64 vector of options that kernels get; a game's own switches follow from SWITCHES on."""


def legal(s: Any, content: Any, mask: Any) -> None: ...
def step(s: Any, content: Any, action: Any) -> None: ...
def setup(s: Any, content: Any, options: Any) -> None: ...
def observe(s: Any, content: Any, seat: Any, out: Any) -> None: ...
def results(s: Any, content: Any, score: Any, key: Any) -> None: ...
def determinize(s: Any, content: Any, seat: Any, seed: Any) -> None: ...
def check(s: Any, content: Any) -> Any: ...
def prepaid(s: Any) -> Any: ...
def deal(s: Any, content: Any, options: Any, seed: Any) -> None: ...
def begin(s: Any, content: Any, options: Any, seed: Any, mask: Any) -> None: ...
def play(s: Any, content: Any, action: Any, mask: Any) -> None: ...


# The names above are placeholders that `bind` replaces; they give the templates their signatures.


def play_template(s: Any, content: Any, action: Any, mask: Any) -> None:
    """Apply one legal action, then go on to the next real decision; `mask` is then its mask, or all 0 after the end.

    Decisions with one legal action are taken on the way and count like any other; the count reaching ``max_cycles``
    truncates a game that is still running. With a negative action nothing is applied: how a game starts. One function,
    because each that contains the whole rules costs a second of compilation; so a game whose setup would have to run
    them as well leaves that to its `step`, which finds no decision on top, by setting `player` to NOBODY.
    """
    while True:
        opening = s.player == NOBODY
        if opening:
            s.player = 0
        if action >= 0 or opening:
            step(s, content, action)
        if action >= 0:
            s.step_count += 1
            if s.over == RUNNING and s.step_count >= s.max_cycles:
                s.over = TRUNCATED
        if s.over != RUNNING:
            mask[:] = 0
            return
        legal(s, content, mask)
        choices = count_legal(mask)
        if choices == 0:
            raise RuntimeError("no legal action in a running game")
        if choices > 1 or s.skip_forced == 0:
            return
        action = nth_legal(mask, 0)


def deal_template(s: Any, content: Any, options: Any, seed: Any) -> None:
    """Set a game up on a zeroed record: its first decision is pending, but not yet looked at, or `player` is NOBODY."""
    s.num_players = options[NUM_PLAYERS]
    s.max_cycles = options[MAX_CYCLES]
    s.skip_forced = options[SKIP_FORCED]
    rng.seed(s, seed)
    setup(s, content, options)


def begin_template(s: Any, content: Any, options: Any, seed: Any, mask: Any) -> None:
    """Start a game on a zeroed record and go to its first real decision."""
    deal(s, content, options, seed)
    play(s, content, -1, mask)


@jit
def count_legal(mask: Any) -> Any:
    """How many actions are legal: the sum of a mask of 0 and 1.

    In 16 bits, enough for any game, because the processor adds the more numbers at once the narrower they are; so it
    counts all of them sooner than it finds the first two.
    """
    count = np.uint16(0)
    for a in range(len(mask)):
        count = np.uint16(count + mask[a])
    return np.int64(count)


@jit
def nth_legal(mask: Any, k: Any) -> Any:
    """The legal action with `k` legal ones before it.

    Whole blocks at once, then without a branch: where the next 1 is cannot be predicted, and each wrong guess costs more
    than a block.
    """
    start = 0
    while start + BLOCK <= len(mask):
        inside = 0
        for a in range(BLOCK):
            inside += mask[start + a]
        if k < inside:
            break
        k -= inside
        start += BLOCK
    action = start
    for a in range(start, min(len(mask), start + BLOCK)):
        k -= mask[a]
        action += k >= 0
    return action


@jit
def random_legal(s: Any, mask: Any) -> Any:
    """A uniformly random legal action, drawn from the generator in `s` (any record with a field ``rng``)."""
    return nth_legal(mask, rng.below(s, count_legal(mask)))


@jit
def no_measures(s: Any, content: Any, out: Any) -> None:
    """The `measure` of a game that has no measures."""


@jit
def never_prepaid(s: Any) -> Any:  # noqa: ARG001  # every game has this signature
    """The `prepaid` of a game that leaves all payoffs to the core."""
    return False


@jit
def payoffs(num: Any, shared: Any, mode: Any, scale: Any, score: Any, key: Any, rank: Any, out: Any) -> None:
    """Turn a game's results into payoffs, for all games in one place.

    Args:
        num: number of seats; shared: whether all seats share one goal (co-operative and solo games).
        mode: OUTCOME, RANK or MARGIN; scale: the game's ``score_scale``.
        score, key: (P,) float64 results of the game. Seats are ranked by key; in shared games key is the share of the
            goal reached, 1 or more meaning success.
        rank: (P,) int64, filled with 1 + the number of seats ranked above. out: (P,) float, filled with the payoffs.
    """
    if shared:
        reached = key[0] >= 1.0
        for p in range(num):
            rank[p] = 1
            out[p] = 2.0 * min(max(key[0], 0.0), 1.0) - 1.0 if mode == MARGIN else (1.0 if reached else -1.0)
        return
    winners = 0
    mean = 0.0
    for p in range(num):
        above = 0
        for q in range(num):
            above += key[q] > key[p]
        rank[p] = above + 1
        winners += above == 0
        mean += score[p] / num
    spread = scale
    for p in range(num):
        spread = max(spread, abs(score[p] - mean))
    for p in range(num):
        if mode == MARGIN:
            out[p] = (score[p] - mean) / spread
        elif mode == RANK:
            tied = 0
            for q in range(num):
                tied += key[q] == key[p]
            out[p] = 1.0 - 2.0 * (rank[p] - 1 + (tied - 1) / 2.0) / (num - 1)
        elif winners == num:
            out[p] = 0.0
        elif rank[p] == 1:
            out[p] = 1.0 / winners
        else:
            out[p] = -1.0 / (num - winners)


# Entry points: what adapters call from Python. They take (states, i, ...) because one record boxed from Python costs
# several times an array and an index.


def deal_entry(states: Any, i: Any, blank: Any, content: Any, options: Any, seed: Any) -> None:
    states[i] = blank[0]
    deal(states[i], content, options, seed)


def act_entry(states: Any, i: Any, content: Any, action: Any, mask: Any, out: Any, view: Any) -> Any:
    """Check `action` against `mask`, play it, and write the next mask and (with `view`) the observation of the seat to move.

    Returns False, with nothing changed, if the action is illegal. START is no action: it goes to the first decision.
    """
    if action != START and (action < 0 or action >= len(mask) or mask[action] == 0):
        return False
    s = states[i]
    play(s, content, action, mask)
    if view:
        observe(s, content, s.player, out)
    return True


def legal_entry(states: Any, i: Any, content: Any, mask: Any) -> None:
    mask[:] = 0
    if states[i].over == RUNNING:
        legal(states[i], content, mask)


def observe_entry(states: Any, i: Any, content: Any, seat: Any, out: Any) -> None:
    observe(states[i], content, seat, out)


def results_entry(states: Any, i: Any, content: Any, score: Any, key: Any) -> Any:
    """Fill `score` and `key`; returns whether the rules have paid all payoffs on the way."""
    results(states[i], content, score, key)
    return prepaid(states[i])


def determinize_entry(states: Any, i: Any, content: Any, seat: Any, seed: Any) -> None:
    determinize(states[i], content, seat, seed)


def check_entry(states: Any, i: Any, content: Any) -> Any:
    return check(states[i], content)


_NO_VIEW = np.zeros(0, np.float32)


class Kernels:
    """A game's rules bound into the core's loops, each compiled when first called.

    `start` begins a game and `bound` binds any other template. Attributes are kernels: ``act``, ``legal``, ``observe``, ``results``, ``determinize``, ``check`` with the
    signatures of the ``*_entry`` functions above; and, for other templates, the record-level ``deal``, ``begin`` and ``play``.
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._entries: dict[str, Callable[..., Any]] = {}

    @functools.cached_property
    def deal(self) -> Callable[..., Any]:
        return bind(deal_template, self._game.name, setup=self._game.setup)

    @functools.cached_property
    def begin(self) -> Callable[..., Any]:
        return bind(begin_template, self._game.name, deal=self.deal, play=self.play)

    @functools.cached_property
    def play(self) -> Callable[..., Any]:
        return bind(play_template, self._game.name, step=self._game.step, legal=self._game.legal)

    def bound(self, template: Callable[..., Any]) -> Callable[..., Any]:
        """Any template with its free names (``legal``, ``play``, ``observe`` …) bound to this game; made once."""
        if template.__qualname__ not in self._entries:
            names = template.__code__.co_names
            free = {n: getattr(self._game, n) for n in RULES if n in names} | {
                n: getattr(self, n) for n in LOOPS if n in names
            }
            self._entries[template.__qualname__] = bind(template, self._game.name, **free)
        return self._entries[template.__qualname__]

    def start(
        self, states: Any, i: int, blank: Any, content: Any, options: Any, seed: Any, mask: npt.NDArray[np.int8]
    ) -> None:
        """Start a game in row `i` and fill `mask` for its first decision.

        Two calls, because a kernel of its own for it would contain, and so compile, the whole rules a second time.
        """
        self.bound(deal_entry)(states, i, blank, content, options, seed)
        self.act(states, i, content, START, mask, _NO_VIEW, False)

    @functools.cached_property
    def act(self) -> Callable[..., Any]:
        game = self._game
        play = bind(play_template, game.name, inline=True, step=game.step, legal=game.legal)
        return bind(act_entry, game.name, play=play, observe=game.observe)

    @property
    def legal(self) -> Callable[..., Any]:
        return self.bound(legal_entry)

    @property
    def observe(self) -> Callable[..., Any]:
        return self.bound(observe_entry)

    @property
    def results(self) -> Callable[..., Any]:
        return self.bound(results_entry)

    @property
    def determinize(self) -> Callable[..., Any]:
        return self.bound(determinize_entry)

    @property
    def check(self) -> Callable[..., Any]:
        return self.bound(check_entry)
