"""What people and programs may send to a fight's log: events of its family, without parts that only the site says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.combat.family import FightFamily
from rules.combat.log import LogEvent
from rules.documents import fail
from rules.documents.reading import UNWRITABLE
from rules.text import plain_texts

MAX_NUMBER = 9_999
EVENT_PATH = "event"
_SHEET = f"{EVENT_PATH}.sheet."
"""Where the notes of a combatant that joins stand: they may have several lines."""


def sent_event(family: FightFamily, document: Mapping[str, Any]) -> LogEvent:
    """Return the event of a document that somebody sends; raise ``DocumentError`` for one that only the site records.

    Undo and redo are no such events: who may take back whose step is decided where they are recorded.
    """
    kinds = {event.kind: event for event in family.sent_events}
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        fail("document.value", f"{EVENT_PATH}.kind", f"Expected one of {', '.join(sorted(kinds))}.")
    filled = dict(kinds[kind].filled_in)
    if any(name in document for name in filled):
        fail("document.unknown", EVENT_PATH, "This event has a part that only the site fills in.")
    for path, value in _values(document, EVENT_PATH):
        lines = value.replace("\n", "") if path.startswith(_SHEET) and isinstance(value, str) else value
        if isinstance(lines, str) and (len(lines) > family.longest_text or UNWRITABLE.search(lines)):
            fail("document.value", path, f"Expected a line of at most {family.longest_text} characters.")
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            fail("document.range", path, f"Expected at most {MAX_NUMBER:,}.")
    return family.event_from({**plain_texts(dict(document)), **filled}, EVENT_PATH)


def _values(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield every text and number of a document with its path."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from _values(one, f"{path}.{name}")
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _values(one, f"{path}[{place}]")
    else:
        yield path, value
