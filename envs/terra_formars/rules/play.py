"""One pair ``legal_<frame>`` / ``apply_<frame>`` per kind of decision, and the loop that runs the rest by itself."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.advance import SWITCHES
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, A, B, next_seat, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.actions import (
    A_CARD,
    A_DIE,
    A_HERO,
    A_RIVAL,
    A_SLOT,
    ATTACK,
    PASS,
    PAY_TOLL,
    REROLL,
    SPECIAL_DIE,
    STAR_TO_WOUND,
    STAR_TOKEN,
    TECHNIQUE,
    WOUND_TO_STAR,
    WOUND_TOKEN,
)
from marszoo.envs.terra_formars.effects import resolve, roll_special_die, strike
from marszoo.envs.terra_formars.rules import cockroaches, dice, supports, turn, usable
from marszoo.envs.terra_formars.rules.log import note
from marszoo.envs.terra_formars.rules.talents import hero_talent
from marszoo.envs.terra_formars.state import (
    AFTER_PURCHASE,
    AFTER_ROLL,
    AT_SETUP,
    BY_EQUIPMENT,
    BY_TECHNIQUE,
    CHOOSE_HERO,
    DICE,
    E_HERO,
    E_PLAY,
    E_REROLL,
    E_TECHNIQUE,
    EFFECT,
    FACE_UP,
    FACES,
    HAND,
    PENDING,
    PICK_DIE,
    PICK_EQUIPMENT,
    PICK_ICON,
    PICK_RIVAL,
    PLACE_MARKER,
    REACT,
    ROW,
    SETUP,
    SPEND,
    SUPPORTS,
    TABLE,
    TO_DESTROY,
    TURN,
)

SPECIAL_PRICE, TOLL_PRICE = 3, 2
"""Serums for a roll of the Special Die; Stars of talent 48. Both printed."""


@jit
def setup(s: Any, content: Any, options: Any) -> None:
    """Start a game: the first decision is seat 0's choice of a hero."""
    s.loot_all = options[SWITCHES]
    s.move_anywhere = options[SWITCHES + 1]
    s.auto_pass = options[SWITCHES + 2] == 0
    turn.blank_table(s, content)
    push(s, SETUP, 0, 0, 0)
    turn.choose_heroes(s)
    s.player = 0


@jit
def run_setup(s: Any, content: Any) -> None:
    """When the heroes are chosen: deal, and have the markers placed; then: the first turn."""
    if top(s, A) == 0:
        set_top(s, A, 1)
        turn.deal(s, content)
    else:
        pop(s)
        turn.start_first_turn(s)


@jit
def run_effect(s: Any, content: Any) -> None:
    """Resolve the effect on top: the card is discarded, then it does what it says."""
    seat, card, effect = top(s, SEAT), top(s, A), top(s, B)
    pop(s)
    value = np.int64(content.supports[card].value) if card >= 0 else 1
    if card >= 0:
        supports.discard(s, card)
    resolve(s, content, seat, effect, value)


@jit
def run_window(s: Any, content: Any) -> Any:
    """Find the next seat that a window asks; True if there is one, else the window is closed."""
    seats = usable.who_can_react(s, content)
    while seats and top(s, B) < s.num_players:
        if seats >> top(s, SEAT) & 1:
            return True
        pass_on(s)
    pop(s)
    return False


@jit
def pass_on(s: Any) -> None:
    set_top(s, SEAT, next_seat(s, top(s, SEAT)))
    set_top(s, B, top(s, B) + 1)


@jit
def run(s: Any, content: Any) -> None:
    """Run automatic frames until a decision is on top or the game is over; then `player` is the seat to move."""
    while s.over == RUNNING:
        kind = top(s, KIND)
        if kind == TURN:
            turn.run_turn(s, content)
        elif kind == EFFECT:
            run_effect(s, content)
        elif kind == SETUP:
            run_setup(s, content)
        elif kind != REACT or run_window(s, content):
            s.player = top(s, SEAT)
            return


@jit
def legal_hero(s: Any, content: Any, mask: Any) -> None:
    for hero in range(content.num_heroes):
        free = True
        for p in range(s.num_players):
            free = free and s.hero[p] != hero
        mask[A_HERO + hero] = free


@jit
def apply_hero(s: Any, action: Any) -> None:
    seat = top(s, SEAT)
    s.hero[seat] = action - A_HERO
    note(s, E_HERO, seat, action - A_HERO, 0)
    pop(s)


@jit
def legal_marker(s: Any, content: Any, mask: Any) -> None:
    """At set-up an unoccupied cockroach; after a kill any; otherwise another one; never against talent 44."""
    why, seat = top(s, A), top(s, B)
    for slot in range(s.num_players):
        free = cockroaches.may_enter(s, content, seat, slot) and slot != s.marker[seat]
        if why == AT_SETUP:
            free = free and not cockroaches.occupied(s, slot, seat)
        mask[A_SLOT + slot] = free
    if why == BY_EQUIPMENT:
        mask[PASS] = 1


@jit
def apply_marker(s: Any, action: Any) -> None:
    seat = top(s, B)
    pop(s)
    if action != PASS:
        cockroaches.place_marker(s, seat, action - A_SLOT)


@jit
def legal_react(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    for card in range(SUPPORTS):
        mask[A_CARD + card] = usable.may_play(s, content, seat, card)
    mask[PASS] = 1


@jit
def apply_react(s: Any, content: Any, action: Any) -> None:
    if action == PASS:
        pass_on(s)
        return
    seat, window = top(s, SEAT), top(s, A)
    pop(s)
    play_card(s, content, seat, action - A_CARD, window)


@jit
def play_card(s: Any, content: Any, seat: Any, card: Any, window: Any) -> None:
    """A squad card goes on the stack; a new window lets everyone respond before it resolves."""
    s.place[card] = PENDING
    s.known[card] = 0
    note(s, E_PLAY, seat, card, 0)
    push(s, EFFECT, seat, card, content.supports[card].effect)
    push(s, REACT, s.active, window, 0)


@jit
def legal_spend(s: Any, content: Any, mask: Any) -> None:
    seat = s.active
    talent, danger, stars, serums = dice.purse(s, content)
    mask[ATTACK] = 1
    mask[TECHNIQUE] = usable.may_use_technique(s, content, stars, serums)
    # Talent 39: on a Danger the Special Die may not be rolled.
    mask[SPECIAL_DIE] = serums >= SPECIAL_PRICE and not (talent == words.NO_SPECIAL and danger > 0)
    own_reroll = hero_talent(s, content, seat) == words.TALENT_REROLL and not s.rerolled
    mask[REROLL] = own_reroll and usable.can_reroll(s)
    mask[STAR_TOKEN] = s.stars[seat] > 0
    mask[WOUND_TOKEN] = s.wounds[seat] > 0
    mask[PAY_TOLL] = talent == words.TOLL and not s.toll_paid and stars >= TOLL_PRICE
    # Talent 45: on a Danger no support may be acquired.
    if not (talent == words.NO_ACQUISITION and danger > 0):
        stars += supports.discount(s, content, words.CHEAPER_SUPPORT)
        for k in range(ROW):
            offer = np.int64(s.row[k])
            if offer >= 0:
                price = content.supports[offer]
                mask[A_CARD + offer] = price.stars <= stars and price.serums <= serums
    for card in range(content.num_supports):
        if s.place[card] == HAND + seat:
            mask[A_CARD + card] = usable.may_play(s, content, seat, card)
        elif s.place[card] == TABLE + seat:
            mask[A_CARD + card] = usable.may_use(s, content, card)


@jit
def apply_spend(s: Any, content: Any, action: Any) -> None:
    seat = s.active
    if action == ATTACK:
        pop(s)
    elif action == TECHNIQUE:
        supports.pay_technique(s, content)
        note(s, E_TECHNIQUE, seat, s.hero[seat], 0)
        push(s, REACT, seat, AFTER_PURCHASE, 0)
        push(s, EFFECT, seat, -1, content.heroes[s.hero[seat]].technique)
    elif action == SPECIAL_DIE:
        dice.pay(s, content, dice.SERUM, SPECIAL_PRICE)
        roll_special_die(s, content)
    elif action == REROLL:
        s.rerolled = 1
        push(s, PICK_DIE, seat, 0, 0)
    elif action == STAR_TOKEN:
        s.stars[seat] -= 1
        s.bonus_stars += 1
    elif action == WOUND_TOKEN:
        s.wounds[seat] -= 1
        s.bonus_wounds += 1
    elif action == PAY_TOLL:
        dice.pay(s, content, dice.STAR, TOLL_PRICE)
        s.toll_paid = 1
    else:
        apply_card(s, content, seat, action - A_CARD)


@jit
def apply_card(s: Any, content: Any, seat: Any, card: Any) -> None:
    """Acquire, play or use a support, by where it is."""
    if s.place[card] == FACE_UP:
        supports.acquire(s, content, card)
        push(s, REACT, seat, AFTER_PURCHASE, 0)
    elif s.place[card] == HAND + seat:
        play_card(s, content, seat, card, AFTER_PURCHASE)
    else:
        s.used[card] = 1
        effect = content.supports[card].effect
        if effect == words.EXTRA_WOUND:
            s.bonus_wounds += content.supports[card].value
        elif effect == words.REROLL_DIE:
            push(s, PICK_DIE, seat, 0, 0)
        else:
            push(s, PICK_ICON, seat, 0, 0)


@jit
def legal_die(s: Any, mask: Any) -> None:
    for die in range(DICE):
        mask[A_DIE + die] = s.face[die] >= 0 and not dice.locked(s, die)


@jit
def apply_die(s: Any, action: Any) -> None:
    die = action - A_DIE
    pop(s)
    s.face[die] = rng.below(s, FACES)
    note(s, E_REROLL, s.active, die, s.face[die])
    push(s, REACT, s.active, AFTER_ROLL, 0)


@jit
def legal_rival(s: Any, content: Any, mask: Any) -> None:
    seat, effect = top(s, SEAT), top(s, A)
    for k in range(1, s.num_players):
        mask[A_RIVAL + k - 1] = usable.may_name(s, content, seat, effect, (seat + k) % s.num_players)


@jit
def apply_rival(s: Any, action: Any) -> None:
    seat, effect, value = top(s, SEAT), top(s, A), top(s, B)
    rival = (seat + action - A_RIVAL + 1) % s.num_players
    pop(s)
    if effect == words.TECHNIQUE_MOVE:
        push(s, PLACE_MARKER, seat, BY_TECHNIQUE, rival)
    elif effect == words.ATTRACT:
        cockroaches.place_marker(s, rival, s.marker[seat])
    else:
        strike(s, seat, effect, value, rival)


@jit
def legal_equipment(s: Any, mask: Any) -> None:
    for card in range(SUPPORTS):
        mask[A_CARD + card] = s.place[card] == TABLE + top(s, A)


@jit
def apply_equipment(s: Any, content: Any, action: Any) -> None:
    seat, purpose = top(s, SEAT), top(s, B)
    pop(s)
    if purpose == TO_DESTROY:
        supports.destroy(s, action - A_CARD)
    else:
        supports.steal(s, content, seat, action - A_CARD)


@jit
def legal_icon(s: Any, content: Any, mask: Any) -> None:
    mask[STAR_TO_WOUND] = dice.purse(s, content)[2] > 0
    mask[WOUND_TO_STAR] = dice.total_wounds(s, content) > 0


@jit
def apply_icon(s: Any, content: Any, action: Any) -> None:
    pop(s)
    if action == STAR_TO_WOUND:
        dice.star_to_wound(s, content)
    else:
        dice.wound_to_star(s, content)


@jit
def legal(s: Any, content: Any, mask: Any) -> None:
    """Fill the mask for the decision on top of the stack."""
    mask[:] = 0
    kind = top(s, KIND)
    if kind == SPEND:
        legal_spend(s, content, mask)
    elif kind == REACT:
        legal_react(s, content, mask)
    elif kind == PLACE_MARKER:
        legal_marker(s, content, mask)
    elif kind == PICK_DIE:
        legal_die(s, mask)
    elif kind == PICK_RIVAL:
        legal_rival(s, content, mask)
    elif kind == PICK_EQUIPMENT:
        legal_equipment(s, mask)
    elif kind == PICK_ICON:
        legal_icon(s, content, mask)
    elif kind == CHOOSE_HERO:
        legal_hero(s, content, mask)


@jit
def step(s: Any, content: Any, action: Any) -> None:
    """Apply a legal action to the decision on top, then run on to the next decision or the end."""
    kind = top(s, KIND)
    if kind == SPEND:
        apply_spend(s, content, action)
    elif kind == REACT:
        apply_react(s, content, action)
    elif kind == PLACE_MARKER:
        apply_marker(s, action)
    elif kind == PICK_DIE:
        apply_die(s, action)
    elif kind == PICK_RIVAL:
        apply_rival(s, action)
    elif kind == PICK_EQUIPMENT:
        apply_equipment(s, content, action)
    elif kind == PICK_ICON:
        apply_icon(s, content, action)
    elif kind == CHOOSE_HERO:
        apply_hero(s, action)
    run(s, content)
