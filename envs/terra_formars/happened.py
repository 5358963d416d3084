"""The last public events in words."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.terra_formars import state
from marszoo.envs.terra_formars.content import COMBAT, SPECIAL
from marszoo.envs.terra_formars.state import EVENTS

TOKENS = (("Victory Point", "Victory Points"), ("Star token", "Star tokens"), ("Wound token", "Wound tokens"))
ICONS = (("Star", "Stars"), ("Serum", "Serums"), ("Wound", "Wounds"), ("Danger", "Dangers"))


def count(n: int, words: tuple[str, str]) -> str:
    """Such as ``1 Star`` or ``2 Stars``."""
    return f"{n} {words[n != 1]}"


def icons_in_words(icons: Sequence[int]) -> str:
    """Such as ``2 Stars, 1 Danger``; ``nothing`` if there are none."""
    return ", ".join(count(int(n), words) for n, words in zip(icons, ICONS, strict=True) if n) or "nothing"


def happened(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """The events that the ring still holds, oldest first."""
    total = int(s["events"])
    rows = [[int(x) for x in s["event"][k % EVENTS]] for k in range(max(0, total - EVENTS), total)]
    # A row has no room for the number of the turn: the latest turn is the one that is being played.
    turn = int(s["turn"]) - sum(row[0] == state.E_TURN for row in rows)
    out = []
    for kind, seat, a, b in rows:
        if kind == state.E_TURN:
            turn += 1
            out.append(f"turn {turn}: {names[seat]}")
        else:
            out.append(f"{names[seat]} {deed(kind, content, names, a, b)}")
    return tuple(out)


def deed(kind: int, content: Content, names: Sequence[str], a: int, b: int) -> str:
    """What the seat of an event did, from the kind and the last two numbers of the event."""

    def support() -> str:
        return content.names["support"][a]

    def face(die: int, number: int) -> str:
        return icons_in_words(content.tables["faces"]["icons"][die][number])

    match kind:
        case state.E_HERO:
            return f"takes {content.names['hero'][a]}"
        case state.E_ROLL:
            return f"rolls {count(a, ('die', 'dice'))}"
        case state.E_REROLL:
            return f"re-rolls die {a + 1}: {face(COMBAT, b)}"
        case state.E_SPECIAL:
            return f"rolls the Special Die: {face(SPECIAL, a)}"
        case state.E_ACQUIRE:
            return f"acquires {support()}"
        case state.E_TECHNIQUE:
            return f"uses the technique of {content.names['hero'][a]}"
        case state.E_PLAY:
            return f"plays {support()}"
        case state.E_DRAW:
            return "draws a squad card" if a < 0 else f"draws {support()}"
        case state.E_DESTROY:
            return f"loses {support()}"
        case state.E_STEAL:
            return f"steals {support()} from {names[b]}"
        case state.E_POINTS:
            return f"takes {count(b, TOKENS[0])} from {names[a]}"
        case state.E_DAMAGE:
            return f"attacks in slot {a + 1}: {count(b, ICONS[2])}"
        case state.E_KILL:
            return f"kills {content.names['cockroach'][a]}: {count(content.rows['cockroach'][a]['points'], TOKENS[0])}"
        case state.E_LOOT:
            return f"gets {count(b, TOKENS[a])} of the loot"
        case state.E_MARKER:
            return f"is in slot {a + 1} now"
        case state.E_HEAL:
            return f"sees the cockroach in slot {a + 1} heal"
        case state.E_TOKENS:
            return "discards all kept tokens"
        case state.E_HAND:
            return "discards the hand"
        case state.E_EXCHANGE:
            return f"sends {content.names['cockroach'][a]} back from slot {b + 1}"
    raise ValueError(f"no event has the kind {kind}")
