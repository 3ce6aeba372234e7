"""The warbands of a campaign, and their states after each scenario."""

from django.db import models

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Participant
from rules.lengths import MAX_ROSTER_NAME
from warbands.models import Warband

DOCUMENTS = ("opening", "record", "frozen")
"""The columns of a warband that are long, and that lists do not need."""


class CampaignWarband(models.Model):
    """A warband in a campaign; one that leaves and returns has two rows.

    ``record`` has the careers of its members (``rules.campaigns.state.warbands``), ``points`` their present cost.
    ``has_left`` freezes it: ``frozen`` then preserves its draft. ``joined_after`` is the number of the last played
    scenario when it joined.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="warbands")
    number = models.PositiveIntegerField()
    warband = models.ForeignKey(Warband, on_delete=models.PROTECT, related_name="campaigns")
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="warbands")
    name = models.CharField(max_length=MAX_ROSTER_NAME, blank=True)
    has_left = models.BooleanField(default=False)
    joined_after = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    opening = models.JSONField()
    record = models.JSONField()
    points = models.IntegerField(default=0)
    frozen = models.JSONField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["campaign", "number"], name="one_campaign_warband_a_number"),
            models.UniqueConstraint(
                fields=["warband"], condition=models.Q(has_left=False), name="one_campaign_at_a_time"
            ),
        )

    def __str__(self) -> str:
        return self.name or f"Warband {self.number}"


class CareerPoint(models.Model):
    """A warband of a campaign right after a scenario: the start of a fold, and its state "as of scenario N"."""

    warband = models.ForeignKey(CampaignWarband, on_delete=models.CASCADE, related_name="career_points")
    played = models.PositiveIntegerField()
    scenario = models.PositiveIntegerField()
    record = models.JSONField()
    points = models.IntegerField()

    class Meta:
        ordering = ("played",)
        constraints = (models.UniqueConstraint(fields=["warband", "played"], name="one_career_point_a_scenario"),)

    def __str__(self) -> str:
        return f"{self.warband_id} after scenario {self.played}"
