"""Movement: modes, paths, climbs, falls and force."""

import pytest

from rules.errors import RulesError
from rules.tables.movement import (
    MODES,
    entries,
    fall_damage,
    mode_of_sign,
)
from tests.rows import every_row


def test_the_five_modes_with_sign_and_what_they_pass() -> None:
    assert [(row.name, row.sign, row.through_enemies, row.lost_when_encumbered) for row in MODES] == [
        ("Aquatic", "≋", False, False),
        ("Burrowing", "🕳", True, True),
        ("Flight", "☁", True, True),
        ("Wall Climb", "🌳", True, True),
        ("Teleportation", "✪", True, False),
    ]


def test_what_each_mode_ignores() -> None:
    assert {row.name: row.ignores for row in MODES} == {
        "Aquatic": ("shallow water", "deep water"),
        "Burrowing": ("terrain", "auras", "enemy creatures"),
        "Flight": ("terrain except solid",),
        "Wall Climb": ("terrain except solid, beside solid terrain",),
        "Teleportation": ("terrain", "auras", "enemy creatures"),
    }


@pytest.mark.parametrize("suffix", ["", "\ufe0e", "\ufe0f", " "])
def test_a_sign_is_known_with_and_without_a_variation_selector(suffix: str) -> None:
    assert [mode_of_sign(row.sign + suffix).name for row in MODES] == [row.name for row in MODES]


def test_an_unknown_sign_is_refused() -> None:
    with pytest.raises(RulesError, match="not the sign of a movement mode"):
        mode_of_sign("★")


@every_row(("squares", "damage"), [(0, 0), (1, 0), (2, 5), (3, 5), (4, 10), (5, 10), (9, 20)])
def test_a_fall_hurts_five_for_every_two_squares(squares: int, damage: int) -> None:
    assert fall_damage(squares) == damage


def test_every_mode_and_term_of_movement_has_one_entry() -> None:
    names = [entry.name for entry in entries()]
    assert names == [
        *("Aquatic", "Burrowing", "Flight", "Wall Climb", "Teleportation", "Diagonal Movement", "Push", "Pull"),
        *("Shunt", "Falling", "Climbing", "Narrow Ledge", "Squeezing"),
    ]
    assert len({entry.key for entry in entries()}) == 13


def test_forced_movement_does_not_count_diagonals_and_triggers_no_reactions() -> None:
    # Ruling 71.
    for name in ("Push", "Pull", "Shunt"):
        text = next(entry.text for entry in entries() if entry.name == name)
        assert "does not count diagonals and triggers no reactions, but hazards on the way deal their damage" in text
