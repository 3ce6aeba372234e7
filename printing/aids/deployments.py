"""Deployments on paper: every zone on each of its boards, to scale, with the order of placing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printing.aids.boards import COORDINATES, Diagram, diagrams, draw_coordinates, draw_deployment
from printing.canvas import Box, Canvas, TextStyles
from printing.colors import Palette
from printing.columns import FOOT, MARGIN, Piece, draw_pieces, height_of, paragraph, space, start_page
from printing.text import DISPLAY, DISPLAY_ITALIC, Run, Style, width_of
from rules.tables import boards
from rules.tables.boards import DEPLOYMENTS, Deployment
from rules.text import counted

TITLE = "Deployments"
_ABOUT = "Each square is 1 inch on the table."
SIZE = 7.0
"""Type size in points."""
GUTTER = 14.0
_A_ROW = 3  # diagrams side by side
_APART = 11.0  # between two rows


def draw_deployments(canvas: Canvas) -> None:
    """Draw every deployment with its boards, several on a page."""
    canvas.describe(TITLE, "Where players set up in Path 2 Victory")
    bottom = canvas.height - MARGIN - FOOT
    options: _Options | None = _Options(canvas)
    y = start_page(canvas, TITLE, _ABOUT)
    for row in _rows(canvas):
        text_height = max(section.text_height for section in row)
        height = text_height + max(section.diagrams_height for section in row)
        if y + height > bottom:
            if options and y + options.height <= bottom:  # as good a place as any
                options.draw(canvas, y)
                options = None
            y = start_page(canvas, TITLE, _ABOUT)
        left = MARGIN
        for section in row:
            section.draw(canvas, left, y, text_height)
            left += section.width + GUTTER
        y += height + _APART
    if options:
        options.draw(canvas, y if y + options.height <= bottom else start_page(canvas, TITLE, _ABOUT))


def _rows(canvas: Canvas) -> Iterator[list[_Section]]:
    """Yield sections side by side: as many as share the usual number of diagrams."""
    full = canvas.width - 2 * MARGIN
    row: list[_Section] = []
    used = 0
    for deployment in DEPLOYMENTS:
        number = len(list(diagrams(deployment)))
        if row and used + number > _A_ROW:
            yield row
            row, used = [], 0
        share = min(1, number / _A_ROW)
        row.append(_Section(deployment, (full + GUTTER) * share - GUTTER, canvas.palette))
        used += number
    yield row


class _Options:
    """The options for the order of placing, side by side."""

    def __init__(self, canvas: Canvas) -> None:
        entries = [entry for entry in boards.entries() if entry.summary.startswith("Option")]
        styles = TextStyles(canvas.palette, SIZE)
        self.across = (canvas.width - 2 * MARGIN + GUTTER) / len(entries)
        width = self.across - GUTTER
        self.columns = [
            [
                *paragraph([Run(entry.name, Style(DISPLAY, 13, styles.palette.ink))], 12.5, width),
                *paragraph([Run(entry.summary, Style(DISPLAY_ITALIC, 8.2, styles.palette.soft))], 8, width),
                space(2),
                *paragraph([Run(entry.text, styles.text)], SIZE, width),
            ]
            for entry in entries
        ]
        self.height = max(map(height_of, self.columns))

    def draw(self, canvas: Canvas, top: float) -> None:
        """Draw them below a place of the page."""
        for place, pieces in enumerate(self.columns):
            left = MARGIN + place * self.across
            with canvas.within(Box(left, top, left + self.across, top + self.height)):
                draw_pieces(canvas, pieces, left, top)


@dataclass(frozen=True)
class _Section:
    """A deployment with its text and its diagrams below it."""

    deployment: Deployment
    width: float
    palette: Palette

    @property
    def styles(self) -> TextStyles:
        return TextStyles(self.palette, SIZE)

    @property
    def text_height(self) -> float:
        """Height of the text above the diagrams."""
        return height_of(self._head()) + max(map(height_of, self._captions()))

    @property
    def diagrams_height(self) -> float:
        """Height of the diagrams with their captions."""
        return max(map(self._height, self._diagrams()))

    def draw(self, canvas: Canvas, left: float, top: float, text_height: float) -> None:
        """Draw the section at its upper left corner, and its diagrams ``text_height`` below."""
        canvas.bookmark(self.deployment.name, self.deployment.key, top)
        with canvas.within(Box(left, top, left + self.width, top + text_height + self.diagrams_height)):
            y = draw_pieces(canvas, self._head(), left, top)
            for place, pieces in enumerate(self._captions()):
                draw_pieces(canvas, pieces, left + place * (self._column + GUTTER), y)
            for place, diagram in enumerate(self._diagrams()):
                self._draw_diagram(canvas, diagram, left + place * (self._breadth + GUTTER), top + text_height)

    def _diagrams(self) -> list[Diagram]:
        return list(diagrams(self.deployment))

    @property
    def _breadth(self) -> float:
        number = len(self._diagrams())
        return (self.width - (number - 1) * GUTTER) / number

    @property
    def _column(self) -> float:
        return (self.width - GUTTER) / 2 if self._is_wide else self.width

    @property
    def _is_wide(self) -> bool:
        return len(self._diagrams()) > 1

    def _head(self) -> list[Piece]:
        row, styles = self.deployment, self.styles
        players = f"{row.players.start} to {row.players.stop - 1}" if len(row.players) > 1 else str(row.players.start)
        rules = "alternative rules" if row.alternative else "standard rules"
        title = [Run(row.name, Style(DISPLAY, 13, self.palette.ink))]
        title.append(Run(f"   {players} players · {rules}", styles.small))
        summary = [Run(row.summary, Style(DISPLAY_ITALIC, 8.2, self.palette.soft))]
        return [*paragraph(title, 12.5, self.width), *paragraph(summary, 8, self.width), space(2)]

    def _captions(self) -> list[list[Piece]]:
        """The places of the zones, and the steps of placing: side by side if there is room."""
        styles, width = self.styles, self._column
        zones = [*paragraph([Run(self.deployment.zones_text, styles.text)], SIZE, width)]
        for note in self.deployment.notes:
            zones += paragraph([Run(note, styles.small)], styles.small.size, width)
        steps: list[Piece] = []
        number_style = styles.style(styles.bold.font, 1, self.palette.accent)
        for number, step in enumerate(self.deployment.order, start=1):
            runs = [Run(f"{number}. ", number_style), Run(step, styles.text)]
            steps += paragraph(runs, SIZE, width, hang=width_of("1. ", number_style))
        if self._is_wide:
            return [[*zones, space(6)], [*steps, space(6)]]
        return [[*zones, space(2), *steps, space(6)]]

    def _height(self, diagram: Diagram) -> float:
        return COORDINATES + self._scale(diagram) * diagram.board.height + height_of(self._caption(diagram))

    def _scale(self, diagram: Diagram) -> float:
        return (self._breadth - COORDINATES) / diagram.board.width

    def _caption(self, diagram: Diagram) -> list[Piece]:
        styles = self.styles
        board = diagram.board
        many = f", {counted(diagram.players, 'player')}" if len(self.deployment.players) > 1 else ""
        name = [Run(board.name, styles.bold), Run(f" {board.width} × {board.height} squares{many}", styles.small)]
        pieces = [space(3), *paragraph(name, SIZE, self._breadth)]
        for players, words in zone_words(diagram):
            who = [Run(f"{players} ", styles.small_bold), Run(words, styles.small)]
            pieces += paragraph(who, styles.small.size, self._breadth, hang=6)
        return pieces

    def _draw_diagram(self, canvas: Canvas, diagram: Diagram, left: float, top: float) -> None:
        scale = self._scale(diagram)
        board = diagram.board
        corner_x, corner_y = left + COORDINATES, top + COORDINATES
        draw_deployment(canvas, diagram, corner_x, corner_y, scale)
        draw_coordinates(canvas, board, corner_x, corner_y, scale)
        draw_pieces(canvas, self._caption(diagram), left, corner_y + board.height * scale)


def zone_words(diagram: Diagram) -> list[tuple[str, str]]:
    """Return the zones in words, with identical ones combined: their owners, sizes and places.

    ``("A", "6 × 6 (vanguard), 9 from the left, 6 from the top")``: omits edges that a zone touches.
    """
    board = diagram.board
    parts: dict[tuple[str, str, str], list[str]] = {}
    for zone in diagram.zones:
        area = zone.area
        off = [f", {area.x} from the left"] if area.x and area.x + area.width < board.width else []
        off += [f", {area.y} from the top"] if area.y and area.y + area.height < board.height else []
        size = f"{area.width} × {area.height}"
        parts.setdefault((zone.player, size, "".join(off)), []).append(zone.part)
    players: dict[str, list[str]] = {}
    for (player, size, off_words), named in parts.items():
        words = f" ({', '.join(named)})" if any(named) else ""
        players.setdefault(f"{size}{words}{off_words}", []).append(player)
    return [(", ".join(those), words) for words, those in players.items()]
