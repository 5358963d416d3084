"""The game in the terminal, with scripted input."""

import io
import re

import pytest
from toy import TOY

import marszoo
from marszoo.__main__ import main as command
from marszoo.agents import play
from marszoo.envs import registry
from marszoo.envs.core.aec import AECGame

GAMES = marszoo.games()


class Terminal:
    """Runs the program on typed lines and keeps what it printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.patch, self.capsys = monkeypatch, capsys

    def __call__(self, arguments: str, typed: str) -> str:
        self.patch.setattr("sys.stdin", io.StringIO(typed))
        assert command(["play", *arguments.split()]) == 0
        out, err = self.capsys.readouterr()
        assert err == ""
        return out

    def refused(self, arguments: str) -> str:
        with pytest.raises(SystemExit) as stop:
            command(["play", *arguments.split()])
        assert stop.value.code == 2
        return self.capsys.readouterr().err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_whole_game_of_first_actions(id: str, opponent: str, terminal: Terminal) -> None:
    game = registry.get(id)
    players, seat = game.max_players, game.max_players - 1
    out = terminal(f"{id} --num-players {players} --seat {seat} --opponents {opponent} --seed 3", "1\n" * 5000)
    assert f"({id}), seed 3" in out
    assert f"You are player_{seat}." in out
    results = out[out.rindex("The game ") :].splitlines()
    assert re.fullmatch(r"The game is over after \d+ decisions\.", results[0])
    assert len(results) == 1 + players
    shown = [
        re.fullmatch(r"  (\d)\. (player_\d) \((\w+)\): score -?[\d.]+, (win|loss|draw)", row) for row in results[1:]
    ]
    assert all(shown)
    ranks = [int(row[1]) for row in shown if row]
    assert ranks == sorted(ranks)
    assert {row[2]: row[3] for row in shown if row} == {
        f"player_{p}": "you" if p == seat else opponent for p in range(players)
    }
    for other in range(players - 1):
        assert re.search(rf"^  player_{other}: ", out, re.MULTILINE)


def test_the_result_is_that_of_the_same_actions_in_the_environment(terminal: Terminal) -> None:
    out = terminal("terra_formars_v0 --opponents random --seed 11", "1\n" * 5000)
    env = marszoo.make("terra_formars_v0")
    env.reset(seed=11)
    opponent = marszoo.make_agent("random")
    while legal := env.legal_actions():
        env.step(legal[0] if env.seat == 0 else opponent.act_env(env))
    for name, info in env.infos.items():
        assert re.search(rf"{name} \(\w+\): score {info['score']:g}, {info['outcome']}$", out, re.MULTILINE)
    assert f"after {int(env.states['step_count'][0])} decisions" in out


def test_actions_are_numbered_as_they_are_described(terminal: Terminal) -> None:
    out = terminal("terra_formars_v0 --seed 5", "q\n")
    env = marszoo.make("terra_formars_v0", render_mode="ansi", render_seat=0)
    env.reset(seed=5)
    table = str(env.render())
    assert table in out
    listed = re.findall(r"^ +(\d+)  (.+)$", out[out.index(table) + len(table) :], re.MULTILINE)
    assert listed == [(str(k), env.describe(a)) for k, a in enumerate(env.legal_actions(), 1)]


def test_wrong_input_is_explained_and_asked_again(terminal: Terminal) -> None:
    out = terminal("terra_formars_v0 --seed 5", "0\n99\nfour\n\n-1\n?\nq\n")
    for wrong in ("'0'", "'99'", "'four'", "''", "'-1'"):
        assert f"{wrong} is not a number from 1 to 4." in out
    assert out.count("player_0> ") == 7
    assert out.endswith("The game is left unfinished.\n")


def test_h_shows_the_table_again_and_question_mark_the_help(terminal: Terminal) -> None:
    once = terminal("terra_formars_v0 --seed 5", "q\n")
    assert terminal("terra_formars_v0 --seed 5", "h\nq\n").count("take Komachi") == 2 * once.count("take Komachi")
    assert terminal("terra_formars_v0 --seed 5", "?\nq\n").count(play.HELP) == 1 + once.count(play.HELP)


def test_the_end_of_the_input_leaves_the_game(terminal: Terminal) -> None:
    for typed in ("", "1\n", "1\n1\n1"):
        assert terminal("terra_formars_v0 --seed 5", typed).endswith("the game is left unfinished.\n")


def test_an_interrupt_leaves_the_game(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert terminal("terra_formars_v0 --seed 5", "").endswith("The game is left unfinished.\n")


def test_without_a_seed_the_game_is_new_and_its_seed_is_shown(terminal: Terminal) -> None:
    first, second = (terminal("terra_formars_v0", "q\n") for _ in range(2))
    seed = re.findall(r"seed (\d+)", first)[0]
    assert seed != re.findall(r"seed (\d+)", second)[0]
    moves = "1\n" * 12
    assert terminal(f"terra_formars_v0 --seed {seed}", moves) == terminal(f"terra_formars_v0 --seed {seed}", moves)


def test_options_and_several_opponents_reach_the_game(terminal: Terminal) -> None:
    arguments = "terra_formars_v0 --num-players 4 --opponents random greedy --seed 5"
    out = terminal(f"{arguments} --option max_cycles=9 --option loot_sharing=all --option auto_pass=false", "1\n" * 9)
    assert "player_1 is random. player_2 is greedy. player_3 is random." in out
    assert "The game was cut off after 9 decisions." in out


def test_wrong_arguments_are_refused_by_name(terminal: Terminal) -> None:
    assert "terra_formars_v0" in terminal.refused("terra_formers_v0")
    assert "seat 2 is not one of the 2 seats 0 to 1" in terminal.refused("terra_formars_v0 --seat 2")
    assert "seat -1" in terminal.refused("terra_formars_v0 --seat -1")
    assert "num_players" in terminal.refused("terra_formars_v0 --num-players 5")
    assert "2 opponents for 1 other seats" in terminal.refused("terra_formars_v0 --opponents random greedy")
    assert "unknown agent 'gredy'" in terminal.refused("terra_formars_v0 --opponents gredy")
    assert "did you mean 'auto_pass'" in terminal.refused("terra_formars_v0 --option auto_pas=true")
    assert "'auto_pass' is not NAME=VALUE" in terminal.refused("terra_formars_v0 --option auto_pass")
    assert "--num-players" in terminal.refused("terra_formars_v0 --option num_players=3")
    assert "unknown option 'render_mode'" in terminal.refused("terra_formars_v0 --option render_mode=human")
    assert "seed=-4" in terminal.refused("terra_formars_v0 --seed -4")


def test_a_secret_action_is_not_announced() -> None:
    env = AECGame(TOY, num_players=3)
    env.reset(seed=1)
    assert env.describe(env.legal_actions()[0]).startswith("bid ")
    for action in env.legal_actions():
        assert play.announcement(env, 2, action) == "  player_0 decides something that you cannot see"
    assert "bid 1" in play.announcement(env, 0, env.game.actions.encode("amount", 1))
    while env.describe(env.legal_actions()[0]).startswith("bid "):
        env.step(env.legal_actions()[0])
    draw = env.game.actions.encode("option", "draw")
    watcher = (env.seat + 1) % 3
    assert play.announcement(env, watcher, draw) == f"  {env.agent_selection}: draw a card"


def test_every_action_of_terra_formars_is_public() -> None:
    for players in (2, 4):
        env = marszoo.make("terra_formars_v0", num_players=players)
        env.reset(seed=6)
        agent = marszoo.make_agent("random", seed=6)
        while env.legal_actions():
            action = agent.act_env(env)
            if int(env.states["step_count"][0]) % 3 == 0:
                assert play.visible(env, (env.seat + 1) % players, action), env.describe(action)
            env.step(action)
