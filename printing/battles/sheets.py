"""A board as sheets to play on: squares of an inch over several pages, with cut marks, and a page with the key."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from printing.aids.boards import COORDINATES, draw_board_squares
from printing.battles.setup import terrain_samples
from printing.battles.tables import draw_objective, draw_piece, draw_table, drawn_zones
from printing.boxes import centered
from printing.canvas import INCH, Box, Canvas
from printing.colors import color
from printing.columns import MARGIN, Block, draw_column, draw_pieces, filled, paragraph, start_page
from printing.text import BOLD, TEXT, Run, Style
from rules.p2v_combat.setup.objectives import objective_mark
from rules.p2v_combat.setup.plan import TablePlan, TerrainPiece
from rules.p2v_combat.standing import square_name

LONG, SHORT = 10, 7
"""Squares along the two sides of a page: what both A4 and Letter hold."""
_OVERLAP = 16.0
"""What a sheet shows of the next one, in points: the strip that lies under it."""
_TOP = 40.0
_SIZE = 9.0
_WHITE = color("#ffffff")
_HOW = (
    "Print at 100 %, without fitting to the page: a square is one inch. Cut each sheet along its marks at the left and "
    "at the top, and lay it on the strip of the sheet before it. A1 is the upper left sheet; letters go right, numbers "
    "down."
)


class BoardSheet(NamedTuple):
    """A part of a board on a sheet: its place among the sheets, and its first square and size in squares."""

    column: int
    row: int
    x: int
    y: int
    across: int
    down: int

    @property
    def name(self) -> str:
        """Its name: a letter for the column, a number for the row."""
        return square_name((self.column, self.row))


def board_sheets(plan: TablePlan, *, landscape: bool) -> tuple[BoardSheet, ...]:
    """Return the sheets of a board, row by row."""
    wide, high = (LONG, SHORT) if landscape else (SHORT, LONG)
    board = plan.board
    return tuple(
        BoardSheet(x // wide, y // high, x, y, min(wide, board.width - x), min(high, board.height - y))
        for y in range(0, board.height, high)
        for x in range(0, board.width, wide)
    )


def lies_better_in_landscape(plan: TablePlan) -> bool:
    """Return True if pages in landscape need fewer sheets."""
    return len(board_sheets(plan, landscape=True)) < len(board_sheets(plan, landscape=False))


def draw_board_sheets(canvas: Canvas, title: str, plan: TablePlan) -> None:
    """Draw the key of a board, and its sheets on a page each."""
    canvas.describe(title, "A board of Path 2 Victory to play on")
    sheets = board_sheets(plan, landscape=canvas.width > canvas.height)
    _draw_key(canvas, title, plan, sheets)
    for sheet in sheets:
        canvas.start_page()
        _draw_sheet(canvas, title, plan, sheet, f"{sheets[-1].column + 1} × {sheets[-1].row + 1}")


def _draw_key(canvas: Canvas, title: str, plan: TablePlan, sheets: tuple[BoardSheet, ...]) -> None:
    board, ink = plan.board, canvas.palette.ink
    top = start_page(canvas, title, f"{board.width} by {board.height} squares, {len(sheets)} sheets")
    width = canvas.width - 2 * MARGIN
    top = (
        draw_pieces(canvas, paragraph([Run(_HOW, Style(TEXT, _SIZE, ink))], _SIZE, width), MARGIN, top)
        + COORDINATES
        + 8
    )
    scale = min((width - COORDINATES) / board.width, (canvas.height / 2 - top) / board.height)
    left = MARGIN + COORDINATES
    draw_table(canvas, plan, {}, left, top, scale)
    for sheet in sheets:
        x, y = left + sheet.x * scale, top + sheet.y * scale
        box = Box(x, y, x + sheet.across * scale, y + sheet.down * scale)
        canvas.box(box, stroke=ink, weight=1.4)
        x, y = (box.left + box.right) / 2, box.bottom - 7
        canvas.box(Box(x - 10, y - 6, x + 10, y + 6), fill=_WHITE)
        centered(canvas, sheet.name, Style(BOLD, _SIZE, ink), x, y)
    if plan.terrain:
        below = top + board.height * scale + 12
        height = canvas.height - MARGIN - 14 - below
        apart = (width - 12) / 2
        pieces = terrain_samples(canvas, plan, _SIZE - 1.5, apart)
        for number, column in enumerate(filled([Block(pieces, whole=False)], [height, height], height)[0]):
            draw_column(canvas, column, MARGIN + number * (apart + 12), below, apart)


def _draw_sheet(canvas: Canvas, title: str, plan: TablePlan, sheet: BoardSheet, all_sheets: str) -> None:
    palette, board = canvas.palette, plan.board
    left, top = (canvas.width - sheet.across * INCH) / 2, _TOP
    window = Box(left, top, left + sheet.across * INCH, top + sheet.down * INCH)
    start = (left - sheet.x * INCH, top - sheet.y * INCH)
    zones = list(drawn_zones(canvas, plan, {}, *start, INCH))
    draw_board_squares(canvas, board, *start, INCH, zones)
    for piece in _pieces_on(plan, sheet):
        draw_piece(canvas, piece, *start, INCH)
    for zone in zones:
        zone.draw_outline(canvas)
        centered(canvas, zone.zone, Style(BOLD, 20, palette.ink), zone.box.left + INCH / 2, zone.box.top + INCH / 2)
    for placed in plan.objectives:
        x, y = start[0] + (placed.x + 0.5) * INCH, start[1] + (placed.y + 0.5) * INCH
        draw_objective(canvas, objective_mark(plan, placed), x, y, INCH)
    shown = Box(
        window.left,
        window.top,
        window.right + (_OVERLAP if sheet.x + sheet.across < board.width else 1),
        window.bottom + (_OVERLAP if sheet.y + sheet.down < board.height else 1),
    )
    for around in (
        Box(0, 0, canvas.width, shown.top - 1),
        Box(0, shown.bottom, canvas.width, canvas.height),
        Box(0, 0, shown.left - 1, canvas.height),
        Box(shown.right, 0, canvas.width, canvas.height),
    ):
        canvas.box(around, fill=_WHITE)
    _draw_marks(canvas, window)
    small = Style(TEXT, 8, palette.ink)
    for column in range(sheet.across):
        words = square_name((sheet.x + column, 0)).removesuffix("1")
        centered(canvas, words, small, window.left + (column + 0.5) * INCH, window.top - 8)
    for row in range(sheet.down):
        centered(canvas, str(sheet.y + row + 1), small, window.left - 10, window.top + (row + 0.5) * INCH)
    words = f"{sheet.name} of {all_sheets}, {title}"
    first, last = square_name((sheet.x, sheet.y)), square_name((sheet.x + sheet.across - 1, sheet.y + sheet.down - 1))
    centered(canvas, f"{words}: squares {first} to {last}", Style(BOLD, 8, palette.ink), canvas.width / 2, 18)


def _pieces_on(plan: TablePlan, sheet: BoardSheet) -> Iterator[TerrainPiece]:
    """Yield the pieces of which a sheet shows something, its strips of the next sheets included."""
    window = TerrainPiece("", "", sheet.x, sheet.y, sheet.across + 1, sheet.down + 1)
    yield from (replace(piece, label="") for piece in plan.terrain if piece.meets(window))


def _draw_marks(canvas: Canvas, window: Box) -> None:
    """Draw the marks for cutting: short lines that lead away from the corners of the squares."""
    for x in (window.left, window.right):
        for near, far in ((window.top - 4, window.top - 18), (window.bottom + 3, window.bottom + 14)):
            canvas.stroke(((x, near), (x, far)), canvas.palette.ink, 0.7)
    for y in (window.top, window.bottom):
        for near, far in ((window.left - 4, window.left - 18), (window.right + 3, window.right + 14)):
            canvas.stroke(((near, y), (far, y)), canvas.palette.ink, 0.7)
