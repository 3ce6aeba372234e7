"""Boards for paper and screen: zones of deployments, props of victory conditions, coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from printing.aids.grounds import Lie, hatch
from printing.boxes import centered
from printing.canvas import Box, Canvas, Dashes
from printing.colors import SIDES, Color, Palette, color, mixed
from printing.text import ASCENT, DESCENT, DISPLAY, TEXT, Run, Style, line, width_of
from rules.tables.boards import BOARDS, Board, Deployment, Zone, normal_deployment
from rules.tables.victory_conditions.conditions import VictoryCondition

BAND = 6
"""Squares between the thicker lines of a board."""
COORDINATES = 11.0
"""Space for the coordinates above and beside a board, in points."""
_GRID_SHARE = 0.15  # how much ink is in the lines of the grid
_ZONE_SHARE = 0.2  # how much of a side's color is in the ground of its zones
_SMALL_LABEL = 9.0  # half the side of the square for which the letter alone is made
_NEAR = 1e-6
_WHITE = color("#ffffff")


class Diagram(NamedTuple):
    """A deployment on a board, for a number of players."""

    deployment: Deployment
    board: Board
    players: int

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Where each player may set up."""
        return self.deployment.zones(self.board.width, self.board.height, self.players)


class _ZoneStyle(NamedTuple):
    """The look of a player's zones: by color and line, with low ink by hatching."""

    side: Color
    lie: Lie
    dash: Dashes

    def color(self, palette: Palette) -> Color:
        """Return the color of the lines."""
        return self.side if palette.hues else palette.ink

    def fill(self, palette: Palette) -> Color | None:
        """Return the color of the background, None on bare paper."""
        return mixed(_WHITE, self.side, _ZONE_SHARE) if palette.hues else None


_ZONE_STYLES = {
    "A": _ZoneStyle(SIDES["a"], "rising", ()),
    "B": _ZoneStyle(SIDES["b"], "falling", (4, 2)),
    "C": _ZoneStyle(SIDES["c"], "level", (1.5, 1.5)),
    "D": _ZoneStyle(SIDES["d"], "upright", (6, 1.5, 1.5, 1.5)),
}


def diagrams(deployment: Deployment) -> Iterator[Diagram]:
    """Yield a deployment on each of its boards: the normal deployment on boards where it is normal, others on any
    board.
    """
    for players in deployment.players:
        for board in BOARDS:
            if deployment.alternative or (
                board in BOARDS[1:] if players > 2 else normal_deployment(board, players) is deployment
            ):
                yield Diagram(deployment, board, players)


def draw_deployment(canvas: Canvas, diagram: Diagram, left: float, top: float, scale: float) -> None:
    """Draw a board with its zones, ``scale`` points per square."""
    palette = canvas.palette
    zones = [
        DrawnZone(zone, zone_box(zone, left, top, scale), palette, f"{zone.area.width} × {zone.area.height}")
        for zone in diagram.zones
    ]
    draw_board_squares(canvas, diagram.board, left, top, scale, zones, [zone.label.box for zone in zones])
    for zone in zones:
        zone.draw_hatching(canvas, zone.label.box)
        zone.draw_outline(canvas)
        zone.label.draw(canvas)


def draw_condition(
    canvas: Canvas, condition: VictoryCondition, board: Board, left: float, top: float, scale: float
) -> None:
    """Draw a board with the props of a victory condition on their spots, ``scale`` points per square."""
    palette = canvas.palette
    draw_board_squares(canvas, board, left, top, scale)
    middle = top + board.height * scale / 2
    with canvas.styled_as("middle"):
        canvas.rule(left, middle, left + board.width * scale, palette.soft, 0.8, (5, 3))
    style = Style(TEXT, 7, palette.ink)
    for prop in condition.props:
        for spot in prop.spots:
            across, down = spot.on(board.width, board.height)
            x, y = left + across * scale, top + down * scale
            with canvas.styled_as(f"prop {prop.kind.replace(' ', '-')}"):
                canvas.box(
                    Box(x - 5, y - 5, x + 5, y + 5), fill=palette.shade, stroke=palette.ink, weight=1.2, round_by=5
                )
            with canvas.styled_as("prop-name"):
                centered(canvas, prop.kind, style, x, y + 11.5)


def draw_coordinates(canvas: Canvas, board: Board, left: float, top: float, scale: float) -> None:
    """Number every sixth line of a board, above it and at its left."""
    style = Style(TEXT, 6, canvas.palette.soft)
    right = left + board.width * scale
    with canvas.styled_as("coordinate"):
        for x in range(0, board.width + 1, BAND):
            centered(canvas, str(x), style, min(left + x * scale, right - width_of(str(x), style) / 2), top - 5)
        for y in range(BAND, board.height + 1, BAND):
            words = line(Run(str(y), style))
            canvas.text(words, left - 2.5 - words.width, top + y * scale + (ASCENT - DESCENT) * 3)


def grid_color(palette: Palette, ground: Color = _WHITE) -> Color:
    """Return the color of the lines between squares on a ground: 15 % of ink."""
    return mixed(ground, palette.ink, _GRID_SHARE)


def draw_board_squares(
    canvas: Canvas,
    board: Board,
    left: float,
    top: float,
    scale: float,
    zones: Sequence[DrawnZone] = (),
    holes: Sequence[Box] = (),
) -> None:
    """Draw the lines of a board's squares, the colors of its zones, and its frame; no line lies in a hole."""
    ground = Box(left, top, left + board.width * scale, top + board.height * scale)
    filled = [zone.box for zone in zones if zone.style.fill(canvas.palette)]
    grid = _Grid(ground, scale)
    grid.draw(canvas, ground, grid_color(canvas.palette), [*filled, *holes])
    for zone in zones:
        if fill := zone.style.fill(canvas.palette):
            zone.draw_ground(canvas)
            grid.draw(canvas, zone.box, grid_color(canvas.palette, fill), holes)
    with canvas.styled_as("frame"):
        canvas.box(ground, stroke=canvas.palette.ink, weight=1)


class _Grid(NamedTuple):
    """The lines between the squares of a board, of which each part may be drawn in its own color."""

    board: Box
    scale: float

    def draw(self, canvas: Canvas, part: Box, ink: Color, holes: Sequence[Box] = ()) -> None:
        """Draw the lines within a part of the board, but not in the holes."""
        for style_name, apart, weight in (("grid", self.scale, 0.4), ("grid strong", BAND * self.scale, 0.9)):
            with canvas.styled_as(style_name):
                self._draw_lines(canvas, part, apart, weight, ink, holes)

    def _draw_lines(
        self, canvas: Canvas, part: Box, apart: float, weight: float, ink: Color, holes: Sequence[Box]
    ) -> None:
        board = self.board
        for x in _between(board.left, apart, part.left, part.right):
            hidden = [(hole.top, hole.bottom) for hole in holes if hole.left < x < hole.right]
            for start, end in _visible(part.top, part.bottom, hidden):
                canvas.stroke(((x, start), (x, end)), ink, weight)
        for y in _between(board.top, apart, part.top, part.bottom):
            hidden = [(hole.left, hole.right) for hole in holes if hole.top < y < hole.bottom]
            for start, end in _visible(part.left, part.right, hidden):
                canvas.rule(start, y, end, ink, weight)


def _between(start: float, apart: float, first: float, last: float) -> Iterator[float]:
    """Yield where lines lie between two edges, if one lies at the start and each so far from the one before."""
    number = math.floor((first - start) / apart + _NEAR) + 1
    while (at := start + number * apart) < last - _NEAR:
        yield at
        number += 1


def _visible(start: float, end: float, hidden: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the parts of a line that are not hidden."""
    for first, last in sorted(hidden):
        if start < first < end:
            yield start, first
        start = max(start, last) if first < end else start
    if end > start:
        yield start, end


def zone_box(zone: Zone, left: float, top: float, scale: float) -> Box:
    """Return the place of a zone on a board, from the board's upper left corner."""
    area = zone.area
    x, y = left + area.x * scale, top + area.y * scale
    return Box(x, y, x + area.width * scale, y + area.height * scale)


class DrawnZone:
    """A zone of a board with its place; ``about`` is beside its letter if there is room.

    It has the color of the ``side`` that took it, and until then that of its letter.
    """

    def __init__(self, zone: Zone, box: Box, palette: Palette, about: str, side: str = "") -> None:
        player = side.upper() or zone.player
        self.box, self.style, self.player = box, _ZONE_STYLES[player], player.lower()
        self.zone, self.label = zone.player, ZoneLabel(zone.player, about, box, palette)

    def small_label(self, palette: Palette) -> ZoneLabel:
        """Return its letter alone, small enough to stand between pieces of terrain."""
        x, y = self.label.middle
        return ZoneLabel(self.zone, "", Box(x, y, x, y).grown(_SMALL_LABEL), palette)

    def draw_ground(self, canvas: Canvas) -> None:
        """Draw the color of its squares."""
        with canvas.styled_as(f"zone zone-{self.player}"):
            canvas.box(self.box, fill=self.style.fill(canvas.palette))

    def draw_hatching(self, canvas: Canvas, hole: Box | None = None) -> None:
        """Hatch its squares on bare paper, except under words."""
        palette = canvas.palette
        if self.style.fill(palette) is None:
            for part in _around(self.box, hole) if hole else (self.box,):
                hatch(canvas, part, self.style.lie, palette.soft, 4.5, 0.35)

    def draw_outline(self, canvas: Canvas) -> None:
        """Draw its outline."""
        palette, box = canvas.palette, self.box
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        with canvas.styled_as(f"zone-line zone-{self.player}"):
            canvas.stroke((*corners, corners[0]), self.style.color(palette), 1.1, self.style.dash)


class ZoneLabel:
    """The letter of a zone, and a description if there is room, in the center."""

    def __init__(self, zone: str, about: str, box: Box, palette: Palette) -> None:
        small = Style(TEXT, 6.4, palette.ink)
        self.size = line(Run(about, small))
        letter = Style(DISPLAY, max(8.0, min(16.0, 0.5 * box.height, 0.9 * box.width)), palette.ink)
        self.letter = line(Run(zone, letter))
        high = 0.8 * letter.size + 8.5
        self.is_below = box.width > self.size.width + 4 and box.height > high + 4
        wide = self.letter.width + 4 + self.size.width
        self.is_beside = not self.is_below and box.width > wide + 4
        width = (
            max(self.letter.width, self.size.width) if self.is_below else wide if self.is_beside else self.letter.width
        )
        height = high if self.is_below else 0.8 * letter.size
        self.half_width, self.half_height = width / 2 + 2, height / 2 + 2
        self.move((box.left + box.right) / 2, (box.top + box.bottom) / 2)

    def move(self, x: float, y: float) -> None:
        """Move its center to a place."""
        self.middle = (x, y)
        self.box = Box(x - self.half_width, y - self.half_height, x + self.half_width, y + self.half_height)

    def draw(self, canvas: Canvas) -> None:
        """Write it."""
        x, y = self.middle
        letter, size = self.letter, self.size
        half = (ASCENT - DESCENT) / 2
        if self.is_below:
            letter_at = (x - letter.width / 2, self.box.top + 2 + 0.72 * letter.size)
            size_at = (x - size.width / 2, self.box.bottom - 2)
        else:
            letter_at = (self.box.left + 2, y + half * letter.size)
            size_at = (self.box.right - 2 - size.width, y + half * size.size)
        with canvas.styled_as("zone-name"):
            canvas.text(letter, *letter_at)
        if self.is_below or self.is_beside:
            with canvas.styled_as("zone-size"):
                canvas.text(size, *size_at)


def _around(box: Box, hole: Box) -> list[Box]:
    """Return the rest of a box around a hole in it."""
    left, right = max(box.left, hole.left), min(box.right, hole.right)
    top, bottom = max(box.top, hole.top), min(box.bottom, hole.bottom)
    return [
        Box(box.left, box.top, box.right, top),
        Box(box.left, bottom, box.right, box.bottom),
        Box(box.left, top, left, bottom),
        Box(right, top, box.right, bottom),
    ]
