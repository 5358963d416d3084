"""The three switches of the rules: each value changes play as specified."""

import pytest

from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.state import AFTER_ROLL, BEFORE_ROLL
from terra_formars.table import Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]


def test_the_defaults():
    assert dict(GAME.options().switches) == {
        "loot_sharing": "round_robin",
        "technique_03_reach": "same_cockroach",
        "auto_pass": True,
    }


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("loot_sharing", "each", "'round_robin', 'all'"),
        ("technique_03_reach", "everywhere", "'same_cockroach', 'anywhere'"),
        ("auto_pass", 1, "True, False"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name, value, allowed):
    with pytest.raises(ValueError, match=name) as error:
        GAME.options(**{name: value})
    assert allowed in str(error.value)


def loot(sharing, heroes=("h01", "h02", "h04"), markers=(0, 0, 0)):
    """Kill a cockroach with loot of 1 Victory Point, 2 Stars and 1 Wound; what each seat has then: points, stars, wounds."""
    table = Table(3, loot_sharing=sharing).heroes(*heroes).slots("c48", "c36", "c39", hurt=(8,)).markers(*markers)
    table.put(toll_paid=1).dice("W").spending().act("attack")
    return [tuple(int(table[field][p]) for field in ("points", "stars", "wounds")) for p in range(3)]


def test_loot_sharing_round_robin_deals_one_token_at_a_time_clockwise_from_the_killer():
    assert loot("round_robin") == [(6, 0, 0), (1, 1, 0), (0, 1, 1)]


def test_loot_sharing_all_gives_everything_to_each():
    assert loot("all") == [(6, 0, 0), (1, 2, 1), (1, 2, 1)]


@pytest.mark.parametrize("sharing", ["round_robin", "all"])
def test_loot_sharing_gives_all_to_a_single_other_and_nothing_to_those_elsewhere(sharing):
    assert loot(sharing, markers=(0, 1, 0)) == [(6, 0, 0), (0, 0, 0), (1, 2, 1)]


@pytest.mark.parametrize("sharing", ["round_robin", "all"])
def test_loot_sharing_loses_all_when_the_killer_is_alone(sharing):
    assert loot(sharing, markers=(0, 1, 2)) == [(6, 0, 0), (0, 0, 0), (0, 0, 0)]


def test_loot_sharing_all_gives_hero_03_its_share_as_the_killer_too():
    assert loot("all", heroes=("h03", "h01", "h02")) == [(7, 2, 1), (1, 2, 1), (1, 2, 1)]
    assert loot("all", heroes=("h03", "h01", "h02"), markers=(0, 1, 2)) == [(7, 2, 1), (0, 0, 0), (0, 0, 0)]


def test_loot_sharing_all_gives_hero_03_not_more_than_all():
    assert loot("all", heroes=("h01", "h03", "h02")) == [(6, 0, 0), (1, 2, 1), (1, 2, 1)]


def rivals(reach, markers):
    table = Table(3, technique_03_reach=reach).heroes("h03", "h01", "h02").markers(*markers).dice("**").spending()
    return table.act("technique").legal if table.may("technique") else set()


def test_technique_03_reaches_players_on_the_same_cockroach():
    assert rivals("same_cockroach", (0, 0, 1)) == {"rival 1"}
    assert rivals("same_cockroach", (0, 1, 1)) == set()


def test_technique_03_reaches_players_anywhere():
    assert rivals("anywhere", (0, 0, 1)) == {"rival 1", "rival 2"}
    assert rivals("anywhere", (0, 1, 1)) == {"rival 1", "rival 2"}


def test_technique_03_from_anywhere_moves_to_any_other_cockroach():
    table = Table(3, technique_03_reach="anywhere").heroes("h03", "h01", "h02").markers(0, 1, 1).dice("**").spending()
    table.act("technique", "rival 2")
    assert table.legal == {"slot 0", "slot 2"}
    table.act("slot 0")
    assert table.changes() == {"paid_stars": {0: (0, 2)}, "marker": {2: (1, 0)}}


@pytest.mark.parametrize(("auto_pass", "asked"), [(True, [2]), (False, [0, 1, 2])])
def test_auto_pass_asks_only_those_who_hold_a_card_of_use(auto_pass, asked):
    # Before the roll of seat 0: 21 is of use to the others only, 16 to nobody.
    table = (
        Table(3, auto_pass=auto_pass).hand(0, "s21").hand(1, "s16").hand(2, "s21_b").window(BEFORE_ROLL, seat=asked[0])
    )
    found = []
    while table.top.startswith("react") and "before" in table.top:
        found.append(table.player)
        table.act("pass")
    assert found == asked


def test_auto_pass_hides_useless_cards_when_spending_too():
    assert not Table().hand(0, "s21").dice("W").spending().may("card s21")
    assert Table(auto_pass=False).hand(0, "s21").dice("W").spending().may("card s21")


def test_auto_pass_skips_windows_that_nobody_can_use():
    table = Table().hand(0, "s22").hand(1, "s16").window(BEFORE_ROLL).act("pass")
    assert table.top == "spend 0"


def test_without_auto_pass_a_player_without_squad_cards_is_not_asked():
    table = Table(3, auto_pass=False).equip(1, "e06").hand(2, "s16").dice("W").window(AFTER_ROLL, seat=2).act("pass")
    assert table.top == "spend 0"
    table.act("attack")
    assert table.top.startswith("react 2")
