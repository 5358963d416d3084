"""The printed facts of 208 cards and of the maps, read from tests/data by a parser of its own.

The grammar is that of the table's description: every cell of every row parses, or reading the file fails. Nothing here
knows the content file or the rules.
"""

import csv
import dataclasses
import pathlib
import re

DATA = pathlib.Path(__file__).parents[1] / "data"
RESOURCE = {
    "mc": "megacredit",
    "st": "steel",
    "ti": "titanium",
    "pl": "plant",
    "en": "energy",
    "he": "heat",
}
TAGS = ("building", "space", "power", "science", "jovian", "earth", "plant", "microbe", "animal", "city")
KINDS = ("animal", "microbe", "science", "fighter")


@dataclasses.dataclass(frozen=True)
class Number:
    """N, or N for every `per` of `count`, or N if a condition holds and `other` if not."""

    n: int
    count: str = ""
    per: int = 1
    condition: "Term | None" = None
    other: int = 0

    @classmethod
    def read(cls, text):
        if match := re.fullmatch(r"(-?\d+) if (.+) else (-?\d+)", text):
            return cls(int(match[1]), condition=Term.read(match[2]), other=int(match[3]))
        if match := re.fullmatch(r"(-?\d+)/(\d*)(\D.*)", text):
            return cls(int(match[1]), match[3], int(match[2] or 1))
        return cls(int(text))


@dataclasses.dataclass(frozen=True)
class Term:
    """A term of a requirement: `kind` (of `what`) is at least, or at most, n."""

    kind: str
    what: str
    most: bool
    n: int

    @classmethod
    def read(cls, text):
        match = re.fullmatch(r"(oxy|temp|oce|tag|prod|city_any|green_own|res)(?::(\w+))?(>=|<=)(-?\d+)", text)
        if match is None:
            raise ValueError(text)
        what = RESOURCE.get(match[2], match[2] or "")
        return cls(match[1], what, match[3] == "<=", int(match[4]))


@dataclasses.dataclass(frozen=True)
class Tile:
    """A tile that a card places: its kind, the name of a special one, where it may go."""

    kind: str
    name: str
    where: tuple

    @classmethod
    def read(cls, text):
        match = re.fullmatch(r"(ocean|city|greenery|special:\w+)(?:@([\w+]+))?", text)
        if match is None:
            raise ValueError(text)
        kind, _, name = match[1].partition(":")
        if name == "capital":
            kind = "city"
        return cls(kind, name, tuple(match[2].split("+")) if match[2] else ())


@dataclasses.dataclass(frozen=True)
class Effect:
    """One effect word: ``anyprod pl -1``, ``othercard microbe 3``, ``p en 2`` …; `optional` for "up to"."""

    word: str
    what: str = ""
    n: Number | str = Number(0)
    optional: bool = False
    condition: str = ""

    @classmethod
    def read(cls, text):
        body, _, condition = text.partition(" if ")
        if body == "none" or body == "ocean":
            return cls(body)
        if match := re.fullmatch(r"([pr])_(\w\w):(.+)", body):
            n = match[3] if "X" in match[3] else Number.read(match[3])
            return cls(match[1], RESOURCE[match[2]], n, condition=condition)
        if match := re.fullmatch(r"(anyprod|anyres|steal):(\w\w)-(\d+)(\?)?(@adj_to_ocean)?", body):
            return cls(match[1], RESOURCE[match[2]], Number(int(match[3])), bool(match[4]), match[5] or "")
        if match := re.fullmatch(r"anycard:(\w+)-(\d+)(\?)?", body):
            return cls("anycard", match[1], Number(int(match[2])), bool(match[3]))
        if match := re.fullmatch(r"(card|othercard):(\w+)\+(\d+)", body):
            return cls(match[1], match[2], Number(int(match[3])))
        if match := re.fullmatch(r"(self|thatcard)([+-]\d+)", body):
            return cls(match[1], "", Number(int(match[2])), condition=condition)
        if match := re.fullmatch(r"(temp|oxy|tr|draw|discard|reveal):(\d+)", body):
            return cls(match[1], "", Number(int(match[2])))
        if body == "draw:1buy":
            return cls("look")
        raise ValueError(text)


def alternatives(text):
    """A list of alternatives, each a list of effects."""
    return [[Effect.read(e) for e in alt.split(" & ")] for alt in text.split(" | ")]


@dataclasses.dataclass(frozen=True)
class Way:
    """One way of an action: what it costs, what it does."""

    pays: tuple
    does: tuple

    @classmethod
    def read(cls, text):
        cost, _, gain = text.partition(">")
        pays = []
        for pay in filter(None, (p.strip() for p in cost.split(" & "))):
            if match := re.fullmatch(r"(mc|st|ti|pl|en|he):(\d+|X)(?:\((steel|titanium)_ok\))?", pay):
                n = match[2] if match[2] == "X" else int(match[2])
                pays.append(("r", RESOURCE[match[1]], n, match[3] or ""))
            elif match := re.fullmatch(r"p_(\w\w):-(\d+)", pay):
                pays.append(("p", RESOURCE[match[1]], int(match[2]), ""))
            elif match := re.fullmatch(r"self-(\d+)", pay):
                pays.append(("self", "", int(match[1]), ""))
            elif match := re.fullmatch(r"anycard:(\w+)-(\d+)", pay):
                pays.append(("anycard", match[1], int(match[2]), ""))
            else:
                raise ValueError(text)
        (does,) = alternatives(gain.strip().replace("/city_any_mars", "/city_any_mars"))
        return cls(tuple(pays), tuple(does))


STANDING = re.compile(
    r"discount:(any|\w+)-(\d+)|(steel|titanium)_value\+1|req_shift:(\d+)|protect:[\w/]+|locked"
    r"|once:(claim_land|copy_production:building)|next_card:(discount:any-8|req_shift:2)"
)
TRIGGER = re.compile(
    r"(ocean_placed|city_placed|greenery_placed_own|play_event|play_space_event|play_tag:[\w/]+|std_project) -> (.+)"
)


@dataclasses.dataclass(frozen=True)
class Card:
    """A row of the table."""

    num: int
    name: str
    deck: str
    color: str
    cost: int
    tags: tuple
    req: tuple
    production: dict
    resources: dict
    temp: int
    oxy: int
    tr: Number
    tiles: tuple
    draw: str
    any: tuple
    addres: tuple
    choice: tuple
    holds: str
    vp: Number
    ways: tuple
    standing: tuple
    triggers: tuple
    row: dict

    def __str__(self):
        return f"{self.num} {self.name}"

    def count_of_tag(self, tag):
        return self.tags.count(tag)


def read_card(row):
    cells = {key: value.strip() for key, value in row.items()}

    def numbers(prefix):
        return {
            RESOURCE[code]: Number.read(cells[f"{prefix}_{code}"]) for code in RESOURCE if cells[f"{prefix}_{code}"]
        }

    def items(key):
        return tuple(filter(None, cells[key].split(";")))

    tiles = []
    for text in items("tiles"):
        tiles += [Tile("ocean", "", ())] * 2 if text == "oceanx2" else [Tile.read(text)]
    standing, triggers = [], []
    for item in items("effect"):
        if match := TRIGGER.fullmatch(item):
            triggers.append((match[1], alternatives(match[2])))
        elif STANDING.fullmatch(item):
            standing.append(item)
        else:
            raise ValueError(item)
    assert set(items("tags")) <= set(TAGS), cells
    assert re.fullmatch(r"|\d|\dkeep\d", cells["draw"]), cells
    assert cells["holds"] in ("", *KINDS), cells
    assert cells["note"] in ("", "incl_this"), cells
    return Card(
        num=int(cells["num"]),
        name=cells["name"],
        deck=cells["deck"],
        color=cells["color"],
        cost=int(cells["cost"]),
        tags=items("tags"),
        req=tuple(Term.read(t) for t in filter(None, cells["req"].split(" & "))),
        production=numbers("p"),
        resources=numbers("r"),
        temp=int(cells["temp"] or 0),
        oxy=int(cells["oxy"] or 0),
        tr=Number.read(cells["tr"] or "0"),
        tiles=tuple(tiles),
        draw=cells["draw"],
        any=tuple(Effect.read(e) for e in items("any")),
        addres=tuple(
            Effect("has_res", n=Number(int(e.partition("+")[2]))) if e.startswith("card:has_res") else Effect.read(e)
            for e in items("addres")
        ),
        choice=tuple(alternatives(cells["choice"])) if cells["choice"] else (),
        holds=cells["holds"],
        vp=Number.read(cells["vp"] or "0"),
        ways=tuple(Way.read(way) for way in cells["action"].split(" || ")) if cells["action"] else (),
        standing=tuple(standing),
        triggers=tuple(triggers),
        row=cells,
    )


with (DATA / "tm_base_cards.csv").open(encoding="utf-8", newline="") as _file:
    CARDS = {card.num: card for card in map(read_card, csv.DictReader(_file))}
"""Printed number -> card."""
BY_NAME = {card.name: card for card in CARDS.values()}

ROWS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
LABELS = tuple(f"{'ABCDEFGHI'[row]}{col + 1}" for row, n in enumerate(ROWS) for col in range(n))
"""Names of the 61 hexes, in the order of reading; the number of a hex is its place here."""
OFF_PLANET = ("Phobos", "Ganymede")
SPACES = (*LABELS, *OFF_PLANET)


@dataclasses.dataclass(frozen=True)
class Hex:
    """A hex as it is printed."""

    label: str
    ocean: bool
    volcanic: bool
    bonus: tuple
    special: str


def _maps():
    boards = {}
    spots = {}
    with (DATA / "tm_maps.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            label = f"{'ABCDEFGHI'[int(row['row'])]}{int(row['col']) + 1}"
            printed = Hex(
                label,
                row["type"] == "ocean",
                row["volcanic"] == "1",
                tuple(filter(None, row["bonus"].split(";"))),
                row["special"],
            )
            boards.setdefault(row["board"], {})[label] = printed
            spots[label] = int(row["q"]), int(row["r"])
    return boards, spots


MAPS, SPOTS = _maps()
"""Board -> label -> hex; and where each hex lies, in axial coordinates."""
NEAR = {
    a: tuple(
        b
        for b, (q, r) in SPOTS.items()
        if (q - SPOTS[a][0], r - SPOTS[a][1]) in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    )
    for a in LABELS
} | dict.fromkeys(OFF_PLANET, ())
"""Hex -> the hexes beside it."""
assert all(len(board) == len(LABELS) for board in MAPS.values())
