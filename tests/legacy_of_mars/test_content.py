"""The content file: what the specification says is in it, and that its reader refuses what it cannot mean."""

import collections
import csv
import pathlib
import re

import numpy as np
import pytest

from marszoo.envs import legacy_of_mars
from marszoo.envs.core.content import PROVENANCES, ContentError
from marszoo.envs.legacy_of_mars import fitting, glossary, reading, reading_effects, reading_rows, tables, words
from marszoo.envs.legacy_of_mars.content import FIRST_ROW, load_content, named
from marszoo.envs.legacy_of_mars.reading_boards import HEX_NAMES

pytestmark = pytest.mark.interpreted

FILE = pathlib.Path(legacy_of_mars.__file__).with_name("content.toml")
DATA = pathlib.Path(__file__).parents[1] / "data"
TEXT = FILE.read_text(encoding="utf-8")
CONTENT = load_content(FILE)
ROWS, EFFECTS = CONTENT.tables["rows"], CONTENT.tables["effects"]

RESOURCES = ["megacredit", "steel", "titanium", "worker", "plant", "energy", "heat"]
TAGS = ["building", "space", "power", "science", "jovian", "earth", "plant", "microbe", "animal", "city", "floater"]
KINDS = ["animal", "microbe", "science", "fighter", "floater"]
PAYS = "a cost is one of 'RESOURCE N', 'production RESOURCE N', 'held N', 'any KIND N', 'free'"


# --- edits of the file ---


def _small():
    """The file with a third of its project cards, which is read faster: 1-70, and the others that take ocean hexes."""
    head, *cards = TEXT.split("[[project]]\n")
    numbers = [int(match[1]) if (match := re.search("^number = (.*)$", card, re.MULTILINE)) else 0 for card in cards]
    kept = [card for card, number in zip(cards, numbers, strict=True) if 1 <= number <= 70 or number in (142, 174)]
    return "[[project]]\n".join([head, *kept])


SMALL = _small()


def edited(text, entry, old, new):
    """The text, in which `old` is replaced once within the entry, such as ``project mine`` or ``[amounts]``."""
    table, _, id = entry.partition(" ")
    start = text.index(f'[[{table}]]\nid = "{id}"\n' if id else f"{entry}\n")
    end = text.find("\n\n", start)
    end = len(text) if end < 0 else end
    part = text[start:end]
    assert old in part, f"{old!r} is not in {entry}"
    return text[:start] + part.replace(old, new, 1) + text[end:]


def loaded(folder, text):
    path = folder / "content.toml"
    path.write_text(text, encoding="utf-8")
    return load_content(path)


def refused(folder, text):
    with pytest.raises(ContentError) as error:
        loaded(folder, text)
    message = str(error.value)
    assert message.startswith(f"{folder / 'content.toml'}: "), message
    return message


MINE = 'effects = ["production steel 1"]'


def mine(**keys):
    """An edit of the card Mine, which only raises the production of steel: these lists in place of its effects."""
    return ("project mine", MINE, "\n".join(f"{key} = {value}" for key, value in keys.items()))


def does(text):
    return mine(effects=f'["{text}"]')


def acts(text):
    return mine(action=f'["{text}"]')


def reacts(text):
    return mine(triggers=f'["{text}"]')


def stands(text):
    return mine(standing=f'["{text}"]')


# --- what is in the file ---


def test_there_are_208_printed_and_about_40_house_project_cards_and_the_other_rows_of_the_specification():
    sources = collections.Counter(row["provenance"] for row in CONTENT.rows["project"])
    assert sources["public"] == 208
    assert 35 <= sources["house"] <= 45
    assert len(CONTENT.ids["innovation"]) == 30
    assert (len(CONTENT.ids["corporation"]), len(CONTENT.ids["side"]), len(CONTENT.ids["development"])) == (6, 12, 48)
    assert (len(CONTENT.ids["standard"]), len(CONTENT.ids["mission"])) == (5, 4)
    assert CONTENT.ids["board"] == ("house", "tharsis", "hellas", "elysium")
    house = ("innovation", "corporation", "side", "development", "mission")
    assert {row["provenance"] for table in house for row in CONTENT.rows[table]} == {"house"}


def test_the_pool_of_printed_cards_has_the_shape_of_the_facts():
    """Facts, section 1.1."""
    rows = CONTENT.rows["project"][:208]
    assert [row["number"] for row in rows] == list(range(1, 209))
    assert collections.Counter(row["deck"] for row in rows) == {"base": 137, "corp_era": 71}
    assert collections.Counter(row["colour"] for row in rows) == {"green": 112, "blue": 59, "red": 37}
    costs = [row["cost"] for row in rows]
    assert (min(costs), max(costs), round(sum(costs) / 208, 2)) == (0, 41, 12.05)
    assert sum("requires" not in row for row in rows) == 137
    printed = dict(zip(words.TAGS, ROWS["tags"][:208].sum(axis=0).tolist(), strict=True))
    assert printed == {
        "building": 67,
        "space": 42,
        "science": 34,
        "power": 27,
        "earth": 22,
        "plant": 21,
        "microbe": 16,
        "jovian": 12,
        "city": 12,
        "animal": 9,
        "event": 37,
        "floater": 0,
    }
    placed = collections.Counter(text.split()[0] for row in rows for text in row.get("effects", ()))
    # Twelve city cards, of which Capital is a special tile in the facts.
    assert (placed["city"], placed["special"], placed["greenery"]) == (12, 10, 3)


def test_no_two_rows_are_equal_but_for_id_and_name():
    for table in (*FIRST_ROW, "milestone", "award", "standard"):
        same = collections.Counter(
            repr(sorted((key, value) for key, value in row.items() if key not in ("id", "name", "mission", "number")))
            for row in CONTENT.rows[table]
        )
        assert max(same.values()) == 1, (table, same.most_common(1))


def test_every_word_is_used_by_a_row():
    said = EFFECTS["word"]
    tile = np.isin(said, (words.OCEAN, words.CITY, words.GREENERY, words.SPECIAL))
    triggers = CONTENT.tables["triggers"][: int(CONTENT.tables["num_triggers"])]
    standing = {
        text.split()[0] for table in FIRST_ROW for row in CONTENT.rows[table] for text in row.get("standing", ())
    }
    used = {
        "effects": (words.EFFECTS, {words.EFFECTS[k - 1] for k in set(said.tolist()) - {0}}),
        "counts": (words.COUNTS, {words.COUNTS[k - 1] for k in {*EFFECTS["count"], *ROWS["count"]} - {0}}),
        "terms": (words.REQUIREMENTS, {words.REQUIREMENTS[k - 1] for k in set(CONTENT.tables["terms"]["kind"]) - {0}}),
        "places": (words.PLACES, {words.PLACES[k] for k in EFFECTS["place"][tile]}),
        "tiles": (words.SPECIAL_TILES, {words.SPECIAL_TILES[k - 1] for k in EFFECTS["what"][said == words.SPECIAL]}),
        "events": (words.EVENTS, {words.EVENTS[k] for k in triggers["event"]}),
        "scopes": (words.SCOPES, {words.SCOPES[k] for k in triggers["anyone"]}),
        "standing": (words.STANDING, standing),
        "held": (words.HELD, {words.HELD[k - 1] for k in set(ROWS["holds"].tolist()) - {0}}),
        "tags": (words.TAGS, {tag for k, tag in enumerate(words.TAGS) if ROWS["tags"][:, k].any()}),
        "goals": (words.GOALS, {row["goal"] for row in CONTENT.rows["mission"]}),
        "criteria": (
            words.CRITERIA,
            {row["counts"].split()[0] for table in ("milestone", "award") for row in CONTENT.rows[table]},
        ),
    }
    for name, (vocabulary, found) in used.items():
        assert set(vocabulary) == found, (name, set(vocabulary) ^ found)


def test_every_mission_has_all_printed_cards_and_adds_some_of_the_house():
    missions = ROWS["missions"][: len(CONTENT.ids["project"])]
    assert (missions[:208] == 15).all()
    for mission in range(4):
        new = missions[208:] >> mission & 1 & ~(missions[208:] >> max(0, mission - 1) & 1 if mission else 0)
        assert new.sum() >= 2, mission
    assert (ROWS["missions"][256 : 256 + len(CONTENT.ids["innovation"])] == 15).all()


def test_the_numbers_that_the_rulebook_prints():
    t = CONTENT.tables
    assert (t["card_price"], t["milestone_cost"], t["award_cost"].tolist()) == (3, 8, [8, 14, 20])
    assert (t["greenery_plants"], t["heat_step"], t["population_workers"]) == (8, 8, 10)
    assert (t["ocean_bonus"], t["population_bonus"]) == (2, 1)
    assert (t["stand_alone_money"], t["stand_alone_cards"], t["innovations_each"]) == (15, 2, 2)
    assert t["standard"]["cost"][:5].tolist() == [10, 14, 18, 23, 25]
    assert [row["effects"] for row in CONTENT.rows["standard"]] == [
        *(["production energy 1"], ["temperature 1"], ["ocean"], ["greenery"]),
        ["city", "production worker 1"],
    ]
    assert t["sheet"]["rating"][:4].tolist() == [25] * 4
    assert t["sheet"]["solo_rating"][:4].tolist() == [19] * 4
    # Heat production at -24 and -20 degrees (facts, 5.12), temperature at 8 % oxygen.
    assert t["heat_bonus"].tolist() == [k in (3, 5) for k in range(20)]
    assert t["oxygen_bonus"].tolist() == [k == 8 for k in range(15)]


def test_milestones_and_awards_of_the_public_maps():
    """Facts, section 2."""
    wanted = {
        "tharsis": [("rating", 35), ("cities", 3), ("greeneries", 3), ("tag building", 8), ("hand", 16)],
        "hellas": [
            *[("different_tags", 8), ("requirement_cards", 5), ("polar_tiles", 3)],
            *[("production energy", 6), ("tag jovian", 3)],
        ],
        "elysium": [
            *[("raised_productions", 6), ("highest_production", 10), ("bio_tags", 4)],
            *[("cards_in_play", 15), ("events", 5)],
        ],
    }
    awards = {
        "tharsis": ["tiles", "tag science", "production megacredit", "resource heat", "metals"],
        "hellas": ["greeneries", "green_cards", "tag space", "held", "tag building"],
        "elysium": ["costly_cards", "steel_and_energy", "southern_tiles", "ocean_tiles", "rating"],
    }
    of = {table: {row["id"]: row for row in CONTENT.rows[table]} for table in ("milestone", "award")}
    for row in CONTENT.rows["board"]:
        if row["id"] != "house":
            milestones = [of["milestone"][name] for name in row["milestones"]]
            assert [(m["counts"], m["amount"]) for m in milestones] == wanted[row["id"]]
            assert [of["award"][name]["counts"] for name in row["awards"]] == awards[row["id"]]
            assert (row["rating"], row["solo_rating"], row["oxygen"], row["oceans"]) == (20, 14, 0, 9)
            assert (row["glaciers"], row["free_ocean"]) == (0, 1)


# --- maps ---


def public_map(name):
    """The hexes of a map of the facts table, row by row."""
    with (DATA / "tm_maps.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["board"] == name]


def bonuses(row):
    found = [word for word in row["bonus"].split(";") if word not in ("", "ocean", "temp", "delegate")]
    out = [found.count(word) for word in ("plant", "steel", "titanium", "heat", "card")]
    return [*out, int("> ocean" in row["special"]), int("> temp" in row["special"])]


def bits(number):
    return [k for k in range(61) if int(number) >> k & 1]


@pytest.mark.parametrize("name", ["tharsis", "hellas", "elysium"])
def test_the_regular_maps_are_those_of_the_facts_table(name):
    board = CONTENT.tables["board"][CONTENT.ids["board"].index(name)]
    wanted = public_map(name)
    assert [row["label"] for row in wanted] == list(HEX_NAMES)
    assert len(HEX_NAMES) == 61
    assert board["bonus"].tolist() == [bonuses(row) for row in wanted]
    assert bits(board["reserved"]) == [k for k, row in enumerate(wanted) if row["type"] == "ocean"]
    assert len(bits(board["reserved"])) == 12
    assert bits(board["volcanic"]) == [k for k, row in enumerate(wanted) if row["volcanic"] == "1"]
    assert bits(board["noctis"]) == [k for k, row in enumerate(wanted) if row["special"] == "noctis_reserved"]
    poles = [k for k, row in enumerate(wanted) if "pole" in row["special"]]
    assert ([int(board["pole"])], int(board["pole_cost"])) == ((poles, 6) if poles else ([-1], 0))


def test_the_house_map_is_the_public_one_with_six_land_hexes_turned_into_18_reserved_ones():
    board = CONTENT.tables["board"][0]
    wanted = public_map("vastitas_borealis_nova")
    assert board["bonus"].tolist() == [bonuses(row) for row in wanted]
    before = {k for k, row in enumerate(wanted) if row["type"] == "ocean"}
    turned = set(bits(board["reserved"])) - before
    assert before < set(bits(board["reserved"]))
    assert (len(before), len(turned)) == (12, 6)
    for k in turned:
        assert not any(bonuses(wanted[k])), HEX_NAMES[k]
        assert before & set(bits(CONTENT.tables["near"][k])), HEX_NAMES[k]
    assert (board["oxygen"], board["oceans"], board["glaciers"], board["free_ocean"]) == (2, 15, 1, 0)
    pole = int(board["pole"])
    assert (HEX_NAMES[pole], int(board["pole_cost"])) == ("E5", 4)
    assert board["bonus"][pole, words.B_TEMPERATURE] == 1


def test_neighbours_are_those_of_the_coordinates_and_mutual():
    wanted = public_map("tharsis")
    place = [(int(row["q"]), int(row["r"])) for row in wanted]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    near = [set(bits(n)) for n in CONTENT.tables["near"]]
    for k, (q, r) in enumerate(place):
        assert near[k] == {place.index((q + a, r + b)) for a, b in steps if (q + a, r + b) in place}
        around = CONTENT.tables["neighbour"][k].tolist()
        assert {n for n in around if n >= 0} == near[k]
        for direction, n in enumerate(around):
            if n >= 0:
                assert CONTENT.tables["neighbour"][n][(direction + 3) % 6] == k
    assert near[61:] == [set()] * 3
    e5 = HEX_NAMES.index("E5")
    assert [HEX_NAMES[n] for n in CONTENT.tables["neighbour"][e5]] == ["D4", "D5", "E6", "F5", "F4", "E4"]
    assert [HEX_NAMES[k] for k in bits(CONTENT.tables["polar"])] == [n for n in HEX_NAMES if n[0] in "HI"]
    assert [HEX_NAMES[k] for k in bits(CONTENT.tables["southern"])] == [n for n in HEX_NAMES if n[0] in "FGHI"]


# --- how rows become tables ---


def row_of(name):
    for table, start in FIRST_ROW.items():
        if name in CONTENT.ids[table]:
            return start + CONTENT.ids[table].index(name)
    raise AssertionError(name)


def listed(start):
    """The effects of a list as (word, n, what)."""
    out = []
    while EFFECTS["word"][start]:
        effect = EFFECTS[start]
        out.append((words.EFFECTS[effect["word"] - 1], int(effect["n"]), int(effect["what"])))
        start += 1
    return out


def test_rows_follow_each_other_as_the_actions_do():
    assert [named(k) for k in (0, 255, 256, 288, 303, 304, 367)] == [
        *[("project", 0), ("project", 255), ("innovation", 0), ("side", 0), ("side", 15)],
        *[("development", 0), ("development", 63)],
    ]
    for k, row in enumerate(CONTENT.rows["side"]):
        assert row["corporation"] == CONTENT.ids["corporation"][k // 2]
    for k, row in enumerate(CONTENT.rows["development"]):
        assert (row["corporation"], row["mission"]) == (CONTENT.ids["corporation"][k // 8], 1 + k % 8 // 2)


def test_immediate_effects_are_a_list_and_stand_at_a_glance():
    strip_mine = ROWS[row_of("strip_mine")]
    assert listed(int(strip_mine["effects"])) == [
        *[("production", 2, words.STEEL), ("production", 1, words.TITANIUM), ("production", -2, words.ENERGY)],
        ("oxygen", 2, 0),
    ]
    assert strip_mine["change"].tolist() == [0, 2, 1, 0, 0, -2, 0]
    assert strip_mine["plain"] == 1
    moss = ROWS[row_of("moss")]
    assert (moss["loses"].tolist(), moss["plain"]) == ([0, 0, 0, 0, 1, 0, 0], 1)
    zone = ROWS[row_of("nuclear_zone")]
    assert (zone["tile"], zone["on"], zone["plain"]) == (words.SPECIAL_TILE, words.ON_LAND, 1)
    assert ROWS[row_of("ice_asteroid")]["tile"] == 0
    assert ROWS[row_of("ice_asteroid")]["plain"] == 1
    assert ROWS[row_of("artificial_lake")]["tile"] == words.OCEAN_TILE
    for name in ("asteroid_mining_consortium", "robotic_workforce", "land_claim", "insulation", "immigrant_city"):
        assert ROWS[row_of(name)]["plain"] == 0, name


def test_alternatives_conditions_and_what_follows():
    university = CONTENT.tables["triggers"][int(ROWS[row_of("mars_university")]["trigger"])]
    assert (university["event"], university["anyone"], university["tags"]) == (words.ON_TAG, 0, 1 << words.T_SCIENCE)
    choose = EFFECTS[int(university["effects"])]
    assert choose["word"] == words.CHOOSE
    assert choose["branch"].tolist()[1:] == [tables.NOTHING, 0, 0]
    discard = EFFECTS[int(choose["branch"][0])]
    assert discard["word"] == words.DISCARD
    assert listed(int(discard["then"])) == [("draw", 1, 0)]
    assert EFFECTS["word"][tables.NOTHING] == 0
    nitrogen = EFFECTS[int(ROWS[row_of("nitrogen_rich_asteroid")]["effects"]) + 1]
    term = CONTENT.tables["terms"][int(nitrogen["term"])]
    assert (nitrogen["n"], term["kind"], term["what"], term["n"]) == (3, words.R_TAG, words.T_PLANT, 3)
    algae = ROWS[row_of("arctic_algae")]
    cold = CONTENT.tables["terms"][int(algae["term"])]
    assert (algae["terms"], cold["kind"], cold["most"], cold["n"]) == (1, words.R_TEMPERATURE, 1, 9)  # -12 degrees


def test_actions_are_ways_with_costs():
    europa, catapult = ROWS[row_of("water_import_from_europa")], ROWS[row_of("electro_catapult")]
    assert (europa["ways"], europa["pays"][0, 0].tolist(), europa["metals"][0]) == (1, [words.GAIN, 12, 0], 2)
    assert listed(int(europa["does"][0])) == [("ocean", 1, 0)]
    assert catapult["ways"] == 2
    assert catapult["pays"][:, 0].tolist() == [[words.GAIN, 1, words.PLANT], [words.GAIN, 1, words.STEEL]]
    assert ROWS[row_of("predators")]["pays"][0, 0].tolist() == [words.REMOVE_HELD, 1, words.H_ANIMAL]
    assert ROWS[row_of("equatorial_magnetizer")]["pays"][0, 0].tolist() == [words.PRODUCTION, 1, words.ENERGY]
    assert ROWS[row_of("regolith_eaters")]["pays"][0, 0].tolist() == [words.UNHOLD, 2, 0]


def test_what_triggers_give_is_known_at_a_glance():
    gives = int(CONTENT.tables["gives"])
    assert gives >> words.MEGACREDIT & 1  # Immigrant City
    assert gives >> 7 + words.PLANT & 1  # Viral Enhancers
    assert not gives >> words.ENERGY & 1
    assert not gives >> 7 + words.ENERGY & 1


def test_the_glossary_explains_every_word_in_the_order_of_the_vocabulary():
    vocabularies = [
        tuple(word for word in words.EFFECTS if word != "choose"),
        *(words.COUNTS, words.REQUIREMENTS, words.PLACES, words.SPECIAL_TILES, words.EVENTS, words.STANDING),
        *(words.CRITERIA, words.BONUSES, words.GOALS),
    ]
    explained = [tuple(form.split()[0] for form in part) for part in glossary.GLOSSARY.values()]
    assert explained == vocabularies
    for part in glossary.GLOSSARY.values():
        assert len(set(part.values())) == len(part)
        assert all(part.values())


def test_a_card_of_ones_own_is_a_row_more_and_the_digest_tells(tmp_path):
    own = '\n[[project]]\nid = "own_card"\nprovenance = "house"\ndeck = "house"\ncolour = "green"\ncost = 5\n'
    content = loaded(tmp_path, TEXT + own + 'effects = ["gain worker 2"]\n')
    assert content.ids["project"][-1] == "own_card" == content.names["project"][-1]
    assert content.tables["num_projects"] == CONTENT.tables["num_projects"] + 1
    assert content.digest != CONTENT.digest
    assert loaded(tmp_path, TEXT).digest == CONTENT.digest


# --- what the reader refuses ---


@pytest.mark.parametrize(
    ("edit", "parts"),
    [
        # effects
        (does("gian steel 2"), ["project 'mine'", "effects", "'gian'", "did you mean 'gain'", "lose, production"]),
        (does(""), ["project 'mine'", "effects", "unknown word ''"]),
        (does("choose"), ["unknown word 'choose'"]),
        (does("gain iron 2"), ["effects", "'iron'", *RESOURCES]),
        (does("gain steel"), ["'gain steel' is not of the form 'gain RESOURCE N'"]),
        (does("gain steel 0"), ["'0' is not a whole number from 1 to 60"]),
        (does("gain steel --1"), ["'--1' is not a whole number"]),
        (does("gain steel ²"), ["'²' is not a whole number"]),
        (does(f"gain steel {'9' * 5000}"), ["9' is not a whole number from 1 to 60"]),
        (does("production steel 0"), ["'production steel 0' does nothing"]),
        (does("temperature 6"), ["'6' is not a whole number from 1 to 5"]),
        (does("ocean on phobos"), ["'phobos'", "reserved, land, anywhere"]),
        (does("city on greenery"), ["'greenery'", *[p for p in words.PLACES if p != "greenery"]]),
        (does("greenery on sea"), ["'sea'", "reserved, land", "anywhere"]),
        (does("special tower"), ["'tower'", *words.SPECIAL_TILES]),
        (does("special"), ["'special' is not of the form 'special NAME'"]),
        (does("keep 4 of 4"), ["'4' is not a whole number from 1 to 3"]),
        (does("keep 1 in 4"), ["is not of the form 'keep N of N'"]),
        (does("reveal microbe"), ["reveal needs 'then'"]),
        (does("reveal virus then draw 1"), ["'virus'", *TAGS]),
        (does("gain steel 1 then draw 1"), ["'then' may follow reveal, discard, unhold, not gain"]),
        (does("add cow 1"), ["'cow'", *KINDS]),
        (does("next price 2"), ["'price'", "discount, shift"]),
        (does("next shift 10"), ["'10' is not a whole number from 1 to 9"]),
        (does("swap heat heat"), ["the two resources must differ"]),
        (does("remove plant 2 by_city"), ["is not of the form 'remove RESOURCE N'"]),
        (does("nothing"), ["'nothing' is an alternative only"]),
        (does("nothing | nothing"), ["more than one alternative is nothing"]),
        (does("draw 1 | draw 2 | draw 3 | draw 4 | draw 5"), ["5 alternatives; at most 4 are allowed"]),
        (does("temperature 1 per city"), ["cannot be counted; only gain, production, rating, draw, hold can"]),
        (does("gain steel 1 per town"), ["'town'", *words.COUNTS]),
        (does("gain steel 1 per tag"), ["'tag' is not of the form 'tag TAG'"]),
        (does("gain steel 1 per 0 city"), ["'0' is not a whole number from 1 to 20"]),
        (does("gain steel 1 if rain >= 2"), ["'rain'", *words.REQUIREMENTS]),
        (does("production steel -1 per city"), ["a loss of production is a plain number"]),
        (does("production steel -1 if city >= 2"), ["a loss of production is a plain number"]),
        (does("unhold 1"), ["unknown word 'unhold'"]),
        (does("add_that 1"), ["unknown word 'add_that'"]),
        (does("hold 1"), ["project 'mine'", "holds", "missing"]),
        (does("gain steel 1 if bonus steel"), ["'if bonus' asks what the hex just used prints"]),
        (does("gain steel 1 per adjacent_ocean"), ["counts what is next to its tile"]),
        (mine(effects='"draw 1"'), ["effects", "'draw 1' is not a list of 0 to 6 entries"]),
        (mine(effects="[1]"), ["effects", "1 is not a text"]),
        (mine(effects=7 * ["draw 1"]), ["is not a list of 0 to 6 entries"]),
        # requirements
        (mine(requires='["oxygen 5"]'), ["requires", "'oxygen 5' is not of the form 'oxygen >= N' or 'oxygen <= N'"]),
        (mine(requires='["oxygen > 5"]'), ["requires", "'>'", ">=, <="]),
        (mine(requires='["oxygen >= 15"]'), ["'15' is not a whole number from 0 to 14"]),
        (mine(requires='["temperature >= -9"]'), ["-9 degrees: the temperature moves by 2 degrees from -30"]),
        (mine(requires='["temperature >= 10"]'), ["'10' is not a whole number from -30 to 8"]),
        (mine(requires='["tag sceince >= 2"]'), ["'sceince'", "did you mean 'science'"]),
        (mine(requires='["held >= 1"]'), ["requires", "unknown word 'held'"]),
        (mine(requires='["bonus steel"]'), ["requires", "unknown word 'bonus'"]),
        # tags, points, missions
        (mine(tags2='["event"]'), ["tags2: unknown key", "did you mean 'tags'"]),
        (("project mine", '"building"', '"bulding"'), ["tags", "'bulding'", "did you mean 'building'"]),
        (("project mine", '"building"', '"event"'), ["tags", "unknown word 'event'"]),
        (mine(points='"1 per held"'), ["holds", "missing"]),
        (mine(points='"1 per adjacent_city"'), ["counts what is next to its tile"]),
        (mine(points='"one"'), ["points", "'one' is not a whole number from -9 to 9"]),
        (mine(points="10"), ["points", "10 is not a whole number from -9 to 9"]),
        (mine(points="[1]"), ["points", "neither a whole number nor a text"]),
        (mine(points='"3 if city >= 2"'), ["points", "unknown word 'city'", "held"]),
        (mine(missions="[5]"), ["missions", "5 is not a whole number from 1 to 4"]),
        (mine(missions="[]"), ["missions", "[] is not a list of numbers from 1 to 4"]),
        (mine(holds='"gold"'), ["holds", "'gold'", "none", *KINDS]),
        (("project mine", "cost = 4", "cost = 61"), ["cost", "61 is not a whole number from 0 to 60"]),
        (("project mine", '"green"', '"yellow"'), ["colour", "'yellow'", "green, blue, red"]),
        (("project mine", '"corp_era"', '"innovation"'), ["deck", "unknown word 'innovation'", "base, corp_era, house"]),
        (("project mine", '"public"', '"rumour"'), ["provenance", *PROVENANCES]),
        (("project mine", "cost = 4\n", ""), ["project 'mine'", "cost", "missing"]),
        (("project mine", 'id = "mine"', 'id = "capital"'), ["duplicate id 'capital'"]),
        (("project mine", 'id = "mine"', 'id = "brain_trust"'), ["'brain_trust'", "duplicate id", "[[project]] has it"]),
        # actions
        (acts("draw 1"), ["action", "'draw 1' is not of the form 'COST: EFFECT'"]),
        (acts("gold 1: draw 1"), ["action", "'gold'", *RESOURCES, "production, held, any, free", PAYS]),
        (acts("energy 1 & heat 1 & plant 1: draw 1"), ["at most 2 costs"]),
        (acts("energy 1 & energy 2: draw 1"), ["names a cost twice"]),
        (acts("energy: draw 1"), ["'energy' is not of the form 'energy N'", PAYS]),
        (acts("held: draw 1"), ["'held' is not of the form 'held N'", PAYS]),
        (acts("any 1: draw 1"), ["'any 1' is not of the form 'any KIND N'", PAYS]),
        (acts("production 1: draw 1"), ["'production 1' is not of the form 'production RESOURCE N'", PAYS]),
        (acts("free 1: draw 1"), ["'free 1': 'free' stands alone", PAYS]),
        (acts("energy 1 & free: draw 1"), ["'free': 'free' stands alone", PAYS]),
        (acts("energy 1 (steel): draw 1"), ["steel and titanium pay for megacredit only"]),
        (acts("megacredit 1 (iron): draw 1"), ["is not of the form 'megacredit N'"]),
        (acts("any cow 1: draw 1"), ["'cow'", *KINDS]),
        (acts("held 1: draw 1"), ["holds", "missing"]),
        (acts("free: lose heat 1"), ["unknown word 'lose'"]),
        (acts("free: production heat -1"), ["what an action takes away stands before the colon"]),
        (acts("free: city on ganymede"), ["only a card that is played may use ganymede"]),
        (mine(action='["free: draw 1", "free: draw 2", "free: draw 3"]'), ["is not a list of 0 to 2 entries"]),
        # triggers
        (reacts("ocean: draw 1"), ["triggers", "is not of the form 'own|any EVENT: EFFECT'"]),
        (reacts("my ocean: draw 1"), ["'my'", "own, any"]),
        (reacts("own rain: draw 1"), ["'rain'", *words.EVENTS]),
        (reacts("own tag: draw 1"), ["is not of the form 'own|any tag TAG/TAG/…'"]),
        (reacts("own tag plant/tree: draw 1"), ["'tree'", *words.TAGS]),
        (reacts("own ocean tile: draw 1"), ["is not of the form 'own|any EVENT'"]),
        (reacts("own ocean: temperature 1"), ["unknown word 'temperature'"]),
        (reacts("own ocean: city"), ["unknown word 'city'"]),
        (reacts("own ocean: production heat -1"), ["a trigger lowers no production"]),
        (reacts("own rating: rating 1"), ["would set itself off without end"]),
        (reacts("own rating: draw 1 | rating 1"), ["would set itself off without end"]),
        (reacts("own ocean: add_that 1"), ["add_that needs a card whose tag was played"]),
        # a trigger that listens to anybody has quiet effects only
        (reacts("any ocean: draw 1"), ["unknown word 'draw'", "gain, production, rating, hold"]),
        (reacts("any ocean: remove plant 1"), ["unknown word 'remove'"]),
        (reacts("any ocean: wild 1"), ["unknown word 'wild'"]),
        (reacts("any ocean: add animal 1"), ["unknown word 'add'"]),
        (reacts("any ocean: gain heat 1 | gain plant 1"), ["leaves nothing to choose"]),
        (reacts("any ocean: gain heat 1 | nothing"), ["leaves nothing to choose"]),
        (reacts("any ocean: production heat -1"), ["a trigger lowers no production"]),
        # standing effects
        (stands("cheaper 2"), ["standing", "'cheaper'", *words.STANDING]),
        (stands("discount"), ["'discount' is not of the form 'discount N'"]),
        (stands("discount rock 2"), ["'rock'", *TAGS]),
        (stands("discount 10"), ["'10' is not a whole number from 1 to 9"]),
        (stands("protect 1"), ["'protect 1' is not of the form 'protect'"]),
        (mine(standing='["heat_steps 1", "heat_steps 2"]'), ["'heat_steps 2' stands there twice"]),
        (("project asteroid", 'colour = "red"', 'colour = "red"\nstanding = ["protect"]'), ["a red card lies face down"]),
        (("project asteroid", 'colour = "red"', 'colour = "red"\nholds = "animal"'), ["a red card lies face down"]),
        # corporations
        (("side borealis_works_b", '"borealis_works"', '"sunward_trust"'), ["must belong to 'borealis_works'"]),
        (("side borealis_works_b", '"borealis_works"', '"nobody"'), ["corporation", "'nobody'", "open_archive"]),
        (("side borealis_works_b", "production worker 2", "lose heat 2"), ["unknown word 'lose'"]),
        (("side borealis_works_b", "production worker 2", "production heat -1"), ["lowers a production"]),
        (("side borealis_works_b", "production worker 2", "population 1"), ["unknown word 'population'"]),
        (("side borealis_works_b", "money = ", 'cost = 3\nmoney = '), ["cost: unknown key"]),
        (("development gravel_road", "mission = 1", "mission = 2"), ["row 1 must be of mission 1"]),
        (("development gravel_road", "mission = 1", "mission = 5"), ["5 is not a whole number from 1 to 4"]),
        (("development gravel_road", "gain steel 4", "any_production heat 1"), ["unknown word 'any_production'"]),
        # standard projects, milestones, missions, numbers
        (("standard asteroid", 'effects = ["temperature 1"]', ""), ["standard 'asteroid'", "effects", "missing"]),
        (("standard asteroid", "temperature 1", "hold 1"), ["unknown word 'hold'"]),
        (("standard city", '["city"', '["city on phobos"'), ["only a card that is played may use phobos"]),
        (("milestone mayor", '"cities"', '"towns"'), ["counts", "'towns'", *words.CRITERIA]),
        (("milestone builder", '"tag building"', '"tag"'), ["'tag' is not of the form 'tag TAG'"]),
        (("milestone mayor", "amount = 3", "amount = 0"), ["amount", "0 is not a whole number from 1 to 99"]),
        (("award landlord", '"tiles"', "3"), ["award 'landlord'", "counts", "3 is not a text"]),
        (("mission foothold", '"town_council", ', ""), ["milestones", "is not a list of 5 to 5 entries"]),
        (("mission foothold", '"town_council"', '"town_hall"'), ["milestones", "'town_hall'"]),
        (("mission foothold", '"town_council"', '"crew_chief"'), ["milestones", "names one twice"]),
        (("mission foothold", 'goal = "rating"', 'goal = "fame"'), ["goal", "parameters, score, rating, population"]),
        (("mission foothold", 'goal = "rating"', 'goal = "parameters"'), ["amount", "0 with the goal 'parameters'"]),
        (("[amounts]", "card_price = 3", "card_price = 0"), ["[amounts]", "card_price", "0 is not a whole number"]),
        (("[amounts]", "[8, 14, 20]", "[8, 14]"), ["award_cost", "[8, 14] is not a list of 3 numbers"]),
        (("[amounts]", "card_price = 3\n", ""), ["[amounts]", "card_price", "missing"]),
        (("[tracks]", "[-24, -20]", "[-24, -19]"), ["heat_production", "-19 degrees"]),
        (("[tracks]", "[8]", "[15]"), ["oxygen_temperature", "15 is not a whole number from 0 to 14"]),
        (("[tracks]", "[8]", "8"), ["oxygen_temperature", "8 is not a list"]),
        # maps
        (("board house", "  \".p . ^s . .\",\n", ""), ["rows", "is not a list of 9 to 9 entries"]),
        (("board house", ".p . ^s . .", ".p . ^s ."), ["board 'house'", "rows", "row 1", "has 4 cells; it takes 5"]),
        (("board house", ".p . ^s . .", ".p . ^s . x"), ["row 1, 'x'", "~ (reserved for oceans)", "^ (volcanic)"]),
        (("board house", ".p . ^s . .", ".q . ^s . ."), ["row 1, '.q'", "'q' is no bonus", "p (plant)", "t (titanium)"]),
        (("board house", ".p . ^s . .", ".p * ^s . ."), ["more than one hex is the pole"]),
        (("board house", "* ~pp", ". ~pp"), ["pole", "belong together"]),
        (("board house", 'pole = "megacredit 4: temperature"', ""), ["pole", "belong together"]),
        (("board house", '"megacredit 4: temperature"', '"heat 4: temperature"'), ["'megacredit N'"]),
        (("board house", '"megacredit 4: temperature"', '"megacredit 4: card"'), ["'card'", "ocean, temperature"]),
        (("board house", "oceans = 15", "oceans = 16"), ["board 'house'", "16 oceans and 3 other tiles", "only 18"]),
        (("board hellas", "milestones = ", "# "), ["board 'hellas'", "milestones", "has its own", "or neither"]),
        (("board hellas", "rating = 20\n", ""), ["board 'hellas'", "rating", "or neither"]),
        # what all content together must fit
        (does("special industry on reserved"), ["board 'house'", "15 oceans and 4 other tiles", "only 18 reserved"]),
        (does("special industry on anywhere"), ["board 'house'", "15 oceans and 4 other tiles"]),
        (does("city on phobos"), ["effects", "project 'mine'", "project 'phobos_space_haven' uses phobos too"]),
        (stands("greenery_plants 9"), ["greenery_plants", "at most 7 fit"]),
        (stands("population_workers 9"), ["population_workers", "at most 9 fit"]),
        (stands("card_price 3"), ["card_price", "at most 3 fit"]),
    ],
)  # fmt: skip
def test_a_word_a_form_or_a_number_that_cannot_be_meant_is_refused_with_what_is_allowed(tmp_path, edit, parts):
    message = refused(tmp_path, edited(SMALL, *edit))
    for part in parts:
        assert part in message, (part, message)


def test_tables_that_are_incomplete_or_too_long_are_refused(tmp_path):
    own = '\n[[project]]\nid = "own_{}"\nprovenance = "house"\ndeck = "house"\ncolour = "green"\ncost = 5\n'
    free = 256 - len(CONTENT.ids["project"])
    full = TEXT + "".join(own.format(k) for k in range(free))
    assert loaded(tmp_path, full).tables["num_projects"] == 256
    assert "257 rows; 60 to 256 are allowed" in refused(tmp_path, full + own.format("more"))
    start = TEXT.index('[[side]]\nid = "borealis_works_b"')
    without = TEXT[:start] + TEXT[TEXT.index("[[side]]", start + 1) :]
    assert "[[side]]: rows: 11 rows; 6 corporations take 2 each" in refused(tmp_path, without)
    start = TEXT.index('[[development]]\nid = "gravel_road"')
    without = TEXT[:start] + TEXT[TEXT.index("[[development]]", start + 1) :]
    assert "[[development]]: rows: 47 rows; 6 corporations take 8 each" in refused(tmp_path, without)
    parts = TEXT.split("[[project]]")
    lines = [part.splitlines(keepends=True) for part in parts[1:]]
    kept = ["".join(line for line in part if not line.startswith("missions = ")) for part in lines]
    few = [
        part.replace("colour = ", "missions = [1, 2, 4]\ncolour = ", 1) if k >= 59 else part
        for k, part in enumerate(kept)
    ]
    message = refused(tmp_path, "[[project]]".join([parts[0], *few]))
    assert "[[project]]: missions: 59 project cards come into mission 3; at least 60 must" in message


def test_a_file_that_is_none_or_has_unknown_tables_is_refused(tmp_path):
    assert "not a TOML file" in refused(tmp_path, "[[project]\n")
    assert "projects: unknown key" in refused(tmp_path, TEXT + "\n[[projects]]\n")
    with pytest.raises(ContentError, match="cannot be read"):
        load_content(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("module", "name", "most", "parts"),
    [
        (reading_effects, "EFFECT_ROWS", 100, ["effects", "more effects than the 100 rows"]),
        (reading, "TERMS", 20, ["requires", "more terms than the 20 rows"]),
        (reading_rows, "TRIGGERS", 5, ["triggers", "more than the 5 triggers"]),
        (fitting, "POOL", 6, ["effects might wait at once; 6 can"]),
        (fitting, "SIGNED", 11, ["discount space", "come to 12", "at most 11 fit"]),
        (fitting, "UNSIGNED", 60, ["tag building", "at most 60 fit"]),
    ],
)
def test_content_that_does_not_fit_its_capacities_is_refused(tmp_path, monkeypatch, module, name, most, parts):
    loaded(tmp_path, TEXT)
    monkeypatch.setattr(module, name, most)
    message = refused(tmp_path, TEXT)
    for part in parts:
        assert part in message, (part, message)
