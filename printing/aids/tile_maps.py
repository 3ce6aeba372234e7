"""Terrain tiles, drawn square by square for paper and screen alike."""

from __future__ import annotations

from collections.abc import Iterator

from printing.aids.grounds import draw_ground
from printing.canvas import INCH, Box, Canvas, Dashes, Point
from printing.colors import Color
from rules.tables.tiles import LEGEND, Edge, Tile

_WALL = 3.6  # weight of a wall
_DOOR = 3.0  # from the middle of a door to its long side
_KNOB = 2.0  # radius of a door's knob
SMALLEST_WHOLE = 24.0
"""Points of a square from which on patterns and walls are drawn in full size."""


def draw_tile(canvas: Canvas, tile: Tile, left: float, top: float, side: float = INCH) -> None:
    """Draw a tile with its walls and doors, ``side`` points a square."""
    draw_tile_grounds(canvas, tile, left, top, side)
    draw_squares(canvas, _outline(tile, left, top, side), side)
    draw_tile_walls(canvas, tile, left, top, side)


def draw_tile_grounds(canvas: Canvas, tile: Tile, left: float, top: float, side: float) -> None:
    """Draw the terrain of a tile's squares."""
    for box, letter in _squares(tile, left, top, side):
        if LEGEND[letter]:
            draw_ground(canvas, LEGEND[letter], box, scale=pattern_scale(side))


def draw_tile_walls(canvas: Canvas, tile: Tile, left: float, top: float, side: float) -> None:
    """Draw the outline of a tile, its walls and its doors."""
    palette, scale = canvas.palette, pattern_scale(side)
    outline = _outline(tile, left, top, side)
    with canvas.styled_as("frame"):
        canvas.box(outline, stroke=palette.ink, weight=0.5)
    inner = outline.grown(-_WALL * scale / 2)
    with canvas.styled_as("wall"):
        for wall in tile.walls:
            canvas.stroke(_ends(wall, left, top, side, inner), palette.ink, _WALL * scale)
    with canvas.styled_as("door"):
        for door in tile.doors:
            _draw_door(canvas, *_ends(door, left, top, side, inner), scale)


def pattern_scale(side: float) -> float:
    """Return how much smaller patterns are drawn on squares of ``side`` points, so that each square has a motif."""
    return min(1.0, side / SMALLEST_WHOLE)


def draw_squares(
    canvas: Canvas, box: Box, side: float, ink: Color | None = None, weight: float = 0.5, dash: Dashes = (2, 2)
) -> None:
    """Draw the lines between the squares of a box, dashed as those of pieces to cut out unless said otherwise."""
    ink = ink or canvas.palette.edge
    with canvas.styled_as("grid"):
        for number in range(1, round(box.width / side)):
            x = box.left + number * side
            canvas.stroke(((x, box.top), (x, box.bottom)), ink, weight, dash)
        for number in range(1, round(box.height / side)):
            canvas.rule(box.left, box.top + number * side, box.right, ink, weight, dash)


def open_square(tile: Tile, left: float, top: float, side: float = INCH) -> Box:
    """Return the last square of a tile that has no terrain: there is room for words."""
    return next(box for box, letter in reversed(list(_squares(tile, left, top, side))) if not LEGEND[letter])


def _outline(tile: Tile, left: float, top: float, side: float) -> Box:
    return Box(left, top, left + len(tile.grid[0]) * side, top + len(tile.grid) * side)


def _squares(tile: Tile, left: float, top: float, side: float) -> Iterator[tuple[Box, str]]:
    """Yield where each square is drawn, with its letter."""
    for row, letters in enumerate(tile.grid):
        for column, letter in enumerate(letters):
            x, y = left + column * side, top + row * side
            yield Box(x, y, x + side, y + side), letter


def _ends(edge: Edge, left: float, top: float, side: float, inner: Box) -> tuple[Point, Point]:
    """Return where a wall or a door is drawn: all of it within the tile, so that no cut halves it."""
    (x1, y1), (x2, y2) = edge.ends

    def place(x: int, y: int) -> Point:
        return (
            min(max(left + x * side, inner.left), inner.right),
            min(max(top + y * side, inner.top), inner.bottom),
        )

    return place(x1, y1), place(x2, y2)


def _draw_door(canvas: Canvas, start: Point, end: Point, scale: float) -> None:
    """Draw a door: a frame along the line, and its knob."""
    palette = canvas.palette
    (x1, y1), (x2, y2) = start, end
    half, knob = _DOOR * scale, _KNOB * scale
    across = (0.0, half) if y1 == y2 else (half, 0.0)
    frame = Box(x1 - across[0], y1 - across[1], x2 + across[0], y2 + across[1])
    canvas.box(frame, fill=palette.shade, stroke=palette.ink, weight=1.2 * scale)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    canvas.box(Box(x - knob, y - knob, x + knob, y + knob), stroke=palette.ink, weight=scale, round_by=knob)
