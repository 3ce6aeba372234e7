"""A webhook, and its deliveries with their results."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

MAX_SUBJECT = 16
MAX_REASON = 200


class WebhookFormat(models.TextChoices):
    """The format of a webhook's messages."""

    JSON = "json", "Signed JSON"
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"


class DeliveryState(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting", "Waiting"
    DELIVERED = "delivered", "Delivered"
    GIVEN_UP = "given-up", "Given up"


class Webhook(models.Model):
    """An address that receives the events of a subject: a campaign or a battle, by kind and key.

    ``address`` and the secrets are encrypted (``services.secrets``): the addresses of chat services are secrets too.
    ``shown`` is the visible part of the address. ``old_secret`` signs beside ``secret`` until it expires. ``site`` is
    the start of links in messages. ``failures`` counts the failed attempts in a row, since ``failing_since``; nothing
    is sent before ``quiet_until``. ``gave_up_at`` is when a delivery was last given up, None once one has succeeded
    again; ``stopped_for`` says why Muster switched the webhook off.
    """

    key = models.CharField(max_length=16, unique=True)
    subject_kind = models.CharField(max_length=12)
    subject_key = models.CharField(max_length=MAX_SUBJECT)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    address = models.TextField()
    shown = models.CharField(max_length=120)
    format = models.CharField(max_length=8, choices=WebhookFormat.choices, default=WebhookFormat.JSON)
    events: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    site = models.CharField(max_length=300, blank=True)
    secret = models.TextField()
    old_secret = models.TextField(blank=True)
    old_secret_until = models.DateTimeField(null=True)
    is_enabled = models.BooleanField(default=True)
    stopped_for = models.CharField(max_length=MAX_REASON, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    quiet_until = models.DateTimeField(null=True)
    gave_up_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("subject_kind", "subject_key"), name="webhook_by_subject"),)

    def __str__(self) -> str:
        return self.shown

    @property
    def needs_a_look(self) -> bool:
        """Return True if Muster switched it off, or gave a message up and none got through since."""
        return bool(self.stopped_for) or self.gave_up_at is not None


class WebhookDelivery(models.Model):
    """A message to a webhook: written with its event, sent by a job, and retried on failure.

    ``body`` is emptied when there are no more attempts: it contains names of people. ``key`` is the same for all
    attempts, so that a receiver can detect duplicates. A worker holds it until ``claimed_until``. ``status``,
    ``reason`` and ``milliseconds`` are of the last attempt.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=40, unique=True)
    event = models.CharField(max_length=40)
    body = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now)
    claimed_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    milliseconds = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "webhook deliveries"
        indexes = (
            models.Index(fields=("state", "next_try_at"), name="webhook_delivery_due"),
            models.Index(fields=("made_at",), name="webhook_delivery_by_age"),
        )

    def __str__(self) -> str:
        return f"{self.event} ({self.key})"
