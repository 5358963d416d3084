"""What rows of the content are in words, part by part: requirement, immediate effects, action, triggers, standing, points."""

from typing import Any

from marszoo.envs.core.content import Content, once_per_content
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.phrases import (
    RESOURCES,
    counted_phrase,
    effects_phrase,
    kept,
    plural,
    rows_after,
    term_phrase,
)
from marszoo.envs.legacy_of_mars.tables import PAYS

DOINGS = {
    words.ON_OCEAN_PLACED: "places an ocean",
    words.ON_CITY_PLACED: "places a city",
    words.ON_GREENERY_PLACED: "places a greenery",
    words.ON_EVENT_CARD: "plays an event",
    words.ON_SPACE_EVENT: "plays a space event",
    words.ON_STANDARD_PROJECT: "uses a standard project",
    words.ON_POPULATION_PLACED: "places a Population",
    words.ON_MELTING: "melts a glacier",
    words.ON_SPECIAL_PLACED: "places a special tile",
    words.ON_RATING: "gains TR by other means than a parameter",
}
"""What a trigger listens to, of anybody."""

CRITERIA = {
    words.C_RATING: "terraform rating",
    words.C_CITIES: "cities",
    words.C_GREENERIES: "greeneries",
    words.C_HAND: "cards in hand",
    words.C_DIFFERENT_TAGS: "different tags",
    words.C_REQUIREMENT_CARDS: "cards with requirements",
    words.C_POLAR_TILES: "tiles in 2 south rows",
    words.C_RAISED_PRODUCTIONS: "productions above 0",
    words.C_HIGHEST_PRODUCTION: "highest production",
    words.C_BIO_TAGS: "plant, microbe, animal tags",
    words.C_CARDS_IN_PLAY: "cards in play",
    words.C_EVENTS: "events played",
    words.C_TILES: "tiles",
    words.C_HELD: "resources on cards",
    words.C_GREEN_CARDS: "green cards",
    words.C_COSTLY_CARDS: "cards for 20 M€ or more",
    words.C_METALS: "steel and titanium",
    words.C_STEEL_AND_ENERGY: "steel and energy",
    words.C_SOUTHERN_TILES: "tiles in 4 south rows",
    words.C_OCEAN_TILES: "tiles next to oceans",
    words.C_POPULATION: "Population",
    words.C_SPECIAL_TILES: "special tiles",
    words.C_BLUE_CARDS: "blue cards",
    words.C_WORKERS: "workers",
}
"""What milestones and awards count; those that name a tag or a resource are in `counted_by`."""


@once_per_content
def requirement_phrase(content: Content, row: int) -> str:
    """What a card requires, such as ``at most 5 % oxygen``; "" nothing."""
    line = content.tables["rows"][row]
    first, n = int(line["term"]), int(line["terms"])
    return " and ".join(term_phrase(content.tables["terms"][k], int(line["holds"])) for k in range(first, first + n))


@once_per_content
def immediate_phrase(content: Content, row: int) -> str:
    """What playing it does; "" nothing."""
    line = content.tables["rows"][row]
    money = int(line["money"])
    parts = [f"{money} M€"] if money else []
    if rows_after(content, int(line["effects"])):
        parts.append(effects_phrase(content, int(line["effects"]), row))
    return ", ".join(parts)


def cost_phrase(content: Content, row: int, way: int) -> str:
    """What a way of an action costs; "" nothing."""
    line = content.tables["rows"][row]
    out = []
    for k in range(PAYS):
        word, n, what = (int(x) for x in line["pays"][way][k])
        if word == words.GAIN:
            metal = ("", " (steel may pay)", " (titanium may pay)", " (steel and titanium may pay)")
            out.append(plural(n, RESOURCES[what]) + (metal[int(line["metals"][way])] if what == 0 else ""))
        elif word == words.PRODUCTION:
            out.append(f"{RESOURCES[what]} production -{n}")
        elif word == words.UNHOLD:
            out.append(f"{plural(n, kept(int(line['holds'])))} here")
        elif word == words.REMOVE_HELD:
            out.append(f"{plural(n, kept(what))} of any card")
    return " and ".join(out)


@once_per_content
def way_phrase(content: Content, row: int, way: int) -> str:
    """A way of an action, such as ``1 energy -> draw 1 card``."""
    cost = cost_phrase(content, row, way)
    does = effects_phrase(content, int(content.tables["rows"][row]["does"][way]), row)
    return f"{cost} -> {does}" if cost else does


@once_per_content
def action_phrase(content: Content, row: int) -> str:
    """The action of a row, all ways; "" it has none."""
    ways = int(content.tables["rows"][row]["ways"])
    return " or ".join(way_phrase(content, row, way) for way in range(ways))


def trigger_phrase(content: Content, trigger: Any) -> str:
    """A standing effect that reacts."""
    event, anyone = int(trigger["event"]), int(trigger["anyone"])
    if event == words.ON_TAG:
        tags = [tag for k, tag in enumerate(words.TAGS) if int(trigger["tags"]) >> k & 1]
        doing = f"plays a {' or '.join(tags)} tag"
    else:
        doing = DOINGS[event]
    if not anyone:
        verb, _, rest = doing.partition(" ")
        doing = f"{verb[:-1]} {rest}"
    who = "anybody" if anyone else "you"
    return f"when {who} {doing}: {effects_phrase(content, int(trigger['effects']), int(trigger['row']))}"


def trigger_phrases(content: Content, row: int) -> list[str]:
    line = content.tables["rows"][row]
    first, n = int(line["trigger"]), int(line["triggers"])
    return [trigger_phrase(content, content.tables["triggers"][k]) for k in range(first, first + n)]


def standing_phrases(content: Content, row: int) -> list[str]:
    """Standing effects that do not react."""
    line = content.tables["rows"][row]
    discount, worth = [int(n) for n in line["discount"]], [int(n) for n in line["worth"]]
    out = [f"{words.TAGS[k]} cards cost {n} M€ less" for k, n in enumerate(discount[:-1]) if n]
    out += [f"cards cost {discount[-1]} M€ less"] if discount[-1] else []
    out += [f"{RESOURCES[k + 1]} is worth {n} M€ more" for k, n in enumerate(worth) if n]
    shift = plural(int(line["shift"]), "step")
    told = {
        "shift": f"requirements of oxygen, temperature and oceans may be missed by {shift}",
        "protect": "opponents remove no plants, animals or microbes of yours",
        "locked": "nothing leaves this card",
        "card_price": f"buying a card costs {int(line['card_price'])} M€ less",
        "project_discount": f"standard projects cost {int(line['project_discount'])} M€ less",
        "greenery_plants": f"a greenery takes {plural(int(line['greenery_plants']), 'plant')} less",
        "heat_steps": f"a step of the temperature takes {int(line['heat_steps'])} heat less",
        "population_workers": f"a Population takes {plural(int(line['population_workers']), 'worker')} less",
    }
    return out + [text for name, text in told.items() if int(line[name])]


@once_per_content
def lasting_phrase(content: Content, row: int) -> str:
    """What a row in play can still do: action, triggers, standing effects; "" nothing."""
    action = action_phrase(content, row)
    parts = [f"action: {action}"] if action else []
    return "; ".join([*parts, *trigger_phrases(content, row), *standing_phrases(content, row)])


@once_per_content
def points_phrase(content: Content, row: int) -> str:
    """Victory Points at the end of the mission; "" none."""
    line = content.tables["rows"][row]
    n, kind = int(line["points"]), int(line["holds"])
    if not n:
        return ""
    text = f"{n} VP"
    if int(line["count"]):
        text += f" per {counted_phrase(int(line['count']), int(line['counted']), int(line['per']), kind)}"
    if int(line["points_term"]):
        text += f" if {term_phrase(content.tables['terms'][int(line['points_term'])], kind)}"
    return text


@once_per_content
def row_phrase(content: Content, row: int) -> str:
    """All that a row does."""
    parts = (immediate_phrase(content, row), lasting_phrase(content, row), points_phrase(content, row))
    return "; ".join(part for part in parts if part) or "nothing"


def counted_by(objective: Any) -> str:
    """What a milestone or an award counts, such as ``building tags``."""
    what = int(objective["what"])
    match int(objective["criterion"]):
        case words.C_TAG:
            return f"{words.TAGS[what]} tags"
        case words.C_PRODUCTION:
            return f"{RESOURCES[what]} production"
        case words.C_RESOURCE:
            return plural(2, RESOURCES[what]).partition(" ")[2]
    return CRITERIA[int(objective["criterion"])]


def goal_phrase(goal: int, amount: int) -> str:
    """What a solo player has to reach."""
    return {
        words.G_PARAMETERS: "temperature, oxygen and oceans at their goals",
        words.G_SCORE: f"{amount} Victory Points",
        words.G_RATING: f"terraform rating {amount}",
        words.G_POPULATION: f"{amount} Population",
    }[goal]
