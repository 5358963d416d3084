"""Pictures of positions without any display: a canvas, a palette, and text that stays inside its box.

Needs Pillow, which is imported when the first canvas is made; everything else works without it.
"""

import functools
import math
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 800, 600
"""Default size of a picture in pixels."""

Colour = tuple[int, int, int]
Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels from the upper left corner; right and bottom are just outside."""

PAPER: Colour = (236, 233, 226)
PANEL: Colour = (252, 251, 247)
EDGE: Colour = (186, 181, 170)
INK: Colour = (34, 36, 42)
FAINT: Colour = (104, 104, 108)
BAND: Colour = (44, 48, 60)
GOOD: Colour = (64, 140, 84)
BAD: Colour = (196, 60, 48)
SEATS: tuple[Colour, ...] = ((24, 100, 171), (200, 88, 8), (20, 126, 84), (152, 66, 140), (120, 100, 20))
"""One colour for each seat, dark enough for white text and distinct also to colour-blind eyes."""

_FINE = 2
"""Everything is drawn this many times as large and made smaller at the end, for smooth edges and even letters."""
_MORE = "..."
_ASCII = str.maketrans({"\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00d7": "x", "\u2019": "'", "\u2026": _MORE})


def _pillow() -> Any:
    """Pillow's modules.

    Raises:
        ImportError: Pillow is missing; the message names the extra.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError('pictures need Pillow: pip install "marszoo[render]"') from error
    return Image, ImageDraw, ImageFont


@functools.cache
def font(size: int) -> "FreeTypeFont":
    """Pillow's own font in a size; no font file is looked for."""
    face: FreeTypeFont = _pillow()[2].load_default(size=size)
    return face


def plain(text: str) -> str:
    """`text` in the letters that Pillow's own font has: accents are dropped, what is left over becomes a question mark."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.translate(_ASCII)) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode()


@functools.lru_cache(maxsize=4096)
def text_width(text: str, size: int) -> int:
    """Pixels that a line of text takes."""
    return math.ceil(font(size * _FINE).getlength(text) / _FINE)


@functools.lru_cache(maxsize=4096)
def _ink(text: str, size: int) -> tuple[int, int]:
    """Where the ink of a line begins and ends, in pixels from the top of the line."""
    _, top, _, bottom = font(size * _FINE).getbbox(text, anchor="la")
    return int(top / _FINE), math.ceil(bottom / _FINE)


def fit(text: str, size: int, width: int) -> str:
    """`text` as one line of at most `width` pixels; what does not fit gives way to dots."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + _MORE, size) > width:
        text = text[:-1].rstrip()
    return text + _MORE


def wrap(text: str, size: int, width: int, lines: int) -> list[str]:
    """`text` broken between words into at most `lines` lines of `width` pixels; the last one ends in dots if need be."""
    out: list[str] = []
    words = text.split()
    while words and len(out) < lines:
        if len(out) == lines - 1:
            out.append(fit(" ".join(words), size, width))
            break
        n = 1
        while n < len(words) and text_width(" ".join(words[: n + 1]), size) <= width:
            n += 1
        out.append(fit(" ".join(words[:n]), size, width))
        words = words[n:]
    return out


class Canvas:
    """A picture in the making.

    Attributes:
        width, height: its size in pixels.
        texts: (box of its ink, text) of everything written, so that tests can see that nothing overlaps or leaves the
            picture.
    """

    def __init__(self, width: int = WIDTH, height: int = HEIGHT, background: Colour = PAPER) -> None:
        image, draw, _ = _pillow()
        self.width, self.height = width, height
        self._image = image.new("RGB", (width * _FINE, height * _FINE), background)
        self._pen = draw.Draw(self._image)
        self.texts: list[tuple[Box, str]] = []

    def array(self) -> npt.NDArray[np.uint8]:
        """The picture as (height, width, 3) uint8, writable and independent of the canvas."""
        return np.array(self._image.reduce(_FINE), np.uint8)

    def box(
        self, box: Box, fill: Colour | None = PANEL, edge: Colour | None = EDGE, thickness: int = 1, radius: int = 5
    ) -> None:
        """A rectangle with rounded corners; its last row and column of pixels are right - 1 and bottom - 1."""
        left, top, right, bottom = (_FINE * side for side in box)
        inside = (left, top, right - 1, bottom - 1)
        self._pen.rounded_rectangle(inside, radius * _FINE, fill, edge, thickness * _FINE)

    def write(
        self,
        at: tuple[int, int],
        text: str,
        size: int = 12,
        colour: Colour = INK,
        *,
        width: int = 0,
        smallest: int = 0,
        align: str = "left",
    ) -> int:
        """One line of text whose upper left (or middle, or right) corner is `at`; gives the x of its other end.

        Lines of one size are equally high, whatever letters they have. With `width` > 0 text that is too long is written
        smaller, down to size `smallest` if that is given, and then cut.
        """
        text = plain(text)
        if width:
            while smallest and size > smallest and text_width(text, size) > width:
                size -= 1
            text = fit(text, size, width)
        long = text_width(text, size)
        left = at[0] - {"left": 0, "middle": long // 2, "right": long}[align]
        if text:
            self._pen.text((left * _FINE, at[1] * _FINE), text, colour, font(size * _FINE), anchor="la")
            top, bottom = _ink(text, size)
            self.texts.append(((left, at[1] + top, left + long, at[1] + bottom), text))
        return left if align == "right" else left + long

    def paragraph(
        self,
        at: tuple[int, int],
        text: str,
        width: int,
        lines: int,
        size: int = 12,
        colour: Colour = INK,
    ) -> int:
        """Text in at most `lines` lines of `width` pixels; gives the y below the last one."""
        x, y = at
        for line in wrap(plain(text), size, width, lines):
            self.write((x, y), line, size, colour)
            y += line_height(size)
        return y

    def disc(self, centre: Point, radius: float, fill: Colour, text: str = "", size: int = 11) -> None:
        """A filled circle, with white text in it."""
        x, y = centre
        corners = (x - radius, y - radius, x + radius, y + radius)
        self._pen.ellipse(tuple(_FINE * side for side in corners), fill)
        if text:
            self.write((round(x), round(y) - line_height(size) // 2), text, size, (255, 255, 255), align="middle")

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        self._pen.polygon([(x * _FINE, y * _FINE) for x, y in points], fill)

    def line(self, points: Sequence[Point], colour: Colour, thickness: float = 1) -> None:
        self._pen.line([(x * _FINE, y * _FINE) for x, y in points], colour, round(thickness * _FINE))

    def star(self, centre: Point, radius: float, fill: Colour) -> None:
        """A star with five points, one of them up."""
        x, y = centre
        tips = [(radius * (1.0 if k % 2 == 0 else 0.42), math.pi * k / 5) for k in range(10)]
        self.polygon([(x + r * math.sin(angle), y - r * math.cos(angle)) for r, angle in tips], fill)

    def meter(self, box: Box, share: float, fill: Colour, ground: Colour = EDGE) -> None:
        """A bar that is filled from the left, all of it at share 1."""
        left, top, right, bottom = box
        self.box(box, ground, None, radius=2)
        filled = round((right - left) * min(max(share, 0.0), 1.0))
        if filled > 0:
            self.box((left, top, left + filled, bottom), fill, None, radius=2)


@functools.cache
def line_height(size: int) -> int:
    """Pixels from one line of text to the next."""
    ascent, descent = font(size * _FINE).getmetrics()
    return -(-(ascent + descent) // _FINE)
