"""Boards and terrain tiles as figures of a page, with their legends, and the same in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from printing.aids.boards import COORDINATES, Diagram, diagrams, draw_condition, draw_coordinates, draw_deployment
from printing.aids.grounds import draw_tile
from printing.canvas import Box
from printing.svg import SvgFigure
from rules.tables.boards import BOARDS, Board
from rules.tables.deployments import DEPLOYMENTS, Area, Zone
from rules.tables.tiles import LEGEND, TILES, Edge, Tile
from rules.tables.victory_conditions import CONDITIONS, Prop, VictoryCondition
from rules.text import counted, listed, plural_of

WIDTH = 168.0
"""Of every board, in points: words on a wide board are as large as on a narrow one."""
_MARGIN = 2.0  # where no coordinates stand


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A board as drawn: what stands under it, and each thing on it in words."""

    caption: str
    width: int
    drawing: SafeString
    lines: tuple[tuple[str, str], ...]


@cache
def deployment_layouts(key: str) -> tuple[BoardDrawing, ...]:
    """Return a deployment on each board that it is for, the smallest first; nothing if there is no such deployment."""
    return tuple(_deployment(diagram) for row in DEPLOYMENTS if row.key == key for diagram in diagrams(row))


@cache
def condition_layouts(key: str) -> tuple[BoardDrawing, ...]:
    """Return the boards of a victory condition with its props in place; nothing if no prop has a place."""
    condition = next((condition for condition in CONDITIONS if condition.key == key), None)
    if condition is None or not any(prop.spots for prop in condition.props):
        return ()
    return tuple(_condition(condition, board) for board in BOARDS)


def _deployment(diagram: Diagram) -> BoardDrawing:
    deployment, board = diagram.deployment, diagram.board
    lines = tuple((f"Player {zone.player}", _zone_words(zone, board)) for zone in diagram.zones)
    many = f", {diagram.players} players" if deployment.players.stop > 3 else ""
    drawing = _figure(
        board,
        lambda figure, scale: draw_deployment(figure, diagram, 0, 0, scale),
        key=f"{deployment.key}-{board.key}-{diagram.players}",
        title=f"{deployment.name} on the {board.name.lower()}{many}",
        lines=lines,
    )
    return BoardDrawing(f"{board.name}, {board.width} by {board.height} squares{many}", board.width, drawing, lines)


def _condition(condition: VictoryCondition, board: Board) -> BoardDrawing:
    lines = tuple((_named(prop), _spots_words(prop, board)) for prop in condition.props if prop.spots)
    drawing = _figure(
        board,
        lambda figure, scale: draw_condition(figure, condition, board, 0, 0, scale),
        key=f"{condition.key}-{board.key}",
        title=f"{condition.name} on the {board.name.lower()}",
        lines=lines,
    )
    return BoardDrawing(f"{board.name}, {board.width} by {board.height} squares", board.width, drawing, lines)


def _figure(
    board: Board,
    draw: Callable[[SvgFigure, float], None],
    *,
    key: str,
    title: str,
    lines: tuple[tuple[str, str], ...],
) -> SafeString:
    """Return a board as a figure; ``draw`` is told the scale in points a square."""
    scale = WIDTH / board.width
    ground = Box(0, 0, WIDTH, board.height * scale)
    figure = SvgFigure(Box(-COORDINATES, -COORDINATES, ground.right + _MARGIN, ground.bottom + _MARGIN))
    with figure.styled_as("ground"):
        figure.box(ground, fill=figure.palette.shade)
    draw(figure, scale)
    draw_coordinates(figure, board, 0, 0, scale)
    about = " ".join(f"{what}: {words}." for what, words in lines)
    description = f"{board.width} by {board.height} squares. {about}"
    return SafeString(figure.svg("drawing board", key=f"d-{key}", title=title, description=description))


def _zone_words(zone: Zone, board: Board) -> str:
    area = zone.area
    part = f" ({zone.part})" if zone.part else ""
    return f"{area.width} by {area.height} squares{part}, {_place(area, board)}"


def _place(area: Area, board: Board) -> str:
    """Say where an area lies by the edges that it touches, else by its distance from the top left corner."""
    edges = [
        name
        for name, touches in (
            ("top", area.y == 0),
            ("bottom", area.y + area.height == board.height),
            ("left", area.x == 0),
            ("right", area.x + area.width == board.width),
        )
        if touches
    ]
    if edges:
        return f"at the {listed(edges)} {'edge' if len(edges) == 1 else 'edges'}"
    return f"{area.x} squares right and {area.y} down from the top left corner"


def _named(prop: Prop) -> str:
    return counted(len(prop.spots), prop.kind) if len(prop.spots) > 1 else prop.kind.capitalize()


def _spots_words(prop: Prop, board: Board) -> str:
    spots = [spot.on(board.width, board.height) for spot in prop.spots]
    places = [f"{x:g} right and {y:g} down" for x, y in spots]
    extra = f". {prop.placing.rstrip('.')}" if prop.placing else ""
    return f"{listed(places)} from the top left corner{extra}"


SQUARE = 36.0
"""Side of a square, in points."""
_TILE_MARGIN = 2.0  # around a tile
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
    figure = _tile_figure(shown)
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
    return SafeString(_tile_figure(Tile("", (letter,), walls, doors)).svg("drawing tile swatch"))


def _tile_figure(tile: Tile) -> SvgFigure:
    outline = Box(0, 0, len(tile.grid[0]) * SQUARE, len(tile.grid) * SQUARE)
    figure = SvgFigure(outline.grown(_TILE_MARGIN))
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
