"""The reader of content files: every error names the file, the entry, the key and what is allowed."""

import pathlib

import numpy as np
import pytest

from first_martians.decks import DECK, changed, edited, entry_of, text_of, without, write
from marszoo.envs.core.content import PROVENANCES, ContentError
from marszoo.envs.first_martians import words
from marszoo.envs.first_martians.content import load_content

pytestmark = pytest.mark.interpreted

BLOCKS = ["working", "living", "system"]
SYSTEM = ["oxygenator_1", "oxygenator_2", "solar_panel_1", "solar_panel_2", "farm"]
LIVING = ["quiet_place", "crew_quarters", "med_lab", "control_center"]
WORKING = ["garage_hall", "probe_bay", "lab", "working_bay"]
FACILITIES = [*SYSTEM, *LIVING, *WORKING]
PRODUCERS = SYSTEM[:4]
PARTS = ["hardware", "cpu", "connector", "filter"]
GOODS = ["oxygen", "energy", "food", "part", "seed", "sample"]
COLOURS = ["brown", "gray", "green", "blue"]
PENALTIES = ["none", "malfunction", "lose_sample", "stress", "token"]
KINDS = ["complication", "obstacle", "failure"]
CONDITIONS = ["fever", "sprain", "shock", "frailty"]


def refused(folder, text):
    path = write(folder, text)
    with pytest.raises(ContentError) as error:
        load_content(path)
    message = str(error.value)
    assert message.startswith(f"{path}: "), message
    return message


def says(message, *parts):
    for part in parts:
        assert part in message, (part, message)


W_PART = 'effects = ["break garage_hall.connector"]'


def card(text):
    """An edit that gives a Working card this effect."""
    return ("card w_part", W_PART, f'effects = ["{text}"]')


@pytest.mark.parametrize(
    ("edit", "parts"),
    [
        # every word of an effect
        (
            card("brake lab.cpu"),
            ["card 'w_part'", "effects", "'brake'", "did you mean 'break'", "track, lower", "study"],
        ),
        (card(""), ["card 'w_part'", "effects", "unknown word ''"]),
        (card("break lab"), ["unknown word ''", *PARTS]),
        (card("break bath.cpu"), ["effects", "'bath'", *FACILITIES]),
        (card("break lab.fuse"), ["effects", "'fuse'", *PARTS]),
        (card("track 1"), ["'track 1' is not of the form 'track N BLOCK'"]),
        (card("track 1 working now"), ["is not of the form 'track N BLOCK'"]),
        (card("track 0 working"), ["'0' is not a whole number from 1 to 7"]),
        (card("track 8 working"), ["'8' is not a whole number from 1 to 7"]),
        (card("track one working"), ["'one' is not a whole number"]),
        (card("track --1 working"), ["card 'w_part'", "effects", "'--1' is not a whole number from 1 to 7"]),
        (card("track ² working"), ["card 'w_part'", "effects", "'²' is not a whole number from 1 to 7"]),
        (card(f"track {'9' * 5000} working"), ["card 'w_part'", "effects", "9' is not a whole number from 1 to 7"]),
        (card("track 1 any"), ["unknown word 'any'", *BLOCKS]),
        (card("lower 1 sick_bay"), ["'sick_bay'", *BLOCKS, "any"]),
        (card("gain 1 water"), ["'water'", *GOODS]),
        (card("dust 1 farm"), ["'farm'", *PRODUCERS]),
        (card("token bolt lab"), ["'bolt'", "roll, wound, pawn, help"]),
        (card("token roll hub"), ["'hub'", *FACILITIES]),
        (card("rover curiosity"), ["'curiosity'", "froggy, scorpio"]),
        (card("condition flu any"), ["'flu'", *CONDITIONS]),
        (card("condition fever all"), ["'all'", "me, first, any"]),
        (card("tokens 1 any"), ["'any'", "me, first, all"]),
        (card("wound 1 you"), ["'you'", "me, first, any, all"]),
        (card("seek living lab"), ["'lab'", *KINDS, *LIVING]),
        (card("seek attic lab"), ["'attic'", *BLOCKS]),
        (("card w_part", W_PART, 'effects = "stress 1"'), ["'stress 1' is not a list of 0 to 5 entries"]),
        (("card w_part", W_PART, "effects = [1]"), ["effects", "1 is not a text"]),
        (
            ("card w_part", W_PART, "effects = [" + 6 * '"stress 1", ' + "]"),
            ["effects", "is not a list of 0 to 5 entries"],
        ),
        # keywords of a card
        (("card w_lab", "complication.lab", "complication"), ["card 'w_lab'", "keywords", "'KIND.FACILITY'"]),
        (("card w_lab", "complication.lab", "mishap.lab"), ["keywords", "'mishap'", *KINDS]),
        (("card w_lab", "complication.lab", "obstacle.labs"), ["keywords", "did you mean 'lab'", *FACILITIES]),
        (("card w_lab", "keywords", ""), ["card 'w_lab'", "keywords", "None"]),
        # facilities
        (("facility lab", 'dice = "blue"', 'dice = "pink"'), ["facility 'lab'", "dice", "'pink'", "none", *COLOURS]),
        (("facility lab", 'dice = "blue"', ""), ["facility 'lab'", "dice", "may have to be rolled", *COLOURS]),
        (("facility lab", 'cpu = "none"', 'fuse = "none"'), ["facility 'lab'", "parts", "'fuse'", *PARTS]),
        (("facility lab", 'cpu = "none"', 'cpu = "boom"'), ["parts", "'boom'", *PENALTIES, "must_roll", "cost_energy"]),
        (("facility lab", 'cpu = "none"', 'cpu = "wilt"'), ["facility 'lab'", "parts", "'wilt'", *PENALTIES]),
        (("facility lab", 'cpu = "none"', 'cpu = "rover_risk"'), ["parts", "'rover_risk'", *PENALTIES]),
        (("facility lab", 'cpu = "none"', 'cpu = "output"'), ["parts", "'output'", *PENALTIES]),
        (
            ("facility farm", 'cpu = "none"', 'cpu = "must_roll"'),
            ["facility 'farm'", "'must_roll'", *PENALTIES, "wilt"],
        ),
        (
            ("facility lab", "parts = {", 'parts = "all" # {'),
            ["facility 'lab'", "parts", "not a table of part = penalty"],
        ),
        (("facility lab", "parts", ""), ["facility 'lab'", "parts", "not a table of part = penalty"]),
        (
            ("facility lab", "oxygen = 1", "oxygen = 2"),
            ["facility 'lab'", "oxygen", "2 is not a whole number from 0 to 1"],
        ),
        (("facility lab", "automatic = 2", "automatic = 3"), ["automatic", "3 is not a whole number from 1 to 2"]),
        (("facility lab", 'id = "lab"', 'id = "labs"'), ["facility 'labs'", "id", "row 12 must be 'lab'", *FACILITIES]),
        (
            ("difficulty hard", 'id = "hard"', 'id = "brutal"'),
            ["difficulty 'brutal'", "id", "must be 'hard'", "training, normal, hard"],
        ),
        (("difficulty hard", 'dice = "all"', 'dice = "most"'), ["difficulty 'hard'", "dice", "none, mission, all"]),
        (("difficulty hard", "supplies = -1", "supplies = -4"), ["supplies", "-4 is not a whole number from -3 to 5"]),
        # events, adventures, tiles, conditions
        (("event alarm", 'block = "working"', 'block = "roof"'), ["event 'alarm'", "block", "'roof'", *BLOCKS]),
        (
            ("event alarm", "rounds = 1", "rounds = 4"),
            ["event 'alarm'", "rounds", "4 is not a whole number from 1 to 3"],
        ),
        (("event alarm", "attend = 1", "attend = 3"), ["attend", "3 is not a whole number from 1 to 2"]),
        (("event alarm", "penalty", ""), ["event 'alarm'", "penalty", "missing", "nobody attends"]),
        (("event alarm", '"wound 1 any", "stress 1"', '"cough"'), ["event 'alarm'", "now", "'cough'"]),
        (
            ("event long_night", '"gain 2 food"', '"gain 2 foods"'),
            ["event 'long_night'", "reward", "did you mean 'food'"],
        ),
        (("event quiet_hours", '"2 energy"', '"energy"'), ["event 'quiet_hours'", "price", "'N GOOD'"]),
        (("event quiet_hours", '"2 energy"', '"0 energy"'), ["price", "'0' is not a whole number from 1 to 9"]),
        (("event quiet_hours", '"2 energy"', '"--2 energy"'), ["price", "'--2' is not a whole number from 1 to 9"]),
        (("event quiet_hours", '"2 energy"', '"2 coal"'), ["price", "'coal'", *GOODS]),
        (("adventure gray_part", '"gray"', '"teal"'), ["adventure 'gray_part'", "colour", "'teal'", *COLOURS]),
        (("adventure gray_part", '"gray"', '"blue"'), ["[[adventure]]", "colour", "no gray adventure"]),
        (
            ("adventure gray_part", '"gain 1 part"', '"gain part"'),
            ["adventure 'gray_part'", "effects", "'gain N GOOD'"],
        ),
        (
            ("shutdown o1", '"oxygen"', '"energy"'),
            ["[[shutdown]]", "kind", "four oxygen tiles, then four energy tiles"],
        ),
        (("shutdown o1", '"oxygen"', '"food"'), ["shutdown 'o1'", "kind", "'food'", "oxygen, energy"]),
        (("shutdown o1", '"stress 1"', '"strain 1"'), ["shutdown 'o1'", "effects", "'strain'"]),
        (("condition shock", '"tokens"', '"sleep"'), ["condition 'shock'", "effect", "tokens, roll, wound, stress"]),
        (("roi far_2", '"sample", "part"', '"stone"'), ["roi 'far_2'", "goods", "'stone'", *GOODS]),
        (
            ("roi far_2", '"sample", "part"', '"part", "part", "part", "part", "part"'),
            ["goods", "list of 0 to 4 entries"],
        ),
        (("roi far_2", '"pawn"', '"lava"'), ["roi 'far_2'", "hazard", "'lava'", "none, rover, outward, adventure"]),
        (("roi far_2", "ring = 2", "ring = 4"), ["roi 'far_2'", "ring", "4 is not a whole number from 1 to 3"]),
        (("roi find_2", "poi = true", 'poi = "yes"'), ["roi 'find_2'", "poi", "'yes' is neither true nor false"]),
        (("roi find_2", "poi", ""), ["roi 'find_2'", "finds", "only a point of interest"]),
        (("roi find_2", '"tokens 2 me"', '"tokens 2 us"'), ["roi 'find_2'", "finds", "'us'", "me, first, all"]),
        # skills
        (("astronaut medic", "effects", ""), ["astronaut 'medic'", "when", "'roll' has a colour"]),
        (("astronaut medic", '["heal 1 any"]', "[]"), ["astronaut 'medic'", "effects", "missing"]),
        (("astronaut medic", "cost = 1", 'cost = 1\ncolour = "blue"'), ["astronaut 'medic'", "when", "not the other"]),
        (("astronaut scientist", "colour", ""), ["astronaut 'scientist'", "when", "'roll' has a colour"]),
        (("astronaut scientist", '"blue"', '"violet"'), ["astronaut 'scientist'", "colour", "'violet'", *COLOURS]),
        (("astronaut scientist", "cost = 0", 'cost = 0\neffects = ["calm 1"]'), ["astronaut 'scientist'", "when"]),
        (("astronaut scientist", '"roll"', '"dawn"'), ["astronaut 'scientist'", "when", "assign, roll"]),
        (("astronaut scientist", "cost = 0", "cost = 5"), ["cost", "5 is not a whole number from 0 to 4"]),
        # upgrades
        (("upgrade rack", '"sure"', '"surely"'), ["upgrade 'rack'", "effect", "did you mean 'sure'", "cancel, yield"]),
        (
            ("upgrade rack", '"sure"', '"output 1"'),
            ["upgrade 'rack'", "effect", "'output'", "cancel, yield, better, sure"],
        ),
        (("upgrade drip", '"yield 2 food"', '"better 1"'), ["upgrade 'drip'", "effect", "'better'", "cancel, yield"]),
        (("upgrade drip", '"yield 2 food"', '"sure"'), ["upgrade 'drip'", "effect", "'sure'", "cancel, yield"]),
        (("upgrade drip", '"yield 2 food"', '"yield 2"'), ["effect", "'yield 2' is not of the form 'yield N GOOD'"]),
        (("upgrade drip", '"yield 2 food"', '"yield 4 food"'), ["effect", "'4' is not a whole number from 1 to 3"]),
        (("upgrade drip", '"yield 2 food"', '"yield 2 soup"'), ["effect", "'soup'", *GOODS]),
        (("upgrade generator", "cancel connector", "cancel fuse"), ["upgrade 'generator'", "effect", "'fuse'", *PARTS]),
        (
            ("upgrade generator", '"control_center"', '"lab"'),
            ["upgrade 'generator'", "effect", "lab has no connector"],
        ),
        (
            ("upgrade generator", '"control_center"', '"attic"'),
            ["upgrade 'generator'", "facility", "'attic'", *FACILITIES],
        ),
        # the Stress track
        (
            ("stress high", "[28, 29, 30, 31]", "[20, 29, 30, 31]"),
            ["stress 'high'", "at", "20 does not lie beyond", "20"],
        ),
        (("stress high", "[28, 29, 30, 31]", "[28, 29, 30, 34]"), ["stress 'high'", "at", "34 does not lie", "to 33"]),
        (("stress high", "[28, 29, 30, 31]", "[28, 29]"), ["stress 'high'", "at", "for 1 to 4 players"]),
        (("stress high", "[28, 29, 30, 31]", "[0, 29, 30, 31]"), ["stress 'high'", "at", "0 is not a whole number"]),
        # missions
        (("mission sheet", 'id = "sheet"', 'id = "random"'), ["mission 'random'", "id", "option"]),
        (
            ("mission sheet", '"exploration"', '"rescue"'),
            ["mission 'sheet'", "kind", "building, exploration, research"],
        ),
        (
            ("mission sheet", "[2, 3, 4, 5]", "[2, 3, 4]"),
            ["mission 'sheet'", "sols", "a list of 4, for 1 to 4 players"],
        ),
        (("mission sheet", "[2, 3, 4, 5]", "13"), ["mission 'sheet'", "sols", "13 is not a whole number from 1 to 12"]),
        (("mission sheet", "sols", ""), ["mission 'sheet'", "sols", "missing"]),
        (("mission sheet", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3]"), ["mission 'sheet'", "supplies", "list of 6"]),
        (("mission sheet", "threshold = 1", "threshold = -2"), ["threshold", "-2 is not a whole number from -1 to 20"]),
        (("mission sheet", '["working"]', '["cellar"]'), ["mission 'sheet'", "dice", "'cellar'", *BLOCKS]),
        (("mission sheet", '["living"]', '["cellar"]'), ["mission 'sheet'", "red", "'cellar'", *BLOCKS]),
        (
            ("mission sheet", '["drip"]', '["drop"]'),
            ["mission 'sheet'", "upgrades", "did you mean 'drip'", "generator"],
        ),
        (
            ("mission sheet", "[1, 0, 2, 0, 0, 0]", "[1, 0, 4, 0, 0, 0]"),
            ["seedlings", "4 is not a whole number from 0 to 3"],
        ),
        (("mission sheet", "objectives", ""), ["mission 'sheet'", "objectives", "missing"]),
        (("mission sheet", '"tiles 1 2 3 4"', '"win"'), ["objectives", "'win'", "tiles, deep, poi, cargo", "project"]),
        (("mission sheet", '"tiles 1 2 3 4"', '"tiles 1 2"'), ["objectives", "'tiles N' or 'tiles N N N N'"]),
        (("mission sheet", '"tiles 1 2 3 4"', '"tiles 0"'), ["objectives", "'0' is not a whole number from 1 to 20"]),
        (("mission sheet", '"tiles 1 2 3 4"', '"morale 4"'), ["objectives", "'4' is not a whole number from -2 to 3"]),
        (("mission sheet", '"tiles 1 2 3 4"', '"project wall"'), ["objectives", "'wall'"]),
        (("mission sheet", '"poi 1"', '"tiles 1"'), ["optional", "'tiles 1'", "asks for each thing once"]),
        (("mission sheet", '"poi 1"', '"poi 1", "deep 1", "cargo 1"'), ["optional", "list of 0 to 2 entries"]),
        (("mission goals", '"food 6"', '"food 6", "repairs 1"'), ["mission 'goals'", "objectives", "1 to 6 entries"]),
        # projects
        (("mission plain", '"study", name', '"wall", name'), ["mission 'plain' project 'wall'", "id", "duplicate id"]),
        (("mission plain", 'id = "study"', "id = 7"), ["project 7", "id", "7 is not a non-empty string"]),
        (("mission plain", 'name = "Study"', "name = 7"), ["project 'study'", "name", "7 is not a non-empty string"]),
        (("mission plain", 'place = "lab"', 'place = "farm"'), ["project 'study'", "place", "lab, working_bay"]),
        (("mission plain", "[4, 4, 4, 4]", "0"), ["project 'study'", "steps", "0 is not a whole number from 1 to 12"]),
        (
            ("mission plain", 'cost = ""', 'cost = "4 part"'),
            ["project 'study'", "cost", "'4' is not a whole number from 1 to 3"],
        ),
        (("mission plain", 'cost = ""', 'cost = "1 brick"'), ["project 'study'", "cost", "'brick'", *GOODS]),
        (("mission plain", "ring = 0", "ring = 4"), ["project 'study'", "ring", "4 is not a whole number from 0 to 3"]),
        (("mission plain", ", ring = 0", ""), ["project 'study'", "ring", "missing"]),
        (
            ("mission plain", "ring = 0", "rings = 0"),
            ["project 'study'", "rings", "did you mean 'ring'", "place, steps"],
        ),
        (("mission more_goals", "projects = [", 'projects = [ "roof",'), ["projects", "'roof' is not a table"]),
        (
            ("mission plain", "projects = [", 'projects = [ { id = "a" }, { id = "b" }, '),
            ["mission 'plain'", "projects", "list of at most 4 tables"],
        ),
        # sections
        (("[dice]", "yellow = [2, 2, 2, 2, 2, 2]", "yellow = [2, 2]"), ["[dice]", "yellow", "not a list of 6 numbers"]),
        (("[dice]", "red = [1,", "red = [6,"), ["[dice]", "red", "6 is not a whole number from 0 to 5"]),
        (("[dice]", "blue = [3, 3, 3]", "blue = [3, 3]"), ["[dice]", "blue", "not a list of 3 numbers"]),
        (("[dice]", "blue = [3, 3, 3]", "blue = [7, 3, 3]"), ["[dice]", "blue", "7 is not a whole number from 0 to 6"]),
        (("[dice]", "blue", ""), ["[dice]", "blue", "missing"]),
        (("[dice]", '"house"', '"home"'), ["[dice]", "provenance", "'home'", *PROVENANCES]),
        (("[amounts]", "health = 5", "health = 0"), ["[amounts]", "health", "0 is not a whole number from 1 to 20"]),
        (("[amounts]", "med_heal = 2", "med_heal = true"), ["[amounts]", "med_heal", "True is not a whole number"]),
        (
            ("[amounts]", "start_morale = 0", "start_moral = 0"),
            ["[amounts]", "start_moral", "did you mean 'start_morale'"],
        ),
        (("[amounts]", "stress_length", ""), ["[amounts]", "stress_length", "missing"]),
        (
            ("[aoms]", 'three = ["build"]', 'three = ["dig"]'),
            ["[aoms]", "three", "'dig'", "explore, gather, research, build"],
        ),
        (("[aoms]", "four = []", "five = []"), ["[aoms]", "five", "unknown key", "one, two, three, four"]),
        # what all games have
        (("card w_lab", '"house"', '"mine"'), ["card 'w_lab'", "provenance", "'mine'", *PROVENANCES]),
        (("card w_lab", 'id = "w_lab"', 'id = "w_part"'), ["card 'w_part'", "id", "duplicate id 'w_part'"]),
        (("card w_lab", 'id = "w_lab"', 'id = ""'), ["card ''", "id", "not a non-empty string"]),
        (("card w_lab", "effects", "effect"), ["card 'w_lab'", "effect", "did you mean 'effects'", "keywords"]),
        (("roi far_2", "ring", ""), ["roi 'far_2'", "ring", "missing"]),
        (("[dice]", "[dice]", "[dices]"), ["file", "dices", "did you mean 'dice'"]),
        (("[dice]", "[dice]", "[dice"), ["not a TOML file"]),
    ],
    ids=lambda value: f"{value[0]}-{value[2][:30]}" if isinstance(value, tuple) else "",
)
def test_a_mistake_is_named(tmp_path, edit, parts):
    says(refused(tmp_path, edited(*edit)), *parts)


@pytest.mark.parametrize(
    ("table", "id", "least", "most"),
    [
        ("card", "w_part", 3, 60),
        ("event", "alarm", 4, 48),
        ("adventure", "gray_part", 4, 24),
        ("condition", "fever", 1, 4),
        ("stress", "low", 1, 6),
        ("upgrade", "rack", 1, 8),
        ("mission", "sheet", 1, 12),
        ("astronaut", "medic", 4, 4),
        ("shutdown", "o1", 8, 8),
        ("facility", "lab", 13, 13),
        ("difficulty", "hard", 3, 3),
    ],
)
def test_too_many_and_too_few_rows(tmp_path, table, id, least, most):
    text = text_of()
    copies = "\n".join(one_of(text, f"{table} {id}").replace(f'"{id}"', f'"more{k}"') for k in range(most))
    says(refused(tmp_path, f"{text}\n{copies}"), f"[[{table}]]: rows: ", f"{least} to {most} are allowed")
    for row in load_content(DECK).ids[table][least - 1 :]:
        text = without(f"{table} {row}", text)
    says(refused(tmp_path, text), f"[[{table}]]: rows: {least - 1} rows; {least} to {most} are allowed")


def one_of(text, entry):
    """One entry as written."""
    start, end = entry_of(text, entry)
    return text[start:end]


@pytest.mark.parametrize("ring", [1, 2, 3])
def test_a_ring_has_a_tile_for_each_of_its_places(tmp_path, ring):
    text = text_of()
    for id in ("plain", "rover"):
        text = without(f"roi {id}_{ring}", text)
    assert len(load_content(write(tmp_path, text)).ids["roi"]) == 22, "six of a ring are enough"
    says(refused(tmp_path, without(f"roi edge_{ring}", text)), "[[roi]]", "ring", f"ring {ring}", "6")


@pytest.mark.parametrize(("block", "initial"), [("working", "w"), ("living", "l"), ("system", "s")])
def test_every_block_has_a_card(tmp_path, block, initial):
    text = text_of()
    for id in load_content(DECK).ids["card"]:
        if id.startswith(f"{initial}_"):
            text = without(f"card {id}", text)
    says(refused(tmp_path, text), "[[card]]", "keywords", f"no card of the {block} block")


def test_a_search_must_not_find_a_card_that_searches_too(tmp_path):
    text = edited("card w_lab", "gain 1 sample", "seek living failure")
    message = refused(tmp_path, text)
    says(message, "card 'w_seek'", "effects", "its keyword search may find 'w_lab', which searches too")
    itself = edited("card w_seek", "seek working complication", "seek working obstacle")
    assert load_content(write(tmp_path, itself)), "it cannot find itself: it is being resolved"


def test_start_tokens_for_all_are_there(tmp_path):
    # 18 tokens: four astronauts cannot begin with five each; four each are 16.
    assert changed(tmp_path, ("[amounts]", "start_tokens = 1", "start_tokens = 4"))
    says(
        refused(tmp_path, edited("[amounts]", "start_tokens = 1", "start_tokens = 5")), "[amounts]", "start_tokens", "4"
    )


def test_more_effects_than_there_is_room_for_are_refused(tmp_path):
    text = text_of()
    for id in load_content(DECK).ids["event"][4:]:
        text = without(f"event {id}", text)
    five = ", ".join(['"stress 1"'] * 5)
    for k in range(40):
        text += f'\n[[event]]\nid = "x{k}"\nprovenance = "house"\nblock = "living"\nrounds = 1\n'
        text += "".join(f"{key} = [{five}]\n" for key in ("now", "reward", "penalty"))
    assert load_content(write(tmp_path, text))
    for k in range(20):
        text += f'\n[[card]]\nid = "y{k}"\nprovenance = "house"\nkeywords = "failure.lab"\neffects = [{five}]\n'
    says(refused(tmp_path, text), ": effects: more effects than the 900 rows that all content together may have")


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(ContentError, match=r"nothing\.toml: cannot be read"):
        load_content(pathlib.Path("nothing.toml"))


def test_what_is_read_is_what_is_written(tmp_path):
    content = load_content(DECK)
    tables = content.tables
    assert np.asarray(tables["malfunction"]).tolist() == [[2] * 6, [3] * 6, [1] * 6]
    assert np.asarray(tables["dice"]).tolist() == [[3, 3, 3]] * 4
    assert np.asarray(tables["aoms"]).tolist() == [[1, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]]
    sheet = tables["mission"][content.ids["mission"].index("sheet")]
    assert sheet["sols"].tolist() == [2, 3, 4, 5]
    assert sheet["supplies"].tolist() == [1, 2, 3, 4, 5, 6]
    assert (sheet["dice"].tolist(), sheet["red"].tolist()) == ([1, 0, 0], [0, 1, 0])
    assert (int(sheet["mandatory"]), int(sheet["goals"])) == (1, 2)
    assert sheet["amount"][0].tolist() == [1, 2, 3, 4]
    plain = tables["mission"][content.ids["mission"].index("plain")]
    assert plain["cost"].tolist() == [[0, -1], [2, 5], [1, 3], [0, -1]]
    assert plain["ring"].tolist() == [0, 0, 0, 1]
    assert plain["place"].tolist() == [0, 0, 1, 1]
    hall = tables["facility"][9]
    assert int(hall["fitted"]) == 0b0111, "hardware, CPU and energy connector"


def test_every_penalty_is_read_as_itself():
    content = load_content(DECK)
    for k, row in enumerate(content.rows["facility"]):
        penalties = [words.PENALTIES[n] for n in content.tables["facility"]["penalty"][k]]
        assert penalties == [row["parts"].get(part, "none") for part in PARTS], row["id"]
        assert np.asarray(content.tables["facility"]["need"][k]).tolist() == [row["oxygen"], row["energy"]]


def test_the_digest_speaks_of_everything_that_changes_play(tmp_path):
    digest = load_content(DECK).digest
    for edit in [
        ("[dice]", "yellow = [2,", "yellow = [3,"),
        ("[amounts]", "health = 5", "health = 6"),
        ("[aoms]", "four = []", 'four = ["build"]'),
        ("stress low", "[20, 21, 22, 23]", "[20, 21, 22, 24]"),
        ("difficulty hard", "threshold = -1", "threshold = 0"),
        ("facility lab", 'cpu = "none"', 'cpu = "stress"'),
        ("upgrade rack", '"sure"', '"better 1"'),
        ("card w_lab", "complication", "obstacle"),
        ("card w_lab", "gain 1 sample", "gain 1 seed"),
        ("event alarm", "rounds = 1", "rounds = 2"),
        ("event quiet_hours", "2 energy", "1 energy"),
        ("adventure gray_part", "gain 1", "gain 2"),
        ("condition shock", '"tokens"', '"wound"'),
        ("astronaut medic", "cost = 1", "cost = 0"),
        ("shutdown o1", "stress 1", "stress 2"),
        ("roi far_2", '"pawn"', '"none"'),
        ("mission sheet", '"poi 1"', '"poi 2"'),
        ("mission plain", '"1 part"', '"2 part"'),
        ("card w_lab", 'id = "w_lab"', 'id = "w_labs"'),
    ]:
        assert changed(tmp_path, edit).digest != digest, edit
    remark = text_of().replace("# A content file", "# The content file")
    assert load_content(write(tmp_path, remark)).digest == digest, "a remark changes nothing"
