"""The generator in the state: published vectors, no bias, no global randomness."""

import itertools
from typing import Annotated

import numpy as np
import pytest

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit
from marszoo.envs.core.record import dtype_of, kernel_array

pytestmark = pytest.mark.interpreted

GAMMA = 0x9E3779B97F4A7C15
WORDS = 2**64


class Stream:
    unused: Annotated[int, "u8"]  # not a prefix of the games' states, or numba takes them for subtypes of this
    rng: Annotated[int, "u8"]


STREAM = dtype_of(Stream)


@jit
def words(states, out):
    for k in range(len(out)):
        out[k] = rng.next_u64(states[0])


@jit
def draws(states, n, out):
    for k in range(len(out)):
        out[k] = rng.below(states[0], n)


@jit
def shuffles(states, out):
    for k in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[k, j] = j
        rng.shuffle(states[0], out[k], out.shape[1])


@jit
def seeded(states, word):
    rng.seed(states[0], word)


def at(word):
    states = np.zeros(1, STREAM)
    states["rng"] = np.uint64(word)
    return states


def take(kernel, count, *args, dtype=np.int64):
    out = kernel_array(np.zeros(count, dtype))
    kernel(*args, out)
    return np.asarray(out)


def state_before(output):
    """The word whose next output is `output`: SplitMix64's output function, undone."""

    def unshift(z, k):
        out = z
        for _ in range(64 // k + 1):
            out = z ^ (out >> k)
        return out

    z = unshift(output, 31)
    z = unshift(z * pow(0x94D049BB133111EB, -1, WORDS) % WORDS, 27)
    z = unshift(z * pow(0xBF58476D1CE4E5B9, -1, WORDS) % WORDS, 30)
    return (z - GAMMA) % WORDS


@pytest.mark.parametrize(
    ("word", "published"),
    [
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
    ],
)
def test_the_stream_is_splitmix64(word, published):
    assert take(words, 4, at(word), dtype=np.uint64).tolist() == published


@pytest.mark.parametrize(
    ("n", "half", "value"),
    [
        # Of 2**32 half-words, 2**32 mod n would be one too many for some values; None: the word must be drawn again.
        (10, 0, None),  # 0 * 10 falls into the sliver of 6
        (10, 1, 0),  # 1 * 10 does not
        (10, 2**32 - 1, 9),
        (7, 0, None),
        (8, 0, 0),  # a power of two has no sliver
        (2**31 + 1, 0, None),
        (2**31 + 1, 1, 0),
    ],
)
def test_a_word_that_would_favour_small_numbers_is_drawn_again(n, half, value):
    before = state_before(half << 32 | 12345)
    states = at(before)
    got = int(take(draws, 1, states, n)[0])
    again = int(states["rng"][0]) != (before + GAMMA) % WORDS
    assert again == (value is None)
    assert value is None or got == value
    assert 0 <= got < n


def test_below_is_uniform():
    count = 2000
    for n in (1, 2, 3, 6, 7):
        got = np.bincount(take(draws, count, at(n), n), minlength=n)
        assert len(got) == n
        # 5 standard deviations of a binomial count.
        assert np.abs(got - count / n).max() <= 5 * np.sqrt(count / n)


def test_all_orders_are_equally_likely():
    out = kernel_array(np.zeros((2400, 4), np.int64))
    shuffles(at(5), out)
    orders, counts = np.unique(np.asarray(out), axis=0, return_counts=True)
    assert len(orders) == 24
    assert np.abs(counts - 100).max() <= 50


def test_neighbouring_seeds_give_unrelated_streams():
    first = []
    for word in (0, 1, 2, 2**63, WORDS - 1):
        states = at(0)
        seeded(states, np.uint64(word))
        first.append(int(take(words, 1, states, dtype=np.uint64)[0]))
    assert len(set(first)) == 5
    for a, b in itertools.pairwise(first):
        assert 16 <= (a ^ b).bit_count() <= 48


def test_mix_depends_on_every_word_and_on_their_order():
    def mix(a, b, c):
        return int(rng.mix(np.uint64(a), b, c))

    seen = {mix(a, b, c) for a in range(4) for b in range(4) for c in range(4)}
    assert len(seen) == 64
    assert mix(1, 2, 3) == mix(1, 2, 3)


def test_equal_words_are_equal_futures():
    assert take(draws, 50, at(9), 1000).tolist() == take(draws, 50, at(9), 1000).tolist()
