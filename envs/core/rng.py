"""The generator inside every state: SplitMix64, one 64-bit word.

All functions take the record `s` and read and write only ``s.rng``. No global generator is ever touched, so equal
bytes mean equal futures. The output for a given word is checked against published vectors.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import COMPILED, F, jit

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_TWO32, _LOW, _S32 = np.uint64(1 << 32), np.uint64((1 << 32) - 1), np.uint64(32)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)


def _wrapping(fn: F) -> F:
    """As `jit`; when numba is off, without NumPy's warnings that 64-bit words wrap, which is what they are for."""
    return jit(fn) if COMPILED else np.errstate(over="ignore")(fn)


@_wrapping
def finalize(word: Any) -> Any:
    """SplitMix64's output function: a bijection of 64-bit words that scatters neighbours."""
    z = np.uint64(word)
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@_wrapping
def mix(a: Any, b: Any, c: Any) -> Any:
    """One uint64 from three words: the seed of game c of row b under seed a, or of any other derived stream."""
    z = finalize(np.uint64(a) + GAMMA)
    z = finalize((z ^ np.uint64(b)) + GAMMA)
    return finalize((z ^ np.uint64(c)) + GAMMA)


@_wrapping
def conceal(a: Any, b: Any, c: Any) -> Any:
    """As `mix`, for those who must not find out `a`: mixing alone can be undone step by step, a sum of two mixtures not."""
    return mix(a, b, c) ^ mix(a, b, ~np.uint64(c))


@_wrapping
def seed(s: Any, word: Any) -> None:
    """Start the stream of `s` from `word` (any uint64; neighbouring words give unrelated streams)."""
    s.rng = finalize(np.uint64(word) + GAMMA)


@_wrapping
def next_u64(s: Any) -> Any:
    """The next word of the stream, uniform over [0, 2**64)."""
    s.rng = np.uint64(s.rng) + GAMMA
    return finalize(s.rng)


@jit
def below(s: Any, n: Any) -> Any:
    """A uniform integer in [0, n), 1 <= n < 2**32, without modulo bias.

    The upper half of a word times n, shifted down (Lemire's method): no division unless the word falls into the sliver
    that would be biased.
    """
    bound = np.uint64(n)
    wide = (next_u64(s) >> _S32) * bound
    low = wide & _LOW
    if low < bound:
        sliver = (_TWO32 - bound) % bound
        while low < sliver:
            wide = (next_u64(s) >> _S32) * bound
            low = wide & _LOW
    return np.int64(wide >> _S32)


@jit
def shuffle(s: Any, items: Any, n: Any) -> None:
    """Permute the first n entries of the array `items` in place, all orders equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]
