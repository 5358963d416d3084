"""What must hold in every state between two steps. `check` returns a bit for each name in INVARIANTS that is broken."""

from typing import Any

import numpy as np

from marszoo.envs.core.jit import jit
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.invariants_course import (
    choices_fit,
    end_fits,
    frames_fit,
    idle_blank,
    objectives_fit,
    passes_fit,
    pool_fits,
    savings_fit,
    titles_fit,
)
from marszoo.envs.legacy_of_mars.invariants_map import (
    claims_fit,
    hexes_follow,
    parameters_fit,
    population_fits,
    tiles_fit,
)
from marszoo.envs.legacy_of_mars.rules.rows import development_row, plays, side_row
from marszoo.envs.legacy_of_mars.rules.start import STEEL_PAYS, TITANIUM_PAYS
from marszoo.envs.legacy_of_mars.rules.table import holder
from marszoo.envs.legacy_of_mars.state import (
    ABSENT,
    BOX_DISCARD,
    CARDS,
    COSTLY,
    COUNTED,
    CUT_CARD,
    CUT_HEAT,
    CUT_PLANTS,
    CUT_PROJECT,
    CUT_WORKERS,
    FACE_DOWN,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    INNOVATE,
    KEPT,
    KNOWN_BY,
    LAID_BLUE,
    LAID_CARDS,
    LAID_COSTLY,
    LAID_GREEN,
    LAID_REQUIRING,
    LOOKED,
    LOOKED_AT,
    MEGACREDIT_FLOOR,
    MISSIONS,
    ON_OFFER,
    ON_TABLE,
    P_ACTION,
    P_RESEARCH,
    P_SETUP,
    PLAYERS,
    PROJECTS,
    RESOURCES,
    ROWS,
    SAVED_BY,
    TAGS,
    TAKE,
    TOP,
    WHERE,
)

INVARIANTS = (
    "every card of the mission, and no other, is in one of the places that there are",
    "events lie face down and other cards face up; only innovation cards are in and beside their box",
    "cards are on offer or kept only while they are chosen, and looked at only by a seat that is asked about them",
    "nobody knows where a card of the deck or of the innovation box is",
    "the terraform rating is that of the start plus the steps taken",
    "no resource is below zero and no production below its floor; empty seats have nothing",
    "the tags of a seat are those of its face-up cards",
    "discounts, values, shifts, protection and what a seat listens to follow from its face-up cards",
    "the counts of cards in play and their printed Victory Points follow from the cards",
    "resources are kept only on face-up cards that keep some, and only face-up cards with an action are used",
    "as many events were played as lie face down",
    "effects on the next card hold in the action phase only",
    "the parameters are within their ends, and there are as many oceans as ocean tiles",
    "every tile has the owner that its kind asks for, and glaciers are oceans on a map that has them",
    "the sets of hexes follow from the tiles and markers",
    "Population stands on cities, two at most, and on special tiles, one at most",
    "markers keep free hexes for seats that play",
    "at most three milestones are claimed and three awards funded, by seats that play",
    "corporations differ, and sides and developments are chosen before they are revealed",
    "the passes of a generation are numbered in order",
    "the course of the mission is at the bottom of the stack, a decision of a seat that plays on top",
    "effects wait in the pool only while it is being worked off",
    "nothing of an action is left when no action is under way",
    "the mission ends with the generation that completes the parameters, alone with the last one",
    "at most two cards are saved by a seat, in a campaign, and while it plays for the next mission",
    "who plays a mission has a title and a place for it once it is over, who is away has nothing",
)


@jit
def check(s: Any, content: Any) -> Any:
    """Bits of INVARIANTS that are broken (0: none)."""
    bad = 0
    ok = (
        cards_exist(s, content),
        cards_fit(s, content),
        choices_lie(s),
        piles_hide(s),
        ratings_follow(s, content),
        holdings_fit(s),
        tags_follow(s, content),
        standing_follows(s, content),
        counts_follow(s, content),
        rows_fit(s, content),
        events_counted(s),
        next_card_fits(s),
        parameters_fit(s, content),
        tiles_fit(s, content),
        hexes_follow(s, content),
        population_fits(s),
        claims_fit(s),
        objectives_fit(s),
        choices_fit(s, content),
        passes_fit(s),
        frames_fit(s),
        pool_fits(s),
        idle_blank(s),
        end_fits(s, content),
        savings_fit(s, content),
        titles_fit(s),
    )
    for k in range(len(ok)):
        if not ok[k]:
            bad |= 1 << k
    return bad


@jit
def cards_exist(s: Any, content: Any) -> Any:
    for card in range(CARDS):
        there = card < content.num_projects or PROJECTS <= card < PROJECTS + content.num_innovations
        there = there and content.rows[card].missions >> s.mission & 1 != 0
        place = np.int64(s.place[card])
        if BOX_DISCARD < place < IN_HAND or place >= LOOKED_AT + 8:
            return False
        kept_away = SAVED_BY <= place < SAVED_BY + PLAYERS and not plays(s, place - SAVED_BY)
        if (place == ABSENT) == there and not kept_away:
            return False
        if place >= IN_HAND and place % 8 >= s.num_players:
            return False
    return True


@jit
def cards_fit(s: Any, content: Any) -> Any:
    for card in range(CARDS):
        place = np.int64(s.place[card])
        kind = place - place % 8
        red = content.rows[card].colour == words.RED
        if (place in (IN_BOX, BOX_DISCARD)) and card < PROJECTS:
            return False
        if (kind == ON_TABLE and red) or (kind == FACE_DOWN and not red):
            return False
    return True


@jit
def choices_lie(s: Any) -> Any:
    looking = 0
    for k in range(s.depth):
        kind = s.frame[k, 0]
        if kind in (TAKE, LOOKED, INNOVATE, WHERE):
            looking |= 1 << s.frame[k, 1]
    for card in range(CARDS):
        place = np.int64(s.place[card])
        kind = place - place % 8
        if (kind in (ON_OFFER, KEPT)) and s.phase != P_SETUP and s.phase != P_RESEARCH:
            return False
        if kind == LOOKED_AT and not looking >> place % 8 & 1:
            return False
    return True


@jit
def piles_hide(s: Any) -> Any:
    for card in range(CARDS):
        if (s.place[card] == IN_DECK or s.place[card] == IN_BOX) and s.known[card] != 0:
            return False
        if s.known[card] >> KNOWN_BY > s.num_players or (s.known[card] >> KNOWN_BY and s.num_players == 1):
            return False
    return True


@jit
def ratings_follow(s: Any, content: Any) -> Any:
    alone = s.num_players == 1
    board, sheet = content.board[s.board], content.sheet[s.mission]
    start = np.int64(board.solo_rating if alone else board.rating)
    if start < 0:
        start = np.int64(sheet.solo_rating if alone else sheet.rating)
    for p in range(PLAYERS):
        wanted = min(start + np.int64(s.steps[p]), TOP) if p < s.num_players and plays(s, p) else 0
        if s.steps[p] < 0 or s.rating[p] != wanted:
            return False
    return True


@jit
def holdings_fit(s: Any) -> Any:
    for p in range(PLAYERS):
        for r in range(RESOURCES):
            n, made = np.int64(s.resource[p, r]), np.int64(s.production[p, r])
            lowest = MEGACREDIT_FLOOR if r == words.MEGACREDIT else 0
            if n < 0 or n > TOP or made < lowest or made > TOP:
                return False
            if (p >= s.num_players or not plays(s, p)) and (n != 0 or made != 0):
                return False
    return True


@jit
def row_in_play(s: Any, seat: Any, k: Any) -> Any:
    """The k-th row that a seat may have in play, -1 if it has it not: its cards, its side, its developments."""
    if k < CARDS:
        return np.int64(k) if s.place[k] == ON_TABLE + seat else np.int64(-1)
    return np.int64(side_row(s, seat) if k == CARDS else development_row(s, seat, k - CARDS - 1))


@jit
def tags_follow(s: Any, content: Any) -> Any:
    for p in range(s.num_players):
        # Sums of several numbers in one, so that nothing is allocated.
        low: Any = 0
        high: Any = 0
        for k in range(CARDS + 1 + MISSIONS):
            row = row_in_play(s, p, k)
            if row >= 0:
                for t in range(TAGS // 2):
                    low += np.int64(content.rows[row].tags[t]) << 10 * t
                    high += np.int64(content.rows[row].tags[t + TAGS // 2]) << 10 * t
        for t in range(TAGS // 2):
            low -= np.int64(s.tag[p, t]) << 10 * t
            high -= np.int64(s.tag[p, t + TAGS // 2]) << 10 * t
        if low != 0 or high != 0:
            return False
    return True


@jit
def standing_follows(s: Any, content: Any) -> Any:
    for p in range(s.num_players):
        off: Any = 0
        off_more: Any = 0
        rest: Any = (STEEL_PAYS << 8) + (TITANIUM_PAYS << 16)
        listens: Any = 0
        protected: Any = 0
        for k in range(CARDS + 1 + MISSIONS):
            number = row_in_play(s, p, k)
            if number < 0:
                continue
            row = content.rows[number]
            for t in range(7):
                off += np.int64(row.discount[t]) << 8 * t
            for t in range(7, TAGS + 1):
                off_more += np.int64(row.discount[t]) << 8 * (t - 7)
            rest += np.int64(row.shift) + (np.int64(row.worth[0]) << 8) + (np.int64(row.worth[1]) << 16)
            rest += (np.int64(row.card_price) << 24) + (np.int64(row.project_discount) << 32)
            rest += (np.int64(row.greenery_plants) << 40) + (np.int64(row.heat_steps) << 48)
            off_more += np.int64(row.population_workers) << 48
            listens |= np.int64(row.listens)
            protected |= np.int64(row.protect)
        discounted: Any = 0
        for t in range(TAGS):
            discounted |= np.int64(s.discount[p, t] != 0) << t
        for t in range(7):
            off -= np.int64(s.discount[p, t]) << 8 * t
        for t in range(7, TAGS + 1):
            off_more -= np.int64(s.discount[p, t]) << 8 * (t - 7)
        rest -= np.int64(s.shift[p]) + (np.int64(s.worth[p, 0]) << 8) + (np.int64(s.worth[p, 1]) << 16)
        rest -= (np.int64(s.cut[p, CUT_CARD]) << 24) + (np.int64(s.cut[p, CUT_PROJECT]) << 32)
        rest -= (np.int64(s.cut[p, CUT_PLANTS]) << 40) + (np.int64(s.cut[p, CUT_HEAT]) << 48)
        off_more -= np.int64(s.cut[p, CUT_WORKERS]) << 48
        if off != 0 or off_more != 0 or rest != 0 or discounted != s.discounted[p]:
            return False
        if listens != s.listens[p] or protected != s.protected[p]:
            return False
    return True


@jit
def counts_follow(s: Any, content: Any) -> Any:
    for p in range(s.num_players):
        counts: Any = 0  # 8 bits for each number
        fixed: Any = 0
        for k in range(CARDS + 1 + MISSIONS):
            number = row_in_play(s, p, k)
            if number < 0 and not (k < CARDS and s.place[k] == FACE_DOWN + p):
                continue
            row = content.rows[number if number >= 0 else k]
            fixed += np.int64(row.points) * (row.count == 0 and row.points_term == 0)
            if 0 <= number < CARDS:
                counts += np.int64(1) << 8 * LAID_CARDS
                counts += np.int64(row.colour == words.GREEN) << 8 * LAID_GREEN
                counts += np.int64(row.colour == words.BLUE) << 8 * LAID_BLUE
                counts += np.int64(row.terms > 0) << 8 * LAID_REQUIRING
                counts += np.int64(row.cost >= COSTLY) << 8 * LAID_COSTLY
        for k in range(COUNTED):
            counts -= np.int64(s.laid[p, k]) << 8 * k
        if counts != 0 or fixed != s.fixed[p]:
            return False
    return True


@jit
def rows_fit(s: Any, content: Any) -> Any:
    for number in range(ROWS):
        if s.held[number] == 0 and s.used[number] == 0:
            continue
        row = content.rows[number]
        if holder(s, number) < 0 or (s.held[number] and row.holds == 0) or s.used[number] > (row.ways > 0):
            return False
    return True


@jit
def events_counted(s: Any) -> Any:
    lying: Any = 0  # 8 bits for each seat
    for card in range(CARDS):
        place = np.int64(s.place[card])
        if FACE_DOWN <= place < FACE_DOWN + PLAYERS:
            lying += np.int64(1) << 8 * (place - FACE_DOWN)
    for p in range(PLAYERS):
        if lying >> 8 * p & 255 != s.event_count[p]:
            return False
    return True


@jit
def next_card_fits(s: Any) -> Any:
    for p in range(s.num_players):
        if (s.next_discount[p] != 0 or s.next_shift[p] != 0) and s.phase != P_ACTION:
            return False
    return True
