"""The set-up of a battle on one page: the drawn table, with all of the players' choices beside it."""

from collections.abc import Iterator
from typing import NamedTuple

from printing.aids.boards import COORDINATES
from printing.battles.tables import (
    LegendSection,
    SideNames,
    TerrainLegend,
    draw_swatch,
    draw_table,
    legend_sections,
    terrain_legend,
)
from printing.canvas import LEADING, Box, Canvas
from printing.columns import FOOT, MARGIN, Block, Piece, draw_column, filled, paragraph, space, start_page
from printing.text import BOLD, DISPLAY, TEXT, Run, Style
from rules.p2v_combat.setup.plan import TablePlan
from rules.text import listed

COLUMNS = 4
"""The columns of the page: the table is as wide as all but one."""
GUTTER = 12.0
SIZES = (8.0, 7.6, 7.2, 6.8, 6.4, 6.0)
"""Type sizes in points; the page uses the largest with which everything fits."""
_SWATCH = 22.0
_APART = 7.0  # above a section


class SetupPage(NamedTuple):
    """The content of a set-up's page: the battle's name, its table, and the names of the sides."""

    title: str
    plan: TablePlan
    names: SideNames


def draw_setup(canvas: Canvas, page: SetupPage) -> None:
    """Draw a set-up on one landscape page."""
    canvas.describe(page.title, "The set-up of a battle of Path 2 Victory")
    top = start_page(canvas, page.title, listed(page.names[side] for side in page.plan.sides))
    bottom = canvas.height - MARGIN - FOOT
    width = (canvas.width - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
    board = page.plan.board
    scale = ((COLUMNS - 1) * (width + GUTTER) - GUTTER - COORDINATES) / board.width
    scale = min(scale, (bottom - top - COORDINATES) / board.height)
    below = top + COORDINATES + board.height * scale + 8
    heights = [bottom - top, *(max(0.0, bottom - below) for _ in range(COLUMNS - 1))]
    columns = next(
        pages[0]
        for size in SIZES
        for whole in (True, False)
        for pages in [filled(_blocks(canvas, page, size, width, whole), heights, bottom - top)]
        if len(pages) == 1 or (size, whole) == (SIZES[-1], False)
    )
    draw_table(canvas, page.plan, page.names, MARGIN + COORDINATES, top + COORDINATES, scale)
    right = canvas.width - MARGIN - width
    places = [(right, top), *((MARGIN + place * (width + GUTTER), below) for place in range(COLUMNS - 1))]
    for column, (left, start) in zip(columns, places, strict=False):
        draw_column(canvas, column, left, start, width)


def _blocks(canvas: Canvas, page: SetupPage, size: float, width: float, whole: bool) -> Iterator[Block]:
    """Yield the text beside the table, with the terrain right after the board; ``whole`` keeps sections unbroken."""
    for place, section in enumerate(legend_sections(page.plan, page.names)):
        yield Block(_section(canvas, section, size, width), gap=_APART, whole=whole)
        if place == 0 and page.plan.terrain:
            yield Block(terrain_samples(canvas, page.plan, size, width), gap=_APART, whole=whole)


def _heading(canvas: Canvas, title: str, size: float, width: float) -> Iterator[Piece]:
    style = Style(DISPLAY, size * 1.35, canvas.palette.accent)
    yield from paragraph([Run(title, style)], size * 1.35, width, keep=True)


def _section(canvas: Canvas, section: LegendSection, size: float, width: float) -> list[Piece]:
    style = Style(TEXT, size, canvas.palette.ink)
    pieces = list(_heading(canvas, section.title, size, width))
    for words in section.lines:
        pieces.extend(paragraph([Run(words, style)], size, width, hang=size))
        pieces.append(space(size * 0.25))
    return pieces


def terrain_samples(canvas: Canvas, plan: TablePlan, size: float, width: float) -> list[Piece]:
    """Return the kinds of terrain on a table as pieces of a column, each with a sample, in type of a size in points."""
    pieces = list(_heading(canvas, "Terrain", size, width))
    for row in terrain_legend(plan):
        pieces.append(_terrain_line(canvas, row, size, width))
        pieces.append(space(size * 0.3))
    return pieces


def _terrain_line(canvas: Canvas, row: TerrainLegend, size: float, width: float) -> Piece:
    """Return a swatch with the name of a kind of terrain, its description, and the numbers of its pieces."""
    ink = canvas.palette.ink
    runs = [
        Run(f"{row.name} ", Style(BOLD, size, ink)),
        Run(f"{', '.join(row.numbers)}: {row.traits}", Style(TEXT, size, ink)),
    ]
    lines = list(paragraph(runs, size, width - _SWATCH - 5))
    height = max(sum(line.height for line in lines), size * LEADING)

    def draw(on: Canvas, left: float, top: float) -> None:
        draw_swatch(on, row.sample, Box(left, top + 0.5, left + _SWATCH, top + max(size * LEADING - 0.5, 8.5)))
        y = top
        for line in lines:
            line.draw(on, left + _SWATCH + 5, y)
            y += line.height

    return Piece(height, draw)
