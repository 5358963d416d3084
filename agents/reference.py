"""The trained agents that come with the package: ``"reference"`` plays any game that there is a policy for.

>>> play_match("terra_formars_v0", ["reference", "greedy"], games=100)
>>> make_agent("mcts:400,prior=reference")

The policies are the files ``policies/GAME_Np.safetensors`` beside this module, one for a game and a number of players, each
trained by the configuration in its header.
"""

from __future__ import annotations

import pathlib
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from marszoo.agents.base import Agent, View
from marszoo.envs.core.content import Content
from marszoo.envs.core.game import Game

if TYPE_CHECKING:
    from marszoo.agents.ppo.policy import Policy, PolicyAgent

FOLDER = pathlib.Path(__file__).with_name("policies")
"""Where the policies are."""


def available(game: Game) -> dict[int, pathlib.Path]:
    """Number of players -> the file of the game's reference policy, in ascending order."""
    found = {}
    for path in FOLDER.glob(f"{game.name}_*p.safetensors"):
        if match := re.fullmatch(re.escape(game.name) + r"_(\d+)p", path.stem):
            found[int(match[1])] = path
    return dict(sorted(found.items()))


class ReferenceAgent(Agent):
    """Plays by the policy that comes with the package for the game and the number of players at hand.

    Args:
        seed: the agent's own, for drawing.
        **options: as of :class:`~marszoo.agents.ppo.policy.PolicyAgent`: deterministic, temperature, any_content.

    Raises:
        ValueError: an option out of range, or, when it is to play, a game or a number of players without a policy.
    """

    name = "reference"

    def __init__(self, seed: int = 0, **options: Any) -> None:
        super().__init__(seed)
        from marszoo.agents.ppo.policy import check_options

        check_options(**options)
        self.options = options
        self._agents: dict[tuple[str, int], PolicyAgent] = {}

    def agent_for(self, game: Game, num_players: int) -> PolicyAgent:
        """The agent that plays this.

        Raises:
            ImportError: safetensors is not installed.
            ValueError: there is no policy for it.
        """
        key = game.name, num_players
        if key not in self._agents:
            from marszoo.agents.ppo.policy import PolicyAgent

            files = available(game)
            if num_players not in files:
                has = f"those are for {', '.join(map(str, files))}" if files else "the game has none"
                raise ValueError(
                    f"agent {self.name!r}: there is no reference policy of {game.id} for {num_players} players; {has}"
                )
            self._agents[key] = PolicyAgent(files[num_players], self.seed, name=self.name, **self.options)
        return self._agents[key]

    def policy_for(self, game: Game, num_players: int) -> Policy:
        """The policy that it plays this by."""
        return self.agent_for(game, num_players).policy

    def check(self, game: Game, content: Content, num_players: int) -> None:
        self.agent_for(game, num_players).check(game, content, num_players)

    def decide(self, view: View) -> npt.NDArray[np.int64]:
        return self.agent_for(view.game, view.num_players).decide(view)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_agents": {}}
