"""What all aids have: their file, the head and foot of a page, pieces one below the other, a line to measure."""

from __future__ import annotations

from collections.abc import Iterable

from printing.columns import Piece
from printing.document import INCH, Box, Document
from printing.faces import DISPLAY, TEXT
from printing.inks import Ink
from printing.text import Run, Style, line

MARGIN = 26.0
HEAD = 34.0
"""How much of a page its head takes, in points, from the margin on."""
FOOT = 12.0
_ABOUT = "Muster, an unofficial companion to Path 2 Victory"


def start_page(document: Document, title: str, about: str = "") -> float:
    """Begin a page with its head and its foot; return where what is below the head begins."""
    document.start_page()
    palette = document.palette
    left, right = MARGIN, document.width - MARGIN
    with document.within(Box(left, MARGIN - 4, right, MARGIN + HEAD)):
        name = line(Run(title, Style(DISPLAY, 19, palette.ink)))
        document.text(name, left, MARGIN + 14)
        beside = line(Run(about, Style(TEXT, 8.4, palette.soft)))
        document.text(beside, right - beside.width, MARGIN + 14)
        document.rule(left, MARGIN + 21, right, palette.accent, 1.4)
        document.rule(left, MARGIN + 23.2, right, palette.accent, 0.4)
    y = document.height - MARGIN
    with document.within(Box(left, y - FOOT, right, y + 4)):
        style = Style(TEXT, 6.6, palette.soft)
        number = line(Run(f"page {document.page}", style))
        document.text(line(Run(_ABOUT, style)), left, y)
        document.text(number, right - number.width, y)
    return MARGIN + HEAD


def draw_pieces(document: Document, pieces: Iterable[Piece], left: float, top: float) -> float:
    """Draw pieces one below the other; return where the last one ends."""
    for piece in pieces:
        piece.draw(document, left, top)
        top += piece.height
    return top


def height_of(pieces: Iterable[Piece]) -> float:
    """Return how high pieces are one below the other."""
    return sum(piece.height for piece in pieces)


def draw_inch(document: Document, left: float, y: float) -> None:
    """Draw a line that is an inch long where the scale is right, and say so."""
    ink: Ink = document.palette.ink
    words = line(Run("one inch: print at 100 %, not “fit to page”", Style(TEXT, 6.6, document.palette.soft)))
    document.stroke(((left, y), (left + INCH, y)), ink, 0.7)
    for x in (left, left + INCH):
        document.stroke(((x, y - 3), (x, y + 3)), ink, 0.7)
    document.text(words, left + INCH + 5, y + 2.2)
