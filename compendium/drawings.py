"""Boards, terrain tiles, dice and the strips of a judgment as figures of a page.

A figure is one string of SVG. It is drawn by the code that prints it (``printing.aids``), takes its colors from the
style sheet, and describes its contents in words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from django.utils.safestring import SafeString

from printing.aids.boards import COORDINATES, Diagram, diagrams, draw_condition, draw_coordinates, draw_deployment
from printing.aids.grounds import draw_tile
from printing.boxes import centered
from printing.canvas import Box, TextStyles
from printing.colors import COLORS
from printing.svg import SvgFigure
from printing.text import ASCENT, DESCENT, TEXT, Run, Style, line
from printing.worth_charts import draw_worth_chart
from rules.card_comparison import MeasureJudgment, measure_number
from rules.players.worth import PricedWorth
from rules.tables.boards import BOARDS, DEPLOYMENTS, Area, Board, Zone
from rules.tables.tiles import LEGEND, TILES, Edge, Tile
from rules.tables.victory_conditions.conditions import CONDITIONS, Prop, VictoryCondition
from rules.text import counted, listed, plural_of

WIDTH = 168.0
"""Of every board, in points: words on a wide board are as large as on a narrow one."""
_MARGIN = 2.0  # where no coordinates stand


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A drawn board: its caption, and each thing on it in words."""

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
    """One line of a legend: a small drawing, its name (empty: just terrain), and the keys of its terrain traits."""

    swatch: SafeString
    what: str
    traits: tuple[str, ...]


@cache
def tile_drawing(key: str, turned: int = 0) -> SafeString | None:
    """Return the drawing of a tile after ``turned`` quarter turns to the right; None if there is no such tile."""
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
    """Return the legend of a tile, with only the things on it."""
    tile = next((tile for tile in TILES if tile.key == key), None)
    if tile is None:
        return ()
    letters = "".join(tile.grid)
    meanings = [Meaning(_swatch(letter), "", LEGEND[letter]) for letter in _NAMES if letter in letters]
    if tile.walls:
        meanings.append(Meaning(_swatch(walls=(_BELOW,)), "Wall", ("solid",)))
    if tile.doors:
        meanings.append(Meaning(_swatch(doors=(_BELOW,)), "", ("door",)))
    return tuple(meanings)


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
            for x, square in enumerate(row)
            if square == letter
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


STRIP_WIDTH = 120.0
"""Of a strip, in points."""
_HEIGHT = 22.0
_AXIS = 7.0  # from the top to the middle of the strip
_HALF_BOX = 4.0  # half the height of the box of the middle half
_HALF_MARK = 5.2  # from the middle of a mark to its corners
_ENDS = 8.5  # size of the figures under the ends
_STRIP_MARGIN = _HALF_MARK + 1


def strip_drawing(judgment: MeasureJudgment) -> SafeString:
    """Return the strip of a number, hidden from screen readers: the words beside it say the same.

    Empty where no other creature has the number.
    """
    spread = judgment.spread
    if spread is None:
        return SafeString("")
    own = (judgment.value,) if judgment.value is not None else ()
    low, high = min(spread.lowest, *own, spread.highest), max(spread.highest, *own, spread.lowest)
    step = STRIP_WIDTH / (high - low) if high > low else 0
    figure = SvgFigure(Box(-_STRIP_MARGIN, 0, STRIP_WIDTH + _STRIP_MARGIN, _HEIGHT))

    def at(value: float) -> float:
        return (value - low) * step if step else STRIP_WIDTH / 2

    palette = figure.palette
    lower, middle, upper = spread.quartiles
    with figure.styled_as("reach"):
        figure.stroke(((at(spread.lowest), _AXIS), (at(spread.highest), _AXIS)), palette.ink, 1.4)
        for end in {spread.lowest, spread.highest}:
            figure.stroke(((at(end), _AXIS - 2.5), (at(end), _AXIS + 2.5)), palette.ink, 1.4)
    with figure.styled_as("middle-half"):
        figure.box(
            Box(at(lower) - 0.7, _AXIS - _HALF_BOX, at(upper) + 0.7, _AXIS + _HALF_BOX),
            fill=palette.shade,
            stroke=palette.ink,
            weight=1,
            round_by=1,
        )
    with figure.styled_as("median"):
        figure.stroke(((at(middle), _AXIS - _HALF_BOX), (at(middle), _AXIS + _HALF_BOX)), palette.ink, 2)
    if judgment.value is not None:
        _draw_mark(figure, at(judgment.value))
    _draw_ends(figure, at(spread.lowest), at(spread.highest), judgment)
    return SafeString(figure.svg("drawing strip"))


def _draw_mark(figure: SvgFigure, x: float) -> None:
    points = (
        (x, _AXIS - _HALF_MARK),
        (x + _HALF_MARK, _AXIS),
        (x, _AXIS + _HALF_MARK),
        (x - _HALF_MARK, _AXIS),
    )
    with figure.styled_as("own-mark"):
        figure.shape(points, fill=figure.palette.ink, stroke=figure.palette.ink, weight=1.2)


def _draw_ends(figure: SvgFigure, left: float, right: float, judgment: MeasureJudgment) -> None:
    """Write the lowest and the highest number under the ends of the strip."""
    assert judgment.spread is not None
    ends = {left: judgment.spread.lowest, right: judgment.spread.highest}
    with figure.styled_as("end-figure"):
        for x, value in ends.items():
            words = line(Run(measure_number(judgment.measure, value), Style(TEXT, _ENDS, figure.palette.ink)))
            start = max(-_STRIP_MARGIN, min(x - words.width / 2, STRIP_WIDTH + _STRIP_MARGIN - words.width))
            figure.text(words, start, _HEIGHT - _ENDS / 2 + (ASCENT - DESCENT) * _ENDS / 2)


def worth_drawing(worths: Sequence[PricedWorth]) -> SafeString:
    """Return the chart of prices and worths; the table beside it has the numbers. Empty without any."""
    if not worths:
        return SafeString()
    figure = SvgFigure(Box(0, 0, _WORTH_WIDTH, _WORTH_WIDTH))
    draw_worth_chart(figure, figure.view, worths, TextStyles(COLORS, 14))
    more, less = (sum(worth.verdict == verdict for worth in worths) for verdict in ("more", "less"))
    about = f"{len(worths)} creatures: {more} worth more than their price beyond the interval, {less} worth less."
    return SafeString(figure.svg("drawing points-chart", key="worth", title="Price and worth", description=about))


_WORTH_WIDTH = 330.0
A_ROW = 10
"""Faces in a row: every die is drawn as wide, so that its faces are as large."""
SIDE = 15.0
"""Of a face, in points."""
_STEP = SIDE + 2  # from a face to the next one
_DIE_MARGIN = 1.0
_SIZE = 8.5  # of the numbers

Tone = Literal["worst", "bad", "good", "best"]


@dataclass(frozen=True, slots=True)
class RollResult:
    """A way that a roll ends, and how many faces of the die end it so; ``tone`` is how good it is for the roller."""

    name: str
    count: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class FaceGroup:
    """The faces of a die that share a result, from the lowest to the highest."""

    result: RollResult
    first: int
    last: int

    @property
    def faces(self) -> str:
        """The faces as a reader sees them: ``1 to 7``, or ``20``."""
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class DieDrawing:
    """A die as drawn, with its legend."""

    drawing: SafeString
    groups: tuple[FaceGroup, ...]


def die_drawing(key: str, title: str, results: Sequence[RollResult]) -> DieDrawing:
    """Return the faces of a die with their results, the worst first; results that no face has are left out."""
    groups = _groups(results)
    rows = -(-groups[-1].last // A_ROW)
    right, bottom = (A_ROW - 1) * _STEP + SIDE, (rows - 1) * _STEP + SIDE
    figure = SvgFigure(Box(0, 0, right, bottom).grown(_DIE_MARGIN))
    for group in groups:
        for face in range(group.first, group.last + 1):
            _draw_face(figure, face, group.result.tone)
    description = " ".join(f"{group.faces}: {group.result.name}." for group in groups)
    return DieDrawing(SafeString(figure.svg("drawing faces", key=key, title=title, description=description)), groups)


def _groups(results: Sequence[RollResult]) -> tuple[FaceGroup, ...]:
    groups: list[FaceGroup] = []
    last = 0
    for result in results:
        if result.count:
            groups.append(FaceGroup(result, last + 1, last + result.count))
            last += result.count
    return tuple(groups)


def _draw_face(figure: SvgFigure, face: int, tone: Tone) -> None:
    row, column = divmod(face - 1, A_ROW)
    left, top = column * _STEP, row * _STEP
    palette = figure.palette
    with figure.styled_as(f"face {tone}"):
        figure.box(
            Box(left, top, left + SIDE, top + SIDE), fill=palette.shade, stroke=palette.edge, weight=0.8, round_by=2
        )
    with figure.styled_as(f"face-number {tone}"):
        centered(figure, str(face), Style(TEXT, _SIZE, palette.ink), left + SIDE / 2, top + SIDE / 2)
