"""A hex map as PDF: terrain with fog, features, roads, rivers and groups, and a key."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from printing.boxes import centered
from printing.canvas import SMALLEST, Box, Canvas, Point
from printing.colors import Color, color, mixed
from printing.text import ASCENT, BOLD, DESCENT, TEXT, Run, Style, line
from rules.adventures.kinds.hexploration.facts import LETTERS
from rules.adventures.kinds.hexploration.hexes import HexFeature, HexPlace, HexTerrain, hex_label
from rules.adventures.kinds.hexploration.kind import HexMapDrawing

GROUNDS: Mapping[HexTerrain, Color] = {
    "plains": color("#dfe0a4"),
    "desert": color("#f0d9a0"),
    "aquatic": color("#a9cfe6"),
    "mountain": color("#b9aea6"),
    "forest": color("#93bd84"),
    "swamp": color("#a3a678"),
    "arctic": color("#eef5f8"),
}
"""The colors of the page's light theme."""
TERRAIN_NAMES: Mapping[HexTerrain, str] = {
    "plains": "plains",
    "desert": "desert",
    "aquatic": "water",
    "mountain": "mountain",
    "forest": "forest",
    "swamp": "swamp",
    "arctic": "arctic",
}
LARGEST = 26.0
"""Points from the center of a hex to its corners, on the smallest maps."""
LETTERED = 7.0
"""The smallest size at which hexes show the letters of their terrain."""
LABELED = 15.0
"""The smallest size at which hexes have labels; smaller maps have numbers at their edges."""
EDGE = 11.0
"""Space for the numbers at the left and upper edges."""
_ASIDE = 22.0  # hexes from here on have room for their label beside their middle
_FOG = 0.6  # how much paler hexes are that players have not seen
_AROUND = 1  # hexes that are drawn around what is known
_HIGH = sqrt(3)
_CORNERS = tuple((x, y * _HIGH / 2) for x, y in ((-1, 0), (-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1)))
_ROAD, _RIVER = color("#7a5a2e"), color("#2f6f9c")
_KEY_SIZE, _KEY_LEADING, _SWATCH = 8.0, 12.0, 4.5
_PALER = "paler: not seen by players"
_MARKS: Mapping[HexFeature, tuple[Point, ...]] = {
    "landmark": ((0, -1), (0.9, 0.8), (-0.9, 0.8)),
    "secret": ((0, -1), (0.8, 0), (0, 1), (-0.8, 0)),
    "resource": ((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)),
}


class MapWindow(NamedTuple):
    """The drawn part of a map: its first and last column and row."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> float:
        """Its width, relative to the distance from the center of a hex to its corners."""
        return 1.5 * (self.right - self.left) + 2

    @property
    def height(self) -> float:
        """Its height, in the same unit."""
        return _HIGH * (self.bottom - self.top + (1.5 if self.right > self.left else 1))


@dataclass(frozen=True, slots=True)
class HexMapPrint:
    """A map with its drawn part, and the points from the center of each hex to its corners."""

    drawing: HexMapDrawing
    window: MapWindow
    radius: float

    @property
    def edge(self) -> float:
        """The space for numbers at two edges, in points."""
        return 0.0 if self.radius >= LABELED else EDGE

    @property
    def width(self) -> float:
        """Its width, in points."""
        return self.window.width * self.radius + self.edge

    @property
    def height(self) -> float:
        """Its height, in points."""
        return self.window.height * self.radius + self.edge

    def middle(self, place: HexPlace, left: float, top: float) -> Point:
        """Return the center of a hex on a map, from the map's upper left corner."""
        across, down = place[0] - self.window.left, place[1] - self.window.top
        lower = (place[0] % 2 == 0) if self.window.right > self.window.left else False
        x = left + self.edge + (1 + 1.5 * across) * self.radius
        return x, top + self.edge + _HIGH * (down + (1.0 if lower else 0.5)) * self.radius


def hex_map_window(drawing: HexMapDrawing) -> MapWindow:
    """Return the known part of a map, with the hexes around it."""
    known = [place for places in (*drawing.terrain.values(), *drawing.fog.values()) for place in places]
    known += [place for _, place, _ in drawing.features]
    known += [place for course in (*drawing.roads, *drawing.rivers) for place in course]
    known += [place for group in drawing.groups for place in (group.place, group.toward) if place is not None]
    columns, rows = [column for column, _ in known], [row for _, row in known]
    if not known:
        return MapWindow(1, 1, drawing.columns, drawing.rows)
    return MapWindow(
        max(min(columns) - _AROUND, 1),
        max(min(rows) - _AROUND, 1),
        min(max(columns) + _AROUND, drawing.columns),
        min(max(rows) + _AROUND, drawing.rows),
    )


def hex_map_print(drawing: HexMapDrawing, width: float, height: float) -> HexMapPrint:
    """Return a map as large as possible in a space, in points."""
    window = hex_map_window(drawing)

    def fitting(edge: float) -> float:
        return min((width - edge) / window.width, (height - edge) / window.height, LARGEST)

    whole = fitting(0.0)
    return HexMapPrint(drawing, window, whole if whole >= LABELED else min(fitting(EDGE), LABELED - 0.01))


def draw_hex_map(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    """Draw a map whose left upper corner is given, from the ground up, as the page draws it."""
    _draw_grounds(canvas, hex_map, left, top)
    _draw_courses(canvas, hex_map, left, top)
    _draw_grid(canvas, hex_map, left, top)
    _draw_numbers(canvas, hex_map, left, top)
    _draw_features(canvas, hex_map, left, top)
    _draw_groups(canvas, hex_map, left, top)


def _hex(middle: Point, radius: float) -> list[Point]:
    return [(middle[0] + x * radius, middle[1] + y * radius) for x, y in _CORNERS]


def _ground(terrain: HexTerrain, *, is_fog: bool) -> Color:
    ground = GROUNDS[terrain]
    return mixed(ground, (1.0, 1.0, 1.0), _FOG) if is_fog else ground


def _places(hex_map: HexMapPrint) -> Iterator[HexPlace]:
    """Yield the hexes that are drawn."""
    window = hex_map.window
    for column in range(window.left, window.right + 1):
        for row in range(window.top, window.bottom + 1):
            yield column, row


def _grounds(hex_map: HexMapPrint) -> dict[HexPlace, tuple[HexTerrain, Color]]:
    """Return the terrain of each hex that has one, with its color."""
    grounds: dict[HexPlace, tuple[HexTerrain, Color]] = {}
    for places, is_fog in ((hex_map.drawing.terrain, False), (hex_map.drawing.fog, True)):
        for terrain, hexes in places.items():
            grounds.update(dict.fromkeys(hexes, (terrain, _ground(terrain, is_fog=is_fog))))
    return grounds


def _draw_grounds(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    grounds = _grounds(hex_map)
    for place in _places(hex_map):
        if place in grounds:
            canvas.shape(_hex(hex_map.middle(place, left, top), hex_map.radius), fill=grounds[place][1])


def _draw_grid(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    for place in _places(hex_map):
        canvas.shape(_hex(hex_map.middle(place, left, top), hex_map.radius), stroke=canvas.palette.rule, weight=0.4)


def _draw_numbers(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    """Draw the letter and the label of each hex, or the numbers at the edges of a map with small hexes."""
    grounds, small = _grounds(hex_map), Style(TEXT, SMALLEST, canvas.palette.soft)
    for place in _places(hex_map):
        ground = grounds.get(place)
        middle = hex_map.middle(place, left, top)
        _draw_words(canvas, hex_map, middle, ground[0] if ground else None, hex_label(*place), small)
    if hex_map.radius < LABELED:
        _draw_edges(canvas, hex_map, left, top)


def _draw_words(
    canvas: Canvas, hex_map: HexMapPrint, middle: Point, terrain: HexTerrain | None, label: str, style: Style
) -> None:
    """Draw the letter and the label of a hex; in large hexes, they leave the center to roads and rivers."""
    x, y = middle
    is_labeled = hex_map.radius >= LABELED
    if terrain and hex_map.radius >= LETTERED:
        across, down = (-0.25, -0.6) if is_labeled else (0.0, 0.0)
        centered(canvas, LETTERS[terrain], style, x + across * hex_map.radius, y + down * hex_map.radius)
    if is_labeled:
        aside = -0.29 * hex_map.radius if hex_map.radius >= _ASIDE else 0.0
        centered(canvas, label, style, x + aside, y + 0.65 * hex_map.radius)


def _draw_courses(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    weight = max(0.8, hex_map.radius / 12)
    for courses, ink, dash in ((hex_map.drawing.rivers, _RIVER, ()), (hex_map.drawing.roads, _ROAD, (3.0, 1.6))):
        for places in courses:
            canvas.stroke([hex_map.middle(place, left, top) for place in places], ink, weight, dash)


def _draw_features(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    # Beside the letter of the terrain on small hexes, below it on large ones.
    for feature, place, _ in hex_map.drawing.features:
        x, y = hex_map.middle(place, left, top)
        _draw_mark(canvas, feature, (x - 0.55 * hex_map.radius, y), hex_map.radius / 5)
    for place in hex_map.drawing.reconnoitered:
        x, y = hex_map.middle(place, left, top)
        _draw_dot(canvas, (x + 0.45 * hex_map.radius, y - 0.6 * hex_map.radius), hex_map.radius / 10)


def _draw_mark(canvas: Canvas, feature: HexFeature, middle: Point, size: float) -> None:
    points = [(middle[0] + x * size, middle[1] + y * size) for x, y in _MARKS.get(feature, _MARKS["landmark"])]
    canvas.shape(points, fill=canvas.palette.ink)


def _draw_dot(canvas: Canvas, middle: Point, size: float) -> None:
    x, y = middle
    canvas.box(Box(x - size, y - size, x + size, y + size), fill=canvas.palette.ink, round_by=size)


def _draw_groups(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    accent, taken = canvas.palette.accent, dict[HexPlace, int]()
    size = max(hex_map.radius / 3.2, 2.0)
    for group in hex_map.drawing.groups:
        x, y = hex_map.middle(group.place, left, top)
        if group.toward is not None:
            across, down = hex_map.middle(group.toward, left, top)
            canvas.stroke(((x, y), ((x + across) / 2, (y + down) / 2)), accent, max(0.8, hex_map.radius / 14), (1, 2))
        x += (0.25 + 0.5 * taken.get(group.place, 0)) * hex_map.radius
        taken[group.place] = taken.get(group.place, 0) + 1
        canvas.box(Box(x - size, y - size, x + size, y + size), fill=accent, round_by=size)
        if hex_map.radius >= LABELED:
            letter = group.name.removeprefix("The ")[:1].upper()
            centered(canvas, letter, Style(BOLD, max(SMALLEST, size * 1.3), (1.0, 1.0, 1.0)), x, y)


def _draw_edges(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float) -> None:
    """Draw the numbers of columns above the map and of rows beside it, as many as fit."""
    window, small = hex_map.window, Style(TEXT, SMALLEST, canvas.palette.soft)
    for column in range(window.left, window.right + 1):
        if _has_number(column, window.left, 1.5 * hex_map.radius):
            x, _ = hex_map.middle((column, window.top), left, top)
            centered(canvas, f"{column:02d}", small, x, top + EDGE / 2)
    for row in range(window.top, window.bottom + 1):
        if _has_number(row, window.top, _HIGH * hex_map.radius):
            _, y = hex_map.middle((window.left, row), left, top)
            centered(canvas, f"{row:02d}", small, left + EDGE / 2, y)


def _has_number(number: int, first: int, apart: float) -> bool:
    return apart >= EDGE or number % 5 == 0 or (number == first and number % 5 not in (1, 4))


class _KeyEntry(NamedTuple):
    """A sign of the key and its words; ``draw`` receives the center of the sign."""

    words: str
    draw: Callable[[Canvas, Point], None]


def hex_map_key_height(canvas: Canvas, hex_map: HexMapPrint, width: float) -> float:
    """Return the height of a map's key in a column of a width, in points."""
    return _KEY_LEADING * len(_key_rows(canvas, hex_map, width))


def draw_hex_map_key(canvas: Canvas, hex_map: HexMapPrint, left: float, top: float, width: float) -> None:
    """Draw the key of a map, with only the signs that the map contains."""
    style = _key_style(canvas)
    for number, row in enumerate(_key_rows(canvas, hex_map, width)):
        y = top + (number + 0.5) * _KEY_LEADING
        for x, entry in row:
            entry.draw(canvas, (left + x + _SWATCH, y))
            words = line(Run(entry.words, style))
            canvas.text(words, left + x + 3 * _SWATCH, y + (ASCENT - DESCENT) * style.size / 2)


def _key_style(canvas: Canvas) -> Style:
    return Style(TEXT, _KEY_SIZE, canvas.palette.soft)


def _key_rows(canvas: Canvas, hex_map: HexMapPrint, width: float) -> list[list[tuple[float, _KeyEntry]]]:
    rows: list[list[tuple[float, _KeyEntry]]] = []
    x, style = width + 1, _key_style(canvas)
    for entry in _key(hex_map):
        wide = 3 * _SWATCH + line(Run(entry.words, style)).width
        if x + wide > width:
            rows.append([])
            x = 0.0
        rows[-1].append((x, entry))
        x += wide + 10
    return rows


def _key(hex_map: HexMapPrint) -> Iterator[_KeyEntry]:
    drawing, has_letters = hex_map.drawing, hex_map.radius >= LETTERED
    drawn = {*drawing.terrain, *drawing.fog}
    for terrain, name in TERRAIN_NAMES.items():
        if terrain in drawn:
            words = f"{LETTERS[terrain]}: {name}" if has_letters else name
            yield _KeyEntry(words, _swatch(_ground(terrain, is_fog=False)))
    if drawing.fog:
        terrain = next(iter(drawing.fog))
        yield _KeyEntry(_PALER, _swatch(_ground(terrain, is_fog=True)))
    features = {feature for feature, _, _ in drawing.features}
    for feature in _MARKS:
        if feature in features or (feature == "landmark" and features - _MARKS.keys()):
            yield _KeyEntry(feature, _feature_sign(feature))
    if drawing.reconnoitered:
        yield _KeyEntry("reconnoitered", lambda canvas, middle: _draw_dot(canvas, middle, 1.6))
    if drawing.roads:
        yield _KeyEntry("road", _course_sign(_ROAD, (3.0, 1.6)))
    if drawing.rivers:
        yield _KeyEntry("river", _course_sign(_RIVER, ()))
    for group in drawing.groups:
        yield _KeyEntry(f"{group.name}, {hex_label(*group.place)}", _draw_group_sign)


def _swatch(fill: Color) -> Callable[[Canvas, Point], None]:
    return lambda canvas, middle: canvas.shape(_hex(middle, _SWATCH), fill=fill, stroke=canvas.palette.edge, weight=0.4)


def _feature_sign(feature: HexFeature) -> Callable[[Canvas, Point], None]:
    return lambda canvas, middle: _draw_mark(canvas, feature, middle, 3.6)


def _course_sign(ink: Color, dash: Iterable[float]) -> Callable[[Canvas, Point], None]:
    def draw(canvas: Canvas, middle: Point) -> None:
        x, y = middle
        canvas.stroke(((x - _SWATCH, y), (x + _SWATCH, y)), ink, 1.4, tuple(dash))

    return draw


def _draw_group_sign(canvas: Canvas, middle: Point) -> None:
    x, y = middle
    canvas.box(Box(x - 3.6, y - 3.6, x + 3.6, y + 3.6), fill=canvas.palette.accent, round_by=3.6)
