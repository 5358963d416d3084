"""Edges of the effects: no die, no hex, no step, no target left, and effects that meet one another."""

import pytest

from terraforming_dice.cards_deck import with_rows
from terraforming_dice.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


@pytest.fixture
def playing(tmp_path):
    """A table on which seat 0 may play a red card with the effects given, which costs an animal."""

    def prepare(*effects, dice="", **options):
        content = with_rows(tmp_path, trial={"effects": list(effects)})
        return Table(content=content, **options).hand(0, "trial").dice(0, f"animal {dice}")

    return prepare


def done(table):
    return table.main().act("card trial")


# --- tracks ---


def test_steps_beyond_the_end_of_the_track_give_one_point_each(playing):
    table = done(playing("temperature 3").tracks(temperature=0))
    assert (table["temperature"], table["points"][0], table["steps"][0]) == (10, 2 + 2 + 1, 2)


def test_the_bonus_of_a_track_goes_to_who_reaches_it(playing):
    table = done(playing("oxygen 1").tracks(oxygen=2))
    assert table.has(0) == {"plant": 1}
    assert table.has(1) == {}


def test_several_steps_collect_every_bonus_on_the_way(playing):
    # -24 and -16 have one each in this deck.
    table = done(playing("temperature 4"))
    assert table.has(0) == {"heat": 1, "water": 1}


def test_turning_point_on_a_finished_track_is_worth_one_point(playing):
    table = done(playing("oxygen_prize 3").tracks(oxygen=16))
    assert table["points"][0] == 1


def test_an_ocean_more_than_there_are_gives_one_point_and_no_tile(playing):
    table = done(playing("ocean 2").oceans(6))
    table.act(f"hex {table.ocean_areas[6]}")
    assert (table["oceans"], table["points"][0], table["tiles"][0]) == (7, 2 + 1, 1)


def test_greenery_after_the_last_oxygen_is_placed_for_one_point(playing):
    # 10.21: the hex and the cities beside it count as ever.
    table = done(playing("greenery 2").tracks(oxygen=14).tiles(D3="city")).act("hex D2", "hex C3")
    assert (table["oxygen"], table["points"][0]) == (8, (2 + 1) + (1 + 1))
    assert table.has(0) == {"plant": 2}, "one from each hex"


# --- hexes ---


def test_a_city_without_a_hex_is_not_placed(playing):
    table = playing("city 1", "points 1")
    free, cities = ("A1", "G2"), ("B1", "F2")
    table.tiles(**{name: "city" if name in cities else "greenery" for name in table.lands if name not in free})
    assert done(table)["tiles"][0] == 0
    assert table["points"][0] == 1


def test_the_second_city_is_not_beside_the_first(playing):
    table = done(playing("city 2")).act("hex D2")
    assert not {f"hex {name}" for name in table.neighbours("D2")} & table.legal
    table.act("hex G1")
    assert table["points"][0] == 4


def test_only_the_first_of_two_cities_finds_room(playing):
    table = playing("city 2")
    free = {"C1", "C2"}  # beside each other
    done(table.tiles(**{name: "special tile" for name in table.lands if name not in free})).act("hex C1")
    assert (table["tiles"][0], table["points"][0], table.asks) == (1, 2, "turn kind or support action")


def test_a_special_tile_takes_the_bonus_of_its_hex_and_scores_nothing(playing):
    table = done(playing("special 1").tiles(D3="city", C2="greenery"))
    assert not {f"hex {name}" for name in table.ocean_areas} & table.legal
    table.act("hex D2")
    assert (table.has(0), table["points"][0]) == ({"plant": 1}, 0)


def test_a_special_tile_keeps_no_city_away(playing):
    table = done(playing("special 1", "city 1")).act("effect 0", "hex D2")
    assert table.may("hex D3")


# --- dice ---


def test_any_die_of_a_colour_that_is_left(playing):
    table = done(playing("any 3").pool(green=0, blue=0, grey=1, red=0, yellow=1))
    # The animal just paid is a green die in the pool.
    assert table.legal == {"colour green", "colour grey", "colour yellow"}
    table.act("colour yellow")
    assert table.legal == {"colour green", "colour grey"}


@pytest.mark.parametrize(("switch", "wild"), [("nothing", 0), ("wild", 1)])
def test_any_stops_when_the_pool_is_empty(playing, switch, wild):
    table = playing("any 3", short_gain=switch).pool(green=0, blue=0, grey=0, red=0, yellow=0)
    done(table).act("colour green")
    assert table.asks == "turn kind or support action"
    assert (table["dice"][0].sum(), table["wild"][0]) == (1, wild)


def test_change_needs_a_die_and_wild_tokens_are_none(playing):
    table = done(playing("change 2").wild(0, 2))
    assert table.asks == "turn kind or support action"


def test_change_sets_a_die_to_another_face_of_its_own_colour(playing):
    table = done(playing("change 1", dice="heat water")).act("resource heat")
    assert table.legal == {"resource event", "resource nuclear"}
    table.act("resource event")
    assert table.has(0) == {"event": 1, "water": 1}
    paid = table.before["pool"][0].tolist()
    assert table["pool"].tolist() == [paid[0] + 1, *paid[1:]], "only the animal that paid for the card is back"


def test_draw_takes_what_deck_and_discard_have(playing):
    table = playing("draw 5").deck()
    content = table.content.ids["project"]
    table.down(1, *[id for id in content if id not in ("trial", "ghg", "mine")]).deck("ghg")
    done(table)
    assert sorted(table.cards_in("hand 0")) == ["ghg", "mine"]
    # The card being played lies on the table, so that it is not drawn.
    assert table.place("trial") == "table 0"


# --- others ---


def test_a_player_loses_no_more_than_there_is(playing):
    table = done(playing("lose 3 steel").dice(1, "steel steel plant")).act("rival 1")
    assert table.has(1) == {"plant": 1}


def test_ones_own_resources_are_no_target(playing):
    table = done(playing("lose 1 steel", dice="steel"))
    assert table.asks == "turn kind or support action"
    assert table.has(0) == {"steel": 1}


def test_alone_nobody_loses_anything(tmp_path):
    content = with_rows(tmp_path, trial={"effects": ["lose 2 plant", "points 1"]})
    table = Table(1, content=content).hand(0, "trial").dice(0, "animal plant").main().act("card trial")
    assert table.has(0) == {"plant": 1}
    assert table["points"][0] == 1


# --- playing cards from a card ---


def test_a_card_played_by_a_card_is_paid_with_wild_tokens_too(playing):
    table = done(playing("play 1", dice="titanium").hand(0, "ghg").wild(0, 1)).act("card ghg")
    assert table["wild"][0] == 0
    assert table.has(0) == {}


def test_one_must_play_only_what_one_can_pay(playing):
    table = done(playing("play 1", "points 1", dice="titanium").hand(0, "ghg"))
    assert table.place("ghg") == "hand 0"
    assert table["points"][0] == 1


def test_two_cards_one_after_the_other_the_second_with_what_the_first_gave(playing):
    # The gift gives two wild tokens, which pay for the mine.
    table = done(playing("play 2", dice="megacredit event").hand(0, "gift", "mine")).act("card gift", "card mine")
    assert table.place("mine") == "table 0"
    assert table["wild"][0] == 0


def test_all_of_a_card_played_by_a_card_happens(playing):
    table = done(playing("play 1", dice="water event").hand(0, "lake")).act("card lake", "effect 0", "hex A3")
    assert table.asks == "colour of a die"
    table.act("colour red", "colour red")
    assert table["dice"][0, 9:12].sum() == 2


# --- permanent effects ---


def permanent(folder, *texts, **more):
    return with_rows(folder, trial={"colour": "blue", "permanent": list(texts), **more})


def test_discounts_of_several_cards_add_up_and_stop_at_nothing(tmp_path):
    content = permanent(tmp_path, "discount steel", "discount steel", "discount steel")
    table = Table(content=content).down(0, "trial").hand(0, "mine").dice(0, "steel").main().act("card mine")
    assert table.has(0) == {"steel": 1}, "a mine costs two steel, three less is nothing"


def test_a_discount_changes_nothing_about_the_printed_icons(tmp_path):
    # 10.14
    table = Table(content=permanent(tmp_path, "discount steel")).awards("steel", "oxygen", "nuclear")
    table.down(0, "trial").hand(0, "mine").dice(0, "steel").main().act("card mine")
    assert table["icons"][0].tolist()[[int(a) for a in table["award"]].index(6)] == 2


def test_a_discount_is_not_for_the_card_that_gives_it(tmp_path):
    content = permanent(tmp_path, "discount steel", cost=["steel", "heat"])
    table = Table(content=content).hand(0, "trial").dice(0, "heat").main()
    assert not table.may("card trial")


def test_storage_of_several_cards_adds_up(tmp_path):
    content = permanent(tmp_path, "storage 2", "storage 1")
    table = Table(content=content).down(0, "trial", "effective_storage").dice(0, "heat " * 9).start().act("produce")
    given_up = 0
    while table.asks == "give up resource":
        table.act("resource heat")
        given_up += 1
    assert given_up == 9 - (3 + 3 + 2)


@pytest.mark.parametrize(
    ("tile", "price"), [("ocean", "water water water"), ("greenery", "plant " * 4), ("city", "city city city")]
)
def test_a_reaction_to_tiles_is_one_to_each_kind(tmp_path, tile, price):
    table = Table(content=permanent(tmp_path, "on any tile: wild 1")).down(1, "trial").dice(0, price).main()
    table.act(tile, "hex A3" if tile == "ocean" else "hex B2")
    assert table["wild"][1] == 1


def test_special_tiles_are_tiles(tmp_path):
    table = Table(content=permanent(tmp_path, "on own tile: points 1")).down(0, "trial").hand(0, "mohole")
    table.dice(0, "steel steel event").main().act("card mohole", "effect 0", "hex B2")
    assert table["points"][0] == 1 + 1, "the ribbon and the reaction"


def test_one_reaction_for_every_tile_of_a_card(tmp_path):
    table = Table(content=permanent(tmp_path, "on any ocean: wild 1")).down(1, "trial").hand(0, "double_lake")
    table.dice(0, "titanium event event").main().act("card double_lake", "hex A3", "hex G3")
    assert table["wild"][1] == 2


def test_a_reaction_to_a_track_needs_the_marker_to_move(tmp_path):
    content = permanent(tmp_path, "on any temperature: wild 1")
    for at, gained in ((-32, 1), (8, 0)):
        table = Table(content=content).down(1, "trial").tracks(temperature=at).dice(0, "heat heat heat").main()
        assert table.act("temperature")["wild"][1] == gained


def test_greenery_is_a_tile_and_a_step_of_the_oxygen(tmp_path):
    content = permanent(tmp_path, "on any greenery: wild 1", "on own oxygen: draw 1")
    table = Table(content=content).down(0, "trial").dice(0, "plant plant plant plant").main().act("greenery", "hex B2")
    assert table["wild"][0] == 1
    assert len(table.cards_in("hand 0")) == 1


def test_a_card_does_not_react_to_itself_but_to_the_next_one(tmp_path):
    content = permanent(tmp_path, "on own card: wild 1")
    table = Table(content=content).hand(0, "trial", "mine").dice(0, "animal steel steel").main().act("card trial")
    assert table["wild"][0] == 0
    table = Table(content=content).down(0, "trial").hand(0, "mine").dice(0, "steel steel").main().act("card mine")
    assert table["wild"][0] == 1


def test_everybodys_cards_react_to_one_tile(tmp_path):
    content = permanent(tmp_path, "on any ocean: wild 1")
    table = Table(content=content, players=3, corporations=("helion", "teractor", "shore")).down(1, "trial")
    table.down(0, "arctic_algae").dice(0, "water water water").main().act("ocean", "hex A3")
    assert table["wild"].tolist()[:3] == [0, 1, 0]
    assert [int(table["dice"][p, :3].sum()) for p in range(3)] == [1, 0, 1]


def test_a_reaction_finds_no_die_in_an_empty_pool():
    table = Table().down(1, "arctic_algae").dice(0, "water water water").pool(green=0).main()
    before = int(table["dice"][1, :3].sum())
    table.act("ocean", "hex A3")
    assert table["dice"][1, :3].sum() == before
    assert table["wild"][1] == 0


# --- actions of blue cards ---


@pytest.mark.parametrize(("dice", "wild", "left"), [("microbe", 2, 2), ("", 2, 1), ("microbe microbe", 0, 0)])
def test_an_action_is_paid_with_dice_first_and_wild_tokens_then(dice, wild, left):
    table = Table().down(0, "decomposers").dice(0, dice).wild(0, wild).start().act("card decomposers")
    assert table["wild"][0] == left
    assert table.has(0)["plant"] == 1
    assert table.has(0).get("microbe", 0) == max(0, dice.count("microbe") - 1)


def test_points_of_an_action_in_ones_turn_count_for_the_bonus_card_of_that_turn():
    table = Table().down(0, "decomposers").dice(0, "microbe heat heat heat").points(0, 4).start()
    table.act("card decomposers")
    assert table["points"][0] == 5
    assert table.asks == "main action", "the bonus card waits for the end of the turn"
    table.act("temperature")
    assert table.asks == "play a bonus card"


def test_green_ribbons_may_reach_a_bonus_card_too():
    table = Table().hand(0, "academy").dice(0, "science science").points(0, 4).main().act("card academy")
    assert table.asks == "play a bonus card"
