"""What a viewer is not shown: nothing hidden is in the text or in the picture."""

import re

import numpy as np
import pytest

from legacy_of_mars.table import Table
from legacy_of_mars.views import at, fresh, line, names_of, scene, seat_line, text, written
from marszoo.envs.legacy_of_mars import GAME, state
from marszoo.envs.legacy_of_mars.state import (
    FIRST_SIDE,
    IN_HAND,
    KEPT,
    KNOWN_BY,
    LOOKED_AT,
    ON_OFFER,
    PLAYERS,
    SAVED_BY,
)

pytestmark = pytest.mark.usefixtures("unwrapped")


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
