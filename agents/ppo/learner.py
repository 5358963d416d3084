"""A training run from beginning to end: the model, its warm start, its league and what is kept of it."""

from __future__ import annotations

import dataclasses
import io
import pickle
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from stable_baselines3.common.vec_env import VecEnv, VecMonitor, VecNormalize
from torch.utils.tensorboard import SummaryWriter

from marszoo.agents.config import Config, evaluation_opponents
from marszoo.agents.ppo import network
from marszoo.agents.ppo.callbacks import Course, made_by
from marszoo.agents.ppo.imitation import ROWS, imitate
from marszoo.agents.ppo.league import League
from marszoo.agents.ppo.network import Standardize, statistics
from marszoo.agents.ppo.policy import Policy
from marszoo.agents.ppo.report import Report
from marszoo.agents.ppo.run_folder import RunFolder
from marszoo.agents.ppo.vec_env import ALL, SelfPlayVecEnv
from marszoo.agents.registry import make_agent, make_agents
from marszoo.envs import registry
from marszoo.envs.core.batch import Batch
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game

OTHER_DEALS = 2**40
"""Added to the seed of the run where deals are wanted that the run itself does not play."""
ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}


@dataclasses.dataclass(frozen=True)
class Linear:
    """A schedule of Stable-Baselines3: from `start` to `end`, by the share of the run that is left."""

    start: float
    end: float

    def __call__(self, left: float) -> float:
        # The last rollout may go beyond the last step, and what is left then is negative.
        return self.end + (self.start - self.end) * max(0.0, left)


def prepare(config: Config, folder: RunFolder, *, resume: bool) -> Begun | Resumed:
    """Everything that a run needs, before anything is written or learned.

    Raises:
        ValueError: a configuration that does not fit the game or the machine, or a damaged checkpoint.
    """
    _check_device(config.device)
    torch.set_num_threads(config.threads)
    # Arguments are checked at every decision otherwise, which costs a tenth of the time and finds nothing here.
    torch.distributions.Distribution.set_default_validate_args(False)
    return Resumed(config, folder) if resume else Begun(config, folder)


def train(run: Begun | Resumed, config: Config, folder: RunFolder, report: Report) -> None:
    """Run or go on with a training run; all that comes of it is in the folder.

    A resumed run goes on exactly as it would have without the interruption, as far as the machine computes alike.
    """
    begun = isinstance(run, Begun)
    folder.write_config(dataclasses.asdict(config))
    model, env = run.model, run.env
    logger = _logger(folder, purge=None if begun else run.steps)
    try:
        model.set_logger(logger)
        course = Course(config, folder, env, report, dict(run.course))
        if begun:
            course.checkpoint(model, "begun")
        if config.warm_start.teacher is not None and course.state["stage"] == "begun":
            _warm_start(config, model, env, report)
            course.checkpoint(model, "imitated")
        if run.steps >= config.total_steps:
            report.line(
                f"{folder.path} has had its {config.total_steps:,} steps; give more with --total_steps to go on"
            )
            return
        report.stage("learning", config.total_steps, run.steps)
        model.learn(config.total_steps - run.steps, callback=course, reset_num_timesteps=False)
    finally:
        env.close()
        logger.close()


class Begun:
    """What a new run starts with; making it writes nothing.

    Raises:
        ValueError: an agent or an option that does not fit the game; the message names it.
    """

    def __init__(self, config: Config, folder: RunFolder) -> None:
        game = registry.get(config.game)
        content = game.content(config.content)
        num = game.options(content=content, num_players=config.num_players, **config.options).num_players
        seats: int | str = int(config.learner_seats) if str(config.learner_seats).isdecimal() else config.learner_seats
        alone = seats == ALL or num == 1
        league = None if alone else League(config.league, num - 1, _blank(game, content, config), folder.league)
        teacher = [] if config.warm_start.teacher is None else [config.warm_start.teacher]
        for agent in make_agents([*teacher, *evaluation_opponents(config)]):
            agent.check(game, content, num)
        self.env = SelfPlayVecEnv(
            game,
            config.rows,
            [] if league is None else league,
            seed=config.seed,
            learner_seats=seats,
            threads=config.env_threads,
            content=config.content,
            num_players=num,
            **config.options,
        )
        wrapped: VecEnv = VecMonitor(self.env)
        if config.normalize_reward:
            wrapped = VecNormalize(wrapped, norm_obs=False, norm_reward=True, gamma=config.ppo.gamma)
        ppo = dataclasses.asdict(config.ppo)
        rate = Linear(ppo.pop("learning_rate"), ppo.pop("final_learning_rate"))
        self.model = MaskablePPO(
            "MlpPolicy",
            wrapped,
            learning_rate=rate,
            **ppo,
            policy_kwargs={
                "net_arch": {"pi": config.network.hidden, "vf": config.network.hidden},
                "activation_fn": ACTIVATIONS[config.network.activation],
                **_standardized(config, game, content, num),
            },
            # As many games as end in a rollout, or the averages of it would be of its last steps.
            stats_window_size=max(100, config.rows),
            seed=config.seed,
            device=config.device,
        )
        self.steps = 0
        self.course: Mapping[str, Any] = {}


class Resumed:
    """What the newest checkpoint of a run holds.

    Raises:
        ValueError: there is none, or it is damaged.
    """

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.steps, files = folder.load_checkpoint(made_by(registry.get(config.game), config.num_players))
        state = pickle.loads(files["state.pkl"])
        self.env: SelfPlayVecEnv = state["env"]
        self.env.batch.threads = config.env_threads
        monitor = VecMonitor(self.env)
        monitor.episode_returns, monitor.episode_lengths, monitor.episode_count = state["monitor"]
        normalize: VecNormalize | None = state["normalize"]
        if normalize is not None:
            normalize.set_venv(monitor)
        wrapped: VecEnv = monitor if normalize is None else normalize
        self.model = MaskablePPO.load(
            io.BytesIO(files["model.zip"]), wrapped, device=config.device, force_reset=False, print_system_info=False
        )
        if isinstance(self.env.lineup, League):
            self.env.lineup.shelf.folder = folder.league  # the run may have been moved
        torch.set_rng_state(state["torch"])
        if torch.cuda.is_available() and state["cuda"]:
            torch.cuda.set_rng_state_all(state["cuda"])
        np.random.set_state(state["numpy"])  # noqa: NPY002  # Stable-Baselines3 draws minibatches from it
        random.setstate(state["random"])
        self.course: Mapping[str, Any] = state["course"]


def _check_device(name: str) -> None:
    """Refuse a device that is not there: Stable-Baselines3 would quietly take the CPU for it."""
    if name == "auto":
        return
    try:
        torch.zeros(1, device=name).cpu()
    except (RuntimeError, AssertionError) as error:
        reason = str(error).strip().splitlines()[0]
        raise ValueError(f"device={name!r} cannot be used here ({reason}); 'cpu' and 'auto' can") from error


def _blank(game: Game, content: Content, config: Config) -> Policy:
    """A policy that knows nothing, until the league is given the learner's."""
    width, n = game.observation.width(config.num_players), game.actions.n
    nothing = ((np.zeros((width, n), np.float32), np.zeros(n, np.float32)),)
    worthless = ((np.zeros((width, 1), np.float32), np.zeros(1, np.float32)),)
    return Policy.of_layers(
        nothing, worthless, config.network.activation, game=game, content=content, num_players=config.num_players
    )


def _standardized(config: Config, game: Game, content: Content, num: int) -> dict[str, Any]:
    if not config.network.standardize:
        return {}
    batch = Batch(game, network.ROWS, content=content, threads=config.env_threads, num_players=num, **config.options)
    means, deviations = statistics(batch, seed=OTHER_DEALS + config.seed)
    batch.close()
    arguments = {"means": means, "deviations": deviations}
    return {"features_extractor_class": Standardize, "features_extractor_kwargs": arguments}


def _logger(folder: RunFolder, purge: int | None) -> Logger:
    board = TensorBoardOutputFormat(str(folder.tensorboard))
    if purge is not None:
        # Tell TensorBoard to forget what the interrupted run wrote after its last checkpoint.
        board.writer.close()
        board.writer = SummaryWriter(log_dir=str(folder.tensorboard), purge_step=purge + 1)
    return Logger(str(folder.path), [board])


def _warm_start(config: Config, model: MaskablePPO, env: SelfPlayVecEnv, report: Report) -> None:
    warm = config.warm_start
    assert warm.teacher is not None
    teacher = make_agent(warm.teacher)
    options = {"num_players": config.num_players, **config.options}
    batch = Batch(env.game, ROWS, content=env.content, threads=config.env_threads, **options)
    report.stage(f"imitating {warm.teacher}", warm.decisions)

    def progress(done: int, losses: dict[str, float]) -> None:
        report.at(done)
        for name, value in losses.items():
            model.logger.record(f"imitation/{name}", value)
        model.logger.dump(0)

    decisions, final = imitate(model.policy, batch, teacher, warm, seed=OTHER_DEALS + config.seed, progress=progress)
    batch.close()
    report.line(
        f"imitated {warm.teacher} for {decisions:,} decisions: {100 * final['agreement']:.0f} % of its choices predicted, "
        f"cross-entropy {final['cross_entropy']:.3f}, error of the value {final['value_error']:.3f}"
    )
