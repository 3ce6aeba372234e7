"""Built-in boards: tiles on all sizes, as many as the rules ask for, alike for both sides."""

import pytest

from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import new_table, zone_squares
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS, DrawnBoard, boards_that_fit, lay_drawn_board
from rules.p2v_combat.setup.faults import contradictions
from rules.p2v_combat.setup.plan import is_on_board, terrain_of_squares
from rules.p2v_combat.setup.terrain import tiles_due
from tests.rows import every_row

POINTS = {"small-board": 100, "medium-board": 300, "large-board": 600}


def test_each_size_has_two_boards():
    assert [drawn.board.key for drawn in DRAWN_BOARDS] == [key for key in POINTS for _ in range(2)]


@every_row("drawn", DRAWN_BOARDS)
def test_a_drawn_board_has_the_tiles_of_its_size_and_two_halves_alike(drawn: DrawnBoard):
    plan = lay_drawn_board(new_table(2, POINTS[drawn.board.key]), drawn.key)
    assert len(plan.terrain) == tiles_due(plan)
    assert [piece.side for piece in plan.terrain] == ["a", "b"] * (len(plan.terrain) // 2)
    assert all(is_on_board(plan, piece) for piece in plan.terrain)
    assert not any(piece.meets(other) for piece in plan.terrain for other in plan.terrain if piece is not other)
    assert all(bool(piece.damage_type) == piece.is_hazardous for piece in plan.terrain)
    traits, board = terrain_of_squares(plan), plan.board
    assert traits == {(board.width - 1 - x, board.height - 1 - y): what for (x, y), what in traits.items()}
    assert list(contradictions(plan)) == []


def test_only_boards_of_the_size_can_be_laid_and_the_terrain_that_was_there_is_gone():
    plan = lay_drawn_board(new_table(2, 100), "bone-pit")
    assert [drawn.key for drawn in boards_that_fit(plan)] == ["millers-crossing", "bone-pit"]
    again = lay_drawn_board(plan, "millers-crossing")
    assert {piece.kind for piece in again.terrain} == {"crumbling-ruin", "mushroom-growth", "four-pillars"}
    with pytest.raises(ChangeRefused, match="drawn boards for two sides on the small board"):
        lay_drawn_board(plan, "great-keep")
    assert not boards_that_fit(new_table(3, 100))


def test_zones_have_room_to_stand():
    for drawn in DRAWN_BOARDS:
        plan = lay_drawn_board(new_table(2, POINTS[drawn.board.key]), drawn.key)
        solid = {square for square, traits in terrain_of_squares(plan).items() if "solid" in traits}
        assert 2 * len(solid & zone_squares(plan)) < len(zone_squares(plan))
