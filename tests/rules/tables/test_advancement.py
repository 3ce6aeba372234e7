"""The 3d6 of advancement, all 216 rolls of them."""

from collections import Counter
from itertools import product

import pytest

from rules.errors import RulesError
from rules.tables.advancement import ADVANCES, advance, level_after
from tests.rules.tables.entry_kinds import entries_of

TABLE = {
    3: "Feat",
    4: "Will +1",
    5: "Fortitude +1",
    6: "Armor +1",
    7: "Feat",
    8: "Fortitude +1",
    9: "Reflex +1",
    10: "Fight +1",
    11: "Power +1",
    12: "Armor +1",
    13: "Will +1",
    14: "Feat",
    15: "Fight +1",
    16: "Power +1",
    17: "Will +1",
    18: "Reflex +1",
}
PER_216 = {
    "Feat": 31,
    "Fight +1": 37,
    "Power +1": 33,
    "Armor +1": 35,
    "Fortitude +1": 27,
    "Reflex +1": 26,
    "Will +1": 27,
}
ALL_ROLLS = list(product(range(1, 7), repeat=3))


def test_every_row_of_the_table() -> None:
    assert {row.total: row.name for row in ADVANCES} == TABLE
    assert [row.total for row in ADVANCES if row.is_feat] == [3, 7, 14]


def test_every_roll_gives_the_row_of_its_total() -> None:
    assert all(advance(faces).name == TABLE[sum(faces)] for faces in ALL_ROLLS)


def test_the_ways_of_each_total_are_those_of_three_dice() -> None:
    assert {row.total: row.ways for row in ADVANCES} == Counter(map(sum, ALL_ROLLS))


def test_how_often_each_advance_comes_in_216_rolls() -> None:
    assert Counter(advance(faces).name for faces in ALL_ROLLS) == PER_216


@pytest.mark.parametrize("faces", [(), (1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)])
def test_anything_but_three_d6_is_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(RulesError):
        advance(faces)


def test_the_level_after_a_number_of_advances() -> None:
    assert [level_after(1, number) for number in range(8)] == [1, 1, 1, 2, 2, 2, 3, 3]
    assert level_after(-1, 3) == 0
    assert level_after(13, 6) == 14
    assert level_after(14, 30) == 14
    with pytest.raises(RulesError):
        level_after(1, -1)


def test_every_advance_has_one_entry_with_its_chance() -> None:
    facts_by_name = {entry.name: dict(entry.facts) for entry in entries_of("advancement")}
    assert {name: facts["Chance"] for name, facts in facts_by_name.items() if "Chance" in facts} == {
        name: f"{ways} in 216" for name, ways in PER_216.items()
    }
    assert facts_by_name["Will +1"]["3d6"] == "4, 13 or 17"
    assert len(entries_of("advancement")) == 9  # with damage by level
