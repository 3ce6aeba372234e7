"""Drawings as PNG, for programs that show neither PDF nor SVG: chats that show a preview of a link."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from printing.canvas import Box, PageSize, Paint, Pen, Point
from printing.colors import Color
from printing.fonts import FOLDER
from printing.svg import PictureCanvas
from printing.text import Fragment

_FINER = 2  # drawn that much larger and then scaled down, which smooths the edges
_Pixel = tuple[int, int, int]


class PngCanvas(PictureCanvas):
    """A single page, a pixel for each point."""

    def __init__(self, size: PageSize, paper: Color) -> None:
        super().__init__(size)
        pixels = (round(size.width * _FINER), round(size.height * _FINER))
        self._image = Image.new("RGB", pixels, _pixel(paper))
        self.start_page()

    def png(self) -> bytes:
        """Return the picture."""
        file = BytesIO()
        self._image.reduce(_FINER).save(file, "PNG")
        return file.getvalue()

    def _new_pen(self) -> Pen:
        return _PngPen(ImageDraw.Draw(self._image))


class _PngPen:
    """Draws everything in the order in which it comes; dashed lines are drawn whole."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw
        self._fonts: dict[tuple[str, float], ImageFont.FreeTypeFont] = {}

    def text(self, fragment: Fragment, x: float, baseline: float) -> None:
        """Write a piece of a line that starts there."""
        font = self._font(fragment.font.file, fragment.size)
        place = (x * _FINER, baseline * _FINER)
        self._draw.text(place, fragment.text, fill=_pixel(fragment.ink), font=font, anchor="ls")

    def path(self, points: Sequence[Point], paint: Paint, *, closed: bool) -> None:
        """Draw lines from point to point."""
        places = [(x * _FINER, y * _FINER) for x, y in points]
        if paint.fill and closed:
            self._draw.polygon(places, fill=_pixel(paint.fill))
        if paint.stroke:
            ring = [*places, places[0]] if closed else places
            self._draw.line(ring, fill=_pixel(paint.stroke), width=_weight(paint))

    def rect(self, box: Box, paint: Paint, round_by: float) -> None:
        """Draw a rectangle."""
        left, top, right, bottom = (side * _FINER for side in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            round_by * _FINER,
            fill=_pixel(paint.fill) if paint.fill else None,
            outline=_pixel(paint.stroke) if paint.stroke else None,
            width=_weight(paint),
        )

    def squares(self, boxes: Sequence[Box], fill: Color) -> None:
        """Fill many rectangles."""
        for box in boxes:
            self.rect(box, Paint(fill), 0)

    def _font(self, file: str, size: float) -> ImageFont.FreeTypeFont:
        font = self._fonts.get((file, size))
        if font is None:
            path, pixels = str(FOLDER / f"{file}.ttf"), size * _FINER
            font = ImageFont.truetype(path, pixels, layout_engine=ImageFont.Layout.BASIC)
            self._fonts[file, size] = font
        return font


def _weight(paint: Paint) -> int:
    return max(1, round(paint.weight * _FINER)) if paint.stroke else 0


def _pixel(color: Color) -> _Pixel:
    red, green, blue = (round(part * 255) for part in color)
    return (red, green, blue)
