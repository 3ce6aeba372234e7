"""Adventures and sheets of combatants as PDF, in columns.

Except for running text, everything is set in the largest type that fits. An adventure's map is above the columns, or on
a separate page if its hexes would be too small there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from printing.canvas import Canvas, TextStyles
from printing.columns import Block, ColumnParts, Piece, draw_column, filled, heading, paragraph, space
from printing.hex_maps import LETTERED, HexMapPrint, draw_hex_map, draw_hex_map_key, hex_map_key_height, hex_map_print
from printing.text import DISPLAY, TEXT, Run, Style, ellipsized, line
from rules.adventures.kinds.hexploration.kind import HexMapDrawing
from rules.adventures.views import AdventureSheet, SheetSection
from rules.combat.sheets import FightSection, ShownSheet

MARGIN = 40.0
GAP = 20.0
SIZES = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.5)
"""Type sizes from the largest; at the last one, content that does not fit continues on further pages."""
MAP_SHARE = 0.45
"""The maximum share of a page's height for a map above the columns."""
_APART = 3.0
_BOUND = re.compile(r" (?=[+−]\d)|(?<=\bDC) (?=\d)|(?<=\d) (?=(?:feet|gp|actions?)\b)| (?=\d{1,3}$)")
_UNDER_MAP = 10.0


class _Frame(NamedTuple):
    """The part of a page below its title: its position, width and height."""

    top: float
    width: float
    height: float


def draw_adventure(canvas: Canvas, sheet: AdventureSheet, hexes: HexMapDrawing | None = None) -> None:
    """Draw an adventure, with the map of its hexes if it has one."""
    canvas.describe(sheet.name, "An adventure between battles of Path 2 Victory")
    top = MARGIN + _title_style(canvas).size * 1.2 + 18
    frame = _Frame(top, canvas.width - 2 * MARGIN, canvas.height - MARGIN - top)
    above = hex_map_print(hexes, frame.width, frame.height * MAP_SHARE) if hexes else None
    is_above = above is not None and above.radius >= LETTERED
    down = 0.0
    if above and is_above:
        down = above.height + _APART + hex_map_key_height(canvas, above, frame.width) + _UNDER_MAP
    width = (frame.width - GAP) / 2
    for number, columns in enumerate(_pages(canvas, sheet, width, frame.height - down, frame.height)):
        _start_page(canvas, sheet)
        if above and is_above and number == 0:
            _draw_map(canvas, above, frame)
        for place, column in enumerate(columns):
            start = frame.top + (down if number == 0 else 0.0)
            draw_column(canvas, column, MARGIN + place * (width + GAP), start, width)
        if number >= sheet.most_pages:
            break
    if hexes and not is_above:
        _start_page(canvas, sheet)
        key = hex_map_key_height(canvas, hex_map_print(hexes, frame.width, frame.height), frame.width)
        _draw_map(canvas, hex_map_print(hexes, frame.width, frame.height - key - _UNDER_MAP), frame)


def _title_style(canvas: Canvas) -> Style:
    return Style(DISPLAY, 20, canvas.palette.ink)


def _start_page(canvas: Canvas, sheet: AdventureSheet) -> None:
    title, small = _title_style(canvas), TextStyles(canvas.palette, 9).small
    canvas.start_page()
    canvas.text(ellipsized(sheet.name, title, canvas.width - 2 * MARGIN), MARGIN, MARGIN + title.size)
    canvas.text(line(Run(sheet.subtitle, small)), MARGIN, MARGIN + title.size + 14)


def _draw_map(canvas: Canvas, hex_map: HexMapPrint, frame: _Frame) -> None:
    draw_hex_map(canvas, hex_map, MARGIN + (frame.width - hex_map.width) / 2, frame.top)
    draw_hex_map_key(canvas, hex_map, MARGIN, frame.top + hex_map.height + _APART, frame.width)


def _pages(canvas: Canvas, sheet: AdventureSheet, width: float, first: float, later: float) -> list[list[ColumnParts]]:
    pages: list[list[ColumnParts]] = []
    for size in SIZES:
        styles = TextStyles(canvas.palette, size)
        blocks = [Block([*_pieces(section, styles, width)], gap=13, whole=False) for section in sheet.sections]
        # Stat blocks in one piece, or else parted, before the type is smaller.
        for tried in ([replace(block, whole=True) for block in blocks], blocks):
            pages = filled(tried, [first, first], later)
            if len(pages) <= 1:
                return pages
    return pages


def _pieces(section: SheetSection, styles: TextStyles, width: float) -> Iterator[Piece]:
    yield from heading([Run(_bound(section.heading), styles.heading)], styles.heading.size, width)
    has_names, held = any(name for name, _ in section.lines), False
    for place, (name, text) in enumerate(section.lines):
        # What stands below a heading without a name, such as traits, is not parted from the first line with one.
        holds = has_names and not name and place + 1 < len(section.lines)
        # Sentences of a list hang, so that each is told from the next.
        hang = 8 if name or (len(section.lines) > 1 and not has_names) else 0
        runs = [*([Run(f"{name}  " if text else name, styles.bold)] if name else []), Run(_bound(text), styles.text)]
        if place:
            yield space(_APART, keep=held)
        yield from _kept(list(paragraph(runs, styles.size, width, hang=hang, keep=holds)))
        held = holds


def _bound(text: str) -> str:
    """Return a text without line breaks between a word and its number, as in “Perception +8” and “DC 15”."""
    return _BOUND.sub("\N{NO-BREAK SPACE}", text)


def _kept(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the lines of a paragraph, with its last line never first in a column."""
    for place, piece in enumerate(pieces):
        yield piece._replace(keep=piece.keep or place == len(pieces) - 2)


_SHEET_SIZES = (12.0, 11.0, 10.0, 9.0, 8.0)
"""Type sizes from the largest; at the last one, content that does not fit continues on further pages."""
_FOOT = 16.0


def draw_sheets(canvas: Canvas, title: str, sheets: Iterable[ShownSheet], notice: str = "") -> None:
    """Draw sheets of combatants, with ``notice`` at the foot of each page."""
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
    for size in _SHEET_SIZES:
        styles = TextStyles(canvas.palette, size)
        blocks = [Block(list(_section(section, styles, width)), gap=10, whole=False) for section in sheet.sections]
        pages = filled(blocks, [height, height], height)
        if len(pages) <= 1:
            break
    return pages


def _section(section: FightSection, styles: TextStyles, width: float) -> Iterator[Piece]:
    yield from heading([Run(section.heading, styles.heading)], styles.heading.size, width)
    for name, text in section.lines:
        for place, words in enumerate(text.splitlines() or [""]):
            named = [Run(f"{name}  " if words else name, styles.bold)] if not place else []
            yield from paragraph([*named, Run(words, styles.text)], styles.size, width, hang=8)
        yield space(_APART)
