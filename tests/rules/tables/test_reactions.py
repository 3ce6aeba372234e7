"""The common reactions."""

from rules.tables.actions import (
    REACTIONS,
    REACTIONS_BETWEEN_TURNS,
    ferocity_saves,
    reaction_at_level,
    retributive_reduction,
)
from tests.rules.tables.entry_kinds import entries_of


def test_the_four_reactions_and_how_many_things_trigger_them() -> None:
    assert [(row.name, len(row.trigger_clauses)) for row in REACTIONS] == [
        ("Attack of Opportunity", 3),
        ("Retributive Strike", 1),
        ("Ferocity", 1),
        ("Shield Block", 1),
    ]
    assert REACTIONS_BETWEEN_TURNS == 1


def test_ferocity_works_on_four_five_and_six() -> None:
    assert [ferocity_saves(face) for face in range(1, 7)] == [False, False, False, True, True, True]


def test_retributive_strike_takes_off_two_and_the_level() -> None:
    assert [retributive_reduction(level) for level in (-1, 0, 1, 7, 14)] == [1, 2, 3, 9, 16]


def test_shield_block_tells_what_the_feat_takes_off() -> None:
    answer = next(entry.text for entry in entries_of("reaction") if entry.name == "Shield Block")
    assert "10 (15 from level 8, 20 from level 13)" in answer


def test_attack_of_opportunity_is_found_by_its_later_name_as_well() -> None:
    entries = entries_of("reaction")
    assert [entry.name for entry in entries] == [row.name for row in REACTIONS]
    assert "Reactive Strike" in entries[0].aliases


def test_reactions_are_effects() -> None:
    assert {row.cost for row in REACTIONS} == {"reaction"}
    assert [(row.name, len(row.strikes)) for row in REACTIONS if row.strikes] == [
        ("Attack of Opportunity", 1),
        ("Retributive Strike", 1),
    ]
    assert [[reaction_at_level(row, level).reduces for level in (-1, 1, 8, 14)] for row in REACTIONS] == [
        [None] * 4,
        [1, 3, 10, 16],
        [None] * 4,
        [10, 10, 15, 20],
    ]
