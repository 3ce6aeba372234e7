"""What becomes of an eliminated creature."""

import pytest

from rules.errors import RulesError
from rules.tables.dying import OUTCOMES, outcome
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of


@every_row(
    ("face", "name", "misses_next", "is_wounded"),
    [
        (1, "Out of Action", True, False),
        (2, "Out of Action", True, False),
        (3, "Wounded", False, True),
        (4, "Wounded", False, True),
        (5, "Full Recovery", False, False),
        (6, "Full Recovery", False, False),
    ],
)
def test_every_face_of_the_die(face: int, name: str, misses_next: bool, is_wounded: bool) -> None:
    row = outcome(face)
    assert (row.name, row.misses_next, row.is_wounded) == (name, misses_next, is_wounded)


def test_a_die_has_six_faces() -> None:
    assert sorted(face for row in OUTCOMES for face in row.faces) == [1, 2, 3, 4, 5, 6]
    for face in (0, 7):
        with pytest.raises(RulesError):
            outcome(face)


def test_every_outcome_has_an_entry() -> None:
    assert [(entry.name, dict(entry.facts)["d6"]) for entry in entries_of("elimination")] == [
        ("Out of Action", "1-2"),
        ("Wounded", "3-4"),
        ("Full Recovery", "5-6"),
    ]
