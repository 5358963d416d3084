"""Chapter "Cockroaches": objectives, wounds, the kill with its points and loot, and the replacement."""

from typing import Any

from marszoo.envs.core import rng
from marszoo.envs.core.frames import TERMINATED, push
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.rules import dice
from marszoo.envs.terra_formars.rules.log import note
from marszoo.envs.terra_formars.rules.talents import active_talent, hero_talent
from marszoo.envs.terra_formars.state import (
    AFTER_KILL,
    COCKROACHES,
    DEAD,
    E_DAMAGE,
    E_EXCHANGE,
    E_KILL,
    E_LOOT,
    E_MARKER,
    FACE_UP,
    PILE,
    PLACE_MARKER,
)


@jit
def pile_size(s: Any) -> Any:
    """Cockroaches left in the draw pile."""
    n = 0
    for k in range(COCKROACHES):
        n += s.lair[k] == PILE
    return n


@jit
def draw_cockroach(s: Any) -> Any:
    """A random cockroach of the pile, still in it; -1 if the pile is empty."""
    n = pile_size(s)
    if n == 0:
        return -1
    k = rng.below(s, n)
    for c in range(COCKROACHES):
        if s.lair[c] == PILE:
            if k == 0:
                return c
            k -= 1
    return -1


@jit
def reveal(s: Any, slot: Any, cockroach: Any) -> None:
    """Put an unwounded cockroach into a slot; markers there stay."""
    s.lair[cockroach] = FACE_UP
    s.returned[cockroach] = 0
    s.slot[slot] = cockroach
    s.hurt[slot] = 0


@jit
def occupied(s: Any, slot: Any, but: Any) -> Any:
    """Whether a marker other than that of seat `but` is in the slot."""
    for p in range(s.num_players):
        if p != but and s.marker[p] == slot:
            return True
    return False


@jit
def may_enter(s: Any, content: Any, seat: Any, slot: Any) -> Any:
    """Whether the seat's marker may be placed in the slot: a cockroach is there, not dying, and talent 44 allows it."""
    if s.slot[slot] < 0 or slot == s.dying:
        return False
    solitary = content.cockroaches[s.slot[slot]].talent == words.SOLITARY
    return not (solitary and occupied(s, slot, seat))


@jit
def may_change(s: Any, content: Any, seat: Any) -> Any:
    """Whether the seat has another cockroach to go to."""
    for slot in range(s.num_players):
        if slot != s.marker[seat] and may_enter(s, content, seat, slot):
            return True
    return False


@jit
def place_marker(s: Any, seat: Any, slot: Any) -> None:
    s.marker[seat] = slot
    note(s, E_MARKER, seat, slot, 0)


@jit
def damage_total(s: Any, content: Any, talent: Any, danger: Any) -> Any:
    """Wounds that the attack inflicts now, given the talent in force and the Dangers that count.

    Talent 43 takes one away per Danger; under talent 48 there are none without the 2 Stars.
    """
    total = dice.total_wounds(s, content)
    if talent == words.RESIST:
        total = max(0, total - danger)
    elif talent == words.TOLL and not s.toll_paid:
        total = 0
    return total


@jit
def inflict(s: Any, content: Any) -> Any:
    """Put the turn's wounds on the active seat's cockroach and return how many; more than its Health are lost."""
    slot = s.marker[s.active]
    total = damage_total(s, content, active_talent(s, content), dice.dangers(s, content))
    note(s, E_DAMAGE, s.active, slot, min(total, 127))
    s.hurt[slot] = min(s.hurt[slot] + total, content.cockroaches[s.slot[slot]].health)
    return total


@jit
def give(s: Any, seat: Any, kind: Any) -> None:
    """One loot token: 0 Victory Point, 1 Star, 2 Wound."""
    if kind == 0:
        s.points[seat] += 1
    elif kind == 1:
        s.stars[seat] += 1
    else:
        s.wounds[seat] += 1


@jit
def next_token(left: Any) -> Any:
    """The kind of the next token to be dealt: Victory Points, then Stars, then Wounds; -1 when all are dealt."""
    for kind in range(3):
        if left % 10 ** (kind + 1) // 10**kind > 0:
            return kind
    return -1


@jit
def share_loot(s: Any, content: Any, slot: Any) -> None:
    """Deal the secondary loot of the cockroach in `slot`, just killed by the active seat.

    One token at a time clockwise from the killer among the other players there; with ``loot_sharing="all"`` each gets
    all of it. Hero talent 03 is always worth a share: its owner is dealt to first, and as the killer gets one token too.
    """
    cockroach = s.slot[slot]
    # Tokens left of each kind as the digits of one number (a kind has at most 9), so that nothing is allocated.
    left = 0
    for kind in range(3):
        left += content.cockroaches[cockroach].loot[kind] * 10**kind
    others = 0
    for p in range(s.num_players):
        others += p != s.active and s.marker[p] == slot
    for k in range(s.num_players):
        seat = (s.active + k) % s.num_players
        if s.marker[seat] != slot or hero_talent(s, content, seat) != words.TALENT_SHARE:
            continue
        if s.loot_all:
            if seat == s.active:
                give_all(s, content, seat, cockroach)
        else:
            left = deal_one(s, seat, left)
    if s.loot_all:
        for k in range(1, s.num_players):
            seat = (s.active + k) % s.num_players
            if s.marker[seat] == slot:
                give_all(s, content, seat, cockroach)
        return
    # The owner of talent 03 had the first token of the round; the rest of that round passes over it.
    first = True
    while left > 0 and others > 0:
        for k in range(1, s.num_players):
            seat = (s.active + k) % s.num_players
            if s.marker[seat] != slot or (first and hero_talent(s, content, seat) == words.TALENT_SHARE):
                continue
            left = deal_one(s, seat, left)
        first = False


@jit
def deal_one(s: Any, seat: Any, left: Any) -> Any:
    kind = next_token(left)
    if kind < 0:
        return left
    give(s, seat, kind)
    note(s, E_LOOT, seat, kind, 1)
    return left - 10**kind


@jit
def give_all(s: Any, content: Any, seat: Any, cockroach: Any) -> None:
    for kind in range(3):
        n = content.cockroaches[cockroach].loot[kind]
        for _ in range(n):
            give(s, seat, kind)
        if n > 0:
            note(s, E_LOOT, seat, kind, n)


@jit
def kill(s: Any, content: Any, slot: Any) -> None:
    """Points and loot of a kill; the game ends at once if the cockroach cannot be replaced."""
    cockroach = s.slot[slot]
    s.kills += 1
    s.points[s.active] += content.cockroaches[cockroach].points
    note(s, E_KILL, s.active, cockroach, slot)
    share_loot(s, content, slot)
    if pile_size(s) == 0:
        s.over = TERMINATED
    else:
        s.dying = slot


@jit
def replace(s: Any) -> None:
    """Remove the dead cockroach and reveal another; the markers there are placed anew, killer first, then clockwise."""
    slot = s.dying
    s.lair[s.slot[slot]] = DEAD
    reveal(s, slot, draw_cockroach(s))
    s.dying = -1
    for k in range(s.num_players - 1, -1, -1):
        seat = (s.active + k) % s.num_players
        if s.marker[seat] == slot:
            s.marker[seat] = -1
            push(s, PLACE_MARKER, seat, AFTER_KILL, seat)


@jit
def exchange(s: Any, seat: Any) -> None:
    """Effect 19: the seat's cockroach goes back into the pile, unwounded, and another takes its slot and its markers."""
    slot = s.marker[seat]
    old = s.slot[slot]
    reveal(s, slot, draw_cockroach(s))
    s.lair[old] = PILE
    s.returned[old] = 1
    note(s, E_EXCHANGE, seat, old, slot)
