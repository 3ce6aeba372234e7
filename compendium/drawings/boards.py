"""Boards with deployment zones, and with the props of a victory condition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from compendium.drawings.svg import Drawing
from rules.tables.boards import BOARDS, Board
from rules.tables.deployments import DEPLOYMENTS, Area, Deployment, Zone, normal_deployment
from rules.tables.victory_conditions import CONDITIONS, Prop, VictoryCondition
from rules.text import listed

MARGIN = 1.4
"""Squares around a board, for the figures at its edge."""

USUAL_WIDTH = 24
"""Squares of a board whose words have their usual size; on a wider one they grow with it, to be as easy to read."""

BAND = 6
"""Squares between the stronger lines of a board and their figures."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as drawn: what stands under it, and each thing on it in words."""

    caption: str
    width: int
    drawing: SafeString
    lines: tuple[tuple[str, str], ...]


@cache
def deployment_layouts(key: str) -> tuple[Layout, ...]:
    """Return a deployment on each board that it is for, the smallest first; nothing where there is no such one."""
    deployment = next((one for one in DEPLOYMENTS if one.key == key), None)
    if deployment is None:
        return ()
    return tuple(
        _deployment(deployment, board, players)
        for players in deployment.players
        for board in _boards_for(deployment, players)
    )


@cache
def condition_layouts(key: str) -> tuple[Layout, ...]:
    """Return the boards of a victory condition with its props in place; nothing where none has a place."""
    condition = next((one for one in CONDITIONS if one.key == key), None)
    if condition is None or not any(prop.spots for prop in condition.props):
        return ()
    return tuple(_condition(condition, board) for board in BOARDS)


def _boards_for(deployment: Deployment, players: int) -> list[Board]:
    """Return the boards on which a deployment is used: a normal one where it is the normal one, another anywhere."""
    if deployment.alternative:
        return list(BOARDS)
    if players > 2:
        return list(BOARDS[1:])  # one size larger than the points ask for
    return [board for board in BOARDS if normal_deployment(board, players) is deployment]


def _deployment(deployment: Deployment, board: Board, players: int) -> Layout:
    zones = deployment.zones(board.width, board.height, players)
    lines = tuple((f"Player {zone.player}", _zone_words(zone, board)) for zone in zones)
    many = f", {players} players" if deployment.players.stop > 3 else ""
    drawing = _board(
        board,
        key=f"{deployment.key}-{board.key}-{players}",
        title=f"{deployment.name} on the {board.name.lower()}{many}",
        about=" ".join(f"{who}: {words}." for who, words in lines),
    )
    for zone in zones:
        _draw_zone(drawing, zone)
    _draw_figures(drawing, board)
    return Layout(f"{board.name}, {board.width} by {board.height} squares{many}", board.width, drawing.markup(), lines)


def _condition(condition: VictoryCondition, board: Board) -> Layout:
    placed = [prop for prop in condition.props if prop.spots]
    lines = tuple((_named(prop), _spots_words(prop, board)) for prop in placed)
    drawing = _board(
        board,
        key=f"{condition.key}-{board.key}",
        title=f"{condition.name} on the {board.name.lower()}",
        about=" ".join(f"{what}: {words}." for what, words in lines),
    )
    drawing.line("middle", 0, board.height / 2, board.width, board.height / 2)
    for prop in placed:
        for spot in prop.spots:
            x, y = spot.on(board.width, board.height)
            drawing.circle(f"prop {prop.kind.replace(' ', '-')}", x, y, 0.75 * drawing.unit)
            drawing.text("prop-name", x, y + 1.7 * drawing.unit, prop.kind)
    _draw_figures(drawing, board)
    return Layout(f"{board.name}, {board.width} by {board.height} squares", board.width, drawing.markup(), lines)


def _board(board: Board, *, key: str, title: str, about: str) -> Drawing:
    drawing = Drawing(
        key=f"d-{key}",
        css="board",
        width=board.width,
        height=board.height,
        margin=MARGIN * board.width / USUAL_WIDTH,
        unit=board.width / USUAL_WIDTH,
        title=title,
        about=f"{board.width} by {board.height} squares. {about}",
    )
    drawing.rectangle("ground", 0, 0, board.width, board.height)
    drawing.grid(board.width, board.height)
    drawing.grid(board.width, board.height, BAND, "grid strong")
    return drawing


def _draw_zone(drawing: Drawing, zone: Zone) -> None:
    area = zone.area
    drawing.rectangle(f"zone zone-{zone.player.lower()}", area.x, area.y, area.width, area.height)
    x, y = area.x + area.width / 2, area.y + area.height / 2
    size = f"{area.width} × {area.height}"
    unit = drawing.unit
    if area.width < 5 * unit:
        drawing.text("zone-name", x, y, zone.player)
    elif area.height < 5 * unit:
        drawing.text("zone-name", x - 1.9 * unit, y, zone.player)
        drawing.text("zone-size", x + 1.4 * unit, y, size)
    else:
        drawing.text("zone-name", x, y - 0.8 * unit, zone.player)
        drawing.text("zone-size", x, y + 1.3 * unit, size)


def _draw_figures(drawing: Drawing, board: Board) -> None:
    drawing.rectangle("frame", 0, 0, board.width, board.height)
    for x in range(0, board.width + 1, BAND):
        drawing.text("figure", x, -0.75 * drawing.unit, str(x))
    for y in range(BAND, board.height + 1, BAND):
        drawing.text("figure", -0.75 * drawing.unit, y, str(y))


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
    words = f"{prop.kind}s" if len(prop.spots) > 1 and not prop.kind.endswith("y") else prop.kind
    if len(prop.spots) > 1 and prop.kind.endswith("y"):
        words = f"{prop.kind.removesuffix('y')}ies"
    return f"{len(prop.spots)} {words}".capitalize() if len(prop.spots) > 1 else words.capitalize()


def _spots_words(prop: Prop, board: Board) -> str:
    spots = [spot.on(board.width, board.height) for spot in prop.spots]
    places = [f"{x:g} right and {y:g} down" for x, y in spots]
    extra = f". {prop.placing.rstrip('.')}" if prop.placing else ""
    return f"{listed(places)} from the top left corner{extra}"
