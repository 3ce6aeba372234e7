"""Placements of areas by the square that a player points at."""

import pytest

from rules.board.ground import BoardGround
from rules.board.placements import bursts_through, cones, line_areas, placements_toward
from rules.tables.sizes import Space

GROUND = BoardGround(12, 12)
OWN = Space(5, 5)


@pytest.mark.parametrize("square", [(5, 3), (7, 5), (5, 7), (3, 5), (7, 3), (7, 7), (3, 7), (3, 3)])
def test_cones_and_lines_come_nearest_to_the_direction_of_a_square(square):
    first = placements_toward(cones(GROUND, OWN, 3), OWN, square)[0]
    assert square in first
    mirror = (10 - square[0], 10 - square[1])
    assert mirror not in first
    assert square in placements_toward(line_areas(GROUND, OWN, 4), OWN, square)[0]


def test_a_square_beyond_an_area_turns_it_there():
    assert all(x > 5 for x, _ in placements_toward(cones(GROUND, OWN, 2), OWN, (11, 5))[0])
    assert placements_toward((), OWN, (1, 1)) == ()


def test_bursts_go_through_a_square_in_range_alone():
    bursts = bursts_through(GROUND, OWN, (8, 5), 1, 3)
    assert bursts
    assert all((8, 5) in area for area in bursts)
    assert bursts_through(GROUND, OWN, (9, 5), 1, 3) == ()
    assert bursts_through(GROUND, Space(11, 5), (12, 5), 1, 3) == ()
