"""The small language of the content file, last part: maps, and the hexes that all maps share.

A map is nine rows of cells, from north to south and from west to east. A cell is the kind of its hex (`KINDS`) followed by
a letter for each placement bonus (`LETTERS`): ``~pp`` is an ocean-reserved hex with two plants.
"""

from typing import Any

from marszoo.envs.legacy_of_mars import words
from marszoo.envs.legacy_of_mars.reading import Reader
from marszoo.envs.legacy_of_mars.state import HEXES, SPACES

ROW_LENGTHS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
"""Hexes of each row, from north to south."""
HEX_NAMES = tuple(f"{'ABCDEFGHI'[r]}{column + 1}" for r, length in enumerate(ROW_LENGTHS) for column in range(length))
"""A1 to I5, row by row."""
KINDS = {".": "land", "~": "reserved for oceans", "^": "volcanic", "n": "kept for Noctis City", "*": "the pole"}
LETTERS = {"p": words.B_PLANT, "s": words.B_STEEL, "t": words.B_TITANIUM, "h": words.B_HEAT, "c": words.B_CARD}
"""Letter -> bonus."""
POLE_BONUSES = {"ocean": words.B_OCEAN, "temperature": words.B_TEMPERATURE}


def _axial() -> list[tuple[int, int]]:
    """Coordinates of the hexes: neighbours differ by (1, 0), (0, 1) or (1, -1), either way."""
    out = []
    for k, length in enumerate(ROW_LENGTHS):
        r = k - len(ROW_LENGTHS) // 2
        first = -4 - min(r, 0)
        out += [(first + column, r) for column in range(length)]
    return out


AXIAL = _axial()
AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Clockwise from the upper left."""


def neighbours() -> list[list[int]]:
    """The hexes next to each hex, clockwise from the upper left; -1 none."""
    at = {place: k for k, place in enumerate(AXIAL)}
    return [[at.get((q + dq, r + dr), -1) for dq, dr in AROUND] for q, r in AXIAL]


def near() -> list[int]:
    """The same as bits; places off the planet are next to nothing."""
    bits = [sum(1 << k for k in hexes if k >= 0) for hexes in neighbours()]
    return bits + [0] * (SPACES - HEXES)


def last_rows(rows: int) -> int:
    """The hexes of the southernmost rows, as bits."""
    return sum(1 << k for k, (_, r) in enumerate(AXIAL) if r > len(ROW_LENGTHS) // 2 - rows)


def read_board(reader: Reader, row: Any, out: Any) -> None:
    """Fill the hexes of a board."""
    lines = reader.items(row, "rows", len(ROW_LENGTHS), len(ROW_LENGTHS))
    bits = dict.fromkeys(KINDS, 0)
    hexagon = 0
    for number, (line, length) in enumerate(zip(lines, ROW_LENGTHS, strict=True)):
        cells = line.split()
        if len(cells) != length:
            raise reader.fail("rows", f"row {number + 1}, {line!r}, has {len(cells)} cells; it takes {length}")
        for cell in cells:
            where = f"row {number + 1}, {cell!r}"
            if cell[0] not in KINDS:
                kinds = ", ".join(f"{letter} ({kind})" for letter, kind in KINDS.items())
                raise reader.fail("rows", f"{where}: a cell begins with one of {kinds}")
            bits[cell[0]] |= 1 << hexagon
            for letter in cell[1:]:
                if letter not in LETTERS:
                    bonuses = ", ".join(f"{key} ({words.BONUSES[bonus]})" for key, bonus in LETTERS.items())
                    raise reader.fail("rows", f"{where}: {letter!r} is no bonus; the bonuses are {bonuses}")
                out["bonus"][0, hexagon, LETTERS[letter]] += 1
            hexagon += 1
    for kind in ("n", "*"):
        if bits[kind] & bits[kind] - 1:
            raise reader.fail("rows", f"more than one hex is {KINDS[kind]} ({kind})")
    out["reserved"][0], out["volcanic"][0], out["noctis"][0] = bits["~"], bits["^"], bits["n"]
    for k, metal in enumerate((words.B_STEEL, words.B_TITANIUM)):
        # "ocean hexes never" (tm_card_codes, 3.6: cards 64 and 67), and the hex kept for Noctis City is nobody else's.
        printed = sum(1 << h for h in range(HEXES) if out["bonus"][0, h, metal])
        out["metal"][0, k] = printed & ~(bits["~"] | bits["n"])
    _pole(reader, row, out, bits["*"])


def _pole(reader: Reader, row: Any, out: Any, pole: int) -> None:
    written = row.get("pole", "")
    if bool(written) != bool(pole):
        raise reader.fail("pole", "a hex '*' of the rows and 'pole' belong together")
    out["pole"][0] = pole.bit_length() - 1
    if not written:
        return
    cost, _, gain = str(written).partition(": ")
    out["pole_cost"][0] = reader.number("pole", reader.parts("pole", cost, "megacredit N")[1], 1, 20)
    reader.word("pole", gain, tuple(POLE_BONUSES))
    out["bonus"][0, out["pole"][0], POLE_BONUSES[gain]] = 1
