"""Boards as figures of a page: what stands under each, and the same in words for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from printing.aids.boards import COORDINATES, Diagram, diagrams, draw_condition, draw_coordinates, draw_deployment
from printing.canvas import Box
from printing.svg import SvgFigure
from rules.tables.boards import BOARDS, Board
from rules.tables.deployments import DEPLOYMENTS, Area, Zone
from rules.tables.victory_conditions import CONDITIONS, Prop, VictoryCondition
from rules.text import counted, listed

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
