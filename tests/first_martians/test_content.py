"""The shipped content: what public facts say of it, how many rows there are, and that house rows keep to the shape."""

import itertools
import pathlib
from collections import Counter

import numpy as np
import pytest

from marszoo.envs.core.content import tomllib
from marszoo.envs.first_martians import state, words
from marszoo.envs.first_martians.content import load_content

SHIPPED = load_content(pathlib.Path(words.__file__).with_name("content.toml"))
TEXT = pathlib.Path(SHIPPED.source).read_text("utf-8")
WRITTEN = tomllib.loads(TEXT)
FACTS = tomllib.loads((pathlib.Path(__file__).parents[1] / "data" / "first_martians_facts.toml").read_text("utf-8"))
ROWS = SHIPPED.rows
FACILITY = {row["id"]: row for row in ROWS["facility"]}
BLOCK = {f: block for block, facilities in FACTS["blocks"].items() for f in facilities}
DECKS = {
    block: [row for row in ROWS["card"] if BLOCK[row["keywords"].partition(".")[2]] == block]
    for block in FACTS["chain"]
}
PLAYERS = range(4)


def effects_of(row):
    """All effects written on a row."""
    return [text for key in ("effects", "now", "reward", "penalty", "finds") for text in row.get(key, [])]


ALL_EFFECTS = [text for rows in ROWS.values() for row in rows for text in effects_of(row)]


def by_players(value):
    return value if isinstance(value, list) else [value] * 4


def goal(text, mission):
    """Kind and amounts for 1 to 4 players of an objective."""
    kind, *rest = text.split()
    if kind == "project":
        return kind, by_players(next(p for p in mission["projects"] if p["id"] == rest[0])["steps"])
    numbers = [int(n) for n in rest]
    return kind, numbers * 4 if len(numbers) == 1 else numbers


# What public sources know


def test_thirteen_facilities_in_three_blocks():
    assert len(ROWS["facility"]) == len(FACILITY) == FACTS["counts"]["facilities"]
    assert set(FACILITY) == set(BLOCK)
    assert {f: words.BLOCKS[words.BLOCK_OF[k]] for k, f in enumerate(words.FACILITIES)} == BLOCK


def test_one_oxygen_for_each_of_eight_facilities():
    assert {f for f, row in FACILITY.items() if row["oxygen"]} == set(FACTS["production"]["oxygen"])
    assert all(row["oxygen"] in (0, 1) for row in FACILITY.values())


def test_ten_facilities_need_energy():
    assert sum(row["energy"] for row in FACILITY.values()) == FACTS["production"]["energy_needed"]


def test_an_intact_base_covers_what_it_needs():
    tops = dict(zip(words.PRODUCERS, words.TOP_OUTPUT, strict=True))
    assert [tops["oxygenator_1"], tops["oxygenator_2"]] == [FACTS["tracks"]["oxygenator"][1]] * 2
    assert tops["oxygenator_1"] + tops["oxygenator_2"] == sum(row["oxygen"] for row in FACILITY.values())
    assert tops["solar_panel_1"] + tops["solar_panel_2"] == FACTS["production"]["energy_needed"]


@pytest.mark.parametrize(("facility", "pawns"), FACTS["automatic"].items())
def test_pawns_of_an_automatic_action(facility, pawns):
    assert FACILITY[facility]["automatic"] == pawns


@pytest.mark.parametrize(("facility", "colour"), FACTS["dice"].items())
def test_colour_of_the_dice(facility, colour):
    assert FACILITY[facility]["dice"] == colour


def test_unwind_is_gray():
    assert "gray" in (FACILITY["quiet_place"]["dice"], FACILITY["crew_quarters"]["dice"])


@pytest.mark.parametrize(("facility", "parts"), FACTS["parts"].items())
def test_parts_that_are_known(facility, parts):
    assert set(parts) <= set(FACILITY[facility]["parts"])


def test_the_hardware_of_the_garage_hall_endangers_froggy():
    assert FACILITY["garage_hall"]["parts"]["hardware"] == FACTS["penalties"]["garage_hall_hardware"]


def test_numbers_of_upgrades_and_shutdown_tiles():
    assert len(ROWS["upgrade"]) == FACTS["counts"]["upgrade_tiles"]
    kinds = Counter(row["kind"] for row in ROWS["shutdown"])
    assert kinds == {"oxygen": FACTS["counts"]["oxygen_tiles"], "energy": FACTS["counts"]["energy_tiles"]}


def test_the_power_generator_cancels_a_penalty():
    row = next(row for row in ROWS["upgrade"] if row["name"] == FACTS["upgrade"]["name"])
    word, part = row["effect"].split()
    assert word == FACTS["upgrade"]["word"]
    assert FACILITY[row["facility"]]["parts"][part] != "none", "there is a penalty to cancel"


def test_names_of_the_astronauts():
    assert [row["name"] for row in ROWS["astronaut"]] == FACTS["astronauts"]["names"]


def test_two_players_have_two_aoms():
    assert len(WRITTEN["aoms"]["two"]) == FACTS["aoms"]["two"]


def test_six_missions_two_of_a_kind_of_six_to_eight_sols():
    assert len(ROWS["mission"]) == FACTS["counts"]["missions"]
    assert Counter(row["kind"] for row in ROWS["mission"]) == FACTS["missions"]["kinds"]
    low, high = FACTS["missions"]["sols"]
    assert all(low <= n <= high for row in ROWS["mission"] for n in by_players(row["sols"]))


def test_keywords_that_are_known_occur():
    kinds, facilities = zip(*(row["keywords"].split(".") for row in ROWS["card"]), strict=True)
    assert set(FACTS["keywords"]["kinds"]) <= set(kinds)
    assert set(FACTS["keywords"]["facilities"]) <= set(facilities)


def test_numbers_of_the_box():
    counts = FACTS["counts"]
    assert (counts["morale_tokens"], counts["pawns"]) == (state.TOKENS, state.PAWNS)
    assert (counts["greenhouses"], counts["growth"]) == (state.GREENHOUSES, state.GROWTH)
    assert FACTS["tracks"]["malfunction"] == [0, state.LAST]
    assert FACTS["tracks"]["morale"] == [state.MORALE_LOW, state.MORALE_TOP]
    assert dict(zip(words.ROVERS, state.ROVER_PAWNS, strict=True)) == FACTS["actions"]["pawns_of_rovers"]


def test_phases_and_the_order_of_actions():
    assert list(words.PHASES) == FACTS["actions"]["phases"]
    order = FACTS["actions"]["order"]
    assert list(words.JOBS[: len(order)]) == order
    assert set(FACTS["actions"]["builds"]) <= {job for k, job in enumerate(words.JOBS) if words.JOB_FACILITY[k] == 12}


def test_blocks_stand_in_the_order_of_the_chain():
    for block, after in FACTS["chain"].items():
        assert words.BLOCKS[(words.BLOCKS.index(block) + 1) % 3] == after


# Provenance


def test_no_row_claims_to_be_public():
    # Dice, parts, cards, events and mission sheets are not published, and every row has one of these at least.
    assert {row["provenance"] for rows in ROWS.values() for row in rows} == {"house"}
    assert {WRITTEN[section]["provenance"] for section in ("dice", "amounts", "aoms")} == {"house"}


def test_exactly_the_cells_that_are_known_carry_the_remark():
    found, id = set(), ""
    for line in TEXT.splitlines():
        if line.startswith('id = "'):
            id = line.split('"')[1]
        if line.partition("  # ")[2].endswith("public"):
            found.add((id, line.split(" ")[0]))
    known = {(f, "oxygen") for f in FACILITY}
    known |= {(f, "automatic") for f in FACTS["automatic"]} | {(f, "dice") for f in FACTS["dice"]}
    known |= {(f, "parts") for f in FACTS["parts"]} | {("power_generator", "name")}
    assert {cell for cell in found if cell[1] != "two"} == known


# How much there is


def test_how_many_rows_there_are():
    assert {block: len(deck) for block, deck in DECKS.items()} == dict.fromkeys(FACTS["chain"], 14)
    assert len(ROWS["event"]) == 40
    assert len(ROWS["adventure"]) >= 12
    assert Counter(row["ring"] for row in ROWS["roi"]).keys() == {1, 2, 3}
    assert len(ROWS["condition"]) == len(ROWS["astronaut"]) == 4


@pytest.mark.parametrize("ring", [1, 2, 3])
def test_no_stack_outside_runs_dry(ring):
    assert sum(row["ring"] == ring for row in ROWS["roi"]) >= 6, "as many as there are places in a ring"


@pytest.mark.parametrize("word", words.EFFECTS)
def test_the_effect_word_is_used(word):
    assert sum(text.split()[0] == word for text in ALL_EFFECTS) >= 2


@pytest.mark.parametrize("penalty", words.PENALTIES)
def test_the_penalty_is_used(penalty):
    assert any(penalty in row["parts"].values() for row in FACILITY.values())


@pytest.mark.parametrize("modifier", words.MODIFIERS)
def test_the_modifier_token_is_used(modifier):
    assert any(text.split()[:2] == ["token", modifier] for text in ALL_EFFECTS)


@pytest.mark.parametrize("who", words.WHO)
def test_wounds_and_tokens_fall_on(who):
    assert any(
        text.split()[0] in ("wound", "tokens", "heal", "condition") and text.endswith(who) for text in ALL_EFFECTS
    )


@pytest.mark.parametrize("hazard", words.HAZARDS)
def test_the_hazard_is_used(hazard):
    assert any(row.get("hazard", "none") == hazard for row in ROWS["roi"])


@pytest.mark.parametrize("kind", words.GOALS)
def test_the_kind_of_objective_is_used(kind):
    texts = [text for row in ROWS["mission"] for text in (*row["objectives"], *row["optional"])]
    assert any(text.split()[0] == kind for text in texts)


@pytest.mark.parametrize("word", words.UPGRADES)
def test_the_kind_of_upgrade_is_used(word):
    assert any(row["effect"].split()[0] == word for row in ROWS["upgrade"])


def test_every_condition_does_something_else_and_can_be_got():
    assert {row["effect"] for row in ROWS["condition"]} == set(words.CONDITIONS)
    for row in ROWS["condition"]:
        assert any(text.startswith(f"condition {row['id']} ") for text in ALL_EFFECTS)


def test_skills_of_both_times():
    assert {row["when"] for row in ROWS["astronaut"]} == set(words.SKILL_TIMES)


def test_every_good_lies_outside_somewhere():
    assert {good for row in ROWS["roi"] for good in row["goods"]} == set(words.GOODS)


def test_every_producer_can_lose_output_and_every_upgrade_is_offered():
    assert all(row["parts"]["hardware"] == "output" for f, row in FACILITY.items() if f in words.PRODUCERS)
    assert {u for row in ROWS["mission"] for u in row["upgrades"]} == set(SHIPPED.ids["upgrade"])


@pytest.mark.parametrize("table", [t for t in ROWS if t != "mission"])
def test_no_two_rows_are_equal_but_for_id_and_name(table):
    rows = [{k: v for k, v in row.items() if k not in ("id", "name", "provenance")} for row in ROWS[table]]
    assert [(a, b) for a, b in itertools.combinations(rows, 2) if a == b] == []


def test_names_are_unique_within_a_table():
    for names in SHIPPED.names.values():
        assert len(set(names)) == len(names)


# Malfunction


def test_each_malfunction_die_is_deadlier_than_the_one_before():
    yellow, orange, red = (sorted(WRITTEN["dice"][colour]) for colour in FACTS["malfunction_dice"].values())
    for milder, deadlier in ((yellow, orange), (orange, red)):
        assert sum(milder) < sum(deadlier)
        assert all(a <= b for a, b in zip(milder, deadlier, strict=True))
    assert red[-1] >= 3, "the example of the FAQ moves a marker by 3"


def test_about_half_of_the_parts_have_a_penalty():
    # Each active penalty of a block adds 1 every sol. A base with few broken parts must not fire all tracks at once.
    for block, facilities in FACTS["blocks"].items():
        penalties = [p for f in facilities for p in FACILITY[f]["parts"].values()]
        assert 0.4 <= sum(p != "none" for p in penalties) / len(penalties) <= 0.7, block


@pytest.mark.parametrize("block", FACTS["chain"])
def test_cards_of_a_deck_break_parts_without_a_penalty_too(block):
    broken = [text.split()[1] for row in DECKS[block] for text in effects_of(row) if text.startswith("break")]
    harmless = [p for p in broken if FACILITY[p.split(".")[0]]["parts"][p.split(".")[1]] == "none"]
    assert len(set(broken)) == len(broken), "each card breaks another part"
    assert 1 / 4 <= len(harmless) / len(broken) <= 2 / 3


def test_what_breaks_is_there():
    for text in ALL_EFFECTS:
        if text.startswith("break"):
            facility, part = text.split()[1].split(".")
            assert part in FACILITY[facility]["parts"], text


@pytest.mark.parametrize("block", FACTS["chain"])
def test_a_deck_has_all_kinds_and_all_facilities_of_its_block(block):
    kinds, facilities = zip(*(row["keywords"].split(".") for row in DECKS[block]), strict=True)
    assert set(kinds) == set(words.KINDS)
    assert set(facilities) == set(FACTS["blocks"][block])
    assert min(Counter(kinds).values()) >= 4
    assert min(Counter(facilities).values()) >= 2


def test_a_card_that_sends_for_another_finds_one():
    for text in ALL_EFFECTS:
        if text.startswith("seek"):
            _, block, keyword = text.split()
            assert sum(keyword in row["keywords"].split(".") for row in DECKS[block]) >= 2


@pytest.mark.parametrize("block", FACTS["chain"])
def test_one_card_of_a_deck_at_most_sends_for_another(block):
    # More could send for each other; the stack of decisions is sized for a few.
    assert sum(text.startswith("seek") for row in DECKS[block] for text in effects_of(row)) <= 1


def test_a_card_hits_its_own_block():
    for block, deck in DECKS.items():
        for row in deck:
            hit = [text.split()[1].split(".")[0] for text in row["effects"] if text.startswith("break")]
            assert all(f == row["keywords"].split(".")[1] and BLOCK[f] == block for f in hit)


# Events


def test_events_fall_on_the_blocks_alike():
    assert sorted(Counter(row["block"] for row in ROWS["event"]).values()) == [13, 13, 14]


def test_events_differ_in_how_long_they_lie_open_and_what_they_take():
    assert Counter(row["rounds"] for row in ROWS["event"]).keys() == {1, 2, 3}
    assert {row.get("attend", 1) for row in ROWS["event"]} == {1, 2}
    assert {row["price"].split()[1] for row in ROWS["event"] if "price" in row} >= {"oxygen", "energy", "food", "part"}


def test_who_has_no_time_for_an_event_may_often_pay():
    assert 0.25 <= sum("price" in row for row in ROWS["event"]) / len(ROWS["event"]) <= 0.5


# Missions and difficulties


@pytest.mark.parametrize("mission", ROWS["mission"], ids=lambda row: row["id"])
class TestMission:
    def test_nothing_is_reached_before_it_begins(self, mission):
        more = max(row["supplies"] for row in ROWS["difficulty"])
        stock = {good: n + more for good, n in zip(words.GOODS, mission["supplies"], strict=True)}
        for text in (*mission["objectives"], *mission["optional"]):
            kind, amounts = goal(text, mission)
            start = {"samples": stock["sample"], "food": stock["food"], "parts": stock["part"]}.get(kind, 0)
            for p in PLAYERS:
                if kind == "plants":
                    start = p + 1
                assert amounts[p] > start, (text, p + 1)

    def test_more_astronauts_have_more_to_do(self, mission):
        for text in (*mission["objectives"], *mission["optional"]):
            amounts = goal(text, mission)[1]
            assert amounts == sorted(amounts)
        work = [sum(goal(text, mission)[1][p] for text in mission["objectives"]) for p in PLAYERS]
        assert work == sorted(set(work)), "strictly more in all"

    def test_what_is_asked_for_can_be_had(self, mission):
        goods = Counter(good for row in ROWS["roi"] for good in row["goods"])
        most = {
            "tiles": state.SPOTS,
            "deep": state.SECTORS,
            "poi": sum(row.get("poi", False) for row in ROWS["roi"]) // 2,
            "cargo": goods.total() // 3,
            "samples": goods["sample"] // 2,
            "food": 2 * goods["food"],
            "plants": state.GREENHOUSES,
            "parts": goods["part"],
            "repairs": 6,
            "upgrades": len(mission["upgrades"]),
            "morale": state.MORALE_TOP,
            "project": 12,
        }
        for text in (*mission["objectives"], *mission["optional"]):
            kind, amounts = goal(text, mission)
            assert amounts[-1] <= most[kind], text

    def test_several_mandatory_objectives_and_an_optional_one(self, mission):
        assert 2 <= len(mission["objectives"]) <= 6
        assert 1 <= len(mission["optional"]) <= 2

    def test_it_rolls_a_die_or_two_offers_upgrades_and_has_parts_to_begin_with(self, mission):
        assert 1 <= len(mission["dice"]) <= 2
        assert 2 <= len(mission["upgrades"]) <= 4
        assert mission["supplies"][words.PART] >= 1


def test_a_kind_of_mission_asks_for_its_kind_of_work():
    wanted = {"building": "working_bay", "research": "lab"}
    for row in ROWS["mission"]:
        if row["kind"] == "exploration":
            assert {text.split()[0] for text in row["objectives"]} & {"tiles", "deep", "poi", "cargo"}
        else:
            asked = {text.split()[1] for text in row["objectives"] if text.startswith("project")}
            places = Counter(p["place"] for p in row["projects"] if p["id"] in asked)
            assert places[wanted[row["kind"]]] == max(places.values())


def test_some_missions_forgive_any_number_of_broken_parts_and_some_few():
    thresholds = {row["threshold"] for row in ROWS["mission"]}
    assert -1 in thresholds
    assert min(thresholds - {-1}) <= 5


def test_projects_are_in_the_base_and_outside_with_and_without_a_price():
    projects = [p for row in ROWS["mission"] for p in row.get("projects", [])]
    assert {p["place"] for p in projects} == set(words.PLACES)
    assert {p["ring"] for p in projects} >= {0, 1, 2}
    assert {p["cost"] for p in projects} >= {"", "1 part", "1 sample", "1 energy"}


def test_each_difficulty_is_harder_than_the_one_before():
    rows = {row["id"]: row for row in ROWS["difficulty"]}
    order = [rows[d] for d in ("training", "normal", "hard")]
    for easier, harder in itertools.pairwise(order):
        keys = ("supplies", "sols", "threshold", "tokens")
        assert all(easier[key] >= harder[key] for key in keys)
        assert easier["supplies"] > harder["supplies"]
        assert words.POOLS.index(easier["dice"]) < words.POOLS.index(harder["dice"])


def test_stress_begins_to_tell_before_the_track_ends():
    tables = SHIPPED.tables
    length = np.asarray(tables["stress_length"])
    at = np.asarray(tables["stress"]["at"])[: int(tables["num_stress"])]
    assert (at[0] <= length // 2).all()
    assert ((length // 2 < at[-1]) & (at[-1] <= length)).all()
    assert (np.diff(at, axis=0) > 0).all()
