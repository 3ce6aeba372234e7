"""A card to fill in by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printing.boxes import HP_A_BOX, centered, damage_track, ticks
from printing.canvas import Box, Canvas
from printing.cards.content import CardContent, ContentBuilder
from printing.cards.frame import ROOM
from printing.columns import Piece
from printing.fonts import SIGNS
from printing.members import MARKED
from printing.styles import TextStyles
from printing.text import Run, Style, line
from rules.alignment import ALIGNMENTS
from rules.cards.sheet import STAT_LABELS

_SIZE = 7.6
_HP = 30 * HP_A_BOX
_BOX = 7.8  # side of a box of the damage track
_LINES = 6
_APART = 5.0
_CELL = 15.0  # height of a box for a stat


def blank() -> ContentBuilder:
    """Return a blank card: lines to write on, empty stats and boxes."""

    def content(styles: TextStyles) -> CardContent:
        styles = replace(styles, size=_SIZE)
        pieces = [
            _fields((("Name", 0.74), ("Points", 0.26)), 17, styles),
            _fields((("Size and tags", 0.74), ("Level", 0.26)), 15, styles),
            _alignments(styles),
            empty_stats(styles),
            *damage_track(_HP, ROOM, styles, _BOX),
            *(_fields((("", 1),), 14, styles) for _ in range(_LINES)),
        ]
        return CardContent(
            title="Blank card",
            pieces=pieces,
            base=ticks(MARKED, ROOM, styles, columns=4),
            foot="Muster, for Path 2 Victory",
            bare=True,
        )

    return content


def _fields(fields: Sequence[tuple[str, float]], height: float, styles: TextStyles) -> Piece:
    """Return lines to write on side by side, each with its word and its share of the width."""
    labels = [(line(Run(words, styles.label)), share) for words, share in fields]

    def draw(canvas: Canvas, left: float, top: float) -> None:
        room = ROOM - _APART * (len(labels) - 1)
        for label, share in labels:
            canvas.text(label, left, top + height - 2)
            start = left + (label.width + 2 if label.width else 0)
            canvas.rule(start, top + height - 1, left + share * room, styles.palette.edge, 0.35)
            left += share * room + _APART

    return Piece(height, draw)


def _alignments(styles: TextStyles) -> Piece:
    """The nine signs: one is circled."""
    sign = Style(SIGNS, 10, styles.palette.soft)

    def draw(canvas: Canvas, left: float, top: float) -> None:
        for place, alignment in enumerate(ALIGNMENTS):
            centered(canvas, alignment.sign, sign, left + (place + 0.5) * ROOM / len(ALIGNMENTS), top + 9)

    return Piece(16, draw)


def empty_stats(styles: TextStyles) -> Piece:
    """Return a box for each stat, under its word."""
    cell = ROOM / len(STAT_LABELS)
    head = styles.label.size * 1.2

    def draw(canvas: Canvas, left: float, top: float) -> None:
        for place, (_, label) in enumerate(STAT_LABELS):
            middle = left + (place + 0.5) * cell
            centered(canvas, label, styles.label, middle, top + head / 2)
            box = Box(middle - cell / 2 + 1, top + head, middle + cell / 2 - 1, top + head + _CELL)
            canvas.box(box, stroke=styles.palette.edge, weight=0.5, round_by=1.5)

    return Piece(head + _CELL + 4, draw)
