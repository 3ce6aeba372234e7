"""Ranged weapons and distance."""

import pytest

from rules.errors import RulesError
from rules.tables.cover import RANGED_WEAPONS, range_penalty
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of


def test_the_five_weapons() -> None:
    assert [(row.name, row.cost_sign, row.proficiency, row.short, row.long) for row in RANGED_WEAPONS] == [
        ("Longbow", "●", "martial", 20, 40),
        ("Crossbow", "●○", "simple", 24, 48),
        ("Sling", "●○", "simple", 10, 20),
        ("Shortbow", "●", "martial", 12, 24),
        ("Alchemical Bomb", "●", "martial", 20, 40),
    ]


@every_row(("distance", "penalty"), [(0, 0), (1, 0), (12, 0), (13, -2), (24, -2), (25, None)])
def test_a_shortbow_at_every_border_of_its_ranges(distance: int, penalty: int | None) -> None:
    assert range_penalty(distance, 12, 24) == penalty


def test_a_single_range_ends_where_it_ends() -> None:
    assert range_penalty(6, 6) == 0
    assert range_penalty(7, 6) is None
    with pytest.raises(RulesError, match="-1"):
        range_penalty(-1, 6)


def test_every_weapon_has_an_entry() -> None:
    assert [(entry.kind, entry.name) for entry in entries_of("weapon")] == [
        ("weapon", row.name) for row in RANGED_WEAPONS
    ]
