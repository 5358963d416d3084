"""Train an agent: ``python train.py --config configs/terra_formars.yaml``, or ``marszoo-train``.

Every field of :class:`marszoo.agents.config.Config` is an option (``--ppo.learning_rate 3e-4``); ``--print_config`` shows
them all with their values. The run's folder is ``runs/NAME`` by the name of the configuration file, unless ``--out`` says
otherwise; ``--resume FOLDER`` goes on with one.
"""

from __future__ import annotations

import dataclasses
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

from marszoo.agents import commandline
from marszoo.agents.config import Config, build, check, flatten
from marszoo.envs.core.content import nearest

CONFIGS = pathlib.Path(__file__).parent.parent / "configs"
"""The configurations that come with the package."""
MAY_CHANGE = ("total_steps", "device", "threads", "env_threads")
"""Fields that a resumed run may be given anew; all else would make it another run."""


def parser() -> Any:
    """The program's jsonargparse parser."""
    with commandline.extra():
        import jsonargparse
    # The sentence below a field is its help.
    jsonargparse.set_parsing_settings(docstring_parse_attribute_docstrings=True)
    made = commandline.parser(
        commandline.name_of("train"), "Train an agent by self-play, and keep all that comes of it in a folder."
    )
    made.add_argument(
        "--config",
        action="config",
        help="a YAML file with values for any of the fields below, or the name of one of the package, such as quickstart",
    )
    made.add_argument("--out", type=str | None, default=None, help="folder of a new run (default: runs/NAME)")
    made.add_argument(
        "--resume",
        type=str | None,
        default=None,
        help=f"folder of a run to go on with; of the fields below only {', '.join(MAY_CHANGE)} can then be changed",
    )
    made.add_class_arguments(Config)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Train as the arguments say and return the exit status; a refused configuration exits with 2 and a message."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        program = parser()
        with commandline.extra():
            import matplotlib  # noqa: F401  # better missed now than at the first evaluation
            import safetensors  # noqa: F401
            from threadpoolctl import threadpool_limits

            from marszoo.agents.ppo.learner import prepare, train
            from marszoo.agents.ppo.report import Report
            from marszoo.agents.ppo.run_folder import RunFolder
    except commandline.MissingExtra as error:
        print(f"{commandline.name_of('train')}: error: {error}", file=sys.stderr)
        return 2
    try:
        given = commandline.parse(program, with_configs(arguments))
        config = build(given.as_dict())
        check(config)
        folder = RunFolder(given["resume"] or given["out"] or default_folder(given))
        if given["resume"] is None:
            folder.check_new()
        elif not folder.config.is_file():
            raise ValueError(f"--resume {folder.path}: this is not the folder of a training run")
        else:
            compare(config, folder)
        run = prepare(config, folder, resume=given["resume"] is not None)
        lock = folder.lock()
    except (ValueError, OSError) as error:
        program.error(str(error))
    with lock, threadpool_limits(config.threads), Report() as report:
        try:
            train(run, config, folder, report)
        except KeyboardInterrupt:
            if not folder.list_checkpoints():
                report.line(f"stopped before the first checkpoint; nothing in {folder.path} can be gone on with")
                return 130
            report.line(
                f"stopped; what came after the last checkpoint is lost. Go on with: {commandline.called('train')} --resume {folder.path}"
            )
            return 130
        report.line(f"the policy is in {folder.policy}, its learning curve in {folder.curve}")
        report.line(f"evaluate it with: {commandline.called('evaluate')} {evaluation(config, folder.path)}")
    return 0


def evaluation(config: Config, folder: pathlib.Path) -> str:
    """The arguments that evaluate a run's policy in the game that it was trained for."""
    agents = " ".join([f"ppo:{folder}", *config.evaluation.opponents])
    players = "" if config.num_players == 2 else f" --players {config.num_players}"
    content = "" if config.content is None else f" --content {config.content}"
    switches = {name: value for name, value in config.options.items() if name != "reward"}
    return f"--game {config.game}{players}{content} --agents {agents}" + "".join(
        f" --options.{name} {value}" for name, value in switches.items()
    )


def with_configs(arguments: list[str]) -> list[str]:
    """The arguments with configuration files for names.

    A name after ``--config`` that is no file stands for one of the package, such as ``quickstart``. The configuration of
    the run that ``--resume`` names comes before everything else.

    Raises:
        ValueError: a configuration that there is not, or a folder that is no run's.
    """
    found: list[str] = []
    saved: list[str] = []
    values = iter(arguments)
    for argument in values:
        name, equals, value = argument.partition("=")
        if name not in ("--config", "--resume") or not (equals or (value := next(values, ""))):
            found.append(argument)
        elif name == "--config":
            found += [name, config_file(value)]
        else:
            found += [name, value]
            saved = ["--config", str(pathlib.Path(value) / "config.yaml")]
            if not pathlib.Path(saved[1]).is_file():
                raise ValueError(f"--resume {value}: this is not the folder of a training run, it has no config.yaml")
    return saved + found


def config_file(name: str) -> str:
    """The path of a configuration: `name` itself if it is a file, else the package's own of this name."""
    own = {path.stem: path for path in sorted(CONFIGS.glob("*.yaml"))}
    if pathlib.Path(name).is_file():
        return name
    if name not in own:
        raise ValueError(
            f"--config {name}: there is no such file{nearest(name, own)}; the package's own are {', '.join(own)}"
        )
    return str(own[name])


def default_folder(given: Any) -> pathlib.Path:
    """``runs/NAME`` by the configuration file, or by the game if there is none."""
    files = [str(path) for path in given.get("config") or []]
    return pathlib.Path("runs") / (pathlib.Path(files[-1]).stem if files else given["game"])


def compare(config: Config, folder: Any) -> None:
    """Refuse to go on with another configuration than the run was begun with, but for :data:`MAY_CHANGE`."""
    import yaml

    saved = flatten(yaml.safe_load(folder.config.read_text()))
    for name, value in flatten(dataclasses.asdict(config)).items():
        if name not in MAY_CHANGE and value != saved.get(name, value):
            raise ValueError(
                f"{name} is {saved[name]!r} in {folder.path} and cannot be changed to {value!r}; "
                f"what a resumed run may change is {', '.join(MAY_CHANGE)}"
            )
