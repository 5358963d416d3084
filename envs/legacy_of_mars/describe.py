"""Actions in words, and the phrases that other texts share."""

from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import KIND, SEAT, A, B
from marszoo.envs.legacy_of_mars import state, words
from marszoo.envs.legacy_of_mars.actions import A_CARD, ACTIONS
from marszoo.envs.legacy_of_mars.lookup import (
    bits_of,
    brings,
    buying_price,
    cards_at,
    objective_name,
    on_space,
    owner_of,
    printed,
)
from marszoo.envs.legacy_of_mars.phrases import (
    RESOURCES,
    TILES,
    corporation_name,
    effect_phrase,
    effects_phrase,
    kept,
    plural,
    row_name,
    rows_after,
    space_name,
    tile_name,
    waiting_phrase,
)
from marszoo.envs.legacy_of_mars.phrases_rows import action_phrase, requirement_phrase, row_phrase, way_phrase
from marszoo.envs.legacy_of_mars.rules import cards, payment
from marszoo.envs.legacy_of_mars.state import (
    CARDS,
    CUT_HEAT,
    CUT_PLANTS,
    CUT_PROJECT,
    CUT_WORKERS,
    FIRST_SIDE,
    IN_HAND,
    LOOKED_AT,
    NEUTRAL,
    SIDES_EACH,
)

FROM = {
    words.STEAL: "steal from",
    words.REMOVE: "remove from",
    words.ANY_PRODUCTION: "lower the production of",
    words.REMOVE_HELD: "take from",
}
"""What an effect does to a player, by its word."""


def who(seat: int) -> str:
    """A seat by the name that it has in sentences on actions."""
    return "the neutral opponent" if seat == NEUTRAL else f"player_{seat}"


def doing_n(s: Any, content: Content) -> int:
    """N of the effect of the content that is being carried out; 0 if there is none."""
    return int(content.tables["effects"][max(0, int(s["doing"][0]))]["n"])


# --- sentences ---


def describe(s: Any, content: Content, action: int) -> str:
    """A sentence for a legal action of state `s`, different from that of every other legal action there."""
    block, index = ACTIONS.decode(int(action))
    frame = s["frame"][s["depth"] - 1]
    kind, seat, a, b = int(frame[KIND]), int(frame[SEAT]), int(frame[A]), int(frame[B])
    match block:
        case "option":
            return option_sentence(s, content, ACTIONS.blocks[0].labels[index], (kind, seat, a, b))
        case "corporation":
            sides = (row_name(content, FIRST_SIDE + SIDES_EACH * index + k) for k in range(SIDES_EACH))
            return f"take the corporation {corporation_name(content, index)} (sides {' and '.join(sides)})"
        case "project":
            price = max(0, int(content.tables["standard"][index]["cost"]) - int(s["cut"][seat][CUT_PROJECT]))
            does = effects_phrase(content, int(content.tables["standard"][index]["effects"]), -1)
            return f"standard project {content.names['standard'][index]} for {price} M€: {does}"
        case "milestone":
            price = int(content.tables["milestone_cost"])
            return f"claim milestone {objective_name(s, content, 'milestone', index)} ({index + 1}) for {price} M€"
        case "award":
            price = int(content.tables["award_cost"][min(2, sum(int(n) > 0 for n in s["award"]))])
            return f"fund award {objective_name(s, content, 'award', index)} ({index + 1}) for {price} M€"
        case "place":
            return place_sentence(s, content, index, kind, seat, a)
        case "player":
            return player_sentence(s, content, (seat + index) % int(s["num_players"]), a, b)
        case "resource":
            return f"gain {plural(a, RESOURCES[index])}"
        case "alternative":
            return f"{alternative_phrase(s, content, index, a)} (choice {index + 1})"
        case "effect":
            return f"next: {pooled_phrase(s, content, index)} (effect {index + 1})"
        case "amount":
            return amount_sentence(s, content, index, kind, a)
    return row_sentence(s, content, int(action) - A_CARD, kind, seat, a)


def alternative_phrase(s: Any, content: Content, which: int, ways: int) -> str:
    """An alternative of the effect that is being carried out, or a way of the action."""
    effect, row = max(0, int(s["doing"][0])), int(s["doing"][1])
    if ways:
        return way_phrase(content, row, which)
    return effects_phrase(content, int(content.tables["effects"][effect]["branch"][which]), row)


def pooled_phrase(s: Any, content: Content, k: int) -> str:
    """An effect that waits in the pool, with what it is of and, if another seat has it, whose it is."""
    effect, row, seat, argument = (int(x) for x in s["pool"][k])
    text = waiting_phrase(content, effect, row, argument)
    source = f" ({row_name(content, row)})" if row >= 0 else ""
    return text + source + ("" if seat == int(s["player"]) else f" for {who(seat)}")


def option_sentence(s: Any, content: Content, label: str, frame: tuple[int, int, int, int]) -> str:
    kind, seat, a, b = frame
    cut, tables = s["cut"][seat], content.tables
    match label:
        case "pass":
            return "convert nothing more" if kind == state.CONVERT else "pass for the rest of the generation"
        case "done":
            return done_sentence(kind, a)
        case "plants":
            return f"convert {int(tables['greenery_plants']) - int(cut[CUT_PLANTS])} plants into a greenery"
        case "heat":
            return f"convert {int(tables['heat_step']) - int(cut[CUT_HEAT])} heat into a step of the temperature"
        case "workers":
            return f"convert {int(tables['population_workers']) - int(cut[CUT_WORKERS])} workers into a Population"
        case "nobody":
            return nobody_sentence(kind, a)
        case "neutral" if kind == state.TARGET:
            return f"{FROM.get(a, 'hit')} {who(NEUTRAL)} ({plural(doing_n(s, content), RESOURCES[b])})"
        case "neutral":
            return f"take it from {who(NEUTRAL)}"
        case "buy":
            return f"buy {looked_at(s, content, seat)} for {buying_price(s, content, seat)} M€"
        case "refuse":
            return f"discard {looked_at(s, content, seat)}"
        case "hand":
            return f"take {looked_at(s, content, seat)} to hand"
        case "save":
            return f"save {looked_at(s, content, seat)} for the next mission"
    return {
        "end_turn": "end the turn after one action",
        "sell": "sell patents: discard cards from hand for 1 M€ each",
        "innovation": "innovation action: keep 1 of 3 innovation cards",
    }[label]


def done_sentence(kind: int, a: int) -> str:
    return {
        state.PICK_START: "keep no more cards",
        state.BUY: "buy no more cards",
        state.SELL: f"sell no more cards ({a} sold)",
        state.SAVE: "save no more cards",
        state.TAKE: "take no more cards",
        state.DISCARDING: "discard no more cards",
    }.get(kind, "choose no more")


def nobody_sentence(kind: int, a: int) -> str:
    return {
        state.MELTING: "melt no glacier",
        state.DISCARDING: "discard no card",
        state.TARGET: "steal nothing" if a == words.STEAL else "remove nothing",
        state.RECEIVER: "take nothing" if a == words.REMOVE_HELD else "add nothing",
        state.AMOUNT: "remove nothing",
    }.get(kind, "nothing")


def looked_at(s: Any, content: Content, seat: int) -> str:
    """The one card that the seat looks at."""
    found = cards_at(s, LOOKED_AT + seat)
    return f"{row_name(content, found[0])} [{row_phrase(content, found[0])}]" if found else "the card"


def place_sentence(s: Any, content: Content, space: int, kind: int, seat: int, a: int) -> str:
    where = space_name(space)
    match kind:
        case state.PLACE:
            gains = brings(s, content, space)
            row = int(s["doing"][1])
            tile = tile_name(content, row, a) if a == words.SPECIAL_TILE and row >= 0 else TILES[a]
            return f"place {tile} on {where}" + (f": {gains}" if gains else "")
        case state.MELTING:
            return f"melt the glacier on {where}: {melting_phrase(s, content, space, seat)}"
        case state.SITE:
            room = state.POPULATION_ON_CITY if int(s["tile"][space]) == words.CITY_TILE else state.POPULATION_ON_SPECIAL
            there = int(s["population"][space])
            return f"place Population on {on_space(s, content, space)}, which has {there} of {room}"
        case state.CLAIMING:
            text = printed(content, int(s["board"]), space)
            return f"claim {where}" + (f" ({text})" if text else "")
    return f"choose {where}"


def melting_phrase(s: Any, content: Content, space: int, seat: int) -> str:
    """Who gets how many plants when a glacier melts."""
    plants = {seat: 1}
    for k in bits_of(int(content.tables["near"][space])):
        owner = int(s["owner"][k])
        if int(s["tile"][k]) and 0 <= owner < NEUTRAL:
            plants[owner] = plants.get(owner, 0) + 1
    return ", ".join(f"{plural(n, 'plant')} for {who(p)}" for p, n in plants.items())


def player_sentence(s: Any, content: Content, target: int, word: int, resource: int) -> str:
    has, makes = int(s["resource"][target][resource]), int(s["production"][target][resource])
    n, thing = doing_n(s, content), RESOURCES[resource]
    match word:
        case words.ANY_PRODUCTION:
            return f"lower the {thing} production of {who(target)} by {n} (now {makes})"
        case words.STEAL:
            return f"steal up to {plural(n, thing)} from {who(target)} (has {has})"
        case words.REMOVE:
            return f"remove up to {plural(n, thing)} of {who(target)} (has {has})"
    return f"choose {who(target)}"


def amount_sentence(s: Any, content: Content, n: int, kind: int, a: int) -> str:
    if kind == state.PAY:
        seat = int(s["player"])
        worth = int(payment.worth(s, content.tables, seat, payment.billed_card(s), a - words.STEEL))
        left = max(0, int(s["due"]) - n * worth)
        return f"pay {n} {RESOURCES[a]} ({n * worth} M€), {left} M€ left to pay"
    effect = content.tables["effects"][max(0, int(s["doing"][0]))]
    what, other = int(effect["what"]), int(effect["other"])
    match a:
        case words.SWAP:
            return f"pay {plural(n, RESOURCES[what])} for {plural(n, RESOURCES[other])}"
        case words.SHIFT:
            return f"{RESOURCES[what]} production -{n}, {RESOURCES[other]} production +{n}"
        case words.REMOVE:
            return f"remove {plural(n, RESOURCES[what])} of {who(int(s['hit']))}"
        case words.STEAL:
            return f"steal {plural(n, RESOURCES[what])} from {who(int(s['hit']))}"
        case words.REMOVE_HELD:
            return f"take {plural(n, kept(what))}"
    return f"choose {n}"


def labelled(content: Content, row: int) -> str:
    """Name of a row with its number, which tells rows of one name apart."""
    return f"{row_name(content, row)} (card {row})"


def row_sentence(s: Any, content: Content, row: int, kind: int, seat: int, a: int) -> str:
    """A sentence for an action of the blocks card, side and development."""
    name = labelled(content, row)
    does = f"{name} [{row_phrase(content, row)}]"
    match kind:
        case state.PICK_SIDE:
            return f"choose the side {does}"
        case state.PICK_DEVELOPMENT:
            return f"choose the development {does}"
        case state.PLAY_DEVELOPMENT:
            return f"play the development {does}"
        case state.TURN if row < CARDS and int(s["place"][row]) == IN_HAND + seat:
            return f"play {does} for {int(cards.price(s, content.tables, seat, row))} M€"
        case state.TURN:
            return f"use {name}: {action_phrase(content, row)}"
        case state.PICK_START | state.BUY:
            verb = "keep" if kind == state.PICK_START else "buy"
            return f"{verb} {offered_phrase(content, row)} for {buying_price(s, content, seat)} M€"
        case state.RECEIVER:
            return receiver_sentence(s, content, row, a)
        case state.COPYING:
            boxes = [e for e in rows_after(content, int(content.tables["rows"][row]["effects"])) if is_box(e)]
            again = ", ".join(effect_phrase(content, e, row) for e in boxes)
            return f"repeat the production of {name}" + (f": {again}" if again else "")
    verb = {
        state.DRAFT: "draft",
        state.SELL: "sell",
        state.DISCARDING: "discard",
        state.TAKE: "take",
        state.INNOVATE: "keep",
        state.SAVE: "save",
    }.get(kind, "choose")
    price = " for 1 M€" if kind == state.SELL else ""
    return f"{verb} {offered_phrase(content, row)}{price}"


def offered_phrase(content: Content, row: int) -> str:
    """A card that is chosen among others: its name, cost, requirement, and what it does."""
    cost = f"{int(content.tables['rows'][row]['cost'])} M€"
    requirement = requirement_phrase(content, row)
    needs = f", needs {requirement}" if requirement else ""
    return f"{labelled(content, row)} [{cost}{needs}: {row_phrase(content, row)}]"


def is_box(effect: Any) -> bool:
    """Whether an effect stands in the production box of its card."""
    return int(effect["word"]) in (words.PRODUCTION, words.ANY_PRODUCTION, words.SHIFT, words.CHOOSE)


def receiver_sentence(s: Any, content: Content, row: int, word: int) -> str:
    """Which card gets, or loses, resources."""
    kind = kept(int(content.tables["rows"][row]["holds"]))
    n, has = doing_n(s, content), int(s["held"][row])
    name = labelled(content, row)
    if word == words.REMOVE_HELD:
        return f"take {kind} from {name} of {who(owner_of(s, row))} (has {has})"
    return f"add {plural(n, kind)} to {name} (has {has})"
