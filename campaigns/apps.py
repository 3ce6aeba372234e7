"""The campaigns application."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns: people, their warbands, scenarios and the journal."""

    name = "campaigns"
