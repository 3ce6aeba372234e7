"""The ground of a board as a figure: its terrain by kind, the grid, walls and doors, and the names of its squares."""

from typing import NamedTuple

from printing.aids.boards import grid_color
from printing.aids.grounds import GROUNDS, draw_door, draw_squares
from printing.aids.terrain import draw_terrain
from printing.boxes import centered
from printing.canvas import SMALLEST, Box, Canvas, Point
from printing.text import TEXT, Style
from rules.board.ground import BoardGround
from rules.board.terrain import BoardTerrain
from rules.p2v_combat.setup.plan import TERRAIN_TYPES
from rules.p2v_combat.standing import square_name
from rules.tables.areas import rectangles
from rules.tables.terrain import TRAITS
from rules.text import listed, slug

SQUARE = 24.0
"""The side of a square, in points."""
MARGIN = 15.0
"""The space for letters and numbers above the board and at its left, in points."""
_WALL = 3.4
_LETTER = 9.0
_BESIDE = -MARGIN / 2 / SQUARE
_NARROWEST = 8.0  # of squares, in points, that still have letters and numbers


def board_box(ground: BoardGround) -> Box:
    """Return the place of a board from its upper left corner."""
    return Box(0, 0, ground.columns * SQUARE, ground.rows * SQUARE)


class BoardPlace(NamedTuple):
    """The place of a board: its upper left corner, and the side of a square, in points."""

    left: float = 0
    top: float = 0
    square: float = SQUARE

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the place of a rectangle of squares."""
        x, y, side = self
        return Box(x + left * side, y + top * side, x + right * side, y + bottom * side)

    def at(self, x: float, y: float) -> Point:
        """Return the place of a point, in squares from the upper left corner."""
        return self.left + x * self.square, self.top + y * self.square


_AT_ZERO = BoardPlace()


def draw_board_ground(canvas: Canvas, ground: BoardGround, place: BoardPlace = _AT_ZERO) -> None:
    """Draw a board with its upper left corner at a place, by default the canvas's zero point."""
    palette, board, square = canvas.palette, place.box(0, 0, ground.columns, ground.rows), place.square
    with canvas.styled_as("ground"):
        canvas.box(board, fill=palette.shade)
    for entry in ground.terrain:
        _draw_entry(canvas, entry, place)
    draw_squares(canvas, board, square, grid_color(palette), 0.8, ())
    for entry in ground.terrain:
        _draw_borders(canvas, entry, place)
    with canvas.styled_as("frame"):
        canvas.box(board, stroke=palette.ink, weight=1.2)
    style = Style(TEXT, max(SMALLEST, _LETTER * square / SQUARE), palette.soft)
    if square < _NARROWEST:
        return
    with canvas.styled_as("coordinate"):
        for column in range(ground.columns):
            centered(canvas, square_name((column, 0)).rstrip("1"), style, *place.at(column + 0.5, _BESIDE))
        for row in range(ground.rows):
            centered(canvas, str(row + 1), style, *place.at(_BESIDE, row + 0.5))


def _draw_entry(canvas: Canvas, entry: BoardTerrain, place: BoardPlace) -> None:
    kind, traits = _kind_of(entry)
    if not traits:
        return
    for left, upper, right, lower in rectangles(entry.squares):
        box = place.box(left, upper, right, lower)
        draw_terrain(canvas, kind, traits, box, side=place.square)
        with canvas.styled_as("frame"):
            canvas.box(box, stroke=canvas.palette.ink, weight=1.6 if entry.is_solid else 1)


def _kind_of(entry: BoardTerrain) -> tuple[str, tuple[str, ...]]:
    """Return the key of the type of terrain that an entry has the name of, and the keys of the traits that are seen."""
    kind = slug(entry.name.rstrip("0123456789"))
    traits = {slug(trait) for trait in entry.traits} & {key for keys in GROUNDS for key in keys}
    type_of = TERRAIN_TYPES.get(kind)
    order = type_of.traits if type_of and set(type_of.traits) == traits else [trait.key for trait in TRAITS]
    return kind, tuple(key for key in order if key in traits)


def terrain_words(entry: BoardTerrain) -> str:
    """Return an entry of terrain in words: "Rubble, J6 to M8: difficult"."""
    places = [
        square_name((left, upper))
        + (f" to {square_name((right - 1, lower - 1))}" if right - left + lower - upper > 2 else "")
        for left, upper, right, lower in rectangles(entry.squares)
    ]
    places += [f"between {square_name(first)} and {square_name(second)}" for first, second in entry.borders.pairs()]
    traits = listed(sorted(entry.traits)) or "open"
    return f"{entry.name}, {listed(places)}: {traits}{f' ({entry.damage_type} damage)' if entry.damage_type else ''}"


def _draw_borders(canvas: Canvas, entry: BoardTerrain, place: BoardPlace) -> None:
    """Draw what lies between squares: solid borders as walls, doors with their frame, others dashed."""
    is_door = "door" in entry.traits or not entry.traits
    wall = _WALL * place.square / SQUARE
    for _, (first, second) in sorted(entry.borders.ends()):
        start, end = place.at(*first), place.at(*second)
        if is_door:
            with canvas.styled_as("door" if entry.traits else "door open"):
                draw_door(canvas, start, end, 1)
            continue
        dash = () if entry.is_solid else (5, 3)
        with canvas.styled_as("wall"):
            canvas.stroke((start, end), canvas.palette.ink, wall if entry.is_solid else wall / 2, dash)
