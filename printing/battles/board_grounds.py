"""The ground of a board as a figure: its terrain by kind, the grid, walls and doors, and the names of its squares."""

from printing.aids.boards import grid_color
from printing.aids.grounds import GROUNDS, draw_door, draw_squares
from printing.aids.terrain import draw_terrain
from printing.boxes import centered
from printing.canvas import Box, Canvas
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


def board_box(ground: BoardGround) -> Box:
    """Return the place of a board from its upper left corner."""
    return Box(0, 0, ground.columns * SQUARE, ground.rows * SQUARE)


def draw_board_ground(canvas: Canvas, ground: BoardGround) -> None:
    """Draw a board with its upper left corner at the canvas's zero point."""
    palette, board = canvas.palette, board_box(ground)
    with canvas.styled_as("ground"):
        canvas.box(board, fill=palette.shade)
    for entry in ground.terrain:
        _draw_entry(canvas, entry)
    draw_squares(canvas, board, SQUARE, grid_color(palette), 0.8, ())
    for entry in ground.terrain:
        _draw_borders(canvas, entry)
    with canvas.styled_as("frame"):
        canvas.box(board, stroke=palette.ink, weight=1.2)
    style = Style(TEXT, _LETTER, palette.soft)
    with canvas.styled_as("coordinate"):
        for column in range(ground.columns):
            centered(canvas, square_name((column, 0)).rstrip("1"), style, (column + 0.5) * SQUARE, -MARGIN / 2)
        for row in range(ground.rows):
            centered(canvas, str(row + 1), style, -MARGIN / 2, (row + 0.5) * SQUARE)


def _draw_entry(canvas: Canvas, entry: BoardTerrain) -> None:
    kind, traits = _kind_of(entry)
    if not traits:
        return
    for left, upper, right, lower in rectangles(entry.squares):
        box = Box(left * SQUARE, upper * SQUARE, right * SQUARE, lower * SQUARE)
        draw_terrain(canvas, kind, traits, box, side=SQUARE)
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


def _draw_borders(canvas: Canvas, entry: BoardTerrain) -> None:
    """Draw what lies between squares: solid borders as walls, doors with their frame, others dashed."""
    is_door = "door" in entry.traits or not entry.traits
    for _, ((x1, y1), (x2, y2)) in sorted(entry.borders.ends()):
        start, end = (x1 * SQUARE, y1 * SQUARE), (x2 * SQUARE, y2 * SQUARE)
        if is_door:
            with canvas.styled_as("door" if entry.traits else "door open"):
                draw_door(canvas, start, end, 1)
            continue
        dash = () if entry.is_solid else (5, 3)
        with canvas.styled_as("wall"):
            canvas.stroke((start, end), canvas.palette.ink, _WALL if entry.is_solid else _WALL / 2, dash)
