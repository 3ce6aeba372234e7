"""What the glossary says about casting spells."""

import pytest

from rules.spells import SPELLS
from rules.tables.uses import TRADITIONS
from tests.rules.tables.entry_kinds import entries_of

WORDS = {
    "Caster": ("checks off one box", "share them", "at will (∞)", "rank", "choose one of them", "Fight roll"),
    "Cantrip": ("no boxes", "count them from rank 1", "rank 3"),
    "Heighten": ("of a higher rank", "for every so many ranks", "add up"),
    "Sustain": ("with a sustain price", "without checking off a box", "as long as it likes", "cast it again"),
    "Haste": ("quickened", "neither spell sheet", "1 extra action point"),
}


@pytest.mark.parametrize("entry", entries_of("spellcasting"), ids=lambda entry: entry.name)
def test_a_term_of_casting_keeps_every_limit_of_its_rule(entry) -> None:
    assert entry.kind == "spellcasting"
    assert [word for word in WORDS[entry.name] if word not in entry.text] == []


def test_every_term_is_there_and_every_tradition_of_the_spells() -> None:
    assert [entry.name for entry in entries_of("spellcasting")] == list(WORDS)
    assert set(TRADITIONS) == {tradition for spell in SPELLS for tradition in spell.traditions}
