"""Each of the 208 printed cards, played in two prepared states; the whole difference is compared with its row of facts."""

import pytest

from legacy_of_mars.facts import BY_NAME, CARDS, MAPS
from legacy_of_mars.reference import Expected, room
from legacy_of_mars.table import Table

pytestmark = pytest.mark.boundscheck

ALL = [pytest.param(card, id=f"{card.num}-{card.name.replace(' ', '-')}") for card in CARDS.values()]
BY_HAND = {66: "a hex to claim", 86: "a card to copy"}
"""Cards whose whole effect is a choice that has its own tests."""
FILLERS = {
    "science": (
        *("Breathing Filters", "Research", "Gene Repair", "Lagrange Observatory", "Trans-Neptune Probe"),
        "Artificial Photosynthesis",
    ),
    "jovian": ("Vesta Shipyard", "Callisto Penal Mines"),
    "plant": ("Lichen", "Grass", "Bushes"),
    "animal": ("Advanced Ecosystems", "Livestock"),
    "microbe": ("ArchaeBacteria", "Worms", "Industrial Microbes"),
    "power": ("Solar Power", "Wave Power", "Windmills"),
}
"""Cards without standing effects that supply the tags of requirements."""
MAP = {
    64: {"H2": "greenery 0", "C6": "greenery 0", "D2": "greenery 0"},
    120: {"G3": "city 0", "G5": "city 1"},
    123: {"G3": "city 1"},
    128: {"H5": "greenery 0"},
    188: {"E7": "city 1", "F5": "greenery 1"},
}
"""Tiles that a card's own tile must stand beside."""
CHEST = dict.fromkeys(("steel", "titanium", "plant", "energy", "heat"), 10)
RICH = (
    *("Breathing Filters", "Lichen", "ArchaeBacteria", "Advanced Ecosystems", "Solar Power", "Acquired Company"),
    *("Vesta Shipyard", "Solar Wind Power", "Industrial Microbes", "Mine", "Sponsors", "Research", "Gene Repair"),
    *("Callisto Penal Mines", "Tardigrades", "Fish"),
)
RICH_RIVAL = ("Soletta", "Trans-Neptune Probe", "Io Mining Industries", "Livestock", "Great Dam")


def fulfil(table, card, short=None):
    """All terms of the requirement hold exactly; the one that is `short` is missed by one step."""
    for term in card.req:
        n = term.n if term is not short else term.n + (1 if term.most else -1) * (2 if term.kind == "temp" else 1)
        if term.kind == "oxy":
            table.parameters(oxygen=n)
        elif term.kind == "temp":
            table.parameters(temperature=n)
        elif term.kind == "oce":
            table.oceans(n)
        elif term.kind == "prod":
            table.makes(0, **{term.what: max(n, table.production(0, term.what))})
        elif term.kind == "tag":
            supply(table, card, term.what, n)
        elif term.kind == "city_any":
            table.tiles(**dict.fromkeys(("C4", "G3")[:n], "city 1"))
        elif term.kind == "green_own":
            table.tiles(H5="greenery 0" if n else "greenery 1")
    return table


def supply(table, card, tag, n):
    """Face-up cards of seat 0 with exactly n tags of a kind, for a card that needs them."""
    have = sum(BY_NAME[table.called(row)].tags.count(tag) for row in table.face_up(0) if table.called(row) in BY_NAME)
    wanted = [name for name in FILLERS[tag] if name != card.name]
    for name in sorted(wanted, key=lambda name: -BY_NAME[name].tags.count(tag)):
        step = BY_NAME[name].tags.count(tag)
        if have + step <= n and table.row(name) not in table.face_up(0):
            table.down(0, name)
            have += step
    assert have >= n or n == 0, (card, tag, n, have)


def bare(card, short=None):
    """Nothing but what the card needs: it can just be played, and seat 1 has just what it takes from others."""
    table = Table().blank().parameters(temperature=-16).hand(0, card.num).has(0, megacredit=card.cost)
    for name, number in card.production.items():
        if not number.count and number.n < 0:
            table.makes(0, **{name: -number.n - (5 if name == "megacredit" else 0)})
    for name, number in card.resources.items():
        if not number.count and number.n < 0:
            table.has(0, **{name: -number.n})
    for effect in (*card.any, *(effect for alternative in card.choice for effect in alternative)):
        if effect.word == "anyprod":
            table.makes(1, **{effect.what: effect.n.n - (5 if effect.what == "megacredit" else 0)})
        elif effect.word in ("anyres", "steal"):
            table.has(1, **{effect.what: effect.n.n})
        elif effect.word == "p" and effect.n == "-X":
            table.makes(0, heat=2)
    return fulfil(table.tiles(**MAP.get(card.num, {})), card, short)


def rich(card):
    """Much of everything: tags, cities, productions and resources on both sides."""
    table = Table().blank().parameters(temperature=-16, oxygen=4)
    table.down(0, *(name for name in RICH if name != card.name)).keeps("Tardigrades", 1)
    table.down(1, *(name for name in RICH_RIVAL if name != card.name))
    if card.name != "Fish":
        table.keeps("Fish", 1)
    table.keeps("Livestock", 3 if card.name != "Livestock" else 0)
    table.events(0, *(name for name in ("Mineral Deposit", "Big Asteroid") if name != card.name))
    table.events(1, *(name for name in ("Comet",) if name != card.name))
    if card.num == 49:
        table.keeps("Tardigrades", 0)
    table.tiles(C4="city 0", G3="city 1", H5="greenery 0", I3="greenery 1")
    if card.num != 21:
        table.down(1, "Phobos Space Haven").tiles(Phobos="city 1 Phobos Space Haven")
    for seat in (0, 1):
        table.has(seat, **CHEST).makes(seat, **dict.fromkeys((*CHEST, "megacredit"), 5))
    table.has(0, megacredit=card.cost + 30).has(1, megacredit=30).hand(0, card.num)
    return fulfil(table.tiles(**MAP.get(card.num, {})), card)


def receiver(table, card, kind):
    """The card that gets resources of a kind, if seat 0 has one."""
    for name in ("Tardigrades", "Fish"):
        holds = BY_NAME[name].holds
        if kind in (holds, "has_res") and table.row(name) in table.face_up(0) and name != card.name:
            return name
    return None


def hexes(table, card, alternative):
    """The hexes for the tiles of a card: of all that the rules allow, ones that fit the alternative to be tried."""
    picks = []
    for tile in card.tiles:
        spots = room(table, tile) - set(picks)
        if card.num in (64, 67):
            metal = ("steel", "titanium")[alternative]
            spots = {a for a in spots if metal in MAPS[table.board][a].bonus}
        if not spots:
            break
        picks.append(sorted(spots)[len(spots) // 2])
    return picks


def play(table, card, alternative=0):
    """Play the card and compare all that changes with its row."""
    table.ready()
    assert table.may_play(card.num)
    expected = Expected(table, card)
    expected.enter()
    expected.fixed()
    answers = {"target": 1, "alternative": alternative}
    picks = hexes(table, card, alternative)
    for tile, label in zip(card.tiles, picks, strict=False):
        expected.lay(tile, label)
    if picks:
        answers["hex"] = picks
    for effect in card.any:
        expected.hit(effect, 1)
    for effect in card.addres:
        if effect.word == "self":
            expected.delta[f"on {card.name}"] += effect.n.n
        else:
            expected.put_on(effect, receiver(table, card, effect.what or effect.word))
    if any(effect.word == "has_res" for effect in card.addres):
        answers["receiver"] = "Tardigrades"
    for effect in card.choice[alternative] if card.choice else ():
        if effect.word in ("r", "p") and effect.n == "X":
            expected("megacredit production", table.production(0, "heat"))
        elif effect.word == "p" and effect.n == "-X":
            expected("heat production", -table.production(0, "heat"))
        elif effect.word in ("r", "p"):
            expected(effect.what + (" production" if effect.word == "p" else ""), effect.n.n)
        elif effect.word == "othercard":
            expected.put_on(effect, receiver(table, card, effect.what))
        elif effect.word == "anycard":
            expected.delta["on Livestock"] -= 2
            answers["receiver"] = "Livestock"
        else:
            expected.hit(effect, 1)
    spots = [room(table, tile) for tile in card.tiles[:1]]
    table.play(card.num, **answers)
    changes = {key: value for key, value in table.changes().items() if not key.startswith("metal of")}
    assert changes == expected.result()
    if spots and len(spots[0]) > 1:
        assert table.offered["hex"][0] == {f"place {label}" for label in spots[0]}


def alternatives(card, situation):
    """The alternatives of a card that can be done in a situation."""
    if not card.choice:
        return [0]
    needs_card = ("othercard", "anycard")
    return [
        k
        for k, effects in enumerate(card.choice)
        if situation is rich or not any(e.word in needs_card for e in effects)
    ]


PLAYED = [
    pytest.param(card, situation, k, id=f"{situation.__name__}-{card.num}-{card.name.replace(' ', '-')}-{k}")
    for card in CARDS.values()
    if card.num not in BY_HAND
    for situation in (bare, rich)
    for k in alternatives(card, situation)
]


@pytest.mark.parametrize(("card", "situation", "alternative"), PLAYED)
def test_played_it_does_what_its_row_says(card, situation, alternative):
    play(situation(card), card, alternative)


TERMS = [
    pytest.param(card, term, id=f"{card.num}-{term.kind}-{term.what}")
    for card in CARDS.values()
    for term in card.req
    if (term.kind, term.n) != ("oxy", 0)
]


@pytest.mark.parametrize(("card", "term"), TERMS)
def test_it_cannot_be_played_with_a_requirement_missed_by_one_step(card, term):
    table = bare(card).has(0, megacredit=100)
    assert table.ready().may_play(card.num)
    assert not bare(card, short=term).has(0, megacredit=100).ready().may_play(card.num)


COSTING = [param for param in ALL if param.values[0].cost and param.values[0].num not in BY_HAND]


@pytest.mark.parametrize("card", COSTING)
def test_it_cannot_be_played_with_one_megacredit_less_than_it_costs(card):
    assert bare(card).ready().may_play(card.num)
    assert not bare(card).has(0, megacredit=card.cost - 1).ready().may_play(card.num)


LOSSES = [
    pytest.param(card, name, id=f"{card.num}-{name}")
    for card in CARDS.values()
    for name, number in card.production.items()
    if number.n < 0 and card.num != 200  # whose own trigger pays one M€ of it
]


@pytest.mark.parametrize(("card", "name"), LOSSES)
def test_it_cannot_be_played_without_the_production_that_it_lowers(card, name):
    table = bare(card)
    assert table.ready().may_play(card.num)
    table.makes(0, **{name: table.production(0, name) - 1})
    assert not table.ready().may_play(card.num)


PAID = [
    pytest.param(card, name, id=f"{card.num}-{name}")
    for card in CARDS.values()
    for name, number in card.resources.items()
    if number.n < 0
]


@pytest.mark.parametrize(("card", "name"), PAID)
def test_it_cannot_be_played_without_the_resources_that_it_loses(card, name):
    table = bare(card)
    assert table.ready().may_play(card.num)
    table.has(0, **{name: table.resource(0, name) - 1})
    assert not table.ready().may_play(card.num)


OFF_PLANET = {"phobos_reserved", "ganymede_reserved"}
PLACING = [p for p in ALL if any(t.kind != "ocean" and not set(t.where) & OFF_PLANET for t in p.values[0].tiles)]


@pytest.mark.parametrize("card", PLACING)
def test_it_cannot_be_played_without_a_place_for_its_tile(card):
    (tile,) = card.tiles
    table = bare(card).ready()
    assert table.may_play(card.num)
    while spots := room(table, tile):
        table.tiles(**dict.fromkeys(spots, "greenery 1"))
    assert not table.ready().may_play(card.num)


METALS = [
    pytest.param(card, metal, id=f"{card.num}-{metal}")
    for card in CARDS.values()
    for metal, tag in (("steel", "building"), ("titanium", "space"))
    if tag in card.tags and card.num not in BY_HAND
]


@pytest.mark.parametrize(("card", "metal"), METALS)
def test_steel_pays_2_for_building_cards_and_titanium_3_for_space_cards_without_refund(card, metal):
    worth = {"steel": 2, "titanium": 3}[metal]
    cubes = -(-card.cost // worth)
    table = bare(card).has(0, megacredit=0, **{metal: cubes}).ready()
    assert table.may_play(card.num)
    table.play(card.num, target=1, hex=hexes(table, card, 0) or "A1")
    gained = card.resources.get(metal)
    on_map = set(hexes(bare(card).ready(), card, 0)) & set(MAPS["tharsis"])
    printed = sum(MAPS["tharsis"][a].bonus.count(metal) for a in on_map)
    assert table.resource(0, metal) == (gained.n if gained else 0) + printed
    assert not bare(card).has(0, megacredit=0, **{metal: cubes - 1}).ready().may_play(card.num)
    wrong = {"steel": "titanium", "titanium": "steel"}[metal]
    if {"building", "space"} <= set(card.tags):
        return
    assert not bare(card).has(0, megacredit=0, **{wrong: 40}).ready().may_play(card.num)


PLAIN = [p for p in ALL if not {"building", "space"} & set(p.values[0].tags) and p.values[0].cost]


@pytest.mark.parametrize("card", PLAIN)
def test_no_metal_pays_for_other_cards(card):
    if card.num in BY_HAND:
        return
    assert not bare(card).has(0, megacredit=card.cost - 1, steel=40, titanium=40).ready().may_play(card.num)


SCORED = [p for p in ALL if p.values[0].vp.n and not p.values[0].vp.count.startswith("adj")]


@pytest.mark.parametrize("card", SCORED)
def test_it_is_worth_its_victory_points_at_the_end(card):
    vp = card.vp
    counts = {"": [0], "res": [0, 1, 2, 3, 5, 8], "tag:jovian": [0, 2], "city_any": [0, 2, 5]}
    for n in counts[vp.count] if vp.condition is None else [0, 1, 5]:
        table = Table().blank()
        if vp.count == "tag:jovian":
            table.down(0, *("Vesta Shipyard", "Callisto Penal Mines")[:n])
        elif vp.count == "city_any":
            spots = ("B1", "C4", "G3", "G6", "I1")
            table.tiles(**{a: f"city {k % 2}" for k, a in enumerate(spots[:n])})
        before = table.ready().scores()
        (table.events if card.color == "red" else table.down)(0, card.num)
        if card.holds:
            table.keeps(card.num, n)
        after = table.ready().scores()
        if vp.condition is not None:
            worth = vp.n if n >= vp.condition.n else vp.other
        elif vp.count:
            # The card's own Jovian tag counts.
            worth = vp.n * ((n + (vp.count == "tag:jovian")) // vp.per)
        else:
            worth = vp.n
        assert after[0] - before[0] == worth
        assert after[1] == before[1]
