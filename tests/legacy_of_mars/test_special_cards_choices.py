"""Choices and effects on any player of the printed cards: what must hold in play, one test for each thing."""

import pytest

from legacy_of_mars.facts import BY_NAME
from legacy_of_mars.table import game

# --- 9, 10, 11, 39, 63, 80: plants of one player ---

BOMBS = [
    ("Asteroid", 3),
    ("Comet", 3),
    ("Big Asteroid", 4),
    ("Deimos Down", 8),
    ("Mining Expedition", 2),
    ("Giant Ice Asteroid", 6),
]
OCEANS = ["A5", "B6"]


def bomb(card, players=3):
    return game(players).hand(0, card).has(0, megacredit=BY_NAME[card].cost)


@pytest.mark.parametrize(("card", "n"), BOMBS)
def test_up_to_so_many_plants_leave_one_player(card, n):
    table = bomb(card).has(1, plant=20).has(2, plant=20).ready().play(card, target=2, amount=n, hex=OCEANS)
    assert (table.change("1 plant"), table.change("2 plant")) == (0, -n)


@pytest.mark.parametrize(("card", "n"), BOMBS)
def test_the_removal_may_be_done_partly(card, n):
    table = bomb(card).has(1, plant=20).ready().play(card, target=1, amount=1, hex=OCEANS)
    assert table.change("1 plant") == -1
    table = bomb(card).has(1, plant=1).ready().play(card, target=1, hex=OCEANS)
    assert table.change("1 plant") == -1


@pytest.mark.parametrize(("card", "n"), BOMBS)
def test_nobody_has_to_lose_plants(card, n):
    table = bomb(card).has(1, plant=20).ready().play(card, target="nobody", hex=OCEANS)
    assert table.change("1 plant") == 0
    assert bomb(card).ready().may_play(card), "nobody has any"


@pytest.mark.parametrize(("card", "n"), BOMBS)
def test_oneself_is_allowed_as_the_target(card, n):
    table = bomb(card).has(0, plant=20).has(1, plant=1).ready().play(card, target=0, hex=OCEANS)
    assert table.change("0 plant") == -n
    assert "player 0" in table.offered["target"][0]


# --- 50 Virus, 121 Sabotage, 124 Hired Raiders, 188 Flooding ---


def virus():
    table = game(3).hand(0, "Virus").has(0, megacredit=1)
    table.down(1, "Fish", "Small Animals").keeps("Fish", 3).keeps("Small Animals", 1)
    return table.down(2, "Livestock").keeps("Livestock", 1).has(2, plant=9).ready()


def test_virus_takes_up_to_2_animals_from_one_card():
    table = virus().play("Virus", alternative=0, receiver="Fish", amount=2)
    assert table.changes() == {
        "0 megacredit": -1,
        "on Fish": -2,
        "0 events": 1,
        "Virus": "hand 0 -> events 0",
    }
    assert virus().play("Virus", alternative=0, receiver="Small Animals").change("on Small Animals") == -1


def test_virus_takes_up_to_5_plants_from_one_player():
    table = virus().play("Virus", alternative=1, target=2, amount=5)
    assert table.change("2 plant") == -5
    assert virus().play("Virus", alternative=1, target=2, amount=2).change("2 plant") == -2


def test_virus_may_do_nothing():
    table = game().hand(0, "Virus").has(0, megacredit=1).ready()
    assert table.may_play("Virus")
    assert virus().play("Virus", alternative=1, target="nobody").change("2 plant") == 0


def test_virus_may_take_own_animals():
    table = game().hand(0, "Virus").has(0, megacredit=1).down(0, "Fish").keeps("Fish", 2).down(1, "Livestock")
    table.keeps("Livestock", 1).ready().play("Virus", alternative=0, receiver="Fish")
    assert table.held("Fish") == 0


@pytest.mark.parametrize(("alternative", "resource", "n"), [(0, "titanium", 3), (1, "steel", 4), (2, "megacredit", 7)])
def test_sabotage_takes_up_to_so_many_of_one_kind_from_one_player(alternative, resource, n):
    table = game(3).hand(0, "Sabotage").has(0, megacredit=1)
    for seat in (1, 2):
        table.has(seat, titanium=9, steel=9, megacredit=9)
    table.ready().play("Sabotage", alternative=alternative, target=2, amount=n)
    assert table.changes() == {
        "0 megacredit": -1,
        f"2 {resource}": -n,
        "0 events": 1,
        "Sabotage": "hand 0 -> events 0",
    }


def test_sabotage_and_hired_raiders_can_be_played_with_nothing_to_take():
    table = game().hand(0, "Sabotage", "Hired Raiders").has(0, megacredit=2).ready()
    assert table.may_play("Sabotage")
    assert table.play("Sabotage").play("Hired Raiders").change("0 megacredit") == -2


@pytest.mark.parametrize(
    ("alternative", "resource", "has", "n"),
    [(0, "steel", 9, 2), (0, "steel", 1, 1), (1, "megacredit", 9, 3), (1, "megacredit", 2, 2)],
)
def test_hired_raiders_gain_exactly_what_left(alternative, resource, has, n):
    other = {"steel": "megacredit", "megacredit": "steel"}[resource]
    table = game().hand(0, "Hired Raiders").has(0, megacredit=1).has(1, **{resource: has, other: 9})
    table.ready().play("Hired Raiders", alternative=alternative, target=1)
    assert table.change(f"1 {resource}") == -n
    assert table.change(f"0 {resource}") == n - (resource == "megacredit")
    assert table.change(f"1 {other}") == 0


@pytest.mark.parametrize(("alternative", "resource", "n"), [(0, "steel", 2), (1, "megacredit", 3)])
def test_hired_raiders_solo_take_the_full_amount_from_the_neutral_opponent(alternative, resource, n):
    table = game(1).hand(0, "Hired Raiders").has(0, megacredit=1).ready()
    table.play("Hired Raiders", alternative=alternative, target="neutral")
    assert table.change(f"0 {resource}") == n - (resource == "megacredit")


def flooding(**tiles):
    table = game(3).hand(0, "Flooding").has(0, megacredit=7).has(1, megacredit=9).has(2, megacredit=3)
    return table.tiles(**tiles)


def test_flooding_takes_up_to_4_from_the_owner_of_one_tile_next_to_its_ocean():
    table = flooding(C4="city 1", D7="greenery 2", E7="special 2 Nuclear Zone").ready()
    table.play("Flooding", hex="D8", target=2)
    assert (table.change("1 megacredit"), table.change("2 megacredit")) == (0, -3), "no more than is there"
    table = flooding(D7="city 1", E9="greenery 2").ready().play("Flooding", hex="D8", target=1, amount=4)
    assert (table.change("1 megacredit"), table.change("2 megacredit")) == (-4, 0)


def test_flooding_may_take_less_or_nothing():
    assert flooding(D7="city 1").ready().play("Flooding", hex="D8", target=1, amount=1).change("1 megacredit") == -1
    assert flooding(D7="city 1").ready().play("Flooding", hex="D8", target="nobody").change("1 megacredit") == 0


def test_flooding_hits_only_owners_beside_the_ocean_just_placed():
    table = flooding(D7="city 1", C4="city 2").ready().act("card Flooding", "place D8")
    assert table.asks == "target player"
    assert "player 2" not in table.legal
    table = flooding(C4="city 1").ready().play("Flooding", hex="D8")
    assert table.change("1 megacredit") == 0


def test_a_claim_marker_is_no_tile_for_flooding():
    table = flooding().claims(D7=1).ready().play("Flooding", hex="D8")
    assert table.change("1 megacredit") == 0


def test_flooding_removes_nothing_when_no_ocean_is_left():
    table = flooding(D7="city 1").oceans(9, but=["E4", "E5", "E6"]).ready().play("Flooding")
    assert table.change("1 megacredit") == 0
    assert table.change("0 megacredit") == -7


# --- 2, 61: own production required, one player loses it, you gain it ---

CONSORTIA = pytest.mark.parametrize(
    ("card", "metal"), [("Asteroid Mining Consortium", "titanium"), ("Great Escarpment Consortium", "steel")]
)


@CONSORTIA
def test_own_production_is_required_and_one_player_loses_1_and_you_gain_1(card, metal):
    table = game().hand(0, card).has(0, megacredit=13).makes(1, **{metal: 2})
    assert not table.ready().may_play(card)
    table.makes(0, **{metal: 1}).ready().play(card, target=1)
    assert (table.production(0, metal), table.production(1, metal)) == (2, 1)


@CONSORTIA
def test_if_only_you_have_it_you_lose_it_and_regain_it(card, metal):
    table = game().hand(0, card).has(0, megacredit=13).makes(0, **{metal: 1}).ready()
    assert table.may_play(card)
    assert table.play(card).production(0, metal) == 1


# --- 160, 201: energy ---

TAPS = pytest.mark.parametrize("card", ["Power Supply Consortium", "Energy Tapping"])


def tapping(card, players=2):
    return game(players).hand(0, card).has(0, megacredit=5).down(0, "Solar Power", "Wave Power")


@TAPS
def test_one_player_loses_1_energy_production_and_you_gain_1(card):
    table = tapping(card, 3).makes(1, energy=3).makes(2, energy=1).ready().play(card, target=2)
    assert [table.production(p, "energy") for p in range(3)] == [1, 3, 0]


@TAPS
def test_nobody_has_energy_production_gain_first_then_lose_it(card):
    table = tapping(card).ready()
    assert table.may_play(card)
    assert table.play(card).production(0, "energy") == 0


# --- 125 Hackers ---


def hackers():
    return game().hand(0, "Hackers").has(0, megacredit=3)


def test_hackers_need_own_energy_production():
    assert not hackers().ready().may_play("Hackers")
    table = hackers().makes(0, energy=1).ready().play("Hackers", target=1)
    assert (table.production(0, "energy"), table.production(0, "megacredit")) == (0, 2)
    assert table.production(1, "megacredit") == -2


@pytest.mark.parametrize(("production", "target"), [(-3, True), (-4, False), (-5, False)])
def test_the_victim_of_hackers_must_stand_at_minus_3_or_more(production, target):
    table = hackers().makes(0, energy=1).makes(1, megacredit=production).ready()
    assert table.may_play("Hackers"), "oneself can always be the target: the own +2 may come first"
    table.play("Hackers", target=1 if target else 0)
    assert table.production(1, "megacredit") == (production - 2 if target else production)
    assert table.production(0, "megacredit") == (2 if target else 0)


def test_the_own_gain_of_hackers_may_come_first():
    table = hackers().makes(0, energy=1, megacredit=-5).makes(1, megacredit=-4).ready()
    assert table.may_play("Hackers")
    assert table.play("Hackers").production(0, "megacredit") == -5


# --- 4, 52, 54, 72, 147, 178, 183: production of one player, in full ---

DRAINS = [
    ("Cloud Seeding", "heat", 1),
    ("Fish", "plant", 1),
    ("Small Animals", "plant", 1),
    ("Birds", "plant", 2),
    ("Herbivores", "plant", 1),
    ("Heat Trappers", "heat", 2),
    ("Biomass Combustors", "plant", 1),
]


def drain(card):
    table = game(3).hand(0, card).has(0, megacredit=BY_NAME[card].cost).oceans(3)
    return table.parameters(temperature=2, oxygen=13)


@pytest.mark.parametrize(("card", "resource", "n"), DRAINS)
def test_one_single_player_loses_production_in_full(card, resource, n):
    table = drain(card).makes(1, **{resource: n}).makes(2, **{resource: n}).ready().play(card, target=2)
    assert [table.production(p, resource) for p in range(3)] == [0, n, 0]
    assert table.offered["target"] == [{"player 1", "player 2"}]


@pytest.mark.parametrize(("card", "resource", "n"), DRAINS)
def test_if_nobody_has_the_production_the_card_cannot_be_played(card, resource, n):
    assert not drain(card).ready().may_play(card)


@pytest.mark.parametrize(("card", "resource", "n"), [d for d in DRAINS if d[2] == 2])
def test_two_steps_are_not_split_over_players(card, resource, n):
    assert not drain(card).makes(1, **{resource: 1}).makes(2, **{resource: 1}).ready().may_play(card)


@pytest.mark.parametrize(("card", "resource", "n"), DRAINS)
def test_if_only_you_can_lose_the_production_you_must(card, resource, n):
    table = drain(card).makes(0, **{resource: n}).ready()
    assert table.may_play(card)
    assert table.play(card).production(0, resource) == 0


# --- 19, 143, 190: plants, or resources onto one card ---

GIFTS = [
    ("Imported Hydrogen", 3, {1: ("Tardigrades", 3), 2: ("Fish", 2)}),
    ("Large Convoy", 5, {1: ("Fish", 4)}),
    ("Local Heat Trapping", 4, {1: ("Fish", 2)}),
]


def gift(card, *receivers):
    return game().hand(0, card).has(0, megacredit=BY_NAME[card].cost, heat=5).down(0, *receivers).ready()


@pytest.mark.parametrize(("card", "plants", "others"), GIFTS)
def test_plants_or_resources_onto_one_own_card(card, plants, others):
    table = gift(card, "Tardigrades", "Fish")
    assert table.clone().play(card, alternative=0, hex="A5").change("0 plant") == plants
    for alternative, (receiver, n) in others.items():
        twin = table.clone().play(card, alternative=alternative, hex="A5")
        assert (twin.change(f"on {receiver}"), twin.change("0 plant")) == (n, 0)


@pytest.mark.parametrize(("card", "plants", "others"), GIFTS)
def test_the_player_picks_the_one_card_that_gets_all(card, plants, others):
    n = others[max(others)][1]
    table = gift(card, "Livestock", "Fish").play(card, alternative=max(others), receiver="Livestock", hex="A5")
    assert table.change("on Livestock") == n
    assert table.offered["receiver"] == [{"card Livestock", "card Fish"}]


@pytest.mark.parametrize(("card", "plants", "others"), GIFTS)
def test_with_no_card_for_them_there_are_still_the_plants(card, plants, others):
    assert gift(card).play(card, hex="A5").change("0 plant") == plants


def test_the_heat_of_local_heat_trapping_must_be_there():
    table = gift("Local Heat Trapping")
    assert table.play("Local Heat Trapping").change("0 heat") == -5
    assert not gift("Local Heat Trapping").has(0, heat=4).ready().may_play("Local Heat Trapping")


# --- 26, 163, 170: onto cards ---


def test_eos_chasma_gives_1_animal_onto_an_own_card():
    table = game().hand(0, 26).has(0, megacredit=16).down(0, "Fish", "Livestock").parameters(temperature=-12).ready()
    table.play(26, receiver="Livestock")
    assert (table.held("Livestock"), table.held("Fish")) == (1, 0)


def test_imported_nitrogen_gives_3_microbes_and_2_animals_onto_two_cards():
    table = game().hand(0, 163).has(0, megacredit=23).down(0, "Fish", "Tardigrades").ready().play(163)
    assert (table.held("Tardigrades"), table.held("Fish")) == (3, 2)


@pytest.mark.parametrize(("there", "n"), [("Tardigrades", 3), ("Fish", 2)])
def test_each_kind_of_imported_nitrogen_is_skipped_alone(there, n):
    table = game().hand(0, 163).has(0, megacredit=23).down(0, there).ready().play(163)
    assert table.held(there) == n
    assert (table.change("0 plant"), table.change("0 rating")) == (4, 1)


def test_aerobraked_ammonia_asteroid_gives_2_microbes_onto_one_card():
    table = game().hand(0, 170).has(0, megacredit=26).down(0, "Ants", "Tardigrades").ready().play(170, receiver="Ants")
    assert (table.held("Ants"), table.held("Tardigrades")) == (2, 0)


@pytest.mark.parametrize(("card", "key", "n"), [(26, "0 plant", 3), (163, "0 plant", 4), (170, "0 heat production", 3)])
def test_with_no_target_the_rest_of_the_card_still_works(card, key, n):
    table = game().hand(0, card).has(0, megacredit=40).down(1, "Fish", "Tardigrades").parameters(temperature=-12)
    assert table.ready().play(card).change(key) == n
    assert (table.held("Fish"), table.held("Tardigrades")) == (0, 0), "others' cards are no targets"


# --- 149 CEO's Favorite Project ---

KEEPERS = ["Fish", "Tardigrades", "Search For Life", "Security Fleet", "Physics Complex", "Pets", "Olympus Conference"]


def favorite():
    return game().hand(0, "CEO's Favorite Project").has(0, megacredit=1)


@pytest.mark.parametrize("receiver", KEEPERS)
def test_ceos_favorite_project_gives_1_of_its_own_kind_onto_a_card_that_keeps_at_least_1(receiver):
    table = favorite().down(0, receiver, "Ants").keeps(receiver, 1).keeps("Ants", 1).ready()
    table.play("CEO's Favorite Project", receiver=receiver)
    assert (table.held(receiver), table.held("Ants")) == (2, 1)


def test_ceos_favorite_project_gives_nothing_onto_an_empty_card_or_an_opponents():
    table = favorite().down(0, "Fish", "Ants", "Decomposers").keeps("Ants", 1).keeps("Decomposers", 2)
    table.down(1, "Livestock").keeps("Livestock", 2).ready().play("CEO's Favorite Project")
    assert table.offered["receiver"] == [{"card Ants", "card Decomposers"}]


def test_ceos_favorite_project_without_a_target_is_playable_and_void():
    table = favorite().down(0, "Fish").ready()
    assert table.may_play("CEO's Favorite Project")
    assert table.play("CEO's Favorite Project").held("Fish") == 0


# --- 115, 152, 122, 146, 111, 192 ---


@pytest.mark.parametrize(("alternative", "key", "n"), [(0, "0 plant production", 1), (1, "0 energy production", 2)])
def test_artificial_photosynthesis_raises_plants_or_energy(alternative, key, n):
    table = game().hand(0, 115).has(0, megacredit=12).ready().play(115, alternative=alternative)
    assert {k: v for k, v in table.changes().items() if "production" in k} == {key: n}


def test_artificial_photosynthesis_cannot_be_copied():
    assert not game().hand(0, 86).has(0, megacredit=9).down(0, 115).ready().may_play(86)


@pytest.mark.parametrize("x", [1, 2, 3])
def test_insulation_turns_any_number_of_heat_production_into_megacredit_production(x):
    table = game().hand(0, "Insulation").has(0, megacredit=2).makes(0, heat=3).ready().play("Insulation", amount=x)
    assert (table.production(0, "heat"), table.production(0, "megacredit")) == (3 - x, x)
    assert table.offered["amount"] == [{"amount 1", "amount 2", "amount 3"}]


def test_insulation_cannot_be_played_without_heat_production():
    assert not game().hand(0, "Insulation").has(0, megacredit=2).ready().may_play("Insulation")


MOSSES = pytest.mark.parametrize(("card", "n"), [("Moss", 1), ("Nitrophilic Moss", 2)])


def moss(card, plants, *others):
    table = game().hand(0, card).has(0, megacredit=8, plant=plants).down(0, *others).oceans(3)
    return table.ready()


@MOSSES
def test_the_plants_of_a_moss_are_compulsory(card, n):
    assert moss(card, n).play(card).change("0 plant") == -n
    assert not moss(card, n - 1).may_play(card)


@MOSSES
def test_with_viral_enhancers_a_moss_can_be_played_with_one_plant_less(card, n):
    table = moss(card, n - 1, "Viral Enhancers")
    assert table.may_play(card)
    assert table.play(card).resource(0, "plant") == 0
    if n > 1:
        assert not moss(card, n - 2, "Viral Enhancers").may_play(card)


@pytest.mark.parametrize(("card", "shown", "kept"), [("Business Contacts", 4, 2), ("Invention Contest", 3, 1)])
def test_of_the_cards_looked_at_some_are_taken_for_free_and_the_rest_is_discarded(card, shown, kept):
    deck = ["Mine", "Sponsors", "Algae", "Trees"][:shown]
    table = game().hand(0, card).has(0, megacredit=BY_NAME[card].cost).deck(*deck).ready()
    table.play(card, take=deck[:kept] if kept > 1 else deck[0])
    assert table.offered["take"][0] == {f"card {name}" for name in deck}
    assert table.cards_in("hand 0") == set(deck[:kept])
    assert {table.place(name) for name in deck[kept:]} == {"discard"}
    assert table.resource(0, "megacredit") == 0
