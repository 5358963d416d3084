"""What text and picture show of the table: the map, tracks, milestones and awards, the seats, the end."""

import re

import pytest

from legacy_of_mars.facts import NEAR
from legacy_of_mars.table import Table
from legacy_of_mars.views import line, scene, seat_line, text, written
from marszoo.envs.core.frames import TERMINATED, TRUNCATED
from marszoo.envs.legacy_of_mars import picture_board

pytestmark = pytest.mark.usefixtures("unwrapped")


@pytest.mark.interpreted
def test_the_text_shows_the_map_with_tiles_owners_and_bonuses():
    table = (
        Table(2, board="house").blank().tiles(A1="city 1", A3="greenery 0", I5="special 0 Mohole Area").population(A1=2)
    )
    table.tiles(**{table.reserved[0]: "glacier", table.reserved[1]: "ocean"}).claims(I3=1).ready()
    rows = [row.split() for row in text(table).splitlines() if re.match(r" +[A-I]1", row)]
    assert [row[0][0] for row in rows] == list("ABCDEFGHI")
    shown = " ".join(" ".join(row) for row in rows)
    assert "A1 CITY1+2" in shown
    assert "A3 GREEN0" in shown
    assert "I5 TILE0" in shown
    assert f"{table.reserved[0]} ice" in shown
    assert f"{table.reserved[1]} ocean" in shown
    assert re.search(r"I3 \S*!1", shown)
    assert shown.count("~") == len(table.reserved) - 2 == 16
    assert "named tiles: Mohole area on I5" in text(table)


@pytest.mark.interpreted
def test_neighbours_on_the_map_are_neighbours_in_text_and_picture():
    table = Table().blank().ready()
    spots = {}
    for row, found in enumerate(row for row in text(table).splitlines() if re.match(r" +[A-I]1", row)):
        for match in re.finditer(r"[A-I]\d", found):
            spots[match[0]] = (match.start() / 13, row * 3**0.5 / 2)
    drawn = {
        spot.name: picture_board.middle_of(spot, (0, 0), 1 / 3**0.5) for spot in scene(table).hexes if spot.row >= 0
    }
    for places in (spots, drawn):
        assert len(places) == 61
        for name, (x, y) in places.items():
            near = {other for other, (a, b) in places.items() if 0.5 < ((a - x) ** 2 + (b - y) ** 2) ** 0.5 < 1.2}
            assert near == set(NEAR[name])


@pytest.mark.interpreted
def test_places_off_the_planet_and_their_owners_are_shown():
    table = Table().blank().tiles(Phobos="city 1 Phobos Space Haven").ready()
    assert "off the planet: Phobos: CITY1" in text(table)
    assert {"Phobos", "Ganymede"} <= set(written(table))


@pytest.mark.interpreted
def test_tracks_say_where_they_are_and_which_bonuses_are_ahead():
    table = Table(board="house").blank().parameters(temperature=-26, oxygen=4).oceans(3).ready()
    assert line(table, "Oxygen") == "Oxygen 4 %, 10 steps to 14 %; ahead: temperature +1 at 8 %"
    assert line(table, "Oceans") == "Oceans 3, 12 steps to 15"
    shown = line(table, "Temperature")
    assert shown.startswith("Temperature -26 °C, 17 steps to +8 °C; ahead: ")
    assert "heat production +1 at -24 °C, heat production +1 at -20 °C" in shown
    assert shown.endswith("glaciers begin to melt at 0 °C")
    assert {"-26 C", "4 %", "Oceans 3 of 15"} <= set(written(table))
    table = Table(board="tharsis").blank().parameters(temperature=8, oxygen=14).oceans(9).ready()
    assert line(table, "Temperature") == "Temperature +8 °C, complete"
    assert line(table, "Oceans") == "Oceans 9, complete"
    assert "place an ocean at 0 °C" in line(Table(board="tharsis").blank().ready(), "Temperature")


@pytest.mark.interpreted
def test_milestones_and_awards_say_how_far_everybody_is():
    table = (
        Table(3)
        .blank()
        .tiles(A1="city 0", C3="greenery 1", E1="greenery 1")
        .put(milestone={0: 3}, award={1: 2})
        .ready()
    )
    assert line(table, "Terraformer,").endswith("terraform rating: claimed by Cleo")
    assert line(table, "Mayor,") == "Mayor, 3 cities: Ann 1, Bob 0, Cleo 0"
    assert line(table, "Gardener,") == "Gardener, 3 greeneries: Ann 0, Bob 2, Cleo 0"
    assert line(table, "Landlord,") == "Landlord, most tiles: Ann 1, Bob 2, Cleo 0"
    assert line(table, "Scientist,").startswith("Scientist, most science tags: funded by Bob; ")
    assert "Milestones (8 M€ for the next one)" in text(table)
    assert "Awards (14 M€ for the next one)" in text(table)
    assert {"Mayor: 3 cities", "claimed", "next 14 MC"} <= set(written(table))
    table.put(milestone={1: 1, 2: 2}, award={2: 1, 3: 1}).ready()
    assert "Awards (no more of them)" in text(table)
    assert "Milestones (no more of them)" in text(table)


@pytest.mark.interpreted
def test_alone_there_is_a_goal_and_neither_milestones_nor_awards():
    table = Table(1, board="house", mission=1).blank().ready()
    assert not re.search("Milestones|Awards", text(table))
    assert line(table, "Solo goal").startswith("Solo goal after 12 generations: ")
    assert scene(table).goal in written(table)
    assert "generation 5 of 12" in text(table).splitlines()[0]


@pytest.mark.interpreted
def test_player_boards_show_resources_productions_tags_and_cards_in_play():
    table = Table(2).blank().has(1, megacredit=12, worker=3, plant=7).makes(1, megacredit=-2, heat=4)
    table.down(1, "Birds", "Mine", "Advanced Alloys", "Ironworks").keeps("Birds", 3).used("Ironworks").events(
        1, "Asteroid"
    ).ready()
    shown = text(table, 0)
    assert "M€ 12 (-2), steel 0 (+0), titanium 0 (+0), worker 3 (+0), plant 7 (+0), energy 0 (+0), heat 0 (+4)" in shown
    assert "steel pays 3 M€, titanium 4 M€" in shown
    assert "tags: 2 building, 1 science, 1 animal" in shown
    assert "in play: Birds (3 animals) [action: add 1 animal here]" in shown
    assert "in play: Ironworks (used) [action: 4 energy -> gain 1 steel, oxygen +1]" in shown
    assert "played: Mine" in shown
    assert "1 event played" in seat_line(table, "Bob")
    assert "Asteroid" not in shown
    assert {"Birds: 3 animals", "used: action: 4 energy -> gain 1 steel, oxygen +1", "Mine", "-2", "+4"} <= set(
        written(table, 0)
    )


@pytest.mark.interpreted
def test_cards_in_hand_have_their_price_requirement_and_effect():
    table = Table().blank().hand(0, "Asteroid", "Birds").down(0, "Space Station").has(0, megacredit=20).ready()
    assert line(table, "in hand: * Asteroid") == (
        "in hand: * Asteroid (red, 12 M€ (printed 14), tags space, event): gain 2 titanium, temperature +1, "
        "remove up to 3 plants of any player"
    )
    assert line(table, "in hand: Birds").startswith(
        "in hand: Birds (blue, 10 M€, needs 13 % oxygen, tags animal): plant"
    )
    assert {"12", "10", "needs 13 % oxygen"} <= set(written(table, 0))


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("over", "how"), [(TERMINATED, "the mission is over"), (TRUNCATED, "cut off and scored as it stands")]
)
def test_the_end_says_how_it_ended_and_the_scores(over, how):
    table = Table(3).blank().rated(1, 41).ready()
    table.states["over"][0] = over
    assert text(table, -1).startswith(f"The Legacy of Mars | {how}: most Victory Points (41) for Bob\n")
    assert any(row.startswith("Final scores: Bob 41, ") for row in written(table, -1))
    assert table.scores()[1] == 41
