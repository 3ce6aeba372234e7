"""The warbands application."""

from django.apps import AppConfig


class WarbandsConfig(AppConfig):
    """Warbands and their members: legality for the site, the API and the command line."""

    name = "warbands"
