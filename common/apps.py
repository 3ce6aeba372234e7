"""The common application."""

from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Game-blind Django helpers: abstract models, HTTP, the API's error shape."""

    name = "common"
