"""The scripted agents: how the outlook pays, and choices that any sensible player would make."""

import numpy as np
import pytest

from marszoo.agents.arena import play_match
from marszoo.agents.base import View
from marszoo.agents.lookahead import ScriptedAgent
from marszoo.agents.scripted.terraforming_dice import AGENTS, WEIGHTS
from marszoo.agents.scripted.terraforming_dice_outlook import BILL, approach, charge, spend
from marszoo.envs.core.jit import COMPILED
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.words import RESOURCES
from terraforming_dice.table import Table

GREEDY = np.array([AGENTS["greedy"][name] for name, _ in WEIGHTS])
LATER = AGENTS["greedy"]["momentum"]


def counted(resources):
    """Dice by resource, dice by colour, and the same as a bill."""
    dice, colours, bill = np.zeros(15, np.int64), np.zeros(5, np.int64), np.zeros(BILL, np.int64)
    for name in resources.split():
        dice[RESOURCES.index(name)] += 1
        colours[RESOURCES.index(name) // 3] += 1
    for resource in np.flatnonzero(dice):
        charge(bill, resource, dice[resource])
    return dice, colours, bill


def paying(held, cost, wild=0, support=1):
    """(value, turns of waiting, wild tokens, changes) for a play worth 10 and wild tokens worth 1."""
    dice, colours, _ = counted(held)
    return approach(dice, colours, counted(cost)[2], wild, 10.0, support, 1.0, GREEDY)


def test_dice_that_show_the_cost_pay_at_once():
    assert paying("heat heat heat", "heat heat heat") == (10.0, 0, 0, 0)


def test_a_wild_token_stands_in_if_that_is_worth_it():
    assert paying("heat heat", "heat heat heat", wild=2) == (9.0, 0, 1, 0)


def test_a_support_action_changes_a_die_of_the_colour_and_another_die_pays_for_it():
    assert paying("heat heat event plant", "heat heat heat") == (10.0, 0, 0, 1)
    assert paying("heat heat event plant", "heat heat heat", support=0) == (pytest.approx(10 * LATER), 1, 0, 1)


@pytest.mark.parametrize(
    "held", ["heat heat event", "heat heat plant plant"], ids=["nothing to pay", "no die of the colour"]
)
def test_without_a_die_to_change_and_one_to_pay_it_takes_two_rolls_for_a_common_face(held):
    assert paying(held, "heat heat heat") == (pytest.approx(10 * LATER), 1, 0, 0)


@pytest.mark.parametrize(("resource", "rolls"), [("plant", 2), ("microbe", 3), ("animal", 6)])
def test_rare_faces_take_more_rolls(resource, rolls):
    value, wait, _, _ = paying("", resource)
    assert wait == rolls - 1
    assert value == pytest.approx(10 * LATER**wait)


def test_wild_tokens_stand_for_the_rarest_icon():
    assert paying("", "plant animal", wild=1)[1:] == (1, 1, 0)


def test_what_is_paid_and_changed_is_gone():
    dice, colours, _ = counted("heat heat event plant plant")
    spend(dice, colours, counted("heat heat heat")[2], 1)
    assert dice.sum() == colours.sum() == 1


def choice(table, agent="greedy", **weights):
    """What an agent does at a prepared table, in words."""
    view = View.of_states(GAME, table.content, table.states, [7])
    return table.name(int(ScriptedAgent(agent, **weights).act(view)[0]))


def test_three_heat_raise_the_temperature_rather_than_nothing():
    assert choice(Table().dice(0, "heat heat heat plant").main()) == "temperature"


def test_in_the_last_turn_points_are_taken_rather_than_resources_or_cards():
    table = Table().dice(0, "water water water megacredit megacredit megacredit").tracks(temperature=8, oxygen=16)
    behind = table.oceans(6).points(0, 20, bonuses=2).points(1, 23, bonuses=2).put(left=0).main()
    assert behind.legal >= {"colour red", "change", "draw"}
    assert choice(behind) in ("ocean", "points")


def test_in_the_last_turn_dice_are_changed_to_what_completes_a_price():
    table = Table().dice(0, "heat heat event plant").tracks(oxygen=16).oceans(7).put(left=0).start()
    assert choice(table) == "change"
    table.act("change")
    assert choice(table) == "resource plant"
    table.act("resource plant")
    assert choice(table) == "resource event"
    table.act("resource event")
    assert choice(table) == "resource heat"


def test_a_production_turn_is_taken_when_there_is_nothing_to_spend():
    assert choice(Table().start()) == "produce"


def test_resources_that_lead_to_a_play_are_kept():
    table = Table().dice(0, "heat heat heat plant animal titanium").start().act("produce")
    given_up = []
    while table.asks == "give up resource":
        given_up.append(choice(table))
        table.act(given_up[-1])
    assert sorted(given_up) == ["resource animal", "resource plant", "resource titanium"]


def test_a_hand_too_large_to_be_refilled_is_kept():
    hand = ("ghg", "garden", "mine", "bank", "academy", "dam")
    table = Table().hand(0, *hand).start().act("produce")
    assert choice(table, refresh=99.0) == "done"


def test_a_card_worth_less_than_a_fresh_one_is_discarded_and_others_are_kept():
    table = Table().hand(0, "ghg", "forest").start().act("produce")
    assert choice(table, refresh=99.0).startswith("card")
    assert choice(table, refresh=-99.0) == "done"


@pytest.mark.skipif(not COMPILED, reason="games of scripted agents take minutes when interpreted")
def test_a_rush_ends_the_game_long_before_an_engine_is_used():
    rush, engine = (
        play_match(GAME, [ScriptedAgent(name, seed=k, worlds=1) for k in range(2)], 40) for name in ("rush", "engine")
    )
    assert rush.decisions < 0.75 * engine.decisions


@pytest.mark.skipif(not COMPILED, reason="games of scripted agents take minutes when interpreted")
@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_plan_beats_random_play(agent, players):
    match = play_match(GAME, [agent, *["random"] * (players - 1)], 40)
    assert match.standings[0].interval[0] > 0.85
