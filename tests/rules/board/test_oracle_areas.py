"""The oracle's areas on boards that are worked out by hand, each with its ruling."""

import pytest

from tests.rules.board.small_boards import area, ask, board, borders, creature, squares

ALL = [(x, y) for x in range(4) for y in range(4)]


def burst(*things, size=1, point=(2, 2), square=(1, 1), columns=4, rows=4):
    return area(board(columns, rows, *things), shape="burst", size=size, point=list(point), square=list(square))


def test_bursts_on_an_open_board():
    # Ruling 526. Sizes 1 to 4 of the figure.
    assert burst() == [(1, 1), (1, 2), (2, 1), (2, 2)]
    middle = {"point": (6, 6), "square": (6, 6), "columns": 12, "rows": 12}
    assert [len(burst(size=size, **middle)) for size in (1, 2, 3, 4)] == [4, 12, 24, 44]
    # At the edge of the board there is half of it.
    assert burst(point=(2, 0), square=(1, 0)) == [(1, 0), (2, 0)]


@pytest.mark.parametrize(
    ("ruling", "things", "left"),
    [
        ("a wall beside its square", (squares((1, 2)),), [(1, 1), (2, 1), (2, 2)]),
        ("walls on both sides leave the square alone", (squares((1, 2), (2, 1)),), [(1, 1)]),
        (
            "a bar: the others are joined the other way round",
            (borders(((1, 1), (2, 1))),),
            [(1, 1), (1, 2), (2, 1), (2, 2)],
        ),
        (
            "two bars across: a thin wall through the point",
            (borders(((1, 1), (2, 1)), ((1, 2), (2, 2))),),
            [(1, 1), (1, 2)],
        ),
        ("an opaque wall stops nothing", (squares((1, 2), traits="opaque"),), [(1, 1), (1, 2), (2, 1), (2, 2)]),
        ("a closed door", (squares((1, 2), (2, 1), traits="door"),), [(1, 1)]),
    ],
)  # fmt: skip - a board on a line
def test_a_burst_begins_round_its_point(ruling, things, left):
    assert burst(*things) == left


def test_a_burst_goes_round_a_thin_wall():
    # Ruling 526. The wall x = 2 runs from the top to y = 3; from (1, 1) the way to (2, 2) is by (1, 2) at 1, (1, 3) at
    # 2, (2, 3) at 3 and (2, 2) at 4: the diagonal past the wall's end is closed.
    wall = borders(((1, 0), (2, 0)), ((1, 1), (2, 1)), ((1, 2), (2, 2)))
    assert burst(wall, size=3) == sorted([(x, y) for x in (0, 1) for y in range(4)] + [(2, 3)])
    assert (2, 2) in burst(wall, size=4)
    assert burst(wall, size=3, square=(2, 2)) == sorted([(x, y) for x in (2, 3) for y in range(4)] + [(1, 3)])


def test_a_second_diagonal_counts_two_along_the_way():
    # Ruling 526. The point's squares count as the first diagonal: the next costs 2.
    assert (0, 0) not in burst(size=2)
    assert (0, 0) in burst(size=3)
    # Difficult terrain and creatures do not close or slow it.
    mud = squares(*ALL, traits="difficult, deep water")
    assert burst(mud, creature("c", 0, 1), size=2) == burst(size=2)


def test_emanations():
    # Rulings 526 and 123.
    around = board(5, 5, creature("a", 2, 2))
    assert len(area(around, shape="emanation", size=1, **{"from": "a"})) == 8
    assert len(area(around, shape="emanation", size=2, **{"from": "a"})) == 20
    wide = board(6, 6, creature("a", 2, 2, width=2))
    assert len(area(wide, shape="emanation", size=1, **{"from": "a"})) == 12
    # Ruling 516 closes the diagonals past a wall.
    walled = board(5, 5, creature("a", 2, 2), squares((3, 2)))
    assert area(walled, shape="emanation", size=1, **{"from": "a"}) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3)]


def test_whom_an_area_hits():
    document = board(5, 5, creature("a", 2, 2), creature("c", 3, 3, width=2), creature("b", 1, 1, helpless=True))
    answer = ask(document, "area", shape="emanation", size=1, **{"from": "a"})
    assert answer["creatures"] == ["b", "c"]


def cone(document, origin, toward, size, **more):
    return area(document, shape="cone", size=size, origin=origin, toward=toward, **{"from": "a", **more})


def test_cones_from_an_edge():
    # Ruling 528. Toward the east, left is north. Size 2 has the square in front, and two in the next row, leaning left.
    document = board(12, 12, creature("a", 5, 5))
    edge = [[6, 5], [6, 6]]
    assert cone(document, edge, "east", 1, mirrored=False) == [(6, 5)]
    assert cone(document, edge, "east", 2, mirrored=False) == [(6, 5), (7, 4), (7, 5)]
    assert cone(document, edge, "east", 2, mirrored=True) == [(6, 5), (7, 5), (7, 6)]
    assert cone(document, [[5, 6], [6, 6]], "south", 2, mirrored=False) == [(5, 6), (5, 7), (6, 7)]
    assert cone(document, [[5, 5], [5, 6]], "west", 2, mirrored=False) == [(3, 5), (3, 6), (4, 5)]
    assert cone(document, [[5, 5], [6, 5]], "north", 2, mirrored=False) == [(4, 3), (5, 3), (5, 4)]


def test_cones_from_a_corner():
    # Rulings 528 and 124.
    document = board(12, 12, creature("a", 5, 5))
    assert cone(document, [6, 5], "north-east", 1) == [(6, 4)]
    assert cone(document, [6, 5], "north-east", 2) == [(6, 3), (6, 4), (7, 4)]
    assert cone(document, [6, 5], "south-east", 2) == [(6, 5), (6, 6), (7, 5)]
    assert cone(document, [5, 5], "north-west", 2) == [(3, 4), (4, 3), (4, 4)]
    assert cone(document, [6, 6], "south-east", 4) == cone(document, [6, 6], "south-east", 4, mirrored=True)
    assert len(cone(document, [6, 6], "south-east", 4)) == 11 + 2


def line(document, origin, toward, size, **more):
    plain = {"from": "a", "slope": "straight", "mirrored": False}
    return area(document, shape="line", size=size, origin=origin, toward=toward, **{**plain, **more})


def test_lines():
    # Ruling 528, with the contract's example: a at (2, 3), from its lower right corner to the east.
    document = board(9, 9, creature("a", 2, 3))
    assert line(document, [3, 4], "east", 3) == [(3, 3), (4, 3), (5, 3)]
    assert line(document, [3, 4], "east", 3, mirrored=True) == [(3, 4), (4, 4), (5, 4)]
    assert line(document, [3, 4], "east", 4, slope="diagonal") == [(3, 3), (4, 2), (5, 1)]
    assert line(document, [3, 4], "east", 4, slope="one in two") == [(3, 3), (4, 3), (5, 2), (6, 2)]
    assert line(document, [3, 4], "east", 5, slope="one in three", mirrored=True)[-1] == (7, 5)
    assert line(document, [2, 4], "south", 2) == [(2, 4), (2, 5)]
    assert line(document, [2, 3], "north", 2) == [(1, 1), (1, 2)]
    assert line(document, [2, 3], "west", 2) == [(0, 3), (1, 3)]


def test_cones_and_lines_go_straight():
    # Ruling 527. A wall hides the squares whose centers have no free line from the origin.
    document = board(9, 9, creature("a", 2, 3), squares((4, 3)))
    assert line(document, [3, 4], "east", 3) == [(3, 3)]
    # From (3, 4) the line to the center of (5, 3) runs through the inside of the wall; mirrored nothing is hidden.
    assert line(document, [3, 4], "east", 3, mirrored=True) == [(3, 4), (4, 4), (5, 4)]
    dark = board(9, 9, creature("a", 2, 3), squares((4, 3), traits="opaque"))
    assert line(dark, [3, 4], "east", 2) == [(3, 3), (4, 3)]
    # Ruling 501: a wall that touches the origin from behind is on both sides of a slanting line, as is what is beyond
    # the edge.
    behind = board(9, 9, creature("a", 2, 3), squares((2, 4)))
    assert line(behind, [3, 4], "east", 3) == []
    assert line(behind, [3, 4], "east", 3, mirrored=True) == [(3, 4), (4, 4), (5, 4)]
    assert line(board(9, 4, creature("a", 2, 3)), [3, 4], "east", 3) == []
    assert line(board(9, 4, creature("a", 2, 3)), [3, 3], "east", 3, mirrored=True) == [(3, 3), (4, 3), (5, 3)]
