"""The content file: what the specification says is in it, and how its rows become tables."""

import collections

import numpy as np
import pytest

from legacy_of_mars.edits import FILE, TEXT, loaded
from marszoo.envs.legacy_of_mars import glossary, tables, words
from marszoo.envs.legacy_of_mars.content import FIRST_ROW, load_content, named

pytestmark = pytest.mark.interpreted

CONTENT = load_content(FILE)
ROWS, EFFECTS = CONTENT.tables["rows"], CONTENT.tables["effects"]


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
