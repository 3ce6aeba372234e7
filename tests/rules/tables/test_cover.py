"""Cover, concealment and height."""

import pytest

from rules.errors import RulesError
from rules.tables.cover import (
    concealment_applies,
    cover_applies,
    first_stopped,
    hides_from_sight,
)
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

ALL_TARGETS = ["fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed"]


def test_cover_hinders_strikes_and_reflex_attacks_concealment_only_strikes() -> None:
    assert [stat for stat in ALL_TARGETS if cover_applies(stat)] == ["armor", "reflex"]
    assert [stat for stat in ALL_TARGETS if concealment_applies(stat)] == ["armor"]


@every_row("face", range(1, 7))
def test_only_a_one_stops_the_attack(face: int) -> None:
    assert first_stopped([face]) == (0 if face == 1 else None)


def test_the_first_one_decides() -> None:
    assert first_stopped([6, 1, 1]) == 1
    assert first_stopped([2, 3, 4]) is None
    assert first_stopped([]) is None
    with pytest.raises(RulesError, match="d6"):
        first_stopped([7])


@every_row(
    ("terrain_top", "attacker_top", "target_top", "hidden"),
    [
        (3, 1, 1.5, True),  # the cottage hides the goblin on the hill
        (3, 1, 3, False),  # and not the ogre beside it
        (2, 1, 1, True),
        (1, 1, 1, False),
        (1.5, 0.5, 0.5, True),
        (3, 2.5, 1, False),
    ],
)
def test_what_elevated_terrain_hides(terrain_top: float, attacker_top: float, target_top: float, hidden: bool) -> None:
    assert hides_from_sight(terrain_top, attacker_top, target_top) is hidden


def test_the_terms_of_targeting_are_explained() -> None:
    assert [entry.name for entry in entries_of("cover")] == [
        "Range and Reach",
        "Range Increment Penalty",
        "Cover",
        "Concealment",
        "Line of Sight",
        "Line of Effect",
        "Height",
    ]
