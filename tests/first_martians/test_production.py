"""Phase III: oxygen, energy and Shutdown tiles, food, plants, Stress, and the penalties of this phase.

An intact base makes 8 oxygen and 10 energy and needs just that.
"""

import re

import pytest

from first_martians.decks import changed, text_of, write
from first_martians.table import Table
from marszoo.envs.first_martians import GAME, words
from marszoo.envs.first_martians.state import ENDINGS

pytestmark = pytest.mark.boundscheck
NEEDS_OXYGEN = ["farm", "crew_quarters", "med_lab", "control_center", "garage_hall", "probe_bay", "lab", "working_bay"]
NEEDS_ENERGY = ["oxygenator_1", "oxygenator_2", *NEEDS_OXYGEN]


def base(players=2, **options):
    return Table(players, **options).blank()


def produce(table):
    """On into the Production phase of the next sol, and through it if nothing is asked."""
    return table.next_event("r_gain").ready().rest()


def supplies(table, *goods):
    return tuple(table.of("stock")[good] for good in goods)


# Oxygen and energy


def test_an_intact_base_makes_what_it_needs():
    table = produce(base())
    assert table.asks == "assign a pawn"
    assert "stock" not in table.changes("stock")
    assert not table["shut"].any()


@pytest.mark.parametrize("tiles", [1, 2, 3, 4])
@pytest.mark.parametrize(("kind", "facilities"), [("oxygen", NEEDS_OXYGEN), ("energy", NEEDS_ENERGY[2:])])
def test_half_of_a_surplus_rounded_up_goes_to_supply(kind, facilities, tiles):
    # A facility with a tile of the kind needs none of it.
    table = base().put(stress=0)
    for f in facilities[-tiles:]:
        table.shut(f, kind)
    table = produce(table)
    assert table.of("stock")[kind] == 5 + (tiles + 1) // 2


@pytest.mark.parametrize("kind", ["oxygen", "energy"])
def test_a_broken_facility_needs_as_much_as_an_intact_one(kind):
    table = produce(base().broken("lab.cpu", "garage_hall.connector"))
    assert table.of("stock")[kind] == 5


@pytest.mark.parametrize("kind", ["oxygen", "energy"])
@pytest.mark.parametrize("missing", [1, 2, 3])
def test_what_is_missing_is_shut_down_or_paid_until_all_is_balanced(kind, missing):
    producer, top = {"oxygen": ("oxygenator_1", 4), "energy": ("solar_panel_2", 5)}[kind]
    table = produce(base().put(output={producer: top - missing}))
    needing = NEEDS_OXYGEN if kind == "oxygen" else NEEDS_ENERGY
    for k in range(missing):
        assert table.asks == "shut down or pay"
        assert table.legal == {f"pay_{kind}", *(f"facility {f}" for f in needing[: len(needing) - k])}
        table.act(f"facility {needing[-1 - k]}")
    assert table.asks == "assign a pawn"
    assert {f for f, bits in table.of("shut").items() if bits} == set(needing[len(needing) - missing :])
    assert table.of("stock")[kind] == 5


@pytest.mark.parametrize("kind", ["oxygen", "energy"])
def test_1_of_the_supply_makes_up_for_1_that_is_missing(kind):
    producer, top = {"oxygen": ("oxygenator_2", 4), "energy": ("solar_panel_1", 5)}[kind]
    table = produce(base().put(output={producer: top - 2}))
    table.act(f"pay_{kind}", f"pay_{kind}")
    assert table.asks == "assign a pawn"
    assert table.of("stock")[kind] == 3
    assert not table["shut"].any()


def test_who_has_nothing_in_supply_has_to_shut_down():
    table = produce(base().put(output={"oxygenator_1": 3}).stock(oxygen=0))
    assert "pay_oxygen" not in table.legal
    assert table.legal == {f"facility {f}" for f in NEEDS_OXYGEN}


def test_oxygen_comes_before_energy():
    table = produce(base().put(output={"oxygenator_1": 3, "solar_panel_1": 4}))
    assert "pay_oxygen" in table.legal
    table.act("facility lab")
    assert "pay_energy" in table.legal
    assert table.may("facility lab"), "at most one oxygen and one energy tile each"
    table.act("facility lab")
    assert table.of("shut")["lab"] == 3
    assert table.asks == "assign a pawn"


def test_at_most_one_tile_of_a_kind_each():
    table = produce(base().put(output={"oxygenator_1": 2}))
    table.act("facility lab")
    assert not table.may("facility lab")


def test_the_first_player_shuts_down():
    table = produce(base(3).first(0).put(output={"oxygenator_1": 3}))
    assert table.player == 1, "the First Player of the new sol"


def test_a_tile_that_lies_there_is_not_needed_again():
    table = produce(base().shut("lab", "oxygen").put(output={"oxygenator_1": 3}))
    assert table.asks == "assign a pawn"
    assert table.of("stock")["oxygen"] == 5


def test_there_are_four_tiles_of_a_kind():
    table = base().shut("lab", "oxygen").shut("farm", "oxygen").put(output={"oxygenator_1": 1, "oxygenator_2": 1})
    table = produce(table.put(stock={"oxygen": 0}))
    # 2 oxygen for 6: two tiles are left, then nothing helps any more.
    table.act("facility garage_hall", "facility probe_bay")
    assert table.asks == "assign a pawn"
    assert table["stress"] == 2 + 2 * 4 + 2 * 3, (
        "two astronauts, four tiles, and 3 Stress for each unit that is missing"
    )


def test_what_cannot_be_shut_down_is_paid_as_long_as_there_is_something():
    table = base().put(output={"oxygenator_1": 1, "oxygenator_2": 1}, flipped={0: 1, 1: 1, 2: 1, 3: 1}).stock(oxygen=4)
    table = produce(table)
    for _ in range(4):
        assert table.legal == {"pay_oxygen"}
        table.act("pay_oxygen")
    assert table.asks == "assign a pawn"
    assert table["stress"] == 2 + 2 * 3


def test_a_producer_that_is_shut_down_gives_nothing():
    table = produce(base().shut("oxygenator_1", "energy"))
    assert table.asks == "shut down or pay"
    assert "pay_oxygen" in table.legal
    for _ in range(4):
        table.act("pay_oxygen")
    assert table.asks == "assign a pawn"
    assert supplies(table, "oxygen", "energy") == (1, 6), "it needs no energy: half of 1, rounded up"


def test_productivity_is_1_lower_with_the_penalty():
    table = produce(base().broken("oxygenator_1.hardware", "solar_panel_1.hardware"))
    table.act("pay_oxygen")
    table.act("pay_energy")
    assert table.asks == "assign a pawn"
    table = produce(base().broken("oxygenator_1.filter", "oxygenator_2.hardware"))
    assert table.asks == "assign a pawn", "other penalties and parts without one do not lower it"


# Food: "each grown plant feeds one astronaut; lack: 1 food from supply each, else 1 wound each; surplus half rounded up"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_grown_plant_feeds_one_astronaut(players):
    table = produce(base(players))
    assert table.of("stock")["food"] == 5
    assert not table["wounds"].any()


@pytest.mark.parametrize(("plants", "food"), [(3, 6), (4, 6), (5, 7)])
def test_half_of_the_plants_left_over_rounded_up_goes_to_supply(plants, food):
    table = produce(base().put(plants={6: plants}))
    assert table.of("stock")["food"] == food


def test_who_has_no_plant_eats_1_food_of_the_supply():
    table = produce(base(3).put(plants={6: 1}))
    assert table.of("stock")["food"] == 3
    assert not table["wounds"].any()


def test_who_has_nothing_to_eat_takes_1_wound():
    table = produce(base(3).put(plants={6: 0}).stock(food=0))
    assert table["wounds"].tolist() == [1, 1, 1, 0]


def test_who_goes_without_is_chosen_and_nobody_twice():
    table = produce(base(4).put(plants={6: 1}).stock(food=1))
    assert table.asks == "who is hit"
    table.act("astronaut 3")
    assert table.legal == {"astronaut 0", "astronaut 1", "astronaut 2"}
    table.act("astronaut 0")
    assert table.asks == "assign a pawn"
    assert table["wounds"].tolist() == [1, 0, 0, 1]
    assert table.of("stock")["food"] == 0


def test_plants_of_a_farm_that_is_shut_down_feed_nobody():
    table = produce(base().shut("farm", "energy"))
    assert table.of("stock")["food"] == 3


# Plants


def test_seeds_move_up_the_growth_track_by_1():
    table = produce(base().put(plants=[1, 2, 0, 1, 0, 0, 2]))
    assert table["plants"].tolist() == [0, 1, 2, 0, 1, 0, 2]


def test_from_place_6_into_an_empty_greenhouse():
    table = produce(base().put(plants=[0, 0, 0, 0, 0, 2, 2]))
    assert table["plants"].tolist() == [0, 0, 0, 0, 0, 0, 4]


def test_at_most_five_greenhouses():
    table = produce(base().put(plants=[0, 0, 0, 0, 1, 2, 4]))
    assert table["plants"].tolist() == [0, 0, 0, 0, 0, 2, 5], (
        "one has no greenhouse and waits, the one behind it moves up"
    )


def test_a_planted_seed_ripens_in_six_rounds():
    table = base(1).put(plants=[0] * 6 + [1]).next_event("r_gain").ready().act("do plant", "join plant")
    assert table["sol"] == 2
    for place, event in enumerate(("r_lose", "r_cargo", "r_stress", "r_calm", "r_morale"), 2):
        assert table["plants"].tolist() == [int(k == place) for k in range(1, 7)] + [1]
        table.put(track=0, red=0).next_event(event).look().rest()
    assert table["sol"] == 1 + 6
    assert table["plants"].tolist() == [0, 0, 0, 0, 0, 0, 2]


@pytest.mark.parametrize("k", [1, 2])
def test_wilting_with_k_markers_nothing_grows_and_seeds_drop_k(k):
    broken = ["farm.hardware", "farm.filter"][:k]
    table = produce(base().put(plants=[1, 1, 1, 0, 0, 1, 2]).broken(*broken).stock(oxygen=0, energy=0))
    expected = {1: [1, 1, 0, 0, 1, 2, 0], 2: [1, 0, 0, 1, 0, 2, 0]}[k]
    assert table["plants"].tolist() == expected, "below 1: discarded; a grown plant drops to 6"


def test_1_energy_or_oxygen_cancels_the_drop_of_one_plant():
    table = produce(base(3).put(plants=[1, 0, 0, 0, 2, 0, 2]).broken("farm.hardware").stock(oxygen=2, energy=1))
    assert table.asks == "save plants"
    places = ("1", "5", "grown")
    assert table.legal == {"done", *(f"plant {k} {price}" for k in places for price in ("oxygen", "energy"))}
    table.act("plant 5 energy")
    assert not any(action.endswith("energy") for action in table.legal), "no energy is left"
    table.act("plant grown oxygen", "plant grown oxygen")
    assert table.asks == "assign a pawn", "nothing is left to pay with"
    assert table["plants"].tolist() == [0, 0, 0, 1, 1, 0, 2]
    assert supplies(table, "oxygen", "energy") == (0, 0)
    assert not table["saved"].any()


def test_a_plant_is_saved_once():
    table = produce(base(1).put(plants=[0, 0, 0, 0, 0, 0, 1]).broken("farm.hardware"))
    table.act("plant grown oxygen")
    assert table.asks == "assign a pawn", "there is nothing more to save"
    assert table["plants"].tolist() == [0, 0, 0, 0, 0, 0, 1]
    assert table.of("stock")["oxygen"] == 4


def test_nobody_has_to_save():
    table = produce(base().put(plants=[0, 1, 0, 0, 0, 0, 2]).broken("farm.filter"))
    table.act("done")
    assert table["plants"].tolist() == [1, 0, 0, 0, 0, 2, 0]
    assert supplies(table, "oxygen", "energy") == (5, 5)


def test_plants_of_a_farm_that_is_shut_down_neither_grow_nor_wilt():
    for broken in ((), ("farm.hardware",)):
        table = produce(base().shut("farm", "oxygen").broken(*broken).put(plants=[1, 0, 0, 0, 0, 1, 2]))
        assert table["plants"].tolist() == [1, 0, 0, 0, 0, 1, 2]


# Stress


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("tiles", [0, 1, 3])
def test_stress_for_each_astronaut_and_2_for_each_shutdown_tile(players, tiles):
    table = base(players).put(stress=3)
    if tiles:
        table.shut("lab", "oxygen")
    if tiles == 3:
        table.shut("probe_bay", "oxygen", "energy")
    table = produce(table)
    assert table["stress"] == 3 + players + 2 * tiles


def test_the_penalty_stress_and_the_condition_stress_add_1_each():
    table = produce(base().broken("quiet_place.cpu", "crew_quarters.hardware").suffers(1, "fever"))
    assert table["stress"] == 2 + 2 + 1


def test_penalties_of_a_facility_that_is_shut_down_do_not_apply():
    table = produce(base().broken("crew_quarters.hardware").shut("crew_quarters", "oxygen"))
    assert table["stress"] == 2 + 2, "two astronauts and the tile"


@pytest.mark.parametrize(
    ("before", "gained"), [(18, {}), (19, {"seed": 1}), (26, {"seed": 1}), (27, {"part": 1, "sample": 1})]
)
def test_the_highest_place_of_the_stress_track_that_was_reached_has_its_effect_once(before, gained):
    # Two players: from place 21 on 1 seed, from 29 on 1 part and 1 sample instead.
    table = produce(base().put(stress=before))
    assert {g: n - 5 for g, n in table.of("stock").items() if n != 5} == gained


def test_it_has_its_effect_in_every_production():
    table = produce(base().put(stress=21))
    assert table.of("stock")["seed"] == 6
    table.next_event("r_lose").ready().rest()
    assert table.of("stock")["seed"] == 7


def test_the_stress_track_ends():
    table = produce(base().put(stress=30))
    assert table["stress"] == 31, "the length of the track for two players"


# Other penalties of this phase


def test_the_penalty_token_puts_one_on_the_working_bay():
    table = produce(base().broken("working_bay.hardware"))
    assert table.of("modifier") == {f: int(f == "working_bay") for f in words.FACILITIES}
    assert words.MODIFIERS[0] == "roll"
    assert not table["waiting"].any()


@pytest.mark.parametrize("shut", [False, True])
def test_the_penalty_token_of_another_facility_does_not_hit_a_working_bay_that_is_shut_down(tmp_path, shut):
    content = changed(tmp_path, ("facility lab", 'cpu = "none"', 'cpu = "token"'))
    table = base(content=content).broken("lab.cpu")
    if shut:
        table.shut("working_bay", "oxygen")
    table = produce(table)
    assert table.of("modifier")["working_bay"] == (0 if shut else 1)


def test_the_penalty_lose_sample_takes_a_good_of_choice_from_outside():
    table = base().broken("probe_bay.hardware").tile("1.2", "far_1").tile("1.5", "plain_1")
    table = produce(table)
    assert table.asks == "place to lose a good"
    assert table.legal == {"place 1.2", "place 1.5"}
    table.act("place 1.2")
    assert table.legal == {"good part", "good sample"}
    table.act("good part")
    assert table.changes("ground") == {"ground": {("1.2", "part"): (1, 0)}}
    assert table.asks == "assign a pawn"


def test_nothing_outside_nothing_to_lose():
    table = produce(base().broken("probe_bay.hardware").tile("1.2", "plain_1", sample=0))
    assert table.asks == "assign a pawn"


def test_dozens_of_goods_may_be_lost_one_by_one(tmp_path):
    # A base of one's own may have the penalty at each of its 52 parts: as many questions, of which one waits at a time.
    everywhere = ", ".join(f'{part} = "lose_sample"' for part in words.PARTS)
    text = re.sub(r"parts = \{.*\}", f"parts = {{ {everywhere} }}", text_of())
    table = (
        Table(content=GAME.content(write(tmp_path, text))).blank().put(sols=9).tile("1.2", "plain_1", part=51, seed=2)
    )
    table = produce(table.put(broken=0b1111, stock={0: 20, 1: 20}))
    for left in range(51, -1, -1):
        assert table.asks == "place to lose a good"
        table.act("place 1.2")
        assert table.legal == {"good part", "good seed"} or left == 0
        table.act("good part" if left > 0 else "good seed")
    assert table.changes("ground") == {"ground": {("1.2", "part"): (51, 0), ("1.2", "seed"): (2, 1)}}
    assert table.asks == "assign a pawn"


# Upgrades that yield


def test_what_upgrades_yield_comes_first():
    # 2 food from the upgrade feed both astronauts, who have no plants.
    table = produce(base().put(plants={6: 0}).stock(food=0).upgrade("drip"))
    assert not table["wounds"].any()
    assert table.of("stock")["food"] == 0


def test_an_upgrade_of_a_facility_that_is_shut_down_yields_nothing():
    table = produce(base().upgrade("drip").shut("farm", "oxygen"))
    assert table.of("stock")["food"] == 5 - 2, "and its plants feed nobody"


def test_an_astronaut_may_starve():
    table = produce(base().put(plants={6: 0}, wounds={0: 4}).stock(food=1))
    assert table.asks == "who is hit"
    table.act("astronaut 0")
    assert (table.asks, table["ending"]) == ("over", ENDINGS.index("an astronaut died"))
