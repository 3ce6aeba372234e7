"""What programs send to a battle's log: the events that a player's buttons send, as documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from common.api.faults import Fault
from compendium.api.documents import read_document
from rules.battle.events import BattleEvent
from rules.battle.family import P2V
from rules.battle.sent_events import FILLED_IN, SENT_EVENTS
from rules.building.codecs import codecs_of
from rules.documents.reading import UNWRITABLE
from rules.fights.family import FightFamily
from rules.fights.log import LogEvent
from rules.fights.sides import SIDE_KEYS
from rules.text import plain_texts

MAX_NUMBER = 9_999

EVENT_EXAMPLE: dict[str, Any] = {
    "event": {
        "kind": "acted",
        "creature": "a.m1",
        "action": "spear",
        "way": "",
        "targets": [{"creature": "b.m1", "circumstances": {"distance": "reach"}}],
        "choices": [],
    }
}


@extend_schema_serializer(
    component_name="BattleEvent", examples=[OpenApiExample("A Strike", value=EVENT_EXAMPLE, request_only=True)]
)
class EventBody(serializers.Serializer[Any]):
    """Something that a side does."""

    event = serializers.DictField(help_text="An object with `kind` and the parts of that kind.")
    side = serializers.ChoiceField(
        SIDE_KEYS, required=False, allow_null=True, help_text="For which of your sides; missing: the one that fits."
    )


def event_parts() -> str:
    """Return the kinds of events that may be sent, with their parts, in words."""
    return "; ".join(_parts(event) for event in sorted(SENT_EVENTS, key=lambda event: event.kind))


def _parts(event: type[BattleEvent]) -> str:
    parts = ", ".join(name for name in codecs_of(event) if name not in FILLED_IN.get(event.kind, {}))
    return f"`{event.kind}` ({parts})" if parts else f"`{event.kind}`"


def event_sent(family: FightFamily, document: dict[str, Any]) -> LogEvent:
    """Return the event of a document that a program sends; raise what the API answers for any other."""
    kinds = {event.kind for event in family.sent_events}
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise Fault("document.value", "event.kind", f"Expected one of {', '.join(sorted(kinds))}.")
    filled = family.filled_in.get(kind, {})
    if any(name in document for name in filled):
        raise Fault("document.unknown", "event", "This event has a part that only the site fills in.")
    for path, value in _values(document, "event"):
        if isinstance(value, str) and (len(value) > family.longest_text or UNWRITABLE.search(value)):
            message = f"Expected a line of at most {family.longest_text} characters."
            raise Fault("document.value", path[:200], message)
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise Fault("document.range", path[:200], f"Expected at most {MAX_NUMBER:,}.")
    whole = {**plain_texts(document), **filled}
    return read_document(lambda given: family.event_from(given, "event"), whole)


def battle_event_sent(document: dict[str, Any]) -> BattleEvent:
    """Return the event of a battle of Path 2 Victory; raise what the API answers for any other document."""
    event = event_sent(P2V, document)
    assert isinstance(event, BattleEvent)
    return event


def _values(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield every text and number of a document with its path."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _values(one, f"{path}.{name}")
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from _values(one, f"{path}[{place}]")
    else:
        yield path, value
