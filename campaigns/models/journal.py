"""The journal of a campaign: the events, in the order of their recording."""

from django.db import models

from campaigns.models.campaigns import Campaign
from common.saving import WrittenOnce


class JournalEntry(WrittenOnce):
    """One entry. It is never changed and never removed; ``rules.campaigns.journal`` explains its hash.

    ``actor`` is the number of its author, None for the site. ``kind``, ``scenario``, ``warband`` and ``after`` repeat
    values of ``event`` (or of the entry that it is about), for finding entries. ``voided_by`` is the number of the
    entry that voids this one now, the only column that changes.
    """

    refusal = "A journal entry cannot be changed."

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    event = models.JSONField()
    actor = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    scenario = models.PositiveIntegerField(null=True)
    warband = models.PositiveIntegerField(null=True)
    after = models.PositiveIntegerField(null=True)
    voided_by = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "journal entries"
        indexes = (
            models.Index(fields=["campaign", "scenario", "number"], name="entry_by_scenario"),
            models.Index(fields=["campaign", "warband", "after"], name="entry_by_warband"),
            models.Index(fields=["campaign", "kind", "number"], name="entry_by_kind"),
        )
        constraints = (models.UniqueConstraint(fields=["campaign", "number"], name="one_entry_a_number"),)

    def __str__(self) -> str:
        return f"{self.campaign_id}, entry {self.number}: {self.kind}"
