"""The four positioning upgrades, and whom they suit by the tags of a card."""

import pytest

from rules.tables.positioning import POSITIONING_UPGRADES, entries, not_suited
from tests.rows import every_row

# key, secret, words that the text must hold
ROWS = [
    ("false-object", True, ("Size", "within 2 squares", "reaction", "Strike or Stride", "next round")),
    ("summonable", False, ("2 AP", "adjacent empty space", "same round", "cast spells")),
    ("tempting-disguise", True, ("fails without a roll", "in that round", "next round")),
    ("trail-of-bodies", False, ("1d6", "take turns")),
]


@pytest.mark.parametrize("number", range(4))
def test_every_upgrade_says_what_it_does(number: int) -> None:
    key, secret, words = ROWS[number]
    row = POSITIONING_UPGRADES[number]
    assert (row.key, row.secret) == (key, secret)
    assert [word for word in words if word not in row.text] == []


UPGRADES = {row.key: row for row in POSITIONING_UPGRADES}


def test_there_are_four() -> None:
    assert [key for key, _, _ in ROWS] == list(UPGRADES)


@every_row(
    ("key", "tags"),
    [
        ("false-object", ["Wood", "Plant"]),
        ("false-object", ["Mindless", "Construct"]),
        ("false-object", ["Ooze"]),
        ("false-object", ["Fungus", "Humanoid"]),
        ("false-object", ["Undead"]),
        ("summonable", ["Archon", "Celestial"]),
        ("summonable", ["Oni", "Giant", "Humanoid", "Fiend"]),
        ("summonable", ["Fire", "Elemental"]),
        ("summonable", ["Aberration"]),
        ("tempting-disguise", ["Fey"]),
        ("tempting-disguise", ["Plant", "Mindless"]),
        ("tempting-disguise", ["Human", "Humanoid"]),
        ("trail-of-bodies", ["Mindless", "Undead", "Zombie"]),
        ("trail-of-bodies", ["Human", "Humanoid"]),
        ("false-object", []),
        ("summonable", []),
        ("tempting-disguise", []),
        ("trail-of-bodies", []),
    ],
)
def test_tags_that_speak_for_it_or_say_nothing_bring_no_warning(key: str, tags: list[str]) -> None:
    assert not_suited(UPGRADES[key], tags) is None


@every_row(
    ("key", "tags"),
    [
        ("false-object", ["Animal"]),
        ("false-object", ["Kobold", "Humanoid"]),
        ("false-object", ["Dragon", "Fire"]),
        ("summonable", ["Animal"]),
        ("summonable", ["Kobold", "Humanoid"]),
        ("summonable", ["Fire", "Giant", "Humanoid"]),
        ("tempting-disguise", ["Animal"]),
        ("tempting-disguise", ["Zombie", "Undead", "Mindless"]),
        ("trail-of-bodies", ["Celestial"]),
        ("trail-of-bodies", ["Animal"]),
    ],
)
def test_tags_that_speak_against_it_bring_a_warning(key: str, tags: list[str]) -> None:
    assert not_suited(UPGRADES[key], tags) is not None


def test_the_warning_names_the_need_and_the_tags() -> None:
    assert not_suited(UPGRADES["summonable"], ["Kobold", "Humanoid"]) == (
        "Summonable is unusual for a Humanoid. It is for a creature that is from another plane."
    )
    assert not_suited(UPGRADES["tempting-disguise"], ("Mindless", "Undead", "Zombie")) == (
        "Tempting Disguise is unusual for a Mindless and Zombie. "
        "It is for a creature that can change its shape into something alluring."
    )


def test_tags_are_read_in_any_case() -> None:
    assert not_suited(UPGRADES["summonable"], ["animal"]) is not None
    assert not_suited(UPGRADES["summonable"], ["FIEND", "animal"]) is None


def test_no_tag_speaks_both_ways() -> None:
    assert [row.key for row in POSITIONING_UPGRADES if row.suited & row.unsuited] == []


def test_the_upgrades_and_the_spotting_have_their_entries() -> None:
    glossary_entries = entries()
    assert [entry.key for entry in glossary_entries] == [*(row[0] for row in ROWS), "spotting-a-disguised-creature"]
    assert {entry.kind for entry in glossary_entries} == {"positioning"}
    assert glossary_entries[0].aliases == ("Statue Disguise",)
    assert "within 6 squares" in glossary_entries[4].text
    assert "Perception" in glossary_entries[4].text
