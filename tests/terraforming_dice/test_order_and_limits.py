"""Order of effects where what follows from one meets the other, and what long games and large decks come to."""

import re

import numpy as np
import pytest

from marszoo.envs.core.content import ContentError
from marszoo.envs.terraforming_dice import GAME
from marszoo.envs.terraforming_dice.content import MOST_IN_ALL, PLAYS
from marszoo.envs.terraforming_dice.state import STACK
from terraforming_dice.cards_deck import with_rows
from terraforming_dice.decks import changed, text_of
from terraforming_dice.table import TEST_DECK, Table

BOTH = {"effect 0", "effect 1"}


def playing(folder, *effects, **more):
    """Seat 0 may play a card with these effects, whatever it costs."""
    return Table(content=with_rows(folder, it={"effects": list(effects)}), **more).hand(0, "it").wild(0, 9)


@pytest.mark.parametrize(("green", "asks"), [(3, "place tile"), (2, "order of effects")])
def test_order_is_asked_where_a_tile_and_a_reaction_to_it_leave_too_few_dice(tmp_path, green, asks):
    # A die of the ocean's hex, one for a rival whose corporation reacts to oceans, and one for the card's own gain.
    table = playing(tmp_path, "ocean 1", "gain 1 plant", corporations=["helion", "shore"]).pool(green=green).main()
    assert table.act("card it").asks == asks


@pytest.mark.parametrize(("green", "asks"), [(3, "place tile"), (2, "order of effects")])
def test_order_is_asked_where_a_greenery_takes_its_hex_and_the_bonus_of_the_oxygen(tmp_path, green, asks):
    # From 2 to 4 per cent this deck gives a plant, some hexes another one.
    table = playing(tmp_path, "greenery 1", "gain 1 plant").tracks(oxygen=2).pool(green=green).main()
    assert table.act("card it").asks == asks


@pytest.mark.parametrize("effects", [["oxygen_prize 2", "oxygen 1"], ["oxygen_prize 2", "greenery 1"]])
def test_order_is_asked_where_a_prize_depends_on_who_steps_first(tmp_path, effects):
    assert playing(tmp_path, *effects).main().act("card it").legal == BOTH


def test_order_is_asked_where_a_step_shows_cards_before_a_tile_is_placed(tmp_path):
    content = changed(
        tmp_path,
        ('"-24" = "gain 1 heat"', '"-24" = "draw 3"'),
        ('["oxygen 2", "draw 2"]', '["city 1", "temperature 1"]'),
    )
    table = Table(content=content).hand(0, "air").wild(0, 9)
    assert table.tracks(temperature=-32).main().act("card air").asks == "place tile"
    table = Table(content=content).hand(0, "air").wild(0, 9)
    assert table.tracks(temperature=-28).main().act("card air").legal == BOTH


# --- limits ---


def test_cards_that_let_cards_be_played_do_not_pile_up(tmp_path):
    rows = [row for rows in TEST_DECK.rows.values() for row in rows]
    there = sum(any(text.startswith("play ") for text in row.get("effects", ())) for row in rows)
    chain = {f"chain{k}": {"effects": ["play 2"]} for k in range(PLAYS - there)}
    table = Table(content=with_rows(tmp_path, **chain)).hand(0, *chain).wild(0, 99).main()
    deepest = 0
    table.act("card chain0")
    while table.asks == "play a card":
        deepest = max(deepest, table["depth"])
        table.act(sorted(table.legal)[0])
    assert all(table.place(id) == "table 0" for id in chain)
    assert deepest < STACK - 8


def test_more_such_cards_than_the_stack_has_room_for_are_refused(tmp_path):
    chain = {f"chain{k}": {"effects": ["play 1"]} for k in range(PLAYS)}
    with pytest.raises(
        ContentError, match=rf"file: effects: \d+ rows with the effect 'play'; at most {PLAYS} are allowed"
    ):
        with_rows(tmp_path, **chain)


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("red_ribbon", {"effects": ["wild 1"], "red_ribbon": 9}),
        ("production", {"colour": "green", "production": ["wild"] * 9}),
        ("permanent", {"colour": "blue", "permanent": ["storage 9"]}),
        ("cost", {"effects": ["wild 1"], "cost": ["steel"] * 12}),
    ],
)
def test_decks_of_which_a_seat_could_hold_more_than_fits_are_refused(tmp_path, key, row):
    rows = {f"row{k}": row for k in range(29)}
    with pytest.raises(
        ContentError, match=rf"file: {key}: \d+ of one kind on all rows together; at most {MOST_IN_ALL}"
    ):
        with_rows(tmp_path, **rows)


def test_turns_points_and_wild_tokens_go_on_beyond_sixteen_bits():
    table = Table(max_cycles=1_000_000).put(turn=200_000).points(0, 70_000, bonuses=2).wild(0, 70_000).main()
    table.act("colour red")
    assert table["turn"] == 200_001
    assert (table["points"][0], table["wild"][0]) == (70_000, 70_000)


def next_turn(table):
    """Play on without doing anything until another turn begins."""
    turn = table["turn"]
    while table["turn"] == turn:
        table.act(sorted(table.legal, key=lambda a: (a != "done", not a.startswith("colour"), a))[0])
    return table


def shown(table):
    return GAME.render_text(table.states[0], table.content, 0, ["Ann", "Bo"])


def test_the_log_counts_rounds_beyond_what_a_byte_holds():
    assert "round 131: Ann" in shown(next_turn(Table().turn_of(1).put(turn=2 * 130).main()))


def test_a_milestone_without_a_name_goes_by_its_id(tmp_path):
    table = Table(content=changed(tmp_path, ('name = "Tactician"\n', ""))).milestones("tactician").main()
    assert "tactician" in shown(table)


def test_set_up_dice_that_are_missing_are_a_gain_by_short_gain(tmp_path):
    # 10.4: the one wild token for any shortage is printed for production turns only; the switch is for all other gains.
    nine = tuple((row, re.sub(r"production = .*", f"production = {['red'] * 9}", row)) for row in corporations())
    content = changed(tmp_path, *nine)
    wild = {}
    for short_gain in ("nothing", "wild"):
        states, mask = GAME.zeros(1), GAME.mask()
        options = GAME.options(num_players=2, skip_forced=False, short_gain=short_gain)
        GAME.kernels.start(states, 0, GAME.zeros(1), content.tables, options.vector, np.uint64(3), mask)
        view = np.zeros(GAME.observation.width(2), np.float32)
        while states["revealed"][0] < 2 or states["dice"][0, 1].sum() == 0:
            GAME.kernels.act(states, 0, content.tables, GAME.legal_actions(mask)[0], mask, view, False)
        wild[short_gain] = [int(n) for n in states["wild"][0, :2]]
    assert wild["wild"] == [wild["nothing"][0], wild["nothing"][1] + 1]


def corporations():
    return [part + "\n" for part in text_of().split("\n\n") if part.startswith("[[corporation]]")]
