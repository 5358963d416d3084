"""Actions in words: for people at the keyboard, for error messages and for the recorded playthroughs."""

from collections.abc import Sequence
from typing import Any

from marszoo.envs.core.content import Content, once_per_content
from marszoo.envs.core.frames import KIND, SEAT, A, B
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import ACTIONS
from marszoo.envs.terraforming_dice.content import named
from marszoo.envs.terraforming_dice.reading import HEX_NAMES
from marszoo.envs.terraforming_dice.rules.deeds import GREENERY_PRICE, POINTS_PRICE, STEP_PRICE
from marszoo.envs.terraforming_dice.state import (
    BONUS,
    BY_CARD,
    DISCARD_CARDS,
    FOR_CARDS,
    FROM_ACTION,
    GIFT,
    GIVE_UP,
    HAND,
    PAY,
    PICK_DIE,
    PICK_FACE,
    TABLE,
)

EFFECT_PHRASES = {
    "roll": "roll {n} {what} {dice}",
    "gain": "{n} {what}",
    "any": "roll {n} {dice} of any colour",
    "change": "change up to {n} {dice}",
    "temperature": "temperature +{n}",
    "oxygen": "oxygen +{n}",
    "oxygen_prize": "oxygen +1, and {n} VP if that reaches a bonus",
    "ocean": "place {n} ocean {tiles}",
    "greenery": "place {n} greenery {tiles}",
    "city": "place {n} city {tiles}",
    "special": "place {n} special {tiles}",
    "draw": "draw {n} {cards}",
    "wild": "{n} wild {tokens}",
    "points": "{n} VP",
    "lose": "another player loses {n} {what}",
    "play": "play {n} {cards} from the hand at the usual cost",
}
"""Effect word -> a phrase. The words of the content file stay when these are rewritten."""

TILE_PHRASES = ("nothing", "an ocean", "a greenery", "a city", "a special tile")
"""Kind of tile -> what is placed."""

CRITERION_PHRASES = {
    "green_cards": "green cards played",
    "red_cards": "red cards played",
    "blue_cards": "blue cards played",
    "cards": "cards of any colour",
    "vp_cards": "cards that show VP",
    "production": "dice in production",
    "wild": "wild tokens held",
    "dice": "resources held",
    "faces": "different resources held",
    "tiles": "tiles placed",
    "steps": "steps of tracks taken",
}
"""What a milestone counts, such that a number can stand before it."""

OPTION_PHRASES = {
    "produce": "take a production turn",
    "pass": "go on: no action is possible",
    "wild": "pay a wild token",
    "change": "pay a resource to change another die",
    "draw": "pay a resource to draw 2 cards",
    "temperature": "pay 3 heat to raise the temperature",
    "ocean": "pay 3 water to place an ocean",
    "greenery": "pay 4 plant to place a greenery",
    "city": "pay 3 city to place a city",
    "points": "pay 3 megacredit for 2 VP",
}


PRICES = {
    "temperature": ("heat", STEP_PRICE),
    "ocean": ("water", STEP_PRICE),
    "greenery": ("plant", GREENERY_PRICE),
    "city": ("city", STEP_PRICE),
    "points": ("megacredit", POINTS_PRICE),
}
"""What the standard main actions cost."""


def some(n: int, thing: str) -> str:
    """Such as ``1 card`` or ``2 cards``."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def effect_phrase(text: str) -> str:
    """An effect of the content file, such as ``roll 2 green``, in words."""
    parts = text.split()
    n = int(parts[1])
    s = "" if n == 1 else "s"
    return EFFECT_PHRASES[parts[0]].format(
        n=n,
        what=parts[2] if len(parts) > 2 else "",
        dice="die" if n == 1 else "dice",
        tiles=f"tile{s}",
        cards=f"card{s}",
        tokens=f"token{s}",
    )


def permanent_phrase(text: str) -> str:
    """A permanent effect of the content file in words."""
    if text.startswith("discount"):
        return f"cards cost 1 {text.split()[1]} less"
    if text.startswith("storage"):
        return f"keep {text.split()[1]} more resources"
    left, _, right = text.partition(":")
    _, scope, event = left.split()
    who = "you" if scope == "own" else "anyone"
    verb = "raise" if event in words.EVENTS[4:6] else "play" if event.endswith("card") else "place"
    thing = f"the {event}" if verb == "raise" else f"{'an' if event == 'ocean' else 'a'} {event.replace('_', ' ')}"
    return f"when {who} {verb}{'' if who == 'you' else 's'} {thing}: {effect_phrase(right.strip())}"


def icons_phrase(icons: Sequence[str]) -> str:
    """Such as ``2 steel + heat``."""
    parts = [f"{icons.count(r)} {r}" if icons.count(r) > 1 else r for r in words.RESOURCES if r in icons]
    return " + ".join(parts) or "nothing"


def row_phrase(row: Any) -> str:
    """What a card or corporation does, in words."""
    parts = []
    if row.get("production"):
        boxes = row["production"]
        parts.append("production: " + ", ".join(f"{boxes.count(k)} {k}" for k in words.PRODUCTION if k in boxes))
    effects = [effect_phrase(text) for text in row.get("effects", [])]
    if effects and "colour" not in row:
        effects = [f"start bonus: {', '.join(effects)}"]
    lasting = lasting_phrase(row)
    parts += [*effects, *([lasting] if lasting else [])]
    parts += [f"{row['green_ribbon']} VP at once"] if row.get("green_ribbon") else []
    parts += [f"{row['red_ribbon']} VP at the end"] if row.get("red_ribbon") else []
    return "; ".join(parts)


def lasting_phrase(row: Any) -> str:
    """What a card or corporation in play can still be used for, in words: action and permanent effects."""
    parts = []
    if row.get("action"):
        pay = f"{icons_phrase(row['pay'])} -> " if row.get("pay") else ""
        parts.append(f"{row['action']} action: {pay}{' and '.join(effect_phrase(t) for t in row['gives'])}")
    return "; ".join(parts + [permanent_phrase(text) for text in row.get("permanent", [])])


@once_per_content
def card_phrase(content: Content, row: int) -> str:
    """Name of a row and what it does."""
    table, index = named(row)
    return f"{content.names[table][index]} [{row_phrase(content.rows[table][index])}]"


def effect_text(content: Content, row: int, source: int, k: int) -> str:
    """Effect `k` of a row, FROM_EFFECTS or FROM_ACTION, as the content file writes it."""
    table, index = named(row)
    text: str = content.rows[table][index]["gives" if source == FROM_ACTION else "effects"][k]
    return text


def written(word: int, n: int, argument: int) -> str:
    """An effect as the content file writes it, from the numbers of its words."""
    name = words.EFFECTS[word - 1]
    arguments = words.ARGUMENTS.get(name)
    return f"{name} {n} {arguments[argument]}" if arguments else f"{name} {n}"


def describe(s: Any, content: Content, action: int) -> str:
    """A sentence for a legal action of state `s`, different from that of every other legal action there."""
    block, index = ACTIONS.decode(int(action))
    frame = s["frame"][s["depth"] - 1]
    kind, seat, a, b = int(frame[KIND]), int(frame[SEAT]), int(frame[A]), int(frame[B])
    if block == "option":
        label = ACTIONS.blocks[0].labels[index]
        if label != "done":
            resource, n = PRICES.get(label, ("", 0))
            return OPTION_PHRASES[label] + with_wild(s, seat, [resource] * n)
        if kind == DISCARD_CARDS:
            return "keep the rest of the hand"
        return "change no more dice" if kind == PICK_DIE else "use no more free actions"
    if block == "colour":
        return f"take a {words.COLOURS[index]} die and roll it"
    if block == "resource":
        return describe_resource(words.RESOURCES[index], kind, a, b)
    if block == "effect":
        return f"next: {effect_phrase(effect_text(content, a, b // 16, index))} (effect {index + 1})"
    if block == "rival":
        rival = (seat + index + 1) % int(s["num_players"])
        return f"player_{rival} loses {b} {words.RESOURCES[a]}"
    if block == "hex":
        return f"place {TILE_PHRASES[a]} on {HEX_NAMES[index]}"
    if block == "corporation":
        return f"keep {card_phrase(content, ACTIONS.start('corporation') - ACTIONS.start('card') + index)}"
    return describe_card(s, content, index, kind, seat)


def describe_resource(resource: str, kind: int, a: int, b: int) -> str:
    if kind == GIVE_UP:
        return f"give up {resource}"
    if kind == GIFT:
        return f"give {resource} to the last player"
    if kind == PAY:
        return f"pay {resource} {'for cards' if a == FOR_CARDS else 'to change another die'}"
    if kind == PICK_FACE:
        return f"turn {words.RESOURCES[a]} into {resource}"
    return f"change the die that shows {resource}{f' ({a} left)' if b == BY_CARD else ''}"


def with_wild(s: Any, seat: int, icons: Sequence[str], card: bool = False) -> str:
    """How many wild tokens paying the icons takes, if any; discounts are for cards."""
    held, less = s["dice"][seat], s["discount"][seat]
    lacking = [icons.count(r) - int(held[k]) - int(less[k]) * card for k, r in enumerate(words.RESOURCES) if r in icons]
    wild = sum(max(0, n) for n in lacking)
    return f", with {some(wild, 'wild token')}" if wild else ""


def describe_card(s: Any, content: Content, card: int, kind: int, seat: int) -> str:
    """A sentence for an action of the card block; the number tells cards of one name apart."""
    text = f"{card_phrase(content, card)} (card {card})"
    if kind == DISCARD_CARDS:
        return f"discard {text}"
    if kind == BONUS:
        return f"play the bonus card {text}"
    table, index = named(card)
    row = content.rows[table][index]
    if HAND <= int(s["place"][card]) < TABLE:
        cost = row.get("cost", [])
        return f"play {text} for {icons_phrase(cost)}{with_wild(s, seat, cost, card=True)}"
    return f"use {text}{with_wild(s, seat, row.get('pay', []))}"
