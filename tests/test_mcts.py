import dataclasses
import itertools

import numpy as np
import pytest
from policies import some_policy, some_view
from toy import TEAM, TOY
from toy import agents as toy_agents

import marszoo
from marszoo.agents import mcts, scripted
from marszoo.agents.arena import play_match
from marszoo.agents.lookahead import WEIGHTS, ScriptedAgent
from marszoo.agents.mcts import MCTSAgent, Tree
from marszoo.agents.mcts_network import POLICY, VALUE, flattened, forward
from marszoo.agents.mcts_search import soften
from marszoo.agents.ppo.policy import PolicyAgent
from marszoo.envs import registry
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.core.record import kernel_array

scripted.register("toy", toy_agents)
scripted.register("toy_team", toy_agents)

GAMES = {TOY.id: TOY, **{id: registry.get(id) for id in registry.games()}}
BARE = dataclasses.replace(TOY, name="toy_bare")
"""A game without scripted agents."""
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def searched(agent, view):
    """What a search of the first row with a choice has tried."""
    row = int(np.flatnonzero(view.action_masks.sum(axis=1) > 1)[0])
    return (*agent.search(view.only(row)), view.action_masks[row])


# --- what a search does ---


@every_game
@pytest.mark.parametrize("simulations", [1, 33, 150])
def test_every_simulation_begins_with_a_legal_action(game, simulations):
    agent = MCTSAgent(simulations)
    visits, values, mask = searched(agent, some_view(game, num_players=max(2, game.min_players)))
    assert (visits[mask == 0] == 0).all()
    # One that leads by more than what is left ends the search.
    assert 0 < visits.sum() <= simulations
    if visits.sum() < simulations:
        first, second = sorted(visits)[::-1][:2]
        assert first - second > simulations - visits.sum()
    assert (np.abs(values) <= 1.0).all()
    assert (values[visits == 0] == -1.0).all()


@pytest.mark.interpreted
def test_equal_views_get_equal_searches_whatever_was_searched_before():
    view = some_view(TOY, 4)
    agent, other = MCTSAgent(40), MCTSAgent(40)
    other.search(some_view(TOY, 4, steps=12).only(0))
    other.simulations = 200
    other.search(view.only(1))
    other.simulations = 40
    for a, b in zip(agent.search(view.only(2)), other.search(view.only(2)), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_seed_of_its_own_gives_another_search():
    view = some_view(TOY, 4)
    tried = [MCTSAgent(100).search(view.reseeded(seed).only(2))[1] for seed in (0, 1)]
    assert (tried[0] != tried[1]).any()


@every_game
@pytest.mark.parametrize("rollout", ["random", "greedy"])
def test_roll_outs_may_be_cut_or_go_to_the_end(game, rollout):
    view = some_view(game, 4, steps=8)
    short = game is TOY  # a game of a few more decisions
    tried = []
    for depth in (0, 3, mcts.TO_THE_END):
        agent = MCTSAgent(4, rollout=rollout, depth=depth)
        searched(agent, view)
        tried.append(int(agent._tree.search["decisions"][0]))
    assert tried[0] < tried[1]
    assert short or tried[1] < tried[2]


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [2, 3, 4])
def test_payoffs_are_vectors_with_an_entry_for_every_seat(players):
    agent = MCTSAgent(60, depth=mcts.TO_THE_END)
    searched(agent, some_view(TOY, 4, num_players=players))
    tree = agent._tree
    assert tree.node_sums.shape[1] == players
    # Competitive payoffs are zero-sum, at the root and in every node below.
    nodes = int(tree.search["nodes"][0])
    assert nodes > 20
    np.testing.assert_allclose(tree.node_sums[:nodes].sum(axis=1), 0.0, atol=1e-9)
    assert (tree.nodes["visits"][:nodes] > 0).all()


def test_seats_with_one_goal_share_one_payoff():
    agent = MCTSAgent(60, depth=mcts.TO_THE_END)
    searched(agent, some_view(TEAM, 4))
    nodes = int(agent._tree.search["nodes"][0])
    np.testing.assert_allclose(agent._tree.node_sums[:nodes, 0], agent._tree.node_sums[:nodes, 1])


@pytest.mark.parametrize("game", [g for g in GAMES.values() if g.min_players == 1], ids=lambda game: game.id)
def test_a_single_player_searches_too(game):
    visits, _, mask = searched(MCTSAgent(50), some_view(game, 4, num_players=1))
    assert (visits[mask == 0] == 0).all()
    assert visits.sum() > 0


def test_a_tree_outgrows_its_memory():
    agent = MCTSAgent(3000, depth=0, explore=100.0)
    view = some_view(TOY, 4)
    agent.search(view.only(0))
    small = MCTSAgent(1)
    small.search(view.only(0))
    assert len(agent._tree.nodes) > len(small._tree.nodes)


def test_with_a_time_limit_the_clock_ends_the_search():
    agent = MCTSAgent(time_ms=0.0)
    searched(agent, some_view(TOY, 4))
    assert int(agent._tree.search["done"][0]) == mcts.SLICE
    agent = MCTSAgent(10, time_ms=1e6)
    searched(agent, some_view(TOY, 4))
    assert int(agent._tree.search["done"][0]) <= 10


def test_one_world_is_searched_if_one_is_asked_for(monkeypatch):
    asked = []
    view = some_view(TOY, 2)
    worlds = type(view).worlds
    monkeypatch.setattr(type(view), "worlds", lambda self, k: asked.append(k) or worlds(self, k))
    MCTSAgent(100, determinizations=1).search(view.only(0))
    MCTSAgent(100, determinizations=70).search(view.only(0))
    MCTSAgent(5).search(view.only(0))
    assert asked == [1, 70, 5]


# --- how well ---


def test_a_search_beats_the_agent_that_guides_it():
    # 95 % of such matches between equals end below 59 %.
    found = play_match("terra_formars_v0", ["mcts:300", "greedy"], games=100).standings[0]
    assert found.win_share > 0.59


def test_without_a_guide_a_search_beats_random_play():
    found = play_match(BARE, [MCTSAgent(60), "random"], games=60).standings[0]
    assert found.win_share > 0.75


# --- a policy as a guide ---


@pytest.mark.interpreted
@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("hidden", [(), (24,), (24, 17)])
def test_compiled_networks_give_what_the_policy_gives(activation, hidden):
    policy = some_policy(activation=activation, hidden=hidden)
    layers, numbers, floats = flattened(policy)
    seen = some_view(TOY, 6).observations
    out = np.zeros(TOY.actions.n)
    for row in range(6):
        floats[0, : seen.shape[1]] = seen[row]
        forward(POLICY, layers, kernel_array(numbers), floats, out)
        np.testing.assert_allclose(out, policy.logits(seen)[row], rtol=1e-4, atol=1e-4)
        floats[0, : seen.shape[1]] = seen[row]
        forward(VALUE, layers, kernel_array(numbers), floats, out)
        np.testing.assert_allclose(out[0], policy.values(seen)[row], rtol=1e-4, atol=1e-4)


def test_a_policy_suggests_actions_and_values_positions(tmp_path):
    policy = some_policy(activation="relu")
    policy.save(tmp_path / "policy.safetensors")
    agent = marszoo.make_agent(f"mcts:50,prior=ppo:{tmp_path}")
    view = some_view(TOY, 4)
    visits, _, _ = searched(agent, view)
    plain, _, _ = searched(MCTSAgent(50), view)
    assert (visits != plain).any()
    # The first look follows the policy alone.
    first, _, mask = searched(marszoo.make_agent(f"mcts:1,prior=ppo:{tmp_path}"), view)
    row = int(np.flatnonzero(view.action_masks.sum(axis=1) > 1)[0])
    assert int(first.argmax()) == PolicyAgent(policy).act(view.only(row))[0]
    assert mask[first.argmax()]


def test_a_policy_values_the_first_position_that_the_tree_does_not_hold(tmp_path):
    some_policy().save(tmp_path / "policy.safetensors")
    agent = marszoo.make_agent(f"mcts:1,prior=ppo:{tmp_path}")
    searched(agent, some_view(TOY, 4))
    assert agent._tree.search["decisions"][0] == 1
    assert agent._tree.search["nodes"][0] == 2


def test_a_policy_of_another_number_of_players_is_refused(tmp_path):
    some_policy(num_players=3).save(tmp_path / "policy.safetensors")
    with pytest.raises(ValueError, match="trained for 3 players"):
        play_match(TOY, [f"mcts:5,prior=ppo:{tmp_path}", "random"], games=2)


# --- priors and estimates ---


@pytest.mark.interpreted
def test_priors_are_a_softmax_of_which_a_share_is_even():
    mask, values = kernel_array(np.array([1, 0, 1, 1], np.int8)), np.array([1.0, 9.0, 3.0, 3.0])
    soften(mask, values, 2.0, 0.3)
    expected = 0.7 * np.exp([-1.0, 0.0, 0.0]) / np.exp([-1.0, 0.0, 0.0]).sum() + 0.1
    np.testing.assert_allclose(values[[0, 2, 3]], expected)


@pytest.mark.boundscheck
@every_game
def test_estimates_are_payoffs_of_every_seat(game):
    module = scripted.module_for(game.name)
    estimate = getattr(module, "estimate", None)
    if estimate is None:
        pytest.skip("the game leaves it to the standing")
    weights = mcts.evaluation(game)
    for players, seed in itertools.product({game.min_players, 2, game.max_players}, range(2)):
        found = []
        view = some_view(game, 16, steps=40 + 30 * seed, seed=seed, num_players=players)
        worlds = view.worlds(1)[:, 0]
        for r in range(16):
            assert worlds[r]["over"] == RUNNING
            out = np.full(players, 9.0)
            estimate(worlds[r], game.shipped.tables, weights, view.action_masks[r].copy(), out)
            assert (np.abs(out) <= 1.0).all()
            if game.shared(players) and players > 1:
                assert (out == out[0]).all()
            elif players == 2:
                assert out.min() <= 0.0 <= out.max()
            elif players > 2:
                assert out.min() < 0.0
            found.append(out[0])
        # Positions of different games are told apart, also by whoever plays alone.
        assert len(set(found)) > 8


@pytest.mark.parametrize("game", [TOY, TEAM], ids=["rivals", "team"])
def test_a_game_without_an_estimate_is_valued_by_its_standing_on_its_own_scale(game):
    agent = MCTSAgent(40, depth=0)
    searched(agent, some_view(game, 4, steps=8))
    nodes = int(agent._tree.search["nodes"][0])
    means = agent._tree.node_sums[:nodes] / agent._tree.nodes["visits"][:nodes, None]
    if game is TEAM:
        np.testing.assert_allclose(means[:, 0], means[:, 1])
        assert (means != 0.0).any()
    else:
        np.testing.assert_allclose(means.sum(axis=1), 0.0, atol=1e-9)
        # A coin or two ahead is no win: the scale is ten coins.
        assert ((np.abs(means) > 0.0) & (np.abs(means) < 0.5)).any()


def test_a_search_may_go_by_other_weights_than_greedy(monkeypatch):
    assert (mcts.evaluation(TOY) == [1.0, 0.5, -0.3]).all()
    view = some_view(TOY, 4)
    plain = searched(MCTSAgent(60, depth=0), view)[1]
    monkeypatch.setattr(toy_agents, "SEARCH", {"weights": {"cards": -5.0}}, raising=False)
    assert (mcts.evaluation(TOY) == [1.0, -5.0, -0.3]).all()
    assert ScriptedAgent("greedy").compiled(TOY)[WEIGHTS:].tolist() == [1.0, 0.5, -0.3]
    assert (searched(MCTSAgent(60, depth=0), view)[1] != plain).any()


# --- names and options ---


def test_names_of_searches():
    agent = marszoo.make_agent("mcts:200,rollout=greedy,depth=7,determinizations=3,explore=2,time_ms=5.5", seed=4)
    assert (agent.simulations, agent.rollout, agent.depth, agent.determinizations) == (200, "greedy", 7, 3)
    assert (agent.explore, agent.time_ms, agent.seed) == (2.0, 5.5, 4)
    assert agent.name == "mcts:200,rollout=greedy,depth=7,determinizations=3,explore=2,time_ms=5.5"
    assert marszoo.make_agent("mcts:200", depth=7).depth == 7
    assert marszoo.make_agent("mcts:time_ms=20").simulations == mcts.MOST


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mcts:", "needs a number of simulations or a time limit"),
        ("mcts:0", "simulations=0 is not a whole number from 1 to 1000000"),
        ("mcts:many", "simulations='many' is not a number"),
        ("mcts:10,dept=3", r"no option 'dept' \(did you mean 'depth'\?\); the options are simulations, time_ms, "),
        ("mcts:10,depth=-1", "depth=-1 is not a whole number from 0"),
        ("mcts:10,depth=x", "depth='x' is not a number"),
        ("mcts:10,rollout=gredy", r"rollout='gredy' \(did you mean 'greedy'\?\) is not one of: random, greedy"),
        ("mcts:10,determinizations=0", "determinizations=0 is not a whole number from 1 to 4096"),
        ("mcts:10,explore=-1", "explore=-1.0 is not a number from 0 to 100"),
        ("mcts:time_ms=-1", "time_ms=-1.0 is not a number from 0"),
        ("mcts:10,prior=ppo:nowhere", "no policy at nowhere"),
        ("mcts:10,prior=greedy", "prior='greedy' is no trained policy"),
    ],
)
def test_bad_names_are_refused(name, message):
    with pytest.raises(ValueError, match=message) as error:
        marszoo.make_agent(name).check(TOY, TOY.shipped, 2)
    assert "mcts" in str(error.value)


def test_unknown_options_are_refused_too():
    with pytest.raises(ValueError, match=r"agent 'mcts:10' has no option 'width'"):
        marszoo.make_agent("mcts:10", width=3)


def test_greedy_roll_outs_need_a_scripted_agent():
    with pytest.raises(ValueError, match="has no scripted agent for rollout='greedy'"):
        MCTSAgent(5, rollout="greedy").check(BARE, BARE.shipped, 2)


def test_memory_is_reserved_before_it_is_needed():
    tree = Tree(TOY, 2)
    tree.clear(np.uint64(1), {})
    tree.reserve(100)
    assert len(tree.nodes) > 100
    assert len(tree.edges) == len(tree.edge_sums) > 100 * TOY.actions.n
