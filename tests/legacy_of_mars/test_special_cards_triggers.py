"""Triggers of the printed cards: what must hold in play, one test for each thing."""

import pytest

from legacy_of_mars.facts import LABELS
from legacy_of_mars.table import game

# --- 23 Arctic Algae ---


@pytest.mark.parametrize("by", ["card", "action", "project"])
@pytest.mark.parametrize("seat", [0, 1])
def test_arctic_algae_gives_2_plants_for_each_ocean_by_any_player_and_in_whatever_way(seat, by):
    table = game().down(0, "Arctic Algae").has(seat, megacredit=18)
    if by == "card":
        table.hand(seat, "Subterranean Reservoir").turn(seat).ready().play("Subterranean Reservoir", hex="A5")
    elif by == "action":
        table.down(seat, "Water Import From Europa").turn(seat).ready().use("Water Import From Europa", hex="A5")
    else:
        table.turn(seat).ready().do("project aquifer", hex="A5")
    assert table.change("0 plant") == 2


def test_arctic_algae_gives_4_plants_for_two_oceans():
    table = game().down(0, "Arctic Algae").hand(1, "Ice Asteroid").has(1, megacredit=23).turn(1).ready()
    assert table.play("Ice Asteroid", hex=["A5", "B6"]).change("0 plant") == 4


def test_arctic_algae_listens_to_an_artificial_lake():
    table = game().down(0, "Arctic Algae").hand(1, "Artificial Lake").has(1, megacredit=15).turn(1)
    assert table.parameters(temperature=-6).ready().play("Artificial Lake", hex="C4").change("0 plant") == 2


def test_arctic_algae_listens_to_the_ocean_of_the_temperature_track():
    table = game().down(0, "Arctic Algae").has(1, heat=8).parameters(temperature=-2).turn(1).ready()
    assert table.do("heat", hex="A5").change("0 plant") == 2
    assert table.tile("A5") == "ocean"


@pytest.mark.parametrize("card", ["Mohole Area", "Mangrove", "Protected Valley"])
def test_arctic_algae_gives_nothing_for_other_tiles_on_an_ocean_hex(card):
    table = game().down(0, "Arctic Algae").hand(1, card).has(1, megacredit=30).parameters(temperature=4).turn(1).ready()
    assert table.play(card, hex="A5").change("0 plant") == 0


def test_arctic_algae_counts_glaciers_and_not_their_melting():
    table = game(board="house").down(0, "Arctic Algae").has(0, megacredit=18, heat=8).ready()
    place = next(a for a in table.reserved if not table.tables["board"][0]["bonus"][LABELS.index(a)].any())
    table.do("project aquifer", hex=place)
    assert table.tile(place) == "glacier"
    assert table.change("0 plant") == 2
    table = game(board="house").down(1, "Arctic Algae").has(0, heat=8).parameters(temperature=-2)
    table.tiles(**{place: "glacier"}).ready().do("heat")
    assert table.tile(place) == "ocean"
    assert table.change("1 plant") == 0


# --- 31 Optimal Aerobraking, 109 Media Group ---


def test_a_space_event_gives_3_megacredits_and_3_heat_with_optimal_aerobraking():
    table = game().down(0, "Optimal Aerobraking").hand(0, "Towing A Comet").has(0, megacredit=23).ready()
    table.play("Towing A Comet", hex="A5")
    assert (table.change("0 megacredit"), table.change("0 heat")) == (3 - 23, 3)


def test_optimal_aerobraking_is_for_space_events_only():
    table = game().down(0, "Optimal Aerobraking").hand(0, "Mineral Deposit", "Soletta").has(0, megacredit=40).ready()
    table.play("Mineral Deposit").play("Soletta")
    assert (table.resource(0, "megacredit"), table.resource(0, "heat")) == (0, 0)


def test_any_event_gives_3_megacredits_with_media_group():
    table = game().down(0, "Media Group").hand(0, "Mineral Deposit").has(0, megacredit=5).ready()
    assert table.play("Mineral Deposit").change("0 megacredit") == 3 - 5


def test_both_together_give_6_megacredits_and_3_heat():
    table = game().down(0, "Media Group", "Optimal Aerobraking").hand(0, "Towing A Comet").has(0, megacredit=23).ready()
    table.play("Towing A Comet", hex="A5")
    assert (table.change("0 megacredit"), table.change("0 heat")) == (6 - 23, 3)


def test_the_event_is_paid_in_full_first_it_is_no_discount():
    table = game().down(0, "Media Group").hand(0, "Mineral Deposit").has(0, megacredit=4).ready()
    assert not table.may_play("Mineral Deposit")


def test_events_of_others_give_nothing_to_media_group_and_optimal_aerobraking():
    table = game().down(1, "Media Group", "Optimal Aerobraking").hand(0, "Towing A Comet").has(0, megacredit=23).ready()
    table.play("Towing A Comet", hex="A5")
    assert (table.change("1 megacredit"), table.change("1 heat")) == (0, 0)


# --- 38 Rover Construction, 172 Pets, 200 Immigrant City ---

CITIES = [
    ("project", "C4"),
    ("Capital", "C4"),
    ("Phobos Space Haven", None),
    ("Ganymede Colony", None),
    ("Corporate Stronghold", "C4"),
]
LISTENERS = [
    ("Rover Construction", "0 megacredit", 2),
    ("Pets", "on Pets", 1),
    ("Immigrant City", "0 megacredit production", 1),
]


@pytest.mark.parametrize(("listener", "key", "n"), LISTENERS)
@pytest.mark.parametrize(("source", "place"), CITIES)
def test_a_city_of_any_player_triggers(source, place, listener, key, n):
    table = game().down(0, listener).has(1, megacredit=40).makes(1, energy=2).oceans(4, but=["A4", "A5", "D8"]).turn(1)
    if source == "project":
        table.ready().do("project city", hex=place)
    else:
        table.hand(1, source).ready().play(source, hex=place or "C4")
    assert table.change(key) == n


@pytest.mark.parametrize(("listener", "key", "n"), LISTENERS)
def test_an_own_city_triggers(listener, key, n):
    table = game().down(0, listener).has(0, megacredit=25).ready().do("project city", hex="C4")
    assert table.change(key) == n - (25 if key == "0 megacredit" else 0)


def test_immigrant_city_counts_its_own_tile():
    table = game().hand(0, "Immigrant City").has(0, megacredit=13).makes(0, energy=1, megacredit=-4).ready()
    table.play("Immigrant City", hex="C4")
    assert table.production(0, "megacredit") == -5


@pytest.mark.parametrize("card", ["Rover Construction", "Pets"])
def test_rover_construction_and_pets_place_no_city(card):
    table = game().hand(0, card).has(0, megacredit=10).ready().play(card)
    assert not any(key.startswith("tile") for key in table.changes())


# --- 73 Mars University ---


def university(*others):
    return game().down(0, "Mars University").has(0, megacredit=40).hand(0, *others)


def test_mars_university_discards_first_and_then_draws():
    table = university("Trans-Neptune Probe", "Mine").deck("Sponsors").ready()
    table.play("Trans-Neptune Probe", discard="Mine")
    assert (table.place("Mine"), table.place("Sponsors")) == ("discard", "hand 0")


def test_mars_university_may_be_declined():
    table = university("Trans-Neptune Probe", "Mine").deck("Sponsors").ready().act("card Trans-Neptune Probe")
    decline = {"nobody", "done", "alternative 1"} & table.legal
    assert decline, table.legal
    table.act(*decline).answer()
    assert (table.place("Mine"), table.place("Sponsors")) == ("hand 0", "deck")


def test_mars_university_needs_a_card_in_hand_and_the_card_being_played_is_not_in_hand():
    table = university("Trans-Neptune Probe").ready().play("Trans-Neptune Probe")
    assert "discard" not in table.offered
    assert not table.cards_in("hand 0")


def test_mars_university_reacts_to_its_own_tag():
    table = game().hand(0, "Mars University", "Mine").has(0, megacredit=8).deck("Sponsors").ready()
    table.play("Mars University", discard="Mine")
    assert (table.place("Mine"), table.place("Sponsors")) == ("discard", "hand 0")


def test_mars_university_reacts_twice_to_research_one_after_the_other():
    table = university("Research", "Mine").deck("Sponsors", "Algae", "Trees", "Grass").ready()
    table.play("Research")
    assert len(table.offered["discard"]) == 2
    assert len(table.cards_in("hand 0")) == 3
    assert not table.cards_in("deck")


def test_mars_university_reacts_to_science_events():
    table = university("Invention Contest", "Mine").deck("Sponsors", "Algae", "Trees", "Grass").ready()
    table.play("Invention Contest")
    assert table.place("Mine") in ("discard", "hand 0")
    assert "discard" in table.offered


def test_mars_university_reacts_to_the_owner_only():
    table = university("Mine").hand(1, "Trans-Neptune Probe").has(1, megacredit=6).turn(1).ready()
    table.play("Trans-Neptune Probe")
    assert table.place("Mine") == "hand 0"


# --- 74 Viral Enhancers ---


def enhanced(card, **has):
    return game().down(0, "Viral Enhancers").hand(0, card).has(0, **{"megacredit": 40, **has})


def test_viral_enhancers_reacts_to_its_own_microbe_tag():
    table = game().hand(0, "Viral Enhancers").has(0, megacredit=9).ready().play("Viral Enhancers")
    assert table.change("0 plant") == 1


def test_viral_enhancers_gives_3_plants_for_advanced_ecosystems():
    table = enhanced("Advanced Ecosystems").down(0, "Lichen", "Fish", "Worms").ready().play("Advanced Ecosystems")
    assert table.change("0 plant") == 3


@pytest.mark.parametrize("picks", [(0, 0), (0, 1), (1, 1)])
def test_viral_enhancers_asks_twice_for_an_ecological_zone(picks):
    table = enhanced("Ecological Zone").tiles(H5="greenery 0").ready()
    table.play("Ecological Zone", hex="G5", alternative=list(picks))
    assert len(table.offered["alternative"]) == 2
    assert table.change("0 plant") == picks.count(0)
    assert table.held("Ecological Zone") == 2 + picks.count(1)


def test_viral_enhancers_gives_only_a_plant_for_adapted_lichen():
    table = enhanced("Adapted Lichen").ready().play("Adapted Lichen")
    assert "alternative" not in table.offered
    assert table.change("0 plant") == 1


def test_viral_enhancers_gives_a_plant_for_the_event_virus():
    assert enhanced("Virus").ready().play("Virus").change("0 plant") == 1


@pytest.mark.parametrize(("pick", "plants", "microbes"), [(0, 1, 0), (1, 0, 1)])
def test_viral_enhancers_gives_a_plant_or_a_microbe_onto_the_card_just_played(pick, plants, microbes):
    table = enhanced("Tardigrades").ready().play("Tardigrades", alternative=pick)
    assert (table.change("0 plant"), table.held("Tardigrades")) == (plants, microbes)


# --- 128 Ecological Zone, 131 Decomposers, 147 Herbivores ---


def test_ecological_zone_gets_2_animals_when_it_is_played():
    table = game().hand(0, "Ecological Zone").has(0, megacredit=12).tiles(H5="greenery 0").ready()
    assert table.play("Ecological Zone", hex="G5").held("Ecological Zone") == 2


@pytest.mark.parametrize(("card", "n"), [("Adapted Lichen", 1), ("Livestock", 1), ("Tardigrades", 0), ("Mine", 0)])
def test_ecological_zone_gets_1_for_each_animal_or_plant_tag(card, n):
    table = game().down(0, "Ecological Zone").hand(0, card).has(0, megacredit=40).makes(0, plant=1)
    table.parameters(oxygen=9).ready().play(card)
    assert table.held("Ecological Zone") == n


def test_ecological_zone_gets_nothing_for_placing_a_greenery():
    table = game().down(0, "Ecological Zone").has(0, megacredit=23).ready().do("project greenery", hex="C4")
    assert table.held("Ecological Zone") == 0


def test_the_tile_of_an_ecological_zone_is_no_greenery():
    table = game().down(0, "Ecological Zone").tiles(C4="city 0").ready()
    before = table.scores()[0]
    assert table.tiles(C5="special 0 Ecological Zone").ready().scores()[0] == before


def test_decomposers_gets_1_microbe_when_it_is_played():
    table = game().hand(0, "Decomposers").has(0, megacredit=5).parameters(oxygen=3).ready().play("Decomposers")
    assert table.held("Decomposers") == 1


@pytest.mark.parametrize(
    ("card", "n"),
    [("Adapted Lichen", 1), ("Livestock", 1), ("Tardigrades", 1), ("Mine", 0), ("Advanced Ecosystems", 3)],
)
def test_decomposers_gets_1_for_each_animal_microbe_or_plant_tag(card, n):
    table = game().down(0, "Decomposers", "Lichen", "Fish", "Worms").hand(0, card).has(0, megacredit=40)
    table.makes(0, plant=1).parameters(oxygen=9).ready().play(card)
    assert table.held("Decomposers") == n


def test_herbivores_enters_with_1_animal():
    table = game().hand(0, "Herbivores").has(0, megacredit=12).parameters(oxygen=8).makes(1, plant=1).ready()
    assert table.play("Herbivores", target=1).held("Herbivores") == 1


@pytest.mark.parametrize("way", ["plants", "project greenery", "Mangrove", "Protected Valley", "Plantation"])
def test_herbivores_gets_1_for_each_greenery_that_you_place(way):
    table = game().down(0, "Herbivores", "Research").has(0, megacredit=40, plant=8).parameters(temperature=4)
    if way in ("plants", "project greenery"):
        table.ready().do(way)
    else:
        table.hand(0, way).ready().play(way)
    assert table.held("Herbivores") == 1


def test_herbivores_gets_nothing_for_a_greenery_of_another_player():
    table = game().down(0, "Herbivores").has(1, plant=8).turn(1).ready().do("plants")
    assert table.held("Herbivores") == 0


# --- 156 Standard Technology, 185 Olympus Conference ---


@pytest.mark.parametrize(
    ("project", "cost"), [("power plant", 10), ("asteroid", 14), ("aquifer", 18), ("greenery", 23), ("city", 25)]
)
def test_standard_technology_gives_3_megacredits_after_each_standard_project(project, cost):
    table = game().down(0, "Standard Technology").has(0, megacredit=cost).ready()
    table.do(f"project {project}", hex={"aquifer": "A5"}.get(project, "C4"))
    assert table.change("0 megacredit") == 3 - cost
    assert not game().down(0, "Standard Technology").has(0, megacredit=cost - 1).ready().may(f"project {project}")


@pytest.mark.parametrize("way", ["sell", "plants", "heat", "workers"])
def test_standard_technology_gives_nothing_for_other_actions(way):
    table = game().down(0, "Standard Technology").has(0, plant=8, heat=8, worker=10).hand(0, "Mine")
    table.tiles(C4="city 0").ready()
    if way == "sell":
        table.act("sell", "card Mine")
        if table.asks != "turn":
            table.act("done")
    else:
        table.do(way)
    assert table.change("0 megacredit") == (1 if way == "sell" else 0)


def test_standard_technology_gives_nothing_for_projects_of_others():
    table = game().down(0, "Standard Technology").has(1, megacredit=10).turn(1).ready().do("project power plant")
    assert table.change("0 megacredit") == 0


def olympus(n):
    table = game().down(0, "Olympus Conference").keeps("Olympus Conference", n).has(0, megacredit=40)
    return table.deck("Mine", "Sponsors", "Algae", "Trees")


def test_olympus_conference_reacts_to_its_own_tag():
    table = game().hand(0, "Olympus Conference").has(0, megacredit=10).ready().play("Olympus Conference")
    assert table.held("Olympus Conference") == 1


@pytest.mark.parametrize(("pick", "held", "drawn"), [(0, 2, 0), (1, 0, 1)])
def test_olympus_conference_adds_1_science_or_takes_1_off_and_draws_a_card(pick, held, drawn):
    table = olympus(1).hand(0, "Breathing Filters").parameters(oxygen=7).ready()
    table.play("Breathing Filters", alternative=pick)
    assert (table.held("Olympus Conference"), len(table.cards_in("hand 0"))) == (held, drawn)


def test_olympus_conference_draws_only_if_there_is_one_to_take_off():
    table = (
        olympus(0).hand(0, "Breathing Filters").parameters(oxygen=7).ready().play("Breathing Filters", alternative=1)
    )
    assert table.held("Olympus Conference") == 1
    assert not table.cards_in("hand 0")


@pytest.mark.parametrize(
    ("start", "picks", "held", "drawn"),
    [(0, [0, 0], 2, 0), (0, [0, 1], 0, 1), (1, [1, 0], 1, 1), (2, [1, 1], 0, 2), (1, [0, 1], 1, 1)],
)
def test_olympus_conference_reacts_to_research_twice_in_turn(start, picks, held, drawn):
    table = olympus(start).hand(0, "Research").ready()
    # With nothing on it the first trigger can only add, which nobody is asked.
    table.play("Research", alternative=picks if start else picks[1:])
    assert table.held("Olympus Conference") == held
    assert len(table.cards_in("hand 0")) == 2 + drawn


def test_the_points_of_olympus_conference_are_fixed():
    assert olympus(5).ready().scores()[0] - game().ready().scores()[0] == 1


def test_the_active_player_orders_simultaneous_triggers():
    # Drawing with Olympus Conference first brings the card that Mars University then lets one discard.
    table = olympus(1).down(0, "Mars University").hand(0, "Breathing Filters", "Trees").parameters(oxygen=7)
    table.deck("Mine", "Algae").ready().act("card Breathing Filters")
    assert table.asks == "order of effects"
    assert len(table.legal) == 2
