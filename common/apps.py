"""The common application."""

from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Game-blind Django helpers: the base of commands, the API's error shape, the refusal."""

    name = "common"
