"""The six sizes and what depends on them."""

from itertools import product
from typing import get_args

import pytest

from rules.effects.values import SizeWord
from rules.errors import RulesError
from rules.tables.sizes import (
    SIZES,
    Space,
    body_load,
    entries,
    howdah_width,
    may_trample,
    may_wrestle,
    size,
)
from tests.rows import every_row

NAMES = ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"]
PAIRS = list(product(range(6), range(6)))


def test_every_size_with_its_space_and_height() -> None:
    assert [(row.name, row.rank, row.width, row.squares, row.height) for row in SIZES] == [
        ("Tiny", 0, 1, 1, 0.5),
        ("Small", 1, 1, 1, 0.5),
        ("Medium", 2, 1, 1, 1),
        ("Large", 3, 2, 4, 2),
        ("Huge", 4, 3, 9, 3),
        ("Gargantuan", 5, 4, 16, 4),
    ]
    assert get_args(SizeWord) == tuple(row.name for row in SIZES)


@every_row(("own", "other"), PAIRS)
def test_wrestling_reaches_one_size_up_and_two_for_a_titan_wrestler(own: int, other: int) -> None:
    assert may_wrestle(NAMES[own], NAMES[other]) is (other <= own + 1)
    assert may_wrestle(NAMES[own], NAMES[other], titan_wrestler=True) is (other <= own + 2)


@every_row(("own", "other"), PAIRS)
def test_trampling_takes_only_smaller_ones(own: int, other: int) -> None:
    assert may_trample(NAMES[own], NAMES[other]) is (other < own)


@every_row(("own", "body"), PAIRS)
def test_a_body_of_the_same_size_is_heavy_a_smaller_one_light(own: int, body: int) -> None:
    expected = "heavy load" if own == body else "light load" if body < own else None
    assert body_load(NAMES[own], NAMES[body]) == expected


def test_only_huge_and_gargantuan_creatures_carry_a_howdah() -> None:
    assert [howdah_width(name) for name in NAMES] == [None, None, None, None, 2, 3]


def test_a_space_knows_its_squares() -> None:
    assert Space(3, 1, 2).squares == {(3, 1), (4, 1), (3, 2), (4, 2)}


def test_an_unknown_size_is_refused() -> None:
    with pytest.raises(RulesError, match="'Colossal' is not a size"):
        size("Colossal")


def test_every_size_has_an_entry() -> None:
    assert [(entry.kind, entry.name) for entry in entries()] == [("size", name) for name in NAMES]
