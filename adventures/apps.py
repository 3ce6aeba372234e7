"""The adventures application."""

from django.apps import AppConfig


class AdventuresConfig(AppConfig):
    """Adventures between battles: trackers of the game master's subsystems."""

    name = "adventures"
