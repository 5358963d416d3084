"""The one interpreter of effects: what a word of the content file does, and the decisions that effects leave.

Whatever has effects queues them in the pool; ``run_pool``, called for the frame POOLED, is the single caller of `resolve`.
What cannot be done any more is left out; what asks somebody something leaves a decision frame, and remembers in
``State.doing`` which effect it carries out.

No card has code of its own; what is unusual about one follows from general words:

* Mars University "discard 1 then draw 1 | nothing", Olympus Conference "hold 1 | unhold 1 then draw 1", Search For Life
  "reveal microbe then hold 1": `then` waits until what stands before is done; each tag sets a trigger off once more, and an
  alternative that cannot be done is not offered.
* Viral Enhancers "add_that 1": the trigger's argument is the card whose tag was played; an event, or a card that keeps
  neither animals nor microbes, takes nothing.
* Mining Area, Mining Rights: alternatives with the condition "bonus steel" wait for the tile (`State.spot`) and leave their
  metal in `State.metal`, which Robotic Workforce ("copy") takes; formulas and players are chosen anew.
* Flooding "remove … by_ocean" comes after its ocean and looks at the tiles beside `State.spot`.
* Predators and Ants: what they take off a card of anybody is a cost, so it comes before the effects and cannot be declined.
* Pets ("locked") and Protected Habitats ("protect") stand in `rules.possible.may_take_from` and `may_hit`.
* Land Claim: `State.claimed` closes the hex for others in `rules.board.room`; no other rule takes a marker for a tile.
* Indentured Workers, Special Design ("next"): used up by the next card when it is played, before its own effects.
* Immigrant City at M€ production -4, Moss with Viral Enhancers: losses come last, and `rules.possible.set_off` foresees them.
"""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, A, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.rules import (
    board,
    choices,
    deck,
    order,
    parameters,
    payment,
    placing,
    pool,
    possible,
    shown,
    stock,
    targets,
)
from marszoo.envs.legacy_of_mars.rules.requirements import amount, glaciers, term_holds
from marszoo.envs.legacy_of_mars.rules.rows import lowest_bit
from marszoo.envs.legacy_of_mars.state import (
    ALTERNATIVE,
    AMOUNT,
    AMOUNTS,
    ANY_RESOURCE,
    CARDS,
    CLAIMING,
    COPYING,
    DISCARDING,
    IN_HAND,
    LOOKED,
    LOOKED_AT,
    MELTING,
    ORDER,
    PAY,
    PLACE,
    POOLED,
    RECEIVER,
    SITE,
    TAKE,
    TARGET,
)


@jit
def run_pool(s: Any, content: Any) -> None:
    """Work off the pool until a decision is on top; the frame goes when the pool is empty, and what was being done with it.

    Column A of POOLED: 1 + the row to do next, without asking; 0 none.
    """
    while top(s, KIND) == POOLED:
        if s.pooled == 0:
            pop(s)
            s.spot = -1
            for k in range(3):
                s.doing[k] = 0
            return
        k = top(s, A) - 1
        if k >= 0:
            set_top(s, A, 0)
        else:
            k = order.pick(s, content)
            if k < 0:
                return
        waiting = s.pool[k]
        effect, row = np.int64(waiting[0]), np.int64(waiting[1])
        seat, about = np.int64(waiting[2]), np.int64(waiting[3])
        pool.remove(s, k)
        if effect < 0:
            word, n = -effect, about
        else:
            e = content.effects[effect]
            if about != choices.SETTLED and not term_holds(s, content, seat, row, e.term):
                continue
            word, n = np.int64(e.word), amount(s, content, seat, row, e)
        if not resolve(s, content, effect, row, seat, about, word, n):
            s.doing[0] = max(0, effect)
            s.doing[1] = row
            s.doing[2] = seat
            if word >= words.OCEAN and word <= words.MELT:
                ask_map(s, content, effect, seat, word, n)
            else:
                ask(s, content, effect, row, seat, word, n, about)


@jit
def resolve(s: Any, content: Any, effect: Any, row: Any, seat: Any, about: Any, word: Any, n: Any) -> Any:
    """Carry out one effect that asks nobody anything; False if it is none.

    Args:
        effect, row, seat, about: as in the pool. word, n: what the effect does, and how much of it.
    """
    what = np.int64(content.effects[max(0, effect)].what)
    if word == words.GAIN:
        stock.gain(s, seat, what, n)
    elif word == words.LOSE:
        stock.lose(s, seat, what, n)
    elif word == words.PRODUCTION:
        stock.move_production(s, seat, what, n)
        if row >= 0 and row < CARDS and possible.bonus_term(content, content.effects[effect]):
            s.metal[row] = 1 + what
    elif word == words.TEMPERATURE:
        parameters.raise_temperature(s, content, seat, n)
    elif word == words.OXYGEN:
        parameters.raise_oxygen(s, content, seat, n)
    elif word == words.RATING:
        stock.raise_rating(s, content, seat, n)
    elif word == words.HOLD:
        stock.move_held(s, row, n, seat)
    elif word == words.ADD_THAT:
        if not possible.void(s, content, seat, content.effects[effect], about):
            stock.move_held(s, about, n, seat)
    elif word == words.NEXT:
        if content.effects[effect].other:
            s.next_shift[seat] += n
        else:
            s.next_discount[seat] += n
    elif word == words.DRAW:
        deck.draw(s, seat, n, IN_HAND)
    elif word == words.INNOVATION:
        deck.draw_innovation(s, seat, n, IN_HAND)
    elif word == words.REVEAL:
        card = deck.reveal(s, seat)
        if card >= 0 and content.rows[card].tags[what] > 0:
            choices.add_next(s, content, seat, row, content.effects[effect].then, 0)
    elif word == words.UNHOLD:
        if s.held[row] >= n:
            stock.move_held(s, row, -n, seat)
            choices.add_next(s, content, seat, row, content.effects[effect].then, 0)
    else:
        return False
    return True


@jit
def ask_map(s: Any, content: Any, effect: Any, seat: Any, word: Any, n: Any) -> None:
    """Tiles, Population and melting: a decision, if there is room or a glacier."""
    if word == words.POPULATION:
        if board.site_room(s, seat) != 0:
            push(s, SITE, seat, n, 0)
    elif word == words.MELT:
        if glaciers(s) > 0:
            push(s, MELTING, seat, abs(n), np.int64(n < 0))
    else:
        kind, place = possible.tile_of(word), order.place_of(content, effect)
        if board.room(s, content, seat, kind, place) != 0:
            push(s, PLACE, seat, kind, place)


@jit
def ask(s: Any, content: Any, effect: Any, row: Any, seat: Any, word: Any, n: Any, about: Any) -> None:
    """Everything else that leaves a decision, if there is something to decide on."""
    e = content.effects[effect]
    what = np.int64(e.what)
    if word == words.CHOOSE:
        offers = possible.offers(s, content, seat, row, effect, about)
        if offers & (offers - 1):
            push(s, ALTERNATIVE, seat, 0, about)
        elif offers:
            choices.add_next(s, content, seat, row, e.branch[lowest_bit(offers)], about)
    elif word == words.KEEP:
        drawn = deck.draw(s, seat, what, LOOKED_AT)
        if drawn > 0:
            push(s, TAKE, seat, min(n, drawn), 0)
    elif word == words.LOOK:
        if deck.draw(s, seat, 1, LOOKED_AT) > 0:
            push(s, LOOKED, seat, 0, 0)
    elif word == words.DISCARD:
        if deck.hand_size(s, seat) >= n:
            push(s, DISCARDING, seat, n, 0)
    elif word == words.ANY_PRODUCTION:
        if possible.any_can_lose(s, seat, e, np.int64(s.production[seat, what])):
            push(s, TARGET, seat, word, what)
    elif word == words.REMOVE or word == words.STEAL:
        if possible.any_to_hit(s, content, seat, e):
            push(s, TARGET, seat, word, what)
    elif word == words.REMOVE_HELD:
        if possible.any_to_take_from(s, content, seat, what, 1):
            push(s, RECEIVER, seat, word, 0)
    elif word == words.ADD or word == words.ADD_MORE:
        if possible.any_receiver(s, content, seat, word, what):
            push(s, RECEIVER, seat, word, 0)
    elif word == words.WILD:
        push(s, ANY_RESOURCE, seat, n, 0)
    elif word == words.SWAP or word == words.SHIFT:
        most = np.int64(s.resource[seat, what] if word == words.SWAP else s.production[seat, what])
        if most > 0:
            push(s, AMOUNT, seat, word, min(AMOUNTS - 1, most))
    elif word == words.COPY:
        if possible.any_to_copy(s, content, seat, what):
            push(s, COPYING, seat, 0, 0)
    elif word == words.CLAIM and board.claim_room(s, content) != 0:
        push(s, CLAIMING, seat, 0, 0)


# --- the decisions that effects leave ---


@jit
def legal_effect(s: Any, content: Any, kind: Any, mask: Any) -> None:
    """Fill the mask, which is zeroed, for a decision of playing cards; INNOVATE, SELL, CONVERT and SAVE are none."""
    if kind == PAY:
        payment.legal_pay(s, content, mask)
    elif kind == PLACE:
        placing.legal_place(s, content, mask)
    elif kind == TARGET:
        targets.legal_target(s, content, mask)
    elif kind == AMOUNT:
        targets.legal_amount(s, mask)
    elif kind == ALTERNATIVE:
        choices.legal_alternative(s, content, mask)
    elif kind == RECEIVER:
        targets.legal_receiver(s, content, mask)
    elif kind == MELTING:
        placing.legal_melting(s, mask)
    elif kind == DISCARDING:
        shown.legal_discarding(s, mask)
    elif kind == TAKE:
        shown.legal_take(s, mask)
    elif kind == LOOKED:
        shown.legal_looked(s, content, mask)
    elif kind == ANY_RESOURCE:
        choices.legal_any_resource(mask)
    elif kind == SITE:
        placing.legal_site(s, mask)
    elif kind == COPYING:
        choices.legal_copying(s, content, mask)
    elif kind == CLAIMING:
        placing.legal_claiming(s, content, mask)
    elif kind == ORDER:
        order.legal_order(s, content, mask)


@jit
def apply_effect(s: Any, content: Any, kind: Any, action: Any) -> None:
    """Carry out what was chosen; see `legal_effect`."""
    if kind == PAY:
        payment.apply_pay(s, content, action)
    elif kind == PLACE:
        placing.apply_place(s, content, action)
    elif kind == TARGET:
        targets.apply_target(s, content, action)
    elif kind == AMOUNT:
        targets.apply_amount(s, content, action)
    elif kind == ALTERNATIVE:
        choices.apply_alternative(s, content, action)
    elif kind == RECEIVER:
        targets.apply_receiver(s, content, action)
    elif kind == MELTING:
        placing.apply_melting(s, content, action)
    elif kind == DISCARDING:
        shown.apply_discarding(s, content, action)
    elif kind == TAKE:
        shown.apply_take(s, action)
    elif kind == LOOKED:
        shown.apply_looked(s, content, action)
    elif kind == ANY_RESOURCE:
        choices.apply_any_resource(s, action)
    elif kind == SITE:
        placing.apply_site(s, content, action)
    elif kind == COPYING:
        choices.apply_copying(s, content, action)
    elif kind == CLAIMING:
        placing.apply_claiming(s, action)
    elif kind == ORDER:
        order.apply_order(s, action)
