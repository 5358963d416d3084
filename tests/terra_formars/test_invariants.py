"""Each invariant reads its own name when it is broken; and what a determinised state must keep and must change."""

import numpy as np
import pytest

from marszoo.envs.core.frames import TERMINATED
from marszoo.envs.core.jit import COMPILED
from marszoo.envs.terra_formars import GAME
from marszoo.envs.terra_formars.state import ABSENT, ASIDE, AT_TOTAL, BEFORE_ROLL, DEAD, HAND, PENDING, PILE
from terra_formars.table import DECK, Table

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

SUPPORTS_IN_PLACE = "every support is in one place, and only those of the content exist"
ROW_MATCHES = "the row shows exactly the face-up supports"
OWNERS = "equipment is on tables and squad cards are in hands, of seats that play"
PENDING_CARDS = "every pending squad card has one frame, and known cards are in hands"
COCKROACHES_IN_PLACE = "every cockroach is in one place, and the slots show the face-up ones"
COCKROACHES_ADD_UP = "removed at set-up + pile + face up + dead = all cockroaches"
WOUNDS = "a living cockroach has fewer wounds than health"
MARKERS = "markers are off the table only while they are placed"
HOLDINGS = "no holding is below zero"
ICONS = "no more icons are spent than were rolled"
FRAMES = "the top frame is a decision of a seat that plays, and blank rows follow the stack"
HEROES = "heroes are different"
END = "the game ends with the kill that cannot be replaced, and only then"


def card(name):
    return DECK.ids["support"].index(name)


def roach(name):
    return DECK.ids["cockroach"].index(name)


def spending():
    """A sound state of two players: seat 0 spends; e06 on its table, s16 in its hand, c36 and c42 face up."""
    return Table().equip(0, "e06").hand(0, "s16").row("s24", "s25", "s28").dice("**", "W").spending()


BREAKS = [
    (SUPPORTS_IN_PLACE, {"place": {31: PILE}}),  # the deck has 31 supports, 0 to 30
    (SUPPORTS_IN_PLACE, {"place": {card("s17"): ABSENT}}),
    (SUPPORTS_IN_PLACE, {"place": {card("s17"): 7}}),
    (ROW_MATCHES, {"row": {0: -1}}),
    (ROW_MATCHES, {"row": {1: card("s24")}}),
    (ROW_MATCHES, {"place": {card("s24"): PILE}}),
    (OWNERS, {"place": {card("e06"): HAND}}),
    (OWNERS, {"place": {card("s17"): 20}}),
    (OWNERS, {"place": {card("s17"): HAND + 2}}),
    (PENDING_CARDS, {"place": {card("s17"): PENDING}}),
    (PENDING_CARDS, {"known": {card("s17"): 1}}),
    (COCKROACHES_IN_PLACE, {"slot": {0: roach("c43")}}),
    (COCKROACHES_IN_PLACE, {"slot": {0: roach("c42")}}),
    (COCKROACHES_IN_PLACE, {"lair": {roach("c43"): 9}}),
    (COCKROACHES_IN_PLACE, {"returned": {roach("c36"): 1}}),
    (COCKROACHES_ADD_UP, {"kills": 1}),
    (COCKROACHES_ADD_UP, {"lair": {roach("c37"): DEAD}}),
    (COCKROACHES_ADD_UP, {"lair": {roach("c37"): ASIDE}}),
    (WOUNDS, {"hurt": {0: 8}}),
    (WOUNDS, {"hurt": {2: 1}}),
    (MARKERS, {"marker": {1: -1}}),
    (MARKERS, {"marker": {1: 2}}),
    (HOLDINGS, {"points": {0: -1}}),
    (HOLDINGS, {"stars": {1: -1}}),
    (HOLDINGS, {"wounds": {1: -1}}),
    (HOLDINGS, {"wounds": {2: 1}}),  # a seat that nobody sits on
    (ICONS, {"paid_stars": {0: 3}}),
    (ICONS, {"paid_serums": {0: 1}}),
    (ICONS, {"paid_wounds": {1: 2}}),
    (ICONS, {"paid_special": {0: 1}}),
    (ICONS, {"face": {3: 6}}),
    (FRAMES, {"player": 1}),
    (FRAMES, {"depth": 1}),
    (HEROES, {"hero": {1: 0}}),
    (HEROES, {"hero": {1: 4}}),
    (END, {"over": TERMINATED, "kills": 1}),
]


def test_the_state_that_is_broken_below_is_sound():
    assert GAME.violations(spending().states, 0, DECK) == []


@pytest.mark.parametrize(
    ("name", "fields"), BREAKS, ids=[f"{name[:20]}-{next(iter(f))}{k}" for k, (name, f) in enumerate(BREAKS)]
)
def test_a_record_broken_by_hand_reads_the_name_of_its_invariant(name, fields):
    table = spending().put(**fields)
    assert GAME.violations(table.states, 0, DECK) == [name]


def test_every_invariant_is_broken_by_some_record():
    assert {name for name, _ in BREAKS} == set(GAME.invariants)


def test_an_end_with_an_empty_pile_is_sound_and_a_missing_cockroach_is_not():
    table = Table().slots("c45", "c36", hurt=(3,)).nest().dice("W").spending().act("attack")
    assert GAME.violations(table.states, 0, DECK) == []
    table.put(lair={roach("c43"): PILE})
    assert END in GAME.violations(table.states, 0, DECK)
    table = spending().put(slot={1: -1})
    assert END in GAME.violations(table.states, 0, DECK)


# Guesses of what a seat cannot see


class Guess:
    """A determinised copy of a table, with what the seat sees before and after."""

    def __init__(self, table, seat, seed):
        self.true, self.states = table.states, table.states.copy()
        GAME.kernels.determinize(self.states, 0, table.content.tables, seat, np.uint64(seed))
        self.table, self.seat = table, seat

    def view(self, states):
        out = np.zeros(GAME.observation.width(self.table.players), np.float32)
        GAME.kernels.observe(states, 0, self.table.content.tables, self.seat, out)
        return out

    def mask(self, states):
        mask = GAME.mask()
        GAME.kernels.legal(states, 0, self.table.content.tables, mask)
        return mask


def hands(place, players):
    return [(place == HAND + p).sum() for p in range(players)]


def drawn_cards(players=3):
    """Seat 0 knows s16 of seat 1, but not the other cards of the others, who drew them; seat 0 is to spend."""
    table = Table(players).hand(0, "s18").hand(0, "s21", known=False).hand(1, "s16").hand(1, "s26", "s22", known=False)
    return table.hand(2, "s17", known=False).holding(1, points=1).dice("**", "*S").spending()


def games(count):
    """States of random games at which somebody holds unseen cards, or not: (table, seat that looks)."""
    for seed in range(count):
        random = np.random.default_rng(seed)
        players = 2 + seed % 3
        table = Table(players, seed=seed, auto_pass=bool(seed % 2)).fresh()
        for step in range(120):
            if table["over"]:
                break
            choices = sorted(table.legal)
            liked = [a for a in choices if a == "technique"]
            table.act(liked[0] if liked else str(random.choice(choices)))
            if step % 7 == 3:
                yield table, int(random.integers(players))


def test_a_guess_keeps_all_that_the_seat_sees_and_conserves_all_cards():
    hidden = different = 0
    for k, (table, seat) in enumerate(games(24 if COMPILED else 3)):
        if table["over"]:
            continue
        guess = Guess(table, seat, k)
        before, after = guess.true[0], guess.states[0]
        assert GAME.violations(guess.states, 0, table.content) == []
        np.testing.assert_array_equal(guess.view(guess.true), guess.view(guess.states))
        if table.player == seat:
            np.testing.assert_array_equal(guess.mask(guess.true), guess.mask(guess.states))
        old, new = np.asarray(before["place"]), np.asarray(after["place"])
        assert sorted(old) == sorted(new), "as many cards in every place"
        seen = (np.asarray(before["known"]) == 1) | (old == HAND + seat)
        seen |= (old != PILE) & ((old < HAND) | (old >= 20))
        np.testing.assert_array_equal(old[seen], new[seen])
        lair, guessed = np.asarray(before["lair"]), np.asarray(after["lair"])
        assert sorted(lair) == sorted(guessed)
        open_ones = ((lair != PILE) & (lair != ASIDE)) | (np.asarray(before["returned"]) == 1)
        np.testing.assert_array_equal(lair[open_ones], guessed[open_ones])
        for field in before.dtype.names:
            if field not in ("rng", "place", "lair"):
                np.testing.assert_array_equal(before[field], after[field], err_msg=field)
        assert before["rng"] != after["rng"], "the generator is always a fresh one"
        unseen = (old >= HAND) & (old < 20) & (old != HAND + seat) & (np.asarray(before["known"]) == 0)
        hidden += unseen.any()
        different += (old != new).any() and unseen.any()
    if COMPILED:
        assert hidden > 30
    assert different >= 0.6 * hidden


def test_every_unseen_card_is_guessed_in_every_place_it_may_be_in():
    table = drawn_cards()
    found = {name: set() for name in table.supports}
    for k in range(400 if COMPILED else 60):
        place = Guess(table, 0, k).states["place"][0]
        for i, name in enumerate(table.supports):
            found[name].add(int(place[i]))
    for name in ("s26", "s22", "s17", "s19"):
        assert found[name] == {PILE, HAND + 1, HAND + 2}, name
    assert found["s18"] == found["s21"] == {HAND}, "the own hand is known to oneself, also what nobody else saw"
    assert found["s16"] == {HAND + 1}
    assert found["e06"] == {PILE}, "equipment is never in a hand"


def test_the_cards_of_the_own_hand_are_hidden_from_the_others():
    table = drawn_cards()
    found = {int(Guess(table, 1, k).states["place"][0, card("s21")]) for k in range(200 if COMPILED else 60)}
    assert found == {PILE, HAND, HAND + 2}


def test_all_guesses_of_a_hand_are_equally_likely():
    table = Table().hand(1, "s26", known=False).dice("**").spending()
    counts = {}
    for k in range(3000 if COMPILED else 300):
        place = Guess(table, 0, k).states["place"][0]
        name = table.supports[int(np.flatnonzero(place == HAND + 1)[0])]
        counts[name] = counts.get(name, 0) + 1
    pool = [c for c in table.held("pile") if c[0] == "s"] + ["s26"]
    assert set(counts) == set(pool)
    if COMPILED:
        mean = 3000 / len(pool)
        assert max(abs(n - mean) for n in counts.values()) < 5 * mean**0.5


def test_which_cockroaches_were_removed_is_guessed_but_not_those_seen():
    table = Table().slots("c43", "c36").hand(0, "s19").nest("c45", "c37", "c39", "c40").spending().act("card s19")
    assert table["returned"][roach("c43")] == 1
    gone = set()
    for k in range(300 if COMPILED else 60):
        lair = Guess(table, 0, k).states["lair"][0]
        assert lair[roach("c43")] == PILE, "everybody saw it go back"
        gone |= {table.roaches[i] for i in np.flatnonzero(lair == ASIDE)}
    unseen = {c for c in table.roaches if table.lair(c) == "aside"} | {
        c for c in table.roaches if table.lair(c) == "pile"
    }
    assert gone == unseen - {"c43"}


def test_a_cockroach_that_comes_back_face_up_is_no_longer_in_the_pile():
    table = Table().slots("c43", "c36").hand(0, "s19").nest("c45").hand(0, "s19").spending().act("card s19")
    table.put(hurt={0: table.left(0) - 1}).show("W", "W").act("attack")
    assert table.roach_in(0) == "c43"
    assert table["returned"][roach("c43")] == 0


@pytest.mark.parametrize("hidden", [("s21",), ("s21", "s16"), ("s22", "s21_b", "s20")])
def test_a_seat_asked_in_a_window_holds_a_card_it_can_play_in_every_guess(hidden):
    # Before the roll only few cards are of use when nobody has anything: most hands are no explanation of the question.
    table = Table().slots("c44", "c36").markers(0, 1).hand(1, *hidden, known=False).nest().window(BEFORE_ROLL, seat=1)
    for k in range(500 if COMPILED else 40):
        guess = Guess(table, 0, k)
        assert guess.mask(guess.states).sum() > 1, "seat 1 can do more than pass"
        assert hands(guess.states["place"][0], 2) == [0, len(hidden)]


def test_the_seat_asked_knows_its_own_hand():
    table = Table().hand(0, "s17", known=False).hand(1, "s26", known=False).dice("**").window(AT_TOTAL)
    for k in range(50):
        guess = Guess(table, 0, k)
        assert guess.states["place"][0, card("s17")] == HAND
        np.testing.assert_array_equal(guess.mask(guess.true), guess.mask(guess.states))


def test_guesses_of_one_seed_are_equal_whatever_the_truth_and_of_other_seeds_differ():
    table = drawn_cards()
    truth = Guess(table, 0, 5).states.tobytes()
    for k in range(5):
        table.states = Guess(table, 0, 100 + k).states
        assert Guess(table, 0, 5).states.tobytes() == truth
    assert len({Guess(table, 0, k).states.tobytes() for k in range(20)}) == 20


def test_a_guess_can_be_made_at_the_start_and_after_the_end():
    table = Table().fresh()
    assert GAME.violations(Guess(table, 1, 3).states, 0, DECK) == []
    table = (
        Table()
        .slots("c45", "c36", hurt=(3,))
        .nest()
        .hand(1, "s17", known=False)
        .dice("W")
        .spending()
        .act("attack", "pass")
    )
    assert table["over"] == TERMINATED
    guess = Guess(table, 0, 3)
    assert GAME.violations(guess.states, 0, DECK) == []
    np.testing.assert_array_equal(guess.view(guess.true), guess.view(guess.states))
