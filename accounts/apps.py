"""The accounts application."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The custom user model and its related models."""

    name = "accounts"
    verbose_name = "People"
