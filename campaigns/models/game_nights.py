"""When and where people meet to play a scenario, and the secret addresses of calendars.

Neither is in the journal: the address of a person's home must not stay in a permanent record.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign
from campaigns.models.scenarios import CampaignScenario

MAX_PLACE = 200
MAX_ZONE = 64


class GameNight(models.Model):
    """The meeting for a scenario. ``starts_at`` is in UTC; pages show it in the local time of ``time_zone``
    (Europe/Paris).

    ``version`` counts its changes, so that calendars use the last one.
    """

    scenario = models.OneToOneField(CampaignScenario, on_delete=models.CASCADE, related_name="game_night")
    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=MAX_ZONE)
    minutes = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=MAX_PLACE, blank=True)
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("starts_at", "pk")
        indexes = (models.Index(fields=["starts_at"], name="game_night_by_start"),)

    def __str__(self) -> str:
        return f"{self.scenario_id}: {self.starts_at:%Y-%m-%d %H:%M}"

    @property
    def times_set(self) -> int:
        """How often it was set, which is its version in the API."""
        return self.version + 1

    @property
    def local_start(self) -> datetime:
        """When it begins, by the clocks of its time zone."""
        return self.starts_at.astimezone(ZoneInfo(self.time_zone))

    @property
    def local_end(self) -> datetime:
        """When it ends, by the clocks of its time zone."""
        return (self.starts_at + timedelta(minutes=self.minutes)).astimezone(ZoneInfo(self.time_zone))


class CalendarFeed(models.Model):
    """The secret address under which programs read game nights: those of an account, or those of one campaign."""

    token = models.CharField(max_length=43, unique=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="calendar_feed"
    )
    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, null=True, related_name="calendar_feed")
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(user=None) ^ models.Q(campaign=None), name="calendar_feed_is_of_one"
            ),
        )

    def __str__(self) -> str:
        return f"of account {self.user_id}" if self.user_id else f"of campaign {self.campaign_id}"
