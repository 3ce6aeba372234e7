"""The battles application."""

from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """Battles: set-up, log, links and pages at the table."""

    name = "battles"
