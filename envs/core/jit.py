"""Compilation policy in one place: what is compiled, where it is cached, how a template is specialised per game.

The only module that imports numba. Rules are plain functions under :func:`jit`; with ``NUMBA_DISABLE_JIT=1`` the same
functions run uncompiled, for debugging, coverage and as a differential oracle.

Numba's own disk cache keeps stale results when a callee's file changes, and shares compiled code between runs with and
without bounds checks. So every function is cached in a folder whose name is a digest of all sources it can reach, of
the ``NUMBA_*`` variables that change code, and of the versions of Python and numba.
"""

import ast
import contextlib
import functools
import hashlib
import os
import pathlib
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numba
import platformdirs
from numba import config, int64
from numba.core.registry import CPUDispatcher
from numba.core.types import Integer, IntegerLiteral, uint64, unliteral
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

F = TypeVar("F", bound=Callable[..., Any])

COMPILED: bool = not config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: every kernel is then an ordinary Python function."""

_PACKAGE = pathlib.Path(__file__).resolve().parents[2]
_NOT_CODE = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_THREADING_LAYER", "NUMBA_DISABLE_PERFORMANCE_WARNINGS"}


def cache_root() -> pathlib.Path:
    """The folder that holds all compiled code: ``MARSZOO_CACHE_DIR``, else the user's cache folder, else a temporary one."""
    named = os.environ.get("MARSZOO_CACHE_DIR")
    wanted = pathlib.Path(named) if named else platformdirs.user_cache_path("marszoo")
    for folder in (wanted, pathlib.Path(tempfile.gettempdir()) / f"marszoo-{os.environ.get('USER', 'user')}"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="marszoo-"))


@functools.cache
def _imports(path: pathlib.Path) -> frozenset[pathlib.Path]:
    """The source files that `path` imports directly, as far as they belong to marszoo or lie beside `path`."""
    found: set[pathlib.Path] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found |= _module(path, 0, alias.name)
        elif isinstance(node, ast.ImportFrom):
            # ``from package import module`` reaches the module, ``from module import function`` the module it names.
            for alias in node.names:
                found |= _module(path, node.level, f"{node.module or ''}.{alias.name}") or _module(
                    path, node.level, node.module or ""
                )
    return frozenset(found)


def _module(importer: pathlib.Path, level: int, name: str) -> set[pathlib.Path]:
    """The file of the module `name` as `importer` names it; empty if it is none of ours."""
    parts = [part for part in name.split(".") if part]
    if level:
        base = importer.parents[level - 1]
    elif parts and parts[0] == "marszoo":
        base, parts = _PACKAGE, parts[1:]
    else:
        # Somebody else's module or package: names begin at the folder that holds the outermost package.
        base = importer.parent
        while (base / "__init__.py").is_file():
            base = base.parent
    target = base.joinpath(*parts)
    for file in (target.with_suffix(".py"), target / "__init__.py"):
        if parts and file.is_file():
            return {file.resolve()}
    return set()


def reachable_sources(file: str) -> tuple[pathlib.Path, ...]:
    """`file` and all source files it imports, directly or not: whatever its compiled code can contain is among them.

    What a game only shows (rendering, descriptions) or adapts (AEC, Gymnasium) is not imported by its rules, so that
    editing it compiles nothing anew.
    """
    found: set[pathlib.Path] = set()
    new = {pathlib.Path(file).resolve()}
    while new:
        found |= new
        new = {imported for path in new for imported in _imports(path)} - found
    return tuple(sorted(found))


def cache_key(files: tuple[pathlib.Path, ...], environ: dict[str, str] | None = None) -> str:
    """A hexadecimal digest of the contents of `files` and of everything else that changes the compiled code."""
    switches = dict(os.environ if environ is None else environ)
    parts = [*(p.read_bytes() for p in files), numba.__version__.encode(), sys.version.encode()]
    parts += [f"{k}={v}".encode() for k, v in sorted(switches.items()) if k.startswith("NUMBA_") and k not in _NOT_CODE]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()[:16]


@functools.cache
def _key(files: frozenset[str]) -> str:
    return cache_key(tuple(sorted({p for f in files for p in reachable_sources(f)})))


@functools.cache
def _root() -> pathlib.Path:
    return cache_root()


@contextlib.contextmanager
def _cached_in(folder: pathlib.Path) -> Iterator[None]:
    # Numba reads the setting when a function is decorated, so other users of numba in this process are left alone.
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


class _Widening(CPUDispatcher):  # type: ignore[misc]  # numba has no type information
    """What Python calls; compiled code that names it is linked to :attr:`called` instead.

    `called` is the same function without the entries for Python and for C, which the hundred and more rules that only
    rules call would compile in vain: without them a first start is a quarter shorter. Calling such a version from
    Python would crash, so nobody else gets to see it.

    Integer arguments are widened, so that f(s, 3) and f(s, field) share one compiled version.
    """

    called: Any

    def get_overload(self, sig: Any) -> Any:
        return self.called.get_overload(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        def wide(a: Any) -> Any:
            if isinstance(a, (Integer, IntegerLiteral)) and a is not uint64:
                return int64
            return unliteral(a)

        return self.called.get_call_template(tuple(map(wide, args)), {k: wide(v) for k, v in kws.items()})


def _compile(fn: Any, files: frozenset[str]) -> Any:
    folder = _root() / _key(files)
    with _cached_in(folder):
        dispatcher = numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(fn)
    # A folder of its own: numba's cache does not tell versions with and without entries apart.
    with _cached_in(folder / "called"):
        called = numba.njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(fn)
    dispatcher.__class__ = _Widening
    dispatcher.called = called
    dispatcher.marszoo_files = files
    return dispatcher


def _files_of(fn: Any) -> frozenset[str]:
    reached: frozenset[str] | None = getattr(fn, "marszoo_files", None)
    return reached if reached is not None else frozenset({fn.__code__.co_filename} if hasattr(fn, "__code__") else ())


def jit(fn: F) -> F:
    """`fn` compiled without the GIL and cached on disk; `fn` itself when numba is switched off."""
    if not COMPILED:
        return fn
    compiled: F = _compile(fn, frozenset({fn.__code__.co_filename}))
    return compiled


def inlined(fn: F, files: frozenset[str] | None = None) -> F:
    """`fn` as a part of every compiled function that calls it, rather than a function of its own.

    Numba links, and optimises anew, all that a function calls, directly or not: a loop around all rules costs seconds at
    the first start. So what has one caller that contains nothing else becomes a part of it.
    """
    if not COMPILED:
        return fn
    found = numba.njit(inline="always")(fn)
    found.marszoo_files = _files_of(fn) if files is None else files
    result: F = found
    return result


def _without_owner(typingctx: Any, array: Any) -> Any:  # noqa: ARG001  # the names are numba's
    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        view = make_array(array)(context, builder, value=values[0])
        view.meminfo = view.meminfo.type(None)
        return view._getvalue()

    return array(array), generate


def _itself(array: Any) -> Any:
    return array


borrowed: Callable[[Any], Any] = intrinsic(_without_owner) if COMPILED else _itself
"""In compiled code: the same array without its owner, so that rows of it are passed on without counting references.

Every function that is not inlined counts the arrays it is given, in atomic operations, and rules take a mask or an
observation several calls deep. For arguments of a kernel only: the caller keeps them alive until it returns.
"""


def bind(template: Callable[..., Any], name: str, *, inline: bool = False, **rules: Any) -> Callable[..., Any]:
    """Specialise `template` for one game: its free names become `rules`, and the result is compiled and cached.

    Generic loops (advance, batch, play-outs) are written once as ordinary functions that call free names such as
    ``legal`` and ``step``. A closure over kernels would never hit the disk cache; a copy of the function with other
    globals and the game's name in its qualified name does. With `inline` it becomes a part of its callers; see `inlined`.
    """
    code = template.__code__
    missing = [n for n in rules if n not in code.co_names]
    if missing:
        raise TypeError(f"{template.__qualname__} uses no name {missing[0]!r}; it uses {sorted(code.co_names)}")
    scope = {**template.__globals__, **rules}
    fn = types.FunctionType(code, scope, template.__name__, template.__defaults__)
    fn.__qualname__ = f"{template.__qualname__}[{name}]"
    fn.__module__ = template.__module__
    fn.__doc__ = template.__doc__
    if not COMPILED:
        return fn
    files = frozenset({code.co_filename}).union(*(_files_of(rule) for rule in rules.values()))
    if inline:
        return inlined(fn, files)
    result: Callable[..., Any] = _compile(fn, files)
    return result


def versions(kernel: Any) -> int:
    """How many signatures `kernel` has been compiled for (1 is the aim; 0 when numba is off)."""
    forms = (kernel, getattr(kernel, "called", kernel))
    return len({signature for form in forms for signature in getattr(form, "signatures", ())})
