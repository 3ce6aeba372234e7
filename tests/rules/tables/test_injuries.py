"""Injuries and how long they last."""

import pytest

from rules.errors import RulesError
from rules.tables.dying import (
    INJURIES,
    injury,
    rolls_for_injury,
    wound_heals,
)
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

TABLE = {
    1: ("Injured Leg", {"speed": -1}, None),
    2: ("Injured Eye", {"fight": -1}, None),
    3: ("Befuddled", {"power": -1}, None),
    4: ("Cursed", {"fortitude": -1, "reflex": -1, "will": -1}, None),
    5: ("Fragile", {"armor": -1}, None),
    6: ("Weakened", {}, "slowed"),
}


@every_row("face", TABLE)
def test_every_face_of_the_die(face: int) -> None:
    row = injury(face)
    assert (row.name, {change.stat: change.by for change in row.changes}, row.starts_with) == TABLE[face]
    assert row.face == face


def test_a_die_has_six_faces() -> None:
    assert len(INJURIES) == 6
    for face in (0, 7):
        with pytest.raises(RulesError):
            injury(face)


def test_being_wounded_again_makes_the_wound_permanent_instead_of_a_new_roll() -> None:
    assert not rolls_for_injury(has_temporary_wound=True)
    assert rolls_for_injury(has_temporary_wound=False)


@pytest.mark.parametrize(
    ("took_part", "wounded_again", "heals"),
    [(True, False, True), (True, True, False), (False, False, False), (False, True, False)],
)
def test_a_wound_heals_with_a_scenario_completed(took_part: bool, wounded_again: bool, heals: bool) -> None:
    assert wound_heals(took_part=took_part, wounded_again=wounded_again) is heals


def test_every_injury_has_an_entry() -> None:
    assert [(entry.name, dict(entry.facts)["d6"]) for entry in entries_of("injury")] == [
        (name, str(face)) for face, (name, _, _) in TABLE.items()
    ]
