"""What people type is bounded; what is not a number is refused in a sentence."""

import pytest

from common.refusal import Refusal
from common.typed import MAX_TYPED, signed_number, typed_number, typed_numbers, typed_text
from rules.text import natural_number


def test_a_typed_text_is_cut_and_holds_nothing_that_no_database_takes() -> None:
    assert typed_text(" Old\0 Flint\r\nsings \n") == "Old Flint\nsings"
    assert len(typed_text("x" * 9_000)) == MAX_TYPED
    assert typed_text("Boar", 2) == "Bo"


@pytest.mark.parametrize("text", ["", "x", "1.5", "--1", "+", "٣", "²", "1 2", "9" * 8, "9" * 5_000])
def test_anything_but_a_short_whole_number_is_refused_in_a_sentence(text: str) -> None:
    assert signed_number(text) is None
    assert natural_number(text) is None
    with pytest.raises(Refusal, match="Enter a whole number instead of “") as refused:
        typed_number(text)
    assert len(refused.value.message) < 60


def test_numbers_are_read_as_people_type_them() -> None:
    assert [typed_number(text) for text in ("7", "+7", "-7", "−7", "0012")] == [7, 7, -7, -7, 12]
    assert typed_numbers(" 3, 5 6,,1 ") == (3, 5, 6, 1)
    assert typed_numbers("") == ()


def test_a_number_from_zero_has_no_sign_and_at_most_so_many_digits() -> None:
    assert [natural_number(text) for text in ("0", "007", "999999", "1000000", "-1", "+1")] == [
        0,
        7,
        999_999,
        *[None] * 3,
    ]
    assert natural_number("12", 1) is None
