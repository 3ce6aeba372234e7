"""What is printed of battles: the set-up on one page, and the report with the whole log."""

from __future__ import annotations

from printing.battles.setup import SetupPage, draw_setup
from printing.budgets import bounded_pdf
from printing.canvas import paper_size
from printing.chronicle import draw_chronicle
from printing.pdf import pdf_of
from rules.campaigns.chronicle import Chronicle


def setup_pdf(page: SetupPage, *, letter: bool = False, low_ink: bool = False) -> bytes:
    """Return the set-up of a battle as a PDF."""
    paper = paper_size("letter" if letter else "a4", landscape=True)
    return pdf_of(lambda canvas: draw_setup(canvas, page), paper, low_ink=low_ink)


def report_pdf(report: Chronicle) -> bytes:
    """Return the report of a battle as a PDF; raise ``DrawingTooLong`` where that takes more than the budget of now."""
    return bounded_pdf(lambda canvas: draw_chronicle(canvas, report, "Report of a battle"), paper_size("a4"))
