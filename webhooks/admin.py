"""Webhooks and their deliveries in the admin, to read: addresses, secrets and messages are shown to no one."""

from django.contrib import admin

from common.admin import ReadOnlyAdmin
from webhooks.models import Webhook, WebhookDelivery


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Webhooks: the visible part of their addresses, and their health."""

    list_display = ("shown", "subject_kind", "subject_key", "made_by", "is_enabled", "failures", "stopped_for")
    list_filter = ("is_enabled", "subject_kind", "format")
    search_fields = ("key", "subject_key", "made_by__username")
    exclude = ("address", "secret", "old_secret")


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Deliveries of webhooks, and their results."""

    list_display = ("key", "webhook", "event", "state", "tries", "status", "reason", "made_at")
    list_filter = ("state", "event")
    list_select_related = ("webhook",)
    search_fields = ("key", "webhook__key")
    exclude = ("body",)
