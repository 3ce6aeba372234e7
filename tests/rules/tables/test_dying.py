"""Dying, recovery and healing."""

import pytest

from rules.errors import RulesError
from rules.tables.dying import healed, is_dying, recovery_check_survives
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

FACES = range(1, 7)


def test_a_creature_is_dying_from_zero_hp_down() -> None:
    assert [is_dying(hp) for hp in (1, 0, -8)] == [False, True, True]


def test_every_face_of_a_recovery_check() -> None:
    assert [recovery_check_survives(face) for face in FACES] == [False] * 3 + [True] * 3


def test_toughness_adds_one() -> None:
    assert [recovery_check_survives(face, bonus=1) for face in FACES] == [False] * 2 + [True] * 4


def test_a_hero_point_passes_the_check_on_any_face() -> None:
    assert all(recovery_check_survives(face, hero_point_spent=True) for face in FACES)
    with pytest.raises(RulesError, match="d6"):
        recovery_check_survives(7, hero_point_spent=True)


@every_row(
    ("hp", "amount", "after"),
    [(-8, 5, 5), (0, 5, 5), (-1, 40, 30), (10, 5, 15), (28, 5, 30), (30, 5, 30), (-8, 0, -8), (12, 0, 12)],
)
def test_healing_starts_from_zero_and_stops_at_the_maximum(hp: int, amount: int, after: int) -> None:
    assert healed(hp, amount, 30) == after


def test_the_terms_of_dying_are_explained() -> None:
    assert [(entry.kind, entry.key) for entry in entries_of("dying")] == [
        ("dying", "recovery-check"),
        ("dying", "healing"),
        ("dying", "looting"),
    ]
