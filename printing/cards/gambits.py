"""The gambits of a creature on its card: faces, phase and actions of each row, in the notation of printed cards."""

from __future__ import annotations

from collections.abc import Iterator

from printing.canvas import Canvas
from printing.cards.frame import ROOM
from printing.cards.pieces import entry_pieces, remark
from printing.colors import Hue
from printing.columns import Piece
from printing.styles import TextStyles
from printing.text import Run, line
from rules.p2v_combat.solo.descriptions import GambitSheet


def gambit_pieces(gambits: GambitSheet, styles: TextStyles, hue: Hue) -> Iterator[Piece]:
    """Yield the heading, the preference and the rows of a table of gambits."""
    yield _heading(styles, hue)
    if gambits.prefers:
        yield from remark([Run(gambits.prefers, styles.small)], styles)
    for row in gambits.lines:
        yield from entry_pieces(
            [[Run(f"{row.faces_text} {row.phase} ", styles.bold), Run(row.plan, styles.text)]], styles
        )


def _heading(styles: TextStyles, hue: Hue) -> Piece:
    words = line(Run("Gambits", styles.style(styles.heading.font, 1.2, hue.ink)))
    baseline = 3.6 + words.size * 0.8

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.rule(left, top + 1.6, left + ROOM, styles.palette.edge, 0.5, (2.4, 1.8))
        canvas.text(words, left, top + baseline)

    return Piece(baseline + words.size * 0.42, draw, keep=True)
