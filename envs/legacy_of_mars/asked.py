"""What the decision on top asks, what is still to come, and how the mission stands or ended: in words.

Everybody may read these sentences, so they name no card that lies face down.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, TRUNCATED
from marszoo.envs.legacy_of_mars import state, words
from marszoo.envs.legacy_of_mars.phrases import RESOURCES, TILES, effect_phrase, row_name, tile_name, waiting_phrase
from marszoo.envs.legacy_of_mars.results import results
from marszoo.envs.legacy_of_mars.rules import campaign, scoring
from marszoo.envs.legacy_of_mars.rules.played import PROJECT_BILL

BY_WORD = {
    words.ADD: "which card gets the resources",
    words.ADD_MORE: "which card gets more of what it keeps",
    words.ADD_THAT: "which card gets the resources",
    words.REMOVE_HELD: "which card loses resources",
}
"""Questions about cards that keep resources, by the word of the effect."""


def situation(s: Any, content: Content, names: Sequence[str]) -> tuple[str, str]:
    """Where the mission stands or how it ended, and who decides what ("" after the end)."""
    if int(s["over"]) != RUNNING:
        return ending(s, content, names), ""
    phase = int(s["phase"])
    status = state.PHASES[phase]
    if phase != state.P_SETUP:
        of = f" of {state.SOLO_GENERATIONS}" if len(names) == 1 else ""
        status = f"generation {int(s['generation'])}{of}, {status}"
        status += " phase" if phase in (state.P_RESEARCH, state.P_ACTION, state.P_PRODUCTION) else ""
    if (active := turn_of(s)) >= 0:
        status += f", turn of {names[active]}"
    frame = s["frame"][int(s["depth"]) - 1]
    return status, f"{names[int(frame[SEAT])]} decides: {question(s, content, frame, names)}"


def turn_of(s: Any) -> int:
    """The seat whose turn or conversion it is; -1 between turns."""
    for depth in range(int(s["depth"])):
        if int(s["frame"][depth][KIND]) in (state.TURN, state.PLAYED, state.CONVERT):
            return int(s["frame"][depth][SEAT])
    return -1


def ending(s: Any, content: Content, names: Sequence[str]) -> str:
    how = "cut off and scored as it stands" if int(s["over"]) == TRUNCATED else "the mission is over"
    scores = [int(scoring.points(s, content.tables, p)) for p in range(len(names))]
    if s["campaign"]:
        how = how.replace("mission", "campaign")
        if len(names) > 1:
            titles = [int(campaign.title_points(s, p)) for p in range(len(names))]
            score, key = np.zeros(len(names)), np.zeros(len(names))
            results(s, content.tables, score, key)
            first = " and ".join(name for name, k in zip(names, key, strict=True) if k == key.max())
            return f"{how}: most Title Points ({max(titles)}) for {first}"
    if len(names) == 1:
        return f"{how}: {scores[0]} Victory Points"
    best = [p for p, score in enumerate(scores) if score == max(scores)]
    return f"{how}: most Victory Points ({max(scores)}) for {' and '.join(names[p] for p in best)}"


def question(s: Any, content: Content, frame: Any, names: Sequence[str]) -> str:
    """What a decision frame asks."""
    kind, _, a, b = (int(x) for x in frame)
    match kind:
        case state.PICK_CORPORATION:
            return "which corporation to play"
        case state.PICK_SIDE:
            return "which side of the corporation to play"
        case state.PICK_START:
            return "which cards to keep for the starting hand"
        case state.PICK_DEVELOPMENT:
            return f"which development of mission {a + 1} to take"
        case state.PLAY_DEVELOPMENT:
            return "which development to play next"
        case state.DRAFT:
            return f"which card to keep, {a} more to keep in this draft"
        case state.BUY:
            return "which cards to buy"
        case state.TURN:
            return "the first action of the turn" if a == 0 else "the second action, or the end of the turn"
        case state.PAY:
            return f"how much {RESOURCES[a]} to pay with, {int(s['due'])} M€ due{bill_of(s, content)}"
        case state.SELL:
            return "which cards to sell" + (f", {a} sold" if a else "")
        case state.PLACE:
            return f"where to place {tile_placed(s, content, a)}"
        case state.SITE:
            return "where to place the Population"
        case state.CLAIMING:
            return "which hex to claim"
        case state.MELTING:
            return "which glacier melts"
        case state.CONVERT:
            return "what to convert a last time"
        case state.SAVE:
            return "which cards to save for the next mission"
    return rarer_question(s, content, (kind, a, b), names)


def rarer_question(s: Any, content: Content, frame: tuple[int, int, int], names: Sequence[str]) -> str:
    kind, a, b = frame
    match kind:
        case state.TARGET:
            return f"whom this hits: {doing_phrase(s, content)}"
        case state.AMOUNT:
            hit = int(s["hit"])
            whose = f" of {seat_name(hit, names)}" if hit >= 0 and a in (words.REMOVE, words.STEAL) else ""
            return f"how many, at most {b}{whose}: {doing_phrase(s, content)}"
        case state.ALTERNATIVE:
            return f"which alternative of {source_of(s, content)}"
        case state.RECEIVER:
            return f"{BY_WORD.get(a, 'which card gets or loses resources')} ({source_of(s, content)})"
        case state.DISCARDING:
            return f"which card to discard, {a} to go" + (", or none" if b else "")
        case state.TAKE:
            return f"which of the cards looked at to take, {a} more"
        case state.LOOKED:
            return "whether to buy the card looked at"
        case state.INNOVATE:
            return "which innovation card to keep"
        case state.WHERE:
            return "whether to take the innovation card to hand or to save it"
        case state.ANY_RESOURCE:
            return f"which resource to gain, {a} of it"
        case state.COPYING:
            return "which card's production box to repeat"
        case state.ORDER:
            return "which effect comes next"
    raise ValueError(f"no decision has the kind {kind}")


def seat_name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else "the neutral opponent"


def doing_phrase(s: Any, content: Content) -> str:
    """The effect that is being carried out, and what it stands on."""
    effect, row = int(s["doing"][0]), int(s["doing"][1])
    if effect <= 0:
        return "an effect"
    text = effect_phrase(content, content.tables["effects"][effect], row)
    return f"{text} ({row_name(content, row)})" if row >= 0 else text


def source_of(s: Any, content: Content) -> str:
    """What the effect that is being carried out stands on."""
    row = int(s["doing"][1])
    return row_name(content, row) if row >= 0 else "the effect"


def tile_placed(s: Any, content: Content, kind: int) -> str:
    """The tile that is being placed."""
    row = int(s["doing"][1])
    if kind == words.SPECIAL_TILE and row >= 0:
        return f"the tile {tile_name(content, row, kind)}"
    return TILES[kind]


def bill_of(s: Any, content: Content) -> str:
    """What is paid for; everybody has seen it."""
    kind, row = int(s["bill"][0]), int(s["bill"][1])
    return f" for {content.names['standard'][row] if kind == PROJECT_BILL else row_name(content, row)}"


def waiting(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """What is still to be resolved below the decision on top: waiting decisions, then the pool of effects."""
    out: list[str] = []
    for depth in range(int(s["depth"]) - 2, -1, -1):
        frame = s["frame"][depth]
        if 1 <= int(frame[KIND]) <= len(state.DECISIONS) and int(frame[KIND]) not in (state.TURN, state.CONVERT):
            out.append(f"{names[int(frame[SEAT])]}: {question(s, content, frame, names)}")
    for k in range(int(s["pooled"])):
        effect, row, seat, argument = (int(x) for x in s["pool"][k])
        text = waiting_phrase(content, effect, row, argument)
        source = f" ({row_name(content, row)})" if row >= 0 else ""
        out.append(f"{seat_name(seat, names)}: {text}{source}")
    return tuple(out)
