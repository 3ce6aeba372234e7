"""A map of hexes as SVG: compact shapes for the whole map, names and labels for the visible part.

It is drawn from bottom to top: ground, water, road, grid, number, marker, label.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rules.adventures.kinds.hexploration.hexes import HexPlace, HexTerrain, hex_label, hex_place
from rules.adventures.kinds.hexploration.kind import HEXPLORATION, HexMapDrawing
from rules.adventures.kinds.hexploration.play import HexplorationInPlay

ACROSS, DOWN, WIDE = 15, 18, 20
"""Units from column to column and from row to row, and the width of a hex."""
ZOOMS: Mapping[str, int] = {"1": 9, "2": 21}
"""The columns at each zoom; any other word means the whole map."""
WHOLE = "3"
NEAR = "1"
TERRAINS: Mapping[HexTerrain, str] = {
    "plains": "Plains",
    "desert": "Desert",
    "aquatic": "Water",
    "mountain": "Mountain",
    "forest": "Forest",
    "swamp": "Swamp",
    "arctic": "Arctic",
}
"""The words of the key, in its order; it names what is on the map."""
LONGEST = 14
"""Letters of a line of a name on the map: a name has one or two."""
_TYPE = 4.7
"""Units of the type size of names on a phone."""
_HEX = "l5-9h10l5 9-5 9h-10z"
_LANDMARK, _SECRET, _RESOURCE = "l4-7 4 7z", "l3-3 3 3-3 3z", "h5v5h-5z"
_MARKS = {"landmark": (6, 3, _LANDMARK), "secret": (7, 0, _SECRET), "resource": (7, -2, _RESOURCE)}


@dataclass(frozen=True, slots=True)
class MapGroup:
    """A group on the map: its place, its letter, its name, and the line to its destination."""

    x: int
    y: int
    letter: str
    name: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class HexMapView:
    """A map to draw: its window, and as SVG its ground, with water and roads, its numbers, markers and names."""

    box: str
    width: int
    height: int
    at: str
    zoom: str
    ground: SafeString
    numbers: SafeString
    markers: SafeString
    labels: SafeString
    groups: tuple[MapGroup, ...]
    chosen: str
    moves: tuple[tuple[str, str, str, str], ...]
    terrains: tuple[tuple[str, str], ...]


def hex_map_view(state: HexplorationInPlay, at: str, zoom: str) -> HexMapView:
    """Return the map of a state; ``at`` is the label of the hex in the center, by default that of the first group."""
    drawing = HEXPLORATION.hex_map(state)
    asked = hex_place(at)
    is_chosen = asked is not None and 1 <= asked[0] <= drawing.columns and 1 <= asked[1] <= drawing.rows
    middle = asked if asked is not None and is_chosen else hex_place(state.own.groups[0].hex) or (1, 1)
    zoom = zoom if zoom in ZOOMS else WHOLE if zoom == WHOLE else NEAR
    width, height = ACROSS * drawing.columns + 5, DOWN * drawing.rows + (9 if drawing.columns > 1 else 0)
    near = _around(drawing, middle) if zoom == NEAR else []
    return HexMapView(
        box=_box(middle, zoom, width, height),
        width=width,
        height=height,
        at=hex_label(*middle),
        zoom=zoom,
        ground=_svg(_ground_paths(drawing)),
        numbers=_numbers(near),
        markers=_svg(_marker_paths(drawing)),
        labels=_names(drawing, set(near), width),
        groups=tuple(_groups(drawing)),
        chosen=_shape(middle) if is_chosen else "",
        moves=tuple(_moves(drawing, middle, zoom)),
        terrains=tuple(
            (terrain, name)
            for terrain, name in TERRAINS.items()
            if terrain in drawing.terrain or terrain in drawing.fog
        ),
    )


def _corner(place: HexPlace) -> tuple[int, int]:
    """Return the left corner of a hex."""
    column, row = place
    return ACROSS * (column - 1), DOWN * row - (0 if column % 2 == 0 else 9)


def _middle(place: HexPlace) -> tuple[int, int]:
    x, y = _corner(place)
    return x + WIDE // 2, y


def _shape(place: HexPlace) -> str:
    x, y = _corner(place)
    return f"M{x} {y}{_HEX}"


def _shapes(places: Iterable[HexPlace]) -> str:
    """Return many hexes as one path."""
    corners = [f"M{ACROSS * (c - 1)} {DOWN * r - 9 * (c % 2)}" for c, r in places]
    return f"{_HEX.join(corners)}{_HEX}"


def _box(middle: HexPlace, zoom: str, width: int, height: int) -> str:
    columns = ZOOMS.get(zoom)
    if columns is None:
        return f"0 0 {width} {height}"
    x, y = _middle(middle)
    # As wide as high as the frame is, three to four, and nowhere wider than the map.
    wide = min(ACROSS * columns + 5, width)
    high = min(wide * 3 // 4, height)
    wide = min(wide, high * 4 // 3)
    # What lies beyond the edge of the map is not worth a window.
    left = min(max(x - wide // 2, 0), max(width - wide, 0))
    top = min(max(y - high // 2, 0), max(height - high, 0))
    return f"{left} {top} {wide} {high}"


def _svg(paths: Iterable[tuple[str, str]]) -> SafeString:
    """Return paths as SVG, each with its attributes; nothing in them has to be escaped."""
    return SafeString("".join(f'<path {attributes} d="{path}"></path>' for attributes, path in paths))


def _ground_paths(drawing: HexMapDrawing) -> Iterator[tuple[str, str]]:
    """Yield the layers of the ground, from bottom to top: attributes of a path, and its description."""
    for places, veil in ((drawing.terrain, ""), (drawing.fog, ' class="is-veiled"')):
        for terrain, hexes in places.items():
            yield f'fill="url(#ground-{terrain})"{veil}', _shapes(hexes)
    for name, courses in (("river", drawing.rivers), ("road", drawing.roads)):
        if courses:
            course = "".join("M" + "L".join(f"{x} {y}" for x, y in map(_middle, places)) for places in courses)
            yield f'class="hex-{name}"', course


def _marker_paths(drawing: HexMapDrawing) -> Iterator[tuple[str, str]]:
    if drawing.reconnoitered:
        dots = "".join(f"M{x - 1} {y - 7}h2v2h-2z" for x, y in map(_middle, drawing.reconnoitered))
        yield 'class="hex-reconnoitered"', dots
    for feature, (across, down, mark) in _MARKS.items():
        corners = (_corner(place) for kind, place, _ in drawing.features if kind == feature)
        path = "".join(f"M{x + across} {y + down}{mark}" for x, y in corners)
        if path:
            yield f'class="hex-mark hex-{feature}"', path


def _around(drawing: HexMapDrawing, middle: HexPlace) -> list[HexPlace]:
    """Return the hexes that a near window shows."""
    columns, rows = ZOOMS[NEAR] // 2 + 2, ZOOMS[NEAR] // 3 + 1
    return [
        (column, row)
        for column in range(max(middle[0] - columns, 1), min(middle[0] + columns, drawing.columns) + 1)
        for row in range(max(middle[1] - rows, 1), min(middle[1] + rows, drawing.rows) + 1)
    ]


def _numbers(places: Iterable[HexPlace]) -> SafeString:
    # A template would take longer for these than for the rest of the page.
    labels = ((*_middle(place), hex_label(*place)) for place in places)
    return SafeString("".join(f'<text x="{x}" y="{y}" dy="8">{label}</text>' for x, y, label in labels))


def _names(drawing: HexMapDrawing, near: Container[HexPlace], width: int) -> SafeString:
    named = (label for _, place, name in drawing.features if place in near for label in _lines(name, place, width))
    return format_html_join("", '<text class="hex-name" x="{}" y="{}" dy="{}em">{}</text>', named)


def _lines(name: str, place: HexPlace, width: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield the lines of a name above the middle of its hex, within a map of a width: place, height and text."""
    x, y = map(float, _middle(place))
    lines = wrap(name, LONGEST, max_lines=2, placeholder="…")
    half = max(map(len, lines), default=0) * _TYPE * 0.28
    x, y = min(max(x, half), max(width - half, half)), max(y - 5, _TYPE * len(lines))
    for number, text in enumerate(reversed(lines)):
        yield f"{x:g}", f"{y:g}", f"{-1.05 * number:g}", text


def _groups(drawing: HexMapDrawing) -> Iterator[MapGroup]:
    taken: dict[HexPlace, int] = {}
    for group in drawing.groups:
        x, y = _middle(group.place)
        x += 6 * taken.get(group.place, 0)
        taken[group.place] = taken.get(group.place, 0) + 1
        path = ""
        if group.toward is not None:
            across, down = _middle(group.toward)
            path = f"M{x} {y}L{(x + across) / 2:g} {(y + down) / 2:g}"
        yield MapGroup(x, y, group.name.removeprefix("The ")[:1].upper(), group.name, path)


def _moves(drawing: HexMapDrawing, middle: HexPlace, zoom: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the links that move the map: a word for scripts, its text, and the hex and the zoom to which it leads."""
    step = max(ZOOMS.get(zoom, ZOOMS["2"]) // 3, 1)
    for word, text, across, down in (
        ("n", "North", 0, -step),
        ("w", "West", -step, 0),
        ("e", "East", step, 0),
        ("s", "South", 0, step),
    ):
        column, row = middle[0] + across, middle[1] + down
        place = min(max(column, 1), drawing.columns), min(max(row, 1), drawing.rows)
        yield word, text, hex_label(*place), zoom
    nearer, farther = str(max(int(zoom) - 1, 1)), str(min(int(zoom) + 1, 3))
    yield "in", "Closer", hex_label(*middle), nearer
    yield "out", "Farther", hex_label(*middle), farther
    yield "all", "Whole map", hex_label(*middle), WHOLE
