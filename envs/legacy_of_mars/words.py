"""The closed vocabulary of the content file. Compiled code compares the numbers; files and documentation use the words.

What the words mean is in ``glossary.py``.
"""

RESOURCES = ("megacredit", "steel", "titanium", "worker", "plant", "energy", "heat")
"""The seven standard resources, each with a production."""
MEGACREDIT, STEEL, TITANIUM, WORKER, PLANT, ENERGY, HEAT = range(7)

TAGS = (
    *("building", "space", "power", "science", "jovian", "earth"),
    *("plant", "microbe", "animal", "city", "event", "floater"),
)
"""Tags; red cards carry ``event`` without saying so."""
(
    T_BUILDING,
    T_SPACE,
    T_POWER,
    T_SCIENCE,
    T_JOVIAN,
    T_EARTH,
    T_PLANT,
    T_MICROBE,
    T_ANIMAL,
    T_CITY,
    T_EVENT,
    T_FLOATER,
) = range(12)

COLOURS = ("green", "blue", "red")
"""Colours of cards: automated, active, event. Corporations and developments have none (`NO_COLOUR`)."""
GREEN, BLUE, RED = range(3)
NO_COLOUR = 3

DECKS = ("base", "corp_era", "house", "innovation")
"""Where a card comes from; innovation cards lie in the innovation box."""
INNOVATION_DECK = 3

HELD = ("animal", "microbe", "science", "fighter", "floater")
"""Resources that are kept on cards; stored as 1 to 5 (0: the card keeps none)."""
H_ANIMAL, H_MICROBE, H_SCIENCE, H_FIGHTER, H_FLOATER = range(1, 6)

EFFECTS = (
    *("gain", "lose", "production", "temperature", "oxygen", "rating"),
    *("ocean", "city", "greenery", "special", "population", "melt"),
    *("draw", "keep", "look", "reveal", "discard", "innovation"),
    *("any_production", "remove", "steal", "remove_held"),
    *("hold", "unhold", "add", "add_more", "add_that"),
    *("choose", "wild", "swap", "shift", "copy", "claim", "next"),
)
"""Effect words, stored from 1 on (0: none). `reading.py` knows the form of each; `glossary.py` what it does."""
(
    GAIN,  # gain RESOURCE N: own resources
    LOSE,  # lose RESOURCE N: own resources, compulsory
    PRODUCTION,  # production RESOURCE N: own production, N may be negative
    TEMPERATURE,  # temperature N: raise by N steps
    OXYGEN,  # oxygen N
    RATING,  # rating N: terraform rating
    OCEAN,  # ocean [on PLACE]: place an ocean tile
    CITY,  # city [on PLACE]
    GREENERY,  # greenery [on PLACE]
    SPECIAL,  # special NAME [on PLACE]
    POPULATION,  # population N: place N Population
    MELT,  # melt N: melt N glaciers, without raising the temperature
    DRAW,  # draw N: N cards to hand
    KEEP,  # keep A of B: look at B cards, take A
    LOOK,  # look: look at the top card; buy it or discard it
    REVEAL,  # reveal TAG: show the top card, discard it; what follows (`then`) happens if it has the tag
    DISCARD,  # discard N: discard N cards from hand; what follows (`then`) happens after it
    INNOVATION,  # innovation N: N random innovation cards to hand
    ANY_PRODUCTION,  # any_production RESOURCE N: some player's production goes down by N, in full
    REMOVE,  # remove RESOURCE N: up to N leave one player
    STEAL,  # steal RESOURCE N: up to N move from one player to this one
    REMOVE_HELD,  # remove_held KIND N: up to N leave one card of any player
    HOLD,  # hold N: N resources onto this card
    UNHOLD,  # unhold N: N resources off this card
    ADD,  # add KIND N: N onto one own card that keeps the kind
    ADD_MORE,  # add_more N: N of its own kind onto one own card that keeps at least one
    ADD_THAT,  # add_that N: N onto the card whose tag triggered this
    CHOOSE,  # E & E | E & E: pick one alternative
    WILD,  # wild N: N of a standard resource of choice
    SWAP,  # swap FROM TO: pay any number of one resource, at least 1, for as many of another
    SHIFT,  # shift FROM TO: lower one production by any number, at least 1, and raise another by as much
    COPY,  # copy TAG: do the production box of an own card with the tag again
    CLAIM,  # claim: put a marker on a free hex
    NEXT,  # next discount N, next shift N: for the next card played this generation
) = range(1, 35)

COUNTS = (
    *("tag", "opponent_tag", "city", "city_on_mars", "event_played", "held", "adjacent_ocean", "adjacent_city"),
    *("population", "greenery", "ocean", "special_tile", "worker_production"),
)
"""What ``N per COUNT`` counts, stored from 1 on (0: a plain number): own tags, tags of all opponents, cities of anybody
in play, those on the planet, events ever played by anybody, resources kept on this card, oceans and cities next to this
card's tile; then own Population, own greeneries, oceans on the map, own special tiles, own worker production."""
(
    N_TAG,
    N_OPPONENT_TAG,
    N_CITY,
    N_CITY_ON_MARS,
    N_EVENT_PLAYED,
    N_HELD,
    N_ADJACENT_OCEAN,
    N_ADJACENT_CITY,
    N_POPULATION,
    N_GREENERY,
    N_OCEAN,
    N_SPECIAL,
    N_WORKER_PRODUCTION,
) = range(1, 14)

REQUIREMENTS = (
    *("oxygen", "temperature", "ocean", "tag", "production", "city", "greenery"),
    *("held", "population", "glacier", "bonus", "rating"),
)
"""Terms of a requirement or condition, stored from 1 on. ``oxygen`` in percent, ``temperature`` in degrees, ``ocean`` tiles
on the map, own ``tag`` and ``production``, ``city`` tiles in play of anybody, own ``greenery`` tiles, resources ``held`` here,
own ``population``, ``glacier`` sides on the map, the ``bonus`` printed on the hex just used, own ``rating``."""
(R_OXYGEN, R_TEMPERATURE, R_OCEAN, R_TAG, R_PRODUCTION, R_CITY, R_GREENERY) = range(1, 8)
(R_HELD, R_POPULATION, R_GLACIER, R_BONUS, R_RATING) = range(8, 13)

PLACES = (
    *("reserved", "land", "city", "greenery", "isolated", "volcanic", "metal", "own_metal"),
    *("by_city", "by_cities", "by_greenery", "noctis", "phobos", "ganymede", "anywhere"),
)
"""Where a tile may go, stored as the number. ``reserved`` for oceans; ``land`` any free hex that is not reserved; ``city`` and
``greenery`` by the rules of these tiles; ``isolated`` with no tile beside it; ``metal`` with a printed steel or titanium bonus,
``own_metal`` next to an own tile as well; ``by_city`` next to a city, ``by_cities`` next to two, ``by_greenery`` next to a
greenery; the places kept for Noctis City, Phobos and Ganymede; ``anywhere`` any free hex, reserved or not."""
(
    ON_RESERVED,
    ON_LAND,
    ON_CITY,
    ON_GREENERY,
    ON_ISOLATED,
    ON_VOLCANIC,
    ON_METAL,
    ON_OWN_METAL,
    ON_BY_CITY,
    ON_BY_CITIES,
    ON_BY_GREENERY,
    ON_NOCTIS,
    ON_PHOBOS,
    ON_GANYMEDE,
    ON_ANYWHERE,
) = range(15)

TILES = ("ocean", "greenery", "city", "special")
"""Kinds of tiles, stored from 1 on (0: no tile). Capital is a city; which special tile or city stands on a hex is told by
`State.tile_row`, the card that placed it."""
OCEAN_TILE, GREENERY_TILE, CITY_TILE, SPECIAL_TILE = range(1, 5)

SPECIAL_TILES = (
    *("natural_preserve", "mining_area", "mining_rights", "commercial_district", "nuclear_zone"),
    *("industrial_center", "ecological_zone", "lava_flows", "mohole_area", "restricted_area", "industry"),
)
"""Names of special tiles."""

EVENTS = (
    *("ocean", "city", "greenery", "event_card", "space_event", "tag", "standard_project"),
    *("population", "melting", "special", "rating"),
)
"""What a trigger listens to: a tile placed, an event (with a space tag) paid for, a tag played, a standard project paid
for, Population placed, a glacier melted, a special tile placed, a terraform rating raised by a Population or effect."""
(
    ON_OCEAN_PLACED,
    ON_CITY_PLACED,
    ON_GREENERY_PLACED,
    ON_EVENT_CARD,
    ON_SPACE_EVENT,
    ON_TAG,
    ON_STANDARD_PROJECT,
    ON_POPULATION_PLACED,
    ON_MELTING,
    ON_SPECIAL_PLACED,
    ON_RATING,
) = range(11)
SCOPES = ("own", "any")
OWN, ANYONE = range(2)

STANDING = (
    *("discount", "steel_value", "titanium_value", "requirement_shift", "protect", "locked"),
    *("card_price", "project_discount", "greenery_plants", "heat_steps", "population_workers"),
)
"""Standing effects. ``discount N`` or ``discount TAG N``: cards cost less; ``steel_value N``, ``titanium_value N``: worth more;
``requirement_shift N``: oxygen, temperature and ocean terms may be missed by N steps; ``protect``: opponents remove no
plants, animals or microbes; ``locked``: nothing leaves this card; ``card_price N``: a card is bought for N less;
``project_discount N``: standard projects cost N less; ``greenery_plants N``, ``heat_steps N``, ``population_workers N``: the
conversions take N less of their resource."""

CRITERIA = (
    *("rating", "cities", "greeneries", "tag", "hand", "different_tags", "requirement_cards", "polar_tiles"),
    *("production", "raised_productions", "highest_production", "bio_tags", "cards_in_play", "events"),
    *("tiles", "resource", "held", "green_cards", "costly_cards", "metals", "steel_and_energy", "southern_tiles"),
    *("ocean_tiles", "population", "special_tiles", "blue_cards", "workers"),
)
"""What milestones and awards count for a seat, stored as the number; ``tag``, ``production`` and ``resource`` name which."""
(
    C_RATING,
    C_CITIES,
    C_GREENERIES,
    C_TAG,
    C_HAND,
    C_DIFFERENT_TAGS,
    C_REQUIREMENT_CARDS,
    C_POLAR_TILES,
    C_PRODUCTION,
    C_RAISED_PRODUCTIONS,
    C_HIGHEST_PRODUCTION,
    C_BIO_TAGS,
    C_CARDS_IN_PLAY,
    C_EVENTS,
    C_TILES,
    C_RESOURCE,
    C_HELD,
    C_GREEN_CARDS,
    C_COSTLY_CARDS,
    C_METALS,
    C_STEEL_AND_ENERGY,
    C_SOUTHERN_TILES,
    C_OCEAN_TILES,
    C_POPULATION,
    C_SPECIAL_TILES,
    C_BLUE_CARDS,
    C_WORKERS,
) = range(27)

BONUSES = ("plant", "steel", "titanium", "heat", "card", "ocean", "temperature")
"""What a hex may print. The last two are the poles: paid for, compulsory."""
B_PLANT, B_STEEL, B_TITANIUM, B_HEAT, B_CARD, B_OCEAN, B_TEMPERATURE = range(7)

GOALS = ("parameters", "score", "rating", "population")
"""What a solo player has to reach in a mission: all three parameters done, Victory Points, terraform rating, Population."""
G_PARAMETERS, G_SCORE, G_RATING, G_POPULATION = range(4)
