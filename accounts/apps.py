"""The accounts application."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The custom user model and what hangs on it."""

    name = "accounts"
    verbose_name = "People"
