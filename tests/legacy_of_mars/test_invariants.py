"""Every invariant has a record, broken by hand, that breaks it."""

import pytest

from legacy_of_mars.table import Table, game
from marszoo.envs.legacy_of_mars import GAME, words
from marszoo.envs.legacy_of_mars.invariants import INVARIANTS
from marszoo.envs.legacy_of_mars.state import FACE_DOWN, IN_BOX, IN_DECK, LOOKED_AT, ON_OFFER, ON_TABLE, SAVED_BY


def broken_cards(table):
    table.put(place={table.row("Mine"): 0})


def broken_faces(table):
    table.put(place={table.row("Comet"): ON_TABLE})


def broken_box(table):
    table.put(place={table.row("Mine"): IN_BOX})


def broken_offer(table):
    table.put(place={table.row("Mine"): ON_OFFER})


def broken_look(table):
    table.put(place={table.row("Mine"): LOOKED_AT})


def broken_secret(table):
    assert table["place"][table.row("Mine")] == IN_DECK
    table.put(known={table.row("Mine"): 1})


def broken_rating(table):
    table.put(rating={0: 44})


def broken_resource(table):
    table.put(resource={(0, 1): -1})


def broken_production(table):
    table.put(production={(1, words.MEGACREDIT): -6})


def broken_seat(table):
    table.put(resource={(4, 1): 1})


def broken_tags(table):
    table.put(tag={(0, words.T_SPACE): 1})


def broken_discount(table):
    table.put(discount={(0, words.T_SPACE): 2})


def broken_worth(table):
    table.put(worth={(1, 0): 3})


def broken_count(table):
    table.put(laid={(0, 0): 1})


def broken_points(table):
    table.put(fixed={0: 1})


def broken_holding(table):
    table.put(held={table.row("Fish"): 1})


def broken_use(table):
    table.put(used={table.row("Fish"): 1})


def broken_events(table):
    table.put(place={table.row("Comet"): FACE_DOWN})


def broken_next(table):
    table.put(phase=3, next_discount={0: 8})


def broken_parameter(table):
    table.put(temperature=20)


def broken_oceans(table):
    table.put(oceans=1)


def broken_owner(table):
    table.put(owner={10: 1})


def broken_glacier(table):
    table.put(frozen={10: 1})


def broken_hexes(table):
    table.put(by_city=1)


def broken_population(table):
    table.put(population={10: 1})


def broken_marker(table):
    table.put(claim={10: 3})


def broken_milestones(table):
    table.put(milestone=dict.fromkeys(range(4), 1))


def broken_corporations(table):
    table.put(corporation={0: 1, 1: 1})


def broken_passes(table):
    table.put(passed={0: 2})


def broken_frames(table):
    table.put(depth=1)


def broken_pool(table):
    table.put(pooled=1)


def broken_rest(table):
    table.put(spot=3)


def broken_end(table):
    table.put(final=1)


def broken_savings(table):
    table.put(place={table.row("Mine"): SAVED_BY})


def broken_title(table):
    table.put(title={(0, 0): 1})


BREAKS = [
    (broken_savings, "at most two cards are saved"),
    (broken_title, "who plays a mission has a title"),
    (broken_cards, "every card of the mission"),
    (broken_faces, "events lie face down"),
    (broken_box, "events lie face down"),
    (broken_offer, "cards are on offer"),
    (broken_look, "cards are on offer"),
    (broken_secret, "nobody knows"),
    (broken_rating, "the terraform rating"),
    (broken_resource, "no resource is below zero"),
    (broken_production, "no resource is below zero"),
    (broken_seat, "no resource is below zero"),
    (broken_tags, "the tags"),
    (broken_discount, "discounts"),
    (broken_worth, "discounts"),
    (broken_count, "the counts"),
    (broken_points, "the counts"),
    (broken_holding, "resources are kept"),
    (broken_use, "resources are kept"),
    (broken_events, "as many events"),
    (broken_next, "effects on the next card"),
    (broken_parameter, "the parameters"),
    (broken_oceans, "the parameters"),
    (broken_owner, "every tile"),
    (broken_glacier, "every tile"),
    (broken_hexes, "the sets of hexes"),
    (broken_population, "Population stands"),
    (broken_marker, "markers keep"),
    (broken_milestones, "at most three"),
    (broken_corporations, "corporations differ"),
    (broken_passes, "the passes"),
    (broken_frames, "the course"),
    (broken_pool, "effects wait"),
    (broken_rest, "nothing of an action"),
    (broken_end, "the mission ends"),
]


@pytest.mark.parametrize(("breaks", "name"), BREAKS, ids=lambda x: getattr(x, "__name__", ""))
def test_a_record_broken_by_hand_breaks_its_invariant(breaks, name):
    table = game().ready()
    assert not GAME.violations(table.states, 0, table.content)
    breaks(table)
    found = GAME.violations(table.states, 0, table.content)
    assert any(text.startswith(name) for text in found), found


def test_every_invariant_is_broken_by_some_record():
    assert {text for text in INVARIANTS if any(text.startswith(name) for _, name in BREAKS)} == set(INVARIANTS)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("board", ["house", "tharsis", "hellas", "elysium"])
def test_no_invariant_is_broken_in_play(players, board):
    # `act` checks after each decision; every decision is the one in the middle of those allowed.
    table = Table(players, board=board, seed=players)
    for _ in range(120):
        if table.asks == "over":
            break
        legal = sorted(table.legal, key=table.number)
        table.act(legal[len(legal) // 2])
