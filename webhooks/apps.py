"""The webhooks application."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """News for the programs and chats of people."""

    name = "webhooks"
