"""Deployment in a set-up: zones, the roll for the first choice, the order of placing."""

import pytest

from rules.dice import EnteredRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.deploying import (
    choose_deployment,
    choose_order,
    choose_zone,
    choosing_order,
    deployment_of,
    free_zones,
    mirror_zones,
    name_first_chooser,
    new_table,
    next_zone_chooser,
    roll_zone_dice,
    roll_zone_die,
    table_zones,
    zone_roll,
    zone_squares,
    zones_of,
)
from rules.p2v_combat.setup.objectives import place_objective, roll_objective_count, space_objectives
from rules.p2v_combat.setup.plan import PlacingOrder
from rules.p2v_combat.setup.steps import repeat_step
from rules.tables.boards import ALTERNATIVE, Area, pincered_halves
from tests.rows import every_row
from tests.scripted_dice import ScriptedRoller


@every_row(
    "sides, points, name",
    [
        (2, 150, "Opposite Corners"),
        (2, 500, "Opposite Corners"),
        (2, 501, "Opposite Edges"),
        (3, 501, "Free for All"),
        (4, 100, "Free for All"),
    ],
)
def test_the_normal_deployment_follows_from_board_and_sides(sides: int, points: int, name: str):
    assert deployment_of(new_table(sides, points)).name == name


@every_row("key", [row.key for row in ALTERNATIVE])
@every_row("points", [150, 500, 501])
def test_the_six_alternatives_are_for_two_sides(key: str, points: int):
    plan = choose_deployment(new_table(2, points), key)
    row = next(row for row in ALTERNATIVE if row.key == key)
    assert deployment_of(plan) is row
    assert table_zones(plan) == row.zones(plan.board.width, plan.board.height)
    with pytest.raises(ChangeRefused, match="for two sides"):
        choose_deployment(new_table(3, points), key)


def test_the_corner_zone_is_a_square_of_6_by_6():
    # Ruling 81.
    assert [zone.area for zone in table_zones(new_table(2, 150))] == [Area(0, 0, 6, 6), Area(18, 12, 6, 6)]


def test_the_vanguard_stands_within_3_squares_of_the_middle():
    # Ruling 82.
    vanguard, _, rest = table_zones(choose_deployment(new_table(2, 300), "vanguard"))
    assert (vanguard.area, rest.area.width) == (Area(15, 9, 6, 6), 3)


@every_row("creatures, halves", [(1, (0, 1)), (4, (2,)), (5, (2, 3))])
def test_pincered_splits_by_number_with_the_odd_one_free(creatures: int, halves: tuple[int, ...]):
    # Ruling 83.
    assert pincered_halves(creatures) == halves


def test_only_an_alternative_deployment_is_chosen_by_name():
    for key in ("opposite-corners", "nowhere"):
        with pytest.raises(ChangeRefused, match="no alternative deployment"):
            choose_deployment(new_table(2, 150), key)
    assert choose_deployment(choose_deployment(new_table(2, 150), "pincered"), "") == new_table(2, 150)


@every_row("key", ["", *(row.key for row in ALTERNATIVE)])
@every_row("order", ["usual", "secret", "one by one"])
def test_placing_is_usual_secret_or_one_by_one_unless_the_deployment_has_its_own_order(key: str, order: PlacingOrder):
    plan = choose_deployment(new_table(2, 300), key)
    if order != "usual" and key in ("vanguard", "a-house-divided"):
        with pytest.raises(ChangeRefused, match="order of its own"):
            choose_order(plan, order)
    else:
        assert choose_order(plan, order).order == order
    assert choose_deployment(choose_order(new_table(2, 300), "secret"), "vanguard").order == "usual"


def test_the_highest_d20_chooses_first_then_clockwise():
    plan = roll_zone_dice(new_table(4, 300), ScriptedRoller((7, 3, 19, 18)))
    assert (plan.first_chooser, choosing_order(plan)) == ("c", ("c", "d", "a", "b"))
    assert [roll.place for roll in plan.rolls] == [("setup", "zones", side, 1) for side in "abcd"]
    assert {roll.sides for roll in plan.rolls} == {20}


def test_tied_players_roll_again():
    # Ruling 32.
    plan = new_table(3, 300)
    for side, face in (("a", 15), ("b", 15), ("c", 4)):
        plan = roll_zone_die(plan, EnteredRoller((face,)), side)
    assert (plan.first_chooser, zone_roll(plan).waiting) == ("", ("a", "b"))
    with pytest.raises(ChangeRefused, match="does not roll"):
        roll_zone_die(plan, EnteredRoller((20,)), "c")
    plan = roll_zone_dice(plan, ScriptedRoller((9, 9, 2, 3)))
    assert plan.first_chooser == "b"
    assert [roll.place[2:] for roll in plan.rolls if roll.place[2] == "b"] == [("b", 1), ("b", 2), ("b", 3)]


def test_each_side_rolls_once_a_throw_and_all_again_when_the_step_is_repeated():
    plan = roll_zone_die(new_table(2, 300), EnteredRoller((5,)), "a")
    with pytest.raises(ChangeRefused, match="has rolled"):
        roll_zone_die(plan, EnteredRoller((6,)), "a")
    plan = roll_zone_die(plan, EnteredRoller((6,)), "b")
    with pytest.raises(ChangeRefused, match="settled"):
        roll_zone_die(plan, EnteredRoller((6,)), "b")
    again = repeat_step(plan, "deployment")
    assert (again.first_chooser, zone_roll(again).waiting) == ("", ("a", "b"))
    assert roll_zone_dice(again, ScriptedRoller((20, 6))).first_chooser == "a"


def test_the_players_may_agree_on_who_chooses_first():
    assert name_first_chooser(new_table(2, 300), "b").first_chooser == "b"
    with pytest.raises(ChangeRefused, match="no side d"):
        name_first_chooser(new_table(2, 300), "d")


def test_sides_choose_zones_in_order_and_the_last_of_two_takes_the_other():
    plan = name_first_chooser(new_table(2, 300), "b")
    assert next_zone_chooser(plan) == "b"
    plan = choose_zone(plan, "B")
    assert {(choice.side, choice.zone) for choice in plan.zones} == {("b", "B"), ("a", "A")}
    assert [zone.area for zone in zones_of(plan, "a")] == [Area(0, 0, 6, 6)]
    with pytest.raises(ChangeRefused, match="Every side"):
        choose_zone(plan, "A")
    with pytest.raises(ChangeRefused, match="Roll for the first"):
        choose_zone(new_table(2, 300), "A")


def test_three_sides_choose_among_four_corners():
    plan = choose_zone(name_first_chooser(new_table(3, 300), "c"), "D")
    assert free_zones(plan) == ("A", "B", "C")
    with pytest.raises(ChangeRefused, match="not free"):
        choose_zone(plan, "D")
    plan = choose_zone(choose_zone(plan, "B"), "A")
    assert [(choice.side, choice.zone) for choice in plan.zones] == [("c", "D"), ("a", "B"), ("b", "A")]
    assert (next_zone_chooser(plan), free_zones(plan)) == (None, ("C",))
    assert len(zone_squares(plan)) == 3 * 36


def test_zones_can_be_mirrored():
    plan = mirror_zones(new_table(2, 150), True)
    assert [zone.area for zone in table_zones(plan)] == [Area(18, 0, 6, 6), Area(0, 12, 6, 6)]


def test_objectives_can_be_kept_apart_and_out_of_the_zones():
    # Ruling 80, the setting.
    plan = space_objectives(roll_objective_count(new_table(2, 150), EnteredRoller((6, 6))), True)
    plan = place_objective(plan, EnteredRoller((1,)), "book", 10, 9)
    for x, y in ((12, 9), (12, 10), (10, 11)):
        with pytest.raises(ChangeRefused, match="too near"):
            place_objective(plan, EnteredRoller((1,)), "device", x, y)
    for x, y in ((0, 0), (5, 5), (18, 12)):
        with pytest.raises(ChangeRefused, match="deployment zone"):
            place_objective(plan, EnteredRoller((1,)), "device", x, y)
    assert place_objective(plan, EnteredRoller((1,)), "device", 13, 9)
    assert place_objective(plan, EnteredRoller((1,)), "device", 12, 11)  # the second diagonal counts double
    assert place_objective(space_objectives(plan, False), EnteredRoller((1,)), "device", 0, 0)
