"""Chapters "Playing a card" and "Icons": costs, ribbons, reactions, and every effect word with an edge of its own."""

import itertools

import numpy as np

from marszoo.envs.terraforming_dice import words
from marszoo.envs.terraforming_dice.rules import board, order, play
from terraforming_dice.table import Table


def playing(card, dice="", wild=0, **more):
    """Seat 0 may play the card as its main action."""
    return Table(**more).hand(0, card).dice(0, dice).wild(0, wild)


# --- playing a card ---


def test_the_cost_goes_back_to_the_pool():
    table = playing("ghg", "titanium heat plant").main().act("card ghg")
    assert table.changes() == {
        "active": (0, 1),
        "turn": (1, 2),
        "pool": {"grey": (11, 12), "red": (10, 11)},
        "place": {"ghg": ("hand 0", "table 0")},
        "dice": {(0, "titanium"): (1, 0), (0, "heat"): (1, 0)},
        "production": {(0, "red"): (2, 3)},
        "played": {(0, "green"): (0, 1)},
    }


def test_a_wild_token_stands_in_for_any_resource():
    table = playing("ghg", "titanium", wild=1).main().act("card ghg")
    assert table["wild"][0] == 0
    assert table.has(0) == {}


def test_what_cannot_be_paid_cannot_be_played():
    assert not playing("ghg", "titanium plant").main().may("card ghg")
    assert not playing("mine", "steel", wild=0).main().may("card mine")


def test_a_discount_is_one_fewer_of_the_resource_for_each_card():
    table = playing("mine", "steel", corporations=("merchant", "helion")).main().act("card mine")
    assert table.has(0) == {}
    assert table.place("mine") == "table 0"


def test_discounts_are_not_for_actions():
    table = Table(corporations=("merchant", "helion")).down(0, "aquifer").main()
    assert not table.may("card aquifer")  # it costs 1 steel


def test_green_cards_give_dice_only_at_production_turns():
    table = playing("mine", "steel steel").main().act("card mine")
    assert table.has(0) == {}


def test_blue_cards_come_into_play_ready():
    table = playing("decomposers", "microbe microbe science").main().act("card decomposers")
    assert table["turned"].sum() == 0


def test_green_ribbons_at_once_and_red_ribbons_at_the_end():
    table = playing("academy", "science science").main().act("card academy")  # a green ribbon of 1
    assert table["points"][0] == 1
    table = playing("bank", "megacredit earth").main().act("card bank")  # a red ribbon of 1
    assert table["points"][0] == 0
    assert table.scores()[0] == 1


# --- effects ---


def test_roll_takes_dice_and_rolls_them():
    table = playing("imported_nitrogen", "event titanium earth").coming("plant", "animal", "plant", "microbe").main()
    table.act("card imported_nitrogen")
    assert table.has(0) == {"plant": 2, "microbe": 1, "animal": 1}


def test_roll_takes_what_there_is_and_no_wild_token():
    # 10.4, second row; the switch gives one wild token instead.
    table = playing("imported_nitrogen", "event titanium earth").pool(green=1).main().act("card imported_nitrogen")
    assert table["dice"][0, :3].sum() == 1
    assert table["wild"][0] == 0
    table = playing("imported_nitrogen", "event titanium earth", short_gain="wild").pool(green=1).main()
    table.act("card imported_nitrogen")
    assert table["wild"][0] == 1


def test_gain_sets_dice_to_the_face_and_temperature_raises():
    table = playing("deep_well_heating", "steel heat energy").main().act("card deep_well_heating")
    assert table.has(0) == {"energy": 2}
    assert table["temperature"] == 1
    assert table["points"][0] == 2


def test_gain_takes_what_there_is():
    table = playing("deep_well_heating", "steel heat energy").pool(blue=0).main().act("card deep_well_heating")
    assert table.has(0) == {"energy": 1}  # the one just paid


def test_any_lets_choose_the_colour_of_each_die():
    table = Table().down(0, "lab").main().act("card lab")
    assert table.asks == "order of effects"
    table.act("effect 0")
    assert table.asks == "colour of a die"
    table.act("colour grey", "colour green")
    gained = table["dice"][0].reshape(5, 3).sum(axis=1)
    assert gained.tolist() == [1, 0, 1, 0, 0]
    assert len(table.cards_in("hand 0")) == 1


def test_change_sets_up_to_so_many_dice():
    table = playing("swap", "science heat city").main().act("card swap", "effect 0")
    table.act("resource heat", "resource nuclear")
    assert table.asks == "die to change"
    table.act("done")
    assert table.has(0)["nuclear"] == 1
    assert table.has(0)["city"] == 1


def test_oxygen_raises_and_draws_in_any_number():
    table = playing("air", "oxygen event").main().act("card air")
    assert table["oxygen"] == 2
    assert len(table.cards_in("hand 0")) == 2
    assert table["points"][0] == 4
    assert table.has(0) == {"plant": 1}  # the bonus at 4 per cent, in this deck


def test_turning_point_two_points_more_if_the_marker_reaches_a_bonus():
    # Erratum: at 4 and 10 per cent, not at 12.
    for before, gained in ((2, 4), (8, 4), (10, 2), (4, 2)):
        table = playing("turning_point", "science oxygen").tracks(oxygen=before).main().act("card turning_point")
        assert table["points"][0] == gained


def test_ocean_greenery_city_and_special_tiles_of_cards():
    table = playing("lake", "water event").main().act("card lake", "effect 0", "hex A3")
    assert table.tile("A3") == "ocean"
    table = playing("forest", "plant plant event").main().act("card forest", "hex B2")
    assert table.tile("B2") == "greenery"
    assert table["oxygen"] == 1
    table = playing("corporate_stronghold", "steel energy city").main().act("card corporate_stronghold", "hex B2")
    assert table.tile("B2") == "city"
    table = playing("mohole", "steel steel event").main().act("card mohole", "effect 0", "hex B2")
    assert table.tile("B2") == "special tile"
    assert table["points"][0] == 1  # its ribbon: a special tile scores nothing


def test_two_oceans_are_two_placements():
    table = playing("double_lake", "titanium event event").main().act("card double_lake", "hex A3")
    assert table.asks == "place tile"
    assert not table.may("hex A3")
    table.act("hex G3")
    assert table["oceans"] == 2
    assert table["points"][0] == 4


def test_draw_wild_and_points():
    table = playing("gift", "megacredit event").main().act("card gift")
    assert table["wild"][0] == 2
    assert len(table.cards_in("hand 0")) == 1
    table = playing("forest", "plant plant event").main().act("card forest", "hex B2")
    assert table["points"][0] == 3  # a step and the point of the card


def test_an_empty_deck_is_the_discard_pile_shuffled():
    # 10.19
    table = playing("gift", "megacredit event").deck().main()
    count = len(table.cards_in("discard"))
    table.act("card gift")
    assert len(table.cards_in("hand 0")) == 1
    assert len(table.cards_in("deck")) == count - 1
    assert table.cards_in("discard") == []


def test_a_red_framed_icon_makes_a_player_of_ones_choice_discard_it():
    # 10.23: without it, nothing happens.
    table = playing("small_asteroid", "event titanium", players=3).dice(1, "plant plant").main()
    table.act("card small_asteroid")
    assert table.legal == {"rival 1", "rival 2"}
    assert "dice" in table.act("rival 1").changes()
    assert table.has(1) == {"plant": 1}
    table = playing("small_asteroid", "event titanium", players=3).dice(1, "plant plant").main()
    assert table.act("card small_asteroid", "rival 2").has(1) == {"plant": 2}
    table = playing("small_asteroid", "event titanium", players=3).main().act("card small_asteroid")
    assert table.asks != "pick rival"


def test_play_a_project_from_the_hand_paying_its_cost_because_one_must():
    table = playing("sponsors", "earth event titanium heat").hand(0, "ghg", "mine").main().act("card sponsors")
    assert table.asks == "order of effects"
    table.act("effect 0")
    assert table.asks == "play a card"
    assert table.legal == {"card ghg"}
    table.act("card ghg")
    assert table.place("ghg") == "table 0"
    by_colour = table["dice"][0].reshape(5, 3).sum(axis=1)
    assert by_colour.tolist() == [1, 1, 0, 0, 0]  # all was paid; then the card goes on and rolls a green and a blue die


def test_impossible_parts_are_ignored():
    # 10.22: no land is free, so the tile is not placed; the points are gained all the same.
    table = playing("forest", "plant plant event")
    table.tiles(**dict.fromkeys(table.lands, "special tile")).main().act("card forest")
    assert table["points"][0] == 1
    assert table["oxygen"] == 0


def test_effects_may_be_done_in_any_order():
    # 10.22: 2 dice are changed before or after the yellow die is rolled.
    table = playing("swap", "science").main().act("card swap")
    assert table.legal == {"effect 0", "effect 1"}
    table.act("effect 1")
    assert table.asks == "die to change"
    table = playing("swap", "science").main().act("card swap", "effect 0")
    assert table.player == 1  # there was nothing to change yet


def test_order_is_not_asked_where_it_cannot_matter():
    table = playing("air", "oxygen event").main().act("card air")
    assert table.player == 1
    table = playing("gift", "megacredit event").main().act("card gift")
    assert table.player == 1


def test_order_is_asked_where_the_pool_is_short():
    # The step to -24 gives 1 heat in this deck, and so does the card; only the die just paid is left in the pool.
    table = playing("small_asteroid", "event titanium").tracks(temperature=-28).main().act("card small_asteroid")
    assert table.player == 1
    table = playing("small_asteroid", "event titanium").tracks(temperature=-28).pool(red=0).main()
    assert table.act("card small_asteroid").legal == {"effect 0", "effect 1"}


# --- permanent effects ---


def test_a_red_frame_reacts_to_anybodys_tile_also_out_of_turn():
    table = Table().down(1, "arctic_algae").dice(0, "water water water").main().act("ocean", "hex A3")
    assert table["dice"][1, :3].sum() == 1
    assert table["dice"][0, :3].sum() == 0


def test_without_a_red_frame_only_ones_own():
    table = Table().down(0, "scaffold").dice(0, "city city city").main().act("city", "hex B2")
    assert table["points"][0] == 3  # the city's 2 and the reaction's 1
    table = Table().down(1, "scaffold").dice(0, "city city city").main().act("city", "hex B2")
    assert table["points"][1] == 0


def test_a_corporations_reaction_works_like_a_cards():
    table = Table(corporations=("helion", "mason")).dice(1, "city city city").turn_of(1).main().act("city", "hex B2")
    assert table["wild"][1] == 1
    table = Table(corporations=("helion", "shore")).dice(0, "water water water").main().act("ocean", "hex A3")
    assert table["dice"][1, :3].sum() == 1


def test_developer_one_point_whenever_you_play_a_green_card():
    table = playing("ghg", "titanium heat").down(0, "developer").main().act("card ghg")
    assert table["points"][0] == 1
    table = playing("ghg", "titanium heat").down(1, "developer").main().act("card ghg")
    assert table["points"][1] == 0


def test_a_finished_ocean_track_is_no_tile_to_react_to():
    table = Table().oceans(7).down(0, "arctic_algae").dice(0, "water water water").main().act("ocean")
    assert table["points"][0] == 1
    assert table["dice"][0, :3].sum() == 0


def test_pairs_that_are_not_offered_give_the_same_either_way():
    """The order words say that a track and a gain, draws and points commute: both orders end in the same state."""
    pairs = [
        (words.TEMPERATURE, 1, 0),
        (words.OXYGEN, 1, 0),
        (words.GAIN, 2, words.ENERGY),
        (words.WILD, 2, 0),
        (words.POINTS, 3, 0),
        (words.DRAW, 2, 0),
    ]
    for one, other in itertools.combinations(pairs, 2):
        ends = []
        for pair in ((one, other), (other, one)):
            table = Table().tracks(temperature=-28, oxygen=2).main()
            s = table.states[0]
            assert not order.matters(s, table.content.tables, 0, np.array(pair[0]), np.array(pair[1]))
            for effect in pair[::-1]:
                board.push_effect(s, 0, *effect)
            play.run(s, table.content.tables)
            changes = table.changes()
            ends.append((changes, table["rng"]))
        assert ends[0] == ends[1]
