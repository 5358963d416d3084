"""The shipped content: what the public facts say of it, how many rows there are, and that house rows keep to the shape."""

import itertools
import pathlib
from collections import Counter

import numpy as np
import pytest

from marszoo.envs.core.content import tomllib
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.words import EFFECTS, PERMANENTS, RESOURCES
from terraforming_dice.table import Table

SHIPPED = GAME.shipped
FACTS = tomllib.loads((pathlib.Path(__file__).parents[1] / "data" / "terraforming_dice_facts.toml").read_text("utf-8"))
WRITTEN = tomllib.loads(pathlib.Path(SHIPPED.source).read_text("utf-8"))
PROJECTS, BONUSES, CORPORATIONS = (SHIPPED.rows[table] for table in ("project", "bonus", "corporation"))


def named(table, name):
    return next(row for row in SHIPPED.rows[table] if row["name"] == name)


def within(part, whole):
    return not Counter(part) - Counter(whole)


def agree(row, fact):
    """What a fact says that a row does not."""
    wrong = [key for key in ("colour", "action") if key in fact and row.get(key) != fact[key]]
    wrong += [
        key for key in ("cost", "effects", "production", "gives") if not within(fact.get(key, []), row.get(key, []))
    ]
    wrong += [key for key in ("pay", "permanent") if key in fact and row.get(key) != fact[key]]
    if "icons" in fact and len(row["cost"]) != fact["icons"]:
        wrong.append("icons")
    if "produces" in fact and not set(row.get("production", [])) & set(fact["produces"]):
        wrong.append("produces")
    if "permanent_word" in fact and fact["permanent_word"] not in [t.split()[0] for t in row.get("permanent", [])]:
        wrong.append("permanent_word")
    return wrong


@pytest.mark.parametrize("fact", FACTS["card"], ids=lambda fact: fact["name"])
def test_what_is_known_of_a_card_is_on_it(fact):
    assert agree(named("project", fact["name"]), fact) == []


@pytest.mark.parametrize("fact", FACTS["sample"], ids=lambda fact: fact["colour"])
def test_the_printed_samples_without_a_name_exist(fact):
    alike = [row for row in PROJECTS if not agree(row, fact)]
    assert any(
        len(row.get("effects", row.get("gives"))) == len(fact.get("effects", fact.get("gives"))) for row in alike
    )


@pytest.mark.parametrize("fact", FACTS["corporation"], ids=lambda fact: fact["name"])
def test_what_is_known_of_a_corporation_is_on_it(fact):
    row = named("corporation", fact["name"])
    assert agree(row, fact) == []
    for key in ("effects", "production"):
        assert sorted(row[key]) == sorted(fact.get(key, row[key])), "and no more than that"


@pytest.mark.parametrize("fact", FACTS["bonus"], ids=lambda fact: fact["name"])
def test_what_is_known_of_a_bonus_card_is_on_it(fact):
    row = named("bonus", fact["name"])
    assert agree(row, fact) == []
    assert row["provenance"] == "public"


def test_five_milestones_are_known():
    public = [row for row in SHIPPED.rows["milestone"] if row["provenance"] == "public"]
    pairs = {(row["criterion"], row["amount"]) for row in public}
    assert pairs == {(fact["criterion"], fact["amount"]) for fact in FACTS["milestone"]}


@pytest.mark.parametrize("colour", ["green", "blue", "grey", "red", "yellow"])
def test_every_colour_has_three_resources_on_three_two_and_one_faces(colour):
    faces = np.asarray(SHIPPED.tables["faces"])
    row = ["green", "blue", "grey", "red", "yellow"].index(colour)
    assert Counter(RESOURCES[face] for face in faces[row]) == FACTS["dice"][colour]


def test_sixty_dice():
    table = Table(content=SHIPPED).fresh()
    assert table["pool"].sum() + 3 == 5 * FACTS["dice"]["each"] == 60


@pytest.mark.parametrize("track", ["temperature", "oxygen"])
def test_bonuses_of_the_tracks_are_where_they_are_known(track):
    written, fact = WRITTEN["tracks"][track], FACTS["tracks"][track]
    assert [*written] == fact["bonus_at"]
    places = [str(k) for k in range(fact["first"], fact["last"] + 1, fact["step"])]
    bonus = np.asarray(SHIPPED.tables["track_bonus"])[["temperature", "oxygen"].index(track)]
    assert [places[k] for k in np.flatnonzero(bonus[:, 0])] == fact["bonus_at"]
    assert all(text.startswith("gain") for text in written.values()), "fixed faces, not rolls"


def test_bonuses_of_the_temperature_are_heat_and_water_the_first_one_heat():
    fact = FACTS["tracks"]["temperature"]
    texts = [*WRITTEN["tracks"]["temperature"].values()]
    assert texts[0] == fact["first_bonus"]
    assert {text.split()[2] for text in texts} == set(fact["bonus_of"])


def test_the_map_has_37_hexes_in_seven_rows():
    rows = [WRITTEN["map"][letter] for letter in "ABCDEFG"]
    assert [len(row) for row in rows] == FACTS["map"]["rows"]
    assert sum(map(len, rows)) == FACTS["map"]["hexes"]
    assert WRITTEN["map"]["F"][2] == FACTS["map"]["F3"]
    assert WRITTEN["map"]["provenance"] == "house"


def test_the_map_has_room_for_more_than_the_oceans_and_about_twenty_bonuses():
    hexes = [text for letter in "ABCDEFG" for text in WRITTEN["map"][letter]]
    assert sum(text.startswith("ocean") for text in hexes) >= 9 > FACTS["map"]["oceans"]
    assert 18 <= sum(text not in ("", "ocean") for text in hexes) <= 24


def test_how_many_cards_there_are():
    colours = Counter(row["colour"] for row in PROJECTS)
    assert colours == {"green": 34, "red": 28, "blue": 18}
    assert (len(BONUSES), len(CORPORATIONS), len(SHIPPED.rows["milestone"])) == (16, 8, 8)


def test_every_row_of_which_all_is_known_says_so():
    whole = {"Helion", "Teractor", "UNMI", "Corporate Stronghold", "Delivery", "Developer"}
    assert {row["name"] for row in (*PROJECTS, *BONUSES, *CORPORATIONS) if row["provenance"] == "public"} == whole


def texts_of(row):
    """All effects on a row, those of its reactions too."""
    reactions = [text.partition(": ")[2] for text in row.get("permanent", []) if ": " in text]
    return [*row.get("effects", []), *row.get("gives", []), *reactions]


@pytest.mark.parametrize("word", EFFECTS)
def test_several_rows_have_the_effect(word):
    assert sum(any(t.split()[0] == word for t in texts_of(r)) for r in (*PROJECTS, *BONUSES, *CORPORATIONS)) >= 2


@pytest.mark.parametrize("word", PERMANENTS)
def test_several_rows_have_the_permanent_effect(word):
    rows = (*PROJECTS, *BONUSES, *CORPORATIONS)
    assert sum(any(t.split()[0] == word for t in row.get("permanent", [])) for row in rows) >= 2


@pytest.mark.parametrize("key", ["green_ribbon", "red_ribbon"])
def test_several_cards_have_the_ribbon(key):
    assert sum(row.get(key, 0) > 0 for row in PROJECTS) >= 3


@pytest.mark.parametrize("kind", ["support", "main", "free"])
def test_several_blue_cards_have_the_kind_of_action(kind):
    assert sum(row.get("action") == kind for row in PROJECTS) >= 2


def test_costs_are_spread_over_all_resources_the_common_ones_most():
    icons = Counter(icon for row in PROJECTS for icon in row["cost"])
    assert all(2 <= len(row["cost"]) <= 5 for row in PROJECTS)
    assert set(icons) == set(RESOURCES)
    for first in range(0, 15, 3):
        common, uncommon, rare = (icons[r] for r in RESOURCES[first : first + 3])
        assert common >= uncommon > rare >= 4
        assert 36 <= common + uncommon + rare <= 54, "a fifth for each colour, more or less"


def test_there_are_many_more_cards_of_a_colour_than_its_milestone_asks_for():
    colours = Counter(row["colour"] for row in PROJECTS)
    for row in SHIPPED.rows["milestone"]:
        if row["criterion"].endswith("_cards") and row["criterion"] != "vp_cards":
            assert colours[row["criterion"].partition("_")[0]] >= 4 * row["amount"] or row["amount"] <= 3


def test_no_two_cards_are_equal_but_for_id_and_name():
    shapes = [{k: v for k, v in row.items() if k not in ("id", "name", "provenance")} for row in (*PROJECTS, *BONUSES)]
    assert [(a, b) for a, b in itertools.combinations(shapes, 2) if a == b] == []


def test_cards_of_one_colour_for_one_price_differ_in_what_they_give():
    # A card with the price of another one and all that it gives, and more, would leave that one without a use.
    def gives(row):
        ribbons = ["green"] * row.get("green_ribbon", 0) + ["red"] * row.get("red_ribbon", 0)
        return Counter([*row.get("production", []), *row.get("effects", []), *ribbons])

    for a, b in itertools.permutations([row for row in PROJECTS if row["colour"] != "blue"], 2):
        if a["colour"] == b["colour"] and within(a["cost"], b["cost"]):
            assert not gives(a) >= gives(b), (a["name"], b["name"])
