"""Boards and terrain tiles drawn as SVG, from the tables of the rules.

A drawing is one string to stand in a page. Its colours come from the style sheet by classes; it says in words what it
shows (``title`` and ``desc``). Coordinates are squares: one square is ``svg.SQUARE`` units wide.
"""

from compendium.drawings.boards import Layout, condition_layouts, deployment_layouts
from compendium.drawings.tiles import legend, tile_drawing

__all__ = ["Layout", "condition_layouts", "deployment_layouts", "legend", "tile_drawing"]
