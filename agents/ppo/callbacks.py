"""What happens between two updates: the league is brought up to date, the policy evaluated, all of it kept."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import io
import json
import pickle
import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

import marszoo
from marszoo.agents.arena import play_match
from marszoo.agents.config import Config, evaluation_opponents
from marszoo.agents.ppo.curve import draw_curve
from marszoo.agents.ppo.league import League
from marszoo.agents.ppo.policy import Policy, PolicyAgent
from marszoo.agents.ppo.policy_file import write_whole
from marszoo.agents.ppo.report import Report
from marszoo.agents.ppo.run_folder import Metrics, RunFolder
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.envs.core import layout
from marszoo.envs.core.game import Game

TRAINED = {
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "entropy": "train/entropy_loss",
    "kl": "train/approx_kl",
    "clip_fraction": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
    "learning_rate": "train/learning_rate",
}
"""Column of ``metrics.csv`` -> the name that Stable-Baselines3 logs it by."""
MATCH_SEED = 0x65766C
"""Seed of the matches on the way: the same deals at every evaluation, none of which training sees."""


ITSELF = "policy"
"""Who is met in a match that the policy plays in all seats, as in games with one goal for all."""


def found_out(game: Game, options: Mapping[str, Any]) -> list[str]:
    """What a match is noted by: parts of the names of columns, such as ``share`` in ``random_share``."""
    return ["share", "low", "high", "score", *(name.replace(" ", "_") for name in game.measured(options))]


def columns(matches: Sequence[str], game: Game, options: Mapping[str, Any]) -> list[str]:
    """The columns of ``metrics.csv``, for matches with these in the other seats."""
    played = [f"{name}_{part}" for name in matches for part in found_out(game, options)]
    return ["steps", "minutes", "speed", "games", "payoff", "length", *TRAINED, "environment", "opponents", *played]


class Course(BaseCallback):
    """Stable-Baselines3's callback for a whole run.

    Everything is done at the start of a rollout, when an update is complete and no game is between two steps, and once
    more at the end.

    Attributes:
        state: what a checkpoint keeps of it; plain values.
    """

    def __init__(
        self, config: Config, folder: RunFolder, env: SelfPlayVecEnv, report: Report, state: dict[str, Any]
    ) -> None:
        super().__init__()
        self.config, self.folder, self.env, self.report = config, folder, env, report
        self.state: dict[str, Any] = {
            "stage": "begun",  # then "imitated", if there is a warm start; later "learning"
            "steps": None,  # of the last checkpoint
            "minutes": 0.0,
            "games": 0,
            "evaluated": None,  # steps of the last evaluation; None before the first
            "snapshot": 0,  # steps of the last snapshot
            "best": -1.0,  # mean share of wins; with one goal for all, the share of goals reached in all seats
            "curve": [],
            **state,
        }
        others = evaluation_opponents(config)
        self.shared = env.game.shared(config.num_players)
        self.matches = [ITSELF, *others] if self.shared else others
        self.metrics = Metrics(folder.metrics, columns(self.matches, env.game, self._options()), self.state["steps"])
        self._begin = time.perf_counter()
        self._before = self.state["minutes"]
        self._last = (time.perf_counter(), 0, 0.0, 0.0)
        self._learning = False  # an update lies behind

    @property
    def league(self) -> League | None:
        lineup = self.env.lineup
        return lineup if isinstance(lineup, League) else None

    def policy(self, model: MaskablePPO) -> Policy:
        """The model's policy as it is."""
        return Policy.of_network(
            model.policy,
            game=self.env.game,
            content=self.env.content,
            num_players=self.env.batch.num_players,
            options={name: value for name, value in self.env.batch.options.items() if name != "content"},
            config=dataclasses.asdict(self.config),
            curve=self.state["curve"],
            steps=model.num_timesteps,
        )

    def checkpoint(self, model: MaskablePPO, stage: str) -> None:
        """Keep everything that a resumption needs."""
        steps = model.num_timesteps
        self.state |= {"stage": stage, "steps": steps, "minutes": self._minutes()}
        wrapped = model.get_env()
        normalize = wrapped if isinstance(wrapped, VecNormalize) else None
        monitor: Any = wrapped if normalize is None else normalize.venv
        assert isinstance(monitor, VecMonitor)
        kept = {
            "env": self.env,
            "monitor": (monitor.episode_returns, monitor.episode_lengths, monitor.episode_count),
            "normalize": normalize,
            "torch": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
            "numpy": np.random.get_state(),  # noqa: NPY002  # Stable-Baselines3 draws minibatches from it
            "random": random.getstate(),
            "course": self.state,
        }
        archive = io.BytesIO()
        model.save(archive)
        league = self.league.files() if self.league is not None else set()
        files = {"model.zip": archive.getvalue(), "state.pkl": pickle.dumps(kept)}
        self.folder.save_checkpoint(
            steps,
            files,
            # The warm start ends where it began, at no steps.
            stage=stage if stage == "imitated" else "",
            league=league,
            made_by=made_by(self.env.game, self.config.num_players),
            keep=self.config.checkpoints.keep,
        )

    def _on_step(self) -> bool:
        self.state["games"] += int(np.count_nonzero(self.locals["dones"]))
        if self.n_calls % 16 == 0:
            self.report.at(self.num_timesteps)
        return True

    def _on_rollout_start(self) -> None:
        self._between()

    def _on_training_end(self) -> None:
        self.report.at(self.num_timesteps)
        self._between(last=True)

    def _between(self, last: bool = False) -> None:
        steps, model = self.num_timesteps, self.model
        assert isinstance(model, MaskablePPO)
        policy = self.policy(model)
        line = self._measured(steps)
        if self._due("evaluated", self.config.evaluation.every) or last:
            line |= self._evaluate(policy, model)
        if line:
            self.metrics.add({"steps": steps, **line})
            self.logger.dump(steps)
        self._learning = True
        if self.league is not None:
            self.league.newest.policy = policy
            if self._due("snapshot", self.config.league.snapshot_every):
                self.league.add(policy, self.env.in_use())
                self.state["snapshot"] = steps
            # By the steps, so that a resumed run draws as the one that was interrupted did.
            self.league.choose(np.random.default_rng([self.config.seed, steps]))
        if self._due("steps", self.config.checkpoints.every) or last:
            self.checkpoint(model, "learning")
        self._last = (time.perf_counter(), steps, self.env.seconds, self.env.opponents_seconds)

    def _due(self, what: str, every: int) -> bool:
        """Whether a multiple of `every` steps lies between the last time and now."""
        since = self.state[what]
        return since is None or self.num_timesteps // every > since // every

    def _minutes(self) -> float:
        return float(self._before + (time.perf_counter() - self._begin) / 60)

    def _measured(self, steps: int) -> dict[str, float]:
        """What the rollout and the update since the last line say; empty before the first."""
        then, before, inside, asked = self._last
        if not self._learning:
            return {}
        seconds = time.perf_counter() - then
        values = self.logger.name_to_value
        line = {name: float(values[key]) for name, key in TRAINED.items() if key in values}
        if "entropy" in line:
            line["entropy"] = -line["entropy"]
        line |= {
            "minutes": self._minutes(),
            "speed": (steps - before) / seconds,
            "games": self.state["games"],
            "environment": (self.env.seconds - inside) / seconds,
            "opponents": (self.env.opponents_seconds - asked) / seconds,
        }
        recent = self.model.ep_info_buffer
        if recent:
            line |= {"payoff": np.mean([i["r"] for i in recent]), "length": np.mean([i["l"] for i in recent])}
        for name in ("speed", "environment", "opponents"):
            self.logger.record(f"marszoo/{name}", line[name])
        if self.league is not None:
            for name, tally in self.league.results.items():
                self.logger.record(f"league/above_{name}", 1.0 - tally.loss)
        return line

    def _evaluate(self, policy: Policy, model: MaskablePPO) -> dict[str, float]:
        """Play the matches; keep the policy, its curve and, if it is the best so far, a copy."""
        game, num = self.env.game, self.env.batch.num_players
        agent = PolicyAgent(policy, name=ITSELF)
        line: dict[str, float] = {}
        results = []
        for name in self.matches:
            seats = [agent, *[agent if name == ITSELF else name] * (num - 1)]
            match = play_match(
                game,
                seats,
                self.config.evaluation.games,
                seed=MATCH_SEED,
                threads=self.config.env_threads,
                content=self.env.content,
                **self._options(),
            )
            mine = match.standings[0]
            low, high = mine.interval
            noted = found_out(game, self._options())
            values = [mine.win_share, low, high, mine.score, *mine.measures.values()]
            line |= {f"{name}_{part}": value for part, value in zip(noted, values, strict=True)}
            self.logger.record(f"evaluation/{name}", mine.win_share)
            for part, value in zip(noted[3:], values[3:], strict=True):
                self.logger.record(f"evaluation/{name}_{part}", value)
            results.append({"against": name, **dataclasses.asdict(mine)})
        self.state["evaluated"] = model.num_timesteps
        self.state["curve"] = [*self.state["curve"], {"steps": model.num_timesteps, "minutes": self._minutes(), **line}]
        kept = dataclasses.replace(policy, curve=self.state["curve"])
        kept.save(self.folder.policy)
        # What the policy reaches with a partner is the partner's as well.
        judged = results[:1] if self.shared else results
        mean = float(np.mean([result["win_share"] for result in judged])) if judged else -1.0
        if mean > self.state["best"]:
            self.state["best"] = mean
            kept.save(self.folder.best)
        whole = {"steps": model.num_timesteps, "seed": MATCH_SEED, "results": results}
        write_whole(self.folder.evaluation, json.dumps(whole, indent=2).encode())
        chosen = "".join(f", {name} {value}" for name, value in self._options().items())
        draw_curve(
            self.folder.curve,
            self.state["curve"],
            {name: self._met(name) for name in self.matches},
            title=f"{game.id}, {num} player{'s' if num > 1 else ''}{chosen}",
            even=None if self.shared else 1 / num,
        )
        if not results:
            return line
        shown = ", ".join(f"{100 * r['win_share']:.1f} % {self._met(r['against'])}" for r in results)
        if self.shared:
            own = {game.scored(self._options()): results[0]["score"], **results[0]["measures"]}
            shown += f"; by itself {', '.join(f'{name} {value:.2f}' for name, value in own.items())}"
        what = "reaches the goal in" if self.shared else "wins"
        self.report.line(f"{model.num_timesteps:>11,} steps, {self._minutes():5.1f} min: {what} {shown}")
        return line

    def _met(self, name: str) -> str:
        """A match in words, by who has the other seats."""
        return "by itself" if name == ITSELF else f"with {name}" if self.shared else f"against {name}"

    def _options(self) -> dict[str, Any]:
        return {name: value for name, value in self.config.options.items() if name != "reward"}


def made_by(game: Game, players: int) -> dict[str, str]:
    """What a checkpoint can be read by: the versions that its pickles depend on, and the game as it is."""
    return {
        "marszoo": marszoo.__version__,
        "game": game.id,
        "layout": layout.digest(game.actions, game.observation, players),
        **{name: importlib.metadata.version(name) for name in ("stable-baselines3", "sb3-contrib")},
    }
