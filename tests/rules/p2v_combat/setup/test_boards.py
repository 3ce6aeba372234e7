"""The board of a set-up: by points, one size larger for three and four, or as the players agree."""

import pytest

from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.setup.deploying import choose_board, choose_first_placer, measure_by, new_table, set_points
from tests.rows import every_row


@every_row(
    "points, sides, board, deploy",
    [
        (150, 2, "small-board", "corners"),
        (151, 2, "medium-board", "corners"),
        (500, 2, "medium-board", "corners"),
        (501, 2, "large-board", "long edges"),
        (150, 3, "medium-board", "corners"),
        (150, 4, "medium-board", "corners"),
        (500, 4, "large-board", "corners"),
        (501, 4, "large-board", "corners"),  # ruling 91: there is none larger
    ],
)
def test_the_board_follows_from_points_and_sides(points: int, sides: int, board: str, deploy: str):
    plan = new_table(sides, points)
    assert (plan.board_key, plan.board.deploy, len(plan.sides)) == (board, deploy, sides)
    assert set_points(new_table(sides, 0), points) == plan


def test_the_players_may_agree_on_another_board():
    plan = choose_board(new_table(2, 200), "large-board")
    assert (plan.board.width, plan.board.height) == (48, 36)
    with pytest.raises(ChangeRefused, match="no board"):
        choose_board(plan, "huge-board")


@pytest.mark.parametrize("sides", [0, 1, 5])
def test_a_battle_has_two_to_four_sides(sides: int):
    with pytest.raises(RulesError):
        new_table(sides, 200)


def test_play_without_a_grid_and_with_heights_is_part_of_the_plan():
    plan = measure_by(new_table(2, 200), gridless=True, in_3d=True)
    assert (plan.is_gridless, plan.is_3d) == (True, True)


def test_only_a_side_of_the_battle_begins():
    assert choose_first_placer(new_table(2, 200), "b").first_placer == "b"
    with pytest.raises(ChangeRefused, match="no side c"):
        choose_first_placer(new_table(2, 200), "c")
