"""When a squad card would do something, and whom an effect may name."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.rules import cockroaches, dice, supports
from marszoo.envs.terra_formars.rules.talents import active_talent
from marszoo.envs.terra_formars.state import HAND, SPENDING, STARTING, TABLE


@jit
def special_allowed(s: Any, content: Any) -> Any:
    """Talent 39: on a Danger the Special Die may not be rolled."""
    return not (active_talent(s, content) == words.NO_SPECIAL and dice.dangers(s, content) > 0)


@jit
def dice_icons(s: Any, content: Any, kind: Any) -> Any:
    """Stars or Serums on the active seat's dice that it can still spend."""
    talent, danger = active_talent(s, content), dice.dangers(s, content)
    if kind == dice.STAR:
        return dice.dice_stars(s, content, talent, danger)
    return dice.dice_serums(s, content, talent, danger)


@jit
def may_name(s: Any, content: Any, seat: Any, effect: Any, rival: Any) -> Any:
    """Whether `seat` may name `rival` for an effect: only players whom it would touch."""
    if rival == seat:
        return False
    if effect == words.RIVAL_DESTROYS or effect == words.STEAL_EQUIPMENT:
        return supports.has_any_equipment(s, rival)
    if effect == words.STEAL_POINTS:
        return s.points[rival] > 0
    if effect == words.DISCARD_HAND:
        return supports.count_in(s, HAND + rival) > 0
    if effect == words.DISCARD_TOKENS:
        return s.stars[rival] + s.wounds[rival] > 0
    if effect == words.FEWER_DICE:
        return rival == s.active and s.part == STARTING
    if effect == words.CANCEL_STARS:
        return rival == s.active and s.part == SPENDING and dice_icons(s, content, dice.STAR) > 0
    if effect == words.CANCEL_SERUMS:
        return rival == s.active and s.part == SPENDING and dice_icons(s, content, dice.SERUM) > 0
    if effect == words.TECHNIQUE_MOVE:
        here = s.marker[rival] == s.marker[seat]
        return (here or s.move_anywhere) and s.marker[rival] >= 0 and cockroaches.may_change(s, content, rival)
    if effect == words.ATTRACT:
        slot = s.marker[seat]
        return s.marker[rival] != slot and cockroaches.may_enter(s, content, rival, slot)
    return False


@jit
def names_someone(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    for rival in range(s.num_players):
        if may_name(s, content, seat, effect, rival):
            return True
    return False


@jit
def is_useful(s: Any, content: Any, seat: Any, effect: Any) -> Any:
    """Whether a squad effect played by `seat` now would do something, were nobody to respond."""
    if effect == words.INFLICT_WOUNDS:
        return seat == s.active and s.part == SPENDING
    if effect == words.ROLL_SPECIAL:
        return seat == s.active and s.part == SPENDING and special_allowed(s, content)
    if effect == words.IGNORE_ALL_DANGERS:
        return seat == s.active and s.part == SPENDING and dice.dangers(s, content) > 0
    if effect == words.CHANGE_OBJECTIVE:
        return s.marker[seat] >= 0 and cockroaches.may_change(s, content, seat)
    if effect == words.EXCHANGE_COCKROACH:
        slot = s.marker[seat]
        return slot >= 0 and slot != s.dying and cockroaches.pile_size(s) > 0
    if effect == words.ALL_DESTROY:
        return names_someone(s, content, seat, words.RIVAL_DESTROYS)
    return names_someone(s, content, seat, effect)


@jit
def may_play(s: Any, content: Any, seat: Any, card: Any) -> Any:
    """Whether the seat may play a card of its hand now: a squad card, with auto_pass one that would do something."""
    if s.place[card] != HAND + seat:
        return False
    return not s.auto_pass or is_useful(s, content, seat, content.supports[card].effect)


@jit
def who_can_react(s: Any, content: Any) -> Any:
    """The seats that a window would ask now: bit p for seat p."""
    seats = 0
    for card in range(content.num_supports):
        place = s.place[card]
        if place < HAND or place >= TABLE or seats >> (place - HAND) & 1:
            continue
        if may_play(s, content, np.int64(place - HAND), card):
            seats |= 1 << (place - HAND)
    return seats


@jit
def may_use(s: Any, content: Any, card: Any) -> Any:
    """Whether the active seat may use a piece of its equipment now (06, 09, 10: once per turn, as a choice)."""
    if s.place[card] != TABLE + s.active or s.used[card]:
        return False
    effect = content.supports[card].effect
    if effect == words.EXTRA_WOUND:
        return True
    if effect == words.REROLL_DIE:
        return can_reroll(s)
    if effect == words.EXCHANGE_ICON:
        return dice.purse(s, content)[2] > 0 or dice.total_wounds(s, content) > 0
    return False


@jit
def can_reroll(s: Any) -> Any:
    """Whether some die was rolled and is not locked."""
    for die in range(len(s.face)):
        if s.face[die] >= 0 and not dice.locked(s, die):
            return True
    return False


@jit
def may_use_technique(s: Any, content: Any, stars: Any, serums: Any) -> Any:
    """Whether the active hero's technique can be paid for and would do something."""
    hero = content.heroes[s.hero[s.active]]
    if hero.technique_serums > serums or hero.technique_stars > stars + supports.discount(
        s, content, words.CHEAPER_TECHNIQUE
    ):
        return False
    if hero.technique == words.TECHNIQUE_DRAW:
        return supports.can_draw(s)
    if hero.technique == words.TECHNIQUE_MOVE:
        return names_someone(s, content, s.active, words.TECHNIQUE_MOVE)
    if hero.technique == words.TECHNIQUE_IGNORE:
        return not s.talent_ignored
    return True
