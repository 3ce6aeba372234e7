"""What programs send to a battle's log: the events that a player's buttons send, as documents."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compendium.api.documents import read_document
from rules.combat.family import FightFamily, sent_event
from rules.combat.log import FightEvent, LogEvent
from rules.combat.setup import SIDE_KEYS
from rules.documents.records import declared_parts
from rules.p2v_combat.family import P2V


@extend_schema_serializer(component_name="BattleEvent")
class EventBody(serializers.Serializer[Any]):
    """Something that a side does."""

    event = serializers.DictField(help_text="An object with `kind` and the parts of that kind.")
    side = serializers.ChoiceField(
        SIDE_KEYS, required=False, allow_null=True, help_text="For which of your sides; missing: the one that fits."
    )


def event_parts() -> str:
    """Return the kinds of events that may be sent, with their parts, in words."""
    return "; ".join(_parts(event) for event in sorted(P2V.sent_events, key=lambda event: event.kind))


def _parts(event: type[FightEvent]) -> str:
    parts = ", ".join(name for name in declared_parts(event) if name not in dict(event.filled_in))
    return f"`{event.kind}` ({parts})" if parts else f"`{event.kind}`"


def event_sent(family: FightFamily, document: dict[str, Any]) -> LogEvent:
    """Return the event of a document that a program sends; raise what the API answers for any other."""
    return read_document(lambda given: sent_event(family, given), document)


def battle_event_sent(document: dict[str, Any]) -> FightEvent:
    """Return the event of a battle of Path 2 Victory; raise what the API answers for any other document."""
    event = event_sent(P2V, document)
    assert isinstance(event, FightEvent)
    return event
