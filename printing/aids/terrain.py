"""Terrain as it looks, a pattern for each kind that players name: rubble, mud, ice; and small signs of what it does."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from printing.aids import grounds
from printing.aids.grounds import GROUNDS, Pattern, ScaledShapes, Shapes, hatch, motifs, pattern_scale
from printing.canvas import Box, Canvas, Point
from printing.colors import Color, mixed

_WHITE = (1.0, 1.0, 1.0)
_SIGN = 0.36  # of a square's side: how large a sign of an effect is
_SIGN_MOTIF = 12.0  # units of a motif across


class TerrainLook(NamedTuple):
    """How a kind of terrain looks: the hue of its ground and ink, and its pattern."""

    hue: str
    pattern: Pattern


def draw_terrain(canvas: Canvas, kind: str, traits: tuple[str, ...], box: Box, *, side: float) -> None:
    """Fill a box with terrain of a kind, ``side`` points a square, with the signs of its effects in a corner.

    What no kind is drawn for looks as its effects do, and needs no signs.
    """
    look = LOOKS.get(kind)
    if look is None:
        grounds.draw_ground(canvas, traits, box, scale=pattern_scale(side))
        return
    draw_terrain_ground(canvas, kind, traits, box)
    scale = pattern_scale(side)
    with canvas.styled_as("pattern"):
        ink = mixed(canvas.palette.hue(look.hue).ink, _WHITE, 0.3)
        look.pattern(ScaledShapes(canvas, scale), Box(*(edge / scale for edge in box)), ink)
    if box.width > 1.2 * side or box.height > 1.2 * side:
        _draw_signs(canvas, traits, box, side)


def draw_terrain_ground(canvas: Canvas, kind: str, traits: tuple[str, ...], box: Box) -> None:
    """Fill a box with the color of a kind of terrain."""
    hue = LOOKS[kind].hue if kind in LOOKS else (GROUNDS.get(traits) or GROUNDS[traits[0],]).hue
    with canvas.styled_as(f"terrain {'-and-'.join(traits)} of-{kind}"):
        canvas.box(box, fill=canvas.palette.hue(hue).wash)


def _draw_signs(canvas: Canvas, traits: Sequence[str], box: Box, side: float) -> None:
    """Draw a sign for each effect on a plate in the upper left corner."""
    signs = [_SIGNS[trait] for trait in traits if trait in _SIGNS]
    size = _SIGN * side
    if not signs or size * len(signs) > box.width:
        return
    plate = Box(box.left, box.top, box.left + size * len(signs), box.top + size)
    with canvas.styled_as("plate"):
        canvas.box(plate, fill=_WHITE)
    scale = size / _SIGN_MOTIF
    shapes = ScaledShapes(canvas, scale)
    with canvas.styled_as("pattern"):
        for place, sign in enumerate(signs):
            middle = (plate.left + (place + 0.5) * size) / scale, (plate.top + 0.5 * size) / scale
            sign(shapes, *middle, canvas.palette.ink)


def _ring(x: float, y: float, across: float, down: float, corners: int = 12, turn: float = 0) -> list[Point]:
    angles = (2 * pi * step / corners + turn for step in range(corners + 1))
    return [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]


def _rubble(canvas: Shapes, box: Box, ink: Color) -> None:
    """Broken stones of three sizes."""
    for x, y, number in motifs(box, 12):
        size = (4.6, 3.2, 2.2)[number % 3]
        canvas.stroke(_ring(x, y, size, size * 0.8, 5, number), ink, 0.8)


def _mud(canvas: Shapes, box: Box, ink: Color) -> None:
    """Puddles with a short line below each."""
    for x, y, number in motifs(box):
        canvas.stroke(_ring(x, y, 5.5 if number % 2 else 4, 2), ink, 0.7)
        canvas.stroke(((x - 3, y + 5), (x + 5, y + 5)), ink, 0.6)


def _ice(canvas: Shapes, box: Box, ink: Color) -> None:
    """Cracks that fork."""
    for x, y, number in motifs(box, 22):
        way = 1 if number % 2 else -1
        canvas.stroke(((x - 8 * way, y - 6), (x - way, y - 1), (x + 2 * way, y + 7)), ink, 0.7)
        canvas.stroke(((x - way, y - 1), (x + 8 * way, y - 3)), ink, 0.7)


def _fence(canvas: Shapes, box: Box, ink: Color) -> None:
    """Two rails along the piece, with posts across them."""
    is_level = box.width >= box.height
    length, depth = (box.width, box.height) if is_level else (box.height, box.width)

    def place(along: float, across: float) -> Point:
        return (box.left + along, box.top + across) if is_level else (box.left + across, box.top + along)

    for share in (0.36, 0.64):
        canvas.stroke((place(0, share * depth), place(length, share * depth)), ink, 1.2)
    posts = max(2, round(length / 12))
    for number in range(posts):
        along = (number + 0.5) * length / posts
        canvas.stroke((place(along, 0.2 * depth), place(along, 0.8 * depth)), ink, 1.6)


def _low_wall(canvas: Shapes, box: Box, ink: Color) -> None:
    """A course of large stones along the piece."""
    is_level = box.width >= box.height
    inner = Box(box.left + 1, box.top + 4, box.right - 1, box.bottom - 4)
    if not is_level:
        inner = Box(box.left + 4, box.top + 1, box.right - 4, box.bottom - 1)
    canvas.box(inner, stroke=ink, weight=1)
    length = inner.width if is_level else inner.height
    stones = max(2, round(length / 13))
    for number in range(1, stones):
        along = number * length / stones
        line = (
            ((inner.left + along, inner.top), (inner.left + along, inner.bottom))
            if is_level
            else ((inner.left, inner.top + along), (inner.right, inner.top + along))
        )
        canvas.stroke(line, ink, 1)


def _undergrowth(canvas: Shapes, box: Box, ink: Color) -> None:
    """Canopies from above: circles with scalloped edges."""
    for x, y, number in motifs(box):
        size = 6.2 if number % 2 else 5.0
        edge = [
            (x + (size + 1.1 * cos(7 * angle)) * cos(angle), y + (size + 1.1 * cos(7 * angle)) * sin(angle))
            for angle in (2 * pi * step / 42 for step in range(43))
        ]
        canvas.stroke(edge, ink, 0.7)


def _curtain(canvas: Shapes, box: Box, ink: Color) -> None:
    """Folds that hang down."""
    for number in range(int(box.width / 5)):
        x = box.left + (number + 0.5) * 5
        steps = max(2, int(box.height / 3))
        heights = [box.top + step * box.height / steps for step in range(steps + 1)]
        canvas.stroke([(x + 1.2 * sin(y / 1.5 + number), y) for y in heights], ink, 0.7)


def _cobwebs(canvas: Shapes, box: Box, ink: Color) -> None:
    """Webs."""
    for x, y, _ in motifs(box, 20):
        for spoke in range(3):
            dx, dy = 8 * cos(pi * spoke / 3), 8 * sin(pi * spoke / 3)
            canvas.stroke(((x - dx, y - dy), (x + dx, y + dy)), ink, 0.5)
        for size in (3.5, 6.5):
            canvas.stroke(_ring(x, y, size, size, 6), ink, 0.5)


def _vines(canvas: Shapes, box: Box, ink: Color) -> None:
    """Tendrils with leaves."""
    rows = max(1, int(box.height / 12))
    for row in range(rows):
        y = box.top + (row + 0.5) * box.height / rows
        steps = max(2, int(box.width / 3))
        tendril = [
            (box.left + step * box.width / steps, y + 2.6 * sin(2 * pi * step / 8 + row)) for step in range(steps + 1)
        ]
        canvas.stroke(tendril, ink, 0.9)
        for x, height in tendril[2::4]:
            canvas.stroke(_ring(x, height - 2.5, 1.4, 2.2, 6), ink, 0.6)


def _quicksand(canvas: Shapes, box: Box, ink: Color) -> None:
    """Rings that draw in."""
    for x, y, _ in motifs(box, 22):
        for size in (8.5, 5.5, 2.5):
            canvas.stroke(_ring(x, y, size, size * 0.55, 16), ink, 0.6)


def _flames(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, _ in motifs(box):
        flame = ((-4, 5), (-5, 1), (-2.5, -2), (-1.5, 1), (0.5, -6), (3.5, -1), (4, 2), (3, 5), (0, 6), (-4, 5))
        canvas.stroke([(x + dx, y + dy) for dx, dy in flame], ink, 0.8)


def _steam(canvas: Shapes, box: Box, ink: Color) -> None:
    """Wisps that rise."""
    for x, y, _ in motifs(box):
        for shift in (-4, 0, 4):
            wisp = [(x + shift + 1.4 * sin(2 * pi * step / 6), y + 6 - 2 * step) for step in range(7)]
            canvas.stroke(wisp, ink, 0.7)


def _magma(canvas: Shapes, box: Box, ink: Color) -> None:
    """Crust in plates."""
    for x, y, number in motifs(box, 16):
        canvas.stroke(_ring(x, y, 7, 6, 6, number / 2), ink, 1.1)
        canvas.stroke(_ring(x, y, 2.5, 2, 5, number), ink, 0.7)


def _bubbles(canvas: Shapes, box: Box, ink: Color) -> None:
    for x, y, number in motifs(box):
        for dx, dy, size in ((-3, 2, 3.4), (4, -3, 2.2), (3, 5, 1.3)):
            side = dx if number % 2 else -dx
            canvas.stroke(_ring(x + side, y + dy, size, size), ink, 0.7)


def _spikes(canvas: Shapes, box: Box, ink: Color) -> None:
    """Tall points, two beside each other."""
    for x, y, _ in motifs(box):
        for dx, high in ((-3, 12), (4, 8)):
            canvas.stroke(((x + dx - 3, y + 6), (x + dx, y + 6 - high), (x + dx + 3, y + 6)), ink, 0.9)


def _fog(canvas: Shapes, box: Box, ink: Color) -> None:
    """Long banks."""
    for x, y, number in motifs(box, 16):
        shift = 1 if number % 2 else -1
        bank = [(x + shift - 6 + 1.5 * step, y - 2 + 1.3 * sin(2 * pi * step / 8)) for step in range(9)]
        canvas.stroke(bank, ink, 0.8)
        canvas.stroke(((x - 4, y + 3), (x + 5, y + 3)), ink, 0.6)


def _mist(canvas: Shapes, box: Box, ink: Color) -> None:
    """Short level lines."""
    for x, y, number in motifs(box, 10):
        long = 3.5 if number % 2 else 2
        canvas.stroke(((x - long, y), (x + long, y)), ink, 0.6)


def _snow(canvas: Shapes, box: Box, ink: Color) -> None:
    """Flakes."""
    for x, y, _ in motifs(box, 15):
        for spoke in range(3):
            dx, dy = 4 * cos(pi * spoke / 3 + 0.5), 4 * sin(pi * spoke / 3 + 0.5)
            canvas.stroke(((x - dx, y - dy), (x + dx, y + dy)), ink, 0.7)


def _dim(canvas: Shapes, box: Box, ink: Color) -> None:
    """A thin shade."""
    hatch(canvas, box, "rising", ink, 7, 0.5)


def _slime(canvas: Shapes, box: Box, ink: Color) -> None:
    """Drops."""
    for x, y, number in motifs(box, 14):
        size = 4.0 if number % 2 else 2.8
        drop = [(x, y - 1.6 * size), *_ring(x, y, size, size, 10, -0.6)[:9], (x, y - 1.6 * size)]
        canvas.stroke(drop, ink, 0.7)


LOOKS: dict[str, TerrainLook] = {
    "smoke": TerrainLook("TN", GROUNDS["concealing",].pattern),
    "fog": TerrainLook("LE", _fog),
    "mist": TerrainLook("LG", _mist),
    "snowfall": TerrainLook("LG", _snow),
    "dim-light": TerrainLook("LE", _dim),
    "darkness": TerrainLook("TN", GROUNDS["opaque",].pattern),
    "rubble": TerrainLook("TN", _rubble),
    "mud": TerrainLook("CN", _mud),
    "ice": TerrainLook("LG", _ice),
    "slippery-ice": TerrainLook("LG", GROUNDS["slippery",].pattern),
    "slime": TerrainLook("NG", _slime),
    "fence": TerrainLook("CG", _fence),
    "low-wall": TerrainLook("TN", _low_wall),
    "undergrowth": TerrainLook("NG", _undergrowth),
    "curtain": TerrainLook("CE", _curtain),
    "cobwebs": TerrainLook("TN", _cobwebs),
    "vines": TerrainLook("NE", _vines),
    "quicksand": TerrainLook("CG", _quicksand),
    "gouts-of-flame": TerrainLook("CE", _flames),
    "superheated-steam": TerrainLook("CE", _steam),
    "magma": TerrainLook("CE", _magma),
    "pool-of-acid": TerrainLook("NG", _bubbles),
    "stone-spikes": TerrainLook("CE", _spikes),
    "wall": TerrainLook("TN", GROUNDS["solid",].pattern),
    "river-current": TerrainLook("LN", GROUNDS["deep-water",].pattern),
    "buffeting-winds": TerrainLook("LG", GROUNDS["directional",].pattern),
    "conveyor-belt": TerrainLook("TN", GROUNDS["directional",].pattern),
}
"""How each kind of terrain looks, by its key."""

_SIGNS = {
    "difficult": grounds.draw_triangle,
    "obstructing": grounds.draw_bush,
    "hazardous": grounds.draw_cross,
    "encumbering": grounds.draw_net,
}
"""The signs of effects, those of the printed tiles. What hides or bars is seen from the pattern alone."""
