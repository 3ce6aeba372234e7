"""A document of pages: text and lines at places, bookmarks, and the bytes of the PDF.

Places are in points from a page's upper left corner, y downwards. The same calls give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from printing.faces import TEXT, Face
from printing.inks import COLOURS, LOW_INK, Ink
from printing.pen import Codes, Pen
from printing.text import ASCENT, DESCENT, Line, harmless

Paper = Literal["a4", "letter"]
MM = 72 / 25.4
PAPERS: dict[str, tuple[float, float]] = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}
"""Width and height of each paper, upright, in points."""
SMALLEST = 6.0
"""No letter is smaller, in points."""


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From side to side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Placed:
    """What a recording document drew: a text (or a box to tick, without one), where, and where it had to stay."""

    page: int
    text: str
    size: float
    box: Box
    within: Box


class Document:
    """A PDF that grows page by page."""

    def __init__(
        self,
        title: str,
        paper: Paper = "a4",
        *,
        landscape: bool = False,
        low_ink: bool = False,
        subject: str = "",
        recording: bool = False,
    ) -> None:
        size = PAPERS[paper]
        self.width, self.height = size[::-1] if landscape else size
        self.palette = LOW_INK if low_ink else COLOURS
        self.page = 0
        self.placed: list[Placed] | None = [] if recording else None
        self._within = Box(0, 0, self.width, self.height)
        self._file = BytesIO()
        canvas = Canvas(
            self._file,
            (self.width, self.height),
            pageCompression=1,
            invariant=1,
            lang="en",
            initialFontName=TEXT.font.fontName,
        )
        canvas.setTitle(harmless(title))
        canvas.setAuthor("Muster")
        canvas.setCreator("Muster")
        canvas.setSubject(harmless(subject))
        canvas.setViewerPreference("DisplayDocTitle", "true")
        self._canvas = canvas
        self._pen = Pen()
        self._codes: dict[Face, Codes] = {}

    def start_page(self) -> None:
        """Begin the next page; what is drawn from now on is on it."""
        if self.page:
            self._finish_page()
        self.page += 1

    def text(self, line: Line, x: float, baseline: float) -> None:
        """Draw a line of text that starts at x; text lies above everything else of its page."""
        y = self.height - baseline
        for start, width, text, face, size, ink in line.fragments:
            codes = self._codes.get(face)
            if codes is None:
                codes = self._codes[face] = Codes(face, self._canvas._doc)
            self._pen.text(x + start, y, text, codes, size, ink)
            if self.placed is not None:
                self._record(text, size, x + start, baseline, width)

    def rule(self, left: float, y: float, right: float, ink: Ink, weight: float = 0.5) -> None:
        """Draw a level line."""
        self._pen.line(left, self.height - y, right, ink, weight)

    def box(
        self, box: Box, *, fill: Ink | None = None, stroke: Ink | None = None, weight: float = 0.5, round_by: float = 0
    ) -> None:
        """Draw a rectangle, filled, framed or both."""
        if not (fill or stroke):
            return
        at = (box.left, self.height - box.bottom, box.width, box.height)
        if round_by:
            self._pen.rounded(*at, round_by, fill, stroke, weight)
        else:
            self._pen.rect(*at, fill, stroke, weight)

    def tick_box(self, box: Box, ink: Ink, weight: float = 0.6) -> None:
        """Draw a box for the player's pencil: nothing else may stand where it is."""
        self.box(box, stroke=ink, weight=weight)
        if self.placed is not None:
            self.placed.append(Placed(self.page, "", 0, box, self._within))

    def squares(self, box: Box, rows: tuple[bytes, ...], ink: Ink) -> None:
        """Fill a box with a pattern: one square a byte of its rows, drawn where the byte is not 0."""
        side = box.width / max(map(len, rows))
        dark = []
        for row, cells in enumerate(rows):
            y, column = self.height - box.top - (row + 1) * side, 0
            for is_dark, run in groupby(cells, key=bool):
                length = len(list(run))
                if is_dark:
                    dark.append((box.left + column * side, y, length * side, side))
                column += length
        self._pen.rects(dark, ink)

    def link(self, box: Box, address: str) -> None:
        """Let a click into a box open an address."""
        self._canvas.linkURL(address, (box.left, self.height - box.bottom, box.right, self.height - box.top))

    def bookmark(self, words: str, key: str, y: float, level: int = 0) -> None:
        """Enter a place of this page into the document's outline; the key is the place's own."""
        self._canvas.bookmarkPage(key, fit="XYZ", left=0, top=self.height - y)
        self._canvas.addOutlineEntry(" ".join(harmless(words).split()), key, level)

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Say where everything has to stay that is drawn meanwhile."""
        outer, self._within = self._within, box
        yield
        self._within = outer

    def pdf(self) -> bytes:
        """Close the document and return it."""
        self._finish_page()
        self._canvas.save()
        return self._file.getvalue()

    def _finish_page(self) -> None:
        self._canvas.addLiteral(self._pen.operators())
        self._canvas.showPage()
        self._pen = Pen()

    def _record(self, text: str, size: float, x: float, baseline: float, width: float) -> None:
        assert self.placed is not None
        box = Box(x, baseline - ASCENT * size, x + width, baseline + DESCENT * size)
        self.placed.append(Placed(self.page, text, size, box, self._within))
