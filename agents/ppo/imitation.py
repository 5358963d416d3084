"""Warm start: the network learns an agent's choices, and from the games' ends who wins, before it learns by itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn import functional

from marszoo.agents.base import Agent, View
from marszoo.agents.config import WarmStart
from marszoo.agents.lookahead import ScriptedAgent
from marszoo.envs.core.batch import Batch

ROWS = 256
"""Games that the teacher plays side by side."""
STEPS = 256
"""Decisions of each row in a part: enough for most games to end in it, so that the value has something to learn from."""


@dataclasses.dataclass(frozen=True)
class Part:
    """Decisions of the teacher: B of them, with A actions and D floats in an observation."""

    observations: npt.NDArray[np.float32]  # (B, D)
    masks: npt.NDArray[np.int8]  # (B, A)
    actions: npt.NDArray[np.int64]  # (B,), the teacher's choice
    choices: npt.NDArray[np.float32]  # (B, A), how likely each action is to be the one to imitate
    payoffs: npt.NDArray[np.float32]  # (B,), what the mover earned from here to the end; NaN where that is not known


def opinion(teacher: Agent, view: View, temperature: float) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The teacher's choices (n,), and what is to be imitated: (n, A) float32, a distribution for each row.

    A teacher that weighs all actions tells more by that than by its choice: the softmax of its values.
    """
    if temperature == 0.0 or not isinstance(teacher, ScriptedAgent):
        actions = teacher.act(view)
        return actions, np.eye(view.game.actions.n, dtype=np.float32)[actions]
    actions, values = teacher.weigh(view)
    values[np.asarray(view.action_masks) == 0] = -np.inf
    odds = np.exp((values - values.max(axis=1, keepdims=True)) / temperature)
    return actions, (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)


def demonstrations(batch: Batch, teacher: Agent, settings: WarmStart, random: np.random.Generator) -> Iterator[Part]:
    """Endless parts of games in which the teacher has every seat, with some of the moves drawn at random.

    Args:
        batch: has been reset, and no compiled players in it.
        settings: ``noise`` is the share of random moves; the teacher's opinion is noted all the same.
    """
    n, num = batch.num_envs, batch.num_players
    rows = np.arange(n)
    while True:
        seen, masks, chosen, choices, movers, earned, ended = [], [], [], [], [], [], []
        for _ in range(STEPS):
            actions, likely = opinion(teacher, View.of_batch(batch), settings.temperature)
            seen.append(batch.observations.copy())
            masks.append(np.array(batch.action_masks))
            chosen.append(actions)
            choices.append(likely)
            movers.append(batch.players.copy())
            free = batch.random_actions()
            batch.step(np.where(random.random(n) < settings.noise, free, actions))
            earned.append(batch.rewards.copy())
            ended.append(batch.terminations | batch.truncations)
        payoffs = np.full((STEPS, n), np.nan, np.float32)
        # Backwards from each end: what a seat still gets is known once the end lies inside the part.
        ahead = np.full((n, num), np.nan, np.float32)
        for t in reversed(range(STEPS)):
            ahead[ended[t]] = 0.0
            ahead += earned[t]
            payoffs[t] = ahead[rows, movers[t]]
        yield Part(
            observations=np.concatenate(seen),
            masks=np.concatenate(masks),
            actions=np.concatenate(chosen),
            choices=np.concatenate(choices),
            payoffs=payoffs.ravel(),
        )


def imitate(
    policy: MaskableActorCriticPolicy,
    batch: Batch,
    teacher: Agent,
    settings: WarmStart,
    *,
    seed: int,
    progress: Callable[[int, dict[str, float]], None],
) -> tuple[int, dict[str, float]]:
    """Train `policy` to predict the teacher's choice (cross-entropy) and the mover's payoff (squared error).

    Args:
        progress: called with the number of decisions learned from so far, and with the losses.

    Returns:
        the number of decisions; the last part's cross-entropy in nats, its share of choices predicted, and the value's mean squared error; all
        measured before the part was learned from.
    """
    random = np.random.default_rng(seed)
    batch.reset(seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=settings.learning_rate)
    parts = demonstrations(batch, teacher, settings, random)
    done, report = 0, dict[str, float]()
    policy.set_training_mode(True)
    while done < settings.decisions:
        part = next(parts)
        b = len(part.actions)
        for group in optimizer.param_groups:
            group["lr"] = settings.learning_rate * (1.0 - 0.9 * min(1.0, (done + b) / settings.decisions))
        for epoch in range(settings.epochs):
            order = random.permutation(b)
            sums = np.zeros(3)
            for at in range(0, b, settings.batch_size):
                losses, step = _losses(policy, part, order[at : at + settings.batch_size])
                optimizer.zero_grad()
                step.backward()
                torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
                optimizer.step()
                sums += np.array(losses) * min(settings.batch_size, b - at)
            if epoch == 0:
                report = dict(zip(("cross_entropy", "agreement", "value_error"), (sums / b).tolist(), strict=True))
        done += b
        progress(min(done, settings.decisions), report)
    policy.set_training_mode(False)
    return done, report


def _losses(policy: MaskableActorCriticPolicy, part: Part, rows: Any) -> tuple[tuple[float, float, float], Any]:
    device = policy.device
    observations = torch.as_tensor(part.observations[rows], device=device)
    actions = torch.as_tensor(part.actions[rows], device=device)
    payoffs = torch.as_tensor(part.payoffs[rows], device=device)
    choices = torch.as_tensor(part.choices[rows], device=device)
    choice = policy.get_distribution(observations, action_masks=part.masks[rows])
    distribution: Any = choice.distribution
    # Logits of illegal actions are large and negative, and 0 times them is 0.
    cross_entropy = -(choices * distribution.logits).sum(dim=1).mean()
    agreement = (choice.get_actions(deterministic=True) == actions).float().mean()
    known = ~torch.isnan(payoffs)
    values = policy.predict_values(observations).flatten()[known]
    value_error = functional.mse_loss(values, payoffs[known]) if len(values) else 0.0 * cross_entropy
    return (cross_entropy.item(), agreement.item(), value_error.item()), cross_entropy + 0.5 * value_error
