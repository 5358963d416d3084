"""Blocks of action ids and segments of observations."""

import numpy as np
import pytest

from marszoo.envs.core.layout import Actions, Block, Group, Observation, Segment, digest

pytestmark = pytest.mark.interpreted

ACTIONS = Actions(Block("card", 3, "play it"), Block("option", 2, "or", labels=("draw", "pass")))
OBSERVATION = Observation(
    Group("table", (Segment("round", 1, "round / 10"), Segment("deck", 2, "cards", 0, 5))),
    Group("seat", (Segment("coins", 1, "coins", -1, 1), Segment("hand", 2, "cards")), per_seat=True),
)


def test_every_action_id_has_one_name():
    names = [ACTIONS.decode(a) for a in range(ACTIONS.n)]
    assert names == [("card", 0), ("card", 1), ("card", 2), ("option", 0), ("option", 1)]
    assert [ACTIONS.encode(name, k) for name, k in names] == list(range(5))
    assert ACTIONS.encode("option", "pass") == 4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ACTIONS.encode("cards"), "no action block 'cards'; there are card, option"),
        (lambda: ACTIONS.encode("card", 3), "3 is outside 0..2"),
        (lambda: ACTIONS.encode("option", "fold"), "no label 'fold'; it has draw, pass"),
        (lambda: ACTIONS.decode(5), "outside 0..4"),
        (lambda: ACTIONS.decode(-1), "outside 0..4"),
        (lambda: Actions(Block("a", 1, ""), Block("a", 1, "")), "declared twice"),
        (lambda: Actions(Block("a", 2, "", labels=("one",))), "2 ids but 1 labels"),
        (lambda: Actions(Block("a", 1000, "")), "below 1000"),
        (lambda: Observation(Group("a", (Segment("x", 1, ""), Segment("x", 1, "")))), "unique.*'x'"),
        (
            lambda: Observation(Group("a", (Segment("x", 1, ""),), per_seat=True), Group("b", (Segment("y", 1, ""),))),
            "before repeated",
        ),
        (lambda: OBSERVATION.views(np.zeros(4), 2), "4 entries; 2 players need 9"),
    ],
)
def test_errors_say_what_there_is(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_views_cut_the_vector_without_copying():
    vector = np.arange(9.0)
    views = OBSERVATION.views(vector, 2)
    assert {name: part.tolist() for name, part in views.items()} == {
        "round": [0],
        "deck": [1, 2],
        "coins": [[3], [6]],
        "hand": [[4, 5], [7, 8]],
    }
    views["hand"][1, 0] = -1
    assert vector[7] == -1
    batch = OBSERVATION.views(np.zeros((5, 9)), 2)
    assert batch["hand"].shape == (5, 2, 2)
    assert batch["deck"].shape == (5, 2)


def test_offsets_fit_the_views():
    for num in (2, 4):
        vector = np.arange(OBSERVATION.width(num))
        views = OBSERVATION.views(vector, num)
        assert views["deck"][0] == OBSERVATION.offset("deck")
        first, stride = OBSERVATION.start("seat", num), OBSERVATION.stride("seat")
        assert views["hand"][num - 1, 0] == first + stride * (num - 1) + OBSERVATION.offset("hand")
        assert OBSERVATION.fixed_width == first


def test_bounds_follow_the_segments():
    low, high = OBSERVATION.bounds(2)
    assert low.tolist() == [0, 0, 0, -1, 0, 0, -1, 0, 0]
    assert high.tolist() == [1, 5, 5, 1, 1, 1, 1, 1, 1]
    assert low.dtype == high.dtype == np.float32


def test_tables_cover_every_index_once():
    assert [row[0] for row in OBSERVATION.table(2)] == ["0", "1–2", "3", "4–5", "6", "7–8"]
    assert OBSERVATION.table(2)[3][1] == "seat[0].hand"
    assert [row[:2] for row in ACTIONS.table()] == [("0–2", "card"), ("3", "option: draw"), ("4", "option: pass")]


def test_the_digest_names_both_layouts_and_the_number_of_players():
    other = Observation(Group("table", (Segment("round", 2, "round / 10"),)))
    fewer = Actions(Block("card", 3, "play it"))
    names = [
        digest(ACTIONS, OBSERVATION, 2),
        digest(ACTIONS, OBSERVATION, 3),
        digest(ACTIONS, other, 2),
        digest(fewer, other, 2),
    ]
    assert len(set(names)) == 4
    assert names[0] == digest(ACTIONS, OBSERVATION, 2)


def test_each_label_may_have_a_meaning_of_its_own():
    actions = Actions(
        Block("option", 2, "both", ("stay", "go"), ("do nothing", "move on")), Block("card", 3, "this card")
    )
    assert actions.table() == [
        ("0", "option: stay", "do nothing"),
        ("1", "option: go", "move on"),
        ("2–4", "card", "this card"),
    ]
    with pytest.raises(ValueError, match="'option' has 2 labels but 1 meanings"):
        Actions(Block("option", 2, "both", ("stay", "go"), ("do nothing",)))
