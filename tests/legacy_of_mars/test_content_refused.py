"""What the reader of the content file refuses, and that it says what is allowed."""

import pytest

from legacy_of_mars.edits import SMALL, TEXT, acts, does, edited, loaded, mine, reacts, refused, stands
from marszoo.envs.core.content import PROVENANCES, ContentError
from marszoo.envs.legacy_of_mars import GAME, fitting, reading, reading_effects, reading_rows, words
from marszoo.envs.legacy_of_mars.content import load_content

pytestmark = pytest.mark.interpreted

RESOURCES = ["megacredit", "steel", "titanium", "worker", "plant", "energy", "heat"]
TAGS = ["building", "space", "power", "science", "jovian", "earth", "plant", "microbe", "animal", "city", "floater"]
KINDS = ["animal", "microbe", "science", "fighter", "floater"]
PAYS = "a cost is one of 'RESOURCE N', 'production RESOURCE N', 'held N', 'any KIND N', 'free'"


@pytest.mark.parametrize(
    ("edit", "parts"),
    [
        # effects
        (does("gian steel 2"), ["project 'mine'", "effects", "'gian'", "did you mean 'gain'", "lose, production"]),
        (does(""), ["project 'mine'", "effects", "unknown word ''"]),
        (does("choose"), ["unknown word 'choose'"]),
        (does("gain iron 2"), ["effects", "'iron'", *RESOURCES]),
        (does("gain steel"), ["'gain steel' is not of the form 'gain RESOURCE N'"]),
        (does("gain steel 0"), ["'0' is not a whole number from 1 to 60"]),
        (does("gain steel --1"), ["'--1' is not a whole number"]),
        (does("gain steel ²"), ["'²' is not a whole number"]),
        (does(f"gain steel {'9' * 5000}"), ["9' is not a whole number from 1 to 60"]),
        (does("production steel 0"), ["'production steel 0' does nothing"]),
        (does("temperature 6"), ["'6' is not a whole number from 1 to 5"]),
        (does("ocean on phobos"), ["'phobos'", "reserved, land, anywhere"]),
        (does("city on greenery"), ["'greenery'", *[p for p in words.PLACES if p != "greenery"]]),
        (does("greenery on sea"), ["'sea'", "reserved, land", "anywhere"]),
        (does("special tower"), ["'tower'", *words.SPECIAL_TILES]),
        (does("special"), ["'special' is not of the form 'special NAME'"]),
        (does("keep 4 of 4"), ["'4' is not a whole number from 1 to 3"]),
        (does("keep 1 in 4"), ["is not of the form 'keep N of N'"]),
        (does("reveal microbe"), ["reveal needs 'then'"]),
        (does("reveal virus then draw 1"), ["'virus'", *TAGS]),
        (does("gain steel 1 then draw 1"), ["'then' may follow reveal, discard, unhold, not gain"]),
        (does("add cow 1"), ["'cow'", *KINDS]),
        (does("next price 2"), ["'price'", "discount, shift"]),
        (does("next shift 10"), ["'10' is not a whole number from 1 to 9"]),
        (does("swap heat heat"), ["the two resources must differ"]),
        (does("remove plant 2 by_city"), ["is not of the form 'remove RESOURCE N'"]),
        (does("nothing"), ["'nothing' is an alternative only"]),
        (does("nothing | nothing"), ["more than one alternative is nothing"]),
        (does("draw 1 | draw 2 | draw 3 | draw 4 | draw 5"), ["5 alternatives; at most 4 are allowed"]),
        (does("temperature 1 per city"), ["cannot be counted; only gain, production, rating, draw, hold can"]),
        (does("gain steel 1 per town"), ["'town'", *words.COUNTS]),
        (does("gain steel 1 per tag"), ["'tag' is not of the form 'tag TAG'"]),
        (does("gain steel 1 per 0 city"), ["'0' is not a whole number from 1 to 20"]),
        (does("gain steel 1 if rain >= 2"), ["'rain'", *words.REQUIREMENTS]),
        (does("production steel -1 per city"), ["a loss of production is a plain number"]),
        (does("production steel -1 if city >= 2"), ["a loss of production is a plain number"]),
        (does("unhold 1"), ["unknown word 'unhold'"]),
        (does("add_that 1"), ["unknown word 'add_that'"]),
        (does("hold 1"), ["project 'mine'", "holds", "missing"]),
        (does("gain steel 1 if bonus steel"), ["'if bonus' asks what the hex just used prints"]),
        (does("gain steel 1 per adjacent_ocean"), ["counts what is next to its tile"]),
        (mine(effects='"draw 1"'), ["effects", "'draw 1' is not a list of 0 to 6 entries"]),
        (mine(effects="[1]"), ["effects", "1 is not a text"]),
        (mine(effects=7 * ["draw 1"]), ["is not a list of 0 to 6 entries"]),
        # requirements
        (mine(requires='["oxygen 5"]'), ["requires", "'oxygen 5' is not of the form 'oxygen >= N' or 'oxygen <= N'"]),
        (mine(requires='["oxygen > 5"]'), ["requires", "'>'", ">=, <="]),
        (mine(requires='["oxygen >= 15"]'), ["'15' is not a whole number from 0 to 14"]),
        (mine(requires='["temperature >= -9"]'), ["-9 degrees: the temperature moves by 2 degrees from -30"]),
        (mine(requires='["temperature >= 10"]'), ["'10' is not a whole number from -30 to 8"]),
        (mine(requires='["tag sceince >= 2"]'), ["'sceince'", "did you mean 'science'"]),
        (mine(requires='["held >= 1"]'), ["requires", "unknown word 'held'"]),
        (mine(requires='["bonus steel"]'), ["requires", "unknown word 'bonus'"]),
        # tags, points, missions
        (mine(tags2='["event"]'), ["tags2: unknown key", "did you mean 'tags'"]),
        (("project mine", '"building"', '"bulding"'), ["tags", "'bulding'", "did you mean 'building'"]),
        (("project mine", '"building"', '"event"'), ["tags", "unknown word 'event'"]),
        (mine(points='"1 per held"'), ["holds", "missing"]),
        (mine(points='"1 per adjacent_city"'), ["counts what is next to its tile"]),
        (mine(points='"one"'), ["points", "'one' is not a whole number from -9 to 9"]),
        (mine(points="10"), ["points", "10 is not a whole number from -9 to 9"]),
        (mine(points="[1]"), ["points", "neither a whole number nor a text"]),
        (mine(points='"3 if city >= 2"'), ["points", "unknown word 'city'", "held"]),
        (mine(missions="[5]"), ["missions", "5 is not a whole number from 1 to 4"]),
        (mine(missions="[]"), ["missions", "[] is not a list of numbers from 1 to 4"]),
        (mine(holds='"gold"'), ["holds", "'gold'", "none", *KINDS]),
        (("project mine", "cost = 4", "cost = 61"), ["cost", "61 is not a whole number from 0 to 60"]),
        (("project mine", '"green"', '"yellow"'), ["colour", "'yellow'", "green, blue, red"]),
        (("project mine", '"corp_era"', '"innovation"'), ["deck", "unknown word 'innovation'", "base, corp_era, house"]),
        (("project mine", '"public"', '"rumour"'), ["provenance", *PROVENANCES]),
        (("project mine", "cost = 4\n", ""), ["project 'mine'", "cost", "missing"]),
        (("project mine", 'id = "mine"', 'id = "capital"'), ["duplicate id 'capital'"]),
        (("project mine", 'id = "mine"', 'id = "brain_trust"'), ["'brain_trust'", "duplicate id", "[[project]] has it"]),
        # actions
        (acts("draw 1"), ["action", "'draw 1' is not of the form 'COST: EFFECT'"]),
        (acts("gold 1: draw 1"), ["action", "'gold'", *RESOURCES, "production, held, any, free", PAYS]),
        (acts("energy 1 & heat 1 & plant 1: draw 1"), ["at most 2 costs"]),
        (acts("energy 1 & energy 2: draw 1"), ["names a cost twice"]),
        (acts("energy: draw 1"), ["'energy' is not of the form 'energy N'", PAYS]),
        (acts("held: draw 1"), ["'held' is not of the form 'held N'", PAYS]),
        (acts("any 1: draw 1"), ["'any 1' is not of the form 'any KIND N'", PAYS]),
        (acts("production 1: draw 1"), ["'production 1' is not of the form 'production RESOURCE N'", PAYS]),
        (acts("free 1: draw 1"), ["'free 1': 'free' stands alone", PAYS]),
        (acts("energy 1 & free: draw 1"), ["'free': 'free' stands alone", PAYS]),
        (acts("energy 1 (steel): draw 1"), ["steel and titanium pay for megacredit only"]),
        (acts("megacredit 1 (iron): draw 1"), ["is not of the form 'megacredit N'"]),
        (acts("any cow 1: draw 1"), ["'cow'", *KINDS]),
        (acts("held 1: draw 1"), ["holds", "missing"]),
        (acts("free: lose heat 1"), ["unknown word 'lose'"]),
        (acts("free: production heat -1"), ["what an action takes away stands before the colon"]),
        (acts("free: city on ganymede"), ["only a card that is played may use ganymede"]),
        (mine(action='["free: draw 1", "free: draw 2", "free: draw 3"]'), ["is not a list of 0 to 2 entries"]),
        # triggers
        (reacts("ocean: draw 1"), ["triggers", "is not of the form 'own|any EVENT: EFFECT'"]),
        (reacts("my ocean: draw 1"), ["'my'", "own, any"]),
        (reacts("own rain: draw 1"), ["'rain'", *words.EVENTS]),
        (reacts("own tag: draw 1"), ["is not of the form 'own|any tag TAG/TAG/…'"]),
        (reacts("own tag plant/tree: draw 1"), ["'tree'", *words.TAGS]),
        (reacts("own ocean tile: draw 1"), ["is not of the form 'own|any EVENT'"]),
        (reacts("own ocean: temperature 1"), ["unknown word 'temperature'"]),
        (reacts("own ocean: city"), ["unknown word 'city'"]),
        (reacts("own ocean: production heat -1"), ["a trigger lowers no production"]),
        (reacts("own rating: rating 1"), ["would set itself off without end"]),
        (reacts("own rating: draw 1 | rating 1"), ["would set itself off without end"]),
        (reacts("own ocean: add_that 1"), ["add_that needs a card whose tag was played"]),
        # a trigger that listens to anybody has quiet effects only
        (reacts("any ocean: draw 1"), ["unknown word 'draw'", "gain, production, rating, hold"]),
        (reacts("any ocean: remove plant 1"), ["unknown word 'remove'"]),
        (reacts("any ocean: wild 1"), ["unknown word 'wild'"]),
        (reacts("any ocean: add animal 1"), ["unknown word 'add'"]),
        (reacts("any ocean: gain heat 1 | gain plant 1"), ["leaves nothing to choose"]),
        (reacts("any ocean: gain heat 1 | nothing"), ["leaves nothing to choose"]),
        (reacts("any ocean: production heat -1"), ["a trigger lowers no production"]),
        # standing effects
        (stands("cheaper 2"), ["standing", "'cheaper'", *words.STANDING]),
        (stands("discount"), ["'discount' is not of the form 'discount N'"]),
        (stands("discount rock 2"), ["'rock'", *TAGS]),
        (stands("discount 10"), ["'10' is not a whole number from 1 to 9"]),
        (stands("protect 1"), ["'protect 1' is not of the form 'protect'"]),
        (mine(standing='["heat_steps 1", "heat_steps 2"]'), ["'heat_steps 2' stands there twice"]),
        (("project asteroid", 'colour = "red"', 'colour = "red"\nstanding = ["protect"]'), ["a red card lies face down"]),
        (("project asteroid", 'colour = "red"', 'colour = "red"\nholds = "animal"'), ["a red card lies face down"]),
        # corporations
        (("side borealis_works_b", '"borealis_works"', '"sunward_trust"'), ["must belong to 'borealis_works'"]),
        (("side borealis_works_b", '"borealis_works"', '"nobody"'), ["corporation", "'nobody'", "open_archive"]),
        (("side borealis_works_b", "production worker 2", "lose heat 2"), ["unknown word 'lose'"]),
        (("side borealis_works_b", "production worker 2", "production heat -1"), ["lowers a production"]),
        (("side borealis_works_b", "production worker 2", "population 1"), ["unknown word 'population'"]),
        (("side borealis_works_b", "money = ", 'cost = 3\nmoney = '), ["cost: unknown key"]),
        (("development gravel_road", "mission = 1", "mission = 2"), ["row 1 must be of mission 1"]),
        (("development gravel_road", "mission = 1", "mission = 5"), ["5 is not a whole number from 1 to 4"]),
        (("development gravel_road", "gain steel 4", "any_production heat 1"), ["unknown word 'any_production'"]),
        # standard projects, milestones, missions, numbers
        (("standard asteroid", 'effects = ["temperature 1"]', ""), ["standard 'asteroid'", "effects", "missing"]),
        (("standard asteroid", "temperature 1", "hold 1"), ["unknown word 'hold'"]),
        (("standard city", '["city"', '["city on phobos"'), ["only a card that is played may use phobos"]),
        (("milestone mayor", '"cities"', '"towns"'), ["counts", "'towns'", *words.CRITERIA]),
        (("milestone builder", '"tag building"', '"tag"'), ["'tag' is not of the form 'tag TAG'"]),
        (("milestone mayor", "amount = 3", "amount = 0"), ["amount", "0 is not a whole number from 1 to 99"]),
        (("award landlord", '"tiles"', "3"), ["award 'landlord'", "counts", "3 is not a text"]),
        (("mission foothold", '"town_council", ', ""), ["milestones", "is not a list of 5 to 5 entries"]),
        (("mission foothold", '"town_council"', '"town_hall"'), ["milestones", "'town_hall'"]),
        (("mission foothold", '"town_council"', '"crew_chief"'), ["milestones", "names one twice"]),
        (("mission foothold", 'goal = "rating"', 'goal = "fame"'), ["goal", "parameters, score, rating, population"]),
        (("mission foothold", 'goal = "rating"', 'goal = "parameters"'), ["amount", "0 with the goal 'parameters'"]),
        (("[amounts]", "card_price = 3", "card_price = 0"), ["[amounts]", "card_price", "0 is not a whole number"]),
        (("[amounts]", "[8, 14, 20]", "[8, 14]"), ["award_cost", "[8, 14] is not a list of 3 numbers"]),
        (("[amounts]", "card_price = 3\n", ""), ["[amounts]", "card_price", "missing"]),
        (("[tracks]", "[-24, -20]", "[-24, -19]"), ["heat_production", "-19 degrees"]),
        (("[tracks]", "[8]", "[15]"), ["oxygen_temperature", "15 is not a whole number from 0 to 14"]),
        (("[tracks]", "[8]", "8"), ["oxygen_temperature", "8 is not a list"]),
        # maps
        (("board house", "  \".p . ^s . .\",\n", ""), ["rows", "is not a list of 9 to 9 entries"]),
        (("board house", ".p . ^s . .", ".p . ^s ."), ["board 'house'", "rows", "row 1", "has 4 cells; it takes 5"]),
        (("board house", ".p . ^s . .", ".p . ^s . x"), ["row 1, 'x'", "~ (reserved for oceans)", "^ (volcanic)"]),
        (("board house", ".p . ^s . .", ".q . ^s . ."), ["row 1, '.q'", "'q' is no bonus", "p (plant)", "t (titanium)"]),
        (("board house", ".p . ^s . .", ".p * ^s . ."), ["more than one hex is the pole"]),
        (("board house", "* ~pp", ". ~pp"), ["pole", "belong together"]),
        (("board house", 'pole = "megacredit 4: temperature"', ""), ["pole", "belong together"]),
        (("board house", '"megacredit 4: temperature"', '"heat 4: temperature"'), ["'megacredit N'"]),
        (("board house", '"megacredit 4: temperature"', '"megacredit 4: card"'), ["'card'", "ocean, temperature"]),
        (("board house", "oceans = 15", "oceans = 16"), ["board 'house'", "16 oceans and 3 other tiles", "only 18"]),
        (("board hellas", "milestones = ", "# "), ["board 'hellas'", "milestones", "has its own", "or neither"]),
        (("board hellas", "rating = 20\n", ""), ["board 'hellas'", "rating", "or neither"]),
        # what all content together must fit
        (does("special industry on reserved"), ["board 'house'", "15 oceans and 4 other tiles", "only 18 reserved"]),
        (does("special industry on anywhere"), ["board 'house'", "15 oceans and 4 other tiles"]),
        (does("city on phobos"), ["effects", "project 'mine'", "project 'phobos_space_haven' uses phobos too"]),
        (stands("greenery_plants 9"), ["greenery_plants", "at most 7 fit"]),
        (stands("population_workers 9"), ["population_workers", "at most 9 fit"]),
        (stands("card_price 3"), ["card_price", "at most 3 fit"]),
    ],
)  # fmt: skip
def test_a_word_a_form_or_a_number_that_cannot_be_meant_is_refused_with_what_is_allowed(tmp_path, edit, parts):
    message = refused(tmp_path, edited(SMALL, *edit))
    for part in parts:
        assert part in message, (part, message)


def test_tables_that_are_incomplete_or_too_long_are_refused(tmp_path):
    own = '\n[[project]]\nid = "own_{}"\nprovenance = "house"\ndeck = "house"\ncolour = "green"\ncost = 5\n'
    free = 256 - len(GAME.shipped.ids["project"])
    full = TEXT + "".join(own.format(k) for k in range(free))
    assert loaded(tmp_path, full).tables["num_projects"] == 256
    assert "257 rows; 60 to 256 are allowed" in refused(tmp_path, full + own.format("more"))
    start = TEXT.index('[[side]]\nid = "borealis_works_b"')
    without = TEXT[:start] + TEXT[TEXT.index("[[side]]", start + 1) :]
    assert "[[side]]: rows: 11 rows; 6 corporations take 2 each" in refused(tmp_path, without)
    start = TEXT.index('[[development]]\nid = "gravel_road"')
    without = TEXT[:start] + TEXT[TEXT.index("[[development]]", start + 1) :]
    assert "[[development]]: rows: 47 rows; 6 corporations take 8 each" in refused(tmp_path, without)
    parts = TEXT.split("[[project]]")
    lines = [part.splitlines(keepends=True) for part in parts[1:]]
    kept = ["".join(line for line in part if not line.startswith("missions = ")) for part in lines]
    few = [
        part.replace("colour = ", "missions = [1, 2, 4]\ncolour = ", 1) if k >= 59 else part
        for k, part in enumerate(kept)
    ]
    message = refused(tmp_path, "[[project]]".join([parts[0], *few]))
    assert "[[project]]: missions: 59 project cards come into mission 3; at least 60 must" in message


def test_a_file_that_is_none_or_has_unknown_tables_is_refused(tmp_path):
    assert "not a TOML file" in refused(tmp_path, "[[project]\n")
    assert "projects: unknown key" in refused(tmp_path, TEXT + "\n[[projects]]\n")
    with pytest.raises(ContentError, match="cannot be read"):
        load_content(tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("module", "name", "most", "parts"),
    [
        (reading_effects, "EFFECT_ROWS", 100, ["effects", "more effects than the 100 rows"]),
        (reading, "TERMS", 20, ["requires", "more terms than the 20 rows"]),
        (reading_rows, "TRIGGERS", 5, ["triggers", "more than the 5 triggers"]),
        (fitting, "POOL", 6, ["effects might wait at once; 6 can"]),
        (fitting, "SIGNED", 11, ["discount space", "come to 12", "at most 11 fit"]),
        (fitting, "UNSIGNED", 60, ["tag building", "at most 60 fit"]),
    ],
)
def test_content_that_does_not_fit_its_capacities_is_refused(tmp_path, monkeypatch, module, name, most, parts):
    loaded(tmp_path, TEXT)
    monkeypatch.setattr(module, name, most)
    message = refused(tmp_path, TEXT)
    for part in parts:
        assert part in message, (part, message)
