"""A table prepared for a test: a real game, edited into the state that a rule speaks of, then played through the kernels.

>>> table = Table().event("r_gain").ready()
>>> table.act("do event 1", "do quarters", "join quarters").changes("stock")
{'stock': {'food': (5, 8)}}

Actions, places, facilities, cards and events go by name; seats by number. Unless a test says otherwise the base is intact,
all tracks are at 0, the box is green, no event lies open and nobody has a Morale token. `rest` spends the pawns that are
left on places too far away for one pawn, where nothing comes of them. Every action is checked against the mask, and
every state on the way against the invariants.
"""

import pathlib

import numpy as np

from first_martians.cards_reference import FACILITIES, GOODS, MODIFIERS, PARTS, PLACES
from marszoo.envs.core import rng
from marszoo.envs.first_martians import GAME, words
from marszoo.envs.first_martians.happened import parts_of
from marszoo.envs.first_martians.rules import declare
from marszoo.envs.first_martians.rules.lists import COLUMN_BITS
from marszoo.envs.first_martians.state import DECISIONS, DECK, DISCARD, EFFECT_LIST, RING, TRIGGER, WORKING

TEST_DECK = GAME.content(pathlib.Path(__file__).with_name("deck.toml"))
"""Fixed malfunction dice, one event with each effect, numbers of its own."""

BLOCKS = ("working", "living", "system")
UNCOMPARED = {
    "rng",
    "event",
    "events",
    "step_count",
    "player",
    "depth",
    "frame",
    "drawn",
    "installed",
    "tiles",
    "deep",
    "pois",
    "danger",
}
"""Not part of a difference: the generator, the log, the stack, which events have come up, what follows from other fields."""
OF_ACTIONS = {
    *("job", "target", "pawns", "least", "sure", "leader", "rover", "jobs", "assigned", "helped", "die"),
    *("stale", "room", "asked"),
}
"""What declaring actions leaves in the state; `changes` leaves it out unless it is asked for."""

LABELS = {
    "track": BLOCKS,
    "red": BLOCKS,
    "listed": BLOCKS,
    "rolled": BLOCKS,
    "broken": FACILITIES,
    "cancelled": FACILITIES,
    "shut": FACILITIES,
    "modifier": FACILITIES,
    "waiting": FACILITIES,
    "output": FACILITIES,
    "stock": GOODS,
    "cargo": GOODS,
    "spot": PLACES,
    "ground": PLACES,
    "blocked": ("froggy", "scorpio"),
}


class Table:
    """One state, with the words to prepare it, to act on it and to say what changed."""

    def __init__(self, players=2, mission="plain", content=TEST_DECK, seed=1, **options):
        self.content, self.players = content, players
        given = {"num_players": players, "mission": mission, "skip_forced": False, **options}
        self.options = GAME.options(content=content, **given)
        self.states, self.mask = GAME.zeros(1), GAME.mask()
        self.view = np.zeros(GAME.observation.width(players), np.float32)
        GAME.kernels.start(
            self.states, 0, GAME.zeros(1), content.tables, self.options.vector, np.uint64(seed), self.mask
        )
        self.before, self.log, self._under = self.states.copy(), [], False

    # Preparing

    def blank(self):
        """The Action phase of the first sol on an intact base, as if nothing had happened before."""
        s, content = self.states, self.content.tables
        row = content["mission"][self["mission"]]
        # Whatever the first event asked for is answered before anything is edited.
        while self.asks != "assign a pawn":
            self.act(sorted(self.legal)[0])
        hard = content["difficulty"][self["difficulty"]]
        for field in ("broken", "cancelled", "shut", "flipped", "modifier", "waiting", "track", "cargo", "wounds"):
            s[field][0] = 0
        for field in ("condition", "ground", "blocked", "steps", "done", "left", "repairs", "delivered", "gathered"):
            s[field][0] = 0
        s["tokens"][0], s["stress"][0], s["morale"][0] = 0, 0, 0
        s["red"][0], s["spot"][0], s["open"][0] = row["red"], -1, -1
        s["place"][0, : len(self.content.ids["card"])] = DECK
        s["output"][0] = (4, 4, 5, 5)
        s["plants"][0] = [*row["seedlings"], self.players]
        s["stock"][0] = np.clip(row["supplies"] + hard["supplies"], 0, 99)
        s["astronaut"][0, : self.players] = range(self.players)
        s["first"][0] = 0
        s["frame"][0, self["depth"] - 1, 1] = 0
        s["player"][0] = 0
        self.next_event(self.content.ids["event"][0])
        return self.look().mark()

    def put(self, **fields):
        """Fields by name: a value, or {index or label: value}."""
        for name, value in fields.items():
            if not isinstance(value, dict):
                self.states[name][0] = value
                continue
            for k, v in value.items():
                self.states[name][0, LABELS[name].index(k) if isinstance(k, str) else k] = v
        return self

    def first(self, seat):
        """This seat is First Player, and assigns first."""
        self.states["first"][0] = seat
        self.states["frame"][0, self["depth"] - 1, 1] = seat
        return self.put(player=seat)

    def broken(self, *parts):
        for part in parts:
            f, _, kind = part.partition(".")
            k = FACILITIES.index(f)
            self.states["broken"][0, k] |= 1 << PARTS.index(kind)
        return self

    def track(self, **at):
        return self.put(track=at)

    def red(self, *blocks):
        return self.put(red={block: int(block in blocks) for block in BLOCKS})

    def shut(self, facility, *kinds):
        return self.put(shut={facility: sum(1 << GOODS.index(kind) for kind in kinds)})

    def stock(self, **goods):
        return self.put(stock=goods)

    def deck(self, *ids):
        """Exactly these cards are in the decks of their blocks; all others of those blocks are discarded."""
        blocks = {self.block_of(id) for id in ids}
        for k, id in enumerate(self.content.ids["card"]):
            if self.block_of(id) in blocks:
                self.states["place"][0, k] = DECK if id in ids else DISCARD
        return self

    def block_of(self, id):
        row = self.written("card", id)
        f = FACILITIES.index(row["keywords"].partition(".")[2])
        return BLOCKS[words.BLOCK_OF[f]]

    def upgrade(self, id, where="working"):
        k = self.content.ids["upgrade"].index(id)
        row = self.written("upgrade", id)
        if where == "working" and row["effect"].startswith("cancel"):
            bit = 1 << PARTS.index(row["effect"].split()[1])
            self.put(cancelled={row["facility"]: bit})
        states = ("not offered", "available", "pending", "working")
        return self.put(upgrade={k: states.index(where)})

    def event(self, id, left=1, slot=1):
        """The event lies open and is due after so many Action phases."""
        k = self.content.ids["event"].index(id)
        self.states["drawn"][0, k] = 1
        return self.put(open={slot - 1: k}, left={slot - 1: left})

    def next_event(self, id):
        """This one comes up in the next round."""
        self.states["drawn"][0, : len(self.content.ids["event"])] = 1
        return self.put(drawn={self.content.ids["event"].index(id): 0})

    def tile(self, place, id, **goods):
        """The tile lies at a place, such as ``"1.3"``, with its goods, or with those given."""
        row = self.written("roi", id)
        spot = PLACES.index(place)
        lying = [goods.get(g, 0) for g in GOODS] if goods else [row["goods"].count(g) for g in GOODS]
        self.states["ground"][0, spot] = lying
        return self.put(spot={spot: self.content.ids["roi"].index(id)})

    def astronauts(self, *ids):
        return self.put(astronaut={p: self.content.ids["astronaut"].index(id) for p, id in enumerate(ids)})

    def suffers(self, seat, *conditions):
        return self.put(condition={seat: sum(1 << self.content.ids["condition"].index(c) for c in conditions)})

    def token(self, facility, modifier, waiting=False):
        k = MODIFIERS.index(modifier) + 1
        if waiting:
            self.states["waiting"][0, FACILITIES.index(facility), 0] = k
            return self
        return self.put(modifier={facility: k})

    def coming(self, *faces, then=None):
        """The next dice rolled, as ``("brown", "success", True)`` for one that shows its symbol; `then` a (size, result).

        The latter is for a draw after the dice: one of so many rows, and which.
        """
        scratch = GAME.zeros(1)
        for word in range(400_000):
            scratch["rng"][0] = word
            for colour, die, shows in faces:
                n = int(self.content.tables["dice"][words.COLOURS.index(colour), words.DICE.index(die)])
                if (int(rng.below(scratch[0], 6)) < n) != shows:
                    break
            else:
                if then is None or int(rng.below(scratch[0], then[0])) == then[1]:
                    self.states["rng"][0] = word
                    return self
        raise AssertionError(f"no generator word gives {faces} and {then}")

    def under(self, kind, seat=0, a=0, b=0):
        """An automatic frame under the decision that is on top: the rules come to it as soon as that is taken."""
        s, depth = self.states, self["depth"]
        s["frame"][0, depth] = s["frame"][0, depth - 1]
        s["frame"][0, depth - 1] = (kind, seat, a, b)
        s["depth"][0] = depth + 1
        self._under = True
        return self

    def trigger_after(self, block):
        """The marker of the block is at 5; its card is drawn when the pawn that is asked for is assigned."""
        return self.track(**{block: 5}).under(TRIGGER, self["first"], BLOCKS.index(block))

    def effects_after(self, seat, table, id, key="effects"):
        """The effects of a row are resolved when the pawn that is asked for is assigned."""
        start = int(self.content.tables[table][key][self.content.ids[table].index(id)])
        return self.under(EFFECT_LIST, seat, *divmod(start, 1 << COLUMN_BITS)) if start else self

    def ready(self):
        """All is prepared: from here on `changes` counts."""
        return self.look().mark()

    def look(self):
        """Check the invariants and read the mask anew, after an edit; what follows from the edited fields follows."""
        self.states["installed"][0] = int((self.states["upgrade"][0] == WORKING).sum())
        tiles = self.content.tables["roi"][[int(tile) for tile in self.states["spot"][0] if tile >= 0]]
        self.states["tiles"][0], self.states["deep"][0] = len(tiles), int((tiles["ring"] == 3).sum())
        self.states["pois"][0] = int(tiles["poi"].sum())
        cards = self.content.tables["card"][self.states["place"][0] == DECK]
        for f in range(len(FACILITIES)):
            self.states["danger"][0, f] = int(((cards["breaks"] >= 0) & (cards["breaks"] // 4 == f)).sum())
        if self.asks == "assign a pawn":
            declare.find_room(self.states[0], self.content.tables)
        found = GAME.violations(self.states, 0, self.content)
        assert not found, (found, self.asks)
        GAME.kernels.legal(self.states, 0, self.content.tables, self.mask)
        return self

    def mark(self):
        self.before, self.log = self.states.copy(), []
        return self

    # Acting

    def number(self, action):
        """The id of an action in words: ``do quiet``, ``join explore 1.2``, ``part lab.cpu``, ``astronaut 1``."""
        block, _, item = action.partition(" ")
        blocks = {b.name: b for b in GAME.actions.blocks}
        if not item:
            return GAME.actions.encode("option", block)
        if block == "astronaut":
            return GAME.actions.encode(block, (int(item) - self.player) % self.players)
        if block == "cure":
            seat, condition = item.split()
            k = (int(seat) - self.player) % self.players
            return GAME.actions.encode(block, 4 * k + self.content.ids["condition"].index(condition))
        if block == "place":
            return GAME.actions.encode(block, PLACES.index(item))
        if block == "project":
            return GAME.actions.encode(block, int(item) - 1)
        if block == "plant":
            k, price = item.split()
            return GAME.actions.encode(block, (6 if k == "grown" else int(k) - 1) + 7 * (price == "energy"))
        assert item in blocks[block].labels, (block, item)
        return GAME.actions.encode(block, item)

    def name(self, action):
        block, k = GAME.actions.decode(action)
        if block == "option":
            return GAME.actions.blocks[0].labels[k]
        if block == "astronaut":
            return f"astronaut {(self.player + k) % self.players}"
        if block == "cure":
            return f"cure {(self.player + k // 4) % self.players} {self.content.ids['condition'][k % 4]}"
        if block == "place":
            return f"place {PLACES[k]}"
        if block == "project":
            return f"project {k + 1}"
        if block == "plant":
            return f"plant {'grown' if k % 7 == 6 else k % 7 + 1} {'energy' if k >= 7 else 'oxygen'}"
        return f"{block} {next(b for b in GAME.actions.blocks if b.name == block).labels[k]}"

    @property
    def legal(self):
        """All that may be done now, in words."""
        return {self.name(a) for a in GAME.legal_actions(self.mask)}

    def may(self, action):
        return action in self.legal

    def act(self, *actions):
        """Do these actions one after the other, each of which must be legal."""
        for action in actions:
            assert action in self.legal, f"{action!r} is not legal in {self.asks!r}; legal: {sorted(self.legal)}"
            before = self["events"]
            if self._under:  # what lies under the pawn may change the position
                self._under, self.states["stale"][0] = False, 1
            GAME.kernels.act(self.states, 0, self.content.tables, self.number(action), self.mask, self.view, True)
            new = range(max(before, self["events"] - RING), self["events"])
            self.log += [parts_of(self["event"][k % RING]) for k in new]
            found = GAME.violations(self.states, 0, self.content)
            assert not found, (found, action, self.asks)
            low, high = GAME.observation.bounds(self.players)
            assert ((low <= self.view) & (self.view <= high)).all(), action
        return self

    def idle(self):
        """One pawn goes where one is not enough, and nothing comes of it; where there is no such place, to the Quiet Place."""
        far = [a for a in sorted(self.legal, reverse=True) if a.startswith("do explore")]
        outside = [f"do construct {k + 1}" for k, p in enumerate(self.sheet.get("projects", [])) if p["ring"]]
        return self.act(next(a for a in (*far, *outside, "do quiet", "pass") if a in self.legal))

    @property
    def sheet(self):
        """The mission as the content file has it."""
        return self.content.rows["mission"][self["mission"]]

    def rest(self):
        """The pawns and helpers that are left do nothing; on to the next decision of another kind, the next sol or the end."""
        sol = self["sol"]
        while self["sol"] == sol and self.asks in ("assign a pawn", "assign a helper"):
            if self.asks == "assign a helper":
                self.act("idle")
            else:
                self.idle()
        return self

    # Reading

    def __getitem__(self, name):
        """A field: a Python int, or an array."""
        value = self.states[name][0]
        return np.asarray(value) if isinstance(value, np.ndarray) else int(value)

    @property
    def player(self):
        return self["player"]

    @property
    def asks(self):
        """The kind of decision on top, in words; "over" after the end."""
        if self["over"]:
            return "over"
        return DECISIONS[int(self["frame"][self["depth"] - 1][0]) - 1]

    def written(self, table, id):
        """A row as the content file has it."""
        return self.content.rows[table][self.content.ids[table].index(id)]

    def of(self, field):
        """An array by the names of its places."""
        return dict(zip(LABELS[field], map(int, self[field]), strict=False))

    def place(self, id):
        return ("absent", "deck", "discard", "resolving")[self["place"][self.content.ids["card"].index(id)]]

    def cards(self, where):
        return {id for id in self.content.ids["card"] if self.place(id) == where}

    def is_broken(self, part):
        f, _, kind = part.partition(".")
        return bool(self["broken"][FACILITIES.index(f)] >> PARTS.index(kind) & 1)

    def open_events(self):
        return {self.content.ids["event"][e] for e in self["open"] if e >= 0}

    def changes(self, *fields):
        """What differs from the state as it was prepared: field -> (before, after), or {what: (before, after)}.

        Without names: everything but the stack, the log and the actions declared.
        """
        out = {}
        for field in fields or [f for f in self.states.dtype.names if f not in UNCOMPARED | OF_ACTIONS]:
            old, new = np.asarray(self.before[field][0]), np.asarray(self.states[field][0])
            if old.tobytes() == new.tobytes():
                continue
            if old.ndim == 0:
                out[field] = (int(old), int(new))
                continue
            spots = {}
            for index in map(tuple, np.argwhere(old != new)):
                label = self._label(field, index)
                spots[label] = (int(old[index]), int(new[index]))
            out[field] = spots
        return out

    def _label(self, field, index):
        names = {"place": self.content.ids["card"], "upgrade": self.content.ids["upgrade"], **LABELS}.get(field)
        first = names[index[0]] if names else int(index[0])
        if len(index) == 1:
            return first
        return (first, GOODS[index[1]] if field == "ground" else int(index[1]))
