"""Patterns that fill a box: recognizable without color, and the same where two boxes meet."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal, Protocol

from printing.canvas import Box, Dashes, Point
from printing.colors import Color

Lie = Literal["rising", "falling", "level", "upright"]


class Shapes(Protocol):
    """What patterns are drawn on: a canvas, or a scaled part of one."""

    def stroke(self, points: Sequence[Point], ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw lines from point to point."""

    def shape(
        self, points: Sequence[Point], *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.5
    ) -> None:
        """Draw what lies between points."""

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
    """Shapes on a canvas, all lengths multiplied: a pattern for large squares fits on small ones."""

    def __init__(self, canvas: Shapes, scale: float) -> None:
        self._canvas, self._scale = canvas, scale

    def stroke(self, points: Sequence[Point], ink: Color, weight: float = 0.5, dash: Dashes = ()) -> None:
        """Draw lines from point to point."""
        self._canvas.stroke(self._points(points), ink, self._weight(weight), dash)

    def shape(
        self, points: Sequence[Point], *, fill: Color | None = None, stroke: Color | None = None, weight: float = 0.5
    ) -> None:
        """Draw what lies between points."""
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
        """Draw a rectangle."""
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
    """Fill a box with parallel lines, ``apart`` points from each other along a side of the box."""
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
