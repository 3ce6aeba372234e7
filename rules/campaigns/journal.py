"""The journal: entries that only ever grow in number, each with the hash of the one before.

The hash of an entry is the SHA-256, in hexadecimal digits, of a JSON object in canonical form: its members ``actor``,
``at``, ``event``, ``number`` and ``previous`` sorted by name at every depth, no spaces, characters beyond ASCII as they
are, in UTF-8. ``previous`` is the hash of the entry before, "" for the first. A journal that somebody changed later no
longer fits its own hashes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided

NO_HASH = ""
"""What stands in place of the hash before the first entry."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An entry as the hash sees it.

    ``actor`` is the number of the participant who did it, None for the site; ``at`` a moment in UTC
    (``2026-03-01T19:30:00.000000Z``); ``event`` the document of what happened.
    """

    number: int
    at: str
    actor: int | None
    event: Mapping[str, Any]
    previous: str
    hash: str

    @property
    def has_own_hash(self) -> bool:
        """Whether the entry says what it said when it was written."""
        return self.hash == entry_hash(self.number, self.at, self.actor, self.event, self.previous)


def entry_hash(number: int, at: str, actor: int | None, event: Mapping[str, Any], previous: str) -> str:
    """Return the hash of an entry."""
    entry = {"number": number, "at": at, "actor": actor, "event": event, "previous": previous}
    canonical = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def seed_commitment(seed: bytes) -> str:
    """Return what is published of a seed before its first roll: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def chain_faults(lines: Iterable[JournalLine]) -> Iterator[tuple[int, str]]:
    """Yield the number of each entry that does not fit, with a sentence for a person. ``lines`` are a whole journal."""
    previous, expected = NO_HASH, 1
    for line in lines:
        if line.number != expected:
            yield line.number, f"Entry {expected} is missing."
        elif line.previous != previous:
            yield line.number, f"Entry {line.number} does not follow the entry before it."
        if not line.has_own_hash:
            yield line.number, f"Entry {line.number} was changed after it was written."
        previous, expected = line.hash, line.number + 1


@dataclass(frozen=True, slots=True)
class NumberedEvent:
    """An event with the number of its entry."""

    number: int
    event: CampaignEvent


def live_events(events: Iterable[NumberedEvent]) -> list[NumberedEvent]:
    """Return the events that count, in their order: without voided ones, corrected ones replaced in their place.

    A void and a correction count unless they are voided themselves. Of several corrections of one entry the last
    counts. Events that only speak of other entries are left out.
    """
    events = list(events)
    voided: set[int] = set()
    replaced: dict[int, CampaignEvent] = {}
    for one in reversed(events):
        if one.number in voided:
            continue
        if isinstance(one.event, EntryVoided):
            voided.add(one.event.entry)
        elif isinstance(one.event, EntryCorrected):
            replaced.setdefault(one.event.entry, one.event.replacement)
    return [
        NumberedEvent(one.number, replaced.get(one.number, one.event))
        for one in events
        if one.number not in voided and not isinstance(one.event, EntryVoided | EntryCorrected)
    ]


def voided_by(events: Iterable[NumberedEvent]) -> dict[int, int]:
    """Return which entries are voided, each with the number of the entry that voids it."""
    found: dict[int, int] = {}
    for one in reversed(list(events)):
        if one.number not in found and isinstance(one.event, EntryVoided):
            found.setdefault(one.event.entry, one.number)
    return found
