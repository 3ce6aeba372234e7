"""What the glossary says about building a warband."""

from tests.rules.tables.entry_kinds import entries_of

POINTS, UPGRADES, HALF_CAP, ALIGNMENTS = entries_of("building")


def test_the_four_rules_of_building() -> None:
    assert [entry.name for entry in entries_of("building")] == ["Points by Level", "Upgrades", "Half Cap", "Alignments"]
    assert {entry.kind for entry in entries_of("building")} == {"building"}


def test_every_level_tells_its_cost_and_its_upgrade_cost() -> None:
    assert POINTS.facts == (
        ("Level -1", "9, each upgrade 2"),
        ("Level 0", "12, each upgrade 2"),
        ("Level 1", "14, each upgrade 3"),
        ("Level 2", "18, each upgrade 3"),
        ("Level 3", "21, each upgrade 4"),
        ("Level 4", "26, each upgrade 5"),
        ("Level 5", "32, each upgrade 6"),
        ("Level 6", "40, each upgrade 7"),
        ("Level 7", "48, each upgrade 8"),
        ("Level 8", "60, each upgrade 10"),
        ("Level 9", "72, each upgrade 12"),
        ("Level 10", "90, each upgrade 15"),
        ("Level 11", "108, each upgrade 18"),
        ("Level 12", "135, each upgrade 23"),
        ("Level 13", "160, each upgrade 27"),
        ("Level 14", "192, each upgrade 32"),
    )


def test_the_limits_of_upgrades_and_the_half_cap() -> None:
    words = (
        "its level or lower",
        "none at level -1 and 0",
        "3 hero points",
        "may buy a consumable more than once",
    )
    assert [word for word in words if word not in UPGRADES.text] == []
    words = ("Narrative Play", "With 180 points", "level 10 (90 points)", "nothing is rounded", "have no cap")
    assert [word for word in words if word not in HALF_CAP.text] == []


def test_every_alignment_tells_whom_else_it_may_take() -> None:
    assert ALIGNMENTS.facts == (
        ("☼ Lawful Good", "Neutral Good, Lawful Neutral, True Neutral"),
        ("✿ Neutral Good", "Lawful Good, Chaotic Good, True Neutral"),
        ("✯ Chaotic Good", "Neutral Good, True Neutral, Chaotic Neutral"),
        ("👁 Lawful Neutral", "Lawful Good, True Neutral, Lawful Evil"),
        ("⚖ True Neutral", "Neutral Good, Lawful Neutral, Chaotic Neutral, Neutral Evil"),
        ("🌀 Chaotic Neutral", "Chaotic Good, True Neutral, Chaotic Evil"),
        ("✊ Lawful Evil", "Lawful Neutral, True Neutral, Neutral Evil"),
        ("👿 Neutral Evil", "True Neutral, Lawful Evil, Chaotic Evil"),
        ("⛈ Chaotic Evil", "True Neutral, Chaotic Neutral, Neutral Evil"),
    )
