"""Suggestions: objectives on open squares, and a whole set-up at once."""

from itertools import combinations

import pytest

from rules.dice import EnteredRoller, SeededRoller
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.deploying import new_table, zone_squares
from rules.p2v_combat.setup.faults import contradictions, table_warnings
from rules.p2v_combat.setup.layouts import suggest_objectives, suggest_table, suggest_terrain
from rules.p2v_combat.setup.objectives import APART, roll_objective_count, space_objectives
from rules.p2v_combat.setup.plan import TerrainPiece, terrain_of_squares
from rules.p2v_combat.setup.steps import changed_in
from rules.tables.areas import distance
from rules.tables.victory_conditions.conditions import CONDITIONS
from tests.rows import every_row


@every_row("sides, points", [(2, 150), (2, 500), (3, 150), (4, 501)])
@every_row("spaced", [False, True])
@every_row("seed", range(4))
def test_suggested_objectives_lie_apart_on_open_ground(sides: int, points: int, spaced: bool, seed: int):
    roller = SeededRoller(bytes([seed, 3]))
    plan = roll_objective_count(new_table(sides, points), EnteredRoller((6, 6)))
    plan = suggest_objectives(space_objectives(suggest_terrain(plan, roller), spaced), roller)
    squares = [(objective.x, objective.y) for objective in plan.objectives]
    assert len(set(squares)) == 6
    assert not set(squares) & (terrain_of_squares(plan).keys() | zone_squares(plan))
    assert all(distance(a - c, b - d) >= APART for (a, b), (c, d) in combinations(squares, 2))
    assert len({objective.face for objective in plan.objectives} - {None}) >= 1


def test_a_board_without_open_ground_takes_no_objective():
    plan = roll_objective_count(new_table(2, 150), EnteredRoller((1, 1)))
    plan = changed_in(plan, "terrain", terrain=(TerrainPiece("t1", "mud", 0, 0, 24, 18),))
    with pytest.raises(ChangeRefused, match="no room"):
        suggest_objectives(plan, SeededRoller(b"mud"))


@every_row("victory", [row.key for row in CONDITIONS])
def test_a_whole_table_is_suggested_at_once(victory: str):
    plan = suggest_table(choose_condition(new_table(2, 300), victory), SeededRoller(b"at once"))
    assert list(contradictions(plan)) == []
    assert plan.terrain
    assert len(plan.zones) == 2
    assert not any("objective" in warning for warning in table_warnings(plan))


def test_what_is_settled_stays():
    roller = SeededRoller(b"settled")
    plan = suggest_table(new_table(2, 300), roller)
    assert suggest_table(plan, SeededRoller(b"another")) == plan
