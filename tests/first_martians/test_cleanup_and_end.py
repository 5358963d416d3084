"""Phase VI and the end of the mission; and how a mission is set up."""

import numpy as np
import pytest

from first_martians.decks import edited, write
from first_martians.table import BLOCKS, Table
from marszoo.envs.first_martians import GAME
from marszoo.envs.first_martians.state import E_END, ENDINGS

pytestmark = pytest.mark.boundscheck
RUNNING, WON, DIED, OUT_OF_SOLS, TOO_BROKEN = range(5)


def base(players=2, mission="plain", **options):
    return Table(players, mission, **options).blank()


def next_sol(table, event="r_gain"):
    return table.next_event(event).ready().rest()


def finished(table):
    """The last sol ends."""
    table.put(sols=table["sol"]).ready().rest()
    assert table.asks == "over"
    return table


# Clean-Up


def test_tokens_in_use_are_discarded():
    table = next_sol(base().token("lab", "roll").token("med_lab", "help"))
    assert not table["modifier"].any()


def test_the_top_waiting_token_becomes_active():
    table = base().put(waiting={"lab": [3, 1, 2]})
    next_sol(table)
    assert (table.of("modifier")["lab"], table["waiting"][11].tolist()) == (3, [1, 2, 0])
    next_sol(table, "r_lose")
    assert (table.of("modifier")["lab"], table["waiting"][11].tolist()) == (1, [2, 0, 0])


def test_a_token_that_comes_later_lies_on_top():
    table = base().put(waiting={"lab": [4, 2, 0]}).event("r_token_roll").put(sols=1)
    table.ready().act("do event 1", "do quarters", "join quarters").rest()
    assert table["waiting"][11].tolist() == [1, 4, 2]


def test_a_waiting_token_stays_at_a_facility_that_is_shut_down():
    table = base().put(waiting={"lab": [3, 1, 0]}).token("lab", "roll").shut("lab", "energy")
    next_sol(table)
    assert (table.of("modifier")["lab"], table["waiting"][11].tolist()) == (0, [3, 1, 0])


def test_a_token_put_down_now_counts_in_the_next_round():
    table = base().event("r_token_pawn").next_event("r_gain").ready().act("do event 1").rest()
    assert table["sol"] == 2
    assert table.of("modifier")["probe_bay"] == 3


def test_pending_cargo_becomes_available():
    table = next_sol(base().put(cargo={"part": 2, "sample": 1}))
    assert table.of("stock")["part"] == 7
    assert table.of("stock")["sample"] == 6
    assert not table["cargo"].any()


def test_goods_that_were_not_gathered_do_not_count_as_delivered():
    table = next_sol(base().put(cargo={"part": 2, "sample": 3}, gathered=3))
    assert (table["delivered"], table["gathered"]) == (3, 0)


def test_skills_are_ready_again():
    table = next_sol(base().put(ready={0: 0, 1: 0}))
    assert table["ready"][:2].tolist() == [1, 1]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_first_player_passes_clockwise_and_the_sol_marker_moves_on(players):
    table = base(players)
    for sol, event in enumerate(("r_gain", "r_lose", "r_cargo", "r_stress"), 2):
        next_sol(table.put(track=0, wounds=0, stock=9), event)
        assert (table["sol"], table["first"]) == (sol, (sol - 1) % players)


# Winning


def goals(players=2, mission="goals"):
    """The mission whose objectives are named in the tests; none is reached yet."""
    return base(players, mission).put(plants={6: 0}, stock={"food": 5})


REACH = {
    "tiles 2": lambda t: t.tile("1.1", "plain_1").tile("1.4", "far_1"),
    "deep 1": lambda t: t.tile("3.3", "plain_3"),
    "poi 1": lambda t: t.tile("2.2", "find_2"),
    "cargo 3": lambda t: t.put(delivered=3),
    "samples 4": lambda t: t.stock(sample=4),
    "food 6": lambda t: t.stock(food=6),
    "plants 5": lambda t: t.put(plants={6: 5}),
    "parts 6": lambda t: t.stock(part=6),
}
NEARLY = {
    "tiles 2": lambda t: t.tile("1.1", "plain_1"),
    "deep 1": lambda t: t.tile("2.3", "plain_2"),
    "poi 1": lambda t: t.tile("2.2", "plain_2"),
    "cargo 3": lambda t: t.put(delivered=2),
    "samples 4": lambda t: t.stock(sample=3),
    "food 6": lambda t: t.stock(food=5),
    "plants 5": lambda t: t.put(plants={6: 4}),
    "parts 6": lambda t: t.stock(part=5),
}


@pytest.mark.parametrize("goal", REACH)
def test_an_objective_is_reached_when_the_clean_up_finds_it_so(goal):
    k = [*REACH].index(goal)
    assert base(2, "goals").sheet["objectives" if k < 6 else "optional"][k % 6] == goal
    for prepare, reached in ((NEARLY, 0), (REACH, 1)):
        table = prepare[goal](base(2, "goals").stock(food=0, sample=0, part=0))
        finished(table)
        assert table["done"][k] == reached


@pytest.mark.parametrize(
    ("goal", "change"),
    [
        ("repairs 2", lambda t, n: t.put(repairs=1 + n)),
        ("upgrades 1", lambda t, n: t.upgrade("rack", "working" if n else "available")),
        ("morale 2", lambda t, n: t.put(morale=1 + n)),
        ("project wall", lambda t, n: t.put(steps={0: 1 + n})),
    ],
)
def test_other_kinds_of_objectives(goal, change):
    k = ["repairs 2", "upgrades 1", "morale 2", "project wall"].index(goal)
    for n in (0, 1):
        table = finished(change(base(2, "more_goals"), n))
        assert table["done"].tolist() == [int(j == k and n == 1) for j in range(8)]


def test_an_upgrade_counts_when_it_works():
    table = base(2, "more_goals").upgrade("rack", "pending")
    assert finished(table)["done"][1] == 1, "it becomes operational in this very Clean-Up"


def test_an_objective_stays_done():
    table = base(2, "goals").stock(food=6)
    next_sol(table)
    assert table["done"][5] == 1
    next_sol(table.stock(food=2), "r_lose")
    assert table["done"][5] == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_amounts_depend_on_the_number_of_players(players):
    for n in (players - 1, players):
        table = base(players, "sheet")
        for k in range(n):
            table.tile(f"1.{k + 1}", ("plain_1", "far_1", "edge_1", "steep_1")[k])
        assert finished(table)["done"][0] == (n == players)


def all_mandatory(table):
    for goal in list(REACH)[:6]:
        REACH[goal](table)
    return table


def test_all_mandatory_objectives_win():
    table = all_mandatory(base(2, "goals")).ready().rest()
    assert (table.asks, table["ending"], table["sol"]) == ("over", WON, 1)
    assert table["done"].tolist() == [1] * 6 + [0, 0], "optional ones are not needed"


@pytest.mark.parametrize("missing", list(REACH)[:6])
def test_one_that_is_missing_does_not(missing):
    table = base(2, "goals")
    for goal in list(REACH)[:6]:
        (NEARLY if goal == missing else REACH)[goal](table)
    # The place of ring 3 and the point of interest are two places already.
    if missing == "tiles 2":
        table.put(spot=dict.fromkeys(range(12), -1), ground=0)
        table.put(done={2: 1})
    next_sol(table)
    assert table["ending"] == RUNNING
    assert table["sol"] == 2


def test_objectives_of_earlier_sols_count():
    table = all_mandatory(base(2, "goals")).stock(food=0, sample=0).put(done={4: 1, 5: 1}).ready().rest()
    assert table["ending"] == WON


def test_optional_objectives_alone_do_not_win():
    table = base(2, "sheet").tile("1.1", "find_1")
    finished(table)
    assert (table["done"][:2].tolist(), table["ending"]) == ([0, 1], OUT_OF_SOLS)


# The threshold


@pytest.mark.parametrize("n", [0, 2, 3])
def test_broken_parts_up_to_the_threshold_are_allowed(n):
    table = all_mandatory(base(2, "goals")).broken(*["lab.cpu", "farm.cpu", "garage_hall.connector"][:n])
    assert table["threshold"] == 2
    next_sol(table)
    assert table["ending"] == (WON if n <= 2 else RUNNING), "above it one plays on while sols remain"


def test_above_the_threshold_at_the_end_is_lost():
    table = all_mandatory(base(2, "goals")).broken("lab.cpu", "farm.cpu", "garage_hall.connector")
    assert finished(table)["ending"] == TOO_BROKEN


def test_who_mends_in_time_wins_later():
    table = all_mandatory(base(2, "goals")).stock(part=1).broken("lab.cpu", "farm.cpu", "garage_hall.connector")
    next_sol(table)
    table.act("do repair", "join repair").rest()
    table.act("part lab.cpu", "spare")
    assert (table["ending"], table["sol"]) == (WON, 2)


def test_a_part_whose_penalty_is_cancelled_counts_as_broken():
    table = all_mandatory(base(2, "goals")).broken("lab.cpu", "farm.cpu", "control_center.connector")
    assert finished(table)["ending"] == TOO_BROKEN
    table = base(2, "more_goals").put(threshold=0, repairs=2, morale=2, steps={0: 2}, done={1: 1}).broken("lab.cpu")
    assert finished(table)["ending"] == TOO_BROKEN


def test_parts_of_a_facility_that_is_shut_down_count():
    table = all_mandatory(base(2, "goals")).broken("lab.cpu", "lab.filter", "lab.hardware").shut("lab", "oxygen")
    assert finished(table)["ending"] == TOO_BROKEN


def test_markers_on_tracks_and_in_the_box_do_not_count():
    table = (
        all_mandatory(base(2, "goals")).track(working=2, living=1, system=3).red(*BLOCKS).broken("lab.cpu", "farm.cpu")
    )
    assert finished(table)["ending"] == WON
    assert (table["track"].tolist(), table["red"].tolist()) == ([4, 4, 4], [1, 1, 1])


def test_no_threshold_no_limit():
    table = base(2, "more_goals").put(repairs=2, morale=2, steps={0: 2}, done={1: 1})
    table.broken("lab.cpu", "farm.cpu", "garage_hall.connector", "med_lab.connector", "control_center.filter")
    assert table["threshold"] == -1
    assert finished(table)["ending"] == WON


# Losing


def test_out_of_sols_is_lost():
    assert finished(base(2, "goals"))["ending"] == OUT_OF_SOLS


def test_a_death_is_lost_at_once():
    table = (
        base(3).put(wounds={1: 4}).event("r_wound_all").ready().act("do event 1", "do quarters", "join quarters").rest()
    )
    assert (table.asks, table["ending"], table["sol"]) == ("over", DIED, 1)


def test_two_deaths_are_one_end():
    table = base(3).put(wounds={1: 4, 2: 4}).event("r_wound_all").ready().act("do event 1").rest()
    assert table["ending"] == DIED
    assert [row[0] for row in table.log].count(E_END) == 1


def test_a_death_is_lost_even_with_all_objectives():
    table = all_mandatory(base(2, "goals")).put(wounds={1: 4}).event("r_wound_all").ready()
    table.act("do event 1").rest()
    assert table["ending"] == DIED


@pytest.mark.parametrize("wounds", [3, 4])
def test_health_is_the_number_of_wounds_that_kill(wounds):
    table = base(2).put(wounds={0: wounds}, sols=1).event("r_wound_me").ready().act("do event 1").rest()
    assert (table["ending"] == DIED) == (wounds == 4)


# Payoffs


def outcome(table, reward="outcome"):
    return GAME.settle_up(table.states, 0, table.content, reward)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_crew_wins_and_loses_together(players):
    won = all_mandatory(base(players, "goals")).ready().rest()
    for reward in ("outcome", "rank", "margin"):
        assert outcome(won, reward).payoff.tolist() == [1] * players
    lost = finished(base(players, "goals"))
    for reward in ("outcome", "rank"):
        assert outcome(lost, reward).payoff.tolist() == [-1] * players


def test_margin_pays_by_the_share_of_objectives():
    shares = {(): 0, ("tiles 2",): 1 / 6, ("tiles 2", "cargo 3", "food 6"): 3 / 6}
    for reached, share in shares.items():
        table = base(2, "goals").put(plants={6: 2})
        for goal in reached:
            REACH[goal](table)
        finished(table)
        assert outcome(table, "margin").payoff.tolist() == pytest.approx([2 * share - 1] * 2)


def test_half_an_objective_is_half_a_share():
    table = finished(base(2, "goals").tile("1.1", "plain_1"))
    assert outcome(table, "margin").payoff.tolist() == pytest.approx([2 * (1 / 2) / 6 - 1] * 2)


def test_a_mission_that_is_not_won_pays_less_than_one_that_is():
    table = all_mandatory(base(2, "goals")).broken("lab.cpu", "farm.cpu", "garage_hall.connector")
    assert outcome(finished(table), "margin").payoff.tolist() == pytest.approx([2 * 0.9 - 1] * 2)


def test_the_score_is_the_number_of_objectives():
    table = REACH["parts 6"](all_mandatory(base(3, "goals"))).ready().rest()
    assert outcome(table).score.tolist() == [7] * 3


# How long it went


def survived(table):
    out = np.full((int(table.states["num_players"][0]), 1), -1.0)
    GAME.measure(table.states[0], table.content.tables, out)
    assert (out == out[0]).all(), "one crew"
    return out[0, 0]


@pytest.mark.parametrize("sol", [1, 4])
def test_a_mission_that_ends_in_a_clean_up_survived_its_sol(sol):
    lost = finished(base(2, "goals").put(sol=sol))
    assert (lost["ending"], survived(lost)) == (OUT_OF_SOLS, sol)
    won = all_mandatory(base(2, "goals").put(sol=sol)).ready().rest()
    assert (won["ending"], survived(won)) == (WON, sol)


def test_the_sol_of_a_death_was_not_survived():
    table = base(2).put(wounds={0: 4}, sol=3).event("r_wound_me").ready().act("do event 1").rest()
    assert (table["ending"], table["sol"], survived(table)) == (DIED, 3, 2)


def test_the_sol_that_is_cut_was_not_survived():
    table = base(2).put(sol=3).ready()
    assert (table["ending"], survived(table)) == (RUNNING, 2)


# Set-up


@pytest.mark.parametrize("mission", ["plain", "sheet", "goals", "more_goals", "short"])
@pytest.mark.parametrize("difficulty", ["training", "normal", "hard"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_mission_is_set_up(mission, difficulty, players):
    table = Table(players, mission, difficulty=difficulty)
    row = table.sheet
    assert row["id"] == mission
    change = {"training": (2, 1, 2), "normal": (0, 0, 0), "hard": (-1, -1, -1)}[difficulty]
    sols = row["sols"][players - 1] if isinstance(row["sols"], list) else row["sols"]
    assert table["sols"] == max(1, sols + change[1])
    threshold = row["threshold"]
    assert table["threshold"] == (-1 if threshold < 0 else max(0, threshold + change[2]))
    dice = {"training": [], "normal": row.get("dice", []), "hard": BLOCKS}[difficulty]
    assert table.of("listed") == {block: int(block in dice) for block in BLOCKS}
    assert {b for b, n in table.of("red").items() if n} >= set(row.get("red", []))
    assert table["plants"][6] == players, "a plant for each astronaut"
    assert table.of("output") == {"oxygenator_1": 4, "oxygenator_2": 4, "solar_panel_1": 5, "solar_panel_2": 5}
    assert not table["broken"].any()
    assert (table["sol"], table["phase"]) == (1, 3) or table.asks != "assign a pawn"


@pytest.mark.parametrize("difficulty", ["training", "normal", "hard"])
def test_supplies_are_those_of_the_sheet(difficulty):
    change = {"training": 2, "normal": 0, "hard": -1}[difficulty]
    table = Table(1, "sheet", difficulty=difficulty).blank()
    assert table["stock"].tolist() == [n + change for n in (1, 2, 3, 4, 5, 6)]
    table = Table(1, "goals", difficulty=difficulty).blank()
    assert table["stock"].tolist() == [max(0, change)] * 6


def test_seedlings_of_the_sheet_grow_from_the_first_production_on():
    table = Table(2, "sheet")
    assert table["plants"].tolist() == [0, 1, 0, 2, 0, 0, 2], "one step on already in the first sol"


def test_each_seat_has_another_astronaut():
    seen = set()
    for seed in range(30):
        table = Table(3, seed=seed)
        crew = table["astronaut"][:3].tolist()
        assert len(set(crew)) == 3
        seen.add(tuple(crew))
    assert len(seen) > 10


def test_a_random_mission_is_any_of_the_missions():
    seen = {Table(2, "random", seed=seed)["mission"] for seed in range(60)}
    assert seen == {0, 1, 2, 3, 4}
    assert {Table(2, "random", content=GAME.shipped, seed=seed)["mission"] for seed in range(60)} == set(range(6))


def test_the_options_name_missions_and_difficulties():
    with pytest.raises(ValueError, match="second_roof"):
        GAME.options(mission="second_rof")
    with pytest.raises(ValueError, match="training"):
        GAME.options(difficulty="easy")
    with pytest.raises(ValueError, match="malfunction_icon"):
        GAME.options(penalty_counting="none")


def test_missions_of_ones_own_content_are_options(tmp_path):
    content = GAME.content(write(tmp_path, edited("mission short", 'id = "short"', 'id = "very_short"')))
    assert Table(2, "very_short", content=content).sheet["id"] == "very_short"
    with pytest.raises(ValueError, match="very_short"):
        GAME.options(content=content, mission="short")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("mission", GAME.shipped.ids["mission"])
def test_every_shipped_mission_can_be_played_by_anybody(mission, players):
    random = np.random.default_rng(players)
    for difficulty in ("training", "hard"):
        table = Table(players, mission, content=GAME.shipped, seed=players, difficulty=difficulty)
        for _ in range(1500):
            if table["over"]:
                break
            table.act(str(random.choice(sorted(table.legal))))
        assert table["over"] == 1
        assert table["ending"] in range(1, len(ENDINGS))
