"""What pairings start from: which warbands should not meet, and which stay away from a round.

Neither is in the journal: why two people avoid each other, or where someone is that week, must not stay in a permanent
record.
"""

from django.db import models

from campaigns.models.warbands import CampaignWarband

MAX_ABSENCE_REASON = 200


class PairingRequest(models.Model):
    """A request that two warbands are not paired with each other; ``first`` has the lower number."""

    first = models.ForeignKey(CampaignWarband, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(CampaignWarband, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("first__number", "second__number")
        constraints = (models.UniqueConstraint(fields=["first", "second"], name="one_request_a_pair"),)

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"


class RoundAbsence(models.Model):
    """A warband that stays away from a round of its campaign, by its number; the reason may be empty."""

    round = models.PositiveIntegerField()
    warband = models.ForeignKey(CampaignWarband, on_delete=models.CASCADE, related_name="absences")
    reason = models.CharField(max_length=MAX_ABSENCE_REASON, blank=True)

    class Meta:
        ordering = ("round", "warband__number")
        constraints = (models.UniqueConstraint(fields=["round", "warband"], name="one_absence_a_round"),)

    def __str__(self) -> str:
        return f"{self.warband_id}: {self.round}"
