"""A page as a picture, which is shown where somebody shares its address."""

import io
from collections.abc import Iterable
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from moolab.web.http.static import FOLDER
from moolab.web.pages.thumbnails import Dot, Thumbnail

WIDTH, HEIGHT = 1200, 630
"""Pixels of every picture: what those who show them ask for."""

_MOST_KEPT = 256
"""Pictures that are kept: together some four megabytes."""

_PAPER, _INK, _SOFT, _GREEN, _RED = "#faf9f5", "#1d1d1b", "#5b5a55", "#0b6e55", "#b3402a"
_PALE = "#b9b6ac"

_FINE = 2
"""It is drawn so many times as large, so that its edges are smooth."""

_FIELD, _GAP = (700, 70, 1110, 560), 38
"""Where dots or bars are, and how far from them words end."""

_USUAL = Thumbnail(4, 1, ((0, 0),), ((1, 0), (2, 0)), ((3, 0),))
"""One bull and two cows, where there is nothing else to see."""


class Sketch(NamedTuple):
    """What a picture shows; no code is in it, and no name of a player.

    Attributes:
        title: in large letters.
        lines: below it.
        dots: replies as pegs, or stones.
        bars: how long each is, from 0 to 1; instead of dots.
    """

    title: str
    lines: tuple[str, ...] = ()
    dots: Thumbnail | None = None
    bars: tuple[float, ...] = ()


@lru_cache(_MOST_KEPT)
def drawn(sketch: Sketch) -> bytes:
    """A sketch as a PNG file.

    >>> drawn(Sketch("Daily 1"))[1:4]
    b'PNG'
    """
    image = Image.new("RGB", (_FINE * WIDTH, _FINE * HEIGHT), _PAPER)
    canvas = ImageDraw.Draw(image)
    _write(canvas, (210, 92), "moolab", 64)
    _write(canvas, (92, 250), sketch.title, 76)
    for number, line in enumerate(sketch.lines):
        _write(canvas, (92, 360 + 58 * number), line, 40, _SOFT)
    if sketch.bars:
        _draw_bars(canvas, sketch.bars)
    else:
        _draw_dots(canvas, sketch.dots or _USUAL)
    small = image.reduce(_FINE)
    with Image.open(FOLDER / "icon-192.png") as icon:
        small.paste(icon.convert("RGB").resize((96, 96)), (92, 80))
    file = io.BytesIO()
    small.quantize(32, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def _font(size: int) -> ImageFont.FreeTypeFont:
    # It comes with Pillow; beside Latin letters it has none, so the words are English.
    font = ImageFont.load_default(_FINE * size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow comes with FreeType"
    return font


def _write(
    canvas: ImageDraw.ImageDraw, place: tuple[int, int], text: str, size: int, colour: str = _INK
) -> None:
    """Write a line, smaller where it is too long."""
    x, y = place
    room = _FINE * (_FIELD[0] - x - _GAP)
    size = max(1, min(size, int(size * room / max(1, _font(size).getlength(text)))))
    bold = 1 if colour == _INK else 0
    canvas.text((_FINE * x, _FINE * y), text, colour, _font(size), stroke_width=bold)


def _draw_dots(canvas: ImageDraw.ImageDraw, dots: Thumbnail) -> None:
    left, top, right, bottom = map(float, _FIELD)
    step = min((right - left) / dots.width, (bottom - top) / dots.height, 100)
    left += (right - left - step * dots.width) / 2
    top += (bottom - top - step * dots.height) / 2

    def circles(places: Iterable[Dot], part: float) -> Iterable[tuple[float, float, float, float]]:
        def around(x: int, y: int) -> tuple[float, float, float, float]:
            middle = left + step * (x + 0.5), top + step * (y + 0.5)
            low, high = ([_FINE * (m + sign * part * step) for m in middle] for sign in (-1, 1))
            return low[0], low[1], high[0], high[1]

        return starmap(around, places)

    for circle in circles(dots.first, 0.4):
        canvas.ellipse(circle, fill=_GREEN)
    for circle in circles(dots.second, 0.4 if dots.board else 0.36):
        if dots.board:
            canvas.ellipse(circle, fill=_RED)
        else:
            canvas.ellipse(circle, outline=_GREEN, width=round(_FINE * step * 0.12))
    for circle in circles(dots.rest, 0.1):
        canvas.ellipse(circle, fill=_PALE)


def _draw_bars(canvas: ImageDraw.ImageDraw, bars: tuple[float, ...]) -> None:
    left, top, right, bottom = (float(_FINE * edge) for edge in _FIELD)
    step = min((bottom - top) / len(bars), _FINE * 70)
    top += (bottom - top - step * len(bars)) / 2
    for number, part in enumerate(bars):
        y = top + step * number
        for end, colour in ((right, "#e8e5db"), (left + (right - left) * part, _GREEN)):
            if end > left:
                canvas.rounded_rectangle((left, y, end, y + 0.7 * step), 0.2 * step, colour)
