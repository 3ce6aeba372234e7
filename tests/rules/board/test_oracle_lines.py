"""The oracle's sight, effect, cover and flanking on boards that are worked out by hand, each with its ruling."""

import pytest

from tests.rules.board.small_boards import ask, board, borders, creature, squares

A, B = creature("a", 0, 1), creature("b", 4, 1)


def sight(*things, columns=5, rows=3):
    return ask(board(columns, rows, *things), "sight")["sight"]


@pytest.mark.parametrize(
    ("ruling", "wall", "seen"),
    [
        ("ruling 501: a wall out of the way", squares((0, 0)), True),
        (
            "ruling 501: a square of wall hides little: from the lower side of a square to that of the other",
            squares((2, 1)),
            True,
        ),
        ("ruling 501: a wall across the board; its end at the edge is closed", squares((2, 0), (2, 1), (2, 2)), False),
        (
            "ruling 502: the gap between two walls that touch at a corner is closed",
            squares((2, 0), (2, 1), (3, 2)),
            False,
        ),
        ("ruling 502: the border between two squares of wall is closed", squares((2, 0), (2, 1), (2, 2)), False),
        ("ruling 501: a gap as wide as a square is open", squares((2, 0), (2, 1)), True),
        (
            "ruling 502: the same with borders; they meet end to end",
            borders(*(((1, y), (2, y)) for y in range(3))),
            False,
        ),
        ("ruling 502: a wall across but for its last stretch", borders(*(((1, y), (2, y)) for y in range(2))), True),
        ("ruling 503: opaque squares hide", squares((2, 0), (2, 1), (2, 2), traits="opaque, difficult"), False),
        (
            "ruling 503: obstructing and concealing squares do not",
            squares((2, 0), (2, 1), (2, 2), traits="obstructing, concealing"),
            True,
        ),
        ("ruling 503: opaque borders hide", borders(*(((1, y), (2, y)) for y in range(3)), traits="opaque"), False),
        ("ruling 503: a closed door is solid", squares((2, 0), (2, 1), (2, 2), traits="door"), False),
        ("ruling 503: an open door is nothing", squares((2, 0), (2, 1), (2, 2), traits="door", open=True), True),
    ],
)  # fmt: skip - a board on a line
def test_sight_across_a_wall(ruling, wall, seen):
    assert sight(A, B, wall) is seen
    assert sight(creature("a", 4, 1), creature("b", 0, 1), wall) is seen


def test_a_line_along_the_face_of_a_wall_is_free():
    # Rulings 62 and 502. A corridor of two rows of wall, one square apart: all lines in it touch or miss the walls.
    assert sight(A, B, squares(*((x, y) for x in (1, 2, 3) for y in (0, 2))))


def test_a_line_along_the_faces_of_two_walls_has_them_at_different_points():
    # Ruling 501. Only the line y = 1 gets past the wall above it and the wall below it; it meets one at a time ...
    ends, apart = (creature("a", 0, 0), creature("b", 4, 0)), squares((1, 0), (3, 1))
    assert sight(*ends, apart, rows=3)
    # ... unless they meet in a grid point, or the board ends there and is solid below.
    assert not sight(creature("a", 0, 0), creature("b", 3, 0), squares((1, 0), (2, 1)), columns=4, rows=3)
    assert not sight(creature("a", 0, 0), creature("b", 3, 0), squares((1, 0)), columns=4, rows=1)
    # A border along it counts as both sides; a border that ends at it is on its own side, like a wall.
    assert not sight(*ends, apart, borders(((2, 0), (2, 1))), rows=3)
    assert not sight(*ends, apart, borders(((2, 0), (3, 0))), rows=3)
    assert sight(*ends, apart, borders(((2, 1), (3, 1))), rows=3)


def test_a_slit_is_seen_through_along_its_corners_alone():
    # Ruling 501. The way through the slit is below (2, 3) and above (3, 2): the line from (1, 4) to (4, 1), and no
    # other.
    walls = squares((1, 0), (1, 1), (1, 2), (3, 2), (3, 3), (3, 4))
    assert sight(creature("a", 0, 3), creature("b", 4, 1), walls, rows=5)
    # On a board that ends at y = 4, the line ends on the edge, and what is beyond is on both sides of it there.
    above = squares((1, 0), (1, 1), (1, 2), (3, 2), (3, 3))
    assert not sight(creature("a", 0, 3), creature("b", 4, 1), above, rows=4)
    # A bar across the line's last point, from (4, 1) to (5, 1), is on one side of it; one from (3, 1) to (4, 1) too.
    bars = borders(((4, 0), (4, 1)), ((3, 0), (3, 1)))
    assert not sight(creature("a", 0, 3), creature("b", 4, 1), walls, bars, rows=5)
    assert sight(creature("a", 0, 3), creature("b", 4, 1), walls, borders(((4, 0), (4, 1))), rows=5)


def test_neighbors_with_a_wall_between_them():
    # Ruling 501. Beside a: the bar closes the common side; the line along it counts as both sides, and b sees no way
    # round it at the edge of the board.
    pair = creature("a", 0, 0), creature("b", 1, 0)
    assert sight(*pair)
    assert not sight(*pair, borders(((0, 0), (1, 0))), rows=1, columns=2)
    # Nor with room below: a line that passes the lower end of the bar ends in both squares only at that end, where the
    # bar is on one side; such a line along the lower sides is free.
    assert sight(*pair, borders(((0, 0), (1, 0))), rows=2, columns=2)
    # With walls in that row, that line has the walls below, and the bar above: they meet in (1, 1).
    assert not sight(*pair, borders(((0, 0), (1, 0))), squares((0, 1)), rows=2, columns=2)


def test_neighbors_at_a_corner():
    pair = creature("a", 0, 0), creature("b", 1, 1)
    assert sight(*pair, squares((1, 0)))
    # Ruling 502. The line through the common corner has a wall on each side.
    assert not sight(*pair, squares((1, 0), (0, 1)))
    # Ruling 501. Two bars that meet in the corner close it; a line to the far end of a bar touches that end alone, but
    # not where the board ends there.
    bars = borders(((0, 0), (1, 0)), ((0, 1), (1, 1)))
    assert sight(*pair, bars, rows=3)
    assert not sight(*pair, bars, rows=2)


def test_wide_creatures_see_from_all_of_their_space():
    # Ruling 501. Past the wall in rows 0 and 1 only the line y = 2 along its lower face is left; it is closed at the
    # edge.
    wall = squares((2, 0), (2, 1))
    assert not sight(creature("a", 0, 0), creature("b", 4, 1), wall)
    assert sight(creature("a", 0, 0, width=2), creature("b", 4, 1), wall)
    assert not sight(creature("a", 0, 0, width=2), creature("b", 4, 1), wall, rows=2)
    assert not sight(creature("a", 0, 0, width=2), creature("b", 4, 0), wall)


def test_own_squares_do_not_block_and_the_rest_of_the_feature_does():
    # Ruling 504.
    assert sight(A, B, squares((0, 1), (4, 1), traits="opaque"))
    dark = squares(*((x, y) for x in (0, 1) for y in range(3)), traits="opaque")
    assert not sight(A, B, dark)


def test_spaces_that_share_squares_see_each_other():
    # Ruling 501.
    assert sight(A, creature("b", 0, 1, helpless=True), borders(((0, 1), (1, 1))))


def test_effect_is_one_line_between_centers():
    # Ruling 505. A wall beside the line of centers touches it nowhere; a bar or a wall across it blocks.
    def effect(*things, rows=3):
        return ask(board(5, rows, *things), "effect")["effect"]

    assert effect(A, B, squares((2, 0), (2, 2)))
    assert not effect(A, B, squares((2, 1)))
    assert not effect(A, B, borders(((2, 1), (3, 1))))
    assert effect(A, B, squares((2, 1), traits="opaque"))
    assert not effect(A, B, squares((2, 1), traits="door"))
    # The centers of creatures 2 wide are grid points: the line y = 1 runs along the wall ...
    wide = creature("a", 0, 0, width=2), creature("b", 3, 0, width=2)
    assert effect(*wide, squares((2, 0)), rows=2)
    # ... but not between two at once, nor along a bar.
    assert not effect(*wide, squares((2, 0), (2, 1)), rows=2)
    assert not effect(*wide, borders(((2, 0), (2, 1))), rows=2)
    # Ruling 502. A diagonal gap.
    corner = creature("a", 0, 0), creature("b", 1, 1)
    assert effect(*corner, squares((1, 0)))
    assert not effect(*corner, squares((1, 0), (0, 1)))
    assert effect(*corner, borders(((0, 0), (1, 0))))
    assert not effect(*corner, borders(((0, 0), (1, 0)), ((0, 1), (1, 1))))


@pytest.mark.parametrize(
    ("b", "distance"),
    [((1, 0, 1), 1), ((3, 3, 1), 4), ((4, 1, 1), 4), ((4, 4, 1), 6), ((2, 2, 3), 3), ((0, 0, 1), 0)],
)
def test_distance_is_the_least_of_any_two_squares(b, distance):
    # Ruling 512: 1, 2, 1, 2 for diagonals.
    x, y, width = b
    document = board(9, 9, creature("a", 0, 0), creature("b", x, y, width=width, helpless=True))
    assert ask(document, "distance") == {"distance": distance}
