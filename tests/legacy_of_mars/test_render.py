"""What a viewer is shown, as text and as a picture, of decisions and events, in words that tell things apart."""

import itertools
import re

import numpy as np
import pytest

from legacy_of_mars.facts import NEAR
from legacy_of_mars.table import Table
from legacy_of_mars.views import NAMES, assert_apart, canvas, fresh, image, scene, text, written
from marszoo.envs.core.drawing import Canvas
from marszoo.envs.legacy_of_mars import GAME, asked, happened, icons, picture_board, seen_board, state, words
from marszoo.envs.legacy_of_mars.state import IN_HAND, NEUTRAL

pytestmark = pytest.mark.usefixtures("unwrapped")


# --- decisions ---


@pytest.mark.interpreted
def test_every_kind_of_decision_has_a_question_of_its_own():
    table = Table(2).blank().ready()
    s = table.states[0]
    questions = {
        asked.question(
            s, table.content, (kind, 0, {state.PAY: words.STEEL, state.PLACE: words.CITY_TILE}.get(kind, 1), 1), NAMES
        )
        for kind in range(1, len(state.DECISIONS) + 1)
    }
    assert len(questions) == len(state.DECISIONS)
    with pytest.raises(ValueError, match="kind 99"):
        asked.question(s, table.content, (99, 0, 0, 0), NAMES)
    first, second = (asked.question(s, table.content, (state.TURN, 0, a, 0), NAMES) for a in (0, 1))
    assert first != second
    s["doing"][1] = -1
    placing = {asked.question(s, table.content, (state.PLACE, 0, kind, 0), NAMES) for kind in range(1, 5)}
    assert len(placing) == 4


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_decision_of_a_game_is_drawn_with_who_decides(players):
    met = set()
    table = fresh(players, seed=players)
    chance = np.random.default_rng(players)
    while not table["over"]:
        decider = NAMES[table.player]
        if table.asks not in met or chance.random() < 0.01:
            met.add(table.asks)
            for viewer in {-1, table.player, (table.player + 1) % players}:
                assert f"{decider} decides: " in text(table, viewer).splitlines()[0]
                drawn = canvas(table, viewer)
                assert any(row.startswith(f"{decider} decides: ") for _, row in drawn.texts)
                assert_apart(drawn)
        table.act(table.name(int(chance.choice(GAME.legal_actions(table.mask)))))
    assert {"turn", "starting cards", "corporation side", "place of the tile"} <= met
    assert all(name in text(table, -1) for name in NAMES[:players])
    assert_apart(canvas(table, -1))


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [1, 2, 5])
def test_full_hands_and_tables_have_room_and_the_size_stays(players):
    table = Table(players, content=GAME.shipped, board="house").ready()
    cards = [card for card, place in enumerate(table["place"]) if place == state.IN_DECK and card < 208]
    deal = itertools.cycle([IN_HAND, state.ON_TABLE, state.ON_TABLE])
    for card, seat in zip(cards, itertools.cycle(range(players))):
        table.states["place"][0, card] = next(deal) + seat
    table.states["resource"][0], table.states["production"][0], table.states["rating"][0] = 888, 99, 123
    for viewer in (-1, 0):
        drawn = canvas(table, viewer)
        assert_apart(drawn)
        assert image(table, viewer).shape == (900, 1200, 3)
    assert any(re.fullmatch(r"\d+ more", said) for said in written(table, 0))


@pytest.mark.interpreted
def test_the_picture_marks_who_decides_whose_turn_it_is_and_who_has_passed():
    table = Table(3).blank().put(passed={1: 1}, first=2).ready()
    texts = canvas(table, -1).texts
    for tag, name in (("DECIDES", "Ann"), ("PASSED", "Bob"), ("FIRST", "Cleo")):
        (where,) = [box for box, words in texts if words == tag]
        (whose,) = [box for box, words in texts if words == name]
        assert abs(where[1] - whose[1]) < 6
        assert where[0] > whose[2]
    assert "Ann (whose turn it is, to decide): terraform rating" in text(table, -1)
    assert "Bob (has passed)" in text(table, -1)


@pytest.mark.interpreted
def test_the_rating_is_the_large_number_beside_each_name():
    table = Table(2).blank().rated(0, 31).rated(1, 27).ready()
    texts = canvas(table, -1).texts
    for name, rating in (("Ann", "31"), ("Bob", "27")):
        (whose,) = [box for box, words in texts if words == name]
        beside = [box for box, words in texts if words == rating and abs(box[1] - whose[1]) < 8]
        assert [box for box in beside if box[3] - box[1] > 14]
    assert "Ann (you, first player, whose turn it is, to decide): terraform rating 31" in text(table, 0)


@pytest.mark.interpreted
def test_hexes_where_the_tile_may_go_are_marked():
    table = Table().blank().has(0, megacredit=25).tiles(C3="city 1").ready()
    assert not (image(table) == picture_board.CHOICE).all(axis=2).any()
    table.act("project city")
    assert table.asks == "place of the tile"
    places = {action.removeprefix("place ") for action in table.legal}
    assert set(re.findall(r"([A-I]\d)\*", text(table))) == places
    assert {spot.name for spot in scene(table, 1).hexes if spot.fits} == places
    assert not places & {"C3", *NEAR["C3"], *table.reserved}
    assert (image(table) == picture_board.CHOICE).all(axis=2).any()


@pytest.mark.interpreted
def test_cards_that_may_be_played_now_are_marked_for_who_decides_only():
    table = (
        Table()
        .blank()
        .has(0, megacredit=14)
        .hand(0, "Asteroid", "Big Asteroid")
        .hand(1, "Mine")
        .has(1, megacredit=9)
        .ready()
    )
    assert "in hand: * Asteroid" in text(table, 0)
    assert "in hand: Big Asteroid" in text(table, 0)
    assert "in hand: Mine" in text(table, 1)
    assert "green: may be chosen now" in written(table, 0)
    assert "green: may be chosen now" not in written(table, 1)


@pytest.mark.interpreted
def test_what_is_still_to_come_is_told():
    # Convoy From Europa: an ocean and a card. While the ocean is placed the card may still be to come.
    table = (
        Table()
        .blank()
        .has(0, megacredit=30)
        .hand(0, "Comet")
        .tiles(B3="city 1")
        .has(1, plant=5)
        .ready()
        .act("card Comet")
    )
    pending = scene(table, 1).pending
    assert table.asks in ("place of the tile", "target player", "order of effects")
    assert any("Comet" in row for row in pending)
    assert any(row in written(table, 1) for row in ("Still to come",))


# --- events ---


@pytest.mark.interpreted
def test_every_kind_of_event_has_words_of_its_own():
    table = Table(2).blank().ready()
    s = table.states[0]
    lines = set()
    for kind in range(1, len(state.EVENT_NAMES)):
        s["events"], s["event"][0] = 1, (kind, 1, 1, 1)
        (told,) = happened.happened(s, table.content, NAMES[:2])
        assert told.startswith("Bob "), told
        lines.add(told)
    assert len(lines) == len(state.EVENT_NAMES) - 1
    with pytest.raises(ValueError, match="kind 99"):
        happened.deed(s, table.content, 0, 99, 0, 0, 0)


@pytest.mark.interpreted
def test_what_comes_of_an_action_stands_in_its_line():
    table = (
        Table()
        .blank()
        .has(0, megacredit=14)
        .has(1, plant=4)
        .hand(0, "Asteroid")
        .ready()
        .play("Asteroid", target=1, amount=3)
    )
    told = happened.happened(table.states[0], table.content, NAMES[:2])
    (last,) = [row for row in told if row.startswith("Ann plays Asteroid for 14 M€: ")]
    assert "+2 titanium" in last
    assert "temperature -28 °C" in last
    assert "Bob -3 plants" in last


@pytest.mark.interpreted
def test_the_ring_of_events_is_read_from_its_oldest():
    table = Table(2).blank().ready()
    s = table.states[0]
    s["events"] = state.RING + 3
    for k in range(state.RING):
        s["event"][k] = state.E_SOLD, 0, (k - 3) % state.RING, 0
    told = happened.happened(s, table.content, NAMES[:2])
    assert [int(re.findall(r"\d+", row)[0]) for row in told] == list(range(state.RING))


@pytest.mark.interpreted
def test_the_neutral_opponent_is_named():
    table = Table(1, board="house").blank().tiles(A1="city neutral").ready()
    assert "A1 CITYn" in " ".join(text(table).split())
    s = table.states[0]
    s["events"], s["event"][0] = 1, (state.E_LOSE, NEUTRAL, words.PLANT, 3)
    assert happened.happened(s, table.content, NAMES[:1]) == ("the neutral opponent -3 plants",)


# --- icons ---


@pytest.mark.interpreted
def test_every_resource_tag_bonus_and_tile_has_a_sign_of_its_own():
    def drawing(draw_one):
        sheet = Canvas(40, 40)
        draw_one(sheet)
        return sheet.array().tobytes()

    resources = {drawing(lambda c, k=k: icons.resource(c, 4, 4, 30, k)) for k in range(len(words.RESOURCES))}
    tags = {drawing(lambda c, k=k: icons.tag(c, (20, 20), 15, k)) for k in range(len(words.TAGS))}
    bonuses = {drawing(lambda c, kind=kind: icons.bonuses(c, (20, 20), 30, (kind,))) for kind in words.BONUSES}
    assert (len(resources), len(tags), len(bonuses)) == (7, 12, 7)
    spot = scene(Table().blank().ready()).hexes[0]
    tiles = {
        drawing(lambda c, kind=kind, frozen=frozen: picture_board.draw_hex(c, made(spot, kind, frozen), (20, 20), 18))
        for kind, frozen in ((0, False), (1, False), (1, True), (2, False), (3, False), (4, False))
    }
    assert len(tiles) == 6


def made(spot, kind, frozen):
    return seen_board.Hex(**{**vars(spot), "tile": kind, "frozen": frozen, "owner": -1, "name": ""})
