"""Chapter "A) Play a Card from Your Hand", named after its sentences."""

import pytest

from legacy_of_mars.table import game

# --- 1) requirements ---


def test_the_requirement_only_needs_to_be_fulfilled_when_playing_the_card_not_when_you_use_it():
    table = game().down(0, "Regolith Eaters", "GHG Producing Bacteria").parameters(oxygen=0).ready()
    assert table.may_use("GHG Producing Bacteria")


def test_you_must_be_able_to_perform_the_immediate_effects():
    assert not game().hand(0, "Food Factory").has(0, megacredit=40).ready().may_play("Food Factory")
    assert game().hand(0, "Food Factory").has(0, megacredit=40).makes(0, plant=1).ready().may_play("Food Factory")


def test_kim_can_play_asteroid_even_if_the_temperature_has_reached_its_goal_but_gets_no_rating():
    table = game(3).hand(0, "Asteroid").has(0, megacredit=14).has(1, plant=3).parameters(temperature=8).ready()
    table.play("Asteroid", target=1, amount=2)
    assert (table.change("0 rating"), table.change("0 titanium"), table.change("1 plant")) == (0, 2, -2)


def test_a_card_may_be_played_when_there_are_no_more_ocean_tiles():
    table = game().hand(0, "Subterranean Reservoir").has(0, megacredit=11).oceans(9).ready()
    assert table.play("Subterranean Reservoir").change("oceans") == 0


def test_a_card_may_be_played_that_adds_resources_that_you_cannot_collect():
    table = game().hand(0, "Imported Nitrogen").has(0, megacredit=23).ready().play("Imported Nitrogen")
    assert (table.change("0 plant"), table.change("0 rating")) == (4, 1)


def test_cards_of_other_players_and_cards_in_play_cannot_be_played():
    table = game().hand(1, "Mine").down(0, "Sponsors").has(0, megacredit=40).ready()
    assert not table.may_play("Mine")
    assert not table.may_play("Sponsors")


# --- 2) paying ---


def test_you_may_use_steel_for_building_cards_and_titanium_for_space_cards():
    table = game().hand(0, "Space Elevator").has(0, megacredit=27, steel=3, titanium=2).ready()
    # Building and space: both metals may pay, in any mixture.
    table.act("card Space Elevator")
    paid = []
    while table.asks == "payment":
        paid.append(table.legal)
        table.act("amount 2")
    assert len(paid) == 2
    assert (table.change("0 steel"), table.change("0 titanium"), table.change("0 megacredit")) == (-2, -2, 10 - 27)


def test_the_player_chooses_how_much_steel_to_use():
    table = game().hand(0, "Solar Power").has(0, megacredit=11, steel=4).ready().act("card Solar Power")
    assert table.asks == "payment"
    assert table.legal == {f"amount {n}" for n in range(5)}
    table.act("amount 3")
    assert (table.change("0 steel"), table.change("0 megacredit")) == (-3, -5)


def test_enough_metal_has_to_be_used_when_the_megacredits_do_not_suffice():
    table = game().hand(0, "Solar Power").has(0, megacredit=6, steel=6).ready().act("card Solar Power")
    assert table.legal == {"amount 3", "amount 4", "amount 5", "amount 6"}


def test_no_cube_is_paid_for_nothing():
    table = game().hand(0, "Solar Power").has(0, megacredit=11, steel=20).ready().act("card Solar Power")
    # Six cubes are worth 12 for 11, and save the last M€; a seventh saves nothing.
    assert table.legal == {f"amount {n}" for n in range(7)}


def test_you_get_no_refund_for_overpaying_with_steel():
    table = game().hand(0, "Solar Power").has(0, megacredit=0, steel=6).ready().play("Solar Power")
    assert (table.change("0 steel"), table.change("0 megacredit")) == (-6, 0)


def test_payment_is_not_asked_when_only_one_way_exists():
    table = game().hand(0, "Solar Power").has(0, megacredit=11).ready().play("Solar Power")
    assert "pay" not in table.offered
    table = game().hand(0, "Sponsors").has(0, megacredit=11, steel=9).ready().play("Sponsors")
    assert "pay" not in table.offered
    table = game().hand(0, "Mine").has(0, steel=2).ready().play("Mine")
    assert "pay" not in table.offered


def test_shuttles_give_a_discount_when_playing_a_space_event():
    table = game().hand(0, "Asteroid").down(0, "Shuttles").has(0, megacredit=12).ready()
    assert table.play("Asteroid").change("0 megacredit") == -12


def test_compulsory_losses_are_payable_after_the_card_itself_is_paid():
    # Heat is no money: what the card costs and what it loses are both needed.
    assert (
        not game().hand(0, "Local Heat Trapping").has(0, megacredit=0, heat=5).ready().may_play("Local Heat Trapping")
    )
    assert game().hand(0, "Local Heat Trapping").has(0, megacredit=1, heat=5).ready().may_play("Local Heat Trapping")


# --- 2) immediate effects ---


def test_all_plants_must_be_taken_from_the_same_player():
    table = game(3).hand(0, "Asteroid").has(0, megacredit=14).has(1, plant=2).has(2, plant=2).ready()
    table.play("Asteroid", target=1)
    assert (table.change("1 plant"), table.change("2 plant")) == (-2, 0)


def test_the_active_player_chooses_the_order_of_effects_where_it_matters():
    # An ocean and a step that ends at 0 degrees: the tile is a glacier or water, and may melt at once.
    table = game(board="house").hand(0, "Comet").has(0, megacredit=21).parameters(temperature=-2).ready()
    table.act("card Comet")
    assert table.asks == "order of effects"
    outcomes = set()
    for k in sorted(table.legal):
        twin = table.clone().act(k).answer()
        outcomes.add(
            (next(v for key, v in twin.changes().items() if key.startswith("tile")), twin.change("0 plant") % 2)
        )
    assert {kind for kind, _ in outcomes} == {"ocean"}
    assert len(table.legal) == 2


def test_no_order_is_asked_where_it_cannot_matter():
    table = game(board="house").hand(0, "Comet").has(0, megacredit=21).parameters(temperature=-10).ready().play("Comet")
    assert "order" not in table.offered
    table = game().hand(0, "Nitrogen-Rich Asteroid").has(0, megacredit=31).ready().play("Nitrogen-Rich Asteroid")
    assert "order" not in table.offered


# --- 3) placing the card ---


def test_events_are_collected_face_down_and_their_tags_only_apply_while_being_played():
    table = game().hand(0, "Asteroid").has(0, megacredit=14).ready().play("Asteroid")
    assert table.place("Asteroid") == "events 0"
    assert not any(key.startswith("0 tag") for key in table.changes())


@pytest.mark.parametrize("card", ["Solar Power", "Space Station"])
def test_automated_and_active_cards_stay_face_up_and_their_tags_apply(card):
    table = game().hand(0, card).has(0, megacredit=11).ready().play(card)
    assert table.place(card) == "table 0"
    assert any(key.startswith("0 tag") for key in table.changes())


def test_a_card_in_play_cannot_be_played_again():
    table = game().hand(0, "Mine").has(0, megacredit=9).ready().play("Mine")
    assert not table.may_play("Mine")
