"""Sheets of combatants on paper, each on a page of its own: two columns in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printing.canvas import Canvas
from printing.columns import Block, ColumnParts, Piece, draw_column, filled, paragraph, space, text_piece
from printing.styles import TextStyles
from printing.text import DISPLAY, TEXT, Run, Style, ellipsized, lines
from rules.combat.rows import FightSection, ShownSheet

MARGIN = 40.0
GAP = 20.0
SIZES = (12.0, 11.0, 10.0, 9.0, 8.0)
"""Type sizes from the largest; in the last one, what does not fit goes to further pages."""
_APART = 3.0
_FOOT = 16.0


def draw_sheets(canvas: Canvas, title: str, sheets: Iterable[ShownSheet], notice: str = "") -> None:
    """Draw sheets of combatants; ``notice`` stands at the foot of each page."""
    canvas.describe(title, "Combatants of a fight")
    for sheet in sheets:
        _draw_sheet(canvas, sheet, notice)


def _draw_sheet(canvas: Canvas, sheet: ShownSheet, notice: str) -> None:
    title, small = Style(DISPLAY, 22, canvas.palette.ink), TextStyles(canvas.palette, 9).small
    foot = Style(TEXT, 7, canvas.palette.soft)
    top, inner = MARGIN + title.size * 1.2 + 20, canvas.width - 2 * MARGIN
    width, height = (inner - GAP) / 2, canvas.height - MARGIN - top - _FOOT
    for columns in _sheet_pages(canvas, sheet, width, height):
        canvas.start_page()
        canvas.text(ellipsized(sheet.name, title, inner), MARGIN, MARGIN + title.size)
        canvas.text(ellipsized(sheet.subtitle, small, inner), MARGIN, MARGIN + title.size + 14)
        for place, column in enumerate(columns):
            draw_column(canvas, column, MARGIN + place * (width + GAP), top, width)
        canvas.text(ellipsized(notice, foot, inner), MARGIN, canvas.height - MARGIN + 4)


def _sheet_pages(canvas: Canvas, sheet: ShownSheet, width: float, height: float) -> list[list[ColumnParts]]:
    pages: list[list[ColumnParts]] = []
    for size in SIZES:
        styles = TextStyles(canvas.palette, size)
        blocks = [Block(list(_section(section, styles, width)), gap=10, whole=False) for section in sheet.sections]
        pages = filled(blocks, [height, height], height)
        if len(pages) <= 1:
            break
    return pages


def _section(section: FightSection, styles: TextStyles, width: float) -> Iterator[Piece]:
    heading = lines([Run(section.heading, styles.heading)], width)
    yield from (text_piece(line, styles.heading.size * 1.3, keep=True) for line in heading)
    for name, text in section.lines:
        for place, words in enumerate(text.splitlines() or [""]):
            named = [Run(f"{name}  " if words else name, styles.bold)] if not place else []
            yield from paragraph([*named, Run(words, styles.text)], styles.size, width, hang=8)
        yield space(_APART)
