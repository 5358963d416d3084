"""The content file: what the shipped one must hold, and what is said about a bad one."""

import itertools

import numpy as np
import pytest

from marszoo.envs.core.content import PROVENANCES, ContentError
from marszoo.envs.core.jit import versions
from marszoo.envs.terra_formars import GAME, words
from terra_formars.decks import changed, text_of, write
from terra_formars.table import DECK, Table

SHIPPED = GAME.shipped

# The rulebook's table of effects, in its own order; numbers 01-04, 05-14, 15-28 and 36-48 (reading 6.1).
TECHNIQUES = ["inflict_wound", "draw_support", "move_player", "ignore_talent"]
HERO_TALENTS = ["reroll_die", "ignore_danger", "loot_share", "gain_serum"]
EQUIPMENT = [
    *("ignore_talent", "extra_wound", "extra_star", "extra_serum", "reroll_die", "exchange_icon", "ignore_danger"),
    *("move_at_end", "cheaper_support", "cheaper_technique"),
]
SQUAD = [
    *("rival_destroys_equipment", "inflict_wounds", "change_objective", "steal_points", "exchange_cockroach"),
    *("roll_special_die", "fewer_dice", "cancel_serums", "steal_equipment", "discard_hand", "discard_tokens"),
    *("cancel_stars", "ignore_all_dangers", "all_destroy_equipment"),
]
COCKROACHES = [
    *(
        "heal",
        "ignore_serums",
        "fewer_dice",
        "no_special_die",
        "repel",
        "destroy_equipment",
        "discard_tokens",
        "resist",
    ),
    *("solitary", "no_acquisition", "attract", "ignore_stars", "toll"),
]


def column(content, table, key):
    return [row[key] for row in content.rows[table]]


@pytest.mark.parametrize("content", [SHIPPED, DECK], ids=["shipped", "deck"])
def test_counts_of_cards_and_effects(content):
    assert sorted(column(content, "hero", "technique")) == sorted(TECHNIQUES)
    assert sorted(column(content, "hero", "talent")) == sorted(HERO_TALENTS)
    effects = column(content, "support", "effect")
    assert sorted(e for e in effects if e in EQUIPMENT) == sorted(EQUIPMENT), "10 equipment effects on 10 cards"
    squad = [e for e in effects if e in SQUAD]
    assert (len(squad), set(squad)) == (21, set(SQUAD)), "14 squad effects on 21 cards"
    talents = column(content, "cockroach", "talent")
    assert (len(talents), set(talents)) == (15, set(COCKROACHES)), "13 talents on 15 cards"


def test_words_are_numbered_as_in_the_rulebook():
    assert [*enumerate(words.TECHNIQUES, 1)] == [*enumerate(TECHNIQUES, 1)]
    assert [*enumerate(words.HERO_TALENTS, 1)] == [*enumerate(HERO_TALENTS, 1)]
    assert [*enumerate(words.SUPPORT_EFFECTS, 5)] == [*enumerate([*EQUIPMENT, *SQUAD], 5)]
    assert [*enumerate(words.COCKROACH_TALENTS, 36)] == [*enumerate(COCKROACHES, 36)]
    assert len(TECHNIQUES) + len(HERO_TALENTS) + len(EQUIPMENT) + len(SQUAD) + len(COCKROACHES) == 45
    for number, word in [
        (5, "ignore_talent"),
        (14, "cheaper_technique"),
        (15, "rival_destroys_equipment"),
        (28, "all_destroy_equipment"),
    ]:
        for row, support in enumerate(SHIPPED.rows["support"]):
            if support["effect"] == word:
                assert SHIPPED.tables["supports"]["effect"][row] == number


def test_technique_and_talent_of_one_number_are_one_hero():
    pairs = {(row["technique"], row["talent"]) for row in SHIPPED.rows["hero"]}
    assert pairs == set(zip(TECHNIQUES, HERO_TALENTS, strict=True))


# Anchors that the rulebook does print


def test_technique_04_costs_three_stars_and_one_serum():
    row = next(row for row in SHIPPED.rows["hero"] if row["technique"] == "ignore_talent")
    assert (row["technique_stars"], row["technique_serums"]) == (3, 1)


def test_a_squad_support_for_two_stars_exists():
    assert any((r["stars"], r["serums"]) == (2, 0) and r["effect"] in SQUAD for r in SHIPPED.rows["support"])


def test_the_cockroach_of_the_example_exists():
    assert any(
        (r["talent"], r["points"], r["loot"]) == ("resist", 3, [1, 0, 2]) and r["health"] >= 5
        for r in SHIPPED.rows["cockroach"]
    )


def test_effect_16_is_worth_two_wounds_and_on_one_copy_three():
    assert sorted(r.get("value", 1) for r in SHIPPED.rows["support"] if r["effect"] == "inflict_wounds") == [2, 2, 3]


@pytest.mark.parametrize(("effect", "value"), [("steal_points", 1), ("fewer_dice", 2), *((e, 1) for e in EQUIPMENT)])
def test_amounts_that_the_rulebook_prints(effect, value):
    assert {r.get("value", 1) for r in SHIPPED.rows["support"] if r["effect"] == effect} == {value}


def test_kanako_sanjo_changes_the_objective():
    assert [r["effect"] for r in SHIPPED.rows["support"] if r["name"] == "Kanako Sanjo"] == ["change_objective"]


def test_the_example_roll_is_reachable():
    faces = np.asarray(SHIPPED.tables["faces"]["icons"])[0]
    rolls = (sum(faces[k] for k in dice).tolist() for dice in itertools.combinations_with_replacement(range(6), 6))
    assert [5, 2, 2, 2] in rolls


def test_the_special_die_never_shows_a_danger():
    assert not np.asarray(SHIPPED.tables["faces"]["icons"])[1, :, 3].any()


def test_house_values_stay_within_the_specification():
    for row in SHIPPED.rows["cockroach"]:
        assert 4 <= row["health"] <= 11
        assert 2 <= row["points"] <= 6
        assert 1 <= sum(row["loot"]) <= 3
    for row in SHIPPED.rows["support"]:
        assert 1 <= row["stars"] <= 4
        assert 0 <= row["serums"] <= 1


def test_every_table_is_marked_as_house_values():
    for table in ("hero", "support", "cockroach"):
        assert set(column(SHIPPED, table, "provenance")) == {"house"}
    assert 'provenance = "house"' in text_of(SHIPPED).split("[[hero]]")[0], "the dice"


@pytest.mark.parametrize("table", ["hero", "cockroach"])
def test_no_two_house_rows_are_equal_but_for_id_and_name(table):
    rows = [{k: v for k, v in row.items() if k not in ("id", "name")} for row in SHIPPED.rows[table]]
    assert not [(a, b) for a, b in itertools.combinations(rows, 2) if a == b]


def test_supports_that_share_an_effect_differ_or_are_copies_of_one_printed_card():
    # Seven squad effects have a second copy, and a copy may have the very numbers of the first: the box holds copies too.
    rows = [(r["effect"], r.get("value", 1), r["stars"], r["serums"]) for r in SHIPPED.rows["support"]]
    copies = [r for r in rows if rows.count(r) > 1]
    assert {r[0] for r in copies} <= set(SQUAD)


# Bad files


def refused(folder, *pairs):
    with pytest.raises(ContentError) as error:
        changed(folder, *pairs)
    message = str(error.value)
    assert str(folder / "deck.toml") in message, "the file is named"
    return message


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        # unknown words, with what is allowed and what was meant
        (
            'effect = "extra_star"',
            'effect = "extra_stars"',
            ["support 'e07'", "effect", "'extra_stars'", "did you mean 'extra_star'", *EQUIPMENT, *SQUAD],
        ),
        ('technique = "draw_support"', 'technique = "draw"', ["hero 'h02'", "technique", "'draw'", *TECHNIQUES]),
        ('talent = "loot_share"', 'talent = "heal"', ["hero 'h03'", "talent", "'heal'", *HERO_TALENTS]),
        ('talent = "toll"', 'talent = "tolls"', ["cockroach 'c48'", "talent", "did you mean 'toll'", *COCKROACHES]),
        ('provenance = "house"', 'provenance = "home"', ["[dice]", "provenance", "'home'", *PROVENANCES]),
        # ids
        ('id = "e06"', 'id = "e05"', ["support 'e05'", "id", "duplicate id 'e05'"]),
        ('id = "e06"', 'id = ""', ["support ''", "id", "non-empty string"]),
        ('"s16_3", "s16_b"', '"s16_3", "s99"', ["hero 'h01'", "supports", "unknown word 's99'"]),
        ('"s27", "s18"', '"s16_3", "s18"', ["hero 'h02'", "supports", "'s16_3' already belongs to 'h01'"]),
        # keys
        (
            "technique_serums = 0",
            "technique_serum = 0",
            ["hero 'h01'", "technique_serum", "unknown key", "technique_serums"],
        ),
        ('[[hero]]\\nid = "h01"', '[[heroes]]\\nid = "h01"', ["file", "heroes", "unknown key", "did you mean 'hero'"]),
        ("health = 8\\n", "", ["cockroach 'c36'", "health", "missing"]),
        ('special = ["**", "**W", "WW", "WWW", "*WW", "*S"]\\n', "", ["[dice]", "special", "missing"]),
        # types and ranges
        ("health = 8", 'health = "8"', ["cockroach 'c36'", "health", "'8'", "whole number from 1 to 30"]),
        ("health = 8", "health = true", ["cockroach 'c36'", "health", "whole number"]),
        ("health = 8", "health = 0", ["cockroach 'c36'", "health", "from 1 to 30"]),
        ("loot = [0, 1, 1]", "loot = [0, 1]", ["cockroach 'c36'", "loot", "list of 3"]),
        ("loot = [0, 1, 1]", "loot = [0, 1, 10]", ["cockroach 'c36'", "loot", "from 0 to 9"]),
        ('"s16_3", "s16_b"', '"s16_3"', ["hero 'h01'", "supports", "list of 2"]),
        # effects without an amount
        (
            'effect = "change_objective"',
            'effect = "change_objective"\\nvalue = 2',
            ["support 's17'", "value", "has no amount", "inflict_wounds"],
        ),
        # a technique that could be used without end
        ("technique_stars = 3", "technique_stars = 0", ["hero 'h01'", "technique_stars", "at least 1 Star or 1 Serum"]),
        # dice
        ('combat = ["**"', 'combat = ["*X"', ["[dice]", "combat", "'*X'", "*, S, W, D"]),
        ('combat = ["**", ', "combat = [", ["[dice]", "combat", "list of 6 faces"]),
        ('combat = ["**"', 'combat = ["*****"', ["[dice]", "combat", "up to 4"]),
        # not TOML
        ("[dice]", "[dice", ["not a TOML file"]),
    ],
    ids=lambda value: None if isinstance(value, list) else value.replace("\\n", " ")[:30],
)
def test_a_bad_content_file_is_refused_with_file_entry_key_and_what_is_allowed(tmp_path, old, new, says):
    message = refused(tmp_path, (old.replace("\\n", "\n"), new.replace("\\n", "\n")))
    for part in says:
        assert part in message, message


def block(table, name):
    _, _, rest = text_of().partition(f'[[{table}]]\nid = "{name}"')
    return f'[[{table}]]\nid = "{name}"' + rest.split("\n\n[[")[0] + "\n"


@pytest.mark.parametrize(
    ("table", "name", "most"), [("hero", "h01", 5), ("support", "s15", 40), ("cockroach", "c36", 20)]
)
def test_too_many_rows_are_refused(tmp_path, table, name, most):
    copies = "".join("\n" + block(table, name).replace(f'"{name}"', f'"copy{k}"') for k in range(most))
    with pytest.raises(ContentError, match=rf"\[\[{table}\]\]: rows: \d+ rows; \d+ to {most} are allowed"):
        GAME.content(write(tmp_path, text_of() + copies))


@pytest.mark.parametrize(("table", "least"), [("hero", 4), ("support", 11), ("cockroach", 12)])
def test_too_few_rows_are_refused(tmp_path, table, least):
    parts = text_of().split("\n[[")
    rows = [part for part in parts if part.startswith(f"{table}]]")]
    text = "\n[[".join(part for part in parts if part not in rows[least - 1 :])
    with pytest.raises(ContentError, match=rf"\[\[{table}\]\]: rows: {least - 1} rows; {least} to \d+ are allowed"):
        GAME.content(write(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ContentError, match=r"nothing\.toml: cannot be read"):
        GAME.content(tmp_path / "nothing.toml")


def test_a_key_of_the_wrong_section_is_named(tmp_path):
    assert "unknown key" in refused(tmp_path, ("[dice]", "[dice]\ncombats = 1"))


# Another deck


def test_the_digest_speaks_of_everything_that_changes_play(tmp_path):
    assert changed(tmp_path).digest == DECK.digest
    for pair in [
        ("health = 8", "health = 9"),
        ('combat = ["**"', 'combat = ["***"'),
        ("technique_stars = 3", "technique_stars = 4"),
        ('"s16_3", "s16_b"', '"s16_b", "s16_3"'),
        ('id = "c48"', 'id = "c49"'),
    ]:
        assert changed(tmp_path, pair).digest != DECK.digest, pair
    assert changed(tmp_path, ("# The deck", "# A deck")).digest == DECK.digest, "a remark changes nothing"


def play_through(content, players, seed):
    table = Table(players, content=content, seed=seed).fresh()
    random = np.random.default_rng(seed)
    for _ in range(400):
        if table["over"]:
            break
        table.act(str(random.choice(sorted(table.legal))))
    return table


@pytest.mark.boundscheck
def test_another_deck_plays_with_the_same_compiled_code(tmp_path):
    play_through(SHIPPED, 2, 0)
    entries = [getattr(GAME.kernels, name) for name in ("start", "act", "legal", "check")]
    before = [versions(entry) for entry in entries]
    larger = text_of() + "".join("\n" + block("support", "s15").replace('"s15"', f'"more{k}"') for k in range(9))
    larger += "".join("\n" + block("cockroach", "c46").replace('"c46"', f'"more{k}"') for k in range(5))
    larger += "\n" + block("hero", "h01").replace('"h01"', '"h05"').replace('"s16_3", "s16_b"', '"s15", "s28"')
    content = GAME.content(write(tmp_path, larger))
    assert [len(content.ids[t]) for t in ("hero", "support", "cockroach")] == [5, 40, 20]
    for players in (2, 3, 4):
        for deck in (DECK, content):
            play_through(deck, players, players)
    assert [versions(entry) for entry in entries] == before


def test_a_larger_deck_keeps_all_its_cards_in_play(tmp_path):
    extra = "".join("\n" + block("cockroach", "c46").replace('"c46"', f'"more{k}"') for k in range(5))
    content = GAME.content(write(tmp_path, text_of() + extra))
    table = Table(2, content=content).fresh().seat_all()
    where = [table.lair(c) for c in table.roaches]
    assert (where.count("aside"), where.count("pile"), where.count("face up")) == (6, 12, 2)
