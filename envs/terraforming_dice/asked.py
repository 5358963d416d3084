"""What the decision on top asks, what is still to come, and whose turn it is or how the game ended: in words."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import RUNNING, SEAT, TRUNCATED
from marszoo.envs.terraforming_dice import state, words
from marszoo.envs.terraforming_dice.content import MOST_REACTIONS, named
from marszoo.envs.terraforming_dice.describe import TILE_PHRASES, effect_phrase, effect_text, some, written
from marszoo.envs.terraforming_dice.results import total
from marszoo.envs.terraforming_dice.rules import board, stock, turn
from marszoo.envs.terraforming_dice.rules.milestones import icons_produced


def situation(s: Any, content: Content, names: Sequence[str]) -> tuple[str, str]:
    """Whose turn it is or how the game ended, and who decides what ("" after the end)."""
    if int(s["over"]) != RUNNING:
        return ending(s, content, names), ""
    number, players = int(s["turn"]), len(names)
    if number == 0:
        status = "set-up"
    elif players == 1:
        status = f"turn {number} of {state.SOLO_TURNS}"
    else:
        status = f"round {(number - 1) // players + 1}: turn of {names[int(s['active'])]}"
    left = int(s["left"])
    if left >= 0:
        status += f", last round: {some(left, 'turn')} to come after this one" if left else ", the last turn"
    frame = s["frame"][int(s["depth"]) - 1]
    return status, f"{names[int(frame[SEAT])]} decides: {question(s, content, frame, names)}"


def ending(s: Any, content: Content, names: Sequence[str]) -> str:
    how = "cut off and scored as it stands" if int(s["over"]) == TRUNCATED else "the game is over"
    if len(names) == 1:
        if int(board.finished(s)) < 3:
            return f"{how}: no score, for not all three tracks are complete"
        return f"{how}: all three tracks are complete, {int(total(s, content.tables, 0))} Victory Points"
    scores = [int(total(s, content.tables, p)) for p in range(len(names))]
    best = [p for p, score in enumerate(scores) if score == max(scores)]
    made = {p: int(icons_produced(s, p)) for p in best}
    winners = [p for p in best if made[p] == max(made.values())]
    text = f"{how}: most Victory Points ({max(scores)}) for {listed(names, best)}"
    return text if winners == best else f"{text}, most production for {listed(names, winners)}"


def listed(names: Sequence[str], seats: Sequence[int]) -> str:
    return " and ".join(names[p] for p in seats)


def question(s: Any, content: Content, frame: Any, names: Sequence[str]) -> str:
    """What a decision frame asks."""
    kind, seat, a, b = (int(x) for x in frame)
    match kind:
        case state.CHOOSE_CORPORATION:
            return "which corporation to keep"
        case state.GIFT:
            return f"which resource to give to {names[-1]}"
        case state.START:
            return "a production turn, or the support action of an action turn"
        case state.MAIN:
            return "the main action"
        case state.AFTER:
            return "a free action, or the end of the turn"
        case state.GIVE_UP:
            over = int(stock.dice_of(s, seat)) - int(turn.limit(s, seat))
            return f"which resources to give up, {over} of them"
        case state.DISCARD_CARDS:
            return "which cards of the hand to discard before it is refilled"
        case state.PAY:
            return f"what to pay {'for 2 cards' if a == state.FOR_CARDS else 'for changing another die'}"
        case state.PICK_DIE:
            return "which die to change" + (f", {a} at most" if b == state.BY_CARD else "")
        case state.PICK_FACE:
            return f"what to turn {words.RESOURCES[a]} into"
        case state.PICK_COLOUR:
            return f"which dice to take, {a} more" if a > 1 else "which die to take"
        case state.PLACE:
            alone = ", for the set-up" if b == state.SOLO_SETUP else ""
            return f"where to place {TILE_PHRASES[a]}{alone}"
        case state.PICK_RIVAL:
            return f"who loses {b} {words.RESOURCES[a]}"
        case state.PLAY_CARD:
            return "which card of the hand to play"
        case state.BONUS:
            return "which bonus card to play"
        case state.EFFECTS:
            return f"which effect of {name_of(content, a)} comes next"
    raise ValueError(f"no decision has the kind {kind}")


def waiting(s: Any, content: Content, names: Sequence[str]) -> tuple[str, ...]:
    """What is still to be resolved below the decision on top, the next first. Nothing of it is hidden."""
    out: list[str] = []
    for depth in range(int(s["depth"]) - 1, -1, -1):
        kind, seat, a, b = (int(x) for x in s["frame"][depth])
        if kind == state.EFFECT:
            out.append(f"{names[seat]}: {effect_phrase(written(a, b // 16, b % 16))}")
        elif kind == state.EFFECTS:
            effects = [effect_phrase(effect_text(content, a, b // 16, k)) for k in range(4) if b >> k & 1]
            out += [f"{names[seat]}: {text} ({name_of(content, a)})" for text in effects]
        elif kind == state.REACTIONS:
            out += reactions(s, content, names, seat, a, b)
        elif kind == state.PLACE and depth < int(s["depth"]) - 1:
            out.append(f"{names[seat]}: place {TILE_PHRASES[a]}")
    return tuple(out)


def name_of(content: Content, row: int) -> str:
    table, index = named(row)
    return content.names[table][index]


def reactions(s: Any, content: Content, names: Sequence[str], seat: int, event: int, begin: int) -> list[str]:
    """The reactions that an event of `seat` will still set off, in their order: that seat's first, then clockwise."""
    out = []
    for cursor in range(begin, len(names) * MOST_REACTIONS):
        reaction, owner = (
            content.tables["reactions"][cursor % MOST_REACTIONS],
            (seat + cursor // MOST_REACTIONS) % len(names),
        )
        concerns = int(reaction["events"]) >> event & 1 and (owner == seat or reaction["anyone"])
        if concerns and board.in_play(s, owner, int(reaction["row"])):
            text = effect_phrase(written(*(int(x) for x in reaction["effect"])))
            out.append(f"{names[owner]}: {text} ({name_of(content, int(reaction['row']))})")
    return out
