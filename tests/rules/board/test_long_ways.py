"""Ways on large boards: long ones, and those that many may react to."""

from dataclasses import replace
from random import Random
from time import process_time

from rules.board.battlefield import Battlefield, BoardFigure
from rules.board.ground import BoardGround
from rules.board.moves import StepSpan, StepToll, cheapest_way, destinations
from rules.board.terrain import BoardTerrain, TerrainBorders
from rules.tables.areas import Square
from rules.tables.sizes import Space

SIDE = 60
MOVER = BoardFigure("a", "a", Space(0, 0, 1), "Medium", None, reach=1)


def field_with(*walls: Square) -> Battlefield:
    wall = BoardTerrain("wall", frozenset(walls), TerrainBorders(), frozenset({"solid"}))
    return Battlefield(BoardGround(SIDE, SIDE, (wall,)), (MOVER,))


def test_a_way_between_walls_goes_on_for_two_thousand_squares() -> None:
    serpentine = [(x, y) for y in range(1, SIDE, 2) for x in range(SIDE) if x != (SIDE - 1 if y % 4 == 1 else 0)]
    way = cheapest_way(field_with(*serpentine), MOVER, (0, SIDE - 2), 2_000)
    assert len(way) == 30 * 59 + 2 * 29


def crowded(before: Square, after: Square, span: StepSpan) -> StepToll:
    passed = (7 * after[0] + 3 * after[1], 5 * before[1])
    return StepToll(int(after == (2, 2)), frozenset(f"{place % 41}" for place in passed))


def hazard(_: Square, after: Square, span: StepSpan) -> StepToll:
    return StepToll(int(after == (2, 2)))


def test_where_many_may_react_in_many_orders_their_number_does_not_count() -> None:
    way = cheapest_way(field_with(), MOVER, (58, 29), 80, 0, crowded)
    assert way == cheapest_way(field_with(), MOVER, (58, 29), 80, 0, hazard)
    assert (2, 2) not in way


def test_a_short_way_among_many_has_the_fewest_reactions() -> None:
    def toll(_: Square, after: Square, span: StepSpan) -> StepToll:
        return StepToll(0, frozenset({"b"} if after[1] == 0 else ()))

    assert cheapest_way(field_with(), MOVER, (8, 4), 12)[0] == (1, 0)
    assert all(y for _, y in cheapest_way(field_with(), MOVER, (8, 4), 12, 0, toll))


def test_a_board_full_of_teleportation_circles_is_crossed_soon() -> None:
    squares = frozenset((x, y) for x in range(5, SIDE) for y in range(SIDE))
    circles = BoardTerrain("circles", squares, TerrainBorders(), frozenset({"teleportation circle"}))
    mover = replace(MOVER, space=Space(10, 10, 1))
    field = Battlefield(BoardGround(SIDE, SIDE, (circles,)), (mover,))
    began = process_time()
    assert cheapest_way(field, mover, (0, 0), 20) == ((5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (0, 0))
    assert process_time() - began < 3


def test_a_wide_figure_moves_over_a_large_board_soon() -> None:
    side, random = 100, Random(1)
    squares = [(x, y) for x in range(side) for y in range(side) if not {x, y} <= {50, 51, 52, 53}]
    borders = TerrainBorders(frozenset(random.sample(squares, 400)), frozenset(random.sample(squares, 400)))
    walls = BoardTerrain("walls", frozenset(random.sample(squares, 400)), borders, frozenset({"solid"}))
    mover = replace(MOVER, space=Space(50, 50, 4), size="Gargantuan")
    field = Battlefield(BoardGround(side, side, (walls,)), (mover,))
    began = process_time()
    assert len(destinations(field, mover, 400)) > 100
    assert process_time() - began < 3
