"""What the words of the content file do, in our own words: for cards in text and pictures, and for the documentation.

:data:`GLOSSARY` holds every word of ``words.py`` that a row may have, in its order there; a test sees to it. How words
make effects, actions and triggers is told by ``reading_effects.py`` and ``reading_rows.py``.
"""

from collections.abc import Mapping

from marszoo.envs.legacy_of_mars.reading import COUNT_FORMS, CRITERION_FORMS, TERM_FORMS
from marszoo.envs.legacy_of_mars.reading_effects import FORMS
from marszoo.envs.legacy_of_mars.reading_rows import STANDING_FORMS

EFFECTS = {
    "gain": "N of a standard resource",
    "lose": "N of an own resource leave; compulsory, but what the card itself brings may pay",
    "production": "own production of a resource changes by N; none falls below 0, that of M€ not below -5",
    "temperature": "the temperature rises N steps of 2 degrees, each a terraform rating; at its goal nothing but melting",
    "oxygen": "oxygen rises N percent, each a terraform rating; at its goal nothing",
    "rating": "terraform rating +N, with no parameter",
    "ocean": "place an ocean tile, for a terraform rating; nothing if none is left",
    "city": "place a city tile",
    "greenery": "place a greenery tile, with its step of oxygen",
    "special": "place the special tile",
    "population": (
        "place N Population on own cities (2 each) or special tiles (1 each), each for a terraform rating; as many as have "
        "room, at least 1"
    ),
    "melt": "N glaciers of choice melt, as far as there are any; the temperature does not change",
    "draw": "N cards to hand, for nothing",
    "keep": "look at the second N of cards, take the first N of them for nothing, discard the others",
    "look": "look at the top card; buy it at the price of a card, or discard it",
    "reveal": "show the top card to all and discard it; what follows happens if it has the tag",
    "discard": "discard N cards from hand; what follows happens after it",
    "innovation": "N random innovation cards to hand",
    "any_production": "the production of one player, perhaps the own, falls by N, in full; without anybody, no play",
    "remove": "up to N of a resource leave one player; 'by_ocean': one who owns a tile next to the ocean just placed",
    "steal": "up to N of a resource move from one player to you",
    "remove_held": "up to N of the kind leave one card of any player",
    "hold": "N resources onto this card",
    "unhold": "N resources off this card; what follows happens if they were there",
    "add": "N of the kind onto one own card that keeps it; nothing if there is none",
    "add_more": "N of its kind onto one own card that keeps at least 1; nothing if there is none",
    "add_that": "N onto the card whose tag set this off; only if it keeps animals or microbes",
    "wild": "N of a standard resource of choice",
    "swap": "pay any number of one resource, at least 1, and gain as many of another",
    "shift": "lower one own production by any number, at least 1, and raise another by as much",
    "copy": "do the production of one own card with the tag again",
    "claim": "put a marker on a free hex that is not reserved: nobody else may use it",
    "next": "WHAT is discount or shift: the next card this generation costs N less, or may miss requirements by N steps",
}
"""Effect word -> what it does. N is a number; capitals are words of the lists of this page."""

COUNTS = {
    "tag": "own tags of the kind, this card's too",
    "opponent_tag": "tags of the kind of all opponents together",
    "city": "cities in play, of anybody, off the planet too",
    "city_on_mars": "cities on the map, of anybody",
    "event_played": "events that all players have played so far",
    "held": "resources kept on this card",
    "adjacent_ocean": "oceans next to this card's tile",
    "adjacent_city": "cities next to this card's tile, of anybody",
    "population": "own Population",
    "greenery": "own greenery tiles",
    "ocean": "ocean tiles on the map",
    "special_tile": "own special tiles",
    "worker_production": "own production of workers",
}
"""What `per COUNT` or `per N COUNT` multiplies by, rounded down."""

REQUIREMENTS = {
    "oxygen": "percent of oxygen",
    "temperature": "degrees",
    "ocean": "ocean tiles on the map",
    "tag": "own tags of the kind, this card's not",
    "production": "own production",
    "city": "cities in play, of anybody",
    "greenery": "own greenery tiles",
    "held": "resources kept on this card (in conditions only)",
    "population": "own Population",
    "glacier": "glaciers on the map",
    "bonus": "the hex just used prints the bonus (in conditions only, without a number)",
    "rating": "own terraform rating",
}
"""What a requirement or condition compares; `>= N` or `<= N` follows."""

PLACES = {
    "reserved": "a hex reserved for oceans",
    "land": "any hex that is not reserved",
    "city": "as the rules of cities say: land, and no city beside it",
    "greenery": "as the rules of greeneries say: next to an own tile if possible",
    "isolated": "land with no tile at all beside it",
    "volcanic": "a volcanic hex; land if the map has none",
    "metal": "land that prints steel or titanium",
    "own_metal": "the same, next to an own tile",
    "by_city": "land next to a city, of anybody",
    "by_cities": "land next to two cities or more",
    "by_greenery": "land next to a greenery, of anybody",
    "noctis": "the hex kept for Noctis City; as a city if the map has none",
    "phobos": "the place on Phobos",
    "ganymede": "the place on Ganymede",
    "anywhere": "any hex, reserved or not",
}
"""Where a tile goes (`on PLACE`); always a free hex that nobody else claims."""

SPECIAL_TILES = {
    "natural_preserve": "the tile of Natural Preserve",
    "mining_area": "the tile of Mining Area",
    "mining_rights": "the tile of Mining Rights",
    "commercial_district": "the tile of Commercial District",
    "nuclear_zone": "the tile of Nuclear Zone",
    "industrial_center": "the tile of Industrial Center",
    "ecological_zone": "the tile of Ecological Zone",
    "lava_flows": "the tile of Lava Flows",
    "mohole_area": "the tile of Mohole Area",
    "restricted_area": "the tile of Restricted Area",
    "industry": "an industry tile, which many cards have",
}
"""Special tiles: they differ by name only; each has room for 1 Population."""

EVENTS = {
    "ocean": "an ocean tile is placed",
    "city": "a city tile is placed, off the planet too",
    "greenery": "a greenery tile is placed",
    "event_card": "an event has been paid for",
    "space_event": "an event with a space tag has been paid for",
    "tag": "a tag of the kinds named is played, once for each",
    "standard_project": "a standard project has been paid for",
    "population": "a Population is placed",
    "melting": "a glacier melts",
    "special": "a special tile is placed",
    "rating": "the terraform rating rises by an effect or a Population, not by a parameter",
}
"""What a trigger listens to: `own` doings, or those of `any` player."""

STANDING = {
    "discount": "cards cost N M€ less; with a tag, cards that have it",
    "steel_value": "each steel pays N M€ more",
    "titanium_value": "each titanium pays N M€ more",
    "requirement_shift": "requirements of oxygen, temperature and oceans may be missed by N steps, either way",
    "protect": "opponents cannot remove plants, animals and microbes",
    "locked": "what is kept on this card never leaves it",
    "card_price": "a card is bought for N M€ less",
    "project_discount": "standard projects cost N M€ less",
    "greenery_plants": "a greenery takes N plants fewer",
    "heat_steps": "a step of the temperature takes N heat less",
    "population_workers": "a Population takes N workers fewer",
}
"""Standing effect -> what holds while the card is in play."""

CRITERIA = {
    "rating": "terraform rating",
    "cities": "own cities",
    "greeneries": "own greeneries",
    "tag": "own tags of the kind",
    "hand": "cards in hand",
    "different_tags": "kinds of tags, events not",
    "requirement_cards": "face-up cards with a requirement",
    "polar_tiles": "own tiles in the two southernmost rows",
    "production": "production of the resource",
    "raised_productions": "productions above 0",
    "highest_production": "the highest of the own productions",
    "bio_tags": "plant, microbe and animal tags",
    "cards_in_play": "face-up cards",
    "events": "events played",
    "tiles": "own tiles",
    "resource": "the resource in stock",
    "held": "resources kept on own cards",
    "green_cards": "green cards in play",
    "costly_cards": "face-up cards that cost 20 M€ or more",
    "metals": "steel and titanium in stock",
    "steel_and_energy": "steel and energy in stock",
    "southern_tiles": "own tiles in the four southernmost rows",
    "ocean_tiles": "own tiles next to an ocean",
    "population": "own Population",
    "special_tiles": "own special tiles",
    "blue_cards": "blue cards in play",
    "workers": "workers in stock and their production, together",
}
"""What a milestone or an award counts."""

BONUSES = {
    "plant": "1 plant (p)",
    "steel": "1 steel (s)",
    "titanium": "1 titanium (t)",
    "heat": "1 heat (h)",
    "card": "1 card (c)",
    "ocean": "an ocean, at the pole: paid for, compulsory",
    "temperature": "a step of the temperature, at the pole: paid for, compulsory",
}
"""What a hex prints, and its letter on the maps of the file."""

GOALS = {
    "parameters": "temperature, oxygen and oceans are at their goals",
    "score": "Victory Points",
    "rating": "terraform rating",
    "population": "own Population",
}
"""What a solo player has to reach in a mission."""


def _forms(meanings: Mapping[str, str], forms: Mapping[str, str]) -> dict[str, str]:
    return {forms[word]: text for word, text in meanings.items()}


GLOSSARY = {
    "Effects (`effects`, and what actions and triggers do)": _forms(EFFECTS, FORMS),
    "What multiplies (COUNT after `per`)": _forms(COUNTS, COUNT_FORMS),
    "Requirements and conditions (`requires`; TERM after `if`)": _forms(REQUIREMENTS, TERM_FORMS),
    "Places (PLACE)": PLACES,
    "Special tiles (NAME)": SPECIAL_TILES,
    "What triggers listen to (`triggers`)": EVENTS,
    "Standing effects (`standing`)": _forms(STANDING, STANDING_FORMS),
    "Milestones and awards (`counts`)": _forms(CRITERIA, CRITERION_FORMS),
    "Placement bonuses (BONUS)": BONUSES,
    "Goals of a solo game (`goal`)": GOALS,
}
"""Heading -> word, with what belongs to it -> meaning."""
