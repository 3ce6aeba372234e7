"""The journal: entries that are only appended, each with the hash of the previous one.

The hash of an entry is the SHA-256, in hexadecimal digits, of a JSON object in canonical form: its members ``actor``,
``at``, ``event``, ``number`` and ``previous``, sorted by name at every depth, without spaces, characters beyond ASCII
unescaped, in UTF-8. ``previous`` is the hash of the previous entry, "" for the first. A journal that somebody changed
later no longer matches its own hashes.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules.campaigns.events import CampaignEvent, event_from_document
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.documents.reading import Fields, fail
from rules.documents.shapes import Shape, integer, is_day, number

NO_HASH = ""
"""Stands for the hash before the first entry."""


MAX_NUMBER = 2_147_483_647
EntryNumber = Annotated[int, integer(1, MAX_NUMBER)]
_HASH = re.compile(r"[0-9a-f]{64}")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z", re.ASCII)


def sha256(also: str | None = None) -> Shape:
    """The shape of a hash in hexadecimal digits, or another given text."""

    def read(fields: Fields, name: str) -> str:
        value = fields.text(name, high=64)
        if not _HASH.fullmatch(value) and value != also:
            fail("document.value", fields.at(name), "Expected a SHA-256 as 64 hexadecimal digits in lower case.")
        return value

    return Shape(str, read, {"type": "string", "pattern": _HASH.pattern})


def _read_moment(fields: Fields, name: str) -> str:
    value = fields.text(name, high=27)
    match = _MOMENT.fullmatch(value)
    if not match or not is_day(match[1]):
        fail("document.value", fields.at(name), "Expected a moment like 2026-03-01T19:30:00.000000Z.")
    return value


def _read_event(fields: Fields, name: str) -> Mapping[str, Any]:
    event = fields.fields(name)
    event_from_document(event.raw, event.path)
    return event.raw


MOMENT = Shape(str, _read_moment, {"type": "string", "format": "date-time"})
EVENT = Shape(lambda event: event, _read_event, {"type": "object"})
"""The document of an event; reading it checks that it is valid."""


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An entry as its hash covers it.

    ``actor`` is the number of its author, None for the site; ``at`` a moment in UTC (``2026-03-01T19:30:00.000000Z``);
    ``event`` the document of what happened.
    """

    number: EntryNumber
    at: Annotated[str, MOMENT]
    actor: Annotated[int | None, number(1, MAX_NUMBER)]
    event: Annotated[Mapping[str, Any], EVENT]
    previous: Annotated[str, sha256(NO_HASH)]
    hash: Annotated[str, sha256()]

    @property
    def has_own_hash(self) -> bool:
        """Whether the entry is unchanged since it was written."""
        return self.hash == entry_hash(self.number, self.at, self.actor, self.event, self.previous)


def entry_hash(number: int, at: str, actor: int | None, event: Mapping[str, Any], previous: str) -> str:
    """Return the hash of an entry."""
    entry = {"number": number, "at": at, "actor": actor, "event": event, "previous": previous}
    canonical = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def seed_commitment(seed: bytes) -> str:
    """Return the published hash of a seed before its first roll: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def chain_faults(lines: Iterable[JournalLine]) -> Iterator[tuple[int, str]]:
    """Yield the number of each entry that does not match its hash, with a sentence. ``lines`` are a whole journal."""
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
    """An event with the number of its entry. One that ``is_undone`` only keeps the numbers that it gave to members."""

    number: int
    event: CampaignEvent
    is_undone: bool = False


def live_events(events: Iterable[NumberedEvent]) -> list[NumberedEvent]:
    """Return the events that count, in order: without voided ones, corrected ones replaced in their place.

    A void and a correction count unless they are voided themselves. Of several corrections of one entry, the last
    counts. Omits events that are only about other entries.
    """
    events = list(events)
    voided: set[int] = set()
    replaced: dict[int, CampaignEvent] = {}
    for event in reversed(events):
        if event.number in voided:
            continue
        if isinstance(event.event, EntryVoided):
            voided.add(event.event.entry)
        elif isinstance(event.event, EntryCorrected):
            replaced.setdefault(event.event.entry, event.event.replacement)
    return [
        NumberedEvent(event.number, replaced.get(event.number, event.event))
        for event in events
        if event.number not in voided and not isinstance(event.event, EntryVoided | EntryCorrected)
    ]


def voided_by(events: Iterable[NumberedEvent]) -> dict[int, int]:
    """Return which entries are voided, each with the number of the entry that voids it."""
    voids: dict[int, int] = {}
    for event in reversed(list(events)):
        if event.number not in voids and isinstance(event.event, EntryVoided):
            voids.setdefault(event.event.entry, event.number)
    return voids
