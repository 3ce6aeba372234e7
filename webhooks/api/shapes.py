"""Webhooks and deliveries as programs see and send them, for the API and its schema."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api.bodies import Body
from common.openapi import Document
from webhooks.models import MAX_SUBJECT, DeliveryState, WebhookFormat
from webhooks.services.targets import MAX_ADDRESS

MAX_EVENT = 40
MAX_EVENTS = 20


@extend_schema_serializer(component_name="Webhook")
class WebhookSerializer(Document):
    """A webhook: what it is about, where it leads as far as it is shown, and how it is doing."""

    key = serializers.CharField()
    kind = serializers.CharField(source="subject_kind", help_text="`campaign` or `battle`.")
    subject = serializers.CharField(source="subject_key", help_text="The key of that campaign or battle.")
    shown = serializers.CharField(help_text="As much of the address as is shown.")
    format = serializers.ChoiceField(WebhookFormat.choices)
    events = serializers.ListField(child=serializers.CharField())
    is_enabled = serializers.BooleanField()
    stopped_for = serializers.CharField(allow_blank=True, help_text="Why Muster switched it off, or nothing.")
    failures = serializers.IntegerField(help_text="Tries in a row that failed.")
    failing_since = serializers.DateTimeField(allow_null=True)
    made_by = serializers.CharField(source="made_by.username")
    made_at = serializers.DateTimeField()


@extend_schema_serializer(component_name="WebhookSecret")
class WebhookSecretSerializer(WebhookSerializer):
    """A webhook with the secret that signs its messages, which is shown this once."""

    secret = serializers.CharField()


class WebhookBody(Body):
    """A new webhook."""

    kind = serializers.CharField(max_length=12, help_text="`campaign` or `battle`.")
    subject = serializers.CharField(max_length=MAX_SUBJECT, help_text="The key of that campaign or battle.")
    address = serializers.CharField(max_length=MAX_ADDRESS, help_text="Where messages go: https or http, and public.")
    format = serializers.ChoiceField(WebhookFormat.choices, default=WebhookFormat.JSON)
    events = serializers.ListField(child=serializers.CharField(max_length=MAX_EVENT), max_length=MAX_EVENTS)


class WebhookChangeBody(Body):
    """What is to be changed of a webhook; what is left out stays."""

    events = serializers.ListField(
        child=serializers.CharField(max_length=MAX_EVENT), max_length=MAX_EVENTS, required=False
    )
    is_enabled = serializers.BooleanField(required=False, help_text="On or off; on begins anew without its failures.")


@extend_schema_serializer(component_name="WebhookDelivery")
class WebhookDeliverySerializer(Document):
    """A message to a webhook, and what came of the last try."""

    key = serializers.CharField(help_text="Its `webhook-id`, the same over all tries.")
    event = serializers.CharField()
    state = serializers.ChoiceField(DeliveryState.choices)
    made_at = serializers.DateTimeField()
    tries = serializers.IntegerField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_try_at = serializers.DateTimeField(help_text="When it is tried next, while it waits.")
    status = serializers.IntegerField(allow_null=True, help_text="The status of the answer.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it failed, or nothing.")
    milliseconds = serializers.IntegerField(allow_null=True)
