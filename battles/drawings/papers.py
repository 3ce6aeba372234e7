"""What is printed of battles: the set-up on one page, the report with the whole log, and sheets of combatants."""

from __future__ import annotations

from collections.abc import Sequence

from printing.battles.setup import SetupPage, draw_setup
from printing.budgets import bounded_pdf
from printing.canvas import paper_size
from printing.chronicle import draw_chronicle
from printing.fights import draw_sheets
from printing.pdf import pdf_of
from rules.campaigns.chronicle import Chronicle
from rules.combat.rows import ShownSheet


def setup_pdf(page: SetupPage, *, letter: bool = False, low_ink: bool = False) -> bytes:
    """Return the set-up of a battle as a PDF."""
    paper = paper_size("letter" if letter else "a4", landscape=True)
    return pdf_of(lambda canvas: draw_setup(canvas, page), paper, low_ink=low_ink)


def report_pdf(report: Chronicle) -> bytes:
    """Return the report of a battle as a PDF; raise ``DrawingTooLong`` where that takes more than the budget of now."""
    return bounded_pdf(lambda canvas: draw_chronicle(canvas, report, "Report of a battle"), paper_size("a4"))


def sheets_pdf(title: str, sheets: Sequence[ShownSheet], notice: str) -> bytes:
    """Return sheets of combatants as a PDF; raise ``DrawingTooLong`` where that takes more than the budget of now."""
    return bounded_pdf(lambda canvas: draw_sheets(canvas, title, sheets, notice), paper_size("a4"))
