"""A second, slow reading of effects: rows of the content file, as text, turned into what must have changed on the table.

It is written from the specification and knows nothing of the rules' code: no record, no numbers of words, no stack. A test
lets the game resolve a row, answers its questions and keeps the answers; `Reference` then reads the same row with the same
answers. Cards that are drawn are known because the tests leave one in each deck; where a keyword is sought, the card
with the keyword is known, and of the others only that each lies in the deck or on the discard pile.
"""

import contextlib
import pathlib
from collections import Counter, defaultdict

from marszoo.envs.core.content import tomllib

CHAIN = {"working": "living", "living": "system", "system": "working"}
BLOCKS = {
    "system": ("oxygenator_1", "oxygenator_2", "solar_panel_1", "solar_panel_2", "farm"),
    "living": ("quiet_place", "crew_quarters", "med_lab", "control_center"),
    "working": ("garage_hall", "probe_bay", "lab", "working_bay"),
}
FACILITIES = (*BLOCKS["system"], *BLOCKS["living"], *BLOCKS["working"])
BLOCK = {f: block for block, facilities in BLOCKS.items() for f in facilities}
PARTS = ("hardware", "cpu", "connector", "filter")
GOODS = ("oxygen", "energy", "food", "part", "seed", "sample")
PRODUCERS = FACILITIES[:4]
TOP = dict(zip(PRODUCERS, (4, 4, 5, 5), strict=True))
MODIFIERS = ("roll", "wound", "pawn", "help")
ROVERS = ("froggy", "scorpio")
PLACES = tuple(f"{ring}.{k}" for ring in (1, 2, 3) for k in range(1, 7))
GROWN = 7
"""Place of the growth track that stands for a grown plant."""

QUESTIONS = {
    "who is hit": max,
    "whom to treat": min,
    "marker to move down": max,
    "part to repair": min,
    "good to take": max,
    "place to lose a good": min,
    "project to advance": max,
    "save plants": max,
}
"""Decisions that belong to an effect, and how the tests answer them; "save plants" is answered once, then with "done"."""


def answer(table, until=""):
    """Answer all that an effect asks, up to the question `until`; the answers by kind of question."""
    given = defaultdict(list)
    while table.asks in QUESTIONS and table.asks != until:
        asks = table.asks
        chosen = QUESTIONS[asks](table.legal)
        if asks == "save plants":
            chosen = "done" if given[asks] else max(table.legal - {"done"})
        given[asks].append(chosen)
        table.act(chosen)
    return given


def written(content):
    return tomllib.loads(pathlib.Path(content.source).read_text(encoding="utf-8"))


def bits(number, names):
    return {name for k, name in enumerate(names) if int(number) >> k & 1}


class Dead(Exception):
    """An astronaut has died: nothing more happens."""


def look(table):
    """All of a table that an effect can change, in words."""
    ids = table.content.ids
    seats = range(table.players)
    tiles = {PLACES[k]: ids["roi"][tile] for k, tile in enumerate(table["spot"]) if tile >= 0}
    return {
        "track": dict(zip(CHAIN, map(int, table["track"]), strict=True)),
        "red": {block for k, block in enumerate(CHAIN) if table["red"][k]},
        "place": {
            id: ("absent", "deck", "discard", "resolving")[table["place"][k]] for k, id in enumerate(ids["card"])
        },
        "broken": {(f, p) for k, f in enumerate(FACILITIES) for p in bits(table["broken"][k], PARTS)},
        "shut": {f: bits(table["shut"][k], ("oxygen", "energy")) for k, f in enumerate(FACILITIES) if table["shut"][k]},
        "output": dict(zip(PRODUCERS, map(int, table["output"]), strict=True)),
        "now": {f: MODIFIERS[m - 1] for f, m in zip(FACILITIES, table["modifier"], strict=True) if m},
        "waiting": {
            f: [MODIFIERS[m - 1] for m in row if m]
            for f, row in zip(FACILITIES, table["waiting"], strict=True)
            if any(row)
        },
        "stock": dict(zip(GOODS, map(int, table["stock"]), strict=True)),
        "cargo": dict(zip(GOODS, map(int, table["cargo"]), strict=True)),
        "plants": {k: int(n) for k, n in enumerate(table["plants"], 1)},
        "stress": table["stress"],
        "morale": table["morale"],
        "wounds": [int(table["wounds"][p]) for p in seats],
        "tokens": [int(table["tokens"][p]) for p in seats],
        "conditions": [bits(table["condition"][p], ids["condition"]) for p in seats],
        "blocked": {rover for k, rover in enumerate(ROVERS) if table["blocked"][k]},
        "tiles": tiles,
        "ground": {
            p: Counter(dict(zip(GOODS, map(int, table["ground"][PLACES.index(p)]), strict=True))) for p in tiles
        },
        "steps": [int(n) for n in table["steps"]],
        "upgrades": [("not offered", "available", "pending", "working")[k] for k in table["upgrade"]],
        "repairs": table["repairs"],
        "delivered": table["delivered"],
    }


class Reference:
    """The table as it was, in words, and what the specification makes of it."""

    def __init__(self, table):
        self.file, self.players, self.first = written(table.content), table.players, table["first"]
        self.now = look(table)
        self.mission = self.file["mission"][table["mission"]]
        self.astronauts = [self.file["astronaut"][table["astronaut"][p]]["id"] for p in range(table.players)]
        self.loose, self.drawn = set(), {}
        self.seat, self.answers = self.first, defaultdict(list)

    def row(self, table, id):
        return next(row for row in self.file[table] if row["id"] == id)

    @property
    def penalties(self):
        """(facility, part) -> penalty."""
        return {(row["id"], p): word for row in self.file["facility"] for p, word in row["parts"].items()}

    def choose(self, question, options):
        """What the test answered; where the game did not ask there was at most one option."""
        if self.answers[question]:
            return self.answers[question].pop(0)
        assert len(options) <= 1, (question, options)
        return options[0] if options else None

    # Effects

    def effects(self, seat, texts, answers=None):
        """Resolve effects; `seat` is the astronaut who acts, or the First Player where nobody does."""
        self.seat, self.answers = seat, answers or defaultdict(list)
        with contextlib.suppress(Dead):
            for text in texts:
                self.effect(text)

    def fire(self, block, answers=None, drawn=None):
        """The marker of the block is at 5; `drawn` is the card that came, if there are several in the deck."""
        self.seat, self.answers = self.first, answers or defaultdict(list)
        self.drawn = {block: drawn} if drawn else {}
        with contextlib.suppress(Dead):
            self.trigger(block)

    def explore(self, seat, place, id, answers=None, rover=None, adventure=None):
        """A tile was turned up: its goods are placed, its find and its hazard follow."""
        row = self.row("roi", id)
        self.seat, self.answers = seat, answers or defaultdict(list)
        self.now["tiles"][place] = id
        self.now["ground"][place] = Counter({good: row["goods"].count(good) for good in GOODS})
        with contextlib.suppress(Dead):
            hazard = row.get("hazard", "none")
            if hazard == "rover" and rover:
                self.now["blocked"].add(rover)
            elif hazard == "morale":
                self.do_gloom(1)
            elif hazard == "wound":
                self.wound(seat, 1)
            for text in self.row("adventure", adventure)["effects"] if hazard == "adventure" else []:
                self.effect(text)
            for text in row.get("finds", []):
                self.effect(text)

    def effect(self, text):
        word, *rest = text.split()
        rest = [int(x) if x.isdigit() else x for x in rest]
        getattr(self, f"do_{word}")(*rest)

    def do_track(self, n, block):
        self.now["track"][block] += n
        if self.now["track"][block] >= 5:
            self.trigger(block)

    def trigger(self, block):
        """Draw 1 card, resolve its effect, discard it, reset the track to 0; the next block's green marker turns red."""
        self.now["track"][block] = 5
        if not self.deck(block):
            self.shuffle(block)
        drawn = [self.drawn[block]] if block in self.drawn else self.deck(block)
        assert len(drawn) <= 1, "the tests leave one card in each deck"
        for id in drawn:
            self.card(id)
        self.now["track"][block] = 0
        self.now["red"].add(CHAIN[block])

    def deck(self, block, where="deck"):
        return [
            row["id"] for row in self.file["card"] if self.block(row) == block and self.now["place"][row["id"]] == where
        ]

    def block(self, row):
        return BLOCK[row["keywords"].split(".")[1]]

    def shuffle(self, block):
        for id in self.deck(block, "discard"):
            self.now["place"][id] = "deck"

    def card(self, id):
        row = self.row("card", id)
        self.now["place"][id] = "resolving"
        if row["keywords"].split(".")[1] not in self.now["shut"]:
            acting, self.seat = self.seat, self.first
            for text in row["effects"]:
                self.effect(text)
            self.seat = acting
        self.now["place"][id] = "discard"

    def do_seek(self, block, keyword):
        found = self.matching(block, keyword)
        if not found:
            for id in self.deck(block):
                self.now["place"][id] = "discard"
            self.shuffle(block)
            found = self.matching(block, keyword)
        if not found:
            for id in self.deck(block):
                self.now["place"][id] = "discard"
            return
        assert len(found) == 1, "the tests leave one card with the keyword"
        self.loose.update(set(self.deck(block)) - set(found))
        self.card(found[0])

    def matching(self, block, keyword):
        return [id for id in self.deck(block) if keyword in self.row("card", id)["keywords"].split(".")]

    def do_lower(self, n, block):
        if block == "any":
            options = [b for b, at in self.now["track"].items() if 0 < at < 5]
            block = self.choose("marker to move down", options)
            block = block and block.removeprefix("marker ")
        if block and self.now["track"][block] < 5:
            self.now["track"][block] = max(0, self.now["track"][block] - n)

    def do_break(self, where):
        f, part = where.split(".")
        if f in self.now["shut"]:
            return
        if (f, part) in self.penalties and (f, part) not in self.now["broken"]:
            self.now["broken"].add((f, part))
        elif self.now["track"][BLOCK[f]] < 5:
            self.do_track(1, BLOCK[f])

    def do_fix(self, n):
        for _ in range(n):
            part = self.choose("part to repair", sorted(self.now["broken"]))
            if part:
                self.now["broken"].discard(
                    tuple(part.removeprefix("part ").split(".")) if isinstance(part, str) else part
                )

    def do_stress(self, n):
        top = self.file["amounts"]["stress_length"]
        top = top[self.players - 1] if isinstance(top, list) else top
        self.now["stress"] = min(top, self.now["stress"] + n)

    def do_calm(self, n):
        self.now["stress"] = max(0, self.now["stress"] - n)

    def do_morale(self, n):
        self.now["morale"] = min(3, self.now["morale"] + n)

    def do_gloom(self, n):
        self.now["morale"] = max(-2, self.now["morale"] - n)

    def who(self, who):
        return {"me": [self.seat], "first": [self.first], "all": range(self.players)}[who]

    def suffers(self, seat, what):
        return sum(self.row("condition", id)["effect"] == what for id in self.now["conditions"][seat])

    def do_tokens(self, n, who):
        for p in self.who(who):
            if not self.suffers(p, "tokens"):
                self.now["tokens"][p] += min(n, 18 - sum(self.now["tokens"]))

    def one(self, question="who is hit"):
        chosen = self.choose(question, [f"astronaut {p}" for p in range(self.players)])
        return int(chosen.split()[1])

    def do_wound(self, n, who):
        for p in [self.one()] if who == "any" else self.who(who):
            self.wound(p, n)

    def wound(self, p, n):
        health = self.file["amounts"]["health"]
        self.now["wounds"][p] = min(health, self.now["wounds"][p] + n + self.suffers(p, "wound"))
        if self.now["wounds"][p] == health:
            raise Dead

    def do_heal(self, n, who):
        if who != "any":
            for p in self.who(who):
                self.now["wounds"][p] = max(0, self.now["wounds"][p] - n)
            return
        options = [f"astronaut {p}" for p in range(self.players) if self.now["wounds"][p]]
        options += [f"cure {p} {c}" for p in range(self.players) for c in self.now["conditions"][p]]
        chosen = self.choose("whom to treat", options)
        if not chosen:
            return
        kind, p, *condition = chosen.split()
        if kind == "cure":
            self.now["conditions"][int(p)].remove(condition[0])
        else:
            self.now["wounds"][int(p)] = max(0, self.now["wounds"][int(p)] - n)

    def do_condition(self, id, who):
        for p in [self.one()] if who == "any" else self.who(who):
            self.now["conditions"][p].add(id)

    def do_gain(self, n, good):
        self.now["stock"][good] += n

    def do_lose(self, n, good):
        self.now["stock"][good] = max(0, self.now["stock"][good] - n)

    def do_cargo(self, n, good):
        self.now["cargo"][good] += n

    def do_dust(self, n, producer):
        if producer not in self.now["shut"]:
            self.now["output"][producer] = max(1, self.now["output"][producer] - n)

    def do_clear(self, n, producer):
        if producer not in self.now["shut"]:
            self.now["output"][producer] = min(TOP[producer], self.now["output"][producer] + n)

    def do_token(self, modifier, f):
        if f not in self.now["shut"]:
            self.now["waiting"][f] = [modifier, *self.now["waiting"].get(f, [])][:3]

    def do_red(self, block):
        self.now["red"].add(block)

    def do_green(self, block):
        self.now["red"].discard(block)

    def do_rover(self, rover):
        self.now["blocked"].add(rover)

    def do_strip(self, n):
        for _ in range(n):
            places = [p for p, goods in self.now["ground"].items() if goods.total()]
            place = self.choose("place to lose a good", places)
            if place:
                place = place.removeprefix("place ")
                good = self.choose("good to take", [g for g, n in self.now["ground"][place].items() if n])
                self.now["ground"][place][good.removeprefix("good ")] -= 1

    def do_wilt(self, n):
        if "farm" in self.now["shut"]:
            return
        saved = Counter()
        for text in self.answers.pop("save plants", []):
            if text != "done":
                _, k, price = text.split()
                self.now["stock"][price] -= 1
                saved[GROWN if k == "grown" else int(k)] += 1
        before = self.now["plants"]
        self.now["plants"] = {k: saved[k] for k in range(1, GROWN + 1)}
        for k, there in before.items():
            fallen = 6 if k == GROWN else k - n
            if fallen >= 1:
                self.now["plants"][fallen] += there - saved[k]

    def do_study(self, n):
        total = {k: self.steps_of(k) for k, p in enumerate(self.mission.get("projects", [])) if p["place"] == "lab"}
        options = [f"project {k + 1}" for k, wanted in total.items() if self.now["steps"][k] < wanted]
        chosen = self.choose("project to advance", options)
        if chosen:
            k = int(chosen.split()[1]) - 1
            self.now["steps"][k] = min(total[k], self.now["steps"][k] + n)

    def steps_of(self, k):
        steps = self.mission["projects"][k]["steps"]
        return steps[self.players - 1] if isinstance(steps, list) else steps

    # Comparing

    def compare(self, table):
        """The whole table, thing by thing."""
        seen, expected = look(table), self.now
        for id in self.loose:
            assert seen["place"][id] in ("deck", "discard"), id
            expected["place"][id] = seen["place"][id]
        assert {k: v for k, v in seen.items() if v != expected[k]} == {
            k: v for k, v in expected.items() if v != seen[k]
        }
