"""Tiles of the printed cards, and cards 66, 86, 90 and others: what must hold in play, one test for each thing."""

import pytest

from legacy_of_mars.facts import BY_NAME, LABELS, MAPS, NEAR, Tile
from legacy_of_mars.reference import room
from legacy_of_mars.table import game

CITY, GREENERY = Tile("city", "", ()), Tile("greenery", "", ())
THARSIS = MAPS["tharsis"]
RESERVED = {a for a, h in THARSIS.items() if h.ocean}


def holding(card, board="tharsis", **has):
    """The card in seat 0's hand with what it costs, and every production it could lose."""
    table = game(board=board).hand(0, card).has(0, megacredit=BY_NAME[card].cost, **has)
    return table.makes(0, energy=4)


def places(table, card):
    """The hexes that a card offers for its tile."""
    table.ready().act(f"card {card}")
    assert table.asks == "place of the tile", table.asks
    return {a.removeprefix("place ") for a in table.legal}


# --- 17 Noctis City ---


def test_noctis_city_goes_on_its_reserved_hex_and_neighbours_do_not_matter():
    table = holding("Noctis City").tiles(E2="city 1", D2="city 1").ready().play("Noctis City")
    assert table.tile("E3").startswith("city 0")


def test_nobody_else_may_ever_use_the_hex_of_noctis_city():
    table = (
        holding("Noctis City")
        .has(0, megacredit=99, plant=8)
        .tiles(D3="greenery 0")
        .hand(0, "Land Claim", "Nuclear Zone")
    )
    for action, asked in (
        ("project city", "hex"),
        ("plants", "hex"),
        ("card Land Claim", "claim"),
        ("card Nuclear Zone", "hex"),
    ):
        twin = table.ready().clone()
        twin.do(action)
        assert "place E3" not in twin.offered[asked][0]
        assert len(twin.offered[asked][0]) > 1


def test_noctis_city_on_a_map_without_its_hex_follows_plain_city_rules():
    table = holding("Noctis City", board="elysium").tiles(C3="city 1").ready()
    assert places(table, "Noctis City") == room(table, CITY)


# --- 21, 81: off the planet ---


@pytest.mark.parametrize(("card", "space"), [("Phobos Space Haven", "Phobos"), ("Ganymede Colony", "Ganymede")])
def test_a_space_city_has_its_own_place_without_bonus_and_neighbours(card, space):
    table = holding(card).ready().play(card)
    assert table.tile(space) == f"city 0 {card}"
    assert table.change("0 megacredit") == -BY_NAME[card].cost
    assert table.ready()["by_city"] == 0


# --- 8 Capital ---


def test_capital_is_a_city_for_every_rule_and_not_next_to_a_city():
    table = holding("Capital").oceans(4).tiles(C4="city 1").ready()
    assert places(table, "Capital") == room(table, CITY)
    table = game().has(0, megacredit=25).down(1, "Capital").tiles(C4="city 1 Capital").ready()
    twin = table.clone().do("project city")
    assert twin.offered["hex"][0] == {f"place {a}" for a in room(table, CITY)}
    assert not any(f"place {b}" in twin.offered["hex"][0] for b in NEAR["C4"])


# --- 20, 44: isolated ---

LONERS = pytest.mark.parametrize("card", ["Research Outpost", "Natural Preserve"])


@LONERS
def test_no_tile_of_any_kind_is_next_to_it_oceans_included(card):
    table = holding(card).tiles(C4="greenery 1", E6="ocean", H3="special 1 Nuclear Zone", G6="city 1").ready()
    found = places(table, card)
    assert found == room(table, Tile("special", "", ("isolated",)))
    assert not found & set(NEAR["E6"])


@LONERS
def test_if_no_isolated_hex_is_left_it_cannot_be_played(card):
    table = holding(card)
    lands = room(table, Tile("special", "", ("land",)))
    while isolated := room(table, Tile("special", "", ("isolated",))):
        table.tiles(**{min(isolated, key=LABELS.index): "greenery 1"})
    assert len(lands) > 20
    assert not table.ready().may_play(card)


def test_later_cities_stay_away_from_a_research_outpost():
    table = game().has(0, megacredit=26).down(1, "Research Outpost").tiles(C4="city 1 Research Outpost").ready()
    table.do("project city")
    assert not table.offered["hex"][0] & {f"place {b}" for b in NEAR["C4"]}


# --- 120, 123, 128 ---


def test_urbanized_area_goes_next_to_2_or_more_cities_of_anybody():
    assert not holding("Urbanized Area").tiles(G3="city 0").ready().may_play("Urbanized Area")
    assert not holding("Urbanized Area").tiles(G3="city 0", C4="city 1").ready().may_play("Urbanized Area")
    table = holding("Urbanized Area").tiles(G3="city 0", G5="city 1", C4="city 1", B3="city 1").ready()
    assert places(table, "Urbanized Area") == {
        a
        for a in LABELS
        if a not in RESERVED and not table.tile(a) and sum(table.tile(b)[:4] == "city" for b in NEAR[a]) > 1
    }


def test_industrial_center_goes_next_to_a_city_on_the_map_of_anybody():
    table = holding("Industrial Center").down(1, "Phobos Space Haven").tiles(Phobos="city 1 Phobos Space Haven").ready()
    assert not table.may_play("Industrial Center")
    table = holding("Industrial Center").tiles(C4="city 1").ready()
    assert places(table, "Industrial Center") == set(NEAR["C4"])


def test_ecological_zone_needs_an_own_greenery_and_goes_next_to_any_greenery():
    assert not holding("Ecological Zone").tiles(C4="greenery 1").ready().may_play("Ecological Zone")
    table = holding("Ecological Zone").tiles(C4="greenery 1", H3="greenery 0").ready()
    assert places(table, "Ecological Zone") == {a for b in ("C4", "H3") for a in NEAR[b]}


# --- 64, 67 ---

METAL = {a for a, h in THARSIS.items() if {"steel", "titanium"} & set(h.bonus) and not h.ocean}


def test_mining_rights_go_on_land_that_prints_steel_or_titanium_never_on_ocean_hexes():
    table = holding("Mining Rights").ready()
    assert places(table, "Mining Rights") == METAL
    assert {a for a in RESERVED if {"steel", "titanium"} & set(THARSIS[a].bonus)}, "some would"


@pytest.mark.parametrize(
    ("place", "metal", "bonus"),
    [
        ("A1", "steel", {"steel": 2}),
        ("H6", "titanium", {"titanium": 1}),
        ("D1", "titanium", {"titanium": 1, "plant": 1}),
    ],
)
def test_mining_rights_gain_the_bonus_as_usual_and_a_production_of_a_kind_printed_there(place, metal, bonus):
    table = holding("Mining Rights").ready().play("Mining Rights", hex=place)
    assert table.change(f"0 {metal} production") == 1
    assert {name: table.change(f"0 {name}") for name in bonus} == bonus


def test_mining_area_goes_next_to_an_own_tile_as_well():
    assert not holding("Mining Area").tiles(B1="greenery 1").ready().may_play("Mining Area")
    table = holding("Mining Area").tiles(B1="greenery 0", H2="city 0", C6="greenery 1").ready()
    assert places(table, "Mining Area") == {"A1", "B2", "H1", "I1", "I2"}


def test_a_claim_marker_is_no_own_tile_for_a_mining_area():
    assert not holding("Mining Area").claims(B1=0).ready().may_play("Mining Area")


# --- 85, 97, 199, 140, 142 ---


@pytest.mark.parametrize("card", ["Commercial District", "Nuclear Zone", "Restricted Area"])
def test_any_free_land_hex_that_is_not_reserved_without_a_neighbour_rule(card):
    table = holding(card).tiles(C4="city 1", C5="greenery 0", E6="ocean").ready()
    assert places(table, card) == room(table, Tile("special", "", ("land",)))
    assert len(table.legal) == 61 - 12 - 1 - 2


def test_lava_flows_go_on_a_volcanic_hex():
    table = holding("Lava Flows").tiles(C1="greenery 1").ready()
    assert places(table, "Lava Flows") == {"B2", "D1", "E1"}


def test_lava_flows_cannot_be_played_when_all_volcanoes_are_taken():
    taken = dict.fromkeys(("B2", "C1", "D1", "E1"), "greenery 1")
    assert not holding("Lava Flows").tiles(**taken).ready().may_play("Lava Flows")


def test_lava_flows_go_on_any_free_land_hex_on_a_map_without_volcanoes():
    table = holding("Lava Flows", board="hellas").ready()
    found = places(table, "Lava Flows")
    assert found - {"I3"} == {a for a, h in MAPS["hellas"].items() if not h.ocean} - {"I3"}


def test_mohole_area_goes_on_an_ocean_reserved_hex_which_is_then_lost_for_oceans():
    table = holding("Mohole Area").oceans(2).ready()
    assert places(table, "Mohole Area") == RESERVED - {"A2", "A4"}
    table.act("place A5").answer()
    assert table.tile("A5") == "special 0 Mohole Area"
    assert (table.change("oceans"), table.change("0 rating")) == (0, 0)
    table.has(0, megacredit=18).turn(0).ready().do("project aquifer")
    assert table.offered["hex"][0] == {f"place {a}" for a in RESERVED - {"A2", "A4", "A5"}}


# --- 59, 174, 193 ---


@pytest.mark.parametrize("card", ["Mangrove", "Protected Valley"])
def test_a_greenery_on_an_ocean_reserved_hex_needs_no_own_neighbours_and_raises_oxygen_once(card):
    table = holding(card).parameters(temperature=4).tiles(C4="city 0").ready()
    assert places(table, card) == RESERVED
    table.act("place A5").answer()
    assert (table.change("oxygen"), table.change("0 rating")) == (1, 1)
    assert table.tile("A5").startswith("greenery 0")


@pytest.mark.parametrize("card", ["Mangrove", "Protected Valley"])
def test_it_is_a_greenery_for_everything(card):
    points = BY_NAME[card].vp.n
    table = holding(card).parameters(temperature=4).tiles(B5="city 0").ready()
    before = table.scores()[0]
    table.play(card, hex="A5")
    # Its oxygen is a point of the rating, the tile one and the city beside it another.
    assert table.scores()[0] - before == points + 1 + 1 + 1


def test_plantation_follows_ordinary_greenery_rules():
    table = holding("Plantation").down(0, "Research").tiles(C4="city 0", G3="city 1").ready()
    assert places(table, "Plantation") == set(NEAR["C4"]) - RESERVED
    table = holding("Plantation").down(0, "Research").tiles(G3="city 1").ready()
    assert places(table, "Plantation") == room(table, GREENERY)


# --- 116, 53, 78, 80 ---


def lake():
    return holding("Artificial Lake").parameters(temperature=-6)


def test_artificial_lake_is_an_ocean_on_land_that_is_not_reserved():
    table = lake().tiles(C4="city 1").ready()
    assert places(table, "Artificial Lake") == room(table, Tile("special", "", ("land",)))
    table.act("place C5").answer()
    assert table.tile("C5").startswith("ocean")
    assert (table.change("oceans"), table.change("0 rating")) == (1, 1)


def test_artificial_lake_is_playable_without_a_tile_when_none_is_left():
    table = lake().oceans(9).ready()
    assert table.may_play("Artificial Lake")
    table.play("Artificial Lake")
    assert (table.change("oceans"), table.change("0 rating")) == (0, 0)


def test_artificial_lake_is_not_playable_with_tiles_left_but_no_land():
    table = lake()
    table.tiles(**dict.fromkeys(room(table, Tile("special", "", ("land",))), "greenery 1"))
    assert not table.ready().may_play("Artificial Lake")


TWO_OCEANS = pytest.mark.parametrize("card", ["Lake Marineris", "Ice Asteroid", "Giant Ice Asteroid"])


@TWO_OCEANS
def test_the_second_ocean_comes_after_the_first_is_settled(card):
    table = holding(card).parameters(temperature=2).ready().play(card, hex=["E4", "E5"])
    # The second one lies next to the first: 2 M€ for it.
    assert table.change("0 megacredit") == 2 - BY_NAME[card].cost
    assert table.change("oceans") == 2
    assert "place E4" not in table.offered["hex"][1]


@TWO_OCEANS
def test_with_one_ocean_left_one_is_placed(card):
    table = holding(card).parameters(temperature=2).oceans(8).ready()
    assert table.may_play(card)
    assert table.play(card, hex="I5").change("oceans") == 1


# --- 66 Land Claim ---


def test_land_claim_keeps_one_free_hex_neither_reserved_nor_claimed():
    table = holding("Land Claim").tiles(C4="city 1").claims(H3=1).ready().act("card Land Claim")
    assert table.asks == "hex to claim"
    expected = set(LABELS) - RESERVED - {"E3", "C4", "H3"}
    assert table.legal == {f"place {a}" for a in expected}
    table.act("place G3").answer()
    assert {k: v for k, v in table.changes().items() if "claim" in k} == {"claim G3": (0, 1)}


def test_others_cannot_place_or_claim_on_a_claimed_hex_and_the_owner_may():
    table = game().claims(C5=0).tiles(C4="city 1").has(1, plant=8, megacredit=50).hand(1, "Land Claim").turn(1).ready()
    for action, kind in (("plants", "hex"), ("card Land Claim", "claim")):
        assert "place C5" not in table.clone().do(action).offered[kind][0]
    table = game().claims(H3=0).has(0, megacredit=25).ready().do("project city", hex="H3")
    assert table.tile("H3") == "city 0"


def test_a_claim_gives_no_bonus_and_no_points():
    table = holding("Land Claim").ready()
    before = table.scores()
    table.play("Land Claim", claim="A1")
    assert (table.change("0 steel"), table.scores()) == (0, before)


def test_a_claim_is_no_neighbour_for_a_greenery():
    table = game().claims(C5=0).has(0, plant=8).ready().do("plants")
    assert table.offered["hex"][0] == {f"place {a}" for a in room(game().claims(C5=0).ready(), GREENERY)}


# --- 86 Robotic Workforce ---

COPYABLE = (
    *(3, 8, 13, 16, 17, 26, 29, 32, 41, 43, 44, 45, 56, 64, 65, 67, 69, 85, 89, 98, 100, 108, 113, 117, 120, 126, 132),
    *(136, 138, 141, 142, 144, 145, 158, 165, 168, 171, 174, 176, 178, 179, 180, 182, 183, 200, 205, 207, 208),
)


def workforce(*cards):
    table = game().hand(0, 86).has(0, megacredit=9).down(0, *cards).makes(0, energy=9, plant=9, heat=9, megacredit=9)
    for card in cards:
        if card in (64, 67):
            table.put(metal={table.row(card): 1 + 1})
    return table.makes(1, heat=9, plant=9)


@pytest.mark.parametrize("card", [c for c in BY_NAME.values() if c.num != 86], ids=lambda c: f"{c.num}")
def test_robotic_workforce_copies_exactly_these_cards(card):
    if card.color == "red":
        table = game().hand(0, 86).has(0, megacredit=9).events(0, card.num).ready()
    else:
        table = workforce(card.num).ready()
    assert table.may_play(86) is (card.num in COPYABLE)


FIXED = [n for n in COPYABLE if n not in (64, 67, 178, 183, 207)]


@pytest.mark.parametrize("num", FIXED)
def test_robotic_workforce_copies_the_production_box_and_nothing_else(num):
    (card,) = [c for c in BY_NAME.values() if c.num == num]
    table = workforce(num).ready().play(86)
    expected = {f"0 {name} production": number.n for name, number in card.production.items()}
    assert table.changes() == {
        **expected,
        "0 megacredit": -9,
        "0 tag science": 1,
        "Robotic Workforce": "hand 0 -> table 0",
    }


@pytest.mark.parametrize(("num", "resource", "n"), [(178, "heat", 2), (183, "plant", 1)])
def test_robotic_workforce_chooses_any_player_targets_anew(num, resource, n):
    table = workforce(num).ready()
    for victim in (0, 1):
        twin = table.clone().play(86, target=victim)
        assert twin.change(f"{victim} {resource} production") == -n
        assert twin.change("0 energy production") == {178: 1, 183: 2}[num]


def test_robotic_workforce_counts_medical_lab_anew():
    table = workforce("Medical Lab", "Mine", "Steelworks", "Titanium Mine").ready().play(86, copy="Medical Lab")
    assert table.change("0 megacredit production") == 2


@pytest.mark.parametrize(("metal", "code"), [("steel", 1), ("titanium", 2)])
@pytest.mark.parametrize("card", ["Mining Area", "Mining Rights"])
def test_robotic_workforce_repeats_the_metal_chosen_then(card, metal, code):
    table = game().hand(0, card, 86).has(0, megacredit=18).tiles(B1="greenery 0", H5="greenery 0").ready()
    table.play(card, hex={"steel": "A1", "titanium": "H6"}[metal]).play(86)
    assert table.production(0, metal) == 2
    assert table.change(f"0 {metal}") == {"steel": 2, "titanium": 1}[metal], "no bonus again"


def test_robotic_workforce_gives_the_printed_box_of_immigrant_city_not_its_trigger():
    table = workforce("Immigrant City").ready().play(86)
    assert (table.change("0 megacredit production"), table.change("0 energy production")) == (-2, -1)


def test_all_of_the_box_must_be_possible_now():
    table = game().hand(0, 86).has(0, megacredit=9).down(0, "Magnetic Field Dome").makes(0, energy=1).ready()
    assert not table.may_play(86)
    assert table.makes(0, energy=2).ready().may_play(86)
    table = game().hand(0, 86).has(0, megacredit=9).down(0, "Heat Trappers").makes(1, heat=1).ready()
    assert not table.may_play(86)


def test_only_own_face_up_cards_are_copied():
    assert not game().hand(0, 86).has(0, megacredit=9).down(1, "Mine").ready().may_play(86)


# --- 90, TR and production floors ---


def test_research_is_one_card_with_two_science_tags():
    table = game().hand(0, "Research").has(0, megacredit=11).ready().play("Research")
    assert table.change("0 tag science") == 2


@pytest.mark.parametrize("num", [36, 37, 112, 163, 165, 171, 197, 205])
def test_rating_from_tr_is_given_also_when_all_parameters_are_done(num):
    (card,) = [c for c in BY_NAME.values() if c.num == num]
    table = game().hand(0, num).has(0, megacredit=card.cost).makes(0, energy=4).parameters(temperature=8, oxygen=14)
    table.oceans(9).ready().play(num)
    assert table.change("0 rating") == (1 if num == 197 else card.tr.n)


@pytest.mark.parametrize("num", [15, 154, 157])
def test_rating_from_actions_is_given_also_when_all_parameters_are_done(num):
    table = game().down(0, num).has(0, heat=8).makes(0, energy=1).parameters(temperature=8, oxygen=14).oceans(9)
    if num == 157:
        table.keeps(157, 3)
    twins = [table.ready().clone().use(num, alternative=k).change("0 rating") for k in range(2 if num == 157 else 1)]
    assert 1 in twins


def test_immigrant_city_works_at_a_production_of_minus_4_and_not_at_minus_5():
    def at(production):
        return game().hand(0, 200).has(0, megacredit=13).makes(0, energy=1, megacredit=production).ready()

    assert at(-4).play(200, hex="C4").production(0, "megacredit") == -5
    assert not at(-5).may_play(200)
