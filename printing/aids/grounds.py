"""Terrain patterns, one for each kind, and tiles square by square, for paper and screen."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, pi, sin
from typing import Literal, NamedTuple, Protocol

from printing.canvas import INCH, Box, Canvas, Dashes, Point
from printing.colors import Color, Palette, mixed
from rules.tables.tiles import LEGEND, Edge, Tile

Lie = Literal["rising", "falling", "level", "upright"]


class Shapes(Protocol):
    """A surface for patterns: a canvas, or a scaled part of one."""

    def stroke(self, points: Sequence[Point], ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw lines from point to point."""

    def shape(
        self, points: Sequence[Point], *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.5
    ) -> None:
        """Draw a polygon."""

    def box(
        self,
        box: Box,
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        weight: float = 0.5,
        round_by: float = 0,
    ) -> None:
        """Draw a rectangle."""


class ScaledShapes:
    """Shapes on a canvas with all lengths scaled: a pattern for large squares fits small ones."""

    def __init__(self, canvas: Shapes, scale: float) -> None:
        self._canvas, self._scale = canvas, scale

    def stroke(self, points: Sequence[Point], ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        self._canvas.stroke(self._points(points), ink, self._weight(weight), dash)

    def shape(
        self, points: Sequence[Point], *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.5
    ) -> None:
        self._canvas.shape(self._points(points), fill=fill, stroke=stroke, weight=self._weight(weight))

    def box(
        self,
        box: Box,
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        weight: float = 0.5,
        round_by: float = 0,
    ) -> None:
        self._canvas.box(
            Box(*(edge * self._scale for edge in box)),
            fill=fill,
            stroke=stroke,
            weight=self._weight(weight),
            round_by=round_by * self._scale,
        )

    def _points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]

    def _weight(self, weight: float) -> float:
        return weight * (1 + self._scale) / 2


def hatch(canvas: Shapes, box: Box, lie: Lie, ink: Color, apart: float, weight: float = 0.4) -> None:
    """Fill a box with parallel lines, ``apart`` points from each other along one of its sides."""
    for start, end in _lines(box, lie, apart):
        canvas.stroke((start, end), ink, weight)


def _lines(box: Box, lie: Lie, apart: float) -> list[tuple[Point, Point]]:
    left, top, right, bottom = box
    if lie == "level":
        return [((left, y), (right, y)) for y in _steps(top, bottom, apart)]
    if lie == "upright":
        return [((x, top), (x, bottom)) for x in _steps(left, right, apart)]
    if lie == "rising":  # x + y is the same all along
        return [
            ((max(left, c - bottom), min(bottom, c - left)), (min(right, c - top), max(top, c - right)))
            for c in _steps(left + top, right + bottom, apart)
        ]
    return [
        ((max(left, c + top), max(top, left - c)), (min(right, c + bottom), min(bottom, right - c)))
        for c in _steps(left - bottom, right - top, apart)
    ]


def _steps(start: float, end: float, apart: float) -> list[float]:
    """Return the multiples of a distance between two places."""
    first = ceil(start / apart + 1e-6)
    last = ceil(end / apart - 1e-6)
    return [number * apart for number in range(first, last)]


Pattern = Callable[[Shapes, Box, Color], None]
_APART = 18.0  # from motif to motif
_ROUNDING = 1e-6  # a square that is as wide as a motif has room for it
_WHITE = (1.0, 1.0, 1.0)


class Ground(NamedTuple):
    """The look of a kind of terrain: its colors and its pattern."""

    hue: str
    pattern: Pattern

    def fill(self, palette: Palette) -> Color | None:
        """Return the color below the pattern, None on bare paper."""
        return palette.hue(self.hue).wash

    def color(self, palette: Palette) -> Color:
        """Return the color of the pattern, paler than that of text."""
        return mixed(palette.hue(self.hue).ink, _WHITE, 0.3)


def draw_ground(
    canvas: Canvas, traits: tuple[str, ...], box: Box, pattern_box: Box | None = None, *, scale: float = 1
) -> None:
    """Fill a box with the pattern of terrain with those traits; the pattern may be limited to a part of it.

    If no pattern combines all of the traits, those of each trait overlap.
    """
    grounds = [GROUNDS[traits]] if traits in GROUNDS else [GROUNDS[trait,] for trait in traits]
    with canvas.styled_as(f"terrain {'-and-'.join(traits)}"):
        canvas.box(box, fill=grounds[0].fill(canvas.palette))
    shapes = canvas if scale == 1 else ScaledShapes(canvas, scale)
    area = Box(*(edge / scale for edge in pattern_box or box))
    with canvas.styled_as("pattern"):
        for ground in grounds:
            ground.pattern(shapes, area, ground.color(canvas.palette))


def motifs(box: Box, apart: float = _APART) -> Iterator[tuple[float, float, int]]:
    """Yield places in a box, with every second row offset, and the number of each in its row."""
    rows, columns = (int(length / apart + _ROUNDING) for length in (box.height, box.width))
    top = box.top + (box.height - rows * apart) / 2
    for row in range(rows):
        shift = apart / 2 if row % 2 and columns > 1 else 0
        for column in range(columns - bool(shift)):
            yield box.left + shift + (column + 0.5) * apart, top + (row + 0.5) * apart, row + column


def draw_triangle(canvas: Shapes, x: float, y: float, ink: Color) -> None:
    """Draw the sign of difficult terrain."""
    canvas.shape(((x, y - 4.6), (x + 5, y + 4), (x - 5, y + 4)), stroke=ink, weight=0.8)


def draw_bush(canvas: Shapes, x: float, y: float, ink: Color) -> None:
    """Draw the sign of obstructing terrain."""
    for dx, dy in ((0, -2.8), (-3, 2), (3, 2)):
        canvas.box(Box(x + dx - 2.7, y + dy - 2.7, x + dx + 2.7, y + dy + 2.7), stroke=ink, weight=0.8, round_by=2.7)


def _scattered(draw: Callable[[Shapes, float, float, Color], None]) -> Pattern:
    """Return the pattern that repeats a sign."""

    def pattern(canvas: Shapes, box: Box, ink: Color) -> None:
        for x, y, _ in motifs(box):
            draw(canvas, x, y, ink)

    return pattern


def _both(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, number in motifs(box):
        (draw_bush if number % 2 else draw_triangle)(canvas, x, y, ink)


def _solid(canvas: Shapes, box: Box, ink: Color) -> None:
    """Bricks."""
    course, brick = 9.0, 18.0
    hatch(canvas, box, "level", ink, course, 0.8)
    row, y = 0, box.top // course * course
    while y < box.bottom - 0.1:
        x = box.left // brick * brick + (brick / 2 if round(y / course) % 2 else 0)
        top, bottom = max(y, box.top), min(y + course, box.bottom)
        while x < box.right - 0.1:
            if x > box.left + 0.1:
                canvas.stroke(((x, top), (x, bottom)), ink, 0.8)
            x += brick
        row, y = row + 1, y + course


def draw_cross(canvas: Shapes, x: float, y: float, ink: Color) -> None:
    """Draw the sign of hazardous terrain."""
    for side in (-1, 1):
        canvas.stroke(((x - 4, y - 4 * side), (x + 4, y + 4 * side)), ink, 1.6)


def draw_net(canvas: Shapes, x: float, y: float, ink: Color) -> None:
    """Draw the sign of encumbering terrain."""
    for shift in (-2, 2):
        canvas.stroke(((x - 4 + shift, y + 4), (x + 4 + shift, y - 4)), ink, 0.9)
        canvas.stroke(((x - 4 + shift, y - 4), (x + 4 + shift, y + 4)), ink, 0.9)


def _concealing(canvas: Shapes, box: Box, ink: Color) -> None:
    """Small clouds."""
    for x, y, _ in motifs(box, 24):
        bumps = [(x - 8 + 16 * step / 24, y + 2 - 5 * abs(sin(3 * pi * step / 24))) for step in range(25)]
        canvas.shape([*bumps, (x + 8, y + 4), (x - 8, y + 4)], stroke=ink, weight=0.7)


def _deep_water(canvas: Shapes, box: Box, ink: Color) -> None:
    count = int(box.height / 9)
    for number in range(count):
        y = box.top + (number + 0.5) * box.height / count
        steps = int(box.width / 3)
        wave = [(box.left + 3 * step, y + 2.2 * sin(2 * pi * 3 * step / 18)) for step in range(steps + 1)]
        canvas.stroke(wave, ink, 0.8)


def _directional(canvas: Shapes, box: Box, ink: Color) -> None:
    """Arrows to the upper edge."""
    for x, y, _ in motifs(box):
        canvas.stroke(((x, y + 6), (x, y - 5)), ink, 0.9)
        canvas.stroke(((x - 3.4, y - 1.4), (x, y - 5.6), (x + 3.4, y - 1.4)), ink, 0.9)


def _encumbering(canvas: Shapes, box: Box, ink: Color) -> None:
    """A net."""
    hatch(canvas, box, "rising", ink, 12, 0.6)
    hatch(canvas, box, "falling", ink, 12, 0.6)


def _opaque(canvas: Shapes, box: Box, ink: Color) -> None:
    hatch(canvas, box, "upright", ink, 3.6, 0.6)


def _uneven(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, number in motifs(box, 12):
        lean = 2.6 if number % 2 else -2.6
        canvas.stroke(((x - lean, y + 4), (x + lean, y - 4)), ink, 0.9)


def _slippery(canvas: Shapes, box: Box, ink: Color) -> None:
    """Gleams."""
    for x, y, _ in motifs(box, 24):
        canvas.stroke(((x - 7, y + 5), (x + 3, y - 5)), ink, 0.8)
        canvas.stroke(((x - 1, y + 5), (x + 7, y - 3)), ink, 0.8)


def _void(canvas: Shapes, box: Box, ink: Color) -> None:
    """Nested squares that suggest depth."""
    for column in range(round(box.width / INCH)):
        for row in range(-(-round(box.height) // round(INCH))):
            left, top = box.left + column * INCH, box.top + row * INCH
            square = Box(left, top, left + INCH, min(top + INCH, box.bottom))
            for inset in range(7, 31, 6):
                canvas.box(square.grown(-inset), stroke=ink, weight=0.4 + inset / 30)


GROUNDS: dict[tuple[str, ...], Ground] = {
    ("difficult", "obstructing"): Ground("NG", _both),
    ("difficult",): Ground("CG", _scattered(draw_triangle)),
    ("obstructing",): Ground("NE", _scattered(draw_bush)),
    ("solid",): Ground("TN", _solid),
    ("hazardous",): Ground("CE", _scattered(draw_cross)),
    ("encumbering",): Ground("CN", _encumbering),
    ("deep-water",): Ground("LN", _deep_water),
    ("concealing",): Ground("LE", _concealing),
    ("opaque",): Ground("TN", _opaque),
    ("directional",): Ground("LG", _directional),
    ("void",): Ground("LE", _void),
    ("uneven",): Ground("CG", _uneven),
    ("slippery",): Ground("LG", _slippery),
}
"""The kinds of terrain by their traits, the most common ones first."""


_WALL = 3.6  # weight of a wall
_DOOR = 3.0  # from the middle of a door to its long side
_KNOB = 2.0  # radius of a door's knob
SMALLEST_WHOLE = 24.0
"""The smallest square, in points, with patterns and walls in full size."""


def draw_tile(canvas: Canvas, tile: Tile, left: float, top: float, side: float = INCH) -> None:
    """Draw a tile with its walls and doors, ``side`` points per square."""
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
            draw_door(canvas, *_ends(door, left, top, side, inner), scale)


def pattern_scale(side: float) -> float:
    """Return the scale of patterns on squares of ``side`` points, so that each square has a motif."""
    return min(1.0, side / SMALLEST_WHOLE)


def draw_squares(
    canvas: Canvas, box: Box, side: float, ink: Color | None = None, weight: float = 0.5, dash: Dashes = (2, 2)
) -> None:
    """Draw the lines between the squares of a box, dashed by default, like those of pieces to cut out."""
    ink = ink or canvas.palette.edge
    with canvas.styled_as("grid"):
        for number in range(1, round(box.width / side)):
            x = box.left + number * side
            canvas.stroke(((x, box.top), (x, box.bottom)), ink, weight, dash)
        for number in range(1, round(box.height / side)):
            canvas.rule(box.left, box.top + number * side, box.right, ink, weight, dash)


def open_square(tile: Tile, left: float, top: float, side: float = INCH) -> Box:
    """Return the last square of a tile without terrain, which has room for words."""
    return next(box for box, letter in reversed(list(_squares(tile, left, top, side))) if not LEGEND[letter])


def _outline(tile: Tile, left: float, top: float, side: float) -> Box:
    return Box(left, top, left + len(tile.grid[0]) * side, top + len(tile.grid) * side)


def _squares(tile: Tile, left: float, top: float, side: float) -> Iterator[tuple[Box, str]]:
    """Yield the place of each square, with its letter."""
    for row, letters in enumerate(tile.grid):
        for column, letter in enumerate(letters):
            x, y = left + column * side, top + row * side
            yield Box(x, y, x + side, y + side), letter


def _ends(edge: Edge, left: float, top: float, side: float, inner: Box) -> tuple[Point, Point]:
    """Return the place of a wall or a door, completely within the tile, so that no cut halves it."""
    (x1, y1), (x2, y2) = edge.ends

    def place(x: int, y: int) -> Point:
        return (
            min(max(left + x * side, inner.left), inner.right),
            min(max(top + y * side, inner.top), inner.bottom),
        )

    return place(x1, y1), place(x2, y2)


def draw_door(canvas: Canvas, start: Point, end: Point, scale: float) -> None:
    """Draw a door: a frame along the line, and its knob."""
    palette = canvas.palette
    (x1, y1), (x2, y2) = start, end
    half, knob = _DOOR * scale, _KNOB * scale
    across = (0.0, half) if y1 == y2 else (half, 0.0)
    frame = Box(x1 - across[0], y1 - across[1], x2 + across[0], y2 + across[1])
    canvas.box(frame, fill=palette.shade, stroke=palette.ink, weight=1.2 * scale)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    canvas.box(Box(x - knob, y - knob, x + knob, y + knob), stroke=palette.ink, weight=scale, round_by=knob)
