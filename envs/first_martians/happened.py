"""Recent events in words."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.first_martians import state, words
from marszoo.envs.first_martians.actions import JOB_AT
from marszoo.envs.first_martians.describe import (
    HELPERS,
    facility_name,
    goal_text,
    part_name,
    place_name,
    project_name,
)
from marszoo.envs.first_martians.phrases import effects_phrase, goods, plural
from marszoo.envs.first_martians.state import ENDINGS, PARTS, RING

Event = tuple[int, int, int, int]
"""Kind, seat, a, b."""

DICE = len(words.DICE)
"""An event of a roll names die k of colour c as ``DICE * c + k``."""
HEADS = {
    *(state.E_SOL, state.E_PHASE, state.E_EVENT, state.E_SKILL, state.E_JOB, state.E_MALFUNCTION),
    *(state.E_CARD, state.E_SKIPPED, state.E_NO_CARD, state.E_PENALTY, state.E_PAID, state.E_END),
}
"""Events that begin a line; what comes of them stands behind them."""
DECLARED = {state.E_ASSIGN, state.E_JOIN}
"""Events that stand in one line with others of their kind only."""
ENDED = {
    state.E_SUCCESS: "done",
    state.E_FAIL: "failed",
    state.E_SHORT: "too few pawns, nothing is done",
    state.E_LOST: "no longer possible, nothing is done",
}
"""How an action ended."""


def happened(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """The lines of :func:`lines_of` alone."""
    return tuple(text for _, text in lines_of(s, content, names))


def lines_of(s: Any, content: Content, names: Sequence[str]) -> tuple[tuple[bool, str], ...]:
    """The events that the ring still holds as lines, oldest first: each begins with a cause, and what came of it follows.

    A line comes with whether it tells what was declared. Phases in which nothing happened are left out, and so is what
    has lost its cause because the ring is full.
    """
    total = int(s["events"])
    rows = [parts_of(s["event"][k % RING]) for k in range(max(0, total - RING), total)]
    while total > RING and rows and rows[0][0] not in HEADS | DECLARED:
        rows = rows[1:]
    lines: list[tuple[int, list[str]]] = []  # kind of the first event, all in words
    thrown = False  # dice of the running action lie on the table
    while rows:
        kind, seat, a, b = rows[0]
        n = together(rows)
        goes_on = bool(lines) and belongs(kind, lines[-1][0], thrown)
        if kind == state.E_ROLL:
            text = ("re-rolled, " if thrown else "") + rolled(rows[:n])
        elif kind == state.E_MALFUNCTION:
            text = malfunction(rows[:n])
        elif kind in ENDED and goes_on:
            text = ENDED[kind]
        else:
            text = crew_event(s, content, names[seat], kind, a, b)
        thrown = (thrown or kind == state.E_ROLL) and kind not in ENDED
        if goes_on:
            lines[-1][1].append(text)
        else:
            lines.append((kind, [text]))
        rows = rows[n:]
    told = [(head, texts) for head, texts in lines if head != state.E_PHASE or len(texts) > 1]
    return tuple((head in DECLARED, joined(head, texts)) for head, texts in told)


def belongs(kind: int, head: int, thrown: bool) -> bool:
    """Whether an event stands in the line that an event of kind `head` began."""
    if kind in DECLARED or head in DECLARED:
        return kind in DECLARED and head in DECLARED
    if kind in ENDED:
        return head == state.E_JOB
    return thrown if kind == state.E_SKILL else kind not in HEADS


def joined(head: int, texts: Sequence[str]) -> str:
    """Such as ``player_0, research Model: blue dice: no success; failed``; what was declared has no cause."""
    if head in DECLARED or len(texts) == 1:
        return "; ".join(texts)
    return f"{texts[0]}: {'; '.join(texts[1:])}"


def together(rows: Sequence[Event]) -> int:
    """How many of the first events belong together: dice of one action, the tracks of a Malfunction phase."""
    kind, _, a, _ = rows[0]
    n = 1
    if kind == state.E_ROLL:
        while n < len(rows) and rows[n][0] == kind and rows[n][2] // DICE == a // DICE and rows[n][2] > rows[n - 1][2]:
            n += 1
    elif kind == state.E_MALFUNCTION:
        while n < len(rows) and rows[n][0] == kind:
            n += 1
    return n


def rolled(rows: Sequence[Event]) -> str:
    shown = [words.DICE[a % DICE] if b else f"no {words.DICE[a % DICE]}" for _, _, a, b in rows]
    return f"{words.COLOURS[rows[0][2] // DICE]} dice: {', '.join(shown)}"


def malfunction(rows: Sequence[Event]) -> str:
    moved = [f"{words.BLOCKS[a].title()} track +{b}" for _, _, a, b in rows if b]
    return f"Malfunction phase: {', '.join(moved) or 'no track moves'}"


def parts_of(event: Any) -> Event:
    """Kind, seat, a and b of an event, which the record has in one number; a and b may be negative."""
    kind, seat, a, b = int(event).to_bytes(4, "little")
    return kind, seat, a - 256 * (a > 127), b - 256 * (b > 127)


def crew_event(s: Any, content: Content, name: str, kind: int, a: int, b: int) -> str:
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
            return f"{name} declares {deed(s, content, kind_of(a), a - JOB_AT[kind_of(a)])}"
        case state.E_JOIN:
            who = HELPERS[b - 1] if b else name
            return f"{who} joins {deed(s, content, kind_of(a), a - JOB_AT[kind_of(a)])}"
        case state.E_JOB:
            return f"{name}, {deed(s, content, a, b)}"
        case state.E_SUCCESS | state.E_FAIL | state.E_SHORT | state.E_LOST:
            return f"{name}, {deed(s, content, a, b)}: {ENDED[kind]}"
        case state.E_ADVENTURE:
            return f"adventure of {name}: {with_effects(content, 'adventure', a)}"
        case state.E_EXPLORED:
            return f"{name} explores {place_name(a)}: {content.names['roi'][b]}"
    return base_event(s, content, kind, a, b)


def kind_of(label: int) -> int:
    """The kind of action at a place of the blocks ``do`` and ``join``."""
    return max(k for k, at in enumerate(JOB_AT) if at <= label)


def deed(s: Any, content: Content, kind: int, target: int) -> str:
    """An action in a few words, whether or not what it was aimed at is still there."""
    word = words.JOBS[kind]
    match kind:
        case words.J_EVENT:
            return f"{word} {target + 1}"
        case words.J_EXPLORE | words.J_GATHER:
            return f"{word} {place_name(target)}"
        case words.J_UPGRADE:
            return f"{word} {content.names['upgrade'][target]}"
        case words.J_UNBLOCK:
            return f"{word} {words.ROVERS[target].title()}"
        case words.J_RESEARCH | words.J_CONSTRUCT:
            return f"{word} {project_name(content, s, target)}"
        case words.J_RESTORE | words.J_RESTART:
            return f"{word} {facility_name(content, target)}"
    return word


def with_effects(content: Content, table: str, row: int, key: str = "effects") -> str:
    """A name, and what comes of it."""
    effects = content.rows[table][row].get(key, ())
    name = content.names[table][row]
    return f"{name} ({effects_phrase(content, effects)})" if effects else name


def base_event(s: Any, content: Content, kind: int, a: int, b: int) -> str:
    match kind:
        case state.E_SOL:
            return f"sol {a}"
        case state.E_PHASE:
            return words.PHASES[a]
        case state.E_EVENT:
            return f"event: {with_effects(content, 'event', a, 'now')}"
        case state.E_PENALTY:
            return f"not attended to: {with_effects(content, 'event', a, 'penalty')}"
        case state.E_PAID:
            return f"{content.names['event'][a]} is paid for"
        case state.E_TRACK:
            return f"{words.BLOCKS[a].title()} track at {b}"
        case state.E_CARD:
            return f"malfunction card: {with_effects(content, 'card', a)}"
        case state.E_SKIPPED:
            return f"malfunction card {content.names['card'][a]} is discarded unresolved"
        case state.E_NO_CARD:
            return f"no card of the {words.BLOCKS[a].title()} block {'has the keyword' if b else 'is left'}"
        case state.E_RED:
            return f"{words.BLOCKS[a].title()} marker turns {'red' if b else 'green'}"
        case state.E_BREAK:
            return f"{part_name(content, PARTS * a + b)} breaks"
        case state.E_REPAIR:
            return f"{part_name(content, PARTS * a + b)} repaired"
        case state.E_STRESS:
            return f"Stress {a:+}"
        case state.E_MORALE:
            return f"Morale {a:+}"
        case state.E_GAIN:
            return f"+{goods(b, words.GOODS[a])}"
        case state.E_LOSE:
            return f"-{goods(b, words.GOODS[a])}"
        case state.E_CARGO:
            return f"+{goods(b, words.GOODS[a])} (Pending)"
        case state.E_STRIP:
            return f"{goods(1, words.GOODS[a])} lost at {place_name(b)}"
        case state.E_SHUT:
            return f"{facility_name(content, a)} shut down ({words.GOODS[b]})"
        case state.E_FLIP:
            return f"{facility_name(content, a)} restarted: {with_effects(content, 'shutdown', b)}"
        case state.E_UPGRADE:
            return f"{content.names['upgrade'][a]} {'works' if b else 'installed'}"
        case state.E_GOAL:
            return f"objective done: {goal_text(s, content, a)}"
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
