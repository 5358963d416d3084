"""What a viewer is shown, as text and as a picture: all that lies on the table, in words that tell things apart."""

import itertools
import re

import numpy as np
import pytest

from first_martians.decks import changed, edited, text_of, write
from first_martians.table import Table
from marszoo.envs.core.drawing import Canvas
from marszoo.envs.core.frames import TERMINATED, TRUNCATED
from marszoo.envs.first_martians import (
    GAME,
    asked,
    icons,
    phrases,
    picture_board,
    seen,
    seen_base,
    state,
    words,
)
from marszoo.envs.first_martians.picture import draw

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def base(players=2, mission="plain", **options):
    """An intact base before its first pawn is assigned."""
    return Table(players, mission, **options).blank()


def scene(table, viewer=-1):
    return seen.look(table.states[0], table.content, viewer, NAMES[: table.players])


def text(table, viewer=-1):
    """The whole text, with lines that were wrapped made whole again."""
    shown = GAME.render_text(table.states[0], table.content, viewer, NAMES[: table.players])
    return re.sub(r"\n {4,8}(?!skill|Fever|Sprain|Shock|Frailty)(?=\S)", " ", shown)


def line(table, begins, viewer=-1):
    """The one line that begins so."""
    (found,) = [row.strip() for row in text(table, viewer).splitlines() if row.strip().startswith(begins)]
    return found


def written(table, viewer=-1):
    """All the text of the picture."""
    return [words for _, words in draw(scene(table, viewer)).texts]


def described(table, action):
    return GAME.describe(table.states[0], table.content, table.number(action))


# --- viewers and decisions ---


@pytest.mark.interpreted
def test_every_viewer_sees_the_same_and_the_own_seat_is_marked():
    table = base(3).ready()
    for viewer in range(3):
        assert f"{NAMES[viewer]} (you" in text(table, viewer)
        assert f"{NAMES[viewer]} (you)" in written(table, viewer)
        assert text(table, viewer).replace("(you, ", "(").replace(" (you)", "") == text(table)
    assert "(you" not in text(table)


@pytest.mark.interpreted
def test_every_kind_of_decision_has_a_question_of_its_own():
    table = base().ready().act("do quiet")
    s = table.states[0]
    questions = set()
    for kind in range(1, len(state.DECISIONS) + 1):
        a = {state.DUE: table.content.ids["event"].index("quiet_hours"), state.ROLLED: 0}.get(kind, 1)
        questions.add(asked.question(s, table.content, (kind, 0, a, 0)))
    assert len(questions) == len(state.DECISIONS)
    hit = {asked.question(s, table.content, (state.HIT, 0, 1, b)) for b in (0, 1, state.HUNGER)}
    assert hit == {"who takes 1 wound", "who gets Sprain", "who goes hungry and takes a wound, 1 meal missing"}
    assert "to lose" in asked.question(s, table.content, (state.PICK_GOOD, 0, 1, state.TO_NOWHERE))
    with pytest.raises(ValueError, match="kind 99"):
        asked.question(s, table.content, (99, 0, 0, 0))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_decision_of_a_game_is_drawn_with_who_decides(players):
    met = set()
    for seed in range(3):
        table = Table(players, content=GAME.shipped, mission="random", seed=seed, difficulty="hard")
        chance = np.random.default_rng(seed)
        while not table["over"]:
            decider = NAMES[table.player]
            assert f"{decider} decides: " in text(table).splitlines()[0]
            if table.asks not in met:
                met.add(table.asks)
                assert any(row.startswith(f"{decider} decides: ") for row in written(table))
                assert [p.seat for p in scene(table).players if p.moving] == [table.player]
            table.act(str(chance.choice(sorted(table.legal))))
    assert met >= {"assign a pawn", "assign a helper", "accept or re-roll"}
    assert len(met) >= 6


@pytest.mark.interpreted
def test_the_picture_marks_who_decides_and_the_first_player():
    table = base(3).first(1).ready().act("do quiet", "do quiet")
    texts = draw(scene(table)).texts
    for tag, name in (("DECIDES", "Cleo"), ("FIRST", "Bob")):
        (where,) = [box for box, words in texts if words == tag]
        (whose,) = [box for box, words in texts if words == name]
        assert abs(where[1] - whose[1]) < 6
        assert where[0] > whose[2]


@pytest.mark.interpreted
def test_pawns_that_are_left_are_counted():
    table = base(2).astronauts("medic", "scientist").ready()
    assert [p.pawns for p in scene(table).players] == [2, 2]
    table.act("do quiet")
    assert [p.pawns for p in scene(table).players] == [1, 2]
    assert table.act("do quiet")["player"] == 1
    assert [p.pawns for p in scene(table).players] == [0, 2]
    assert "Bob (to decide): Scientist; 0 of 5 wounds; 0 Morale tokens; 2 pawns to assign" in text(table)


# --- the mission ---


@pytest.mark.interpreted
def test_the_mission_says_what_is_wanted_and_how_far_it_is():
    table = base(2, mission="sheet").tile("1.1", "plain_1").broken("farm.cpu").put(sol=2).ready()
    assert line(table, "Mission:") == (
        "Mission: Sheet (exploration, normal), by the end of sol 3 and with at most 1 broken parts, now 1"
    )
    assert "[ ] explore 2 places: 1 of 2" in text(table)
    assert "[ ] explore 1 point of interest (optional): 0 of 1" in text(table)
    table.put(done={0: 1})
    assert "[x] explore 2 places\n" in text(table)
    assert {"Explore 2 places", "1/2", "Optional", "broken parts: 1, 1 allowed"} <= set(written(table))


@pytest.mark.interpreted
def test_projects_say_where_and_for_what():
    table = base(3).put(steps={1: 2}).ready()
    assert "project 2, Digest: 2 of 6 steps (Lab, 2 samples a step)" in text(table)
    assert "project 4, Tower: 0 of 2 steps (Working bay, ring 1)" in text(table)
    assert {"Finish Digest", "2/6", "Lab, 2 samples a step"} <= set(written(table))


@pytest.mark.interpreted
@pytest.mark.parametrize("mission", ["goals", "more_goals"])
def test_every_kind_of_objective_has_words_of_its_own(mission):
    goals = [goal.text for goal in scene(base(2, mission=mission).ready()).objectives]
    assert len(set(goals)) == len(goals)
    said = {
        "goals": {
            "explore 1 place of ring 3",
            "gather 3 goods",
            "have 4 samples",
            "have 6 food",
            "have 5 grown plants",
        },
        "more_goals": {"repair 2 parts by Build actions", "have 1 upgrade at work", "have Morale at +2 or higher"},
    }
    assert said[mission] <= set(goals)


# --- the base ---


@pytest.mark.interpreted
def test_a_block_says_what_the_next_malfunction_phase_may_bring():
    # The System die always shows 1; the filter of the first Oxygenator moves the track by 1.
    table = base().track(system=3).broken("oxygenator_1.filter").ready()
    assert line(table, "System block").startswith(
        "System block: Malfunction track 3 of 5; green marker, no red die [1 1 1 1 1 1], +1 by penalties; 0 of 6 for"
    )
    assert "card next: 6 in 6" not in written(table)
    table.red("system")
    assert "red die [1 1 1 1 1 1] is rolled (red marker), +1 by penalties; 6 of 6 for" in line(table, "System block")
    assert {"card next: 6 in 6", "penalties: +1", "in the pool"} <= set(written(table))
    system, living, working = scene(table).blocks
    assert (system.name, living.name, working.name) == ("System", "Living", "Working")
    assert (system.chance, living.chance) == (6, 0)
    table.deck("s_lose")
    assert "cards: 1 in the deck, 3 discarded" in line(table, "System block")


@pytest.mark.interpreted
def test_the_die_of_the_mission_sheet_is_always_in_the_pool():
    table = base(2, mission="sheet").ready()
    assert "yellow die [2 2 2 2 2 2] is rolled (mission)" in line(table, "Working block")
    assert "orange die [3 3 3 3 3 3] is rolled (red marker)" in line(table, "Living block")


@pytest.mark.interpreted
def test_a_facility_says_what_is_broken_and_what_that_costs():
    table = base().broken("med_lab.hardware", "control_center.connector").upgrade("generator").ready()
    assert line(table, "Med lab").endswith("HARDWARE BROKEN: must be rolled; cpu ok [costs 1 energy]; connector ok")
    assert "CONNECTOR BROKEN: costs 1 energy, cancelled" in line(table, "Control center")
    assert "Generator works [Control center: no penalty for its connector]" in line(table, "Control center")
    assert "must be rolled" in written(table)
    assert "(costs 1 energy)" in written(table)
    assert "Oxygenator 1 (productivity 4 of 4, needs energy)" in text(table)
    assert "Med lab (blue dice, sure with 2 pawns, needs oxygen and energy)" in text(table)


@pytest.mark.interpreted
def test_tokens_and_shutdown_tiles_lie_at_their_facilities():
    table = base().token("lab", "roll").token("lab", "pawn", waiting=True).shut("probe_bay", "oxygen", "energy").ready()
    assert line(table, "Lab (").endswith("token 'roll'; waiting 'pawn'")
    assert line(table, "Probe bay").endswith("SHUT DOWN (oxygen); SHUT DOWN (energy)")
    assert "SHUT DOWN" in written(table)
    lab = next(f for block in scene(table).blocks for f in block.facilities if f.name == "Lab")
    assert (lab.token, lab.waiting) == ("roll", ("pawn",))


@pytest.mark.interpreted
def test_upgrades_are_cards_until_they_are_installed():
    table = base().upgrade("rack", "pending").ready()
    assert "Upgrades to install" in text(table)
    assert line(table, "Scanner") == "Scanner [Med lab: its action does 1 more]"
    assert "Rack pending [Working bay: automatic with 1 pawn fewer]" in line(table, "Working bay")
    assert "Scanner (card)" in written(table)


@pytest.mark.interpreted
def test_supplies_farm_stress_and_morale_are_told():
    table = base().stock(oxygen=2, food=1, seed=0, part=1, energy=0, sample=3).put(cargo={4: 2})
    table.put(plants={0: 2, 6: 1}, stress=22, morale=-1).ready()
    assert line(table, "Supplies") == "Supplies: 2 oxygen, 1 food, 1 spare part, 3 samples; Pending: 2 seeds"
    assert "1 grown plant in 5 greenhouses" in line(table, "Farm:")
    assert line(table, "Farm:").endswith("seeds on the growth track: 2 on 1")
    assert line(table, "Stress 22") == (
        "Stress 22 of 31; in every Production +1 seed from 21 on; +1 spare part, +1 sample from 29 on"
    )
    assert line(table, "Morale -1").startswith("Morale -1 (")
    assert {"+2 pending", "Stress 22", "every Production: +1 seed"} <= set(written(table))
    # Eight facilities need oxygen and ten energy; two Oxygenators make 8, two Solar Panels 10.
    assert line(table, "Next Production").startswith("Next Production: +0 oxygen, +0 energy (")
    table.broken("oxygenator_1.hardware")
    assert line(table, "Next Production").startswith("Next Production: -1 oxygen, +0 energy (")
    assert "-1/sol" in written(table)


# --- outside, events, actions ---


@pytest.mark.interpreted
def test_explored_places_show_what_lies_there_and_what_hinders():
    table = base().tile("1.1", "far_1").tile("1.2", "edge_1").tile("2.1", "find_2", seed=1).ready()
    assert line(table, "1.1") == "1.1 Far 1: 1 spare part, 1 sample; 1 pawn more to gather"
    assert line(table, "1.2") == "1.2 Edge 1: 1 food; no way further out"
    assert line(table, "2.1") == "2.1 Find 2: 1 seed; point of interest"
    # 2.2 can be reached from 2.1 only, 3.2 from nowhere.
    assert line(table, "to explore") == "to explore: 1.3, 1.4, 1.5, 1.6, 2.2, 2.6, 3.1"
    shown = written(table)
    assert {"Far 1", "Edge 1", "Find 2", "1.1", "3.6"} <= set(shown)


@pytest.mark.interpreted
def test_places_that_can_be_explored_are_marked_in_the_picture():
    table = base().ready()
    free = [(p.ring, p.sector) for p in scene(table).places if p.reachable]
    assert free == [(1, k) for k in range(1, 7)]
    spots = {
        tuple(map(int, p.split("."))) for a in table.legal if a.startswith("do explore 1") for p in (a.split()[2],)
    }
    assert spots == set(free)

    def marked():
        image = GAME.render_image(table.states[0], table.content, -1, NAMES[:2])
        return (image[100:450, 760:1150] == picture_board.CHOICE).all(axis=2).sum()

    with_choice = marked()
    assert with_choice > 500
    table.states["over"][0] = TERMINATED
    assert marked() == 0


@pytest.mark.interpreted
def test_open_events_say_what_they_take_and_what_they_threaten():
    table = base().event("quiet_hours", left=1).event("long_night", left=2, slot=2).stock(energy=1).ready()
    assert line(table, "1 Quiet hours") == (
        "1 Quiet hours: takes 1 pawn, or pay 2 energy (too little) when it is due; due after 1 Action phase, "
        "then: -2 seeds"
    )
    assert line(table, "2 Long night") == (
        "2 Long night: takes 2 pawns; due after 2 Action phases, then: cpu of Farm breaks; attended: +2 food"
    )
    assert {"1 Quiet hours", "+2 food", "or pay 2 energy (lacking), else -2 seeds"} <= set(written(table))


@pytest.mark.interpreted
def test_actions_say_how_many_pawns_they_take_and_have():
    table = base(2).token("lab", "pawn").tile("1.1", "far_1").broken("lab.cpu").ready()
    assert described(table, "do quiet") == "rest in the Quiet Place: 1 pawn"
    assert described(table, "do repair") == "repair a part: 1 pawn, sure with 2"
    assert described(table, "do research 1") == "research Study (project 1): 2 pawns, sure with 3"
    # Ring 1, one pawn more for its hazard.
    assert described(table, "do gather 1.1") == "gather at place 1.1 (1 spare part, 1 sample): 3 pawns, sure with 4"
    table.act("do gather 1.1")
    assert described(table, "join gather 1.1").endswith("(1 spare part, 1 sample): has 1, takes 3, sure with 4")
    assert line(table, "gather at").endswith("1 pawn, too few, takes 3; in front: Ann")
    assert "1/4" in written(table)
    table.act("do repair", "join repair")
    assert line(table, "repair a part").endswith("2 pawns, no dice; in front: Ann")
    assert [job.kind for job in scene(table).jobs] == ["gather", "repair"]


@pytest.mark.interpreted
def test_helpers_and_rovers_say_whether_they_are_left():
    table = base(2).put(blocked={"froggy": 1}).ready()
    assert line(table, "Helpers") == ("Helpers: AOM (research) ready, AOM (build) ready, Froggy blocked, Scorpio ready")
    table = base(4).tile("1.1", "plain_1").ready()
    table.act("do gather 1.1", "do quiet", "do quiet", "do quiet", "do quiet", "do quiet", "do quiet", "do quiet")
    assert table.asks == "assign a helper"
    assert "which action Scorpio joins" in text(table).splitlines()[0]
    assert described(table, "join gather 1.1").startswith("join: gather at place 1.1")
    assert described(table, "idle") == "leave Scorpio idle"
    table.act("join gather 1.1")
    assert table["over"] == 0


@pytest.mark.interpreted
def test_dice_on_the_table_are_shown():
    table = base(2).astronauts("medic", "geologist").put(tokens={0: 2}).ready()
    table.coming(("blue", "success", False), ("blue", "wound", True), ("blue", "adventure", False))
    table.act("do research 1", "do quiet", "do quiet", "do quiet")
    while table.asks == "assign a helper":
        table.act("idle")
    assert table.asks == "accept or re-roll"
    head = text(table).splitlines()[0]
    assert head.endswith(
        "Ann decides: keep the dice or re-roll one (success no, wound yes, adventure no), to research Study (project 1)"
    )
    assert scene(table).thrown == (("success", False), ("wound", True), ("adventure", False))
    assert {"no success", "wound", "no adventure"} <= set(written(table))
    assert described(table, "reroll success") == "re-roll the success die for 2 Morale tokens"
    assert "Ann: the rest of research Study (project 1)" in scene(table).pending


@pytest.mark.interpreted
def test_a_re_roll_by_skill_costs_no_tokens():
    table = base(2).astronauts("scientist", "medic").ready()
    table.coming(("blue", "success", False), ("blue", "wound", False), ("blue", "adventure", False))
    table.act("do research 1", "do quiet", "do quiet", "do quiet")
    while table.asks == "assign a helper":
        table.act("idle")
    assert described(table, "reroll success") == "re-roll the success die by skill"


@pytest.mark.interpreted
def test_what_is_still_to_come_is_told_in_its_order():
    # The event of the next sol: one wound for an astronaut of choice, then Stress +1. Bob is First Player by then.
    table = base(2).next_event("alarm").ready().rest()
    assert table.asks == "who is hit"
    assert text(table).splitlines()[0].endswith("Bob decides: who takes 1 wound")
    assert scene(table).pending == ("Bob: Stress +1",)


@pytest.mark.interpreted
def test_a_malfunction_that_is_being_resolved_is_told():
    table = base(2).deck("w_pick").trigger_after("working").ready().act("do quiet")
    assert table.asks == "who is hit"
    assert scene(table).pending == ("Ann: Stress +2", "Working track back to 0; the Living marker turns red")


@pytest.mark.interpreted
def test_of_several_goods_to_lose_it_is_told_how_many():
    table = base(2).put(sols=1).event("r_strip").tile("1.1", "plain_1", sample=3).ready().act("do event 1").rest()
    assert text(table).splitlines()[0].endswith("decides: where outside a good is lost, the first of 2")
    table.act("place 1.1", "good sample")
    assert text(table).splitlines()[0].endswith("decides: where outside a good is lost")


@pytest.mark.interpreted
def test_what_has_no_name_is_shown_by_its_id(tmp_path):
    # Nor need a place of the Stress track have an effect.
    nameless = re.sub(r"^name = .*\n", "", text_of(), flags=re.MULTILINE)
    nameless = edited("stress low", "effects", "", nameless)
    table = base(content=GAME.content(write(tmp_path, nameless))).event("quiet_hours").upgrade("rack", "available")
    table.astronauts("medic", "engineer").put(tokens={0: 4}).tile("1.1", "plain_1").ready()
    shown = text(table)
    for id in ("plain", "medic", "engineer", "quiet_hours", "rack", "plain_1"):
        assert id in shown
    assert "medic" in described(table, "skill")
    assert "quiet_hours" in text(table.rest())


@pytest.mark.interpreted
def test_an_event_that_nobody_will_be_asked_about_strikes_all_the_same():
    # Two events are due: the first asks for its price; the second has none, so that it only waits.
    table = base().event("quiet_hours", slot=1).event("calm_sol", slot=2).stock(energy=2).ready().rest()
    assert table.asks == "pay for the event"
    assert text(table).splitlines()[0].endswith("Ann decides: pay 2 energy for Quiet hours, or: -2 seeds")
    assert scene(table).pending == ("Ann: A calm sol strikes: -1 seed",)


@pytest.mark.interpreted
def test_astronauts_say_what_ails_them():
    table = base(2).astronauts("medic", "scientist").suffers(1, "fever", "shock")
    table.put(wounds={1: 3}, ready={1: 0}, tokens={1: 1}).ready()
    assert "Bob: Scientist; 3 of 5 wounds; 1 Morale token; 2 pawns to assign\n" in text(table)
    assert "    skill (used): re-roll a blue die\n" in text(table)
    assert line(table, "Fever:") == "Fever: Stress +1 in every Production because of it"
    assert line(table, "Shock:") == "Shock: gains no Morale tokens"
    assert {"2 to live", "Fever", "Shock", "Skill (used): re-roll a blue die"} <= set(written(table))


# --- the end ---


@pytest.mark.interpreted
def test_the_end_says_how_the_mission_ended():
    def ends(ending, over=TERMINATED, **fields):
        table = base(2, mission="sheet").put(ending=ending, **fields)
        table.states["over"][0] = over
        assert any(row.startswith(("lost", "mission", "cut")) for row in written(table))
        assert scene(table).mover == -1
        return text(table).splitlines()[0].removeprefix("First Martians | ")

    assert ends(state.WON) == "mission accomplished, sol 1 of 3"
    assert ends(state.OUT_OF_SOLS, sol=3) == "lost: out of sols, sol 3 of 3"
    assert ends(state.TOO_BROKEN, sol=3) == "lost: too many broken parts, sol 3 of 3"
    assert ends(state.DIED, wounds={1: 5}) == "lost: Bob died, sol 1 of 3"
    assert ends(state.NOT_ENDED, TRUNCATED) == "cut off in sol 1 of 3 and scored as it stands"


@pytest.mark.interpreted
def test_the_picture_leaves_out_of_what_happened_what_it_shows_as_declared():
    table = base(2).ready().act("do quiet")
    (told,) = [row for row in scene(table).news if "declares quiet" in row]
    assert f"\n  {told}" in text(table)
    assert told not in written(table)
    assert set(scene(table).news) - set(scene(table).past) == {told}
    assert "rest in the Quiet Place" in written(table)


# --- signs ---


def painted(draw_it, size=40):
    """The picture, and the pixels that differ from the ground."""
    ground = (10, 20, 30)
    made = Canvas(size, size, ground)
    draw_it(made)
    return made.array(), (made.array() != ground).any(axis=2)


def unlike(a, b):
    return (np.abs(a.astype(int) - b).sum(axis=2) > 200).sum()


def test_every_good_has_a_sign_of_its_own_inside_its_square():
    for side in (12, 16, 30):
        arrays = []
        for which in range(len(words.GOODS)):
            array, touched = painted(lambda made, s=side, w=which: icons.good(made, w, (20, 20), s))
            low, high = 20 - side // 2, 20 + side // 2
            assert not touched[:low].any()
            assert not touched[high:].any()
            assert not touched[:, :low].any()
            assert not touched[:, high:].any()
            assert ((array > 190).all(axis=2)).sum() > 0.05 * side * side, words.GOODS[which]
            arrays.append(array > 190)
        for a, b in itertools.combinations(range(len(arrays)), 2):
            assert (arrays[a].all(axis=2) != arrays[b].all(axis=2)).sum() > 0.08 * side * side


def test_parts_and_tokens_have_signs_of_their_own():
    for broken in (False, True):
        arrays = [painted(lambda made, k=k, b=broken: icons.part(made, 5, 5, 14, k, b))[0] for k in words.PARTS]
        assert all(unlike(a, b) > 20 for a, b in itertools.combinations(arrays, 2))
    works, broken = (painted(lambda made, b=b: icons.part(made, 5, 5, 14, "cpu", b))[0] for b in (False, True))
    assert unlike(works, broken) > 60
    tokens = [painted(lambda made, k=k: icons.token(made, (20, 20), 8, k))[0] for k in words.MODIFIERS]
    assert all(unlike(a, b) > 12 for a, b in itertools.combinations(tokens, 2))
    hazards = [painted(lambda made, k=k: icons.hazard(made, (20, 20), 6, k))[0] for k in phrases.LASTING]
    assert unlike(*hazards) > 5
    free, blocked = (
        painted(lambda made, b=b: icons.rover(made, (20, 20), 12, (40, 130, 70), b))[0] for b in (False, True)
    )
    assert unlike(free, blocked) > 40


def test_a_crowded_table_with_long_names_stays_in_its_boxes(tmp_path):
    long = "Interplanetary Commission for Extraordinarily Slow Decisions"
    content = changed(
        tmp_path,
        ("mission plain", 'name = "Plain"', f'name = "{long}"'),
        ("mission plain", 'name = "Study"', f'name = "{long}"'),
        ("roi far_1", 'name = "Far 1"', f'name = "{long}"'),
        ("roi far_1", '["sample", "part"]', '["sample", "part", "food", "seed"]'),
        ("roi far_3", 'name = "Far 3"', f'name = "{long}"'),
        ("event alarm", 'name = "Alarm"', f'name = "{long}"'),
        ("facility control_center", 'name = "Control center"', f'name = "{long}"'),
        ("upgrade generator", 'name = "Generator"', f'name = "{long}"'),
        ("condition fever", 'name = "Fever"', f'name = "{long}"'),
        ("astronaut medic", 'name = "Medic"', f'name = "{long}"'),
    )
    table = base(4, content=content).suffers(0, "fever", "shock", "sprain", "frailty").upgrade("generator", "pending")
    table.tile("1.1", "far_1").tile("1.2", "find_1").tile("2.1", "far_2").tile("3.1", "far_3").tile("3.2", "find_3")
    table.event("alarm", left=3).event("long_night", left=2, slot=2).event("quiet_hours", slot=3)
    table.token("control_center", "roll").token("control_center", "pawn", waiting=True).track(living=4).red("living")
    table.put(stock=dict.fromkeys(words.GOODS, 99), cargo=dict.fromkeys(range(6), 99), tokens={0: 9}, stress=33)
    table.broken("control_center.connector", "control_center.cpu").shut("lab", "oxygen", "energy")
    table.put(plants=dict.fromkeys(range(6), 9)).ready()
    table.act("do gather 1.1", "do construct 3", "do construct 4", "do explore 1.3", "do quarters", "do event 1")
    texts = draw(scene(table, 0)).texts
    assert sum("Interpl" in words for _, words in texts) >= 7
    for k, (a, words_a) in enumerate(texts):
        assert 0 <= a[0] < a[2] <= 1200, words_a
        assert 0 <= a[1] < a[3] <= 900, words_a
        for b, words_b in texts[:k]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (words_a, words_b)


def test_the_scene_holds_plain_values_only():
    """Nothing of the record or of the tables gets into what is drawn from."""

    def plain(value):
        if isinstance(value, tuple):
            return all(map(plain, value))
        if hasattr(value, "__dataclass_fields__"):
            return all(plain(getattr(value, name)) for name in value.__dataclass_fields__)
        return type(value) in (int, str, bool, float)

    table = base(4).event("alarm").tile("1.1", "far_1").token("lab", "roll", waiting=True).ready().act("do quiet")
    assert plain(scene(table))
    assert isinstance(scene(table).blocks[0], seen_base.Block)
