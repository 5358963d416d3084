"""A table prepared for a test: a real game, edited into the state that a rule speaks of, then played through the kernels.

>>> table = Table().dice(0, "heat city").start()
>>> table.act("change", "resource heat", "resource city", "resource steel").changes()
{'pool': {'red': (10, 11)}, 'dice': {(0, 'steel'): (0, 1), (0, 'city'): (1, 0), (0, 'heat'): (1, 0)}}

Actions, cards, resources and hexes go by name. Unless a test says otherwise nobody has dice, wild tokens, points or
cards, all milestones are out of the game, and the awards are for rare resources, which few cards of the deck cost. Every
action is checked against the mask, and every state on the way against the invariants.
"""

import pathlib

import numpy as np

from marszoo.envs.core import rng
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.content import row_of
from marszoo.envs.terraforming_dice.reading import HEX_NAMES
from marszoo.envs.terraforming_dice.rules import turn
from marszoo.envs.terraforming_dice.state import (
    AFTER,
    BONUS_PILE,
    BOX,
    DECISIONS,
    DECK,
    DISCARD,
    HAND,
    MAIN,
    START,
    TABLE,
    TILE_NAMES,
    TURN,
)
from marszoo.envs.terraforming_dice.words import COLOURS, RESOURCES

TEST_DECK = GAME.content(pathlib.Path(__file__).with_name("deck.toml"))
"""Every effect word, with numbers of its own."""

UNCOMPARED = {
    "rng",
    "event",
    "events",
    "step_count",
    "player",
    "depth",
    "frame",
    "latest",
    "cities_near",
    "greens_near",
}
"""Not part of a difference: the generator, the log, the stack, and what follows from the tiles."""


class Table:
    """One state, with the words to prepare it, to act on it and to say what changed."""

    def __init__(self, players=2, content=TEST_DECK, seed=1, corporations=None, **options):
        self.content, self.players = content, players
        self.options = GAME.options(num_players=players, skip_forced=False, **options)
        self.states, self.mask = GAME.zeros(1), GAME.mask()
        self.view = np.zeros(GAME.observation.width(players), np.float32)
        tables = content.tables
        GAME.kernels.start(self.states, 0, GAME.zeros(1), tables, self.options.vector, np.uint64(seed), self.mask)
        self.before = self.states.copy()
        self.rows = {id: row_of(table, k) for table in ("project", "bonus") for k, id in enumerate(content.ids[table])}
        self.ids = {row: id for id, row in self.rows.items()}
        self._corporations = corporations
        self._active = 0
        self._placed = False

    # Preparing

    def _blank(self):
        """An empty table in the middle of a game, once."""
        if self._placed:
            return
        self._placed = True
        s, ids = self.states, self.content.ids
        chosen = self._corporations or self.plain_corporations()
        for p in range(self.players):
            s["corporation"][0, p] = ids["corporation"].index(chosen[p])
        s["revealed"][0], s["dealt"][0], s["claimed"][0] = self.players, -1, -2
        s["award"][0] = [RESOURCES.index(r) for r in ("animal", "oxygen", "nuclear")]
        s["looked"][0, : self.players] = 1 if self.players == 1 else 0
        for id, row in self.rows.items():
            if id in ids["project"]:
                s["place"][0, row] = DECK
        self.pile(*[id for id in ids["bonus"] if self.place(id) in ("pile", "box")][: 2 * self.players])
        for field in (
            "dice",
            "wild",
            "points",
            "bonuses",
            "tile",
            "cities_near",
            "greens_near",
            "turned",
            "tiles",
            "steps",
        ):
            s[field][0] = 0
        for field in ("temperature", "oxygen", "oceans"):
            s[field][0] = 0

    def plain_corporations(self):
        """Corporations without permanent effects first, in the order of the file."""
        rows = sorted(self.content.rows["corporation"], key=lambda row: bool(row.get("permanent")))
        return [row["id"] for row in rows]

    def hand(self, seat, *ids):
        return self._put(HAND + seat, ids)

    def down(self, seat, *ids, turned=False):
        """Cards that the seat has played."""
        self._put(TABLE + seat, ids)
        for id in ids:
            self.states["turned"][0, self.rows[id]] = turned
        return self

    def deck(self, *ids):
        """Exactly these projects are in the deck; all others that are nowhere else are discarded."""
        self._blank()
        places = self.states["place"][0]
        for id in self.content.ids["project"]:
            if places[self.rows[id]] in (DECK, DISCARD):
                places[self.rows[id]] = DECK if id in ids else DISCARD
        return self

    def pile(self, *ids):
        """Exactly these bonus cards are in the bonus pile."""
        self._blank()
        for id in self.content.ids["bonus"]:
            if self.place(id) in ("pile", "box"):
                self.states["place"][0, self.rows[id]] = BONUS_PILE if id in ids else BOX
        return self

    def _put(self, where, ids):
        self._blank()
        for id in ids:
            self.states["place"][0, self.rows[id]] = where
        return self

    def dice(self, seat, faces):
        """What a seat's dice show, such as ``"heat heat plant"``."""
        self._blank()
        self.states["dice"][0, seat] = [faces.split().count(r) for r in RESOURCES]
        return self

    def pool(self, **left):
        """So many dice of a colour are in the pool; the others lie with the last seat, showing the common face."""
        self._blank()
        for colour, n in left.items():
            c = COLOURS.index(colour)
            out = 12 - int((self["award"] // 3 == c).sum()) - int(self["dice"][:, 3 * c : 3 * c + 3].sum())
            self.states["dice"][0, self.players - 1, 3 * c] += out - n
        return self

    def awards(self, *resources):
        self._blank()
        self.states["award"][0] = sorted(RESOURCES.index(r) for r in resources)
        return self

    def milestones(self, *ids):
        """These are in the game and unclaimed; the others are out of it."""
        self._blank()
        known = self.content.ids["milestone"]
        rest = [k for k, id in enumerate(known) if id not in ids]
        self.states["milestone"][0] = [*[known.index(id) for id in ids], *rest][:3]
        self.states["claimed"][0] = [-1 if k < len(ids) else -2 for k in range(3)]
        return self

    def wild(self, seat, n):
        return self.put(wild={seat: n})

    def points(self, seat, n, bonuses=None):
        """On the track; the bonus cards for them were played already, unless `bonuses` says how many were."""
        self.put(points={seat: n})
        reached = (n >= 5) + (n >= 12)
        played = reached if bonuses is None else bonuses
        return self.put(bonuses={seat: played}, looked={seat: 1 if played else int(self["looked"][seat])})

    def tracks(self, temperature=-32, oxygen=0):
        """In degrees and per cent."""
        return self.put(temperature=(temperature + 32) // 4, oxygen=oxygen // 2)

    def tiles(self, **kinds):
        """Tiles by hex, such as ``B2="city"``."""
        self._blank()
        for name, kind in kinds.items():
            where = HEX_NAMES.index(name)
            self.states["tile"][0, where] = TILE_NAMES.index(kind)
            for near in self.neighbours(name):
                k = HEX_NAMES.index(near)
                self.states["cities_near"][0, k] += kind == "city"
                self.states["greens_near"][0, k] += kind == "greenery"
            self.states["oceans"][0] += kind == "ocean"
        return self

    def oceans(self, n):
        """The first n ocean areas are covered."""
        return self.tiles(**dict.fromkeys(self.ocean_areas[:n], "ocean"))

    @property
    def ocean_areas(self):
        area = np.asarray(self.content.tables["ocean_area"])
        return [name for k, name in enumerate(HEX_NAMES) if area[k]]

    @property
    def lands(self):
        return [name for name in HEX_NAMES if name not in self.ocean_areas]

    @staticmethod
    def neighbours(name):
        """The hexes around one, from the printed rows 4-5-6-7-6-5-4 alone: nearest in the plane."""
        spots = {}
        for row, n in enumerate((4, 5, 6, 7, 6, 5, 4)):
            for c in range(n):
                spots[f"{'ABCDEFG'[row]}{c + 1}"] = (c - n / 2, row * 3**0.5 / 2)
        x, y = spots[name]
        return [other for other, (a, b) in spots.items() if 0.5 < ((a - x) ** 2 + (b - y) ** 2) ** 0.5 < 1.2]

    def put(self, **fields):
        """Fields by name: a value, or {index: value}."""
        self._blank()
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

    def coming(self, *faces):
        """Set the generator so that the next dice rolled show these faces, one after the other."""
        dice = np.asarray(self.content.tables["faces"])
        wanted = [(RESOURCES.index(face) // 3, RESOURCES.index(face)) for face in faces]
        scratch = GAME.zeros(1)
        for word in range(200_000):
            scratch["rng"][0] = word
            if all(dice[colour, int(rng.below(scratch[0], 6))] == face for colour, face in wanted):
                self.states["rng"][0] = word
                return self
        raise AssertionError(f"no generator word gives {faces}")

    def start(self):
        """The active seat begins its turn: production, or a support action."""
        return self._ready([(TURN, self._active, turn.T_MAIN, 0), (START, self._active, 0, 0)])

    def main(self):
        """The support action is done, the main action is to come."""
        return self._ready([(TURN, self._active, turn.T_AFTER, 0), (MAIN, self._active, 0, 0)])

    def after(self):
        """The main action is done; a free action may follow."""
        return self._ready([(TURN, self._active, turn.T_BONUS, 0), (AFTER, self._active, 0, 0)])

    def fresh(self):
        """The game as it starts, nothing edited."""
        self.look()
        return self.mark()

    def _ready(self, frames):
        self._blank()
        self._settle()
        s = self.states
        s["active"][0], s["turn"][0] = self._active, max(1, self["turn"])
        s["frame"][0] = 0
        for k, frame in enumerate(frames):
            s["frame"][0, k] = frame
        s["depth"][0], s["player"][0] = len(frames), frames[-1][1]
        self.look()
        return self.mark()

    def _settle(self):
        """The pool, and what the cards in play add up to, from the content as it is written."""
        s = self.states
        for c in range(5):
            out = int((self["award"] // 3 == c).sum()) + int(self["dice"][:, 3 * c : 3 * c + 3].sum())
            s["pool"][0, c] = 12 - out
        for field in ("production", "discount", "storage", "played", "vp_cards", "ribbons", "icons"):
            s[field][0] = 0
        for p in range(self.players):
            cards = [id for id in self.rows if self.place(id) == f"table {p}"]
            for id in [self.content.ids["corporation"][self["corporation"][p]], *cards]:
                self._add(p, id, id in cards)

    def _add(self, seat, id, is_card):
        s, row = self.states, self.written(id)
        for icon in row.get("production", ()):
            s["production"][0, seat, [*COLOURS, "wild", "point"].index(icon)] += 1
        for text in row.get("permanent", ()):
            word, _, rest = text.partition(" ")
            if word == "discount":
                s["discount"][0, seat, RESOURCES.index(rest)] += 1
            elif word == "storage":
                s["storage"][0, seat] += int(rest)
        s["ribbons"][0, seat] += row.get("red_ribbon", 0)
        if is_card:
            s["played"][0, seat, ("green", "red", "blue").index(row["colour"])] += 1
            texts = [
                *row.get("effects", ()),
                *row.get("gives", ()),
                *(t.partition(": ")[2] for t in row.get("permanent", ())),
            ]
            shown = any(text.startswith(("points", "oxygen_prize")) for text in texts) or "point" in row.get(
                "production", ()
            )
            s["vp_cards"][0, seat] += bool(shown or row.get("red_ribbon") or row.get("green_ribbon"))
            for k, award in enumerate(self["award"]):
                s["icons"][0, seat, k] += row.get("cost", []).count(RESOURCES[award])

    def written(self, id):
        """A row as the content file has it."""
        for rows in self.content.rows.values():
            for row in rows:
                if row["id"] == id:
                    return row
        raise KeyError(id)

    def look(self):
        """Check the invariants and read the mask anew, after an edit."""
        broken = GAME.violations(self.states, 0, self.content)
        assert not broken, (broken, self.asks)
        GAME.kernels.legal(self.states, 0, self.content.tables, self.mask)
        return self

    # Acting

    def number(self, action):
        """The id of an action in words: ``produce``, ``card ghg``, ``resource heat``, ``hex A1``, ``rival 2``."""
        block, _, item = action.partition(" ")
        if not item:
            return GAME.actions.encode("option", block)
        if block == "rival":
            return GAME.actions.encode("rival", (int(item) - self.player) % self.players - 1)
        if block == "card":
            return GAME.actions.encode("card", self.rows[item])
        if block == "corporation":
            return GAME.actions.encode("corporation", self.content.ids["corporation"].index(item))
        if block == "hex":
            return GAME.actions.encode("hex", HEX_NAMES.index(item))
        return GAME.actions.encode(block, int(item) if item.isdigit() else item)

    def name(self, action):
        block, index = GAME.actions.decode(action)
        if block == "option":
            return GAME.actions.blocks[0].labels[index]
        if block == "rival":
            return f"rival {(self.player + index + 1) % self.players}"
        words = {
            "colour": COLOURS,
            "resource": RESOURCES,
            "hex": HEX_NAMES,
            "corporation": self.content.ids["corporation"],
        }
        if block == "card":
            return f"card {self.ids[index]}"
        return f"{block} {words[block][index] if block in words else index}"

    @property
    def legal(self):
        """All that may be done now, in words."""
        return {self.name(a) for a in GAME.legal_actions(self.mask)}

    def may(self, action):
        return action in self.legal

    def act(self, *actions):
        """Do these actions one after the other, each of which must be legal."""
        low, high = GAME.observation.bounds(self.players)
        for action in actions:
            assert action in self.legal, f"{action!r} is not legal in {self.asks!r}; legal: {sorted(self.legal)}"
            tables = self.content.tables
            assert GAME.kernels.act(self.states, 0, tables, self.number(action), self.mask, self.view, True)
            broken = GAME.violations(self.states, 0, self.content)
            assert not broken, (broken, action, self.asks)
            assert ((low <= self.view) & (self.view <= high)).all()
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

    def place(self, id):
        """Where a card is: deck, discard, box, pile, ``hand 0``, ``table 0``."""
        number = int(self["place"][self.rows[id]])
        if number >= HAND:
            return f"table {number - TABLE}" if number >= TABLE else f"hand {number - HAND}"
        return {DECK: "deck", DISCARD: "discard", BOX: "box", BONUS_PILE: "pile"}[number]

    def cards_in(self, where):
        return [id for id in self.rows if self.place(id) == where]

    def has(self, seat):
        """What a seat's dice show: resource -> number."""
        return {RESOURCES[r]: int(n) for r, n in enumerate(self["dice"][seat]) if n}

    def tile(self, name):
        return TILE_NAMES[self["tile"][HEX_NAMES.index(name)]]

    def scores(self):
        return [float(x) for x in GAME.settle_up(self.states, 0, self.content, "outcome").score]

    def outcome(self, reward="outcome"):
        return [float(x) for x in GAME.settle_up(self.states, 0, self.content, reward).payoff]

    def mark(self):
        """From here on `changes` counts."""
        self.before = self.states.copy()
        return self

    def changes(self):
        """Everything that differs from the state as it was prepared: field -> (before, after), or {what: (before, after)}."""
        out = {}
        names = {"pool": COLOURS, "tile": HEX_NAMES, "place": [self.ids.get(k) for k in range(112)]}
        names["turned"] = names["place"]
        for field in self.states.dtype.names:
            old, new = np.asarray(self.before[field][0]), np.asarray(self.states[field][0])
            if field in UNCOMPARED or old.tobytes() == new.tobytes():
                continue
            if old.ndim == 0:
                out[field] = (int(old), int(new))
                continue
            spots = {}
            for index in map(tuple, np.argwhere(old != new)):
                label = names.get(field, range(128))[index[0]] if len(index) == 1 else tuple(map(int, index))
                if field in ("dice", "discount"):
                    label = (int(index[0]), RESOURCES[index[1]])
                elif field == "production":
                    label = (int(index[0]), [*COLOURS, "wild", "point"][index[1]])
                elif field == "played":
                    label = (int(index[0]), ("green", "red", "blue")[index[1]])
                pair = (int(old[index]), int(new[index]))
                if field == "tile":
                    pair = tuple(TILE_NAMES[k] for k in pair)
                elif field == "place":
                    pair = (self._place(pair[0]), self._place(pair[1]))
                spots[label] = pair
            out[field] = spots
        return out

    @staticmethod
    def _place(number):
        if number >= HAND:
            return f"table {number - TABLE}" if number >= TABLE else f"hand {number - HAND}"
        return {DECK: "deck", DISCARD: "discard", BOX: "box", BONUS_PILE: "pile"}[number]
