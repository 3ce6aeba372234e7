"""The cost of creatures and upgrades, in points."""

from typing import NamedTuple

from rules.errors import RulesError

MIN_LEVEL = -1
MAX_LEVEL = 14
MAX_HERO_POINTS = 3


class LevelCost(NamedTuple):
    """The points for a creature of a level and for each upgrade that it carries."""

    level: int
    cost: int
    upgrade_cost: int


# Building a warband, "Points by level".
LEVEL_COSTS: tuple[LevelCost, ...] = (
    LevelCost(-1, 9, 2),
    LevelCost(0, 12, 2),
    LevelCost(1, 14, 3),
    LevelCost(2, 18, 3),
    LevelCost(3, 21, 4),
    LevelCost(4, 26, 5),
    LevelCost(5, 32, 6),
    LevelCost(6, 40, 7),
    LevelCost(7, 48, 8),
    LevelCost(8, 60, 10),
    LevelCost(9, 72, 12),
    LevelCost(10, 90, 15),
    LevelCost(11, 108, 18),
    LevelCost(12, 135, 23),
    LevelCost(13, 160, 27),
    LevelCost(14, 192, 32),
)

_BY_LEVEL: dict[int, LevelCost] = {row.level: row for row in LEVEL_COSTS}
_LEVEL_OF_COST: dict[int, int] = {row.cost: row.level for row in LEVEL_COSTS}


def level_cost(level: int) -> LevelCost:
    """Return the row of a level from -1 to 14; raise ``RulesError`` for any other number."""
    try:
        return _BY_LEVEL[level]
    except KeyError:
        raise RulesError(f"There is no level {level}: levels go from {MIN_LEVEL} to {MAX_LEVEL}.") from None


def level_of_cost(points: int) -> int | None:
    """Return the level whose creatures cost exactly ``points``, or None if there is none."""
    return _LEVEL_OF_COST.get(points)


def member_points(level: int, upgrades: int) -> int:
    """Return the points of a creature of ``level`` with that many upgrades of any kind."""
    # The level's cost, plus the level's upgrade cost for every card upgrade, item, positioning upgrade and
    # hero point. Building a warband, "Points by level" and "Upgrades".
    if upgrades < 0:
        raise RulesError(f"A creature cannot have {upgrades} upgrades.")
    row = level_cost(level)
    return row.cost + row.upgrade_cost * upgrades


def within_half(points: int, limit: int) -> bool:
    """Return True if one creature of that many points is allowed in a warband of ``limit`` points."""
    # No creature may cost more than half of the agreed points; nothing is rounded when the limit is odd.
    # Building a warband, "Single most expensive creature"; rulings 1, 2 and 10.
    return 2 * points <= limit
