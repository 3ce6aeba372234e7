"""The campaigns application."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: the room in which scenarios, the journal, aftermath and careers will live."""

    name = "campaigns"
