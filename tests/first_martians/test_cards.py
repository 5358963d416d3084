"""Every shipped card, event, adventure, tile, upgrade and condition, against the reading of cards_reference.py.

First all lists of effects in several situations, then each row once by the means of the game: drawn, attended to, rolled,
explored, turned over.
"""

import pytest

from first_martians.cards_reference import BLOCK, BLOCKS, CHAIN, FACILITIES, GOODS, PARTS, Reference, answer, look
from first_martians.table import TEST_DECK, Table
from marszoo.envs.first_martians import GAME
from marszoo.envs.first_martians.state import E_ADVENTURE, ENDINGS

pytestmark = pytest.mark.boundscheck
SHIPPED = GAME.shipped
ROWS = SHIPPED.rows
HEALTH = int(SHIPPED.tables["health"])
LISTS = [
    (table, row["id"], key)
    for table, keys in (
        ("event", ("now", "reward", "penalty")),
        ("adventure", ("effects",)),
        ("shutdown", ("effects",)),
        ("stress", ("effects",)),
        ("roi", ("finds",)),
        ("astronaut", ("effects",)),
    )
    for row in ROWS[table]
    for key in keys
    if row.get(key)
]
PLAIN = {"working": "w03", "living": "l03", "system": "s12"}
"""Cards that do not send for others: what is drawn in blocks that a test does not speak of."""
SOUGHT = {("working", "obstacle"): "w09", ("living", "obstacle"): "l02", ("system", "obstacle"): "s09"}
SOUGHT |= {("working", "failure"): "w04", ("living", "complication"): "l01", ("system", "failure"): "s02"}
"""A card for each keyword that is sought."""


def base(players=3, mission="old_water", **options):
    return Table(players, mission, content=SHIPPED, **options).blank().put(listed=0, red=0)


def steps(table, *left):
    """So many steps are left of the first projects."""
    total = [p["steps"] for p in table.sheet["projects"]]
    total = [n[table.players - 1] if isinstance(n, list) else n for n in total]
    return table.put(steps={k: total[k] - n for k, n in enumerate(left)})


def bare(table):
    """An intact base; something lies outside."""
    return table.tile("1.2", "basalt_shelf").tile("1.4", "boulder_field")


def worn(table):
    """Parts are broken, people hurt, markers on their way."""
    table.broken("lab.cpu", "med_lab.hardware", "farm.filter", "solar_panel_1.connector", "control_center.cpu")
    table.put(wounds={0: 2, 2: 1}, tokens={0: 1, 1: 3}, stress=9, morale=-1, blocked={0: 1})
    table.put(output={"oxygenator_1": 2, "oxygenator_2": 3, "solar_panel_1": 4, "solar_panel_2": 1})
    table.suffers(1, "fever").token("lab", "pawn", waiting=True).red("living").track(working=2, living=3, system=1)
    table.tile("1.2", "basalt_shelf").tile("2.2", "blueberry_plain").put(plants=[1, 0, 1, 0, 2, 0, 3])
    return steps(table, 1, 1)


def tense(table):
    """All markers are one step below their cards, and whatever can end is near its end."""
    table.track(working=4, living=4, system=4).put(stress=35, morale=3, tokens={0: 9, 1: 8}, stock=1)
    table.put(output={"oxygenator_1": 1, "solar_panel_1": 1}).suffers(0, "frailty", "shock").suffers(2, "sprain")
    table.put(waiting={"lab": [1, 2, 3], "garage_hall": [4, 4, 0]}, plants=[0, 1, 0, 0, 0, 1, 5])
    return steps(table.tile("1.4", "green_clay"), 0)


def dark(table):
    """Facilities are shut down, nothing lies outside, the supplies are gone."""
    for f in ("lab", "farm", "med_lab"):
        table.shut(f, "energy")
    table.shut("oxygenator_1", "energy").shut("garage_hall", "oxygen").shut("control_center", "oxygen")
    return steps(table, 0, 0).put(stock=0, morale=-2).red("working", "living", "system").track(working=4)


SITUATIONS = [bare, worn, tense, dark]


def decks(table, *ids):
    """These cards lie in their decks, and one plain card in each of the other decks."""
    blocks = {BLOCK[table.written("card", id)["keywords"].split(".")[1]] for id in ids}
    return table.deck(*ids, *(id for block, id in PLAIN.items() if block not in blocks))


def sought(texts):
    """The cards that these effects send for."""
    return [SOUGHT[tuple(text.split()[1:])] for text in texts if text.startswith("seek")]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize(("table", "id", "key"), LISTS, ids=["-".join(row) for row in LISTS])
def test_effects_in_a_situation(table, id, key, situation):
    game = situation(base().first(2))
    texts = game.written(table, id)[key]
    decks(game, *sought(texts)).effects_after(1, table, id, key).ready()
    reference = Reference(game)
    game.idle()
    reference.effects(1, texts, answer(game))
    reference.compare(game)
    assert game.asks == "assign a pawn"


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("id", SHIPPED.ids["card"])
def test_a_malfunction_card_in_a_situation(id, situation):
    for seed in range(40):
        game = situation(base(seed=seed).first(2))
        row = game.written("card", id)
        block = BLOCK[row["keywords"].split(".")[1]]
        decks(game, id, *sought(row["effects"])).trigger_after(block).ready()
        reference = Reference(game)
        game.idle()
        if game.place(id) == "deck":
            continue  # the card that this one sends for was drawn first
        reference.fire(block, answer(game), drawn=id)
        reference.compare(game)
        assert game.asks == "assign a pawn"
        assert game.place(id) == "discard"
        return
    raise AssertionError(f"{id} was never drawn")


FORMS = [row for row in TEST_DECK.rows["event"] if row["id"].startswith("r_") and "nothing" not in row["id"]]


@pytest.mark.parametrize("hurt", [False, True], ids=["sound", "hurt"])
@pytest.mark.parametrize("row", FORMS, ids=lambda row: row["id"])
def test_every_form_of_an_effect(row, hurt):
    # Shipped rows do not use every form: the test deck has one for each.
    game = (
        Table(3)
        .blank()
        .first(2)
        .deck("w_lab")
        .deck("s_farm")
        .deck("l_wound")
        .tile("1.2", "far_1")
        .tile("1.4", "find_1")
    )
    if hurt:
        game.put(wounds={0: 1, 1: 2, 2: 1}, tokens={1: 1}, stress=4, morale=-1, stock=1, blocked={0: 1})
        game.put(output={"oxygenator_1": 2, "solar_panel_2": 4}, plants=[1, 0, 0, 2, 0, 0, 1], steps={0: 3})
        game.track(working=4, living=2, system=1).red("living").suffers(2, "sprain", "shock").broken(
            "lab.cpu", "farm.filter"
        )
    game.effects_after(1, "event", row["id"], "reward").ready()
    reference = Reference(game)
    game.idle()
    reference.effects(1, row["reward"], answer(game))
    reference.compare(game)
    assert game.asks == "assign a pawn"


def test_an_effect_that_kills_is_the_last_one():
    game = base(2).put(wounds={0: HEALTH - 1}).effects_after(0, "adventure", "green_5").ready()
    reference = Reference(game)
    game.idle()
    reference.effects(0, game.written("adventure", "green_5")["effects"])
    reference.compare(game)
    assert game["ending"] == ENDINGS.index("an astronaut died")
    assert not game["waiting"].any(), "the token is not put down any more"


# By the means of the game


@pytest.mark.parametrize("id", SHIPPED.ids["event"])
def test_an_event_comes_up(id):
    # Production lacks an oxygen and asks, so that the game stands still before anything else happens.
    row = next(row for row in ROWS["event"] if row["id"] == id)
    game = decks(base(2).put(output={"oxygenator_1": 2}, tokens={1: 3})).next_event(id).ready()
    reference = Reference(game)
    reference.first = 1
    game.rest()
    answers = answer(game)
    assert game.asks == "shut down or pay"
    reference.effects(1, [f"track 1 {row['block']}", *row.get("now", [])], answers)
    reference.now["tokens"][1] += reference.now["morale"]  # the Morale phase lies between
    reference.compare(game)
    assert game.open_events() == {id}
    assert game["left"][0] == row["rounds"]


@pytest.mark.parametrize("id", SHIPPED.ids["event"])
def test_an_event_is_attended_to(id):
    game = worn(base(4))
    row = game.written("event", id)
    decks(game, *sought(row.get("reward", []))).event(id, left=3).ready()
    reference = Reference(game)
    game.idle().idle().act("do event 1", *["join event 1"] * (row.get("attend", 1) - 1))
    assert not game.may("join event 1")
    game.act("do quarters", "join quarters").rest()
    answers = answer(game)
    assert game.asks == "Morale or Stress"
    reference.effects(1, row.get("reward", []), answers)
    reference.compare(game)
    assert not game.open_events()


WAITING = {False: "working_06", True: "system_08"}
"""An event with a price that is due as well, and asks; another one where it is tested itself."""


def due(id):
    """The event is due, with another one after it that asks."""
    game = worn(base(3).first(2))
    row = game.written("event", id)
    game.event(id).event(WAITING[id == "working_06"], slot=2).stock(**dict.fromkeys(GOODS, 4))
    return decks(game, *sought(row["penalty"])).ready(), row


@pytest.mark.parametrize("id", SHIPPED.ids["event"])
def test_an_event_strikes(id):
    game, row = due(id)
    reference = Reference(game)
    game.rest()
    if "price" in row:
        assert game.asks == "pay for the event"
        game.act("penalty")
    answers = answer(game)
    reference.effects(2, row["penalty"], answers)
    reference.compare(game)
    assert (game.asks, game.player) == ("pay for the event", 2)
    assert game.open_events() == set()


@pytest.mark.parametrize("id", [row["id"] for row in ROWS["event"] if "price" in row])
def test_an_event_is_paid_for(id):
    game, row = due(id)
    reference = Reference(game)
    game.rest().act("pay")
    n, good = row["price"].split()
    reference.effects(2, [f"lose {n} {good}"])
    reference.compare(game)
    assert game.asks == "pay for the event", "the next one"
    game.stock(**{good: int(n) - 1})


ROLLS = {
    "brown": ("repair", "part to repair"),
    "gray": ("quarters", "Morale or Stress"),
    "green": ("explore 1.6", "part to repair"),
    "blue": ("med", "whom to treat"),
}
"""Colour -> an action whose dice are rolled, and the question after which nothing more has happened."""


@pytest.mark.parametrize("id", SHIPPED.ids["adventure"])
def test_an_adventure_befalls_the_astronaut_in_front(id):
    colour = next(row["colour"] for row in ROWS["adventure"] if row["id"] == id)
    alike = [row["id"] for row in ROWS["adventure"] if row["colour"] == colour]
    action, question = ROLLS[colour]
    success = colour != "green"  # what an explored place brings is not wanted here
    game = decks(base(3).broken("farm.cpu").put(wounds={2: 1, 0: 1}, stress=5, astronaut={0: 0, 1: 2, 2: 1}))
    dice = ((colour, "success", success), (colour, "wound", False), (colour, "adventure", True))
    game.coming(*dice, then=(len(alike), alike.index(id))).ready().act(f"do {action}")
    if colour == "green":
        game.act(f"join {action}", "do repair", "join repair")
    reference = Reference(game)
    game.rest()
    answers = answer(game, until=question)
    assert game.asks == question
    reference.effects(0, [*game.written("adventure", id)["effects"], *([] if success else ["tokens 1 me"])], answers)
    reference.compare(game)
    assert [row[2] for row in game.log if row[0] == E_ADVENTURE] == [game.content.ids["adventure"].index(id)]


@pytest.mark.parametrize("id", SHIPPED.ids["shutdown"])
def test_a_shutdown_tile_is_turned_over(id):
    k = SHIPPED.ids["shutdown"].index(id)
    row = ROWS["shutdown"][k]
    game = decks(base(3).put(flipped={t: 1 for t in range(8) if t != k and t // 4 == k // 4}).shut("lab", row["kind"]))
    game.event("working_06").ready()
    game.idle().idle().act("do restart lab")
    reference = Reference(game)
    game.rest()
    assert game.asks == "pay for the event"
    reference.now["shut"] = {}
    reference.effects(1, row["effects"], {})
    reference.compare(game)
    assert game["flipped"][k] == 1


PLACE = {1: "1.5", 2: "2.5", 3: "3.5"}
INNER = {1: "boulder_field", 2: "salt_flat"}


@pytest.mark.parametrize("rover", [None, "froggy", "scorpio"])
@pytest.mark.parametrize("id", SHIPPED.ids["roi"])
def test_a_tile_is_explored(id, rover):
    ring = next(row["ring"] for row in ROWS["roi"] if row["id"] == id)
    place, stack = PLACE[ring], [row["id"] for row in ROWS["roi"] if row["ring"] == ring]
    game = decks(base(4).put(wounds={2: 1, 0: 1}, stress=5).broken("farm.cpu", "lab.cpu"))
    for inner in range(1, ring):
        game.tile(PLACE[inner], INNER[inner])
    game.put(blocked={k: int(name != rover) for k, name in enumerate(("froggy", "scorpio"))})
    game.coming(then=(len(stack), stack.index(id))).ready()
    reference = Reference(game)
    game.act(f"do explore {place}")
    for _ in range({None: ring + 1, "froggy": ring - 1, "scorpio": ring}[rover]):
        game.act(f"join explore {place}")
    game.act("do repair", "join repair")
    while game.asks == "assign a pawn":  # the rest comes after the repair, or to nothing
        late = sorted(action for action in game.legal if action.startswith("do upgrade"))
        game.act(late[0]) if late else game.idle()
    while game.asks == "assign a helper":
        game.act(f"join explore {place}" if game.may(f"join explore {place}") else "idle")
    answers = answer(game, until="part to repair")
    assert game.asks == "part to repair"
    adventures = [game.content.ids["adventure"][row[2]] for row in game.log if row[0] == E_ADVENTURE]
    reference.explore(0, place, id, answers, rover, *adventures)
    reference.compare(game)


# Upgrades and conditions


def install(id):
    """The upgrade is built and works from the next sol on."""
    mission = next(row["id"] for row in ROWS["mission"] if id in row["upgrades"])
    game = base(3, mission).next_event("working_12")
    k = SHIPPED.ids["upgrade"].index(id) + 1
    game.ready().act(f"do upgrade {k}", f"join upgrade {k}").rest()
    assert game["sol"] == 2
    return game.put(track=0, red=0, stress=0, open=-1, left=0).put(drawn={SHIPPED.ids["event"].index("working_12"): 1})


@pytest.mark.parametrize("id", SHIPPED.ids["upgrade"])
def test_an_upgrade_does_what_its_card_says(id):
    row = next(row for row in ROWS["upgrade"] if row["id"] == id)
    word, *rest = row["effect"].split()
    f = row["facility"]
    if word == "cancel":
        game = install(id).broken(f"{f}.{rest[0]}").put(sols=2)
        penalty = next(row for row in ROWS["facility"] if row["id"] == f)["parts"][rest[0]]
        assert penalty != "none"
        game.ready().rest()
        assert game.of("track")[BLOCK[f]] == 0, "it would be 1"
        assert game.is_broken(f"{f}.{rest[0]}")
    elif word == "output":
        game = install(id)
        assert game.of("stock")["oxygen"] == game.sheet["supplies"][0] + (int(rest[0]) + 1) // 2, "half, rounded up"
    elif word == "yield":
        game = install(id)
        n, good = int(rest[0]), rest[1]
        assert game.of("stock")[good] == game.sheet["supplies"][GOODS.index(good)] + n
    elif f == "med_lab":
        game = install(id).put(wounds={1: HEALTH - 1}).ready().act("do med", "join med").rest().act("astronaut 1")
        assert game["wounds"][1] == HEALTH - 1 - 2 - int(rest[0])
    elif f == "lab":
        game = install(id).ready()
        action = min(a for a in game.legal if a.startswith("do research"))
        before = game["steps"].sum()
        game.act(action, action.replace("do", "join")).rest()
        assert game["steps"].sum() == before + 1 + int(rest[0])
    else:
        assert word == "sure"
        action = {"garage_hall": "explore 1.3", "working_bay": "restore oxygenator_1"}[f]
        game = install(id).put(output={"oxygenator_1": 3}, sols=2).ready().act(f"do {action}")
        if f == "garage_hall":
            assert game.may(f"join {action}"), "1 and 1 for the way"
            game.act(f"join {action}")
        assert not game.may(f"join {action}")
        game.rest()
        assert game["spot"][2] >= 0 or game.of("output")["oxygenator_1"] == 4


@pytest.mark.parametrize("id", SHIPPED.ids["condition"])
def test_a_condition_does_what_it_says(id):
    effect = next(row for row in ROWS["condition"] if row["id"] == id)["effect"]
    game = decks(base(2).suffers(0, id))
    if effect == "tokens":
        game.event("living_01").effects_after(0, "event", "living_01", "now").ready().idle()
        assert game["tokens"].tolist() == [0, 1, 0, 0]
    elif effect == "wound":
        game.effects_after(0, "event", "living_11", "penalty").ready().idle()
        assert game["wounds"].tolist() == [2, 1, 0, 0]
    elif effect == "stress":
        game.next_event("working_12").ready().rest()
        assert (game["sol"], game["stress"]) == (2, 2 + 1)
    else:
        assert effect == "roll"
        game.put(wounds={1: 2}, sols=1).coming(("blue", "success", False)).ready().act("do med", "join med").rest()
        assert (game["wounds"][1], game["tokens"][0]) == (2, 1), "it failed, and comforts"


@pytest.mark.parametrize("id", SHIPPED.ids["astronaut"])
def test_a_skill_does_what_it_says(id):
    row = next(row for row in ROWS["astronaut"] if row["id"] == id)
    others = [a for a in SHIPPED.ids["astronaut"] if a != id]
    game = decks(base(2).astronauts(id, others[0]).put(tokens={0: row["cost"]}, wounds={1: 2}).track(living=2))
    if row["when"] == "assign":
        game.ready()
        reference = Reference(game)
        game.act("skill")
        reference.now["tokens"][0] = 0
        reference.effects(0, row["effects"], answer(game))
        reference.compare(game)
        return
    action = {"blue": "do med", "green": "do explore 1.3", "brown": "do repair"}[row["colour"]]
    dice = [(row["colour"], "success", False), (row["colour"], "wound", False), (row["colour"], "adventure", False)]
    game.broken("lab.cpu").coming(*dice, (row["colour"], "success", True)).put(sols=1).ready().act(action)
    if row["colour"] == "green":
        game.act("join explore 1.3")
    game.rest()
    assert (game.asks, game.legal) == ("accept or re-roll", {"accept", "reroll success"})
    game.act("reroll success")
    assert game["tokens"][0] == 0
    assert game.asks in ("whom to treat", "part to repair", "over")
    assert game.asks != "over" or game["spot"][2] >= 0


# The Stress track


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("k", range(len(ROWS["stress"])))
def test_the_stress_track_has_its_effect_at_the_end_of_production(players, k):
    at = ROWS["stress"][k]["at"]
    at = at[players - 1] if isinstance(at, list) else at
    game = decks(base(players).put(stress=at - players, plants={1: 0})).next_event("working_12").ready()
    reference = Reference(game)
    reference.first = 1 % players
    game.rest()
    answers = answer(game)
    reference.now["stress"] += players
    reference.effects(1 % players, ["track 1 working", *ROWS["stress"][k]["effects"]], answers)
    reference.compare(game)


def test_the_reference_knows_the_same_base_as_the_file():
    written = [(row["id"], set(row["parts"])) for row in ROWS["facility"]]
    assert tuple(f for f, _ in written) == FACILITIES
    assert all(parts <= set(PARTS) for _, parts in written)
    assert set(BLOCKS) == set(CHAIN)
    assert look(base())["output"] == {"oxygenator_1": 4, "oxygenator_2": 4, "solar_panel_1": 5, "solar_panel_2": 5}
