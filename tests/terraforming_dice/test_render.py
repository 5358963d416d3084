"""What a viewer is shown, as text and as a picture: all that can be seen, in words that tell things apart, and nothing hidden."""

import itertools
import re

import numpy as np
import pytest

from marszoo.envs.core.drawing import Canvas
from marszoo.envs.core.frames import TERMINATED, TRUNCATED
from marszoo.envs.terraforming_dice import GAME, asked, glossary, happened, icons, picture_board, seen, state, words
from marszoo.envs.terraforming_dice.describe import effect_phrase, permanent_phrase
from marszoo.envs.terraforming_dice.picture import draw
from terraforming_dice.cards_deck import with_rows
from terraforming_dice.table import Table

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def scene(table, viewer):
    return seen.look(table.states[0], table.content, viewer, NAMES[: table.players])


def text(table, viewer=0):
    return GAME.render_text(table.states[0], table.content, viewer, NAMES[: table.players])


def canvas(table, viewer=0):
    return draw(scene(table, viewer))


def written(table, viewer=0):
    """All the text of the picture."""
    return [words for _, words in canvas(table, viewer).texts]


def image(table, viewer=0):
    return GAME.render_image(table.states[0], table.content, viewer, NAMES[: table.players])


def line(table, begins, viewer=0):
    """The one line that begins so, whole again if it is wrapped."""
    whole = re.sub(r"\n {8}(?=[^ ]*[a-z])", " ", text(table, viewer))
    (found,) = [row for row in whole.splitlines() if row.strip().startswith(begins)]
    return found.strip()


# --- what is hidden ---


@pytest.mark.interpreted
def test_a_card_in_hand_is_shown_to_its_owner_only():
    table = Table(3).hand(1, "mine", "lake").start()
    assert "Mine [" in text(table, 1)
    assert "Mine" in written(table, 1)
    for viewer in (-1, 0, 2):
        assert "Mine" not in text(table, viewer)
        assert "Mine" not in written(table, viewer)
        assert "Bob: 0 VP; 0 wild tokens; 2 cards in hand" in text(table, viewer)
        assert "2 in hand" in written(table, viewer)


@pytest.mark.interpreted
def test_a_corporation_is_hidden_until_it_is_revealed():
    table = Table(3, seed=4).fresh()
    dealt = [[table.content.names["corporation"][k] for k in pair] for pair in table["dealt"][:3]]
    for viewer in range(3):
        shown = text(table, viewer)
        assert all(name in shown for name in dealt[viewer])
        assert not any(name in shown for p in range(3) if p != viewer for name in dealt[p])
    assert not any(name in text(table, -1) for pair in dealt for name in pair)
    table.act(f"corporation {table.content.ids['corporation'][table['dealt'][0][0]]}")
    assert table.asks == "choose corporation"
    assert line(table, "corporation:", 0).startswith(f"corporation: {dealt[0][0]}")
    for viewer in (-1, 1, 2):
        assert dealt[0][0] not in text(table, viewer)
        assert dealt[0][0] not in " ".join(written(table, viewer))


@pytest.mark.interpreted
def test_the_bonus_pile_is_shown_to_those_who_have_looked_through_it():
    table = Table().pile("delivery", "hall").start()
    for viewer in (-1, 0, 1):
        assert "Hall" not in text(table, viewer)
    table.put(looked={1: 1})
    assert "Bonus cards in the pile, which you have looked through\n  Delivery [" in text(table, 1)
    assert "Hall" not in text(table, 0)
    assert "2 bonus cards" in text(table, 0)


@pytest.mark.interpreted
def test_only_who_plays_a_bonus_card_is_offered_the_pile():
    table = Table().pile("delivery", "hall").points(0, 5, bonuses=0).after().act("done")
    assert table.asks == "play a bonus card"
    assert "Bonus cards to choose from\n  Delivery [2 wild tokens]\n  Hall [place 1 city tile]" in text(table, 0)
    assert "Hall" in written(table, 0)
    assert "Hall" not in text(table, 1)
    assert "Hall" not in written(table, 1)


# --- decisions ---


@pytest.mark.interpreted
def test_every_kind_of_decision_has_a_question_of_its_own():
    table = Table().start()
    s = table.states[0]
    questions = set()
    for kind in range(1, len(state.DECISIONS) + 1):
        a = {state.PLACE: state.CITY_TILE, state.EFFECTS: table.rows["lake"]}.get(kind, 1)
        questions.add(asked.question(s, table.content, (kind, 0, a, 1), NAMES))
    assert len(questions) == len(state.DECISIONS)
    with pytest.raises(ValueError, match="kind 99"):
        asked.question(s, table.content, (99, 0, 0, 0), NAMES)
    placing = {asked.question(s, table.content, (state.PLACE, 0, kind, 0), NAMES) for kind in range(1, 5)}
    assert len(placing) == 4
    assert "set-up" in asked.question(s, table.content, (state.PLACE, 0, 1, state.SOLO_SETUP), NAMES)
    paying = {asked.question(s, table.content, (state.PAY, 0, what, 0), NAMES) for what in (0, 1)}
    assert len(paying) == 2


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_decision_of_a_game_is_drawn_for_every_viewer(players):
    # Each kind of decision that comes up, the first time each seat takes it; one long random game has nearly all kinds.
    met = set()
    for seed in range(3 if players == 1 else 1):
        table = Table(players, content=GAME.shipped, seed=seed)
        chance = np.random.default_rng(seed)
        while not table["over"]:
            if (table.asks, table.player) not in met:
                met.add((table.asks, table.player))
                decider = NAMES[table.player]
                for viewer in range(-1, players):
                    assert f"{decider} decides: " in text(table, viewer).splitlines()[0]
                    assert any(row.startswith(f"{decider} decides: ") for row in written(table, viewer))
            table.act(str(chance.choice(sorted(table.legal))))
    kinds = {kind for kind, _ in met}
    rare = {"play a card", "pick rival", "order of effects", "gift", "colour of a die", "free action or go on"}
    assert kinds >= set(state.DECISIONS) - rare


@pytest.mark.interpreted
def test_the_picture_marks_who_decides_and_whose_turn_it_is():
    table = Table(3).points(0, 5, bonuses=1).points(2, 5, bonuses=0).after().act("done")
    assert (table.asks, table.player) == ("play a bonus card", 2)
    texts = canvas(table, 2).texts
    for tag, name in (("DECIDES", "Cleo (you)"), ("TURN", "Ann")):
        (where,) = [box for box, words in texts if words == tag]
        (whose,) = [box for box, words in texts if words == name]
        assert abs(where[1] - whose[1]) < 6
        assert where[0] > whose[2]


@pytest.mark.interpreted
def test_hexes_where_the_tile_may_go_are_marked():
    table = Table().tiles(B2="city").hand(0, "corporate_stronghold").dice(0, "steel energy city").main()
    marked = (image(table) == picture_board.CHOICE).all(axis=2).any()
    assert not marked
    assert "*" not in "".join(re.findall(r"[A-G]\d\*", text(table)))
    table.act("card corporate_stronghold")
    places = {action.removeprefix("hex ") for action in table.legal}
    assert set(re.findall(r"([A-G]\d)\*", text(table))) == places
    assert {spot.name for spot in scene(table, 1).hexes if spot.fits} == places
    assert not places & {"B2", *table.neighbours("B2"), *table.ocean_areas}
    assert (image(table) == picture_board.CHOICE).all(axis=2).any()


@pytest.mark.interpreted
def test_what_is_still_to_come_is_told_in_its_order():
    # Sponsors: play a card, roll a green die, roll a blue die; the order of the first with the others matters.
    table = Table().hand(0, "sponsors", "gift").dice(0, "earth event megacredit").wild(0, 1).main().act("card sponsors")
    assert table.asks == "order of effects"
    assert scene(table, 0).pending == tuple(
        f"Ann: {what} (Sponsors)"
        for what in ("play 1 card from the hand at the usual cost", "roll 1 green die", "roll 1 blue die")
    )
    table.act("effect 0")
    assert scene(table, 1).pending == ("Ann: roll 1 green die (Sponsors)", "Ann: roll 1 blue die (Sponsors)")


@pytest.mark.interpreted
def test_reactions_that_are_to_come_are_told():
    # A frame of reactions to an ocean of Bob's is put below a decision by hand; Shore is Ann's and reacts to anybody's.
    table = Table(corporations=("shore", "helion")).hand(0, "lake").dice(0, "water event").main().act("card lake")
    assert table.asks == "order of effects"
    s = table.states[0]
    depth = table["depth"]
    s["frame"][depth] = s["frame"][depth - 1]
    s["frame"][depth - 1] = (state.REACTIONS, 1, words.ON_OCEAN, 0)
    s["depth"] = depth + 1
    assert "Ann: roll 1 green die (Shore)" in asked.waiting(s, table.content, NAMES)


@pytest.mark.interpreted
def test_alone_the_tiles_of_the_set_up_are_to_come():
    table = Table(1).fresh()
    assert table.asks == "place tile"
    assert scene(table, 0).pending == ("Ann: place an ocean", "Ann: place a greenery")


# --- the table ---


@pytest.mark.interpreted
def test_the_text_shows_the_map_with_tiles_and_bonuses():
    table = Table().tiles(B2="city", A2="ocean", F1="special tile", B5="greenery").start()
    rows = [row.split() for row in text(table).splitlines() if re.match(r" +[A-G]1", row)]
    assert [row[0][0] for row in rows] == list("ABCDEFG")
    shown = " ".join(" ".join(row) for row in rows)
    assert shown.startswith("A1 steel A2 OCEAN A3 ~ A4 green die B1 steel B2 CITY B3 ~card B4 B5 GREENERY C1 card")
    assert "D1 wild D2 plant D3 green die D4 ~green die" in shown
    assert "F1 SPECIAL F2 F3 wild" in shown
    assert shown.endswith("G3 ~ G4 ~VP")


@pytest.mark.interpreted
def test_neighbours_on_the_map_are_neighbours_in_text_and_picture():
    table = Table().start()
    lines = text(table).splitlines()
    spots = {}
    for row, found in enumerate(row for row in lines if re.match(r" +[A-G]1", row)):
        for match in re.finditer(r"[A-G]\d", found):
            spots[match[0]] = (match.start() / 14, row * 3**0.5 / 2)
    drawn = {spot.name: picture_board.middle_of(spot, (0, 0), 1 / 3**0.5) for spot in scene(table, 0).hexes}
    for places in (spots, drawn):
        assert len(places) == 37
        for name, (x, y) in places.items():
            near = {other for other, (a, b) in places.items() if 0.5 < ((a - x) ** 2 + (b - y) ** 2) ** 0.5 < 1.2}
            assert near == set(table.neighbours(name))


@pytest.mark.interpreted
def test_tracks_say_where_they_are_and_which_bonuses_are_ahead():
    table = Table().tracks(-20, 10).oceans(7).start()
    assert line(table, "Temperature") == "Temperature -20, 7 steps to +8; bonuses ahead: 1 water at -16, 1 heat at 0"
    assert line(table, "Oxygen") == "Oxygen 10%, 3 steps to 16%"
    assert line(table, "Oceans") == "Oceans 7, complete"
    assert {"now -20", "now 10%", "complete"} <= set(written(table))
    assert line(table.tracks(4, 14).start(), "Temperature") == "Temperature +4, 1 step to +8"


@pytest.mark.interpreted
def test_awards_and_milestones_say_how_far_everybody_is():
    table = Table(3).awards("steel", "heat", "science").milestones("builder", "planner", "settler")
    table.down(0, "mine", "ghg").down(1, "deep_well_heating").put(claimed={0: 2, 2: -2}).start()
    # Steel: mine 2, deep well 1; heat: ghg 1, deep well 1, tied for first; science: nobody.
    assert line(table, "steel:") == "steel: Ann 2 (5 VP), Bob 1 (3 VP), Cleo 0"
    assert line(table, "heat:") == "heat: Ann 1 (5 VP), Bob 1 (5 VP), Cleo 0"
    assert line(table, "science:") == "science: Ann 0, Bob 0, Cleo 0"
    assert line(table, "Builder,") == "Builder, 5 green cards played: claimed by Cleo"
    assert line(table, "Planner,") == "Planner, 12 cards of any colour: Ann 2, Bob 1, Cleo 0"
    assert line(table, "Settler,") == "Settler, 5 tiles placed: removed"
    assert {"has it", "removed", "12 cards of any colour"} <= set(written(table))
    assert "2 of 9" in text(Table(1).awards("steel", "heat", "science").down(0, "mine").start())


@pytest.mark.interpreted
def test_cards_in_hand_say_what_they_lack():
    table = Table(corporations=("merchant", "helion")).hand(0, "mine", "deep_well_heating", "lab", "forest")
    table.dice(0, "steel plant energy").wild(0, 1).start()
    # The merchant's discount: 1 steel less.
    assert line(table, "in hand: Mine").endswith("for 2 steel: can be paid")
    assert line(table, "in hand: Deep well").endswith("for energy + steel + heat: can be paid with 1 wild token")
    assert line(table, "in hand: Lab").endswith("for energy + science: can be paid with 1 wild token")
    assert line(table, "in hand: Forest").endswith("for 2 plant + event: cannot be paid, 2 icons lacking")
    shown = written(table)
    assert shown.count("payable") == 3
    assert shown.count("lacks 2 icons") == 1


@pytest.mark.interpreted
def test_actions_say_how_many_wild_tokens_they_take():
    table = Table(corporations=("merchant", "helion")).hand(0, "mine", "lab").down(0, "decomposers", "bacteria")
    table.dice(0, "heat heat energy plant").wild(0, 2).main()

    def described(action):
        return GAME.describe(table.states[0], table.content, table.number(action))

    assert described("temperature") == "pay 3 heat to raise the temperature, with 1 wild token"
    # The merchant's discount is for cards.
    assert described("card mine").endswith(" for 2 steel, with 1 wild token")
    assert described("card lab").endswith(" for energy + science, with 1 wild token")
    assert described("card decomposers").startswith("use Decomposers [support action: microbe -> 1 plant and 1 VP]")
    assert described("card decomposers").endswith(", with 1 wild token")
    assert "wild" not in described("card bacteria")
    assert all("wild" not in described(action) for action in table.legal if action.startswith("colour"))


@pytest.mark.interpreted
def test_used_cards_and_what_stays_are_told():
    table = Table(corporations=("vault", "helion")).down(0, "bacteria", "effective_storage", "mine")
    table.down(1, "lab", turned=True).dice(0, "heat heat plant").start()
    shown = text(table, 1)
    assert "corporation: Vault [keep 2 more resources]" in shown
    assert "resources: 1 plant, 2 heat; keeps 7 of them at a production turn" in shown
    assert "production: 2 blue, 2 grey" in shown
    assert "played: Bacteria [free action: energy -> roll 2 green dice]\n" in shown
    assert "played: Lab [main action: roll 2 dice of any colour and draw 1 card] (used)" in shown
    assert "played: Mine" in shown
    assert {
        "Bacteria",
        "Mine",
        "keeps 7 resources",
        "used: main action: roll 2 dice of any colour and draw 1 card",
    } <= set(written(table, 1))


@pytest.mark.interpreted
def test_points_are_told_with_what_the_end_would_add():
    table = Table().awards("steel", "nuclear", "oxygen").down(0, "mine", "bank").points(0, 7)
    table.milestones("builder").put(claimed={0: 0}).start()
    # The bank has a red ribbon, the builder is worth 4, the mine has the most steel.
    assert (
        "Ann (you, whose turn it is, to decide): 7 VP (17 if the game ended now: track 7, ribbons 1, milestones 4"
        in text(table).replace("\n      ", " ")
    )
    assert "17 if it ended now" in written(table)
    assert scene(table, 1).players[0].score == seen.Score(track=7, ribbons=1, milestones=4, awards=5, total=17)
    assert table.scores() == [17, 0]
    table.states["over"][0] = TERMINATED
    assert "Ann (you): 17 VP (track 7, ribbons 1, milestones 4, awards 5)" in text(table)
    assert {"17", "track 7, ribbons 1, milestones 4, awards 5", "Final scores: Ann 17, Bob 0"} <= set(written(table))


@pytest.mark.interpreted
def test_the_end_says_how_the_game_ended():
    def ends(table, over=TERMINATED):
        table.states["over"][0] = over
        return text(table).splitlines()[0].split(" | ")[1:]

    assert ends(Table().points(1, 9).start()) == ["the game is over: most Victory Points (9) for Bob"]
    # Helion makes 3 dice and UNMI 2: production breaks the tie; then victory is shared.
    tied = Table(corporations=("helion", "unmi")).points(0, 9).points(1, 9).start()
    assert ends(tied) == ["the game is over: most Victory Points (9) for Ann and Bob, most production for Ann"]
    shared = Table(corporations=("teractor", "unmi")).points(0, 9).points(1, 9).start()
    assert ends(shared, TRUNCATED) == ["cut off and scored as it stands: most Victory Points (9) for Ann and Bob"]
    assert ends(Table(1).points(0, 9).start()) == ["the game is over: no score, for not all three tracks are complete"]
    done = Table(1).points(0, 9).tracks(8, 16).oceans(7).start()
    assert ends(done) == ["the game is over: all three tracks are complete, 9 Victory Points"]


@pytest.mark.interpreted
def test_the_last_round_is_announced():
    table = Table(3).start()
    table.put(left=2)
    assert "round 1: turn of Ann, last round: 2 turns to come after this one | Ann decides" in text(table)
    table.put(left=0)
    assert "turn of Ann, the last turn | " in text(table)
    assert "turn 7 of 50" in text(Table(1).put(turn=7).start())


# --- words ---


@pytest.mark.interpreted
def test_every_kind_of_event_has_words_of_its_own():
    kinds = {value for name, value in vars(state).items() if name.startswith("E_")} - {state.E_NONE, state.E_TURN}
    table = Table().start()
    s = table.states[0]
    lines = set()
    for kind in kinds:
        s["events"], s["event"][0] = 1, (kind, 1, 1, 1)
        lines |= set(happened.happened(s, table.content, NAMES))
    assert len(lines) == len(kinds) == 19
    assert all(line.startswith("Bob ") for line in lines)
    with pytest.raises(ValueError, match="kind 99"):
        happened.deed(99, table.content, 0, 0)


@pytest.mark.interpreted
def test_dice_rolled_in_a_row_are_told_together():
    table = Table().start()
    s = table.states[0]
    heat, plant = words.HEAT, words.PLANT
    events = [
        *((state.E_ROLL, 0, r, 0) for r in (heat, plant, heat)),
        (state.E_ROLL, 1, heat, 0),
        (state.E_WILD, 1, 2, 0),
        *((state.E_PAY, 1, r, 0) for r in (heat, len(words.RESOURCES), heat)),
        (state.E_TURN, 0, 4, 0),
    ]
    s["events"] = len(events)
    s["event"][: len(events)] = events
    assert happened.happened(s, table.content, NAMES) == (
        "Ann rolls plant, 2 heat",
        "Bob rolls heat",
        "Bob gets 2 wild tokens",
        "Bob gives back 2 heat, wild token",
        "round 4: Ann",
    )


@pytest.mark.interpreted
def test_the_ring_of_events_is_read_from_its_oldest():
    table = Table().start()
    s = table.states[0]
    s["events"] = state.RING + 3
    for k in range(state.RING):
        s["event"][k] = state.E_POINTS, 0, 1 + (k - 3) % state.RING, 0
    lines = happened.happened(s, table.content, NAMES)
    assert [int(re.findall(r"gets (\d+)", line)[0]) for line in lines] == list(range(1, state.RING + 1))


def test_the_glossary_explains_every_word_in_the_order_of_the_vocabulary():
    vocabularies = (
        words.EFFECTS,
        words.PERMANENTS,
        words.SCOPES,
        (*words.EVENTS, *words.GROUPS),
        words.ACTION_KINDS,
        words.CRITERIA,
    )
    assert [tuple(part) for part in glossary.GLOSSARY.values()] == [tuple(v) for v in vocabularies]
    meanings = [text for part in glossary.GLOSSARY.values() for text in part.values()]
    assert len(set(meanings)) == len(meanings)


def test_every_effect_has_a_phrase_of_its_own():
    for n in (1, 2):
        phrases = []
        for word in words.EFFECTS:
            arguments = words.ARGUMENTS.get(word, ("",))
            phrases += [effect_phrase(f"{word} {n} {argument}") for argument in arguments]
        assert len(set(phrases)) == len(phrases)
        assert not any("{" in phrase for phrase in phrases)
    assert effect_phrase("ocean 1") == "place 1 ocean tile"
    assert effect_phrase("roll 2 green") == "roll 2 green dice"


def test_every_reaction_has_a_phrase_of_its_own():
    events = (*words.EVENTS, *words.GROUPS)
    phrases = {permanent_phrase(f"on {scope} {e}: wild 1") for scope, e in itertools.product(words.SCOPES, events)}
    assert len(phrases) == 2 * len(events)
    assert "when anyone places an ocean: 1 wild token" in phrases
    assert "when you raise the oxygen: 1 wild token" in phrases
    assert "when you play a green card: 1 wild token" in phrases


# --- signs ---


def painted(draw_it, size=40):
    """Pixels that differ from the ground."""
    ground = (10, 20, 30)
    made = Canvas(size, size, ground)
    draw_it(made)
    return made.array(), (made.array() != ground).any(axis=2)


def test_every_resource_has_a_sign_of_its_own_inside_its_die():
    for side in (12, 16, 24, 34):
        arrays = []
        for resource in words.RESOURCES:
            array, touched = painted(lambda made, s=side, r=resource: icons.die(made, 3, 3, s, r))
            assert not touched[:3].any()
            assert not touched[3 + side :].any()
            assert not touched[:, :3].any()
            assert not touched[:, 3 + side :].any()
            white = (array > 190).all(axis=2).sum()
            assert white > 0.05 * side * side, resource
            arrays.append(array)
        # Resources of one die have the same colour: it is the sign that tells them apart.
        for a, b in (pair for pair in itertools.combinations(range(15), 2) if pair[0] // 3 == pair[1] // 3):
            differing = (np.abs(arrays[a].astype(int) - arrays[b]).sum(axis=2) > 200).sum()
            assert differing > 0.1 * side * side, (words.RESOURCES[a], words.RESOURCES[b])


@pytest.mark.parametrize("width", [80, 120, 300, 560])
def test_many_resources_stay_in_their_width(width):
    for n in (1, 3, 5, 9, 20, 57):
        resources = sorted((words.RESOURCES * 4)[:n], key=words.RESOURCES.index)
        made = Canvas(700, 60)
        end = icons.icons(made, 10, 10, 24, resources, width)
        assert end <= 10 + width + 12
        array = made.array()
        assert (array[:, 10 + width + 12 :] == array[0, -1]).all()
        made = Canvas(700, 60)
        boxes = sorted((words.PRODUCTION * 9)[:n], key=words.PRODUCTION.index)
        assert icons.boxes(made, 10, 10, 15, boxes, width) <= 10 + width


@pytest.mark.parametrize("held", [0, 1, 3, 6, 7, 12, 13, 30])
def test_any_number_of_cards_in_hand_is_shown_without_overlaps(held):
    ids = GAME.shipped.ids["project"][:held]
    table = Table(2, content=GAME.shipped).hand(0, *ids).start()
    made = canvas(table)
    texts = " ".join(words for _, words in made.texts)
    for id in ids:
        assert table.written(id)["name"][:8] in texts
    for k, (a, words_a) in enumerate(made.texts):
        assert 0 <= a[0] < a[2] <= made.width
        assert 0 <= a[1] < a[3] <= made.height
        for b, words_b in made.texts[:k]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (words_a, words_b)


def test_long_names_and_costly_cards_stay_in_their_boxes(tmp_path):
    costly = {
        "name": "Interplanetary Commission for Extraordinarily Slow Decisions",
        "cost": ["plant", "microbe", "animal", "water", "energy", "oxygen", "plant", "plant", "water", "water"],
        "effects": ["any 7", "change 7", "special 3", "lose 5 megacredit"],
    }
    makers = {
        "colour": "green",
        "production": ["green", "blue", "grey", "red", "yellow", "wild", "point", "point", "point"],
    }
    content = with_rows(tmp_path, costly=costly, makers=makers)
    filler = content.ids["project"][:10]
    table = Table(4, content=content).hand(0, "costly", "makers", *filler[2:]).down(1, "effective_storage").start()
    made = canvas(table)
    for k, (a, words_a) in enumerate(made.texts):
        assert 0 <= a[0] < a[2] <= made.width
        for b, words_b in made.texts[:k]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (words_a, words_b)
    assert any(words.startswith("Interpl") for _, words in made.texts)
