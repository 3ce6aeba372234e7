"""Deployments on paper: every zone on every board that it is for, to scale, with the order of placing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printing.aids.pages import FOOT, MARGIN, draw_pieces, height_of, start_page
from printing.aids.patterns import Lie, hatch
from printing.boxes import centered
from printing.columns import Piece, paragraph, space
from printing.document import Box, Dashes, Document
from printing.faces import DISPLAY, DISPLAY_ITALIC
from printing.inks import Ink, Palette, mixed
from printing.looks import Look
from printing.text import ASCENT, DESCENT, Run, Style, line, width_of
from rules.tables import deployments
from rules.tables.boards import BOARDS, Board
from rules.tables.deployments import DEPLOYMENTS, Deployment, Zone, normal_deployment
from rules.text import counted

TITLE = "Deployments"
_ABOUT = "A square is one inch on the table."
SIZE = 7.0
"""Type size in points."""
BAND = 6
"""Squares between the stronger lines of a board."""
GUTTER = 14.0
_A_ROW = 3  # diagrams side by side
_FIGURES = 11.0  # space for the figures above and beside a board
_APART = 11.0  # between two rows


class Diagram(NamedTuple):
    """A deployment on a board, for so many players."""

    deployment: Deployment
    board: Board
    players: int

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Where each player may set up."""
        return self.deployment.zones(self.board.width, self.board.height, self.players)


class _Dress(NamedTuple):
    """How the zones of a player look: in colour by ink and line, else by hatching."""

    hue: str
    lie: Lie
    dash: Dashes

    def ink(self, palette: Palette) -> Ink:
        """The colour of the lines."""
        return palette.hue(self.hue).ink

    def fill(self, palette: Palette) -> Ink | None:
        """The colour of the ground, None on bare paper."""
        hue = palette.hue(self.hue)
        return mixed(hue.wash, hue.ink, 0.14) if hue.wash else None


_DRESSES = {
    "A": _Dress("CE", "rising", ()),
    "B": _Dress("LN", "falling", (4, 2)),
    "C": _Dress("NG", "level", (1.5, 1.5)),
    "D": _Dress("CG", "upright", (6, 1.5, 1.5, 1.5)),
}


def draw_deployments(document: Document) -> None:
    """Draw every deployment with its boards, several on a page."""
    document.describe(TITLE, "Where players set up in Path 2 Victory")
    bottom = document.height - MARGIN - FOOT
    options: _Options | None = _Options(document)
    y = start_page(document, TITLE, _ABOUT)
    for row in _rows(document):
        told = max(section.told for section in row)
        height = told + max(section.shown for section in row)
        if y + height > bottom:
            if options and y + options.height <= bottom:  # as good a place as any
                options.draw(document, y)
                options = None
            y = start_page(document, TITLE, _ABOUT)
        left = MARGIN
        for section in row:
            section.draw(document, left, y, told)
            left += section.width + GUTTER
        y += height + _APART
    if options:
        options.draw(document, y if y + options.height <= bottom else start_page(document, TITLE, _ABOUT))


def diagrams(deployment: Deployment) -> Iterator[Diagram]:
    """Yield a deployment on each board that it is for: a normal one where it is the normal one, another anywhere."""
    for players in deployment.players:
        for board in BOARDS:
            if deployment.alternative or (
                board in BOARDS[1:] if players > 2 else normal_deployment(board, players) is deployment
            ):
                yield Diagram(deployment, board, players)


def _rows(document: Document) -> Iterator[list[_Section]]:
    """Yield sections side by side: as many as have the usual number of diagrams together."""
    full = document.width - 2 * MARGIN
    row: list[_Section] = []
    used = 0
    for deployment in DEPLOYMENTS:
        number = len(list(diagrams(deployment)))
        if row and used + number > _A_ROW:
            yield row
            row, used = [], 0
        share = min(1, number / _A_ROW)
        row.append(_Section(deployment, (full + GUTTER) * share - GUTTER, document.palette))
        used += number
    yield row


class _Options:
    """The options for the order of placing, side by side."""

    def __init__(self, document: Document) -> None:
        entries = [entry for entry in deployments.entries() if entry.summary.startswith("Option")]
        look = Look(document.palette, SIZE)
        self.across = (document.width - 2 * MARGIN + GUTTER) / len(entries)
        width = self.across - GUTTER
        self.columns = [
            [
                *paragraph([Run(entry.name, Style(DISPLAY, 13, look.palette.ink))], 12.5, width),
                *paragraph([Run(entry.summary, Style(DISPLAY_ITALIC, 8.2, look.palette.soft))], 8, width),
                space(2),
                *paragraph([Run(entry.text, look.text)], SIZE, width),
            ]
            for entry in entries
        ]
        self.height = max(map(height_of, self.columns))

    def draw(self, document: Document, top: float) -> None:
        """Draw them below a place of the page."""
        for place, pieces in enumerate(self.columns):
            left = MARGIN + place * self.across
            with document.within(Box(left, top, left + self.across, top + self.height)):
                draw_pieces(document, pieces, left, top)


@dataclass(frozen=True)
class _Section:
    """A deployment with its words and its diagrams below them."""

    deployment: Deployment
    width: float
    palette: Palette

    @property
    def look(self) -> Look:
        return Look(self.palette, SIZE)

    @property
    def told(self) -> float:
        """How high the words above the diagrams are."""
        return height_of(self._head()) + max(map(height_of, self._words()))

    @property
    def shown(self) -> float:
        """How high the diagrams are, with the words below them."""
        return max(map(self._height, self._diagrams()))

    def draw(self, document: Document, left: float, top: float, told: float) -> None:
        """Draw the section with its left upper corner there and its diagrams ``told`` below it."""
        document.bookmark(self.deployment.name, self.deployment.key, top)
        with document.within(Box(left, top, left + self.width, top + told + self.shown)):
            y = draw_pieces(document, self._head(), left, top)
            for place, pieces in enumerate(self._words()):
                draw_pieces(document, pieces, left + place * (self._column + GUTTER), y)
            for place, diagram in enumerate(self._diagrams()):
                self._draw_diagram(document, diagram, left + place * (self._breadth + GUTTER), top + told)

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
        row, look = self.deployment, self.look
        players = f"{row.players.start} to {row.players.stop - 1}" if len(row.players) > 1 else str(row.players.start)
        rules = "alternative rules" if row.alternative else "standard rules"
        title = [Run(row.name, Style(DISPLAY, 13, self.palette.ink))]
        title.append(Run(f"   {players} players · {rules}", look.small))
        summary = [Run(row.summary, Style(DISPLAY_ITALIC, 8.2, self.palette.soft))]
        return [*paragraph(title, 12.5, self.width), *paragraph(summary, 8, self.width), space(2)]

    def _words(self) -> list[list[Piece]]:
        """Where the zones are, and the steps of placing: side by side where there is room."""
        look, width = self.look, self._column
        zones = [*paragraph([Run(self.deployment.zones_text, look.text)], SIZE, width)]
        for note in self.deployment.notes:
            zones += paragraph([Run(note, look.small)], look.small.size, width)
        steps: list[Piece] = []
        number_style = look.style(look.bold.face, 1, self.palette.accent)
        for number, step in enumerate(self.deployment.order, start=1):
            runs = [Run(f"{number}. ", number_style), Run(step, look.text)]
            steps += paragraph(runs, SIZE, width, hang=width_of("1. ", number_style))
        if self._is_wide:
            return [[*zones, space(6)], [*steps, space(6)]]
        return [[*zones, space(2), *steps, space(6)]]

    def _height(self, diagram: Diagram) -> float:
        return _FIGURES + self._scale(diagram) * diagram.board.height + height_of(self._caption(diagram))

    def _scale(self, diagram: Diagram) -> float:
        return (self._breadth - _FIGURES) / diagram.board.width

    def _caption(self, diagram: Diagram) -> list[Piece]:
        look = self.look
        board = diagram.board
        many = f", {counted(diagram.players, 'player')}" if len(self.deployment.players) > 1 else ""
        name = [Run(board.name, look.bold), Run(f" {board.width} × {board.height} squares{many}", look.small)]
        pieces = [space(3), *paragraph(name, SIZE, self._breadth)]
        for players, words in zone_words(diagram):
            who = [Run(f"{players} ", look.small_bold), Run(words, look.small)]
            pieces += paragraph(who, look.small.size, self._breadth, hang=6)
        return pieces

    def _draw_diagram(self, document: Document, diagram: Diagram, left: float, top: float) -> None:
        scale = self._scale(diagram)
        board = diagram.board
        corner_x, corner_y = left + _FIGURES, top + _FIGURES
        draw_board(document, diagram, corner_x, corner_y, scale)
        style = Style(self.look.text.face, 6, self.palette.soft)
        for x in range(0, board.width + 1, BAND):
            place = min(corner_x + x * scale, left + self._breadth - width_of(str(x), style) / 2)
            centered(document, str(x), style, place, corner_y - 5)
        for y in range(BAND, board.height + 1, BAND):
            words = line(Run(str(y), style))
            document.text(words, corner_x - 2.5 - words.width, corner_y + y * scale + (ASCENT - DESCENT) * 3)
        draw_pieces(document, self._caption(diagram), left, corner_y + board.height * scale)


def draw_board(document: Document, diagram: Diagram, left: float, top: float, scale: float) -> None:
    """Draw a board with its zones, ``scale`` points a square."""
    board, palette = diagram.board, document.palette
    ground = Box(left, top, left + board.width * scale, top + board.height * scale)
    zones = [_DrawnZone(zone, zone_box(zone, left, top, scale), palette) for zone in diagram.zones]
    for zone in zones:
        document.box(zone.box, fill=zone.dress.fill(palette))
    holes = [zone.label.box for zone in zones]
    _draw_grid(document, ground, scale, holes, 0.2)
    _draw_grid(document, ground, BAND * scale, holes, 0.6)
    document.box(ground, stroke=palette.ink, weight=1)
    for zone in zones:
        zone.draw(document)


def _draw_grid(document: Document, box: Box, apart: float, holes: Sequence[Box], weight: float) -> None:
    """Draw the lines of a grid, but not where words stand."""
    ink = document.palette.rule
    for number in range(round(box.width / apart) + 1):
        x = box.left + number * apart
        hidden = [(hole.top, hole.bottom) for hole in holes if hole.left < x < hole.right]
        for start, end in _visible(box.top, box.bottom, hidden):
            document.stroke(((x, start), (x, end)), ink, weight)
    for number in range(round(box.height / apart) + 1):
        y = box.top + number * apart
        hidden = [(hole.left, hole.right) for hole in holes if hole.top < y < hole.bottom]
        for start, end in _visible(box.left, box.right, hidden):
            document.rule(start, y, end, ink, weight)


def _visible(start: float, end: float, hidden: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield what is left of a line."""
    for first, last in sorted(hidden):
        yield start, first
        start = last
    yield start, end


def zone_box(zone: Zone, left: float, top: float, scale: float) -> Box:
    """Return where a zone is drawn on a board whose left upper corner is given."""
    area = zone.area
    x, y = left + area.x * scale, top + area.y * scale
    return Box(x, y, x + area.width * scale, y + area.height * scale)


def zone_words(diagram: Diagram) -> list[tuple[str, str]]:
    """Return the zones in words, those that are alike together: whose they are, and how large and where.

    ``("A", "6 × 6 (vanguard), 9 from the left, 6 from the top")``: edges that a zone touches are not told.
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


class _DrawnZone:
    """A zone of a board where it is drawn."""

    def __init__(self, zone: Zone, box: Box, palette: Palette) -> None:
        self.box, self.dress = box, _DRESSES[zone.player]
        self.label = _Label(zone, box, palette)

    def draw(self, document: Document) -> None:
        palette, box = document.palette, self.box
        if self.dress.fill(palette) is None:
            for part in _around(box, self.label.box):
                hatch(document, part, self.dress.lie, palette.soft, 4.5, 0.35)
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        document.stroke((*corners, corners[0]), self.dress.ink(palette), 1.1, self.dress.dash)
        self.label.draw(document)


class _Label:
    """The letter of a zone, and its size where there is room for it, in the middle."""

    def __init__(self, zone: Zone, box: Box, palette: Palette) -> None:
        small = Style(Look(palette, SIZE).text.face, 6.4, palette.ink)
        self.size = line(Run(f"{zone.area.width} × {zone.area.height}", small))
        letter = Style(DISPLAY, max(8.0, min(16.0, 0.5 * box.height, 0.9 * box.width)), palette.ink)
        self.letter = line(Run(zone.player, letter))
        self.middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        high = 0.8 * letter.size + 8.5
        self.is_below = box.width > self.size.width + 4 and box.height > high + 4
        wide = self.letter.width + 4 + self.size.width
        self.is_beside = not self.is_below and box.width > wide + 4
        width = (
            max(self.letter.width, self.size.width) if self.is_below else wide if self.is_beside else self.letter.width
        )
        height = high if self.is_below else 0.8 * letter.size
        x, y = self.middle
        self.box = Box(x - width / 2 - 2, y - height / 2 - 2, x + width / 2 + 2, y + height / 2 + 2)

    def draw(self, document: Document) -> None:
        x, y = self.middle
        letter, size = self.letter, self.size
        half = (ASCENT - DESCENT) / 2
        if self.is_below:
            document.text(letter, x - letter.width / 2, self.box.top + 2 + 0.72 * letter.size)
            document.text(size, x - size.width / 2, self.box.bottom - 2)
        elif self.is_beside:
            document.text(letter, self.box.left + 2, y + half * letter.size)
            document.text(size, self.box.right - 2 - size.width, y + half * size.size)
        else:
            document.text(letter, x - letter.width / 2, y + half * letter.size)


def _around(box: Box, hole: Box) -> list[Box]:
    """Return what is left of a box around a hole in it."""
    left, right = max(box.left, hole.left), min(box.right, hole.right)
    top, bottom = max(box.top, hole.top), min(box.bottom, hole.bottom)
    return [
        Box(box.left, box.top, box.right, top),
        Box(box.left, bottom, box.right, box.bottom),
        Box(box.left, top, left, bottom),
        Box(right, top, box.right, bottom),
    ]
