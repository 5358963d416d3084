"""One pair ``legal_<frame>`` / ``apply_<frame>`` per kind of decision, and the loop that runs the rest by itself."""

from typing import Any

import numpy as np

from marszoo.envs.core.advance import SWITCHES
from marszoo.envs.core.frames import KIND, RUNNING, SEAT, A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.actions import (
    A_CARD,
    A_COLOUR,
    A_CORPORATION,
    A_EFFECT,
    A_HEX,
    A_RESOURCE,
    A_RIVAL,
    DO_CHANGE,
    DO_CITY,
    DO_DRAW,
    DO_GREENERY,
    DO_OCEAN,
    DO_POINTS,
    DO_TEMPERATURE,
    DONE,
    PASS,
    PAY_WILD,
    PRODUCE,
)
from marszoo.envs.terraforming_dice.effects import resolve
from marszoo.envs.terraforming_dice.rules import board, cards, milestones, order, start, stock, turn
from marszoo.envs.terraforming_dice.rules.log import note
from marszoo.envs.terraforming_dice.state import (
    AFTER,
    BONUS,
    BONUS_PILE,
    BY_CARD,
    BY_SUPPORT,
    CARDS,
    CHOOSE_CORPORATION,
    CITY_TILE,
    COLOURS,
    DISCARD,
    DISCARD_CARDS,
    E_CHANGE,
    E_DISCARD,
    E_GIFT,
    E_LOSE,
    E_PAY,
    EFFECT,
    EFFECTS,
    FOR_CARDS,
    FOR_CHANGE,
    GIFT,
    GIVE_UP,
    GREENERY_TILE,
    HAND,
    HEXES,
    MAIN,
    PAY,
    PICK_COLOUR,
    PICK_DIE,
    PICK_FACE,
    PICK_RIVAL,
    PLACE,
    PLAY_CARD,
    PROJECTS,
    REACTIONS,
    RESOURCES,
    SETUP,
    START,
    TURN,
)

STEP_PRICE, GREENERY_PRICE, POINTS_PRICE, POINTS_BOUGHT, CARDS_DRAWN = 3, 4, 3, 2, 2
"""Main actions: heat, water, city or megacredits, plants, points; cards of support action c. All printed."""


@jit
def setup(s: Any, content: Any, options: Any) -> None:
    """Start a game: everything is dealt, the corporations are to be chosen."""
    s.short_wild = options[SWITCHES]
    s.second_paid = options[SWITCHES + 1]
    s.solo_goal = options[SWITCHES + 2]
    start.prepare(s, content)
    push(s, SETUP, 0, 0, 0)
    run(s, content)


@jit
def run(s: Any, content: Any) -> None:
    """Run automatic frames until a decision is on top or the game is over; then `player` is the seat to move."""
    while s.over == RUNNING:
        milestones.claim(s, content)
        kind = top(s, KIND)
        if kind == EFFECT:
            seat, word, n, argument = top(s, SEAT), top(s, A), top(s, B) // 16, top(s, B) % 16
            pop(s)
            resolve(s, content, seat, word, n, argument)
        elif kind == TURN:
            turn.run_turn(s, content)
        elif kind == REACTIONS:
            board.run_reactions(s, content)
        elif kind == SETUP:
            start.run_setup(s, content)
        elif not closes_itself(s, content, kind):
            s.player = top(s, SEAT)
            return


@jit
def closes_itself(s: Any, content: Any, kind: Any) -> Any:
    """Whether the frame on top needs nobody now: it is done by itself, or ended, and the loop goes on."""
    if kind == EFFECTS:
        return run_effects(s, content)
    if kind == AFTER and not cards.any_usable(s, content, top(s, SEAT), words.FREE):
        pop(s)
        return True
    if kind == DISCARD_CARDS and cards.hand_size(s, top(s, SEAT)) == 0:
        pop(s)
        return True
    return False


@jit
def run_effects(s: Any, content: Any) -> Any:
    """Queue the next effect of a card; False if the player has to choose which."""
    bits, source = top(s, B) % 16, top(s, B) // 16
    if bits == 0:
        pop(s)
        return True
    k = order.next_effect(s, content, top(s, A), source, bits)
    if k < 0:
        return False
    take_effect(s, content, k)
    return True


@jit
def take_effect(s: Any, content: Any, k: Any) -> None:
    """Take effect `k` off the EFFECTS frame on top and queue it."""
    seat, row, source = top(s, SEAT), top(s, A), top(s, B) // 16
    set_top(s, B, top(s, B) - (1 << k))
    effect = order.effect_at(content, row, source, k)
    board.push_effect(s, seat, np.int64(effect[0]), np.int64(effect[1]), np.int64(effect[2]))


@jit
def legal_corporation(s: Any, mask: Any) -> None:
    for k in range(2):
        mask[A_CORPORATION + s.dealt[top(s, SEAT), k]] = 1


@jit
def legal_held(s: Any, seat: Any, mask: Any) -> None:
    """Every resource the seat has."""
    for r in range(RESOURCES):
        mask[A_RESOURCE + r] = s.dice[seat, r] > 0


@jit
def legal_colours(s: Any, mask: Any) -> None:
    for c in range(COLOURS):
        mask[A_COLOUR + c] = s.pool[c] > 0


@jit
def legal_support(s: Any, content: Any, seat: Any, mask: Any) -> Any:
    """The support actions a to d and free actions; whether any support action is possible."""
    held = stock.dice_of(s, seat)
    wild = np.int64(s.wild[seat])
    legal_colours(s, mask)
    mask[DO_CHANGE] = held >= 2 or (held == 1 and wild >= 1)
    mask[DO_DRAW] = held + wild >= 1 and cards.can_draw(s)
    any_support = mask[DO_CHANGE] != 0 or mask[DO_DRAW] != 0 or stock.pool_size(s) > 0
    for card in range(CARDS):
        kind = cards.usable(s, content, seat, card)
        if kind == words.SUPPORT or kind == words.FREE:
            mask[A_CARD + card] = 1
            any_support = any_support or kind == words.SUPPORT
    return any_support


@jit
def legal_start(s: Any, content: Any, mask: Any) -> None:
    """A production turn, or the support action of an action turn; free actions before either."""
    mask[PRODUCE] = 1
    if not legal_support(s, content, top(s, SEAT), mask):
        mask[PASS] = 1


@jit
def apply_start(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    if action == PRODUCE:
        pop(s)
        set_top(s, A, turn.T_KEEP)
    elif action == PASS:
        pop(s)
    else:
        apply_support(s, content, seat, action)


@jit
def apply_support(s: Any, content: Any, seat: Any, action: Any) -> None:
    """A support action ends the decision on top; a free action leaves it open."""
    if action >= A_CARD:
        if content.rows[action - A_CARD].action != words.FREE:
            pop(s)
        cards.use_card(s, content, seat, action - A_CARD)
        return
    pop(s)
    if action == DO_CHANGE:
        push(s, PAY, seat, FOR_CHANGE, 0)
    elif action == DO_DRAW:
        push(s, PAY, seat, FOR_CARDS, 0)
    else:
        board.push_effect(s, seat, words.ROLL, 1, action - A_COLOUR)


@jit
def legal_main(s: Any, content: Any, mask: Any) -> None:
    """A card, a second support action, the standard main actions, a blue card's main action; free actions before."""
    seat = top(s, SEAT)
    possible = legal_support(s, content, seat, mask)
    for card in range(content.num_projects):
        if s.place[card] == HAND + seat and cards.missing(s, content, seat, card) <= s.wild[seat]:
            mask[A_CARD + card] = 1
            possible = True
    for card in range(CARDS):
        if cards.usable(s, content, seat, card) == words.MAIN:
            mask[A_CARD + card] = 1
            possible = True
    mask[DO_TEMPERATURE] = stock.covers(s, seat, words.HEAT, STEP_PRICE)
    mask[DO_OCEAN] = stock.covers(s, seat, words.WATER, STEP_PRICE)
    mask[DO_POINTS] = stock.covers(s, seat, words.MEGACREDIT, POINTS_PRICE)
    mask[DO_GREENERY] = stock.covers(s, seat, words.PLANT, GREENERY_PRICE) and board.any_fits(s, content, GREENERY_TILE)
    mask[DO_CITY] = stock.covers(s, seat, words.CITY_FACE, STEP_PRICE) and board.any_fits(s, content, CITY_TILE)
    for action in range(DO_TEMPERATURE, DO_POINTS + 1):
        possible = possible or mask[action] != 0
    if not possible:
        mask[PASS] = 1


@jit
def apply_main(s: Any, content: Any, action: Any) -> None:
    seat = top(s, SEAT)
    if action >= A_CARD and s.place[action - A_CARD] == HAND + seat:
        pop(s)
        cards.play_card(s, content, seat, action - A_CARD)
    elif action == PASS:
        pop(s)
    elif action < DO_TEMPERATURE or action > DO_POINTS:
        apply_support(s, content, seat, action)
    else:
        pop(s)
        standard(s, seat, action)


@jit
def standard(s: Any, seat: Any, action: Any) -> None:
    """Main actions c to g: pay, and queue what they do."""
    if action == DO_TEMPERATURE:
        stock.pay(s, seat, words.HEAT, STEP_PRICE)
        board.push_effect(s, seat, words.TEMPERATURE, 1, 0)
    elif action == DO_OCEAN:
        stock.pay(s, seat, words.WATER, STEP_PRICE)
        board.push_effect(s, seat, words.OCEAN, 1, 0)
    elif action == DO_GREENERY:
        stock.pay(s, seat, words.PLANT, GREENERY_PRICE)
        board.push_effect(s, seat, words.GREENERY, 1, 0)
    elif action == DO_CITY:
        stock.pay(s, seat, words.CITY_FACE, STEP_PRICE)
        board.push_effect(s, seat, words.CITY, 1, 0)
    else:
        stock.pay(s, seat, words.MEGACREDIT, POINTS_PRICE)
        board.push_effect(s, seat, words.POINTS, POINTS_BOUGHT, 0)


@jit
def legal_after(s: Any, content: Any, mask: Any) -> None:
    seat = top(s, SEAT)
    mask[DONE] = 1
    for card in range(CARDS):
        if cards.usable(s, content, seat, card) == words.FREE:
            mask[A_CARD + card] = 1


@jit
def apply_after(s: Any, content: Any, action: Any) -> None:
    if action == DONE:
        pop(s)
    else:
        cards.use_card(s, content, top(s, SEAT), action - A_CARD)


@jit
def apply_give_up(s: Any, resource: Any) -> None:
    """Production turn 1: a resource goes back, one at a time, until few enough are left."""
    seat = top(s, SEAT)
    stock.give_back(s, seat, resource, 1)
    note(s, E_PAY, seat, resource, 0)
    if stock.dice_of(s, seat) <= turn.limit(s, seat):
        pop(s)


@jit
def legal_hand(s: Any, content: Any, seat: Any, payable: Any, mask: Any) -> None:
    """The cards in the seat's hand; with `payable` those that it can pay."""
    for card in range(content.num_projects):
        if s.place[card] == HAND + seat:
            mask[A_CARD + card] = not payable or cards.missing(s, content, seat, card) <= s.wild[seat]


@jit
def apply_discard(s: Any, action: Any) -> None:
    """Production turn 2: cards of the hand to the discard pile, one at a time."""
    if action == DONE:
        pop(s)
        return
    s.place[action - A_CARD] = DISCARD
    note(s, E_DISCARD, top(s, SEAT), action - A_CARD, 0)


@jit
def legal_pay(s: Any, mask: Any) -> None:
    """Any resource or a wild token, as long as a die is left to change."""
    seat = top(s, SEAT)
    if top(s, A) != FOR_CHANGE or stock.dice_of(s, seat) >= 2:
        legal_held(s, seat, mask)
    mask[PAY_WILD] = s.wild[seat] > 0


@jit
def apply_pay(s: Any, action: Any) -> None:
    seat, reason = top(s, SEAT), top(s, A)
    pop(s)
    if action == PAY_WILD:
        s.wild[seat] -= 1
        note(s, E_PAY, seat, RESOURCES, 0)
    else:
        stock.give_back(s, seat, action - A_RESOURCE, 1)
        note(s, E_PAY, seat, action - A_RESOURCE, 0)
    if reason == FOR_CHANGE:
        push(s, PICK_DIE, seat, 1, BY_SUPPORT)
    else:
        board.push_effect(s, seat, words.DRAW, CARDS_DRAWN, 0)


@jit
def legal_die(s: Any, mask: Any) -> None:
    legal_held(s, top(s, SEAT), mask)
    if top(s, B) == BY_CARD:
        mask[DONE] = 1


@jit
def apply_die(s: Any, action: Any) -> None:
    seat, left = top(s, SEAT), top(s, A)
    if left <= 1 or action == DONE:
        pop(s)
    else:
        set_top(s, A, left - 1)
    if action != DONE:
        push(s, PICK_FACE, seat, action - A_RESOURCE, 0)


@jit
def legal_face(s: Any, mask: Any) -> None:
    """The two other faces of the die."""
    first = top(s, A) // 3 * 3
    for r in range(first, first + 3):
        mask[A_RESOURCE + r] = r != top(s, A)


@jit
def apply_face(s: Any, resource: Any) -> None:
    seat, before = top(s, SEAT), top(s, A)
    pop(s)
    s.dice[seat, before] -= 1
    s.dice[seat, resource] += 1
    note(s, E_CHANGE, seat, before, resource)


@jit
def apply_colour(s: Any, colour: Any) -> None:
    """One of the dice of the effect ``any``; the rest are missing if the pool is empty then."""
    seat, left = top(s, SEAT), top(s, A) - 1
    pop(s)
    if left > 0:
        board.push_effect(s, seat, words.ANY, left, 0)
    board.push_effect(s, seat, words.ROLL, 1, colour)


@jit
def legal_place(s: Any, content: Any, mask: Any) -> None:
    kind, solo = top(s, A), top(s, B) == start.SOLO_TILE
    for where in range(HEXES):
        if solo:
            mask[A_HEX + where] = start.solo_fits(s, content, kind, where)
        else:
            mask[A_HEX + where] = board.fits(s, content, kind, where)


@jit
def apply_place(s: Any, content: Any, where: Any) -> None:
    seat, kind, solo = top(s, SEAT), top(s, A), top(s, B) == start.SOLO_TILE
    pop(s)
    if solo:
        board.lay(s, content, kind, where)
    else:
        board.place_tile(s, content, seat, kind, where)


@jit
def apply_rival(s: Any, action: Any) -> None:
    """A red-framed icon: the player named discards what they have of it."""
    seat, resource, n = top(s, SEAT), top(s, A), top(s, B)
    rival = (seat + action - A_RIVAL + 1) % s.num_players
    pop(s)
    lost = min(n, np.int64(s.dice[rival, resource]))
    stock.give_back(s, rival, resource, lost)
    note(s, E_LOSE, rival, resource, lost)


@jit
def apply_gift(s: Any, resource: Any) -> None:
    """The first player gives one resource, as it lies, to the last player."""
    pop(s)
    s.dice[0, resource] -= 1
    s.dice[s.num_players - 1, resource] += 1
    note(s, E_GIFT, 0, resource, 0)


@jit
def apply_bonus(s: Any, content: Any, card: Any) -> None:
    """Play a bonus card without cost. The one of the solo set-up is not for the points."""
    seat, at_start = top(s, SEAT), top(s, B)
    pop(s)
    if not at_start:
        s.bonuses[seat] += 1
    cards.put_down(s, content, seat, card)


@jit
def legal(s: Any, content: Any, mask: Any) -> None:
    """Fill the mask for the decision on top of the stack."""
    mask[:] = 0
    kind, seat = top(s, KIND), top(s, SEAT)
    if kind == START:
        legal_start(s, content, mask)
    elif kind == MAIN:
        legal_main(s, content, mask)
    elif kind == AFTER:
        legal_after(s, content, mask)
    elif kind in (GIVE_UP, GIFT):
        legal_held(s, seat, mask)
    elif kind == DISCARD_CARDS:
        mask[DONE] = 1
        legal_hand(s, content, seat, False, mask)
    elif kind == PAY:
        legal_pay(s, mask)
    elif kind == PICK_DIE:
        legal_die(s, mask)
    elif kind == PICK_FACE:
        legal_face(s, mask)
    elif kind == PICK_COLOUR:
        legal_colours(s, mask)
    elif kind == PLACE:
        legal_place(s, content, mask)
    elif kind == PICK_RIVAL:
        for k in range(s.num_players - 1):
            mask[A_RIVAL + k] = 1
    elif kind == PLAY_CARD:
        legal_hand(s, content, seat, True, mask)
    elif kind == BONUS:
        for card in range(PROJECTS, CARDS):
            mask[A_CARD + card] = s.place[card] == BONUS_PILE
    elif kind == EFFECTS:
        for k in range(4):
            mask[A_EFFECT + k] = top(s, B) >> k & 1
    else:
        legal_corporation(s, mask)


@jit
def step(s: Any, content: Any, action: Any) -> None:
    """Apply a legal action to the decision on top, then run on to the next decision or the end."""
    kind = top(s, KIND)
    if kind == START:
        apply_start(s, content, action)
    elif kind == MAIN:
        apply_main(s, content, action)
    elif kind == AFTER:
        apply_after(s, content, action)
    elif kind == GIVE_UP:
        apply_give_up(s, action - A_RESOURCE)
    elif kind == DISCARD_CARDS:
        apply_discard(s, action)
    elif kind == PAY:
        apply_pay(s, action)
    elif kind == PICK_DIE:
        apply_die(s, action)
    elif kind == PICK_FACE:
        apply_face(s, action - A_RESOURCE)
    elif kind == PICK_COLOUR:
        apply_colour(s, action - A_COLOUR)
    elif kind == PLACE:
        apply_place(s, content, action - A_HEX)
    elif kind == PICK_RIVAL:
        apply_rival(s, action)
    elif kind == GIFT:
        apply_gift(s, action - A_RESOURCE)
    elif kind == PLAY_CARD:
        seat = top(s, SEAT)
        pop(s)
        cards.play_card(s, content, seat, action - A_CARD)
    elif kind == BONUS:
        apply_bonus(s, content, action - A_CARD)
    elif kind == EFFECTS:
        take_effect(s, content, action - A_EFFECT)
    elif kind == CHOOSE_CORPORATION:
        s.corporation[top(s, SEAT)] = action - A_CORPORATION
        pop(s)
    run(s, content)
