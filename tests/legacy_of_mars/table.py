"""A table prepared for a test: a real game, edited into the state that a rule speaks of, then played through the kernels.

>>> table = Table().has(0, megacredit=14).has(1, plant=2).hand(0, "Asteroid").ready()
>>> table.play("Asteroid", target=1).changes()
{'0 megacredit': -14, '0 titanium': 2, '1 plant': -2, 'temperature': 1, '0 rating': 1, 'Asteroid': 'hand 0 -> events 0'}

Printed cards go by their printed name or number, other cards by their id; hexes by row and place (``B3``), seats by number.
Unless a test says otherwise it is seat 0's first action in generation 5 on an empty board, nobody has a resource, a
production or a card, and corporations and developments are blank. Whatever a card or action asks is answered by name:
``hex="B3", target=1, amount=2``, one answer or a list of them; what nobody answers gets the simplest answer. Every action
is checked against the mask, and every state on the way against the invariants.
"""

import functools

import numpy as np

from legacy_of_mars.facts import SPACES
from legacy_of_mars.prepared import Prepared, place_name
from marszoo.envs.legacy_of_mars import GAME, words

ASKED = {
    "payment": "pay",
    "place of the tile": "hex",
    "target player": "target",
    "how many": "amount",
    "alternative": "alternative",
    "card for the resource": "receiver",
    "glacier to melt": "melt",
    "card to discard": "discard",
    "cards to take": "take",
    "buy the card": "buy",
    "resource of choice": "resource",
    "place of the Population": "site",
    "card to copy": "copy",
    "hex to claim": "claim",
    "order of effects": "order",
    "metal": "metal",
    "innovation": "innovation",
    "hand or saved": "where",
}
"""Decisions that an action may ask, and the word by which a test answers them."""
BLOCK = {
    "pay": "amount",
    "hex": "place",
    "target": "player",
    "amount": "amount",
    "alternative": "alternative",
    "receiver": "card",
    "melt": "place",
    "discard": "card",
    "take": "card",
    "resource": "resource",
    "site": "place",
    "copy": "card",
    "claim": "place",
    "order": "effect",
    "metal": "resource",
    "innovation": "card",
}
STANDARD = {"power plant": 10, "asteroid": 14, "aquifer": 18, "greenery": 23, "city": 25}
"""Standard projects by their printed cost."""
UNCOMPARED = {
    *("rng", "event", "events", "step_count", "player", "depth", "frame", "known", "listens", "protected", "laid"),
    *(
        "fixed",
        "discounted",
        "taken",
        "wet",
        "urban",
        "green",
        "owned",
        "claimed",
        "by_tile",
        "by_city",
        "by_cities",
        "by_green",
    ),
    *("by_own", "doing", "due", "bill", "spot", "hit", "hit_row", "pooled", "pool", "steps", "tile", "owner"),
    *("tile_row", "place", "resource", "production", "rating", "held", "tag", "event_count", "used", "passed"),
}
"""Shown by `changes` in other words or not at all: generator, log, stack, what follows from other fields."""


class Table(Prepared):
    """A prepared state, with the words to act on it and to say what changed."""

    # Acting

    def number(self, action):
        """The id of an action in words: ``pass``, ``card Asteroid``, ``place B3``, ``player 1``, ``project city``."""
        block, _, item = action.partition(" ")
        if not item:
            return GAME.actions.encode("option", block)
        if block == "card":
            return GAME.actions.encode("card", self.row(int(item) if item.isdigit() else item))
        if block == "place":
            return GAME.actions.encode("place", SPACES.index(item))
        if block == "player":
            return GAME.actions.encode("player", (int(item) - self.player) % self.players)
        if block == "project":
            costs = [int(row["cost"]) for row in self.tables["standard"][: int(self.tables["num_standard"])]]
            return GAME.actions.encode("project", costs.index(STANDARD[item]))
        if block in ("milestone", "award") and not item.isdigit():
            return GAME.actions.encode(block, self.objectives(block).index(item))
        if block in ("side", "development", "corporation"):
            return GAME.actions.encode(block, int(item))
        return GAME.actions.encode(block, int(item) if item.isdigit() else item)

    def name(self, action):
        block, index = GAME.actions.decode(action)
        if block == "option":
            return GAME.actions.blocks[0].labels[index]
        if block == "card":
            return f"card {self.called(index)}"
        if block == "place":
            return f"place {SPACES[index]}"
        if block == "player":
            return f"player {(self.player + index) % self.players}"
        if block == "project":
            cost = int(self.tables["standard"][index]["cost"])
            return f"project {next((name for name, c in STANDARD.items() if c == cost), index)}"
        if block in ("milestone", "award"):
            return f"{block} {self.objectives(block)[index]}"
        return f"{block} {words.RESOURCES[index] if block == 'resource' else index}"

    @property
    def legal(self):
        """All that may be done now, in words."""
        return {self.name(a) for a in GAME.legal_actions(self.mask)}

    def may(self, action):
        """Whether an action may be done now; a card by name may be played or used."""
        return bool(self.mask[self.number(action)])

    def may_play(self, card):
        return self.may(f"card {card}")

    may_use = may_play

    def act(self, *actions):
        """Do these actions one after the other, each of which must be legal."""
        low, high = GAME.observation.bounds(self.players)
        for action in actions:
            number = self.number(action)
            assert self.mask[number], f"{action!r} is not legal in {self.asks!r}; legal: {sorted(self.legal)}"
            GAME.kernels.act(self.states, 0, self.tables, number, self.mask, self.view, True)
            found = GAME.violations(self.states, 0, self.content)
            assert not found, (found, action, self.asks)
            if not self["over"]:
                assert ((low <= self.view) & (self.view <= high)).all(), action
        return self

    def do(self, action, **answers):
        """Do an action, and answer all that it asks: by name, or simply."""
        return self.act(action).answer(**answers)

    def play(self, card, **answers):
        """Play a card from the hand; everything that it asks is answered."""
        return self.do(f"card {card}", **answers)

    use = play
    """Use the action of a card that lies face up; `alternative` tells which of two ways."""

    def answer(self, **answers):
        """Answer what is asked until it is somebody's turn, or another phase of the game asks."""
        given = {key: list(value) if isinstance(value, list) else [value] for key, value in answers.items()}
        unknown = set(given) - set(ASKED.values())
        assert not unknown, unknown
        while self.asks in ASKED:
            key = ASKED[self.asks]
            self.offered.setdefault(key, []).append(self.legal)
            self.act(self._answer(key, given))
        return self

    def _answer(self, key, given):
        legal = self.legal
        if len(legal) == 1:
            wanted = next(iter(legal))
            if given.get(key) and self._worded(key, given[key][0]) == wanted:
                self._taken(key, given)
            return wanted
        if given.get(key):
            return self._worded(key, self._taken(key, given))
        if key == "target":
            return "nobody" if "nobody" in legal else min(legal)
        if key == "buy":
            return "refuse"
        if key == "pay":
            return min(legal, key=self.number)
        if key == "amount":
            return max(legal, key=self.number)
        return min(legal, key=self.number)

    @staticmethod
    def _taken(key, given):
        """The next answer; the last one holds for all that follow."""
        return given[key].pop(0) if len(given[key]) > 1 else given[key][0]

    @staticmethod
    def _worded(key, value):
        if key in ("buy", "where"):
            return value
        if value in ("nobody", "neutral", "done"):
            return value
        return f"{BLOCK[key]} {value}"

    def generation_ends(self):
        """All seats pass, beginning with the one to move."""
        while self.asks == "turn":
            self.act("pass" if self.may("pass") else "end_turn")
        return self

    # What changed, and who wins

    def scores(self):
        """Victory Points of the seats as it stands."""
        return [round(float(x)) for x in GAME.settle_up(self.states, 0, self.content, "outcome").score]

    def ranks(self):
        return [int(x) for x in GAME.settle_up(self.states, 0, self.content, "outcome").rank]

    def changes(self):
        """Everything that differs from the state as it was prepared.

        Resources, productions, rating, tags and resources on cards as differences, tiles and cards in words, cards that
        were drawn as how many, other fields as (before, after).
        """
        out, old, new = {}, self.before, self.states

        def differences(field, name):
            for index in map(tuple, np.argwhere(old[field][0] != new[field][0])):
                key = name(*index)
                out[key] = int(new[field][0][index]) - int(old[field][0][index])

        differences("resource", lambda p, r: f"{p} {words.RESOURCES[r]}")
        differences("production", lambda p, r: f"{p} {words.RESOURCES[r]} production")
        differences("rating", lambda p: f"{p} rating")
        differences("tag", lambda p, t: f"{p} tag {words.TAGS[t]}")
        differences("event_count", lambda p: f"{p} events")
        differences("held", lambda row: f"on {self.called(row)}")
        differences("used", lambda row: f"used {self.called(row)}")
        for field in ("temperature", "oxygen", "oceans"):
            if old[field][0] != new[field][0]:
                out[field] = int(new[field][0]) - int(old[field][0])
        steps = new["steps"][0].astype(int) - old["steps"][0]
        assert (steps == new["rating"][0].astype(int) - old["rating"][0]).all(), "steps of the rating"
        for space, label in enumerate(SPACES):
            if self._tile(old, space) != self._tile(new, space):
                out[f"tile {label}"] = self._tile(new, space) or "none"
        for card in map(int, np.flatnonzero(old["place"][0] != new["place"][0])):
            source, target = (place_name(int(states["place"][0, card])) for states in (old, new))
            if source in ("deck", "box"):
                out[f"{source} -> {target}"] = out.get(f"{source} -> {target}", 0) + 1
            else:
                out[self.called(card)] = f"{source} -> {target}"
        for field in new.dtype.names:
            left, right = old[field][0], new[field][0]
            if field in UNCOMPARED | {"temperature", "oxygen", "oceans", "frozen"} or np.array_equal(left, right):
                continue
            if np.ndim(left) == 0:
                out[field] = int(left), int(right)
                continue
            for index in map(tuple, np.argwhere(left != right)):
                label = f"{field} {' '.join(map(str, index))}"
                if field in ("claim", "population"):
                    label = f"{field} {SPACES[index[0]]}"
                elif field == "metal":
                    label = f"metal of {self.called(index[0])}"
                out[label] = int(left[index]), int(right[index])
        return out

    def change(self, key):
        """One of the differences; 0 if there is none."""
        return self.changes().get(key, 0)


def game(players=2, board="tharsis", **options):
    """A blank table: seat 0's first action in generation 5."""
    return _blank(players, board, **options).clone()


@functools.cache
def _blank(players, board, **options):
    return Table(players, board, **options).blank()
