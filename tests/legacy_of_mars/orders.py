"""Effects that wait together, in an order that a test forces, and what can come of them.

The pool of the record is filled by hand, with a frame "order of effects" above it. Its answer is what does the forcing: a
row of the pool comes first, asked for or not, and ``AUTOMATIC`` names none, so that the rules go on by themselves.
Everything after the first effect is the game's own. It is played through the kernels, so that hundreds of positions with
all their decisions take a second.
"""

import collections
import itertools
from typing import NamedTuple

import numpy as np

from marszoo.envs.core.record import kernel_array
from marszoo.envs.legacy_of_mars import GAME, words
from marszoo.envs.legacy_of_mars.actions import A_EFFECT
from marszoo.envs.legacy_of_mars.state import (
    BOX_DISCARD,
    CARDS,
    DISCARDED,
    FACE_DOWN,
    FIRST_DEVELOPMENT,
    FIRST_SIDE,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    MELTING_STEP,
    ON_TABLE,
    ORDER,
    PLAYED,
    POOLED,
    ROWS,
    STATE,
    TURN,
)

TABLES = GAME.shipped.tables
EFFECTS, LINES = TABLES["effects"], TABLES["rows"]
TRIGGERS = TABLES["triggers"][: int(TABLES["num_triggers"])]
AUTOMATIC = A_EFFECT - 1
"""The answer to "order of effects" that names no row of the pool."""
NO_VIEW = np.zeros(0, np.float32)
OWN = ("resource", "production", "rating", "steps")
"""Fields of which the seat's own row is compared as what it has, of which more is better."""
UNCOMPARED = ("rng", "step_count", "event", "events", "known", "place", "metal")
"""Fields that outcomes do not differ by: see `Pool.outcome`."""


class Waiting(NamedTuple):
    """A row of the pool: an effect of the content, or below 0 one of the rules; the row it is on, its argument."""

    effect: int
    row: int = -1
    about: int = 0

    @property
    def word(self):
        return words.EFFECTS[(-self.effect if self.effect < 0 else int(EFFECTS["word"][self.effect])) - 1]


def by_rules(word, n):
    """What the rules add to the pool by themselves: a glacier that melts, an ocean."""
    return Waiting(-(1 + words.EFFECTS.index(word)), -1, n)


# --- what comes together ---

SETS_OFF = {
    "ocean": (words.ON_OCEAN_PLACED,),
    "city": (words.ON_CITY_PLACED,),
    "greenery": (words.ON_GREENERY_PLACED,),
    "special": (words.ON_SPECIAL_PLACED,),
    "population": (words.ON_POPULATION_PLACED, words.ON_RATING),
    "rating": (words.ON_RATING,),
    "melt": (words.ON_MELTING,),
}
"""Effect -> the events that it is."""
FOR_ANYBODY = {int(t["row"]) for t in TRIGGERS if t["anyone"]}
"""Rows whose triggers listen to anybody, so that their effects may wait for another seat than the one to move."""
THAW = (by_rules("melt", 1), by_rules("melt", 2), by_rules("melt", -1), by_rules("ocean", 1))
"""What a step of the temperature may add; a greenery raises it by the oxygen, a pole may raise it or bring an ocean."""
TILES = ("ocean", "city", "greenery", "special")
METAL = (words.ON_METAL, words.ON_OWN_METAL)
"""Places that are no pole."""


def listed(start, row, about=0):
    """The effects of a list."""
    out, at = [], int(start)
    while EFFECTS["word"][at]:
        out.append(Waiting(at, row, about))
        at += 1
    return out


def branches(waiting):
    """The lists of the alternatives of an effect."""
    if waiting.word != "choose":
        return []
    return [listed(start, waiting.row, waiting.about) for start in EFFECTS["branch"][waiting.effect] if start]


def of_play(row):
    """What a row that is played sets off by its tags and as an event: row of the trigger -> effects, often enough."""
    bits, out = int(LINES["tag_bits"][row]), collections.defaultdict(list)
    event = bits >> words.T_EVENT & 1
    often = {words.ON_EVENT_CARD: event, words.ON_SPACE_EVENT: event & bits >> words.T_SPACE}
    for trigger in TRIGGERS:
        tags = sum(int(n) for tag, n in enumerate(LINES["tags"][row]) if int(trigger["tags"]) >> tag & 1)
        for _ in range(tags if trigger["event"] == words.ON_TAG else often.get(int(trigger["event"]), 0)):
            out[int(trigger["row"])] += listed(trigger["effects"], int(trigger["row"]), row)
    return dict(out)


def doings():
    """All that is done at once: (row, its effects, what it sets off by being played)."""
    for row in range(ROWS):
        yield row, listed(LINES["effects"][row], row), of_play(row)
        for way in range(int(LINES["ways"][row])):
            yield row, listed(LINES["does"][row][way], row), {}
    for project in TABLES["standard"][: int(TABLES["num_standard"])]:
        reacting = [t for t in TRIGGERS if t["event"] == words.ON_STANDARD_PROJECT]
        yield -1, listed(project["effects"], -1), {int(t["row"]): listed(t["effects"], int(t["row"])) for t in reacting}
    for trigger in TRIGGERS:
        yield int(trigger["row"]), listed(trigger["effects"], int(trigger["row"])), {}


def set_off(waiting):
    """What may come into the pool because of an effect."""
    out = []
    for one in (waiting, *itertools.chain(*branches(waiting))):
        events = SETS_OFF.get(one.word, ())
        for trigger in TRIGGERS:
            if trigger["event"] in events:
                out += listed(trigger["effects"], int(trigger["row"]))
        on_metal = one.word in TILES and EFFECTS["place"][one.effect] in METAL
        if one.word in ("temperature", "oxygen", *TILES[1:]) and not on_metal:
            out += THAW
    return out


def pairs():
    """Two effects that may wait together -> the rows on which they do."""
    out = collections.defaultdict(set)

    def together(ones, others=None):
        both = itertools.combinations(ones, 2) if others is None else itertools.product(ones, others)
        for a, b in both:
            out[min(a.effect, b.effect), max(a.effect, b.effect)].add(tuple(sorted((a, b))))

    for _, does, reactions in doings():
        reacting = list(itertools.chain(*reactions.values()))
        together([*does, *reacting])
        for k, one in enumerate(does):
            others = [*does[:k], *does[k + 1 :], *reacting]
            together(set_off(one), others)
            together(set_off(one))
            for branch in branches(one):
                together(branch, others)
                together(branch)
    return {key: sorted(found) for key, found in out.items()}


# --- positions ---


def turns(seed, players, board, mission, n):
    """So many first actions of turns in a random game, as records."""
    chance = np.random.default_rng(seed)
    options = GAME.options(content=GAME.shipped, num_players=players, mission=mission, board=board, skip_forced=False)
    states, mask, found = GAME.zeros(1), GAME.mask(), []
    GAME.kernels.start(states, 0, GAME.zeros(1), TABLES, options.vector, np.uint64(seed), mask)
    while not states["over"][0]:
        kind, _, done, _ = states["frame"][0, states["depth"][0] - 1]
        # With a deck that runs out, what was discarded would come back as what is drawn.
        if kind == TURN and not done and (states["place"][0] == IN_DECK).sum() > 20 and chance.random() < 0.1:
            found.append(states.copy())
        GAME.kernels.act(states, 0, TABLES, int(chance.choice(np.flatnonzero(mask))), mask, NO_VIEW, False)
    return [found[k] for k in chance.permutation(len(found))[:n]]


def varied(states, chance, melting=False):
    """The position with other resources and productions, and often near the steps that matter."""
    states = states.copy()
    s = states[0]
    seats = int(s["num_players"])
    s["resource"][:seats] = chance.integers(0, 14, (seats, 7))
    s["production"][:seats] = chance.integers(0, 4, (seats, 7))
    if chance.random() < 0.6:
        if s["temperature"] < MELTING_STEP:
            s["temperature"] = chance.integers(MELTING_STEP - 2, MELTING_STEP + 1)
        s["oxygen"] = max(int(s["oxygen"]), chance.integers(5, 8))
    if melting:
        s["temperature"] = max(int(s["temperature"]), MELTING_STEP)
    return states


class Pool:
    """A position in which these effects wait for the seat to move; what listens to anybody perhaps for another one."""

    def __init__(self, states, waiting, chance):
        self.states, self.waiting = states.copy(), list(waiting)
        s = self.states[0]
        self.seat, self.depth = int(s["player"]), int(s["depth"])
        if not any(one.effect > 0 and one.word in TILES for one in self.waiting) and chance.random() < 0.5:
            s["spot"] = chance.choice([k for k, tile in enumerate(s["tile"]) if tile] or [-1])
        rows = [one.row for one in self.waiting]
        for k, one in enumerate(self.waiting):
            seat = self.seat
            if one.row in FOR_ANYBODY and rows.count(one.row) == 1:
                seat = chance.integers(s["num_players"])
            self.lay(one.row, seat)
            if one.effect > 0:
                self.lay(one.about or -1, self.seat)
            s["pool"][k] = one.effect, one.row, seat, one.about
        s["pooled"] = len(self.waiting)
        for k, frame in enumerate(((PLAYED, self.seat, 0, 0), (POOLED, 0, 0, 0), (ORDER, self.seat, 0, 0))):
            s["frame"][self.depth + k] = frame
        s["depth"] += 3

    def lay(self, row, seat):
        """The row is in play before the seat, as far as effects look at it."""
        s = self.states[0]
        if row < 0:
            return
        if row < CARDS:
            s["place"][row] = (FACE_DOWN if LINES["colour"][row] == words.RED else ON_TABLE) + seat
        elif row < FIRST_DEVELOPMENT:
            s["corporation"][seat], s["side"][seat] = divmod(row - FIRST_SIDE, 2)
        else:
            s["corporation"][seat], rest = divmod(row - FIRST_DEVELOPMENT, 8)
            s["development"][seat][rest // 2] = rest % 2
        s["listens"][seat] |= LINES["listens"][row]

    def first(self, action):
        """The game after the answer to "order of effects": record and mask."""
        states, mask = self.states.copy(), GAME.mask()
        mask[action] = 1
        return self.act((states, mask), action)

    @staticmethod
    def act(position, action):
        states, mask = position[0].copy(), kernel_array(position[1].copy())
        GAME.kernels.act(states, 0, TABLES, action, mask, NO_VIEW, False)
        return states, mask

    def kind(self, position):
        """What is asked; None once all effects are done."""
        depth = int(position[0]["depth"][0])
        return None if depth <= self.depth else int(position[0]["frame"][0, depth - 1, 0])

    def may_come_first(self, k):
        """Whether an effect that is compulsory could be done if it came first: otherwise the order is none (A 1)."""
        s, one = self.states[0], self.waiting[k]
        starts = [one, *(branch[0] for branch in branches(one) if branch)]
        return all(self.can(s, each) for each in starts)

    def can(self, s, one):
        if one.word == "population":
            kinds = {words.CITY_TILE: 2, words.SPECIAL_TILE: 1}
            spaces = [k for k, owner in enumerate(s["owner"]) if owner == self.seat]
            return any(s["population"][k] < kinds.get(int(s["tile"][k]), 0) for k in spaces)
        if one.effect < 0:
            return True
        n, what = int(EFFECTS["n"][one.effect]), int(EFFECTS["what"][one.effect])
        floor = -5 if what == words.MEGACREDIT else 0
        if one.word == "lose":
            return s["resource"][self.seat][what] >= n
        if one.word == "production":
            return s["production"][self.seat][what] + min(n, 0) >= floor
        if one.word == "any_production":
            seats = int(s["num_players"])
            return seats == 1 or any(s["production"][p][what] - n >= floor for p in range(seats))
        return True

    # What comes of it

    def outcome(self, position):
        """What must be equal, and what the seat has, of which more is better.

        Left out are the generator, the log, who knows which card, and which metal Robotic Workforce would find; cards
        that were drawn are chance, so that only their number at each place counts.
        """
        old, new = self.states[0], position[0][0]
        drawn = np.isin(old["place"], (IN_DECK, DISCARDED, IN_BOX, BOX_DISCARD))
        place = np.array(new["place"])
        place[drawn] = np.sort(place[drawn])
        parts = [place.tobytes()]
        for name in STATE.names:
            value = np.array(new[name])
            if name in OWN:
                value[self.seat] = 0
            if name not in UNCOMPARED:
                parts.append(value.tobytes())
        has = [*new["resource"][self.seat], *new["production"][self.seat], new["rating"][self.seat]]
        return b"".join(parts), (*map(int, has), int((new["place"] == IN_HAND + self.seat).sum()))

    def played(self, first, chance):
        """A random way to play on after `first`: what comes of it, and what was decided on the way."""
        position, decided = self.first(first), []
        while (kind := self.kind(position)) is not None:
            action = int(chance.choice(np.flatnonzero(position[1])))
            decided.append((kind, action))
            position = self.act(position, action)
        return self.outcome(position), decided

    def reaches(self, first, wanted, decided):
        """Whether after `first` something can come of it that is as good as `wanted`.

        Tried is what was decided before, in whatever order it is asked now, and then everything.
        """
        position = self.first(first)
        return self._reaches(position, wanted, decided) or self._reaches(position, wanted, None)

    def _reaches(self, position, wanted, decided):
        kind = self.kind(position)
        if kind is None:
            same, has = self.outcome(position)
            return same == wanted[0] and all(a >= b for a, b in zip(has, wanted[1], strict=True))
        legal = [int(action) for action in np.flatnonzero(position[1])]
        alike = [action for asked, action in decided or () if asked == kind and action in legal]
        for action in dict.fromkeys(alike) if alike and kind != ORDER else legal:
            left = decided and [*decided]
            if left and (kind, action) in left:
                left.remove((kind, action))
            if self._reaches(self.act(position, action), wanted, left):
                return True
        return False
