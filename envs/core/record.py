"""One annotated class -> one record dtype: the whole state of a game, or one row of a content table.

>>> class State(header(PLAYERS, STACK)):
...     coins: Annotated[np.ndarray, "u1", (PLAYERS,)]  # per seat

The class is never instantiated; it exists so that each field stands once, with a comment giving its meaning, its unit
and the value that means none. Compiled code reads integers as int64. In interpreted runs
(``NUMBA_DISABLE_JIT=1``) the record and its arrays return Python ints for the same reason: NumPy's small integers would
wrap (``u1`` 0 - 1 is 255) where compiled code gives -1.
"""

import inspect
from typing import Any, get_type_hints

import numpy as np
import numpy.typing as npt

from marszoo.envs.core.jit import COMPILED

_TAKEN = frozenset(dir(np.record))


_ITEM, _FIELD, _STORE = np.ndarray.__getitem__, np.void.__getitem__, np.void.__setitem__
_PLAIN: dict[type, Any] = {
    np.bool_: bool,
    **dict.fromkeys((getattr(np, f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)), int),
}
"""NumPy's type of an integer or a truth value -> Python's."""


class _Ints(np.ndarray[Any, Any]):
    """An array whose items are Python ints (interpreted runs only)."""

    def __getitem__(self, key: Any) -> Any:
        value = _ITEM(self, key)
        plain = _PLAIN.get(type(value))
        return value if plain is None else plain(value)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))


class _Boxed(np.record):  # type: ignore[misc]  # NumPy's stubs call the base final; it is not
    """A record that is quick to hand to a kernel.

    Numba asks a record for its ``data`` and that for plain bytes. NumPy's answer is a memoryview that describes every
    field in words first, which costs a call some twenty microseconds if there are many; the record itself has the bytes too.
    """

    @property
    def data(self) -> Any:
        return self


class _Record(_Boxed):  # type: ignore[misc]  # as above
    """A record whose scalar fields are Python ints (interpreted runs only)."""

    # Rules do little else than read and write fields, and NumPy looks for an attribute of the name first and fails, at
    # three to six times the cost. No field has the name of an attribute: `fields` refuses that.

    def __getattribute__(self, name: str) -> Any:
        try:
            value = _FIELD(self, name)
        except ValueError:  # no field of that name
            return np.record.__getattribute__(self, name)
        kind = type(value)
        if kind is np.ndarray:
            return value.view(_Ints)
        plain = _PLAIN.get(kind)
        return value if plain is None else plain(value)

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            _STORE(self, name, value)
        except ValueError:
            np.record.__setattr__(self, name, value)


def fields(cls: type) -> dict[str, tuple[Any, ...]]:
    """Field name -> (format,) or (format, shape), base classes first.

    Raises:
        ValueError: a name that np.record itself uses, such as ``copy`` or ``size``.
    """
    hints = get_type_hints(cls, include_extras=True)
    order = [name for base in reversed(cls.__mro__) for name in inspect.get_annotations(base)]
    for name in order:
        if name in _TAKEN:
            raise ValueError(f"{cls.__name__}.{name}: the name is a method of np.record; choose another")
    return {name: hints[name].__metadata__ for name in order}


def dtype_of(cls: type) -> np.dtype[Any]:
    """The aligned record dtype of an annotated class."""
    rows: list[Any] = [(name, *note) for name, note in fields(cls).items()]
    places = np.dtype([(name, _unnamed(np.dtype(form)), *shape) for name, form, *shape in rows], align=True)
    spans: Any = places.fields
    aligned = np.dtype(
        {
            "names": [name for name, *_ in rows],
            "formats": [tuple(note) if len(note) > 1 else note[0] for _, *note in rows],
            "offsets": [spans[name][1] for name, *_ in rows],
            "itemsize": places.itemsize,
        },
        align=True,
    )
    return np.dtype((_Boxed if COMPILED else _Record, aligned))


def _unnamed(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype without record classes: NumPy takes a record inside another one for something that needs no alignment."""
    if dtype.subdtype is not None:
        return np.dtype((_unnamed(dtype.subdtype[0]), dtype.shape))
    if dtype.fields is None:
        return dtype
    inner: list[Any] = [(name, _unnamed(dtype.fields[name][0])) for name in dtype.names or ()]
    return np.dtype(inner, align=True)


def kernel_array(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """`array` as kernels must see it: unchanged when compiled, with Python-int items when interpreted (no copy)."""
    return array if COMPILED or array.dtype.kind not in "iub" else array.view(_Ints)


def diff(a: Any, b: Any) -> dict[str, tuple[Any, Any]]:
    """The fields in which two records of the same dtype differ: name -> (value in a, value in b).

    Scalars come as Python values, arrays as lists; an element that differs is enough for the field to be listed.
    """
    out: dict[str, tuple[Any, Any]] = {}
    for name in a.dtype.names:
        left, right = np.asarray(a[name]), np.asarray(b[name])
        if left.tobytes() != right.tobytes():
            out[name] = (left.tolist(), right.tolist())
    return out
