"""Compiled loops over many games: the templates behind :class:`~marszoo.envs.core.batch.Batch`.

As in ``advance``, free names are a game's rules (and ``choose``, the scripted players of a chooser) once bound.
Each kernel takes rows [lo, hi), never allocates and never needs the GIL, so threads can share the rows.
"""

from typing import Annotated, Any

import numpy as np

from marszoo.envs.core.advance import begin, observe, payoffs, play, prepaid, random_legal, results
from marszoo.envs.core.frames import RUNNING, TERMINATED
from marszoo.envs.core.jit import borrowed, jit
from marszoo.envs.core.record import dtype_of
from marszoo.envs.core.rng import conceal, mix, seed

CHOICE_STREAM = 0x63686F6F73657273
"""Third word of `conceal` for the seeds of players: from the seed of the game, which deals all hands, none may follow."""
ACTION_STREAM = 0x616374696F6E7321
"""Third word of `mix` for the streams of ``random_actions``."""
MAX_UNPLAYED = 1000
"""Games in a row that may end before an external decision; more means that the row will never have one."""

BLOCK = 64
"""Rows that are played before their observations are written. Row by row, the code of the rules and that of the encoder
would keep pushing each other out of the processor's caches; all rows at once would do so with the states."""


class Plan:
    """What a kernel needs to know about a whole batch: one record, so that it is one argument."""

    seed: Annotated[int, "u8"]  # of the batch
    scale: Annotated[float, "f8"]  # the game's score_scale
    mode: Annotated[int, "i8"]  # advance.OUTCOME, RANK or MARGIN
    shared: Annotated[bool, "?"]  # one goal for all seats
    rotate: Annotated[bool, "?"]  # column 0 of controllers sits in seat (i + k) mod P
    looking: Annotated[bool, "?"]  # observations are wanted
    deal: Annotated[bool, "?"]  # a reset: rows start their next game, whatever is running


class Stream:
    """A record that is little more than a generator: what `random_legal` draws from."""

    unused: Annotated[
        int, "u8"
    ]  # 0; states begin with their generator, and numba takes them for a subtype if this does too
    rng: Annotated[int, "u8"]  # generator word


PLAN = dtype_of(Plan)
STREAM = dtype_of(Stream)


def choose(
    which: Any,
    states: Any,
    i: Any,
    content: Any,
    seed: Any,
    mask: Any,
    scratch: Any,
    scratch_masks: Any,
    params: Any,
) -> Any: ...
def decide(
    which: Any, states: Any, i: Any, content: Any, seed: Any, mask: Any, scratch: Any, scratch_masks: Any, params: Any
) -> Any: ...
def measure(s: Any, content: Any, out: Any) -> None: ...
def finish(
    i: Any,
    s: Any,
    content: Any,
    plan: Any,
    work: Any,
    rewards: Any,
    scores: Any,
    ranks: Any,
    keys: Any,
    measured: Any,
) -> None: ...


# Placeholders for the names that are bound here and not in ``advance``.


def choose_random(
    _which: Any, _states: Any, _i: Any, _content: Any, word: Any, mask: Any, scratch: Any, _masks: Any, _params: Any
) -> Any:
    """The chooser of a batch that is given none: uniformly random legal actions, whoever is asked."""
    seed(scratch[0], word)
    return random_legal(scratch[0], mask)


def decide_template(
    which: Any,
    states: Any,
    i: Any,
    content: Any,
    word: Any,
    mask: Any,
    scratch: Any,
    scratch_masks: Any,
    params: Any,
) -> Any:
    """The action of compiled player `which`, checked: a chooser that errs must not corrupt a game in silence."""
    stream = conceal(word, states[i].step_count, CHOICE_STREAM)
    action = np.int64(choose(which, states, i, content, stream, mask, scratch, scratch_masks, params))
    if action < 0 or action >= len(mask) or mask[action] == 0:
        raise RuntimeError("a chooser returned an illegal action")
    return action


def finish_template(
    i: Any,
    s: Any,
    content: Any,
    plan: Any,
    work: Any,
    rewards: Any,
    scores: Any,
    ranks: Any,
    keys: Any,
    measured: Any,
) -> None:
    """Score row `i`, whose game is over or cut, and add its payoffs, unless they are prepaid, to its rewards.

    `work` has P float64 to overwrite.
    """
    results(s, content, scores[i], keys[i])
    measure(s, content, measured[i])
    payoffs(rewards.shape[1], plan.shared, plan.mode, plan.scale, scores[i], keys[i], ranks[i], work)
    if not prepaid(s):
        for p in range(rewards.shape[1]):
            rewards[i, p] += work[p]


def step_template(
    lo: Any,
    hi: Any,
    plans: Any,
    content: Any,
    options: Any,
    params: Any,
    states: Any,
    masks: Any,
    observations: Any,
    players: Any,
    rewards: Any,
    owed: Any,
    terminations: Any,
    truncations: Any,
    final_observations: Any,
    final_scores: Any,
    final_ranks: Any,
    final_keys: Any,
    final_measures: Any,
    final_steps: Any,
    seeds: Any,
    games: Any,
    controllers: Any,
    seated: Any,
    seats: Any,
    actions: Any,
    active: Any,
    blank: Any,
    scratch: Any,
    scratch_masks: Any,
    work: Any,
) -> None:
    """Play one external action in each active row, then on to the next external decision, through ends and new games.

    With ``plan.deal`` rows begin with a new game and actions are not looked at. One loop serves both, because every call
    of a rule in compiled code is paid for in compile time. `owed` (N, P) keeps what is earned in a game before the first
    decision of the caller, until the step that answers it. `work` is (2, P) float64.
    """
    plan = plans[0]
    num = controllers.shape[1]
    masks, views = borrowed(masks), borrowed(observations)
    for start in range(lo, hi, BLOCK):
        stop = min(start + BLOCK, hi)
        for i in range(start, stop):
            terminations[i] = False
            truncations[i] = False
            if not active[i]:
                for p in range(num):
                    rewards[i, p] = 0.0
                continue
            for p in range(num):
                rewards[i, p] = owed[i, p]
                owed[i, p] = 0.0
            s = states[i]
            mask = masks[i]
            action = actions[i]
            dealing = plan.deal
            played = not dealing  # the game that is running has had a decision of the caller
            unplayed = 0
            while True:
                if dealing:
                    unplayed += 1
                    if unplayed > MAX_UNPLAYED:
                        raise RuntimeError("every game of a row ends before a decision that is not a controller's")
                    games[i] += 1
                    seeds[i] = mix(plan.seed, i, games[i])
                    shift = (i + games[i]) % num if plan.rotate else 0
                    for column in range(num):
                        seated[i, (column + shift) % num] = controllers[i, column]
                    seats[i] = shift
                    states[i] = blank[0]
                    begin(s, content, options, seeds[i], mask)
                    for p in range(num):
                        owed[i, p] = s.unpaid[p]
                else:
                    # A seat's ledger holds what it earned since its own previous move, as in the AEC view.
                    s.unpaid[s.player] = 0.0
                    for p in range(num):
                        work[1, p] = s.unpaid[p]
                    play(s, content, action, mask)
                    for p in range(num):
                        earned = s.unpaid[p] - work[1, p]
                        if played:
                            rewards[i, p] += earned
                        else:
                            owed[i, p] += earned
                dealing = s.over != RUNNING
                if dealing:
                    if played:
                        played = False
                        terminations[i] = s.over == TERMINATED
                        truncations[i] = s.over != TERMINATED
                        finish(
                            i,
                            s,
                            content,
                            plan,
                            work[0],
                            rewards,
                            final_scores,
                            final_ranks,
                            final_keys,
                            final_measures,
                        )
                        final_steps[i] = s.step_count
                        if plan.looking:
                            for p in range(num):
                                observe(s, content, p, final_observations[i, p])
                    continue
                which = np.int64(seated[i, s.player])
                if which < 0:
                    break
                action = decide(which, states, i, content, seeds[i], mask, scratch, scratch_masks, params)
            players[i] = s.player
        if plan.looking:
            for i in range(start, stop):
                if active[i]:
                    observe(states[i], content, players[i], views[i])


def match_template(
    lo: Any,
    hi: Any,
    plans: Any,
    content: Any,
    options: Any,
    params: Any,
    seeds: Any,
    controllers: Any,
    rewards: Any,
    scores: Any,
    ranks: Any,
    keys: Any,
    measures: Any,
    steps: Any,
    truncations: Any,
    blank: Any,
    scratch: Any,
    scratch_masks: Any,
    work: Any,
    states: Any,
    mask: Any,
) -> None:
    """Play games [lo, hi) from beginning to end; seat p of game g is compiled player ``controllers[g, p]``.

    All games are played in the one record `states[0]`, whose ledger is never emptied: it ends as the sum of all payoffs
    on the way.
    """
    plan = plans[0]
    num = controllers.shape[1]
    for g in range(lo, hi):
        states[0] = blank[0]
        s = states[0]
        begin(s, content, options, seeds[g], mask)
        while s.over == RUNNING:
            which = np.int64(controllers[g, s.player])
            action = decide(which, states, 0, content, seeds[g], mask, scratch, scratch_masks, params)
            play(s, content, action, mask)
        for p in range(num):
            rewards[g, p] = s.unpaid[p]
        finish(g, s, content, plan, work[0], rewards, scores, ranks, keys, measures)
        steps[g] = s.step_count
        truncations[g] = s.over != TERMINATED


@jit
def first_illegal(masks: Any, actions: Any, active: Any) -> Any:
    """The first active row whose action its mask forbids; -1 if there is none."""
    for i in range(len(actions)):
        if active[i]:
            a = actions[i]
            if a < 0 or a >= masks.shape[1] or masks[i, a] == 0:
                return i
    return -1


@jit
def first_refused(controllers: Any, count: Any) -> Any:
    """The first row without an external seat, or with a controller from `count` on; -1 if there is none."""
    for i in range(len(controllers)):
        external = False
        for p in range(controllers.shape[1]):
            if controllers[i, p] >= count:
                return i
            external = external or controllers[i, p] < 0
        if not external:
            return i
    return -1


@jit
def start_streams(word: Any, streams: Any) -> None:
    """Seed the generator of ``random_actions`` in every row. `word` is a (1,) uint64 array."""
    for i in range(len(streams)):
        seed(streams[i], mix(word[0], i, ACTION_STREAM))


@jit
def random_rows(streams: Any, masks: Any, actions: Any) -> None:
    """A uniformly random legal action for every row, each from its own stream."""
    masks = borrowed(masks)
    for i in range(len(actions)):
        actions[i] = random_legal(streams[i], masks[i])
