"""Webhooks of a campaign or battle: list, add, change and test them, renew secrets, and read deliveries."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db import transaction
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import PrivateView, refuse_scope
from common.api.bodies import Body, check_version, read_body, version_tag
from common.api.errors import Fault
from common.api.pages import CursorPages
from common.limits import WorkLimit
from common.openapi import BODY_ERRORS, CHANGED, FULL, GONE, INVALID, PRIVATE_ERRORS, REFUSED, Document, operation
from common.typed import typed_text
from common.web.address import absolute
from webhooks.models import MAX_SUBJECT, DeliveryState, Webhook, WebhookFormat
from webhooks.selectors.webhooks import WebhookSubjectKind, deliveries_of, webhooks_of
from webhooks.services.sending import MAX_ADDRESS
from webhooks.services.webhooks import (
    ManagedWebhook,
    managed_subject,
    managed_webhook,
    webhook_add,
    webhook_change,
    webhook_delete,
    webhook_secret_renew,
    webhook_test,
)

MAX_EVENT = 40
MAX_EVENTS = 20


class WebhookSerializer(Document):
    """A webhook: its subject, the visible part of its address, and its health."""

    key = serializers.CharField()
    kind = serializers.CharField(source="subject_kind", help_text="`campaign` or `battle`.")
    subject = serializers.CharField(source="subject_key", help_text="The key of that campaign or battle.")
    shown = serializers.CharField(help_text="The visible part of its address.")
    format = serializers.ChoiceField(WebhookFormat.choices)
    events = serializers.ListField(child=serializers.CharField())
    is_enabled = serializers.BooleanField()
    stopped_for = serializers.CharField(allow_blank=True, help_text="The reason that Muster turned it off, or empty.")
    failures = serializers.IntegerField(help_text="Failed attempts in a row.")
    failing_since = serializers.DateTimeField(allow_null=True)
    made_by = serializers.CharField(source="made_by.username")
    made_at = serializers.DateTimeField()


class WebhookSecretSerializer(WebhookSerializer):
    """A webhook with the secret that signs its messages, which is shown only once."""

    secret = serializers.CharField()


class WebhookBody(Body):
    """A new webhook."""

    kind = serializers.CharField(max_length=12, help_text="`campaign` or `battle`.")
    subject = serializers.CharField(max_length=MAX_SUBJECT, help_text="The key of that campaign or battle.")
    address = serializers.CharField(
        max_length=MAX_ADDRESS, help_text="The address for messages: https or http, and public."
    )
    format = serializers.ChoiceField(WebhookFormat.choices, default=WebhookFormat.JSON)
    events = serializers.ListField(child=serializers.CharField(max_length=MAX_EVENT), max_length=MAX_EVENTS)


class WebhookChangeBody(Body):
    """The changes to a webhook; omitted fields stay as they are."""

    events = serializers.ListField(
        child=serializers.CharField(max_length=MAX_EVENT), max_length=MAX_EVENTS, required=False
    )
    is_enabled = serializers.BooleanField(required=False, help_text="On or off; turning it on clears its failures.")


class WebhookDeliverySerializer(Document):
    """A message to a webhook, and the result of the last attempt."""

    key = serializers.CharField(help_text="Its `webhook-id`, the same for all attempts.")
    event = serializers.CharField()
    state = serializers.ChoiceField(DeliveryState.choices)
    made_at = serializers.DateTimeField()
    tries = serializers.IntegerField()
    tried_at = serializers.DateTimeField(allow_null=True)
    next_try_at = serializers.DateTimeField(help_text="The time of the next attempt, while it waits.")
    status = serializers.IntegerField(allow_null=True, help_text="The status of the answer.")
    reason = serializers.CharField(allow_blank=True, help_text="The reason for its failure, or empty.")
    milliseconds = serializers.IntegerField(allow_null=True)


SENDING = WorkLimit("webhooks")
"""As on the pages: otherwise, deleting a webhook and adding it again would allow any number of tests."""
_FOR_ONE: dict[int, Any] = {**PRIVATE_ERRORS, 404: GONE}
_FOR_WRITES: dict[int, Any] = {**_FOR_ONE, 409: FULL, 422: REFUSED}
_SUBJECT = [
    OpenApiParameter("kind", str, required=True, description="`campaign` or `battle`."),
    OpenApiParameter("subject", str, required=True, description="The key of that campaign or battle."),
]


class WebhookPages(CursorPages):
    """The newest deliveries first."""


class WebhookView(PrivateView):
    """A view of webhooks. A token needs the scope of the webhook's subject."""

    tag: ClassVar[str] = "webhooks"

    needs_account = True

    def managed(self, key: str) -> ManagedWebhook:
        """Return a webhook that the caller manages; 404 if there is none, 403 if it is not theirs."""
        managed = managed_webhook(self.owner, key)
        self.refuse_kind(managed.kind)
        return managed

    def refuse_kind(self, kind: WebhookSubjectKind) -> None:
        """Raise 403 for a token without the scope of such a subject."""
        refuse_scope(self.request, kind.scope, only_reads=self.request.method in SAFE_METHODS)

    def answer(self, webhook: Webhook, *, secret: str = "", **options: Any) -> Response:
        """Answer with a webhook, and with its secret if that is new."""
        document = dict(WebhookSerializer(webhook).data)
        headers = {"ETag": version_tag(webhook.version, document), **options.pop("headers", {})}
        return Response({**document, "secret": secret} if secret else document, headers=headers, **options)


class WebhookListView(WebhookView):
    limit = SENDING

    @operation("webhooks_list", WebhookSerializer(many=True), {**_FOR_ONE, 400: INVALID}, parameters=_SUBJECT)
    def get(self, request: Request) -> Response:
        """Webhooks of a campaign or battle.

        For the people who manage them: organizers, or the person who made the battle. At most ten.
        """
        kind, key = request.query_params.get("kind", ""), request.query_params.get("subject", "")
        if not kind or not key:
            raise Fault("invalid", "subject" if kind else "kind", "Say which campaign or battle: kind and subject.")
        subject, subject_kind = managed_subject(self.owner, typed_text(kind), typed_text(key))
        self.refuse_kind(subject_kind)
        return Response(WebhookSerializer(webhooks_of(subject_kind.name, subject.key), many=True).data)

    @operation("webhooks_add", WebhookSecretSerializer, {**_FOR_WRITES, **BODY_ERRORS}, body=WebhookBody, status=201)
    def post(self, request: Request) -> Response:
        """Add a webhook.

        The answer has the secret that signs its messages, shown only once. See docs/webhooks.md.
        """
        given = read_body(WebhookBody, request.data)
        _, subject_kind = managed_subject(self.owner, given["kind"], given["subject"])
        self.refuse_kind(subject_kind)
        webhook, secret = webhook_add(
            actor=self.owner,
            kind=given["kind"],
            key=given["subject"],
            address=given["address"],
            format_=given["format"],
            events=given["events"],
            site=absolute(request._request, "/").removesuffix("/"),
        )
        headers = {"Location": reverse("api-webhook", args=[webhook.key])}
        return self.answer(webhook, secret=secret, status=status.HTTP_201_CREATED, headers=headers)


class WebhookDetailView(WebhookView):
    @operation("webhooks_read", WebhookSerializer, _FOR_ONE)
    def get(self, request: Request, key: str) -> Response:
        """One webhook.

        The webhook.
        """
        return self.answer(self.managed(key).webhook)

    @operation(
        "webhooks_change", WebhookSerializer, {**_FOR_WRITES, **BODY_ERRORS, 412: CHANGED}, body=WebhookChangeBody
    )
    def patch(self, request: Request, key: str) -> Response:
        """Change a webhook.

        Its events, or whether it is on.
        """
        given = read_body(WebhookChangeBody, request.data)
        changed = self._as_seen(key, lambda: webhook_change(actor=self.owner, key=key, **given))
        return self.answer(changed.webhook)

    @operation("webhooks_delete", None, {**_FOR_ONE, 400: INVALID, 412: CHANGED}, status=204)
    def delete(self, request: Request, key: str) -> Response:
        """Delete a webhook.

        Deletes it if it still has the version that you saw.
        """
        self._as_seen(key, lambda: webhook_delete(actor=self.owner, key=key))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _as_seen(self, key: str, work: Callable[[], ManagedWebhook]) -> ManagedWebhook:
        with transaction.atomic():
            self.managed(key)
            check_version(self.request, managed_webhook(self.owner, key, to_change=True).webhook.version)
            return work()


class WebhookTestView(WebhookView):
    limit = SENDING

    @operation("webhooks_test", WebhookDeliverySerializer, _FOR_WRITES, status=202)
    def post(self, request: Request, key: str) -> Response:
        """Send a test.

        At most ten an hour; its delivery shows the result.
        """
        self.managed(key)
        delivery = webhook_test(actor=self.owner, key=key)
        return Response(WebhookDeliverySerializer(delivery).data, status=status.HTTP_202_ACCEPTED)


class WebhookSecretView(WebhookView):
    @operation("webhooks_secret", WebhookSecretSerializer, _FOR_WRITES)
    def post(self, request: Request, key: str) -> Response:
        """Make a new secret.

        It is shown only once. For one day, messages are also signed with the previous secret.
        """
        self.managed(key)
        managed, secret = webhook_secret_renew(actor=self.owner, key=key)
        return self.answer(managed.webhook, secret=secret)


class WebhookDeliveriesView(WebhookView):
    pagination_class = WebhookPages

    @operation("webhooks_deliveries", WebhookDeliverySerializer(many=True), {**_FOR_ONE, 400: INVALID})
    def get(self, request: Request, key: str) -> Response:
        """Messages to a webhook.

        Newest first, for two weeks.
        """
        pages = WebhookPages()
        rows = pages.paginate_queryset(deliveries_of(self.managed(key).webhook), request, self)
        return pages.get_paginated_response(WebhookDeliverySerializer(rows, many=True).data)
