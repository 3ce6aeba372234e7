"""Squares or inches: how lengths are told and measured."""

import pytest

from rules.dice import EnteredRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.conditions import choose_condition, place_font
from rules.p2v_combat.setup.deploying import measure_by, new_table
from rules.p2v_combat.setup.objectives import place_objective, roll_objective_count, space_objectives
from rules.p2v_combat.setup.plan import length_between, lengths, special_play
from tests.rows import every_row


@every_row(
    "gridless, number, words",
    [(False, 1, "1 square"), (False, 6, "6 squares"), (True, 1, "1 inch"), (True, 6, "6 inches")],
)
def test_without_a_grid_lengths_are_in_inches(gridless: bool, number: int, words: str):
    assert lengths(measure_by(new_table(2, 200), gridless=gridless), number) == words


@every_row("across, down, squares, inches", [(3, 4, 5, 5.0), (2, 2, 3, 2.83), (0, 5, 5, 5.0), (4, 4, 6, 5.66)])
def test_without_a_grid_diagonals_cost_nothing_extra(across: int, down: int, squares: int, inches: float):
    plan = new_table(2, 200)
    assert length_between(plan, across, down) == squares
    assert length_between(measure_by(plan, gridless=True), across, down) == pytest.approx(inches, abs=0.01)


@every_row(
    "gridless, in_3d, names",
    [
        (False, False, []),
        (True, False, ["Gridless Play"]),
        (False, True, ["3D Play"]),
        (True, True, ["Gridless Play", "3D Play"]),
    ],
)
def test_a_table_names_the_rules_that_replace_those_of_the_grid(gridless: bool, in_3d: bool, names: list[str]):
    modes = special_play(measure_by(new_table(2, 200), gridless=gridless, in_3d=in_3d))
    assert [mode.name for mode in modes] == names


def test_fonts_and_objectives_are_measured_as_the_table_is():
    plan = choose_condition(new_table(2, 200), "fonts-of-power")
    # From the middle, 18 and 12: 5.5 and 5.5 away, which are 6 and 6 squares (9 by the count), and 7.8 inches.
    assert place_font(plan, 23, 17)
    gridless = measure_by(plan, gridless=True)
    assert place_font(gridless, 23, 17)
    # 4.5 and 3.5 away: 5 and 4 squares (7 by the count), but 5.7 inches.
    assert place_font(plan, 22, 15)
    with pytest.raises(ChangeRefused, match="6 inches from every"):
        place_font(gridless, 22, 15)
    table = space_objectives(
        measure_by(roll_objective_count(new_table(2, 200), EnteredRoller((1, 6))), gridless=True), True
    )
    table = place_objective(table, EnteredRoller((1,)), "book", 15, 15)
    with pytest.raises(ChangeRefused, match="3 inches apart"):
        place_objective(table, EnteredRoller((1,)), "device", 17, 17)
    with pytest.raises(ChangeRefused, match="36 by 24 inches"):
        place_objective(table, EnteredRoller((1,)), "device", 40, 17)
