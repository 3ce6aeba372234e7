"""Proving that the logs of stored adventures are whole and can be played again."""

from __future__ import annotations

from collections.abc import Iterator

from adventures.models import AdventureEntry, AdventureRow
from adventures.selectors.folding import FoldedAdventure, adventure_beginning, read_adventure_entry
from rules.adventures.seals import beginning_seal, entry_seal
from rules.errors import ChangeRefused, RulesError


def adventures_that_fail() -> Iterator[tuple[str, str]]:
    """Yield the key of each stored adventure that cannot be opened, with the reason. One query for each."""
    for row in AdventureRow.objects.order_by("pk").iterator():
        if reason := reason_not_to_play(row):
            yield row.key, reason


def reason_not_to_play(row: AdventureRow) -> str:
    """Return why an adventure cannot be folded up to its head, "" where it can. One query."""
    entries = list(AdventureEntry.objects.filter(adventure=row).order_by("number"))
    if [one.number for one in entries] != list(range(1, row.head + 1)):
        return f"Its log does not have all {row.head} entries."
    key = bytes(row.seal_key)
    seal = beginning_seal(key, row.setup)
    for one in entries:
        seal = entry_seal(key, seal, one.number, one.step, one.side, one.event)
        if one.seal != seal:
            return f"Entry {one.number} of its log is not what was written."
    if row.seal != seal:
        return "It does not end with the last entry of its log."
    try:
        folded = FoldedAdventure(adventure_beginning(row), [read_adventure_entry(one) for one in entries])
        assert folded.state is not None
    except (RulesError, ChangeRefused) as fault:
        return str(fault)
    return ""
