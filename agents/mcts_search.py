"""The compiled part of Monte Carlo tree search: templates that are bound to a game, as in ``core.advance``.

One tree, many worlds. Every simulation starts from a world that the seat to move considers possible, with a fresh random
stream, and goes down a tree whose edges are actions, not positions: what hidden cards and dice make of an action is
averaged in its edge. So a node meets different positions; of its edges only those are looked at that are legal in the one
at hand, and each counts how often it was on offer (information-set search with open-loop chance nodes).

Values are vectors, one payoff per seat, and everybody looks at the own entry: with two seats that is minimax, with more
max-n, and where all share one goal all entries are equal.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from marszoo.agents.mcts_network import POLICY, VALUE, forward
from marszoo.envs.core import rng
from marszoo.envs.core.advance import MARGIN, OUTCOME, count_legal, observe, payoffs, play, random_legal, results
from marszoo.envs.core.frames import RUNNING
from marszoo.envs.core.jit import jit
from marszoo.envs.core.record import dtype_of

SIMULATION_STREAM = 0x73696D756C617465
"""Third word of `mix` for the random stream of a simulation."""
LONGEST = 512
"""Edges of a path; a simulation that comes so far is valued there."""
CLOSE = 0.1
"""Share of a final payoff that depends on the margin, so that a search that wins or loses in any case still plays well."""
FIRST_URGENCY = 0.3
"""By how many deviations an action that was not tried yet is thought to be worse than its node."""
SPREAD = 0.1
"""Variance of payoffs to begin with; counts as one simulation."""
NEW = -1
"""No node, no edge."""
RANDOM, GREEDY = 0, 1
"""Who plays a roll-out."""
UNTRIED = 0.02
"""Prior of an action that became legal only in a later world."""


class Node:
    """A sequence of actions from the root."""

    first: Annotated[int, "i4"]  # its first edge; NEW until it is expanded
    last: Annotated[int, "i4"]  # its last edge
    visits: Annotated[int, "i4"]  # simulations that came through


class Edge:
    """An action in a node."""

    next: Annotated[int, "i4"]  # the node's next edge, or NEW
    child: Annotated[int, "i4"]  # the node it leads to, or NEW
    action: Annotated[int, "i4"]
    visits: Annotated[int, "i4"]  # simulations that took it
    offered: Annotated[int, "i4"]  # simulations in which it was legal
    prior: Annotated[float, "f4"]  # how promising it looked when the node was expanded, 0 to 1


class Search:
    """Settings of a search and how far it has come."""

    word: Annotated[int, "u8"]  # seed of the decision
    done: Annotated[int, "i8"]  # simulations so far
    nodes: Annotated[int, "i8"]  # nodes in use
    edges: Annotated[int, "i8"]  # edges in use
    decisions: Annotated[int, "i8"]  # decisions simulated so far, forced ones not counted
    depth: Annotated[int, "i8"]  # decisions of a roll-out, after which it is valued
    rollout: Annotated[int, "i8"]  # RANDOM or GREEDY
    patience: Annotated[int, "i8"]  # simulations that come to a node before it is expanded
    explore: Annotated[float, "f8"]  # weight of priors against values
    temperature: Annotated[float, "f8"]  # what the scripted agent's values are divided by before their softmax
    noise: Annotated[float, "f8"]  # share of the prior that is spread evenly
    shared: Annotated[bool, "?"]  # one goal for all seats
    network: Annotated[bool, "?"]  # priors and values come from a policy


NODE, EDGE, SEARCH = dtype_of(Node), dtype_of(Edge), dtype_of(Search)


score_scale, cooperative = 1.0, False


def weigh(
    world: Any, content: Any, seat: Any, weights: Any, mask: Any, trial: Any, masks: Any, values: Any
) -> None: ...
def estimate(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None: ...
def final(s: Any, content: Any, shared: Any, scale: Any, desk: Any, out: Any) -> None: ...


# Placeholders for the names that are bound here and not in ``core.advance``.


@jit
def no_weigh(
    world: Any,  # here and below: every game's function has this signature
    content: Any,
    seat: Any,
    weights: Any,
    mask: Any,
    trial: Any,
    masks: Any,
    values: Any,
) -> None:
    """The ``weigh`` of a game without a scripted agent: all actions look alike."""


def as_it_stands_template(s: Any, content: Any, weights: Any, mask: Any, out: Any) -> None:  # noqa: ARG001
    """The ``estimate`` of a game that has none: as if the game ended here, by the margin of the scores."""
    num = s.num_players
    desk, rank = np.zeros((2, num)), np.zeros(num, np.int64)
    results(s, content, desk[0], desk[1])
    payoffs(num, cooperative or num == 1, MARGIN, score_scale, desk[0], desk[1], rank, out)


def final_template(s: Any, content: Any, shared: Any, scale: Any, desk: Any, out: Any) -> None:
    """Payoffs of a game that is over: who won, and a little by how much. `desk` is (3, P) float64."""
    num = np.int64(s.num_players)
    rank = np.zeros(num, np.int64)
    results(s, content, desk[0], desk[1])
    payoffs(num, shared, MARGIN, scale, desk[0], desk[1], rank, desk[2])
    payoffs(num, shared, OUTCOME, scale, desk[0], desk[1], rank, out)
    for p in range(num):
        out[p] = (1.0 - CLOSE) * out[p] + CLOSE * desk[2, p]


@jit
def soften(mask: Any, values: Any, temperature: Any, noise: Any) -> None:
    """Turn the values of the legal actions into a prior: their softmax, a share of it spread evenly."""
    most = -np.inf
    number = 0
    for a in range(len(mask)):
        if mask[a] != 0:
            most = max(most, values[a])
            number += 1
    total = 0.0
    for a in range(len(mask)):
        if mask[a] != 0:
            values[a] = math.exp(max(-50.0, (values[a] - most) / temperature))
            total += values[a]
    for a in range(len(mask)):
        if mask[a] != 0:
            values[a] = (1.0 - noise) * values[a] / total + noise / number


@jit
def add_edges(
    search: Any, nodes: Any, node: Any, edges: Any, edge_sums: Any, mask: Any, priors: Any, offered: Any
) -> None:
    """Append an edge, `offered` so often, to `node` for every action with a prior above 0, as long as there is room."""
    last = np.int64(nodes[node].last)
    for a in range(len(mask)):
        if mask[a] == 0 or priors[a] <= 0.0 or search.edges >= len(edges):
            continue
        e = search.edges
        search.edges += 1
        edges[e].next = NEW
        edges[e].child = NEW
        edges[e].action = a
        edges[e].visits = 0
        edges[e].offered = offered
        edges[e].prior = priors[a]
        edge_sums[e, :] = 0.0
        if last == NEW:
            nodes[node].first = e
        else:
            edges[last].next = e
        last = e
    nodes[node].last = last


@jit
def extend(search: Any, nodes: Any, node: Any, edges: Any, edge_sums: Any, mask: Any, priors: Any) -> None:
    """Give `node` edges for the actions that are legal in this world and were not in those before."""
    for a in range(len(mask)):
        priors[a] = UNTRIED
    e = np.int64(nodes[node].first)
    while e != NEW:
        priors[edges[e].action] = 0.0
        e = np.int64(edges[e].next)
    add_edges(search, nodes, node, edges, edge_sums, mask, priors, 1)


@jit
def select(
    search: Any,
    nodes: Any,
    node: Any,
    edges: Any,
    node_sums: Any,
    edge_sums: Any,
    seat: Any,
    mask: Any,
    spread: Any,
    offer: Any,
) -> Any:
    """(best edge, number of edges that are legal now): the highest value plus what is hoped from trying it more often.

    The best edge is NEW if none is legal. Those that are count as offered `offer` times more. Hopes are measured in
    deviations of the payoff, so that games whose searches see small differences are explored like those that see large ones.
    """
    reach = search.explore * spread
    mean = node_sums[node, seat] / max(1, np.int64(nodes[node].visits) - 1)
    best: Any = NEW
    most, number = -np.inf, 0
    e = np.int64(nodes[node].first)
    while e != NEW:
        if mask[edges[e].action] != 0:
            number += 1
            edges[e].offered += offer
            visits = np.int64(edges[e].visits)
            value = edge_sums[e, seat] / visits if visits > 0 else mean - FIRST_URGENCY * spread
            value += reach * edges[e].prior * math.sqrt(edges[e].offered) / (1.0 + visits)
            if value > most:
                best, most = e, value
        e = np.int64(edges[e].next)
    return best, number


def simulate_template(
    count: Any,
    searches: Any,
    worlds: Any,
    content: Any,
    weights: Any,
    scale: Any,
    root: Any,
    work: Any,
    masks: Any,
    nodes: Any,
    edges: Any,
    node_sums: Any,
    edge_sums: Any,
    spreads: Any,
    path: Any,
    desk: Any,
    priors: Any,
    layers: Any,
    numbers: Any,
    floats: Any,
) -> None:
    """Go on with a search for `count` simulations.

    Args:
        searches: (1,) SEARCH. worlds: (K,) states, which are taken in turn. root: (A,) the mask of the seat to move.
        weights: of the scripted agent. scale: the game's ``score_scale``.
        work: (2,) states and masks: (2, A) masks to overwrite.
        nodes, edges: (N,) NODE and (E,) EDGE; node_sums, edge_sums: (N, P) and (E, P) sums of payoffs.
        spreads: (3, P) number, mean and sum of squared deviations of the payoffs of all simulations.
        path: (LONGEST,) int64; desk: (4, P) float64; priors: (A,) float64, all to overwrite.
        layers, numbers, floats: of the policy; see ``mcts_network.py``.
    """
    search = searches[0]
    num = node_sums.shape[1]
    mask, payoff = masks[1], desk[3]
    for _ in range(count):
        search.done += 1
        nodes[0].visits += 1
        node: Any = 0
        begun: Any = NEW
        trial: Any = 0
        if nodes[0].first != NEW:
            seat = np.int64(worlds[0].player)
            spread = math.sqrt((spreads[2, seat] + SPREAD) / (spreads[0, seat] + 1.0))
            begun, _ = select(search, nodes, 0, edges, node_sums, edge_sums, seat, root, spread, 1)
            trial = np.int64(edges[begun].visits)
        # The k-th trial of each action meets the same world and the same luck: only differences between actions count.
        work[0] = worlds[trial % len(worlds)]
        s = work[0]
        rng.seed(s, rng.mix(search.word, trial, SIMULATION_STREAM))
        mask[:] = root
        length = 0
        while s.over == RUNNING and length < LONGEST:
            if nodes[node].first == NEW:
                if node != 0 and (nodes[node].visits <= search.patience or search.edges + len(mask) > len(edges)):
                    break
                priors[:] = 0.0
                if search.network:
                    observe(s, content, s.player, floats[0, : numbers[0]])
                    forward(POLICY, layers, numbers, floats, priors)
                    soften(mask, priors, 1.0, search.noise)
                else:
                    # The root is what all worlds have in common: its actions are weighed in several of them.
                    looks = min(8, len(worlds)) if node == 0 else 1
                    for k in range(looks):
                        if k > 0:
                            work[0] = worlds[k]
                        weigh(s, content, s.player, weights, mask, work, masks, priors)
                    if looks > 1:
                        work[0] = worlds[0]
                        rng.seed(s, rng.mix(search.word, 0, SIMULATION_STREAM))
                    soften(mask, priors, search.temperature * looks, search.noise)
                add_edges(search, nodes, node, edges, edge_sums, mask, priors, 0)
            e = begun
            if length > 0 or begun == NEW:
                seat = np.int64(s.player)
                spread = math.sqrt((spreads[2, seat] + SPREAD) / (spreads[0, seat] + 1.0))
                e, number = select(search, nodes, node, edges, node_sums, edge_sums, seat, mask, spread, 1)
                if number < count_legal(mask) and search.edges + len(mask) <= len(edges):
                    extend(search, nodes, node, edges, edge_sums, mask, priors)
                    e, _ = select(search, nodes, node, edges, node_sums, edge_sums, seat, mask, spread, 0)
                if e == NEW:
                    break
            path[length] = e
            length += 1
            play(s, content, edges[e].action, mask)
            search.decisions += 1
            node = np.int64(edges[e].child)
            if node == NEW:
                if search.nodes == len(nodes):
                    break
                node = search.nodes
                search.nodes += 1
                nodes[node].first = NEW
                nodes[node].last = NEW
                nodes[node].visits = 0
                node_sums[node, :] = 0.0
                edges[e].child = node
            nodes[node].visits += 1
        for _step in range(search.depth):
            if s.over != RUNNING:
                break
            if search.rollout == RANDOM:
                action = random_legal(s, mask)
            else:
                priors[:] = 0.0
                weigh(s, content, s.player, weights, mask, work, masks, priors)
                action = -1
                for a in range(len(mask)):
                    if mask[a] != 0 and (action < 0 or priors[a] > priors[action]):
                        action = a
            play(s, content, action, mask)
            search.decisions += 1
        if s.over != RUNNING:
            final(s, content, search.shared, scale, desk, payoff)
        elif search.network:
            seat = np.int64(s.player)
            observe(s, content, seat, floats[0, : numbers[0]])
            forward(VALUE, layers, numbers, floats, priors)
            value = min(1.0, max(-1.0, priors[0]))
            for p in range(num):
                payoff[p] = value if p == seat or search.shared else -value / (num - 1)
        else:
            estimate(s, content, weights, mask, payoff)
        for p in range(num):
            spreads[0, p] += 1.0
            off = payoff[p] - spreads[1, p]
            spreads[1, p] += off / spreads[0, p]
            spreads[2, p] += off * (payoff[p] - spreads[1, p])
        node = 0
        for k in range(length + 1):
            for p in range(num):
                node_sums[node, p] += payoff[p]
            if k == length:
                break
            e = path[k]
            edges[e].visits += 1
            for p in range(num):
                edge_sums[e, p] += payoff[p]
            node = np.int64(edges[e].child)
            if node == NEW:
                break
