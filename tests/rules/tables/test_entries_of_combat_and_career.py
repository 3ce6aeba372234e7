"""What every entry of the combat, reading and career tables has in common."""

from collections import Counter

from rules.tables import (
    actions,
    advancement,
    areas,
    conditions,
    cover,
    damage,
    dying,
    movement,
    rolls,
    sizes,
    skills,
    uses,
)
from rules.tables.prose import Entry
from tests.rows import every_row

ENTRIES: list[Entry] = [
    *skills.entries(),
    *sizes.entries(),
    *conditions.entries(),
    *actions.entries(),
    *movement.entries(),
    *areas.entries(),
    *cover.entries(),
    *damage.entries(),
    *dying.entries(),
    *uses.entries(),
    *rolls.entries(),
    *advancement.entries(),
]


def test_keys_are_unique_within_a_kind() -> None:
    assert [pair for pair, times in Counter((e.kind, e.key) for e in ENTRIES).items() if times > 1] == []


def test_no_word_leads_to_two_entries_of_one_kind() -> None:
    words = Counter((e.kind, word.casefold()) for e in ENTRIES for word in {e.name, *e.aliases})
    assert [pair for pair, times in words.items() if times > 1] == []


def test_the_kinds() -> None:
    assert {entry.kind for entry in ENTRIES} == {
        *("skill", "size", "condition", "status", "action", "reaction", "movement", "area", "cover", "damage-type"),
        *("damage-rule", "use", "hero-point", "weapon", "class", "injury", "advancement", "elimination", "dying"),
        *("common-feature", "spellcasting"),
    }


@every_row("entry", ENTRIES, ids=lambda entry: f"{entry.kind}:{entry.key}")
def test_an_entry_has_one_sentence_for_a_tooltip_and_a_whole_text(entry: Entry) -> None:
    assert entry.summary.endswith(".")
    assert ". " not in entry.summary
    assert len(entry.summary) <= 110
    assert entry.text.endswith(".")
    assert "  " not in entry.text
    assert len(entry.text) > 40
    assert entry.where
    assert all(label and value for label, value in entry.facts)
