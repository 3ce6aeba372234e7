"""The skills and their saves."""

import pytest

from rules.errors import RulesError
from rules.tables.skills import SKILLS, check_modifier, entries, may_check_untrained, save_of, skill
from tests.rows import every_row

TABLE = {
    "Acrobatics": "reflex",
    "Arcana": "will",
    "Athletics": "fortitude",
    "Crafting": "will",
    "Deception": "will",
    "Diplomacy": "will",
    "Intimidation": "will",
    "Lore": "will",
    "Medicine": "will",
    "Nature": "will",
    "Occultism": "will",
    "Performance": "will",
    "Religion": "will",
    "Society": "will",
    "Stealth": "reflex",
    "Survival": "will",
    "Thievery": "reflex",
}


def test_the_table_has_seventeen_skills_with_their_saves_in_order() -> None:
    assert [(row.name, row.save) for row in SKILLS] == list(TABLE.items())


@every_row(("name", "save"), list(TABLE.items()))
def test_a_skill_uses_its_save(name: str, save: str) -> None:
    assert save_of(name) == save


def test_perception_is_no_row_of_the_table_and_is_rolled_with_will() -> None:
    assert save_of("Perception") == "will"
    assert "Perception" not in {row.name for row in SKILLS}


@pytest.mark.parametrize(
    ("printed", "name"),
    [("Intimidate", "Intimidation"), ("intimidate", "Intimidation"), ("Occult", "Occultism"), (" lore ", "Lore")],
)
def test_other_spellings_lead_to_the_skill(printed: str, name: str) -> None:
    assert skill(printed).name == name


def test_an_unknown_skill_is_refused() -> None:
    with pytest.raises(RulesError, match="'Piloting' is not a skill"):
        skill("Piloting")


def test_an_untrained_creature_subtracts_five_or_four_with_the_feat() -> None:
    assert check_modifier(6, trained=True) == 6
    assert check_modifier(6, trained=False) == 1
    assert check_modifier(6, trained=False, improvises=True) == 2
    assert check_modifier(6, trained=True, improvises=True) == 6


@every_row(
    ("tags", "casts", "weapons", "allowed"),
    [
        ((), False, False, True),
        (("Undead",), False, False, True),
        (("Animal",), False, False, False),
        (("Beast",), False, False, False),
        (("Beast", "Humanoid"), False, False, True),
        (("Beast",), True, False, True),
        (("Animal",), False, True, True),
        (("Mindless", "Construct"), False, False, False),
        (("Mindless", "Humanoid"), True, True, False),
    ],
)
def test_who_may_try_a_skill_untrained(tags: tuple[str, ...], casts: bool, weapons: bool, allowed: bool) -> None:
    assert may_check_untrained(tags, casts_spells=casts, uses_weapons=weapons) is allowed


def test_every_skill_has_one_entry_with_its_save() -> None:
    glossary_entries = entries()
    assert [entry.name for entry in glossary_entries] == [*TABLE, "Perception"]
    assert len({entry.key for entry in glossary_entries}) == 18
    assert {entry.name: dict(entry.facts)["Save"].lower() for entry in glossary_entries} == {
        **TABLE,
        "Perception": "will",
    }
