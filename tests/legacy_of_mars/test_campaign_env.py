"""The campaign as an environment: payoffs, infos, options, copies in the middle of it, and what stays hidden."""

import numpy as np
import pytest

import marszoo
from legacy_of_mars.prepared import place_name
from legacy_of_mars.test_campaign import again, campaign, last_generation, next_mission, only_in
from marszoo.agents.arena import play_match
from marszoo.envs.core.check import check_interpreted
from marszoo.envs.core.jit import COMPILED
from marszoo.envs.legacy_of_mars import GAME
from marszoo.envs.legacy_of_mars.happened import happened
from marszoo.envs.legacy_of_mars.rules import scoring
from marszoo.envs.legacy_of_mars.state import DISCARDED, IN_DECK, IN_HAND, KNOWN_BY, MISSIONS, SAVED_BY

PLAYERS = 3


def env_at(table, **options):
    """An environment in the position of a table, with the shipped content's options."""
    env = marszoo.make("legacy_of_mars_v0", num_players=table.players, campaign=True, skip_forced=False, **options)
    env.reset(seed=1)
    env.states[0] = table.states[0]
    env.states["pays_missions"] = env.options["mission_rewards"]
    env.states["reward"] = ("outcome", "rank", "margin").index(env.options["reward"])
    env.set_state(env.get_state())
    return env


def at_the_end_of(mission, **options):
    """One pass away from the end of a mission that seat 0 wins; seat 2 is to pass."""
    table = campaign(PLAYERS, content=GAME.shipped)
    for _ in range(mission - 1):
        again(next_mission(table), 90, 89, 88)
    table.parameters(8, 14).oceans(15)
    for field in ("resource", "production"):
        table.states[field][0] = 0
    table.ready().act("pass", "pass")
    return env_at(table, **options)


def finish(env):
    env.step(env.game.actions.encode("option", "pass"))
    return env


@pytest.mark.parametrize(
    ("reward", "payoffs"), [("outcome", [1, -0.5, -0.5]), ("rank", [1, 0, -1]), ("margin", [0.05, 0, -0.05])]
)
def test_mission_rewards_pay_a_quarter_of_each_missions_payoff_when_it_ends(reward, payoffs):
    env = finish(at_the_end_of(1, mission_rewards=True, reward=reward))
    assert env.running
    assert [env.rewards[agent] for agent in env.agents] == pytest.approx([p / MISSIONS for p in payoffs])
    env = finish(at_the_end_of(4, mission_rewards=True, reward=reward))
    assert not env.running
    assert [env.rewards[agent] for agent in env.agents] == pytest.approx([p / MISSIONS for p in payoffs])


def test_without_mission_rewards_the_campaign_pays_by_title_points_at_its_end():
    env = finish(at_the_end_of(1, reward="margin"))
    assert not any(env.rewards.values())
    env = finish(at_the_end_of(4, reward="margin"))
    # 60, 40 and 20 Title Points: the lead over the mean, by the scale of 20.
    assert [env.rewards[agent] for agent in env.agents] == pytest.approx([1, 0, -1])


def test_a_batch_pays_as_the_environment_does():
    options = {"num_players": 2, "campaign": True, "mission_rewards": True, "reward": "rank"}
    batch = marszoo.make_batch("legacy_of_mars_v0", 4, seed=3, **options)
    batch.reset()
    earned = np.zeros((4, 2))
    ended = np.zeros(4, bool)
    while not ended.all():
        batch.step(batch.random_actions(), active=~ended)
        earned += batch.rewards * ~ended[:, None]
        now = (batch.terminations | batch.truncations) & ~ended
        for row in np.flatnonzero(now):
            points = batch.final_measures[row, :, 1:]
            assert points.sum(axis=1).tolist() == batch.final_scores[row].tolist()
            assert (points > 0).all(), "with two players everybody has a title"
            won = (points == 15).sum(axis=1)
            assert earned[row] == pytest.approx((2 * won - MISSIONS) / MISSIONS)
        ended |= now
    batch.close()


def test_infos_tell_the_results_of_the_missions_that_are_over():
    env = at_the_end_of(1)
    assert env.infos["player_1"] == {"seat": 1, "missions": [], "title_points": 0}
    finish(env)
    info = env.infos["player_1"]
    score = info["missions"][0].pop("score")
    assert score >= 29
    assert info == {
        "seat": 1,
        "missions": [{"mission": "foothold", "title": "Administrator", "title_points": 10, "rank": 2}],
        "title_points": 10,
    }
    env = finish(at_the_end_of(4))
    info = env.infos["player_0"]
    assert [mission["title"] for mission in info["missions"]] == ["Governor"] * 4
    assert (info["title_points"], info["score"], info["rank"], info["outcome"]) == (60, 60.0, 1, "win")


def test_a_stand_alone_mission_says_nothing_of_missions():
    env = marszoo.make("legacy_of_mars_v0")
    env.reset(seed=1)
    assert env.infos["player_0"] == {"seat": 0}


def test_a_campaign_saved_midway_to_bytes_continues_elsewhere():
    table = again(next_mission(campaign(PLAYERS, content=GAME.shipped)), 60, 59, 58)
    env = env_at(table)
    other = marszoo.make("legacy_of_mars_v0", num_players=PLAYERS, campaign=True, skip_forced=False)
    other.set_state(env.get_state())
    assert other.infos == env.infos
    assert other.infos["player_0"]["title_points"] == 15
    for one in (env, other):
        random = np.random.default_rng(5)
        for _ in range(60):
            one.step(random.choice(one.legal_actions()))
    assert env.get_state() == other.get_state()
    assert env.clone().infos == env.infos


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mission_rewards": True}, "needs campaign=True"),
        ({"absent": "1@2"}, "needs campaign=True"),
        ({"campaign": True, "mission": 2}, "mission=2 is not allowed with campaign=True"),
        ({"campaign": True, "absent": 3}, "absent=3 is not allowed"),
        ({"campaign": True, "absent": "1-2"}, "'1-2' is not of the form SEAT@MISSION"),
        ({"campaign": True, "absent": "3@2"}, "seat 3 is none of 0 to 2"),
        ({"campaign": True, "absent": "1@5"}, "mission 5 is none of 1 to 4"),
        ({"campaign": True, "absent": "1@2,2@2"}, "fewer than 2 seats play mission 2"),
        ({"campaign": True, "absent": "1@1,1@2,1@3,1@4"}, "seat 1 plays no mission"),
        ({"campaign": True, "absent": "0@1", "num_players": 1}, "fewer than 2 seats play mission 1"),
        ({"campaign": 1}, "campaign=1 is not allowed"),
    ],
)
def test_options_that_do_not_fit_are_refused_by_name(options, message):
    with pytest.raises(ValueError, match=message):
        marszoo.make("legacy_of_mars_v0", **{"num_players": PLAYERS, **options})


def test_absences_have_one_spelling():
    env = marszoo.make("legacy_of_mars_v0", num_players=4, campaign=True, absent=" 3@2,1@4 , 0@1")
    assert env.options["absent"] == "0@1, 3@2, 1@4"
    assert env.options["max_cycles"] == 4 * GAME.max_cycles[4]


def test_what_others_have_saved_is_guessed_from_cards_that_could_be_saved():
    table = last_generation(campaign(PLAYERS, content=GAME.shipped).hand(0, "Asteroid", "Mine").ready())
    table.act("card Asteroid")
    place, row, rows = SAVED_BY, table.row("Asteroid"), table.tables["rows"]
    guesses = set()
    for seed in range(30):
        guess = table.states.copy()
        GAME.kernels.determinize(guess, 0, table.tables, 1, np.uint64(seed))
        saved = np.flatnonzero(guess["place"][0] == place)
        assert len(saved) == 1
        assert int(rows["missions"][saved[0]]) & 2
        assert not GAME.violations(guess, 0, table.content)
        guesses.add(int(saved[0]))
    assert len(guesses) > 10
    own = table.states.copy()
    GAME.kernels.determinize(own, 0, table.tables, 0, np.uint64(1))
    assert own["place"][0, row] == place


def test_cards_saved_by_a_seat_that_is_away_are_guessed_too():
    table = campaign(PLAYERS, content=GAME.shipped, absent="1@2")
    rows = table.tables["rows"]["missions"]
    leaving = [k for k in range(int(table.tables["num_projects"])) if int(rows[k]) & 0b11 == 0b11]
    table.states["place"][0, leaving[:2]] = SAVED_BY - 40 + 1  # in the hand of seat 1
    again(next_mission(table.ready(), seat1=[table.called(k) for k in leaving[:2]]), 60, 0, 59)
    assert (table["place"] == SAVED_BY + 1).sum() == 2
    guesses = set()
    for seed in range(20):
        guess = table.states.copy()
        GAME.kernels.determinize(guess, 0, table.tables, 0, np.uint64(seed))
        assert (guess["place"][0] == SAVED_BY + 1).sum() == 2
        assert not GAME.violations(guess, 0, table.content)
        guesses |= set(np.flatnonzero(guess["place"][0] == SAVED_BY + 1).tolist())
    assert len(guesses) > 10


def test_a_card_passed_on_in_the_draft_may_have_been_saved_by_the_neighbour():
    table = last_generation(campaign(PLAYERS, content=only_in("Trees", 1)).hand(1, "Mine", "Comet", "Trees"))
    passed = [table.row(name) for name in ("Mine", "Trees", "Asteroid")]
    table.states["place"][0, passed[2]] = DISCARDED
    table.states["known"][0, passed] = 1 | 2 << KNOWN_BY  # by seat 0 to seat 1
    table.act("card Mine")
    places = set()
    for seed in range(40):
        guess = table.states.copy()
        GAME.kernels.determinize(guess, 0, table.tables, 0, np.uint64(seed))
        assert not GAME.violations(guess, 0, table.content)
        for place in (IN_DECK, DISCARDED, IN_HAND + 1, SAVED_BY + 1):
            assert (guess["place"][0] == place).sum() == (table["place"] == place).sum()
        places.add(tuple(place_name(int(guess["place"][0, card])) for card in passed))
    assert {seen for names in places for seen in names} == {"hand 1", "saved 1", "discard"}
    assert all(trees != "saved 1" for _, trees, _ in places), "it is not allowed in the next mission"


def test_what_a_seat_saved_that_is_away_twice_was_meant_for_the_first_mission_it_missed():
    table = campaign(4, content=only_in("Comet", 1, 3), absent="1@2, 1@3").hand(1, "Mine")
    again(next_mission(table, seat1=["Mine"]), 60, 0, 59, 58)
    again(next_mission(table), 60, 0, 59, 58)
    assert (table["mission"], table.place("Mine")) == (2, "saved 1")
    table.tables["rows"]["missions"][: table.row("Fish")] &= 0b1101  # most are not of mission 2
    table.states["place"][0, table.row("Mine")], table.states["place"][0, table.row("Fish")] = 1, SAVED_BY + 1
    for seed in range(20):
        guess = table.states.copy()
        GAME.kernels.determinize(guess, 0, table.tables, 0, np.uint64(seed))
        (saved,) = np.flatnonzero(guess["place"][0] == SAVED_BY + 1)
        assert int(table.tables["rows"]["missions"][saved]) & 0b10


def test_milestones_and_awards_of_the_last_mission_keep_their_names_in_the_log():
    table = campaign(PLAYERS, content=GAME.shipped).has(0, megacredit=20).ready().act("award open_doors")
    line = next(row for row in lines_of(table) if "funds" in row)
    next_mission(table)
    assert line in lines_of(table)


def test_a_mission_begins_in_the_log_before_its_cards_are_drawn():
    table = next_mission(campaign(PLAYERS).hand(0, "Mine"), seat0=["Mine"])
    assert lines_of(table)[-2:] == (
        "player_2 ends the mission with 28 Victory Points: Prefect, 5 TP",
        "mission 2, Works, begins: player_1 draws 2 cards; player_2 draws 2 cards",
    )


def lines_of(table):
    return happened(table.states[0], table.content, [f"player_{seat}" for seat in range(table.players)])


def test_who_is_away_is_no_leader_of_an_award():
    table = again(next_mission(campaign(PLAYERS, board="tharsis", absent="1@2")), 60, 0, 59)
    table.marks("award", thermalist=0).ready()
    assert [int(scoring.points(table.states[0], table.tables, seat)) for seat in range(PLAYERS)] == [65, 0, 64]


def test_greedy_saves_cards_for_the_next_mission():
    table = campaign(PLAYERS, content=GAME.shipped).hand(0, "Earth Catapult", "Research", "Media Group", "Flooding")
    env = env_at(last_generation(table.ready()))
    greedy = marszoo.make_agent("greedy", seed=0)
    saved = []
    while env.seat == 0:
        said = env.describe(greedy.act_env(env))
        saved.append(said.partition(" (")[0])
        env.step(greedy.act_env(env))
    assert len(saved) >= 2
    assert set(saved[:2]) <= {"save Earth Catapult", "save Research", "save Media Group"}, saved


def test_greedy_wins_missions_of_a_campaign_against_random_play():
    match = play_match("legacy_of_mars_v0", ["greedy", "random"], 6, campaign=True)
    greedy, random = match.standings
    assert greedy.wins == 6
    assert greedy.score > random.score
    for mission in range(1, MISSIONS + 1):
        assert greedy.measures[f"TP {mission}"] > random.measures[f"TP {mission}"]
    assert sum(greedy.measures[f"TP {mission}"] for mission in range(1, MISSIONS + 1)) == pytest.approx(greedy.score)


@pytest.mark.skipif(not COMPILED, reason="plays the other kind in a process of its own")
def test_compiled_and_interpreted_campaigns_agree():
    check_interpreted(GAME, range(1), num_players=3, campaign=True, absent="1@2", mission_rewards=True)
