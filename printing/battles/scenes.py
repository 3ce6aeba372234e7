"""Who stood where on the board of a battle, as a small picture for print."""

from typing import NamedTuple

from printing.battles.board_grounds import MARGIN, SQUARE, BoardPlace, draw_board_ground
from printing.boxes import centered
from printing.canvas import Box, Canvas, emblem_line
from printing.colors import SIDES, color
from printing.text import BOLD, Style
from rules.board.ground import BoardGround
from rules.tables.sizes import Space

_GROUND = color("#ffffff")
_HIGHEST = 300.0


class SceneToken(NamedTuple):
    """A creature in a scene: the key of its side, its space, the name of its emblem, and whether it is out."""

    side: str
    space: Space
    emblem: str
    is_out: bool


class BoardScene(NamedTuple):
    """A board at one moment: what moment it is, its ground, and the creatures on it."""

    title: str
    ground: BoardGround
    tokens: tuple[SceneToken, ...]


def scene_height(scene: BoardScene, width: float) -> float:
    """Return the height of a scene that is at most so many points wide."""
    return MARGIN + scene.ground.rows * _square(scene, width)


def _square(scene: BoardScene, width: float) -> float:
    return min(SQUARE, (width - MARGIN) / scene.ground.columns, _HIGHEST / scene.ground.rows)


def draw_scene(canvas: Canvas, scene: BoardScene, left: float, top: float, width: float) -> None:
    """Draw a scene with its upper left corner at a place; a side is known by its color and its letter."""
    place = BoardPlace(left + MARGIN, top + MARGIN, _square(scene, width))
    draw_board_ground(canvas, scene.ground, place)
    ink = canvas.palette.ink
    for side, space, emblem, is_out in scene.tokens:
        box = place.box(space.x, space.y, space.x + space.width, space.y + space.width).grown(-0.6)
        if is_out:
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            box = Box(x, y, x, y).grown(box.width / 3)
        hue = SIDES.get(side, ink) if canvas.palette.hues else ink
        canvas.box(box, fill=_GROUND, stroke=hue, weight=box.width / 14, round_by=box.width / 2)
        size = 0.62 * box.width
        sign = emblem_line(emblem, size, hue)
        canvas.picture(sign, (box.left + box.right - sign.width) / 2, (box.top + box.bottom) / 2 + 0.36 * size)
        if is_out:
            canvas.stroke(((box.left, box.bottom), (box.right, box.top)), ink, box.width / 14)
        elif box.width > SQUARE / 2:
            centered(canvas, side.upper(), Style(BOLD, 6, ink), box.right - 2, box.bottom - 2)
