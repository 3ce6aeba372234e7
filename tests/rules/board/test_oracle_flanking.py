"""Whom the oracle calls flanked, on boards that are worked out by hand."""

import pytest

from tests.rules.board.small_boards import ask, board, borders, creature, squares

TARGET = creature("a", 3, 3)


def flanked(*things, columns=7, rows=7):
    answer = ask(board(columns, rows, *things), "flanked", creature="a")
    assert answer["flanked"] is bool(answer["by"])
    return answer["by"]


def partners(first, reach):
    """The squares, seen from the target, in which a second flanker of a reach flanks together with a first."""
    others = [(x, y) for x in range(7) for y in range(7) if (x, y) not in {(3, 3), first}]
    return {
        (x - 3, y - 3) for x, y in others if flanked(TARGET, creature("b", *first), creature("c", x, y, reach=reach))
    }


def test_the_figures_of_the_rulebook():
    # Ruling 514.
    assert partners((3, 2), 1) == {(-1, 1), (0, 1), (1, 1)}
    assert partners((2, 2), 1) == {(1, 0), (0, 1), (1, 1)}
    assert (2, 1) in partners((2, 2), 2)


@pytest.mark.parametrize(
    ("ruling", "things", "by"),
    [
        ("ruling 514", (), [["b", "c"]]),
        ("a wall elsewhere", (squares((3, 2)),), [["b", "c"]]),
        ("ruling 513: no sight, no reach", (borders(((3, 3), (4, 3))),), []),
        ("the third flanker reaches, but is beside", (creature("d", 3, 2),), [["b", "c"]]),
        ("two pairs", (creature("d", 3, 2), creature("e", 4, 4)), [["b", "c"], ["b", "e"], ["d", "e"]]),
    ],
)
def test_two_at_the_sides(ruling, things, by):
    assert flanked(TARGET, creature("b", 2, 3), creature("c", 4, 3), *things) == by


def test_who_flanks():
    # Ruling 514: enemies of the target that reach it and are not helpless, of any side.
    west, east = creature("b", 2, 3), creature("c", 4, 3)
    assert flanked(TARGET, west, {**east, "side": "green"}) == [["b", "c"]]
    assert flanked(TARGET, west, {**east, "side": "red"}) == []
    assert flanked(TARGET, west, {**east, "helpless": True}) == []
    assert flanked(TARGET, west, {**east, "reach": 0}) == []
    assert flanked(TARGET, west, creature("c", 5, 3)) == []
    assert flanked(TARGET, west, creature("c", 5, 3, reach=2)) == [["b", "c"]]
    # The center of a creature 2 wide is a grid point: (5, 2). Its line to (1.5, 4.5) runs through the target.
    assert flanked(TARGET, creature("b", 4, 1, width=2), creature("c", 1, 4, reach=2)) == [["b", "c"]]
    # Touching a corner, (3, 3), is not enough.
    assert flanked(TARGET, creature("b", 3, 2), creature("c", 2, 3)) == []
    # Circles do not help (ruling 515).
    circles = squares((3, 3), (6, 3), name="circle", traits="teleportation circle")
    assert flanked(TARGET, west, creature("c", 6, 3), circles) == []
    # A wide target has more inside.
    assert flanked(creature("a", 3, 3, width=2), creature("b", 2, 3), creature("c", 5, 4)) == [["b", "c"]]


def test_effect_is_needed_from_center_to_center():
    # Ruling 513. A wall beside the diagonal line of centers leaves it free, a bar in the corner does not.
    pair = creature("b", 2, 2), creature("c", 4, 4)
    assert flanked(TARGET, *pair, squares((3, 2))) == [["b", "c"]]
    assert flanked(TARGET, *pair, squares((3, 2), (2, 3))) == []
