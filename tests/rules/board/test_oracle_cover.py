"""The oracle's cover and concealment on boards that are worked out by hand, each with its ruling."""

import pytest

from tests.rules.board.small_boards import ask, board, borders, creature, squares

A, B = creature("a", 0, 0), creature("b", 4, 0)


def cover(*things, columns=5, rows=1):
    answer = ask(board(columns, rows, *things), "cover")
    return answer["checks"], answer["concealment"]


def bush(*places, name="bush", traits="obstructing"):
    return squares(*places, name=name, traits=traits)


@pytest.mark.parametrize(
    ("ruling", "things", "checks", "concealment"),
    [
        ("nothing in the way", (), [], []),
        ("rulings 58 and 510: a piece is a check", (bush((1, 0), (2, 0)),), ["bush"], []),
        (
            "ruling 510: squares of an entry that are not joined are two pieces",
            (bush((1, 0), (3, 0)),),
            ["bush", "bush"],
            [],
        ),
        ("ruling 510: two entries are two pieces", (bush((2, 0)), bush((1, 0), name="fern")), ["fern", "bush"], []),
        ("ruling 503: an open door gives none", (squares((2, 0), traits="door, obstructing", open=True),), [], []),
        ("ruling 504: own squares give none", (bush((0, 0), (4, 0)),), [], []),
        ("ruling 504: the rest of the feature does", (bush((0, 0), (1, 0)),), ["bush"], []),
        ("ruling 511: concealing terrain", (bush((2, 0), traits="concealing"),), [], ["bush"]),
        ("ruling 511: both", (bush((2, 0), traits="concealing, obstructing"),), ["bush"], ["bush"]),
        (
            "rulings 60 and 510: a border at the side of the attacker's square",
            (borders(((0, 0), (1, 0)), traits="obstructing"),),
            [],
            [],
        ),
        ("ruling 510: a border at the target's", (borders(((3, 0), (4, 0)), traits="obstructing"),), ["bar"], []),
        ("ruling 510: a figure", (creature("c", 2, 0),), ["c"], []),
        ("ruling 510: a helpless figure", (creature("c", 2, 0, helpless=True),), [], []),
        ("ruling 510: a taller figure", (creature("c", 2, 0, size="Large"),), [], []),
        ("ruling 510: a shorter figure", (creature("c", 2, 0, size="Small"),), ["c"], []),
        ("ruling 510: a figure that shares the target's space", (creature("c", 4, 0),), [], []),
        ("ruling 510: terrain before a figure", (creature("A", 2, 0), bush((2, 0))), ["bush", "A"], []),
        ("ruling 510: then by name", (bush((2, 0), name="z"), bush((2, 0), name="y")), ["y", "z"], []),
        ("ruling 510: by where the line enters", (bush((2, 0)), creature("c", 1, 0)), ["c", "bush"], []),
        ("no sight", (squares((2, 0)),), None, None),
    ],
)  # fmt: skip - a board on a line
def test_cover_in_a_corridor(ruling, things, checks, concealment):
    assert cover(A, B, *things) == (checks, concealment)


def test_solid_terrain_in_the_way_is_cover_while_there_is_sight():
    # Ruling 507: past the wall the line along its lower face is free; the defender's line goes through the wall.
    assert cover(A, B, squares((2, 0)), rows=2) == (["wall"], [])
    assert cover(A, B, squares((2, 0), traits="opaque"), rows=2) == (["wall"], [])
    assert cover(A, B, squares((2, 0), traits="door"), rows=2) == (["wall"], [])


def test_touching_is_not_passing():
    # Ruling 508: b is beside a, diagonally. The lines touch c and the bush at sides and corners at most.
    pair = creature("a", 0, 0), creature("b", 1, 1)
    assert cover(*pair, bush((2, 0), (2, 1), (2, 2)), columns=4, rows=3) == ([], [])
    # Lines from the upper right corner of a to b run within the squares of the two, or along their sides, or through
    # the inside of the square beside them.
    assert cover(*pair, creature("c", 1, 0), columns=4, rows=3) == (["c"], [])
    # Straight beside each other, all lines stay in the two squares and on their sides.
    row = creature("a", 0, 1), creature("b", 1, 1)
    around = bush((0, 0), (1, 0), (0, 2), (1, 2), (2, 1))
    assert cover(*row, around, columns=4, rows=3) == ([], [])


def test_a_border_is_crossed_in_its_inside():
    # Ruling 508. The fence along y = 1 beyond a, from (1, 1) to (4, 1): the defender's line goes down across it.
    fence = borders(*(((x, 0), (x, 1)) for x in (1, 2, 3)), name="fence", traits="obstructing")
    assert cover(A, creature("b", 4, 1), fence, rows=2) == (["fence"], [])
    # On the same side of it no line crosses; lines along it only touch.
    assert cover(A, B, fence, rows=2) == ([], [])
    # Two bars that meet in a point are a piece; a square apart they are two.
    near, far = ((1, 0), (2, 0)), ((2, 0), (3, 0))
    assert cover(A, B, borders(near, far, traits="obstructing")) == (["bar", "bar"], [])
    joined = borders(near, ((2, 0), (2, 1)), far, traits="obstructing")
    assert cover(A, B, joined, rows=2) == (["bar"], [])


def test_the_attacker_takes_the_square_with_the_fewest_checks():
    # Rulings 57 and 509.
    # Ruling 509. From the upper squares of a the defender has a line through fern and bush; from the lower ones b is
    # straight ahead, and only the bush is in the way.
    wide, ferns = creature("a", 0, 0, width=2), bush((2, 0), name="fern")
    assert cover(wide, creature("b", 4, 1), bush((2, 1)), ferns, rows=4) == (["bush"], [])
    # Straight ahead of the upper squares nothing is in the way.
    assert cover(wide, creature("b", 4, 0), bush((2, 1)), rows=4) == ([], [])
    # With equal cover, the square with less concealment, though its row is not the lowest.
    mist = bush((2, 0), name="mist", traits="concealing")
    assert cover(wide, creature("b", 4, 1), mist, rows=2) == ([], [])
    # With equal counts, the lowest row: both squares have a check, and the names differ.
    both = bush((1, 0), name="x"), bush((1, 2), name="y")
    assert cover(creature("a", 0, 0, width=1), creature("b", 2, 0), *both, rows=3, columns=3) == (["x"], [])


def test_the_defender_takes_most_checks_then_concealment_then_friends_then_names():
    # Ruling 509. A line passes through (3, 0) or through (1, 1): it would have to rise to do both, and ends below.
    ends = creature("a", 0, 0), creature("b", 4, 1)
    above, below = bush((3, 0), name="x"), bush((1, 1), name="y")
    assert cover(*ends, above, below, rows=2) == (["x"], [])
    assert cover(*ends, creature("c", 3, 0), creature("d", 1, 1), rows=2) == (["c"], [])
    assert cover(*ends, creature("c", 3, 0), creature("ad", 1, 1), rows=2) == (["ad"], [])
    assert cover(*ends, creature("d", 3, 0), creature("ae", 1, 1), rows=2) == (["ae"], [])
    mist = bush((3, 0), name="mist", traits="concealing")
    assert cover(*ends, creature("d", 3, 0), creature("ae", 1, 1), mist, rows=2) == (["d"], ["mist"])
    assert cover(*ends, creature("d", 3, 0), creature("ae", 1, 1), bush((2, 1)), mist, rows=2) == (["ae", "bush"], [])
