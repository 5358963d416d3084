"""Rows of the vocabulary as arrays: compiled code finds an item of an array at once, in a tuple it tries each in turn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from marszoo.envs.core.record import kernel_array
from marszoo.envs.first_martians import actions, words
from marszoo.envs.first_martians import state as limits


def _array(numbers: Sequence[int]) -> Any:
    return kernel_array(np.array(numbers, np.int64))


BITS, BLOCK_OF, TOP_OUTPUT = map(_array, (words.BITS, words.BLOCK_OF, words.TOP_OUTPUT))
JOB_FACILITY, AOM_OF_JOB = map(_array, (words.JOB_FACILITY, words.AOM_OF_JOB))
JOB_OF, JOB_AT = map(_array, (actions.JOB_OF, actions.JOB_AT))
JOB_TARGETS = _array([actions.JOB_OF.count(kind) for kind in range(len(words.JOBS))])
"""Kind of action -> how many targets it may have."""
ROVER_PAWNS = _array(limits.ROVER_PAWNS)
