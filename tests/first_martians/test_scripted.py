"""The scripted agents of First Martians on positions where the better action is beyond dispute, and in whole missions."""

import itertools

import numpy as np
import pytest

import marszoo
from first_martians.table import TEST_DECK, Table
from marszoo.agents.arena import play_match
from marszoo.agents.base import View
from marszoo.agents.scripted import first_martians as agents
from marszoo.agents.scripted import first_martians_worths as worths
from marszoo.agents.scripted.first_martians_effects import effects_worth
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.core.jit import COMPILED
from marszoo.envs.first_martians import GAME
from marszoo.envs.first_martians.state import HIT, LAST, WON

PLANS = tuple(agents.AGENTS)


def values(table, agent="greedy"):
    """What the agent thinks each legal action is worth, by the names of the actions."""
    table.look()
    view = View.of_states(GAME, table.content, table.states, [5])
    sums = marszoo.make_agent(agent).weigh(view)[1][0]
    return {table.name(a): sums[a] for a in GAME.legal_actions(table.mask)}


def choice(table, agent="greedy"):
    table.look()
    view = View.of_states(GAME, table.content, table.states, [5])
    return table.name(int(marszoo.make_agent(agent).act(view)[0]))


def better(table, this, than, agent="greedy"):
    judged = values(table, agent)
    return judged[this] > judged[than]


# --- what cards are to come ---


def cards(table, block, rolled, counted, phases, late=1e-9):
    out = np.zeros(LAST)
    worths.count_cards(table.content.tables, block, rolled, counted, phases, late, out)
    return out.tolist()


def test_cards_of_one_phase_are_drawn_by_markers_that_reach_5():
    # The yellow die of the tests' content always shows 2.
    table = Table()
    assert cards(table, 0, True, 0, 1) == [0, 0, 0, 1, 1]
    assert cards(table, 0, True, 1, 1) == [0, 0, 1, 1, 1]
    assert cards(table, 0, False, 0, 1) == [0, 0, 0, 0, 0]
    assert cards(table, 0, False, 5, 1) == [1, 1, 1, 1, 1]


def test_cards_of_two_phases_include_the_event_between_them():
    table = Table()
    # From 0: 2, then one event in three makes it 3, and 2 more are 5. From 3: a card, back to 0, and 0 to 2 draw nothing.
    assert cards(table, 0, True, 0, 2) == pytest.approx([1 / 3, 1, 1, 1, 1])


def test_cards_late_in_the_mission_count_for_less():
    assert cards(Table(), 0, True, 5, 1, late=2.0) == [0.25] * LAST


# --- what effects are worth ---


REWARDS = [row for row in TEST_DECK.rows["event"] if row["id"].startswith("r_")]


def worth(table, row):
    """What the reward of an event is worth to greedy, by the table of worths of this position."""
    s, content = table.look().states[0], table.content.tables
    weights = np.array([agents.AGENTS["greedy"][name] for name, _ in agents.WEIGHTS])
    w = np.zeros(worths.WORTHS)
    agents.appraise(s, content, weights, w)
    start = int(content["event"]["reward"][table.content.ids["event"].index(row["id"])])
    return effects_worth(s, content, 0, start, weights, w)


@pytest.mark.parametrize("row", REWARDS, ids=lambda row: row["id"])
def test_no_effect_is_without_worth_everywhere(row):
    found = []
    for mission in ("goals", "more_goals", "plain"):
        table = Table(3, mission).blank().stock(oxygen=0, energy=0, food=1, part=1, seed=1, sample=1)
        table.put(wounds={0: 2, 1: 1}, stress=9, morale=1, output=[3, 3, 3, 3], plants=[0, 0, 1, 0, 0, 0, 2])
        table.track(working=2, living=2, system=2).broken("farm.filter").tile("1.2", "plain_1", sample=2).red("living")
        found.append(worth(table, row))
    assert any(value != 0.0 for value in found), found


# --- single decisions ---


def test_the_marker_that_is_about_to_trigger_is_moved_down():
    # In the last sol the yellow die brings the one to 5, the orange die the other no further than 4.
    table = Table().track(working=3, living=1).put(listed=[1, 1, 0], sol=12).ready()
    table.act("do manage", *["do quiet"] * 3)
    assert table.asks == "marker to move down"
    assert choice(table) == "marker working"


def test_the_healthier_astronaut_is_hit():
    table = Table(players=3).put(wounds={0: 3, 1: 0, 2: 2})
    table.states["frame"][0, table["depth"] - 1] = (HIT, 0, 1, 0)
    assert table.asks == "who is hit"
    assert choice(table) == "astronaut 1"


@pytest.mark.parametrize("agent", PLANS)
def test_the_astronaut_nearest_to_death_is_treated(agent):
    table = Table(players=2).put(wounds={0: 1, 1: 4}).ready()
    table.act("do med", "join med").rest()
    assert table.asks == "whom to treat"
    assert choice(table, agent) == "astronaut 1"


def test_a_success_that_is_needed_is_rolled_for_again():
    table = (
        Table(players=1, mission="more_goals").put(tokens={0: 4}, sol=12).coming(("brown", "success", False)).ready()
    )
    table.act("do construct 1", "do quiet")
    while table.asks == "assign a helper":
        table.act("idle")
    assert table.asks == "accept or re-roll"
    assert choice(table) == "reroll success"


@pytest.mark.parametrize("seeds", [0, 2])
def test_a_price_is_paid_if_the_consequence_is_worse(seeds):
    # 2 energy, or 2 seeds: nothing is lost where there are none.
    table = Table().stock(energy=9, seed=seeds).event("quiet_hours").ready().rest()
    assert table.asks == "pay for the event"
    judged = values(table)
    assert judged["penalty"] == (0 if seeds == 0 else pytest.approx(judged["pay"]))


# --- pawns ---


def test_the_last_pawn_joins_the_action_that_would_not_be_done_without_it():
    table = Table(players=2, mission="goals").put(sol=11, blocked=[1, 1]).ready()
    table.act("do explore 1.1", "do quiet", "do quiet")
    assert choice(table) == "join explore 1.1"


def assigned(table, agent="greedy"):
    """What the agent does with all pawns that are still to come."""
    chosen = []
    while table.asks == "assign a pawn":
        chosen.append(choice(table, agent))
        table.act(chosen[-1])
    return chosen


def finished(table, agent="greedy"):
    """The mission played to its end, or to the next sol."""
    sol = table["sol"]
    while table.asks != "over" and table["sol"] == sol:
        table.act(choice(table, agent))
    return table


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("agent", PLANS)
def test_in_the_last_sol_the_step_that_is_missing_is_made_sure_of(agent, seed):
    # One roll in three fails; of four pawns and a helper two make it sure.
    table = Table(players=2, mission="more_goals", seed=seed)
    table.put(sol=12, done=[1, 1, 1, 0, 0, 0, 0, 0], steps={0: 1}).ready()
    assert finished(table, agent)["ending"] == WON


def test_an_astronaut_one_wound_from_death_is_taken_care_of_before_the_mission():
    table = Table(players=2, mission="more_goals").put(wounds={0: 4, 1: 4}, sol=3).ready()
    assert any("med" in action for action in assigned(table))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("agent", PLANS)
def test_too_many_broken_parts_in_the_last_sol_are_repaired(agent, seed):
    table = Table(players=2, mission="short", seed=seed).stock(part=5, food=9)
    table.broken("lab.cpu", "med_lab.connector", "farm.cpu").ready()
    assert finished(table, agent)["ending"] == WON


def test_helpers_are_not_left_idle_where_they_make_an_action_sure():
    table = Table(players=1, mission="goals").put(sol=11).ready()
    table.act("do explore 1.1", "join explore 1.1")
    assert table.asks == "assign a helper"
    assert choice(table) == "join explore 1.1"


def test_repair_first_repairs_what_objective_first_leaves_broken():
    def pawns(agent):
        table = Table(players=2, mission="more_goals").put(sol=4, done=[1, 1, 1, 0, 0, 0, 0, 0])
        table.stock(part=9).broken("oxygenator_1.filter", "solar_panel_1.connector", "crew_quarters.hardware").ready()
        return assigned(table, agent)

    assert sum("repair" in a for a in pawns("repair")) > sum("repair" in a for a in pawns("objective"))


# --- all positions ---


@pytest.mark.interpreted
@pytest.mark.boundscheck
@pytest.mark.parametrize("agent", PLANS)
@pytest.mark.parametrize("players", range(1, 5))
def test_every_decision_of_a_mission_is_judged_without_touching_it(agent, players):
    player = marszoo.make_agent(agent)
    rows = 3 if COMPILED else 1  # uncompiled, to weigh one decision takes a quarter of a second
    batch = marszoo.make_batch("first_martians_v0", rows, num_players=players, seed=players)
    batch.reset()
    asked = set()
    for _ in range(60):
        view = View.of_batch(batch)
        before = batch.states.tobytes()
        actions, judged = player.weigh(view)
        assert batch.states.tobytes() == before
        assert np.isfinite(judged).all()
        assert (view.action_masks[np.arange(rows), actions] == 1).all()
        asked |= {int(s["frame"][s["depth"] - 1][0]) for s in batch.states if s["over"] == RUNNING}
        batch.step(batch.random_actions())
    assert len(asked) >= 3


def test_all_seats_judge_alike():
    """The crew shares its goal: who is asked makes no difference to what is best for it, but for who would be in front."""
    table = Table(players=2, mission="more_goals").put(sol=12, done=[1, 1, 1, 0, 0, 0, 0, 0], steps={0: 1}).ready()
    one = choice(table)
    assert choice(table.first(1)) == one


# --- whole missions ---


@pytest.mark.parametrize("players", range(1, 5))
def test_greedy_accomplishes_missions_that_random_fails(players):
    def success(agent):
        match = play_match("first_martians_v0", [agent] * players, games=120, seed=9, difficulty="training")
        return match.standings[0].interval

    greedy, random = (success(name) for name in ("greedy", "random"))
    assert greedy[0] > random[1]


def test_the_plans_play_differently():
    matches = {name: play_match("first_martians_v0", [name] * 2, games=60, seed=3, difficulty="hard") for name in PLANS}
    for one, other in itertools.combinations(PLANS, 2):
        assert (matches[one].steps != matches[other].steps).any(), (one, other)
