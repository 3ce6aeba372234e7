"""Setting text: lines, faces, and characters that no font has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.colors import COLORS
from printing.text import (
    BOLD,
    DISPLAY,
    PICTURES,
    REPLACEMENT,
    SIGNS,
    TEXT,
    Run,
    Style,
    ellipsized,
    harmless,
    line,
    lines,
    width_of,
)

PLAIN = Style(TEXT, 8, COLORS.ink)
STRONG = Style(BOLD, 8, COLORS.ink)


def _words(*runs: Run, width: float = 120) -> list[str]:
    return [node.text for node in lines(runs, width)]


def test_words_are_broken_at_blanks_and_no_line_is_too_wide():
    text = "The Kobold Warrior moves on while nobody looks at it, and then strikes from behind."
    set_lines = lines([Run(text, PLAIN)], 100)
    assert " ".join(node.text for node in set_lines) == text
    assert all(set_line.width <= 100 for set_line in set_lines)
    assert len(set_lines) > 1


def test_runs_without_a_blank_between_them_stay_together():
    assert _words(Run("aaaa bbbb", STRONG), Run(", cc", PLAIN), width=width_of("aaaa bbbb", STRONG) + 1) == [
        "aaaa",
        "bbbb, cc",
    ]


def test_a_word_wider_than_a_line_is_broken_and_whole():
    word = "x" * 2_000
    set_lines = lines([Run(word, PLAIN)], 100)
    assert "".join(node.text for node in set_lines) == word
    assert all(set_line.width <= 100.01 for set_line in set_lines)


def test_a_long_word_is_parted_after_its_hyphen():
    width = width_of("Axe of the half-", PLAIN) + 1
    assert _words(Run("Axe of the half-orc", PLAIN), width=width) == ["Axe of the half-", "orc"]


def test_numbers_are_not_parted():
    width = width_of("Ranged 6/", PLAIN) + 1
    assert _words(Run("Ranged 6/12", PLAIN), width=width) == ["Ranged", "6/12"]


def test_line_ends_of_every_kind_end_lines():
    assert _words(Run("a\r\nb\rc\u2028d\n\ne", PLAIN)) == ["a", "b", "c", "d", "", "e"]


def test_markup_is_text():
    assert _words(Run("<b>&amp;</b> %s (\\", PLAIN)) == ["<b>&amp;</b> %s (\\"]


def test_every_character_comes_in_the_face_that_has_it():
    (only,) = lines([Run("a👿 Ж 🐉 ☐", Style(BOLD, 8, COLORS.ink))], 200)
    assert [(fragment.text, fragment.font) for fragment in only.fragments] == [
        ("a", BOLD),
        ("👿", SIGNS),
        (" Ж ", BOLD),
        ("🐉", PICTURES),
        (" ", BOLD),
        ("☐", SIGNS),
    ]


def test_a_character_that_no_font_has_is_replaced_where_everybody_sees_it():
    (only,) = lines([Run("שלום 龍", PLAIN)], 200)
    assert only.text == f"{REPLACEMENT * 4} {REPLACEMENT}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x07b\x00", f"a{REPLACEMENT}b{REPLACEMENT}"),
        ("\u202eevil\u202c", "evil"),
        ("👁\ufe0f", "👁"),
        ("wo\u200brd\u00ad", "word"),
        ("tab\tand\u2003wide", "tab and wide"),
        ("e\u0301", "é"),
        ("\ud83d", REPLACEMENT),
        ("\ue000\uffff", REPLACEMENT * 2),
        ("a\x0bb", "a\nb"),
    ],
)
def test_what_steers_is_harmless(text: str, shown: str):
    assert harmless(text) == shown


@given(st.text(max_size=200), st.floats(min_value=20, max_value=300))
def test_no_text_is_too_wide_and_none_is_lost(text: str, width: float):
    set_lines = lines([Run(text, PLAIN)], width)
    assert all(set_line.width <= width + 0.02 for set_line in set_lines)
    shown = "".join(node.text for node in set_lines)
    assert len(shown.replace(" ", "")) == len(harmless(text).replace(" ", "").replace("\n", ""))


def test_a_text_that_is_too_long_for_its_line_ends_in_an_ellipsis():
    short = ellipsized("A name that nobody can read from afar", PLAIN, 60)
    assert short.text.endswith("…")
    assert short.width <= 60
    assert ellipsized("Boar", PLAIN, 60).text == "Boar"


def test_one_line_holds_everything():
    assert line(Run("a\nb", PLAIN), Run(" c", STRONG)).text == "a b c"
    assert line().text == ""


def test_figures_are_all_as_wide_as_each_other():
    assert {len({font.widths[digit] for digit in "0123456789"}) for font in (TEXT, BOLD, DISPLAY)} == {1}
