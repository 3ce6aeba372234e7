"""Casting spells: what a caster's line on a card means, and how spells grow and go on."""

from __future__ import annotations

from rules.tables.entry import Entry
from rules.tables.prose import Prose

TRADITIONS: tuple[str, ...] = ("arcane", "divine", "occult", "primal")

PROSE = Prose("spellcasting")


def entries() -> tuple[Entry, ...]:
    """Return the terms of casting spells."""
    traditions = (("Traditions", ", ".join(TRADITIONS)),)
    return (
        PROSE.term("spellcasting", "caster", facts=traditions),
        *(PROSE.term("spellcasting", key) for key in ("cantrip", "heighten", "sustain", "haste")),
    )
