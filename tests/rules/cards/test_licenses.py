"""Which texts name a license, so that a card that has it may be shared."""

from rules.cards.model import SHARED_LICENSES, is_named_license


def test_a_license_is_named_by_letters_that_people_can_see():
    assert all(map(is_named_license, (*SHARED_LICENSES, "own work", "©  my club", "ライセンス")))
    unnamed = ("", " ", "unknown", " UNKNOWN. ", "Unknown", "none", "?", "-", "…", "\u200b", "\u202e", "un\u200bknown")
    assert not [text for text in unnamed if is_named_license(text)]
