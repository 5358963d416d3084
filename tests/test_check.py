"""The conformance test itself: it passes a sound game, and names what is wrong with one that is not."""

import dataclasses
import pickle

import numpy as np
import pytest
from toy import TEAM, TOY, rules
from toy.state import CARD_0, CARDS, DRAW, PASS

from marszoo.envs.core import check, rng
from marszoo.envs.core.check import CheckFailed, check_game
from marszoo.envs.core.jit import COMPILED, jit

HIDDEN = ("place", "bid")


@pytest.mark.boundscheck
def test_a_sound_game_passes():
    reports = check_game(TOY, games=200, mask_games=50, property_games=20, hidden=HIDDEN)
    assert [report.num_players for report in reports] == [2, 3, 4]
    for report in reports:
        assert report.games == 250
        assert report.decisions > 10 * report.games
        assert report.tried > report.decisions / 10
        assert report.worlds > 400
        assert report.hidden == set(HIDDEN)
        assert "250 games" in str(report)


@pytest.mark.interpreted
def test_a_sound_game_passes_uncompiled_too():
    for game in (TOY, TEAM):
        check_game(game, games=3, mask_games=2, property_games=2, num_players=3, bonus=True)


def test_games_can_be_checked_with_options_and_at_one_number_of_players():
    (report,) = check_game(TOY, games=20, mask_games=0, property_games=0, num_players=4, max_cycles=9, die="four")
    assert (report.games, report.truncated, report.longest) == (20, 20, 9)


# --- games with one thing wrong, and what they are told ---


@jit
def step_makes_coins_negative(s, content, action):
    rules.step(s, content, action)
    if s.over:
        s.coins[0] = -1


@jit
def step_forgets_the_target(s, content, action):
    """Puts nobody's frame on top, in copies that try a raid."""
    rules.step(s, content, action)
    if action == CARD_0 + 4:
        s.depth = 0


@jit
def legal_leaves_old_marks(s, content, mask):
    keep = mask[PASS]
    rules.legal(s, content, mask)
    if keep == 7:
        mask[DRAW] = keep


@jit
def legal_forgets_the_last_round(s, content, mask):
    rules.legal(s, content, mask)
    if s.rounds == 2:
        mask[:] = 0


@jit
def observe_out_of_bounds(s, content, seat, out):
    rules.observe(s, content, seat, out)
    if s.rounds == 1:
        out[3] = 1.5


@jit
def observe_not_a_number(s, content, seat, out):
    rules.observe(s, content, seat, out)
    if s.rounds == 1:
        out[3] = np.nan


@jit
def observe_another_hand(s, content, seat, out):
    rules.observe(s, content, seat, out)
    out[5] = s.place[0] == (seat + 1) % s.num_players


@jit
def legal_looks_into_other_hands(s, content, mask):
    rules.legal(s, content, mask)
    if mask[DRAW] != 0 and s.place[0] != s.player and s.place[0] < 4:
        mask[DRAW] = 0


@jit
def determinize_guesses_nothing(s, content, seat, seed):
    rng.seed(s, seed)


@jit
def determinize_forgets_the_generator(s, content, seat, seed):
    word = s.rng
    rules.determinize(s, content, seat, seed)
    s.rng = word


@jit
def determinize_forgets_the_seed(s, content, seat, seed):
    rules.determinize(s, content, seat, rng.next_u64(s))
    s.rng = seed


@jit
def determinize_loses_a_card(s, content, seat, seed):
    rules.determinize(s, content, seat, seed)
    for c in range(CARDS):
        if s.place[c] == (seat + 1) % s.num_players:
            s.place[c] = 9
            return


@jit
def determinize_takes_from_the_own_hand(s, content, seat, seed):
    rng.seed(s, seed)
    for c in range(CARDS):
        if s.place[c] == seat:
            s.place[c] = 4


@jit
def results_not_zero_sum(s, content, score, key):
    rules.results(s, content, score, key)
    key[0] = np.nan


def describe_all_alike(s, content, action):
    return "something"


def text_shows_all_hands(s, content, seat, names):
    return str(np.asarray(s["place"]).tolist())


BROKEN = [
    ({"step": step_makes_coins_negative}, "an invariant is broken: coins are not negative"),
    ({"legal": legal_leaves_old_marks}, r"legal\(\) does not fill the mask anew.*action 24.*'option', 0"),
    ({"legal": legal_forgets_the_last_round}, "no legal action in a running game"),
    ({"observe": observe_out_of_bounds}, r"out of bounds, in segment 'round' \(entry 3\)"),
    ({"observe": observe_not_a_number}, r"out of bounds, in segment 'round' \(entry 3\)"),
    ({"observe": observe_another_hand}, r"sees what it must not, in segment 'hand' \(entry 5\)"),
    ({"legal": legal_looks_into_other_hands}, "the mask of seat . depends on what it cannot see"),
    ({"determinize": determinize_guesses_nothing}, "guesses differ from the truth only 0 times"),
    ({"determinize": determinize_forgets_the_generator}, "has the true generator"),
    ({"determinize": determinize_loses_a_card}, "a world of seat 0 breaks an invariant: every card is in a place"),
    ({"determinize": determinize_takes_from_the_own_hand}, "seat 0 sees what it must not, in segment 'hand'"),
    ({"results": results_not_zero_sum}, "payoffs are not zero-sum.*reward='rank'"),
    ({"describe": describe_all_alike}, "descriptions are not unique"),
    ({"render_text": text_shows_all_hands}, "the text for seat 0 shows what seat 0 must not see"),
]


# Each is a game of its own to the compiler, which takes seconds for what is played in none: a few are enough there.
@pytest.mark.interpreted
@pytest.mark.parametrize(("broken", "says"), BROKEN[::7] if COMPILED else BROKEN)
def test_what_is_wrong_is_named_with_a_seed_to_see_it_again(broken, says):
    (name,) = broken
    rule = broken[name]
    game = dataclasses.replace(TOY, name=f"toy_{getattr(rule, '__name__', name)}", version=0, **broken)

    def checks():
        # Not by check_game: a game made here has no name that copies could be pickled by.
        check.check_sound(game, 8)
        check.check_sound(game, 6, thorough=True)
        check.check_refusals(game, 1)
        check.check_hidden(game, 10)
        check.check_texts(game, 2)

    with pytest.raises(CheckFailed, match=says) as caught:
        checks()
    assert "toy_" in str(caught.value)
    assert "seed" in str(caught.value) or "games" in str(caught.value)


@pytest.mark.interpreted
def test_every_legal_action_is_tried_before_one_is_played():
    game = dataclasses.replace(TOY, name="toy_forgets", version=0, step=step_forgets_the_target)
    with pytest.raises(CheckFailed, match=r"a legal action leads to a broken state: action 4, which is .'card', 4"):
        check.check_sound(game, 6, thorough=True)


def test_hidden_fields_are_compared_with_those_declared():
    with pytest.raises(CheckFailed, match=r"never changed: \['coins'\]; that changed unexpectedly: \['bid'\]"):
        check.check_hidden(TOY, 20, hidden=("place", "coins"))


def test_copies_that_are_not_exact_are_noticed(monkeypatch):
    monkeypatch.setattr(check.AECGame, "clone", lambda env: pickle.loads(pickle.dumps(env)).determinize("player_0"))
    with pytest.raises((CheckFailed, RecursionError)):
        check.check_copies(TOY, 2)


def test_actions_played_against_the_mask_are_noticed(monkeypatch):
    monkeypatch.setattr(check.AECGame, "step", lambda *_: None)
    with pytest.raises(CheckFailed, match="action -1 is not in the mask, but can be played"):
        check.check_refusals(TOY, 1)


def test_a_cap_that_is_not_kept_is_noticed():
    @jit
    def endless(s, content, action):
        rules.step(s, content, action)
        s.max_cycles = 100

    game = dataclasses.replace(TOY, name="toy_endless", version=0, step=endless)
    with pytest.raises(CheckFailed, match="max_cycles=1"):
        check.check_caps(game)
