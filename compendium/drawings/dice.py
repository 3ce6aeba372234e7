"""The faces of a die as figures of a page: which of them end a roll in which way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString

from printing.boxes import centered
from printing.canvas import Box
from printing.svg import SvgFigure
from printing.text import TEXT, Style

A_ROW = 10
"""Faces in a row: every die is drawn as wide, so that its faces are as large."""
SIDE = 15.0
"""Of a face, in points."""
_STEP = SIDE + 2  # from a face to the next one
_MARGIN = 1.0
_SIZE = 8.5  # of the numbers

Tone = Literal["worst", "bad", "good", "best"]


@dataclass(frozen=True, slots=True)
class RollResult:
    """A way that a roll ends, and how many faces of the die end it so; ``tone`` is how good it is for the roller."""

    name: str
    count: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class FaceGroup:
    """The faces of a die that share a result, from the lowest to the highest."""

    result: RollResult
    first: int
    last: int

    @property
    def faces(self) -> str:
        """The faces as a reader sees them: ``1 to 7``, or ``20``."""
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class DieDrawing:
    """A die as drawn, with its legend."""

    drawing: SafeString
    groups: tuple[FaceGroup, ...]


def die_drawing(key: str, title: str, results: Sequence[RollResult]) -> DieDrawing:
    """Return the faces of a die with their results, the worst first; results that no face has are left out."""
    groups = _groups(results)
    rows = -(-groups[-1].last // A_ROW)
    right, bottom = (A_ROW - 1) * _STEP + SIDE, (rows - 1) * _STEP + SIDE
    figure = SvgFigure(Box(0, 0, right, bottom).grown(_MARGIN))
    for group in groups:
        for face in range(group.first, group.last + 1):
            _draw_face(figure, face, group.result.tone)
    description = " ".join(f"{group.faces}: {group.result.name}." for group in groups)
    return DieDrawing(SafeString(figure.svg("drawing faces", key=key, title=title, description=description)), groups)


def _groups(results: Sequence[RollResult]) -> tuple[FaceGroup, ...]:
    groups: list[FaceGroup] = []
    last = 0
    for result in results:
        if result.count:
            groups.append(FaceGroup(result, last + 1, last + result.count))
            last += result.count
    return tuple(groups)


def _draw_face(figure: SvgFigure, face: int, tone: Tone) -> None:
    row, column = divmod(face - 1, A_ROW)
    left, top = column * _STEP, row * _STEP
    palette = figure.palette
    with figure.styled_as(f"face {tone}"):
        figure.box(
            Box(left, top, left + SIDE, top + SIDE), fill=palette.shade, stroke=palette.edge, weight=0.8, round_by=2
        )
    with figure.styled_as(f"face-number {tone}"):
        centered(figure, str(face), Style(TEXT, _SIZE, palette.ink), left + SIDE / 2, top + SIDE / 2)
