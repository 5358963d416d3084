"""Standing effects of the printed cards: what must hold in play, one test for each thing."""

import pytest

from legacy_of_mars.table import game

# --- 20, 70, 150, 25, 79, 94, 166, 105: discounts ---


def price(table, card, cost):
    """Whether the card costs exactly so much."""
    enough = table.hand(0, card).has(0, megacredit=cost).ready().may_play(card)
    return enough and (cost == 0 or not table.has(0, megacredit=cost - 1).ready().may_play(card))


@pytest.mark.parametrize(
    ("cards", "off"),
    [
        (["Research Outpost"], 1),
        (["Earth Catapult"], 2),
        (["Anti-Gravity Technology"], 2),
        (["Research Outpost", "Earth Catapult", "Anti-Gravity Technology"], 5),
    ],
)
def test_discounts_on_every_card_add_up(cards, off):
    assert price(game().down(0, *cards), "Solar Power", 11 - off)
    assert price(game().down(0, *cards), "Mineral Deposit", 5 - off)


def test_a_price_is_never_below_0():
    assert price(game().down(0, "Earth Catapult"), "Land Claim", 0)
    table = game().down(0, "Earth Catapult").hand(0, "Fueled Generators").makes(0, megacredit=0).ready()
    assert table.play("Fueled Generators").change("0 megacredit") == 0


def test_what_steel_pays_is_worked_out_after_discounts():
    table = game().down(0, "Earth Catapult").hand(0, "Titanium Mine").has(0, steel=3).ready()  # 7 - 2 = 5
    assert table.may_play("Titanium Mine")
    assert not table.has(0, steel=2).ready().may_play("Titanium Mine")


@pytest.mark.parametrize("card", ["Research Outpost", "Earth Catapult", "Anti-Gravity Technology"])
def test_discounts_have_no_effect_on_standard_projects_and_actions(card):
    table = game().down(0, card, "Restricted Area").has(0, megacredit=9).ready()
    assert not table.may("project power plant")
    assert table.use("Restricted Area").change("0 megacredit") == -2


SPACE = ["Space Station", "Quantum Extractor", "Mass Converter", "Shuttles"]


@pytest.mark.parametrize("cards", [[card] for card in SPACE] + [SPACE])
def test_discounts_on_space_cards_add_up(cards):
    table = game().down(0, *cards)
    assert price(table, "Soletta", 35 - 2 * len(cards))
    assert price(game().down(0, *cards), "Towing A Comet", 23 - 2 * len(cards)), "events too"
    assert price(game().down(0, *cards), "Solar Power", 11), "no space tag"


def test_a_discount_is_not_on_the_card_itself_when_it_is_played():
    assert price(game(), "Space Station", 10)
    assert price(game(), "Earth Office", 1)


def test_earth_office_takes_3_off_earth_cards():
    assert price(game().down(0, "Earth Office"), "Acquired Company", 7)
    assert price(game().down(0, "Earth Office"), "Imported Nitrogen", 20), "events too"
    assert price(game().down(0, "Earth Office"), "Solar Power", 11)
    assert price(game().down(0, "Earth Office", "Space Station", "Earth Catapult"), "Imported Nitrogen", 16)


# --- 71 Advanced Alloys ---


def test_advanced_alloys_makes_steel_worth_3_and_titanium_4_at_once_for_stock_already_held():
    table = game().hand(0, "Advanced Alloys", "Solar Power").has(0, megacredit=9, steel=4, titanium=9).ready()
    assert table.play("Advanced Alloys").may_play("Solar Power")  # 4 steel for 11
    table = game().down(0, "Advanced Alloys").hand(0, "Soletta").has(0, titanium=9).ready()
    assert table.may_play("Soletta")  # 36 for 35
    assert not table.has(0, titanium=8).ready().may_play("Soletta")
    assert not game().down(0, "Advanced Alloys").hand(0, "Solar Power").has(0, steel=3).ready().may_play("Solar Power")


# --- 153 Adaptation Technology, 206 Special Design, 195 Indentured Workers ---


@pytest.mark.parametrize(
    ("card", "at", "misses"),
    [
        ("Trees", {"temperature": -8}, {"temperature": -10}),
        ("Colonizer Training Camp", {"oxygen": 7}, {"oxygen": 8}),
        ("Breathing Filters", {"oxygen": 5}, {"oxygen": 4}),
        ("ArchaeBacteria", {"temperature": -14}, {"temperature": -12}),
    ],
)
@pytest.mark.parametrize("helper", ["Adaptation Technology", "Special Design"])
def test_a_requirement_may_be_missed_by_2_steps_either_way(helper, card, at, misses):
    for where, allowed in ((at, True), (misses, False)):
        table = game().hand(0, card).has(0, megacredit=40).parameters(**where)
        if helper == "Adaptation Technology":
            table.down(0, helper)
        else:
            table.put(next_shift={0: 2})
        assert table.ready().may_play(card) is allowed


@pytest.mark.parametrize(("oceans", "allowed"), [(2, True), (1, False)])
def test_adaptation_technology_moves_ocean_terms(oceans, allowed):
    table = game().down(0, "Adaptation Technology").hand(0, "Great Dam").has(0, megacredit=12).oceans(oceans)
    assert table.ready().may_play("Great Dam") is allowed


def test_adaptation_technology_and_special_design_add_up_to_4_steps():
    table = game().down(0, "Adaptation Technology").hand(0, "Special Design", "Birds").has(0, megacredit=40)
    table.makes(1, plant=2).parameters(oxygen=9).ready()
    assert not table.may_play("Birds")
    assert table.play("Special Design").may_play("Birds")


def test_adaptation_technology_moves_no_tags_productions_and_tiles():
    table = game().down(0, "Adaptation Technology").has(0, megacredit=40)
    table.hand(0, "Gene Repair", "Asteroid Mining Consortium", "Rad-Suits", "Ecological Zone").makes(1, titanium=1)
    table.down(0, "Research").ready()  # 3 of 3 science tags with Adaptation Technology's own
    assert table.may_play("Gene Repair")
    assert not any(map(table.may_play, ("Asteroid Mining Consortium", "Rad-Suits", "Ecological Zone")))
    table = game().down(0, "Adaptation Technology", "Trans-Neptune Probe").hand(0, "Gene Repair")
    assert not table.has(0, megacredit=40).ready().may_play("Gene Repair")


def test_the_next_card_uses_special_design_up_whether_it_needed_it_or_not():
    table = game().hand(0, "Special Design", "Mine", "Trees").has(0, megacredit=40).parameters(temperature=-8).ready()
    table.play("Special Design")
    assert table.may_play("Trees")
    table.turn(0).ready().play("Mine").turn(0).ready()
    assert not table.may_play("Trees")


def test_other_actions_may_come_between_special_design_and_the_next_card():
    table = game().hand(0, "Special Design", "Trees").has(0, megacredit=40).parameters(temperature=-8).ready()
    table.play("Special Design").do("project power plant")
    assert table.turn(0).ready().may_play("Trees")


def test_indentured_workers_takes_8_off_the_next_card_not_below_0():
    table = game().hand(0, "Indentured Workers", "Solar Power", "Mine").has(0, megacredit=3).ready()
    table.play("Indentured Workers").play("Solar Power")
    assert table.resource(0, "megacredit") == 0
    table.turn(0).ready()
    assert not table.may_play("Mine")
    table = game().hand(0, "Indentured Workers", "Mine").has(0, megacredit=3).ready()
    assert table.play("Indentured Workers").play("Mine").change("0 megacredit") == 0


def test_special_design_after_indentured_workers_is_the_next_card():
    table = game().hand(0, "Indentured Workers", "Special Design", "Solar Power").has(0, megacredit=10).ready()
    table.play("Indentured Workers").play("Special Design").turn(0).ready()
    assert table.resource(0, "megacredit") == 10
    assert not table.may_play("Solar Power")


@pytest.mark.parametrize("field", ["next_discount", "next_shift"])
def test_the_effect_for_the_next_card_ends_with_the_generation(field):
    table = game().put(**{field: {0: 2, 1: 2}}).ready().act("pass", "pass")
    assert table[field].sum() == 0


# --- 172 Pets, 173 Protected Habitats ---


def test_no_animal_leaves_pets_by_virus():
    table = game().hand(0, "Virus").has(0, megacredit=1).down(1, "Pets").keeps("Pets", 3).ready().play("Virus")
    assert table.held("Pets") == 3
    table = game().hand(0, "Virus").has(0, megacredit=1).down(1, "Pets", "Fish").keeps("Pets", 3).keeps("Fish", 1)
    table.has(1, plant=1).ready().play("Virus", alternative=0, receiver="Fish")
    assert (table.held("Pets"), table.held("Fish")) == (3, 0)


def test_adding_to_pets_is_free():
    table = game().hand(0, "Imported Nitrogen").has(0, megacredit=23).down(0, "Pets").ready().play("Imported Nitrogen")
    assert table.held("Pets") == 2


PROTECTED = ["Asteroid", "Virus"]


@pytest.mark.parametrize("card", PROTECTED)
def test_opponents_cannot_take_plants_from_protected_habitats(card):
    table = game().hand(0, card).has(0, megacredit=40).has(1, plant=9).down(1, "Protected Habitats").ready()
    table.play(card, target=1, alternative=1)
    assert table.change("1 plant") == 0


def test_opponents_cannot_take_animals_from_protected_habitats():
    table = game().hand(0, "Virus").has(0, megacredit=1).down(1, "Protected Habitats", "Fish").keeps("Fish", 3).ready()
    assert table.play("Virus", alternative=0).held("Fish") == 3


@pytest.mark.parametrize(
    ("card", "resource", "n", "alternative"),
    [("Sabotage", "titanium", 3, 0), ("Sabotage", "megacredit", 7, 2), ("Hired Raiders", "steel", 2, 0)],
)
def test_opponents_still_take_other_resources_from_protected_habitats(card, resource, n, alternative):
    table = game().hand(0, card).has(0, megacredit=1).has(1, titanium=9, steel=9, megacredit=9)
    table.down(1, "Protected Habitats").ready().play(card, target=1, alternative=alternative)
    assert table.change(f"1 {resource}") == -n


def test_opponents_still_take_production_from_protected_habitats():
    table = game().hand(0, "Fish").has(0, megacredit=9).makes(1, plant=1).down(1, "Protected Habitats")
    assert table.parameters(temperature=2).ready().play("Fish", target=1).change("1 plant production") == -1


def test_the_owners_own_removals_work_with_protected_habitats():
    table = game().hand(0, "Asteroid").has(0, megacredit=14, plant=3).down(0, "Protected Habitats").ready()
    assert table.play("Asteroid", target=0).change("0 plant") == -3
    table = game().down(0, "Protected Habitats", "Predators", "Fish").keeps("Fish", 1).ready()
    assert table.use("Predators").changes() == {"on Fish": -1, "on Predators": 1, "used Predators": 1}
