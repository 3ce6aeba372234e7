"""The levels of an organization: how many followers and lieutenants each has, and of which levels they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BASE_NEEDED = 6
"""From this level an organization has a base, unless its story demands otherwise."""


@dataclass(frozen=True, slots=True)
class OrganizationLevel:
    """A row of the table: from how many followers on it holds, the numbers of lieutenants, and the levels of both."""

    level: int
    fewest_followers: int
    follower_level: int
    fewest_lieutenants: int = 0
    most_lieutenants: int = 0
    lowest_lieutenant: int = 0
    highest_lieutenant: int = 0

    def usual_lieutenants(self, followers: int) -> int:
        """Return how many lieutenants lead so many followers."""
        # A tenth, rounded up, fits the table in every row that leaves a choice: ruling 286.
        return min(max(-(-followers // 10), self.fewest_lieutenants), self.most_lieutenants)


NO_ORGANIZATION = OrganizationLevel(0, 0, 0)
"""A group without followers."""

# Leadership, "Organization Statistics by Level".
ORGANIZATION_LEVELS: tuple[OrganizationLevel, ...] = (
    OrganizationLevel(1, 1, 0),
    OrganizationLevel(2, 3, 0),
    OrganizationLevel(3, 5, 0, 1, 1, 1, 1),
    OrganizationLevel(4, 7, 0, 1, 1, 1, 1),
    OrganizationLevel(5, 10, 0, 1, 1, 1, 1),
    OrganizationLevel(6, 14, 1, 2, 2, 2, 2),
    OrganizationLevel(7, 19, 1, 2, 2, 2, 2),
    OrganizationLevel(8, 28, 1, 3, 3, 2, 3),
    OrganizationLevel(9, 37, 1, 4, 5, 2, 3),
    OrganizationLevel(10, 54, 2, 6, 7, 3, 4),
    OrganizationLevel(11, 76, 2, 8, 10, 3, 4),
    OrganizationLevel(12, 100, 2, 11, 15, 3, 5),
    OrganizationLevel(13, 151, 2, 16, 22, 3, 5),
    OrganizationLevel(14, 216, 3, 23, 30, 4, 6),
    OrganizationLevel(15, 301, 3, 31, 42, 4, 6),
    OrganizationLevel(16, 426, 3, 43, 60, 4, 7),
    OrganizationLevel(17, 601, 3, 61, 85, 4, 7),
    OrganizationLevel(18, 851, 4, 86, 120, 5, 8),
    OrganizationLevel(19, 1_201, 4, 121, 170, 5, 8),
    OrganizationLevel(20, 1_701, 4, 171, 240, 5, 9),
)
HIGHEST_ORGANIZATION = len(ORGANIZATION_LEVELS)


def organization_level(followers: int) -> OrganizationLevel:
    """Return the row of an organization with so many followers; the last one has no upper end."""
    # More followers than the table has leave the organization at level 20: ruling 285.
    reached = (row for row in reversed(ORGANIZATION_LEVELS) if row.fewest_followers <= followers)
    return next(reached, NO_ORGANIZATION)


def next_organization_level(row: OrganizationLevel) -> OrganizationLevel | None:
    """Return the row above, None at the top."""
    return ORGANIZATION_LEVELS[row.level] if row.level < HIGHEST_ORGANIZATION else None


def people_by_level(count: int, lowest: int, highest: int, by_hand: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Return how many people are of each level, the lowest first; ``by_hand`` are numbers that the organizer has set.

    >>> people_by_level(14, 0, 1, {})
    ((0, 10), (1, 4))
    """
    # Each level has twice as many as the next-higher one, and remainders are of the lowest: "Organization NPCs".
    levels = range(highest, lowest, -1)
    share = count // (2 ** (highest - lowest + 1) - 1)
    left, found = count, []
    for level in levels:
        number = min(by_hand.get(level, share * 2 ** (highest - level)), left)
        found.append((level, number))
        left -= number
    return ((lowest, left), *reversed(found))
