"""Records from annotated classes, and the reading of integers that compiled and uncompiled code share."""

import pickle
from typing import Annotated

import numpy as np
import pytest
from toy import TOY

from marszoo.envs.core.frames import A, header, pop, push, set_top, top
from marszoo.envs.core.jit import COMPILED, jit
from marszoo.envs.core.record import diff, dtype_of, kernel_array

pytestmark = pytest.mark.interpreted


class Base:
    first: Annotated[int, "u1"]


class Row(Base):
    second: Annotated[np.ndarray, "i2", (3,)]
    third: Annotated[float, "f8"]


ROW = dtype_of(Row)
FRAMES = dtype_of(type("Frames", (header(2, 3),), {}))


@jit
def down(rows):
    """``u1`` 0 - 1, and the same for an array's item: -1, as in compiled code, not 255."""
    return rows[0].first - 1 + 10 * (rows[0].second[0] - 1)


@jit
def stack(states, count):
    for k in range(count):
        push(states[0], k + 1, 1, k, -k)
    set_top(states[0], A, 7)
    return top(states[0], A)


@jit
def unstack(states):
    pop(states[0])


def test_fields_come_in_order_base_class_first():
    assert ROW.names == ("first", "second", "third")
    assert ROW["second"].shape == (3,)
    assert ROW.isalignedstruct


@pytest.mark.parametrize("name", ["copy", "size", "data", "sum", "prod", "max", "all"])
def test_names_of_methods_are_refused(name):
    cls = type("Bad", (), {"__annotations__": {name: Annotated[int, "u1"]}})
    with pytest.raises(ValueError, match=f"Bad.{name}"):
        dtype_of(cls)


def test_small_integers_do_not_wrap():
    assert down(np.zeros(1, ROW)) == -11


@pytest.mark.skipif(COMPILED, reason="only uncompiled records are special")
def test_uncompiled_records_read_as_python_integers():
    rows = np.zeros(2, ROW)
    assert type(rows[0].first) is int
    assert type(rows[0].second[1]) is int
    assert [type(x) for x in rows[0].second] == [int] * 3
    assert type(kernel_array(np.zeros(2, np.int8))[0]) is int


def test_diff_names_fields_and_shows_both_values():
    a, b = np.zeros(1, ROW), np.zeros(1, ROW)
    assert diff(a[0], b[0]) == {}
    b["second"][0, 1], b["third"] = 5, 0.5
    assert diff(a[0], b[0]) == {"second": ([0, 0, 0], [0, 5, 0]), "third": (0.0, 0.5)}


def test_equal_positions_have_equal_bytes_after_push_and_pop():
    states = np.zeros(1, FRAMES)
    before = states.tobytes()
    assert stack(states, 2) == 7
    assert states["depth"][0] == 2
    unstack(states)
    unstack(states)
    assert states.tobytes() == before


def test_a_full_stack_is_an_error_not_a_write_beyond_it():
    with pytest.raises(IndexError, match="decision stack overflow"):
        stack(np.zeros(1, FRAMES), 4)


def test_assignment_copies_and_records_pickle():
    states = TOY.zeros(2)
    states["coins"][0] = 3
    states[1] = states[0]
    states["coins"][0] = 4
    assert states["coins"][1].tolist() == [3] * 4
    assert pickle.loads(pickle.dumps(states)).tobytes() == states.tobytes()


def test_a_record_hands_out_its_bytes_without_describing_them():
    """Numba asks every record that it is given for its ``data``; NumPy would describe all fields in words each time."""
    rows = np.zeros(2, ROW)
    rows["second"] = [[1, 2, 3], [4, 5, 6]]
    row = rows[1]
    assert row.data is row
    assert bytes(row.data) == rows[1:].tobytes()
    kept = pickle.loads(pickle.dumps(row))
    assert kept.data is kept
    assert kept == row
