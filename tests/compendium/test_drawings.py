"""Boards and tiles as drawn: what is where, in shapes and in words, and no style but classes."""

from xml.etree import ElementTree

import pytest

from compendium.drawings import SQUARE, WIDTH, condition_layouts, deployment_layouts, tile_drawing, tile_legend
from printing.canvas import Box
from printing.svg import SvgFigure
from rules.tables.boards import DEPLOYMENTS
from rules.tables.tiles import LEGEND, TILES
from rules.tables.victory_conditions.conditions import CONDITIONS
from tests.reading import svg_tree
from tests.rows import every_row

SMALL_BOARD = 24
"""Squares across."""


def boxes(root: ElementTree.Element, css: str, square: float = WIDTH / SMALL_BOARD) -> list[tuple[float, ...]]:
    """The rectangles of a class in squares: x, y, width, height."""
    return [
        tuple(float(node.attrib[name]) / square for name in ("x", "y", "width", "height"))
        for node in root.iter("rect")
        if css in node.attrib["class"].split()
    ]


EVERY_DRAWING = [
    *[layout.drawing for deployment in DEPLOYMENTS for layout in deployment_layouts(deployment.key)],
    *[layout.drawing for condition in CONDITIONS for layout in condition_layouts(condition.key)],
    *[tile_drawing(tile.key, turned) for tile in TILES for turned in range(4)],
]


@every_row("markup", EVERY_DRAWING)
def test_a_drawing_says_in_words_what_it_shows(markup):
    root = svg_tree(markup)
    assert root.attrib["role"] == "img"
    said = {node.attrib["id"]: node.text for node in root if node.tag in ("title", "desc")}
    assert said[root.attrib["aria-labelledby"]]
    assert "squares" in said[root.attrib["aria-describedby"]]


@every_row("markup", EVERY_DRAWING)
def test_a_drawing_leaves_its_look_to_the_style_sheet(markup):
    for node in svg_tree(markup).iter():
        assert not {"style", "fill", "stroke", "onclick", "href"} & node.attrib.keys()
        assert node.tag in ("svg", "title", "desc", "rect", "path", "text")


def test_the_ids_of_all_drawings_differ():
    ids = [element.attrib["id"] for markup in EVERY_DRAWING for element in svg_tree(markup) if "id" in element.attrib]
    assert len(ids) == len(set(ids)) == 2 * len(EVERY_DRAWING)


@pytest.mark.parametrize(
    ("key", "zones"),
    [
        ("opposite-corners", {"a": [(0, 0, 6, 6)], "b": [(18, 12, 6, 6)]}),
        ("close-and-personal", {"a": [(8, 5, 8, 4)], "b": [(8, 9, 8, 4)]}),
        ("pincered", {"a": [(0, 0, 2, 18), (12, 0, 2, 18)], "b": [(10, 0, 2, 18), (22, 0, 2, 18)]}),
        ("vanguard", {"a": [(9, 6, 6, 6), (21, 0, 3, 18)], "b": [(0, 0, 8, 18)]}),
        ("a-house-divided", {"a": [(0, 0, 6, 6), (18, 12, 6, 6)], "b": [(18, 0, 6, 6), (0, 12, 6, 6)]}),
        ("across-the-way", {"a": [(0, 0, 24, 4)], "b": [(0, 14, 24, 4)]}),
        ("fight-to-the-end", {"a": [(0, 0, 24, 9)], "b": [(0, 9, 24, 9)]}),
    ],
)
def test_the_zones_lie_in_their_squares_on_the_small_board(key, zones):
    root = svg_tree(deployment_layouts(key)[0].drawing)
    assert boxes(root, "ground") == [(0, 0, 24, 18)]
    assert {player: boxes(root, f"zone-{player}") for player in zones} == zones


def test_every_zone_bears_its_players_letter():
    root = svg_tree(deployment_layouts("free-for-all")[2].drawing)
    assert [node.text for node in root.iter("text") if "zone-name" in node.attrib["class"].split()] == [
        "A",
        "B",
        "C",
        "D",
    ]


def test_the_words_of_a_layout_say_where_each_zone_is():
    assert deployment_layouts("vanguard")[0].lines == (
        ("Player A", "6 by 6 squares (vanguard), 9 squares right and 6 down from the top left corner"),
        ("Player B", "8 by 18 squares, at the top, bottom and left edges"),
        ("Player A", "3 by 18 squares (rest), at the top, bottom and right edges"),
    )


@pytest.mark.parametrize(
    ("key", "spots"),
    [
        ("seize-the-ground", [(12, 9)]),
        ("beast-hunt", [(12, 9)]),
        ("fonts-of-power", [(12, 9)]),
        ("destroy-supplies", [(6, 6), (12, 6), (18, 6), (6, 12), (12, 12), (18, 12)]),
        ("buried-treasure", [(4, 9), (8, 9), (12, 9), (16, 9), (20, 9)]),
        ("sacred-shrines", [(8, 9), (16, 9), (12, 4.5), (12, 13.5)]),
    ],
)
def test_the_props_of_a_victory_condition_stand_on_their_spots(key, spots):
    root = svg_tree(condition_layouts(key)[0].drawing)
    drawn = [(x + width / 2, y + height / 2) for x, y, width, height in boxes(root, "prop")]
    assert drawn == [pytest.approx(spot) for spot in spots]


@pytest.mark.parametrize("key", ["standard-victory", "assassins", "rescue-mission", "confrontation", "no-such"])
def test_a_condition_without_places_is_not_drawn(key):
    assert condition_layouts(key) == ()


def test_what_is_no_deployment_is_not_drawn():
    assert deployment_layouts("secret-deployment") == ()
    assert tile_drawing("no-such") is None
    assert tile_legend("no-such") == ()


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.key)
def test_a_tile_shows_every_square_of_its_terrain(tile):
    root = svg_tree(tile_drawing(tile.key))
    for letter, traits in LEGEND.items():
        css = "-and-".join(traits)
        expected = {(x, y, 1, 1) for y, row in enumerate(tile.grid) for x, sign in enumerate(row) if sign == letter}
        assert not traits or set(boxes(root, css, SQUARE)) == expected


def corners(path: str) -> list[tuple[int, int]]:
    """The corners of the grid that are nearest to the points of a line."""
    return [tuple(round(float(number) / SQUARE) for number in point.split()) for point in path[1:].split("L")]


def test_walls_and_doors_run_along_their_borders():
    root = svg_tree(tile_drawing("command-center"))
    walls = [corners(node.attrib["d"]) for node in root.iter("path") if node.attrib["class"] == "wall"]
    assert walls == [[(0, 0), (0, 4)], [(0, 4), (1, 4)], [(4, 4), (5, 4)], [(5, 3), (5, 4)]]
    (left, top, width, height), (knob_left, *_) = boxes(root, "door", SQUARE)
    assert (left, width) == (2, 2)
    assert top + height / 2 == pytest.approx(4)
    assert 2 < knob_left < 3


def test_a_turned_tile_is_as_high_as_it_was_wide():
    assert boxes(svg_tree(tile_drawing("donjon", 1)), "ground", SQUARE) == [(0, 0, 5, 8)]


def test_a_tile_is_told_square_by_square_and_border_by_border():
    root = svg_tree(tile_drawing("command-center"))
    assert root.find("desc").text == (
        "8 by 5 squares, columns from the left and rows from the top. "
        "Difficult and obstructing: column 4 row 2 and column 2 row 3. Solid: column 2 row 5. "
        "Walls: at the left, rows 1 to 4, below row 4 at column 1, below row 4 at column 5 and right of column 5 at "
        "row 4. Doors: below row 4 at columns 3 to 4."
    )


def test_a_legend_explains_what_occurs_and_nothing_else():
    assert [(line.what, line.traits) for line in tile_legend("hazard")] == [("", ("solid",)), ("", ("hazardous",))]
    assert [(line.what, line.traits) for line in tile_legend("donjon")] == [("Wall", ("solid",)), ("", ("door",))]


def test_words_in_a_drawing_are_escaped():
    markup = SvgFigure(Box(0, 0, 1, 1)).svg("c", key="x", title="<b>&", description='"<script>"')
    assert "<script>" not in markup
    assert svg_tree(markup).find("title").text == "<b>&"
