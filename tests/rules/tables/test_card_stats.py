"""The eight stats as a reader meets them."""

from rules.tables.stats import CARD_STATS, entries
from tests.rows import every_row

# the stat, words that its text must hold, and the skills that add it
ROWS = [
    ("Fight", ("Fight roll", "reaches the target's Armor"), None),
    ("Armor", ("reaches the creature's Armor", "10 or more above", "brackets"), None),
    ("Power", ("has to reach its Power",), None),
    ("Fortitude", ("1d20", "attacker's Power"), "Athletics"),
    ("Reflex", ("1d20", "attacker's Power"), "Acrobatics, Stealth, Thievery"),
    (
        "Will",
        ("1d20", "attacker's Power"),
        "Arcana, Crafting, Deception, Diplomacy, Intimidation, Lore, Medicine, Nature, Occultism, Performance, "
        "Religion, Society, Survival",
    ),
    ("HP", ("maximum", "At 0 HP or less", "dying"), None),
    ("Speed", ("Stride", "movement mode", "below 1"), None),
]


@every_row("number", range(8))
def test_each_stat_says_what_it_is_rolled_for_or_against(number: int) -> None:
    entry, (name, words, skills) = entries()[number], ROWS[number]
    assert entry.name == name
    assert [word for word in words if word not in entry.text] == []
    assert entry.facts == ((("Skills", skills),) if skills else ())


def test_the_stats_stand_in_the_order_of_a_card() -> None:
    assert len(CARD_STATS) == len(ROWS) == 8
    assert {entry.kind for entry in entries()} == {"stat"}
