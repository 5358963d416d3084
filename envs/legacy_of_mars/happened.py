"""Recent public events in words."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.legacy_of_mars import state, words
from marszoo.envs.legacy_of_mars.asked import seat_name
from marszoo.envs.legacy_of_mars.lookup import objective_name
from marszoo.envs.legacy_of_mars.phrases import (
    RESOURCES,
    TILES,
    corporation_name,
    degrees,
    kept,
    plural,
    row_name,
    space_name,
)
from marszoo.envs.legacy_of_mars.rules import campaign
from marszoo.envs.legacy_of_mars.state import RING

HEADS = {
    *(state.E_GENERATION, state.E_PHASE, state.E_CORPORATION, state.E_SIDE, state.E_DEVELOPMENT, state.E_KEPT),
    *(state.E_BOUGHT, state.E_PLAY, state.E_ACTION, state.E_PROJECT, state.E_SOLD, state.E_MILESTONE, state.E_AWARD),
    *(state.E_GREENERY, state.E_HEAT, state.E_WORKERS, state.E_INNOVATION, state.E_PASS, state.E_END_TURN),
    *(state.E_INCOME, state.E_SAVED, state.E_END, state.E_MISSION, state.E_TITLE),
}
"""Events that begin a line; what comes of them stands behind them."""


def happened(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """The events that the ring still holds as lines, oldest first: each begins with a cause, and what came of it follows."""
    total = int(s["events"])
    ring = s["event"].tolist()
    rows = [ring[k % RING] for k in range(max(0, total - RING), total)]
    lines: list[tuple[int, int, list[str]]] = []  # kind and seat of the cause, all in words
    mission = int(s["mission"]) - sum(row[0] == state.E_MISSION for row in rows)
    for kind, seat, a, b in rows:
        mission += kind == state.E_MISSION
        cause, actor = lines[-1][:2] if lines else (state.E_NONE, -1)
        if kind == state.E_NONE or (kind == state.E_PAID and a == words.MEGACREDIT and cause == state.E_PLAY):
            continue
        text = deed(s, content, mission, kind, seat, a, b)
        named = f"{seat_name(seat, names)} {text}" if seat >= 0 else text
        if kind in HEADS or not lines or (cause not in HEADS and seat != actor):
            lines.append((kind, seat, [named]))
        else:
            lines[-1][2].append(text if seat in (-1, actor) else named)
    return tuple(f"{texts[0]}: {'; '.join(texts[1:])}" if len(texts) > 1 else texts[0] for _, _, texts in lines)


def deed(s: Any, content: Content, mission: int, kind: int, seat: int, a: int, b: int) -> str:
    """What the seat of an event of that mission did or met with."""
    match kind:
        case state.E_GENERATION:
            return f"begins generation {a}" if seat >= 0 else f"generation {a}"
        case state.E_PHASE:
            return f"{state.PHASES[a]} begins"
        case state.E_CORPORATION:
            return f"takes the corporation {corporation_name(content, a)}"
        case state.E_SIDE:
            return f"reveals {row_name(content, a)}"
        case state.E_DEVELOPMENT:
            return f"plays the development {row_name(content, a)}"
        case state.E_KEPT:
            return f"keeps {plural(a, 'starting card')}"
        case state.E_BOUGHT:
            return f"buys {plural(a, 'card')}"
        case state.E_PLAY:
            return f"plays {row_name(content, a)} for {b} M€"
        case state.E_ACTION:
            return f"uses {row_name(content, a)}"
        case state.E_PROJECT:
            return f"uses the standard project {content.names['standard'][a]}"
        case state.E_SOLD:
            return f"sells {plural(a, 'card')}"
        case state.E_MILESTONE:
            return f"claims {objective_name(s, content, 'milestone', a, mission)}"
        case state.E_AWARD:
            return f"funds {objective_name(s, content, 'award', a, mission)}"
        case state.E_GREENERY:
            return "converts plants"
        case state.E_HEAT:
            return "converts heat"
        case state.E_WORKERS:
            return "converts workers"
        case state.E_INNOVATION:
            return "takes the innovation action"
        case state.E_PASS:
            return "passes"
        case state.E_END_TURN:
            return "ends the turn"
        case state.E_SAVED:
            return f"saves {plural(a, 'card')}"
        case state.E_END:
            return "the campaign ends" if s["campaign"] else "the mission ends"
        case state.E_MISSION:
            return f"mission {a + 1}, {content.names['mission'][a]}, begins"
        case state.E_TITLE:
            points = int(campaign.TITLE_POINTS[a])
            return f"ends the mission with {b} Victory Points: {state.TITLES[a]}" + (f", {points} TP" if points else "")
    return outcome(content, kind, a, b)


def outcome(content: Content, kind: int, a: int, b: int) -> str:
    """What comes of what a seat does."""
    match kind:
        case state.E_TILE:
            return f"places {TILES[a]} on {space_name(b)}"
        case state.E_TEMPERATURE:
            return f"temperature {degrees(a)}"
        case state.E_OXYGEN:
            return f"oxygen {a} %"
        case state.E_RATING:
            return f"TR {a:+d}"
        case state.E_GAIN:
            return f"+{plural(b, RESOURCES[a])}"
        case state.E_LOSE:
            return f"-{plural(b, RESOURCES[a])}"
        case state.E_PRODUCTION:
            return f"{RESOURCES[a]} production {b:+d}"
        case state.E_HELD:
            kind_kept = kept(int(content.tables["rows"][a]["holds"]))
            return f"{plural(abs(b), kind_kept)} {'onto' if b > 0 else 'off'} {row_name(content, a)}"
        case state.E_DRAW:
            return f"draws {plural(a, 'innovation card' if b else 'card')}"
        case state.E_REVEAL:
            return f"shows {row_name(content, a)}"
        case state.E_DISCARD:
            return f"discards {plural(a, 'card')}"
        case state.E_MELT:
            return f"melts the glacier on {space_name(a)}"
        case state.E_POPULATION:
            return f"places Population on {space_name(a)}"
        case state.E_CLAIM:
            return f"claims {space_name(a)}"
        case state.E_STEAL:
            return f"steals {plural(b, RESOURCES[a])}"
        case state.E_INCOME:
            return f"income {a} M€"
        case state.E_PAID:
            return f"pays {plural(b, RESOURCES[a])}"
    raise ValueError(f"no event has the kind {kind}")
