"""What a determinised state must keep, what it must change, and how: hands, discards, drafts, innovation cards, choices."""

import numpy as np
import pytest

from legacy_of_mars.table import Table, game
from marszoo.envs.core.jit import COMPILED
from marszoo.envs.core.record import diff
from marszoo.envs.legacy_of_mars import GAME
from marszoo.envs.legacy_of_mars.state import FIRST_SIDE, PROJECTS

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

MANY = 300 if COMPILED else 30


def guess(table, seat, seed):
    """A determinised copy of the table; its view and mask are checked to be those of the truth."""
    twin = table.clone()
    GAME.kernels.determinize(twin.states, 0, table.tables, seat, np.uint64(seed))
    twin.look()
    views = [np.zeros(GAME.observation.width(table.players), np.float32) for _ in range(2)]
    for states, view in zip((table.states, twin.states), views, strict=True):
        GAME.kernels.observe(states, 0, table.tables, seat, view)
    assert np.array_equal(*views)
    if table.player == seat:
        assert table.legal == twin.legal
    return twin


def guesses(table, seat, count=MANY):
    return [guess(table, seat, seed) for seed in range(count)]


def drafting(players=3, **options):
    """The research phase after everybody has kept two cards and passed two on; seat 0 is the first player."""
    table = game(players, generation=5, **options).put(first=players - 1).ready().generation_ends()
    before = [table.cards_in(f"offer {seat}") for seat in range(players)]
    while table.asks == "draft":
        table.act(min(table.legal))
    after = [table.cards_in(f"offer {seat}") for seat in range(players)]
    return table, [old - new for old, new in zip(before, after, strict=True)]


def bought(table, **numbers):
    """Everybody buys as many cards as it is told (``seat_1=2``), the first ones by name."""
    while table.asks == "buy":
        left = numbers.get(f"seat_{table.player}", 0)
        for card in sorted(table.legal - {"done"})[:left]:
            table.act(card)
        if table.asks == "buy":
            table.act("done")
    return table


def test_hands_of_the_others_change_and_the_own_hand_does_not():
    table = game(3).hand(0, "Mine", "Trees").hand(1, "Comet", "Pets", "Cartel").discards("Big Asteroid").ready()
    found = set()
    for world in guesses(table, 0):
        assert world.cards_in("hand 0") == {"Mine", "Trees"}
        assert len(world.cards_in("hand 1")) == 3
        assert len(world.cards_in("discard")) == 1
        found |= world.cards_in("hand 1")
    assert len(found) > 100 or not COMPILED
    assert {"Mine", "Trees"}.isdisjoint(found)


@pytest.mark.skipif(not COMPILED, reason="many guesses")
def test_every_unknown_card_is_as_likely_in_every_hidden_place():
    table = game(2).hand(1, "Comet", "Pets", "Cartel").discards("Big Asteroid", "Sponsors").ready()
    unseen = len(table.cards_in("deck")) + 5
    in_hand, discarded = np.zeros(PROJECTS), np.zeros(PROJECTS)
    worlds = guesses(table, 0, 4000)
    for world in worlds:
        for card in world.cards_in("hand 1"):
            in_hand[table.row(card)] += 1
        for card in world.cards_in("discard"):
            discarded[table.row(card)] += 1
    for counts, cards in ((in_hand, 3), (discarded, 2)):
        expected = len(worlds) * cards / unseen
        assert (np.abs(counts[counts > 0] - expected) < 6 * expected**0.5).all()
        assert (counts > 0).sum() == unseen


def test_a_seat_knows_the_cards_that_it_sold():
    table = game(2).hand(0, "Mine", "Trees", "Comet").hand(1, "Pets").ready()
    table.act("sell", "card Mine", "card Trees", "done")
    for world in guesses(table, 0, 40):
        assert world.cards_in("discard") == {"Mine", "Trees"}
    theirs = guesses(table, 1, 40)
    assert any(world.cards_in("discard") != {"Mine", "Trees"} for world in theirs)
    assert all(len(world.cards_in("discard")) == 2 for world in theirs)


def test_nobody_knows_where_a_discarded_card_is_once_the_pile_has_become_the_deck():
    table = game(2).has(0, megacredit=50).hand(0, "Mine", "Trees", "Comet").ready()
    table.act("sell", "card Mine", "done")
    table.deck("Cartel").hand(0, "Sponsors").ready()
    assert table["known"][table.row("Mine")]
    table.generation_ends()  # draws eight cards, and the deck is one
    assert not table["known"].any()


def test_while_the_neighbour_buys_cards_passed_on_lie_before_it():
    table, passed = drafting()
    assert table.asks == "buy"
    for seat in range(3):
        for world in guesses(table, seat, 40):
            for card in passed[seat]:
                assert world.place(card).split()[0] in ("offer", "kept")
                assert int(world.place(card).split()[1]) == (seat + 1) % 3


def test_a_card_passed_on_is_in_the_neighbours_hand_or_discarded():
    table, passed = drafting()
    table.has(0, megacredit=30).has(1, megacredit=30).has(2, megacredit=30)
    bought(table, seat_0=2, seat_1=2, seat_2=2)
    assert table.asks == "turn"
    places = set()
    for world in guesses(table, 0):
        for card in passed[0]:
            places.add(world.place(card))
    assert places == {"hand 1", "discard"}


def test_a_neighbour_that_buys_nothing_has_discarded_what_was_passed_to_it():
    table, passed = drafting()
    bought(table)
    for world in guesses(table, 0, 40):
        assert {world.place(card) for card in passed[0]} == {"discard"}


def test_a_neighbour_that_passes_cards_on_does_not_know_what_else_was_drawn():
    table, passed = drafting()
    other = table.cards_in("offer 2") - passed[1]
    assert any(not other <= world.cards_in("offer 2") for world in guesses(table, 0, 40))


def innovating():
    return game(2).down(0, "Research", "Lightning Harvest", "Physics Complex", "Search For Life").ready()


def test_only_innovation_cards_lie_in_their_box_and_are_looked_at_by_the_innovation_action():
    table = innovating().act("innovation")
    looked = {table.cards_in("looked 0") == world.cards_in("looked 0") for world in guesses(table, 0, 40)}
    assert looked == {True}
    found = set()
    for world in guesses(table, 1, 40):
        assert all(world.row(card) >= PROJECTS for card in world.cards_in("looked 0") | world.cards_in("box"))
        found |= world.cards_in("looked 0")
    assert len(found) > 3


def test_who_put_innovation_cards_aside_knows_them():
    table = innovating().do("innovation", where="hand")
    aside = table.cards_in("box discard")
    assert len(aside) == 2
    assert all(world.cards_in("box discard") == aside for world in guesses(table, 0, 40))
    assert any(world.cards_in("box discard") != aside for world in guesses(table, 1, 40))


def test_sides_and_developments_are_guessed_until_all_have_chosen():
    table = Table(3, mission=2, content=GAME.shipped)
    while table["side"][0] < 0 or (table["development"][1, :2] < 0).any():
        table.act("done" if table.may("done") else min(table.legal))
    assert table["revealed"] == 0
    worlds = guesses(table, 2)
    assert {int(world["side"][0]) for world in worlds} == {0, 1}
    assert {int(world["development"][1, 0]) for world in worlds} == {0, 1}
    for world in guesses(table, 0, 40):
        assert world["side"][0] == table["side"][0]
        assert (world["development"][0] == table["development"][0]).all()


def test_a_guessed_side_can_pay_for_the_cards_that_were_kept():
    table = Table(2, content=GAME.shipped)
    while table["side"][0] < 0:
        table.act(max(table.legal))
    while table.asks == "starting cards" and table.player == 0:
        cards = table.legal - {"done"}
        table.act(min(cards) if cards else "done")
    kept, corporation = len(table.cards_in("kept 0")), int(table["corporation"][0])
    for world in guesses(table, 1, 40):
        money = int(table.tables["rows"][FIRST_SIDE + 2 * corporation + int(world["side"][0])]["money"]) + 15
        assert 3 * kept <= money or len(table.cards_in("kept 0")) == 10


@pytest.mark.parametrize("seat", range(3))
def test_equal_seeds_give_equal_guesses_whatever_the_truth_is(seat):
    table, _ = drafting()
    for moment in range(3):
        for seed in range(5):
            other = guess(guess(table, seat, 1000 + seed), seat, seed)
            assert not diff(other.states[0], guess(table, seat, seed).states[0])
        if moment == 0:
            bought(table, seat_0=2)
        elif table.asks == "turn":
            table.act(min(table.legal))
