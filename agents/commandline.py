"""What the programs have in common: their parser, errors in plain words, and the extra that they need.

>>> with extra("train"):
...     program = parser("train.py", "Train an agent.")
>>> program.add_argument("--seed", type=int, default=0)
>>> given = parse(program, ["--sed", "1"])
train.py: error: unknown option --sed (did you mean '--seed'?)
"""

from __future__ import annotations

import contextlib
import pathlib
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from marszoo.envs.core.content import nearest

if TYPE_CHECKING:
    import jsonargparse

WORDS = {
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "str": "a text",
    "list": "a list",
    "dict": "names with values",
    "NoneType": "null",
}
"""How people call the types of values in configurations."""
_TYPE = r"<class '[\w.]*?(\w+)'>|typing\.Literal\[([^\]]*)\]"


class MissingExtra(ImportError):
    """A package that an extra installs is not there; the message names it, and the command."""


@contextlib.contextmanager
def extra(name: str = "train") -> Iterator[None]:
    """A context for imports of what an extra installs.

    Raises:
        MissingExtra: a package is missing; the message names it, and the command that installs it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "marszoo"):
            raise
        raise MissingExtra(
            f'{package} is not installed: pip install "marszoo[{name}]"', name=error.name, path=error.path
        ) from error


def parser(prog: str, description: str) -> jsonargparse.ArgumentParser:
    """A program's parser; `prog` is how it is called, such as ``"train.py"``. Its errors are those of :func:`explain`.

    Raises:
        MissingExtra: jsonargparse is not installed; the message names the extra.
    """
    with extra():
        import jsonargparse

    class Parser(jsonargparse.ArgumentParser):
        def error(self, message: str, ex: Exception | None = None) -> NoReturn:  # noqa: ARG002
            sys.stderr.write(f"{self.prog}: error: {explain(message, known(self))}\n")
            self.exit(2)

    # Abbreviations would make every new option a possible break of somebody's script, and hide misspellings.
    return Parser(prog=prog, description=description, allow_abbrev=False, default_env=False)


def name_of(program: str) -> str:
    """The name of a program of the package, in a checkout or as it was installed, as the running one was."""
    installed = pathlib.Path(sys.argv[0]).name.startswith("marszoo-")
    return f"marszoo-{program}" if installed else f"{program}.py"


def called(program: str) -> str:
    """How that program is called."""
    name = name_of(program)
    return f"python {name}" if name.endswith(".py") else name


def parse(program: jsonargparse.ArgumentParser, argv: Sequence[str]) -> jsonargparse.Namespace:
    """The values that the arguments and the configuration files among them give.

    An unknown option or key, or a value that is not allowed, ends the process with status 2 and one line on the
    standard error that names it, what is allowed, and the nearest name. `program` is made by :func:`parser`.
    """
    return program.parse_args(list(argv))


def known(program: jsonargparse.ArgumentParser) -> list[str]:
    """The names of all options, dotted if nested, in the order of their definition; without ``--help``."""
    return list(program.get_defaults().keys())


def explain(message: str, names: Sequence[str]) -> str:
    """A message of jsonargparse in plain words, without the insides of the parser.

    Args:
        message: as any of its releases words it, or text of our own, which is returned as it is.
        names: of all options, from which the nearest is chosen.
    """
    text = re.sub(r"^Validation failed: ", "", message)
    if found := re.match(r"[Uu]nrecognized arguments: (.*)", text, re.DOTALL):
        return _unrecognized(found[1].split(), names)
    if found := re.match(r"Group '(.+?)' does not accept (?:nested key|option) '(.+?)'", text):
        return _unknown(f"{found[1]}.{found[2]}", names)
    if found := re.match(r"(?:Key|Option) '(.+?)' is not (?:expected|accepted)", text):
        return _unknown(found[1], names)
    if found := re.match(
        r"(?:Key|Option) [\"'](.+?)[\"'] is required|the following arguments are required: (.+)", text
    ):
        missing = (found[1] or found[2]).replace(",", " ").split()
        return "; ".join(f"--{name.lstrip('-')} is required" for name in missing)
    if found := re.match(r"argument (\S+): expected (?:one|at least one) argument", text):
        return f"{found[1]} needs a value"
    if found := re.match(r"argument (\S+): ignored explicit argument (.+)", text):
        return f"{found[1]} takes no value; {found[2]} was given"
    if found := re.match(r"Problems parsing config: (.*)", text, re.DOTALL):
        where = found[1].replace('in "<unicode string>", ', "")
        return f"the configuration is not YAML: {' '.join(where.split())}"
    if found := re.match(r"Parser key \"(.+?)\":\s*(.*)", text, re.DOTALL):
        return _refused(found[1], found[2])
    return text


def _unrecognized(tokens: list[str], names: Sequence[str]) -> str:
    options = [token.partition("=")[0] for token in tokens if token.startswith("-")]
    known_options = [f"--{name}" for name in names]
    if not options:
        return f"unexpected argument {tokens[0]!r}; values follow the name of an option, as in {known_options[0]} VALUE"
    return "; ".join(
        # Of options with free keys, such as --options.NAME, only the part before the dot is known.
        f"unknown option {option}{nearest(option, known_options) or nearest(option.partition('.')[0], known_options)}"
        for option in dict.fromkeys(options)
    )


def _unknown(name: str, names: Sequence[str]) -> str:
    group = name.rpartition(".")[0]
    inside = [other for other in names if other.startswith(f"{group}.")]
    if group and inside:
        siblings = [other[len(group) + 1 :] for other in inside]
        where = f"the keys of {group} are {', '.join(siblings)}"
        close = nearest(name, inside) or nearest(name, names)
    else:
        where = f"the keys are {', '.join(dict.fromkeys(other.partition('.')[0] for other in names))}"
        close = nearest(name, names)
    return f"unknown key {name!r}{close}; {where}"


def _refused(name: str, why: str) -> str:
    given = re.search(r"Got value: (.*)|Given value: (.*)", why, re.DOTALL)
    subtypes = re.search(r"Subtypes: (.*)", why)
    allowed = [
        WORDS.get(kind, kind) if kind else f"one of: {literals}"
        for kind, literals in re.findall(_TYPE, subtypes[1] if subtypes else why.partition("Got value:")[0])
    ]
    if given is None or not allowed:
        return f"{name}: {' '.join(why.split())}"
    value: Any = (given[1] or given[2]).strip()
    return f"{name}={value!r} is not allowed; it is {' or '.join(allowed)}"
