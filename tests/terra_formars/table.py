"""A table prepared for a test: a real game, edited into the state that a rule speaks of, then played through the kernels.

>>> table = Table(players=2).slots("c36", "c43").hand(0, "s16").dice("**", "W").spending()
>>> table.act("card s16").changes()
{'place': {'s16': ('hand 0', 'discard')}, 'known': {'s16': (1, 0)}, 'bonus_wounds': (0, 2)}

Actions and cards go by name; what is left out is filled in with cards that do not disturb. Every action is checked
against the mask, and every state on the way against the invariants.
"""

import pathlib

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.rules import turn
from marszoo.envs.terra_formars.state import (
    AFTER_DAMAGE,
    AFTER_PURCHASE,
    AFTER_ROLL,
    ASIDE,
    AT_END,
    AT_TOTAL,
    BEFORE_ROLL,
    DEAD,
    DISCARD,
    ENDING,
    FACE_UP,
    HAND,
    PILE,
    REACT,
    SPEND,
    SPENDING,
    STARTING,
    TABLE,
    TURN,
)
from terra_formars.reading import Reading

DECK = GAME.content(pathlib.Path(__file__).with_name("deck.toml"))
"""Every printed effect under the rulebook's number, with numbers of its own."""

# Window -> (step of the turn that follows it, part of the turn, whether the spending decision lies below it).
AROUND = {
    BEFORE_ROLL: (turn.T_ROLL, STARTING, False),
    AFTER_ROLL: (turn.T_SPEND, SPENDING, False),
    AFTER_PURCHASE: (turn.T_TOTAL, SPENDING, True),
    AT_TOTAL: (turn.T_DANGER, SPENDING, False),
    AFTER_DAMAGE: (turn.T_REPLACE, ENDING, False),
    AT_END: (turn.T_NEXT, ENDING, False),
}


class Table(Reading):
    """One state, with the words to prepare it, to act on it and to say what changed."""

    def __init__(self, players=2, content=DECK, seed=1, skip_forced=False, **options):
        self.content, self.players = content, players
        self.options = GAME.options(num_players=players, skip_forced=skip_forced, **options)
        self.states, self.mask = GAME.zeros(1), GAME.mask()
        self.view = np.zeros(GAME.observation.width(players), np.float32)
        GAME.kernels.start(
            self.states, 0, GAME.zeros(1), content.tables, self.options.vector, np.uint64(seed), self.mask
        )
        self.supports, self.roaches = content.ids["support"], content.ids["cockroach"]
        self.before = self.states.copy()
        self._where = {}
        self._row = self._pile = self._nest = None
        self._slots = self._hurt = ()
        self._active = 0

    # Preparing

    def heroes(self, *ids):
        self.states["hero"][0, : len(ids)] = [self.content.ids["hero"].index(i) for i in ids]
        return self

    def slots(self, *roaches, hurt=()):
        """The face-up cockroaches, and the wounds on them."""
        self._slots, self._hurt = roaches, hurt
        return self

    def markers(self, *slots):
        self.states["marker"][0, : len(slots)] = slots
        return self

    def hand(self, seat, *ids, known=True):
        for i in ids:
            self._where[i] = (HAND + seat, int(known))
        return self

    def equip(self, seat, *ids):
        for i in ids:
            self._where[i] = (TABLE + seat, 0)
        return self

    def row(self, *ids):
        """The face-up supports; None is an empty slot."""
        self._row = ids
        return self

    def pile(self, *ids):
        """Exactly these supports are in the draw pile; all that are nowhere else are in the discard."""
        self._pile = ids
        return self

    def out(self, *ids):
        """These supports are in the discard."""
        for i in ids:
            self._where[i] = (DISCARD, 0)
        return self

    def nest(self, *roaches):
        """Exactly these cockroaches are in the draw pile; the others are dead or were removed at set-up."""
        self._nest = roaches
        return self

    def holding(self, seat, points=0, stars=0, wounds=0):
        self.states["points"][0, seat] = points
        self.states["stars"][0, seat] = stars
        self.states["wounds"][0, seat] = wounds
        return self

    def dice(self, *faces):
        """What the combat dice show, as faces such as ``"*S"``; dice left out are not rolled."""
        shown = self.content_faces("combat")
        self.states["face"][0] = -1
        self.states["face"][0, : len(faces)] = [shown.index(f) for f in faces]
        return self

    def content_faces(self, die):
        return {"combat": self._faces(0), "special": self._faces(1)}[die]

    def _faces(self, die):
        icons = np.asarray(self.content.tables["faces"]["icons"])[die]
        return ["".join(icon * int(n) for icon, n in zip("*SWD", face, strict=True)) for face in icons]

    def special(self, icons):
        """Icons that Special Dice have added."""
        self.states["special"][0] = [icons.count(i) for i in "*SWD"]
        return self

    def show(self, *faces):
        """Turn the dice of a game that is going on to these faces."""
        self.dice(*faces).look()
        return self.mark()

    def put(self, **fields):
        """Fields by name: a value, or {index: value}."""
        for name, value in fields.items():
            if isinstance(value, dict):
                for k, v in value.items():
                    self.states[name][0, k] = v
            else:
                self.states[name][0] = value
        return self

    def turn_of(self, seat):
        self._active = seat
        return self

    def coming(self, *faces, die="combat"):
        """Set the generator so that the next rolls of single dice show these faces."""
        wanted = [self.content_faces(die).index(f) for f in faces]
        scratch = GAME.zeros(1)
        for word in range(100_000):
            scratch["rng"][0] = word
            if all(rng.below(scratch[0], 6) == face for face in wanted):
                self.states["rng"][0] = word
                return self
        raise AssertionError(f"no generator word gives {faces}")

    def fresh(self):
        """The game as it starts, nothing edited."""
        self.look()
        return self.mark()

    def spending(self):
        """The active seat may spend: dice are rolled, nothing is pending."""
        self._deal()
        return self._ready(SPENDING, [(TURN, self._active, turn.T_TOTAL, 0), (SPEND, self._active, 0, 0)])

    def window(self, window, seat=None):
        """A reaction window asks `seat`, those before it having passed; nothing is pending."""
        self._deal()
        seat = self._active if seat is None else seat
        step, part, in_spending = AROUND[window]
        frames = [(TURN, self._active, step, 0)]
        frames += [(SPEND, self._active, 0, 0)] if in_spending else []
        return self._ready(part, [*frames, (REACT, seat, window, (seat - self._active) % self.players)])

    def _deal(self):
        states, players = self.states, self.players
        if states["hero"][0, 0] < 0:
            states["hero"][0, :players] = range(players)
        # Supports: where the test wants them, three in the row, the rest in the pile (or in the discard).
        row = self._row
        free = [
            i for i in self.supports if i not in self._where and i not in (row or ()) and i not in (self._pile or ())
        ]
        if row is None:
            row, free = tuple(free[-3:]), free[:-3]
        states["row"][0] = [self.supports.index(i) if i else -1 for i in row]
        states["known"][0] = 0
        for i, (where, known) in self._where.items():
            states["place"][0, self.supports.index(i)] = where
            states["known"][0, self.supports.index(i)] = known
        for i in row:
            if i:
                states["place"][0, self.supports.index(i)] = FACE_UP
        for i in self._pile or ():
            states["place"][0, self.supports.index(i)] = PILE
        for i in free:
            states["place"][0, self.supports.index(i)] = PILE if self._pile is None else DISCARD
        # Cockroaches likewise.
        slots = self._slots or ("c36", "c42", "c39", "c38")[:players]
        hurt = [*self._hurt, *[0] * (players - len(self._hurt))]
        nest = [i for i in self.roaches if i not in slots] if self._nest is None else list(self._nest)
        gone = [i for i in self.roaches if i not in slots and i not in nest]
        aside = 3 * (4 - players)
        while len(gone) < aside:
            gone.append(nest.pop())
        for where, ids in ((FACE_UP, slots), (PILE, nest), (ASIDE, gone[:aside]), (DEAD, gone[aside:])):
            for i in ids:
                states["lair"][0, self.roaches.index(i)] = where
        states["slot"][0, :players] = [self.roaches.index(i) for i in slots]
        states["hurt"][0, :players] = hurt
        states["kills"][0] = len(gone) - aside
        if states["marker"][0, 0] < 0:
            states["marker"][0, :players] = range(players)

    def _ready(self, part, frames):
        states = self.states
        states["active"][0], states["part"][0], states["turn"][0] = self._active, part, 1
        states["frame"][0] = 0
        for k, frame in enumerate(frames):
            states["frame"][0, k] = frame
        states["depth"][0], states["player"][0] = len(frames), frames[-1][1]
        self.look()
        return self.mark()

    def look(self):
        """Check the invariants and read the mask anew, after an edit."""
        broken = GAME.violations(self.states, 0, self.content)
        assert not broken, (broken, self.stack)
        GAME.kernels.legal(self.states, 0, self.content.tables, self.mask)
        return self

    # Acting

    def number(self, action):
        """The id of an action in words: ``attack``, ``card s16``, ``slot 1``, ``die 0``, ``rival 2``, ``hero h01``."""
        block, _, item = action.partition(" ")
        if not item:
            return GAME.actions.encode("option", block)
        if block == "rival":
            return GAME.actions.encode("rival", (int(item) - self.player) % self.players - 1)
        ids = {"card": self.supports, "hero": self.content.ids["hero"]}.get(block)
        return GAME.actions.encode(block, ids.index(item) if ids else int(item))

    def name(self, action):
        block, index = GAME.actions.decode(action)
        if block == "option":
            return GAME.actions.blocks[0].labels[index]
        if block == "rival":
            return f"rival {(self.player + index + 1) % self.players}"
        ids = {"card": self.supports, "hero": self.content.ids["hero"]}.get(block)
        return f"{block} {ids[index] if ids else index}"

    @property
    def legal(self):
        """All that may be done now, in words."""
        return {self.name(a) for a in GAME.legal_actions(self.mask)}

    def may(self, action):
        return action in self.legal

    def act(self, *actions):
        """Do these actions one after the other, each of which must be legal."""
        for action in actions:
            assert action in self.legal, f"{action!r} is not legal in {self.top!r}; legal: {sorted(self.legal)}"
            tables = self.content.tables
            assert GAME.kernels.act(self.states, 0, tables, self.number(action), self.mask, self.view, True)
            broken = GAME.violations(self.states, 0, self.content)
            assert not broken, (broken, action, self.stack)
            assert (self.view >= 0).all()
            assert (self.view <= 1).all()
        return self

    def pass_until(self, prefix, most=40):
        """Let everybody pass, or attack, until the decision on top begins with `prefix`."""
        for _ in range(most):
            if self.top.startswith(prefix):
                return self
            self.act("pass" if self.may("pass") else "attack")
        raise AssertionError(f"no {prefix!r} came; now {self.stack}")

    def seat_all(self):
        """From the start: everybody takes the first free hero and cockroach, up to the first roll or window before it."""
        while self.top.startswith(("hero", "place")):
            self.act(min(self.legal))
        return self.mark()

    def end_turn(self):
        """Attack if it is time to, pass everything and let markers go to the first free place, until the next turn."""
        number = self["turn"]
        while self["turn"] == number and not self["over"]:
            choices = sorted(self.legal)
            self.act("pass" if "pass" in choices else "attack" if "attack" in choices else choices[0])
        return self
