"""Keys made from names, texts made comparable, lists made into sentences."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.text import counted, few_listed, keys_listed, listed, plain, possessive, slug, unique_slugs, with_minus
from tests.rows import every_row


@every_row(
    ("name", "key"),
    [
        ("Basilisk", "basilisk"),
        ("Kobold Warrior", "kobold-warrior"),
        ("Alchemist's Fire (Minor)", "alchemists-fire-minor"),
        ("Hunter’s Bow", "hunters-bow"),
        ("O‘Neill ʼ`´′＇", "oneill"),
        ("Azhaña — Élite", "azhana-elite"),
        ("ﬁre  &  ice", "fire-ice"),
        ("--Spear--", "spear"),
        ("[Spell] Potion I", "spell-potion-i"),
        ("Capybara Pet 12", "capybara-pet-12"),
        ("☼ ⚖", ""),
        ("龍", ""),
        ("", ""),
    ],
)
def test_a_name_becomes_a_key(name: str, key: str) -> None:
    assert slug(name) == key


@given(st.text())
def test_a_key_is_lower_case_words_with_hyphens_and_its_own_key(name: str) -> None:
    key = slug(name)
    assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", key)
    assert slug(key) == key


def test_the_same_name_again_is_numbered_in_order() -> None:
    assert unique_slugs(["Spear", "Spear", "Jaws", "spear"]) == ("spear", "spear-2", "jaws", "spear-3")


def test_a_name_that_looks_numbered_keeps_clear_of_numbers() -> None:
    assert unique_slugs(["Spear 2", "Spear", "Spear"]) == ("spear-2", "spear", "spear-3")


def test_a_name_that_leaves_nothing_takes_the_fallback() -> None:
    assert unique_slugs(["☼", "⚖"]) == ("feature", "feature-2")
    assert unique_slugs(["☼"], fallback="creature") == ("creature",)


@given(st.lists(st.text(max_size=6)))
def test_no_two_keys_of_a_list_are_equal(names: list[str]) -> None:
    keys = unique_slugs(names)
    assert len(set(keys)) == len(names)
    assert all(keys)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Dweomercat's Élan", "dweomercats elan"), ("Fire 2d6", "fire 2d6"), ("", "")],
)
def test_searches_compare_texts_without_case_marks_and_apostrophes(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], ""),
        (["fire"], "fire"),
        (["fire", "cold"], "fire and cold"),
        (["fire", "cold", "acid"], "fire, cold and acid"),
    ],
)
def test_words_are_listed_as_a_sentence_does(words: list[str], sentence: str) -> None:
    assert listed(words) == sentence


def test_words_may_be_listed_with_or() -> None:
    assert listed(["fire", "cold", "acid"], "or") == "fire, cold or acid"


@every_row(
    ("typed", "printed"),
    [
        ("Armor -2.", "Armor −2."),
        ("-1 to all saves", "−1 to all saves"),
        ("it has (-5 of a skill)", "it has (−5 of a skill)"),
        ("off-guard", "off-guard"),
        ("level 2-4", "level 2-4"),
        ("no number - none", "no number - none"),
    ],
)
def test_negative_numbers_get_the_sign_that_cards_print(typed: str, printed: str) -> None:
    assert with_minus(typed) == printed


@pytest.mark.parametrize(("name", "owner"), [("Mara", "Mara’s"), ("Humanoids", "Humanoids’")])
def test_what_someone_owns_has_their_name_first(name: str, owner: str) -> None:
    assert possessive(name) == owner


def test_numbers_of_things_are_singular_and_plural() -> None:
    assert [counted(number, "point") for number in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_long_lists_name_eight_and_count_the_others() -> None:
    assert few_listed("abcdefgh") == "a, b, c, d, e, f, g and h"
    assert few_listed("abcdefghi") == "a, b, c, d, e, f, g, h and 1 more"
    assert keys_listed(["sling", "net"]) == "“sling” and “net”"
