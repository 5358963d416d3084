"""Phases I and II: the event that opens a sol, what becomes of it, and the Morale phase."""

import pytest

from first_martians.table import Table
from marszoo.envs.first_martians import GAME, words
from marszoo.envs.first_martians.state import ENDINGS

pytestmark = pytest.mark.boundscheck


def base(players=2, **options):
    return Table(players, **options).blank()


def next_sol(table, event):
    """On to the Action phase of the next sol, which begins with this event."""
    sol = table["sol"]
    table.next_event(event).ready().rest()
    assert table["sol"] == sol + 1 or table.asks != "assign a pawn"
    return table


# Events: the track first, then the effects, then it lies open


@pytest.mark.parametrize(("event", "block"), [("calm_sol", 0), ("quiet_hours", 1), ("long_night", 2)])
def test_the_track_of_the_events_block_advances_by_1(event, block):
    table = next_sol(base().track(working=1, living=2, system=3), event)
    expected = [1, 2, 3]
    expected[block] += 1
    assert table["track"].tolist() == expected


def test_the_event_has_its_effects_and_lies_open():
    table = next_sol(base(), "long_night")
    assert table.of("stock")["food"] == 4
    assert table.open_events() == {"long_night"}
    assert table["left"].tolist() == [2, 0, 0]


def test_the_consequences_of_the_track_come_before_the_effects_of_the_event():
    # The card asks who is wounded; the event would ask as well, and has added no Stress yet.
    table = base().track(working=4).deck("w_pick")
    next_sol(table, "alarm")
    assert table.asks == "who is hit"
    assert (table.place("w_pick"), table["stress"]) == ("resolving", 0)
    table.act("astronaut 0")
    assert (table.asks, table["stress"]) == ("who is hit", 2), "the card's Stress; now the event asks"
    table.act("astronaut 1")
    assert table["wounds"][:2].tolist() == [1, 1]
    assert table["stress"] == 2 + 1 + 2, "the event's Stress, and that of two astronauts in Production"


def test_the_first_player_says_who_is_hit_in_the_events_phase():
    table = next_sol(base(3).first(1), "alarm")
    assert (table.asks, table.player) == ("who is hit", 2), "the First Player of the new sol"
    assert table.legal == {"astronaut 0", "astronaut 1", "astronaut 2"}


def test_events_come_up_once_each():
    table = base()
    table.put(drawn=0)
    for sol in range(2, 12):
        table.put(track=0, red=0, stress=0, morale=0, wounds=0, stock=9, broken=0).ready()
        while table["sol"] < sol or table.asks != "assign a pawn":
            table.rest()
            if table.asks != "assign a pawn":
                table.act(sorted(table.legal)[0])
        assert sum(table["drawn"]) == sol - 1, "another one each sol"


def test_when_all_events_have_come_up_all_but_the_open_ones_may_come_again():
    seen = set()
    for seed in range(120):
        table = base(seed=seed).event("quiet_hours", left=3).event("r_gain", left=2, slot=2)
        table.put(drawn=1)
        table.states["drawn"][0, len(table.content.ids["event"]) :] = 0
        table.ready().rest()
        seen |= table.open_events() - {"quiet_hours", "r_gain"} if table["left"].min() >= 0 else set()
        assert table["drawn"].sum() == 3, "the two that lie open, and the new one"
    assert len(seen) > 30


# The Event action


def test_an_event_action_is_offered_for_each_open_event():
    table = base().event("calm_sol").event("quiet_hours", left=2, slot=2).ready()
    assert {a for a in table.legal if a.startswith("do event")} == {"do event 1", "do event 2"}


@pytest.mark.parametrize(("event", "attend"), [("r_gain", 1), ("long_night", 2)])
def test_with_enough_pawns_an_event_action_succeeds_without_dice(event, attend):
    for pawns in (1, 2):
        table = base().event(event).put(sols=1).ready().act("do event 1")
        assert table.may("join event 1") == (attend == 2)
        if pawns == 2 and attend == 2:
            table.act("join event 1")
        table.rest()
        attended = pawns >= attend
        gained = {"r_gain": 3, "long_night": 2}[event] if attended else 0
        assert table.of("stock")["food"] == 5 + gained
        assert table.is_broken("farm.cpu") == (event == "long_night" and not attended)


def test_an_event_that_is_attended_to_is_gone_and_has_no_consequence():
    table = base().event("calm_sol").put(sols=1).ready().act("do event 1").rest()
    assert table.changes("open", "left", "stock") == {"open": {0: (0, -1)}, "left": {0: (1, 0)}}


def test_the_same_event_is_attended_to_once():
    table = base().event("r_gain").ready().act("do event 1")
    assert not table.may("do event 1")


def test_me_is_the_astronaut_in_front():
    table = base(3).event("r_tokens_me").ready().act("do quiet", "do event 1").rest()
    assert table["tokens"].tolist() == [2 + 3, 0, 0, 0], "seat 0 is in front of both"
    table = base(3).event("r_tokens_me").ready().idle().idle().act("do event 1").rest()
    assert table["tokens"].tolist() == [0, 2, 0, 0]


def test_the_first_player_is_not_always_in_front():
    table = base(3).first(2).event("r_tokens_first").ready().idle().idle().act("do event 1").rest()
    assert table["tokens"].tolist() == [0, 0, 2, 0], "seat 0 attends, seat 2 is First Player"


# An event that nobody attends to


@pytest.mark.parametrize("left", [1, 2, 3])
def test_an_event_lies_open_for_so_many_action_phases(left):
    table = base().event("calm_sol", left=left).stock(seed=5)
    for k, event in enumerate(("r_gain", "r_lose", "r_cargo")[:left], 1):
        next_sol(table, event)
        assert ("calm_sol" in table.open_events()) == (k < left)
        assert table.of("stock")["seed"] == (5 if k < left else 4)


def test_an_event_that_is_due_in_its_own_sol_strikes_in_that_sol():
    table = next_sol(base(), "calm_sol")
    assert table.of("stock")["seed"] == 5
    next_sol(table, "r_gain")
    assert table.of("stock")["seed"] == 4


def test_the_price_may_be_paid_instead():
    for action, seed, energy in (("pay", 5, 3), ("penalty", 3, 5)):
        table = base(3).first(1).event("quiet_hours").put(sols=1).ready().rest()
        assert (table.asks, table.player, table.legal) == ("pay for the event", 1, {"pay", "penalty"})
        table.act(action)
        assert (table.of("stock")["seed"], table.of("stock")["energy"]) == (seed, energy)
        assert not table.open_events()


def test_a_price_that_cannot_be_paid_is_not_asked_for():
    table = base().event("quiet_hours").stock(energy=1).put(sols=1).ready().rest()
    assert table.asks == "over"
    assert (table.of("stock")["seed"], table.of("stock")["energy"]) == (3, 1)


def test_events_that_are_due_are_dealt_with_before_the_malfunction_phase():
    table = (
        base().event("alarm").track(system=0, working=4).broken("lab.filter").deck("w_pick").deck("s_lose").put(sols=1)
    )
    table.ready().rest()
    # The consequence moved the System marker to 5: its card came at once, and only then the Malfunction phase's.
    assert (table.asks, words.PHASES[table["phase"]]) == ("who is hit", "malfunction")
    assert table.place("s_lose") == "discard"
    assert table["stress"] == 2, "the event's; the card's follows"


def test_several_events_that_are_due_strike_one_after_the_other():
    table = base().event("quiet_hours").event("calm_sol", slot=2).event("r_gain", slot=3).put(sols=1).ready().rest()
    assert table.asks == "pay for the event"
    table.act("penalty")
    assert table.of("stock")["seed"] == 5 - 2 - 1 + 1
    assert not table.open_events()


def test_there_is_room_for_three_open_events():
    table = base().event("calm_sol", left=3).event("r_gain", left=2, slot=2)
    next_sol(table, "quiet_hours")
    assert table.open_events() == {"calm_sol", "r_gain", "quiet_hours"}
    next_sol(table, "r_lose")
    assert table.open_events() == {"calm_sol", "quiet_hours", "r_lose"}


# Morale: "-2 to +3. Positive: gain that many Morale tokens; negative: discard that many; each one missing is 1 wound"


@pytest.mark.parametrize("morale", [-2, -1, 0, 1, 2, 3])
@pytest.mark.parametrize("tokens", [0, 1, 4])
def test_the_first_player_gains_or_discards_as_many_tokens_as_the_track_shows(morale, tokens):
    table = base(3).first(1).put(morale=morale, tokens=dict.fromkeys(range(3), tokens))
    next_sol(table, "r_gain")
    missing = max(0, -morale - tokens)
    expected = [tokens, tokens, max(0, tokens + morale), 0]
    assert table["tokens"].tolist() == expected, "only the First Player"
    assert table["wounds"].tolist() == [0, 0, missing, 0]


def test_the_box_has_18_morale_tokens():
    table = base(3).first(1).put(morale=3, tokens={0: 8, 1: 8, 2: 1})
    next_sol(table, "r_gain")
    assert table["tokens"].tolist() == [8, 8, 2, 0]


def test_an_astronaut_may_die_in_the_morale_phase():
    table = base().first(1).put(morale=-2, wounds={0: 4})
    table.next_event("r_gain").ready().rest()
    assert (table.asks, table["ending"]) == ("over", ENDINGS.index("an astronaut died"))
    assert words.PHASES[table["phase"]] == "morale"


def test_whoever_gains_no_tokens_gains_none_in_the_morale_phase():
    table = base().first(1).put(morale=2).suffers(0, "shock")
    next_sol(table, "r_gain")
    assert table["tokens"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("word", ["morale", "gloom"])
def test_the_morale_track_ends_at_both_sides(word):
    at, expected = {"morale": (2, 3), "gloom": (-2, -2)}[word]
    table = base().put(morale=at).event(f"r_{word}").put(sols=1).ready().act("do event 1").rest()
    assert table["morale"] == expected


def test_set_up_tokens_and_morale():
    for difficulty, tokens in (("training", 2), ("normal", 1), ("hard", 1)):
        table = Table(3, difficulty=difficulty)
        assert table["tokens"].tolist() == [tokens] * 3 + [0]
        assert table["morale"] == 0


def test_every_event_of_the_game_can_come_up():
    seen = set()
    content = GAME.shipped
    for seed in range(400):
        seen |= Table(content=content, mission=content.ids["mission"][0], seed=seed).open_events()
    assert seen == set(content.ids["event"])
