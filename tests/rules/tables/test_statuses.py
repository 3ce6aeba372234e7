"""The combat statuses and flanking."""

import pytest

from rules.errors import RulesError
from rules.tables.conditions import STATUSES, conditions_given, flanking
from rules.tables.sizes import Space
from tests.rules.tables.entry_kinds import entries_of

GIVES: dict[str, tuple[str, ...]] = {
    "flanked": ("off-guard",),
    "helpless": (),
    "invisible": (),
    "quickened": (),
    "prone": ("off-guard",),
    "swallowed": ("grabbed", "slowed"),
    "dying": ("helpless", "prone"),
    "eliminated": (),
    "concealed": (),
    "mounted": (),
    "light load": ("encumbered",),
    "heavy load": ("encumbered", "slowed"),
}


def test_every_status_with_what_it_gives() -> None:
    assert {row.name: row.gives for row in STATUSES} == GIVES


def test_only_prone_changes_a_stat_by_itself() -> None:
    assert {row.name: [(c.stat, c.by) for c in row.changes] for row in STATUSES if row.changes} == {
        "prone": [("fight", -2)]
    }


def test_statuses_that_bring_statuses_lead_on_to_conditions() -> None:
    assert conditions_given(["dying"]) == ("off-guard",)
    assert conditions_given(["heavy load", "light load", "swallowed"]) == ("encumbered", "slowed", "grabbed")
    with pytest.raises(RulesError, match="'hungry' is not a status"):
        conditions_given(["hungry"])


TARGET = Space(0, 0)


@pytest.mark.parametrize(
    ("first", "partners"),
    [
        ((0, -1), {(-1, 1), (0, 1), (1, 1)}),
        ((-1, -1), {(1, 0), (0, 1), (1, 1)}),
    ],
)
def test_the_two_pictures_of_flanking(first: tuple[int, int], partners: set[tuple[int, int]]) -> None:
    around = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0), first}
    squares = {square for square in around if flanking(TARGET, Space(*first), Space(*square))}
    assert squares == partners


def test_flanking_works_both_ways_round() -> None:
    squares = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    for square in squares:
        for other in squares:
            assert flanking(TARGET, Space(*square), Space(*other)) == flanking(TARGET, Space(*other), Space(*square))


def test_a_large_target_is_flanked_through_any_part_of_its_space() -> None:
    target = Space(0, 0, 2)
    assert flanking(target, Space(-1, 0), Space(2, 1))
    assert flanking(target, Space(0, -1), Space(-1, 1))
    assert not flanking(target, Space(0, -1), Space(1, -1))
    assert not flanking(target, Space(-1, -1), Space(-1, 2))


def test_a_huge_flanker_counts_from_the_middle_of_its_space() -> None:
    assert flanking(TARGET, Space(-1, -3, 3), Space(0, 1))
    assert not flanking(TARGET, Space(1, -1, 3), Space(0, 1))


def test_every_status_has_one_entry() -> None:
    entries = entries_of("status")
    assert [entry.name for entry in entries] == list(GIVES)
    assert len({entry.key for entry in entries}) == 12
    assert all("Ends" in dict(entry.facts) for entry in entries)
