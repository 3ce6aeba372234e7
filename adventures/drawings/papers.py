"""What is printed of adventures: one page for the game master, one for players."""

from __future__ import annotations

from printing.adventures import draw_adventure
from printing.budgets import bounded_pdf
from printing.canvas import paper_size
from rules.adventures.kinds.hexploration.drawing import hex_map_drawing
from rules.adventures.kinds.hexploration.play import HEXPLORATION_KEY
from rules.adventures.sheets import adventure_sheet
from rules.adventures.views import AdventureView


def adventure_pdf(view: AdventureView, *, letter: bool = False) -> bytes:
    """Return a view of an adventure as a PDF; raise ``DrawingTooLong`` for one that takes more than the budget."""
    sheet, state = adventure_sheet(view), view.state
    hexes = hex_map_drawing(state) if view.adventure.kind.key == HEXPLORATION_KEY else None
    return bounded_pdf(lambda canvas: draw_adventure(canvas, sheet, hexes), paper_size("letter" if letter else "a4"))
