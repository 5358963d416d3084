import csv
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console
from toy import TEAM, TOY
from toy import agents as toy_agents

from marszoo.agents import results, scripted, tournament
from marszoo.agents.arena import AgentError, play_match
from marszoo.agents.evaluate import main
from marszoo.agents.match import wilson
from marszoo.agents.ppo.policy import Policy
from marszoo.agents.results import Results
from marszoo.agents.tournament import Failure, Plan, entries, round_robin, totals
from marszoo.envs import registry
from marszoo.envs.core.replay import load

scripted.register("toy", toy_agents)
scripted.register("toy_team", toy_agents)

ROOT = pathlib.Path(__file__).resolve().parents[1]
GAME = registry.games()[0]
BAD = """
import numpy as np

class Raises:
    def act(self, view):
        raise RuntimeError("no idea")

class Late:
    def act(self, view):
        if len(view) < 8:
            raise LookupError("lost my place")
        return view.action_masks.argmax(axis=1)

class Shape:
    def act(self, view):
        return np.zeros((len(view), 2), np.int64)

class Illegal:
    def act(self, view):
        return np.full(len(view), -1)

class Solid:
    def act(self, view):
        return view.action_masks.argmax(axis=1)

class Unmade:
    def __init__(self):
        raise RuntimeError("out of order")

    def act(self, view):
        return None
"""


@pytest.fixture
def bad(tmp_path):
    """What begins the names of agents that go wrong."""
    file = tmp_path / "bad.py"
    file.write_text(BAD)
    return f"{file}:"


@pytest.fixture
def policy(tmp_path):
    """The name of a policy for two players, whose weights were never trained."""
    game, random = registry.get(GAME), np.random.default_rng(1)

    def layers(*widths):
        return [
            (random.normal(0, 0.3, (a, b)).astype(np.float32), np.zeros(b, np.float32))
            for a, b in itertools.pairwise(widths)
        ]

    width = game.observation.width(2)
    made = Policy.of_layers(
        layers(width, 64, game.actions.n), layers(width, 1), game=game, content=game.shipped, num_players=2
    )
    made.save(tmp_path / "policy.safetensors")
    return f"ppo:{tmp_path}"


def plan(agents, games=20, players=2, game=TOY, **more):
    shared = game.shared(players)
    return Plan(game=game, pairings=round_robin(agents, players, shared=shared), games=games, **more)


def lines(table):
    """The cells of a rich table, row by row, as text."""
    columns = [[re.sub(r"\[/?[^\]]*\]", "", str(cell)) for cell in column.cells] for column in table.columns]
    heads = [str(column.header).replace("\n", " ") for column in table.columns]
    return [dict(zip(heads, row, strict=True)) for row in zip(*columns, strict=True)]


def steady(data):
    """Results without what differs from run to run."""
    kept = {key: value for key, value in data.items() if key != "run"}
    return kept | {"agents": [{**agent, "seconds": None} for agent in data["agents"]]}


def evaluated(tmp_path, *arguments, status=0):
    """The results that the command leaves behind."""
    out = tmp_path / "out"
    assert main([*arguments, "--out", str(out)]) == status
    return json.loads((out / "results.json").read_text())


# --- who plays whom ---


def test_with_two_seats_each_pair_plays_once_and_with_more_both_ways():
    assert round_robin(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert round_robin(["a", "b"], 3) == (("a", "b", "b"), ("b", "a", "a"))
    assert round_robin(["a"], 3) == (("a", "a", "a"),)
    assert round_robin(["a", "b"], 1) == (("a",), ("b",))


def test_with_a_goal_for_all_agents_are_partners_of_themselves_too():
    assert round_robin(["a", "b"], 2, shared=True) == (("a", "a"), ("a", "b"), ("b", "b"))
    assert round_robin(["a", "b"], 3, shared=True) == (
        ("a", "a", "a"),
        ("a", "b", "b"),
        ("b", "a", "a"),
        ("b", "b", "b"),
    )


# --- the numbers ---


def test_entries_are_those_of_the_matches_seen_from_both_sides():
    schedule = plan(["greedy", "random", "hoarder"], 60)
    played = tournament.play(schedule)
    found = {(e.agent, e.against): e for e in entries(schedule, played)}
    assert len(found) == 6
    for a, b in schedule.pairings:
        match = play_match(TOY, [a, b], 60)
        mine, theirs = found[a, b], found[b, a]
        assert (mine.wins, theirs.wins) == tuple(s.wins for s in match.standings)
        assert mine.share + theirs.share == pytest.approx(1)
        assert mine.interval == wilson(mine.wins, 60)
        assert mine.interval == pytest.approx([1 - theirs.interval[1], 1 - theirs.interval[0]])
        assert (mine.score, theirs.rank) == (match.standings[0].score, match.standings[1].rank)


def test_with_more_seats_an_agent_is_judged_in_the_seat_of_its_own():
    schedule = plan(["greedy", "random"], 30, players=3)
    found = {(e.agent, e.against): e for e in entries(schedule, tournament.play(schedule))}
    assert set(found) == {("greedy", "random"), ("random", "greedy")}
    assert found["greedy", "random"].wins == play_match(TOY, ["greedy", "random", "random"], 30).standings[0].wins
    assert found["random", "greedy"].wins == play_match(TOY, ["random", "greedy", "greedy"], 30).standings[0].wins


def test_totals_sum_up_the_entries():
    schedule = plan(["greedy", "random", "hoarder"], 40)
    played = tournament.play(schedule)
    listed = entries(schedule, played)
    for total in totals(schedule, played):
        mine = [entry for entry in listed if entry.agent == total.agent]
        assert total.games == 80
        assert total.wins == sum(entry.wins for entry in mine)
        assert total.share == total.wins / 80
        assert total.interval == wilson(total.wins, 80)
        assert total.score == pytest.approx(np.mean([entry.score for entry in mine]))
        assert total.rank == pytest.approx(np.mean([entry.rank for entry in mine]))
        assert total.decisions == pytest.approx(np.mean([entry.decisions for entry in mine]))
        assert total.seconds > 0
        assert total.illegal == 0
    rated = {total.agent: total.rating for total in totals(schedule, played)}
    assert rated["random"].mean == 0
    assert rated["greedy"].mean > 0


def test_decisions_are_those_that_were_left_to_the_agent():
    schedule = plan(["greedy", "random"], 20)
    (match,) = tournament.play(schedule)
    greedy, random = entries(schedule, [match])
    assert 0 < greedy.decisions + random.decisions < match.decisions  # the difference was forced


def test_one_agent_plays_copies_of_itself():
    schedule = plan(["greedy"], 30, players=3)
    (total,) = totals(schedule, tournament.play(schedule))
    assert total.games == 30
    assert total.rating is None


def test_all_agents_can_sit_at_one_table():
    schedule = Plan(TOY, (("greedy", "random", "hoarder"),), 60)
    played = tournament.play(schedule)
    outcome = Results(schedule, played, together=True)
    assert [(e.agent, e.against) for e in outcome.entries] == [(a, "all") for a in schedule.agents]
    match = play_match(TOY, ["greedy", "random", "hoarder"], 60)
    assert [total.wins for total in outcome.totals] == [s.wins for s in match.standings]
    assert sum(total.wins for total in outcome.totals) == pytest.approx(60)
    assert results.matrix(outcome) is None
    assert len(lines(results.summary(outcome))) == 3


def test_with_a_goal_for_all_the_table_shows_how_often_it_was_reached():
    schedule = plan(["greedy", "random"], 40, game=TEAM)
    outcome = Results(schedule, tournament.play(schedule))
    found = {(e.agent, e.against): e for e in outcome.entries}
    assert set(found) == {("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random")}
    assert found["greedy", "random"].share == found["random", "greedy"].share
    for (a, b), entry in found.items():
        assert entry.wins == play_match(TEAM, [a, b], 40).standings[0].wins
    assert len({entry.share for entry in found.values()}) > 1
    rows = lines(results.summary(outcome))
    assert "success" in rows[0]
    assert "rating ± 2 sd" not in rows[0]
    own = found["greedy", "greedy"]
    assert lines(results.matrix(outcome))[0]["greedy"] == results.percent(own.share, own.interval)


def test_tables_say_what_the_entries_say():
    schedule = plan(["greedy", "random", "hoarder"], 40)
    outcome = Results(schedule, tournament.play(schedule))
    assert results.summary(outcome).title == "Ore Rush (toy_v3), 2 players, 40 games a match, seed 0"
    assert "an even share is 50.0 %" in results.summary(outcome).caption
    first = lines(results.summary(outcome))[0]
    total = outcome.totals[0]
    low, high = total.interval
    assert first["agent"] == "greedy"
    assert first["wins"] == f"{100 * total.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
    assert first["rank"] == f"{total.rank:.2f}"
    assert first["rating ± 2 sd"] == f"{total.rating.mean:.0f} ± {2 * total.rating.deviation:.0f}"
    assert re.fullmatch(r"[\d.]+ (µs|ms|s)", first["time each"])
    cross = lines(results.matrix(outcome))
    entry = outcome.entries[0]
    assert cross[0]["random"] == results.percent(entry.share, entry.interval)
    assert cross[0]["greedy"] == ""
    two = plan(["greedy", "random"], 20)
    assert results.matrix(Results(two, tournament.play(two))) is None


def test_no_number_is_cut_off_in_a_narrow_terminal(bad):
    schedule = plan(["greedy", f"{bad}Solid", f"{bad}Illegal"], 100)
    outcome = Results(schedule, tournament.play(schedule))
    console = Console(width=80)
    with console.capture() as captured:
        console.print(results.summary(outcome, 80), results.matrix(outcome, 80))
    text = captured.get()
    assert "…" not in text
    for head in ("wins", "score", "rank", "rating", "games", "decisions", "time", "illegal"):
        assert head in text
    for total in outcome.totals:
        assert f"{100 * total.share:.1f} %" in text
        assert f"({100 * total.interval[0]:.1f}–{100 * total.interval[1]:.1f})" in text
        assert f"± {2 * total.rating.deviation:.0f}" in text
    assert str(outcome.totals[2].illegal) in text


def test_times_are_shown_in_the_unit_that_suits_them():
    shown = [results.duration(seconds) for seconds in (2.5, 0.0123, 4.56e-6, 1e-7, None)]
    assert shown == ["2.5 s", "12.3 ms", "4.56 µs", "0.1 µs", "–"]


# --- agents that fail ---


def test_a_failing_agent_ends_its_own_matches_and_no_other(bad, capsys, tmp_path):
    names = ["random", f"{bad}Raises", f"{bad}Solid", f"{bad}Late", f"{bad}Shape"]
    data = evaluated(tmp_path, "--game", GAME, "--agents", *names, "--games", "20", status=1)
    shown = capsys.readouterr().out
    reasons = {
        "Raises": "RuntimeError: no idea (bad.py, line 6)",
        "Late": "LookupError: lost my place (bad.py, line 11)",
        "Shape": "returned int64 of shape (10, 2); 10 games need (10,) integers",
    }
    for match in data["matches"]:
        failing = [name for name in match["agents"] if name.rpartition(":")[2] in reasons]
        if not failing:
            assert match["games"] == 20
            continue
        who = match["abandoned"]["agent"]
        assert who in failing
        assert match["abandoned"]["reason"] == reasons[who.rpartition(":")[2]]
        assert f"agent {who!r} failed: {match['abandoned']['reason']}" in shown
    agents = {agent["agent"]: agent for agent in data["agents"]}
    assert agents["random"]["games"] == agents[f"{bad}Solid"]["games"] == 20
    assert agents[f"{bad}Raises"]["share"] is None
    assert shown.count("abandoned:") == 9
    with (tmp_path / "out" / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["share"] for row in rows if row["agent"] == "random" and row["against"] == f"{bad}Raises"] == [""]


def test_illegal_actions_are_counted_and_shown_in_red(bad, tmp_path):
    data = evaluated(tmp_path, "--game", GAME, "--agents", f"{bad}Illegal", "random", "--games", "10")
    illegal, random = data["agents"]
    assert illegal["games"] == 10
    assert illegal["illegal"] == round(illegal["decisions"] * 10) > 0  # every one of its answers
    assert random["illegal"] == 0
    schedule = plan([f"{bad}Illegal", "random"], 10)
    outcome = Results(schedule, tournament.play(schedule))
    cells = list(next(c for c in results.summary(outcome).columns if c.header == "illegal").cells)
    assert cells == [f"[bold red]{outcome.totals[0].illegal}[/]", "0"]


def test_the_failure_to_report_is_that_of_the_first_piece(monkeypatch):
    schedule = plan(["greedy", "random"], 1000)
    units = schedule.pieces()
    assert len(units) == 8
    asked = []

    def play(self, number, piece):
        asked.append(piece)
        k = units.index(piece)
        if k in (2, 5):
            raise AgentError("greedy", f"in piece {k}")
        return table(self, number).play(piece)

    table = tournament._Worker.table
    monkeypatch.setattr(tournament._Worker, "table", lambda self, number: _Stub(self, number, play))
    counted = []
    (failure,) = tournament.play(schedule, progress=counted.append)
    assert failure == Failure("greedy", "in piece 2")
    assert asked == units[:3]  # the rest is not played
    assert sum(counted) == 1000  # but the bar comes to its end


class _Stub:
    def __init__(self, worker, number, play):
        self.worker, self.number, self._play = worker, number, play

    def play(self, piece):
        return self._play(self.worker, self.number, piece)


# --- the command ---


def test_the_number_of_workers_changes_nothing_but_the_times(bad, policy, tmp_path, capsys):
    names = ["greedy", policy, f"{bad}Late"]
    arguments = ["--game", GAME, "--agents", *names, "--games", "300", "--replays", "2", "--seed", "5"]
    one = evaluated(tmp_path / "one", *arguments, status=1)
    two = evaluated(tmp_path / "two", *arguments, "--workers", "2", status=1)
    assert steady(one) == steady(two)
    assert two["run"]["workers"] == 2
    assert [match.get("games") for match in one["matches"]] == [300, None, None]
    for file in ("results.csv", *(entry["file"] for entry in one["replays"])):
        assert (tmp_path / "one" / "out" / file).read_bytes() == (tmp_path / "two" / "out" / file).read_bytes()


def test_everything_is_in_the_folder(tmp_path, capsys):
    arguments = ["--game", GAME, "--agents", "greedy", "random", "--players", "3", "--games", "7", "--replays", "4"]
    data = evaluated(tmp_path, *arguments, "--seed", "3", "--options.max_cycles", "900")
    out = tmp_path / "out"
    assert data["games"] == 9  # rounded up
    assert (data["num_players"], data["seed"], data["game"]) == (3, 3, GAME)
    assert data["options"]["max_cycles"] == 900
    assert data["options"]["content"] == registry.get(GAME).shipped.digest
    assert data["run"]["arguments"][:2] == ["--game", GAME]
    assert {"marszoo", "python", "numpy", "numba"} <= set(data["run"]["versions"])
    match = play_match(GAME, ["greedy", "random", "random"], 9, seed=3, max_cycles=900)
    assert data["deals"] == match.seeds[::3].tolist()
    assert data["matches"][0]["standings"][0]["wins"] == match.standings[0].wins
    with (out / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["agent"], row["against"]) for row in rows] == [("greedy", "random"), ("random", "greedy")]
    assert float(rows[0]["wins"]) == match.standings[0].wins
    assert (out / "results.png").read_bytes().startswith(b"\x89PNG")

    game = registry.get(GAME)
    assert len(data["replays"]) == 8
    for k, entry in enumerate(data["replays"][:4]):
        env = load(out / entry["file"]).play(game)
        assert env.seed == entry["seed"] == match.seeds[k]
        assert [env.infos[f"player_{p}"]["score"] for p in range(3)] == entry["scores"]
        assert [env.infos[f"player_{p}"]["rank"] for p in range(3)] == entry["ranks"]
        assert entry["seats"][match.seats[k, 0]] == "greedy"
        assert sorted(entry["seats"]) == ["greedy", "random", "random"]


def test_without_a_folder_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["--game", GAME, "--agents", "greedy", "random", "--games", "4"]) == 0
    shown = capsys.readouterr()
    assert "greedy" in shown.out
    assert shown.err == ""  # no bar where there is no terminal
    assert list(tmp_path.iterdir()) == []


def test_one_table_and_one_agent_alone(capsys):
    assert main(["--game", GAME, "--agents", "greedy", "random", "hunter", "--games", "6", "--table"]) == 0
    assert "3 players, 6 games, seed 0" in capsys.readouterr().out
    assert main(["--game", GAME, "--agents", "random", "--games", "6"]) == 0
    assert "2 players, 6 games, seed 0" in capsys.readouterr().out


PAIR = ["--game", GAME, "--agents", "greedy", "random"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", GAME.replace("terra", "tera"), "--agents", "random"], f"did you mean '{GAME}'"),
        (["--game", GAME, "--agents", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--game", GAME, "--agents", "random", "ppo:no/such"], "'ppo:no/such': no policy at"),
        (["--game", GAME, "--agents", "random", "none.py:Agent"], "'none.py:Agent': there is no file"),
        (["--game", GAME, "--agents", "random", "greedy", "random"], "agent 'random' is listed twice"),
        (["--game", GAME], "--agents is required"),
        ([*PAIR, "--games", "0"], "games=0 is not a whole number from 1"),
        ([*PAIR, "--games", "many"], "games='many' is not allowed; it is a whole number"),
        ([*PAIR, "--players", "9"], f"players=9 is not allowed; {GAME} is for 2 to 4"),
        ([*PAIR, "--table", "--players", "3"], "players=3, but 2 agents are to sit at one table"),
        ([*PAIR, "--wrkers", "2"], "unknown option --wrkers (did you mean '--workers'?)"),
        ([*PAIR, "--workers", "0"], "workers=0 is not a whole number from 1"),
        ([*PAIR, "--seed", "-1"], "seed=-1 is not a whole number from 0"),
        ([*PAIR, "--replays", "2"], "name it with --out"),
        ([*PAIR, "--content", "none.toml"], "none.toml: cannot be read"),
        ([*PAIR, "--options.max_cycle", "9"], "unknown option 'max_cycle' (did you mean 'max_cycles'?)"),
        ([*PAIR, "--options.max_cycles", "0"], "max_cycles=0 is not allowed"),
        ([*PAIR, "--options.num_players", "3"], "option 'num_players' is given with --players"),
        ([*PAIR, "--options.reward", "rank"], "option 'reward' has no bearing"),
    ],
)
def test_bad_arguments_are_refused_before_any_game(arguments, message, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.err.startswith("evaluate.py: error: ")
    assert shown.out == ""


def test_an_agent_that_cannot_be_made_is_named(bad, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--game", GAME, "--agents", "random", f"{bad}Unmade"])
    assert stop.value.code == 2
    assert f"agent '{bad}Unmade' cannot be made: RuntimeError: out of order" in capsys.readouterr().err


def test_a_policy_for_another_number_of_players_is_refused(policy, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--game", GAME, "--agents", "random", policy, "--players", "3"])
    assert stop.value.code == 2
    message = f"agent '{policy}': the policy was trained for 2 players of {GAME}, not for 3"
    assert message in capsys.readouterr().err


def test_the_program_runs_from_a_checkout():
    command = [
        sys.executable,
        str(ROOT / "evaluate.py"),
        "--game",
        GAME,
        "--agents",
        "greedy",
        "random",
        "--games",
        "4",
    ]
    found = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([*command, "--workers", "2"], capture_output=True, text=True, check=False, env=found)
    assert done.returncode == 0, done.stderr
    assert "4 games" in done.stdout
    assert done.stderr == ""
