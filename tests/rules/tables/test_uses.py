"""Boxes and when they come back."""

import pytest

from rules.effects.values import Use
from rules.errors import RulesError
from rules.tables.uses import USE_MARKS, comes_back, daily_uses_return, mark_of_sign
from tests.rows import every_row
from tests.rules.tables.entry_kinds import entries_of


def test_the_four_marks() -> None:
    assert [(row.sign, row.use) for row in USE_MARKS] == [
        ("☐", "consumable"),
        ("🄳", "daily"),
        ("🄴", "encounter"),
        ("∞", "at_will"),
    ]


@every_row(
    ("sign", "use"),
    [
        ("☐", "consumable"),
        ("▢", "consumable"),
        ("□", "consumable"),
        ("🄳", "daily"),
        ("🄴 ", "encounter"),
        ("∞", "at_will"),
    ],
)
def test_a_sign_leads_to_its_mark(sign: str, use: str) -> None:
    assert mark_of_sign(sign).use == use


def test_an_unknown_sign_is_refused() -> None:
    with pytest.raises(RulesError, match="not a mark for uses"):
        mark_of_sign("◇")


@pytest.mark.parametrize(
    ("use", "without_rest", "with_rest"),
    [("consumable", False, False), ("daily", False, True), ("encounter", True, True)],
)
def test_what_comes_back_after_a_scenario(use: Use, without_rest: bool, with_rest: bool) -> None:
    assert comes_back(use, rested=False) is without_rest
    assert comes_back(use, rested=True) is with_rest


def test_daily_uses_return_after_every_third_scenario() -> None:
    assert [number for number in range(1, 10) if daily_uses_return(number)] == [3, 6, 9]
    with pytest.raises(RulesError, match="from 1"):
        daily_uses_return(0)


def test_every_mark_has_an_entry() -> None:
    assert [entry.name for entry in entries_of("use")] == ["Consumable", "Daily", "Encounter", "At Will"]
