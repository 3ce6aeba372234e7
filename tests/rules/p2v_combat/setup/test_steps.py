"""Steps of a set-up: agreed on, skipped, repeated, reopened by a change."""

import pytest

from rules.dice import EnteredRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import choose_board, new_table
from rules.p2v_combat.setup.objectives import place_objective, roll_objective_count
from rules.p2v_combat.setup.plan import STEPS, SetupStep, TerrainPiece
from rules.p2v_combat.setup.steps import agree_on, changed_in, is_settled, repeat_step, skip_step
from tests.rows import every_row


def test_a_step_is_settled_when_all_sides_have_agreed():
    plan = agree_on(new_table(3, 200), "board", "c")
    assert not is_settled(plan, "board")
    assert is_settled(agree_on(plan, "board", "a", "b"), "board")
    assert is_settled(agree_on(plan, "board"), "board")
    with pytest.raises(ChangeRefused, match="no side d"):
        agree_on(plan, "board", "d")


@every_row("step", STEPS)
def test_every_step_can_be_skipped_and_taken_all_the_same(step: SetupStep):
    plan = skip_step(new_table(2, 200), step)
    assert is_settled(plan, step)
    assert not is_settled(repeat_step(plan, step), step)


def test_a_change_reopens_its_step_and_no_other():
    plan = agree_on(agree_on(new_table(2, 200), "board"), "terrain")
    changed = changed_in(plan, "terrain", terrain=(TerrainPiece("t1", "mud", 1, 1, 2, 2),))
    assert is_settled(changed, "board")
    assert not is_settled(changed, "terrain")


def test_repeating_a_step_takes_away_what_it_settled_but_no_roll():
    plan = roll_objective_count(new_table(2, 200), EnteredRoller((2, 3)))
    plan = place_objective(plan, EnteredRoller((2,)), "book", 3, 3)
    again = repeat_step(plan, "objectives")
    assert (again.objective_count, again.objectives) == (None, ())
    assert again.rolls == plan.rolls


def test_another_board_is_empty():
    plan = roll_objective_count(new_table(2, 200), EnteredRoller((2, 3)))
    plan = place_objective(plan, EnteredRoller((2,)), "book", 30, 20)
    plan = choose_board(plan, "small-board")
    assert (plan.objectives, plan.terrain, plan.objective_count) == ((), (), 3)
    assert choose_board(plan, "small-board") is plan
