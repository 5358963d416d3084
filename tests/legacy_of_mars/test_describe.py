"""Effects, requirements and actions in words: a sentence for each, which tells it apart from all others."""

import re

import numpy as np
import pytest

from legacy_of_mars.facts import NEAR
from legacy_of_mars.table import Table
from marszoo.envs.legacy_of_mars import GAME, phrases, phrases_rows, words
from marszoo.envs.legacy_of_mars.state import FIRST_DEVELOPMENT, FIRST_SIDE, PROJECTS
from marszoo.envs.legacy_of_mars.tables import EFFECT, ROW, TERM, TRIGGER

CONTENT = GAME.shipped


def row(card):
    """The row of a card by its id."""
    for table, first in (("project", 0), ("innovation", PROJECTS)):
        if card in CONTENT.ids[table]:
            return first + CONTENT.ids[table].index(card)
    raise KeyError(card)


def described(table, action):
    return GAME.describe(table.states[0], table.content, table.number(action))


def made(dtype, **values):
    """One row of a table of the content."""
    out = np.zeros(1, dtype)[0]
    for name, value in values.items():
        out[name] = value
    return out


# --- the vocabulary ---


@pytest.mark.interpreted
def test_every_effect_word_has_a_phrase_of_its_own():
    said = {}
    for word, name in enumerate(words.EFFECTS, 1):
        effect = made(EFFECT, word=word, n=2, what=1, other=3, per=1, place=words.ON_ISOLATED)
        if word == words.CHOOSE:
            effect["branch"][:2] = CONTENT.tables["rows"][row("mine")]["effects"], 1
        text = phrases.effect_phrase(CONTENT, effect, row("fish"))
        assert text, name
        said.setdefault(text, []).append(name)
    assert [names for names in said.values() if len(names) > 1] == []
    with pytest.raises(ValueError, match="word 99"):
        phrases.effect_phrase(CONTENT, made(EFFECT, word=99, per=1), 0)


@pytest.mark.interpreted
def test_every_resource_place_and_count_changes_the_phrase():
    def phrase(**values):
        return phrases.effect_phrase(CONTENT, made(EFFECT, n=1, **{"per": 1, **values}), row("fish"))

    assert len({phrase(word=words.GAIN, what=r) for r in range(len(words.RESOURCES))}) == len(words.RESOURCES)
    places = range(len(words.PLACES))
    # What every city, or every greenery, must obey goes without saying.
    cities = {phrase(word=words.CITY, place=place) for place in places}
    assert len(cities) == len(words.PLACES) - 1
    assert phrase(word=words.CITY, place=words.ON_CITY) == "place a city"
    counts = range(1, len(words.COUNTS) + 1)
    for per in (1, 3):
        assert len({phrase(word=words.GAIN, count=c, counted=2, per=per) for c in counts}) == len(words.COUNTS)
    specials = range(1, len(words.SPECIAL_TILES) + 1)
    assert len({phrase(word=words.SPECIAL, what=k, place=words.ON_LAND) for k in specials}) == len(words.SPECIAL_TILES)


@pytest.mark.interpreted
def test_every_term_trigger_standing_effect_and_criterion_has_a_phrase_of_its_own():
    terms = [
        made(TERM, kind=kind, what=1, n=3, most=most)
        for kind in range(1, len(words.REQUIREMENTS) + 1)
        for most in (0, 1)
    ]
    said = [
        phrases.term_phrase(term, words.H_ANIMAL)
        for term in terms
        if not (term["kind"] == words.R_BONUS and term["most"])
    ]
    assert len(set(said)) == len(said) == 2 * len(words.REQUIREMENTS) - 1
    events = [(e, anyone) for e in range(len(words.EVENTS)) for anyone in (0, 1)]
    effects = CONTENT.tables["rows"][row("mine")]["effects"]
    triggers = {
        phrases_rows.trigger_phrase(CONTENT, made(TRIGGER, event=e, anyone=a, tags=8, effects=effects))
        for e, a in events
    }
    assert len(triggers) == len(events)
    objectives = {phrases_rows.counted_by({"criterion": c, "what": 1}) for c in range(len(words.CRITERIA))}
    assert len(objectives) == len(words.CRITERIA)
    goals = {phrases_rows.goal_phrase(goal, 5) for goal in range(len(words.GOALS))}
    assert len(goals) == len(words.GOALS)


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("shift", 2), ("protect", 1), ("locked", 1), ("card_price", 1), ("project_discount", 3)),
        *(("greenery_plants", 1), ("heat_steps", 2), ("population_workers", 3)),
        *(("worth", (1, 0)), ("worth", (0, 2)), ("discount", (0, 2) + (0,) * 11), ("discount", (0,) * 12 + (1,))),
    ],
)
def test_every_standing_effect_is_said_with_its_number(field, value):
    line = made(ROW, **{field: value})
    content = type("Content", (), {"tables": {"rows": [line]}})
    (text,) = phrases_rows.standing_phrases(content, 0)
    number = max(np.ravel(value))
    assert str(number) in text or field in ("protect", "locked")


# --- printed cards ---


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("card", "requirement", "text"),
    [
        ("colonizer_training_camp", "at most 5 % oxygen", "2 VP"),
        ("asteroid", "", "gain 2 titanium, temperature +1, remove up to 3 plants of any player"),
        ("martian_rails", "", "action: 1 energy -> gain 1 M€ per city on Mars"),
        ("water_import_from_europa", "", "action: 12 M€ (titanium may pay) -> place an ocean; 1 VP per own jovian tag"),
        ("equatorial_magnetizer", "", "action: energy production -1 -> TR +1"),
        ("arctic_algae", "at most -12 °C", "gain 1 plant; when anybody places an ocean: gain 2 plants"),
        ("ants", "4 % oxygen", "action: 1 microbe of any card -> add 1 microbe here; 1 VP per 2 microbes here"),
        ("optimal_aerobraking", "", "when you play a space event: gain 3 M€, gain 3 heat"),
        (
            "nitrogen_rich_asteroid",
            "",
            "plant production +1, plant production +3 if 3 plant tags, temperature +1, TR +2",
        ),
        ("ice_asteroid", "", "place an ocean twice"),
        ("advanced_ecosystems", "1 plant tag and 1 animal tag and 1 microbe tag", "3 VP"),
        ("flooding", "", "place an ocean, remove up to 4 M€ of any player with a tile next to the ocean; -1 VP"),
        ("insulation", "", "heat production -X, M€ production +X"),
        ("power_infrastructure", "", "action: pay X energy for X M€"),
        ("special_design", "", "the next card's requirement may be missed by 2 steps"),
        ("indentured_workers", "", "the next card costs 8 M€ less; -1 VP"),
        ("advanced_alloys", "", "steel is worth 1 M€ more; titanium is worth 1 M€ more"),
        ("immigration_shuttles", "", "M€ production +5; 1 VP per 3 cities in play"),
        ("search_for_life", "at most 6 % oxygen", "add 1 science here; 3 VP if 1 science here"),
    ],
)
def test_printed_cards_are_told_as_they_are_printed(card, requirement, text):
    assert phrases_rows.requirement_phrase(CONTENT, row(card)) == requirement
    assert phrases_rows.row_phrase(CONTENT, row(card)).endswith(text)


@pytest.mark.interpreted
def test_every_row_of_the_content_can_be_told():
    rows = [
        (first + k)
        for first, table in ((0, "project"), (PROJECTS, "innovation"))
        for k in range(len(CONTENT.ids[table]))
    ]
    rows += [
        (first + k)
        for first, table in ((FIRST_SIDE, "side"), (FIRST_DEVELOPMENT, "development"))
        for k in range(len(CONTENT.ids[table]))
    ]
    for r in rows:
        assert phrases.row_name(CONTENT, r)
        assert phrases_rows.row_phrase(CONTENT, r) != "nothing", phrases.row_name(CONTENT, r)


# --- actions ---


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_sentences_of_a_random_game_are_unique(players):
    met = set()
    for seed, board in ((0, "house"), (1, "hellas")):
        table = Table(players, content=CONTENT, seed=seed, board=board, mission=1 + (players + seed) % 4)
        chance = np.random.default_rng(seed)
        while not table["over"]:
            actions = GAME.legal_actions(table.mask)
            if table.asks not in met or chance.random() < 0.1:
                met.add(table.asks)
                sentences = [GAME.describe(table.states[0], CONTENT, a) for a in actions]
                assert len(set(sentences)) == len(sentences), (table.asks, sentences)
                assert all(re.search(r"\w", text) for text in sentences)
            table.act(table.name(int(chance.choice(actions))))
    assert {
        "turn",
        "place of the tile",
        "corporation side",
        "starting cards",
        "target player" if players > 1 else "turn",
    } <= met


@pytest.mark.interpreted
def test_a_place_says_what_a_tile_brings_there():
    # Tharsis: A1 prints 2 steel; A2 beside it an ocean, B1 a city with 2 Population.
    table = Table().blank().tiles(A2="ocean", B1="city 1").population(B1=2).has(0, megacredit=30).ready()
    table.act("project greenery")
    assert described(table, "place A1") == "place a greenery on A1: 2 steel, 2 M€ from oceans, 2 M€ from Population"
    assert described(table, "place I1") == "place a greenery on I1: 1 steel"


@pytest.mark.interpreted
def test_paying_with_steel_says_what_is_left():
    table = Table().blank().has(0, megacredit=20, steel=3).hand(0, "Mine").ready().act("card Mine")
    assert table.asks == "payment"
    assert described(table, "amount 1") == "pay 1 steel (2 M€), 2 M€ left to pay"
    assert described(table, "amount 2") == "pay 2 steel (4 M€), 0 M€ left to pay"


@pytest.mark.interpreted
def test_cards_are_played_at_their_price_after_discounts():
    table = Table().blank().has(0, megacredit=40).hand(0, "Asteroid", "Mine").down(0, "Space Station").ready()
    assert described(table, "card Asteroid").endswith(" for 12 M€")
    assert described(table, "card Mine").endswith(" for 4 M€")


@pytest.mark.interpreted
def test_targets_go_by_player_and_say_what_they_have():
    table = (
        Table(3)
        .blank()
        .has(0, megacredit=14)
        .has(1, plant=2)
        .has(2, plant=9)
        .hand(0, "Asteroid")
        .ready()
        .act("card Asteroid")
    )
    assert table.asks == "target player"
    assert described(table, "player 1") == "remove up to 3 plants of player_1 (has 2)"
    assert described(table, "player 2") == "remove up to 3 plants of player_2 (has 9)"
    assert described(table, "nobody") == "remove nothing"


@pytest.mark.interpreted
def test_alternatives_are_told_in_words():
    table = Table().blank().has(0, megacredit=20).hand(0, "Artificial Photosynthesis").ready()
    table.act("card Artificial Photosynthesis")
    assert described(table, "alternative 0") == "plant production +1 (choice 1)"
    assert described(table, "alternative 1") == "energy production +2 (choice 2)"
    table = Table().blank().has(0, plant=1, steel=1).down(0, "Electro Catapult").ready().act("card Electro Catapult")
    assert described(table, "alternative 0") == "1 plant -> gain 7 M€ (choice 1)"


@pytest.mark.interpreted
def test_milestones_awards_and_projects_have_their_prices():
    table = Table().blank().has(0, megacredit=40).tiles(A1="city 0", C3="city 0", E1="city 0").put(award={1: 2}).ready()
    assert described(table, "milestone 1") == "claim milestone Mayor (2) for 8 M€"
    assert described(table, "award 0") == "fund award Landlord (1) for 14 M€"
    assert described(table, "project asteroid") == "standard project Asteroid for 14 M€: temperature +1"


@pytest.mark.interpreted
def test_a_melting_glacier_says_who_gets_plants():
    table = Table(3, board="house").blank().parameters(temperature=-2).has(0, heat=8).ready()
    glaciers = table.reserved[:2]
    near = next(label for label in NEAR[glaciers[0]] if label not in table.reserved)
    table.tiles(**{glaciers[0]: "glacier", glaciers[1]: "glacier", near: "greenery 2"}).ready().act("heat")
    assert table.asks == "glacier to melt"
    text = described(table, f"place {glaciers[0]}")
    assert text.startswith(f"melt the glacier on {glaciers[0]}: 1 plant for player_0, 1 plant for player_2")
