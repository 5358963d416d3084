"""A second, slow reading of cards: a row of the content file, as text, turned into what must have changed on the table.

It is written from the rulebook and knows nothing of the rules' code: no record, no numbers of words, no stack. A test lets
the game play a card, answers its questions and keeps the answers; `Reference` then reads the same row with the same
answers. Faces of dice that were rolled are the game's own; the reference knows their colours.
"""

import pathlib
from collections import Counter, defaultdict

from marszoo.envs.core.content import tomllib
from marszoo.envs.terraforming_dice.words import COLOURS, RESOURCES

OF = {resource: COLOURS[k // 3] for k, resource in enumerate(RESOURCES)}
"""Colour of the die that shows a resource."""

QUESTIONS = {
    "order of effects": lambda table: min(table.legal),
    "colour of a die": lambda table: min(table.legal),
    "die to change": lambda table: min(table.legal - {"done"}),
    "new face": lambda table: max(table.legal),
    "place tile": lambda table: bonus_first(table),
    "pick rival": lambda table: max(table.legal),
    "play a card": lambda table: min(table.legal),
}
"""Decisions that belong to a card, and how the tests answer them."""


def bonus_first(table):
    """The hex with most neighbours that are built on; of those one with a bonus."""
    bonus = hexes(table.content)

    def rank(action):
        name = action.split()[1]
        built = sum(table.tile(near) != "nothing" for near in table.neighbours(name))
        return built, bonus[name] not in ("", "ocean"), name

    return max(table.legal, key=rank)


def answer(table):
    """Answer all that the card played asks; the answers by kind of question."""
    given = defaultdict(list)
    while table.asks in QUESTIONS:
        asks, chosen = table.asks, QUESTIONS[table.asks](table)
        given[asks].append(chosen.partition(" ")[2])
        table.act(chosen)
    return given


def written(content):
    return tomllib.loads(pathlib.Path(content.source).read_text(encoding="utf-8"))


def hexes(content):
    """Hex -> what the file says of it."""
    rows = written(content)["map"]
    return {f"{letter}{k + 1}": text for letter in "ABCDEFG" for k, text in enumerate(rows[letter])}


class Reference:
    """The table as it was, in plain numbers, and what the rulebook makes of it."""

    def __init__(self, table):
        self.table, self.file, self.bonus = table, written(table.content), hexes(table.content)
        seats = self.seats = range(table.players)
        self.dice = [Counter(table.has(p)) for p in seats]
        self.rolled = [Counter() for _ in seats]
        self.pool = dict(zip(COLOURS, map(int, table["pool"]), strict=True))
        self.wild, self.points = ([int(table[name][p]) for p in seats] for name in ("wild", "points"))
        self.tiles, self.steps = ([int(table[name][p]) for p in seats] for name in ("tiles", "steps"))
        self.temperature, self.oxygen = 4 * table["temperature"] - 32, 2 * table["oxygen"]
        self.board = {name: table.tile(name) for name in self.bonus}
        self.place = {card: table.place(card) for card in table.rows}
        self.turned = {card for card in table.rows if table["turned"][table.rows[card]]}
        names = [row["id"] for row in self.file["corporation"]]
        self.corporation = [names[table["corporation"][p]] for p in seats]
        self.awards = [RESOURCES[r] for r in table["award"]]
        self.drawn = Counter()

    # Reading rows

    def row(self, id):
        return next(row for name in ("project", "bonus", "corporation") for row in self.file[name] if row["id"] == id)

    def down(self, seat):
        return [id for id, where in self.place.items() if where == f"table {seat}"]

    def permanents(self, seat):
        return [t for id in [self.corporation[seat], *self.down(seat)] for t in self.row(id).get("permanent", [])]

    # What happens

    def pay(self, seat, icons):
        for icon, n in Counter(icons).items():
            own = min(n, self.dice[seat][icon])
            self.dice[seat][icon] -= own
            self.pool[OF[icon]] += own
            self.wild[seat] -= n - own

    def play(self, seat, id, answers, free=False):
        row = self.row(id)
        if not free:
            owed = Counter(row["cost"])
            owed.subtract(t.split()[1] for t in self.permanents(seat) if t.startswith("discount"))
            self.pay(seat, (+owed).elements())
        self.points[seat] += row.get("green_ribbon", 0)
        self.happen(seat, f"{row['colour']}_card", "card")
        self.place[id] = f"table {seat}"
        self.effects(seat, row.get("effects", []), answers)

    def use(self, seat, id, answers):
        row = self.row(id)
        self.pay(seat, row.get("pay", []))
        self.turned.add(id)
        self.effects(seat, row["gives"], answers)

    def effects(self, seat, texts, answers):
        """In the order chosen where the game asked, else as written."""
        texts = dict(enumerate(texts))
        while texts and answers["order of effects"]:
            self.effect(seat, texts.pop(int(answers["order of effects"].pop(0))), answers)
        for text in texts.values():
            self.effect(seat, text, answers)

    def happen(self, seat, *events):
        """Reactions of everyone's cards to what a seat did."""
        for owner in self.seats:
            for text in self.permanents(owner):
                if text.startswith("on "):
                    (_, scope, event), effect = text.partition(": ")[0].split(), text.partition(": ")[2]
                    if event in events and (scope == "any" or owner == seat):
                        self.effect(owner, effect, None)

    def effect(self, seat, text, answers):
        word, n, *argument = text.split()
        getattr(self, f"do_{word}")(seat, int(n), *argument, **({"answers": answers} if word in self.ASKING else {}))

    ASKING = ("any", "change", "ocean", "greenery", "city", "special", "lose", "play")

    def do_roll(self, seat, n, colour):
        n = min(n, self.pool[colour])
        self.rolled[seat][colour] += n
        self.pool[colour] -= n

    def do_gain(self, seat, n, resource):
        n = min(n, self.pool[OF[resource]])
        self.dice[seat][resource] += n
        self.pool[OF[resource]] -= n

    def do_any(self, seat, n, answers):
        for _ in range(min(n, sum(self.pool.values()))):
            self.do_roll(seat, 1, answers["colour of a die"].pop(0))

    def do_change(self, seat, n, answers):
        for _ in range(min(n, len(answers["die to change"]))):
            self.dice[seat][answers["die to change"].pop(0)] -= 1
            self.dice[seat][answers["new face"].pop(0)] += 1

    def do_draw(self, seat, n):
        self.drawn[seat] += n

    def do_wild(self, seat, n):
        self.wild[seat] += n

    def do_points(self, seat, n):
        self.points[seat] += n

    def do_temperature(self, seat, n):
        for _ in range(n):
            if self.temperature >= 8:
                self.points[seat] += 1
                continue
            self.temperature += 4
            self.step(seat, "temperature", self.temperature)

    def do_oxygen(self, seat, n, prize=0):
        for _ in range(n):
            if self.oxygen >= 16:
                self.points[seat] += 1
                continue
            self.oxygen += 2
            if str(self.oxygen) in self.file["tracks"]["oxygen"]:
                self.points[seat] += prize
            self.step(seat, "oxygen", self.oxygen)

    def do_oxygen_prize(self, seat, n):
        self.do_oxygen(seat, 1, prize=n)

    def step(self, seat, track, place):
        self.points[seat] += 2
        self.steps[seat] += 1
        bonus = self.file["tracks"][track].get(str(place))
        if bonus:
            self.effect(seat, bonus, None)
        self.happen(seat, track)

    def near(self, name, kind):
        return sum(self.board[other] == kind for other in self.table.neighbours(name))

    def do_tile(self, seat, n, kind, answers):
        for _ in range(n):
            if kind == "ocean" and [*self.board.values()].count("ocean") == 7:
                self.points[seat] += 1
                continue
            name = answers["place tile"].pop(0)
            self.board[name] = kind
            self.tiles[seat] += 1
            if kind == "ocean":
                self.points[seat] += 2
                self.steps[seat] += 1
            elif kind == "greenery":
                self.points[seat] += self.near(name, "city")
                self.do_oxygen(seat, 1)
            elif kind == "city":
                self.points[seat] += 2 + self.near(name, "greenery")
            bonus = self.bonus[name].removeprefix("ocean").removeprefix(",").strip()
            if bonus:
                self.effect(seat, bonus, None)
            self.happen(seat, "special" if kind == "special tile" else kind, "tile")

    def do_ocean(self, seat, n, answers):
        self.do_tile(seat, n, "ocean", answers)

    def do_greenery(self, seat, n, answers):
        self.do_tile(seat, n, "greenery", answers)

    def do_city(self, seat, n, answers):
        self.do_tile(seat, n, "city", answers)

    def do_special(self, seat, n, answers):
        self.do_tile(seat, n, "special tile", answers)

    def do_lose(self, seat, n, resource, answers):
        if any(self.dice[p][resource] for p in self.seats if p != seat):
            rival = int(answers["pick rival"].pop(0))
            n = min(n, self.dice[rival][resource])
            self.dice[rival][resource] -= n
            self.pool[OF[resource]] += n

    def do_play(self, seat, n, answers):
        for _ in range(min(n, len(answers["play a card"]))):
            self.play(seat, answers["play a card"].pop(0).removeprefix("card "), answers)

    # Comparing

    def expected(self):
        """All that the table must show now but the faces of dice just rolled."""
        out = {"temperature": self.temperature, "oxygen": self.oxygen, "map": self.board, "pool": self.pool}
        out["oceans"] = [*self.board.values()].count("ocean")
        out["places"] = {id: where for id, where in self.place.items() if where.startswith(("table", "pile", "box"))}
        out["used"] = self.turned
        for p in self.seats:
            down = [self.row(id) for id in self.down(p)]
            rows = [self.row(self.corporation[p]), *down]
            out[f"seat {p}"] = {
                "wild": self.wild[p],
                "points": self.points[p],
                "tiles": self.tiles[p],
                "steps": self.steps[p],
                "production": Counter(icon for row in rows for icon in row.get("production", [])),
                "discount": Counter(t.split()[1] for t in self.permanents(p) if t.startswith("discount")),
                "storage": sum(int(t.split()[1]) for t in self.permanents(p) if t.startswith("storage")),
                "played": Counter(row["colour"] for row in down),
                "show points": sum(map(shows_points, down)),
                "red ribbons": sum(row.get("red_ribbon", 0) for row in rows),
                "icons": [sum(row.get("cost", []).count(award) for row in down) for award in self.awards],
                "hand": sum(where == f"hand {p}" for where in self.place.values()) + self.drawn[p],
            }
        return out

    def seen(self, table):
        """The same of the game."""
        out = {"temperature": 4 * table["temperature"] - 32, "oxygen": 2 * table["oxygen"], "oceans": table["oceans"]}
        out["map"] = {name: table.tile(name) for name in self.bonus}
        out["pool"] = dict(zip(COLOURS, map(int, table["pool"]), strict=True))
        places = {id: table.place(id) for id in table.rows}
        out["places"] = {id: where for id, where in places.items() if where.startswith(("table", "pile", "box"))}
        out["used"] = {id for id in table.rows if table["turned"][table.rows[id]]}
        for p in self.seats:
            boxes, colours = (*COLOURS, "wild", "point"), ("green", "red", "blue")
            out[f"seat {p}"] = {
                "wild": int(table["wild"][p]),
                "points": int(table["points"][p]),
                "tiles": int(table["tiles"][p]),
                "steps": int(table["steps"][p]),
                "production": +Counter(dict(zip(boxes, map(int, table["production"][p]), strict=True))),
                "discount": +Counter(dict(zip(RESOURCES, map(int, table["discount"][p]), strict=True))),
                "storage": int(table["storage"][p]),
                "played": +Counter(dict(zip(colours, map(int, table["played"][p]), strict=True))),
                "show points": int(table["vp_cards"][p]),
                "red ribbons": int(table["ribbons"][p]),
                "icons": [int(n) for n in table["icons"][p]],
                "hand": sum(where == f"hand {p}" for where in places.values()),
            }
        return out

    def compare(self, table):
        """The whole table, field by field; of rolled dice the colours."""
        assert self.seen(table) == self.expected()
        for p in self.seats:
            more = Counter(table.has(p))
            more.subtract(self.dice[p])
            assert all(n >= 0 for n in more.values()), (p, table.has(p), self.dice[p])
            by_colour = Counter()
            for resource, n in more.items():
                by_colour[OF[resource]] += n
            assert +by_colour == +self.rolled[p], (p, table.has(p), self.dice[p])


def shows_points(row):
    """Whether Victory Points are printed anywhere on a card."""
    texts = [*row.get("effects", []), *row.get("gives", []), *row.get("permanent", [])]
    return bool(
        row.get("green_ribbon")
        or row.get("red_ribbon")
        or "point" in row.get("production", [])
        or any("points " in text or "oxygen_prize " in text for text in texts)
    )
