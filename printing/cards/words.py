"""Pieces that cards are made of: entries that are not parted, headings, what a player wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printing.cards.frame import ROOM
from printing.columns import Piece, paragraph, space
from printing.looks import Look
from printing.sentences import Paragraph

APART = 0.24
"""Between two entries, in parts of the type size."""
_HANG = 0.7  # how far lines stand in under an entry's name, in parts of the type size


def entry(paragraphs: Iterable[Paragraph], look: Look) -> Iterator[Piece]:
    """Yield an entry, such as a feature: it stays on one card unless it is higher than one."""
    for runs in paragraphs:
        yield from paragraph(runs, look.size, ROOM, hang=_HANG * look.size, keep=True)
    yield space(APART * look.size)


def remark(runs: Paragraph, look: Look) -> Iterator[Piece]:
    """Yield a paragraph in the second voice, not parted."""
    yield from paragraph(runs, look.small.size, ROOM, keep=True)
    yield space(APART * look.size)
