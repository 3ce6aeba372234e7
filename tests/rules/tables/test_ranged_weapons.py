"""Ranged weapons and distance."""

from rules.tables.cover import RANGED_WEAPONS
from tests.rules.tables.entry_kinds import entries_of


def test_the_five_weapons() -> None:
    assert [(row.name, row.cost_sign, row.proficiency, row.short, row.long) for row in RANGED_WEAPONS] == [
        ("Longbow", "●", "martial", 20, 40),
        ("Crossbow", "●○", "simple", 24, 48),
        ("Sling", "●○", "simple", 10, 20),
        ("Shortbow", "●", "martial", 12, 24),
        ("Alchemical Bomb", "●", "martial", 20, 40),
    ]


def test_every_weapon_has_an_entry() -> None:
    assert [(entry.kind, entry.name) for entry in entries_of("weapon")] == [
        ("weapon", row.name) for row in RANGED_WEAPONS
    ]
