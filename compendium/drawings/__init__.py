"""Boards, terrain tiles, dice and the strips of a judgment as figures of a page.

A figure is one string of SVG. It is drawn by the code that prints it (``printing.aids``), takes its colors from the
style sheet, and says in words what it shows.
"""

from compendium.drawings.boards import BoardDrawing, condition_layouts, deployment_layouts, tile_drawing, tile_legend
from compendium.drawings.strips import DieDrawing, RollResult, die_drawing, strip_drawing

__all__ = [
    "BoardDrawing",
    "DieDrawing",
    "RollResult",
    "condition_layouts",
    "deployment_layouts",
    "die_drawing",
    "strip_drawing",
    "tile_drawing",
    "tile_legend",
]
