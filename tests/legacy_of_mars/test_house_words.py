"""Every row of the house, told by the game, says what is written of it in `house_words`."""

import pytest

from legacy_of_mars import house_words
from marszoo.envs.legacy_of_mars import GAME, words
from marszoo.envs.legacy_of_mars.content import FIRST_ROW
from marszoo.envs.legacy_of_mars.phrases import space_name
from marszoo.envs.legacy_of_mars.phrases_rows import counted_by, goal_phrase, requirement_phrase, row_phrase

pytestmark = pytest.mark.interpreted

CONTENT = GAME.shipped
TABLES = CONTENT.tables
ROWS = {
    line["id"]: (table, start + k)
    for table, start in FIRST_ROW.items()
    for k, line in enumerate(CONTENT.rows[table])
    if line["provenance"] == "house"
}
MISSIONS = CONTENT.ids["mission"]


def told(table, row):
    """A row in words: what stands on top of a card, what it needs, and what it does."""
    line, out = TABLES["rows"][row], []
    if table in ("project", "innovation"):
        out.append(f"{words.COLOURS[int(line['colour'])]} {int(line['cost'])}")
    tags = [tag for tag, n in zip(words.TAGS, line["tags"], strict=True) for _ in range(int(n)) if tag != "event"]
    missions = [str(k + 1) for k in range(len(MISSIONS)) if int(line["missions"]) >> k & 1]
    out.append("+".join(tags))
    if table == "project" and len(missions) < len(MISSIONS):
        out.append(f"missions {' '.join(missions)}")
    needs = requirement_phrase(CONTENT, row)
    out += [f"needs {needs}" if needs else "", row_phrase(CONTENT, row)]
    return "; ".join(filter(None, out))


def test_every_row_of_the_house_is_written_down():
    assert list(house_words.ROWS) == list(ROWS)


@pytest.mark.parametrize("id", ROWS)
def test_a_row_says_what_is_written_of_it(id):
    assert told(*ROWS[id]) == house_words.ROWS[id]


@pytest.mark.parametrize("id", MISSIONS)
def test_a_mission_sheet_says_what_is_written_of_it(id):
    sheet = TABLES["sheet"][MISSIONS.index(id)]
    goal = goal_phrase(int(sheet["goal"]), int(sheet["amount"]))
    assert f"{sheet['rating']}, {sheet['solo_rating']}; {sheet['science']}; {goal}" == house_words.MISSIONS[id]
    milestones = {CONTENT.ids["milestone"][k]: TABLES["milestone"][k] for k in sheet["milestone"]}
    assert {k: f"{row['amount']} {counted_by(row)}" for k, row in milestones.items()} == house_words.MILESTONES[id]
    awards = {CONTENT.ids["award"][k]: counted_by(TABLES["award"][k]) for k in sheet["award"]}
    assert awards == house_words.AWARDS[id]
    assert (list(milestones), list(awards)) == (list(house_words.MILESTONES[id]), list(house_words.AWARDS[id]))


def test_the_house_map_has_the_reserved_and_volcanic_hexes_that_are_written_of_it():
    board = TABLES["board"][CONTENT.ids["board"].index("house")]
    for kind, wanted in house_words.HEXES.items():
        assert [space_name(k) for k in range(61) if int(board[kind]) >> k & 1] == wanted.split()
