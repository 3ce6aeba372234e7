"""What all aids have: their file, the head and foot of a page, pieces one below the other, a line to measure."""

from __future__ import annotations

from collections.abc import Iterable

from printing.canvas import INCH, Box, Canvas
from printing.colors import Color
from printing.columns import Piece
from printing.text import DISPLAY, TEXT, Run, Style, line

MARGIN = 26.0
HEAD = 34.0
"""How much of a page its head takes, in points, from the margin on."""
FOOT = 12.0
_ABOUT = "Muster, an unofficial companion to Path 2 Victory"


def start_page(canvas: Canvas, title: str, about: str = "") -> float:
    """Begin a page with its head and its foot; return where what is below the head begins."""
    canvas.start_page()
    palette = canvas.palette
    left, right = MARGIN, canvas.width - MARGIN
    with canvas.within(Box(left, MARGIN - 4, right, MARGIN + HEAD)):
        name = line(Run(title, Style(DISPLAY, 19, palette.ink)))
        canvas.text(name, left, MARGIN + 14)
        beside = line(Run(about, Style(TEXT, 8.4, palette.soft)))
        canvas.text(beside, right - beside.width, MARGIN + 14)
        canvas.rule(left, MARGIN + 21, right, palette.accent, 1.4)
        canvas.rule(left, MARGIN + 23.2, right, palette.accent, 0.4)
    y = canvas.height - MARGIN
    with canvas.within(Box(left, y - FOOT, right, y + 4)):
        style = Style(TEXT, 6.6, palette.soft)
        number = line(Run(f"page {canvas.page}", style))
        canvas.text(line(Run(_ABOUT, style)), left, y)
        canvas.text(number, right - number.width, y)
    return MARGIN + HEAD


def draw_pieces(canvas: Canvas, pieces: Iterable[Piece], left: float, top: float) -> float:
    """Draw pieces one below the other; return where the last one ends."""
    for piece in pieces:
        piece.draw(canvas, left, top)
        top += piece.height
    return top


def height_of(pieces: Iterable[Piece]) -> float:
    """Return how high pieces are one below the other."""
    return sum(piece.height for piece in pieces)


def draw_inch(canvas: Canvas, left: float, y: float) -> None:
    """Draw a line that is an inch long where the scale is right, and say so."""
    ink: Color = canvas.palette.ink
    words = line(Run("one inch: print at 100%, not “fit to page”", Style(TEXT, 6.6, canvas.palette.soft)))
    canvas.stroke(((left, y), (left + INCH, y)), ink, 0.7)
    for x in (left, left + INCH):
        canvas.stroke(((x, y - 3), (x, y + 3)), ink, 0.7)
    canvas.text(words, left + INCH + 5, y + 2.2)
