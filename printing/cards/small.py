"""Pieces of the cards that tell one thing: large figures, sentences that are not parted, a line to write on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printing.boxes import ruled, stat_strip
from printing.cards.frame import ROOM
from printing.columns import Piece, paragraph, space
from printing.inks import Ink
from printing.looks import Look
from printing.text import Run
from rules.cards.sheet import StatLine

Figure = tuple[str, str]
"""What is counted or changed, and how: ``("Armor", "−2")``."""

_LARGER = 1.3  # figures and their labels, in parts of the type size
_BESIDE = 6.0  # from a figure to the next one at least, in points
_A_ROW = 3
_LINE = 14.0  # height of a line to write on, in points


def figures(told: Sequence[Figure], look: Look, wash: Ink | None) -> Iterator[Piece]:
    """Yield figures under their labels, in as many rows as they need."""
    rows = -(-len(told) // _A_ROW)
    a_row = -(-len(told) // rows) if rows else 0
    for start in range(0, len(told), a_row or 1):
        stats = [StatLine("", label, words, None) for label, words in told[start : start + a_row]]
        yield stat_strip(stats, None, ROOM, replace(look, size=_LARGER * look.size), wash, beside=_BESIDE)
    if told:
        yield space(4, keep=True)


def sentences(runs: Iterable[Run], look: Look) -> Iterator[Piece]:
    """Yield a paragraph that is not parted, as large as its words are."""
    told = list(runs)
    yield from paragraph(told, max(run.style.size for run in told), ROOM, keep=True)
    yield space(0.4 * look.size)


def to_write(words: str, look: Look) -> Piece:
    """Return a line to write on, with a word for what is written there."""
    return ruled(words, _LINE, ROOM, look)
