"""Hero points."""

from rules.tables.rolls import HERO_POINT_USES
from tests.rules.tables.entry_kinds import entries_of


def test_the_five_uses_and_that_four_of_them_are_rerolls() -> None:
    assert [(row.name, row.rerolls) for row in HERO_POINT_USES] == [
        ("Own Fight roll", True),
        ("Own saving throw", True),
        ("Own check", True),
        ("Attacker's Fight roll", True),
        ("Recovery check", False),
    ]


def test_the_entry_tells_limit_price_and_every_use() -> None:
    (entry,) = entries_of("hero-point")
    assert (entry.kind, entry.key) == ("hero-point", "hero-point")
    facts = dict(entry.facts)
    assert facts["At most"] == "3"
    assert facts["Price"] == "the creature's upgrade cost each"
    assert [row.name in facts for row in HERO_POINT_USES] == [True] * 5
