"""What programs send to a battle's log: the events that a player's buttons send, as documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers, status

from common.api.faults import Fault
from compendium.api.documents import read_document
from rules.battle.events import BattleEvent, battle_event_from_document
from rules.battle.events.acting import Acted, GroupActed, StepActed, StepSkipped
from rules.battle.events.answers import Chosen, CountsGiven, OfferPassed, OfferTaken, Rolled, Ruled
from rules.battle.events.by_hand import (
    ApSet,
    HeldSet,
    HpSet,
    LeftPlay,
    PersistentSet,
    PlacesSet,
    PointsGiven,
    ReachLost,
    SpentSet,
)
from rules.battle.events.carrying import BodyLifted, BodyLooted, LoadDropped, LoadLifted
from rules.battle.events.joining import Appeared, Dismounted, Mounted
from rules.battle.events.moving import Fallen, HazardEntered, SkillTried
from rules.battle.events.objectives import ObjectiveTried, SpotDug, SupplyDestroyed, TreasureTaken
from rules.battle.events.reactions import TriggerReported
from rules.battle.events.solo import GambitStepTaken
from rules.battle.events.turns import Activated, ApGiven, Begun, ControlPassed, TurnEnded
from rules.building.codecs import codecs_of
from rules.documents.reading import UNWRITABLE
from rules.fights.sides import SIDE_KEYS
from rules.text import plain_texts

SENT_EVENTS: Final[tuple[type[BattleEvent], ...]] = (
    Begun,
    Activated,
    Acted,
    GroupActed,
    StepActed,
    StepSkipped,
    TurnEnded,
    Rolled,
    Chosen,
    OfferTaken,
    OfferPassed,
    Ruled,
    CountsGiven,
    TriggerReported,
    ControlPassed,
    ApGiven,
    GambitStepTaken,
    Appeared,
    Mounted,
    Dismounted,
    HazardEntered,
    Fallen,
    SkillTried,
    ObjectiveTried,
    SpotDug,
    TreasureTaken,
    SupplyDestroyed,
    BodyLifted,
    BodyLooted,
    LoadLifted,
    LoadDropped,
    HpSet,
    HeldSet,
    SpentSet,
    ApSet,
    PlacesSet,
    PersistentSet,
    PointsGiven,
    ReachLost,
    LeftPlay,
)
"""What players bring about. All other events follow by themselves, or have addresses of their own."""
FILLED_IN: Final = {Rolled.kind: {"entered": True}, SpotDug.kind: {"has_treasure": False}}
"""Parts that the site says, never who sends an event."""
MAX_LETTERS = 200
MAX_NUMBER = 9_999
_KINDS = frozenset(event.kind for event in SENT_EVENTS)

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


def event_sent(document: dict[str, Any]) -> BattleEvent:
    """Return the event of a document that a program sends; raise what the API answers for any other."""
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Fault("document.value", "event.kind", f"Expected one of {', '.join(sorted(_KINDS))}.")
    if any(name in document for name in FILLED_IN.get(kind, ())):
        raise Fault("document.unknown", "event", "This event has a part that only the site fills in.")
    for path, value in _values(document, "event"):
        if isinstance(value, str) and (len(value) > MAX_LETTERS or UNWRITABLE.search(value)):
            raise Fault("document.value", path[:200], f"Expected a line of at most {MAX_LETTERS} characters.")
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise Fault("document.range", path[:200], f"Expected at most {MAX_NUMBER:,}.")
    whole = plain_texts(document) | FILLED_IN.get(kind, {})
    event = read_document(lambda given: battle_event_from_document(given, "event"), whole)
    if not isinstance(event, BattleEvent):
        raise Fault("document.value", "event.kind", "Expected an event.", status.HTTP_400_BAD_REQUEST)
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
