"""Chapters "Setup" and "Turn Sequence": what happens by itself between decisions."""

from typing import Any

from marszoo.envs.core.frames import A, next_seat, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.effects import discard_tokens
from marszoo.envs.terra_formars.rules import cockroaches, dice, supports
from marszoo.envs.terra_formars.rules.log import note
from marszoo.envs.terra_formars.rules.talents import active_talent, has_equipment, hero_talent
from marszoo.envs.terra_formars.state import (
    ABSENT,
    AFTER_DAMAGE,
    AFTER_ROLL,
    ASIDE,
    AT_END,
    AT_SETUP,
    AT_TOTAL,
    BEFORE_ROLL,
    BY_EQUIPMENT,
    BY_TALENT,
    CHOOSE_HERO,
    COCKROACHES,
    DICE,
    E_HEAL,
    E_TURN,
    ENDING,
    IDLE,
    PICK_EQUIPMENT,
    PICK_RIVAL,
    PILE,
    PLACE_MARKER,
    REACT,
    SPEND,
    SPENDING,
    STARTING,
    SUPPORTS,
    TABLE,
    TO_DESTROY,
    TURN,
)

# Steps of a turn (column A of the TURN frame: the step to do next).
T_START, T_ROLL, T_SPEND, T_TOTAL, T_DANGER, T_DAMAGE, T_REPLACE, T_TALENT, T_MOVE, T_END, T_NEXT = range(11)


@jit
def deal(s: Any, content: Any) -> None:
    """Setup 1 to 5, once all heroes are chosen; the markers are still to be placed, last player first."""
    for seat in range(s.num_players):
        for k in range(2):
            card = content.heroes[s.hero[seat]].supports[k]
            # The starting supports are printed on the hero: everyone knows them.
            supports.receive(s, content, seat, card, 1)
    supports.refill(s)
    for _ in range(3 * (len(s.slot) - s.num_players)):
        s.lair[cockroaches.draw_cockroach(s)] = ASIDE
    for slot in range(s.num_players):
        cockroaches.reveal(s, slot, cockroaches.draw_cockroach(s))
    for seat in range(s.num_players):
        push(s, PLACE_MARKER, seat, AT_SETUP, seat)


@jit
def choose_heroes(s: Any) -> None:
    for seat in range(s.num_players - 1, -1, -1):
        push(s, CHOOSE_HERO, seat, 0, 0)


@jit
def clear_turn(s: Any) -> None:
    """Nothing of a turn outlives it: unused Stars and Serums are lost, the dice go on to the left."""
    s.fewer = 0
    for die in range(DICE):
        s.face[die] = -1
        s.paid_stars[die] = 0
        s.paid_serums[die] = 0
        s.paid_wounds[die] = 0
    for kind in range(3):
        s.special[kind] = 0
        s.paid_special[kind] = 0
    s.special[3] = 0
    s.bonus_stars = 0
    s.bonus_serums = 0
    s.bonus_wounds = 0
    s.dangers_ignored = 0
    s.all_ignored = 0
    s.talent_ignored = 0
    s.stars_lost = 0
    s.serums_lost = 0
    s.toll_paid = 0
    s.rerolled = 0
    for card in range(SUPPORTS):
        s.used[card] = 0


@jit
def gather_bonuses(s: Any, content: Any) -> None:
    """What hero talents 02 and 04 and equipment 07, 08 and 11 give once per turn, without a choice."""
    talent = hero_talent(s, content, s.active)
    if talent == words.TALENT_DANGER:
        s.dangers_ignored += 1
    elif talent == words.TALENT_SERUM:
        s.bonus_serums += 1
    for card in range(SUPPORTS):
        if s.place[card] == TABLE + s.active:
            supports.grant(s, content, s.active, card)


@jit
def end_talent(s: Any, content: Any) -> None:
    """Talents 36, 40, 42 and 46 of the cockroach that the active seat fights when its turn ends."""
    talent = active_talent(s, content)
    slot = s.marker[s.active]
    if talent == words.HEAL:
        if s.hurt[slot] > 0:
            note(s, E_HEAL, s.active, slot, 0)
        s.hurt[slot] = 0
    elif talent == words.LOSE_TOKENS:
        if s.stars[s.active] + s.wounds[s.active] > 0:
            discard_tokens(s, s.active)
    elif talent == words.REPEL:
        if cockroaches.may_change(s, content, s.active):
            push(s, PLACE_MARKER, s.active, BY_TALENT, s.active)
    elif talent == words.ATTRACT:
        for rival in range(s.num_players):
            if s.marker[rival] != slot and cockroaches.may_enter(s, content, rival, slot):
                push(s, PICK_RIVAL, s.active, words.ATTRACT, 0)
                break


@jit
def run_turn(s: Any, content: Any) -> None:
    """Do the next step of the turn on top of the stack; a step that needs a decision leaves a frame above it."""
    part = top(s, A)
    set_top(s, A, part + 1)
    if part == T_START:
        s.part = STARTING
        s.turn += 1
        note(s, E_TURN, s.active, min(s.turn, 127), 0)
        push(s, REACT, s.active, BEFORE_ROLL, 0)
    elif part == T_ROLL:
        s.part = SPENDING
        dice.roll_combat(s, content)
        gather_bonuses(s, content)
        push(s, REACT, s.active, AFTER_ROLL, 0)
    elif part == T_SPEND:
        push(s, SPEND, s.active, 0, 0)
    elif part == T_TOTAL:
        push(s, REACT, s.active, AT_TOTAL, 0)
    elif part == T_DANGER:
        # Talent 41 looks at the Dangers that remain when nothing can be re-rolled or ignored any more.
        endangered = active_talent(s, content) == words.DESTROY and dice.dangers(s, content) > 0
        if endangered and supports.has_any_equipment(s, s.active):
            push(s, PICK_EQUIPMENT, s.active, s.active, TO_DESTROY)
    elif part == T_DAMAGE:
        slot = s.marker[s.active]
        dealt = cockroaches.inflict(s, content)
        s.part = ENDING
        if s.hurt[slot] >= content.cockroaches[s.slot[slot]].health:
            cockroaches.kill(s, content, slot)
        if dealt > 0:
            push(s, REACT, s.active, AFTER_DAMAGE, 0)
    elif part == T_REPLACE:
        if s.dying >= 0:
            cockroaches.replace(s)
    elif part == T_TALENT:
        end_talent(s, content)
    elif part == T_MOVE:
        wants = has_equipment(s, content, s.active, words.MOVE_AT_END) >= 0
        if wants and cockroaches.may_change(s, content, s.active):
            push(s, PLACE_MARKER, s.active, BY_EQUIPMENT, s.active)
    elif part == T_END:
        push(s, REACT, s.active, AT_END, 0)
    else:
        clear_turn(s)
        s.part = IDLE
        s.active = next_seat(s, s.active)
        set_top(s, A, T_START)


@jit
def start_first_turn(s: Any) -> None:
    s.active = 0
    push(s, TURN, 0, T_START, 0)


@jit
def blank_table(s: Any, content: Any) -> None:
    """All cards in their piles, nothing on the table."""
    s.dying = -1
    s.hero[:] = -1
    s.row[:] = -1
    s.slot[:] = -1
    s.marker[:] = -1
    s.face[:] = -1
    for card in range(SUPPORTS):
        s.place[card] = PILE if card < content.num_supports else ABSENT
    for k in range(COCKROACHES):
        s.lair[k] = PILE if k < content.num_cockroaches else ABSENT
