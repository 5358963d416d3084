"""Each invariant reads its own name when it is broken."""

import pytest

from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.reading import HEX_NAMES
from marszoo.envs.terraforming_dice.state import (
    ABSENT,
    BONUS_PILE,
    BOX,
    DECK,
    DISCARD,
    EFFECT,
    HAND,
    SOLO_TURNS,
    TABLE,
    TURN,
)
from marszoo.envs.terraforming_dice.words import RESOURCES
from terraforming_dice.table import TEST_DECK, Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

DICE = "of each colour 12 dice are in the pool, with the seats or on the awards"
AWARDS = "the award dice have three different colours"
EXIST = "every card is in one place, and only those of the content exist"
KINDS = "projects are in deck, discard, hands and on tables; bonus cards in pile, box and on tables"
TURNED = "only cards on tables with an action are turned sideways"
COUNTS = "production, discounts, storage, ribbons and counts follow from corporation and cards in play"
CORPORATIONS = "the corporations of the seats are different, as are those dealt, from which they are chosen"
BONUSES = "a seat plays at most two bonus cards for its points, and only once they are reached"
TRACKS = "the tracks are within their ends, and there are as many oceans as ocean tiles"
TILES = "oceans lie on ocean areas, other tiles on land, and no two cities are adjacent"
NEIGHBOURS = "the counts of adjacent cities and greeneries follow from the tiles"
MILESTONES = "milestones are different, and claimed as soon as they are reached"
HOLDINGS = "no holding is below zero, and a seat that nobody sits on has none"
TRIGGER = "the end is triggered by complete tracks and only by them"
FRAMES = "the top frame is a decision of a seat that plays, and blank rows follow the stack"
END = "the game is over when the turns to come are used up, and only then"

OCEAN_TILE, CITY_TILE, SPECIAL_TILE = 1, 3, 4


def card(id):
    table = "project" if id in TEST_DECK.ids["project"] else "bonus"
    return TEST_DECK.ids[table].index(id) + (0 if table == "project" else 90)


def corporation(id):
    return TEST_DECK.ids["corporation"].index(id)


def resource(word):
    return RESOURCES.index(word)


def where(name):
    return HEX_NAMES.index(name)


def edit(table, fields):
    """Fields by name: a value, or {index: value}."""
    for name, value in fields.items():
        if isinstance(value, dict):
            for k, v in value.items():
                table.states[name][(0, *k) if isinstance(k, tuple) else (0, k)] = v
        else:
            table.states[name][0] = value
    return table


def playing():
    """A sound state of three players: seat 1 is to take its main action."""
    table = Table(3, corporations=("helion", "unmi", "merchant")).hand(0, "forest").hand(1, "ghg", "lake").turn_of(1)
    table.down(0, "decomposers", turned=True).down(0, "mine").down(1, "scaffold", "bank").down(1, "delivery")
    table.dice(0, "heat heat plant").dice(1, "city steel earth").wild(1, 2).points(1, 6).points(2, 3)
    # D2 lies beside D3; A2 and A3 are ocean areas.
    table.tiles(D3="city", D2="greenery", G1="special tile", A2="ocean", A3="ocean").tracks(temperature=-20, oxygen=2)
    return table.milestones("tactician", "hoarder").main()


def choosing():
    """A sound state of three players: seats 0 and 1 have chosen a corporation, seat 2 is to choose."""
    dealt = {(p, k): 2 * p + k for p in range(3) for k in range(2)}
    return edit(Table(3).fresh(), {"dealt": dealt}).look().act("corporation teractor", "corporation unmi")


def alone():
    """A sound state of the solo game."""
    return Table(1, corporations=("helion",)).put(turn=12).main()


def beside_e2_and_d3():
    """Adjacent cities of the hexes around E2, if E2 and its neighbour D3 are cities."""
    return {where(name): 1 + (name in Table.neighbours("D3")) for name in Table.neighbours("E2")}


BREAKS = [
    (DICE, {"pool": {3: 12}}),
    (DICE, {"dice": {(0, resource("heat")): 3}}),
    (DICE, {"dice": {(2, resource("water")): 1}}),
    (AWARDS, {"award": {0: resource("plant"), 1: resource("animal")}, "pool": {0: 9, 1: 12}}),
    (AWARDS, {"award": {0: resource("oxygen"), 1: resource("animal")}}),  # in order of their colours
    (EXIST, {"place": {40: DECK}}),  # the deck has fewer projects
    (EXIST, {"place": {100: BONUS_PILE}}),
    (EXIST, {"place": {card("swap"): ABSENT}}),
    (EXIST, {"place": {card("swap"): 7}}),
    (EXIST, {"place": {card("swap"): -1}}),
    (EXIST, {"place": {card("swap"): HAND + 3}}),
    (EXIST, {"place": {card("swap"): TABLE + 3}}),
    (KINDS, {"place": {card("swap"): BOX}}),
    (KINDS, {"place": {card("swap"): BONUS_PILE}}),
    (KINDS, {"place": {card("flood"): DECK}}),
    (KINDS, {"place": {card("flood"): DISCARD}}),
    (KINDS, {"place": {card("flood"): HAND + 1}}),
    (TURNED, {"turned": {card("lab"): 1}}),  # in the deck
    (TURNED, {"turned": {card("scaffold"): 1}}),  # blue, but without an action
    (COUNTS, {"production": {(0, 2): 2}}),
    (COUNTS, {"production": {(1, 5): 0}}),
    (COUNTS, {"discount": {(1, resource("city")): 0}}),
    (COUNTS, {"storage": {2: 1}}),
    (COUNTS, {"played": {(0, 2): 2}}),
    (COUNTS, {"vp_cards": {0: 0}}),
    (COUNTS, {"ribbons": {1: 2}}),
    (COUNTS, {"icons": {(2, 1): 1}}),
    (COUNTS, {"place": {card("mine"): HAND}}),
    (COUNTS, {"place": {card("dam"): TABLE + 2}}),
    (BONUSES, {"bonuses": {1: 2}}),
    (BONUSES, {"bonuses": {2: 1}, "looked": {2: 1}}),
    (BONUSES, {"looked": {1: 0}}),  # who has played one has seen the pile
    (TRACKS, {"temperature": 11}),
    (TRACKS, {"oxygen": 9}),
    (TRACKS, {"oceans": 3}),
    (TRACKS, {"tile": {where("A2"): 0}}),
    (TILES, {"tile": {where("G1"): 5}}),
    (TILES, {"tile": {where("G3"): SPECIAL_TILE}}),  # an ocean area
    (TILES, {"tile": {where("G1"): OCEAN_TILE}, "oceans": 3}),
    (TILES, {"tile": {where("E2"): CITY_TILE}, "cities_near": beside_e2_and_d3()}),
    (NEIGHBOURS, {"cities_near": {where("A1"): 1}}),
    (NEIGHBOURS, {"cities_near": {where("C3"): 0}}),
    (NEIGHBOURS, {"greens_near": {where("D3"): 2}}),
    (MILESTONES, {"milestone": {0: 6}}),
    (MILESTONES, {"milestone": {2: 8}}),  # the deck has eight, from 0 on
    (MILESTONES, {"milestone": {2: -1}}),
    (MILESTONES, {"claimed": {0: 3}}),
    (MILESTONES, {"claimed": {0: -3}}),
    (MILESTONES, {"wild": {2: 8}}),  # reached, and not claimed
    (HOLDINGS, {"points": {2: -1}}),
    (HOLDINGS, {"wild": {0: -1}}),
    (HOLDINGS, {"wild": {3: 1}}),  # a seat that nobody sits on
    (HOLDINGS, {"points": {3: 1}}),
    (TRIGGER, {"left": 2}),
    (TRIGGER, {"temperature": 10, "oxygen": 8}),
    (TRIGGER, {"temperature": 10, "oxygen": 8, "left": 4}),
    (FRAMES, {"player": 0}),
    (FRAMES, {"depth": 0}),
    (FRAMES, {"depth": 1}),  # the row behind is not blank
    (FRAMES, {"frame": {(5, 3): 1}}),
    (FRAMES, {"frame": {(1, 0): TURN}}),
    (FRAMES, {"frame": {(1, 0): EFFECT}}),
    (FRAMES, {"frame": {(1, 1): 3}, "player": 3}),
    (END, {"active": 3}),
    (END, {"active": -1}),
    (END, {"over": TERMINATED, "depth": 0, "frame": 0}),
]
BREAKS_WHEN_CHOOSING = [
    (CORPORATIONS, {"corporation": {0: corporation("mason")}}),  # not among those dealt
    (CORPORATIONS, {"dealt": {(2, 1): 0}}),
    (CORPORATIONS, {"dealt": {(0, 1): 2}, "corporation": {0: 2}}),
    (CORPORATIONS, {"corporation": {0: 8}, "dealt": {(0, 0): 8}}),  # the deck has eight, from 0 on
    (CORPORATIONS, {"corporation": {0: -1}, "revealed": 1}),
]
BREAKS_ALONE = [
    (END, {"turn": SOLO_TURNS + 1}),
    (END, {"over": TERMINATED, "depth": 0, "frame": 0}),
    (TRIGGER, {"left": 1}),
    (TRIGGER, {"temperature": 10, "oxygen": 8, "left": 1}),
]


def ids(breaks):
    return [f"{name[:20]}-{next(iter(fields))}{k}" for k, (name, fields) in enumerate(breaks)]


@pytest.mark.parametrize("sound", [playing, choosing, alone])
def test_the_states_that_are_broken_below_are_sound(sound):
    assert GAME.violations(sound().states, 0, TEST_DECK) == []


@pytest.mark.parametrize(("name", "fields"), BREAKS, ids=ids(BREAKS))
def test_a_record_broken_by_hand_reads_the_name_of_its_invariant(name, fields):
    assert GAME.violations(edit(playing(), fields).states, 0, TEST_DECK) == [name]


@pytest.mark.parametrize(("name", "fields"), BREAKS_WHEN_CHOOSING, ids=ids(BREAKS_WHEN_CHOOSING))
def test_a_choice_broken_by_hand_reads_the_name_of_its_invariant(name, fields):
    assert GAME.violations(edit(choosing(), fields).states, 0, TEST_DECK) == [name]


@pytest.mark.parametrize(("name", "fields"), BREAKS_ALONE, ids=ids(BREAKS_ALONE))
def test_a_solo_game_broken_by_hand_reads_the_name_of_its_invariant(name, fields):
    assert GAME.violations(edit(alone(), fields).states, 0, TEST_DECK) == [name]


def test_every_invariant_is_broken_by_some_record():
    assert {name for name, _ in [*BREAKS, *BREAKS_WHEN_CHOOSING, *BREAKS_ALONE]} == set(GAME.invariants)


def test_an_end_after_the_last_turn_is_sound_and_one_before_it_is_not():
    table = Table(2).tracks(temperature=4).oceans(7).points(0, 20).dice(0, "heat heat heat").main().act("temperature")
    while not table["over"]:
        table.act("colour blue", "colour blue")
    assert (table["left"], GAME.violations(table.states, 0, TEST_DECK)) == (0, [])
    assert GAME.violations(edit(table, {"left": 1}).states, 0, TEST_DECK) == [END]


def test_a_solo_game_ends_with_its_fiftieth_turn_or_with_its_goal():
    table = Table(1).put(turn=SOLO_TURNS).main().act("colour blue")
    assert (table["over"], GAME.violations(table.states, 0, TEST_DECK)) == (TERMINATED, [])
    assert GAME.violations(edit(table, {"turn": SOLO_TURNS - 1}).states, 0, TEST_DECK) == [END]
    table = Table(1, solo_end="goal").tracks(temperature=4, oxygen=16).oceans(7).dice(0, "heat heat heat").main()
    table.act("temperature", "colour blue", "colour blue")
    assert (table["over"], GAME.violations(table.states, 0, TEST_DECK)) == (TERMINATED, [])
