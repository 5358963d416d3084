"""Games with one goal for all seats: who reached it, how matches are told, and a learner that has every seat."""

import csv
import dataclasses
import itertools
import json

import numpy as np
import pytest
from policies import some_policy
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from test_evaluate import lines
from toy import TEAM
from toy import agents as toy_agents
from toy.state import DISCARD

from marszoo.agents import results, scripted, tournament
from marszoo.agents.arena import Part, Table, play_match
from marszoo.agents.base import View
from marszoo.agents.evaluate import main as evaluate
from marszoo.agents.match import wilson
from marszoo.agents.ppo.vec_env import SelfPlayVecEnv
from marszoo.agents.registry import make_agents
from marszoo.agents.results import CSV, Results
from marszoo.agents.tournament import Failure, Plan, entries, round_robin, totals
from marszoo.agents.train import main as train
from marszoo.envs import registry
from marszoo.envs.core import rng
from marszoo.envs.core.aec import AECGame
from marszoo.envs.core.gym import GymVector

scripted.register("toy", toy_agents)
scripted.register("toy_team", toy_agents)

SHARED = [id for id in registry.games() if registry.get(id).cooperative]


# --- what a game says of itself ---


@pytest.mark.parametrize("id", registry.games())
def test_measures_have_names_of_their_own_and_a_sentence(id):
    game = registry.get(id)
    names = [measure.name for measure in game.measures]
    assert len({*names, *CSV}) == len(names) + len(CSV)
    assert game.score_name not in names
    for measure in game.measures:
        assert len(measure.meaning.split()) > 3
    if game.cooperative:
        assert game.score_name != "score", "where nobody wins, the number has to say what it counts"


# --- who reached the goal ---


def first_legal(env):
    return env.action_masks().argmax(axis=1)


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_a_payoff_for_part_of_the_goal_is_no_success(reward):
    """Eight coins a seat are the goal; most of it pays well by ``margin``, and is lost all the same."""
    env = SelfPlayVecEnv(TEAM, 8, learner_seats="all", seed=1, reward=reward)
    env.reset()
    seen = []
    for _ in range(200):
        _, rewards, dones, infos = env.step(env.batch.random_actions())
        for i in np.flatnonzero(dones):
            assert infos[i]["outcome"] == ("win" if infos[i]["score"] >= 16 else "loss")
            seen.append((infos[i]["outcome"], rewards[i] > 0))
    assert {("win", True), ("loss", False)} <= set(seen)
    assert (("loss", True) in seen) == (reward == "margin")


def test_gymnasiums_view_says_the_same():
    env = GymVector(TEAM, 8, make_agents(["random"]), view=View.of_batch, reward="margin")
    env.reset(seed=1)
    seen = []
    for _ in range(150):
        _, rewards, over, cut, infos = env.step(first_legal(env))
        for i in np.flatnonzero(over | cut):
            end = infos["final_info"]
            won = end["outcome"][i] == "win"
            assert won == (end["score"][i] >= 16)
            seen.append((won, rewards[i] > 0))
    assert (False, True) in seen
    assert (True, True) in seen


@pytest.mark.parametrize("compiled", [None, False])
def test_payoffs_on_the_way_make_no_success(compiled):
    match = play_match(TEAM, ["greedy", "random"], 200, seed=2, compiled=compiled, bonus=True)
    reached = match.scores[:, 0] >= 16
    assert 0 < reached.sum() < 200
    for standing in match.standings:
        assert standing.wins == reached.sum()


# --- what a match tells ---


@pytest.mark.parametrize("compiled", [None, False])
def test_measures_are_those_of_the_games_end(compiled):
    match = play_match(TEAM, ["greedy", "random"], 20, seed=3, compiled=compiled)
    table = Table(TEAM, make_agents(["greedy", "random"]), seed=3, compiled=False, record=20)
    played = table.match([table.play(piece) for piece in tournament.pieces(20, 2)])
    for g, actions in enumerate(played.actions):
        env = AECGame(TEAM)
        env.reset(seed=int(match.seeds[g]))
        for action in actions:
            env.step(action)
        end = env._states[0]
        assert match.measures[g].tolist() == [[end["rounds"], np.count_nonzero(end["place"] == DISCARD)]] * 2
    assert len(np.unique(match.measures[:, :, 1])) > 2
    assert match.standings[0].measures == {
        "rounds": match.measures[:, :, 0].mean(),
        "cards played": match.measures[:, :, 1].mean(),
    }


def made_up(seated, keys, scores, rounds):
    """A match in which game g reached ``keys[g]`` of the goal, with ``scores[g]`` coins in ``rounds[g]`` rounds."""
    table = Table(TEAM, make_agents(seated), compiled=False)
    parts = [Part.blank(len(keys) // 2, 2, 2) for _ in range(2)]
    for shift, part in enumerate(parts):
        mine = slice(shift, None, 2)
        part.keys[:] = np.array(keys)[mine, None]
        part.scores[:] = np.array(scores)[mine, None]
        part.measures[:, :, 0] = np.array(rounds)[mine, None]
        part.measures[:, :, 1] = 1.5
        part.ranks[:] = 1
        part.asked[:] = (10, 20)
        part.seconds[:], part.timed[:] = 0.5, 100
    match = table.match(parts)
    standings = [dataclasses.replace(s, agent=name) for s, name in zip(match.standings, seated, strict=True)]
    return dataclasses.replace(match, standings=tuple(standings))


GREEDY = made_up(["greedy", "greedy"], [1.0, 2.0, 1.25, 0.99], [16, 32, 20, 15], [4, 6, 5, 10])
MIXED = made_up(["greedy", "random"], [0.5, 1.0, 0.0, 0.75], [8, 16, 0, 12], [10, 10, 10, 9])
RANDOM = made_up(["random", "random"], [0.25, 0.5, 0.0, 0.125], [4, 8, 0, 2], [10, 10, 10, 10])


def outcome(*matches):
    pairings = round_robin(["greedy", "random"], 2, shared=True)
    return Results(Plan(TEAM, pairings, 4, options={"bonus": True, "die": "four"}), matches)


def test_an_agent_is_judged_by_the_games_in_which_it_had_every_seat():
    greedy, random = outcome(GREEDY, MIXED, RANDOM).totals
    assert (greedy.games, greedy.wins, greedy.share) == (4, 3.0, 0.75)
    # Two deals. Wilson by hand: (0.75 + z²/4) / (1 + z²/2) ± z / (1 + z²/2) sqrt(0.1875 / 2 + z²/16), with z² = 3.8415.
    assert greedy.interval == pytest.approx((0.1979, 0.9733), abs=1e-4)
    assert (greedy.score, greedy.measures) == (83 / 4, {"rounds": 6.25, "cards played": 1.5})
    assert (random.share, random.score, random.measures["rounds"]) == (0.0, 3.5, 10.0)
    assert random.interval == pytest.approx((0.0, 0.6576), abs=1e-4)
    # One of the four games with each other, and it is the same four for both.
    assert greedy.mixed_share == random.mixed_share == 0.25
    assert greedy.mixed_interval == pytest.approx((0.0456, 0.6994), abs=1e-4)
    assert greedy.rating is random.rating is None


def test_without_its_own_match_an_agent_has_no_share_but_that_with_the_others():
    greedy, random = outcome(Failure("greedy", "tired"), MIXED, RANDOM).totals
    assert (greedy.share, greedy.interval, greedy.score, greedy.measures) == (None, None, None, {})
    assert greedy.mixed_share == 0.25
    assert random.share == 0.0
    shown = lines(results.summary(outcome(Failure("greedy", "tired"), MIXED, RANDOM)))[0]
    assert (shown["success"], shown["coins"], shown["rounds"]) == ("–", "–", "–")


def test_at_one_table_the_crew_is_all_agents():
    plan = Plan(TEAM, (("greedy", "random"),), 4)
    at_table = Results(plan, [MIXED], together=True)
    assert [total.share for total in at_table.totals] == [0.25, 0.25]
    assert [total.mixed_share for total in at_table.totals] == [None, None]
    table = results.summary(at_table)
    assert "with the others" not in lines(table)[0]
    assert "each agent in all seats" not in table.caption


def test_the_tables_say_it():
    table = results.summary(outcome(GREEDY, MIXED, RANDOM), 150)
    assert table.title == "Ore Rush for a team (toy_team_v0), 2 players, bonus True, die four, 4 games a match, seed 0"
    assert table.caption == (
        "95 % intervals in brackets, each agent in all seats; a result is the crew's, so there are no ranks and no ratings"
    )
    greedy, random = lines(table)
    assert list(greedy) == [
        *("agent", "success", "with the others", "coins", "rounds", "cards played"),
        *("games", "decisions a game", "time each", "illegal"),
    ]
    assert greedy["success"] == "75.0 % (19.8–97.3)"
    assert greedy["with the others"] == "25.0 % (4.6–69.9)"
    assert (greedy["coins"], greedy["rounds"], greedy["cards played"]) == ("20.75", "6.25", "1.50")
    assert (greedy["time each"], greedy["illegal"]) == ("5 ms", "0")
    assert random["success"] == "0.0 % (0.0–65.8)"
    crew = results.matrix(outcome(GREEDY, MIXED, RANDOM), 150)
    assert crew.title == "success of the agent on the left together with the one above"
    assert [(row["greedy"], row["random"]) for row in lines(crew)] == [
        ("75.0 % (19.8–97.3)", "25.0 % (4.6–69.9)"),
        ("25.0 % (4.6–69.9)", "0.0 % (0.0–65.8)"),
    ]
    text = GREEDY.table()
    assert text.splitlines()[1].split() == [
        *("agent", "games", "success", "95", "%", "interval", "coins", "rounds", "cards", "played", "illegal")
    ]


@pytest.mark.parametrize("width", [80, 150])
def test_names_and_numbers_fit_into_a_terminal(width):
    console = Console(width=width)
    with console.capture() as captured:
        console.print(results.summary(outcome(GREEDY, MIXED, RANDOM), width))
    text = captured.get()
    assert "…" not in text
    for part in ("greedy", "random", "75.0 %", "(19.8–97.3)", "20.75", "6.25", "1.50", "5 ms", "no ratings"):
        assert part in " ".join(text.split()), part


def test_the_files_say_it(tmp_path):
    results.write(outcome(GREEDY, MIXED, RANDOM), tmp_path)
    data = json.loads((tmp_path / "results.json").read_text())
    assert data["shared_goal"] is True
    assert (data["score_name"], list(data["measures"])) == ("coins", ["rounds", "cards played"])
    assert (data["options"]["bonus"], data["options"]["die"]) == (True, "four")
    greedy = data["agents"][0]
    assert (greedy["share"], greedy["mixed_share"], greedy["measures"]["rounds"]) == (0.75, 0.25, 6.25)
    assert data["matches"][1]["standings"][0]["measures"] == {"rounds": 9.75, "cards played": 1.5}
    with (tmp_path / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    found = {(row["agent"], row["against"]): row for row in rows}
    assert len(found) == len(rows) == 4
    assert {key: row["share"] for key, row in found.items()} == {
        ("greedy", "greedy"): "0.75",
        ("greedy", "random"): "0.25",
        ("random", "greedy"): "0.25",
        ("random", "random"): "0.0",
    }
    assert (found["greedy", "greedy"]["rounds"], found["greedy", "greedy"]["cards played"]) == ("6.25", "1.5")
    assert (tmp_path / "results.png").read_bytes().startswith(b"\x89PNG")


def test_with_more_seats_each_agent_has_one_among_the_others():
    schedule = Plan(TEAM, round_robin(["greedy", "random"], 3, shared=True), 30)
    played = tournament.play(schedule)
    found = {(e.agent, e.against): e for e in entries(schedule, played)}
    for (a, b), entry in found.items():
        assert entry.wins == play_match(TEAM, [a, b, b], 30).standings[0].wins
    greedy, _ = totals(schedule, played)
    assert greedy.share == found["greedy", "greedy"].share
    assert greedy.mixed_share == found["greedy", "random"].share


# --- the command ---


@pytest.mark.parametrize("id", SHARED)
def test_switches_of_the_game_are_passed_on_and_are_in_the_title(id, tmp_path, capsys):
    game = registry.get(id)
    chosen = {switch.name: switch.allowed(game.shipped)[-1] for switch in game.switches}
    given = [word for name, value in chosen.items() for word in (f"--options.{name}", str(value))]
    arguments = ["--game", id, "--agents", "random", "--games", "4", *given, "--out", str(tmp_path), "--replays", "1"]
    assert evaluate(arguments) == 0
    data = json.loads((tmp_path / "results.json").read_text())
    assert {name: data["options"][name] for name in chosen} == chosen
    shown = " ".join(capsys.readouterr().out.split())
    for name, value in chosen.items():
        assert f"{name} {value}" in shown
    match = play_match(id, ["random"] * 2, 4, **chosen)
    assert data["agents"][0]["measures"] == match.standings[0].measures
    (replay,) = data["replays"]
    assert list(replay["measures"].values()) == match.measures[0].T.tolist()


@pytest.mark.parametrize("id", SHARED)
def test_a_wrong_value_of_a_switch_is_refused_with_those_allowed(id, capsys):
    game = registry.get(id)
    for switch in game.switches:
        with pytest.raises(SystemExit) as stop:
            evaluate(["--game", id, "--agents", "random", f"--options.{switch.name}", "nonsense"])
        assert stop.value.code == 2
        message = capsys.readouterr().err
        assert f"{switch.name}='nonsense' is not allowed" in message
        for value in switch.allowed(game.shipped):
            assert repr(value) in message


@pytest.mark.parametrize("id", SHARED)
def test_a_policy_that_is_for_something_else_is_refused_by_both(id, tmp_path, capsys):
    game = registry.get(id)
    other = next(registry.get(name) for name in registry.games() if name != id)
    file = tmp_path / "policy.safetensors"
    policies = {
        f"another game: {other.id}, not {id}": some_policy(other),
        "2 players of": some_policy(game),
        f"another version of the game: {game.name}_v7, not {id}": some_policy(
            dataclasses.replace(game, version=game.version + 7), num_players=3
        ),
        "other content: digest 0123": dataclasses.replace(some_policy(game, num_players=3), content="0123" * 16),
    }
    for says, policy in policies.items():
        policy.save(file)
        for program, arguments in (
            (evaluate, ["--agents", "random", f"ppo:{file}", "--players", "3"]),
            (train, ["--evaluation.opponents", f'["ppo:{file}"]', "--num_players", "3", "--learner_seats", "all"]),
        ):
            with pytest.raises(SystemExit) as stop:
                program(["--game", id, *arguments, "--out", str(tmp_path / "out")])
            assert stop.value.code == 2
            message = capsys.readouterr().err
            assert f"agent 'ppo:{file}': the policy was trained " in message
            assert says in message


@pytest.mark.parametrize("id", SHARED)
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["--learner_seats", "both"],
            "learner_seats='both' is not allowed; it is one of: 'rotate', 'all', or a seat from 0",
        ),
        (["--learner_seats", "2"], "learner_seats='2' is not allowed"),
    ],
)
def test_training_says_where_a_learner_may_sit(id, arguments, says, tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        train(["--game", id, *arguments, "--out", str(tmp_path / "run")])
    assert stop.value.code == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("id", SHARED)
def test_training_refuses_a_wrong_value_of_a_switch_with_those_allowed(id, tmp_path, capsys):
    game = registry.get(id)
    for switch in game.switches:
        with pytest.raises(SystemExit) as stop:
            train(["--game", id, f"--options.{switch.name}", "nonsense", "--out", str(tmp_path / "run")])
        assert stop.value.code == 2
        message = capsys.readouterr().err
        assert f"{switch.name}='nonsense' is not allowed" in message
        for value in switch.allowed(game.shipped):
            assert repr(value) in message
        assert not (tmp_path / "run").exists()


# --- a learner in every seat ---


class Nothing(BaseCallback):
    def _on_step(self):
        return True


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_a_payoff_that_all_share_is_learned_from_once(reward):
    """One stream of decisions per row, whoever's they are: the last one of a game is paid, by its seat's payoff alone."""
    env = SelfPlayVecEnv(TEAM, 6, learner_seats="all", num_players=3, seed=4, reward=reward)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=150,
        batch_size=900,
        gamma=1.0,
        gae_lambda=0.9,
        policy_kwargs={"net_arch": [8]},
        seed=4,
    )
    _, callback = model._setup_learn(1, Nothing())
    model.collect_rollouts(env, callback, model.rollout_buffer, 150)
    buffer = model.rollout_buffer
    games, enders = 0, set()
    for row in range(6):
        starts = np.flatnonzero(buffer.episode_starts[:, row]).tolist()
        for k, (first, last) in enumerate(itertools.pairwise(starts)):
            aec = AECGame(TEAM, num_players=3, reward=reward)
            aec.reset(seed=int(rng.mix(np.uint64(4), np.int64(row), np.int64(k))))
            for t in range(first, last):
                np.testing.assert_array_equal(
                    buffer.observations[t, row], aec.observe(aec.agent_selection)["observation"]
                )
                ender = aec.agent_selection
                aec.step(int(buffer.actions[t, row, 0]))
            payoffs = [aec._cumulative_rewards[name] for name in aec.possible_agents]
            assert len(set(payoffs)) == 1
            assert buffer.rewards[last - 1, row] == pytest.approx(payoffs[0])
            assert not buffer.rewards[first : last - 1, row].any()
            # No value beyond the end, and within the game the next decision's, whichever seat it is of.
            value, advantage = 0.0, 0.0
            for t in reversed(range(first, last)):
                delta = buffer.rewards[t, row] + value - buffer.values[t, row]
                advantage = delta + 0.9 * advantage
                value = buffer.values[t, row]
                assert buffer.advantages[t, row] == pytest.approx(advantage, abs=1e-5)
            games += 1
            enders.add(ender)
    assert games >= 10
    assert len(enders) >= 2, "games are ended by more than one seat"


@pytest.mark.parametrize("seats", ["both", "rotat", 7])
def test_where_a_learner_may_sit_is_said(seats):
    with pytest.raises(ValueError, match=r"learner_seats.*0 to 1, 'rotate'; or 'all' for every seat"):
        SelfPlayVecEnv(TEAM, 2, learner_seats=seats)


def test_the_interval_of_a_crew_of_one_agent_counts_each_deal_once():
    # The same game from either seat: 60 games are 30 deals, each twice.
    match = play_match("first_martians_v0", ["random", "random"], 60, seed=1)
    assert (match.steps[::2] == match.steps[1::2]).all()
    assert match.standings[0].interval == wilson(match.standings[0].wins / 2, 30)
    mixed = play_match("first_martians_v0", ["random", "greedy"], 60, seed=1).standings[0]
    assert mixed.interval == wilson(mixed.wins, 60)
