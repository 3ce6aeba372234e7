"""What is printed of adventures: one page for the game master, one for players."""

from __future__ import annotations

from printing.adventures import draw_adventure
from printing.budgets import bounded_pdf
from printing.canvas import paper_size
from rules.subsystems.sheets import adventure_sheet
from rules.subsystems.views import AdventureView


def adventure_pdf(view: AdventureView, *, letter: bool = False) -> bytes:
    """Return a view of an adventure as a PDF; raise ``DrawingTooLong`` for one that takes more than the budget."""
    sheet = adventure_sheet(view)
    return bounded_pdf(lambda canvas: draw_adventure(canvas, sheet), paper_size("letter" if letter else "a4"))
