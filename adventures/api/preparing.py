"""The kinds of adventures with their facts and events, and the start of an adventure."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adventures.api.adventures import AdventureAnswerAPIView
from adventures.api.base import ADVENTURE_PASS, READ_ERRORS, RECORD_ERRORS, AdventureAsSeenSerializer
from adventures.api.options import event_name, event_part_documents
from adventures.api.templates import AdventureBeginningSerializer, beginning_of_document
from adventures.forms.events import is_sent
from adventures.services.adventures import adventure_prepare
from battles.api.shapes import LooseField
from common.api.bodies import version_tag
from common.openapi import BODY_ERRORS, PRIVATE_ERRORS, Document, operation
from rules.adventures.events import COMMON_EVENTS, AdventureEvent
from rules.adventures.kind import AdventureKind
from rules.adventures.kinds import KINDS
from rules.adventures.library import library_adventures

READ_WHAT = "read how the adventure begins"


class EventShapeSerializer(Document):
    """An event that may be recorded."""

    kind = serializers.CharField()
    name = serializers.CharField(help_text="The text of its button.")
    by_organizer = serializers.BooleanField(help_text="Whether only the organizer may send it.")
    parts = serializers.ListField(
        child=serializers.DictField(), help_text="With `name`, `needed`, and the JSON Schema of the value as `schema`."
    )


class ReadyAdventureSerializer(Document):
    """A ready adventure of Muster."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)


class ActionShapeSerializer(Document):
    """An action with a check."""

    key = serializers.CharField()
    name = serializers.CharField()
    secret = serializers.BooleanField(help_text="Whether the roll and the degree are hidden from players.")
    takes_turn = serializers.BooleanField(help_text="Whether it uses one of the turns of a round.")


class AdventureKindSerializer(Document):
    """A kind of adventure."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    facts = LooseField(help_text="JSON Schema of its facts.")
    actions = ActionShapeSerializer(many=True)
    events = EventShapeSerializer(many=True, help_text="The events of this kind only.")
    ready = ReadyAdventureSerializer(many=True)


class AdventureKindsSerializer(Document):
    """The kinds of adventures, and the events of all kinds."""

    kinds = AdventureKindSerializer(many=True)
    events = EventShapeSerializer(many=True, help_text="The events of every kind.")


class AdventureKindsView(AdventureAnswerAPIView):
    is_for_newcomers = True

    @operation("adventures_kinds", AdventureKindsSerializer, PRIVATE_ERRORS)
    def get(self, request: Request) -> Response:
        """What adventures are made of.

        Each kind with its facts, its checks, its events and Muster's ready adventures; and the events of all kinds.
        """
        # No query beside those of who asks.
        return Response(
            {
                "kinds": [_kind_document(kind) for kind in KINDS.values()],
                "events": _event_documents(COMMON_EVENTS),
            }
        )


class AdventureBeginningView(AdventureAnswerAPIView):
    @operation("adventures_beginning", AdventureBeginningSerializer, READ_ERRORS, parameters=[ADVENTURE_PASS])
    def get(self, request: Request, key: str) -> Response:
        """How an adventure begins.

        Its facts and its participants, for its organizer. The ETag begins with the version.
        """
        # One query, five in a campaign.
        row = self.organized(key, READ_WHAT).row
        return Response(row.setup, headers={"ETag": version_tag(row.version, key)})

    @operation(
        "adventures_prepare",
        AdventureAsSeenSerializer,
        {**RECORD_ERRORS, **BODY_ERRORS},
        body=AdventureBeginningSerializer,
    )
    def put(self, request: Request, key: str) -> Response:
        """Prepare an adventure.

        Replaces its start, as long as nothing has happened. `If-Match` is its ETag.
        """
        self.organized(key, "prepare the adventure")
        adventure = beginning_of_document(request.data)
        with self.unchanged(request, key, by_version=True):
            adventure_prepare(visitor=self.visitor, key=key, adventure=adventure)
        return self.adventure_answer(request, key)


def _kind_document(kind: AdventureKind) -> dict[str, Any]:
    ready = ((key, adventure) for key, adventure in library_adventures().items() if adventure.kind is kind)
    return {
        "key": kind.key,
        "name": kind.name,
        "about": kind.about,
        "facts": dict(kind.facts_shape.schema),
        "actions": [
            {"key": action.key, "name": action.name, "secret": action.is_secret, "takes_turn": action.takes_turn}
            for action in kind.actions
        ],
        "events": _event_documents(kind.own_events),
        "ready": [{"key": key, "name": adventure.name, "about": adventure.about} for key, adventure in ready],
    }


def _event_documents(events: Iterable[type[AdventureEvent]]) -> list[dict[str, Any]]:
    return [_event_document(event) for event in events if is_sent(event)]


def _event_document(event: type[AdventureEvent]) -> dict[str, Any]:
    parts = [
        {name: document[name] for name in ("name", "needed", "schema")} for document in event_part_documents(event, {})
    ]
    return {"kind": event.kind, "name": event_name(event), "by_organizer": event.by_organizer, "parts": parts}
