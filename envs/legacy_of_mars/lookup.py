"""What lies where and what it is worth, for texts about a position."""

from typing import Any

import numpy as np

from marszoo.envs.core.content import Content
from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.phrases import TILES, plural, space_name, tile_name
from marszoo.envs.legacy_of_mars.rules import rows
from marszoo.envs.legacy_of_mars.state import CUT_CARD, HEXES, MISSIONS, ON_TABLE


def buying_price(s: Any, content: Content, seat: int) -> int:
    """M€ for buying a card."""
    return max(0, int(content.tables["card_price"]) - int(s["cut"][seat][CUT_CARD]))


def objective_name(s: Any, content: Content, table: str, k: int, mission: int = -1) -> str:
    """The name of the k-th milestone or award of this map or else of a mission, by default the one being played."""
    board = content.tables["board"][int(s["board"])]
    sheet = content.tables["sheet"][int(s["mission"]) if mission < 0 else mission]
    return content.names[table][int((board if board["own_objectives"] else sheet)[table][k])]


def printed(content: Content, board: int, space: int) -> str:
    """What is printed on a hex, such as ``2 plants, 1 card``; "" nothing. The bonus of a pole comes with its price."""
    if space >= HEXES:
        return ""
    counts = [int(n) for n in content.tables["board"][board]["bonus"][space]]
    parts = [
        plural(n, word) if word in ("plant", "card", "ocean") else f"{n} {word}"
        for n, word in zip(counts, words.BONUSES, strict=True)
        if n
    ]
    if space == int(content.tables["board"][board]["pole"]):
        parts.append(f"costs {int(content.tables['board'][board]['pole_cost'])} M€")
    return ", ".join(parts)


def bits_of(number: int) -> list[int]:
    """Hexes whose bits are set."""
    return [k for k in range(HEXES) if number >> k & 1]


def brings(s: Any, content: Content, space: int) -> str:
    """What placing a tile on a space brings: what is printed, oceans and Population beside it."""
    parts = [text] if (text := printed(content, int(s["board"]), space)) else []
    near = bits_of(int(content.tables["near"][space]))
    oceans = sum(int(s["tile"][k]) == words.OCEAN_TILE for k in near) * int(content.tables["ocean_bonus"])
    people = sum(int(s["population"][k]) for k in near) * int(content.tables["population_bonus"])
    parts += [f"{oceans} M€ from oceans"] if oceans else []
    parts += [f"{people} M€ from Population"] if people else []
    return ", ".join(parts)


def on_space(s: Any, content: Content, space: int) -> str:
    """The tile on a space in words, such as ``the city Noctis City on E3``."""
    kind, row = int(s["tile"][space]), int(s["tile_row"][space]) - 1
    if row >= 0 and kind in (words.CITY_TILE, words.SPECIAL_TILE):
        return f"{tile_name(content, row, kind)} on {space_name(space)}"
    return f"{TILES[kind].replace('a ', 'the ').replace('an ', 'the ')} on {space_name(space)}"


def owner_of(s: Any, row: int) -> int:
    """The seat that has a row face up before it; -1 nobody."""
    for seat in range(int(s["num_players"])):
        if row in table_of(s, seat):
            return seat
    return -1


def table_of(s: Any, seat: int) -> list[int]:
    """Rows that lie face up before a seat: its side, its developments played, its cards."""
    side = int(rows.side_row(s, seat))
    played = [int(rows.development_row(s, seat, m)) for m in range(MISSIONS)] if side >= 0 else []
    out = [row for row in (side, *played) if row >= 0]
    return out + cards_at(s, ON_TABLE + seat)


def cards_at(s: Any, *places: int) -> list[int]:
    """Cards at these places."""
    at = np.asarray(s["place"])
    found = [card for place in places for card in np.flatnonzero(at == place).tolist()]
    return found if len(places) == 1 else sorted(found)
