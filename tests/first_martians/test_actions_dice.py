"""Phase IV: what penalties, tokens, conditions, re-rolls and skills do to actions. The actions themselves: test_actions.py.

Every action die of the test deck shows its symbol on three faces of six.
"""

import pytest

from first_martians.resolving import finish, outcomes
from first_martians.table import Table

pytestmark = pytest.mark.boundscheck
COLOUR = {"quarters": "gray", "med": "blue", "manage": "brown", "research": "blue", "construct": "brown"}


def base(players=2, **options):
    return Table(players, **options).blank()


# What penalties and tokens do to actions


@pytest.mark.parametrize(
    ("part", "action", "good"),
    [
        ("crew_quarters.filter", "quarters", "oxygen"),
        ("med_lab.cpu", "med", "energy"),
        ("lab.hardware", "research 1", "oxygen"),
        ("working_bay.connector", "construct 3", "energy"),
        ("control_center.connector", "manage", "energy"),
    ],
)
@pytest.mark.parametrize("success", [True, False])
def test_the_action_costs_1_of_a_supply_also_when_it_fails(part, action, good, success):
    colour = COLOUR[action.split()[0]]
    table = base().put(sols=1, stress=9, wounds={1: 1}).track(living=2, working=1).broken(part)
    table.token(part.split(".")[0], "roll")
    table.coming((colour, "success", success)).ready().act(f"do {action}")
    if table.may(f"join {action}"):
        table.act(f"join {action}")
    finish(table)
    kind = action.split()[0]
    assert (kind, success) in outcomes(table)
    assert table.of("stock")[good] == 4


def test_an_action_whose_cost_is_not_there_cannot_be_chosen():
    table = base().broken("lab.hardware").stock(oxygen=0).ready()
    assert not table.may("do research 1")
    assert table.stock(oxygen=1).ready().may("do research 1")


@pytest.mark.parametrize("why", ["penalty", "token", "condition"])
def test_the_success_die_is_rolled_although_the_action_is_automatic(why):
    for success in (True, False):
        table = base().put(sols=1, wounds={1: 2})
        if why == "penalty":
            table.broken("med_lab.hardware")
        elif why == "token":
            table.token("med_lab", "roll")
        else:
            table.suffers(0, "sprain")
        table.coming(("blue", "success", success)).ready().act("do med", "join med")
        finish(table)
        assert outcomes(table, "med") == [("med", success)]
        assert table["wounds"][0] == 0, "only that die"


def test_the_condition_of_another_astronaut_does_not_matter():
    table = base(3).put(sols=1).suffers(1, "sprain").coming(("blue", "success", False)).ready()
    table.act("do research 1").idle().act("join research 1")
    finish(table)
    assert table["steps"][0] == 1


def test_the_token_wound_has_the_wound_die_rolled():
    for wound in (True, False):
        table = base().put(sols=1).token("lab", "wound").coming(("blue", "wound", wound)).ready()
        table.act("do research 1", "join research 1")
        finish(table)
        assert (table["steps"][0], table["wounds"][0]) == (1, int(wound))


def test_the_token_pawn_takes_one_pawn_more():
    for pawns, done in ((1, False), (2, True), (3, True)):
        table = base().put(sols=1).token("lab", "pawn").ready().act("do research 1")
        table.coming(("blue", "success", True), ("blue", "wound", True), ("blue", "adventure", False))
        for _ in range(pawns - 1):
            table.act("join research 1")
        finish(table)
        assert (table["steps"][0] == 1) == done
        assert table["wounds"][0] == (pawns == 2), "three are sure"


def test_the_token_help_takes_one_pawn_fewer_to_be_sure():
    table = base().put(sols=1).token("lab", "help").ready().act("do research 1")
    assert not table.may("join research 1")
    finish(table)
    assert table["steps"][0] == 1
    table = base().put(sols=1).token("control_center", "help").track(living=1).ready().act("do manage")
    finish(table)
    assert table.of("track")["living"] == 0, "at least 1"


def test_a_token_counts_for_every_action_of_its_facility():
    table = base(3).put(sols=1).token("lab", "pawn").ready().act("do research 1", "join research 1")
    table.act("do plant")
    assert table.may("join plant")
    table.act("join plant").idle().idle()
    table.coming(*[("blue", die, False) for die in ("success", "wound", "adventure") * 2])
    finish(table)
    assert table.changes("steps", "plants") == {}


# Re-rolling


def test_morale_tokens_re_roll_a_die():
    table = base().astronauts("medic", "geologist").put(sols=1, tokens={0: 5})
    table.coming(
        ("blue", "success", False), ("blue", "wound", True), ("blue", "adventure", False), ("blue", "success", True)
    )
    table.ready().act("do research 1").rest()
    assert (table.asks, table.player) == ("accept or re-roll", 0)
    assert table.legal == {"accept", "reroll success", "reroll wound"}, "dice that lie well stay"
    table.act("reroll success")
    assert table["tokens"][0] == 3
    assert table.legal == {"accept", "reroll wound"}
    table.act("accept")
    assert (table["steps"][0], table["wounds"][0]) == (1, 1)


def test_without_enough_tokens_nothing_is_asked():
    table = base().astronauts("medic", "geologist").put(sols=1, tokens={0: 1, 1: 9})
    table.coming(("blue", "success", False), ("blue", "wound", False), ("blue", "adventure", False))
    table.ready().act("do research 1").rest()
    assert table["over"]
    assert table["tokens"].tolist() == [2, 9, 0, 0]


def test_dice_that_lie_well_are_not_asked_about():
    table = base().put(sols=1, tokens={0: 5})
    table.coming(("blue", "success", True), ("blue", "wound", False), ("blue", "adventure", False))
    table.ready().act("do research 1").rest()
    assert table["over"]


def test_the_scientist_re_rolls_a_blue_die_once_a_round():
    table = base().astronauts("scientist", "medic").put(sols=1)
    table.coming(
        ("blue", "success", False), ("blue", "wound", True), ("blue", "adventure", True), ("blue", "success", False)
    )
    table.ready().act("do research 1").rest()
    assert table.legal == {"accept", "reroll success", "reroll wound", "reroll adventure"}
    table.act("reroll success")
    assert table.asks == "over", "the skill is used, and there are no tokens"
    assert table["steps"][0] == 0


def test_a_skill_that_costs_takes_its_tokens():
    table = base().astronauts("engineer", "medic").put(sols=1, tokens={0: 1})
    table.coming(
        ("brown", "success", False),
        ("brown", "wound", False),
        ("brown", "adventure", False),
        ("brown", "success", True),
    )
    table.ready().act("do construct 3").rest().act("reroll success")
    assert (table["tokens"][0], table["steps"][2]) == (0, 1)


@pytest.mark.parametrize(("astronaut", "action"), [("scientist", "do construct 3"), ("engineer", "do research 1")])
def test_a_skill_re_rolls_its_own_colour_only(astronaut, action):
    colour = {"do construct 3": "brown", "do research 1": "blue"}[action]
    table = base().astronauts(astronaut, "medic").put(sols=1, tokens={0: 1})
    table.coming((colour, "success", False), (colour, "wound", False), (colour, "adventure", False))
    table.ready().act(action).rest()
    assert table["over"]


def test_the_skill_comes_before_the_tokens():
    table = base().astronauts("scientist", "medic").put(sols=1, tokens={0: 2})
    table.coming(
        ("blue", "success", False), ("blue", "wound", False), ("blue", "adventure", False), ("blue", "success", False)
    )
    table.ready().act("do research 1").rest().act("reroll success")
    assert table["tokens"][0] == 2
    assert table.asks == "accept or re-roll", "now the tokens"


# Skills while assigning


def test_the_medic_heals_for_1_token():
    table = base().astronauts("medic", "scientist").put(tokens={0: 1}, wounds={1: 2}).ready()
    assert table.may("skill")
    table.act("skill", "astronaut 1")
    assert (table["wounds"][1], table["tokens"][0]) == (1, 0)
    assert (table.asks, table.player) == ("assign a pawn", 0), "no pawn was used"
    assert not table.may("skill")


def test_a_skill_is_used_once_a_round():
    table = base().astronauts("geologist", "scientist").put(tokens={0: 9}).next_event("r_gain").ready().act("skill")
    assert not table.may("skill")
    assert table.of("stock")["sample"] == 6
    table.first(0).look().rest()
    table.idle().idle()
    assert table.player == 0
    assert table.may("skill"), "ready again after the Clean-Up"


def test_a_skill_that_cannot_be_paid_is_not_offered():
    table = base().astronauts("medic", "scientist").put(wounds={1: 2}).ready()
    assert not table.may("skill")


def test_a_skill_for_dice_is_not_offered_while_assigning():
    table = base().astronauts("scientist", "medic").put(tokens={0: 9}).ready()
    assert not table.may("skill")


# Conditions


def test_frailty_adds_a_wound_to_every_wound():
    table = base(3).put(sols=1).suffers(0, "frailty").event("r_wound_all").ready().act("do event 1").rest()
    assert table["wounds"].tolist() == [2, 1, 1, 0]


def test_shock_gains_no_morale_tokens():
    table = base(3).put(sols=1).suffers(0, "shock").ready().act("do quiet").rest()
    assert not table["tokens"].any()


def test_a_condition_is_had_once():
    table = base(1).suffers(0, "fever").event("r_condition_me").put(sols=1).ready().act("do event 1").rest()
    assert table["condition"][0] == 1
