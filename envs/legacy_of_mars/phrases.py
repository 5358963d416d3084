"""Effects of the content as people say them, and the names of things.

Everything is read from the tables that the rules read, so that a text cannot say anything else than what is played.
"""

from typing import Any

from marszoo.envs.core.content import Content, once_per_content
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.content import named
from marszoo.envs.legacy_of_mars.reading_boards import HEX_NAMES
from marszoo.envs.legacy_of_mars.state import (
    DEGREES,
    FIRST_DEGREES,
)

SPACE_NAMES = (*HEX_NAMES, "Phobos", "Ganymede")
"""Names of the spaces: hexes row by row, then off the planet."""

RESOURCES = ("M€", "steel", "titanium", "worker", "plant", "energy", "heat")
UNCOUNTED = ("M€", "steel", "titanium", "energy", "heat", "science", "Population")
TILES = ("", "an ocean", "a greenery", "a city", "a special tile")
"""By number of words.OCEAN_TILE …; 0 is no tile."""
PLACES = {
    words.ON_RESERVED: "on a hex reserved for oceans",
    words.ON_LAND: "on land",
    words.ON_CITY: "",
    words.ON_GREENERY: "",
    words.ON_ISOLATED: "next to no tile",
    words.ON_VOLCANIC: "on a volcano",
    words.ON_METAL: "on a steel or titanium bonus",
    words.ON_OWN_METAL: "on a steel or titanium bonus next to an own tile",
    words.ON_BY_CITY: "next to a city",
    words.ON_BY_CITIES: "next to 2 cities",
    words.ON_BY_GREENERY: "next to a greenery",
    words.ON_NOCTIS: "on Noctis' hex",
    words.ON_PHOBOS: "on Phobos",
    words.ON_GANYMEDE: "on Ganymede",
    words.ON_ANYWHERE: "anywhere",
}
"""Where a tile may go; what every tile of its kind must obey is left out."""
USUAL = {words.OCEAN: words.ON_RESERVED, words.SPECIAL: words.ON_LAND}
"""Place that goes without saying."""
TILE_OF = {
    words.OCEAN: words.OCEAN_TILE,
    words.CITY: words.CITY_TILE,
    words.GREENERY: words.GREENERY_TILE,
    words.SPECIAL: words.SPECIAL_TILE,
}


def plural(n: int, thing: str) -> str:
    """Such as ``1 plant``, ``2 plants``, ``3 M€``."""
    if n in (1, -1) or thing in UNCOUNTED:
        return f"{n} {thing}"
    return f"{n} {thing[:-1]}ies" if thing.endswith(("ty", "ry")) else f"{n} {thing}s"


def title(word: str) -> str:
    """A word of the vocabulary as a name: ``mining_area`` -> ``Mining area``."""
    return word.replace("_", " ").capitalize()


def degrees(step: int) -> str:
    """A step of the temperature, such as ``-30 °C``."""
    at = FIRST_DEGREES + DEGREES * step
    return f"{at:+d} °C" if at else "0 °C"


def space_name(space: int) -> str:
    """Such as ``C4``, or ``Phobos``."""
    return SPACE_NAMES[space]


def kept(kind: int) -> str:
    """What a card keeps, by its stored number."""
    return words.HELD[kind - 1] if kind else "resource"


# --- rows ---


def row_name(content: Content, row: int) -> str:
    """The name of a project, an innovation, a side of a corporation or a development."""
    table, index = named(row)
    return content.names[table][index]


def corporation_name(content: Content, corporation: int) -> str:
    return content.names["corporation"][corporation]


def rows_after(content: Content, start: int) -> list[Any]:
    """The effects of a list, by its first row; none at 0."""
    out, k = [], start
    while start and int(content.tables["effects"][k]["word"]):
        out.append(content.tables["effects"][k])
        k += 1
    return out


@once_per_content
def tile_name(content: Content, row: int, kind: int) -> str:
    """Name of the tile of a card: that of a special tile, or the card's own."""
    for effect in rows_after(content, int(content.tables["rows"][row]["effects"])):
        if int(effect["word"]) == words.SPECIAL and kind == words.SPECIAL_TILE:
            return title(words.SPECIAL_TILES[int(effect["what"]) - 1])
    return row_name(content, row)


# --- amounts and conditions ---


def counted_phrase(count: int, counted: int, per: int, kind: int) -> str:
    """What an amount is multiplied by, such as ``2 own microbe tags``; `kind` is what the card keeps."""
    tag = words.TAGS[counted]
    one, several = {
        words.N_TAG: (f"own {tag} tag", f"own {tag} tags"),
        words.N_OPPONENT_TAG: (f"{tag} tag of the opponents", f"{tag} tags of the opponents"),
        words.N_CITY: ("city in play", "cities in play"),
        words.N_CITY_ON_MARS: ("city on Mars", "cities on Mars"),
        words.N_EVENT_PLAYED: ("event played by anybody", "events played by anybody"),
        words.N_HELD: (f"{kept(kind)} here", f"{plural(2, kept(kind))[2:]} here"),
        words.N_ADJACENT_OCEAN: ("ocean next to it", "oceans next to it"),
        words.N_ADJACENT_CITY: ("city next to it", "cities next to it"),
        words.N_POPULATION: ("own Population", "own Population"),
        words.N_GREENERY: ("own greenery", "own greeneries"),
        words.N_OCEAN: ("ocean", "oceans"),
        words.N_SPECIAL: ("own special tile", "own special tiles"),
        words.N_WORKER_PRODUCTION: ("step of worker production", "steps of worker production"),
    }[count]
    return one if per == 1 else f"{per} {several}"


def per_phrase(effect: Any, kind: int) -> str:
    """`` per …`` of an effect whose amount is counted; "" of a plain one."""
    if not int(effect["count"]):
        return ""
    return f" per {counted_phrase(int(effect['count']), int(effect['counted']), int(effect['per']), kind)}"


def term_phrase(term: Any, kind: int = 0) -> str:
    """A term of a requirement, or a condition; `kind` is what the card keeps."""
    n, what = int(term["n"]), int(term["what"])
    match int(term["kind"]):
        case words.R_OXYGEN:
            text = f"{n} % oxygen"
        case words.R_TEMPERATURE:
            text = degrees(n)
        case words.R_OCEAN:
            text = plural(n, "ocean")
        case words.R_TAG:
            text = plural(n, f"{words.TAGS[what]} tag")
        case words.R_PRODUCTION:
            text = f"{n} {RESOURCES[what]} production"
        case words.R_CITY:
            text = f"{plural(n, 'city')} in play"
        case words.R_GREENERY:
            text = plural(n, "own greenery")
        case words.R_HELD:
            text = f"{plural(n, kept(kind))} here"
        case words.R_POPULATION:
            text = f"{n} own Population"
        case words.R_GLACIER:
            text = plural(n, "glacier")
        case words.R_BONUS:
            return f"the hex prints {words.BONUSES[what]}"
        case words.R_RATING:
            text = f"TR {n}"
        case other:
            raise ValueError(f"no term has the kind {other}")
    return f"at most {text}" if int(term["most"]) else text


# --- effects ---


@once_per_content
def effects_phrase(content: Content, start: int, row: int) -> str:
    """All effects of a list, by its first row; `row` is what they stand on."""
    texts = [effect_phrase(content, effect, row) for effect in rows_after(content, start)]
    several = ((text, texts.count(text)) for text in dict.fromkeys(texts))
    return (
        ", ".join(text if n == 1 else f"{text} {'twice' if n == 2 else f'{n} times'}" for text, n in several)
        or "nothing"
    )


def effect_phrase(content: Content, effect: Any, row: int) -> str:
    """An effect, a record of the table of effects, on a row of the content (-1: on none)."""
    kind = int(content.tables["rows"][row]["holds"]) if row >= 0 else 0
    text = simple_phrase(effect, kind)
    if not text:
        text = tile_phrase(effect)
    if not text:
        text = rarer_phrase(content, effect, row, kind)
    if int(effect["then"]) and int(effect["word"]) != words.REVEAL:
        text += f", then {effects_phrase(content, int(effect['then']), row)}"
    if int(effect["term"]):
        text += f" if {term_phrase(content.tables['terms'][int(effect['term'])], kind)}"
    return text


def waiting_phrase(content: Content, effect: int, row: int, argument: int) -> str:
    """An effect of the pool: one of the content, or below 0 one of the rules themselves, by its word and N."""
    if effect > 0:
        return effect_phrase(content, content.tables["effects"][effect], row)
    n = abs(argument)
    return {
        words.OCEAN: "place an ocean",
        words.GREENERY: "place a greenery",
        words.TEMPERATURE: f"temperature +{n}",
        words.OXYGEN: f"oxygen +{n}",
        words.POPULATION: f"place {n} Population",
        words.MELT: f"melt {plural(n, 'glacier')}",
    }[-effect]


def simple_phrase(effect: Any, kind: int) -> str:
    """Resources, productions, parameters, rating; "" if the effect is none of these."""
    n, what, per = int(effect["n"]), int(effect["what"]), per_phrase(effect, kind)
    match int(effect["word"]):
        case words.GAIN:
            return f"gain {plural(n, RESOURCES[what])}{per}"
        case words.LOSE:
            return f"lose {plural(n, RESOURCES[what])}{per}"
        case words.PRODUCTION:
            return f"{RESOURCES[what]} production {n:+d}{per}"
        case words.TEMPERATURE:
            return f"temperature {n:+d}{per}"
        case words.OXYGEN:
            return f"oxygen {n:+d}{per}"
        case words.RATING:
            return f"TR {n:+d}{per}"
        case words.ANY_PRODUCTION:
            return f"{RESOURCES[what]} production of any player -{n}{per}"
        case words.REMOVE:
            beside = " with a tile next to the ocean" if int(effect["place"]) else ""
            return f"remove up to {plural(n, RESOURCES[what])} of any player{beside}{per}"
        case words.STEAL:
            return f"steal up to {plural(n, RESOURCES[what])}{per}"
        case words.WILD:
            return f"gain {n} of a resource of choice{per}"
        case words.SWAP:
            return f"pay X {RESOURCES[what]} for X {RESOURCES[int(effect['other'])]}"
        case words.SHIFT:
            return f"{RESOURCES[what]} production -X, {RESOURCES[int(effect['other'])]} production +X"
        case words.NEXT if int(effect["other"]):
            return f"the next card's requirement may be missed by {plural(n, 'step')}"
        case words.NEXT:
            return f"the next card costs {n} M€ less"
    return ""


def tile_phrase(effect: Any) -> str:
    """Tiles, Population, glaciers; "" if the effect is none of these."""
    word, n = int(effect["word"]), int(effect["n"])
    if word in TILE_OF:
        place = int(effect["place"])
        where = "" if USUAL.get(word) == place or not PLACES[place] else f" {PLACES[place]}"
        tile = TILES[TILE_OF[word]]
        if word == words.SPECIAL:
            tile = f"the tile {title(words.SPECIAL_TILES[int(effect['what']) - 1])}"
        return f"place {tile}{where}"
    if word == words.POPULATION:
        return f"place {n} Population"
    if word == words.MELT:
        return f"melt {plural(n, 'glacier')}"
    return "claim a free hex" if word == words.CLAIM else ""


def rarer_phrase(content: Content, effect: Any, row: int, kind: int) -> str:
    """Cards, resources on cards, choices."""
    n, what, per = int(effect["n"]), int(effect["what"]), per_phrase(effect, kind)
    match int(effect["word"]):
        case words.DRAW:
            return f"draw {plural(n, 'card')}{per}"
        case words.KEEP:
            return f"look at {plural(what, 'card')}, take {n}"
        case words.LOOK:
            return "look at the top card, buy or discard it"
        case words.REVEAL:
            then = effects_phrase(content, int(effect["then"]), row)
            return f"show and discard the top card, if it has a {words.TAGS[what]} tag: {then}"
        case words.DISCARD:
            return f"discard {plural(n, 'card')}"
        case words.INNOVATION:
            return f"draw {plural(n, 'innovation card')}"
        case words.REMOVE_HELD:
            return f"remove up to {plural(n, kept(what))} from any card"
        case words.HOLD:
            return f"add {plural(n, kept(kind))} here{per}"
        case words.UNHOLD:
            return f"take {plural(n, kept(kind))} from here"
        case words.ADD:
            return f"add {plural(n, kept(what))} to an own card{per}"
        case words.ADD_MORE:
            return f"add {n} of its kind to an own card that has some"
        case words.ADD_THAT:
            return f"add {n} of its kind to the card played"
        case words.COPY:
            return f"repeat the production box of an own {words.TAGS[what]} card"
        case words.CHOOSE:
            return " or ".join(alternatives(content, effect, row))
    raise ValueError(f"no effect has the word {int(effect['word'])}")


def alternatives(content: Content, effect: Any, row: int) -> list[str]:
    """The alternatives of a CHOOSE; an empty list means that it may be declined."""
    branches = [int(start) for start in effect["branch"] if int(start)]
    return [effects_phrase(content, start, row) for start in branches]
