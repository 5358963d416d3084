"""Actions in words: for people at the keyboard, for error messages and for the recorded playthroughs."""

from typing import Any

from marszoo.envs.core.content import Content
from marszoo.envs.core.frames import SEAT, A, B
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.actions import ACTIONS
from marszoo.envs.terra_formars.glossary import HERO_TALENTS, TECHNIQUES
from marszoo.envs.terra_formars.state import (
    BY_EQUIPMENT,
    FACE_UP,
    HAND,
    PICK_EQUIPMENT,
    PLACE_MARKER,
    REACT,
    SPEND,
    TO_STEAL,
    WINDOWS,
)

EFFECT_PHRASES = {
    "ignore_talent": "ignores cockroach talents",
    "extra_wound": "{n} more Wound{s} a turn",
    "extra_star": "{n} more Star{s} a turn",
    "extra_serum": "{n} more Serum{s} a turn",
    "reroll_die": "1 re-roll a turn",
    "exchange_icon": "Star into Wound or back",
    "ignore_danger": "{n} Danger{s} less a turn",
    "move_at_end": "may change objective at the end of the turn",
    "cheaper_support": "first support {n} Star{s} cheaper",
    "cheaper_technique": "first technique {n} Star{s} cheaper",
    "rival_destroys_equipment": "a rival destroys equipment",
    "inflict_wounds": "{n} more Wound{s}",
    "change_objective": "change objective",
    "steal_points": "steal {n} Victory Point{s}",
    "exchange_cockroach": "exchange the cockroach",
    "roll_special_die": "roll the Special Die",
    "fewer_dice": "a rival's roll is {n} short",
    "cancel_serums": "a rival's dice give no Serums",
    "steal_equipment": "steal equipment",
    "discard_hand": "a rival discards the hand",
    "discard_tokens": "a rival discards the tokens",
    "cancel_stars": "a rival's dice give no Stars",
    "ignore_all_dangers": "ignore all Dangers",
    "all_destroy_equipment": "every rival destroys equipment",
}
"""Support effect -> a phrase for a card with the amount n. The words of the content file stay when these are rewritten."""

RIVAL_PHRASES = {
    words.RIVAL_DESTROYS: "destroys equipment",
    words.STEAL_POINTS: "loses Victory Points to you",
    words.FEWER_DICE: "rolls fewer dice",
    words.CANCEL_SERUMS: "gets no Serums from the dice",
    words.STEAL_EQUIPMENT: "loses equipment to you",
    words.DISCARD_HAND: "discards the hand",
    words.DISCARD_TOKENS: "discards all tokens",
    words.CANCEL_STARS: "gets no Stars from the dice",
    words.TECHNIQUE_MOVE: "is moved to another cockroach",
    words.ATTRACT: "is moved onto your cockroach",
}

OPTION_PHRASES = {
    "attack": "stop spending and attack",
    "special_die": "roll the Special Die for 3 Serums",
    "reroll": "use the hero's re-roll",
    "star_token": "spend a kept Star token",
    "wound_token": "spend a kept Wound token",
    "pay_toll": "pay 2 Stars so that the cockroach can be wounded",
    "star_to_wound": "turn a Star into a Wound",
    "wound_to_star": "turn a Wound into a Star",
}


def cost(stars: int, serums: int) -> str:
    """Such as ``3 Stars + 1 Serum``."""
    parts = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((stars, "Star"), (serums, "Serum")) if n]
    return " + ".join(parts) or "nothing"


def support(content: Content, card: int) -> str:
    """Name of a support and what it does."""
    return f"{content.names['support'][card]} [{effect_phrase(content, card)}]"


def effect_phrase(content: Content, card: int) -> str:
    """What a support does, its amount included."""
    row = content.rows["support"][card]
    amount = row.get("value", 1)
    return EFFECT_PHRASES[row["effect"]].format(n=amount, s="" if amount == 1 else "s")


def describe(s: Any, content: Content, action: int) -> str:
    """A sentence for a legal action of state `s`, different from that of every other legal action there."""
    block, index = ACTIONS.decode(int(action))
    frame = s["frame"][s["depth"] - 1]
    kind, a, b = int(frame[0]), int(frame[A]), int(frame[B])
    players = int(s["num_players"])
    if block == "hero":
        row = content.rows["hero"][index]
        return f"take {content.names['hero'][index]} (technique: {TECHNIQUES[row['technique']]}; talent: {HERO_TALENTS[row['talent']]})"
    if block == "slot":
        cockroach = content.names["cockroach"][s["slot"][index]]
        whose = "the marker" if kind != PLACE_MARKER or b == frame[SEAT] else f"player_{b}'s marker"
        return f"place {whose} on {cockroach} (slot {index + 1})"
    if block == "die":
        return f"re-roll die {index + 1}"
    if block == "rival":
        rival = (int(frame[SEAT]) + index + 1) % players
        return f"player_{rival} {RIVAL_PHRASES[a]}"
    if block == "card":
        return describe_card(s, content, index, kind, b)
    label = ACTIONS.blocks[0].labels[index]
    if label == "pass":
        if kind == REACT:
            return f"pass ({WINDOWS[a]})"
        return "keep the objective" if a == BY_EQUIPMENT else "pass"
    if label == "technique":
        row = content.rows["hero"][s["hero"][s["active"]]]
        return f"use the technique: {TECHNIQUES[row['technique']]} (printed cost {cost(row['technique_stars'], row['technique_serums'])})"
    return OPTION_PHRASES[label]


def describe_card(s: Any, content: Content, card: int, kind: int, purpose: int) -> str:
    """A sentence for an action of the card block; copies of one card get their number in the content file."""
    text = f"{support(content, card)} (card {card})"
    place = int(s["place"][card])
    if kind == PICK_EQUIPMENT:
        return f"{'steal' if purpose == TO_STEAL else 'destroy'} {text}"
    if kind == SPEND and place == FACE_UP:
        row = content.rows["support"][card]
        return f"acquire {text} (printed cost {cost(row['stars'], row['serums'])})"
    return f"{'play' if HAND <= place < HAND + 10 else 'use'} {text}"
