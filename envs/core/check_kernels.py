"""Compiled loops of the conformance test: the templates behind :mod:`marszoo.envs.core.check`."""

from typing import Any

from marszoo.envs.core import rng
from marszoo.envs.core.advance import (
    begin,
    check,
    determinize,
    legal,
    observe,
    payoffs,
    play,
    random_legal,
    results,
)
from marszoo.envs.core.frames import RUNNING, TRUNCATED

TRIES = 8
"""Guesses made per seat and decision, until one differs from the truth in more than the generator."""

INVARIANT, PAYOFF, BOUNDS, CAP, MASK, MOVE, WORLD, GENERATOR, VIEW, SEEN, KNOWN, UNSTEADY = range(1, 13)
KINDS = {
    INVARIANT: "an invariant is broken",
    PAYOFF: "payoffs are not zero-sum and within ±1",
    BOUNDS: "an observation is out of bounds",
    CAP: "max_cycles and truncation do not agree",
    MASK: "legal() does not fill the mask anew, or with other values than 0 and 1",
    MOVE: "a legal action leads to a broken state",
    WORLD: "a world of seat {seat} breaks an invariant",
    GENERATOR: "a world of seat {seat} has the true generator",
    VIEW: "seat {seat} sees what it must not",
    SEEN: "the mask of seat {seat} depends on what it cannot see",
    KNOWN: "a world of seat {seat} differs in what everybody knows",
    UNSTEADY: "equal seeds give unequal worlds",
}
"""Kind of failure -> what it says."""


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
        found: (5,) int64, filled with game, decision, kind of failure (0: none) and detail.
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


def leak_template(
    count: Any,
    seed: Any,
    states: Any,
    raw: Any,
    content: Any,
    options: Any,
    masks: Any,
    streams: Any,
    vectors: Any,
    nature: Any,
    touched: Any,
    found: Any,
    stats: Any,
) -> None:
    """Play `count` random games, and at every decision compare worlds of every seat with the truth; stop at the first leak.

    Of several worlds of a seat the first that differs is the last that is made: to compare the truth with itself would
    test nothing.

    Args:
        states: (4,) records: the game, a world, the same world again, a blank one. raw: their bytes, (4, B) uint8.
        masks: (2, A). streams: (1,) of STREAM. vectors: (2, D).
        nature: (B,) uint8, of each byte of the record: 1 part of the generator, 2 known to everybody, else 0.
        touched: (B,) uint8, 1 where a world has differed.
        found: (5,) int64, filled with game, decision, kind of failure (0: none), detail and seat.
        stats: (2,) int64, filled with worlds that differed, and views in which none did.
    """
    s = states[0]
    for g in range(count):
        found[0] = g
        word = rng.mix(seed, g, 0)
        rng.seed(streams[0], rng.mix(seed, g, 1))
        states[0] = states[3]
        begin(s, content, options, word, masks[0])
        while s.over == RUNNING:
            found[1] = s.step_count
            for seat in range(s.num_players):
                found[4] = seat
                observe(s, content, seat, vectors[0])
                differs = False
                guess = word
                for k in range(TRIES):
                    guess = rng.mix(word, s.step_count, 100 + TRIES * seat + k)
                    states[1] = states[0]
                    determinize(states[1], content, seat, guess)
                    if states[1].rng == states[0].rng:
                        found[2] = GENERATOR
                        return
                    bits = check(states[1], content)
                    if bits != 0:
                        found[2], found[3] = WORLD, bits
                        return
                    for b in range(raw.shape[1]):
                        if raw[0, b] != raw[1, b] and nature[b] != 1:
                            touched[b] = 1
                            differs = True
                            if nature[b] == 2:
                                found[2], found[3] = KNOWN, b
                                return
                    observe(states[1], content, seat, vectors[1])
                    for j in range(vectors.shape[1]):
                        if vectors[0, j] != vectors[1, j]:
                            found[2], found[3] = VIEW, j
                            return
                    if seat == s.player:
                        legal(states[1], content, masks[1])
                        for a in range(masks.shape[1]):
                            if masks[0, a] != masks[1, a]:
                                found[2], found[3] = SEEN, a
                                return
                    if differs:
                        break
                states[2] = states[0]
                determinize(states[2], content, seat, guess)
                for b in range(raw.shape[1]):
                    if raw[1, b] != raw[2, b]:
                        found[2] = UNSTEADY
                        return
                stats[0] += differs
                stats[1] += not differs
            play(s, content, random_legal(streams[0], masks[0]), masks[0])
    found[2] = 0
