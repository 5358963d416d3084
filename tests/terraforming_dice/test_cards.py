"""Every shipped card played and used in several situations, against the reading of cards_reference.py."""

import pytest

from marszoo.envs.terraforming_dice import GAME
from terraforming_dice.cards_reference import Reference, answer
from terraforming_dice.table import Table

pytestmark = pytest.mark.boundscheck
SHIPPED = GAME.shipped
PROJECTS, BONUSES, CORPORATIONS = (SHIPPED.rows[table] for table in ("project", "bonus", "corporation"))
ACTIONS = [row for row in (*PROJECTS, *BONUSES) if row.get("action")]
REACTING = [
    (row["id"], text)
    for row in (*PROJECTS, *BONUSES, *CORPORATIONS)
    for text in row.get("permanent", [])
    if text.startswith("on ")
]
SPARE = "plant plant water"
"""Dice that seat 0 has beside what the card costs."""
PLAYED_WITH = next(row for row in PROJECTS if row["id"] == "weather_stations")
"""What is played from the hand with cards that let one do so."""


def bare(table):
    """Nothing on the map, all tracks at their beginning."""
    return table


def before_the_bonuses(table):
    """One step below a bonus of both tracks, with a city and a greenery to build beside."""
    return table.tracks(temperature=-28, oxygen=2).tiles(D2="city", E5="ocean", E4="greenery", C5="special tile")


def one_track_finished(table):
    return table.tracks(temperature=8, oxygen=6).tiles(C3="greenery", F3="city")


def seven_oceans(table):
    return table.oceans(7).tracks(temperature=-4, oxygen=8).tiles(C3="city")


def discounts_and_rich_rivals(table):
    """Seat 0 pays less for some icons; its rivals have something to lose, and cards that react."""
    table.down(0, "mass_driver", "logistics").down(1, "arctic_algae", "eco_architects")
    return table.dice(1, "plant plant plant steel heat water").wild(0, 1)


SITUATIONS = [bare, before_the_bonuses, one_track_finished, seven_oceans, discounts_and_rich_rivals]


def prepared(situation, dice):
    """A table in a situation, with awards for three common icons."""
    return situation(Table(content=SHIPPED)).awards("steel", "heat", "megacredit").dice(0, dice)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("card", [row["id"] for row in PROJECTS])
def test_play_a_project(card, situation):
    row = next(row for row in PROJECTS if row["id"] == card)
    dice = [*row["cost"], *SPARE.split()]
    table = situation(Table(content=SHIPPED)).hand(0, card)
    if any(text.startswith("play") for text in row.get("effects", [])):
        table.hand(0, PLAYED_WITH["id"])
        dice += PLAYED_WITH["cost"]
    table = table.awards("steel", "heat", "megacredit").dice(0, " ".join(dice)).main()
    reference = Reference(table)
    table.act(f"card {card}")
    reference.play(0, card, answer(table))
    reference.compare(table)
    assert table.asks in ("free action or go on", "turn kind or support action", "play a bonus card")


@pytest.mark.parametrize("card", [row["id"] for row in PROJECTS])
def test_play_a_project_with_wild_tokens_alone(card):
    row = next(row for row in PROJECTS if row["id"] == card)
    table = Table(content=SHIPPED).wild(0, len(row["cost"])).hand(0, card).main()
    reference = Reference(table)
    table.act(f"card {card}")
    reference.play(0, card, answer(table))
    reference.compare(table)
    gained = sum(int(t.split()[1]) for t in row.get("effects", []) if t.startswith("wild"))
    assert table["wild"][0] == gained, "all of them spent"
    table = Table(content=SHIPPED).wild(0, len(row["cost"]) - 1).hand(0, card).main()
    assert not table.may(f"card {card}"), "one token too few"


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("card", [row["id"] for row in BONUSES])
def test_play_a_bonus_card(card, situation):
    table = prepared(situation, " ".join([*SPARE.split(), *PLAYED_WITH["cost"]])).hand(0, PLAYED_WITH["id"])
    table.pile(card, *[row["id"] for row in BONUSES if row["id"] != card][:2]).points(0, 5, bonuses=0).after()
    table.act("done")
    assert table.asks == "play a bonus card"
    reference = Reference(table)
    table.act(f"card {card}")
    reference.play(0, card, answer(table), free=True)
    while table.asks == "play a bonus card":  # the card led to 12 points: another one, free as well
        chosen = min(table.legal)
        table.act(chosen)
        reference.play(0, chosen.split()[1], answer(table), free=True)
    reference.compare(table)
    assert (table["bonuses"][0], table["active"]) == (1 + (table["points"][0] >= 12), 1)


def using(card, situation):
    """Seat 0 may use the card, and has what it pays and a little more."""
    row = next(row for row in ACTIONS if row["id"] == card)
    table = prepared(situation, " ".join([*row.get("pay", []), *SPARE.split()])).down(0, card)
    return row, table.main() if row["action"] == "main" else table.start()


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("card", [row["id"] for row in ACTIONS])
def test_use_a_blue_card(card, situation):
    row, table = using(card, situation)
    reference = Reference(table)
    table.act(f"card {card}")
    reference.use(0, card, answer(table))
    reference.compare(table)
    assert not table.may(f"card {card}"), "it lies sideways"
    follows = {"support": "main action", "main": "free action or go on", "free": "turn kind or support action"}
    assert table.asks in (follows[row["action"]], "turn kind or support action")


@pytest.mark.parametrize("card", [row["id"] for row in ACTIONS])
def test_a_blue_card_used_is_ready_after_the_production_turn(card):
    table = Table(content=SHIPPED).down(0, card, turned=True).wild(0, 3).start()
    assert not table.may(f"card {card}")
    table.act("produce")
    assert table["turned"][table.rows[card]] == 0


@pytest.mark.parametrize("card", [row["id"] for row in ACTIONS if row.get("pay")])
def test_a_blue_card_that_cannot_be_paid_cannot_be_used(card):
    row = next(row for row in ACTIONS if row["id"] == card)
    for wild in (len(row["pay"]) - 1, len(row["pay"])):
        table = Table(content=SHIPPED).down(0, card).wild(0, wild).dice(0, "nuclear")
        table = table.main() if row["action"] == "main" else table.start()
        assert table.may(f"card {card}") == (wild == len(row["pay"])), "wild tokens pay, too"


@pytest.mark.parametrize("card", [row["id"] for row in PROJECTS if row["colour"] == "green"])
def test_a_green_card_produces_at_the_production_turn(card):
    table = Table(content=SHIPPED).down(0, card).start()
    reference = Reference(table)
    for id in (card, reference.corporation[0]):
        for icon in reference.row(id)["production"]:
            reference.effect(0, {"wild": "wild 1", "point": "points 1"}.get(icon, f"roll 1 {icon}"), None)
    table.act("produce")
    reference.do_draw(0, 5)
    reference.compare(table)


EVENTS = {
    "ocean": ("ocean", "water water water", None),
    "greenery": ("greenery", "plant plant plant plant", None),
    "city": ("city", "city city city", None),
    "special": ("card peninsula", "water steel event", "peninsula"),
    "temperature": ("temperature", "heat heat heat", None),
    "oxygen": ("greenery", "plant plant plant plant", None),
    "green_card": ("card ore_sieves", "steel steel", "ore_sieves"),
    "red_card": ("card lobbying", "event megacredit", "lobbying"),
    "blue_card": ("card well_drillers", "water steel science", "well_drillers"),
}
"""Event -> how it is brought about: action, dice, card of the hand."""


@pytest.mark.parametrize("doer", [0, 1], ids=["own", "another's"])
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(("id", "text"), REACTING, ids=[f"{id} {text}" for id, text in REACTING])
def test_reactions(id, text, event, doer):
    action, dice, card = EVENTS[event]
    corporations = [id, "helion"] if id in SHIPPED.ids["corporation"] else None
    table = Table(content=SHIPPED, corporations=corporations).dice(doer, dice).turn_of(doer)
    if not corporations:
        table.down(0, id)
    if card:
        table.hand(doer, card)
    table.main()
    reference = Reference(table)
    table.act(action)
    answers = answer(table)
    if card:
        reference.play(doer, card, answers)
    else:
        reference.pay(doer, dice.split())
        reference.effect(doer, f"{action} 1", answers)
    reference.compare(table)


@pytest.mark.parametrize("row", CORPORATIONS, ids=[row["id"] for row in CORPORATIONS])
def test_a_corporation_gives_its_start_bonus_and_rolls_its_production(row):
    table = Table(content=SHIPPED)
    ids = SHIPPED.ids["corporation"]
    plain = "unmi" if row["id"] != "unmi" else "helion"
    spare = [id for id in ids if id not in (row["id"], plain)]
    table.states["dealt"][0, :2] = [
        [ids.index(row["id"]), ids.index(spare[0])],
        [ids.index(plain), ids.index(spare[1])],
    ]
    table.fresh().act(f"corporation {row['id']}")
    hand = len(table.cards_in("hand 0"))
    # The reference reads the table before the last choice, with the corporations that are chosen then.
    table.states["corporation"][0, 1] = ids.index(plain)
    reference = Reference(table)
    table.states["corporation"][0, 1] = -1
    table.look().act(f"corporation {plain}")
    answers = answer(table)
    for seat, id in enumerate((row["id"], plain)):
        written = reference.row(id)
        reference.effects(seat, written["effects"], answers if seat == 0 else {"order of effects": []})
        for icon in written["production"]:
            if icon not in ("wild", "point"):
                reference.do_roll(seat, 1, icon)
    reference.compare(table)
    assert hand == 5
    assert table.asks == "gift"


@pytest.mark.parametrize("row", CORPORATIONS, ids=[row["id"] for row in CORPORATIONS])
def test_a_corporation_produces_at_the_production_turn(row):
    table = Table(content=SHIPPED, corporations=[row["id"], "unmi" if row["id"] != "unmi" else "helion"]).start()
    reference = Reference(table)
    for icon in row["production"]:
        reference.effect(0, {"wild": "wild 1", "point": "points 1"}.get(icon, f"roll 1 {icon}"), None)
    table.act("produce")
    reference.do_draw(0, 5)
    reference.compare(table)
