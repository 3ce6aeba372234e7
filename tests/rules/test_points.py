"""What creatures and upgrades cost, level by level."""

import pytest

from rules.errors import RulesError
from rules.points import LEVEL_COSTS, MAX_HERO_POINTS, level_cost, level_of_cost, member_points, within_half
from tests.rows import every_row

# level, cost, upgrade cost: the rulebook's table.
ROWS = [
    (-1, 9, 2),
    (0, 12, 2),
    (1, 14, 3),
    (2, 18, 3),
    (3, 21, 4),
    (4, 26, 5),
    (5, 32, 6),
    (6, 40, 7),
    (7, 48, 8),
    (8, 60, 10),
    (9, 72, 12),
    (10, 90, 15),
    (11, 108, 18),
    (12, 135, 23),
    (13, 160, 27),
    (14, 192, 32),
]


def test_the_table_has_the_levels_from_minus_one_to_fourteen() -> None:
    assert [row.level for row in LEVEL_COSTS] == [row[0] for row in ROWS]


@every_row(("level", "cost", "upgrade_cost"), ROWS)
def test_a_level_has_its_cost_and_upgrade_cost(level: int, cost: int, upgrade_cost: int) -> None:
    assert level_cost(level) == (level, cost, upgrade_cost)
    assert level_of_cost(cost) == level
    assert member_points(level, 0) == cost
    assert member_points(level, 3) == cost + 3 * upgrade_cost


@pytest.mark.parametrize("level", [-2, 15, 40])
def test_there_are_no_other_levels(level: int) -> None:
    with pytest.raises(RulesError, match=f"no level {level}: levels go from -1 to 14"):
        level_cost(level)


@pytest.mark.parametrize("points", [0, 10, 193])
def test_no_level_costs_a_number_that_is_not_in_the_table(points: int) -> None:
    assert level_of_cost(points) is None


def test_a_creature_cannot_have_fewer_than_no_upgrades() -> None:
    with pytest.raises(RulesError, match="-1 upgrades"):
        member_points(1, -1)


def test_a_creature_may_have_three_hero_points() -> None:
    assert MAX_HERO_POINTS == 3


@every_row(
    ("points", "limit", "allowed"),
    [
        (90, 200, True),  # the rulebook's young red dragon
        (192, 200, False),  # and its crag linnorm
        (100, 200, True),
        (101, 200, False),
        (37, 75, True),
        (38, 75, False),
        (0, 0, True),
        (9, 0, False),
    ],
)
def test_a_creature_may_cost_exactly_half_the_limit(points: int, limit: int, allowed: bool) -> None:
    assert within_half(points, limit) is allowed
