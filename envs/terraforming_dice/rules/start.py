"""Chapter "Set-up": what happens by itself before the first turn."""

from typing import Any

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.core.frames import A, B, pop, push, set_top, top
from marszoo.envs.core.jit import jit
from marszoo.envs.terraforming_dice.rules import board, cards, stock
from marszoo.envs.terraforming_dice.rules.log import note
from marszoo.envs.terraforming_dice.rules.milestones import UNCLAIMED
from marszoo.envs.terraforming_dice.state import (
    ABSENT,
    AWARDS,
    BONUS,
    BONUS_PILE,
    BOX,
    CARDS,
    CHOOSE_CORPORATION,
    CITY_TILE,
    COLOURS,
    DECK,
    DICE_EACH,
    E_CORPORATION,
    EFFECTS,
    FACES,
    FROM_EFFECTS,
    GIFT,
    GREENERY_TILE,
    HAND_SIZE,
    OCEAN_TILE,
    PLACE,
    PROJECTS,
    SOLO_SETUP,
    TILES,
    TURN,
)

# Steps of the set-up (column A of the SETUP frame: the step to do next; column B is the seat it is about).
S_TILES, S_CHOOSE, S_REVEAL, S_DICE, S_SOLO, S_GIFT, S_FIRST = range(7)


@jit
def blank_table(s: Any, content: Any) -> None:
    """All cards in their piles, all dice in the pool, nothing on the map."""
    s.left = -1
    s.latest = -1
    s.dealt[:, :] = -1
    s.corporation[:] = -1
    s.claimed[:] = UNCLAIMED
    for c in range(COLOURS):
        s.pool[c] = DICE_EACH
    for card in range(CARDS):
        s.place[card] = ABSENT
    for card in range(content.num_projects):
        s.place[card] = DECK
    for k in range(content.num_bonuses):
        s.place[PROJECTS + k] = BOX


@jit
def roll_awards(s: Any, content: Any) -> None:
    """One die of each of three colours drawn from five leaves the pool and shows what an award is for."""
    taken = 0
    left = AWARDS
    for c in range(COLOURS):
        if rng.below(s, COLOURS - c) < left:
            s.award[taken] = content.faces[c, rng.below(s, FACES)]
            s.pool[c] -= 1
            taken += 1
            left -= 1


@jit
def pile_up(s: Any, content: Any) -> None:
    """The bonus pile: two cards for each player, four when alone."""
    left = 4 if s.num_players == 1 else 2 * np.int64(s.num_players)
    for k in range(content.num_bonuses):
        if rng.below(s, content.num_bonuses - k) < left:
            s.place[PROJECTS + k] = BONUS_PILE
            left -= 1


@jit
def draw_milestones(s: Any, content: Any) -> None:
    """Three milestone tiles in random order."""
    used = 0
    for which in range(TILES):
        k = rng.below(s, content.num_milestones - which)
        for m in range(content.num_milestones):
            if used >> m & 1:
                continue
            if k == 0:
                s.milestone[which] = m
                used |= 1 << m
                break
            k -= 1


@jit
def deal_corporations(s: Any, content: Any) -> None:
    """Two to each seat."""
    used = 0
    for n in range(2 * s.num_players):
        k = rng.below(s, content.num_corporations - n)
        for c in range(content.num_corporations):
            if used >> c & 1:
                continue
            if k == 0:
                s.dealt[n // 2, n % 2] = c
                used |= 1 << c
                break
            k -= 1


@jit
def prepare(s: Any, content: Any) -> None:
    """Everything up to the first decision."""
    blank_table(s, content)
    roll_awards(s, content)
    pile_up(s, content)
    draw_milestones(s, content)
    for seat in range(s.num_players):
        cards.draw(s, seat, HAND_SIZE)
    deal_corporations(s, content)


@jit
def run_setup(s: Any, content: Any) -> None:
    """Do the next step of the set-up on top of the stack."""
    part, seat = top(s, A), top(s, B)
    if part == S_TILES:
        set_top(s, A, S_CHOOSE)
        if s.num_players == 1:
            s.temperature = 1
            s.oxygen = 1
            push(s, PLACE, 0, GREENERY_TILE, SOLO_SETUP)
            push(s, PLACE, 0, OCEAN_TILE, SOLO_SETUP)
            push(s, PLACE, 0, CITY_TILE, SOLO_SETUP)
    elif part == S_CHOOSE:
        set_top(s, A, S_REVEAL)
        for p in range(s.num_players - 1, -1, -1):
            push(s, CHOOSE_CORPORATION, p, 0, 0)
    elif part == S_REVEAL:
        set_top(s, A, S_DICE)
        s.revealed = seat + 1
        row = CARDS + np.int64(s.corporation[seat])
        note(s, E_CORPORATION, seat, s.corporation[seat], 0)
        cards.add_row(s, content, seat, row)
        if content.rows[row].num_effects > 0:
            push(s, EFFECTS, seat, row, 16 * FROM_EFFECTS + (1 << content.rows[row].num_effects) - 1)
    elif part == S_DICE:
        lacking = 0
        for c in range(COLOURS):
            n = np.int64(content.rows[CARDS + s.corporation[seat]].production[c])
            lacking += stock.roll_dice(s, content, seat, c, n)
        stock.fell_short(s, seat, lacking)
        set_top(s, A, S_REVEAL if seat + 1 < s.num_players else S_SOLO)
        set_top(s, B, seat + 1)
    elif part == S_SOLO:
        set_top(s, A, S_GIFT)
        s.dealt[:, :] = -1
        if s.num_players == 1:
            s.looked[0] = 1
            push(s, BONUS, 0, 0, SOLO_SETUP)
    elif part == S_GIFT:
        set_top(s, A, S_FIRST)
        if s.num_players > 1 and stock.dice_of(s, 0) > 0:
            push(s, GIFT, 0, 0, 0)
    else:
        pop(s)
        push(s, TURN, 0, 0, 0)


@jit
def solo_fits(s: Any, content: Any, kind: Any, where: Any) -> Any:
    """Solo set-up: the city where the content says, the ocean beside it, the greenery beside both."""
    if kind == CITY_TILE:
        return content.solo_city[where] != 0
    if not board.fits(s, content, kind, where) or s.cities_near[where] == 0:
        return False
    if kind == GREENERY_TILE:
        return beside(s, content, where, OCEAN_TILE)
    for k in range(6):
        near = content.neighbour[where, k]
        if near >= 0 and board.fits(s, content, GREENERY_TILE, near) and s.cities_near[near] > 0:
            return True
    return False


@jit
def beside(s: Any, content: Any, where: Any, kind: Any) -> Any:
    """Whether a tile of a kind is adjacent to the hex."""
    for k in range(6):
        near = content.neighbour[where, k]
        if near >= 0 and s.tile[near] == kind:
            return True
    return False
