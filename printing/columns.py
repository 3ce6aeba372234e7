"""Columns: blocks of small pieces that fill column after column and page after page; head and foot of a page."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from printing.canvas import INCH, LEADING, Box, Canvas
from printing.colors import Color
from printing.text import ASCENT, DESCENT, DISPLAY, TEXT, Run, Style, TextLine, line, lines

_TRIES = 12  # halvings of the height of a last page, until its columns are even
_SLACK = 0.01


class Piece(NamedTuple):
    """An unbreakable piece as wide as its column: its height, and a function that draws it.

    ``keep`` keeps it with the next piece.
    """

    height: float
    draw: Callable[[Canvas, float, float], None]
    keep: bool = False


@dataclass(frozen=True)
class Block:
    """Pieces that stay in one column if it has room; ``again`` makes the heading of a continuation.

    ``gap`` is the space above the block and ``inset`` the space to the left of its pieces; ``ground`` draws the
    background of each part. A block that is not ``whole`` may break wherever its pieces allow.
    """

    pieces: Sequence[Piece]
    again: Callable[[], Piece] | None = None
    gap: float = 0
    inset: float = 0
    ground: Callable[[Canvas, Box], None] | None = None
    whole: bool = True

    @cached_property
    def height(self) -> float:
        """The height of the block in one column."""
        return sum(piece.height for piece in self.pieces)


class Part(NamedTuple):
    """The part of a block in one column, ``top`` points below the column's top."""

    block: Block
    pieces: Sequence[Piece]
    top: float
    height: float


ColumnParts = list[Part]


def text_piece(line: TextLine, leading: float, *, keep: bool = False) -> Piece:
    """Return a line of text as a piece, with its letters centered in the leading; large signs take the space they
    need.
    """
    leading = max(leading, (ASCENT + DESCENT) * line.size)
    baseline = (leading + (ASCENT - DESCENT) * line.size) / 2

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.text(line, left, top + baseline)

    return Piece(leading, draw, keep)


def paragraph(
    runs: Iterable[Run], size: float, width: float, *, hang: float = 0, keep: bool = False
) -> Iterator[Piece]:
    """Yield the lines of a paragraph; its first line is never last in a column. ``keep`` keeps all of them with the
    next piece.
    """
    set_lines = lines(runs, width, hang=hang)
    for place, text_line in enumerate(set_lines):
        last = place == len(set_lines) - 1
        yield text_piece(text_line, size * LEADING, keep=keep or (place == 0 and not last))


def heading(runs: Iterable[Run], size: float, width: float, leading: float = 1.3) -> list[Piece]:
    """Return the lines of a heading of a type size, kept with the next piece."""
    return [text_piece(line, size * leading, keep=True) for line in lines(runs, width)]


def space(height: float, *, keep: bool = False) -> Piece:
    """Return a piece of bare paper."""
    return Piece(height, _nothing, keep)


def is_space(piece: Piece) -> bool:
    """Return True if a piece is bare paper."""
    return piece.draw is _nothing


def _nothing(canvas: Canvas, left: float, top: float) -> None:
    """Draw nothing."""


def filled(blocks: Iterable[Block], first: Sequence[float], later: float) -> list[list[ColumnParts]]:
    """Fill pages with blocks in order; the columns of the first page are as high as ``first`` says.

    A block that does not fit goes to the next column. It breaks only if it is higher than the ``later`` pages or not
    whole. The columns of the last page end at about the same height.
    """
    rest = list(blocks)
    pages: list[list[ColumnParts]] = []
    while rest:
        heights = [later] * len(first) if pages else first
        page, after = _page(rest, heights, later)
        if not after:
            page = _evened(rest, page, heights, later)
        pages.append(page)
        rest = after
    return pages


def _evened(blocks: list[Block], page: list[ColumnParts], heights: Sequence[float], whole: float) -> list[ColumnParts]:
    """Return the last page with its columns as short as possible."""
    low, high = 0.0, max(heights)
    starts = [high - height for height in heights]
    for _ in range(_TRIES):
        middle = (low + high) / 2
        tried, after = _page(blocks, [max(0.0, middle - start) for start in starts], whole)
        if after:
            low = middle
        else:
            page, high = tried, middle
    return page


def _page(blocks: list[Block], heights: Sequence[float], whole: float) -> tuple[list[ColumnParts], list[Block]]:
    """Fill one page and return it with the remaining blocks; blocks up to the height ``whole`` do not break."""
    page: list[ColumnParts] = []
    rest = blocks
    for height in heights:
        column, rest = _column(rest, height, whole)
        page.append(column)
    return page, rest


def _column(blocks: list[Block], height: float, whole: float) -> tuple[ColumnParts, list[Block]]:
    column: ColumnParts = []
    top = 0.0
    for place, block in enumerate(blocks):
        start = top + block.gap if column else top
        if start + block.height <= height + _SLACK:
            column.append(Part(block, block.pieces, start, block.height))
            top = start + block.height
            continue
        if block.whole and (block.height <= whole + _SLACK or column):
            return column, blocks[place:]
        fitting = _fitting(block.pieces, height - start)
        if not fitting and not column and height >= whole:
            fitting = _held_together(block.pieces)  # higher than any column: nothing makes it fit
        if not fitting:
            return column, blocks[place:]
        begun, others = block.pieces[:fitting], block.pieces[fitting:]
        column.append(Part(block, begun, start, sum(piece.height for piece in begun)))
        again = [block.again()] if block.again else []
        continued = replace(block, pieces=[*again, *others])
        return column, [continued, *blocks[place + 1 :]]
    return column, []


def _fitting(pieces: Sequence[Piece], height: float) -> int:
    """Return how many pieces fit without separating pieces that belong together."""
    number, used = 0, 0.0
    for place, piece in enumerate(pieces):
        used += piece.height
        if used > height + _SLACK:
            break
        if not piece.keep:
            number = place + 1
    return number


def _held_together(pieces: Sequence[Piece]) -> int:
    """Return the number of pieces before the first possible break."""
    return next((place for place, piece in enumerate(pieces, start=1) if not piece.keep), len(pieces))


def column_height(column: ColumnParts) -> float:
    """Return the filled height of a column."""
    return column[-1].top + column[-1].height if column else 0.0


def stacked_height(blocks: Iterable[Block]) -> float:
    """Return the total height of stacked blocks."""
    return sum(block.height + block.gap for block in blocks)


def draw_column(canvas: Canvas, column: ColumnParts, left: float, top: float, width: float) -> None:
    """Draw a column at its upper left corner."""
    for part in column:
        y = top + part.top
        box = Box(left, y, left + width, y + part.height)
        with canvas.within(box):
            if part.block.ground:
                part.block.ground(canvas, box)
            for piece in part.pieces:
                piece.draw(canvas, left + part.block.inset, y)
                y += piece.height


MARGIN = 26.0
HEAD = 34.0
"""The height of a page's head below the margin, in points."""
FOOT = 12.0
_ABOUT = "Muster, an unofficial companion to Path 2 Victory"


def start_page(canvas: Canvas, title: str, about: str = "") -> float:
    """Begin a page with its head and foot; return the top of the space below the head."""
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
    """Draw pieces below each other; return the bottom of the last one."""
    for piece in pieces:
        piece.draw(canvas, left, top)
        top += piece.height
    return top


def height_of(pieces: Iterable[Piece]) -> float:
    """Return the total height of pieces."""
    return sum(piece.height for piece in pieces)


def draw_inch(canvas: Canvas, left: float, y: float) -> None:
    """Draw a line that is an inch long at the right scale, with a note."""
    ink: Color = canvas.palette.ink
    words = line(Run("one inch: print at 100%, not “fit to page”", Style(TEXT, 6.6, canvas.palette.soft)))
    canvas.stroke(((left, y), (left + INCH, y)), ink, 0.7)
    for x in (left, left + INCH):
        canvas.stroke(((x, y - 3), (x, y + 3)), ink, 0.7)
    canvas.text(words, left + INCH + 5, y + 2.2)
