"""What must hold in every state between two steps. `check` returns a bit for each name in INVARIANTS that is broken."""

from typing import Any

from marszoo.envs.core.frames import KIND, RUNNING, SEAT, TERMINATED
from marszoo.envs.core.jit import jit
from marszoo.envs.terra_formars.rules import cockroaches, dice
from marszoo.envs.terra_formars.rules.supports import is_squad
from marszoo.envs.terra_formars.state import (
    ABSENT,
    ASIDE,
    CHOOSE_HERO,
    COCKROACHES,
    DEAD,
    DICE,
    EFFECT,
    FACE_UP,
    FACES,
    HAND,
    PENDING,
    PICK_ICON,
    PILE,
    PLACE_MARKER,
    ROW,
    SUPPORTS,
    TABLE,
)

INVARIANTS = (
    "every support is in one place, and only those of the content exist",
    "the row shows exactly the face-up supports",
    "equipment is on tables and squad cards are in hands, of seats that play",
    "every pending squad card has one frame, and known cards are in hands",
    "every cockroach is in one place, and the slots show the face-up ones",
    "removed at set-up + pile + face up + dead = all cockroaches",
    "a living cockroach has fewer wounds than health",
    "markers are off the table only while they are placed",
    "no holding is below zero",
    "no more icons are spent than were rolled",
    "the top frame is a decision of a seat that plays, and blank rows follow the stack",
    "heroes are different",
    "the game ends with the kill that cannot be replaced, and only then",
)


@jit
def check(s: Any, content: Any) -> Any:
    """Bits of INVARIANTS that are broken (0: none)."""
    bad = 0
    ok = (
        supports_exist(s, content),
        row_matches(s),
        owners_fit(s, content),
        pending_match(s),
        slots_match(s),
        cockroaches_add_up(s, content),
        wounds_fit(s, content),
        markers_fit(s),
        holdings_fit(s),
        icons_fit(s, content),
        frames_fit(s),
        heroes_differ(s, content),
        end_fits(s),
    )
    for k in range(len(ok)):
        if not ok[k]:
            bad |= 1 << k
    return bad


@jit
def supports_exist(s: Any, content: Any) -> Any:
    for card in range(SUPPORTS):
        place = s.place[card]
        if (place == ABSENT) != (card >= content.num_supports):
            return False
        if place < 0 or (place > ABSENT and place < HAND) or place >= TABLE + s.num_players:
            return False
    return True


@jit
def row_matches(s: Any) -> Any:
    face_up = 0
    for card in range(SUPPORTS):
        face_up += s.place[card] == FACE_UP
    for k in range(ROW):
        card = s.row[k]
        if card < 0:
            continue
        if s.place[card] != FACE_UP:
            return False
        face_up -= 1
        for j in range(k):
            if s.row[j] == card:
                return False
    return face_up == 0


@jit
def owners_fit(s: Any, content: Any) -> Any:
    for card in range(content.num_supports):
        place = s.place[card]
        if place >= TABLE:
            if is_squad(content, card):
                return False
        elif place >= HAND and (not is_squad(content, card) or place >= HAND + s.num_players):
            return False
    return True


@jit
def pending_match(s: Any) -> Any:
    for card in range(SUPPORTS):
        frames = 0
        for k in range(s.depth):
            frames += s.frame[k, KIND] == EFFECT and s.frame[k, 2] == card
        if frames != (s.place[card] == PENDING):
            return False
        if s.known[card] and not (s.place[card] >= HAND and s.place[card] < TABLE):
            return False
    return True


@jit
def slots_match(s: Any) -> Any:
    face_up = 0
    for c in range(COCKROACHES):
        if s.lair[c] == FACE_UP:
            face_up += 1
        elif s.lair[c] != PILE and s.lair[c] != ASIDE and s.lair[c] != DEAD and s.lair[c] != ABSENT:
            return False
        if s.returned[c] and s.lair[c] != PILE:
            return False
    for k in range(len(s.slot)):
        if s.slot[k] < 0:
            continue
        face_up -= 1
        if s.lair[s.slot[k]] != FACE_UP:
            return False
        for j in range(k):
            if s.slot[j] == s.slot[k]:
                return False
    return face_up == 0


@jit
def cockroaches_add_up(s: Any, content: Any) -> Any:
    aside = 0
    dead = 0
    total = 0
    for c in range(COCKROACHES):
        aside += s.lair[c] == ASIDE
        dead += s.lair[c] == DEAD
        total += s.lair[c] != ABSENT
    if total != content.num_cockroaches:
        return False
    if s.slot[0] < 0:
        return aside == 0 and dead == 0
    # A cockroach that is dying, or that ended the game, is counted as killed but still lies in its slot.
    lying = s.dying >= 0 or s.over == TERMINATED
    return aside == 3 * (len(s.slot) - s.num_players) and dead + lying == s.kills


@jit
def wounds_fit(s: Any, content: Any) -> Any:
    for k in range(len(s.slot)):
        if s.slot[k] < 0:
            if s.hurt[k] > 0:
                return False
        elif k != s.dying and s.over != TERMINATED and s.hurt[k] >= content.cockroaches[s.slot[k]].health:
            return False
    return True


@jit
def markers_fit(s: Any) -> Any:
    for p in range(s.num_players):
        waiting = s.slot[0] < 0
        for k in range(s.depth):
            waiting = waiting or (s.frame[k, KIND] == PLACE_MARKER and s.frame[k, 3] == p)
        if s.marker[p] < 0 and not waiting:
            return False
        if s.marker[p] >= s.num_players:
            return False
    return True


@jit
def holdings_fit(s: Any) -> Any:
    for p in range(len(s.points)):
        if s.points[p] < 0 or s.stars[p] < 0 or s.wounds[p] < 0:
            return False
        if p >= s.num_players and s.points[p] + s.stars[p] + s.wounds[p] > 0:
            return False
    return True


@jit
def icons_fit(s: Any, content: Any) -> Any:
    for die in range(DICE):
        if s.face[die] < -1 or s.face[die] >= FACES:
            return False
        for kind in range(3):
            if dice.unspent(s, content, die, kind) < 0:
                return False
    for kind in range(3):
        if s.paid_special[kind] > s.special[kind]:
            return False
    return True


@jit
def frames_fit(s: Any) -> Any:
    if s.depth < 1 or s.depth > s.frame.shape[0]:
        return False
    for k in range(s.depth, s.frame.shape[0]):
        for column in range(4):
            if s.frame[k, column] != 0:
                return False
    if s.over != RUNNING:
        return True
    kind, seat = s.frame[s.depth - 1, KIND], s.frame[s.depth - 1, SEAT]
    return kind >= CHOOSE_HERO and kind <= PICK_ICON and seat == s.player and seat >= 0 and seat < s.num_players


@jit
def heroes_differ(s: Any, content: Any) -> Any:
    for p in range(s.num_players):
        if s.hero[p] >= content.num_heroes:
            return False
        for q in range(p):
            if s.hero[p] >= 0 and s.hero[p] == s.hero[q]:
                return False
    return True


@jit
def end_fits(s: Any) -> Any:
    if s.over == TERMINATED:
        return cockroaches.pile_size(s) == 0 and s.kills > 0
    if s.slot[0] < 0:
        return True
    for k in range(s.num_players):
        if s.slot[k] < 0:
            return False
    return True
