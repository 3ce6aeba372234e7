"""Entries of the glossary for tests of its tables."""

from rules.glossary import catalog
from rules.tables.prose import Entry


def entries_of(*kinds: str) -> tuple[Entry, ...]:
    """Return the entries of some kinds, in the order of the glossary."""
    return tuple(entry for entry in catalog.entries() if entry.kind in kinds)
