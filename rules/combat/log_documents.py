"""Events of a log as documents: an object with ``kind`` and the parts of the event, ``{"kind": "rolled", ...}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.combat.log import LogEvent
from rules.documents import Fields, fail
from rules.documents.records import parts_document, parts_from

KIND = "kind"
"""The field that names the kind of event."""


def log_event_document(event: LogEvent) -> dict[str, Any]:
    """Return an event as a document."""
    return {KIND: event.kind, **parts_document(event)}


def log_event_from(document: object, by_kind: Mapping[str, type[LogEvent]], path: str = "") -> LogEvent:
    """Read an event of one of some kinds; raise ``DocumentError`` with the path of the first thing that is wrong."""
    read = Fields(document, path)
    kind = by_kind.get(read.text(KIND))
    if kind is None:
        fail("document.value", read.at(KIND), f"Expected one of {', '.join(sorted(by_kind))}.")
    return parts_from(read, kind)
