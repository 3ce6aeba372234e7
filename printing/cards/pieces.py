"""Pieces that cards are made of: entries, paragraphs, large figures, lines to write on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from printing.boxes import ruled, stat_strip
from printing.cards.frame import ROOM
from printing.colors import Color
from printing.columns import Piece, paragraph, space
from printing.sentences import Paragraph, by_table_legend
from printing.styles import TextStyles
from printing.text import Run
from rules.cards.sheet import FeatureLine, StatLine
from rules.sheets import ItemLine

LabeledFigure = tuple[str, str]
"""What is counted or changed, and how: ``("Armor", "−2")``."""

_LARGER = 1.3  # figures and their labels, in parts of the type size
_BESIDE = 6.0  # from a figure to the next one at least, in points
_A_ROW = 3
_LINE = 14.0  # height of a line to write on, in points
APART = 0.24
"""Between two entries, in parts of the type size."""
_HANG = 0.7  # how far lines stand in under an entry's name, in parts of the type size


def entry_pieces(paragraphs: Iterable[Paragraph], styles: TextStyles) -> Iterator[Piece]:
    """Yield an entry, such as a feature: it stays on one card unless it is higher than one."""
    for runs in paragraphs:
        yield from paragraph(runs, styles.size, ROOM, hang=_HANG * styles.size, keep=True)
    yield space(APART * styles.size)


def remark(runs: Paragraph, styles: TextStyles) -> Iterator[Piece]:
    """Yield a paragraph in the second voice, not parted."""
    yield from paragraph(runs, styles.small.size, ROOM, keep=True)
    yield space(APART * styles.size)


def legend_pieces(lines: Iterable[FeatureLine | ItemLine], styles: TextStyles) -> Iterator[Piece]:
    """Yield what “By the table” means, where one of the lines is marked so."""
    if any(line.by_table for line in lines):
        yield from remark(by_table_legend(styles), styles)


def figures(shown: Sequence[LabeledFigure], styles: TextStyles, wash: Color | None) -> Iterator[Piece]:
    """Yield figures under their labels, in as many rows as they need."""
    rows = -(-len(shown) // _A_ROW)
    a_row = -(-len(shown) // rows) if rows else 0
    for start in range(0, len(shown), a_row or 1):
        stats = [StatLine("", label, words, None) for label, words in shown[start : start + a_row]]
        yield stat_strip(stats, None, ROOM, replace(styles, size=_LARGER * styles.size), wash, beside=_BESIDE)
    if shown:
        yield space(4, keep=True)


def sentence_pieces(runs: Iterable[Run], styles: TextStyles) -> Iterator[Piece]:
    """Yield a paragraph that is not parted, as large as its words are."""
    words = list(runs)
    yield from paragraph(words, max(run.style.size for run in words), ROOM, keep=True)
    yield space(0.4 * styles.size)


def to_write(words: str, styles: TextStyles) -> Piece:
    """Return a line to write on, with a word for what is written there."""
    return ruled(words, _LINE, ROOM, styles)
