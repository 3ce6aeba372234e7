"""Terrain tiles with their terrain, walls and doors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from compendium.drawings.svg import Drawing, number
from rules.tables.tiles import LEGEND, TILES, Edge, Tile
from rules.text import listed

MARGIN = 0.3

_CSS = {"S": "both", "d": "difficult", "#": "solid", "h": "hazardous"}
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
    tile = next((one for one in TILES if one.key == key), None)
    if tile is None:
        return None
    shown = tile.turned(turned)
    width, height = len(shown.grid[0]), len(shown.grid)
    drawing = Drawing(
        key=f"d-{key}-{turned}",
        css="tile",
        width=width,
        height=height,
        margin=MARGIN,
        title=f"Terrain tile {tile.name}",
        about=_about(shown),
    )
    drawing.rectangle("ground", 0, 0, width, height)
    for y, row in enumerate(shown.grid):
        for x, letter in enumerate(row):
            _square(drawing, letter, x, y)
    drawing.grid(width, height)
    drawing.rectangle("frame", 0, 0, width, height)
    for wall in shown.walls:
        _edge(drawing, "wall", wall)
    for door in shown.doors:
        _edge(drawing, "door", door)
        (x1, y1), (x2, y2) = door.ends
        drawing.circle("knob", (x1 + x2) / 2, (y1 + y2) / 2, 0.13)
    return drawing.markup()


@cache
def legend(key: str) -> tuple[Meaning, ...]:
    """Return what the drawing of a tile means, with only what occurs on it."""
    tile = next((one for one in TILES if one.key == key), None)
    if tile is None:
        return ()
    letters = "".join(tile.grid)
    found = [Meaning(_swatch(letter), "", LEGEND[letter]) for letter in _NAMES if letter in letters]
    if tile.walls:
        found.append(Meaning(_edge_swatch("wall"), "Wall", ("solid",)))
    if tile.doors:
        found.append(Meaning(_edge_swatch("door"), "", ("door",)))
    return tuple(found)


def _square(drawing: Drawing, letter: str, x: float, y: float) -> None:
    """Draw the terrain of one square: a ground of its own and a sign, so that it does not hang on colour alone."""
    css = _CSS.get(letter)
    if css is None:
        return
    drawing.rectangle(f"terrain {css}", x, y, 1, 1)
    if letter in "Sd":
        drawing.path(f"sign-of {css}", _triangle(x, y))
    if letter == "S":
        drawing.path("sign-of bar", f"M{number(x + 0.2)} {number(y + 0.86)}H{number(x + 0.8)}")
    if letter == "h":
        cross = (
            f"M{number(x + 0.3)} {number(y + 0.3)}L{number(x + 0.7)} {number(y + 0.7)}"
            f"M{number(x + 0.7)} {number(y + 0.3)}L{number(x + 0.3)} {number(y + 0.7)}"
        )
        drawing.path("sign-of cross", cross)


def _triangle(x: float, y: float) -> str:
    return f"M{number(x + 0.5)} {number(y + 0.2)}L{number(x + 0.8)} {number(y + 0.72)}H{number(x + 0.2)}Z"


def _edge(drawing: Drawing, css: str, edge: Edge) -> None:
    (x1, y1), (x2, y2) = edge.ends
    drawing.line(css, x1, y1, x2, y2)


def _swatch(letter: str) -> SafeString:
    drawing = _small()
    _square(drawing, letter, 0, 0)
    drawing.rectangle("frame", 0, 0, 1, 1)
    return drawing.markup()


def _edge_swatch(css: str) -> SafeString:
    drawing = _small()
    drawing.rectangle("frame", 0, 0, 1, 1)
    drawing.line(css, 0, 1, 1, 1)
    if css == "door":
        drawing.circle("knob", 0.5, 1, 0.13)
    return drawing.markup()


def _small() -> Drawing:
    """Begin a drawing of one square; the words beside it say what it is."""
    drawing = Drawing(key="", css="tile swatch", width=1, height=1, margin=0.2)
    drawing.rectangle("ground", 0, 0, 1, 1)
    return drawing


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
    squares = (
        f"{first} {edge.start + 1}" if edge.stop == edge.start + 1 else f"{first}s {edge.start + 1} to {edge.stop}"
    )
    return (
        f"{side} {last} {edge.at} at {squares}"
        if edge.at
        else f"at the {'top' if side == 'below' else 'left'}, {squares}"
    )
