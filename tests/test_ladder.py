import json
import os
import signal
import subprocess
import sys
import time

import pytest
from policies import SRC
from test_evaluate import lines
from toy import TEAM, TOY
from toy import agents as toy_agents

from marszoo.agents import arena, ladder, mcts_search, results, scripted, tournament
from marszoo.agents.evaluate import main
from marszoo.agents.ladder import Ladder, Played
from marszoo.agents.mcts import MCTSAgent
from marszoo.envs import registry

scripted.register("toy", toy_agents)
scripted.register("toy_team", toy_agents)

GAME = "terra_formars_v0"
SHIPPED = sorted(ladder.FOLDER.glob("*.json"))
AGENTS = """
import time
import numpy as np

class First:
    def act(self, view):
        return view.action_masks.argmax(axis=1)

class Raises:
    def act(self, view):
        raise RuntimeError("no idea")

class Illegal:
    def act(self, view):
        return np.full(len(view), -1)

class Thinks(First):
    def act(self, view):
        time.sleep(0.1 * len(view))
        return super().act(view)

class Sleeps:
    def act(self, view):
        time.sleep(60)
"""


@pytest.fixture
def mine(tmp_path):
    """What begins the names of a user's agents."""
    (tmp_path / "mine.py").write_text(AGENTS)
    return f"{tmp_path / 'mine.py'}:"


@pytest.fixture
def small(monkeypatch):
    """Ladders of a few games, and of agents that play quickly."""
    for name, value in (("GAMES", 8), ("SEARCHED", 4), ("BLOCK", 4), ("SEARCHED_BLOCK", 2), ("SEARCHES", ("mcts:3",))):
        monkeypatch.setattr(ladder, name, value)


# --- who plays whom ---


def test_the_rungs_of_every_game_are_known_agents():
    for id in registry.games():
        game = registry.get(id)
        own = ladder.rungs(game, 2)
        assert own[0] == "random"
        assert set(scripted.names_of(game.name)) < set(own)
        assert own[-3:] == ("mcts:100", "mcts:1000", "reference")
        assert "reference" not in ladder.rungs(game, game.max_players + 1)


def test_with_two_seats_each_pair_plays_once():
    assert ladder.pairings(TOY, 2, ["a", "b", "mcts:9"]) == [("a", "b"), ("a", "mcts:9"), ("b", "mcts:9")]
    assert ladder.pairings(TOY, 2, ["a", "mcts:9"], "new") == [("new", "a"), ("new", "mcts:9")]


def test_with_more_a_search_never_has_the_other_seats():
    assert ladder.pairings(TOY, 3, ["a", "b", "mcts:9"]) == [
        ("a", "b", "b"),
        ("b", "a", "a"),
        ("mcts:9", "a", "a"),
        ("mcts:9", "b", "b"),
    ]
    assert ladder.pairings(TOY, 3, ["a", "mcts:9"], "new") == [("new", "a", "a")]


def test_with_one_goal_for_all_crews_are_of_one_agent():
    assert ladder.pairings(TEAM, 2, ["a", "b"]) == [("a", "a"), ("b", "b")]
    assert ladder.pairings(TEAM, 2, ["a", "b"], "new") == [("new", "new")]


# --- playing and keeping ---


def test_a_ladder_is_the_evaluation_that_its_blocks_make(tmp_path, small):
    made = Ladder(TOY, 2, seed=5)
    path = ladder.file_of(TOY, 2, tmp_path)
    ladder.build(made, path, 1, lambda _: None)
    again = Ladder.load(path, TOY)
    assert again == made
    outcome = again.results()
    assert outcome.failures == []
    assert {total.agent for total in outcome.totals} == {"random", "greedy", "hoarder", "mcts:3"}
    rated = [total.rating.mean for total in outcome.totals]
    assert rated == sorted(rated, reverse=True)
    # The same games as evaluations with the seeds of the blocks.
    seated = ("random", "greedy")
    wins = []
    for block in range(2):
        (match,) = tournament.play(tournament.Plan(TOY, (seated,), 4, 5 + block))
        wins.append(match.standings[1].wins)
    assert sum(wins) == made.matches[seated].wins[1]
    entry = next(e for e in outcome.entries if (e.agent, e.against) == ("greedy", "random"))
    assert (entry.games, entry.wins) == (8, sum(wins))


def test_what_was_played_is_not_played_again(tmp_path, small, monkeypatch):
    made = Ladder(TOY, 2)
    path = ladder.file_of(TOY, 2, tmp_path)
    ladder.build(made, path, 1, lambda _: None)
    monkeypatch.setattr(tournament, "play", None)
    ladder.build(Ladder.load(path, TOY), path, 1, lambda _: None)


def test_a_stop_loses_no_block_that_was_written(tmp_path, small, monkeypatch):
    path = ladder.file_of(TOY, 2, tmp_path)
    told = []

    def stop(text):
        told.append(text)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ladder.build(Ladder(TOY, 2), path, 1, stop)
    resumed = Ladder.load(path, TOY)
    assert sum(played.blocks for played in resumed.matches.values()) == 3
    ladder.build(resumed, path, 1, lambda _: None)
    whole = Ladder(TOY, 2)
    ladder.build(whole, tmp_path / "whole.json", 1, lambda _: None)
    for seated, played in whole.matches.items():
        assert resumed.matches[seated].ranks == played.ranks


def test_a_kill_leaves_a_whole_file_to_go_on_with(tmp_path):
    command = [sys.executable, "-m", "marszoo.agents.evaluate", "--ladder", GAME, "--build", str(tmp_path)]
    environ = os.environ | {"PYTHONPATH": str(SRC)}
    path = ladder.file_of(registry.get(GAME), 2, tmp_path)
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # How long it takes depends on what is compiled already.
        for _ in range(1800):
            if path.is_file():
                break
            time.sleep(0.1)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    kept = Ladder.load(path, registry.get(GAME))
    assert sum(played.blocks for played in kept.matches.values()) > 0


def test_a_new_agent_meets_every_rung_that_fits_and_stands_among_them(tmp_path, small, mine):
    made = Ladder(TOY, 2)
    ladder.build(made, tmp_path / "toy_2p.json", 1, lambda _: None)
    ladder.climb(made, f"{mine}First", deep=True)
    outcome = made.results()
    assert len([e for e in outcome.entries if e.agent == f"{mine}First"]) == 4
    table = results.summary(outcome)
    assert f"{mine}First" in {row["agent"] for row in lines(table)}
    assert all(played.games == (4 if "mcts:3" in seated else 8) for seated, played in made.matches.items())


def test_without_time_it_meets_the_quickest_rung_only(tmp_path, small, mine):
    made = Ladder(TOY, 2)
    ladder.build(made, tmp_path / "toy_2p.json", 1, lambda _: None)
    ladder.climb(made, f"{mine}First", seconds=0.0)
    met = [seated for seated in made.matches if seated[0] == f"{mine}First" and made.matches[seated].games]
    assert len(met) == 1
    assert met[0][1] != "mcts:3"


def test_of_a_slow_agent_fewer_games_are_played(tmp_path, small, mine):
    made = Ladder(TOY, 2)
    ladder.build(made, tmp_path / "toy_2p.json", 1, lambda _: None)
    told = []
    ladder.climb(made, f"{mine}Thinks", seconds=4.0, progress=told.append)
    assert told[0].endswith(": 2 games")
    played = [made.matches[seated].games for seated in made.matches if seated[0] == f"{mine}Thinks"]
    assert sum(games > 0 for games in played) > 1
    assert max(played) < 4


def test_a_build_in_which_an_agent_fails_goes_on_when_it_is_mended(tmp_path, small, monkeypatch):
    path, made = tmp_path / "toy_2p.json", Ladder(TOY, 2)
    act = MCTSAgent.decide
    monkeypatch.setattr(MCTSAgent, "decide", lambda *_: [][0])
    with pytest.raises(ValueError, match="random against mcts:3: agent 'mcts:3' failed: IndexError"):
        ladder.build(made, path, 1, lambda _: None)
    kept = Ladder.load(path, TOY)
    assert kept.finished(("random", "greedy"))
    assert ("random", "mcts:3") not in kept.matches
    monkeypatch.setattr(MCTSAgent, "decide", act)
    ladder.build(kept, path, 1, lambda _: None)
    assert all(played.games and not played.failure for played in Ladder.load(path, TOY).matches.values())


@pytest.mark.parametrize(("name", "reason"), [("Raises", "RuntimeError: no idea"), ("Sleeps", "too slow: more than ")])
def test_an_agent_that_fails_is_named_and_the_others_stay(tmp_path, small, mine, monkeypatch, name, reason):
    monkeypatch.setattr(ladder, "SLOWEST", 0.05)
    monkeypatch.setattr(arena, "FIRST", 0.1)
    made = Ladder(TOY, 2)
    ladder.build(made, tmp_path / "toy_2p.json", 1, lambda _: None)
    ladder.climb(made, f"{mine}{name}", deep=True)
    outcome = made.results()
    # Who is too slow is not asked again.
    assert len(outcome.failures) == (1 if name == "Sleeps" else 4)
    assert all(failure.agent == f"{mine}{name}" for _, failure in outcome.failures)
    assert all(reason in failure.reason for _, failure in outcome.failures)
    assert any("abandoned" in str([*column.cells]) for column in results.matrix(outcome).columns)
    assert sum(total.games > 0 for total in outcome.totals) == 4


def test_illegal_answers_are_counted_and_replaced(tmp_path, small, mine):
    made = Ladder(TOY, 2)
    ladder.build(made, tmp_path / "toy_2p.json", 1, lambda _: None)
    ladder.climb(made, f"{mine}Illegal", deep=True)
    total = next(t for t in made.results().totals if t.agent == f"{mine}Illegal")
    assert total.illegal == round(total.decisions * total.games)


def test_crews_of_one_agent_have_the_interval_of_their_deals(tmp_path, small):
    made = Ladder(TEAM, 2)
    ladder.build(made, tmp_path / "team_2p.json", 1, lambda _: None)
    outcome = made.results()
    assert [total.rating for total in outcome.totals] == [None] * len(outcome.totals)
    shares = [total.share for total in outcome.totals]
    assert shares == sorted(shares, reverse=True)
    assert results.matrix(outcome) is None
    results.write(outcome, tmp_path / "out")
    assert json.loads((tmp_path / "out" / "results.json").read_text())["games"].startswith("up to 8 games")


# --- the ladders of the package ---


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_ladder_is_whole_and_fits_its_game(path):
    game = next(game for game in map(registry.get, registry.games()) if path.stem.startswith(f"{game.name}_"))
    players = int(path.stem.rpartition("_")[2][:-1])
    held = ladder.shipped(game, players)
    for seated in ladder.pairings(game, players, ladder.rungs(game, players)):
        assert held.finished(seated), seated
        assert not held.matches[seated].failure
        assert sum(held.matches[seated].illegal) == 0
    assert not held.stale()
    assert len(held.results().totals) == len(ladder.rungs(game, players))


@pytest.mark.parametrize(
    ("module", "name", "value", "changed"),
    [
        (toy_agents, "SEARCH", {"explore": 9.0}, {"mcts:3"}),
        (mcts_search, "__file__", ladder.__file__, {"mcts:3"}),
        (toy_agents, "AGENTS", toy_agents.AGENTS | {"hoarder": toy_agents.AGENTS["greedy"]}, {"hoarder"}),
    ],
    ids=["settings", "code", "weights"],
)
def test_what_an_agent_goes_by_is_noticed(monkeypatch, module, name, value, changed):
    agents = ("random", "greedy", "hoarder", "mcts:3")
    before = {agent: ladder.digest_of(TOY, 2, agent) for agent in agents}
    monkeypatch.setattr(module, name, value, raising=False)
    assert {agent for agent in agents if ladder.digest_of(TOY, 2, agent) != before[agent]} == changed


def test_agents_that_have_changed_play_their_matches_again(tmp_path, small, monkeypatch):
    path = tmp_path / "toy_2p.json"
    held = Ladder(TOY, 2)
    ladder.build(held, path, 1, lambda _: None)
    assert not Ladder.load(path, TOY).stale()
    monkeypatch.setitem(toy_agents.AGENTS, "greedy", toy_agents.AGENTS["greedy"] | {"coins": 7.0})
    again = Ladder.load(path, TOY)
    stale = set(again.stale())
    assert ("random", "greedy") in stale
    assert ("greedy", "mcts:3") in stale
    assert not any({"greedy", "mcts:3"}.isdisjoint(seated) for seated in stale)
    played = []
    ladder.build(again, path, 1, lambda text: played.append(text.partition(": ")[0]))
    assert {tuple(text.split(" against ")) for text in played} == stale
    assert not again.stale()


def test_the_program_shows_a_ladder_and_where_an_agent_stands(mine, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(ladder, "MINUTE", 1.0)
    assert main(["--ladder", GAME]) == 0
    assert "reference" in capsys.readouterr().out
    assert main(["--ladder", GAME, "--agent", f"{mine}First", "--out", str(tmp_path / "out")]) == 0
    shown = capsys.readouterr().out
    assert "results.png are in" in shown
    written = json.loads((tmp_path / "out" / "results.json").read_text())
    assert f"{mine}First" in {agent["agent"] for agent in written["agents"]}
    assert (tmp_path / "out" / "results.png").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ladder", "chess_v0"], "chess_v0"),
        (["--ladder", GAME, "--players", "3"], "has no ladder for 3 players; there are ladders for 2"),
        (["--ladder", GAME, "--players", "9"], "players=9 is not allowed"),
        (["--ladder", GAME, "--deep"], "name it with --agent"),
        (["--ladder", GAME, "--agent", "greedy"], "agent 'greedy' is on the ladder"),
        (["--ladder", GAME, "--agent", "gredy"], "unknown agent 'gredy'"),
        (["--ladder", GAME, "--games", "5"], "--games does not go with --ladder"),
        (["--ladder", GAME, "--build", "x", "--agent", "greedy"], "--agent does not go with it"),
        (["--game", GAME, "--agents", "greedy", "--deep"], "--deep goes with --ladder"),
        (["--agents", "greedy"], "--game is required, or --ladder"),
        (["--game", GAME, "--agents", "greedy", "--limit", "0"], "limit=0.0 is not a number of seconds above 0"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments, message, capsys):
    with pytest.raises(SystemExit) as status:
        main(arguments)
    assert status.value.code == 2
    assert message in capsys.readouterr().err


def test_a_ladder_is_not_gone_on_with_under_another_seed(tmp_path, capsys):
    game = registry.get(GAME)
    Ladder(game, 2, seed=7).save(ladder.file_of(game, 2, tmp_path))
    with pytest.raises(SystemExit):
        main(["--ladder", GAME, "--build", str(tmp_path), "--seed", "8"])
    assert "was begun with --seed 7" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 9}, "format 9 is unknown"),
        ({"game": "toy_v1"}, "played with game toy_v1; this is toy_v3"),
        ({"content": "0" * 16}, "played with content 0000000000000000"),
        ({"matches": [{"agent": "x"}]}, "is no ladder"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path, change, message):
    path = tmp_path / "toy_2p.json"
    made = Ladder(TOY, 2)
    made.matches["a", "b"] = Played(["a", "b"])
    made.save(path)
    Ladder.load(path, TOY)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ValueError, match=message):
        Ladder.load(path, TOY)
    path.write_text("{")
    with pytest.raises(ValueError, match="is no ladder"):
        Ladder.load(path, TOY)
