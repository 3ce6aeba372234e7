"""The thirteen special objectives: skill, Power, and what success and failure bring."""

import pytest

from rules.errors import RulesError
from rules.tables.objectives import SPECIAL_OBJECTIVES, power_to_claim, table_explodes
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of

# name, skill, Power (None: of its creature), leaves the board when claimed, words of success, failure, bonus
ROWS = [
    ("Arcane Grimoire", "Arcana", 15, True, ("scroll", "level or lower"), (), ("counts as claimed",)),
    ("Unactivated Golem", "Arcana", None, False, ("claimed",), ("construct", "2 AP", "opponent"), ("one action",)),
    (
        "Sword in the Stone",
        "Athletics",
        15,
        True,
        ("melee weapon", "of its own level or lower"),
        (),
        ("counts as claimed",),
    ),
    ("Alchemist's Table", "Crafting", 15, False, ("consumable",), ("1d6", "20 fire", "emanation 2", "half"), ()),
    ("Merchant", "Diplomacy", 15, False, ("claimed",), (), ("Trade (2 AP)", "same level or lower")),
    ("Ancient Runes", "Lore", 15, False, ("claimed",), (), ("+2",)),
    ("Invalid", "Medicine", 15, False, ("claimed",), ("leaves the board",), ()),
    ("Wild Animal", "Nature", None, False, ("claimed",), ("animal", "2 AP", "opponent"), ("one action",)),
    ("Ambulant Shrine", "Occultism", 15, False, ("claimed",), ("5 squares", "random", "occupied"), ()),
    ("Mercurial Fey", "Performance", None, False, ("claimed",), ("fey", "2 AP", "opponent"), ("one action",)),
    ("Altar", "Religion", 15, False, ("heals 10 HP", "within 4 squares"), (), ()),
    ("Web-Wrapped Victim", "Survival", 15, False, ("claimed",), ("encumbered",), ()),
    ("Trapped Treasure Chest", "Thievery", 15, False, ("claimed",), ("5 persistent poison", "sickened"), ()),
]


def test_the_thirteen_with_skill_power_and_whether_they_stay() -> None:
    rows = [(row.name, row.skill, row.power, row.removed) for row in SPECIAL_OBJECTIVES]
    assert rows == [row[:4] for row in ROWS]


@every_row("number", range(13))
def test_success_failure_and_bonus_say_what_happens(number: int) -> None:
    row, (_, _, _, _, success, failure, bonus) = SPECIAL_OBJECTIVES[number], ROWS[number]
    for sentence, words in ((row.success, success), (row.failure, failure), (row.bonus, bonus)):
        assert bool(sentence) == bool(words)
        assert [word for word in words if word not in sentence] == []


def test_only_golem_animal_and_fey_bring_a_creature() -> None:
    assert [row.key for row in SPECIAL_OBJECTIVES if row.creature] == [
        "unactivated-golem",
        "wild-animal",
        "mercurial-fey",
    ]


def test_the_creature_sets_the_power_where_there_is_one() -> None:
    golem, chest = SPECIAL_OBJECTIVES[1], SPECIAL_OBJECTIVES[12]
    assert power_to_claim(golem, 18) == 18
    assert power_to_claim(chest) == 15
    assert power_to_claim(chest, 18) == 15
    with pytest.raises(RulesError, match="Unactivated Golem"):
        power_to_claim(golem)


@every_row(("face", "explodes"), [(1, True), (2, False), (3, False), (4, False), (5, False), (6, False)])
def test_the_table_explodes_on_a_one(face: int, explodes: bool) -> None:
    assert table_explodes(face) is explodes


def test_a_seven_is_refused() -> None:
    with pytest.raises(RulesError):
        table_explodes(7)


def test_every_special_objective_has_its_entry() -> None:
    entries = entries_of("special-objective")
    assert [entry.name for entry in entries] == [row[0] for row in ROWS]
    assert {entry.kind for entry in entries} == {"special-objective"}
    assert all(entry.summary.startswith(f"Claimed with {row[1]}") for entry, row in zip(entries, ROWS, strict=True))
    assert "such as a naiad or a grig" in entries[9].text
