"""What a determinised state must keep, what it must change, and how: hands, corporations and the bonus pile."""

import itertools

import numpy as np
import pytest

from marszoo.envs.core.jit import COMPILED
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.state import BONUS_PILE, BOX, DECK, HAND, TABLE
from terraforming_dice.decks import another_game
from terraforming_dice.table import TEST_DECK, Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

PILE = ("delivery", "flood", "hall", "workshop")


class Guess:
    """A determinised copy of a table, with what the seat sees before and after."""

    def __init__(self, table, seat, seed):
        self.table, self.seat = table, seat
        self.true, self.states = table.states, table.states.copy()
        GAME.kernels.determinize(self.states, 0, table.content.tables, seat, np.uint64(seed))

    def view(self, states):
        out = np.zeros(GAME.observation.width(self.table.players), np.float32)
        GAME.kernels.observe(states, 0, self.table.content.tables, self.seat, out)
        return out

    def mask(self, states):
        mask = GAME.mask()
        GAME.kernels.legal(states, 0, self.table.content.tables, mask)
        return mask

    def __getitem__(self, name):
        return np.asarray(self.states[name][0])

    def hand(self, seat):
        return tuple(self.table.ids[int(k)] for k in np.flatnonzero(self["place"] == HAND + seat))

    def where(self, place):
        return {self.table.ids[int(k)] for k in np.flatnonzero(self["place"] == place)}

    def corporations(self, seat):
        """(the one it keeps or None, the set of those dealt to it), by name."""
        ids = self.table.content.ids["corporation"]
        kept = int(self["corporation"][seat])
        return ids[kept] if kept >= 0 else None, frozenset(ids[k] for k in self["dealt"][seat] if k >= 0)


def guesses(table, seat, count):
    return [Guess(table, seat, seed) for seed in range(count if COMPILED else max(20, count // 20))]


def evenly(found, possible):
    """All that is possible is found, and compiled, where there are many guesses, each equally often (5 deviations)."""
    counts = {case: found.count(case) for case in set(found)}
    possible = set(possible)
    assert set(counts) <= possible
    if COMPILED:
        assert set(counts) == possible
        mean = len(found) / len(possible)
        assert max(abs(n - mean) for n in counts.values()) < 5 * mean**0.5, counts


def hands():
    """Three players in the middle of a game: hands of 2, 2 and 1 cards, some of which everybody can see go by."""
    table = Table(3).hand(0, "ghg", "mine").hand(1, "lake", "air").hand(2, "gift").down(1, "bank", "lab").pile(*PILE)
    return table.deck("swap", "dam", "forest").dice(0, "heat").main()


# --- every state of random games ---


def walks(count, content=None):
    """States on the way of random games, and a seat that looks."""
    for seed in range(1, 1 + count):
        random = np.random.default_rng(seed)
        table = Table(1 + seed % 4, content=content or TEST_DECK, seed=seed).fresh()
        for step in range(400 if COMPILED else 40):
            if table["over"]:
                break
            table.act(str(random.choice(sorted(table.legal))))
            if step % 7 == 3 or (step < 30 and step % 2):
                yield table, int(random.integers(table.players))


def compared(guess):
    """Check what every guess must keep; the fields in which it differs from the truth."""
    before, after, table, seat = guess.true[0], guess.states[0], guess.table, guess.seat
    assert GAME.violations(guess.states, 0, table.content) == []
    np.testing.assert_array_equal(guess.view(guess.true), guess.view(guess.states))
    if table.player == seat and not table["over"]:
        np.testing.assert_array_equal(guess.mask(guess.true), guess.mask(guess.states))
    old, new = np.asarray(before["place"]), np.asarray(after["place"])
    assert sorted(old) == sorted(new), "as many cards in every place"
    assert (old < 90).all()
    seen = (old >= TABLE) | (old == HAND + seat) | (old == 1)
    if table["looked"][seat]:
        seen |= (old == BONUS_PILE) | (old == BOX)
    np.testing.assert_array_equal(old[seen], new[seen])
    known = {int(k) for p in range(table["revealed"]) for k in [before["corporation"][p]]}
    for p in range(table.players):
        if p < table["revealed"] or p == seat:
            assert after["corporation"][p] == before["corporation"][p]
        else:
            assert (after["corporation"][p] < 0) == (before["corporation"][p] < 0)
            assert int(after["corporation"][p]) not in known
        if p == seat or before["dealt"][p, 0] < 0:
            np.testing.assert_array_equal(after["dealt"][p], before["dealt"][p])
    different = {f for f in before.dtype.names if np.asarray(before[f]).tobytes() != np.asarray(after[f]).tobytes()}
    assert "rng" in different, "the generator is always a fresh one"
    assert different <= {"rng", "place", "dealt", "corporation"}
    return different - {"rng"}


@pytest.mark.parametrize("own", [False, True], ids=["deck", "user"])
def test_a_guess_keeps_all_that_the_seat_sees_and_conserves_all_cards(own, tmp_path):
    content = another_game(tmp_path) if own else None
    hidden = different = 0
    for k, (table, seat) in enumerate(walks(16 if COMPILED else 2, content)):
        found = compared(Guess(table, seat, k))
        if table.players > 1:
            hidden += 1
            different += bool(found)
    assert hidden > 20
    assert different >= 0.9 * hidden


def test_a_guess_can_be_made_after_the_end():
    table = Table(2).tracks(temperature=4).oceans(7).points(0, 20).dice(0, "heat heat heat").hand(1, "ghg", "lake")
    table.main().act("temperature")
    while not table["over"]:
        table.act("colour blue", "colour blue")
    assert compared(Guess(table, 0, 3)) <= {"place"}


def test_guesses_of_one_seed_are_equal_whatever_the_truth_and_of_other_seeds_differ():
    for table in (hands(), Table(3).fresh()):
        truth = Guess(table, 0, 5).states.tobytes()
        for k in range(5):
            table.states = Guess(table, 0, 100 + k).states
            assert Guess(table, 0, 5).states.tobytes() == truth
        assert len({Guess(table, 0, k).states.tobytes() for k in range(20)}) == 20


# --- hands and deck ---


def test_unseen_cards_are_guessed_to_be_in_every_place_they_may_be_in():
    table = hands()
    found = {id: set() for id in ("lake", "air", "gift", "swap", "dam", "forest")}
    for guess in guesses(table, 0, 400):
        for id in found:
            found[id].add(int(guess["place"][table.rows[id]]))
        assert set(guess.hand(0)) == {"ghg", "mine"}, "the own hand"
        assert {"bank", "lab"} <= guess.where(TABLE + 1)
        assert [len(guess.hand(p)) for p in range(3)] == [2, 2, 1], "how many cards a hand has is public"
    assert all(places == {DECK, HAND + 1, HAND + 2} for places in found.values()) or not COMPILED
    assert "mine" not in {id for guess in guesses(table, 0, 40) for id in guess.where(1)}, "what was discarded was seen"


def test_the_own_hand_is_hidden_from_the_others():
    table = hands()
    for seat in (1, 2):
        places = {int(guess["place"][table.rows["ghg"]]) for guess in guesses(table, seat, 1200)}
        assert places == {DECK, HAND, HAND + 3 - seat}


def test_all_deals_of_the_unseen_cards_are_equally_likely():
    # Six unseen cards: 15 hands of two for seat 1, then 4 cards for seat 2.
    unseen = ("lake", "air", "gift", "swap", "dam", "forest")
    possible = {(frozenset(two), one) for two in itertools.combinations(unseen, 2) for one in unseen if one not in two}
    table = hands()
    evenly([(frozenset(g.hand(1)), *g.hand(2)) for g in guesses(table, 0, 12000)], possible)


def test_cards_of_the_discard_pile_are_unknown_again_once_they_are_the_deck():
    # The deck is empty, so that drawing makes a deck of the three discarded cards, two of which are drawn.
    table = Table().hand(0, "ghg").deck()
    table.put(place={table.rows[id]: 1 if id in ("lake", "air", "gift") else 21 for id in table.cards_in("discard")})
    table.dice(1, "steel").turn_of(1).start().act("draw", "resource steel")
    assert (len(table.cards_in("hand 1")), table.cards_in("discard")) == (2, [])
    evenly(
        [frozenset(g.hand(1)) for g in guesses(table, 0, 600)],
        map(frozenset, itertools.combinations(("lake", "air", "gift"), 2)),
    )


# --- who is asked to play a card has one ---


@pytest.mark.parametrize("hand", [("ghg",), ("ghg", "lake"), ("mohole", "bank", "ghg")])
def test_a_seat_asked_to_play_a_card_can_pay_for_one_in_every_guess(hand):
    # Sponsors makes seat 1 play a card if it can: seat 0 concludes that it holds one that its dice pay.
    table = Table().hand(1, "sponsors", *hand).dice(1, "earth event titanium heat").turn_of(1).main()
    table.act("card sponsors", "effect 0")
    assert (table.asks, table.player) == ("play a card", 1)
    for guess in guesses(table, 0, 600):
        assert guess.mask(guess.states).sum() >= 1
        assert len(guess.hand(1)) == len(hand)
        assert GAME.violations(guess.states, 0, table.content) == []


def test_the_only_card_that_explains_the_question_is_put_into_the_hand():
    # Of all unseen cards only ghg is paid with titanium and heat.
    table = Table().hand(1, "sponsors", "ghg").dice(1, "earth event titanium heat").turn_of(1).main()
    table.act("card sponsors", "effect 0")
    for guess in guesses(table, 0, 200):
        assert guess.hand(1) == ("ghg",)
    assert {guess.hand(1) for guess in guesses(table, 1, 20)} == {("ghg",)}


# --- corporations ---


def choosing(players=3):
    """Seat p was dealt corporations 2p and 2p + 1 of the deck."""
    table = Table(players).fresh()
    table.states["dealt"][0, :players] = np.arange(2 * players).reshape(players, 2)
    return table.look()


# Names in the order of the deck.
HELION, TERACTOR, UNMI, VALLEY, MERCHANT, VAULT, SHORE, MASON = TEST_DECK.ids["corporation"]
OTHERS = {UNMI, VALLEY, MERCHANT, VAULT, SHORE, MASON}


def test_the_corporations_dealt_to_others_are_any_that_the_seat_has_not_been_dealt():
    table = choosing()
    possible = {frozenset(pair) for pair in itertools.combinations(OTHERS, 2)}
    found = guesses(table, 0, 1500)
    for seat in (1, 2):
        evenly([guess.corporations(seat)[1] for guess in found], possible)
        assert {guess.corporations(seat)[0] for guess in found} == {None}
    assert all(guess.corporations(0) == (None, {HELION, TERACTOR}) for guess in found)
    for guess in found:
        assert not guess.corporations(1)[1] & guess.corporations(2)[1]


def test_which_corporation_another_seat_has_chosen_is_secret_until_it_is_revealed():
    table = choosing().act(f"corporation {HELION}", f"corporation {UNMI}")
    assert table["revealed"] == 0
    evenly(
        [g.corporations(0)[0] for g in guesses(table, 2, 1200)], set(TEST_DECK.ids["corporation"]) - {MERCHANT, VAULT}
    )
    own = guesses(table, 0, 1200)
    assert {guess.corporations(0) for guess in own} == {(HELION, frozenset({HELION, TERACTOR}))}, "one's own"
    evenly([guess.corporations(1)[0] for guess in own], OTHERS)
    assert all(kept in dealt for kept, dealt in (guess.corporations(1) for guess in own))
    assert {guess.corporations(2)[0] for guess in own} == {None}


def test_a_revealed_corporation_is_kept_and_the_one_not_chosen_is_guessed():
    # Seat 0 has revealed Valley Trust, which asks it to play a card before the next seat reveals its own.
    table = Table(3).fresh()
    dealt = [[3, 0], [1, 2], [4, 5]]
    table.states["dealt"][0, :3] = dealt
    table.look().act(f"corporation {VALLEY}", f"corporation {TERACTOR}", f"corporation {MERCHANT}")
    assert (table.asks, table["revealed"]) == ("play a card", 1)
    found = guesses(table, 2, 1500)
    assert {guess.corporations(0)[0] for guess in found} == {VALLEY}
    left = set(TEST_DECK.ids["corporation"]) - {VALLEY, MERCHANT, VAULT}
    evenly([next(iter(guess.corporations(0)[1] - {VALLEY})) for guess in found], left)
    evenly([guess.corporations(1)[0] for guess in found], left)
    assert {guess.corporations(2) for guess in found} == {(MERCHANT, frozenset({MERCHANT, VAULT}))}


def test_after_the_set_up_all_corporations_are_known():
    table = choosing().act(f"corporation {HELION}", f"corporation {UNMI}", f"corporation {MERCHANT}")
    assert table["revealed"] == 3
    for guess in guesses(table, 0, 20):
        assert [guess.corporations(p)[0] for p in range(3)] == [HELION, UNMI, MERCHANT]


# --- the bonus pile ---


def test_which_bonus_cards_are_in_the_pile_is_unknown_and_every_pile_equally_likely():
    table = Table(2).pile(*PILE).main()
    unseen = TEST_DECK.ids["bonus"]
    possible = {frozenset(four) for four in itertools.combinations(unseen, 4)}
    evenly([frozenset(guess.where(BONUS_PILE)) for guess in guesses(table, 0, 6000)], possible)


def test_a_bonus_card_that_was_played_is_in_no_pile():
    table = Table(2).pile(*PILE[1:]).down(1, PILE[0]).points(1, 6).main()
    unseen = set(TEST_DECK.ids["bonus"]) - {PILE[0]}
    evenly(
        [frozenset(guess.where(BONUS_PILE)) for guess in guesses(table, 0, 3000)],
        {frozenset(three) for three in itertools.combinations(unseen, 3)},
    )


def test_who_has_looked_through_the_pile_knows_it_also_when_others_took_from_it():
    table = Table(2).points(0, 5, bonuses=0).points(1, 5, bonuses=0).pile(*PILE).main().act("colour red")
    assert table.asks == "play a bonus card"
    for guess in guesses(table, 0, 20):
        assert guess.where(BONUS_PILE) == set(PILE), "who is to choose"
    assert len({frozenset(guess.where(BONUS_PILE)) for guess in guesses(table, 1, 400)}) > 10
    table.act("card delivery")
    assert (table.asks, table.player) == ("play a bonus card", 1)
    table.act("card workshop")
    for seat in (0, 1):
        for guess in guesses(table, seat, 20):
            assert guess.where(BONUS_PILE) == {"flood", "hall"}


def test_alone_only_the_deck_is_unknown_and_it_has_no_order():
    table = Table(1).hand(0, "ghg").main()
    for guess in guesses(table, 0, 20):
        assert compared(guess) == set()
