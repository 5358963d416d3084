"""Games as a seed and a list of actions: recorded, saved, loaded, played again; and playthroughs for people to read.

>>> recorder = Recorder(marszoo.make("terra_formars_v0"))
>>> recorder.reset(seed=7)
>>> recorder.step(recorder.env.legal_actions()[0])
>>> recorder.replay().save("game.json")
>>> env = load("game.json").play(GAME)

A playthrough is a whole game in words: every decision with its legal actions, the action taken, the table every so often,
the payoffs. Kept beside the tests, it tells when a change of the rules alters what happens under a given seed.
"""

import dataclasses
import hashlib
import json
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from marszoo.envs.core import rng, snapshot
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.game import Game, IllegalAction

FORMAT = 1
VIEW_EVERY = 25
"""A playthrough shows the table every so many decisions."""

Chooser = Callable[[AECGame], int]
"""Takes an environment and gives a legal action of the seat to move."""


@dataclasses.dataclass(frozen=True)
class Replay:
    """One game: what it was played with, its seed, all actions that were chosen, and a digest of the last state.

    Forced decisions are not among the actions if the environment took them itself (``skip_forced``).
    """

    made_with: dict[str, Any]  # game, content, layout and options, as snapshot.identity gives them
    seed: int
    actions: tuple[int, ...]
    final: str  # hexadecimal digest of the state after the last action

    def save(self, path: str | pathlib.Path) -> None:
        """Write the replay as a JSON file."""
        text = json.dumps({"format": FORMAT, **dataclasses.asdict(self)}, indent=1)
        pathlib.Path(path).write_text(text + "\n", encoding="utf-8")

    def play(
        self,
        game: Game,
        *,
        content: str | pathlib.Path | None = None,
        any_content: bool = False,
        watch: Callable[[AECGame, int], None] | None = None,
    ) -> AECGame:
        """Play the game again; gives the environment as it is after the last action.

        Args:
            game: the game it was recorded with, in the same version.
            content: the content file, if not the shipped one.
            any_content: play with other content than it was recorded with, and do not ask for the same last state.
            watch: called with the environment and the next action before each.

        Raises:
            ValueError: another game, version, layout of the record or content; an action that is now illegal; or a last
                state that is not the recorded one.
        """
        options = {k: v for k, v in self.made_with["options"].items() if k not in ("content", "any_content")}
        if self.made_with["game"] != game.id:
            raise ValueError(f"the replay is of game {self.made_with['game']!r}; this is {game.id!r}")
        env = AECGame(game, content=content, any_content=any_content, **options)
        snapshot.refuse_other(self.made_with, game, env.content, env.settings, "replay")
        env.reset(seed=self.seed)
        for number, action in enumerate(self.actions):
            if watch is not None:
                watch(env, action)
            try:
                env.step(action)
            except (IllegalAction, ValueError) as error:
                raise ValueError(f"the replay's action number {number} cannot be played: {error}") from error
        if _digest(env) != self.final and env.content.digest == self.made_with["content"]:
            raise ValueError("the replay does not lead to the recorded state: the rules have changed since")
        return env


def load(path: str | pathlib.Path) -> Replay:
    """Read a replay.

    Raises:
        ValueError: not a replay, or one of another format.
    """
    try:
        data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"{path}: the replay has format {data['format']}; this version reads format {FORMAT}")
        return Replay(data["made_with"], int(data["seed"]), tuple(map(int, data["actions"])), str(data["final"]))
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path}: not a replay: {error}") from error


class Recorder:
    """An environment whose actions are remembered. Step and reset it through the recorder."""

    def __init__(self, env: AECGame) -> None:
        self.env = env
        self._actions: list[int] = []

    def reset(self, seed: int | None = None) -> None:
        """Start a game, and the record of it."""
        self.env.reset(seed=seed)
        self._actions = []

    def step(self, action: Any) -> None:
        """As the environment's ``step``; what it refuses is not recorded."""
        counts = self.env.running
        self.env.step(action)
        if counts:
            self._actions.append(int(action))

    def replay(self) -> Replay:
        """The game so far.

        Raises:
            RuntimeError: no reset yet, or the game has already been left by seats that took their last step.
        """
        env = self.env
        if env.seed is None or len(env.agents) < env.num_players:
            raise RuntimeError("ask for the replay after reset(), and before the agents take their last steps")
        return Replay(
            snapshot.identity(env.game, env.content, env.settings), env.seed, tuple(self._actions), _digest(env)
        )


def _digest(env: AECGame) -> str:
    return hashlib.sha256(env.states.tobytes()).hexdigest()[:16]


def random_chooser(env: AECGame) -> int:
    """A random legal action that follows from the game's seed and the number of decisions so far."""
    legal = env.legal_actions()
    return legal[int(rng.mix(np.uint64(env.seed or 0), int(env.states["step_count"][0]), 6)) % len(legal)]


# --- playthroughs ---


def cases(game: Game) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """The playthroughs that a game is guarded by: (name, seed, options), at every number of players and every switch."""
    for num in range(game.min_players, game.max_players + 1):
        for seed in (1, 2):
            yield f"{num}_players_seed_{seed}", seed, {"num_players": num}
    for num in range(game.min_players, game.max_players + 1):
        for switch, options in game.variations(num):
            if num == (switch.players or game.max_players):
                named = re.sub(r"\W+", "_", f"{switch.name}_{options[switch.name]}".lower())
                yield named, 3, {"num_players": num, **options}
    yield "nothing_skipped", 4, {"skip_forced": False}


def playthrough(
    game: Game, options: dict[str, Any], seed: int, choose: Chooser | Iterable[int] = random_chooser
) -> str:
    """A game in words: the actions of `choose`, which is asked at every decision, or gives them one after the other."""
    env = AECGame(game, **options)
    env.reset(seed=seed)
    pick = choose if callable(choose) else _in_turn(choose)
    header = {"game": game.id, "seed": seed, "options": options}
    lines = [f"# {json.dumps(header)}"]
    number = 0
    while env.running:
        if number % VIEW_EVERY == 0:
            lines += _view(env)
        legal = env.legal_actions()
        action = int(pick(env))
        lines.append(f"{number} {env.agent_selection}: legal {_ranges(legal)}")
        lines.append(f"  > {action} = {env.describe(action)}")
        env.step(action)
        number += 1
    lines += _view(env)
    for agent in env.agents:
        info = {k: v for k, v in env.infos[agent].items() if k != "action_mask"}
        ended = "terminated" if env.terminations[agent] else "truncated"
        lines.append(f"{agent} {ended}: reward {env.earned(agent):.6g}, {json.dumps(info)}")
    return "\n".join(lines) + "\n"


def play_again(game: Game, text: str) -> str:
    """The playthrough that the seed, the options and the actions in `text` give now: the same text, unless the rules changed.

    Raises:
        ValueError: `text` is not a playthrough of this game; or an action of it is illegal now.
    """
    first, *rest = text.splitlines()
    try:
        header = json.loads(first.removeprefix("# "))
        seed, options = header["seed"], header["options"]
        actions = [int(line.split()[1]) for line in rest if line.startswith("  > ")]
    except (json.JSONDecodeError, KeyError, IndexError, ValueError) as error:
        raise ValueError(f"not a playthrough: {error}") from error
    if header.get("game") != game.id:
        raise ValueError(f"the playthrough is of game {header.get('game')!r}; this is {game.id!r}")
    return playthrough(game, options, seed, actions)


def _in_turn(actions: Iterable[int]) -> Chooser:
    left = iter(actions)

    def pick(env: AECGame) -> int:
        action = next(left, None)
        if action is None or action not in env.legal_actions():
            raise ValueError(
                f"decision {int(env.states['step_count'][0])}: {action} is not legal now: {env.legal_actions()}"
            )
        return action

    return pick


def _view(env: AECGame) -> list[str]:
    """The table as the seat to move sees it."""
    viewer = env.seat if env.running else -1
    text = env.game.render_text(env.states[0], env.content, viewer, env.possible_agents)
    return ["", *(f"  | {line}".rstrip() for line in text.splitlines()), ""]


def _ranges(ids: Sequence[int]) -> str:
    """Ascending numbers as ``3-6, 9``."""
    parts: list[list[int]] = []
    for k in ids:
        if parts and parts[-1][-1] == k - 1:
            parts[-1] = [parts[-1][0], k]
        else:
            parts.append([k])
    return ", ".join("-".join(map(str, part)) for part in parts)
