"""What a viewer is shown, as text and as a picture: all that can be seen, in words that tell things apart, and nothing hidden."""

import itertools
import re

import numpy as np
import pytest

from legacy_of_mars.facts import NEAR
from legacy_of_mars.table import Table
from marszoo.envs.core.drawing import Canvas
from marszoo.envs.core.frames import TERMINATED, TRUNCATED
from marszoo.envs.legacy_of_mars import (
    GAME,
    asked,
    happened,
    icons,
    picture_board,
    render,
    seen,
    seen_board,
    state,
    words,
)
from marszoo.envs.legacy_of_mars.picture import draw
from marszoo.envs.legacy_of_mars.state import (
    FIRST_SIDE,
    IN_HAND,
    KEPT,
    KNOWN_BY,
    LOOKED_AT,
    NEUTRAL,
    ON_OFFER,
    PLAYERS,
    SAVED_BY,
)

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


@pytest.fixture(autouse=True)
def _unwrapped(monkeypatch):
    """Lines as long as they come, so that they can be compared whole."""
    monkeypatch.setattr(render, "wrapped", str)


def scene(table, viewer=0):
    return seen.look(table.states[0], table.content, viewer, NAMES[: table.players])


def text(table, viewer=0):
    return GAME.render_text(table.states[0], table.content, viewer, NAMES[: table.players])


def line(table, begins, viewer=0):
    """The one line that begins so."""
    (found,) = [row.strip() for row in text(table, viewer).splitlines() if row.strip().startswith(begins)]
    return found


def seat_line(table, name, viewer=0):
    """The first line of a seat."""
    (found,) = [row for row in text(table, viewer).splitlines() if re.match(rf"[> ] {name}\b.*: terraform rating", row)]
    return found


def canvas(table, viewer=0):
    return draw(scene(table, viewer))


def written(table, viewer=0):
    """All the text of the picture."""
    return [words for _, words in canvas(table, viewer).texts]


def image(table, viewer=0):
    return GAME.render_image(table.states[0], table.content, viewer, NAMES[: table.players])


def fresh(players=3, **options):
    """A game at its first decision."""
    return Table(players, content=GAME.shipped, board="house", **options)


def names_of(table, rows):
    return [seen.row_name(table.content, row) for row in rows]


def at(table, place):
    return [card for card, where in enumerate(table["place"]) if where == place]


# --- what is hidden ---


@pytest.mark.interpreted
def test_a_card_in_hand_is_shown_to_its_owner_only():
    table = Table(3).blank().hand(1, "Asteroid", "Birds").ready()
    assert "in hand: Asteroid (red, 14 M€, tags space, event)" in text(table, 1)
    assert "Asteroid" in written(table, 1)
    for viewer in (-1, 0, 2):
        assert "Birds" not in text(table, viewer)
        assert "Birds" not in " ".join(written(table, viewer))
        assert "2 cards in hand" in seat_line(table, "Bob", viewer)
        assert any(row.startswith("2 in hand") for row in written(table, viewer))


@pytest.mark.interpreted
@pytest.mark.parametrize("place", [ON_OFFER, KEPT, LOOKED_AT, SAVED_BY])
def test_cards_dealt_kept_looked_at_or_saved_are_shown_to_their_owner_only(place):
    table = Table(3).blank().ready()
    table.states["place"][0, table.row("Birds")] = place + 1
    assert "Birds" in text(table, 1)
    assert "Birds" in written(table, 1)
    for viewer in (-1, 0, 2):
        assert "Birds" not in text(table, viewer)
        assert "Birds" not in " ".join(written(table, viewer))
        if place != SAVED_BY:
            assert text(table, viewer) == text(Table(3).blank().ready(), viewer).replace(
                *(f"{n} in the deck" for n in (len(at(table, state.IN_DECK)) + 1, len(at(table, state.IN_DECK))))
            )


@pytest.mark.interpreted
def test_how_many_cards_are_saved_is_hidden_while_cards_are_saved():
    table = Table(2, board="house").blank().hand(1, "Asteroid", "Birds").put(phase=state.P_SAVING).ready()
    before = text(table, 0)
    table.states["place"][0, table.row("Birds")] = SAVED_BY + 1
    assert text(table, 0) == before
    assert "1 saved" in seat_line(table, "Bob", 1)


@pytest.mark.interpreted
def test_side_and_development_are_hidden_until_they_are_revealed():
    table = fresh(2)
    while table.asks == "corporation":
        table.act(min(table.legal))
    assert table.asks == "corporation side"
    chooser = table.player
    sides = [FIRST_SIDE + 2 * int(table["corporation"][chooser]) + k for k in range(2)]
    for name in names_of(table, sides):
        assert name in text(table, chooser)
        assert all(name not in text(table, viewer) for viewer in (-1, 1 - chooser))
    while table.player == chooser and not table["revealed"]:
        table.act("done" if table.may("done") else min(table.legal))
    for name in names_of(table, sides):
        assert all(name not in text(table, viewer) for viewer in (-1, 1 - chooser))
        assert all(name not in " ".join(written(table, viewer)) for viewer in (-1, 1 - chooser))
    while table.asks != "turn":
        table.act("done" if table.may("done") else min(table.legal))
    assert any(name in text(table, 1 - chooser) for name in names_of(table, sides))


@pytest.mark.interpreted
def test_who_has_passed_a_card_knows_that_it_is_in_that_hand_or_discarded():
    shown = set()
    for place in (IN_HAND + 1, state.DISCARDED):
        table = Table(3).blank().ready()
        card = table.row("Birds")
        table.states["place"][0, card] = place
        table.states["known"][0, card] = 1 << 0 | (1 + 1) << KNOWN_BY
        shown.add(line(table, "passed to", 0))
        assert all("Birds" not in text(table, viewer) for viewer in (-1, 2))
    assert shown == {"passed to Bob, in hand or discarded: Birds"}


@pytest.mark.interpreted
def test_a_card_that_one_discarded_is_known_to_oneself():
    table = Table(2).blank().hand(0, "Birds", "Fish").ready().act("sell", "card Birds", "done")
    assert line(table, "discarded:", 0) == "discarded: Birds"
    assert "Birds" not in text(table, 1)
    assert "sells 1 card" in text(table, 1)


@pytest.mark.parametrize("players", [2, 5])
def test_no_hidden_card_is_named_to_the_public(players):
    table = fresh(players)
    chance = np.random.default_rng(players)
    hidden_places = {base + p for base in (IN_HAND, ON_OFFER, KEPT, SAVED_BY, LOOKED_AT) for p in range(PLAYERS)}
    named, looks = 0, 0
    while not table["over"]:
        if chance.random() < 0.06:
            looks += 1
            public = re.sub(r"Last events.*", "", text(table, -1), flags=re.S)
            hidden = [card for card, place in enumerate(table["place"]) if int(place) in hidden_places]
            for name in names_of(table, hidden):
                # Such as "Power plant" in the name of another card that lies open.
                open_names = [card.name for p in scene(table, -1).players for card in p.table]
                if not any(name in other for other in open_names):
                    assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", public), name
                    named += 1
        table.act(table.name(int(chance.choice(GAME.legal_actions(table.mask)))))
    assert looks > 10
    assert named > 100


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


def assert_apart(drawn):
    """No text leaves the picture or overlaps another."""
    for k, (a, said) in enumerate(drawn.texts):
        assert 0 <= a[0] < a[2] <= drawn.width, said
        assert 0 <= a[1] < a[3] <= drawn.height, said
        for b, other in drawn.texts[:k]:
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{said!r} {a} overlaps {other!r} {b}"


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


# --- the table ---


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
        happened.deed(s, table.content, 99, 0, 0, 0)


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
