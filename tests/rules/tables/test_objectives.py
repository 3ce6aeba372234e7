"""Standard objectives: the eight of them, and every face of the dice."""

import pytest

from rules.errors import RulesError
from rules.tables.objectives import (
    OBJECTIVES,
    TERRAIN,
    Claim,
    ClaimTerms,
    claim_terms,
    number_of_objectives,
    owners,
    round_score,
)
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

SKILLS = {
    "Book": ("Arcana", "Lore", "Occultism", "Religion"),
    "Device": ("Arcana", "Crafting", "Thievery", "Medicine"),
    "Exotic Flower": ("Medicine", "Nature", "Survival", "Thievery"),
    "Golem's Eye": ("Acrobatics", "Crafting", "Stealth", "Thievery"),
    "Notable": ("Deception", "Diplomacy", "Intimidation", "Society"),
    "Savage Beast": ("Athletics", "Intimidation", "Nature", "Performance"),
    "Spectral Haunt": ("Diplomacy", "Occultism", "Performance", "Religion"),
    "Willful Sprite": ("Deception", "Society", "Lore", "Survival"),
}


def test_the_eight_objectives_and_their_skills() -> None:
    assert {row.name: row.skills for row in OBJECTIVES} == SKILLS


@every_row("name", SKILLS)
@every_row(
    ("face", "numbers", "power"),
    [
        (1, (1, 2), 15),
        (2, (2, 3), 15),
        (3, (3, 4), 15),
        (4, (1, 4), 15),
        (5, (1, 2, 3, 4), 15),
        (6, (1, 2, 3, 4), 20),
    ],
)
def test_every_face_sets_the_terms_of_every_objective(
    name: str, face: int, numbers: tuple[int, ...], power: int
) -> None:
    row = next(row for row in OBJECTIVES if row.name == name)
    skills = tuple(SKILLS[name][number - 1] for number in numbers)
    assert claim_terms(row, face) == ClaimTerms(skills, power)


def test_a_device_on_a_four_asks_for_arcana_or_medicine() -> None:
    assert claim_terms(OBJECTIVES[1], 4) == ClaimTerms(("Arcana", "Medicine"), 15)


@every_row("first", range(1, 7))
@every_row("second", range(1, 7))
def test_the_higher_of_two_dice_is_the_number_of_objectives(first: int, second: int) -> None:
    assert number_of_objectives(first, second) == (first if first > second else second)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_no_d6_has_is_refused(face: int) -> None:
    with pytest.raises(RulesError):
        claim_terms(OBJECTIVES[0], face)
    with pytest.raises(RulesError):
        number_of_objectives(1, face)


@pytest.mark.parametrize("claimed", [0, 1, 3, 6])
def test_each_claimed_objective_scores_one_point_a_round(claimed: int) -> None:
    assert round_score(claimed) == claimed


def test_fewer_than_no_objectives_cannot_be_claimed() -> None:
    with pytest.raises(RulesError):
        round_score(-1)


def test_an_objective_is_difficult_and_obstructing() -> None:
    assert TERRAIN == ("difficult", "obstructing")


def test_the_rule_and_every_objective_have_their_entry() -> None:
    entries = entries_of("objective")
    assert [entry.name for entry in entries] == ["Standard Objectives", *SKILLS]
    assert {entry.kind for entry in entries} == {"objective"}
    eye = next(entry for entry in entries if entry.key == "golems-eye")
    assert eye.facts == (
        ("d6: 1", "Acrobatics or Crafting, Power 15"),
        ("d6: 2", "Crafting or Stealth, Power 15"),
        ("d6: 3", "Stealth or Thievery, Power 15"),
        ("d6: 4", "Acrobatics or Thievery, Power 15"),
        ("d6: 5", "Acrobatics, Crafting, Stealth or Thievery, Power 15"),
        ("d6: 6", "Acrobatics, Crafting, Stealth or Thievery, Power 20"),
    )


def test_a_claim_outlasts_the_creature_that_made_it() -> None:
    # Ruling 79: whose the claim is depends on the claims alone; the last one counts.
    claims = [Claim("book", "red"), Claim("device", "blue"), Claim("book", "blue")]
    assert owners(claims) == {"book": "blue", "device": "blue"}
    assert owners(claims[:2]) == {"book": "red", "device": "blue"}
    rule = next(entry.text for entry in entries_of("objective") if entry.key == "standard-objectives")
    assert "The claim lasts even if the creature that made it goes down." in rule
