"""Distances and the squares of areas, against the rulebook's figure."""

import pytest

from rules.errors import RulesError
from rules.tables.areas import (
    DIAGONAL,
    ONE_IN_THREE,
    ONE_IN_TWO,
    SLOPES,
    STRAIGHT,
    Slope,
    Square,
    burst,
    cone_from_corner,
    cone_from_edge,
    distance,
    emanation,
    entries,
    line_area,
    turned,
)
from tests.rows import every_row

# The figure, each number the smallest drawn size that covers the square. Drawn sizes only: a 5 appears as 6.
CORNER_CONE = """
 2  2  3  4  6  6  8  8 10 10 12 12
 2  3  4  4  6  8  8 10 10 12 12
 3  4  4  6  6  8  8 10 10 12 12
 4  4  6  6  8  8 10 10 12 12
 6  6  6  8  8  8 10 10 12 12
 6  8  8  8  8 10 10 12 12
 8  8  8 10 10 10 10 12 12
 8 10 10 10 10 12 12 12
10 10 10 12 12 12 12
10 12 12 12 12
12 12 12
12
"""

EDGE_CONE = """
.  .  .  .  .  .  .  2  4  .  .  .  .  .  .  .
.  .  .  .  .  .  3  2  2  4  .  .  .  .  .  .
.  .  .  .  .  4  3  3  3  4  4  .  .  .  .  .
.  .  .  .  6  6  6  4  4  6  6  6  .  .  .  .
.  .  .  8  8  6  6  6  6  6  6  8  8  .  .  .
.  .  10 8  8  8  8  6  6  8  8  8  8  10 .  .
.  10 10 10 10 8  8  8  8  8  8  10 10 10 10 .
12 12 12 10 10 10 10 8  8  10 10 10 10 12 12 12
.  12 12 12 12 10 10 10 10 10 10 12 12 12 12 .
.  .  .  12 12 12 12 10 10 12 12 12 12 .  .  .
.  .  .  .  .  12 12 12 12 12 12 .  .  .  .  .
.  .  .  .  .  .  .  12 12 .  .  .  .  .  .  .
"""


def read(figure: str, first_column: int, first_row: int) -> dict[Square, int]:
    return {
        (first_column + x, first_row + y): int(word)
        for y, row in enumerate(figure.strip("\n").splitlines())
        for x, word in enumerate(row.split())
        if word != "."
    }


@every_row(
    ("dx", "dy", "squares"),
    [(0, 0, 0), (1, 0, 1), (1, 1, 1), (2, 2, 3), (3, 3, 4), (4, 4, 6), (5, 1, 5), (-5, 2, 6), (2, -5, 6), (0, 7, 7)],
)
def test_distance_counts_every_second_diagonal_twice(dx: int, dy: int, squares: int) -> None:
    assert distance(dx, dy) == squares


def test_emanation_one_is_the_ring_of_adjacent_squares() -> None:
    assert emanation(1) == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert len(emanation(1, 2)) == 12
    assert len(emanation(1, 3)) == 16
    assert len(emanation(1, 4)) == 20


@every_row("size", [1, 2, 3, 4])
@every_row("width", [1, 2, 3, 4])
def test_an_emanation_is_all_within_its_size_of_the_nearest_own_square(size: int, width: int) -> None:
    own = [(x, y) for x in range(width) for y in range(width)]
    near = {
        (x, y) for x in range(-9, 14) for y in range(-9, 14) if min(distance(x - ox, y - oy) for ox, oy in own) <= size
    }
    assert emanation(size, width) == near - set(own)


@pytest.mark.parametrize(("size", "squares"), [(1, 4), (2, 12), (3, 24), (4, 44), (6, 96)])
def test_the_number_of_squares_of_a_burst(size: int, squares: int) -> None:
    assert len(burst(size)) == squares


@every_row("size", range(1, 9))
def test_a_burst_looks_the_same_from_all_four_sides(size: int) -> None:
    corner_turned = frozenset((-1 - y, x) for x, y in burst(size))
    assert corner_turned == burst(size)
    assert all(-size <= x < size and -size <= y < size for x, y in burst(size))


@every_row("size", [2, 3, 4, 6, 8, 10, 12])
def test_the_drawn_cones(size: int) -> None:
    corner, edge = read(CORNER_CONE, 1, 0), read(EDGE_CONE, -7, 1)
    assert cone_from_corner(size) == {square for square, smallest in corner.items() if smallest <= size}
    assert cone_from_edge(size) == {square for square, smallest in edge.items() if smallest <= size}


def test_a_cone_of_one_is_the_square_in_front() -> None:
    assert cone_from_corner(1) == {(1, 0)}
    assert cone_from_edge(1) == {(0, 1)}


@every_row("size", range(2, 13))
def test_a_larger_cone_holds_the_smaller_one(size: int) -> None:
    assert cone_from_corner(size - 1) < cone_from_corner(size)
    assert cone_from_edge(size - 1) < cone_from_edge(size)


@pytest.mark.parametrize("size", [5, 7, 9, 11])
def test_a_cone_that_is_not_drawn_lies_between_those_that_are(size: int) -> None:
    added = cone_from_edge(size) - cone_from_edge(size - 1)
    assert added < cone_from_edge(size + 1)
    assert all(distance(x, y) <= size for x, y in added)


def test_a_cone_may_be_turned_and_mirrored() -> None:
    down = cone_from_edge(2)
    assert down == {(0, 1), (0, 2), (1, 2)}
    assert turned(down, 1) == {(-1, 0), (-2, 0), (-2, 1)}
    assert turned(down, 2) == {(0, -1), (0, -2), (-1, -2)}
    assert turned(down, mirrored=True) == {(0, 1), (0, 2), (-1, 2)}
    assert turned(down, 4) == down


@pytest.mark.parametrize(
    ("slope", "squares"),
    [
        (STRAIGHT, [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 8), (0, 9), (0, 10)]),
        (ONE_IN_THREE, [(0, 1), (0, 2), (0, 3), (1, 4), (1, 5), (1, 6), (2, 7), (2, 8), (2, 9)]),
        (ONE_IN_TWO, [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (3, 7), (3, 8)]),
        (DIAGONAL, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)]),
    ],
)
def test_the_drawn_lines_are_lines_of_ten(slope: Slope, squares: list[Square]) -> None:
    assert line_area(10, slope) == tuple(squares)


def test_the_slopes_have_names() -> None:
    assert [slope.name for slope in SLOPES] == ["straight", "one in three", "one in two", "diagonal"]


def test_areas_without_a_size_and_cones_beyond_the_figure_are_refused() -> None:
    for area in (emanation, burst, cone_from_corner, cone_from_edge, line_area):
        with pytest.raises(RulesError, match="size of 1 or more"):
            area(0)
    for cone in (cone_from_corner, cone_from_edge):
        with pytest.raises(RulesError, match="up to size 12"):
            cone(13)


def test_every_area_has_an_entry_and_blast_is_a_burst() -> None:
    by_name = {entry.name: entry for entry in entries()}
    assert list(by_name) == ["Emanation", "Aura", "Burst", "Cone", "Line"]
    assert "Blast" in by_name["Burst"].aliases
    assert dict(by_name["Burst"].facts)["Burst 6"] == "96 squares"
