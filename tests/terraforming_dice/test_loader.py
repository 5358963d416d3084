"""The content file of the dice game: what is said about a bad one, and a user's own deck and map in play."""

import numpy as np
import pytest

import marszoo
from marszoo.envs.core.content import PROVENANCES, ContentError
from marszoo.envs.core.jit import versions
from marszoo.envs.terraforming_dice import GAME, words
from marszoo.envs.terraforming_dice.content import row_of
from terraforming_dice.cards_deck import with_rows
from terraforming_dice.decks import another_game, block, changed, copies, in_block, text_of, write
from terraforming_dice.table import TEST_DECK, Table

GREEN = ("plant", "microbe", "animal")
QUIET = ("roll", "gain", "draw", "wild", "points")
"""All that hexes, tracks and reactions may do."""


def refused(folder, *pairs):
    with pytest.raises(ContentError) as error:
        changed(folder, *pairs)
    return str(error.value)


def says(message, folder, *parts):
    assert str(folder / "deck.toml") in message, "the file is named"
    for part in parts:
        assert part in message, message


# Row to change, what is written in it, what is written instead, what the message says.
ROWS = [
    # unknown words, with those that are allowed and the one that was meant
    ("air", '"oxygen 2"', '"oxigen 2"', ["project 'air'", "effects", "'oxigen'", "did you mean 'oxygen'", *words.EFFECTS]),
    ("ghg", '"titanium"', '"titan"', ["project 'ghg'", "cost", "'titan'", *words.RESOURCES]),
    ("ghg", '["red"]', '["pink"]', ["project 'ghg'", "production", "'pink'", *words.COLOURS, "wild", "point"]),
    ("ghg", '"green"', '"yellow"', ["project 'ghg'", "colour", "'yellow'", "green, red, blue"]),
    ("lab", '"main"', '"maim"', ["project 'lab'", "action", "did you mean 'main'", "support, main, free"]),
    ("bacteria", 'pay = ["energy"]', 'pay = ["wild"]', ["project 'bacteria'", "pay", "'wild'", *words.RESOURCES]),
    ("lab", '"any 2"', '"some 2"', ["project 'lab'", "gives", "'some'", *words.EFFECTS]),
    ("planner", '"cards"', '"card"', ["milestone 'planner'", "criterion", "did you mean 'cards'", *words.CRITERIA]),
    ("ghg", '"house"', '"home"', ["project 'ghg'", "provenance", "'home'", *PROVENANCES]),
    # the argument of an effect
    ("imported_nitrogen", '"roll 4 green"', '"roll 4 plant"', ["effects", "'plant'", *words.COLOURS]),
    ("small_asteroid", '"gain 1 heat"', '"gain 1 red"', ["effects", "'red'", *words.RESOURCES]),
    ("small_asteroid", '"lose 1 plant"', '"lose 1 wild"', ["effects", "'wild'", *words.RESOURCES]),
    ("imported_nitrogen", '"roll 4 green"', '"roll 4"', ["'roll 4' is not of the form", "'roll N green|blue|grey|red|yellow'"]),
    ("imported_nitrogen", '"roll 4 green"', '"roll green 4"', ["'green' is not a whole number from 1 to 7"]),
    ("air", '"oxygen 2"', '"oxygen 2 green"', ["'oxygen 2 green' is not of the form 'oxygen N'"]),
    ("air", '"oxygen 2"', '"oxygen"', ["'oxygen' is not of the form 'oxygen N'"]),
    ("air", '"oxygen 2"', '"oxygen 0"', ["'0' is not a whole number from 1 to 7"]),
    ("air", '"oxygen 2"', '"oxygen 8"', ["'8' is not a whole number from 1 to 7"]),
    ("air", '"oxygen 2"', '"oxygen -1"', ["'-1' is not a whole number from 1 to 7"]),
    ("air", '"oxygen 2"', '"oxygen ²"', ["'²' is not a whole number from 1 to 7"]),
    ("air", '"oxygen 2"', '""', ["project 'air'", "effects", "an effect is missing"]),
    # permanent effects
    ("vault", '"storage 2"', '"store 2"', ["corporation 'vault'", "permanent", "'store'", "discount, storage, on"]),
    ("vault", '"storage 2"', '"storage 10"', ["'10' is not a whole number from 1 to 9"]),
    ("vault", '"storage 2"', '"storage"', ["'storage' is none of 'discount RESOURCE', 'storage N'"]),
    ("merchant", '"discount steel"', '"discount grey"', ["permanent", "'grey'", *words.RESOURCES]),
    ("shore", "on any ocean:", "on every ocean:", ["corporation 'shore'", "'every'", "own, any"]),
    ("shore", "on any ocean:", "on any sea:", ["'sea'", *words.EVENTS, "tile", "card"]),
    ("shore", "on any ocean:", "on ocean:", ["is none of", "'on own|any EVENT: EFFECT'"]),
    ("shore", ": roll 1 green", "", ["is none of", "'on own|any EVENT: EFFECT'"]),
    ("shore", "roll 1 green", "ocean 1", ["permanent", "unknown word 'ocean'", ", ".join(QUIET)]),
    ("shore", "roll 1 green", "", ["permanent", "an effect is missing"]),
    # too many
    ("mine", '["steel", "steel"]', f"{['steel'] * 13}", ["project 'mine'", "cost", "list of at most 12 texts"]),
    ("mine", '["steel", "steel"]', f"{list(words.RESOURCES[:7])}", ["cost", "7 different resources; at most 6 are allowed"]),
    ("mine", '["grey", "grey"]', f"{['grey'] * 10}", ["production", "list of at most 9 texts"]),
    ("air", '["oxygen 2", "draw 2"]', f"{['draw 1'] * 5}", ["project 'air'", "effects", "list of at most 4 texts"]),
    ("lab", '["any 2", "draw 1"]', f"{['draw 1'] * 5}", ["project 'lab'", "gives", "list of at most 4 texts"]),
    ("bacteria", 'pay = ["energy"]', f"pay = {list(words.RESOURCES[:4])}", ["pay", "4 different resources; at most 3"]),
    ("vault", '["storage 2"]', f"{['storage 1'] * 5}", ["permanent", "list of at most 4 texts"]),
    # types
    ("air", '["oxygen 2", "draw 2"]', '"oxygen 2"', ["effects", "'oxygen 2' is not a list of at most 4 texts"]),
    ("air", '["oxygen 2", "draw 2"]', "[2]", ["effects", "[2] is not a list of at most 4 texts"]),
    ("mine", 'cost = ["steel", "steel"]', "cost = 2", ["cost", "2 is not a list of at most 12 texts"]),
    ("mohole", "green_ribbon = 1", 'green_ribbon = "1"', ["project 'mohole'", "green_ribbon", "'1'", "from 0 to 9"]),
    ("mohole", "green_ribbon = 1", "green_ribbon = true", ["green_ribbon", "True", "from 0 to 9"]),
    ("mohole", "green_ribbon = 1", "green_ribbon = 10", ["green_ribbon", "10", "from 0 to 9"]),
    ("scaffold", "red_ribbon = 2", "red_ribbon = -1", ["project 'scaffold'", "red_ribbon", "-1", "from 0 to 9"]),
    ("planner", "amount = 12", "amount = 0", ["milestone 'planner'", "amount", "0", "from 1 to 60"]),
    ("planner", "amount = 12", "amount = 61", ["amount", "61", "from 1 to 60"]),
    ("planner", "amount = 12", "amount = 1.5", ["amount", "1.5", "whole number"]),
    ("lab", '"main"', '["main"]', ["action", "unknown word ['main']", "support, main, free"]),
    # ids and keys
    ("ghg", 'id = "ghg"', 'id = "mine"', ["project 'mine'", "id", "duplicate id 'mine'", "[[project]]"]),
    ("delivery", 'id = "delivery"', 'id = "flood"', ["bonus 'flood'", "duplicate id 'flood'", "[[bonus]]"]),
    ("ghg", 'id = "ghg"', 'id = ""', ["project ''", "id", "non-empty string"]),
    ("ghg", 'id = "ghg"', "id = 7", ["id", "7 is not a non-empty string"]),
    ("ghg", "cost =", "costs =", ["project 'ghg'", "costs", "unknown key", "did you mean 'cost'"]),
    ("delivery", "effects =", 'cost = ["heat"]\neffects =', ["bonus 'delivery'", "cost", "unknown key"]),
    ("vault", "effects =", 'action = "free"\neffects =', ["corporation 'vault'", "action", "unknown key"]),
    ("planner", "amount = 12", "", ["milestone 'planner'", "amount", "missing"]),
    ("ghg", 'colour = "green"\n', "", ["project 'ghg'", "colour", "missing"]),
    ("ghg", 'provenance = "house"\n', "", ["project 'ghg'", "provenance", "missing"]),
    ("ghg", 'cost = ["titanium", "heat"]\n', "", ["project 'ghg'", "cost", "missing"]),
    ("ghg", 'cost = ["titanium", "heat"]', "cost = []", ["project 'ghg'", "cost", "missing"]),
    # the shape of a colour
    ("ghg", 'production = ["red"]', "", ["project 'ghg'", "colour", "a green card has at least one of production"]),
    ("ghg", "production =", 'effects = ["draw 1"]\nproduction =', ["effects", "a green card has none; it has production"]),
    ("air", "effects =", 'production = ["red"]\neffects =', ["production", "a red card has none; it has effects"]),
    ("air", "effects =", 'permanent = ["storage 1"]\neffects =', ["permanent", "a red card has none"]),
    ("lab", "action =", 'effects = ["draw 1"]\naction =', ["effects", "a blue card has none", "action, gives, pay, permanent"]),
    ("lab", 'action = "main"\n', "", ["action", "'action' and 'gives' go together"]),
    ("effective_storage", "permanent =", 'pay = ["heat"]\npermanent =', ["pay", "only an action has something to pay"]),
]  # fmt: skip


@pytest.mark.parametrize(("row", "old", "new", "parts"), ROWS, ids=[f"{r[0]}-{k}" for k, r in enumerate(ROWS)])
def test_a_bad_row_is_refused_with_file_row_key_and_what_is_allowed(tmp_path, row, old, new, parts):
    says(refused(tmp_path, in_block(row, old, new.replace("'", '"'))), tmp_path, *parts)


SECTIONS = [
    # dice
    ('"microbe", "animal"]', '"microbe", "water"]', ["[dice]", "green", "'water'", ", ".join(GREEN)]),
    ('"microbe", "animal"]', '"microbe"]', ["[dice]", "green", "is not a list of 6 faces"]),
    ('"microbe", "animal"]', '"microbe", "plant"]', ["[dice]", "green", "every one of plant, microbe, animal must be"]),
    ('green = ["plant", "plant"', 'green = "plant" #', ["[dice]", "green", "is not a list of 6 faces"]),
    ("\ngrey = [", "\ngray = [", ["[dice]", "gray", "unknown key", "did you mean 'grey'"]),
    # tracks
    ('"-24" = "gain 1 heat"', '"-25" = "gain 1 heat"', ["[tracks]", "temperature", "'-25'", "-28, -24", "4, 8"]),
    ('"-24" = "gain 1 heat"', '"-32" = "gain 1 heat"', ["[tracks]", "temperature", "'-32'"]),  # where it starts
    ('"-24" = "gain 1 heat"', '"-24" = "city 1"', ["[tracks]", "temperature", "'city'", ", ".join(QUIET)]),
    ('"10" = "wild 1"', '"10" = 1', ["[tracks]", "oxygen", "unknown word '1'", ", ".join(QUIET)]),
    ('oxygen = { "4" = "gain 1 plant", "10" = "wild 1" }', "oxygen = 4", ["[tracks]", "oxygen", "must be a table"]),
    # map
    ('G = ["gain 1 steel", ', "G = [", ["[map]", "G", "is not a list of 4 hexes"]),
    ('"gain 1 titanium"]', '"gain 1 titan"]', ["[map]", "F5", "'titan'", *words.RESOURCES]),
    ('"gain 1 titanium"]', '"city 1"]', ["[map]", "F5", "'city'", ", ".join(QUIET)]),
    ('"ocean, draw 1"', '"ocean; draw 1"', ["[map]", "B3", "unknown word 'ocean;'"]),
    ("\nD = [", "\nH = [", ["[map]", "H", "unknown key"]),
    ('solo_city = "gain 1 plant"', 'solo_city = "gain 7 plant"', ["[map]", "solo_city", "no land hex has 'gain 7 plant'"]),
    ('solo_city = "gain 1 plant"', "", ["[map]", "solo_city", "missing"]),
    # solo
    ("awards = [9, 7, 4]", "awards = [9, 7]", ["[solo]", "awards", "[9, 7] is not a list of 3 numbers"]),
    ("awards = [9, 7, 4]", "awards = [9, 7, 0]", ["[solo]", "awards", "0 is not a whole number from 1 to 60"]),
    # whole tables
    ("[solo]", "[alone]", ["file", "alone", "unknown key"]),
    ("[dice]\nprovenance", "[dices]\nprovenance", ["file", "dices", "unknown key", "did you mean 'dice'"]),
    ("[dice]", "[dice", ["not a TOML file"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "parts"), SECTIONS, ids=[f"{s[2][0]}-{k}" for k, s in enumerate(SECTIONS)])
def test_a_bad_section_is_refused_with_file_key_and_what_is_allowed(tmp_path, old, new, parts):
    says(refused(tmp_path, (old, new)), tmp_path, *parts)


@pytest.mark.parametrize("section", ["dice", "tracks", "map", "solo"])
def test_a_missing_section_is_named(tmp_path, section):
    kept = [part for part in text_of().split("\n\n") if not part.startswith(f"[{section}]")]
    with pytest.raises(ContentError, match=rf"deck\.toml: \[{section}\]: table: missing"):
        GAME.content(write(tmp_path, "\n\n".join(kept)))


def test_a_map_with_fewer_ocean_areas_than_oceans_is_refused(tmp_path):
    text = text_of()
    for k in range(4):  # of ten
        assert text.count('"ocean"') + text.count('"ocean, ') == 10 - k
        text = text.replace('"ocean"', '""', 1) if '"ocean"' in text else text.replace('"ocean, ', '"', 1)
    with pytest.raises(ContentError, match=r"\[map\]: ocean: 6 ocean areas; at least 7 are needed"):
        GAME.content(write(tmp_path, text))


MOST = [("corporation", "helion", 16), ("project", "ghg", 90), ("bonus", "flood", 22), ("milestone", "planner", 12)]


@pytest.mark.parametrize(("table", "id", "most"), MOST)
def test_more_rows_than_there_is_room_for_are_refused(tmp_path, table, id, most):
    room = most - len(TEST_DECK.ids[table])
    full = GAME.content(write(tmp_path, text_of() + copies(table, id, room)))
    assert len(full.ids[table]) == most
    with pytest.raises(ContentError, match=rf"\[\[{table}\]\]: rows: {most + 1} rows; \d+ to {most} are allowed"):
        GAME.content(write(tmp_path, text_of() + copies(table, id, room + 1)))


LEAST = [("corporation", 8), ("project", 20), ("bonus", 8), ("milestone", 3)]  # what four players are dealt


@pytest.mark.parametrize(("table", "least"), LEAST)
def test_fewer_rows_than_four_players_need_are_refused(tmp_path, table, least):
    parts = text_of().split("\n\n")
    rows = [part for part in parts if part.startswith(f"[[{table}]]")]
    text = "\n\n".join(part for part in parts if part not in rows[least - 1 :])
    with pytest.raises(ContentError, match=rf"\[\[{table}\]\]: rows: {least - 1} rows; {least} to \d+ are allowed"):
        GAME.content(write(tmp_path, text))
    with pytest.raises(ContentError, match=rf"\[\[{table}\]\]: rows: 0 rows"):
        GAME.content(write(tmp_path, "\n\n".join(part for part in parts if part not in rows)))


def test_more_reactions_than_there_is_room_for_are_refused(tmp_path):
    four = ["on own tile: points 1", "on any ocean: wild 1", "on any city: draw 1", "on own card: gain 1 heat"]
    there = [text for rows in TEST_DECK.rows.values() for row in rows for text in row.get("permanent", [])]
    assert len([text for text in there if text.startswith("on ")]) == 5
    rows = {f"r{k}": {"colour": "blue", "permanent": four} for k in range(6)}
    rows["rest"] = {"colour": "blue", "permanent": four[:2]}
    assert with_rows(tmp_path, **rows).tables["num_reactions"] == 31
    rows["rest"]["permanent"] = four[:3]
    with pytest.raises(ContentError, match=r"file: permanent: 32 reactions; at most 31 are allowed"):
        with_rows(tmp_path, **rows)


def test_rows_that_are_no_tables_are_refused(tmp_path):
    rest = "\n\n".join(part for part in text_of().split("\n\n") if not part.startswith("[[project]]"))
    with pytest.raises(ContentError, match=r"\[\[project\]\]: rows: 1 is not a table"):
        GAME.content(write(tmp_path, f"project = {[1] * 20}\n{rest}"))
    with pytest.raises(ContentError, match=r"\[\[project\]\]: rows: 0 rows"):
        GAME.content(write(tmp_path, f"project = 1\n{rest}"))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ContentError, match=r"nothing\.toml: cannot be read"):
        GAME.content(tmp_path / "nothing.toml")


# --- what is read ---


def test_the_digest_speaks_of_everything_that_changes_play(tmp_path):
    assert changed(tmp_path).digest == TEST_DECK.digest
    assert changed(tmp_path, ("# A deck of", "# One deck of")).digest == TEST_DECK.digest, "a remark changes nothing"
    for pair in [
        in_block("ghg", '"titanium"', '"steel"'),
        in_block("ghg", 'id = "ghg"', 'id = "gas"'),
        in_block("lab", '"any 2"', '"any 3"'),
        in_block("shore", "on any ocean", "on own ocean"),
        in_block("planner", "amount = 12", "amount = 11"),
        ('"microbe", "microbe", "animal"', '"microbe", "animal", "animal"'),
        ('"-24" = "gain 1 heat"', '"-20" = "gain 1 heat"'),
        ('"gain 1 titanium"', '"gain 2 titanium"'),
        ("awards = [9, 7, 4]", "awards = [9, 7, 5]"),
    ]:
        assert changed(tmp_path, pair).digest != TEST_DECK.digest, pair


def test_which_cards_show_victory_points(tmp_path):
    rows = {
        "now": {"effects": ["draw 1", "points 1"]},
        "perhaps": {"effects": ["oxygen_prize 2"]},
        "later": {"effects": ["draw 1"], "red_ribbon": 1},
        "at_once": {"effects": ["draw 1"], "green_ribbon": 1},
        "boxes": {"colour": "green", "production": ["red", "point"]},
        "used": {"colour": "blue", "action": "free", "gives": ["points 1"]},
        "reacts": {"colour": "blue", "permanent": ["storage 1", "on own card: points 1"]},
        "none": {"effects": ["temperature 1", "city 1"]},
        "nothing": {"colour": "blue", "permanent": ["on any card: wild 1"], "action": "free", "gives": ["wild 1"]},
    }
    content = with_rows(tmp_path, **rows)
    shown = {id for id in rows if content.tables["rows"]["shows_vp"][content.ids["project"].index(id)]}
    assert shown == {"now", "perhaps", "later", "at_once", "boxes", "used", "reacts"}


def test_costs_are_counted_in_the_order_of_the_resources(tmp_path):
    content = with_rows(tmp_path, many={"cost": ["event", "plant", "event"], "effects": ["wild 1"]})
    row = content.tables["rows"][content.ids["project"].index("many")]
    assert int(row["kinds"]) == 2
    assert np.asarray(row["cost"])[:2].tolist() == [[0, 1], [10, 2]]


def test_all_blue_cards_and_no_others_are_in_the_set_of_blue_cards(tmp_path):
    content = another_game(tmp_path)
    low, high = (int(bits) for bits in content.tables["blue"])
    numbers = {k for k in range(56) if low >> k & 1} | {56 + k for k in range(56) if high >> k & 1}
    blue = {row_of(table, k) for table in ("project", "bonus") for k, row in enumerate(content.rows[table]) if row["colour"] == "blue"}  # fmt: skip
    assert numbers == blue


# --- a user's own game ---


def play_through(content, players, seed):
    table = Table(players, content=content, seed=seed).fresh()
    random = np.random.default_rng(seed)
    for _ in range(500):
        if table["over"]:
            break
        table.act(str(random.choice(sorted(table.legal))))
    return table


@pytest.mark.boundscheck
def test_a_users_deck_and_map_play_with_the_same_compiled_code(tmp_path):
    play_through(GAME.shipped, 2, 0)
    entries = [getattr(GAME.kernels, name) for name in ("start", "act", "legal", "check")]
    before = [versions(entry) for entry in entries]
    content = another_game(tmp_path)
    assert [len(content.ids[t]) for t in ("corporation", "project", "bonus", "milestone")] == [16, 90, 22, 12]
    for players in (1, 2, 3, 4):
        for deck in (content, TEST_DECK):
            play_through(deck, players, players)
    assert [versions(entry) for entry in entries] == before


def test_the_last_card_corporation_and_milestone_of_a_full_file_take_part(tmp_path):
    content = another_game(tmp_path)
    seen = set()
    for seed in range(60):
        table = Table(4, content=content, seed=seed).fresh()
        ids = content.ids
        seen |= {ids["corporation"][k] for k in table["dealt"].ravel()}
        seen |= {ids["milestone"][k] for k in table["milestone"]}
        seen |= set(table.cards_in("pile")) | {id for p in range(4) for id in table.cards_in(f"hand {p}")}
    assert {ids[table][-1] for table in ids} <= seen


def test_a_users_map_is_where_tiles_go_and_gives_its_bonuses(tmp_path):
    content = another_game(tmp_path)
    table = Table(content=content).dice(0, "water water water").main().act("ocean")
    assert {"hex A1", "hex A4", "hex B1", "hex B5"} <= table.legal
    assert not {"hex A2", "hex A3", "hex B3", "hex G3"} & table.legal
    table = Table(content=content).dice(0, "plant plant plant plant").main().act("greenery", "hex B4")
    assert table["wild"][0] == 2
    table = Table(content=content).dice(0, "plant plant plant plant").main().act("greenery", "hex A3")
    assert table["points"][0] == 2 + 2, "the oxygen, and the hex"


def test_a_users_dice_and_tracks_are_those_of_the_game(tmp_path):
    content = another_game(tmp_path)
    faces = [int(k) for k in content.tables["faces"][3]]
    assert [faces.count(9), faces.count(10), faces.count(11)] == [1, 3, 2]
    table = Table(content=content).dice(0, "heat heat heat").main().act("temperature")
    assert sum(table.has(0).values()) == 2, "two yellow dice on reaching -28"
    assert all(words.RESOURCES.index(r) // 3 == words.YELLOW for r in table.has(0))


def test_a_users_deck_can_be_named_when_a_game_is_made(tmp_path):
    another_game(tmp_path)
    path = tmp_path / "mars_two.toml"
    env = marszoo.make("terraforming_dice_v0", num_players=3, content=path)
    env.reset(seed=1)
    assert env.options["content"] != marszoo.make("terraforming_dice_v0", num_players=3).options["content"]
    batch = marszoo.make_batch("terraforming_dice_v0", num_envs=4, content=path)
    batch.reset(seed=1)
    for _ in range(50):
        batch.step(batch.random_actions())
    assert (batch.states["place"][:, 26:90] != 4).all(), "ninety projects are in the game"


def test_two_rows_may_have_one_name_but_not_one_id(tmp_path):
    content = GAME.content(
        write(tmp_path, text_of() + "\n" + block("project", "ghg").replace('id = "ghg"', 'id = "g2"'))
    )
    assert content.names["project"][-1] == content.names["project"][content.ids["project"].index("ghg")]
    table = Table(content=content).hand(0, "ghg", "g2").dice(0, "titanium heat").main()
    said = [GAME.describe(table.states[0], content, table.number(f"card {id}")) for id in ("ghg", "g2")]
    assert said[0] != said[1]
