"""Chapter "Dice": rolling, what the dice show, and paying with it.

Payment is automatic. Stars and Serums come first from Special Dice, then from combat dice that are locked already, then
from what is not on dice (tokens, equipment, talents), and last from unlocked dice, so that as few dice as possible lose
their re-roll; among unlocked dice those without a Danger go first, then those that show more of the icon paid.
"""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars import words
from marszoo.envs.terra_formars.content import COMBAT, SPECIAL
from marszoo.envs.terra_formars.rules.log import note
from marszoo.envs.terra_formars.rules.talents import active_talent
from marszoo.envs.terra_formars.state import DICE, E_ROLL, E_SPECIAL, FACES

STAR, SERUM, WOUND, DANGER = 0, 1, 2, 3


@jit
def icons(s: Any, content: Any, die: Any, kind: Any) -> Any:
    """Icons of one kind on a combat die; 0 before it is rolled."""
    if s.face[die] < 0:
        return 0
    return np.int64(content.faces[COMBAT, s.face[die]].icons[kind])


@jit
def shown(s: Any, content: Any, kind: Any) -> Any:
    """Icons of one kind on all dice of the turn, Special Dice included."""
    n = np.int64(s.special[kind])
    for die in range(DICE):
        n += icons(s, content, die, kind)
    return n


@jit
def paid(s: Any, kind: Any) -> Any:
    """Dice icons of one kind (STAR, SERUM, WOUND) already spent."""
    n = np.int64(s.paid_special[kind])
    for die in range(DICE):
        if kind == STAR:
            n += s.paid_stars[die]
        elif kind == SERUM:
            n += s.paid_serums[die]
        else:
            n += s.paid_wounds[die]
    return n


@jit
def locked(s: Any, die: Any) -> Any:
    """Whether an icon of the die was spent, so that it may not be re-rolled."""
    return s.paid_stars[die] + s.paid_serums[die] + s.paid_wounds[die] > 0


@jit
def dangers(s: Any, content: Any) -> Any:
    """Dangers that count: shown and not ignored."""
    if s.all_ignored:
        return 0
    return max(0, shown(s, content, DANGER) - s.dangers_ignored)


@jit
def dice_stars(s: Any, content: Any, talent: Any, danger: Any) -> Any:
    """Stars on dice that can still be spent, given the talent in force and the Dangers that count."""
    if s.stars_lost:
        return 0
    n = shown(s, content, STAR)
    if talent == words.IGNORE_STARS:
        n = max(0, n - danger)
    return max(0, n - paid(s, STAR))


@jit
def dice_serums(s: Any, content: Any, talent: Any, danger: Any) -> Any:
    """Serums on dice that can still be spent, given the talent in force and the Dangers that count."""
    if s.serums_lost or (talent == words.IGNORE_SERUMS and danger > 0):
        return 0
    return max(0, shown(s, content, SERUM) - paid(s, SERUM))


@jit
def purse(s: Any, content: Any) -> Any:
    """What the active seat has now: (talent in force, Dangers that count, Stars to spend, Serums to spend)."""
    talent = active_talent(s, content)
    danger = dangers(s, content)
    stars = dice_stars(s, content, talent, danger) + s.bonus_stars
    serums = dice_serums(s, content, talent, danger) + s.bonus_serums
    return talent, danger, stars, serums


@jit
def total_wounds(s: Any, content: Any) -> Any:
    """Wounds the active seat has: dice, supports, equipment, technique, tokens (before any talent)."""
    return shown(s, content, WOUND) - paid(s, WOUND) + s.bonus_wounds


@jit
def spend_icon(s: Any, die: Any, kind: Any) -> None:
    if kind == STAR:
        s.paid_stars[die] += 1
    elif kind == SERUM:
        s.paid_serums[die] += 1
    else:
        s.paid_wounds[die] += 1


@jit
def unspent(s: Any, content: Any, die: Any, kind: Any) -> Any:
    """Icons of one kind on one combat die that were not spent."""
    n = icons(s, content, die, kind)
    if kind == STAR:
        return n - s.paid_stars[die]
    if kind == SERUM:
        return n - s.paid_serums[die]
    return n - s.paid_wounds[die]


@jit
def spend_from_dice(s: Any, content: Any, kind: Any, unlocked: Any) -> Any:
    """Spend one icon from a Special Die or a locked die, or with `unlocked` from an unlocked die; False if there is none."""
    if s.special[kind] > s.paid_special[kind]:
        s.paid_special[kind] += 1
        return True
    best = -1
    best_rank = -1
    for die in range(DICE):
        n = unspent(s, content, die, kind)
        if n <= 0 or (not unlocked and not locked(s, die)):
            continue
        rank = n + (0 if icons(s, content, die, DANGER) > 0 else 10) + (100 if locked(s, die) else 0)
        if rank > best_rank:
            best, best_rank = die, rank
    if best < 0:
        return False
    spend_icon(s, best, kind)
    return True


@jit
def pay(s: Any, content: Any, kind: Any, amount: Any) -> None:
    """Spend `amount` Stars or Serums, of which there must be enough."""
    talent, danger = active_talent(s, content), dangers(s, content)
    for _ in range(amount):
        on_dice = dice_stars(s, content, talent, danger) if kind == STAR else dice_serums(s, content, talent, danger)
        if on_dice > 0 and spend_from_dice(s, content, kind, False):
            continue
        if kind == STAR and s.bonus_stars > 0:
            s.bonus_stars -= 1
        elif kind == SERUM and s.bonus_serums > 0:
            s.bonus_serums -= 1
        else:
            spend_from_dice(s, content, kind, True)


@jit
def star_to_wound(s: Any, content: Any) -> None:
    """Equipment 10: a Star, paid as any other, becomes a Wound."""
    pay(s, content, STAR, 1)
    s.bonus_wounds += 1


@jit
def wound_to_star(s: Any, content: Any) -> None:
    """Equipment 10 the other way: a Wound that is not on a die goes first; one from a die locks it."""
    if s.bonus_wounds > 0:
        s.bonus_wounds -= 1
    elif not spend_from_dice(s, content, WOUND, False):
        spend_from_dice(s, content, WOUND, True)
    s.bonus_stars += 1


@jit
def roll_combat(s: Any, content: Any) -> None:
    """The roll at the start of a turn: six dice, fewer after effect 21 and under talent 38."""
    n = DICE - s.fewer
    if active_talent(s, content) == words.ONE_DIE_FEWER:
        n -= 1
    n = max(0, n)
    for die in range(n):
        s.face[die] = rng.below(s, FACES)
    note(s, E_ROLL, s.active, n, 0)


@jit
def roll_special(s: Any, content: Any) -> None:
    """Add the icons of one roll of the Special Die to the turn."""
    face = rng.below(s, FACES)
    for kind in range(4):
        s.special[kind] = min(250, s.special[kind] + content.faces[SPECIAL, face].icons[kind])
    note(s, E_SPECIAL, s.active, face, 0)
