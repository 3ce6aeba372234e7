"""Crests of warbands for any canvas: pages, files and pictures show the same crest."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin

from printing.canvas import Box, Canvas, Point, emblem_line
from printing.colors import SIDES, Color, color, mixed
from printing.svg import SvgFigure
from rules.crests import DIVISIONS, Crest, Division

WIDTH, HEIGHT = 100.0, 116.0
"""The size of a crest including its rim; drawings scale it proportionally."""
RIM = color("#f7f2e6")
"""The color of paper in both themes: it separates the crest from its background."""

_RIM_SHARE = 0.045  # of the width: about 2 px where a crest is 44 px wide
_BORDER_SHARE = 0.07
_SHADE, _LIGHT = 0.32, 0.2  # how much of the second color is black or white
_EMBLEM_SHARE = 0.56
_BLACK, _WHITE = color("#000000"), color("#ffffff")
_DEEP = 0.8  # the sum of red, green and blue below which black would hardly show
_STEPS = 12  # of a quarter's curve
_POINTED = 1.25  # above 1 the curves of both sides meet in a point

Polygon = Sequence[Point]


def draw_crest(canvas: Canvas, shown: Crest, box: Box) -> None:
    """Draw a crest as large as a box allows, in the box's upper left corner."""
    scale = min(box.width / WIDTH, box.height / HEIGHT)

    def placed(points: Polygon) -> Polygon:
        return [(box.left + x * scale, box.top + y * scale) for x, y in points]

    hue = canvas.palette.hue(shown.alignment)
    palette = canvas.palette

    def draw(name: str, points: Polygon, fill: Color, outline: Color) -> None:
        """Fill a shape; outline it where the palette saves ink."""
        with canvas.styled_as(name):
            if hue.band:
                canvas.shape(placed(points), fill=fill)
            else:
                canvas.shape(placed(points), stroke=outline)

    draw("rim", _shield(0), RIM, palette.edge)
    inset = _RIM_SHARE * WIDTH
    if shown.border:
        draw("border", _shield(inset), SIDES.get(shown.border, palette.ink), palette.ink)
        inset += _BORDER_SHARE * WIDTH
        draw("rim", _shield(inset), RIM, palette.ink)
        inset += _RIM_SHARE * WIDTH
    if hue.band:
        draw("field", _shield(inset), hue.band, palette.edge)
    for part in _parts(shown.division, inset):
        draw("division", part, _second(hue.band, hue.on) if hue.band else RIM, palette.rule)
    size = _EMBLEM_SHARE * WIDTH * scale
    with canvas.styled_as("charge"):
        line = emblem_line(shown.emblem, size, hue.on)
        canvas.picture(line, box.left + WIDTH * scale / 2 - size / 2, box.top + HEIGHT * scale * 0.46 + size * 0.375)


@lru_cache(maxsize=512)
def crest_svg(shown: Crest) -> str:
    """Return a crest as SVG in the colors of a style sheet; its meaning is in the text beside it."""
    figure = SvgFigure(Box(0, 0, WIDTH, HEIGHT))
    draw_crest(figure, shown, figure.view)
    return figure.svg("crest-drawing")


def _second(band: Color, on: Color) -> Color:
    """Return the second color of a field: lighter under a dark emblem and on dark fields, otherwise darker."""
    if sum(band) < _DEEP:
        return mixed(band, _WHITE, _LIGHT)
    return mixed(band, _BLACK if sum(on) > sum(band) else _WHITE, _SHADE)


@cache
def _shield(inset: float) -> Polygon:
    """Return the outline of a shield, inset by a distance: straight at the top, round towards its point."""
    left, top, right = inset, inset, WIDTH - inset
    waist, point = HEIGHT * 0.45, HEIGHT - inset * 1.3
    middle = WIDTH / 2
    curve = [
        (
            middle + (right - middle) * cos(step * pi / 2 / _STEPS) ** _POINTED,
            waist + (point - waist) * sin(step * pi / 2 / _STEPS),
        )
        for step in range(_STEPS + 1)
    ]
    mirrored = [(WIDTH - x, y) for x, y in reversed(curve)]
    return ((left, top), (right, top), *curve, *mirrored)


@cache
def _parts(division: Division, inset: float) -> tuple[Polygon, ...]:
    """Return the parts of a shield with its second color."""
    assert division in DIVISIONS
    outline = _shield(inset)
    middle, center = WIDTH / 2, HEIGHT * 0.46
    right_half = _cut(outline, (middle, 0), (1, 0))
    match division:
        case "plain":
            return ()
        case "pale":
            return (right_half,)
        case "fess":
            return (_cut(outline, (0, center), (0, 1)),)
        case "quarterly":
            return (
                _cut(right_half, (0, center), (0, -1)),
                _cut(_cut(outline, (middle, 0), (-1, 0)), (0, center), (0, 1)),
            )
        case "chevron":
            lower = _cut(outline, (middle, center * 0.5), (-0.6, 0.8))
            return (_cut(lower, (middle, center * 0.5), (0.6, 0.8)),)
        case "bend":
            return (_cut(outline, (middle, center), (-0.7, 0.7)),)


def _cut(polygon: Polygon, through: Point, towards: Point) -> Polygon:
    """Return the part of a convex polygon that lies on one side of the line through a point."""

    def distance(point: Point) -> float:
        return (point[0] - through[0]) * towards[0] + (point[1] - through[1]) * towards[1]

    kept: list[Point] = []
    for here, after in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        before, beyond = distance(here), distance(after)
        if before >= 0:
            kept.append(here)
        if before * beyond < 0:
            share = before / (before - beyond)
            kept.append((here[0] + (after[0] - here[0]) * share, here[1] + (after[1] - here[1]) * share))
    return tuple(kept)
