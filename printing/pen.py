"""The pen: lines, boxes and words of one page as operators of PDF, y upwards.

It writes what a page needs and no more, which is several times as quick as ReportLab's own drawing of short words.
"""

from __future__ import annotations

from itertools import groupby

from reportlab.pdfbase import ttfonts
from reportlab.pdfbase.pdfdoc import PDFDocument

from printing.faces import Face
from printing.inks import Ink

_ROUND = 0.5523  # how far the handles of a curve lie that looks like a quarter of a circle


class Codes(dict[int, str]):
    """How each character of a face is written in a document: its code in a subset of the font, escaped.

    A subset has 256 codes. ``beyond`` are the characters that are not in the first one.
    """

    def __init__(self, face: Face, document: PDFDocument) -> None:
        super().__init__()
        self.font: ttfonts.TTFont = face.font
        self.document = document
        self.beyond: dict[str, int] = {}

    def __missing__(self, point: int) -> str:
        ((subset, data),) = self.font.splitString(chr(point), self.document)
        (code,) = data
        if subset:
            self.beyond[chr(point)] = subset
        self[point] = written = chr(code) if 32 <= code < 127 and chr(code) not in "()\\" else f"\\{code:03o}"
        return written

    def shown(self, text: str) -> list[tuple[str, str]]:
        """Return a text as pieces, each with the name of its font and its codes."""
        codes = text.translate(self)
        if not self.beyond:
            return [(self._name(0), codes)]
        return [
            (self._name(subset), "".join(chars).translate(self))
            for subset, chars in groupby(text, key=lambda char: self.beyond.get(char, 0))
        ]

    def _name(self, subset: int) -> str:
        name: str = self.font.getSubsetInternalName(subset, self.document)
        return name


class Pen:
    """Writes the operators of a page; text lies above everything else."""

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self._text: list[str] = []
        self._stroke: tuple[Ink, float] | None = None
        self._fill: Ink | None = None
        self._font: tuple[str, float] | None = None
        self._ink: Ink | None = None

    def text(self, x: float, y: float, text: str, codes: Codes, size: float, ink: Ink) -> None:
        """Write a text from there on."""
        write = self._text.append
        if ink != self._ink:
            write(f"{_colour(ink)} rg")
            self._ink = ink
        write(f"1 0 0 1 {x:.2f} {y:.2f} Tm")
        for font, shown in codes.shown(text):
            if (font, size) != self._font:
                write(f"{font} {size:.2f} Tf")
                self._font = (font, size)
            write(f"({shown}) Tj")

    def line(self, x: float, y: float, end: float, ink: Ink, weight: float) -> None:
        """Draw a level line."""
        self._stroke_with(ink, weight)
        self._shapes.append(f"{x:.2f} {y:.2f} m {end:.2f} {y:.2f} l S")

    def rect(
        self, x: float, y: float, width: float, height: float, fill: Ink | None, stroke: Ink | None, weight: float
    ) -> None:
        """Draw a rectangle from its lower left corner."""
        self._paint(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re", fill, stroke, weight)

    def rounded(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        fill: Ink | None,
        stroke: Ink | None,
        weight: float,
    ) -> None:
        """Draw a rectangle with round corners."""
        right, top, near = x + width, y + height, radius * (1 - _ROUND)
        points = (
            (x + radius, y),
            (right - radius, y),
            (right - near, y),
            (right, y + near),
            (right, y + radius),
            (right, top - radius),
            (right, top - near),
            (right - near, top),
            (right - radius, top),
            (x + radius, top),
            (x + near, top),
            (x, top - near),
            (x, top - radius),
            (x, y + radius),
            (x, y + near),
            (x + near, y),
            (x + radius, y),
        )  # fmt: skip - a side and a corner a line
        path = "{} m {} l {} {} {} c {} l {} {} {} c {} l {} {} {} c {} l {} {} {} c h"
        self._paint(path.format(*(f"{px:.2f} {py:.2f}" for px, py in points)), fill, stroke, weight)

    def rects(self, boxes: list[tuple[float, float, float, float]], fill: Ink) -> None:
        """Fill many rectangles, each from its lower left corner."""
        self._paint(" ".join(f"{x:.3f} {y:.3f} {w:.3f} {h:.3f} re" for x, y, w, h in boxes), fill, None, 0)

    def operators(self) -> str:
        """Return everything that was drawn."""
        return "\n".join([*self._shapes, "BT", *self._text, "ET"])

    def _paint(self, path: str, fill: Ink | None, stroke: Ink | None, weight: float) -> None:
        if fill and fill != self._fill:
            self._shapes.append(f"{_colour(fill)} rg")
            self._fill = fill
        if stroke:
            self._stroke_with(stroke, weight)
        self._shapes.append(f"{path} {'B' if fill and stroke else 'f' if fill else 'S'}")

    def _stroke_with(self, ink: Ink, weight: float) -> None:
        if (ink, weight) != self._stroke:
            self._shapes.append(f"{_colour(ink)} RG {weight:.2f} w")
            self._stroke = (ink, weight)


def _colour(ink: Ink) -> str:
    red, green, blue = ink
    return f"{red:.3f} {green:.3f} {blue:.3f}"
