"""How a state of a game is prepared for a test: what lies where, what seats have, and what follows from it.

`table.Table` is what tests use; it acts on what is prepared here, and says what changed.
"""

import dataclasses
import functools

import numpy as np

from legacy_of_mars.facts import BY_NAME, CARDS, LABELS, NEAR, SPACES
from marszoo.envs.core.record import kernel_array
from marszoo.envs.legacy_of_mars import GAME, words
from marszoo.envs.legacy_of_mars.state import (
    ABSENT,
    BOX_DISCARD,
    DECISIONS,
    DISCARDED,
    FACE_DOWN,
    FIRST_DEVELOPMENT,
    FIRST_SIDE,
    IN_BOX,
    IN_DECK,
    IN_HAND,
    NEUTRAL,
    ON_TABLE,
    PROJECTS,
    TURN,
)

KINDS_OF_TILE = ("", *words.TILES)
CUTS = ("card_price", "project_discount", "greenery_plants", "heat_steps", "population_workers")
"""Standing effects in the order of the field `cut`."""


@functools.cache
def plain():
    """The shipped content with all printed cards in all missions, blank corporation sides and blank developments."""
    return blanked(GAME.shipped)


def blanked(content):
    """The content so changed, so that nothing but the tested rule is at work."""
    tables = kernel_array(np.array([content.tables]))[0]
    triggers = tables["triggers"]
    kept = [k for k in range(int(tables["num_triggers"])) if triggers[k]["row"] < FIRST_SIDE]
    assert kept == list(range(len(kept))), "triggers of cards come first"
    triggers[len(kept) :] = np.zeros(1, triggers.dtype)[0]
    tables["num_triggers"] = len(kept)
    blank = np.zeros(1, tables["rows"].dtype)
    blank["colour"], blank["plain"], blank["per"] = words.NO_COLOUR, 1, 1
    blank["missions"] = 15
    tables["rows"][FIRST_SIDE:] = blank[0]
    tables["rows"]["missions"][[k for k in range(PROJECTS) if tables["rows"]["missions"][k]]] = 15
    for row in range(FIRST_SIDE, FIRST_DEVELOPMENT):
        tables["rows"][row]["money"] = 40
    return dataclasses.replace(content, tables=tables)


class Prepared:
    """One state, with the words to prepare it and to look at it."""

    def __init__(self, players=2, board="tharsis", mission=1, content=None, seed=1, generation=5, **options):
        self.content = plain() if content is None else content
        self.tables, self.players, self.board = self.content.tables, players, board
        given = {"num_players": players, "mission": mission, "board": board, "skip_forced": False, **options}
        self.options = GAME.options(content=self.content, **given)
        self.states, self.mask = GAME.zeros(1), GAME.mask()
        self.view = np.zeros(GAME.observation.width(players), np.float32)
        GAME.kernels.start(self.states, 0, GAME.zeros(1), self.tables, self.options.vector, np.uint64(seed), self.mask)
        self.before, self.offered, self._seat, self._generation = self.states.copy(), {}, 0, generation

    # Preparing

    def blank(self):
        """On to the action phase of the generation that was asked for, as if nothing had happened before."""
        while self.asks != "turn":
            self.act("done" if self.may("done") else min(self.legal))
        s = self.states
        for field in ("held", "used", "metal", "known", "resource", "production", "temperature", "oceans", "tile"):
            s[field][0] = 0
        for field in ("tile_row", "frozen", "population", "claim", "event_count", "innovated", "milestone", "award"):
            s[field][0] = 0
        for field in ("passed", "next_discount", "next_shift", "undone"):
            s[field][0] = 0
        s["rating"][0] -= s["steps"][0]
        s["steps"][0], s["owner"][0] = 0, -1
        s["oxygen"][0] = self.tables["board"][self["board"]]["oxygen"]
        for card, place in enumerate(self["place"]):
            if place != ABSENT and card < PROJECTS:
                s["place"][0, card] = IN_DECK
            elif place != ABSENT:
                s["place"][0, card] = IN_BOX
        s["generation"][0], s["first"][0] = self._generation, 0
        return self.turn(0).ready()

    def turn(self, seat, done=0):
        """It is this seat's turn, and so many actions of it are done."""
        s = self.states
        s["frame"][0, 1:] = 0
        s["frame"][0, 0, 3] = (seat + 1) % self.players  # whose turn comes next
        s["frame"][0, 1] = TURN, seat, done, 0
        s["depth"][0], s["player"][0], self._seat = 2, seat, seat
        return self

    def row(self, card):
        """The row of a card by printed number, printed name or id."""
        if isinstance(card, str) and card in BY_NAME:
            card = BY_NAME[card].num
        if isinstance(card, int):
            return _printed()[card]
        if card in self.content.ids["project"]:
            return self.content.ids["project"].index(card)
        if card in self.content.ids["innovation"]:
            return PROJECTS + self.content.ids["innovation"].index(card)
        raise KeyError(card)

    def called(self, row):
        """The name of a row: the printed name, or the id."""
        if row < PROJECTS:
            number = int(self.tables["rows"][row]["number"])
            deck = int(self.tables["rows"][row]["deck"])
            return CARDS[number].name if deck < 2 else self.content.ids["project"][row]
        if row < FIRST_SIDE:
            return self.content.ids["innovation"][row - PROJECTS]
        return f"side {row - FIRST_SIDE}" if row < FIRST_DEVELOPMENT else f"development {row - FIRST_DEVELOPMENT}"

    def hand(self, seat, *cards):
        return self._put(IN_HAND + seat, cards)

    def down(self, seat, *cards):
        """Cards that lie face up before a seat."""
        return self._put(ON_TABLE + seat, cards)

    def events(self, seat, *cards):
        """Events that a seat has played."""
        self.states["event_count"][0, seat] += len(cards)
        return self._put(FACE_DOWN + seat, cards)

    def discards(self, *cards):
        return self._put(DISCARDED, cards)

    def deck(self, *cards):
        """Exactly these cards are in the deck; the others that were in it are discarded."""
        places = self.states["place"][0]
        places[:PROJECTS][places[:PROJECTS] == IN_DECK] = DISCARDED
        return self._put(IN_DECK, cards)

    def no_discards(self, seat):
        """No card lies on the discard pile: all that did are this seat's hand."""
        places = self.states["place"][0]
        places[:PROJECTS][places[:PROJECTS] == DISCARDED] = IN_HAND + seat
        return self

    def _put(self, where, cards):
        for card in cards:
            self.states["place"][0, self.row(card)] = where
        return self

    def keeps(self, card, n):
        """So many resources are on a card."""
        self.states["held"][0, self.row(card)] = n
        return self

    def used(self, *cards):
        for card in cards:
            self.states["used"][0, self.row(card)] = 1
        return self

    def has(self, seat, **amounts):
        for name, n in amounts.items():
            self.states["resource"][0, seat, words.RESOURCES.index(name)] = n
        return self

    def makes(self, seat, **amounts):
        for name, n in amounts.items():
            self.states["production"][0, seat, words.RESOURCES.index(name)] = n
        return self

    def rated(self, seat, n):
        """A terraform rating; what differs from the start counts as steps taken."""
        self.states["steps"][0, seat] += n - self.states["rating"][0, seat]
        self.states["rating"][0, seat] = n
        return self

    def parameters(self, temperature=None, oxygen=None):
        """In degrees and per cent."""
        if temperature is not None:
            assert (temperature + 30) % 2 == 0
            self.states["temperature"][0] = (temperature + 30) // 2
        if oxygen is not None:
            self.states["oxygen"][0] = oxygen
        return self

    def tiles(self, *given, **also):
        """Tiles by space, such as ``B2="city 0"``, ``C3="ocean"``, ``D4="glacier"``, ``E5="special 1 Nuclear Zone"``."""
        s = self.states
        for name, what in {**dict(given), **also}.items():
            space = SPACES.index(name)
            kind, _, rest = what.partition(" ")
            seat, _, card = rest.partition(" ")
            s["frozen"][0, space] = kind == "glacier"
            s["tile"][0, space] = KINDS_OF_TILE.index("ocean" if kind == "glacier" else kind)
            s["owner"][0, space] = NEUTRAL if seat == "neutral" else int(seat or -1)
            s["tile_row"][0, space] = 1 + self.row(card) if card else 0
        return self

    def oceans(self, n, but=()):
        """Oceans lie on the first n reserved hexes, apart from those named."""
        kind = "glacier" if self.glaciers and self.degrees < 0 else "ocean"
        places = [label for label in self.reserved if label not in but and not self.tile(label)]
        return self.tiles(**dict.fromkeys(places[:n], kind))

    def population(self, **at):
        for name, n in at.items():
            self.states["population"][0, SPACES.index(name)] = n
        return self

    def claims(self, **at):
        for name, seat in at.items():
            self.states["claim"][0, LABELS.index(name)] = 1 + seat
        return self

    def put(self, **fields):
        """Fields by name: a value, or {index: value}."""
        for name, value in fields.items():
            if isinstance(value, dict):
                for k, v in value.items():
                    self.states[name][0][k] = v
            else:
                self.states[name][0] = value
        return self

    def ready(self):
        """All is prepared: from here on `changes` counts."""
        self._settle()
        self.look()
        return self.mark()

    def look(self):
        """Check the invariants and read the mask anew."""
        found = GAME.violations(self.states, 0, self.content)
        assert not found, (found, self.asks)
        GAME.kernels.legal(self.states, 0, self.tables, self.mask)
        return self

    def clone(self):
        """An independent copy of the table as it is."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.states, twin.mask, twin.view = self.states.copy(), kernel_array(self.mask.copy()), self.view.copy()
        twin.before, twin.offered = self.before.copy(), {}
        return twin

    def mark(self):
        self.before, self.offered = self.states.copy(), {}
        return self

    def _settle(self):
        """What follows from the map and from the cards in play, from the content's rows."""
        s, rows = self.states, self.tables["rows"]
        kinds, owners = self["tile"], self["owner"]

        def bits(wanted):
            return sum(1 << k for k in range(len(SPACES)) if wanted(k))

        def beside(wanted, least=1):
            return bits(lambda k: sum(wanted(LABELS.index(b)) for b in NEAR[SPACES[k]]) >= least)

        for name, kind in (("wet", words.OCEAN_TILE), ("green", words.GREENERY_TILE), ("urban", words.CITY_TILE)):
            s[name][0] = bits(lambda k, kind=kind: kinds[k] == kind)
        s["taken"][0] = bits(lambda k: kinds[k] > 0)
        s["oceans"][0] = int((kinds == words.OCEAN_TILE).sum())
        s["by_tile"][0] = beside(lambda k: kinds[k] > 0)
        s["by_city"][0] = beside(lambda k: kinds[k] == words.CITY_TILE)
        s["by_cities"][0] = beside(lambda k: kinds[k] == words.CITY_TILE, 2)
        s["by_green"][0] = beside(lambda k: kinds[k] == words.GREENERY_TILE)
        for owner in range(NEUTRAL + 1):
            s["owned"][0, owner] = bits(lambda k, owner=owner: kinds[k] > 0 and owners[k] == owner)
            s["by_own"][0, owner] = beside(lambda k, owner=owner: kinds[k] > 0 and owners[k] == owner)
        for seat in range(self.players):
            s["claimed"][0, seat] = bits(lambda k, seat=seat: self.states["claim"][0, k] == 1 + seat)
        for field in ("tag", "discount", "shift", "listens", "cut", "protected", "laid", "fixed", "discounted"):
            s[field][0] = 0
        s["worth"][0] = 0
        for seat in range(self.players):
            s["worth"][0, seat] = 2, 3
            for k in self.face_up(seat):
                s["tag"][0, seat] += rows[k]["tags"].astype(np.uint8)
                s["discount"][0, seat] += rows[k]["discount"]
                s["discounted"][0, seat] |= sum(1 << tag for tag in range(len(words.TAGS)) if rows[k]["discount"][tag])
                s["worth"][0, seat] += rows[k]["worth"]
                s["shift"][0, seat] += rows[k]["shift"]
                for cut, field in enumerate(CUTS):
                    s["cut"][0, seat, cut] += rows[k][field]
                s["listens"][0, seat] |= int(rows[k]["listens"])
                s["protected"][0, seat] |= int(rows[k]["protect"])
                if k < FIRST_SIDE:
                    blue, green = (rows[k]["colour"] == c for c in (words.BLUE, words.GREEN))
                    s["laid"][0, seat] += np.array(
                        (1, green, blue, rows[k]["terms"] > 0, rows[k]["cost"] >= 20), np.uint8
                    )
            played = [k for k, place in enumerate(self["place"]) if place == FACE_DOWN + seat]
            for k in (*self.face_up(seat), *played):
                if not rows[k]["count"] and not rows[k]["points_term"]:
                    s["fixed"][0, seat] += rows[k]["points"]

    def face_up(self, seat):
        """Rows that lie face up before a seat."""
        cards = [k for k, place in enumerate(self["place"]) if place == ON_TABLE + seat]
        if not self["revealed"]:
            return cards
        corporation, side = int(self["corporation"][seat]), int(self["side"][seat])
        if side < 0:
            return cards  # away in this mission of a campaign
        cards.append(FIRST_SIDE + 2 * corporation + side)
        for mission, choice in enumerate(self["development"][seat]):
            if choice >= 0 and not int(self["undone"][seat]) >> mission & 1:
                cards.append(FIRST_DEVELOPMENT + (corporation * 4 + mission) * 2 + int(choice))
        return cards

    # Reading

    def __getitem__(self, name):
        """A field: a Python int, or an array."""
        value = self.states[name][0]
        return np.array(value) if isinstance(value, np.ndarray) else int(value)

    @property
    def player(self):
        return self["player"]

    @property
    def asks(self):
        """The kind of decision on top, in words; "over" after the end."""
        if self["over"]:
            return "over"
        return DECISIONS[int(self["frame"][self["depth"] - 1][0]) - 1]

    @property
    def glaciers(self):
        return bool(self.tables["board"][self["board"]]["glaciers"])

    @property
    def degrees(self):
        return 2 * self["temperature"] - 30

    @property
    def reserved(self):
        """Hexes for oceans only."""
        bits = int(self.tables["board"][self["board"]]["reserved"])
        return [label for k, label in enumerate(LABELS) if bits >> k & 1]

    def objectives(self, kind):
        """Ids of the milestones, or awards, of this game, in their order."""
        board = self.tables["board"][self["board"]]
        sheet = board if board["own_objectives"] else self.tables["sheet"][self["mission"]]
        return [self.content.ids[kind][int(row)] for row in sheet[kind]]

    def marks(self, kind, **seats):
        """Milestones claimed, or awards funded, by seats."""
        for id, seat in seats.items():
            self.states[kind][0, self.objectives(kind).index(id)] = 1 + seat
        return self

    def resource(self, seat, name):
        return int(self["resource"][seat, words.RESOURCES.index(name)])

    def production(self, seat, name):
        return int(self["production"][seat, words.RESOURCES.index(name)])

    def rating(self, seat):
        return int(self["rating"][seat])

    def held(self, card):
        return int(self["held"][self.row(card)])

    def place(self, card):
        """Where a card is: deck, discard, ``hand 0``, ``table 0``, ``events 0`` …"""
        return place_name(int(self["place"][self.row(card)]))

    def cards_in(self, where):
        """Names of the cards at a place."""
        return {self.called(k) for k, place in enumerate(self["place"]) if place_name(int(place)) == where}

    def tile(self, name):
        """What stands on a space: ``city 0``, ``ocean``, ``special 1 Nuclear Zone``, or nothing."""
        return self._tile(self.states, SPACES.index(name))

    def _tile(self, states, space):
        kind, owner = int(states["tile"][0, space]), int(states["owner"][0, space])
        if not kind:
            return ""
        word = "glacier" if states["frozen"][0, space] else KINDS_OF_TILE[kind]
        seat = "" if owner < 0 else " neutral" if owner == NEUTRAL else f" {owner}"
        row = int(states["tile_row"][0, space])
        return f"{word}{seat}{' ' + self.called(row - 1) if row else ''}"

    def free_land(self, *avoid):
        """Hexes without a bonus, a reservation or a tile, with none of these and nothing beside them."""
        board = self.tables["board"][self["board"]]
        special = int(board["reserved"]) | int(board["noctis"])
        out = []
        for k, label in enumerate(LABELS):
            near = {label, *NEAR[label]}
            if special >> k & 1 or board["bonus"][k].any() or near & set(avoid) or any(map(self.tile, near)):
                continue
            out.append(label)
        return out


@functools.cache
def _printed():
    """Printed number -> row, of the printed cards."""
    rows = GAME.shipped.tables["rows"]
    return {int(rows[k]["number"]): k for k in range(int(GAME.shipped.tables["num_projects"])) if rows[k]["deck"] < 2}


def place_name(code):
    """Where a card with this code in the field `place` is."""
    if code < IN_HAND:
        return {ABSENT: "absent", IN_DECK: "deck", DISCARDED: "discard", IN_BOX: "box", BOX_DISCARD: "box discard"}[
            code
        ]
    names = ("hand", "table", "events", "offer", "kept", "saved", "looked")
    return f"{names[(code - IN_HAND) // 8]} {(code - IN_HAND) % 8}"
