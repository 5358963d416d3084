"""Chapter "Set-up", named after its sentences."""

import numpy as np
import pytest

from marszoo.envs.terraforming_dice.words import RESOURCES
from terraforming_dice.table import Table


def counted(table, where):
    return len(table.cards_in(where))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_sixty_dice_of_which_three_of_different_colours_are_on_the_awards(players):
    table = Table(players).fresh()
    colours = table["award"] // 3
    assert len(set(colours)) == 3
    assert table["pool"].sum() == 57
    assert sorted(table["pool"]) == [11, 11, 11, 12, 12]
    assert all(table["pool"][c] == 11 for c in colours)


def test_every_colour_can_be_left_out_of_the_awards_and_every_face_can_be_an_award():
    colours, faces = set(), set()
    for seed in range(200):
        award = Table(2, seed=seed)["award"]
        colours.add(tuple(award // 3))
        faces.update(int(r) for r in award)
    assert len(colours) == 10
    assert faces == set(range(len(RESOURCES)))


@pytest.mark.parametrize(("players", "pile"), [(1, 4), (2, 4), (3, 6), (4, 8)])
def test_bonus_cards_four_for_one_or_two_players_six_for_three_eight_for_four(players, pile):
    assert counted(Table(players), "pile") == pile


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_five_project_cards_and_two_corporations_are_dealt_to_each(players):
    table = Table(players)
    assert [counted(table, f"hand {p}") for p in range(players)] == [5] * players
    dealt = table["dealt"][:players].ravel()
    assert len(set(dealt)) == 2 * players
    assert dealt.min() >= 0


def test_three_of_the_milestones_at_random():
    seen = [tuple(Table(2, seed=seed)["milestone"]) for seed in range(60)]
    assert all(len(set(three)) == 3 for three in seen)
    assert {k for three in seen for k in three} == set(range(8))


def test_one_of_two_corporations_is_chosen_secretly():
    table = Table(2).fresh()
    ids = table.content.ids["corporation"]
    assert table.legal == {f"corporation {ids[k]}" for k in table["dealt"][0]}
    first = ids[table["dealt"][0][1]]
    table.act(f"corporation {first}")
    assert table["revealed"] == 0
    assert table.player == 1
    assert table.legal == {f"corporation {ids[k]}" for k in table["dealt"][1]}


def chosen(players, seats, seed_limit=3000):
    """A fresh game in which each seat of `seats` was dealt the corporation named, and has taken it."""
    for seed in range(seed_limit):
        table = Table(players, seed=seed)
        ids = table.content.ids["corporation"]
        dealt = [[ids[k] for k in table["dealt"][p]] for p in range(players)]
        if all(name in dealt[p] for p, name in seats.items()):
            for p in range(players):
                table.act(f"corporation {seats.get(p) or next(name for name in dealt[p] if name != 'valley_trust')}")
            return table
    raise AssertionError("not dealt")


def test_start_bonus_then_the_production_dice_taken_and_rolled_in_player_order():
    # Helion: 3 wild tokens; 2 red dice and 1 grey die. UNMI: 4 wild tokens and 2 VP; red and yellow.
    table = chosen(2, {0: "helion", 1: "unmi"})
    assert table.asks == "gift"
    assert list(table["wild"][:2]) == [3, 4]
    assert list(table["points"][:2]) == [0, 2]
    by_colour = table["dice"].reshape(-1, 5, 3).sum(axis=2)[:2]
    assert by_colour.tolist() == [[0, 0, 1, 2, 0], [0, 0, 0, 1, 1]]
    assert table["production"][:2].tolist() == [[0, 0, 1, 2, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0]]


def test_valley_trust_must_play_a_project_from_its_hand_paying_its_cost():
    # Six wild tokens and 1 earth come before, its production dice after.
    for seed in range(3000):
        table = Table(2, seed=seed)
        ids = table.content.ids["corporation"]
        if "valley_trust" in [ids[k] for k in table["dealt"][0]]:
            break
    hand = table.cards_in("hand 0")
    table.act("corporation valley_trust")
    table.act(min(table.legal))
    assert table.asks == "play a card"
    assert table.has(0) == {"earth": 1}
    assert table["wild"][0] == 6
    assert table.legal <= {f"card {id}" for id in hand}
    assert "done" not in table.legal


def test_the_first_player_gives_any_one_resource_to_the_last_player():
    table = chosen(3, {0: "helion"})
    dice = table["dice"].copy()
    assert table.asks == "gift"
    assert table.player == 0
    assert table.legal == {f"resource {r}" for r in table.has(0)}  # dice only: a wild token is no resource
    given = next(iter(table.has(0)))
    table.act(f"resource {given}")
    index = RESOURCES.index(given)
    expected = dice.copy()
    expected[0, index] -= 1
    expected[2, index] += 1
    assert np.array_equal(table["dice"], expected)
    assert table.asks == "turn kind or support action"
    assert table.player == 0


def test_alone_there_is_no_gift_and_one_of_four_bonus_cards_is_played_free():
    table = Table(1).fresh()
    while table.asks != "play a bonus card":
        assert table.asks != "gift"
        table.act(min(table.legal))
    assert len(table.legal) == 4
    assert table["bonuses"][0] == 0
    card = min(table.legal)
    table.act(card)
    assert table.place(card.split()[1]) == "table 0"
    assert table["bonuses"][0] == 0  # those for 5 and 12 points are still to come


def test_alone_minus_28_degrees_2_per_cent_a_city_an_ocean_beside_it_and_a_greenery_beside_both():
    table = Table(1).fresh()
    assert (table["temperature"], table["oxygen"]) == (1, 1)
    assert table.asks == "place tile"
    city = min(table.legal).split()[1]
    table.act(f"hex {city}")
    assert table.tile(city) == "city"
    assert all(a.split()[1] in table.neighbours(city) and a.split()[1] in table.ocean_areas for a in table.legal)
    ocean = min(table.legal).split()[1]
    table.act(f"hex {ocean}")
    around = set(table.neighbours(city)) & set(table.neighbours(ocean)) & set(table.lands)
    assert {a.split()[1] for a in table.legal} == around
    before = table["wild"][0], table["pool"].sum()
    table.act(min(table.legal))
    assert table["points"][0] == 0
    assert (table["wild"][0], table["pool"].sum()) == before
    assert table["oceans"] == 1
    assert table["oxygen"] == 1
