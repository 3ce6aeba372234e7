"""The gambling application."""

from django.apps import AppConfig


class GamblingConfig(AppConfig):
    """Games of dice for stakes."""

    name = "gambling"
