"""Actions of the printed cards: what must hold in play, one test for each thing."""

import pytest

from legacy_of_mars.table import game


def using(card, **has):
    """Seat 0 has the card in play and these resources."""
    return game().down(0, card).has(0, **has)


# --- 5 Search For Life ---


@pytest.mark.parametrize(("shown", "found"), [("ArchaeBacteria", 1), ("Solar Power", 0)])
def test_search_for_life_pays_1_and_the_top_card_lands_on_the_discard_pile_whatever_it_is(shown, found):
    table = using("Search For Life", megacredit=1).deck(shown).ready()
    table.use("Search For Life")
    assert table.place(shown) == "discard"
    assert table.change("0 megacredit") == -1
    assert table.held("Search For Life") == found


def test_search_for_life_may_be_used_again_after_a_find():
    table = using("Search For Life", megacredit=1).keeps("Search For Life", 1).deck("ArchaeBacteria").ready()
    assert table.use("Search For Life").held("Search For Life") == 2


@pytest.mark.parametrize(("science", "points"), [(0, 0), (1, 3), (5, 3)])
def test_search_for_life_scores_3_with_1_or_with_5_science(science, points):
    without = game().ready().scores()[0]
    assert using("Search For Life").keeps("Search For Life", science).ready().scores()[0] - without == points


# --- 6 Inventors' Guild, 110 Business Network ---

LOOKING = pytest.mark.parametrize("card", ["Inventors' Guild", "Business Network"])


@LOOKING
def test_looking_at_the_top_card_buying_costs_the_card_price(card):
    table = using(card, megacredit=3).deck("Mine").ready().use(card, buy="buy")
    assert table.offered["buy"] == [{"buy", "refuse"}]
    assert table.place("Mine") == "hand 0"
    assert table.change("0 megacredit") == -3


@LOOKING
def test_looking_at_the_top_card_it_may_be_discarded(card):
    table = using(card, megacredit=3).deck("Mine").ready().use(card, buy="refuse")
    assert table.place("Mine") == "discard"
    assert table.change("0 megacredit") == 0


@LOOKING
def test_looking_with_less_than_3_megacredits_is_legal_and_the_card_is_discarded(card):
    table = using(card, megacredit=2).deck("Mine").ready()
    assert table.may_use(card)
    table.use(card)
    assert table.place("Mine") == "discard"
    assert table.change("0 megacredit") == 0


@LOOKING
def test_only_the_owner_sees_the_card_looked_at(card):
    table = using(card, megacredit=3).deck("Mine").ready().act(f"card {card}")
    assert table.asks == "buy the card"
    assert table.place("Mine") == "looked 0"


@pytest.mark.parametrize(("production", "playable"), [(-4, True), (-5, False)])
def test_business_network_needs_a_megacredit_production_of_minus_4_or_more(production, playable):
    table = game().hand(0, "Business Network").has(0, megacredit=4).makes(0, megacredit=production).ready()
    assert table.may_play("Business Network") is playable


# --- 7 Martian Rails ---


def test_martian_rails_gives_1_for_each_city_on_mars_of_any_owner():
    table = using("Martian Rails", energy=1).tiles(C4="city 0", G3="city 0", G6="city 1")
    table.down(1, "Phobos Space Haven").tiles(Phobos="city 1 Phobos Space Haven").ready()
    assert table.use("Martian Rails").change("0 megacredit") == 3
    assert table.resource(0, "energy") == 0


def test_martian_rails_counts_a_capital():
    table = using("Martian Rails", energy=1).down(1, "Capital").tiles(C4="city 1 Capital").ready()
    assert table.use("Martian Rails").change("0 megacredit") == 1


# --- 12 Water Import From Europa, 187 Aquifer Pumping ---


@pytest.mark.parametrize(
    ("card", "metal", "alloys", "cubes", "paid"),
    [
        ("Water Import From Europa", "titanium", False, 4, 0),
        ("Water Import From Europa", "titanium", False, 3, 3),
        ("Water Import From Europa", "titanium", True, 3, 0),
        ("Aquifer Pumping", "steel", False, 4, 0),
        ("Aquifer Pumping", "steel", False, 3, 2),
        ("Aquifer Pumping", "steel", True, 3, 0),
    ],
)
def test_metal_pays_for_these_oceans_at_its_value_and_overpaid_value_is_lost(card, metal, alloys, cubes, paid):
    table = using(card, megacredit=paid, **{metal: cubes})
    if alloys:
        table.down(0, "Advanced Alloys")
    table.ready().use(card, hex="A5")
    assert table.changes() == {
        **({"0 megacredit": -paid} if paid else {}),
        f"0 {metal}": -cubes,
        "oceans": 1,
        "0 rating": 1,
        "tile A5": "ocean",
        f"used {card}": 1,
    }


@pytest.mark.parametrize(
    ("card", "metal", "cost"), [("Water Import From Europa", "titanium", 12), ("Aquifer Pumping", "steel", 8)]
)
def test_metal_is_freely_mixed_with_megacredits_for_these_oceans(card, metal, cost):
    table = using(card, megacredit=cost, **{metal: 9}).ready().act(f"card {card}")
    assert table.asks == "payment"
    worth = {"steel": 2, "titanium": 3}[metal]
    assert table.legal == {f"amount {n}" for n in range(cost // worth + 1)}
    table.act("amount 1").answer(hex="A5")
    assert table.change("0 megacredit") == worth - cost


def test_card_discounts_do_not_apply_to_the_cost_of_an_action():
    assert (
        not using("Water Import From Europa", megacredit=11)
        .down(0, "Space Station", "Earth Catapult")
        .ready()
        .may_use("Water Import From Europa")
    )


@pytest.mark.parametrize(("card", "cost"), [("Water Import From Europa", 12), ("Aquifer Pumping", 8)])
def test_an_ocean_action_is_legal_and_void_when_no_ocean_is_left(card, cost):
    table = using(card, megacredit=cost).oceans(9).ready()
    assert table.may_use(card)
    assert table.use(card).changes() == {"0 megacredit": -cost, f"used {card}": 1}


# --- 13 to 15 ---


@pytest.mark.parametrize("alloys", [False, True])
def test_space_elevator_turns_1_steel_into_5_megacredits_whatever_steel_is_worth(alloys):
    table = using("Space Elevator", steel=1)
    if alloys:
        table.down(0, "Advanced Alloys")
    table.ready().use("Space Elevator")
    assert (table.change("0 steel"), table.change("0 megacredit")) == (-1, 5)


@pytest.mark.parametrize(
    ("card", "cost", "drawn"),
    [("Development Center", {"energy": 1}, 1), ("Restricted Area", {"megacredit": 2}, 1), ("AI Central", {}, 2)],
)
def test_cards_drawn_by_an_action_are_free(card, cost, drawn):
    table = using(card, **cost).ready().use(card)
    paid = {f"0 {name}": -n for name, n in cost.items()}
    assert table.changes() == {**paid, f"used {card}": 1, "deck -> hand 0": drawn}


def test_when_the_deck_is_empty_the_discards_are_shuffled():
    table = using("AI Central").deck("Mine").no_discards(1).discards("Sponsors", "Algae").ready().use("AI Central")
    assert table.place("Mine") == "hand 0"
    assert {table.place("Sponsors"), table.place("Algae")} == {"hand 0", "deck"}


def test_equatorial_magnetizer_lowers_the_energy_production_and_moves_no_parameter():
    assert not using("Equatorial Magnetizer", energy=9).ready().may_use("Equatorial Magnetizer")
    table = using("Equatorial Magnetizer").makes(0, energy=1).ready().use("Equatorial Magnetizer")
    assert table.changes() == {"0 energy production": -1, "0 rating": 1, "used Equatorial Magnetizer": 1}


# --- 24 Predators, 35 Ants ---

EATERS = pytest.mark.parametrize(
    ("card", "prey", "other"), [("Predators", "Livestock", "Fish"), ("Ants", "Tardigrades", "Decomposers")]
)


@EATERS
def test_a_resource_leaves_a_card_of_any_player_and_then_one_goes_here(card, prey, other):
    table = using(card).down(1, prey).keeps(prey, 2).down(0, other).keeps(other, 1).ready()
    table.use(card, receiver=prey)
    assert table.changes() == {f"on {prey}": -1, f"on {card}": 1, f"used {card}": 1}
    assert table.offered["receiver"] == [{f"card {prey}", f"card {other}"}]


@EATERS
def test_without_a_target_the_action_is_illegal(card, prey, other):
    assert not using(card).down(1, prey).down(0, other).ready().may_use(card)


@EATERS
def test_own_cards_and_this_very_card_are_targets(card, prey, other):
    table = using(card).keeps(card, 1).down(1, prey).keeps(prey, 1).ready()
    table.use(card, receiver=card)
    assert table.changes() == {f"used {card}": 1}
    assert using(card).keeps(card, 1).ready().may_use(card)
    assert using(card).down(0, other).keeps(other, 1).ready().may_use(card)


def test_predators_never_eat_pets():
    assert not using("Predators").down(1, "Pets").keeps("Pets", 3).ready().may_use("Predators")
    assert not using("Predators").down(0, "Pets").keeps("Pets", 3).ready().may_use("Predators")


@EATERS
def test_nothing_is_taken_from_opponents_who_own_protected_habitats(card, prey, other):
    table = using(card).down(1, prey, "Protected Habitats").keeps(prey, 2)
    assert not table.ready().may_use(card)
    assert table.down(0, other).keeps(other, 1).ready().may_use(card)


@EATERS
def test_solo_the_neutral_opponent_supplies_it(card, prey, other):
    table = game(1).down(0, card).ready()
    assert table.may_use(card)
    assert table.use(card).changes() == {f"on {card}": 1, f"used {card}": 1}


# --- 28, 33, 34, 157, 49, 52, 54, 72, 184 ---


def test_security_fleet_turns_1_titanium_into_a_fighter():
    table = using("Security Fleet", titanium=1).ready().use("Security Fleet")
    assert table.changes() == {"0 titanium": -1, "on Security Fleet": 1, "used Security Fleet": 1}


SPENDERS = pytest.mark.parametrize(
    ("card", "spent", "gain"),
    [
        ("Regolith Eaters", 2, {"oxygen": 1, "0 rating": 1}),
        ("GHG Producing Bacteria", 2, {"temperature": 1, "0 rating": 1}),
        ("Nitrite Reducing Bacteria", 3, {"0 rating": 1}),
    ],
)


@SPENDERS
def test_either_one_is_added_or_some_are_spent(card, spent, gain):
    table = using(card).keeps(card, spent).ready()
    changes = {k: table.clone().use(card, alternative=k).changes() for k in (0, 1)}
    assert {f"on {card}": 1, f"used {card}": 1} in changes.values()
    assert {f"on {card}": -spent, f"used {card}": 1, **gain} in changes.values()


@SPENDERS
def test_with_too_few_one_can_only_be_added(card, spent, gain):
    table = using(card).keeps(card, spent - 1).ready().use(card)
    assert table.changes() == {f"on {card}": 1, f"used {card}": 1}


@SPENDERS
def test_spending_at_the_goal_of_the_parameter_is_legal_and_raises_nothing(card, spent, gain):
    table = using(card).keeps(card, spent).parameters(temperature=8, oxygen=14).ready()
    changes = [table.clone().use(card, alternative=k).changes() for k in (0, 1)]
    rest = {key: n for key, n in gain.items() if card.startswith("Nitrite")}
    assert {f"on {card}": -spent, f"used {card}": 1, **rest} in changes


@SPENDERS
def test_its_microbes_score_nothing(card, spent, gain):
    assert using(card).keeps(card, 20).ready().scores() == using(card).ready().scores()


def test_a_fresh_nitrite_reducing_bacteria_holds_3():
    table = game().hand(0, 157).has(0, megacredit=11).ready().play(157)
    assert table.held(157) == 3


@pytest.mark.parametrize(
    ("card", "per"), [("Tardigrades", 4), ("Fish", 1), ("Small Animals", 2), ("Birds", 1), ("Livestock", 1)]
)
def test_one_is_added_and_so_many_are_a_point(card, per):
    table = using(card).keeps(card, per - 1).ready()
    assert table.use(card).changes() == {f"on {card}": 1, f"used {card}": 1}
    assert table.scores()[0] - using(card).ready().scores()[0] == 1


# --- 69, 76, 95, 101 to 104, 123, 202 ---


@pytest.mark.parametrize(("paid", "others"), [("plant", "steel"), ("steel", "plant")])
def test_electro_catapult_turns_1_plant_or_1_steel_into_7_megacredits(paid, others):
    table = using("Electro Catapult", **{paid: 1}).ready().use("Electro Catapult")
    assert table.changes() == {f"0 {paid}": -1, "0 megacredit": 7, "used Electro Catapult": 1}


def test_electro_catapult_has_one_use_a_generation_and_the_player_picks_the_way():
    table = using("Electro Catapult", plant=2, steel=2).ready()
    results = [table.clone().use("Electro Catapult", alternative=k).changes() for k in (0, 1)]
    assert [("0 plant" in r, "0 steel" in r) for r in results] == [(True, False), (False, True)]
    assert not table.use("Electro Catapult").may_use("Electro Catapult")
    assert not using("Electro Catapult").ready().may_use("Electro Catapult")


@pytest.mark.parametrize(
    ("card", "cost", "gain", "n"),
    [
        ("Space Mirrors", 7, "energy", 1),
        ("Industrial Center", 7, "steel", 1),
        ("Underground Detonations", 10, "heat", 2),
    ],
)
def test_megacredits_only_raise_a_production(card, cost, gain, n):
    table = using(card, megacredit=cost).ready().use(card)
    assert table.changes() == {"0 megacredit": -cost, f"0 {gain} production": n, f"used {card}": 1}
    assert not using(card, megacredit=cost - 1, steel=30, titanium=30).ready().may_use(card)


def test_physics_complex_turns_6_energy_into_a_science_worth_2():
    table = using("Physics Complex", energy=6).ready()
    before = table.scores()[0]
    assert table.use("Physics Complex").changes() == {
        "0 energy": -6,
        "on Physics Complex": 1,
        "used Physics Complex": 1,
    }
    assert table.scores()[0] - before == 2
    assert not using("Physics Complex", energy=5).ready().may_use("Physics Complex")


SMELTERS = pytest.mark.parametrize(
    ("card", "metal", "n"), [("Ironworks", "steel", 1), ("Steelworks", "steel", 2), ("Ore Processor", "titanium", 1)]
)


@SMELTERS
def test_4_energy_give_metal_and_oxygen(card, metal, n):
    table = using(card, energy=4).ready().use(card)
    assert table.changes() == {"0 energy": -4, f"0 {metal}": n, "oxygen": 1, "0 rating": 1, f"used {card}": 1}


@SMELTERS
def test_at_the_oxygen_goal_the_metal_still_comes_and_the_rating_does_not(card, metal, n):
    table = using(card, energy=4).parameters(oxygen=14).ready().use(card)
    assert table.changes() == {"0 energy": -4, f"0 {metal}": n, f"used {card}": 1}


# --- 133, 134 ---


def test_symbiotic_fungus_adds_to_an_own_microbe_card_and_keeps_none_itself():
    table = using("Symbiotic Fungus").down(0, "Tardigrades", "Ants").down(1, "Decomposers").ready()
    table.use("Symbiotic Fungus", receiver="Ants")
    assert table.changes() == {"on Ants": 1, "used Symbiotic Fungus": 1}
    assert table.offered["receiver"] == [{"card Tardigrades", "card Ants"}]


def test_symbiotic_fungus_is_legal_and_void_without_such_a_card():
    table = using("Symbiotic Fungus").ready()
    assert table.may_use("Symbiotic Fungus")
    assert table.use("Symbiotic Fungus").changes() == {"used Symbiotic Fungus": 1}


def test_extreme_cold_fungus_gives_1_plant_or_2_microbes_onto_one_card():
    table = using("Extreme-Cold Fungus").down(0, "Tardigrades").ready()
    results = [table.clone().use("Extreme-Cold Fungus", alternative=k).changes() for k in (0, 1)]
    assert results == [
        {"0 plant": 1, "used Extreme-Cold Fungus": 1},
        {"on Tardigrades": 2, "used Extreme-Cold Fungus": 1},
    ]


def test_extreme_cold_fungus_without_a_microbe_card_gives_a_plant():
    assert using("Extreme-Cold Fungus").ready().use("Extreme-Cold Fungus").change("0 plant") == 1


# --- 154, 177, 194 ---


@pytest.mark.parametrize("temperature", [-30, 0, 8])
def test_caretaker_contract_turns_8_heat_into_rating_at_any_temperature(temperature):
    table = using("Caretaker Contract", heat=8).parameters(temperature=temperature).ready().use("Caretaker Contract")
    assert table.changes() == {"0 heat": -8, "0 rating": 1, "used Caretaker Contract": 1}


def test_water_splitting_plant_needs_oceans_to_be_played_and_not_to_be_used():
    table = using("Water Splitting Plant", energy=3).ready().use("Water Splitting Plant")
    assert table.changes() == {"0 energy": -3, "oxygen": 1, "0 rating": 1, "used Water Splitting Plant": 1}


def test_power_infrastructure_turns_any_number_of_energy_into_as_many_megacredits():
    table = using("Power Infrastructure", energy=4).ready().use("Power Infrastructure", amount=3)
    assert table.offered["amount"] == [{f"amount {n}" for n in (1, 2, 3, 4)}]
    assert table.changes() == {"0 energy": -3, "0 megacredit": 3, "used Power Infrastructure": 1}


def test_power_infrastructure_is_illegal_with_no_energy():
    assert not using("Power Infrastructure").ready().may_use("Power Infrastructure")
