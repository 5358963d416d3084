"""Actions, events, effects and the glossary in words: that they tell things apart, and what they say."""

import itertools

import numpy as np
import pytest

from first_martians.table import TEST_DECK, Table
from marszoo.envs.first_martians import GAME, asked, glossary, happened, phrases, state, words
from marszoo.envs.first_martians.actions import JOB_AT

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def packed(kind, seat, a, b):
    """An event as the record has it."""
    return kind | seat << 8 | (a & 255) << 16 | (b & 255) << 24


def told(*events):
    """The lines that these events become."""
    table = Table().blank()
    s = table.states[0]
    s["events"] = len(events)
    s["event"][: len(events)] = [packed(*event) for event in events]
    return happened.happened(s, table.content, NAMES)


@pytest.mark.interpreted
def test_every_kind_of_event_has_words_of_its_own():
    kinds = {value for name, value in vars(state).items() if name.startswith("E_")} - {state.E_NONE}
    table = Table().blank()
    lines = [line for kind in kinds - {state.E_PHASE} for line in told((kind, 1, 1, 1))]
    assert len(set(lines)) == len(lines) == len(kinds) - 1 == 42
    assert told((state.E_PHASE, 0, words.PRODUCTION_PHASE, 0), (state.E_STRESS, 0, 2, 0)) == ("production: Stress +2",)
    assert told((state.E_STRIP, 0, words.SAMPLE, 7)) == ("1 sample lost at place 2.2",)
    assert told((state.E_CARGO, 0, words.SAMPLE, 2)) == ("+2 samples (Pending)",)
    with pytest.raises(ValueError, match="kind 99"):
        happened.crew_event(table.states[0], table.content, "Ann", 99, 0, 0)


@pytest.mark.interpreted
def test_an_action_is_a_line_with_its_dice_its_outcome_and_what_came_of_it():
    green = len(words.DICE) * words.GREEN_DICE
    event = TEST_DECK.ids["event"].index("alarm")
    assert told(
        (state.E_SOL, 0, 2, 0),
        (state.E_EVENT, 0, event, 0),
        (state.E_TRACK, 0, words.LIVING, 1),
        (state.E_PHASE, 0, words.MORALE_PHASE, 0),
        (state.E_PHASE, 0, words.PRODUCTION_PHASE, 0),
        (state.E_STRESS, 0, 2, 0),
        (state.E_ASSIGN, 0, JOB_AT[words.J_EXPLORE] + 7, 0),
        (state.E_JOIN, 1, JOB_AT[words.J_EXPLORE] + 7, 0),
        (state.E_SKILL, 0, 0, 0),
        (state.E_HEAL, 1, 1, 0),
        (state.E_ASSIGN, 1, JOB_AT[words.J_MANAGE], 0),
        (state.E_JOB, 1, words.J_MANAGE, 0),
        (state.E_SUCCESS, 1, words.J_MANAGE, 0),
        (state.E_TRACK, 0, words.LIVING, 0),
        (state.E_JOB, 0, words.J_EXPLORE, 7),
        (state.E_LOSE, 0, words.OXYGEN, 1),
        *((state.E_ROLL, 0, green + k, k == 1) for k in range(3)),
        (state.E_SKILL, 0, 0, 0),
        (state.E_ROLL, 0, green, 0),
        (state.E_WOUND, 0, 1, 0),
        (state.E_FAIL, 0, words.J_EXPLORE, 7),
        (state.E_TOKEN, 0, 1, 0),
        (state.E_JOB, 1, words.J_RESTART, 1),
        (state.E_SHORT, 1, words.J_RESTART, 1),
        (state.E_JOB, 1, words.J_UPGRADE, 1),
        (state.E_LOST, 1, words.J_UPGRADE, 1),
    ) == (
        "sol 2",
        f"event: {told((state.E_EVENT, 0, event, 0))[0].removeprefix('event: ')}: Living track at 1",
        "production: Stress +2",
        "Ann declares explore place 2.2; Bob joins explore place 2.2",
        f"{told((state.E_SKILL, 0, 0, 0))[0]}: 1 wound of Bob healed",
        "Bob declares manage",
        "Bob, manage: done; Living track at 0",
        "Ann, explore place 2.2: -1 oxygen; green dice: no success, wound, no adventure; "
        f"{told((state.E_SKILL, 0, 0, 0))[0]}; re-rolled, green dice: no success; Ann takes 1 wound; failed; "
        "Ann gains 1 Morale token",
        "Bob, restart Oxygenator 2: too few pawns, nothing is done",
        f"Bob, upgrade {TEST_DECK.names['upgrade'][1]}: no longer possible, nothing is done",
    )


@pytest.mark.interpreted
def test_a_card_that_strikes_during_an_action_has_its_own_line_and_so_has_the_end_of_the_action():
    assert told(
        (state.E_JOB, 1, words.J_QUIET, 0),
        (state.E_CARD, 0, 0, 0),
        (state.E_RED, 0, words.LIVING, 1),
        (state.E_SUCCESS, 1, words.J_QUIET, 0),
        (state.E_MALFUNCTION, 0, words.WORKING, 0),
        (state.E_MALFUNCTION, 0, words.LIVING, 2),
        (state.E_MALFUNCTION, 0, words.SYSTEM, 3),
    ) == (
        "Bob, quiet",
        f"{told((state.E_CARD, 0, 0, 0))[0]}: Living marker turns red",
        "Bob, quiet: done",
        "Malfunction phase: Living track +2, System track +3",
    )


@pytest.mark.interpreted
def test_numbers_of_events_may_be_negative():
    table = Table().blank()
    s = table.states[0]
    s["events"], s["event"][0] = 1, packed(state.E_STRESS, 0, -4, 0)
    assert happened.happened(s, table.content, NAMES) == ("Stress -4",)


@pytest.mark.interpreted
def test_the_ring_of_events_is_read_from_its_oldest():
    table = Table().blank()
    s = table.states[0]
    s["events"] = state.RING + 3
    for k in range(state.RING):
        s["event"][k] = packed(state.E_SOL, 0, 1 + (k - 3) % state.RING, 0)
    assert happened.happened(s, table.content, NAMES) == tuple(f"sol {k + 1}" for k in range(state.RING))
    # The oldest that is left has lost the line that it stood in.
    s["event"][3] = packed(state.E_STRESS, 0, 2, 0)
    assert happened.happened(s, table.content, NAMES) == tuple(f"sol {k + 1}" for k in range(1, state.RING))


def test_the_glossary_explains_every_word_in_the_order_of_the_vocabulary():
    vocabularies = (
        words.EFFECTS,
        words.WHO,
        words.PENALTIES,
        words.KINDS,
        words.MODIFIERS,
        words.UPGRADES,
        words.CONDITIONS,
        words.SKILL_TIMES,
        words.HAZARDS,
        words.GOALS,
        words.POOLS,
    )
    explained = [tuple(form.split()[0] for form in part) for part in glossary.GLOSSARY.values()]
    assert explained == [tuple(vocabulary) for vocabulary in vocabularies]
    for part in glossary.GLOSSARY.values():
        assert len(set(part.values())) == len(part)
    assert tuple(phrases.PENALTIES) == words.PENALTIES
    assert tuple(phrases.HAZARDS) == words.HAZARDS
    assert tuple(phrases.WHO) == words.WHO
    assert tuple(phrases.GOODS) == words.GOODS


EXAMPLES = {
    "track 2 working": "Working track +2",
    "lower 1 any": "a track of choice -1",
    "break lab.cpu": "cpu of Lab breaks",
    "fix 2": "repair 2 parts for nothing",
    "calm 3": "Stress -3",
    "gloom 1": "Morale -1",
    "tokens 2 me": "2 Morale tokens for whoever is in front",
    "wound 1 all": "1 wound for everybody",
    "heal 2 any": "heal 2 wounds or a condition of one of choice",
    "heal 1 first": "heal 1 wound of the First Player",
    "condition fever any": "Fever for one of choice",
    "gain 2 sample": "+2 samples",
    "lose 1 oxygen": "-1 oxygen",
    "cargo 1 part": "+1 spare part (Pending)",
    "dust 1 oxygenator_2": "Oxygenator 2 makes 1 less",
    "token pawn lab": "'pawn' token at Lab",
    "seek living obstacle": "the next Living card of kind obstacle",
    "seek living med_lab": "the next Living card naming Med lab",
    "red system": "System marker turns red",
    "rover froggy": "Froggy is blocked",
    "strip 2": "lose 2 goods outside",
    "wilt 1": "plants drop 1",
    "study 1": "1 step of a research project",
}


@pytest.mark.parametrize("effect", EXAMPLES)
def test_effects_are_told_as_people_say_them(effect):
    assert phrases.effect_phrase(TEST_DECK, effect) == EXAMPLES[effect]


def test_every_effect_of_the_deck_has_a_phrase_of_its_own_and_is_read_back_from_its_row():
    keys = {"card": ("effects",), "event": ("now", "reward", "penalty"), "adventure": ("effects",)}
    found = {}
    for table, names in keys.items():
        for k, (row, key) in enumerate(itertools.product(TEST_DECK.rows[table], names)):
            texts = row.get(key, [])
            start = int(TEST_DECK.tables[table][key][k // len(names)])
            assert asked.queued(TEST_DECK, start) == texts
            found |= {effect: phrases.effect_phrase(TEST_DECK, effect) for effect in texts}
    assert {effect.split()[0] for effect in found} == set(words.EFFECTS)
    assert len(set(found.values())) == len(found)
    with pytest.raises(ValueError, match="'explode'"):
        phrases.effect_phrase(TEST_DECK, "explode 1")


def test_every_legal_action_is_described_by_a_sentence_without_code():
    table = Table(3, content=GAME.shipped, mission="random", seed=5)
    chance = np.random.default_rng(5)
    while not table["over"]:
        sentences = [GAME.describe(table.states[0], table.content, a) for a in GAME.legal_actions(table.mask)]
        assert len(set(sentences)) == len(sentences)
        assert not any("_bay" in sentence or "{" in sentence for sentence in sentences)
        table.act(str(chance.choice(sorted(table.legal))))
