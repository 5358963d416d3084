"""The PettingZoo view of a game: one AEC environment, unwrapped, that checks order and actions itself.

>>> env = AECGame(game, num_players=3)
>>> env.reset(seed=0)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else policy(observation))

A version module such as ``terra_formars_v0`` consists of two functions, ``env(**options)`` and ``raw_env(**options)``,
that both return ``AECGame(GAME, **options)``.
"""

import operator
import os
import pathlib
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from marszoo.envs.core import rng, snapshot
from marszoo.envs.core.adapter import check_render_mode, draw, observation_space, seed_word
from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.core.game import Game, Options
from marszoo.envs.core.position import Position

_STREAM = np.uint64(2**64 - 1)  # second word of `mix` for the games after the first of a seed: no batch has such a row


class AECGame(Position):
    """One game as a PettingZoo AEC environment. Agents are ``player_0`` …, in the order of the seats.

    An observation is ``{"observation": (D,) float32, "action_mask": (A,) int8}`` from the agent's own view; the mask is
    all 0 for every agent but the one to move, and for everyone after the end. ``info["seat"]`` is the seat's number; the
    last info of each agent also has ``score``, ``rank`` and ``outcome``.

    Rewards are shown in ``rewards`` by the step that causes them, and `last` gives all that the agent earned since its
    own previous step. Both are kept in the record (``unpaid``, ``told``), so that copies are exact at any moment.

    Attributes:
        game, content: the rules and the loaded content.
        seats: agent -> seat number, also of agents that are finished.
        seed: of the running game: ``reset(seed=env.seed)`` starts it again.

    Args:
        game: the game.
        render_mode: None, ``"ansi"`` (text), ``"rgb_array"`` (an (H, W, 3) uint8 image) or ``"human"`` (prints the text
            after every step).
        render_seat: whose view is rendered; None shows what everybody can see.
        content: path of a content file to use in place of the shipped one.
        **options: the game's options; ``env.options`` lists them all.

    Raises:
        ValueError: an option that is not allowed; the message names it and what is.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        render_seat: int | None = None,
        content: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        loaded = game.content(None if content is None else pathlib.Path(content))
        checked = game.options(content=loaded, **options)
        check_render_mode(game, render_mode)
        if render_seat is not None and render_seat not in range(checked.num_players):
            most = checked.num_players - 1
            raise ValueError(f"{game.id}: render_seat={render_seat!r} is not allowed; it is one of: None, 0 to {most}")
        self._assemble(game, loaded, checked, render_mode, render_seat)

    # --- PettingZoo ---

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a game; without a seed, the next one of the stream that the last seeded reset began.

        An environment that never had a seed takes one from the operating system. `options` is accepted and ignored, as
        PettingZoo's own tests demand: an environment's options are given when it is made.

        Raises:
            ValueError: a seed out of range.
        """
        if seed is not None:
            self._root, self._games = seed_word(seed), 0
        elif self._root is None:
            self._root = int.from_bytes(os.urandom(8), "little")
        word = self._root if self._games == 0 else int(rng.mix(np.uint64(self._root), _STREAM, np.uint64(self._games)))
        self._games += 1
        self.seed, self._offender = word, -1
        blank, vector = self.game.zeros(1), self._options.vector
        self.game.kernels.start(self._states, 0, blank, self._tables, vector, np.uint64(word), self._mask)
        self._deal()
        self._settle(self._none)
        self._look()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play a legal action for the agent to move, or ``None`` for an agent that is finished.

        Raises:
            IllegalAction: the mask forbids the action (with ``illegal="raise"``); nothing has changed.
            TypeError: an action that is not an integer.
            ValueError: an action for an agent that is finished.
            RuntimeError: no reset yet, or no agent left.
        """
        if not self._live:
            self._step_finished(action)
            return
        try:
            chosen = operator.index(action)
        except TypeError:
            raise TypeError(f"{self.agent_selection} is to move: an action is an integer, not {action!r}") from None
        before = self._none
        if self._ledger != self._even and self._allows(chosen):
            before = self._collect()
        if not self._act(self._states, 0, self._tables, chosen, self._mask, self._out, True):
            if self._options.illegal == "raise":
                raise self._illegal(action)
            self._forfeit()
        elif (
            self._bytes[self._at_over]
            or self._paid
            or self._ledger != self._even
            or self._bytes[self._at_news] != self._news
        ):
            self._settle(before)
        else:
            self.agent_selection = self._names[self._bytes[self._at_player]]
            self._stale = True
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, all that was earned since the agent's own previous step, termination, truncation, info."""
        agent = self.agent_selection
        if not self._live:
            self._need_agent()
            ended = bool(self._bytes[self._at_over] == TERMINATED)
            reward = float(self._unpaid[self.seats[agent]])
            return self.observe(agent) if observe else None, reward, ended, not ended, self.infos[agent]
        reward = 0.0 if self._ledger == self._even else float(self._unpaid[self.seats[agent]])
        infos = self.infos if self._options.flat else self._infos
        return self._present(self._out.copy()) if observe else None, reward, False, False, infos[agent]

    def observe(self, agent: str) -> Any:
        """The agent's own view of the game as it stands; of any agent, at any time after a reset.

        Raises:
            ValueError: no such agent.
            RuntimeError: no reset yet.
        """
        seat = self._seat(agent)
        if self._live and agent == self.agent_selection:
            return self._present(self._out.copy())
        vector = np.zeros_like(self._out)
        self.game.kernels.observe(self._states, 0, self._tables, seat, vector)
        return self._present(vector, moving=False)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        kept = self._spaces[0]
        if agent not in kept:
            self._known(agent)
            kept[agent] = observation_space(self.game, self._options)
        space: spaces.Space[Any] = kept[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        kept = self._spaces[1]
        if agent not in kept:
            self._known(agent)
            kept[agent] = spaces.Discrete(self.game.actions.n)
        space: spaces.Space[Any] = kept[agent]
        return space

    @property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Agent -> its observation space."""
        return {agent: self.observation_space(agent) for agent in self.possible_agents}

    @property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Agent -> its action space."""
        return {agent: self.action_space(agent) for agent in self.possible_agents}

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """Agent -> its info; with ``flat`` it holds the agent's action mask."""
        if self._options.flat and self._stale:
            # New dicts: whoever kept the earlier ones finds in them what was true then.
            self._infos = {
                agent: {**info, "action_mask": self._mask_for(self._live and agent == self.agent_selection)}
                for agent, info in self._infos.items()
            }
            self._stale = False
        return self._infos

    @property
    def _cumulative_rewards(self) -> dict[str, float]:
        return {agent: float(self._unpaid[self.seats[agent]]) for agent in self.agents}

    def render(self) -> Any:
        """The game as it stands, as ``render_mode`` says: text, an image, or None after printing the text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; give one when making the environment")
            return None
        self._need_reset()
        return draw(self.game, self.content, self._states[0], self.render_mode, self.render_seat, self._names)

    def close(self) -> None:
        """Nothing is open; PettingZoo asks for the method."""

    # --- more than PettingZoo has ---

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return len(self._names)

    @property
    def seat(self) -> int:
        """The number of the seat to move; after the end, of the seat whose `last` is due."""
        return self._seat(self.agent_selection)

    @property
    def running(self) -> bool:
        """Whether somebody is to move: after a reset, and before the end."""
        return self._live

    def earned(self, agent: str) -> float:
        """All that the agent earned since its own previous step: the reward that its next `last` will give."""
        return float(self._unpaid[self._seat(agent)])

    @property
    def options(self) -> dict[str, Any]:
        """A fresh dict of all options in force, the content's digest included."""
        shown = {"render_mode": self.render_mode, "render_seat": self.render_seat}
        return {**self._options.as_dict(self.content), **shown}

    @property
    def settings(self) -> Options:
        """The game's options, checked, in the form that kernels and tools want."""
        return self._options

    @property
    def states(self) -> npt.NDArray[Any]:
        """The true state, an array of one record, for tools that call kernels; players must not look at it."""
        return self._states

    def action_masks(self) -> npt.NDArray[np.int8]:
        """A fresh copy of the mask of the agent to move; all 0 before the first reset and after the end."""
        return self._mask_for(self._live)

    def legal_actions(self) -> list[int]:
        """The legal actions of the agent to move, ascending; empty after the end."""
        self._need_reset()
        return self.game.legal_actions(self._mask)

    def describe(self, action: int) -> str:
        """A legal action in words.

        Raises:
            IllegalAction: it is not legal now.
        """
        self._need_reset()
        if not self._allows(operator.index(action)):
            raise self._illegal(action)
        return self.game.describe(self._states[0], self.content, operator.index(action))

    def clone(self, reseed: int | None = None) -> "AECGame":
        """An independent copy, exact at any moment; with `reseed` its future is dealt by another generator.

        The copy's spaces are its own and unseeded, as those of a new environment.
        """
        env: AECGame = object.__new__(type(self))
        env.__dict__.update(self.__dict__)
        env._own_buffers()
        env._remember(self._memory())
        if reseed is not None:
            env._states["rng"][0] = rng.mix(np.uint64(seed_word(reseed)), _STREAM, np.uint64(0))
        return env

    def determinize(self, agent: str, seed: int = 0) -> "AECGame":
        """A copy in which everything that `agent` cannot see is a fresh guess, consistent with all that it can."""
        seat, word = self._seat(agent), np.uint64(seed_word(seed))
        env = self.clone()
        self.game.kernels.determinize(env._states, 0, self._tables, seat, word)
        env._stale = True
        self.game.kernels.legal(env._states, 0, self._tables, env._mask)
        env._look()
        return env

    def get_state(self) -> bytes:
        """The game as it stands, for `set_state` of any environment of the same game and options."""
        self._need_reset()
        header = snapshot.identity(self.game, self.content, self._options)
        rewards = [self.rewards.get(name, 0.0) for name in self._names]
        header |= {"rewards": rewards, "offender": self._offender, "seed": self.seed}
        return snapshot.pack(header, bytes(self._bytes))

    def set_state(self, state: bytes) -> None:
        """Go to a position that `get_state` gave.

        Raises:
            ValueError: damaged bytes, or those of another game, other options, another layout of the record, or (unless
                ``any_content=True``) other content. The environment is then as it was.
        """
        header, record = snapshot.unpack(state)
        snapshot.refuse_other(header, self.game, self.content, self._options, "state")
        self._bytes[:] = record
        self.seed, self._offender = header["seed"], header["offender"]
        self.game.kernels.legal(self._states, 0, self._tables, self._mask)
        self._deal()
        self._arrive()
        told = self._told.tolist()
        for seat, name in enumerate(self._names):
            self.rewards[name] = header["rewards"][seat]
            if told[seat]:
                self._drop(name)
        self._paid = any(self.rewards.values())
        self._look()

    def __deepcopy__(self, memo: dict[int, Any]) -> "AECGame":
        return self.clone()

    def __copy__(self) -> "AECGame":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        content = None if self.content is self.game.shipped else self.content
        made_of = (type(self), self.game, content, self._options, self.render_mode, self.render_seat)
        return _restore, (*made_of, self._memory())


def _restore(
    cls: type[AECGame],
    game: Game,
    content: Content | None,
    options: Options,
    render_mode: str | None,
    render_seat: int | None,
    memory: tuple[Any, ...],
) -> AECGame:
    """The environment that was pickled. Shipped content is not in the pickle: it must be the same on both sides."""
    env: AECGame = object.__new__(cls)
    env._assemble(game, game.shipped if content is None else content, options, render_mode, render_seat)
    env._remember(memory)
    return env
