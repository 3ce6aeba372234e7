"""Prints of adventures: one page for the game master, one for players."""

from printing.adventures import draw_adventure
from printing.canvas import paper_size
from printing.pdf import bounded_pdf
from rules.adventures.views import AdventureView, adventure_sheet


def adventure_pdf(view: AdventureView) -> bytes:
    """Return a view of an adventure as a PDF; raise ``DrawingTooLong`` for one that takes more than the budget."""
    sheet, state = adventure_sheet(view), view.state
    hexes = view.adventure.kind.hex_map(state)
    return bounded_pdf(lambda canvas: draw_adventure(canvas, sheet, hexes), paper_size("a4"))
