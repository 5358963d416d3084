"""What the decision on top asks, what is still to come, and how the mission stands or ended: in words."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, SEAT, TRUNCATED
from marszoo.envs.first_martians import state, words
from marszoo.envs.first_martians.actions import JOB_AT
from marszoo.envs.first_martians.describe import HELPERS, job_phrase, part_name, place_name
from marszoo.envs.first_martians.phrases import amount, effect_phrase, effects_phrase, plural
from marszoo.envs.first_martians.rules.lists import row_at
from marszoo.envs.first_martians.rules.malfunctions import SOUGHT
from marszoo.envs.first_martians.state import PAWNS

ROMAN = ("I", "II", "III", "IV", "V", "VI")
"""Phases as the rulebook counts them."""


def situation(s: Any, content: Content, names: Sequence[str]) -> tuple[str, str]:
    """Where the mission stands or how it ended, and who decides what ("" after the end)."""
    if int(s["over"]) != RUNNING:
        return ending(s, content, names), ""
    phase = int(s["phase"])
    status = f"sol {int(s['sol'])} of {int(s['sols'])}, phase {ROMAN[phase]}: {words.PHASES[phase]}"
    frame = s["frame"][int(s["depth"]) - 1]
    return status, f"{names[int(frame[SEAT])]} decides: {question(s, content, frame)}"


def ending(s: Any, content: Content, names: Sequence[str]) -> str:
    sol = f"sol {int(s['sol'])} of {int(s['sols'])}"
    if int(s["over"]) == TRUNCATED:
        return f"cut off in {sol} and scored as it stands"
    dead = [name for k, name in enumerate(names) if int(s["wounds"][k]) >= int(content.tables["health"])]
    how = f"{' and '.join(dead)} died" if dead else state.ENDINGS[int(s["ending"])]
    return f"{'lost: ' if int(s['ending']) != state.WON else ''}{how}, {sol}"


def question(s: Any, content: Content, frame: Any) -> str:
    """What a decision frame asks."""
    kind, _, a, b = (int(x) for x in frame)
    match kind:
        case state.ASSIGN:
            return f"what pawn {int(s['assigned']) % PAWNS + 1} of {PAWNS} does"
        case state.HELPER:
            return f"which action {HELPERS[a]} joins"
        case state.ROLLED:
            dice = [f"{name} {'yes' if d else 'no'}" for name, d in zip(words.DICE, s["die"], strict=True) if d >= 0]
            return f"keep the dice or re-roll one ({', '.join(dice)}), to {job_of(s, content, a)}"
        case state.SHUT:
            return f"what to shut down or to pay for {b} {words.GOODS[a]} too few"
        case state.SAVE:
            return f"which plants to save from dropping {plural(a, 'place')}"
        case state.HIT if b >= state.HUNGER:
            return f"who goes hungry and takes a wound, {plural(a, 'meal')} missing"
        case state.HIT if b == state.BY_CONDITION:
            return f"who gets {content.names['condition'][a]}"
        case state.HIT:
            return f"who takes {plural(a, 'wound')}"
        case state.TREAT:
            return f"whom to heal of {plural(a, 'wound')} or of a condition"
        case state.MARKER:
            return f"which Malfunction marker to move down {a}"
        case state.REPAIR:
            return f"which part to repair{f' for nothing, {b} in all' if a else ''}"
        case state.SOURCE:
            return f"where the {part_name(content, a)} comes from"
    return rarer_question(content, kind, a, b)


def job_of(s: Any, content: Content, j: int) -> str:
    """A declared action in words."""
    return job_phrase(content, s, JOB_AT[int(s["job"][j]) - 1] + int(s["target"][j]))


def rarer_question(content: Content, kind: int, a: int, b: int) -> str:
    match kind:
        case state.UNWIND:
            up, down = (a + int(content.tables[key]) for key in ("quarters_morale", "quarters_stress"))
            return f"Morale +{up} or Stress -{down}"
        case state.PICK_GOOD:
            return f"which goods {'to lose' if b == state.TO_NOWHERE else 'to bring home'} from {place_name(a)}"
        case state.STRIP:
            return f"where outside a good is lost{f', the first of {a + 1}' if a else ''}"
        case state.DUE:
            row = content.rows["event"][a]
            penalty = effects_phrase(content, row["penalty"])
            if not row.get("price"):  # below another decision: nobody will be asked
                return f"{content.names['event'][a]} strikes: {penalty}"
            return f"pay {amount(row['price'])} for {content.names['event'][a]}, or: {penalty}"
        case state.STUDY:
            return f"which research project advances {plural(a, 'step')}"
    raise ValueError(f"no decision has the kind {kind}")


def waiting(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """What is still to be resolved below the decision on top, the next first; the rest of the round comes after it."""
    out: list[str] = []
    for depth in range(int(s["depth"]) - 1, -1, -1):
        frame = s["frame"][depth]
        kind, seat, a, b = (int(x) for x in frame)
        if kind == state.EFFECT_LIST:
            out += [f"{names[seat]}: {effect_phrase(content, text)}" for text in queued(content, row_at(a, b))]
        elif kind == state.TRIGGER:
            out.append(triggered(content, a, b))
        elif kind == state.JOB:
            out.append(f"{names[seat]}: the rest of {job_of(s, content, a)}")
        elif kind in range(1, len(state.DECISIONS) + 1) and depth < int(s["depth"]) - 1:
            out.append(f"{names[seat]}: {question(s, content, frame)}")
    return tuple(out)


def triggered(content: Content, block: int, card: int) -> str:
    """A malfunction that is being resolved, or is about to be."""
    if block == SOUGHT:
        return f"{content.names['card'][card - 1]} is discarded"
    name = words.BLOCKS[block].title()
    following = words.BLOCKS[(block + 1) % len(words.BLOCKS)].title()
    drawn = f"{name} track back to 0" if card else f"a {name} malfunction card, then its track back to 0"
    return f"{drawn}; the {following} marker turns red"


def queued(content: Content, at: int) -> list[str]:
    """The effects from this row of the table on, as the content file writes them."""
    out = []
    while content.tables["effects"][at][0]:
        out.append(written(content, [int(x) for x in content.tables["effects"][at]]))
        at += 1
    return out


def written(content: Content, row: Sequence[int]) -> str:
    """A row (word, N, arguments) of the table of effects as the content file writes it."""
    word, n, x, y = row
    name = words.EFFECTS[word - 1]
    if name == "break":
        return f"break {words.FACILITIES[x]}.{words.PARTS[y]}"
    given = iter((x, y))
    parts = [name]
    for form in words.FORMS[name].split()[1:]:
        parts.append(str(n) if form == "N" else argument(content, form, next(given)))
    return " ".join(parts)


def argument(content: Content, form: str, k: int) -> str:
    """An argument of an effect by its number."""
    if form == "MODIFIER":
        k -= 1
    if form == "KEYWORD":
        return (*words.KINDS, *words.FACILITIES)[k]
    if form == "BLOCK" and k == words.ANY_BLOCK:
        return "any"
    return content.ids["condition"][k] if form == "ID" else words.CAPITALS[form][k]
