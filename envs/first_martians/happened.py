"""Recent events in words."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.first_martians import state, words
from marszoo.envs.first_martians.actions import JOB_AT
from marszoo.envs.first_martians.describe import (
    HELPERS,
    facility_name,
    part_name,
    place_name,
    plural,
)
from marszoo.envs.first_martians.state import ENDINGS, PARTS, RING


def happened(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """The events that the ring still holds, oldest first."""
    total = int(s["events"])
    rows = [parts_of(s["event"][k % RING]) for k in range(max(0, total - RING), total)]
    return tuple(crew_event(content, names[seat], kind, a, b) for kind, seat, a, b in rows)


def parts_of(event: Any) -> tuple[int, int, int, int]:
    """Kind, seat, a and b of an event, which the record has in one number; a and b may be negative."""
    kind, seat, a, b = int(event).to_bytes(4, "little")
    return kind, seat, a - 256 * (a > 127), b - 256 * (b > 127)


def crew_event(content: Content, name: str, kind: int, a: int, b: int) -> str:
    """What an astronaut did or suffered; other events are those of the base."""
    match kind:
        case state.E_WOUND:
            return f"{name} takes {plural(a, 'wound')}"
        case state.E_HEAL:
            return f"{plural(a, 'wound')} of {name} healed"
        case state.E_CONDITION:
            return f"{name} {'gets' if b else 'is cured of'} {content.names['condition'][a]}"
        case state.E_TOKEN:
            return f"{name} gains {plural(a, 'Morale token')}"
        case state.E_SKILL:
            return f"{name} uses the skill of {content.names['astronaut'][a]}"
        case state.E_ASSIGN:
            return f"{name}: {words.JOBS[kind_of(a)]} declared"
        case state.E_JOIN:
            who = HELPERS[b - 1] if b else name
            return f"{who} joins: {words.JOBS[kind_of(a)]}"
        case state.E_ROLL:
            return f"{words.COLOURS[a // 3]} die: {words.DICE[a % 3] if b else f'no {words.DICE[a % 3]}'}"
        case state.E_SUCCESS | state.E_FAIL:
            return f"{name}: {words.JOBS[a]} {'done' if kind == state.E_SUCCESS else 'failed'}"
        case state.E_ADVENTURE:
            return f"adventure of {name}: {content.names['adventure'][a]}"
        case state.E_EXPLORED:
            return f"{name} explores {place_name(a)}: {content.names['roi'][b]}"
    return base_event(content, kind, a, b)


def kind_of(label: int) -> int:
    """The kind of action at a place of the blocks ``do`` and ``join``."""
    return max(k for k, at in enumerate(JOB_AT) if at <= label)


def base_event(content: Content, kind: int, a: int, b: int) -> str:
    match kind:
        case state.E_SOL:
            return f"sol {a}"
        case state.E_EVENT:
            return f"event: {content.names['event'][a]}"
        case state.E_PENALTY:
            return f"{content.names['event'][a]} strikes"
        case state.E_PAID:
            return f"{content.names['event'][a]} is paid for"
        case state.E_TRACK:
            return f"{words.BLOCKS[a]} track at {b}"
        case state.E_MALFUNCTION:
            return f"malfunction: {words.BLOCKS[a]} track +{b}"
        case state.E_CARD:
            return f"malfunction card: {content.names['card'][a]}"
        case state.E_SKIPPED:
            return f"malfunction card {content.names['card'][a]} is discarded unresolved"
        case state.E_NO_CARD:
            return f"no card of the {words.BLOCKS[a]} block {'has the keyword' if b else 'is left'}"
        case state.E_RED:
            return f"{words.BLOCKS[a]} marker turns {'red' if b else 'green'}"
        case state.E_BREAK:
            return f"{part_name(content, PARTS * a + b)} breaks"
        case state.E_REPAIR:
            return f"{part_name(content, PARTS * a + b)} repaired"
        case state.E_STRESS:
            return f"Stress {a:+}"
        case state.E_MORALE:
            return f"Morale {a:+}"
        case state.E_GAIN:
            return f"+{b} {words.GOODS[a]}"
        case state.E_LOSE:
            return f"-{b} {words.GOODS[a]}"
        case state.E_SHUT:
            return f"{facility_name(content, a)} shut down ({words.GOODS[b]})"
        case state.E_FLIP:
            return f"{facility_name(content, a)} restarted: {content.names['shutdown'][b]}"
        case state.E_UPGRADE:
            return f"{content.names['upgrade'][a]} {'works' if b else 'installed'}"
        case state.E_GOAL:
            return f"objective {a + 1} done"
        case state.E_ROVER:
            return f"{words.ROVERS[a].title()} {'blocked' if b else 'repaired'}"
        case state.E_OUTPUT:
            return f"{facility_name(content, a)} now produces {b}"
        case state.E_PLANT:
            return f"{plural(a, 'plant')} ripe"
        case state.E_WILTED:
            return f"plants drop {a}"
        case state.E_END:
            return ENDINGS[a]
    raise ValueError(f"no event has the kind {kind}")
