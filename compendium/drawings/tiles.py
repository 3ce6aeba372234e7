"""Terrain tiles as figures of a page, with their legends and the same in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from printing.aids.grounds import draw_tile
from printing.canvas import Box
from printing.svg import SvgFigure
from rules.tables.tiles import LEGEND, TILES, Edge, Tile
from rules.text import listed, plural_of

SQUARE = 36.0
"""Side of a square, in points."""
_MARGIN = 2.0  # around a tile
_OPEN = "."
_BELOW = Edge("horizontal", 1, 0, 1)  # the lower border of a square that stands alone
_NAMES = {letter: listed(traits).capitalize() for letter, traits in LEGEND.items() if traits}


@dataclass(frozen=True, slots=True)
class Meaning:
    """One line of a legend: a small drawing, what it is (empty: just terrain), and the keys of its terrain traits."""

    swatch: SafeString
    what: str
    traits: tuple[str, ...]


@cache
def tile_drawing(key: str, turned: int = 0) -> SafeString | None:
    """Return a tile drawn, after so many quarter turns to the right; None where there is no such tile."""
    tile = next((tile for tile in TILES if tile.key == key), None)
    if tile is None:
        return None
    shown = tile.turned(turned)
    figure = _figure(shown)
    return SafeString(
        figure.svg(
            "drawing tile", key=f"d-{key}-{turned}", title=f"Terrain tile {tile.name}", description=_about(shown)
        )
    )


@cache
def tile_legend(key: str) -> tuple[Meaning, ...]:
    """Return what the drawing of a tile means, with only what occurs on it."""
    tile = next((tile for tile in TILES if tile.key == key), None)
    if tile is None:
        return ()
    letters = "".join(tile.grid)
    found = [Meaning(_swatch(letter), "", LEGEND[letter]) for letter in _NAMES if letter in letters]
    if tile.walls:
        found.append(Meaning(_swatch(walls=(_BELOW,)), "Wall", ("solid",)))
    if tile.doors:
        found.append(Meaning(_swatch(doors=(_BELOW,)), "", ("door",)))
    return tuple(found)


def _swatch(letter: str = _OPEN, walls: tuple[Edge, ...] = (), doors: tuple[Edge, ...] = ()) -> SafeString:
    """Return a drawing of one square; the words beside it say what it is."""
    return SafeString(_figure(Tile("", (letter,), walls, doors)).svg("drawing tile swatch"))


def _figure(tile: Tile) -> SvgFigure:
    outline = Box(0, 0, len(tile.grid[0]) * SQUARE, len(tile.grid) * SQUARE)
    figure = SvgFigure(outline.grown(_MARGIN))
    with figure.styled_as("ground"):
        figure.box(outline, fill=figure.palette.shade)
    draw_tile(figure, tile, 0, 0, SQUARE)
    return figure


def _about(tile: Tile) -> str:
    """Say a tile in words: each kind of terrain with the squares that it fills, then walls and doors."""
    parts = [f"{len(tile.grid[0])} by {len(tile.grid)} squares, columns from the left and rows from the top."]
    for letter, name in _NAMES.items():
        places = [
            f"column {x + 1} row {y + 1}"
            for y, row in enumerate(tile.grid)
            for x, one in enumerate(row)
            if one == letter
        ]
        if places:
            parts.append(f"{name}: {listed(places)}.")
    for label, edges in (("Walls", tile.walls), ("Doors", tile.doors)):
        if edges:
            parts.append(f"{label}: {listed([_edge_words(edge) for edge in edges])}.")
    return " ".join(parts)


def _edge_words(edge: Edge) -> str:
    first, last = ("column", "row") if edge.lie == "horizontal" else ("row", "column")
    side = "below" if edge.lie == "horizontal" else "right of"
    is_single = edge.stop == edge.start + 1
    squares = f"{first} {edge.start + 1}" if is_single else f"{plural_of(first)} {edge.start + 1} to {edge.stop}"
    return (
        f"{side} {last} {edge.at} at {squares}"
        if edge.at
        else f"at the {'top' if side == 'below' else 'left'}, {squares}"
    )
