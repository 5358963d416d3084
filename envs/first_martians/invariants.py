"""What must hold in every state between two steps. `check` returns a bit for each name in INVARIANTS that is broken."""

from typing import Any

import numpy as np

from marszoo.envs.core.frames import KIND, RUNNING, B
from marszoo.envs.core.jit import jit
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.invariants_round import (
    dice_fit,
    end_fits,
    events_fit,
    frames_fit,
    jobs_fit,
    mission_fits,
    on_stack,
    room_fits,
    round_fits,
)
from marszoo.envs.first_martians.rules import base
from marszoo.envs.first_martians.state import (
    ABSENT,
    CARDS,
    DECK,
    DIED,
    FACILITIES,
    GOODS,
    GREENHOUSES,
    GROWN,
    LAST,
    MORALE_LOW,
    MORALE_TOP,
    NOT_OFFERED,
    PARTS,
    PRODUCERS,
    RESOLVING,
    RINGS,
    SAVE,
    SECTORS,
    SPOTS,
    SUPPLY_TOP,
    TOKENS,
    TRIGGER,
    UPGRADES,
    WAITING,
    WORKING,
)

INVARIANTS = (
    "Malfunction tracks are at 0 to 4, and at 5 only while what that triggers is being resolved",
    "every malfunction card is in one place, and only those of the content exist",
    "cards in the decks that break a part of a facility are counted",
    "a card is being resolved only while its frame is on the stack",
    "only parts that a facility has are broken or have their penalty cancelled",
    "working upgrades are counted; penalties are cancelled by them, and only by them",
    "Shutdown tiles lie where the need is, and there are four of a kind",
    "productivity markers are on their tracks",
    "modifier tokens are of a kind, and those that wait have no gap",
    "upgrades are offered by the mission before anything else happens to them",
    "supplies and Pending goods are not negative",
    "plants are not negative, fill at most their greenhouses, and are saved only while they wilt",
    "Stress and Morale are on their tracks",
    "wounds are not negative, and kill only whoever is dead",
    f"Morale tokens are not negative, and there are at most {TOKENS}",
    "astronauts differ, and have conditions of the content",
    "a place outside shows a tile of its ring, each tile once, they are counted, and goods lie on tiles only",
    "declared actions have pawns, in the order in which they were declared",
    "what can be declared follows from the position, at the latest when a pawn is asked for",
    "dice lie on the table only while an action is being resolved",
    "open events have come up and have rounds left, and none lies open twice",
    "projects have no more steps than they need, and objectives are those of the mission",
    "the round is one of the mission's, its marker on the Round Order track, its First Player a seat",
    "the top frame is a decision of a seat that plays, the lowest the round, and blank rows follow the stack",
    "the game is over when the mission has ended, and only then",
)


@jit
def check(s: Any, content: Any) -> Any:
    """Bits of INVARIANTS that are broken (0: none)."""
    bad = 0
    ok = (
        tracks_fit(s),
        cards_fit(s, content),
        danger_fits(s, content),
        resolving_fits(s),
        parts_fit(s, content),
        cancelled_fits(s, content),
        tiles_fit(s, content),
        output_fits(s),
        tokens_fit(s),
        upgrades_fit(s, content),
        supplies_fit(s),
        plants_fit(s),
        markers_fit(s, content),
        wounds_fit(s, content),
        morale_fits(s),
        crew_fits(s, content),
        outside_fits(s, content),
        jobs_fit(s),
        room_fits(s, content),
        dice_fit(s),
        events_fit(s, content),
        mission_fits(s, content),
        round_fits(s),
        frames_fit(s),
        end_fits(s),
    )
    for k in range(len(ok)):
        if not ok[k]:
            bad |= 1 << k
    return bad


@jit
def tracks_fit(s: Any) -> Any:
    for block in range(3):
        if s.track[block] < 0 or s.track[block] > LAST:
            return False
        if s.over == RUNNING and s.track[block] == LAST and not on_stack(s, TRIGGER, block):
            return False
    return True


@jit
def cards_fit(s: Any, content: Any) -> Any:
    for card in range(CARDS):
        if (s.place[card] == ABSENT) == (card < content.num_cards) or s.place[card] > RESOLVING:
            return False
    return True


@jit
def danger_fits(s: Any, content: Any) -> Any:
    for f in range(FACILITIES):
        n = 0
        for card in range(content.num_cards):
            n += s.place[card] == DECK and content.card[card].breaks >= 0 and content.card[card].breaks // PARTS == f
        if n != s.danger[f]:
            return False
    return True


@jit
def resolving_fits(s: Any) -> Any:
    for card in range(CARDS):
        found = False
        for k in range(s.depth):
            found = found or (s.frame[k, KIND] == TRIGGER and s.frame[k, B] == card + 1)
        if found != (s.place[card] == RESOLVING):
            return False
    return True


@jit
def parts_fit(s: Any, content: Any) -> Any:
    for f in range(FACILITIES):
        if (np.int64(s.broken[f]) | np.int64(s.cancelled[f])) & ~np.int64(content.facility[f].fitted):
            return False
    return True


@jit
def cancelled_fits(s: Any, content: Any) -> Any:
    for f in range(FACILITIES):
        bits = 0
        for u in range(UPGRADES):
            row = content.upgrade[u]
            if s.upgrade[u] == WORKING and row.facility == f and row.word == words.U_CANCEL:
                bits |= 1 << row.argument
        if bits != s.cancelled[f]:
            return False
    working = 0
    for u in range(UPGRADES):
        working += s.upgrade[u] == WORKING
    return working == s.installed


@jit
def tiles_fit(s: Any, content: Any) -> Any:
    for kind in range(2):
        if base.tiles_left(s, kind) < 0:
            return False
        for f in range(FACILITIES):
            if s.shut[f] > 3 or (s.shut[f] >> kind & 1 and content.facility[f].need[kind] == 0):
                return False
    return True


@jit
def output_fits(s: Any) -> Any:
    for f in range(PRODUCERS):
        if s.output[f] < 1 or s.output[f] > words.TOP_OUTPUT[f]:
            return False
    return True


@jit
def tokens_fit(s: Any) -> Any:
    for f in range(FACILITIES):
        if s.modifier[f] > words.M_HELP:
            return False
        for k in range(WAITING):
            if s.waiting[f, k] > words.M_HELP or (k > 0 and s.waiting[f, k] != 0 and s.waiting[f, k - 1] == 0):
                return False
    return True


@jit
def upgrades_fit(s: Any, content: Any) -> Any:
    for u in range(UPGRADES):
        offered = content.mission[s.mission].upgrades[u] != 0
        if (s.upgrade[u] == NOT_OFFERED) == offered or s.upgrade[u] > WORKING:
            return False
    return True


@jit
def supplies_fit(s: Any) -> Any:
    pending = 0
    for good in range(GOODS):
        if s.stock[good] < 0 or s.stock[good] > SUPPLY_TOP or s.cargo[good] < 0 or s.cargo[good] > SUPPLY_TOP:
            return False
        pending += s.cargo[good]
    return s.gathered >= 0 and s.gathered <= pending and s.delivered >= 0 and s.repairs >= 0


@jit
def plants_fit(s: Any) -> Any:
    wilting = on_stack(s, SAVE, -1)
    for k in range(GROWN + 1):
        if s.plants[k] < 0 or s.saved[k] < 0 or s.saved[k] > s.plants[k] or (s.saved[k] > 0 and not wilting):
            return False
    return s.plants[GROWN] <= GREENHOUSES


@jit
def markers_fit(s: Any, content: Any) -> Any:
    if s.morale < MORALE_LOW or s.morale > MORALE_TOP:
        return False
    return s.stress >= 0 and s.stress <= content.stress_length[s.num_players - 1]


@jit
def wounds_fit(s: Any, content: Any) -> Any:
    dead = False
    for p in range(len(s.wounds)):
        if s.wounds[p] < 0 or s.wounds[p] > content.health or (s.wounds[p] > 0 and p >= s.num_players):
            return False
        dead = dead or s.wounds[p] == content.health
    return dead == (s.ending == DIED)


@jit
def morale_fits(s: Any) -> Any:
    n = 0
    for p in range(len(s.tokens)):
        if s.tokens[p] < 0 or (s.tokens[p] > 0 and p >= s.num_players):
            return False
        n += s.tokens[p]
    return n <= TOKENS


@jit
def crew_fits(s: Any, content: Any) -> Any:
    for p in range(len(s.astronaut)):
        if s.condition[p] >> content.num_conditions or s.ready[p] > 1:
            return False
        if p >= s.num_players and (s.condition[p] != 0 or s.ready[p] != 0):
            return False
        for q in range(min(p, s.num_players)):
            if p < s.num_players and s.astronaut[p] == s.astronaut[q]:
                return False
        if s.astronaut[p] < 0 or s.astronaut[p] >= len(s.astronaut):
            return False
    return True


@jit
def outside_fits(s: Any, content: Any) -> Any:
    used = 0
    tiles = 0
    deep = 0
    pois = 0
    for spot in range(SPOTS):
        tile = s.spot[spot]
        if tile < -1 or tile >= content.num_tiles:
            return False
        for good in range(GOODS):
            if s.ground[spot, good] < 0 or (tile < 0 and s.ground[spot, good] > 0):
                return False
        if tile >= 0:
            if used >> tile & 1 or content.roi[tile].ring != 1 + spot // SECTORS:
                return False
            used |= 1 << tile
            tiles += 1
            deep += content.roi[tile].ring == RINGS
            pois += content.roi[tile].poi
    if tiles != s.tiles or deep != s.deep or pois != s.pois:
        return False
    return s.blocked[0] <= 1 and s.blocked[1] <= 1
