"""Victory conditions of a set-up: for how many sides, their props, what they ask for."""

from dataclasses import replace

import pytest

from rules.dice import EnteredRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.conditions import (
    beast_level,
    choose_condition,
    choose_edge,
    choose_monster,
    lone_side_of,
    marker_owner,
    markers_due,
    move_monster,
    name_lone_side,
    next_font_placer,
    own_marker,
    place_font,
    remove_font,
)
from rules.p2v_combat.setup.deploying import choose_board, choose_deployment, choose_zone, name_first_chooser, new_table
from rules.p2v_combat.setup.faults import contradictions, table_warnings
from rules.p2v_combat.setup.objectives import place_objective, roll_objective_count
from rules.p2v_combat.setup.plan import BoardEdge, BoardMarker, TablePlan, marker_distance
from rules.tables.areas import burst
from rules.tables.victory_conditions.conditions import ALTERNATIVE, CONDITIONS
from tests.rows import every_row

BOARDS = {"small-board": 150, "medium-board": 500, "large-board": 501}

# By hand, from the appendix, as shares of the long side and the short side.
PROPS: dict[str, list[tuple[str, float, float]]] = {
    "seize-the-ground": [("flag", 1 / 2, 1 / 2)],
    "fonts-of-power": [("font", 1 / 2, 1 / 2)],
    "beast-hunt": [("monster", 1 / 2, 1 / 2)],
    "buried-treasure": [("digging spot", sixth / 6, 1 / 2) for sixth in range(1, 6)],
    "sacred-shrines": [
        ("gray shrine", 1 / 3, 1 / 2),
        ("gray shrine", 2 / 3, 1 / 2),
        ("white shrine", 1 / 2, 1 / 4),
        ("white shrine", 1 / 2, 3 / 4),
    ],
}


def table(key: str, points: int = 200) -> TablePlan:
    return choose_condition(new_table(2, points), key)


@every_row("key", [row.key for row in CONDITIONS])
@every_row("board", BOARDS)
def test_the_props_of_a_condition_lie_where_it_says(key: str, board: str):
    plan = table(key, BOARDS[board])
    width, height = plan.board.width, plan.board.height
    expected = [(kind, x * width, y * height) for kind, x, y in PROPS.get(key, [])]
    if key == "destroy-supplies":
        expected = [("supply", width * x / 4, y) for y in (6, height - 6) for x in (1, 2, 3)]
    places = [(marker.kind, marker.x, marker.y) for marker in plan.markers]
    assert [kind for kind, _, _ in places] == [kind for kind, _, _ in expected]
    for (_, x, y), (_, right, down) in zip(places, expected, strict=True):
        assert (x, y) == (pytest.approx(right), pytest.approx(down))
        assert x * 2 % 1 == y * 2 % 1 == 0
    assert list(contradictions(plan)) == []


@every_row("key", [row.key for row in ALTERNATIVE])
def test_an_alternative_condition_is_for_two_sides_and_has_no_objectives(key: str):
    plan = roll_objective_count(new_table(2, 200), EnteredRoller((1, 2)))
    plan = choose_condition(place_objective(plan, EnteredRoller((1,)), "book", 1, 1), key)
    assert (plan.objectives, plan.objective_count) == ((), None)
    with pytest.raises(ChangeRefused, match="without objectives"):
        roll_objective_count(plan, EnteredRoller((1, 2)))
    with pytest.raises(ChangeRefused, match="for two sides"):
        choose_condition(new_table(3, 200), key)


def test_the_standard_condition_is_for_any_number_of_sides_and_keeps_objectives():
    plan = roll_objective_count(new_table(4, 200), EnteredRoller((1, 2)))
    assert choose_condition(plan, "standard-victory").objective_count == 2
    with pytest.raises(ChangeRefused, match="no victory condition"):
        choose_condition(plan, "beauty-contest")


@every_row("size", range(1, 8))
def test_a_marker_on_a_corner_reaches_as_far_as_a_burst(size: int):
    # Ruling 84: the four squares around the middle of an even board are at distance 1.
    marker = BoardMarker("flag", 12, 9)
    reached = {(x - 12, y - 9) for x in range(24) for y in range(18) if marker_distance(marker, x, y) <= size}
    assert reached == set(burst(size))


@every_row(
    "x, y, squares",
    [(4, 4, 0), (5, 4, 1), (5, 5, 1), (6, 6, 3), (4, 8, 4)],
)
def test_a_marker_in_a_square_is_as_far_as_that_square(x: int, y: int, squares: int):
    assert marker_distance(BoardMarker("font", 4.5, 4.5), x, y) == squares


def test_four_fonts_are_placed_in_turn_after_the_one_in_the_middle():
    plan = table("fonts-of-power")
    assert (markers_due(plan), next_font_placer(plan)) == (4, "a")
    for x, y in ((3, 3), (32, 20), (3, 20), (32, 3)):
        plan = place_font(plan, x, y)
    assert [marker.side for marker in plan.markers] == ["", "a", "b", "a", "b"]
    assert (markers_due(plan), next_font_placer(plan)) == (0, None)
    with pytest.raises(ChangeRefused, match="No Font is left"):
        place_font(plan, 10, 10)
    fewer = remove_font(plan, 3.5, 3.5)
    assert (markers_due(fewer), next_font_placer(fewer)) == (1, "a")
    with pytest.raises(ChangeRefused, match="No side placed"):
        remove_font(plan, 18, 12)


@every_row("x, y", [(2, 10), (33, 10), (10, 2), (10, 21)])
def test_no_font_lies_within_3_squares_of_the_edge(x: int, y: int):
    with pytest.raises(ChangeRefused, match="from the edge"):
        place_font(table("fonts-of-power"), x, y)


@every_row("x, y, allowed", [(17, 6, False), (17, 5, True), (11, 11, True), (12, 11, False)])
def test_no_font_lies_within_6_squares_of_another(x: int, y: int, allowed: bool):
    # The middle of the medium board is the corner 18, 12: the square 17, 6 is 6 rows away. Ruling 84.
    plan = table("fonts-of-power")
    distance = marker_distance(plan.markers[0], x, y)
    assert (distance > 6) is allowed
    if allowed:
        assert len(place_font(plan, x, y).markers) == 2
    else:
        with pytest.raises(ChangeRefused, match="every other Font"):
            place_font(plan, x, y)


def test_a_font_stands_on_the_board():
    with pytest.raises(ChangeRefused, match="is not on it"):
        place_font(table("fonts-of-power"), 40, 3)


@every_row("edge", ["top", "right", "bottom", "left"])
def test_passing_through_asks_for_the_evader_and_an_edge(edge: BoardEdge):
    # Ruling 90 counts the evader's creatures; here it is settled who the evader is.
    plan = table("passing-through")
    assert len(list(table_warnings(plan))) == 2
    plan = choose_edge(name_lone_side(plan, "b"), edge)
    assert (plan.lone_side, plan.edge) == ("b", edge)
    assert list(table_warnings(plan)) == []


def test_only_passing_through_has_an_edge_and_only_two_conditions_a_lone_side():
    with pytest.raises(ChangeRefused, match="no one has to leave"):
        choose_edge(table("confrontation"), "top")
    with pytest.raises(ChangeRefused, match="four edges"):
        choose_edge(table("passing-through"), "")
    with pytest.raises(ChangeRefused, match="alike"):
        name_lone_side(table("confrontation"), "a")
    with pytest.raises(ChangeRefused, match="no side c"):
        name_lone_side(table("passing-through"), "c")


def test_a_rescue_mission_is_played_with_vanguard_or_another_that_isolates():
    plan = table("rescue-mission")
    assert plan.deployment == "vanguard"
    zoned = choose_zone(name_first_chooser(plan, "b"), "A")
    assert lone_side_of(zoned) == "b"
    assert list(table_warnings(zoned)) == []
    other = choose_deployment(plan, "across-the-way")
    assert any("cuts one creature off" in warning for warning in table_warnings(other))
    assert choose_condition(other, "rescue-mission").deployment == "across-the-way"


@every_row(
    "first, second, level",
    [(100, 200, 5), (200, 100, 5), (22, 22, -1), (64, 64, 5), (62, 64, 4)],
)
def test_the_monster_of_a_beast_hunt_costs_half_of_the_smaller_warband(first: int, second: int, level: int):
    # Ruling 89.
    costs = {-1: 11, 4: 26, 5: 32, 6: 40}
    beast = beast_level(table("beast-hunt"), (first, second))
    smaller = min(first, second)
    assert costs.get(beast, 0) <= smaller / 2
    assert beast >= level or costs[level] > smaller / 2


def test_the_monster_is_a_creature_in_the_middle_or_where_both_find_it_fair():
    plan = table("beast-hunt")
    assert list(table_warnings(plan)) == ["Beast Hunt: choose the monster."]
    plan = move_monster(choose_monster(plan, "boar"), 10.5, 4.5)
    assert plan.markers == (BoardMarker("monster", 10.5, 4.5, creature="boar"),)
    assert list(table_warnings(plan)) == []
    with pytest.raises(ChangeRefused, match="on the board"):
        move_monster(plan, 99, 1)
    for refused in (
        choose_monster,
        lambda plan, _: move_monster(plan, 1, 1),
        lambda plan, _: beast_level(plan, (9, 9)),
    ):
        with pytest.raises(ChangeRefused, match="no monster"):
            refused(table("confrontation"), "boar")


def test_shrines_and_supplies_belong_to_the_half_in_which_they_stand():
    for key, kind in (("sacred-shrines", "white shrine"), ("destroy-supplies", "supply")):
        plan = choose_zone(name_first_chooser(table(key), "b"), "A")
        owners = {marker.y < 12: marker_owner(plan, marker) for marker in plan.markers if marker.kind == kind}
        assert owners == {True: "b", False: "a"}  # zone A is the upper left corner
        assert list(table_warnings(plan)) == []


def test_where_zones_lie_left_and_right_the_players_say_whose_half_it_is():
    plan = choose_deployment(table("sacred-shrines"), "pincered")
    plan = choose_zone(name_first_chooser(plan, "a"), "A")
    white = [marker for marker in plan.markers if marker.kind == "white shrine"]
    assert [marker_owner(plan, marker) for marker in white] == ["", ""]
    assert any("which half" in warning for warning in table_warnings(plan))
    plan = own_marker(own_marker(plan, white[0], "a"), white[1], "b")
    assert [marker_owner(plan, marker) for marker in plan.markers if marker.kind == "white shrine"] == ["a", "b"]
    assert list(table_warnings(plan)) == []
    with pytest.raises(ChangeRefused, match="Only shrines"):
        own_marker(plan, replace(white[0], kind="flag"), "a")
    with pytest.raises(ChangeRefused, match="no side d"):
        own_marker(plan, plan.markers[-1], "d")


def test_props_move_with_the_board():
    plan = choose_board(table("seize-the-ground"), "large-board")
    assert plan.markers == (BoardMarker("flag", 24, 18),)


def test_the_creature_in_the_middle_is_that_of_the_side_whose_zone_it_is():
    plan = choose_zone(name_first_chooser(table("rescue-mission"), "b"), "B")
    assert lone_side_of(plan) == "a"
    assert lone_side_of(name_lone_side(plan, "b")) == "b"
    assert lone_side_of(choose_deployment(plan, "across-the-way")) == ""
