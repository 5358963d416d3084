"""Recent public events in words."""

import itertools
from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.terraforming_dice import state, words
from marszoo.envs.terraforming_dice.content import named
from marszoo.envs.terraforming_dice.describe import TILE_PHRASES, some
from marszoo.envs.terraforming_dice.reading import HEX_NAMES
from marszoo.envs.terraforming_dice.state import RING

SEVERAL = {state.E_ROLL: "rolls", state.E_PAY: "gives back"}
"""Kinds of events that are told together, if a seat has several of them in a row."""


def happened(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """The events that the ring still holds, oldest first."""
    total = int(s["events"])
    rows = [[int(x) for x in s["event"][k % RING]] for k in range(max(0, total - RING), total)]
    out = []
    for (kind, seat), group in itertools.groupby(rows, key=lambda row: (row[0], row[1])):
        if kind in SEVERAL:
            out.append(f"{names[seat]} {SEVERAL[kind]} {several([a for _, _, a, _ in group])}")
        elif kind == state.E_TURN:
            out += [f"round {100 * b + a}: {names[seat]}" for _, _, a, b in group]
        else:
            out += [f"{names[seat]} {deed(kind, content, a, b)}" for _, _, a, b in group]
    return tuple(out)


def several(resources: Sequence[int]) -> str:
    """Such as ``2 plant, heat``; beyond the resources is the wild token."""
    names = (*words.RESOURCES, "wild token")
    counts = [(resources.count(r), name) for r, name in enumerate(names)]
    return ", ".join(name if n == 1 else f"{n} {name}" for n, name in counts if n)


def deed(kind: int, content: Content, a: int, b: int) -> str:
    """What the seat of an event did, from the kind and the last two numbers of the event."""

    def card() -> str:
        table, index = named(a)
        return content.names[table][index]

    def resource() -> str:
        return words.RESOURCES[a]

    match kind:
        case state.E_CORPORATION:
            return f"reveals {content.names['corporation'][a]}"
        case state.E_PRODUCE:
            return "takes a production turn"
        case state.E_GAIN:
            return f"gains {b} {resource()}"
        case state.E_WILD:
            return f"gets {some(a, 'wild token')}"
        case state.E_POINTS:
            return f"gets {a} VP"
        case state.E_DRAW:
            return f"draws {some(a, 'card')}"
        case state.E_PLAY:
            return f"plays {card()}"
        case state.E_USE:
            return f"uses {card()}"
        case state.E_TILE:
            return f"places {TILE_PHRASES[a]} on {HEX_NAMES[b]}"
        case state.E_STEP:
            step = "takes an ocean step" if a == words.ON_OCEAN else f"raises the {words.EVENTS[a]}"
            return f"{step}{'' if b else ', which is complete'}"
        case state.E_CHANGE:
            return f"turns {resource()} into {words.RESOURCES[b]}"
        case state.E_DISCARD:
            return f"discards {card()}"
        case state.E_GIFT:
            return f"gives {resource()} to the last player"
        case state.E_LOSE:
            return f"loses {b} {resource()}"
        case state.E_MILESTONE:
            return f"claims {content.names['milestone'][a]}"
        case state.E_REMOVED:
            return f"sees {content.names['milestone'][a]} removed"
        case state.E_FINAL:
            return f"takes one of the last turns, {a} to come"
    raise ValueError(f"no event has the kind {kind}")
