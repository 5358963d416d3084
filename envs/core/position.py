"""A game in progress, as PettingZoo's bookkeeping wants it: record, buffers, ledger, dictionaries."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pettingzoo

from marszoo.envs.core.adapter import RENDER_MODES
from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, TERMINATED
from marszoo.envs.core.game import Game, IllegalAction, Options, Outcome

_CARRIED = (
    *("agents", "agent_selection", "rewards", "terminations", "truncations"),
    *("_infos", "_live", "_stale", "_paid", "_offender", "_news", "seed", "_root", "_games"),
)
"""What a copy takes over, beside the record and the buffers; containers are copied."""


class Position(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo's types are not exported
    """What :class:`~marszoo.envs.core.aec.AECGame` keeps, and how it goes from one decision to the next.

    What a seat has earned and not been told yet is in the record (``unpaid``), and so is who has had its last word
    (``told``); the dictionaries that PettingZoo shows are made of them. They are touched only by steps that pay or end:
    in most games, in most steps, nothing but the record changes.
    """

    def _assemble(
        self, game: Game, content: Content, options: Options, render_mode: str | None, render_seat: int | None
    ) -> None:
        """Everything that is the same before and after any game."""
        self.game, self.content, self._options = game, content, options
        self.render_mode, self.render_seat = render_mode, render_seat
        self.metadata = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._names = tuple(f"player_{p}" for p in range(options.num_players))
        self.possible_agents = list(self._names)
        self.seats: dict[str, int] = {name: p for p, name in enumerate(self._names)}
        self._act, self._tables = game.kernels.act, content.tables
        self._none = [0.0] * options.num_players
        self.agents: list[str] = []
        self.agent_selection: Any = None
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._infos: dict[str, dict[str, Any]] = {}
        self._live = False  # a game is running: the fast way through step and last
        self._stale = True  # with flat: the masks in infos are those of an earlier decision
        self._paid = False  # some entry of rewards is not 0
        self._offender = -1  # the seat whose illegal action ended the game
        self._news = RUNNING  # the byte of the record whose change means that infos have more to say
        self.seed: int | None = None
        self._root: int | None = None  # seed of the last seeded reset
        self._games = 0  # games started since
        self._own_buffers()

    def _own_buffers(self) -> None:
        """Blank record, mask and observation, and the views into them."""
        game, num = self.game, len(self._names)
        self._spaces: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        self._states, self._mask = game.zeros(1), game.mask()
        self._out = np.zeros(game.observation.width(num), np.float32)
        # Single bytes of the record can be read many times faster than its fields.
        self._bytes = self._states.view(np.uint8).data
        fields: Any = game.state.fields
        self._at_over, self._at_player, at = (fields[name][1] for name in ("over", "player", "unpaid"))
        self._at_news = fields[game.news][1]
        self._ledger, self._even = self._bytes[at : at + 4 * num], bytes(4 * num)
        self._unpaid, self._told = self._states["unpaid"][0], self._states["told"][0]

    # --- the ledger, and the way from one decision to the next ---

    def _memory(self) -> tuple[Any, ...]:
        """All that differs between two environments made alike; shares nothing with this one."""
        carried = {name: getattr(self, name) for name in _CARRIED}
        for name, value in carried.items():
            if isinstance(value, (list, dict)):
                carried[name] = value.copy()
        carried["_infos"] = {agent: info.copy() for agent, info in self._infos.items()}
        return bytes(self._bytes), bytes(self._mask), self._out.copy(), carried

    def _remember(self, memory: tuple[Any, ...]) -> None:
        record, mask, self._out, carried = memory
        self._bytes[:] = record
        self._mask[:] = np.frombuffer(mask, np.int8)
        self.__dict__.update(carried)

    def _deal(self) -> None:
        """The dictionaries of a game in which nobody has finished."""
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self._infos = {name: {"seat": seat, **self._report(seat)} for seat, name in enumerate(self._names)}
        self._news = self._bytes[self._at_news]

    def _collect(self) -> list[float]:
        """The agent to move has seen what it earned; gives what everybody has coming before the step."""
        self._unpaid[self.seats[self.agent_selection]] = 0.0
        earned: list[float] = self._unpaid.tolist()
        return earned

    def _settle(self, before: list[float]) -> None:
        """Book what the step just taken has earned, at the end of the game the payoffs too."""
        num = len(self._names)
        outcome = None
        if self._bytes[self._at_over] != RUNNING:
            outcome = self._outcome()
            self._unpaid[:num] += outcome.payoff
        for seat, name in enumerate(self._names):
            self.rewards[name] = float(self._unpaid[seat]) - before[seat]
        self._paid = any(self.rewards.values())
        self._arrive(outcome)

    def _arrive(self, outcome: Outcome | None = None) -> None:
        """Show whose decision the record is at, or how the game ended."""
        self._stale = True
        over = self._bytes[self._at_over]
        self._live = over == RUNNING
        if self._news != self._bytes[self._at_news]:
            self._news = self._bytes[self._at_news]
            for agent in self.agents:
                self._infos[agent] = {**self._infos[agent], **self._report(self.seats[agent])}
        if self._live:
            self.agent_selection = self._names[self._bytes[self._at_player]]
            return
        self._mask[:] = 0
        outcome = outcome or self._outcome()
        ended = self.terminations if over == TERMINATED else self.truncations
        for seat, name in enumerate(self._names):
            ended[name] = True
            self._infos[name] = {"seat": seat, **self._report(seat), **outcome.info(seat)}
        self.agent_selection = self.agents[0]

    def _report(self, seat: int) -> dict[str, Any]:
        report = self.game.report
        return report(self._states[0], self.content, seat) if report else {}

    def _outcome(self) -> Outcome:
        """The end of the game; one that an illegal action ended is lost by its seat, or by all that share a goal."""
        outcome = self.game.settle_up(self._states, 0, self.content, self._options.reward)
        if self._offender < 0:
            return outcome
        num = len(self._names)
        if self.game.shared(num):
            return Outcome(np.full(num, -1.0), outcome.score, outcome.rank, False)
        payoff, rank = np.full(num, 1.0 / (num - 1)), np.ones(num, np.int64)
        payoff[self._offender], rank[self._offender] = -1.0, num
        return Outcome(payoff, outcome.score, rank, None)

    def _forfeit(self) -> None:
        """End the game against the agent to move."""
        before = self._collect()
        self._offender = self.seats[self.agent_selection]
        self._bytes[self._at_over] = TERMINATED
        self._settle(before)

    def _step_finished(self, action: Any) -> None:
        """Take the agent's last step, after which it is gone."""
        self._need_agent()
        agent = self.agent_selection
        if action is not None:
            raise ValueError(f"the game is over: the only action of {agent} is None, not {action!r}")
        seat = self.seats[agent]
        self._told[seat], self._unpaid[seat] = 1, 0.0
        self.rewards = dict.fromkeys(self.rewards, 0.0)
        self._paid = False
        self._drop(agent)

    def _drop(self, agent: str) -> None:
        self.agents.remove(agent)
        for kept in (self.rewards, self.terminations, self.truncations, self._infos):
            del kept[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def _look(self) -> None:
        """Bring the buffered observation up to date, after a change that was not a step."""
        if self._live:
            self.game.kernels.observe(self._states, 0, self._tables, self._bytes[self._at_player], self._out)

    def _present(self, vector: npt.NDArray[np.float32], moving: bool = True) -> Any:
        """An observation of the form the options ask for, out of a vector that nobody else holds."""
        if self._options.flat:
            return vector
        mask = self._mask_for(moving)
        if self._options.structured:
            return {"observation": self.game.observation.views(vector, len(self._names)), "action_mask": mask}
        return {"observation": vector, "action_mask": mask}

    def _mask_for(self, moving: bool) -> npt.NDArray[np.int8]:
        return np.array(self._mask) if moving else np.zeros(len(self._mask), np.int8)

    # --- errors ---

    def _allows(self, action: int) -> bool:
        return 0 <= action < len(self._mask) and bool(self._mask[action])

    def _illegal(self, action: Any) -> IllegalAction:
        legal = self.game.legal_actions(self._mask)
        names = [self.game.describe(self._states[0], self.content, a) for a in legal[:20]]
        return IllegalAction(action, legal, names)

    def _known(self, agent: str) -> int:
        if agent not in self.seats:
            raise ValueError(f"{self.game.id}: no agent {agent!r}; the agents are {', '.join(self._names)}")
        return self.seats[agent]

    def _seat(self, agent: str) -> int:
        self._need_reset()
        return self._known(agent)

    def _need_reset(self) -> None:
        if self.seed is None:
            raise RuntimeError(f"{self.game.id}: there is no game yet; call reset() first")

    def _need_agent(self) -> None:
        self._need_reset()
        if not self.agents:
            raise RuntimeError(f"{self.game.id}: the game is over and every agent has had its last step; call reset()")
