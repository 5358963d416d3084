"""What a printed card must do when it is played, from its row of facts alone: a second reading, without the rules' code.

`Expected` collects the difference that playing a card makes, in the words of `Table.changes`. `room` says where a tile may
go, from the printed map and the tiles on it. Both know the regular boards, which print all that they need.
"""

import collections

from legacy_of_mars.facts import BY_NAME, CARDS, LABELS, MAPS, NEAR, OFF_PLANET, TAGS

HEAT_BONUS = (-24, -20)
"""Degrees at which the temperature track gives a heat production."""
OXYGEN_BONUS = 8
"""Percent at which the oxygen track gives a step of the temperature."""
BONUS_WORDS = ("plant", "steel", "titanium", "heat")


def tiles_of(table):
    """Space -> (kind, owner or None)."""
    out = {}
    for label in (*LABELS, *OFF_PLANET):
        word = table.tile(label).split()
        if word:
            out[label] = word[0], int(word[1]) if len(word) > 1 and word[1].isdigit() else None
    return out


def room(table, tile, seat=0):
    """Where the seat may put the tile (a `facts.Tile`)."""
    printed, tiles = MAPS[table.board], tiles_of(table)
    claims = {label: int(c) - 1 for label, c in zip(LABELS, table["claim"], strict=False) if c}
    free = {a for a in LABELS if a not in tiles and claims.get(a, seat) == seat}
    noctis = {h.label for h in printed.values() if h.special == "noctis_reserved"}
    reserved = {h.label for h in printed.values() if h.ocean}
    land = free - reserved - noctis

    def beside(label, kind, owner=None):
        return sum(1 for b in NEAR[label] if tiles.get(b, ("",))[0] == kind and owner in (None, tiles[b][1]))

    def own_beside(label):
        return any(b in tiles and tiles[b][1] == seat for b in NEAR[label])

    where = tile.where
    if tile.kind == "ocean":
        return land if "land" in where else free & reserved
    if "phobos_reserved" in where:
        return {"Phobos"} - set(tiles)
    if "ganymede_reserved" in where:
        return {"Ganymede"} - set(tiles)
    if "noctis_reserved" in where and noctis:
        return noctis - set(tiles)
    if "ocean" in where:
        return free & reserved
    if tile.kind == "greenery":
        return {a for a in land if own_beside(a)} or land
    spots = land
    if tile.kind == "city" and "adj_2_cities" not in where:
        spots = {a for a in spots if not beside(a, "city")}
    if "adj_2_cities" in where:
        spots = {a for a in spots if beside(a, "city") >= 2}
    if "isolated" in where:
        spots = {a for a in spots if not any(b in tiles for b in NEAR[a])}
    if "volcanic" in where and any(h.volcanic for h in printed.values()):
        spots = {a for a in spots if printed[a].volcanic}
    if "st_ti_bonus" in where:
        spots = {a for a in spots if {"steel", "titanium"} & set(printed[a].bonus)}
    if "adj_own" in where:
        spots = {a for a in spots if own_beside(a)}
    if "adj_city" in where:
        spots = {a for a in spots if beside(a, "city")}
    if "adj_greenery" in where:
        spots = {a for a in spots if beside(a, "greenery")}
    return spots


class Expected:
    """The difference that a card makes for the seat that plays it."""

    def __init__(self, table, card, seat=0):
        self.table, self.card, self.seat = table, card, seat
        self.delta, self.words = collections.Counter(), {}
        self.degrees, self.oxygen, self.oceans = table.degrees, table["oxygen"], table["oceans"]
        self.ocean_tiles = int(table.tables["board"][table["board"]]["oceans"])
        self.tiles = tiles_of(table)

    def __call__(self, key, n):
        self.delta[f"{self.seat} {key}"] += n

    def result(self):
        return {key: n for key, n in self.delta.items() if n} | self.words

    # Counting

    def face_up(self, seat):
        """Printed cards face up before the seat; the one being played is among them."""
        names = [self.table.called(row) for row in self.table.face_up(seat)]
        cards = [BY_NAME[name] for name in names if name in BY_NAME]
        return [*cards, self.card] if seat == self.seat and self.card.color != "red" else cards

    def tags(self, seat, tag):
        return sum(card.tags.count(tag) for card in self.face_up(seat))

    def count(self, what):
        kind, _, tag = what.partition(":")
        others = [p for p in range(self.table.players) if p != self.seat]
        if kind == "tag":
            return self.tags(self.seat, tag)
        if kind == "opptag":
            return sum(self.tags(p, tag) for p in others)
        if kind == "city_any":
            return sum(kind == "city" for kind, _ in self.tiles.values())
        if kind == "city_any_mars":
            return sum(kind == "city" for label, (kind, _) in self.tiles.items() if label not in OFF_PLANET)
        if kind == "event_played_any":
            return int(self.table["event_count"].sum())
        raise KeyError(what)

    def value(self, number):
        if number.condition is not None:
            term = number.condition
            return number.n if self.tags(self.seat, term.what) >= term.n else number.other
        return number.n * (self.count(number.count) // number.per) if number.count else number.n

    # Effects

    def rate(self, n=1):
        self("rating", n)

    def warm(self, steps):
        for _ in range(steps):
            if self.degrees >= 8:
                return
            self.degrees += 2
            self.delta["temperature"] += 1
            self.rate()
            if self.degrees in HEAT_BONUS:
                self("heat production", 1)

    def breathe(self, steps):
        for _ in range(steps):
            if self.oxygen >= 14:
                return
            self.oxygen += 1
            self.delta["oxygen"] += 1
            self.rate()
            if self.oxygen == OXYGEN_BONUS:
                self.warm(1)

    def lay(self, tile, label):
        """A tile is placed on a hex: bonuses, what is beside it, and what every tile of its kind gives."""
        card, self.latest = self.card, label
        if tile.kind == "ocean":
            self.words[f"tile {label}"] = "ocean"
            self.oceans += 1
            self.delta["oceans"] += 1
            self.rate()
        else:
            # Greeneries look all alike, cities and special tiles are the card's own.
            row = f" {card.name}" if tile.kind != "greenery" else ""
            self.words[f"tile {label}"] = f"{tile.kind} {self.seat}{row}"
        if label not in OFF_PLANET:
            for bonus in MAPS[self.table.board][label].bonus:
                if bonus in BONUS_WORDS:
                    self(bonus, 1)
                elif bonus == "card":
                    self.delta[f"deck -> hand {self.seat}"] += 1
        self("megacredit", 2 * sum(self.tiles.get(b, ("",))[0] == "ocean" for b in NEAR[label]))
        self.tiles[label] = tile.kind, None if tile.kind == "ocean" else self.seat
        if tile.kind == "greenery":
            self.breathe(1)

    # The card

    def enter(self):
        """The card is paid for in M€ and lies where it belongs."""
        card, seat = self.card, self.seat
        self("megacredit", -card.cost)
        event = card.color == "red"
        self.words[card.name] = f"hand {seat} -> {'events' if event else 'table'} {seat}"
        if event:
            self("events", 1)
        else:
            for tag in card.tags:
                self(f"tag {tag}", 1)
        for word in card.standing:
            self.stand(word)

    def stand(self, word):
        kind, _, rest = word.partition(":")
        if kind == "discount":
            tag, n = rest.split("-")
            place = 12 if tag == "any" else list(WORDS_OF_TAGS).index(tag)
            self.words[f"discount {self.seat} {place}"] = 0, int(n)
        elif kind in ("steel_value+1", "titanium_value+1"):
            metal = kind.startswith("titanium")
            self.words[f"worth {self.seat} {int(metal)}"] = 2 + metal, 3 + metal
        elif kind == "req_shift":
            self.words[f"shift {self.seat}"] = 0, int(rest)
        elif kind == "next_card":
            field, n = ("next_discount", 8) if rest.startswith("discount") else ("next_shift", 2)
            self.words[f"{field} {self.seat}"] = 0, n

    def fixed(self):
        """Everything that asks nobody anything."""
        card = self.card
        for name, number in card.production.items():
            self(f"{name} production", self.value(number))
        for name, number in card.resources.items():
            self(name, self.value(number))
        self.rate(self.value(card.tr))
        self.warm(card.temp)
        self.breathe(card.oxy)
        if card.draw.isdigit():
            self.delta[f"deck -> hand {self.seat}"] += int(card.draw)
        elif card.draw:
            shown, kept = map(int, card.draw.split("keep"))
            self.delta[f"deck -> hand {self.seat}"] += kept
            self.delta["deck -> discard"] += shown - kept
        for event, ((effect, *_), *_) in card.triggers:
            self.triggered(event, effect)

    def triggered(self, event, effect):
        """What the card's own triggers make of the card itself; the first alternative, where there are several."""
        kind, _, tags = event.partition(":")
        times = 0
        if kind == "play_tag":
            times = sum(tag in tags.split("/") for tag in self.card.tags)
        elif kind == "city_placed":
            times = sum(tile.kind == "city" for tile in self.card.tiles)
        if not times or effect.word == "discard":
            return  # nothing to discard: the hand is empty
        if effect.word == "self":
            self.delta[f"on {self.card.name}"] += times * effect.n.n
        elif effect.word == "r":
            self(effect.what, times * effect.n.n)
        elif effect.word == "p":
            self(f"{effect.what} production", times * effect.n.n)

    def hit(self, effect, victim):
        """A red-bordered effect that hits a player in full."""
        n = self.value(effect.n)
        if effect.condition and not any(self.tiles.get(b, ("", None))[1] == victim for b in NEAR[self.latest]):
            return  # only owners of a tile next to the ocean just placed
        if effect.word == "anyprod":
            self.delta[f"{victim} {effect.what} production"] -= n
        elif effect.word in ("anyres", "steal"):
            self.delta[f"{victim} {effect.what}"] -= n
            if effect.word == "steal":
                self(effect.what, n)

    def put_on(self, effect, receiver):
        """Resources onto a card that is named; None if there is no card for them."""
        if receiver is not None:
            self.delta[f"on {receiver}"] += effect.n.n


WORDS_OF_TAGS = (
    *("building", "space", "power", "science", "jovian", "earth"),
    *("plant", "microbe", "animal", "city", "event", "floater"),
)
assert set(TAGS) < set(WORDS_OF_TAGS)
assert len(CARDS) == 208
