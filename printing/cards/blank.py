"""A card to fill in by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printing.boxes import HP_A_BOX, centered, damage_track, ticks
from printing.cards.content import Content, Setting
from printing.cards.frame import ROOM
from printing.columns import Piece
from printing.document import Box, Document
from printing.faces import SIGNS
from printing.looks import Look
from printing.members import MARKED
from printing.text import Run, Style, line
from rules.alignment import ALIGNMENTS
from rules.cards.sheet import STAT_LABELS

_SIZE = 7.6
_HP = 30 * HP_A_BOX
_BOX = 7.8  # side of a box of the damage track
_LINES = 6
_APART = 5.0
_CELL = 15.0  # height of a box for a stat


def blank() -> Setting:
    """Return the setting of a card without words: lines to write on, empty stats and boxes."""

    def content(look: Look) -> Content:
        look = replace(look, size=_SIZE)
        pieces = [
            _fields((("Name", 0.74), ("Points", 0.26)), 17, look),
            _fields((("Size and tags", 0.74), ("Level", 0.26)), 15, look),
            _alignments(look),
            empty_stats(look),
            *damage_track(_HP, ROOM, look, _BOX),
            *(_fields((("", 1),), 14, look) for _ in range(_LINES)),
        ]
        return Content(
            title="Blank card",
            pieces=pieces,
            base=ticks(MARKED, ROOM, look, columns=4),
            foot="Muster, for Path 2 Victory",
            bare=True,
        )

    return content


def _fields(fields: Sequence[tuple[str, float]], height: float, look: Look) -> Piece:
    """Return lines to write on side by side, each with its word and its share of the width."""
    labels = [(line(Run(words, look.label)), share) for words, share in fields]

    def draw(document: Document, left: float, top: float) -> None:
        room = ROOM - _APART * (len(labels) - 1)
        for label, share in labels:
            document.text(label, left, top + height - 2)
            start = left + (label.width + 2 if label.width else 0)
            document.rule(start, top + height - 1, left + share * room, look.palette.edge, 0.35)
            left += share * room + _APART

    return Piece(height, draw)


def _alignments(look: Look) -> Piece:
    """The nine signs: one is circled."""
    sign = Style(SIGNS, 10, look.palette.soft)

    def draw(document: Document, left: float, top: float) -> None:
        for place, one in enumerate(ALIGNMENTS):
            centered(document, one.sign, sign, left + (place + 0.5) * ROOM / len(ALIGNMENTS), top + 9)

    return Piece(16, draw)


def empty_stats(look: Look) -> Piece:
    """Return a box for each stat, under its word."""
    cell = ROOM / len(STAT_LABELS)
    head = look.label.size * 1.2

    def draw(document: Document, left: float, top: float) -> None:
        for place, (_, label) in enumerate(STAT_LABELS):
            middle = left + (place + 0.5) * cell
            centered(document, label, look.label, middle, top + head / 2)
            box = Box(middle - cell / 2 + 1, top + head, middle + cell / 2 - 1, top + head + _CELL)
            document.box(box, stroke=look.palette.edge, weight=0.5, round_by=1.5)

    return Piece(head + _CELL + 4, draw)
