"""The grounds of terrain: a pattern for each kind, recognizable without color."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import pi, sin
from typing import NamedTuple

from printing.aids.patterns import ScaledShapes, Shapes, hatch
from printing.canvas import INCH, Box, Canvas
from printing.colors import Color, Palette, mixed

Pattern = Callable[[Shapes, Box, Color], None]
_APART = 18.0  # from motif to motif
_ROUNDING = 1e-6  # a square that is as wide as a motif has room for it
_WHITE = (1.0, 1.0, 1.0)


class Ground(NamedTuple):
    """What a kind of terrain looks like: its colors and its pattern."""

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
    """Fill a box with the ground of terrain that has those traits; the pattern may be kept to a part of it.

    Where no pattern stands for all of the traits together, those of each lie on one another.
    """
    grounds = [GROUNDS[traits]] if traits in GROUNDS else [GROUNDS[trait,] for trait in traits]
    with canvas.styled_as(f"terrain {'-and-'.join(traits)}"):
        canvas.box(box, fill=grounds[0].fill(canvas.palette))
    shapes = canvas if scale == 1 else ScaledShapes(canvas, scale)
    area = Box(*(edge / scale for edge in pattern_box or box))
    with canvas.styled_as("pattern"):
        for ground in grounds:
            ground.pattern(shapes, area, ground.color(canvas.palette))


def _motifs(box: Box, apart: float = _APART) -> Iterator[tuple[float, float, int]]:
    """Yield places in a box, every second row between those of the first, with the number of each in its row."""
    rows, columns = (int(length / apart + _ROUNDING) for length in (box.height, box.width))
    top = box.top + (box.height - rows * apart) / 2
    for row in range(rows):
        shift = apart / 2 if row % 2 and columns > 1 else 0
        for column in range(columns - bool(shift)):
            yield box.left + shift + (column + 0.5) * apart, top + (row + 0.5) * apart, row + column


def _triangle(canvas: Shapes, x: float, y: float, ink: Color) -> None:
    canvas.shape(((x, y - 4.6), (x + 5, y + 4), (x - 5, y + 4)), stroke=ink, weight=0.8)


def _bush(canvas: Shapes, x: float, y: float, ink: Color) -> None:
    for dx, dy in ((0, -2.8), (-3, 2), (3, 2)):
        canvas.box(Box(x + dx - 2.7, y + dy - 2.7, x + dx + 2.7, y + dy + 2.7), stroke=ink, weight=0.8, round_by=2.7)


def _difficult(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, _ in _motifs(box):
        _triangle(canvas, x, y, ink)


def _obstructing(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, _ in _motifs(box):
        _bush(canvas, x, y, ink)


def _both(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, number in _motifs(box):
        (_bush if number % 2 else _triangle)(canvas, x, y, ink)


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


def _hazardous(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, _ in _motifs(box):
        for side in (-1, 1):
            canvas.stroke(((x - 4, y - 4 * side), (x + 4, y + 4 * side)), ink, 1.6)


def _concealing(canvas: Shapes, box: Box, ink: Color) -> None:
    """Small clouds."""
    for x, y, _ in _motifs(box, 24):
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
    for x, y, _ in _motifs(box):
        canvas.stroke(((x, y + 6), (x, y - 5)), ink, 0.9)
        canvas.stroke(((x - 3.4, y - 1.4), (x, y - 5.6), (x + 3.4, y - 1.4)), ink, 0.9)


def _encumbering(canvas: Shapes, box: Box, ink: Color) -> None:
    """A net."""
    hatch(canvas, box, "rising", ink, 12, 0.6)
    hatch(canvas, box, "falling", ink, 12, 0.6)


def _opaque(canvas: Shapes, box: Box, ink: Color) -> None:
    hatch(canvas, box, "upright", ink, 3.6, 0.6)


def _uneven(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, number in _motifs(box, 12):
        lean = 2.6 if number % 2 else -2.6
        canvas.stroke(((x - lean, y + 4), (x + lean, y - 4)), ink, 0.9)


def _slippery(canvas: Shapes, box: Box, ink: Color) -> None:
    """Gleams."""
    for x, y, _ in _motifs(box, 24):
        canvas.stroke(((x - 7, y + 5), (x + 3, y - 5)), ink, 0.8)
        canvas.stroke(((x - 1, y + 5), (x + 7, y - 3)), ink, 0.8)


def _void(canvas: Shapes, box: Box, ink: Color) -> None:
    """Squares within squares, as far as they reach down."""
    for column in range(round(box.width / INCH)):
        for row in range(-(-round(box.height) // round(INCH))):
            left, top = box.left + column * INCH, box.top + row * INCH
            square = Box(left, top, left + INCH, min(top + INCH, box.bottom))
            for inset in range(7, 31, 6):
                canvas.box(square.grown(-inset), stroke=ink, weight=0.4 + inset / 30)


GROUNDS: dict[tuple[str, ...], Ground] = {
    ("difficult", "obstructing"): Ground("NG", _both),
    ("difficult",): Ground("CG", _difficult),
    ("obstructing",): Ground("NE", _obstructing),
    ("solid",): Ground("TN", _solid),
    ("hazardous",): Ground("CE", _hazardous),
    ("encumbering",): Ground("CN", _encumbering),
    ("deep-water",): Ground("LN", _deep_water),
    ("concealing",): Ground("LE", _concealing),
    ("opaque",): Ground("TN", _opaque),
    ("directional",): Ground("LG", _directional),
    ("void",): Ground("LE", _void),
    ("uneven",): Ground("CG", _uneven),
    ("slippery",): Ground("LG", _slippery),
}
"""The kinds of terrain by their traits, the most usual ones first."""
