"""An adventure on one page, for the game master or for players: two columns in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterator

from printing.canvas import Canvas
from printing.columns import Block, ColumnParts, Piece, draw_column, filled, paragraph, space, text_piece
from printing.fonts import DISPLAY
from printing.styles import TextStyles
from printing.text import Run, Style, ellipsized, line, lines
from rules.subsystems.sheets import AdventureSheet, SheetSection

MARGIN = 40.0
GAP = 20.0
SIZES = (10.0, 9.0, 8.0, 7.0, 6.5)
"""Type sizes from the largest; in the last one, what does not fit goes to further pages."""
_APART = 3.0


def draw_adventure(canvas: Canvas, sheet: AdventureSheet) -> None:
    """Draw an adventure."""
    canvas.describe(sheet.name, "An adventure between battles of Path 2 Victory")
    title, small = Style(DISPLAY, 20, canvas.palette.ink), TextStyles(canvas.palette, 9).small
    top = MARGIN + title.size * 1.2 + 18
    width, height = (canvas.width - 2 * MARGIN - GAP) / 2, canvas.height - MARGIN - top
    for number, columns in enumerate(_pages(canvas, sheet, width, height)):
        canvas.start_page()
        canvas.text(ellipsized(sheet.name, title, canvas.width - 2 * MARGIN), MARGIN, MARGIN + title.size)
        canvas.text(line(Run(sheet.subtitle, small)), MARGIN, MARGIN + title.size + 14)
        for place, column in enumerate(columns):
            draw_column(canvas, column, MARGIN + place * (width + GAP), top, width)
        if number >= sheet.most_pages:
            return


def _pages(canvas: Canvas, sheet: AdventureSheet, width: float, height: float) -> list[list[ColumnParts]]:
    pages: list[list[ColumnParts]] = []
    for size in SIZES:
        styles = TextStyles(canvas.palette, size)
        pages = filled(_blocks(sheet, styles, width), [height, height], height)
        if len(pages) <= 1:
            break
    return pages


def _blocks(sheet: AdventureSheet, styles: TextStyles, width: float) -> list[Block]:
    return [Block(list(_pieces(one, styles, width)), gap=10, whole=False) for one in sheet.sections]


def _pieces(section: SheetSection, styles: TextStyles, width: float) -> Iterator[Piece]:
    heading = lines([Run(section.heading, styles.heading)], width)
    yield from (text_piece(one, styles.heading.size * 1.3, keep=True) for one in heading)
    for name, text in section.lines:
        runs = [*([Run(f"{name}  " if text else name, styles.bold)] if name else []), Run(text, styles.text)]
        yield from paragraph(runs, styles.size, width, hang=8)
        yield space(_APART)
