"""The glossary as this site has it: what comes with Muster, with what its editors changed, added and noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from compendium.entries import entry_from_row
from compendium.models import GlossaryTerm
from rules.glossary import catalog
from rules.tables.entry import Entry

TermAddress = tuple[str, str]
"""The kind and the key of an entry."""


@dataclass(frozen=True)
class SiteGlossary:
    """Every entry, kind by kind; ``changes`` are the rows of what was added, edited or annotated."""

    entries: tuple[Entry, ...]
    changes: Mapping[TermAddress, GlossaryTerm]

    @cached_property
    def by_address(self) -> Mapping[TermAddress, Entry]:
        """The entries by kind and key."""
        return {(entry.kind, entry.key): entry for entry in self.entries}

    def of_kind(self, kind: str) -> tuple[Entry, ...]:
        """Return the entries of a kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)


def site_glossary() -> SiteGlossary:
    """Return the glossary with the changes of its editors. One query."""
    rows = GlossaryTerm.objects.exclude(is_edited=False, built_in_digest__gt="").select_related("source")
    changes = {(row.kind, row.key.partition("--")[2]): row for row in rows}
    if not changes:
        return SiteGlossary(catalog.entries(), {})
    built_in = catalog.by_key()
    entries = {address: changes[address] for address in changes if address not in built_in}
    own = [entry_from_row(row, None) for row in entries.values()]
    order = list(catalog.KINDS)
    known = [
        entry_from_row(changes[entry.kind, entry.key], entry) if (entry.kind, entry.key) in changes else entry
        for entry in catalog.entries()
    ]
    every = sorted((*known, *own), key=lambda entry: order.index(entry.kind))
    return SiteGlossary(tuple(every), changes)
