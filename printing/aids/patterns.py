"""Patterns that fill a box: recognizable without color, and the same where two boxes meet."""

from __future__ import annotations

from math import ceil
from typing import Literal

from printing.canvas import Box, Canvas, Point
from printing.colors import Color

Lie = Literal["rising", "falling", "level", "upright"]


def hatch(canvas: Canvas, box: Box, lie: Lie, ink: Color, apart: float, weight: float = 0.4) -> None:
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
