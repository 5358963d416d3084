"""Scripted agents of Ore Rush, as a third party writes them; ``scripted.register("toy", agents)`` makes them known."""

from typing import Any

from marszoo.envs.core.jit import jit
from toy.rules import count

WEIGHTS = (("coins", "a coin in hand"), ("cards", "a card in hand"), ("rivals", "a coin of each rival"))
COINS, CARDS, RIVALS = range(3)

AGENTS = {
    "greedy": {"worlds": 2, "coins": 1.0, "cards": 0.5, "rivals": -0.3},
    "hoarder": {"worlds": 1, "coins": 0.1, "cards": 1.0, "rivals": 0.0},
}


@jit
def evaluate(before: Any, s: Any, content: Any, seat: Any, weights: Any, mask: Any) -> Any:
    value = weights[COINS] * s.coins[seat] + weights[CARDS] * count(s, seat)
    for p in range(s.num_players):
        if p != seat:
            value += weights[RIVALS] * s.coins[p]
    return value
